//! What is known of the game with the last move losing.

use maud::{Markup, html};

use super::{heading, known_by, listed, or_why, soft, tables};
use crate::query::facts::{Facts, LastLoses};
use crate::query::misere::{Genera, MisereQuotient};
use crate::text::words::shortened;

/// The most words of a quotient that are listed.
const MOST_WORDS: usize = 60;

/// Whether there is anything to say.
pub(super) fn is_known(facts: &Facts) -> bool {
    let LastLoses {
        lists,
        genera,
        quotient,
        ..
    } = &facts.last_loses;
    !lists.is_empty() || genera.is_some() || quotient.is_some()
}

/// The section; P-positions of a game of misère play stand among its own.
pub(super) fn section(facts: &Facts) -> Markup {
    let what = match facts.rules.misere {
        true => "Whoever makes the last move loses this game.",
        false => "The same moves, but whoever makes the last one loses.",
    };
    let last_loses = &facts.last_loses;
    html! {
        @if is_known(facts) {
            (heading("misere", "Misère play"))
            p { (what) }
            (tables::lists(&last_loses.lists))
            @if let Some(genera) = &last_loses.genera {
                h3 { "Genus of single piles" }
                (or_why(genera, genus_table))
            }
            @if let Some(quotient) = &last_loses.quotient {
                h3 { "Misère quotient" }
                (or_why(quotient, |found| of_quotient(found, last_loses.stopped.as_deref())))
            }
        }
    }
}

fn genus_table(genera: &Genera) -> Markup {
    let kind = match genera.first_wild {
        Some(pile) => format!("The first wild pile is {pile}; smaller ones are tame."),
        None => "All of these piles are tame, and sums of them follow Nim's rule.".to_string(),
    };
    let from = genera.piles.first().copied().unwrap_or(0);
    let cells = genera.genera.iter().map(|genus| {
        // As in 2^2 and 4^{146}.
        let (base, raised) = genus.split_once('^').unwrap_or((genus, ""));
        let raised = raised.trim_start_matches('{').trim_end_matches('}');
        html! { td { (base) @if !raised.is_empty() { sup { (raised) } } } }
    });
    html! {
        p {
            "The genus of a pile is its Grundy value with its misère value above it. A pile is tame if it and all that can be "
            "reached from it have the genus of a sum of Nim piles, which is 0" sup { "1" } ", 1" sup { "0" } " or n" sup { "n" }
            "; other piles are wild. " (kind)
        }
        (tables::by_tens(from, cells))
        (known_by(&genera.by))
    }
}

fn of_quotient(found: &MisereQuotient, stopped: Option<&str>) -> Markup {
    let of = match found.period {
        Some(_) => "of all piles".to_string(),
        None => format!("of the piles up to {}", found.upto),
    };
    let generators = found.named_generators();
    let generators = generators.map(|(name, pile)| format!("{name} = a pile of {pile}"));
    let orders = found
        .partial_orders
        .iter()
        .map(|(pile, order)| format!("{order} from the pile {pile} on"));
    let mut rows = vec![
        ("Generators", generators.collect::<Vec<_>>().join(", ")),
        (
            "P-elements",
            shortened(found.presentation.p_elements.iter(), MOST_WORDS),
        ),
        ("Orders", shortened(orders, MOST_WORDS)),
        (
            "Single P-piles",
            match found.lost_piles.as_slice() {
                [] => "none".to_string(),
                lost => shortened(lost.iter(), MOST_WORDS),
            },
        ),
    ];
    if let Some(relations) = found.short_relations() {
        rows.insert(1, ("Monoid", relations.to_string()));
    }
    if let Some(words) = found.repeats() {
        rows.insert(0, ("Period", words));
    }
    html! {
        p {
            "The quotient " (of) " has " (found.order) " elements; " (found.p_portion) " of them are P-positions."
        }
        (listed(&rows))
        @for why in found.stopped.as_deref().into_iter().chain(stopped) {
            (soft(&format!("No further than that: {why}.")))
        }
        (known_by(&found.by))
    }
}
