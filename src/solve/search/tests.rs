//! The search over kinds against the plain one over nodes.

use super::Allowance;
use crate::rules::Rulebook;
use crate::solve::Solver;
use crate::solve::policy::Policy;
use crate::solve::positions::nodes::Id;
use crate::text::diagnostic::Diagnostic;
use crate::work::budget::Limits;
use crate::work::{Failure, Limit};

const RULES: &str = "
    game bounded(k) { take 1..k  each turn 1..2 piles }
    game pairs { take 1..3  each turn 2 piles }
    game odd { take 1, 4  each turn 1, 3 piles }
    game many { take 2..3  each turn 1.. piles }
    game same { take any  each turn 1..2 piles alike }
    game together { take 1..3 leaving 1 pile  take 1  each turn all piles alike }
    game stop { take 1..2 leaving 1..2 piles  each turn all piles or none }
    game kayles { take 1..2 leaving 0..2 piles }
    game kayles2 { take 1..2 leaving 0..2 piles  each turn 1..2 piles }
    game rows { pile row[]  move row -> row[..i - 1] ++ row[i + 1..] for i in indices(row) where row[i] > 1
        each turn 1..2 piles }
    game aside { take 1..2  move n -> kayles[n - 1] where n > 0  each turn 1..2 piles }
    game ring { move n -> (n + 1) % 3 for x in 0..0 where n < 3  each turn 1..2 piles }";

const POSITIONS: [&str; 22] = [
    "bounded(3)[1, 2, 3, 4, 5]",
    "bounded(2)[6, 6, 6, 0, 1]",
    "misere(bounded(3))[1, 2, 3, 4, 5]",
    "pairs[4, 4, 3, 5]",
    "misere(pairs)[4, 1, 1, 5]",
    "odd[5, 6, 2, 2]",
    "misere(odd)[5, 6, 2, 2]",
    "many[7, 6, 1, 4]",
    "misere(many)[7, 6, 1, 4]",
    "same[3, 4, 5, 6]",
    "misere(same)[3, 4, 5]",
    "together[6, 5, 7]",
    "misere(together)[6, 5, 7]",
    "stop[5, 4, 6]",
    "misere(stop)[5, 4, 6]",
    "misere(kayles)[9, 8]",
    "misere(kayles)[14]",
    "kayles2[6, 5]",
    "misere(kayles2)[7, 2]",
    "rows[[1, 2, 3], [2, 2]]",
    "aside[4, 3]",
    "misere(kayles)[4] + misere(bounded(2))[3, 2] + misere(kayles)[2]",
];

fn by_definition(book: &Rulebook) -> Solver {
    let mut solver = Solver::new(book);
    let plain = Policy {
        plain: true,
        ..Policy::default()
    };
    solver.piles().set_policy(plain);
    solver
}

fn length(solver: &mut Solver, root: Id, misere: bool) -> Result<(bool, u32), Failure> {
    let piles = solver.piles();
    piles.length(root, misere, &mut Allowance::unlimited())
}

#[test]
fn kinds_and_nodes_tell_the_same() {
    let book = Rulebook::parse(RULES).unwrap();
    let mut used = 0;
    for text in POSITIONS {
        let position = book.position(text).unwrap();
        let misere = position.is_misere();
        let mut plain = by_definition(&book);
        let mut solver = Solver::new(&book);
        let nodes = plain.positions().whole_position(&position).unwrap();
        let root = solver.positions().whole_position(&position).unwrap();
        assert_eq!(
            solver.piles().wins(root, misere).unwrap(),
            plain.piles().wins(nodes, misere).unwrap(),
            "{text}"
        );
        assert_eq!(
            length(&mut solver, root, misere).unwrap(),
            length(&mut plain, nodes, misere).unwrap(),
            "{text}"
        );
        if !misere {
            assert_eq!(
                solver.piles().grundy(root).unwrap(),
                plain.piles().grundy(nodes).unwrap(),
                "{text}"
            );
        }
        assert!(plain.piles().searches.kept.is_empty());
        used += usize::from(!solver.piles().searches.kept.is_empty());
    }
    // All but the game that leads to another one.
    assert_eq!(used, POSITIONS.len() - 1);
}

#[test]
fn positions_in_any_order_share_a_search() {
    let book = Rulebook::parse(RULES).unwrap();
    let mut plain = by_definition(&book);
    for game in ["bounded(3)", "misere(kayles2)", "misere(same)"] {
        let mut solver = Solver::new(&book);
        for a in [0, 3, 5, 1, 4] {
            for b in [2, 5, 0, 4] {
                for c in [1, 4] {
                    let text = format!("{game}[{a}, {b}, {c}]");
                    let position = book.position(&text).unwrap();
                    let found = solver.wins_by_search(&position);
                    let known = plain.wins_by_search(&position);
                    assert_eq!(found.unwrap(), known.unwrap(), "{text}");
                    assert!(solver.piles().searches.kept.len() <= 1);
                }
            }
        }
    }
}

#[test]
fn piles_that_come_back_are_shown_as_before() {
    let book = Rulebook::parse(RULES).unwrap();
    let position = book.position("ring[0, 1]").unwrap();
    let failure = Solver::new(&book).wins_by_search(&position).unwrap_err();
    let message = Diagnostic::from(failure).message;
    assert!(message.contains("need never end"), "{message}");
}

#[test]
fn twelve_piles_of_bounded_nim_take_little() {
    let book = Rulebook::parse(RULES).unwrap();
    let text = "bounded(3)[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]";
    let position = book.position(text).unwrap();
    let mut solver = Solver::with_limits(&book, &Limits::default().with_memory(16 << 20));
    let wins = solver.wins_by_search(&position).unwrap();
    let root = solver.positions().whole_position(&position).unwrap();
    let (again, length) = length(&mut solver, root, false).unwrap();
    assert_eq!(wins, again);
    assert_eq!(wins, length % 2 == 1);
}

#[test]
fn a_search_that_is_stopped_can_be_asked_again() {
    let book = Rulebook::parse(RULES).unwrap();
    for (text, memory) in [
        ("misere(kayles)[20, 19, 10]", 1 << 17),
        ("bounded(3)[9, 9, 9, 9, 9, 9, 9, 9]", 1 << 10),
    ] {
        let position = book.position(text).unwrap();
        let mut solver = Solver::new(&book);
        let limits = Limits::default().with_memory(memory);
        solver.start(&limits);
        let failure = solver.wins_by_search(&position).unwrap_err();
        assert!(matches!(failure.limit(), Some(Limit::Memory { .. })));
        solver.start(&Limits::default());
        let root = solver.positions().whole_position(&position).unwrap();
        let misere = position.is_misere();
        let stopped = solver.piles().length(root, misere, &mut Allowance::of(10));
        assert!(
            matches!(stopped, Err(Failure::Limit(Limit::Options(10), _))),
            "{stopped:?}"
        );
        let (wins, _) = length(&mut solver, root, misere).unwrap();
        let found = solver.wins_by_search(&position).unwrap();
        assert_eq!(found, wins);
    }
}
