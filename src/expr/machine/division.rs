//! Division that rounds down.

use crate::expr::fault::FaultKind;

#[cold]
pub(super) fn overflow() -> FaultKind {
    FaultKind::Overflow
}

/// Both numbers, where neither is negative nor takes more than 32 bits: their division is several times as fast.
#[inline]
fn small(a: i64, b: i64) -> Option<(u32, u32)> {
    Some((u32::try_from(a).ok()?, u32::try_from(b).ok()?))
}

#[inline]
pub(crate) fn floor_div(a: i64, b: i64) -> Result<i64, FaultKind> {
    if let Some((a, b @ 1..)) = small(a, b) {
        return Ok(i64::from(a / b));
    }
    let quotient = match b {
        0 => return Err(FaultKind::DivisionByZero),
        _ => a.checked_div(b).ok_or_else(overflow)?,
    };
    let inexact = a.wrapping_rem(b) != 0;
    Ok(if inexact && (a < 0) != (b < 0) {
        quotient - 1
    } else {
        quotient
    })
}

#[inline]
pub(crate) fn floor_rem(a: i64, b: i64) -> Result<i64, FaultKind> {
    if let Some((a, b @ 1..)) = small(a, b) {
        return Ok(i64::from(a % b));
    }
    if b == 0 {
        return Err(FaultKind::DivisionByZero);
    }
    let rest = a.wrapping_rem(b);
    Ok(if rest != 0 && (rest < 0) != (b < 0) {
        rest + b
    } else {
        rest
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_rounds_down() {
        for a in -7i64..=7 {
            for b in [-3i64, -2, -1, 1, 2, 3] {
                let (q, r) = (floor_div(a, b).unwrap(), floor_rem(a, b).unwrap());
                assert_eq!(q, (a as f64 / b as f64).floor() as i64);
                assert_eq!(q * b + r, a);
                assert!(r == 0 || (r < 0) == (b < 0));
            }
        }
        assert_eq!(floor_div(i64::MIN, -1), Err(FaultKind::Overflow));
        assert_eq!(floor_rem(1, 0), Err(FaultKind::DivisionByZero));
    }
}
