//! The complaint about plays that need never end.

use super::Positions;
use super::nodes::{Id, Node};
use crate::text::diagnostic::Diagnostic;
use crate::work::Failure;

impl Positions {
    /// The complaint about a play from a node back to itself; in a play of whole positions each is shown with its games.
    pub(in crate::solve) fn loop_along(
        &mut self,
        path: &[Id],
        closing: Id,
        whole: bool,
    ) -> Failure {
        let circle = path.iter().rposition(|node| *node == closing);
        let circle = circle.expect("the circle closes on the path");
        if let Some(complaint) = self.way_into_loop(path, circle) {
            return complaint;
        }
        let mut nodes = path[circle..].to_vec();
        nodes.push(closing);
        let span = self.statement_between(nodes[0], nodes[1]);
        let first = self.first_component(nodes[0]);
        let first = first.map(|component| self.nodes.node(component));
        let Some(Node::Pile(game, _) | Node::Compound(game, _)) = first else {
            unreachable!("a position that can be moved in has a component");
        };
        let game = self.header_of_node(game).label.clone();
        let mut show = |node: &Id| {
            if whole {
                self.describe(*node)
            } else {
                self.short(*node)
            }
        };
        // A long way is shown by its beginning and its end.
        let shown: Vec<String> = if nodes.len() > 12 {
            let mut texts: Vec<String> = nodes[..6].iter().map(&mut show).collect();
            texts.push("…".to_string());
            texts.extend(nodes[nodes.len() - 4..].iter().map(&mut show));
            texts
        } else {
            nodes.iter().map(&mut show).collect()
        };
        let error = Diagnostic::error("loop", format!("a play of `{game}` need never end"));
        let cycle = shown.join(" -> ");
        let error = match span {
            Some(span) => error.label(span, cycle),
            None => Diagnostic {
                message: format!("{}: {cycle}", error.message),
                ..error
            },
        };
        error
            .help("make every move lower something, for example by `where a > b`; or, where a play without end is a draw, write `loopy` in the game")
            .into()
    }

    /// The statement whose move leads from a pile to another node; of positions with several components the first ones are
    /// looked at.
    fn statement_between(&mut self, from: Id, to: Id) -> Option<crate::text::source::Span> {
        let from = self.first_component(from)?;
        let to = self.first_component(to)?;
        let Node::Pile(game, cells) = self.nodes.node(from) else {
            return None;
        };
        self.list(game, &cells, true).ok()?;
        let options = 0..self.listed.len();
        let mut leading = options.filter(|option| {
            let left = self.nodes.option(game, &self.listed, *option);
            left.components().contains(&to)
        });
        let option = leading.next()?;
        let rule = self.listed.marks.get(option)?.rule;
        let transitions = self.transitions(game).ok()?;
        transitions.game.moves.get(rule).map(|rule| rule.span)
    }

    fn first_component(&self, node: Id) -> Option<Id> {
        match self.nodes.node(node) {
            Node::Sum(components) => components.first().copied(),
            _ => Some(node),
        }
    }

    /// The complaint about a circle that a play of a game without `loopy` runs into, in a game with it. The circle is the end
    /// of the path from that place on.
    fn way_into_loop(&mut self, path: &[Id], circle: usize) -> Option<Failure> {
        let mut labels = Vec::with_capacity(path.len());
        for node in path {
            let node = match self.nodes.node(*node) {
                Node::Sum(components) => *components.first()?,
                _ => *node,
            };
            if let Node::Pile(game, _) | Node::Compound(game, _) = self.nodes.node(node) {
                let header = self.header(game).ok()?;
                labels.push((header.label.clone(), header.loopy));
            }
        }
        let (to, _) = labels.iter().skip(circle).find(|(_, loopy)| *loopy)?;
        let (from, which) = match labels.iter().find(|(_, loopy)| !loopy) {
            Some((from, _)) => (format!("a play of `{from}`"), format!("`{from}`")),
            None => (
                "this play".to_string(),
                "every game that leads there".to_string(),
            ),
        };
        let message = format!("{from} may lead to `{to}`, where it need never end");
        let complaint = Diagnostic::error("loop", message);
        Some(
            complaint
                .help(format!("write `loopy` in {which}, too"))
                .into(),
        )
    }
}
