//! Turns of phrase that are not of the language, but have one meaning in it: each is told with the text to put in its place.

use hashbrown::HashSet;
use pest::Parser;

use super::errors::{self, LONGEST};
use super::explain::Goal;
use super::phrases::PILE;
use super::piles::position_words;
use super::scan::{Token, TokenKind, tokens};
use super::tree::Grammar;
use super::words::{Role, Word};
use crate::text::diagnostic::Diagnostic;
use crate::text::source::{SourceId, Span};

/// A piece of text that cannot be read, by its tokens.
pub(super) struct Piece<'t> {
    pub(super) source: SourceId,
    pub(super) text: &'t str,
    pub(super) tokens: &'t [Token],
    pub(super) goal: Goal,
    /// How the pile is called, where it is one number.
    pub(super) coordinate: Option<&'t str>,
    /// Statements as a game.
    pub(super) as_game: fn(&str) -> Option<String>,
    /// Names of the whole text.
    pub(super) defined: &'t HashSet<&'t str>,
}

/// The first and the last token of a slip, and what is written instead; nothing: it is left out.
pub(super) type Slip = (usize, usize, String);

/// Queries of positions, which have no piles themselves.
const OF_POSITIONS: [&str; 8] = [
    "winner",
    "grundy",
    "moves",
    "winning",
    "best",
    "line",
    "explain",
    "remoteness",
];

/// So many slips of one piece are mended together, of pieces that are no longer than this.
pub(super) const MOST_SLIPS: usize = 12;
const LONGEST_PIECE: usize = 300;

/// What runs through these amounts.
fn range_of(amounts: &str) -> String {
    match amounts {
        "any" => "1..".to_string(),
        range if range.contains("..") && !range.contains(',') => range.to_string(),
        list => format!("[{list}]"),
    }
}

/// Kinds of numbers that are functions of the language.
pub(crate) const KINDS: [&str; 6] = ["even", "odd", "prime", "square", "triangular", "fibonacci"];

/// Numbers as people write them.
pub(crate) const NUMBERS: [&str; 11] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
];

/// Functions of numbers that are called without parentheses, as in `mex 0 1 3`.
const FUNCTIONS: [&str; 8] = [
    "mex",
    "xor",
    "gcd",
    "lcm",
    "min",
    "max",
    "nim_product",
    "isqrt",
];

/// A text without the blanks that nobody writes.
pub(super) fn tidy(text: &str) -> String {
    let text = text.replace("  ", " ").replace(" ,", ",");
    // `1 ..3`, but `2.. leaving`
    text.replace(" ..", "..")
}

/// Words before `split` that leave the choice.
pub(super) fn is_choice(word: &str) -> bool {
    matches!(word, "may" | "can" | "optionally" | "possibly" | "maybe")
}

impl Piece<'_> {
    /// What to say of a slip in the piece.
    pub(super) fn slip(&self) -> Option<Diagnostic> {
        if let Some(unclear) = self.take_from_several() {
            return Some(unclear);
        }
        let (code, (first, last, fix)) = self.found()?;
        let (start, end) = (self.tokens.get(first)?.start, self.tokens.get(last)?.end);
        let (start, end, fix) = self.all_of(start, end, &fix).unwrap_or((start, end, fix));
        let (start, end, fix) = self.set_in((start, end), fix);
        let written = self.text.get(start..end)?;
        let place = Span::new(self.source, start, end);
        (fix.len() <= LONGEST).then(|| errors::slip(code, place, written, &fix))
    }

    /// A slip with the name of the mistake.
    fn found(&self) -> Option<(&'static str, Slip)> {
        let words = match self.goal {
            Goal::Item => self.item(),
            Goal::Statement => self.statement(),
            Goal::Head | Goal::Expr | Goal::Exprs => None,
        };
        let sign = || Some(("foreign_operator", self.expr()?));
        match self.goal {
            Goal::Head => None,
            _ => words.map(|slip| ("unknown_word", slip)).or_else(sign),
        }
    }

    /// A fix that neither runs into its neighbours nor stands apart from them.
    fn set_in(&self, (start, end): (usize, usize), fix: String) -> (usize, usize, String) {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let before = self.tokens.iter().rfind(|token| token.end <= start);
        let behind = self.tokens.iter().find(|token| token.start >= end);
        let (start, fix) = match before {
            Some(before) if fix.starts_with(',') => (before.end, fix),
            Some(before) if before.end == start && fix.starts_with(is_word) => {
                (before.start, format!("{} {fix}", before.text(self.text)))
            }
            _ => (start, fix),
        };
        match behind {
            Some(behind) if fix.ends_with("..") && behind.kind == TokenKind::Number => (
                start,
                behind.end,
                format!("{fix}{}", behind.text(self.text)),
            ),
            _ => (start, end, fix),
        }
    }

    /// A slip at these bytes together with all that are left when it is mended, where nothing else is wrong: their place, and
    /// what is written there.
    fn all_of(&self, start: usize, end: usize, fix: &str) -> Option<(usize, usize, String)> {
        let (first, last) = (self.tokens.first()?.start, self.tokens.last()?.end);
        let before = self.text.get(first..start)?;
        let mut text = format!("{before} {fix} {}", self.text.get(end..last)?);
        if text.len() > LONGEST_PIECE || text.contains('#') {
            return None;
        }
        for number in 0..MOST_SLIPS {
            // A slip of one statement may stand for two.
            let is_read = match self.goal {
                Goal::Statement => {
                    Grammar::parse(Goal::Item.rule(), &format!("game g {{ {text} }}")).is_ok()
                }
                goal => Grammar::parse(goal.rule(), &text).is_ok(),
            };
            let found: Vec<Token> = tokens(&text).collect();
            let piece = Piece {
                text: &text,
                tokens: &found,
                ..*self
            };
            let has_words = self.goal == Goal::Statement && piece.number_word().is_some();
            if is_read && !has_words {
                return (number > 0).then(|| self.changed(&text)).flatten();
            }
            let (_, (first, last, fix)) = piece.found()?;
            let (start, end) = (found.get(first)?.start, found.get(last)?.end);
            text.replace_range(start..end, &format!(" {fix} "));
        }
        None
    }

    /// Where another text differs from the piece: the place in the piece, and what stands there in the other.
    fn changed(&self, text: &str) -> Option<(usize, usize, String)> {
        let new: Vec<Token> = tokens(text).collect();
        let old = self.tokens;
        let is_same = |(a, b): &(&Token, &Token)| a.text(self.text) == b.text(text);
        let most = old.len().min(new.len());
        let before = old.iter().zip(&new).take_while(is_same).count();
        let before = before.min(most.saturating_sub(1));
        let behind = old
            .iter()
            .rev()
            .zip(new.iter().rev())
            .take_while(is_same)
            .count();
        let behind = behind.min(most - before).min(old.len() - before - 1);
        let place = |list: &[Token]| {
            let part = list.get(before..list.len() - behind)?;
            Some((part.first()?.start, part.last()?.end))
        };
        let (start, end) = place(old)?;
        let fix = place(&new).and_then(|(start, end)| text.get(start..end));
        let words: Vec<&str> = fix.unwrap_or("").split_whitespace().collect();
        Some((start, end, tidy(&words.join(" "))))
    }

    pub(super) fn word(&self, index: usize) -> &str {
        self.tokens
            .get(index)
            .map_or("", |token| token.text(self.text))
    }

    fn is_kind(&self, index: usize, kind: TokenKind) -> bool {
        self.tokens
            .get(index)
            .is_some_and(|token| token.kind == kind)
    }

    pub(super) fn is_name(&self, index: usize) -> bool {
        self.is_kind(index, TokenKind::Name)
    }

    /// A name or a number.
    pub(super) fn is_short(&self, index: usize) -> bool {
        self.is_name(index) || self.is_kind(index, TokenKind::Number)
    }

    fn find(&self, word: &str) -> Option<usize> {
        (0..self.tokens.len()).find(|index| self.word(*index) == word)
    }

    fn last(&self) -> usize {
        self.tokens.len().saturating_sub(1)
    }

    /// The text of these tokens on one line; `None`: there is a comment in it, or nothing.
    fn slice(&self, first: usize, end: usize) -> Option<String> {
        let tokens = self.tokens.get(first..end)?;
        let (start, end) = (tokens.first()?.start, tokens.last()?.end);
        let text = self.text.get(start..end)?;
        let words: Vec<&str> = text.split_whitespace().collect();
        (!text.contains('#')).then(|| words.join(" "))
    }

    // ---- Statements

    fn statement(&self) -> Option<Slip> {
        self.last_loses()
            .or_else(|| self.may_split())
            .or_else(|| self.take_from_both())
            .or_else(|| self.phrase())
            .or_else(|| self.up_to())
            .or_else(|| self.or_pass())
            .or_else(|| self.but())
            .or_else(|| self.when())
            .or_else(|| self.split())
    }

    fn is_article(&self, at: usize) -> bool {
        matches!(self.word(at), "a" | "an") && self.is_name(at + 1)
    }

    /// `take 1..2 may split`, `take 1..2 and optionally split the rest into two piles`
    fn may_split(&self) -> Option<Slip> {
        let split = self.find(Word::Split.text()).filter(|split| *split > 0)?;
        let joins = |at: &usize| matches!(self.word(*at), "and" | "then" | "," | "you" | "they");
        let (least, first) = match self.word(split - 1) {
            word if is_choice(word) => ("0..", split - 1),
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
        let number = (split..end).find_map(|at| self.number(at));
        let most = number.unwrap_or_else(|| "2".to_owned());
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
            return Some((from, self.last(), "each turn 2 piles alike".to_string()));
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
    fn take_from_several(&self) -> Option<Diagnostic> {
        let from = self.find(Word::From.text())?;
        let (a, b) = (self.word(from + 1), self.word(from + 3));
        let is_pair = self.is_name(from + 1) && self.is_name(from + 3);
        let is_take = self.goal == Goal::Statement && self.word(0) == Word::Take.text();
        if !is_take || !is_pair || self.word(from + 2) != "," {
            return None;
        }
        let amounts = self.slice(1, from)?;
        let (start, end) = (self.tokens.first()?.start, self.tokens.get(from + 3)?.end);
        let place = Span::new(self.source, start, end);
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
        let at = (0..self.tokens.len()).find(|at| {
            let words = (self.word(*at), self.word(at + 1));
            matches!(words, ("up", "to") | ("at", "most") | ("at", "least"))
                && self.is_short(at + 2)
        })?;
        let count = self.word(at + 2);
        let range = match self.word(at + 1) {
            "least" => format!("{count}.."),
            _ => format!("1..{count}"),
        };
        let counts = self
            .tokens
            .get(..at)?
            .iter()
            .any(|token| token.keyword().is_some_and(|word| word.is(Role::Counts)));
        let is_piles = PILE.contains(&self.word(at + 3));
        Some(match is_piles && !counts && at > 1 {
            true => (at, at + 3, format!("each turn {range} piles")),
            false => (at, at + 2, range),
        })
    }

    /// `last player loses`, `whoever cannot move loses`
    fn last_loses(&self) -> Option<Slip> {
        let is_end = |at: &usize| matches!(self.word(*at), "loses" | "lose" | "wins" | "win");
        let end = (0..self.tokens.len()).find(is_end)?;
        let is_word = |at: &usize| self.is_name(*at) || self.word(*at) == Word::Move.text();
        let is_subject = |at: &usize| match self.word(*at) {
            "last" | "whoever" | "who" | "player" => true,
            "the" | "one" => matches!(self.word(at + 1), "player" | "one" | "last" | "who"),
            _ => false,
        };
        let run = (0..=end).rev().take_while(is_word);
        let first = run.filter(is_subject).last()?;
        let has = |word: &str| (first..end).any(|at| self.word(at) == word);
        let fix = match (self.word(end), has("last"), has("cannot") || has("unable")) {
            ("loses" | "lose", true, false) | ("wins" | "win", false, true) => Word::Misere.text(),
            ("wins" | "win", true, false) | ("loses" | "lose", false, true) => "",
            _ => return None,
        };
        let joins = |at: &usize| matches!(self.word(*at), "," | "." | "and" | "but");
        let first = (1..first).rev().take_while(joins).last().unwrap_or(first);
        Some((first, end, fix.to_string()))
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
            name if but == 2 && self.is_name(1) => (name, name.to_owned()),
            _ => return None,
        };
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

    // ---- Expressions

    fn expr(&self) -> Option<Slip> {
        self.game_with_a_name()
            .or_else(|| self.sentence())
            .or_else(|| self.sum())
            .or_else(|| self.apart())
            .or_else(|| self.xor())
            .or_else(|| self.is_word())
            .or_else(|| self.divides())
            .or_else(|| self.braces())
            .or_else(|| self.range())
            .or_else(|| self.groups())
            .or_else(|| self.returned())
    }

    /// `winner nim[5, 9]`, `winner nim 5 9` and `nim 5 9`, as on a command line, and `who wins nim 5 9?`: a call, or a position.
    fn apart(&self) -> Option<Slip> {
        let start = match self.goal {
            Goal::Expr => 0,
            Goal::Item if self.word(0) == Word::Expect.text() => 1,
            Goal::Exprs | Goal::Item | Goal::Head | Goal::Statement => return None,
        };
        let ends = |at: &usize| matches!(self.word(*at), "==" | "!=" | "<" | ">" | "<=" | ">=");
        let end = (start..self.tokens.len()).find(ends);
        let end = end.unwrap_or(self.tokens.len());
        let asks = end > start + 1 && matches!(self.word(end - 1), "?" | ".");
        let last = end - usize::from(asks);
        let fix = match self.asked(start) {
            Some((name, first)) => self.call(&name, first, last)?,
            None => {
                let (first, next) = (self.tokens.get(start)?, self.tokens.get(start + 1)?);
                let is_apart = first.kind == TokenKind::Name && first.end < next.start;
                let is_apart = is_apart && self.word(start) != "normal";
                match is_apart && start + 1 < last {
                    true => self.call(self.word(start), start + 1, last)?,
                    // Only the question mark is too much.
                    false if asks => self.slice(start, last)?,
                    false => return None,
                }
            }
        };
        let is_read = fix.len() <= LONGEST && Grammar::parse(Goal::Expr.rule(), &fix).is_ok();
        is_read.then_some((start, end - 1, fix))
    }

    /// What is asked about behind a name, up to a token.
    fn call(&self, name: &str, first: usize, end: usize) -> Option<String> {
        let is_filler =
            |at: &usize| matches!(self.word(*at), "with" | "of" | "on" | "piles" | "heaps");
        let fillers = (first..end).take_while(is_filler).count();
        let first = match self.is_kind(first + fillers, TokenKind::Number) {
            true => first + fillers,
            false => first,
        };
        let rest = self.slice(first, end)?;
        let kind = self.tokens.get(first)?.kind;
        let is_function = FUNCTIONS.contains(&name);
        Some(match (kind, position_words(&rest)) {
            (TokenKind::Number, (None, piles)) if is_function => {
                format!("{name}({})", piles.join(", "))
            }
            // Of piles without a game nobody knows which.
            (TokenKind::Number, (None, piles)) if !OF_POSITIONS.contains(&name) => {
                format!("{name}[{}]", piles.join(", "))
            }
            (TokenKind::Name | TokenKind::Keyword(_), (Some(game), piles)) => {
                format!("{name}({game}[{}])", piles.join(", "))
            }
            (TokenKind::Name | TokenKind::Keyword(_), (None, _)) => format!("{name}({rest})"),
            _ => return None,
        })
    }

    /// `nim 3 5 + kayles 2`
    fn sum(&self) -> Option<Slip> {
        let mut terms = Vec::new();
        let mut first = 0;
        for at in 0..=self.tokens.len() {
            let word = self.word(at);
            if at < self.tokens.len() && word != "+" {
                continue;
            }
            let term = self.slice(first, at)?;
            terms.push(match position_words(&term) {
                (Some(game), piles) => format!("{game}[{}]", piles.join(", ")),
                (None, _) if term.ends_with(']') => term,
                _ => return None,
            });
            first = at + 1;
        }
        let is_sum = self.goal == Goal::Expr && terms.len() > 1;
        let fix = terms.join(" + ");
        (is_sum && fix.len() <= LONGEST).then(|| (0, self.last(), fix))
    }

    /// `mine = take 1..3`, `mine: take 1..3`
    fn game_with_a_name(&self) -> Option<Slip> {
        let first = usize::from(self.word(0) == Word::Let.text());
        let rules = first + 2;
        let begins = self.tokens.get(rules).and_then(|token| token.keyword());
        let begins = begins.is_some_and(|word| word.is(Role::Statement) && !word.is(Role::Item));
        let is_named = self.is_name(first) && matches!(self.word(first + 1), "=" | ":" | ":=");
        if !begins || !is_named || !matches!(self.goal, Goal::Item | Goal::Expr) {
            return None;
        }
        let game = (self.as_game)(&self.slice(rules, self.tokens.len())?)?;
        let (_, rules) = game.split_once(" {")?;
        let fix = format!("game {} {{{rules}", self.word(first));
        Some((0, self.last(), fix))
    }

    /// `a player takes 1 to 3 stones`, `remove 1 or 2`
    fn sentence(&self) -> Option<Slip> {
        let is_verb = |at: &usize| {
            let word = self.word(*at);
            let word = word.strip_suffix('s').unwrap_or(word);
            matches!(word, "take" | "remove" | "subtract" | "pick") && self.word(at + 1) != "("
        };
        // Inside of games this is asked of what is read here.
        if self.goal != Goal::Expr {
            return None;
        }
        let verb = (0..self.tokens.len().min(6)).find(is_verb)?;
        let is_subject = (0..verb).all(|at| self.is_name(at));
        let rules = self
            .slice(verb + 1, self.tokens.len())
            .filter(|_| is_subject)?;
        let fix = (self.as_game)(&format!("{} {rules}", Word::Take))?;
        Some((0, self.last(), fix))
    }

    /// `3 xor 5`: a call, where what belongs to it is plain. Nobody knows whether `1 + 2 xor 3` is 0 or 2.
    fn xor(&self) -> Option<Slip> {
        let is_xor =
            |at: usize| self.word(at).eq_ignore_ascii_case("xor") && self.word(at + 1) != "(";
        let at = (1..self.tokens.len()).find(|at| is_xor(*at))?;
        let is_edge = |at: usize| {
            let token = self.tokens.get(at);
            token.is_none_or(|token| match token.kind {
                TokenKind::Operator | TokenKind::Separator | TokenKind::Keyword(_) => true,
                TokenKind::Name => is_xor(at),
                _ => false,
            })
        };
        let is_tight = |at: usize| {
            matches!(self.word(at), "+" | "-" | "*" | "/" | "%" | "++" | "..") && is_edge(at)
        };
        // The end of the operand that begins here.
        let behind = |start: usize| {
            let mut depth = 0_usize;
            (start..=self.tokens.len()).find(|at| {
                match self.tokens.get(*at).map(|token| token.kind) {
                    Some(TokenKind::Open) => depth += 1,
                    Some(TokenKind::Close) if depth == 0 => return true,
                    Some(TokenKind::Close) => depth -= 1,
                    _ => {}
                }
                depth == 0 && is_edge(*at)
            })
        };
        let (mut first, mut depth) = (at, 0_usize);
        while let Some(before) = first.checked_sub(1) {
            match self.tokens.get(before)?.kind {
                TokenKind::Close => depth += 1,
                TokenKind::Open if depth == 0 => break,
                TokenKind::Open => depth -= 1,
                _ if depth == 0 && is_edge(before) => break,
                _ => {}
            }
            first = before;
        }
        if first > 0 && is_tight(first - 1) {
            return None;
        }
        let mut operands = vec![self.slice(first, at)?];
        let mut end = at;
        while is_xor(end) {
            let start = end + 1;
            end = behind(start)?;
            operands.push(self.slice(start, end)?);
        }
        // Of positions it is the sum.
        if operands.iter().any(|operand| operand.ends_with(']')) {
            return None;
        }
        let fix = format!("xor({})", operands.join(", "));
        (!is_tight(end)).then_some((first, end - 1, fix))
    }

    /// `k is not 3`, `k is even`
    fn is_word(&self) -> Option<Slip> {
        let is = self.find("is").filter(|is| *is > 0)?;
        if !self.tokens.get(is - 1)?.ends_operand() {
            return None;
        }
        let is_not = self.word(is + 1) == "not";
        let what = is + 1 + usize::from(is_not);
        let what = what + usize::from(self.is_article(what) && self.word(what - 1) != "(");
        let not = if is_not { "not " } else { "" };
        if KINDS.contains(&self.word(what)) && self.word(what + 1) != "(" && self.is_name(is - 1) {
            let (name, of) = (self.word(what), self.word(is - 1));
            return Some((is - 1, what, format!("{not}{name}({of})")));
        }
        let sign = if is_not { "!=" } else { "==" };
        Some((is, what - 1, sign.to_string()))
    }

    /// `k | n`, `k divides n`
    fn divides(&self) -> Option<Slip> {
        let at = self.find("|").or_else(|| self.find("divides"))?;
        let before = at.checked_sub(1)?;
        let is_end = |at: Option<usize>| {
            let token = at.and_then(|at| self.tokens.get(at));
            let ends = |token: &Token| {
                token.keyword().is_some() || matches!(token.text(self.text), "(" | ")" | "]" | ",")
            };
            token.is_none_or(ends)
        };
        // Not `n > 1 | n < 5`, where `or` is meant.
        let is_alone = is_end(before.checked_sub(1)) && is_end(Some(at + 2));
        let fits = is_alone && self.is_short(before) && self.is_short(at + 1);
        let (k, n) = (self.word(before), self.word(at + 1));
        fits.then(|| (before, at + 1, format!("{n} % {k} == 0")))
    }

    /// `if c { a } else { b }`, `mex{0, 1}` as it stands in explanations, and sets such as `{1, 3}`
    fn braces(&self) -> Option<Slip> {
        // Behind the condition of an `if` braces are its cases.
        let is_game = self.goal == Goal::Expr && self.find("if").is_none();
        let is_name = |at: &usize| {
            let is_one = FUNCTIONS.contains(&self.word(*at)) || is_game && self.is_name(*at);
            is_one && self.word(at + 1) == "{"
        };
        if let Some(name) = (0..self.tokens.len()).find(is_name) {
            let end = (name..self.tokens.len()).find(|at| self.word(*at) == "}")?;
            let (name_of, inside) = (self.word(name), self.slice(name + 2, end)?);
            let fix = match FUNCTIONS.contains(&name_of) {
                true => format!("{name_of}([{inside}])"),
                false => format!("{name_of}[{inside}]"),
            };
            return Some((name, end, fix));
        }
        if let Some(set) = self.find("{").filter(|at| *at > 0)
            && matches!(self.word(set - 1), "(" | "in" | "take" | "==")
        {
            let end = (set..self.tokens.len()).find(|at| self.word(*at) == "}")?;
            return Some((set, end, format!("[{}]", self.slice(set + 1, end)?)));
        }
        let first = self.find("if")?;
        let end_of = |opener: usize| {
            let mut depth = 0_usize;
            (opener..self.tokens.len()).find(|at| {
                match self.word(*at) {
                    "{" => depth += 1,
                    "}" => depth = depth.saturating_sub(1),
                    _ => {}
                }
                depth == 0
            })
        };
        let yes = (first..self.tokens.len()).find(|at| self.word(*at) == "{")?;
        let yes_end = end_of(yes)?;
        let no = yes_end + 2;
        if self.word(yes_end + 1) != "else" || self.word(no) != "{" {
            return None;
        }
        let no_end = end_of(no)?;
        let condition = self.slice(first + 1, yes)?;
        let (a, b) = (self.slice(yes + 1, yes_end)?, self.slice(no + 1, no_end)?);
        Some((first, no_end, format!("if {condition} then {a} else {b}")))
    }

    /// `1..<4`, `1..=3`
    fn range(&self) -> Option<Slip> {
        let is_range = |at: &usize| matches!(self.word(*at), "..<" | "..=" | "...");
        let at = (1..self.tokens.len()).find(is_range)?;
        if !self.is_short(at - 1) || !self.is_short(at + 1) {
            return None;
        }
        let (from, to) = (self.word(at - 1), self.word(at + 1));
        let to = match (self.word(at), to.replace('_', "").parse::<i64>()) {
            ("..<", Ok(to)) => to.checked_sub(1)?.to_string(),
            ("..<", Err(_)) => format!("{to} - 1"),
            _ => to.to_string(),
        };
        Some((at - 1, at + 1, format!("{from}..{to}")))
    }

    /// `1,000,000`, where no list can be meant.
    fn groups(&self) -> Option<Slip> {
        if self.goal == Goal::Statement {
            return None;
        }
        let mut depth = 0_usize;
        let depths = self.tokens.iter().map(|token| {
            match token.kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth
        });
        let depths: Vec<usize> = depths.collect();
        let is_group = |at: usize| {
            let touches = |a: usize, b: usize| {
                let tokens = self.tokens.get(a).zip(self.tokens.get(b));
                tokens.is_some_and(|(a, b)| a.end == b.start)
            };
            self.word(at) == ","
                && self.is_kind(at + 1, TokenKind::Number)
                && self.word(at + 1).len() == 3
                && touches(at, at + 1)
                && touches(at - 1, at)
        };
        let first = (0..self.tokens.len()).find(|at| {
            let is_head = self.is_kind(*at, TokenKind::Number) && self.word(*at).len() <= 3;
            is_head && depths.get(*at) == Some(&0) && is_group(at + 1)
        })?;
        let mut last = first;
        while is_group(last + 1) {
            last += 2;
        }
        let text = self.slice(first, last + 1)?;
        Some((first, last, text.replace(',', "_")))
    }

    /// `return n + 1`
    fn returned(&self) -> Option<Slip> {
        let at = self.find("return").filter(|at| self.is_short(at + 1))?;
        Some((at, at, String::new()))
    }

    // ---- Items

    fn item(&self) -> Option<Slip> {
        self.def()
            .or_else(|| self.arrow())
            .or_else(|| self.assigned())
            .or_else(|| self.import())
    }

    /// `def kayles(n): …`
    fn def(&self) -> Option<Slip> {
        let is_def = matches!(self.word(0), "def" | "function" | "func" | "fun" | "fn");
        if !is_def || !self.is_name(1) || self.word(2) != "(" {
            return None;
        }
        let name = self.word(1);
        let close = self.find(")")?;
        let end = match self.word(close + 1) {
            ":" | "=" => self.tokens.len(),
            "{" if self.word(self.last()) == "}" => self.last(),
            _ => return None,
        };
        let first = close + 2;
        let keyword = self.tokens.get(first).and_then(|token| token.keyword());
        if keyword.is_some_and(|word| word.is(Role::Statement) && word != Word::Let) {
            let rules = self.slice(first, end)?;
            return Some((0, self.last(), format!("game {name} {{ {rules} }}")));
        }
        let returns = usize::from(self.word(first) == "return");
        let (params, value) = (self.slice(2, close + 1)?, self.slice(first + returns, end)?);
        Some((0, self.last(), format!("let {name}{params} = {value}")))
    }

    /// `f = n => n + 1`
    fn arrow(&self) -> Option<Slip> {
        let first = usize::from(self.word(0) == Word::Let.text());
        if !self.is_name(first) || !matches!(self.word(first + 1), "=" | ":=") {
            return None;
        }
        let name = self.word(first);
        let arrow = (first..self.tokens.len()).find(|at| matches!(self.word(*at), "=>" | "->"))?;
        let params = self.slice(first + 2, arrow)?;
        let params = match params.starts_with('(') {
            true => params,
            false if arrow == first + 3 => format!("({params})"),
            false => return None,
        };
        let value = self.slice(arrow + 1, self.tokens.len())?;
        Some((0, self.last(), format!("let {name}{params} = {value}")))
    }

    /// `a = 3`, `let a := 3`
    fn assigned(&self) -> Option<Slip> {
        if self.word(0) == Word::Let.text() {
            let at = self.find(":=")?;
            return Some((at, at, "=".to_string()));
        }
        let is_assigned = self.is_name(0) && matches!(self.word(1), "=" | ":=");
        let value = self.slice(2, self.tokens.len()).filter(|_| is_assigned)?;
        Some((0, self.last(), format!("let {} = {value}", self.word(0))))
    }

    /// `import kayles`, `use kayles`
    fn import(&self) -> Option<Slip> {
        let is_import = matches!(self.word(0), "import" | "include" | "use");
        match (is_import, self.word(1)) {
            (true, name) if self.is_name(1) && self.last() == 1 => {
                Some((0, 1, format!("use \"{name}\"")))
            }
            (true, file) if self.is_kind(1, TokenKind::Text) && self.last() == 1 => {
                Some((0, 1, format!("use {file}")))
            }
            _ => None,
        }
    }

    /// What a piece that cannot be read would define.
    pub(super) fn defines(&self) -> Option<&str> {
        let is_item =
            |at: usize| matches!(self.word(at), "game" | "let" | "def" | "fn" | "function");
        match (is_item(0), self.word(1)) {
            (true, name) if self.is_name(1) => Some(name),
            (false, "=" | ":=") if self.is_name(0) => Some(self.word(0)),
            _ => None,
        }
    }
}
