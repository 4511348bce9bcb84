//! Piles and positions as plain data.

use std::fmt;

use nimrule::{Position as Asked, Value};

/// A pile, a row or a number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Data {
    Int(i64),
    List(Vec<Data>),
    Tuple(Vec<Data>),
}

impl Data {
    pub fn ints(list: impl IntoIterator<Item = i64>) -> Data {
        Data::List(list.into_iter().map(Data::Int).collect())
    }

    pub fn pair(a: i64, b: i64) -> Data {
        Data::Tuple(vec![Data::Int(a), Data::Int(b)])
    }

    pub fn int(&self) -> i64 {
        match self {
            Data::Int(n) => *n,
            other => panic!("{other} is no number"),
        }
    }

    pub fn items(&self) -> &[Data] {
        match self {
            Data::List(items) | Data::Tuple(items) => items,
            Data::Int(_) => &[],
        }
    }

    /// The largest number in it.
    pub fn largest(&self) -> i64 {
        match self {
            Data::Int(n) => *n,
            other => other.items().iter().map(Data::largest).max().unwrap_or(0),
        }
    }

    pub fn numbers(&self) -> Vec<i64> {
        self.items().iter().map(Data::int).collect()
    }

    fn of(value: &Value) -> Data {
        match value {
            Value::Int(n) => Data::Int(*n),
            Value::List(items) => Data::List(items.iter().map(Data::of).collect()),
            Value::Tuple(parts) => Data::Tuple(parts.iter().map(Data::of).collect()),
            other => panic!("{other} is no pile"),
        }
    }
}

impl fmt::Display for Data {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (open, close) = match self {
            Data::Int(n) => return write!(f, "{n}"),
            Data::List(_) => ("[", "]"),
            Data::Tuple(_) => ("(", ")"),
        };
        let items: Vec<String> = self.items().iter().map(Data::to_string).collect();
        write!(f, "{open}{}{close}", items.join(", "))
    }
}

/// The numbers from `lo` to `hi`, without an end where there is none.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bounds {
    pub lo: i64,
    pub hi: Option<i64>,
}

impl Bounds {
    pub fn to(hi: i64) -> Bounds {
        Bounds {
            lo: 0,
            hi: Some(hi),
        }
    }

    fn contains(self, n: i64) -> bool {
        n >= self.lo && self.hi.is_none_or(|hi| n <= hi)
    }

    fn text(self) -> String {
        match (self.lo, self.hi) {
            (0, None) => String::new(),
            (lo, None) => format!(" in {lo}.."),
            (lo, Some(hi)) => format!(" in {lo}..{hi}"),
        }
    }
}

/// What a coordinate holds.
#[derive(Clone, Debug)]
pub enum Kind {
    Int(Bounds),
    Row(Bounds),
    Bag(Bounds),
    /// A row, or a bag, of tuples with these coordinates.
    Tuples(bool, Vec<(&'static str, Bounds)>),
}

/// What a pile looks like.
#[derive(Clone, Debug)]
pub struct Shape {
    pub coords: Vec<(&'static str, Kind)>,
    /// A tuple even of one coordinate, a row or a number.
    pub tuple: bool,
    /// `{a, b}`.
    pub unordered: bool,
}

impl Shape {
    pub fn one(name: &'static str, kind: Kind) -> Shape {
        Shape {
            coords: vec![(name, kind)],
            tuple: false,
            unordered: false,
        }
    }

    pub fn tuple(coords: Vec<(&'static str, Kind)>) -> Shape {
        Shape {
            coords,
            tuple: true,
            unordered: false,
        }
    }

    pub fn text(&self) -> String {
        let coords: Vec<String> = self
            .coords
            .iter()
            .map(|(name, kind)| match kind {
                Kind::Int(bounds) => format!("{name}{}", bounds.text()),
                Kind::Row(bounds) => format!("{name}[]{}", bounds.text()),
                Kind::Bag(bounds) => format!("{{{name}[]{}}}", bounds.text()),
                Kind::Tuples(bag, parts) => {
                    let parts: Vec<String> = parts
                        .iter()
                        .map(|(name, bounds)| format!("{name}{}", bounds.text()))
                        .collect();
                    let row = format!("{name}[({})]", parts.join(", "));
                    if *bag { format!("{{{row}}}") } else { row }
                }
            })
            .collect();
        let coords = coords.join(", ");
        match (self.tuple, self.unordered) {
            (true, true) => format!("pile {{{coords}}}"),
            (true, false) => format!("pile ({coords})"),
            _ => format!("pile {coords}"),
        }
    }

    /// The coordinates of a pile.
    pub fn parts(&self, pile: &Data) -> Vec<Data> {
        if self.tuple {
            pile.items().to_vec()
        } else {
            vec![pile.clone()]
        }
    }

    /// The pile with these coordinates.
    pub fn whole(&self, mut parts: Vec<Data>) -> Data {
        if self.tuple {
            Data::Tuple(parts)
        } else {
            parts.remove(0)
        }
    }

    /// Whether everything lies in its range.
    pub fn fits(&self, pile: &Data) -> bool {
        let parts = self.parts(pile);
        let all = |bounds: Bounds, list: &Data| {
            list.numbers()
                .into_iter()
                .all(|entry| bounds.contains(entry))
        };
        parts
            .iter()
            .zip(&self.coords)
            .all(|(part, (_, kind))| match kind {
                Kind::Int(bounds) => bounds.contains(part.int()),
                Kind::Row(bounds) | Kind::Bag(bounds) => all(*bounds, part),
                Kind::Tuples(_, coords) => part.items().iter().all(|entry| {
                    let numbers = entry.numbers();
                    let mut pairs = numbers.iter().zip(coords);
                    pairs.all(|(n, (_, bounds))| bounds.contains(*n))
                }),
            })
    }

    /// The same for all ways to write the same pile.
    pub fn canonical(&self, pile: &Data) -> Data {
        let mut parts = self.parts(pile);
        for (part, (_, kind)) in parts.iter_mut().zip(&self.coords) {
            if let (Kind::Bag(_) | Kind::Tuples(true, _), Data::List(items)) = (kind, part) {
                items.sort();
            }
        }
        if self.unordered {
            parts.sort();
        }
        self.whole(parts)
    }
}

/// Terms: a game and its piles, in canonical order, none empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position(pub Vec<(usize, Vec<Data>)>);

impl Position {
    /// The canonical position; the piles are canonical. `joins` tells the games whose terms are one.
    pub fn new(terms: Vec<(usize, Vec<Data>)>, joins: impl Fn(usize) -> bool) -> Position {
        let mut all: Vec<(usize, Vec<Data>)> = Vec::new();
        for (game, piles) in terms {
            match all.iter_mut().find(|(other, _)| *other == game) {
                Some((_, known)) if joins(game) => known.extend(piles),
                _ => all.push((game, piles)),
            }
        }
        all.retain(|(_, piles)| !piles.is_empty());
        for (_, piles) in &mut all {
            piles.sort();
        }
        all.sort();
        Position(all)
    }
}

/// The terms of an answer: the games' labels and their piles.
pub fn terms(position: &Asked) -> Vec<(String, Vec<Data>)> {
    let terms = position.terms.iter();
    terms
        .map(|term| {
            let piles = term.piles.iter().map(Data::of).collect();
            (term.game.label.clone(), piles)
        })
        .collect()
}
