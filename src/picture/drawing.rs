//! A picture with all that it shows, ready to be drawn in any way.

use super::terminal::{self, Screen};
use super::{
    Board, Coordinate, Graph, LARGEST_TABLE, Node, Repeat, Scene, Size, Standing, Values, digits,
    graph, heat_map, losing_map, values,
};
use crate::text::diagnostic::Diagnostic;
use crate::work::budget::Budget;
use crate::work::{Failure, Limit};

/// A picture with all that it shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawing {
    /// What it shows.
    pub title: String,
    /// More about it; may be empty.
    pub subtitle: String,
    /// What is drawn.
    pub content: Content,
}

/// What is drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// Grundy values by pile size.
    Values {
        /// The size of the first pile.
        from: u64,
        /// The value of each size.
        values: Vec<u64>,
        /// Where the values begin to repeat, where that is proven.
        repeat: Option<Repeat>,
    },
    /// A board of two coordinates.
    Map(Map),
    /// A position and what can be reached from it.
    Graph {
        /// The positions, the one that was asked about first.
        nodes: Vec<Node>,
        /// Options, by the places of the positions.
        options: Vec<(usize, usize)>,
    },
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
    /// Its first value.
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

impl Side {
    fn coordinate(&self) -> Coordinate<'_> {
        Coordinate {
            name: &self.name,
            from: self.from,
            count: self.count,
        }
    }
}

impl Map {
    /// The value of the position so far from the first numbers.
    pub fn value(&self, across: usize, up: usize) -> Option<u64> {
        let inside = across < self.across.count && up < self.up.count;
        let place = across.checked_mul(self.up.count)?.checked_add(up)?;
        self.cells.get(place).copied().filter(|_| inside)
    }

    /// Who wins the position so far from the first numbers, on a board of P-positions.
    pub fn standing(&self, across: usize, up: usize) -> Option<Standing> {
        Some(match self.value(across, up)? {
            0 => Standing::Lost,
            1 => Standing::Won,
            _ => Standing::Drawn,
        })
    }

    /// Whether so small a board is read best as numbers.
    pub fn is_small(across: usize, up: usize) -> bool {
        const SMALL: usize = 16;
        const { assert!(SMALL <= LARGEST_TABLE) };
        across <= SMALL && up <= SMALL
    }
}

impl Drawing {
    /// The kind of picture in a word: `values`, `heat`, `losing`, `digits` or `graph`.
    pub fn kind(&self) -> &'static str {
        match &self.content {
            Content::Values { .. } => "values",
            Content::Map(map) => match map.style {
                Style::Heat => "heat",
                Style::Losing => "losing",
                Style::Digits => "digits",
            },
            Content::Graph { .. } => "graph",
        }
    }

    /// The picture for a file.
    ///
    /// # Errors
    /// A graph is too large, or a limit.
    pub fn scene(&self, budget: &mut Budget) -> Result<Scene, Failure> {
        Ok(match &self.content {
            Content::Values {
                from,
                values: list,
                repeat,
            } => values(&self.plot(*from, list, *repeat), Size::default(), budget)?,
            Content::Map(map) => {
                let board = self.board(map);
                match map.style {
                    Style::Heat => heat_map(&board, &|a, b| map.value(a, b), budget)?,
                    Style::Losing => losing_map(&board, &|a, b| map.standing(a, b), budget)?,
                    Style::Digits => digits(&board, &|a, b| map.value(a, b)),
                }
            }
            Content::Graph { nodes, options } => graph(&self.graph(nodes, options))
                .map_err(|error| Diagnostic::error("too_large", error.to_string()))?,
        })
    }

    /// The picture for a terminal, with a line break at its end.
    ///
    /// # Errors
    /// A limit.
    pub fn text(&self, screen: Screen, budget: &mut Budget) -> Result<String, Limit> {
        Ok(match &self.content {
            Content::Values {
                from,
                values: list,
                repeat,
            } => terminal::values(&self.plot(*from, list, *repeat), screen, budget)?,
            Content::Map(map) => {
                let board = self.board(map);
                match map.style {
                    Style::Heat => {
                        terminal::heat_map(&board, &|a, b| map.value(a, b), screen, budget)?
                    }
                    Style::Losing => {
                        terminal::losing_map(&board, &|a, b| map.standing(a, b), screen, budget)?
                    }
                    Style::Digits => terminal::digits(&board, &|a, b| map.value(a, b), screen),
                }
            }
            Content::Graph { nodes, options } => {
                terminal::graph(&self.graph(nodes, options), screen)
            }
        })
    }

    fn graph<'a>(&'a self, nodes: &'a [Node], options: &'a [(usize, usize)]) -> Graph<'a> {
        Graph {
            title: &self.title,
            subtitle: &self.subtitle,
            nodes,
            options,
        }
    }

    fn plot<'a>(&'a self, from: u64, values: &'a [u64], repeat: Option<Repeat>) -> Values<'a> {
        Values {
            title: &self.title,
            subtitle: &self.subtitle,
            from,
            values,
            repeat,
        }
    }

    fn board<'a>(&'a self, map: &'a Map) -> Board<'a> {
        Board {
            title: &self.title,
            subtitle: &self.subtitle,
            across: map.across.coordinate(),
            up: map.up.coordinate(),
        }
    }
}
