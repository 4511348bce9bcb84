//! Games made from their definitions: arguments put in, piles and turns settled, moves lowered.

mod rules;
mod shape;
mod statements;

use std::cell::RefCell;
use std::sync::Arc;

use self::shape::shape_of;
use self::statements::pile_names;
pub(super) use self::statements::{needed, unused};
use crate::expr::kind::Kind;
use crate::expr::machine::Wanted;
use crate::expr::position::{Game, GameId, Turn};
use crate::expr::shape::{Bounds, Shape};
use crate::expr::value::Value;
use crate::rules::book::Book;
use crate::rules::check::Scope;
use crate::rules::errors::{self, Checked, Reported};
use crate::rules::game::GameRules;
use crate::rules::games::{self, BYTES_OF_A_GAME, Key, Slot};
use crate::rules::nameless::label_of;
use crate::rules::number_facts::NumberFacts;
use crate::rules::owner::{Owner, kind_of};
use crate::syntax::ast;
use crate::text::certain::Certain;
use crate::text::diagnostic::Diagnostic;
use crate::text::source::Span;

impl Book {
    /// The kind of a game's piles, in words, and its name, whatever its arguments are.
    pub(super) fn declared_pile(&self, number: u32) -> (Kind, String, String) {
        let Some(item) = self.game_item(number) else {
            return (Kind::Unknown, String::new(), String::new());
        };
        if item.pile_unread {
            return (Kind::Unknown, String::new(), String::new());
        }
        // Without its ranges: enough to know the kind of a pile.
        let rangeless = |shape| shape_of(shape, &mut |_| Ok(Bounds::NATURAL)).ok();
        let shape = item.shape().and_then(rangeless).unwrap_or_else(Shape::heap);
        (shape.kind(), shape.in_words(), item.name.name.clone())
    }

    /// The game with these arguments; made now where it does not exist yet.
    ///
    /// Mistakes in its rules are left among the complaints; [`Book::finished`] tells whether there were any.
    pub(super) fn instance(
        &mut self,
        number: u32,
        misere: bool,
        args: &[Value],
        span: Span,
    ) -> Result<Arc<Game>, Diagnostic> {
        self.used.insert(number);
        let Some(item) = self.game_item(number).cloned() else {
            return Err(
                Diagnostic::error("unknown_game", "this is not a game").label(span, "used here")
            );
        };
        if let Some(diagnostic) = self.wrong_arity(&item, args.len(), span) {
            return Err(diagnostic);
        }
        if item.pile_unread {
            // What was said about its `pile` statement; said again, it is dropped.
            let said = self.complaints.error_within(item.span);
            return Err(said.unwrap_or_else(|| broken_item(&item)));
        }
        let args = self.with_defaults(&item, args)?;
        // Their kinds are looked for, and they are compared with those of other games.
        for arg in args.iter().filter(|arg| arg.holds_lists()) {
            let walked = arg.walk(&mut self.left());
            walked.map_err(|limit| Diagnostic::from(limit).label(span, "asked for here"))?;
        }
        let key = Key {
            definition: number,
            misere,
            args,
        };
        if let Some(slot) = self.games.made_of(&key) {
            return Ok(Arc::clone(&slot.header));
        }
        if self.games.count() >= games::MOST {
            return Err(Diagnostic::error(
                "too_many_games",
                format!("more than {} games are made", games::MOST),
            )
            .label(span, "the arguments take too many values"));
        }
        let before = self.complaints.len();
        let made = self.nested(span, |book| {
            book.make_room(BYTES_OF_A_GAME)?;
            Ok(book.make(&item, key))
        });
        // A limit drops what was said before.
        let before = if self.spent.stopped { 0 } else { before };
        match made {
            Ok(result) => result,
            // The complaint of `nested` is the one to show.
            Err(Reported) => {
                let said = self.complaints.first_error_since(before);
                Err(said.unwrap_or_else(|| {
                    Diagnostic::error("too_deep", "these games are nested too deeply")
                        .label(span, "made here")
                }))
            }
        }
    }

    fn with_defaults(
        &mut self,
        item: &ast::GameItem,
        args: &[Value],
    ) -> Result<Vec<Value>, Diagnostic> {
        let mut all = args.to_vec();
        for param in item.params.iter().skip(args.len()) {
            let default = param.default.as_ref();
            let default = default.certain("only parameters with defaults may be left out");
            let mut scope = Scope::new(self, None);
            scope.queries = false;
            scope.positions = false;
            let checked = scope.expr(default);
            let frame = scope.frame;
            let value = match checked {
                Ok(expr) => self.constant(&expr, frame)?,
                Err(Reported) => {
                    let own = self.complaints.error_within(default.span);
                    return Err(own.unwrap_or_else(|| {
                        Diagnostic::error("bad_default", "this default value cannot be used")
                            .label(default.span, "the default")
                    }));
                }
            };
            all.push(value);
        }
        Ok(all)
    }

    /// The game with the last move losing.
    pub(super) fn misere_of(&mut self, id: GameId, span: Span) -> Result<Arc<Game>, Diagnostic> {
        let Some(slot) = self.games.slot(id).cloned() else {
            return Err(errors::foreign_game("this").label(span, "used here"));
        };
        if slot.header.misere {
            return Ok(slot.header);
        }
        self.instance(slot.key.definition, true, &slot.key.args, span)
    }

    /// The game with these arguments as a rule names it: with the last move losing where the rule's own game has it so.
    pub(super) fn instance_for(&mut self, wanted: Wanted<'_>) -> Result<Arc<Game>, Diagnostic> {
        let span = wanted.span;
        let header = self.instance(wanted.definition, false, wanted.args, span)?;
        match wanted.misere {
            true => self.misere_of(header.id, span),
            false => Ok(header),
        }
    }

    /// The game with this number, where its rules have no mistakes.
    pub(super) fn finished(&mut self, id: GameId) -> Result<Arc<GameRules>, Diagnostic> {
        let foreign = || errors::foreign_game("this");
        let slot = self.games.slot(id).ok_or_else(foreign)?;
        if slot.dropped && slot.game.is_none() {
            let slot = slot.clone();
            self.make_again(&slot)?;
        }
        let slot = self.games.slot(id).ok_or_else(foreign)?;
        let game = slot.game.clone();
        game.ok_or_else(|| broken(&slot.header.label))
    }

    /// Checks the rules of a game whose moves were dropped.
    fn make_again(&mut self, slot: &Slot) -> Result<(), Diagnostic> {
        let Some(item) = self.game_item(slot.key.definition).cloned() else {
            return Err(errors::foreign_game(&slot.header.label));
        };
        let before = self.complaints.len();
        self.games.make_again(slot);
        let made = self.nested(item.name.span, |book| book.complete(&item, slot));
        let before = if self.spent.stopped { 0 } else { before };
        match made {
            Ok(_) if !self.spent.stopped => Ok(()),
            Ok(_) | Err(Reported) => Err(self.first_error_since(before, &item)),
        }
    }

    fn make(&mut self, item: &Arc<ast::GameItem>, key: Key) -> Result<Arc<Game>, Diagnostic> {
        let normal_label = label_of(item, &key.args);
        let label = match key.misere {
            true => format!("misere({normal_label})"),
            false => normal_label.clone(),
        };
        // A place is taken at once, so that the game can name itself; the header is completed below.
        let header = Arc::new(Game {
            id: self.games.next_id(),
            label,
            normal_label,
            shape: Shape::heap(),
            misere: key.misere,
            loopy: false,
            turn: Turn::One,
            alike: false,
        });
        let slot = self.games.add(header, key);
        let before = self.complaints.len();
        self.complete(item, &slot).map_err(|Reported| {
            self.games.forget(&slot.key);
            self.first_error_since(before, item)
        })
    }

    /// Checks the rules of a game that has its place: what everyone needs to know of it, and its moves.
    fn complete(&mut self, item: &ast::GameItem, slot: &Slot) -> Checked<Arc<Game>> {
        let id = slot.header.id;
        let mut owner = owner_of(item, slot);
        let errors = self.complaints.errors();
        self.check_statements(item, &owner);
        let header = self.header(item, &owner, &slot.header)?;
        // Who has the header of a game whose moves were dropped shall have the same one.
        let header = match slot.dropped {
            true => Arc::clone(&slot.header),
            false => Arc::new(header),
        };
        if let Some(slot) = self.games.slot_mut(id) {
            slot.header = Arc::clone(&header);
        }
        let game = self.rules(item, &mut owner, &header);
        if let Ok(game) = &game
            && !self.has_errors()
        {
            self.lint(item, game, &owner);
        }
        self.warn_of_size(item);
        self.warn_unused(item, &owner);
        if self.complaints.errors() == errors
            && !self.spent.stopped
            && let Ok(game) = game
            && let Some(slot) = self.games.slot_mut(id)
        {
            slot.game = Some(Arc::new(game));
        }
        Ok(header)
    }

    /// The first error of a round.
    fn first_error_since(&self, before: usize, item: &ast::GameItem) -> Diagnostic {
        self.complaints
            .first_error_since(before)
            // It was said of an earlier attempt already.
            .or_else(|| self.complaints.error_within(item.span))
            .unwrap_or_else(|| broken_item(item))
    }
}

/// What the rules of a game can see.
fn owner_of(item: &ast::GameItem, slot: &Slot) -> Owner {
    let params = item.params.iter().zip(&slot.key.args);
    Owner {
        id: slot.header.id,
        params: params
            .map(|(param, value)| (param.name.clone(), value.clone(), kind_of(value)))
            .collect(),
        lets: item.lets().cloned().collect(),
        numbers: NumberFacts::default(),
        misere: slot.key.misere,
        known: RefCell::default(),
        used: RefCell::default(),
    }
}

fn broken_item(item: &ast::GameItem) -> Diagnostic {
    broken(&item.name.name).label(item.name.span, "this game")
}

fn broken(name: &str) -> Diagnostic {
    Diagnostic::error(
        "broken_game",
        format!("the rules of `{name}` have mistakes"),
    )
}
