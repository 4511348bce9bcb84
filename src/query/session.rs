//! A session: a rulebook, a solver, and the limits of the user.

use std::sync::Arc;
use std::time::Duration;

use hashbrown::HashMap;

use super::answer::{Answer, By, How, Line, Periodicity, Proven, Solution, Tested, Values};
use super::heaps::{Genera, MisereQuotient};
use super::how::{Way, grundy_by};
use super::perfect::{Study, line};
use super::pictures::{Range, Show};
use super::read::read_off;
use super::{certify, conjecture, explain, loopy, misere, periods, pictures, plan, tables, wide};
use crate::certificate::Certificate;
use crate::diagnostic::{Diagnostic, Report};
use crate::expr::budget::{Budget, Limits};
use crate::expr::fault::FaultKind;
use crate::expr::kind::Kind;
use crate::expr::machine::{Host, Machine};
use crate::expr::position::{Header, Position};
use crate::expr::value::{Outcome, Value};
use crate::picture::Drawing;
use crate::picture::terminal::Screen;
use crate::rules::game::Game;
use crate::rules::query::Query;
use crate::rules::{Question, Rulebook, errors};
use crate::solve::heap::choice::{Allowed, ENGINES};
use crate::solve::theory::choice::{THEORIES, is_theory};
use crate::solve::tuple::Way as Tuples;
use crate::solve::{Solver, Trouble};
use crate::source::Span;
use crate::syntax::{self, ast};

/// What the user chose.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// Memory, time and the interrupt flag.
    pub limits: Limits,
    /// The engine to use; `None` or `auto`: the best one; `plain`: the bare definition.
    pub engine: Option<String>,
    /// Engines not to use.
    pub without: Vec<String>,
}

impl Settings {
    /// Whether only the definition is used.
    fn is_plain(&self) -> bool {
        self.engine.as_deref() == Some("plain")
    }

    /// Which engines may be used.
    fn allowed(&self) -> Allowed {
        let name = self.engine.clone();
        let name = name.filter(|name| name != "auto" && name != "plain");
        let (theory, only) = match name {
            Some(name) if is_theory(&name) => (Some(name), None),
            name => (None, name),
        };
        Allowed {
            only,
            theory,
            without: self.without.clone(),
        }
    }
}

/// The names of the engines that can be asked for.
pub fn engine_names() -> Vec<&'static str> {
    let engines = ENGINES.iter().map(|(name, _)| *name);
    let tuples = [Tuples::Rays.name(), Tuples::Box.name()];
    let theories = THEORIES.iter().map(|entry| entry.name);
    ["auto", "plain"]
        .into_iter()
        .chain(engines)
        .chain(tuples)
        .chain(theories)
        .collect()
}

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
    book: Rulebook,
    solver: Solver,
    settings: Settings,
    /// The values of the file's lets that hold positions or queries.
    globals: HashMap<u32, Value>,
    /// The last picture that a question asked for.
    picture: Option<Arc<Drawing>>,
}

impl Session {
    /// A session.
    ///
    /// # Errors
    /// The engine of the settings does not exist.
    pub fn new(book: Rulebook, settings: Settings) -> Result<Session, Report> {
        let names = engine_names();
        let asked = settings.engine.iter().chain(&settings.without);
        if let Some(name) = asked
            .into_iter()
            .find(|name| !names.contains(&name.as_str()))
        {
            let error =
                Diagnostic::error("unknown_engine", format!("no engine is called `{name}`"));
            let error = match crate::diagnostic::nearest(name, names.iter().copied()) {
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
            globals: HashMap::new(),
            picture: None,
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

    /// Forgets what was computed, after a definition was replaced.
    pub fn forget(&mut self) {
        self.solver = Solver::with_limits(&self.book, &self.settings.limits);
        self.globals.clear();
    }

    fn start(&mut self) {
        self.solver.start(&self.settings.limits);
        self.solver
            .use_engines(self.settings.is_plain(), self.settings.allowed());
    }

    fn reported<T>(&self, result: Result<T, Trouble>) -> Result<T, Report> {
        result.map_err(|trouble| self.book.report(vec![trouble.into_diagnostic()]))
    }

    /// The value of an expression.
    ///
    /// # Errors
    /// A fault while it ran, or a limit.
    pub fn eval(&mut self, question: &Question) -> Result<Answer, Report> {
        self.start();
        let mut known_by = Vec::new();
        let value = self.run(question, &mut known_by)?;
        Ok(Answer {
            value,
            by: together(known_by),
        })
    }

    fn run(&mut self, question: &Question, known_by: &mut Vec<By>) -> Result<Value, Report> {
        let mut machine = Machine::new(Budget::start(&self.settings.limits));
        let mut asker = Asker {
            session: self,
            known_by,
        };
        let result = machine.eval(&question.code, question.kind == Kind::Bool, &mut asker);
        result.map_err(|fault| self.book.report(vec![errors::fault(fault)]))
    }

    /// Parses, checks and evaluates an expression; `name` names its source in complaints.
    ///
    /// # Errors
    /// Mistakes in the text, a fault while it ran, or a limit.
    pub fn eval_text(&mut self, name: &str, text: &str) -> Result<Answer, Report> {
        let question = self.question_text(name, text)?;
        self.eval(&question)
    }

    fn question_text(&mut self, name: &str, text: &str) -> Result<Question, Report> {
        let source = self.book.add_source(name, text);
        let expr = syntax::parse_expr(source, text).map_err(|list| self.book.report(list))?;
        self.book.question(&expr)
    }

    /// The game that `text` names (`nim`, `bounded(3)`, `misere(kayles)`), or the only game of the rulebook.
    ///
    /// # Errors
    /// There is no such game, or there are several and none is named.
    pub fn game(&mut self, text: Option<&str>) -> Result<Arc<Header>, Report> {
        let names = self.book.game_names();
        let text = match (text, names.as_slice()) {
            (Some(text), _) => text.to_string(),
            (None, [only]) => only.clone(),
            (None, []) => {
                let error = Diagnostic::error("no_game", "there is no game here");
                return Err(self
                    .book
                    .report(vec![error.help("define one: `game nim { take any }`")]));
            }
            (None, several) => {
                let error = Diagnostic::error("which_game", "which game is meant?")
                    .help(format!("name one of {}", several.join(", ")));
                return Err(self.book.report(vec![error]));
            }
        };
        let question = self.question_text("game", &text)?;
        self.start();
        match self.run(&question, &mut Vec::new())? {
            Value::Game(header) => {
                let made = self.book.game_by_id(header.id);
                made.map_err(|diagnostic| self.book.report(vec![diagnostic]))?;
                Ok(header)
            }
            _ => Err(self.book.report(vec![errors::wrong_kind(
                "a game",
                &question.kind,
                question.span,
            )])),
        }
    }

    /// The position that the words of a command line mean: one position expression, or just piles of `game`.
    ///
    /// # Errors
    /// The words are no position.
    pub fn position(&mut self, game: Option<&str>, words: &[String]) -> Result<Position, Report> {
        if let [word] = words
            && word.split_whitespace().count() > 1
            && !word.contains(['[', '(', ','])
        {
            let piles: Vec<String> = word.split_whitespace().map(str::to_owned).collect();
            return self.position(game, &piles);
        }
        if let [word] = words {
            let source = self.book.add_source("position", word);
            let expr =
                syntax::parse_expr_list(source, word).map_err(|list| self.book.report(list))?;
            if let [expr] = expr.as_slice()
                && !matches!(
                    expr.node,
                    ast::Node::Int(_) | ast::Node::Tuple(_) | ast::Node::List(_)
                )
                && let Ok(question) = self.book.question(expr)
                && question.kind == Kind::Position
            {
                self.start();
                if let Value::Position(position) = self.run(&question, &mut Vec::new())? {
                    return Ok(position.as_ref().clone());
                }
            }
            // A position that has mistakes should say so, and not be taken for a pile.
            if let [expr] = expr.as_slice()
                && let ast::Node::Bracket(..) | ast::Node::Arith(..) = expr.node
            {
                let question = self.book.question(expr)?;
                if question.kind != Kind::Int {
                    let error = errors::wrong_kind("a position", &question.kind, question.span);
                    return Err(self.book.report(vec![error]));
                }
            }
        }
        let header = self.game(game)?;
        let text = format!("{}[{}]", header.label, words.join(", "));
        let question = self.question_text("position", &text)?;
        self.start();
        match self.run(&question, &mut Vec::new())? {
            Value::Position(position) => Ok(position.as_ref().clone()),
            _ => Err(self.book.report(vec![errors::wrong_kind(
                "a position",
                &question.kind,
                question.span,
            )])),
        }
    }

    /// Who wins and by which moves; at most `limit` winning moves are listed.
    ///
    /// # Errors
    /// A fault in a rule, or a limit.
    pub fn solve(&mut self, position: &Position, limit: usize) -> Result<Solution, Report> {
        self.start();
        let result = self.solution(position, limit);
        self.reported(result)
    }

    fn solution(&mut self, position: &Position, limit: usize) -> Result<Solution, Trouble> {
        let solver = &mut self.solver;
        if position.is_loopy() {
            return loopy::solution(solver, position, limit);
        }
        let way = Way::of(solver, position)?;
        if wide::is_wide(solver, position, way)? {
            return wide::solve(solver, position, limit);
        }
        if let Some(mut read) = read_off(solver, position, way, limit)? {
            let count = read.is_complete.then_some(read.winning.len() as u64);
            let count = count.filter(|count| *count <= limit as u64);
            read.winning.truncate(limit);
            return Ok(Solution {
                position: position.clone(),
                winner: Outcome::decided(read.first_wins),
                grundy: None,
                infinite: None,
                undecided: 0,
                winning: read.winning,
                winning_count: count,
                best: read.best,
                by: way.by(solver, position)?,
            });
        }
        let study = Study::of(solver, position, way)?;
        let grundy = if way == Way::Xor || !solver.needs_search(position) {
            Some(solver.position_grundy(position)?)
        } else {
            None
        };
        let (winning, count) = study.winning_moves(solver, limit)?;
        let best = study.best(solver, position, false)?;
        Ok(Solution {
            position: position.clone(),
            winner: Outcome::decided(study.first_wins),
            grundy,
            infinite: None,
            undecided: 0,
            winning,
            winning_count: Some(count),
            best,
            by: way.by(solver, position)?,
        })
    }

    /// Why: the text of `explain`.
    ///
    /// # Errors
    /// A fault in a rule, or a limit.
    pub fn explain(&mut self, position: &Position) -> Result<String, Report> {
        self.start();
        let result = explain::explain(&mut self.solver, position);
        self.reported(result)
    }

    /// A line of perfect play.
    ///
    /// # Errors
    /// A fault in a rule, or a limit.
    pub fn line(&mut self, position: &Position) -> Result<Line, Report> {
        self.start();
        if position.is_loopy() {
            let result = loopy::line(&mut self.solver, position);
            return self.reported(result);
        }
        let solver = &mut self.solver;
        let result = Way::of(solver, position).and_then(|way| {
            let found = line(solver, position, way)?;
            Ok(found.into_line(position, way.by(solver, position)?))
        });
        self.reported(result)
    }

    /// Grundy values of single piles of sizes `from..=to`.
    ///
    /// # Errors
    /// The piles are no single numbers, a fault in a rule, or a limit.
    pub fn values(&mut self, game: &Arc<Header>, from: i64, to: i64) -> Result<Values, Report> {
        self.start();
        let count = to.saturating_sub(from).saturating_add(1).max(0) as u64;
        let room = self.solver.machine.budget.need(count);
        if game.loopy {
            let result = room
                .map_err(Trouble::from)
                .and_then(|()| loopy::values(&mut self.solver, game, from..=to));
            return self.reported(result);
        }
        let result = room
            .map_err(Trouble::from)
            .and_then(|()| tables::values(&mut self.solver, game, from..=to));
        let values = self.reported(result)?;
        let last = tables::position_of(game, vec![Value::Int(to)]);
        let by = grundy_by(&mut self.solver, &last);
        Ok(Values {
            game: game.label.clone(),
            from,
            values,
            special: std::collections::BTreeMap::new(),
            by: self.reported(by)?,
        })
    }

    /// The checked rules of a game.
    ///
    /// # Errors
    /// They have mistakes.
    pub fn game_rules(&self, game: &Header) -> Result<Arc<Game>, Report> {
        let made = self.book.game_by_id(game.id);
        made.map_err(|diagnostic| self.book.report(vec![diagnostic]))
    }

    /// The Grundy values of a box of tuples, with both ends of each coordinate; the last one runs fastest.
    ///
    /// # Errors
    /// The piles are no tuples of so many integers, a fault in a rule, or a limit.
    pub fn table(&mut self, game: &Arc<Header>, ranges: &[(i64, i64)]) -> Result<Vec<u64>, Report> {
        self.start();
        let count = ranges.iter().try_fold(1u64, |count, (from, to)| {
            count.checked_mul(u64::try_from(to.checked_sub(*from)?.checked_add(1)?).ok()?)
        });
        let room = self.solver.machine.budget.need(count.unwrap_or(u64::MAX));
        let result = room.map_err(Trouble::from).and_then(|()| {
            let boxes: Vec<Vec<i64>> = ranges
                .iter()
                .map(|(from, to)| (*from..=*to).collect())
                .collect();
            let table = tables::table(&mut self.solver, game, &boxes)?;
            let mut list = Vec::new();
            tables::flatten(&table, &mut list);
            Ok(list)
        });
        self.reported(result)
    }

    /// The period of the game's values, looked for among piles up to `to`; `None`: as far as the engine reaches in a few
    /// seconds, or 30 million.
    ///
    /// # Errors
    /// The game is of misère play, or a limit was reached.
    pub fn period(&mut self, game: &Arc<Header>, to: Option<u64>) -> Result<Periodicity, Report> {
        self.start();
        let result = periods::find(&mut self.solver, game, to);
        self.reported(result)
    }

    /// A period that is proven in at most so much time among piles up to `to`, if there is one.
    ///
    /// # Errors
    /// A limit of the settings was reached.
    pub fn period_soon(
        &mut self,
        game: &Arc<Header>,
        to: u64,
        time: Duration,
    ) -> Result<Option<Proven>, Report> {
        self.start();
        let result = periods::soon(&mut self.solver, game, to, time);
        Ok(self.reported(result)?.map(|(proven, _)| proven))
    }

    /// What is known of the period without more work, for example after a limit was reached.
    ///
    /// # Errors
    /// The rules of the game have mistakes.
    pub fn period_so_far(&mut self, game: &Arc<Header>) -> Result<Periodicity, Report> {
        let result = periods::known(&mut self.solver, game);
        self.reported(result)
    }

    /// The misère quotient of the piles up to a size, and of all piles where its images repeat.
    ///
    /// # Errors
    /// The piles are no single numbers that lead to smaller ones, a fault in a rule, or a limit.
    pub fn quotient(&mut self, game: &Arc<Header>, upto: u64) -> Result<MisereQuotient, Report> {
        self.start();
        let result = misere::quotient(&mut self.solver, game, upto);
        self.reported(result)
    }

    /// The misère quotient as far as it is known without more work, for example after a limit was reached.
    ///
    /// # Errors
    /// The piles are no single numbers that lead to smaller ones.
    pub fn quotient_so_far(
        &mut self,
        game: &Arc<Header>,
        upto: u64,
    ) -> Result<MisereQuotient, Report> {
        let result = misere::quotient_so_far(&mut self.solver, game, upto);
        self.reported(result)
    }

    /// The genera of the single piles `from..=to`.
    ///
    /// # Errors
    /// The piles are no single numbers that lead to smaller ones, a fault in a rule, or a limit.
    pub fn genera(&mut self, game: &Arc<Header>, from: i64, to: i64) -> Result<Genera, Report> {
        self.start();
        let result = misere::genera(&mut self.solver, game, from..=to);
        self.reported(result)
    }

    /// The period of the game's values with its proof as a certificate.
    ///
    /// # Errors
    /// No period is proven, or a limit was reached.
    pub fn certificate(
        &mut self,
        game: &Arc<Header>,
        to: Option<u64>,
    ) -> Result<Certificate, Report> {
        self.start();
        let result = certify::certify(&mut self.solver, game, to);
        self.reported(result)
    }

    /// Checks a certificate by definition, without the engines: the last pile that was checked, or why it is wrong.
    ///
    /// # Errors
    /// The game is not of a kind that certificates cover, or a limit was reached.
    pub fn verify(
        &mut self,
        game: &Arc<Header>,
        claim: &Certificate,
    ) -> Result<Result<u64, String>, Report> {
        self.start();
        let result = certify::verify(&mut self.solver, game, claim);
        self.reported(result)
    }

    /// The picture of a game, and how what it shows is known; one range serves for both sides of a board.
    ///
    /// # Errors
    /// Piles of this kind cannot be drawn in this way, a fault in a rule, or a limit.
    pub fn picture(
        &mut self,
        game: &Arc<Header>,
        show: Show,
        ranges: &[Range],
    ) -> Result<(Drawing, By), Report> {
        self.start();
        let result = pictures::of_game(&mut self.solver, game, show, ranges);
        self.reported(result)
    }

    /// The graph of a position, and how its outcomes are known.
    ///
    /// # Errors
    /// It leads to more positions than a picture holds, a fault in a rule, or a limit.
    pub fn graph(&mut self, position: &Position) -> Result<(Drawing, By), Report> {
        self.start();
        let result = pictures::of_position(&mut self.solver, position);
        self.reported(result)
    }

    /// The picture that the last question with `plot` asked for.
    pub fn last_picture(&self) -> Option<&Arc<Drawing>> {
        self.picture.as_ref()
    }

    /// Refuses what takes more memory than is allowed.
    ///
    /// # Errors
    /// It takes more.
    pub fn need(&self, bytes: u64) -> Result<(), Report> {
        let room = Budget::start(&self.settings.limits).need(bytes);
        self.reported(room.map_err(Trouble::from))
    }

    /// Which engine answers and why it may.
    ///
    /// # Errors
    /// The rules of the game have mistakes.
    pub fn plan(&mut self, game: &Arc<Header>) -> Result<String, Report> {
        let result = plan::of_game(&mut self.solver, game);
        self.reported(result)
    }

    /// Tests a claim.
    ///
    /// # Errors
    /// Mistakes in the claim, a fault while it ran, or a limit.
    pub fn test(&mut self, expect: &ast::ExpectItem) -> Result<Tested, Report> {
        let claim = self.book.claim(&expect.claim)?;
        self.start();
        let text = self.book.sources().slice(expect.claim.span).to_string();
        let mut known_by = Vec::new();
        let (ok, left, left_span, right) = match &claim.sides {
            Some(sides) => {
                let (left, right) = sides.as_ref();
                let ok = self.run(&claim, &mut known_by)?;
                // What was asked once is remembered, so that asking for the sides costs little.
                let left_value = self.run(left, &mut known_by)?;
                let right_value = self.run(right, &mut known_by)?;
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
fn together(mut known_by: Vec<By>) -> By {
    known_by.sort_by_key(|by| std::cmp::Reverse(by.how));
    known_by.into_iter().next().unwrap_or(By {
        how: How::Computed,
        engine: "expression".to_string(),
        detail: "evaluated".to_string(),
    })
}

/// Answers the queries of an expression.
struct Asker<'s> {
    session: &'s mut Session,
    known_by: &'s mut Vec<By>,
}

impl Host for Asker<'_> {
    fn ask(
        &mut self,
        query: u32,
        args: &[Value],
        span: Span,
        _: &mut Budget,
    ) -> Result<Value, FaultKind> {
        let Some(query) = Query::by_number(query) else {
            return Err(FaultKind::Argument("no such query".to_string()));
        };
        self.answer(query, args).map_err(|trouble| {
            let mut diagnostic = trouble.into_diagnostic();
            if diagnostic.labels.is_empty() {
                diagnostic = diagnostic.label(span, "asked here");
            }
            FaultKind::Diagnosed(Box::new(diagnostic))
        })
    }

    fn instantiate(
        &mut self,
        definition: u32,
        args: &[Value],
        span: Span,
    ) -> Result<Arc<Header>, FaultKind> {
        self.session
            .book
            .instantiate(definition, args, false, span)
            .map_err(|diagnostic| FaultKind::Diagnosed(Box::new(diagnostic)))
    }

    fn global(&mut self, number: u32, _: &mut Budget) -> Result<Value, FaultKind> {
        if let Some(value) = self.session.globals.get(&number) {
            return Ok(value.clone());
        }
        let Some(question) = self.session.book.late_let(number) else {
            return Err(FaultKind::Argument("this `let` has mistakes".to_string()));
        };
        let value = self
            .session
            .run(&question, self.known_by)
            .map_err(|report| match report.diagnostics.into_iter().next() {
                Some(diagnostic) => FaultKind::Diagnosed(Box::new(diagnostic)),
                None => FaultKind::Argument("this `let` cannot be worked out".to_string()),
            })?;
        self.session.globals.insert(number, value.clone());
        Ok(value)
    }
}

impl Asker<'_> {
    fn answer(&mut self, query: Query, args: &[Value]) -> Result<Value, Trouble> {
        let solver = &mut self.session.solver;
        if let Some((value, by)) = loopy::answer(solver, query, args)? {
            self.known_by.extend(by);
            return Ok(value);
        }
        match (query, args) {
            (Query::Grundy, [Value::Position(position)]) => {
                let value = solver.position_grundy(position)?;
                let by = grundy_by(solver, position)?;
                self.known_by.push(by);
                Ok(Value::Int(value as i64))
            }
            (Query::Winner, [Value::Position(position)]) => {
                let way = Way::of(solver, position)?;
                let first_wins = way.first_wins(solver, position)?;
                let by = way.by(solver, position)?;
                self.known_by.push(by);
                Ok(Value::Outcome(Outcome::decided(first_wins)))
            }
            (Query::Moves, [Value::Position(position)]) => {
                let plays = super::plays::Plays::of(solver, position)?;
                let mut seen = hashbrown::HashSet::new();
                let mut found = Vec::new();
                for play in &plays.list {
                    let to = Arc::new(plays.result(solver, play)?);
                    if seen.insert(Arc::clone(&to)) {
                        found.push(Value::Position(to));
                    }
                    solver.machine.budget.need((found.len() * 256) as u64)?;
                }
                Ok(Value::list(found))
            }
            (Query::Winning, [Value::Position(position)]) => {
                let way = Way::of(solver, position)?;
                if wide::is_wide(solver, position, way)? {
                    return self.wide_winning(position);
                }
                let moves = match read_off(solver, position, way, usize::MAX)? {
                    Some(read) if read.is_complete => read.winning,
                    Some(_) => return Err(too_wide(position).into()),
                    None => {
                        let study = Study::of(solver, position, way)?;
                        study.winning_moves(solver, usize::MAX)?.0
                    }
                };
                let by = way.by(solver, position)?;
                self.known_by.push(by);
                Ok(Value::list(
                    moves
                        .into_iter()
                        .map(|play| Value::Position(Arc::new(play.to)))
                        .collect(),
                ))
            }
            (Query::Best, [Value::Position(position)]) => {
                let way = Way::of(solver, position)?;
                if wide::is_wide(solver, position, way)? {
                    return self.wide_best(position);
                }
                let by = way.by(solver, position)?;
                self.known_by.push(by);
                if let Some(read) = read_off(solver, position, way, 1)? {
                    return match read.best {
                        Some(best) if best.wins => Ok(Value::Position(Arc::new(best.play.to))),
                        _ => Err(too_wide(position).into()),
                    };
                }
                let study = Study::of(solver, position, way)?;
                Ok(match study.best(solver, position, true)? {
                    Some(best) => Value::Position(Arc::new(best.play.to)),
                    None => Value::Nothing,
                })
            }
            (Query::Line, [Value::Position(position)]) => {
                let way = Way::of(solver, position)?;
                let found = line(solver, position, way)?;
                let by = way.by(solver, position)?;
                let line = found.into_line(position, by.clone());
                self.known_by.push(by);
                let later = line.steps.into_iter().map(|step| Arc::new(step.play.to));
                let all = std::iter::once(Arc::clone(position)).chain(later);
                Ok(Value::list(all.map(Value::Position).collect()))
            }
            (Query::Explain, [Value::Position(position)]) => {
                let text = explain::explain(solver, position)?;
                Ok(Value::text(text.trim_end()))
            }
            (Query::Plan, [Value::Game(header)]) => Ok(Value::text(plan::of_game(solver, header)?)),
            (Query::Plan, [Value::Position(position)]) => {
                Ok(Value::text(plan::of_position(solver, position)?))
            }
            (Query::Values, [Value::Game(game), sizes]) => {
                let sizes = sizes.items().iter().filter_map(Value::as_int);
                let found = tables::values(solver, game, sizes)?;
                let position = tables::position_of(game, vec![Value::Int(0)]);
                let by = grundy_by(solver, &position)?;
                self.known_by.push(by);
                Ok(Value::ints(found.iter().map(|value| value as i64)))
            }
            (Query::Table, [Value::Game(game), boxes @ ..]) => {
                let boxes = ranges(boxes);
                let found = tables::table(solver, game, &boxes)?;
                let pile = match tables::corner(game, &boxes) {
                    Some(corner) => game.shape.value(&corner),
                    None => Value::Int(0),
                };
                let position = tables::position_of(game, vec![pile]);
                let by = grundy_by(solver, &position)?;
                self.known_by.push(by);
                Ok(found)
            }
            (Query::Losing, [Value::Game(game), boxes @ ..]) => {
                let found = tables::losing(solver, game, &ranges(boxes))?;
                let position = tables::position_of(game, Vec::new());
                let way = Way::of(solver, &position)?;
                let by = way.by(solver, &position)?;
                self.known_by.push(by);
                Ok(found)
            }
            (Query::Period, [Value::Game(game)]) => {
                let found = periods::find(solver, game, None)?;
                let Some(proven) = found.proven else {
                    let why = found.why_not.unwrap_or_default();
                    return Err(Diagnostic::error(
                        "no_period",
                        format!("no period of {} is proven: {why}", found.game),
                    )
                    .help("`nimrule period` says how far it looked")
                    .into());
                };
                self.known_by.push(found.by);
                let pair = [proven.period, proven.preperiod];
                Ok(Value::tuple(
                    pair.iter().map(|n| Value::Int(*n as i64)).collect(),
                ))
            }
            (Query::Quotient, [Value::Game(game), Value::Int(upto)]) => {
                let upto = u64::try_from(*upto).map_err(|_| {
                    Diagnostic::error("bad_pile", format!("there is no pile of {upto}"))
                })?;
                let found = misere::quotient(solver, game, upto)?;
                let text = Value::text(found.to_string());
                self.known_by.push(found.by);
                Ok(text)
            }
            (Query::Genus, [Value::Game(game), sizes]) => {
                let sizes = sizes.items().iter().filter_map(Value::as_int);
                let found = misere::genera(solver, game, sizes)?;
                self.known_by.push(found.by);
                let genera = found.genera.iter().map(|genus| Value::text(genus.as_str()));
                Ok(Value::list(genera.collect()))
            }
            (Query::Conjecture, [Value::Game(game)]) => {
                let (text, by) = conjecture::conjecture(solver, game)?;
                self.known_by.push(by);
                Ok(Value::text(text))
            }
            (Query::Plot, [Value::Game(game), boxes @ ..]) => {
                let ranges: Result<Vec<Range>, Diagnostic> = boxes.iter().map(Range::of).collect();
                let found = pictures::of_game(solver, game, Show::Best, &ranges?)?;
                Ok(self.drawn(found))
            }
            (Query::Plot, [Value::Position(position)]) => {
                let found = pictures::of_position(solver, position)?;
                Ok(self.drawn(found))
            }
            (query, _) => Err(Diagnostic::error(
                "wrong_arguments",
                format!("`{}` cannot be asked of this", query.name()),
            )
            .into()),
        }
    }
}

impl Asker<'_> {
    /// Keeps a picture; its value is the text that is the same everywhere.
    fn drawn(&mut self, (drawing, by): (Drawing, By)) -> Value {
        self.known_by.push(by);
        let text = drawing.text(Screen::default());
        self.session.picture = Some(Arc::new(drawing));
        Value::text(text.trim_end())
    }

    /// All winning moves of a position with more options than can be listed, or an honest refusal.
    fn wide_winning(&mut self, position: &Position) -> Result<Value, Trouble> {
        let solution = wide::solve(&mut self.session.solver, position, usize::MAX)?;
        if solution.winning_count.is_none() {
            return Err(too_wide(position).into());
        }
        self.known_by.push(solution.by);
        let moves = solution
            .winning
            .into_iter()
            .map(|play| Value::Position(Arc::new(play.to)));
        Ok(Value::list(moves.collect()))
    }

    /// A winning move of a position with more options than can be listed, or an honest refusal.
    fn wide_best(&mut self, position: &Position) -> Result<Value, Trouble> {
        let solution = wide::solve(&mut self.session.solver, position, 1)?;
        match solution.best {
            Some(best) if best.wins => {
                self.known_by.push(solution.by);
                Ok(Value::Position(Arc::new(best.play.to)))
            }
            _ => Err(too_wide(position).into()),
        }
    }
}

fn too_wide(position: &Position) -> Diagnostic {
    Diagnostic::error(
        "too_many_options",
        format!("{position} has too many options to look at each"),
    )
    .help("`winner` and `grundy` answer for it; `solve` shows the winning moves it finds")
    .cause(crate::diagnostic::Cause::Limit)
}

pub(super) fn ranges(boxes: &[Value]) -> Vec<Vec<i64>> {
    boxes
        .iter()
        .map(|range| range.items().iter().filter_map(Value::as_int).collect())
        .collect()
}
