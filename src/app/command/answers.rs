//! What is asked of a position or a game, worked out and shown.

use std::sync::Arc;

use clap::ValueEnum;
use serde_json::{Value, json};

use super::args::{
    EvalArgs, GameArgs, PeriodArgs, PositionArgs, Question, RulesArgs, UpToArgs, ValuesArgs,
};
use super::checkpoint::{self, LOOKING};
use super::face::{End, Face};
use super::usage::{no_rule_file, wrong};
use crate::app::process::Exit;
use crate::export::Language;
use crate::expr::position::{Game, Position};
use crate::play::referee::Referee;
use crate::play::{self, Setup};
use crate::query::answer::{Numbers, Periodicity};
use crate::query::pictures::Range;
use crate::query::plan::Plan;
use crate::query::{Session, Topic};
use crate::report::text::Csv;
use crate::report::told::{FAR, GLANCE, LISTED};
use crate::report::{json, text};
use crate::rules::query::Query;
use crate::syntax::position_words;
use crate::text::diagnostic::{Diagnostic, Mistake, Report};
use crate::text::words::joined;

/// How many values are listed where nobody says how many.
const USUAL_VALUES: i64 = 100;

/// A question at work.
pub struct Desk<'a> {
    /// What it is asked of.
    pub session: &'a mut Session,
    /// Where its answer goes.
    pub face: &'a dyn Face,
    /// The words behind those that name the rules.
    pub words: &'a [String],
    /// The game that is meant where none is named, unless the rules have only one.
    pub usual: Option<&'a str>,
}

impl Question {
    /// Answers it.
    pub fn answer(&self, mut desk: Desk<'_>) -> Result<Exit, End> {
        match self {
            Question::Solve { place, all } => {
                let limit = if *all { usize::MAX } else { LISTED };
                desk.solve(place, limit)
            }
            Question::Explain { place, depth } => desk.explain(place, *depth),
            Question::Line(place) => desk.line(place),
            Question::Eval(asked) => desk.eval(asked),
            Question::Values(asked) => desk.values(asked),
            Question::Period(asked) => desk.period(asked),
            Question::Verify(asked) => desk.verify(asked),
            Question::Describe(of) => desk.describe(of),
            Question::Plan(of) => desk.plan(of),
            Question::Genus(asked) => desk.genus(asked),
            Question::Quotient(asked) => desk.quotient(asked),
            Question::Plot(asked) => desk.plot(asked),
            Question::Survey(asked) => desk.survey(asked),
            Question::Report(asked) => desk.report(asked),
            Question::Export {
                of,
                lang,
                conjecture,
            } => desk.export(of, *lang, *conjecture),
        }
    }
}

impl Desk<'_> {
    /// Does the work on the session that these words name.
    fn work<T>(&mut self, words: &str, ask: impl FnOnce(&mut Session) -> T) -> T {
        let session = &mut *self.session;
        self.face.work(words, || ask(session))
    }

    /// The game that the words or an option name.
    pub(super) fn game(&mut self, given: &RulesArgs) -> Result<Arc<Game>, Report> {
        let named = given.game.clone();
        if let [of, words @ ..] = self.words
            && matches!(of.as_str(), "of" | "for")
        {
            self.words = words;
        }
        let game = match (named, self.words) {
            (None, []) => self.usual.map(str::to_owned),
            (None, words) => Some(words.join(" ")),
            (game, []) => game,
            (Some(game), words) => return Err(too_many(&game, words).into()),
        };
        let book = self.session.book();
        let is_game = |word: &String| book.game_params(word).is_some() || book.is_bundled(word);
        if self.words.len() > 1 && self.words.iter().all(is_game) {
            let named: Vec<String> = self.words.iter().map(|word| format!("`{word}`")).collect();
            let games = joined(&named, "and").unwrap_or_default();
            let message = format!("{games} are several games, and this is asked of one");
            let help = "ask about one after the other; `survey` takes several";
            return Err(wrong(message, help).into());
        }
        let found = self.session.game(game.as_deref());
        if let Ok(game) = &found {
            let topic = Topic::Game(Arc::clone(game), Query::Plan);
            self.session.keep_topic(topic);
        }
        let is_pile = |text: &String| text.starts_with(|c: char| c.is_ascii_digit());
        match game.filter(is_pile) {
            Some(piles) if found.is_err() => {
                let help = match piles.contains('.') {
                    true => {
                        "an octal code has the digits 0 to 7, as in 0.77, and hex those up to F, as in 'hex 0.8F'"
                    }
                    false => {
                        "this is asked of a game; `solve`, `explain` and `line` take positions"
                    }
                };
                Err(wrong(format!("`{piles}` is no game"), help).into())
            }
            _ => found,
        }
    }

    /// The position that words mean, which may be piles of a game that is named before them, by an option or in the question before.
    pub(super) fn position_of(
        &mut self,
        game: Option<&str>,
        words: &[String],
    ) -> Result<Position, Report> {
        let book = self.session.book();
        let is_game = |word: &str| {
            let name = word.split('(').next().unwrap_or("");
            !word.ends_with(']') && book.game_params(name).is_some()
        };
        let (game, piles) = match (game, position_words(&words.join(" "))) {
            (None, (Some(named), piles)) => (Some(named), piles),
            (None, (None, piles)) => match words {
                [named, behind @ ..] if is_game(named) && behind.iter().any(|it| is_game(it)) => {
                    return Err(of_several_games(words));
                }
                // What stands behind a game should be piles, and is told where it is none.
                [named, behind @ ..] if !behind.is_empty() && is_game(named) => {
                    (Some(named.clone()), behind.to_vec())
                }
                _ => (self.usual.map(str::to_owned), piles),
            },
            (Some(game), (None, piles)) => (Some(game.to_owned()), piles),
            (Some(game), (Some(named), _)) => return Err(too_many(game, &[named]).into()),
        };
        self.session.position(game.as_deref(), &piles)
    }

    /// A game to play that begins: at the position that the words mean, or at one that is dealt.
    ///
    /// # Errors
    /// The words are neither a game nor a position, or no position can be dealt.
    pub fn begin(
        &mut self,
        game: Option<&str>,
        setup: &Setup,
    ) -> Result<(Referee, Option<String>), Report> {
        let text = self.words.join(" ");
        // A game with its parameters, a position of which is to be dealt.
        let is_game = game.is_none()
            && !self.words.is_empty()
            && !text.ends_with(']')
            && self.session.game(Some(&text)).is_ok();
        let (game, position) = match (is_game, self.words) {
            (true, _) => (Some(text.as_str()), None),
            (false, []) => (game.or(self.usual), None),
            (false, words) => (game, Some(self.position_of(game, words)?)),
        };
        play::start(self.session, game, position, setup)
    }

    fn position(&mut self, place: &PositionArgs) -> Result<Position, Report> {
        if self.words.iter().all(|word| word.trim().is_empty()) {
            let help = "write the piles, as in `5 8`, or a position, as in 'kayles[5, 8]'";
            return Err(wrong("a POSITION is needed", help).into());
        }
        let (face, words) = (self.face, self.words);
        let game = place.given.game.as_deref();
        face.work("reading the position", || self.position_of(game, words))
    }

    fn solve(&mut self, place: &PositionArgs, limit: usize) -> Result<Exit, End> {
        let position = self.position(place)?;
        let solution = self.work("solving", |session| session.solve(&position, limit))?;
        let face = self.face;
        face.known_by(&solution.by);
        let stopped = solution.stopped.map(|limit| Diagnostic::from(limit).into());
        let answer = json::Both {
            first: &solution,
            then: json!({ "listed": solution.winning.len() }),
        };
        face.show_found(stopped, || {
            face.show(&answer, |look| text::solution(&solution, look))?;
            self.planned(place.plan, &position)
        })
    }

    fn explain(&mut self, place: &PositionArgs, depth: i64) -> Result<Exit, End> {
        let position = self.position(place)?;
        let follow = |session: &mut Session| session.follow(&position, depth);
        let explanation = self.work("working it out", follow)?;
        let text = self.session.written(&explanation)?;
        let answer = json::Both {
            first: &explanation,
            then: json!({ "text": text }),
        };
        self.face.show(&answer, |_| text.clone())?;
        self.planned(place.plan, &position)
    }

    fn line(&mut self, place: &PositionArgs) -> Result<Exit, End> {
        let position = self.position(place)?;
        let line = self.work("playing it out", |session| session.line(&position))?;
        self.face.known_by(&line.by);
        self.face.show(&line, |look| text::line(&line, look))?;
        self.planned(place.plan, &position)
    }

    fn eval(&mut self, asked: &EvalArgs) -> Result<Exit, End> {
        let [query] = self.words else {
            let error = match self.words {
                [] => wrong(
                    "an expression is needed, EXPR",
                    "as in `nimrule eval kayles 'grundy(kayles[5])'`",
                ),
                [first, ..] => wrong(
                    format!("`{first}` is no file and no bundled game"),
                    "put quotes around the whole expression",
                ),
            };
            return Err(error.into());
        };
        if let Some(game) = &asked.given.game {
            return Err(too_many(game, self.words).into());
        }
        let evaluate = |session: &mut Session| session.eval_text("<query>", query);
        let answer = &self.work("working it out", evaluate)?;
        let face = self.face;
        face.known_by(&answer.by);
        let value = &answer.value;
        if face.is_json() {
            face.print_json(&json::Both {
                first: json!({ "query": query }),
                then: answer,
            })?;
        } else if face.is_quiet() {
            face.print_long(&format_args!("{value}\n"))?;
        } else {
            let by = text::known_by(&answer.by, face.look());
            face.print_long(&format_args!("{value}\n{by}"))?;
        }
        Ok(Exit::Fine)
    }

    /// Takes numbers that follow each other, as in `0..100`, `0-100` or `from 0 to 100`, off the end of the words.
    pub(super) fn range_behind(&mut self) -> Option<Range> {
        let (last, words) = self.words.split_last()?;
        let (from, to, words) = match (last.split_once("..").or(last.split_once('-')), words) {
            (Some((from, to)), words) => (from, to, words),
            (None, [words @ .., from, to]) if to == "to" => (from.as_str(), last.as_str(), words),
            (None, _) => return None,
        };
        let (from, to) = (Some(from.parse().ok()?), Some(to.parse().ok()?));
        self.words = match words {
            [words @ .., from] if from == "from" => words,
            words => words,
        };
        Some(Range { from, to })
    }

    fn values(&mut self, asked: &ValuesArgs) -> Result<Exit, End> {
        let behind = self.range_behind().unwrap_or_default();
        if let [.., last] = self.words
            && last.parse::<u64>().is_ok()
        {
            let help =
                format!("`--to {last}` lists the values up to there; `solve` takes positions");
            return Err(wrong(format!("`{last}` is no game"), help).into());
        }
        let game = self.game(&asked.of.given)?;
        let bounds = game.shape.as_heap();
        let least = bounds.map_or(0, |bounds| bounds.lo.max(0));
        let from = asked.from.or(behind.from).unwrap_or(least);
        let (to, remark) = match asked.to.or(behind.to) {
            Some(to) => (to, String::new()),
            None => self.usual_end(&game, from)?,
        };
        if from > to {
            let message = format!("there are no piles from {from} to {to}");
            let help = "`--from` is the smallest pile, `--to` the largest";
            return Err(wrong(message, help).into());
        }
        if asked.csv && self.face.is_json() {
            let help = "write one of them";
            return Err(wrong(
                "`--csv` and `--json` are two ways to write the values",
                help,
            )
            .into());
        }
        if asked.csv {
            return self.csv(&game, (from, to));
        }
        let list = |session: &mut Session| session.values(&game, from, to);
        let values = self.work("computing values", list)?;
        let face = self.face;
        face.known_by(&values.by);
        if face.is_json() {
            face.print_json(&values)?;
        } else {
            let table = text::values(&values, face.look());
            let remark = face.look().faint(remark);
            match face.look().terminal {
                Some(_) => face.print_words(&format!("{table}{remark}"))?,
                None => face.print_long(&format_args!("{table}{remark}"))?,
            }
        }
        match asked.plan {
            true => self.plan_of_game(&game, "\n"),
            false => Ok(Exit::Fine),
        }
    }

    /// Up to where values are listed if nobody says it, and why.
    fn usual_end(&mut self, game: &Arc<Game>, from: i64) -> Result<(i64, String), Report> {
        let most = match from {
            ..USUAL_VALUES => USUAL_VALUES,
            _ => from.saturating_add(USUAL_VALUES),
        };
        let last = game.shape.as_heap().and_then(|bounds| bounds.hi);
        let most = most.min(last.unwrap_or(i64::MAX));
        if game.misere || game.loopy || game.shape.as_heap().is_none() {
            return Ok((most, String::new()));
        }
        let session = &mut *self.session;
        let soon = session.aside(GLANCE, |session| session.period_soon(game, FAR, GLANCE))?;
        let Some(proven) = soon.flatten().filter(|proven| proven.saltus == 0) else {
            return Ok((most, String::new()));
        };
        let end = i64::try_from(proven.preperiod + proven.period - 1).unwrap_or(i64::MAX);
        if !(from..most).contains(&end) {
            return Ok((most, String::new()));
        }
        let statement = proven.statement();
        let remark = format!("  the first period ends here: {statement}; `--to N` goes on\n");
        Ok((end, remark))
    }

    /// The values as rows of a CSV file: of single numbers, or of tuples in a box.
    fn csv(&mut self, game: &Arc<Game>, (from, to): (i64, i64)) -> Result<Exit, End> {
        let bounds = game.shape.as_int_tuple();
        let ranges = match &bounds {
            // Coordinates that end before do so.
            Some(bounds) => bounds
                .iter()
                .map(|bounds| (from.max(bounds.lo), bounds.hi.map_or(to, |hi| to.min(hi))))
                .collect(),
            None => vec![(from, to)],
        };
        let values = self.work("computing values", |session| match bounds {
            Some(_) => session.table(game, &ranges).map(Numbers::from_iter),
            None => session.values(game, from, to).map(|values| values.values),
        })?;
        self.face.print_long(&Csv {
            names: &game.shape.names(),
            ranges: &ranges,
            values: &values,
        })?;
        Ok(Exit::Fine)
    }

    fn period(&mut self, asked: &PeriodArgs) -> Result<Exit, End> {
        no_rule_file(asked.certificate.as_deref(), self.session.book())?;
        let game = self.game(&asked.of.given)?;
        let to = asked.to.map(i64::unsigned_abs);
        match &asked.checkpoint {
            Some(path) => {
                let (face, session) = (self.face, &mut *self.session);
                let tell = |words| face.progress(words);
                let kept = checkpoint::period_kept(session, &game, to, path, tell);
                let shown = kept.and_then(|sought| {
                    let shown = self.show_period(asked, &game, sought.found);
                    sought.saved.and(shown)
                });
                // Nothing else rests on what was read.
                self.session.forget_values(&game);
                shown
            }
            None => {
                let found = self.work(LOOKING, |session| session.period(&game, to));
                self.show_period(asked, &game, found)
            }
        }
    }

    fn show_period(
        &mut self,
        asked: &PeriodArgs,
        game: &Arc<Game>,
        found: Result<Periodicity, Report>,
    ) -> Result<Exit, End> {
        let (face, session) = (self.face, &mut *self.session);
        let (found, stopped) = or_so_far(found, || session.period_so_far(game))?;
        let code = stopped.as_ref().and_then(Report::limit);
        face.known_by(&found.by);
        let answer = json::period(&found, code);
        let is_whole = stopped.is_none();
        let exit = face.show_found(stopped, || {
            face.show(&answer, |look| text::period(&found, look))
        })?;
        match &asked.certificate {
            Some(path) if is_whole => {
                let to = asked.to.map(i64::unsigned_abs);
                self.write_certificate(game, to, path)
            }
            _ => Ok(exit),
        }
    }

    fn quotient(&mut self, asked: &UpToArgs) -> Result<Exit, End> {
        let game = self.game(&asked.of.given)?;
        let to = asked.last().unsigned_abs();
        let words = "looking for the misère quotient";
        let found = self.work(words, |session| match asked.to {
            Some(_) => session.quotient(&game, to),
            None => session.complete_quotient(&game, to),
        });
        let (face, session) = (self.face, &mut *self.session);
        let (found, stopped) = or_so_far(found, || session.quotient_so_far(&game, to))?;
        face.known_by(&found.by);
        face.show_found(stopped, || face.show(&found, |_| format!("{found}\n")))
    }

    fn genus(&mut self, asked: &UpToArgs) -> Result<Exit, End> {
        if is_of_position(self.words) {
            return self.genus_of_position(asked);
        }
        let game = self.game(&asked.of.given)?;
        let list = |session: &mut Session| session.genera(&game, 0, asked.last());
        let found = self.work("working out genera", list)?;
        self.face.known_by(&found.by);
        self.face.show(&found, |_| format!("{found}\n"))
    }

    fn genus_of_position(&mut self, asked: &UpToArgs) -> Result<Exit, End> {
        if asked.to.is_some() {
            let message = "`--to` is for the genera of single piles";
            return Err(wrong(message, "a position has one genus: leave `--to` out").into());
        }
        let position = self.position_of(asked.of.given.game.as_deref(), self.words)?;
        let find = |session: &mut Session| session.genus(&position);
        let (genus, by) = self.work("working out the genus", find)?;
        self.face.known_by(&by);
        let position = position.to_string();
        let answer = json!({ "position": position, "genus": genus, "by": by });
        self.face.show(&answer, |look| {
            let by = text::known_by(&by, look);
            format!("{position}   genus {genus}\n{by}")
        })
    }

    fn describe(&mut self, of: &GameArgs) -> Result<Exit, End> {
        let is_named = !self.words.is_empty() || of.given.game.is_some() || self.usual.is_some();
        let names = match is_named {
            true => Vec::new(),
            false => self.session.book().game_names(),
        };
        let mut texts = Vec::new();
        for name in &names {
            let described = self.session.described(name)?;
            texts.extend(described.map(|text| (name.clone(), text)));
        }
        if texts.is_empty() {
            let game = self.game(&of.given)?;
            texts.push((game.label.clone(), self.session.describe(&game)?));
        }
        for (game, text) in texts {
            let text = text.to_string();
            self.face
                .show(&json!({ "game": game, "rules": text }), |_| text.clone())?;
        }
        Ok(Exit::Fine)
    }

    fn plan(&mut self, of: &GameArgs) -> Result<Exit, End> {
        if !is_of_position(self.words) {
            let game = self.game(&of.given)?;
            return self.plan_of_game(&game, "");
        }
        let position = self.position_of(of.given.game.as_deref(), self.words)?;
        self.plan_of(&position, "")
    }

    /// Shows the plan of a position behind what is answered about it, where that is asked for.
    fn planned(&mut self, wanted: bool, position: &Position) -> Result<Exit, End> {
        match wanted {
            true => self.plan_of(position, "\n"),
            false => Ok(Exit::Fine),
        }
    }

    /// Shows the plan of a position behind a gap.
    fn plan_of(&mut self, position: &Position, gap: &str) -> Result<Exit, End> {
        let plan = self.work("planning", |session| session.plan_of(position))?;
        self.show_plan(json!({ "position": position }), &plan, gap)
    }

    /// Shows the plan of a game behind a gap.
    fn plan_of_game(&mut self, game: &Arc<Game>, gap: &str) -> Result<Exit, End> {
        let plan = self.work("planning", |session| session.plan(game))?;
        self.show_plan(json!({ "game": game.label }), &plan, gap)
    }

    fn show_plan(&mut self, of: Value, plan: &Plan, gap: &str) -> Result<Exit, End> {
        let text = self.session.written(plan)?;
        let mut first = of;
        first["plan"] = text.as_str().into();
        let answer = json::Both { first, then: plan };
        self.face.show(&answer, |_| format!("{gap}{text}"))
    }

    fn export(
        &mut self,
        of: &GameArgs,
        language: Option<Language>,
        conjecture: bool,
    ) -> Result<Exit, End> {
        let named = match language {
            None => named_language(self.words),
            Some(_) => None,
        };
        if let Some((_, words)) = named {
            self.words = words;
        }
        let chosen = language.or(named.map(|(language, _)| language));
        let game = self.game(&of.given).map_err(|mut report| {
            if chosen.is_none() {
                say_languages(&mut report);
            }
            report
        })?;
        let language = chosen.unwrap_or(Language::Cpp);
        let code = match conjecture {
            true => self.work("looking for a formula", |session| {
                session.export_conjecture(&game, language)
            })?,
            false => self.work("looking for a period", |session| {
                session.export(&game, language)
            })?,
        };
        let answer = json!({ "game": game.label, "lang": language.name(), "code": code });
        match self.face.is_json() {
            true => self.face.print_json(&answer)?,
            // Its lines stay as they are.
            false => self.face.print(&code)?,
        }
        Ok(Exit::Fine)
    }
}

/// The language that the last word or the first one names, and the other words.
fn named_language(words: &[String]) -> Option<(Language, &[String])> {
    let of = |(word, others): (&String, _)| Some((Language::from_str(word, true).ok()?, others));
    let last = words.split_last().and_then(of);
    last.or_else(|| words.split_first().and_then(of))
}

/// A word that is not known may have been meant as a language.
fn say_languages(report: &mut Report) {
    let languages = Language::ALL.map(|language| format!("`{}`", language.name()));
    let languages = joined(&languages, "and").unwrap_or_default();
    for unknown in &mut report.diagnostics {
        if matches!(unknown.mistake, Some(Mistake::Name | Mistake::Undefined)) {
            let help = unknown.help.take().map(|help| format!("{help}; "));
            let help = help.unwrap_or_default();
            unknown.help = Some(format!("{help}the languages are {languages}"));
        }
    }
}

/// What was found, or where a limit was reached what was found so far, which is not lost, and that limit.
fn or_so_far<T>(
    found: Result<T, Report>,
    so_far: impl FnOnce() -> Result<T, Report>,
) -> Result<(T, Option<Report>), Report> {
    match found {
        Ok(found) => Ok((found, None)),
        Err(report) if report.limit().is_some() => Ok((so_far()?, Some(report))),
        Err(report) => Err(report),
    }
}

/// Whether these words end with a pile, and so are a position rather than a game.
fn is_of_position(words: &[String]) -> bool {
    let begins = |c: char| c.is_ascii_digit() || matches!(c, '(' | '[');
    let last = words.last();
    last.is_some_and(|word| word.ends_with(']') || word.starts_with(begins))
}

/// What is said where an option names the game, and words stand where it would be.
fn too_many(game: &str, words: &[String]) -> Diagnostic {
    let words = words.join(" ");
    let message = format!("the game is `{game}`: what is `{words}`?");
    wrong(
        message,
        "`--game` stands in the place of the game behind the rules",
    )
}

/// Several games where a position of one is asked for.
fn of_several_games(words: &[String]) -> Report {
    let words = words.join(" ");
    Diagnostic::error("usage", format!("`{words}` names several games"))
        .help("a position is of one game, as in `nim 5`, or a sum, as in 'nim[5] + kayles[2]'")
        .into()
}
