//! Which coordinates of a tuple are free: what a move takes from them depends on the other coordinates alone.
//!
//! A pile with smaller free coordinates may become what one with larger ones may, as far as it has enough of them. Games all of
//! whose coordinates are free are the invariant games of Duchêne and Rigo ("Invariant games", 2010).

use crate::expr::builtin::Builtin;
use crate::expr::shape::Bounds;
use crate::expr::tree::{ArithOp, Clause, Expr, Op, Place, RangeClause};
use crate::expr::value::Value;
use crate::moves::taking::linear::Linear;
use crate::rules::game::{Change, GameRules, Move};
use crate::work::Declined;

#[derive(Debug)]
pub(super) struct Free {
    /// For each coordinate whether it is free; some are.
    pub(super) coords: Vec<bool>,
    /// Whether a move may leave the box of a pile by a coordinate that is not free.
    pub(super) leaves: bool,
}

impl Free {
    /// The free coordinates of a game, or why there are none.
    pub(super) fn of(game: &GameRules, bounds: &[Bounds]) -> Result<Free, Declined> {
        let changes = |rule: &Move| rule.effect.changes().is_some();
        if !game.moves.iter().all(changes) {
            return Err("a move makes several piles or leads elsewhere".into());
        }
        let sides = || game.coords.iter().copied().zip(bounds).enumerate();
        let coords = sides().map(|(coord, (place, bounds))| is_free(game, (coord, place), bounds));
        let coords: Vec<bool> = coords.collect();
        let are_alike = bounds.windows(2).all(|pair| pair[0] == pair[1]);
        let is_sorted = game.header.shape.sorts();
        let rises = |rule: &Move| sides().any(|(coord, (place, _))| rises(rule, (coord, place)));
        if !coords.contains(&true) || is_sorted && !(are_alike && coords.iter().all(|free| *free)) {
            return Err(match game.moves.iter().any(rises) {
                true => "a move adds to a coordinate".into(),
                false => "what a move may do depends on all coordinates".into(),
            });
        }
        let leaves = |(coord, (place, bounds)): (usize, (Place, &Bounds))| {
            let falls = |rule: &Move| falls(rule, (coord, place));
            bounds.hi.is_none() && !game.moves.iter().all(falls)
        };
        Ok(Free {
            leaves: sides().any(leaves),
            coords,
        })
    }
}

/// Numbers beyond these could leave the integers at one pile and not at another.
const LARGE: u64 = 1 << 31;

fn is_free(game: &GameRules, (coord, place): (usize, Place), bounds: &Bounds) -> bool {
    let is_free_in = |rule: &Move| {
        let Some(changes) = rule.effect.changes() else {
            return false;
        };
        let own = changes.iter().find(|change| change.coord() == coord);
        let is_shifted = |change: &Change| match change.coord() == coord {
            true => is_shifted(change.value(), place),
            false => !change.value().mentions(&[place]),
        };
        let value = own.map(Change::value);
        (bounds.hi.is_none() || falls(rule, (coord, place)))
            && !rises(rule, (coord, place))
            && changes.iter().all(is_shifted)
            && rule
                .clauses
                .iter()
                .all(|clause| !looks_at(clause, place, rule, value))
            && !rule.exprs().any(has_large_number)
    };
    bounds.lo >= 0
        && game
            .ends
            .iter()
            .all(|end| !end.condition.mentions(&[place]))
        && game.moves.iter().all(is_free_in)
}

/// Whether a move leaves a coordinate or takes from it, as far as that is seen.
fn falls(rule: &Move, (coord, place): (usize, Place)) -> bool {
    let Some(changes) = rule.effect.changes() else {
        return false;
    };
    let mut own = changes.iter().filter(|change| change.coord() == coord);
    own.all(|change| {
        let form = Linear::of(change.value());
        form.is_some_and(|mut form| form.take(place) == 1 && only_takes(rule, &form))
    })
}

/// Whether a move adds to a coordinate wherever it changes that, as far as that is seen.
fn rises(rule: &Move, (coord, place): (usize, Place)) -> bool {
    let changes = rule.effect.changes().into_iter().flatten();
    let mut own = changes.filter(|change| change.coord() == coord);
    own.any(|change| {
        let form = Linear::of(change.value());
        form.is_some_and(|mut form| {
            let added = form.take(place) == 1 && form.number() != Some(0);
            let taken = Linear::default().minus(&form);
            added && taken.is_some_and(|taken| only_takes(rule, &taken))
        })
    })
}

/// Whether a form of binders is never above 0, as far as that is seen.
fn only_takes(rule: &Move, form: &Linear) -> bool {
    let is_natural = |place: &Place| {
        rule.clauses.iter().any(|clause| {
            matches!(clause, Clause::Range(range) if range.place() == *place && range.lo.as_int() >= Some(0))
        })
    };
    form.constant <= 0
        && form
            .terms
            .iter()
            .all(|(place, factor)| *factor < 0 && is_natural(place))
}

/// Whether an expression adds to a register, or takes from it, what does not depend on it.
fn is_shifted(expr: &Expr, place: Place) -> bool {
    match &expr.op {
        Op::Local(own) => *own == place,
        Op::Arith(first, rest) => {
            let rests = rest.iter().all(|(op, part)| {
                matches!(op, ArithOp::Add | ArithOp::Sub) && !part.mentions(&[place])
            });
            rests && is_shifted(first, place)
        }
        _ => false,
    }
}

/// Whether a clause depends on a coordinate more than its new value does, which must stay in its range.
fn looks_at(clause: &Clause, place: Place, rule: &Move, value: Option<&Expr>) -> bool {
    let Clause::Range(RangeClause { var, lo, hi, .. }) = clause else {
        return clause.exprs().iter().any(|expr| expr.mentions(&[place]));
    };
    // What else ends a range follows from conditions and from the ranges of the coordinates.
    let is_own_end = |end: &Expr| {
        let form = value.and_then(Linear::of);
        end.as_local() == Some(place)
            && form.is_some_and(|mut form| {
                form.take(place);
                form.take(Place::Int(*var)) <= -1 && only_takes(rule, &form)
            })
    };
    let is_fine = |end: &Expr| !end.mentions(&[place]) || is_own_end(end);
    let hi_is_fine = |hi: &Expr| match &hi.op {
        Op::Call(Builtin::Min, args) => args.iter().all(is_fine),
        _ => is_fine(hi),
    };
    lo.mentions(&[place]) || !hi.as_ref().is_none_or(hi_is_fine)
}

fn has_large_number(expr: &Expr) -> bool {
    fn is_large(value: &Value) -> bool {
        match value {
            Value::Int(n) => n.unsigned_abs() > LARGE,
            Value::Bool(_) => false,
            other => other.items().iter().any(is_large),
        }
    }
    expr.nodes().filter_map(Expr::constant).any(is_large)
}
