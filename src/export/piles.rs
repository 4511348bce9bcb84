//! What a move leaves: new coordinates, or the piles that replace the one it was made in.

use super::moves::{coordinates, demand, nest};
use super::program::{Binary, Op, Step, Term, Ty};
use super::scope::{Scope, is_natural};
use super::terms::Parts;
use crate::expr::kind::Kind;
use crate::expr::shape::{Bounds, Form};
use crate::expr::tree::{self, Expr};
use crate::expr::value::Value;
use crate::rules::game::{Change, Effect, Game, Move};
use crate::text::diagnostic::Diagnostic;

impl Parts {
    /// What becomes of the pile, where it is a move at all.
    pub(super) fn effect(
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
        opened: &mut Vec<Step>,
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
            let condition = self.helper("all_of", vec![inside], Ty::Bool);
            opened.push(Step::If(condition, Vec::new()));
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
        let condition = condition.unwrap_or(Term::truth(true));
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
