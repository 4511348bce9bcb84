//! From a game to a function `grundy` in another language, for pasting.
//!
//! `program` has what is printed in terms that all languages share; `terms` and `moves` put checked rules into it, and `print`
//! writes it with the `words` of a language.

mod calls;
mod formula;
mod moves;
mod print;
mod program;
mod scope;
mod terms;
mod words;
mod written;

use std::sync::Arc;

use self::program::{Coord, Formula, Period, Program, ProgramForm, Rules, Term, Ty};
use self::terms::{Parts, refuse};
use self::words::{CPP, PYTHON, RUST, Words};
use crate::expr::position::{Game, Turn};
use crate::moves::taking::recognise;
use crate::query::Session;
use crate::rules::Rulebook;
use crate::rules::game::GameRules;
use crate::text::certain::Certain;
use crate::text::diagnostic::{Diagnostic, Report};
use crate::work::budget::STEPS_PER_SECOND;
use crate::work::stack::with_room;

/// A language to write a program in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "program", derive(clap::ValueEnum))]
#[non_exhaustive]
pub enum Language {
    /// C++17.
    #[cfg_attr(feature = "program", value(aliases = ["c++", "cxx"]))]
    Cpp,
    /// Python 3.
    #[cfg_attr(feature = "program", value(aliases = ["py", "python3"]))]
    Python,
    /// Rust.
    #[cfg_attr(feature = "program", value(alias = "rs"))]
    Rust,
}

impl Language {
    pub const ALL: [Language; 3] = [Language::Cpp, Language::Python, Language::Rust];

    /// What `--lang` calls it.
    pub fn name(self) -> &'static str {
        match self {
            Language::Cpp => "cpp",
            Language::Python => "python",
            Language::Rust => "rust",
        }
    }

    fn words(self) -> &'static Words {
        match self {
            Language::Cpp => &CPP,
            Language::Python => &PYTHON,
            Language::Rust => &RUST,
        }
    }

    pub fn by_name(name: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|own| own.name() == name)
    }
}

/// A table of a period has at most this many values.
const MOST_VALUES: u64 = 20_000;

/// How far a period is looked for, and with how much work is looked for.
const PERIOD_REACH: u64 = 1 << 17;
const PERIOD_EFFORT: u64 = STEPS_PER_SECOND;

/// The least pile is at most so large where all piles are worked out in order.
const LOWEST: i64 = 1000;

/// How many values are worked out before a game is exported: whether its rules work at all.
const TRIED: i64 = 20;

impl Session {
    /// The text of a program that has the values of a game, for pasting.
    ///
    /// # Errors
    /// The game is of a kind that no program is written for, its rules fail at small piles, or a limit was reached.
    pub fn export(&mut self, game: &Arc<Game>, language: Language) -> Result<String, Report> {
        with_room(|| Ok(print::print(&program(self, game)?, language.words())))
    }

    /// The same with the shortest formula that fits a game, which says that it is a conjecture and on what it was checked.
    ///
    /// # Errors
    /// No formula is found, or a limit was reached.
    pub fn export_conjecture(
        &mut self,
        game: &Arc<Game>,
        language: Language,
    ) -> Result<String, Report> {
        with_room(|| {
            Ok(print::print(
                &formula::program(self, game)?,
                language.words(),
            ))
        })
    }
}

fn program(session: &mut Session, header: &Arc<Game>) -> Result<Program, Report> {
    let game = session.game_rules(header)?;
    let book = session.book().clone();
    check(&game).map_err(|error| book.report(vec![error]))?;
    let tried = tried(session, header)?;
    let coords = moves::coordinates(&game);
    let wanted: Vec<&str> = game
        .moves
        .iter()
        .flat_map(|rule| rule.choices.iter().map(|choice| choice.name.as_str()))
        .chain(coords.iter().map(|(name, _)| name.as_str()))
        .collect();
    let mut parts = Parts::new(&header.label, wanted.into_iter());
    let mut scope = parts.scope();
    let coords: Vec<Coord> = coords
        .into_iter()
        .map(|(name, bounds)| Coord {
            // As in every scope of the rules: the coordinates come first.
            name: scope.fresh(&name),
            bounds,
        })
        .collect();
    let (way, known) = match periodic(session, header, &coords)? {
        Some(found) => found,
        None => {
            let rules = parts.rules(&game, &book.sources());
            let rules = rules.map_err(|error| book.report(vec![error]))?;
            by_rules(session, &parts, &game, rules)?
        }
    };
    let mut said = Vec::new();
    if matches!(way, ProgramForm::Ascending(_) | ProgramForm::Search(_)) {
        let other = "`export --conjecture` prints a formula that fits in its place, as far as one is found.";
        said.push(other.to_string());
    }
    said.push(format!("Known by: {known}."));
    if !tried.is_empty() {
        let first = coords.first().map_or(0, |coord| coord.bounds.lo);
        let values: Vec<String> = tried.iter().map(u64::to_string).collect();
        let values = values.join(" ");
        said.push(format!("The first values, from {first} on: {values}"));
    }
    let names: Vec<&str> = coords.iter().map(|coord| coord.name.as_str()).collect();
    let what = what(&names.join(", "), header.shape.as_heap().is_some());
    let about = about(&book, &game, &what, said);
    Ok(Program {
        game: game.name.clone(),
        about,
        coords,
        way,
        beside: parts.beside,
    })
}

/// Whether programs are written for games of this kind.
fn check(game: &GameRules) -> Result<(), Diagnostic> {
    let header = &game.header;
    let why = if header.misere {
        "the last move loses, so that Grundy values do not decide".to_string()
    } else if header.loopy {
        "its plays may go on for ever, so that some piles have no Grundy value".to_string()
    } else if header.turn != Turn::One {
        format!("a turn moves in {}", header.turn.in_words())
    } else if moves::coordinates(game).is_empty() {
        match header.shape.is_row() {
            true => format!("a pile is {}", header.shape.in_words()),
            false => "a pile holds lists".to_string(),
        }
    } else {
        return Ok(());
    };
    Err(refuse(&header.label, &why))
}

/// The values of the first piles, to show; rules that fail or never end are found out.
fn tried(session: &mut Session, header: &Arc<Game>) -> Result<Vec<u64>, Report> {
    if let Some(bounds) = header.shape.as_heap() {
        let (from, to) = bounds.least(TRIED).into_inner();
        return values(session, header, from, to);
    }
    let bounds = header.shape.as_int_tuple();
    let bounds = bounds.certain("only numbers and tuples are exported");
    let side = if bounds.len() > 2 { 2 } else { 4 };
    let ranges = bounds.iter().map(|it| it.least(side).into_inner());
    let ranges: Vec<(i64, i64)> = ranges.collect();
    // Large boxes are for nobody's good here.
    if ranges.len() <= 6 {
        session.table(header, &ranges)?;
    }
    Ok(Vec::new())
}

fn values(
    session: &mut Session,
    header: &Arc<Game>,
    from: i64,
    to: i64,
) -> Result<Vec<u64>, Report> {
    Ok(session.values(header, from, to)?.values.iter().collect())
}

/// A program that reads the values off a proven period, or the size.
fn periodic(
    session: &mut Session,
    header: &Arc<Game>,
    coords: &[Coord],
) -> Result<Option<(ProgramForm, String)>, Report> {
    if header.shape.as_heap().is_none_or(|bounds| bounds.lo != 0) {
        return Ok(None);
    }
    let Some(proven) = session.period_soon(header, PERIOD_REACH, PERIOD_EFFORT)? else {
        return Ok(None);
    };
    let count = proven.preperiod.saturating_add(proven.period);
    let hi = header.shape.as_heap().and_then(|bounds| bounds.hi);
    if count > MOST_VALUES || hi.is_some_and(|hi| (hi as u64) < count) {
        return Ok(None);
    }
    let values = values(session, header, 0, count as i64 - 1)?;
    let known = format!("{}, by {}", proven.statement(), proven.theorem);
    let is_size = (proven.period, proven.saltus) == (1, 1) && values == [0];
    let way = if is_size {
        ProgramForm::Formula(Formula {
            function: "grundy",
            exceptions: Vec::new(),
            value: Term::var(&coords[0].name, Ty::Int),
        })
    } else {
        ProgramForm::Period(Period {
            values,
            preperiod: proven.preperiod,
            period: proven.period,
            rise: proven.saltus,
        })
    };
    Ok(Some((way, known)))
}

/// A program that works the values out by definition.
fn by_rules(
    session: &mut Session,
    parts: &Parts,
    game: &GameRules,
    rules: Rules,
) -> Result<(ProgramForm, String), Report> {
    // For other rules only those piles are looked at that can be reached.
    let lo = game.header.shape.as_heap().map(|bounds| bounds.lo);
    let is_low = lo.is_some_and(|lo| (0..=LOWEST).contains(&lo));
    let is_falling = recognise(game).is_ok() || parts.falls;
    // Nor is the rest where these are few: they are found at once for piles that no table holds.
    let is_ascending = is_low && is_falling && !session.reaches_few(&game.header)?;
    let (way, known) = match is_ascending {
        true => (ProgramForm::Ascending(rules), "all piles in order of size"),
        false => (ProgramForm::Search(rules), "the piles that can be reached"),
    };
    Ok((way, format!("the mex over the options, for {known}")))
}

/// What the function gives, of a pile of these coordinates.
fn what(names: &str, is_heap: bool) -> String {
    match is_heap {
        true => format!("the Grundy value of a pile of {names}"),
        false => format!("the Grundy value of the pile ({names})"),
    }
}

/// The comment on top: what the function gives, the rules, and what there is to say of both.
fn about(book: &Rulebook, game: &GameRules, what: &str, said: Vec<String>) -> Vec<String> {
    let title = match &game.title {
        Some(title) => format!("{title} ({})", game.header.label),
        None => game.header.label.clone(),
    };
    let mut lines = vec![format!("{title}: {what}."), String::new()];
    let text = book.text_at(game.span);
    lines.extend(text.lines().map(|line| format!("    {line}")));
    lines.push(String::new());
    lines.extend(said);
    lines.push("Written by nimrule.".to_string());
    lines.iter().map(|line| clean(line)).collect()
}

/// A line without characters that end comments or turn the direction of writing.
pub(super) fn clean(line: &str) -> String {
    let is_odd = |c: char| {
        c.is_control()
            || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let clean: String = line
        .chars()
        .map(|c| if is_odd(c) { ' ' } else { c })
        .collect();
    clean.trim_end().to_string()
}
