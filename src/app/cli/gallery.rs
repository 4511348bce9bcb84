//! `gallery` makes a site of a folder of rule files: a page for each game, and one to find them.

use std::path::Path;
use std::sync::Arc;

use serde_json::json;

use super::Run;
use crate::app::command::face::End;
use crate::app::command::files::{in_the_way, is_free};
use crate::app::command::inspection::files_in;
use crate::app::command::words::Rules;
use crate::app::disk::{self, Disk};
use crate::app::process::{Exit, on_interrupt};
use crate::query::Session;
use crate::report::page::gallery::{Card, INDEX, LeftOut, index};
use crate::text::diagnostic::{Diagnostic, Report};
use crate::text::source::Sources;
use crate::text::words::counted;

impl Run {
    pub(super) fn gallery(&mut self, folder: &str, site: &str) -> Result<Exit, End> {
        on_interrupt(&self.settings.limits.interrupt);
        let (mut files, mut wrong) = (Vec::new(), Vec::new());
        for file in files_in(folder, &mut self.budget()) {
            match file {
                Ok(file) => files.push(file),
                Err(diagnostic) => wrong.push(diagnostic),
            }
        }
        if files.is_empty() {
            let nothing = Report {
                diagnostics: wrong,
                sources: Sources::default(),
            };
            return Err(nothing.into());
        }
        let site = Path::new(site);
        let first = site.join(INDEX);
        if !is_free(&first) {
            return Err(in_the_way(&shown(&first)).into());
        }
        disk::make_folder(folder_of(&first))?;
        let (mut cards, mut left_out) = (Vec::new(), Vec::new());
        let mut worst = Exit::Fine;
        for diagnostic in wrong {
            worst = worst.max(self.console.complain(&diagnostic.into()));
        }
        for file in &files {
            let below = below(folder, file);
            let found = self
                .face()
                .work(&format!("making the pages of {file}"), || {
                    self.exhibits(file, &below)
                });
            let found = found.and_then(|found| {
                let taken = found.0.iter().map(|(card, _)| site.join(card.page()));
                match taken.into_iter().find(|path| !is_free(path)) {
                    Some(path) => Err(in_the_way(&shown(&path)).into()),
                    None => Ok(found),
                }
            });
            match found {
                Ok((exhibits, exit)) => {
                    worst = worst.max(exit);
                    for (card, page) in exhibits {
                        self.put(&site.join(card.page()), &page)?;
                        cards.push(card);
                    }
                }
                Err(End::Report(report)) if !report.is_interrupt() => {
                    worst = worst.max(self.console.complain(&report));
                    left_out.push(LeftOut {
                        file: below,
                        why: why(&report),
                    });
                }
                Err(end) => return Err(end),
            }
        }
        let name = disk::true_path(Path::new(folder));
        let name = name.file_name().unwrap_or(name.as_os_str());
        self.put(&first, &index(&name.to_string_lossy(), &cards, &left_out))?;
        self.told(&first, &cards, &left_out)?;
        Ok(worst)
    }

    /// The cards and pages of a file's games, with what is to be said of limits that were reached.
    fn exhibits(&self, file: &str, below: &str) -> Result<(Vec<(Card, String)>, Exit), End> {
        let (rules, disk) = (
            Rules::File(file.to_owned()),
            Arc::new(Disk::new(&self.allowed)),
        );
        let loaded = rules.load(disk, &self.settings.limits)?;
        self.face().warn(&loaded.warnings);
        let games = loaded.book.games_of(file);
        let mut session = Session::new(loaded.book, self.settings.clone())?;
        let (mut found, mut worst) = (Vec::new(), Exit::Fine);
        for (name, about) in games {
            let Some(game) = session.book().examples_of(&name).into_iter().next() else {
                let message = format!("`{file}` does not say which arguments `{name}` takes");
                let help = format!("a claim about `{name}(…)` is an example");
                return Err(Diagnostic::error("no_game", message).help(help).into());
            };
            session.settings_mut().limits.until = self.end_of_time();
            let facts = session.facts(&game, None, None)?;
            // The page has what was found in time, and says why there is no more.
            if let Err(mut report) = session.in_time() {
                if report.is_interrupt() {
                    return Err(report.into());
                }
                for error in &mut report.diagnostics {
                    error.message = format!("`{name}` of `{file}`: {}", error.message);
                }
                worst = worst.max(self.console.complain(&report));
            }
            let card = Card::new(below, &facts, &about, &mut self.budget());
            let card = card.map_err(Diagnostic::from)?;
            let page = card.report(&facts);
            found.push((card, page));
        }
        Ok((found, worst))
    }

    fn put(&self, path: &Path, page: &str) -> Result<(), End> {
        disk::make_folder(folder_of(path))?;
        self.face()
            .write_file(&shown(path), &mut |out| out.write_all(page.as_bytes()))?;
        Ok(())
    }

    fn told(&self, first: &Path, cards: &[Card], left_out: &[LeftOut]) -> Result<(), End> {
        let (first, games, files) = (shown(first), cards.len(), left_out.len());
        if self.console.json {
            let files: Vec<&str> = left_out.iter().map(|it| it.file.as_str()).collect();
            let answer = json!({ "file": first, "games": games, "left_out": files });
            return self.face().print_json(&answer);
        }
        let left_out = match files {
            0 => String::new(),
            files => format!(", without {}", counted(files, "file", "files")),
        };
        let games = counted(games, "game", "games");
        self.face().print(&format!("{games} in {first}{left_out}"))
    }
}

fn folder_of(file: &Path) -> &Path {
    file.parent().unwrap_or(Path::new(""))
}

fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// The path of a file below the folder, with `/` between its parts.
fn below(folder: &str, file: &str) -> String {
    let path = Path::new(file);
    let path = path.strip_prefix(folder).unwrap_or(path);
    let parts = path.iter().map(|part| part.to_string_lossy());
    parts.collect::<Vec<_>>().join("/")
}

/// What is said first, with its line.
fn why(report: &Report) -> String {
    let first = report.diagnostics.iter().find(|it| it.is_error());
    let message = first.map_or("", |it| it.message.as_str());
    match report.line() {
        Some(line) => format!("line {line}: {message}"),
        None => message.to_owned(),
    }
}
