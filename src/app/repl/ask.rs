//! Expressions at the prompt, how their answers are told, and the last one, which `it` stands for; `:more` and `:why`.

use std::sync::Arc;

use super::shell::{Call, Current, Done, Last, Out, Shell};
use super::show;
use crate::expr::value::Value;
use crate::query::Topic;
use crate::query::answer::Evidence;
use crate::report::text;
use crate::report::told::View;
use crate::rules::query::Query;
use crate::syntax::Word;
use crate::syntax::ast::Expr;
use crate::syntax::scan::{Token, TokenKind, tokens};
use crate::text::diagnostic::{Diagnostic, Report};
use crate::text::words::begun;

impl Shell {
    /// The answer to an expression as text, where reading, solving and writing it are one question.
    pub(super) fn answer(&mut self, expr: &Expr) -> Result<(String, Evidence), Report> {
        let written = self.book().text_at(expr.span);
        let view = View {
            look: self.look(),
            screen: self.screen(),
            width: self.terminal.width,
        };
        let (value, told) = self.session.whole(|session| view.answer(session, expr))?;
        self.keep_answer(&written, &value);
        if let Value::Game(game) = &value {
            self.current = Current::Game(game.label.clone());
        }
        told
    }
}

/// `:more`: the next page of the last answer, or all of it.
pub(super) fn more(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) -> Done {
    match call.rest {
        "all" => out.room = None,
        "" => {}
        _ => return Err(Diagnostic::error("command", "`:more` takes `all` or nothing").into()),
    }
    match shell.terminal.held.is_empty() {
        true => out.answer("there is no more"),
        false => out.answer(std::mem::take(&mut shell.terminal.held)),
    }
    Ok(())
}

/// `:why`, or `why`: the reason of the last answer.
pub(super) fn why(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) -> Done {
    let depth = match call.rest {
        "" => Some(0),
        text => text.parse().ok(),
    };
    let Some(depth) = depth else {
        let asked = format!(":explain {}", call.rest);
        shell.between(|shell| shell.run(&asked, call.number, out));
        return Ok(());
    };
    let known_by = shell.last_by.as_ref().map(show::by);
    let told = match shell.session.last_topic().cloned() {
        Some(Topic::Position(position)) => {
            let explanation = shell.session.follow(&position, depth)?;
            shell.session.written(&explanation)?
        }
        Some(Topic::Game(game, Query::Period)) => {
            text::period(&shell.session.period(&game, None)?, shell.look())
        }
        Some(Topic::Game(game, _)) => {
            let plan = shell.session.plan(&game)?;
            let known_by = known_by.map(|by| by + "\n\n").unwrap_or_default();
            format!("{known_by}{plan}")
        }
        None => known_by.unwrap_or_else(|| show::NOTHING_YET.to_string()),
    };
    out.answer(told.trim_end());
    Ok(())
}

/// The word that stands for the last answer.
const IT: &str = "it";

/// An answer that is longer than this stands for its question, which is remembered anyway.
const LONG_ANSWER: usize = 500;

/// A question that is longer than this is not kept.
const LONGEST: usize = 1 << 16;

impl Shell {
    /// Keeps the answer to a question for `it`.
    pub(super) fn keep_answer(&mut self, question: &str, value: &Value) {
        let is_plain = matches!(value, Value::Int(0..) | Value::Bool(_));
        let is_word = matches!(value, Value::Str(_) | Value::Outcome(_) | Value::Nothing);
        let (written, is_all) = begun(value, LONG_ANSWER.max(question.len()));
        let literal = Some(written).filter(|written| {
            let is_read = || self.book().question("<last answer>", written).is_ok();
            is_all && !is_word && (is_plain || is_read())
        });
        let text = literal.as_deref().unwrap_or(question);
        self.last = (text.len() <= LONGEST).then(|| Last {
            text: in_brackets(text),
            is_question: literal.is_none(),
        });
    }

    /// Keeps for `it` the position or the game that a command was about; where it was about none, all stays as it was.
    pub(super) fn keep_topic(&mut self, before: Option<Topic>) {
        let value = match (self.session.last_topic(), before) {
            (Some(Topic::Position(position)), _) => Value::Position(Arc::new(position.clone())),
            (Some(Topic::Game(game, _)), _) => Value::Game(Arc::clone(game)),
            (None, Some(before)) => return self.session.keep_topic(before),
            (None, None) => return,
        };
        self.keep_answer(&value.to_string(), &value);
    }

    /// The words behind a command with the position, or the game, that was asked about last in the place of `it`.
    pub(super) fn with_topic(&self, mut words: Vec<String>, is_of_game: bool) -> Vec<String> {
        let topic = match self.session.last_topic() {
            Some(Topic::Position(position)) => match (is_of_game, position.terms.as_slice()) {
                (true, [term]) => Some(term.game.label.clone()),
                _ => Some(position.to_string()),
            },
            Some(Topic::Game(game, _)) => Some(game.label.clone()),
            None => None,
        };
        let topic = topic.filter(|_| !self.book().defines(IT));
        if let Some(topic) = topic {
            let places = words.iter_mut().filter(|word| *word == IT);
            places.for_each(|word| word.clone_from(&topic));
        }
        words
    }

    /// The text of an entry with the last answer in the place of `it`, unless there is none. `None`: it does not speak of it.
    pub(super) fn with_it(&self, text: &str) -> Result<Option<String>, Diagnostic> {
        let known: Vec<Token> = tokens(text).collect();
        let mut places = known
            .iter()
            .filter(|token| token.text(text) == IT)
            .peekable();
        if places.peek().is_none() || is_bound(&known, text) || self.book().defines(IT) {
            return Ok(None);
        }
        let Some(last) = &self.last else {
            return Err(Diagnostic::error(
                "no_answer",
                "`it` is the last answer, and there is none",
            )
            .help("ask something first, or name an answer: `let a = grundy(nim[5])`"));
        };
        let mut written = String::new();
        let mut end = 0;
        for token in places {
            written.push_str(text.get(end..token.start).unwrap_or(""));
            written.push_str(&last.text);
            end = token.end;
        }
        written.push_str(text.get(end..).unwrap_or(""));
        Ok(Some(written))
    }
}

/// Whether a text gives the word a meaning of its own, as in `for it in 1..3`, or defines a game, where a pile may have
/// that name.
fn is_bound(known: &[Token], text: &str) -> bool {
    let mut before = None;
    let mut depth = 0_usize;
    // The clauses with `for` that are open: how deep they stand, and whether names come next rather than what they run through.
    let mut clauses: Vec<(usize, bool)> = Vec::new();
    for token in known {
        let word = token.text(text);
        let names_follow = clauses.last().is_some_and(|(_, names)| *names);
        let keyword = token.keyword();
        let is_named = names_follow || before == Some(Word::Let);
        if keyword == Some(Word::Game) || word == IT && is_named {
            return true;
        }
        match (token.kind, word) {
            (TokenKind::Open, _) => depth += 1,
            (TokenKind::Close, _) => {
                depth = depth.saturating_sub(1);
                clauses.retain(|(place, _)| *place <= depth);
            }
            (TokenKind::Keyword(Word::For), _) => clauses.push((depth, true)),
            (TokenKind::Keyword(Word::In | Word::Where), _) | (_, "=") => {
                if let Some((_, names)) = clauses.last_mut() {
                    *names = false;
                }
            }
            (_, ",") => {
                if let Some((_, names)) = clauses.last_mut().filter(|(place, _)| *place == depth) {
                    *names = true;
                }
            }
            _ => {}
        }
        before = keyword;
    }
    false
}

/// The text of an expression, in parentheses where an operator stands outside brackets.
fn in_brackets(text: &str) -> String {
    let mut depth = 0_usize;
    for token in tokens(text) {
        let is_sign = matches!(token.kind, TokenKind::Operator | TokenKind::Keyword(_));
        if is_sign && depth == 0 {
            return format!("({text})");
        }
        depth = token.depth_behind(depth);
    }
    text.to_string()
}
