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
mod file;
mod font;
mod frame;
mod graph;
mod grid;
mod layers;
mod map_frame;
mod maps;
mod places;
mod raster;
mod scene;
mod standing;
mod svg;
pub mod terminal;
mod tone;
mod values;

pub use board::{Board, Coordinate};
pub use digits::{LARGEST_TABLE, digits};
pub use drawing::{Content, Drawing, Map, Side, Style};
pub use file::Format;
pub use graph::{Graph, MOST_NODES, MOST_OPTIONS, Node, TooLarge, graph};
pub use maps::{heat_map, losing_map};
pub use raster::png;
pub use scene::Scene;
pub use standing::Standing;
pub use svg::svg;
pub use tone::Theme;
pub use values::{Repeat, Size, Values, values};
