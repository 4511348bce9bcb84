//! Lines and best moves with however little is known of lengths, against a naive look at random graphs.

use super::*;
use crate::expr::value::Value;
use crate::query::best::{best, solution};
use crate::rules::Rulebook;
use crate::solve::loopy::tests::{Graph, Sum, book, graph, naive, some_sum, turns, written};
use crate::solve::method::JUDGED;
use crate::work::budget::Limits;
use crate::work::chance::Chance;

fn position(book: &Rulebook, graph: &Graph, sum: &Sum) -> Position {
    match sum.as_slice() {
        [] => book.position("g[]").unwrap(),
        _ => book.position(&written(graph, sum)).unwrap(),
    }
}

fn read(graph: &Graph, position: &Position) -> Sum {
    let mut sum = Sum::new();
    for term in &position.terms {
        let first = if term.game.label == "nim" {
            graph.len()
        } else {
            0
        };
        let sizes = term.piles.iter().filter_map(Value::as_int);
        sum.extend(sizes.map(|size| first + size as usize));
    }
    sum.sort_unstable();
    sum
}

#[test]
fn won_plays_end_and_only_perfect_ones_are_called_so() {
    let mut random = Chance::new(Some(6));
    let (mut perfect, mut others) = (0, 0);
    for round in 0..1_500 {
        let misere = round % 4 == 0;
        let graph = graph(&mut random, round % 2 == 0);
        let book = book(&graph, misere);
        let start = some_sum(&mut random, &graph, 4);
        let truth = naive(&graph, &start, misere);
        let (winner, length) = truth[&start];
        let mut solver = Solver::new(&book);
        let measuring = random.below(6);
        let line = line_within(&mut solver, &position(&book, &graph, &start), measuring).unwrap();
        let told = format!("{graph:?} {start:?}: {line:?}");
        assert_eq!(line.winner, winner, "{told}");
        let mut now = start.clone();
        for step in &line.moves {
            let next = read(&graph, &step.to);
            assert!(turns(&graph, &now).contains(&next), "{told}");
            now = next;
        }
        if winner != Outcome::Draw {
            let sure = perfect_line(&mut solver, &position(&book, &graph, &start)).unwrap();
            assert_eq!(sure.moves.len(), length as usize, "{told}");
            assert!(
                line.repeats.is_none() && turns(&graph, &now).is_empty(),
                "{told}"
            );
            assert_eq!(truth[&now].0 == Outcome::First, misere, "{told}");
            assert_eq!(
                line.moves.len() % 2 == 1,
                (winner == Outcome::First) != misere,
                "{told}"
            );
            assert!(
                !line.is_perfect || line.moves.len() == length as usize,
                "{told}"
            );
            *(if line.is_perfect {
                &mut perfect
            } else {
                &mut others
            }) += 1;
        }
    }
    assert!(perfect > 200 && others > 100, "{perfect} {others}");
}

#[test]
fn the_winner_comes_to_an_end_whatever_the_replies_are() {
    let mut random = Chance::new(Some(7));
    let (mut games, mut longest) = (0, 0);
    for round in 0..1_500 {
        let graph = graph(&mut random, round % 2 == 0);
        let book = book(&graph, false);
        let mut now = some_sum(&mut random, &graph, 4);
        if naive(&graph, &now, false)[&now].0 != Outcome::First {
            continue;
        }
        games += 1;
        let mut solver = Solver::new(&book);
        for moves in (1..).step_by(2) {
            assert!(moves < 1_000, "{graph:?} {now:?}");
            let before = position(&book, &graph, &now);
            let mut measuring = random.below(3);
            let chosen = choose(&before, solver.memory()).unwrap();
            let study = Study::measuring(&mut solver, &chosen, 1, &mut measuring).unwrap();
            let best = study.best(&mut solver, OPTIONS_ASIDE, |_| false);
            let best = best.unwrap().unwrap();
            assert!(best.wins);
            let replies = turns(&graph, &read(&graph, &best.play.to));
            longest = longest.max(moves);
            if replies.is_empty() {
                break;
            }
            now = replies[random.below(replies.len() as u64) as usize].clone();
        }
    }
    assert!(games > 200 && longest > 8, "{games} {longest}");
}

#[test]
fn each_position_is_judged_once() {
    let book = Rulebook::parse(
        "game kayles { take 1..2 leaving 0..2 piles }
        game nim { take any }
        game two { take any  each turn 1..2 piles }
        let ways = [[1, 2], [0], []]
        game walk { pile n in 0..2  move n -> next for next in ways[n]  loopy }",
    )
    .unwrap();
    let judged = |text: &str, ask: &dyn Fn(&mut Solver, &Position) -> usize| {
        let position = book.position(text).unwrap();
        let mut solver = Solver::new(&book);
        JUDGED.set(0);
        let positions = ask(&mut solver, &position);
        assert_eq!(JUDGED.get(), positions, "{text}");
    };
    for text in [
        "kayles[5, 8, 12]",
        "kayles[5, 8] + nim[3]",
        "nim[3, 5, 6]",
        "two[2, 3, 5]",
        "walk[2] + nim[4]",
    ] {
        judged(text, &|solver, position| {
            line(solver, position).unwrap().moves.len() + 1
        });
        judged(text, &|solver, position| {
            solution(solver, position, 20).unwrap();
            1
        });
        judged(text, &|solver, position| {
            best(solver, position, OPTIONS_ASIDE).unwrap();
            1
        });
    }
}

/// The winner is known by values long before every option was looked at, and the searches for lengths end at their limit.
#[test]
fn a_limit_keeps_the_winner() {
    let book = Rulebook::parse(
        "let ways = [[1, 2], [0], []]
        game walk { pile n in 0..2  move n -> next for next in ways[n]  loopy }
        game nim { take any }
        game half { take 1..n / 2 }
        game two { take any  each turn 2 piles }",
    )
    .unwrap();
    for (text, bits, is_told) in [
        ("walk[2] + nim[1500]", 10..26, true),
        ("two[9, 10, 11]", 10..22, true),
        // Only the length of play takes memory, and without it a move wins as well.
        ("half[40, 41, 42]", 10..22, false),
    ] {
        let position = book.position(text).unwrap();
        let whole = solution(&mut Solver::new(&book), &position, 20).unwrap();
        assert_eq!(whole.stopped, None, "{text}");
        let mut reached = [false; 2];
        for memory in bits.map(|bits| 1 << bits) {
            let limits = Limits::default().with_memory(memory);
            let mut solver = Solver::with_limits(&book, &limits);
            let Ok(found) = solution(&mut solver, &position, 20) else {
                continue;
            };
            reached[usize::from(found.stopped.is_none())] = true;
            assert_eq!(found.winner, whole.winner, "{text} {memory}");
        }
        assert_eq!(reached, [is_told, true], "{text}");
    }
}
