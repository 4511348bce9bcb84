//! The questions of the command line at the prompt: the same words and options, asked of what is defined here.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use clap::builder::StyledStr;
use clap::{CommandFactory, Parser, Subcommand};
use indicatif::ProgressBar;

use super::shell::{Call, Done, Out, Refused, Shell};
use crate::app::command::Desk;
use crate::app::command::args::{Common, Question};
use crate::app::command::face::{End, Face, Writer};
use crate::app::command::usage;
use crate::app::command::words::{self, Rules};
use crate::app::process::Exit;
use crate::app::progress::Progress;
use crate::picture::Format;
use crate::picture::terminal::Screen;
use crate::query::Session;
use crate::query::answer::Evidence;
use crate::report::{Look, json};
use crate::syntax::Word;
use crate::text::diagnostic::{Diagnostic, Report};
use crate::work::budget::Budget;
use crate::work::world::World;
use crate::work::written::Written;

/// A line with a question.
#[derive(Debug, Parser)]
#[command(
    name = "",
    no_binary_name = true,
    disable_help_subcommand = true,
    disable_version_flag = true
)]
struct Line {
    #[command(flatten)]
    common: Common,
    #[command(subcommand)]
    question: Question,
}

/// The questions with what is said of each: its name, its arguments and what it is for.
pub(super) fn all() -> Vec<(String, String, String)> {
    let commands = Question::augment_subcommands(clap::Command::new(""));
    let told = commands.get_subcommands().map(|command| {
        let places = command
            .get_positionals()
            .flat_map(|it| it.get_value_names());
        // The rules are those of the prompt.
        let places = places.flatten().filter(|name| *name != "FILE");
        let places: Vec<String> = places.map(|name| format!("[{name}]")).collect();
        let about = command.get_about().map(StyledStr::to_string);
        (
            format!(":{}", command.get_name()),
            places.join(" "),
            about.unwrap_or_default(),
        )
    });
    told.collect()
}

/// What `-h` says of a question, as it is asked at the prompt.
pub(super) fn help(name: &str) -> Option<String> {
    let mut line = Line::command();
    line.build();
    let command = line.find_subcommand_mut(name.strip_prefix(':')?)?;
    let text = command.render_help().to_string();
    Some(as_here(&text).trim_end().to_string())
}

/// Help on a command line as it is at the prompt.
fn as_here(text: &str) -> String {
    text.replace("nimrule ", ":")
        .replace("Usage:  ", "Usage: :")
}

/// Asks the question on a line.
pub(super) fn ask(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) -> Done {
    let name = call.word().trim_start_matches(':');
    let words = match name {
        // An expression is one word, whatever stands in it.
        "eval" if words::split(call.rest).len() > 1 && !call.rest.starts_with("--") => {
            match call.rest.strip_prefix("-q ") {
                Some(text) => vec!["-q".to_string(), text.to_string()],
                None => vec![call.rest.to_string()],
            }
        }
        _ => words::split(call.rest),
    };
    let all = [name.to_string()].into_iter().chain(words);
    let line = match Line::try_parse_from(all) {
        Ok(line) => line,
        Err(error) if !error.use_stderr() => {
            out.answer(help(call.word()).unwrap_or_default());
            return Ok(());
        }
        Err(error) => {
            let complaint = usage::complaint(&error);
            let more = format!("`:help {name}` says more");
            let help = match (&complaint.help, usage::is_about_a_value(&error)) {
                (Some(help), true) => format!("{help}\n{more}"),
                _ => more,
            };
            return Err(complaint.help(help).into());
        }
    };
    let before = shell.session.settings_mut().clone();
    let mut settings = before.clone();
    line.common.set(&mut settings);
    if settings.engine != before.engine || settings.without != before.without {
        // Only a new session checks the names.
        Session::new(shell.book().clone(), settings.clone())?;
    }
    shell.book().set_limits(settings.limits.clone());
    *shell.session.settings_mut() = settings;
    let done = line.answer(shell, out);
    shell.book().set_limits(before.limits.clone());
    *shell.session.settings_mut() = before;
    done
}

impl Line {
    fn answer(&self, shell: &mut Shell, out: &mut Out<'_>) -> Done {
        let given = self.question.given();
        let mut words = self.question.words();
        let is_picture = matches!(self.question, Question::Plot(_))
            && matches!(words.as_slice(), [file] if Format::of(file).is_some());
        let is_here = given.rules.is_none() && (is_picture || is_known(shell, words.first()));
        let rules = match is_here {
            true => Rules::Here,
            false => self.question.rules(&mut words)?,
        };
        let named: Vec<String> = words.iter().chain(&given.game).cloned().collect();
        let usual = match rules {
            Rules::Here => shell.usual_of(&named)?,
            _ => None,
        };
        let page = Page::new(shell, &self.common);
        let done = match &rules {
            Rules::Here => shell.with_classics(|shell| {
                page.clear();
                self.on(&mut shell.session, &page, (&words, usual.as_deref()))
            }),
            rules => {
                let limits = shell.session.settings_mut().limits.clone();
                let mut loaded = rules.load_as_meant(Arc::clone(&shell.world), &limits)?;
                loaded.warn_of(words.iter().chain(&given.game));
                self.question.begin_with(&mut words, loaded.start);
                if let Some(text) = &loaded.read_as {
                    let text = shell.look().faint(format!("read as {text}"));
                    out.complain(text.to_string(), Exit::Fine);
                }
                page.warn(&loaded.warnings);
                let settings = shell.session.settings_mut().clone();
                let mut session = Session::new(loaded.book, settings)?;
                self.on(&mut session, &page, (&words, rules.usual()))
            }
        };
        if let Err(report) = &done
            && page.json
            && !report.is_interrupt()
        {
            page.complain(report);
        }
        let (text, reports, by) = page.told();
        shell.last_by = by;
        if !text.is_empty() {
            // What was found before an interruption is said.
            shell.interrupt().store(false, Ordering::Relaxed);
        }
        for report in reports {
            shell.report(&report, out);
        }
        if !text.is_empty() {
            let is_plain = !self.common.json || !shell.look().is_ascii();
            let text = match is_plain {
                true => text,
                false => json::in_ascii(&text),
            };
            out.verbatim(text.trim_end());
        }
        match done {
            Ok(exit) => out.outcome = out.outcome.max(exit),
            Err(report) if self.common.json && !report.is_interrupt() => {
                out.outcome = out.outcome.max(Exit::of(&report));
            }
            Err(report) => return Err(Refused::Report(report)),
        }
        Ok(())
    }

    /// Answers the question as one piece of work.
    fn on(
        &self,
        session: &mut Session,
        page: &Page,
        (words, usual): (&[String], Option<&str>),
    ) -> Result<Exit, Report> {
        session.whole(|session| {
            let desk = Desk {
                session,
                face: page,
                words,
                usual,
            };
            self.question.answer(desk).map_err(|end| match end {
                End::Report(report) => as_asked_here(report),
                End::Closed | End::Output(_) => Diagnostic::internal("a page takes nothing").into(),
            })
        })
    }
}

/// A complaint whose help names commands as they are asked here.
fn as_asked_here(mut report: Report) -> Report {
    for help in report
        .diagnostics
        .iter_mut()
        .filter_map(|it| it.help.as_mut())
    {
        *help = help.replace("`nimrule ", "`:");
    }
    report
}

/// Whether a question begins with what has a name here.
fn is_known(shell: &Shell, first: Option<&String>) -> bool {
    let Some(first) = first else {
        return true;
    };
    let name = first.split(['(', '[']).next().unwrap_or("");
    let book = shell.book();
    // Standard input is the prompt's own. A name that nothing has is told as such.
    let is_name = first.starts_with(|c: char| c.is_ascii_alphabetic())
        && first.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    first == "-"
        || first.parse::<i64>().is_ok()
        || is_name
            && !shell.world.exists(first)
            && !matches!(Word::of(first), Some(Word::Octal | Word::Hex))
        || book.definition_text(name).is_some()
        || book.bundled().iter().any(|it| it == name)
}

/// An answer that is kept until it is said.
pub(super) struct Page {
    look: Look,
    screen: Screen,
    json: bool,
    quiet: bool,
    /// Whether it is said which files were written.
    tells: bool,
    world: Arc<dyn World>,
    budget: RefCell<Budget>,
    text: RefCell<Vec<u8>>,
    reports: RefCell<Vec<Report>>,
    by: RefCell<Option<Evidence>>,
}

impl Page {
    pub(super) fn new(shell: &Shell, common: &Common) -> Page {
        Page {
            look: shell.look(),
            screen: shell.screen(),
            json: common.json,
            quiet: common.quiet,
            tells: !shell.remarks.is_quiet && !common.json && !common.quiet,
            world: Arc::clone(&shell.world),
            budget: RefCell::new(shell.session.budget()),
            text: RefCell::default(),
            reports: RefCell::default(),
            by: RefCell::default(),
        }
    }

    fn clear(&self) {
        self.text.borrow_mut().clear();
        self.reports.borrow_mut().clear();
    }

    fn warn(&self, report: &Report) {
        if !report.diagnostics.is_empty() && !self.quiet {
            self.complain(report);
        }
    }

    fn told(self) -> (String, Vec<Report>, Option<Evidence>) {
        let text = self.text.into_inner();
        let text = String::from_utf8_lossy(&text).into_owned();
        (text, self.reports.into_inner(), self.by.into_inner())
    }
}

impl Face for Page {
    fn look(&self) -> Look {
        self.look
    }

    fn is_json(&self) -> bool {
        self.json
    }

    fn is_quiet(&self) -> bool {
        self.quiet
    }

    fn screen(&self) -> Screen {
        self.screen
    }

    fn known_by(&self, by: &Evidence) {
        self.by.replace(Some(by.clone()));
    }

    fn write(&self, write: Writer<'_>) -> Result<(), End> {
        let (mut text, mut budget) = (self.text.borrow_mut(), self.budget.borrow_mut());
        write(&mut Written::to(&mut text, &mut budget)).map_err(|error| {
            match error.downcast::<Diagnostic>() {
                Ok(limit) => limit.into(),
                Err(error) => End::Output(error),
            }
        })
    }

    fn complain(&self, report: &Report) -> Exit {
        match self.json {
            true => {
                // What is kept can always be written.
                let _ = self.write(&mut |out| {
                    report.diagnostics.iter().try_for_each(|diagnostic| {
                        json::write(out, &report.object(diagnostic))?;
                        out.write_all(b"\n")
                    })
                });
            }
            false => self.reports.borrow_mut().push(report.clone()),
        }
        Exit::of(report)
    }

    fn write_file(&self, path: &str, write: Writer<'_>) -> Result<bool, End> {
        let mut bytes = Vec::new();
        write(&mut Written::to(&mut bytes, &mut self.budget.borrow_mut())).map_err(End::Output)?;
        let written = self
            .world
            .write(path, &bytes, &mut self.budget.borrow_mut());
        let cannot = |why: &str| {
            Diagnostic::error("unwritable", format!("`{path}` cannot be written: {why}"))
        };
        written.map_err(|unwritten| unwritten.complaint(cannot))?;
        if self.tells {
            (self as &dyn Face).print(&format!("saved as {path}"))?;
        }
        Ok(self.tells)
    }

    fn progress(&self, _: &str) -> Progress {
        // The prompt shows that it works.
        Progress::default()
    }

    fn bar(&self, _: u64) -> ProgressBar {
        ProgressBar::hidden()
    }
}
