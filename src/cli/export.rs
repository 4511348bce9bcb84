//! `export`: a game in another language.

use super::Run;
use super::args::Lang;
use super::end::End;
use crate::exit::Exit;
use crate::export::{Language, export};
use crate::report::json;

impl Run {
    pub(super) fn export(&self, file: &str, game: Option<&str>, lang: Lang) -> Result<Exit, End> {
        let language = match lang {
            Lang::Cpp => Language::Cpp,
            Lang::Python => Language::Python,
            Lang::Rust => Language::Rust,
        };
        let mut session = self.session(file)?;
        let game = session.game(game)?;
        let progress = self.progress("looking for a period");
        let code = export(&mut session, &game, language);
        drop(progress);
        let code = code?;
        if self.console.json {
            let game = game.label.clone();
            self.console.print_json(&json::Export {
                game,
                lang: language.name(),
                code,
            })?;
        } else {
            self.console.print(&code)?;
        }
        Ok(Exit::Fine)
    }
}
