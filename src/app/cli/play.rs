//! `play`: a game on the terminal, or over standard input and output.

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{Config, Context, Editor, Helper, Highlighter, Hinter, Validator};

use super::Run;
use super::console::{End, bare};
use crate::app::exit::Exit;
use crate::app::interrupt::{awaiting, keep_session, on_interrupt};
use crate::app::output;
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
    pub(super) fn play(
        &self,
        file: &str,
        position: &[String],
        game: Option<&str>,
        setup: Setup,
    ) -> Result<Exit, End> {
        let is_interactive = io::stdin().is_terminal();
        let setup = match is_interactive {
            true => setup,
            false => setup.without_questions(),
        };
        let (game, remark) = match file.to_lowercase().ends_with(".json") {
            true => (self.saved(file, setup)?, None),
            false => self.begun(file, position, game, setup)?,
        };
        if let Some(remark) = remark
            && !self.console.quiet
        {
            self.console.mutter(&remark);
        }
        let opening = Opening {
            session: game.session,
            file: game.file,
            referee: game.referee,
            setup: game.setup,
            world: Arc::new(self.files()),
            look: self.console.output,
            is_interactive,
        };
        let mut talk = Talk::new(opening)?;
        let result = match is_interactive {
            true => self.on_terminal(&mut talk),
            false => self.over_pipes(&mut talk),
        };
        result
            .map(|()| Exit::Fine)
            .map_err(|error| match error.kind() {
                ErrorKind::BrokenPipe => End::Closed,
                _ => End::Output(error),
            })
    }

    /// A game of a rule file that begins.
    fn begun(
        &self,
        file: &str,
        position: &[String],
        game: Option<&str>,
        setup: Setup,
    ) -> Result<(Game, Option<String>), End> {
        let mut session = self.session(file)?;
        let (game, position) = match position {
            [] => (game, None),
            // A game with its parameters, a position of which is to be dealt.
            [word] if game.is_none() && is_game(&mut session, word) => (Some(word.as_str()), None),
            words => (game, Some(session.position(game, words)?)),
        };
        let (referee, remark) = self.work("dealing", || {
            play::start(&mut session, game, position, &setup)
        })?;
        let game = Game {
            session,
            file: file.to_owned(),
            referee,
            setup,
        };
        Ok((game, remark))
    }

    /// A game that was saved.
    fn saved(&self, file: &str, setup: Setup) -> Result<Game, End> {
        on_interrupt(&self.settings.limits.interrupt);
        let world: Arc<dyn World> = Arc::new(self.files());
        let text = world.open(file, &mut self.budget());
        let game = text.and_then(|text| from_text(&text, &world, &self.settings));
        let game = game.map_err(|why| {
            let why = format!("cannot read the game `{file}`: {why}");
            bare(Diagnostic::error("unreadable_file", why))
        })?;
        let setup = Setup {
            seed: setup.seed,
            ..game.setup
        };
        Ok(Game { setup, ..game })
    }

    fn over_pipes(&self, talk: &mut Talk) -> io::Result<()> {
        let interrupt = Arc::clone(&self.settings.limits.interrupt);
        // A line is new work.
        let waits = |waits: bool| {
            interrupt.store(false, Ordering::Relaxed);
            crate::app::interrupt::waits(waits);
        };
        let (mut input, mut out) = (io::stdin().lock(), output::standard());
        plain::run(talk, &mut input, &mut out, &waits)
    }

    fn on_terminal(&self, talk: &mut Talk) -> io::Result<()> {
        let mut show = |text: &str| {
            let mut out = output::standard();
            let look = self.console.output;
            write!(out, "{}", Shown { text, look }).and_then(|()| out.flush())
        };
        let mut think = |talk: &mut Talk, line: Option<&str>| {
            let progress = self.progress("thinking");
            let text = match line {
                Some(line) => talk.hear(line),
                None => talk.open(),
            };
            drop(progress);
            text
        };
        with_editor(talk, &mut show, &mut think)
    }
}

/// Plays until the player leaves; `show` writes a text, and `think` lets the game answer a line, `None` for its first words.
///
/// # Errors
/// The terminal cannot be read or written.
fn with_editor(
    talk: &mut Talk,
    show: &mut dyn FnMut(&str) -> io::Result<()>,
    think: &mut dyn FnMut(&mut Talk, Option<&str>) -> String,
) -> io::Result<()> {
    let config = Config::builder().auto_add_history(true).build();
    let editor = Editor::<Words, DefaultHistory>::with_config(config);
    let mut editor = editor.map_err(io::Error::other)?;
    editor.set_helper(Some(Words));
    keep_session();
    show(&think(talk, None))?;
    while !talk.is_over() {
        match awaiting(|| editor.readline(talk.prompt())) {
            Ok(line) => show(&think(talk, Some(&line)))?,
            Err(ReadlineError::Interrupted) => talk.interrupted(),
            Err(ReadlineError::Eof) => return show(talk.farewell()),
            Err(error) => return Err(io::Error::other(error)),
        }
    }
    Ok(())
}

/// Completes commands.
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
