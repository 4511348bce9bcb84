//! Answers: what was found, and how it is known.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

#[cfg(feature = "json")]
use serde::{Serialize, Serializer};

use crate::expr::list::Packed;
use crate::expr::position::Position;
use crate::expr::value::{List, Outcome, Value};
use crate::solve::loopy::LoopyValue;
use crate::text::diagnostic::Diagnostic;
use crate::text::source::Span;
use crate::work::Limit;
use crate::work::store::Store;

/// How an answer is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
#[cfg_attr(feature = "json", derive(Serialize), serde(rename_all = "lowercase"))]
pub enum How {
    /// Computed from the definition.
    Computed,
    /// Read off a period that was proven from a checked range.
    Periodic,
    /// By a theorem whose premise was checked.
    Theorem,
    /// By a search over whole positions.
    Search,
    /// It fits what was checked; nothing is proven.
    Conjecture,
}

impl fmt::Display for How {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            How::Computed => "computed",
            How::Periodic => "periodic",
            How::Theorem => "theorem",
            How::Search => "search",
            How::Conjecture => "conjecture",
        })
    }
}

/// How an answer is known, by which engine, and a sentence about it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
#[cfg_attr(feature = "json", derive(Serialize))]
pub struct Evidence {
    /// The way.
    pub how: How,
    /// The engine's name.
    pub engine: String,
    /// In words.
    pub detail: String,
}

/// The value of an expression.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "json", derive(Serialize))]
pub struct Answer {
    /// The value.
    pub value: Value,
    /// How it is known.
    pub by: Evidence,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.value, f)
    }
}

/// A move of the game as played.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
#[cfg_attr(feature = "json", derive(Serialize))]
pub struct MoveTo {
    /// In words: "take 3 from the pile of 5".
    #[cfg_attr(feature = "json", serde(rename = "move"))]
    pub words: String,
    /// The position it leaves.
    pub to: Position,
}

/// The best move of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
#[cfg_attr(feature = "json", derive(Serialize), serde(transparent))]
pub struct Best {
    /// The move.
    pub play: MoveTo,
    /// Whether it wins.
    #[cfg_attr(feature = "json", serde(skip))]
    pub wins: bool,
    /// How many moves perfect play lasts from the position before it, where that was worked out. For a lost position this
    /// says that the move holds out longest.
    #[cfg_attr(feature = "json", serde(skip))]
    pub length: Option<u32>,
}

/// The best move of a position, and who wins it.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Advice {
    /// Who wins.
    pub winner: Outcome,
    /// A winning move, one that keeps a draw, or the one that holds out longest; `None` where there is no move.
    pub best: Option<Best>,
    /// The limit at which the search for the fastest win or the longest resistance ended too early, or that for any move;
    /// `None`: nothing is missing for this reason.
    pub stopped: Option<Limit>,
    /// How the winner is known.
    pub by: Evidence,
}

impl Advice {
    /// What the move leaves.
    pub(crate) fn value(&self) -> Value {
        match &self.best {
            Some(best) => Value::Position(Arc::new(best.play.to.clone())),
            None => Value::Nothing,
        }
    }
}

/// Everything `solve` says of a position.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "json", derive(Serialize))]
pub struct Solution {
    /// The position.
    pub position: Position,
    /// Who wins.
    pub winner: Outcome,
    /// The Grundy value; `None` in misère play or where it was not needed and would be costly.
    pub grundy: Option<u64>,
    /// Where the value is infinite, since plays may go on for ever: the numbers that options are worth.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub infinite: Option<Vec<u64>>,
    /// Winning moves, each different position once.
    pub winning: Vec<MoveTo>,
    /// How many there are; `None`: not known, at least as many as are listed.
    pub winning_count: Option<u64>,
    /// How many turns lead to positions whose winner is not known.
    #[cfg_attr(feature = "json", serde(skip))]
    pub undecided: u64,
    /// A winning move, one that keeps a draw, or the one that holds out longest; `None` where there is no move.
    pub best: Option<Best>,
    /// The limit at which the search for winning moves, or for the fastest win and the longest resistance, ended too early;
    /// `None`: nothing is missing for this reason.
    #[cfg_attr(
        feature = "json",
        serde(skip_serializing_if = "Option::is_none", serialize_with = "message")
    )]
    pub stopped: Option<Limit>,
    /// How it is known.
    pub by: Evidence,
}

#[cfg(feature = "json")]
fn message<S: Serializer>(limit: &Option<Limit>, serializer: S) -> Result<S::Ok, S::Error> {
    let message = limit.map(|limit| Diagnostic::from(limit).message);
    message.serialize(serializer)
}

/// A Grundy value as a number of the language, or that it is too large for one.
pub(super) fn number(value: u64) -> Result<Value, Diagnostic> {
    i64::try_from(value).map(Value::Int).map_err(|_| {
        let most = i64::MAX;
        let message = format!("the Grundy value is {value}, and numbers end at {most}");
        let error = Diagnostic::error("overflow", message);
        error.help("the questions `solve` and `explain` show such a value")
    })
}

/// Grundy values in the narrowest width that fits.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Numbers {
    /// All of them fit four bytes, and take one, two or four.
    Narrow(Store),
    /// Some do not.
    Wide(Vec<u64>),
}

impl Default for Numbers {
    fn default() -> Numbers {
        Numbers::Narrow(Store::default())
    }
}

impl Numbers {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Numbers::Narrow(store) => store.len(),
            Numbers::Wide(values) => values.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The values as a list of the language, or that one is too large for it.
    pub(super) fn into_list(self) -> Result<List, Diagnostic> {
        Ok(match self {
            Numbers::Narrow(store) => Packed::Store(store).into(),
            Numbers::Wide(values) => {
                let values = values.into_iter().map(number);
                List::from(values.collect::<Result<Vec<_>, _>>()?)
            }
        })
    }

    /// How many bytes so many values take in all, as wide as they are now.
    pub(super) fn need(&self, len: usize) -> u64 {
        match self {
            Numbers::Narrow(store) => store.need(len, 0),
            Numbers::Wide(_) => (len as u64).saturating_mul(size_of::<u64>() as u64),
        }
    }

    /// Makes room for so many values in all.
    pub(super) fn reserve(&mut self, len: usize) {
        match self {
            Numbers::Narrow(store) => store.reserve(len),
            Numbers::Wide(values) => values.reserve_exact(len.saturating_sub(values.len())),
        }
    }

    /// Appends a value.
    pub fn push(&mut self, value: u64) {
        match (self, u32::try_from(value)) {
            (Numbers::Narrow(store), Ok(value)) => store.push(value),
            (Numbers::Wide(values), _) => values.push(value),
            (numbers @ Numbers::Narrow(_), Err(_)) => {
                let mut values: Vec<u64> = numbers.iter().collect();
                values.push(value);
                *numbers = Numbers::Wide(values);
            }
        }
    }

    /// The values in order.
    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        (0..self.len()).map_while(|place| match self {
            Numbers::Narrow(store) => store.get(place).map(u64::from),
            Numbers::Wide(values) => values.get(place).copied(),
        })
    }

    /// Bytes in use.
    pub fn memory(&self) -> u64 {
        match self {
            Numbers::Narrow(store) => store.memory(),
            Numbers::Wide(values) => (values.capacity() * size_of::<u64>()) as u64,
        }
    }
}

impl FromIterator<u64> for Numbers {
    fn from_iter<I: IntoIterator<Item = u64>>(values: I) -> Numbers {
        let mut numbers = Numbers::default();
        values.into_iter().for_each(|value| numbers.push(value));
        numbers
    }
}

/// Grundy values of single piles.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Values {
    /// The game with its arguments.
    pub game: String,
    /// The first pile size.
    pub from: i64,
    /// The values.
    pub values: Numbers,
    /// Values that are no numbers, by their places, where plays may go on for ever. The number at such a place means nothing.
    pub special: BTreeMap<usize, LoopyValue>,
    /// How they are known.
    pub by: Evidence,
}

/// What came of the check of a certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// It is right: the values of the piles up to this one were worked out by definition.
    Right(u64),
    /// Why it is wrong, or does not fit the game.
    Wrong(String),
}

/// What is known of the period of a game's values.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Periodicity {
    /// The game with its arguments.
    pub game: String,
    /// The proven period with its preperiod; `None`: none was proven.
    pub proven: Option<Proven>,
    /// A period that all computed values fit, where none was proven; its theorem is empty.
    pub observed: Option<Proven>,
    /// The equation was checked, or the values computed, up to this size.
    pub checked_to: u64,
    /// The largest value among those computed, or that a formula gives, and the first size that has it; `None`: there is none.
    pub largest: Option<(u64, u64)>,
    /// The largest pile whose value was computed; `None` where none was needed.
    pub computed_to: Option<u64>,
    /// How many rare heaps there are among the computed ones, in engines that tell heaps apart in this way.
    pub rare_heaps: Option<u64>,
    /// How many of the values come from the checkpoint of another run; 0: none.
    pub resumed: u64,
    /// Why no period is proven, where none is.
    pub why_not: Option<String>,
    /// Of piles of several numbers: how the values of large ones are read off, for each number along which they repeat.
    pub along: Vec<String>,
    /// How it is known.
    pub by: Evidence,
}

/// A period that was proven.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Proven {
    /// g(n + period) = g(n) + saltus.
    pub period: u64,
    /// The least size from which on the equation holds.
    pub preperiod: u64,
    /// 0 for a period, else how much the values rise with it.
    pub saltus: u64,
    /// The theorem that proves it.
    pub theorem: String,
    /// The values of one period from the preperiod on, at most so many as can be shown.
    pub repeats: Vec<u64>,
}

impl Proven {
    /// `g(n + 12) = g(n)`
    pub fn equation(&self) -> String {
        equation(self.period, self.saltus)
    }

    /// `g(n + 12) = g(n) from n = 71 on`
    pub(crate) fn statement(&self) -> String {
        statement(self.period, self.saltus, self.preperiod)
    }

    /// The theorem, and what settles all sizes where the values were computed up to this one.
    pub fn proof(&self, last: u64) -> String {
        let (theorem, from) = (&self.theorem, self.preperiod);
        match (last, self.saltus) {
            (0, _) => theorem.clone(),
            (last, 0) => format!(
                "{theorem}: {} for n = {from}..{last}, which settles all larger n",
                self.equation()
            ),
            (last, saltus) => format!(
                "{theorem}: what decides the values repeats, raised by {saltus}, among n = 0..{last}, which settles all larger n"
            ),
        }
    }
}

/// `g(n + period) = g(n) + saltus`
fn equation(period: u64, saltus: u64) -> String {
    match saltus {
        0 => format!("g(n + {period}) = g(n)"),
        rise => format!("g(n + {period}) = g(n) + {rise}"),
    }
}

/// The same with the size from which on it holds.
pub(crate) fn statement(period: u64, saltus: u64, from: u64) -> String {
    format!("{} from n = {from} on", equation(period, saltus))
}

#[cfg(feature = "json")]
fn with_players<S: Serializer>(moves: &[MoveTo], serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Step<'a> {
        player: Outcome,
        #[serde(flatten)]
        play: &'a MoveTo,
    }
    let players = [Outcome::First, Outcome::Second].into_iter().cycle();
    let steps = players.zip(moves);
    serializer.collect_seq(steps.map(|(player, play)| Step { player, play }))
}

/// A line of perfect play to the end, or until a drawn play comes back to a position.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "json", derive(Serialize))]
pub struct Line {
    /// Where it starts.
    #[cfg_attr(feature = "json", serde(rename = "position"))]
    pub start: Position,
    /// Who wins.
    pub winner: Outcome,
    /// Its moves; the player who is first makes the first one.
    #[cfg_attr(feature = "json", serde(serialize_with = "with_players"))]
    pub moves: Vec<MoveTo>,
    /// After how many moves the last position stood before: from there on the play can go on for ever.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub repeats: Option<usize>,
    /// Whether the moves are the fastest wins and the longest resistance.
    #[cfg_attr(feature = "json", serde(rename = "perfect"))]
    pub is_perfect: bool,
    /// How it is known.
    pub by: Evidence,
}

impl Line {
    /// Its positions, from the start on.
    pub(crate) fn value(&self) -> Value {
        let later = self.moves.iter().map(|play| &play.to);
        let all = std::iter::once(&self.start).chain(later).cloned();
        let all = all.map(|position| Value::Position(Arc::new(position)));
        Value::list(all.collect())
    }
}

/// The outcome of an `expect`.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Tested {
    /// The claim's place.
    pub span: Span,
    /// The claim as written.
    pub text: String,
    /// Whether it holds.
    pub ok: bool,
    /// The value of the left side of the comparison that the claim is, or on which it depends that it fails: the first that fails
    /// of a chain or among parts joined by `and`, the one behind `not`. Else the value of the condition itself.
    pub left: Value,
    /// Where the left side stands.
    pub left_span: Span,
    /// The value of the right side of that comparison; that of a range behind `in` is left out.
    pub right: Option<(Value, Span)>,
}
