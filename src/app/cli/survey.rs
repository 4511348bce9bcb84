//! `survey`: many games, one JSON line each, on all cores.

mod lines;

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, mpsc};

use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

use self::lines::{Lines, Refused, Terms};
use super::Run;
use super::console::End;
use super::load;
use crate::app::disk;
use crate::app::exit::Exit;
use crate::app::interrupt::on_interrupt;
use crate::query::{Session, Settings};
use crate::report::json;
use crate::rules::Rulebook;
use crate::text::diagnostic::{Diagnostic, Report};
use crate::text::units;
use crate::work::budget::{Budget, Limits};
use crate::work::progress::Progress;

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
    /// Whether what stands in that file is lost.
    pub(super) fresh: bool,
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

/// The games of a survey in their order, which is the same in every run.
struct Games {
    entries: Vec<Entry>,
    /// What tells the rules of a file from others of the same name.
    rules: Option<String>,
}

impl Run {
    pub(super) fn survey(&self, wanted: &Wanted) -> Result<Exit, End> {
        on_interrupt(&self.settings.limits.interrupt);
        let games = self.games(wanted)?;
        let names: Vec<&str> = games.entries.iter().map(|it| it.name.as_str()).collect();
        let mut places: Vec<usize> = (0..names.len()).collect();
        if let Some((part, parts)) = wanted.shard {
            places.retain(|place| (*place as u64 + 1) % parts == part % parts);
        }
        let terms = self.terms(wanted, games.rules.as_deref());
        let work = Work {
            run: self,
            games: &games,
            terms: &terms,
        };
        let Some(path) = wanted.output.as_deref() else {
            let mut in_order = InOrder::new(&places);
            work.go(&places, &mut |place, line| {
                in_order.put(place, line, &mut |line| self.console.print(&line))
            })?;
            return Ok(Exit::Fine);
        };
        if disk::is_stream(Path::new(path)) {
            let mut in_order = InOrder::new(&places);
            let mut done = Ok(());
            // The time is for each game.
            let limits = Limits {
                interrupt: Arc::clone(&self.settings.limits.interrupt),
                ..Limits::default()
            };
            disk::write(Path::new(path), &mut Budget::start(&limits), |out| {
                done = work.go(&places, &mut |place, line| {
                    in_order.put(place, line, &mut |line| {
                        let written = out.write_all(line.as_bytes()).and_then(|()| out.flush());
                        written.map_err(End::Output)
                    })
                });
                Ok(())
            })
            .map_err(|unwritten| unwritten.complaint(|why| cannot_add(path, why)))?;
            done?;
            return Ok(Exit::Fine);
        }
        let lines = Lines::open(Path::new(path), &names, &terms, wanted.fresh);
        let mut lines = lines.map_err(|refused| match refused {
            Refused::Unusable(why) => cannot_add(path, &why),
            Refused::Other(why) => cannot_add(path, &why).help(format!(
                "`{}` starts afresh, and what is in the file is lost",
                self.afresh(wanted, path)
            )),
        })?;
        places.retain(|place| !lines.is_decided(*place));
        let done = work.go(&places, &mut |place, line| {
            let added = lines.add(place, &line);
            added.map_err(|why| cannot_add(path, &why).into())
        });
        // Also where the work was stopped: what is done stands in its place.
        let sorted = lines.sort(Path::new(path));
        done?;
        sorted.map_err(|why| cannot_add(path, &why))?;
        Ok(Exit::Fine)
    }

    /// What the lines of this survey depend on besides the games.
    fn terms(&self, wanted: &Wanted, rules: Option<&str>) -> Terms {
        let limits = &self.settings.limits;
        Terms {
            to: wanted.to,
            max_time: limits.time.map(units::exact_time),
            max_memory: units::exact_memory(limits.memory),
            engine: self.settings.engine.clone(),
            without: self.settings.without.clone(),
            rules: rules.map(str::to_owned),
        }
    }

    /// The command that makes the same survey anew.
    fn afresh(&self, wanted: &Wanted, path: &str) -> String {
        let mut words = vec!["nimrule".to_owned(), "survey".to_owned()];
        match (wanted.octal, &wanted.file) {
            (Some(digits), _) => words.extend(["--octal".to_owned(), digits.to_string()]),
            (None, Some(file)) => words.push(quoted(file)),
            (None, None) => {}
        }
        words.extend(["--to".to_owned(), wanted.to.to_string()]);
        if let Some((part, parts)) = wanted.shard {
            words.push(format!("--shard {part}/{parts}"));
        }
        let terms = self.terms(wanted, None);
        words.extend(terms.options().iter().map(|option| {
            let (name, value) = option;
            format!("{name} {}", quoted(value))
        }));
        words.push(format!("--output {} --fresh", quoted(path)));
        words.join(" ")
    }

    fn games(&self, wanted: &Wanted) -> Result<Games, End> {
        if let Some(digits) = wanted.octal {
            let entries = octal_codes(digits).map(|code| Entry {
                rules: Rules::Text(format!("game survey {{ octal {code} }}")),
                name: format!("octal {code}"),
            });
            return Ok(Games {
                entries: entries.collect(),
                rules: None,
            });
        }
        let file = wanted.file.as_deref().unwrap_or("-");
        if file == "-" {
            return Err(
                Diagnostic::error("usage", "a survey reads its rules several times")
                    .help("write them to a file")
                    .into(),
            );
        }
        let loaded = load::load(file, &self.allowed, &self.settings.limits)?;
        self.console.warn(&loaded.warnings);
        let names = loaded.book.plain_game_names().into_iter();
        Ok(Games {
            entries: names
                .map(|name| Entry {
                    rules: Rules::File(file.to_string()),
                    name,
                })
                .collect(),
            rules: Some(fingerprint(&loaded.book)),
        })
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

    /// The settings for one game: the games at work share the memory, as many as there are cores.
    fn share(&self) -> Settings {
        let limits = &self.settings.limits;
        Settings {
            limits: Limits {
                memory: limits.memory / rayon::current_num_threads().max(1) as u64,
                progress: std::sync::Arc::new(Progress::default()),
                ..limits.clone()
            },
            ..self.settings.clone()
        }
    }
}

fn cannot_add(path: &str, why: &str) -> Diagnostic {
    Diagnostic::error("output", format!("cannot add to `{path}`: {why}"))
}

/// A word of a command line.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-/=:".contains(c);
    match word.chars().all(is_plain) && !word.is_empty() {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

/// A number that other texts of rules hardly have (FNV-1a, of 64 bits).
fn fingerprint(book: &Rulebook) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for source in book.sources().iter() {
        // No text has the byte 255.
        for byte in source.text.bytes().chain([255]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
    format!("{hash:016x}")
}

/// The work on the games of a survey.
struct Work<'a> {
    run: &'a Run,
    games: &'a Games,
    terms: &'a Terms,
}

impl Work<'_> {
    /// Finds the lines of the games at these places on all cores, and hands each on as soon as it is there.
    fn go(
        &self,
        places: &[usize],
        hand_on: &mut dyn FnMut(usize, String) -> Result<(), End>,
    ) -> Result<(), End> {
        let bar = self.run.bar(places.len());
        let settings = self.run.share();
        // A slow reader of the output holds the work up.
        let (sender, receiver) = mpsc::sync_channel(64);
        let broken = std::thread::scope(|scope| {
            let (settings, sender) = (&settings, sender);
            let work = scope.spawn(move || {
                places
                    .par_iter()
                    .map_with(sender, |sender, &place| {
                        let entry = self.games.entries.get(place);
                        let entry = entry.ok_or_else(|| Diagnostic::internal("no such game"))?;
                        let line = line(entry, self.terms, &self.run.allowed, settings)?;
                        // Where nobody takes it there was an error, which is reported.
                        let _ = sender.send((place, line));
                        Ok(())
                    })
                    .find_map_first(|result: Result<(), End>| result.err())
            });
            for (place, line) in receiver {
                if let Err(halt) = hand_on(place, line) {
                    // The games at work end as after Ctrl-C.
                    settings.limits.interrupt.store(true, Ordering::Relaxed);
                    return Some(halt);
                }
                bar.inc(1);
            }
            match work.join() {
                Ok(broken) => broken,
                Err(panic) => std::panic::resume_unwind(panic),
            }
        });
        bar.finish_and_clear();
        match broken {
            Some(halt) => Err(halt),
            None => Ok(()),
        }
    }
}

/// Lines that come in any order, handed on in that of their places.
struct InOrder<'a> {
    /// The places that are still to come.
    expected: std::slice::Iter<'a, usize>,
    next: Option<usize>,
    waiting: BTreeMap<usize, String>,
}

impl<'a> InOrder<'a> {
    fn new(places: &'a [usize]) -> InOrder<'a> {
        let mut expected = places.iter();
        InOrder {
            next: expected.next().copied(),
            expected,
            waiting: BTreeMap::new(),
        }
    }

    fn put(
        &mut self,
        place: usize,
        line: String,
        hand_on: &mut dyn FnMut(String) -> Result<(), End>,
    ) -> Result<(), End> {
        self.waiting.insert(place, line);
        while let Some(next) = self.next
            && let Some(line) = self.waiting.remove(&next)
        {
            hand_on(line)?;
            self.next = self.expected.next().copied();
        }
        Ok(())
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

fn line(
    entry: &Entry,
    terms: &Terms,
    allowed: &[PathBuf],
    settings: &Settings,
) -> Result<String, End> {
    let (book, name) = match &entry.rules {
        Rules::Text(text) => (Rulebook::parse(text)?, "survey"),
        Rules::File(file) => (
            load::load(file, allowed, &settings.limits)?.book,
            &*entry.name,
        ),
    };
    let mut session = Session::new(book, settings.clone())?;
    let game = session.game(Some(name))?;
    let (found, stopped) = match session.period(&game, Some(terms.to)) {
        Ok(found) => (found, None),
        Err(report) => match limit(&report, settings) {
            Some(code) => (session.period_so_far(&game)?, Some(code)),
            None => return Err(report.into()),
        },
    };
    let found = json::Surveyed::new(&entry.name, &found, stopped.as_deref());
    let line = lines::Line { found, terms };
    let mut text = Vec::new();
    json::write(&mut text, &line).map_err(End::Output)?;
    text.push(b'\n');
    String::from_utf8(text).map_err(|error| End::Output(io::Error::other(error)))
}

/// The limit of one game that was reached; nothing where the whole survey has to stop.
fn limit(report: &Report, settings: &Settings) -> Option<String> {
    if settings.limits.interrupt.load(Ordering::Relaxed) {
        return None;
    }
    report
        .diagnostics
        .iter()
        .find(|diagnostic| diagnostic.cause.is_limit())
        .map(|diagnostic| diagnostic.code.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_listed_once_each() {
        let codes: Vec<String> = octal_codes(2).collect();
        let different: std::collections::HashSet<&String> = codes.iter().collect();
        assert_eq!(codes.len(), 2 * (7 + 56));
        assert_eq!(different.len(), codes.len());
        assert!(codes.iter().all(|code| !code.ends_with('0')));
        for code in ["0.7", "0.77", "0.07", "4.12", "4.1"] {
            assert!(different.contains(&code.to_string()), "{code}");
        }
    }
}
