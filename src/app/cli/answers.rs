//! What is asked of a position or a game, worked out and shown: also as pictures, and as proofs in files.

use std::path::Path;
use std::sync::Arc;

use serde::Serialize;
use serde_json::json;

use super::Run;
use super::args::{Of, Period, Place, Plot, PlotKind, Report as PageArgs, UpTo, Values, Verify};
use super::console::End;
use crate::app::disk;
use crate::app::process::Exit;
use crate::certificate::{Certificate, FORMAT, Unread};
use crate::export::{Language, export};
use crate::expr::position::{Game, Position};
use crate::picture::{Drawing, Format, Theme};
use crate::query::Session;
use crate::query::answer::{Evidence, Numbers, Verdict};
use crate::query::misere::MisereQuotient;
use crate::query::pictures::{Range, Show};
use crate::report::text::Csv;
use crate::report::{Look, json, page, text};
use crate::text::diagnostic::{Diagnostic, Report};
use crate::work::budget::Budget;

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

    fn game(&self, of: &Of) -> Result<(Session, Arc<Game>), End> {
        let mut session = self.session(&of.file, &of.game)?;
        let game = session.game(of.game.as_deref())?;
        Ok((session, game))
    }

    fn position(&self, place: &Place) -> Result<(Session, Position), End> {
        let mut session = self.session(&place.file, place.position.iter().chain(&place.game))?;
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

    pub(super) fn eval(&self, file: &str, query: &String) -> Result<Exit, End> {
        let mut session = self.session(file, [query])?;
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
        game: &Arc<Game>,
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

    pub(super) fn describe(&self, of: &Of) -> Result<Exit, End> {
        let mut session = self.session(&of.file, &of.game)?;
        let names = match &of.game {
            Some(_) => Vec::new(),
            None => session.book().game_names(),
        };
        let mut texts = Vec::new();
        for name in &names {
            texts.extend(session.described(name)?.map(|text| (name.clone(), text)));
        }
        if texts.is_empty() {
            let game = session.game(of.game.as_deref())?;
            texts.push((game.label.clone(), session.describe(&game)?));
        }
        for (game, text) in texts {
            let text = text.to_string();
            self.show(&json!({ "game": game, "rules": text }), |_| text.clone())?;
        }
        Ok(Exit::Fine)
    }

    pub(super) fn plan(&self, of: &Of) -> Result<Exit, End> {
        let (mut session, game) = self.game(of)?;
        self.show_plan(&mut session, &game, "")
    }

    /// The plan of every game of a position, where that is asked for.
    fn plans(&self, wanted: bool, session: &mut Session, position: &Position) -> Result<Exit, End> {
        let mut shown: Vec<&Arc<Game>> = Vec::new();
        for term in position.terms.iter().filter(|_| wanted) {
            if !shown.contains(&&term.game) {
                shown.push(&term.game);
                self.show_plan(session, &term.game, "\n")?;
            }
        }
        Ok(Exit::Fine)
    }

    /// Shows the plan of a game behind a gap.
    fn show_plan(&self, session: &mut Session, game: &Arc<Game>, gap: &str) -> Result<Exit, End> {
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
        let mut session = self.session(&of.file, of.game.iter().chain(&report.start))?;
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
        let facts = self.work("working it out", || {
            session.facts(&game, report.to, start.as_ref())
        })?;
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

impl Run {
    pub(super) fn plot(&self, plot: &Plot) -> Result<Exit, End> {
        let format = match plot.output.as_deref() {
            Some(path) => Some((path, format_of(path)?)),
            None => None,
        };
        let range = match (plot.from, plot.to) {
            (Some(from), Some(to)) if from > to => {
                return Err(Diagnostic::error(
                    "usage",
                    format!("there is nothing from {from} to {to}"),
                )
                .help("`--from` is the first number, `--to` the last")
                .into());
            }
            (from, to) => Range { from, to },
        };
        let of_position = is_position(&plot.what);
        refuse_both(plot, of_position)?;
        let mut session = self.session(&plot.file, plot.what.iter().chain(&plot.game))?;
        let (drawing, by, file) = self.work("drawing", || {
            let (drawing, by) = if of_position {
                let position = session.position(plot.game.as_deref(), &plot.what)?;
                session.graph(&position)?
            } else {
                let game = plot.what.first().or(plot.game.as_ref());
                let game = session.game(game.map(String::as_str))?;
                session.picture(&game, show(plot.kind), &[range])?
            };
            let file = match format {
                Some((path, format)) => {
                    let (theme, scale) = (plot.theme, plot.scale);
                    Some((path, session.picture_file(&drawing, format, theme, scale)?))
                }
                None => None,
            };
            Ok::<_, Report>((drawing, by, file))
        })?;
        match file {
            None | Some(("-", _)) if self.console.json => {
                self.print_svg(&session, &drawing, &by)?;
            }
            None => self.show_picture(&session, &drawing, &by)?,
            Some(("-", bytes)) => self.console.write(|out| out.write_all(&bytes))?,
            Some((path, bytes)) => {
                self.write_file(path, |out| out.write_all(&bytes))?;
                if self.console.json {
                    let answer = json::plot(&drawing, ("file", path), &by);
                    self.console.print_json(&answer)?;
                }
            }
        }
        Ok(Exit::Fine)
    }

    fn show_picture(&self, session: &Session, drawing: &Drawing, by: &Evidence) -> Result<(), End> {
        let picture = session.picture_text(drawing, self.console.screen())?;
        // The picture may say it itself.
        let by = match drawing.subtitle.contains(&by.detail) {
            true => String::new(),
            false => text::known_by(by, self.console.output),
        };
        self.console.print(&format!("{picture}{by}"))
    }

    fn print_svg(&self, session: &Session, drawing: &Drawing, by: &Evidence) -> Result<(), End> {
        let picture = session.picture_file(drawing, Format::Svg, Theme::Auto, 1)?;
        let picture = String::from_utf8_lossy(&picture);
        self.console
            .print_json(&json::plot(drawing, ("svg", &picture), by))
    }
}

fn format_of(path: &str) -> Result<Format, Diagnostic> {
    Format::of(path).ok_or_else(|| {
        Diagnostic::error("usage", format!("`{path}` names no kind of picture"))
            .help("the name of a picture ends in .svg or .png")
    })
}

/// Whether these words are a position rather than a game.
fn is_position(words: &[String]) -> bool {
    match words {
        [] => false,
        [word] => {
            let is_pile = |c: char| c.is_ascii_digit() || matches!(c, '-' | '(' | '[');
            word.contains('[') || word.trim_start().starts_with(is_pile)
        }
        _ => true,
    }
}

/// A position has a graph, and nothing else has one.
fn refuse_both(plot: &Plot, of_position: bool) -> Result<(), Diagnostic> {
    let error = match (of_position, plot.kind) {
        (true, Some(PlotKind::Graph)) | (false, None) => return Ok(()),
        (false, Some(kind)) if kind != PlotKind::Graph => return Ok(()),
        (false, Some(_)) => Diagnostic::error("usage", "a graph is of a position")
            .help("name one, as in `nimrule plot nim 3 2 1`"),
        (true, None) if plot.from.is_none() && plot.to.is_none() => return Ok(()),
        (true, None) => Diagnostic::error(
            "usage",
            "`--from` and `--to` are for games, and this is a position",
        )
        .help("the picture of a position is the graph of its options"),
        (true, Some(_)) => Diagnostic::error(
            "usage",
            "this kind of picture is of a game, and this is a position",
        )
        .help("leave `--kind` out to draw the graph of the position"),
    };
    Err(error)
}

fn show(kind: Option<PlotKind>) -> Show {
    match kind {
        Some(PlotKind::Values) => Show::Values,
        Some(PlotKind::Heat) => Show::Heat,
        Some(PlotKind::Losing) => Show::Losing,
        Some(PlotKind::Digits) => Show::Digits,
        Some(PlotKind::Graph) | None => Show::Best,
    }
}

const AGAIN: &str = "make it again: `nimrule period FILE --certificate OUT`";

impl Run {
    /// Writes the certificate of a period that was found.
    pub(super) fn write_certificate(
        &self,
        session: &mut Session,
        game: &Arc<Game>,
        to: Option<u64>,
        path: &str,
    ) -> Result<Exit, End> {
        let _progress = self.progress("writing the certificate");
        let certificate = session.certificate(game, to)?;
        self.write_file(path, |out| {
            serde_json::to_writer(&mut *out, &certificate)?;
            out.write_all(b"\n")
        })?;
        Ok(Exit::Fine)
    }

    pub(super) fn verify(&self, asked: &Verify) -> Result<Exit, End> {
        let mut session = self.session(&asked.file, &asked.game)?;
        let claim = read(&asked.certificate, self.budget())?;
        // A certificate names its game; the file may have others.
        let game = session.game(Some(asked.game.as_deref().unwrap_or(&claim.game)))?;
        let verdict = self.work("verifying", || session.verify(&game, &claim))?;
        let answer = json::verified(&claim, &verdict);
        self.show(&answer, |look| text::verified(&claim, &verdict, look))?;
        Ok(match verdict {
            Verdict::Right(_) => Exit::Fine,
            Verdict::Wrong(_) => Exit::Failed,
        })
    }
}

fn read(path: &str, mut budget: Budget) -> Result<Certificate, End> {
    let cannot =
        |why: &str| Diagnostic::error("unreadable", format!("cannot read `{path}`: {why}"));
    let bytes = disk::read_within(Path::new(path), &mut budget)
        .map_err(|unread| unread.complaint(cannot))?;
    let _kept = budget.keep(bytes.len() as u64);
    let read = Certificate::read(&bytes, &mut budget);
    read.map_err(|why| {
        let bad = |message: String| Diagnostic::error("bad_certificate", message);
        let error = match why {
            Unread::Stopped(stop) => stop.into(),
            Unread::Outdated(format) => bad(format!(
                "`{path}` is a \"{format}\", and this is \"{FORMAT}\""
            ))
            .help(AGAIN),
            Unread::Wrong(_) if bytes.is_empty() => bad(format!("`{path}` is empty")).help(AGAIN),
            Unread::Wrong(error) if error.is_eof() => {
                bad(format!("`{path}` ends in the middle of a certificate")).help(AGAIN)
            }
            Unread::Wrong(error) => bad(format!("`{path}` is no certificate: {error}"))
                .help("`nimrule period FILE --certificate OUT` writes one"),
        };
        error.into()
    })
}
