//! Moves that every pile can make and that make none smaller: plays without end.

use std::borrow::Cow;

use super::known_of;
use crate::expr::interval::Interval;
use crate::expr::kind::Kind;
use crate::expr::shape::{Bounds, CoordKind, Entry, Shape};
use crate::expr::tree::{ArithOp, Clause, CompareOp, Expr, Op, Place, RangeClause};
use crate::expr::value::Value;
use crate::rules::bounds::{LARGEST, substitute};
use crate::rules::game::{Change, Effect, Ending, GameRules, Move};
use crate::rules::number_facts::NumberFacts;
use crate::text::diagnostic::Diagnostic;

/// How many piles of an endless play are shown.
const SHOWN: usize = 4;

/// A move that every pile can make and that makes none smaller: a play of it alone never ends.
pub(super) fn endless(game: &GameRules, moves: &[&Move]) -> Option<Diagnostic> {
    if game.header.loopy {
        return None;
    }
    let mut growing = moves.iter();
    let (rule, least) = growing.find_map(|rule| Some((rule, grows_from(game, rule)?)))?;
    let shown = chain(game, rule, least);
    let why = match shown.as_slice() {
        [_, _, ..] => format!("{}, …", shown.join(", then ")),
        _ => "every pile can make this move, and it makes none smaller".to_owned(),
    };
    let mut coords = game.header.shape.coords.iter().enumerate();
    let (_, coord) = coords.find(|(number, _)| is_changed(rule, *number))?;
    let (name, is_row) = (&coord.name, coord.is_row());
    let (pile, number) = match is_row {
        true => (format!("{name}[]"), format!("{name}[i]")),
        false => (name.clone(), name.clone()),
    };
    let cure = match &rule.effect {
        Effect::Piles(_) => format!("make all that is left smaller than `{name}`"),
        Effect::Change(changes) if is_row && changes.iter().any(|it| it.index().is_none()) => {
            format!("give the move a condition, as in `where len({name}) < 30`")
        }
        _ => format!(
            "give the piles an end, as in `pile {pile} in 0..30`, or the move a condition, as in `where {number} < 30`"
        ),
    };
    let message = format!("a play of `{}` need never end", game.header.label);
    Some(
        Diagnostic::error("loop", message)
            .label(rule.span, why)
            .help(format!(
                "{cure}; where plays without end are draws, write `loopy`"
            )),
    )
}

/// How far above the least pile a move is looked for that larger ones can make: 2 to this power.
const HIGHEST: u32 = 20;

/// How far above the least pile one is from which a move can be made, and again from what it leaves, and so on: no number falls, none
/// that changes has an upper end, and no condition may fail. Rows have entries there.
fn grows_from(game: &GameRules, rule: &Move) -> Option<i64> {
    let never_ends = |ending: &Ending| known_of(game).truth(&ending.condition) == Some(false);
    if !game.ends.iter().all(never_ends) {
        return None;
    }
    // What a condition says of a number that grows is looked at from the least pile alone.
    let grown: Vec<Place> = (0..game.coords.len())
        .filter(|coord| is_changed(rule, *coord))
        .map(|coord| game.coords[coord])
        .collect();
    let mut tests = rule.clauses.iter().filter_map(Clause::test);
    let highest = match tests.any(|test| test.mentions(&grown)) {
        true => 0,
        false => HIGHEST,
    };
    let above = |bit: u32| (1_i64 << bit) - 1;
    // Where the move may change all numbers, more is known of larger piles, and nothing else.
    let changes_all = (0..game.coords.len()).all(|coord| is_changed(rule, coord));
    if changes_all && !grows(game, rule, above(highest)) {
        return None;
    }
    // The others are asked at each height, so that what falls anyway is left out before.
    if !changes_all
        && [0, highest]
            .iter()
            .all(|bit| falls(game, rule, above(*bit)))
    {
        return None;
    }
    (0..=highest)
        .map(above)
        .find(|least| grows(game, rule, *least))
}

fn is_changed(rule: &Move, coord: usize) -> bool {
    let changes = rule.effect.changes();
    changes.is_none_or(|all| all.iter().any(|change| change.coord() == coord))
}

/// A number that is so much above the least one, and not 0 where another can be.
fn raised(bounds: Bounds, above: i64) -> i64 {
    let hi = bounds.hi.unwrap_or(i64::MAX);
    bounds.lo.saturating_add(above).max(1).min(hi)
}

/// What is known of piles that are so much above the least one, where what a move does not change is exactly that.
fn known_above(game: &GameRules, rule: &Move, above: i64) -> NumberFacts {
    let mut known = known_of(game);
    for (number, (place, coord)) in game
        .coords
        .iter()
        .zip(&game.header.shape.coords)
        .enumerate()
    {
        if let CoordKind::Int(bounds) = coord.kind {
            let numbers = match (is_changed(rule, number), bounds.hi) {
                (false, _) => {
                    let one = raised(bounds, above);
                    Bounds {
                        lo: one,
                        hi: Some(one),
                    }
                }
                (true, None) => Bounds {
                    lo: bounds.lo.saturating_add(above),
                    hi: None,
                },
                (true, Some(_)) => bounds,
            };
            known.number(*place, Interval::of(numbers));
        }
    }
    known
}

/// Whether a move makes a number smaller, from piles that are so much above the least one.
fn falls(game: &GameRules, rule: &Move, above: i64) -> bool {
    let mut known = known_above(game, rule, above);
    for clause in &rule.clauses {
        known.bind(clause);
    }
    let mut changes = rule.effect.changes().into_iter().flatten();
    changes.any(|change| {
        let (value, place) = (change.value(), game.coords[change.coord()]);
        let is_number = change.index().is_none() && matches!(place, Place::Int(_));
        let own = Expr::local(place, Kind::Int, value.span);
        is_number && known.difference(value, &own).hi < 0
    })
}

/// Whether a move can be made from piles that are so much above the least one, and again from what it leaves, and so on.
fn grows(game: &GameRules, rule: &Move, above: i64) -> bool {
    let shape: &Shape = &game.header.shape;
    let mut known = known_above(game, rule, above);
    // What runs over all entries of a row, and the row.
    let mut entries: Vec<(Place, Place)> = Vec::new();
    for clause in &rule.clauses {
        let of_row = clause.indices();
        let always_runs = match clause {
            _ if of_row.is_some() => true,
            Clause::Range(RangeClause { lo, hi, .. }) => hi
                .as_ref()
                .is_none_or(|hi| known.difference(hi, lo).lo >= 0),
            Clause::Each { list, .. } => {
                list.constant().is_some_and(|list| !list.items().is_empty())
            }
            Clause::Value { .. } => true,
            Clause::Partitions(_) | Clause::While(_) => false,
            Clause::Test(test) => known.truth(test) == Some(true),
        };
        let is_safe = of_row.is_some() || matches!(clause, Clause::Each { .. });
        let may_fault = || {
            let mut exprs = clause.exprs().into_iter();
            !exprs.all(|expr| is_plain(expr, &entries))
        };
        if !always_runs || !is_safe && may_fault() {
            return false;
        }
        entries.extend(of_row.map(|(var, row)| (row, Place::Int(var))));
        known.bind(clause);
    }
    let is_more = |value: &Expr, before: Expr| {
        let value = &*called(value);
        known.difference(value, &before).lo >= 0 && is_plain(value, &entries)
    };
    let changed = |change: &Change| {
        let (coord, value) = (&shape.coords[change.coord()], change.value());
        let place = game.coords[change.coord()];
        let own = Expr::local(place, coord.kind(), value.span);
        match (&coord.kind, change.index()) {
            (CoordKind::Int(Bounds { hi: None, .. }), None) => is_more(value, own),
            (CoordKind::Row { entry, .. }, None) => is_longer(&known, value, (place, entry)),
            (CoordKind::Row { entry, .. }, Some(index)) => {
                let is_any = |at| entries.contains(&(place, at));
                let before = Op::Index(Box::new(own), Box::new(index.clone()));
                let before = Expr::new(before, Kind::Int, value.span);
                matches!(entry, Entry::Int(Bounds { hi: None, .. }))
                    && index.as_local().is_some_and(is_any)
                    && is_more(value, before)
            }
            _ => false,
        }
    };
    match (&rule.effect, shape.as_heap(), game.coords.as_slice()) {
        (Effect::Change(changes), ..) => !changes.is_empty() && changes.iter().all(changed),
        (Effect::Piles(list), Some(Bounds { lo, hi: None }), [place]) => {
            let Op::Elements(items) = &list.op else {
                return false;
            };
            let pile = || Expr::local(*place, Kind::Int, list.span);
            let is_pile = |item: &Expr| {
                let is_number = !matches!(item.op, Op::Range(..)) && is_plain(item, &[]);
                is_number && known.interval(item).lo >= lo.into()
            };
            items.iter().all(is_pile) && items.iter().any(|item| is_more(item, pile()))
        }
        _ => false,
    }
}

/// So many calls may be nested in one that is unfolded.
const DEEPEST: u32 = 32;

/// A value with what functions of one name say in the place of their calls, as far as that is short.
fn called(value: &Expr) -> Cow<'_, Expr> {
    let mut whole = value.clone();
    match unfold(&mut whole, &mut LARGEST.clone()) {
        Some(()) => Cow::Owned(whole),
        None => Cow::Borrowed(value),
    }
}

fn unfold(expr: &mut Expr, room: &mut usize) -> Option<()> {
    for part in expr.children_mut() {
        unfold(part, room)?;
    }
    if let Op::Function(function, args) = &expr.op
        && let ([param], [arg]) = (function.params.as_slice(), args.as_slice())
        && function.depth <= DEEPEST
        && !function.recurs
    {
        let mut said = substitute(&function.body, &[(*param, arg)], room)?;
        unfold(&mut said, room)?;
        *expr = said;
    }
    Some(())
}

/// Whether a value is a row of numbers with more behind or before it.
fn is_longer(known: &NumberFacts, value: &Expr, (row, entry): (Place, &Entry)) -> bool {
    let (Op::Concat(parts), Entry::Int(bounds)) = (&value.op, entry) else {
        return false;
    };
    let is_entry = |item: &Expr| {
        let (found, allowed) = (known.interval(item), Interval::of(*bounds));
        let is_number = !matches!(item.op, Op::Range(..)) && is_plain(item, &[]);
        is_number && allowed.lo <= found.lo && found.hi <= allowed.hi
    };
    let is_list = |part: &&Expr| match &part.op {
        Op::Elements(items) => items.iter().all(is_entry),
        Op::Const(list) => {
            let mut items = list.items().iter();
            items.all(|item| item.as_int().is_some_and(|item| bounds.contains(item)))
        }
        _ => false,
    };
    let (own, added): (Vec<&Expr>, Vec<&Expr>) =
        parts.iter().partition(|part| part.as_local() == Some(row));
    !own.is_empty() && added.iter().all(is_list)
}

/// Whether an expression is worked out without a fault, however large its numbers are, until they leave the 64 bits;
/// these are the rows that have an entry at the place that a register names.
fn is_plain(expr: &Expr, entries: &[(Place, Place)]) -> bool {
    expr.nodes().all(|expr| match &expr.op {
        Op::Local(_) | Op::Const(_) | Op::Neg(_) => true,
        Op::Index(row, index) => match (row.as_local(), index.as_local()) {
            (Some(row), Some(index)) => entries.contains(&(row, index)),
            _ => false,
        },
        Op::Compare(_, rest) => {
            let is_list = |op: &CompareOp| matches!(op, CompareOp::In | CompareOp::NotIn);
            !rest.iter().any(|(op, _)| is_list(op))
        }
        Op::And(_) | Op::Or(_) | Op::Not(_) => true,
        Op::Arith(_, rest) => rest
            .iter()
            .all(|(op, _)| matches!(op, ArithOp::Add | ArithOp::Sub | ArithOp::Mul)),
        _ => false,
    })
}

/// The first piles of a play by a move that only grows, as far as they are known, from one that is so much above the least; rows
/// have one entry.
fn chain(game: &GameRules, rule: &Move, above: i64) -> Vec<String> {
    let shape = &game.header.shape;
    let coords = shape.coords.iter().map(|coord| match &coord.kind {
        CoordKind::Int(bounds) => Some(raised(*bounds, above)),
        CoordKind::Row {
            entry: Entry::Int(bounds),
            ..
        } => Some(bounds.lo.max(1)),
        CoordKind::Row { .. } => None,
    });
    let Some(mut pile) = coords.collect::<Option<Vec<i64>>>() else {
        return Vec::new();
    };
    let mut beside = Vec::new();
    let shown = |pile: &[i64], beside: &[i64]| {
        if matches!(rule.effect, Effect::Piles(_)) {
            return Value::ints(beside.iter().chain(pile).copied()).to_string();
        }
        let parts = shape.coords.iter().zip(pile);
        let parts = parts.map(|(coord, n)| match coord.kind {
            CoordKind::Int(_) => Value::Int(*n),
            CoordKind::Row { .. } => Value::ints([*n]),
        });
        shape.whole(parts.collect()).to_string()
    };
    let mut found = vec![shown(&pile, &beside)];
    for _ in 1..SHOWN {
        let Some(next) = grown(game, rule, &pile, &mut beside) else {
            break;
        };
        pile = next;
        found.push(shown(&pile, &beside));
    }
    found
}

/// What a pile becomes, with the first value of every binder; other piles that are left are put beside.
fn grown(game: &GameRules, rule: &Move, pile: &[i64], beside: &mut Vec<i64>) -> Option<Vec<i64>> {
    let mut known = NumberFacts::default();
    let exactly = |n: i64| Interval::of(Bounds { lo: n, hi: Some(n) });
    for (place, n) in game.coords.iter().zip(pile) {
        match place {
            Place::Int(_) => known.number(*place, exactly(*n)),
            Place::Obj(_) => known.entries(*place, exactly(*n)),
        }
    }
    let point = |known: &NumberFacts, expr: &Expr| {
        let interval = known.interval(expr);
        (interval.lo == interval.hi).then(|| i64::try_from(interval.lo).ok())?
    };
    for clause in &rule.clauses {
        match clause {
            Clause::Range(range) => {
                let first = point(&known, &range.lo)?;
                known.number(range.place(), exactly(first));
            }
            Clause::Each { target, list } => match (target.places().as_slice(), list.constant()) {
                ([place], Some(list)) => {
                    known.number(*place, exactly(list.items().first()?.as_int()?));
                }
                _ => return None,
            },
            _ => known.bind(clause),
        }
    }
    let mut next = pile.to_vec();
    match &rule.effect {
        Effect::Change(changes) => {
            for change in changes {
                next[change.coord()] = point(&known, &called(change.value()))?;
            }
        }
        Effect::Piles(list) => {
            let Op::Elements(items) = &list.op else {
                return None;
            };
            let items = items.iter().map(|item| point(&known, item));
            let mut items = items.collect::<Option<Vec<i64>>>()?;
            let before = pile.first()?;
            let at = items.iter().position(|item| item >= before)?;
            next = vec![items.remove(at)];
            beside.extend(items);
        }
        Effect::Position(_) => return None,
    }
    Some(next)
}
