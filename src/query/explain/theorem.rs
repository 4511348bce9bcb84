//! The tables of the theorems that tell who wins a pile without its value.

use crate::expr::position::Position;
use crate::solve::Solver;
use crate::solve::method::told::Table;
use crate::solve::method::wythoff;
use crate::solve::tuple::winners::Told;
use crate::work::Failure;

/// The table of the theorem that tells who wins a position of one pile, where one does.
pub(super) fn table(solver: &mut Solver, position: &Position) -> Result<Option<Table>, Failure> {
    let Some((game, pile)) = position.only_pile() else {
        return Ok(None);
    };
    let cells = game.cells(pile)?;
    let told = solver.piles().told(game.id, &cells)?;
    let sizes = || {
        let mut sizes = [cells[0].unsigned_abs(), cells[1].unsigned_abs()];
        sizes.sort_unstable();
        sizes
    };
    Ok(told.map(|told| match told {
        Told::Sum {
            parts,
            sequence,
            allowed,
        } => sum(&parts, &sequence, allowed),
        Told::Pair { n, r, lost } => {
            let sizes = sizes();
            let cells = |sizes: [u64; 2]| sizes.map(|size| size.to_string()).to_vec();
            Table {
                rows: vec![(None, cells(sizes))],
                totals: vec![(
                    format!("n = {n}"),
                    lost.map_or_else(|| vec![wythoff::BEYOND.to_string()], cells),
                )],
                ..wythoff::told(sizes, r, lost)
            }
        }
        Told::Ratio { loses } => ratio(sizes(), loses),
    }))
}

/// The golden ratio and the ratio of two numbers, the smaller one first, of a pile that is lost or not.
fn ratio([smaller, larger]: [u64; 2], loses: bool) -> Table {
    let is_end = smaller == 0 || (larger == smaller && loses);
    let verdict = match loses {
        true if is_end => "there is no move: the player to move loses",
        true => "the larger number is less than φ times the smaller: the player to move loses",
        false if larger == smaller => "the same, and a 0 can be left: the player to move wins",
        false => "the larger number is more than φ times the smaller: the player to move wins",
    };
    let lost = match is_end {
        true => "There is no move.",
        false => "The one multiple that can be taken leaves a ratio of more than φ.",
    };
    Table {
        heading: "the larger number against the smaller one, with φ = (1 + √5) / 2".to_string(),
        rows: vec![(None, vec![smaller.to_string(), larger.to_string()])],
        verdict: verdict.to_string(),
        after: "which is lost: it has no move, or the larger number is less than φ times the smaller"
            .to_string(),
        lost: lost.to_string(),
        applies: "The theorem of Cole and Davie (1969) applies: a turn takes a multiple of the smaller number from the larger one."
            .to_string(),
        ..Table::default()
    }
}

/// Of more numbers the first and the last ones are shown.
const MOST_PARTS: usize = 8;

/// Schwenk's sum of a size.
fn sum(parts: &[i64], sequence: &[i64], allowed: i64) -> Table {
    let size: i64 = parts.iter().sum();
    let numbers: Vec<String> = sequence.iter().map(i64::to_string).collect();
    let mut shown: Vec<String> = parts.iter().map(i64::to_string).collect();
    if shown.len() > MOST_PARTS {
        shown.splice(
            MOST_PARTS / 2..shown.len() - MOST_PARTS / 2,
            ["…".to_string()],
        );
    }
    let verdict = match parts.last() {
        None => "nothing is left: the player to move loses".to_string(),
        Some(least) if *least <= allowed => {
            format!("no more than the {allowed} that may be taken: the player to move wins")
        }
        Some(_) => {
            format!("more than the {allowed} that may be taken: the player to move loses")
        }
    };
    let lost = match parts {
        [] => "There is no move.",
        _ => "What may be taken leaves a size whose sum ends with a number that may be taken.",
    };
    let least = parts.last().unwrap_or(&0).to_string();
    if shown.is_empty() {
        shown.push(least.clone());
    }
    let is_fibonacci = sequence.starts_with(&[1, 2])
        && sequence.windows(3).all(|next| next[2] == next[0] + next[1]);
    let heading = match is_fibonacci {
        true => format!("the size {size} as a sum of Fibonacci numbers, no two of them neighbours"),
        false => format!(
            "the size {size} as a sum of numbers of {}, …, each more than may be taken after the next one",
            numbers.join(", ")
        ),
    };
    Table {
        heading,
        rows: vec![(None, vec![shown.join(" + ")])],
        totals: vec![("the least".to_string(), vec![least])],
        verdict,
        after: "the least number of whose sum is more than may be taken then".to_string(),
        lost: lost.to_string(),
        applies: "Schwenk's theorem (1970) applies: after a larger amount no less may be taken, and at least that amount again.".to_string(),
        ..Table::default()
    }
}
