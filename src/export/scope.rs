//! The variables of a piece of a program, what is known of them, and names that none of the three languages, nor the frame of
//! the program, keeps for itself.

use hashbrown::{HashMap, HashSet};

use super::program::{Binary, Op, Step, Term, Ty};
use crate::expr::tree::{CompareOp, Place};
use crate::text::certain::Certain;

/// The variables that stand for the registers of a frame.
#[derive(Clone)]
pub(super) struct Scope {
    names: FreshNames,
    vars: HashMap<Place, (String, Ty)>,
    /// What variables are to be called.
    wanted: HashMap<Place, String>,
    /// The least values of variables, where something is known.
    least: HashMap<String, i64>,
    /// What variables are at most, where something is known.
    most: HashMap<String, Term>,
    /// Conditions that hold where the scope is used.
    known: Vec<Term>,
    /// The loops, names and conditions that what comes next stands in.
    pub(super) opened: Vec<Step>,
}

impl Scope {
    /// Without variables; their names are given out from these.
    pub(super) fn new(names: &FreshNames) -> Scope {
        Scope {
            names: names.clone(),
            vars: HashMap::new(),
            wanted: HashMap::new(),
            least: HashMap::new(),
            most: HashMap::new(),
            known: Vec::new(),
            opened: Vec::new(),
        }
    }

    /// The variable that stands for a register.
    pub(super) fn var(&self, place: &Place) -> Option<(&str, &Ty)> {
        let (name, ty) = self.vars.get(place)?;
        Some((name, ty))
    }

    /// The least value of a variable, where it is known.
    pub(super) fn least(&self, name: &str) -> Option<i64> {
        self.least.get(name).copied()
    }

    /// From here on a variable is at least so much, where that is known.
    pub(super) fn is_at_least(&mut self, name: &str, least: Option<i64>) {
        self.least
            .extend(least.map(|least| (name.to_string(), least)));
    }

    /// From here on a variable is at most so much.
    pub(super) fn is_at_most(&mut self, name: &str, most: Term) {
        self.most.insert(name.to_string(), most);
    }

    /// Whether a number is certainly smaller than the pile, which is a number itself.
    pub(super) fn is_below(&self, cell: &Term, pile: &str) -> bool {
        self.stays_below(cell, pile) == Some(true)
    }

    /// Whether a number is at most the pile, and then whether it is smaller.
    fn stays_below(&self, cell: &Term, pile: &str) -> Option<bool> {
        match &cell.op {
            Op::Var(name) if name == pile => Some(false),
            Op::Var(name) => {
                let most = self.most.get(name)?;
                let Some((whole, by)) = divided(most) else {
                    return self.stays_below(most, pile);
                };
                // A half of what has a half that is not 0 is less than all.
                let is_part = by >= 2 && self.is_positive(cell);
                Some(self.stays_below(whole, pile)? || is_part)
            }
            Op::Binary(Binary::Sub, a, b) => {
                let is_smaller = self.stays_below(a, pile).filter(|_| is_natural(self, b))?;
                Some(is_smaller || self.is_positive(b))
            }
            // Of few piles, such as halves, not all that are smaller are needed.
            _ => None,
        }
    }

    fn is_positive(&self, term: &Term) -> bool {
        let is_least = Term::binary(Binary::Compare(CompareOp::Ge), term.clone(), Term::int(1));
        match &term.op {
            Op::Int(n) => *n >= 1,
            Op::Var(name) => self.least(name) >= Some(1) || self.knows(&is_least),
            Op::Binary(Binary::Mul, a, b) => self.is_positive(a) && self.is_positive(b),
            _ => false,
        }
    }

    /// From here on a condition holds.
    pub(super) fn learn(&mut self, condition: &Term) {
        self.known.push(condition.clone());
    }

    pub(super) fn knows(&self, condition: &Term) -> bool {
        self.known.contains(condition)
    }

    /// A variable that stands for no register.
    pub(super) fn fresh(&mut self, wanted: &str) -> String {
        self.names.give(wanted)
    }

    /// The variable for a register will be called so.
    pub(super) fn want(&mut self, place: Place, name: &str) {
        self.wanted.insert(place, name.to_string());
    }

    /// A variable for a register, called so if nothing else was wanted.
    pub(super) fn bind(&mut self, place: Place, otherwise: &str, ty: Ty) -> String {
        let wanted = self.wanted.get(&place).map_or(otherwise, String::as_str);
        let name = self.names.give(wanted);
        self.vars.insert(place, (name.clone(), ty));
        name
    }
}

/// What is divided by what, where it is a number of at least 1.
fn divided(term: &Term) -> Option<(&Term, i64)> {
    let (whole, by) = match &term.op {
        Op::Binary(Binary::Div, whole, by) => (whole.as_ref(), by.as_ref()),
        Op::Helper("floor_div", args) => (args.first()?, args.get(1)?),
        _ => return None,
    };
    match by.op {
        Op::Int(by) if by >= 1 => Some((whole, by)),
        _ => None,
    }
}

/// Whether a term is certainly not negative.
pub(super) fn is_natural(scope: &Scope, term: &Term) -> bool {
    match &term.op {
        Op::Int(n) => *n >= 0,
        Op::Var(name) => scope.least(name) >= Some(0),
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

/// Words of C++, Python or Rust, and names that the programs use themselves.
const TAKEN: &str = "\
alignas alignof and and_eq as asm assert async auto await become bitand bitor bool box break case catch char class co_await \
co_return co_yield compl concept const const_cast consteval constexpr constinit continue crate decltype def default del delete do \
double dyn dynamic_cast elif else enum except explicit export extern false final finally float fn for friend from gen global goto \
if impl import in inline int is lambda let long loop macro macro_rules match mod move mut mutable namespace new noexcept None \
nonlocal not not_eq nullptr operator or or_eq override pass priv private protected pub public raise ref register \
reinterpret_cast requires return self Self short signed sizeof static static_assert static_cast struct super switch template this \
thread_local throw trait True False true try type typedef typeid typename union unsafe unsized unsigned use using virtual void \
volatile wchar_t where while with xor xor_eq yield \
abs all any len max min print range set sorted sum tuple frozenset count std usize i64 \
grundy known seen pile piles size stack here found missing open value values start options order orders mark list part parts end \
ends highest ok mex place hash number list_ sum_ open_ Pile Options Hash count_from nimrule KNOWN";

/// Gives out names.
#[derive(Debug, Clone)]
pub(super) struct FreshNames {
    taken: HashSet<String>,
    /// For each name that was wanted again the number to try next.
    next: HashMap<String, u32>,
}

impl FreshNames {
    /// All names are free but those that are kept.
    pub(super) fn new(helpers: impl Iterator<Item = &'static str>) -> FreshNames {
        let words = TAKEN.split_whitespace().chain(helpers);
        FreshNames {
            taken: words.map(str::to_string).collect(),
            next: HashMap::new(),
        }
    }

    /// A name like the wanted one that is not taken yet.
    pub(super) fn give(&mut self, wanted: &str) -> String {
        // Names of the language are made of ASCII letters, digits and `_`; `_` alone means something elsewhere.
        let wanted = match wanted.trim_start_matches('_') {
            "" => "x",
            wanted => wanted,
        };
        let mut name = wanted.to_string();
        if self.taken.contains(wanted) {
            let next = self.next.entry(wanted.to_string()).or_insert(2);
            let mut numbered = (*next..).map(|number| (number, format!("{wanted}_{number}")));
            let free = numbered.find(|(_, name)| !self.taken.contains(name));
            let (number, free) = free.certain("numbers do not end");
            (*next, name) = (number + 1, free);
        }
        self.taken.insert(name.clone());
        name
    }
}
