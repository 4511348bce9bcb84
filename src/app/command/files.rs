//! What is asked for as a file: pictures, pages, proofs.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;
use std::sync::Arc;

use serde_json::json;

use super::answers::Desk;
use super::args::{PlotArgs, PlotKind, ReportArgs, RulesArgs, VerifyArgs};
use super::face::End;
use super::usage::{no_rule_file, wrong};
use crate::app::bundled;
use crate::app::disk;
use crate::app::process::Exit;
use crate::certificate::{Certificate, FORMAT, Unread};
use crate::expr::position::Game;
use crate::picture::{Drawing, Format, Theme};
use crate::query::Topic;
use crate::query::answer::{Evidence, Verdict};
use crate::query::pictures::{Range, Show};
use crate::report::look::fitted;
use crate::report::{json, page, text};
use crate::text::diagnostic::{Diagnostic, Report};
use crate::text::words::as_name;
use crate::work::budget::Budget;

impl Desk<'_> {
    /// Everything known about a game in one page.
    pub(super) fn report(&mut self, asked: &ReportArgs) -> Result<Exit, End> {
        no_rule_file(asked.output.as_deref(), self.session.book())?;
        let start = match &asked.start {
            Some(text) => {
                let game = asked
                    .of
                    .given
                    .game
                    .clone()
                    .or_else(|| self.words.first().cloned());
                Some(self.position_of(game.as_deref(), std::slice::from_ref(text))?)
            }
            None => None,
        };
        // A position names its game, which is one of the rules where there are any.
        let first = start.as_ref().and_then(|start| start.terms.first());
        let own = self.session.book().own_game_names();
        let is_own = |game: &Game| {
            let name = game.normal_label.split('(').next();
            own.is_empty() || own.iter().any(|own| Some(own.as_str()) == name)
        };
        let game = match first {
            Some(term)
                if self.words.is_empty() && asked.of.given.game.is_none() && is_own(&term.game) =>
            {
                Arc::clone(&term.game)
            }
            _ => match self.example_of_family(&asked.of.given) {
                Some(game) => game,
                None => self.game(&asked.of.given)?,
            },
        };
        let mut terms = start.iter().flat_map(|start| &start.terms);
        if let Some(term) = terms.find(|term| term.game.normal_label != game.normal_label) {
            let (others, label) = (&term.game.label, &game.label);
            let message = format!(
                "the page is about {label}, and its board cannot begin with piles of {others}"
            );
            let help = format!("write piles of {label}, or ask for `report {others}`");
            return Err(wrong(message, help).into());
        }
        let (face, session) = (self.face, &mut *self.session);
        let facts = face.work("working it out", || {
            session.facts(&game, asked.to, start.as_ref())
        })?;
        let page = facts.page();
        // The page has what was found in time, and says why there is no more; so does the exit code.
        let stopped = self.session.in_time().err();
        let output = match &asked.output {
            Some(output) => output.clone(),
            None => free_name(&game.label)?,
        };
        face.show_found(stopped, || {
            if output == "-" {
                face.print(&page)?;
                return Ok(Exit::Fine);
            }
            let told = face.write_file(&output, &mut |out| out.write_all(page.as_bytes()))?;
            if face.is_json() {
                face.print_json(&json!({ "game": facts.rules.game, "file": output }))?;
            } else if asked.output.is_none() && !told {
                let label = &facts.rules.game;
                let of = match self.words.first().is_some_and(|word| word == label) {
                    false if label.contains('(') => format!(" about {label}"),
                    _ => String::new(),
                };
                face.print(&format!("the page{of} is in {output}"))?;
            }
            Ok(Exit::Fine)
        })
    }

    /// Where only a game with parameters is named, or none and the rules have only that: the first of its games that the file asks
    /// about, else a small one.
    fn example_of_family(&self, given: &RulesArgs) -> Option<Arc<Game>> {
        let book = self.session.book();
        let own = book.own_game_names();
        let name = match (&given.game, self.words, own.as_slice()) {
            (Some(name), [], _) | (None, [name], _) | (None, [], [name]) => name,
            _ => return None,
        };
        let params = book.game_params(name)?;
        let is_family = params.iter().any(|param| !param.contains('='));
        is_family.then(|| book.examples_of(name).into_iter().next())?
    }

    pub(super) fn plot(&mut self, plot: &PlotArgs) -> Result<Exit, End> {
        let (output, ranges) = self.behind(plot);
        let format = match output.as_deref() {
            Some(path) => Some((path, format_of(path)?)),
            None => None,
        };
        let ranges = match (plot.from, plot.to) {
            (Some(from), Some(to)) if from > to => {
                let message = format!("there is nothing from {from} to {to}");
                let help = "`--from` is the first number, `--to` the last";
                return Err(wrong(message, help).into());
            }
            (None, None) if !ranges.is_empty() => ranges,
            (from, to) => vec![Range { from, to }],
        };
        let (face, words) = (self.face, self.words);
        let of_position = is_position(words);
        refuse_both(plot, of_position)?;
        let (drawing, by, file) = face.work("drawing", || {
            let last = match words.is_empty() && plot.given.is_nothing() {
                true => self.session.last_picture().cloned(),
                false => None,
            };
            let (drawing, by) = if let Some(last) = last {
                (last, None)
            } else if of_position {
                let position = self.position_of(plot.given.game.as_deref(), words)?;
                let (drawing, by) = self.session.graph(&position)?;
                self.session.keep_topic(Topic::Position(position));
                (Arc::new(drawing), Some(by))
            } else {
                let game = self.game(&plot.given)?;
                let (drawing, by) = self.session.picture(&game, show(plot.kind), &ranges)?;
                (Arc::new(drawing), Some(by))
            };
            self.session.keep_picture(&drawing);
            let file = match format {
                Some((path, format)) => {
                    let (theme, scale) = (plot.theme, plot.scale);
                    let session = &self.session;
                    Some((path, session.picture_file(&drawing, format, theme, scale)?))
                }
                None => None,
            };
            Ok::<_, Report>((drawing, by, file))
        })?;
        if let Some(by) = &by {
            face.known_by(by);
        }
        match file {
            None | Some(("-", _)) if face.is_json() => self.print_svg(&drawing, by.as_ref())?,
            None => self.show_picture(&drawing, by.as_ref())?,
            Some(("-", bytes)) => face.write(&mut |out| out.write_all(&bytes))?,
            Some((path, bytes)) => {
                face.write_file(path, &mut |out| out.write_all(&bytes))?;
                if face.is_json() {
                    let answer = json::plot(&drawing, ("file", path), by.as_ref());
                    face.print_json(&answer)?;
                }
            }
        }
        Ok(Exit::Fine)
    }

    /// The file and the ranges that stand behind what is drawn, which they leave.
    fn behind(&mut self, plot: &PlotArgs) -> (Option<String>, Vec<Range>) {
        let mut output = plot.output.clone();
        if let (None, Some((last, words))) = (&output, self.words.split_last())
            && last != "-"
            && Format::of(last).is_some()
        {
            output = Some(last.clone());
            self.words = words;
        }
        let mut ranges = Vec::new();
        while let Some(range) = self.range_behind() {
            ranges.insert(0, range);
        }
        (output, ranges)
    }

    fn show_picture(&self, drawing: &Drawing, by: Option<&Evidence>) -> Result<(), End> {
        let picture = self.session.picture_text(drawing, self.face.screen())?;
        // The picture may say it itself.
        let by = match by.filter(|by| !drawing.subtitle.contains(&by.detail)) {
            None => String::new(),
            Some(by) => text::known_by(by, self.face.look()),
        };
        let by = fitted(&by, self.face.look());
        self.face.print(&format!("{picture}{by}"))
    }

    fn print_svg(&self, drawing: &Drawing, by: Option<&Evidence>) -> Result<(), End> {
        let picture = self
            .session
            .picture_file(drawing, Format::Svg, Theme::Auto, 1)?;
        let picture = String::from_utf8_lossy(&picture);
        self.face
            .print_json(&json::plot(drawing, ("svg", &picture), by))
    }
}

fn format_of(path: &str) -> Result<Format, Diagnostic> {
    let message = format!("`{path}` names no kind of picture");
    let help = "the name of a picture ends in .svg or .png";
    Format::of(path).ok_or_else(|| wrong(message, help))
}

/// Whether these words are a position rather than a game.
fn is_position(words: &[String]) -> bool {
    match words {
        [] => false,
        [word] => {
            let is_pile = |c: char| c.is_ascii_digit() || matches!(c, '-' | '(' | '[');
            // `s([1, 3, 4])` is a game.
            word.ends_with(']') || word.trim_start().starts_with(is_pile)
        }
        _ => true,
    }
}

/// A position has a graph, and nothing else has one.
fn refuse_both(plot: &PlotArgs, of_position: bool) -> Result<(), Diagnostic> {
    let (message, help) = match (of_position, plot.kind) {
        (true, Some(PlotKind::Graph)) | (false, None) => return Ok(()),
        (false, Some(kind)) if kind != PlotKind::Graph => return Ok(()),
        (true, None) if plot.from.is_none() && plot.to.is_none() => return Ok(()),
        (false, Some(_)) => (
            "a graph is of a position",
            "name one, as in `nimrule plot nim 3 2 1`",
        ),
        (true, None) => (
            "`--from` and `--to` are for games, and this is a position",
            "the picture of a position is the graph of its options",
        ),
        (true, Some(_)) => (
            "this kind of picture is of a game, and this is a position",
            "leave `--kind` out to draw the graph of the position",
        ),
    };
    Err(wrong(message, help))
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

/// The file of a page that nobody named: after its game, and no other file of that name is lost.
fn free_name(game: &str) -> Result<String, Diagnostic> {
    let name = format!("{}.html", as_name(game));
    match is_free(Path::new(&name)) {
        true => Ok(name),
        false => Err(in_the_way(&name).help(format!("`-o {name}` replaces it"))),
    }
}

/// Whether there is no file, or an earlier page of ours.
pub fn is_free(path: &Path) -> bool {
    let mut beginning = Vec::new();
    match File::open(path) {
        Err(error) => matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory),
        Ok(file) => {
            let read = file.take(BEGINNING).read_to_end(&mut beginning);
            read.is_ok() && String::from_utf8_lossy(&beginning).contains(page::MARK)
        }
    }
}

/// What is said of a file that is not ours to write over.
pub fn in_the_way(name: &str) -> Diagnostic {
    Diagnostic::error("file_exists", format!("there is a file `{name}` already"))
}

/// The head of a page has at most this many bytes.
const BEGINNING: u64 = 1 << 14;

const AGAIN: &str = "make it again: `nimrule period FILE --certificate OUT`";

impl Desk<'_> {
    /// Writes the certificate of a period that was found.
    pub(super) fn write_certificate(
        &mut self,
        game: &Arc<Game>,
        to: Option<u64>,
        path: &str,
    ) -> Result<Exit, End> {
        let _progress = self.face.progress("writing the certificate");
        let certificate = self.session.certificate(game, to)?;
        self.face.write_file(path, &mut |out| {
            serde_json::to_writer(&mut *out, &certificate)?;
            out.write_all(b"\n")
        })?;
        Ok(Exit::Fine)
    }

    pub(super) fn verify(&mut self, asked: &VerifyArgs) -> Result<Exit, End> {
        let Some((path, game)) = self.words.split_last() else {
            let help = "as in `nimrule verify kayles kayles.json`, after `nimrule period kayles --certificate kayles.json`";
            return Err(wrong("a certificate is needed", help).into());
        };
        let (face, session) = (self.face, &mut *self.session);
        let mut claim = read(path, session.budget())?;
        // A certificate names its game; the file may have others.
        let given = asked.given.game.clone();
        let named = given.or((!game.is_empty()).then(|| game.join(" ")));
        let own = session.book().own_game_names();
        let is_named = |game: &String| claim.game.split('(').next() == Some(game);
        // No other game takes the place of the rules that were given.
        let own = match (named, own.as_slice()) {
            (Some(named), _) => Some(named),
            (None, own) if own.is_empty() || own.iter().any(is_named) => None,
            // A code is no name: the rules that were given are the game.
            (None, [own]) if claim.game.contains(char::is_whitespace) => {
                let own = self.usual.unwrap_or(own);
                claim.game = session.game(Some(own))?.label.clone();
                Some(own.to_owned())
            }
            (None, _) => {
                let message = format!("no game of these rules is called `{}`", claim.game);
                let help = "a certificate names its game: give the rules that it was made for";
                return Err(wrong(message, help).into());
            }
        };
        // A bundled game is found by its name, and a code is its own rule.
        let is_unknown = |name: &str| {
            let is_name = name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
            is_name && bundled::text(name).is_none()
        };
        let game = match session.game(Some(own.as_deref().unwrap_or(&claim.game))) {
            Err(report)
                if report.limit().is_none()
                    && own.is_none()
                    && claim.game.split('(').next().is_some_and(is_unknown) =>
            {
                let message = format!("the rules of `{}` are not given", claim.game);
                let help = format!("name their file, as in `nimrule verify FILE {path}`");
                return Err(wrong(message, help).into());
            }
            game => game?,
        };
        let verdict = face.work("verifying", || session.verify(&game, &claim))?;
        let answer = json::verified(&claim, &verdict);
        face.show(&answer, |look| text::verified(&claim, &verdict, look))?;
        Ok(match verdict {
            Verdict::Right(_) => Exit::Fine,
            Verdict::Wrong(_) => Exit::Failed,
        })
    }
}

fn read(path: &str, mut budget: Budget) -> Result<Certificate, End> {
    let bytes = disk::read_within(Path::new(path), &mut budget)
        .map_err(|unread| unread.complaint(|why| disk::unreadable(&format!("`{path}`"), why)))?;
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
