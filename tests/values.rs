//! Known values and periods of octal codes, subtraction sets and other rules on single numbers.
//!
//! `data/values.json` was computed by programs independent of this one. A row has the rule in the language, the first values,
//! and the period with the least preperiod where the values are known to repeat.

use nimrule::{Rulebook, Session, Settings};
use serde::Deserialize;

#[derive(Deserialize)]
struct Row {
    game: String,
    kind: String,
    rule: String,
    period: Option<usize>,
    preperiod: Option<usize>,
    /// No period is known, however far the values were computed.
    open: bool,
    first: Vec<i64>,
}

fn rows() -> Vec<Row> {
    serde_json::from_str(include_str!("data/values.json")).expect("rows")
}

fn text(row: &Row) -> String {
    format!("game g {{ {} }}", row.rule)
}

#[test]
fn first_values_agree() {
    let mut wrong = Vec::new();
    for row in rows() {
        let book = Rulebook::parse(&text(&row)).expect(&row.rule);
        let mut session = Session::new(book, Settings::default()).expect("a session");
        let query = format!("values(g, 0..{})", row.first.len() - 1);
        let found = session.eval_text("question", &query).expect(&row.rule);
        let found: Vec<i64> = found
            .value
            .items()
            .iter()
            .filter_map(|value| value.as_int())
            .collect();
        if found != row.first {
            wrong.push(format!("{}: {found:?}, not {:?}", row.game, row.first));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn periods_agree() {
    // Far enough for the proof of every period below.
    const TO: u64 = 2500;
    let mut proven = 0;
    for row in rows() {
        let is_settled = matches!(row.kind.as_str(), "octal" | "subtraction");
        if !is_settled {
            continue;
        }
        let book = Rulebook::parse(&text(&row)).expect(&row.rule);
        let mut session = Session::new(book, Settings::default()).expect("a session");
        let game = session.game(Some("g")).expect(&row.rule);
        let found = session.period(&game, Some(TO)).expect("no limit").proven;
        let found = found.map(|proven| (proven.period as usize, proven.preperiod as usize));
        let known = row.period.zip(row.preperiod);
        let expected =
            known.filter(|(period, preperiod)| !row.open && 3 * (period + preperiod) < TO as usize);
        assert_eq!(found, expected, "{}", row.game);
        proven += usize::from(found.is_some());
    }
    assert!(proven > 100, "only {proven} periods were proven");
}
