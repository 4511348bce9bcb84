//! Programs in Python 3.

mod words;

use self::words::{COUNT, Python, tuple, upper};
use crate::export::frame;
use crate::export::helpers::{self, Library};
use crate::export::print::{Lines, comments, constant, function, moves_unless_ended, named_moves};
use crate::export::program::{Program, Rules, Ty, Way};

/// The text of a program.
pub(super) fn print(program: &Program) -> String {
    let mut top = Lines::default();
    comments(&Python { ascending: false }, &mut top, &program.about);
    let body = body(program);
    if body.contains(COUNT) {
        top.line(format!("from itertools import count as {COUNT}"));
    }
    gap(&mut top);
    top.finish() + &body
}

fn body(program: &Program) -> String {
    let mut lines = Lines::default();
    let names = frame::param_names(program);
    let params = names.join(", ");
    match &program.way {
        Way::Size => grundy(&mut lines, program, &params, |lines| {
            lines.line(format!("return {params}"));
        }),
        Way::Period {
            values,
            preperiod,
            period,
            rise,
        } => {
            lines.line(format!(
                "# The values of the piles 0 to {}.",
                values.len().saturating_sub(1)
            ));
            lines.nest("_VALUES = [", "]", |lines| {
                lines.items(values.iter().map(u64::to_string));
            });
            gap(&mut lines);
            grundy(&mut lines, program, &params, |lines| {
                if *preperiod > 0 {
                    lines.line(format!("if {params} < {preperiod}:"));
                    lines.line(format!("    return _VALUES[{params}]"));
                }
                let at = |place| format!("_VALUES[{place}]");
                let behind = frame::periodic_value(&params, *preperiod, *period, *rise, "//", &at);
                lines.line(format!("return {behind}"));
            });
        }
        Way::Ascending(rules) => ascending(&mut lines, program, rules),
        Way::Search(rules) => search(&mut lines, program, rules),
    }
    lines.finish()
}

/// The function `grundy`: what is no pile is refused.
fn grundy(lines: &mut Lines, program: &Program, params: &str, rest: impl FnOnce(&mut Lines)) {
    lines.nest(&format!("def grundy({params}):"), "", |lines| {
        lines.line(format!("if {}:", frame::outside(program, "or")));
        lines.line("    raise ValueError(\"no such pile\")");
        rest(lines);
    });
}

/// Tables, functions of the library and functions of the rules.
fn library(lines: &mut Lines, program: &Program) {
    let python = Python { ascending: false };
    for helper in helpers::texts(Library::Python, &program.helpers) {
        lines.block(helper);
        gap(lines);
    }
    for table in &program.tables {
        let items = table.value.items().iter();
        if let Ty::List(element) = &table.ty {
            lines.nest(&format!("{} = [", upper(table)), "]", |lines| {
                lines.items(items.map(|item| constant(&python, item, element)));
            });
        }
    }
    if !program.tables.is_empty() {
        gap(lines);
    }
    for it in &program.functions {
        function(&python, program, lines, it);
        gap(lines);
    }
}

/// Two empty lines, as between functions.
fn gap(lines: &mut Lines) {
    lines.line("");
    lines.line("");
}

fn ascending(lines: &mut Lines, program: &Program, rules: &Rules) {
    let python = Python { ascending: true };
    let n = frame::pile_name(program);
    let bound = frame::param_names(program).join(", ");
    library(lines, program);
    lines.line("# The values of the piles 0, 1, 2, …");
    lines.line(match frame::lowest(program) {
        1.. => format!("_known = [0] * {}", frame::lowest(program)),
        _ => "_known = []".to_string(),
    });
    gap(lines);
    grundy(lines, program, &bound, |lines| {
        let head = format!("for {n} in range(len(_known), {bound} + 1):");
        lines.nest(&head, "", |lines| {
            lines.line("seen = set()");
            moves_unless_ended(&python, program, lines, rules);
            lines.block(
                "mex = 0
while mex in seen:
    mex += 1
_known.append(mex)",
            );
        });
        lines.line(format!("return _known[{bound}]"));
    });
}

/// The function that lists the options of a pile.
fn search_options(lines: &mut Lines, program: &Program, rules: &Rules) {
    let python = Python { ascending: false };
    lines.line("# The options of a pile: each a tuple of its parts.");
    lines.nest("def _options(pile):", "", |lines| {
        lines.line("found = []");
        named_moves(&python, program, lines, rules);
        if rules.unordered {
            lines.line(
                "found = [tuple(tuple(sorted(part)) for part in option) for option in found]",
            );
        }
        lines.line("return found");
    });
    gap(lines);
}

fn search(lines: &mut Lines, program: &Program, rules: &Rules) {
    library(lines, program);
    search_options(lines, program, rules);
    lines.line("# The values of the piles met so far.");
    lines.line("_known = {}");
    gap(lines);
    let params = frame::param_names(program).join(", ");
    let coords = program.coords.iter().map(|coord| coord.name.clone());
    let coords: Vec<String> = coords.collect();
    let pile = tuple(&coords);
    grundy(lines, program, &params, |lines| {
        lines.line(match rules.unordered {
            true => format!("start = tuple(sorted({pile}))"),
            false => format!("start = {pile}"),
        });
        lines.block(include_str!("../helpers/search.py"));
    });
}
