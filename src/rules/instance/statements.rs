//! Statements that stand twice or in the wrong place, names given twice or never used.

use crate::expr::shape::Shape;
use crate::rules::book::{Book, Definition};
use crate::rules::check::Scope;
use crate::rules::errors::{self, Checked, Reported};
use crate::rules::owner::Owner;
use crate::syntax::Word;
use crate::syntax::ast::{self, StatementKind};
use crate::syntax::scan::tokens;
use crate::text::diagnostic::{Diagnostic, Mistake};
use crate::text::source::Span;
use crate::text::words::none_or_more;

impl Book {
    /// Complains of statements that stand twice or in the wrong place, and of names that are given twice.
    pub(super) fn check_statements(&mut self, item: &ast::GameItem, owner: &Owner) {
        let may_precede =
            |kind: &StatementKind| matches!(kind, StatementKind::Let(_) | StatementKind::Pile(_));
        let mut seen: Vec<(&str, Span)> = Vec::new();
        for (index, statement) in item.statements.iter().enumerate() {
            let what = match &statement.kind {
                StatementKind::Pile(_) => Word::Pile.text(),
                StatementKind::Turn(_) => "each turn",
                StatementKind::Misere => Word::Misere.text(),
                StatementKind::Loopy => Word::Loopy.text(),
                _ => continue,
            };
            let first = seen.iter().find(|(known, _)| *known == what);
            if let Some((_, first)) = first {
                let message = format!("`{what}` stands twice in this game");
                self.complain(
                    Diagnostic::error("repeated_statement", message)
                        .label(statement.span, "again here")
                        .label(*first, "first here")
                        .help("keep one of them"),
                );
                continue;
            }
            seen.push((what, statement.span));
            let mut before = item.statements[..index].iter();
            if what == Word::Pile.text() && !before.all(|it| may_precede(&it.kind)) {
                self.complain(
                    Diagnostic::error("misplaced_pile", "`pile` comes first in a game")
                        .label(statement.span, "after other statements")
                        .help("move it to the top of the game"),
                );
            }
        }
        let params = owner.params.iter().map(|(param, _, _)| param);
        let names: Vec<&ast::Ident> = params
            .chain(owner.lets.iter().map(|item| &item.name))
            .collect();
        for (index, name) in names.iter().enumerate() {
            let earlier = names[..index].iter().copied();
            self.check_name(name, earlier);
        }
        let arguments = owner.lets.iter().filter_map(|item| item.params.as_ref());
        for argument in arguments.flatten() {
            Scope::new(self, None).warn_hiding(argument);
        }
    }

    pub(super) fn check_coordinates(&mut self, names: &[ast::Ident], owner: &Owner) {
        for (index, name) in names.iter().enumerate() {
            let earlier = names[..index].iter();
            let params = owner.params.iter().map(|(param, _, _)| param);
            let lets = owner.lets.iter().map(|item| &item.name);
            self.check_name(name, earlier.chain(params).chain(lets));
        }
    }

    fn check_name<'n>(
        &mut self,
        name: &ast::Ident,
        others: impl IntoIterator<Item = &'n ast::Ident>,
    ) {
        if let Some(twice) = errors::given_before(name, others) {
            self.complain(twice);
        }
        Scope::new(self, None).warn_hiding(name);
    }

    /// Warns where a pile without a name has that of a `let` of the file, and the game speaks of it.
    pub(super) fn warn_of_size(&mut self, item: &ast::GameItem) {
        let Some((_, Definition::Let(hidden))) = self.definition(Shape::DEFAULT_NAME) else {
            return;
        };
        let text = self.text(item.span);
        let is_said = tokens(text).any(|token| token.text(text) == Shape::DEFAULT_NAME);
        let is_param = |it: &ast::Param| it.name.name == Shape::DEFAULT_NAME;
        if item.shape().is_some() || !is_said || item.params.iter().any(is_param) {
            return;
        }
        let warning = hidden_by_size(&hidden.name, "`let`");
        let label = "here it is the size of the pile";
        self.complain(warning.label(item.name.span, label));
    }

    pub(super) fn warn_unused(&mut self, item: &ast::GameItem, owner: &Owner) {
        if self.has_errors() {
            return;
        }
        let used = owner.used.borrow();
        let size = match item.shape() {
            Some(_) => "",
            None => Shape::DEFAULT_NAME,
        };
        let params = item.params.iter().map(|param| (&param.name, "parameter"));
        let lets = owner.lets.iter().map(|item| (&item.name, "`let`"));
        let unused: Vec<Diagnostic> = params
            .chain(lets)
            .filter(|(name, _)| !used.contains(&name.name) && !name.name.starts_with('_'))
            .map(|(name, what)| match name.name == size {
                true => hidden_by_size(name, what),
                false => unused(name, what),
            })
            .collect();
        drop(used);
        for warning in unused {
            self.complain(warning);
        }
    }

    /// Complains where a game takes another number of arguments.
    pub(in crate::rules) fn check_arity(
        &mut self,
        number: u32,
        count: usize,
        span: Span,
    ) -> Checked<()> {
        let Some(item) = self.game_item(number).cloned() else {
            return Err(Reported);
        };
        match self.wrong_arity(&item, count, span) {
            None => Ok(()),
            Some(error) => self.fail(error),
        }
    }

    /// The complaint about another number of arguments than a game takes.
    pub(super) fn wrong_arity(
        &self,
        item: &ast::GameItem,
        count: usize,
        span: Span,
    ) -> Option<Diagnostic> {
        let error = arity(item, count, span)?;
        // `nim(5, 9)` has no other meaning than `nim[5, 9]`.
        let call = self.text(span);
        let piles = call.strip_prefix(item.name.name.as_str()).map(str::trim);
        let piles = piles.and_then(|it| it.strip_prefix('(')?.strip_suffix(')'));
        let name = &item.name.name;
        let takes_list = |param: &ast::Param| {
            let default = param.default.as_ref();
            default.is_some_and(|default| matches!(default.node, ast::Node::List(_)))
        };
        Some(match (piles, item.params.as_slice()) {
            (Some(piles), []) if count > 0 => error.fix(span, format!("{name}[{piles}]")),
            // `subtraction(1, 3, 4)`
            (Some(list), [param]) if count > 1 && takes_list(param) => {
                let meant = format!("{name}([{list}])");
                error.help(format!("write `{meant}`")).fix(span, meant)
            }
            _ => error,
        })
    }
}

/// A name that nothing uses.
pub(in crate::rules) fn unused(name: &ast::Ident, what: &str) -> Diagnostic {
    Diagnostic::warning("unused", format!("the {what} `{}` is not used", name.name))
        .mistake(Mistake::Unused)
        .label(name.span, "never used")
        .help(format!("remove it, or call it `_{}`", name.name))
}

/// A name that a pile without one has, too.
fn hidden_by_size(name: &ast::Ident, what: &str) -> Diagnostic {
    let message = format!(
        "the {what} `{0}` is hidden by the size `{0}` of the pile",
        name.name
    );
    Diagnostic::warning("hides", message)
        .label(name.span, "not meant in the game")
        .help("rename it, or give the pile another name, as in `pile m`")
}

/// How many arguments a game needs: those up to the last parameter without a default.
pub(in crate::rules) fn needed(item: &ast::GameItem) -> usize {
    let last = item.params.iter().rposition(|it| it.default.is_none());
    last.map_or(0, |place| place + 1)
}

fn arity(item: &ast::GameItem, count: usize, span: Span) -> Option<Diagnostic> {
    let most = item.params.len();
    let least = needed(item);
    if (least..=most).contains(&count) {
        return None;
    }
    let wanted = if least == most {
        none_or_more(most, "argument")
    } else {
        format!("{least} to {most} arguments")
    };
    let names = item.params.iter().map(|param| param.name.name.as_str());
    let names: Vec<&str> = names.collect();
    let error = errors::wrong_arity(&item.name.name, &wanted, count, span)
        .label(item.name.span, "defined here");
    Some(if names.is_empty() {
        let name = &item.name.name;
        let example = match count {
            0 | 1 => format!("`{name}[5]`"),
            _ => format!("`{name}[3, 5]` for two piles, `{name}[(3, 5)]` for one of two numbers"),
        };
        error.help(format!(
            "a position is written with brackets: {example}; the game alone is `{name}`"
        ))
    } else if count == 0 {
        // A game in the place of one of its family.
        let example = vec!["3"; least].join(", ");
        let names = names.join(", ");
        error.help(format!(
            "write `{}({example})`, or other arguments for {names}",
            item.name.name
        ))
    } else {
        let help = match names.as_slice() {
            [name] => format!("its parameter is {name}"),
            _ => format!("its parameters are {}", names.join(", ")),
        };
        error.help(help)
    })
}

/// The names of the coordinates, as written: the default `pile n` is written nowhere.
pub(super) fn pile_names(item: &ast::GameItem) -> Vec<ast::Ident> {
    let coords = item.shape().into_iter().flat_map(ast::Shape::coords);
    coords.map(|coord| coord.name.clone()).collect()
}
