//! What the names in a file stand for: definitions of files, or what a game, a statement or a list binds.

use crate::syntax::ast::{
    BinderSource, Expr, File, GameItem, Ident, Item, LetItem, Listing, Moves, Node, Statement,
    StatementKind, Tail,
};
use crate::text::source::Span;

/// A name where it stands.
#[derive(Debug, Clone)]
pub struct Name {
    pub name: String,
    pub span: Span,
    pub of: Of,
}

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Of {
    /// A game or let of this file or one that it uses, or a word of the language.
    File,
    /// What is bound at this place.
    Local(Span),
}

/// At most 20 million bound names are looked through in all.
const MOST_WORK: usize = 20_000_000;

/// All names of a file, in no order; none where they are too many. `is_known` says whether a file defines a name.
pub fn names(file: &File, is_known: &dyn Fn(&str) -> bool) -> Vec<Name> {
    let mut names = Names {
        is_known,
        found: Vec::new(),
        bound: Vec::new(),
        fresh: None,
        left: MOST_WORK,
    };
    for item in &file.items {
        match item {
            Item::Game(game) => names.game(game),
            Item::Let(item) => {
                names.add(&item.name, Of::File);
                names.value(item);
            }
            Item::Expect(claim) => names.expr(&claim.claim),
            Item::Use(_) => {}
        }
    }
    // Some would be worse than none.
    match names.left {
        0 => Vec::new(),
        _ => names.found,
    }
}

struct Names<'a> {
    is_known: &'a dyn Fn(&str) -> bool,
    found: Vec<Name>,
    bound: Vec<Bound>,
    /// In a statement: the names that it binds by using them.
    fresh: Option<Vec<Bound>>,
    /// How much may still be looked through.
    left: usize,
}

struct Bound {
    name: String,
    span: Span,
    is_function: bool,
}

impl Bound {
    fn new(name: &str, span: Span, is_function: bool) -> Bound {
        Bound {
            name: name.to_owned(),
            span,
            is_function,
        }
    }
}

impl Names<'_> {
    fn add(&mut self, ident: &Ident, of: Of) {
        self.found.push(Name {
            name: ident.name.clone(),
            span: ident.span,
            of,
        });
    }

    fn bind(&mut self, ident: &Ident, is_function: bool) {
        self.add(ident, Of::Local(ident.span));
        let bound = Bound::new(&ident.name, ident.span, is_function);
        self.bound.push(bound);
    }

    fn bound(&self, name: &str) -> Option<&Bound> {
        let fresh = self.fresh.iter().flatten();
        let mut known = self.bound.iter().rev().chain(fresh);
        known.find(|bound| bound.name == name)
    }

    fn used(&mut self, ident: &Ident, is_called: bool) {
        let fresh = self.fresh.as_ref().map_or(0, Vec::len);
        self.left = self.left.saturating_sub(self.bound.len() + fresh + 1);
        if self.left == 0 {
            return;
        }
        let local = self.bound(&ident.name);
        let local = local.filter(|bound| !is_called || bound.is_function);
        let local = local.map(|bound| bound.span);
        match (local, &mut self.fresh) {
            (Some(span), _) => self.add(ident, Of::Local(span)),
            // An amount that nothing else has the name of runs through all numbers.
            (None, Some(fresh)) if !is_called && !(self.is_known)(&ident.name) => {
                fresh.push(Bound::new(&ident.name, ident.span, false));
                self.add(ident, Of::Local(ident.span));
            }
            (None, _) => self.add(ident, Of::File),
        }
    }

    /// Forgets what was bound in a part.
    fn within(&mut self, part: impl FnOnce(&mut Self)) {
        let count = self.bound.len();
        part(self);
        self.bound.truncate(count);
    }

    fn game(&mut self, game: &GameItem) {
        if !game.is_nameless() {
            self.add(&game.name, Of::File);
        }
        self.within(|names| {
            for param in &game.params {
                names.exprs(&param.default);
                names.bind(&param.name, false);
            }
            match game.shape() {
                Some(shape) => shape
                    .all_coords()
                    .for_each(|coord| names.bind(&coord.name, false)),
                // Without the statement a pile is `pile n`.
                None => names.bound.push(Bound::new("n", game.name.span, false)),
            }
            // A game's lets are known in all of it.
            for statement in &game.statements {
                if let StatementKind::Let(item) = &statement.kind {
                    names.bind(&item.name, item.params.is_some());
                }
            }
            game.statements.iter().for_each(|it| names.statement(it));
        });
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Pile(shape) => {
                self.exprs(shape.all_coords().flat_map(|coord| &coord.range));
            }
            StatementKind::Moves(moves) => self.within(|names| names.moves(moves)),
            StatementKind::Turn(turn) => self.exprs(turn.count.listed()),
            StatementKind::End(condition) | StatementKind::Draw(condition) => self.expr(condition),
            StatementKind::Let(item) => self.value(item),
            StatementKind::Misere | StatementKind::Loopy => {}
        }
    }

    fn moves(&mut self, moves: &Moves) {
        moves.parts().iter().for_each(|part| self.bind(part, false));
        self.binders(moves.tail());
        let around = self.fresh.replace(Vec::new());
        self.exprs(moves.exprs());
        self.exprs(&moves.tail().guard);
        self.fresh = around;
    }

    fn binders(&mut self, tail: &Tail) {
        for binder in &tail.binders {
            match &binder.source {
                BinderSource::In(source) | BinderSource::Is(source) => self.expr(source),
                BinderSource::Unstated => {}
            }
            for name in binder.pattern.names() {
                self.bind(name, false);
            }
            self.exprs(&binder.run);
        }
    }

    /// What a let stands for, with its arguments.
    fn value(&mut self, item: &LetItem) {
        self.within(|names| {
            for param in item.params.iter().flatten() {
                names.bind(param, false);
            }
            names.expr(&item.value);
        });
    }

    fn exprs<'e>(&mut self, exprs: impl IntoIterator<Item = &'e Expr>) {
        exprs.into_iter().for_each(|expr| self.expr(expr));
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.node {
            Node::Name(name) => {
                let ident = Ident {
                    name: name.clone(),
                    span: expr.span,
                };
                self.used(&ident, false);
            }
            Node::Call(ident, args) => {
                self.used(ident, true);
                self.exprs(args);
            }
            Node::Game(game) => self.game(game),
            Node::List(listing) => self.listing(listing),
            Node::Bracket(base, listing) => {
                self.expr(base);
                self.listing(listing);
            }
            _ => self.exprs(expr.children()),
        }
    }

    fn listing(&mut self, listing: &Listing) {
        match listing {
            Listing::Items(items) => self.exprs(items),
            Listing::Repeat(a, b) => {
                self.expr(a);
                self.expr(b);
            }
            Listing::Comprehension(element, tail) => self.within(|names| {
                names.binders(tail);
                names.expr(element);
                names.exprs(&tail.guard);
            }),
        }
    }
}
