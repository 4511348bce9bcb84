//! The pictures of a game.

use std::sync::Arc;

use super::part;
use crate::expr::position::{Header, Position};
use crate::picture::{Content, Drawing, Scene, Style};
use crate::query::answer::By;
use crate::query::pictures::{Range, Show};
use crate::query::session::Session;
use crate::text::diagnostic::Report;

/// A picture on the page.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Picture {
    /// What it shows.
    pub drawing: Drawing,
    /// How it is drawn.
    pub scene: Scene,
    /// How that is known.
    pub by: By,
}

impl Session {
    /// The pictures that a game of these piles has.
    pub(super) fn pictures_of(&mut self, game: &Arc<Header>) -> Result<Vec<Picture>, Report> {
        let is_heap = game.shape.as_heap().is_some();
        let to = |to: i64| Range {
            from: None,
            to: game
                .shape
                .as_int_tuple()
                .is_none()
                .then_some(to)
                .filter(|to| {
                    game.shape
                        .as_heap()
                        .is_none_or(|bounds| bounds.contains(*to))
                }),
        };
        let wanted: Vec<(Show, Range)> = match (is_heap, game.misere || game.loopy) {
            (true, false) => vec![
                (Show::Values, to(300)),
                (Show::Board(Style::Digits), to(15)),
            ],
            (true, true) => vec![(Show::Board(Style::Losing), to(20))],
            (false, false) => vec![(Show::Best, to(50)), (Show::Board(Style::Losing), to(50))],
            (false, true) => vec![(Show::Board(Style::Losing), to(20))],
        };
        let mut pictures = Vec::new();
        for (show, range) in wanted {
            let drawn = self.picture(game, show, &[range]);
            // Not every game has every picture.
            pictures.extend(part(self.with_scene(drawn))?.ok());
        }
        if let Some(position) = self.small_position(game) {
            let drawn = self.graph(&position);
            let picture = part(self.with_scene(drawn))?.ok();
            pictures.extend(picture.filter(|picture| is_small(&picture.drawing)));
        }
        Ok(pictures)
    }

    fn with_scene(&self, drawn: Result<(Drawing, By), Report>) -> Result<Picture, Report> {
        let (drawing, by) = drawn?;
        let scene = self.reported(drawing.scene(&mut self.budget()))?;
        Ok(Picture { drawing, scene, by })
    }

    /// A position whose graph may be small.
    fn small_position(&mut self, game: &Header) -> Option<Position> {
        let piles = match (game.shape.as_heap(), game.shape.as_int_tuple()) {
            // Where a play may go on for ever, one pile reaches enough.
            (Some(bounds), _) if game.loopy => bounds.hi.map_or(6, |hi| hi.min(6)).to_string(),
            (Some(_), _) => "3, 2".to_string(),
            (None, Some(bounds)) => {
                let numbers = bounds.iter().map(|bounds| {
                    let number = bounds.lo.max(0).saturating_add(2);
                    number.min(bounds.hi.unwrap_or(i64::MAX)).to_string()
                });
                format!("({})", numbers.collect::<Vec<_>>().join(", "))
            }
            (None, None) => "[2, 2]".to_string(),
        };
        let text = format!("{}[{piles}]", game.label);
        // Not every game has such a pile.
        self.position(None, &[text]).ok()
    }
}

/// Whether a graph can be taken in at a glance.
fn is_small(drawing: &Drawing) -> bool {
    /// The most positions.
    const MOST: usize = 50;
    matches!(&drawing.content, Content::Graph(graph) if graph.nodes.len() <= MOST)
}
