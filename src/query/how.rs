//! Which way a question about a position is answered, and how to say so.

use super::answer::{By, How};
use crate::expr::position::{Position, Turn};
use crate::solve::{Solver, Trouble};

/// A way to find who wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// By the xor of the components' Grundy values.
    Xor,
    /// By Moore's theorem.
    Moore,
    /// By a search over whole positions.
    Search,
}

impl Way {
    /// The way for a position; `plain` asks for the bare definition.
    pub(super) fn of(
        solver: &mut Solver,
        position: &Position,
        plain: bool,
    ) -> Result<Way, Trouble> {
        if plain {
            return Ok(Way::Search);
        }
        if !solver.needs_search(position) {
            return Ok(Way::Xor);
        }
        Ok(if solver.moore(position)?.is_ok() {
            Way::Moore
        } else {
            Way::Search
        })
    }

    /// How an outcome found this way is known.
    pub(super) fn by(self, position: &Position, plain: bool) -> By {
        let engine = if plain { "plain" } else { "search" };
        match self {
            Way::Xor => grundy_by(position, plain),
            Way::Moore => By {
                how: How::Theorem,
                engine: "moore".to_string(),
                detail: "Moore's theorem; no option of a reachable pile splits it or raises its Grundy value".to_string(),
            },
            Way::Search if plain => By {
                how: How::Search,
                engine: engine.to_string(),
                detail: "by definition: a position is won where some option is lost".to_string(),
            },
            Way::Search => By {
                how: How::Search,
                engine: engine.to_string(),
                detail: format!("search over whole positions: {}", reason(position)),
            },
        }
    }
}

/// How a Grundy value is known.
pub(super) fn grundy_by(position: &Position, plain: bool) -> By {
    let several =
        position.terms.len() > 1 || position.terms.iter().any(|term| term.piles.len() > 1);
    let detail = match (several, compound(position)) {
        (_, true) => "the mex over the turns of all piles together",
        (true, false) => "nim-sum of the piles' Grundy values, each the mex over its options",
        (false, false) => "the mex over the options",
    };
    By {
        how: How::Computed,
        engine: if plain { "plain" } else { "definition" }.to_string(),
        detail: detail.to_string(),
    }
}

fn compound(position: &Position) -> bool {
    position
        .terms
        .iter()
        .any(|term| term.game.turn != Turn::One)
}

/// Why a search is needed.
fn reason(position: &Position) -> String {
    if position.is_misere() {
        return "in misère play the xor of Grundy values does not decide".to_string();
    }
    match position
        .terms
        .iter()
        .find(|term| term.game.turn != Turn::One)
    {
        Some(term) => format!(
            "a turn of {} moves in {}",
            term.game.label,
            term.game.turn.in_words()
        ),
        None => "asked for".to_string(),
    }
}
