//! `play`: a game on the terminal, or over standard input and output.

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{Config, Context, Editor, Helper, Highlighter, Hinter, Validator};

use super::Run;
use super::args::Play;
use super::console::End;
use crate::app::disk::Disk;
use crate::app::process::{self, Exit, awaiting, keep_session, on_interrupt};
use crate::play::commands::complete;
use crate::play::store::{Game, from_text};
use crate::play::{self, Opening, Setup, Talk, plain};
use crate::query::Session;
use crate::report::look::Shown;
use crate::text::diagnostic::Diagnostic;
use crate::work::world::World;

/// Whether a word is a game rather than a position or a pile.
fn is_game(session: &mut Session, word: &str) -> bool {
    let is_name = word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    is_name && !word.contains('[') && session.game(Some(word)).is_ok()
}

impl Run {
    pub(super) fn play(&self, asked: Play) -> Result<Exit, End> {
        let is_interactive = io::stdin().is_terminal();
        let setup = match is_interactive {
            true => asked.setup,
            false => asked.setup.without_questions(),
        };
        let world: Arc<dyn World> = Arc::new(Disk::new(&self.allowed));
        let game = match asked.file.to_lowercase().ends_with(".json") {
            true => self.saved(&asked.file, &world, setup)?,
            false => self.begun(asked.file, &asked.position, asked.game.as_deref(), setup)?,
        };
        let opening = Opening {
            game,
            world,
            look: self.console.output,
            is_interactive,
        };
        let mut talk = Talk::new(opening)?;
        let result = match is_interactive {
            true => self.on_terminal(&mut talk),
            false => self.over_pipes(&mut talk),
        };
        match result {
            Ok(()) => Ok(Exit::Fine),
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Err(End::Closed),
            Err(error) => Err(End::Output(error)),
        }
    }

    /// A game of a rule file that begins.
    fn begun(
        &self,
        file: String,
        position: &[String],
        game: Option<&str>,
        setup: Setup,
    ) -> Result<Game, End> {
        let mut session = self.session(&file, position)?;
        let (game, position) = match position {
            [] => (game, None),
            // A game with its parameters, a position of which is to be dealt.
            [word] if game.is_none() && is_game(&mut session, word) => (Some(word.as_str()), None),
            words => (game, Some(session.position(game, words)?)),
        };
        let (referee, remark) = self.work("dealing", || {
            play::start(&mut session, game, position, &setup)
        })?;
        if let Some(remark) = remark.filter(|_| !self.console.quiet) {
            self.console.mutter(&remark);
        }
        Ok(Game {
            session,
            file,
            referee,
            setup,
        })
    }

    /// A game that was saved.
    fn saved(&self, file: &str, world: &Arc<dyn World>, setup: Setup) -> Result<Game, End> {
        on_interrupt(&self.settings.limits.interrupt);
        let text = world.open(file, &mut self.budget());
        let game = text.and_then(|text| from_text(&text, world, &self.settings));
        let mut game = game.map_err(|why| {
            let why = format!("cannot read the game `{file}`: {why}");
            Diagnostic::error("unreadable_file", why)
        })?;
        game.setup.seed = setup.seed;
        Ok(game)
    }

    fn over_pipes(&self, talk: &mut Talk) -> io::Result<()> {
        let interrupt = Arc::clone(&self.settings.limits.interrupt);
        // A line is new work.
        let waits = |waits: bool| {
            interrupt.store(false, Ordering::Relaxed);
            crate::app::process::waits(waits);
        };
        let (mut input, mut out) = (io::stdin().lock(), process::standard());
        plain::run(talk, &mut input, &mut out, &waits)
    }

    fn on_terminal(&self, talk: &mut Talk) -> io::Result<()> {
        let look = self.console.output;
        let show = |text: &str| {
            let mut out = process::standard();
            write!(out, "{}", Shown { text, look }).and_then(|()| out.flush())
        };
        let config = Config::builder().auto_add_history(true).build();
        let editor = Editor::<Words, DefaultHistory>::with_config(config);
        let mut editor = editor.map_err(io::Error::other)?;
        editor.set_helper(Some(Words));
        keep_session();
        show(&self.work("thinking", || talk.open()))?;
        while !talk.is_over() {
            match awaiting(|| editor.readline(talk.prompt())) {
                Ok(line) => show(&self.work("thinking", || talk.hear(&line)))?,
                Err(ReadlineError::Interrupted) => talk.interrupted(),
                Err(ReadlineError::Eof) => return show(talk.farewell()),
                Err(error) => return Err(io::Error::other(error)),
            }
        }
        Ok(())
    }
}

#[derive(Helper, Highlighter, Hinter, Validator)]
struct Words;

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        text: &str,
        cursor: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok((0, complete(text.get(..cursor).unwrap_or(text))))
    }
}
