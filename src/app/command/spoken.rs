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

/// What may stand between a number and the piles that it counts.
const OF_PILES: &str = "equal single identical";

/// The sizes of piles: `5 and 7`, `a pile of 21 stones`, `3 piles of 5`, `three heaps with 3, 4 and 5 coins`, `two piles of 3 and a pile
/// of 4`.
fn sizes_of(words: &[&str]) -> Option<Vec<u64>> {
    let lower: Vec<String> = words.iter().map(|word| word.to_ascii_lowercase()).collect();
    let lower: Vec<&str> = lower.iter().map(String::as_str).collect();
    // `21 matches and 5 coins`: moves may speak of the ones alone. `twenty one` is no two numbers.
    let is_cut = |pair: &[&str]| TENS.contains(&pair[0]) && number(pair[1]).is_some();
    if !are_of_one_kind(lower.iter().copied()) || lower.windows(2).any(is_cut) {
        return None;
    }
    // More follows.
    if lower.last().is_some_and(|word| is_among(word, "and a the")) {
        return None;
    }
    let begins_group = |at: &usize| {
        let is_one = matches!(lower[*at], "a" | "the") || number(lower[*at]).is_some();
        is_one && is_pile(behind_count(&lower, *at))
    };
    let mut groups: Vec<usize> = (0..lower.len()).filter(begins_group).collect();
    if groups.len() < 2 {
        return sizes_of_group(&lower);
    }
    groups.push(lower.len());
    // What stands before them are words like `the`.
    let first = lower.get(..groups[0])?;
    let is_plain = first.iter().all(|word| is_among(word, "and the"));
    let sizes = groups
        .windows(2)
        .map(|group| sizes_of_group(&lower[group[0]..group[1]]));
    let sizes: Option<Vec<Vec<u64>>> = sizes.collect();
    sizes.filter(|_| is_plain).map(|sizes| sizes.concat())
}

/// The word that a count at a place is of.
fn behind_count<'w>(words: &[&'w str], at: usize) -> &'w str {
    let mut behind = words.iter().skip(at + 1);
    let word = behind.find(|word| !is_among(word, OF_PILES));
    word.copied().unwrap_or("")
}

/// The sizes of piles that are counted once, or not at all.
fn sizes_of_group(words: &[&str]) -> Option<Vec<u64>> {
    let mut sizes: Vec<u64> = Vec::new();
    let mut count = None;
    let mut sized = false;
    let mut piles = 0;
    for (at, word) in words.iter().enumerate() {
        let next = words.get(at + 1).copied().unwrap_or("");
        match number(word) {
            Some(many) if is_pile(behind_count(words, at)) => {
                if count.replace(many).is_some() || !sizes.is_empty() {
                    return None;
                }
            }
            // `two piles, one of 10 stones` says nothing of the other one.
            Some(_) if matches!(next, "of" | "with") => return None,
            Some(size) => sizes.push(size),
            // `piles of 5` and `5 stones`, but no `piles 5 stones in`.
            None if is_among(word, "of with size sizes contain containing") => sized = true,
            // `two piles of 3 and a stone`
            None if *word == "a" && is_stones(next) => return None,
            None if is_pile(word) => piles += 1,
            None if is_stones(word) => {}
            None if is_among(word, "a and the each respectively") || is_among(word, OF_PILES) => {}
            None => return None,
        }
    }
    // `two piles of 3 and pile of 4`
    if count.is_some() && piles > 1 {
        return None;
    }
    let are_equal = words
        .iter()
        .any(|word| matches!(*word, "equal" | "identical"));
    match (count, sizes.as_slice()) {
        (_, [_, _, ..]) if are_equal => None,
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
    // `two or three hundred` are hundreds both.
    let is_shared = |at: usize| {
        let before = parts.get(at.saturating_sub(2)..at).unwrap_or_default();
        matches!(before, [(one, " "), ("or" | "to", " ")] if in_words(one).is_some_and(|it| it < 10))
    };
    while let Some((word, behind)) = rest.first() {
        let has_unit = rest.get(1).is_some_and(|(next, _)| unit(next).is_some());
        let is_shared = has_unit && is_shared(parts.len() - rest.len());
        let spoken = spoken(rest).filter(|(number, words)| *number >= 20 || *words > 1);
        let spoken = spoken.filter(|_| !is_shared);
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

/// What multiplies the number before it.
fn unit(word: &str) -> Option<u64> {
    Some(match word {
        "dozen" => 12,
        "hundred" => 100,
        "thousand" => 1_000,
        "million" => 1_000_000,
        _ => return None,
    })
}

/// The number that words begin with, each with what stands behind it, and how many words it has.
fn spoken(words: &[(&str, &str)]) -> Option<(u64, usize)> {
    let (mut whole, mut part) = (0, 0);
    // What follows is less than these: as a number, as what is counted by a unit of thousands.
    let (mut below, mut largest) = (u64::MAX, u64::MAX);
    let mut found = None;
    for (at, (word, behind)) in words.iter().enumerate() {
        if at > 0 && words[at - 1].1 != " " {
            break;
        }
        let word = word.to_ascii_lowercase();
        let next = words.get(at + 1).filter(|_| *behind == " ");
        let next = next.and_then(|(next, _)| unit(&next.to_ascii_lowercase()));
        if let Some(unit) = unit(&word) {
            if part == 0 || part >= unit || unit == 12 && at > 1 {
                break;
            }
            part *= unit;
            if unit >= 1_000 {
                (whole, part, largest) = (whole + part, 0, unit);
            }
            below = if unit == 12 { 0 } else { unit };
        } else if word == "and" && (below == 100 || below == 1_000) {
            continue;
        } else if at == 0 && word == "a" {
            part = 1;
            continue;
        } else {
            // Of `two hundred and three hundred` the second is another number.
            let fits = next.is_none_or(|unit| match unit >= 1_000 {
                true => unit < largest,
                false => part < unit,
            });
            let is_more = |it: &u64| *it < below && (*it > 0 || at == 0);
            let Some(number) = in_words(&word).filter(is_more).filter(|_| fits) else {
                break;
            };
            part += number;
            below = if number >= 20 && number % 10 == 0 {
                10
            } else {
                0
            };
        }
        found = Some((whole + part, at + 1));
    }
    found
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
            ("two equal piles of 9 stones", Some(vec![9, 9])),
            ("three equal heaps of 5 stones each", Some(vec![5, 5, 5])),
            ("two equal piles", None),
            ("two equal piles of 7 and 9", None),
            ("two equal piles of 9 stones and one stone", None),
            ("two piles of 3 stones and a pile of 4", Some(vec![3, 3, 4])),
            ("three piles of 5 and a pile of 2", Some(vec![5, 5, 5, 2])),
            ("one row of 5 and one row of 7", Some(vec![5, 7])),
            ("a pile of 5 and a pile of 7", Some(vec![5, 7])),
            ("two piles of 5 and pile of 3", None),
            ("two piles, a pile of 3 and a pile of 5", None),
            (
                "3 piles with 2, 3 and 5 stones respectively",
                Some(vec![2, 3, 5]),
            ),
        ] {
            let words = words(said).unwrap_or_default();
            assert_eq!(sizes_of(&words), sizes, "{said}");
        }
    }

    #[test]
    fn numbers_of_several_words_are_read() {
        for (said, written) in [
            ("two hundred fifty-six stones", "256 stones"),
            ("two hundred and fifty six stones", "256 stones"),
            ("a hundred twenty six", "126"),
            ("one hundred five or six", "105 or six"),
            ("eleven hundred and one", "1101"),
            ("two thousand and twenty four", "2024"),
            ("one million two hundred thousand", "1200000"),
            ("a thousand stones", "1000 stones"),
            ("a dozen, two dozen", "12, 24"),
            (
                "one hundred, two hundred and three hundred",
                "100, 200 and 300",
            ),
            ("a hundred and a pile", "100 and a pile"),
            ("two hundred three hundred", "200 300"),
            ("a hundred and twenty thousand", "120000"),
            ("two thousand three thousand", "2000 3000"),
            ("two thousand three hundred and four", "2304"),
            ("twenty thirty", "20 30"),
            ("two or three hundred stones", "two or three hundred stones"),
            ("twenty or three hundred", "20 or 300"),
            ("twenty one hundred", "2100"),
            ("twenty zero", "20 zero"),
            ("one two", "one two"),
            ("three and five", "three and five"),
            ("twenty and five", "20 and five"),
            ("a pile of twenty one", "a pile of 21"),
        ] {
            assert_eq!(in_digits(said), written, "{said}");
        }
    }
}
