//! Nim's rule.

use std::collections::HashMap;

use nimrule::Settings;
use nimrule::kernel::misere::tame::{Tame, Tameness, Wild};
use nimrule::kernel::period::Recurrence;
use nimrule::work::budget::Limits;
use nimrule::work::chance::Chance;

use super::brute::{Brute, Rules, code, random_code, random_rules, sums};
use super::{budget, known};
use crate::common::{opened, value};

fn tameness(rules: &Rules) -> Tameness {
    let mut tameness = Tameness::default();
    for heap in rules.iter().skip(1) {
        for option in heap {
            tameness.option(option);
        }
        tameness.finish(&budget()).expect("memory");
    }
    tameness
}

/// All sums of a few tame heaps have the outcome of their image; gives how many sums there were.
fn compare(rules: &Rules, len: usize) -> usize {
    let tameness = tameness(rules);
    let mut brute = Brute::new(rules.clone());
    let mut count = 0;
    for sum in sums(rules.len() as u32 - 1, len) {
        let image = sum.iter().try_fold(Tame::NOTHING, |image, &heap| {
            Some(image.plus(tameness.image(heap.into())?))
        });
        let (Some(image), Some(is_lost)) = (image, brute.is_lost_soon(&sum, 2000)) else {
            continue;
        };
        count += 1;
        assert_eq!(image.is_lost(), is_lost, "{sum:?} {rules:?}");
        assert_eq!(
            image.value,
            u64::from(brute.value(&sum, false)),
            "{sum:?} {rules:?}"
        );
        assert_eq!(
            image.misere_value(),
            u64::from(brute.value(&sum, true)),
            "{sum:?} {rules:?}"
        );
    }
    if let Some(wild) = tameness.wild() {
        let heap = [wild.heap as u32];
        assert_eq!(wild.normal, u64::from(brute.value(&heap, false)));
        assert_eq!(wild.misere, u64::from(brute.value(&heap, true)));
    }
    count
}

#[test]
fn random_tables_agree_with_the_definition() {
    let mut chance = Chance::new(Some(17));
    let mut count = 0;
    for _ in 0..600 {
        let most = 4 + chance.below(4);
        let options = 1 + chance.below(5);
        let parts = 1 + chance.below(3);
        count += compare(&random_rules(&mut chance, most, options, parts), 4);
    }
    assert!(count > 20_000, "{count}");
}

#[test]
fn random_codes_agree_with_the_definition() {
    let mut chance = Chance::new(Some(19));
    for round in 0..100 {
        compare(&code(&random_code(&mut chance, round % 2 == 0), 8), 4);
    }
}

/// Piles from which any amount may be taken, which may also be split in two.
fn lasker(most: u32) -> Rules {
    let mut rules = nim(most);
    for size in 1..=most {
        rules[size as usize].extend((1..size).map(|one| vec![one, size - one]));
    }
    rules
}

fn nim(most: u32) -> Rules {
    (0..=most)
        .map(|size| (0..size).map(|rest| vec![rest]).collect())
        .collect()
}

#[test]
fn named_games() {
    let wild = |rules: &Rules| tameness(rules).wild().map(|wild| wild.heap);
    assert_eq!(wild(&nim(60)), None);
    // Kayles has genus 4^{146} at heap 5 (Winning Ways, ch. 13).
    let kayles = tameness(&code("0.77", 20)).wild();
    assert_eq!(
        kayles,
        Some(Wild {
            heap: 5,
            normal: 4,
            misere: 1
        })
    );
    assert_eq!(tameness(&nim(60)).image(17), Some(Tame::nim(17)));
    compare(&nim(7), 4);
    compare(&lasker(6), 4);
}

/// The table of quotients says which codes are tame.
#[test]
fn codes_are_as_tame_as_their_quotients() {
    for row in known() {
        let name = row["game"].as_str().expect("a name");
        let heaps = row["heaps"].as_u64().expect("a number") as u32;
        let tameness = tameness(&code(name, heaps));
        assert_eq!(tameness.wild().is_none(), row["tame"] == true, "{name}");
    }
}

#[test]
fn periods_of_tame_codes() {
    let rows = known().into_iter();
    for row in rows.filter(|row| row["tame"] == true && row["status"] == "proved") {
        let name = row["game"].as_str().expect("a name");
        let heaps = row["heaps"].as_u64().expect("a number") as u32;
        let mut tameness = tameness(&code(name, heaps));
        let period = tameness
            .find_period(Recurrence::Digits {
                most: name.len() - 2,
                heaps: 2,
            })
            .expect(name);
        // In a tame quotient the images of heaps are those of Nim.
        assert_eq!(Some(period.period as u64), row["period"].as_u64(), "{name}");
        assert_eq!(
            Some(period.preperiod as u64),
            row["preperiod"].as_u64(),
            "{name}"
        );
        let far =
            tameness.image(1_000_000_000_000_000_000 / period.period as u64 * period.period as u64);
        assert!(far.is_some(), "{name}");
    }
}

/// Ferguson: subtraction games are tame.
#[test]
fn subtraction_games_are_tame() {
    let mut chance = Chance::new(Some(23));
    for _ in 0..100 {
        let most = 1 + chance.below(8) as u32;
        let set: Vec<u32> = (1..=most)
            .filter(|&amount| amount == most || chance.once_in(2))
            .collect();
        let rules: Rules = (0..400u32)
            .map(|size| {
                set.iter()
                    .filter_map(|amount| size.checked_sub(*amount))
                    .map(|rest| vec![rest])
                    .collect()
            })
            .collect();
        let mut tameness = tameness(&rules);
        assert_eq!(tameness.wild(), None, "{set:?}");
        let digits = Recurrence::Digits {
            most: most as usize,
            heaps: 1,
        };
        let period = tameness
            .find_period(digits)
            .unwrap_or_else(|| panic!("{set:?}"));
        for size in 0..400 {
            let known = tameness.images()[size as usize];
            assert_eq!(tameness.image(size), known, "{set:?} {size} {period:?}");
        }
        compare(&rules[..9].to_vec(), 4);
    }
}

/// Who wins a sum of piles each of which has these options, the last move losing.
fn wins(piles: &[i64], options: fn(i64) -> Vec<i64>, known: &mut HashMap<Vec<i64>, bool>) -> bool {
    if let Some(wins) = known.get(piles) {
        return *wins;
    }
    let (mut can_move, mut wins_here) = (false, false);
    for place in 0..piles.len() {
        for option in options(piles[place]) {
            let mut left = piles.to_vec();
            left[place] = option;
            left.sort_unstable();
            can_move = true;
            wins_here |= !wins(&left, options, known);
        }
    }
    known.insert(piles.to_vec(), wins_here || !can_move);
    wins_here || !can_move
}

/// Large piles that reach but few others, the last of which may be wild.
#[test]
fn few_piles_far_out_agree_with_the_definition() {
    type Options = fn(i64) -> Vec<i64>;
    let games: [(&str, Options); 5] = [
        ("move n -> n / 2 where n > 0", |n| {
            if n > 0 { vec![n / 2] } else { vec![] }
        }),
        (
            "move n -> n / 3 where n > 1  move n -> n / 4 where n > 0",
            |n| {
                let third = (n > 1).then_some(n / 3);
                third.into_iter().chain((n > 0).then_some(n / 4)).collect()
            },
        ),
        ("move n -> n / 5 where n > 2  take 10000000000000", |n| {
            let fifth = (n > 2).then_some(n / 5);
            let taken = n - 10_000_000_000_000;
            fifth
                .into_iter()
                .chain((taken >= 0).then_some(taken))
                .collect()
        }),
        (
            "move n -> n / 2 where n > 3  move n -> isqrt(n) where n > 1  move n -> 0 where n == 2",
            |n| {
                let mut options = vec![];
                if n > 3 {
                    options.push(n / 2);
                }
                if n > 1 {
                    options.push((n as f64).sqrt() as i64);
                }
                if n == 2 {
                    options.push(0);
                }
                options
            },
        ),
        ("take 2000, 3001, 7000", |n| {
            [2000, 3001, 7000]
                .iter()
                .map(|k| n - k)
                .filter(|left| *left >= 0)
                .collect()
        }),
    ];
    let mut chance = Chance::new(Some(9));
    for (rules, options) in games {
        let text = format!("game g {{ pile n  {rules}  misere }}");
        let mut session = opened(&text, Settings::default());
        let mut known = HashMap::new();
        for piles in 1..=2 {
            for _ in 0..12 {
                let most = if rules.starts_with("take 2") {
                    30_000
                } else {
                    1_000_000_000
                };
                let mut sum: Vec<i64> = (0..piles).map(|_| chance.between(0, most)).collect();
                sum.sort_unstable();
                let winner = value(&mut session, &format!("winner(g{sum:?})"));
                let wanted = if wins(&sum, options, &mut known) {
                    "first"
                } else {
                    "second"
                };
                assert_eq!(winner.to_string(), wanted, "{rules} {sum:?}");
            }
        }
    }
}

/// A game that leads to another one may reach very many of its piles: these are not walked through.
#[test]
fn piles_of_other_games_are_no_few() {
    let text = "game odd { take k where k % 3 != n % 5 or k == 2  misere }
        game a { pile n  move n -> odd[n] where n > 0  move n -> n / 2 where n > 0  misere }";
    let ask = |settings: Settings, pile: u64| {
        let mut session = opened(text, settings);
        value(&mut session, &format!("winner(a[{pile}])"))
    };
    let limits = Limits::default().with_effort(1 << 22);
    for pile in [2500, 5000, 9001] {
        let found = ask(Settings::default().with_limits(limits.clone()), pile);
        let plain = ask(Settings::default().with_engine(Some("plain")), pile);
        assert_eq!(found, plain, "{pile}");
    }
}
