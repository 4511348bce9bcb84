//! A game as a conversation: a line in, what there is to say about it out. It knows no terminal.

use std::mem::take;
use std::sync::Arc;

use super::Starter;
use super::board::draw;
use super::opponent::choose;
use super::referee::{Referee, Side};
use super::store::Game;
use crate::expr::position::Position;
use crate::query::answer::MoveTo;
use crate::query::turns::Turns;
use crate::report::look::clipped;
use crate::report::{Look, diagnostics};
use crate::text::diagnostic::Report;
use crate::text::words::counted;
use crate::work::chance::Chance;
use crate::work::world::World;

/// How many characters of a position or of what is done are shown in a sentence.
const MOST_TEXT: usize = 400;

pub struct Opening {
    /// The game, with the moves that were made already.
    pub game: Game,
    /// Where games are saved.
    pub world: Arc<dyn World>,
    pub look: Look,
    /// Whether somebody is there to be asked who begins, and whether to go on after the end.
    pub is_interactive: bool,
}

/// A game being played.
pub struct Talk {
    pub(super) game: Game,
    pub(super) world: Arc<dyn World>,
    pub(super) look: Look,
    is_interactive: bool,
    /// The moves of the position now.
    pub(super) turns: Turns,
    chance: Chance,
    pub(super) stage: Stage,
    /// Whether the next line says if the player leaves; the stage is that of the game if not.
    pub(super) asks_to_leave: bool,
    /// How many moves of the list were shown.
    pub(super) listed: usize,
    /// What is said to the line that was heard last.
    said: String,
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
    Ended,
    /// Nothing more: the player left.
    Left,
}

impl Talk {
    /// A game that is about to begin or to go on.
    ///
    /// # Errors
    /// The moves of the position cannot be listed.
    pub fn new(opening: Opening) -> Result<Talk, Report> {
        let Opening {
            mut game,
            world,
            look,
            is_interactive,
        } = opening;
        let turns = game.session.turns(game.referee.now())?;
        let asks = is_interactive
            && !game.setup.two
            && game.setup.first.is_none()
            && game.referee.moves().is_empty();
        Ok(Talk {
            chance: Chance::new(game.setup.seed),
            game,
            world,
            look,
            is_interactive,
            turns,
            stage: if asks { Stage::Starter } else { Stage::Move },
            asks_to_leave: false,
            listed: 0,
            said: String::new(),
        })
    }

    /// The first words: the position, and the program's move where it begins.
    pub fn open(&mut self) -> String {
        self.introduce();
        let gone_on = match self.stage {
            Stage::Starter => Ok(()),
            _ => self.go_on(),
        };
        self.said(gone_on)
    }

    /// What was said, and what went wrong then.
    pub(super) fn said(&mut self, result: Result<(), Report>) -> String {
        match result {
            Ok(()) => {}
            Err(report) if report.is_interrupt() => self.say("interrupted"),
            Err(report) => {
                let report = diagnostics::with_options(&report, "--");
                self.said.push_str(&diagnostics::render(&report, self.look));
            }
        }
        take(&mut self.said)
    }

    /// Says something on lines of its own.
    pub(super) fn say(&mut self, text: &str) {
        self.said.push_str(text);
        self.said.push('\n');
    }

    /// What to ask with for the next line.
    pub fn prompt(&self) -> &'static str {
        match self.stage {
            _ if self.asks_to_leave => "Leave the game? [y/N] ",
            Stage::Starter => "Do you begin? [Y/n] ",
            Stage::Move => match (self.game.setup.two, self.game.referee.to_move()) {
                (false, _) => "your move> ",
                (true, Side::First) => "first> ",
                (true, Side::Second) => "second> ",
            },
            Stage::Stopped => "Enter to go on> ",
            Stage::Ended => "again, undo or quit> ",
            Stage::Left => "",
        }
    }

    /// Whether there is nothing more to say.
    pub fn is_over(&self) -> bool {
        match self.stage {
            Stage::Left => true,
            Stage::Ended => !self.is_interactive,
            Stage::Starter | Stage::Move | Stage::Stopped => false,
        }
    }

    /// Ctrl-C at the prompt: asks whether to leave; the second time in a row it leaves.
    pub fn interrupted(&mut self) {
        match self.asks_to_leave {
            true => self.stage = Stage::Left,
            false => self.asks_to_leave = true,
        }
    }

    /// The last words where no more lines come.
    pub fn farewell(&self) -> &'static str {
        match self.stage {
            Stage::Left => "",
            Stage::Ended if !self.asks_to_leave => "",
            _ => "The game is left as it is.\n",
        }
    }

    pub(super) fn is_program(&self, side: Side) -> bool {
        let first = self.game.setup.first.unwrap_or(Starter::Me);
        !self.game.setup.two && (first == Starter::Program) == (side == Side::First)
    }

    /// Makes a move and says so.
    pub(super) fn make(&mut self, play: MoveTo) -> Result<(), Report> {
        let turns = self.game.session.turns(&play.to)?;
        let told = self.told(self.game.referee.to_move(), &play.words, &play.to);
        self.say(&told);
        self.turns = turns;
        self.game.referee.record(play);
        self.listed = 0;
        Ok(())
    }

    /// Lets the program move where it is its turn, and shows the position that the next line is about.
    pub(super) fn go_on(&mut self) -> Result<(), Report> {
        self.stage = Stage::Move;
        if !self.turns.is_over() && self.is_program(self.game.referee.to_move()) {
            self.stage = Stage::Stopped;
            if !self.program_moves()? {
                return Ok(());
            }
            self.stage = Stage::Move;
        }
        if self.turns.is_over() {
            self.end();
            return Ok(());
        }
        if self.game.referee.repeats() {
            self.say("This position stood before: `draw` ends the game without a winner.");
        }
        self.say("");
        let board = self.board();
        self.say(&board);
        Ok(())
    }

    /// The program's move; false where it stopped thinking.
    fn program_moves(&mut self) -> Result<bool, Report> {
        let level = self.game.setup.level;
        let chosen = match choose(&mut self.game.session, &self.turns, level, &mut self.chance) {
            Err(report) if report.is_interrupt() => {
                self.say("I stopped thinking. `undo` takes your move back.");
                return Ok(false);
            }
            chosen => chosen?,
        };
        // There is a move, as was checked before.
        let Some(chosen) = chosen else {
            return Ok(false);
        };
        if chosen.is_guess {
            self.say("This position is too large for me to see through in time: I play a move by chance.");
        }
        self.make(chosen.play)?;
        Ok(true)
    }

    /// Puts a game with these moves in the place of this one.
    pub(super) fn restart(&mut self, referee: Referee, turns: Turns) {
        self.game.referee = referee;
        self.turns = turns;
        self.listed = 0;
        self.stage = Stage::Move;
    }

    /// Says what is played.
    pub(super) fn introduce(&mut self) {
        let made = self.game.referee.moves().len();
        let level = self.game.setup.level.in_words();
        let players = match (self.game.setup.two, self.game.setup.first) {
            (true, _) => "two players".to_string(),
            (false, _) if made > 0 || self.stage == Stage::Starter => format!("against {level}"),
            (false, Some(Starter::Program)) => format!("the program begins, with {level}"),
            (false, _) => format!("you begin against {level}"),
        };
        let so_far = match made {
            0 => String::new(),
            made => format!(", after {}", counted(made, "move", "moves")),
        };
        let rule = match self.game.referee.start().is_misere() {
            true => "whoever makes the last move loses",
            false => "whoever makes the last move wins",
        };
        let now = self.game.referee.now().to_string();
        let about = format!("{players}{so_far}; {rule}");
        let gap = match now.chars().count() + about.chars().count() + 3 <= self.look.width {
            true => "   ",
            false => "\n  ",
        };
        let now = self.look.strong(clipped(&now, MOST_TEXT));
        self.say(&format!("{now}{gap}{about}"));
        if self.stage == Stage::Starter || self.is_program(self.game.referee.to_move()) {
            let board = self.board();
            self.say(&format!("\n{board}"));
        }
    }

    pub(super) fn board(&self) -> String {
        let referee = &self.game.referee;
        draw(referee.now(), referee.start(), self.look)
    }

    /// A move in a sentence.
    pub(super) fn told(&self, side: Side, words: &str, to: &Position) -> String {
        // What a pile became is said once.
        let mut becomes = [" leaving ", " into ", " to "].iter();
        let says_what_is_left = becomes.any(|word| words.contains(word));
        let (words, to) = (clipped(words, MOST_TEXT), to.to_string());
        let who = match (self.game.setup.two, self.is_program(side)) {
            (true, _) => side.name(),
            (false, true) => "I",
            (false, false) => "You",
        };
        if says_what_is_left && to.chars().count() > self.look.width / 2 {
            // The position is drawn below.
            return match self.game.setup.two {
                true => format!("{who}: {words}"),
                false => format!("{who} {words}."),
            };
        }
        let to = clipped(&to, MOST_TEXT);
        match (self.game.setup.two, says_what_is_left) {
            (true, false) => format!("{who}: {words}, leaves {to}"),
            (true, true) => format!("{who}: {words}: {to}"),
            (false, false) => format!("{who} {words}, which leaves {to}."),
            (false, true) => format!("{who} {words}: {to}."),
        }
    }

    fn end(&mut self) {
        let winner = self.game.referee.winner();
        let is_misere = self.game.referee.now().is_misere();
        let name = |side: Side| match (self.game.setup.two, self.is_program(side)) {
            (true, _) => format!("the {} player", side.name()),
            (false, true) => "I".to_string(),
            (false, false) => "you".to_string(),
        };
        let last = name(self.game.referee.to_move().other());
        let verb = if self.game.setup.two { "wins" } else { "win" };
        let verdict = format!("{} {verb}", name(winner));
        let verdict = match self.game.setup.two || !self.is_program(winner) {
            true => self.look.good(verdict),
            false => self.look.bad(verdict),
        };
        let rule = match (is_misere, self.game.referee.moves().is_empty()) {
            (false, true) => "No move is left, and whoever cannot move loses".to_string(),
            (true, true) => "No move is left, which wins in misère play".to_string(),
            (false, false) => format!("No move is left. The last one wins, and {last} made it"),
            (true, false) => {
                format!("No move is left. In misère play the last one loses, and {last} made it")
            }
        };
        self.say(&format!("{rule}: {verdict}."));
        self.stage = Stage::Ended;
    }
}
