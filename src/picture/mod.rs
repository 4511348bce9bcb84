//! Pictures of games: values by pile size, tables of values, P-positions on a board, and graphs of positions; as SVG, as
//! PNG and in a terminal.
//!
//! Data in, text or bytes out: nothing here knows a game, a file or a clock, and the same data give the same bytes. A
//! [`Drawing`] becomes a [`Scene`], which `svg` and `png` then write, so that both have one layout; terminals have
//! drawings of their own in [`terminal`].

#![cfg_attr(
    not(feature = "pictures"),
    allow(
        dead_code,
        reason = "without SVG and PNG nobody reads what a scene holds"
    )
)]

mod axis;
mod bitmap;
#[cfg(test)]
mod checks;
mod drawing;
mod font;
mod frame;
mod graph;
mod layers;
mod maps;
#[cfg(feature = "pictures")]
mod raster;
mod scene;
#[cfg(feature = "pictures")]
pub(crate) mod svg;
#[doc(hidden)]
pub mod terminal;
mod tone;
mod values;

pub use drawing::Drawing;
#[doc(hidden)]
pub use drawing::{
    Cells, Content, Graph, LARGEST_TABLE, MOST_NODES, MOST_OPTIONS, Map, Node, Repeat, Side,
    Standing, Style, ValueChart,
};
#[cfg(feature = "pictures")]
#[doc(hidden)]
pub use raster::png;
#[doc(hidden)]
pub use scene::Scene;
#[cfg(feature = "pictures")]
#[doc(hidden)]
pub use svg::svg;
pub use terminal::Screen;
pub use tone::Theme;
#[cfg(feature = "pictures")]
pub(crate) use {maps::palette, tone::tones};

use crate::work::budget::Budget;
use crate::work::{Failure, Limit};

impl Drawing {
    /// The picture for a file.
    ///
    /// # Errors
    /// A graph is too large, or a limit.
    #[doc(hidden)]
    pub fn scene(&self, budget: &mut Budget) -> Result<Scene, Failure> {
        Ok(match &self.content {
            Content::Values(plot) => values::values(self, plot, budget)?,
            Content::Map(map) if map.cells.is_empty() => frame::nothing(self),
            Content::Map(map) => match map.style {
                Style::Heat => maps::heat_map(self, map, budget)?,
                Style::Losing => maps::losing_map(self, map, budget)?,
                Style::Digits => maps::digits(self, map),
            },
            Content::Graph(plot) => graph::graph(self, plot)?,
        })
    }

    /// The picture for a terminal, with a line break at its end.
    pub fn text(&self, screen: Screen, budget: &mut Budget) -> Result<String, Limit> {
        terminal::text(self, screen, budget)
    }
}

/// The format of a picture's file.
#[cfg(feature = "pictures")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// Lines and text, which stay sharp at any size.
    Svg,
    /// Pixels.
    Png,
}

#[cfg(feature = "pictures")]
impl Format {
    /// The format that a file's name asks for by its ending, `.svg` or `.png`; `-` is SVG.
    pub fn of(path: &str) -> Option<Format> {
        let ending = path.rsplit_once('.').map(|(_, ending)| ending);
        match ending.map(str::to_ascii_lowercase).as_deref() {
            Some("svg") => Some(Format::Svg),
            Some("png") => Some(Format::Png),
            _ => (path == "-").then_some(Format::Svg),
        }
    }

    /// The bytes of a picture's file. With [`Theme::Auto`] the colours of SVG follow the reader's screen, and PNG is light. PNG has
    /// `scale` pixels for each of its own, 1 to 4, or fewer where it would be larger than 8000 pixels or 32 million in all.
    ///
    /// # Errors
    /// A graph is too large, a limit of memory or time, or an interruption.
    pub fn bytes(
        self,
        drawing: &Drawing,
        theme: Theme,
        scale: u32,
        budget: &mut Budget,
    ) -> Result<Vec<u8>, Failure> {
        let scene = drawing.scene(budget)?;
        match self {
            Format::Svg => {
                // About so many bytes an item.
                budget.need((scene.items.len() as u64).saturating_mul(200))?;
                Ok(svg(&scene, theme, "picture").into_bytes())
            }
            Format::Png => png(&scene, theme, scale, budget),
        }
    }
}
