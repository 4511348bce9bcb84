//! A conjectured formula as a program: its text is read as the language reads it, and what was read is printed.

use std::fmt::Write;
use std::sync::Arc;

use super::program::{Binary, Coord, Formula, Op, Program, ProgramForm, Term, Ty};
use super::terms::Parts;
use crate::conjecture::{DEPTH, Form, Meaning};
use crate::expr::position::{Game, Position};
use crate::expr::shape::Bounds;
use crate::expr::tree::CompareOp;
use crate::expr::value::{Outcome, Value};
use crate::query::{Session, Settings};
use crate::rules::Rulebook;
use crate::rules::game::{Change, GameRules};
use crate::syntax::Word;
use crate::text::diagnostic::{Diagnostic, Report};

/// So large are piles that programs are asked about.
const FAR: i64 = 1_000_000_000;

/// The program for the shortest form that fits a game.
pub(super) fn program(session: &mut Session, header: &Arc<Game>) -> Result<Program, Report> {
    let game = session.game_rules(header)?;
    let book = session.book().clone();
    let refused = |why: &str| {
        let error = Diagnostic::error("no_export", why.to_string());
        book.report(vec![error.help(
            "exported without a conjecture, the values are worked out by the rules",
        )])
    };
    let mut found = session.closed_forms(header)?;
    let Some(by) = found.known() else {
        let why = format!(
            "no closed form is found that fits what was looked at of `{}`",
            header.label
        );
        return Err(refused(&why));
    };
    let mut form = found.forms.swap_remove(0);
    // What lies before its start is known.
    if let (Some(from), &[(low, _)]) = (form.from, &form.ranges[..]) {
        form.from = None;
        for (n, known) in (low..from).zip(known(session, header, form.meaning, (low, from))?) {
            if form.eval(&[n]) != Some(known) {
                form.exceptions.push((vec![n], known));
            }
        }
    }
    let unread = || {
        refused(&format!(
            "its formula is not one that programs have: {}",
            form.formula()
        ))
    };
    let read = read(&form).map_err(|_| unread())?;
    let mut parts = Parts::new(&header.label, form.names.iter().map(String::as_str));
    let Ok(Some(value)) = value(&mut parts, &read, form.meaning) else {
        return Err(unread());
    };
    let mut scope = parts.scope();
    let coords = coordinates(&form, header, |name| scope.fresh(name));
    let (function, what) = what(&form, found.of_piles);
    let mut said = vec![
        format!("Formula: {}.", form.claim()),
        format!("Known by: {by}."),
    ];
    if form.is_deep(FAR) {
        said.push(format!(
            "At {FAR} more than {DEPTH} of its calls of itself may stand within each other: large piles may need a large stack."
        ));
    }
    let about = super::about(&book, &game, &what, said);
    Ok(Program {
        game: game.name.clone(),
        about,
        way: ProgramForm::Formula(Formula {
            function,
            exceptions: match form.is_recursion() {
                true => Vec::new(),
                false => exceptions(&form, &coords),
            },
            value,
        }),
        coords,
        beside: parts.beside,
    })
}

/// What is so of the piles from one size up to another, in the numbers of a form.
fn known(
    session: &mut Session,
    header: &Arc<Game>,
    meaning: Meaning,
    (low, end): (i64, i64),
) -> Result<Vec<i64>, Report> {
    if low >= end {
        return Ok(Vec::new());
    }
    match meaning {
        Meaning::Value => {
            let values = session.values(header, low, end - 1)?.values;
            Ok(values.iter().map(|value| value as i64).collect())
        }
        Meaning::IsLosing => {
            let is_lost = |n| {
                let pile = Position::of_piles(header, vec![Value::Int(n)]);
                Ok(i64::from(session.winner(&pile)? == Outcome::Second))
            };
            (low..end).map(is_lost).collect()
        }
        // It counts from 0.
        Meaning::KthLosing => Ok(Vec::new()),
    }
}

/// The coordinates, as far as the form is meant for them.
fn coordinates(form: &Form, header: &Game, mut name: impl FnMut(&str) -> String) -> Vec<Coord> {
    let own = match header.shape.as_heap() {
        Some(bounds) => vec![bounds; form.names.len()],
        None => header.shape.as_int_tuple().unwrap_or_default(),
    };
    let coords = form.names.iter().zip(&form.ranges).enumerate();
    let coords = coords.map(|(place, (wanted, (low, _)))| Coord {
        name: name(wanted),
        bounds: Bounds {
            lo: form.from.unwrap_or(*low),
            hi: match form.meaning {
                Meaning::KthLosing => None,
                _ => own.get(place).and_then(|own| own.hi),
            },
        },
    });
    coords.collect()
}

/// The name of the function, and what it gives.
fn what(form: &Form, of_piles: bool) -> (&'static str, String) {
    let names = form.names.join(", ");
    let what = match form.meaning {
        Meaning::Value => return ("grundy", super::what(&names, form.names.len() == 1)),
        Meaning::IsLosing if of_piles => format!("whether piles of {names} are a P-position"),
        Meaning::IsLosing => format!("whether the pile ({names}) is a P-position"),
        Meaning::KthLosing => {
            let what = format!("the P-position number {names}, counted from 0");
            return ("p_position", what);
        }
    };
    ("is_p_position", what)
}

/// A game whose only move leads to the value of the form, as the language reads it; nobody plays it.
fn read(form: &Form) -> Result<Arc<GameRules>, Report> {
    let mut text = String::new();
    for definition in form
        .definitions()
        .iter()
        .filter(|it| it.starts_with(Word::Let.text()))
    {
        let _ = writeln!(text, "{definition}");
    }
    let names = form.names.join(", ");
    let mut formula = form.formula();
    if form.is_recursion() {
        // What it says of smaller piles has the exceptions, too.
        let mut chain = String::new();
        for (at, value) in &form.exceptions {
            let pairs = form.names.iter().zip(at);
            let here: Vec<String> = pairs.map(|(name, n)| format!("{name} == {n}")).collect();
            let value = match form.meaning {
                Meaning::IsLosing => (*value != 0).to_string(),
                _ => value.to_string(),
            };
            let _ = write!(chain, "if {} then {value} else ", here.join(" and "));
        }
        let _ = writeln!(text, "let g({names}) = {chain}({formula})");
        formula = format!("g({names})");
    }
    if form.meaning == Meaning::IsLosing {
        formula = format!("if {formula} then 1 else 0");
    }
    let lows = form.names.iter().zip(&form.ranges);
    let piles: Vec<String> = lows
        .map(|(name, (low, _))| format!("{name} in {low}.."))
        .collect();
    let pile = match piles.as_slice() {
        [only] => only.clone(),
        all => format!("({})", all.join(", ")),
    };
    let first = form.names.first().map_or("n", String::as_str);
    let _ = writeln!(
        text,
        "game formula {{ pile {pile}  move {first} -> {formula}  loopy }}"
    );
    let mut session = Session::new(Rulebook::parse(&text)?, Settings::default())?;
    let game = session.game(None)?;
    session.game_rules(&game)
}

/// The value that the move leads to.
fn value(
    parts: &mut Parts,
    read: &GameRules,
    meaning: Meaning,
) -> Result<Option<Term>, Diagnostic> {
    let scope = parts.pile_scope(read);
    let changes = read.moves.first().and_then(|rule| rule.effect.changes());
    let Some([Change::Coord { coord: 0, value }]) = changes else {
        return Ok(None);
    };
    let term = parts.term(&scope, value)?;
    Ok(Some(match (meaning, term.op) {
        (Meaning::IsLosing, Op::If(condition, ..)) => *condition,
        (Meaning::IsLosing, Op::Int(n)) => Term::truth(n != 0),
        (_, op) => Term::new(op, Ty::Int),
    }))
}

/// Where the formula is wrong, and what is right.
fn exceptions(form: &Form, coords: &[Coord]) -> Vec<(Term, Term)> {
    let mut all = form.exceptions.clone();
    all.sort();
    let exceptions = all.into_iter().filter_map(|(at, value)| {
        let here = coords.iter().zip(&at).map(|(coord, n)| {
            let name = Term::var(&coord.name, Ty::Int);
            Term::binary(Binary::Compare(CompareOp::Eq), name, Term::int(*n))
        });
        let here = Term::joined(Binary::And, here)?;
        let value = match form.meaning {
            Meaning::IsLosing => Term::truth(value != 0),
            _ => Term::int(value),
        };
        Some((here, value))
    });
    exceptions.collect()
}
