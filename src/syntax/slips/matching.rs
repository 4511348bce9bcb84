//! Which row of the table of phrases a text is, and what is written then.

use super::phrases::{ASKED, PILE, QUESTIONS, RULES, WHOLE, is_stones};
use super::rows::{FoundRow, Row, Sentence};
use super::{KINDS, Piece, Slip, number_of};
#[cfg(feature = "program")]
use super::{expressions::is_of_an_opening, statements::is_of_an_ending};
#[cfg(feature = "program")]
use crate::syntax::words::Word;

/// No sentence about a move has more words.
const MOST_WORDS: usize = 60;

/// Whether sentences that are read may have a word, which is in small letters.
#[cfg(feature = "program")]
pub(crate) fn is_known_word(word: &str) -> bool {
    let is_in_a_row = || {
        let rows = RULES.iter().chain(&*super::phrases::ENDINGS);
        let words = rows.flat_map(|row| row.said.split([' ', '|']));
        words
            .map(|known| known.trim_end_matches('?'))
            .any(|known| known == word)
    };
    let one = word.strip_suffix('s').unwrap_or(word);
    let is_kind = KINDS.contains(&one);
    is_kind
        || Word::of(word).is_some()
        || Word::of(one).is_some()
        || number_of(word).is_some()
        || PILE.contains(&word)
        || is_stones(word)
        || is_of_an_opening(word)
        || is_of_an_ending(word)
        || is_in_a_row()
}

impl Piece<'_> {
    /// What a phrase of a rule book is, as it is written.
    pub(super) fn phrase(&self) -> Option<Slip> {
        if self.tokens.len() > MOST_WORDS {
            return self.number_word();
        }
        self.one_of(&RULES).or_else(|| self.number_word())
    }

    /// The first row of a table that is found somewhere.
    pub(super) fn one_of(&self, table: &[Row]) -> Option<Slip> {
        let is_here =
            |head: &str| (0..self.tokens.len()).any(|at| self.word(at).eq_ignore_ascii_case(head));
        let may_be_here =
            |row: &&Row| row.heads.is_empty() || row.heads.iter().any(|head| is_here(head));
        table.iter().filter(may_be_here).find_map(|row| {
            (0..self.tokens.len()).find_map(|first| {
                let found = self.fits(row.said, first)?;
                let fix = found.fill(row.written, self.coordinate?);
                let is_it = found.end > first && found.may_be_in(row.written);
                is_it.then(|| (first, found.end - 1, fix))
            })
        })
    }

    /// Whether a row of the table holds all tokens from the first one to this one.
    pub(super) fn is_held(&self, last: usize) -> bool {
        RULES.iter().any(|row| {
            let found = self.fits(row.said, 0);
            found.is_some_and(|found| found.end > last)
        })
    }

    /// `two` before or behind what is counted.
    pub(super) fn number_word(&self) -> Option<Slip> {
        let is_number = |at: &usize| {
            self.is_name(*at) && number_of(self.word(*at)).is_some() && !self.is_defined(*at)
        };
        let at = (1..self.tokens.len()).find(is_number)?;
        let number = number_of(self.word(at))?;
        // `one pile` is no number of stones.
        let is_of_piles = PILE.contains(&self.word(at + 1)) || self.word(at + 1) == "of";
        (!is_of_piles || number > 1).then(|| (at, at, number.to_string()))
    }

    /// A whole question in words as it is written.
    pub(super) fn whole_question(&self) -> Option<Slip> {
        let ends = usize::from(matches!(self.word(self.last()), "?" | "."));
        let end = self.tokens.len() - ends;
        let polite = ASKED.iter().find_map(|pattern| self.fits(pattern, 0));
        let start = polite.map_or(0, |found| found.end);
        let from = |start| {
            WHOLE.iter().find_map(move |row| {
                let found = self.fits(row.said, start)?;
                (found.end == end).then(|| (0, self.last(), found.fill(row.written, "")))
            })
        };
        from(start).or_else(|| from(0))
    }

    /// A question in words: the function that answers it, and where what it is asked about begins.
    pub(super) fn asked(&self, start: usize) -> Option<(String, usize)> {
        let polite = ASKED.iter().find_map(|pattern| self.fits(pattern, start));
        let start = polite.map_or(start, |found| found.end);
        QUESTIONS.iter().find_map(|row| {
            let found = self.fits(row.said, start)?;
            Some((row.written.to_owned(), found.end))
        })
    }

    /// Whether the tokens from here on are as a row says.
    pub(super) fn fits(&self, pattern: &str, first: usize) -> Option<FoundRow> {
        let before = first.checked_sub(1).map_or("", |at| self.word(at));
        let (begin, pattern) = match pattern.split_once(' ') {
            Some(("^", rest)) => (before.is_empty(), rest),
            Some((barred, rest)) if barred.starts_with('!') => (barred.get(1..)? != before, rest),
            _ => (true, pattern),
        };
        let found = self.row(pattern, first).filter(|_| begin)?;
        // Of `n + 1` no part is meant.
        (!self.is_arithmetic(found.end)).then_some(found)
    }

    pub(super) fn is_arithmetic(&self, at: usize) -> bool {
        matches!(
            self.word(at),
            "+" | "-" | "*" | "/" | "%" | "^" | "**" | "mod" | "("
        )
    }

    /// The end of a number, a name or a calculation with such ones.
    pub(super) fn calculation(&self, at: usize) -> Option<usize> {
        let is_operand = |at| self.number(at).is_some() || self.is_amount(at);
        let is_operator = |at: &usize| matches!(self.word(*at), "+" | "-" | "*" | "/" | "%");
        let operators = (at + 1..self.tokens.len()).step_by(2);
        let end = at + 1 + 2 * operators.take_while(is_operator).count();
        (at..end).step_by(2).all(is_operand).then_some(end)
    }

    /// Whether a token is such a word, with what is kept of it.
    fn is_one(&self, choice: &str, at: usize) -> Option<Option<String>> {
        let word = self.word(at);
        let is_word = |list: &[&str]| list.contains(&word).then_some(None);
        let found = match choice {
            _ if word.is_empty() => None,
            "N" | "D" => {
                let number = self.number(at);
                let is_own = choice == "N" && self.is_amount(at);
                match is_own {
                    true => Some(Some(word.to_owned())),
                    false => number.map(Some),
                }
            }
            "K" => {
                let is_new = self.coordinate != Some(word) && number_of(word).is_none();
                (self.is_name(at) && is_new).then(|| Some(word.to_owned()))
            }
            "X" => {
                let is_other = self.is_amount(at) && self.coordinate != Some(word);
                is_other.then(|| Some(word.to_owned()))
            }
            "@" => (self.coordinate == Some(word)).then_some(None),
            "PILE" => is_word(&PILE),
            "STONES" => is_stones(word).then_some(None),
            "KIND" => {
                let kind = word.to_ascii_lowercase();
                KINDS.contains(&kind.as_str()).then_some(Some(kind))
            }
            "KINDS" => word
                .strip_suffix('s')
                .filter(|kind| KINDS.contains(kind))
                .map(|kind| Some(kind.to_owned())),
            _ => word.eq_ignore_ascii_case(choice).then_some(None),
        };
        found.filter(|_| matches!(choice, "N" | "X" | "@") || !self.is_defined(at))
    }

    /// `at most` and the like.
    fn bound(&self, at: usize) -> Option<(usize, Option<String>)> {
        let bounds: [&[&str]; 4] = [
            &["at", "most"],
            &["up", "to"],
            &["no", "more", "than"],
            &["not", "more", "than"],
        ];
        let is_here = |bound: &&&[&str]| (at..).zip(**bound).all(|(at, it)| self.word(at) == *it);
        bounds.iter().find(is_here).map(|it| (at + it.len(), None))
    }

    /// The end of a position: piles in brackets, behind the name of their game.
    fn position(&self, at: usize) -> Option<usize> {
        let mut depth = 0;
        let ends = (at + 1..self.tokens.len()).find(|end| {
            let token = &self.tokens[*end];
            depth = token.depth_behind(depth);
            depth == 0 && token.text(self.text) != ")"
        });
        let end = ends.filter(|end| self.is_name(at) && self.word(*end) == "]")?;
        Some(end + 1)
    }

    /// Whether a name may be a number: one of the text, or a letter.
    pub(super) fn is_amount(&self, at: usize) -> bool {
        let is_letter = self.word(at).len() == 1 && self.word(at) != "a";
        self.is_name(at) && (self.is_defined(at) || is_letter)
    }

    /// Whether a word is a name of the text.
    pub(super) fn is_defined(&self, at: usize) -> bool {
        self.is_name(at) && self.defined.contains(self.word(at))
    }
}

impl Sentence for Piece<'_> {
    fn ends(&self, choice: &str, at: usize) -> Vec<(usize, Option<String>)> {
        let one = self.is_one(choice, at).map(|name| (at + 1, name));
        let longer = match choice {
            "MOST" => self.bound(at),
            "STOP" => matches!(self.word(at), "" | "," | "." | ";").then_some((at, None)),
            "P" => self.position(at).map(|end| (end, self.slice(at, end))),
            "N" => self.calculation(at).filter(|end| *end > at + 1).map(|end| {
                let number = self.slice(at, end);
                (end, number.map(|number| format!("({number})")))
            }),
            _ => None,
        };
        match (longer, one) {
            (None, None) => Vec::new(),
            (longer, one) => longer.into_iter().chain(one).collect(),
        }
    }

    fn may_end(&self, _: usize) -> bool {
        true
    }
}

impl FoundRow {
    /// Whether calculations may stand there: a half of 5 is more than 2 and less than 3, and nobody knows what belongs to a power.
    fn may_be_in(&self, written: &str) -> bool {
        let is_most = |place: usize| {
            written.ends_with(&format!("..${place}")) || written.ends_with(&format!("${place}+1.."))
        };
        let mut names = self.names.iter().enumerate();
        let is_rounded = names.any(|(number, name)| name.contains('/') && !is_most(number + 1));
        // `10 to 3` runs nowhere.
        let mut bounds = self.names.iter().map(|name| name.parse::<i64>().ok());
        let runs_down = written.contains("$1..$2")
            && matches!((bounds.next(), bounds.next()), (Some(Some(from)), Some(Some(to))) if from > to);
        // To take nothing is to pass.
        let none = |name: &String| name == "0" || name == "1" && written.contains("1..$1-1");
        let takes_none = written.starts_with("take") && self.names.iter().any(none);
        let is_calculated = self.names.iter().any(|name| name.starts_with('('));
        !(is_rounded || runs_down || takes_none || is_calculated && written.contains("pow("))
    }
}
