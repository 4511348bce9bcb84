//! What the commands of a game do.

use super::board::label;
use super::commands::{self, Command};
use super::meant::ranges;
use super::opponent::{Advice, PATIENCE, best};
use super::referee::Referee;
use super::store;
use super::talk::{Stage, Talk, say};
use crate::expr::position::Turn;
use crate::expr::value::Outcome;
use crate::query::answer::MoveTo;
use crate::text::words::widest;

/// So many moves are listed at once.
const PAGE: usize = 20;

/// Does what a command asks for.
pub(super) fn answer(talk: &mut Talk, command: Command, out: &mut String) {
    match command {
        Command::Help => out.push_str(&commands::help()),
        Command::Moves(from) => moves(talk, from, out),
        Command::Hint => hint(talk, out),
        Command::Why => why(talk, out),
        Command::Board => talk.board(out),
        Command::Undo => undo(talk, out),
        Command::Save { file, replace } => save(talk, &file, replace, out),
        Command::Load(file) => load(talk, &file, out),
        Command::Resign => resign(talk, out),
        Command::Draw => draw(talk, out),
        Command::Again => again(talk, out),
        Command::Quit => talk.stage = Stage::Left,
    }
}

fn moves(talk: &mut Talk, from: Option<usize>, out: &mut String) {
    if talk.turns.is_over() {
        return say(out, "no move is left");
    }
    let Some(count) = talk.turns.count() else {
        return amounts(talk, out);
    };
    let first = match from {
        Some(number) => number.saturating_sub(1),
        None if talk.listed >= count => 0,
        None => talk.listed,
    };
    if first >= count {
        return say(out, &format!("there are {count} moves"));
    }
    let last = count.min(first.saturating_add(PAGE));
    let mut rows: Vec<MoveTo> = Vec::new();
    for number in first..last {
        match talk.session.turn(&talk.turns, number) {
            Ok(Some(play)) => rows.push(play),
            Ok(None) => {}
            Err(report) => return talk.complain(&report, out),
        }
    }
    let width = widest(rows.iter().map(|play| play.words.as_str()));
    let digits = last.to_string().len();
    for (number, play) in (first + 1..).zip(&rows) {
        let to = talk.look.faint(&play.to);
        out.push_str(&format!(
            "  {number:>digits$}  {:width$}   {to}\n",
            play.words
        ));
    }
    if first > 0 || last < count {
        let more = if last < count { "; `more` goes on" } else { "" };
        say(
            out,
            &format!("  {} to {last} of {count} moves{more}", first + 1),
        );
    }
    talk.listed = last;
}

/// What may be done in each pile, where there are too many moves for a list.
fn amounts(talk: &mut Talk, out: &mut String) {
    say(out, "There are too many moves for a list.");
    for term in &talk.turns.position().terms {
        if term.game.turn != Turn::One {
            let (label, turn) = (&term.game.label, term.game.turn.in_words());
            say(out, &format!("  a turn of {label} moves in {turn}"));
        }
    }
    let piles: Vec<String> = talk
        .turns
        .piles()
        .map(|(_, pile)| pile.to_string())
        .collect();
    for (number, pile) in piles.iter().enumerate().take(PAGE) {
        let runs = talk.turns.amounts(number);
        let told = match runs.is_empty() {
            false => format!("you may take {}", ranges(&runs)),
            true => match talk.session.becomes(&talk.turns, number, None, 3) {
                Ok(results) if results.is_empty() => "there is no move".to_string(),
                Ok(results) => format!("may become {}, …", results.join("; ")),
                Err(report) => return talk.complain(&report, out),
            },
        };
        say(out, &format!("  {} ({pile})  {told}", label(number)));
    }
    if piles.len() > PAGE {
        say(out, "  …");
    }
}

/// What is said where the time is over.
const TOO_LARGE: &str = "This position is too large for me to see through in time.";

fn hint(talk: &mut Talk, out: &mut String) {
    if talk.turns.is_over() {
        return say(out, "no move is left");
    }
    let advice = match best(&mut talk.session, &talk.turns) {
        Ok(advice) => advice,
        Err(report) => return talk.complain(&report, out),
    };
    let Some(Advice { best, winner }) = advice else {
        return say(out, TOO_LARGE);
    };
    let intro = match (winner, best.length) {
        (Outcome::First, _) => "A winning move:",
        (Outcome::Draw, _) => "No move wins against perfect play. This one keeps the draw:",
        (Outcome::Second, Some(_)) => "No move wins against perfect play. The longest resistance:",
        (Outcome::Second, None) => "No move wins against perfect play. To play on:",
    };
    let (words, to) = (&best.play.words, &best.play.to);
    say(out, &format!("{intro} {words}, leaves {to}"));
}

fn why(talk: &mut Talk, out: &mut String) {
    let last_side = talk.referee.to_move().other();
    if talk.is_program(last_side)
        && let Some(play) = talk.referee.moves().last()
    {
        let told = talk.told(last_side, &play.words, &play.to);
        out.push_str(&format!("{told}\n\n"));
    }
    let now = talk.referee.now();
    let told = talk.session.aside(PATIENCE, |session| session.explain(now));
    match told {
        Ok(Some(explanation)) => {
            out.push_str(explanation.to_string().trim_end());
            out.push('\n');
        }
        Ok(None) => say(out, TOO_LARGE),
        Err(report) => talk.complain(&report, out),
    }
}

fn undo(talk: &mut Talk, out: &mut String) {
    let made = talk.referee.moves().len();
    // Back to where a person was to move, at least one move ago; a game that was given up goes on.
    let was_given_up = talk.stage == Stage::Ended && !talk.turns.is_over();
    let mut count = usize::from(!was_given_up);
    let mut side = talk.referee.to_move();
    if !was_given_up {
        side = side.other();
    }
    if talk.is_program(side) {
        count += 1;
    }
    if count > made {
        return say(out, "there is no move of yours to take back");
    }
    let mut referee = talk.referee.clone();
    referee.take_back(count);
    if talk.restart(None, referee, out) {
        let what = match count {
            0 => "The game goes on.",
            1 => "One move is taken back.",
            _ => "Your move and my answer are taken back.",
        };
        say(out, what);
        talk.go_on(out);
    }
}

fn save(talk: &mut Talk, file: &str, replace: bool, out: &mut String) {
    if !replace && talk.world.exists(file) {
        return say(
            out,
            &format!("there is a file `{file}` already; `save! {file}` replaces it"),
        );
    }
    let text = store::to_text(&talk.session, &talk.file, &talk.referee, &talk.setup);
    let mut budget = talk.session.budget();
    match talk.world.write(file, text.as_bytes(), &mut budget) {
        Ok(()) => say(out, &format!("saved as {file}")),
        Err(why) => say(out, &format!("`{file}` cannot be written: {why}")),
    }
}

fn load(talk: &mut Talk, file: &str, out: &mut String) {
    let settings = talk.session.settings_mut().clone();
    let game = talk
        .world
        .open(file, &mut talk.session.budget())
        .and_then(|text| store::from_text(&text, &talk.world, &settings));
    let game = match game {
        Ok(game) => game,
        Err(why) => return say(out, &format!("`{file}` cannot be loaded: {why}")),
    };
    let session = Some((game.session, game.file));
    if talk.restart(session, game.referee, out) {
        let seed = talk.setup.seed;
        talk.setup = game.setup;
        talk.setup.seed = seed;
        talk.introduce(out);
        talk.go_on(out);
    }
}

fn resign(talk: &mut Talk, out: &mut String) {
    if talk.stage == Stage::Ended {
        return say(out, "the game is over");
    }
    let side = talk.referee.to_move();
    match talk.setup.two {
        true => {
            let (loser, winner) = (side.name(), side.other().name());
            say(
                out,
                &format!("The {loser} player gives up: the {winner} player wins."),
            );
        }
        false => say(out, "You give up: I win."),
    }
    talk.stage = Stage::Ended;
}

fn draw(talk: &mut Talk, out: &mut String) {
    if talk.stage == Stage::Ended {
        return say(out, "the game is over");
    }
    if !talk.referee.may_draw() {
        return say(
            out,
            "there is no reason for a draw: no position came back, and the game is not long",
        );
    }
    say(out, "The game is a draw.");
    talk.stage = Stage::Ended;
}

fn again(talk: &mut Talk, out: &mut String) {
    let referee = Referee::new(talk.referee.start().clone());
    if talk.restart(None, referee, out) {
        talk.introduce(out);
        talk.go_on(out);
    }
}
