//! What an expression asks of the session while it runs: queries, games with arguments, lets of the file.

use std::sync::Arc;

use super::{Session, Topic};
use crate::expr::fault::FaultKind;
use crate::expr::machine::{Host, Wanted};
use crate::expr::position::Game;
use crate::expr::value::Value;
use crate::query::answer::Evidence;
use crate::query::queries;
use crate::rules::query::Query;
use crate::text::diagnostic::Diagnostic;
use crate::text::source::Span;
use crate::work::budget::{Account, Budget};
use crate::work::stack::with_room;

/// Answers what an expression asks.
pub(super) struct Asker<'s> {
    pub(super) session: &'s mut Session,
    pub(super) known_by: &'s mut Vec<Evidence>,
}

impl Host for Asker<'_> {
    fn ask(&mut self, query: u32, args: &[Value], span: Span) -> Result<Value, FaultKind> {
        let Some(query) = Query::by_number(query) else {
            return Err(FaultKind::Argument("no such query".to_string()));
        };
        self.session.topic = match args.first() {
            Some(Value::Position(position)) => Some(Topic::Position(position.as_ref().clone())),
            Some(Value::Game(game)) => Some(Topic::Game(Arc::clone(game), query)),
            _ => None,
        };
        let known = queries::answer(&mut self.session.solver, query, args);
        let known = known.map_err(|failure| {
            let mut diagnostic = Diagnostic::from(failure);
            if diagnostic.labels.is_empty() {
                diagnostic = diagnostic.label(span, "asked here");
            }
            self.session.hinted(diagnostic)
        })?;
        self.known_by.extend(known.by);
        if let Some(drawing) = known.drawing {
            self.session.picture = Some(Arc::new(drawing));
        }
        Ok(known.value)
    }

    fn instantiate(&mut self, wanted: Wanted<'_>, budget: &Budget) -> Result<Arc<Game>, FaultKind> {
        Ok(self.session.book.instantiate(wanted, budget)?)
    }

    fn global(&mut self, number: u32) -> Result<Value, FaultKind> {
        let session = &mut *self.session;
        if let Some(value) = session.globals.get(&number) {
            return Ok(value.clone());
        }
        let Some(question) = session.book.late_let(number) else {
            return Err(FaultKind::Argument("this `let` has mistakes".to_string()));
        };
        // It may need another one, and so on.
        let value = with_room(|| session.run(&question, self.known_by));
        let value = value.map_err(|report| match report.diagnostics.into_iter().next() {
            Some(diagnostic) => diagnostic.into(),
            None => FaultKind::Argument("this `let` cannot be worked out".to_string()),
        })?;
        session.globals_bytes += value.own_bytes();
        let budget = session.solver.left();
        budget.hold(Account::Lets, session.globals_bytes);
        session.globals.insert(number, value.clone());
        Ok(value)
    }
}
