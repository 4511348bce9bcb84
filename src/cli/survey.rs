//! `survey`: many games, one JSON line each, on all cores.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use serde::Deserialize;

use super::Run;
use super::exit::{Exit, Halt};
use super::load;
use crate::diagnostic::{Cause, Diagnostic, Report};
use crate::disk;
use crate::expr::budget::Limits;
use crate::expr::progress::Progress;
use crate::progress::on_interrupt;
use crate::query::{Session, Settings};
use crate::report::json;
use crate::rules::Rulebook;

/// What is to be surveyed.
pub(super) struct Wanted {
    /// Rules.
    pub(super) file: Option<String>,
    /// Octal codes of at most so many digits.
    pub(super) octal: Option<u32>,
    /// The largest pile.
    pub(super) to: u64,
    /// The part, from 1, and how many parts there are.
    pub(super) shard: Option<(u64, u64)>,
    /// The file that is added to.
    pub(super) output: Option<String>,
}

/// A game of a survey.
struct Entry {
    /// Its name in the output.
    name: String,
    /// The text of the rules, or where they stand.
    rules: Rules,
}

enum Rules {
    Text(String),
    File(String),
}

impl Run {
    pub(super) fn survey(&self, wanted: &Wanted) -> Result<Exit, Halt> {
        on_interrupt(&self.settings.limits.interrupt);
        let mut entries = self.entries(wanted)?;
        if let Some((part, parts)) = wanted.shard {
            let mut number = 0;
            entries.retain(|_| {
                number += 1;
                number % parts == part % parts
            });
        }
        let output = match &wanted.output {
            None => None,
            Some(path) => {
                let (file, done) = open(path).map_err(|why| {
                    Diagnostic::error("output", format!("cannot add to `{path}`: {why}"))
                })?;
                entries.retain(|entry| !done.contains(&entry.name));
                Some(Mutex::new(file))
            }
        };
        let bar = self.bar(entries.len());
        let settings = self.share(entries.len());
        let broken = entries
            .par_iter()
            .map(|entry| {
                let line = line(entry, wanted.to, &settings)?;
                match &output {
                    Some(file) => {
                        // A line is written in one piece, so that others wait for it and a broken run ends between lines.
                        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                        file.write_all(line.as_bytes()).map_err(Halt::Output)?;
                    }
                    None => self.console.print(&line)?,
                }
                bar.inc(1);
                Ok(())
            })
            .find_map_first(|result: Result<(), Halt>| result.err());
        bar.finish_and_clear();
        match broken {
            Some(halt) => Err(halt),
            None => Ok(Exit::Fine),
        }
    }

    /// The games in their order, which is the same in every run.
    fn entries(&self, wanted: &Wanted) -> Result<Vec<Entry>, Halt> {
        if let Some(digits) = wanted.octal {
            let codes = octal_codes(digits);
            return Ok(codes
                .map(|code| Entry {
                    rules: Rules::Text(format!("game survey {{ octal {code} }}")),
                    name: code,
                })
                .collect());
        }
        let file = wanted.file.as_deref().unwrap_or("-");
        let loaded = load::load(file, &self.settings.limits)?;
        self.console.warn(&loaded.warnings);
        let names = loaded.book.plain_game_names();
        if file == "-" {
            return Err(
                Diagnostic::error("usage", "a survey reads its rules several times")
                    .help("write them to a file")
                    .into(),
            );
        }
        Ok(names
            .into_iter()
            .map(|name| Entry {
                rules: Rules::File(file.to_string()),
                name,
            })
            .collect())
    }

    fn bar(&self, games: usize) -> ProgressBar {
        if self.console.quiet {
            return ProgressBar::hidden();
        }
        let bar = ProgressBar::new(games as u64);
        // The template is a constant; without it the default one does.
        if let Ok(style) =
            ProgressStyle::with_template("{pos} of {len} games [{wide_bar}] {elapsed}")
        {
            bar.set_style(style);
        }
        bar
    }

    /// The settings for one game: the games at work share the memory.
    fn share(&self, games: usize) -> Settings {
        let at_work = rayon::current_num_threads().min(games).max(1) as u64;
        let limits = &self.settings.limits;
        Settings {
            limits: Limits {
                memory: limits.memory / at_work,
                progress: std::sync::Arc::new(Progress::default()),
                ..limits.clone()
            },
            ..self.settings.clone()
        }
    }
}

/// The octal codes with at most so many digits behind the point, the last one not 0, and with 0 or 4 before it.
fn octal_codes(digits: u32) -> impl Iterator<Item = String> {
    (1..=digits).flat_map(|width| {
        (0..8u64.pow(width))
            .filter(|number| number % 8 != 0)
            .flat_map(move |number| {
                ["0", "4"].map(|whole| format!("{whole}.{number:0width$o}", width = width as usize))
            })
    })
}

/// The line of a game.
fn line(entry: &Entry, to: u64, settings: &Settings) -> Result<String, Halt> {
    let book = match &entry.rules {
        Rules::Text(text) => Rulebook::parse(text)?,
        Rules::File(file) => load::load(file, &settings.limits)?.book,
    };
    let name = match &entry.rules {
        Rules::Text(_) => "survey",
        Rules::File(_) => &entry.name,
    };
    let mut session = Session::new(book, settings.clone())?;
    let game = session.game(Some(name))?;
    let (found, stopped) = match session.period(&game, Some(to)) {
        Ok(found) => (found, None),
        Err(report) => match limit(&report, settings) {
            Some(code) => (session.period_so_far(&game)?, Some(code)),
            None => return Err(report.into()),
        },
    };
    let line = json::Surveyed::new(&entry.name, &found, stopped.as_deref());
    let mut text = serde_json::to_string(&line).map_err(|error| Halt::Output(error.into()))?;
    text.push('\n');
    Ok(text)
}

/// The limit of one game that was reached; nothing where the whole survey has to stop.
fn limit(report: &Report, settings: &Settings) -> Option<String> {
    if settings.limits.interrupt.load(Ordering::Relaxed) {
        return None;
    }
    report
        .diagnostics
        .iter()
        .find(|diagnostic| diagnostic.cause == Cause::Limit)
        .map(|diagnostic| diagnostic.code.to_string())
}

/// What is read of a line of an earlier run.
#[derive(Deserialize)]
struct Done {
    game: String,
}

/// Opens the output, with the games that stand in it. A last line that was broken off is removed.
fn open(path: &str) -> Result<(File, HashSet<String>), String> {
    let mut file = OpenOptions::new()
        .read(true)
        .append(true)
        .create(true)
        .open(Path::new(path))
        .map_err(|error| disk::in_words(&error))?;
    let mut done = HashSet::new();
    let mut whole = 0;
    let mut reader = BufReader::new(&mut file);
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = reader
            .by_ref()
            .take(MOST_IN_A_LINE)
            .read_until(b'\n', &mut line);
        match read {
            Ok(0) => break,
            Ok(length) if line.last() == Some(&b'\n') => {
                let parsed: Result<Done, _> = serde_json::from_slice(&line);
                let parsed = parsed
                    .map_err(|_| "it holds lines that are not of a survey; nothing was changed")?;
                done.insert(parsed.game);
                whole += length as u64;
            }
            Ok(length) if (length as u64) < MOST_IN_A_LINE => break,
            Ok(_) => {
                return Err("it holds lines that are not of a survey; nothing was changed".into());
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(disk::in_words(&error)),
        }
    }
    file.set_len(whole)
        .map_err(|error| disk::in_words(&error))?;
    file.seek(SeekFrom::End(0))
        .map_err(|error| disk::in_words(&error))?;
    Ok((file, done))
}

/// A line of a survey is far shorter.
const MOST_IN_A_LINE: u64 = 1 << 20;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_listed_once_each() {
        let codes: Vec<String> = octal_codes(2).collect();
        let different: HashSet<&String> = codes.iter().collect();
        assert_eq!(codes.len(), 2 * (7 + 56));
        assert_eq!(different.len(), codes.len());
        assert!(codes.iter().all(|code| !code.ends_with('0')));
        for code in ["0.7", "0.77", "0.07", "4.12", "4.1"] {
            assert!(different.contains(&code.to_string()), "{code}");
        }
    }
}
