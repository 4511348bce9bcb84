//! `play`: a game on the terminal, or over standard input and output.

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{Config, Context, Editor, Helper, Highlighter, Hinter, Validator};

use super::Run;
use super::args::PlayArgs;
use crate::app::command::Desk;
use crate::app::command::args::RulesArgs;
use crate::app::command::classics::with_classics;
use crate::app::command::face::End;
use crate::app::command::usage::wrong;
use crate::app::command::words::{Rules, rules};
use crate::app::disk::Disk;
use crate::app::process::{self, Exit, awaiting, keep_session, on_interrupt};
use crate::app::repl::{NO_TEXT, is_no_text};
use crate::play::commands::complete;
use crate::play::store::{Game, from_text};
use crate::play::{Opening, Setup, Talk, plain};
use crate::query::Session;
use crate::report::look::Shown;
use crate::text::diagnostic::Diagnostic;
use crate::work::world::World;

impl Run {
    pub(super) fn play(&self, asked: PlayArgs) -> Result<Exit, End> {
        if self.console.json {
            let help = "leave it out; `nimrule line` and `nimrule solve` answer in JSON";
            return Err(wrong("a game that is played has no `--json`", help).into());
        }
        let is_interactive = io::stdin().is_terminal();
        let mut setup = asked.setup;
        if !is_interactive {
            setup.ask_nothing();
        }
        let world: Arc<dyn World> = Arc::new(Disk::new(&self.allowed));
        let game = match asked.words.as_slice() {
            [file] if file.to_lowercase().ends_with(".json") => self.saved(file, &world, setup)?,
            _ => self.begun(asked.words, &asked.given, setup)?,
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

    fn begun(&self, mut words: Vec<String>, given: &RulesArgs, setup: Setup) -> Result<Game, End> {
        let given_rules = given.rules.as_deref();
        let take = |words: &mut Vec<String>| rules(words, given_rules);
        let rules = self.rules(&mut words, given_rules.is_some(), take)?;
        let (mut session, start) = self.session(&rules, words.iter().chain(&given.game))?;
        if words.is_empty() {
            words = start;
        }
        let begin = |session: &mut Session| {
            let mut desk = Desk {
                session,
                face: self,
                words: &words,
                usual: rules.usual(),
            };
            desk.begin(given.game.as_deref(), &setup)
        };
        let deal = || with_classics(&mut session, |session| session, begin);
        let (referee, remark) = self.face().work("dealing", deal)?;
        if let Some(remark) = remark.filter(|_| !self.console.quiet) {
            self.console.mutter(&remark);
        }
        let file = match rules {
            Rules::File(file) => file,
            Rules::Text { name, .. } => name,
            Rules::Here => "<bundled>".to_owned(),
        };
        Ok(Game {
            session,
            file,
            referee,
            setup,
        })
    }

    fn saved(&self, file: &str, world: &Arc<dyn World>, setup: Setup) -> Result<Game, End> {
        on_interrupt(&self.settings.limits.interrupt);
        let text = world.open(file, &mut self.budget())?;
        let game = from_text(&text, world, &self.settings);
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
        show(&self.face().work("thinking", || talk.open()))?;
        while !talk.is_over() {
            match awaiting(|| editor.readline(talk.prompt())) {
                Ok(line) => show(&self.face().work("thinking", || talk.hear(&line)))?,
                Err(ReadlineError::Interrupted) => talk.interrupted(),
                Err(ReadlineError::Eof) => return show(talk.farewell()),
                Err(error) if is_no_text(&error) => show(&format!("{NO_TEXT}\n"))?,
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
