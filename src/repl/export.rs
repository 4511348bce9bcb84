//! `:export`.

use super::commands::Call;
use super::shell::{Out, Shell};
use crate::export::{Language, export};

pub(super) fn export_command(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) {
    let help = "a game, and `cpp`, `python` or `rust`: `:export nim python`";
    if call.needs_argument(shell, out, help) {
        return;
    }
    let (game, language) = match call.rest.rsplit_once(char::is_whitespace) {
        Some((game, word)) => match Language::by_name(word) {
            Some(language) => (Some(game.trim_end()), language),
            None => (Some(call.rest), Language::Cpp),
        },
        None => match Language::by_name(call.rest) {
            Some(language) => (None, language),
            None => (Some(call.rest), Language::Cpp),
        },
    };
    let session = &mut shell.session;
    let text = session
        .game(game)
        .and_then(|game| export(session, &game, language));
    match text {
        Ok(text) => out.answer(text.trim_end()),
        Err(report) => shell.report(&report, out),
    }
}
