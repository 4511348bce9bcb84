//! A move as a program: outer loops in numbers, the innermost loop in columns.

use super::cells::Made;
use super::clauses::{Loop, Part, Step};
use super::few_values::Few;
use super::nearly_all::NearlyAll;
use super::term::Terms;
use crate::expr::tree::Clause;
use crate::rules::game::{GameRules, Move};

#[derive(Debug)]
pub(super) struct Program {
    /// The loops outside the innermost one.
    pub(super) outer: Vec<Outer>,
    /// The steps before the innermost loop.
    pub(super) before: Vec<Step>,
    /// The innermost loop; `None`: there is one lane.
    pub(super) inner: Option<Loop>,
    pub(super) after: Vec<Step>,
    /// Which values of the innermost loop need be tried, where they are few.
    pub(super) few: Option<Few>,
    /// For which they fail, where these are few.
    pub(super) nearly_all: Option<NearlyAll>,
    pub(super) made: Made,
    pub(super) registers: u32,
    pub(super) ranges: usize,
    /// How many of the conditions that leave few values speak of the binder alone.
    pub(super) own: usize,
}

/// A loop outside the innermost one.
#[derive(Debug)]
pub(super) struct Outer {
    /// The steps before it.
    pub(super) before: Vec<Step>,
    pub(super) around: Loop,
    /// Which of its values need be tried, where they are few.
    pub(super) few: Option<Few>,
}

/// More loops in each other are left to the machine: running them recurses.
const MOST_LOOPS: usize = 32;

impl Program {
    /// The program of a move; `None` where columns cannot run it.
    pub(super) fn new(game: &GameRules, rule: &Move) -> Option<Program> {
        let is_loop = |clause: &Clause| match clause {
            Clause::Range(_) => true,
            Clause::Each { list, .. } => list.constant().is_some(),
            _ => false,
        };
        if rule.clauses.iter().filter(|it| is_loop(it)).count() > MOST_LOOPS {
            return None;
        }
        let innermost = rule.clauses.iter().rposition(is_loop);
        let mut terms = Terms::new(rule.frame.ints);
        let mut ranges = 0;
        let (mut outer, mut before, mut inner, mut after) =
            (Vec::new(), Vec::new(), None, Vec::new());
        for (place, clause) in rule.clauses.iter().enumerate() {
            match Part::of(clause, &mut terms, &mut ranges)? {
                Part::Loop(inside) if Some(place) == innermost => {
                    inside.vary(&mut terms);
                    inner = Some(inside);
                }
                Part::Loop(outside) if inner.is_none() => {
                    outer.push(Outer {
                        before: std::mem::take(&mut before),
                        around: outside,
                        few: None,
                    });
                }
                Part::Loop(_) => return None,
                Part::Steps(steps) if inner.is_none() => before.extend(steps),
                Part::Steps(steps) => {
                    steps.iter().for_each(|step| step.vary(&mut terms));
                    after.extend(steps);
                }
            }
        }
        let made = Made::by(game, &rule.effect, &mut terms)?;
        let inside = inner.as_ref();
        let mut own = 0;
        let mut asked = &before;
        for outer in outer.iter_mut().rev() {
            outer.few = Few::by_conditions(&outer.around, asked, &mut own);
            asked = &outer.before;
        }
        // How often piles are made may differ where they do not.
        let once = made.times.is_none().then_some(made.cells.as_slice());
        let few = inside.and_then(|inner| {
            let few = Few::by_conditions(inner, &after, &mut own);
            few.or_else(|| Few::by_quotients(inner, &after, once?))
        });
        Some(Program {
            few,
            nearly_all: inside.and_then(|inner| NearlyAll::of(inner, &after, once?)),
            outer,
            before,
            inner,
            after,
            made,
            registers: terms.registers,
            ranges,
            own,
        })
    }
}
