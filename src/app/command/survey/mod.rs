//! `survey`: many games, one JSON line each, on all cores; what stands in its file is kept where it is decided, and no other survey
//! writes to it meanwhile.
//!
//! While games are worked on, each line is added at the end in one piece, so that a run that is broken off loses nothing that
//! was done; of two lines of a game the later one counts. At the end the lines are put in the order of the games.

mod lines;

use std::collections::{BTreeMap, HashSet};
use std::io;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Arc, mpsc};

use indicatif::ProgressBar;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use self::lines::{Lines, Refused};
use super::answers::Desk;
use super::args::SurveyArgs;
use super::checkpoint::{self, Sought};
use super::codes;
use super::face::End;
use super::usage::wrong;
use super::words::names;
use crate::app::disk;
use crate::app::process::Exit;
use crate::expr::position::Game;
use crate::query::{Session, Settings};
use crate::report::json;
use crate::rules::Rulebook;
use crate::text::diagnostic::Diagnostic;
use crate::text::fingerprint::Fingerprint;
use crate::text::source::without_mark;
use crate::text::units;
use crate::work::budget::{Budget, Limits};

/// The games of a survey in their order, which is the same in every run.
struct Games {
    names: Vec<String>,
    /// Their rules; `None`: a name is its rule.
    book: Option<Rulebook>,
    /// What tells these rules from others of games of the same names.
    rules: Option<String>,
}

impl Desk<'_> {
    pub(super) fn survey(&mut self, wanted: &SurveyArgs) -> Result<Exit, End> {
        let games = self.games(wanted)?;
        let mut places: Vec<usize> = (0..games.names.len()).collect();
        if let Some((part, parts)) = wanted.shard {
            places.retain(|place| (*place as u64 + 1) % parts == part % parts);
        }
        let face = self.face;
        let settings = self.session.settings_mut().clone();
        let terms = Terms::of(wanted, &settings, games.rules.as_deref());
        let bar = face.bar(places.len() as u64);
        let work = Work {
            games: &games,
            terms: &terms,
            settings: share(&settings),
            bar: &bar,
            kept: wanted.checkpoint.as_deref(),
        };
        if let Some(folder) = &wanted.checkpoint {
            disk::make_folder(folder)?;
        }
        let Some(path) = wanted.output.as_deref() else {
            let print = |line: String| face.print(&line);
            work.go(&places, &mut in_order(&places, print))?;
            return Ok(Exit::Fine);
        };
        if disk::is_stream(Path::new(path)) {
            let mut done = Ok(());
            // The time is for each game.
            let limits = Limits {
                interrupt: Arc::clone(&settings.limits.interrupt),
                ..Limits::default()
            };
            let written = disk::write(Path::new(path), &mut Budget::start(&limits), |out| {
                let write = |line: String| {
                    let written = out.write_all(line.as_bytes()).and_then(|()| out.flush());
                    written.map_err(End::Output)
                };
                done = work.go(&places, &mut in_order(&places, write));
                Ok(())
            });
            // What ended the work comes before what that led to.
            done?;
            written.map_err(|unwritten| unwritten.complaint(|why| cannot_add(path, why)))?;
            return Ok(Exit::Fine);
        }
        let lines = Lines::open(Path::new(path), &games.names, &terms, wanted.fresh);
        let mut lines = lines.map_err(|refused| match refused {
            Refused::Unusable(why) => cannot_add(path, &why),
            Refused::Other(why) => cannot_add(path, &why).help(format!(
                "`{}` starts afresh, and what is in the file is lost",
                afresh(wanted, &terms, path)
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

    fn games(&mut self, wanted: &SurveyArgs) -> Result<Games, End> {
        let codes: Option<Vec<String>> = match (wanted.octal, wanted.list(self.words)) {
            (Some(digits), _) => {
                let codes = octal_codes(digits).map(|code| format!("octal {code}"));
                Some(codes.collect())
            }
            (None, Some(path)) => Some(self.codes(path)?),
            (None, None) => None,
        };
        if let Some(names) = codes {
            return Ok(Games {
                names,
                book: None,
                rules: None,
            });
        }
        let book = self.session.book().clone();
        let own = book.own_game_names();
        let mut names = book.plain_game_names();
        names.retain(|name| own.contains(name));
        // The rules are a code, which is the name of its game.
        if let (Some(code), [_]) = (self.usual, names.as_slice()) {
            names = vec![code.to_owned()];
        }
        if !self.words.is_empty() {
            names = self.words.to_vec();
        }
        for name in self.words {
            self.session.game(Some(name))?;
        }
        if names.is_empty() {
            let message = "there is no game without parameters to survey";
            let help = "name games, as in `survey kayles nim`; `--octal 2` and `--codes FILE` have games of their own";
            return Err(wrong(message, help).into());
        }
        Ok(Games {
            rules: Some(fingerprint(&book, &names)),
            names,
            book: Some(book),
        })
    }

    /// The codes that stand in a file, one a line, each once. What begins with `#` is a comment.
    fn codes(&mut self, path: &str) -> Result<Vec<String>, End> {
        let mut budget = Budget::start(&self.session.settings_mut().limits);
        let text = disk::text(path, &mut budget)?;
        let (mut codes, mut seen) = (Vec::new(), HashSet::new());
        for (line, number) in without_mark(&text).lines().zip(1..) {
            budget.step().map_err(Diagnostic::from)?;
            let code = codes::before_comment(line);
            if code.is_empty() {
                continue;
            }
            let name = codes::code(code).filter(|code| Rulebook::parse(&rules_of(code)).is_ok());
            let name = name.ok_or_else(|| {
                let message = format!("line {number} of `{path}` is not a code: `{code}`");
                Diagnostic::error("bad_code", message)
                    .help("each line has a code, such as 0.77, octal 0.07 or hex 0.8F")
            })?;
            if seen.insert(name.clone()) {
                codes.push(name);
            }
        }
        Ok(codes)
    }
}

/// The rules of a game that a code says.
fn rules_of(code: &str) -> String {
    format!("game survey {{ {code} }}")
}

/// The command that makes the same survey anew.
fn afresh(wanted: &SurveyArgs, terms: &Terms, path: &str) -> String {
    let mut words = vec!["nimrule".to_owned(), "survey".to_owned()];
    let games = [
        ("--octal", wanted.octal.map(|digits| digits.to_string())),
        ("--codes", wanted.codes.as_deref().map(quoted)),
        ("-e", wanted.given.rules.as_deref().map(quoted)),
        (
            "--checkpoint",
            wanted
                .checkpoint
                .as_deref()
                .map(|folder| quoted(&folder.to_string_lossy())),
        ),
    ];
    for (option, value) in games {
        words.extend(value.map(|value| format!("{option} {value}")));
    }
    words.extend(wanted.words.iter().map(|word| quoted(word)));
    words.extend(["--to".to_owned(), wanted.to.to_string()]);
    if let Some((part, parts)) = wanted.shard {
        words.push(format!("--shard {part}/{parts}"));
    }
    words.extend(terms.options().iter().map(|option| {
        let (name, value) = option;
        format!("{name} {}", quoted(value))
    }));
    words.push(format!("--output {} --fresh", quoted(path)));
    words.join(" ")
}

/// The settings for one game: the games at work share the memory, as many as there are cores.
fn share(settings: &Settings) -> Settings {
    let limits = &settings.limits;
    Settings {
        limits: Limits {
            memory: limits.memory / rayon::current_num_threads().max(1) as u64,
            progress: Arc::default(),
            ..limits.clone()
        },
        ..settings.clone()
    }
}

fn cannot_add(path: &str, why: &str) -> Diagnostic {
    Diagnostic::error("output", format!("cannot add to `{path}`: {why}"))
}

/// A word of a command line.
pub fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-/=:".contains(c);
    match word.chars().all(is_plain) && !word.is_empty() {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

/// What tells the rules of these games from others: all definitions that they need, wherever these stand.
fn fingerprint(book: &Rulebook, games: &[String]) -> String {
    let words = games.iter().flat_map(|game| names(game)).collect();
    let mut texts: Vec<String> = book
        .needed(&words)
        .into_iter()
        .map(|span| book.text_at(span))
        .collect();
    texts.sort();
    let mut found = Fingerprint::default();
    for text in texts {
        found.take(text.as_bytes());
        // No text has the byte 255.
        found.take(&[255]);
    }
    format!("{:016x}", found.number())
}

/// The work on the games of a survey.
struct Work<'a> {
    games: &'a Games,
    terms: &'a Terms,
    settings: Settings,
    bar: &'a ProgressBar,
    /// The folder of the checkpoints.
    kept: Option<&'a Path>,
}

impl Work<'_> {
    /// Finds the lines of the games at these places on all cores, and hands each on as soon as it is there.
    fn go(
        &self,
        places: &[usize],
        hand_on: &mut dyn FnMut(usize, String) -> Result<(), End>,
    ) -> Result<(), End> {
        let (bar, settings) = (self.bar, &self.settings);
        // A slow reader of the output holds the work up.
        let (sender, receiver) = mpsc::sync_channel(64);
        let broken = std::thread::scope(|scope| {
            let sender = sender;
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
        broken.map_or(Ok(()), Err)
    }

    /// Looks for a period, and goes on from the checkpoint where one is wanted and the game has such.
    fn period(&self, session: &mut Session, name: &str, game: &Arc<Game>) -> Result<Sought, End> {
        let to = Some(self.terms.to);
        let (Some(folder), Ok(())) = (self.kept, session.state(game).map(|_| ())) else {
            // Values of other kinds are not kept.
            let (found, saved) = (session.period(game, to), Ok(()));
            return Ok(Sought { found, saved });
        };
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
        let file = name.replace(|c| !is_plain(c), "_") + ".values";
        let path = folder.join(file).to_string_lossy().into_owned();
        checkpoint::period_kept(session, game, to, &path, |_| ())
    }

    fn line(&self, name: &str, settings: &Settings) -> Result<String, End> {
        let (book, game) = match &self.games.book {
            Some(book) => (book.clone(), name),
            None => (Rulebook::parse(&rules_of(name))?, "survey"),
        };
        let mut session = Session::new(book, settings.clone())?;
        let game = session.game(Some(game))?;
        // An interruption stops the whole survey, a limit this game alone.
        let is_interrupted = || settings.limits.interrupt.load(Ordering::Relaxed);
        let sought = self.period(&mut session, name, &game)?;
        sought.saved?;
        let (found, stopped) = match sought.found {
            Ok(found) => (found, None),
            Err(report) => match report.limit().filter(|_| !is_interrupted()) {
                Some(code) => (session.period_so_far(&game)?, Some(code)),
                None => return Err(report.into()),
            },
        };
        let line = Line {
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

/// The octal codes with at most this many digits behind the point, the last one not 0, and with 0 or 4 before it.
fn octal_codes(digits: u32) -> impl Iterator<Item = String> {
    (1..=digits).flat_map(|width| {
        (0..8u64.pow(width))
            .filter(|number| number % 8 != 0)
            .flat_map(move |number| {
                ["0", "4"].map(|whole| format!("{whole}.{number:0width$o}", width = width as usize))
            })
    })
}

/// What a line of a survey depends on besides its game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Terms {
    to: u64,
    /// The limits, as they are written on the command line.
    max_time: Option<String>,
    max_memory: String,
    engine: Option<String>,
    without: Vec<String>,
    /// What tells the rules of a file from others.
    rules: Option<String>,
}

impl Terms {
    fn of(wanted: &SurveyArgs, settings: &Settings, rules: Option<&str>) -> Terms {
        let limits = &settings.limits;
        Terms {
            to: wanted.to,
            max_time: limits.time.map(units::exact_time),
            max_memory: units::exact_memory(limits.memory),
            engine: settings.engine.clone(),
            without: settings.without.clone(),
            rules: rules.map(str::to_owned),
        }
    }

    /// The limits and engines as options of the command line.
    fn options(&self) -> Vec<(&'static str, &str)> {
        let mut options = vec![("--max-memory", self.max_memory.as_str())];
        options.extend(self.max_time.as_deref().map(|time| ("--max-time", time)));
        options.extend(self.engine.as_deref().map(|name| ("--engine", name)));
        options.extend(self.without.iter().map(|name| ("--without", name.as_str())));
        options
    }
}

/// A line as it is written.
#[derive(Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    found: Value,
    #[serde(flatten)]
    terms: &'a Terms,
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
