//! Periods of Grundy values, with the theorem that proves them, and certificates: made from what an engine found, checked
//! without it.

use std::sync::Arc;

use super::answer::{Evidence, How, Periodicity, Proven, Verdict};
use super::best::VALUE_ASIDE;
use super::evidence::grundy_by;
use super::tables::has_values;
use crate::certificate::{self, Certificate, Rejected};
use crate::expr::position::{Game, Position};
use crate::expr::value::Value;
use crate::kernel::breaking::State;
use crate::kernel::period::Period;
use crate::solve::Solver;
use crate::solve::heap::{Heap, Refusals};
use crate::solve::tuple::window::WINDOW;
use crate::text::certain::Certain;
use crate::text::diagnostic::Diagnostic;
use crate::text::words::joined;
use crate::work::budget::STEPS_PER_SECOND;
use crate::work::{Failure, Halt};

/// How many values of a period are kept to be shown.
const SHOWN: usize = 64;

/// How much work goes into values that no theorem repeats, where nobody says how many.
const UNPROVEN_EFFORT: u64 = STEPS_PER_SECOND / 2;

/// Looks for a period among the values of piles up to `to`.
pub(super) fn find(
    solver: &mut Solver,
    game: &Arc<Game>,
    to: Option<u64>,
) -> Result<Periodicity, Failure> {
    refuse_misere(game)?;
    match proved(solver, game, to)? {
        Some(_) => known(solver, game),
        None => {
            let along = match has_values(game) && !solver.is_plain() {
                true => along(solver, game)?,
                false => Vec::new(),
            };
            let found = without_engine(game, solver.piles().heap(game.id)?);
            Ok(Periodicity { along, ..found })
        }
    }
}

/// The period that the engine of a game proves, if it has one, and if it proves one.
fn proved(
    solver: &mut Solver,
    game: &Game,
    to: Option<u64>,
) -> Result<Option<Option<Period>>, Failure> {
    let prove = |solver: &mut Solver| {
        solver.piles().with_heap(game.id, |heap, machine| {
            let to = to.unwrap_or_else(|| heap.engine().reach);
            heap.prove(to, machine)
        })
    };
    if to.is_some() || is_covered(solver, game)? {
        return prove(solver);
    }
    let found = solver.aside(UNPROVEN_EFFORT, prove)?;
    // What was computed by then is known.
    Ok(found.unwrap_or(Some(None)))
}

/// Whether a formula or a theorem tells all values of a game.
fn is_covered(solver: &mut Solver, game: &Game) -> Result<bool, Failure> {
    Ok(match solver.piles().heap(game.id)? {
        Ok(heap) => heap.has_formula() || heap.engine().theorem.is_some(),
        Err(_) => false,
    })
}

fn refuse_misere(game: &Game) -> Result<(), Diagnostic> {
    if !game.misere {
        return Ok(());
    }
    let why = format!(
        "{} is of misère play, where Grundy values do not decide",
        game.label
    );
    Err(Diagnostic::error("misere_grundy", why)
        .help("ask for the period of the game with the last move winning"))
}

/// What another run needs to go on, for games whose engine has such a state.
pub(super) fn state<'a>(solver: &'a mut Solver, game: &Game) -> Result<State<'a>, Failure> {
    refuse_misere(game)?;
    let why = match solver.piles().heap(game.id)? {
        Ok(heap) => match heap.state() {
            Some(state) => return Ok(state),
            None => format!("the engine `{}` answers for {}", heap.name(), game.label),
        },
        Err(_) => format!("no engine answers for {}", game.label),
    };
    Err(Diagnostic::error("no_checkpoint", format!("there is no checkpoint: {why}"))
        .help("they are for games in which finitely many amounts are taken and a pile may be split in two, such as 0.07, by the engines `sparse` and `dense`; do without one here")
        .into())
}

/// Goes on from the state that another run left of the same game; or the first pile whose value turned out to be wrong.
pub(super) fn resume(
    solver: &mut Solver,
    game: &Game,
    kept: State<'static>,
) -> Result<Option<u64>, Failure> {
    let mut kept = Some(kept);
    let resumed = solver.piles().with_heap(game.id, |heap, machine| {
        let kept = kept
            .take()
            .ok_or_else(|| Halt::declined("it was tried before"))?;
        heap.resume(kept, machine)
    })?;
    Ok(resumed.flatten().map(|pile| pile as u64))
}

/// A period with its proof, where a theorem covers the game and finds one with so much work among piles up to `to`.
pub(super) fn soon(
    solver: &mut Solver,
    game: &Arc<Game>,
    to: u64,
    effort: u64,
) -> Result<Option<(Proven, Evidence)>, Failure> {
    if solver.is_plain() || !has_values(game) || game.shape.as_heap().is_none() {
        return Ok(None);
    }
    if !is_covered(solver, game)? {
        return Ok(None);
    }
    let found = match solver.aside(effort, |solver| find(solver, game, Some(to))) {
        Ok(Some(found)) => found,
        Ok(None) => known(solver, game)?,
        // Whoever asks for the value of a pile with a fault is told of it then.
        Err(failure) if failure.is_in_input() => return Ok(None),
        Err(failure) => return Err(failure),
    };
    Ok(found.proven.map(|proven| (proven, found.by)))
}

/// What is known when a limit was reached.
pub(super) fn so_far(solver: &mut Solver, game: &Game) -> Result<Periodicity, Failure> {
    let mut found = known(solver, game)?;
    if found.proven.is_none() {
        found.why_not = Some("a limit was reached before a period was proven".to_string());
    }
    Ok(found)
}

/// What is known of the period from the values computed so far.
pub(super) fn known(solver: &mut Solver, game: &Game) -> Result<Periodicity, Failure> {
    let memory = solver.budget().memory();
    let heap = match solver.piles().heap(game.id)? {
        Ok(heap) => heap,
        declined => return Ok(without_engine(game, declined)),
    };
    // A period says something of all larger piles.
    let last = game.shape.as_heap().and_then(|bounds| bounds.hi);
    let repeated = heap.known_period();
    let period = repeated.filter(|_| last.is_none());
    if heap.has_formula() && last.is_none() {
        return Ok(by_formula(heap, game, period));
    }
    let reached = heap.reached() as u64;
    let repeats = |period: Period| {
        let values = heap.kept_from(period.preperiod);
        let shown = values.up_to(period.period.min(SHOWN));
        shown.iter().map(u64::from).collect()
    };
    let theorem = heap.engine().theorem.map(|theorem| theorem.to_string());
    let proven = period.map(|period| {
        let theorem = theorem.clone().certain("a theorem proves it");
        stated(period, theorem, repeats(period))
    });
    let observed = match period {
        Some(_) => None,
        None => repeated
            .or_else(|| heap.observed(memory))
            .map(|period| stated(period, String::new(), repeats(period))),
    };
    let why_not = match (&proven, last, &theorem) {
        (Some(_), ..) => None,
        (None, Some(last), _) => Some(format!(
            "the pile ends at {last}, and a period is about all larger ones, which do not exist"
        )),
        (None, None, None) => Some(match heap.engine().beyond {
            Some(theorem) => known_without(theorem),
            None => "no theorem covers rules of this kind".to_string(),
        }),
        (None, None, Some(_)) => {
            let why = "the values do not repeat in a way that proves a period";
            Some(match (heap.largest_amount_ahead(), heap.longest_period()) {
                (Some(amount), _) => format!(
                    "a move may take {amount}, and fewer values were computed than tell of a period"
                ),
                (None, Some(longest)) => format!(
                    "{why}, of up to {longest}: longer ones are not looked for where only the first and the last values are kept, \
                     which are more with more memory"
                ),
                (None, None) => why.to_string(),
            })
        }
    };
    Ok(Periodicity {
        game: game.label.clone(),
        checked_to: match period {
            Some(period) => period.checked_to as u64,
            None => reached.saturating_sub(1),
        },
        // Values that rise with each period have none.
        largest: heap
            .largest()
            .filter(|_| proven.as_ref().is_none_or(|proven| proven.saltus == 0))
            .map(|(place, value)| (value.into(), place as u64)),
        computed_to: reached.checked_sub(1),
        rare_heaps: heap.fewest_rare(),
        resumed: heap.resumed() as u64,
        along: Vec::new(),
        by: from_values(heap, proven.as_ref()),
        proven,
        observed,
        why_not,
    })
}

/// How a period is known that was proven from values, or none.
fn from_values(heap: &Heap, proven: Option<&Proven>) -> Evidence {
    let Some(proven) = proven else {
        return Evidence::new(How::Computed, heap.name(), "no period is claimed");
    };
    let rests = match heap.resumed() {
        0 => "",
        _ => ", on values that were read from a checkpoint",
    };
    let detail = format!("{}{rests}", proven.theorem);
    Evidence::new(How::Periodic, heap.name(), detail)
}

fn without_engine(game: &Game, declined: &Result<Heap, Refusals>) -> Periodicity {
    let why = match declined {
        Err(declined) => declined.last().map(|(_, why)| why),
        Ok(_) => None,
    };
    Periodicity {
        why_not: Some(match why {
            Some(why) => format!("no theorem covers this game: {why}"),
            None => "only the definition is used".to_string(),
        }),
        ..without_values(
            game,
            Evidence::new(How::Computed, "definition", "no period is claimed"),
        )
    }
}

/// What a formula tells, which gives the values of all piles.
fn by_formula(heap: &Heap, game: &Game, period: Option<Period>) -> Periodicity {
    let detail = &heap.engine().premise;
    let largest = heap.engine().sequence.largest();
    let repeats = |period: Period| {
        let shown = period.period.min(SHOWN) * usize::from(period.saltus == 0);
        let piles = period.preperiod..period.preperiod + shown;
        piles.map_while(|pile| heap.known(pile as u64)).collect()
    };
    let proof = format!("induction: {detail}");
    Periodicity {
        proven: period.map(|period| stated(period, proof, repeats(period))),
        largest: largest.map(|(pile, value)| (value, pile)),
        why_not: period
            .is_none()
            .then(|| known_without(heap.engine().formula)),
        ..without_values(game, Evidence::new(How::Theorem, heap.name(), detail))
    }
}

fn known_without(theorem: &str) -> String {
    format!("far piles are known without one: {theorem}")
}

/// What is known where no values were computed.
fn without_values(game: &Game, by: Evidence) -> Periodicity {
    Periodicity {
        game: game.label.clone(),
        proven: None,
        observed: None,
        checked_to: 0,
        largest: None,
        computed_to: None,
        rare_heaps: None,
        resumed: 0,
        why_not: None,
        along: Vec::new(),
        by,
    }
}

/// How far out piles of several numbers are looked at, and to what their other numbers go.
const FAR_OUT: i64 = 1 << 40;
const BESIDE: i64 = 9;

/// How the values of piles of several numbers are read off, for each number along which they are found to repeat, with the numbers beside
/// it for which that was found.
fn along(solver: &mut Solver, game: &Arc<Game>) -> Result<Vec<String>, Failure> {
    let mut found = Vec::new();
    let bounds = game.shape.as_int_tuple().unwrap_or_default();
    for far in 0..bounds.len() {
        let tuples = solver.piles().tuples(game.id)?;
        if !tuples.as_ref().is_ok_and(|tuples| tuples.may_repeat(far)) {
            continue;
        }
        let coords = || game.shape.names().into_iter().zip(&bounds).enumerate();
        let cells = coords().map(|(coord, (_, bounds))| {
            let more = if coord == far { FAR_OUT } else { BESIDE };
            *bounds.least(more).end()
        });
        let pile = Value::tuple(cells.map(Value::Int).collect());
        let cells = game.cells(&pile)?;
        let position = Position::of_piles(game, vec![pile]);
        // No other engine comes so far.
        let read_off =
            |solver: &mut Solver| solver.piles().far_tuple_value((game.id, false), &cells);
        match solver
            .aside_in_room(VALUE_ASIDE, read_off)
            .map(Option::flatten)
        {
            Ok(Some(_)) => {
                let by = grundy_by(solver, &position)?;
                let beside = coords().filter_map(|(coord, (name, bounds))| {
                    let last = *bounds.least(BESIDE).end();
                    let is_all = coord == far || bounds.hi == Some(last);
                    (!is_all).then(|| format!("{name} up to {last}"))
                });
                let beside = joined(&beside.collect::<Vec<_>>(), "and");
                let beside = beside.map_or_else(String::new, |it| format!(" and {it}"));
                let name = &game.shape.coords[far].name;
                let said = || format!("of a large {name}{beside}: {}", by.detail);
                found.extend((by.engine == WINDOW).then(said));
            }
            Ok(None) => {}
            Err(failure) if failure.is_in_input() => {}
            Err(failure) => return Err(failure),
        }
    }
    Ok(found)
}

fn stated(period: Period, theorem: String, repeats: Vec<u64>) -> Proven {
    Proven {
        period: period.period as u64,
        preperiod: period.preperiod as u64,
        saltus: period.saltus,
        theorem,
        repeats,
    }
}

/// The certificate of the game's period, which is looked for among piles up to `to`.
pub(super) fn certify(
    solver: &mut Solver,
    game: &Game,
    to: Option<u64>,
) -> Result<Certificate, Failure> {
    let Some(period) = proved(solver, game, to)?.flatten() else {
        let label = &game.label;
        let why = format!("no period of {label} is proven, so there is no certificate");
        let help = "`period` without a certificate says how far it looked";
        return Err(Diagnostic::error("no_period", why).help(help).into());
    };
    let (least, len) = (period.period as u64, period.preperiod + period.period);
    // The search may have forgotten some of them.
    let last = len.saturating_sub(1) as u64;
    let all = solver.piles();
    all.with_heap(game.id, |heap, machine| heap.value(last, machine))?;
    let transitions = solver.positions().transitions(game.id)?;
    let theorem = certificate::premise(&transitions.game)
        .map_err(|why| no_certificate(game, &why.0))?
        .in_step_from((period.preperiod as u64).max(period.checked_to as u64));
    let Ok(heap) = solver.piles().heap(game.id)? else {
        return Err(no_certificate(game, "the engine is gone").into());
    };
    let value = |pile| u32::try_from(heap.known(pile)?).ok();
    let values: Option<Vec<u32>> = (0..len as u64).map(value).collect();
    let made =
        values.and_then(|values| Certificate::new(game, theorem, least, period.saltus, values));
    made.ok_or_else(|| no_certificate(game, "the numbers are too large").into())
}

fn no_certificate(game: &Game, why: &str) -> Diagnostic {
    Diagnostic::error(
        "no_certificate",
        format!("there is no certificate for {}: {why}", game.label),
    )
}

/// Checks a certificate for a game; the last pile that was checked.
pub(super) fn verify(
    solver: &mut Solver,
    game: &Game,
    claim: &Certificate,
) -> Result<Verdict, Failure> {
    let transitions = solver.positions().transitions(game.id)?;
    match certificate::verify(claim, &transitions.game, solver.budget()) {
        Ok(checked_to) => Ok(Verdict::Right(checked_to)),
        Err(Rejected::Wrong(why)) => Ok(Verdict::Wrong(why)),
        Err(Rejected::Stopped { stop, checked_to }) => Err(Failure::Limit(
            stop,
            match checked_to {
                Some(last) => format!("checked up to {last} of {}", claim.checked_to),
                None => "before a value was checked".to_string(),
            },
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::breaking::Window;
    use crate::rules::Rulebook;

    #[test]
    fn without_a_theorem_counted_work_ends_the_values() {
        let rules = "game triplets { move n -> [i, j] for i in 1..n - 1, j in i + 1..n - 1 }";
        let book = Rulebook::parse(rules).unwrap();
        let game = book.game("triplets").unwrap();
        let mut solver = Solver::new(&book);
        let found = find(&mut solver, &game, None).unwrap();
        let last = found.computed_to.unwrap();
        assert!((500..2000).contains(&last), "{last}");
        // Whoever says how far gets as far.
        let more = find(&mut solver, &game, Some(last + 10)).unwrap();
        assert_eq!(more.computed_to, Some(last + 10));
    }

    #[test]
    fn where_values_were_forgotten_answers_are_the_same() {
        let mut proven = 0;
        for (code, to, first, last) in [
            ("0.16", 320_000, 60_000, 200_000),
            ("0.054", 70_000, 10_000, 24_000),
            ("0.356", 20_000, 2000, 5000),
        ] {
            let window = Window {
                first,
                last,
                most: first + last,
            };
            let book = Rulebook::parse(&format!("game g {{ octal {code} }}")).unwrap();
            let game = book.game("g").unwrap();
            let mut all = Solver::new(&book);
            let whole = find(&mut all, &game, Some(to)).unwrap();
            let mut part = Solver::new(&book);
            let prove = |heap: &mut Heap, machine: &mut _| {
                heap.prove_within(to, window, machine)?;
                Ok(heap.is_parted())
            };
            let is_parted = part.piles().with_heap(game.id, prove).unwrap();
            let found = known(&mut part, &game).unwrap();
            match (&found.proven, is_parted) {
                (Some(period), Some(true)) => {
                    proven += 1;
                    assert_eq!(Some(period), whole.proven.as_ref(), "{code}");
                    // All of its values are computed again.
                    let mine = certify(&mut part, &game, Some(to)).unwrap();
                    let theirs = certify(&mut all, &game, Some(to)).unwrap();
                    assert_eq!(format!("{mine:?}"), format!("{theirs:?}"), "{code}");
                }
                (None, Some(true)) => {
                    let why = found.why_not.as_deref().unwrap_or_default();
                    assert!(why.contains("longer ones are not looked for"), "{why}");
                    assert_eq!(found.observed, None, "{code}");
                }
                _ => assert_eq!(found, whole, "{code}"),
            }
            assert_eq!(found.computed_to, whole.computed_to, "{code}");
            assert_eq!(found.largest, whole.largest, "{code}");
            assert_eq!(found.rare_heaps, whole.rare_heaps, "{code}");
            for size in [0, 15_000, 69_999, 70_001, 75_000] {
                let value = |solver: &mut Solver| {
                    let value = |heap: &mut Heap, machine: &mut _| heap.value(size, machine);
                    solver.piles().with_heap(game.id, value).unwrap()
                };
                assert_eq!(value(&mut part), value(&mut all), "{code} {size}");
            }
        }
        assert!(proven > 0);
    }
}
