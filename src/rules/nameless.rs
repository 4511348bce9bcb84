//! Games without a name: `octal 0.77` and `game { … }` in an expression.
//!
//! Each is made a definition of its own, which is called by its text. What it names of the place where it stands (the parameters of
//! a function, say) become its parameters, so that it is a family like any other. The same text is the same game, whoever asks.

use std::sync::Arc;

use hashbrown::HashMap;

use crate::expr::shape::Shape;
use crate::expr::value::{InText, Value};
use crate::syntax::ast::{self, StatementKind};
use crate::syntax::{TokenKind, tokens};
use crate::text::source::AskedText;

/// The number of the first; those of definitions with a name are less.
const FIRST: u32 = 1 << 31;

/// The games without a name, by their numbers, which are not used again.
#[derive(Debug, Clone, Default)]
pub(super) struct Nameless {
    by_text: HashMap<String, u32>,
    held: HashMap<u32, Held>,
    made: u32,
    /// Those that the question under way needs.
    asked: Vec<Arc<ast::GameItem>>,
}

#[derive(Debug, Clone)]
struct Held {
    item: Arc<ast::GameItem>,
    /// Keeps the question in which it was written.
    _text: Option<Arc<AskedText>>,
    /// Whether the rules need it, and not only a question.
    own: bool,
}

impl Nameless {
    pub(super) fn get(&self, number: u32) -> Option<&Arc<ast::GameItem>> {
        self.held.get(&number).map(|held| &held.item)
    }

    /// The number of the one with this text and these parameters, where there is one.
    pub(super) fn number(&self, key: &str) -> Option<u32> {
        self.by_text.get(key).copied()
    }

    /// Adds one; nothing: no numbers are left.
    pub(super) fn add(
        &mut self,
        key: String,
        item: ast::GameItem,
        text: Option<AskedText>,
    ) -> Option<u32> {
        let number = FIRST.checked_add(self.made)?;
        self.made += 1;
        let held = Held {
            item: Arc::new(item),
            _text: text.map(Arc::new),
            own: false,
        };
        self.held.insert(number, held);
        self.by_text.insert(key, number);
        Some(number)
    }

    /// The question under way needs one.
    pub(super) fn need(&mut self, number: u32) {
        self.asked
            .extend(self.held.get(&number).map(|held| Arc::clone(&held.item)));
    }

    /// Those that the question needed, which is read.
    pub(super) fn of_question(&mut self) -> Vec<Arc<ast::GameItem>> {
        std::mem::take(&mut self.asked)
    }

    /// Those that are there are needed by the rules.
    pub(super) fn own_all(&mut self) {
        self.held.values_mut().for_each(|held| held.own = true);
    }

    /// Drops those that nobody needs any more.
    pub(super) fn drop_asked(&mut self, is_needed: impl Fn(u32) -> bool) {
        self.held.retain(|number, held| {
            held.own || is_needed(*number) || Arc::strong_count(&held.item) > 1
        });
        let held = &self.held;
        self.by_text.retain(|_, number| held.contains_key(number));
    }
}

/// The text of a game with one blank in the place of many and of comments, and these values for names.
pub(super) fn text_with(text: &str, values: &[(&str, &Value)]) -> String {
    let mut written = String::new();
    let mut end = 0;
    for token in tokens(text).filter(|token| token.kind != TokenKind::Comment) {
        if end > 0 && token.start > end {
            written.push(' ');
        }
        let word = token.text(text);
        let is_name = |(name, _): &&(&str, &Value)| token.kind == TokenKind::Name && *name == word;
        match values.iter().find(is_name) {
            Some((_, value)) => written.push_str(&InText(value).to_string()),
            None => written.push_str(word),
        }
        end = token.end;
    }
    written
}

/// How a game is called: by its name and the arguments, or by its text.
pub(super) fn label_of(item: &ast::GameItem, args: &[Value]) -> String {
    let name = &item.name.name;
    if item.is_nameless() {
        let names = item.params.iter().map(|param| param.name.name.as_str());
        return text_with(name, &names.zip(args).collect::<Vec<_>>());
    }
    match args {
        [] => name.clone(),
        args => {
            let words: Vec<String> = args.iter().map(|arg| InText(arg).to_string()).collect();
            format!("{name}({})", words.join(", "))
        }
    }
}

/// The names that a game gives a meaning of its own: coordinates, lets, and what its statements bind.
pub(super) fn own_names(item: &ast::GameItem) -> Vec<&str> {
    let mut names = Vec::new();
    for statement in &item.statements {
        match &statement.kind {
            StatementKind::Pile(shape) => {
                names.extend(shape.all_coords().map(|coord| coord.name.name.as_str()));
            }
            StatementKind::Let(item) => names.push(&item.name.name),
            StatementKind::Moves(moves) => {
                let bound = moves.tail().names().chain(moves.parts());
                names.extend(bound.map(|name| name.name.as_str()));
            }
            StatementKind::Turn(_)
            | StatementKind::End(_)
            | StatementKind::Draw(_)
            | StatementKind::Misere
            | StatementKind::Loopy => {}
        }
    }
    if item.shape().is_none() {
        names.push(Shape::DEFAULT_NAME);
    }
    names
}
