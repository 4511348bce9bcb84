//! Python 3.

use super::helpers::{self, Library};
use super::print::{Language, Line, Lines, constant, steps, term};
use super::program::{Binary, Body, Function, Program, Rules, Table, Ty, Way};

struct Python {
    /// Whether the values of all smaller piles are in a list.
    ascending: bool,
}

impl Language for Python {
    fn sign(&self, op: Binary) -> &'static str {
        match op {
            Binary::Add => "+",
            Binary::Sub => "-",
            Binary::Mul => "*",
            Binary::Div => "//",
            Binary::Rem => "%",
            Binary::Xor => "^",
            Binary::Eq => "==",
            Binary::Ne => "!=",
            Binary::Lt => "<",
            Binary::Le => "<=",
            Binary::Gt => ">",
            Binary::Ge => ">=",
            Binary::And => "and",
            Binary::Or => "or",
        }
    }

    fn not(&self) -> (&'static str, u8) {
        ("not ", 3)
    }

    fn truth(&self, truth: bool) -> &'static str {
        if truth { "True" } else { "False" }
    }

    fn operation(&self, helper: &str) -> Option<Binary> {
        match helper {
            "floor_div" => Some(Binary::Div),
            "floor_mod" => Some(Binary::Rem),
            _ => None,
        }
    }

    fn choice(&self, condition: String, yes: String, no: String) -> String {
        format!("{yes} if {condition} else {no}")
    }

    fn list(&self, _: &Ty, items: Vec<String>) -> String {
        format!("[{}]", items.join(", "))
    }

    fn tuple(&self, _: &Ty, items: Vec<String>) -> String {
        tuple(&items)
    }

    fn field(&self, tuple: String, index: usize) -> String {
        format!("{tuple}[{index}]")
    }

    fn helper(&self, name: &str, _: &Ty, args: Vec<String>) -> String {
        format!("_{name}({})", args.join(", "))
    }

    fn call(&self, name: &str, args: Vec<String>) -> String {
        format!("_{name}({})", args.join(", "))
    }

    fn table(&self, table: &Table) -> String {
        upper(table)
    }

    fn line(&self, lines: &mut Lines, line: &Line<'_>) {
        let text = match line {
            Line::Let(name, _, value) => format!("{name} = {value}"),
            Line::Parts(names, value) => format!("{} = {value}", tuple(names)),
            Line::Range {
                var,
                first,
                last,
                step,
                stops,
                ..
            } => {
                let by = match step {
                    1 => String::new(),
                    step => format!(", {step}"),
                };
                let head = match last {
                    Some((_, past)) => format!("for {var} in range({first}, {past}{by}):"),
                    None => format!("for {var} in {COUNT}({first}{by}):"),
                };
                let breaks = stops
                    .iter()
                    .map(|(_, past)| format!("\n    if {past}:\n        break"));
                std::iter::once(head).chain(breaks).collect()
            }
            Line::Each { vars, list, .. } => match vars {
                [var] => format!("for {var} in {list}:"),
                vars => format!("for {} in {list}:", tuple(vars)),
            },
            Line::If(condition) => format!("if {condition}:"),
            Line::Push(value) => format!("list_.append({value})"),
        };
        lines.block(&text);
    }

    fn close(&self, _: &mut Lines) {}

    fn option(&self, lines: &mut Lines, piles: &[Vec<String>]) {
        if self.ascending {
            let values = piles.iter().flatten().map(|size| format!("_known[{size}]"));
            let values: Vec<String> = values.collect();
            let sum = if values.is_empty() {
                "0".to_string()
            } else {
                values.join(" ^ ")
            };
            lines.line(format!("seen.add({sum})"));
            return;
        }
        let piles: Vec<String> = piles.iter().map(|pile| tuple(pile)).collect();
        lines.line(format!("found.append({})", tuple(&piles)));
    }

    fn option_of(&self, lines: &mut Lines, list: &str, element: &Ty) {
        if self.ascending {
            lines.line("sum_ = 0");
            lines.line(format!("for part in {list}:"));
            lines.line("    sum_ ^= _known[part]");
            lines.line("seen.add(sum_)");
            return;
        }
        lines.line(match element {
            Ty::Tuple(_) => format!("found.append(tuple({list}))"),
            _ => format!("found.append(tuple((part,) for part in {list}))"),
        });
    }
}

fn tuple(items: &[String]) -> String {
    match items {
        [only] => format!("({only},)"),
        _ => format!("({})", items.join(", ")),
    }
}

/// The name of a constant.
fn upper(table: &Table) -> String {
    format!("_{}", table.name.to_uppercase())
}

/// What counts on and on; imported where it is used.
const COUNT: &str = "_count_from";

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
    let names = super::param_names(program);
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
            let behind = super::periodic_value(&params, *preperiod, *period, *rise, "//", &at);
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
    lines.line(format!("if {}:", super::outside(program, "or")));
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
    let n = super::pile_name(program);
    let bound = super::param_names(program).join(", ");
    library(lines, program);
    lines.line("# The values of the piles 0, 1, 2, …");
    lines.line(match super::lowest(program) {
        1.. => format!("_known = [0] * {}", super::lowest(program)),
        _ => "_known = []".to_string(),
    });
    gap(lines);
    start(lines, program, &bound);
    lines.line(format!("for {n} in range(len(_known), {bound} + 1):"));
    lines.deeper();
    lines.line("seen = set()");
    match super::any(&rules.ends) {
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
    let end = super::any(&rules.ends).map(|end| term(&python, program, &end, 0));
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
    let params = super::param_names(program).join(", ");
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
    lines.block(
        "open_ = set()  # piles whose options are being worked out
stack = [start]
while stack:
    here = stack[-1]
    if here in _known:
        stack.pop()
        continue
    found = _options(here)
    missing = {part for option in found for part in option if part not in _known}
    if missing:
        open_.add(here)
        if not missing.isdisjoint(open_):
            raise ValueError(\"a play need never end\")
        # The least one comes first, so that the stack stays short.
        stack.extend(sorted(missing, reverse=True))
        continue
    seen = set()
    for option in found:
        value = 0
        for part in option:
            value ^= _known[part]
        seen.add(value)
    mex = 0
    while mex in seen:
        mex += 1
    _known[here] = mex
    open_.discard(here)
    stack.pop()
return _known[start]",
    );
}
