//! The prompt without a terminal: text in, text out; what it keeps from one entry to the next, and what commands see of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::show;
use crate::app::command::classics::{FIRST_GAME, use_all, with_classics};
use crate::app::process::Exit;
use crate::expr::position::{Game, Position};
use crate::picture::terminal::Screen;
use crate::play::Talk;
use crate::query::answer::Evidence;
use crate::query::{Session, Topic, which_game};
use crate::report::Look;
use crate::report::diagnostics::with_options;
use crate::report::look::{Shown, fitted};
use crate::rules::Rulebook;
use crate::text::diagnostic::{Diagnostic, Report};
use crate::text::source::{AskedText, SourceId, Span};
use crate::text::words::unquoted;
use crate::work::world::World;

/// Something to print; its last line has no line break.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// For standard output.
    Answer(String),
    /// For standard error where the two differ.
    Complaint(String),
}

impl Said {
    pub fn text(&self) -> &str {
        match self {
            Said::Answer(text) | Said::Complaint(text) => text,
        }
    }
}

/// How a text that was entered ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EntryEnd {
    /// The worst that happened.
    pub outcome: Exit,
    /// Whether the user wants to leave.
    pub quit: bool,
}

/// What is asked about where no game is named.
pub(super) enum Current {
    /// Nothing was asked about yet.
    First,
    /// The game of the last entry that had one.
    Game(String),
    /// Rules that could not be read.
    Unread,
}

/// Runs a command line, without the name of the program; the flag stops it.
pub type Elsewhere = fn(&[String], &Arc<AtomicBool>) -> Exit;

/// The prompt: takes entries and says what came of them.
pub struct Shell {
    /// What does the commands about files that the prompt does not do itself.
    pub(super) elsewhere: Option<Elsewhere>,
    pub(super) session: Session,
    pub(super) world: Arc<dyn World>,
    pub(super) kept: Kept,
    pub(super) remarks: Remarks,
    pub(super) last_by: Option<Evidence>,
    /// The last answer, for `it`.
    pub(super) last: Option<Last>,
    /// The game that is asked about where none is named.
    pub(super) current: Current,
    pub terminal: Terminal,
    /// The step of the tour that was shown last.
    pub(super) tour: usize,
    /// The game that is under way.
    pub(super) playing: Option<Talk>,
    pub(super) texts: Texts,
}

/// The definitions of the session, as they are saved.
#[derive(Default)]
pub(super) struct Kept {
    pub(super) loaded: Vec<LoadedFile>,
    pub(super) typed: Vec<Typed>,
    /// The file in which they were saved last.
    pub(super) saved: Option<String>,
}

/// What is said besides the answers.
#[derive(Default)]
pub(super) struct Remarks {
    /// How long each took.
    pub(super) timing: bool,
    /// How each is known.
    pub(super) by: bool,
    /// Nothing that was not asked for.
    pub(super) is_quiet: bool,
    /// No warnings either.
    pub(super) without_warnings: bool,
}

/// Where answers are shown.
#[derive(Default)]
pub struct Terminal {
    /// What it shows, but for its width.
    pub(super) look: Look,
    /// The width to which long lists are broken; `None`: not at all.
    pub width: Option<usize>,
    /// How many lines of an answer are shown at once; `None`: all.
    pub lines: Option<usize>,
    /// The lines of the last answer that did not fit on the page.
    pub(super) held: String,
}

/// The texts that are entered.
pub(super) struct Texts {
    /// What they are called.
    pub(super) name: &'static str,
    padding_left: usize,
    /// The lines before of a text about a game.
    pub(super) told: Told,
    /// What is read now, until the next entry.
    asked: Vec<AskedText>,
}

/// A text about a game as far as it was told, with a line break behind each line.
#[derive(Default)]
pub(super) struct Told {
    pub(super) text: String,
    /// Whether it was not read yet.
    pub(super) is_open: bool,
}

/// What is said when Ctrl-C stopped the work.
pub(super) const INTERRUPTED: &str = "interrupted";

/// How many empty lines are put before texts in all, so that complaints name the line of a script.
const MOST_PADDING: usize = 8 << 20;

impl Shell {
    pub fn new(session: Session, world: Arc<dyn World>) -> Shell {
        Shell {
            elsewhere: None,
            session,
            world,
            kept: Kept::default(),
            remarks: Remarks::default(),
            last_by: None,
            last: None,
            current: Current::First,
            terminal: Terminal::default(),
            tour: 0,
            playing: None,
            texts: Texts {
                name: "<prompt>",
                padding_left: MOST_PADDING,
                told: Told::default(),
                asked: Vec::new(),
            },
        }
    }

    pub fn book(&self) -> &Rulebook {
        self.session.book()
    }

    pub(super) fn interrupt(&mut self) -> Arc<AtomicBool> {
        Arc::clone(&self.session.settings_mut().limits.interrupt)
    }

    /// Adds a source text that begins at a line (counted from 0) of what was entered; returns the text as added.
    pub(super) fn add_text(&mut self, text: &str, line: usize) -> (SourceId, String) {
        let padding = if line <= self.texts.padding_left {
            line
        } else {
            0
        };
        self.texts.padding_left -= padding;
        let text = "\n".repeat(padding) + text;
        let name = if padding == line {
            self.texts.name.to_string()
        } else {
            format!("{} after line {line}", self.texts.name)
        };
        let asked = self.book().ask_about(&name, &text);
        let source = asked.id();
        self.texts.asked.push(asked);
        (source, text)
    }

    /// Forgets what was entered before, but for its items.
    pub(super) fn forget_texts(&mut self) {
        self.texts.asked.clear();
    }

    /// Runs something else between two entries of a text.
    pub(super) fn between(&mut self, run: impl FnOnce(&mut Shell)) {
        let texts = std::mem::take(&mut self.texts.asked);
        run(self);
        self.texts.asked = texts;
    }

    /// Whether Ctrl-C ended the work on what was entered.
    pub(super) fn is_stopped(&mut self, out: &mut Out<'_>) -> bool {
        if !out.interrupted && self.interrupt().load(Ordering::Relaxed) {
            self.interrupted(out);
        }
        out.is_over()
    }

    fn interrupted(&mut self, out: &mut Out<'_>) {
        out.interrupted = true;
        out.complain(INTERRUPTED, Exit::Limit);
    }

    /// Says what a report complains about.
    pub(super) fn report(&mut self, report: &Report, out: &mut Out<'_>) {
        if report.is_interrupt() {
            self.interrupted(out);
        } else {
            let report = with_options(report, ":set ");
            out.complain(show::report(&report, self.look()), Exit::of(&report));
        }
    }

    /// Says what is not wrong but probably not meant, where that is to be said.
    pub(super) fn warn(&mut self, warnings: &Report, out: &mut Out<'_>) {
        if !warnings.diagnostics.is_empty() && !self.remarks.without_warnings {
            self.report(warnings, out);
        }
    }

    /// Says what is wrong.
    pub(super) fn refuse(&mut self, error: Diagnostic, out: &mut Out<'_>) {
        let report = self.book().report(vec![error]);
        self.report(&report, out);
    }

    pub(super) fn look(&self) -> Look {
        Look {
            width: self.terminal.width.unwrap_or(self.terminal.look.width),
            ..self.terminal.look
        }
    }

    /// The room for a picture.
    pub(super) fn screen(&self) -> Screen {
        let usual = Screen::default();
        Screen {
            columns: self.terminal.width.unwrap_or(usual.columns),
            color: self.terminal.look.color,
            ..usual
        }
    }
}

// ---- The bundled games, and what is meant by an entry that names no game

impl Shell {
    pub(super) fn with_classics<T>(
        &mut self,
        work: impl FnMut(&mut Shell) -> Result<T, Report>,
    ) -> Result<T, Report> {
        with_classics(self, |shell| &mut shell.session, work)
    }

    /// Puts a bundled game to use where nothing else is called so.
    pub(super) fn use_classic(&mut self, name: &str) {
        let book = self.book();
        if !book.defines(name) && book.is_bundled(name) {
            // Where it cannot be had, the name stays unknown.
            let _ = use_all(&mut self.session, &[name.to_string()]);
        }
    }

    /// The game that piles without one belong to: that of the last entry that had one, else the only one.
    ///
    /// # Errors
    /// Its rules could not be read, or there are several.
    pub(super) fn usual_game(&self) -> Result<String, Report> {
        let own = self.book().own_game_names();
        match (&self.current, own.as_slice()) {
            (Current::Game(game), _) => Ok(game.clone()),
            (Current::First, [only]) => Ok(only.clone()),
            (Current::First, []) => Ok(FIRST_GAME.to_string()),
            (Current::First, several) => Err(which_game(several).into()),
            (Current::Unread, _) => {
                let error = Diagnostic::error("no_game", "the last game could not be read");
                Err(error
                    .help("mend it, or name the game that is meant, as in `nim[7]`")
                    .into())
            }
        }
    }

    /// The same, where words name no game themselves.
    pub(super) fn usual_of(&self, words: &[String]) -> Result<Option<String>, Report> {
        let is_named = words
            .iter()
            .any(|word| word.starts_with(char::is_alphabetic));
        match self.usual_game() {
            Err(_) if is_named => Ok(None),
            usual => usual.map(Some),
        }
    }

    /// Whether this is the name of a game, and piles are not those of it.
    pub(super) fn is_other_game(&self, name: &str) -> bool {
        let is_current = matches!(&self.current, Current::Game(game) if game == name);
        !is_current && self.book().defines(name)
    }

    /// Piles are those of this game from now on, and nothing was asked about it yet.
    pub(super) fn speak_of(&mut self, game: String) {
        self.session.forget_topic();
        self.current = Current::Game(game);
    }

    /// Remembers which game the last answer was about.
    pub(super) fn note_topic(&mut self) {
        let game = match self.session.last_topic() {
            Some(Topic::Position(position)) => only_game(position),
            Some(Topic::Game(game, _)) => Some(game),
            None => None,
        };
        if let Some(game) = game {
            self.current = Current::Game(game.label.clone());
        }
    }
}

fn only_game(position: &Position) -> Option<&Arc<Game>> {
    let (first, rest) = position.terms.split_first()?;
    let is_same = |game: &Arc<Game>| game.id == first.game.id;
    rest.iter()
        .all(|term| is_same(&term.game))
        .then_some(&first.game)
}

/// A file of the session.
#[derive(Debug, Clone)]
pub(super) struct LoadedFile {
    /// What the user called it: its name in complaints, from which the files it names are found.
    pub(super) given: String,
    pub(super) text: String,
}

#[derive(Debug, Clone)]
pub(super) struct Typed {
    /// What it defines.
    pub(super) name: Option<String>,
    pub(super) text: String,
}

/// The last answer as it can be written into an entry.
pub(super) struct Last {
    pub(super) text: String,
    /// Whether the text is the question, whose answer changes with the definitions.
    pub(super) is_question: bool,
}

/// Where an entry's output goes.
pub(super) struct Out<'a> {
    say: &'a mut dyn FnMut(Said),
    look: Look,
    pub(super) outcome: Exit,
    pub(super) quit: bool,
    pub(super) interrupted: bool,
    /// How many more lines of answers fit on the page; `None`: any number.
    pub(super) room: Option<usize>,
    /// The lines that did not fit.
    pub(super) held: String,
}

impl<'a> Out<'a> {
    pub(super) fn new(say: &'a mut dyn FnMut(Said), room: Option<usize>, look: Look) -> Out<'a> {
        Out {
            say,
            look,
            outcome: Exit::Fine,
            quit: false,
            interrupted: false,
            room,
            held: String::new(),
        }
    }

    /// Whether nothing that stands behind is done any more.
    pub(super) fn is_over(&self) -> bool {
        self.quit || self.interrupted
    }

    /// Says an answer, or as much of it as fits on the page.
    pub(super) fn answer(&mut self, text: impl Into<String>) {
        let text = text.into();
        self.verbatim(&fitted(&text, self.look));
    }

    /// The same for a text whose lines must stay as they are.
    pub(super) fn verbatim(&mut self, text: &str) {
        let text = self.shown(text);
        let Some(room) = &mut self.room else {
            return (self.say)(Said::Answer(text));
        };
        let (shown, rest) = cut(&text, *room);
        *room -= shown.lines().count().min(*room);
        if !shown.is_empty() || rest.is_empty() {
            (self.say)(Said::Answer(shown.to_string()));
        }
        if !rest.is_empty() {
            *room = 0;
            if !self.held.is_empty() {
                self.held.push('\n');
            }
            self.held.push_str(rest);
        }
    }

    /// A text without what a terminal would obey.
    fn shown(&self, text: &str) -> String {
        let look = self.look;
        Shown { text, look }.to_string()
    }

    pub(super) fn complain(&mut self, text: impl Into<String>, outcome: Exit) {
        let text = self.shown(&text.into());
        (self.say)(Said::Complaint(text));
        self.outcome = self.outcome.max(outcome);
    }
}

/// The first lines of a text, at most this many, and the rest.
fn cut(text: &str, lines: usize) -> (&str, &str) {
    if lines == 0 {
        return ("", text);
    }
    match text.match_indices('\n').nth(lines - 1) {
        Some((at, _)) => {
            let (shown, rest) = text.split_at(at);
            (shown, rest.strip_prefix('\n').unwrap_or(rest))
        }
        None => (text, ""),
    }
}

/// What stands behind a command, for completion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Takes {
    Nothing,
    File,
    Definition,
    Expression,
    /// One of these words.
    Words(&'static [&'static str]),
    Topic,
}

/// What does a command.
pub(super) type Run = fn(&mut Shell, &Call<'_>, &mut Out<'_>) -> Done;

#[derive(Clone, Copy)]
pub(super) struct PromptCommand {
    pub(super) name: &'static str,
    /// Its arguments, as help shows them.
    pub(super) args: &'static str,
    pub(super) about: &'static str,
    pub(super) takes: Takes,
    pub(super) run: Run,
}

pub(super) struct Call<'a> {
    pub(super) line: &'a str,
    /// The number of the line in what was entered, from 0.
    pub(super) number: usize,
    /// Where the word with the colon stands.
    pub(super) word: (usize, usize),
    /// What follows it, trimmed, and where that begins.
    pub(super) rest: &'a str,
    pub(super) rest_start: usize,
}

/// Why a command does nothing.
pub(super) enum Refused {
    /// It makes no sense here.
    Command(Diagnostic),
    /// What stands behind it is wrong, or the command where nothing does.
    Argument(Diagnostic),
    /// What it does went wrong.
    Report(Report),
}

pub(super) type Done = Result<(), Refused>;

impl From<Diagnostic> for Refused {
    fn from(error: Diagnostic) -> Refused {
        Refused::Argument(error)
    }
}

impl From<Report> for Refused {
    fn from(report: Report) -> Refused {
        Refused::Report(report)
    }
}

impl Call<'_> {
    /// Says why a command does nothing, with the place on its line.
    pub(super) fn refuse(&self, refused: Refused, shell: &mut Shell, out: &mut Out<'_>) {
        let (error, (start, end)) = match refused {
            Refused::Report(report) => return shell.report(&report, out),
            Refused::Argument(error) if !self.rest.is_empty() => {
                (error, (self.rest_start, self.rest_start + self.rest.len()))
            }
            Refused::Argument(error) | Refused::Command(error) => (error, self.word),
        };
        let (source, text) = shell.add_text(self.line, self.number);
        let padding = text.len() - self.line.len();
        let span = Span::new(source, padding + start, padding + end);
        shell.refuse(error.label(span, ""), out);
    }

    /// The word with the colon.
    pub(super) fn word(&self) -> &str {
        self.line.get(self.word.0..self.word.1).unwrap_or("")
    }

    /// Complains where the argument is missing.
    pub(super) fn needs_argument(&self, help: &str) -> Done {
        match self.rest {
            "" => {
                let message = format!("`{}` needs an argument", self.word());
                Err(Diagnostic::error("command", message).help(help).into())
            }
            _ => Ok(()),
        }
    }

    /// The argument as a file name: quotes around it may be written.
    pub(super) fn file(&self) -> &str {
        unquoted(self.rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_end_between_lines() {
        for (text, lines, shown, rest) in [
            ("a\nb\nc", 2, "a\nb", "c"),
            ("a\nb\nc", 3, "a\nb\nc", ""),
            ("a\nb\nc", 0, "", "a\nb\nc"),
            ("a\n\nc", 1, "a", "\nc"),
            ("", 1, "", ""),
        ] {
            assert_eq!(cut(text, lines), (shown, rest), "{text:?} at {lines}");
        }
    }
}
