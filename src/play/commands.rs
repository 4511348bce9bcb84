//! What may be typed instead of a move.

use crate::text::diagnostic::nearest;

/// A command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// How things are written.
    Help,
    /// The legal moves from this number on, counted from 1; without one, from where the list stopped.
    Moves(Option<usize>),
    /// A best move.
    Hint,
    /// The program's last move, and why the position is won or lost.
    Why,
    /// The position once more.
    Board,
    /// Takes back the last move.
    Undo,
    /// Writes the game to a file; `replace`: even where there is one.
    Save {
        /// The file.
        file: String,
        /// Whether it may be there already.
        replace: bool,
    },
    /// Goes on with the game in a file.
    Load(String),
    /// Gives the game up.
    Resign,
    /// Ends a game that goes in circles.
    Draw,
    /// Begins anew.
    Again,
    /// Leaves.
    Quit,
}

/// All commands with what stands behind them and what they do.
const COMMANDS: &[(&str, &str, &str)] = &[
    (
        "moves",
        "[N]",
        "the legal moves, from number N on; again for more",
    ),
    ("hint", "", "a best move"),
    (
        "why",
        "",
        "the last move of the program, and who wins now and why",
    ),
    ("board", "", "the position once more"),
    ("undo", "", "take back your last move"),
    (
        "save",
        "FILE",
        "write the game to a file; `save! FILE` replaces one",
    ),
    ("load", "FILE", "go on with a game that was saved"),
    ("draw", "", "end a game that goes in circles"),
    ("resign", "", "give up"),
    ("again", "", "begin anew"),
    ("quit", "", "leave the game"),
];

/// How moves are written.
const WAYS: &[(&str, &str)] = &[
    ("7", "the seventh move in the list of `moves`"),
    (
        "b 3",
        "take 3 from pile b; also `3 from b`, `take 3 from 9`",
    ),
    ("b 1 leaving 3 and 4", "what is left falls apart"),
    (
        "b into 3 and 4",
        "what the pile becomes; also `b to 4`, `(3, 3) to (1, 4)`",
    ),
    (
        "a 8 and c 4",
        "in several piles, where a turn moves in several",
    ),
    (
        "nim[5, 9, 8]",
        "the position that your move leaves; also `[5, 9, 8]`",
    ),
];

pub fn help() -> String {
    let mut text = String::from("A move is written in one of these ways:\n\n");
    for (way, about) in WAYS {
        text.push_str(&format!("  {way:19}  {about}\n"));
    }
    text.push_str("\nOr ask for something:\n\n");
    for (name, argument, about) in COMMANDS {
        let call = format!("{name} {argument}");
        text.push_str(&format!("  {call:19}  {about}\n"));
    }
    text
}

pub fn names() -> impl Iterator<Item = &'static str> {
    ["help"]
        .into_iter()
        .chain(COMMANDS.iter().map(|(name, _, _)| *name))
}

/// The commands that begin like this.
pub fn complete(text: &str) -> Vec<String> {
    let names = names().filter(|name| name.starts_with(text));
    names.map(str::to_string).collect()
}

/// The command on a line, `None` where it is none, or what is wrong with it. A colon before it does not matter.
pub fn read(line: &str) -> Option<Result<Command, String>> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let (has_colon, word) = match word.strip_prefix(':') {
        Some(word) => (true, word),
        None => (false, word),
    };
    let rest = rest.trim();
    let word = word.to_lowercase();
    let command = match word.as_str() {
        "help" | "?" | "h" if has_colon || word != "h" => Command::Help,
        "moves" | "list" => match rest {
            "" => return Some(Ok(Command::Moves(None))),
            number => {
                return Some(match number.parse() {
                    Ok(number) => Ok(Command::Moves(Some(number))),
                    Err(_) => Err("`moves` takes the number of a move, as in `moves 21`".into()),
                });
            }
        },
        "more" => Command::Moves(None),
        "hint" => Command::Hint,
        "why" | "explain" => Command::Why,
        "board" | "show" => Command::Board,
        "undo" | "back" => Command::Undo,
        "save" | "save!" | "load" => {
            let quoted = rest.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
            let file = quoted.unwrap_or(rest).to_string();
            if file.is_empty() {
                return Some(Err(format!("`{word}` needs the name of a file")));
            }
            return Some(Ok(match word.as_str() {
                "load" => Command::Load(file),
                _ => Command::Save {
                    file,
                    replace: word == "save!",
                },
            }));
        }
        "resign" => Command::Resign,
        "draw" => Command::Draw,
        "again" => Command::Again,
        "quit" | "exit" | "q" if has_colon || word != "q" => Command::Quit,
        _ => {
            let near = nearest(&word, names()).filter(|_| rest.is_empty() || has_colon);
            return match near {
                Some(near) => Some(Err(format!("there is no `{word}`: did you mean `{near}`?"))),
                None if has_colon => Some(Err(format!(
                    "there is no command `{word}`; `help` lists them"
                ))),
                None => None,
            };
        }
    };
    match rest.is_empty() {
        true => Some(Ok(command)),
        false => Some(Err(format!("`{word}` takes nothing behind it"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_told_from_moves() {
        for (line, command) in [
            ("hint", Command::Hint),
            (" :hint ", Command::Hint),
            ("HELP", Command::Help),
            ("?", Command::Help),
            (":q", Command::Quit),
            ("moves 21", Command::Moves(Some(21))),
            ("more", Command::Moves(None)),
            (
                "load \"my game.json\"",
                Command::Load("my game.json".to_string()),
            ),
        ] {
            assert_eq!(read(line), Some(Ok(command)), "{line}");
        }
        for line in [
            "b 3",
            "b",
            "q 1",
            "take 3 from b",
            "7",
            "move a to 3",
            "nim[3]",
            "",
        ] {
            assert_eq!(read(line), None, "{line}");
        }
        for (line, part) in [
            ("hnit", "did you mean `hint`?"),
            (":zzz", "`help` lists them"),
            ("moves b", "the number of a move"),
            ("save", "needs the name"),
            ("undo 3", "takes nothing"),
        ] {
            let wrong = read(line).unwrap().unwrap_err();
            assert!(wrong.contains(part), "{line}: {wrong}");
        }
    }

    #[test]
    fn every_command_of_the_help_is_read() {
        for name in names() {
            assert!(read(name).is_some(), "{name}");
        }
    }
}
