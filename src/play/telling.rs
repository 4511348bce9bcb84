//! What is said in the course of a game.

use super::board::draw;
use super::referee::Side;
use super::setup::Starter;
use super::talk::{Stage, Talk, say};
use crate::expr::position::Position;
use crate::report::diagnostics;
use crate::report::look::clipped;
use crate::text::diagnostic::Report;

/// So many characters of a position or of what is done are shown in a sentence.
const MOST_TEXT: usize = 400;

impl Talk {
    /// Says what is played.
    pub(super) fn introduce(&mut self, out: &mut String) {
        let made = self.referee.moves().len();
        let level = self.setup.level.in_words();
        let players = match (self.setup.two, self.setup.first) {
            (true, _) => "two players".to_string(),
            (false, _) if made > 0 || self.stage == Stage::Starter => format!("against {level}"),
            (false, Some(Starter::Program)) => format!("the program begins, with {level}"),
            (false, _) => format!("you begin against {level}"),
        };
        let so_far = match made {
            0 => String::new(),
            1 => ", after 1 move".to_string(),
            made => format!(", after {made} moves"),
        };
        let rule = match self.referee.start().is_misere() {
            true => "whoever makes the last move loses",
            false => "whoever makes the last move wins",
        };
        let now = self.referee.now().to_string();
        let about = format!("{players}{so_far}; {rule}");
        let gap = match now.chars().count() + about.chars().count() + 3 <= self.look.width {
            true => "   ",
            false => "\n  ",
        };
        let now = self.look.strong(clipped(&now, MOST_TEXT));
        out.push_str(&format!("{now}{gap}{about}\n"));
        let keep = self.stage == Stage::Starter || self.program_is_next();
        if keep {
            out.push('\n');
            self.board(out);
            out.push('\n');
        }
    }

    /// The position, drawn.
    pub(super) fn board(&self, out: &mut String) {
        out.push_str(&draw(self.referee.now(), self.referee.start(), self.look));
    }

    /// A move in a sentence.
    pub(super) fn told(&self, side: Side, words: &str, to: &Position) -> String {
        // What a pile became is said once.
        let says_what_is_left = [" leaving ", " into ", " to "]
            .iter()
            .any(|word| words.contains(word));
        let (words, to) = (clipped(words, MOST_TEXT), to.to_string());
        let who = match (self.setup.two, self.is_program(side)) {
            (true, _) => side.name(),
            (false, true) => "I",
            (false, false) => "You",
        };
        if says_what_is_left && to.chars().count() > self.look.width / 2 {
            // The position is drawn below.
            return match self.setup.two {
                true => format!("{who}: {words}"),
                false => format!("{who} {words}."),
            };
        }
        let to = clipped(&to, MOST_TEXT);
        match (self.setup.two, says_what_is_left) {
            (true, false) => format!("{who}: {words}, leaves {to}"),
            (true, true) => format!("{who}: {words}: {to}"),
            (false, false) => format!("{who} {words}, which leaves {to}."),
            (false, true) => format!("{who} {words}: {to}."),
        }
    }

    pub(super) fn end(&mut self, out: &mut String) {
        let winner = self.referee.winner();
        let last = self.referee.to_move().other();
        let is_misere = self.referee.now().is_misere();
        let name = |side: Side| match (self.setup.two, self.is_program(side)) {
            (true, _) => format!("the {} player", side.name()),
            (false, true) => "I".to_string(),
            (false, false) => "you".to_string(),
        };
        let verb = if self.setup.two { "wins" } else { "win" };
        let verdict = format!("{} {verb}", name(winner));
        let verdict = match self.setup.two || !self.is_program(winner) {
            true => self.look.good(verdict),
            false => self.look.bad(verdict),
        };
        let rule = match (is_misere, self.referee.moves().is_empty()) {
            (false, true) => "No move is left, and whoever cannot move loses".to_string(),
            (true, true) => "No move is left, which wins in misère play".to_string(),
            (false, false) => format!(
                "No move is left. The last one wins, and {} made it",
                name(last)
            ),
            (true, false) => format!(
                "No move is left. In misère play the last one loses, and {} made it",
                name(last)
            ),
        };
        out.push_str(&format!("{rule}: {verdict}.\n"));
        self.stage = Stage::Ended;
    }

    pub(super) fn complain(&self, report: &Report, out: &mut String) {
        match report.is_interrupt() {
            true => say(out, "interrupted"),
            false => {
                let report = diagnostics::with_options(report, "--");
                out.push_str(&diagnostics::render(&report, self.look));
            }
        }
    }
}
