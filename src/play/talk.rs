//! A game as a conversation: a line in, what there is to say about it out. It knows no terminal.

use std::sync::Arc;

use super::opponent::choose;
use super::referee::{Referee, Side};
use super::setup::{Setup, Starter};
use crate::query::Session;
use crate::query::answer::MoveTo;
use crate::query::turns::Turns;
use crate::report::Look;
use crate::text::diagnostic::Report;
use crate::work::chance::Chance;
use crate::work::world::World;

/// What a game begins with.
pub struct Opening {
    /// A session with the rules, for this game alone.
    pub session: Session,
    /// The file the rules came from.
    pub file: String,
    /// Where the game begins, with the moves that were made already.
    pub referee: Referee,
    /// Who plays.
    pub setup: Setup,
    /// Where games are saved.
    pub world: Arc<dyn World>,
    /// How it is shown.
    pub look: Look,
    /// Whether somebody is there to be asked who begins, and whether to go on after the end.
    pub is_interactive: bool,
}

/// A game being played.
pub struct Talk {
    pub(super) session: Session,
    pub(super) world: Arc<dyn World>,
    pub(super) file: String,
    pub(super) setup: Setup,
    pub(super) look: Look,
    is_interactive: bool,
    pub(super) referee: Referee,
    /// The moves of the position now.
    pub(super) turns: Turns,
    chance: Chance,
    pub(super) stage: Stage,
    /// How many moves of the list were shown.
    pub(super) listed: usize,
}

/// What the next line is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// Whether the player wants to begin.
    Starter,
    /// A player's move.
    Move,
    /// The program stopped thinking about its move.
    Stopped,
    /// The game is over.
    Ended,
    /// Nothing more: the player left.
    Left,
    /// Whether to leave, asked when this was to come next.
    Leave(Next),
}

/// What comes next where the player stays after all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    Starter,
    Move,
    Stopped,
    Ended,
}

impl Talk {
    /// A game that is about to begin or to go on.
    ///
    /// # Errors
    /// The moves of the position cannot be listed.
    pub fn new(mut opening: Opening) -> Result<Talk, Report> {
        let turns = opening.session.turns(opening.referee.now())?;
        let asks = opening.is_interactive
            && !opening.setup.two
            && opening.setup.first.is_none()
            && opening.referee.moves().is_empty();
        Ok(Talk {
            session: opening.session,
            world: opening.world,
            file: opening.file,
            chance: Chance::new(opening.setup.seed),
            setup: opening.setup,
            look: opening.look,
            is_interactive: opening.is_interactive,
            referee: opening.referee,
            turns,
            stage: if asks { Stage::Starter } else { Stage::Move },
            listed: 0,
        })
    }

    /// The first words: the position, and the program's move where it begins.
    pub fn open(&mut self) -> String {
        let mut out = String::new();
        self.introduce(&mut out);
        if self.stage != Stage::Starter {
            self.go_on(&mut out);
        }
        out
    }

    /// What to ask with for the next line.
    pub fn prompt(&self) -> &'static str {
        match self.stage {
            Stage::Starter => "Do you begin? [Y/n] ",
            Stage::Move => match (self.setup.two, self.referee.to_move()) {
                (false, _) => "your move> ",
                (true, Side::First) => "first> ",
                (true, Side::Second) => "second> ",
            },
            Stage::Stopped => "Enter to go on> ",
            Stage::Ended => "again, undo or quit> ",
            Stage::Leave(_) => "Leave the game? [y/N] ",
            Stage::Left => "",
        }
    }

    /// Whether there is nothing more to say.
    pub fn is_over(&self) -> bool {
        match self.stage {
            Stage::Left => true,
            Stage::Ended => !self.is_interactive,
            _ => false,
        }
    }

    /// Ctrl-C at the prompt: asks whether to leave; the second time in a row it leaves.
    pub fn interrupted(&mut self) {
        self.stage = match self.stage {
            Stage::Starter => Stage::Leave(Next::Starter),
            Stage::Move => Stage::Leave(Next::Move),
            Stage::Stopped => Stage::Leave(Next::Stopped),
            Stage::Ended => Stage::Leave(Next::Ended),
            Stage::Left | Stage::Leave(_) => Stage::Left,
        };
    }

    /// The last words where no more lines come.
    pub fn farewell(&self) -> &'static str {
        match self.stage {
            Stage::Ended | Stage::Left => "",
            _ => "The game is left as it is.\n",
        }
    }

    /// Whether it is the program's turn.
    pub(super) fn program_is_next(&self) -> bool {
        self.is_program(self.referee.to_move())
    }

    /// Whether the program plays this side.
    pub(super) fn is_program(&self, side: Side) -> bool {
        let first = self.setup.first.unwrap_or(Starter::Me);
        !self.setup.two && (first == Starter::Program) == (side == Side::First)
    }

    /// Makes a move and says so; false where it cannot be made.
    pub(super) fn make(&mut self, play: MoveTo, side: Side, out: &mut String) -> bool {
        let turns = match self.session.turns(&play.to) {
            Ok(turns) => turns,
            Err(report) => {
                self.complain(&report, out);
                return false;
            }
        };
        let told = self.told(side, &play.words, &play.to);
        out.push_str(&format!("{told}\n"));
        self.turns = turns;
        self.referee.record(play);
        self.listed = 0;
        true
    }

    /// Lets the program move where it is its turn, and shows the position that the next line is about.
    pub(super) fn go_on(&mut self, out: &mut String) {
        self.stage = Stage::Move;
        if !self.turns.is_over() && self.program_is_next() && !self.program_moves(out) {
            self.stage = Stage::Stopped;
            return;
        }
        if self.turns.is_over() {
            self.end(out);
            return;
        }
        if self.referee.repeats() {
            say(
                out,
                "This position stood before: `draw` ends the game without a winner.",
            );
        }
        out.push('\n');
        self.board(out);
        out.push('\n');
    }

    /// The program's move; false where it stopped thinking.
    fn program_moves(&mut self, out: &mut String) -> bool {
        let level = self.setup.level;
        let chosen = choose(&mut self.session, &self.turns, level, &mut self.chance);
        match chosen {
            Ok(Some(chosen)) => {
                if chosen.is_guess {
                    say(
                        out,
                        "This position is too large for me to see through in time: I play a move by chance.",
                    );
                }
                self.make(chosen.play, self.referee.to_move(), out)
            }
            // There is a move, as was checked before.
            Ok(None) => false,
            Err(report) if report.is_interrupt() => {
                say(out, "I stopped thinking. `undo` takes your move back.");
                false
            }
            Err(report) => {
                self.complain(&report, out);
                false
            }
        }
    }

    /// Replaces the game by another one, or the same from its beginning; where that fails all stays as it is.
    pub(super) fn restart(
        &mut self,
        session: Option<(Session, String)>,
        referee: Referee,
        out: &mut String,
    ) -> bool {
        let (mut session, file) = match session {
            Some((session, file)) => (Some(session), file),
            None => (None, self.file.clone()),
        };
        let asked = session.as_mut().unwrap_or(&mut self.session);
        match asked.turns(referee.now()) {
            Ok(turns) => {
                if let Some(session) = session {
                    self.session = session;
                }
                self.file = file;
                self.referee = referee;
                self.turns = turns;
                self.listed = 0;
                self.stage = Stage::Move;
                true
            }
            Err(report) => {
                self.complain(&report, out);
                false
            }
        }
    }
}

/// Adds a sentence on a line of its own.
pub(super) fn say(out: &mut String, text: &str) {
    out.push_str(text);
    out.push('\n');
}
