//! The options of a pile that are other piles: what leads to these is read off the changes of the moves, and no other choice is tried.

use super::compile::{Listing, NamedMove, Transitions, compile_move};
use super::taking::linear::{Linear, LinearForms};
use crate::expr::builtin::Builtin;
use crate::expr::fault::Fault;
use crate::expr::kind::Kind;
use crate::expr::machine::Machine;
use crate::expr::tree::{Clause, Expr, Op, Place, RangeClause};
use crate::rules::game::{Change, Move};

/// What is chosen in a move that leads from one pile to another.
enum Choices {
    /// For each binder its number.
    These(Vec<(Place, i64)>),
    /// It leads elsewhere.
    Elsewhere,
}

impl Transitions {
    /// Lists the options of a pile that are among some piles, by cells and in that order; false where that is not told.
    pub(crate) fn options_among(
        &self,
        cells: &[i64],
        among: &[impl AsRef<[i64]>],
        machine: &mut Machine,
        mut listing: Listing<'_>,
    ) -> Result<bool, Fault> {
        listing.clear();
        if self.ended(cells, machine)? {
            return Ok(true);
        }
        for (number, rule) in self.game.moves.iter().enumerate() {
            for naming in &self.game.namings {
                for option in among {
                    let Some(choices) = self.choices(rule, naming, cells, option.as_ref()) else {
                        return Ok(false);
                    };
                    let Choices::These(chosen) = choices else {
                        continue;
                    };
                    let Some(clauses) = pinned(&rule.clauses, &chosen) else {
                        return Ok(false);
                    };
                    let by = NamedMove {
                        rule: number,
                        naming,
                    };
                    let code = compile_move(&self.game, rule, &clauses);
                    self.run((by, &code), &self.load(cells), machine, &mut listing)?;
                }
            }
        }
        Ok(true)
    }

    /// What a move chooses that leads from a pile to another one; `None`: the changes do not tell.
    fn choices(&self, rule: &Move, naming: &[usize], from: &[i64], to: &[i64]) -> Option<Choices> {
        let changes = rule.effect.changes()?;
        let mut forms = LinearForms {
            is_of_one_pile: true,
            ..LinearForms::default()
        };
        for (place, coord) in self.game.coords.iter().zip(naming) {
            forms
                .values
                .insert(*place, Linear::constant(*from.get(*coord)?));
        }
        let mut left = to.to_vec();
        let mut chosen: Vec<(Place, i64)> = Vec::new();
        for change in changes {
            let Change::Coord { coord, value } = change else {
                return None;
            };
            let cell = *naming.get(*coord)?;
            *left.get_mut(cell)? = *from.get(cell)?;
            let form = forms.linear(value)?;
            let rest = to.get(cell)?.checked_sub(form.constant)?;
            let number = match form.terms.as_slice() {
                [] if rest == 0 => continue,
                [(place, times)] if rest.checked_rem(*times)? == 0 => (*place, rest / times),
                [] | [_] => return Some(Choices::Elsewhere),
                _ => return None,
            };
            if chosen
                .iter()
                .any(|known| known.0 == number.0 && *known != number)
            {
                return Some(Choices::Elsewhere);
            }
            chosen.push(number);
        }
        Some(match left == from {
            true => Choices::These(chosen),
            false => Choices::Elsewhere,
        })
    }
}

/// The clauses of a move with each range cut down to a number; `None`: some range is not.
fn pinned(clauses: &[Clause], chosen: &[(Place, i64)]) -> Option<Vec<Clause>> {
    let one = |clause: &Clause| {
        let Clause::Range(range) = clause else {
            return matches!(clause, Clause::Test(_)).then(|| clause.clone());
        };
        let (_, number) = chosen.iter().find(|(place, _)| *place == range.place())?;
        let end = |which: Builtin, end: Option<&Expr>| {
            let number = Expr::int(*number, range.lo.span);
            let both = end.cloned().into_iter().chain([number]).collect();
            Expr::new(Op::Call(which, both), Kind::Int, range.lo.span)
        };
        (range.step == 1).then(|| {
            Clause::Range(RangeClause {
                var: range.var,
                lo: end(Builtin::Max, Some(&range.lo)),
                hi: Some(end(Builtin::Min, range.hi.as_ref())),
                step: 1,
                stops: Vec::new(),
                starts: Vec::new(),
            })
        })
    };
    clauses.iter().map(one).collect()
}
