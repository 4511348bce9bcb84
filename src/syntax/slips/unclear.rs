//! Statements that say more than can be read of them, or what may mean two things: of these no part is read alone.

use std::ops::Range;

use super::phrases::{PILE, UNCLEAR, are_of_one_kind, is_stones};
use super::{KINDS, Piece, Slip, is_choice, number_of};
use crate::syntax::errors::Unclear;
use crate::syntax::scan::{Token, TokenKind, tokens};
use crate::syntax::tree::Goal;
use crate::syntax::words::Word;
use crate::text::words::is_among;

/// Where words say that a move is of several piles, as in `from both` and `from each of the piles`.
fn of_several_piles(words: &[&str]) -> Option<usize> {
    let is_many = |word: &&str| {
        let number = number_of(word).or_else(|| word.parse().ok());
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
            return self.begins_cases().then_some(Unclear::Cases);
        }
        if self.has_unclear_end() {
            return Some(Unclear::End);
        }
        if self.find("halve").is_some() && !self.says_rounded() {
            return Some(Unclear::Half);
        }
        if self.passes_seldom() {
            return Some(Unclear::Passes);
        }
        if self.is_of_several_in_part() {
            return Some(Unclear::Amounts);
        }
        let verb = self.word(0).to_ascii_lowercase();
        let splits = matches!(
            verb.as_str(),
            "split" | "divide" | "cut" | "break" | "separate"
        );
        if splits && self.splits_on_condition() {
            return Some(Unclear::Condition);
        }
        if self.word(0) != Word::Take.text() {
            return None;
        }
        if self.counts_piles() {
            return Some(Unclear::Piles);
        }
        let is_read_in_two_ways = self.is_unclear(self.phrase().as_ref());
        let checks = [
            (self.tells_piles_apart(), Unclear::Amounts),
            (self.has_two_bounds(), Unclear::Bounds),
            (self.has_glued_numbers(), Unclear::Text),
            (self.lists_more(), Unclear::Text),
            (self.splits_unclearly(), Unclear::Parts),
            (self.differs_by_piles(), Unclear::Amounts),
            (self.has_condition_of_one(), Unclear::Condition),
            (is_read_in_two_ways || !self.is_of_one_kind(), Unclear::Text),
        ];
        let found = || checks.into_iter().find(|(is_so, _)| *is_so);
        self.size_or_part().or_else(|| found().map(|(_, why)| why))
    }

    /// Whether players may pass, but only so many times in a game.
    pub(super) fn passes_seldom(&self) -> bool {
        let has = |words: &[&str]| words.iter().any(|word| self.find(word).is_some());
        has(&["pass", "passes", "skip"]) && has(&["once", "Once", "twice", "times"])
    }

    /// `case n of …`, `match n { … }`, `switch (n) { … }`
    fn begins_cases(&self) -> bool {
        let is_word = |at: &usize| {
            let word = self.word(*at);
            matches!(word, "case" | "match" | "switch") && !self.defined.contains(word)
        };
        let begins = |at: &usize| *at == 0 || self.word(at - 1) == "=";
        let mut words = (0..self.tokens.len()).filter(is_word).filter(begins);
        words.any(|at| self.is_short(at + 1) || self.find("{").is_some_and(|open| open > at))
    }

    /// Whether it says of the end something else than who makes the last move, or says it twice.
    fn has_unclear_end(&self) -> bool {
        let ends = |at: &usize| matches!(self.word(*at), "loses" | "lose" | "wins" | "win");
        let end = (0..self.tokens.len()).find(ends);
        let is_about = |at: usize| {
            matches!(
                self.word(at),
                "last" | "cannot" | "unable" | "left" | "remain"
            )
        };
        let names_one = |at| matches!(self.word(at), "loser" | "winner");
        let has_condition = |end: usize| matches!(self.word(end + 1), "when" | "if");
        let has_end = end.is_some_and(|end| has_condition(end) || (0..end).any(is_about))
            || (0..self.tokens.len()).any(names_one);
        has_end && (self.ending().is_none() || self.has_another_end())
    }

    fn is_of_one_kind(&self) -> bool {
        are_of_one_kind((0..self.tokens.len()).map(|at| self.word(at)))
    }

    /// `at most five, at least two`: both, or one of them?
    fn has_two_bounds(&self) -> bool {
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
            matches!(word, "any" | "some" | "a" | "number" | "amount" | "of") || is_stones(word)
        };
        second.is_some_and(|second| !(1..second).all(is_any) && !self.is_held(second + 3))
    }

    /// `1,500 or 2,500`: two numbers, or four?
    fn has_glued_numbers(&self) -> bool {
        let is_group = |at: usize| self.is_kind(at, TokenKind::Number) && self.is_in_group(at + 1);
        let is_list = |at: usize| is_group(at + 2) || at >= 2 && is_group(at - 2);
        (1..self.tokens.len()).any(|at| is_group(at) && !is_list(at))
    }

    /// `1 or 2, 12 stones`, `at most 3, 12`: an amount more, or all that there are?
    fn lists_more(&self) -> bool {
        let is_last = |at: usize| {
            matches!(self.word(at), "or" | "and" | "most" | "least" | "than")
                && self.number(at + 1).is_some()
        };
        (1..self.tokens.len()).filter(|at| is_last(*at)).any(|at| {
            let comma = at + 2 + usize::from(is_stones(self.word(at + 2)));
            self.word(comma) == "," && self.number(comma + 1).is_some()
        })
    }

    /// `1 from this pile, 2 from that one`
    fn tells_piles_apart(&self) -> bool {
        let is_from = |at: &usize| matches!(self.word(*at), "from" | "off" | "in" | "of");
        let points = |at: usize| matches!(self.word(at + 1), "it" | "this" | "that");
        let mut places = (1..self.tokens.len()).filter(is_from);
        places.clone().any(points)
            && places.nth(1).is_some_and(|second| {
                let is_number = |at: usize| self.number(at).is_some() || self.word(at) == ",";
                points(second) && (1..second).any(|at| is_number(at) && at > 2)
            })
    }

    /// `1, or 2 and split the rest`: which of them?
    fn splits_unclearly(&self) -> bool {
        let Some(split) = self.find(Word::Split.text()) else {
            return false;
        };
        let before = self.word(split.saturating_sub(1));
        let splits_rest = matches!(before, "and" | "then") || is_choice(before);
        let is_of_last = (1..split).any(|at| self.word(at) == "," && self.word(at + 1) == "or");
        let is_chosen = (split..self.tokens.len()).any(|at| is_choice(self.word(at)));
        splits_rest && (is_of_last || is_chosen || self.may_split().is_none())
    }

    /// `split into two or three piles if n is even`: of both, or of the last?
    fn splits_on_condition(&self) -> bool {
        let is_condition = |at: &usize| matches!(self.word(*at), "if" | "when" | "unless");
        let when = (1..self.tokens.len()).find(is_condition);
        when.is_some_and(|when| (1..when).any(|at| self.word(at) == "or"))
    }

    /// Whether other amounts are taken from some piles than from others.
    fn differs_by_piles(&self) -> bool {
        let names_piles = |at: &usize| {
            let is_of = matches!(self.word(*at), "from" | "in");
            let mut next = (at + 1..at + 6).map(|at| self.word(at));
            is_of && next.any(|word| PILE.contains(&word) || word == "both")
        };
        let places: Vec<usize> = (0..self.tokens.len()).filter(names_piles).collect();
        places.windows(2).any(|pair| {
            let mut between = pair[0]..pair[1];
            let says_same = between
                .clone()
                .any(|at| matches!(self.word(at), "same" | "equal"));
            let begins_anew = |at: usize| self.word(at + 1) == Word::Take.text();
            let other = between.any(|at| self.word(at) == "or" && !begins_anew(at));
            other && !says_same
        })
    }

    /// `take 1, or 3 if n > 5`, `take 1 or split if n > 5`: of all, or of the last one?
    fn has_condition_of_one(&self) -> bool {
        let is_condition = |at: &usize| {
            let word = self.word(*at);
            // `from an even pile`
            let is_of_kind = || word == Word::From.text() && KINDS.contains(&self.word(at + 2));
            word == Word::Where.text()
                || matches!(word, "if" | "when" | "unless" | "provided")
                || is_of_kind()
        };
        let when = (1..self.tokens.len()).find(is_condition);
        let begins_again = |at: usize| {
            let verbs = "take remove subtract split divide cut break separate";
            self.word(at) == "or" && is_among(self.word(at + 1), verbs)
        };
        let is_comma = |at: usize| self.word(at) == "," && self.word(at + 1) == "or";
        let is_apart = |at: usize| is_comma(at) || begins_again(at);
        when.is_some_and(|when| {
            let several = (1..when).filter(|at| self.word(*at) == ",").count() > 1;
            !several && (1..when).any(is_apart)
        })
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
        let says_same = (words.contains(&"same") || words.contains(&"equal")) && !verbs;
        let Some(several) = several.filter(|_| !says_same) else {
            return false;
        };
        let ors = |places: Range<usize>| places.filter(|at| self.word(*at) == "or");
        let is_noun = |at: usize| PILE.contains(&self.word(at)) || is_stones(self.word(at));
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
        let noun = (1..several).find(|at| is_stones(self.word(*at)));
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
            None => !is_stones(before(1)),
        }
    }

    /// What a taking says of the size of the pile, of stones that are left, or of a half.
    pub(super) fn size_or_part(&self) -> Option<Unclear> {
        let is_pile = |at: usize| PILE.contains(&self.word(at));
        let is_counted = |at: &usize| is_pile(*at) || is_stones(self.word(*at));
        let is_number = |at: usize| self.number(at).is_some();
        let exactly = usize::from(matches!(self.word(1), "exactly" | "precisely"));
        let or_half = |at: usize| {
            let exactly = usize::from(self.word(at + 1) == "exactly");
            self.word(at) == "or" && self.word(at + 1 + exactly) == "half"
        };
        let is_half = self.word(1 + exactly) == "half" || (1..self.tokens.len()).any(or_half);
        if is_half && !self.says_rounded() {
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
            // `in one move`
            if matches!(self.word(number + 1), "turn" | "move" | "round") {
                continue;
            }
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
                // `or split the pile in two`
                ["in" | "into"] if (1..noun).any(|at| self.word(at) == Word::Split.text()) => false,
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
        // `leaving 2` is of the language.
        let is_said = self.is_name(number) || (left..number).any(|at| self.word(at) == "or");
        if is_said && self.word(number + 1).is_empty() {
            return Some(Unclear::Left);
        }
        let is_bound = matches!(
            self.word(left + 1),
            "at" | "up" | "no" | "not" | "more" | "less" | "fewer" | "exactly"
        );
        let are_stones = is_stones(self.word(number + 1)) || is_bound && !is_pile(number + 1);
        are_stones.then_some(Unclear::Left)
    }

    /// Whether a phrase is one that is read in two ways.
    pub(super) fn is_unclear(&self, phrase: Option<&Slip>) -> bool {
        phrase.is_some_and(|(_, _, fix)| fix == UNCLEAR)
    }

    /// Whether it says what becomes of the half of an odd number.
    pub(super) fn says_rounded(&self) -> bool {
        let is_even = |at| {
            let words = (self.word(at), self.word(at + 1));
            words == ("is", "even") || words.0 == "even" && PILE.contains(&words.1)
        };
        (1..self.tokens.len()).any(|at| self.word(at).starts_with("round") || is_even(at))
    }
}
