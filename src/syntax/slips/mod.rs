//! Turns of phrase that are not of the language, but have one meaning in it: each is told with the text to put in its place.

mod expressions;
mod items;
mod matching;
mod phrases;
mod rows;
mod statements;
mod unclear;

pub(super) use self::items::begins_definitions;
#[cfg(feature = "program")]
pub(crate) use self::matching::is_known_word;
#[cfg(feature = "program")]
pub(crate) use self::phrases::{ENDINGS, are_of_one_kind};
pub(crate) use self::phrases::{PILE, is_stones};
#[cfg(feature = "program")]
pub(crate) use self::rows::{FoundRow, Row, Sentence, Table};
pub(crate) use self::statements::same_from_both;
use std::sync::LazyLock;

use hashbrown::HashSet;
use pest::Parser;
use pest::error::InputLocation;

use super::errors::{self, LONGEST, Unclear, quoted};
use super::scan::{Token, TokenKind, tokens};
use super::tree::{Goal, Grammar};
use super::words::Word;
use crate::text::diagnostic::Diagnostic;
use crate::text::source::{SourceId, Span};
use crate::text::words::one_line;

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

/// How many slips of one piece are mended together, of pieces that are no longer than this.
pub(super) const MOST_SLIPS: usize = 12;
const LONGEST_PIECE: usize = 300;

/// What is longer is no sentence: nothing in it is looked at as one.
pub(crate) const LONGEST_SENTENCE: usize = 2000;

/// Kinds of numbers that are functions of the language.
pub(crate) const KINDS: [&str; 6] = ["even", "odd", "prime", "square", "triangular", "fibonacci"];

/// Numbers as people write them.
static NUMBERS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen \
    seventeen eighteen nineteen".split(' ').collect()
});

/// The number that a word is.
pub(crate) fn number_of(word: &str) -> Option<usize> {
    NUMBERS.iter().position(|number| *number == word)
}

/// The word for a number, where there is one.
pub(crate) fn word_of(number: usize) -> Option<&'static str> {
    NUMBERS.get(number).copied()
}

/// What becomes of a piece when slips are mended.
enum Mended {
    /// It can be read with this in the place of these bytes.
    All(usize, usize, String),
    /// The first slip is all that is said.
    First,
    /// Something behind the slips cannot be read; it begins with these words.
    Part(String),
}

/// No expression has so many names without parentheses.
const FEW_WORDS: usize = 6;

/// How many words are shown of what cannot be read behind a slip.
const UNREAD: usize = 5;

const SPLIT: Word = Word::Split;

/// A text without the blanks that nobody writes.
pub(super) fn tidy(text: &str) -> String {
    let text = text.replace("  ", " ").replace(" ,", ",");
    // `1 ..3`, but `2.. leaving`
    let text = text.replace(" ..", "..");
    // Between two kinds of moves stand two blanks.
    (0..10).fold(text, |text, digit| {
        text.replace(&format!("{digit} {SPLIT} "), &format!("{digit}  {SPLIT} "))
    })
}

/// Words before `split` that leave the choice.
pub(super) fn is_choice(word: &str) -> bool {
    matches!(
        word,
        "may" | "can" | "optionally" | "possibly" | "maybe" | "like" | "wish" | "want" | "desired"
    )
}

impl Piece<'_> {
    /// What to say of a slip in the piece, or in what stands behind the shape of its piles.
    pub(super) fn slip(&self) -> Option<Diagnostic> {
        self.slip_of_all().or_else(|| {
            let tokens = self.tokens.get(self.shape_end()?..)?;
            Piece { tokens, ..*self }.slip_of_all()
        })
    }

    /// Where `pile n` or `pile (a, b)` ends, of which it is the beginning.
    fn shape_end(&self) -> Option<usize> {
        let is_shape = self.goal == Goal::Statement && self.word(0) == Word::Pile.text();
        let end = match self.word(1) {
            "(" => {
                self.tokens
                    .iter()
                    .position(|it| it.text(self.text) == ")")?
                    + 1
            }
            _ => 2,
        };
        (is_shape && (self.is_name(end) || self.word(end) == "(")).then_some(end)
    }

    fn slip_of_all(&self) -> Option<Diagnostic> {
        let bytes = self.tokens.first().zip(self.tokens.last());
        if bytes.is_none_or(|(first, last)| last.end - first.start > LONGEST_SENTENCE) {
            return None;
        }
        if let Some(unclear) = self.take_from_several() {
            return Some(unclear);
        }
        let unclear = |first: usize, last: usize, why: Unclear| {
            let (first, last) = (self.tokens.get(first)?, self.tokens.get(last)?);
            let place = Span::new(self.source, first.start, last.end);
            Some(errors::unclear(place, why))
        };
        if let Some(why) = self.unclear() {
            return unclear(0, self.last(), why);
        }
        if let Some((first, last)) = self.before_move() {
            return unclear(first, last, Unclear::Before);
        }
        let why = || self.size_or_part().unwrap_or(Unclear::Text);
        let prose = self.is_prose().then(why);
        let Some((code, (first, last, fix))) = self.found() else {
            return unclear(0, self.last(), prose?);
        };
        let (start, end) = (self.tokens.get(first)?.start, self.tokens.get(last)?.end);
        // What stands for the whole piece may be a game in the place of a question.
        let is_whole = self.goal == Goal::Expr && first == 0 && last == self.last();
        let mended = match is_whole {
            true => Mended::First,
            false => self.all_of(start, end, &fix),
        };
        let (start, end, fix, unread) = match (mended, prose) {
            (Mended::All(start, end, fix), _) => (start, end, fix, None),
            (Mended::First, _) => (start, end, fix, None),
            (Mended::Part(_), Some(why)) => return unclear(0, self.last(), why),
            (Mended::Part(unread), None) => (start, end, fix, Some(unread)),
        };
        let apart = self.with_kinds_apart((start, end), &fix);
        let (start, end, fix) = apart.unwrap_or_else(|| self.set_in((start, end), fix));
        let written = self.text.get(start..end)?;
        let place = Span::new(self.source, start, end);
        let error = errors::slip(code, place, written, &fix);
        let error = match (unread, &error.help) {
            (Some(unread), Some(help)) if !unread.is_empty() => {
                let help = format!("{help}; then {} cannot be read yet", quoted(&unread));
                error.help(help)
            }
            _ => error,
        };
        (fix.len() <= LONGEST).then_some(error)
    }

    /// Whether it is a text about a game rather than an expression.
    fn is_prose(&self) -> bool {
        let is_word = |token: &&Token| token.kind == TokenKind::Name;
        let words = self.tokens.iter().filter(is_word).count();
        self.goal == Goal::Expr && words >= FEW_WORDS && self.find("(").is_none()
    }

    /// A slip with the name of the mistake.
    fn found(&self) -> Option<(&'static str, Slip)> {
        let words = match self.goal {
            Goal::Statement if self.unclear().is_some() => None,
            Goal::Item => self.item(),
            Goal::Statement => self.statement(),
            Goal::Head | Goal::Expr | Goal::Exprs => None,
        };
        let sign = || Some(("foreign_operator", self.expr()?));
        let slip = match self.goal {
            Goal::Head => None,
            _ => words.map(|slip| ("unknown_word", slip)).or_else(sign),
        };
        slip.filter(|(_, (_, last, fix))| !self.goes_on_behind(*last, fix))
    }

    /// Whether `or 1` stands behind what becomes a comparison with a number, which it would be read into: `a multiple of 3 or 1`.
    fn goes_on_behind(&self, last: usize, fix: &str) -> bool {
        let number = fix.rsplit_once("== ").map_or("", |(_, number)| number);
        let is_compared = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        is_compared && matches!(self.word(last + 1), "or" | ",") && self.number(last + 2).is_some()
    }

    /// A fix that neither runs into its neighbours nor stands apart from them.
    fn set_in(&self, (start, end): (usize, usize), fix: String) -> (usize, usize, String) {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let before = self.tokens.iter().rfind(|token| token.end <= start);
        let behind = self.tokens.iter().find(|token| token.start >= end);
        let (start, fix) = match before {
            Some(before) if fix.starts_with(',') || fix.starts_with("..") => (before.end, fix),
            Some(before)
                if before.end == start
                    && fix.starts_with(is_word)
                    && before.text(self.text).ends_with(is_word) =>
            {
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
            // No `...`.
            Some(behind) if fix.ends_with("..") && behind.text(self.text).starts_with('.') => {
                (start, end, fix + " ")
            }
            Some(behind)
                if behind.start == end
                    && behind.text(self.text).starts_with(is_word)
                    && fix.ends_with(|c| is_word(c) || c == ')') =>
            {
                (start, end, fix + " ")
            }
            _ => (start, end, fix),
        }
    }

    /// The whole piece with a fix, where `split` stands behind an amount in it: two blanks are put there.
    fn with_kinds_apart(
        &self,
        (start, end): (usize, usize),
        fix: &str,
    ) -> Option<(usize, usize, String)> {
        let (first, last) = (self.tokens.first()?.start, self.tokens.last()?.end);
        let (before, behind) = (self.text.get(first..start)?, self.text.get(end..last)?);
        let whole = tidy(&one_line(&format!("{before} {fix} {behind}")));
        let has_both = self.goal == Goal::Statement && whole.contains(&format!("  {SPLIT} "));
        has_both.then_some((first, last, whole))
    }

    /// What becomes of the piece with a slip at these bytes mended, and all that are left then.
    fn all_of(&self, start: usize, end: usize, fix: &str) -> Mended {
        let bytes = self.tokens.first().zip(self.tokens.last());
        let parts = bytes.and_then(|(first, last)| {
            let before = self.text.get(first.start..start)?;
            Some((before, self.text.get(end..last.end)?))
        });
        let Some((before, behind)) = parts else {
            return Mended::First;
        };
        let mut text = format!("{before} {fix} {behind}");
        if text.len() > LONGEST_PIECE || text.contains('#') {
            return Mended::First;
        }
        for number in 0..MOST_SLIPS {
            // A slip of one statement may stand for two.
            let (open, close) = match self.goal {
                Goal::Statement => ("game g { ", " }"),
                _ => ("", ""),
            };
            let rule = match self.goal {
                Goal::Statement => Goal::Item.rule(),
                goal => goal.rule(),
            };
            let whole = format!("{open}{text}{close}");
            let read = Grammar::parse(rule, &whole);
            let found: Vec<Token> = tokens(&text).collect();
            let piece = Piece {
                text: &text,
                tokens: &found,
                ..*self
            };
            // `1 or 2` can be read, but not as an amount.
            let is_or = |at| piece.word(at) == "or" && piece.number(at + 1).is_some();
            let has_or = || (1..found.len()).any(|at| is_or(at) && piece.number(at - 1).is_some());
            let has_words =
                self.goal == Goal::Statement && (piece.number_word().is_some() || has_or());
            if read.is_ok() && !has_words {
                let changed = (number > 0).then(|| self.changed(&text)).flatten();
                return changed.map_or(Mended::First, |(start, end, fix)| {
                    Mended::All(start, end, fix)
                });
            }
            let slip = piece.found().and_then(|(_, (first, last, fix))| {
                let (start, end) = (found.get(first)?.start, found.get(last)?.end);
                Some((start..end, format!(" {fix} ")))
            });
            let Some((place, fix)) = slip else {
                let at = read.err().map_or(0, |error| match error.location {
                    InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
                });
                let rest = text.get(at.saturating_sub(open.len())..).unwrap_or("");
                let words: Vec<&str> = rest.split_whitespace().take(UNREAD).collect();
                return Mended::Part(words.join(" "));
            };
            text.replace_range(place, &fix);
        }
        Mended::First
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
        Some((start, end, tidy(&one_line(fix.unwrap_or("")))))
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

    /// Whether nothing stands between a token and the next.
    fn touches(&self, index: usize) -> bool {
        let tokens = self.tokens.get(index).zip(self.tokens.get(index + 1));
        tokens.is_some_and(|(a, b)| a.end == b.start)
    }

    /// Whether the comma of `1,500` stands here, behind the first token.
    fn is_in_group(&self, comma: usize) -> bool {
        self.word(comma) == ","
            && self.is_kind(comma + 1, TokenKind::Number)
            && self.word(comma + 1).len() == 3
            && self.touches(comma)
            && self.touches(comma - 1)
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
        (!text.contains('#')).then(|| one_line(text))
    }
}
