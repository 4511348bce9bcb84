//! `:play`: until the game is over, every line belongs to it.

use std::sync::Arc;

use clap::Parser;

use super::questions::Page;
use super::shell::{Call, Done, Out, Shell};
use crate::app::command::Desk;
use crate::app::command::args::CommonArgs;
use crate::app::command::usage::complaint;
use crate::app::command::words::split;
use crate::play::store::Game;
use crate::play::{Opening, Setup, Talk};
use crate::query::Session;
use crate::text::diagnostic::Report;

/// The words behind `:play`.
#[derive(Debug, Parser)]
#[command(name = ":play", no_binary_name = true, disable_help_flag = true)]
struct Words {
    #[command(flatten)]
    setup: Setup,
    #[arg(allow_negative_numbers = true)]
    position: Vec<String>,
    #[arg(long, value_name = "NAME")]
    game: Option<String>,
}

pub(super) fn play(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) -> Done {
    let words = Words::try_parse_from(shell.with_topic(split(call.rest), false)).map_err(|error| {
        complaint(
            &error,
            ":play",
            "`:play nim[5, 9, 11]`, with --level perfect|careless|random, --first me|program, --two, --deal, --seed N",
        )
    })?;
    let (mut talk, remark) = begin(shell, words)?;
    out.answer((remark.unwrap_or_default() + &talk.open()).trim_end());
    shell.playing = Some(talk).filter(|talk| !talk.is_over());
    Ok(())
}

/// A game in a session of its own, so that nothing that is loaded into it stays.
fn begin(shell: &mut Shell, words: Words) -> Result<(Talk, Option<String>), Report> {
    let settings = shell.session.settings_mut().clone();
    let mut session = Session::new(shell.book().clone(), settings)?;
    let is_interactive = !shell.remarks.is_quiet;
    let mut setup = words.setup;
    if !is_interactive {
        setup.ask_nothing();
    }
    let usual = shell.usual_of(&words.position)?;
    let page = Page::new(shell, &CommonArgs::default());
    let (referee, remark) = Desk {
        session: &mut session,
        face: &page,
        words: &words.position,
        usual: usual.as_deref(),
    }
    .begin(words.game.as_deref(), &setup)?;
    let opening = Opening {
        game: Game {
            session,
            file: "<prompt>".to_string(),
            referee,
            setup,
        },
        world: Arc::clone(&shell.world),
        look: shell.look(),
        is_interactive,
    };
    Ok((Talk::new(opening)?, remark))
}

impl Shell {
    /// What the game that is under way asks for; `None`: there is none.
    pub fn play_prompt(&self) -> Option<&'static str> {
        self.playing.as_ref().map(Talk::prompt)
    }

    /// Ctrl-C at the prompt of a game: it asks whether to leave.
    pub fn interrupt_play(&mut self) {
        if let Some(talk) = &mut self.playing {
            talk.interrupted();
        }
        self.playing.take_if(|talk| talk.is_over());
    }

    /// Leaves the game that is under way; false where there is none.
    pub fn leave_play(&mut self) -> bool {
        self.playing.take().is_some()
    }

    /// Hands a line to the game that is under way; false where there is none.
    pub(super) fn play_line(&mut self, line: &str, out: &mut Out<'_>) -> bool {
        let Some(talk) = &mut self.playing else {
            return false;
        };
        let text = talk.hear(line);
        // A board is shown whole.
        out.room = None;
        if !text.trim().is_empty() {
            out.answer(text.trim_end());
        }
        self.playing.take_if(|talk| talk.is_over());
        true
    }
}
