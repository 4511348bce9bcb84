//! What Tab completes, and the arguments of the call that is being typed.

use std::path::Path;

use super::commands::{COMMANDS, named, topics};
use super::definitions::in_definition_order;
use super::shell::Takes;
use crate::app::bundled;
use crate::app::command::complete::{Completion, Names, call_hint, entry, files, none, plain};
use crate::rules::Rulebook;

/// The completions of what stands before the cursor, in alphabetical order.
pub(super) fn complete(book: &Rulebook, text: &str, cursor: usize) -> Completion {
    let before = text.get(..cursor).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = before.get(line_start..).unwrap_or("");
    let indent = line.len() - line.trim_start().len();
    let (start, mut words) = if line.trim_start().starts_with(':') {
        command(book, text, before, line_start + indent)
    } else {
        entry(&Names::of(book), text, before, 0)
    };
    words.sort_by(|a, b| (&a.display, &a.replacement).cmp(&(&b.display, &b.replacement)));
    words.dedup_by(|a, b| a.display == b.display && a.replacement == b.replacement);
    (start, words)
}

fn among(start: usize, prefix: &str, words: impl IntoIterator<Item = String>) -> Completion {
    let words = words.into_iter().filter(|word| word.starts_with(prefix));
    (start, words.map(plain).collect())
}

/// Completes on a line with a command that begins at `start`.
fn command(book: &Rulebook, text: &str, before: &str, start: usize) -> Completion {
    let line = before.get(start..).unwrap_or("");
    let Some((word, rest)) = line.split_once(char::is_whitespace) else {
        return among(
            start,
            line,
            COMMANDS.iter().map(|command| command.name.to_string()),
        );
    };
    let rest = rest.trim_start();
    let rest_start = before.len() - rest.len();
    let Some(command) = named(word) else {
        return none(rest_start);
    };
    match command.takes {
        Takes::Nothing => none(rest_start),
        Takes::File => {
            let quoted = rest.strip_prefix('"');
            let path = quoted.unwrap_or(rest);
            let (start, mut found) = files(Path::new("."), path, &["nimrule"], "");
            if quoted.is_none() && command.name == ":load" && !path.contains(['/', '\\']) {
                let games = bundled::names().filter(|name| name.starts_with(path));
                found.extend(games.map(plain));
            }
            (start + before.len() - path.len(), found)
        }
        Takes::Definition => among(rest_start, rest, in_definition_order(book)),
        Takes::Topic => among(rest_start, rest, topics()),
        Takes::Words(words) if !rest.contains(char::is_whitespace) => {
            among(rest_start, rest, words.iter().map(|word| word.to_string()))
        }
        Takes::Words(_) => none(rest_start),
        Takes::Expression => entry(&Names::of(book), text, before, rest_start),
    }
}

/// What the call around the end of the text takes.
pub(super) fn hint(book: &Rulebook, text: &str) -> Option<String> {
    let line = text.rsplit('\n').next().unwrap_or("");
    let command = line.trim_start();
    if let Some((word, rest)) = command.split_once(char::is_whitespace)
        && word.starts_with(':')
    {
        let command = named(word)?;
        return match rest.trim() {
            "" if command.args.is_empty() => None,
            "" => Some(command.args.to_string()),
            _ => Some(call_hint(&Names::of(book), rest)?.0),
        };
    }
    Some(call_hint(&Names::of(book), text)?.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book() -> Rulebook {
        Rulebook::parse(
            "game nim { take any }\ngame lim(m) { take 1..m }\nlet limit = 3\nlet lift(x) = x + limit\n\
             let popcount(x) = lift(x)\ngame all_day { take popcount(2) }",
        )
        .unwrap()
    }

    fn words(text: &str) -> Vec<String> {
        let (before, behind) = text.split_once('|').unwrap_or((text, ""));
        let text = format!("{before}{behind}");
        let (start, found) = complete(&book(), &text, before.len());
        found
            .into_iter()
            .map(|word| format!("{}{}", &before[..start], word.replacement))
            .collect()
    }

    #[test]
    fn names_are_completed_where_they_fit() {
        for (text, expected) in [
            ("li", vec!["lift(", "lim(", "limit", "line("]),
            ("grundy(lim|", vec!["grundy(lim(", "grundy(limit"]),
            ("gru|(nim[3])", vec!["grundy"]),
            ("ni", vec!["nim", "nim_product("]),
            ("game x { lea", vec!["game x { leaving"]),
            ("lea", vec![]),
            ("game x { gru", vec![]),
            (
                "game x(width) {\n take 1..wi",
                vec!["game x(width) {\n take 1..width"],
            ),
            ("popc", vec!["popcount("]),
            ("exp", vec!["expect", "explain("]),
            ("12", vec![]),
            ("# ni", vec![]),
            ("\"ni", vec![]),
            (":lo", vec![":load"]),
            (":re", vec![":reload", ":report"]),
            (":show li", vec![":show lift", ":show lim", ":show limit"]),
            (":help popc", vec![":help popcount"]),
            (":set max-", vec![":set max-memory", ":set max-time"]),
            (":set max-time 1", vec![]),
            (":solve lif", vec![":solve lift("]),
            (":pl", vec![":plan", ":play", ":plot"]),
            (":play lif", vec![":play lift("]),
            (":time wi", vec![":time winner(", ":time winning("]),
            (":load kay", vec![":load kayles"]),
            (":nonsense li", vec![]),
        ] {
            assert_eq!(words(text), expected, "{text:?}");
        }
    }

    #[test]
    fn files_are_completed_in_quotes_and_behind_commands() {
        // Tests run in the folder of the package.
        for (text, expected) in [
            (
                ":load examples/classic/kay",
                ":load examples/classic/kayles.nimrule",
            ),
            (":save exam", ":save examples/"),
            (
                "use \"examples/classic/kay",
                "use \"examples/classic/kayles.nimrule\"",
            ),
            (
                "let t = column(\"examples/classic/interval_t",
                "let t = column(\"examples/classic/interval_table.csv\", ",
            ),
        ] {
            assert_eq!(words(text), [expected], "{text:?}");
        }
        assert!(words("use \"no/such/folder/").is_empty());
    }

    #[test]
    fn the_call_under_the_cursor_is_explained() {
        let book = Rulebook::parse(
            "game nim { take any }\ngame lim(m, low = 1) { take low..m }\nlet lift(x, y) = x + y\n\
             game go { take lift(1, 2) }",
        )
        .unwrap();
        for (text, expected) in [
            ("grundy(", Some("grundy(POSITION): the Grundy value")),
            (
                "values(nim, ",
                Some("values(GAME, FROM..TO): the Grundy values of single piles"),
            ),
            ("grundy(nim[", Some("nim[pile, …]: a pile is an integer")),
            ("grundy(lim(", Some("lim(m, low = 1)")),
            ("lift(1, ", Some("lift(x, y)")),
            ("xor([1, ", Some("xor(a, b, …) or xor(list): the nim-sum")),
            ("grundy(nim[3])", None),
            ("grundy(nim[3]) + abs(", Some("abs(a): the absolute value")),
            ("nim", None),
            ("(", None),
            ("nosuch(", None),
            (
                "game x {\n  take pow(2, ",
                Some("pow(base, exponent): a power, exponent at least 0"),
            ),
            (":load ", Some("FILE")),
            (":load", None),
            (":quit ", None),
            (":solve lim(", Some("lim(m, low = 1)")),
            ("grundy( # and", None),
        ] {
            assert_eq!(hint(&book, text).as_deref(), expected, "{text:?}");
        }
    }
}
