use super::ast::{Entry, Expr, Item, Listing, Moves, Node, StatementKind};
use super::*;

const SOURCE: SourceId = SourceId(0);

/// An expression with all its brackets.
fn shown(expr: &Expr) -> String {
    let list = |items: &[Expr], sign: &str| items.iter().map(shown).collect::<Vec<_>>().join(sign);
    match &expr.node {
        Node::Int(value) => value.to_string(),
        Node::Bool(value) => value.to_string(),
        Node::Outcome(value) => format!("outcome {value}"),
        Node::Str(text) => format!("{text:?}"),
        Node::Name(name) => name.clone(),
        Node::Neg(inner) => format!("(-{})", shown(inner)),
        Node::Not(inner) => format!("(not {})", shown(inner)),
        Node::Arith(first, others) => chain(first, others),
        Node::Compare(first, others) => chain(first, others),
        Node::Concat(items) => format!("({})", list(items, " ++ ")),
        Node::And(items) => format!("({})", list(items, " and ")),
        Node::Or(items) => format!("({})", list(items, " or ")),
        Node::If(arms, last) => {
            let arms: String = arms
                .iter()
                .map(|(c, v)| format!("if {} then {} else ", shown(c), shown(v)))
                .collect();
            format!("({arms}{})", shown(last))
        }
        Node::Range(low, high) => {
            let end =
                |end: &Option<Box<Expr>>| end.as_ref().map_or(String::new(), |end| shown(end));
            format!("({}..{})", end(low), end(high))
        }
        Node::Call(name, args) => format!("{}({})", name.name, list(args, ", ")),
        Node::Bracket(base, listing) => format!("{}{}", shown(base), shown_listing(listing)),
        Node::List(listing) => shown_listing(listing),
        Node::Tuple(items) => format!("({})", list(items, ", ")),
        Node::Game(game) => format!("game of {}", game.statements.len()),
    }
}

fn chain(first: &Expr, others: &[(impl std::fmt::Debug, Expr)]) -> String {
    let others = others.iter();
    let others: String = others
        .map(|(op, other)| format!(" {op:?} {}", shown(other)))
        .collect();
    format!("({}{others})", shown(first))
}

fn shown_listing(listing: &Listing) -> String {
    match listing {
        Listing::Items(items) => format!(
            "[{}]",
            items.iter().map(shown).collect::<Vec<_>>().join(", ")
        ),
        Listing::Repeat(value, count) => format!("[{}; {}]", shown(value), shown(count)),
        Listing::Comprehension(value, tail) => {
            let guard = tail
                .guard
                .as_ref()
                .map_or(String::new(), |guard| format!(" where {}", shown(guard)));
            format!("[{} for {}{guard}]", shown(value), tail.binders.len())
        }
    }
}

fn codes(text: &str) -> Vec<&'static str> {
    parse_file(SOURCE, text)
        .1
        .iter()
        .map(|complaint| complaint.code)
        .collect()
}

/// Expressions, and how they are read.
const PRECEDENCE: &str = r#"
    a or b and not c == d => (a or (b and (not (c Eq d))))
    not not a and b => ((not (not a)) and b)
    1 <= a < b and x not in s => ((1 Le a Lt b) and (x NotIn s))
    a == not b and c => ((a Eq (not b)) and c)
    1 + 2 * 3 - 4 / 5 % 6 => (1 Add (2 Mul 3) Sub (4 Div 5 Rem 6))
    - a * - - b => ((-a) Mul (-(-b)))
    -p[0][1] => (-p[0][1])
    0..n-1 ++ [k] => (0..((n Sub 1) ++ [k]))
    x in 1.. and y in ..3 or z in .. => (((x In (1..)) and (y In (..3))) or (z In (..)))
    p[..i-1] ++ p[i + 1..] ++ [] => (p[(..(i Sub 1))] ++ p[((i Add 1)..)] ++ [])
    (a + b) * c => ((a Add b) Mul c)
    ((a), (b, c),) => (a, (b, c))
    if a then b else if c then d else e + 1 => (if a then b else if c then d else (e Add 1))
    1 + if a then if b then 1 else 2 else 3 => (1 Add (if a then (if b then 1 else 2) else 3))
    sum(x for x in xs, (a, b) in t, y = 3, z where c) => sum([x for 4 where c])
    [x; 3] ++ [1, 2,] => ([x; 3] ++ [1, 2])
    any(xs) or all (ys) or misere(kayles)[5, 3] == first => (any(xs) or all(ys) or (misere(kayles)[5, 3] Eq outcome true))
    rows("a.csv") => rows("a.csv")
    bounded(4)[8] + nim[] => (bounded(4)[8] Add nim[])
    nim[x for x in xs] => nim[x for 1]
    1_000 + -9_223_372_036_854_775_808 => (1000 Add -9223372036854775808)
    iffy + nota + inn + orb => (iffy Add nota Add inn Add orb)
"#;

#[test]
fn precedence() {
    for row in PRECEDENCE.trim().lines() {
        let (text, tree) = row.trim().split_once(" => ").unwrap();
        let expr =
            parse_expr(SOURCE, text).unwrap_or_else(|complaints| panic!("{text}: {complaints:?}"));
        assert_eq!(shown(&expr), tree, "{text}");
        let spaced = text.replace(' ', " # comment )\r\n\t ");
        assert_eq!(
            shown(&parse_expr(SOURCE, &spaced).unwrap()),
            tree,
            "{text} with comments"
        );
    }
}

#[test]
fn spans_end_with_their_last_token() {
    let text = "# first\n let a = if x then y else ( z )  # comment\r\n game g(k = 1 + 2 ) { pile n  take 1..k  for i in 2 # one\n where i  # two\n }  ";
    let (file, complaints) = parse_file(SOURCE, text);
    assert!(complaints.is_empty(), "{complaints:?}");
    let slice = |span: crate::text::source::Span| &text[span.start as usize..span.end as usize];
    let (Item::Let(item), Item::Game(game)) = (&file.items[0], &file.items[1]) else {
        panic!("{file:?}")
    };
    assert_eq!(slice(item.span), "let a = if x then y else ( z )");
    assert_eq!(slice(item.value.span), "if x then y else ( z )");
    assert_eq!(
        slice(game.params[0].default.as_ref().unwrap().span),
        "1 + 2"
    );
    assert!(slice(game.span).ends_with("}"));
    assert_eq!(slice(game.statements[0].span), "pile n");
    assert!(slice(game.statements[1].span).ends_with("where i"));
    let StatementKind::Moves(Moves::Take(take)) = &game.statements[1].kind else {
        panic!()
    };
    assert_eq!(slice(take.tail.binders[0].span), "i in 2");
}

/// A statement of each form.
const STATEMENTS: &[&str] = &[
    "pile n",
    "pile n in 0..30",
    "pile (row in 0..7, col in 0..7)",
    "pile {a, b}",
    "pile p[]",
    "pile b[] in 0..1",
    "pile {p[]}",
    "pile (n, used[])",
    "pile cells[(row, col)]",
    "pile cells[(row in 0..7, col)]",
    "pile {p[]} in 0..5",
    "pile {p[] in 0..5}",
    "pile (n, {used[]} in 0..1)",
    "take any",
    "take 3",
    "take 1, 3, 4",
    "take 2..5, 8..",
    "take low[n]..high[n]",
    "take S",
    "take k*k for k in 1..",
    "take k where prime(k)",
    "take 1 leaving 0",
    "take 1..2 leaving 0..2 piles",
    "take 1.. leaving 2.. piles",
    "take k leaving a, b where a != b",
    "take any from p[i] where p[i] == max(p)",
    "take 1..3 from a leaving 1 pile",
    "split into 2",
    "split into 2..k",
    "split into 3 piles equal",
    "split into 2 unequal",
    "split into a, b where a < b",
    "octal 0.77",
    "hex 0.8F",
    "hex C.8",
    "octal 0.(3)",
    "octal 4.7 where even(n)",
    "move n -> n - k for k in 1..3",
    "move n -> [a, n - a] for a in 1..n-1",
    "move n -> [] where n == 1",
    "move n -> [n / 2; k] where even(n)",
    "move n -> [a..n-1] for a in 1..n",
    "move (row, col) -> (row - 2, col + 1)",
    "move a -> a - k for k in 1..",
    "move a, b -> a - k, b - k for k in 1..",
    "move b -> b - k * a for k in 1.. where a > 0",
    "move (w, h) -> [(i, h), (w - i, h)] for i in 1..w-1",
    "move p[i] -> v for i, v in 0..p[i]-1",
    "move p -> p[1..] ++ [p[0] - k] for k in 1..",
    "move n -> path[n - 3]",
    "move n->n-1 for (dx, dy) in steps, x = p[dx]",
    "each turn 1 pile",
    "each turn 1..k piles alike",
    "each turn 1.. piles",
    "each turn all piles",
    "each turn all piles or none",
    "each turn all piles alike",
    "each turn 1, 3",
    "end when n == 0",
    "misere",
    "loopy",
    "let f(x) = x + 1",
    "let xs = [1, 2]",
];

#[test]
fn every_statement_is_read() {
    let (file, complaints) = parse_file(
        SOURCE,
        &format!("game g(m, k = 2,) \"G\" {{ {} }}", STATEMENTS.join(" ")),
    );
    assert!(complaints.is_empty(), "{complaints:?}");
    let Some(Item::Game(game)) = file.items.first() else {
        panic!("{file:?}")
    };
    assert_eq!(game.statements.len(), STATEMENTS.len());
    for statement in STATEMENTS {
        // The pieces of the recovery agree with the grammar.
        let text = format!("game g {{ {statement}\n{statement} ? oops\nmisere }}");
        let (file, complaints) = parse_file(SOURCE, &text);
        let Some(Item::Game(game)) = file.items.first() else {
            panic!("{statement}")
        };
        // Half a condition is none.
        let kept = if statement.contains(" where ") { 2 } else { 3 };
        assert_eq!(
            (game.statements.len(), complaints.len()),
            (kept, 1),
            "{statement}: {complaints:?}"
        );
    }
    assert!(
        codes("use \"a.nimrule\" let x = 1 let f(a,) = a let g() = 1 expect f(1) == 1 game e() { } game d { misere }")
            .is_empty()
    );
}

/// Texts with one mistake, and its code.
const MISTAKES: &[(&str, &str)] = &[
    (
        "game g { pile n take 1..2 leavng 0..2 piles }",
        "unknown_word",
    ),
    ("gmae g { pile n take 1 let x = 3 }", "unknown_word"),
    ("game g { pile n tkae 1 }", "unknown_word"),
    ("game g { tkae 1 }", "unknown_word"),
    ("game g {\n pile n\n take\n misere }", "unexpected"),
    ("game g { pile n take 1..2", "unclosed"),
    ("game g { take (1 leaving 2 }", "unclosed"),
    ("game g { pile {p[] take 1 }", "unclosed"),
    ("game g { move n -> [a, n - a for a in 1..n }", "unclosed"),
    ("game g { take (1] }", "unclosed"),
    ("expect f(1, 2", "unclosed"),
    ("expect f(1))", "unopened"),
    ("game g { } }", "unopened"),
    ("use \"abc", "unclosed_string"),
    ("game g \"abc { \n take 1 }", "unclosed_string"),
    ("expect naïve == 1", "bad_character"),
    ("expect a\u{a0}== 1", "bad_character"),
    ("let a = \u{0}1", "bad_character"),
    ("let a = 2n", "bad_number"),
    ("let a = 9223372036854775808", "number_too_large"),
    ("expect a = 1", "single_equals"),
    ("game g { end when n = 1 }", "single_equals"),
    ("expect a ^ b == 1", "caret"),
    ("expect a && b", "foreign_operator"),
    ("expect f(a || b", "foreign_operator"),
    ("expect !a", "foreign_operator"),
    ("expect 1.5 == 2", "foreign_operator"),
    ("expect a ? b : c", "foreign_operator"),
    ("expect a <> b", "foreign_operator"),
    ("expect a ** b", "foreign_operator"),
    (
        "game g { move n -> [n // 2, n - n // 2] }",
        "foreign_operator",
    ),
    (
        "game g { move n -> n // k for k in 2..3 }",
        "foreign_operator",
    ),
    ("game g { take 1 // 2 or more }", "foreign_operator"),
    ("game g { take 1 // 2 stones\n }", "foreign_comment"),
    ("expect x in 1...3", "foreign_operator"),
    ("game g { take 1 // one\n misere }", "foreign_comment"),
    (
        "game g { take 1..3 -- 5 stones\n misere }",
        "foreign_comment",
    ),
    ("let a = 5 -- 3\n", "foreign_comment"),
    ("game g { take 1 /* one */ misere }", "foreign_comment"),
    ("game g { take 1; misere }", "semicolon"),
    ("let a = 1;", "semicolon"),
    ("game g { move n = n - 1 }", "unknown_word"),
    ("game g { move n => n - 1 }", "unknown_word"),
    ("game g { move n <= n - 1 }", "missing_arrow"),
    ("game g { take 1 -> 2 }", "unexpected"),
    ("game g pile n take 1 }", "missing_brace"),
    ("game g\ngame h { }", "missing_brace"),
    ("let a = if b then c", "missing_else"),
    ("game g { take if a then b\n misere }", "missing_else"),
    ("let a = if b then c elif d then e else f", "unknown_word"),
    ("game take { }", "reserved_word"),
    ("let move = 3", "reserved_word"),
    ("let a = take + 1", "reserved_word"),
    ("game g { let a = take + 1 }", "reserved_word"),
    ("game g { pile end take 1 }", "reserved_word"),
    ("game g { take 1 where a where b }", "unexpected"),
    ("game g { take 1 where a for b }", "unexpected"),
    ("game g { take 1..2..3 }", "unexpected"),
    ("expect ()", "unexpected"),
    ("expect (1)(2)", "unexpected"),
    ("expect {1, 2} == 3", "unexpected"),
    ("take 1..2", "outside_game"),
    ("pile n take 1", "outside_game"),
    ("game g { pile {a, b} in 0..3 }", "stray_range"),
    ("use other", "unknown_word"),
    ("expect", "unexpected"),
    ("42", "unexpected"),
    ("game my g { take 1 }", "unexpected"),
    ("expect f(a,,b)", "unexpected"),
];

#[test]
fn mistakes_get_one_complaint_each() {
    for (text, expected) in MISTAKES {
        let complaints = parse_file(SOURCE, text).1;
        assert_eq!(
            complaints.iter().map(|c| c.code).collect::<Vec<_>>(),
            [*expected],
            "{text}: {complaints:#?}"
        );
        for label in complaints.iter().flat_map(|complaint| &complaint.labels) {
            assert!(
                label.span.start < label.span.end && label.span.end as usize <= text.len(),
                "{text}: {label:?}"
            );
            assert!(
                text.get(label.span.start as usize..label.span.end as usize)
                    .is_some(),
                "{text}"
            );
        }
    }
}

/// What stands between quotes in the rule of the grammar with this name.
fn words_of_rule(name: &str) -> Vec<&'static str> {
    let grammar = include_str!("../../grammar/nimrule.pest");
    let (_, rule) = grammar
        .split_once(&format!("\n{name} = @{{"))
        .unwrap_or_else(|| panic!("no rule {name}"));
    let (rule, _) = rule.split_once('}').unwrap();
    rule.split('"').skip(1).step_by(2).collect()
}

#[test]
fn the_grammar_knows_the_same_words() {
    let mut words = words_of_rule("keyword");
    words.sort_unstable();
    let is_soft = |word: &&Word| word.is(Role::Soft);
    let reserved = Word::ALL.iter().filter(|word| !is_soft(word));
    let mut table: Vec<&str> = reserved.clone().map(|word| word.text()).collect();
    table.sort_unstable();
    assert_eq!(words, table);
    let grammar = include_str!("../../grammar/nimrule.pest");
    for line in grammar.lines().filter(|line| line.starts_with("kw_")) {
        let name = line.split_whitespace().next().unwrap();
        let word = Word::of(&name[3..]).unwrap_or_else(|| panic!("{line}"));
        let end = if word.is(Role::Soft) { " ~ " } else { " }" };
        let rule = format!("= @{{ \"{word}\" ~ word_end{end}");
        assert!(line.contains(&rule), "{line}");
    }
    for word in Word::ALL.iter().filter(is_soft) {
        let texts = [
            format!("let {word} = 1  expect {word} in 1..{word} and {word} == {word}"),
            format!("let {word}(a) = a  game g {{ take {word}(n), 3..({word}(4)) }}"),
            format!(
                "game g({word} = 1) {{ pile p[] in 0..{word}  move p[{word}] -> {word} for k in 1..{word} where {word} > 0 }}"
            ),
            format!(
                "game {word} {{ pile ({word}, b)  move {word} -> {word} - 1 }}  expect {word}[(1, 2)] == {word}[(1, 2)]"
            ),
        ];
        for text in texts {
            assert_eq!(codes(&text), [""; 0], "{text}");
        }
    }
    for word in reserved {
        assert_eq!(
            codes(&format!("let {word} = 1")),
            ["reserved_word"],
            "{word}"
        );
        assert_eq!(codes(&format!("let {word}_ = 1")), [""; 0], "{word}");
    }
}

/// Whether the grammar reads on behind the first so many bytes of a text.
fn reads_on(rule: Rule, text: &str, bytes: usize) -> bool {
    let Err(failure) = Grammar::parse(rule, text) else {
        return true;
    };
    match failure.location {
        pest::error::InputLocation::Pos(place) => place > bytes,
        pest::error::InputLocation::Span((place, _)) => place > bytes,
    }
}

#[test]
fn words_stand_where_the_table_says() {
    use Role::{Behind, Called, Ends, Inside, Item, Joins, Prefix, Statement, Value};
    let behind_values = [
        "take 1",
        "each turn 1",
        "end when if 1",
        "end when if 1 then 2",
    ];
    let ends = [
        "take any",
        "each turn all",
        "each turn all or none",
        "each turn 1 pile",
        "each turn 1 piles",
        "each turn 1 alike",
        "split into 2 equal",
        "split into 2 unequal",
        "misere",
        "loopy",
    ];
    for word in Word::ALL.iter().filter(|word| !word.is(Role::Soft)) {
        let text = word.text();
        assert_eq!(word.is(Item), reads_on(Rule::only_item, text, 0), "{word}");
        let begins = reads_on(Rule::only_statement, text, 0);
        assert_eq!(word.is(Statement), begins, "{word}");
        let is_value = Grammar::parse(Rule::only_expr, text).is_ok();
        assert_eq!(word.is(Value), is_value, "{word}");
        let begins = reads_on(Rule::only_expr, text, 0);
        assert_eq!(word.is(Prefix), begins && !is_value, "{word}");
        let call = format!("{text}(1)");
        let is_called = !begins && Grammar::parse(Rule::only_expr, &call).is_ok();
        assert_eq!(word.is(Called), is_called, "{word}");
        if word.is(Behind) {
            let goes_on = |before: &&str| {
                let whole = format!("{before} {text}");
                reads_on(Rule::only_statement, &whole, before.len() + 1)
            };
            assert!(behind_values.iter().any(goes_on), "{word}");
        }
        let is_last = ends
            .iter()
            .any(|whole| whole.split(' ').next_back() == Some(text));
        assert_eq!(word.is(Ends), is_last, "{word}");
        let elsewhere = [Item, Statement, Joins, Prefix, Value];
        let is_elsewhere = elsewhere.iter().any(|role| word.is(*role));
        assert_eq!(word.is(Inside), !is_elsewhere, "{word}");
    }
    for whole in ends {
        assert!(
            Grammar::parse(Rule::only_statement, whole).is_ok(),
            "{whole}"
        );
    }
}

#[test]
fn several_mistakes_are_reported_together() {
    let text = "game g {\n pile n\n take 1..2 leavng 1\n take 3\n end when n = 1\n misere\n}\nlet a = 1 ^ 2\nlet b = 2\ngame h { take any\nexpect b == 2\nexpect";
    let (file, complaints) = parse_file(SOURCE, text);
    let found: Vec<_> = complaints.iter().map(|complaint| complaint.code).collect();
    assert_eq!(
        found,
        [
            "unknown_word",
            "single_equals",
            "caret",
            "unclosed",
            "unexpected"
        ]
    );
    let Some(Item::Game(game)) = file.items.first() else {
        panic!("{file:?}")
    };
    // `end when n` is complete before its mistake, and so is `let a = 1`.
    assert_eq!(game.statements.len(), 5);
    assert_eq!(file.items.len(), 5);
}

#[test]
fn entries_are_separated_by_semicolons_and_line_breaks() {
    for (text, kinds) in [
        ("", ""),
        ("1", "e"),
        ("let a = 3\ngrundy(nim[a])", "ie"),
        ("1; 2;\n3", "eee"),
        ("f(1)\ng(2)\nnot a\n[1]", "eeee"),
        ("f(1,\n2)\n+ 3\nnot in b\nand c", "e"),
        ("f(1) ==\n 2 # c\n # d\n g", "ee"),
        ("game g {\n take 1\n}\nvalues(g, 0..5)", "ie"),
        ("game g\n{\n take 1\n}", "i"),
        ("expect a == b\nc", "ie"),
        ("misere(g)[3]\n1..\n2", "eee"),
        ("use \"a\" use \"b\" [x; 2]", "ii"),
    ] {
        let (entries, complaints) = parse_entries(SOURCE, text);
        let found: String = entries
            .iter()
            .map(|entry| {
                if matches!(entry, Entry::Item(_)) {
                    'i'
                } else {
                    'e'
                }
            })
            .collect();
        if text.contains("use") {
            assert_eq!(complaints.len(), 1);
        } else {
            assert!(complaints.is_empty(), "{text}: {complaints:?}");
        }
        assert_eq!(found, kinds, "{text}");
    }
    let (entries, complaints) = parse_entries(SOURCE, "1 +\n\n2 3\ntake 4\n5");
    assert_eq!((entries.len(), complaints.len()), (2, 2), "{complaints:?}");
}

#[test]
fn lists_for_the_command_line() {
    assert!(parse_expr_list(SOURCE, "5, 9, 11,").is_ok_and(|list| list.len() == 3));
    assert!(parse_expr_list(SOURCE, "").is_ok_and(|list| list.is_empty()));
    assert!(parse_expr_list(SOURCE, "(1, 2), (3").is_err());
    assert!(parse_expr(SOURCE, "").is_err());
    assert!(parse_expr(SOURCE, "1 2").is_err());
}

#[test]
fn deep_nesting_is_one_clear_mistake() {
    let deep = 100_000;
    for text in [
        "(".repeat(deep),
        "(".repeat(deep) + &")".repeat(deep),
        "[".repeat(deep),
        "f(".repeat(deep),
        "{".repeat(deep),
        "not ".repeat(deep) + "a",
        "-".repeat(deep) + "1",
        "- ".repeat(deep),
        "if ".repeat(deep),
        "if a then ".repeat(deep),
        "if a then b else 1 + ".repeat(deep),
        "a == not ".repeat(deep),
        "p".to_owned() + &"[0]".repeat(deep),
    ] {
        for text in [
            format!("let a = {text}\nlet b = 1"),
            format!("game g {{ take {text}\n misere\n take 1 }}"),
        ] {
            let found = codes(&text);
            assert_eq!(found.first(), Some(&"too_deep"), "{}", &text[..40]);
            assert!(found.len() <= 2, "{}: {found:?}", &text[..40]);
        }
    }
    let open = [
        "(".repeat(95),
        "- ".repeat(95),
        "not ".repeat(95),
        "if a then ".repeat(95),
    ];
    let close = [
        ")".repeat(95),
        String::new(),
        String::new(),
        " else b".repeat(95),
    ];
    for (open, close) in open.iter().zip(close) {
        assert_eq!(
            codes(&format!("let a = {open}1{close}")),
            [""; 0],
            "{}",
            &open[..8]
        );
    }
}

#[test]
fn long_texts_are_read_and_reading_asks_the_limits() {
    let games =
        "game g(k) { pile n take 1..k leaving 0..2 piles where even(n) and n > 3 * (k + 1) }\n"
            .repeat(5_000);
    for (text, right) in [
        ("let a = 1".to_owned() + &" + 1".repeat(30_000), true),
        (
            "let a = ".to_owned() + &"if a then b else ".repeat(30_000) + "c",
            true,
        ),
        (
            "let a = [".to_owned() + &"(1, 2), ".repeat(30_000) + "]",
            true,
        ),
        (games.clone() + "oops", false),
        (games, true),
        (
            "game g { each turn ".to_owned() + &"1 pile ".repeat(50_000) + "}",
            false,
        ),
    ] {
        assert_eq!(codes(&text).is_empty(), right, "{}", &text[..40]);
        let mut asked = Vec::new();
        let read = parse_file_within(SOURCE, &text, &mut |bytes| {
            asked.push(bytes);
            if asked.len() > 1 { Err(()) } else { Ok(()) }
        });
        // All of it before anything is read, and again before each item.
        assert!(read.is_err(), "{}", &text[..40]);
        assert!(asked[0] >= text.len() as u64, "{asked:?}");
    }
}

#[test]
fn junk_is_answered_briefly() {
    let mut state = 1_u32;
    let mut byte = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    let bytes: Vec<u8> = (0..200_000).map(|_| byte()).collect();
    let found = codes(&String::from_utf8_lossy(&bytes));
    assert!((1..=101).contains(&found.len()), "{}", found.len());
    assert!(
        found
            .iter()
            .filter(|code| **code == "bad_character")
            .count()
            <= 20
    );
    assert!(codes(&"take 1 = 2\n".repeat(1000)).len() <= 101);
    // Any beginning of a text, and any text with a token left out, gets an answer with honest places.
    let text = "game g(k = 1) \"G\" {\n pile {p[]} in 0..3\n take 1..k leaving a, b for x in [1; 2] where not x == -1\n each turn 1 pile alike }\nexpect f(if a then b else c)[1..] == \"x\"";
    let tokens: Vec<_> = scan::tokens(text).collect();
    for token in &tokens {
        let without = format!("{} {}", &text[..token.start], &text[token.end..]);
        for text in [&text[..token.start], &text[..token.end], &without] {
            is_unfinished(text);
            let (file, entries) = (parse_file(SOURCE, text).1, parse_entries(SOURCE, text).1);
            for label in file
                .iter()
                .chain(&entries)
                .flat_map(|complaint| &complaint.labels)
            {
                assert!(
                    label.span.start < label.span.end && label.span.end as usize <= text.len(),
                    "{text}: {label:?}"
                );
            }
            assert!(file.len() <= 2, "{text}: {file:#?}");
        }
    }
}

#[test]
fn a_long_game_is_read_piece_by_piece() {
    let statement = |k: usize| format!("take k where k == {k} or n > k * {k}");
    let game = |count: usize| -> String {
        let statements: String = (1..=count).map(|k| statement(k) + "  # so\n").collect();
        format!("game g(a, b = 2) \"title\" {{\npile n in 0..9\n{statements}}}\nexpect 1 == 1\n")
    };
    for count in [3, 5000] {
        let text = game(count);
        let (file, complaints) = parse_file(SOURCE, &text);
        assert!(complaints.is_empty(), "{complaints:?}");
        let [Item::Game(game), Item::Expect(_)] = file.items.as_slice() else {
            panic!("{} items", file.items.len());
        };
        let slice = |span: crate::text::source::Span| &text[span.start as usize..span.end as usize];
        assert_eq!((game.params.len(), game.title.is_some()), (2, true));
        assert!(slice(game.span).starts_with("game g(") && slice(game.span).ends_with('}'));
        let spans: Vec<&str> = game.statements.iter().map(|one| slice(one.span)).collect();
        assert_eq!(spans.len(), count + 1);
        assert_eq!(spans[0], "pile n in 0..9");
        for (k, span) in spans.into_iter().enumerate().skip(1) {
            assert_eq!(span, statement(k));
        }
    }
}

#[test]
fn long_files_are_read_some_items_at_a_time() {
    // Words that begin items where none begins, and comments between the items.
    let items = [
        "let a = [period(game { take 1  let k = 2 }), 1]",
        "game g(k = 1) \"game\" {\n let f(x) = x  take k  loopy }",
        "expect values(game { take 1 }, 0..2) == [0, 1, 0]",
        "use \"let a = 1\"",
    ];
    let text: String = items
        .iter()
        .cycle()
        .take(4000)
        .map(|item| format!("# let game g {{\n{item}  # expect\n"))
        .collect();
    assert!(text.len() > 10 * recover::PART);
    let Ok(read) = parse_at_once(SOURCE, &text, &mut recover::anything);
    let (file, complaints, _) = read.expect("nothing is wrong");
    assert!(complaints.is_empty(), "{complaints:?}");
    assert_eq!(file.items.len(), 4000);
    for (item, written) in file.items.iter().zip(items.iter().cycle()) {
        let span = item.span();
        assert_eq!(&text[span.start as usize..span.end as usize], *written);
    }
    // A mistake in a later part is found where it stands.
    let wrong = format!("{text}let b = 1 let 2");
    let Ok(read) = parse_at_once(SOURCE, &wrong, &mut recover::anything);
    assert!(read.is_none());
    let complaints = parse_file(SOURCE, &wrong).1;
    let label = complaints.first().and_then(|wrong| wrong.labels.first());
    assert_eq!(
        label.map(|label| label.span.start as usize),
        Some(wrong.len() - 1)
    );
}
