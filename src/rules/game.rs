//! A checked game: its moves as typed clauses and effects.

use std::sync::Arc;

use crate::expr::kind::Kind;
use crate::expr::position::Game;
use crate::expr::shape::{Coord, Form, Shape};
use crate::expr::tree::{Clause, Expr, Frame, Op, Place, RangeClause};
use crate::expr::value::Value;
use crate::text::source::Span;

/// The rules of a game, whose names, kinds and ranges were checked.
#[derive(Debug)]
pub struct GameRules {
    /// The game: its name, piles and turns.
    pub header: Arc<Game>,
    /// The definition's name, without arguments.
    pub name: String,
    /// The text behind the name, where there is one.
    pub title: Option<String>,
    /// The place of its definition.
    pub span: Span,
    /// For each coordinate the register that holds it.
    pub coords: Vec<Place>,
    /// For each naming, and in it for each register, the coordinate of the pile that the register holds: an unordered pile
    /// is tried under every naming.
    pub namings: Vec<Vec<usize>>,
    /// Its moves: the union of these.
    pub moves: Vec<Move>,
    /// Conditions under which a pile has no moves.
    pub ends: Vec<Ending>,
    /// Conditions under which a pile can only stay as it is: moves say so, and all others ask that they do not hold.
    pub draws: Vec<Ending>,
}

impl GameRules {
    /// A game on single numbers with these moves and the name and turns of this one.
    pub(crate) fn of_one_number(&self, coord: Coord, own: Place, moves: Vec<Move>) -> GameRules {
        let shape = Shape {
            form: Form::Single,
            coords: vec![coord],
        };
        GameRules {
            header: Arc::new(Game {
                shape,
                ..Game::clone(&self.header)
            }),
            name: self.name.clone(),
            title: None,
            span: self.span,
            coords: vec![own],
            namings: vec![vec![0]],
            moves,
            ends: Vec::new(),
            draws: Vec::new(),
        }
    }

    /// The numbers that stand in its moves and conditions, and the least and greatest ones of constant lists.
    pub(crate) fn numbers(&self) -> Vec<i64> {
        let moves = self.moves.iter().flat_map(Move::exprs);
        let ends = self.ends.iter().map(|end| &end.condition);
        let mut numbers = Vec::new();
        for value in moves
            .chain(ends)
            .flat_map(Expr::nodes)
            .filter_map(Expr::constant)
        {
            match value {
                Value::List(list) => {
                    let ends = list.extremes();
                    numbers.extend(ends.into_iter().flat_map(|(least, most)| [least, most]));
                }
                value => numbers.extend(value.as_int()),
            }
        }
        numbers
    }
}

/// A condition that ends the game for a pile.
#[derive(Debug)]
pub struct Ending {
    /// The registers.
    pub frame: Frame,
    pub condition: Expr,
}

/// A family of moves.
#[derive(Debug, Clone)]
pub struct Move {
    /// The number of its statement in the game. Moves of one statement with the same choice are alike.
    pub statement: usize,
    /// The statement.
    pub span: Span,
    /// The registers.
    pub frame: Frame,
    /// Binders and conditions.
    pub clauses: Vec<Clause>,
    pub effect: Effect,
    /// What was chosen: amount and binder values, without the parts of a split.
    pub choices: Vec<Choice>,
    /// How to put the move in words.
    pub wording: Wording,
}

impl GameRules {
    /// About how many bytes its moves and endings take.
    pub(super) fn bytes(&self) -> u64 {
        GameRules::bytes_of(&self.moves, &self.ends)
    }

    /// The same of some moves and endings. The code of a move, which questions need, takes as much as the move.
    pub(super) fn bytes_of(moves: &[Move], ends: &[Ending]) -> u64 {
        let moves = moves.iter().map(|rule| 2 * rule.bytes());
        moves.chain(ends.iter().map(Ending::bytes)).sum()
    }
}

impl Ending {
    /// About how many bytes it takes.
    pub(super) fn bytes(&self) -> u64 {
        self.condition.size() as u64 * Expr::BYTES
    }
}

impl Move {
    /// The move as one of a number that gets this new value, with these clauses, where `put` puts the number for what it stands
    /// for; `None`: it cannot.
    pub(crate) fn of_one_number<'c>(
        &self,
        frame: Frame,
        clauses: impl Iterator<Item = &'c Clause>,
        value: &Expr,
        put: impl Fn(&mut Expr) -> Option<()>,
    ) -> Option<Move> {
        let (mut clauses, mut value): (Vec<_>, _) = (clauses.cloned().collect(), value.clone());
        let exprs = clauses.iter_mut().flat_map(Clause::exprs_mut);
        exprs.chain([&mut value]).try_for_each(put)?;
        Some(Move {
            statement: self.statement,
            span: self.span,
            frame,
            clauses,
            effect: Effect::Change(vec![Change::Coord { coord: 0, value }]),
            choices: self.choices.clone(),
            wording: self.wording,
        })
    }

    /// Whether a condition was not written: it follows from what a statement means, and stands where its first operand stands.
    pub(crate) fn is_implied(test: &Expr) -> bool {
        match &test.op {
            Op::Compare(first, _) => first.span == test.span,
            Op::Not(drawn) => drawn.span == test.span,
            _ => false,
        }
    }

    /// Whether it is the move of a drawn pile to itself.
    pub(crate) fn is_of(&self, drawn: &Ending) -> bool {
        let last = self.clauses.last().and_then(Clause::test);
        let is_it = |test: &Expr| test.span == drawn.condition.span && !Move::is_implied(test);
        self.choices.is_empty() && last.is_some_and(is_it)
    }

    /// Its ranges and its conditions, where it has no other clauses.
    pub(crate) fn ranges_and_tests(&self) -> Option<(Vec<&RangeClause>, Vec<&Expr>)> {
        let (mut ranges, mut tests) = (Vec::new(), Vec::new());
        for clause in &self.clauses {
            match clause {
                Clause::Range(range) => ranges.push(range),
                Clause::Test(test) => tests.push(test),
                _ => return None,
            }
        }
        Some((ranges, tests))
    }

    /// The expressions of its clauses and of its effect.
    pub(crate) fn exprs(&self) -> impl Iterator<Item = &Expr> {
        let clauses = self.clauses.iter().flat_map(Clause::exprs);
        clauses.chain(self.effect.exprs())
    }

    /// About how many bytes it takes, in a list that may have grown.
    pub(super) fn bytes(&self) -> u64 {
        let exprs: usize = self.exprs().map(Expr::size).sum();
        let own = 2 * size_of::<Move>()
            + self.clauses.capacity() * size_of::<Clause>()
            + self.choices.capacity() * (size_of::<Choice>() + 16);
        own as u64 + exprs as u64 * Expr::BYTES
    }
}

/// A value that was chosen in a move.
#[derive(Debug, Clone)]
pub struct Choice {
    /// Its name; empty for an amount without a name.
    pub name: String,
    /// The register that holds it.
    pub place: Place,
    pub kind: Kind,
}

#[derive(Debug, Clone)]
pub enum Effect {
    /// Coordinates or entries get new values.
    Change(Vec<Change>),
    /// The pile is replaced by the piles of a list.
    Piles(Expr),
    /// The pile is replaced by a position of any games.
    Position(Expr),
}

impl Effect {
    /// Whether it is seen to leave one pile at most, and of the same game.
    pub(crate) fn leaves_one(&self) -> bool {
        match self {
            Effect::Change(_) => true,
            Effect::Piles(to) => match &to.op {
                Op::Elements(parts) => parts.len() <= 1,
                Op::Const(list) => list.items().len() <= 1,
                _ => false,
            },
            Effect::Position(_) => false,
        }
    }

    /// The new values of coordinates and entries, where it leaves no other piles.
    pub(crate) fn changes(&self) -> Option<&[Change]> {
        match self {
            Effect::Change(changes) => Some(changes),
            Effect::Piles(_) | Effect::Position(_) => None,
        }
    }

    pub(crate) fn exprs(&self) -> Vec<&Expr> {
        match self {
            Effect::Piles(to) | Effect::Position(to) => vec![to],
            Effect::Change(changes) => {
                let exprs = changes
                    .iter()
                    .flat_map(|it| it.index().into_iter().chain([it.value()]));
                exprs.collect()
            }
        }
    }
}

/// A new value.
#[derive(Debug, Clone)]
pub enum Change {
    Coord {
        coord: usize,
        value: Expr,
    },
    Entry {
        /// The row's number among the coordinates.
        coord: usize,
        index: Expr,
        value: Expr,
    },
}

impl Change {
    /// The number of the coordinate, or of the row.
    pub(crate) fn coord(&self) -> usize {
        match self {
            Change::Coord { coord, .. } | Change::Entry { coord, .. } => *coord,
        }
    }

    pub(crate) fn value(&self) -> &Expr {
        match self {
            Change::Coord { value, .. } | Change::Entry { value, .. } => value,
        }
    }

    /// Which entry of a row it is.
    pub(crate) fn index(&self) -> Option<&Expr> {
        match self {
            Change::Coord { .. } => None,
            Change::Entry { index, .. } => Some(index),
        }
    }
}

/// How to put a move in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wording {
    /// "take 3": the register holds the amount.
    Take(u32),
    /// "split 7 into 3 and 4"
    Split,
    /// "move (3, 3) to (1, 4)"
    Change,
}
