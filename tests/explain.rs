//! Explanations say what the queries say, and do what they say they do.

use std::collections::BTreeMap;

use nimrule::{Session, Settings, Value};

use crate::common::{opened, value};

const RULES: &str = "
game queen { pile {a, b}  move a -> a - k for k in 1..  move a, b -> a - k, b - k for k in 1.. }
game rook { pile (row in 2.., col in -3..)  move row -> row - k for k in 1..  move col -> col - k for k in 1..3 }
game knight { pile (a, b)  move a, b -> a - 2, b + 1  move a, b -> a + 1, b - 2  move a, b -> a - 1, b - 2  move a, b -> a - 2, b - 1 }
game nim { take any }
game half { take k where 2 * k <= n }
game kayles { take 1..2 leaving 0..2 piles }
";

fn session() -> Session {
    opened(RULES, Settings::default())
}

/// The marks of a drawn board by row and column, without the empty places.
fn board(text: &str) -> BTreeMap<(i64, i64), String> {
    let (_, drawn) = text.split_once("is the pile):\n\n").expect("a board");
    let mut lines = drawn.lines();
    let numbers = |line: &str| -> Vec<i64> {
        let words = line.split_whitespace();
        words.map(|word| word.parse().expect("a number")).collect()
    };
    let columns = numbers(lines.next().expect("a line of columns"));
    let mut marks = BTreeMap::new();
    for line in lines {
        let (row, cells) = line.trim_start().split_once(' ').expect("a row");
        let cells: Vec<&str> = cells.split_whitespace().collect();
        assert_eq!(cells.len(), columns.len(), "{line}");
        for (column, cell) in columns.iter().zip(cells) {
            if cell != "·" {
                marks.insert((row.parse().expect("a number"), *column), cell.to_string());
            }
        }
    }
    marks
}

#[test]
fn boards_show_the_options_at_their_places() {
    let mut session = session();
    for (game, a, b) in [
        ("queen", 3, 5),
        ("queen", 1, 11),
        ("rook", 6, 2),
        ("rook", 3, -1),
        ("knight", 5, 6),
        ("knight", 11, 3),
    ] {
        let position = format!("{game}[({a}, {b})]");
        let Value::Str(text) = value(&mut session, &format!("explain({position})")) else {
            panic!("explain is a text");
        };
        let mut wanted = BTreeMap::from([((a, b), "*".to_string())]);
        for option in value(&mut session, &format!("moves({position})")).items() {
            let value = value(&mut session, &format!("grundy({option})")).to_string();
            let written = option.to_string();
            let inside = &written[game.len() + 2..written.len() - 2];
            let (row, column) = inside.split_once(", ").expect("a pair");
            wanted.insert((row.parse().unwrap(), column.parse().unwrap()), value);
        }
        assert_eq!(board(&text), wanted, "{text}");
    }
}

/// The table of each theorem, for positions of each kind; what it says of the player to move is so by the definition.
#[test]
fn tables_of_theorems() {
    let rules = "
        game moore { take any  each turn 1..2 piles }
        game moore_misere { take any  each turn 1..2 piles  misere }
        game exact { take any  each turn 2 piles }
        game selective { take 1..3  each turn 1.. piles }
        game selective_misere { take 1..3  each turn 1.. piles  misere }
        game every { take 1..3  each turn all piles }
        game every_misere { take 1..3  each turn all piles  misere }
        game stop { take 1..2  each turn all piles or none }
        game nim_misere { take any  misere }";
    let open = |engine: Option<&str>| {
        let settings = Settings::default().with_engine(engine);
        opened(rules, settings)
    };
    let (mut best, mut plain) = (open(None), open(Some("plain")));
    let mut text = String::new();
    for position in [
        "moore[1, 2, 3]",
        "moore[2, 2, 2]",
        "moore[1, 1, 1]",
        "moore_misere[1, 1, 1]",
        "moore_misere[1, 1, 1, 1]",
        "moore_misere[2, 2, 2]",
        "exact[1]",
        "exact[1, 2]",
        "exact[1, 2, 3]",
        "exact[1, 1, 2, 2]",
        "exact[1, 1, 1, 2]",
        "selective[4, 4]",
        "selective[4, 5]",
        "selective_misere[0, 4]",
        "selective_misere[0, 5]",
        "selective_misere[4, 4]",
        "selective_misere[0, 0]",
        "every[1, 2]",
        "every[4, 4]",
        "every[0, 0]",
        "every_misere[1, 2]",
        "every_misere[1, 1]",
        "stop[1, 2]",
        "stop[3, 3]",
        "stop[0, 3]",
        "nim_misere[]",
        "nim_misere[0]",
        "nim_misere[1, 1]",
        "nim_misere[1, 2]",
        "nim_misere[2, 2]",
    ] {
        let Value::Str(told) = value(&mut best, &format!("explain({position})")) else {
            panic!("explain is a text");
        };
        let wins = value(&mut plain, &format!("winner({position})")).to_string() == "first";
        let says = |word: &str| told.contains(&format!(": the player to move {word}"));
        assert_eq!((says("wins"), says("loses")), (wins, !wins), "{told}");
        text += &format!("{told}\n\n");
    }
    insta::assert_snapshot!(text);
}

#[test]
fn the_move_of_a_sum_is_in_the_pile_that_is_named_and_wins() {
    let mut session = session();
    let mut explained = 0;
    for game in ["nim", "half", "kayles"] {
        for piles in [[3, 5, 7], [2, 9, 4], [1, 2, 11], [6, 6, 5], [10, 3, 8]] {
            let position = format!("{game}{piles:?}");
            let Value::Str(text) = value(&mut session, &format!("explain({position})")) else {
                panic!("explain is a text");
            };
            let Some((_, told)) = text.split_once("One such move: ") else {
                let winner = value(&mut session, &format!("winner({position})"));
                assert_eq!(winner.to_string(), "second", "{text}");
                continue;
            };
            let (_, named) = text.split_once("with a 1 there is ").expect("a pile");
            let (named, _) = named.split_once(':').expect("a pile");
            assert!(
                told.contains(&format!("from the pile of {named}")),
                "{text}"
            );
            let (_, left) = told.split_once("and leave ").expect("a position");
            let (left, _) = left.split_once(", where").expect("a position");
            let value = value(&mut session, &format!("grundy({left})"));
            assert_eq!(value, Value::Int(0), "{text}");
            explained += 1;
        }
    }
    assert!(explained >= 10);
}

/// The plan for a sum says how each of its games is played, each once.
#[test]
fn plans_for_sums_are_those_of_their_games() {
    let mut session = session();
    let mut plan = |of: &str| value(&mut session, &format!("plan({of})")).to_string();
    let (kayles, nim) = (plan("kayles"), plan("nim"));
    let sum = plan("kayles[3, 4] + nim[2] + kayles[9]");
    assert!(sum.starts_with(&format!("{kayles}\n{nim}\n")), "{sum}");
}

#[test]
fn a_depth_follows_the_play() {
    let mut session = session();
    for (position, depth, moves) in [
        ("nim[3, 4, 5]", 4, 4),
        ("nim[1, 1]", 9, 2),
        ("kayles[5]", 0, 0),
    ] {
        let Value::Str(text) = value(&mut session, &format!("explain({position}, {depth})")) else {
            panic!("explain is a text");
        };
        assert_eq!(text.matches("\nMove ").count(), moves, "{text}");
        // Each position of the line is explained.
        let line = value(&mut session, &format!("line({position})"));
        for explained in line.items().iter().take(moves + 1) {
            assert!(
                text.contains(&format!("{explained}   Grundy value")),
                "{explained}:\n{text}"
            );
        }
    }
    for depth in ["-1", "1001"] {
        let wrong = session.eval_text("question", &format!("explain(nim[3], {depth})"));
        assert_eq!(wrong.unwrap_err().diagnostics[0].code, "bad_depth");
    }
}

/// Rules of every kind, and what is said of them.
const SAID: &[(&str, &str)] = &[
    ("take any", "a turn takes any number from one pile."),
    ("take -1 + 3", "a turn takes 2 from one pile."),
    ("take 3, 1, 4", "a turn takes 1, 3 or 4 from one pile."),
    ("take 2..", "a turn takes at least 2 from one pile."),
    ("take 2..4", "a turn takes 2, 3 or 4 from one pile."),
    (
        "take 1..n / 2",
        "a turn takes 1 to `n / 2` from one pile of `n`.",
    ),
    (
        "take (n + 1) / 2..n",
        "a turn takes `(n + 1) / 2` to `n` (at least 1) from one pile of `n`.",
    ),
    (
        "take [2 * j for j in 1..20]",
        "a turn takes one of 2, 4, 6, 8, 10, 12, … and 14 more from one pile.",
    ),
    (
        "take digits(n)",
        "a turn takes a number of `digits(n)` (at least 1) from one pile of `n`.",
    ),
    (
        "take k * k for k in 1..",
        "a turn takes `k * k` (at least 1) from one pile, for any `k` from 1 on.",
    ),
    (
        "take k where prime(k)",
        "a turn takes a prime number from one pile.",
    ),
    (
        "take k where k not in [2, 5]",
        "a turn takes any number but 2 or 5 from one pile.",
    ),
    (
        "take k where (k < n or k > 3) and n % k == 0",
        "a turn takes `k` from one pile of `n` where `(k < n or k > 3) and n % k == 0`.",
    ),
    (
        "take 1..2 leaving 0..2 piles",
        "a turn takes 1 or 2 from one pile and may leave the rest in two piles.",
    ),
    ("take 1 leaving 0 piles", "a turn takes a whole pile of 1."),
    (
        "take any leaving 1 pile",
        "a turn takes any number from one pile but not all of it.",
    ),
    (
        "take 1 leaving 0, 2 piles",
        "a turn takes 1 from one pile and leaves nothing or two piles.",
    ),
    (
        "take 1 leaving 2.. piles",
        "a turn takes 1 from one pile and leaves the rest in two or more piles.",
    ),
    (
        "take 1 leaving 0..n piles",
        "a turn takes 1 from one pile of `n` and leaves the rest in 0 to `n` piles.",
    ),
    (
        "take any leaving a, b where a != b",
        "a turn takes any number from one pile and leaves the rest in two piles `a` and `b` where `a != b`.",
    ),
    ("split into 2", "a turn splits one pile into two piles."),
    (
        "split into k for k in 2..3",
        "a turn splits one pile into `k` piles, for any `k` from 2 to 3.",
    ),
    // What is written stays.
    (
        "take 1 leaving max(k, 2) piles for k in 1..3",
        "a turn takes 1 from one pile and leaves the rest in `max(k, 2)` piles, for any `k` from 1 to 3.",
    ),
    (
        "split into 3 equal",
        "a turn splits one pile into three piles of the same size.",
    ),
    (
        "split into 2.. unequal",
        "a turn splits one pile into two or more piles of different sizes.",
    ),
    (
        "split into 2, 4..5 unequal",
        "a turn splits one pile into two piles of different sizes or four or five piles of different sizes.",
    ),
    (
        "split into a, b unequal where a > 1",
        "a turn splits one pile into two piles `a` and `b` of different sizes where `a > 1`.",
    ),
    (
        "octal 4.137",
        "a turn splits one pile into two piles, or takes a whole pile of 1, or takes 2 from one pile, \
             or takes 3 from one pile and may leave the rest in two piles.",
    ),
    ("octal 0.(3)", "a turn takes any number from one pile."),
    ("octal 0.(30)", "a turn takes 1, 3, 5, … from one pile."),
    (
        "hex 0.8",
        "a turn takes 1 from one pile and leaves the rest in three piles.",
    ),
    (
        "move n -> n - 1 where n > 2",
        "a turn takes 1 from one pile of `n` where `n > 2`.",
    ),
    (
        "move n -> n - k for k in 0..2",
        "a turn changes one pile of `n` to one of `n - k`, for any `k` from 0 to 2.",
    ),
    (
        "move n -> n - n / 3",
        "a turn changes one pile of `n` to one of `n - n / 3`.",
    ),
    ("move n -> []", "a turn removes one pile."),
    (
        "move n -> [n / 2; 2] where n > 0",
        "a turn replaces one pile of `n` by the piles `[n / 2; 2]` where `n > 0`.",
    ),
    (
        "take 1  each turn all piles",
        "a turn moves in every pile that can move; a move takes 1 from the pile.",
    ),
    (
        "take 1  each turn all piles or none",
        "a turn moves in every pile, and the game is over when one of them cannot; a move takes 1 from the pile.",
    ),
    (
        "take 1..2 each turn 1, 3.. piles alike",
        "a turn moves in one pile or three or more piles, the same in each; a move takes 1 or 2 from the pile.",
    ),
    (
        "take 1  end when n <= 1 end when n == 4",
        "a turn takes 1 from one pile. A pile where `n <= 1` or `n == 4` has no moves.",
    ),
    (
        "pile n in 3..  take 1",
        "a pile `n` is a number from 3 on. A turn takes 1 from one pile.",
    ),
    (
        "pile {a, b, c}  take 1 from a",
        "a pile is three numbers `{a, b, c}` in no order: any of them may be `a`. A turn takes 1 from `a`.",
    ),
    (
        "pile (n, s[]) move n, s -> n - k, s ++ [k] for k in 1..n where k not in s",
        "a pile is `(n, s)`, `n` a number and `s` a row of numbers. \
             A turn moves from `(n, s)` to `(n - k, s ++ [k])`, for any `k` from 1 to `n`, where `k not in s`.",
    ),
    (
        "pile p[]  take any from p[0]  take 1 from p[i]  take 2 from p[j] where p[j] == max(p)",
        "a pile `p` is a row of numbers. A turn takes any number from `p[0]`, or takes 1 from one entry of `p`, \
             or takes 2 from an entry `p[j]` where `p[j] == max(p)`.",
    ),
    // Not from any entry: the last one stays.
    (
        "pile p[]  take any from p[i] for i in 0..len(p) - 2",
        "a pile `p` is a row of numbers. A turn takes any number from `p[i]`, for any `i` from 0 to `len(p) - 2`.",
    ),
    (
        "pile p[]  take any from p[i] for i in 0..len(p) - 1",
        "a pile `p` is a row of numbers. A turn takes any number from one entry of `p`.",
    ),
    (
        "pile p[]  move p[i], p[j] -> p[i] - 1, p[j] - 1 for i, j",
        "a pile `p` is a row of numbers. \
             A turn changes an entry `p[i]` to `p[i] - 1` and an entry `p[j]` to `p[j] - 1` (different entries).",
    ),
    (
        "pile c[(x in 0..3, y)]  move c -> [t for t in c where t != s] for s in c",
        "a pile `c` is a row of tuples `(x, y)` with `x` from 0 to 3. \
             A turn changes the row `c` to `[t for t in c where t != s]`, for any `s in c`.",
    ),
];

#[test]
fn rules_are_said_back() {
    for (rules, sentence) in SAID {
        let mut session = opened(&format!("game g {{ {rules} }}"), Settings::default());
        let game = session.game(Some("g")).unwrap();
        let said = session.describe(&game).unwrap().rules;
        let said = said.strip_prefix("g: ").unwrap().to_string();
        assert_eq!(
            said,
            format!("{sentence} Whoever cannot move loses."),
            "{rules}"
        );
    }
}

#[test]
fn a_small_pile_shows_what_a_rule_means() {
    let said = |rules: &str, of: &str| {
        let mut session = opened(rules, Settings::default());
        value(&mut session, &format!("describe({of})")).to_string()
    };
    let kayles = "game kayles { take 1..2 leaving 0..2 piles }";
    assert_eq!(
        said(kayles, "kayles"),
        "kayles: a turn takes 1 or 2 from one pile and may leave the rest in two piles. \
         Whoever cannot move loses. From 5: 4, 3, 1+3, 2+2, 1+2."
    );
    assert!(said(kayles, "misere(kayles)").contains("Whoever makes the last move loses."));
    // A mistake at some piles, and a game without any move, leave the sentences.
    let faulty = "let t = [0, 1]  game f { take t[n] }";
    assert_eq!(
        said(faulty, "f"),
        "f: a turn takes `t[n]` (at least 1) from one pile of `n`. Whoever cannot move loses. From 1: 0."
    );
    let still = "game still { take 3..1 }";
    assert!(said(still, "still").ends_with("Whoever cannot move loses."));
    // What would take long is not looked for.
    let wide = "game wide { move n -> [a, b, c] for a in 1..99999, b in 1..99999, c in 1..99999 where a * b * c < n }";
    assert!(said(wide, "wide").contains("Whoever cannot move loses."));
}

/// A pile whose board falls apart is told by its components, whose values are those of the piles that they are; one that does not
/// is told by its options.
#[test]
fn components_of_a_board_are_shown_with_their_values() {
    let rules = "
        let beside(a, b) = abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1
        game cram { pile s[(r, c)]  move s -> remove(s, i, j) for i in indices(s), j in i + 1..len(s) - 1 where beside(s[i], s[j]) }
        game row { pile s[]  move s -> [x for x in s where abs(x - v) > 1] for v in s }";
    let mut session = opened(rules, Settings::default());
    for (game, pile, parts) in [
        (
            "cram",
            "[(0, 0), (0, 1), (2, 0), (2, 1), (3, 1), (5, 0), (5, 1), (5, 2), (7, 0)]",
            &[
                "[(0, 0), (0, 1)]",
                "[(2, 0), (2, 1), (3, 1)]",
                "[(5, 0), (5, 1), (5, 2)]",
            ][..],
        ),
        (
            "row",
            "[1, 2, 3, 7, 10, 11]",
            &["[1, 2, 3]", "[7]", "[10, 11]"],
        ),
        ("row", "[1, 2, 3]", &[]),
    ] {
        let Value::Str(text) = value(&mut session, &format!("explain({game}[{pile}])")) else {
            panic!("explain is a text");
        };
        assert_eq!(
            text.contains("No move reaches from one"),
            !parts.is_empty(),
            "{text}"
        );
        for part in parts {
            let value = value(&mut session, &format!("grundy({game}[{part}])"));
            let line = text
                .lines()
                .find(|line| line.trim_start().starts_with(part));
            let line = line.unwrap_or_else(|| panic!("{part} in {text}"));
            let told = line.trim_start()[part.len()..].split_whitespace().next();
            assert_eq!(told, Some(value.to_string().as_str()), "{text}");
        }
        let value = value(&mut session, &format!("grundy({game}[{pile}])"));
        assert!(text.contains(&format!("Grundy value {value}")), "{text}");
    }
}
