//! What `conjecture` answers, as people see it.

use nimrule::query::answer::How;
use nimrule::{Session, Settings};

use crate::common::{opened, value};

const GAMES: &str = r#"
game nim { take any }
game bounded(k) { take 1..k }
game lasker "Lasker's Nim" { take any  split into 2 }
game kayles { take 1..2 leaving 0..2 piles }
game grundy "Grundy's game" { split into 2 unequal }
game turtles "Turning Turtles" { move n -> [] where n > 0  move n -> n - k for k in 1..n - 1 }
game saturated { take 1..min(n, 2) where n < 41 }
game tabled { take 1..limits[n] }
let limits = [1, 2, 2, 2, 3, 3, 1, 2, 2, 3, 1, 2, 2, 2, 2, 2, 3, 3, 1, 2, 1, 3]
game wythoff { pile {a, b}  move a -> a - k for k in 1..  move a, b -> a - k, b - k for k in 1.. }
game rook { pile (x, y, z)  take any from x  take any from y  take any from z }
game moore(k) { take any  each turn 1..k piles }
game walk { pile n in 0..100  move n -> n - 1  move n -> n - 2  move n -> n + 3 where n % 3 != 0  loopy }
game coins { pile coin[] in 0..1  move coin[i] -> 0 where coin[i] == 1 }
game far { pile n in 9_000_000_000_000_000_000..  take 1..2 }
game short { pile (a in 5..6, b in -2..1)  move a -> a - 1  move b -> b - 1 }
game swap { pile (a, b)  move (a, b) -> (b, a) }
"#;

fn session() -> Session {
    opened(GAMES, Settings::default())
}

#[test]
fn answers_say_what_they_were_checked_on() {
    let mut session = session();
    let mut text = String::new();
    for game in [
        "nim",
        "bounded(3)",
        "kayles",
        "lasker",
        "turtles",
        "saturated",
        "tabled",
        "grundy",
        "wythoff",
        "rook",
        "short",
    ] {
        let question = format!("conjecture({game})");
        let answer = session.eval_text("question", &question).unwrap();
        text += &format!("> {question}\n{}\n[{}]\n\n", answer.value, answer.by.how);
    }
    insta::assert_snapshot!(text);
}

/// How far these are checked depends on the time.
#[test]
fn where_values_do_not_decide_positions_of_three_piles_are_looked_at() {
    let mut session = session();
    for (game, first, behind) in [
        (
            "misere(nim)",
            "(a, b, c) is a P-position exactly when if max(a, b, c) <= 1 then odd(a + b + c) else xor(a, b, c) == 0\n",
            "here a, b, c are the piles of a position of misere(nim)",
        ),
        (
            "moore(2)",
            "(a, b, c) is a P-position exactly when ",
            "here a, b, c are the piles of a position of moore(2)",
        ),
        ("walk", "n is a P-position exactly when ", "P-position"),
        (
            "misere(wythoff)",
            "(a, b) is a P-position exactly when ",
            "not proven",
        ),
    ] {
        let text = value(&mut session, &format!("conjecture({game})")).to_string();
        assert!(text.starts_with(first) && text.contains(behind), "{text}");
        assert!(text.contains("\n  a conjecture, checked on "), "{text}");
    }
}

/// What fits a box by chance fails further out: the first fits 0..2000 and is wrong at 3072, the second lists the box 0..12.
#[test]
fn forms_hold_beyond_the_box_they_were_found_in() {
    for rule in [
        "take k where xor(n, k) < k",
        "take any  each turn all piles alike",
    ] {
        let mut session = opened(&format!("game g {{ {rule} }}"), Settings::default());
        let said = value(&mut session, "conjecture(g)").to_string();
        assert!(
            !said.contains("g(n / 2)") && !said.contains("sort"),
            "{said}"
        );
    }
}

/// What holds on a box is wrong about the numbers of the rules, which lie beyond it.
#[test]
fn forms_hold_about_the_numbers_of_the_rules() {
    for (rule, wrong) in [
        ("take 1..3000", "g(n) = n"),
        ("take 70_000..1_000_000", "g(n) = 0"),
        ("take 5000..", "g(n) = 0"),
        ("take 1 where n > 9000", "g(n) = 0"),
        (
            "pile (n, m)  take 1..200 from n  take 1..300 from m",
            "xor(n, m)",
        ),
        ("take 1..50  each turn 1..2 piles", "a == b"),
        ("take 50..90  misere", "no position"),
    ] {
        let mut session = opened(&format!("game g {{ {rule} }}"), Settings::default());
        let said = value(&mut session, "conjecture(g)").to_string();
        let is_wrong = said
            .lines()
            .any(|line| line.trim_start().starts_with(wrong));
        let is_wrong = is_wrong || said.contains(&format!("= {wrong}"));
        assert!(!is_wrong, "{rule}: {said}");
    }
    // No move takes from two piles where there is one.
    let mut session = opened("game g { take 20  each turn 2 piles }", Settings::default());
    let said = value(&mut session, "conjecture(g)").to_string();
    assert!(said.contains("here n is the only pile"), "{said}");
}

#[test]
fn only_what_follows_from_a_proof_is_not_called_a_conjecture() {
    let mut session = session();
    for (game, how) in [
        ("nim", How::Theorem),
        ("bounded(3)", How::Periodic),
        ("kayles", How::Periodic),
        ("lasker", How::Theorem),
        ("grundy", How::Conjecture),
        ("misere(nim)", How::Conjecture),
    ] {
        let answer = session.eval_text("question", &format!("conjecture({game})"));
        let answer = answer.unwrap();
        assert_eq!(answer.by.how, how, "{game}");
        let text = answer.value.to_string();
        let says = text.contains("not proven") || text.starts_with("no closed form");
        assert_eq!(says, how == How::Conjecture, "{game}: {text}");
    }
}

#[test]
fn other_piles_and_endless_games_are_refused() {
    let mut session = session();
    for (game, code) in [
        ("coins", "wrong_shape"),
        ("far", "wrong_shape"),
        ("swap", "loop"),
    ] {
        let report = session
            .eval_text("question", &format!("conjecture({game})"))
            .unwrap_err();
        assert_eq!(report.diagnostics[0].code, code);
    }
}
