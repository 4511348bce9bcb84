//! How a book reads texts: files, those that they use, and tables.

use std::path::Path;
use std::sync::Arc;

use super::book::{Book, Claims, Definition, Loaded};
use super::data::Wrong;
use super::errors::{self, Checked, Reported};
use super::silence;
use crate::syntax::{self, ast};
use crate::text::certain::Certain;
use crate::text::diagnostic::{Diagnostic, nearest};
use crate::text::source::{Source, SourceId, Span, decode};
use crate::work::budget::Budget;
use crate::work::stack::with_room;
use crate::work::world::Unread;

/// Through how many files one may use another.
const MAX_USES: usize = 1000;

impl Book {
    /// Reads a text and the files it uses.
    pub(super) fn load(&mut self, name: &str, text: &str, claims: &mut Claims) {
        // Nothing is refused that the user names.
        let resolved = self.texts.world.resolve("", name);
        let resolved = resolved.unwrap_or_else(|_| name.to_owned());
        let known = self.texts.loaded.get(&resolved).copied();
        // The definitions of a file that another one uses are there; its claims are not.
        if let Some(Loaded { source, own: false }) = known
            && self.texts.sources.is_text(source, text)
        {
            let Ok((file, _)) = self.parse(source) else {
                return;
            };
            for item in file.items {
                if let ast::Item::Expect(_) = item {
                    self.add_item(item, false, claims);
                }
            }
            self.texts
                .loaded
                .insert(resolved, Loaded { source, own: true });
        } else if known.is_some() {
            self.complain(errors::loaded_already(name));
        } else {
            // Who adds a text keeps it meanwhile.
            if let Err(stop) = self.left().need(2 * text.len() as u64) {
                let _: Checked<()> = self.stop(stop);
                return;
            }
            let source = self.texts.sources.add(name, text);
            self.load_source(source, resolved, None, claims);
        }
    }

    /// Reads a source that was added itself, or that another one uses.
    fn load_source(
        &mut self,
        source: SourceId,
        resolved: String,
        used: Option<&ast::UseItem>,
        claims: &mut Claims,
    ) {
        let own = used.is_none();
        self.texts
            .loaded
            .insert(resolved.clone(), Loaded { source, own });
        let is_rule_file = has_ending(&resolved, "nimrule");
        self.texts.loading.push(resolved);
        // Where a limit is reached, that was complained about.
        let _: Checked<()> = self.read_source(source, used.filter(|_| !is_rule_file), own, claims);
        self.texts.loading.pop();
    }

    fn read_source(
        &mut self,
        source: SourceId,
        hidden: Option<&ast::UseItem>,
        own: bool,
        claims: &mut Claims,
    ) -> Checked<()> {
        let (file, complaints) = self.parse(source)?;
        if let (Some(item), Some(first)) = (hidden, complaints.first()) {
            let place = first.place();
            let line = place.map_or(1, |place| self.texts.sources.line(place));
            self.complain(errors::no_rule_file(&item.path.text, line, item.path.span));
            return Ok(());
        }
        let is_broken = !complaints.is_empty();
        self.complain_of(complaints);
        if own {
            let unknown = silence::unknown(source, &self.source(source).text);
            self.complain_of(unknown);
        }
        if file.items.is_empty() && !is_broken && own {
            let length = self.source(source).text.len();
            let end = Span::new(source, 0, length.min(1));
            self.complain(
                Diagnostic::warning("empty_file", "this file defines nothing")
                    .label(end, "")
                    .help("a file holds games: `game nim { take any }`"),
            );
        }
        for item in file.items {
            self.go_on()?;
            match item {
                ast::Item::Expect(_) if !own => {}
                item => {
                    self.add_item(item, false, claims);
                }
            }
        }
        Ok(())
    }

    fn source(&self, source: SourceId) -> &Source {
        self.texts
            .sources
            .get(source)
            .certain("what is read is kept")
    }

    /// The items of a source, and what is wrong with it.
    fn parse(&mut self, source: SourceId) -> Checked<(ast::File, Vec<Diagnostic>)> {
        let Source { name, text, .. } = self.source(source).clone();
        let length = text.len() as u64;
        if let Some(most) = self.spent.limits.text.filter(|most| length > *most) {
            self.end_with(errors::long_text(&name, length, most));
            return Err(Reported);
        }
        self.hold(length)?;
        let mut budget = self.left();
        let parsed = syntax::parse_file_within(source, &text, &mut |bytes| budget.go_on(bytes));
        match parsed {
            Ok((file, complaints, bytes)) => {
                self.hold(bytes)?;
                self.texts.unread.extend(file.unread.iter().cloned());
                Ok((file, complaints))
            }
            Err(stop) => self.stop(stop),
        }
    }

    /// Whether a place lies in a file that was added itself, not through `use`.
    pub(super) fn is_own(&self, span: Span) -> bool {
        // Others are read for what some of their definitions give.
        self.texts
            .loaded
            .values()
            .any(|file| file.own && file.source == span.source)
    }

    /// The bundled files that were read.
    pub(super) fn bundled(&self) -> Vec<(String, Loaded)> {
        let names = self.texts.world.bundled();
        let read = self.texts.loaded.iter();
        let read = read.filter(|(name, _)| names.contains(name));
        read.map(|(name, file)| (name.clone(), *file)).collect()
    }

    /// Whether all definitions of a file are still there.
    pub(super) fn is_as_read(&self, source: SourceId) -> bool {
        let (file, _) = syntax::parse_file(source, &self.source(source).text);
        file.items.iter().all(|item| {
            item.name().is_none_or(|name| {
                let known = self.definition(&name.name);
                known.is_some_and(|(_, definition)| definition.span() == item.span())
            })
        })
    }

    /// Adds an item; true where it replaced one.
    pub(super) fn add_item(&mut self, item: ast::Item, replace: bool, claims: &mut Claims) -> bool {
        let definition = match item {
            ast::Item::Expect(claim) => {
                self.texts.sources.keep(claim.span.source);
                claims.push(claim);
                return false;
            }
            ast::Item::Use(item) => {
                self.use_file(&item, claims);
                return false;
            }
            ast::Item::Game(game) => Definition::Game(game),
            ast::Item::Let(item) => Definition::Let(item),
        };
        let name = definition.name().clone();
        self.texts.sources.keep(name.span.source);
        let first = self.definition(&name.name);
        match first {
            Some((_, first)) if !replace => {
                self.complain(errors::duplicate(&name.name, first.name().span, name.span));
                false
            }
            first => {
                self.definitions.set(definition);
                first.is_some()
            }
        }
    }

    fn use_file(&mut self, item: &ast::UseItem, claims: &mut Claims) {
        let from = self.source(item.span.source).name.clone();
        let resolved = match self.texts.world.resolve(&from, &item.path.text) {
            Ok(resolved) => resolved,
            Err(unread) => {
                let _: Checked<()> = self.not_read(&item.path.text, &unread, item.path.span);
                return;
            }
        };
        if let Some(place) = self.texts.loading.iter().position(|name| *name == resolved) {
            let mut cycle: Vec<String> = self.texts.loading[place..].to_vec();
            cycle.push(resolved);
            self.complain(
                Diagnostic::error("use_cycle", "these files use each other")
                    .label(item.path.span, cycle.join(" uses "))
                    .help("move what both need into a third file"),
            );
            return;
        }
        if self.texts.loaded.contains_key(&resolved) {
            return;
        }
        if self.texts.loading.len() >= MAX_USES {
            self.complain(
                Diagnostic::error("too_deep", "these files use each other in too many steps")
                    .label(
                        item.path.span,
                        format!("more than {MAX_USES} files are open here"),
                    )
                    .help("use the file that is needed itself"),
            );
            return;
        }
        let bytes = self.texts.world.read(&resolved, &mut self.left());
        match bytes.and_then(|bytes| Ok(decode(bytes)?)) {
            Ok(text) => {
                let source = self.texts.sources.add(resolved.clone(), &text);
                drop(text);
                with_room(|| self.load_source(source, resolved, Some(item), claims));
            }
            Err(unread) => {
                let _: Checked<()> = self.not_read(&item.path.text, &unread, item.path.span);
            }
        }
    }

    /// Complains about a file that is not read.
    pub(super) fn not_read<T>(&mut self, path: &str, unread: &Unread, span: Span) -> Checked<T> {
        let error = errors::unread(path, unread, span);
        let bundled = self.texts.world.bundled();
        match (unread, nearest(path, bundled.iter().map(String::as_str))) {
            (Unread::Stop(_), _) => self.end_with(error),
            (Unread::Why(_), Some(near)) => {
                self.complain(error.help(format!("did you mean the bundled game `{near}`?")));
            }
            (Unread::Why(_), None)
                if error.help.is_none() && Path::new(path).extension().is_none() =>
            {
                let help = format!("a file is named with its ending, as in `{path}.nimrule`");
                self.complain(error.help(help));
            }
            (Unread::Why(_) | Unread::Outside { .. }, _) => self.complain(error),
        }
        Err(Reported)
    }

    /// What is made of a data file that is named in the source in which `span` lies.
    pub(super) fn table<T>(
        &mut self,
        path: &str,
        span: Span,
        make: impl FnOnce(&[u8], &mut Budget) -> Result<T, Wrong>,
    ) -> Result<T, Wrong> {
        let from = self.source(span.source).name.clone();
        let resolved = self.texts.world.resolve(&from, path)?;
        let bytes = match self.texts.files.get(&resolved) {
            Some(bytes) => Arc::clone(bytes),
            None => Arc::new(self.texts.world.read(&resolved, &mut self.left())?),
        };
        self.texts.files.insert(resolved, Arc::clone(&bytes));
        make(&bytes, &mut self.left())
    }
}

/// Whether a file's name says that it holds a table, which may be shown where it is wrong.
pub(super) fn is_table(name: &str) -> bool {
    has_ending(name, "csv")
}

fn has_ending(name: &str, ending: &str) -> bool {
    let found = Path::new(name).extension();
    found.is_some_and(|found| found.eq_ignore_ascii_case(ending))
}
