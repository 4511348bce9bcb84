//! How things are written in Python 3.

use crate::export::print::{Language, Line, Lines, xor_of};
use crate::export::program::{Binary, Function, Program, Table, Ty};

/// What counts on and on; imported where it is used.
pub(super) const COUNT: &str = "_count_from";

/// How things are written.
pub(super) struct Python {
    /// Whether the values of all smaller piles are in a list.
    pub(super) ascending: bool,
}

impl Language for Python {
    fn sign(&self, op: Binary) -> &'static str {
        match op {
            Binary::Div => "//",
            Binary::And => "and",
            Binary::Or => "or",
            op => op.sign(),
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

    fn comment(&self, words: &str) -> String {
        format!("# {words}")
    }

    fn end(&self) -> &'static str {
        ""
    }

    fn scope(&self) -> Option<(&'static str, &'static str)> {
        None
    }

    fn head(&self, function: &Function) -> String {
        let params = function.params.iter();
        let params: Vec<&str> = params.map(|(name, _)| name.as_str()).collect();
        format!("def _{}({}):", function.name, params.join(", "))
    }

    fn new_list(&self, _: &Ty) -> (String, &'static str) {
        ("list_ = []".to_string(), "list_")
    }

    fn result(&self, value: &str) -> String {
        format!("return {value}")
    }

    fn orders(&self, _: &Program, namings: &[Vec<usize>]) -> (String, &'static str) {
        (format!("orders = {namings:?}"), "for order in orders:")
    }

    fn names(&self, program: &Program, _: &dyn Fn(&str) -> bool, by_order: bool) -> String {
        let names = program.coords.iter().map(|coord| coord.name.clone());
        let names = tuple(&names.collect::<Vec<String>>());
        match by_order {
            true => format!("{names} = (pile[i] for i in order)"),
            false => format!("{names} = pile"),
        }
    }

    fn unless(&self, condition: &str) -> String {
        format!("if {condition}:\n    return found")
    }

    fn line(&self, line: &Line<'_>) -> String {
        match line {
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
        }
    }

    fn option(&self, lines: &mut Lines, piles: &[Vec<String>]) {
        if self.ascending {
            let sum = xor_of(piles, |size| format!("_known[{size}]"));
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

pub(super) fn tuple(items: &[String]) -> String {
    match items {
        [only] => format!("({only},)"),
        _ => format!("({})", items.join(", ")),
    }
}

/// The name of a constant.
pub(super) fn upper(table: &Table) -> String {
    format!("_{}", table.name.to_uppercase())
}
