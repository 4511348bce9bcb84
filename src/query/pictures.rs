//! What is drawn of games and positions.

use std::sync::Arc;

use super::answer::Evidence;
use super::board::piles_of;
use super::evidence::{position_by, sizes_by, values_by};
use super::periods;
use super::pile_look::{CellGrid, Pile};
use super::plays::is_wide;
use super::reach::reach;
use super::tables::{
    box_values, has_values, pile_value, position_at, positions, values, wrong_shape,
};
use crate::expr::position::{Game, Position, Turn};
use crate::expr::shape::Bounds;
use crate::expr::value::{List, Outcome, Value};
use crate::picture::{
    Content, Drawing, Graph, MOST_NODES, MOST_OPTIONS, Map, Node, Repeat, Side, Standing, Style,
    ValueChart,
};
use crate::solve::Solver;
use crate::text::diagnostic::Diagnostic;
use crate::text::words::noun;
use crate::work::Failure;

/// The largest pile that is drawn where no range is given.
const USUAL_SIZES: i64 = 200;
/// The largest number of each coordinate that is drawn where no range is given.
const USUAL_SIDE: i64 = 50;

/// What is to be seen of a game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Show {
    /// Whatever fits the game best.
    #[default]
    Best,
    /// Grundy values by pile size.
    Values,
    /// A board with Grundy values as colours.
    Heat,
    /// A board with P-positions alone.
    Losing,
    /// A board with Grundy values as numbers.
    Digits,
}

/// A range of pile sizes or of a coordinate, both ends included; `None`: where the pile's range begins, or as far as is
/// usual.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Range {
    /// The first number.
    pub from: Option<i64>,
    /// The last number.
    pub to: Option<i64>,
}

impl Range {
    /// The range that a list of consecutive numbers stands for.
    pub(super) fn of(list: &Value) -> Result<Range, Diagnostic> {
        let run = match list {
            Value::List(list) => list.run(),
            _ => None,
        };
        match run {
            Some((from, to)) => Ok(Range {
                from: Some(from),
                to: Some(to),
            }),
            None => Err(
                Diagnostic::error("bad_argument", "a picture needs a range of numbers")
                    .help("for example `0..100`"),
            ),
        }
    }

    /// The first number and how many there are, within what a pile may be where an end is left open.
    fn within(self, bounds: Bounds, usual: i64) -> Result<(i64, usize), Diagnostic> {
        let least = bounds.lo.max(0);
        let from = self.from.unwrap_or(least);
        let most = bounds.hi.unwrap_or(i64::MAX);
        let to = self
            .to
            .unwrap_or_else(|| least.saturating_add(usual).max(from).min(most));
        let count = to.checked_sub(from).and_then(|rest| rest.checked_add(1));
        match count.map(usize::try_from) {
            Some(Ok(count)) if from >= 0 && count > 0 => Ok((from, count)),
            _ => Err(Diagnostic::error(
                "bad_argument",
                format!("no picture goes from {from} to {to}"),
            )
            .help("a picture begins at 0 or later and has at least one number")),
        }
    }
}

/// The picture of a game; one range serves for both coordinates of a board.
pub(super) fn of_game(
    solver: &mut Solver,
    game: &Arc<Game>,
    show: Show,
    ranges: &[Range],
) -> Result<(Drawing, Evidence), Failure> {
    if game.loopy && !matches!(show, Show::Best | Show::Losing) {
        return Err(endless(&game.label).into());
    }
    let is_heap = game.shape.as_heap().is_some();
    let has_values = !game.misere && !game.loopy;
    let by_itself = show == Show::Best && is_heap && ranges.len() < 2 && has_values;
    if by_itself || show == Show::Values {
        let range = match ranges {
            [] => Range::default(),
            [range] => *range,
            _ => return Err(too_many_ranges(game, 1).into()),
        };
        return by_size(solver, game, range);
    }
    let Some([first, second]) = sides(game) else {
        return Err(no_board(game).into());
    };
    let [across, up] = match ranges {
        [] => [Range::default(); 2],
        [both] => [*both; 2],
        [across, up] => [*across, *up],
        _ => return Err(too_many_ranges(game, 2).into()),
    };
    let side = |(name, bounds): (String, Bounds), range: Range| {
        let (from, count) = range.within(bounds, USUAL_SIDE)?;
        // Not negative, as `within` makes sure.
        let from = from.unsigned_abs();
        Ok::<Side, Diagnostic>(Side { name, from, count })
    };
    let (across, up) = (side(first, across)?, side(second, up)?);
    let style = match show {
        Show::Heat => Style::Heat,
        Show::Losing => Style::Losing,
        Show::Digits => Style::Digits,
        Show::Best | Show::Values if !has_values => Style::Losing,
        Show::Best | Show::Values if Map::is_small(across.count, up.count) => Style::Digits,
        Show::Best | Show::Values => Style::Heat,
    };
    board(solver, game, style, across, up)
}

/// What the two sides of a game's board are called and go through: the coordinates of a pile, or two piles.
fn sides(game: &Game) -> Option<[(String, Bounds); 2]> {
    if let Some(bounds) = game.shape.as_heap() {
        return Some([
            ("first pile".to_string(), bounds),
            ("second pile".to_string(), bounds),
        ]);
    }
    match (
        game.shape.as_int_tuple()?.as_slice(),
        game.shape.coords.as_slice(),
    ) {
        (&[a, b], [across, up]) => Some([(across.name.clone(), a), (up.name.clone(), b)]),
        _ => None,
    }
}

fn no_board(game: &Game) -> Diagnostic {
    let needs = "games of single numbers and of two coordinates are drawn";
    let mut error = wrong_shape(game, needs);
    if let count @ 3.. = game.shape.coords.len() {
        error.message += &format!(" of {count} coordinates");
    }
    error.help(format!(
        "the graph of a small position can always be drawn: `plot({}[…])`",
        game.label
    ))
}

fn too_many_ranges(game: &Game, most: usize) -> Diagnostic {
    let many = noun(most, "range", "ranges");
    Diagnostic::error(
        "wrong_shape",
        format!("this picture of {} takes {most} {many}", game.label),
    )
}

/// Grundy values by pile size with the period, where it is proven.
fn by_size(
    solver: &mut Solver,
    game: &Arc<Game>,
    range: Range,
) -> Result<(Drawing, Evidence), Failure> {
    // Where a pile is no number, its values are refused below.
    let bounds = game.shape.as_heap().unwrap_or(Bounds::NATURAL);
    let (from, count) = range.within(bounds, USUAL_SIZES)?;
    // What is found, and the list that is drawn.
    let bytes = (count as u64).saturating_mul(12);
    solver.budget().need(bytes)?;
    let last = from.saturating_add(count as i64 - 1);
    let found = values(solver, game, &List::range(from, last))?;
    let by = sizes_by(solver, game, Some(last), from..=last)?;
    let known = match game.turn {
        Turn::One => Some(periods::find(solver, game, u64::try_from(last).ok())?),
        _ => None,
    };
    let proven = known.as_ref().and_then(|known| known.proven.as_ref());
    let subtitle = match (proven, &known) {
        (Some(proven), Some(known)) if known.checked_to > 0 => {
            format!("{}, proven by {}", proven.statement(), proven.theorem)
        }
        _ => by.detail.clone(),
    };
    let drawing = Drawing {
        title: format!("{}: Grundy values", game.label),
        subtitle,
        content: Content::Values(ValueChart {
            from: from.unsigned_abs(),
            values: found.iter().collect(),
            // What lies behind the last pile is said, but not marked.
            repeat: proven
                .filter(|proven| proven.preperiod <= last.unsigned_abs())
                .map(|proven| Repeat {
                    preperiod: proven.preperiod,
                    period: proven.period.max(1),
                    saltus: proven.saltus,
                }),
        }),
    };
    Ok((drawing, by))
}

/// The numbers on all squares of a board with these sides.
fn numbers(
    solver: &mut Solver,
    game: &Arc<Game>,
    style: Style,
    sides: &[Vec<i64>; 2],
) -> Result<Vec<u64>, Failure> {
    let two_piles = game.shape.as_heap().is_some();
    let is_losing = style == Style::Losing;
    let mut cells: Vec<u64> = Vec::new();
    if two_piles && has_values(game) && !solver.is_plain() {
        let across = values(solver, game, &sides[0].iter().copied().collect())?;
        let up = values(solver, game, &sides[1].iter().copied().collect())?;
        for a in across.iter() {
            solver.budget().look()?;
            cells.extend(up.iter().map(|b| a ^ b));
        }
    } else if let Some(found) = box_values(solver, game, sides)? {
        cells.extend(found.iter());
    } else {
        for at in positions(game, sides) {
            solver.budget().step()?;
            cells.push(match at.terms.as_slice() {
                _ if is_losing => match solver.winner(&at)? {
                    Outcome::Second => 0,
                    Outcome::First => 1,
                    Outcome::Draw => 2,
                },
                [term] if !two_piles => pile_value(solver, game, term.piles[0].clone())?,
                _ => solver.position_grundy(&at)?,
            });
        }
        return Ok(cells);
    }
    if is_losing {
        cells.iter_mut().for_each(|cell| *cell = (*cell).min(1));
    }
    Ok(cells)
}

/// A board of a game's piles, or of its positions of two piles.
fn board(
    solver: &mut Solver,
    game: &Arc<Game>,
    style: Style,
    across: Side,
    up: Side,
) -> Result<(Drawing, Evidence), Failure> {
    let count = (across.count as u64).saturating_mul(up.count as u64);
    solver.budget().need(count.saturating_mul(16))?;
    // `Range::within` counted them from a first and a last number, at least one.
    let ends =
        [&across, &up].map(|side| (side.from as i64, side.from as i64 + (side.count as i64 - 1)));
    let sides = ends.map(|(from, last)| (from..=last).collect());
    let cells = numbers(solver, game, style, &sides)?;
    let corner = position_at(game, &ends.map(|(_, last)| last))?;
    let (what, by) = match style {
        Style::Losing => ("P-positions", position_by(solver, &corner)?),
        Style::Heat | Style::Digits => {
            let each = positions(game, &sides);
            ("Grundy values", values_by(solver, &corner, each)?)
        }
    };
    let piles = match game.shape.as_heap() {
        Some(_) => " of two piles",
        None => "",
    };
    let rule = match game.misere {
        true => "who makes the last move loses; ",
        false => "",
    };
    let drawing = Drawing {
        title: format!("{}: {what}{piles}", game.label),
        subtitle: format!("{rule}{}", by.detail),
        content: Content::Map(Map {
            style,
            across,
            up,
            cells,
        }),
    };
    Ok((drawing, by))
}

pub(super) fn of_position(
    solver: &mut Solver,
    position: &Position,
) -> Result<(Drawing, Evidence), Failure> {
    let is_loopy = position.is_loopy();
    if !is_loopy && is_wide(solver, position)? {
        return Err(too_large(position).into());
    }
    let Some(reached) = reach(solver, position, MOST_NODES, MOST_OPTIONS, false)? else {
        return Err(too_large(position).into());
    };
    let piles = reached.positions.iter().map(|it| piles_of(it, false));
    let piles: Vec<Vec<Pile>> = piles.collect();
    // With several games each pile must be told with its own.
    let grid = reached
        .game
        .as_ref()
        .and_then(|_| CellGrid::of(piles.iter().flatten()));
    let mut nodes = Vec::with_capacity(reached.positions.len());
    for (position, piles) in reached.positions.iter().zip(&piles) {
        // Values of loopy games may be infinite.
        let value = match is_loopy || position.is_misere() {
            true => None,
            false => Some(solver.position_grundy(position)?),
        };
        nodes.push(Node {
            label: reached.label(position),
            boards: grid.as_ref().map_or(Vec::new(), |grid| {
                piles.iter().map(|pile| grid.board(pile)).collect()
            }),
            value,
            standing: match solver.winner(position)? {
                Outcome::First => Standing::Won,
                Outcome::Second => Standing::Lost,
                Outcome::Draw => Standing::Drawn,
            },
        });
    }
    let options = reached.turns.iter().enumerate();
    let options = options.flat_map(|(from, turns)| turns.iter().map(move |to| (from, *to)));
    let options = options.collect();
    let by = position_by(solver, position)?;
    let winner = match nodes.first().map(|node| node.standing) {
        Some(Standing::Lost) => "the second player wins (a P-position)",
        Some(Standing::Drawn) => "a draw: neither player can be made to lose",
        _ => "the first player wins (an N-position)",
    };
    let rule = match position.is_misere() {
        true => "; who makes the last move loses",
        false => "",
    };
    let drawing = Drawing {
        title: position.to_string(),
        subtitle: format!("{winner}{rule}"),
        content: Content::Graph(Graph { nodes, options }),
    };
    Ok((drawing, by))
}

fn endless(what: &str) -> Diagnostic {
    Diagnostic::error(
        "wrong_shape",
        format!("the values of {what} are not drawn: its plays may go on for ever, and values may be infinite"),
    )
    .help("the kind `losing` shows P-positions and draws")
}

fn too_large(position: &Position) -> Diagnostic {
    Diagnostic::error(
        "too_large",
        format!(
            "a picture holds {MOST_NODES} positions with {MOST_OPTIONS} options, and {position} leads to more"
        ),
    )
    .help("draw a smaller position; `line` and `explain` show the play from a large one")
}
