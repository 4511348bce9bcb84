//! Random tables of moves: every way of search against the bare definition over lists of piles.

use std::collections::{BTreeSet, HashMap};

use proptest::prelude::*;

use super::deep::{Deep, DeepGoal, Keyed};
use super::kinds::{Given, Kind, Kinds, Room};
use super::sweep::Board;
use super::ways::Search;
use super::{Rules, Turn, Work};
use crate::work::budget::{Budget, Limits};
use crate::work::{Failure, Halt, Limit};

/// Outcome, length and Grundy value of a position.
type Answer = (bool, u64, u32);

/// The definition: piles are places in the table, none is ever left out.
struct Definition<'t> {
    table: &'t [Vec<Given>],
    rules: &'t Rules,
    known: HashMap<Vec<usize>, Answer>,
}

impl Definition<'_> {
    fn turns(&self, piles: &[usize]) -> BTreeSet<Vec<usize>> {
        let labels: BTreeSet<Option<u32>> = if self.rules.alike {
            let all = self.table.iter().flatten();
            all.map(|choice| Some(choice.label)).collect()
        } else {
            [None].into()
        };
        let able = piles.iter().filter(|pile| !self.table[**pile].is_empty());
        let able = able.count();
        let mut found = BTreeSet::new();
        for label in labels {
            // Every pile stays or moves: all ways, each with the number of moves.
            let mut ways: Vec<(Vec<usize>, usize)> = vec![(Vec::new(), 0)];
            for pile in piles {
                let mut next = Vec::new();
                for (left, moves) in &ways {
                    next.push(([left.as_slice(), &[*pile]].concat(), *moves));
                    for choice in &self.table[*pile] {
                        if label.is_none_or(|label| label == choice.label) {
                            next.push(([left.as_slice(), &choice.parts].concat(), moves + 1));
                        }
                    }
                }
                ways = next;
            }
            for (mut left, moves) in ways {
                let is_turn = moves > 0
                    && match &self.rules.turn {
                        Turn::Counts(ranges) => ranges.iter().any(|(low, high)| {
                            moves as u64 >= *low && moves as u64 <= high.unwrap_or(99)
                        }),
                        Turn::All => moves == able,
                        Turn::AllOrNone => moves == piles.len(),
                    };
                if is_turn {
                    left.sort_unstable();
                    found.insert(left);
                }
            }
        }
        found
    }

    fn answer(&mut self, piles: &[usize]) -> Answer {
        if let Some(known) = self.known.get(piles) {
            return *known;
        }
        let options: Vec<Answer> = self
            .turns(piles)
            .iter()
            .map(|option| self.answer(option))
            .collect();
        let (won, lost): (Vec<&Answer>, Vec<&Answer>) = options.iter().partition(|it| it.0);
        let (won, lost) = (won.iter().map(|it| it.1), lost.iter().map(|it| it.1));
        let grundy = (0..).find(|value| options.iter().all(|option| option.2 != *value));
        let grundy = grundy.unwrap();
        let answer = match (lost.min(), won.max()) {
            (Some(shortest), _) => (true, shortest + 1, grundy),
            (None, Some(longest)) => (false, longest + 1, grundy),
            (None, None) => (self.rules.misere, 0, grundy),
        };
        self.known.insert(piles.to_vec(), answer);
        answer
    }
}

fn any_turn() -> impl Strategy<Value = Turn> {
    let counts = |ranges: &[(u64, Option<u64>)]| Just(Turn::Counts(ranges.to_vec()));
    prop_oneof![
        counts(&[(1, Some(1))]),
        counts(&[(1, Some(2))]),
        counts(&[(1, Some(3))]),
        counts(&[(2, Some(2))]),
        counts(&[(1, None)]),
        counts(&[(2, None)]),
        counts(&[(1, Some(1)), (3, Some(3))]),
        counts(&[(3, Some(4)), (2, Some(2))]),
        Just(Turn::All),
        Just(Turn::AllOrNone),
    ]
}

/// Tables in which moves lead to earlier piles, with at most this many parts; the piles are then mixed up.
fn any_table(parts: usize) -> impl Strategy<Value = (Vec<Vec<Given>>, Vec<usize>)> {
    let choice = move |pile: usize| {
        let part = if pile == 0 { 0..1 } else { 0..pile };
        let most = if pile == 0 { 0 } else { parts };
        (0u32..3, prop::collection::vec(part, 0..=most))
            .prop_map(|(label, parts)| Given { label, parts })
    };
    let pile = move |pile| prop::collection::vec(choice(pile), 0..4);
    let table = (pile(0), pile(1), pile(2), pile(3), pile(4));
    let order = Just(vec![0usize, 1, 2, 3, 4]).prop_shuffle();
    let root = prop::collection::vec(0usize..5, 0..5);
    (table, order, root).prop_map(|(table, order, root)| {
        let mut mixed = vec![Vec::new(); 5];
        let table = [table.0, table.1, table.2, table.3, table.4];
        for (pile, mut choices) in table.into_iter().enumerate() {
            for choice in &mut choices {
                for part in &mut choice.parts {
                    *part = order[*part];
                }
            }
            mixed[order[pile]] = choices;
        }
        (mixed, root)
    })
}

fn with_work<T>(run: impl FnOnce(&mut Work) -> T) -> T {
    within(&Limits::default(), u64::MAX, run)
}

/// With a look at so many options.
fn within<T>(limits: &Limits, most: u64, run: impl FnOnce(&mut Work) -> T) -> T {
    run(&mut Work {
        budget: &mut Budget::start(limits),
        options: 0,
        most,
    })
}

fn by_deep<const N: usize>(
    kinds: &Kinds,
    rules: &Rules,
    root: &[Kind],
    asked: DeepGoal,
) -> Option<(bool, u64)> {
    let room = Room::new(kinds);
    let mut deep: Deep<N> = Deep::new(&room.bounds(kinds, root), kinds.longest(root), asked)?;
    with_work(|work| deep.value(kinds, rules, root, work).unwrap())
}

fn agree(table: &[Vec<Given>], root: &[usize], rules: &Rules) -> Result<bool, TestCaseError> {
    let mut definition = Definition {
        table,
        rules,
        known: HashMap::new(),
    };
    let mut start = root.to_vec();
    start.sort_unstable();
    let (wins, length, grundy) = definition.answer(&start);
    let (kinds, numbers) = Kinds::new(table, &rules.turn).unwrap();
    let kinds_of = |piles: &[usize]| -> Vec<Kind> {
        piles
            .iter()
            .map(|pile| numbers[*pile])
            .filter(|kind| *kind > 0)
            .collect()
    };
    let root = kinds_of(root);
    prop_assert_eq!(
        by_deep::<1>(&kinds, rules, &root, DeepGoal::Outcome).map(|found| found.0),
        Some(wins)
    );
    for found in [
        by_deep::<1>(&kinds, rules, &root, DeepGoal::Length),
        by_deep::<2>(&kinds, rules, &root, DeepGoal::Length),
        by_deep::<4>(&kinds, rules, &root, DeepGoal::Length),
    ] {
        prop_assert_eq!(found, Some((wins, length)));
    }
    let mut search = Search::new(kinds.clone(), rules.clone(), &root);
    for (piles, (wins, length, _)) in &definition.known {
        let piles = kinds_of(piles);
        prop_assert!(search.covers(&piles));
        let found = with_work(|work| search.wins(&piles, work));
        prop_assert_eq!(found, Ok(*wins));
        let found = with_work(|work| search.length(&piles, work));
        prop_assert_eq!(found, Ok((*wins, *length)));
    }
    let Some(board) = Board::new(&kinds, rules, &root) else {
        return Ok(false);
    };
    let longest = kinds.longest(&root);
    let outcomes = with_work(|work| board.outcomes(work)).unwrap();
    let lengths = with_work(|work| board.lengths(longest, work)).unwrap();
    let values = with_work(|work| board.grundy(longest, work)).unwrap();
    prop_assert_eq!(board.lattice.find(&root), Some(board.lattice.len() - 1));
    for (piles, (wins, length, value)) in &definition.known {
        let Some(place) = board.lattice.find(&kinds_of(piles)) else {
            return Err(TestCaseError::fail(format!(
                "{piles:?} is not below the root"
            )));
        };
        let bit = outcomes[(place / 64) as usize] >> (place % 64) & 1;
        prop_assert_eq!(bit == 1, *wins, "{:?}", piles);
        prop_assert_eq!(
            lengths.get(place as usize),
            Some(*length as u32 + 1),
            "{:?}",
            piles
        );
        prop_assert_eq!(values.get(place as usize), Some(*value), "{:?}", piles);
    }
    prop_assert_eq!(values.get(board.lattice.len() as usize - 1), Some(grundy));
    Ok(true)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn searches_agree_with_the_definition(
        (table, root) in any_table(2),
        turn in any_turn(),
        alike: bool,
        misere: bool,
    ) {
        // The definition tries all ways for each pile.
        let (kinds, numbers) = Kinds::new(&table, &Turn::AllOrNone).unwrap();
        let piles: Vec<Kind> = root.iter().map(|pile| numbers[*pile]).collect();
        prop_assume!(kinds.most(&piles) <= 6);
        agree(&table, &root, &Rules { turn, alike, misere })?;
    }

    #[test]
    fn searches_agree_where_no_move_splits(
        (table, root) in any_table(1),
        turn in any_turn(),
        alike: bool,
        misere: bool,
    ) {
        let by_count = matches!(turn, Turn::Counts(_));
        let on_a_board = agree(&table, &root, &Rules { turn, alike, misere })?;
        prop_assert_eq!(on_a_board, by_count);
    }
}

/// Piles of 0 to `top` from which 1 to `amount` are taken.
fn bounded(top: usize, amount: usize) -> Vec<Vec<Given>> {
    let take = |n: usize, k: usize| Given {
        label: k as u32,
        parts: vec![n - k],
    };
    (0..=top)
        .map(|n| (1..=amount.min(n)).map(|k| take(n, k)).collect())
        .collect()
}

/// Turns in one pile or two.
fn up_to_two() -> Rules {
    Rules {
        turn: Turn::Counts(vec![(1, Some(2))]),
        alike: false,
        misere: false,
    }
}

#[test]
fn every_sequence_has_its_number() {
    let (kinds, numbers) = Kinds::new(&bounded(9, 3), &Turn::All).unwrap();
    let rules = up_to_two();
    let root: Vec<Kind> = [3, 5, 5, 9].iter().map(|n| numbers[*n]).collect();
    let lattice = Board::new(&kinds, &rules, &root).unwrap().lattice;
    let mut sequence = vec![0; 4];
    let mut again = vec![0; 4];
    let mut number = 0;
    loop {
        assert!(sequence.is_sorted());
        assert_eq!(lattice.number(&sequence), number);
        lattice.sequence(number, &mut again);
        assert_eq!(again, sequence);
        number += 1;
        if !lattice.next(&mut sequence) {
            break;
        }
    }
    assert_eq!(number, lattice.len());
    // Every sorted a ≤ b ≤ c ≤ d with a ≤ 3, b ≤ 5, c ≤ 5, d ≤ 9.
    let mut count = 0;
    for d in 0..=9 {
        for c in 0..=5.min(d) {
            for b in 0..=c {
                count += 3.min(b) + 1;
            }
        }
    }
    assert_eq!(lattice.len(), count);
    assert_eq!(lattice.find(&[4, 4, 4, 4]), None);
    assert_eq!(lattice.find(&[1; 5]), None);
}

#[test]
fn piles_that_come_back_have_no_kinds() {
    let step = |part| {
        vec![Given {
            label: 0,
            parts: vec![part],
        }]
    };
    assert!(Kinds::new(&[step(1), step(0)], &Turn::All).is_none());
}

#[test]
fn limits_end_a_search_and_leave_it_usable() {
    let (kinds, numbers) = Kinds::new(&bounded(9, 3), &Turn::All).unwrap();
    let rules = up_to_two();
    let root: Vec<Kind> = vec![numbers[9]; 8];
    let mut deep: Deep<1> = Deep::new(
        &Room::new(&kinds).bounds(&kinds, &root),
        72,
        DeepGoal::Length,
    )
    .unwrap();
    let limits = Limits::default().with_memory(1 << 16);
    let stopped = within(&limits, u64::MAX, |work| {
        deep.value(&kinds, &rules, &root, work)
    });
    assert!(
        matches!(stopped, Err(Halt::Failure(Failure::Limit(..)))),
        "{stopped:?}"
    );
    assert!(deep.memory() <= 1 << 16);
    let board = Board::new(&kinds, &rules, &root).unwrap();
    within(&Limits::default(), 1000, |work| {
        let too_many = Halt::from(Limit::Options(1000));
        let found = deep.value(&kinds, &rules, &root, work);
        assert_eq!(found.unwrap_err(), too_many);
        assert_eq!(board.outcomes(work).unwrap_err(), too_many);
    });
    let found = with_work(|work| deep.value(&kinds, &rules, &root, work)).unwrap();
    let lengths = with_work(|work| board.lengths(72, work)).unwrap();
    let length = lengths.get(board.lattice.len() as usize - 1).unwrap() - 1;
    assert_eq!(found, Some((length % 2 == 1, u64::from(length))));
}
