//! Any amount but for finitely many pairs of a pile and an amount.

use super::engine::{Engine, Subject};
use crate::expr::machine::Machine;
use crate::kernel::constrained::Constrained;
use crate::kernel::period::Period;
use crate::kernel::store::Slice;
use crate::moves::taking::{Amounts, Family};
use crate::work::{Declined, Halt};

#[derive(Debug)]
struct Runs {
    kernel: Constrained,
}

/// The engine, for one kind of move that takes any amount but for barred pairs.
pub fn make(subject: &Subject<'_>) -> Result<Box<dyn Engine>, Declined> {
    let bars = |family: &Family| matches!(family.amounts, Amounts::Constrained(_));
    if !subject.families()?.iter().any(bars) {
        return Err("no pairs of a pile and an amount are barred".into());
    }
    let [family] = subject.families()? else {
        return Err("there are several kinds of moves".into());
    };
    let Amounts::Constrained(barred) = &family.amounts else {
        return Err("no pairs of a pile and an amount are barred".into());
    };
    Ok(Box::new(Runs {
        kernel: Constrained::new(barred.clone()),
    }))
}

impl Engine for Runs {
    fn premise(&self) -> String {
        "any amount but for finitely many pairs of a pile and an amount: between the piles with barred amounts the values rise by one"
            .to_string()
    }

    fn values(&self) -> Slice<'_> {
        Slice::U8(&[])
    }

    fn extend(&mut self, _len: usize, _machine: &mut Machine) -> Result<(), Halt> {
        Ok(())
    }

    fn bytes(&self, _len: usize) -> u64 {
        self.kernel.memory()
    }

    fn prove(&mut self) -> Option<Period> {
        Some(Period {
            period: 1,
            preperiod: usize::try_from(self.kernel.rises_from()).ok()?,
            saltus: 1,
            checked_to: 0,
        })
    }

    fn formula(&self, size: u64) -> Option<u64> {
        Some(self.kernel.value(size))
    }

    fn formula_words(&self) -> &'static str {
        "counted in runs: the values rise by one between the piles with barred amounts"
    }

    fn piles_of(&self, value: u64) -> Option<Vec<u64>> {
        Some(self.kernel.piles_of(value))
    }
}
