//! The command line: reads arguments and files, asks the session, writes answers.

mod answers;
mod args;
mod console;
mod files;
mod play;
mod survey;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::error::{ContextKind, ContextValue};
use clap::{ColorChoice, CommandFactory, FromArgMatches};
use hashbrown::HashSet;

use self::args::{Command, CommandLine, Common, When};
use self::console::{Console, End};
use crate::app::disk::{self, Disk, text};
use crate::app::process::{Exit, on_interrupt};
use crate::app::progress::Progress;
use crate::app::{bundled, repl};
use crate::query::{Session, Settings};
use crate::report::Look;
use crate::rules::Rulebook;
use crate::syntax::scan::{TokenKind, tokens};
use crate::text::diagnostic::{Diagnostic, Mistake, Report, guarded};
use crate::work::budget::{Budget, Limits};

/// Runs the program with these arguments, the first of which is its own name; returns the exit code.
pub fn run(args: impl IntoIterator<Item = OsString>) -> u8 {
    let args: Vec<OsString> = args.into_iter().collect();
    let color = early_color(&args);
    let command = CommandLine::command().color(color);
    let parsed = command
        .try_get_matches_from(&args)
        .and_then(|matches| CommandLine::from_arg_matches(&matches));
    match parsed {
        Ok(line) => Run::new(&line.common).finish(line.command),
        Err(error) => refuse(&error, color),
    }
}

/// Whether clap may use colour, which must be known before it has read the options.
fn early_color(args: &[OsString]) -> ColorChoice {
    let mut words = args.iter().filter_map(|arg| arg.to_str());
    while let Some(word) = words.next() {
        let value = match word.strip_prefix("--color") {
            Some("") => words.next(),
            Some(value) => value.strip_prefix('='),
            None => continue,
        };
        match value {
            Some("always") => return ColorChoice::Always,
            Some("never") => return ColorChoice::Never,
            _ => {}
        }
    }
    ColorChoice::Auto
}

/// Shows what is wrong with the command line, or the help that was asked for.
fn refuse(error: &clap::Error, color: ColorChoice) -> u8 {
    let when = match color {
        ColorChoice::Always => When::Always,
        ColorChoice::Never => When::Never,
        ColorChoice::Auto => When::Auto,
    };
    let console = Console::new(when);
    let text = |look: Look| match look.color {
        true => error.render().ansi().to_string(),
        false => error.render().to_string(),
    };
    if !error.use_stderr() {
        return match console.print(&text(console.output)) {
            Ok(()) => Exit::Fine.code(),
            Err(halt) => console.stopped(halt).code(),
        };
    }
    let wrong_command = match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(word)) => Some(word.as_str()),
        _ => None,
    };
    if let Some(word) = wrong_command
        && (bundled::text(word).is_some()
            || Path::new(word).extension().is_some()
            || Path::new(word).exists())
    {
        console.mutter(&format!(
            "error: `{word}` is a game or a file, not a command\n\n\
             Say what to do with it, for example:\n  \
             nimrule values {word} --to 20\n  \
             nimrule test {word}\n  \
             nimrule repl {word}\n\n\
             For all commands, try 'nimrule --help'.\n"
        ));
    } else {
        console.mutter(&text(console.errors));
    }
    Exit::Input.code()
}

/// A command at work.
struct Run {
    console: Console,
    settings: Settings,
    /// Whether the user set a time.
    has_time: bool,
    /// The folders below which rule files may read besides their own.
    allowed: Vec<PathBuf>,
}

impl Run {
    fn new(common: &Common) -> Run {
        let mut limits = Limits {
            time: common.max_time,
            interrupt: Arc::new(AtomicBool::new(false)),
            ..Limits::default()
        };
        if let Some(memory) = common.max_memory {
            limits.memory = memory;
        }
        Run {
            console: Console {
                json: common.json,
                quiet: common.quiet,
                ..Console::new(common.color)
            },
            settings: Settings {
                limits,
                engine: common.engine.clone(),
                without: common.without.clone(),
            },
            has_time: common.max_time.is_some(),
            allowed: common.allow_read.clone(),
        }
    }

    fn finish(mut self, command: Option<Command>) -> u8 {
        let result = guarded(|| self.command(command));
        let exit = result.unwrap_or_else(|internal| Err(internal.into()));
        exit.unwrap_or_else(|halt| self.console.stopped(halt))
            .code()
    }

    fn command(&mut self, command: Option<Command>) -> Result<Exit, End> {
        let Some(command) = command else {
            return Ok(self.prompt(Vec::new()));
        };
        if !command.has_several_questions() {
            self.start_clock();
        }
        match command {
            Command::Solve { place, all, plan } => {
                let limit = if all { usize::MAX } else { answers::LISTED };
                self.solve(&place, limit, plan)
            }
            Command::Explain { place, depth, plan } => self.explain(&place, depth, plan),
            Command::Line { place, plan } => self.line(&place, plan),
            Command::Values(asked) => self.values(&asked),
            Command::Period(asked) => self.period(&asked),
            Command::Verify(asked) => self.verify(&asked),
            Command::Survey(wanted) => self.survey(&wanted),
            Command::Quotient(asked) => self.quotient(&asked),
            Command::Genus(asked) => self.genus(&asked),
            Command::Export { of, lang } => self.export(&of, lang),
            Command::Plot(plot) => self.plot(&plot),
            Command::Report(report) => self.report(&report),
            Command::Describe(of) => self.describe(&of),
            Command::Plan(of) => self.plan(&of),
            Command::Eval { file, query } => self.eval(&file, &query),
            Command::Test { files } => self.test(&files),
            Command::Check { files } => self.check(&files),
            Command::Play(play) => self.play(play),
            Command::Repl { files } => Ok(self.prompt(files)),
        }
    }

    /// From here on the time runs for all there is to do: reading, solving and writing.
    fn start_clock(&mut self) {
        let time = self.settings.limits.time;
        // A time so long that the clock cannot hold it is no limit.
        let until =
            time.and_then(|time| Some(((self.settings.limits.clock)().checked_add(time)?, time)));
        self.settings.limits.until = until.map(|(until, _)| until);
        self.console.until = until;
    }

    /// A sign of life while the work that these words name goes on.
    fn progress(&self, words: &str) -> Progress {
        Progress::start(self.console.quiet, words, &self.settings.limits.progress)
    }

    fn prompt(&self, files: Vec<String>) -> Exit {
        on_interrupt(&self.settings.limits.interrupt);
        repl::run(repl::Options {
            files,
            world: Arc::new(Disk::new(&self.allowed)),
            settings: self.settings.clone(),
            color: self.console.output.color,
            quiet: self.console.quiet,
        })
    }

    /// A session with the rules of a FILE for these questions. Warnings are shown; from here on Ctrl-C stops the work.
    fn session<'w>(
        &self,
        file: &str,
        asked: impl IntoIterator<Item = &'w String>,
    ) -> Result<Session, End> {
        if file != "-" {
            on_interrupt(&self.settings.limits.interrupt);
        }
        let mut loaded = self.load(file)?;
        if file == "-" {
            on_interrupt(&self.settings.limits.interrupt);
        }
        let names: HashSet<&str> = asked.into_iter().flat_map(|text| names(text)).collect();
        let sources = &loaded.warnings.sources;
        let is_asked = |warning: &Diagnostic| {
            let name = warning
                .labels
                .first()
                .map(|label| sources.slice(label.span));
            warning.mistake == Some(Mistake::Unused) && name.is_some_and(|it| names.contains(it))
        };
        loaded
            .warnings
            .diagnostics
            .retain(|warning| !is_asked(warning));
        self.console.warn(&loaded.warnings);
        Ok(Session::new(loaded.book, self.settings.clone())?)
    }

    /// The limits for what is done beside questions: the time is that of the whole command.
    fn budget(&self) -> Budget {
        Budget::start(&self.settings.limits)
    }

    /// Writes a file anew.
    fn write_file(
        &self,
        path: &str,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), End> {
        let written = disk::write(Path::new(path), &mut self.budget(), write);
        let cannot =
            |why: &str| Diagnostic::error("output", format!("cannot write `{path}`: {why}"));
        Ok(written.map_err(|unwritten| unwritten.complaint(cannot))?)
    }

    fn load(&self, file: &str) -> Result<Loaded, Report> {
        // Somebody may be typing what is read.
        let _progress = (file != "-").then(|| self.progress(&format!("reading {file}")));
        load(file, &self.allowed, &self.settings.limits)
    }
}

/// The names in a question.
fn names(text: &str) -> impl Iterator<Item = &str> {
    let names = tokens(text).filter(|token| token.kind == TokenKind::Name);
    names.map(|name| name.text(text))
}

/// The rules of a file, `-`, or a bundled game.
struct Loaded {
    book: Rulebook,
    /// What is not wrong but probably not meant.
    warnings: Report,
}

/// Reads and checks a FILE into a rulebook of its own, which may read below the folders that are `allowed`, too.
fn load(file: &str, allowed: &[PathBuf], limits: &Limits) -> Result<Loaded, Report> {
    let mut book = Rulebook::new(Arc::new(Disk::new(allowed)), limits.clone());
    let text = text(file, &mut Budget::start(limits))?;
    let name = if file == "-" { "<stdin>" } else { file };
    let warnings = book.add(name, &text)?;
    Ok(Loaded { book, warnings })
}
