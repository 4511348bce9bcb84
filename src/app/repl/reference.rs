//! What the prompt says out of the reference: what rule books say, and what complaints mean.

use crate::report::look::{PLAIN_WIDTH, wrapped};

const REFERENCE: &str = include_str!("../../../grammar/LANGUAGE.md");
const THEORY: &str = include_str!("../../../grammar/THEORY.md");

/// What rule books say, and how it is written.
pub(super) fn phrases() -> String {
    let (book, _) = section("## Phrase book\n")
        .split_once("```")
        .unwrap_or(("", ""));
    let is_head = |line: &&str| line.starts_with("|--") || line.starts_with("| the rule book says");
    let row = |line: &str| {
        let (said, written) = line.trim_matches('|').split_once(" | ")?;
        let written = written.trim().replace("`, `", "  ").replace('`', "");
        Some(format!("{}\n    {written}", said.trim()))
    };
    let paragraphs = book.trim().split("\n\n").map(|paragraph| {
        let rows: Option<Vec<String>> = paragraph
            .lines()
            .filter(|it| !is_head(it))
            .map(row)
            .collect();
        rows.map_or_else(
            || wrapped(&paragraph.replace('\n', " ").replace('`', ""), PLAIN_WIDTH),
            |rows| rows.join("\n"),
        )
    });
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

/// How something is written of which the phrase book tells in these words.
pub(super) fn phrase(said: &str) -> Option<String> {
    let said = said.trim().trim_end_matches('.').to_ascii_lowercase();
    let book = phrases();
    let mut lines = book.lines();
    lines.find(|line| line.to_ascii_lowercase() == said)?;
    lines.next().map(|written| written.trim().to_owned())
}

/// Which theorems answer, with what they need.
pub(super) fn theory() -> String {
    let mut is_code = false;
    let lines = THEORY.lines().filter_map(|line| {
        if line.starts_with("```") {
            is_code = !is_code;
            return None;
        }
        Some(match line.strip_prefix("- ") {
            _ if is_code => format!("  {line}"),
            // A source is a paragraph of its own.
            Some(source) => format!("\n{}", source.replace("**", "")),
            None => line.trim_start_matches(['#', ' ']).replace("**", ""),
        })
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// What a word of the theory means.
pub(super) fn meaning(word: &str) -> Option<String> {
    let word = plain(word);
    let one = word.strip_suffix('s').unwrap_or(&word);
    let text = theory();
    let mut paragraphs = text.split("\n\n").map(str::trim);
    let found = paragraphs.find(|paragraph| {
        let called = paragraph.split_once(": ").map_or("", |(called, _)| called);
        let called = plain(called);
        let mut called = called.split(", ");
        called.any(|called| called == word || called == one)
    });
    found.filter(|_| !word.is_empty()).map(str::to_owned)
}

/// Where the theory speaks of a word first.
pub(super) fn spoken_of(word: &str) -> Option<String> {
    /// Shorter words stand everywhere.
    const SHORT: usize = 4;
    if word.len() < SHORT {
        return None;
    }
    let word = format!(" {} ", plain(word));
    let text = theory();
    let mut paragraphs = text.split("\n\n").filter(|it| !it.starts_with("  "));
    let found = paragraphs.find(|paragraph| {
        let words = plain(paragraph).replace(|sign: char| !sign.is_alphanumeric(), " ");
        format!(" {words} ").contains(&word)
    });
    found.map(|found| found.trim().to_owned())
}

/// Words without what is written in several ways.
fn plain(text: &str) -> String {
    text.trim()
        .to_lowercase()
        .replace(['-', '\n'], " ")
        .replace('è', "e")
}

/// What a complaint of this name means and what to do, with an example where the reference has one.
pub(super) fn complaint(name: &str) -> Option<String> {
    let name = name.strip_prefix("nimrule::").unwrap_or(name);
    let (_, why, cure) = rows().find(|(code, ..)| *code == name)?;
    let mut text = format!("nimrule::{name}: {why}\n\n{cure}");
    let example = ["error", "warning"].into_iter().find_map(|kind| {
        let (_, block) = REFERENCE.split_once(&format!("```nimrule,{kind} {name}\n"))?;
        Some(block.split_once("\n```")?.0)
    });
    for line in example.into_iter().flat_map(str::lines) {
        text.push_str("\n  ");
        text.push_str(line);
    }
    Some(text)
}

pub(super) fn complaints() -> impl Iterator<Item = &'static str> {
    rows().map(|(code, ..)| code)
}

/// The tables of complaints: the name, why it is made, and what to do.
fn rows() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    section("\n## 10 Mistakes\n").lines().filter_map(|line| {
        let (code, rest) = line.strip_prefix("| `")?.split_once("` | ")?;
        let (why, cure) = rest.strip_suffix(" |")?.split_once(" | ")?;
        Some((code, why, cure))
    })
}

/// What stands below a heading.
fn section(heading: &str) -> &'static str {
    let below = REFERENCE.split_once(heading).map_or("", |(_, below)| below);
    below
        .split_once("\n## ")
        .map_or(below, |(section, _)| section)
}
