//! Programs in C++17.

mod words;

use self::words::{Cpp, param, ty};
use crate::export::frame;
use crate::export::helpers::{self, Library};
use crate::export::print::{Lines, constant, steps, term, unused};
use crate::export::program::{Body, Function, Program, Rules, Ty, Way, mention};

/// The text of a program.
pub(super) fn print(program: &Program) -> String {
    let mut lines = Lines::default();
    for about in &program.about {
        // A backslash at the end would make the next line a comment, too.
        let about = about.trim_end_matches('\\');
        lines.line(format!("// {about}").trim_end());
    }
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
    lines.line(format!("std::int64_t grundy({}) {{", params.join(", ")));
    lines.deeper();
    if has_space {
        lines.line(format!("using namespace {space};"));
    }
    check(&mut lines, program);
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
        } => periodic(&mut lines, program, values, *preperiod, *period, *rise),
        Way::Ascending(rules) => ascending(&mut lines, program, rules),
        Way::Search(_) => search(&mut lines, program),
    }
    lines.back();
    lines.line("}");
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
    lines.line("static const std::int64_t values[] = {");
    lines.deeper();
    lines.items(values.iter().map(u64::to_string));
    lines.back();
    lines.line("};");
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
        lines.line(format!(
            "static const {} {} = {{",
            ty(&table.ty),
            table.name
        ));
        lines.deeper();
        if let Ty::List(element) = &table.ty {
            lines.items(
                table
                    .value
                    .items()
                    .iter()
                    .map(|item| constant(&cpp, item, element)),
            );
        }
        lines.back();
        lines.line("};");
        lines.line("");
    }
    for function in &program.functions {
        one_function(lines, program, function);
        lines.line("");
    }
}

fn one_function(lines: &mut Lines, program: &Program, function: &Function) {
    let cpp = Cpp { ascending: false };
    let unused = unused(function);
    let params: Vec<String> = function
        .params
        .iter()
        .map(|(name, of)| {
            let mark = if unused.contains(&name.as_str()) {
                "[[maybe_unused]] "
            } else {
                ""
            };
            format!("{mark}{} {name}", param(of))
        })
        .collect();
    let result = ty(&function.result);
    lines.line(format!(
        "inline {result} {}({}) {{",
        function.name,
        params.join(", ")
    ));
    lines.deeper();
    match &function.body {
        Body::Value(value) => lines.line(format!("return {};", term(&cpp, program, value, 0))),
        Body::List(all) => {
            lines.line(format!("{result} list;"));
            steps(&cpp, program, lines, all);
            lines.line("return list;");
        }
    }
    lines.back();
    lines.line("}");
}

/// All moves, one after the other.
fn moves(lines: &mut Lines, program: &Program, rules: &Rules, ascending: bool) {
    let cpp = Cpp { ascending };
    for rule in &rules.moves {
        lines.line(format!("// {}", rule.words.trim_end_matches('\\')));
        if rule.has_names() {
            lines.line("{");
            lines.deeper();
        }
        steps(&cpp, program, lines, &rule.steps);
        if rule.has_names() {
            lines.back();
            lines.line("}");
        }
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
    lines.line(format!(
        "for (std::int64_t {n} = static_cast<std::int64_t>(known.size()); {n} <= {bound}; {n}++) {{"
    ));
    lines.deeper();
    lines.line("const auto mark = [&](std::int64_t value) {");
    lines.deeper();
    lines.line("const std::size_t place = static_cast<std::size_t>(value);");
    lines.line("if (place >= seen.size()) { seen.resize(2 * place + 1, 0); }");
    lines.line(format!("seen[place] = {n} + 1;"));
    lines.back();
    lines.line("};");
    match frame::any(&rules.ends) {
        Some(end) => {
            lines.line(format!(
                "if ({}) {{",
                term(&cpp, program, &end.negated(), 0)
            ));
            lines.deeper();
            moves(lines, program, rules, true);
            lines.back();
            lines.line("}");
        }
        None => moves(lines, program, rules, true),
    }
    lines.line("std::size_t mex = 0;");
    lines.line(format!(
        "while (mex < seen.size() && seen[mex] == {n} + 1) {{ mex++; }}"
    ));
    lines.line("known.push_back(static_cast<std::int64_t>(mex));");
    lines.back();
    lines.line("}");
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
    lines.line("inline Options options(const Pile& pile) {");
    lines.deeper();
    lines.line("Options found;");
    let mentioned = |name: &str| rules.mention(name);
    let is_single = rules.namings.len() <= 1;
    if is_single {
        name_cells(lines, program, false, &mentioned);
        if let Some(end) = frame::any(&rules.ends) {
            lines.line(format!(
                "if ({}) {{ return found; }}",
                term(&cpp, program, &end, 0)
            ));
        }
        moves(lines, program, rules, false);
    } else {
        lines.line("// The order of the numbers does not count, so the rules are tried under every naming.");
        let orders = rules.namings.iter().map(|naming| {
            let naming: Vec<String> = naming.iter().map(usize::to_string).collect();
            format!("{{{}}}", naming.join(", "))
        });
        let orders: Vec<String> = orders.collect();
        lines.line(format!(
            "static const std::size_t orders[][{width}] = {{{}}};",
            orders.join(", ")
        ));
        if let Some(end) = frame::any(&rules.ends) {
            let mentioned = |name: &str| rules.ends.iter().any(|end| end.mentions(name));
            lines.line("for (const auto& order : orders) {");
            lines.deeper();
            name_cells(lines, program, true, &mentioned);
            lines.line(format!(
                "if ({}) {{ return found; }}",
                term(&cpp, program, &end, 0)
            ));
            lines.back();
            lines.line("}");
        }
        let mentioned = |name: &str| rules.moves.iter().any(|rule| mention(&rule.steps, name));
        lines.line("for (const auto& order : orders) {");
        lines.deeper();
        name_cells(lines, program, true, &mentioned);
        moves(lines, program, rules, false);
        lines.back();
        lines.line("}");
    }
    if rules.unordered {
        lines.line("for (Pile& part : found.parts) { std::sort(part.begin(), part.end()); }");
    }
    lines.line("return found;");
    lines.back();
    lines.line("}");
    lines.line("");
}

/// The coordinates get their names.
fn name_cells(
    lines: &mut Lines,
    program: &Program,
    by_order: bool,
    mentioned: &dyn Fn(&str) -> bool,
) {
    for (number, coord) in program.coords.iter().enumerate() {
        if mentioned(&coord.name) {
            let place = if by_order {
                format!("order[{number}]")
            } else {
                number.to_string()
            };
            lines.line(format!(
                "const std::int64_t {} = pile[{place}];",
                coord.name
            ));
        }
    }
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
