//! Far piles, where moves lead down a bounded way, by large amounts or to parts of the pile.

use nimrule::expr::machine::Machine;
use nimrule::solve::heap::blocks::Blocks;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::TestCaseError;

use super::{ask, check, session};
use crate::common::{budget, transitions};

/// How many piles are compared with the definition one by one.
const NEAR: u64 = 2600;

/// The engine of `g`, with all values up to a pile, as far as it applies.
fn blocks(text: &str, size: u64) -> Result<Option<Blocks>, String> {
    let session = session(text, None)?;
    let transitions = transitions(&session)?;
    let Ok(mut blocks) = Blocks::new(session.book(), &transitions) else {
        return Ok(None);
    };
    let mut machine = Machine::new(budget());
    let reached = blocks.compute(size, &mut machine);
    Ok(reached.is_ok().then_some(blocks))
}

fn statement() -> impl Strategy<Value = String> {
    let condition = || {
        select(vec![
            "n > 0",
            "even(n) and n > 0",
            "n % 3 == 1",
            "n > 7",
            "n % 4 < 2 and n > 2",
            "n > 40 or n == 3",
        ])
    };
    let part = || {
        select(vec![
            "n / 2",
            "n / 3",
            "(n + 1) / 2",
            "n - n / 2",
            "2 * n / 3",
            "(n - 1) / 4 + n % 2",
            "(n + 2) / 5",
            "n - (n + 5) / 3",
        ])
    };
    prop_oneof![
        4 => (1..4, 1..7).prop_map(|(a, b)| format!("take {a}, {b}")),
        2 => (1..4, condition()).prop_map(|(a, when)| format!("take {a} where {when}")),
        3 => (1025..2200).prop_map(|a| format!("take {a}")),
        1 => (1..4, 1025..2000).prop_map(|(a, b)| format!("take {a}, {b}..{}", b + 2)),
        4 => (part(), condition()).prop_map(|(part, when)| format!("move n -> {part} where {when}")),
        1 => (part(), part(), condition())
            .prop_map(|(a, b, when)| format!("move n -> [{a}, {b}] where {when} and n > 9")),
        1 => (part(), condition()).prop_map(|(a, when)| format!("move n -> [{a}, 5] where {when} and n > 9")),
        1 => (part(), 1..4, condition()).prop_map(|(part, count, when)| {
            format!("move n -> [{part} for i in 1..{count}] where {when} and n > 9")
        }),
        1 => (part(), 1..4, condition()).prop_map(|(part, count, when)| {
            format!("move n -> [{part}; {count}] where {when} and n > 9")
        }),
        1 => select(vec!["pile n in 2..", "end when n % 5 == 2", "end when n == 11"]).prop_map(str::to_owned),
    ]
}

/// Near values are those of the definition, and far ones the mex over those of the options.
#[test]
fn random_rules() {
    let (mut near, mut far) = (0, 0);
    check(50, 57, vec(statement(), 2..4), |mut moves| {
        moves.sort_by_key(|line| !line.starts_with("pile"));
        let text = format!("game g {{ {} }}", moves.join("  "));
        let failed = |why: String| TestCaseError::fail(format!("{text}: {why}"));
        let Ok(mut plain) = session(&text, Some("plain")) else {
            return Ok(());
        };
        let Ok(Some(found)) = blocks(&text, NEAR) else {
            return Ok(());
        };
        near += 1;
        let sizes: Vec<u64> = (0..=NEAR).filter(|n| found.known(*n).is_some()).collect();
        let least = sizes[0];
        prop_assert_eq!(sizes.len() as u64, NEAR + 1 - least);
        let query = format!("[grundy(g[n]) for n in {least}..{NEAR}]");
        let known = ask(&mut plain, &query).map_err(failed)?;
        for (n, value) in (least..).zip(known.items().iter()) {
            let found = found.known(n).map(i64::from);
            prop_assert_eq!(found, value.as_int(), "{} at {}", text, n);
        }
        let n = 1_000_007_123;
        let Some(found) = blocks(&text, n).map_err(failed)? else {
            return Ok(());
        };
        far += 1;
        let mut auto = session(&text, None).map_err(failed)?;
        for n in [n, n - 1, n - 98, n / 7, n / 100] {
            let of_options = format!("mex([grundy(p) for p in moves(g[{n}])])");
            let of_options = ask(&mut auto, &of_options).map_err(failed)?;
            let found = found.known(n).map(i64::from);
            prop_assert_eq!(found, of_options.as_int(), "{} at {}", text, n);
        }
        Ok(())
    });
    // A run of far piles is told pile by pile.
    let halve = "game g { take 1  move n -> n / 2 where n > 0 }";
    let mut auto = session(halve, None).expect("a session");
    let run = ask(&mut auto, "values(g, 1_000_000_000_000..1_000_000_000_009)");
    let each = "[grundy(g[n]) for n in 1_000_000_000_000..1_000_000_000_009]";
    assert_eq!(run, ask(&mut auto, each));
    assert!(near > 20 && far > 10, "{near} near, {far} far");
}

/// Where a pile has many options, where blocks seldom come again and where no move leads far, other engines answer.
#[test]
fn what_they_decline() {
    for moves in [
        "take 1..100  move n -> n / 2 where n > 9",
        "take 1  move n -> n / 2 where n > 9  move n -> n / 3 where n > 9",
        "take 1..3",
        "take 1..3000 where n % 7 != 3  take 5000",
    ] {
        let found = blocks(&format!("game g {{ {moves} }}"), 1_000_000);
        assert!(found.expect(moves).is_none(), "{moves}");
    }
}

/// Where they are given up or a pile is too large for them, no other engine answers in their place, and a plan says why.
#[test]
fn why_they_were_given_up() {
    for (moves, why) in [
        (
            "take 1..100  move n -> n / 2 where n > 9",
            "a pile has many options",
        ),
        (
            "take 1  move n -> n / 2 where n > 9  move n -> n / 3 where n > 9",
            "blocks of values seldom come again",
        ),
    ] {
        let text = format!("game g {{ {moves} }}");
        let asked = |engine| {
            let mut session = session(&text, engine).expect(moves);
            let value = ask(&mut session, "grundy(g[1_000_000])");
            let plan = ask(&mut session, "plan(g[1_000_000])");
            (value, plan.map(|plan| plan.to_string()).unwrap_or_default())
        };
        let (alone, _) = asked(Some("blocks"));
        let is_told =
            alone.is_err_and(|error| error.contains("engine_declines") && error.contains(why));
        assert!(is_told, "{moves}");
        let (value, plan) = asked(None);
        assert!(
            value.is_ok() && plan.contains(&format!("for far piles no blocks: {why}")),
            "{plan}"
        );
    }
    let halve = "game g { take 1  move n -> n / 2 where n > 9 }";
    let mut alone = session(halve, Some("blocks")).expect("a session");
    let value = ask(&mut alone, "grundy(g[9_223_372_036_854_775_807])");
    assert!(value.is_err_and(|error| error.contains("leaves the 64 bits")));
    assert!(ask(&mut alone, "grundy(g[1_000_000_000_000])").is_ok());
}
