//! Winning turns that are found by values, against a look at every option.

use std::collections::{BTreeMap, HashSet};

use super::*;
use crate::expr::value::Outcome;
use crate::query::best::solution;
use crate::query::line::line;
use crate::rules::Rulebook;
use crate::solve::method::{choose, needs_search};
use crate::work::Limit;
use crate::work::budget::Limits;
use crate::work::chance::Chance;

/// Games of every kind of moves, each with the largest pile that is tried.
const GAMES: &str = "nim 900 take any
bounded 900 take 1..3
gaps 900 take 1, 3, 4
many 900 take 1..299, 500
steps 900 take 2, 4..
all_but 900 take 1, 3.., 2 leaving 1 pile
any_but 900 take k where k not in [2, 5, 300]
odd 900 take 1 + 2 * k for k in 0..
thirds 900 take 2 + 3 * k leaving 1 pile for k in 0..
kayles 500 take 1..2 leaving 0..2 piles
cut 500 split into 2 unequal
lasker 300 take any  split into 2
pairs 120 take any leaving 2 piles
any_pairs 120 take any leaving 0..2 piles
many_pairs 800 take any leaving 0..2 piles
odd_pairs 120 take 1 + 2 * k leaving 0, 2 piles for k in 0..
whole 900 take 1..400 leaving 0 piles  take 5 leaving 1 pile
half 900 take 1..n / 2
between 900 take n / 3 + 1..n / 2 + 1
from_table 400 pile n in 0..400  let low = [1; 401]  let high = [n % 7 + 250 for n in 0..400]  take low[n]..high[n]
barred 900 take k where (n, k) not in [(5, 2), (7, 7), (400, 3), (600, 200)]
squares 900 take k * k for k in 1..
primes 900 take k where prime(k)
coprime 300 split into a, b where a < b and gcd(a, b) == 1
far_apart 300 take 1..2 leaving a, b where a > 2 * b
three 60 split into 3
distinct 40 split into 2.. unequal
hexed 60 hex 0.8F
halve 900 move n -> n / 2 where n > 0  take 1
copies 200 move n -> [n / 2; k] for k in 1..3 where n > 0
ring 200 move n -> nim[n / 2] where n > 2  take 1..2
stops 200 take any  end when n <= 3
from_three 200 pile n in 3..  take 1..5
wythoff 30 pile {a, b}  move a -> a - k for k in 1..  move a, b -> a - k, b - k for k in 1..
coins 6 pile p[]  move p[i] -> p[i] - 1
moore 7 take any  each turn 1..2 piles";

fn games() -> Vec<(&'static str, i64, &'static str)> {
    let row = |line: &'static str| {
        let mut parts = line.splitn(3, ' ');
        let mut part = || parts.next().unwrap();
        (part(), part().parse().unwrap(), part())
    };
    GAMES.lines().map(row).collect()
}

fn book() -> Rulebook {
    let games = games().into_iter();
    let games = games.map(|(name, _, rules)| format!("game {name} {{ {rules} }}"));
    let games: Vec<String> = games.collect();
    Rulebook::parse(&games.join("\n")).unwrap()
}

fn pile_of(name: &str, most: i64, chance: &mut Chance) -> String {
    match name {
        "wythoff" | "coins" => {
            let [a, b] = [(); 2].map(|()| chance.between(0, most - 1));
            match name {
                "coins" => format!("[{a}, {b}]"),
                _ => format!("({a}, {b})"),
            }
        }
        "from_three" => chance.between(3, most).to_string(),
        _ => chance.between(1, most).to_string(),
    }
}

/// The winning turns by a look at every option: those after which the values add up to 0.
fn brute(solver: &mut Solver, position: &Position) -> HashSet<Position> {
    let plays = Plays::of(solver, position).unwrap();
    let results = plays
        .list
        .iter()
        .map(|play| plays.result(solver, play).unwrap());
    let results: Vec<Position> = results.collect();
    let lost = results.into_iter();
    lost.filter(|left| solver.position_grundy(left).unwrap() == 0)
        .collect()
}

#[test]
fn winning_turns_are_those_that_a_look_at_every_option_finds() {
    let (book, games) = (book(), games());
    let mut chance = Chance::new(Some(7));
    let mut solver = Solver::new(&book);
    let mut won: BTreeMap<&str, usize> = BTreeMap::new();
    for round in 0..6 {
        for (number, (name, most, _)) in games.iter().enumerate() {
            // Sizes of every order, alone, with another pile of the game, and with one of another game.
            let most = (most >> round.min(3)).max(4);
            let mut text = format!("{name}[{}]", pile_of(name, most, &mut chance));
            if round % 2 == 1 {
                let more = pile_of(name, most, &mut chance);
                text = text.replace("]", &format!(", {more}]")).replace("],", ",");
                if *name == "coins" {
                    text = format!("coins[[1, 2], [{}, 3]]", chance.between(0, 5));
                }
            }
            if round % 3 == 2 {
                let (other, most, _) = games[(number + 1 + round) % games.len()];
                text.push_str(&format!(
                    " + {other}[{}]",
                    pile_of(other, most.min(60), &mut chance)
                ));
            }
            let position = book
                .position(&text)
                .unwrap_or_else(|why| panic!("{text}: {why:?}"));
            if needs_search(&position) {
                continue;
            }
            let chosen = choose(&position, solver.memory()).unwrap();
            let study = Study::of(&mut solver, &chosen, usize::MAX).unwrap();
            let (told, count) = study.winning_moves(&mut solver, usize::MAX).unwrap();
            let expected = brute(&mut solver, &position);
            let found: HashSet<Position> = told.iter().map(|play| play.to.clone()).collect();
            assert_eq!(found, expected, "{text}");
            assert_eq!(
                (told.len(), count),
                (expected.len(), expected.len() as u64),
                "{text}"
            );
            assert_eq!(
                study.winner == Outcome::First,
                !expected.is_empty(),
                "{text}"
            );
            assert!(study.is_complete(), "{text}");
            *won.entry(name).or_default() += usize::from(study.winner == Outcome::First);
        }
    }
    for (name, ..) in games {
        assert!(
            won.get(name).is_some_and(|won| *won > 0),
            "{name} was never won"
        );
    }
}

/// What the kinds of moves tell is what the moves themselves do, for each value.
#[test]
fn options_of_each_value_are_told_without_a_list() {
    let book = book();
    let mut solver = Solver::new(&book);
    let mut told = 0;
    for (name, most, _) in games() {
        let game = Arc::clone(&book.position(&format!("{name}[]")).unwrap().terms[0].game);
        if game.shape.as_heap().is_none() || game.turn != Turn::One {
            continue;
        }
        let most = most.min(90);
        for size in [0, 1, 2, 3, 5, 7, 12, 33, 64, most] {
            if !game
                .shape
                .as_heap()
                .is_some_and(|bounds| bounds.contains(size))
            {
                continue;
            }
            let position = book.position(&format!("{name}[{size}]")).unwrap();
            solver.position_grundy(&position).unwrap();
            let plays = Plays::of(&mut solver, &position).unwrap();
            let mut by_value: BTreeMap<u64, HashSet<Vec<i64>>> = BTreeMap::new();
            for play in &plays.list {
                let left = plays.result(&mut solver, play).unwrap();
                let value = solver.position_grundy(&left).unwrap();
                let sizes = left.terms[0].piles.iter().filter_map(|pile| pile.as_int());
                let mut sizes: Vec<i64> = sizes.collect();
                sizes.sort_unstable();
                by_value.entry(value).or_default().insert(sizes);
            }
            let largest = by_value.keys().next_back().copied().unwrap_or(0);
            for value in 0..=largest + 2 {
                let found = solver.piles().with_heap(game.id, |heap, machine| {
                    heap.options_worth(size as u64, value, &mut Hunt::all(), machine)
                });
                let Some(Some(found)) = found.unwrap() else {
                    continue;
                };
                told += 1;
                let sizes = |sizes: &crate::moves::taking::Rest| {
                    sizes.iter().map(|size| *size as i64).collect::<Vec<_>>()
                };
                let found_set: HashSet<Vec<i64>> = found.iter().map(sizes).collect();
                assert_eq!(found_set.len(), found.len(), "{name}[{size}] {value}");
                let expected = by_value.remove(&value).unwrap_or_default();
                assert_eq!(found_set, expected, "{name}[{size}] {value}");
            }
        }
    }
    assert!(told > 600, "{told}");
}

/// Sizes far beyond those whose values are computed: what is found has the value, and something is found where it must be.
#[test]
fn options_of_huge_piles_are_found_by_the_period() {
    let book = book();
    let mut solver = Solver::new(&book);
    for name in [
        "nim", "bounded", "gaps", "many", "odd", "any_but", "kayles", "barred",
    ] {
        let game = Arc::clone(&book.position(&format!("{name}[]")).unwrap().terms[0].game);
        for size in [10_u64.pow(9) + 7, 10_u64.pow(15), 10_u64.pow(18) + 12] {
            let own = solver.piles().heap_value(game.id, size).unwrap().unwrap();
            // A value beyond those that small piles have is looked for to the end, and found by nobody.
            for value in [
                0,
                1,
                own / 2,
                own.saturating_sub(1),
                own,
                own + 1,
                own + 1000,
            ] {
                let mut hunt = Hunt {
                    most: 5,
                    looks: 100,
                    found: 0,
                };
                let found = solver.piles().with_heap(game.id, |heap, machine| {
                    heap.options_worth(size, value, &mut hunt, machine)
                });
                let found = found.unwrap().unwrap().unwrap();
                for sizes in &found {
                    let parts = sizes
                        .iter()
                        .map(|part| solver.piles().heap_value(game.id, *part).unwrap().unwrap());
                    assert_eq!(
                        parts.fold(0, |xor, part| xor ^ part),
                        value,
                        "{name}[{size}]"
                    );
                    assert!(sizes.iter().sum::<u64>() < size, "{name}[{size}]");
                }
                assert!(!found.is_empty() || value >= own, "{name}[{size}] {value}");
                assert!(found.is_empty() || value != own, "{name}[{size}]");
            }
        }
    }
}

fn solved(
    book: &Rulebook,
    text: &str,
    memory: u64,
    limit: usize,
) -> crate::query::answer::Solution {
    let limits = Limits::default().with_memory(memory);
    let mut solver = Solver::with_limits(book, &limits);
    let position = book.position(text).unwrap();
    solution(&mut solver, &position, limit).unwrap()
}

/// Memory is counted, so what fits into little is not a list of options.
#[test]
fn large_sums_are_solved_in_little_memory() {
    let book = book();
    let found = solved(&book, "nim[1000000, 2000000, 3000001]", 1 << 20, 20);
    let left = format!("nim[1000000, 2000000, {}]", 1_000_000 ^ 2_000_000);
    assert_eq!(found.winning[0].to.to_string(), left);
    assert_eq!(found.winning_count, Some(1));
    for (name, size, count) in [
        ("nim", 1_000_000, 500),
        ("nim", 1_000_000, 10_000),
        ("bounded", 1_000_000, 10_000),
        ("any_but", 1_000_000, 10_000),
        ("odd", 1_000_000, 10_000),
        ("half", 100_000, 10_000),
        ("kayles", 1_000_000, 10_000),
    ] {
        let sum = format!("{name}[{size} + i for i in 1..{count}] + nim[4000000]");
        let found = solved(&book, &sum, 96 << 20, 2);
        assert_eq!(found.winner, Outcome::First, "{sum}");
        assert!(
            !found.winning.is_empty() && found.winning.len() <= 2,
            "{sum}"
        );
        let mut solver = Solver::new(&book);
        for play in &found.winning {
            assert_eq!(solver.position_grundy(&play.to).unwrap(), 0, "{sum}");
        }
        let same = format!("{name}[{size}; {count}] + nim[3]");
        let found = solved(&book, &same, 96 << 20, 2);
        assert_eq!(found.winner, Outcome::First, "{same}");
    }
}

/// How much work a question took, in steps.
fn steps(book: &Rulebook, memory: u64, ask: impl FnOnce(&mut Solver)) -> u64 {
    let limits = Limits::default().with_memory(memory);
    let mut solver = Solver::with_limits(book, &limits);
    ask(&mut solver);
    solver.budget().done()
}

/// Few moves of the play are looked for among all options, and few lengths are looked for in vain.
#[test]
fn lines_of_large_sums_take_little_work() {
    let book = book();
    let position = book.position("nim[1000000, 2000000, 3000001]").unwrap();
    let work = steps(&book, 64 << 20, |solver| {
        let line = line(solver, &position).unwrap();
        assert!(line.moves.len() > 20 && line.winner == Outcome::First);
        let last = line.moves.last().unwrap();
        assert!(line.moves.len() % 2 == 1 && last.to.to_string() == "nim[0, 0, 0]");
    });
    assert!(work < 6_000_000, "{work}");
}

/// More winning moves than fit the memory are refused before they are made.
#[test]
fn too_many_winning_moves_are_refused_at_once() {
    let book = book();
    let sum: Vec<String> = (0..2_000).map(|size| format!("kayles[{size}]")).collect();
    let position = book.position(&sum.join(" + ")).unwrap();
    steps(&book, 32 << 20, |solver| {
        let chosen = choose(&position, solver.memory()).unwrap();
        let study = Study::of(solver, &chosen, usize::MAX).unwrap();
        assert!(study.leaving(Outcome::Second).count() > 1_000);
        let before = solver.budget().done();
        let refused = study.winning_moves(solver, usize::MAX).unwrap_err();
        assert!(matches!(refused.limit(), Some(Limit::Memory { .. })));
        assert_eq!(solver.budget().done(), before);
    });
}
