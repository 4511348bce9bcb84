//! What is found about single piles in misère play: quotients and genera.

use super::answer::{Evidence, How};
use crate::expr::position::{Game, Position, Turn};
use crate::kernel::misere::genus::Genus;
use crate::kernel::misere::monoid::{Presentation, name};
use crate::solve::Solver;
use crate::solve::misere::sizes::Sizes;
use crate::text::certain::Certain;
use crate::text::diagnostic::Diagnostic;
use crate::text::words::shortened;
use crate::work::failure::found;
use crate::work::{Failure, Halt};

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
    /// The generators, the relations and the P-elements.
    pub presentation: Presented,
    /// The images of the first piles as words in the generators.
    pub images: Vec<String>,
    /// Those of the first piles that are P-positions alone.
    pub lost_piles: Vec<u64>,
    /// The proven period and preperiod of the images; with one the quotient is that of all piles.
    pub period: Option<(u64, u64)>,
    /// Why it was not found for all piles asked for, where it was not.
    pub stopped: Option<String>,
    /// How it is known.
    pub by: Evidence,
}

/// A misère quotient by generators and relations.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Presented {
    /// The piles that are the generators.
    pub generators: Vec<u32>,
    /// The generators and the relations between them, as in `⟨a, b | a² = 1, b³ = b⟩`.
    pub relations: String,
    /// The P-elements as words in the generators.
    pub p_elements: Vec<String>,
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
    pub by: Evidence,
}

impl MisereQuotient {
    pub(crate) fn named_generators(&self) -> impl Iterator<Item = (String, u32)> {
        let generators = self.presentation.generators.iter().enumerate();
        generators.map(|(place, pile)| (name(place), *pile))
    }

    /// The presentation of the monoid, unless it is long.
    pub(crate) fn short_relations(&self) -> Option<&str> {
        let relations = self.presentation.relations.as_str();
        Some(relations).filter(|it| it.chars().count() <= LONGEST)
    }

    /// How the images of the piles repeat.
    pub(crate) fn repeats(&self) -> Option<String> {
        let (period, from) = self.period?;
        Some(format!(
            "the images of the piles repeat with period {period} from n = {from} on"
        ))
    }
}

/// The longest presentation that is shown.
const LONGEST: usize = 1500;

/// Words that are listed before the rest is counted.
pub(crate) const MOST_WORDS: usize = 48;

/// The most elements of a quotient that was asked for.
const MOST_ELEMENTS: usize = 20_000;

/// The misère quotient of the piles up to a size, or as far as it could be found.
pub(super) fn quotient(
    solver: &mut Solver,
    game: &Game,
    upto: u64,
) -> Result<MisereQuotient, Failure> {
    one_pile_a_turn(game, "misère quotient")?;
    let no_heaps = |halt| no_heaps(game, halt);
    let (sizes, positions) = solver.values().sizes(game.id).map_err(no_heaps)?;
    let largest = game.shape.as_heap().and_then(|bounds| bounds.hi);
    let upto = largest.map_or(upto, |largest| upto.min(largest.max(0) as u64));
    let stopped = match sizes.grow_quotient(upto, MOST_ELEMENTS, positions) {
        Ok(()) => None,
        Err(halt) => Some(halt.reason()?.0),
    };
    Ok(of(game, sizes, upto, stopped))
}

/// The same, or the quotient of all piles where little more work proves a period.
pub(super) fn complete_quotient(
    solver: &mut Solver,
    game: &Game,
    upto: u64,
) -> Result<MisereQuotient, Failure> {
    let found = quotient(solver, game, upto)?;
    if found.stopped.is_some() {
        return Ok(found);
    }
    if let Ok((sizes, positions)) = solver.values().sizes(game.id) {
        sizes.complete_quotient(positions)?;
    }
    quotient_so_far(solver, game, upto)
}

/// What is known of the quotient without more work, for example after a limit was reached.
pub(super) fn quotient_so_far(
    solver: &mut Solver,
    game: &Game,
    upto: u64,
) -> Result<MisereQuotient, Failure> {
    match solver.values().sizes(game.id) {
        Ok((sizes, _)) => Ok(of(game, sizes, upto, None)),
        Err(halt) => Err(no_heaps(game, halt)),
    }
}

fn of(game: &Game, sizes: &Sizes, upto: u64, stopped: Option<String>) -> MisereQuotient {
    let quotient = sizes.growth.quotient();
    let monoid = quotient.monoid();
    let presentation = Presentation::of(monoid);
    let period = quotient.period();
    let reached = match period {
        Some(_) => upto,
        None => upto.min(u64::from(quotient.largest())),
    };
    let verified = format!(
        "the quotient of the piles up to {} verified by P-check and N-check",
        quotient.largest()
    );
    let by = match period {
        Some(period) => Evidence::new(
            How::Periodic,
            "quotient",
            format!(
                "{verified}; the images repeat with the period {} from n = {} on, which settles all larger piles (Plambeck 2005)",
                period.period, period.preperiod
            ),
        ),
        None => Evidence::new(How::Computed, "quotient", verified),
    };
    let image = |size: u64| quotient.image(size).certain("the pile is reached");
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
        presentation: Presented {
            generators: presentation.generators.clone(),
            relations: presentation.to_string(),
            p_elements: presentation.spell_lost(),
        },
        images: images
            .map(|image| presentation.spell(monoid.word(image)))
            .collect(),
        lost_piles: lost.collect(),
        period: period.map(|period| (period.period as u64, period.preperiod as u64)),
        by,
        stopped,
    }
}

/// Piles that are listed one by one.
const MOST_SHOWN: u64 = 100;

/// How many bytes a pile takes with its genus in a list and as a heap, about.
const BYTES_OF_A_GENUS: u64 = 400;

/// The genus of each pile.
pub(super) fn genera(
    solver: &mut Solver,
    game: &Game,
    sizes: impl Iterator<Item = i64>,
) -> Result<Genera, Failure> {
    one_pile_a_turn(game, "genus")?;
    let mut list = Vec::new();
    let mut piles = Vec::new();
    for size in sizes {
        solver.budget().need(list.len() as u64 * BYTES_OF_A_GENUS)?;
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
        by: Evidence::new(
            How::Computed,
            "genus",
            "by definition: the Grundy value, and the misère Grundy values beside 0, 1, 2, … piles of two",
        ),
    })
}

/// The genus of a position, and what makes it wild.
pub(super) fn genus(
    solver: &mut Solver,
    position: &Position,
) -> Result<(String, Evidence), Failure> {
    if position.is_loopy() {
        let message = format!("{position} has no genus: plays of it may go on for ever");
        return Err(Diagnostic::error("infinite_value", message).into());
    }
    let components = solver.positions().components(position)?;
    let (genus, wild) = solver
        .values()
        .genus(&components)
        .map_err(|halt| match halt {
            Halt::Failure(failure) => failure.at(|| format!("at the genus of {position}")),
            Halt::Declined(why) => {
                let message = format!("the genus of {position} is not worked out: {why}");
                no_theory(message)
            }
        })?;
    let why = match wild {
        None => "all that can be reached is tame".to_string(),
        Some(wild) => format!(
            "{} is wild: it has the genus {}, and its options have {}",
            solver.positions().describe(wild.pile),
            wild.genus,
            shortened(wild.options.iter(), MOST_WORDS)
        ),
    };
    let how = format!("by definition, from all that can be reached; {why}");
    Ok((
        genus.to_string(),
        Evidence::new(How::Computed, "genus", how),
    ))
}

fn genus_of(solver: &mut Solver, game: &Game, heap: u32) -> Result<Genus, Halt> {
    let (sizes, positions) = solver.values().sizes(game.id)?;
    sizes.grow_genera(u64::from(heap), positions)?;
    Ok(sizes.genera.of(&[heap], &mut positions.machine.budget)?)
}

fn one_pile_a_turn(game: &Game, what: &str) -> Result<(), Failure> {
    if game.turn == Turn::One {
        return Ok(());
    }
    let (label, turn) = (&game.label, game.turn.in_words());
    let message = format!("{label} has no {what}: a turn moves in {turn}");
    let error = Diagnostic::error("not_one_pile", message);
    let help = "misère quotients and genera are about games that move in one pile a turn";
    Err(error.help(help).into())
}

fn no_heaps(game: &Game, halt: Halt) -> Failure {
    let why = match halt {
        Halt::Declined(why) => why,
        Halt::Failure(failure) => return failure,
    };
    let label = &game.label;
    no_theory(format!(
        "the piles of {label} are no heaps of the misère theory: {why}"
    ))
}

fn no_theory(message: String) -> Failure {
    let error = Diagnostic::error("no_heaps", message);
    let error = error.help("`winner(misere(…)[…])` answers for single positions");
    error.into()
}
