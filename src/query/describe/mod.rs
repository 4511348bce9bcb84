//! A rule said back in sentences, made from what the checked rules mean and not from their text.

mod amounts;
mod phrases;
mod taking;
mod told;
mod written;

use std::sync::Arc;

use hashbrown::HashSet;

use self::phrases::of_statement;
use self::taking::{count, piles};
use self::written::RegisterNames;
use super::samples::{claimed, samples, typical};
use crate::expr::position::{Game, Turn};
use crate::expr::shape::{Bounds, CoordKind, Entry, Form, Shape};
use crate::expr::tree::Op;
use crate::expr::value::Value;
use crate::rules::Rulebook;
use crate::rules::game::{Ending, GameRules, Move};
use crate::solve::Solver;
use crate::solve::positions::nodes::Node;
use crate::text::words::{joined, shortened};
use crate::work::budget::STEPS_PER_SECOND;
use crate::work::{Failure, Limit};

/// What a move does: those that begin and end alike are told together.
#[derive(Debug, PartialEq, Eq)]
struct Phrase {
    /// `takes 1 from `
    head: String,
    /// `one pile`
    last: String,
    /// `, where …`
    behind: String,
}

/// More options than this are not listed.
const MOST_OPTIONS: usize = 8;

/// Options that take more characters are not the first choice.
const LONGEST: usize = 80;

/// How many piles are looked at that the file asks about or that come of these.
const MOST_PILES: usize = 60;

/// How many piles are tried whose options take too much work.
const MOST_TRIES: usize = 2;

/// How much work the options of a pile may take.
const EFFORT: u64 = STEPS_PER_SECOND / 20;

/// A game in words.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Description {
    /// Its rules: `nim: a turn takes any number from one pile. Whoever cannot move loses.`
    pub rules: String,
    /// The options of a small pile: `From 5: 4, 3, 2, 1, 0.` `None`: no small pile is known that has any.
    pub example: Option<String>,
}

pub(super) fn of_game(solver: &mut Solver, header: &Arc<Game>) -> Result<Description, Failure> {
    let transitions = solver.positions().transitions(header.id)?;
    let game = &transitions.game;
    let book = solver.positions().book.clone();
    let mut sentences: Vec<String> = Vec::new();
    sentences.extend(pile(&header.shape));
    sentences.push(turn(game, &book));
    sentences.extend(
        endings(game, &game.ends, &book).map(|where_| format!("a pile {where_} has no moves")),
    );
    sentences.extend(
        endings(game, &game.draws, &book)
            .map(|where_| format!("a pile {where_} is drawn: its only move is to itself")),
    );
    sentences.push(match header.misere {
        true => "whoever makes the last move loses".to_string(),
        false => "whoever cannot move loses".to_string(),
    });
    if header.loopy {
        sentences.push("a play that goes on for ever is a draw".to_string());
    }
    let mut rules = format!("{}:", header.label);
    for (number, sentence) in sentences.iter().enumerate() {
        let sentence = match number {
            0 => sentence.clone(),
            _ => capital(sentence),
        };
        rules.push_str(&format!(" {sentence}."));
    }
    let example = example(solver, header)?;
    Ok(Description { rules, example })
}

fn capital(sentence: &str) -> String {
    let mut chars = sentence.chars();
    let first = chars.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(chars).collect()
}

// ---- What a pile is

/// What a pile is, where it is not just any number.
fn pile(shape: &Shape) -> Option<String> {
    let names = shape.names();
    let own = |kind: &CoordKind| match kind {
        CoordKind::Int(bounds) => format!("a {}", numbers("number", *bounds)),
        CoordKind::Row { bag, entry } => row(*bag, entry),
    };
    if let (Form::Single, [coord]) = (shape.form, shape.coords.as_slice()) {
        return match coord.kind {
            CoordKind::Int(Bounds::NATURAL) => None,
            _ => Some(format!("a pile `{}` is {}", coord.name, own(&coord.kind))),
        };
    }
    let kinds: Vec<String> = shape.coords.iter().map(|coord| own(&coord.kind)).collect();
    let is_alike = kinds.windows(2).all(|pair| pair[0] == pair[1]);
    let tuple = names.join(", ");
    let count = count(names.len() as i64);
    match (is_alike, shape.coords.first().map(|coord| &coord.kind)) {
        (true, Some(CoordKind::Int(bounds))) => {
            let range = numbers("", *bounds);
            Some(match (shape.form, names.as_slice()) {
                (Form::Unordered, [first, ..]) => format!(
                    "a pile is {count} numbers `{{{tuple}}}`{range} in no order: any of them may be `{first}`"
                ),
                _ => format!("a pile is {count} numbers `({tuple})`{range}"),
            })
        }
        _ => {
            let each = names.iter().zip(&kinds);
            let each: Vec<String> = each
                .map(|(name, kind)| format!("`{name}` {kind}"))
                .collect();
            let each = joined(&each, "and").unwrap_or_default();
            Some(format!("a pile is `({tuple})`, {each}"))
        }
    }
}

/// `numbers from 0 to 7`; nothing more is said of numbers from 0 on.
fn numbers(noun: &str, bounds: Bounds) -> String {
    match (bounds, bounds.hi) {
        (Bounds::NATURAL, _) => noun.to_string(),
        (Bounds { lo, .. }, Some(hi)) => format!("{noun} from {lo} to {hi}"),
        (Bounds { lo, .. }, None) => format!("{noun} from {lo} on"),
    }
}

fn row(bag: bool, entry: &Entry) -> String {
    let order = if bag { " in no order" } else { "" };
    let of = match entry {
        Entry::Int(bounds) => numbers("numbers", *bounds),
        Entry::Tuple(parts) => {
            let names: Vec<&str> = parts.iter().map(|(name, _)| name.as_str()).collect();
            let ranges = parts
                .iter()
                .filter(|(_, bounds)| *bounds != Bounds::NATURAL);
            let ranges =
                ranges.map(|(name, bounds)| format!("`{name}` {}", numbers("", *bounds).trim()));
            let ranges: Vec<String> = ranges.collect();
            let ranges = joined(&ranges, "and").map(|ranges| format!(" with {ranges}"));
            format!(
                "tuples `({})`{}",
                names.join(", "),
                ranges.unwrap_or_default()
            )
        }
    };
    format!("a row of {of}{order}")
}

// ---- Turns and endings

/// `a turn takes 1 or 2 from one pile`
fn turn(game: &GameRules, book: &Rulebook) -> String {
    let mut statements: Vec<Vec<&Move>> = Vec::new();
    let is_drawn = |rule: &&Move| game.draws.iter().any(|drawn| rule.is_of(drawn));
    for rule in game.moves.iter().filter(|rule| !is_drawn(rule)) {
        match statements.last_mut() {
            Some(same) if same[0].statement == rule.statement => same.push(rule),
            _ => statements.push(vec![rule]),
        }
    }
    let mut told: Vec<(Phrase, Vec<String>)> = Vec::new();
    for phrase in statements
        .iter()
        .flat_map(|moves| of_statement(game, moves, book))
    {
        let same = |(known, _): &&mut (Phrase, Vec<String>)| {
            (&known.head, &known.behind) == (&phrase.head, &phrase.behind)
        };
        match told.iter_mut().find(same) {
            Some((_, lasts)) if lasts.contains(&phrase.last) => {}
            Some((_, lasts)) => lasts.push(phrase.last),
            None => {
                let last = phrase.last.clone();
                told.push((phrase, vec![last]));
            }
        }
    }
    let phrases = told.iter().map(|(phrase, lasts)| {
        let lasts = joined(lasts, "or").unwrap_or_default();
        format!("{}{lasts}{}", phrase.head, phrase.behind)
    });
    let phrases: Vec<String> = phrases.collect();
    let is_simple = |phrase: &String| {
        let joins = [",", "`", " or ", " and "];
        !joins.iter().any(|join| phrase.contains(join))
    };
    let phrase = match joined(&phrases, "or") {
        None => return "there are no moves".to_string(),
        Some(phrase) if phrases.len() == 1 || phrases.iter().all(is_simple) => phrase,
        Some(_) => phrases.join(", or "),
    };
    let header = &game.header;
    let several = match &header.turn {
        Turn::One => return format!("a turn {phrase}"),
        Turn::Counts(ranges) => {
            let ranges = ranges.iter().map(|(least, most)| {
                let most = most.map(|most| i64::try_from(most).unwrap_or(i64::MAX));
                piles(i64::try_from(*least).unwrap_or(i64::MAX), most)
            });
            let ranges: Vec<String> = ranges.collect();
            joined(&ranges, "or").unwrap_or_else(|| "no piles".to_string())
        }
        Turn::All => "every pile that can move".to_string(),
        Turn::AllOrNone => "every pile, and the game is over when one of them cannot".to_string(),
    };
    let alike = if header.alike {
        ", the same in each"
    } else {
        ""
    };
    format!("a turn moves in {several}{alike}; a move {phrase}")
}

/// `where `n <= 1``
fn endings(game: &GameRules, endings: &[Ending], book: &Rulebook) -> Option<String> {
    let names = RegisterNames::new(book, game, []);
    let written = |ending: &Ending| match &ending.condition.op {
        // The same under every naming, or what is not drawn.
        Op::Or(parts) if parts.iter().all(|part| part.span == ending.condition.span) => {
            names.text(parts.first().unwrap_or(&ending.condition))
        }
        Op::And(parts)
            if parts
                .last()
                .is_some_and(|last| last.span == ending.condition.span) =>
        {
            names.text(parts.last().unwrap_or(&ending.condition))
        }
        _ => names.text(&ending.condition),
    };
    let conditions = endings
        .iter()
        .map(|ending| format!("`{}`", written(ending)));
    let conditions: Vec<String> = conditions.collect();
    Some(format!("where {}", joined(&conditions, "or")?))
}

// ---- The options of a small pile

/// `From 5: 4, 3, 1+3, 2+2, 1+2.`
fn example(solver: &mut Solver, header: &Arc<Game>) -> Result<Option<String>, Failure> {
    // Not every row that fits the rules need come up in the game: one does that the file asks about or that comes of such.
    let asked = match header.shape.has_rows() {
        true => claimed(solver, header)?,
        false => Vec::new(),
    };
    let terms = asked.into_iter().flat_map(|position| position.terms);
    let mut piles: Vec<Value> = terms.flat_map(|term| term.piles).collect();
    let follows = !piles.is_empty();
    if !follows {
        piles.push(typical(&header.shape));
        piles.extend(samples(&header.shape).into_iter().rev());
    }
    // A pile with a few options says most, one with many is better than one with none.
    let mut found: Option<(Value, Vec<String>, usize)> = None;
    let mut too_long = 0;
    let mut next = 0;
    while let Some(pile) = piles.get(next).cloned() {
        next += 1;
        if too_long == MOST_TRIES {
            break;
        }
        let options = solver.aside(EFFORT, |solver| options(solver, header, &pile));
        let options = match options {
            Ok(Some((options, left))) if !options.is_empty() => {
                let room = MOST_PILES.saturating_sub(piles.len());
                piles.extend(left.into_iter().filter(|_| follows).take(room));
                options
            }
            Ok(None) => {
                too_long += 1;
                continue;
            }
            // What is wrong with the rules at a pile is said where they are checked.
            Ok(_) | Err(Failure::Fault(_) | Failure::Complaint(_)) => continue,
            Err(Failure::Limit(limit, _)) if limit != Limit::Interrupted => break,
            Err(failure) => return Err(failure),
        };
        let length: usize = options.iter().map(String::len).sum();
        let rank = match options.len() {
            2..=MOST_OPTIONS if length <= LONGEST => 0,
            1 => 1,
            _ => 2,
        };
        if found.as_ref().is_none_or(|(_, _, known)| rank < *known) {
            found = Some((pile, options, rank));
        }
        if rank == 0 {
            break;
        }
    }
    Ok(found.map(|(pile, options, _)| {
        let from = match &header.turn {
            // A pile alone has no turn.
            Turn::Counts(ranges) if ranges.iter().all(|(least, _)| *least > 1) => "A move from",
            _ => "From",
        };
        format!(
            "{from} {pile}: {}.",
            shortened(options.iter(), MOST_OPTIONS)
        )
    }))
}

/// The options of a pile, each once, and the piles of the same game that they leave.
fn options(
    solver: &mut Solver,
    header: &Game,
    pile: &Value,
) -> Result<(Vec<String>, Vec<Value>), Failure> {
    let cells = header.cells(pile)?;
    let positions = solver.positions();
    let node = positions.nodes.pile(header.id, &cells);
    let options = Arc::clone(&positions.pile_options(node)?);
    let mut found: Vec<String> = Vec::new();
    let mut known: HashSet<String> = HashSet::new();
    let mut left: Vec<Value> = Vec::new();
    for option in options.iter() {
        positions.machine.budget.step()?;
        let mut stay = option.stay.clone();
        left.extend(
            stay.iter()
                .filter_map(|node| match positions.nodes.node(*node) {
                    Node::Pile(_, cells) => Some(header.shape.value(&cells)),
                    Node::Compound(..) | Node::Sum(_) => None,
                }),
        );
        if header.shape.as_heap().is_some() {
            stay.sort_by_key(|node| positions.heap(*node));
        }
        let stay = stay.iter().map(|node| positions.short(*node));
        let mut parts: Vec<String> = stay.collect();
        let others = option.others.iter().map(|node| positions.describe(*node));
        parts.extend(others);
        let text = match parts.is_empty() {
            true => "nothing".to_string(),
            false => parts.join("+"),
        };
        if known.insert(text.clone()) {
            found.push(text);
        }
    }
    Ok((found, left))
}
