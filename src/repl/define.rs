//! Definitions made at the prompt.

use super::loaded::Typed;
use super::shell::Shell;
use crate::query::Session;
use crate::syntax::ast::Item;
use crate::text::diagnostic::{Mistake, Report};
use crate::text::source::Span;

/// An item that was added with the warnings worth showing, or what is wrong with it.
pub(super) type Added = Result<(Item, Report), Report>;

impl Shell {
    /// Adds items that were entered together and remembers them.
    pub(super) fn add_items(&mut self, items: Vec<Item>) -> Vec<Added> {
        if items.iter().any(|item| !matches!(item, Item::Expect(_))) {
            self.forget_question();
        }
        let mut done = add_items(&mut self.session, items);
        for (item, warnings) in done.iter_mut().flatten() {
            let span = item_span(item);
            let text = self.book().text_at(span);
            Typed::remember(&mut self.typed, item_name(item), text);
            warnings.diagnostics.retain(|warning| {
                let is_here = |place: Span| {
                    place.source == span.source
                        && span.start <= place.start
                        && place.end <= span.end
                };
                // At a prompt everything is defined before it is used.
                warning.mistake != Some(Mistake::Unused)
                    && warning
                        .labels
                        .first()
                        .is_some_and(|label| is_here(label.span))
            });
        }
        done
    }
}

/// Adds items that were entered together: all of them, or those without mistakes.
pub(super) fn add_items(session: &mut Session, items: Vec<Item>) -> Vec<Added> {
    if let Ok(warnings) = add(session, items.clone()) {
        return items
            .into_iter()
            .map(|item| Ok((item, warnings.clone())))
            .collect();
    }
    let mut done = Vec::new();
    let mut waiting = items;
    loop {
        let count = waiting.len();
        let mut failed = Vec::new();
        for item in waiting {
            match add(session, vec![item.clone()]) {
                Ok(warnings) => done.push(Ok((item, warnings))),
                Err(report) => failed.push((item, report)),
            }
        }
        if failed.is_empty() || failed.len() == count {
            done.extend(failed.into_iter().map(|(_, report)| Err(report)));
            return done;
        }
        // One may use another that stood behind it and is there now.
        waiting = failed.into_iter().map(|(item, _)| item).collect();
    }
}

fn add(session: &mut Session, items: Vec<Item>) -> Result<Report, Report> {
    let mut book = session.book().clone();
    let warnings = book.add_items(items)?;
    session.turn_to_book(book);
    Ok(warnings)
}

fn item_span(item: &Item) -> Span {
    match item {
        Item::Game(item) => item.span,
        Item::Let(item) => item.span,
        Item::Expect(item) => item.span,
        Item::Use(item) => item.span,
    }
}

fn item_name(item: &Item) -> Option<&str> {
    match item {
        Item::Game(item) => Some(&item.name.name),
        Item::Let(item) => Some(&item.name.name),
        Item::Expect(_) | Item::Use(_) => None,
    }
}
