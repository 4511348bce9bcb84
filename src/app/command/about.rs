//! What is said of names: how a word is used, and what a game is.

use std::sync::Arc;

use crate::expr::builtin::Builtin;
use crate::expr::position::Game;
use crate::query::Session;
use crate::report::look::wrapped;
use crate::rules::query::Query;
use crate::syntax::Word;
use crate::text::diagnostic::Report;
use crate::work::budget::STEPS_PER_SECOND;

/// How much work goes into what was not asked for.
const GLANCE: u64 = STEPS_PER_SECOND / 5;

/// So many values of a game are shown behind the first, and its period is looked for among so many piles.
const FIRST_VALUES: i64 = 20;
const FAR: u64 = 10_000;

/// How a query, a function or a word of the language is used.
pub fn usage(word: &str) -> Option<String> {
    let query = Query::by_name(word).map(Query::usage);
    let builtin = || Builtin::by_name(word).map(Builtin::usage);
    let reserved = || Word::of(word).map(Word::help);
    query.or_else(builtin).or_else(reserved).map(str::to_string)
}

/// A game in words, and its first values and their period where they are soon known.
pub fn introduced(session: &mut Session, game: &Arc<Game>, width: usize) -> Result<String, Report> {
    let described = session.describe(game)?.to_string();
    let mut told = wrapped(&described, width);
    for line in first_values(session, game)? {
        told += &format!("\n  {line}");
    }
    Ok(told)
}

/// The first values of a game and their period, where they are soon known.
pub fn first_values(session: &mut Session, game: &Arc<Game>) -> Result<Vec<String>, Report> {
    let mut told = Vec::new();
    let Some(bounds) = game.shape.as_heap().filter(|_| !game.misere && !game.loopy) else {
        return Ok(told);
    };
    let first = bounds.lo.max(0);
    let last = bounds.hi.unwrap_or(i64::MAX).min(first + FIRST_VALUES);
    if let Some(values) = soon(session, |session| session.values(game, first, last))? {
        let numbers: Vec<String> = values.values.iter().map(|it| it.to_string()).collect();
        told.push(format!("values of {first}..{last}: {}", numbers.join(" ")));
    }
    let period = soon(session, |session| session.period_soon(game, FAR, GLANCE))?;
    if let Some(proven) = period.flatten() {
        let (equation, from) = (proven.equation(), proven.preperiod);
        told.push(format!("{equation} from n = {from} on, proven"));
    }
    Ok(told)
}

/// What takes little work; `None`: it takes more, or cannot be had.
fn soon<T>(
    session: &mut Session,
    ask: impl FnOnce(&mut Session) -> Result<T, Report>,
) -> Result<Option<T>, Report> {
    match session.within(GLANCE, ask) {
        Ok(found) => Ok(Some(found)),
        Err(report) if report.is_interrupt() => Err(report),
        Err(_) => Ok(None),
    }
}
