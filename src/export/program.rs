//! The program that is printed: what the rules of a game compute, in the terms that C++, Python and Rust share.

use std::collections::BTreeSet;

use crate::expr::shape::Bounds;
use crate::expr::tree::CompareOp;
use crate::expr::value::Value;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ty {
    Int,
    Bool,
    List(Box<Ty>),
    Tuple(Vec<Ty>),
}

impl Ty {
    /// The type of the elements of a list; of anything else itself.
    pub fn element(&self) -> &Ty {
        match self {
            Ty::List(element) => element,
            other => other,
        }
    }

    pub fn list(self) -> Ty {
        Ty::List(Box::new(self))
    }

    /// Whether there is a list in it, so that a copy costs something.
    pub fn has_list(&self) -> bool {
        match self {
            Ty::Int | Ty::Bool => false,
            Ty::List(_) => true,
            Ty::Tuple(parts) => parts.iter().any(Ty::has_list),
        }
    }
}

/// An expression without side effects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    pub op: Op,
    pub ty: Ty,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Op {
    Int(i64),
    Bool(bool),
    Var(String),
    /// A constant list, by its number.
    Table(usize),
    Neg(Box<Term>),
    Not(Box<Term>),
    Binary(Binary, Box<Term>, Box<Term>),
    If(Box<Term>, Box<Term>, Box<Term>),
    /// A function of the library that the program brings along.
    Helper(&'static str, Vec<Term>),
    /// A function of the program, by its number.
    Call(usize, Vec<Term>),
    /// An element of a tuple.
    Field(Box<Term>, usize),
    List(Vec<Term>),
    Tuple(Vec<Term>),
}

/// Operations that all three languages have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Binary {
    Add,
    Sub,
    Mul,
    /// Of numbers that are not negative, so that rounding is the same everywhere.
    Div,
    /// Of such numbers, or compared with 0 only.
    Rem,
    Xor,
    /// Of scalars, but `in`.
    Compare(CompareOp),
    And,
    Or,
}

impl Binary {
    /// The sign that most languages write, and how tightly it binds in all of them.
    pub fn sign(self) -> (&'static str, u8) {
        match self {
            Binary::Or => ("||", 1),
            Binary::And => ("&&", 2),
            Binary::Compare(op) => (op.sign(), 4),
            // In C++ it binds more loosely than a comparison: always with parentheses.
            Binary::Xor => ("^", 0),
            Binary::Add => ("+", 6),
            Binary::Sub => ("-", 6),
            Binary::Mul => ("*", 7),
            Binary::Div => ("/", 7),
            Binary::Rem => ("%", 7),
        }
    }
}

impl Term {
    pub fn new(op: Op, ty: Ty) -> Term {
        Term { op, ty }
    }

    pub fn int(value: i64) -> Term {
        Term::new(Op::Int(value), Ty::Int)
    }

    pub(super) fn truth(value: bool) -> Term {
        Term::new(Op::Bool(value), Ty::Bool)
    }

    pub fn var(name: &str, ty: Ty) -> Term {
        Term::new(Op::Var(name.to_string()), ty)
    }

    pub fn binary(op: Binary, a: Term, b: Term) -> Term {
        let ty = match op.sign().1 {
            1..=4 => Ty::Bool,
            _ => Ty::Int,
        };
        Term::new(Op::Binary(op, Box::new(a), Box::new(b)), ty)
    }

    /// Conditions as one, if there are some: all of them by `And`, one of them by `Or`.
    pub fn joined(op: Binary, conditions: impl IntoIterator<Item = Term>) -> Option<Term> {
        let conditions = conditions.into_iter();
        conditions.reduce(|a, b| Term::binary(op, a, b))
    }

    /// The number behind this one.
    pub fn and_one(self) -> Term {
        match self.op {
            Op::Int(n) => Term::int(n.saturating_add(1)),
            Op::Binary(Binary::Sub, a, b) if b.op == Op::Int(1) => *a,
            op => Term::binary(Binary::Add, Term::new(op, Ty::Int), Term::int(1)),
        }
    }

    /// `not a`
    pub fn negated(self) -> Term {
        let op = match self.op {
            Op::Not(inner) => return *inner,
            Op::Binary(Binary::Compare(op), a, b) => {
                return Term::binary(Binary::Compare(op.opposite()), *a, *b);
            }
            op => op,
        };
        Term::new(Op::Not(Box::new(Term::new(op, Ty::Bool))), Ty::Bool)
    }

    pub fn parts(&self) -> Vec<&Term> {
        match &self.op {
            Op::Int(_) | Op::Bool(_) | Op::Var(_) | Op::Table(_) => Vec::new(),
            Op::Neg(a) | Op::Not(a) | Op::Field(a, _) => vec![a],
            Op::Binary(_, a, b) => vec![a, b],
            Op::If(a, b, c) => vec![a, b, c],
            Op::Helper(_, args) | Op::Call(_, args) | Op::List(args) | Op::Tuple(args) => {
                args.iter().collect()
            }
        }
    }

    pub fn mentions(&self, name: &str) -> bool {
        match &self.op {
            Op::Var(own) => own == name,
            _ => self.parts().iter().any(|part| part.mentions(name)),
        }
    }

    /// Whether it takes a moment only: nothing is called.
    pub fn is_plain(&self) -> bool {
        !matches!(self.op, Op::Helper(..) | Op::Call(..) | Op::List(_))
            && self.parts().iter().all(|part| part.is_plain())
    }
}

/// A family of moves.
#[derive(Debug)]
pub struct Move {
    /// Its statement, on one line.
    pub words: String,
    pub steps: Vec<Step>,
}

#[derive(Debug, Clone)]
pub enum Step {
    /// A variable gets its value.
    Let(String, Term),
    /// Several variables get the elements of a tuple.
    Parts(Vec<String>, Term),
    /// A variable runs over numbers, and what is done for each.
    Range(Range, Vec<Step>),
    /// Variables run over the elements of a list: one, or those of tuples.
    Each {
        vars: Vec<String>,
        list: Term,
        body: Vec<Step>,
    },
    /// What is done where a condition holds.
    If(Term, Vec<Step>),
    /// An element is added to the list that a function gives.
    Push(Term),
    /// A move to these piles, each with its cells.
    Option(Vec<Vec<Term>>),
    /// A move to the piles in a list.
    OptionOf(Term),
}

/// The numbers `first, first + step, …`.
#[derive(Debug, Clone)]
pub struct Range {
    pub var: String,
    pub first: Term,
    /// Its last value, where it has one.
    pub last: Option<Term>,
    /// At least 1.
    pub step: i64,
    /// Conditions that end the loop where one does not hold.
    pub stops: Vec<Term>,
}

pub fn mention(steps: &[Step], name: &str) -> bool {
    let within = |term: &Term| term.mentions(name);
    steps.iter().any(|step| match step {
        Step::Let(_, term) | Step::Parts(_, term) | Step::Push(term) | Step::OptionOf(term) => {
            within(term)
        }
        Step::Range(range, body) => {
            within(&range.first)
                || range.last.as_ref().is_some_and(within)
                || range.stops.iter().any(within)
                || mention(body, name)
        }
        Step::Each { list, body, .. } => within(list) || mention(body, name),
        Step::If(condition, body) => within(condition) || mention(body, name),
        Step::Option(piles) => piles.iter().flatten().any(within),
    })
}

#[derive(Debug)]
pub struct Function {
    pub name: String,
    pub params: Vec<(String, Ty)>,
    pub result: Ty,
    pub body: Body,
    /// Whether it calls itself, so that its values are remembered.
    pub recurs: bool,
}

#[derive(Debug)]
pub enum Body {
    Value(Term),
    /// It gives the list of what these steps add.
    List(Vec<Step>),
}

/// A constant list.
#[derive(Debug)]
pub struct Table {
    pub name: String,
    pub ty: Ty,
    pub value: Value,
}

#[derive(Debug)]
pub struct Coord {
    pub name: String,
    pub bounds: Bounds,
}

impl Move {
    /// Whether its first steps give names, which are its own.
    pub fn has_names(&self) -> bool {
        let is_name =
            |step: &Step| matches!(step, Step::Let(..) | Step::Parts(..) | Step::OptionOf(_));
        self.steps.iter().any(is_name)
    }
}

#[derive(Debug)]
pub struct Rules {
    /// For each way of naming the coordinates, which one each name stands for.
    pub namings: Vec<Vec<usize>>,
    /// The order of the coordinates does not count.
    pub unordered: bool,
    /// The condition under which the game is over.
    pub end: Option<Term>,
    pub moves: Vec<Move>,
}

#[derive(Debug)]
pub enum ProgramForm {
    /// From a table that repeats.
    Period(Period),
    /// For all piles in order of size, each option being smaller.
    Ascending(Rules),
    /// For the piles that can be reached, which are remembered.
    Search(Rules),
    /// By a formula that fits, or that is known.
    Formula(Formula),
}

/// A formula in place of the rules.
#[derive(Debug)]
pub struct Formula {
    /// What the function is called.
    pub function: &'static str,
    /// Where it is wrong, and what is right.
    pub exceptions: Vec<(Term, Term)>,
    pub value: Term,
}

/// Values that repeat.
#[derive(Debug)]
pub struct Period {
    /// The values of the first piles, up to the end of the first period.
    pub values: Vec<u64>,
    /// The least size from which on they repeat.
    pub preperiod: u64,
    pub period: u64,
    /// By how much they rise with each period.
    pub rise: u64,
}

/// A program with one function, most often `grundy`.
#[derive(Debug)]
pub struct Program {
    /// The name of the game, without arguments.
    pub game: String,
    /// What the comment on top says, line by line.
    pub about: Vec<String>,
    pub coords: Vec<Coord>,
    pub way: ProgramForm,
    pub beside: Beside,
}

/// What a program has besides its function.
#[derive(Debug, Default)]
pub struct Beside {
    pub tables: Vec<Table>,
    pub functions: Vec<Function>,
    /// The numbers of the functions, each behind those it calls, but for calls of itself.
    pub order: Vec<usize>,
    /// The functions of the library that are called.
    pub helpers: BTreeSet<&'static str>,
}

impl Program {
    pub fn coord_names(&self) -> Vec<String> {
        self.coords.iter().map(|coord| coord.name.clone()).collect()
    }
}
