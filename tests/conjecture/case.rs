//! A game whose closed form is known: its values by definition, and where the form is sought and checked.

use std::ops::RangeInclusive;

use nimrule::conjecture::About;

use super::definition::Game;

pub type Value = Box<dyn FnMut(&[i64]) -> Option<u64>>;

pub struct Case {
    pub name: &'static str,
    pub names: Vec<String>,
    /// Where the form is sought, and where it is checked then.
    pub sought: Vec<RangeInclusive<i64>>,
    pub wider: Vec<RangeInclusive<i64>>,
    pub about: About,
    pub value: Value,
}

pub fn names(width: usize) -> Vec<String> {
    match width {
        1 => vec!["n".to_string()],
        _ => "abcd"[..width].chars().map(String::from).collect(),
    }
}

pub fn line(name: &'static str, first: i64, to: i64, values: Vec<u64>) -> Case {
    let last = values.len() as i64 - 1;
    Case {
        name,
        names: names(1),
        sought: vec![first..=to],
        wider: vec![first..=last],
        about: About::Values,
        value: Box::new(move |at| values.get(at[0] as usize).copied()),
    }
}

pub fn line_lost(name: &'static str, first: i64, to: i64, values: Vec<u64>) -> Case {
    let lost = values.iter().map(|value| u64::from(*value == 0)).collect();
    Case {
        about: About::Losing,
        ..line(name, first, to, lost)
    }
}

pub fn table(
    name: &'static str,
    about: About,
    sought: Vec<RangeInclusive<i64>>,
    wider: Vec<RangeInclusive<i64>>,
    mut value: impl FnMut(&[i64]) -> Option<u64> + 'static,
) -> Case {
    Case {
        name,
        names: names(sought.len()),
        sought,
        wider,
        about,
        value: Box::new(move |at| {
            let value = value(at)?;
            Some(match about {
                About::Values => value,
                About::Losing => u64::from(value == 0),
            })
        }),
    }
}

pub fn square(side: i64, width: usize) -> Vec<RangeInclusive<i64>> {
    vec![0..=side; width]
}

/// A tuple game by its moves.
pub fn tuples(
    name: &'static str,
    about: About,
    sought: Vec<RangeInclusive<i64>>,
    wider: Vec<RangeInclusive<i64>>,
    moves: impl Fn(&Vec<i64>) -> Vec<Vec<Vec<i64>>> + 'static,
) -> Case {
    let mut game = Game::new(moves);
    table(name, about, sought, wider, move |at| {
        Some(game.value(&at.to_vec()))
    })
}

/// A tuple game whose coordinates all go up to the same number, where the form is sought and where it is checked.
pub fn squares(
    name: &'static str,
    about: About,
    width: usize,
    (sought, wider): (i64, i64),
    moves: impl Fn(&Vec<i64>) -> Vec<Vec<Vec<i64>>> + 'static,
) -> Case {
    tuples(
        name,
        about,
        square(sought, width),
        square(wider, width),
        moves,
    )
}

/// Every list of piles with one pile lowered.
pub fn lowered(at: &[i64], each: impl Fn(usize, i64) -> Vec<i64>) -> Vec<Vec<Vec<i64>>> {
    let mut found = Vec::new();
    for i in 0..at.len() {
        for to in each(i, at[i]) {
            let mut next = at.to_vec();
            next[i] = to;
            found.push(vec![next]);
        }
    }
    found
}
