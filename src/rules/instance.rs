//! Games made from their definitions: arguments put in, piles and turns settled, moves lowered.

use std::cell::RefCell;
use std::sync::Arc;

use hashbrown::{HashMap, HashSet};

use super::book::{Book, Definition, Known, Slot};
use super::check::{Checked, Reported, Scope};
use super::errors;
use super::game::{Ending, Game};
use super::lets::plural;
use super::lower::Lowering;
use crate::diagnostic::Diagnostic;
use crate::expr::kind::Kind;
use crate::expr::position::{GameId, Header, Turn};
use crate::expr::shape::{Bounds, Coord, CoordKind, Entry, Form, Shape};
use crate::expr::tree::{Expr, Frame, Op, Place};
use crate::expr::value::Value;
use crate::source::Span;
use crate::syntax::ast::{self, Node, StatementKind, TurnCount};

/// How many games one rulebook may make.
const MAX_GAMES: usize = 1_000_000;

/// How many coordinates an unordered tuple may have: every naming is tried.
const MAX_UNORDERED: usize = 6;

/// A game while its rules are checked: what its rules can see.
pub(super) struct Owner {
    pub(super) id: GameId,
    pub(super) params: Vec<(ast::Ident, Value, Kind)>,
    pub(super) lets: Vec<Arc<ast::LetItem>>,
    /// The least values of the coordinates' registers.
    pub(super) facts: Vec<(Place, i64)>,
    /// Whether games that a rule names are meant with the last move losing.
    pub(super) misere: bool,
    known: RefCell<HashMap<usize, Known>>,
    used: RefCell<HashSet<String>>,
}

impl Owner {
    pub(super) fn has_param(&self, name: &str) -> bool {
        self.params.iter().any(|(param, _, _)| param.name == name)
    }

    pub(super) fn param(&self, name: &str) -> Option<(Value, Kind)> {
        let (_, value, kind) = self
            .params
            .iter()
            .find(|(param, _, _)| param.name == name)?;
        self.mark_used(name);
        Some((value.clone(), kind.clone()))
    }

    pub(super) fn let_number(&self, name: &str) -> Option<usize> {
        self.lets.iter().position(|item| item.name.name == name)
    }

    pub(super) fn names(&self) -> Vec<String> {
        let params = self.params.iter().map(|(param, _, _)| param.name.clone());
        params
            .chain(self.lets.iter().map(|item| item.name.name.clone()))
            .collect()
    }

    pub(super) fn mark_used(&self, name: &str) {
        self.used.borrow_mut().insert(name.to_string());
    }

    pub(super) fn known(&self, number: usize) -> Option<Known> {
        self.known.borrow().get(&number).cloned()
    }

    pub(super) fn know(&self, number: usize, known: Known) {
        self.known.borrow_mut().insert(number, known);
    }
}

/// The kind of a value that was handed over as an argument.
pub(super) fn kind_of(value: &Value) -> Kind {
    match value {
        Value::Int(_) => Kind::Int,
        Value::Bool(_) => Kind::Bool,
        Value::Outcome(_) => Kind::Outcome,
        Value::Str(_) => Kind::Str,
        Value::List(items) => items
            .iter()
            .map(kind_of)
            .reduce(|a, b| a.unify(&b).unwrap_or(a))
            .unwrap_or(Kind::Unknown)
            .list(),
        Value::Tuple(parts) => Kind::Tuple(parts.iter().map(kind_of).collect()),
        Value::Position(_) | Value::Nothing => Kind::Position,
        Value::Game(_) => Kind::Game,
    }
}

impl Book {
    /// Complains where a game takes another number of arguments.
    pub(super) fn check_arity(&mut self, number: u32, count: usize, span: Span) -> Checked<()> {
        let Some(Definition::Game(item)) = self.definitions.get(number as usize).cloned() else {
            return Err(Reported);
        };
        match arity(&item, count, span) {
            None => Ok(()),
            Some(diagnostic) => {
                self.complain(diagnostic);
                Err(Reported)
            }
        }
    }

    /// The kind of a game's piles, in words, and its name, whatever its arguments are.
    pub(super) fn declared_pile(&self, number: u32) -> (Kind, String, String) {
        let Some(Definition::Game(item)) = self.definitions.get(number as usize) else {
            return (Kind::Unknown, String::new(), String::new());
        };
        if item.pile_unread {
            return (Kind::Unknown, String::new(), String::new());
        }
        let shape = item
            .statements
            .iter()
            .find_map(|statement| match &statement.kind {
                StatementKind::Pile(shape) => Some(rangeless(shape)),
                _ => None,
            });
        let shape = shape.unwrap_or_else(Shape::heap);
        (shape.kind(), shape.in_words(), item.name.name.clone())
    }

    /// The game with these arguments; made now where it does not exist yet.
    ///
    /// Mistakes in its rules are left among the complaints; [`Book::finished`] tells whether there were any.
    pub(super) fn instance(
        &mut self,
        number: u32,
        misere: bool,
        args: &[Value],
        span: Span,
    ) -> Result<Arc<Header>, Diagnostic> {
        self.used.insert(number);
        let Some(Definition::Game(item)) = self.definitions.get(number as usize).cloned() else {
            return Err(
                Diagnostic::error("unknown_game", "this is not a game").label(span, "used here")
            );
        };
        if let Some(diagnostic) = arity(&item, args.len(), span) {
            return Err(diagnostic);
        }
        if item.pile_unread {
            // What was said about its `pile` statement; said again, it is dropped.
            let said = self.complaints.error_within(item.span);
            return Err(said.unwrap_or_else(|| broken(&item)));
        }
        let args = self.with_defaults(&item, args)?;
        let key = (number, misere, args.clone());
        if let Some(id) = self.by_args.get(&key)
            && let Some(slot) = self.games.get(id.0 as usize)
        {
            return Ok(Arc::clone(&slot.header));
        }
        if self.games.len() >= MAX_GAMES {
            return Err(Diagnostic::error(
                "too_many_games",
                format!("more than {MAX_GAMES} games are made"),
            )
            .label(span, "the arguments take too many values"));
        }
        let before = self.complaints.len();
        let made = self.nested(span, |book| Ok(book.make(number, &item, misere, args, key)));
        match made {
            Ok(result) => result,
            // The complaint of `nested` is the one to show.
            Err(Reported) => Err(self
                .complaints
                .first_error_since(before)
                .unwrap_or_else(|| {
                    Diagnostic::error("too_deep", "these games are nested too deeply")
                        .label(span, "made here")
                })),
        }
    }

    fn with_defaults(
        &mut self,
        item: &ast::GameItem,
        args: &[Value],
    ) -> Result<Vec<Value>, Diagnostic> {
        let mut all = args.to_vec();
        for param in item.params.iter().skip(args.len()) {
            // `arity` let only parameters with defaults be left out.
            let Some(default) = &param.default else {
                continue;
            };
            let mut scope = Scope::new(self, None);
            scope.queries = false;
            scope.positions = false;
            let checked = scope.expr(default);
            let frame = scope.frame;
            let value = match checked {
                Ok(expr) => self.constant(&expr, frame)?,
                Err(Reported) => {
                    let own = self.complaints.error_within(default.span);
                    return Err(own.unwrap_or_else(|| {
                        Diagnostic::error("bad_default", "this default value cannot be used")
                            .label(default.span, "the default")
                    }));
                }
            };
            all.push(value);
        }
        Ok(all)
    }

    /// The game with the last move losing.
    pub(super) fn misere_of(&mut self, id: GameId, span: Span) -> Result<Arc<Header>, Diagnostic> {
        let Some(slot) = self.games.get(id.0 as usize).cloned() else {
            return Err(
                Diagnostic::error("unknown_game", "this game is not there any more")
                    .label(span, "used here"),
            );
        };
        if slot.header.misere {
            return Ok(slot.header);
        }
        self.instance(slot.definition, true, &slot.args, span)
    }

    /// The game with these arguments as a rule names it: with the last move losing where the rule's own game has it so.
    pub(super) fn instance_for(
        &mut self,
        number: u32,
        misere: bool,
        args: &[Value],
        span: Span,
    ) -> Result<Arc<Header>, Diagnostic> {
        let header = self.instance(number, false, args, span)?;
        if misere {
            self.misere_of(header.id, span)
        } else {
            Ok(header)
        }
    }

    /// The game with this number, where its rules have no mistakes.
    pub(super) fn finished(&self, id: GameId) -> Result<Arc<Game>, Diagnostic> {
        let slot = self.games.get(id.0 as usize);
        slot.and_then(|slot| slot.game.clone()).ok_or_else(|| {
            let label = slot
                .map(|slot| slot.header.label.clone())
                .unwrap_or_default();
            Diagnostic::error(
                "broken_game",
                format!("the rules of `{label}` have mistakes"),
            )
        })
    }

    fn make(
        &mut self,
        number: u32,
        item: &Arc<ast::GameItem>,
        misere: bool,
        args: Vec<Value>,
        key: (u32, bool, Vec<Value>),
    ) -> Result<Arc<Header>, Diagnostic> {
        let id = GameId(self.games.len() as u32);
        let mut label = item.name.name.clone();
        if !args.is_empty() {
            let words: Vec<String> = args.iter().map(Value::to_string).collect();
            label = format!("{label}({})", words.join(", "));
        }
        if misere {
            label = format!("misere({label})");
        }
        let lets = item
            .statements
            .iter()
            .filter_map(|statement| match &statement.kind {
                StatementKind::Let(item) => Some(Arc::new(item.clone())),
                _ => None,
            });
        let mut owner = Owner {
            id,
            params: item
                .params
                .iter()
                .zip(&args)
                .map(|(param, value)| (param.name.clone(), value.clone(), kind_of(value)))
                .collect(),
            lets: lets.collect(),
            facts: Vec::new(),
            misere,
            known: RefCell::default(),
            used: RefCell::default(),
        };
        // A place is taken at once, so that the game can name itself; the header is completed below.
        let header = Arc::new(Header {
            id,
            label,
            shape: Shape::heap(),
            misere,
            loopy: false,
            turn: Turn::One,
            alike: false,
        });
        self.by_args.insert(key.clone(), id);
        self.games.push(Slot {
            header: Arc::clone(&header),
            definition: number,
            args,
            game: None,
        });
        let (before, errors) = (self.complaints.len(), self.complaints.errors());
        self.check_statements(item, &owner);
        let header = match self.header(item, &owner, &header) {
            Ok(header) => Arc::new(header),
            Err(Reported) => {
                self.by_args.remove(&key);
                return Err(self.first_error_since(before, item));
            }
        };
        if let Some(slot) = self.games.get_mut(id.0 as usize) {
            slot.header = Arc::clone(&header);
        }
        let game = self.rules(item, &mut owner, &header);
        self.warn_unused(item, &owner);
        if self.complaints.errors() == errors
            && let Ok(game) = game
            && let Some(slot) = self.games.get_mut(id.0 as usize)
        {
            slot.game = Some(Arc::new(game));
        }
        Ok(header)
    }

    /// The first error of a round.
    fn first_error_since(&self, before: usize, item: &ast::GameItem) -> Diagnostic {
        self.complaints
            .first_error_since(before)
            // It was said of an earlier attempt already.
            .or_else(|| self.complaints.error_within(item.span))
            .unwrap_or_else(|| broken(item))
    }

    /// Complains of statements that stand twice or in the wrong place, and of names that are given twice.
    fn check_statements(&mut self, item: &ast::GameItem, owner: &Owner) {
        let mut pile: Option<Span> = None;
        let mut turn: Option<Span> = None;
        let mut misere: Option<Span> = None;
        let mut loopy: Option<Span> = None;
        for (index, statement) in item.statements.iter().enumerate() {
            let (slot, what) = match &statement.kind {
                StatementKind::Pile(_) => {
                    let after_rules =
                        item.statements
                            .get(..index)
                            .unwrap_or(&[])
                            .iter()
                            .any(|earlier| {
                                !matches!(
                                    earlier.kind,
                                    StatementKind::Let(_) | StatementKind::Pile(_)
                                )
                            });
                    if after_rules && pile.is_none() {
                        self.complain(
                            Diagnostic::error("misplaced_pile", "`pile` comes first in a game")
                                .label(statement.span, "after other statements")
                                .help("move it to the top of the game"),
                        );
                    }
                    (&mut pile, "pile")
                }
                StatementKind::Turn(_) => (&mut turn, "each turn"),
                StatementKind::Misere => (&mut misere, "misere"),
                StatementKind::Loopy => (&mut loopy, "loopy"),
                _ => continue,
            };
            match slot {
                Some(first) => {
                    let first = *first;
                    self.complain(
                        Diagnostic::error(
                            "repeated_statement",
                            format!("`{what}` stands twice in this game"),
                        )
                        .label(statement.span, "again here")
                        .label(first, "first here")
                        .help("keep one of them"),
                    );
                }
                None => *slot = Some(statement.span),
            }
        }
        let params = owner.params.iter().map(|(param, _, _)| param);
        let names: Vec<&ast::Ident> = params
            .chain(owner.lets.iter().map(|item| &item.name))
            .collect();
        for (index, name) in names.iter().enumerate() {
            let earlier = names.get(..index).unwrap_or(&[]);
            if let Some(first) = earlier.iter().find(|first| first.name == name.name) {
                self.complain(errors::duplicate(&name.name, first.span, name.span));
            }
            Scope::new(self, None).warn_hiding(name);
        }
        for argument in owner
            .lets
            .iter()
            .filter_map(|item| item.params.as_ref())
            .flatten()
        {
            Scope::new(self, None).warn_hiding(argument);
        }
    }

    /// The header with piles and turns settled.
    fn header(&mut self, item: &ast::GameItem, owner: &Owner, known: &Header) -> Checked<Header> {
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
                _ => {}
            }
        }
        Ok(header)
    }

    fn shape(&mut self, shape: &ast::Shape, owner: &Owner) -> Checked<Shape> {
        let (form, coords) = match shape {
            ast::Shape::One(coord) => (Form::Single, std::slice::from_ref(coord)),
            ast::Shape::Tuple(coords) if coords.len() == 1 => (Form::Single, coords.as_slice()),
            ast::Shape::Tuple(coords) => (Form::Tuple, coords.as_slice()),
            ast::Shape::Unordered(coords) => (Form::Unordered, coords.as_slice()),
        };
        let mut checked = Vec::new();
        for coord in coords {
            if form == Form::Unordered && coord.row.is_some() {
                self.complain(
                    Diagnostic::error("bad_pile_shape", "an unordered tuple holds integers only")
                        .label(coord.span, "a row")
                        .help("write `{p[]}` alone for a row without order, or `(a, {p[]})` for a tuple with one"),
                );
                return Err(Reported);
            }
            let bounds = match &coord.range {
                Some(range) => self.bounds(range, owner)?,
                None => Bounds::NATURAL,
            };
            let kind = match &coord.row {
                None => CoordKind::Int(bounds),
                Some(row) => {
                    let entry = match &row.tuple {
                        None => Entry::Int(bounds),
                        Some(parts) => {
                            let mut entries = Vec::new();
                            for part in parts {
                                let bounds = match &part.range {
                                    Some(range) => self.bounds(range, owner)?,
                                    None => bounds,
                                };
                                entries.push((part.name.name.clone(), bounds));
                            }
                            Entry::Tuple(entries)
                        }
                    };
                    CoordKind::Row {
                        bag: row.bag,
                        entry,
                    }
                }
            };
            checked.push(Coord {
                name: coord.name.name.clone(),
                kind,
            });
        }
        if form == Form::Unordered {
            let bounds: Vec<&CoordKind> = checked.iter().map(|coord| &coord.kind).collect();
            let span = coords.first().map(|coord| coord.span);
            let same = bounds
                .windows(2)
                .all(|pair| matches!(pair, [a, b] if a == b));
            if let Some(span) = span
                && (!same || checked.len() > MAX_UNORDERED)
            {
                let why = if same {
                    format!("at most {MAX_UNORDERED} coordinates can stand in `{{…}}`")
                } else {
                    "coordinates without order need the same range".to_string()
                };
                self.complain(
                    Diagnostic::error("bad_pile_shape", why).label(span, "in this tuple"),
                );
                return Err(Reported);
            }
        }
        Ok(Shape {
            form,
            coords: checked,
        })
    }

    /// A range of a coordinate.
    fn bounds(&mut self, range: &ast::Expr, owner: &Owner) -> Checked<Bounds> {
        let Node::Range(lo, hi) = &range.node else {
            self.complain(
                Diagnostic::error("wrong_kind", "a range is needed here")
                    .label(range.span, "not a range")
                    .help("as in `in 0..7` or `in 1..`"),
            );
            return Err(Reported);
        };
        let Some(lo) = lo else {
            self.complain(
                Diagnostic::error("open_range", "a range needs its first number")
                    .label(range.span, "from where?")
                    .help("as in `in 0..7`"),
            );
            return Err(Reported);
        };
        let lo = self.owner_int(lo, owner)?;
        let hi = hi
            .as_ref()
            .map(|hi| self.owner_int(hi, owner))
            .transpose()?;
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
        let checked = scope.int(expr)?;
        let frame = scope.frame;
        match self.constant(&checked, frame) {
            Ok(Value::Int(n)) => Ok(n),
            Ok(_) => Err(Reported),
            Err(diagnostic) => {
                self.complain(diagnostic);
                Err(Reported)
            }
        }
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
                    let lo = lo
                        .as_ref()
                        .map(|lo| self.owner_int(lo, owner))
                        .transpose()?
                        .unwrap_or(1);
                    (
                        lo,
                        hi.as_ref()
                            .map(|hi| self.owner_int(hi, owner))
                            .transpose()?,
                    )
                }
                _ => {
                    let n = self.owner_int(count, owner)?;
                    (n, Some(n))
                }
            };
            if lo < 1 {
                self.complain(
                    Diagnostic::error("bad_count", format!("a turn in {lo} piles is no turn"))
                        .label(count.span, "at least 1 is needed"),
                );
                return Err(Reported);
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

    /// The moves and endings.
    fn rules(
        &mut self,
        item: &ast::GameItem,
        owner: &mut Owner,
        header: &Arc<Header>,
    ) -> Checked<Game> {
        // Coordinates take the first registers.
        let mut frame = Frame::default();
        let mut coords = Vec::new();
        for coord in &header.shape.coords {
            let place = frame.place(&coord.kind());
            if let CoordKind::Int(bounds) = coord.kind {
                owner.facts.push((place, bounds.lo));
            }
            coords.push(place);
        }
        let names = pile_names(item);
        self.check_coordinates(&names, owner);
        let owner: &Owner = owner;
        let mut moves = Vec::new();
        let mut ends = Vec::new();
        let mut failed = false;
        for (number, statement) in item.statements.iter().enumerate() {
            match &statement.kind {
                StatementKind::End(condition) => {
                    let mut scope = scope_with_coords(
                        self,
                        owner,
                        header,
                        frame,
                        &coords,
                        &names,
                        item.name.span,
                    );
                    match scope.truth(condition) {
                        Ok(condition) => ends.push(Ending {
                            frame: scope.frame,
                            condition,
                        }),
                        Err(Reported) => failed = true,
                    }
                }
                StatementKind::Take(_)
                | StatementKind::Split(_)
                | StatementKind::Code(_)
                | StatementKind::Move(_) => {
                    let scope = scope_with_coords(
                        self,
                        owner,
                        header,
                        frame,
                        &coords,
                        &names,
                        item.name.span,
                    );
                    let lowering = Lowering::new(scope, header, &coords, number, statement);
                    match lowering.statement(&statement.kind) {
                        Ok(more) => moves.extend(more),
                        Err(Reported) => failed = true,
                    }
                }
                _ => {}
            }
        }
        // Lets that no rule uses are checked all the same.
        for (number, item) in owner.lets.iter().enumerate() {
            if item.params.is_none() && owner.known(number).is_none() {
                let used = owner.used.borrow().contains(&item.name.name);
                failed |= self.owner_let(owner, number, item.name.span).is_err();
                if !used {
                    owner.used.borrow_mut().remove(&item.name.name);
                }
            }
        }
        if failed {
            return Err(Reported);
        }
        let has_rules = item.statements.iter().any(|statement| {
            matches!(
                statement.kind,
                StatementKind::Take(_)
                    | StatementKind::Split(_)
                    | StatementKind::Code(_)
                    | StatementKind::Move(_)
            )
        });
        // Where something could not be read, it may have been a move.
        if !has_rules && !self.has_errors() {
            self.complain(
                Diagnostic::warning(
                    "no_moves",
                    format!("the game `{}` has no moves", item.name.name),
                )
                .label(
                    item.name.span,
                    "no `take`, `split`, `octal`, `hex` or `move`",
                )
                .help("for Nim write `take any`"),
            );
        }
        Ok(Game {
            header: Arc::clone(header),
            name: item.name.name.clone(),
            title: item.title.as_ref().map(|title| title.text.clone()),
            span: item.span,
            coords,
            namings: namings(&header.shape),
            moves,
            ends,
        })
    }

    fn check_coordinates(&mut self, names: &[ast::Ident], owner: &Owner) {
        for (index, name) in names.iter().enumerate() {
            let earlier = names.get(..index).unwrap_or(&[]).iter();
            let params = owner.params.iter().map(|(param, _, _)| param);
            let lets = owner.lets.iter().map(|item| &item.name);
            let mut others = earlier.chain(params).chain(lets);
            if let Some(first) = others.find(|first| first.name == name.name) {
                self.complain(errors::duplicate(&name.name, first.span, name.span));
            }
            Scope::new(self, None).warn_hiding(name);
        }
    }

    fn warn_unused(&mut self, item: &ast::GameItem, owner: &Owner) {
        if self.has_errors() {
            return;
        }
        let used = owner.used.borrow();
        let params = item.params.iter().map(|param| (&param.name, "parameter"));
        let lets = owner.lets.iter().map(|item| (&item.name, "`let`"));
        let unused: Vec<Diagnostic> = params
            .chain(lets)
            .filter(|(name, _)| !used.contains(&name.name) && !name.name.starts_with('_'))
            .map(|(name, what)| unused(name, what))
            .collect();
        drop(used);
        for warning in unused {
            self.complain(warning);
        }
    }
}

/// A name that nothing uses.
pub(super) fn unused(name: &ast::Ident, what: &str) -> Diagnostic {
    Diagnostic::warning("unused", format!("the {what} `{}` is not used", name.name))
        .label(name.span, "never used")
        .help(format!("remove it, or call it `_{}`", name.name))
}

fn arity(item: &ast::GameItem, count: usize, span: Span) -> Option<Diagnostic> {
    let most = item.params.len();
    let least = item
        .params
        .iter()
        .take_while(|param| param.default.is_none())
        .count();
    // A parameter without a default behind one with a default must be given, and so must those before it.
    let least = item
        .params
        .iter()
        .rposition(|param| param.default.is_none())
        .map_or(least, |place| place + 1);
    if (least..=most).contains(&count) {
        return None;
    }
    let wanted = if least == most {
        plural(most, "argument")
    } else {
        format!("{least} to {most} arguments")
    };
    let names: Vec<&str> = item
        .params
        .iter()
        .map(|param| param.name.name.as_str())
        .collect();
    let error = errors::wrong_arity(&item.name.name, &wanted, count, span)
        .label(item.name.span, "defined here");
    Some(if names.is_empty() {
        let name = &item.name.name;
        error.help(format!(
            "a position is written with brackets: `{name}[5]`; the game alone is `{name}`"
        ))
    } else {
        let help = match names.as_slice() {
            [name] => format!("its parameter is {name}"),
            _ => format!("its parameters are {}", names.join(", ")),
        };
        error.help(help)
    })
}

fn broken(item: &ast::GameItem) -> Diagnostic {
    Diagnostic::error(
        "broken_game",
        format!("the rules of `{}` have mistakes", item.name.name),
    )
    .label(item.name.span, "this game")
}

/// The names of the coordinates, as written.
fn pile_names(item: &ast::GameItem) -> Vec<ast::Ident> {
    let shape = item
        .statements
        .iter()
        .find_map(|statement| match &statement.kind {
            StatementKind::Pile(shape) => Some(shape),
            _ => None,
        });
    match shape {
        Some(ast::Shape::One(coord)) => vec![coord.name.clone()],
        Some(ast::Shape::Tuple(coords) | ast::Shape::Unordered(coords)) => {
            coords.iter().map(|coord| coord.name.clone()).collect()
        }
        // The default `pile n` is written nowhere.
        None => Vec::new(),
    }
}

fn scope_with_coords<'a>(
    book: &'a mut Book,
    owner: &'a Owner,
    header: &Header,
    frame: Frame,
    coords: &[Place],
    names: &[ast::Ident],
    default_span: Span,
) -> Scope<'a> {
    let mut scope = Scope::new(book, Some(owner));
    scope.frame = frame;
    for (index, (coord, place)) in header.shape.coords.iter().zip(coords).enumerate() {
        let span = names.get(index).map_or(default_span, |name| name.span);
        scope.locals.push(super::check::Local {
            name: coord.name.clone(),
            value: Expr::new(Op::Local(*place), coord.kind(), span),
        });
    }
    scope
}

/// The orders in which the coordinates of a pile are tried: for each register the coordinate it holds.
fn namings(shape: &Shape) -> Vec<Vec<usize>> {
    let all: Vec<usize> = (0..shape.coords.len()).collect();
    if shape.form != Form::Unordered {
        return vec![all];
    }
    let mut found = vec![Vec::new()];
    for _ in &all {
        found = found
            .into_iter()
            .flat_map(|start: Vec<usize>| {
                let rest: Vec<usize> = all
                    .iter()
                    .copied()
                    .filter(|place| !start.contains(place))
                    .collect();
                rest.into_iter().map(move |place| {
                    let mut longer = start.clone();
                    longer.push(place);
                    longer
                })
            })
            .collect();
    }
    found
}

/// The shape without its ranges: enough to know the kind of a pile.
fn rangeless(shape: &ast::Shape) -> Shape {
    let coord = |coord: &ast::Coord| Coord {
        name: coord.name.name.clone(),
        kind: match &coord.row {
            None => CoordKind::Int(Bounds::NATURAL),
            Some(row) => CoordKind::Row {
                bag: row.bag,
                entry: match &row.tuple {
                    None => Entry::Int(Bounds::NATURAL),
                    Some(parts) => Entry::Tuple(
                        parts
                            .iter()
                            .map(|part| (part.name.name.clone(), Bounds::NATURAL))
                            .collect(),
                    ),
                },
            },
        },
    };
    let (form, coords) = match shape {
        ast::Shape::One(one) => (Form::Single, vec![coord(one)]),
        ast::Shape::Tuple(list) if list.len() == 1 => {
            (Form::Single, list.iter().map(coord).collect())
        }
        ast::Shape::Tuple(list) => (Form::Tuple, list.iter().map(coord).collect()),
        ast::Shape::Unordered(list) => (Form::Unordered, list.iter().map(coord).collect()),
    };
    Shape { form, coords }
}
