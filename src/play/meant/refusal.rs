//! What is said to a player whose move is none: why, and what is legal.

use super::{ONE_PILE, SHOWN};
use crate::expr::position::{Header, Position, Turn};
use crate::expr::value::Value;
use crate::play::board::label;
use crate::query::Session;
use crate::query::answer::MoveTo;
use crate::query::turns::{Turns, Wish};
use crate::text::diagnostic::Report;
use crate::text::words::{joined, widest};

/// Why no move leads to a position.
pub(super) fn not_reached(from: &Position, to: &Position) -> String {
    let mut why = String::new();
    if let ([old], [new]) = (from.terms.as_slice(), to.terms.as_slice())
        && old.game == new.game
        && old.piles.len() == new.piles.len()
    {
        let pairs = old.piles.iter().zip(&new.piles);
        let changed = pairs.filter(|(a, b)| a != b).count();
        if changed == 0 {
            why = ": a turn must change something".to_string();
        } else if changed > 1 && old.game.turn == Turn::One {
            why = format!(": {changed} piles change, but a turn moves in one");
        }
    }
    format!("no move leads from {from} to {to}{why}")
}

/// That a pile is not there, and which are.
pub(super) fn no_such_pile(number: usize, count: usize) -> String {
    match count.checked_sub(1) {
        None => "there is no pile".to_string(),
        Some(0) => format!("there is no pile {}: the only one is a", label(number)),
        Some(last) => format!(
            "there is no pile {}: they are called a {} {}",
            label(number),
            if last == 1 { "and" } else { "to" },
            label(last)
        ),
    }
}

/// What a player may do instead with the piles that were named.
pub(super) fn what_is_legal(
    session: &mut Session,
    turns: &Turns,
    wishes: &[Wish],
) -> Result<String, Report> {
    if let [_, _, ..] = wishes
        && let Some(game) = one_game(turns, wishes)
    {
        if game.turn == Turn::One {
            return Ok(ONE_PILE.to_string());
        }
        let alike = if game.alike { ", alike in each" } else { "" };
        if !game.alike && game.turn.allows(wishes.len() as u64) {
            // One of the piles may be the reason.
            for wish in wishes {
                if session.becomes(turns, wish.pile, wish.taken, 1)?.is_empty() {
                    return in_pile(session, turns, wish);
                }
            }
        }
        return Ok(format!(
            "that is no move: a turn moves in {}{alike}; `moves` lists what there is",
            game.turn.in_words()
        ));
    }
    let [wish, rest @ ..] = wishes else {
        return Ok("there is no such move".to_string());
    };
    if !rest.is_empty() {
        return Ok("that is no move: a turn moves in one part of a sum".to_string());
    }
    if let Some((game, _)) = turns.piles().nth(wish.pile)
        && (matches!(game.turn, Turn::All | Turn::AllOrNone) || !game.turn.allows(1))
        && !session.becomes(turns, wish.pile, None, 1)?.is_empty()
    {
        return Ok(format!(
            "that is no move: a turn moves in {}; `moves` lists what there is",
            game.turn.in_words()
        ));
    }
    in_pile(session, turns, wish)
}

/// What a player may do in a pile.
fn in_pile(session: &mut Session, turns: &Turns, wish: &Wish) -> Result<String, Report> {
    let Some((_, pile)) = turns.piles().nth(wish.pile) else {
        return Ok("there is no such pile".to_string());
    };
    let named = format!("pile {} ({pile})", label(wish.pile));
    let named = match pile {
        Value::Tuple(_) => format!("pile {} {pile}", label(wish.pile)),
        _ => named,
    };
    let results = session.becomes(turns, wish.pile, None, SHOWN + 1)?;
    if results.is_empty() {
        return Ok(format!("there is no move in {named}"));
    }
    let amounts = turns.amounts(wish.pile);
    if let Some(taken) = wish.taken {
        if amounts
            .iter()
            .any(|(first, last)| (*first..=*last).contains(&taken))
        {
            let left = session.becomes(turns, wish.pile, Some(taken), SHOWN + 1)?;
            return Ok(format!(
                "taking {taken} from {named} may leave {}",
                shortened(&left)
            ));
        }
        if !amounts.is_empty() {
            return Ok(format!("from {named} you may take {}", ranges(&amounts)));
        }
    }
    Ok(format!("{named} may become {}", shortened(&results)))
}

fn one_game<'t>(turns: &'t Turns, wishes: &[Wish]) -> Option<&'t Header> {
    let mut games = wishes
        .iter()
        .filter_map(|wish| turns.piles().nth(wish.pile).map(|(game, _)| game));
    let first = games.next()?;
    games.all(|game| game == first).then_some(first.as_ref())
}

/// The moves that may be meant.
pub(super) fn which_one(several: &[MoveTo]) -> String {
    let shown = several.get(..SHOWN).unwrap_or(several);
    let width = widest(shown.iter().map(|play| play.words.as_str()));
    let mut text = "that may mean more than one move:".to_string();
    for play in shown {
        text.push_str(&format!("\n  {:width$}   {}", play.words, play.to));
    }
    if shown.len() < several.len() {
        text.push_str("\n  …");
    }
    text
}

/// The first few of a list, and `…` where there are more.
fn shortened(list: &[String]) -> String {
    let shown = list.get(..SHOWN).unwrap_or(list);
    let more = if list.len() > SHOWN { "; …" } else { "" };
    format!("{}{more}", shown.join("; "))
}

/// Runs of ascending numbers in words: "1 to 3, 5 or 8".
pub(in crate::play) fn ranges(runs: &[(i64, i64)]) -> String {
    let mut parts: Vec<String> = Vec::new();
    for (first, last) in runs {
        match last.abs_diff(*first) {
            0 => parts.push(first.to_string()),
            1 => parts.extend([first.to_string(), last.to_string()]),
            _ => parts.push(format!("{first} to {last}")),
        }
        if parts.len() > 2 * SHOWN {
            parts.push("…".to_string());
            break;
        }
    }
    match parts.last().is_some_and(|last| last == "…") {
        true => parts.join(", "),
        false => joined(&parts, "or").unwrap_or_else(|| "nothing".to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_in_words() {
        assert_eq!(ranges(&[(1, 1)]), "1");
        assert_eq!(ranges(&[(1, 2)]), "1 or 2");
        assert_eq!(ranges(&[(1, 3), (5, 5), (8, 9)]), "1 to 3, 5, 8 or 9");
        assert_eq!(ranges(&[]), "nothing");
        let many: Vec<(i64, i64)> = (0..40).map(|n| (3 * n, 3 * n)).collect();
        assert!(ranges(&many).ends_with("33, 36, …"));
    }
}
