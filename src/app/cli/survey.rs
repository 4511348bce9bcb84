//! `survey`: many games, one JSON line each, on all cores.

mod lines;

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Arc, mpsc};

use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

use self::lines::{Lines, Refused, Terms};
use super::args::Survey;
use super::console::End;
use super::{Run, load};
use crate::app::disk;
use crate::app::process::{Exit, on_interrupt};
use crate::query::{Session, Settings};
use crate::report::json;
use crate::rules::Rulebook;
use crate::text::diagnostic::Diagnostic;
use crate::text::units;
use crate::work::budget::{Budget, Limits};

/// The games of a survey in their order, which is the same in every run.
struct Games {
    names: Vec<String>,
    /// Where their rules stand; `None`: a name is its rule.
    file: Option<String>,
    /// What tells the rules of a file from others of the same name.
    rules: Option<String>,
}

impl Run {
    pub(super) fn survey(&self, wanted: &Survey) -> Result<Exit, End> {
        on_interrupt(&self.settings.limits.interrupt);
        let games = self.games(wanted)?;
        let mut places: Vec<usize> = (0..games.names.len()).collect();
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
            let print = |line: String| self.console.print(&line);
            work.go(&places, &mut in_order(&places, print))?;
            return Ok(Exit::Fine);
        };
        if disk::is_stream(Path::new(path)) {
            let mut done = Ok(());
            // The time is for each game.
            let limits = Limits {
                interrupt: Arc::clone(&self.settings.limits.interrupt),
                ..Limits::default()
            };
            disk::write(Path::new(path), &mut Budget::start(&limits), |out| {
                let write = |line: String| {
                    let written = out.write_all(line.as_bytes()).and_then(|()| out.flush());
                    written.map_err(End::Output)
                };
                done = work.go(&places, &mut in_order(&places, write));
                Ok(())
            })
            .map_err(|unwritten| unwritten.complaint(|why| cannot_add(path, why)))?;
            done?;
            return Ok(Exit::Fine);
        }
        let lines = Lines::open(Path::new(path), &games.names, &terms, wanted.fresh);
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
    fn terms(&self, wanted: &Survey, rules: Option<&str>) -> Terms {
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
    fn afresh(&self, wanted: &Survey, path: &str) -> String {
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

    fn games(&self, wanted: &Survey) -> Result<Games, End> {
        if let Some(digits) = wanted.octal {
            let codes = octal_codes(digits).map(|code| format!("octal {code}"));
            return Ok(Games {
                names: codes.collect(),
                file: None,
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
        let loaded = load(file, &self.allowed, &self.settings.limits)?;
        self.console.warn(&loaded.warnings);
        Ok(Games {
            names: loaded.book.plain_game_names(),
            file: Some(file.to_owned()),
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
                progress: Arc::default(),
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
                        let name = self.games.names.get(place);
                        let name = name.ok_or_else(|| Diagnostic::internal("no such game"))?;
                        let line = self.line(name, settings)?;
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

    fn line(&self, name: &str, settings: &Settings) -> Result<String, End> {
        let (book, game) = match &self.games.file {
            Some(file) => {
                let loaded = load(file, &self.run.allowed, &settings.limits)?;
                (loaded.book, name)
            }
            None => {
                let rules = format!("game survey {{ {name} }}");
                (Rulebook::parse(&rules)?, "survey")
            }
        };
        let mut session = Session::new(book, settings.clone())?;
        let game = session.game(Some(game))?;
        // An interruption stops the whole survey, a limit this game alone.
        let is_interrupted = || settings.limits.interrupt.load(Ordering::Relaxed);
        let (found, stopped) = match session.period(&game, Some(self.terms.to)) {
            Ok(found) => (found, None),
            Err(report) => match report.limit().filter(|_| !is_interrupted()) {
                Some(code) => (session.period_so_far(&game)?, Some(code)),
                None => return Err(report.into()),
            },
        };
        let line = lines::Line {
            found: json::surveyed(name, &found, stopped),
            terms: self.terms,
        };
        let mut text = Vec::new();
        json::write(&mut text, &line).map_err(End::Output)?;
        text.push(b'\n');
        String::from_utf8(text).map_err(|error| End::Output(io::Error::other(error)))
    }
}

/// Takes the lines of these places in any order, and hands them on in that of the places.
fn in_order(
    places: &[usize],
    mut hand_on: impl FnMut(String) -> Result<(), End>,
) -> impl FnMut(usize, String) -> Result<(), End> {
    let mut expected = places.iter().peekable();
    let mut waiting = BTreeMap::new();
    move |place, line| {
        waiting.insert(place, line);
        while let Some(line) = expected.peek().and_then(|next| waiting.remove(*next)) {
            expected.next();
            hand_on(line)?;
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
