//! How things are written in C++17.

use crate::export::print::{Language, Line, Lines, cells, unused, xor_of};
use crate::export::program::{Function, Program, Ty};

/// How things are written.
pub(super) struct Cpp {
    /// Whether the values of all smaller piles are in a list.
    pub(super) ascending: bool,
}

pub(super) fn ty(it: &Ty) -> String {
    match it {
        Ty::Int => "std::int64_t".to_string(),
        Ty::Bool => "bool".to_string(),
        Ty::List(element) => format!("std::vector<{}>", ty(element)),
        Ty::Tuple(parts) => {
            let parts: Vec<String> = parts.iter().map(ty).collect();
            format!("std::tuple<{}>", parts.join(", "))
        }
    }
}

fn maybe_unused(is_used: bool) -> &'static str {
    if is_used { "" } else { "[[maybe_unused]] " }
}

/// How an argument is handed over.
fn param(it: &Ty) -> String {
    match it {
        Ty::Int | Ty::Bool => ty(it),
        _ => format!("const {}&", ty(it)),
    }
}

impl Language for Cpp {
    fn choice(&self, condition: String, yes: String, no: String) -> String {
        format!("{condition} ? {yes} : {no}")
    }

    fn list(&self, of: &Ty, items: Vec<String>) -> String {
        format!("{}{{{}}}", ty(of), items.join(", "))
    }

    fn tuple(&self, of: &Ty, items: Vec<String>) -> String {
        format!("{}{{{}}}", ty(of), items.join(", "))
    }

    fn field(&self, tuple: String, index: usize) -> String {
        format!("std::get<{index}>({tuple})")
    }

    fn helper(&self, name: &str, result: &Ty, args: Vec<String>) -> String {
        match (name, result) {
            // The type of a number alone would be narrower.
            ("repeated", Ty::List(element)) => {
                format!("repeated<{}>({})", ty(element), args.join(", "))
            }
            _ => format!("{name}({})", args.join(", ")),
        }
    }

    fn call(&self, name: &str, args: Vec<String>) -> String {
        format!("{name}({})", args.join(", "))
    }

    fn comment(&self, words: &str) -> String {
        // A backslash at the end would make the next line a comment, too.
        format!("// {}", words.trim_end_matches('\\'))
    }

    fn head(&self, function: &Function) -> String {
        let unused = unused(function);
        let params = function.params.iter().map(|(name, of)| {
            let mark = maybe_unused(!unused.contains(&name.as_str()));
            format!("{mark}{} {name}", param(of))
        });
        let params: Vec<String> = params.collect();
        let result = ty(&function.result);
        format!(
            "inline {result} {}({}) {{",
            function.name,
            params.join(", ")
        )
    }

    fn new_list(&self, of: &Ty) -> (String, &'static str) {
        (format!("{} list;", ty(of)), "list")
    }

    fn orders(&self, program: &Program, namings: &[Vec<usize>]) -> (String, &'static str) {
        let orders = namings.iter().map(|naming| {
            let naming: Vec<String> = naming.iter().map(usize::to_string).collect();
            format!("{{{}}}", naming.join(", "))
        });
        let orders: Vec<String> = orders.collect();
        let width = program.coords.len();
        let all = orders.join(", ");
        (
            format!("static const std::size_t orders[][{width}] = {{{all}}};"),
            "for (const auto& order : orders) {",
        )
    }

    fn names(&self, program: &Program, used: &dyn Fn(&str) -> bool, by_order: bool) -> String {
        cells(program, used, by_order, "const std::int64_t")
    }

    fn unless(&self, condition: &str) -> String {
        format!("if ({condition}) {{ return found; }}")
    }

    fn line(&self, line: &Line<'_>) -> String {
        match line {
            Line::Let(name, of, value) => format!("const {} {name} = {value};", ty(of)),
            Line::Parts(names, value) => format!("const auto [{}] = {value};", names.join(", ")),
            Line::Range {
                var,
                first,
                last,
                step,
                stops,
                ..
            } => {
                let last = last.iter().map(|(last, _)| format!("{var} <= {last}"));
                let end: Vec<String> = last
                    .chain(stops.iter().map(|(stop, _)| stop.clone()))
                    .collect();
                let end = end.join(" && ");
                let next = match step {
                    1 => format!("{var}++"),
                    step => format!("{var} += {step}"),
                };
                format!("for (std::int64_t {var} = {first}; {end}; {next}) {{")
            }
            Line::Each {
                vars,
                is_used,
                element,
                list,
            } => {
                let unused = maybe_unused(*is_used);
                match (vars, element) {
                    ([var], Ty::Int | Ty::Bool) => {
                        format!("for ({unused}const {} {var} : {list}) {{", ty(element))
                    }
                    ([var], _) => format!("for ({unused}const auto& {var} : {list}) {{"),
                    (vars, _) => {
                        format!(
                            "for ({unused}const auto& [{}] : {list}) {{",
                            vars.join(", ")
                        )
                    }
                }
            }
            Line::If(condition) => format!("if ({condition}) {{"),
            Line::Push(value) => format!("list.push_back({value});"),
        }
    }

    fn option(&self, lines: &mut Lines, piles: &[Vec<String>]) {
        if self.ascending {
            let sum = xor_of(piles, |size| format!("known.at({size})"));
            lines.line(format!("mark({sum});"));
            return;
        }
        for pile in piles {
            lines.line(format!("found.parts.push_back({{{}}});", pile.join(", ")));
        }
        lines.line("found.ends.push_back(found.parts.size());");
    }

    fn option_of(&self, lines: &mut Lines, list: &str, element: &Ty) {
        if self.ascending {
            lines.line("std::int64_t sum = 0;");
            lines.line(format!(
                "for (const std::int64_t part : {list}) {{ sum ^= known.at(part); }}"
            ));
            lines.line("mark(sum);");
            return;
        }
        let cells = match element {
            Ty::Tuple(parts) => {
                let cells = (0..parts.len()).map(|i| format!("std::get<{i}>(part)"));
                cells.collect::<Vec<_>>().join(", ")
            }
            _ => "part".to_string(),
        };
        lines.line(format!(
            "for (const auto& part : {list}) {{ found.parts.push_back({{{cells}}}); }}"
        ));
        lines.line("found.ends.push_back(found.parts.size());");
    }
}
