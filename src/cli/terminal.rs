//! A game on a terminal, with line editing.

use std::io;

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};

use crate::interrupt::{awaiting, keep_session};
use crate::play::Talk;
use crate::play::commands::complete;

/// Plays until the player leaves; `show` writes a text, and `think` lets the game answer a line, `None` for its first words.
///
/// # Errors
/// The terminal cannot be read or written.
pub fn run(
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
struct Words;

impl Helper for Words {}
impl Hinter for Words {
    type Hint = String;
}
impl Highlighter for Words {}
impl Validator for Words {}

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
