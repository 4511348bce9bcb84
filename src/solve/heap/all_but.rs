//! Amounts without end: any but a finite set, any from some size on, every other one.

use super::engine::{Engine, Subject};
use super::theorem::Theorem;
use crate::expr::machine::Machine;
use crate::kernel::all_but::{AllBut, Takes};
use crate::kernel::period::Period;
use crate::kernel::store::Slice;
use crate::moves::taking::{Amounts, Leaves};
use crate::work::{Declined, Halt};

#[derive(Debug)]
struct Endless {
    kernel: AllBut,
}

/// The engine, for one regular set of amounts without end, one pile left.
pub fn make(subject: &Subject<'_>) -> Result<Box<dyn Engine>, Declined> {
    let [family] = subject.families()? else {
        return Err("there are several kinds of moves".into());
    };
    let Amounts::Every {
        first,
        step,
        except,
    } = &family.amounts
    else {
        return Err("the amounts have an end or no rule".into());
    };
    if family.leaves != (Leaves::One { or_empty: true }) {
        return Err("not every amount leaves one pile or none".into());
    }
    let natural = |n: &i64| u64::try_from(*n).map_err(|_| "an amount is too large".to_string());
    let except: Vec<u64> = except.iter().map(natural).collect::<Result<_, _>>()?;
    let takes = Takes::every(natural(first)?, natural(step)?, &except)
        .ok_or("the amounts are too large or too far apart")?;
    Ok(Box::new(Endless {
        kernel: AllBut::new(takes),
    }))
}

impl Engine for Endless {
    fn premise(&self) -> String {
        "the amounts are regular without end: what all smaller piles offer only grows, and a repeated state proves an arithmetic period"
            .to_string()
    }

    fn values(&self) -> Slice<'_> {
        self.kernel.values()
    }

    fn extend(&mut self, len: usize, machine: &mut Machine) -> Result<(), Halt> {
        Ok(self.kernel.extend(len, &mut machine.budget)?)
    }

    fn bytes(&self, len: usize) -> u64 {
        (len as u64).saturating_mul(8).max(self.kernel.memory())
    }

    fn prove(&mut self) -> Option<Period> {
        let found = self.kernel.period()?;
        Some(Period {
            period: found.period,
            preperiod: found.preperiod,
            saltus: found.saltus,
            checked_to: found.checked_to,
        })
    }

    fn theorem(&self) -> Option<Theorem> {
        Some(Theorem::States)
    }
}
