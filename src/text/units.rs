//! Amounts of memory and time as people write them, and as they are shown to people.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::time::Duration;

const TOO_LARGE: &str = "that is too large";
const MEMORIES: &str = "write `2GiB`, `500MB` or a number of bytes";
const TIMES: &str = "write `10s`, `2m` or `500ms`";
const NUMBERS: &str = "write `1000000`, `1_000_000`, `1e6` or `10^6`";

/// Bytes from `2GiB`, `500MB`, `1.5g` or `4096`; units are decimal, and binary where they have an `i`.
pub fn memory(text: &str) -> Result<u64, String> {
    let (number, unit) = split(text, MEMORIES)?;
    let lower = unit.to_ascii_lowercase();
    let without_b = lower.strip_suffix('b').unwrap_or(&lower);
    let (prefix, base) = match without_b.strip_suffix('i') {
        Some(prefix) => (prefix, 1024_f64),
        None => (without_b, 1000_f64),
    };
    let power = match prefix {
        "" if base == 1000.0 => 0,
        "k" => 1,
        "m" => 2,
        "g" => 3,
        "t" => 4,
        _ => return Err(format!("`{unit}` is no unit of memory; {MEMORIES}")),
    };
    let bytes = number * base.powi(power);
    if bytes < 1.0 {
        return Err("some memory is needed".to_owned());
    }
    // What no machine has is as good as no limit; the conversion saturates.
    Ok(bytes as u64)
}

/// A time from `10s`, `2m`, `500ms`, `1h`, or seconds such as `1.5`.
pub fn time(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text, TIMES)?;
    let factor = match unit.to_ascii_lowercase().as_str() {
        "ms" => 0.001,
        "" | "s" | "sec" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("`{unit}` is no unit of time; {TIMES}")),
    };
    Duration::try_from_secs_f64(number * factor).map_err(|_| "that is too long".to_owned())
}

/// A number that is not negative, and the letters behind it.
fn split<'a>(text: &'a str, examples: &str) -> Result<(f64, &'a str), String> {
    let text = text.trim();
    let end = text
        .find(|c: char| !c.is_ascii_digit() && c != '.' && c != '_')
        .unwrap_or(text.len());
    let (digits, unit) = text.split_at(end);
    digits
        .replace('_', "")
        .parse()
        .map(|number| (number, unit.trim()))
        .map_err(|_| format!("a number is needed; {examples}"))
}

/// A whole number from 0 on: `1000000`, `1_000_000`, `1e6` or `10^6`.
pub fn whole<T: TryFrom<u64>>(text: &str) -> Result<T, String> {
    let number = |digits: &str| -> Result<u64, String> {
        let digits = digits.trim().replace('_', "");
        let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
        if !is_number {
            return Err(format!("a whole number from 0 on is needed; {NUMBERS}"));
        }
        digits.parse().map_err(|_| TOO_LARGE.to_owned())
    };
    let power = |base: &str, exponent: &str| -> Result<Option<u64>, String> {
        let exponent = u32::try_from(number(exponent)?).map_err(|_| TOO_LARGE)?;
        Ok(number(base)?.checked_pow(exponent))
    };
    let found = if let Some((base, exponent)) = text.split_once('^') {
        power(base, exponent)?
    } else if let Some((factor, exponent)) = text.split_once(['e', 'E']) {
        let factor = number(factor)?;
        power("10", exponent)?.and_then(|power| factor.checked_mul(power))
    } else {
        Some(number(text)?)
    };
    let found = found.and_then(|number| T::try_from(number).ok());
    found.ok_or_else(|| TOO_LARGE.to_owned())
}

/// A whole number between two others.
pub fn whole_from<T>(text: &str, allowed: RangeInclusive<T>) -> Result<T, String>
where
    T: TryFrom<u64> + PartialOrd + Display,
{
    let number = whole(text)?;
    match allowed.contains(&number) {
        true => Ok(number),
        false => Err(format!(
            "it may be {} to {}",
            allowed.start(),
            allowed.end()
        )),
    }
}

/// A part of several, as in 3/16.
pub fn shard(text: &str) -> Result<(u64, u64), String> {
    let parts = text.split_once('/');
    let numbers = parts.and_then(|(i, n)| Some((i.trim().parse().ok()?, n.trim().parse().ok()?)));
    match numbers {
        Some((i, n)) if (1..=n).contains(&i) => Ok((i, n)),
        _ => Err("a part is I/N with I from 1 to N, as in 3/16".to_owned()),
    }
}

/// A time, exact to the millisecond and as [`time`] reads it.
pub fn exact_time(time: Duration) -> String {
    let units = [(3_600_000, "h"), (60_000, "m"), (1000, "s"), (1, "ms")];
    exact(time.as_millis(), &units)
}

/// About so much time, in words.
pub fn about_time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds >= 1.0 {
        format!("{seconds:.2} s")
    } else if seconds >= 1e-3 {
        format!("{:.2} ms", seconds * 1e3)
    } else {
        format!("{:.0} µs", seconds * 1e6)
    }
}

/// A number of bytes, exact and as [`memory`] reads it.
pub fn exact_memory(bytes: u64) -> String {
    let units = [
        (1 << 30, "GiB"),
        (1_000_000_000, "GB"),
        (1 << 20, "MiB"),
        (1_000_000, "MB"),
        (1 << 10, "KiB"),
        (1_000, "KB"),
        (1, "B"),
    ];
    exact(bytes.into(), &units)
}

/// An amount in the largest unit, of those in descending order, that it is a whole number of.
fn exact(amount: u128, units: &[(u128, &str)]) -> String {
    let mut fitting = units
        .iter()
        .filter(|(size, _)| amount >= *size && amount.is_multiple_of(*size));
    let least = units.last().map_or("", |(_, unit)| unit);
    let (size, unit) = fitting.next().copied().unwrap_or((1, least));
    format!("{}{unit}", amount / size)
}

/// About so many bytes, in words.
pub fn about_memory(bytes: u64) -> String {
    const UNITS: [&str; 7] = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let mut amount = bytes as f64;
    let mut unit = 0;
    while amount >= 1024.0 && unit + 1 < UNITS.len() {
        amount /= 1024.0;
        unit += 1;
    }
    let word = UNITS.get(unit).copied().unwrap_or("bytes");
    if amount.fract() < 0.05 || unit == 0 {
        format!("{amount:.0} {word}")
    } else {
        format!("{amount:.1} {word}")
    }
}

/// A limit of time well above one that was reached, or nothing where hours did not do.
pub fn more_time(reached: Duration) -> Option<Duration> {
    const HOUR: u64 = 3600;
    [60, 600, HOUR, 10 * HOUR]
        .map(Duration::from_secs)
        .into_iter()
        .find(|time| *time >= reached.saturating_mul(3) / 2)
}

/// A limit of memory well above what was needed, or as much as a machine with so many bytes has; nothing where it has
/// less than was needed.
pub fn more_memory(needed: u64, machine: u64) -> Option<u64> {
    let unit = match needed {
        0..0x2000_0000 => 1 << 20,
        _ => 1 << 30,
    };
    // The system needs some of it, too.
    let most = machine / 8 * 7 / unit * unit;
    let wished = needed.saturating_mul(2).checked_next_multiple_of(unit);
    let advised = wished.map_or(most, |wished| wished.min(most));
    (advised > needed).then_some(advised)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_of_memory() {
        let cases = [
            ("4096", 4096),
            ("100B", 100),
            ("2GiB", 2 << 30),
            ("500MB", 500_000_000),
            ("500 mb", 500_000_000),
            ("1.5k", 1500),
            ("1.5ki", 1536),
            ("64M", 64_000_000),
            ("64 mib", 64 << 20),
            ("7 TB", 7_000_000_000_000),
            ("99999999999999999999999T", u64::MAX),
        ];
        for (text, bytes) in cases {
            assert_eq!(memory(text), Ok(bytes), "{text}");
        }
        for text in [
            "", "GiB", "-1", "2 apples", "0", "1e9", "..", "NaN", "inf", "3i", "3iB",
        ] {
            assert!(memory(text).is_err(), "{text}");
        }
    }

    #[test]
    fn amounts_of_time() {
        let cases = [
            ("10s", 10_000),
            ("2m", 120_000),
            ("500ms", 500),
            ("1.5", 1500),
            ("1 h", 3_600_000),
        ];
        for (text, millis) in cases {
            assert_eq!(time(text), Ok(Duration::from_millis(millis)), "{text}");
        }
        for text in ["", "s", "-1s", "2 days", "1e9", "99999999999999999999999h"] {
            assert!(time(text).is_err(), "{text}");
        }
    }

    #[test]
    fn times_have_a_fitting_unit() {
        assert_eq!(about_time(Duration::from_micros(12)), "12 µs");
        assert_eq!(about_time(Duration::from_micros(1500)), "1.50 ms");
        assert_eq!(about_time(Duration::from_millis(12_345)), "12.35 s");
    }

    #[test]
    fn whole_numbers() {
        for (text, number) in [
            ("0", 0),
            ("1_000", 1000),
            ("1e9", 1_000_000_000),
            ("12E3", 12_000),
            ("10^9", 1_000_000_000),
            ("2^20", 1 << 20),
            ("0e0", 0),
            ("9223372036854775807", i64::MAX),
        ] {
            assert_eq!(whole(text), Ok(number), "{text}");
        }
        for text in [
            "", "-1", "+1", "1.5", "e9", "1e", "^2", "2^-1", "ten", "_", "1e1e1",
        ] {
            assert!(
                whole::<i64>(text).is_err_and(|why| why.contains("1e6")),
                "{text}"
            );
        }
        for text in [
            "9223372036854775808",
            "1e19",
            "10^20",
            "9^99999999999",
            "1e99999999999",
        ] {
            assert_eq!(whole::<i64>(text), Err(TOO_LARGE.to_owned()), "{text}");
        }
        assert_eq!(whole_from("4", 1..=4_u32), Ok(4));
        assert_eq!(
            whole_from("5", 1..=4_u32),
            Err("it may be 1 to 4".to_owned())
        );
    }

    #[test]
    fn what_is_shown_exactly_is_read_as_the_same() {
        for text in ["2GiB", "500MB", "4097B", "3KiB", "5KB", "1536MiB"] {
            assert_eq!(memory(text).map(exact_memory), Ok(text.to_owned()));
        }
        for text in ["10s", "1500ms", "2m", "90s", "10h"] {
            assert_eq!(time(text).map(exact_time), Ok(text.to_owned()));
        }
        assert_eq!(about_memory(1 << 30), "1 GiB");
        assert_eq!(about_memory(500_000_000), "476.8 MiB");
    }

    #[test]
    fn advice_is_more_than_was_reached_and_no_more_than_there_is() {
        for (reached, advised) in [
            (0, Some("1m")),
            (40, Some("1m")),
            (60, Some("10m")),
            (320, Some("10m")),
            (3600, Some("10h")),
            (36_000, None),
            (u64::MAX, None),
        ] {
            let advice = more_time(Duration::from_secs(reached)).map(exact_time);
            assert_eq!(advice.as_deref(), advised, "{reached}");
        }
        let gib = 1 << 30;
        for (needed, advised) in [
            (gib / 1000, Some("3MiB")),
            (gib / 4, Some("512MiB")),
            (3 * gib, Some("6GiB")),
            (10 * gib, Some("14GiB")),
            (14 * gib, None),
            (900 * gib, None),
            (u64::MAX, None),
        ] {
            let advice = more_memory(needed, 16 * gib).map(exact_memory);
            assert_eq!(advice.as_deref(), advised, "{needed}");
        }
    }
}
