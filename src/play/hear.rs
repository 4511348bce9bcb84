//! What a player says: an answer, a command or a move.

use std::sync::atomic::Ordering;

use super::meant::meant;
use super::setup::Starter;
use super::talk::{Next, Stage, Talk, say};
use super::{commands, requests};

impl Talk {
    /// Answers a line.
    pub fn hear(&mut self, line: &str) -> String {
        self.session
            .settings_mut()
            .limits
            .interrupt
            .store(false, Ordering::Relaxed);
        let mut out = String::new();
        let line = line.trim();
        match self.stage {
            Stage::Leave(next) => self.leave(line, next),
            Stage::Starter => self.starter(line, &mut out),
            Stage::Move | Stage::Stopped | Stage::Ended => match commands::read(line) {
                Some(Ok(command)) => requests::answer(self, command, &mut out),
                Some(Err(wrong)) => say(&mut out, &wrong),
                None => self.plain(line, &mut out),
            },
            Stage::Left => {}
        }
        out
    }

    fn leave(&mut self, line: &str, next: Next) {
        self.stage = match (is_yes(line), next) {
            (true, _) => Stage::Left,
            (false, Next::Starter) => Stage::Starter,
            (false, Next::Move) => Stage::Move,
            (false, Next::Stopped) => Stage::Stopped,
            (false, Next::Ended) => Stage::Ended,
        };
    }

    fn starter(&mut self, line: &str, out: &mut String) {
        match line.to_lowercase().as_str() {
            "" | "y" | "yes" | "me" | "first" => self.setup.first = Some(Starter::Me),
            "n" | "no" | "program" | "you" | "second" => {
                self.setup.first = Some(Starter::Program);
            }
            _ => match commands::read(line) {
                Some(Ok(
                    command @ (commands::Command::Quit
                    | commands::Command::Help
                    | commands::Command::Load(_)),
                )) => return requests::answer(self, command, out),
                _ => return say(out, "`y`: you make the first move; `n`: I do"),
            },
        }
        self.stage = Stage::Move;
        self.go_on(out);
    }

    /// A line that is no command.
    fn plain(&mut self, line: &str, out: &mut String) {
        match self.stage {
            Stage::Move if line.is_empty() => say(
                out,
                "`moves` lists what you may do; `help` says how moves are written",
            ),
            Stage::Move => match meant(&mut self.session, &self.turns, line) {
                Ok(Ok(play)) => {
                    let side = self.referee.to_move();
                    if self.make(play, side, out) {
                        self.go_on(out);
                    }
                }
                Ok(Err(why)) => say(out, &why),
                Err(report) => self.complain(&report, out),
            },
            Stage::Stopped => self.go_on(out),
            Stage::Ended if line.is_empty() || is_no(line) => self.stage = Stage::Left,
            Stage::Ended => say(
                out,
                "the game is over: `again` begins anew, `undo` takes a move back, `quit` leaves",
            ),
            Stage::Starter | Stage::Leave(_) | Stage::Left => {}
        }
    }
}

fn is_yes(line: &str) -> bool {
    matches!(
        line.to_lowercase().as_str(),
        "y" | "yes" | "quit" | ":quit" | ":q" | "exit"
    )
}

fn is_no(line: &str) -> bool {
    matches!(line.to_lowercase().as_str(), "n" | "no")
}
