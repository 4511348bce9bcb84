//! How winners and Grundy values are known.

use std::cmp::Reverse;
use std::sync::Arc;

use super::answer::{Evidence, How};
use crate::expr::position::{Game, Position, Term, Turn};
use crate::expr::value::Value;
use crate::solve::boards::{self, BoardWay};
use crate::solve::heap::Heap;
use crate::solve::heap::blocks::BLOCKS;
use crate::solve::loopy::FoundBy;
use crate::solve::method::{Chosen, Reason, choose};
use crate::solve::tuple::apart::APART;
use crate::solve::tuple::window::WINDOW;
use crate::solve::tuple::winners::WinnersBy;
use crate::solve::{OutcomeBy, Solver, Source};
use crate::text::certain::Certain;
use crate::work::Failure;

/// So many ways in which an answer is known are told.
const MOST_WAYS: usize = 3;

impl Evidence {
    /// What is known in this way, by this engine; and a sentence about it.
    pub(super) fn new(how: How, engine: &str, detail: impl Into<String>) -> Evidence {
        Evidence {
            how,
            engine: engine.to_string(),
            detail: detail.into(),
        }
    }
}

/// How an answer put together from several is known: where that is in several ways, in part in each, the weakest first.
pub(super) fn together(mut known_by: Vec<Evidence>) -> Evidence {
    known_by.sort_by_key(|by| Reverse(by.how));
    let mut ways: Vec<Evidence> = Vec::new();
    for by in known_by {
        // Engines may say the same.
        let is_said = ways.iter().any(|known| known.detail == by.detail);
        if ways.len() <= MOST_WAYS && !is_said {
            ways.push(by);
        }
    }
    let others = ways.len() > MOST_WAYS;
    ways.truncate(MOST_WAYS);
    let Some(first) = ways.first().cloned() else {
        return Evidence::new(How::Computed, "expression", "evaluated");
    };
    if ways.len() == 1 {
        return first;
    }
    let mut engines: Vec<&str> = ways.iter().map(|by| by.engine.as_str()).collect();
    engines.dedup();
    let mut parts: Vec<String> = Vec::new();
    parts.extend(ways.iter().map(|by| format!("in part {}", by.detail)));
    parts.extend(others.then(|| "in part in other ways".to_owned()));
    Evidence::new(first.how, &engines.join(" + "), parts.join("; "))
}

/// How the Grundy values of positions of a game are known, where one of them may stand for all.
pub(super) fn values_by(
    solver: &mut Solver,
    one: &Position,
    all: impl Iterator<Item = Position>,
) -> Result<Evidence, Failure> {
    // An engine works all of them out at once; a theorem of turns in several piles may tell some of them.
    if one.moves_in_one() {
        return grundy_by(solver, one);
    }
    let mut ways: Vec<Evidence> = Vec::new();
    for position in all {
        solver.budget().step()?;
        let by = grundy_by(solver, &position)?;
        if !ways.contains(&by) {
            ways.push(by);
        }
    }
    Ok(together(ways))
}

/// The same for piles of these sizes.
pub(super) fn sizes_by(
    solver: &mut Solver,
    game: &Arc<Game>,
    one: Option<i64>,
    sizes: impl Iterator<Item = i64>,
) -> Result<Evidence, Failure> {
    let of_pile = |size: i64| Position::of_piles(game, vec![Value::Int(size)]);
    let none = || Position::of_piles(game, Vec::new());
    values_by(solver, &one.map_or_else(none, of_pile), sizes.map(of_pile))
}

/// How the winner of a position is known that no more is asked about.
pub(super) fn position_by(solver: &mut Solver, position: &Position) -> Result<Evidence, Failure> {
    let chosen = choose(position, solver.memory())?;
    winner_by(solver, &chosen)
}

pub(super) fn winner_by(solver: &mut Solver, chosen: &Chosen) -> Result<Evidence, Failure> {
    let position = chosen.position;
    Ok(match chosen.judge.reason() {
        Reason::Loopy(found) => found_by(solver, found),
        Reason::Values => grundy_by(solver, position)?,
        Reason::Theorem(premise) => {
            let name = chosen.theory.map_or("theorem", |theory| theory.name);
            Evidence::new(How::Theorem, name, premise)
        }
        Reason::WonTerm(term, theory) => Evidence::new(
            How::Theorem,
            theory.name,
            format!(
                "{} is won by {}, and the nim-sum of the other terms is 0",
                position.terms[term].game.label, theory.words
            ),
        ),
        Reason::Search if solver.is_plain() => Evidence::new(
            How::Search,
            "plain",
            "by definition: a position is won where some option is lost",
        ),
        Reason::Search => match misere_box(solver, position)? {
            Some(by) => {
                let how = match by.by_theorem {
                    true => How::Periodic,
                    false => How::Computed,
                };
                Evidence::new(how, by.engine, by.way)
            }
            None => Evidence::new(
                How::Search,
                "search",
                format!("search over whole positions: {}", why_search(position)),
            ),
        },
    })
}

/// What tells who wins a position of one pile in which the last move loses, where that is a box.
fn misere_box(solver: &mut Solver, position: &Position) -> Result<Option<WinnersBy>, Failure> {
    let Some((game, pile)) = position.only_pile() else {
        return Ok(None);
    };
    solver.piles().misere_by(game, &game.cells(pile)?)
}

fn why_search(position: &Position) -> String {
    if position.is_misere() {
        return "in misère play the xor of Grundy values does not decide".to_string();
    }
    let mut terms = position.terms.iter();
    match terms.find(|term| term.game.turn != Turn::One) {
        Some(term) => format!(
            "a turn of {} moves in {}",
            term.game.label,
            term.game.turn.in_words()
        ),
        None => "asked for".to_string(),
    }
}

/// How the Grundy value of a position is known: in one sentence where it is the same for all games in it, else game by game.
pub(super) fn grundy_by(solver: &mut Solver, position: &Position) -> Result<Evidence, Failure> {
    if position.is_loopy() {
        return Ok(loopy_by(None));
    }
    let mut games: Vec<(&str, Evidence)> = Vec::new();
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
        let is_compound = |term: &Term| term.game.turn != Turn::One;
        if !several || position.terms.iter().any(is_compound) {
            return Ok(first);
        }
        return Ok(Evidence {
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
    Ok(Evidence {
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

/// How an outcome is known where plays may go on for ever.
pub(super) fn found_by(solver: &Solver, found: FoundBy) -> Evidence {
    let (how, engine, detail) = match found {
        FoundBy::Values => (
            How::Theorem,
            "loopy values",
            "the values of the components, by the theory of sums with loops (Smith 1966)",
        ),
        FoundBy::Complete => (
            How::Search,
            "retrograde",
            "retrograde analysis of all positions that can be reached",
        ),
        FoundBy::Bounded => (
            How::Search,
            "retrograde",
            "retrograde analysis; the positions that were not looked at cannot change the answer",
        ),
    };
    let engine = if solver.is_plain() { "plain" } else { engine };
    Evidence::new(how, engine, detail)
}

/// How values are known where plays may go on for ever; some are not after a look at so many positions.
pub(super) fn loopy_by(looked: Option<u64>) -> Evidence {
    let rule = "the least number no option is worth, where every move to a value not below it can be reversed (Smith 1966)";
    let said = match looked {
        Some(looked) => {
            format!("{rule}; what stands as `?` is not known within {looked} positions")
        }
        None => rule.to_owned(),
    };
    Evidence::new(How::Computed, "loopy values", said)
}

/// How the value of a term is known: in the weakest way of those of its piles.
pub(super) fn term_by(solver: &mut Solver, term: &Term) -> Result<Evidence, Failure> {
    if term.game.turn != Turn::One {
        if let Some((entry, theory)) = solver.values().ask_theories(term)?.applied
            && let (Reason::Theorem(premise), Some(_)) = (theory.reason(), theory.grundy())
        {
            return Ok(Evidence::new(How::Theorem, entry.name, premise.clone()));
        }
        return Ok(definition_by(
            solver,
            "the mex over the turns of all piles together",
        ));
    }
    let mut weakest: Option<(u8, Evidence)> = None;
    for pile in &term.piles {
        let cells = term.game.cells(pile)?;
        let by = match solver.piles().outcome_alone(&term.game, &cells)? {
            Some(OutcomeBy::Search) => {
                let detail = "search over whole positions: one winning move is enough";
                (2, Evidence::new(How::Search, "search", detail))
            }
            Some(OutcomeBy::Engine(by)) => {
                let how = if by.by_theorem {
                    How::Theorem
                } else {
                    How::Computed
                };
                (2, Evidence::new(how, by.engine, by.way))
            }
            None => {
                let source = solver.piles().source(&term.game, &cells)?;
                match source_by(&source, &cells) {
                    Some(by) => by,
                    None => (2, definition_by(solver, "the mex over the options")),
                }
            }
        };
        let is_weaker = |known: &(u8, Evidence)| (by.0, by.1.how) > (known.0, known.1.how);
        if weakest.as_ref().is_none_or(is_weaker) {
            weakest = Some(by);
        }
    }
    let by = match weakest {
        Some((_, by)) => Some(by),
        None => pile_by(solver, &term.game, 0)?,
    };
    Ok(by.unwrap_or_else(|| definition_by(solver, "the mex over the options")))
}

/// How the value of a pile from an engine is known, and how weak that is; `None`: it is no engine's.
fn source_by(source: &Source<'_>, cells: &[i64]) -> Option<(u8, Evidence)> {
    let by = |engine: &str, detail: &str| Evidence::new(How::Computed, engine, detail);
    Some(match source {
        Source::Numbers(heap) => (0, heap_by(heap, cells.first().copied().unwrap_or(0))),
        Source::Tuples(tuples) => {
            if let Some(heaps) = tuples.heaps_apart(cells) {
                return Some((0, apart_by(&heaps)));
            }
            if let Some((period, from, name)) = tuples.read_off(cells) {
                let detail = format!(
                    "read off the period {period} along {name} from {name} = {from} on, proven by the pigeonhole principle"
                );
                return Some((0, Evidence::new(How::Periodic, WINDOW, detail)));
            }
            let detail = "the mex over the options, computed for a box of piles in order";
            (0, by(tuples.way().name(), detail))
        }
        Source::Boards(way) => {
            let detail = match way {
                BoardWay::Whole => "the mex over the options, by a search over moves on a board",
                BoardWay::Coins => {
                    "the nim-sum over its coins, each the mex over the turns that need it (Winning Ways, ch. 14)"
                }
                BoardWay::Welter => {
                    "the nim-sum of its squares and of d xor (d - 1) for each nim-sum d of two (Welter 1954)"
                }
                BoardWay::Gaps => {
                    "the nim-sum of every second gap, as coins may not jump (Winning Ways, ch. 15)"
                }
                BoardWay::Entries => "the nim-sum over its entries, each the mex over the options",
                BoardWay::Stairs => {
                    "the nim-sum over every second entry, each the mex over the options (Staircase Nim)"
                }
                BoardWay::Parts => {
                    "the nim-sum over its components, each the mex over the options, by a search over moves on a board"
                }
            };
            let rank = u8::from(matches!(way, BoardWay::Whole));
            let how = match way {
                BoardWay::Welter | BoardWay::Gaps => How::Theorem,
                _ => How::Computed,
            };
            (rank, Evidence::new(how, boards::NAME, detail))
        }
        Source::Definition(_) => return None,
    })
}

/// How the value of a tuple is known whose numbers are piles of their own: in the weakest way of those.
fn apart_by(heaps: &[(&Heap, u64)]) -> Evidence {
    let each = heaps.iter();
    let each = each.map(|(heap, size)| heap_by(heap, i64::try_from(*size).unwrap_or(i64::MAX)));
    let each: Vec<Evidence> = each.collect();
    let mut details: Vec<&str> = each.iter().map(|by| by.detail.as_str()).collect();
    details.dedup();
    let weakest = each.iter().max_by_key(|by| by.how);
    match (details.as_slice(), weakest) {
        (_, None) => Evidence::new(How::Computed, APART, "it has no moves"),
        ([_], Some(by)) if heaps.len() == 1 => by.clone(),
        (details, Some(by)) => {
            let each = match details {
                [same] => format!(", each {same}"),
                several => format!(": {}", several.join("; ")),
            };
            let detail = format!("nim-sum over its numbers, which no move connects{each}");
            Evidence::new(by.how, APART, detail)
        }
    }
}

fn heap_by(heap: &Heap, size: i64) -> Evidence {
    let size = size.max(0) as u64;
    if let Some(from_end) = heap.engine().sequence.by_end() {
        let lacks = i64::try_from(from_end.lacks(size)).unwrap_or(i64::MAX);
        let by = heap_by(&from_end.lacking, lacks);
        let detail = format!(
            "with n for what a pile lacks to {}: {}",
            from_end.end, by.detail
        );
        return Evidence::new(by.how, heap.name(), detail);
    }
    let (how, detail) = match (heap.theorem_beyond(size), heap.known_period()) {
        _ if heap.has_formula() => (How::Theorem, heap.engine().formula.to_string()),
        (Some(theorem), _) => (How::Theorem, theorem.to_string()),
        (_, Some(period)) if heap.is_periodic_answer(size) => (
            How::Periodic,
            format!(
                "read off the period {} from n = {} on, proven by {}",
                period.period,
                period.preperiod,
                heap.engine().theorem.certain("a theorem proves it")
            ),
        ),
        _ if heap.is_in_a_block(size) => {
            let detail = "the mex over the options, computed in order of size, equal blocks of piles at once";
            return Evidence::new(How::Computed, BLOCKS, detail);
        }
        _ => (
            How::Computed,
            "the mex over the options, computed in order of size".to_string(),
        ),
    };
    Evidence::new(how, heap.name(), detail)
}

fn definition_by(solver: &Solver, detail: &str) -> Evidence {
    let engine = match solver.is_plain() {
        true => "plain",
        false => "definition",
    };
    Evidence::new(How::Computed, engine, detail)
}

/// How the value of a single-number pile is known, where an engine worked it out.
pub(super) fn pile_by(
    solver: &mut Solver,
    game: &Game,
    size: i64,
) -> Result<Option<Evidence>, Failure> {
    if game.turn != Turn::One || game.misere || game.shape.as_heap().is_none() {
        return Ok(None);
    }
    let source = solver.piles().source(game, &[size])?;
    Ok(source_by(&source, &[size]).map(|(_, by)| by))
}
