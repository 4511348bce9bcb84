//! The classic games, ready to be asked about without a file.

use crate::text::words::comment;

macro_rules! bundled {
    ($($name:literal,)*) => {
        /// The name and the rule file of every bundled game, sorted by name.
        pub const GAMES: &[(&str, &str)] = &[
            $(($name, include_str!(concat!("../../examples/classic/", $name, ".nimrule"))),)*
        ];
    };
}

bundled! {
    "aliquant",
    "bounded",
    "chocolate_bar",
    "chomp",
    "coin_turning",
    "cram",
    "dawson_kayles",
    "dawsons_chess",
    "divisor_game",
    "end_nim",
    "epstein",
    "euclid",
    "exact_nim",
    "exact_slow_nim",
    "fibonacci_nim",
    "greedy_nim",
    "green_hackenbush",
    "grundy",
    "interval",
    "kayles",
    "kotzig_nim",
    "lasker",
    "mark",
    "mem",
    "misere_nim",
    "mock_turtles",
    "moore",
    "nim",
    "nimble",
    "no_copy_limit",
    "notakto",
    "officers",
    "prim",
    "r_wythoff",
    "race_to_30",
    "rims",
    "ruler",
    "silver_dollar",
    "sqrt_nim",
    "staircase_nim",
    "subtraction",
    "tac_tix",
    "take_a_square",
    "triplets",
    "turning_turtles",
    "welter",
    "wythoff",
}

/// The rule file of the bundled game with this name.
pub fn text(name: &str) -> Option<&'static str> {
    let place = GAMES.binary_search_by_key(&name, |&(name, _)| name).ok()?;
    GAMES.get(place).map(|&(_, text)| text)
}

/// The names of all bundled games.
pub fn names() -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(|&(name, _)| name)
}

/// The bundled games whose names begin with this word.
pub fn named_by(word: &str) -> impl Iterator<Item = &'static str> {
    names().filter(move |name| word.len() >= FEWEST_LETTERS && name.split('_').next() == Some(word))
}

/// The bundled games whose names have a word in them that is said, as `green_hackenbush` for `Hackenbush`: `did you mean …?`
pub fn meant_by(said: &str) -> Option<String> {
    let said = said.to_lowercase().replace('\'', "");
    let said: Vec<&str> = said.split(|c: char| !c.is_alphanumeric()).collect();
    let is_said = |part: &str| {
        let owner = part.strip_suffix('s').unwrap_or(part);
        part.len() >= FEWEST_LETTERS && (said.contains(&part) || said.contains(&owner))
    };
    let meant = names().filter(|name| name.split('_').any(is_said));
    let meant: Vec<String> = meant.map(|name| format!("`{name}`")).collect();
    (!meant.is_empty()).then(|| format!("did you mean {}?", meant.join(" or ")))
}

/// A shorter word names no game within a sentence.
const FEWEST_LETTERS: usize = 5;

/// The bundled games of which all of some words are said, in their names or before their rules: their names, and what is said first.
pub fn about(words: &[String]) -> impl Iterator<Item = (&'static str, String)> {
    let words: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let said = GAMES
        .iter()
        .map(|&(name, text)| (name, comment(text.lines())));
    said.filter(move |(name, said)| {
        let text = format!("{name} {}", said.to_lowercase());
        words.iter().all(|word| text.contains(word))
    })
    .map(|(name, said)| (name, first_sentence(&said).to_owned()))
}

/// A text up to the first full stop or semicolon behind which it goes on.
fn first_sentence(text: &str) -> &str {
    let ends = [". ", "; "].iter().filter_map(|end| text.find(end));
    let end = ends.min().unwrap_or(text.len());
    text.get(..end).unwrap_or(text).trim_end_matches('.')
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::app::disk::Disk;
    use crate::rules::Rulebook;
    use crate::work::budget::Limits;

    #[test]
    fn all_can_be_found_and_read() {
        assert!(names().is_sorted());
        for name in names() {
            let mut book = Rulebook::new(Arc::new(Disk::new(&[])), Limits::default());
            book.add(name, text(name).unwrap()).unwrap();
            assert!(!book.game_names().is_empty(), "{name}");
            // Every game is found by its name.
            for game in book.game_names() {
                let file = text(&game).unwrap_or_else(|| panic!("{game} of {name}"));
                assert!(file.contains(&format!("game {game}")), "{game}");
            }
        }
    }

    #[test]
    fn every_classic_without_a_table_is_bundled() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/classic");
        for file in std::fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap();
            let is_rule = path.extension().is_some_and(|ending| ending == "nimrule");
            if is_rule && !std::fs::read_to_string(&path).unwrap().contains(".csv") {
                assert!(text(name).is_some(), "{name}");
            }
        }
    }
}
