//! How things are written in Rust.

use crate::export::print::{Language, Line, Lines, cells, unused, xor_of};
use crate::export::program::{Function, Op, Program, Table, Term, Ty};

/// How things are written.
pub(super) struct Rust {
    /// Whether the values of all smaller piles are in a list.
    pub(super) ascending: bool,
}

pub(super) fn ty(it: &Ty) -> String {
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
pub(super) fn upper(table: &Table) -> String {
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

    fn head(&self, function: &Function) -> String {
        let is_lax = !unused(function).is_empty();
        let lax = if is_lax {
            "#[allow(unused_variables)]\n"
        } else {
            ""
        };
        let params = function.params.iter();
        let params: Vec<String> = params
            .map(|(name, of)| format!("{name}: {}", param(of)))
            .collect();
        let (name, params, result) = (&function.name, params.join(", "), ty(&function.result));
        format!("{lax}fn {name}({params}) -> {result} {{")
    }

    fn new_list(&self, of: &Ty) -> (String, &'static str) {
        (format!("let mut list: {} = Vec::new();", ty(of)), "list")
    }

    fn result(&self, value: &str) -> String {
        value.to_string()
    }

    fn orders(&self, _: &Program, namings: &[Vec<usize>]) -> (String, &'static str) {
        (
            format!("let orders = {namings:?};"),
            "for order in orders {",
        )
    }

    fn names(&self, program: &Program, used: &dyn Fn(&str) -> bool, by_order: bool) -> String {
        cells(program, used, by_order, "let")
    }

    fn unless(&self, condition: &str) -> String {
        format!("if {condition} {{\n    return (parts, ends);\n}}")
    }

    fn line(&self, line: &Line<'_>) -> String {
        match line {
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
        }
    }

    fn option(&self, lines: &mut Lines, piles: &[Vec<String>]) {
        if self.ascending {
            let sum = xor_of(piles, |size| known(size));
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
