//! Programs in Rust.

mod words;

use self::words::{Rust, param, ty, upper};
use crate::export::frame;
use crate::export::helpers::{self, Library};
use crate::export::print::{Language as _, Lines, constant, steps, term, unused};
use crate::export::program::{Body, Function, Program, Rules, Ty, Way, mention};

/// The text of a program.
pub(super) fn print(program: &Program) -> String {
    let mut lines = Lines::default();
    for about in &program.about {
        lines.line(format!("// {about}").trim_end());
    }
    lines.line("");
    let names = frame::param_names(program);
    let params: Vec<String> = names.iter().map(|name| format!("{name}: i64")).collect();
    lines.line(format!("pub fn grundy({}) -> i64 {{", params.join(", ")));
    lines.deeper();
    match &program.way {
        Way::Size => {
            check(&mut lines, program);
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
            lines.line(format!("static VALUES: [i64; {}] = [", values.len()));
            lines.deeper();
            lines.items(values.iter().map(u64::to_string));
            lines.back();
            lines.line("];");
            check(&mut lines, program);
            let at = |place: String| match place.parse::<u64>() {
                Ok(_) => format!("VALUES[{place}]"),
                Err(_) => format!("VALUES[({place}) as usize]"),
            };
            let behind = frame::periodic_value(&n, *preperiod, *period, *rise, "/", &at);
            if *preperiod > 0 {
                lines.line(format!("if {n} < {preperiod} {{"));
                lines.deeper();
                lines.line(format!("return VALUES[{n} as usize];"));
                lines.back();
                lines.line("}");
            }
            lines.line(behind);
        }
        Way::Ascending(rules) => ascending(&mut lines, program, rules),
        Way::Search(rules) => search(&mut lines, program, rules),
    }
    lines.back();
    lines.line("}");
    lines.finish()
}

/// What is no pile is refused.
fn check(lines: &mut Lines, program: &Program) {
    let conditions = frame::outside(program, "||");
    lines.line(format!("if {conditions} {{"));
    lines.deeper();
    lines.line("panic!(\"no such pile\");");
    lines.back();
    lines.line("}");
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
        lines.line(if is_flat {
            format!("static {name}: [{}; {}] = [", ty(element), items.len())
        } else {
            format!(
                "static {name}: std::sync::LazyLock<{}> = std::sync::LazyLock::new(|| vec![",
                ty(&table.ty)
            )
        });
        lines.deeper();
        lines.items(items.iter().map(|item| constant(&rust, item, element)));
        lines.back();
        lines.line(if is_flat { "];" } else { "]);" });
        lines.line("");
    }
    for function in &program.functions {
        one_function(lines, program, function);
        lines.line("");
    }
}

fn one_function(lines: &mut Lines, program: &Program, function: &Function) {
    let rust = Rust { ascending: false };
    if !unused(function).is_empty() {
        lines.line("#[allow(unused_variables)]");
    }
    let params: Vec<String> = function
        .params
        .iter()
        .map(|(name, of)| format!("{name}: {}", param(of)))
        .collect();
    let result = ty(&function.result);
    lines.line(format!(
        "fn {}({}) -> {result} {{",
        function.name,
        params.join(", ")
    ));
    lines.deeper();
    match &function.body {
        Body::Value(value) => {
            lines.line(rust.kept(term(&rust, program, value, 0), value));
        }
        Body::List(all) => {
            lines.line(format!("let mut list: {result} = Vec::new();"));
            steps(&rust, program, lines, all);
            lines.line("list");
        }
    }
    lines.back();
    lines.line("}");
}

/// All moves, one after the other.
fn moves(lines: &mut Lines, program: &Program, rules: &Rules, ascending: bool) {
    let rust = Rust { ascending };
    for rule in &rules.moves {
        lines.line(format!("// {}", rule.words));
        if rule.has_names() {
            lines.line("{");
            lines.deeper();
        }
        steps(&rust, program, lines, &rule.steps);
        if rule.has_names() {
            lines.back();
            lines.line("}");
        }
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
    lines.line("KNOWN.with_borrow_mut(|known| {");
    lines.deeper();
    let lowest = frame::lowest(program);
    if lowest > 0 {
        lines.line("if known.is_empty() {");
        lines.deeper();
        lines.line(format!("known.resize({lowest}, 0);"));
        lines.back();
        lines.line("}");
    }
    lines.line("// For each value the last pile with an option of that value, plus 1.");
    lines.line("let mut seen: Vec<i64> = Vec::new();");
    lines.line(format!("for {n} in known.len() as i64..={bound} {{"));
    lines.deeper();
    let has_moves = !rules.moves.is_empty();
    if has_moves {
        lines.line("let mut mark = |value: i64| {");
        lines.deeper();
        lines.line("let place = value as usize;");
        lines.line("if place >= seen.len() {");
        lines.deeper();
        lines.line("seen.resize(2 * place + 1, 0);");
        lines.back();
        lines.line("}");
        lines.line(format!("seen[place] = {n} + 1;"));
        lines.back();
        lines.line("};");
    }
    match frame::any(&rules.ends) {
        Some(end) => {
            lines.line(format!("if {} {{", term(&rust, program, &end.negated(), 0)));
            lines.deeper();
            moves(lines, program, rules, true);
            lines.back();
            lines.line("}");
        }
        None => moves(lines, program, rules, true),
    }
    lines.line(format!(
        "let mex = (0..).find(|&value: &usize| seen.get(value) != Some(&({n} + 1)));"
    ));
    lines.line("known.push(mex.unwrap_or(0) as i64);");
    lines.back();
    lines.line("}");
    lines.line(format!("known[{bound} as usize]"));
    lines.back();
    lines.line("})");
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
    lines.line("fn options(pile: &Pile) -> (Vec<Pile>, Vec<usize>) {");
    lines.deeper();
    lines.line("let mut parts: Vec<Pile> = Vec::new();");
    lines.line("let mut ends: Vec<usize> = Vec::new();");
    let name_cells = |lines: &mut Lines, by_order: bool, in_ends: bool, in_moves: bool| {
        for (number, coord) in program.coords.iter().enumerate() {
            let place = if by_order {
                format!("order[{number}]")
            } else {
                number.to_string()
            };
            let name = coord.name.as_str();
            let is_used = in_ends && rules.ends.iter().any(|end| end.mentions(name))
                || in_moves && rules.moves.iter().any(|rule| mention(&rule.steps, name));
            if is_used {
                lines.line(format!("let {name} = pile[{place}];"));
            }
        }
    };
    let end = frame::any(&rules.ends).map(|end| term(&rust, program, &end, 0));
    if rules.namings.len() <= 1 {
        name_cells(lines, false, true, true);
        if let Some(end) = end {
            lines.line(format!("if {end} {{"));
            lines.deeper();
            lines.line("return (parts, ends);");
            lines.back();
            lines.line("}");
        }
        moves(lines, program, rules, false);
    } else {
        lines.line("// The order of the numbers does not count, so the rules are tried under every naming.");
        let orders: Vec<String> = rules
            .namings
            .iter()
            .map(|naming| format!("{naming:?}"))
            .collect();
        lines.line(format!("let orders = [{}];", orders.join(", ")));
        if let Some(end) = end {
            lines.line("for order in orders {");
            lines.deeper();
            name_cells(lines, true, true, false);
            lines.line(format!("if {end} {{"));
            lines.deeper();
            lines.line("return (parts, ends);");
            lines.back();
            lines.line("}");
            lines.back();
            lines.line("}");
        }
        lines.line("for order in orders {");
        lines.deeper();
        name_cells(lines, true, false, true);
        moves(lines, program, rules, false);
        lines.back();
        lines.line("}");
    }
    if rules.unordered {
        lines.line("for part in &mut parts {");
        lines.deeper();
        lines.line("part.sort_unstable();");
        lines.back();
        lines.line("}");
    }
    lines.line("(parts, ends)");
    lines.back();
    lines.line("}");
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
