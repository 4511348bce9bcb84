//! Programs in Rust.

mod words;

use self::words::{Rust, ty, upper};
use crate::export::frame;
use crate::export::helpers::{self, Library};
use crate::export::print::{Lines, comments, constant, function, moves_unless_ended, named_moves};
use crate::export::program::{Program, Rules, Ty, Way};

/// The text of a program.
pub(super) fn print(program: &Program) -> String {
    let mut lines = Lines::default();
    comments(&Rust { ascending: false }, &mut lines, &program.about);
    lines.line("");
    let names = frame::param_names(program);
    let params: Vec<String> = names.iter().map(|name| format!("{name}: i64")).collect();
    let head = format!("pub fn grundy({}) -> i64 {{", params.join(", "));
    lines.nest(&head, "}", |lines| match &program.way {
        Way::Size => {
            check(lines, program);
            lines.line(names.join(", "));
        }
        Way::Period {
            values,
            preperiod,
            period,
            rise,
        } => {
            let n = names.join(", ");
            lines.line(format!(
                "// The values of the piles 0 to {}.",
                values.len().saturating_sub(1)
            ));
            let head = format!("static VALUES: [i64; {}] = [", values.len());
            lines.nest(&head, "];", |lines| {
                lines.items(values.iter().map(u64::to_string));
            });
            check(lines, program);
            let at = |place: String| match place.parse::<u64>() {
                Ok(_) => format!("VALUES[{place}]"),
                Err(_) => format!("VALUES[({place}) as usize]"),
            };
            let behind = frame::periodic_value(&n, *preperiod, *period, *rise, "/", &at);
            if *preperiod > 0 {
                lines.block(&format!(
                    "if {n} < {preperiod} {{\n    return VALUES[{n} as usize];\n}}"
                ));
            }
            lines.line(behind);
        }
        Way::Ascending(rules) => ascending(lines, program, rules),
        Way::Search(rules) => search(lines, program, rules),
    });
    lines.finish()
}

/// What is no pile is refused.
fn check(lines: &mut Lines, program: &Program) {
    let conditions = frame::outside(program, "||");
    lines.block(&format!(
        "if {conditions} {{\n    panic!(\"no such pile\");\n}}"
    ));
}

/// Tables, functions of the library and functions of the rules.
fn library(lines: &mut Lines, program: &Program) {
    let rust = Rust { ascending: false };
    for helper in helpers::texts(Library::Rust, &program.helpers) {
        lines.block(helper);
        lines.line("");
    }
    for table in &program.tables {
        let Ty::List(element) = &table.ty else {
            continue;
        };
        let items = table.value.items();
        let is_flat = !element.has_list();
        let name = upper(table);
        let (head, end) = match is_flat {
            true => (
                format!("static {name}: [{}; {}] = [", ty(element), items.len()),
                "];",
            ),
            false => (
                format!(
                    "static {name}: std::sync::LazyLock<{}> = std::sync::LazyLock::new(|| vec![",
                    ty(&table.ty)
                ),
                "]);",
            ),
        };
        lines.nest(&head, end, |lines| {
            lines.items(items.iter().map(|item| constant(&rust, item, element)));
        });
        lines.line("");
    }
    for it in &program.functions {
        function(&rust, program, lines, it);
        lines.line("");
    }
}

fn ascending(lines: &mut Lines, program: &Program, rules: &Rules) {
    let rust = Rust { ascending: true };
    let n = frame::pile_name(program);
    let bound = frame::param_names(program).join(", ");
    library(lines, program);
    lines.block(
        "thread_local! {
    /// The values of the piles 0, 1, 2, …
    static KNOWN: std::cell::RefCell<Vec<i64>> = const { std::cell::RefCell::new(Vec::new()) };
}",
    );
    check(lines, program);
    lines.nest("KNOWN.with_borrow_mut(|known| {", "})", |lines| {
        let lowest = frame::lowest(program);
        if lowest > 0 {
            lines.block(&format!(
                "if known.is_empty() {{\n    known.resize({lowest}, 0);\n}}"
            ));
        }
        lines.line("// For each value the last pile with an option of that value, plus 1.");
        lines.line("let mut seen: Vec<i64> = Vec::new();");
        let head = format!("for {n} in known.len() as i64..={bound} {{");
        lines.nest(&head, "}", |lines| {
            if !rules.moves.is_empty() {
                lines.block(&format!(
                    "let mut mark = |value: i64| {{
    let place = value as usize;
    if place >= seen.len() {{
        seen.resize(2 * place + 1, 0);
    }}
    seen[place] = {n} + 1;
}};"
                ));
            }
            moves_unless_ended(&rust, program, lines, rules);
            lines.line(format!(
                "let mex = (0..).find(|&value: &usize| seen.get(value) != Some(&({n} + 1)));"
            ));
            lines.line("known.push(mex.unwrap_or(0) as i64);");
        });
        lines.line(format!("known[{bound} as usize]"));
    });
}

/// The function that lists the options of a pile.
fn search_options(lines: &mut Lines, program: &Program, rules: &Rules) {
    let rust = Rust { ascending: false };
    let width = program.coords.len();
    lines.line(format!("type Pile = [i64; {width}];"));
    lines.line("");
    lines.line(
        "// The options of a pile: their parts one after the other, and where each option ends.",
    );
    let head = "fn options(pile: &Pile) -> (Vec<Pile>, Vec<usize>) {";
    lines.nest(head, "}", |lines| {
        lines.line("let mut parts: Vec<Pile> = Vec::new();");
        lines.line("let mut ends: Vec<usize> = Vec::new();");
        named_moves(&rust, program, lines, rules);
        if rules.unordered {
            lines.block("for part in &mut parts {\n    part.sort_unstable();\n}");
        }
        lines.line("(parts, ends)");
    });
    lines.line("");
}

fn search(lines: &mut Lines, program: &Program, rules: &Rules) {
    lines.line("use std::cell::RefCell;");
    lines.line("use std::collections::{HashMap, HashSet};");
    lines.line("");
    library(lines, program);
    search_options(lines, program, rules);
    lines.block(
        "thread_local! {
    /// The values of the piles met so far.
    static KNOWN: RefCell<HashMap<Pile, i64>> = RefCell::new(HashMap::new());
}",
    );
    check(lines, program);
    let coords: Vec<&str> = program
        .coords
        .iter()
        .map(|coord| coord.name.as_str())
        .collect();
    if rules.unordered {
        lines.line(format!("let mut start: Pile = [{}];", coords.join(", ")));
        lines.line("start.sort_unstable();");
    } else {
        lines.line(format!("let start: Pile = [{}];", coords.join(", ")));
    }
    lines.block(include_str!("../helpers/search.rs"));
}
