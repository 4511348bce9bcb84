//! Moves to steps: loops over binders, conditions, and the piles that are left.

use hashbrown::HashMap;

use super::program::{self, Binary, Op, Rules, Step, Term, Ty};
use super::scope::{Scope, is_natural};
use super::terms::Parts;
use crate::expr::kind::Kind;
use crate::expr::shape::{Bounds, Form};
use crate::expr::tree::{Clause, PartSizes, Place, Target};
use crate::expr::value::Value;
use crate::rules::game::{Game, Move, Wording};
use crate::text::diagnostic::Diagnostic;
use crate::text::source::{Sources, Span};

/// Expressions are nested so deep at most in a program, and so many conditions stand in each other.
pub(super) const DEEPEST: usize = 400;

/// A step that others stand in.
pub(super) enum Open {
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
pub(super) fn nest(opened: Vec<Open>, inside: Vec<Step>) -> Vec<Step> {
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
                words: super::frame::clean(&words.collect::<Vec<_>>().join(" ")),
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
        if rule.clauses.len() > DEEPEST {
            return Err(self.refuse("it has too many conditions for a program", rule.span));
        }
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
            if let Clause::Each { list, .. } = clause
                && list.kind.element() == Some(&Kind::Unknown)
            {
                // The list is always empty: nothing behind it is ever done.
                return Ok(Vec::new());
            }
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
                let element = list.kind.element().cloned().unwrap_or(Kind::Unknown);
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
    pub(super) fn once(
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
}

/// Goes on only where a condition holds; nothing is asked that was asked outside already.
pub(super) fn demand(scope: &mut Scope, condition: Term, opened: &mut Vec<Open>) {
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
