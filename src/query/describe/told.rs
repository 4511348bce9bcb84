//! A move that is told: what its names and conditions are called, and what stands behind its words.

use super::amounts::{self, Amount, quoted};
use super::taking::ONE_PILE;
use super::written::RegisterNames;
use crate::expr::position::Turn;
use crate::expr::shape::Shape;
use crate::expr::tree::{Clause, Expr, Place, RangeClause};
use crate::rules::Rulebook;
use crate::rules::game::{GameRules, Move, Wording};
use crate::text::words::joined;

/// A move with what its conditions and names are called.
pub(super) struct ToldMove<'g> {
    pub(super) game: &'g GameRules,
    pub(super) rule: &'g Move,
    pub(super) names: RegisterNames<'g>,
    /// Conditions that stand for what the words say anyway.
    pub(super) implied: Vec<&'g Expr>,
    /// The other ones.
    pub(super) tests: Vec<&'g Expr>,
    /// The amounts, where one condition says all of them.
    pub(super) such: Option<Amount>,
}

impl<'g> ToldMove<'g> {
    pub(super) fn new(game: &'g GameRules, rule: &'g Move, book: &'g Rulebook) -> ToldMove<'g> {
        let choices = rule.choices.iter();
        let choices = choices.map(|choice| (choice.place, choice.name.clone()));
        let tests = rule.clauses.iter().filter_map(Clause::test);
        let (implied, mut tests): (Vec<&Expr>, Vec<&Expr>) =
            tests.partition(|it| Move::is_implied(it));
        let first = rule.clauses.iter().find(|it| it.test().is_none());
        let such = match (rule.wording, tests.as_slice(), first) {
            (
                Wording::Take(amount),
                [test],
                Some(Clause::Range(RangeClause {
                    var, lo, hi: None, ..
                })),
            ) if *var == amount && lo.as_int() == Some(1) => {
                amounts::such(test, Place::Int(amount))
            }
            _ => None,
        };
        if such.is_some() {
            tests.clear();
        }
        ToldMove {
            game,
            rule,
            names: RegisterNames::new(book, game, choices),
            implied,
            tests,
            such,
        }
    }

    pub(super) fn shape(&self) -> &Shape {
        &self.game.header.shape
    }

    /// The clause that gives a register its value.
    pub(super) fn clause_of(&self, place: Place) -> Option<&'g Clause> {
        let mut clauses = self.rule.clauses.iter();
        clauses.find(|clause| clause.places().contains(&place))
    }

    /// Whether anything that is said reads a register, but for these clauses.
    pub(super) fn is_read(&self, place: Place, but: &[&Clause]) -> bool {
        let clauses = self.rule.clauses.iter();
        let clauses =
            clauses.filter(|clause| !but.iter().any(|known| std::ptr::eq(*known, *clause)));
        let mut said = clauses.filter(|clause| clause.test().is_none());
        let mut tests = self.tests.iter();
        said.any(|clause| reads(clause, place)) || tests.any(|test| test.mentions(&[place]))
    }

    /// A pile of one number: by its name where something that is said reads it.
    pub(super) fn pile(&self, is_named: bool) -> String {
        let one = match self.game.header.turn {
            Turn::One => ONE_PILE,
            _ => "the pile",
        };
        match self.shape().coords.first() {
            Some(coord) if is_named => format!("{one} of `{}`", coord.name),
            _ => one.to_string(),
        }
    }

    /// `, for any `k in 1..3``, without the clauses that are said already.
    pub(super) fn behind(&self, but: &[&Clause], effects: &[&Expr]) -> String {
        let exprs = self.rule.clauses.iter().flat_map(Clause::exprs);
        let readers: Vec<&Expr> = exprs.chain(effects.iter().copied()).collect();
        let chosen = |clause: &&Clause| {
            let places = clause.places();
            let mut choices = self.rule.choices.iter();
            choices.any(|choice| !choice.name.is_empty() && places.contains(&choice.place))
                && !but.iter().any(|known| std::ptr::eq(*known, *clause))
        };
        let clauses = self.rule.clauses.iter().filter(chosen);
        let binders: Vec<String> = clauses
            .filter_map(|clause| self.binder(clause, &readers))
            .collect();
        let mut text = match binders.is_empty() {
            true => String::new(),
            false => format!(", for any {}", joined(&binders, "and").unwrap_or_default()),
        };
        if !self.tests.is_empty() {
            let comma = if text.is_empty() { "" } else { "," };
            text.push_str(&format!("{comma} where `{}`", self.names.all(&self.tests)));
        }
        for clause in &self.rule.clauses {
            if let Clause::While(run) = clause {
                let run = self.names.all(&[run]);
                text.push_str(&format!(", up to the first for which `{run}` fails"));
            }
        }
        text
    }

    /// `` `k` from 1 to 3 ``
    fn binder(&self, clause: &Clause, readers: &[&Expr]) -> Option<String> {
        let written = self.names.binder(clause, readers)?;
        let (name, _) = written.split_once(' ')?;
        Some(match clause {
            Clause::Range(RangeClause { lo, hi, .. }) => {
                let lo = quoted(&self.names, lo);
                match hi {
                    Some(hi) => format!("`{name}` from {lo} to {}", quoted(&self.names, hi)),
                    None => format!("`{name}` from {lo} on"),
                }
            }
            _ => format!("`{written}`"),
        })
    }
}

/// Whether a binder runs through what a register says.
pub(super) fn reads(clause: &Clause, place: Place) -> bool {
    match clause {
        // Where a loop may end is said by the conditions.
        Clause::Range(range) => range.ends().any(|end| end.mentions(&[place])),
        other => other.exprs().iter().any(|expr| expr.mentions(&[place])),
    }
}
