//! How C++17, Python 3 and Rust write things: a table for each.
//!
//! In the texts `$name` stands for what [`fill`] puts there.

use super::program::Binary;

/// How a language writes things.
pub(super) struct Words {
    /// Functions that programs bring along, and whole programs; what stands before each piece.
    pub(super) helpers: &'static str,
    pub(super) frames: &'static str,
    pub(super) mark: &'static str,
    pub(super) comment: &'static str,
    /// What stands behind a function or the tables.
    pub(super) gap: &'static str,
    /// Types.
    pub(super) int: &'static str,
    pub(super) bool: &'static str,
    pub(super) list_type: &'static str,
    /// The type of a tuple, here and below of one element and of several.
    pub(super) tuple_type: [&'static str; 2],
    /// Values.
    pub(super) truth: [&'static str; 2],
    pub(super) list: &'static str,
    pub(super) empty_list: &'static str,
    pub(super) tuple: [&'static str; 2],
    /// Names that stand for the elements of a tuple.
    pub(super) pattern: [&'static str; 2],
    pub(super) constant: &'static str,
    /// A constant list, and one with lists in it.
    pub(super) tables: [&'static str; 2],
    /// Signs that are not those of [`Binary::sign`], and functions of the library that are operations here.
    pub(super) signs: &'static [(Binary, &'static str)],
    pub(super) operations: &'static [(&'static str, Binary)],
    /// `not`, with how tightly it binds.
    pub(super) not: (&'static str, u8),
    pub(super) choice: &'static str,
    pub(super) field: &'static str,
    pub(super) call: &'static str,
    /// A call of `repeated`.
    pub(super) repeated: &'static str,
    /// A list as an argument, a list that is kept, and anything else with a list in it, where another owns it.
    pub(super) borrowed: &'static str,
    pub(super) list_copy: &'static str,
    pub(super) copy: &'static str,
    /// Functions: of a value, and of what steps add to a list.
    pub(super) function: &'static str,
    pub(super) list_function: &'static str,
    /// A parameter: a number or truth value, a list, a tuple.
    pub(super) params: [&'static str; 3],
    /// Before what is not used, and instead of its name.
    pub(super) maybe_unused: &'static str,
    pub(super) ignored: &'static str,
    /// Steps.
    pub(super) scope: &'static str,
    pub(super) assign: &'static str,
    pub(super) take_apart: &'static str,
    pub(super) push: &'static str,
    pub(super) condition: &'static str,
    /// Loops over numbers, without a last one and with one: one by one, and with larger steps.
    pub(super) ranges: [[&'static str; 2]; 2],
    pub(super) stop: &'static str,
    /// Loops over lists: of numbers or truth values, of other things, of tuples that are taken apart.
    pub(super) each: [&'static str; 3],
    /// The value of a smaller pile, and that it is the value of an option.
    pub(super) known: &'static str,
    pub(super) mark_value: &'static str,
    pub(super) mark_list: &'static str,
    /// An option, with its piles: written out, in a list of numbers, in a list of tuples.
    pub(super) part: &'static str,
    pub(super) option: &'static str,
    pub(super) options_of: [&'static str; 2],
    /// No options where a condition holds.
    pub(super) unless: &'static str,
    /// All namings of the coordinates, and a loop over them.
    pub(super) naming: &'static str,
    pub(super) namings: &'static str,
    pub(super) each_naming: &'static str,
    /// A coordinate gets its name; all of them, in their order and in that of a naming.
    pub(super) cell: &'static str,
    pub(super) cells: [&'static str; 2],
    /// A value in the table of a period, at a number and at what is worked out.
    pub(super) value_at: [&'static str; 2],
}

pub(super) static CPP: Words = Words {
    helpers: include_str!("helpers/helpers.cpp"),
    frames: include_str!("helpers/frames.cpp"),
    mark: "//= ",
    comment: "//",
    gap: "\n",
    int: "std::int64_t",
    bool: "bool",
    list_type: "std::vector<$element>",
    tuple_type: ["std::tuple<$items>"; 2],
    truth: ["false", "true"],
    list: "$type{$items}",
    empty_list: "$type{}",
    tuple: ["$type{$items}"; 2],
    pattern: ["[$items]"; 2],
    constant: "$name",
    tables: ["static const $type $name = {\n\t$items\n};"; 2],
    signs: &[],
    operations: &[],
    not: ("!", 8),
    choice: "$condition ? $yes : $no",
    field: "std::get<$index>($tuple)",
    call: "$name($args)",
    // The type of a number alone would be narrower.
    repeated: "$name<$element>($args)",
    borrowed: "$it",
    list_copy: "$it",
    copy: "$it",
    function: "inline $type $name($params) {\n\treturn $value;\n}",
    list_function: "inline $type $name($params) {\n\t$type list;\n\t$steps\n\treturn list;\n}",
    params: [
        "$unused$type $name",
        "${unused}const $type& $name",
        "${unused}const $type& $name",
    ],
    maybe_unused: "[[maybe_unused]] ",
    ignored: "$name",
    scope: "{\n\t$steps\n}",
    assign: "const $type $name = $value;",
    take_apart: "const auto $names = $value;",
    push: "list.push_back($value);",
    condition: "if ($condition) {\n\t$steps\n}",
    ranges: [
        [
            "for (std::int64_t $name = $first; $while; $name++) {\n\t$steps\n}",
            "for (std::int64_t $name = $first; $while; $name += $by) {\n\t$steps\n}",
        ],
        [
            "for (std::int64_t $name = $first; $name <= $last$and_while; $name++) {\n\t$steps\n}",
            "for (std::int64_t $name = $first; $name <= $last$and_while; $name += $by) {\n\t$steps\n}",
        ],
    ],
    stop: "",
    each: [
        "for (${unused}const $type $names : $list) {\n\t$steps\n}",
        "for (${unused}const auto& $names : $list) {\n\t$steps\n}",
        "for (${unused}const auto& $names : $list) {\n\t$steps\n}",
    ],
    known: "known.at($size)",
    mark_value: "mark($sum);",
    mark_list: "std::int64_t sum = 0;\n\
         for (const std::int64_t part : $list) { sum ^= known.at(part); }\n\
         mark(sum);",
    part: "found.parts.push_back({$cells});",
    option: "$parts\nfound.ends.push_back(found.parts.size());",
    options_of: [
        "for (const auto& part : $list) { found.parts.push_back({part}); }\n\
         found.ends.push_back(found.parts.size());",
        "for (const auto& part : $list) { found.parts.push_back({$cells}); }\n\
         found.ends.push_back(found.parts.size());",
    ],
    unless: "if ($condition) { return found; }",
    naming: "{$items}",
    namings: "static const std::size_t orders[][$width] = {$items};",
    each_naming: "for (const auto& order : orders) {\n\t$steps\n}",
    cell: "const std::int64_t $name = pile[$place];",
    cells: ["$cells"; 2],
    value_at: ["values[$place]"; 2],
};

pub(super) static PYTHON: Words = Words {
    helpers: include_str!("helpers/helpers.py"),
    frames: include_str!("helpers/frames.py"),
    mark: "#= ",
    comment: "#",
    gap: "\n\n",
    int: "",
    bool: "",
    list_type: "",
    tuple_type: [""; 2],
    truth: ["False", "True"],
    list: "[$items]",
    empty_list: "[]",
    tuple: ["($items,)", "($items)"],
    pattern: ["($items,)", "($items)"],
    constant: "_$UPPER",
    tables: ["$name = [\n\t$items\n]"; 2],
    signs: &[
        (Binary::Div, "//"),
        (Binary::And, "and"),
        (Binary::Or, "or"),
    ],
    operations: &[("floor_div", Binary::Div), ("floor_mod", Binary::Rem)],
    not: ("not ", 3),
    choice: "$yes if $condition else $no",
    field: "$tuple[$index]",
    call: "_$name($args)",
    repeated: "_$name($args)",
    borrowed: "$it",
    list_copy: "$it",
    copy: "$it",
    function: "def _$name($params):\n\treturn $value",
    list_function: "def _$name($params):\n\tlist_ = []\n\t$steps\n\treturn list_",
    params: ["$name"; 3],
    maybe_unused: "",
    ignored: "$name",
    scope: "$steps",
    assign: "$name = $value",
    take_apart: "$names = $value",
    push: "list_.append($value)",
    condition: "if $condition:\n\t$steps",
    ranges: [
        [
            "for $name in _count_from($first):\n\t$stops\n\t$steps",
            "for $name in _count_from($first, $by):\n\t$stops\n\t$steps",
        ],
        [
            "for $name in range($first, $past):\n\t$stops\n\t$steps",
            "for $name in range($first, $past, $by):\n\t$stops\n\t$steps",
        ],
    ],
    stop: "if $over:\n\tbreak",
    each: ["for $names in $list:\n\t$steps"; 3],
    known: "_known[$size]",
    mark_value: "seen.add($sum)",
    mark_list: "sum_ = 0\nfor part in $list:\n\tsum_ ^= _known[part]\nseen.add(sum_)",
    part: "",
    option: "found.append($tuple)",
    options_of: [
        "found.append(tuple((part,) for part in $list))",
        "found.append(tuple($list))",
    ],
    unless: "if $condition:\n\treturn found",
    naming: "[$items]",
    namings: "orders = [$items]",
    each_naming: "for order in orders:\n\t$steps",
    cell: "",
    cells: ["$names = pile", "$names = (pile[i] for i in order)"],
    value_at: ["_VALUES[$place]"; 2],
};

pub(super) static RUST: Words = Words {
    helpers: include_str!("helpers/helpers.rs"),
    frames: include_str!("helpers/frames.rs"),
    mark: "//= ",
    comment: "//",
    gap: "\n",
    int: "i64",
    bool: "bool",
    list_type: "Vec<$element>",
    tuple_type: ["($items,)", "($items)"],
    truth: ["false", "true"],
    list: "vec![$items]",
    empty_list: "Vec::<$element>::new()",
    tuple: ["($items,)", "($items)"],
    pattern: ["($items,)", "($items)"],
    constant: "$UPPER",
    tables: [
        "static $name: [$element; $count] = [\n\t$items\n];",
        "static $name: std::sync::LazyLock<$type> = std::sync::LazyLock::new(|| vec![\n\
        \t$items\n]);",
    ],
    signs: &[],
    operations: &[],
    not: ("!", 8),
    choice: "if $condition { $yes } else { $no }",
    field: "$tuple.$index",
    call: "$name($args)",
    repeated: "$name($args)",
    borrowed: "&$it",
    list_copy: "$it.to_vec()",
    copy: "$it.clone()",
    function: "$unused?#[allow(unused_variables)]\nfn $name($params) -> $type {\n\t$value\n}",
    list_function: "$unused?#[allow(unused_variables)]\n\
        fn $name($params) -> $type {\n\tlet mut list: $type = Vec::new();\n\t$steps\n\tlist\n}",
    params: ["$name: $type", "$name: &[$element]", "$name: $type"],
    maybe_unused: "",
    ignored: "_",
    scope: "{\n\t$steps\n}",
    assign: "let $name = $value;",
    take_apart: "let $names = $value;",
    push: "list.push($value);",
    condition: "if $condition {\n\t$steps\n}",
    ranges: [
        [
            "for $name in $first.. {\n\t$stops\n\t$steps\n}",
            "for $name in ($first..).step_by($by) {\n\t$stops\n\t$steps\n}",
        ],
        [
            "for $name in $first..=$last {\n\t$stops\n\t$steps\n}",
            "for $name in ($first..=$last).step_by($by) {\n\t$stops\n\t$steps\n}",
        ],
    ],
    stop: "if $over {\n\tbreak;\n}",
    each: ["for $names in $list.iter().$every() {\n\t$steps\n}"; 3],
    known: "known[$tight as usize]",
    mark_value: "mark($sum);",
    mark_list: "mark($list.iter().fold(0, |sum, &part| sum ^ known[part as usize]));",
    part: "parts.push([$cells]);",
    option: "$parts\nends.push(parts.len());",
    options_of: [
        "parts.extend($list.iter().map(|part| [*part]));\nends.push(parts.len());",
        "parts.extend($list.iter().map(|part| [$cells]));\nends.push(parts.len());",
    ],
    unless: "if $condition {\n\treturn (parts, ends);\n}",
    naming: "[$items]",
    namings: "let orders = [$items];",
    each_naming: "for order in orders {\n\t$steps\n}",
    cell: "let $name = pile[$place];",
    cells: ["$cells"; 2],
    value_at: ["VALUES[$place]", "VALUES[($place) as usize]"],
};

/// A text with what stands for its slots. A line that is a slot takes several lines with its indentation, and none where there is
/// nothing; a line behind `$name?` stands only where there is something for that name.
pub(super) fn fill(text: &str, slots: &[(&str, &str)]) -> String {
    let value = |name: &str| slots.iter().find(|(own, _)| *own == name);
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        let written = line.trim_start();
        let (indentation, _) = line.split_at(line.len() - written.len());
        let indentation = indentation.replace('\t', "    ");
        let slot = written.strip_prefix('$').map(split_name);
        let written = match slot {
            Some((name, "")) => {
                let inside = value(name).map_or(written, |(_, value)| value);
                lines.extend(inside.lines().map(|line| match line {
                    "" => String::new(),
                    line => format!("{indentation}{line}"),
                }));
                continue;
            }
            Some((name, rest)) if rest.starts_with('?') => match value(name) {
                Some((_, "")) => continue,
                _ => rest.trim_start_matches('?'),
            },
            _ => written,
        };
        let mut pieces = written.split('$');
        let mut filled = format!("{indentation}{}", pieces.next().unwrap_or(""));
        for piece in pieces {
            let (name, rest) = split_name(piece);
            match value(name) {
                Some((_, value)) => filled.push_str(value),
                // A slot that nobody knows is left for all to see; tests look for none.
                None => filled.extend(["$", name]),
            }
            filled.push_str(rest);
        }
        lines.push(filled);
    }
    lines.join("\n")
}

/// A name at the beginning of a text, perhaps in braces, and the rest.
fn split_name(text: &str) -> (&str, &str) {
    if let Some(braced) = text.strip_prefix('{') {
        return braced.split_once('}').unwrap_or((braced, ""));
    }
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    text.split_at(end.unwrap_or(text.len()))
}
