//! Why: the values of a pile's options, of the components of a sum, or who wins after each turn.

use super::rows::{MOST_LISTED, Options, heading, known, listed};
use crate::expr::position::Position;
use crate::expr::value::Outcome;
use crate::query::plays::Play;
use crate::query::solution::loopy_value;
use crate::query::study::Study;
use crate::solve::Solver;
use crate::solve::loopy::{ASIDE, LoopyValue};
use crate::solve::memory::Memory;
use crate::solve::method::Chosen;
use crate::solve::positions::nodes::Id;
use crate::text::words::{aligned, noun};
use crate::work::Failure;

/// The explanation of a position whose plays may go on for ever.
pub(super) fn loopy(solver: &mut Solver, chosen: &Chosen) -> Result<String, Failure> {
    let position = chosen.position;
    let study = Study::of(solver, chosen, 1)?;
    let value = loopy_value(solver, position)?;
    let components = solver.positions().components(position)?;
    let mut text = heading(position, study.winner);
    if value != LoopyValue::Unknown {
        text.push_str(&format!(", value {value}"));
    }
    text.push_str("\n\n");
    let best = study.best(solver, false, |_| false)?;
    let told = match (components.as_slice(), &value) {
        (_, LoopyValue::Unknown) => None,
        ([_], value) => one(solver, position, &study, value)?,
        (several, value) => sum(solver, several, value)?.map(|mut text| {
            if study.winner == Outcome::First
                && let Some(best) = &best
            {
                text.push_str(&format!(
                    "  One such move: {}, and leave {}.\n",
                    best.play.words, best.play.to
                ));
            }
            text
        }),
    };
    match told {
        Some(told) => text.push_str(&told),
        None => text.push_str(&counted(solver, &study)?),
    }
    Ok(text)
}

fn list(numbers: &[u64]) -> String {
    let mut shown: Vec<String> = numbers.iter().take(24).map(u64::to_string).collect();
    if numbers.len() > shown.len() {
        shown.push("…".to_string());
    }
    shown.join(", ")
}

fn mex(numbers: &[u64]) -> u64 {
    (0..)
        .find(|n| !numbers.contains(n))
        .expect("a number is missing")
}

/// A single component: its options with their values, and what follows. `None`: the value of some option is not known.
fn one(
    solver: &mut Solver,
    position: &Position,
    study: &Study,
    value: &LoopyValue,
) -> Result<Option<String>, Failure> {
    let plays = &study.plays.list;
    if plays.is_empty() {
        return Ok(Some(
            "  No move: the value is 0, and the player to move loses.\n".to_string(),
        ));
    }
    let mut numbers: Vec<u64> = Vec::new();
    let mut infinite: Vec<(&Play, Vec<u64>)> = Vec::new();
    let mut options = Options::of(position, plays.len());
    for play in plays {
        let components = study.plays.after(solver, play)?;
        let Memory { loopy, values } = solver.memory();
        let option = loopy.value(&components, &mut ASIDE.clone(), values)?;
        let words = format!("value {option}");
        let turn = (&study.plays, play);
        options.add(solver, turn, option.to_string(), |_, _| Ok(words))?;
        match option {
            LoopyValue::Number(number) => numbers.push(number),
            LoopyValue::Infinite(seen) => infinite.push((play, seen)),
            LoopyValue::Unknown => return Ok(None),
        }
    }
    numbers.sort_unstable();
    numbers.dedup();
    let missing = mex(&numbers);
    let mut text = options.listed();
    let taken = match numbers.as_slice() {
        [] => "No option is worth a number, so the least one missing is".to_string(),
        [one] => format!("The number {one} is taken; the least one missing is"),
        several => format!(
            "The numbers {} are taken; the least one missing is",
            list(several)
        ),
    };
    text.push_str(&format!("\n  {taken} {missing}.\n"));
    match value {
        LoopyValue::Number(value) => {
            if !infinite.is_empty() {
                text.push_str(&format!(
                    "  A move to an infinite value changes nothing: from there the opponent can move to the value {value} again.\n"
                ));
            }
            text.push_str(&format!(
                "  So the value is {value}: {}.\n",
                if *value == 0 {
                    "the player to move loses"
                } else {
                    "the player to move wins"
                }
            ));
        }
        _ => {
            let free = infinite.iter().find(|(_, seen)| !seen.contains(&missing));
            if let Some((play, _)) = free {
                let to = study.plays.result(solver, play)?;
                text.push_str(&format!(
                    "  But from {to} there is no move to the value {missing}: a player can go there, and the other cannot undo it.\n"
                ));
            }
            text.push_str(match study.winner {
                Outcome::First => "  So the value is infinite. The move to the value 0 wins.\n",
                _ => "  So the value is infinite. No move leads to the value 0, and neither player has to lose.\n",
            });
        }
    }
    text.push_str(&options.drawn());
    Ok(Some(text))
}

/// A sum: the values of its components, and what follows. `None`: some value is not known.
fn sum(
    solver: &mut Solver,
    components: &[Id],
    value: &LoopyValue,
) -> Result<Option<String>, Failure> {
    let mut rows: Vec<[String; 3]> = Vec::new();
    let mut xor = 0;
    let mut infinite: Vec<(Id, Vec<u64>)> = Vec::new();
    for component in components {
        let Memory { loopy, values } = solver.memory();
        let part = loopy.value(&[*component], &mut ASIDE.clone(), values)?;
        if rows.len() < MOST_LISTED {
            rows.push([
                solver.positions().describe(*component),
                format!("value {part}"),
                String::new(),
            ]);
        }
        match part {
            LoopyValue::Number(number) => xor ^= number,
            LoopyValue::Infinite(numbers) => infinite.push((*component, numbers)),
            LoopyValue::Unknown => return Ok(None),
        }
    }
    let mut text = aligned(&rows);
    if components.len() > rows.len() {
        text.push_str(&format!(
            "  … and {} more components\n",
            components.len() - rows.len()
        ));
    }
    text.push('\n');
    text.push_str(&match (infinite.as_slice(), value) {
        ([], LoopyValue::Number(0)) => {
            "  The xor of the values is 0: the player to move loses.\n".to_string()
        }
        ([], _) => format!("  The xor of the values is {xor}, not 0: the player to move wins.\n"),
        ([(component, numbers)], _) => {
            let name = solver.positions().describe(*component);
            let others = format!("  The xor of the other values is {xor}");
            if numbers.contains(&xor) {
                format!("{others}, and {name} has an option of this value: that move leaves the sum 0 and wins.\n")
            } else {
                format!("{others}, and {name} has no option of this value: no move leaves the sum 0, and nobody has to lose.\n")
            }
        }
        _ => "  Two or more values are infinite: nobody can bring the sum down to a number in one move, and so nobody has to lose.\n"
            .to_string(),
    });
    Ok(Some(text))
}

/// Who wins after each turn, counted.
fn counted(solver: &mut Solver, study: &Study) -> Result<String, Failure> {
    let mut text = known(solver, study)?;
    let total = study.plays.list.len();
    if total == 0 {
        return Ok(text);
    }
    let count = |outcome| study.leaving(outcome).count();
    let mut parts: Vec<String> = Vec::new();
    for (count, what) in [
        (count(Outcome::Second), "win"),
        (count(Outcome::Draw), "draw"),
        (count(Outcome::First), "lose"),
        (study.undecided() as usize, "are not decided"),
    ] {
        if count > 0 {
            let what = match (count, what) {
                (1, "are not decided") => "is not decided".to_string(),
                (1, what) => format!("{what}s"),
                (_, what) => what.to_string(),
            };
            parts.push(format!("{count} {what}"));
        }
    }
    let turns = noun(total, "turn", "turns");
    text.push_str(&format!("  Of {total} {turns} {}.\n", parts.join(", ")));
    let (wanted, head) = match study.winner {
        Outcome::First => (Outcome::Second, "These win:"),
        Outcome::Draw => (Outcome::Draw, "These keep the draw:"),
        Outcome::Second => return Ok(text),
    };
    let (moves, count) = study.told(solver, wanted, MOST_LISTED)?;
    text.push_str(&format!("  {head}\n\n"));
    text.push_str(&listed(&moves, count));
    Ok(text)
}
