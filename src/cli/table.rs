//! `values`, `period` and `plan`: what is asked of one game.

use std::sync::Arc;

use super::Run;
use super::end::End;
use crate::exit::Exit;
use crate::expr::position::Header;
use crate::query::Session;
use crate::query::answer::Numbers;
use crate::report::csv::Csv;
use crate::report::{json, text};
use crate::text::diagnostic::Diagnostic;

/// Complains of a range without piles.
fn in_order(from: i64, to: i64) -> Result<(), End> {
    if from <= to {
        return Ok(());
    }
    Err(
        Diagnostic::error("usage", format!("there are no piles from {from} to {to}"))
            .help("`--from` is the smallest pile, `--to` the largest")
            .into(),
    )
}

impl Run {
    pub(super) fn period(
        &self,
        file: &str,
        game: Option<&str>,
        to: Option<i64>,
        certificate: Option<&str>,
    ) -> Result<Exit, End> {
        let mut session = self.session(file)?;
        let game = session.game(game)?;
        let progress = self.progress("looking for a period");
        let to = to.map(i64::unsigned_abs);
        let found = session.period(&game, to);
        drop(progress);
        let (found, stopped) = match found {
            Ok(found) => (found, None),
            Err(report) => match report.limit() {
                // What was found is not lost.
                Some(code) => (session.period_so_far(&game)?, Some((code, report))),
                None => return Err(report.into()),
            },
        };
        if self.console.json {
            let code = stopped.as_ref().map(|(code, _)| *code);
            self.console.print_json(&json::Period::new(&found, code))?;
        } else {
            let text = text::period(&found, self.console.output);
            self.console.print(&text)?;
        }
        if let Some((_, report)) = stopped {
            return Err(report.into());
        }
        if let Some(path) = certificate {
            self.write_certificate(&mut session, &game, to, path)?;
        }
        Ok(Exit::Fine)
    }

    pub(super) fn values(
        &self,
        file: &str,
        game: Option<&str>,
        from: i64,
        to: i64,
        plan: bool,
    ) -> Result<Exit, End> {
        in_order(from, to)?;
        let mut session = self.session(file)?;
        let game = session.game(game)?;
        let progress = self.progress("computing values");
        let values = session.values(&game, from, to);
        drop(progress);
        let values = values?;
        if self.console.json {
            self.console.print_json(&json::Values::from(&values))?;
        } else {
            let text = text::values(&values, self.console.output);
            self.console.print_long(&text)?;
        }
        if plan {
            self.show_plan(&mut session, &game, true)?;
        }
        Ok(Exit::Fine)
    }

    /// The values as rows of a CSV file: of single numbers, or of tuples in a box.
    pub(super) fn csv(
        &self,
        file: &str,
        game: Option<&str>,
        from: i64,
        to: i64,
    ) -> Result<Exit, End> {
        in_order(from, to)?;
        let mut session = self.session(file)?;
        let game = session.game(game)?;
        let names: Vec<&str> = game
            .shape
            .coords
            .iter()
            .map(|coord| coord.name.as_str())
            .collect();
        let progress = self.progress("computing values");
        let ranges = match game.shape.as_int_tuple() {
            // Coordinates that end before do so.
            Some(bounds) => bounds
                .iter()
                .map(|bounds| (from.max(bounds.lo), bounds.hi.map_or(to, |hi| to.min(hi))))
                .collect(),
            None => vec![(from, to)],
        };
        let values = match game.shape.as_int_tuple() {
            Some(_) => session.table(&game, &ranges).map(Numbers::from_iter),
            None => session.values(&game, from, to).map(|values| values.values),
        };
        drop(progress);
        let values = values?;
        self.console.print_long(&Csv {
            names: &names,
            ranges: &ranges,
            values: &values,
        })?;
        Ok(Exit::Fine)
    }

    pub(super) fn plan(&self, file: &str, game: Option<&str>) -> Result<Exit, End> {
        let mut session = self.session(file)?;
        let game = session.game(game)?;
        self.show_plan(&mut session, &game, false)?;
        Ok(Exit::Fine)
    }

    /// Prints the plan of a game, below another answer or alone.
    pub(super) fn show_plan(
        &self,
        session: &mut Session,
        game: &Arc<Header>,
        is_below: bool,
    ) -> Result<(), End> {
        let progress = self.progress("planning");
        let plan = session.plan(game);
        drop(progress);
        let plan = plan?;
        if self.console.json {
            let game = game.label.clone();
            return self.console.print_json(&json::Plan { game, plan });
        }
        let gap = if is_below { "\n" } else { "" };
        self.console.print(&format!("{gap}{plan}"))
    }
}
