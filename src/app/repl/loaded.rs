//! The files of a session, and what is typed besides them: `:load`, `:reload` and `:clear` make the rulebook anew.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::kept::{Loaded, Opened, Typed};
use super::shell::Shell;
use crate::query::Session;
use crate::rules::Rulebook;
use crate::syntax::ast::{Entry, Item};
use crate::syntax::parse_entries;
use crate::text::diagnostic::{Mistake, Report};
use crate::text::source::Span;

/// What came of reading files.
pub(super) struct News {
    /// Games and lets that are new.
    pub(super) names: Vec<String>,
    /// Definitions that were typed and gave way to the file's.
    pub(super) replaced: Vec<String>,
    /// Definitions that were typed and stay in place of the files'.
    pub(super) kept: Vec<String>,
    /// Warnings worth showing.
    pub(super) warnings: Report,
}

/// Why files could not be read.
pub(super) enum Trouble {
    /// This file is not there.
    Unreadable(String, String),
    /// Mistakes in the files.
    Mistakes(Box<Report>),
}

impl From<Report> for Trouble {
    fn from(report: Report) -> Trouble {
        Trouble::Mistakes(Box::new(report))
    }
}

impl Shell {
    /// Reads a file; where that fails everything stays as it was.
    pub(super) fn load_file(&mut self, given: &str) -> Result<News, Trouble> {
        let file = self.open(given)?;
        let new = Loaded {
            given: given.to_string(),
            file,
        };
        let mut loaded = self.loaded.clone();
        // One file may have several names.
        let world = Arc::clone(&self.world);
        let place = |file: &Opened| world.resolve("", &file.name);
        match loaded
            .iter_mut()
            .find(|known| place(&known.file) == place(&new.file))
        {
            Some(known) => *known = new.clone(),
            None => loaded.push(new.clone()),
        }
        self.rebuild(loaded, Some(&new.file.name))
    }

    /// Reads all files again; where that fails everything stays as it was.
    pub(super) fn reload(&mut self) -> Result<News, Trouble> {
        let mut loaded = self.loaded.clone();
        for file in &mut loaded {
            file.file = self.open(&file.given)?;
        }
        self.rebuild(loaded, None)
    }

    pub(super) fn clear(&mut self) -> Result<(), Report> {
        let book = self.empty_book();
        self.session = Session::new(book, self.session.settings_mut().clone())?;
        self.loaded.clear();
        self.typed.clear();
        self.last_by = None;
        Ok(())
    }

    fn open(&mut self, given: &str) -> Result<Opened, Trouble> {
        let mut budget = self.session.budget();
        match self.world.open(given, &mut budget) {
            Ok(text) => Ok(Opened {
                name: given.to_string(),
                text,
            }),
            Err(why) => Err(Trouble::Unreadable(given.to_string(), why)),
        }
    }

    fn empty_book(&mut self) -> Rulebook {
        let limits = self.session.settings_mut().limits.clone();
        Rulebook::new(Arc::clone(&self.world), limits)
    }

    /// A new session from the files and what was typed; definitions of the `newest` file replace typed ones.
    fn rebuild(&mut self, loaded: Vec<Loaded>, newest: Option<&str>) -> Result<News, Trouble> {
        let mut book = self.empty_book();
        let mut warnings = book.report(Vec::new());
        let mut names = Vec::new();
        for Loaded { file, .. } in &loaded {
            let before = all_names(&book);
            let found = book.add(&file.name, &file.text)?;
            if newest.is_none_or(|newest| newest == file.name) {
                names.extend(in_definition_order(&book).filter(|name| !before.contains(name)));
                warnings.diagnostics.extend(
                    found
                        .diagnostics
                        .into_iter()
                        .filter(|warning| warning.mistake != Some(Mistake::Unused)),
                );
            }
        }
        warnings.sources = book.sources();
        let (mut replaced, mut kept) = (Vec::new(), Vec::new());
        let mut typed = self.typed.clone();
        typed.retain(|item| match &item.name {
            Some(name) if newest.is_some() && names.contains(name) => {
                replaced.push(name.clone());
                false
            }
            Some(name) => {
                if all_names(&book).contains(name) {
                    kept.push(name.clone());
                }
                true
            }
            None => true,
        });
        let mut session = Session::new(book, self.session.settings_mut().clone())?;
        replay(&mut session, &typed)?;
        self.session = session;
        self.loaded = loaded;
        self.typed = typed;
        self.last_by = None;
        Ok(News {
            names,
            replaced,
            kept,
            warnings,
        })
    }
}

fn all_names(book: &Rulebook) -> BTreeSet<String> {
    in_definition_order(book).collect()
}

fn in_definition_order(book: &Rulebook) -> impl Iterator<Item = String> + use<> {
    book.game_names().into_iter().chain(book.let_names())
}

/// Adds what was typed to a new session.
fn replay(session: &mut Session, typed: &[Typed]) -> Result<(), Report> {
    let mut items: Vec<Item> = Vec::new();
    let mut texts = Vec::with_capacity(typed.len());
    for item in typed {
        let text = session.book().ask_about("<prompt>", &item.text);
        // It was read before, so that there is nothing to complain about.
        let (entries, _) = parse_entries(text.id(), &item.text);
        texts.push(text);
        items.extend(entries.into_iter().filter_map(|entry| match entry {
            Entry::Item(item) => Some(item),
            Entry::Expr(_) => None,
        }));
    }
    for added in add_items(session, items) {
        added?;
    }
    Ok(())
}

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
