//! Where the pieces of a text begin and end: items, games, statements and expressions, by their tokens alone.

use std::ops::Range;

use super::{AT_ONCE, Reader, Text};
use crate::syntax::scan::{TokenKind, ends_sentence};
use crate::syntax::slips::{begins_definitions, is_choice};
use crate::syntax::words::{Role, Word};
use crate::text::source::Span;

/// Words before `pile` that make it one of a sentence.
pub(super) const ARTICLES: [&str; 21] = [
    "that", "this", "a", "any", "one", "the", "each", "every", "either", "single", "another",
    "whole", "of", "even", "odd", "empty", "nonempty", "largest", "smallest", "biggest", "larger",
];

impl<'t> Reader<'t> {
    /// Whether an entry is an item.
    pub(super) fn is_item(&self, start: usize) -> bool {
        self.has_role(start, Role::Item) && !self.is_nameless(start)
    }

    /// `def kayles(n): …`, `import kayles`, `var x = 3`, which are told what to write.
    pub(super) fn is_foreign_item(&self, start: usize) -> bool {
        let is_name = self.kind(start + 1) == Some(TokenKind::Name);
        let is_text = self.kind(start + 1) == Some(TokenKind::Text);
        match self.word(start) {
            "import" | "include" => is_name || is_text,
            "var" | "const" => is_name && self.word(start + 2) == "=",
            word => begins_definitions(word) && is_name && self.word(start + 2) == "(",
        }
    }

    /// `x = 3`, `x := 3`, `f(x) = x + 1`
    pub(super) fn is_assigned(&self, start: usize) -> bool {
        let is_param =
            |at: &usize| self.kind(*at) == Some(TokenKind::Name) || self.word(*at) == ",";
        let behind = match self.word(start + 1) {
            "(" => {
                let params = (start + 2..).take_while(is_param).count();
                let close = start + 2 + params;
                if self.word(close) != ")" {
                    return false;
                }
                close + 1
            }
            _ => start + 1,
        };
        self.kind(start) == Some(TokenKind::Name) && matches!(self.word(behind), "=" | ":=")
    }

    /// Whether a line begins here that is an item in another language and nothing in this: `def f(n):`, `x := 3`, `import kayles`.
    fn begins_foreign_line(&self, index: usize) -> bool {
        (self.is_foreign_item(index) || self.is_assigned(index)) && self.breaks_line(index)
    }

    /// Whether a statement begins here, outside of a game.
    pub(super) fn begins_rules(&self, start: usize) -> bool {
        self.has_role(start, Role::Statement)
            && !self.has_role(start, Role::Item)
            && !self.is_misere_call(start)
            && !self.is_nameless(start)
    }

    /// Where the statements end that begin here, outside of a game.
    pub(super) fn rules_end(&self, start: usize, of: Text) -> usize {
        if of == Text::File {
            return self.item_end(start);
        }
        let is_move = |at: usize| {
            !matches!(
                self.keyword(at),
                Some(Word::Pile | Word::Each | Word::End | Word::Misere | Word::Loopy)
            )
        };
        let mut end = self.entry_end(start).max(start + 1);
        let mut moves = is_move(start);
        // Where each of two lines may be a game, it is one.
        while self.begins_rules(end) && (self.is(start, Word::Pile) || !(moves && is_move(end))) {
            moves |= is_move(end);
            end = self.entry_end(end).max(end + 1);
        }
        end
    }

    /// Whether a game without a name begins here, if an operand may stand here: a code, or `game {`.
    pub(super) fn is_nameless(&self, index: usize) -> bool {
        match self.keyword(index) {
            Some(Word::Game) => self.word(index + 1) == "{",
            Some(Word::Octal | Word::Hex) => self.kind(index + 1) == Some(TokenKind::Code),
            _ => false,
        }
    }

    /// Whether a game without a name stands here as an operand.
    pub(super) fn is_operand(&self, index: usize) -> bool {
        let needs_more = |before: usize| {
            !self.can_end(before)
                && self.word(before) != "{"
                && !self.has_role(before, Role::Statement)
        };
        self.is_nameless(index) && index.checked_sub(1).is_some_and(needs_more)
    }

    /// What follows the braces of a game without a name that stands here as an operand, or at the beginning of an entry.
    pub(super) fn behind_game(&self, index: usize, start: usize) -> Option<usize> {
        let is_game = self.is(index, Word::Game) && self.is_nameless(index);
        let closer = self.closers.get(&(index + 1))?;
        (is_game && (index == start || self.is_operand(index))).then_some(closer + 1)
    }

    /// Whether a piece may be read at once.
    pub(super) fn is_short(&self, range: &Range<usize>) -> bool {
        self.slice(range).len() <= AT_ONCE
    }

    /// About where the game ends that begins at `start`.
    pub(super) fn game_end(&self, start: usize) -> usize {
        let opener = self.head_end(start);
        let end = self.closers.get(&opener);
        end.map_or(opener, |end| end + 1)
    }

    /// Where the head of a game ends that begins at `start`: before its brace, or what stands in the place of that.
    pub(super) fn head_end(&self, start: usize) -> usize {
        let mut end = start + 1;
        while end < self.tokens.len()
            && self.word(end) != "{"
            && !self.begins_item(end)
            && !self.begins_body(end)
        {
            end += 1;
        }
        end
    }

    /// Whether statements begin here behind the head of a game without a brace, as in `game nim: take any`.
    pub(super) fn begins_body(&self, index: usize) -> bool {
        let is_behind_colon = self.word(index - 1) == ":" && self.has_role(index, Role::Statement);
        is_behind_colon || self.begins_statement(index)
    }

    /// Where an item ends that stands inside a game: behind its own braces, or before what comes next.
    pub(super) fn inner_end(&self, start: usize) -> usize {
        let mut end = start + 1;
        while end < self.tokens.len() {
            if self.word(end) == "{" && self.is(start, Word::Game) {
                return self.closers.get(&end).map_or(end + 1, |closer| closer + 1);
            }
            if self.word(end) == "}" || self.begins_item(end) || self.begins_statement(end) {
                break;
            }
            end += 1;
        }
        end
    }

    pub(super) fn item_end(&self, start: usize) -> usize {
        let mut braces = 0_usize;
        let mut index = start;
        while index < self.tokens.len() {
            if let Some(behind) = self.behind_game(index, usize::MAX) {
                index = behind;
                continue;
            }
            let begins = self.begins_item(index) && (braces == 0 || !self.is(index, Word::Let));
            if index > start && (begins || braces == 0 && self.begins_foreign_line(index)) {
                return index;
            }
            match self.word(index) {
                "{" => braces += 1,
                "}" => braces = braces.saturating_sub(1),
                _ => {}
            }
            index += 1;
        }
        self.tokens.len()
    }

    /// Where an entry of the prompt ends: at a `;`, an item, or a line break where it is complete.
    pub(super) fn entry_end(&self, start: usize) -> usize {
        let mut depth = 0_usize;
        let mut index = start;
        while index < self.tokens.len() {
            if let Some(behind) = self.behind_game(index, start) {
                index = behind;
                continue;
            }
            let new_line = index > start && self.breaks_line(index);
            let ends = |before: usize| self.can_end(before) || ends_sentence(self.word(before));
            let complete = new_line && ends(index - 1) && !self.continues(index);
            if index > start
                && (self.begins_item(index) || depth == 0 && (complete || self.word(index) == ";"))
            {
                return index;
            }
            depth = self.tokens[index].depth_behind(depth);
            index += 1;
        }
        self.tokens.len()
    }

    /// Whether a line that begins with this token goes on with the one before.
    pub(super) fn continues(&self, index: usize) -> bool {
        match self.kind(index) {
            Some(TokenKind::Operator | TokenKind::Separator | TokenKind::Close) => true,
            Some(TokenKind::Keyword(Word::Not)) => self.is(index + 1, Word::In),
            Some(TokenKind::Keyword(word)) => word.is(Role::Joins),
            _ => false,
        }
    }

    pub(super) fn begins_item(&self, index: usize) -> bool {
        self.has_role(index, Role::Item) && self.may_begin(index) && !self.is_operand(index)
    }

    pub(super) fn begins_statement(&self, index: usize) -> bool {
        // `a pile`, `may split`, `player to move` and `has to take` in sentences.
        let in_words = || {
            let before = self.word(index - 1);
            let is_here = !self.breaks_line(index);
            match self.keyword(index) {
                Some(Word::Split) if before == "," => index > 1 && is_choice(self.word(index - 2)),
                Some(Word::Split) => is_choice(before),
                Some(Word::Move) => {
                    let is_noun = matches!(before, "one" | "each" | "every" | "single" | "a");
                    is_here && (is_noun || matches!(before, "to" | "cannot" | "can" | "last"))
                }
                Some(Word::Each) => is_here && matches!(before, "on" | "in" | "at" | "during"),
                Some(Word::Take) => {
                    let is_condition =
                        || index > 1 && matches!(self.word(index - 2), "if" | "when");
                    is_here
                        && (matches!(before, "to" | "must") || before == "you" && is_condition())
                }
                Some(Word::Pile) => is_here && ARTICLES.contains(&before),
                _ => false,
            }
        };
        // A name, but before `when`.
        let is_draw = || self.word(index) == Word::Draw.text() && self.is(index + 1, Word::When);
        (self.has_role(index, Role::Statement) || is_draw())
            && !(index > 0 && in_words())
            && self.may_begin(index)
            && !self.is_misere_call(index)
            && !self.is_operand(index)
    }

    /// A word that begins something does so at the beginning of a line or where something else may end; elsewhere it is
    /// a reserved word used as a name.
    pub(super) fn may_begin(&self, index: usize) -> bool {
        index == 0
            || self.breaks_line(index)
            || self.can_end(index - 1)
            || self.word(index - 1) == ";"
    }

    pub(super) fn is_misere_call(&self, index: usize) -> bool {
        self.is(index, Word::Misere) && self.word(index + 1) == "("
    }

    /// Whether a `pile` in a statement that counts piles stands for `piles`.
    pub(super) fn is_unit(&self, index: usize) -> bool {
        let begins_shape = self.kind(index + 1) == Some(TokenKind::Name)
            || matches!(self.word(index + 1), "(" | "{");
        self.is(index, Word::Pile) && !begins_shape
    }

    pub(super) fn kind(&self, index: usize) -> Option<TokenKind> {
        self.tokens.get(index).map(|token| token.kind)
    }

    pub(super) fn keyword(&self, index: usize) -> Option<Word> {
        self.tokens.get(index).and_then(|token| token.keyword())
    }

    pub(super) fn is(&self, index: usize, word: Word) -> bool {
        self.keyword(index) == Some(word)
    }

    pub(super) fn has_role(&self, index: usize, role: Role) -> bool {
        self.keyword(index).is_some_and(|word| word.is(role))
    }

    pub(super) fn word(&self, index: usize) -> &'t str {
        self.tokens
            .get(index)
            .map_or("", |token| token.text(self.text))
    }

    /// Whether something may end with this token. A `pile` ends something only behind a count.
    pub(super) fn can_end(&self, index: usize) -> bool {
        let can_end = |index: usize| {
            self.tokens
                .get(index)
                .is_some_and(|token| token.can_end(self.text))
        };
        can_end(index)
            && (!self.is(index, Word::Pile)
                || !self.breaks_line(index) && index.checked_sub(1).is_some_and(can_end))
    }

    /// Whether a line break stands before this token.
    pub(super) fn breaks_line(&self, index: usize) -> bool {
        let before = index
            .checked_sub(1)
            .and_then(|index| self.tokens.get(index))
            .map_or(0, |token| token.end);
        let start = self.tokens.get(index).map_or(before, |token| token.start);
        self.text
            .get(before..start)
            .is_some_and(|between| between.contains(['\n', '\r']))
    }

    pub(super) fn place(&self, index: usize) -> Span {
        let (start, end) = self
            .tokens
            .get(index)
            .map_or((0, 0), |token| (token.start, token.end));
        Span::new(self.source, start, end)
    }

    pub(super) fn slice(&self, range: &Range<usize>) -> &'t str {
        let piece = self.tokens.get(range.clone()).unwrap_or(&[]);
        match (piece.first(), piece.last()) {
            (Some(first), Some(last)) => self.text.get(first.start..last.end).unwrap_or(""),
            _ => "",
        }
    }
}
