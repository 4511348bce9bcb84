//! Misère quotients and genera for programs.

use serde::Serialize;

use super::json::By;
use crate::query::heaps;

/// The answer of `quotient`.
#[derive(Debug, Serialize)]
pub struct Quotient<'a> {
    game: &'a str,
    upto: u64,
    order: u64,
    p_portion: u64,
    partial_orders: &'a [(u64, u64)],
    whole: bool,
    period: Option<u64>,
    preperiod: Option<u64>,
    generators: &'a [u32],
    presentation: &'a str,
    p_elements: &'a [String],
    images: &'a [String],
    lost_piles: &'a [u64],
    stopped: Option<&'a str>,
    by: By,
}

impl<'a> From<&'a heaps::MisereQuotient> for Quotient<'a> {
    fn from(found: &'a heaps::MisereQuotient) -> Quotient<'a> {
        Quotient {
            game: &found.game,
            upto: found.upto,
            order: found.order,
            p_portion: found.p_portion,
            partial_orders: &found.partial_orders,
            whole: found.period.is_some(),
            period: found.period.map(|(period, _)| period),
            preperiod: found.period.map(|(_, preperiod)| preperiod),
            generators: &found.generators,
            presentation: &found.relations,
            p_elements: &found.p_elements,
            images: &found.images,
            lost_piles: &found.lost_piles,
            stopped: found.stopped.as_deref(),
            by: By::from(&found.by),
        }
    }
}

/// The answer of `genus`.
#[derive(Debug, Serialize)]
pub struct Genera<'a> {
    game: &'a str,
    piles: &'a [i64],
    genera: &'a [String],
    first_wild: Option<u64>,
    by: By,
}

impl<'a> From<&'a heaps::Genera> for Genera<'a> {
    fn from(found: &'a heaps::Genera) -> Genera<'a> {
        Genera {
            game: &found.game,
            piles: &found.piles,
            genera: &found.genera,
            first_wild: found.first_wild,
            by: By::from(&found.by),
        }
    }
}
