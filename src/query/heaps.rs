//! What is found about single piles in misère play: quotients and genera.

use std::fmt::{self, Write};

use super::answer::By;
use crate::kernel::misere::monoid::name;
use crate::text::words::shortened;

/// A misère quotient of the single piles of a game.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct MisereQuotient {
    /// The game with its arguments.
    pub game: String,
    /// The quotient is that of the piles up to here.
    pub upto: u64,
    /// Up to here it was asked for.
    pub asked: u64,
    /// How many elements it has.
    pub order: u64,
    /// How many of them are P-positions.
    pub p_portion: u64,
    /// The piles at which the order grew, each with the order from there on.
    pub partial_orders: Vec<(u64, u64)>,
    /// The piles that are its generators.
    pub generators: Vec<u32>,
    /// The presentation: generators and relations.
    pub relations: String,
    /// The P-elements as words in the generators.
    pub p_elements: Vec<String>,
    /// The images of the first piles as words in the generators.
    pub images: Vec<String>,
    /// Those of the first piles that are P-positions alone.
    pub lost_piles: Vec<u64>,
    /// The proven period and preperiod of the images; with one the quotient is that of all piles.
    pub period: Option<(u64, u64)>,
    /// Why it was not found for all piles asked for, where it was not.
    pub stopped: Option<String>,
    /// How it is known.
    pub by: By,
}

/// The genera of single piles.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Genera {
    /// The game with its arguments.
    pub game: String,
    /// The piles.
    pub piles: Vec<i64>,
    /// The genus of each.
    pub genera: Vec<String>,
    /// The first pile that is wild, among those up to the largest.
    pub first_wild: Option<u64>,
    /// How they are known.
    pub by: By,
}

impl fmt::Display for MisereQuotient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(quotient(self).trim_end())
    }
}

impl fmt::Display for Genera {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(genera(self).trim_end())
    }
}

/// Words that are listed before the rest is counted.
const MOST_WORDS: usize = 48;

/// A misère quotient for people.
fn quotient(found: &MisereQuotient) -> String {
    let mut text = String::new();
    let of = match found.period {
        Some(_) => "misère quotient of all piles".to_string(),
        None => format!("misère quotient of the piles up to {}", found.upto),
    };
    let _ = writeln!(
        text,
        "{}   {of}: {} elements, {} of them P-positions\n",
        found.game, found.order, found.p_portion
    );
    if let Some((period, preperiod)) = found.period {
        let _ = writeln!(
            text,
            "  period      the images of the piles repeat with period {period} from n = {preperiod} on"
        );
    }
    let generators = found.generators.iter().enumerate();
    let generators: Vec<String> = generators
        .map(|(place, pile)| format!("{} = {pile}", name(place)))
        .collect();
    if !generators.is_empty() {
        let _ = writeln!(text, "  generators  {}", generators.join(", "));
    }
    if found.relations.chars().count() <= 1500 {
        let _ = writeln!(text, "  monoid      {}", found.relations);
    }
    let _ = writeln!(
        text,
        "  P-portion   {}",
        shortened(found.p_elements.iter(), MOST_WORDS)
    );
    let orders: Vec<String> = found
        .partial_orders
        .iter()
        .map(|(pile, order)| format!("{order} at {pile}"))
        .collect();
    if !orders.is_empty() {
        let _ = writeln!(
            text,
            "  orders      {}",
            shortened(orders.iter(), MOST_WORDS)
        );
    }
    let lost = match found.lost_piles.as_slice() {
        [] => "none".to_string(),
        lost => shortened(lost.iter(), MOST_WORDS),
    };
    let _ = writeln!(
        text,
        "  lost alone  {lost}, among the piles 1..{}",
        found.upto.min(100)
    );
    if let Some(why) = &found.stopped {
        let _ = writeln!(text, "\n  It was not found beyond that: {why}.");
    }
    text
}

/// Genera, one pile a line.
fn genera(found: &Genera) -> String {
    let mut text = String::new();
    let kind = match found.first_wild {
        Some(pile) => format!("the first wild pile is {pile}"),
        None => "all of these are tame".to_string(),
    };
    let _ = writeln!(text, "{}   genus of single piles; {kind}\n", found.game);
    let width = found.piles.last().map_or(1, |pile| pile.to_string().len());
    for (pile, genus) in found.piles.iter().zip(&found.genera) {
        let _ = writeln!(text, "  {pile:>width$}   {genus}");
    }
    text
}
