//! A session: a rulebook, a solver, and the limits of the user.

use std::fmt::{self, Display, Write};
use std::sync::Arc;

use hashbrown::HashMap;

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
use super::{board, describe, misere, periods, pictures, plan, queries, tables};
use crate::certificate::Certificate;
use crate::expr::fault::{Fault, FaultKind};
use crate::expr::kind::Kind;
use crate::expr::machine::{Host, Machine};
use crate::expr::position::{Game, Position};
use crate::expr::value::{List, Value};
use crate::picture::Drawing;
use crate::picture::terminal::Screen;
#[cfg(feature = "pictures")]
use crate::picture::{Format, Theme};
use crate::rules::game::GameRules;
use crate::rules::query::Query;
use crate::rules::{Question, Rulebook, Wanted, errors};
use crate::solve::Solver;
use crate::syntax::{self, ast};
use crate::text::diagnostic::{Diagnostic, Report, guarded};
use crate::text::source::Span;
use crate::work::budget::{Account, Budget};
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

/// So many bytes of an answer are written between two looks at the limits.
const BYTES_BETWEEN_LOOKS: usize = 1 << 16;

/// A text that stops growing at a limit.
struct Written {
    text: String,
    budget: Budget,
    look_at: usize,
    stop: Option<Limit>,
}

impl fmt::Write for Written {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        if self.text.len() >= self.look_at {
            self.look_at = self.text.len() + BYTES_BETWEEN_LOOKS;
            let budget = &mut self.budget;
            // The text may have to move when it grows.
            let room = budget.need(self.text.len() as u64 * 3);
            if let Err(stop) = room.and_then(|()| budget.look()) {
                self.stop = Some(stop);
                return Err(fmt::Error);
            }
        }
        self.text.push_str(part);
        Ok(())
    }
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

/// Answers what an expression asks.
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
            diagnostic
        })?;
        self.known_by.extend(known.by);
        if let Some(drawing) = known.drawing {
            self.session.picture = Some(Arc::new(drawing));
        }
        Ok(known.value)
    }

    fn instantiate(
        &mut self,
        definition: u32,
        args: &[Value],
        span: Span,
        budget: &Budget,
    ) -> Result<Arc<Game>, FaultKind> {
        let wanted = Wanted {
            definition,
            args,
            misere: false,
            span,
        };
        let made = self.session.book.instantiate(wanted, budget);
        made.map_err(FaultKind::from)
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

    /// The game that `text` names (`nim`, `bounded(3)`, `misere(kayles)`), or the only game of the rulebook.
    ///
    /// # Errors
    /// There is no such game, or there are several and none is named.
    pub fn game(&mut self, text: Option<&str>) -> Result<Arc<Game>, Report> {
        let mut names = self.book.own_game_names();
        if names.is_empty() {
            names = self.book.game_names();
        }
        let text = match (text, names.as_slice()) {
            (Some(text), _) => text.to_string(),
            (None, [only]) => only.clone(),
            (None, []) => {
                let error = Diagnostic::error("no_game", "there is no game here");
                return self.reported(Err(error.help("define one: `game nim { take any }`")));
            }
            (None, several) => {
                let error = Diagnostic::error("which_game", "which game is meant?")
                    .help(format!("name one of {}", several.join(", ")));
                return self.reported(Err(error));
            }
        };
        let question = self.question_text("game", &text)?;
        match self.run(&question, &mut Vec::new())? {
            Value::Game(header) => {
                self.game_rules(&header)?;
                Ok(header)
            }
            _ => self.wrong_kind("a game", &question),
        }
    }

    /// The position that the words of a command line mean: one position expression, or just piles of `game`.
    ///
    /// # Errors
    /// The words are no position.
    #[doc(hidden)]
    pub fn position(&mut self, game: Option<&str>, words: &[String]) -> Result<Position, Report> {
        self.whole(|session| session.read_position(game, words))
    }

    fn read_position(&mut self, game: Option<&str>, words: &[String]) -> Result<Position, Report> {
        if let [word] = words
            && word.split_whitespace().count() > 1
            && !word.contains(['[', '(', ','])
        {
            let piles: Vec<String> = word.split_whitespace().map(str::to_owned).collect();
            return self.read_position(game, &piles);
        }
        if let [word] = words {
            let asked = self.book.ask_about("position", word);
            let expr =
                syntax::parse_expr_list(asked.id(), word).map_err(|list| self.book.report(list))?;
            if let [expr] = expr.as_slice()
                && !matches!(
                    expr.node,
                    ast::Node::Int(_) | ast::Node::Tuple(_) | ast::Node::List(_)
                )
                && let Ok(question) = self.book.question_within(expr, self.solver.left())
                && question.kind == Kind::Position
                && let Value::Position(position) = self.run(&question, &mut Vec::new())?
            {
                return Ok(position.as_ref().clone());
            }
            // A position that has mistakes should say so, and not be taken for a pile.
            if let [expr] = expr.as_slice()
                && let ast::Node::Bracket(..) | ast::Node::Arith(..) = expr.node
            {
                let question = self.book.question_within(expr, self.solver.left())?;
                if question.kind != Kind::Int {
                    return self.wrong_kind("a position", &question);
                }
            }
        }
        let header = self.game(game)?;
        let piles = words.join(", ");
        let are_numbers = words.iter().all(|word| word.parse::<i64>().is_ok());
        // Where a pile is no number, numbers are those of one pile.
        let piles = match header.shape.as_int_tuple() {
            Some(bounds) if are_numbers && bounds.len() == words.len() => format!("({piles})"),
            None if are_numbers && header.shape.is_row() => format!("[{piles}]"),
            _ => piles,
        };
        let text = format!("{}[{piles}]", header.label);
        let question = self.question_text("position", &text)?;
        match self.run(&question, &mut Vec::new())? {
            Value::Position(position) => Ok(position.as_ref().clone()),
            _ => self.wrong_kind("a position", &question),
        }
    }

    fn wrong_kind<T>(&self, wanted: &str, question: &Question) -> Result<T, Report> {
        let error = errors::wrong_kind(wanted, &question.kind, question.span);
        self.reported(Err(error))
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
mod tests {
    use super::*;
    use crate::text::diagnostic::Cause;
    use crate::work::budget::Limits;

    #[test]
    fn a_panic_is_an_internal_error_and_the_session_answers_on() {
        let book = Rulebook::parse("game nim { take any }").unwrap();
        let mut session = Session::new(book, Settings::default()).unwrap();
        let places: Vec<u64> = Vec::new();
        session.eval_text("question", "grundy(nim[5, 9])").unwrap();
        let kept = session.budget().keep(1000);
        let report = session.ask(|_| Ok(places[7])).unwrap_err();
        // What somebody keeps is counted, and what was forgotten is not.
        assert_eq!(session.budget().held(), 1000);
        drop(kept);
        let [error] = report.diagnostics.as_slice() else {
            panic!("{report}");
        };
        assert_eq!((error.cause, error.code), (Cause::Internal, "internal"));
        assert!(error.message.contains("index"), "{}", error.message);
        let help = error.help.as_deref().unwrap();
        for what in ["rule file", "question", env!("CARGO_PKG_VERSION")] {
            assert!(help.contains(what), "{help}");
        }
        let answer = session.eval_text("question", "grundy(nim[5, 9])").unwrap();
        assert_eq!(answer.value, Value::Int(12));
    }

    #[test]
    fn games_of_questions_are_not_kept() {
        let rules = "game g(k, t) { take 1..k }  game h(t, other) { take 1 }";
        let book = Rulebook::parse(rules).unwrap();
        let mut session = Session::new(book.clone(), Settings::default()).unwrap();
        let kept = book.position("g(7, 0)[20]").unwrap();
        let (mut early, mut late) = ((0, 0), (0, 0));
        for t in 1..=10_000 {
            let question = format!("grundy(g({}, {t})[9])", 1 + t % 5);
            let answer = session.eval_text("question", &question).unwrap();
            assert_eq!(answer.value, Value::Int(9 % (2 + t % 5)), "{t}");
            assert!(book.position(&format!("h({t}, g(3, -{t}))[2]")).is_ok());
            let most = if t <= 5000 { &mut early } else { &mut late };
            let kept = (session.left().held(), session.book.games_kept());
            *most = (kept.0.max(most.0), kept.1.max(most.1));
        }
        assert!(late.0 <= early.0 + early.0 / 20, "{early:?} {late:?}");
        assert!(late.1 <= early.1 && early.1 <= 5000, "{early:?} {late:?}");
        // Who has a game keeps it.
        assert_eq!(session.solve(&kept, 0).unwrap().grundy, Some(20 % 8));
        assert_eq!(book.position("g(7, 0)[20]").unwrap(), kept);
    }

    #[test]
    fn listed_moves_stay_while_others_ask() {
        let book = Rulebook::parse("game g(k) { take 1..k }").unwrap();
        let mut session = Session::new(book.clone(), Settings::default()).unwrap();
        let position = book.position("g(3)[9]").unwrap();
        let turns = session.turns(&position).unwrap();
        for k in 1..=2000 {
            let question = format!("grundy(g({k})[5])");
            session.eval_text("question", &question).unwrap();
        }
        let first = session.turn(&turns, 0).unwrap().unwrap();
        assert_eq!(first.to.to_string(), "g(3)[8]");
        drop(turns);
        session.eval_text("question", "grundy(g(5)[5])").unwrap();
        assert!(!session.solver.is_full());
    }

    #[test]
    fn a_question_of_several_parts_has_one_budget() {
        let book = Rulebook::parse("game kayles { take 1..2 leaving 0..2 piles }").unwrap();
        let kayles = book.game("kayles").unwrap();
        let facts = |effort: u64| {
            let settings = Settings::default().with_limits(Limits::default().with_effort(effort));
            let mut session = Session::new(book.clone(), settings).unwrap();
            let facts = session.facts(&kayles, None, None).unwrap();
            let is_stopped = facts.last_loses.stopped.is_some();
            (is_stopped, session.work_done())
        };
        let (is_stopped, work) = facts(u64::MAX);
        assert!(!is_stopped);
        let less = work - work / 8;
        let mut session = Session::new(book.clone(), Settings::default()).unwrap();
        session.quotient(&kayles, 60).unwrap();
        assert!(session.work_done() < less, "the part alone takes less");
        let (is_stopped, done) = facts(less);
        assert!(is_stopped && done < work, "{is_stopped} {done} {work}");
    }

    const LATE: &str = "game nim { take any }
        let zero = grundy(nim[0])
        let a = [zero + n for n in 1..100_000]
        let b = [zero - n for n in 1..100_000]";

    #[test]
    fn a_late_let_is_part_of_the_work_on_a_question() {
        let work = |question: &str| {
            let book = Rulebook::parse(LATE).unwrap();
            let mut session = Session::new(book, Settings::default()).unwrap();
            session.eval_text("question", question).unwrap();
            session.work_done()
        };
        let (one, both) = (work("len(a)"), work("len(a) + len(b)"));
        assert!(one > 100_000 - (1 << 14), "{one}");
        assert!(both > 2 * one - (1 << 15), "{one} {both}");
    }

    #[test]
    fn what_a_limit_left_unfinished_is_made_when_it_is_asked_for_again() {
        let rules = "let most(s) = max(s)
            game half(k) { take 1..k  take any leaving 2 piles }
            game g(k) { let t = [x % k for x in 1..40_000]  take 1..most(t)  move n -> half(k + 1)[n] where n > 1000 }";
        let book = Rulebook::parse(rules).unwrap();
        let mut session = Session::new(book, Settings::default()).unwrap();
        let mut ends = 0;
        for k in 5..80 {
            let question = format!("grundy(g({k})[{}])", k + 4);
            session.settings_mut().limits.effort = Some(k << 9);
            if let Err(report) = session.eval_text("question", &question) {
                assert_eq!(report.diagnostics[0].code, "effort_limit", "{report}");
                ends += 1;
            }
            session.settings_mut().limits.effort = None;
            let answer = session.eval_text("question", &question).unwrap();
            assert_eq!(answer.value, Value::Int(4), "{k}");
        }
        assert!((10..75).contains(&ends), "{ends}");
    }

    #[test]
    fn memory_that_became_free_may_be_used() {
        let book = Rulebook::parse("game g { move n -> [a..n - 1] for a in 1..n }").unwrap();
        let position = book.position("g[60]").unwrap();
        let mut session = Session::new(book, Settings::default()).unwrap();
        let kept = session.budget().keep(session.budget().memory() - 1000);
        session.start();
        drop(kept);
        let value = session.ask(|solver| solver.position_grundy(&position));
        assert_eq!(value.unwrap(), 4);
    }

    #[test]
    fn what_lets_and_the_question_hold_is_counted_together() {
        let ends = |question: &str, memory: u64| {
            let book = Rulebook::parse(LATE).unwrap();
            let mut settings = Settings::default();
            settings.limits.memory = memory;
            let mut session = Session::new(book, settings).unwrap();
            let answer = session.eval_text("question", question);
            answer.map_err(|report| report.diagnostics[0].code)
        };
        // A list takes 1.6 MB, and twice as much while it grows.
        let enough = 5 << 20;
        assert!(ends("len(a)", enough).is_ok());
        assert!(ends("len([a, a])", enough).is_ok());
        for question in ["len(a) + len(b)", "[[zero + n for n in 1..150_000], b]"] {
            assert_eq!(
                ends(question, 3 << 20).err(),
                Some("memory_limit"),
                "{question}"
            );
            assert!(ends(question, 12 << 20).is_ok(), "{question}");
        }
    }
}
