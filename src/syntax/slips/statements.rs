//! Statements as people say them, beyond the table of phrases.

use std::ops::Range;

use super::phrases::{PILE, STONES, UNCLEAR};
use super::{NUMBERS, Piece, Slip, is_choice};
use crate::syntax::errors::{self, Unclear};
use crate::syntax::explain::Goal;
use crate::syntax::scan::{Token, TokenKind, tokens};
use crate::syntax::words::{Role, Word};
use crate::text::diagnostic::Diagnostic;
use crate::text::source::Span;

/// What runs through these amounts.
fn range_of(amounts: &str) -> String {
    match amounts {
        "any" => "1..".to_string(),
        range if range.contains("..") && !range.contains(',') => range.to_string(),
        list => format!("[{list}]"),
    }
}

/// What is said of the end of a game.
const ENDING: [&str; 33] = [
    "the", "player", "person", "get", "gets", "getting", "one", "who", "whoever", "that", "last",
    "to", "take", "takes", "taking", "remove", "removes", "removing", "pick", "picks", "picking",
    "make", "makes", "making", "move", "moves", "moving", "cannot", "can", "not", "is", "unable",
    "a",
];

/// What is said of a rest that is split.
const REST: [&str; 2] = [
    "split the|it|them? rest|remainder|remaining|PILE|pile? STONES? into|in? exactly? D? non? -? empty|nonempty|smaller|new|separate? PILE|parts?",
    "split what is|remains left? into|in? exactly? D? non? -? empty|nonempty|smaller|new|separate? PILE|parts?",
];

/// Where words say that a move is of several piles, as in `from both` and `from each of the piles`.
fn of_several_piles(words: &[&str]) -> Option<usize> {
    let is_many = |word: &&str| {
        let number = NUMBERS.iter().position(|number| number == word);
        let number = number.or_else(|| word.parse().ok());
        matches!(*word, "both" | "each" | "every" | "all") || number.is_some_and(|it| it > 1)
    };
    let is_here = |at: &usize| {
        let mut next = words.iter().skip(at + 1).take(5);
        matches!(words[*at], "from" | "in" | "of")
            && words.iter().skip(at + 1).take(3).any(is_many)
            && next.any(|word| *word == "both" || PILE.contains(word))
    };
    (0..words.len()).find(is_here)
}

impl Piece<'_> {
    /// Why a statement says something of which the tables have only a part, which would be another game: in what parts the rest is
    /// split, or other numbers from several piles than from one.
    pub(super) fn unclear(&self) -> Option<Unclear> {
        if self.goal != Goal::Statement {
            return None;
        }
        let ends = |at: &usize| matches!(self.word(*at), "loses" | "lose" | "wins" | "win");
        let end = (0..self.tokens.len()).find(ends);
        let is_about = |at: usize| matches!(self.word(at), "last" | "cannot" | "unable");
        let about = end.and_then(|end| (0..end).find(|at| is_about(*at)));
        let has_end = about.is_some();
        if has_end && (self.last_loses().is_none() || self.has_another_end()) {
            return Some(Unclear::End);
        }
        if self.find("halve").is_some() && !self.says_rounded() {
            return Some(Unclear::Half);
        }
        if self.is_of_several_in_part() {
            return Some(Unclear::Amounts);
        }
        if self.word(0) != Word::Take.text() {
            return None;
        }
        if self.counts_piles() {
            return Some(Unclear::Piles);
        }
        if let Some(why) = self.size_or_part() {
            return Some(why);
        }
        // `at most five, at least two`: both, or one of them?
        let is_bound = |at: usize| {
            let at = at + usize::from(matches!(self.word(at), "and" | "but"));
            let words = (self.word(at), self.word(at + 1));
            matches!(
                words,
                ("at", "least" | "most")
                    | ("up", "to")
                    | ("no" | "not", "more" | "less" | "fewer")
                    | ("less" | "fewer" | "more", "than")
            )
        };
        let second = (1..self.tokens.len()).find(|at| self.word(*at) == "," && is_bound(at + 1));
        let is_any = |at: usize| {
            let word = self.word(at);
            matches!(word, "any" | "some" | "a" | "number" | "amount" | "of")
                || STONES.contains(&word)
        };
        if second.is_some_and(|second| !(1..second).all(is_any) && !self.is_held(second + 3)) {
            return Some(Unclear::Bounds);
        }
        let splits_rest = self.find(Word::Split.text()).is_some_and(|split| {
            let before = self.word(split.saturating_sub(1));
            matches!(before, "and" | "then") || is_choice(before)
        });
        // `1,500 or 2,500`: two numbers, or four?
        let is_group = |at: &usize| {
            let [head, comma, tail] = [*at, at + 1, at + 2].map(|at| self.tokens.get(at));
            let glued = head.zip(comma).zip(tail);
            glued.is_some_and(|((head, comma), tail)| {
                head.kind == TokenKind::Number
                    && comma.text(self.text) == ","
                    && tail.kind == TokenKind::Number
                    && head.end == comma.start
                    && comma.end == tail.start
                    && tail.end - tail.start == 3
            })
        };
        let is_list = |at: usize| is_group(&(at + 2)) || at >= 2 && is_group(&(at - 2));
        if (1..self.tokens.len()).any(|at| is_group(&at) && !is_list(at)) {
            return Some(Unclear::Text);
        }
        // `1, or 2 and split the rest`: which of them?
        let split = self.find(Word::Split.text()).unwrap_or(0);
        let is_of_last = (1..split).any(|at| self.word(at) == "," && self.word(at + 1) == "or");
        let is_chosen = (split..self.tokens.len()).any(|at| is_choice(self.word(at)));
        if splits_rest && (is_of_last || is_chosen || self.may_split().is_none()) {
            return Some(Unclear::Parts);
        }
        let names_piles = |at: &usize| {
            let is_of = matches!(self.word(*at), "from" | "in");
            let mut next = (at + 1..at + 6).map(|at| self.word(at));
            is_of && next.any(|word| PILE.contains(&word) || word == "both")
        };
        let places: Vec<usize> = (0..self.tokens.len()).filter(names_piles).collect();
        let differs = places.windows(2).any(|pair| {
            let mut between = pair[0]..pair[1];
            let says_same = between.clone().any(|at| self.word(at) == "same");
            let begins_anew = |at: usize| self.word(at + 1) == Word::Take.text();
            let other = between.any(|at| self.word(at) == "or" && !begins_anew(at));
            other && !says_same
        });
        if differs {
            return Some(Unclear::Amounts);
        }
        // `take 1, or 3 if n > 5`: of all, or of the last one?
        let is_condition = |at: &usize| {
            let word = self.word(*at);
            word == Word::Where.text() || matches!(word, "if" | "when" | "unless" | "provided")
        };
        let when = (1..self.tokens.len()).find(is_condition);
        let is_apart = |at: usize| self.word(at) == "," && self.word(at + 1) == "or";
        let is_of_last = when.is_some_and(|when| {
            let several = (1..when).filter(|at| self.word(*at) == ",").count() > 1;
            !several && (1..when).any(is_apart)
        });
        if is_of_last {
            return Some(Unclear::Condition);
        }
        self.is_unclear(self.phrase().as_ref())
            .then_some(Unclear::Text)
    }

    /// Whether the rules around it say of the end, too.
    fn has_another_end(&self) -> bool {
        let bytes = self.tokens.first().zip(self.tokens.last());
        let Some((first, last)) = bytes.map(|(first, last)| (first.start, last.end)) else {
            return false;
        };
        let before = self.text.get(..first).unwrap_or("");
        let before = before.rsplit('{').next().unwrap_or("");
        let behind = self.text.get(last..).unwrap_or("");
        let behind = behind.split('}').next().unwrap_or("");
        let ends = |token: Token, text: &str| {
            let is_misere = token.keyword() == Some(Word::Misere);
            is_misere || matches!(token.text(text), "wins" | "win" | "loses" | "lose")
        };
        let inside = self.text.get(first..last).unwrap_or("");
        let of = |text: &&str| tokens(text).filter(|token| ends(*token, text)).count();
        [before, inside, behind].iter().map(of).sum::<usize>() > 1
    }

    /// Whether one of several moves alone is of several piles, of which `each turn` says the same for all.
    fn is_of_several_in_part(&self) -> bool {
        let words: Vec<&str> = (0..self.tokens.len()).map(|at| self.word(at)).collect();
        let behind = self
            .tokens
            .last()
            .and_then(|last| self.text.get(last.end..));
        let behind = behind.and_then(|behind| behind.split(['\n', '}']).next());
        let behind: Vec<&str> = behind.unwrap_or("").split_whitespace().collect();
        let several = of_several_piles(&words);
        if words.last() == Some(&"or") {
            return several.is_some() || of_several_piles(&behind).is_some();
        }
        let begins_again = |at: &usize| matches!(self.word(at + 1), "take" | "split");
        let verbs = (0..words.len()).any(|at| self.word(at) == "or" && begins_again(&at));
        let says_same = words.contains(&"same") && !verbs;
        let Some(several) = several.filter(|_| !says_same) else {
            return false;
        };
        let ors = |places: Range<usize>| places.filter(|at| self.word(*at) == "or");
        let is_noun = |at: usize| PILE.contains(&self.word(at)) || STONES.contains(&self.word(at));
        // `from one or two piles`
        let is_count = |at: &usize| {
            self.number(*at).is_some() || matches!(self.word(*at), "more" | "both" | "all")
        };
        let joins_piles = |or: usize| {
            let end = (or + 1..words.len()).find(|at| !is_count(at));
            end.is_some_and(|end| PILE.contains(&self.word(end)))
        };
        let ends_a_move = |or: usize| {
            let is_second_comma = |at| self.word(at) == ",";
            (0..or).any(is_noun) || self.word(or - 1) == "," && !(0..or - 1).any(is_second_comma)
        };
        // `two stones, one from each pile`
        let noun = (1..several).find(|at| STONES.contains(&self.word(*at)));
        let is_listed = |noun| (noun..several).any(|at| self.word(at) == ",");
        let adds_up = self.word(several) == "from" && noun.is_some_and(is_listed);
        adds_up
            || ors(several + 1..words.len()).any(|or| !joins_piles(or))
            || ors(1..several).any(ends_a_move)
            || ors(1..several).count() > 1
            || verbs
    }

    /// Whether piles are counted where stones are, as in `take two of the piles`, and in `from an even number of piles`.
    fn counts_piles(&self) -> bool {
        let is_noun = |at: usize| PILE.contains(&self.word(at)) && self.word(at).ends_with('s');
        let is_counted = |at: &usize| {
            let noun = at + 1 + usize::from(self.word(at + 1) == "the");
            self.word(*at) == "of" && is_noun(noun)
        };
        let Some(of) = (1..self.tokens.len()).find(is_counted) else {
            return false;
        };
        let before = |back: usize| of.checked_sub(back).map_or("", |at| self.word(at));
        let from = (1..of).rfind(|at| matches!(self.word(*at), "from" | "in" | "off"));
        match from {
            // `from an even number of piles`
            Some(_) => before(1) == "number" && before(2) != "any" || before(1) == "half",
            None => !STONES.contains(&before(1)),
        }
    }

    /// What a taking says of the size of the pile, of stones that are left, or of a half.
    pub(super) fn size_or_part(&self) -> Option<Unclear> {
        let is_pile = |at: usize| PILE.contains(&self.word(at));
        let is_counted = |at: &usize| is_pile(*at) || STONES.contains(&self.word(*at));
        let is_number = |at: usize| self.number(at).is_some();
        let exactly = usize::from(matches!(self.word(1), "exactly" | "precisely"));
        if self.word(1 + exactly) == "half" && !self.says_rounded() {
            return Some(Unclear::Half);
        }
        for number in (2..self.tokens.len()).filter(|at| is_number(*at)) {
            let Some(noun) = (1..number).rev().find(is_counted) else {
                continue;
            };
            let between: Vec<&str> = (noun + 1..number).map(|at| self.word(at)).collect();
            let piles = (number + 1..self.tokens.len()).find(|at| {
                !is_number(*at) && !matches!(self.word(*at), "or" | "to" | ".." | "more" | "both")
            });
            let counts_piles = piles.is_some_and(|at| is_pile(at) || self.word(at) == "of");
            let bounds = [
                "at", "least", "most", "up", "to", "more", "less", "fewer", "than", "exactly",
                "size",
            ];
            let is_whole =
                (1..noun).any(|at| matches!(self.word(at), "or" | "to" | "most" | "least" | ".."));
            let is_size = match between.as_slice() {
                [] => is_pile(noun),
                // A condition.
                ["of", "at", "least"] | ["of", "more", "than"] => false,
                ["of"] if self.word(number + 1) == "or" && self.word(number + 2) == "more" => false,
                ["of", rest @ ..] if is_pile(noun) => rest.iter().all(|word| bounds.contains(word)),
                [","] => is_whole && !is_pile(noun),
                words => {
                    !counts_piles
                        && words
                            .iter()
                            .all(|word| matches!(*word, "from" | "of" | "off" | "in" | "the" | "a"))
                }
            };
            if is_size {
                return Some(Unclear::Start);
            }
        }
        let left = self.find(Word::Leaving.text())?;
        let number = (left + 1..self.tokens.len()).find(|at| is_number(*at))?;
        let goes_on = |at: &usize| {
            is_number(*at) || matches!(self.word(*at), "," | "or" | "and" | "to" | ".." | "exactly")
        };
        let number = (number..self.tokens.len()).take_while(goes_on).last()?;
        if self.word(number + 1).is_empty() && self.find("leaving").is_some() {
            return Some(Unclear::Left);
        }
        let is_bound = matches!(
            self.word(left + 1),
            "at" | "up" | "no" | "not" | "more" | "less" | "fewer" | "exactly"
        );
        let are_stones =
            STONES.contains(&self.word(number + 1)) || is_bound && !is_pile(number + 1);
        are_stones.then_some(Unclear::Left)
    }

    /// Whether a phrase is one that is read in two ways.
    fn is_unclear(&self, phrase: Option<&Slip>) -> bool {
        phrase.is_some_and(|(_, _, fix)| fix == UNCLEAR)
    }

    /// Whether it says what becomes of the half of an odd number.
    fn says_rounded(&self) -> bool {
        (1..self.tokens.len()).any(|at| self.word(at).starts_with("round"))
    }

    pub(super) fn statement(&self) -> Option<Slip> {
        let phrase = self.phrase();
        if self.is_unclear(phrase.as_ref()) {
            return None;
        }
        self.last_loses()
            .or_else(|| self.may_split())
            .or_else(|| self.take_from_both())
            .or(phrase)
            .or_else(|| self.up_to())
            .or_else(|| self.or_pass())
            .or_else(|| self.but())
            .or_else(|| self.when())
            .or_else(|| self.split())
            .or_else(|| self.full_stop())
    }

    pub(super) fn is_article(&self, at: usize) -> bool {
        matches!(self.word(at), "a" | "an") && self.is_name(at + 1)
    }

    /// `take 1..2 may split`, `take 1..2 and optionally split the rest into two piles`
    fn may_split(&self) -> Option<Slip> {
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
            false => NUMBERS
                .iter()
                .position(|it| *it == word)
                .map(|number| number.to_string()),
        }
    }

    /// `take any from a and b`, `take any from both piles`
    fn take_from_both(&self) -> Option<Slip> {
        let from = self.find(Word::From.text())?;
        if self.word(from + 1) == "both" {
            // Of one number there is nothing to choose.
            let is_one = self.goal == Goal::Statement && from == 2 && self.number(1).is_some();
            let fix = "each turn 2 piles alike".to_string();
            return is_one.then(|| (from, self.last(), fix));
        }
        let (a, b) = (self.word(from + 1), self.word(from + 3));
        let is_pair = self.is_name(from + 1) && self.is_name(from + 3);
        if self.word(0) != Word::Take.text() || !is_pair || self.word(from + 2) != "and" {
            return None;
        }
        let amounts = self.slice(1, from)?;
        let range = range_of(&amounts);
        Some((
            0,
            from + 3,
            format!("move {a}, {b} -> {a} - k, {b} - k for k in {range}"),
        ))
    }

    /// `take any from a, b`: from one of them, or the same from each?
    pub(super) fn take_from_several(&self) -> Option<Diagnostic> {
        let from = self.find(Word::From.text())?;
        let (a, b) = (self.word(from + 1), self.word(from + 3));
        let is_pair = self.is_name(from + 1) && self.is_name(from + 3);
        let is_take = self.goal == Goal::Statement && self.word(0) == Word::Take.text();
        let is_both = a == "both"
            && self.take_from_both().is_none()
            && !(0..from).any(|at| self.word(at) == "same");
        if !is_take || !is_both && (!is_pair || self.word(from + 2) != ",") {
            return None;
        }
        let amounts = self.slice(1, from)?;
        let last = if is_both { self.last() } else { from + 3 };
        let (start, end) = (self.tokens.first()?.start, self.tokens.get(last)?.end);
        let place = Span::new(self.source, start, end);
        if is_both {
            return Some(errors::from_both(place, self.text.get(start..end)?));
        }
        let range = range_of(&amounts);
        let one = format!("take {amounts} from {a}  take {amounts} from {b}");
        let each = format!("move {a}, {b} -> {a} - k, {b} - k for k in {range}");
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

    /// `last player loses`, `whoever cannot move loses`
    fn last_loses(&self) -> Option<Slip> {
        let is_end = |at: &usize| matches!(self.word(*at), "loses" | "lose" | "wins" | "win");
        let end = (0..self.tokens.len()).find(is_end)?;
        let is_word = |at: &usize| self.is_name(*at) || self.word(*at) == Word::Move.text();
        let is_subject = |at: &usize| match self.word(*at).to_ascii_lowercase().as_str() {
            "last" | "whoever" | "who" | "player" => true,
            "taking" | "making" => self.word(at + 1) == "the",
            "the" | "one" => matches!(self.word(at + 1), "player" | "one" | "last" | "who"),
            _ => false,
        };
        let run = (0..=end).rev().take_while(is_word);
        let first = run.filter(is_subject).last()?;
        let has = |word: &str| (first..end).any(|at| self.word(at) == word);
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
        ENDING.contains(&word.as_str()) || STONES.contains(&word.as_str()) && !word.ends_with('s')
    }

    /// `take any or pass`, `take any  pass`
    fn or_pass(&self) -> Option<Slip> {
        let pass = self.find("pass").or_else(|| self.find("skip"))?;
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
            name if but == 2 && (STONES.contains(&name) || name == "numbers") => {
                ("k", "k".to_owned())
            }
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
                || STONES.contains(&word)
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

    /// `split` alone
    fn split(&self) -> Option<Slip> {
        let last = self.last();
        let is_alone = self.word(last) == Word::Split.text();
        is_alone.then(|| (last, last, format!("{} {} 2", Word::Split, Word::Into)))
    }

    /// `end if n == 0`, `take k if k > 2`
    fn when(&self) -> Option<Slip> {
        let at = self
            .find("if")
            .filter(|at| *at > 0 && self.find("then").is_none())?;
        let word = match self.word(0) == Word::End.text() {
            true if at == 1 => Word::When,
            true => return None,
            false => Word::Where,
        };
        (self.find(word.text()).is_none()).then(|| (at, at, word.text().to_owned()))
    }
}
