//! `games`: those that are defined at the prompt, and the bundled ones.

use serde_json::json;

use super::face::End;
use super::inspection::Inspector;
use crate::app::bundled;
use crate::app::process::Exit;
use crate::report::look::harmless;
use crate::rules::Rulebook;
use crate::text::diagnostic::Diagnostic;
use crate::text::words::widest;

/// A game with what is said of it in a line.
type Row = (String, String);

impl Inspector<'_> {
    /// The games, or those in whose names or rules all of these words stand.
    pub(super) fn games(&self, words: &[String]) -> Result<Exit, End> {
        let face = self.face;
        let book = self.here.as_ref().map(|session| session.book());
        let own = book.map_or(Vec::new(), |book| own(book, words));
        let hidden = book.map_or(Vec::new(), Rulebook::own_game_names);
        let bundled = self.bundled(words, &hidden);
        if face.is_json() {
            for (name, about) in own.into_iter().chain(bundled) {
                face.print_json(&json!({ "game": name, "about": about }))?;
            }
            return Ok(Exit::Fine);
        }
        if own.is_empty() && bundled.is_empty() && !words.is_empty() {
            let message = format!("no game speaks of `{}`", words.join(" "));
            let error = Diagnostic::error("unknown_name", message);
            return Err(error.help("`nimrule games` lists all of them").into());
        }
        let is_all_at_prompt = book.is_some() && words.is_empty();
        if is_all_at_prompt && own.is_empty() {
            face.print_words(
                "no games yet: define one, as in `game nim { take any }`, or `:load` a file",
            )?;
        }
        let width = widest(own.iter().chain(&bundled).map(|(name, _)| name.as_str()));
        let print = |(name, about): Row| {
            let name = face.look().strong(format!("{name:width$}")).to_string();
            face.print_words(format!("{name}  {about}").trim_end())
        };
        own.into_iter().try_for_each(print)?;
        if is_all_at_prompt && !bundled.is_empty() {
            face.print_words("bundled, to be asked about by name:")?;
        }
        bundled.into_iter().try_for_each(print)?;
        Ok(Exit::Fine)
    }

    /// The bundled games, but for those in whose place others stand.
    fn bundled(&self, words: &[String], hidden: &[String]) -> Vec<Row> {
        let about: Vec<_> = bundled::about(words).collect();
        let rows = self.world.bundled().into_iter().filter_map(|name| {
            let said = about.iter().find(|(game, _)| *game == name);
            let said = said.map(|(_, about)| about.clone());
            let said = said.or_else(|| words.is_empty().then(String::new))?;
            (!hidden.contains(&name)).then_some((name, said))
        });
        rows.collect()
    }
}

/// The games of a rulebook with their titles.
fn own(book: &Rulebook, words: &[String]) -> Vec<Row> {
    let rows = book.own_game_names().into_iter().filter_map(|name| {
        let (text, title) = book.definition_text(&name).unwrap_or_default();
        let text = text.to_lowercase();
        let is_meant = words.iter().all(|word| text.contains(&word.to_lowercase()));
        let title = harmless(&title.unwrap_or_default()).into_owned();
        is_meant.then(|| (heading(book, &name), title))
    });
    rows.collect()
}

/// A game as it is called: `lim(m)`.
pub fn heading(book: &Rulebook, name: &str) -> String {
    match book.game_params(name).unwrap_or_default().as_slice() {
        [] => name.to_owned(),
        params => format!("{name}({})", params.join(", ")),
    }
}
