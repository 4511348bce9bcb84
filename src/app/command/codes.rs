//! Taking-and-breaking codes in the place of rules, and files of them.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use crate::syntax::Word;
use crate::text::source::without_mark;

/// The first code of a list stands within so many bytes.
const FIRST_CODE: u64 = 1 << 16;

pub(super) fn is_base(word: &str) -> bool {
    [Word::Octal, Word::Hex]
        .iter()
        .any(|base| base.text() == word)
}

/// A taking-and-breaking code with its base, which a bare one shows by its digits: `octal 0.77`.
pub(super) fn code(text: &str) -> Option<String> {
    let (base, digits) = match text.split_once(char::is_whitespace) {
        Some((base, digits)) if is_base(base) => (Some(base), digits.trim()),
        _ => (None, text),
    };
    let (whole, behind) = digits.split_once('.')?;
    // Books leave the 0 out.
    let whole = if whole.is_empty() { "0" } else { whole };
    let digits = format!("{whole}.{behind}");
    // `0.(3)` goes on with 3s.
    let is_digit = |c: char| c.is_ascii_hexdigit() || "()".contains(c);
    let is_number = |text: &str| text.chars().all(|c| c.is_ascii_digit());
    let is_code = whole.len() == 1
        && !behind.contains('.')
        && is_number(whole)
        && !behind.is_empty()
        && (base.is_some() || !text.starts_with('.') || is_number(behind))
        && digits.replace('.', "").chars().all(is_digit);
    let base = base.unwrap_or(
        match digits
            .chars()
            .any(|c| c.is_ascii_hexdigit() && !c.is_digit(8))
        {
            true => Word::Hex.text(),
            false => Word::Octal.text(),
        },
    );
    is_code.then(|| format!("{base} {digits}"))
}

/// A line of a file of codes without its comment.
pub(super) fn before_comment(line: &str) -> &str {
    line.split('#').next().unwrap_or_default().trim()
}

/// Whether a file begins with a code, as no file of rules does.
pub(super) fn has_codes(file: &str) -> bool {
    if !Path::new(file).is_file() {
        return false;
    }
    let lines = File::open(file)
        .into_iter()
        .flat_map(|file| BufReader::new(file.take(FIRST_CODE)).lines());
    let mut lines = lines.map_while(Result::ok);
    let first = lines.find(|line| !before_comment(without_mark(line)).is_empty());
    first.is_some_and(|line| code(before_comment(without_mark(&line))).is_some())
}
