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

/// Whether a value that was given for an option does not fit.
pub fn is_about_a_value(error: &clap::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::ValueValidation | ErrorKind::InvalidValue
    )
}

/// What is wrong with the words of a command.
pub fn complaint(error: &clap::Error) -> Diagnostic {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.as_str(),
        _ => "",
    };
    let option = context(ContextKind::InvalidArg);
    let option = option.split(' ').next().unwrap_or(option);
    let value = context(ContextKind::InvalidValue);
    if is_about_a_value(error) && value.is_empty() {
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
    if is_about_a_value(error) {
        // What stands alone has the name of its place in brackets.
        let given = match option.starts_with(['[', '<']) {
            true => value.to_owned(),
            false => format!("{option} {value}"),
        };
        let help = match (error.source(), error.get(ContextKind::ValidValue)) {
            (Some(why), _) => why.to_string(),
            (None, Some(ContextValue::Strings(allowed))) => {
                format!("it may be {}", joined(allowed, "or").unwrap_or_default())
            }
            _ => "`-h` says what it may be".to_owned(),
        };
        return wrong(format!("`{given}` does not fit"), help);
    }
    let text = error.render().to_string();
    let message = text.split("\n\n").next().unwrap_or("");
    let message = message.trim_start_matches("error: ").replace("\n  ", " ");
    let usage = match error.get(ContextKind::Usage) {
        Some(ContextValue::StyledStr(usage)) => usage.to_string(),
        _ => String::new(),
    };
    let command = usage
        .split("nimrule ")
        .nth(1)
        .and_then(|it| it.split_whitespace().next());
    let command = command
        .filter(|it| it.starts_with(char::is_alphabetic))
        .unwrap_or("solve");
    let help = format!(
        "`nimrule --help` lists the commands, and `nimrule {command} --help` says more of one"
    );
    wrong(message.trim_end(), help)
}
