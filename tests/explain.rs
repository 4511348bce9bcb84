//! Explanations say what the queries say, and do what they say they do.

use std::collections::BTreeMap;

use nimrule::{Rulebook, Session, Settings, Value};

const RULES: &str = "
game queen { pile {a, b}  move a -> a - k for k in 1..  move a, b -> a - k, b - k for k in 1.. }
game rook { pile (row in 2.., col in -3..)  move row -> row - k for k in 1..  move col -> col - k for k in 1..3 }
game knight { pile (a, b)  move a, b -> a - 2, b + 1  move a, b -> a + 1, b - 2  move a, b -> a - 1, b - 2  move a, b -> a - 2, b - 1 }
game nim { take any }
game half { take k where 2 * k <= n }
game kayles { take 1..2 leaving 0..2 piles }
";

fn session() -> Session {
    Session::new(Rulebook::parse(RULES).unwrap(), Settings::default()).unwrap()
}

fn ask(session: &mut Session, question: &str) -> Value {
    let answer = session.eval_text("question", question);
    answer
        .unwrap_or_else(|why| panic!("{question}: {why}"))
        .value
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
        let Value::Str(text) = ask(&mut session, &format!("explain({position})")) else {
            panic!("explain is a text");
        };
        let mut wanted = BTreeMap::from([((a, b), "*".to_string())]);
        for option in ask(&mut session, &format!("moves({position})")).items() {
            let value = ask(&mut session, &format!("grundy({option})")).to_string();
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
        Session::new(Rulebook::parse(rules).unwrap(), settings).unwrap()
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
        let Value::Str(told) = ask(&mut best, &format!("explain({position})")) else {
            panic!("explain is a text");
        };
        let wins = ask(&mut plain, &format!("winner({position})")).to_string() == "first";
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
            let Value::Str(text) = ask(&mut session, &format!("explain({position})")) else {
                panic!("explain is a text");
            };
            let Some((_, told)) = text.split_once("One such move: ") else {
                let winner = ask(&mut session, &format!("winner({position})"));
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
            let value = ask(&mut session, &format!("grundy({left})"));
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
    let mut plan = |of: &str| ask(&mut session, &format!("plan({of})")).to_string();
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
        let Value::Str(text) = ask(&mut session, &format!("explain({position}, {depth})")) else {
            panic!("explain is a text");
        };
        assert_eq!(text.matches("\nMove ").count(), moves, "{text}");
        // Each position of the line is explained.
        let line = ask(&mut session, &format!("line({position})"));
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
