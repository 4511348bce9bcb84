//! What is asked of a position or a game, worked out and shown.

use std::sync::Arc;

use serde::Serialize;
use serde_json::json;

use super::Run;
use super::args::{Of, Period, Place, Report as PageArgs, UpTo, Values};
use super::console::End;
use crate::app::exit::Exit;
use crate::export::{Language, export};
use crate::expr::position::{Header, Position};
use crate::query::Session;
use crate::query::answer::Numbers;
use crate::query::facts::Asked;
use crate::query::heaps::MisereQuotient;
use crate::report::csv::Csv;
use crate::report::{Look, json, page, text};
use crate::text::diagnostic::{Diagnostic, Report};

/// How many winning moves are listed without `--all`.
pub(super) const LISTED: usize = 20;

impl Run {
    /// Does the work that these words name.
    pub(super) fn work<T>(&self, words: &str, run: impl FnOnce() -> T) -> T {
        let _progress = self.progress(words);
        run()
    }

    pub(super) fn show(
        &self,
        answer: &impl Serialize,
        words: impl FnOnce(Look) -> String,
    ) -> Result<Exit, End> {
        match self.console.json {
            true => self.console.print_json(answer)?,
            false => self.console.print(&words(self.console.output))?,
        }
        Ok(Exit::Fine)
    }

    fn game(&self, of: &Of) -> Result<(Session, Arc<Header>), End> {
        let mut session = self.session(&of.file)?;
        let game = session.game(of.game.as_deref())?;
        Ok((session, game))
    }

    fn position(&self, place: &Place) -> Result<(Session, Position), End> {
        let mut session = self.session(&place.file)?;
        let game = place.game.as_deref();
        let read = || session.position(game, &place.position);
        let position = self.work("reading the position", read)?;
        Ok((session, position))
    }

    pub(super) fn solve(&self, place: &Place, limit: usize, plan: bool) -> Result<Exit, End> {
        let (mut session, position) = self.position(place)?;
        let solution = self.work("solving", || session.solve(&position, limit))?;
        self.show(&solution, |look| text::solution(&solution, look))?;
        let exit = self.plans(plan, &mut session, &position)?;
        match solution.stopped {
            Some(limit) => Err(Diagnostic::from(limit).into()),
            None => Ok(exit),
        }
    }

    pub(super) fn explain(&self, place: &Place, depth: i64, plan: bool) -> Result<Exit, End> {
        let (mut session, position) = self.position(place)?;
        let explanation = self.work("working it out", || session.follow(&position, depth))?;
        let text = session.written(&explanation)?;
        let answer = json::Explain {
            explanation: &explanation,
            text: &text,
        };
        self.show(&answer, |_| text.clone())?;
        self.plans(plan, &mut session, &position)
    }

    pub(super) fn line(&self, place: &Place, plan: bool) -> Result<Exit, End> {
        let (mut session, position) = self.position(place)?;
        let line = self.work("playing it out", || session.line(&position))?;
        self.show(&line, |look| text::line(&line, look))?;
        self.plans(plan, &mut session, &position)
    }

    pub(super) fn eval(&self, file: &str, query: &str) -> Result<Exit, End> {
        let mut session = self.session(file)?;
        let evaluate = || session.eval_text("<query>", query);
        let answer = &self.work("working it out", evaluate)?;
        if self.console.json {
            self.console.print_json(&json::Eval { query, answer })?;
        } else {
            let by = text::known_by(&answer.by, self.console.output);
            let value = &answer.value;
            self.console.print_long(&format_args!("{value}\n{by}"))?;
        }
        Ok(Exit::Fine)
    }

    pub(super) fn values(&self, asked: &Values) -> Result<Exit, End> {
        let (from, to) = (asked.from, asked.up.to);
        if from > to {
            let error =
                Diagnostic::error("usage", format!("there are no piles from {from} to {to}"));
            let help = "`--from` is the smallest pile, `--to` the largest";
            return Err(error.help(help).into());
        }
        let (mut session, game) = self.game(&asked.up.of)?;
        if asked.csv {
            return self.csv(&mut session, &game, (from, to));
        }
        let values = self.work("computing values", || session.values(&game, from, to))?;
        if self.console.json {
            self.console.print_json(&json::Values::from(&values))?;
        } else {
            let text = text::values(&values, self.console.output);
            self.console.print_long(&text)?;
        }
        match asked.plan {
            true => self.show_plan(&mut session, &game, "\n"),
            false => Ok(Exit::Fine),
        }
    }

    /// The values as rows of a CSV file: of single numbers, or of tuples in a box.
    fn csv(
        &self,
        session: &mut Session,
        game: &Arc<Header>,
        (from, to): (i64, i64),
    ) -> Result<Exit, End> {
        let names = game.shape.coords.iter().map(|coord| coord.name.as_str());
        let bounds = game.shape.as_int_tuple();
        let ranges = match &bounds {
            // Coordinates that end before do so.
            Some(bounds) => bounds
                .iter()
                .map(|bounds| (from.max(bounds.lo), bounds.hi.map_or(to, |hi| to.min(hi))))
                .collect(),
            None => vec![(from, to)],
        };
        let values = self.work("computing values", || match bounds {
            Some(_) => session.table(game, &ranges).map(Numbers::from_iter),
            None => session.values(game, from, to).map(|values| values.values),
        })?;
        self.console.print_long(&Csv {
            names: &names.collect::<Vec<_>>(),
            ranges: &ranges,
            values: &values,
        })?;
        Ok(Exit::Fine)
    }

    pub(super) fn period(&self, asked: &Period) -> Result<Exit, End> {
        let (mut session, game) = self.game(&asked.of)?;
        let to = asked.to.map(i64::unsigned_abs);
        let (found, stopped) = match self.work("looking for a period", || session.period(&game, to))
        {
            Ok(found) => (found, None),
            // What was found is not lost.
            Err(report) if report.limit().is_some() => {
                (session.period_so_far(&game)?, Some(report))
            }
            Err(report) => return Err(report.into()),
        };
        let code = stopped.as_ref().and_then(Report::limit);
        self.show(&json::period(&found, code), |look| {
            text::period(&found, look)
        })?;
        match (stopped, &asked.certificate) {
            (Some(report), _) => Err(report.into()),
            (None, Some(path)) => self.write_certificate(&mut session, &game, to, path),
            (None, None) => Ok(Exit::Fine),
        }
    }

    pub(super) fn quotient(&self, asked: &UpTo) -> Result<Exit, End> {
        let (mut session, game) = self.game(&asked.of)?;
        let to = asked.to.unsigned_abs();
        let words = "looking for the misère quotient";
        let found = self.work(words, || session.quotient(&game, to));
        let show =
            |found: &MisereQuotient| self.show(&json::quotient(found), |_| format!("{found}\n"));
        match found {
            Ok(found) => show(&found),
            Err(report) if report.limit().is_some() => {
                // What was found is not lost.
                show(&session.quotient_so_far(&game, to)?)?;
                Err(report.into())
            }
            Err(report) => Err(report.into()),
        }
    }

    pub(super) fn genus(&self, asked: &UpTo) -> Result<Exit, End> {
        let (mut session, game) = self.game(&asked.of)?;
        let found = self.work("working out genera", || session.genera(&game, 0, asked.to))?;
        self.show(&found, |_| format!("{found}\n"))
    }

    pub(super) fn plan(&self, of: &Of) -> Result<Exit, End> {
        let (mut session, game) = self.game(of)?;
        self.show_plan(&mut session, &game, "")
    }

    /// The plan of every game of a position, where that is asked for.
    fn plans(&self, wanted: bool, session: &mut Session, position: &Position) -> Result<Exit, End> {
        let mut shown: Vec<&Arc<Header>> = Vec::new();
        for term in position.terms.iter().filter(|_| wanted) {
            if !shown.contains(&&term.game) {
                shown.push(&term.game);
                self.show_plan(session, &term.game, "\n")?;
            }
        }
        Ok(Exit::Fine)
    }

    /// Shows the plan of a game behind a gap.
    fn show_plan(&self, session: &mut Session, game: &Arc<Header>, gap: &str) -> Result<Exit, End> {
        let plan = self.work("planning", || session.plan(game))?;
        let answer = json!({ "game": game.label, "plan": plan });
        self.show(&answer, |_| format!("{gap}{plan}"))
    }

    pub(super) fn export(&self, of: &Of, language: Language) -> Result<Exit, End> {
        let (mut session, game) = self.game(of)?;
        let export = || export(&mut session, &game, language);
        let code = self.work("looking for a period", export)?;
        let answer = json!({ "game": game.label, "lang": language.name(), "code": code });
        self.show(&answer, |_| code)
    }

    /// Everything known about a game in one page.
    pub(super) fn report(&self, report: &PageArgs) -> Result<Exit, End> {
        let (of, output) = (&report.of, &report.output);
        let mut session = self.session(&of.file)?;
        let start = match &report.start {
            Some(text) => {
                let words = std::slice::from_ref(text);
                Some(session.position(of.game.as_deref(), words)?)
            }
            None => None,
        };
        // A position names its game.
        let own = start.as_ref().and_then(|start| start.terms.first());
        let game = match (own, &of.game) {
            (Some(term), None) => Arc::clone(&term.game),
            (_, game) => session.game(game.as_deref())?,
        };
        let asked = Asked {
            to: report.to,
            start,
        };
        let facts = self.work("working it out", || session.facts(&game, &asked))?;
        let page = page::page(&facts);
        if output == "-" {
            self.console.print(&page)?;
        } else {
            self.write_file(output, |out| out.write_all(page.as_bytes()))?;
            if self.console.json {
                let answer = json!({ "game": facts.game, "file": output });
                self.console.print_json(&answer)?;
            }
        }
        // The page has what was found in time, and says why there is no more; so does the exit code.
        Ok(match session.in_time() {
            Ok(()) => Exit::Fine,
            Err(report) => self.console.complain(&report),
        })
    }
}
