//! From text to trees: items and statements.

use super::ast::{
    Amounts, Base, Binder, BinderSource, Code, Coord, ExpectItem, Expr, File, GameItem, Ident,
    Item, LetItem, MoveRule, Moves, Node, Param, Parts, Pattern, Row, Shape, Sizes, Split,
    Statement, StatementKind, Tail, Take, Turn, TurnCount, UseItem,
};
use super::cursor::{BLOCK, Parser};
use super::errors;
use super::expr::fitting;
use super::words::Word;
use crate::text::source::Span;

impl Parser<'_> {
    /// The items of a file.
    pub(super) fn file(&mut self) -> Option<File> {
        let mut items = Vec::new();
        while !self.is_done() {
            let start = self.at;
            let item = self.item()?;
            // An item stands in a list, and again where it is defined.
            self.count(2 * (size_of::<Item>() + BLOCK));
            if !self.is_flat(start) {
                return None;
            }
            items.push(item);
        }
        let unread = Vec::new();
        Some(File { items, unread })
    }

    pub(super) fn item(&mut self) -> Option<Item> {
        let start = self.at;
        Some(match Word::reserved(self.word())? {
            Word::Game => {
                let mut game = self.head()?;
                game.statements = self.statements()?;
                game.span = self.since(start);
                Item::Game(game)
            }
            Word::Let => Item::Let(self.let_item()?),
            Word::Expect => {
                self.needs(Word::Expect)?;
                let claim = self.expr()?;
                let span = self.since(start);
                Item::Expect(ExpectItem { claim, span })
            }
            Word::Use => {
                self.needs(Word::Use)?;
                let path = self.string()?;
                let span = self.since(start);
                Item::Use(UseItem { path, span })
            }
            _ => return None,
        })
    }

    /// A game without its statements yet.
    pub(super) fn head(&mut self) -> Option<GameItem> {
        let start = self.at;
        self.needs(Word::Game)?;
        let name = self.name()?;
        let mut params = Vec::new();
        if self.takes(b'(') && !self.takes(b')') {
            params = self.until(b')', Self::param)?;
        }
        let title = match self.sees(b'"') {
            true => Some(self.string()?),
            false => None,
        };
        self.sign(b'{')?;
        Some(GameItem {
            name,
            params,
            title,
            statements: Vec::new(),
            pile_unread: false,
            span: self.since(start),
        })
    }

    fn param(&mut self) -> Option<Param> {
        let name = self.name()?;
        let default = match self.takes_assign() {
            true => Some(self.expr()?),
            false => None,
        };
        Some(Param { name, default })
    }

    fn let_item(&mut self) -> Option<LetItem> {
        let start = self.at;
        self.needs(Word::Let)?;
        let name = self.name()?;
        let params = match (self.takes(b'('), self.sees(b')')) {
            (false, _) => None,
            (true, true) => {
                self.sign(b')')?;
                Some(Vec::new())
            }
            (true, false) => Some(self.until(b')', Self::name)?),
        };
        self.takes_assign().then_some(())?;
        let value = self.expr()?;
        Some(LetItem {
            name,
            params,
            value,
            span: self.since(start),
        })
    }

    /// The statements of a game, up to its closing brace.
    pub(super) fn statements(&mut self) -> Option<Vec<Statement>> {
        let mut statements = Vec::new();
        while !self.takes(b'}') {
            statements.push(self.statement()?);
        }
        Some(fitting(statements))
    }

    pub(super) fn statement(&mut self) -> Option<Statement> {
        let start = self.at;
        self.count(size_of::<Statement>());
        let kind = match Word::reserved(self.word()) {
            None if self.is_draw() => StatementKind::Draw(self.condition(Word::Draw)?),
            None => return None,
            Some(Word::Pile) => StatementKind::Pile(self.shape()?),
            Some(Word::Take) => StatementKind::Moves(Moves::Take(self.take()?)),
            Some(Word::Split) => StatementKind::Moves(Moves::Split(self.split()?)),
            Some(Word::Octal | Word::Hex) => {
                let code = self.code()?;
                let tail = self.tail()?;
                StatementKind::Moves(Moves::Code(Code { tail, ..code }))
            }
            Some(Word::Move) => StatementKind::Moves(Moves::Move(self.move_rule()?)),
            Some(Word::Each) => StatementKind::Turn(self.turn()?),
            Some(Word::End) => StatementKind::End(self.condition(Word::End)?),
            Some(Word::Misere) => {
                self.eats_uncalled(Word::Misere).then_some(())?;
                StatementKind::Misere
            }
            Some(Word::Loopy) => {
                self.needs(Word::Loopy)?;
                StatementKind::Loopy
            }
            Some(Word::Let) => StatementKind::Let(self.let_item()?),
            Some(_) => return None,
        };
        let span = self.since(start);
        Some(Statement { kind, span })
    }

    /// `end when …`
    fn condition(&mut self, word: Word) -> Option<Expr> {
        self.needs(word)?;
        self.needs(Word::When)?;
        self.expr()
    }

    fn shape(&mut self) -> Option<Shape> {
        self.needs(Word::Pile)?;
        let start = self.at;
        if self.takes(b'(') {
            let mut coords = self.until(b')', Self::coord)?;
            return Some(match coords.len() {
                1 => Shape::One(coords.pop()?),
                _ => Shape::Tuple(coords),
            });
        }
        if !self.takes(b'{') {
            return self.coord().map(Shape::One);
        }
        let coords = self.until(b'}', Self::coord)?;
        let mut shape = braced(coords, self.since(start));
        let start = self.at;
        if let Some(range) = self.coord_range()? {
            match &mut shape {
                Shape::One(coord) if coord.range.is_none() => {
                    coord.span = coord.span.to(range.span);
                    coord.range = Some(range);
                }
                _ => {
                    let place = self.since(start);
                    self.complaints.push(errors::stray_range(place));
                }
            }
        }
        Some(shape)
    }

    fn coord(&mut self) -> Option<Coord> {
        let start = self.at;
        self.count(size_of::<Coord>());
        let is_bag = self.takes(b'{');
        let name = self.name()?;
        let row = match self.sees(b'[') || is_bag {
            true => Some(self.row(is_bag)?),
            false => None,
        };
        let mut range = self.coord_range()?;
        if is_bag {
            self.sign(b'}')?;
            let behind = self.at;
            if let Some(second) = self.coord_range()? {
                if range.is_some() {
                    let place = self.since(behind);
                    self.complaints.push(errors::stray_range(place));
                }
                range = Some(second);
            }
        }
        Some(Coord {
            name,
            row,
            range,
            span: self.since(start),
        })
    }

    /// The `[]` of a row, with the names of what it holds.
    fn row(&mut self, bag: bool) -> Option<Row> {
        self.sign(b'[')?;
        let tuple = match self.takes(b'(') {
            true => Some(self.until(b')', Self::plain_coord)?),
            false => None,
        };
        self.sign(b']')?;
        Some(Row { bag, tuple })
    }

    /// A coordinate that is a number.
    fn plain_coord(&mut self) -> Option<Coord> {
        let start = self.at;
        let name = self.name()?;
        let range = self.coord_range()?;
        Some(Coord {
            name,
            row: None,
            range,
            span: self.since(start),
        })
    }

    fn coord_range(&mut self) -> Option<Option<Expr>> {
        match self.eats(Word::In) {
            true => self.expr().map(Some),
            false => Some(None),
        }
    }

    fn take(&mut self) -> Option<Take> {
        self.needs(Word::Take)?;
        let start = self.at;
        let amounts = match self.eats_uncalled(Word::Any) {
            true => Amounts::Any(self.since(start)),
            false => Amounts::List(self.exprs()?),
        };
        // In either order.
        let mut leaving = self.leaving()?;
        let from = match self.eats(Word::From) {
            true => Some(self.place()?),
            false => None,
        };
        if leaving.is_none() {
            leaving = self.leaving()?;
        }
        Some(Take {
            amounts,
            leaving,
            from,
            tail: self.tail()?,
        })
    }

    fn leaving(&mut self) -> Option<Option<Parts>> {
        if !self.eats(Word::Leaving) {
            return Some(None);
        }
        let items = self.exprs()?;
        self.eats_unit();
        Some(Some(parts(items)))
    }

    fn split(&mut self) -> Option<Split> {
        self.needs(Word::Split)?;
        self.needs(Word::Into)?;
        let items = self.exprs()?;
        self.eats_unit();
        let start = self.at;
        let sizes = if self.eats(Word::Equal) {
            Some(Sizes::Equal)
        } else if self.eats(Word::Unequal) {
            Some(Sizes::Unequal)
        } else {
            None
        };
        Some(Split {
            parts: parts(items),
            sizes: sizes.map(|sizes| (sizes, self.since(start))),
            tail: self.tail()?,
        })
    }

    /// A code without its tail.
    pub(super) fn code(&mut self) -> Option<Code> {
        let base = match self.eats(Word::Octal) {
            true => Base::Octal,
            false => Base::Hex,
        };
        if base == Base::Hex {
            self.needs(Word::Hex)?;
        }
        Some(Code {
            base,
            text: self.code_text()?,
            tail: Tail::default(),
        })
    }

    fn move_rule(&mut self) -> Option<MoveRule> {
        self.needs(Word::Move)?;
        let mut lhs = vec![self.place()?];
        while self.takes(b',') {
            lhs.push(self.place()?);
        }
        if !(self.sees(b'-') && self.byte(1) == b'>') {
            return None;
        }
        self.go_to(self.at + 2);
        Some(MoveRule {
            lhs: fitting(lhs),
            rhs: self.exprs()?,
            tail: self.tail()?,
        })
    }

    fn turn(&mut self) -> Option<Turn> {
        self.needs(Word::Each)?;
        self.needs(Word::Turn)?;
        let count = match self.eats_uncalled(Word::All) {
            true => None,
            false => Some(TurnCount::Counts(self.exprs()?)),
        };
        self.eats_unit();
        let count = match count {
            Some(count) => count,
            None if self.eats(Word::Or) => {
                self.needs(Word::None)?;
                TurnCount::AllOrNone
            }
            None => TurnCount::All,
        };
        let start = self.at;
        let alike = self.eats(Word::Alike).then(|| self.since(start));
        Some(Turn { count, alike })
    }

    /// `for …` and `where …`
    pub(super) fn tail(&mut self) -> Option<Tail> {
        let mut tail = Tail::default();
        if self.eats(Word::For) {
            tail.binders.push(self.binder()?);
            while self.takes(b',') {
                tail.binders.push(self.binder()?);
            }
            tail.binders.shrink_to_fit();
        }
        if self.eats(Word::Where) {
            tail.guard = Some(self.expr()?);
        }
        Some(tail)
    }

    fn binder(&mut self) -> Option<Binder> {
        let start = self.at;
        self.count(size_of::<Binder>());
        let pattern = match self.takes(b'(') {
            true => {
                let mut names = self.until(b')', Self::name)?;
                match names.len() {
                    1 => Pattern::Name(names.pop()?),
                    _ => Pattern::Tuple(names, self.since(start)),
                }
            }
            false => Pattern::Name(self.name()?),
        };
        let (source, may_end) = if self.eats(Word::In) {
            (BinderSource::In(self.expr()?), true)
        } else if self.takes_assign() {
            (BinderSource::Is(self.expr()?), false)
        } else {
            (BinderSource::Unstated, true)
        };
        let run = match may_end && self.is_while() {
            true => {
                self.needs(Word::While)?;
                Some(self.expr()?)
            }
            false => None,
        };
        Some(Binder {
            pattern,
            source,
            run,
            span: self.since(start),
        })
    }
}

/// `{p[]}` is a bag; any other coordinates in braces are an unordered tuple.
fn braced(mut coords: Vec<Coord>, span: Span) -> Shape {
    if let [coord] = coords.as_mut_slice()
        && let Some(row) = &mut coord.row
    {
        row.bag = true;
        coord.span = span;
        if let Some(coord) = coords.pop() {
            return Shape::One(coord);
        }
    }
    Shape::Unordered(coords)
}

/// Two or more bare names are parts, anything else says how many parts there are.
fn parts(items: Vec<Expr>) -> Parts {
    let names: Vec<Ident> = items
        .iter()
        .filter_map(|item| match &item.node {
            Node::Name(name) => Some(Ident {
                name: name.clone(),
                span: item.span,
            }),
            _ => None,
        })
        .collect();
    if names.len() >= 2 && names.len() == items.len() {
        Parts::Named(names)
    } else {
        Parts::Counts(items)
    }
}
