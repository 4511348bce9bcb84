//! The variables of a piece of a program, and what is known of them.

use hashbrown::{HashMap, HashSet};

use super::names::Names;
use super::program::{Binary, Op, Term, Ty};
use crate::expr::tree::Place;

/// The variables that stand for the registers of a frame.
#[derive(Clone)]
pub(super) struct Scope {
    names: Names,
    vars: HashMap<Place, (String, Ty)>,
    /// Variables that are never negative.
    naturals: HashSet<String>,
    /// Variables that are at least 1.
    positives: HashSet<String>,
    /// Conditions that hold where the scope is used.
    known: Vec<Term>,
}

impl Scope {
    /// Without variables; their names are given out from these.
    pub(super) fn new(names: &Names) -> Scope {
        Scope {
            names: names.clone(),
            vars: HashMap::new(),
            naturals: HashSet::new(),
            positives: HashSet::new(),
            known: Vec::new(),
        }
    }

    /// The variable that stands for a register.
    pub(super) fn var(&self, place: &Place) -> Option<(&str, &Ty)> {
        let (name, ty) = self.vars.get(place)?;
        Some((name, ty))
    }

    /// Whether a variable is never negative.
    pub(super) fn is_natural(&self, name: &str) -> bool {
        self.naturals.contains(name)
    }

    /// From here on a variable is at least 1.
    pub(super) fn is_positive(&mut self, name: &str) {
        self.positives.insert(name.to_string());
    }

    /// Whether a number is certainly smaller than the pile, which is a number itself.
    pub(super) fn is_below(&self, cell: &Term, pile: &str) -> bool {
        match &cell.op {
            Op::Binary(Binary::Sub, a, b) => {
                let is_pile = matches!(&a.op, Op::Var(name) if name == pile);
                is_pile
                    && match &b.op {
                        Op::Int(n) => *n >= 1,
                        Op::Var(name) => {
                            let least = Term::binary(Binary::Ge, (**b).clone(), Term::int(1));
                            self.positives.contains(name) || self.knows(&least)
                        }
                        _ => false,
                    }
            }
            _ => false,
        }
    }

    /// From here on a condition holds.
    pub(super) fn learn(&mut self, condition: &Term) {
        self.known.push(condition.clone());
    }

    /// Whether a condition certainly holds.
    pub(super) fn knows(&self, condition: &Term) -> bool {
        self.known.contains(condition)
    }

    /// A variable that stands for no register.
    pub(super) fn fresh(&mut self, wanted: &str) -> String {
        self.names.give(wanted)
    }

    /// A variable for a register.
    pub(super) fn bind(&mut self, place: Place, wanted: &str, ty: Ty, natural: bool) -> String {
        let name = self.names.give(wanted);
        if natural {
            self.naturals.insert(name.clone());
        }
        self.vars.insert(place, (name.clone(), ty));
        name
    }
}

/// Whether a term is certainly not negative.
pub(super) fn is_natural(scope: &Scope, term: &Term) -> bool {
    match &term.op {
        Op::Int(n) => *n >= 0,
        Op::Var(name) => scope.naturals.contains(name),
        Op::Binary(op, a, b) => {
            let both = is_natural(scope, a) && is_natural(scope, b);
            match op {
                Binary::Sub => false,
                Binary::Add | Binary::Mul | Binary::Div | Binary::Rem | Binary::Xor => both,
                _ => true,
            }
        }
        Op::If(_, a, b) => is_natural(scope, a) && is_natural(scope, b),
        Op::Helper(name, args) => match *name {
            "least" | "greatest" | "power" | "floor_div" | "floor_mod" => {
                args.iter().all(|arg| is_natural(scope, arg))
            }
            "absolute" | "gcd" | "lcm" | "gcd_of" | "lcm_of" | "isqrt" | "ilog2" | "popcount"
            | "length" | "xor_of" | "mex_of" => true,
            _ => false,
        },
        _ => false,
    }
}
