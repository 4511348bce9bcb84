//! Rows of stones.

use std::fmt::Write;

use crate::report::Look;

/// The longest row of stones.
const LONGEST: usize = 40;
/// What stands beside a row of stones takes no more than this.
const BESIDE: usize = 30;

/// Rows of stones, each with what stands before it and the count behind it. A pile with too many stones for a row is a number.
pub(super) fn stones(rows: &[(String, i64)], indent: &str, look: Look, text: &mut String) {
    let room = look.width.saturating_sub(BESIDE).clamp(10, LONGEST);
    let drawn = |size: i64| {
        let count = usize::try_from(size).ok();
        count.filter(|count| *count <= room)
    };
    let longest = rows.iter().filter_map(|(_, size)| drawn(*size)).max();
    let longest = longest.unwrap_or(0);
    let digits = rows.iter().map(|(_, size)| size.to_string().len()).max();
    let digits = digits.unwrap_or(1);
    for (head, size) in rows {
        let (row, count) = match drawn(*size) {
            Some(count) => ("●".repeat(count), look.faint(size).to_string()),
            None => (String::new(), size.to_string()),
        };
        let gap = " ".repeat(digits.saturating_sub(size.to_string().len()));
        // Writing to a string never fails.
        let _ = match longest {
            0 => writeln!(text, "{indent}{head}  {gap}{count}"),
            _ => writeln!(text, "{indent}{head}  {row:longest$}  {gap}{count}"),
        };
    }
}
