//! Programs in Python 3.

mod words;

use self::words::{COUNT, Python, tuple, upper};
use crate::export::frame;
use crate::export::helpers::{self, Library};
use crate::export::print::{Lines, constant, steps, term};
use crate::export::program::{Body, Function, Program, Rules, Ty, Way};

/// The text of a program.
pub(super) fn print(program: &Program) -> String {
    let mut top = Lines::default();
    for about in &program.about {
        top.line(format!("# {about}").trim_end());
    }
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
        Way::Size => {
            start(&mut lines, program, &params);
            lines.line(format!("return {params}"));
        }
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
            lines.line("_VALUES = [");
            lines.deeper();
            lines.items(values.iter().map(u64::to_string));
            lines.back();
            lines.line("]");
            gap(&mut lines);
            start(&mut lines, program, &params);
            if *preperiod > 0 {
                lines.line(format!("if {params} < {preperiod}:"));
                lines.line(format!("    return _VALUES[{params}]"));
            }
            let at = |place| format!("_VALUES[{place}]");
            let behind = frame::periodic_value(&params, *preperiod, *period, *rise, "//", &at);
            lines.line(format!("return {behind}"));
        }
        Way::Ascending(rules) => ascending(&mut lines, program, rules),
        Way::Search(rules) => search(&mut lines, program, rules),
    }
    lines.back();
    lines.finish()
}

/// The first lines of `grundy`: what is no pile is refused.
fn start(lines: &mut Lines, program: &Program, params: &str) {
    lines.line(format!("def grundy({params}):"));
    lines.deeper();
    lines.line(format!("if {}:", frame::outside(program, "or")));
    lines.line("    raise ValueError(\"no such pile\")");
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
            lines.line(format!("{} = [", upper(table)));
            lines.deeper();
            lines.items(items.map(|item| constant(&python, item, element)));
            lines.back();
            lines.line("]");
        }
    }
    if !program.tables.is_empty() {
        gap(lines);
    }
    for function in &program.functions {
        one_function(lines, program, function);
        gap(lines);
    }
}

/// Two empty lines, as between functions.
fn gap(lines: &mut Lines) {
    lines.line("");
    lines.line("");
}

fn one_function(lines: &mut Lines, program: &Program, function: &Function) {
    let python = Python { ascending: false };
    let params: Vec<&str> = function
        .params
        .iter()
        .map(|(name, _)| name.as_str())
        .collect();
    lines.line(format!("def _{}({}):", function.name, params.join(", ")));
    lines.deeper();
    match &function.body {
        Body::Value(value) => lines.line(format!("return {}", term(&python, program, value, 0))),
        Body::List(all) => {
            lines.line("list_ = []");
            steps(&python, program, lines, all);
            lines.line("return list_");
        }
    }
    lines.back();
}

/// All moves, one after the other.
fn moves(lines: &mut Lines, program: &Program, rules: &Rules, ascending: bool) {
    let python = Python { ascending };
    for rule in &rules.moves {
        lines.line(format!("# {}", rule.words));
        steps(&python, program, lines, &rule.steps);
    }
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
    start(lines, program, &bound);
    lines.line(format!("for {n} in range(len(_known), {bound} + 1):"));
    lines.deeper();
    lines.line("seen = set()");
    match frame::any(&rules.ends) {
        Some(end) if !rules.moves.is_empty() => {
            lines.line(format!("if {}:", term(&python, program, &end.negated(), 0)));
            lines.deeper();
            moves(lines, program, rules, true);
            lines.back();
        }
        _ => moves(lines, program, rules, true),
    }
    lines.block(
        "mex = 0
while mex in seen:
    mex += 1
_known.append(mex)",
    );
    lines.back();
    lines.line(format!("return _known[{bound}]"));
}

/// The function that lists the options of a pile.
fn search_options(lines: &mut Lines, program: &Program, rules: &Rules) {
    let python = Python { ascending: false };
    lines.line("# The options of a pile: each a tuple of its parts.");
    lines.line("def _options(pile):");
    lines.deeper();
    lines.line("found = []");
    let coords: Vec<String> = program
        .coords
        .iter()
        .map(|coord| coord.name.clone())
        .collect();
    let coords = tuple(&coords);
    let end = frame::any(&rules.ends).map(|end| term(&python, program, &end, 0));
    if rules.namings.len() <= 1 {
        lines.line(format!("{coords} = pile"));
        if let Some(end) = end {
            lines.line(format!("if {end}:"));
            lines.line("    return found");
        }
        moves(lines, program, rules, false);
    } else {
        lines.line(
            "# The order of the numbers does not count, so the rules are tried under every naming.",
        );
        let orders: Vec<String> = rules
            .namings
            .iter()
            .map(|naming| format!("{naming:?}"))
            .collect();
        lines.line(format!("orders = [{}]", orders.join(", ")));
        if let Some(end) = end {
            lines.line("for order in orders:");
            lines.deeper();
            lines.line(format!("{coords} = (pile[i] for i in order)"));
            lines.line(format!("if {end}:"));
            lines.line("    return found");
            lines.back();
        }
        lines.line("for order in orders:");
        lines.deeper();
        lines.line(format!("{coords} = (pile[i] for i in order)"));
        moves(lines, program, rules, false);
        lines.back();
    }
    if rules.unordered {
        lines.line("found = [tuple(tuple(sorted(part)) for part in option) for option in found]");
    }
    lines.line("return found");
    lines.back();
    gap(lines);
}

fn search(lines: &mut Lines, program: &Program, rules: &Rules) {
    library(lines, program);
    search_options(lines, program, rules);
    lines.line("# The values of the piles met so far.");
    lines.line("_known = {}");
    gap(lines);
    let params = frame::param_names(program).join(", ");
    start(lines, program, &params);
    let coords: Vec<String> = program
        .coords
        .iter()
        .map(|coord| coord.name.clone())
        .collect();
    let pile = tuple(&coords);
    lines.line(if rules.unordered {
        format!("start = tuple(sorted({pile}))")
    } else {
        format!("start = {pile}")
    });
    lines.block(include_str!("../helpers/search.py"));
}
