//! The commands of the prompt, which begin with a colon.

use super::ask::{export_command, more, why};
use super::call::{Call, Command, Takes};
use super::definitions::{clear, games, load, reload, save, show_definition, test};
use super::help;
use super::out::Out;
use super::play::play;
use super::plot::plot;
use super::position::{explain, line, solve};
use super::settings::{SETTINGS, by, set, time};
use super::shell::Shell;
use super::tour::tour;
use crate::app::exit::Exit;
use crate::text::diagnostic::{Diagnostic, nearest};

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

/// Runs the command on a line.
pub(super) fn run(shell: &mut Shell, line: &str, number: usize, out: &mut Out<'_>) {
    shell.forget_texts();
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
    match Command::named(COMMANDS, word) {
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

fn help_command(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) {
    match help::topic(call.rest, COMMANDS, shell.width()) {
        Ok(text) => out.answer(text),
        Err(text) => out.complain(text, Exit::Input),
    }
}

fn quit(_: &mut Shell, _: &Call<'_>, out: &mut Out<'_>) {
    out.quit = true;
}
