//! The first page of a gallery of games: a card for each, those of a folder together, and the files that were left out.

use maud::{Markup, PreEscaped, html};

use super::{Around, document, page_with, tables};
use crate::picture::{Content, Theme, svg};
use crate::query::facts::Facts;
use crate::solve::loopy::LoopyValue;
use crate::text::words::counted;
use crate::work::Failure;
use crate::work::budget::Budget;

const STYLE: &str = include_str!("gallery.css");
const SCRIPT: &str = include_str!("gallery.js");

/// How many values stand on a card, how many P-positions where there are no values, and how many piles are in its picture.
const VALUES: usize = 16;
const POSITIONS: usize = 8;
const PILES: usize = 60;

/// The folder of the games' pages.
pub const GAMES: &str = "games";
/// The first page.
pub const INDEX: &str = "index.html";

/// A game and where it comes from.
#[derive(Debug)]
pub struct Card {
    /// The rule file below the folder, with `/` between the names of folders.
    pub file: String,
    game: String,
    title: String,
    /// The first values, or P-positions, under what they are.
    first: Option<(String, Markup)>,
    picture: Option<String>,
    in_words: String,
    about: String,
}

/// A file that has no page.
#[derive(Debug)]
pub struct LeftOut {
    /// The rule file below the folder.
    pub file: String,
    /// Why it has none.
    pub why: String,
}

impl Card {
    /// The card of a game, of which a comment in its file says `about`.
    pub fn new(
        file: &str,
        facts: &Facts,
        about: &str,
        budget: &mut Budget,
    ) -> Result<Card, Failure> {
        Ok(Card {
            file: file.to_owned(),
            game: facts.rules.game.clone(),
            title: facts
                .rules
                .title
                .clone()
                .unwrap_or_else(|| facts.rules.game.clone()),
            first: first_values(facts).or_else(|| first_positions(facts)),
            picture: picture(facts, file, budget)?,
            in_words: facts.rules.in_words.clone(),
            about: about.to_owned(),
        })
    }

    /// The file of the game's page below the site: a folder for each rule file, so that no two have one.
    pub fn page(&self) -> String {
        let file = self.file.strip_suffix(".nimrule").unwrap_or(&self.file);
        let game = self.game.split('(').next().unwrap_or(&self.game);
        format!("{GAMES}/{file}/{game}.html")
    }

    /// The page itself, from which a link leads back to the first one.
    pub fn report(&self, facts: &Facts) -> String {
        let index = "../".repeat(self.page().matches('/').count()) + INDEX;
        let around = Around {
            index: Some(&index),
            about: &self.about,
        };
        page_with(facts, &around)
    }

    fn folder(&self) -> &str {
        self.file.rsplit_once('/').map_or("", |(folder, _)| folder)
    }
}

/// The first page of the gallery of a folder with this name.
pub fn index(name: &str, cards: &[Card], left_out: &[LeftOut]) -> String {
    let mut cards: Vec<&Card> = cards.iter().collect();
    cards.sort_by_key(|card| card.folder());
    let folders = cards.chunk_by(|one, other| one.folder() == other.folder());
    let count = counted(cards.len(), "game", "games");
    let body = html! {
        h1 { (name) }
        p.soft { span id="count" { (count) } }
        label id="search" hidden { "Search " input type="search" autocomplete="off"; }
        @for cards in folders {
            section {
                @if let Some(card) = cards.first() && !card.folder().is_empty() {
                    h2 { (card.folder()) }
                }
                ul.cards { @for card in cards { (shown(card)) } }
            }
        }
        @if !left_out.is_empty() {
            h2 id="left-out" { "Left out" }
            ul {
                @for LeftOut { file, why } in left_out { li { code { (file) } ": " (why) } }
            }
        }
    };
    document(name, &[super::STYLE, STYLE], &body, &[SCRIPT])
}

fn shown(card: &Card) -> Markup {
    let page = link(&card.page());
    html! {
        li.card {
            h3 { a href=(page) { (card.title) } }
            @if let Some(picture) = &card.picture {
                // The heading is the link that is read out.
                a.thumb href=(page) tabindex="-1" aria-hidden="true" { (PreEscaped(picture)) }
            }
            @if let Some((what, values)) = &card.first {
                p.first { span.soft { (what) ": " } (values) }
            }
            p { (super::quoted(&card.in_words)) }
            @if !card.about.is_empty() { p.soft { (card.about) } }
            p.soft.file { code { (card.file) } }
        }
    }
}

fn first_values(facts: &Facts) -> Option<(String, Markup)> {
    let values = facts.values.as_ref()?.as_ref().ok()?;
    let is_known = |place| values.special.get(&place) != Some(&LoopyValue::Unknown);
    if !(0..VALUES).all(is_known) {
        return None;
    }
    let shown = values.values.iter().enumerate().take(VALUES);
    let shown = shown.map(|(place, value)| match values.special.get(&place) {
        Some(special) => special.to_string(),
        None => value.to_string(),
    });
    let shown: Vec<String> = shown.collect();
    let what = match values.from {
        0 => "Values".to_owned(),
        from => format!("Values from {from} on"),
    };
    (!shown.is_empty()).then(|| (what, html! { (shown.join(" ")) }))
}

fn first_positions(facts: &Facts) -> Option<(String, Markup)> {
    let found = facts.lists.iter().filter(|list| !list.draws);
    let mut found = found.filter_map(|list| list.found.as_ref().ok());
    let (positions, _) = found.find(|(positions, _)| !positions.is_empty())?;
    let shown = html! {
        @for position in positions.iter().take(POSITIONS) {
            span.whole { (tables::position(position)) } " "
        }
    };
    Some(("P-positions".to_owned(), shown))
}

/// The first picture of the page, small and without words.
fn picture(facts: &Facts, file: &str, budget: &mut Budget) -> Result<Option<String>, Failure> {
    let Some(picture) = facts.pictures.first() else {
        return Ok(None);
    };
    let mut drawing = picture.drawing.clone();
    drawing.title.clear();
    drawing.subtitle.clear();
    if let Content::Values(values) = &mut drawing.content {
        values.values.truncate(PILES);
    }
    let scene = drawing.scene(budget)?;
    // Ids keep letters and digits only.
    let id: String = format!("{file}/{}", facts.rules.game)
        .bytes()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    Ok(Some(svg(&scene, Theme::Auto, &id)))
}

/// A path as it stands in an address.
pub fn link(path: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    let written = path.bytes().map(|byte| match is_plain(byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    });
    written.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_hold_any_name() {
        for (path, wanted) in [
            ("games/nim/nim.html", "games/nim/nim.html"),
            ("games/a b/ü.html", "games/a%20b/%C3%BC.html"),
            (
                "games/javascript:x/\"<&>#?%.html",
                "games/javascript%3Ax/%22%3C%26%3E%23%3F%25.html",
            ),
        ] {
            assert_eq!(link(path), wanted);
        }
    }
}
