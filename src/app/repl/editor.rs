//! The prompt on a terminal: line editing, completion, hints, colours and history.

use std::borrow::Cow;
use std::ffi::OsString;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter};
use rustyline::history::FileHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{
    Cmd, ColorMode, CompletionType, ConditionalEventHandler, Config, Context, Editor, Event,
    EventContext, EventHandler, Helper, KeyCode, KeyEvent, Modifiers, RepeatCount,
};

use super::shell::{EntryEnd, INTERRUPTED, Said, Shell};
use super::{BANNER, complete};
use crate::app::command::complete::plain;
use crate::app::command::complete::{Paint, painted};
use crate::app::process::{self, Exit, awaiting, keep_session};
use crate::app::progress::Progress;
use crate::play::commands::complete as complete_play;
use crate::report::Look;
use crate::report::look::{Shown, clipped, fitted};
use crate::rules::Rulebook;
use crate::syntax::is_unfinished;
use crate::syntax::scan::tokens;

/// How many entries are kept for later sessions.
const HISTORY_LENGTH: usize = 1000;

/// The fewest lines of a page.
const LEAST_PAGE: usize = 5;

/// Runs the prompt until the user leaves.
pub(super) fn run(shell: &mut Shell, files: &[String], quiet: bool) -> Exit {
    let mut editor = match editor(shell) {
        Ok(editor) => editor,
        Err(error) => return refuse("used", &error),
    };
    // With it the editor waits for keys and for a new size of the terminal at once; else only what ends its wait for keys would tell
    // it of the size, and the signal goes to another thread.
    let _waits_for_both = editor.create_external_printer();
    let history = history_path(|name| std::env::var_os(name))
        .filter(|path| is_usable(path))
        // What cannot be read would be lost where it is written.
        .filter(|path| !path.exists() || editor.load_history(path).is_ok());
    keep_session();
    if !quiet {
        let banner = fitted(BANNER, shell.look()).into_owned();
        print(&Said::Answer(banner), &shell.interrupt());
    }
    for file in files {
        enter(shell, &format!(":load {file}"), quiet);
    }
    loop {
        fit(shell, editor.dimensions());
        if let Some(helper) = editor.helper_mut() {
            helper.look = shell.look();
            helper.book = shell.book().clone();
            helper
                .plays
                .store(shell.play_prompt().is_some(), Ordering::Relaxed);
        }
        let line = awaiting(|| match shell.play_prompt() {
            Some(prompt) => editor.readline(prompt),
            None => editor.readline(&("> ", "\x1b[1m>\x1b[0m ")),
        });
        // The terminal may have another size since the prompt was shown.
        fit(shell, editor.dimensions());
        match line {
            Ok(text) => {
                let text = text.trim_end();
                let plays = shell.play_prompt().is_some();
                if text.is_empty() && !plays && shell.terminal.held.is_empty() {
                    continue;
                }
                // A history that cannot be kept is no reason to stop.
                if !text.is_empty()
                    && !plays
                    && editor.add_history_entry(text).unwrap_or(false)
                    && let Some(path) = &history
                {
                    let _ = editor.append_history(path);
                }
                // To a game an empty line says something, too.
                let text = match text {
                    "" if plays => "\n",
                    "" => ":more",
                    text => text,
                };
                if enter(shell, text, quiet).quit {
                    return Exit::Fine;
                }
            }
            // Ctrl-C clears the line, which the editor did; a game asks whether to leave it.
            Err(ReadlineError::Interrupted) => shell.interrupt_play(),
            Err(ReadlineError::Eof) if shell.leave_play() => {}
            Err(ReadlineError::Eof) => return Exit::Fine,
            Err(error) if is_no_text(&error) => process::mutter(NO_TEXT),
            Err(error) => return refuse("read", &error),
        }
    }
}

/// Sets what is shown to the size of the terminal.
fn fit(shell: &mut Shell, size: Option<(u16, u16)>) {
    shell.terminal.width = size.map(|(width, _)| usize::from(width));
    // The entry and what is said of the rest stand on the page, too.
    let lines = size.map(|(_, height)| usize::from(height).saturating_sub(3));
    shell.terminal.lines = lines.map(|lines| lines.max(LEAST_PAGE));
}

/// What is said of bytes that are no UTF-8.
pub const NO_TEXT: &str = "nimrule: what was typed is no text in UTF-8, and is left out";

/// Whether bytes were typed that are no UTF-8.
pub fn is_no_text(error: &ReadlineError) -> bool {
    matches!(error, ReadlineError::Io(error) if error.kind() == ErrorKind::InvalidData)
}

/// Says what cannot be done with the terminal.
fn refuse(what: &str, error: &ReadlineError) -> Exit {
    process::mutter(format_args!(
        "nimrule: the terminal cannot be {what}: {error}"
    ));
    Exit::Input
}

/// Enters a text, with a sign of life while it takes long.
fn enter(shell: &mut Shell, text: &str, quiet: bool) -> EntryEnd {
    let limits = shell.session.settings_mut().limits.clone();
    let start = || Progress::start(quiet, "working it out", &limits.progress);
    let mut progress = start();
    shell.enter_with(text, &mut |said| {
        // It must be off the terminal before anything else is written.
        progress.stop();
        print(&said, &limits.interrupt);
        progress = start();
    })
}

/// Prints to the terminal, where answers and complaints are told apart by what they say. Ctrl-C ends a long answer.
fn print(said: &Said, interrupt: &AtomicBool) {
    let mut out = process::standard();
    // The terminal shows Ctrl-C as `^C`, which is written over.
    let start = if said.text() == INTERRUPTED { "\r" } else { "" };
    let is_answer = matches!(said, Said::Answer(_));
    let mut print = || -> std::io::Result<()> {
        write!(out, "{start}")?;
        for line in said.text().split_inclusive('\n') {
            if is_answer && interrupt.load(Ordering::Relaxed) {
                write!(out, "\n{INTERRUPTED}")?;
                break;
            }
            out.write_all(line.as_bytes())?;
        }
        writeln!(out)?;
        out.flush()
    };
    // That a terminal is gone is noticed again when the next line is read.
    let _ = print();
}

fn editor(shell: &Shell) -> rustyline::Result<Editor<PromptHelper, FileHistory>> {
    let color = if shell.terminal.look.color {
        ColorMode::Enabled
    } else {
        ColorMode::Disabled
    };
    let config = Config::builder()
        .completion_type(CompletionType::List)
        .max_history_size(HISTORY_LENGTH)?
        .color_mode(color)
        .build();
    let mut editor = Editor::with_config(config)?;
    let plays = Arc::new(AtomicBool::new(false));
    editor.set_helper(Some(PromptHelper {
        book: shell.book().clone(),
        look: shell.look(),
        plays: Arc::clone(&plays),
    }));
    let mut bind = |key, handler: Box<dyn ConditionalEventHandler>| {
        editor.bind_sequence(
            KeyEvent(key, Modifiers::NONE),
            EventHandler::Conditional(handler),
        )
    };
    bind(KeyCode::Enter, Box::new(NextLine { plays }));
    bind(KeyCode::Tab, Box::new(Indent));
    Ok(editor)
}

/// What the line editor asks while an entry is typed.
struct PromptHelper {
    book: Rulebook,
    /// What the terminal shows.
    look: Look,
    /// Whether the line belongs to a game that is played.
    plays: Arc<AtomicBool>,
}

impl PromptHelper {
    fn plays(&self) -> bool {
        self.plays.load(Ordering::Relaxed)
    }
}

impl Helper for PromptHelper {}

impl Completer for PromptHelper {
    type Candidate = Pair;

    fn complete(
        &self,
        text: &str,
        cursor: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        if self.plays() {
            let words = complete_play(text.get(..cursor).unwrap_or(text));
            return Ok((0, words.into_iter().map(plain).collect()));
        }
        Ok(complete::complete(&self.book, text, cursor))
    }
}

/// A remark that cannot be taken over into the line.
struct Remark(String);

impl Hint for Remark {
    fn display(&self) -> &str {
        &self.0
    }

    fn completion(&self) -> Option<&str> {
        None
    }
}

impl Hinter for PromptHelper {
    type Hint = Remark;

    fn hint(&self, text: &str, cursor: usize, _: &Context<'_>) -> Option<Remark> {
        if cursor < text.len() || self.plays() {
            return None;
        }
        let gap = if text.ends_with(' ') { "  " } else { "   " };
        let line = text.rsplit('\n').next().unwrap_or("");
        // Beside the prompt, and without a last column where some terminals go on to the next line.
        let size = terminal_size::terminal_size();
        let width = size.map_or(self.look.width, |(width, _)| usize::from(width.0));
        let room = width
            .min(self.look.width)
            .saturating_sub(line.chars().count() + gap.len() + 4);
        let hint = complete::hint(&self.book, text).filter(|_| room > 0)?;
        let hint = Shown {
            text: &*clipped(&hint, room),
            look: self.look,
        };
        Some(Remark(format!("{gap}{hint}")))
    }
}

impl Highlighter for PromptHelper {
    fn highlight<'l>(&self, text: &'l str, _: usize) -> Cow<'l, str> {
        if self.look.color && !self.plays() {
            Cow::Owned(marked(&coloured(text), self.look))
        } else {
            Cow::Borrowed(text)
        }
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        if self.look.color {
            Cow::Owned(format!("{DIM}{hint}{RESET}"))
        } else {
            Cow::Borrowed(hint)
        }
    }

    fn highlight_char(&self, _: &str, _: usize, kind: CmdKind) -> bool {
        // What is typed may change the colour of what stands before it.
        self.look.color && kind != CmdKind::MoveCursor
    }
}

impl Validator for PromptHelper {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        Ok(if !self.plays() && needs_more(context.input()) {
            ValidationResult::Incomplete
        } else {
            ValidationResult::Valid(None)
        })
    }
}

/// Whether Enter begins another line instead of ending the entry. Two empty lines end it in any case: one may stand in a text that is
/// pasted.
fn needs_more(text: &str) -> bool {
    let mut lines = text.rsplit('\n');
    let last = lines.next().unwrap_or("");
    let is_blank = |line: &str| line.trim().is_empty();
    if last.trim_start().starts_with(':') || is_blank(last) && lines.next().is_some_and(is_blank) {
        return false;
    }
    is_unfinished(text)
}

/// What a line begins with for each bracket that is open.
const INDENT: &str = "    ";

/// Enter within an entry: the next line is indented.
struct NextLine {
    plays: Arc<AtomicBool>,
}

impl ConditionalEventHandler for NextLine {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, at: &EventContext<'_>) -> Option<Cmd> {
        let line = at.line();
        if at.pos() < line.len() || self.plays.load(Ordering::Relaxed) || !needs_more(line) {
            return None;
        }
        let open = tokens(line).fold(0_usize, |open, token| token.depth_behind(open));
        Some(Cmd::Insert(1, format!("\n{}", INDENT.repeat(open.max(1)))))
    }
}

/// Tab at the beginning of a further line of an entry: there is nothing to complete.
struct Indent;

impl ConditionalEventHandler for Indent {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, at: &EventContext<'_>) -> Option<Cmd> {
        let (_, line) = at.line().get(..at.pos())?.rsplit_once('\n')?;
        line.trim()
            .is_empty()
            .then(|| Cmd::Insert(1, INDENT.to_string()))
    }
}

/// The history's file, where the platform has a place for it.
fn history_path(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let folder = |name: &str| {
        variable(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    let base = if cfg!(windows) {
        folder("APPDATA")
    } else {
        folder("XDG_STATE_HOME")
            .or_else(|| folder("HOME").map(|home| home.join(".local").join("state")))
    };
    Some(base?.join("nimrule").join("history"))
}

/// Whether entries can be kept in a file: the editor adds to it where it stands, and makes it the user's alone, which it must not
/// do to a device.
fn is_usable(path: &Path) -> bool {
    match std::fs::metadata(path) {
        Ok(found) => found.is_file(),
        Err(_) => path
            .parent()
            .is_some_and(|folder| std::fs::create_dir_all(folder).is_ok()),
    }
}

const KEYWORD: &str = "\x1b[35m";
const NUMBER: &str = "\x1b[36m";
const TEXT: &str = "\x1b[32m";
const FUNCTION: &str = "\x1b[34m";
const COMMAND: &str = "\x1b[1m";
const DIM: &str = "\x1b[90m";
const WRONG: &str = "\x1b[31m";
const RESET: &str = "\x1b[0m";

/// Marks the further lines of an entry, where they are indented.
fn marked(text: &str, look: Look) -> String {
    let mark = if look.is_ascii() { '|' } else { '│' };
    text.replace("\n  ", &format!("\n{DIM}{mark}{RESET} "))
}

/// Colours for what is being typed.
fn coloured(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    for line in text.split_inclusive('\n') {
        if line.trim_start().starts_with(':') {
            let start = line.len() - line.trim_start().len();
            let behind = line
                .get(start..)
                .and_then(|rest| rest.find(char::is_whitespace));
            let (word, rest) = line.split_at(behind.map_or(line.len(), |length| start + length));
            paint(&mut out, COMMAND, word);
            entry(&mut out, rest);
        } else {
            entry(&mut out, line);
        }
    }
    out
}

fn paint(out: &mut String, colour: &str, text: &str) {
    out.push_str(colour);
    out.push_str(text);
    out.push_str(RESET);
}

fn entry(out: &mut String, text: &str) {
    let mut done = 0;
    for (token, painted) in painted(text) {
        out.push_str(text.get(done..token.start).unwrap_or(""));
        let word = token.text(text);
        let colour = painted.map(|painted| match painted {
            Paint::Keyword => KEYWORD,
            Paint::Number => NUMBER,
            Paint::Text => TEXT,
            Paint::Comment => DIM,
            Paint::Function => FUNCTION,
            Paint::Wrong => WRONG,
        });
        match colour {
            Some(colour) => paint(out, colour, word),
            None => out.push_str(word),
        }
        done = token.end;
    }
    out.push_str(text.get(done..).unwrap_or(""));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_ends_with_its_last_bracket_or_an_empty_line() {
        for text in [
            "game nim {",
            "game nim {\n  take any",
            "grundy(nim[",
            "1 +",
            "game x {\n\n take 1",
            "game nim {\n",
            "game nim {\n  ",
        ] {
            assert!(needs_more(text), "{text:?}");
        }
        for text in [
            "",
            "1",
            "game nim {\n\n",
            "game nim {\n  \n  ",
            "game nim {\n}",
            ":load f(",
            "1 +\n:quit",
        ] {
            assert!(!needs_more(text), "{text:?}");
        }
    }

    #[test]
    fn the_state_folder_comes_before_the_home_folder() {
        let with = |state: Option<&'static str>, home: Option<&'static str>| {
            history_path(|name| match name {
                "XDG_STATE_HOME" => state.map(OsString::from),
                "HOME" => home.map(OsString::from),
                _ => None,
            })
        };
        let state = PathBuf::from("/s/nimrule/history");
        let home = PathBuf::from("/h/.local/state/nimrule/history");
        assert_eq!(with(Some("/s"), Some("/h")), Some(state));
        assert_eq!(with(Some("not/absolute"), Some("/h")), Some(home.clone()));
        assert_eq!(with(None, Some("/h")), Some(home));
        assert_eq!(with(None, None), None);
    }

    #[test]
    fn only_a_file_keeps_the_history() {
        let folder = tempfile::tempdir().unwrap();
        assert!(is_usable(&folder.path().join("new").join("history")));
        let link = folder.path().join("history");
        std::os::unix::fs::symlink("/dev/null", &link).unwrap();
        assert!(!is_usable(&link));
        assert!(!is_usable(folder.path()));
    }

    fn plain(text: &str) -> String {
        let mut plain = String::new();
        let mut rest = text;
        while let Some((before, behind)) = rest.split_once('\x1b') {
            plain.push_str(before);
            rest = behind.split_once('m').unwrap().1;
        }
        plain + rest
    }

    #[test]
    fn colours_change_nothing_else() {
        for text in [
            "game nim { take 1..3 } # é",
            "",
            " \n\n:load x y\n grundy(nim[3])",
            "\"open",
            "octal 0.(3) é 2n",
            ":",
        ] {
            assert_eq!(plain(&coloured(text)), text);
        }
        assert_eq!(coloured("take 3"), "\x1b[35mtake\x1b[0m \x1b[36m3\x1b[0m");
        assert_eq!(coloured("max"), "max");
        assert_eq!(coloured("max("), "\x1b[34mmax\x1b[0m(");
        assert_eq!(coloured(":q"), "\x1b[1m:q\x1b[0m");
    }
}
