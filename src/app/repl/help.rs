//! `:help`.

use super::call::Command;
use crate::expr::builtin::Builtin;
use crate::rules::query::Query;
use crate::syntax::Word;
use crate::text::diagnostic::nearest;
use crate::text::words::widest;

const OVERVIEW: &str = "\
Define a game, then ask about it. A game says what a move does to one pile;
a position is a list of piles.

  game lim(m) { take 1..m }         from a pile take 1, 2, … or m
  grundy(lim(3)[5])                 its Grundy value
  winner(lim(3)[5, 9])              who wins: `first` or `second`
  best(lim(4)[8] + lim(3)[7])       a winning move in a sum of games
  values(lim(3), 0..12)             Grundy values of single piles
  let S = [1, 3, 4]                 a name for something
  expect grundy(lim(3)[5]) == 1     a claim, tested at once

An entry may go over several lines while a bracket is open; an empty line ends
it. Tab completes names. Ctrl-C clears the line or stops a question, Ctrl-D
leaves.";

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

/// The help on a topic, or what to say where there is none.
pub(super) fn topic(
    topic: &str,
    commands: &[Command],
    width: Option<usize>,
) -> Result<String, String> {
    let word = topic.trim_matches(|c: char| matches!(c, '`' | '(' | ')' | ' '));
    let queries = || Query::ALL.iter();
    match word {
        "" => Ok(format!(
            "{OVERVIEW}\n\n{}\n\nMore: :help rules, :help queries, :help functions",
            command_list(commands, width)
        )),
        "commands" => Ok(command_list(commands, width)),
        "rules" | "statements" => Ok(RULES.to_string()),
        "queries" => Ok(usages(queries().map(|query| query.usage()), width)),
        "functions" | "builtins" => Ok(usages(
            Builtin::ALL.iter().map(|builtin| builtin.usage()),
            width,
        )),
        _ => about(word, commands).ok_or_else(|| {
            match nearest(word, topics(commands).iter().map(String::as_str)) {
                Some(near) => format!("no help on `{word}`: did you mean `:help {near}`?"),
                None => {
                    format!("no help on `{word}`; try :help commands, rules, queries or functions")
                }
            }
        }),
    }
}

fn about(word: &str, commands: &[Command]) -> Option<String> {
    let command = Command::named(commands, word);
    let command = command.or_else(|| Command::named(commands, &format!(":{word}")));
    let named = if word.starts_with(':') {
        None
    } else {
        usage(word)
    };
    let command = command.map(|command| {
        format!("{} {}: {}", command.name, command.args, command.about).replace(" :", ":")
    });
    match (named, command) {
        (Some(named), Some(command)) => Some(format!("{named}\n{command}")),
        (named, command) => named.or(command),
    }
}

/// How a query, a function or a word of the language is used.
pub(super) fn usage(word: &str) -> Option<String> {
    let query = Query::by_name(word).map(Query::usage);
    let builtin = || Builtin::by_name(word).map(Builtin::usage);
    let reserved = || Word::of(word).map(Word::help);
    query.or_else(builtin).or_else(reserved).map(str::to_string)
}

/// All topics, for completion and for the nearest one.
pub(super) fn topics(commands: &[Command]) -> Vec<String> {
    let fixed = ["commands", "rules", "queries", "functions"];
    let commands = commands.iter().map(|command| command.name);
    let words = Word::ALL.iter().map(|word| word.text());
    let queries = Query::ALL.iter().map(|query| query.name());
    let builtins = Builtin::ALL.iter().map(|builtin| builtin.name());
    fixed
        .into_iter()
        .chain(commands)
        .chain(words)
        .chain(queries)
        .chain(builtins)
        .map(str::to_string)
        .collect()
}

fn command_list(commands: &[Command], width: Option<usize>) -> String {
    let rows = commands
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

/// The narrowest column that is still worth being one.
const LEAST_COLUMN: usize = 20;

/// Two columns, the second one broken to a width.
fn table(rows: Vec<(String, &str)>, width: Option<usize>) -> String {
    let indent = widest(rows.iter().map(|(head, _)| head.as_str())) + 4;
    let room = width.map_or(usize::MAX, |width| {
        width.saturating_sub(indent).max(LEAST_COLUMN)
    });
    let mut text = String::new();
    for (head, about) in rows {
        text += &format!("  {head:0$}  ", indent - 4);
        let mut column = 0;
        for word in about.split(' ') {
            let length = word.chars().count();
            if column > 0 && column + 1 + length > room {
                text += &format!("\n{:indent$}", "");
                column = 0;
            } else if column > 0 {
                text.push(' ');
                column += 1;
            }
            text.push_str(word);
            column += length;
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text.truncate(text.trim_end().len());
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::repl::commands::COMMANDS;

    #[test]
    fn every_topic_has_help() {
        for word in topics(COMMANDS) {
            assert!(topic(&word, COMMANDS, None).is_ok(), "{word}");
        }
        for word in ["", "(grundy)", "load", ":q", "piles", "each"] {
            assert!(topic(word, COMMANDS, Some(30)).is_ok(), "{word}");
        }
        assert!(
            topic("grundi", COMMANDS, None)
                .unwrap_err()
                .contains("grundy")
        );
        assert_eq!(
            topic("unequal", COMMANDS, None),
            topic("split", COMMANDS, None)
        );
    }
}
