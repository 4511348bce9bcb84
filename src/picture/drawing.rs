//! A picture with all that it shows.

use super::axis::{Axis, grouped};
use crate::work::distinct;

/// A picture with all that it shows.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Drawing {
    /// What it shows.
    pub title: String,
    /// More about it, such as how it is known; may be empty.
    pub subtitle: String,
    /// What is drawn.
    pub content: Content,
}

impl Drawing {
    /// A picture with a title and more about it.
    pub fn new(title: impl Into<String>, subtitle: impl Into<String>, content: Content) -> Drawing {
        Drawing {
            title: title.into(),
            subtitle: subtitle.into(),
            content,
        }
    }
}

/// What is drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// Grundy values by pile size.
    Values(ValueChart),
    /// A board of two coordinates.
    Map(Map),
    /// A position and what can be reached from it.
    Graph(Graph),
}

/// Grundy values by pile size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueChart {
    /// The size of the first pile; with all values at most 2^64 − 1.
    pub from: u64,
    /// The value of each size, one after the other.
    pub values: Vec<u64>,
    /// Where the values begin to repeat, where that is proven.
    pub repeat: Option<Repeat>,
}

/// How values repeat: `g(n + period) = g(n) + saltus` for all `n >= preperiod`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repeat {
    /// From which size on.
    pub preperiod: u64,
    /// After how many sizes, at least 1.
    pub period: u64,
    /// By how much the values have grown by then.
    pub saltus: u64,
}

/// A board of two coordinates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Map {
    /// How it is drawn.
    pub style: Style,
    /// The coordinate that runs to the right.
    pub across: Side,
    /// The coordinate that runs upwards.
    pub up: Side,
    /// For each number of `across` the value of each number of `up`. Where P-positions alone are drawn, these are 0, N-positions
    /// 1 and draws 2.
    pub cells: Vec<u64>,
}

/// A coordinate of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Side {
    /// What it is called in the game.
    pub name: String,
    /// The first value that it takes.
    pub from: u64,
    /// How many values.
    pub count: usize,
}

/// How a board is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Grundy values as colours.
    Heat,
    /// P-positions alone.
    Losing,
    /// Grundy values as numbers.
    Digits,
}

/// A position and what can be reached from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Graph {
    /// The positions, the one that was asked about first.
    pub nodes: Vec<Node>,
    /// Options: from which position to which, by their places in `nodes`. Others are left out, and so is what is
    /// there twice.
    pub options: Vec<(usize, usize)>,
}

/// A position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// How it is written.
    pub label: String,
    /// Its piles as boards, which are drawn in the place of the label; none where they are no sets of cells.
    pub boards: Vec<Cells>,
    /// Its Grundy value, where it has one.
    pub value: Option<u64>,
    /// Who wins it.
    pub standing: Standing,
}

/// A set of cells on a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cells {
    /// How many rows the board has.
    pub rows: usize,
    /// How many columns.
    pub columns: usize,
    /// The cells in the set, by row and column, each once.
    pub here: Vec<(usize, usize)>,
}

/// Who wins a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// An N-position: who moves wins.
    Won,
    /// A P-position: who moves loses.
    Lost,
    /// Neither: the play may go on for ever.
    Drawn,
}

/// The most numbers of either coordinate for which a table can be read.
pub const LARGEST_TABLE: usize = 32;

/// The most positions that are drawn.
pub const MOST_NODES: usize = 400;

/// The most options that are drawn.
pub const MOST_OPTIONS: usize = 6000;

impl Drawing {
    /// The kind of picture in a word: `values`, `heat`, `losing`, `digits` or `graph`.
    pub fn kind(&self) -> &'static str {
        match &self.content {
            Content::Values(_) => "values",
            Content::Map(map) => match map.style {
                Style::Heat => "heat",
                Style::Losing => "losing",
                Style::Digits => "digits",
            },
            Content::Graph(_) => "graph",
        }
    }
}

impl ValueChart {
    /// Each size with its value.
    pub(super) fn points(&self) -> impl Iterator<Item = (u64, u64)> {
        let sizes = (0..).map(|offset| self.from.saturating_add(offset));
        sizes.zip(self.values.iter().copied())
    }

    /// The sizes, at least one.
    pub(super) fn sizes(&self) -> Axis {
        Axis::of(self.from, self.values.len())
    }

    pub(super) fn largest(&self) -> Option<u64> {
        self.values.iter().copied().max()
    }
}

impl Repeat {
    /// The repetition in words.
    pub fn words(self) -> String {
        let [period, from] = [self.period, self.preperiod].map(grouped);
        let saltus = match self.saltus {
            0 => String::new(),
            saltus => format!(", saltus {}", grouped(saltus)),
        };
        format!("period {period}{saltus}, from n = {from}")
    }
}

impl Side {
    pub(super) fn axis(&self) -> Axis {
        Axis::of(self.from, self.count)
    }

    /// The first numbers, at most this many.
    pub(super) fn numbers(&self, most: usize) -> std::ops::Range<u64> {
        self.from..self.from + self.count.min(most) as u64
    }
}

impl Map {
    /// The value of the position so far from the first numbers.
    pub fn value(&self, across: usize, up: usize) -> Option<u64> {
        let column = self.cells.chunks(self.up.count.max(1)).nth(across)?;
        column.get(up).copied()
    }

    /// Whether so small a board is read best as numbers.
    pub fn is_small(across: usize, up: usize) -> bool {
        const SMALL: usize = 16;
        const { assert!(SMALL <= LARGEST_TABLE) };
        across <= SMALL && up <= SMALL
    }
}

impl Graph {
    /// The options in order, each once, between positions that there are.
    pub(super) fn lines(&self) -> Vec<(usize, usize)> {
        let known = |&(from, to): &(usize, usize)| {
            from < self.nodes.len() && to < self.nodes.len() && from != to
        };
        distinct(self.options.iter().copied().filter(known).collect())
    }
}

impl Node {
    /// The value, or which kind of position it is.
    pub(super) fn verdict(&self) -> String {
        match (self.value, self.standing) {
            (Some(value), _) => grouped(value),
            (None, Standing::Lost) => "P".to_owned(),
            (None, Standing::Won) => "N".to_owned(),
            (None, Standing::Drawn) => "draw".to_owned(),
        }
    }
}

impl Standing {
    /// Whether it is a P-position.
    pub fn is_lost(self) -> bool {
        self == Standing::Lost
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Standing::Won => "N-position",
            Standing::Lost => "P-position",
            Standing::Drawn => "draw",
        }
    }
}
