//! What may be asked of positions and games, and which of them words mean.

use std::iter;
use std::sync::Arc;

use super::{About, Session, Topic};
use crate::certificate::Certificate;
use crate::expr::kind::Kind;
use crate::expr::position::{Game, Position};
use crate::expr::value::{List, Outcome, Value};
use crate::kernel::breaking::State;
use crate::picture::Drawing;
use crate::query::answer::{
    Advice, Evidence, Line, Periodicity, Proven, Solution, Tested, Values, Verdict,
};
use crate::query::best::{OPTIONS_ASIDE, OPTIONS_IN_EARNEST, best, solution};
use crate::query::describe::{self, Description};
use crate::query::evidence::sizes_by;
use crate::query::explain::{Explanation, explain};
use crate::query::line::line;
use crate::query::misere::{self, Genera, MisereQuotient};
use crate::query::pictures::{self, Range, Show};
use crate::query::plan::{self, Plan};
use crate::query::samples::claimed;
use crate::query::{board, periods, tables};
use crate::rules::game::GameRules;
use crate::rules::query::Query;
use crate::rules::{Question, errors};
use crate::syntax;
use crate::syntax::ast::{self, CompareOp, Node};
use crate::text::diagnostic::{Diagnostic, Mistake, Report};
use crate::text::source::Span;
use crate::text::units;
use crate::text::words::shortened;
use crate::work::Limit;

impl Session {
    /// Who wins and by which moves; at most `limit` winning moves are listed.
    pub fn solve(&mut self, position: &Position, limit: usize) -> Result<Solution, Report> {
        let about = Topic::Position(position.clone());
        self.ask(&about, |solver| solution(solver, position, limit))
    }

    /// Who wins and the best move.
    ///
    /// # Errors
    /// A fault in a rule, or a limit before any move was found.
    pub fn best(&mut self, position: &Position) -> Result<Advice, Report> {
        self.best_within(position, OPTIONS_IN_EARNEST)
    }

    /// The same with little work for how long play lasts.
    #[doc(hidden)]
    pub fn best_aside(&mut self, position: &Position) -> Result<Advice, Report> {
        self.best_within(position, OPTIONS_ASIDE)
    }

    /// Who wins, and no more.
    pub(crate) fn winner(&mut self, position: &Position) -> Result<Outcome, Report> {
        let about = Topic::Position(position.clone());
        self.ask(&about, |solver| solver.winner(position))
    }

    fn best_within(&mut self, position: &Position, most: u64) -> Result<Advice, Report> {
        let about = Topic::Position(position.clone());
        self.ask(&about, |solver| {
            let advice = best(solver, position, most)?;
            match (&advice.best, advice.stopped) {
                (None, Some(limit)) | (_, Some(limit @ Limit::Interrupted)) => Err(limit.into()),
                _ => Ok(advice),
            }
        })
    }

    /// Why the position is won or lost.
    pub fn explain(&mut self, position: &Position) -> Result<Explanation, Report> {
        self.follow(position, 0)
    }

    /// Why, for a position and those after each of so many moves of best play.
    ///
    /// # Errors
    /// More moves than can be followed, a fault in a rule, or a limit.
    pub fn follow(&mut self, position: &Position, depth: i64) -> Result<Explanation, Report> {
        let about = Topic::Position(position.clone());
        self.ask(&about, |solver| explain(solver, position, depth))
    }

    /// A line of perfect play.
    pub fn line(&mut self, position: &Position) -> Result<Line, Report> {
        let about = Topic::Position(position.clone());
        self.ask(&about, |solver| line(solver, position))
    }

    /// Grundy values of single piles of sizes `from..=to`.
    ///
    /// # Errors
    /// The piles are no single numbers, a fault in a rule, or a limit.
    pub fn values(&mut self, game: &Arc<Game>, from: i64, to: i64) -> Result<Values, Report> {
        let about = Topic::Game(Arc::clone(game), Query::Values);
        let count = to.saturating_sub(from).saturating_add(1).max(0) as u64;
        self.ask(&about, |solver| {
            solver.budget().need(count)?;
            if game.loopy {
                return tables::loopy_values(solver, game, from..=to);
            }
            let values = tables::values(solver, game, &List::range(from, to))?;
            let by = sizes_by(solver, game, Some(to), from..=to)?;
            Ok(Values {
                game: game.label.clone(),
                from,
                values,
                special: std::collections::BTreeMap::new(),
                by,
            })
        })
    }

    #[doc(hidden)]
    pub fn game_rules(&self, game: &Game) -> Result<Arc<GameRules>, Report> {
        self.reported(self.book.game_by_id(game.id, self.solver.left()))
    }

    /// The Grundy values of a box of tuples, with both ends of each coordinate; the last one runs fastest.
    ///
    /// # Errors
    /// The piles are no tuples of so many integers, a fault in a rule, or a limit.
    pub fn table(&mut self, game: &Arc<Game>, ranges: &[(i64, i64)]) -> Result<Vec<u64>, Report> {
        let length = |(from, to): &(i64, i64)| to.saturating_sub(*from).saturating_add(1).max(0);
        let lengths = ranges.iter().map(|range| length(range).unsigned_abs());
        let sizes = lengths.clone().fold(0, u64::saturating_add);
        // Also of an empty box the other ranges are gone through.
        let count = lengths.fold(1u64, |count, length| count.saturating_mul(length.max(1)));
        self.ask(game, |solver| {
            let bytes = sizes.saturating_mul(size_of::<i64>() as u64);
            solver.budget().need(bytes.max(count))?;
            let boxes: Vec<Vec<i64>> = ranges
                .iter()
                .map(|(from, to)| (*from..=*to).collect())
                .collect();
            Ok(tables::table(solver, game, &boxes)?.iter().collect())
        })
    }

    /// The period of the game's values, looked for among piles up to `to`; `None`: as far as the engine reaches in a few
    /// seconds, or 30 million.
    ///
    /// # Errors
    /// The game is of misère play, or a limit was reached.
    pub fn period(&mut self, game: &Arc<Game>, to: Option<u64>) -> Result<Periodicity, Report> {
        let about = Topic::Game(Arc::clone(game), Query::Period);
        self.ask(&about, |solver| periods::find(solver, game, to))
    }

    /// What another run needs to go on with the values of a game; not for all games.
    ///
    /// # Errors
    /// The game has no such state, or its rules have mistakes.
    #[doc(hidden)]
    pub fn state(&mut self, game: &Arc<Game>) -> Result<State<'_>, Report> {
        game.check(self)?;
        let book = &self.book;
        let state = periods::state(&mut self.solver, game);
        state.map_err(|failure| book.report(vec![failure.into()]))
    }

    /// Goes on from the state of another run, of the same moves; or the first pile whose value turned out to be wrong.
    #[doc(hidden)]
    pub fn resume(
        &mut self,
        game: &Arc<Game>,
        kept: State<'static>,
    ) -> Result<Option<u64>, Report> {
        self.ask(game, |solver| periods::resume(solver, game, kept))
    }

    #[doc(hidden)]
    pub fn forget_values(&mut self, game: &Game) {
        self.solver.piles().drop_heap(game.id);
    }

    /// A period that is proven with at most this many steps of work among piles up to `to`, if there is one.
    pub fn period_soon(
        &mut self,
        game: &Arc<Game>,
        to: u64,
        effort: u64,
    ) -> Result<Option<Proven>, Report> {
        Ok(self
            .ask(game, |solver| periods::soon(solver, game, to, effort))?
            .map(|(proven, _)| proven))
    }

    /// What is known of the period without more work, for example after a limit was reached.
    pub fn period_so_far(&mut self, game: &Arc<Game>) -> Result<Periodicity, Report> {
        self.ask(game, |solver| periods::so_far(solver, game))
    }

    /// The misère quotient of the piles up to a size, and of all piles where its images repeat.
    ///
    /// # Errors
    /// The piles are no single numbers that lead to smaller ones, a fault in a rule, or a limit.
    pub fn quotient(&mut self, game: &Arc<Game>, upto: u64) -> Result<MisereQuotient, Report> {
        self.ask(game, |solver| misere::quotient(solver, game, upto))
    }

    /// The same, or the quotient of all piles where little more work proves that.
    ///
    /// # Errors
    /// As for [`Session::quotient`].
    pub fn complete_quotient(
        &mut self,
        game: &Arc<Game>,
        upto: u64,
    ) -> Result<MisereQuotient, Report> {
        self.ask(game, |solver| misere::complete_quotient(solver, game, upto))
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
        self.ask(game, |solver| misere::quotient_so_far(solver, game, upto))
    }

    /// The genera of the single piles `from..=to`.
    ///
    /// # Errors
    /// The piles are no single numbers that lead to smaller ones, a fault in a rule, or a limit.
    pub fn genera(&mut self, game: &Arc<Game>, from: i64, to: i64) -> Result<Genera, Report> {
        self.ask(game, |solver| misere::genera(solver, game, from..=to))
    }

    /// The genus of a position, and how it is known.
    ///
    /// # Errors
    /// Plays may go on for ever, a turn moves in several piles, a fault in a rule, or a limit.
    pub fn genus(&mut self, position: &Position) -> Result<(String, Evidence), Report> {
        self.ask(position, |solver| misere::genus(solver, position))
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
        self.ask(game, |solver| periods::certify(solver, game, to))
    }

    /// Checks a certificate by definition, without the engines: the last pile that was checked, or why it is wrong.
    ///
    /// # Errors
    /// The game is not of a kind that certificates cover, or a limit was reached.
    pub fn verify(&mut self, game: &Arc<Game>, claim: &Certificate) -> Result<Verdict, Report> {
        self.ask(game, |solver| periods::verify(solver, game, claim))
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
        self.ask(game, |solver| pictures::of_game(solver, game, show, ranges))
    }

    /// The graph of a position, and how its outcomes are known.
    ///
    /// # Errors
    /// It leads to more positions than a picture holds, a fault in a rule, or a limit.
    pub fn graph(&mut self, position: &Position) -> Result<(Drawing, Evidence), Report> {
        self.ask(position, |solver| pictures::of_position(solver, position))
    }

    /// A game as data that can be played without the solver, from a position that is given or usual; `None` where that is
    /// too much.
    #[doc(hidden)]
    pub fn board(
        &mut self,
        game: &Arc<Game>,
        start: Option<&Position>,
    ) -> Result<Option<board::Board>, Report> {
        if let Some(start) = start {
            start.check(self)?;
        }
        self.ask(game, |solver| board::of(solver, game, start))
    }

    /// Which engine answers and why it may.
    pub fn plan(&mut self, game: &Arc<Game>) -> Result<Plan, Report> {
        self.ask(game, |solver| plan::of_game(solver, game))
    }

    /// How a position is decided, and the plan of each of its games.
    pub fn plan_of(&mut self, position: &Position) -> Result<Plan, Report> {
        self.ask(position, |solver| plan::of_position(solver, position))
    }

    /// The positions of a game that stand in the expectations of its file.
    pub(crate) fn claimed(&mut self, game: &Arc<Game>) -> Result<Vec<Position>, Report> {
        self.ask(game, |solver| claimed(solver, game))
    }

    /// The rules of a game in words, with the options of a small pile.
    pub fn describe(&mut self, game: &Arc<Game>) -> Result<Description, Report> {
        self.ask(game, |solver| describe::of_game(solver, game))
    }

    /// The rules of the game of this name in words, where it has parameters those of an example; `None`: there is none.
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

    /// Tests a claim of the rulebook, as [`Rulebook::expects`](crate::Rulebook::expects) gives it.
    ///
    /// # Errors
    /// It is a claim of another rulebook, or its sides cannot be worked out.
    pub fn test(&mut self, expect: &ast::ExpectItem) -> Result<Tested, Report> {
        self.whole(|session| {
            session.reported(session.book.check_own_claim(expect))?;
            session.tested(&expect.claim)
        })
    }

    /// Tests a claim whose names are those of the rulebook.
    pub(crate) fn test_claim(&mut self, expect: &ast::ExpectItem) -> Result<Tested, Report> {
        self.whole(|session| session.tested(&expect.claim))
    }

    fn tested(&mut self, claim: &ast::Expr) -> Result<Tested, Report> {
        let question = self.book.claim(claim, self.solver.left())?;
        self.topic = None;
        let ok = self.run(&question, &mut Vec::new())? == Value::Bool(true);
        let ((left, left_span), right) = self.sides(claim, ok)?;
        Ok(Tested {
            span: claim.span,
            text: self.book.text_at(claim.span),
            ok,
            left,
            left_span,
            right,
        })
    }

    /// The sides of a comparison, or of that part of a condition on which it depends that it is so; else the condition alone.
    fn sides(&mut self, claim: &ast::Expr, ok: bool) -> Result<(Side, Option<Side>), Report> {
        let parts: Vec<ast::Expr> = match &claim.node {
            Node::Compare(left, rest) => match &**rest {
                [(_, right), more @ ..] if ok || more.is_empty() => {
                    return self.both_sides(left, right);
                }
                _ => links(left, rest),
            },
            Node::And(parts) => parts.to_vec(),
            Node::Not(inner) => return self.sides(inner, !ok),
            _ => Vec::new(),
        };
        if !ok {
            for part in &parts {
                if self.plain_value(part)? == Value::Bool(false) {
                    return self.sides(part, false);
                }
            }
        }
        Ok(((Value::Bool(ok), claim.span), None))
    }

    /// What was asked once is remembered, so that asking for the sides costs little.
    fn both_sides(
        &mut self,
        left: &ast::Expr,
        right: &ast::Expr,
    ) -> Result<(Side, Option<Side>), Report> {
        let value = self.plain_value(left)?;
        // A range behind `in` may be open, and stands there as it is.
        let right = match right.node {
            Node::Range(..) => None,
            _ => {
                let _kept = self.left().keep(value.own_bytes());
                Some((self.plain_value(right)?, right.span))
            }
        };
        Ok(((value, left.span), right))
    }

    fn plain_value(&mut self, expr: &ast::Expr) -> Result<Value, Report> {
        let question = self.book.question_within(expr, self.solver.left())?;
        self.run(&question, &mut Vec::new())
    }
}

/// A value, and where what has it stands.
type Side = (Value, Span);

/// The single comparisons that a chain stands for.
fn links(first: &ast::Expr, rest: &[(CompareOp, ast::Expr)]) -> Vec<ast::Expr> {
    let left = iter::once(first).chain(rest.iter().map(|(_, right)| right));
    let links = left.zip(rest).map(|(left, (op, right))| ast::Expr {
        span: left.span.to(right.span),
        node: Node::Compare(Box::new(left.clone()), Box::new([(*op, right.clone())])),
    });
    links.collect()
}

/// So many games are named where one has to be chosen.
const MOST_NAMED: usize = 12;

/// The complaint that none of several games is named.
pub(crate) fn which_game(names: &[String]) -> Diagnostic {
    let names = shortened(names.iter(), MOST_NAMED);
    Diagnostic::error("which_game", "which game is meant?").help(format!("name one of {names}"))
}

impl Session {
    /// The game that `text` names (`nim`, `bounded(3)`, `misere(kayles)`), or the only game of the rulebook.
    ///
    /// # Errors
    /// There is no such game, or there are several and none is named.
    pub fn game(&mut self, text: Option<&str>) -> Result<Arc<Game>, Report> {
        self.whole(|session| session.read_game(text))
    }

    fn read_game(&mut self, text: Option<&str>) -> Result<Arc<Game>, Report> {
        let text = match text {
            Some(text) => text.to_string(),
            None => {
                let mut names = self.book.own_game_names();
                if names.is_empty() {
                    names = self.book.game_names();
                }
                match names.as_slice() {
                    [only] => only.clone(),
                    [] => {
                        let error = Diagnostic::error("no_game", "there is no game here");
                        let error = error.help("define one: `game nim { take any }`");
                        return self.reported(Err(error));
                    }
                    several => return self.reported(Err(which_game(several))),
                }
            }
        };
        let (question, value) = self.run_words(("game", &text), |session| {
            let games = session.book.game_names();
            let named = shortened(games.iter(), MOST_NAMED);
            match games.len() {
                0 => "there are no games here".to_owned(),
                1 => format!("the game here is `{named}`"),
                _ => format!("the games here are {named}"),
            }
        })?;
        match value {
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
        let words: Vec<String> = words.iter().map(|word| written_out(word)).collect();
        self.whole(|session| session.read_position(game, &words))
    }

    fn read_position(&mut self, game: Option<&str>, words: &[String]) -> Result<Position, Report> {
        if let [word] = words
            && word.split_whitespace().count() > 1
            && !word.contains(['[', '(', ',', ';'])
        {
            let piles: Vec<String> = word.split_whitespace().map(str::to_owned).collect();
            return self.read_position(game, &piles);
        }
        // `4; 3`, three piles of 4, is no expression.
        if let [word] = words
            && (word.contains('[') || !word.contains(';'))
        {
            let asked = self.book.ask_about("position", word);
            let expr =
                syntax::parse_expr_list(asked.id(), word).map_err(|list| self.book.report(list))?;
            if let [expr] = expr.as_slice()
                && !matches!(
                    expr.node,
                    ast::Node::Int(_) | ast::Node::Tuple(_) | ast::Node::List(_)
                )
                && let Ok(question) = self.book.question_within(expr, self.solver.left())
            {
                if question.kind == Kind::Game {
                    let error = errors::wrong_kind("a position", &question.kind, question.span);
                    let help = format!("its piles stand behind it in brackets: `{word}[…]`");
                    return self.reported(Err(error.help(help)));
                }
                if question.kind == Kind::Position
                    && let Value::Position(position) = self.run(&question, &mut Vec::new())?
                {
                    return Ok(position.as_ref().clone());
                }
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
        let piles = match self.listed(words).filter(|_| !header.shape.is_row()) {
            Some(piles) => piles,
            None => words.join(", "),
        };
        // The sum of three piles, and no pile of 15.
        let piles = match sum_of_piles(&piles).filter(|_| header.shape.as_heap().is_some()) {
            Some(sum) => sum,
            None => piles,
        };
        let are_numbers = words.iter().all(|word| word.parse::<i64>().is_ok());
        // Where a pile is no number, numbers are those of one pile.
        let piles = match header.shape.as_int_tuple() {
            Some(bounds) if are_numbers && bounds.len() == words.len() => format!("({piles})"),
            None if are_numbers && header.shape.is_row() => format!("[{piles}]"),
            _ => piles,
        };
        let text = format!("{}[{piles}]", header.label);
        let (question, value) = self.run_words(("position", &text), |_| {
            format!(
                "a pile of `{}` is {}",
                header.label,
                header.shape.in_words()
            )
        })?;
        match value {
            Value::Position(position) => Ok(position.as_ref().clone()),
            _ => self.wrong_kind("a position", &question),
        }
    }

    /// The piles of a list, as in `[3, 5, 7]`.
    fn listed(&mut self, words: &[String]) -> Option<String> {
        let whole = words.join(" ");
        let piles = whole.trim().strip_prefix('[')?.strip_suffix(']')?;
        let asked = self.book.ask_about("position", &whole);
        let parsed = syntax::parse_expr_list(asked.id(), &whole).ok()?;
        let is_list =
            matches!(parsed.as_slice(), [expr] if matches!(expr.node, ast::Node::List(_)));
        is_list.then(|| piles.to_string())
    }

    /// The value of words of a command line; `meant` says what may stand there, where a word has no meaning.
    fn run_words(
        &mut self,
        (name, text): (&str, &str),
        meant: impl FnOnce(&Session) -> String,
    ) -> Result<(Question, Value), Report> {
        self.run_text(name, text).map_err(|mut report| {
            let undefined = |it: &&mut Diagnostic| it.mistake == Some(Mistake::Undefined);
            if let Some(error) = report.diagnostics.first_mut().filter(undefined)
                && let Some(place) = error.place()
                && !self.book.is_bundled(&self.book.text_at(place))
            {
                error.help = Some(meant(self));
            }
            report
        })
    }

    fn wrong_kind<T>(&self, wanted: &str, question: &Question) -> Result<T, Report> {
        let error = errors::wrong_kind(wanted, &question.kind, question.span);
        self.reported(Err(error))
    }
}

/// `3 + 5 + 7` as piles, where it is that.
fn sum_of_piles(words: &str) -> Option<String> {
    let piles: Vec<&str> = words
        .split(['+', ',', ' '])
        .filter(|it| !it.is_empty())
        .collect();
    let is_number = |pile: &&str| pile.parse::<u64>().is_ok();
    (words.contains('+') && piles.iter().all(is_number)).then(|| piles.join(", "))
}

/// A word with all its digits where it is a power: `10^9`, `1e9`.
fn written_out(word: &str) -> String {
    let is_power = word.contains(['^', 'e', 'E']);
    let number = is_power.then(|| units::whole::<u64>(word).ok()).flatten();
    number.map_or_else(|| word.to_owned(), |number| number.to_string())
}
