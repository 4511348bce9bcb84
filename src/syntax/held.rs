//! How many bytes a tree holds beside its own.

use super::ast::{
    Amounts, ArithOp, Binder, BinderSource, Code, CompareOp, Coord, ExpectItem, Expr, GameItem,
    Ident, Item, LetItem, Listing, MoveRule, Moves, Node, Param, Parts, Pattern, Row, Shape, Split,
    Statement, StatementKind, StrLit, Tail, Take, Turn, TurnCount, UseItem,
};

/// What the allocator adds to each block, about.
const BLOCK: usize = 16;

/// How many bytes items take in all. They stand in a list, and again where they are defined.
pub(super) fn bytes_of(items: &[Item]) -> usize {
    let own = 2 * (BLOCK + size_of::<Item>());
    items.iter().map(|item| own + item.held()).sum()
}

/// A part of a tree.
trait Held {
    /// The bytes of all blocks that it holds.
    fn held(&self) -> usize;
}

impl<T: Held> Held for Vec<T> {
    fn held(&self) -> usize {
        let own = match self.capacity() {
            0 => 0,
            capacity => BLOCK + capacity * size_of::<T>(),
        };
        own + self.iter().map(Held::held).sum::<usize>()
    }
}

impl<T: Held> Held for Box<T> {
    fn held(&self) -> usize {
        BLOCK + size_of::<T>() + self.as_ref().held()
    }
}

impl<T: Held> Held for Option<T> {
    fn held(&self) -> usize {
        self.as_ref().map_or(0, Held::held)
    }
}

impl<A: Held, B: Held> Held for (A, B) {
    fn held(&self) -> usize {
        self.0.held() + self.1.held()
    }
}

impl Held for ArithOp {
    fn held(&self) -> usize {
        0
    }
}

impl Held for CompareOp {
    fn held(&self) -> usize {
        0
    }
}

impl Held for String {
    fn held(&self) -> usize {
        BLOCK + self.capacity()
    }
}

/// The parts of a struct that hold something.
macro_rules! held {
    ($($name:ident { $($part:ident),* })*) => {
        $(impl Held for $name {
            fn held(&self) -> usize {
                let $name { $($part,)* .. } = self;
                0 $(+ $part.held())*
            }
        })*
    };
}

held! {
    Ident { name }
    StrLit { text }
    GameItem { name, params, title, statements }
    Param { name, default }
    LetItem { name, params, value }
    ExpectItem { claim }
    UseItem { path }
    Statement { kind }
    Coord { name, row, range }
    Row { tuple }
    Tail { binders, guard }
    Binder { pattern, source }
    Take { amounts, leaving, from, tail }
    Split { parts, tail }
    Code { text, tail }
    MoveRule { lhs, rhs, tail }
    Turn { count }
    Expr { node }
}

impl Held for Item {
    fn held(&self) -> usize {
        match self {
            Item::Game(item) => item.held(),
            Item::Let(item) => item.held(),
            Item::Expect(item) => item.held(),
            Item::Use(item) => item.held(),
        }
    }
}

impl Held for StatementKind {
    fn held(&self) -> usize {
        match self {
            StatementKind::Pile(shape) => shape.held(),
            StatementKind::Moves(moves) => moves.held(),
            StatementKind::Turn(turn) => turn.held(),
            StatementKind::End(condition) => condition.held(),
            StatementKind::Let(item) => item.held(),
            StatementKind::Misere | StatementKind::Loopy => 0,
        }
    }
}

impl Held for Moves {
    fn held(&self) -> usize {
        match self {
            Moves::Take(take) => take.held(),
            Moves::Split(split) => split.held(),
            Moves::Code(code) => code.held(),
            Moves::Move(rule) => rule.held(),
        }
    }
}

impl Held for Shape {
    fn held(&self) -> usize {
        match self {
            Shape::One(coord) => coord.held(),
            Shape::Tuple(coords) | Shape::Unordered(coords) => coords.held(),
        }
    }
}

impl Held for Pattern {
    fn held(&self) -> usize {
        match self {
            Pattern::Name(name) => name.held(),
            Pattern::Tuple(names, _) => names.held(),
        }
    }
}

impl Held for BinderSource {
    fn held(&self) -> usize {
        match self {
            BinderSource::Unstated => 0,
            BinderSource::In(source) | BinderSource::Is(source) => source.held(),
        }
    }
}

impl Held for Amounts {
    fn held(&self) -> usize {
        match self {
            Amounts::Any(_) => 0,
            Amounts::List(amounts) => amounts.held(),
        }
    }
}

impl Held for Parts {
    fn held(&self) -> usize {
        match self {
            Parts::Counts(counts) => counts.held(),
            Parts::Named(names) => names.held(),
        }
    }
}

impl Held for TurnCount {
    fn held(&self) -> usize {
        match self {
            TurnCount::Counts(counts) => counts.held(),
            TurnCount::All | TurnCount::AllOrNone => 0,
        }
    }
}

impl Held for Listing {
    fn held(&self) -> usize {
        match self {
            Listing::Items(items) => items.held(),
            Listing::Repeat(item, count) => item.held() + count.held(),
            Listing::Comprehension(item, tail) => item.held() + tail.held(),
        }
    }
}

impl Held for Node {
    fn held(&self) -> usize {
        match self {
            Node::Int(_) | Node::Bool(_) | Node::Outcome(_) => 0,
            Node::Str(text) | Node::Name(text) => text.held(),
            Node::Neg(inner) | Node::Not(inner) => inner.held(),
            Node::Arith(first, others) => first.held() + others.held(),
            Node::Compare(first, others) => first.held() + others.held(),
            Node::Concat(items) | Node::And(items) | Node::Or(items) | Node::Tuple(items) => {
                items.held()
            }
            Node::If(arms, last) => arms.held() + last.held(),
            Node::Range(low, high) => low.held() + high.held(),
            Node::Call(name, arguments) => name.held() + arguments.held(),
            Node::Bracket(base, listing) => base.held() + listing.held(),
            Node::List(listing) => listing.held(),
        }
    }
}
