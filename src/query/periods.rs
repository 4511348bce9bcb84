//! Periods of Grundy values, with the theorem that proves them.

use super::answer::{By, How, Periodicity, Proven};
use crate::diagnostic::Diagnostic;
use crate::expr::position::Header;
use crate::solve::heap::Kind;
use crate::solve::{Solver, Trouble};

/// How many values of a period are kept to be shown.
const SHOWN: usize = 64;

/// Looks for a period among the values of piles up to `to`.
pub(super) fn find(solver: &mut Solver, game: &Header, to: u64) -> Result<Periodicity, Trouble> {
    if game.misere {
        return Err(Diagnostic::error(
            "misere_grundy",
            format!(
                "{} is of misère play, where Grundy values do not decide",
                game.label
            ),
        )
        .help("ask for the period of the game with the last move winning")
        .into());
    }
    let (heap, budget) = solver.heap_with_budget(game.id)?;
    let heap = match heap {
        Ok(heap) => heap,
        Err(why) => {
            return Ok(Periodicity {
                game: game.label.clone(),
                proven: None,
                checked_to: 0,
                largest: (0, 0),
                why_not: Some(format!("no theorem covers this game: {why}")),
                by: by(How::Computed, "definition", "no period is claimed"),
            });
        }
    };
    let engine = heap.name();
    if heap.kind() == Kind::Nim {
        return Ok(Periodicity {
            game: game.label.clone(),
            proven: Some(Proven {
                period: 1,
                preperiod: 0,
                saltus: 1,
                theorem: "any amount may be taken, so g(n) = n".to_string(),
                repeats: Vec::new(),
            }),
            checked_to: 0,
            largest: (0, 0),
            why_not: None,
            by: by(
                How::Theorem,
                engine,
                "any amount may be taken, so a pile of n has the value n",
            ),
        });
    }
    let period = heap.prove(to, budget)?;
    let values = heap.values();
    let largest = values.iter().copied().max().unwrap_or(0);
    let place = values
        .iter()
        .position(|value| *value == largest)
        .unwrap_or(0);
    let proven = period.map(|period| Proven {
        period: period.period as u64,
        preperiod: period.preperiod as u64,
        saltus: 0,
        theorem: heap.theorem().to_string(),
        repeats: values
            .iter()
            .skip(period.preperiod)
            .take(period.period.min(SHOWN))
            .map(|value| u64::from(*value))
            .collect(),
    });
    let why_not = match (&proven, heap.kind()) {
        (Some(_), _) => None,
        (None, Kind::Other) => Some("no theorem covers rules of this kind".to_string()),
        (None, _) => Some("the values do not repeat in a way that proves a period".to_string()),
    };
    Ok(Periodicity {
        game: game.label.clone(),
        checked_to: match period {
            Some(period) => period.checked_to as u64,
            None => (values.len() as u64).saturating_sub(1),
        },
        largest: (u64::from(largest), place as u64),
        by: match &proven {
            Some(proven) => by(How::Periodic, engine, &proven.theorem),
            None => by(How::Computed, engine, "no period is claimed"),
        },
        proven,
        why_not,
    })
}

fn by(how: How, engine: &str, detail: &str) -> By {
    By {
        how,
        engine: engine.to_string(),
        detail: detail.to_string(),
    }
}
