//! `conjecture`: which positions are looked at, and what is said of the forms that fit.

use std::fmt::Write;
use std::ops::RangeInclusive;
use std::sync::Arc;

use super::answer::{Evidence, How, Proven};
use super::evidence::{grundy_by, position_by};
use super::further::{Coordinate, DATA_EFFORT, confirmed, turning_points, unrefuted, up_to};
use super::{periods, tables};
use crate::conjecture::{About, Data, Form, Meaning, boxed, gcd};
use crate::expr::position::Game;
use crate::expr::shape::{Bounds, each_choice};
use crate::solve::Solver;
use crate::text::diagnostic::{Cause, Diagnostic};
use crate::work::Failure;
use crate::work::budget::{Budget, STEPS_PER_SECOND};

/// With how much work a proven period is looked for, and among how many values.
const PERIOD_EFFORT: u64 = STEPS_PER_SECOND * 3 / 10;
const PERIOD_REACH: u64 = 1 << 17;

/// With how much work a theorem about large piles is looked for.
const THEOREM_EFFORT: u64 = STEPS_PER_SECOND / 10;

/// How far each coordinate goes, by the number of coordinates: further and further, while there is work left.
const REACH: [Reaches; 4] = [
    (15, &[60, 250, 1000, 2000]),
    (12, &[25, 50, 100]),
    (6, &[9, 12]),
    (4, &[6, 8]),
];

/// The first one must do.
type Reaches = (i64, &'static [i64]);

/// Coordinates begin at most so far from 0.
const FARTHEST: u64 = 1 << 30;

/// How many piles a position has where the values of single piles do not decide.
const PILES: [usize; 3] = [3, 2, 1];

/// How far each pile of several goes.
const PILE_REACH: [Reaches; 3] = [REACH[0], (10, &[20, 30]), REACH[2]];

/// A limit that was reached on the way to values of a game, with what may do in their place.
pub(super) fn hinted(mut limit: Diagnostic, game: &Game) -> Diagnostic {
    let is_limit = matches!(limit.cause, Cause::Memory | Cause::Time);
    if is_limit && coordinates(game).is_ok() {
        let more = format!(
            "or see whether a formula fits: `conjecture({})`",
            game.label
        );
        limit.help = Some(match limit.help {
            Some(help) => format!("{help}; {more}"),
            None => more,
        });
    }
    limit
}

pub(crate) struct FoundForms {
    /// The forms that fit, the shortest first.
    pub(crate) forms: Vec<Form>,
    /// Whether they are about the piles of a position, of which there may be several.
    pub(crate) of_piles: bool,
    proven: Option<(Proven, Evidence)>,
    /// Whether no value was left out.
    in_whole: bool,
    /// On what forms were looked for.
    looked: String,
}

/// The closed forms that fit the game, in words, and how that is known.
pub(super) fn conjecture(
    solver: &mut Solver,
    game: &Arc<Game>,
) -> Result<(String, Evidence), Failure> {
    let found = look(solver, game)?;
    if let Some(proven) = found.proven {
        return Ok(with_period(proven, found.forms, found.in_whole));
    }
    let Some(form) = found.forms.first() else {
        let text = format!("no closed form is found that fits {}", found.looked);
        return Ok((
            text,
            by("many short formulas were tried; another one may fit"),
        ));
    };
    let theorem = match form.meaning {
        Meaning::Value | Meaning::IsLosing => theorem(solver, game, form)?,
        Meaning::KthLosing => None,
    };
    let (mut text, by) = said(&found.forms, theorem);
    if found.of_piles {
        let are = match form.names.as_slice() {
            [_] => "is the only pile",
            _ => "are the piles",
        };
        let names = form.names.join(", ");
        let _ = write!(
            text,
            "\n  here {names} {are} of a position of {}",
            game.label
        );
    }
    Ok((text, by))
}

/// The theorem that tells the value of a large pile, or who wins one or a position of several; `None` where none is seen at once.
fn theorem(solver: &mut Solver, game: &Arc<Game>, form: &Form) -> Result<Option<String>, Failure> {
    /// Different numbers beyond those that are looked at.
    const LARGE: [i64; 4] = [50_021, 30_011, 20_022, 10_008];
    let position = tables::position_at(game, &LARGE[..form.names.len()])?;
    if !position.piles().all(|(_, pile)| game.cells(pile).is_ok()) {
        return Ok(None);
    }
    // Without memory for them nothing is said.
    let found = solver.aside_in_room(THEOREM_EFFORT, |solver| {
        if form.meaning == Meaning::Value {
            solver.position_grundy(&position)?;
            return grundy_by(solver, &position);
        }
        solver.winner(&position)?;
        position_by(solver, &position)
    });
    match found {
        Ok(Some(by)) if by.how == How::Theorem => Ok(Some(by.detail)),
        // What is wrong with large piles is for whoever asks about them.
        Ok(_) | Err(Failure::Fault(_) | Failure::Complaint(_)) => Ok(None),
        Err(failure) => Err(failure),
    }
}

impl FoundForms {
    /// How the first form is known: a conjecture, or proven by a period that it follows from.
    pub(crate) fn known(&self) -> Option<String> {
        let form = self.forms.first()?;
        let range = form.range();
        Some(match &self.proven {
            Some((proven, _)) if self.in_whole && follows(form, proven) => format!(
                "it repeats as {} does from n = {} on, which is proven by {}, and both agree on {range}",
                proven.equation(),
                proven.preperiod,
                proven.theorem
            ),
            _ => format!("a conjecture, checked on {range}, not proven"),
        })
    }
}

/// Looks for closed forms that fit the game.
pub(super) fn look(solver: &mut Solver, game: &Arc<Game>) -> Result<FoundForms, Failure> {
    let coords = coordinates(game)?;
    if !tables::has_values(game) {
        return of_outcomes(solver, game, &coords);
    }
    let proven = periods::soon(solver, game, PERIOD_REACH, PERIOD_EFFORT)?;
    let reaches = REACH[coords.len().saturating_sub(1)];
    let of_values = |solver: &mut Solver, ranges: &[_]| values(solver, game, &coords, ranges);
    let to = |solver: &mut Solver, reach| of_values(solver, &up_to(&coords, reach));
    let (known, reach) = growing(solver, reaches, to)?;
    let mut turns = turning_points(solver, game, reach)?;
    let forms = known.forms(solver.budget())?;
    let mut forms = match &proven {
        None => confirmed(solver, forms, (&coords, reach, &turns), of_values)?,
        Some((proven, _)) => {
            let ends = [proven.preperiod, proven.period];
            turns.extend(ends.iter().filter_map(|end| i64::try_from(*end).ok()));
            turns.extend(i64::try_from(
                proven.preperiod.saturating_add(proven.period),
            ));
            let (mut sure, others): (Vec<Form>, Vec<Form>) =
                forms.into_iter().partition(|form| follows(form, proven));
            sure.extend(unrefuted(solver, others, (&coords, &turns), of_values)?);
            sure
        }
    };
    if proven.is_none() && forms.is_empty() {
        forms = known.losing().forms(solver.budget())?;
        let losing = |solver: &mut Solver, ranges: &[_]| Ok(of_values(solver, ranges)?.losing());
        forms = confirmed(solver, forms, (&coords, reach, &turns), losing)?;
    }
    Ok(FoundForms {
        forms,
        of_piles: false,
        proven,
        in_whole: known.is_whole(),
        looked: format!(
            "the values on {}, or the P-positions among them",
            boxed(known.ranges())
        ),
    })
}

fn coordinates(game: &Game) -> Result<Vec<Coordinate>, Failure> {
    let bounds = match (game.shape.as_heap(), game.shape.as_int_tuple()) {
        (Some(bounds), _) => vec![bounds],
        (None, Some(bounds)) if bounds.len() <= REACH.len() => bounds,
        _ => {
            let most = REACH.len();
            let needs = format!(
                "`conjecture` needs piles that are single numbers or tuples of at most {most} of them"
            );
            return Err(tables::wrong_shape(game, &needs).into());
        }
    };
    let is_far = |bounds: &Bounds| bounds.lo.unsigned_abs() > FARTHEST;
    if bounds.iter().any(is_far) {
        let label = &game.label;
        let message = format!("the piles of {label} begin too far from 0 for `conjecture`");
        return Err(Diagnostic::error("wrong_shape", message).into());
    }
    let names = game.shape.coords.iter().map(|coord| coord.name.clone());
    // The formulas are called `g` themselves.
    let is_clear = names.clone().all(|name| name != "g");
    let own = ["n", "x", "y", "z"].map(str::to_string);
    Ok(match is_clear {
        true => names.zip(bounds).collect(),
        false => own.into_iter().zip(bounds).collect(),
    })
}

/// Looks at more and more positions as long as there is work left for it. Where a rule fails at some pile, what lies before it does.
fn growing<T>(
    solver: &mut Solver,
    (first, more): Reaches,
    mut work: impl FnMut(&mut Solver, i64) -> Result<T, Failure>,
) -> Result<(T, i64), Failure> {
    let begun = solver.budget().done();
    let mut known = work(solver, first)?;
    let mut reach = first;
    let mut more = more.iter().copied();
    // The least reach that fails, once there is one.
    let mut wall: Option<i64> = None;
    loop {
        let next = match wall {
            Some(wall) if wall - reach < 2 => break,
            Some(wall) => reach + (wall - reach) / 2,
            None => match more.next() {
                Some(next) => next,
                None => break,
            },
        };
        let spent = solver.budget().done() - begun;
        let left = DATA_EFFORT.saturating_sub(spent);
        match solver.aside(left, |solver| work(solver, next)) {
            Ok(Some(found)) => (known, reach) = (found, next),
            Ok(None) => break,
            Err(failure) if failure.is_in_input() => wall = Some(next),
            Err(failure) => return Err(failure),
        }
    }
    Ok((known, reach))
}

/// The numbers of the cells of a box, which come in the order of a list.
fn of_list(
    about: About,
    coords: &[Coordinate],
    ranges: &[RangeInclusive<i64>],
    list: Vec<u64>,
    budget: &Budget,
) -> Result<Data, Failure> {
    let names: Vec<String> = coords.iter().map(|(name, _)| name.clone()).collect();
    let mut list = list.into_iter();
    Ok(Data::table(about, &names, ranges, |_| list.next(), budget)?)
}

fn boxes(ranges: &[RangeInclusive<i64>]) -> Vec<Vec<i64>> {
    ranges.iter().map(|range| range.clone().collect()).collect()
}

/// The Grundy values of the piles of a box.
fn values(
    solver: &mut Solver,
    game: &Arc<Game>,
    coords: &[Coordinate],
    ranges: &[RangeInclusive<i64>],
) -> Result<Data, Failure> {
    let list = tables::table(solver, game, &boxes(ranges))?
        .iter()
        .collect();
    of_list(About::Values, coords, ranges, list, solver.budget())
}

/// Forms of the P-positions, where Grundy values do not decide.
fn of_outcomes(
    solver: &mut Solver,
    game: &Arc<Game>,
    coords: &[Coordinate],
) -> Result<FoundForms, Failure> {
    let found = |forms, of_piles, looked: &str| FoundForms {
        forms,
        of_piles,
        proven: None,
        in_whole: false,
        looked: format!("the P-positions in {looked}"),
    };
    let is_heap = game.shape.as_heap().is_some();
    let counts: &[usize] = match (is_heap, game.loopy) {
        (true, false) => &PILES,
        // One pile that may go on for ever is enough.
        (true, true) => &[1],
        (false, _) => &[coords.len()],
    };
    let turns = turning_points(solver, game, 0)?;
    let mut tried = Vec::new();
    for count in counts {
        let coords: Vec<Coordinate> = match coords {
            [(_, bounds)] if is_heap && *count > 1 => ["a", "b", "c"]
                .iter()
                .take(*count)
                .map(|name| (name.to_string(), *bounds))
                .collect(),
            _ => coords.to_vec(),
        };
        let reaches: &[Reaches] = if is_heap { &PILE_REACH } else { &REACH };
        let reaches = reaches[count.saturating_sub(1)];
        let of_lost = |solver: &mut Solver, ranges: &[_]| lost(solver, game, &coords, ranges);
        let to = |solver: &mut Solver, reach| of_lost(solver, &up_to(&coords, reach));
        let (data, reach) = growing(solver, reaches, to)?;
        let forms = data.forms(solver.budget())?;
        let forms = confirmed(solver, forms, (&coords, reach, &turns), of_lost)?;
        if !forms.is_empty() {
            return Ok(found(forms, counts.len() > 1, &boxed(data.ranges())));
        }
        tried.push(boxed(data.ranges()));
    }
    Ok(found(Vec::new(), false, &tried.join("; ")))
}

/// Which positions are P-positions: of several piles, or of one tuple.
fn lost(
    solver: &mut Solver,
    game: &Arc<Game>,
    coords: &[Coordinate],
    ranges: &[RangeInclusive<i64>],
) -> Result<Data, Failure> {
    let mut list = Vec::new();
    for at in each_choice(&boxes(ranges)) {
        let position = tables::position_at(game, &at)?;
        list.push(u64::from(tables::is_lost(solver, &position)?));
    }
    of_list(About::Losing, coords, ranges, list, solver.budget())
}

/// A period that is proven, with the formulas that fit.
fn with_period(
    (proven, by): (Proven, Evidence),
    forms: Vec<Form>,
    in_whole: bool,
) -> (String, Evidence) {
    let same = |form: &&Form| in_whole && follows(form, &proven);
    if let Some(form) = forms.iter().find(same) {
        let mut text = format!(
            "{}, proven\n  {}, by {}\n  the formula repeats in the same way, and both agree on {}",
            form.claim(),
            proven.statement(),
            proven.theorem,
            form.range()
        );
        define(&mut text, std::slice::from_ref(form));
        return (text, by);
    }
    let rise = if proven.saltus > 0 { "arithmetic " } else { "" };
    let others = match forms.as_slice() {
        [] => "no other closed form is found that fits".to_string(),
        forms => said(forms, None).0.replace('\n', "\n  "),
    };
    let text = format!(
        "{rise}period {} from n = {} on, proven\n  {}, by {}\n  {others}",
        proven.period,
        proven.preperiod,
        proven.equation(),
        proven.theorem
    );
    (text, by)
}

/// Whether a form follows from a proven period: it repeats alike and is right on a whole common period.
fn follows(form: &Form, proven: &Proven) -> bool {
    let agrees = || -> Option<bool> {
        let (repeats, from) = form.repeats()?;
        let period = i64::try_from(proven.period).ok()?;
        let rise = i64::try_from(proven.saltus).ok()?;
        let start = i64::try_from(proven.preperiod).ok()?.max(from);
        // A common period, not always the least.
        let both = period.checked_mul(repeats.period)?;
        let is_alike = rise.checked_mul(repeats.period)? == repeats.rise.checked_mul(period)?;
        let (_, last) = *form.ranges.first()?;
        let least = both / gcd(period, repeats.period);
        Some(is_alike && start.checked_add(least)? <= last + 1)
    };
    agrees().unwrap_or(false)
}

/// The forms that fit, the first one first, with what they were checked on and the definitions they need.
fn said(forms: &[Form], theorem: Option<String>) -> (String, Evidence) {
    let mut text = String::new();
    let first = forms.first().map(Form::range);
    for (number, form) in forms.iter().enumerate() {
        let (also, indent) = match number {
            0 => ("", "  "),
            _ => ("\n  also fits: ", "    "),
        };
        let _ = write!(text, "{also}{}", form.claim());
        let range = form.range();
        if number == 0 || first.as_ref() != Some(&range) {
            let _ = write!(
                text,
                "\n{indent}a conjecture, checked on {range}, not proven"
            );
        }
        if let (0, Some(theorem)) = (number, &theorem) {
            let _ = write!(
                text,
                "\n  large piles are known without it, by a theorem: {theorem}"
            );
        }
    }
    define(&mut text, forms);
    (text, by("a form that fits what was checked, not proven"))
}

/// Adds the definitions that forms need.
fn define(text: &mut String, forms: &[Form]) {
    let mut definitions: Vec<&str> = Vec::new();
    for definition in forms.iter().flat_map(Form::definitions) {
        if !definitions.contains(&definition) {
            definitions.push(definition);
        }
    }
    if !definitions.is_empty() {
        let _ = write!(text, "\n  with\n    {}", definitions.join("\n    "));
    }
}

fn by(detail: &str) -> Evidence {
    Evidence::new(How::Conjecture, "conjecture", detail)
}
