//! Questions: expressions that may ask queries, ready to be run.

use std::sync::Arc;

use super::book::{Definition, LetState};
use super::check::Scope;
use super::errors::{self, Checked};
use super::rulebook::Rulebook;
use crate::expr::code::Code;
use crate::expr::compile::compile;
use crate::expr::kind::Kind;
use crate::expr::machine::{Machine, NoHost, Wanted};
use crate::expr::position::{Game, Position, Stamp};
use crate::expr::tree::{Expr, Frame};
use crate::expr::value::Value;
use crate::syntax;
use crate::syntax::ast;
use crate::text::diagnostic::{Cause, Diagnostic, Report};
use crate::text::source::{AskedText, Span};
use crate::work::budget::Budget;
use crate::work::stack::with_room;

/// A checked and compiled expression without free names.
#[derive(Debug)]
pub struct Question {
    /// The kind of its value.
    pub kind: Kind,
    /// Where it stands.
    pub span: Span,
    pub(crate) code: Code,
    /// The rules that its names stand for.
    pub(crate) rules: Stamp,
    /// Its text, for complaints while it is run.
    text: Option<AskedText>,
    /// The games without a name that its code may ask for.
    _nameless: Vec<Arc<ast::GameItem>>,
}

impl Question {
    fn new(expr: &Expr, frame: Frame, rules: Stamp) -> Question {
        Question {
            kind: expr.kind.clone(),
            span: expr.span,
            code: compile(expr, frame),
            rules,
            text: None,
            _nameless: Vec::new(),
        }
    }
}

impl Rulebook {
    /// Reads and checks an expression that may ask queries; `name` names it in complaints.
    ///
    /// # Errors
    /// The text has mistakes.
    pub fn question(&self, name: &str, text: &str) -> Result<Question, Report> {
        self.question_text(name, text, &self.budget())
    }

    /// The same as a part of some work.
    pub(crate) fn question_text(
        &self,
        name: &str,
        text: &str,
        budget: &Budget,
    ) -> Result<Question, Report> {
        let fits = budget.need(syntax::bytes_to_read(text));
        fits.map_err(|limit| self.report(vec![limit.into()]))?;
        let asked = self.ask_about(name, text);
        let expr = syntax::parse_expr(asked.id(), text).map_err(|list| self.report(list))?;
        let mut question = self.question_within(&expr, budget)?;
        question.text = Some(asked);
        Ok(question)
    }

    /// Checks an expression that was read elsewhere as a part of some work.
    pub(crate) fn question_within(
        &self,
        expr: &ast::Expr,
        budget: &Budget,
    ) -> Result<Question, Report> {
        self.checked(budget, |scope| scope.expr(expr))
    }

    /// Checks a claim as a part of some work.
    pub(crate) fn claim(&self, expr: &ast::Expr, budget: &Budget) -> Result<Question, Report> {
        self.checked(budget, |scope| scope.truth(expr))
    }

    fn checked(
        &self,
        budget: &Budget,
        check: impl FnOnce(&mut Scope<'_>) -> Checked<Expr>,
    ) -> Result<Question, Report> {
        let mut book = self.lock();
        book.start_within(budget);
        let folded = book.spent.folded;
        with_room(|| {
            let mut scope = Scope::new(&mut book, None);
            let result = check(&mut scope);
            let frame = scope.frame;
            // The question's own constants go with it.
            book.spent.folded = folded;
            let complaints = book.take_complaints();
            match result {
                Ok(expr) if !complaints.iter().any(Diagnostic::is_error) => {
                    let nameless = book.nameless.of_question();
                    Ok(Question {
                        _nameless: nameless,
                        ..Question::new(&expr, frame, book.id)
                    })
                }
                _ => {
                    let errors = complaints.into_iter().filter(Diagnostic::is_error);
                    Err(book.report(errors.collect()))
                }
            }
        })
    }

    /// The position that an expression without queries stands for.
    ///
    /// ```
    /// let book = nimrule::Rulebook::parse("game nim { take any }")?;
    /// assert_eq!(book.position("nim[5, 9, 11]")?.to_string(), "nim[5, 9, 11]");
    /// # Ok::<(), nimrule::Report>(())
    /// ```
    ///
    /// # Errors
    /// The text is no position of games of this rulebook.
    pub fn position(&self, text: &str) -> Result<Position, Report> {
        self.position_within(text, self.budget())
    }

    /// The same as a part of some work.
    pub(crate) fn position_within(&self, text: &str, budget: Budget) -> Result<Position, Report> {
        let question = self.question_text("position", text, &budget)?;
        let mut machine = Machine::new(budget);
        let value = machine
            .eval(&question.code, &mut NoHost)
            .map_err(|fault| self.report(vec![errors::fault(fault)]))?;
        match value {
            Value::Position(position) => Ok(position.as_ref().clone()),
            _ => Err(self.report(vec![errors::wrong_kind(
                "a position",
                &question.kind,
                question.span,
            )])),
        }
    }

    /// Refuses a question whose names stand for other rules.
    pub(crate) fn check_own_question(&self, question: &Question) -> Result<(), Diagnostic> {
        if question.rules == self.lock().id {
            return Ok(());
        }
        Err(Diagnostic::error(
            "foreign_question",
            "this question was made with another rulebook",
        )
        .help("make it with the rulebook of the session")
        .cause(Cause::Foreign))
    }

    /// Starts the clock for a question.
    fn budget(&self) -> Budget {
        self.lock().spent.new_budget()
    }

    /// A `let` of the file that holds positions or queries, ready to be run.
    pub(crate) fn late_let(&self, number: u32) -> Option<Question> {
        let book = self.lock();
        match book.known.get(&number)? {
            LetState::Late(expr, frame) => Some(with_room(|| Question::new(expr, *frame, book.id))),
            _ => None,
        }
    }

    /// The game of a definition with arguments.
    pub(crate) fn instantiate(
        &self,
        wanted: Wanted<'_>,
        budget: &Budget,
    ) -> Result<Arc<Game>, Diagnostic> {
        let mut book = self.lock();
        book.start_within(budget);
        let header = with_room(|| book.instance_for(wanted));
        let mut complaints = book.take_complaints().into_iter();
        if let Some(error) = complaints.find(Diagnostic::is_error) {
            return Err(error);
        }
        let header = header?;
        self.use_game(&header);
        Ok(header)
    }

    /// Which names are functions, for hints.
    pub fn function_params(&self, name: &str) -> Option<Vec<String>> {
        let (_, Definition::Let(item)) = self.lock().definition(name)? else {
            return None;
        };
        let params = item.params.as_ref()?.iter();
        Some(params.map(|param| param.name.clone()).collect())
    }
}
