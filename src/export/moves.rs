//! Moves to steps: loops over binders, conditions, and the piles that are left.

use hashbrown::HashMap;

use super::program::{self, Binary, Op, Rules, Step, Term, Ty};
use super::terms::{Parts, Scope, is_natural};
use crate::diagnostic::Diagnostic;
use crate::expr::kind::Kind;
use crate::expr::shape::{Bounds, Form};
use crate::expr::tree::{self, Clause, Expr, PartSizes, Place, Target};
use crate::expr::value::Value;
use crate::rules::game::{Change, Effect, Game, Move, Wording};
use crate::source::{Sources, Span};

/// A step that others stand in.
enum Open {
    Line(Step),
    Range {
        var: String,
        first: Term,
        last: Option<Term>,
        step: i64,
        stops: Vec<Term>,
    },
    Each {
        vars: Vec<String>,
        list: Term,
    },
    If(Term),
}

/// Steps in their nesting, the innermost ones last.
fn nest(opened: Vec<Open>, inside: Vec<Step>) -> Vec<Step> {
    let mut body = inside;
    for open in opened.into_iter().rev() {
        body = match open {
            Open::Line(step) => std::iter::once(step).chain(body).collect(),
            Open::Range {
                var,
                first,
                last,
                step,
                stops,
            } => vec![Step::Range {
                var,
                first,
                last,
                step,
                stops,
                body,
            }],
            Open::Each { vars, list } => vec![Step::Each { vars, list, body }],
            Open::If(condition) => match <[Step; 1]>::try_from(body) {
                Ok([Step::If(inner, body)]) => {
                    vec![Step::If(Term::binary(Binary::And, condition, inner), body)]
                }
                Ok([step]) => vec![Step::If(condition, vec![step])],
                Err(body) => vec![Step::If(condition, body)],
            },
        };
    }
    body
}

/// What is done inside of all loops.
type Inside<'a> = &'a mut dyn FnMut(&mut Parts, &mut Scope) -> Result<Vec<Step>, Diagnostic>;

impl Parts {
    /// The moves of a game whose piles are numbers or tuples of them.
    pub(super) fn rules(&mut self, game: &Game, sources: &Sources) -> Result<Rules, Diagnostic> {
        let mut moves = Vec::new();
        for rule in &game.moves {
            let words = sources.slice(rule.span).split_whitespace();
            moves.push(program::Move {
                words: super::clean(&words.collect::<Vec<_>>().join(" ")),
                steps: self.one_move(game, rule)?,
            });
        }
        let mut ends = Vec::new();
        for end in &game.ends {
            let scope = self.pile_scope(game);
            ends.push(self.term(&scope, &end.condition)?);
        }
        Ok(Rules {
            namings: game.namings.clone(),
            unordered: game.header.shape.form == Form::Unordered,
            ends,
            moves,
        })
    }

    /// A scope with the coordinates.
    pub(super) fn pile_scope(&self, game: &Game) -> Scope {
        let mut scope = self.scope();
        for (place, (name, bounds)) in game.coords.iter().zip(coordinates(game)) {
            scope.bind(*place, &name, Ty::Int, bounds.lo >= 0);
        }
        scope
    }

    fn one_move(&mut self, game: &Game, rule: &Move) -> Result<Vec<Step>, Diagnostic> {
        let mut scope = self.pile_scope(game);
        let mut wanted: HashMap<Place, String> = HashMap::new();
        if let Wording::Take(register) = rule.wording {
            let is_taken = rule.choices.iter().any(|choice| choice.name == "k");
            let name = if is_taken { "taken" } else { "k" };
            wanted.insert(Place::Int(register), name.to_string());
        }
        for choice in rule.choices.iter().filter(|choice| !choice.name.is_empty()) {
            wanted.insert(choice.place, choice.name.clone());
        }
        self.steps(&mut scope, &rule.clauses, &wanted, &mut |parts, scope| {
            parts.effect(game, rule, scope)
        })
    }

    /// The loops and conditions of clauses, with something inside of them.
    pub(super) fn steps(
        &mut self,
        scope: &mut Scope,
        clauses: &[Clause],
        wanted: &HashMap<Place, String>,
        inside: Inside<'_>,
    ) -> Result<Vec<Step>, Diagnostic> {
        let mut opened = Vec::new();
        for clause in clauses {
            self.open(scope, clause, wanted, &mut opened)?;
        }
        let inside = inside(self, scope)?;
        Ok(nest(opened, inside))
    }

    fn open(
        &mut self,
        scope: &mut Scope,
        clause: &Clause,
        wanted: &HashMap<Place, String>,
        opened: &mut Vec<Open>,
    ) -> Result<(), Diagnostic> {
        match clause {
            Clause::Test(test) if test.constant() == Some(&Value::Bool(true)) => {}
            Clause::Test(test) => {
                let condition = self.term(scope, test)?;
                demand(scope, condition, opened);
            }
            Clause::Range {
                var,
                lo,
                hi,
                step,
                stops,
            } => {
                if hi.is_none() && stops.is_empty() {
                    return Err(self.refuse("a range in it has no end", lo.span));
                }
                let first = self.term(scope, lo)?;
                let last = match hi {
                    Some(hi) => {
                        let last = self.term(scope, hi)?;
                        // Worked out once.
                        Some(self.once(scope, "last", last, opened))
                    }
                    None => None,
                };
                let natural = is_natural(scope, &first);
                let place = Place::Int(*var);
                let is_positive = matches!(first.op, Op::Int(1..));
                let var = scope.bind(place, name(wanted, place, "i"), Ty::Int, natural);
                if is_positive {
                    scope.is_positive(&var);
                }
                let stops = self.all(scope, stops)?;
                stops.iter().for_each(|stop| scope.learn(stop));
                opened.push(Open::Range {
                    var,
                    first,
                    last,
                    step: *step,
                    stops,
                });
            }
            Clause::Each { target, list } => {
                let least = list.constant().map(|list| {
                    let least = list.items().iter().map(|item| item.as_int().unwrap_or(-1));
                    least.min().unwrap_or(1)
                });
                let natural = least.is_some_and(|least| least >= 0);
                let element = match &list.kind {
                    Kind::List(element) => element.as_ref().clone(),
                    _ => Kind::Unknown,
                };
                let list_term = self.term(scope, list)?;
                let list_term = self.once(scope, "list_of", list_term, opened);
                let vars = self.bind(scope, target, &element, wanted, natural, list.span)?;
                if let ([var], Some(1..)) = (vars.as_slice(), least) {
                    scope.is_positive(var);
                }
                opened.push(Open::Each {
                    vars,
                    list: list_term,
                });
            }
            Clause::Value { target, value } => {
                let term = self.term(scope, value)?;
                let natural = is_natural(scope, &term);
                let vars = self.bind(scope, target, &value.kind, wanted, natural, value.span)?;
                opened.push(Open::Line(match (target, vars.as_slice()) {
                    (Target::One(_), [var]) => Step::Let(var.clone(), term),
                    _ => Step::Parts(vars, term),
                }));
            }
            Clause::Partitions {
                var,
                total,
                least,
                most,
                sizes,
            } => {
                let most = match most {
                    Some(most) => self.term(scope, most)?,
                    None => Term::int(i64::MAX),
                };
                let kind = match sizes {
                    PartSizes::Any => 0,
                    PartSizes::Unequal => 1,
                    PartSizes::Equal => 2,
                };
                let args = vec![
                    self.term(scope, total)?,
                    self.term(scope, least)?,
                    most,
                    Term::int(kind),
                ];
                let lists = Ty::List(Box::new(Ty::List(Box::new(Ty::Int))));
                let list = self.helper("partitions", args, lists);
                let list = self.once(scope, "list_of", list, opened);
                let ty = Ty::List(Box::new(Ty::Int));
                let var = scope.bind(Place::Obj(*var), "split", ty, true);
                opened.push(Open::Each {
                    vars: vec![var],
                    list,
                });
            }
        }
        Ok(())
    }

    /// A term that is used again and again as a variable, where working it out takes more than a moment.
    fn once(
        &mut self,
        scope: &mut Scope,
        wanted: &str,
        term: Term,
        opened: &mut Vec<Open>,
    ) -> Term {
        if term.is_plain() {
            return term;
        }
        let ty = term.ty.clone();
        let name = scope.fresh(wanted);
        opened.push(Open::Line(Step::Let(name.clone(), term)));
        Term::var(&name, ty)
    }

    fn bind(
        &mut self,
        scope: &mut Scope,
        target: &Target,
        kind: &Kind,
        wanted: &HashMap<Place, String>,
        natural: bool,
        span: Span,
    ) -> Result<Vec<String>, Diagnostic> {
        match target {
            Target::One(place) => {
                let ty = self.ty(kind, span)?;
                Ok(vec![scope.bind(
                    *place,
                    name(wanted, *place, "x"),
                    ty,
                    natural,
                )])
            }
            Target::Parts(places) => {
                let kinds = match kind {
                    Kind::Tuple(kinds) => kinds.clone(),
                    _ => vec![Kind::Unknown; places.len()],
                };
                let mut vars = Vec::new();
                for (place, kind) in places.iter().zip(&kinds) {
                    let ty = self.ty(kind, span)?;
                    vars.push(scope.bind(*place, name(wanted, *place, "x"), ty, false));
                }
                Ok(vars)
            }
        }
    }

    /// What becomes of the pile, where it is a move at all.
    fn effect(
        &mut self,
        game: &Game,
        rule: &Move,
        scope: &mut Scope,
    ) -> Result<Vec<Step>, Diagnostic> {
        let coords = coordinates(game);
        match &rule.effect {
            Effect::Change(changes) => {
                let mut cells: Vec<Term> = Vec::new();
                for (place, _) in game.coords.iter().zip(&coords) {
                    let here = Expr::local(*place, Kind::Int, rule.span);
                    cells.push(self.term(scope, &here)?);
                }
                let mut opened = Vec::new();
                for change in changes {
                    let Change::Coord { coord, value } = change else {
                        return Err(self.refuse("its piles are lists", rule.span));
                    };
                    let Some((_, bounds)) = coords.get(*coord) else {
                        continue;
                    };
                    let cell = self.checked(scope, value, *bounds, &mut opened)?;
                    if let Some(slot) = cells.get_mut(*coord) {
                        *slot = cell;
                    }
                }
                self.led_to(scope, std::slice::from_ref(&cells), pile_name(&coords));
                Ok(nest(opened, vec![Step::Option(vec![cells])]))
            }
            Effect::Piles(list) => self.piles(game, list, scope),
            Effect::Position(position) => match own_piles(game, position) {
                Some(list) => self.piles(game, list, scope),
                None => Err(self.refuse("a move leads to another game", position.span)),
            },
        }
    }

    /// A cell of a new pile; outside of its range it is not a move.
    fn checked(
        &mut self,
        scope: &mut Scope,
        value: &Expr,
        bounds: Bounds,
        opened: &mut Vec<Open>,
    ) -> Result<Term, Diagnostic> {
        let term = self.term(scope, value)?;
        let term = self.once(scope, "to", term, opened);
        if let Some(condition) = within(scope, &term, bounds) {
            demand(scope, condition, opened);
        }
        Ok(term)
    }

    /// Piles that replace the one that was moved in.
    fn piles(
        &mut self,
        game: &Game,
        list: &Expr,
        scope: &mut Scope,
    ) -> Result<Vec<Step>, Diagnostic> {
        let coords = coordinates(game);
        let empty = list
            .constant()
            .is_some_and(|value| value.items().is_empty());
        let written: Option<Vec<Vec<&Expr>>> = match &list.op {
            _ if empty => Some(Vec::new()),
            tree::Op::Elements(items) => items.iter().map(|item| cells(item, &coords)).collect(),
            _ => None,
        };
        if let Some(written) = written {
            let mut opened = Vec::new();
            let mut piles = Vec::new();
            for pile in written {
                let mut cells = Vec::new();
                for (cell, (_, bounds)) in pile.into_iter().zip(&coords) {
                    cells.push(self.checked(scope, cell, *bounds, &mut opened)?);
                }
                piles.push(cells);
            }
            self.led_to(scope, &piles, pile_name(&coords));
            return Ok(nest(opened, vec![Step::Option(piles)]));
        }
        let is_bare = game.header.shape.form == Form::Single;
        self.led_to(scope, &[Vec::new()], None);
        let term = self.term(scope, list)?;
        let element = match &term.ty {
            Ty::List(element) => element.as_ref().clone(),
            _ => Ty::Int,
        };
        if !is_bare && !matches!(element, Ty::Tuple(_)) {
            return Err(self.refuse(
                "its moves make piles in a way that is too general",
                list.span,
            ));
        }
        let mut opened = Vec::new();
        let term = self.once(scope, "piles_of", term, &mut opened);
        let is_certain = is_natural(scope, &term)
            && coords
                .iter()
                .all(|(_, bounds)| bounds.lo <= 0 && bounds.hi.is_none());
        if !is_certain {
            let inside = self.inside(&coords, &term);
            opened.push(Open::If(self.helper("all_of", vec![inside], Ty::Bool)));
        }
        Ok(nest(opened, vec![Step::OptionOf(term)]))
    }

    /// For each pile of a list whether it lies in the ranges.
    fn inside(&mut self, coords: &[(String, Bounds)], list: &Term) -> Term {
        let mut scope = self.scope();
        let param = scope.fresh("piles_of");
        let mut condition: Option<Term> = None;
        let mut vars = Vec::new();
        for (name, bounds) in coords {
            let var = scope.fresh(name);
            let one = within(&scope, &Term::var(&var, Ty::Int), *bounds);
            condition = match (condition, one) {
                (Some(a), Some(b)) => Some(Term::binary(Binary::And, a, b)),
                (a, b) => a.or(b),
            };
            vars.push(var);
        }
        let condition = condition.unwrap_or(Term {
            op: Op::Bool(true),
            ty: Ty::Bool,
        });
        let result = Ty::List(Box::new(Ty::Bool));
        let each = Step::Each {
            vars,
            list: Term::var(&param, list.ty.clone()),
            body: vec![Step::Push(condition)],
        };
        let number = self.function_of(
            "inside_1",
            vec![(param, list.ty.clone())],
            &result,
            vec![each],
        );
        Term {
            op: Op::Call(number, vec![list.clone()]),
            ty: result,
        }
    }
}

/// Goes on only where a condition holds; nothing is asked that was asked outside already.
fn demand(scope: &mut Scope, condition: Term, opened: &mut Vec<Open>) {
    match condition.op {
        Op::Binary(Binary::And, a, b) => {
            demand(scope, *a, opened);
            demand(scope, *b, opened);
        }
        _ if scope.knows(&condition) => {}
        _ => {
            scope.learn(&condition);
            opened.push(Open::If(condition));
        }
    }
}

fn name<'w>(wanted: &'w HashMap<Place, String>, place: Place, other: &'w str) -> &'w str {
    wanted.get(&place).map_or(other, String::as_str)
}

/// The names and ranges of the coordinates; none where they are lists.
pub(super) fn coordinates(game: &Game) -> Vec<(String, Bounds)> {
    let shape = &game.header.shape;
    let bounds = match shape.as_heap() {
        Some(bounds) => vec![bounds],
        None => shape.as_int_tuple().unwrap_or_default(),
    };
    let names = shape.coords.iter().map(|coord| coord.name.clone());
    names.zip(bounds).collect()
}

/// The name of the coordinate where there is one only.
fn pile_name(coords: &[(String, Bounds)]) -> Option<&str> {
    match coords {
        [(name, _)] => Some(name),
        _ => None,
    }
}

/// The cells of a pile that is written out.
fn cells<'e>(pile: &'e Expr, coords: &[(String, Bounds)]) -> Option<Vec<&'e Expr>> {
    match &pile.op {
        tree::Op::Range(..) => None,
        tree::Op::Tuple(parts) if parts.len() == coords.len() => Some(parts.iter().collect()),
        _ if pile.kind == Kind::Int => Some(vec![pile]),
        _ => None,
    }
}

/// The piles of a position of the game itself.
fn own_piles<'e>(game: &Game, position: &'e Expr) -> Option<&'e Expr> {
    match &position.op {
        tree::Op::Position(of, piles) => match of.constant() {
            Some(Value::Game(header)) if header.id == game.header.id => Some(piles),
            _ => None,
        },
        _ => None,
    }
}

/// The condition that a number lies in a range, where that is not certain.
fn within(scope: &Scope, term: &Term, bounds: Bounds) -> Option<Term> {
    let certain = bounds.lo <= 0 && is_natural(scope, term);
    let above = (!certain).then(|| Term::binary(Binary::Ge, term.clone(), Term::int(bounds.lo)));
    let below = bounds
        .hi
        .map(|hi| Term::binary(Binary::Le, term.clone(), Term::int(hi)));
    match (above, below) {
        (Some(a), Some(b)) => Some(Term::binary(Binary::And, a, b)),
        (a, b) => a.or(b),
    }
}
