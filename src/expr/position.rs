//! Positions: piles under one game, and sums of such terms.

use std::collections::BTreeMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

#[cfg(feature = "json")]
use serde::{Serialize, Serializer};

use super::shape::Shape;
use super::value::{Value, write_items};
use crate::text::diagnostic::{Diagnostic, Report};

/// Which game (with its arguments) of which rulebook: no two games of a process have the same.
///
/// A rulebook made from another one by an addition keeps the games that were made before, with their numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId(u64);

impl GameId {
    /// How many bits tell the games of a rulebook apart.
    const NUMBER_BITS: u32 = 24;
    /// How many games a rulebook can number.
    pub(crate) const MAX_GAMES: usize = 1 << GameId::NUMBER_BITS;

    pub(crate) fn new(book: Stamp, number: usize) -> GameId {
        debug_assert!(number < GameId::MAX_GAMES);
        GameId(book.0 << GameId::NUMBER_BITS | number as u64)
    }

    /// Which game of its rulebook it is.
    #[inline]
    pub(crate) fn number(self) -> usize {
        self.0 as usize & (GameId::MAX_GAMES - 1)
    }
}

/// What tells one rulebook or solver from all others of the process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stamp(u64);

impl Stamp {
    pub(crate) fn fresh() -> Stamp {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Stamp(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// How many piles a turn moves in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Turn {
    /// One pile: the ordinary disjunctive sum.
    One,
    /// A number of different piles out of these ranges (both ends included, `None`: no upper end).
    Counts(Vec<(u64, Option<u64>)>),
    /// Every pile that can move.
    All,
    /// Every pile; the game is over when one of them cannot move.
    AllOrNone,
}

impl Turn {
    /// Whether a turn may move in `count` piles (for `All` and `AllOrNone` the count is settled by the position).
    pub fn allows(&self, count: u64) -> bool {
        match self {
            Turn::One => count == 1,
            Turn::Counts(ranges) => ranges
                .iter()
                .any(|&(lo, hi)| count >= lo && hi.is_none_or(|hi| count <= hi)),
            Turn::All | Turn::AllOrNone => count >= 1,
        }
    }

    /// The rule in the words of the language.
    pub fn in_words(&self) -> String {
        match self {
            Turn::One => "1 pile".to_string(),
            Turn::All => "all piles".to_string(),
            Turn::AllOrNone => "all piles or none".to_string(),
            Turn::Counts(ranges) => {
                let parts: Vec<String> = ranges
                    .iter()
                    .map(|&(lo, hi)| match hi {
                        Some(hi) if hi == lo => lo.to_string(),
                        Some(hi) => format!("{lo}..{hi}"),
                        None => format!("{lo}.."),
                    })
                    .collect();
                match parts.as_slice() {
                    [] => "no piles".to_string(),
                    [one] if one == "1" => "1 pile".to_string(),
                    parts => format!("{} piles", parts.join(", ")),
                }
            }
        }
    }
}

/// A game: its name with arguments, its piles and how a turn goes.
#[derive(Debug, Clone)]
pub struct Game {
    /// Which game of which rulebook it is.
    pub id: GameId,
    /// Its name as it is written, with arguments: `bounded(3)`, `misere(kayles)`.
    pub label: String,
    /// What it is called where the last move wins.
    pub(crate) normal_label: String,
    /// What a pile looks like.
    pub shape: Shape,
    /// Whether the player who makes the last move loses.
    pub misere: bool,
    /// Whether plays may go on for ever, which is a draw.
    pub loopy: bool,
    /// How many piles a turn moves in.
    pub turn: Turn,
    /// Whether the moves in several piles must be the same.
    pub alike: bool,
}

impl Game {
    /// Piles of the game as a position: single numbers, the numbers of each pile where it has several, in the order in which they
    /// are written, or values.
    ///
    /// ```
    /// use nimrule::Rulebook;
    ///
    /// let book = Rulebook::parse("game kayles { take 1..2 leaving 0..2 piles }  game rook { pile (row, col)  take any from row  take any from col }")?;
    /// assert_eq!(book.game("kayles")?.position([5, 8])?, book.position("kayles[5, 8]")?);
    /// assert_eq!(book.game("rook")?.position([[3, 4], [0, 7]])?, book.position("rook[(3, 4), (0, 7)]")?);
    /// assert!(book.game("kayles")?.position([-1]).is_err());
    /// # Ok::<(), nimrule::Report>(())
    /// ```
    ///
    /// # Errors
    /// One of them is no pile of the game.
    pub fn position(
        self: &Arc<Game>,
        piles: impl IntoIterator<Item = impl Into<Value>>,
    ) -> Result<Position, Report> {
        Position::of(self, piles).map_err(Report::from)
    }

    pub(crate) fn cells(&self, pile: &Value) -> Result<Vec<i64>, Diagnostic> {
        let cells = self.shape.cells(pile);
        cells.map_err(|why| self.no_pile(pile, &why))
    }

    fn no_pile(&self, pile: &Value, why: &str) -> Diagnostic {
        let no_pile = format!("{pile} is no pile of {}: {why}", self.label);
        Diagnostic::error("bad_pile", no_pile)
            .help("the `pile` statement of the game says what a pile may be")
    }

    pub(crate) fn value(&self, pile: Value) -> Result<Value, Diagnostic> {
        // Numbers are those of coordinates and entries, as the game has them.
        let numbers: Option<Vec<i64>> = match &pile {
            Value::Int(number) => Some(vec![*number]),
            Value::List(_) => pile.items().iter().map(Value::as_int).collect(),
            _ => None,
        };
        let made = numbers.and_then(|numbers| self.shape.pile(&numbers));
        let pile = made.unwrap_or(pile);
        self.cells(&pile)?;
        Ok(pile)
    }
}

impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        self.id == other.id
    }
}

impl Eq for Game {}

impl Hash for Game {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

/// Piles under one game.
#[derive(Debug, Clone)]
pub struct Term {
    /// The game.
    pub game: Arc<Game>,
    /// The piles, each of the game's shape, in the order in which they are shown.
    pub piles: Vec<Value>,
}

/// The cells of a pile; a value that is no pile of its game as it is written.
type Cells = Result<Vec<i64>, String>;

impl Term {
    /// The piles as sorted cells.
    fn canonical(&self) -> Vec<Cells> {
        let cells = |pile: &Value| self.game.shape.cells(pile).map_err(|_| pile.to_string());
        let mut piles: Vec<_> = self.piles.iter().map(cells).collect();
        piles.sort_unstable();
        piles
    }
}

/// A position: a sum of terms; a turn moves in exactly one of them.
#[derive(Debug, Clone)]
pub struct Position {
    /// The terms; at least one.
    pub terms: Vec<Term>,
}

impl Position {
    /// Piles of one game.
    pub(crate) fn of(
        game: &Arc<Game>,
        piles: impl IntoIterator<Item = impl Into<Value>>,
    ) -> Result<Position, Diagnostic> {
        let piles = piles.into_iter().map(|pile| game.value(pile.into()));
        Ok(Position::of_piles(game, piles.collect::<Result<_, _>>()?))
    }

    /// Piles of one game, which are such ones.
    pub(crate) fn of_piles(game: &Arc<Game>, piles: Vec<Value>) -> Position {
        let game = Arc::clone(game);
        Position {
            terms: vec![Term { game, piles }],
        }
    }

    /// The terms in canonical order: piles sorted, terms of one-pile-a-turn games joined.
    fn canonical(&self) -> Vec<(GameId, Vec<Cells>)> {
        let mut joined: BTreeMap<GameId, Vec<Cells>> = BTreeMap::new();
        let mut terms: Vec<(GameId, Vec<Cells>)> = Vec::new();
        for term in self.terms.iter().filter(|term| !term.piles.is_empty()) {
            match term.game.turn {
                Turn::One => joined
                    .entry(term.game.id)
                    .or_default()
                    .extend(term.canonical()),
                _ => terms.push((term.game.id, term.canonical())),
            }
        }
        for piles in joined.values_mut() {
            piles.sort_unstable();
        }
        terms.extend(joined);
        terms.sort_unstable();
        terms
    }

    /// All piles with their games, in the order in which they are shown.
    pub(crate) fn piles(&self) -> impl Iterator<Item = (&Arc<Game>, &Value)> + Clone {
        let terms = self.terms.iter();
        terms.flat_map(|term| term.piles.iter().map(|pile| (&term.game, pile)))
    }

    /// How many piles it has.
    pub(crate) fn count(&self) -> usize {
        self.terms.iter().map(|term| term.piles.len()).sum()
    }

    /// Its term, where it is one.
    pub(crate) fn only_term(&self) -> Option<&Term> {
        match self.terms.as_slice() {
            [term] => Some(term),
            _ => None,
        }
    }

    /// Its pile, where it is one term of one pile.
    pub(crate) fn only_pile(&self) -> Option<(&Arc<Game>, &Value)> {
        let term = self.only_term()?;
        match term.piles.as_slice() {
            [pile] => Some((&term.game, pile)),
            _ => None,
        }
    }

    /// Whether a turn moves in one pile, in each term.
    pub(crate) fn moves_in_one(&self) -> bool {
        self.terms.iter().all(|term| term.game.turn == Turn::One)
    }

    /// Whether the last move loses. All terms agree: the sum of others is refused.
    pub fn is_misere(&self) -> bool {
        self.terms.first().is_some_and(|term| term.game.misere)
    }

    /// Whether a play of some term may go on for ever.
    pub fn is_loopy(&self) -> bool {
        self.terms.iter().any(|term| term.game.loopy)
    }
}

/// Two positions are equal when they have the same piles in any order.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.canonical() == other.canonical()
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.canonical().hash(state);
    }
}

/// A position is as it is written.
#[cfg(feature = "json")]
impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Of more equal piles than this one is written, with their number.
const MOST_EQUAL: usize = 6;

/// The position as it is written: `nim[5, 9, 11]`, `bounded(4)[8] + bounded(3)[7]`.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, term) in self.terms.iter().enumerate() {
            if index > 0 {
                f.write_str(" + ")?;
            }
            f.write_str(&term.game.label)?;
            match term.piles.as_slice() {
                [first, rest @ ..]
                    if rest.len() >= MOST_EQUAL && rest.iter().all(|it| it == first) =>
                {
                    write!(f, "[{first}; {}]", term.piles.len())?;
                }
                piles => write_items(f, "[", piles.iter(), "]")?,
            }
        }
        Ok(())
    }
}
