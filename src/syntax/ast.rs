//! The tree of a rule file: what was written, with the place of every part.
//!
//! Long chains (`1 + 1 + 1 + …`, `a and b and …`, `else if …`) are flat lists, so that the depth of a tree is the depth of
//! the brackets in the text, which the parser limits.

use std::sync::Arc;

use super::words::Word;
use crate::text::source::Span;

/// A name with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ident {
    pub name: String,
    pub span: Span,
}

/// A quoted string with its place (quotes included in the span).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StrLit {
    /// The text between the quotes.
    pub text: String,
    pub span: Span,
}

/// A whole file.
#[derive(Debug, Clone, Default)]
pub struct File {
    pub items: Vec<Item>,
    /// Names of items that could not be read.
    pub unread: Vec<String>,
}

/// A top-level item.
#[derive(Debug, Clone)]
pub enum Item {
    /// `game NAME(…) "TITLE" { … }`
    Game(Arc<GameItem>),
    /// `let NAME = EXPR`
    Let(Arc<LetItem>),
    /// `expect EXPR`
    Expect(Arc<ExpectItem>),
    /// `use "other.nimrule"`
    Use(Box<UseItem>),
}

impl Item {
    /// Where it stands.
    pub fn span(&self) -> Span {
        match self {
            Item::Game(item) => item.span,
            Item::Let(item) => item.span,
            Item::Expect(item) => item.span,
            Item::Use(item) => item.span,
        }
    }

    /// What it defines.
    pub fn name(&self) -> Option<&Ident> {
        match self {
            Item::Game(item) => Some(&item.name),
            Item::Let(item) => Some(&item.name),
            Item::Expect(_) | Item::Use(_) => None,
        }
    }
}

/// What may be entered at the prompt: an item or an expression to evaluate.
#[derive(Debug, Clone)]
pub enum Entry {
    /// A definition or an expectation.
    Item(Item),
    /// A question.
    Expr(Expr),
}

impl Entry {
    pub fn span(&self) -> Span {
        match self {
            Entry::Item(item) => item.span(),
            Entry::Expr(expr) => expr.span,
        }
    }
}

/// A game definition.
#[derive(Debug, Clone)]
pub struct GameItem {
    pub name: Ident,
    pub params: Vec<Param>,
    pub title: Option<StrLit>,
    pub statements: Vec<Statement>,
    /// Whether its `pile` statement could not be read, so that nothing can be said about its rules.
    pub pile_unread: bool,
    pub span: Span,
}

impl GameItem {
    /// Whether it was written without a name, in an expression.
    pub fn is_nameless(&self) -> bool {
        self.name.span == self.span
    }

    /// What its `pile` statement says, if there is one.
    pub fn shape(&self) -> Option<&Shape> {
        let mut kinds = self.statements.iter().map(|statement| &statement.kind);
        kinds.find_map(|kind| match kind {
            StatementKind::Pile(shape) => Some(shape),
            _ => None,
        })
    }

    /// What its `let` statements define.
    pub fn lets(&self) -> impl Iterator<Item = &Arc<LetItem>> {
        self.statements.iter().filter_map(|it| match &it.kind {
            StatementKind::Let(item) => Some(item),
            _ => None,
        })
    }
}

/// A parameter of a game.
#[derive(Debug, Clone)]
pub struct Param {
    pub name: Ident,
    /// `= DEFAULT`
    pub default: Option<Expr>,
}

/// `let NAME = EXPR` or `let NAME(ARG, …) = EXPR`.
#[derive(Debug, Clone)]
pub struct LetItem {
    pub name: Ident,
    /// The arguments of a function; `None` for a constant.
    pub params: Option<Vec<Ident>>,
    pub value: Expr,
    pub span: Span,
}

/// `expect EXPR`.
#[derive(Debug, Clone)]
pub struct ExpectItem {
    pub claim: Expr,
    pub span: Span,
}

/// `use "PATH"`.
#[derive(Debug, Clone)]
pub struct UseItem {
    pub path: StrLit,
    pub span: Span,
}

/// A statement of a game.
#[derive(Debug, Clone)]
pub struct Statement {
    pub kind: StatementKind,
    pub span: Span,
}

/// The kinds of statement.
#[derive(Debug, Clone)]
pub enum StatementKind {
    Pile(Shape),
    /// What may be done with a pile
    Moves(Moves),
    Turn(Turn),
    End(Expr),
    /// `draw when COND`
    Draw(Expr),
    Misere,
    Loopy,
    /// a `let` of the game
    Let(Arc<LetItem>),
}

/// The statements that say what may be done with a pile.
#[derive(Debug, Clone)]
pub enum Moves {
    Take(Take),
    Split(Split),
    /// `octal 0.77`, `hex 0.8F`
    Code(Code),
    Move(MoveRule),
}

impl Moves {
    /// What it binds, and its condition.
    pub fn tail(&self) -> &Tail {
        match self {
            Moves::Take(take) => &take.tail,
            Moves::Split(split) => &split.tail,
            Moves::Code(code) => &code.tail,
            Moves::Move(rule) => &rule.tail,
        }
    }

    /// The expressions that it is made of, but for those of its tail.
    pub fn exprs(&self) -> Vec<&Expr> {
        match self {
            Moves::Take(take) => {
                let counts = take.leaving.iter().flat_map(Parts::counts);
                let amounts = take.amounts.listed().iter();
                amounts.chain(counts).chain(&take.from).collect()
            }
            Moves::Split(split) => split.parts.counts().iter().collect(),
            Moves::Code(_) => Vec::new(),
            Moves::Move(rule) => rule.lhs.iter().chain(&rule.rhs).collect(),
        }
    }

    /// The amounts of a `take` that are written.
    pub fn amounts(&self) -> &[Expr] {
        match self {
            Moves::Take(take) => take.amounts.listed(),
            Moves::Split(_) | Moves::Code(_) | Moves::Move(_) => &[],
        }
    }

    /// The names of the parts that it leaves.
    pub fn parts(&self) -> &[Ident] {
        let parts = match self {
            Moves::Take(take) => take.leaving.as_ref(),
            Moves::Split(split) => Some(&split.parts),
            Moves::Code(_) | Moves::Move(_) => None,
        };
        match parts {
            Some(Parts::Named(names)) => names,
            Some(Parts::Counts(_)) | None => &[],
        }
    }
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

impl Shape {
    /// The coordinates; at least one.
    pub fn coords(&self) -> &[Coord] {
        match self {
            Shape::One(coord) => std::slice::from_ref(coord),
            Shape::Tuple(coords) | Shape::Unordered(coords) => coords,
        }
    }

    /// The coordinates, and behind each those of the tuples in its row.
    pub fn all_coords(&self) -> impl Iterator<Item = &Coord> {
        self.coords().iter().flat_map(|coord| {
            let inner = coord.row.iter().flat_map(|row| &row.tuple);
            std::iter::once(coord).chain(inner.flatten())
        })
    }
}

/// A coordinate of a pile, or of the tuples in a row.
#[derive(Debug, Clone)]
pub struct Coord {
    pub name: Ident,
    /// Set for a row or bag.
    pub row: Option<Row>,
    /// `in RANGE`
    pub range: Option<Expr>,
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
    pub binders: Vec<Binder>,
    pub guard: Option<Expr>,
}

impl Tail {
    /// What the binders run over, and how long.
    pub fn sources(&self) -> impl Iterator<Item = &Expr> {
        self.binders.iter().flat_map(|binder| {
            let source = match &binder.source {
                BinderSource::In(source) | BinderSource::Is(source) => Some(source),
                BinderSource::Unstated => None,
            };
            source.into_iter().chain(&binder.run)
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
    pub pattern: Pattern,
    /// What it runs over.
    pub source: BinderSource,
    /// `while COND`: the run ends where this fails first.
    pub run: Option<Expr>,
    pub span: Span,
}

/// The left side of a binder.
#[derive(Debug, Clone)]
pub enum Pattern {
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
    pub amounts: Amounts,
    pub leaving: Option<Parts>,
    pub from: Option<Expr>,
    pub tail: Tail,
}

/// The amounts of a `take`.
#[derive(Debug, Clone)]
pub enum Amounts {
    Any(Span),
    /// Expressions, ranges and lists, with commas between them.
    List(Vec<Expr>),
}

impl Amounts {
    pub fn listed(&self) -> &[Expr] {
        match self {
            Amounts::Any(_) => &[],
            Amounts::List(amounts) => amounts,
        }
    }
}

/// What a pile is left as or split into.
#[derive(Debug, Clone)]
pub enum Parts {
    /// How many non-empty parts: numbers and ranges.
    Counts(Vec<Expr>),
    /// Two or more names, one for each non-empty part.
    Named(Vec<Ident>),
}

impl Parts {
    pub fn counts(&self) -> &[Expr] {
        match self {
            Parts::Counts(counts) => counts,
            Parts::Named(_) => &[],
        }
    }
}

/// `split into …`
#[derive(Debug, Clone)]
pub struct Split {
    pub parts: Parts,
    pub sizes: Option<(Sizes, Span)>,
    pub tail: Tail,
}

/// How the sizes of parts compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sizes {
    /// All parts the same.
    Equal,
    Unequal,
}

/// A taking-and-breaking code.
#[derive(Debug, Clone)]
pub struct Code {
    pub base: Base,
    /// The code as written, for example `0.77`, `0.(3)` or `4.7`; its digits are checked by the rules stage.
    pub text: StrLit,
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
    pub tail: Tail,
}

/// `each turn COUNT piles [alike]`
#[derive(Debug, Clone)]
pub struct Turn {
    pub count: TurnCount,
    /// The place of `alike`, where it is written.
    pub alike: Option<Span>,
}

/// How many piles a turn moves in.
#[derive(Debug, Clone)]
pub enum TurnCount {
    /// Numbers and ranges.
    Counts(Vec<Expr>),
    All,
    AllOrNone,
}

impl TurnCount {
    /// The numbers and ranges that are written.
    pub fn listed(&self) -> &[Expr] {
        match self {
            TurnCount::Counts(counts) => counts,
            TurnCount::All | TurnCount::AllOrNone => &[],
        }
    }
}

/// An expression.
#[derive(Debug, Clone)]
pub struct Expr {
    pub node: Node,
    /// Where it stands, trimmed of white space and comments.
    pub span: Span,
}

/// The kinds of expression.
#[derive(Debug, Clone)]
pub enum Node {
    Int(i64),
    Bool(bool),
    /// `first` (true) and `second` (false)
    Outcome(bool),
    /// `"…"`
    Str(String),
    Name(String),
    /// Unary minus.
    Neg(Box<Expr>),
    Not(Box<Expr>),
    /// Operators of one level, from left to right: `+ -`, or `* / %`.
    Arith(Box<Expr>, Box<[(ArithOp, Expr)]>),
    /// `a ++ b ++ c`
    Concat(Box<[Expr]>),
    /// A chain of comparisons.
    Compare(Box<Expr>, Box<[(CompareOp, Expr)]>),
    /// `a and b and c`
    And(Box<[Expr]>),
    /// `a or b or c`
    Or(Box<[Expr]>),
    /// `if c then a else if d then b else e`: conditions with their values, then the last value.
    If(Box<[(Expr, Expr)]>, Box<Expr>),
    /// `a..b`, `a..`, `..b`, `..`
    Range(Option<Box<Expr>>, Option<Box<Expr>>),
    /// `name(args)`. A lone comprehension, `sum(x for x in xs)`, arrives as one `List`.
    Call(Box<Ident>, Box<[Expr]>),
    /// `base[…]`: an index, a slice or a position.
    Bracket(Box<Expr>, Box<Listing>),
    /// `[…]`
    List(Box<Listing>),
    /// `(a, b)`, at least two elements.
    Tuple(Box<[Expr]>),
    /// `octal 0.77`, `game { … }`: a game whose name is empty.
    Game(Arc<GameItem>),
}

/// What stands between square brackets.
#[derive(Debug, Clone)]
pub enum Listing {
    /// `a, b, c`
    Items(Box<[Expr]>),
    /// `x; count`
    Repeat(Box<Expr>, Box<Expr>),
    /// `f(x) for x in xs where …`
    Comprehension(Box<Expr>, Box<Tail>),
}

/// Operators of arithmetic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArithOp {
    Add,
    /// `-` between positions is an error; between integers a difference.
    Sub,
    Mul,
    /// `/`, floor division
    Div,
    /// `%`, with the sign of the divisor
    Rem,
}

impl ArithOp {
    const ALL: [ArithOp; 5] = [Self::Add, Self::Sub, Self::Mul, Self::Div, Self::Rem];

    /// The operator that is written so.
    pub(super) fn of(sign: &str) -> Option<ArithOp> {
        ArithOp::ALL.into_iter().find(|op| op.sign() == sign)
    }

    /// How it is written.
    pub fn sign(self) -> &'static str {
        ["+", "-", "*", "/", "%"][self as usize]
    }

    /// How tightly it holds what stands beside it.
    pub fn level(self) -> Level {
        match self {
            ArithOp::Add | ArithOp::Sub => Level::Sum,
            ArithOp::Mul | ArithOp::Div | ArithOp::Rem => Level::Product,
        }
    }
}

/// Operators of comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompareOp {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    In,
    NotIn,
}

impl CompareOp {
    const ORDERS: [CompareOp; 6] = [Self::Eq, Self::Ne, Self::Lt, Self::Le, Self::Gt, Self::Ge];

    /// The operator that is written so with a sign.
    pub(super) fn of(sign: &str) -> Option<CompareOp> {
        CompareOp::ORDERS.into_iter().find(|op| op.sign() == sign)
    }

    /// How it is written.
    pub fn sign(self) -> &'static str {
        ["==", "!=", "<", "<=", ">", ">=", Word::In.text(), "not in"][self as usize]
    }

    /// Whether it says which of two is larger.
    pub(crate) fn is_order(self) -> bool {
        matches!(self, Self::Lt | Self::Le | Self::Gt | Self::Ge)
    }

    /// The operator that holds where this one does not.
    pub fn opposite(self) -> CompareOp {
        match self {
            CompareOp::Eq => CompareOp::Ne,
            CompareOp::Ne => CompareOp::Eq,
            CompareOp::Lt => CompareOp::Ge,
            CompareOp::Ge => CompareOp::Lt,
            CompareOp::Gt => CompareOp::Le,
            CompareOp::Le => CompareOp::Gt,
            CompareOp::In => CompareOp::NotIn,
            CompareOp::NotIn => CompareOp::In,
        }
    }
}

/// How tightly an operator holds what stands beside it; an operand that holds less stands in parentheses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    Whole,
    Or,
    And,
    Not,
    Compare,
    Range,
    Concat,
    Sum,
    Product,
    Minus,
    Operand,
}

impl Expr {
    /// The expressions that it is made of, in the order in which they are written, but that an element stands before what it
    /// is taken from.
    pub fn children(&self) -> Vec<&Expr> {
        match &self.node {
            Node::Int(_)
            | Node::Bool(_)
            | Node::Outcome(_)
            | Node::Str(_)
            | Node::Name(_)
            | Node::Game(_) => Vec::new(),
            Node::Neg(inner) | Node::Not(inner) => vec![inner],
            Node::Arith(first, rest) => chained(first, rest),
            Node::Compare(first, rest) => chained(first, rest),
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

fn chained<'e, T>(first: &'e Expr, rest: &'e [(T, Expr)]) -> Vec<&'e Expr> {
    let rest = rest.iter().map(|(_, right)| right);
    std::iter::once(first).chain(rest).collect()
}

impl Listing {
    fn children(&self) -> Vec<&Expr> {
        match self {
            Listing::Items(items) => items.iter().collect(),
            Listing::Repeat(a, b) => vec![a, b],
            Listing::Comprehension(element, tail) => {
                let parts = tail.sources().chain(&tail.guard);
                std::iter::once(&**element).chain(parts).collect()
            }
        }
    }
}

/// Most of a tree are numbers and names, and of these there are as many as a file has.
const _: () = assert!(size_of::<Expr>() <= 48);
