//! Games as files: the rules, where the game began and the moves made.

use std::sync::Arc;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use super::referee::Referee;
use super::{Level, Setup, Starter};
use crate::query::{Session, Settings};
use crate::rules::Rulebook;
use crate::text::certain::Certain;
use crate::work::world::World;

/// What stands in a file.
#[derive(Debug, Serialize, Deserialize)]
struct Saved {
    /// What this is: [`FORMAT`].
    format: String,
    /// Where the rules come from; files that they name are found from there.
    file: String,
    rules: String,
    start: String,
    /// The positions that the moves left.
    moves: Vec<String>,
    two: bool,
    program_first: bool,
    level: String,
}

/// The format and its version.
const FORMAT: &str = "nimrule game 1";

/// More moves are not read.
const MOST_MOVES: usize = 100_000;

/// A game that is played, and can be written down.
pub struct Game {
    /// A session with the rules, for this game alone.
    pub session: Session,
    pub file: String,
    /// Where it begins, with the moves that were made.
    pub referee: Referee,
    /// Who plays.
    pub setup: Setup,
}

pub fn to_text(game: &Game) -> String {
    let (referee, setup) = (&game.referee, &game.setup);
    let moves = referee.moves().iter();
    let level = setup.level.to_possible_value();
    let saved = Saved {
        format: FORMAT.to_string(),
        file: game.file.clone(),
        rules: game.session.book().to_text(),
        start: referee.start().to_string(),
        moves: moves.map(|play| play.to.to_string()).collect(),
        two: setup.two,
        program_first: setup.first == Some(Starter::Program),
        level: level.map_or_else(String::new, |level| level.get_name().to_string()),
    };
    let text = serde_json::to_string_pretty(&saved);
    let mut text = text.certain("texts and truth values can be written");
    text.push('\n');
    text
}

/// Reads a game and plays its moves again, each of which is checked; or says what is wrong with the text.
pub fn from_text(text: &str, world: &Arc<dyn World>, settings: &Settings) -> Result<Game, String> {
    let saved: Saved =
        serde_json::from_str(text).map_err(|error| format!("it is no saved game: {error}"))?;
    if saved.format != FORMAT {
        return Err(format!(
            "it is no saved game of this version: its format is `{}`, not `{FORMAT}`",
            saved.format
        ));
    }
    if saved.moves.len() > MOST_MOVES {
        return Err(format!("it has more than {MOST_MOVES} moves"));
    }
    let level = Level::from_str(&saved.level, false)
        .map_err(|_| format!("it has no such level as `{}`", saved.level))?;
    let mut book = Rulebook::new(Arc::clone(world), settings.limits.clone());
    book.add(&saved.file, &saved.rules)
        .map_err(|report| format!("its rules have mistakes: {report}"))?;
    let mut session = Session::new(book, settings.clone()).map_err(|report| report.to_string())?;
    let start = session
        .position(None, &[saved.start])
        .map_err(|report| format!("its first position is none: {report}"))?;
    let mut referee = Referee::new(start);
    for (number, to) in (1..).zip(saved.moves) {
        let in_words = |why: String| format!("its move {number} is wrong: {why}");
        let to = session
            .position(None, &[to])
            .map_err(|report| in_words(report.to_string()))?;
        let found = session
            .turns(referee.now())
            .and_then(|turns| session.turn_to(&turns, &to));
        match found.map_err(|report| in_words(report.to_string()))? {
            Some(play) => referee.record(play),
            None => {
                let why = format!("no move leads from {} to {to}", referee.now());
                return Err(in_words(why));
            }
        }
    }
    let first = match saved.program_first {
        true => Starter::Program,
        false => Starter::Me,
    };
    Ok(Game {
        session,
        file: saved.file,
        referee,
        setup: Setup {
            level,
            first: Some(first).filter(|_| !saved.two),
            two: saved.two,
            ..Setup::default()
        },
    })
}
