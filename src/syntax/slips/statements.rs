//! Statements as people say them, beyond the table of phrases.

use std::ops::Range;

use super::phrases::{ENDINGS, PILE, is_stones};
use super::{Piece, Slip, is_choice, number_of};
use crate::syntax::errors;
use crate::syntax::scan::TokenKind;
use crate::syntax::tree::Goal;
use crate::syntax::words::{Role, Word};
use crate::text::diagnostic::Diagnostic;
use crate::text::source::Span;

/// The same taken from two coordinates.
pub(crate) fn same_from_both(a: &str, b: &str, amounts: &str) -> String {
    let range = match amounts {
        "k" => "1..".to_owned(),
        any if is_the_same(any) => "1..".to_owned(),
        amounts => range_of(amounts),
    };
    format!("move {a}, {b} -> {a} - k, {b} - k for k in {range}")
}

/// The amounts behind `take` as a range behind `in`.
fn range_of(amounts: &str) -> String {
    match amounts {
        any if any == Word::Any.text() => "1..".to_owned(),
        range if range.contains("..") && !range.contains(',') => range.to_owned(),
        list => format!("[{list}]"),
    }
}

/// `the same`, `an equal number`
fn is_the_same(amounts: &str) -> bool {
    amounts
        .split(' ')
        .find(|word| !matches!(*word, "the" | "a" | "an"))
        .is_some_and(|word| matches!(word, "same" | "equal"))
}

/// What is said of the end of a game.
const ENDING: [&str; 45] = [
    "the", "player", "person", "get", "gets", "getting", "one", "who", "whoever", "that", "last",
    "to", "take", "takes", "taking", "remove", "removes", "removing", "pick", "picks", "picking",
    "make", "makes", "making", "move", "moves", "moving", "cannot", "can", "not", "is", "unable",
    "a", "has", "have", "forced", "must", "knock", "knocks", "knocking", "down", "took", "removed",
    "picked", "made",
];

/// Whether a word may be said of the end of a game.
#[cfg(feature = "program")]
pub(super) fn is_of_an_ending(word: &str) -> bool {
    ENDING.contains(&word) || matches!(word, "wins" | "win" | "loses" | "lose")
}

/// What is said of a rest that is split.
const REST: [&str; 2] = [
    "split the|it|them? rest|remainder|remaining|PILE|pile? STONES? into|in? exactly? D? non? -? empty|nonempty|smaller|new|separate? PILE|parts?",
    "split what is|remains left? into|in? exactly? D? non? -? empty|nonempty|smaller|new|separate? PILE|parts?",
];

impl Piece<'_> {
    pub(super) fn statement(&self) -> Option<Slip> {
        let phrase = self.phrase();
        if self.is_unclear(phrase.as_ref()) {
            return None;
        }
        self.cases()
            .or_else(|| self.ending())
            .or_else(|| self.may_split())
            .or_else(|| self.take_from_each())
            .or_else(|| self.take_from_one())
            .or_else(|| self.take_from_both())
            .or(phrase)
            .or_else(|| self.unnamed_move())
            .or_else(|| self.up_to())
            .or_else(|| self.or_pass())
            .or_else(|| self.but())
            .or_else(|| self.when())
            .or_else(|| self.such_that())
            .or_else(|| self.split())
            .or_else(|| self.pile_from())
            .or_else(|| self.tuple())
            .or_else(|| self.decimal_comma())
            .or_else(|| self.full_stop())
    }

    /// `n -> n - 1`, `(a, b) => (a - 1, b)`, `n -> n - 1 or n / 2`, `move n: n - 1, n - 2`
    fn unnamed_move(&self) -> Option<Slip> {
        let named = usize::from(self.word(0) == Word::Move.text());
        let is_place = self.is_name(named) || matches!(self.word(named), "(" | "[");
        let is_arrow = |at: &usize| {
            let word = self.word(*at);
            let is_another = named > 0 && matches!(word, "=" | ":=" | ":" | "becomes");
            matches!(word, "->" | "=>") || is_another
        };
        let arrow = (named + 1..self.tokens.len()).find(is_arrow);
        let is_right = |arrow: usize| named > 0 && self.word(arrow) == "->";
        let arrow = arrow.filter(|arrow| is_place && !is_right(*arrow))?;
        let last = self.last();
        let place = self.slice(named, arrow)?;
        let results = self.slice(arrow + 1, last + 1)?;
        let has_tail = [Word::For, Word::Where, Word::If]
            .iter()
            .any(|word| self.find(word.text()).is_some());
        // Of one number each result is one of a move.
        let is_one = arrow == named + 1 && !results.contains(['(', '[']);
        let results: Vec<&str> = match has_tail {
            true => vec![&results],
            false if is_one => results
                .split(',')
                .flat_map(|part| part.split(" or "))
                .map(str::trim)
                .filter(|result| !result.is_empty())
                .collect(),
            false => results.split(" or ").collect(),
        };
        if named > 0 && results.len() == 1 {
            return Some((arrow, arrow, "->".to_owned()));
        }
        let moves = results
            .iter()
            .map(|result| format!("{} {place} -> {result}", Word::Move));
        Some((0, last, moves.collect::<Vec<String>>().join("  ")))
    }

    pub(super) fn is_article(&self, at: usize) -> bool {
        matches!(self.word(at), "a" | "an") && self.is_name(at + 1)
    }

    /// `take 1..2 may split`, `take 1..2 and optionally split the rest into two piles`
    pub(super) fn may_split(&self) -> Option<Slip> {
        let split = self.find(Word::Split.text()).filter(|split| *split > 0)?;
        let joins = |at: &usize| {
            matches!(
                self.word(*at),
                "and" | "then" | "," | "if" | "you" | "they" | "desired"
            )
        };
        let behind = usize::from(self.word(split - 1) == ",") + 1;
        let choice = split.checked_sub(behind)?;
        let (least, first) = match self.word(split - 1) {
            _ if is_choice(self.word(choice)) => ("0..", choice),
            "and" | "then" => ("", split),
            _ => return None,
        };
        let first = (1..first).rev().take_while(joins).last().unwrap_or(first);
        let end = (split..self.tokens.len()).find(|at| {
            [Word::Where, Word::For]
                .iter()
                .any(|word| word.text() == self.word(*at))
        });
        let end = end.unwrap_or(self.tokens.len());
        // Of what the parts are to be, `leaving` says only how many.
        let mut rests = REST.iter().filter_map(|rest| self.fits(rest, split));
        let rest = rests.find(|rest| rest.end == end)?;
        let most = rest.names.first().map_or("2", String::as_str);
        // One or three piles are not `0..3`.
        if least == "0.." && most != "2" {
            return None;
        }
        let leaving = Word::Leaving;
        Some((first, end - 1, format!("{leaving} {least}{most} piles")))
    }

    /// A number in digits or as a word.
    pub(super) fn number(&self, at: usize) -> Option<String> {
        let word = self.word(at);
        match self.is_kind(at, TokenKind::Number) {
            true => Some(word.to_owned()),
            false => number_of(word).map(|number| number.to_string()),
        }
    }

    /// `take any from a and b`, `take any from a or b`, `take any from both piles`
    fn take_from_both(&self) -> Option<Slip> {
        let from = self.find(Word::From.text())?;
        if self.word(from + 1) == "both" {
            // Of one number there is nothing to choose.
            let is_one = self.goal == Goal::Statement && from == 2 && self.number(1).is_some();
            let fix = "each turn 2 piles alike".to_string();
            return is_one.then(|| (from, self.last(), fix));
        }
        let (a, b) = (self.word(from + 1), self.word(from + 3));
        let is_pair = self.is_defined(from + 1) && self.is_defined(from + 3);
        if self.word(0) != Word::Take.text() || !is_pair || a == b {
            return None;
        }
        let amounts = self.slice(1, from)?;
        let fix = match self.word(from + 2) {
            "and" => same_from_both(a, b, &amounts),
            "or" => {
                // A condition behind it is one of both.
                let behind = self.slice(from + 4, self.tokens.len()).unwrap_or_default();
                let is_more =
                    (from + 4..self.tokens.len()).any(|at| matches!(self.word(at), "or" | ","));
                let both = [a, b].map(|of| format!("take {amounts} from {of} {behind}"));
                let both = both.map(|take| take.trim_end().to_owned()).join("  ");
                return (!is_more).then(|| (0, self.last(), both));
            }
            _ => return None,
        };
        Some((0, from + 3, fix))
    }

    /// `take any from one of x, y, z`, `take any from x, y or z`, `take any from either x or y`
    fn take_from_one(&self) -> Option<Slip> {
        let from = self.find(Word::From.text())?;
        let amounts = self.slice(1, from)?;
        let said = match (self.word(from + 1), self.word(from + 2)) {
            ("either", _) => 1,
            ("one" | "any", "of") => 2,
            _ => 0,
        };
        let start = from + 1 + said;
        let is_listed = |at: &usize| self.is_defined(*at) || matches!(self.word(*at), "," | "or");
        let at = start + (start..self.tokens.len()).take_while(is_listed).count();
        let names = (start..at).filter(|at| self.is_defined(*at));
        let names: Vec<&str> = names.map(|at| self.word(at)).collect();
        let has_or = (from..at).any(|at| self.word(at) == "or");
        let is_take = self.word(0) == Word::Take.text() && (said > 0 || has_or && names.len() > 2);
        let is_end = matches!(self.word(at), "" | "where" | "for");
        if !is_take || !is_end || names.len() < 2 {
            return None;
        }
        let behind = self.slice(at, self.tokens.len()).unwrap_or_default();
        let takes = names
            .iter()
            .map(|name| format!("take {amounts} from {name} {behind}"));
        let takes: Vec<String> = takes.map(|take| take.trim_end().to_owned()).collect();
        Some((0, self.last(), takes.join("  ")))
    }

    /// `take k from a and 2 * k from b`
    fn take_from_each(&self) -> Option<Slip> {
        let from = self.find(Word::From.text())?;
        let is_from = |at: &usize| self.word(*at) == Word::From.text();
        let second = (from + 3..self.tokens.len()).find(is_from)?;
        let is_take = self.word(0) == Word::Take.text() && self.word(from + 2) == "and";
        let is_pair = self.is_defined(from + 1) && self.is_defined(second + 1);
        let (a, b) = (self.word(from + 1), self.word(second + 1));
        if !is_take || !is_pair || a == b {
            return None;
        }
        let is_bound = match self.word(second + 2) {
            "" | "where" => false,
            "for" => true,
            _ => return None,
        };
        let (of_a, of_b) = (1..from, from + 3..second);
        let is_same = is_the_same(&self.slice(of_b.start, of_b.end)?);
        if is_same && self.calculation(1) != Some(from) {
            let amounts = self.slice(1, from).filter(|_| !is_bound)?;
            let fix = same_from_both(a, b, &amounts);
            return self.are_amounts(of_a).then_some((0, second + 1, fix));
        }
        let of_b = if is_same { of_a.clone() } else { of_b };
        let mut ranges: Vec<String> = Vec::new();
        for at in of_a.clone().chain(of_b.clone()) {
            let range = format!("{} in 1..", self.word(at));
            if self.is_amount(at) && !self.is_defined(at) && !ranges.contains(&range) {
                ranges.push(range);
            }
        }
        // Those that `for` has names already.
        if is_bound {
            ranges.clear();
        }
        let is_new = |name: &&str| {
            let is_there = (0..self.tokens.len()).any(|at| self.word(at) == *name);
            !is_there && !self.defined.contains(*name)
        };
        let mut names = ["i", "j", "k", "m"].into_iter().filter(is_new);
        let mut less = Vec::new();
        for amounts in [of_a, of_b] {
            let written = self.slice(amounts.start, amounts.end)?;
            if self.calculation(amounts.start) == Some(amounts.end) {
                less.push(match written.contains(['+', '-']) {
                    true => format!("({written})"),
                    false => written,
                });
                continue;
            }
            let name = names.next().filter(|_| !is_bound)?;
            if !self.are_amounts(amounts) {
                return None;
            }
            ranges.push(format!("{name} in {}", range_of(&written)));
            less.push(name.to_owned());
        }
        let ranges = match ranges.is_empty() {
            true => String::new(),
            false => format!(" for {}", ranges.join(", ")),
        };
        let fix = format!(
            "move {a}, {b} -> {a} - {}, {b} - {}{ranges}",
            less[0], less[1]
        );
        Some((0, second + 1, fix))
    }

    /// Whether all of these tokens belong to amounts: numbers, names of one letter, a range or a list of them, or `any`.
    fn are_amounts(&self, mut tokens: Range<usize>) -> bool {
        let written = self.slice(tokens.start, tokens.end).unwrap_or_default();
        // An open range is no item of a list.
        !(written.contains(',') && written.contains(".."))
            && tokens.all(|at| {
                self.is_kind(at, TokenKind::Number)
                    || self.is_amount(at)
                    || matches!(self.word(at), "any" | "," | "..")
            })
    }

    /// `take any from a, b`: from one of them, or the same from each?
    pub(super) fn take_from_several(&self) -> Option<Diagnostic> {
        let from = self.find(Word::From.text())?;
        let (a, b) = (self.word(from + 1), self.word(from + 3));
        let is_pair = self.is_defined(from + 1) && self.is_defined(from + 3);
        let is_take = self.goal == Goal::Statement && self.word(0) == Word::Take.text();
        let is_both = a == "both"
            && self.take_from_both().is_none()
            && !(0..from).any(|at| matches!(self.word(at), "same" | "equal"));
        let is_listed = is_pair && self.word(from + 2) == ",";
        if !is_take || !is_both && (!is_listed || self.take_from_one().is_some()) {
            return None;
        }
        let amounts = self.slice(1, from)?;
        let last = if is_both { self.last() } else { from + 3 };
        let (start, end) = (self.tokens.first()?.start, self.tokens.get(last)?.end);
        let place = Span::new(self.source, start, end);
        if is_both {
            return Some(errors::from_both(place, self.text.get(start..end)?));
        }
        let one = format!("take {amounts} from {a}  take {amounts} from {b}");
        let each = same_from_both(a, b, &amounts);
        Some(errors::two_meanings(
            place,
            self.text.get(start..end)?,
            &one,
            &each,
        ))
    }

    /// `up to 2`, `at most 2`, `at least 2`
    fn up_to(&self) -> Option<Slip> {
        // In `two up to four`; `two up to four piles` are piles.
        let is_upper_end = |at: usize| {
            let before = at.checked_sub(1).and_then(|before| self.number(before));
            before.is_some() && !PILE.contains(&self.word(at + 3))
        };
        let at = (0..self.tokens.len()).find(|at| {
            let words = (self.word(*at), self.word(at + 1));
            matches!(words, ("up", "to") | ("at", "most") | ("at", "least"))
                && !is_upper_end(*at)
                && (self.is_kind(at + 2, TokenKind::Number) || self.is_amount(at + 2))
                && self
                    .calculation(at + 2)
                    .is_some_and(|end| !self.is_arithmetic(end))
        })?;
        let end = self.calculation(at + 2)?;
        let count = match end {
            one if one == at + 3 => self.word(at + 2).to_owned(),
            end => format!("({})", self.slice(at + 2, end)?),
        };
        // What at least a half of 5 is, nobody knows.
        if count.contains('/') && self.word(at + 1) == "least" {
            return None;
        }
        let range = match self.word(at + 1) {
            "least" => format!("{count}.."),
            _ => format!("1..{count}"),
        };
        let counts = self
            .tokens
            .get(..at)?
            .iter()
            .any(|token| token.keyword().is_some_and(|word| word.is(Role::Counts)));
        let is_piles = PILE.contains(&self.word(end));
        Some(match is_piles && !counts && at > 1 {
            true => (at, end, format!("each turn {range} piles")),
            false => (at, end - 1, range),
        })
    }

    /// How the game ends.
    pub(super) fn ending(&self) -> Option<Slip> {
        let ends = |at| self.word(at).starts_with("lose") || self.word(at).starts_with("win");
        let has_end = (0..self.tokens.len()).any(ends);
        let ending = || self.last_loses().or_else(|| self.one_of(&ENDINGS));
        has_end.then(ending).flatten()
    }

    /// `last player loses`, `whoever cannot move loses`
    fn last_loses(&self) -> Option<Slip> {
        let is_end = |at: &usize| matches!(self.word(*at), "loses" | "lose" | "wins" | "win");
        let end = (0..self.tokens.len()).find(is_end)?;
        let is_word = |at: &usize| match self.word(*at) {
            "move" => true,
            "take" => *at > 0 && matches!(self.word(at - 1), "to" | "must"),
            "and" | "but" => false,
            _ => self.is_name(*at),
        };
        let is_subject = |at: &usize| match self.word(*at).to_ascii_lowercase().as_str() {
            "last" | "whoever" | "who" | "player" => true,
            "taking" | "making" => self.word(at + 1) == "the",
            "the" | "one" => matches!(self.word(at + 1), "player" | "one" | "last" | "who"),
            _ => false,
        };
        let run = (0..=end).rev().take_while(is_word);
        let first = run.filter(is_subject).last()?;
        let has = |word: &str| (first..end).any(|at| self.word(at).eq_ignore_ascii_case(word));
        if !(first..end).all(|at| self.is_of_ending(at)) {
            return None;
        }
        // `cannot win`
        if matches!(self.word(end - 1), "cannot" | "not" | "never") {
            return None;
        }
        let fix = match (self.word(end), has("last"), has("cannot") || has("unable")) {
            ("loses" | "lose", true, false) | ("wins" | "win", false, true) => Word::Misere.text(),
            ("wins" | "win", true, false) | ("loses" | "lose", false, true) => "",
            _ => return None,
        };
        let joins = |at: &usize| matches!(self.word(*at), "," | "." | "and" | "but");
        let first = (1..first).rev().take_while(joins).last().unwrap_or(first);
        Some((first, end, fix.to_string()))
    }

    /// Whether a word may be said of the end of a game: `the last two`, `the last but one` and `the last of a pile` are other ends.
    fn is_of_ending(&self, at: usize) -> bool {
        let word = self.word(at).to_ascii_lowercase();
        let behind = self.word(at + 1);
        match word.as_str() {
            // `who has the last stone` has not taken it.
            "has" | "have" | "forced" => return behind == "to",
            "must" => return matches!(behind, "take" | "remove" | "move" | "make"),
            _ => {}
        }
        ENDING.contains(&word.as_str()) || is_stones(&word) && !word.ends_with('s')
    }

    /// `take any or pass`, `take any  pass`
    fn or_pass(&self) -> Option<Slip> {
        let pass = self.find("pass").or_else(|| self.find("skip"))?;
        if self.passes_seldom() {
            return None;
        }
        let first = match self.word(pass.checked_sub(1)?) {
            "or" => pass - 1,
            _ => pass,
        };
        let is_take = self.word(0) == Word::Take.text();
        is_take.then(|| (first, pass, errors::PASS.to_string()))
    }

    /// `take any except 3`, `take 1..5 but not 2`
    fn but(&self) -> Option<Slip> {
        let is_but = |at: &usize| {
            matches!(
                self.word(*at),
                "except" | "exept" | "excluding" | "but" | "without" | "not"
            )
        };
        let but = (1..self.tokens.len()).find(is_but)?;
        let is_range = but == 4 && self.word(2) == ".." && self.is_short(1) && self.is_short(3);
        let (name, begin) = match self.word(1) {
            _ if self.word(0) != Word::Take.text() => return None,
            from if is_range => ("k", format!("k for k in {from}..{}", self.word(3))),
            "any" if but == 2 => ("k", "k".to_owned()),
            "anything" if but == 2 => ("k", "k".to_owned()),
            name if but == 2 && (is_stones(name) || name == "numbers") => ("k", "k".to_owned()),
            // `take n but not 1` of a pile of n?
            name if but == 2 && self.is_amount(1) && self.coordinate != Some(name) => {
                (name, name.to_owned())
            }
            _ => return None,
        };
        // Behind it stand numbers alone, and not what they are the least or the most of.
        let is_one = |at: usize| {
            let word = self.word(at);
            self.is_kind(at, TokenKind::Number)
                || matches!(word, "not" | "exactly" | "," | "or" | "and" | "nor")
                || is_stones(word)
        };
        if !(but + 1..self.tokens.len()).all(is_one) {
            return None;
        }
        let numbers = self.tokens.get(but + 1..)?.iter();
        let numbers = numbers.filter(|token| token.kind == TokenKind::Number);
        let numbers: Vec<&str> = numbers.map(|token| token.text(self.text)).collect();
        let condition = match numbers.as_slice() {
            [] => return None,
            [only] => format!("{name} != {only}"),
            several => format!("{name} not in [{}]", several.join(", ")),
        };
        Some((1, self.last(), format!("{begin} where {condition}")))
    }

    /// A sentence ends with a full stop, a statement does not.
    fn full_stop(&self) -> Option<Slip> {
        let last = self.last();
        (last > 0 && self.word(last) == ".").then(|| (last, last, String::new()))
    }

    /// `take k | k < 3`, `take k : k < 3`
    fn such_that(&self) -> Option<Slip> {
        let at = self
            .find("|")
            .or_else(|| self.find(":"))
            .filter(|at| *at > 1)?;
        let compares = |at: usize| matches!(self.word(at), "<" | ">" | "<=" | ">=" | "==" | "!=");
        let has_condition = (at..self.tokens.len()).any(compares);
        let is_take = self.word(0) == Word::Take.text() && self.find(Word::Where.text()).is_none();
        (is_take && has_condition).then(|| (at, at, Word::Where.text().to_owned()))
    }

    /// `pile n >= 1`
    fn pile_from(&self) -> Option<Slip> {
        let is_pile = self.word(0) == Word::Pile.text() && self.is_name(1) && self.last() == 3;
        let number: i64 = self.word(3).parse().ok().filter(|_| is_pile)?;
        let (name, end) = (self.word(1), number.saturating_add(1));
        let range = match self.word(2) {
            ">=" => format!("{number}.."),
            ">" => format!("{end}.."),
            "<=" => format!("0..{number}"),
            _ => return None,
        };
        Some((0, 3, format!("{} {name} {} {range}", Word::Pile, Word::In)))
    }

    /// `piles a, b`, `pile [a, b]`
    fn tuple(&self) -> Option<Slip> {
        let in_brackets = self.word(1) == "[" && self.word(self.last()) == "]";
        let names = match in_brackets {
            true => 2..self.last(),
            false => 1..self.tokens.len(),
        };
        let fits = |at: usize| match (at - names.start) % 2 {
            0 => self.is_name(at),
            _ => self.word(at) == ",",
        };
        if !PILE.contains(&self.word(0)) {
            return None;
        }
        let is_listed = names.len() >= 3 && names.len() % 2 == 1 && names.clone().all(fits);
        let is_letter = |at| self.is_name(at) && self.word(at).len() == 1;
        let names = match is_listed {
            true => self.slice(names.start, names.end)?,
            // `pile a b`
            false if (2..=4).contains(&names.len()) && names.clone().all(is_letter) => {
                let letters: Vec<&str> = names.map(|at| self.word(at)).collect();
                letters.join(", ")
            }
            false => return None,
        };
        Some((0, self.last(), format!("{} ({names})", Word::Pile)))
    }

    /// `octal 0,77`
    fn decimal_comma(&self) -> Option<Slip> {
        let is_code = matches!(
            self.tokens.first()?.keyword(),
            Some(Word::Octal | Word::Hex)
        );
        let digits = self
            .slice(3, 4)
            .filter(|_| self.word(2) == "," && self.last() == 3)?;
        let (base, whole) = (self.word(0), self.word(1));
        is_code.then(|| (0, 3, format!("{base} {whole}.{digits}")))
    }

    /// `split` alone
    fn split(&self) -> Option<Slip> {
        let last = self.last();
        let is_alone = self.word(last) == Word::Split.text();
        is_alone.then(|| (last, last, format!("{} {} 2", Word::Split, Word::Into)))
    }

    /// `end if n == 0`, `take k if k > 2`, `take k when k > 2`
    fn when(&self) -> Option<Slip> {
        let is_end = self.word(0) == Word::End.text();
        let ends = |at: usize| at > 0 && self.word(at - 1) == Word::End.text();
        let when = || self.find(Word::When.text()).filter(|at| !ends(*at));
        let at = self.find("if").or_else(when);
        let at = at.filter(|at| *at > 0 && self.find("then").is_none())?;
        let word = match is_end {
            true if at == 1 => Word::When,
            true => return None,
            false => Word::Where,
        };
        (self.find(word.text()).is_none()).then(|| (at, at, word.text().to_owned()))
    }
}
