//! Moves to steps: loops over binders, conditions, and what is left: new coordinates, or the piles that replace the one that was
//! moved in.

use super::program::{self, Binary, Op, Range, Rules, Step, Term, Ty};
use super::scope::{Scope, is_natural};
use super::terms::{DEEPEST, Parts};
use crate::expr::kind::Kind;
use crate::expr::shape::{Bounds, Form};
use crate::expr::tree::{
    self, Clause, CompareOp, Expr, PartSizes, PartitionsClause, Place, RangeClause, Target,
};
use crate::expr::value::Value;
use crate::rules::game::{Change, Effect, GameRules, Move, Wording};
use crate::text::diagnostic::Diagnostic;
use crate::text::source::{Sources, Span};

/// Steps in their nesting: each of the opened ones with all that follows inside of it, or before it.
fn nest(opened: Vec<Step>, inside: Vec<Step>) -> Vec<Step> {
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
    pub(super) fn rules(
        &mut self,
        game: &GameRules,
        sources: &Sources,
    ) -> Result<Rules, Diagnostic> {
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
            end: Term::joined(Binary::Or, ends),
            moves,
        })
    }

    pub(super) fn pile_scope(&self, game: &GameRules) -> Scope {
        let mut scope = self.scope();
        for (place, (name, bounds)) in game.coords.iter().zip(coordinates(game)) {
            let name = scope.bind(*place, &name, Ty::Int);
            scope.is_at_least(&name, (bounds.lo >= 0).then_some(0));
        }
        scope
    }

    fn one_move(&mut self, game: &GameRules, rule: &Move) -> Result<Vec<Step>, Diagnostic> {
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
        for clause in clauses {
            if let Clause::Each { list, .. } = clause
                && list.kind.element() == Some(&Kind::Unknown)
            {
                // The list is always empty: nothing behind it is ever done.
                return Ok(Vec::new());
            }
            self.open(scope, clause)?;
        }
        let inside = inside(self, scope)?;
        Ok(nest(std::mem::take(&mut scope.opened), inside))
    }

    fn open(&mut self, scope: &mut Scope, clause: &Clause) -> Result<(), Diagnostic> {
        match clause {
            Clause::Test(test) if test.constant() == Some(&Value::Bool(true)) => {}
            Clause::Test(test) => {
                let condition = self.term(scope, test)?;
                demand(scope, condition);
            }
            Clause::Range(range) => self.range(scope, range)?,
            Clause::Each { target, list } => {
                let least = list.constant().map(|list| {
                    let least = list.items().iter().map(|item| item.as_int().unwrap_or(-1));
                    least.min().unwrap_or(1)
                });
                let element = list.kind.element().cloned().unwrap_or(Kind::Unknown);
                let list_term = self.term(scope, list)?;
                let list_term = self.once(scope, "list_of", list_term);
                let vars = self.bind(scope, target, &element, list.span)?;
                if let (Target::One(_), [var]) = (target, vars.as_slice()) {
                    scope.is_at_least(var, least);
                }
                scope.opened.push(Step::Each {
                    vars,
                    list: list_term,
                    body: Vec::new(),
                });
            }
            Clause::Value { target, value } => {
                let term = self.term(scope, value)?;
                let natural = is_natural(scope, &term);
                let vars = self.bind(scope, target, &value.kind, value.span)?;
                let step = match (target, vars.as_slice()) {
                    (Target::One(_), [var]) => {
                        scope.is_at_least(var, natural.then_some(0));
                        Step::Let(var.clone(), term)
                    }
                    _ => Step::Parts(vars, term),
                };
                scope.opened.push(step);
            }
            Clause::Partitions(parts) => self.partitions(scope, parts)?,
            Clause::While(run) => {
                return Err(self.refuse("a condition ends a run of values in it", run.span));
            }
        }
        Ok(())
    }

    /// Opens a loop over numbers.
    fn range(&mut self, scope: &mut Scope, range: &RangeClause) -> Result<(), Diagnostic> {
        let RangeClause { lo, hi, stops, .. } = range;
        if hi.is_none() && stops.is_empty() {
            return Err(self.refuse("a range in it has no end", lo.span));
        }
        let first = self.term(scope, lo)?;
        let most = match hi {
            Some(hi) => Some(self.term(scope, hi)?),
            None => None,
        };
        // Worked out once.
        let last = most.clone().map(|last| self.once(scope, "last", last));
        let least = match first.op {
            Op::Int(least) => Some(least),
            _ => is_natural(scope, &first).then_some(0),
        };
        let var = scope.bind(range.place(), "i", Ty::Int);
        scope.is_at_least(&var, least);
        if let Some(most) = most {
            scope.is_at_most(&var, most);
        }
        let stops = self.all(scope, stops)?;
        stops.iter().for_each(|stop| scope.learn(stop));
        let range = Range {
            var,
            first,
            last,
            step: range.step,
            stops,
        };
        scope.opened.push(Step::Range(range, Vec::new()));
        Ok(())
    }

    /// Opens a loop over the ways to split a number.
    fn partitions(
        &mut self,
        scope: &mut Scope,
        parts: &PartitionsClause,
    ) -> Result<(), Diagnostic> {
        let most = match &parts.most {
            Some(most) => self.term(scope, most)?,
            None => Term::int(i64::MAX),
        };
        let kind = match parts.sizes {
            PartSizes::Any => 0,
            PartSizes::Unequal => 1,
            PartSizes::Equal => 2,
        };
        let args = vec![
            self.term(scope, &parts.total)?,
            self.term(scope, &parts.least)?,
            most,
            Term::int(kind),
        ];
        let list_type = Ty::Int.list();
        let list = self.helper("partitions", args, list_type.clone().list());
        let list = self.once(scope, "list_of", list);
        let var = scope.bind(Place::Obj(parts.var), "split", list_type);
        scope.is_at_least(&var, Some(0));
        scope.opened.push(Step::Each {
            vars: vec![var],
            list,
            body: Vec::new(),
        });
        Ok(())
    }

    /// A term that is used again and again as a variable, where working it out takes more than a moment.
    pub(super) fn once(&mut self, scope: &mut Scope, wanted: &str, term: Term) -> Term {
        if term.is_plain() {
            return term;
        }
        let ty = term.ty.clone();
        let name = scope.fresh(wanted);
        scope.opened.push(Step::Let(name.clone(), term));
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
fn demand(scope: &mut Scope, condition: Term) {
    match condition.op {
        Op::Binary(Binary::And, a, b) => {
            demand(scope, *a);
            demand(scope, *b);
        }
        _ if scope.knows(&condition) => {}
        _ => {
            scope.learn(&condition);
            scope.opened.push(Step::If(condition, Vec::new()));
        }
    }
}

/// The names and ranges of the coordinates; none where they are lists.
pub(super) fn coordinates(game: &GameRules) -> Vec<(String, Bounds)> {
    let shape = &game.header.shape;
    let bounds = shape.as_ints().unwrap_or_default();
    let names = shape.coords.iter().map(|coord| coord.name.clone());
    names.zip(bounds).collect()
}

impl Parts {
    /// What becomes of the pile, where it is a move at all.
    pub(super) fn effect(
        &mut self,
        game: &GameRules,
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
                for change in changes {
                    let Change::Coord { coord, value } = change else {
                        return Err(self.refuse("its piles are lists", rule.span));
                    };
                    cells[*coord] = self.checked(scope, value, coords[*coord].1)?;
                }
                let piles = vec![cells];
                self.falls &= are_smaller(scope, &piles, &coords);
                Ok(vec![Step::Option(piles)])
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
    ) -> Result<Term, Diagnostic> {
        let term = self.term(scope, value)?;
        let term = self.once(scope, "to", term);
        if let Some(condition) = within(scope, &term, bounds) {
            demand(scope, condition);
        }
        Ok(term)
    }

    /// Piles that replace the one that was moved in.
    fn piles(
        &mut self,
        game: &GameRules,
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
            let mut piles = Vec::new();
            for pile in written {
                let mut cells = Vec::new();
                for (cell, (_, bounds)) in pile.into_iter().zip(&coords) {
                    cells.push(self.checked(scope, cell, *bounds)?);
                }
                piles.push(cells);
            }
            self.falls &= are_smaller(scope, &piles, &coords);
            return Ok(vec![Step::Option(piles)]);
        }
        let is_bare = game.header.shape.form == Form::Single;
        self.falls = false;
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
        let term = self.once(scope, "piles_of", term);
        let is_certain = is_natural(scope, &term)
            && coords
                .iter()
                .all(|(_, bounds)| bounds.lo <= 0 && bounds.hi.is_none());
        if !is_certain {
            let inside = self.inside(&coords, &term);
            let condition = self.helper("all_of", vec![inside], Ty::Bool);
            scope.opened.push(Step::If(condition, Vec::new()));
        }
        Ok(vec![Step::OptionOf(term)])
    }

    /// For each pile of a list whether it lies in the ranges.
    fn inside(&mut self, coords: &[(String, Bounds)], list: &Term) -> Term {
        let mut scope = self.scope();
        let param = scope.fresh("piles_of");
        let (mut conditions, mut vars) = (Vec::new(), Vec::new());
        for (name, bounds) in coords {
            let var = scope.fresh(name);
            conditions.extend(within(&scope, &Term::var(&var, Ty::Int), *bounds));
            vars.push(var);
        }
        let condition = Term::joined(Binary::And, conditions).unwrap_or(Term::truth(true));
        let result = Ty::Bool.list();
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
        Term::new(Op::Call(number, vec![list.clone()]), result)
    }
}

/// Whether each of these piles is certainly smaller than the one that is moved in. Nothing left is worth nothing; of several
/// piles each has to be smaller.
fn are_smaller(scope: &Scope, piles: &[Vec<Term>], coords: &[(String, Bounds)]) -> bool {
    piles.iter().all(|cells| match (cells.as_slice(), coords) {
        ([cell], [(pile, _)]) => scope.is_below(cell, pile),
        _ => false,
    })
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
fn own_piles<'e>(game: &GameRules, position: &'e Expr) -> Option<&'e Expr> {
    match &position.op {
        tree::Op::Position(of, piles) if matches!(of.constant(), Some(Value::Game(it)) if it.id == game.header.id) => {
            Some(piles)
        }
        _ => None,
    }
}

/// The condition that a number lies in a range, where that is not certain.
fn within(scope: &Scope, term: &Term, bounds: Bounds) -> Option<Term> {
    let certain = bounds.lo <= 0 && is_natural(scope, term);
    let above = (!certain).then(|| {
        Term::binary(
            Binary::Compare(CompareOp::Ge),
            term.clone(),
            Term::int(bounds.lo),
        )
    });
    let below = bounds
        .hi
        .map(|hi| Term::binary(Binary::Compare(CompareOp::Le), term.clone(), Term::int(hi)));
    Term::joined(Binary::And, above.into_iter().chain(below))
}
