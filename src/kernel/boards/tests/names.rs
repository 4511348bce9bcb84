//! Names by moves: alike components have one name, and they are used where they pay.

use super::super::names::Names;
use super::super::{Bits, Board};
use super::{Moves, clearing, free, search};
use crate::work::budget::{Budget, Limits};
use crate::work::chance::Chance;

/// Kayles on a graph: a place goes with those beside it.
fn kayles(places: usize, beside: impl Fn(usize, usize) -> bool) -> Moves {
    let one = |place: usize| {
        let cleared = (0..places).filter(|other| *other == place || beside(place, *other));
        free(Bits::one(place), cleared.collect())
    };
    (0..places).map(one).collect()
}

/// Graphs whose places are numbered in another way have the same name by moves, where places of one class can be exchanged; and
/// a cycle of six has another name than two of three, which have the same colours.
#[test]
fn alike_components_have_one_name() {
    let budget = Budget::start(&Limits::default());
    let mut chance = Chance::new(Some(29));
    let name = |places: usize, moves: &Moves| {
        let board = Board::<1>::new(&clearing(places, moves)).unwrap();
        let mut names = Names::new(&board, None, &budget);
        names.by_moves();
        names.of(Bits::below(places), &board, &budget)
    };
    let cycle = |n: usize| move |a: usize, b: usize| (a + 1) % n == b || (b + 1) % n == a;
    let petersen = |a: usize, b: usize| match (a < 5, b < 5) {
        (true, true) => cycle(5)(a, b),
        (false, false) => (a + 2) % 5 == b % 5 || (b + 2) % 5 == a % 5,
        _ => a % 5 == b % 5,
    };
    let path = |a: usize, b: usize| a.abs_diff(b) == 1;
    type Graph<'g> = (usize, &'g dyn Fn(usize, usize) -> bool);
    let graphs: [Graph; 4] = [
        (6, &cycle(6)),
        (10, &petersen),
        (9, &path),
        (7, &|a, _| a == 0),
    ];
    for (places, beside) in graphs {
        let first = name(places, &kayles(places, beside));
        for _ in 0..20 {
            let mut order: Vec<usize> = (0..places).collect();
            for place in 0..places {
                order.swap(place, chance.index(places));
            }
            let moved = kayles(places, |a, b| beside(order[a], order[b]));
            assert_eq!(name(places, &moved), first);
        }
    }
    let two_of_three = |a: usize, b: usize| a / 3 == b / 3 && a != b;
    assert_ne!(
        name(6, &kayles(6, cycle(6))),
        name(6, &kayles(6, two_of_three))
    );
}

/// The generalised Petersen graphs P(n, 2): OEIS A316533.
#[test]
fn names_by_moves_are_used_where_they_pay() {
    let mut budget = Budget::start(&Limits::default());
    let mut ways = Vec::new();
    for n in [8, 19] {
        let beside = move |a: usize, b: usize| match (a < n, b < n) {
            (true, true) => (a + 1) % n == b || (b + 1) % n == a,
            (false, false) => (a + 2 - n) % n == b - n || (b + 2 - n) % n == a - n,
            _ => a % n == b % n,
        };
        let moves = kayles(2 * n, beside);
        let new = || search::<1, 1>((2 * n, &moves), None, &budget.clone());
        let (mut chosen, mut by_masks) = (new(), new());
        by_masks.names().by_masks();
        let value = chosen.value(Bits::below(2 * n), &mut budget).unwrap();
        assert_eq!(by_masks.value(Bits::below(2 * n), &mut budget), Ok(value));
        ways.push(chosen.way().0);
    }
    assert_eq!(ways, ["rank", "moves"]);
}
