//! What the command line takes, too, at the prompt: the same words and options, about what is defined here.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use clap::builder::StyledStr;
use clap::{Arg, Command, CommandFactory, Parser, Subcommand};

use super::shell::{Call, Done, Out, PromptCommand, Refused, Shell, Takes};
use crate::app::command::Desk;
use crate::app::command::args::{CommonArgs, Inspection, Question};
use crate::app::command::face::{End, Face, Writer, unwritable};
use crate::app::command::inspection::Inspector;
use crate::app::command::usage;
use crate::app::command::words::{self, Rules};
use crate::app::process::Exit;
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

/// A line with a command.
#[derive(Debug, Parser)]
#[command(
    name = "",
    no_binary_name = true,
    disable_help_subcommand = true,
    disable_version_flag = true
)]
struct Line {
    #[command(flatten)]
    common: CommonArgs,
    #[command(subcommand)]
    asked: Shared,
}

#[derive(Debug, Subcommand)]
enum Shared {
    #[command(flatten)]
    Question(Question),
    #[command(flatten)]
    Inspection(Inspection),
}

/// The commands that the command line has, too.
pub(super) fn all() -> Vec<PromptCommand> {
    let commands = Shared::augment_subcommands(Command::new(""));
    let told = commands.get_subcommands().map(|command| {
        let places = command
            .get_positionals()
            .flat_map(|it| it.get_value_names());
        let places: Vec<&str> = places.flatten().map(|name| name.as_str()).collect();
        let (takes, args) = match places.as_slice() {
            ["FILE"] => (Takes::File, "[FILE]".to_owned()),
            ["WORD"] => (Takes::Words(&[]), "[WORD]".to_owned()),
            places => {
                // The rules are those of the prompt.
                let places = places.iter().filter(|name| **name != "FILE");
                let places: Vec<String> = places.map(|name| format!("[{name}]")).collect();
                (Takes::Expression, places.join(" "))
            }
        };
        let about = command.get_about().map(StyledStr::to_string);
        PromptCommand {
            // The table is made once.
            name: format!(":{}", command.get_name()).leak(),
            args: args.leak(),
            about: about.unwrap_or_default().leak(),
            takes,
            run: ask,
        }
    });
    told.collect()
}

/// What `-h` says of such a command, as it is written at the prompt.
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

/// Whether such a command is about a game, and not about a position.
fn takes_game(name: &str) -> bool {
    let line = Line::command();
    let command = line.find_subcommand(name);
    let places = command.into_iter().flat_map(Command::get_positionals);
    let mut names = places.filter_map(Arg::get_value_names).flatten();
    names.any(|name| name == "GAME")
}

/// Does what a line asks for.
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
    let words = shell.with_topic(words, takes_game(name));
    let all = [name.to_string()].into_iter().chain(words);
    let line = match Line::try_parse_from(all) {
        Ok(line) => line,
        Err(error) if !error.use_stderr() => {
            out.answer(help(call.word()).unwrap_or_default());
            return Ok(());
        }
        Err(error) => {
            let more = format!("`:help {name}` says more");
            return Err(usage::complaint(&error, &format!(":{name}"), &more).into());
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
        let mut page = Page::new(shell, &self.common);
        let done = match &self.asked {
            Shared::Question(question) => {
                let done = answer(question, shell, &page);
                shell.last_by = page.by.take();
                done
            }
            Shared::Inspection(asked) => {
                page.json |= asked.is_json();
                let inspector = Inspector {
                    face: &page,
                    world: Arc::clone(&shell.world),
                    settings: shell.session.settings_mut().clone(),
                    here: Some(&mut shell.session),
                };
                asked.answer(inspector).map_err(refused)
            }
        };
        let done = done.or_else(|refused| match refused {
            Refused::Report(report) if page.json && !report.is_interrupt() => {
                Ok(page.complain(&report))
            }
            refused => Err(refused),
        });
        page.tell(shell, out);
        out.outcome = out.outcome.max(done?);
        Ok(())
    }
}

/// Answers a question about what is defined here, or about the rules that it names.
fn answer(question: &Question, shell: &mut Shell, page: &Page) -> Result<Exit, Refused> {
    let given = question.given();
    let mut words = question.words();
    let is_picture = matches!(question, Question::Plot(_))
        && matches!(words.as_slice(), [file] if Format::of(file).is_some());
    let is_here = given.rules.is_none() && (is_picture || is_known(shell, words.first()));
    let rules = match is_here {
        true => Rules::Here,
        false => question.rules(&mut words)?,
    };
    if rules == Rules::Here {
        let named: Vec<String> = words.iter().chain(&given.game).cloned().collect();
        let usual = shell.usual_of(&named)?;
        let before = shell.session.last_topic().cloned();
        shell.session.forget_topic();
        let done = shell.with_classics(|shell| {
            page.clear();
            on(
                question,
                &mut shell.session,
                page,
                (&words, usual.as_deref()),
            )
        });
        shell.keep_topic(before);
        return Ok(done?);
    }
    shell.last = None;
    let world = Arc::clone(&shell.world);
    let settings = shell.session.settings_mut().clone();
    let asked = words.iter().chain(&given.game);
    let (mut session, start) = (page as &dyn Face).open(&rules, asked, world, &settings)?;
    question.begin_with(&mut words, start);
    Ok(on(question, &mut session, page, (&words, rules.usual()))?)
}

/// Answers a question as one piece of work.
fn on(
    question: &Question,
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
        question.answer(desk).map_err(refused)
    })
}

/// Why a command stopped, as it is told here.
fn refused<R: From<Report>>(end: End) -> R {
    R::from(match end {
        End::Report(mut report) => {
            let errors = report.diagnostics.into_iter();
            report.diagnostics = errors.map(as_asked_here).collect();
            report
        }
        End::Closed | End::Output(_) => Diagnostic::internal("a page takes nothing").into(),
    })
}

/// A complaint whose help names commands as they are asked here.
pub(super) fn as_asked_here(mut error: Diagnostic) -> Diagnostic {
    error.help = error.help.map(|help| help.replace("`nimrule ", "`:"));
    error
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
        || book.defines(name)
        || book.is_bundled(name)
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
    parts: RefCell<Vec<Part>>,
    by: RefCell<Option<Evidence>>,
}

enum Part {
    Answer(Vec<u8>),
    Complaint(Report),
    Remark(String),
}

impl Page {
    pub(super) fn new(shell: &Shell, common: &CommonArgs) -> Page {
        Page {
            look: shell.look(),
            screen: shell.screen(),
            json: common.json,
            quiet: common.quiet,
            tells: !shell.remarks.is_quiet && !common.json && !common.quiet,
            world: Arc::clone(&shell.world),
            budget: RefCell::new(shell.session.budget()),
            parts: RefCell::default(),
            by: RefCell::default(),
        }
    }

    fn clear(&self) {
        self.parts.borrow_mut().clear();
    }

    /// Says all of it.
    fn tell(self, shell: &mut Shell, out: &mut Out<'_>) {
        let mut parts = self.parts.into_inner();
        parts.retain(|part| !matches!(part, Part::Answer(text) if text.is_empty()));
        if parts.iter().any(|part| matches!(part, Part::Answer(_))) {
            // What was found before an interruption is said.
            shell.interrupt().store(false, Ordering::Relaxed);
        }
        for part in parts {
            match part {
                Part::Answer(text) => {
                    let text = String::from_utf8_lossy(&text);
                    let text = match self.json && self.look.is_ascii() {
                        true => json::in_ascii(&text),
                        false => text.into_owned(),
                    };
                    out.verbatim(text.trim_end());
                }
                Part::Complaint(report) => shell.report(&report, out),
                Part::Remark(text) => out.complain(text, Exit::Fine),
            }
        }
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
        let (mut parts, mut budget) = (self.parts.borrow_mut(), self.budget.borrow_mut());
        let mut text = match parts.pop() {
            Some(Part::Answer(text)) => text,
            other => {
                parts.extend(other);
                Vec::new()
            }
        };
        let written = write(&mut Written::to(&mut text, &mut budget));
        parts.push(Part::Answer(text));
        written.map_err(|error| match error.downcast::<Diagnostic>() {
            Ok(limit) => limit.into(),
            Err(error) => End::Output(error),
        })
    }

    fn remark(&self, text: &str) {
        let text = self.look.faint(text).to_string();
        self.parts.borrow_mut().push(Part::Remark(text));
    }

    fn complain(&self, report: &Report) -> Exit {
        let mut wanted = report.clone();
        if self.quiet {
            wanted.diagnostics.retain(Diagnostic::is_error);
        }
        if self.json && !report.is_interrupt() {
            // What is kept can always be written.
            let _ = self.write(&mut |out| json::complaints(out, &wanted));
        } else if !wanted.diagnostics.is_empty() {
            self.parts.borrow_mut().push(Part::Complaint(wanted));
        }
        Exit::of(report)
    }

    fn write_file(&self, path: &str, write: Writer<'_>) -> Result<bool, End> {
        let mut bytes = Vec::new();
        write(&mut Written::to(&mut bytes, &mut self.budget.borrow_mut())).map_err(End::Output)?;
        let written = self
            .world
            .write(path, &bytes, &mut self.budget.borrow_mut());
        written.map_err(|unwritten| unwritten.complaint(|why| unwritable(path, why)))?;
        if self.tells {
            (self as &dyn Face).print(&format!("saved as {path}"))?;
        }
        Ok(self.tells)
    }
}
