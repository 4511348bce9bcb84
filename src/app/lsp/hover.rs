//! What is said of the place under the cursor: at once what stands in the reference, and what has to be worked out.

use std::ops::Range;

use lsp_types as lsp;
use serde_json::Value;

use super::document::Document;
use super::names::{Name, Of};
use super::project::Project;
use super::reading::Reading;
use crate::app::command::complete::usage;
use crate::app::repl;
use crate::report::look::{beginning, harmless};
use crate::report::told::introduced;
use crate::rules::query::Query;
use crate::syntax::ast::{Expr, Item, Node};
use crate::syntax::scan::{Token, TokenKind, tokens};
use crate::text::diagnostic::Report;
use crate::text::source::Span;

/// More of a value is not shown.
const LONGEST_VALUE: usize = 600;

/// Lines of a description are as wide as this.
const WIDTH: usize = 100;

/// What is to be said of a place.
#[derive(Debug, Clone)]
pub struct Hover {
    range: lsp::Range,
    /// What is said at once.
    said: Vec<String>,
    pub question: Option<HoverQuestion>,
}

/// What has to be worked out.
#[derive(Debug, Clone)]
pub enum HoverQuestion {
    /// What a game is.
    Game(String),
    /// The value of an expression.
    Value(String),
}

/// What is said of a place; `None`: nothing.
pub fn hover(document: &Document, project: &Project, byte: usize) -> Option<Hover> {
    let text = document.text.plain();
    let place = |token: Token| document.text.around(token.start..token.end);
    let is_here = |token: &Token| {
        let Range { start, end } = place(*token);
        start <= byte && byte < end.max(start + 1)
    };
    let token = tokens(text).find(is_here)?;
    let mut hover = Hover {
        range: document.text.range(place(token)),
        said: Vec::new(),
        question: None,
    };
    match token.kind {
        TokenKind::Keyword(word) => hover.said.push(word.help().to_owned()),
        TokenKind::Name => {
            let name = project.name_at(byte);
            of_name(&mut hover, project, text, token, name.as_ref());
        }
        _ => {}
    }
    let at = document.text.position(byte);
    for found in document.found.iter().flatten() {
        let range = found.shown.range;
        if let Some(lsp::NumberOrString::String(code)) = &found.shown.code
            && (range.start..=range.end).contains(&at)
        {
            let help = repl::help(&format!("nimrule::{code}"), None);
            hover.said.extend(help);
        }
    }
    let is_empty = hover.said.is_empty() && hover.question.is_none();
    (!is_empty).then_some(hover)
}

fn of_name(hover: &mut Hover, project: &Project, text: &str, token: Token, name: Option<&Name>) {
    let word = token.text(text);
    match name.and_then(|name| project.meant(name)) {
        Some(meant) => {
            let definition = meant.file.text.at(meant.span).unwrap_or("");
            match meant.item {
                Item::Game(_) => hover.question = Some(HoverQuestion::Game(word.to_owned())),
                Item::Let(item) if item.params.is_none() => {
                    hover.said.push(definition.to_owned());
                    hover.question = Some(HoverQuestion::Value(word.to_owned()));
                }
                _ => hover.said.push(definition.to_owned()),
            }
        }
        None if name.is_none_or(|name| name.of == Of::File) => {
            hover.said.extend(usage(word));
            if Query::by_name(word).is_some() {
                hover.question = asked(project, token).and_then(|span| {
                    let question = text.get(span.bytes())?;
                    Some(HoverQuestion::Value(question.to_owned()))
                });
            }
        }
        None => {}
    }
}

/// The query of this name, where its arguments are known outside of any game or list.
fn asked(project: &Project, token: Token) -> Option<Span> {
    let names = project.names();
    let is_free = |span: Span| {
        names.iter().all(|name| {
            !span.holds(name.span)
                || match name.of {
                    Of::File => true,
                    Of::Local(bound) | Of::Pile(bound) => span.holds(bound),
                }
        })
    };
    let file = project.files.first()?;
    let mut open: Vec<&Expr> = Vec::new();
    for item in &file.tree.items {
        match item {
            Item::Expect(claim) => open.push(&claim.claim),
            Item::Let(item) => open.push(&item.value),
            Item::Game(game) => open.extend(game.lets().map(|item| &item.value)),
            Item::Use(_) => {}
        }
    }
    let mut found = None;
    while let Some(expr) = open.pop() {
        if let Node::Call(ident, _) = &expr.node
            && ident.span.start as usize == token.start
        {
            found = Some(expr.span);
        }
        open.extend(expr.children());
    }
    found.filter(|span| is_free(*span))
}

/// Lets a session be asked.
type Asks<'a> = &'a mut dyn FnMut(
    &mut dyn FnMut(&mut Reading) -> Result<String, Report>,
) -> Result<String, Report>;

impl Hover {
    /// The whole, with what is worked out.
    ///
    /// # Errors
    /// The work was interrupted.
    pub fn answer(mut self, asks: Asks<'_>) -> Result<Value, Report> {
        if let Some(question) = &self.question {
            let answer = asks(&mut |reading| question.answer(reading));
            match answer {
                Ok(answer) => self.said.insert(0, answer),
                Err(report) if report.is_interrupt() => return Err(report),
                // Mistakes in the rules are told elsewhere.
                Err(report) if report.is_limit() => self.said.push(report.to_string()),
                Err(_) => {}
            }
        }
        Ok(self.shown())
    }

    pub fn shown(&self) -> Value {
        if self.said.is_empty() {
            return Value::Null;
        }
        let contents = lsp::MarkupContent {
            kind: lsp::MarkupKind::PlainText,
            value: harmless(&self.said.join("\n\n")).into_owned(),
        };
        let hover = lsp::Hover {
            contents: lsp::HoverContents::Markup(contents),
            range: Some(self.range),
        };
        serde_json::to_value(hover).unwrap_or_default()
    }
}

impl HoverQuestion {
    fn answer(&self, reading: &mut Reading) -> Result<String, Report> {
        match self {
            HoverQuestion::Game(name) => match reading.game(name)? {
                Some(game) => introduced(&mut reading.session, &game, WIDTH),
                None => Ok(name.clone()),
            },
            HoverQuestion::Value(text) => {
                let answer = reading.session.eval_text("hover", text)?;
                let value = beginning(&answer.value, LONGEST_VALUE);
                Ok(format!("{text} = {value}"))
            }
        }
    }
}
