//! Everything against a naive look at random graphs.

use std::collections::{BTreeMap, BTreeSet};

use super::region::Length;
use super::{FoundBy, Loopy, LoopyValue};
use crate::expr::value::Outcome;
use crate::rules::Rulebook;
use crate::solve::Solver;
use crate::solve::method::Memory;
use crate::solve::policy::Policy;
use crate::solve::positions::nodes::Id;
use crate::solve::values::KnownValues;
use crate::text::diagnostic::Diagnostic;
use crate::work::budget::Limits;
use crate::work::chance::Chance;

/// For each pile its options, each a list of piles.
pub(crate) type Graph = Vec<Vec<Vec<usize>>>;

/// A sum of piles, sorted; numbers from the length of the graph on are piles of Nim, of 0, 1, 2, …
pub(crate) type Sum = Vec<usize>;

/// A random graph. A pile may become two only if they weigh no more together, so that sums stay finite.
pub(crate) fn graph(random: &mut Chance, splits: bool) -> Graph {
    let count = 2 + random.below(6) as usize;
    let weights: Vec<u64> = (0..count).map(|_| 1 + random.below(3)).collect();
    let density = 1 + random.below(3);
    (0..count)
        .map(|pile| {
            let mut options: BTreeSet<Vec<usize>> = BTreeSet::new();
            for _ in 0..random.below(density * 2 + 1) {
                let (a, b) = (random.index(count), random.index(count));
                if splits && random.below(2) == 0 {
                    if weights[a] + weights[b] <= weights[pile] {
                        options.insert(vec![a.min(b), a.max(b)]);
                    }
                } else if !splits || weights[a] <= weights[pile] {
                    options.insert(vec![a]);
                }
                if random.below(8) == 0 {
                    options.insert(vec![]);
                }
            }
            options.into_iter().collect()
        })
        .collect()
}

pub(crate) fn book(graph: &Graph, misere: bool) -> Rulebook {
    let rows: Vec<String> = graph
        .iter()
        .map(|options| {
            let options: Vec<String> = options
                .iter()
                .map(|option| {
                    let cells: Vec<String> = option.iter().map(usize::to_string).collect();
                    format!("[{}]", cells.join(", "))
                })
                .collect();
            format!("[{}]", options.join(", "))
        })
        .collect();
    let last = graph.len() - 1;
    let word = if misere { "misere" } else { "" };
    // With another empty option at the end, where nobody comes, the kind of the table is known.
    let text = format!(
        "let graph = [{}, [[0]]]\ngame g {{ pile n in 0..{last}  move n -> parts for parts in graph[n]  loopy {word} }}\n\
         game nim {{ take any {word} }}\n",
        rows.join(", ")
    );
    Rulebook::parse(&text).unwrap_or_else(|report| panic!("{text}\n{report}"))
}

fn options_of(graph: &Graph, pile: usize) -> Vec<Vec<usize>> {
    match pile.checked_sub(graph.len()) {
        None => graph[pile].clone(),
        Some(size) => (0..size).map(|left| vec![graph.len() + left]).collect(),
    }
}

pub(crate) fn turns(graph: &Graph, sum: &Sum) -> Vec<Sum> {
    let mut found = Vec::new();
    for (place, pile) in sum.iter().enumerate() {
        for option in options_of(graph, *pile) {
            let mut next = sum.clone();
            next.remove(place);
            next.extend(option);
            next.sort_unstable();
            found.push(next);
        }
    }
    found
}

/// Who wins each sum that can be reached, and in how many moves: rounds over all of them until nothing changes.
pub(crate) fn naive(graph: &Graph, root: &Sum, misere: bool) -> BTreeMap<Sum, (Outcome, u32)> {
    let mut all: BTreeMap<Sum, Vec<Sum>> = BTreeMap::new();
    let mut waiting = vec![root.clone()];
    while let Some(sum) = waiting.pop() {
        if all.contains_key(&sum) {
            continue;
        }
        let next = turns(graph, &sum);
        waiting.extend(next.iter().cloned());
        all.insert(sum, next);
    }
    let mut known: BTreeMap<Sum, (Outcome, u32)> = BTreeMap::new();
    for round in 0.. {
        // What is decided in this many moves, from what is decided in fewer.
        let mut new = Vec::new();
        for (sum, next) in &all {
            if known.contains_key(sum) {
                continue;
            }
            let of = |next: &Sum| known.get(next).map(|(outcome, _)| *outcome);
            let outcome = if next.is_empty() {
                Outcome::decided(misere)
            } else if next.iter().any(|next| of(next) == Some(Outcome::Second)) {
                Outcome::First
            } else if next.iter().all(|next| of(next) == Some(Outcome::First)) {
                Outcome::Second
            } else {
                continue;
            };
            new.push((sum.clone(), (outcome, round)));
        }
        if new.is_empty() {
            break;
        }
        known.extend(new);
    }
    all.into_keys()
        .map(|sum| {
            let verdict = known.get(&sum).copied().unwrap_or((Outcome::Draw, 0));
            (sum, verdict)
        })
        .collect()
}

pub(crate) fn written(graph: &Graph, sum: &Sum) -> String {
    let piles: Vec<String> = sum
        .iter()
        .map(|pile| match pile.checked_sub(graph.len()) {
            None => format!("g[{pile}]"),
            Some(size) => format!("nim[{size}]"),
        })
        .collect();
    piles.join(" + ")
}

fn components(book: &Rulebook, solver: &mut Solver, graph: &Graph, sum: &Sum) -> Vec<Id> {
    if sum.is_empty() {
        return Vec::new();
    }
    let position = book.position(&written(graph, sum)).unwrap();
    solver.positions().components(&position).unwrap()
}

pub(crate) fn some_sum(random: &mut Chance, graph: &Graph, most: u64) -> Sum {
    let count = 1 + random.below(most);
    let mut sum: Sum = (0..count)
        .map(|_| match random.below(4) {
            0 => graph.len() + random.index(4),
            _ => random.index(graph.len()),
        })
        .collect();
    sum[0] = random.index(graph.len());
    sum.sort_unstable();
    sum
}

fn new_solver(book: &Rulebook, plain: bool) -> Solver {
    let mut solver = Solver::new(book);
    let policy = Policy {
        plain,
        ..Policy::default()
    };
    solver.piles().set_policy(policy);
    solver
}

/// What is known of plays without end, and beside it all else.
fn parts(solver: &mut Solver) -> (&mut Loopy, &mut KnownValues) {
    let Memory { loopy, values } = solver.memory();
    (loopy, values)
}

/// What is found of a sum with so much effort, and how.
fn outcome_of(
    solver: &mut Solver,
    ids: &[Id],
    misere: bool,
    mut effort: u64,
) -> Option<(Outcome, FoundBy)> {
    let (loopy, values) = parts(solver);
    loopy.outcome(ids, misere, &mut effort, values).unwrap()
}

/// How many moves a play lasts, after a search with so much effort.
fn length_of(solver: &mut Solver, ids: &[Id], misere: bool, mut effort: u64) -> Option<Length> {
    let (loopy, values) = parts(solver);
    loopy.search(ids, misere, &mut effort, values).unwrap();
    let length = loopy.length(ids, misere, &mut values.piles.positions);
    length.unwrap()
}

#[test]
fn outcomes_and_lengths_agree_with_a_naive_look() {
    let mut random = Chance::new(Some(1));
    let mut seen = [0; 3];
    for round in 0..600 {
        let splits = round % 2 == 0;
        let misere = round % 3 == 0;
        let graph = graph(&mut random, splits);
        let book = book(&graph, misere);
        let sum = some_sum(&mut random, &graph, 3);
        let truth = naive(&graph, &sum, misere);
        for plain in [false, true] {
            let mut solver = new_solver(&book, plain);
            for (sum, (outcome, length)) in truth.iter().filter(|(sum, _)| !sum.is_empty()) {
                let ids = components(&book, &mut solver, &graph, sum);
                let (found, how) = outcome_of(&mut solver, &ids, misere, 100_000).unwrap();
                assert_eq!(found, *outcome, "{graph:?} {sum:?} {misere}");
                seen[found as usize] += 1;
                assert!(!plain || how != FoundBy::Values);
                let expected = (*outcome != Outcome::Draw).then_some(*length);
                let measured = length_of(&mut solver, &ids, misere, 100_000);
                assert_eq!(
                    measured.map(|length| length.moves),
                    expected,
                    "{graph:?} {sum:?}"
                );
                assert!(measured.is_none_or(|length| length.is_exact));
            }
        }
    }
    assert!(seen.iter().all(|count| *count > 500), "{seen:?}");
}

#[test]
fn what_is_said_of_a_part_holds_of_the_whole() {
    let mut random = Chance::new(Some(2));
    let (mut early, mut inexact) = (0, 0);
    for round in 0..1_000 {
        let misere = round % 3 == 0;
        let graph = graph(&mut random, round % 2 == 0);
        let book = book(&graph, misere);
        let sum = some_sum(&mut random, &graph, 4);
        let truth = naive(&graph, &sum, misere);
        let mut solver = new_solver(&book, round % 5 == 0);
        let (outcome, length) = truth[&sum];
        let ids = components(&book, &mut solver, &graph, &sum);
        for step in 0..5_000 {
            // One more position is looked at in each step.
            let found = outcome_of(&mut solver, &ids, misere, 1);
            if let Some(measured) = length_of(&mut solver, &ids, misere, 0) {
                assert!(measured.moves >= length);
                assert!(
                    !measured.is_exact || measured.moves == length,
                    "{graph:?} {sum:?}"
                );
                inexact += u32::from(!measured.is_exact);
            }
            if step == 4_999 || found.is_some() {
                let (found, how) = found.unwrap_or_else(|| panic!("{graph:?} {sum:?}"));
                assert_eq!(found, outcome, "{graph:?} {sum:?} {misere} {how:?}");
                early += u32::from(how == FoundBy::Bounded);
                break;
            }
        }
    }
    assert!(early > 100 && inexact > 10, "{early} {inexact}");
}

#[test]
fn a_value_tells_who_wins_with_every_pile_of_nim_beside_it() {
    let mut random = Chance::new(Some(3));
    let (mut numbers, mut infinite) = (0, 0);
    for round in 0..500 {
        let graph = graph(&mut random, round % 2 == 0);
        let book = book(&graph, false);
        let mut solver = Solver::new(&book);
        let sum = some_sum(&mut random, &graph, 2);
        let ids = components(&book, &mut solver, &graph, &sum);
        // Whatever part is looked at, a value that is given is the right one.
        let mut effort = match round % 3 {
            0 => 1 + random.below(4),
            _ => 1_000,
        };
        let (loopy, values) = parts(&mut solver);
        let value = loopy.value(&ids, &mut effort, values).unwrap();
        for size in 0..10 {
            let mut whole = sum.clone();
            whole.push(graph.len() + size);
            let (outcome, _) = naive(&graph, &whole, false)[&whole];
            let expected = match &value {
                LoopyValue::Number(value) => Outcome::decided(*value != size as u64),
                LoopyValue::Infinite(seen) if seen.contains(&(size as u64)) => Outcome::First,
                LoopyValue::Infinite(_) => Outcome::Draw,
                LoopyValue::Unknown => {
                    assert_eq!(round % 3, 0);
                    continue;
                }
            };
            assert_eq!(outcome, expected, "{graph:?} {sum:?} + {size}: {value}");
        }
        match value {
            LoopyValue::Number(value) if value > 0 => numbers += 1,
            LoopyValue::Infinite(seen) if !seen.is_empty() => infinite += 1,
            _ => {}
        }
    }
    assert!(numbers > 50 && infinite > 50, "{numbers} {infinite}");
}

#[test]
fn a_winner_by_values_comes_to_an_end() {
    let mut random = Chance::new(Some(4));
    let (mut games, mut longest) = (0, 0);
    for round in 0..400 {
        let graph = graph(&mut random, round % 2 == 0);
        let book = book(&graph, false);
        let mut solver = Solver::new(&book);
        let mut now = some_sum(&mut random, &graph, 4);
        let ids = components(&book, &mut solver, &graph, &now);
        let Some((Outcome::First, FoundBy::Values)) = outcome_of(&mut solver, &ids, false, 10_000)
        else {
            continue;
        };
        games += 1;
        for moves in (1..).step_by(2) {
            assert!(moves < 1_000, "{graph:?}");
            let lost: Vec<Sum> = turns(&graph, &now)
                .into_iter()
                .filter(|next| {
                    let ids = components(&book, &mut solver, &graph, next);
                    let found = outcome_of(&mut solver, &ids, false, 10_000);
                    matches!(found, Some((Outcome::Second, _)))
                })
                .collect();
            now = lost
                .into_iter()
                .min_by_key(|next| {
                    let ids = components(&book, &mut solver, &graph, next);
                    let (loopy, values) = parts(&mut solver);
                    loopy.times(&ids, values).unwrap()
                })
                .unwrap();
            let replies = turns(&graph, &now);
            if replies.is_empty() {
                longest = longest.max(moves);
                break;
            }
            now = replies[random.index(replies.len())].clone();
        }
    }
    assert!(games > 50 && longest > 6, "{games} {longest}");
}

/// The piles up to 120 that the player to move loses, wins and draws: Winning Ways, chapter 15, as far as it lists them, and
/// what follows by hand for the least ones.
#[test]
fn epsteins_game_is_solved_though_its_piles_grow_without_end() {
    let book = Rulebook::parse(
        "game epstein { pile n  take isqrt(n) * isqrt(n)  move n -> n + isqrt(n) * isqrt(n) where n > 0  loopy }",
    )
    .unwrap();
    let mut solver = Solver::new(&book);
    let mut lists = [Vec::new(), Vec::new(), Vec::new()];
    for size in 0..=50u32 {
        let position = book.position(&format!("epstein[{size}]")).unwrap();
        let (loopy, values) = parts(&mut solver);
        let (outcome, _) = loopy.winner(&position, values).unwrap();
        lists[outcome as usize].push(size);
    }
    let [first, second, _] = lists;
    assert_eq!(second, [0, 5, 20, 29, 45]);
    assert_eq!(first, [1, 4, 9, 11, 14, 16, 21, 25, 30, 36, 41, 44, 49]);
}

#[test]
fn memory_is_held_to_the_limit() {
    let book = Rulebook::parse(
        "game grow { move n -> n + k for k in 1..3  loopy }\ngame nim { take any }",
    )
    .unwrap();
    for text in ["grow[1]", "grow[1, 2]", "grow[3] + nim[5]"] {
        let position = book.position(text).unwrap();
        let limits = Limits::default().with_memory(4 << 20);
        let mut solver = Solver::with_limits(&book, &limits);
        let (loopy, values) = parts(&mut solver);
        let failure = loopy.winner(&position, values).unwrap_err();
        assert_eq!(Diagnostic::from(failure).code, "memory_limit", "{text}");
        assert!(
            solver.budget().held() < 8 << 20,
            "{text}: {}",
            solver.budget().held()
        );
    }
}
