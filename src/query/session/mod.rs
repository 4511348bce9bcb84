//! A session: a rulebook, a solver, and the limits of the user.

use std::fmt::{Display, Write};
use std::sync::Arc;

use hashbrown::HashMap;

mod asker;
mod reading;
mod written;

use self::asker::Asker;
use self::written::Written;
use super::answer::{
    Answer, Evidence, How, Line, Periodicity, Proven, Solution, Tested, Values, Verdict,
};
use super::best::solution;
use super::describe::Description;
use super::evidence::grundy_by;
use super::explain::{Explanation, explain};
use super::line::line;
use super::misere::{Genera, MisereQuotient};
use super::pictures::{Range, Show};
use super::settings::Settings;
use super::{board, describe, misere, periods, pictures, plan, tables};
use crate::certificate::Certificate;
use crate::expr::fault::Fault;
use crate::expr::kind::Kind;
use crate::expr::machine::Machine;
use crate::expr::position::{Game, Position};
use crate::expr::value::{List, Value};
use crate::picture::Drawing;
use crate::picture::terminal::Screen;
#[cfg(feature = "pictures")]
use crate::picture::{Format, Theme};
use crate::rules::game::GameRules;
use crate::rules::query::Query;
use crate::rules::{Question, Rulebook, errors};
use crate::solve::Solver;
use crate::syntax::ast;
use crate::text::diagnostic::{Diagnostic, Report, guarded};
use crate::work::budget::Budget;
use crate::work::stack::with_room;
use crate::work::{Failure, Limit};

/// Answers questions about the games of a rulebook and remembers what it computed.
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
    /// A position.
    Position(Position),
    /// A game, and what was asked of it.
    Game(Arc<Game>, Query),
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
            let error = match crate::text::diagnostic::nearest(name, names.iter().copied()) {
                Some(near) => error.help(format!("did you mean `{near}`?")),
                None => error.help(format!("the engines are {}", names.join(", "))),
            };
            return Err(book.report(vec![error]));
        }
        let solver = Solver::with_limits(&book, &settings.limits);
        Ok(Session {
            book,
            solver,
            settings,
            is_asked: false,
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

    /// Works on a question of several parts, which share its limits.
    ///
    /// # Errors
    /// Those of the parts.
    pub(crate) fn whole<T>(
        &mut self,
        work: impl FnOnce(&mut Session) -> Result<T, Report>,
    ) -> Result<T, Report> {
        if self.is_asked {
            return work(self);
        }
        self.start();
        self.is_asked = true;
        let result = guarded(|| with_room(|| work(self)));
        self.is_asked = false;
        result.unwrap_or_else(|internal| {
            self.forget();
            self.reported(Err(internal))
        })
    }

    /// Works on a part of a question, or on one alone, with at most so many steps.
    ///
    /// # Errors
    /// Those of the work, and that these are too few.
    pub(crate) fn within<T>(
        &mut self,
        effort: u64,
        work: impl FnOnce(&mut Session) -> Result<T, Report>,
    ) -> Result<T, Report> {
        self.whole(|session| {
            Budget::aside(session, |session| session.solver.budget(), effort, work)
        })
    }

    /// Answers a question with at most so many steps of work; `None`: these are too few, or a limit was reached before.
    ///
    /// # Errors
    /// Those of the question, but for limits.
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

    /// Starts the clock for a question; not for a part of one that is under way.
    pub(super) fn start(&mut self) {
        if self.is_asked {
            return;
        }
        if self.solver.is_full() {
            self.forget();
        }
        self.solver.start(&self.settings.limits);
        self.solver.piles().set_policy(self.settings.policy());
    }

    /// Starts the clock for a question about a game of this rulebook.
    pub(super) fn start_with(&mut self, game: &Game) -> Result<(), Report> {
        self.check_own(game)?;
        self.start();
        Ok(())
    }

    /// Starts the clock for a question about a position of games of this rulebook.
    pub(super) fn start_on(&mut self, position: &Position) -> Result<(), Report> {
        self.reported(self.book.check_own_position(position))?;
        self.start();
        Ok(())
    }

    /// The same, where the position is what the question is about.
    fn start_at(&mut self, position: &Position) -> Result<(), Report> {
        self.start_on(position)?;
        self.topic = Some(Topic::Position(position.clone()));
        Ok(())
    }

    fn check_own(&self, game: &Game) -> Result<(), Report> {
        self.reported(self.book.check_own(game))
    }

    pub(super) fn reported<T>(&self, result: Result<T, impl Into<Failure>>) -> Result<T, Report> {
        result.map_err(|failure| self.book.report(vec![failure.into().into()]))
    }

    /// Works on a question. A panic is reported as what it is, a mistake in nimrule, and what was computed is forgotten.
    pub(super) fn ask<T>(
        &mut self,
        work: impl FnOnce(&mut Solver) -> Result<T, Failure>,
    ) -> Result<T, Report> {
        let result = guarded(|| work(&mut self.solver)).unwrap_or_else(|internal| {
            self.forget();
            Err(internal.into())
        });
        self.reported(result)
    }

    /// The value of an expression.
    ///
    /// # Errors
    /// A fault while it ran, or a limit.
    pub fn eval(&mut self, question: &Question) -> Result<Answer, Report> {
        self.reported(self.book.check_own_question(question))?;
        self.start();
        self.answer(question)
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
        let wants_bool = question.kind == Kind::Bool;
        let result = guarded(|| {
            let value = machine.eval(&question.code, wants_bool, &mut asker)?;
            // What is shared is written each time it is met.
            let budget = &mut machine.budget;
            let walked = value.walk(budget);
            let fits = walked.and_then(|count| budget.need(count * size_of::<Value>() as u64));
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
    ///
    /// # Errors
    /// Mistakes in the text, a fault while it ran, or a limit.
    pub fn eval_text(&mut self, name: &str, text: &str) -> Result<Answer, Report> {
        self.whole(|session| {
            let question = session.question_text(name, text)?;
            session.answer(&question)
        })
    }

    /// Checks an expression that was read elsewhere, such as at a prompt.
    ///
    /// # Errors
    /// Its mistakes.
    #[doc(hidden)]
    pub fn question_of(&mut self, expr: &ast::Expr) -> Result<Question, Report> {
        self.start();
        self.book.question_within(expr, self.solver.left())
    }

    /// The question of a text, with which the work on it begins.
    fn question_text(&mut self, name: &str, text: &str) -> Result<Question, Report> {
        self.start();
        self.book.question_text(name, text, self.solver.left())
    }

    /// Who wins and by which moves; at most `limit` winning moves are listed.
    ///
    /// # Errors
    /// A fault in a rule, or a limit.
    pub fn solve(&mut self, position: &Position, limit: usize) -> Result<Solution, Report> {
        self.start_at(position)?;
        self.ask(|solver| solution(solver, position, limit))
    }

    /// Why the position is won or lost.
    ///
    /// # Errors
    /// A fault in a rule, or a limit.
    pub fn explain(&mut self, position: &Position) -> Result<Explanation, Report> {
        self.follow(position, 0)
    }

    /// Why, for a position and those after each of so many moves of best play.
    ///
    /// # Errors
    /// More moves than can be followed, a fault in a rule, or a limit.
    pub fn follow(&mut self, position: &Position, depth: i64) -> Result<Explanation, Report> {
        self.start_at(position)?;
        self.ask(|solver| explain(solver, position, depth))
    }

    /// A line of perfect play.
    ///
    /// # Errors
    /// A fault in a rule, or a limit.
    pub fn line(&mut self, position: &Position) -> Result<Line, Report> {
        self.start_at(position)?;
        self.ask(|solver| line(solver, position))
    }

    /// Grundy values of single piles of sizes `from..=to`.
    ///
    /// # Errors
    /// The piles are no single numbers, a fault in a rule, or a limit.
    pub fn values(&mut self, game: &Arc<Game>, from: i64, to: i64) -> Result<Values, Report> {
        self.start_with(game)?;
        self.topic = Some(Topic::Game(Arc::clone(game), Query::Values));
        let count = to.saturating_sub(from).saturating_add(1).max(0) as u64;
        self.ask(|solver| {
            solver.budget().need(count)?;
            if game.loopy {
                return tables::loopy_values(solver, game, from..=to);
            }
            let values = tables::values(solver, game, &List::range(from, to))?;
            let last = tables::position_of(game, vec![Value::Int(to)]);
            Ok(Values {
                game: game.label.clone(),
                from,
                values,
                special: std::collections::BTreeMap::new(),
                by: grundy_by(solver, &last)?,
            })
        })
    }

    /// The checked rules of a game.
    ///
    /// # Errors
    /// They have mistakes.
    #[doc(hidden)]
    pub fn game_rules(&self, game: &Game) -> Result<Arc<GameRules>, Report> {
        self.reported(self.book.game_by_id(game.id, self.solver.left()))
    }

    /// The Grundy values of a box of tuples, with both ends of each coordinate; the last one runs fastest.
    ///
    /// # Errors
    /// The piles are no tuples of so many integers, a fault in a rule, or a limit.
    pub fn table(&mut self, game: &Arc<Game>, ranges: &[(i64, i64)]) -> Result<Vec<u64>, Report> {
        self.start_with(game)?;
        let count = ranges.iter().try_fold(1u64, |count, (from, to)| {
            count.checked_mul(u64::try_from(to.checked_sub(*from)?.checked_add(1)?).ok()?)
        });
        self.ask(|solver| {
            solver.budget().need(count.unwrap_or(u64::MAX))?;
            let boxes: Vec<Vec<i64>> = ranges
                .iter()
                .map(|(from, to)| (*from..=*to).collect())
                .collect();
            let table = tables::table(solver, game, &boxes)?;
            let mut list = Vec::new();
            tables::flatten(&table, &mut list);
            Ok(list)
        })
    }

    /// The period of the game's values, looked for among piles up to `to`; `None`: as far as the engine reaches in a few
    /// seconds, or 30 million.
    ///
    /// # Errors
    /// The game is of misère play, or a limit was reached.
    pub fn period(&mut self, game: &Arc<Game>, to: Option<u64>) -> Result<Periodicity, Report> {
        self.start_with(game)?;
        self.topic = Some(Topic::Game(Arc::clone(game), Query::Period));
        self.ask(|solver| periods::find(solver, game, to))
    }

    /// A period that is proven with at most so many steps of work among piles up to `to`, if there is one.
    ///
    /// # Errors
    /// A limit of the settings was reached.
    pub fn period_soon(
        &mut self,
        game: &Arc<Game>,
        to: u64,
        effort: u64,
    ) -> Result<Option<Proven>, Report> {
        self.start_with(game)?;
        Ok(self
            .ask(|solver| periods::soon(solver, game, to, effort))?
            .map(|(proven, _)| proven))
    }

    /// What is known of the period without more work, for example after a limit was reached.
    ///
    /// # Errors
    /// The rules of the game have mistakes.
    pub fn period_so_far(&mut self, game: &Arc<Game>) -> Result<Periodicity, Report> {
        self.check_own(game)?;
        self.ask(|solver| periods::so_far(solver, game))
    }

    /// The misère quotient of the piles up to a size, and of all piles where its images repeat.
    ///
    /// # Errors
    /// The piles are no single numbers that lead to smaller ones, a fault in a rule, or a limit.
    pub fn quotient(&mut self, game: &Arc<Game>, upto: u64) -> Result<MisereQuotient, Report> {
        self.start_with(game)?;
        self.ask(|solver| misere::quotient(solver, game, upto))
    }

    /// The misère quotient as far as it is known without more work, for example after a limit was reached.
    ///
    /// # Errors
    /// The piles are no single numbers that lead to smaller ones.
    pub fn quotient_so_far(
        &mut self,
        game: &Arc<Game>,
        upto: u64,
    ) -> Result<MisereQuotient, Report> {
        self.check_own(game)?;
        self.ask(|solver| misere::quotient_so_far(solver, game, upto))
    }

    /// The genera of the single piles `from..=to`.
    ///
    /// # Errors
    /// The piles are no single numbers that lead to smaller ones, a fault in a rule, or a limit.
    pub fn genera(&mut self, game: &Arc<Game>, from: i64, to: i64) -> Result<Genera, Report> {
        self.start_with(game)?;
        self.ask(|solver| misere::genera(solver, game, from..=to))
    }

    /// The period of the game's values with its proof as a certificate.
    ///
    /// # Errors
    /// No period is proven, or a limit was reached.
    pub fn certificate(
        &mut self,
        game: &Arc<Game>,
        to: Option<u64>,
    ) -> Result<Certificate, Report> {
        self.start_with(game)?;
        self.ask(|solver| periods::certify(solver, game, to))
    }

    /// Checks a certificate by definition, without the engines: the last pile that was checked, or why it is wrong.
    ///
    /// # Errors
    /// The game is not of a kind that certificates cover, or a limit was reached.
    pub fn verify(&mut self, game: &Arc<Game>, claim: &Certificate) -> Result<Verdict, Report> {
        self.start_with(game)?;
        self.ask(|solver| periods::verify(solver, game, claim))
    }

    /// The picture of a game, and how what it shows is known; one range serves for both sides of a board.
    ///
    /// # Errors
    /// Piles of this kind cannot be drawn in this way, a fault in a rule, or a limit.
    pub fn picture(
        &mut self,
        game: &Arc<Game>,
        show: Show,
        ranges: &[Range],
    ) -> Result<(Drawing, Evidence), Report> {
        self.start_with(game)?;
        self.ask(|solver| pictures::of_game(solver, game, show, ranges))
    }

    /// The graph of a position, and how its outcomes are known.
    ///
    /// # Errors
    /// It leads to more positions than a picture holds, a fault in a rule, or a limit.
    pub fn graph(&mut self, position: &Position) -> Result<(Drawing, Evidence), Report> {
        self.start_on(position)?;
        self.ask(|solver| pictures::of_position(solver, position))
    }

    /// A game as data that can be played without the solver, from a position that is given or usual; `None` where that is
    /// too much.
    ///
    /// # Errors
    /// A fault in a rule, or a limit.
    #[doc(hidden)]
    pub fn board(
        &mut self,
        game: &Arc<Game>,
        start: Option<&Position>,
    ) -> Result<Option<board::Board>, Report> {
        self.start_with(game)?;
        if let Some(start) = start {
            self.reported(self.book.check_own_position(start))?;
        }
        self.ask(|solver| board::of(solver, game, start))
    }

    /// What the last question was about; of several in one expression the one that was answered last.
    #[doc(hidden)]
    pub fn last_topic(&self) -> Option<&Topic> {
        self.topic.as_ref()
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
    ///
    /// # Errors
    /// There is none.
    #[doc(hidden)]
    pub fn in_time(&self) -> Result<(), Report> {
        self.reported(self.budget().look())
    }

    /// Starts the clock for what is no question; the memory in use is counted.
    pub(crate) fn budget(&self) -> Budget {
        self.solver.left().restart(&self.settings.limits)
    }

    /// What is left of the limits of the last question.
    pub(super) fn left(&self) -> Budget {
        self.solver.left().clone()
    }

    /// An answer as text, within what is left of the limits of the last question.
    ///
    /// # Errors
    /// A limit, or an interruption.
    pub fn written(&self, answer: &impl Display) -> Result<String, Report> {
        let mut text = Written {
            text: String::new(),
            budget: self.left(),
            look_at: 0,
            stop: None,
        };
        let result = write!(text, "{answer}");
        match (result, text.stop) {
            (Ok(()), None) => Ok(text.text),
            (_, Some(stop)) => self.reported(Err(stop)),
            (Err(_), None) => self.reported(Err(Failure::Bug("an answer cannot be written"))),
        }
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
    ///
    /// # Errors
    /// A limit, or an interruption.
    pub fn picture_text(&self, drawing: &Drawing, screen: Screen) -> Result<String, Report> {
        self.reported(drawing.text(screen, &mut self.left()))
    }

    /// Which engine answers and why it may.
    ///
    /// # Errors
    /// The rules of the game have mistakes.
    pub fn plan(&mut self, game: &Arc<Game>) -> Result<String, Report> {
        self.check_own(game)?;
        self.ask(|solver| plan::of_game(solver, game))
    }

    /// The rules of a game in words, with the options of a small pile.
    ///
    /// # Errors
    /// The rules of the game have mistakes.
    pub fn describe(&mut self, game: &Arc<Game>) -> Result<Description, Report> {
        self.start_with(game)?;
        self.ask(|solver| describe::of_game(solver, game))
    }

    /// The rules of the game of this name in words, where it has parameters those of an example; `None`: there is none.
    ///
    /// # Errors
    /// An interruption, or a limit.
    pub fn described(&mut self, name: &str) -> Result<Option<Description>, Report> {
        let Some(example) = self.book.examples_of(name).into_iter().next() else {
            return Ok(None);
        };
        let mut described = self.describe(&example)?;
        let params = self.book.game_params(name).unwrap_or_default();
        if !params.is_empty() {
            let family = format!("{name}({}), for example ", params.join(", "));
            described.rules.insert_str(0, &family);
        }
        Ok(Some(described))
    }

    /// Tests a claim.
    ///
    /// # Errors
    /// Mistakes in the claim, a fault while it ran, or a limit.
    pub fn test(&mut self, expect: &ast::ExpectItem) -> Result<Tested, Report> {
        self.start();
        let claim = self.book.claim(&expect.claim, self.solver.left())?;
        self.topic = None;
        let text = self.book.text_at(expect.claim.span);
        let mut known_by = Vec::new();
        let (ok, left, left_span, right) = match &claim.sides {
            Some(sides) => {
                let (left, right) = sides.as_ref();
                let ok = self.run(&claim, &mut known_by)?;
                // What was asked once is remembered, so that asking for the sides costs little.
                let left_value = self.run(left, &mut known_by)?;
                let kept = self.left().keep(left_value.own_bytes());
                let right_value = self.run(right, &mut known_by)?;
                drop(kept);
                (ok, left_value, left.span, Some((right_value, right.span)))
            }
            None => {
                let value = self.run(&claim, &mut known_by)?;
                (value.clone(), value, claim.span, None)
            }
        };
        Ok(Tested {
            span: expect.claim.span,
            text,
            ok: ok == Value::Bool(true),
            left,
            left_span,
            right,
        })
    }
}

/// How an answer put together from several is known: in the weakest way among them.
fn together(mut known_by: Vec<Evidence>) -> Evidence {
    known_by.sort_by_key(|by| std::cmp::Reverse(by.how));
    let weakest = known_by.into_iter().next();
    weakest.unwrap_or_else(|| Evidence::new(How::Computed, "expression", "evaluated"))
}

#[cfg(test)]
mod tests;
