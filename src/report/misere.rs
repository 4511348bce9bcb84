//! What is found about single piles in misère play, in words.

use std::fmt::{self, Write};

use crate::query::misere::{Genera, MOST_WORDS, MisereQuotient, Presented};
use crate::text::words::shortened;

impl fmt::Display for MisereQuotient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        let of = match self.period {
            Some(_) => "misère quotient of all piles".to_string(),
            None => format!("misère quotient of the piles up to {}", self.upto),
        };
        let _ = writeln!(
            text,
            "{}   {of}: {} elements, {} of them P-positions\n",
            self.game, self.order, self.p_portion
        );
        let period = self.period.map(|(period, preperiod)| {
            format!("the images of the piles repeat with period {period} from n = {preperiod} on")
        });
        let generators = self.named_generators();
        let generators: Vec<String> = generators
            .map(|(name, pile)| format!("{name} = {pile}"))
            .collect();
        let Presented {
            relations,
            p_elements,
            ..
        } = &self.presentation;
        let is_short = relations.chars().count() <= 1500;
        let orders = self.partial_orders.iter();
        let orders = orders.map(|(pile, order)| format!("{order} at {pile}"));
        let lost = match self.lost_piles.as_slice() {
            [] => "none".to_string(),
            lost => shortened(lost.iter(), MOST_WORDS),
        };
        let last = self.upto.min(100);
        for (name, words) in [
            ("period", period.unwrap_or_default().as_str()),
            ("generators", &generators.join(", ")),
            ("monoid", if is_short { relations } else { "" }),
            ("P-portion", &shortened(p_elements.iter(), MOST_WORDS)),
            ("orders", &shortened(orders, MOST_WORDS)),
            ("lost alone", &format!("{lost}, among the piles 1..{last}")),
        ] {
            if !words.is_empty() || name == "P-portion" {
                let _ = writeln!(text, "  {name:10}  {words}");
            }
        }
        if let Some(why) = &self.stopped {
            let _ = writeln!(text, "\n  It was not found beyond that: {why}.");
        }
        f.write_str(text.trim_end())
    }
}

impl fmt::Display for Genera {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        let kind = match self.first_wild {
            Some(pile) => format!("the first wild pile is {pile}"),
            None => "all of these are tame".to_string(),
        };
        let _ = writeln!(text, "{}   genus of single piles; {kind}\n", self.game);
        let width = self.piles.last().map_or(1, |pile| pile.to_string().len());
        for (pile, genus) in self.piles.iter().zip(&self.genera) {
            let _ = writeln!(text, "  {pile:>width$}   {genus}");
        }
        f.write_str(text.trim_end())
    }
}
