//! Pictures of games: values by pile size, tables of values, P-positions on a board, and graphs of positions; as SVG, as
//! PNG and in a terminal.
//!
//! Data in, text or bytes out: nothing here knows a game, a file or a clock, and the same data give the same bytes. A
//! drawing is first a [`Scene`], which [`svg`] and [`png()`] then write, so that both have one layout; terminals have
//! drawings of their own in [`terminal`].

mod axis;
mod bitmap;
mod board;
#[cfg(test)]
mod checks;
mod density;
mod digits;
mod drawing;
#[cfg(feature = "pictures")]
mod encode;
#[cfg(feature = "pictures")]
mod file;
mod font;
mod frame;
mod graph;
mod grid;
mod layers;
mod map_frame;
mod maps;
#[cfg(feature = "pictures")]
mod outline;
mod places;
#[cfg(feature = "pictures")]
mod raster;
mod scene;
mod standing;
#[cfg(feature = "pictures")]
mod svg;
pub mod terminal;
mod tone;
mod values;

pub use board::{Board, Coordinate};
pub use digits::{LARGEST_TABLE, digits};
pub use drawing::{Content, Drawing, Map, Side, Style};
#[cfg(feature = "pictures")]
pub use file::Format;
pub use graph::{Graph, MOST_NODES, MOST_OPTIONS, Node, TooLarge, graph};
pub use maps::{heat_map, losing_map};
#[cfg(feature = "pictures")]
pub use raster::png;
pub use scene::Scene;
pub use standing::Standing;
#[cfg(feature = "pictures")]
pub use svg::svg;
pub use tone::Theme;
pub use values::{Repeat, Size, Values, values};
