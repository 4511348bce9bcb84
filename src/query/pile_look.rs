//! What the piles of a board look like.

use crate::expr::position::Game;
use crate::expr::shape::{Coord, CoordKind, Form};
use crate::expr::value::Value;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Pile {
    pub name: String,
    /// Its number, coordinates or entries, and the numbers of these where they are tuples or rows.
    pub numbers: Vec<i64>,
    /// How many of the numbers belong to each coordinate or entry, where these are not all numbers.
    pub lengths: Vec<usize>,
    pub form: PileForm,
}

/// What the numbers of a pile are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PileForm {
    /// One number, or the coordinates of a tuple.
    Numbers,
    /// The coordinates of a tuple in which the order does not count.
    Unordered,
    /// The entries of a row.
    Row,
    /// The entries of a bag.
    Bag,
}

impl Pile {
    pub(super) fn of(game: &Game, pile: &Value) -> Pile {
        let (parts, form) = match pile {
            Value::Int(_) => (std::slice::from_ref(pile), PileForm::Numbers),
            Value::Tuple(parts) if game.shape.form == Form::Unordered => {
                (&parts[..], PileForm::Unordered)
            }
            Value::Tuple(parts) => (&parts[..], PileForm::Numbers),
            pile if is_bag(game) => (pile.items(), PileForm::Bag),
            pile => (pile.items(), PileForm::Row),
        };
        let numbers: Option<Vec<i64>> = parts.iter().map(Value::as_int).collect();
        let (numbers, lengths) = match numbers {
            Some(numbers) => (numbers, Vec::new()),
            None => {
                let mut numbers = Vec::new();
                let lengths = parts.iter().map(|part| {
                    let before = numbers.len();
                    push_numbers(part, &mut numbers);
                    numbers.len() - before
                });
                let lengths = lengths.collect();
                (numbers, lengths)
            }
        };
        Pile {
            name: pile.to_string(),
            numbers,
            lengths,
            form,
        }
    }
}

/// The numbers of a coordinate or an entry: a pile holds rows of tuples at most.
fn push_numbers(part: &Value, numbers: &mut Vec<i64>) {
    match part.as_int() {
        Some(number) => numbers.push(number),
        None => part
            .items()
            .iter()
            .for_each(|item| push_numbers(item, numbers)),
    }
}

fn is_bag(game: &Game) -> bool {
    let bag = |coord: &Coord| matches!(coord.kind, CoordKind::Row { bag: true, .. });
    matches!(game.shape.coords.as_slice(), [coord] if bag(coord))
}
