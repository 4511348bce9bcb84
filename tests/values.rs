//! Known values and periods of octal codes, subtraction sets and other rules on single numbers.
//!
//! `data/values.json` was computed by programs independent of this one. A row has the rule in the language and the first values;
//! the period with the least preperiod, and what a period adds to the values, where the values are known to repeat or were seen
//! to; and for octal codes and subtraction sets the largest of the values of 0 to `computed_to`. `hash` is the FNV-1a hash of
//! all these values, 16 bits at a time.

use nimrule::query::answer::{Periodicity, Proven, Values};
use nimrule::{Session, Settings};
use serde::Deserialize;

use crate::common::opened;

#[derive(Deserialize)]
struct Row {
    game: String,
    kind: String,
    rule: String,
    period: Option<u64>,
    preperiod: Option<u64>,
    saltus: u64,
    /// No period is known, however far the values were computed.
    open: bool,
    computed_to: Option<u64>,
    max_value: Option<u64>,
    /// The first pile that has this value.
    max_at: Option<u64>,
    hash: Option<String>,
    first: Vec<u64>,
}

impl Row {
    fn session(&self) -> Session {
        let text = format!("game g {{ {} }}", self.rule);
        opened(&text, Settings::default())
    }

    fn values(&self, to: u64) -> Values {
        let mut session = self.session();
        let game = session.game(Some("g")).expect(&self.rule);
        let found = session.values(&game, 0, to as i64);
        found.unwrap_or_else(|why| panic!("{}: {why}", self.game))
    }

    fn period(&self, to: u64) -> Periodicity {
        let mut session = self.session();
        let game = session.game(Some("g")).expect(&self.rule);
        session.period(&game, Some(to)).expect("no limit")
    }

    /// The period, the preperiod and what a period adds.
    fn known(&self) -> Option<(u64, u64, u64)> {
        let (period, preperiod) = self.period.zip(self.preperiod)?;
        Some((period, preperiod, self.saltus))
    }
}

fn rows() -> Vec<Row> {
    serde_json::from_str(include_str!("data/values.json")).expect("rows")
}

#[test]
fn first_values_agree() {
    let mut wrong = Vec::new();
    for row in rows() {
        assert!(row.first.len() >= 48, "{}", row.game);
        let found: Vec<u64> = row
            .values(row.first.len() as u64 - 1)
            .values
            .iter()
            .collect();
        if found != row.first {
            wrong.push(format!("{}: {found:?}, not {:?}", row.game, row.first));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// FNV-1a over numbers of 16 bits, from the start value of `data/values.json`.
fn hash(values: impl Iterator<Item = u64>) -> String {
    let hash = values.fold(1_469_598_103_934_665_603u64, |hash, value| {
        (hash ^ (value & 0xFFFF)).wrapping_mul(1_099_511_628_211)
    });
    format!("{hash:016x}")
}

/// All values of the rows up to a length that takes a moment.
#[test]
fn all_values_agree() {
    const MOST: u64 = 1 << 20;
    let mut hashes = 0;
    let mut values = 0;
    for row in rows() {
        let (Some(to), Some(max)) = (row.computed_to, row.max_value) else {
            continue;
        };
        if to > MOST {
            continue;
        }
        let found = row.values(to).values;
        assert_eq!(found.iter().count() as u64, to + 1, "{}", row.game);
        let largest = found.iter().max();
        assert_eq!(largest, Some(max), "the largest value of {}", row.game);
        if let Some(at) = row.max_at {
            let place = found.iter().position(|value| value == max);
            assert_eq!(place, Some(at as usize), "{}", row.game);
        }
        if let Some(known) = &row.hash {
            assert_eq!(&hash(found.iter()), known, "{} up to {to}", row.game);
            hashes += 1;
        }
        values += to;
    }
    assert!(hashes >= 103 && values > 4 * MOST, "{hashes}, {values}");
}

/// Every octal code and every set of amounts whose period is known has it proven, also where it takes half a million values;
/// no other code has.
#[test]
fn periods_agree() {
    let mut proven = 0;
    for row in rows() {
        if !matches!(row.kind.as_str(), "octal" | "subtraction" | "all-but") {
            continue;
        }
        let far = row
            .known()
            .is_some_and(|known| 3 * (known.0 + known.1) > 2_500);
        let found = row.period(if far { 600_000 } else { 2_500 });
        let found = found.proven;
        let found = found.map(|proven| (proven.period, proven.preperiod, proven.saltus));
        assert_eq!(found, row.known(), "{}", row.game);
        assert_eq!(found.is_none(), row.open, "{}", row.game);
        proven += usize::from(found.is_some());
    }
    assert!(proven >= 125, "only {proven} periods were proven");
}

/// The other rules have no theorem, but for codes that leave finitely many piles: what the values were seen to do is what is
/// said, and it is not said to be proven.
#[test]
fn what_is_only_seen_is_not_proven() {
    let mut seen = 0;
    for row in rows() {
        if row.kind != "hexadecimal" {
            continue;
        }
        let found = row.period(700);
        let shape = |shown: &Proven| (shown.period, shown.preperiod, shown.saltus);
        // The theorem of Guy and Smith is about values that do not rise.
        let expected = row.known().filter(|known| known.2 == 0);
        assert_eq!(found.proven.as_ref().map(shape), expected, "{}", row.game);
        let expected = row.known().filter(|known| known.2 > 0);
        assert_eq!(found.observed.as_ref().map(shape), expected, "{}", row.game);
        seen += usize::from(expected.is_some());
    }
    assert!(seen >= 5, "{seen}");
}

/// Piles of several numbers have no period, but their values may repeat along one of these: this game takes 1 or 2, but not what was
/// taken last, so that (n, 0) is lost where 3 divides n.
#[test]
fn tuples_repeat_along_a_number() {
    let text = "game g { pile (n, last in 0..2)  move n, last -> n - k, k for k in 1..2 where k != last }
                game wide { pile (n, a in 0..50)  move n -> n - k for k in 1..2 + a / 20 }
                game wythoff { pile {a, b}  move a -> a - k for k in 1..  move a, b -> a - k, b - k for k in 1.. }";
    let mut session = opened(text, Settings::default());
    let [game, wythoff] = ["g", "wythoff"].map(|name| session.game(Some(name)).unwrap());
    let found = session.period(&game, None).unwrap();
    let along = "of a large n: read off the period 3 along n from n = 2 on, proven by the pigeonhole principle";
    assert_eq!(found.along, [along]);
    let found = session.period(&wythoff, None).unwrap();
    assert!(found.along.is_empty() && found.why_not.is_some());
    // A small pile that was asked about before, whose box has not all of its options, changes nothing.
    for moves in [
        "move n, l -> n - k, k % 5 for k in 1..4 where l != k + 1  move n, l -> n - k, 5 - k for k in 1..4 where (n + l) % 3 != 0",
        "move n, l -> n - k, k for k in 1..3 where n % 2 == 0  move n, l -> n - k, k for k in 1..4 where k != l",
        "move n, l -> n - k, min(k, l) for k in 1..3 where n % 2 == 0  move n, l -> n - k, k + 1 for k in 1..4 where k != l",
    ] {
        let text = format!("game g {{ pile (n, l)  {moves} }}");
        let mut session = opened(&text, Settings::default());
        let mut value = |n: u64| {
            let value = session.eval_text("question", &format!("grundy(g[({n}, 1)])"));
            value.unwrap()
        };
        let near = value(240).value;
        let far = value(60 * 100_000_000_000 + 240);
        assert_eq!(far.value, near, "{moves}");
        assert!(far.by.detail.contains("read off the period"), "{moves}");
    }
    // Each number has its own period where no move connects them.
    let text = "game apart { pile (a, b)  take 1..2 from a  take 1..3 from b }";
    let mut session = opened(text, Settings::default());
    let position = "apart[(1_000_000_000_001, 10_000_000_002)]";
    let position = session.book().position(position).unwrap();
    let by = session.solve(&position, 1).unwrap().by.detail;
    assert!(
        by.contains("the period 3 ") && by.contains("the period 4 "),
        "{by}"
    );
}

#[test]
fn tables_of_misere_play_are_as_defined() {
    const MOST: usize = 95;
    let text =
        "game g { pile (n, last)  move n, last -> n - k, k for k in 1.. where k != last  misere }";
    let mut lost = vec![[false; MOST + 1]; MOST + 1];
    let mut piles = Vec::new();
    for n in 0..=MOST {
        for last in 0..=MOST {
            let options = || (1..=n).filter(|k| *k != last).map(|k| lost[n - k][k]);
            // Whoever cannot move wins.
            lost[n][last] = options().count() > 0 && options().all(|is_lost| !is_lost);
            if lost[n][last] {
                piles.push(format!("[{n}, {last}]"));
            }
        }
    }
    let mut session = opened(text, Settings::default());
    let found = session.eval_text("question", &format!("losing(g, 0..{MOST}, 0..{MOST})"));
    let wanted = format!("[{}]", piles.join(", "));
    assert_eq!(found.unwrap().to_string(), wanted);
}
