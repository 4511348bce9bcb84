//! Games on single numbers that rise to an end, as games that fall to 0: a pile by what it lacks to the end.

use crate::expr::builtin::Builtin;
use crate::expr::code::Frame;
use crate::expr::kind::Kind;
use crate::expr::shape::{Bounds, Coord, CoordKind};
use crate::expr::tree::{ArithOp, Clause, CompareOp, Expr, Op, Place, Target};
use crate::rules::game::{Change, Effect, GameRules, Move};
use crate::work::Declined;

/// A game whose piles are what those of another lack to their end.
#[derive(Debug)]
pub(crate) struct Mirrored {
    pub(crate) game: GameRules,
    /// The pile that lacks nothing: larger ones, where there are any, have no moves either.
    pub(crate) end: i64,
}

/// The game by what a pile lacks to the greatest one, or to the least one of which all larger ones have no moves.
pub(crate) fn mirrored(game: &GameRules) -> Result<Mirrored, Declined> {
    let (Some(bounds), [pile]) = (game.header.shape.as_heap(), game.coords.as_slice()) else {
        return Err("a pile is not a single number".into());
    };
    let stop = match bounds.hi {
        Some(_) => None,
        None => game
            .ends
            .iter()
            .find_map(|end| least(&end.condition, *pile)),
    };
    let end = bounds.hi.or(stop).ok_or("piles have no upper end")?;
    let frames = game.moves.iter().map(|rule| rule.frame);
    let frames = frames.chain(game.ends.iter().map(|end| end.frame));
    let mut frame = frames.fold(Frame::default(), Frame::with);
    let lacks = frame.place(&Kind::Int);
    let moves = game.moves.iter().map(|rule| {
        let Some(changes) = rule.effect.changes() else {
            return Err(Declined::from(
                "a move makes several piles or leads elsewhere",
            ));
        };
        let span = rule.span;
        let from_end = |value: Expr| Expr::int(end, span).arith(ArithOp::Sub, value);
        let own = Expr::local(lacks, Kind::Int, span);
        let mut clauses = vec![Clause::Value {
            target: Target::One(*pile),
            value: from_end(own.clone()),
        }];
        if stop.is_some() {
            clauses.push(Clause::Test(own.compare(CompareOp::Ge, Expr::int(1, span))));
        }
        let others = game.ends.iter().map(|end| &end.condition);
        let others = others.filter(|end| stop.is_none() || least(end, *pile) != stop);
        clauses.extend(others.map(|end| {
            let not = Op::Not(Box::new(end.clone()));
            Clause::Test(Expr::new(not, Kind::Bool, span))
        }));
        clauses.extend(rule.clauses.iter().cloned());
        let changes = changes.iter().map(|change| {
            let lacks = from_end(change.value().clone());
            let value = match stop {
                // Piles behind the end are worth what it is worth.
                Some(_) => {
                    let least = vec![lacks, Expr::int(0, span)];
                    Expr::new(Op::Call(Builtin::Max, least), Kind::Int, span)
                }
                None => lacks,
            };
            let coord = change.coord();
            Change::Coord { coord, value }
        });
        Ok(Move {
            statement: rule.statement,
            span,
            frame,
            effect: Effect::Change(changes.collect()),
            choices: rule.choices.clone(),
            wording: rule.wording,
            clauses,
        })
    });
    let moves = moves.collect::<Result<Vec<Move>, Declined>>()?;
    let coord = Coord {
        name: game.header.shape.coords[0].name.clone(),
        // What a pile lacks that is below the least one is not asked for, and no move leads to it.
        kind: CoordKind::Int(Bounds::NATURAL),
    };
    Ok(Mirrored {
        game: game.of_one_number(coord, lacks, moves),
        end,
    })
}

/// The least pile of which a condition says that it and all larger ones have no moves: `pile >= 100`.
fn least(condition: &Expr, pile: Place) -> Option<i64> {
    let (left, op, right) = condition.comparison()?;
    match (left.as_local() == Some(pile), op) {
        (true, CompareOp::Ge) => right.as_int(),
        (true, CompareOp::Gt) => right.as_int()?.checked_add(1),
        (false, CompareOp::Le) if right.as_local() == Some(pile) => left.as_int(),
        (false, CompareOp::Lt) if right.as_local() == Some(pile) => left.as_int()?.checked_add(1),
        _ => None,
    }
}
