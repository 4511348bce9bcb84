//! Misère play in one pile a turn, against brute force over whole positions: on each rung of the ladder.

use nimrule::expr::value::Outcome;
use nimrule::work::chance::Chance;

use super::hold;
use super::play::{Sum, Turn, World};
use super::rules::{self, Kind, Table};
use super::{Tally, all_piles, compare, kind, least, session, sum_of, with_nim};
use crate::common::value;
use crate::misere::brute::code;

const ONE: Turn = Turn::Counts(1, 1);

/// Compares positions of one game with all rungs and with some of them taken away.
fn compare_game(game: &str, table: &Table, positions: &[Vec<usize>], tally: &mut Tally) {
    let mut world = World::new(vec![(table.clone(), ONE)], true);
    for without in [&[][..], &["tame"], &["tame", "quotient"], &["quotient"]] {
        let mut session = session(game, None, without);
        for piles in positions {
            let text = format!("g{piles:?}");
            let sum: Sum = vec![(0, piles.clone())];
            let (_, engine) = compare(&mut session, &mut world, &sum, &text);
            assert!(!without.contains(&engine.as_str()), "{engine}");
            *tally.entry(engine).or_default() += 1;
        }
    }
}

#[test]
fn random_rules_on_sizes() {
    let mut tally = Tally::new();
    for seed in 0..24 {
        let table = rules::random(&mut Chance::new(Some(300 + seed)), kind(seed), 6);
        let game = rules::text("g", &table, "1 pile", true);
        let positions: Vec<Vec<usize>> = all_piles(3, 6)
            .into_iter()
            .chain(all_piles(4, 4))
            .step_by(2)
            .collect();
        compare_game(&game, &table, &positions, &mut tally);
    }
    least(&tally, "tame", 300);
    least(&tally, "quotient", 300);
    least(&tally, "search", 300);
}

/// Piles whose values take four binary digits and more.
#[test]
fn great_values() {
    let mut tally = Tally::new();
    for (rule, most) in [("take any", 17), ("take 1..11", 11)] {
        let options = |size: usize| {
            (1..=size.min(most))
                .map(|amount| vec![size - amount])
                .collect()
        };
        let table: Table = (0..=17).map(options).collect();
        let triples = all_piles(3, 17).into_iter();
        let positions: Vec<Vec<usize>> = triples
            .filter(|piles| piles.last() > Some(&7))
            .step_by(7)
            .collect();
        compare_game(
            &format!("game g {{ {rule} misere }}"),
            &table,
            &positions,
            &mut tally,
        );
    }
    least(&tally, "tame", 400);
}

#[test]
fn octal_codes() {
    let mut tally = Tally::new();
    let mut chance = Chance::new(Some(9));
    for _ in 0..30 {
        let digits = [(); 3].map(|()| chance.below(8).to_string()).concat();
        if digits == "000" {
            continue;
        }
        let game = format!("game g {{ octal 0.{digits} misere }}");
        let size = |part: u32| part as usize;
        let options = |parts: Vec<u32>| parts.into_iter().map(size).collect();
        let heap = |heap: Vec<Vec<u32>>| heap.into_iter().map(options).collect();
        let table = code(&format!("0.{digits}"), 9)
            .into_iter()
            .map(heap)
            .collect();
        let positions: Vec<Vec<usize>> = all_piles(2, 9)
            .into_iter()
            .chain(all_piles(3, 5))
            .step_by(3)
            .collect();
        compare_game(&game, &table, &positions, &mut tally);
    }
    least(&tally, "tame", 200);
    least(&tally, "quotient", 200);
}

/// Sums of different games, of which some lead to no piles of their own sizes: the quotient is one of all that can be reached.
#[test]
fn sums_of_different_games() {
    let mut tally = Tally::new();
    for seed in 0..8 {
        let mut chance = Chance::new(Some(500 + seed));
        let tables = [Kind::Whole, Kind::Split].map(|kind| rules::random(&mut chance, kind, 5));
        let (game, mut world) = with_nim(&tables, [("1 pile", ONE); 2], true);
        for without in [&[][..], &["tame"]] {
            let mut session = session(&game, None, without);
            for (place, left) in all_piles(2, 5).into_iter().enumerate() {
                let right = vec![(place / 2) % 5, place % 6];
                let (sum, text) = sum_of(left, right, chance.index(5));
                let (_, engine) = compare(&mut session, &mut world, &sum, &text);
                *tally.entry(engine).or_default() += 1;
            }
        }
    }
    least(&tally, "tame", 20);
    least(&tally, "quotient", 100);
}

/// Piles of tuples are numbered as a walk finds them.
#[test]
fn tuples_have_a_common_quotient() {
    let rules = "
        game knights { pile (row in 0..7, col in 0..7)
            move (row, col) -> (row - 2, col + 1)  move (row, col) -> (row - 2, col - 1)
            move (row, col) -> (row + 1, col - 2)  move (row, col) -> (row - 1, col - 2)  misere }
        game wythoff { pile {a, b}  move a -> a - k for k in 1..  move a, b -> a - k, b - k for k in 1..  misere }";
    let mut by_theory = 0;
    let mut theories = session(rules, None, &[]);
    let mut plain = session(rules, Some("plain"), &[]);
    for number in 0..60 {
        let (a, b, c, d) = (number % 4, number % 5, number % 3, number % 7);
        for text in [
            format!("knights[({a}, {b}), ({c}, {d})]"),
            format!("wythoff[({a}, {b}), ({c}, {d})]"),
            format!("knights[({a}, {d})] + wythoff[({c}, {b})]"),
        ] {
            let query = format!("(winner({text}), winning({text}))");
            let asked = |session: &mut nimrule::Session| {
                session
                    .eval_text("test", &query)
                    .unwrap_or_else(|why| panic!("{text}: {why}"))
            };
            let found = asked(&mut theories);
            let mut lists = [found.value, asked(&mut plain).value].map(|value| value.to_string());
            for list in &mut lists {
                let mut words: Vec<char> = list.chars().collect();
                words.sort_unstable();
                *list = words.into_iter().collect();
            }
            assert_eq!(lists[0], lists[1], "{text}");
            by_theory += u32::from(["tame", "quotient"].contains(&found.by.engine.as_str()));
        }
    }
    assert!(by_theory > 100, "{by_theory}");
}

/// Piles far beyond those of any search.
#[test]
fn huge_piles() {
    let rules = "
        game nim { take any misere }
        game kayles { take 1..2 leaving 0..2 piles misere }
        game bounded { take 1..3 misere }";
    let mut session = session(rules, None, &[]);
    // Kayles: the images have period 12 from 71 on (Sibert and Conway 1992), so these are as 84, 85 and 95.
    let rows = [
        ("winner(nim[1000000000000, 1000000000000])", "second"),
        ("winner(nim[1000000000000, 1, 1000000000000])", "first"),
        ("winning(nim[1000000000000, 1])", "[nim[0, 1]]"),
        (
            "winner(kayles[1_000_000_000_000_000_000]) == winner(kayles[1_000_000_000_000_000_000 % 12 + 84])",
            "true",
        ),
        (
            "winner(kayles[10_000_000_000_000, 5]) == winner(kayles[10_000_000_000_000 % 12 + 84, 5])",
            "true",
        ),
        (
            "winner(kayles[120_000_000_000_001, 7, 9]) == winner(kayles[85, 7, 9])",
            "true",
        ),
        // Lost where the size is 1 modulo 4.
        (
            "[n for n in [1_000_000_000_000, 1_000_000_000_001, 1_000_000_000_002] where winner(bounded[n]) == second]",
            "[1000000000001]",
        ),
    ];
    hold(&mut session, &rows);
    // A winning move of a sum with a huge pile leaves a lost position.
    let position = session
        .position(None, &["kayles[1000000000000, 3]".to_string()])
        .expect("a position");
    let solution = session.solve(&position, 3).expect("a solution");
    for play in &solution.winning {
        let winner = value(&mut session, &format!("winner({})", play.to));
        assert_eq!(winner.to_string(), "second", "{}", play.to);
    }
    assert_eq!(
        solution.winner == Outcome::First,
        !solution.winning.is_empty()
    );
}
