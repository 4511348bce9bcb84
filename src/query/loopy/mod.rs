//! Questions about games whose plays may go on for ever.

mod explain;

use std::collections::BTreeMap;
use std::sync::Arc;

pub(super) use self::explain::explain;
use super::answer::{Numbers, Values};
use super::evidence::loopy_by;
use super::judge::refuse_engine;
use super::tables;
use crate::expr::position::{Header, Position, Turn};
use crate::expr::value::Value;
use crate::solve::Solver;
use crate::solve::loopy::{ASIDE, FOR_VALUES, LoopyValue};
use crate::text::diagnostic::Diagnostic;
use crate::work::Failure;

/// The value of a position, where that takes little work and the last move wins.
pub(super) fn value(solver: &mut Solver, position: &Position) -> Result<LoopyValue, Failure> {
    if solver.is_plain() || position.is_misere() {
        return Ok(LoopyValue::Unknown);
    }
    let components = solver.positions().components(position)?;
    let (loopy, values) = solver.loopy();
    loopy.value(&components, &mut ASIDE.clone(), values)
}

/// The values of single piles, infinite ones among them.
pub(super) fn values(
    solver: &mut Solver,
    game: &Arc<Header>,
    sizes: std::ops::RangeInclusive<i64>,
) -> Result<Values, Failure> {
    let from = *sizes.start();
    let mut values = Numbers::default();
    let mut special = BTreeMap::new();
    if game.shape.as_heap().is_none() || game.misere {
        // The complaint is the one of all games.
        tables::values(solver, game, sizes.clone())?;
    }
    let mut components = Vec::new();
    for size in sizes {
        let position = tables::position_of(game, vec![Value::Int(size)]);
        refuse_engine(solver, &position)?;
        // A compound whose only pile cannot move has no component.
        components.push(solver.positions().components(&position)?.first().copied());
    }
    let all: Vec<_> = components.iter().flatten().copied().collect();
    let (loopy, memory) = solver.loopy();
    let mut found = loopy.values(&all, FOR_VALUES, memory)?.into_iter();
    for (place, component) in components.iter().enumerate() {
        let value = match component {
            Some(_) => found
                .next()
                .ok_or_else(|| Diagnostic::internal("a value is missing"))?,
            None => LoopyValue::Number(0),
        };
        values.push(match value {
            LoopyValue::Number(value) => value,
            LoopyValue::Unknown => {
                special.insert(place, None);
                0
            }
            infinite => {
                special.insert(place, Some(infinite.to_string()));
                0
            }
        });
    }
    Ok(Values {
        game: game.label.clone(),
        from,
        values,
        special,
        by: loopy_by(),
    })
}

/// The plan for the piles of a game.
pub(super) fn plan(header: &Header) -> String {
    let mut lines = vec![
        format!("{}: a pile is {}", header.label, header.shape.in_words()),
        "  engine  retrograde: from the ends of the plays backwards; what neither player can win is a draw"
            .to_string(),
        "          positions are looked at from the one asked about outwards, until the others cannot change the answer"
            .to_string(),
    ];
    let sums = if header.misere {
        "retrograde, over whole positions: in misère play values do not decide".to_string()
    } else {
        let turn = match &header.turn {
            Turn::One => String::new(),
            turn => format!(
                "; a turn moves in {}, so its piles are one component",
                turn.in_words()
            ),
        };
        format!(
            "loopy values (Smith 1966) where they are known, else retrograde over whole positions{turn}"
        )
    };
    lines.push(format!("  sums    {sums}"));
    lines.join("\n")
}

pub(super) fn plan_of_position(position: &Position) -> String {
    let mut lines: Vec<String> = Vec::new();
    for term in &position.terms {
        let plan = if term.game.loopy {
            plan(&term.game)
        } else {
            format!(
                "{}: its plays end, so a pile is worth its Grundy value",
                term.game.label
            )
        };
        if !lines.contains(&plan) {
            lines.push(plan);
        }
    }
    lines.join("\n")
}
