//! Misère play of single piles: quotients and genera.

use super::answer::{By, How};
use super::heaps::{Genera, MisereQuotient};
use crate::expr::position::{Header, Turn};
use crate::kernel::misere::genus::Genus;
use crate::kernel::misere::monoid::Presentation;
use crate::solve::Solver;
use crate::solve::misere::sizes::Sizes;
use crate::text::diagnostic::Diagnostic;
use crate::work::failure::found;
use crate::work::{Failure, Halt};

/// So many elements a quotient that was asked for has at most.
const MOST_ELEMENTS: usize = 20_000;

/// The misère quotient of the piles up to a size, or as far as it could be found.
pub(super) fn quotient(
    solver: &mut Solver,
    game: &Header,
    upto: u64,
) -> Result<MisereQuotient, Failure> {
    one_pile_a_turn(game, "misère quotient")?;
    let no_heaps = |halt| no_heaps(game, halt);
    let (sizes, positions) = solver.values().sizes(game.id).map_err(no_heaps)?;
    let stopped = match sizes.grow_quotient(upto, MOST_ELEMENTS, positions) {
        Ok(()) => None,
        Err(halt) => Some(halt.reason()?.0),
    };
    Ok(of(game, sizes, upto, stopped))
}

/// What is known of the quotient without more work, for example after a limit was reached.
pub(super) fn quotient_so_far(
    solver: &mut Solver,
    game: &Header,
    upto: u64,
) -> Result<MisereQuotient, Failure> {
    match solver.values().sizes(game.id) {
        Ok((sizes, _)) => Ok(of(game, sizes, upto, None)),
        Err(halt) => Err(no_heaps(game, halt)),
    }
}

fn of(game: &Header, sizes: &Sizes, upto: u64, stopped: Option<String>) -> MisereQuotient {
    let quotient = sizes.growth.quotient();
    let monoid = quotient.monoid();
    let presentation = Presentation::of(monoid);
    let period = quotient.period();
    let reached = match period {
        Some(_) => upto,
        None => upto.min(u64::from(quotient.largest())),
    };
    let image = |size: u64| quotient.image(size).expect("the pile is reached");
    let lost = (1..=reached.min(MOST_SHOWN)).filter(|size| quotient.monoid().is_lost(image(*size)));
    let images = (0..=reached.min(MOST_SHOWN)).map(image);
    MisereQuotient {
        game: game.label.clone(),
        upto: reached,
        asked: upto,
        order: monoid.order() as u64,
        p_portion: monoid.lost_count() as u64,
        partial_orders: sizes
            .growth
            .orders()
            .iter()
            .map(|(heap, order)| (u64::from(*heap), *order as u64))
            .collect(),
        generators: presentation.generators.clone(),
        relations: presentation.to_string(),
        p_elements: presentation.spell_lost(),
        images: images
            .map(|image| presentation.spell(monoid.word(image)))
            .collect(),
        lost_piles: lost.collect(),
        period: period.map(|period| (period.period as u64, period.preperiod as u64)),
        by: By {
            how: match period {
                Some(_) => How::Periodic,
                None => How::Computed,
            },
            engine: "quotient".to_string(),
            detail: match period {
                Some(period) => format!(
                    "the quotient of the piles up to {} verified by P-check and N-check; the images repeat with the period {} from n = {} on, which settles all larger piles (Plambeck 2005)",
                    quotient.largest(),
                    period.period,
                    period.preperiod
                ),
                None => format!(
                    "the quotient of the piles up to {} verified by P-check and N-check",
                    quotient.largest()
                ),
            },
        },
        stopped,
    }
}

/// Piles that are listed one by one.
const MOST_SHOWN: u64 = 100;

/// The genus of each pile.
pub(super) fn genera(
    solver: &mut Solver,
    game: &Header,
    sizes: impl Iterator<Item = i64>,
) -> Result<Genera, Failure> {
    one_pile_a_turn(game, "genus")?;
    let mut list = Vec::new();
    let mut piles = Vec::new();
    for size in sizes {
        let Ok(heap) = u32::try_from(size) else {
            return Err(Diagnostic::error(
                "bad_pile",
                format!("no genus is worked out for a pile of {size}"),
            )
            .help("piles from 0 on, up to some thousands")
            .into());
        };
        let genus = genus_of(solver, game, heap).map_err(|halt| {
            no_heaps(game, halt).at(|| format!("at the genus of the pile {size}"))
        })?;
        piles.push(size);
        list.push(genus.to_string());
    }
    let known = found(solver.values().sizes(game.id))?;
    let wild = known.and_then(|(sizes, _)| sizes.genera.tameness().wild());
    Ok(Genera {
        game: game.label.clone(),
        piles,
        genera: list,
        first_wild: wild.map(|wild| wild.heap),
        by: By {
            how: How::Computed,
            engine: "genus".to_string(),
            detail: "by definition: the Grundy value, and the misère Grundy values beside 0, 1, 2, … piles of two".to_string(),
        },
    })
}

fn genus_of(solver: &mut Solver, game: &Header, heap: u32) -> Result<Genus, Halt> {
    let (sizes, positions) = solver.values().sizes(game.id)?;
    sizes.grow_genera(u64::from(heap), positions)?;
    Ok(sizes.genera.of(&[heap], &mut positions.machine.budget)?)
}

fn one_pile_a_turn(game: &Header, what: &str) -> Result<(), Failure> {
    if game.turn == Turn::One {
        return Ok(());
    }
    Err(Diagnostic::error(
        "not_one_pile",
        format!(
            "{} has no {what}: a turn moves in {}",
            game.label,
            game.turn.in_words()
        ),
    )
    .help("misère quotients and genera are about games that move in one pile a turn")
    .into())
}

fn no_heaps(game: &Header, halt: Halt) -> Failure {
    let why = match halt {
        Halt::Declined(why) => why,
        Halt::Failure(failure) => return failure,
    };
    Diagnostic::error(
        "no_heaps",
        format!(
            "the piles of {} are no heaps of the misère theory: {why}",
            game.label
        ),
    )
    .help("`winner(misere(…)[…])` answers for single positions")
    .into()
}
