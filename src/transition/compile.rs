//! Moves compiled.

use std::sync::Arc;

use super::options::{Emitter, Options};
use crate::expr::code::{Code, Emit, Obj, Reg};
use crate::expr::compile::{Builder, Exits, compile};
use crate::expr::fault::Fault;
use crate::expr::machine::Machine;
use crate::expr::shape::{Bounds, CoordKind, Shape, read_coord};
use crate::expr::tree::{Clause, Expr, Op, Place};
use crate::expr::value::Value;
use crate::rules::Rulebook;
use crate::rules::game::{Change, Effect, Game, Move};

/// The transition functions of a game.
#[derive(Debug)]
pub struct Transitions {
    /// The game.
    pub game: Arc<Game>,
    /// Code for each move, in the order of [`Game::moves`].
    moves: Vec<Code>,
    /// Code for each condition that ends the game.
    ends: Vec<Code>,
}

/// What a register of a pile starts with.
enum Loaded {
    Int(i64),
    Obj(Value),
}

impl Transitions {
    /// Compiles the moves of a game.
    pub fn new(game: Arc<Game>) -> Transitions {
        let moves = game
            .moves
            .iter()
            .map(|rule| compile_move(&game, rule))
            .collect();
        let ends = game
            .ends
            .iter()
            .map(|end| compile(&end.condition, end.frame))
            .collect();
        Transitions { game, moves, ends }
    }

    /// Collects the options of the pile with these cells; with `marks` also how each came about.
    ///
    /// # Errors
    /// A fault in the rule, such as an overflow or an index outside a table, or a limit.
    pub fn options(
        &self,
        cells: &[i64],
        book: &Rulebook,
        machine: &mut Machine,
        options: &mut Options,
        marks: bool,
    ) -> Result<(), Fault> {
        options.clear();
        let loaded = self.load(cells);
        if self.over(&loaded, machine)? {
            return Ok(());
        }
        for naming in &self.game.namings {
            for rule in 0..self.moves.len() {
                self.run(rule, naming, &loaded, book, machine, options, marks)?;
            }
        }
        Ok(())
    }

    /// Whether a condition that ends the game holds for the pile with these cells.
    ///
    /// # Errors
    /// As [`Transitions::options`].
    pub(crate) fn ended(&self, cells: &[i64], machine: &mut Machine) -> Result<bool, Fault> {
        self.over(&self.load(cells), machine)
    }

    /// Adds the options of a pile by one of its moves under one naming.
    ///
    /// # Errors
    /// As [`Transitions::options`].
    pub(crate) fn options_of(
        &self,
        rule: usize,
        naming: &[usize],
        cells: &[i64],
        book: &Rulebook,
        machine: &mut Machine,
        options: &mut Options,
    ) -> Result<(), Fault> {
        let loaded = self.load(cells);
        self.run(rule, naming, &loaded, book, machine, options, false)
    }

    fn over(&self, loaded: &[Loaded], machine: &mut Machine) -> Result<bool, Fault> {
        for naming in &self.game.namings {
            for code in &self.ends {
                self.enter(code, naming, loaded, machine);
                if machine.truth(code, &mut crate::expr::machine::NoHost)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    #[allow(clippy::too_many_arguments)]
    fn run(
        &self,
        rule: usize,
        naming: &[usize],
        loaded: &[Loaded],
        book: &Rulebook,
        machine: &mut Machine,
        options: &mut Options,
        marks: bool,
    ) -> Result<(), Fault> {
        let (Some(code), Some(source)) = (self.moves.get(rule), self.game.moves.get(rule)) else {
            return Ok(());
        };
        self.enter(code, naming, loaded, machine);
        let memory = machine.budget.memory();
        let mut emitter = Emitter {
            book,
            header: &self.game.header,
            options,
            rule,
            statement: source.statement,
            marks: marks.then_some((source.choices.as_slice(), source.wording)),
            memory,
        };
        machine.run(code, &mut emitter)
    }

    fn load(&self, cells: &[i64]) -> smallvec::SmallVec<[Loaded; 4]> {
        let mut rest = cells;
        self.game
            .header
            .shape
            .coords
            .iter()
            .map(|coord| {
                if let CoordKind::Int(_) = coord.kind {
                    let cell = rest.first().copied().unwrap_or(0);
                    rest = rest.get(1..).unwrap_or(&[]);
                    return Loaded::Int(cell);
                }
                let (value, used) = read_coord(coord, rest);
                rest = rest.get(used..).unwrap_or(&[]);
                Loaded::Obj(value)
            })
            .collect()
    }

    fn enter(&self, code: &Code, naming: &[usize], loaded: &[Loaded], machine: &mut Machine) {
        machine.prepare(code);
        for (place, coord) in self.game.coords.iter().zip(naming) {
            match (place, loaded.get(*coord)) {
                (Place::Int(reg), Some(Loaded::Int(cell))) => machine.set_int(*reg, *cell),
                (Place::Obj(reg), Some(Loaded::Obj(value))) => machine.set_obj(*reg, value.clone()),
                // The registers were handed out by the kinds of the coordinates.
                _ => {}
            }
        }
    }
}

fn compile_move(game: &Game, rule: &Move) -> Code {
    let mut builder = Builder::new(rule.frame, rule.span);
    let shape = &game.header.shape;
    let simplified = conditions(&rule.clauses);
    builder.clauses(&simplified, &mut |builder, skip| {
        builder.at(rule.span);
        match &rule.effect {
            Effect::Change(changes) => change(builder, game, shape, changes, skip),
            Effect::Piles(list) => piles(builder, shape, list, skip),
            Effect::Position(position) => {
                builder.allow_any_piles();
                let position = builder.obj(position);
                builder.emit(Emit::Position(position), skip);
            }
        }
        builder.emit(Emit::EndOption, skip);
    });
    builder.finish()
}

/// The clauses without conditions that always hold.
fn conditions(clauses: &[Clause]) -> Vec<Clause> {
    clauses
        .iter()
        .filter(|clause| !matches!(clause, Clause::Test(test) if test.constant() == Some(&Value::Bool(true))))
        .cloned()
        .collect()
}

/// A coordinate of the pile that a move makes.
enum New {
    Cell(Reg),
    Row(Obj),
}

fn change(builder: &mut Builder, game: &Game, shape: &Shape, changes: &[Change], skip: &mut Exits) {
    let mut result: Vec<New> = game
        .coords
        .iter()
        .map(|place| match place {
            Place::Int(reg) => New::Cell(*reg),
            Place::Obj(obj) => New::Row(*obj),
        })
        .collect();
    for change in changes {
        match change {
            Change::Coord { coord, value } => {
                let new = match shape.coords.get(*coord).map(|coord| &coord.kind) {
                    Some(CoordKind::Int(bounds)) => {
                        New::Cell(checked(builder, value, *bounds, skip))
                    }
                    _ => New::Row(builder.obj(value)),
                };
                if let Some(slot) = result.get_mut(*coord) {
                    *slot = new;
                }
            }
            Change::Entry {
                coord,
                index,
                value,
            } => {
                if let Some(slot) = result.get_mut(*coord)
                    && let New::Row(row) = slot
                {
                    *row = builder.set_entry(*row, index, value, skip);
                }
            }
        }
    }
    for (coord, new) in (0..).zip(result) {
        match new {
            New::Cell(reg) => builder.emit(Emit::Cell(reg), skip),
            New::Row(row) => builder.emit(Emit::Row(row, coord), skip),
        }
    }
    builder.emit(Emit::EndPile, skip);
}

fn checked(builder: &mut Builder, value: &Expr, bounds: Bounds, skip: &mut Exits) -> Reg {
    let reg = builder.int(value);
    builder.check_bounds(reg, bounds.lo, bounds.hi, skip);
    reg
}

/// A list of piles: written out where its elements are, else as a value.
fn piles(builder: &mut Builder, shape: &Shape, list: &Expr, skip: &mut Exits) {
    let written = match (&list.op, list.constant()) {
        (Op::Elements(items), _) => Some(items.as_slice()),
        (_, Some(value)) if value.items().is_empty() => Some(&[][..]),
        _ => None,
    };
    let cells: Option<Vec<Vec<(&Expr, Bounds)>>> =
        written.and_then(|items| items.iter().map(|item| cells(shape, item)).collect());
    let Some(cells) = cells else {
        let list = builder.obj(list);
        builder.emit(Emit::Piles(list), skip);
        return;
    };
    let registers: Vec<Vec<Reg>> = cells
        .into_iter()
        .map(|pile| {
            pile.into_iter()
                .map(|(value, bounds)| checked(builder, value, bounds, skip))
                .collect()
        })
        .collect();
    for pile in registers {
        for reg in pile {
            builder.emit(Emit::Cell(reg), skip);
        }
        builder.emit(Emit::EndPile, skip);
    }
}

/// The cells of a pile that is written as integers.
fn cells<'e>(shape: &Shape, pile: &'e Expr) -> Option<Vec<(&'e Expr, Bounds)>> {
    if let Op::Range(..) = pile.op {
        return None;
    }
    if let Some(bounds) = shape.as_heap() {
        return Some(vec![(pile, bounds)]);
    }
    match (&pile.op, shape.as_int_tuple()) {
        (Op::Tuple(parts), Some(bounds)) => Some(parts.iter().zip(bounds).collect()),
        _ => None,
    }
}
