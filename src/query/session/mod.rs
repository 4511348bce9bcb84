//! A session: a rulebook, a solver, and the limits of the user.

use std::fmt::Display;
use std::io::Write;
use std::sync::Arc;

use hashbrown::HashMap;

mod questions;

#[cfg(feature = "program")]
pub(crate) use self::questions::which_game;
use super::answer::{Answer, Evidence};
use super::evidence::together;
use super::settings::Settings;
use super::{conjecture, queries};
use crate::expr::fault::{Fault, FaultKind};
use crate::expr::machine::{Host, Machine, Wanted};
use crate::expr::position::{Game, Position};
use crate::expr::value::Value;
use crate::picture::Drawing;
use crate::picture::terminal::Screen;
#[cfg(feature = "pictures")]
use crate::picture::{Format, Theme};
use crate::rules::query::Query;
use crate::rules::{Question, Rulebook, errors};
use crate::solve::Solver;
use crate::syntax::ast;
use crate::text::diagnostic::{Cause, Diagnostic, Report, guarded, nearest};
use crate::text::source::Span;
use crate::work::budget::{Account, Budget};
use crate::work::stack::with_room;
use crate::work::written::Written;
use crate::work::{Failure, Limit};

/// Answers questions about the games of a rulebook and remembers what it computed.
///
/// Each question may end with an error: the rules have mistakes or a fault, a limit was reached, or the work was interrupted. What
/// else may be wrong is said of each.
///
/// ```
/// use nimrule::{Rulebook, Session, Settings, Value};
///
/// let book = Rulebook::parse("game nim { take any }")?;
/// let mut session = Session::new(book, Settings::default())?;
/// let answer = session.eval_text("question", "grundy(nim[5, 9, 11])")?;
/// assert_eq!(answer.value, Value::Int(7));
/// # Ok::<(), nimrule::Report>(())
/// ```
pub struct Session {
    pub(super) book: Rulebook,
    pub(super) solver: Solver,
    settings: Settings,
    /// Whether a question of several parts is under way.
    is_asked: bool,
    /// Whether memory ran out, most of it taken by what is remembered.
    is_cramped: bool,
    /// The values of the file's lets that hold positions or queries, and the bytes that they take.
    globals: HashMap<u32, Value>,
    globals_bytes: u64,
    /// The last picture that a question asked for.
    picture: Option<Arc<Drawing>>,
    /// What the last question was about.
    topic: Option<Topic>,
}

/// What a question is about: its reason can be asked for.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Topic {
    Position(Position),
    /// A game, and what was asked of it.
    Game(Arc<Game>, Query),
}

pub(super) trait About {
    /// Refuses what belongs to another rulebook or session.
    fn check(&self, session: &Session) -> Result<(), Report>;

    /// What is remembered as the last topic.
    fn topic(&self) -> Option<Topic> {
        None
    }
}

impl About for Arc<Game> {
    fn check(&self, session: &Session) -> Result<(), Report> {
        session.reported(session.book.check_own(self))
    }
}

impl About for Position {
    fn check(&self, session: &Session) -> Result<(), Report> {
        session.reported(session.book.check_own_position(self))
    }
}

impl About for Topic {
    fn check(&self, session: &Session) -> Result<(), Report> {
        match self {
            Topic::Position(position) => position.check(session),
            Topic::Game(game, _) => game.check(session),
        }
    }

    fn topic(&self) -> Option<Topic> {
        Some(self.clone())
    }
}

impl Session {
    /// A session.
    ///
    /// # Errors
    /// The engine of the settings does not exist.
    pub fn new(book: Rulebook, settings: Settings) -> Result<Session, Report> {
        let names = Settings::engine_names();
        let asked = settings.engine.iter().chain(&settings.without);
        if let Some(name) = asked
            .into_iter()
            .find(|name| !names.contains(&name.as_str()))
        {
            let error =
                Diagnostic::error("unknown_engine", format!("no engine is called `{name}`"));
            let near = nearest(name, names.iter().copied());
            let all = format!("the engines are {}", names.join(", "));
            return Err(book.report(vec![error.help_near(near, &all)]));
        }
        let solver = Solver::with_limits(&book, &settings.limits);
        Ok(Session {
            book,
            solver,
            settings,
            is_asked: false,
            is_cramped: false,
            globals: HashMap::new(),
            globals_bytes: 0,
            picture: None,
            topic: None,
        })
    }

    /// The rulebook.
    pub fn book(&self) -> &Rulebook {
        &self.book
    }

    /// The settings; limits may be changed between questions.
    pub fn settings_mut(&mut self) -> &mut Settings {
        &mut self.settings
    }

    /// Forgets what was computed.
    pub(crate) fn forget(&mut self) {
        let budget = self.left();
        budget.release();
        self.solver = Solver::with_limits(&self.book, &self.settings.limits);
        *self.solver.budget() = budget;
        self.globals.clear();
        self.globals_bytes = 0;
        self.is_cramped = false;
    }

    /// Answers questions about another rulebook from now on. What was computed is kept where only claims were added.
    #[doc(hidden)]
    pub fn turn_to_book(&mut self, book: Rulebook) {
        let is_same = book.has_rules_of(&self.book);
        self.book = book;
        if !is_same {
            self.forget();
        }
    }

    /// Works on a question, or on a part of one: all parts share its limits. With a question the clock starts. A panic is reported
    /// as what it is, a mistake in nimrule, and what was computed is forgotten.
    pub(crate) fn whole<T>(
        &mut self,
        work: impl FnOnce(&mut Session) -> Result<T, Report>,
    ) -> Result<T, Report> {
        let is_part = self.is_asked;
        if !is_part {
            self.start();
        }
        self.is_asked = true;
        let result = guarded(|| with_room(|| work(self)));
        self.is_asked = is_part;
        let result = result.unwrap_or_else(|internal| {
            self.forget();
            self.reported(Err(internal))
        });
        if let Err(report) = &result {
            self.mind(report);
        }
        result
    }

    /// Takes note of what did not fit into the memory.
    fn mind(&mut self, report: &Report) {
        let left = self.solver.left();
        self.is_cramped |= report.cause() == Cause::Memory && left.held() > left.memory();
    }

    /// Asks the solver about something.
    pub(super) fn ask<T>(
        &mut self,
        about: &impl About,
        work: impl FnOnce(&mut Solver) -> Result<T, Failure>,
    ) -> Result<T, Report> {
        self.whole(|session| {
            about.check(session)?;
            if let Some(topic) = about.topic() {
                session.topic = Some(topic);
            }
            work(&mut session.solver).map_err(|failure| session.stopped(failure))
        })
    }

    /// What stopped the question in hand, with what may do in the place of values.
    fn hinted(&self, failed: Diagnostic) -> Diagnostic {
        match &self.topic {
            Some(Topic::Position(position)) => match position.only_term() {
                Some(term) => conjecture::hinted(failed, &term.game),
                None => failed,
            },
            Some(Topic::Game(game, Query::Values | Query::Table)) => {
                conjecture::hinted(failed, game)
            }
            _ => failed,
        }
    }

    fn stopped(&self, failure: Failure) -> Report {
        self.book.report(vec![self.hinted(failure.into())])
    }

    /// Works on a part of a question, or on one alone, with at most this many steps.
    pub(crate) fn within<T>(
        &mut self,
        effort: u64,
        work: impl FnOnce(&mut Session) -> Result<T, Report>,
    ) -> Result<T, Report> {
        self.whole(|session| {
            let in_time = session.solver.budget().spend(0);
            in_time.map_err(|limit| session.stopped(limit.into()))?;
            Budget::aside(session, |session| session.solver.budget(), effort, work)
        })
    }

    /// Answers a question with at most this many steps of work; `None`: these are too few, or a limit was reached before.
    pub fn aside<T>(
        &mut self,
        effort: u64,
        work: impl FnOnce(&mut Session) -> Result<T, Report>,
    ) -> Result<Option<T>, Report> {
        match self.within(effort, work) {
            Ok(done) => Ok(Some(done)),
            Err(report) if report.is_limit() => Ok(None),
            Err(report) => Err(report),
        }
    }

    /// How much work the last question took, in steps.
    pub fn work_done(&self) -> u64 {
        self.solver.left().done()
    }

    fn start(&mut self) {
        if (self.solver.is_full() || self.is_cramped) && !self.solver.is_spoken_of() {
            self.forget();
        }
        self.solver.start(&self.settings.limits);
        self.solver.piles().set_policy(self.settings.policy());
    }

    pub(super) fn reported<T>(&self, result: Result<T, impl Into<Failure>>) -> Result<T, Report> {
        result.map_err(|failure| self.book.report(vec![failure.into().into()]))
    }

    /// The value of an expression.
    pub fn eval(&mut self, question: &Question) -> Result<Answer, Report> {
        self.whole(|session| {
            session.reported(session.book.check_own_question(question))?;
            session.answer(question)
        })
    }

    fn answer(&mut self, question: &Question) -> Result<Answer, Report> {
        self.topic = None;
        let mut known_by = Vec::new();
        let value = self.run(question, &mut known_by)?;
        Ok(Answer {
            value,
            by: together(known_by),
        })
    }

    fn run(&mut self, question: &Question, known_by: &mut Vec<Evidence>) -> Result<Value, Report> {
        let mut machine = Machine::new(self.left());
        let mut asker = Asker {
            session: self,
            known_by,
        };
        let result = guarded(|| {
            let value = machine.eval(&question.code, &mut asker)?;
            // What is shared is written each time it comes up.
            let budget = &mut machine.budget;
            let walked = value.walk(budget);
            let fits = walked.and_then(|bytes| budget.need(bytes));
            let too_long = |limit: Limit| Fault::new(limit.into(), question.span);
            fits.map(|()| value).map_err(too_long)
        });
        let result = result.unwrap_or_else(|internal| {
            self.forget();
            Err(Fault::new(internal.into(), question.span))
        });
        result.map_err(|fault| self.book.report(vec![errors::fault(fault)]))
    }

    /// Parses, checks and evaluates an expression; `name` names its source in complaints.
    pub fn eval_text(&mut self, name: &str, text: &str) -> Result<Answer, Report> {
        self.whole(|session| {
            let left = session.solver.left();
            let question = session.book.question_text(name, text, left)?;
            session.answer(&question)
        })
    }

    /// Checks an expression that was read elsewhere, such as at a prompt.
    #[doc(hidden)]
    pub fn question_of(&mut self, expr: &ast::Expr) -> Result<Question, Report> {
        self.whole(|session| session.book.question_within(expr, session.solver.left()))
    }

    fn run_text(&mut self, name: &str, text: &str) -> Result<(Question, Value), Report> {
        let question = self.book.question_text(name, text, self.solver.left())?;
        let value = self.run(&question, &mut Vec::new())?;
        Ok((question, value))
    }

    /// What the last question was about; of several in one expression the one that was answered last.
    #[doc(hidden)]
    pub fn last_topic(&self) -> Option<&Topic> {
        self.topic.as_ref()
    }

    /// Nothing was asked yet of what is spoken of now.
    #[cfg(feature = "program")]
    pub(crate) fn forget_topic(&mut self) {
        self.topic = None;
    }

    /// The picture that the last question with `plot` asked for.
    #[doc(hidden)]
    pub fn last_picture(&self) -> Option<&Arc<Drawing>> {
        self.picture.as_ref()
    }

    /// Says what the question is about.
    #[cfg(feature = "program")]
    pub(crate) fn keep_topic(&mut self, topic: Topic) {
        self.topic = Some(topic);
    }

    /// Keeps a picture as the last one.
    #[cfg(feature = "program")]
    pub(crate) fn keep_picture(&mut self, drawing: &Arc<Drawing>) {
        self.picture = Some(Arc::clone(drawing));
    }

    /// Whether there is time left.
    #[doc(hidden)]
    pub fn in_time(&self) -> Result<(), Report> {
        self.reported(self.budget().look())
    }

    /// Starts the clock for what is no question; the memory in use is counted.
    pub(crate) fn budget(&self) -> Budget {
        self.solver.left().restart(&self.settings.limits)
    }

    /// What is left of the limits of the last question.
    pub(crate) fn left(&self) -> Budget {
        self.solver.left().clone()
    }

    /// An answer as text, within what is left of the limits of the last question.
    pub fn written(&self, answer: &impl Display) -> Result<String, Report> {
        let (mut text, mut budget) = (Vec::new(), self.left());
        let no_text = Failure::Bug("an answer cannot be written");
        let write = || {
            budget.look()?;
            let written = write!(Written::to(&mut text, &mut budget), "{answer}");
            match written.map_err(|error| error.downcast::<Diagnostic>()) {
                Ok(()) => String::from_utf8(text).map_err(|_| no_text),
                Err(Ok(limit)) => Err(limit.into()),
                Err(Err(_)) => Err(no_text),
            }
        };
        self.reported(write())
    }

    /// A picture as a file, within what is left of the limits of the last question; see [`Format::bytes`].
    ///
    /// # Errors
    /// The picture is too large, or a limit.
    #[cfg(feature = "pictures")]
    pub fn picture_file(
        &self,
        drawing: &Drawing,
        format: Format,
        theme: Theme,
        scale: u32,
    ) -> Result<Vec<u8>, Report> {
        self.reported(format.bytes(drawing, theme, scale, &mut self.left()))
    }

    /// A picture for a terminal, within what is left of the limits of the last question.
    pub fn picture_text(&self, drawing: &Drawing, screen: Screen) -> Result<String, Report> {
        self.reported(drawing.text(screen, &mut self.left()))
    }
}

/// Answers what an expression asks while it runs: queries, games with arguments, lets of the file.
struct Asker<'s> {
    session: &'s mut Session,
    known_by: &'s mut Vec<Evidence>,
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

#[cfg(test)]
mod tests;
