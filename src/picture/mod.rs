//! Pictures of games: values by pile size, tables of values, P-positions on a board, and graphs of positions; as SVG, as
//! PNG and in a terminal.
//!
//! Data in, text or bytes out: nothing here knows a game, a file or a clock, and the same data give the same bytes. A
//! [`Drawing`] becomes a [`Scene`], which [`svg`] and [`png()`] then write, so that both have one layout; terminals have
//! drawings of their own in [`terminal`].

mod axis;
mod bitmap;
#[cfg(test)]
mod checks;
mod digits;
mod drawing;
#[cfg(feature = "pictures")]
mod encode;
#[cfg(feature = "pictures")]
mod file;
mod font;
mod frame;
mod graph;
mod layers;
mod maps;
#[cfg(feature = "pictures")]
mod outline;
mod places;
#[cfg(feature = "pictures")]
mod raster;
mod scene;
mod squares;
#[cfg(feature = "pictures")]
mod svg;
#[doc(hidden)]
pub mod terminal;
mod tone;
mod values;

pub use drawing::Drawing;
#[doc(hidden)]
pub use drawing::{
    Content, Graph, LARGEST_TABLE, MOST_NODES, MOST_OPTIONS, Map, Node, Repeat, Side, Standing,
    Style, TooLarge, Values,
};
#[cfg(feature = "pictures")]
pub use file::Format;
#[cfg(feature = "pictures")]
pub use raster::png;
#[doc(hidden)]
pub use scene::Scene;
#[cfg(feature = "pictures")]
pub use svg::svg;
pub use terminal::Screen;
pub use tone::Theme;

use crate::text::diagnostic::Diagnostic;
use crate::work::budget::Budget;
use crate::work::{Failure, Limit};

impl Drawing {
    /// The picture for a file.
    ///
    /// # Errors
    /// A graph is too large, or a limit.
    pub fn scene(&self, budget: &mut Budget) -> Result<Scene, Failure> {
        Ok(match &self.content {
            Content::Values(plot) => values::values(self, plot, budget)?,
            Content::Map(map) => match map.style {
                Style::Heat => maps::heat_map(self, map, budget)?,
                Style::Losing => maps::losing_map(self, map, budget)?,
                Style::Digits => digits::digits(self, map),
            },
            Content::Graph(plot) => graph::graph(self, plot)
                .map_err(|error| Diagnostic::error("too_large", error.to_string()))?,
        })
    }

    /// The picture for a terminal, with a line break at its end.
    pub fn text(&self, screen: Screen, budget: &mut Budget) -> Result<String, Limit> {
        terminal::text(self, screen, budget)
    }
}
