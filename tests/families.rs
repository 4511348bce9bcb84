//! The options of piles as the kinds of moves tell them, against those that the rules make.

use std::collections::BTreeSet;
use std::sync::Arc;

use nimrule::expr::machine::Machine;
use nimrule::moves::options::Options;
use nimrule::moves::taking::{Amounts, Leaves, Taking, recognise};
use nimrule::moves::{Listing, Transitions};
use nimrule::rules::game::GameRules;
use nimrule::work::chance::Chance;
use nimrule::{Rulebook, Session, Settings};

use crate::common::budget;

/// An amount and what is left after it, in ascending order; an empty pile alone is the same as none.
type Choice = (u64, Vec<u64>);

fn choice(amount: u64, rest: &[u64]) -> Choice {
    let mut rest = rest.to_vec();
    rest.sort_unstable();
    if rest == [0] {
        rest.clear();
    }
    (amount, rest)
}

/// A statement of one of the kinds that are recognised.
fn statement(chance: &mut Chance) -> String {
    let mut below = |bound: u64| chance.below(bound);
    let (a, b, c) = (1 + below(4), below(5), 1 + below(6));
    let leaving = ["0", "1", "2", "0..1", "1..2", "0..2", "3", "2..3", "2.."];
    let leaving = leaving[below(9) as usize];
    let sizes = ["", "equal", "unequal"][below(3) as usize];
    match below(15) {
        0 => "take any".to_string(),
        1 => format!("take {a}..{}", a + b),
        2 => format!("take {a}, {}, {}..", a + c, a + b + c),
        3 => format!("take any leaving {leaving} piles"),
        4 => format!("take {a}..{} leaving {leaving} piles", a + b),
        5 => format!("take {a} + {c} * k for k in 0.."),
        6 => format!("take {a} + {c} * k leaving {leaving} piles for k in 0.."),
        7 => format!("take k where k not in [{a}, {c}, {}]", a + c),
        8 => format!("take k where (n, k) not in [(7, {a}), (9, {c}), (9, {a}), (15, 15)]"),
        9 => format!("take n / {} + {a}..n / {a} + {b}", a + 1),
        10 => format!("split into {}..{} {sizes}", 1 + a, 1 + a + b),
        11 => format!(
            "move n -> [x, n - k - x] for k in {a}..{}, x in 0..n - k",
            a + b
        ),
        12 => format!("move n -> [x, n - {a} - x] for x in 0..n - {a} where x < n - {a} - x"),
        13 => format!(
            "move n -> [x, n - k - x] for k in {a}..{}, x in 0..n - k where n > k",
            a + b
        ),
        _ => format!("octal {}.{}{b}({c})", 4 * (b % 2), b + 2),
    }
}

/// The options that a rule gives, each once.
fn by_rule(
    transitions: &Transitions,
    pile: u64,
    book: &Rulebook,
    machine: &mut Machine,
) -> Vec<Choice> {
    let mut raw = Options::default();
    transitions
        .options(&[pile as i64], machine, Listing::new(book, &mut raw))
        .unwrap();
    let mut found: Vec<Choice> = Vec::new();
    for option in 0..raw.len() {
        let sizes = raw.piles(option).map(|(_, cells)| cells[0] as u64);
        let rest: Vec<u64> = sizes.collect();
        let made = choice(pile - rest.iter().sum::<u64>(), &rest);
        if !found.contains(&made) {
            found.push(made);
        }
    }
    found
}

fn rules_of(book: &Rulebook) -> Arc<GameRules> {
    let session = Session::new(book.clone(), Settings::default()).unwrap();
    session.game_rules(&book.game("g").unwrap()).unwrap()
}

#[test]
fn options_are_those_of_the_rule() {
    let mut chance = Chance::new(Some(5));
    let mut machine = Machine::new(budget());
    // How many options there were by what they leave.
    let mut told = [0; 5];
    for round in 0..400 {
        let statements: Vec<String> = (0..1 + round % 2).map(|_| statement(&mut chance)).collect();
        let rules = format!("game g {{ pile n  {} }}", statements.join("  "));
        let book = Rulebook::parse(&rules).unwrap();
        let game = rules_of(&book);
        let Ok(families) = recognise(&game) else {
            continue;
        };
        let transitions = Transitions::new(game);
        for pile in 0..18_u64 {
            let takings = families.iter().map(|it| it.at(pile, &mut machine).unwrap());
            let Some(takings) = takings.collect::<Option<Vec<Taking>>>() else {
                continue;
            };
            let in_order = by_rule(&transitions, pile, &book, &mut machine);
            let expected: BTreeSet<Choice> = in_order.iter().cloned().collect();
            let mut found: Vec<Choice> = Vec::new();
            for (family, taking) in families.iter().zip(&takings) {
                let options = taking.options();
                let options: Vec<Choice> = options
                    .map(|(amount, rest)| choice(amount, &rest))
                    .collect();
                let kind = match taking.leaves() {
                    Leaves::Nothing => 0,
                    Leaves::One { .. } => 1,
                    Leaves::Two { .. } => 2,
                    Leaves::Pair { .. } => 3,
                    Leaves::Parts { .. } => 4,
                };
                told[kind] += options.len();
                if kind < 4 {
                    assert_eq!(taking.count(), options.len() as u64, "{rules} {pile}");
                    let is_told = !matches!(family.amounts, Amounts::Between(_));
                    assert!(
                        !is_told || family.count(pile) == taking.count(),
                        "{rules} {pile}"
                    );
                }
                match taking.any(&mut |bound| chance.below(bound)) {
                    Some((amount, rest)) => assert!(options.contains(&choice(amount, &rest))),
                    None => assert!(options.is_empty(), "{rules} {pile}"),
                }
                found.extend(options);
            }
            if transitions.game.moves.len() == 1 {
                assert_eq!(found, in_order, "{rules} {pile}");
            }
            assert_eq!(
                found.into_iter().collect::<BTreeSet<_>>(),
                expected,
                "{rules} {pile}"
            );
            for amount in 0..=pile + 1 {
                let rest = pile.saturating_sub(amount);
                let mut rests = vec![vec![], vec![rest], vec![1, 1, rest]];
                rests.extend((0..=rest).map(|part| vec![part, rest - part]));
                rests.extend(expected.iter().map(|(_, rest)| rest.clone()));
                for rest in rests {
                    let (_, rest) = choice(amount, &rest);
                    let allows = takings.iter().any(|taking| {
                        let is_empty = rest.is_empty() && taking.allows(amount, &[0]);
                        is_empty || taking.allows(amount, &rest)
                    });
                    let is_option = expected.contains(&(amount, rest.clone()));
                    assert_eq!(allows, is_option, "{rules} {pile}: {amount} {rest:?}");
                }
            }
        }
    }
    assert!(told.iter().all(|told| *told > 100), "{told:?}");
}

#[test]
fn options_of_large_piles_are_counted_and_listed_from_the_front() {
    let size = 1_000_000_000;
    let mut machine = Machine::new(budget());
    for (rules, count, first) in [
        ("take any", size, (1, vec![size - 1])),
        ("take any leaving 0 piles", 1, (size, vec![])),
        ("split into 2 unequal", size / 2 - 1, (0, vec![1, size - 1])),
        // The halves of 0, 1, …, size - 1.
        (
            "take any leaving 2 piles",
            (size / 2) * (size / 2 - 1),
            (1, vec![1, size - 2]),
        ),
    ] {
        let book = Rulebook::parse(&format!("game g {{ {rules} }}")).unwrap();
        let families = recognise(&rules_of(&book)).unwrap();
        let taking = families[0].at(size, &mut machine).unwrap().unwrap();
        assert_eq!((families.len(), taking.count()), (1, count), "{rules}");
        let (amount, rest) = taking.options().next().unwrap();
        assert_eq!((amount, rest.to_vec()), first, "{rules}");
    }
}
