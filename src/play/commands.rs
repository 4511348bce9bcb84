//! What a player says: an answer, a move, or a command instead of one; and what comes of it.

use std::mem::take;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::Starter;
use super::board::label;
use super::meant::{meant, ranges};
use super::opponent::{PATIENCE, best};
use super::referee::Referee;
use super::store;
use super::talk::{Stage, Talk};
use crate::expr::position::Turn;
use crate::expr::value::Outcome;
use crate::query::answer::MoveTo;
use crate::text::diagnostic::{Report, nearest};
use crate::text::words::{is_among, unquoted, widest};

impl Talk {
    /// Answers a line.
    pub fn hear(&mut self, line: &str) -> String {
        let limits = &self.game.session.settings_mut().limits;
        limits.interrupt.store(false, Ordering::Relaxed);
        let answered = self.answer(line.trim());
        self.said(answered)
    }

    fn answer(&mut self, line: &str) -> Result<(), Report> {
        if take(&mut self.asks_to_leave) {
            if is_yes(line) {
                self.stage = Stage::Left;
            }
            return Ok(());
        }
        match self.stage {
            Stage::Starter => self.starter(line),
            Stage::Move | Stage::Stopped | Stage::Ended => match read(line) {
                Some(Ok(asked)) => asked.answer(self),
                Some(Err(wrong)) => {
                    self.say(&wrong);
                    Ok(())
                }
                None => self.plain(line),
            },
            Stage::Left => Ok(()),
        }
    }

    fn starter(&mut self, line: &str) -> Result<(), Report> {
        self.game.setup.first = match line.to_lowercase().as_str() {
            "" | "y" | "yes" | "me" | "first" => Some(Starter::Me),
            "n" | "no" | "program" | "you" | "second" => Some(Starter::Program),
            _ => match read(line) {
                Some(Ok(asked)) if !OF_MOVES.contains(&asked.name) => return asked.answer(self),
                _ => {
                    self.say("`y`: you make the first move; `n`: I do");
                    return Ok(());
                }
            },
        };
        self.stage = Stage::Move;
        self.go_on()
    }

    /// A line that is no command.
    fn plain(&mut self, line: &str) -> Result<(), Report> {
        match self.stage {
            Stage::Move if line.is_empty() => {
                self.say("`moves` lists what you may do; `help` says how moves are written");
            }
            Stage::Move => match meant(&mut self.game.session, &self.turns, self.listed, line)? {
                Ok(play) => {
                    self.make(play)?;
                    self.go_on()?;
                }
                Err(why) => self.say(&why),
            },
            Stage::Stopped => self.go_on()?,
            Stage::Ended if ["", "n", "no"].contains(&line.to_lowercase().as_str()) => {
                self.stage = Stage::Left;
            }
            Stage::Ended => self.say(
                "the game is over: `again` begins anew, `undo` takes a move back, `quit` leaves",
            ),
            Stage::Starter | Stage::Left => {}
        }
        Ok(())
    }
}

fn is_yes(line: &str) -> bool {
    is_among(&line.to_lowercase(), "y yes quit :quit :q exit")
}

/// The last thing that a command says, if there is anything left to say.
type Answered = Result<String, Report>;

/// A name, what stands behind it, what it does in words, and what does it with that.
type Command = (
    &'static str,
    &'static str,
    &'static str,
    fn(&mut Talk, &str) -> Answered,
);

/// All commands; of `help` it says nothing itself.
const COMMANDS: &[Command] = &[
    ("help", "", "", help),
    (
        "moves",
        "[N]",
        "the legal moves, from number N on; again for more",
        moves,
    ),
    ("hint", "", "a best move", hint),
    (
        "why",
        "",
        "the last move of the program, and who wins now and why",
        why,
    ),
    ("board", "", "the position once more", board),
    ("rules", "", "the rules of the game", rules),
    ("undo", "", "take back your last move", undo),
    (
        "save",
        "FILE",
        "write the game to a file; `save! FILE` replaces one",
        |talk, file| save(talk, file, false),
    ),
    ("load", "FILE", "go on with a game that was saved", load),
    ("draw", "", "end a game that goes in circles", draw),
    ("resign", "", "give up", resign),
    ("again", "", "begin anew", again),
    ("quit", "", "leave the game", quit),
];

/// Those that need a move that was made.
const OF_MOVES: [&str; 4] = ["undo", "draw", "resign", "again"];

/// Other words for a command, in small letters and without a question mark.
const OTHER_WORDS: &[(&str, &str)] = &[
    ("?, h, help me", "help"),
    ("list, legal moves, what can i do", "moves"),
    (
        "best, best move, what should i do, what is the best move",
        "hint",
    ),
    ("explain, who wins, who is winning, am i winning", "why"),
    ("show, position", "board"),
    ("rule, describe, how do i play", "rules"),
    ("back, go back, take back, take it back", "undo"),
    ("give up, i give up, surrender", "resign"),
    (
        "restart, new, new game, start over, start again, play again",
        "again",
    ),
    ("exit, q, bye, stop, i quit", "quit"),
];

/// How moves are written.
const WAYS: &[(&str, &str)] = &[
    (
        "#7",
        "the seventh move in the list of `moves`; once that was shown also `7`",
    ),
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

fn help(_: &mut Talk, _: &str) -> Answered {
    let mut text = String::from("A move is written in one of these ways:\n\n");
    for (way, about) in WAYS {
        text.push_str(&format!("  {way:19}  {about}\n"));
    }
    text.push_str("\nOr ask for something:\n");
    for (name, argument, about, _) in COMMANDS.iter().skip(1) {
        let call = format!("{name} {argument}");
        text.push_str(&format!("\n  {call:19}  {about}"));
    }
    Ok(text)
}

fn names() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|(name, ..)| *name)
}

/// The commands that begin like this.
pub fn complete(text: &str) -> Vec<String> {
    let names = names().filter(|name| name.starts_with(text));
    names.map(str::to_string).collect()
}

pub(super) struct CommandCall<'a> {
    pub(super) name: &'static str,
    rest: &'a str,
    run: fn(&mut Talk, &str) -> Answered,
}

impl CommandCall<'_> {
    pub(super) fn answer(&self, talk: &mut Talk) -> Result<(), Report> {
        let told = (self.run)(talk, self.rest)?;
        if !told.is_empty() {
            talk.say(&told);
        }
        Ok(())
    }
}

/// The command on a line, `None` where it is none, or what is wrong with it. A colon before it does not matter.
pub(super) fn read(line: &str) -> Option<Result<CommandCall<'_>, String>> {
    let line = line.trim();
    let (has_colon, line) = match line.strip_prefix(':') {
        Some(line) => (true, line),
        None => (false, line),
    };
    let whole = line.to_lowercase();
    let asked = whole.trim_end_matches(['?', ' ', '.', '!']);
    let asked = asked.strip_suffix(" please").unwrap_or(asked);
    let other = OTHER_WORDS.iter().find_map(|(words, name)| {
        let is_one = words.split(", ").any(|it| it == whole || it == asked);
        // A letter may be a pile.
        let is_told = has_colon || whole.len() > 1 || whole == "?";
        (is_one && is_told).then_some(*name)
    });
    let line = other.unwrap_or(line);
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let word = word.to_lowercase();
    let name = match word.as_str() {
        "more" => "moves",
        "save!" => "save",
        word => word,
    };
    let mut all = COMMANDS.iter().copied();
    let Some((name, argument, _, run)) = all.find(|(known, ..)| *known == name) else {
        let near = nearest(&word, names()).filter(|_| rest.is_empty() || has_colon);
        return match near {
            Some(near) => Some(Err(format!("there is no `{word}`: did you mean `{near}`?"))),
            None if has_colon => Some(Err(format!(
                "there is no command `{word}`; `help` lists them"
            ))),
            None => None,
        };
    };
    let rest = match argument {
        "FILE" => unquoted(rest),
        _ => rest,
    };
    let run: fn(&mut Talk, &str) -> Answered = match word.as_str() {
        "save!" => |talk, file| save(talk, file, true),
        _ => run,
    };
    Some(match argument {
        "FILE" if rest.is_empty() => Err(format!("`{word}` needs the name of a file")),
        _ if !rest.is_empty() && (argument.is_empty() || word == "more") => {
            Err(format!("`{word}` takes nothing behind it"))
        }
        _ => Ok(CommandCall { name, rest, run }),
    })
}

/// How many moves are listed at once.
const PAGE: usize = 20;

fn moves(talk: &mut Talk, from: &str) -> Answered {
    let number = from.parse::<usize>().ok();
    if number.is_none() && !from.is_empty() {
        return Ok("`moves` takes the number of a move, as in `moves 21`".to_string());
    }
    if talk.turns.is_over() {
        return Ok(NO_MOVE.to_string());
    }
    let Some(count) = talk.turns.count() else {
        return amounts(talk);
    };
    let first = match number {
        Some(number) => number.saturating_sub(1),
        None if talk.listed >= count => 0,
        None => talk.listed,
    };
    if first >= count {
        return Ok(format!("there are {count} moves"));
    }
    let last = count.min(first.saturating_add(PAGE));
    let mut rows: Vec<MoveTo> = Vec::new();
    for number in first..last {
        rows.extend(talk.game.session.turn(&talk.turns, number)?);
    }
    let width = widest(rows.iter().map(|play| play.words.as_str()));
    let digits = last.to_string().len();
    for (number, MoveTo { words, to }) in (first + 1..).zip(&rows) {
        let to = talk.look.faint(to);
        talk.say(&format!("  {number:>digits$}  {words:width$}   {to}"));
    }
    talk.listed = last;
    if first == 0 && last == count {
        return Ok(String::new());
    }
    let more = if last < count { "; `more` goes on" } else { "" };
    let first = first + 1;
    Ok(format!("  {first} to {last} of {count} moves{more}"))
}

/// What may be done in each pile, where there are too many moves for a list.
fn amounts(talk: &mut Talk) -> Answered {
    let mut lines = vec!["There are too many moves for a list.".to_string()];
    for term in &talk.turns.position().terms {
        if term.game.turn != Turn::One {
            let (label, turn) = (&term.game.label, term.game.turn.in_words());
            lines.push(format!("  a turn of {label} moves in {turn}"));
        }
    }
    for (number, (_, pile)) in talk.turns.piles().enumerate().take(PAGE) {
        let runs = talk.turns.amounts(number);
        let told = match runs.is_empty() {
            false => format!("you may take {}", ranges(&runs)),
            true => match talk.game.session.becomes(&talk.turns, number, None, 3)? {
                results if results.is_empty() => "there is no move".to_string(),
                results => format!("may become {}, …", results.join("; ")),
            },
        };
        lines.push(format!("  {} ({pile})  {told}", label(number)));
    }
    if talk.turns.piles().count() > PAGE {
        lines.push("  …".to_string());
    }
    Ok(lines.join("\n"))
}

/// What is said where the game is over, and where the time is.
const NO_MOVE: &str = "no move is left";
const TOO_LARGE: &str = "This position is too large for me to see through in time.";

fn hint(talk: &mut Talk, _: &str) -> Answered {
    if talk.turns.is_over() {
        return Ok(NO_MOVE.to_string());
    }
    let Some((best, winner)) = best(&mut talk.game.session, &talk.turns)? else {
        return Ok(TOO_LARGE.to_string());
    };
    let intro = match (winner, best.length) {
        (Outcome::First, _) => "A winning move:",
        (Outcome::Draw, _) => "No move wins against perfect play. This one keeps the draw:",
        (Outcome::Second, Some(_)) => "No move wins against perfect play. The longest resistance:",
        (Outcome::Second, None) => "No move wins against perfect play. To play on:",
    };
    let MoveTo { words, to } = &best.play;
    Ok(format!("{intro} {words}, leaves {to}"))
}

fn why(talk: &mut Talk, _: &str) -> Answered {
    let last_side = talk.game.referee.to_move().other();
    if talk.is_program(last_side)
        && let Some(play) = talk.game.referee.moves().last()
    {
        let told = talk.told(last_side, &play.words, &play.to);
        talk.say(&format!("{told}\n"));
    }
    let (session, now) = (&mut talk.game.session, talk.game.referee.now());
    let told = session.aside(PATIENCE, |session| session.explain(now))?;
    Ok(match told {
        Some(explanation) => explanation.to_string().trim_end().to_string(),
        None => TOO_LARGE.to_string(),
    })
}

fn board(talk: &mut Talk, _: &str) -> Answered {
    Ok(talk.board().trim_end().to_string())
}

fn rules(talk: &mut Talk, _: &str) -> Answered {
    let mut games = Vec::new();
    for term in &talk.game.referee.start().terms {
        if !games.contains(&term.game) {
            games.push(Arc::clone(&term.game));
        }
    }
    let mut told = Vec::new();
    for game in games {
        told.push(talk.game.session.describe(&game)?.rules);
    }
    Ok(told.join("\n"))
}

fn undo(talk: &mut Talk, _: &str) -> Answered {
    // Back to where a person was to move, at least one move ago; a game that was given up goes on.
    let was_given_up = talk.stage == Stage::Ended && !talk.turns.is_over();
    let (mut count, side) = match was_given_up {
        true => (0, talk.game.referee.to_move()),
        false => (1, talk.game.referee.to_move().other()),
    };
    if talk.is_program(side) {
        count += 1;
    }
    if count > talk.game.referee.moves().len() {
        return Ok("there is no move of yours to take back".to_string());
    }
    let mut referee = talk.game.referee.clone();
    referee.take_back(count);
    let turns = talk.game.session.turns(referee.now())?;
    talk.restart(referee, turns);
    talk.say(match count {
        0 => "The game goes on.",
        1 => "One move is taken back.",
        _ => "Your move and my answer are taken back.",
    });
    talk.go_on()?;
    Ok(String::new())
}

fn save(talk: &mut Talk, file: &str, replace: bool) -> Answered {
    if !replace && talk.world.exists(file) {
        return Ok(format!(
            "there is a file `{file}` already; `save! {file}` replaces it"
        ));
    }
    let text = store::to_text(&talk.game);
    let mut budget = talk.game.session.budget();
    Ok(match talk.world.write(file, text.as_bytes(), &mut budget) {
        Ok(()) => format!("saved as {file}"),
        Err(why) => format!("`{file}` cannot be written: {why}"),
    })
}

fn load(talk: &mut Talk, file: &str) -> Answered {
    let settings = talk.game.session.settings_mut().clone();
    let text = match talk.world.open(file, &mut talk.game.session.budget()) {
        Ok(text) => text,
        Err(error) => return Ok(error.message),
    };
    let mut game = match store::from_text(&text, &talk.world, &settings) {
        Ok(game) => game,
        Err(why) => return Ok(format!("`{file}` cannot be loaded: {why}")),
    };
    let turns = game.session.turns(game.referee.now())?;
    game.setup.seed = talk.game.setup.seed;
    let referee = game.referee.clone();
    talk.game = game;
    talk.restart(referee, turns);
    talk.introduce();
    talk.go_on()?;
    Ok(String::new())
}

fn resign(talk: &mut Talk, _: &str) -> Answered {
    if talk.stage == Stage::Ended {
        return Ok("the game is over".to_string());
    }
    talk.stage = Stage::Ended;
    let side = talk.game.referee.to_move();
    let (loser, winner) = (side.name(), side.other().name());
    Ok(match talk.game.setup.two {
        true => format!("The {loser} player gives up: the {winner} player wins."),
        false => "You give up: I win.".to_string(),
    })
}

fn draw(talk: &mut Talk, _: &str) -> Answered {
    if talk.stage == Stage::Ended {
        return Ok("the game is over".to_string());
    }
    if !talk.game.referee.may_draw() {
        let why = "there is no reason for a draw: no position came back, and the game is not long";
        return Ok(why.to_string());
    }
    talk.stage = Stage::Ended;
    Ok("The game is a draw.".to_string())
}

fn again(talk: &mut Talk, _: &str) -> Answered {
    let referee = Referee::new(talk.game.referee.start().clone());
    let turns = talk.game.session.turns(referee.now())?;
    talk.restart(referee, turns);
    talk.introduce();
    talk.go_on()?;
    Ok(String::new())
}

fn quit(talk: &mut Talk, _: &str) -> Answered {
    talk.stage = Stage::Left;
    Ok(String::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_told_from_moves() {
        for (line, name, rest) in [
            ("hint", "hint", ""),
            (" :hint ", "hint", ""),
            ("HELP", "help", ""),
            ("?", "help", ""),
            (":q", "quit", ""),
            ("moves 21", "moves", "21"),
            ("more", "moves", ""),
            ("load \"my game.json\"", "load", "my game.json"),
            ("who wins?", "why", ""),
            ("Best move", "hint", ""),
            ("show", "board", ""),
            ("restart", "again", ""),
            ("rules", "rules", ""),
        ] {
            let asked = read(line).unwrap().unwrap();
            assert_eq!((asked.name, asked.rest), (name, rest), "{line}");
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
            assert!(read(line).is_none(), "{line}");
        }
        for (line, part) in [
            ("hnit", "did you mean `hint`?"),
            (":zzz", "`help` lists them"),
            ("save", "needs the name"),
            ("undo 3", "takes nothing"),
            ("more 3", "takes nothing"),
        ] {
            let wrong = read(line).unwrap().err().unwrap();
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
