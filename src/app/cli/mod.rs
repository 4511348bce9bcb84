//! The command line: reads arguments and files, asks the session, writes answers.

mod about;
mod args;
mod console;
mod difference;
mod fmt;
mod gallery;
mod play;
mod refuse;
mod watch;

use std::ffi::OsString;
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::Parser;
use indicatif::ProgressBar;

use self::args::{Command, CommandLine};
use self::console::Console;
use self::refuse::refuse;
use crate::app::command::Desk;
use crate::app::command::args::{Inspection, Question};
use crate::app::command::classics::with_classics;
use crate::app::command::face::{End, Face, Writer, unwritable};
use crate::app::command::usage::wrong;
use crate::app::command::words::{self, Rules};
use crate::app::disk::{self, Disk};
use crate::app::process::{Exit, TO_WRITE, Watch, end_session, on_interrupt, outlive_full_files};
use crate::app::progress::{Progress, set_style};
use crate::app::{lsp, repl};
use crate::picture::terminal::Screen;
use crate::query::{Session, Settings};
use crate::report::Look;
use crate::text::diagnostic::{Diagnostic, Report, guarded};
use crate::work::budget::{Budget, Limits};
use crate::work::stack::with_room;

/// Runs the program with these arguments, the first of which is its own name; returns the exit code.
pub fn run(args: impl IntoIterator<Item = OsString>) -> u8 {
    outlive_full_files();
    let args: Vec<OsString> = args.into_iter().collect();
    // All the room that what is nested takes, made once where the stack of the program is a small one.
    let exit = with_room(|| run_line(&args, Arc::new(AtomicBool::new(false))));
    end_session();
    exit.code()
}

/// Runs a command line, which this flag stops.
fn run_line(args: &[OsString], interrupt: Arc<AtomicBool>) -> Exit {
    match CommandLine::try_parse_from(args) {
        Ok(line) => Run::new(&line, interrupt).finish(line.command),
        Err(error) => refuse(&error, args),
    }
}

/// Runs what the prompt does not do itself, which its flag stops.
fn run_at_prompt(words: &[String], interrupt: &Arc<AtomicBool>) -> Exit {
    let args = iter::once("nimrule").chain(words.iter().map(String::as_str));
    let args: Vec<OsString> = args.map(OsString::from).collect();
    run_line(&args, Arc::clone(interrupt))
}

/// How long a claim of a test, or a game of a gallery, may take where the user says nothing.
const FOR_ONE_OF_MANY: Duration = Duration::from_secs(10);

/// A command at work.
struct Run {
    console: Console,
    settings: Settings,
    /// The folders below which rule files may read besides their own.
    allowed: Vec<PathBuf>,
}

impl Run {
    fn new(line: &CommandLine, interrupt: Arc<AtomicBool>) -> Run {
        let (common, outside) = (&line.common, &line.outside);
        let mut settings = Settings::default().with_limits(Limits {
            interrupt,
            ..match line.command {
                Some(Command::Lsp) => lsp::limits(),
                Some(Command::Inspection(Inspection::Test(_)) | Command::Gallery { .. }) => {
                    Limits::default().with_time(FOR_ONE_OF_MANY)
                }
                _ => Limits::default(),
            }
        });
        common.set(&mut settings);
        Run {
            console: Console {
                json: common.json,
                quiet: common.quiet,
                ..Console::new(outside.color)
            },
            settings,
            allowed: outside.allow_read.clone(),
        }
    }

    fn finish(mut self, command: Option<Command>) -> Exit {
        let result = guarded(|| self.command(command));
        let exit = result.unwrap_or_else(|internal| Err(internal.into()));
        exit.unwrap_or_else(|halt| self.console.stopped(halt))
    }

    fn command(&mut self, command: Option<Command>) -> Result<Exit, End> {
        let Some(command) = command else {
            return Ok(self.prompt(Vec::new()));
        };
        if !command.has_several_questions() {
            // From here on the time runs for all there is to do: reading, solving and writing.
            let until = self.end_of_time();
            self.settings.limits.until = until;
            self.console.until = until.zip(self.settings.limits.time);
        }
        let console = self.console;
        // The server has these limits for each question.
        let _watch = (!matches!(command, Command::Lsp)).then(|| {
            Watch::start(self.settings.limits.clone(), move |limit| {
                console.complain(&Diagnostic::from(limit).into());
            })
        });
        match command {
            Command::Question(question) => self.ask(&question),
            Command::Inspection(inspection) => self.inspect(&inspection),
            Command::Fmt { files, check, diff } => self.format(&files, fmt::Wanted { check, diff }),
            Command::Gallery { folder, output } => self.gallery(&folder, &output),
            Command::Play(play) => self.play(play),
            Command::Lsp => Ok(lsp::run(self.settings.clone(), self.allowed.clone())),
            Command::Repl { files } => Ok(self.prompt(files)),
            Command::New { name } => self.new_file(&name),
            Command::Help { topic } => self.help(&topic.join(" ")),
            Command::Completions { shell } => self.completions(shell),
            Command::Man { command } => self.manual(command.as_deref()),
        }
    }

    /// Answers a question about the rules that it names.
    fn ask(&self, question: &Question) -> Result<Exit, End> {
        let given = question.given();
        let mut words = question.words();
        let start = match question {
            Question::Report(page) => page.start.as_ref(),
            _ => None,
        };
        let rules = self.rules(&mut words, question.is_complete(), |words| {
            question.rules(words)
        })?;
        let asked = words.iter().chain(&given.game).chain(start);
        let (mut session, start) = self.session(&rules, asked)?;
        question.begin_with(&mut words, start);
        let answer = |session: &mut Session| {
            let desk = Desk {
                session,
                face: self,
                words: &words,
                usual: rules.usual(),
            };
            match question.answer(desk) {
                Err(End::Report(report)) => Err(report),
                done => Ok(done),
            }
        };
        let done = with_classics(&mut session, |session| session, answer);
        // The program ends here: the system takes back all memory at once, which is faster than piece by piece.
        std::mem::forget(session);
        done?
    }

    /// Takes the rules off the words of a command, which has some unless it is complete without words.
    fn rules(
        &self,
        words: &mut Vec<String>,
        is_complete: bool,
        take: impl FnOnce(&mut Vec<String>) -> Result<Rules, Diagnostic>,
    ) -> Result<Rules, End> {
        if words.is_empty() && !is_complete {
            return Err(words::needed().into());
        }
        let rules = take(words)?;
        if let Rules::File(file) = &rules
            && words::has_two_meanings(file)
        {
            let message = format!("`{file}` is the file here, and nothing else of that name");
            let remark = Diagnostic::warning("two_meanings", message);
            let remark = remark.help(format!("`./{file}` is always the file"));
            self.console.complain(&remark.into());
        }
        Ok(rules)
    }

    /// When the time is over that begins now. A time so long that the clock cannot hold it is no limit.
    fn end_of_time(&self) -> Option<Duration> {
        let limits = &self.settings.limits;
        (limits.clock)().checked_add(limits.time?)
    }

    fn face(&self) -> &dyn Face {
        self
    }

    /// From here on Ctrl-C stops the work; not where somebody types what is read.
    fn listen_unless_typed(&self, names: &[String]) {
        if !names.iter().any(|name| name == "-") {
            on_interrupt(&self.settings.limits.interrupt);
        }
    }

    fn prompt(&self, files: Vec<String>) -> Exit {
        if self.console.json {
            let help = "commands at the prompt have it, as in `:solve nim[5, 9] --json`; so has `nimrule eval --json`";
            let error = wrong("the prompt has no `--json`", help);
            return self.console.complain(&error.into());
        }
        on_interrupt(&self.settings.limits.interrupt);
        repl::run(repl::PromptOptions {
            files,
            world: Arc::new(Disk::new(&self.allowed)),
            settings: self.settings.clone(),
            look: self.console.output,
            quiet: self.console.quiet,
            elsewhere: run_at_prompt,
        })
    }

    /// A session with these rules for these questions; from here on Ctrl-C stops the work.
    fn session<'w>(
        &self,
        rules: &Rules,
        asked: impl IntoIterator<Item = &'w String>,
    ) -> Result<(Session, Vec<String>), End> {
        let is_typed = *rules == Rules::File("-".to_owned());
        if !is_typed {
            on_interrupt(&self.settings.limits.interrupt);
        }
        let disk = Arc::new(Disk::new(&self.allowed));
        let opened = self.face().open(rules, asked, disk, &self.settings);
        if is_typed {
            on_interrupt(&self.settings.limits.interrupt);
        }
        Ok(opened?)
    }

    /// The limits for what is done beside questions: the time is that of the whole command.
    fn budget(&self) -> Budget {
        Budget::start(&self.settings.limits)
    }
}

impl Face for Run {
    fn look(&self) -> Look {
        self.console.output
    }

    fn is_json(&self) -> bool {
        self.console.json
    }

    fn is_quiet(&self) -> bool {
        self.console.quiet
    }

    fn screen(&self) -> Screen {
        self.console.screen()
    }

    fn write(&self, write: Writer<'_>) -> Result<(), End> {
        self.console.write(write)
    }

    fn remark(&self, text: &str) {
        let text = self.console.errors.faint(text);
        self.console.mutter(&format!("{text}\n"));
    }

    fn complain(&self, report: &Report) -> Exit {
        self.console.complain(report)
    }

    fn write_file(&self, path: &str, write: Writer<'_>) -> Result<bool, End> {
        let mut limits = self.settings.limits.clone();
        // What was found in time is written behind its end, too.
        let late = (limits.clock)() + TO_WRITE;
        limits.until = limits.until.map(|until| until.max(late));
        let written = disk::write(Path::new(path), &mut Budget::start(&limits), write);
        written.map_err(|unwritten| unwritten.complaint(|why| unwritable(path, why)))?;
        Ok(false)
    }

    fn progress(&self, words: &str) -> Progress {
        Progress::start(self.console.quiet, words, &self.settings.limits.progress)
    }

    fn bar(&self, games: u64) -> ProgressBar {
        if self.console.quiet {
            return ProgressBar::hidden();
        }
        let bar = ProgressBar::new(games);
        set_style(&bar, "{pos} of {len} games [{wide_bar}] {elapsed}");
        bar
    }
}
