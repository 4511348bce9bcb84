//! What could be read of a document: its rules without the items that have mistakes, and without those that need them.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::check::Snapshot;
use super::document::{parsed, soon};
use super::text::Text;
use crate::expr::position::Game;
use crate::query::{Session, Settings};
use crate::syntax::ast::{ExpectItem, Item};
use crate::text::diagnostic::{Diagnostic, Report};

/// How often what is left is read again, without the items that need one that was left out.
const MOST_ROUNDS: usize = 16;

/// A session about a document.
pub struct Reading {
    pub session: Session,
    left_out: Vec<LeftOut>,
}

/// A part of a document that has mistakes, or needs one that has.
struct LeftOut {
    part: Range<usize>,
    /// What it defines.
    name: Option<String>,
    why: Diagnostic,
}

impl Snapshot {
    /// What could be read.
    ///
    /// # Errors
    /// A limit was reached, or there are mistakes in no part of the document.
    pub fn reading(&self, settings: &Settings) -> Result<Reading, Report> {
        let mut about = self.clone();
        let mut left_out = Vec::new();
        let mut rounds = 0..MOST_ROUNDS;
        loop {
            let report = match about.session(settings) {
                Ok((session, _)) => return Ok(Reading { session, left_out }),
                Err(report) => report,
            };
            if report.is_interrupt() || report.limit().is_some() || rounds.next().is_none() {
                return Err(report);
            }
            let mut text = about.text.plain().to_owned();
            let wrong = about.wrong(&report, &left_out);
            for it in &wrong {
                // What is left stays where it is.
                text.replace_range(it.part.clone(), &" ".repeat(it.part.len()));
            }
            if text == about.text.plain() {
                return Err(report);
            }
            about.text = Arc::new(Text::new(&text));
            left_out.extend(wrong);
        }
    }

    /// The parts that a report complains about, each with the first mistake in it.
    fn wrong(&self, report: &Report, left_out: &[LeftOut]) -> Vec<LeftOut> {
        let text = self.text.plain();
        let items = parsed(text, &mut soon()).items;
        let places = self.places_in(report);
        let mut found = BTreeMap::new();
        for error in report.diagnostics.iter().filter(|it| it.is_error()) {
            let Some(span) = places.of(error) else {
                continue;
            };
            let (part, name) = part_at(&items, span.start as usize, text.len());
            // What needs an item that was left out is left out for the same reason.
            let named = text.get(span.bytes());
            let mut gone = left_out.iter().filter(|it| it.name.is_some());
            let needed = gone.find(|it| it.name.as_deref() == named);
            let why = needed.map_or(error, |it| &it.why);
            found.entry(part.start).or_insert_with(|| LeftOut {
                part,
                name: name.map(str::to_owned),
                why: why.clone(),
            });
        }
        found.into_values().collect()
    }
}

/// The item at a byte, or what stands between two of them, and what it defines.
fn part_at(items: &[Item], byte: usize, length: usize) -> (Range<usize>, Option<&str>) {
    let next = items.partition_point(|item| part_of(item).0.start <= byte);
    let (before, behind) = items.split_at(next);
    let start = match before.last().map(part_of) {
        Some((part, name)) if byte <= part.end => return (part, name),
        Some((part, _)) => part.end,
        None => 0,
    };
    let end = behind.first().map_or(length, |item| part_of(item).0.start);
    (start..end, None)
}

fn part_of(item: &Item) -> (Range<usize>, Option<&str>) {
    let (span, name) = (item.span(), item.name());
    let name = name.map(|name| name.name.as_str());
    (span.bytes(), name)
}

impl Reading {
    /// A session about a document without mistakes.
    pub fn whole(session: Session) -> Reading {
        Reading {
            session,
            left_out: Vec::new(),
        }
    }

    fn missing(&self, is_it: impl Fn(&LeftOut) -> bool) -> Option<Report> {
        let left_out = self.left_out.iter().find(|it| is_it(it))?;
        Some(left_out.why.clone().into())
    }

    /// The claim that begins at this byte.
    ///
    /// # Errors
    /// It was left out.
    pub fn claim(&self, start: u64) -> Result<Option<Arc<ExpectItem>>, Report> {
        if let Some(why) = self.missing(|it| it.part.start as u64 == start) {
            return Err(why);
        }
        let claims = self.session.book().expects();
        let mut claims = claims.into_iter();
        Ok(claims.find(|it| u64::from(it.span.start) == start))
    }

    /// A game, where it has parameters with arguments; `None`: nobody knows which.
    ///
    /// # Errors
    /// It was left out, or there is none of this name.
    pub fn game(&self, name: &str) -> Result<Option<Arc<Game>>, Report> {
        let book = self.session.book();
        if book.game_params(name).is_some() {
            return Ok(book.examples_of(name).into_iter().next());
        }
        match self.missing(|it| it.name.as_deref() == Some(name)) {
            Some(why) => Err(why),
            None => book.game(name).map(Some),
        }
    }
}
