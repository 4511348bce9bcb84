//! Programs in C++17.

mod words;

use self::words::{Cpp, ty};
use crate::export::frame;
use crate::export::helpers::{self, Library};
use crate::export::print::{Lines, comments, constant, function, moves_unless_ended, named_moves};
use crate::export::program::{Program, Rules, Ty, Way};

/// The text of a program.
pub(super) fn print(program: &Program) -> String {
    let mut lines = Lines::default();
    comments(&Cpp { ascending: false }, &mut lines, &program.about);
    let is_table = matches!(program.way, Way::Size | Way::Period { .. });
    let is_search = matches!(program.way, Way::Search(_));
    let brings = frame::brings_something(program);
    let includes = [
        ("algorithm", is_search || brings),
        ("array", is_search),
        ("cstddef", !is_table),
        ("cstdint", true),
        ("limits", brings),
        ("stdexcept", true),
        ("tuple", brings),
        ("unordered_map", is_search),
        ("unordered_set", is_search),
        ("vector", !is_table),
    ];
    for (include, _) in includes.into_iter().filter(|(_, needed)| *needed) {
        lines.line(format!("#include <{include}>"));
    }
    lines.line("");
    let space = format!("nimrule_{}", program.game);
    let has_space = is_search || (!is_table && brings);
    if has_space {
        lines.line(format!("namespace {space} {{"));
        lines.line("");
        library(&mut lines, program);
        if let Way::Search(rules) = &program.way {
            search_options(&mut lines, program, rules);
        }
        lines.line(format!("}}  // namespace {space}"));
        lines.line("");
    }
    let params: Vec<String> = frame::param_names(program)
        .iter()
        .map(|name| format!("std::int64_t {name}"))
        .collect();
    let head = format!("std::int64_t grundy({}) {{", params.join(", "));
    lines.nest(&head, "}", |lines| {
        if has_space {
            lines.line(format!("using namespace {space};"));
        }
        check(lines, program);
        match &program.way {
            Way::Size => lines.line(format!(
                "return {};",
                frame::param_names(program).join(", ")
            )),
            Way::Period {
                values,
                preperiod,
                period,
                rise,
            } => periodic(lines, program, values, *preperiod, *period, *rise),
            Way::Ascending(rules) => ascending(lines, program, rules),
            Way::Search(_) => search(lines, program),
        }
    });
    lines.finish()
}

/// What is no pile is refused.
fn check(lines: &mut Lines, program: &Program) {
    let conditions = frame::outside(program, "||");
    lines.line(format!(
        "if ({conditions}) {{ throw std::invalid_argument(\"no such pile\"); }}"
    ));
}

fn periodic(
    lines: &mut Lines,
    program: &Program,
    values: &[u64],
    preperiod: u64,
    period: u64,
    rise: u64,
) {
    let n = frame::param_names(program).join(", ");
    lines.line(format!(
        "// The values of the piles 0 to {}.",
        values.len().saturating_sub(1)
    ));
    lines.nest("static const std::int64_t values[] = {", "};", |lines| {
        lines.items(values.iter().map(u64::to_string));
    });
    if preperiod > 0 {
        lines.line(format!("if ({n} < {preperiod}) {{ return values[{n}]; }}"));
    }
    lines.line(format!(
        "return {};",
        frame::periodic_value(&n, preperiod, period, rise, "/", &|place| format!(
            "values[{place}]"
        ))
    ));
}

/// Tables, functions of the library and functions of the rules.
fn library(lines: &mut Lines, program: &Program) {
    let cpp = Cpp { ascending: false };
    for helper in helpers::texts(Library::Cpp, &program.helpers) {
        lines.block(helper);
        lines.line("");
    }
    for table in &program.tables {
        let head = format!("static const {} {} = {{", ty(&table.ty), table.name);
        lines.nest(&head, "};", |lines| {
            if let Ty::List(element) = &table.ty {
                let items = table.value.items().iter();
                lines.items(items.map(|item| constant(&cpp, item, element)));
            }
        });
        lines.line("");
    }
    for it in &program.functions {
        function(&cpp, program, lines, it);
        lines.line("");
    }
}

fn ascending(lines: &mut Lines, program: &Program, rules: &Rules) {
    let cpp = Cpp { ascending: true };
    let n = frame::pile_name(program);
    let bound = frame::param_names(program).join(", ");
    lines.block(
        "static std::vector<std::int64_t> known;  // the values of the piles 0, 1, 2, …
static std::vector<std::int64_t> seen;   // for each value the last pile with an option of that value, plus 1",
    );
    let lowest = frame::lowest(program);
    if lowest > 0 {
        lines.line(format!("if (known.empty()) {{ known.resize({lowest}); }}"));
    }
    let head = format!(
        "for (std::int64_t {n} = static_cast<std::int64_t>(known.size()); {n} <= {bound}; {n}++) {{"
    );
    lines.nest(&head, "}", |lines| {
        lines.block(&format!(
            "const auto mark = [&](std::int64_t value) {{
    const std::size_t place = static_cast<std::size_t>(value);
    if (place >= seen.size()) {{ seen.resize(2 * place + 1, 0); }}
    seen[place] = {n} + 1;
}};"
        ));
        moves_unless_ended(&cpp, program, lines, rules);
        lines.block(&format!(
            "std::size_t mex = 0;
while (mex < seen.size() && seen[mex] == {n} + 1) {{ mex++; }}
known.push_back(static_cast<std::int64_t>(mex));"
        ));
    });
    lines.line(format!("return known.at({bound});"));
}

/// The function that lists the options of a pile.
fn search_options(lines: &mut Lines, program: &Program, rules: &Rules) {
    let cpp = Cpp { ascending: false };
    let width = program.coords.len();
    lines.line(format!("using Pile = std::array<std::int64_t, {width}>;"));
    lines.line("");
    lines.block(include_str!("../helpers/options.cpp"));
    lines.line("");
    lines.nest("inline Options options(const Pile& pile) {", "}", |lines| {
        lines.line("Options found;");
        named_moves(&cpp, program, lines, rules);
        if rules.unordered {
            lines.line("for (Pile& part : found.parts) { std::sort(part.begin(), part.end()); }");
        }
        lines.line("return found;");
    });
    lines.line("");
}

fn search(lines: &mut Lines, program: &Program) {
    let coords: Vec<&str> = program
        .coords
        .iter()
        .map(|coord| coord.name.as_str())
        .collect();
    let unordered = matches!(&program.way, Way::Search(rules) if rules.unordered);
    let constant = if unordered { "" } else { "const " };
    lines.line(format!(
        "{constant}Pile start{{{{{}}}}};",
        coords.join(", ")
    ));
    if unordered {
        lines.line("std::sort(start.begin(), start.end());");
    }
    lines.block(include_str!("../helpers/search.cpp"));
}
