//! From what a player said to the legal move that is meant, or to what is legal instead.

mod refusal;

pub(super) use self::refusal::ranges;

use self::refusal::{no_such_pile, not_reached, what_is_legal, which_one};
use super::words::{Piece, Said, Which, read};
use crate::expr::position::{Header, Turn};
use crate::expr::value::Value;
use crate::query::Session;
use crate::query::answer::MoveTo;
use crate::query::turns::{Turns, Wish};
use crate::text::diagnostic::Report;

/// A move, or why it is none, in a sentence.
pub type Meant = Result<MoveTo, String>;

/// So many moves are told apart where more than one may be meant, and so many shown of what a pile may become.
const SHOWN: usize = 6;
/// Among so many moves one is found by the words of the list.
const MOST_BY_WORDS: usize = 2000;
/// What is said where several piles were named, and a turn moves in one.
const ONE_PILE: &str = "that is no move: a turn moves in one pile";

/// The move that a player means.
///
/// # Errors
/// A limit, or the work was interrupted.
pub fn meant(session: &mut Session, turns: &Turns, text: &str) -> Result<Meant, Report> {
    let said = read(text);
    let meant = match &said {
        Some(Said::Number { number, listed }) => by_number(session, turns, *number, *listed)?,
        Some(Said::Position(text)) => by_position(session, turns, text)?,
        Some(Said::Pieces(pieces)) => by_pieces(session, turns, pieces)?,
        None => Err(format!(
            "`{text}` is no move that I understand; `help` says how moves are written"
        )),
    };
    let count = turns.count().unwrap_or(0);
    if meant.is_err() && count <= MOST_BY_WORDS && text.contains(' ') {
        for number in 0..count {
            if let Some(play) = session.turn(turns, number)?
                && play.words.eq_ignore_ascii_case(text.trim())
            {
                return Ok(Ok(play));
            }
        }
    }
    Ok(meant)
}

fn by_number(
    session: &mut Session,
    turns: &Turns,
    number: i64,
    is_listed: bool,
) -> Result<Meant, Report> {
    let place = usize::try_from(number)
        .ok()
        .and_then(|place| place.checked_sub(1));
    let listed = match place {
        Some(place) => session.turn(turns, place)?,
        None => None,
    };
    let can_move: Vec<usize> = (0..turns.piles().count())
        .filter(|pile| !turns.amounts(*pile).is_empty())
        .collect();
    let taken = match can_move.as_slice() {
        [pile] if !is_listed => {
            let wish = Wish {
                pile: *pile,
                taken: Some(number),
                left: None,
            };
            session.meant(turns, &[wish], SHOWN)?
        }
        _ => Vec::new(),
    };
    Ok(match (listed, taken.as_slice()) {
        (Some(listed), []) => Ok(listed),
        (Some(listed), taken) if taken.iter().any(|taken| taken.to == listed.to) => Ok(listed),
        (Some(listed), _) => Err(format!(
            "`{number}` may be an amount, or the number of a move in the list (`{}`): write `take {number}` or `#{number}`",
            listed.words
        )),
        (None, [taken]) => Ok(taken.clone()),
        (None, []) => match turns.count() {
            None if is_listed => Err("there are too many moves to count them".to_string()),
            None => Err(format!("say from which pile, as in `a {number}`")),
            Some(1) => Err(format!(
                "there is no move {number}: `moves` lists the only one"
            )),
            Some(count) => Err(format!(
                "there is no move {number}: `moves` lists moves 1 to {count}"
            )),
        },
        (None, several) => Err(which_one(several)),
    })
}

fn by_position(session: &mut Session, turns: &Turns, text: &str) -> Result<Meant, Report> {
    let to = match session.position(None, &[text.to_string()]) {
        Ok(to) => to,
        Err(report) => {
            let why = report
                .diagnostics
                .first()
                .map(|error| error.message.clone());
            return Ok(Err(format!(
                "`{text}` is no position: {}",
                why.unwrap_or_default()
            )));
        }
    };
    Ok(match session.turn_to(turns, &to)? {
        Some(play) => Ok(play),
        None => Err(not_reached(turns.position(), &to)),
    })
}

fn by_pieces(session: &mut Session, turns: &Turns, pieces: &[Piece]) -> Result<Meant, Report> {
    let mut fits: Vec<MoveTo> = Vec::new();
    let mut why = None;
    for wishes in wished(turns, pieces) {
        match wishes {
            Ok(wishes) => {
                for play in session.meant(turns, &wishes, SHOWN + 1)? {
                    if fits.iter().all(|known| known.to != play.to) {
                        fits.push(play);
                    }
                }
                if fits.is_empty() && why.is_none() {
                    why = Some(what_is_legal(session, turns, &wishes)?);
                }
            }
            Err(message) => why = why.or(Some(message)),
        }
    }
    if let [
        Piece {
            which: Which::Any,
            taken: None,
            left: Some(left),
        },
    ] = pieces
        && let [value @ (Value::List(_) | Value::Tuple(_))] = left.as_slice()
        && let [term] = turns.position().terms.as_slice()
        && fits.is_empty()
        && value.items().len() == term.piles.len()
    {
        // All the piles without the name of the game: [5, 9, 8].
        let piles: Vec<String> = value.items().iter().map(Value::to_string).collect();
        let text = format!("{}[{}]", term.game.label, piles.join(", "));
        return by_position(session, turns, &text);
    }
    Ok(match fits.as_slice() {
        [play] => Ok(play.clone()),
        [] => Err(why.unwrap_or_else(|| "there is no such move".to_string())),
        several => Err(which_one(several)),
    })
}

/// The wishes that pieces may stand for: one list for each pile that may be meant where none is named.
fn wished(turns: &Turns, pieces: &[Piece]) -> Vec<Result<Vec<Wish>, String>> {
    let piles: Vec<(&Header, &Value)> = turns
        .piles()
        .map(|(game, pile)| (game.as_ref(), pile))
        .collect();
    if let [piece] = pieces
        && piece.which == Which::Any
    {
        let named = |pile| Wish {
            pile,
            taken: piece.taken,
            left: piece.left.clone(),
        };
        return match piles.is_empty() {
            true => vec![Err("there is no pile".to_string())],
            false => (0..piles.len()).map(|pile| Ok(vec![named(pile)])).collect(),
        };
    }
    if turns
        .position()
        .terms
        .iter()
        .all(|term| term.game.turn == Turn::One)
        && pieces.len() > 1
    {
        return vec![Err(ONE_PILE.to_string())];
    }
    let mut wishes: Vec<Wish> = Vec::new();
    for piece in pieces {
        let found = match &piece.which {
            Which::Any => {
                return vec![Err(
                    "say from which pile each time, as in `a 3 and b 4`".to_string()
                )];
            }
            Which::Number(number) if *number < piles.len() => *number,
            Which::Number(number) => {
                return vec![Err(no_such_pile(*number, piles.len()))];
            }
            Which::Like(value) => {
                let mut alike = piles
                    .iter()
                    .enumerate()
                    .filter(|(_, (game, pile))| is_like(game, pile, value));
                match alike.find(|(number, _)| wishes.iter().all(|wish| wish.pile != *number)) {
                    Some((number, _)) => number,
                    None => return vec![Err(format!("there is no pile {value}"))],
                }
            }
        };
        wishes.push(Wish {
            pile: found,
            taken: piece.taken,
            left: piece.left.clone(),
        });
    }
    vec![Ok(wishes)]
}

/// Whether a pile is this one, where the order of an unordered pile does not count.
fn is_like(game: &Header, pile: &Value, value: &Value) -> bool {
    match (game.shape.cells(pile), game.shape.cells(value)) {
        (Ok(pile), Ok(value)) => pile == value,
        _ => false,
    }
}

#[cfg(test)]
mod tests;
