//! What is said where plays may go on for ever and no answer is found.

use crate::solve::positions::nodes::{Id, Node};
use crate::solve::solver::Solver;
use crate::text::diagnostic::{Cause, Diagnostic};
use crate::work::Failure;

/// The complaint that a question has no answer after a look at so many positions.
pub(super) fn not_known(
    solver: &mut Solver,
    question: &str,
    looked: u64,
    smallest: Option<Id>,
) -> Failure {
    let left_out = match smallest {
        Some(id) => format!("; the smallest one left out is {}", solver.describe(id)),
        None => String::new(),
    };
    Diagnostic::error(
        "search_limit",
        format!("{question} is not known within {looked} positions{left_out}"),
    )
    .help("plays go on to ever more positions, and what lies there may decide")
    .cause(Cause::Limit)
    .into()
}

impl Solver {
    /// The complaint about a circle that a play of a game without `loopy` runs into, in a game with it. The circle is the end
    /// of the path from that place on.
    pub(in crate::solve) fn way_into_loop(
        &mut self,
        path: &[Id],
        circle: usize,
    ) -> Option<Failure> {
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
