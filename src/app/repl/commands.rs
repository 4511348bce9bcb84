//! What was entered, of any number of lines: definitions and questions, and the commands, which begin with a colon.

use std::iter;
use std::sync::LazyLock;
use std::sync::atomic::Ordering;

use super::ask::{more, why};
use super::definitions::{clear, load, reload, save, show_definition};
use super::in_words::{Phrase, phrase};
use super::play::play;
use super::shell::{
    Call, Done, EntryEnd, Out, PromptCommand, Refused, Run, Said, Shell, Takes, Told,
};
use super::show;
use super::tour::tour;
use super::{questions, reference};
use crate::app::bundled;
use crate::app::command::complete::usage;
use crate::app::command::said::start_of;
use crate::app::command::words;
use crate::app::process::Exit;
use crate::expr::builtin::Builtin;
use crate::query::Session;
use crate::report::look::{LEAST_COLUMN, PLAIN_WIDTH, clipped, wrapped};
use crate::rules::query::Query;
use crate::syntax::scan::tokens;
use crate::syntax::{Role, Word, is_unfinished};
use crate::text::diagnostic::{Diagnostic, guarded, nearest};
use crate::text::units;
use crate::text::words::{noun, widest};

const SWITCH: &[&str] = &["on", "off"];

/// All commands, in the order in which help lists them: those of the prompt alone, and those of the command line.
pub(super) static COMMANDS: LazyLock<Vec<PromptCommand>> = LazyLock::new(|| {
    let own = OWN.into_iter().map(|(usage, takes, run)| {
        let (call, about) = usage.split_once(": ").unwrap_or((usage, ""));
        let (name, args) = call.split_once(' ').unwrap_or((call, ""));
        PromptCommand {
            name,
            args,
            about,
            takes,
            run,
        }
    });
    own.chain(questions::all()).collect()
});

/// The commands that only the prompt has: how each is used, what stands behind it, and what does it.
const OWN: [(&str, Takes, Run); 14] = [
    (
        ":help [TOPIC]: how things are written; about a command, a query, a function or a word of the language",
        Takes::Topic,
        help_command,
    ),
    (
        ":load FILE: read a rule file or a bundled game",
        Takes::File,
        load,
    ),
    (
        ":reload: read the loaded files again",
        Takes::Nothing,
        reload,
    ),
    (
        ":show NAME: the rules of a game, or the definition of a `let`",
        Takes::Definition,
        show_definition,
    ),
    (
        ":why [MOVES]: why the last answer is so, also along so many moves of best play; `why` will do",
        Takes::Words(&[]),
        why,
    ),
    (
        ":play [POSITION]: play a game; `--level careless`, `--first program`, `--two`, `--deal`, `--seed 7` may stand behind it",
        Takes::Expression,
        play,
    ),
    (
        ":more [all]: the next page of a long answer, as does Enter on an empty line, or all of it",
        Takes::Words(&["all"]),
        more,
    ),
    (
        ":tour [STEP]: a walk from Nim to Kayles in ten steps: the next one, or the one with this number",
        Takes::Words(&[]),
        tour,
    ),
    (
        ":save FILE: write all definitions and the expectations that hold; `:save! FILE` replaces a file",
        Takes::File,
        save,
    ),
    (
        ":time on|off|EXPR: how long answers take: of all that follow, or of one",
        Takes::Expression,
        time,
    ),
    (
        ":by [on|off]: how the last answer is known, or each that follows",
        Takes::Words(SWITCH),
        by,
    ),
    (
        ":set [NAME VALUE]: limits and engine: `:set max-time 10s`, `:set max-memory 4GiB`, `:set engine plain`",
        Takes::Words(SETTINGS),
        set,
    ),
    (":clear: forget all definitions", Takes::Nothing, clear),
    (":quit: leave (as does Ctrl-D)", Takes::Nothing, quit),
];

/// The command with this name, or for which the name stands.
pub(super) fn named(word: &str) -> Option<&'static PromptCommand> {
    let word = match word {
        ":h" | ":?" => ":help",
        ":q" | ":exit" => ":quit",
        ":save!" => ":save",
        word => word,
    };
    COMMANDS.iter().find(|command| command.name == word)
}

/// Whether a word is a command without its colon.
pub(super) fn is_command(word: &str) -> bool {
    named(&format!(":{word}")).is_some()
}

fn run(shell: &mut Shell, line: &str, number: usize, out: &mut Out<'_>) {
    shell.forget_texts();
    shell.texts.told = Told::default();
    let start = line.len() - line.trim_start().len();
    let text = line.trim();
    let length = text.find(char::is_whitespace).unwrap_or(text.len());
    let (word, behind) = text.split_at(length);
    let rest = behind.trim_start();
    let call = Call {
        line,
        number,
        word: (start, start + length),
        rest,
        rest_start: start + text.len() - rest.len(),
    };
    let done = match named(word) {
        Some(command) if command.takes == Takes::Nothing && !rest.is_empty() => {
            let message = format!("`{word}` takes no argument");
            Err(Diagnostic::error("command", message).into())
        }
        Some(command) => knowing_classics(command, shell, &call, out),
        None if run_elsewhere(shell, word, rest, out) => Ok(()),
        None => {
            let names = COMMANDS.iter().map(|command| command.name);
            Err(Refused::Command(no_command(word, nearest(word, names))))
        }
    };
    if let Err(refused) = done {
        call.refuse(refused, shell, out);
    }
}

/// Commands of the command line about files and the program, which are not about what is defined here.
const OF_FILES: [&str; 5] = ["new", "fmt", "gallery", "completions", "man"];

/// Those that a prompt has no use for.
const OUTSIDE: [&str; 2] = ["lsp", "repl"];

/// Runs a command of the command line that is about files, and is true.
fn run_elsewhere(shell: &mut Shell, word: &str, rest: &str, out: &mut Out<'_>) -> bool {
    let name = word.trim_start_matches(':');
    let Some(run) = shell.elsewhere.filter(|_| OF_FILES.contains(&name)) else {
        return false;
    };
    let words = iter::once(name.to_owned()).chain(words::split(rest));
    let words: Vec<String> = words.collect();
    out.outcome = out.outcome.max(run(&words, &shell.interrupt()));
    true
}

/// What is said of a word that is no command, and of the one it is near.
pub(super) fn no_command(word: &str, near: Option<&str>) -> Diagnostic {
    let name = word.trim_start_matches(':');
    let help = match near {
        _ if OUTSIDE.contains(&name) => {
            format!(
                "`nimrule {name}` is a command of the shell; `nimrule help {name}` says what it does"
            )
        }
        Some(near) => format!("did you mean `{near}`?"),
        None => ":help lists the commands".to_string(),
    };
    let message = format!("no command is called `{word}`");
    Diagnostic::error("unknown_command", message).help(help)
}

/// Runs a command; it names a bundled game as an entry does.
fn knowing_classics(
    command: &PromptCommand,
    shell: &mut Shell,
    call: &Call<'_>,
    out: &mut Out<'_>,
) -> Done {
    let mut refused = None;
    shell.with_classics(|shell| match (command.run)(shell, call, out) {
        Err(Refused::Report(report)) => Err(report),
        done => {
            refused = done.err();
            Ok(())
        }
    })?;
    shell.note_topic();
    refused.map_or(Ok(()), Err)
}

fn help_command(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) -> Done {
    out.answer(topic(call.rest, shell.terminal.width).map_err(questions::as_asked_here)?);
    Ok(())
}

fn quit(_: &mut Shell, _: &Call<'_>, out: &mut Out<'_>) -> Done {
    out.quit = true;
    Ok(())
}

impl Shell {
    /// Does what a text says: entries and commands, of any number of lines. Each part is said as soon as it is known.
    pub fn enter_with(&mut self, input: &str, say: &mut dyn FnMut(Said)) -> EntryEnd {
        self.interrupt().store(false, Ordering::Relaxed);
        let mut out = Out::new(say, self.terminal.lines, self.look());
        if let Err(internal) = guarded(|| self.run(input, 0, &mut out)) {
            self.session.forget();
            self.refuse(internal, &mut out);
        }
        keep(self, &mut out);
        EntryEnd {
            outcome: out.outcome,
            quit: out.quit,
        }
    }

    /// Does what a text says that begins at a line (counted from 0) of what was entered.
    pub(super) fn run(&mut self, input: &str, first: usize, out: &mut Out<'_>) {
        // No entry has a line that begins with a colon, so such a line is a command even where a bracket is missing.
        let mut chunk = String::new();
        let mut chunk_line = first;
        for (line, number) in input.split_inclusive('\n').zip(first..) {
            let trimmed = line.trim_end();
            if self.play_line(line, out) {
                chunk_line = number + 1;
            } else if trimmed.trim_start().starts_with(':') {
                self.entries(&std::mem::take(&mut chunk), chunk_line, out);
                if !out.is_over() {
                    run(self, trimmed, number, out);
                }
                chunk_line = number + 1;
            } else if let Some(said) = phrase(trimmed, |_| false)
                && !(said.may_be_a_rule() && ends_in_rules(&chunk))
                && (!is_unfinished(&chunk) || ends_unfinished(trimmed, &said, &chunk))
                && !(said.says_the_end() && self.ends_a_text(&chunk, trimmed))
            {
                self.entries(&std::mem::take(&mut chunk), chunk_line, out);
                chunk_line = number + 1;
                let has_meaning = self.book().defines(trimmed.trim());
                let said = phrase(trimmed, |name| self.is_other_game(name));
                match said.filter(|_| !has_meaning) {
                    _ if out.is_over() => {}
                    None => self.entries(trimmed, number, out),
                    Some(said) => self.do_as_said(&said, number, out),
                }
            } else if let Some((before, asked)) = question_behind(line)
                && !is_unfinished(&chunk)
            {
                match chunk.is_empty() {
                    true => self.run(before, number, out),
                    false => self.entries(&(std::mem::take(&mut chunk) + before), chunk_line, out),
                }
                chunk_line = number + 1;
                if !out.is_over() {
                    self.run(asked, number, out);
                }
            } else if are_piles(trimmed) && !is_unfinished(&chunk) {
                self.entries(&std::mem::take(&mut chunk), chunk_line, out);
                chunk_line = number + 1;
                if !out.is_over() {
                    run(self, &format!(":solve {trimmed}"), number, out);
                }
            } else {
                chunk.push_str(line);
            }
            if out.is_over() {
                return;
            }
        }
        self.entries(&chunk, chunk_line, out);
    }

    /// Does what is written for a line that is said in words, and says what that is.
    fn do_as_said(&mut self, phrase: &Phrase, number: usize, out: &mut Out<'_>) {
        match self.written(phrase) {
            Ok(written) => {
                if !phrase.is_usual {
                    out.complain(
                        self.look()
                            .faint(format!("read as {}", clipped(&written, MOST_READ)))
                            .to_string(),
                        Exit::Fine,
                    );
                }
                self.run(&written, number, out);
            }
            Err(report) => self.report(&report, out),
        }
    }
}

/// How much is shown of what a line was read as, in characters.
const MOST_READ: usize = 500;

/// Keeps what did not fit for `:more`, and says how much that is.
fn keep(shell: &mut Shell, out: &mut Out<'_>) {
    shell.terminal.held = std::mem::take(&mut out.held);
    let count = shell.terminal.held.lines().count();
    if count > 0 {
        out.room = None;
        let lines = noun(count, "line", "lines");
        out.answer(format!(
            "… {count} more {lines}: Enter shows the next page, `:more all` everything"
        ));
    }
}

/// Whether the last line of a text is rules without a game, which may go on.
fn ends_in_rules(text: &str) -> bool {
    let last = text.lines().rfind(|line| !line.trim().is_empty());
    let first = last.and_then(|line| line.split_whitespace().next());
    let first = first.and_then(|word| Word::of(&word.to_ascii_lowercase()));
    first.is_some_and(|word| word.is(Role::Statement))
}

/// Whether a question of several words ends rules that have no end, as `take 1 or`; within brackets it may be a part of them.
fn ends_unfinished(line: &str, said: &Phrase, rules: &str) -> bool {
    let is_question = line.trim().contains(' ') && !said.says_the_end();
    is_question && !rules.contains(['{', '[', '('])
}

/// In no more parts a line is cut.
const MOST_PARTS: usize = 16;

/// A line with a question behind a semicolon, and what stands before that: no text about a game with piles, which has its own question.
fn question_behind(line: &str) -> Option<(&str, &str)> {
    // Not one in a comment or a text.
    let semicolons = tokens(line).filter(|token| token.text(line) == ";");
    let semicolons: Vec<usize> = semicolons.map(|token| token.start).collect();
    let last = semicolons.last().filter(|_| semicolons.len() <= MOST_PARTS);
    let (before, asked) = line.split_at_checked(*last?)?;
    let asked = asked.trim_start_matches(';');
    let is_whole = !is_unfinished(before) && start_of(before).is_none();
    let is_asked = phrase(asked.trim(), |_| false).is_some_and(|said| !said.says_the_end());
    (is_whole && is_asked).then_some((before, asked))
}

/// Whether a line is whole numbers apart by blanks: piles of the usual game.
pub(super) fn are_piles(line: &str) -> bool {
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    line.split_whitespace().count() > 1 && line.split_whitespace().all(is_number)
}

const OVERVIEW: &str = "\
Define a game, then ask about it. A game says what a move does to one pile;
a position is a list of piles.

  game lim(m) { take 1..m }         from a pile take 1, 2, … or m
  lim(3)                            the rule in words, and its first values
  lim(3)[5, 9]                      who wins, and by which moves
  grundy(lim(3)[5])                 its Grundy value
  values(lim(3), 0..12)             Grundy values of single piles
  best(lim(4)[8] + lim(3)[7])       a winning move in a sum of games
  let S = [1, 3, 4]                 a name for something
  expect grundy(lim(3)[5]) == 1     a claim, tested at once

An entry goes on while a bracket is open; two empty lines end it. Tab
completes, Ctrl-C clears the line or stops a question, Ctrl-D leaves.";

const MORE: &str = "`:help period` says more of one. Also: :help phrases, :help theory,
:help rules, :help commands, :help queries, :help functions; :tour
As on the command line: :new :fmt :gallery :completions :man, with -h";

const RULES: &str = "\
Statements of a game:

  pile n in 0..30                   what a pile is; also (row, col), {a, b}, p[], {p[]}
  take 1..3                         remove that many; also `any`, lists, computed amounts
  take 1..2 leaving 0..2 piles      … and the rest forms that many piles
  split into 2 unequal              replace the pile by parts with the same total
  octal 0.77    hex 0.8F            a taking-and-breaking code
  move n -> n - k for k in 1..3     the primitive: what a pile becomes
  each turn 1..2 piles              a turn moves in several piles
  end when n < 3                    no move from such a pile
  misere                            the last move loses
  loopy                             plays may go on for ever: that is a draw

`:help take`, `:help move` and so on say more.";

/// The help on a topic, set to a width, or what to say where there is none.
pub fn topic(topic: &str, width: Option<usize>) -> Result<String, Diagnostic> {
    let text = help_on(topic, width)?;
    let too_wide = |width: &usize| text.lines().any(|line| line.chars().nth(*width).is_some());
    Ok(match width.filter(too_wide) {
        Some(width) => narrow(&text, width),
        None => text,
    })
}

/// A text in which nothing is wider than this, where that can be: of two columns the second one stands below the first.
fn narrow(text: &str, width: usize) -> String {
    let paragraphs = text.split("\n\n").map(|paragraph| {
        let is_prose = paragraph.lines().all(|line| !line.starts_with(' '));
        if is_prose && !paragraph.contains("  ") {
            return wrapped(&paragraph.replace('\n', " "), width);
        }
        let lines = paragraph.lines().map(|line| {
            let words = line.trim_start();
            // What goes on in a second column goes on below.
            let indent = (line.len() - words.len()).min(8);
            let set = |text: &str, indent: usize| {
                let room = width.saturating_sub(indent).max(LEAST_COLUMN);
                let lines = wrapped(text.trim(), room);
                let lines = lines.lines().map(|line| format!("{:indent$}{line}", ""));
                lines.collect::<Vec<_>>().join("\n")
            };
            match words.rsplit_once("  ") {
                _ if line.chars().nth(width).is_none() => line.to_owned(),
                Some((head, about)) => {
                    format!("{}\n{}", set(head, indent), set(about, indent + 4))
                }
                None => set(words, indent),
            }
        });
        lines.collect::<Vec<_>>().join("\n")
    });
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

fn help_on(topic: &str, width: Option<usize>) -> Result<String, Diagnostic> {
    let word = topic.trim_matches(|c: char| matches!(c, '`' | '(' | ')' | ' '));
    let queries = || Query::ALL.iter();
    match word {
        "" => {
            let names: Vec<&str> = COMMANDS.iter().map(|command| command.name).collect();
            let width = width.unwrap_or(PLAIN_WIDTH).min(OVERVIEW_WIDTH);
            let names = wrapped(&format!("Commands: {}", names.join(" ")), width);
            Ok(format!("{OVERVIEW}\n\n{names}\n{MORE}"))
        }
        "phrases" => Ok(reference::phrases()),
        "theory" => Ok(reference::theory()),
        "commands" => Ok(command_list(width)),
        "rules" | "statements" => Ok(RULES.to_string()),
        "queries" => Ok(usages(queries().map(|query| query.usage()), width)),
        "functions" | "builtins" => Ok(usages(
            Builtin::ALL.iter().map(|builtin| builtin.usage()),
            width,
        )),
        _ if OF_FILES.contains(&word.trim_start_matches(':')) => {
            let name = word.trim_start_matches(':');
            Ok(format!(
                "`:{name} -h` says what it does, as `nimrule help {name}` does"
            ))
        }
        _ => {
            let parts = [about(word), reference::meaning(word)];
            let parts: Vec<String> = parts.into_iter().flatten().collect();
            let text = (!parts.is_empty()).then(|| parts.join("\n\n"));
            let text = text.or_else(|| reference::complaint(word));
            // Of a game its rules say more than a sentence of the reference that speaks of it.
            let is_game = bundled::text(word).is_some();
            let text = text.or_else(|| reference::spoken_of(word).filter(|_| !is_game));
            text.ok_or_else(|| no_topic(word))
        }
    }
}

fn no_topic(word: &str) -> Diagnostic {
    let error = Diagnostic::error("unknown_command", format!("no help on `{word}`"));
    if bundled::text(word).is_some() {
        return error.help(format!(
            "it is a game: `nimrule describe {word}` says its rules"
        ));
    }
    let topics = topics();
    let topics = topics.iter().map(|topic| topic.trim_start_matches(':'));
    let near = nearest(
        word.trim_start_matches(':'),
        topics.chain(OF_FILES).chain(OUTSIDE),
    );
    let near = near.map(|near| format!("nimrule help {near}"));
    if let Some(meant) = bundled::meant_by(word).filter(|_| near.is_none()) {
        return error.help(format!(
            "{meant} `nimrule describe GAME` says the rules of a game"
        ));
    }
    error.help_near(
        near,
        "`nimrule help` lists the commands; `nimrule help rules`, `queries` and `functions` the words of the language",
    )
}

/// The columns of the overview.
const OVERVIEW_WIDTH: usize = 79;

fn about(word: &str) -> Option<String> {
    let command = named(word).or_else(|| named(&format!(":{word}")));
    let command = command.map(|command| {
        let said = format!("{} {}: {}", command.name, command.args, command.about);
        questions::help(command.name).unwrap_or_else(|| said.replace(" :", ":"))
    });
    match (usage(word), command) {
        (Some(usage), Some(command)) => Some(format!("{usage}\n\n{command}")),
        (usage, command) => usage.or(command),
    }
}

/// All topics, for completion and for the nearest one.
pub(super) fn topics() -> Vec<String> {
    let fixed = "phrases commands rules queries functions theory".split(' ');
    let commands = COMMANDS.iter().map(|command| command.name);
    let words = Word::ALL.iter().map(|word| word.text());
    let queries = Query::ALL.iter().map(|query| query.name());
    let builtins = Builtin::ALL.iter().map(|builtin| builtin.name());
    fixed
        .chain(commands)
        .chain(words)
        .chain(queries)
        .chain(builtins)
        .chain(reference::complaints())
        .map(str::to_string)
        .collect()
}

fn command_list(width: Option<usize>) -> String {
    let rows = COMMANDS
        .iter()
        .map(|command| (format!("{} {}", command.name, command.args), command.about));
    table(rows.collect(), width)
}

/// Usages with their explanations in a column.
fn usages<'a>(usages: impl Iterator<Item = &'a str>, width: Option<usize>) -> String {
    let rows = usages.map(|usage| {
        let (call, about) = usage.split_once(": ").unwrap_or((usage, ""));
        (call.to_string(), about)
    });
    table(rows.collect(), width)
}

/// Two columns, the second one broken to a width.
fn table(rows: Vec<(String, &str)>, width: Option<usize>) -> String {
    let indent = widest(rows.iter().map(|(head, _)| head.as_str())) + 4;
    // Where there is too little room for columns, the rows are set later.
    let room = width.filter(|width| *width >= indent + LEAST_COLUMN);
    let room = room.map_or(usize::MAX, |width| width - indent);
    let rows = rows.into_iter().map(|(head, about)| {
        let about = wrapped(about, room).replace('\n', &format!("\n{:indent$}", ""));
        let row = format!("  {head:0$}  {about}", indent - 4);
        row.trim_end().to_string()
    });
    rows.collect::<Vec<_>>().join("\n")
}

const SETTINGS: &[&str] = &["max-time", "max-memory", "engine"];

fn time(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) -> Done {
    match call.rest {
        "on" | "off" => shell.remarks.timing = call.rest == "on",
        "" => {
            let not = if shell.remarks.timing { "" } else { "not " };
            out.answer(format!("times are {not}shown"));
        }
        expr => {
            // The expression keeps its place on the line, for complaints about it.
            let before = call.line.get(..call.rest_start).unwrap_or("");
            let text = " ".repeat(before.chars().count()) + expr;
            let timing = std::mem::replace(&mut shell.remarks.timing, true);
            shell.entries(&text, call.number, out);
            shell.remarks.timing = timing;
        }
    }
    Ok(())
}

fn by(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) -> Done {
    match call.rest {
        "on" | "off" => shell.remarks.by = call.rest == "on",
        "" => match &shell.last_by {
            Some(by) => out.answer(show::by(by)),
            None => out.answer(show::NOTHING_YET),
        },
        _ => {
            let error = Diagnostic::error("command", "`:by` takes `on`, `off` or nothing");
            return Err(error.into());
        }
    }
    Ok(())
}

fn set(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) -> Done {
    let (name, value) = call
        .rest
        .split_once(char::is_whitespace)
        .unwrap_or((call.rest, ""));
    let value = value.trim();
    if name.is_empty() {
        let settings = shell.session.settings_mut();
        out.answer(format!(
            "max-time    {}\nmax-memory  {}\nengine      {}",
            settings
                .limits
                .time
                .map_or_else(|| "none".to_owned(), units::exact_time),
            units::exact_memory(settings.limits.memory),
            settings.engine.as_deref().unwrap_or("best"),
        ));
        return Ok(());
    }
    let wrong = |what: &str, why: String| {
        Diagnostic::error("setting", format!("`{value}` is no {what}")).help(why)
    };
    let mut settings = shell.session.settings_mut().clone();
    match name {
        "max-time" if value == "none" => settings.limits.time = None,
        "max-time" => {
            let time = units::time(value);
            let time = time.map_err(|why| wrong("time", format!("{why}; `none` is no limit")))?;
            settings.limits.time = Some(time);
        }
        "max-memory" => {
            let bytes = units::memory(value).map_err(|why| wrong("amount of memory", why))?;
            settings.limits.memory = bytes;
        }
        "engine" if value.is_empty() => {
            return Err(wrong("engine", "for example `plain`, or `best`".to_owned()).into());
        }
        "engine" => {
            settings.engine = Some(value.to_string()).filter(|value| value != "best");
            // Only a new session checks the name.
            shell.session = Session::new(shell.book().clone(), settings)?;
            return Ok(());
        }
        _ => {
            let error = Diagnostic::error("setting", format!("no setting is called `{name}`"));
            let near = nearest(name, SETTINGS.iter().copied());
            let all = format!("there are {}", SETTINGS.join(", "));
            return Err(error.help_near(near, &all).into());
        }
    }
    shell.book().set_limits(settings.limits.clone());
    *shell.session.settings_mut() = settings;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_fits_a_screen() {
        let lines = |text: &str| text.lines().count();
        let overview = topic("", Some(80)).unwrap();
        assert!(lines(&overview) <= 23, "{overview}");
        assert!(
            overview.lines().all(|line| line.chars().count() < 80),
            "{overview}"
        );
        let phrases = topic("phrases", None).unwrap();
        assert!(
            phrases.contains("take one, two or three\n    take 1, 2, 3\n"),
            "{phrases}"
        );
        assert!(lines(&phrases) >= 30, "{phrases}");
    }

    #[test]
    fn every_topic_has_help() {
        for word in topics() {
            assert!(topic(&word, None).is_ok(), "{word}");
        }
        for word in ["", "(grundy)", "load", ":q", "piles", "each"] {
            assert!(topic(word, Some(30)).is_ok(), "{word}");
        }
        for word in topics().iter().map(String::as_str).chain([""]) {
            let text = topic(word, Some(40)).unwrap();
            let is_long = |line: &&str| line.chars().count() > 40;
            // A word is not broken.
            let wide = text
                .lines()
                .filter(is_long)
                .find(|line| line.trim().contains(' '));
            assert_eq!(wide, None, "{word}");
        }
        let wrong = topic("grundi", None).unwrap_err();
        assert!(wrong.help.unwrap().contains("grundy"));
        for name in ["division_by_zero", "nimrule::division_by_zero"] {
            let said = topic(name, None).unwrap();
            assert!(said.starts_with("nimrule::division_by_zero: ") && said.contains("6 / n"));
        }
        assert_eq!(topic("unequal", None), topic("split", None));
    }
}
