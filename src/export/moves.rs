//! Moves to steps: loops over binders, conditions, and the piles that are left.

use super::program::{self, Binary, Op, Range, Rules, Step, Term, Ty};
use super::scope::{Scope, is_natural};
use super::terms::{DEEPEST, Parts};
use crate::expr::kind::Kind;
use crate::expr::shape::{Bounds, Form};
use crate::expr::tree::{Clause, PartSizes, Place, Target};
use crate::expr::value::Value;
use crate::rules::game::{Game, Move, Wording};
use crate::text::diagnostic::Diagnostic;
use crate::text::source::{Sources, Span};

/// Steps in their nesting: each of the opened ones with all that follows inside of it, or before it.
pub(super) fn nest(opened: Vec<Step>, inside: Vec<Step>) -> Vec<Step> {
    let within = |step: Step, inner: Vec<Step>| match step {
        Step::Range(range, _) => vec![Step::Range(range, inner)],
        Step::Each { vars, list, .. } => vec![Step::Each {
            vars,
            list,
            body: inner,
        }],
        Step::If(condition, _) => match <[Step; 1]>::try_from(inner) {
            Ok([Step::If(other, body)]) => {
                vec![Step::If(Term::binary(Binary::And, condition, other), body)]
            }
            Ok([step]) => vec![Step::If(condition, vec![step])],
            Err(body) => vec![Step::If(condition, body)],
        },
        line => std::iter::once(line).chain(inner).collect(),
    };
    let opened = opened.into_iter();
    opened.rfold(inside, |inner, step| within(step, inner))
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
            let name = scope.bind(*place, &name, Ty::Int);
            scope.is_at_least(&name, (bounds.lo >= 0).then_some(0));
        }
        scope
    }

    fn one_move(&mut self, game: &Game, rule: &Move) -> Result<Vec<Step>, Diagnostic> {
        if rule.clauses.len() > DEEPEST {
            return Err(self.refuse("it has too many conditions for a program", rule.span));
        }
        let mut scope = self.pile_scope(game);
        if let Wording::Take(register) = rule.wording {
            let is_taken = rule.choices.iter().any(|choice| choice.name == "k");
            let name = if is_taken { "taken" } else { "k" };
            scope.want(Place::Int(register), name);
        }
        for choice in rule.choices.iter().filter(|choice| !choice.name.is_empty()) {
            scope.want(choice.place, &choice.name);
        }
        self.steps(&mut scope, &rule.clauses, &mut |parts, scope| {
            parts.effect(game, rule, scope)
        })
    }

    /// The loops and conditions of clauses, with something inside of them.
    pub(super) fn steps(
        &mut self,
        scope: &mut Scope,
        clauses: &[Clause],
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
            self.open(scope, clause, &mut opened)?;
        }
        let inside = inside(self, scope)?;
        Ok(nest(opened, inside))
    }

    fn open(
        &mut self,
        scope: &mut Scope,
        clause: &Clause,
        opened: &mut Vec<Step>,
    ) -> Result<(), Diagnostic> {
        match clause {
            Clause::Test(test) if test.constant() == Some(&Value::Bool(true)) => {}
            Clause::Test(test) => {
                let condition = self.term(scope, test)?;
                demand(scope, condition, opened);
            }
            Clause::Range { .. } => self.range(scope, clause, opened)?,
            Clause::Each { target, list } => {
                let least = list.constant().map(|list| {
                    let least = list.items().iter().map(|item| item.as_int().unwrap_or(-1));
                    least.min().unwrap_or(1)
                });
                let element = list.kind.element().cloned().unwrap_or(Kind::Unknown);
                let list_term = self.term(scope, list)?;
                let list_term = self.once(scope, "list_of", list_term, opened);
                let vars = self.bind(scope, target, &element, list.span)?;
                if let (Target::One(_), [var]) = (target, vars.as_slice()) {
                    scope.is_at_least(var, least);
                }
                opened.push(Step::Each {
                    vars,
                    list: list_term,
                    body: Vec::new(),
                });
            }
            Clause::Value { target, value } => {
                let term = self.term(scope, value)?;
                let natural = is_natural(scope, &term);
                let vars = self.bind(scope, target, &value.kind, value.span)?;
                opened.push(match (target, vars.as_slice()) {
                    (Target::One(_), [var]) => {
                        scope.is_at_least(var, natural.then_some(0));
                        Step::Let(var.clone(), term)
                    }
                    _ => Step::Parts(vars, term),
                });
            }
            Clause::Partitions { .. } => self.partitions(scope, clause, opened)?,
        }
        Ok(())
    }

    /// Opens a loop over numbers.
    fn range(
        &mut self,
        scope: &mut Scope,
        clause: &Clause,
        opened: &mut Vec<Step>,
    ) -> Result<(), Diagnostic> {
        let Clause::Range {
            var,
            lo,
            hi,
            step,
            stops,
        } = clause
        else {
            return Ok(());
        };
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
        let least = match first.op {
            Op::Int(least) => Some(least),
            _ => is_natural(scope, &first).then_some(0),
        };
        let var = scope.bind(Place::Int(*var), "i", Ty::Int);
        scope.is_at_least(&var, least);
        let stops = self.all(scope, stops)?;
        stops.iter().for_each(|stop| scope.learn(stop));
        let range = Range {
            var,
            first,
            last,
            step: *step,
            stops,
        };
        opened.push(Step::Range(range, Vec::new()));
        Ok(())
    }

    /// Opens a loop over the ways to split a number.
    fn partitions(
        &mut self,
        scope: &mut Scope,
        clause: &Clause,
        opened: &mut Vec<Step>,
    ) -> Result<(), Diagnostic> {
        let Clause::Partitions {
            var,
            total,
            least,
            most,
            sizes,
        } = clause
        else {
            return Ok(());
        };
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
        let list_type = Ty::Int.list();
        let list = self.helper("partitions", args, list_type.clone().list());
        let list = self.once(scope, "list_of", list, opened);
        let var = scope.bind(Place::Obj(*var), "split", list_type);
        scope.is_at_least(&var, Some(0));
        opened.push(Step::Each {
            vars: vec![var],
            list,
            body: Vec::new(),
        });
        Ok(())
    }

    /// A term that is used again and again as a variable, where working it out takes more than a moment.
    pub(super) fn once(
        &mut self,
        scope: &mut Scope,
        wanted: &str,
        term: Term,
        opened: &mut Vec<Step>,
    ) -> Term {
        if term.is_plain() {
            return term;
        }
        let ty = term.ty.clone();
        let name = scope.fresh(wanted);
        opened.push(Step::Let(name.clone(), term));
        Term::var(&name, ty)
    }

    fn bind(
        &mut self,
        scope: &mut Scope,
        target: &Target,
        kind: &Kind,
        span: Span,
    ) -> Result<Vec<String>, Diagnostic> {
        let (places, kinds) = match (target, kind) {
            (Target::One(place), kind) => (vec![*place], vec![kind.clone()]),
            (Target::Parts(places), Kind::Tuple(kinds)) => (places.clone(), kinds.to_vec()),
            (Target::Parts(places), _) => (places.clone(), vec![Kind::Unknown; places.len()]),
        };
        let bound = places.into_iter().zip(&kinds);
        bound
            .map(|(place, kind)| Ok(scope.bind(place, "x", self.ty(kind, span)?)))
            .collect()
    }
}

/// Goes on only where a condition holds; nothing is asked that was asked outside already.
pub(super) fn demand(scope: &mut Scope, condition: Term, opened: &mut Vec<Step>) {
    match condition.op {
        Op::Binary(Binary::And, a, b) => {
            demand(scope, *a, opened);
            demand(scope, *b, opened);
        }
        _ if scope.knows(&condition) => {}
        _ => {
            scope.learn(&condition);
            opened.push(Step::If(condition, Vec::new()));
        }
    }
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
