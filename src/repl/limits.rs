//! Amounts of time and memory as people write them.

use std::time::Duration;

/// A time: `10s`, `500ms`, `2m`, `1h`; a bare number is seconds.
pub(super) fn parse_time(text: &str) -> Option<Duration> {
    let (number, unit) = split(text)?;
    let seconds = match unit {
        "ms" => 1e-3,
        "" | "s" | "sec" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return None,
    };
    Duration::try_from_secs_f64(number * seconds).ok()
}

/// A number of bytes: `512M`, `2GiB`, `4g`; units count by 1024.
pub(super) fn parse_memory(text: &str) -> Option<u64> {
    let (number, unit) = split(text)?;
    let unit = unit.to_ascii_lowercase();
    let prefix = unit
        .strip_suffix("ib")
        .or(unit.strip_suffix('b'))
        .unwrap_or(&unit);
    let power = match prefix {
        "" => 0,
        "k" => 10,
        "m" => 20,
        "g" => 30,
        "t" => 40,
        _ => return None,
    };
    let bytes = number * (1_u64 << power) as f64;
    (bytes < u64::MAX as f64).then_some(bytes as u64)
}

fn split(text: &str) -> Option<(f64, &str)> {
    let end = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    Some((number.parse().ok()?, unit.trim_start()))
}

/// A time as it may be written.
pub(super) fn show_time(time: Option<Duration>) -> String {
    match time {
        None => "none".to_string(),
        Some(time) if time.subsec_millis() == 0 => format!("{}s", time.as_secs()),
        Some(time) => format!("{}ms", time.as_millis()),
    }
}

/// A number of bytes as it may be written.
pub(super) fn show_memory(bytes: u64) -> String {
    for (power, unit) in [(30, "GiB"), (20, "MiB"), (10, "KiB")] {
        let size = 1_u64 << power;
        if bytes >= size && bytes.is_multiple_of(size) {
            return format!("{}{unit}", bytes / size);
        }
    }
    format!("{bytes}B")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_as_people_write_them() {
        for (text, millis) in [
            ("10s", Some(10_000)),
            ("10", Some(10_000)),
            ("0.5s", Some(500)),
            ("500ms", Some(500)),
            ("2m", Some(120_000)),
            ("1 h", Some(3_600_000)),
            ("", None),
            ("s", None),
            ("10x", None),
            ("-1s", None),
            ("1e400", None),
            ("99999999999999999999999h", None),
        ] {
            let expected = millis.map(Duration::from_millis);
            assert_eq!(parse_time(text), expected, "{text:?}");
        }
        for (text, bytes) in [
            ("512M", Some(512 << 20)),
            ("2GiB", Some(2 << 30)),
            ("1.5k", Some(1536)),
            ("100", Some(100)),
            ("7 TB", Some(7 << 40)),
            ("99999999T", None),
            ("GiB", None),
            ("1x", None),
        ] {
            assert_eq!(parse_memory(text), bytes, "{text:?}");
        }
        assert_eq!(show_memory(2 << 30), "2GiB");
        assert_eq!(show_memory(1000), "1000B");
        assert_eq!(show_time(Some(Duration::from_millis(1500))), "1500ms");
    }
}
