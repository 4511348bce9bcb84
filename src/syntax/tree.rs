//! From matched text to trees: items and statements.

use std::sync::Arc;

use pest::iterators::{Pair, Pairs};
use pest_derive::Parser;

use super::ast::{
    Amounts, Base, Binder, BinderSource, Code, Coord, ExpectItem, Expr, GameItem, Ident, Item,
    LetItem, MoveRule, Moves, Node, Param, Parts, Pattern, Row, Shape, Sizes, Split, Statement,
    StatementKind, StrLit, Tail, Take, Turn, TurnCount, UseItem,
};
use super::errors;
use crate::text::diagnostic::Diagnostic;
use crate::text::source::{SourceId, Span};

/// The parser that is generated from the grammar.
#[derive(Parser)]
#[grammar = "grammar/nimrule.pest"]
pub(super) struct Grammar;

/// What a piece of text is read as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Goal {
    Item,
    Head,
    Statement,
    Expr,
    Exprs,
}

impl Goal {
    pub(super) fn rule(self) -> Rule {
        match self {
            Goal::Item => Rule::only_item,
            Goal::Head => Rule::only_head,
            Goal::Statement => Rule::only_statement,
            Goal::Expr => Rule::only_expr,
            Goal::Exprs => Rule::only_exprs,
        }
    }
}

/// Makes trees of what the grammar matched.
///
/// Its functions return `None` for shapes that the grammar does not let through; what they rely on is written there.
pub(super) struct Builder<'c> {
    pub(super) source: SourceId,
    /// Where the matched text begins in the source.
    pub(super) base: usize,
    /// Mistakes that are no matter of form.
    pub(super) complaints: &'c mut Vec<Diagnostic>,
}

impl Builder<'_> {
    /// Builds, and complains where the grammar let something through that the functions here do not know.
    pub(super) fn checked<'t, T>(
        &mut self,
        pair: Pair<'t, Rule>,
        build: impl FnOnce(&mut Self, Pair<'t, Rule>) -> Option<T>,
    ) -> Option<T> {
        let place = self.trimmed(&pair);
        let built = build(self, pair);
        if built.is_none() {
            self.complaints.push(errors::not_understood(place));
        }
        built
    }

    /// The place of a pair that ends with a token of its own.
    pub(super) fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        let span = pair.as_span();
        Span::new(
            self.source,
            self.base + span.start(),
            self.base + span.end(),
        )
    }

    /// The place of any pair. Where the grammar tried in vain to go on, a pair has swallowed blanks: its last token ends it.
    fn trimmed(&self, pair: &Pair<'_, Rule>) -> Span {
        let start = pair.as_span().start();
        let mut last = pair.clone();
        let end = loop {
            let end = last.as_span().end();
            match last.into_inner().next_back() {
                Some(inner) => last = inner,
                None => break end,
            }
        };
        Span::new(self.source, self.base + start, self.base + end)
    }

    pub(super) fn string(&self, pair: &Pair<'_, Rule>) -> StrLit {
        StrLit {
            text: pair.as_str().trim_matches('"').to_owned(),
            span: self.span(pair),
        }
    }

    pub(super) fn item(&mut self, pair: Pair<'_, Rule>) -> Option<Item> {
        let pair = pair.into_inner().next()?;
        let span = self.trimmed(&pair);
        let rule = pair.as_rule();
        let mut inner = pair.into_inner();
        Some(match rule {
            Rule::game_item => {
                let mut game = self.head(inner.next()?)?;
                game.span = span;
                for part in inner {
                    if part.as_rule() == Rule::statement {
                        game.statements.push(self.statement(part)?);
                    }
                }
                game.statements.shrink_to_fit();
                Item::Game(Arc::new(game))
            }
            Rule::let_item => Item::Let(Arc::new(self.let_item(inner, span)?)),
            Rule::expect_item => Item::Expect(Arc::new(ExpectItem {
                claim: self.exprs(inner)?.pop()?,
                span,
            })),
            Rule::use_item => Item::Use(Box::new(UseItem {
                path: self.string(&inner.find(|part| part.as_rule() == Rule::string)?),
                span,
            })),
            _ => return None,
        })
    }

    /// A game without its statements yet.
    pub(super) fn head(&mut self, pair: Pair<'_, Rule>) -> Option<GameItem> {
        let span = self.trimmed(&pair);
        let (mut name, mut params, mut title) = (None, Vec::new(), None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::name => name = Some(self.ident(&part)),
                Rule::string => title = Some(self.string(&part)),
                Rule::params => {
                    for param in part
                        .into_inner()
                        .filter(|part| part.as_rule() == Rule::param)
                    {
                        let mut inner = param.into_inner();
                        params.push(Param {
                            name: self.ident(&inner.next()?),
                            default: self.exprs(inner)?.pop(),
                        });
                    }
                }
                _ => {}
            }
        }
        Some(GameItem {
            name: name?,
            params,
            title,
            statements: Vec::new(),
            pile_unread: false,
            span,
        })
    }

    fn let_item(&mut self, inner: Pairs<'_, Rule>, span: Span) -> Option<LetItem> {
        let (mut name, mut params, mut value) = (None, None, None);
        for part in inner {
            match part.as_rule() {
                Rule::name => name = Some(self.ident(&part)),
                Rule::arguments_named => params = Some(self.idents(part.into_inner())),
                Rule::expr => value = Some(self.expr(part)?),
                _ => {}
            }
        }
        Some(LetItem {
            name: name?,
            params,
            value: value?,
            span,
        })
    }

    fn idents(&self, pairs: Pairs<'_, Rule>) -> Vec<Ident> {
        let found = pairs
            .filter(|part| part.as_rule() == Rule::name)
            .map(|part| self.ident(&part));
        fitting(found.collect())
    }

    pub(super) fn statement(&mut self, pair: Pair<'_, Rule>) -> Option<Statement> {
        let pair = pair.into_inner().next()?;
        let span = self.trimmed(&pair);
        let rule = pair.as_rule();
        let inner = pair.into_inner();
        let kind = match rule {
            Rule::pile_statement => StatementKind::Pile(self.shape(inner)?),
            Rule::take_statement => StatementKind::Moves(Moves::Take(self.take(inner)?)),
            Rule::split_statement => StatementKind::Moves(Moves::Split(self.split(inner)?)),
            Rule::code_statement => StatementKind::Moves(Moves::Code(self.code(inner)?)),
            Rule::move_statement => StatementKind::Moves(Moves::Move(self.move_rule(inner)?)),
            Rule::turn_statement => StatementKind::Turn(self.turn(inner)?),
            Rule::end_statement => StatementKind::End(self.exprs(inner)?.pop()?),
            Rule::draw_statement => StatementKind::Draw(self.exprs(inner)?.pop()?),
            Rule::misere_statement => StatementKind::Misere,
            Rule::loopy_statement => StatementKind::Loopy,
            Rule::let_item => StatementKind::Let(Arc::new(self.let_item(inner, span)?)),
            _ => return None,
        };
        Some(Statement { kind, span })
    }

    fn shape(&mut self, inner: Pairs<'_, Rule>) -> Option<Shape> {
        let mut shape = None;
        for part in inner {
            match part.as_rule() {
                Rule::coord => shape = Some(Shape::One(self.coord(part)?)),
                Rule::tuple_shape => {
                    let mut coords = self.coords(part.into_inner())?;
                    shape = Some(match coords.len() {
                        1 => Shape::One(coords.pop()?),
                        _ => Shape::Tuple(coords),
                    });
                }
                Rule::braced_shape => {
                    let span = self.span(&part);
                    let coords = self.coords(part.into_inner())?;
                    shape = Some(braced(coords, span));
                }
                Rule::coord_range => {
                    let place = self.trimmed(&part);
                    let range = self.exprs(part.into_inner())?.pop()?;
                    match &mut shape {
                        Some(Shape::One(coord)) if coord.range.is_none() => {
                            coord.span = coord.span.to(range.span);
                            coord.range = Some(range);
                        }
                        _ => self.complaints.push(errors::stray_range(place)),
                    }
                }
                _ => {}
            }
        }
        shape
    }

    fn coords(&mut self, inner: Pairs<'_, Rule>) -> Option<Vec<Coord>> {
        inner
            .filter(|part| matches!(part.as_rule(), Rule::coord | Rule::plain_coord))
            .map(|part| self.coord(part))
            .collect()
    }

    /// A `coord`, `plain_coord` or `bag`.
    fn coord(&mut self, pair: Pair<'_, Rule>) -> Option<Coord> {
        let span = self.trimmed(&pair);
        let (mut name, mut row, mut range) = (None, None, None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::bag => {
                    let bag = self.coord(part)?;
                    name = Some(bag.name);
                    row = bag.row.map(|row| Row { bag: true, ..row });
                    range = bag.range;
                }
                Rule::name => name = Some(self.ident(&part)),
                Rule::row_mark => {
                    let coords = self.coords(part.into_inner())?;
                    row = Some(Row {
                        bag: false,
                        tuple: (!coords.is_empty()).then_some(coords),
                    });
                }
                Rule::coord_range => {
                    if range.is_some() {
                        let place = self.trimmed(&part);
                        self.complaints.push(errors::stray_range(place));
                    }
                    range = self.exprs(part.into_inner())?.pop();
                }
                _ => {}
            }
        }
        Some(Coord {
            name: name?,
            row,
            range,
            span,
        })
    }

    fn take(&mut self, inner: Pairs<'_, Rule>) -> Option<Take> {
        let tail = self.tail(inner.clone())?;
        let (mut any, mut amounts, mut leaving, mut from) = (None, Vec::new(), None, None);
        for part in inner {
            match part.as_rule() {
                Rule::take_any => any = Some(self.span(&part)),
                Rule::expr => amounts.push(self.expr(part)?),
                Rule::leaving => leaving = Some(parts(self.exprs(part.into_inner())?)),
                Rule::from => {
                    let place = part
                        .into_inner()
                        .find(|part| part.as_rule() == Rule::place)?;
                    from = Some(self.expr(place)?);
                }
                _ => {}
            }
        }
        Some(Take {
            amounts: any.map_or(Amounts::List(fitting(amounts)), Amounts::Any),
            leaving,
            from,
            tail,
        })
    }

    fn split(&mut self, inner: Pairs<'_, Rule>) -> Option<Split> {
        let tail = self.tail(inner.clone())?;
        let sizes = inner.clone().find_map(|part| match part.as_rule() {
            Rule::kw_equal => Some((Sizes::Equal, self.span(&part))),
            Rule::kw_unequal => Some((Sizes::Unequal, self.span(&part))),
            _ => None,
        });
        Some(Split {
            parts: parts(self.exprs(inner)?),
            sizes,
            tail,
        })
    }

    pub(super) fn code(&mut self, mut inner: Pairs<'_, Rule>) -> Option<Code> {
        let base = match inner.next()?.as_rule() {
            Rule::kw_octal => Base::Octal,
            _ => Base::Hex,
        };
        let digits = inner.next()?;
        Some(Code {
            base,
            text: StrLit {
                text: digits.as_str().to_owned(),
                span: self.span(&digits),
            },
            tail: self.tail(inner)?,
        })
    }

    fn move_rule(&mut self, inner: Pairs<'_, Rule>) -> Option<MoveRule> {
        let tail = self.tail(inner.clone())?;
        let places = inner.clone().filter(|part| part.as_rule() == Rule::place);
        let places = places.map(|part| self.expr(part));
        Some(MoveRule {
            lhs: places.collect::<Option<Vec<_>>>().map(fitting)?,
            rhs: self.exprs(inner)?,
            tail,
        })
    }

    fn turn(&mut self, inner: Pairs<'_, Rule>) -> Option<Turn> {
        let (mut all, mut or_none, mut alike) = (false, false, None);
        for part in inner.clone() {
            match part.as_rule() {
                Rule::turn_all => all = true,
                Rule::or_none => or_none = true,
                Rule::kw_alike => alike = Some(self.span(&part)),
                _ => {}
            }
        }
        let count = match (all, or_none) {
            (true, true) => TurnCount::AllOrNone,
            (true, false) => TurnCount::All,
            _ => TurnCount::Counts(self.exprs(inner)?),
        };
        Some(Turn { count, alike })
    }

    /// The `for_clause` and `where_clause` among `pairs`.
    pub(super) fn tail(&mut self, pairs: Pairs<'_, Rule>) -> Option<Tail> {
        let mut tail = Tail::default();
        for part in pairs {
            match part.as_rule() {
                Rule::for_clause => {
                    let binders = part.into_inner();
                    let binders = binders.filter(|part| part.as_rule() == Rule::binder);
                    let binders = binders.map(|binder| self.binder(binder));
                    tail.binders = binders.collect::<Option<Vec<_>>>().map(fitting)?;
                }
                Rule::where_clause => tail.guard = self.exprs(part.into_inner())?.pop(),
                _ => {}
            }
        }
        Some(tail)
    }

    fn binder(&mut self, pair: Pair<'_, Rule>) -> Option<Binder> {
        let span = self.trimmed(&pair);
        let mut inner = pair.into_inner();
        let pattern = inner.next()?;
        let place = self.trimmed(&pattern);
        let mut names = self.idents(pattern.into_inner());
        let pattern = match names.len() {
            1 => Pattern::Name(names.pop()?),
            _ => Pattern::Tuple(names, place),
        };
        let (mut source, mut run, mut is_value) = (BinderSource::Unstated, None, false);
        for part in inner {
            match part.as_rule() {
                Rule::assign => is_value = true,
                Rule::expr if is_value => source = BinderSource::Is(self.expr(part)?),
                Rule::expr => source = BinderSource::In(self.expr(part)?),
                Rule::while_clause => run = self.exprs(part.into_inner())?.pop(),
                _ => {}
            }
        }
        Some(Binder {
            pattern,
            source,
            run,
            span,
        })
    }
}

/// A list of parts without the room in which it grew.
pub(super) fn fitting<T>(mut parts: Vec<T>) -> Vec<T> {
    parts.shrink_to_fit();
    parts
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
