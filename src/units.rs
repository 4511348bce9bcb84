//! Amounts of memory and time as people write them.

use std::time::Duration;

/// Bytes from `2GiB`, `500MB`, `1.5g` or `4096`; without `B` a letter counts in powers of 1024.
pub fn memory(text: &str) -> Result<u64, String> {
    let (number, unit) = split(text)?;
    let factor: u64 = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "kb" => 1_000,
        "mb" => 1_000_000,
        "gb" => 1_000_000_000,
        "tb" => 1_000_000_000_000,
        "k" | "kib" => 1 << 10,
        "m" | "mib" => 1 << 20,
        "g" | "gib" => 1 << 30,
        "t" | "tib" => 1 << 40,
        _ => {
            return Err(format!(
                "`{unit}` is no unit of memory; write `2GiB`, `500MB` or a number of bytes"
            ));
        }
    };
    let bytes = number * factor as f64;
    if bytes < 1.0 {
        return Err("some memory is needed".to_owned());
    }
    // What no machine has is as good as no limit; the conversion saturates.
    Ok(bytes as u64)
}

/// A time from `10s`, `2m`, `500ms`, `1h`, or seconds such as `1.5`.
pub fn time(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text)?;
    let factor = match unit.to_ascii_lowercase().as_str() {
        "ms" => 0.001,
        "" | "s" | "sec" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => {
            return Err(format!(
                "`{unit}` is no unit of time; write `10s`, `2m` or `500ms`"
            ));
        }
    };
    Duration::try_from_secs_f64(number * factor).map_err(|_| "that is too long".to_owned())
}

/// A number that is not negative, and the letters behind it.
fn split(text: &str) -> Result<(f64, &str), String> {
    let text = text.trim();
    let end = text
        .find(|c: char| !c.is_ascii_digit() && c != '.' && c != '_')
        .unwrap_or(text.len());
    let (digits, unit) = text.split_at(end);
    digits
        .replace('_', "")
        .parse()
        .map(|number| (number, unit.trim()))
        .map_err(|_| "a number is needed, with a unit behind it or none".to_owned())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_of_memory() {
        let cases = [
            ("4096", 4096),
            ("2GiB", 2 << 30),
            ("500MB", 500_000_000),
            ("500 mb", 500_000_000),
            ("1.5k", 1536),
            ("64M", 64 << 20),
            ("99999999999999999999999T", u64::MAX),
        ];
        for (text, bytes) in cases {
            assert_eq!(memory(text), Ok(bytes), "{text}");
        }
        for text in ["", "GiB", "-1", "2 apples", "0", "1e9", "..", "NaN", "inf"] {
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
            ("1h", 3_600_000),
        ];
        for (text, millis) in cases {
            assert_eq!(time(text), Ok(Duration::from_millis(millis)), "{text}");
        }
        for text in ["", "s", "-1s", "2 days", "1e9", "99999999999999999999999h"] {
            assert!(time(text).is_err(), "{text}");
        }
    }
}
