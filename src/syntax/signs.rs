//! Signs that editors and phones put in the place of plain ones, read as those: “ ” ≤ ≥ ≠ → − × · and full-width signs, and – between
//! two numbers as a range.
//!
//! The text that is read has the bytes of the other one at the same places: a shorter sign has blanks beside it.

use std::borrow::Cow;

/// The plain sign for one that means the same.
fn plain(sign: char) -> Option<&'static str> {
    Some(match sign {
        '≤' => "<=",
        '≥' => ">=",
        '≠' => "!=",
        '→' => "->",
        '−' => "-",
        '×' | '·' => "*",
        _ => return None,
    })
}

/// The plain character for a full-width one.
fn narrow(sign: char) -> Option<char> {
    match sign {
        '\u{3000}' => Some(' '),
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(sign as u32 - 0xfee0),
        _ => None,
    }
}

fn is_quote(sign: char) -> bool {
    matches!(sign, '“' | '”' | '„' | '«' | '»' | '＂')
}

/// Words of the language as they are spelt elsewhere.
const SPELLINGS: [(&str, &str); 2] = [("misère", "misere"), ("mise\u{300}re", "misere")];

/// The text with plain signs outside comments and quotes.
pub(crate) fn read(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    // Most characters are as they are.
    let is_common = |byte: &u8| byte.is_ascii() && !matches!(byte, b'#' | b'"' | b'm');
    loop {
        let common = rest.bytes().take_while(is_common).count();
        let (before, behind) = rest.split_at(common);
        plain.push_str(before);
        rest = behind;
        let Some(first) = rest.chars().next() else {
            break;
        };
        let taken = piece(&mut plain, rest, first);
        rest = rest.get(taken..).unwrap_or("");
    }
    match plain == text {
        true => Cow::Borrowed(text),
        false => Cow::Owned(plain),
    }
}

/// Reads a piece at the beginning of `rest`; how many bytes it has.
fn piece(read: &mut String, rest: &str, first: char) -> usize {
    let behind = rest.get(first.len_utf8()..).unwrap_or("");
    // What may be far away is looked for only behind a sign that what is between belongs to.
    let until =
        |is_end: &dyn Fn(char) -> bool| behind.find(|c| matches!(c, '\n' | '\r') || is_end(c));
    let as_it_is = match first {
        '#' => Some(until(&|_| false)),
        '"' => Some(until(&|c| c == '"')),
        _ => None,
    };
    if let Some(end) = as_it_is {
        let closes = end.is_some_and(|end| behind.get(end..).is_some_and(|it| it.starts_with('"')));
        let length = 1 + end.unwrap_or(behind.len()) + usize::from(closes);
        read.push_str(rest.get(..length).unwrap_or(""));
        return length;
    }
    let before = read.chars().next_back();
    let is_inside = before.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
    if is_quote(first)
        && let Some(end) = until(&is_quote)
        && let Some(inside) = behind.get(..end)
        && let Some(last) = behind.get(end..).and_then(|last| last.chars().next())
        && is_quote(last)
        && !inside.contains('"')
    {
        let blanks = |sign: char| " ".repeat(sign.len_utf8() - 1);
        read.push_str(&format!("{}\"{inside}\"{}", blanks(first), blanks(last)));
        return first.len_utf8() + end + last.len_utf8();
    }
    if let Some((spelt, word)) = SPELLINGS.iter().find(|(spelt, _)| rest.starts_with(spelt))
        && !is_inside
    {
        // Before it, since `misere(GAME)` has no blank.
        read.push_str(&" ".repeat(spelt.len() - word.len()));
        read.push_str(word);
        return spelt.len();
    }
    let goes_on = behind.starts_with(|c: char| c.is_ascii_digit());
    if first == '–' && goes_on && before.is_some_and(|c| c.is_ascii_digit()) {
        read.push_str(".. ");
        return first.len_utf8();
    }
    if let Some(sign) = plain(first) {
        read.push_str(&format!("{sign:0$}", first.len_utf8()));
        return first.len_utf8();
    }
    let wide: String = rest.chars().map_while(narrow).collect();
    if wide.is_empty() {
        read.push(first);
        return first.len_utf8();
    }
    let length = 3 * wide.len();
    let goes_on = rest.get(length..).and_then(|behind| behind.chars().next());
    let goes_on = goes_on.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
    match goes_on && !is_inside {
        true => read.push_str(&format!("{wide:>length$}")),
        false => read.push_str(&format!("{wide:length$}")),
    }
    length
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn signs_are_read_at_their_places() {
        for (text, plain) in [
            ("take k where k ≤ 3", "take k where k <=  3"),
            ("n → n − 1", "n ->  n -   1"),
            ("a×b·c≠d≥e", "a* b* c!= d>= e"),
            ("game g “Tac – Tix ≤” {", "game g   \"Tac – Tix ≤\"   {"),
            ("take １２ # ≤ １", "take 12     # ≤ １"),
            ("take １0", "take   10"),
            ("take 2–4 – n", "take 2.. 4 – n"),
            ("（ａ，ｂ）", "(a,b)          "),
            ("misère(nim)", " misere(nim)"),
            ("use \"≤.csv\" ≤ “x", "use \"≤.csv\" <=  “x"),
            ("“a\nb”", "“a\nb”"),
            ("é ⊕", "é ⊕"),
        ] {
            assert_eq!(read(text), plain, "{text}");
            assert_eq!(read(text).len(), text.len(), "{text}");
        }
    }
}
