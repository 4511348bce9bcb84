//! Moves compiled.

use std::sync::Arc;

use super::options::{Emitter, Options, Visit};
use crate::expr::code::{Code, Emit, Ins, NONE, Obj, Reg};
use crate::expr::compile::{Builder, Exits, compile};
use crate::expr::fault::Fault;
use crate::expr::machine::Machine;
use crate::expr::shape::{Bounds, CoordKind, Shape};
use crate::expr::tree::{Clause, Expr, Op, Place};
use crate::expr::value::Value;
use crate::rules::Rulebook;
use crate::rules::game::{Change, Effect, GameRules, Move};
use crate::work::stack::with_room;

/// The transition functions of a game.
#[derive(Debug)]
pub struct Transitions {
    pub game: Arc<GameRules>,
    /// Code for each move, in the order of [`GameRules::moves`].
    moves: Vec<Code>,
    /// Code for each condition that ends the game.
    ends: Vec<Code>,
}

/// Where the options of a pile are listed.
pub struct Listing<'a> {
    book: &'a Rulebook,
    options: &'a mut Options,
    marks: bool,
    visit: Option<Visit<'a>>,
}

impl<'a> Listing<'a> {
    pub fn new(book: &'a Rulebook, options: &'a mut Options) -> Listing<'a> {
        Listing {
            book,
            options,
            marks: false,
            visit: None,
        }
    }

    pub(super) fn clear(&mut self) {
        self.options.clear();
    }

    /// It is also kept how each option came about.
    pub fn marked(mut self) -> Listing<'a> {
        self.marks = true;
        self
    }

    /// Each option is shown to `visit` as soon as it is complete; those are listed that it does not drop.
    pub fn shown_to(mut self, visit: Visit<'a>) -> Listing<'a> {
        self.visit = Some(visit);
        self
    }
}

/// A move of a game under one naming of the coordinates.
#[derive(Clone, Copy)]
pub(crate) struct NamedMove<'a> {
    pub(crate) rule: usize,
    pub(crate) naming: &'a [usize],
}

impl Transitions {
    pub fn new(game: Arc<GameRules>) -> Transitions {
        let moves = game
            .moves
            .iter()
            .map(|rule| with_room(|| compile_move(&game, rule, &rule.clauses)))
            .collect();
        let ends = game
            .ends
            .iter()
            .map(|end| with_room(|| compile(&end.condition, end.frame)))
            .collect();
        Transitions { game, moves, ends }
    }

    /// Lists the options of the pile with these cells.
    pub fn options(
        &self,
        cells: &[i64],
        machine: &mut Machine,
        mut listing: Listing<'_>,
    ) -> Result<(), Fault> {
        listing.clear();
        let loaded = self.load(cells);
        if self.over(&loaded, machine)? {
            return Ok(());
        }
        for naming in &self.game.namings {
            for rule in 0..self.moves.len() {
                let by = NamedMove { rule, naming };
                if self.run((by, &self.moves[rule]), &loaded, machine, &mut listing)? {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Whether a condition that ends the game holds for the pile with these cells.
    pub(crate) fn ended(&self, cells: &[i64], machine: &mut Machine) -> Result<bool, Fault> {
        self.over(&self.load(cells), machine)
    }

    /// Adds the options of a pile by one of its moves.
    pub(crate) fn options_of(
        &self,
        by: NamedMove<'_>,
        cells: &[i64],
        machine: &mut Machine,
        mut listing: Listing<'_>,
    ) -> Result<(), Fault> {
        let code = &self.moves[by.rule];
        self.run((by, code), &self.load(cells), machine, &mut listing)?;
        Ok(())
    }

    fn over(&self, loaded: &[Value], machine: &mut Machine) -> Result<bool, Fault> {
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

    /// Runs the code of a move; true where the visitor has seen enough.
    pub(super) fn run(
        &self,
        (by, code): (NamedMove<'_>, &Code),
        loaded: &[Value],
        machine: &mut Machine,
        listing: &mut Listing<'_>,
    ) -> Result<bool, Fault> {
        let rule = by.rule;
        let source = &self.game.moves[rule];
        self.enter(code, by.naming, loaded, machine);
        let memory = (machine.budget.held(), machine.budget.allowed());
        let mut emitter = Emitter {
            book: listing.book,
            header: &self.game.header,
            options: &mut *listing.options,
            rule,
            statement: source.statement,
            marks: listing
                .marks
                .then_some((source.choices.as_slice(), source.wording)),
            memory,
            look_at: 0,
            sorts: self.game.header.shape.sorts(),
            row: 0,
            visit: listing.visit.as_deref_mut().map(|visit| visit as Visit<'_>),
            stopped: false,
        };
        machine.run(code, &mut emitter)?;
        Ok(emitter.stopped)
    }

    pub(super) fn load(&self, cells: &[i64]) -> smallvec::SmallVec<[Value; 4]> {
        self.game.header.shape.parts(cells).collect()
    }

    fn enter(&self, code: &Code, naming: &[usize], loaded: &[Value], machine: &mut Machine) {
        machine.prepare(code);
        for (place, coord) in self.game.coords.iter().zip(naming) {
            match (place, &loaded[*coord]) {
                (Place::Int(reg), Value::Int(cell)) => machine.set_int(*reg, *cell),
                (Place::Obj(reg), value) => machine.set_obj(*reg, value.clone()),
                (Place::Int(_), _) => {
                    unreachable!("registers are handed out by the kinds of the coordinates")
                }
            }
        }
    }
}

/// The code of a move with these clauses.
pub(super) fn compile_move(game: &GameRules, rule: &Move, clauses: &[Clause]) -> Code {
    let mut builder = Builder::new(rule.frame, rule.span);
    builder.clauses(clauses, &mut |builder, skip| {
        builder.at(rule.span);
        let is_pile = matches!(rule.effect, Effect::Change(_));
        match &rule.effect {
            Effect::Change(changes) => change(builder, game, changes, skip),
            Effect::Piles(list) => piles(builder, &game.header.shape, list, skip),
            Effect::Position(position) => {
                builder.allow_any_piles();
                let position = builder.obj(position);
                builder.emit(Emit::Position(position), skip);
            }
        }
        builder.emit(Emit::EndOption(is_pile), skip);
    });
    builder.finish()
}

/// A coordinate of the pile that a move makes.
enum New<'e> {
    Cell(Reg),
    Row(Obj),
    /// A row with some cells replaced: index and value.
    Patched(Obj, Vec<(Reg, Reg)>),
    /// A row that is made while it is handed on.
    Built(&'e Expr),
}

fn change(builder: &mut Builder, game: &GameRules, changes: &[Change], skip: &mut Exits) {
    let shape = &game.header.shape;
    let mut result: Vec<New> = game
        .coords
        .iter()
        .map(|place| match place {
            Place::Int(reg) => New::Cell(*reg),
            Place::Obj(obj) => New::Row(*obj),
        })
        .collect();
    for (number, change) in (1..).zip(changes) {
        // What comes last is worked out last also where it is handed on at once; with other rows before it, they might be
        // refused before a fault of this one shows.
        let rows = shape.coords.iter().filter(|coord| coord.is_row());
        let is_only_row = number == changes.len() && rows.count() == 1;
        match change {
            Change::Coord { coord, value } => {
                let new = match shape.coords.get(*coord).map(|coord| &coord.kind) {
                    Some(CoordKind::Int(bounds)) => {
                        New::Cell(checked(builder, value, *bounds, skip))
                    }
                    Some(CoordKind::Row { .. }) if is_only_row => New::Built(value),
                    _ => New::Row(builder.obj(value)),
                };
                result[*coord] = new;
            }
            Change::Entry {
                coord,
                index,
                value,
            } => {
                let slot = &mut result[*coord];
                match slot {
                    New::Row(row) => {
                        let row = *row;
                        *slot = New::Patched(row, builder.patch(row, index, value, skip));
                    }
                    New::Patched(row, patches) => {
                        patches.extend(builder.patch(*row, index, value, skip));
                    }
                    New::Cell(_) | New::Built(_) => unreachable!("entries are changed in rows"),
                }
            }
        }
    }
    for (coord, new) in (0..).zip(result) {
        match new {
            New::Cell(reg) => {
                builder.push(Ins::PutCell(reg));
            }
            New::Row(row) => builder.emit(Emit::Row(row, coord), skip),
            New::Patched(row, patches) => {
                builder.push(Ins::PutRow);
                builder.push(Ins::PutSlice(row, NONE, NONE));
                for (index, value) in patches {
                    builder.push(Ins::PutAt(index, value));
                }
                builder.emit(Emit::CloseRow(coord), skip);
            }
            New::Built(list) => builder.emit_row(list, coord, skip),
        }
    }
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
    let cells: Option<Vec<Vec<(&Expr, Bounds)>>> = written.and_then(|items| {
        items
            .iter()
            .map(|item| written_cells(shape, item))
            .collect()
    });
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
            builder.push(Ins::PutCell(reg));
        }
        builder.emit(Emit::EndPile, skip);
    }
}

/// The cells of a pile that is written out, with their bounds.
pub(super) fn written_cells<'e>(shape: &Shape, pile: &'e Expr) -> Option<Vec<(&'e Expr, Bounds)>> {
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
