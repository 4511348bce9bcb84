//! The definitions of a session: the files of `:load` and `:reload`, what is typed besides them, and the commands about both.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::shell::{Call, Current, Done, LoadedFile, Out, Refused, Shell, Typed};
use crate::app::command::classics::with_classics;
use crate::app::command::complete::usage;
use crate::app::command::face::unwritable;
use crate::app::command::files::in_the_way;
use crate::app::command::inspection::heading;
use crate::query::Session;
use crate::report::look::harmless;
use crate::rules::Rulebook;
use crate::syntax::ast::{Entry, Item};
use crate::syntax::{NAMELESS, parse_entries};
use crate::text::diagnostic::{Diagnostic, Mistake, Report, nearest};
use crate::text::source::Span;
use crate::text::words::unquoted;

pub(super) fn load(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) -> Done {
    call.needs_argument("`:load nim.nimrule`, or the name of a bundled game")?;
    let file = call.file();
    let news = shell.load_file(file)?;
    // With other rules those that were not read are of no interest.
    if matches!(shell.current, Current::Unread) {
        shell.current = Current::First;
    }
    let own = shell.book().own_game_names();
    let mut games = news.names.iter().filter(|name| own.contains(name));
    if let (Some(only), None) = (games.next(), games.next()) {
        shell.speak_of(only.clone());
    }
    let names = listed(shell, &news.names);
    tell(shell, news, &format!("{file}: {names}"), out);
    Ok(())
}

pub(super) fn reload(shell: &mut Shell, _: &Call<'_>, out: &mut Out<'_>) -> Done {
    if shell.kept.loaded.is_empty() && shell.kept.typed.is_empty() {
        let error = Diagnostic::error("command", "no file is loaded");
        return Err(error.help("`:load FILE` loads one").into());
    }
    let news = shell.reload()?;
    let files: Vec<&str> = shell
        .kept
        .loaded
        .iter()
        .map(|it| it.given.as_str())
        .collect();
    // What was typed may name files too.
    let headline = match files.as_slice() {
        [] => "read again".to_string(),
        files => format!("read again: {}", files.join(", ")),
    };
    tell(shell, news, &headline, out);
    Ok(())
}

/// Tells what reading files brought.
fn tell(shell: &mut Shell, news: News, headline: &str, out: &mut Out<'_>) {
    shell.warn(&news.warnings, out);
    if shell.remarks.is_quiet {
        return;
    }
    out.answer(headline);
    if !news.replaced.is_empty() {
        out.answer(format!(
            "  the file's {} took the place of what was typed",
            quoted(&news.replaced)
        ));
    }
    if !news.kept.is_empty() {
        out.answer(format!(
            "  {} as typed stays in place of the file's",
            quoted(&news.kept)
        ));
    }
}

fn quoted(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

/// Games with their parameters, and lets.
fn listed(shell: &Shell, names: &[String]) -> String {
    let named = |name: &String| heading(shell.book(), name);
    match names {
        [] => "nothing new".to_string(),
        names => names.iter().map(named).collect::<Vec<_>>().join(", "),
    }
}

pub(super) fn show_definition(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) -> Done {
    call.needs_argument("`:show nim`; `:games` lists the games")?;
    // `:show lim(3)` means the game `lim`.
    let name = call.rest.split('(').next().unwrap_or("").trim();
    if usage(name).is_none() {
        shell.use_classic(name);
    }
    if let Some((text, _)) = shell.book().definition_text(name) {
        // Lines may end as on Windows.
        out.verbatim(&harmless(&text.replace("\r\n", "\n")));
        return Ok(());
    }
    if let Some(usage) = usage(name) {
        out.answer(usage);
        return Ok(());
    }
    let names: Vec<String> = in_definition_order(shell.book()).collect();
    let near = nearest(name, names.iter().map(String::as_str));
    let error = Diagnostic::error("unknown_name", format!("nothing is called `{name}`"));
    Err(error.help_near(near, "`:games` lists the games").into())
}

pub(super) fn save(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) -> Done {
    let help = "`:save mygames.nimrule`";
    call.needs_argument(help)?;
    // A file of that name is one in quotes.
    if matches!(call.rest, "as" | "to" | "in" | "it" | "this" | "all") {
        let error = Diagnostic::error("command", "where to?");
        return Err(error.help(help).into());
    }
    let file = match call.rest.split_once(' ') {
        Some(("as" | "to" | "in", file)) => unquoted(file.trim_start()),
        _ => call.file(),
    };
    let is_ours = shell.kept.saved.as_deref() == Some(file);
    if call.word() != ":save!" && !is_ours && shell.world.exists(file) {
        let help = format!("`:save! {file}` replaces it");
        return Err(in_the_way(file).help(help).into());
    }
    let text = shell.book().to_save();
    shell.write(file, text.as_bytes(), out)?;
    shell.kept.saved = Some(file.to_string());
    Ok(())
}

pub(super) fn clear(shell: &mut Shell, _: &Call<'_>, _: &mut Out<'_>) -> Done {
    let book = shell.empty_book();
    shell.session = Session::new(book, shell.session.settings_mut().clone())?;
    shell.kept.loaded.clear();
    shell.kept.typed.clear();
    shell.last_by = None;
    shell.current = Current::First;
    Ok(())
}

/// What came of reading files.
struct News {
    /// Games and lets that are new.
    names: Vec<String>,
    /// Definitions that were typed and gave way to the file's.
    replaced: Vec<String>,
    /// Definitions that were typed and stay in place of the files'.
    kept: Vec<String>,
    /// Warnings worth showing.
    warnings: Report,
}

impl Shell {
    /// Reads a file; where that fails everything stays as it was.
    fn load_file(&mut self, given: &str) -> Result<News, Refused> {
        let new = self.open(given)?;
        let mut loaded = self.kept.loaded.clone();
        // One file may have several names.
        let place = |file: &LoadedFile| self.world.resolve("", &file.given);
        match loaded.iter_mut().find(|known| place(known) == place(&new)) {
            Some(known) => *known = new,
            None => loaded.push(new),
        }
        Ok(self.rebuild(loaded, Some(given))?)
    }

    /// Reads all files again; where that fails everything stays as it was.
    fn reload(&mut self) -> Result<News, Refused> {
        let mut loaded = self.kept.loaded.clone();
        for file in &mut loaded {
            *file = self.open(&file.given)?;
        }
        Ok(self.rebuild(loaded, None)?)
    }

    fn open(&mut self, given: &str) -> Result<LoadedFile, Refused> {
        let text = self.world.open(given, &mut self.session.budget())?;
        let given = given.to_string();
        Ok(LoadedFile { given, text })
    }

    /// Writes a file and says so.
    pub(super) fn write(&mut self, file: &str, content: &[u8], out: &mut Out<'_>) -> Done {
        let written = self.world.write(file, content, &mut self.session.budget());
        written.map_err(|unwritten| unwritten.complaint(|why| unwritable(file, why)))?;
        if !self.remarks.is_quiet {
            out.answer(format!("saved as {file}"));
        }
        Ok(())
    }

    fn empty_book(&mut self) -> Rulebook {
        let limits = self.session.settings_mut().limits.clone();
        Rulebook::new(Arc::clone(&self.world), limits)
    }

    /// A new session from the files and what was typed; definitions of the `newest` file replace typed ones.
    fn rebuild(&mut self, loaded: Vec<LoadedFile>, newest: Option<&str>) -> Result<News, Report> {
        let mut book = self.empty_book();
        let mut warnings = book.report(Vec::new());
        let mut names = Vec::new();
        for file in &loaded {
            let before: BTreeSet<String> = in_definition_order(&book).collect();
            let found = book.add(&file.given, &file.text)?;
            if newest.is_none_or(|newest| newest == file.given) {
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
        let mut typed = self.kept.typed.clone();
        typed.retain(|item| match &item.name {
            Some(name) if newest.is_some() && names.contains(name) => {
                replaced.push(name.clone());
                false
            }
            Some(name) => {
                if book.defines(name) {
                    kept.push(name.clone());
                }
                true
            }
            None => true,
        });
        let mut session = Session::new(book, self.session.settings_mut().clone())?;
        replay(&mut session, &typed)?;
        self.session = session;
        self.kept.loaded = loaded;
        self.kept.typed = typed;
        self.last_by = None;
        Ok(News {
            names,
            replaced,
            kept,
            warnings,
        })
    }
}

/// The names of the games and of the lets.
pub(super) fn in_definition_order(book: &Rulebook) -> impl Iterator<Item = String> + use<> {
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
            // Its answer may have changed.
            self.last.take_if(|last| last.is_question);
        }
        let mut done = add_items(&mut self.session, items);
        for (item, warnings) in done.iter_mut().flatten() {
            let span = item.span();
            let text = self.book().text_at(span);
            let name = item.name().map(|name| name.name.as_str());
            remember(&mut self.kept.typed, name, text);
            warnings.diagnostics.retain(|warning| {
                // At a prompt everything is defined before it is used.
                warning.mistake != Some(Mistake::Unused)
                    && warning.place().is_some_and(|place| span.holds(place))
            });
        }
        done
    }
}

impl Shell {
    /// What is wrong with an item; nothing is defined.
    pub(super) fn check(&mut self, item: &Item) -> Result<(), Report> {
        self.with_classics(|shell| {
            let mut book = shell.book().clone();
            checked(&mut book, vec![item.clone()]).map(|_| ())
        })
    }
}

/// Items that stand on a line together, of which all are defined or none.
fn by_lines(book: &Rulebook, items: Vec<Item>) -> Vec<Vec<Item>> {
    let mut lines: Vec<Vec<Item>> = Vec::new();
    for item in items {
        let here = item.span();
        let is_behind = |before: &Item| {
            let before = before.span();
            let between = Span::new(here.source, before.end as usize, here.start as usize);
            before.source == here.source
                && before.end <= here.start
                && !book.text_at(between).contains('\n')
        };
        match lines.last_mut() {
            Some(line) if line.last().is_some_and(is_behind) => line.push(item),
            _ => lines.push(vec![item]),
        }
    }
    lines
}

/// Adds items that were entered together: all of them, or those on lines without mistakes.
fn add_items(session: &mut Session, items: Vec<Item>) -> Vec<Added> {
    if let Ok(warnings) = add(session, items.clone()) {
        return items
            .into_iter()
            .map(|item| Ok((item, warnings.clone())))
            .collect();
    }
    let mut done = Vec::new();
    let mut waiting = by_lines(session.book(), items);
    loop {
        let count = waiting.len();
        let mut failed = Vec::new();
        for line in waiting {
            match add(session, line.clone()) {
                Ok(warnings) => {
                    let added = line.into_iter().map(|item| Ok((item, warnings.clone())));
                    done.extend(added);
                }
                Err(report) => failed.push((line, report)),
            }
        }
        if failed.is_empty() || failed.len() == count {
            done.extend(failed.into_iter().map(|(_, report)| Err(report)));
            return done;
        }
        // One may use another that stood behind it and is there now.
        waiting = failed.into_iter().map(|(line, _)| line).collect();
    }
}

/// Adds items to a rulebook. A game that was typed without its name has to say something.
fn checked(book: &mut Rulebook, items: Vec<Item>) -> Result<Report, Report> {
    let is_said = |item: &Item| matches!(item, Item::Game(game) if game.name.name == NAMELESS);
    let are_said = items.iter().any(is_said);
    let warnings = book.add_items(items)?;
    if are_said {
        return warnings.in_earnest();
    }
    Ok(warnings)
}

fn add(session: &mut Session, items: Vec<Item>) -> Result<Report, Report> {
    with_classics(
        session,
        |session| session,
        |session| {
            let mut book = session.book().clone();
            let warnings = checked(&mut book, items.clone())?;
            session.turn_to_book(book);
            Ok(warnings)
        },
    )
}

/// Adds an item; a definition takes the place of an earlier one of its name.
fn remember(list: &mut Vec<Typed>, name: Option<&str>, text: String) {
    let place = list.iter().position(|item| match name {
        Some(name) => item.name.as_deref() == Some(name),
        None => item.text == text,
    });
    match place.and_then(|place| list.get_mut(place)) {
        Some(item) => item.text = text,
        None => list.push(Typed {
            name: name.map(str::to_string),
            text,
        }),
    }
}
