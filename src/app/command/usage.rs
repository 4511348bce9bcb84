//! What is wrong with the words and options of a command.

use std::error::Error;
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::app::disk::ENDING;
use crate::rules::Rulebook;
use crate::text::diagnostic::Diagnostic;
use crate::text::words::joined;

/// A mistake in what a command was given, and what to write instead.
pub fn wrong(message: impl Into<String>, help: impl Into<String>) -> Diagnostic {
    Diagnostic::error("usage", message).help(help)
}

/// Refuses to write over rules: those of a rulebook, or a file that has a name as they have.
pub(super) fn no_rule_file(path: Option<&str>, book: &Rulebook) -> Result<(), Diagnostic> {
    let ends = |path: &str| Path::new(path).extension().is_some_and(|it| it == ENDING);
    match path.filter(|path| ends(path) || book.has_read(path)) {
        None => Ok(()),
        Some(path) => {
            let message = format!("`{path}` is the name of a rule file");
            Err(wrong(message, "write to another file"))
        }
    }
}

/// What is wrong with the words of a command, which is called so; `more` says where there is more about it.
pub fn complaint(error: &clap::Error, command: &str, more: &str) -> Diagnostic {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.as_str(),
        _ => "",
    };
    let several = |kind| match error.get(kind) {
        Some(ContextValue::Strings(texts)) => texts.as_slice(),
        _ => &[],
    };
    let option = context(ContextKind::InvalidArg);
    let option = option.split(' ').next().unwrap_or(option);
    match error.kind() {
        ErrorKind::ValueValidation | ErrorKind::InvalidValue => {
            let value = context(ContextKind::InvalidValue);
            let why = error.source().map(ToString::to_string);
            let allowed = || joined(several(ContextKind::ValidValue), "or");
            let why = why.or_else(|| Some(format!("it may be {}", allowed()?)));
            misfit(option, value, why)
        }
        ErrorKind::UnknownArgument if option.starts_with('-') => {
            let near = match context(ContextKind::SuggestedArg) {
                "" => String::new(),
                near => format!("did you mean `{near}`? "),
            };
            wrong(format!("`{command}` has no option `{option}`"), near + more)
        }
        ErrorKind::MissingRequiredArgument => {
            let missing: Vec<String> = several(ContextKind::InvalidArg)
                .iter()
                .map(|missing| format!("`{missing}`"))
                .collect();
            let missing = joined(&missing, "and").unwrap_or_default();
            let help = format!("it is written `{command} {}`; {more}", places(error));
            wrong(format!("`{command}` needs {missing}"), help)
        }
        _ => {
            let text = error.render().to_string();
            let message = text.split("\n\n").next().unwrap_or("");
            let message = message.trim_start_matches("error: ").replace("\n  ", " ");
            wrong(message.trim_end(), more)
        }
    }
}

/// What is said of a value that an option, or a place that has its name in brackets, does not take.
fn misfit(option: &str, value: &str, why: Option<String>) -> Diagnostic {
    if value.is_empty() {
        let example = match option {
            "--codes" => "codes.txt",
            "--checkpoint" | "--certificate" => "kayles.json",
            "--output" => "OUT",
            "--octal" => "2",
            "--shard" => "3/16",
            "--lang" => "python",
            "--start" => "'nim[7, 5, 3]'",
            "--game" => "'bounded(3)'",
            "--rules" => "'take 1..3'",
            "--max-time" => "10s",
            "--max-memory" => "1GB",
            "--engine" | "--without" => "dense",
            "--color" => "never",
            "--theme" => "dark",
            "--kind" => "losing",
            "--level" => "careless",
            "--allow-read" => "DIR",
            _ => "20",
        };
        let help = format!("it stands behind the option, as in `{option} {example}`");
        return wrong(format!("`{option}` needs a value"), help);
    }
    let given = match option.starts_with(['[', '<']) {
        true => value.to_owned(),
        false => format!("{option} {value}"),
    };
    let help = why.unwrap_or_else(|| "`-h` says what it may be".to_owned());
    wrong(format!("`{given}` does not fit"), help)
}

/// The words of the usage that a complaint shows.
fn usage(error: &clap::Error) -> Vec<String> {
    let usage = match error.get(ContextKind::Usage) {
        Some(ContextValue::StyledStr(usage)) => usage.to_string(),
        _ => String::new(),
    };
    usage
        .split_whitespace()
        .skip(1)
        .map(str::to_owned)
        .collect()
}

/// What stands behind the command that a complaint is about.
fn places(error: &clap::Error) -> String {
    let is_name = |word: &String| word.starts_with(char::is_alphabetic);
    let usage = usage(error).into_iter();
    usage.skip_while(is_name).collect::<Vec<_>>().join(" ")
}

/// The command that a complaint is about, behind the program's name, if it is about one.
pub fn command(error: &clap::Error) -> Option<String> {
    let is_name = |word: &String| word.starts_with(char::is_alphabetic);
    usage(error).into_iter().nth(1).filter(is_name)
}
