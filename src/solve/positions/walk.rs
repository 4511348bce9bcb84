//! Walks over what can be reached from positions, and the complaint about plays that need never end.

use std::hash::Hash;

use hashbrown::HashSet;
use smallvec::SmallVec;

use super::Positions;
use super::nodes::{Id, Node};
use crate::text::certain::Certain;
use crate::text::diagnostic::Diagnostic;
use crate::text::source::Span;
use crate::work::{Failure, Halt};

/// A walk over all that can be reached, each once; what was `seen` before is passed by.
pub(in crate::solve) struct Walk<'s, N> {
    seen: &'s mut HashSet<N>,
    open: Vec<N>,
}

impl<'s, N: Clone + Eq + Hash> Walk<'s, N> {
    pub(in crate::solve) fn from(
        starts: impl IntoIterator<Item = N>,
        seen: &'s mut HashSet<N>,
    ) -> Walk<'s, N> {
        let mut walk = Walk {
            seen,
            open: Vec::new(),
        };
        starts.into_iter().for_each(|start| walk.add(start));
        walk
    }

    pub(in crate::solve) fn next(&mut self) -> Option<N> {
        self.open.pop()
    }

    /// Goes on to what can be reached.
    pub(in crate::solve) fn add(&mut self, node: N) {
        if self.seen.insert(node.clone()) {
            self.open.push(node);
        }
    }

    /// Bytes in use, about.
    pub(in crate::solve) fn memory(&self) -> u64 {
        let each = size_of::<N>() + size_of::<u64>();
        ((self.seen.capacity() + self.open.capacity()) * each) as u64
    }
}

/// How far a node was worked out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::solve) enum Progress {
    Unknown,
    Open,
    Done,
}

/// What is worked out of nodes from what their options consist of.
pub(in crate::solve) trait Descent {
    fn progress(&self, node: Id) -> Progress;

    /// Begins a node, which is open from now on: the nodes that must be done before it.
    fn begin(&mut self, node: Id, positions: &mut Positions) -> Result<Vec<Id>, Halt>;

    fn finish(&mut self, node: Id, positions: &mut Positions) -> Result<(), Halt>;

    /// A node that was begun is not worked out: it is unknown again.
    fn abandon(&mut self, node: Id);
}

impl Positions {
    /// Works out a node after all that must be done before it. A node that must be done before itself closes a cycle, which is
    /// reported.
    pub(in crate::solve) fn descend(
        &mut self,
        root: Id,
        work: &mut impl Descent,
    ) -> Result<(), Halt> {
        // Each with whether it was begun.
        let mut stack = vec![(root, false)];
        let result = self.descend_along(&mut stack, work);
        // What was begun is unknown again.
        for (node, _) in stack {
            if work.progress(node) == Progress::Open {
                work.abandon(node);
            }
        }
        result
    }

    fn descend_along(
        &mut self,
        stack: &mut Vec<(Id, bool)>,
        work: &mut impl Descent,
    ) -> Result<(), Halt> {
        while let Some(top) = stack.last_mut() {
            let (node, begun) = *top;
            self.machine.budget.step()?;
            if !begun && work.progress(node) == Progress::Unknown {
                top.1 = true;
                let above = stack.len();
                for part in work.begin(node, self)? {
                    match work.progress(part) {
                        Progress::Unknown => stack.push((part, false)),
                        Progress::Open => {
                            let begun = stack.iter().filter(|(_, begun)| *begun);
                            let path: Vec<Id> = begun.map(|(node, _)| *node).collect();
                            return Err(self.loop_along(&path, part, false).into());
                        }
                        Progress::Done => {}
                    }
                }
                if stack.len() > above {
                    self.check_memory((stack.capacity() * size_of::<(Id, bool)>()) as u64)?;
                    continue;
                }
            }
            if work.progress(node) == Progress::Open {
                work.finish(node, self)?;
            }
            stack.pop();
        }
        Ok(())
    }

    /// The complaint about a play from a node back to itself; in a play of whole positions each is shown with its games.
    pub(in crate::solve) fn loop_along(
        &mut self,
        path: &[Id],
        closing: Id,
        whole: bool,
    ) -> Failure {
        let circle = path.iter().rposition(|node| *node == closing);
        let circle = circle.certain("the circle closes on the path");
        if let Some(complaint) = self.way_into_loop(path, circle) {
            return complaint;
        }
        let mut nodes = path[circle..].to_vec();
        nodes.push(closing);
        let span = self.statement_between(nodes[0], nodes[1]);
        let first = self.first_component(nodes[0]);
        let first = first.map(|component| self.nodes.node(component));
        let (game, cells) = match first {
            Some(Node::Pile(game, cells)) => (game, cells),
            Some(Node::Compound(game, _)) => (game, SmallVec::new()),
            _ => unreachable!("a position that can be moved in has a component"),
        };
        let header = self.header_of_node(game);
        // A coordinate that a condition can keep from 0.
        let coords = &header.shape.coords;
        let zero = match coords.iter().find(|coord| coord.is_row()) {
            Some(row) => {
                // Of several piles moved at once none is looked at.
                let piles = header.shape.parts(&cells);
                let mut parts = coords.iter().take(cells.len()).zip(piles);
                let is_empty = parts.any(|(coord, part)| coord.is_row() && part.items().is_empty());
                let name = &row.name;
                Some(match is_empty {
                    true => format!("len({name})"),
                    false => format!("{name}[i]"),
                })
            }
            None => {
                let zero = coords.iter().zip(&cells).find(|(_, cell)| **cell == 0);
                zero.map(|(coord, _)| coord.name.clone())
            }
        };
        let help = match zero {
            _ if nodes[0] != nodes[1] => {
                "make every move lower something, for example with `where k > 0` for an amount `k`"
                    .to_owned()
            }
            Some(coord) => format!(
                "that move changes nothing: bar it with a condition, for example `where {coord} > 0`"
            ),
            None => "that move changes nothing: let what it chooses begin at 1, or bar it with a condition"
                .to_owned(),
        };
        let game = header.label.clone();
        let show = |node: &Id| match whole {
            true => self.describe(*node),
            false => self.short(*node),
        };
        // A long way is shown by its beginning and its end.
        let is_long = nodes.len() > 12;
        if is_long {
            nodes.drain(6..nodes.len() - 4);
        }
        let mut shown: Vec<String> = nodes.iter().map(show).collect();
        if is_long {
            shown.insert(6, "…".to_string());
        }
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
            .help(format!(
                "{help}; or, where a play without end is a draw, write `loopy` in the game"
            ))
            .into()
    }

    /// The statement whose move leads from a pile to another node; of positions with several components the first ones are
    /// looked at.
    fn statement_between(&mut self, from: Id, to: Id) -> Option<Span> {
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
            let node = self.first_component(*node)?;
            if let Node::Pile(game, _) | Node::Compound(game, _) = self.nodes.node(node) {
                let header = self.header(game).ok()?;
                labels.push((header.label.clone(), header.loopy));
            }
        }
        let (to, _) = labels.iter().skip(circle).find(|(_, loopy)| *loopy)?;
        let (from, which) = match labels.iter().find(|(_, loopy)| !loopy) {
            Some((from, _)) => (format!("a play of `{from}`"), format!("`{from}`")),
            None => ("this play".into(), "every game that leads there".into()),
        };
        let message = format!("{from} may lead to `{to}`, where it need never end");
        let complaint = Diagnostic::error("loop", message);
        let complaint = complaint.help(format!("write `loopy` in {which}, too"));
        Some(complaint.into())
    }
}
