//! Which way a question about a position is answered, and how to say so.

use super::answer::{By, How};
use crate::expr::position::{Header, Position, Term, Turn};
use crate::expr::value::Value;
use crate::solve::Solver;
use crate::work::Failure;

/// A way to find who wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// By the xor of the components' Grundy values.
    Xor,
    /// By a theorem about whole positions.
    Theory,
    /// By a search over whole positions.
    Search,
}

impl Way {
    /// The way for a position.
    pub(super) fn of(solver: &mut Solver, position: &Position) -> Result<Way, Failure> {
        if solver.plain {
            return Ok(Way::Search);
        }
        if !solver.needs_search(position) {
            return Ok(Way::Xor);
        }
        Ok(match solver.theory(position)?.theory {
            Some(_) => Way::Theory,
            None => Way::Search,
        })
    }

    /// Whether the player to move wins a position.
    pub(super) fn first_wins(
        self,
        solver: &mut Solver,
        position: &Position,
    ) -> Result<bool, Failure> {
        match self {
            Way::Search => solver.position_outcome_by_search(position),
            Way::Xor | Way::Theory => solver.position_outcome(position),
        }
    }

    /// How an outcome found this way is known.
    pub(super) fn by(self, solver: &mut Solver, position: &Position) -> Result<By, Failure> {
        let (how, engine, detail) = match self {
            Way::Xor => match solver.won_term(position)? {
                Some((term, entry)) => (
                    How::Theorem,
                    entry.name,
                    format!(
                        "{term} is won by {}, and the nim-sum of the other terms is 0",
                        entry.words
                    ),
                ),
                None => return grundy_by(solver, position),
            },
            Way::Theory => match solver.theory(position)?.theory {
                Some((entry, theory)) => (How::Theorem, entry.name, theory.premise()),
                None => return Way::Search.by(solver, position),
            },
            Way::Search if solver.plain => (
                How::Search,
                "plain",
                "by definition: a position is won where some option is lost".to_string(),
            ),
            Way::Search => (
                How::Search,
                "search",
                format!("search over whole positions: {}", reason(position)),
            ),
        };
        Ok(By {
            how,
            engine: engine.to_string(),
            detail,
        })
    }
}

/// How the Grundy value of a position is known: in one sentence where it is the same for all games in it, else game by game.
pub(super) fn grundy_by(solver: &mut Solver, position: &Position) -> Result<By, Failure> {
    let mut games: Vec<(&str, By)> = Vec::new();
    for term in &position.terms {
        let by = term_by(solver, term)?;
        let label = term.game.label.as_str();
        if !games.iter().any(|known| *known == (label, by.clone())) {
            games.push((label, by));
        }
    }
    let Some((_, first)) = games.first().cloned() else {
        return Ok(definition_by(solver, "the mex over the options"));
    };
    let several =
        position.terms.len() > 1 || position.terms.iter().any(|term| term.piles.len() > 1);
    if games.iter().all(|(_, by)| *by == first) {
        if !several || compound(position) {
            return Ok(first);
        }
        return Ok(By {
            detail: format!("nim-sum of the piles' Grundy values, each {}", first.detail),
            ..first
        });
    }
    let mut engines: Vec<String> = games.iter().map(|(_, by)| by.engine.clone()).collect();
    engines.dedup();
    let details: Vec<String> = games
        .iter()
        .map(|(label, by)| format!("in {label} {}", by.detail))
        .collect();
    Ok(By {
        how: games
            .iter()
            .map(|(_, by)| by.how)
            .max()
            .unwrap_or(first.how),
        engine: engines.join(" + "),
        detail: format!(
            "nim-sum of the terms' Grundy values: {}",
            details.join("; ")
        ),
    })
}

fn term_by(solver: &mut Solver, term: &Term) -> Result<By, Failure> {
    if term.game.turn != Turn::One {
        if let Some((entry, theory)) = solver.term_theory(term)?
            && theory.grundy().is_some()
        {
            return Ok(By {
                how: How::Theorem,
                engine: entry.name.to_string(),
                detail: format!("by {}", theory.premise()),
            });
        }
        return Ok(definition_by(
            solver,
            "the mex over the turns of all piles together",
        ));
    }
    if let Some(by) = tuples_by(solver, term)? {
        return Ok(by);
    }
    let largest = term.piles.iter().filter_map(Value::as_int).max();
    let by = pile_by(solver, &term.game, largest.unwrap_or(0))?;
    Ok(by.unwrap_or_else(|| definition_by(solver, "the mex over the options")))
}

/// How the values of tuples are known, where all of them come from a box.
fn tuples_by(solver: &mut Solver, term: &Term) -> Result<Option<By>, Failure> {
    if solver.plain || term.piles.is_empty() || term.game.shape.as_int_tuple().is_none() {
        return Ok(None);
    }
    let Ok(tuples) = solver.tuples(term.game.id)? else {
        return Ok(None);
    };
    let in_box = term.piles.iter().all(|pile| {
        let cells = term.game.shape.cells(pile);
        cells.is_ok_and(|cells| tuples.get(&cells).is_some())
    });
    Ok(in_box.then(|| By {
        how: How::Computed,
        engine: tuples.way().name().to_string(),
        detail: "the mex over the options, computed for a box of piles in order".to_string(),
    }))
}

fn definition_by(solver: &Solver, detail: &str) -> By {
    By {
        how: How::Computed,
        engine: if solver.plain { "plain" } else { "definition" }.to_string(),
        detail: detail.to_string(),
    }
}

/// How the value of a single-number pile is known, where the game has a recurrence.
pub(super) fn pile_by(
    solver: &mut Solver,
    game: &Header,
    size: i64,
) -> Result<Option<By>, Failure> {
    if solver.plain || game.turn != Turn::One || game.misere || game.shape.as_heap().is_none() {
        return Ok(None);
    }
    let Ok(heap) = solver.heap(game.id)? else {
        return Ok(None);
    };
    let engine = heap.name().to_string();
    let (how, detail) = match (heap.has_formula(), heap.known_period()) {
        (true, _) => (How::Theorem, heap.formula_words().to_string()),
        (_, Some(period)) if heap.is_periodic_answer(size.max(0) as u64) => (
            How::Periodic,
            format!(
                "read off the period {} from n = {} on, proven by {}",
                period.period,
                period.preperiod,
                heap.theorem().expect("a theorem proves it")
            ),
        ),
        _ => (
            How::Computed,
            "the mex over the options, computed in order of size".to_string(),
        ),
    };
    Ok(Some(By {
        how,
        engine,
        detail,
    }))
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
