//! The queries of the language: their names, what they take and what kind of answer they give.

use crate::expr::builtin::named;
use crate::expr::kind::Kind;

named! {
    /// A query.
    Query {
        Grundy "grundy" "grundy(POSITION): the Grundy value";
        Winner "winner" "winner(POSITION): `first`, `second` or `draw`";
        Moves "moves" "moves(POSITION): the positions a turn can reach";
        Winning "winning" "winning(POSITION): the positions a winning turn can reach";
        Best "best" "best(POSITION): a winning move, or the one that holds out longest";
        Remoteness "remoteness" "remoteness(POSITION): how many moves perfect play lasts";
        Line "line" "line(POSITION): perfect play to the end";
        Explain "explain" "explain(POSITION) or explain(POSITION, MOVES): why, and why after each of so many moves of best play";
        Values "values" "values(GAME, FROM..TO): the Grundy values of single piles";
        Table "table" "table(GAME, FROM..TO, …): the Grundy values of a tuple game, a range for each coordinate";
        Losing "losing" "losing(GAME, FROM..TO, …): the P-positions in a box";
        Describe "describe" "describe(GAME): its rules in words, and the options of a small pile";
        Plan "plan" "plan(GAME or POSITION): which engine answers and why it may";
        Period "period" "period(GAME): (period, preperiod) of the Grundy values, proven";
        Conjecture "conjecture" "conjecture(GAME): a closed form that fits, and what it was checked on";
        Quotient "quotient" "quotient(GAME, UPTO): the misère quotient";
        Genus "genus" "genus(POSITION) or genus(GAME, FROM..TO): the genus of a position, or of each of single piles";
        Plot "plot" "plot(GAME, FROM..TO, …) or plot(POSITION): a picture of Grundy values by size, of a board, or of a position with its options";
    }
}

/// How many ranges a table may have; no game has so many coordinates.
const MOST_RANGES: usize = 50;

impl Query {
    /// The query with this number, as compiled code names it.
    pub fn by_number(number: u32) -> Option<Query> {
        Query::ALL.get(number as usize).copied()
    }

    /// The number compiled code names it by.
    pub fn number(self) -> u32 {
        self as u32
    }

    /// Whether one position is what it is asked of.
    pub fn is_of_position(self) -> bool {
        self.result(&[Kind::Position]).is_some() && self != Query::Plot
    }

    /// The kind of the answer to arguments of these kinds, or `None` where they do not fit.
    pub fn result(self, args: &[Kind]) -> Option<Kind> {
        use Query::*;
        let (first, rest) = args.split_first()?;
        let (of_position, of_game) = (first.fits(&Kind::Position), first.fits(&Kind::Game));
        let are = |wanted: Kind| rest.iter().all(|kind| kind.fits(&wanted));
        let ranges = are(Kind::Int.list());
        match (self, rest.len()) {
            (Grundy | Remoteness, 0) if of_position => Some(Kind::Int),
            (Winner, 0) if of_position => Some(Kind::Outcome),
            (Moves | Winning | Line, 0) if of_position => Some(Kind::Position.list()),
            (Best, 0) if of_position => Some(Kind::Position),
            (Explain, 0 | 1) if of_position && are(Kind::Int) => Some(Kind::Str),
            (Plan, 0) if of_position || of_game => Some(Kind::Str),
            (Describe, 0) if of_game => Some(Kind::Str),
            (Values, 1) if of_game && ranges => Some(Kind::Int.list()),
            (Table, 1..=MOST_RANGES) if of_game && ranges => {
                Some(rest.iter().fold(Kind::Int, |kind, _| kind.list()))
            }
            (Losing, 1) if of_game && ranges => Some(Kind::Int.list()),
            (Losing, 2..) if of_game && ranges => Some(Kind::Int.list().list()),
            (Period, 0) if of_game => Some(Kind::Tuple(vec![Kind::Int, Kind::Int])),
            (Conjecture, 0) if of_game => Some(Kind::Str),
            (Quotient, 1) if of_game && are(Kind::Int) => Some(Kind::Str),
            (Genus, 0) if of_position => Some(Kind::Str),
            (Genus, 1) if of_game && ranges => Some(Kind::Str.list()),
            (Plot, 0) if of_position => Some(Kind::Str),
            (Plot, _) if of_game && ranges => Some(Kind::Str),
            _ => None,
        }
    }
}
