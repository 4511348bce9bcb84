//! Kinds: what sort of value an expression has, known before anything runs.

use std::fmt;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A 64-bit integer.
    Int,
    /// `true` or `false`.
    Bool,
    /// `first`, `second` or `draw`.
    Outcome,
    /// A string: a file name or an explanation.
    Str,
    List(Box<Kind>),
    Tuple(Vec<Kind>),
    /// A position of one or more games.
    Position,
    Game,
    /// The elements of a list that is always empty, and whatever is made of them: no value is of this kind, so it fits
    /// every other.
    Unknown,
}

impl Kind {
    pub fn list(self) -> Kind {
        Kind::List(Box::new(self))
    }

    /// Whether values of this kind live in an integer register (integers and truth values).
    pub fn is_scalar(&self) -> bool {
        matches!(self, Kind::Int | Kind::Bool)
    }

    pub fn size(&self) -> usize {
        match self {
            Kind::List(element) => 1 + element.size(),
            Kind::Tuple(parts) => 1 + parts.iter().map(Kind::size).sum::<usize>(),
            _ => 1,
        }
    }

    /// How deep it is nested.
    pub fn depth(&self) -> usize {
        match self {
            Kind::List(element) => 1 + element.depth(),
            Kind::Tuple(parts) => 1 + parts.iter().map(Kind::depth).max().unwrap_or(0),
            _ => 1,
        }
    }

    /// The kind of the elements, where this is a list.
    pub fn element(&self) -> Option<&Kind> {
        match self {
            Kind::List(element) => Some(element),
            Kind::Unknown => Some(self),
            _ => None,
        }
    }

    /// The kind that both `self` and `other` fit, if there is one.
    pub fn unify(&self, other: &Kind) -> Option<Kind> {
        match (self, other) {
            (Kind::Unknown, kind) | (kind, Kind::Unknown) => Some(kind.clone()),
            (Kind::List(a), Kind::List(b)) => Some(a.unify(b)?.list()),
            (Kind::Tuple(a), Kind::Tuple(b)) if a.len() == b.len() => {
                let parts: Option<Vec<Kind>> = a.iter().zip(b).map(|(a, b)| a.unify(b)).collect();
                Some(Kind::Tuple(parts?))
            }
            (a, b) if a == b => Some(a.clone()),
            _ => None,
        }
    }

    /// Whether a value of this kind may stand where `wanted` is needed.
    pub fn fits(&self, wanted: &Kind) -> bool {
        self.unify(wanted).is_some()
    }
}

/// The kind in words with an article: "an integer", "a list of integers".
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Int => f.write_str("an integer"),
            Kind::Bool => f.write_str("a truth value"),
            Kind::Outcome => f.write_str("an outcome (`first`, `second` or `draw`)"),
            Kind::Str => f.write_str("a string"),
            Kind::List(element) => match element.as_ref() {
                Kind::Int => f.write_str("a list of integers"),
                Kind::Bool => f.write_str("a list of truth values"),
                Kind::Tuple(_) => f.write_str("a list of tuples"),
                Kind::List(_) => f.write_str("a list of lists"),
                Kind::Position => f.write_str("a list of positions"),
                Kind::Str => f.write_str("a list of strings"),
                Kind::Outcome => f.write_str("a list of outcomes"),
                Kind::Game => f.write_str("a list of games"),
                Kind::Unknown => f.write_str("a list"),
            },
            Kind::Tuple(parts) => write!(f, "a tuple of {}", parts.len()),
            Kind::Position => f.write_str("a position"),
            Kind::Game => f.write_str("a game"),
            Kind::Unknown => f.write_str("a value"),
        }
    }
}
