//! Where a range ends whose numbers a condition bounds.

use super::{Base, Break, Host, Machine, Running};
use crate::expr::code::Pc;
use crate::expr::fault::{Fault, FaultKind};
use crate::work::stack::with_room_for_a_step;

impl Machine {
    /// Whether the code at a place leaves 1 behind the register of the last value, with the variable set to a value.
    fn holds<H: Host + ?Sized>(
        &mut self,
        running: Running<'_, '_>,
        (var, last, pc): (u32, u32, Pc),
        (base, value): (Base, i64),
        host: &mut H,
    ) -> Result<bool, Fault> {
        self.ints[base.ints + var as usize] = value;
        // The condition may call a function with a range of its own.
        with_room_for_a_step(|| self.execute(running, pc, base, host))?;
        Ok(self.ints[base.ints + last as usize + 1] != 0)
    }

    /// Narrows a range, by the registers of its variable and its last value, to the values for which the code at a place leaves 1;
    /// they come last in the range.
    pub(super) fn start_at<H: Host + ?Sized>(
        &mut self,
        running: Running<'_, '_>,
        range: (u32, u32, Pc),
        base: Base,
        host: &mut H,
    ) -> Result<(), Break> {
        let last = base.ints + range.1 as usize;
        let (lo, hi) = (self.ints[last - 1], self.ints[last]);
        if lo > hi || lo == i64::MIN {
            return Ok(());
        }
        let mut holds = |value| self.holds(running, range, (base, value), host);
        let first = first_that_holds((lo, hi), &mut holds).map_err(Break::Fault)?;
        match first {
            Some(first) => self.ints[last - 1] = first,
            None => self.ints[last] = lo - 1,
        }
        Ok(())
    }

    /// Narrows a range, by the registers of its variable and its last value, to the values for which the code at a place leaves 1;
    /// they come first in the range.
    pub(super) fn bound<H: Host + ?Sized>(
        &mut self,
        running: Running<'_, '_>,
        range: (u32, u32, Pc),
        base: Base,
        host: &mut H,
    ) -> Result<(), Break> {
        let last = base.ints + range.1 as usize;
        let first = last - 1;
        let (lo, hi) = (self.ints[first], self.ints[last]);
        if lo > hi {
            return Ok(());
        }
        let mut holds = |machine: &mut Machine, value: i64| -> Result<bool, Break> {
            match machine.holds(running, range, (base, value), host) {
                Ok(holds) => Ok(holds),
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

/// The first value of a range for which a condition holds, looked for from the end on; once true it stays true. `None`: it holds
/// for none. The range does not begin with the least number of 64 bits, which has no negative.
pub(crate) fn first_that_holds<E>(
    (lo, hi): (i64, i64),
    mut holds: impl FnMut(i64) -> Result<bool, E>,
) -> Result<Option<i64>, E> {
    if !holds(hi)? {
        return Ok(None);
    }
    let first = last_that_holds((-hi, -lo), -hi, |value| holds(-value))?;
    Ok(Some(-first))
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
