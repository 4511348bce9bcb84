//! Games on tuples of integers all of whose moves are rays and fixed steps, recognised from their checked moves.
//!
//! A step adds a constant vector; a ray adds a multiple k = 1, 2, … of one, as far as the pile stays in its ranges.

use crate::expr::shape::Bounds;
use crate::expr::tree::{Clause, Op, Place, Target};
use crate::expr::value::Value;
use crate::moves::taking::linear::{Known, Linear as Form};
use crate::rules::game::{Change, Effect, GameRules, Move};
use crate::work::Declined;

/// The moves of a game: what they add to the coordinates.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Linear {
    /// Added once, twice, three times, …
    pub rays: Vec<Vec<i64>>,
    /// Added once.
    pub steps: Vec<Vec<i64>>,
}

/// More steps than this are not looked at one by one.
const MOST_STEPS: usize = 256;

/// The moves of a game as rays and steps, under all namings of an unordered pile; or why it is no such game.
pub fn recognise(game: &GameRules) -> Result<Linear, Declined> {
    let Some(bounds) = game.header.shape.as_int_tuple() else {
        return Err("a pile is not a tuple of numbers".into());
    };
    if !game.ends.is_empty() {
        return Err("`end when` stops some piles".into());
    }
    let mut found = Linear::default();
    for rule in &game.moves {
        let own = moves(game, rule, &bounds)?;
        for naming in &game.namings {
            let named = |vector: &Vec<i64>| {
                let mut by_coord = vec![0; vector.len()];
                for (part, coord) in vector.iter().zip(naming) {
                    if let Some(slot) = by_coord.get_mut(*coord) {
                        *slot = *part;
                    }
                }
                by_coord
            };
            found.rays.extend(own.rays.iter().map(named));
            found.steps.extend(own.steps.iter().map(named));
        }
        if found.steps.len() > MOST_STEPS {
            return Err("there are too many steps".into());
        }
    }
    for list in [&mut found.rays, &mut found.steps] {
        list.sort_unstable();
        list.dedup();
    }
    if found
        .rays
        .iter()
        .chain(&found.steps)
        .any(|vector| vector.iter().all(|part| *part == 0))
    {
        return Err("a move leaves the pile as it is".into());
    }
    let rays = &found.rays;
    found.steps.retain(|step| !rays.contains(step));
    Ok(found)
}

fn moves(game: &GameRules, rule: &Move, bounds: &[Bounds]) -> Result<Linear, Declined> {
    let Effect::Change(changes) = &rule.effect else {
        return Err("a move makes several piles or leads elsewhere".into());
    };
    let mut cases = vec![Known::default()];
    let mut open = None;
    let nonlinear = || Declined::from("an amount is not constant");
    for clause in &rule.clauses {
        match clause {
            Clause::Test(test) if test.constant() == Some(&Value::Bool(true)) => {}
            Clause::Test(_) => return Err("a move has a condition".into()),
            Clause::Value {
                target: Target::One(place @ Place::Int(_)),
                value,
            } => {
                for case in &mut cases {
                    let form = case.linear(value).filter(|form| form.terms.is_empty());
                    case.values.insert(*place, form.ok_or_else(nonlinear)?);
                }
            }
            Clause::Range {
                var, lo, hi, step, ..
            } => {
                let first = lo
                    .constant()
                    .and_then(Value::as_int)
                    .ok_or_else(nonlinear)?;
                match hi
                    .as_ref()
                    .map(|hi| (hi, hi.constant().and_then(Value::as_int)))
                {
                    Some((_, Some(last))) => {
                        let values: Vec<i64> = (0..=MOST_STEPS as i64)
                            .map(|place| first.saturating_add(place.saturating_mul(*step)))
                            .take_while(|value| *value <= last)
                            .collect();
                        let rows = values.iter().map(|n| vec![*n]).collect();
                        cases = product(&cases, &[Place::Int(*var)], rows)?;
                    }
                    ending if first == 1 && *step == 1 && open.is_none() => {
                        open = Some((Place::Int(*var), ending.map(|(hi, _)| hi)));
                    }
                    _ => return Err(nonlinear()),
                }
            }
            Clause::Each { target, list } => {
                let items = list.constant().ok_or_else(nonlinear)?.items();
                let rows = rows(target, items).ok_or_else(nonlinear)?;
                cases = product(&cases, &target.places(), rows)?;
            }
            _ => return Err(nonlinear()),
        }
    }
    let mut found = Linear::default();
    for case in &cases {
        let (once, multiple) = vectors(game, changes, case, open.map(|(var, _)| var))?;
        let Some((_, hi)) = open else {
            found.steps.push(once);
            continue;
        };
        if once.iter().any(|part| *part != 0) {
            return Err("a ray begins beside its pile".into());
        }
        if let Some(hi) = hi {
            // `for k in 1..x`: no more than what keeps x - k in its range.
            let own =
                game.coords
                    .iter()
                    .zip(&multiple)
                    .zip(bounds)
                    .any(|((place, part), bounds)| {
                        matches!((&hi.op, place), (Op::Local(hi), place) if hi == place)
                            && *part <= -1
                            && bounds.lo == 0
                    });
            if !own {
                return Err("a range has an end of its own".into());
            }
        }
        found.rays.push(multiple);
    }
    Ok(found)
}

/// The numbers that the items of a list give to a target.
fn rows(target: &Target, items: &[Value]) -> Option<Vec<Vec<i64>>> {
    let of_item = |item: &Value| match (target, item) {
        (Target::One(_), Value::Int(n)) => Some(vec![*n]),
        (Target::Parts(_), Value::Tuple(parts)) => parts.iter().map(Value::as_int).collect(),
        _ => None,
    };
    items.iter().map(of_item).collect()
}

/// Each case with each row.
fn product(cases: &[Known], places: &[Place], rows: Vec<Vec<i64>>) -> Result<Vec<Known>, Declined> {
    if cases.len().saturating_mul(rows.len()) > MOST_STEPS {
        return Err("there are too many steps".into());
    }
    let mut all = Vec::new();
    for case in cases {
        for row in &rows {
            let mut longer = case.clone();
            let forms = row.iter().copied().map(Form::constant);
            longer.values.extend(places.iter().copied().zip(forms));
            all.push(longer);
        }
    }
    Ok(all)
}

/// What is added to the registers of the coordinates: once, and for each unit of the open binder.
fn vectors(
    game: &GameRules,
    changes: &[Change],
    case: &Known,
    open: Option<Place>,
) -> Result<(Vec<i64>, Vec<i64>), Declined> {
    let no = || Declined::from("a new coordinate is not the old one and a constant");
    let mut once = vec![0; game.coords.len()];
    let mut multiple = vec![0; game.coords.len()];
    for change in changes {
        let Change::Coord { coord, value } = change else {
            return Err(no());
        };
        let own = game.coords.get(*coord).ok_or_else(no)?;
        let mut form = case.linear(value).ok_or_else(no)?;
        if form.take(*own) != 1 {
            return Err(no());
        }
        let each = open.map_or(0, |var| form.take(var));
        if !form.terms.is_empty() {
            return Err(no());
        }
        if let (Some(once), Some(multiple)) = (once.get_mut(*coord), multiple.get_mut(*coord)) {
            (*once, *multiple) = (form.constant, each);
        }
    }
    Ok((once, multiple))
}
