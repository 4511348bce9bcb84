//! What a pile is and how many piles a turn moves in.

use crate::expr::position::{Game, Turn};
use crate::expr::shape::{Bounds, Coord, CoordKind, Entry, Form, Shape};
use crate::rules::book::Book;
use crate::rules::check::Scope;
use crate::rules::errors::{self, Checked, Reported};
use crate::rules::owner::Owner;
use crate::syntax::ast::{self, Node, StatementKind, TurnCount};
use crate::text::diagnostic::{Diagnostic, Mistake};

/// How many coordinates an unordered tuple may have: every naming is tried.
const MAX_UNORDERED: usize = 6;

impl Book {
    /// The header with piles and turns settled.
    pub(super) fn header(
        &mut self,
        item: &ast::GameItem,
        owner: &Owner,
        known: &Game,
    ) -> Checked<Game> {
        let mut header = known.clone();
        for statement in &item.statements {
            match &statement.kind {
                StatementKind::Pile(shape) => header.shape = self.shape(shape, owner)?,
                StatementKind::Misere => header.misere = true,
                StatementKind::Loopy => header.loopy = true,
                StatementKind::Turn(turn) => {
                    header.alike = turn.alike.is_some();
                    header.turn = self.turn(turn, owner)?;
                }
                StatementKind::Moves(_)
                | StatementKind::End(_)
                | StatementKind::Draw(_)
                | StatementKind::Let(_) => {}
            }
        }
        Ok(header)
    }

    fn shape(&mut self, written: &ast::Shape, owner: &Owner) -> Checked<Shape> {
        let coords = written.coords();
        let is_unordered = matches!(written, ast::Shape::Unordered(_));
        if let Some(coord) = coords
            .iter()
            .find(|coord| is_unordered && coord.row.is_some())
        {
            return self.fail(
                Diagnostic::error("bad_pile_shape", "an unordered tuple holds integers only")
                    .label(coord.span, "a row")
                    .help("write `{p[]}` alone for a row without order, or `(a, {p[]})` for a tuple with one"),
            );
        }
        let shape = shape_of(written, &mut |range| self.bounds(range, owner))?;
        if is_unordered {
            let mut pairs = shape.coords.windows(2);
            let same = pairs.all(|pair| pair[0].kind == pair[1].kind);
            if !same || coords.len() > MAX_UNORDERED {
                let why = if same {
                    format!("at most {MAX_UNORDERED} coordinates can stand in `{{…}}`")
                } else {
                    "coordinates without order need the same range".to_string()
                };
                return self.fail(
                    Diagnostic::error("bad_pile_shape", why).label(coords[0].span, "in this tuple"),
                );
            }
        }
        Ok(shape)
    }

    fn bounds(&mut self, range: &ast::Expr, owner: &Owner) -> Checked<Bounds> {
        let Node::Range(lo, hi) = &range.node else {
            return self.fail(
                errors::other_kind("a range is needed here")
                    .label(range.span, "not a range")
                    .help("as in `in 0..7` or `in 1..`"),
            );
        };
        let Some(lo) = lo else {
            return self.fail(
                Diagnostic::error("open_range", "a range needs its first number")
                    .label(range.span, "from where?")
                    .help("as in `in 0..7`"),
            );
        };
        let lo = self.owner_int(lo, owner)?;
        let hi = self.owner_end(hi.as_deref(), owner)?;
        if let Some(hi) = hi
            && hi < lo
        {
            self.complain(
                Diagnostic::warning("empty_range", "no number lies in this range")
                    .label(range.span, format!("from {lo} up to {hi}"))
                    .help("the smaller end comes first: `in 0..7`"),
            );
        }
        Ok(Bounds { lo, hi })
    }

    /// A constant integer in a game: it may depend on the parameters.
    fn owner_int(&mut self, expr: &ast::Expr, owner: &Owner) -> Checked<i64> {
        let mut scope = Scope::new(self, Some(owner));
        let checked = scope.int(expr);
        let frame = scope.frame;
        let checked = checked.inspect_err(|_| self.hint_at_constants())?;
        let value = self.constant(&checked, frame);
        let value = value.or_else(|diagnostic| self.fail(diagnostic))?;
        value.as_int().ok_or(Reported)
    }

    /// An unknown name where a constant stands was perhaps meant as a part of the pile.
    fn hint_at_constants(&mut self) {
        let help = "what stands here is the same for all piles: a constant, or a parameter of the game such as `k` in `game g(k) { … }`";
        self.complaints.explain(Mistake::Undefined, help);
    }

    /// The same of an end of a range, where it has one.
    fn owner_end(&mut self, end: Option<&ast::Expr>, owner: &Owner) -> Checked<Option<i64>> {
        end.map(|end| self.owner_int(end, owner)).transpose()
    }

    fn turn(&mut self, turn: &ast::Turn, owner: &Owner) -> Checked<Turn> {
        let counts = match &turn.count {
            TurnCount::All => return Ok(Turn::All),
            TurnCount::AllOrNone => return Ok(Turn::AllOrNone),
            TurnCount::Counts(counts) => counts,
        };
        let mut ranges = Vec::new();
        for count in counts {
            let (lo, hi) = match &count.node {
                Node::Range(lo, hi) => {
                    let lo = self.owner_end(lo.as_deref(), owner)?.unwrap_or(1);
                    (lo, self.owner_end(hi.as_deref(), owner)?)
                }
                _ => {
                    let n = self.owner_int(count, owner)?;
                    (n, Some(n))
                }
            };
            if lo < 1 {
                return self.fail(
                    Diagnostic::error("bad_count", format!("a turn in {lo} piles is no turn"))
                        .label(count.span, "at least 1 is needed"),
                );
            }
            if hi.is_none_or(|hi| hi >= lo) {
                ranges.push((lo as u64, hi.map(|hi| hi as u64)));
            }
        }
        Ok(if ranges == [(1, Some(1))] {
            Turn::One
        } else {
            Turn::Counts(ranges)
        })
    }
}

/// The shape as it is written; `bounds` reads the ranges.
pub(super) fn shape_of(
    written: &ast::Shape,
    bounds: &mut dyn FnMut(&ast::Expr) -> Checked<Bounds>,
) -> Checked<Shape> {
    let mut coords = Vec::new();
    for coord in written.coords() {
        let mut within = |range: &Option<ast::Expr>, otherwise| match range {
            Some(range) => bounds(range),
            None => Ok(otherwise),
        };
        let own = within(&coord.range, Bounds::NATURAL)?;
        let mut part = |part: &ast::Coord| Ok((part.name.name.clone(), within(&part.range, own)?));
        let kind = match &coord.row {
            None => CoordKind::Int(own),
            Some(row) => CoordKind::Row {
                bag: row.bag,
                entry: match &row.tuple {
                    None => Entry::Int(own),
                    Some(parts) => {
                        Entry::Tuple(parts.iter().map(&mut part).collect::<Checked<_>>()?)
                    }
                },
            },
        };
        let name = coord.name.name.clone();
        coords.push(Coord { name, kind });
    }
    let form = match written {
        ast::Shape::One(_) => Form::Single,
        ast::Shape::Tuple(_) => Form::Tuple,
        ast::Shape::Unordered(_) => Form::Unordered,
    };
    coords.shrink_to_fit();
    Ok(Shape { form, coords })
}
