//! Random positions to begin with, fair to whoever is to win them.

use std::sync::Arc;

use crate::expr::position::{Game, Position, Term, Turn};
use crate::expr::shape::{Bounds, Coord, CoordKind, Entry, Form, each_choice};
use crate::expr::value::Value;
use crate::query::Session;
use crate::query::answer::{Best, Solution};
use crate::text::diagnostic::{Diagnostic, Report};
use crate::work::budget::STEPS_PER_SECOND;
use crate::work::chance::Chance;

pub struct Dealt {
    pub position: Position,
    /// Whether it is won by the player who was to win it.
    pub is_fair: bool,
}

/// What the position is made of.
pub enum Sizes<'a> {
    /// Piles of a game, of moderate sizes.
    Usual(&'a Arc<Game>),
    /// Piles no larger than these.
    UpTo(&'a Position),
}

/// How many positions are looked at.
const TRIES: usize = 500;
/// How many that take too much to see through.
const PATIENT: usize = 8;
/// How much work one takes at most, and all of them; less where a fair one is known already, if of a short game.
const EFFORT: u64 = STEPS_PER_SECOND / 4;
const EFFORT_IN_ALL: u64 = 4 * STEPS_PER_SECOND;
const EFFORT_IF_FAIR: u64 = STEPS_PER_SECOND / 2;
/// A game shorter than this is no game.
const SHORTEST: u32 = 3;
/// For so many tries the game is to last as long as this.
const LONG: (usize, u32) = (60, 6);
/// Among so many winning moves one is chosen.
const CHOICE: usize = 20;
/// Rows are dealt by playing up to so many moves at random.
const WALK: u64 = 3;

/// Deals a position that the first player can win, or the second, as is wanted.
pub(super) fn deal(
    session: &mut Session,
    sizes: &Sizes<'_>,
    first_wins: bool,
    chance: &mut Chance,
) -> Result<Dealt, Report> {
    session.whole(|session| dealt(session, sizes, first_wins, chance))
}

/// A position without piles of 0, where a turn moves in one pile and nobody said how many there are.
fn without_empty_piles(mut position: Position, sizes: &Sizes<'_>) -> Position {
    if matches!(sizes, Sizes::UpTo(_)) {
        return position;
    }
    for term in &mut position.terms {
        let is_heap = term.game.shape.as_heap().is_some();
        if is_heap && term.game.turn == Turn::One {
            term.piles.retain(|pile| pile.as_int() != Some(0));
        }
    }
    position
}

fn dealt(
    session: &mut Session,
    sizes: &Sizes<'_>,
    first_wins: bool,
    chance: &mut Chance,
) -> Result<Dealt, Report> {
    let mut instead: Option<Dealt> = None;
    let mut impatient = 0;
    let known = match sizes {
        Sizes::Usual(game) if game.shape.has_rows() => session.claimed(game)?,
        _ => Vec::new(),
    };
    for number in 0..TRIES {
        let effort = match &instead {
            Some(known) if known.is_fair => EFFORT_IF_FAIR,
            _ => EFFORT_IN_ALL,
        };
        if impatient == PATIENT || session.work_done() > effort {
            break;
        }
        let shortest = if number < LONG.0 { LONG.1 } else { SHORTEST };
        let known = if number < TRIES / 2 { &known[..] } else { &[] };
        let found = random(session, sizes, known, chance)
            .and_then(|position| position.map_or(Ok(None), |it| seen(session, it, sizes)));
        let found = match found {
            // Before a winning move stands a position of the other kind.
            Ok(Some(won)) if won.1.wins && !first_wins => {
                let number = chance.index(won.0.winning.len());
                let play = won.0.winning.get(number).cloned();
                let left = play.map_or(Ok(None), |play| seen(session, play.to, sizes));
                // Where the move ends the game there is only the position itself.
                left.map(|left| left.or(Some(won)))
            }
            found => found,
        };
        match found {
            Ok(Some((solution, best))) => {
                let dealt = Dealt {
                    position: solution.position,
                    is_fair: best.wins == first_wins,
                };
                let is_long = best.length.is_none_or(|length| length >= shortest);
                if dealt.is_fair && is_long {
                    return Ok(dealt);
                }
                // A short game is better than one whose winner is wrong.
                let is_better = |known: &Dealt| dealt.is_fair && !known.is_fair;
                if instead.as_ref().is_none_or(is_better) {
                    instead = Some(dealt);
                }
            }
            Ok(None) => {}
            Err(report) if report.is_interrupt() => return Err(report),
            Err(_) => impatient += 1,
        }
    }
    instead.ok_or_else(|| {
        let error = Diagnostic::error("deal", "no position to begin with was found by chance");
        let error = error.help("name one, as in `play nim 3 5 7`");
        session.book().report(vec![error])
    })
}

/// Looks at a position; `None`: the game is over there.
fn seen(
    session: &mut Session,
    position: Position,
    sizes: &Sizes<'_>,
) -> Result<Option<(Solution, Best)>, Report> {
    let position = without_empty_piles(position, sizes);
    let mut solution = session.within(EFFORT, |session| session.solve(&position, CHOICE))?;
    Ok(solution.best.take().map(|best| (solution, best)))
}

/// A random position; `None`: it came out as none.
///
/// Most rows of numbers do not come up in a game: rows are made by a few moves from one that might, such as one of the `known`.
fn random(
    session: &mut Session,
    sizes: &Sizes<'_>,
    known: &[Position],
    chance: &mut Chance,
) -> Result<Option<Position>, Report> {
    let example = known.get(chance.index(known.len()));
    let has_rows = |it: &Position| it.terms.iter().any(|term| term.game.shape.has_rows());
    let position = match (sizes, example) {
        (Sizes::UpTo(most), _) if has_rows(most) => Some((*most).clone()),
        (_, Some(example)) => Some(example.clone()),
        (sizes, None) => random_piles(sizes, chance),
    };
    let Some(mut position) = position else {
        return Ok(None);
    };
    if has_rows(&position) {
        for _ in 0..chance.below(WALK + 1) {
            let turns = session.within(EFFORT, |session| session.turns(&position))?;
            if let Some(play) = session.any_turn(&turns, &mut |bound| chance.below(bound))? {
                position = play.to;
            }
        }
    }
    Ok(Some(position))
}

/// Piles of random sizes; `None`: they came out as none of the game.
fn random_piles(sizes: &Sizes<'_>, chance: &mut Chance) -> Option<Position> {
    let term = |game: &Arc<Game>, piles: Vec<Value>| {
        let fits = piles.iter().all(|pile| game.shape.cells(pile).is_ok());
        fits.then(|| Term {
            game: Arc::clone(game),
            piles,
        })
    };
    let terms = match sizes {
        Sizes::UpTo(most) => most
            .terms
            .iter()
            .map(|most| {
                let piles = most.piles.iter();
                let piles = piles.map(|pile| up_to(&most.game, pile, chance));
                term(&most.game, piles.collect())
            })
            .collect::<Option<Vec<Term>>>()?,
        Sizes::Usual(game) => {
            let count = match () {
                // A number with a last one is a place on a track or a total that is counted up: there is one.
                () if game.shape.as_heap().is_some_and(|it| it.hi.is_some())
                    && game.turn == Turn::One =>
                {
                    1
                }
                () if game.shape.as_heap().is_some() => piles_of(&game.turn),
                () if game.shape.as_int_tuple().is_some() => 2,
                () => 1,
            };
            let piles = (0..count).map(|_| moderate(game, chance)).collect();
            vec![term(game, piles)?]
        }
    };
    Some(Position { terms })
}

/// How many piles there usually are: more than a turn needs.
fn piles_of(turn: &Turn) -> u64 {
    match turn {
        Turn::Counts(ranges) => ranges.first().map_or(0, |(least, _)| least + 2).clamp(3, 6),
        Turn::One | Turn::All | Turn::AllOrNone => 3,
    }
}

/// A pile no larger than this one in any number.
fn up_to(game: &Game, most: &Value, chance: &mut Chance) -> Value {
    let part = |coord: &Coord, most: &Value, chance: &mut Chance| match (&coord.kind, most) {
        (CoordKind::Int(bounds), Value::Int(most)) => Value::Int(chance.between(bounds.lo, *most)),
        _ => most.clone(),
    };
    match (game.shape.form, game.shape.coords.as_slice()) {
        (Form::Single, [coord]) => part(coord, most, chance),
        (_, coords) => {
            let parts = coords.iter().zip(most.items());
            let parts = parts.map(|(coord, most)| part(coord, most, chance));
            Value::tuple(parts.collect())
        }
    }
}

/// The largest usual pile of numbers, coordinate on a board, and entry of a row, counted from the least.
const PILE: i64 = 12;
const COORDINATE: i64 = 7;
const ENTRY: i64 = 5;
/// How many entries a usual row has, and one of zeros and ones.
const ENTRIES: (i64, i64) = (3, 5);
const BITS: (i64, i64) = (6, 9);
/// The sides of the board that cells are on.
const SIDE: i64 = 3;

fn moderate(game: &Game, chance: &mut Chance) -> Value {
    let within = |bounds: Bounds, most: i64, chance: &mut Chance| {
        chance.between(bounds.lo, *bounds.least(most).end())
    };
    let is_alone = game.shape.form == Form::Single;
    let part = |coord: &Coord, chance: &mut Chance| match &coord.kind {
        CoordKind::Int(bounds) => {
            let most = if is_alone { PILE } else { COORDINATE };
            Value::Int(within(*bounds, most, chance))
        }
        // A row beside other numbers usually remembers what was done, and nothing was.
        CoordKind::Row { .. } if !is_alone => Value::list(Vec::new()),
        CoordKind::Row {
            entry: Entry::Int(bounds),
            ..
        } => {
            let (few, many) = match bounds.hi {
                Some(hi) if hi.saturating_sub(bounds.lo) <= 1 => BITS,
                _ => ENTRIES,
            };
            let count = chance.between(few, many);
            let mut entries: Vec<i64> =
                (0..count).map(|_| within(*bounds, ENTRY, chance)).collect();
            // Rows that must have an order usually fall, as in Chomp; to the others it is all the same.
            if (few, many) == ENTRIES {
                entries.sort_unstable_by(|a, b| b.cmp(a));
            }
            Value::ints(entries)
        }
        CoordKind::Row {
            entry: Entry::Tuple(parts),
            ..
        } => {
            let sides = parts.iter().take(3);
            let sides = sides.map(|(_, bounds)| bounds.least(SIDE - 1).map(Value::Int).collect());
            let sides: Vec<Vec<Value>> = sides.collect();
            Value::list(each_choice(&sides).map(Value::tuple).collect())
        }
    };
    let parts = game.shape.coords.iter().map(|coord| part(coord, chance));
    game.shape.whole(parts.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::bundled;
    use crate::app::disk::Disk;
    use crate::work::budget::Limits;
    use crate::{Rulebook, Settings};

    fn session(rules: &str) -> Session {
        Session::new(Rulebook::parse(rules).unwrap(), Settings::default()).unwrap()
    }

    #[test]
    fn positions_are_won_by_whom_they_are_dealt_for() {
        // The nim-sum tells who wins, whatever the solver says.
        let mut session = session("game nim { take any }");
        let game = session.game(None).unwrap();
        for seed in 0..20 {
            for first_wins in [true, false] {
                let mut chance = Chance::new(Some(seed));
                let sizes = Sizes::Usual(&game);
                let dealt = deal(&mut session, &sizes, first_wins, &mut chance).unwrap();
                let piles = dealt.position.terms[0].piles.iter();
                let sizes: Vec<i64> = piles.filter_map(Value::as_int).collect();
                let xor = sizes.iter().fold(0, |xor, size| xor ^ size);
                assert_eq!(xor != 0, first_wins, "{}", dealt.position);
                assert!(dealt.is_fair && sizes.iter().all(|size| (0..=12).contains(size)));
            }
        }
    }

    #[test]
    fn piles_are_no_larger_than_the_given_ones() {
        let mut session = session("game lim(m) { take 1..m }");
        let most = session.position(None, &["lim(4)[3, 20] + lim(3)[7]".to_string()]);
        let most = most.unwrap();
        for seed in 0..20 {
            let mut chance = Chance::new(Some(seed));
            let sizes = Sizes::UpTo(&most);
            let dealt = deal(&mut session, &sizes, seed % 2 == 0, &mut chance).unwrap();
            for (term, most) in dealt.position.terms.iter().zip(&most.terms) {
                for (pile, most) in term.piles.iter().zip(&most.piles) {
                    assert!(pile.as_int() <= most.as_int(), "{}", dealt.position);
                }
            }
        }
    }

    #[test]
    fn most_bundled_games_are_dealt_something() {
        let mut without = Vec::new();
        for name in bundled::names() {
            let mut book = Rulebook::new(Arc::new(Disk::new(&[])), Limits::default());
            book.add(name, bundled::text(name).unwrap()).unwrap();
            let mut session = Session::new(book, Settings::default()).unwrap();
            let games = session.book().plain_game_names();
            let Some(Ok(game)) = games.first().map(|game| session.game(Some(game))) else {
                continue;
            };
            let mut chance = Chance::new(Some(7));
            match deal(&mut session, &Sizes::Usual(&game), true, &mut chance) {
                Ok(dealt) => {
                    let turns = session.turns(&dealt.position).unwrap();
                    assert!(!turns.is_over(), "{}", dealt.position);
                }
                Err(_) => without.push(name),
            }
        }
        assert_eq!(without, [""; 0]);
    }

    #[test]
    fn there_are_more_piles_than_a_turn_needs() {
        let rules = "game exact { take any  each turn 2 piles }  game two { take 1..2 }";
        let mut session = session(rules);
        for (name, piles) in [("exact", 4), ("two", 3)] {
            let game = session.game(Some(name)).unwrap();
            for seed in 0..20 {
                let mut chance = Chance::new(Some(seed));
                let dealt = deal(&mut session, &Sizes::Usual(&game), false, &mut chance).unwrap();
                let dealt = dealt.position;
                assert!(!session.turns(&dealt).unwrap().is_over(), "{dealt}");
                assert!(dealt.count() <= piles, "{dealt}");
            }
        }
    }

    #[test]
    fn where_nothing_moves_nothing_is_dealt() {
        let mut session = session("game stuck { take 99 }");
        let game = session.game(None).unwrap();
        let mut chance = Chance::new(Some(1));
        let dealt = deal(&mut session, &Sizes::Usual(&game), true, &mut chance);
        let error = dealt.err().unwrap();
        assert!(error.to_string().contains("no position to begin with"));
    }

    #[test]
    fn expectations_name_positions() {
        let rules = "game nim { take any }
            game lim(m) { take 1..m }
            expect grundy(nim[3, 5]) == 6 and not winner(nim[[1, 1][0], 1]) == first
            expect all([winner(nim[n, n]) == second for n in 0..3])
            expect [grundy(lim(2)[4]), grundy(nim[7])] == [1, 7]
            expect best(nim[3, 5]) == nim[3, 3]";
        let book = Rulebook::parse(rules).unwrap();
        let mut session = Session::new(book, Settings::default()).unwrap();
        let game = session.game(Some("nim")).unwrap();
        let found = session.claimed(&game).unwrap();
        let found: Vec<String> = found.iter().map(Position::to_string).collect();
        assert_eq!(found, ["nim[3, 5]", "nim[1, 1]", "nim[7]", "nim[3, 3]"]);
    }
}
