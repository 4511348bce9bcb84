//! Rules without a game around them, or without its braces: what the game would be.

use std::ops::Range;

use pest::Parser;

use super::{MAX_COMPLAINTS, Reader, Text, anything};
use crate::syntax::NAMELESS;
use crate::syntax::ast::{Entry, Item};
use crate::syntax::errors::{self, LONGEST};
use crate::syntax::piles::misere_position;
use crate::syntax::scan::{Token, TokenKind, tokens};
use crate::syntax::slips::{MOST_SLIPS, tidy};
use crate::syntax::tree::Goal;
use crate::syntax::tree::Grammar;
use crate::syntax::words::Word;
use crate::text::diagnostic::Diagnostic;
use crate::text::source::{SourceId, Span};

impl Reader<'_> {
    /// Statements outside of a game: what can only be meant is a game of them.
    pub(super) fn rules(&mut self, range: Range<usize>, of: Text) {
        let place = self.place(range.start);
        let whole = place.to(self.place(range.end.saturating_sub(1)));
        let error = errors::outside_game(place, self.word(range.start));
        let mut depth = Some(0_usize);
        for index in range.clone() {
            depth = match self.word(index) {
                "{" => depth.map(|depth| depth + 1),
                "}" => depth.and_then(|depth| depth.checked_sub(1)),
                _ => depth,
            };
        }
        let written = self.slice(&range);
        let is_told = self.complaints.len() < MAX_COMPLAINTS;
        if is_told && let Some(position) = misere_position(written) {
            let wrong = errors::slip("unknown_word", whole, written, &position);
            return self.complaints.push(wrong);
        }
        if let Some(word @ (Word::Misere | Word::Loopy)) = self.keyword(range.start)
            && range.len() == 1
        {
            let help = format!(
                "it stands in the braces of its game: `game nim {{ take any  {} }}`",
                word.text()
            );
            return self.complaints.push(error.help(help));
        }
        if is_told && depth == Some(0) && written.len() <= LONGEST {
            if let Some(game) = as_game(written) {
                return self.complaints.push(error.fix(whole, game));
            }
            // What is wrong with the rules themselves is what to say at the prompt.
            let wrong = match of {
                Text::Prompt => mistakes(written, whole),
                Text::File => Vec::new(),
            };
            if !wrong.is_empty() {
                return self.complaints.extend(wrong);
            }
        }
        self.complaints.push(error.help(
            "rules stand in the braces of a game: `game nim { take any }`; was a `}` written too early?",
        ));
    }

    /// A word that no item begins with: what follows may be a sentence that says a game.
    pub(super) fn said_outside(&mut self, range: Range<usize>, known: usize) {
        let is_word = self.kind(range.start) == Some(TokenKind::Name);
        let first = self.place(range.start);
        let whole = first.to(self.place(range.end.saturating_sub(1)));
        let Some(at) = (known..self.complaints.len()).find(|at| {
            let complaint = &self.complaints[*at];
            is_word && complaint.place() == Some(first) && complaint.help.is_none()
        }) else {
            return;
        };
        let written = self.slice(&range);
        let game = if written.len() <= LONGEST {
            as_game(written)
        } else {
            None
        };
        let complaint = self.complaints.remove(at);
        let complaint = match game {
            Some(game) => complaint.fix(whole, game),
            None => complaint.help("a file holds games: `game nim { take any }`"),
        };
        self.complaints.push(complaint);
    }

    /// Of a game without braces: the same with them, where nothing else is wrong.
    pub(super) fn in_braces(&mut self, start: usize, body: usize, end: usize) {
        let head = self.slice(&(start..body)).trim_end_matches([':', ' ']);
        let rules = self.slice(&(body..end));
        let whole = self.place(start).to(self.place(end.saturating_sub(1)));
        let fix = match rules.len() <= LONGEST && head.len() <= LONGEST && body < end {
            true => as_game(rules).and_then(|game| {
                game.split_once(" {")
                    .map(|(_, it)| format!("{head} {{{it}"))
            }),
            false => None,
        };
        let fix = fix.filter(|game| Grammar::parse(Goal::Item.rule(), game).is_ok());
        if let Some(fix) = fix
            && let Some(complaint) = self.complaints.pop()
        {
            let complaint = complaint.help(format!("write `{fix}`"));
            self.complaints.push(complaint.fix(whole, fix));
        }
    }
}

/// Statements as a game, with what can only be meant in the place of slips. `None`: something else is wrong with them.
pub(super) fn as_game(rules: &str) -> Option<String> {
    // They hold no items, which may be without braces themselves.
    let is_item =
        |token: Token| matches!(token.keyword(), Some(Word::Game | Word::Use | Word::Expect));
    if tokens(rules).any(is_item) {
        return None;
    }
    let mut words = String::new();
    let mut end = None;
    for token in tokens(rules).filter(|token| token.kind != TokenKind::Comment) {
        if end.is_some_and(|end| end < token.start) {
            words.push(' ');
        }
        words.push_str(token.text(rules));
        end = Some(token.end);
    }
    let mut game = format!("game {NAMELESS} {{ {words} }}");
    for _ in 0..MOST_SLIPS {
        let (entries, complaints) = items(&game);
        let Some(wrong) = complaints.into_iter().next() else {
            let is_game = matches!(entries.as_slice(), [Entry::Item(Item::Game(_))]);
            return is_game.then(|| tidy(&game));
        };
        let fix = wrong.fix.filter(|_| game.len() <= 2 * LONGEST)?;
        game = fix.within(&game, 0)?;
    }
    None
}

/// What is wrong with statements that stand at this place.
fn mistakes(rules: &str, place: Span) -> Vec<Diagnostic> {
    let before = format!("game {NAMELESS} {{ ");
    let (_, mut complaints) = items(&format!("{before}{rules}\n}}"));
    let from = place.start as usize;
    let moved = |span: &mut Span| {
        let at = |byte: u32| {
            (byte as usize)
                .saturating_sub(before.len())
                .min(rules.len())
                + from
        };
        *span = Span::new(place.source, at(span.start), at(span.end));
    };
    let spans = complaints.iter_mut().flat_map(Diagnostic::spans_mut);
    spans.for_each(moved);
    complaints
}

fn items(text: &str) -> (Vec<Entry>, Vec<Diagnostic>) {
    let mut reader = Reader::new(SourceId(0), text);
    let Ok((entries, _)) = reader.entries(Text::File, &mut anything);
    (entries, reader.complaints())
}
