//! From what a player said to the legal move that is meant, or to what is legal instead: why it is none.

use super::board::label;
use super::words::{Amount, Piece, Said, Which, read};
use crate::expr::position::{Game, Position, Turn};
use crate::expr::value::Value;
use crate::query::Session;
use crate::query::answer::MoveTo;
use crate::query::turns::{Turns, Wish};
use crate::text::diagnostic::Report;
use crate::text::words::{joined, widest};

/// A move, or why it is none, in a sentence.
pub type Meant = Result<MoveTo, String>;

/// How many moves are told apart where more than one may be meant, and how many shown of what a pile may become.
const SHOWN: usize = 6;
/// Among at most this many moves one is found by the words of the list.
const MOST_BY_WORDS: usize = 2000;
/// What is said behind a text that is not understood.
const NOT_UNDERSTOOD: &str = "is no move that I understand; `help` says how moves are written";
/// So many piles have names of one letter.
const LETTERS: usize = 26;
/// What is said where several piles were named, and a turn moves in one.
const ONE_PILE: &str = "that is no move: a turn moves in one pile";

/// The move that a player means, to whom the first `shown` moves of the list were shown.
pub fn meant(
    session: &mut Session,
    turns: &Turns,
    shown: usize,
    text: &str,
) -> Result<Meant, Report> {
    let said = read(text);
    let meant = match &said {
        Some(Said::Listed(number)) => {
            by_place(session, turns, *number)?.ok_or_else(|| no_such_move(turns, *number))
        }
        Some(Said::Number(number)) => by_number(session, turns, shown, *number)?,
        Some(Said::Position(text)) => by_position(session, turns, text)?,
        Some(Said::Pieces(pieces)) => by_pieces(session, turns, pieces)?,
        None => Err(NOT_UNDERSTOOD.to_string()),
    };
    let meant = meant.map_err(|why| match why == NOT_UNDERSTOOD {
        true => format!("`{text}` {NOT_UNDERSTOOD}"),
        false => why,
    });
    if meant.is_err() && text.contains(' ') {
        let told = by_words(session, turns, text)?;
        return Ok(told.map_or(meant, Ok));
    }
    Ok(meant)
}

/// The move of a short list with these words, or with these behind its verb.
fn by_words(session: &mut Session, turns: &Turns, text: &str) -> Result<Option<MoveTo>, Report> {
    let letters = |text: &str| text.to_ascii_lowercase().replace(char::is_whitespace, "");
    let said = letters(text);
    let count = turns.count().filter(|count| *count <= MOST_BY_WORDS);
    for number in 0..count.unwrap_or(0) {
        if let Some(play) = session.turn(turns, number)? {
            let behind_verb = play.words.split_once(' ').map_or("", |(_, rest)| rest);
            if letters(&play.words) == said || letters(behind_verb) == said {
                return Ok(Some(play));
            }
        }
    }
    Ok(None)
}

/// The move of the list with a number, from 1.
fn by_place(session: &mut Session, turns: &Turns, number: i64) -> Result<Option<MoveTo>, Report> {
    match usize::try_from(number.saturating_sub(1)) {
        Ok(place) => session.turn(turns, place),
        Err(_) => Ok(None),
    }
}

/// A number alone is one of the list, as far as that was shown, or an amount.
fn by_number(
    session: &mut Session,
    turns: &Turns,
    shown: usize,
    number: i64,
) -> Result<Meant, Report> {
    let is_shown = usize::try_from(number).is_ok_and(|number| number <= shown);
    let listed = match is_shown {
        true => by_place(session, turns, number)?,
        false => None,
    };
    let mut piece = Piece::of(Which::Any);
    piece.amount = Some(Amount::Taken(number));
    let taken = by_pieces(session, turns, &[piece])?;
    let is_alone = listed.is_none() || turns.piles().count() == 1;
    Ok(match (listed, taken) {
        (Some(listed), Ok(taken)) if is_alone && taken.to != listed.to => Err(format!(
            "`{number}` may be an amount, or the number of a move in the list (`{}`): write `take {number}` or `#{number}`",
            listed.words
        )),
        (Some(listed), _) => Ok(listed),
        (None, Ok(taken)) => Ok(taken),
        (None, Err(why)) => {
            // A player who adds to a number says the new one.
            let mut piece = Piece::of(Which::Any);
            piece.left = Some(vec![Value::Int(number)]);
            let has_amounts = (0..turns.piles().count()).any(|it| !turns.amounts(it).is_empty());
            let left = match has_amounts {
                true => None,
                false => by_pieces(session, turns, &[piece])?.ok(),
            };
            match left {
                Some(left) => Ok(left),
                None => Err(number_alone(session, turns, number, why)?),
            }
        }
    })
}

/// What is said to a number that is no amount.
fn number_alone(
    session: &mut Session,
    turns: &Turns,
    number: i64,
    why: String,
) -> Result<String, Report> {
    Ok(match by_place(session, turns, number)? {
        _ if turns.count().is_none() => format!("say from which pile, as in `a {number}`"),
        None => no_such_move(turns, number),
        Some(_) if turns.piles().count() > 1 => format!(
            "say from which pile, as in `a {number}`; move {number} of the list is `#{number}`"
        ),
        Some(listed) => format!(
            "{why}\nin the list of moves {number} is `{}`: write `#{number}` for that",
            listed.words
        ),
    })
}

/// That no move of the list has a number.
fn no_such_move(turns: &Turns, number: i64) -> String {
    match turns.count() {
        None => "there are too many moves to count them".to_string(),
        Some(1) => format!("there is no move {number}: `moves` lists the only one"),
        Some(count) => format!("there is no move {number}: `moves` lists moves 1 to {count}"),
    }
}

fn by_position(session: &mut Session, turns: &Turns, text: &str) -> Result<Meant, Report> {
    let to = match session.position(None, &[text.to_string()]) {
        Ok(to) => to,
        Err(report) => {
            let why = report.diagnostics.first();
            let why = why.map_or("", |error| error.message.as_str());
            return Ok(Err(format!("`{text}` is no position: {why}")));
        }
    };
    let play = session.turn_to(turns, &to)?;
    Ok(play.ok_or_else(|| not_reached(turns.position(), &to)))
}

fn by_pieces(session: &mut Session, turns: &Turns, pieces: &[Piece]) -> Result<Meant, Report> {
    let mut fits: Vec<MoveTo> = Vec::new();
    let (wished, mut why) = match wished(turns, pieces) {
        Ok(wished) => (wished, None),
        Err(why) => (Vec::new(), Some(why)),
    };
    let is_split = pieces.iter().any(|piece| piece.is_split);
    // Moves that split may stand behind many others.
    let most = if is_split { MOST_BY_WORDS } else { SHOWN + 1 };
    for wishes in wished {
        // Of more than are shown no more are told.
        if fits.len() > SHOWN {
            break;
        }
        for play in session.meant(turns, &wishes, most)? {
            if is_split && play.to.count() <= turns.position().count() {
                continue;
            }
            if fits.iter().all(|known| known.to != play.to) {
                fits.push(play);
            }
        }
        if fits.is_empty() && why.is_none() {
            why = Some(what_is_legal(session, turns, &wishes)?);
        }
    }
    if let [
        Piece {
            which: Which::Any,
            amount: None,
            left: Some(left),
            ..
        },
    ] = pieces
        && let [value @ (Value::List(_) | Value::Tuple(_))] = left.as_slice()
        && let Some(term) = turns.position().only_term()
        && fits.is_empty()
    {
        // All the piles without the name of the game: [5, 9, 8].
        let piles: Vec<String> = value.items().iter().map(Value::to_string).collect();
        let text = format!("{}[{}]", term.game.label, piles.join(", "));
        let is_all = value.items().len() == term.piles.len();
        // A move may make more or fewer piles.
        match by_position(session, turns, &text)? {
            Err(_) if !is_all => {}
            meant => return Ok(meant),
        }
    }
    Ok(match fits.as_slice() {
        [play] => Ok(play.clone()),
        [] => Err(why.unwrap_or_else(|| "there is no such move".to_string())),
        several => Err(which_one(several)),
    })
}

/// The wishes that pieces may stand for: one list for each pile that may be meant where none is named; or why there are none.
fn wished(turns: &Turns, pieces: &[Piece]) -> Result<Vec<Vec<Wish>>, String> {
    let piles: Vec<(&Game, &Value)> = turns
        .piles()
        .map(|(game, pile)| (game.as_ref(), pile))
        .collect();
    if let Some(wish) = by_coordinates(&piles, pieces) {
        return Ok(vec![vec![wish]]);
    }
    if let [piece] = pieces
        && piece.which == Which::Any
    {
        let each = piles.iter().enumerate();
        let each = each.map(|(number, (_, pile))| Ok(vec![wish(piece, number, pile)?]));
        return match piles.is_empty() {
            true => Err("there is no pile".to_string()),
            false => each.collect(),
        };
    }
    if pieces.len() > 1 && turns.position().moves_in_one() {
        return Err(ONE_PILE.to_string());
    }
    let mut wishes: Vec<Wish> = Vec::new();
    for piece in pieces {
        let found = match &piece.which {
            Which::Any | Which::Both => {
                return Err("say from which pile each time, as in `a 3 and b 4`".to_string());
            }
            Which::Number(number) => *number,
            Which::NumberOrSize(number) => by_number_or_size(&piles, *number)?,
            Which::Like(value) => {
                let mut alike = like(&piles, value);
                let new = alike.find(|number| wishes.iter().all(|wish| wish.pile != *number));
                new.ok_or_else(|| format!("there is no pile {value}"))?
            }
        };
        let Some((_, pile)) = piles.get(found) else {
            // `yes` is hardly a pile.
            let is_word = label(found).len() > 1 && piles.len() <= LETTERS;
            return Err(match is_word && piece.amount.is_none() {
                true => NOT_UNDERSTOOD.to_string(),
                false => no_such_pile(found, piles.len()),
            });
        };
        wishes.push(wish(piece, found, pile)?);
    }
    Ok(vec![wishes])
}

/// What a piece wishes of a pile, or why it can be no wish.
fn wish(piece: &Piece, number: usize, pile: &Value) -> Result<Wish, String> {
    let of_stones = || {
        pile.as_int().ok_or_else(|| {
            let label = label(number);
            format!("pile {label} {pile} is no number: say what it becomes, as in `{label} to …`")
        })
    };
    let mut left = piece.left.clone();
    let taken = match piece.amount {
        None => None,
        Some(Amount::Taken(taken)) => Some(taken),
        Some(Amount::Whole) => Some(of_stones()?),
        Some(Amount::Added(added)) => {
            left = Some(vec![Value::Int(of_stones()?.saturating_add(added))]);
            None
        }
    };
    Ok(Wish {
        pile: number,
        taken,
        left,
    })
}

/// The piles that are this one.
fn like<'a>(piles: &'a [(&Game, &Value)], value: &'a Value) -> impl Iterator<Item = usize> + 'a {
    let alike = piles.iter().enumerate();
    alike.filter_map(move |(number, (game, pile))| is_like(game, pile, value).then_some(number))
}

/// The pile that `pile 3` is: the third one or one of 3.
fn by_number_or_size(piles: &[(&Game, &Value)], number: i64) -> Result<usize, String> {
    let place = usize::try_from(number.saturating_sub(1));
    let place = place.ok().filter(|place| *place < piles.len());
    let size = Value::Int(number);
    let alike: Vec<usize> = like(piles, &size).collect();
    match (place, alike.first()) {
        (Some(place), Some(other)) if !alike.contains(&place) => Err(format!(
            "`pile {number}` may be pile {} or the pile of {number}, {}: say its letter",
            label(place),
            label(*other)
        )),
        (Some(place), _) => Ok(place),
        (None, Some(alike)) => Ok(*alike),
        (None, None) => Err(format!("there is no pile {number}")),
    }
}

/// What is taken from the numbers of the only pile, each by its name or size; nothing where that is not what is said.
fn by_coordinates(piles: &[(&Game, &Value)], pieces: &[Piece]) -> Option<Wish> {
    let [(game, Value::Tuple(_))] = piles else {
        return None;
    };
    let mut cells = game.shape.cells(piles[0].1).ok()?;
    let names = game.shape.names();
    if names.len() != cells.len() {
        return None;
    }
    for piece in pieces {
        let (Some(amount), None) = (piece.amount, &piece.left) else {
            return None;
        };
        let changed: Vec<usize> = match &piece.which {
            Which::Both => (0..cells.len()).collect(),
            Which::Number(number) => {
                let name = label(*number);
                Vec::from_iter(names.iter().position(|own| *own == name))
            }
            Which::Like(Value::Int(size)) => {
                Vec::from_iter(cells.iter().position(|own| own == size))
            }
            Which::Any | Which::NumberOrSize(_) | Which::Like(_) => Vec::new(),
        };
        if changed.is_empty() {
            return None;
        }
        for place in changed {
            cells[place] = match amount {
                Amount::Taken(taken) => cells[place].checked_sub(taken)?,
                Amount::Whole => 0,
                Amount::Added(added) => cells[place].checked_add(added)?,
            };
        }
    }
    let left = Value::tuple(cells.into_iter().map(Value::Int).collect());
    Some(Wish {
        pile: 0,
        taken: None,
        left: Some(vec![left]),
    })
}

/// Whether a pile is this one, where the order of an unordered pile does not count.
fn is_like(game: &Game, pile: &Value, value: &Value) -> bool {
    match (game.shape.cells(pile), game.shape.cells(value)) {
        (Ok(pile), Ok(value)) => pile == value,
        _ => false,
    }
}

/// Why no move leads to a position.
fn not_reached(from: &Position, to: &Position) -> String {
    let mut why = String::new();
    if let (Some(old), Some(new)) = (from.only_term(), to.only_term())
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
fn no_such_pile(number: usize, count: usize) -> String {
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
fn what_is_legal(session: &mut Session, turns: &Turns, wishes: &[Wish]) -> Result<String, Report> {
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
    let label = label(wish.pile);
    let named = match pile {
        Value::Tuple(_) => format!("pile {label} {pile}"),
        _ => format!("pile {label} ({pile})"),
    };
    let results = session.becomes(turns, wish.pile, None, SHOWN + 1)?;
    if results.is_empty() {
        return Ok(format!("there is no move in {named}"));
    }
    let amounts = turns.amounts(wish.pile);
    if let Some(taken) = wish.taken {
        let is_allowed = |(first, last): &(i64, i64)| (*first..=*last).contains(&taken);
        if amounts.iter().any(is_allowed) {
            let left = session.becomes(turns, wish.pile, Some(taken), SHOWN + 1)?;
            let left = shortened(&left);
            return Ok(format!("taking {taken} from {named} may leave {left}"));
        }
        if !amounts.is_empty() {
            return Ok(format!("from {named} you may take {}", ranges(&amounts)));
        }
    }
    Ok(format!("{named} may become {}", shortened(&results)))
}

fn one_game<'t>(turns: &'t Turns, wishes: &[Wish]) -> Option<&'t Game> {
    let mut games = wishes
        .iter()
        .filter_map(|wish| turns.piles().nth(wish.pile).map(|(game, _)| game));
    let first = games.next()?;
    games.all(|game| game == first).then_some(first.as_ref())
}

/// The moves that may be meant.
fn which_one(several: &[MoveTo]) -> String {
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
pub(super) fn ranges(runs: &[(i64, i64)]) -> String {
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
    use crate::{Rulebook, Settings};

    #[test]
    fn amounts_in_words() {
        assert_eq!(ranges(&[(1, 1)]), "1");
        assert_eq!(ranges(&[(1, 2)]), "1 or 2");
        assert_eq!(ranges(&[(1, 3), (5, 5), (8, 9)]), "1 to 3, 5, 8 or 9");
        assert_eq!(ranges(&[]), "nothing");
        let many: Vec<(i64, i64)> = (0..40).map(|n| (3 * n, 3 * n)).collect();
        assert!(ranges(&many).ends_with("33, 36, …"));
    }

    const RULES: &str = "
    game nim { take any }
    game kayles { take 1..2 leaving 0..2 piles }
    game cut { split into 2 unequal }
    game gaps { take 1, 3, 4 }
    game moore { take any each turn 1..2 piles }
    game twins { take any each turn 2 piles alike }
    game parity { take k for k in 1..3 where if n % 2 == 1 then k < 3 else k > 1 each turn 2 piles alike }
    game halve { move n -> n / 2 where n > 0 }
    game every { take 1..2 each turn all piles }
    game queen { pile {a, b} move a -> a - k for k in 1.. move a, b -> a - k, b - k for k in 1.. }
    game knight { pile (row in 0..7, col in 0..7) move (row, col) -> (row - 2, col + d) for d in [-1, 1] }
    game coins { pile coin[] in 0..1 move coin[i] -> 0 where coin[i] == 1 }
    game lim(m) { take 1..m }
    game mem { pile (n, last) move n, last -> n - k, k for k in 1..n where k >= last }
    game euclid { pile {a, b} move a, b -> a - k * b, b for k in 1..a / b where b > 0 }
    game lasker { take any split into 2 }
    game race { pile said in 0..30 move said -> said + k for k in 1..3 }";

    /// A position, what is typed, and the position that the move leaves.
    const SAID: &str = "
    # Every way to say one move.
    nim[5, 9, 11] | c 3 | nim[5, 9, 8]
    nim[5, 9, 11] | 3 3 | nim[5, 9, 8]
    nim[5, 9, 11] | 3 from c | nim[5, 9, 8]
    nim[5, 9, 11] | take 3 from 11 | nim[5, 9, 8]
    nim[5, 9, 11] | take 3 from the pile of 11 | nim[5, 9, 8]
    nim[5, 9, 11] | 3 from heap 11 | nim[5, 9, 8]
    nim[5, 9, 11] | 3 from pile 3 | nim[5, 9, 8]
    nim[5, 3, 11] | take 1 from pile 2 | nim[5, 2, 11]
    nim[5, 9, 11] | take all of c | nim[5, 9, 0]
    nim[5, 9, 11] | take the whole pile of 11 | nim[5, 9, 0]
    nim[5, 9, 11] | c-3 | nim[5, 9, 8]
    nim[5, 9, 11] | c, 3 | nim[5, 9, 8]
    nim[5, 9, 11] | c = 8 | nim[5, 9, 8]
    race[9] | say 11 | race[11]
    race[9] | 11 | race[11]
    race[9] | add two | race[11]
    race[9, 4] | add 2 to b | race[9, 6]
    nim[5, 9, 11] | take three from the third pile | nim[5, 9, 8]
    nim[5, 9, 11] | I take 3 from c | nim[5, 9, 8]
    nim[5, 9, 11] | c -> 8 | nim[5, 9, 8]
    nim[5, 9, 11] | 11 to 8 | nim[5, 9, 8]
    nim[5, 9, 11] | nim[5, 9, 8] | nim[5, 9, 8]
    nim[5, 9, 11] | nim[8, 9, 5] | nim[5, 9, 8]
    nim[5, 9, 11] | [5, 9, 8] | nim[5, 9, 8]
    nim[5, 9, 11] | (5, 9, 8) | nim[5, 9, 8]
    # The 5 has five moves, the 9 nine, and the 17th is the third of the 11.
    nim[5, 9, 11] | 17 | nim[5, 9, 8]
    nim[5, 9, 11] | take 11 | nim[5, 9, 0]
    nim[0, 5, 5] | b 2 | nim[0, 3, 5]
    nim[0, 5, 5] | c 2 | nim[0, 5, 3]
    nim[0, 5, 5] | nim[0, 5, 3] | nim[0, 5, 3]
    nim[0, 5, 5] | nim[5, 3] | nim[0, 3, 5]
    kayles[7] | 1 leaving 3 and 3 | kayles[3, 3]
    kayles[7] | a 2 leaving 5 | kayles[5]
    kayles[7] | take 1 leaving 4 2 | kayles[2, 4]
    kayles[2] | take 2 | kayles[]
    cut[7] | split 7 into 4 and 3 | cut[3, 4]
    cut[3] | a | cut[1, 2]
    gaps[5] | 4 | gaps[1]
    gaps[5] | take 3 | gaps[2]
    gaps[5] | #3 | gaps[1]
    nim[7] | 3 | nim[4]
    # Both the amount and the number of the move.
    kayles[4] | 1 | kayles[3]
    nim[1000000000000] | 1 | nim[999999999999]
    nim[1000000000000, 5] | a 999999999995 | nim[5, 5]
    nim[1000000000000, 5] | nim[4, 5] | nim[4, 5]
    moore[5000, 6000, 7000] | a 5000 and b 1 | moore[0, 5999, 7000]
    moore[22, 14, 18] | take 8 from 22 and 4 from 18 | moore[14, 14, 14]
    moore[22, 14, 18] | a 8, c 4 | moore[14, 14, 14]
    moore[5, 5] | 2 from 5 and 3 from 5 | moore[3, 2]
    moore[5, 5] | b 2 | moore[5, 3]
    twins[5, 7] | a 2 and b 2 | twins[3, 5]
    # Of the four ways to move in both piles only one is alike.
    parity[4, 5] | a and b | parity[2, 3]
    halve[9, 4] | a | halve[4, 4]
    halve[9, 4] | b to 2 | halve[9, 2]
    queen[(5, 3)] | (2, 0) | queen[(0, 2)]
    queen[(5, 3)] | a to (1, 3) | queen[(1, 3)]
    knight[(4, 4), (2, 2)] | (2, 2) to (0, 3) | knight[(4, 4), (0, 3)]
    coins[[1, 0, 1]] | [0, 0, 1] | coins[[0, 0, 1]]
    coins[[1, 0, 1]] | coins[[1, 0, 0]] | coins[[1, 0, 0]]
    lim(4)[8] + lim(3)[7] | a 3 | lim(4)[5] + lim(3)[7]
    lim(4)[8] + lim(3)[7] | take 3 from the pile of 7 of lim(3) | lim(4)[8] + lim(3)[4]
    lim(4)[8] + lim(3)[7] | lim(4)[8] + lim(3)[6] | lim(4)[8] + lim(3)[6]
";

    /// The same where no list was shown, or of pairs of numbers, whose moves are no `take`.
    const ALONE: &str = "
    nim[5, 9, 11] | 17 | say from which pile, as in `a 17`; move 17 of the list is `#17`
    nim[1, 3, 5] | the 5 | nim[1, 3, 0]
    nim[1, 3, 5] | four | nim[1, 3, 1]
    nim[1, 3, 5] | 3 1 | `pile 3` may be pile c or the pile of 3, b: say its letter
    nim[7] | 3 | nim[4]
    gaps[5] | 3 | gaps[2]
    mem[(9, 3)] | 3 | mem[(6, 3)]
    mem[(9, 3)] | take 5 | mem[(4, 5)]
    euclid[(5, 12)] | take 10 | euclid[(2, 5)]
    queen[(5, 8)] | take 2 from both | queen[(3, 6)]
    queen[(5, 8)] | a 2, b 2 | queen[(3, 6)]
    queen[(5, 8)] | take 3 from b | queen[(5, 5)]
    queen[(5, 8)] | take 3 from 8 | queen[(5, 5)]
    lasker[1, 3] | split b | lasker[1, 1, 2]
    lasker[1, 40] | split b into 13 and 27 | lasker[1, 13, 27]
    lasker[1, 4] | split a | pile a (1) may become 0
    nim[5, 9] | yes | `yes` is no move that I understand; `help` says how moves are written
    nim[5, 10] | 10-3 | nim[5, 7]
    nim[5, 10] | 12-3 | there is no pile 12
    race[9] | +2 | race[11]
    race[9] | a+2 | race[11]
    race[9] | a 2 | race[11]
";

    /// A position, what is typed, and what is said to that.
    const REFUSED: &str = "
    nim[5, 0] | a 6 | from pile a (5) you may take 1 to 5
    nim[5, 0] | a 0 | from pile a (5) you may take 1 to 5
    nim[5, 0] | b 1 | there is no move in pile b (0)
    nim[5, 0] | c 1 | there is no pile c: they are called a and b
    nim[5] | b 1 | there is no pile b: the only one is a
    nim[5, 9] | take 1 from 7 | there is no pile 7
    nim[5, 9] | take 1 from pile 3 | there is no pile 3
    nim[5, 9, 2] | take 1 from pile 2 | `pile 2` may be pile b or the pile of 2, c: say its letter
    kayles[7] | take all of a | from pile a (7) you may take 1 or 2
    queen[(5, 3)] | take all | pile a (5, 3) is no number: say what it becomes, as in `a to …`
    nim[5, 9] | a 1 and b 1 | that is no move: a turn moves in one pile
    nim[5] | 2 + 3 | that is no move: a turn moves in one pile
    nim[5, 9] | 20 | there is no move 20: `moves` lists moves 1 to 14
    nim[1] | #2 | there is no move 2: `moves` lists the only one
    nim[5, 9] | nim[4, 8] | no move leads from nim[5, 9] to nim[4, 8]: 2 piles change, but a turn moves in one
    nim[5, 9] | nim[5, 9] | no move leads from nim[5, 9] to nim[5, 9]: a turn must change something
    nim[5, 9] | nim[5, 10] | no move leads from nim[5, 9] to nim[5, 10]
    nim[5, 9] | nom[5, 8] | `nom[5, 8]` is no position: nothing is called `nom`
    nim[5, 9] | xyzzy 3! | `xyzzy 3!` is no move that I understand; `help` says how moves are written
    gaps[5] | 3 | `3` may be an amount, or the number of a move in the list (`take 4 from the pile of 5`): write `take 3` or `#3`
    gaps[5] | take 2 | from pile a (5) you may take 1, 3 or 4
    kayles[7] | take 1 leaving 5 | taking 1 from pile a (7) may leave 6; 1 and 5; 2 and 4; 3 and 3
    cut[7] | a into 5 5 | pile a (7) may become 1 and 6; 2 and 5; 3 and 4
    twins[5, 7] | a 2 and b 1 | that is no move: a turn moves in 2 piles, alike in each; `moves` lists what there is
    twins[5, 7] | a 2 | that is no move: a turn moves in 2 piles; `moves` lists what there is
    every[5, 7] | a 2 | that is no move: a turn moves in all piles; `moves` lists what there is
    moore[5, 7, 3] | a 1, b 1, c 1 | that is no move: a turn moves in 1..2 piles; `moves` lists what there is
    moore[5, 7, 3] | a 1, c 9 | from pile c (3) you may take 1 to 3
    nim[1000000000000, 5] | a 1000000000001 | from pile a (1000000000000) you may take 1 to 1000000000000
    nim[1000000000000, 5] | #3 | there are too many moves to count them
    nim[1000000000000, 5] | 3 | say from which pile, as in `a 3`
    knight[(4, 4)] | (3, 3) | pile a (4, 4) may become (2, 3); (2, 5)
    lim(4)[8] + lim(3)[7] | a 1 and b 1 | that is no move: a turn moves in one pile
";

    /// What comes of a text at a position: the position that the move leaves, or the complaint.
    fn said(session: &mut Session, shown: usize, position: &str, text: &str) -> String {
        let position = session.position(None, &[position.to_string()]).unwrap();
        let turns = session.turns(&position).unwrap();
        match meant(session, &turns, shown, text).unwrap() {
            Ok(play) => play.to.to_string(),
            Err(why) => why,
        }
    }

    /// Checks what comes of each row of a table, `position | text | expected`.
    fn check(session: &mut Session, shown: usize, table: &str) {
        for row in table
            .lines()
            .map(str::trim)
            .filter(|row| !row.is_empty() && !row.starts_with("# "))
        {
            let cells: Vec<&str> = row.splitn(3, " | ").collect();
            let [position, text, expected] = cells[..] else {
                panic!("{row}");
            };
            assert_eq!(said(session, shown, position, text), expected, "{row}");
        }
    }

    #[test]
    fn the_move_that_is_meant_is_found_or_what_is_legal_told() {
        let mut session =
            Session::new(Rulebook::parse(RULES).unwrap(), Settings::default()).unwrap();
        check(&mut session, usize::MAX, SAID);
        check(&mut session, usize::MAX, REFUSED);
        check(&mut session, 0, ALONE);
        let several = said(&mut session, 0, "lasker[1, 40]", "split b");
        assert!(several.contains("into 1 and 39"), "{several}");
        let several = said(&mut session, 0, "nim[5, 9]", "take 1");
        assert_eq!(
            several,
            "that may mean more than one move:\n  take 1 from the pile of 5   nim[4, 9]\n  take 1 from the pile of 9   nim[5, 8]"
        );
        assert!(said(&mut session, 0, "nim[5]", "lim(3)[").contains("is no position"));
    }
}
