//! What the names in a file stand for: definitions of files, or what a game, a statement or a list binds.

use crate::expr::builtin::Builtin;
use crate::expr::shape::Shape;
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
    /// The pile, `n`, of a game without a `pile` statement whose name, or beginning, stands at this place.
    Pile(Span),
}

/// At most 20 million bound names are looked through in all.
const MOST_WORK: usize = 20_000_000;

/// All names of a file, in no order; none where they are too many. `is_known` says whether a file defines a name.
pub fn names(file: &File, is_known: &dyn Fn(&str) -> bool) -> Vec<Name> {
    let names = all(file, is_known);
    // Some would be worse than none.
    match names.left {
        0 => Vec::new(),
        _ => names.found,
    }
}

/// The games in which a pile is `n` without a `pile` statement.
pub fn without_pile(file: &File) -> Vec<Span> {
    all(file, &|_| false).without_pile
}

fn all<'a>(file: &File, is_known: &'a dyn Fn(&str) -> bool) -> Names<'a> {
    let mut names = Names {
        is_known,
        found: Vec::new(),
        without_pile: Vec::new(),
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
    names
}

struct Names<'a> {
    is_known: &'a dyn Fn(&str) -> bool,
    found: Vec<Name>,
    without_pile: Vec<Span>,
    bound: Vec<Bound>,
    /// In a statement: the names that it binds by using them.
    fresh: Option<Vec<Bound>>,
    /// How much may still be looked through.
    left: usize,
}

struct Bound {
    name: String,
    of: Of,
    is_function: bool,
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
        let of = Of::Local(ident.span);
        self.add(ident, of);
        self.bound.push(Bound {
            name: ident.name.clone(),
            of,
            is_function,
        });
    }

    /// What a name that is bound stands for; one that is called is a function.
    fn bound(&self, name: &str, is_called: bool) -> Option<Of> {
        let fresh = self.fresh.iter().flatten();
        let mut known = self.bound.iter().rev().chain(fresh);
        let meant = known.find(|it| it.name == name && (!is_called || it.is_function));
        meant.map(|bound| bound.of)
    }

    fn used(&mut self, ident: &Ident, is_called: bool) {
        let fresh = self.fresh.as_ref().map_or(0, Vec::len);
        self.left = self.left.saturating_sub(self.bound.len() + fresh + 1);
        if self.left == 0 {
            return;
        }
        let of = Of::Local(ident.span);
        match (self.bound(&ident.name, is_called), &mut self.fresh) {
            (Some(of), _) => self.add(ident, of),
            // An amount that nothing else has the name of runs through all numbers.
            (None, Some(fresh)) if !is_called && !(self.is_known)(&ident.name) => {
                fresh.push(Bound {
                    name: ident.name.clone(),
                    of,
                    is_function: false,
                });
                self.add(ident, of);
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
        // A default knows no other parameter.
        let defaults = game.params.iter().flat_map(|param| &param.default);
        self.exprs(defaults);
        self.within(|names| {
            game.params
                .iter()
                .for_each(|it| names.bind(&it.name, false));
            // A game's lets are known in all of it.
            for item in game.lets() {
                names.bind(&item.name, item.params.is_some());
            }
            game.statements.iter().for_each(|it| names.around(it));
            match game.shape() {
                Some(shape) => shape
                    .all_coords()
                    .for_each(|coord| names.bind(&coord.name, false)),
                None => {
                    names.without_pile.push(game.span);
                    names.bound.push(Bound {
                        name: Shape::DEFAULT_NAME.to_owned(),
                        of: Of::Pile(game.name.span),
                        is_function: false,
                    });
                }
            }
            game.statements.iter().for_each(|it| names.of_piles(it));
        });
    }

    /// The names in a statement that knows nothing of a pile.
    fn around(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Pile(shape) => {
                self.exprs(shape.all_coords().flat_map(|coord| &coord.range));
            }
            StatementKind::Turn(turn) => self.exprs(turn.count.listed()),
            StatementKind::Let(item) => self.value(item),
            StatementKind::Moves(_)
            | StatementKind::End(_)
            | StatementKind::Draw(_)
            | StatementKind::Misere
            | StatementKind::Loopy => {}
        }
    }

    /// The names in a statement about a pile.
    fn of_piles(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Moves(moves) => self.within(|names| names.moves(moves)),
            StatementKind::End(condition) | StatementKind::Draw(condition) => self.expr(condition),
            StatementKind::Pile(_)
            | StatementKind::Turn(_)
            | StatementKind::Let(_)
            | StatementKind::Misere
            | StatementKind::Loopy => {}
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
                for (place, arg) in args.iter().enumerate() {
                    match &arg.node {
                        // A function is named there.
                        Node::Name(name) if place == 1 && self.is_closure(ident) => {
                            let ident = Ident {
                                name: name.clone(),
                                span: arg.span,
                            };
                            self.used(&ident, true);
                        }
                        _ => self.expr(arg),
                    }
                }
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

    fn is_closure(&self, called: &Ident) -> bool {
        let name = called.name.as_str();
        let is_own = self.bound(name, true).is_some() || (self.is_known)(name);
        name == Builtin::Closure.name() && !is_own
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
