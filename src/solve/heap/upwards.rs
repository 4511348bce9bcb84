//! Values of single-number piles that rise to an end: those of the game in which a pile is what it lacks to the end.

use std::sync::Arc;

use super::Heap;
use super::engine::{Engine, Sequence, Subject};
use super::from_end::FromEnd;
use super::line::MOST_BELOW;
use crate::expr::machine::Machine;
use crate::moves::Transitions;
use crate::moves::upwards::{Mirrored, mirrored};
use crate::solve::policy::Policy;
use crate::work::store::{Slice, Store};
use crate::work::{Declined, Halt};

pub const NAME: &str = "upwards";

#[derive(Debug)]
struct Upwards {
    from_end: FromEnd,
    /// By size; sizes below the least one have a 0 that nobody asks for.
    values: Store,
}

/// The engine for single numbers that rise, by the best engine for what they lack to the end.
pub fn make(subject: &Subject<'_>) -> Result<Engine, Declined> {
    let header = &subject.game().header;
    if header.misere || header.loopy {
        return Err("the last move loses or plays may not end".into());
    }
    let least = header.shape.as_heap().map_or(0, |bounds| bounds.lo);
    if !(0..=MOST_BELOW).contains(&least) {
        return Err(format!("piles begin at {least}").into());
    }
    let Mirrored { game, end } = mirrored(subject.game())?;
    let transitions = Arc::new(Transitions::new(Arc::new(game)));
    let policy = Policy {
        only: None,
        ..subject.policy.clone()
    };
    let own = (NAME, Declined::from("it was turned round before"));
    let lacking = Heap::new(subject.book, &transitions, &policy, vec![own]);
    let mut lacking = lacking.map_err(|declined| match declined.last() {
        Some((_, why)) => why.clone(),
        None => "no engine applies to what piles lack to the end".into(),
    })?;
    // The rule may fail at what is below the least pile.
    let most = usize::try_from(end.saturating_sub(least));
    lacking.piles = most.map_or(usize::MAX, |most| most.saturating_add(1));
    let premise = format!(
        "as long as every option is larger than its pile, the values are those of what a pile lacks to {end}, by {}: {}",
        lacking.name(),
        lacking.premise(),
    );
    let sequence = Upwards {
        from_end: FromEnd { lacking, end },
        values: Store::zeros(least as usize),
    };
    Ok(Engine {
        reach: 10_000,
        ..Engine::new(premise, sequence)
    })
}

impl Sequence for Upwards {
    fn values(&self) -> Slice<'_> {
        self.values.slice()
    }

    fn extend(&mut self, len: usize, machine: &mut Machine) -> Result<(), Halt> {
        for size in self.values.len()..len {
            machine.budget.step()?;
            let value = self.from_end.value(size as u64, machine)?;
            let value = u32::try_from(value).map_err(|_| Halt::declined("a value is too large"))?;
            self.values.push(value);
        }
        Ok(())
    }

    fn far(&self, size: u64) -> Option<u64> {
        self.from_end.known(size)
    }

    fn bytes(&self, len: usize) -> u64 {
        (len as u64).saturating_mul(self.values.width())
    }

    fn by_end(&self) -> Option<&FromEnd> {
        Some(&self.from_end)
    }

    fn by_end_mut(&mut self) -> Option<&mut FromEnd> {
        Some(&mut self.from_end)
    }
}
