//! What is said of a command line that cannot be read: options that do not fit together, and what stands in the place of a command.

use std::ffi::OsString;
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ColorChoice, CommandFactory};

use super::args::CommandLine;
use super::console::Console;
use crate::app::bundled;
use crate::app::command::classics::FIRST_GAME;
use crate::app::command::survey::quoted;
use crate::app::command::usage::{self, wrong};
use crate::app::command::words::{self, Rules};
use crate::app::process::Exit;
use crate::report::Look;
use crate::report::look::Shown;
use crate::rules::query::Query;
use crate::syntax::{NAMELESS, Role, Token, Word, position_words, tokens};
use crate::text::diagnostic::{Diagnostic, nearest};

/// Whether clap may use colour, which must be known before it has read the options.
pub(super) fn early_color(args: &[OsString]) -> ColorChoice {
    let mut words = args.iter().filter_map(|arg| arg.to_str());
    while let Some(word) = words.next() {
        let value = match word.strip_prefix("--color") {
            Some("") => words.next(),
            Some(value) => value.strip_prefix('='),
            None => continue,
        };
        match value {
            Some("always") => return ColorChoice::Always,
            Some("never") => return ColorChoice::Never,
            _ => {}
        }
    }
    ColorChoice::Auto
}

/// A text of the parser of command lines, with colors where these are shown.
pub(super) fn in_color(text: &clap::builder::StyledStr, look: Look) -> String {
    match look.color {
        true => text.ansi().to_string(),
        false => text.to_string(),
    }
}

/// Shows what is wrong with the command line, or the help that was asked for.
pub(super) fn refuse(error: &clap::Error, args: &[OsString]) -> Exit {
    let console = Console {
        json: args.iter().any(|arg| arg == "--json"),
        ..Console::new(early_color(args))
    };
    if !error.use_stderr() {
        let look = console.output;
        let text = &*in_color(&error.render(), look);
        let text = Shown { text, look }.to_string();
        let written = console.write(&mut |out| out.write_all(text.as_bytes()));
        return match written {
            Ok(()) => Exit::Fine,
            Err(halt) => console.stopped(halt),
        };
    }
    let wrong_command = match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(word)) => Some(word.as_str()),
        _ => None,
    };
    let words = args.iter().skip(1).filter_map(|arg| arg.to_str());
    let behind = |option: Option<&str>| -> Vec<String> {
        let words = words.clone().skip_while(|word| Some(*word) != option);
        words.skip(1).map(str::to_owned).collect()
    };
    let diagnostic = match wrong_command {
        Some(word) => {
            let meant = without_command(word, &behind(wrong_command));
            meant.unwrap_or_else(|| no_command(word))
        }
        None => wrong_words(error, &behind(Some("-e"))),
    };
    console.complain(&diagnostic.into())
}

/// What is wrong with the words of a command; rules and piles may stand behind `-e`.
fn wrong_words(error: &clap::Error, behind: &[String]) -> Diagnostic {
    let complaint = match usage::command(error) {
        Some(name) => {
            let name = format!("nimrule {name}");
            usage::complaint(error, &name, &format!("`{name} --help` says more"))
        }
        None => usage::complaint(error, "nimrule", LISTED),
    };
    match about_options(error.kind(), &complaint.message, behind) {
        Some(help) => complaint.help(help),
        None => complaint,
    }
}

/// What is said of a word in the place of a command that means nothing there.
fn no_command(word: &str) -> Diagnostic {
    let line = CommandLine::command();
    let near = nearest(word, line.get_subcommands().map(clap::Command::get_name));
    let near = near.map_or_else(String::new, |near| format!("did you mean `{near}`? "));
    wrong(format!("`{word}` is not a command"), near + LISTED)
}

/// Where the commands are listed.
const LISTED: &str = "`nimrule --help` lists the commands";

/// What is said of options that do not fit together.
const HINTS: [(ErrorKind, &str, &str); 10] = [
    (
        ErrorKind::MissingRequiredArgument,
        "--update",
        "`--force` goes with `--update`: `nimrule test --update --force FILE`",
    ),
    (
        ErrorKind::ArgumentConflict,
        "--codes",
        "all games are in the file of `--codes`: name no others",
    ),
    (
        ErrorKind::ArgumentConflict,
        "--octal",
        "`--octal` names all games: name no others",
    ),
    (
        ErrorKind::UnknownArgument,
        "`--misere`",
        "misère play is another game, for every command: `nimrule solve 'misere(kayles)[5, 8]'`",
    ),
    (
        ErrorKind::UnknownArgument,
        "`--max`",
        "the largest pile is that of `--to`",
    ),
    (ErrorKind::UnknownArgument, "`--svg`", OF_PICTURES),
    (ErrorKind::UnknownArgument, "`--png`", OF_PICTURES),
    (ErrorKind::UnknownArgument, "`--python`", OF_LANGUAGES),
    (ErrorKind::UnknownArgument, "`--rust`", OF_LANGUAGES),
    (ErrorKind::UnknownArgument, "`--cpp`", OF_LANGUAGES),
];

const OF_PICTURES: &str = "the name of the file says what it is: `-o kayles.svg`, `-o kayles.png`";
const OF_LANGUAGES: &str =
    "the language is a value: `--lang cpp`, `--lang python` or `--lang rust`";

/// What commands are called elsewhere.
const OTHER_NAMES: [(&str, &str); 12] = [
    ("bundled", "games"),
    ("draw", "plot"),
    ("examples", "games"),
    ("format", "fmt"),
    ("init", "new"),
    ("list", "games"),
    ("ls", "games"),
    ("picture", "plot"),
    ("rules", "describe"),
    ("show", "describe"),
    ("tutorial", "repl"),
    ("who", "solve"),
];

/// What helps with options that do not fit together, where there is more to say.
fn about_options(kind: ErrorKind, message: &str, behind: &[String]) -> Option<String> {
    if kind == ErrorKind::UnknownArgument && message.contains("`-e`") {
        let rules = behind.first().map_or("take 1..3", String::as_str);
        let words: Vec<&String> = behind.iter().skip(1).collect();
        let rules = quoted(rules);
        if let [command, words @ ..] = words.as_slice()
            && CommandLine::command()
                .find_subcommand(command.as_str())
                .is_some()
        {
            let words = all(words);
            let written = format!("nimrule {command} -e {rules} {words}");
            return Some(format!("the command comes first: `{}`", written.trim_end()));
        }
        let piles = match words.is_empty() {
            true => "7".to_owned(),
            false => all(&words),
        };
        return Some(format!(
            "say what to do with the rules: `nimrule describe -e {rules}`, `nimrule solve -e {rules} {piles}`"
        ));
    }
    let is_about = |(of, option, _): &&(_, &str, _)| *of == kind && message.contains(option);
    let (.., help) = HINTS.iter().find(is_about)?;
    Some((*help).to_owned())
}

/// What is said where rules, a position or an expression stand in the place of a command. `None`: it is none of these.
fn without_command(word: &str, behind: &[String]) -> Option<Diagnostic> {
    let plain: Vec<&String> = behind
        .iter()
        .take_while(|it| !it.starts_with("--"))
        .collect();
    let is_pile = |word: &&String| word.bytes().all(|byte| byte.is_ascii_digit());
    let name = quoted(word);
    if word.trim().is_empty() {
        return None;
    }
    if let Some((first, more)) = word.split_once(' ')
        && OTHER_NAMES.iter().any(|(other, _)| *other == first)
    {
        let more = more.split_whitespace().map(str::to_owned);
        let words: Vec<String> = more.chain(behind.iter().cloned()).collect();
        return without_command(first, &words);
    }
    if let Some(asked) = query_as_command(word, &plain) {
        return Some(asked);
    }
    if let Some(meant) = in_other_words(word, &plain) {
        return Some(not_a_command(word, meant.trim_end()));
    }
    let mut rest = vec![word.to_owned()];
    let command = plain.first().filter(|word| {
        let line = CommandLine::command();
        line.find_subcommand(word.as_str()).is_some()
    });
    let meant = match words::rules(&mut rest, None) {
        Ok(Rules::File(_) | Rules::Text { .. }) if command.is_some() => {
            let command = command.map_or("", |word| word.as_str());
            format!("{command} {name} {}", all(&plain[1..]))
        }
        Err(_) if Path::new(word).extension().is_some() => format!("check {name}"),
        Err(_) => return None,
        Ok(Rules::File(_)) if plain.is_empty() => match Path::new(word).exists() {
            true => format!("check {name}"),
            false => format!("describe {name}"),
        },
        Ok(Rules::Text { .. }) if plain.is_empty() => format!("period {name}"),
        Ok(Rules::File(_) | Rules::Text { .. }) => {
            format!("solve {name} {}", all(&plain))
        }
        Ok(Rules::Here)
            if word.bytes().all(|byte| byte.is_ascii_digit()) && plain.iter().all(is_pile) =>
        {
            format!("solve nim {name} {}", all(&plain))
        }
        Ok(Rules::Here) if word.ends_with(']') => format!("solve {name}"),
        Ok(Rules::Here) => match word.contains(['(', '[', '+', '*', ' ']) {
            true => format!("eval {name}"),
            false => return None,
        },
    };
    Some(not_a_command(word, meant.trim_end()))
}

/// What is said of a query, or of misère play, that is called as a command.
fn query_as_command(word: &str, plain: &[&String]) -> Option<Diagnostic> {
    if word == Word::Misere.text() || word == "misère" {
        let named = words::game_of(plain.first().map_or("kayles", |game| game.as_str()));
        let (game, before, named) = match plain {
            [option, rules, ..] if option.as_str() == "-e" => {
                let rules = format!("-e {}", quoted(rules));
                (rules.clone(), rules + " ", NAMELESS.to_owned())
            }
            _ => (quoted(&named), String::new(), named),
        };
        let position = before + &quoted(&format!("misere({named})[5, 8]"));
        let help = format!(
            "`misere(GAME)` is the game in which the last move loses, for every command: `nimrule solve {position}`; \
             `nimrule genus {game}` and `nimrule quotient {game}` are its theory"
        );
        return Some(wrong(format!("`{word}` is not a command"), help));
    }
    // `grundy` alone is the bundled game.
    let is_game = plain.is_empty() && bundled::text(word).is_some();
    let query = Query::by_name(word).filter(|_| !is_game)?;
    let (given, words) = match plain {
        [option, rules, words @ ..] if option.as_str() == "-e" => (Some(rules.as_str()), words),
        words => (None, words),
    };
    let mut words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
    // Bundled games are known by their names, and codes are games wherever they stand.
    let typed = given.map(str::to_owned).or_else(|| words.first().cloned());
    let rules = words::rules(&mut words, given);
    let code = rules
        .as_ref()
        .ok()
        .and_then(Rules::usual)
        .map(str::to_owned);
    let (rules, game) = match rules {
        Ok(Rules::Text { text, .. }) if code.is_none() || given.is_some() => {
            let typed = quoted(typed.as_deref().unwrap_or_default());
            (format!("-e {typed} "), first_game(&text))
        }
        Ok(Rules::File(file)) if bundled::text(&file).is_some() => (String::new(), file),
        Ok(Rules::File(file)) => (quoted(&file) + " ", "GAME".to_owned()),
        Ok(_) | Err(_) => (String::new(), code.unwrap_or_else(|| FIRST_GAME.to_owned())),
    };
    let begins_pile =
        |word: &str| word.starts_with(|c: char| c.is_ascii_digit() || "([".contains(c));
    let text = words.join(" ");
    // Of these queries a number is the end of a range.
    let is_of_ranges = matches!(query, Query::Losing | Query::Table);
    let to = |piles: Vec<String>| {
        let piles = piles.iter().map(|pile| match pile.parse::<u64>() {
            Ok(_) => format!("0..{pile}"),
            Err(_) => pile.clone(),
        });
        piles.collect::<Vec<String>>().join(", ")
    };
    let about = match position_words(&text) {
        (Some(game), piles) if is_of_ranges => format!("{game}, {}", to(piles)),
        (None, piles) if is_of_ranges && begins_pile(&text) => format!("{game}, {}", to(piles)),
        (Some(game), piles) => format!("{game}[{}]", piles.join(", ")),
        (None, _) if text.is_empty() => game,
        (None, piles) if begins_pile(&text) => format!("{game}[{}]", piles.join(", ")),
        (None, _) => text,
    };
    let range = match query {
        Query::Losing if !about.contains(',') => ", 0..20",
        Query::Table if !about.contains(',') => ", 0..20, 0..20",
        _ => "",
    };
    let question = quoted(&format!("{word}({about}{range})"));
    Some(not_a_command(word, &format!("eval {rules}{question}")))
}

/// What the first game of typed rules is called.
fn first_game(text: &str) -> String {
    let mut tokens = tokens(text);
    match tokens.next().and_then(|token| token.keyword()) {
        Some(Word::Game) => tokens
            .next()
            .map_or("GAME", |token| token.text(text))
            .to_owned(),
        _ => "GAME".to_owned(),
    }
}

/// What commands are called elsewhere, and typed rules in the place of a command.
fn in_other_words(word: &str, plain: &[&String]) -> Option<String> {
    if let Some((_, command)) = OTHER_NAMES.iter().find(|(other, _)| *other == word) {
        let of = plain.iter().filter(|word| word.as_str() != "wins");
        let of: Vec<&String> = of.copied().collect();
        return Some(format!("{command} {}", all(&of)));
    }
    let begins = tokens(word).next().and_then(Token::keyword);
    let is_rule = begins.is_some_and(|word| word.is(Role::Statement));
    if is_rule && word.contains(' ') {
        let command = match plain.is_empty() {
            true => "describe",
            false => "solve",
        };
        return Some(format!("{command} -e {} {}", quoted(word), all(plain)));
    }
    // A rule without quotes.
    let whole: Vec<&str> = plain.iter().map(|word| word.as_str()).collect();
    let whole = format!("{word} {}", whole.join(" "));
    let is_said = || {
        matches!(
            words::rules(&mut vec![whole.clone()], None),
            Ok(Rules::Text { .. })
        )
    };
    let is_one = !plain.is_empty() && (is_rule || is_said());
    is_one.then(|| format!("describe -e {}", quoted(&whole)))
}

fn all(words: &[&String]) -> String {
    let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    words.join(" ")
}

fn not_a_command(word: &str, meant: &str) -> Diagnostic {
    let help = format!("say what to do with it: `nimrule {meant}`; {LISTED}");
    wrong(format!("`{word}` is not a command"), help)
}
