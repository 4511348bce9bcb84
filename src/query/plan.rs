//! Which engine answers, and why it may.

use crate::expr::position::{Game, Position, Turn};
use crate::solve::Solver;
use crate::solve::boards::{self, Names, has_row};
use crate::solve::method::{choose, covering, needs_search};
use crate::text::words::counted;
use crate::work::{Declined, Failure};

/// What works out plays that may go on for ever.
const LOOPS: [&str; 2] = [
    "  engine  retrograde: from the ends of the plays backwards; what neither player can win is a draw",
    "          positions are looked at from the one asked about outwards, until the others cannot change the answer",
];

/// What works out rows.
const BOARDS: &str = "boards: where the moves can be read for all that can become of a row at once, they are sets of places that are needed, missing, cleared and set; what falls apart is searched by components, those alike once, and all else by whole positions";

/// The plan for the piles of a game.
pub(super) fn of_game(solver: &mut Solver, header: &Game) -> Result<String, Failure> {
    let mut lines = vec![format!(
        "{}: a pile is {}",
        header.label,
        header.shape.in_words()
    )];
    let definition = "definition: the mex over the options of a pile, each pile worked out once";
    if header.loopy {
        lines.extend(LOOPS.map(str::to_string));
    } else if solver.is_plain() {
        lines.push("  engine  plain: the bare definition, as asked for".to_string());
    } else if header.shape.as_int_tuple().is_some() && !header.misere {
        lines.extend(of_tuples(solver, header, definition)?);
    } else if has_row(&header.shape) {
        lines.extend(match solver.piles().why_no_boards(header.id)? {
            None => vec![
                format!("  engine  {BOARDS}"),
                format!("          else {definition}"),
            ],
            Some(why) => vec![
                format!("  engine  {definition}"),
                format!("          not {}: {why}", boards::NAME),
            ],
        });
    } else {
        match solver.piles().heap(header.id)? {
            Ok(heap) if !header.misere => {
                lines.push(format!(
                    "  engine  {}: {}",
                    heap.name(),
                    heap.engine().premise()
                ));
                lines.extend(declines(heap.declined()));
            }
            Ok(_) => lines.push(format!("  engine  {definition}")),
            Err(declined) => {
                lines.push(format!("  engine  {definition}"));
                lines.extend(declines(declined));
            }
        }
    }
    lines.push(format!("  sums    {}", sums(header)));
    Ok(lines.join("\n"))
}

/// Why engines do not apply, those with the same reason together.
fn declines(declined: &[(&str, Declined)]) -> Vec<String> {
    let mut reasons: Vec<(Vec<&str>, &Declined)> = Vec::new();
    for (name, why) in declined {
        match reasons.iter_mut().find(|(_, known)| *known == why) {
            Some((names, _)) => names.push(name),
            None => reasons.push((vec![name], why)),
        }
    }
    reasons
        .into_iter()
        .map(|(names, why)| format!("          not {}: {why}", names.join(", ")))
        .collect()
}

/// The engine for tuples of numbers.
fn of_tuples(solver: &mut Solver, header: &Game, definition: &str) -> Result<Vec<String>, Failure> {
    let tuples = solver.piles().tuples(header.id)?.as_ref();
    let declined = tuples.map_or_else(Some, |tuples| tuples.why_declined());
    Ok(match (tuples, declined) {
        (Ok(tuples), None) => {
            let name = tuples.way().name();
            let engine = format!("  engine  {name}: {}", tuples.premise());
            std::iter::once(engine)
                .chain(declines(&tuples.why_not()))
                .collect()
        }
        (_, why) => {
            let why = why.map(|why| format!("          a table of a whole box declined: {why}"));
            let engine = format!("  engine  {definition}");
            std::iter::once(engine).chain(why).collect()
        }
    })
}

fn sums(header: &Game) -> String {
    match (&header.turn, header.misere) {
        (_, true) if header.loopy => {
            "retrograde, over whole positions: in misère play values do not decide".to_string()
        }
        (turn, false) if header.loopy => {
            let component = match turn {
                Turn::One => String::new(),
                turn => format!(
                    "; a turn moves in {}, so its piles are one component",
                    turn.in_words()
                ),
            };
            format!(
                "loopy values (Smith 1966) where they are known, else retrograde over whole positions{component}"
            )
        }
        (_, true) => format!(
            "{}search over whole positions: in misère play the xor of Grundy values does not decide",
            theories(header)
        ),
        (Turn::One, false) => {
            "xor of the piles' Grundy values (Sprague 1935, Grundy 1939)".to_string()
        }
        (turn, false) => format!(
            "a turn moves in {}{}: {}search",
            turn.in_words(),
            if header.alike { " alike" } else { "" },
            theories(header),
        ),
    }
}

/// The theories that are asked before a search.
fn theories(header: &Game) -> String {
    let names: Vec<&str> = covering(header).map(|entry| entry.words).collect();
    if names.is_empty() {
        return String::new();
    }
    format!(
        "{} where its premise holds for the piles that can be reached, else ",
        names.join(" or ")
    )
}

/// The plan for a position.
pub(super) fn of_position(solver: &mut Solver, position: &Position) -> Result<String, Failure> {
    let is_loopy = position.is_loopy();
    let mut lines: Vec<String> = Vec::new();
    for term in &position.terms {
        let label = &term.game.label;
        let plan = match is_loopy && !term.game.loopy {
            true => format!("{label}: its plays end, so a pile is worth its Grundy value"),
            false => of_game(solver, &term.game)?,
        };
        if !lines.contains(&plan) {
            lines.push(plan);
        }
    }
    if is_loopy {
        return Ok(lines.join("\n"));
    }
    lines.extend(of_boards(solver, position)?);
    if let Some(term) = position.terms.first()
        && needs_search(position)
        && !solver.is_plain()
    {
        let chosen = choose(position, solver.memory())?;
        let mut tell = |words: &str, verdict: String| {
            lines.push(format!("{}: {words} {verdict}", term.game.label));
        };
        for (entry, why) in chosen.declined {
            tell(entry.words, format!("does not apply here: {why}"));
        }
        if let Some(entry) = chosen.theory {
            tell(entry.words, "applies here".to_string());
        }
    }
    if position.terms.len() > 1 && !position.is_misere() {
        lines.push(
            "terms: xor of their Grundy values, since a turn moves in one of them".to_string(),
        );
    }
    Ok(lines.join("\n"))
}

/// What was read of the rows of a position.
fn of_boards(solver: &mut Solver, position: &Position) -> Result<Vec<String>, Failure> {
    let mut lines = Vec::new();
    for term in position
        .terms
        .iter()
        .filter(|term| has_row(&term.game.shape))
    {
        if solver.piles().why_no_boards(term.game.id)?.is_some() {
            continue;
        }
        for pile in &term.piles {
            let cells = term.game.cells(pile)?;
            let told = match solver.piles().tell_board(term.game.id, &cells) {
                Ok(told) => {
                    let names = match told.names {
                        Names::Parts("box", images) => format!(
                            "components are named by shape, up to shifts and {}",
                            counted(images, "image", "images")
                        ),
                        Names::Parts("rank", _) => {
                            "components are named by their moves, up to shifts".to_string()
                        }
                        Names::Parts("moves", _) => {
                            "components are named by their moves, alike ones once".to_string()
                        }
                        Names::Parts(..) => "components are named by their entries".to_string(),
                        Names::Whole => "positions are searched as a whole".to_string(),
                    };
                    let modes = match told.modes {
                        1 => String::new(),
                        modes => format!(", {modes} values beside the row"),
                    };
                    format!(
                        "{}, {}{modes}; {names}",
                        counted(told.places, "place", "places"),
                        counted(told.moves, "move", "moves")
                    )
                }
                Err(halt) => format!("no board: {}", halt.reason()?),
            };
            let line = format!("{}: {told}", term.game.label);
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
    }
    Ok(lines)
}
