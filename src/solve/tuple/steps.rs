//! Values of a box of tuples where every move is a fixed step, some of them under conditions on the coordinates.
//!
//! Conditions are worked out before, once for each value of the coordinates that they look at.

use hashbrown::HashMap;

use super::Extents;
use super::linear::RaysAndSteps;
use crate::expr::shape::next_cell;
use crate::expr::tree::{Clause, RangeClause};
pub(super) use crate::kernel::steps::Order;
use crate::kernel::steps::{self, Gate, MOST_STEPS, Mask, Step};
use crate::moves::columns::{Column, Condition, ConditionPart, Lanes};
use crate::rules::game::GameRules;
use crate::work::budget::Budget;
use crate::work::store::Store;
use crate::work::{Declined, Halt, distinct};

/// The order for a game all of whose moves are steps, or why it is none.
pub(super) fn admits(linear: &RaysAndSteps, width: usize) -> Result<Order, Declined> {
    if !linear.rays.is_empty() {
        return Err("a move has many lengths".into());
    }
    let vectors: Vec<&[i64]> = linear.all_steps().map(Vec::as_slice).collect();
    if vectors.len() > MOST_STEPS {
        return Err(format!("there are more than {MOST_STEPS} steps").into());
    }
    Order::of(&vectors, width).ok_or_else(|| "no weight is seen that falls in every move".into())
}

/// The values of all cells of a box; declined where a condition may fault in it.
pub(super) fn fill(
    game: &GameRules,
    linear: &RaysAndSteps,
    order: &Order,
    extents: &Extents,
    budget: &mut Budget,
) -> Result<Store, Halt> {
    let found = conditional(game, linear, extents, budget)?;
    let _masks = budget.keep(found.bytes());
    let (steps, masks) = (&found.steps, &found.masks);
    let fill = match game.header.misere {
        true => steps::fill_misere,
        false => steps::fill,
    };
    Ok(fill(&extents.lens, order, steps, masks, budget)?)
}

/// The steps of a game with the masks of their conditions in a box.
#[derive(Default)]
pub(in crate::solve) struct Conditional {
    pub(in crate::solve) steps: Vec<Step>,
    pub(in crate::solve) masks: Vec<Mask>,
    /// For each mask the bit for the next condition; 0: it has no more.
    next: Vec<u8>,
}

/// The steps that can be made in a box; declined where a condition may fault in it.
pub(in crate::solve) fn conditional(
    game: &GameRules,
    linear: &RaysAndSteps,
    extents: &Extents,
    budget: &mut Budget,
) -> Result<Conditional, Halt> {
    let ends = ends(game, extents)?;
    let mut found = Conditional::default();
    let all: Vec<&Named> = ends.iter().collect();
    let everywhere = mask(&all, extents, &mut found, budget)?;
    for by in &linear.steps {
        found.add(by, everywhere);
    }
    let mut made: HashMap<(usize, usize, Chosen), Where> = HashMap::new();
    for step in &linear.guarded {
        let rule = &game.moves[step.rule];
        let asked: Vec<ConditionPart> = rule.clauses.iter().filter_map(asked).collect();
        let coords = coords(game, &game.namings[step.naming]);
        let own = Named::new(&asked, rule.frame.ints, coords, &step.chosen, extents)?;
        let key = (step.rule, step.naming, own.chosen.clone());
        let place = match made.get(&key) {
            Some(place) => *place,
            None => {
                let all: Vec<&Named> = ends.iter().chain([&own]).collect();
                let place = mask(&all, extents, &mut found, budget)?;
                made.insert(key, place);
                place
            }
        };
        found.add(&step.by, place);
    }
    Ok(found)
}

/// The conditions that end the game under all namings.
pub(super) fn ends(game: &GameRules, extents: &Extents) -> Result<Vec<Named>, Declined> {
    let namings = game.namings.iter();
    let all = namings.flat_map(|naming| game.ends.iter().map(move |end| (naming, end)));
    let named = all.map(|(naming, end)| {
        let asked = [ConditionPart::Holds(&end.condition)];
        let mut named = Named::new(&asked, end.frame.ints, coords(game, naming), &[], extents)?;
        named.ends = true;
        Ok(named)
    });
    named.collect()
}

/// What a clause asks of the coordinates and what was chosen.
fn asked(clause: &Clause) -> Option<ConditionPart<'_>> {
    match clause {
        Clause::Test(test) => Some(ConditionPart::Holds(test)),
        Clause::Value { .. } => Some(ConditionPart::Clause(clause)),
        Clause::Range(RangeClause { var, hi, .. }) => {
            hi.as_ref().map(|hi| ConditionPart::AtMost(*var, hi))
        }
        Clause::Each { .. } | Clause::Partitions(_) | Clause::While(_) => None,
    }
}

#[derive(Clone, Copy)]
enum Where {
    Everywhere,
    Nowhere,
    Gate(Gate),
}

impl Conditional {
    fn add(&mut self, by: &[i64], place: Where) {
        let gate = match place {
            Where::Everywhere => None,
            Where::Nowhere => return,
            Where::Gate(gate) => Some(gate),
        };
        let free = |step: &Step| step.gate.is_none() && step.by == by;
        if !self.steps.iter().any(free) {
            self.steps.push(Step {
                by: by.to_vec(),
                gate,
            });
        }
    }

    /// The mask with these strides that has room for a condition.
    fn mask(&mut self, strides: Vec<i64>, count: u64, budget: &Budget) -> Result<usize, Halt> {
        let mut both = self.masks.iter().zip(&self.next);
        if let Some(known) = both.position(|(mask, next)| mask.strides == strides && *next != 0) {
            return Ok(known);
        }
        budget.need(self.bytes() + count)?;
        let live = vec![0; count as usize];
        self.masks.push(Mask { strides, live });
        self.next.push(1);
        Ok(self.next.len() - 1)
    }

    /// Bytes of the masks.
    fn bytes(&self) -> u64 {
        self.masks.iter().map(|mask| mask.live.len() as u64).sum()
    }
}

/// Where all these conditions hold, in a box.
fn mask(
    conditions: &[&Named],
    extents: &Extents,
    found: &mut Conditional,
    budget: &mut Budget,
) -> Result<Where, Halt> {
    let mut reads = distinct(conditions.iter().flat_map(|it| it.reads.clone()).collect());
    let mut strides = vec![0; extents.lens.len()];
    let mut count = 1;
    for coord in reads.iter().rev() {
        strides[*coord] = count;
        count *= extents.lens[*coord];
    }
    let mask = found.mask(strides, count as u64, budget)?;
    let (live, bit) = (&mut found.masks[mask].live, found.next[mask]);
    let along = reads.pop();
    let (along, len) = along.map_or((0, 1), |along| (along, extents.lens[along]));
    let mut cell = extents.lows.clone();
    let mut lanes = Lanes::default();
    let mut row = vec![0; len as usize];
    let (mut all, mut any) = (u8::MAX, 0);
    for live in live.chunks_mut(len as usize) {
        row.fill(u8::MAX);
        for condition in conditions {
            budget.steps(1 + len as u64 / 2)?;
            condition.narrow(&cell, along, &mut row, &mut lanes);
        }
        for (live, holds) in live.iter_mut().zip(&row) {
            (all, any) = (all & holds, any | holds);
            *live = *live & !bit | holds & bit;
        }
        let coords = reads.iter().rev().copied();
        next_cell(&mut cell, coords, |it| extents.range(it));
    }
    if all == 0 && any != 0 {
        found.next[mask] <<= 1;
        return Ok(Where::Gate(Gate { mask, bit }));
    }
    if bit == 1 {
        // It was made for nothing else.
        found.masks.pop();
        found.next.pop();
    }
    Ok(match all {
        0 => Where::Nowhere,
        _ => Where::Everywhere,
    })
}

/// Binders with their numbers.
type Chosen = Vec<(u32, i64)>;

/// A condition under a naming of the coordinates.
pub(super) struct Named {
    condition: Condition,
    /// The coordinates, with the registers that hold them.
    coords: Vec<(usize, u32)>,
    /// The binders that it looks at, with their numbers.
    chosen: Chosen,
    reads: Vec<usize>,
    /// Whether it must not hold.
    ends: bool,
}

impl Named {
    fn new(
        asked: &[ConditionPart<'_>],
        registers: u32,
        coords: Vec<(usize, u32)>,
        chosen: &[(u32, i64)],
        extents: &Extents,
    ) -> Result<Named, Declined> {
        let span = |(coord, register): &(usize, u32)| {
            let range = extents.range(*coord);
            (*register, (range.start, range.end - 1))
        };
        let mut spans: Vec<(u32, (i64, i64))> = coords.iter().map(span).collect();
        spans.extend(chosen.iter().map(|(register, n)| (*register, (*n, *n))));
        let along = |number: u32| {
            let condition = Condition::new(number, asked, registers, &spans);
            let why = "a condition may fault, or is not one on numbers";
            condition.ok_or_else(|| Declined::from(why))
        };
        let condition = along(coords[0].1)?;
        let reads = coords
            .iter()
            .filter(|(_, register)| condition.reads(*register));
        let reads: Vec<(usize, u32)> = reads.copied().collect();
        let chosen = chosen.iter().filter(|(binder, _)| condition.reads(*binder));
        Ok(Named {
            chosen: chosen.copied().collect(),
            condition: match reads.last() {
                Some((_, last)) => along(*last)?,
                None => condition,
            },
            coords,
            reads: reads.into_iter().map(|(coord, _)| coord).collect(),
            ends: false,
        })
    }

    /// Takes the cells out for which it does not hold, of those that run along a coordinate from its least value on.
    pub(super) fn narrow(&self, cell: &[i64], along: usize, live: &mut [u8], lanes: &mut Lanes) {
        let mut given = self.chosen.clone();
        let coords = self.coords.iter();
        given.extend(coords.map(|(coord, register)| (*register, cell[*coord])));
        let numbers = match self.reads.last() {
            Some(last) if *last == along => Column::line(cell[along], 1),
            Some(last) => Column::Same(cell[*last]),
            None => Column::Same(cell[self.coords[0].0]),
        };
        let holds = self.condition.holds(&given, &numbers, live.len(), lanes);
        let ends = u8::from(self.ends);
        match holds.bits() {
            Some(bits) => {
                let pairs = live.iter_mut().zip(bits);
                pairs.for_each(|(live, bit)| *live &= (bit ^ ends).wrapping_neg());
            }
            None if self.ends => live.fill(0),
            None => {}
        }
    }
}

/// The coordinates in order, with the registers that hold them under a naming.
fn coords(game: &GameRules, naming: &[usize]) -> Vec<(usize, u32)> {
    let named = naming.iter().zip(&game.coords);
    let coords = named.filter_map(|(coord, place)| Some((*coord, place.int()?)));
    let mut coords: Vec<(usize, u32)> = coords.collect();
    coords.sort_unstable();
    coords
}
