//! Counting races in words: `Starting from 0, the players add 1, 2 or 3; whoever reaches 30 wins`. Clauses about the goal, the step and
//! the start stand in any order, with nothing else between them than words that say nothing of the rule.

use crate::app::command::spoken::{MOST_WORDS, found};
use crate::text::words::is_among;

/// A clause that says who reaches the goal, behind it `wins` or `loses`.
const GOALS: [&str; 4] = [
    "whoever|who|anyone|anybody first? reaches|says|names|hits|makes|calls exactly? NUM first?",
    "whoever|who|anyone|anybody first? gets|counts|comes|is|brings the? total|sum|count? to|at exactly? NUM first?",
    "first player|one|person|who? to? reach|say|name|hit|make|call|reaches|says exactly? NUM",
    "first player|one|person|who? to? get|gets|count|counts to exactly? NUM",
];

/// A clause that says what is added, with one of [`STEPS`] behind its first words.
const ADDS: [&str; 2] = [
    "add|adds|adding|count|counts|counting",
    "say|says|saying|name|names|call|calls",
];

/// What is added; `to` is a range.
const STEPS: [&str; 6] = [
    "any? number|numbers|integer? from|between? NUM to|and|through NUM",
    "NUM or NUM",
    "NUM NUM or NUM",
    "NUM NUM NUM or NUM",
    "NUM NUM NUM NUM or NUM",
    "at most NUM",
];

/// What may stand behind a step.
const ADDED: &str =
    "more? numbers|number|steps? to? the|a? running|current? total|sum|number|count?";

/// Where the race begins.
const BEGINS: [&str; 2] = [
    "starting|start|starts|begin|begins|beginning from|at|with NUM",
    "total|sum|count|number is at? NUM first?",
];

/// Words beside the clauses.
const BESIDE: &str = "a alternate alternately alternating an and at by can choose each from game his in it may must of on or \
    player players race running take takes taking the their then they time to total turn turns two with";

/// The words of a clause that is not looked for in more of them.
const LONGEST_CLAUSE: usize = 14;

/// The race that a text tells of, if it is one and says no more: where it begins, and its rule without a game around it.
pub fn race(text: &str) -> Option<(u64, String)> {
    let lower = text
        .to_lowercase()
        .replace([',', ';', '.', ':', '!', '?'], " ");
    let mut words: Vec<&str> = lower.split_whitespace().collect();
    if words.len() > MOST_WORDS {
        return None;
    }
    // A question behind it.
    cut(&mut words, "who will|would? wins|win|loses|lose");
    let ends = ["wins", "win", "loses", "lose"];
    let goals = GOALS
        .iter()
        .flat_map(|goal| ends.iter().map(move |end| (format!("{goal} {end}"), end)));
    let (goal, is_lost) = goals.into_iter().find_map(|(row, end)| {
        let numbers = cut(&mut words, &row)?;
        Some((*numbers.first()?, end.starts_with('l')))
    })?;
    let begins = BEGINS.iter().find_map(|row| cut(&mut words, row));
    let start = begins.map_or(Some(0), |numbers| numbers.first().copied())?;
    let steps = ADDS.iter().flat_map(|add| {
        STEPS
            .iter()
            .map(move |step| (format!("{add} {step} {ADDED}"), *step))
    });
    let (numbers, step) = steps
        .into_iter()
        .find_map(|(row, step)| Some((cut(&mut words, &row)?, step)))?;
    let list: Vec<String> = numbers.iter().map(u64::to_string).collect();
    // From 1 on, so that the goal is always reached.
    let steps = match (numbers.as_slice(), step.contains("to|")) {
        ([1, last], true) | ([last], _) if *last > 1 => format!("1..{last}"),
        ([1, .., last], false) if numbers.is_sorted_by(|one, next| one < next) => {
            match numbers.len() as u64 == *last {
                true => format!("1..{last}"),
                false => format!("[{}]", list.join(", ")),
            }
        }
        _ => return None,
    };
    let is_beside = |word: &&str| is_among(word, BESIDE);
    let ending = if is_lost { "  misere" } else { "" };
    (start < goal && words.iter().all(is_beside)).then(|| {
        let rule =
            format!("pile total in 0..{goal}  move total -> total + k for k in {steps}{ending}");
        (start, rule)
    })
}

/// Cuts the first words that are such a row out of others: its numbers.
fn cut(words: &mut Vec<&str>, row: &str) -> Option<Vec<u64>> {
    let count = words.len();
    let places = (0..count).flat_map(|from| {
        let last = count.min(from + LONGEST_CLAUSE);
        (from + 1..=last).rev().map(move |to| from..to)
    });
    let (place, numbers) = places.into_iter().find_map(|place| {
        let found = found(row, words.get(place.clone())?)?;
        let numbers = found.names.iter().map(|number| number.parse().ok());
        Some((place, numbers.collect::<Option<Vec<u64>>>()?))
    })?;
    words.drain(place);
    Some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn races_are_read_in_any_order_of_their_clauses() {
        for (said, start, goal, steps, ending) in [
            (
                "Starting with 1, players add 1 to 10; whoever reaches 100 wins. Who wins?",
                1,
                100,
                "1..10",
                "",
            ),
            (
                "Starting from 0, the players take turns adding 1, 2 or 3 to the running total. The first to reach 21 wins.",
                0,
                21,
                "1..3",
                "",
            ),
            (
                "Whoever says 30 loses; each player in turn says 1, 2 or 3 numbers",
                0,
                30,
                "1..3",
                "  misere",
            ),
            (
                "two players alternately add any number between one and six, the player who gets to 31 wins",
                0,
                31,
                "1..6",
                "",
            ),
            (
                "add 1, 3 or 4, whoever reaches 50 wins",
                0,
                50,
                "[1, 3, 4]",
                "",
            ),
            (
                "Players count at most 3 numbers, the first to say 21 loses",
                0,
                21,
                "1..3",
                "  misere",
            ),
        ] {
            let rule = format!(
                "pile total in 0..{goal}  move total -> total + k for k in {steps}{ending}"
            );
            assert_eq!(race(said), Some((start, rule)), "{said}");
        }
    }

    #[test]
    fn what_says_more_is_no_race() {
        for said in [
            // The goal may be missed.
            "players add 2 or 4; whoever reaches 99 wins",
            "players add 1 to 10, but not the same as the last time; whoever reaches 100 wins",
            "players add 1 to 10; whoever goes over 100 wins",
            "players add 1 to 10; whoever reaches 100 or more wins",
            "players add at least 2; whoever reaches 100 wins",
            "players add 1 to 10 or double the total; whoever reaches 100 wins",
            "starting at 100, players add 1 to 10; whoever reaches 100 wins",
        ] {
            assert_eq!(race(said), None, "{said}");
        }
    }
}
