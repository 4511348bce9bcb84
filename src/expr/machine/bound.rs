//! Where a range ends whose numbers a condition bounds.

use super::{Base, Break, Host, Machine, Running};
use crate::expr::code::Pc;
use crate::expr::fault::{Fault, FaultKind};
use crate::work::stack::with_room_for_a_step;

impl Machine {
    /// Narrows a range, by the registers of its variable and its last value, to the values for which the code at a place leaves 1;
    /// they come first in the range.
    pub(super) fn bound<H: Host + ?Sized>(
        &mut self,
        running: Running<'_, '_>,
        (var, last, pc): (u32, u32, Pc),
        base: Base,
        host: &mut H,
    ) -> Result<(), Break> {
        let (var, last) = (base.ints + var as usize, base.ints + last as usize);
        let (first, verdict) = (last - 1, last + 1);
        let (lo, hi) = (self.ints[first], self.ints[last]);
        if lo > hi {
            return Ok(());
        }
        let mut holds = |machine: &mut Machine, value: i64| -> Result<bool, Break> {
            machine.ints[var] = value;
            // The condition may call a function with a range of its own.
            match with_room_for_a_step(|| machine.execute(running, pc, base, host)) {
                Ok(()) => Ok(machine.ints[verdict] != 0),
                // Beyond 64 bits is beyond every range.
                Err(Fault {
                    kind: FaultKind::Overflow,
                    ..
                }) if value != lo => Ok(false),
                Err(fault) => Err(Break::Fault(fault)),
            }
        };
        if hi != i64::MAX && holds(self, hi)? {
            return Ok(());
        }
        if !holds(self, lo)? {
            self.ints[last] = lo.saturating_sub(1);
            if lo == i64::MIN {
                self.ints[first] = lo + 1;
            }
            return Ok(());
        }
        self.ints[last] = last_that_holds((lo, hi), lo, |value| holds(self, value))?;
        Ok(())
    }
}

/// The last value of a range for which a condition holds, looked for from `hint` on; it holds for `lo`, and once false stays false.
pub(crate) fn last_that_holds<E>(
    (lo, hi): (i64, i64),
    hint: i64,
    mut holds: impl FnMut(i64) -> Result<bool, E>,
) -> Result<i64, E> {
    let start = hint.clamp(lo, hi);
    let (mut good, mut bad);
    let mut step = 1i64;
    if start == lo || holds(start)? {
        good = start;
        loop {
            let next = good.saturating_add(step).min(hi);
            if next == good {
                return Ok(good);
            }
            if !holds(next)? {
                bad = next;
                break;
            }
            good = next;
            step = step.saturating_mul(2);
        }
    } else {
        bad = start;
        loop {
            let next = bad.saturating_sub(step).max(lo);
            if next == lo || holds(next)? {
                good = next;
                break;
            }
            bad = next;
            step = step.saturating_mul(2);
        }
    }
    while bad.saturating_sub(good) > 1 {
        let middle = i64::midpoint(good, bad);
        if holds(middle)? {
            good = middle;
        } else {
            bad = middle;
        }
    }
    Ok(good)
}
