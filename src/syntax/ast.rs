//! The tree of a rule file: what was written, with the place of every part.
//!
//! Long chains (`1 + 1 + 1 + …`, `a and b and …`, `else if …`) are flat lists, so that the depth of a tree is the depth of
//! the brackets in the text, which the parser limits.

use super::words::Word;
use crate::text::source::Span;

/// A name with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ident {
    /// The name.
    pub name: String,
    /// Where it stands.
    pub span: Span,
}

/// A quoted string with its place (quotes included in the span).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StrLit {
    /// The text between the quotes.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A whole file.
#[derive(Debug, Clone, Default)]
pub struct File {
    /// Its items, in order.
    pub items: Vec<Item>,
}

/// A top-level item.
#[derive(Debug, Clone)]
pub enum Item {
    /// `game NAME(…) "TITLE" { … }`
    Game(GameItem),
    /// `let NAME = EXPR`
    Let(LetItem),
    /// `expect EXPR`
    Expect(ExpectItem),
    /// `use "other.nimrule"`
    Use(UseItem),
}

/// What may be entered at the prompt: an item or an expression to evaluate.
#[derive(Debug, Clone)]
pub enum Entry {
    /// A definition or an expectation.
    Item(Item),
    /// A question.
    Expr(Expr),
}

/// A game definition.
#[derive(Debug, Clone)]
pub struct GameItem {
    /// Its name.
    pub name: Ident,
    /// Its parameters.
    pub params: Vec<Param>,
    /// Its title.
    pub title: Option<StrLit>,
    /// The statements between the braces.
    pub statements: Vec<Statement>,
    /// Whether its `pile` statement could not be read, so that nothing can be said about its rules.
    pub pile_unread: bool,
    /// The whole definition.
    pub span: Span,
}

/// A parameter of a game.
#[derive(Debug, Clone)]
pub struct Param {
    /// Its name.
    pub name: Ident,
    /// `= DEFAULT`
    pub default: Option<Expr>,
}

/// `let NAME = EXPR` or `let NAME(ARG, …) = EXPR`.
#[derive(Debug, Clone)]
pub struct LetItem {
    /// Its name.
    pub name: Ident,
    /// The arguments of a function; `None` for a constant.
    pub params: Option<Vec<Ident>>,
    /// The right side.
    pub value: Expr,
    /// The whole item.
    pub span: Span,
}

/// `expect EXPR`.
#[derive(Debug, Clone)]
pub struct ExpectItem {
    /// The claim.
    pub claim: Expr,
    /// The whole item.
    pub span: Span,
}

/// `use "PATH"`.
#[derive(Debug, Clone)]
pub struct UseItem {
    /// The path as written.
    pub path: StrLit,
    /// The whole item.
    pub span: Span,
}

/// A statement of a game.
#[derive(Debug, Clone)]
pub struct Statement {
    /// What it says.
    pub kind: StatementKind,
    /// The whole statement.
    pub span: Span,
}

/// The kinds of statement.
#[derive(Debug, Clone)]
pub enum StatementKind {
    /// `pile …`
    Pile(Shape),
    /// What may be done with a pile
    Moves(Moves),
    /// `each turn …`
    Turn(Turn),
    /// `end when COND`
    End(Expr),
    /// `misere`
    Misere,
    /// `loopy`
    Loopy,
    /// a `let` of the game
    Let(LetItem),
}

/// The statements that say what may be done with a pile.
#[derive(Debug, Clone)]
pub enum Moves {
    /// `take …`
    Take(Take),
    /// `split into …`
    Split(Split),
    /// `octal 0.77`, `hex 0.8F`
    Code(Code),
    /// `move LHS -> RHS`
    Move(MoveRule),
}

/// What a pile looks like.
#[derive(Debug, Clone)]
pub enum Shape {
    /// `pile n`, `pile p[]`, `pile {p[]}`
    One(Coord),
    /// `pile (a, b)`
    Tuple(Vec<Coord>),
    /// `pile {a, b}`
    Unordered(Vec<Coord>),
}

/// A coordinate of a pile, or of the tuples in a row.
#[derive(Debug, Clone)]
pub struct Coord {
    /// Its name.
    pub name: Ident,
    /// Set for a row or bag.
    pub row: Option<Row>,
    /// `in RANGE`
    pub range: Option<Expr>,
    /// The whole coordinate.
    pub span: Span,
}

/// The `[]` of a row.
#[derive(Debug, Clone)]
pub struct Row {
    /// Whether the order of the entries does not count (`{p[]}`).
    pub bag: bool,
    /// The names in `cells[(row, col)]`; `None` where the entries are integers. These coordinates have no row of their own.
    pub tuple: Option<Vec<Coord>>,
}

/// The `for BINDERS` and `where COND` at the end of a move statement or comprehension.
#[derive(Debug, Clone, Default)]
pub struct Tail {
    /// The binders, from left to right.
    pub binders: Vec<Binder>,
    /// The condition.
    pub guard: Option<Expr>,
}

impl Tail {
    /// What the binders run over.
    pub fn sources(&self) -> impl Iterator<Item = &Expr> {
        let sources = self.binders.iter().map(|binder| &binder.source);
        sources.filter_map(|source| match source {
            BinderSource::In(source) | BinderSource::Is(source) => Some(source),
            BinderSource::Unstated => None,
        })
    }

    /// The names that are bound.
    pub fn names(&self) -> impl Iterator<Item = &Ident> {
        self.binders
            .iter()
            .flat_map(|binder| binder.pattern.names())
    }

    /// Whether a name is bound.
    pub fn binds(&self, name: &str) -> bool {
        self.names().any(|bound| bound.name == name)
    }
}

/// One binder.
#[derive(Debug, Clone)]
pub struct Binder {
    /// What is bound.
    pub pattern: Pattern,
    /// What it runs over.
    pub source: BinderSource,
    /// The whole binder.
    pub span: Span,
}

/// The left side of a binder.
#[derive(Debug, Clone)]
pub enum Pattern {
    /// One name.
    Name(Ident),
    /// `(dx, dy)`
    Tuple(Vec<Ident>, Span),
}

impl Pattern {
    /// The names.
    pub fn names(&self) -> &[Ident] {
        match self {
            Pattern::Name(name) => std::slice::from_ref(name),
            Pattern::Tuple(names, _) => names,
        }
    }
}

/// What a binder runs over.
#[derive(Debug, Clone)]
pub enum BinderSource {
    /// Nothing written: the indices of a row, or `1..`.
    Unstated,
    /// `in DOMAIN`
    In(Expr),
    /// `= VALUE`
    Is(Expr),
}

/// `take AMOUNTS [leaving …] [from COORDINATE] [for …] [where …]`
#[derive(Debug, Clone)]
pub struct Take {
    /// How many.
    pub amounts: Amounts,
    /// `leaving …`
    pub leaving: Option<Parts>,
    /// `from COORDINATE`
    pub from: Option<Expr>,
    /// `for` and `where`
    pub tail: Tail,
}

/// The amounts of a `take`.
#[derive(Debug, Clone)]
pub enum Amounts {
    /// `any`
    Any(Span),
    /// Expressions, ranges and lists, with commas between them.
    List(Vec<Expr>),
}

/// What a pile is left as or split into.
#[derive(Debug, Clone)]
pub enum Parts {
    /// How many non-empty parts: numbers and ranges.
    Counts(Vec<Expr>),
    /// Two or more names, one for each non-empty part.
    Named(Vec<Ident>),
}

/// `split into …`
#[derive(Debug, Clone)]
pub struct Split {
    /// The parts.
    pub parts: Parts,
    /// `equal` or `unequal`
    pub sizes: Option<(Sizes, Span)>,
    /// `for` and `where`
    pub tail: Tail,
}

/// How the sizes of parts compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sizes {
    /// All parts the same.
    Equal,
    /// Pairwise different.
    Unequal,
}

/// A taking-and-breaking code.
#[derive(Debug, Clone)]
pub struct Code {
    /// Octal or hexadecimal.
    pub base: Base,
    /// The code as written, for example `0.77`, `0.(3)` or `4.7`; its digits are checked by the rules stage.
    pub text: StrLit,
    /// `for` and `where`
    pub tail: Tail,
}

/// The base of a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Base {
    /// Digits 0 to 7.
    Octal,
    /// Digits 0 to 9 and A to F.
    Hex,
}

impl Base {
    /// The word that begins the statement.
    pub fn word(self) -> Word {
        match self {
            Base::Octal => Word::Octal,
            Base::Hex => Word::Hex,
        }
    }
}

/// `move LHS -> RHS`
#[derive(Debug, Clone)]
pub struct MoveRule {
    /// What changes: `a, b` is two expressions, `(a, b)` one tuple.
    pub lhs: Vec<Expr>,
    /// What it becomes, in the same forms.
    pub rhs: Vec<Expr>,
    /// `for` and `where`
    pub tail: Tail,
}

/// `each turn COUNT piles [alike]`
#[derive(Debug, Clone)]
pub struct Turn {
    /// How many piles.
    pub count: TurnCount,
    /// The place of `alike`, where it is written.
    pub alike: Option<Span>,
}

/// How many piles a turn moves in.
#[derive(Debug, Clone)]
pub enum TurnCount {
    /// Numbers and ranges.
    Counts(Vec<Expr>),
    /// `all piles`
    All,
    /// `all piles or none`
    AllOrNone,
}

/// An expression.
#[derive(Debug, Clone)]
pub struct Expr {
    /// What it is.
    pub node: Node,
    /// Where it stands, trimmed of white space and comments.
    pub span: Span,
}

/// The kinds of expression.
#[derive(Debug, Clone)]
pub enum Node {
    /// An integer literal.
    Int(i64),
    /// `true`, `false`
    Bool(bool),
    /// `first` (true) and `second` (false)
    Outcome(bool),
    /// `"…"`
    Str(String),
    /// A name.
    Name(String),
    /// Unary minus.
    Neg(Box<Expr>),
    /// `not`
    Not(Box<Expr>),
    /// Operators of one level, from left to right: `+ -`, or `* / %`.
    Arith(Box<Expr>, Vec<(ArithOp, Expr)>),
    /// `a ++ b ++ c`
    Concat(Vec<Expr>),
    /// A chain of comparisons.
    Compare(Box<Expr>, Vec<(CompareOp, Expr)>),
    /// `a and b and c`
    And(Vec<Expr>),
    /// `a or b or c`
    Or(Vec<Expr>),
    /// `if c then a else if d then b else e`: conditions with their values, then the last value.
    If(Vec<(Expr, Expr)>, Box<Expr>),
    /// `a..b`, `a..`, `..b`, `..`
    Range(Option<Box<Expr>>, Option<Box<Expr>>),
    /// `name(args)`. A lone comprehension, `sum(x for x in xs)`, arrives as one `List`.
    Call(Ident, Vec<Expr>),
    /// `base[…]`: an index, a slice or a position.
    Bracket(Box<Expr>, Box<Listing>),
    /// `[…]`
    List(Box<Listing>),
    /// `(a, b)`, at least two elements.
    Tuple(Vec<Expr>),
}

/// What stands between square brackets.
#[derive(Debug, Clone)]
pub enum Listing {
    /// `a, b, c`
    Items(Vec<Expr>),
    /// `x; count`
    Repeat(Expr, Expr),
    /// `f(x) for x in xs where …`
    Comprehension(Expr, Tail),
}

/// Operators of arithmetic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArithOp {
    /// `+`
    Add,
    /// `-` between positions is an error; between integers a difference.
    Sub,
    /// `*`
    Mul,
    /// `/`, floor division
    Div,
    /// `%`, with the sign of the divisor
    Rem,
}

/// Operators of comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompareOp {
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `in`
    In,
    /// `not in`
    NotIn,
}

impl Expr {
    /// The expressions that it is made of, in the order in which they are written, but that an element stands before what it
    /// is taken from.
    pub fn children(&self) -> Vec<&Expr> {
        match &self.node {
            Node::Int(_) | Node::Bool(_) | Node::Outcome(_) | Node::Str(_) | Node::Name(_) => {
                Vec::new()
            }
            Node::Neg(inner) | Node::Not(inner) => vec![inner],
            Node::Arith(first, rest) => {
                let rest = rest.iter().map(|(_, right)| right);
                std::iter::once(&**first).chain(rest).collect()
            }
            Node::Compare(first, rest) => {
                let rest = rest.iter().map(|(_, right)| right);
                std::iter::once(&**first).chain(rest).collect()
            }
            Node::Concat(parts)
            | Node::And(parts)
            | Node::Or(parts)
            | Node::Tuple(parts)
            | Node::Call(_, parts) => parts.iter().collect(),
            Node::If(branches, last) => {
                let branches = branches.iter().flat_map(|(c, value)| [c, value]);
                branches.chain([&**last]).collect()
            }
            Node::Range(lo, hi) => lo.as_deref().into_iter().chain(hi.as_deref()).collect(),
            Node::Bracket(base, listing) => {
                let inside = listing.children();
                std::iter::once(&**base).chain(inside).collect()
            }
            Node::List(listing) => listing.children(),
        }
    }
}

impl Listing {
    fn children(&self) -> Vec<&Expr> {
        match self {
            Listing::Items(items) => items.iter().collect(),
            Listing::Repeat(a, b) => vec![a, b],
            Listing::Comprehension(element, tail) => {
                let element = std::iter::once(element);
                element.chain(tail.sources()).chain(&tail.guard).collect()
            }
        }
    }
}

// ---- How many bytes a tree holds beside its own

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
