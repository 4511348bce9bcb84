//! Games without a name in an expression, and what they take from where it stands.

use std::sync::Arc;

use super::Scope;
use crate::expr::tree::Expr;
use crate::rules::book::{Book, Definition};
use crate::rules::errors::{self, Checked};
use crate::rules::nameless::{own_names, text_with};
use crate::rules::owner::Owner;
use crate::syntax::ast::{self, Ident, Param};
use crate::syntax::{TokenKind, tokens};
use crate::text::diagnostic::Diagnostic;
use crate::text::source::Span;

/// About how many bytes one takes beside its tree, and for each byte of its text.
const BYTES: u64 = 1000;
const BYTES_OF_A_BYTE: u64 = 100;

impl Book {
    /// The definition of a game, with or without a name.
    pub(in crate::rules) fn game_item(&self, number: u32) -> Option<&Arc<ast::GameItem>> {
        match self.definitions.get(number) {
            Some(Definition::Game(item)) => Some(item),
            Some(Definition::Let(_)) => None,
            None => self.nameless.get(number),
        }
    }

    /// The number of a game without a name that takes these parameters.
    fn nameless(&mut self, item: &ast::GameItem, params: Vec<Ident>) -> Checked<u32> {
        let text = self.text(item.span);
        let name = text_with(text, &[]);
        let names: Vec<&str> = params.iter().map(|name| name.name.as_str()).collect();
        // Blanks part the words of a game and mean nothing.
        let words = tokens(&name).map(|token| token.text(&name));
        let words: Vec<&str> = words.collect();
        let key = format!("{}|{}", names.join(","), words.join(" "));
        let number = match self.nameless.number(&key) {
            Some(number) => number,
            None => {
                self.make_room(BYTES + BYTES_OF_A_BYTE * name.len() as u64)?;
                let params = params.into_iter().map(|name| Param {
                    name,
                    default: None,
                });
                let item = ast::GameItem {
                    name: Ident {
                        name,
                        span: item.name.span,
                    },
                    params: params.collect(),
                    ..item.clone()
                };
                let text = self.texts.sources.hold(item.span.source);
                match self.nameless.add(key, item, text) {
                    Some(number) => number,
                    None => {
                        let error = Diagnostic::error("too_many_games", "no numbers are left");
                        return self.fail(error);
                    }
                }
            }
        };
        // The question that is being read needs it.
        self.nameless.need(number);
        Ok(number)
    }
}

impl Scope<'_> {
    /// A game without a name, as a value.
    pub(super) fn nameless(&mut self, item: &ast::GameItem, span: Span) -> Checked<Expr> {
        if !self.positions {
            return self.no_game_here(span);
        }
        let own = own_names(item);
        let text = self.book.text(item.span).to_string();
        let mut params: Vec<Ident> = Vec::new();
        for token in tokens(&text).filter(|token| token.kind == TokenKind::Name) {
            let name = token.text(&text);
            let is_known = |known: &Ident| known.name == name;
            if self.is_of_place(name) && !own.contains(&name) && !params.iter().any(is_known) {
                let start = item.span.start as usize;
                let place = Span::new(item.span.source, start + token.start, start + token.end);
                params.push(Ident {
                    name: name.to_string(),
                    span: place,
                });
            }
        }
        let args = params.iter();
        let args = errors::each(args.map(|param| self.name(&param.name, param.span)))?;
        let number = self.book.nameless(item, params)?;
        self.game(number, args, span)
    }

    /// Whether a name has its meaning from where an expression stands, and not from the file.
    pub(in crate::rules) fn is_of_place(&self, name: &str) -> bool {
        let is_let = |owner: &Owner| owner.let_number(name).is_some();
        self.inner(name) || self.owner.is_some_and(is_let)
    }

    /// Whether nothing that stands before an expression is called so.
    pub(in crate::rules) fn is_free(&self, name: &str) -> bool {
        !self.is_of_place(name) && self.book.definition(name).is_none()
    }
}
