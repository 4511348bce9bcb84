//! The commands of the prompt, which begin with a colon.

use super::ask::why;
use super::export::export_command;
use super::help;
use super::limits::{parse_memory, parse_time, show_memory, show_time};
use super::loaded::{News, Trouble};
use super::pager::more;
use super::play::play;
use super::plot::plot;
use super::position::{explain, line, solve};
use super::shell::{Out, Outcome, Shell};
use super::tour::tour;
use super::{show, suggest};
use crate::diagnostic::{Diagnostic, nearest};
use crate::query::Session;
use crate::source::Span;

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

/// A command.
pub(super) struct Command {
    pub(super) name: &'static str,
    /// Other names for it.
    aliases: &'static [&'static str],
    /// Its arguments, as help shows them.
    pub(super) args: &'static str,
    pub(super) about: &'static str,
    pub(super) takes: Takes,
    run: fn(&mut Shell, &Call<'_>, &mut Out<'_>),
}

/// A command that was entered.
pub(super) struct Call<'a> {
    /// The whole line.
    pub(super) line: &'a str,
    /// The number of the line in what was entered, from 0.
    pub(super) number: usize,
    /// Where the word with the colon stands.
    pub(super) word: (usize, usize),
    /// What follows it, trimmed, and where that begins.
    pub(super) rest: &'a str,
    pub(super) rest_start: usize,
}

const SETTINGS: &[&str] = &["max-time", "max-memory", "engine"];
const SWITCH: &[&str] = &["on", "off"];

/// All commands, in the order in which help lists them.
pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: ":help",
        aliases: &[":h", ":?"],
        args: "[TOPIC]",
        about: "how things are written; about a command, a query, a function or a word of the language",
        takes: Takes::Topic,
        run: help_command,
    },
    Command {
        name: ":load",
        aliases: &[],
        args: "FILE",
        about: "read a rule file or a bundled game",
        takes: Takes::File,
        run: load,
    },
    Command {
        name: ":reload",
        aliases: &[],
        args: "",
        about: "read the loaded files again",
        takes: Takes::Nothing,
        run: reload,
    },
    Command {
        name: ":games",
        aliases: &[],
        args: "",
        about: "the games that are defined",
        takes: Takes::Nothing,
        run: games,
    },
    Command {
        name: ":show",
        aliases: &[],
        args: "NAME",
        about: "the rules of a game, or the definition of a `let`",
        takes: Takes::Definition,
        run: show_definition,
    },
    Command {
        name: ":solve",
        aliases: &[],
        args: "POSITION",
        about: "who wins and by which moves",
        takes: Takes::Expression,
        run: solve,
    },
    Command {
        name: ":explain",
        aliases: &[],
        args: "POSITION [--depth MOVES]",
        about: "why, also after each of so many moves of best play",
        takes: Takes::Expression,
        run: explain,
    },
    Command {
        name: ":why",
        aliases: &[],
        args: "[MOVES]",
        about: "why the last answer is so, also along so many moves of best play; `why` will do",
        takes: Takes::Words(&[]),
        run: why,
    },
    Command {
        name: ":line",
        aliases: &[],
        args: "POSITION",
        about: "perfect play to the end",
        takes: Takes::Expression,
        run: line,
    },
    Command {
        name: ":export",
        aliases: &[],
        args: "GAME [cpp|python|rust]",
        about: "a function in another language that gives the Grundy values, for pasting",
        takes: Takes::Definition,
        run: export_command,
    },
    Command {
        name: ":plot",
        aliases: &[],
        args: "GAME[, RANGE…]|POSITION [FILE]",
        about: "a picture, as `plot(…)` draws it; to a file that ends in .svg or .png, or without arguments the last one again",
        takes: Takes::Expression,
        run: plot,
    },
    Command {
        name: ":play",
        aliases: &[],
        args: "[POSITION]",
        about: "play a game; `--level careless`, `--first program`, `--two`, `--deal`, `--seed 7` may stand behind it",
        takes: Takes::Expression,
        run: play,
    },
    Command {
        name: ":test",
        aliases: &[],
        args: "",
        about: "test all expectations",
        takes: Takes::Nothing,
        run: test,
    },
    Command {
        name: ":more",
        aliases: &[],
        args: "[all]",
        about: "the next page of a long answer, as does Enter on an empty line, or all of it",
        takes: Takes::Words(&["all"]),
        run: more,
    },
    Command {
        name: ":tour",
        aliases: &[],
        args: "[STEP]",
        about: "a walk from Nim to Kayles in ten steps: the next one, or the one with this number",
        takes: Takes::Words(&[]),
        run: tour,
    },
    Command {
        name: ":save",
        aliases: &[],
        args: "FILE",
        about: "write all definitions and the expectations that hold; `:save! FILE` replaces a file",
        takes: Takes::File,
        run: save,
    },
    Command {
        name: ":time",
        aliases: &[],
        args: "on|off|EXPR",
        about: "how long answers take: of all that follow, or of one",
        takes: Takes::Expression,
        run: time,
    },
    Command {
        name: ":by",
        aliases: &[],
        args: "[on|off]",
        about: "how the last answer is known, or each that follows",
        takes: Takes::Words(SWITCH),
        run: by,
    },
    Command {
        name: ":set",
        aliases: &[],
        args: "[NAME VALUE]",
        about: "limits and engine: `:set max-time 10s`, `:set max-memory 4GiB`, `:set engine plain`",
        takes: Takes::Words(SETTINGS),
        run: set,
    },
    Command {
        name: ":clear",
        aliases: &[],
        args: "",
        about: "forget all definitions",
        takes: Takes::Nothing,
        run: clear,
    },
    Command {
        name: ":quit",
        aliases: &[":q", ":exit"],
        args: "",
        about: "leave (as does Ctrl-D)",
        takes: Takes::Nothing,
        run: quit,
    },
];

/// The command with this name.
pub(super) fn by_name(word: &str) -> Option<&'static Command> {
    let word = word
        .strip_suffix('!')
        .filter(|word| *word == ":save")
        .unwrap_or(word);
    COMMANDS
        .iter()
        .find(|command| command.name == word || command.aliases.contains(&word))
}

/// Runs the command on a line.
pub(super) fn run(shell: &mut Shell, line: &str, number: usize, out: &mut Out<'_>) {
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
    match by_name(word) {
        Some(command) if command.takes == Takes::Nothing && !rest.is_empty() => {
            let message = format!("`{word}` takes no argument");
            call.refuse(shell, out, Diagnostic::error("command", message), true);
        }
        Some(command) => (command.run)(shell, &call, out),
        None => {
            let names = COMMANDS.iter().map(|command| command.name);
            let help = match nearest(word, names) {
                Some(near) => format!("did you mean `{near}`?"),
                None => ":help lists the commands".to_string(),
            };
            let error =
                Diagnostic::error("unknown_command", format!("no command is called `{word}`"));
            call.refuse(shell, out, error.help(help), false);
        }
    }
}

impl Call<'_> {
    /// Complains about the argument, or about the command where there is none.
    pub(super) fn refuse(
        &self,
        shell: &mut Shell,
        out: &mut Out<'_>,
        error: Diagnostic,
        argument: bool,
    ) {
        let (start, end) = if argument && !self.rest.is_empty() {
            (self.rest_start, self.rest_start + self.rest.len())
        } else {
            self.word
        };
        let (source, text) = shell.add_text(self.line, self.number);
        let padding = text.len() - self.line.len();
        let span = Span::new(source, padding + start, padding + end);
        let report = shell.book().report(vec![error.label(span, "")]);
        shell.report(&report, out);
    }

    /// Complains where the argument is missing.
    pub(super) fn needs_argument(&self, shell: &mut Shell, out: &mut Out<'_>, help: &str) -> bool {
        if self.rest.is_empty() {
            let word = self.line.get(self.word.0..self.word.1).unwrap_or("");
            let error = Diagnostic::error("command", format!("`{word}` needs an argument"));
            self.refuse(shell, out, error.help(help), false);
        }
        self.rest.is_empty()
    }

    /// The argument as a file name: quotes around it may be written.
    fn file(&self) -> &str {
        let inside = self
            .rest
            .strip_prefix('"')
            .and_then(|rest| rest.strip_suffix('"'));
        inside.unwrap_or(self.rest)
    }
}

fn help_command(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) {
    match help::topic(call.rest, shell.width()) {
        Ok(text) => out.answer(text),
        Err(text) => out.complain(text, Outcome::Bad),
    }
}

fn load(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) {
    if call.needs_argument(
        shell,
        out,
        "`:load nim.nimrule`, or the name of a bundled game",
    ) {
        return;
    }
    let file = call.file();
    match shell.load_file(file) {
        Ok(news) => {
            let names = listed(shell, &news.names);
            tell(shell, news, &format!("{file}: {names}"), out);
        }
        Err(trouble) => explain_trouble(shell, call, trouble, out),
    }
}

fn reload(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) {
    if shell.loaded.is_empty() && shell.typed.is_empty() {
        let error =
            Diagnostic::error("command", "no file is loaded").help("`:load FILE` loads one");
        call.refuse(shell, out, error, false);
        return;
    }
    match shell.reload() {
        Ok(news) => {
            let files: Vec<&str> = shell
                .loaded
                .iter()
                .map(|file| file.given.as_str())
                .collect();
            // What was typed may name files too.
            let headline = match files.as_slice() {
                [] => "read again".to_string(),
                files => format!("read again: {}", files.join(", ")),
            };
            tell(shell, news, &headline, out);
        }
        Err(trouble) => explain_trouble(shell, call, trouble, out),
    }
}

/// Tells what reading files brought.
fn tell(shell: &mut Shell, news: News, headline: &str, out: &mut Out<'_>) {
    if !news.warnings.diagnostics.is_empty() {
        shell.report(&news.warnings, out);
    }
    if shell.is_quiet() {
        return;
    }
    out.answer(headline);
    if !news.replaced.is_empty() {
        out.answer(format!(
            "  the file's {} took the place of what was typed",
            quoted(&news.replaced)
        ));
    }
    if !news.kept.is_empty() {
        out.answer(format!(
            "  {} as typed stays in place of the file's",
            quoted(&news.kept)
        ));
    }
}

fn quoted(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

/// Games with their parameters, and lets.
fn listed(shell: &Shell, names: &[String]) -> String {
    let book = shell.book();
    let names: Vec<String> = names
        .iter()
        .map(|name| match book.game_params(name) {
            Some(params) => suggest::heading(name, &params),
            None => name.clone(),
        })
        .collect();
    if names.is_empty() {
        "nothing new".to_string()
    } else {
        names.join(", ")
    }
}

fn explain_trouble(shell: &mut Shell, call: &Call<'_>, trouble: Trouble, out: &mut Out<'_>) {
    match trouble {
        Trouble::Mistakes(report) => shell.report(&report, out),
        Trouble::Unreadable(file, why) => {
            let error = Diagnostic::error("unreadable", format!("`{file}` cannot be read: {why}"));
            let bundled = shell.bundled();
            let error = match nearest(&file, bundled.iter().map(String::as_str)) {
                Some(near) => error.help(format!("did you mean the bundled game `{near}`?")),
                None => error,
            };
            call.refuse(shell, out, error, true);
        }
    }
}

fn games(shell: &mut Shell, _: &Call<'_>, out: &mut Out<'_>) {
    let book = shell.book();
    let mut rows: Vec<(String, String)> = Vec::new();
    for name in book.game_names() {
        let params = book.game_params(&name).unwrap_or_default();
        let title = book.definition_text(&name).and_then(|(_, title)| title);
        rows.push((suggest::heading(&name, &params), title.unwrap_or_default()));
    }
    if rows.is_empty() {
        out.answer("no games yet: define one, as in `game nim { take any }`, or `:load` a file");
        return;
    }
    let width = rows
        .iter()
        .map(|(name, _)| name.chars().count())
        .max()
        .unwrap_or(0);
    for (name, title) in rows {
        out.answer(format!("{name:width$}  {title}").trim_end());
    }
}

fn show_definition(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) {
    if call.needs_argument(shell, out, "`:show nim`; `:games` lists the games") {
        return;
    }
    // `:show lim(3)` means the game `lim`.
    let name = call.rest.split('(').next().unwrap_or("").trim();
    if let Some((text, _)) = shell.book().definition_text(name) {
        out.answer(text);
        return;
    }
    if let Some(usage) = help::usage(name) {
        out.answer(usage);
        return;
    }
    let names: Vec<String> = shell
        .book()
        .game_names()
        .into_iter()
        .chain(shell.book().let_names())
        .collect();
    let help = match nearest(name, names.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`:games` lists the games".to_string(),
    };
    let error = Diagnostic::error("unknown_name", format!("nothing is called `{name}`")).help(help);
    call.refuse(shell, out, error, true);
}

fn save(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) {
    if call.needs_argument(shell, out, "`:save mygames.nimrule`") {
        return;
    }
    let file = call.file();
    let replace = call.line.get(call.word.0..call.word.1) == Some(":save!");
    let is_ours = shell.saved.as_deref() == Some(file);
    if !replace && !is_ours && shell.library.exists(file) {
        let error = Diagnostic::error("file_exists", format!("there is a file `{file}` already"))
            .help(format!("`:save! {file}` replaces it"));
        call.refuse(shell, out, error, true);
        return;
    }
    match shell.library.save(file, shell.book().to_text().as_bytes()) {
        Ok(()) => {
            shell.saved = Some(file.to_string());
            if !shell.is_quiet() {
                out.answer(format!("saved as {file}"));
            }
        }
        Err(why) => {
            let error =
                Diagnostic::error("unwritable", format!("`{file}` cannot be written: {why}"));
            call.refuse(shell, out, error, true);
        }
    }
}

fn test(shell: &mut Shell, _: &Call<'_>, out: &mut Out<'_>) {
    let (mut held, mut failed) = (0, 0);
    for claim in shell.book().expects() {
        match shell.session.test(&claim) {
            Ok(tested) if tested.ok => held += 1,
            Ok(tested) => {
                failed += 1;
                let report = shell.book().report(vec![show::refuted(&tested)]);
                out.refute(show::report(&report, shell.color));
            }
            Err(report) => {
                failed += 1;
                shell.report(&report, out);
            }
        }
        if out.interrupted {
            return;
        }
    }
    let ending = |count: u32| if count == 1 { "s" } else { "" };
    let noun = if held == 1 {
        "expectation holds"
    } else {
        "expectations hold"
    };
    match failed {
        0 => out.answer(format!("{held} {noun}")),
        _ => out.answer(format!("{held} {noun}, {failed} fail{}", ending(failed))),
    }
}

fn time(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) {
    match call.rest {
        "on" | "off" => shell.timing = call.rest == "on",
        "" => out.answer(format!(
            "times are {}",
            if shell.timing { "shown" } else { "not shown" }
        )),
        expr => {
            // The expression keeps its place on the line, for complaints about it.
            let before = call.line.get(..call.rest_start).unwrap_or("");
            let text = " ".repeat(before.chars().count()) + expr;
            let timing = std::mem::replace(&mut shell.timing, true);
            shell.entries(&text, call.number, out);
            shell.timing = timing;
        }
    }
}

fn by(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) {
    match call.rest {
        "on" | "off" => shell.by = call.rest == "on",
        "" => match &shell.last_by {
            Some(by) => out.answer(show::by(by)),
            None => out.answer("nothing was answered yet"),
        },
        _ => {
            let error = Diagnostic::error("command", "`:by` takes `on`, `off` or nothing");
            call.refuse(shell, out, error, true);
        }
    }
}

fn set(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) {
    let mut words = call.rest.splitn(2, char::is_whitespace);
    let (name, value) = (
        words.next().unwrap_or(""),
        words.next().unwrap_or("").trim(),
    );
    if name.is_empty() {
        let settings = shell.session.settings_mut();
        out.answer(format!(
            "max-time    {}\nmax-memory  {}\nengine      {}",
            show_time(settings.limits.time),
            show_memory(settings.limits.memory),
            settings.engine.as_deref().unwrap_or("best"),
        ));
        return;
    }
    let wrong = |what: &str, help: &str| {
        Diagnostic::error("setting", format!("`{value}` is no {what}")).help(help)
    };
    let mut settings = shell.session.settings_mut().clone();
    let changed = match name {
        "max-time" if value == "none" => {
            settings.limits.time = None;
            Ok(())
        }
        "max-time" => parse_time(value)
            .map(|time| settings.limits.time = Some(time))
            .ok_or_else(|| wrong("time", "for example `10s`, `500ms`, `2m` or `none`")),
        "max-memory" => parse_memory(value)
            .map(|bytes| settings.limits.memory = bytes)
            .ok_or_else(|| wrong("amount of memory", "for example `512MiB` or `4GiB`")),
        "engine" if value.is_empty() => Err(wrong("engine", "for example `plain`, or `best`")),
        "engine" => {
            settings.engine = Some(value.to_string()).filter(|value| value != "best");
            // Only a new session checks the name.
            match Session::new(shell.book().clone(), settings.clone()) {
                Ok(session) => shell.session = session,
                Err(report) => shell.report(&report, out),
            }
            return;
        }
        _ => {
            let error = Diagnostic::error("setting", format!("no setting is called `{name}`"));
            Err(match nearest(name, SETTINGS.iter().copied()) {
                Some(near) => error.help(format!("did you mean `{near}`?")),
                None => error.help(format!("there are {}", SETTINGS.join(", "))),
            })
        }
    };
    match changed {
        Ok(()) => {
            shell.book().set_limits(settings.limits.clone());
            *shell.session.settings_mut() = settings;
        }
        Err(error) => call.refuse(shell, out, error, true),
    }
}

fn clear(shell: &mut Shell, _: &Call<'_>, out: &mut Out<'_>) {
    if let Err(report) = shell.clear() {
        shell.report(&report, out);
    }
}

fn quit(_: &mut Shell, _: &Call<'_>, out: &mut Out<'_>) {
    out.quit = true;
}
