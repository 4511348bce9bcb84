//! Words as they are spoken: numbers, the sizes of piles, and sentences held against rows of a table.
//!
//! In a row `$` is the sizes of piles, `NUM` a number, `W` any word, `GAME` a bundled game, and `PILE` and `STONES` are words for piles
//! and for what they are of.

use crate::app::bundled;
use crate::syntax::{FoundRow, PILE, Sentence, are_of_one_kind, is_stones, number_of};
use crate::text::units;
use crate::text::words::is_among;

/// No sentence that is looked at has more words.
pub const MOST_WORDS: usize = 40;

/// How many equal piles may be said at once.
const MOST_PILES: usize = 50;

/// The words of a text, whatever stands between them.
pub fn words_of(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !word.is_empty())
}

/// Whether a word is one for piles, beside those of moves.
pub fn is_pile(word: &str) -> bool {
    PILE.contains(&word) || matches!(word, "row" | "rows" | "stack" | "stacks")
}

/// The words of a text without the signs between and behind them; `None`: it is no sentence, or a long one.
pub fn words(text: &str) -> Option<Vec<&str>> {
    let text = text.trim().trim_end_matches(['?', '.', '!', ':', ' ']);
    let is_plain = !text.contains(['[', '(', '{', '=', '"', '#', ':', ';']);
    let parts = text.split([' ', '\t']);
    // `5,7,9`, but not `1,000`.
    let words = parts.flat_map(|part| {
        let part = part.trim_matches(',');
        let glue = if is_grouped(part) { ' ' } else { ',' };
        part.split(glue).filter(|word| !word.is_empty())
    });
    let words: Vec<&str> = words.take(MOST_WORDS + 1).collect();
    let is_word = |word: &&str| word.contains(char::is_alphanumeric);
    (is_plain && words.iter().all(is_word) && !words.is_empty() && words.len() <= MOST_WORDS)
        .then_some(words)
}

/// The words of a sentence.
struct Words<'w>(&'w [&'w str]);

impl Sentence for Words<'_> {
    fn ends(&self, choice: &str, at: usize) -> Vec<(usize, Option<String>)> {
        if choice == "STOP" && at == self.0.len() {
            return vec![(at, None)];
        }
        let Some((word, _)) = self.0.get(at..).and_then(<[_]>::split_first) else {
            return Vec::new();
        };
        let is_word = match choice {
            "$" => {
                let sizes = |end| {
                    let sizes = sizes_of(self.0.get(at..end)?)?;
                    let sizes: Vec<String> = sizes.iter().map(u64::to_string).collect();
                    Some((end, Some(sizes.join(" "))))
                };
                return (at + 1..=self.0.len()).rev().filter_map(sizes).collect();
            }
            "NUM" => {
                let number = number(word).map(|number| (at + 1, Some(number.to_string())));
                return number.into_iter().collect();
            }
            "W" => return vec![(at + 1, Some((*word).to_owned()))],
            "GAME" => {
                let name = word.to_ascii_lowercase();
                let is_game = bundled::text(&name).is_some();
                return is_game
                    .then_some((at + 1, Some(name)))
                    .into_iter()
                    .collect();
            }
            "STONES" => is_stones(&word.to_ascii_lowercase()),
            "PILE" => is_pile(&word.to_ascii_lowercase()),
            _ => word.eq_ignore_ascii_case(choice),
        };
        is_word.then_some((at + 1, None)).into_iter().collect()
    }

    fn may_end(&self, at: usize) -> bool {
        at == self.0.len()
    }
}

/// What the words say where they are such a row.
pub(crate) fn found(row: &str, words: &[&str]) -> Option<FoundRow> {
    Words(words).row(row, 0)
}

/// The piles that words speak of, where they are such a row.
pub fn piles_in(row: &str, words: &[&str]) -> Option<Vec<u64>> {
    let sizes = found(row, words)?.names.join(" ");
    Some(
        sizes
            .split(' ')
            .filter_map(|size| size.parse().ok())
            .collect(),
    )
}

/// Whether it is written like `1,000,000`. `1,200` may be two numbers.
fn is_grouped(word: &str) -> bool {
    let mut groups = word.split(',');
    let is_number = |group: &str| group.bytes().all(|byte| byte.is_ascii_digit());
    let head = groups.next().unwrap_or("");
    let is_head = is_number(head) && (1..=3).contains(&head.len());
    is_head && word.contains(',') && groups.all(|group| group.len() == 3 && is_number(group))
}

/// A number in digits or as a word.
pub fn number(word: &str) -> Option<u64> {
    if is_grouped(word) {
        // No number of a list is written `000`.
        let is_one = word.contains(",0");
        return is_one.then(|| word.replace(',', "").parse().ok()).flatten();
    }
    if word.len() > 1 && word.starts_with('0') {
        return None;
    }
    match word.starts_with(|first: char| first.is_ascii_digit()) {
        // Also `10^9` and `1e9`; what was `1,200` may be two numbers.
        true if !word.contains('_') => units::whole(word).ok(),
        true => None,
        false => in_words(word),
    }
}

const TENS: [&str; 8] = [
    "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
];

/// A number below a hundred as it is spoken.
fn in_words(word: &str) -> Option<u64> {
    let word = word.to_ascii_lowercase();
    let (ten, one) = word.split_once('-').unwrap_or((&word, ""));
    let tens = TENS.iter().position(|it| *it == ten);
    let number = match (tens, number_of(one)) {
        (Some(ten), Some(one @ 1..=9)) => 10 * (ten + 2) + one,
        (Some(ten), None) if one.is_empty() => 10 * (ten + 2),
        _ => number_of(&word)?,
    };
    Some(number as u64)
}

/// The sizes of piles: `5 and 7`, `a pile of 21 stones`, `3 piles of 5`, `three heaps with 3, 4 and 5 coins`.
fn sizes_of(words: &[&str]) -> Option<Vec<u64>> {
    let lower: Vec<String> = words.iter().map(|word| word.to_ascii_lowercase()).collect();
    let mut sizes: Vec<u64> = Vec::new();
    let mut count = None;
    let mut sized = false;
    // `21 matches and 5 coins`: moves may speak of the ones alone. `twenty one` is no two numbers.
    let is_cut = |pair: &[String]| TENS.contains(&pair[0].as_str()) && number(&pair[1]).is_some();
    if !are_of_one_kind(lower.iter().map(String::as_str)) || lower.windows(2).any(is_cut) {
        return None;
    }
    for (at, word) in lower.iter().enumerate() {
        let next = lower.get(at + 1).map_or("", |word| word.as_str());
        match number(word) {
            Some(many) if is_pile(next) => {
                if count.replace(many).is_some() || !sizes.is_empty() {
                    return None;
                }
            }
            // `two piles, one of 10 stones` says nothing of the other one.
            Some(_) if matches!(next, "of" | "with") => return None,
            Some(size) => sizes.push(size),
            // `piles of 5` and `5 stones`, but no `piles 5 stones in`.
            None if matches!(word.as_str(), "of" | "with" | "size" | "sizes") => sized = true,
            None if is_pile(word) || is_stones(word) => {}
            None if is_among(word, "a and the single equal each") => {}
            None => return None,
        }
    }
    match (count, sizes.as_slice()) {
        (None, [_, ..]) => Some(sizes),
        (Some(count), [size]) if sized => {
            let count = usize::try_from(count).ok().filter(|it| *it <= MOST_PILES)?;
            Some(vec![*size; count])
        }
        (Some(count), sizes) if sizes.len() as u64 == count && count > 0 => Some(sizes.to_vec()),
        _ => None,
    }
}

/// A text with numbers from 20 on in digits, also those of several words: `twenty one`, `two hundred`, `a dozen`.
pub fn in_digits(text: &str) -> String {
    let is_inside = |c: char| c.is_alphanumeric() || c == '-';
    let parts: Vec<(&str, &str)> = text
        .split_inclusive(|c| !is_inside(c))
        .map(|part| part.split_at(part.trim_end_matches(|c| !is_inside(c)).len()))
        .collect();
    let mut written = String::new();
    let mut rest = parts.as_slice();
    while let Some((word, behind)) = rest.first() {
        let spoken = spoken(rest).filter(|(number, words)| *number >= 20 || *words > 1);
        let (_, behind) = match spoken {
            Some((_, words)) => rest[words - 1],
            None => (*word, *behind),
        };
        match spoken {
            Some((number, _)) => written += &number.to_string(),
            None => written += word,
        }
        written += behind;
        rest = &rest[spoken.map_or(1, |(_, words)| words)..];
    }
    written
}

/// The number that words begin with, each with what stands behind it, and how many words it has.
fn spoken(words: &[(&str, &str)]) -> Option<(u64, usize)> {
    let ((word, behind), rest) = words.split_first()?;
    let rest = if *behind == " " { rest } else { &[] };
    let next = rest.first().map_or("", |(next, _)| *next);
    let is_a = word.eq_ignore_ascii_case("a");
    let number = in_words(word).or(is_a.then_some(1));
    let many = number.filter(|number| *number < 20).unwrap_or(0);
    match next {
        "dozen" if many > 0 => Some((12 * many, 2)),
        "hundred" if many > 0 => {
            let behind = rest
                .get(2..)
                .filter(|_| rest[0].1 == " " && rest[1].0 == "and");
            let more = behind.and_then(spoken).filter(|(more, _)| *more < 100);
            let (more, words) = more.map_or((0, 2), |(more, words)| (more, words + 3));
            Some((100 * many + more, words))
        }
        _ => match (number?, in_words(next)) {
            (ten, Some(one @ 1..=9)) if TENS.contains(&&*word.to_ascii_lowercase()) => {
                Some((ten + one, 2))
            }
            (number, _) if !is_a => Some((number, 1)),
            _ => None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read() {
        for (said, sizes) in [
            ("21", Some(vec![21])),
            ("5, 7 and 9", Some(vec![5, 7, 9])),
            ("3 piles of 5", Some(vec![5, 5, 5])),
            ("three heaps with 3, 4 and 5 coins", Some(vec![3, 4, 5])),
            ("a pile of twelve stones", Some(vec![12])),
            ("two piles", None),
            ("2 piles of 3, 4 and 5", None),
            ("nim", None),
            ("1,000 stones", Some(vec![1000])),
            ("piles of 1,000 and 2,024", Some(vec![1000, 2024])),
            ("5,7,9", Some(vec![5, 7, 9])),
            ("1,200", None),
            ("two piles, one of 10 stones", None),
            ("three piles, one with 5 and 6", None),
            ("21 matches and 5 coins", None),
            ("1 match and 5 matches", Some(vec![1, 5])),
            ("1 000 stones", None),
        ] {
            let words = words(said).unwrap_or_default();
            assert_eq!(sizes_of(&words), sizes, "{said}");
        }
    }
}
