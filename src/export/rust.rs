//! Rust.

use super::helpers::{self, Library};
use super::print::{Language, Line, Lines, constant, steps, term, unused};
use super::program::{Body, Function, Op, Program, Rules, Table, Term, Ty, Way, mention};

struct Rust {
    /// Whether the values of all smaller piles are in a list.
    ascending: bool,
}

fn ty(it: &Ty) -> String {
    match it {
        Ty::Int => "i64".to_string(),
        Ty::Bool => "bool".to_string(),
        Ty::List(element) => format!("Vec<{}>", ty(element)),
        Ty::Tuple(parts) => tuple(parts.iter().map(ty).collect()),
    }
}

/// How an argument is handed over.
fn param(it: &Ty) -> String {
    match it {
        Ty::List(element) => format!("&[{}]", ty(element)),
        other => ty(other),
    }
}

fn tuple(items: Vec<String>) -> String {
    match items.as_slice() {
        [only] => format!("({only},)"),
        _ => format!("({})", items.join(", ")),
    }
}

/// The name of a constant.
fn upper(table: &Table) -> String {
    table.name.to_uppercase()
}

/// Whether a term is a place that something else owns.
fn is_place(it: &Term) -> bool {
    matches!(it.op, Op::Var(_) | Op::Table(_) | Op::Field(..))
}

impl Language for Rust {
    fn choice(&self, condition: String, yes: String, no: String) -> String {
        format!("if {condition} {{ {yes} }} else {{ {no} }}")
    }

    fn list(&self, of: &Ty, items: Vec<String>) -> String {
        match (of, items.is_empty()) {
            (Ty::List(element), true) => format!("Vec::<{}>::new()", ty(element)),
            _ => format!("vec![{}]", items.join(", ")),
        }
    }

    fn tuple(&self, _: &Ty, items: Vec<String>) -> String {
        tuple(items)
    }

    fn field(&self, tuple: String, index: usize) -> String {
        format!("{tuple}.{index}")
    }

    fn helper(&self, name: &str, _: &Ty, args: Vec<String>) -> String {
        format!("{name}({})", args.join(", "))
    }

    fn call(&self, name: &str, args: Vec<String>) -> String {
        format!("{name}({})", args.join(", "))
    }

    fn argument(&self, text: String, it: &Term) -> String {
        match &it.ty {
            Ty::List(_) => format!("&{text}"),
            ty if ty.has_list() && is_place(it) => format!("{text}.clone()"),
            _ => text,
        }
    }

    fn kept(&self, text: String, it: &Term) -> String {
        match &it.ty {
            Ty::List(_) if is_place(it) => format!("{text}.to_vec()"),
            ty if ty.has_list() && is_place(it) => format!("{text}.clone()"),
            _ => text,
        }
    }

    fn table(&self, table: &Table) -> String {
        upper(table)
    }

    fn line(&self, lines: &mut Lines, line: &Line<'_>) {
        let text = match line {
            Line::Let(name, _, value) => format!("let {name} = {value};"),
            Line::Parts(names, value) => format!("let {} = {value};", tuple(names.to_vec())),
            Line::Range {
                var,
                is_used,
                first,
                last,
                step,
                stops,
            } => {
                let var = if *is_used { var } else { "_" };
                let range = match last {
                    Some((last, _)) => format!("{first}..={last}"),
                    None => format!("{first}.."),
                };
                let head = match step {
                    1 => format!("for {var} in {range} {{"),
                    step => format!("for {var} in ({range}).step_by({step}) {{"),
                };
                let breaks = stops
                    .iter()
                    .map(|(_, past)| format!("\n    if {past} {{\n        break;\n    }}"));
                std::iter::once(head).chain(breaks).collect()
            }
            Line::Each {
                vars,
                is_used,
                element,
                list,
            } => {
                let pattern = match vars {
                    _ if !is_used => "_".to_string(),
                    [var] => var.clone(),
                    vars => tuple(vars.to_vec()),
                };
                let every = if element.has_list() {
                    "cloned"
                } else {
                    "copied"
                };
                format!("for {pattern} in {list}.iter().{every}() {{")
            }
            Line::If(condition) => format!("if {condition} {{"),
            Line::Push(value) => format!("list.push({value});"),
        };
        lines.block(&text);
    }

    fn close(&self, lines: &mut Lines) {
        lines.line("}");
    }

    fn option(&self, lines: &mut Lines, piles: &[Vec<String>]) {
        if self.ascending {
            let values = piles.iter().flatten().map(|size| known(size));
            let values: Vec<String> = values.collect();
            let sum = if values.is_empty() {
                "0".to_string()
            } else {
                values.join(" ^ ")
            };
            lines.line(format!("mark({sum});"));
            return;
        }
        for pile in piles {
            lines.line(format!("parts.push([{}]);", pile.join(", ")));
        }
        lines.line("ends.push(parts.len());");
    }

    fn option_of(&self, lines: &mut Lines, list: &str, element: &Ty) {
        if self.ascending {
            lines.line(format!(
                "mark({list}.iter().fold(0, |sum, &part| sum ^ known[part as usize]));"
            ));
            return;
        }
        let cells = match element {
            Ty::Tuple(parts) => {
                let cells = (0..parts.len()).map(|i| format!("part.{i}"));
                format!("[{}]", cells.collect::<Vec<_>>().join(", "))
            }
            _ => "[*part]".to_string(),
        };
        lines.line(format!("parts.extend({list}.iter().map(|part| {cells}));"));
        lines.line("ends.push(parts.len());");
    }
}

/// The value of a smaller pile.
fn known(size: &str) -> String {
    let is_name = size.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if is_name {
        format!("known[{size} as usize]")
    } else {
        format!("known[({size}) as usize]")
    }
}

/// The text of a program.
pub(super) fn print(program: &Program) -> String {
    let mut lines = Lines::default();
    for about in &program.about {
        lines.line(format!("// {about}").trim_end());
    }
    lines.line("");
    let names = super::param_names(program);
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
            let behind = super::periodic_value(&n, *preperiod, *period, *rise, "/", &at);
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
    let conditions = super::outside(program, "||");
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
    let n = super::pile_name(program);
    let bound = super::param_names(program).join(", ");
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
    let lowest = super::lowest(program);
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
    match super::any(&rules.ends) {
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
    let end = super::any(&rules.ends).map(|end| term(&rust, program, &end, 0));
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
    lines.block(
        "KNOWN.with_borrow_mut(|known| {
    // Piles whose options are being worked out.
    let mut open: HashSet<Pile> = HashSet::new();
    let mut stack = vec![start];
    while let Some(&here) = stack.last() {
        if known.contains_key(&here) {
            stack.pop();
            continue;
        }
        let (parts, ends) = options(&here);
        let mut missing: Vec<Pile> = parts.iter().filter(|part| !known.contains_key(*part)).copied().collect();
        if !missing.is_empty() {
            open.insert(here);
            assert!(!missing.iter().any(|part| open.contains(part)), \"a play need never end\");
            // The least one comes first, so that the stack stays short.
            missing.sort_unstable_by(|a, b| b.cmp(a));
            missing.dedup();
            stack.extend(missing);
            continue;
        }
        let mut seen = vec![false; ends.len() + 1];
        let mut first = 0;
        for end in ends {
            let sum = parts[first..end].iter().fold(0, |sum, part| sum ^ known[part]);
            if let Some(slot) = seen.get_mut(sum as usize) {
                *slot = true;
            }
            first = end;
        }
        let mex = seen.iter().position(|seen| !seen).unwrap_or(0);
        known.insert(here, mex as i64);
        open.remove(&here);
        stack.pop();
    }
    known[&start]
})",
    );
}
