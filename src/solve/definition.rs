//! Grundy values by the definition: the mex over the options, xor over the parts.
//!
//! Every search keeps its own stack, so that the depth of a game is bounded by memory alone. A node that is met while it is
//! being worked out closes a cycle, which is reported.

use std::cmp::Reverse;

use super::positions::nodes::{Id, Node};
use super::positions::options::Components;
use super::positions::table::{OPEN, UNKNOWN};
use super::solver::Solver;
use crate::expr::machine::Then;
use crate::expr::position::GameId;
use crate::kernel::seen::Seen;
use crate::text::diagnostic::Diagnostic;
use crate::work::Failure;
use crate::work::budget::Account;

/// A component whose Grundy value is being worked out.
struct Frame {
    node: Id,
    seen: Seen,
    /// Where its unsettled options begin on the stack of options.
    first: usize,
}

/// Options on a stack, each a few nodes, with unknown values among them.
#[derive(Default)]
struct Pending {
    nodes: Vec<Id>,
    /// For each option where its nodes begin.
    starts: Vec<usize>,
}

impl Pending {
    fn push(&mut self, nodes: &[Id]) {
        self.starts.push(self.nodes.len());
        self.nodes.extend_from_slice(nodes);
    }

    fn last(&self) -> &[Id] {
        let start = self.starts.last().expect("an option is on the stack");
        &self.nodes[*start..]
    }

    fn pop(&mut self) {
        if let Some(start) = self.starts.pop() {
            self.nodes.truncate(start);
        }
    }

    fn memory(&self) -> u64 {
        (self.nodes.capacity() * size_of::<Id>() + self.starts.capacity() * size_of::<usize>())
            as u64
    }
}

impl Solver {
    /// The Grundy value of a component: the mex over its options of the xor of their parts.
    pub(crate) fn grundy_of(&mut self, root: Id) -> Result<u32, Failure> {
        if let Some(value) = self.grundy.get(root) {
            return Ok(value);
        }
        if let Some(value) = self.grundy_by_kinds(root)? {
            return Ok(value);
        }
        let mut frames: Vec<Frame> = Vec::new();
        let mut pending = Pending::default();
        let result = self.grundy_search(root, &mut frames, &mut pending);
        self.positions.machine.budget.hold(Account::Stacks, 0);
        if result.is_err() {
            // What was begun is unknown again.
            for frame in &frames {
                self.grundy.set(frame.node, UNKNOWN);
            }
        }
        result
    }

    fn grundy_search(
        &mut self,
        root: Id,
        frames: &mut Vec<Frame>,
        pending: &mut Pending,
    ) -> Result<u32, Failure> {
        self.open_component(root, frames, pending)?;
        loop {
            let Some(frame) = frames.last_mut() else {
                let value = self.grundy.get(root);
                return value.ok_or_else(|| Diagnostic::internal("a search found no value").into());
            };
            if pending.starts.len() == frame.first {
                let value = frame.seen.mex();
                self.grundy.set(frame.node, value);
                frames.pop();
                continue;
            }
            let mut xor = 0;
            let mut missing = None;
            for id in pending.last() {
                match self.grundy.raw(*id) {
                    UNKNOWN => {
                        missing = Some(*id);
                        break;
                    }
                    OPEN => return Err(self.cycle(frames, *id)),
                    value => xor ^= value,
                }
            }
            match missing {
                Some(id) => self.open_component(id, frames, pending)?,
                None => {
                    frame.seen.insert(xor);
                    pending.pop();
                }
            }
        }
    }

    /// Begins the work on a component: options whose values are known go to the set, the others to the stack.
    fn open_component(
        &mut self,
        node: Id,
        frames: &mut Vec<Frame>,
        pending: &mut Pending,
    ) -> Result<(), Failure> {
        self.grundy.set(node, OPEN);
        frames.push(Frame {
            node,
            seen: Seen::default(),
            first: pending.starts.len(),
        });
        self.positions.machine.budget.step()?;
        if frames.len().is_multiple_of(1024) || pending.starts.len() > self.last_checked * 2 {
            self.last_checked = pending.starts.len().max(4096);
            let stacks = pending.memory() + (frames.capacity() * size_of::<Frame>()) as u64;
            self.positions.machine.budget.hold(Account::Stacks, stacks);
            self.check_memory(0)?;
        }
        match self.positions.nodes.node(node) {
            Node::Pile(game, cells) => self.open_pile(game, &cells, frames, pending),
            _ => {
                for option in self.positions.fresh_options(node)? {
                    self.put_option(&option, frames, pending)?;
                }
                Ok(())
            }
        }
    }

    fn open_pile(
        &mut self,
        game: GameId,
        cells: &[i64],
        frames: &mut [Frame],
        pending: &mut Pending,
    ) -> Result<(), Failure> {
        let transitions = self.positions.transitions(game)?;
        let mut raw = std::mem::take(&mut self.positions.scratch);
        let mut unsettled = std::mem::take(&mut self.unsettled);
        unsettled.clear();
        let mut watch = self.positions.watch();
        let mut nodes: Components = Components::new();
        let mut unused = Seen::default();
        let seen = frames
            .last_mut()
            .map_or(&mut unused, |frame| &mut frame.seen);
        let result = transitions.each_option(
            cells,
            &self.positions.book,
            &mut self.positions.machine,
            &mut raw,
            false,
            &mut |options| {
                nodes.clear();
                let mut xor = 0;
                let mut settled = true;
                let mut size = 0i64;
                for (pile, cells) in options.piles(options.len() - 1) {
                    if !pile.alone {
                        // It is looked at later, together with the piles beside it.
                        return Then::GoOn;
                    }
                    let id = self.positions.nodes.pile(pile.game, cells);
                    match self.grundy.raw(id) {
                        UNKNOWN | OPEN => settled = false,
                        value => xor ^= value,
                    }
                    size = cells
                        .iter()
                        .fold(size, |sum, cell| sum.saturating_add(*cell));
                    nodes.push(id);
                }
                options.drop_last();
                if settled {
                    seen.insert(xor);
                } else {
                    unsettled.push((size, nodes.clone()));
                }
                let more = unsettled.len() * size_of::<(i64, Components)>();
                if watch.is_over(&self.positions.nodes, more) {
                    return Then::Stop;
                }
                Then::GoOn
            },
        );
        for option in 0..raw.len() {
            let split = self.positions.option_nodes(game, &raw, option);
            let size = raw
                .piles(option)
                .flat_map(|(_, cells)| cells)
                .fold(0i64, |sum, cell| sum.saturating_add(*cell));
            let nodes = split.stay.into_iter().chain(split.others).collect();
            unsettled.push((size, nodes));
        }
        self.positions.scratch = raw;
        // The smallest piles are solved first, so that the stack stays short where small piles lead to all others: the last
        // option put on the stack is the first one taken off. Where sizes agree, the first option is.
        unsettled.reverse();
        unsettled.sort_by_key(|(size, _)| Reverse(*size));
        let stacks = (unsettled.capacity() * size_of::<(i64, Components)>()) as u64;
        let result = match result {
            Ok(()) => self.positions.watched(&watch),
            Err(fault) => Err(transitions.fault_at(cells, fault)),
        };
        let result = result.and_then(|()| {
            unsettled
                .iter()
                .try_for_each(|(_, nodes)| self.put_option(nodes, frames, pending))
        });
        if stacks < 1 << 20 {
            self.unsettled = unsettled;
        }
        result
    }

    fn put_option(
        &mut self,
        nodes: &[Id],
        frames: &mut [Frame],
        pending: &mut Pending,
    ) -> Result<(), Failure> {
        let mut xor = 0;
        for id in nodes {
            match self.grundy.raw(*id) {
                UNKNOWN => {
                    pending.push(nodes);
                    return Ok(());
                }
                OPEN => return Err(self.cycle(frames, *id)),
                value => xor ^= value,
            }
        }
        if let Some(frame) = frames.last_mut() {
            frame.seen.insert(xor);
        }
        Ok(())
    }

    fn cycle(&mut self, frames: &[Frame], closing: Id) -> Failure {
        let path: Vec<Id> = frames.iter().map(|frame| frame.node).collect();
        self.positions.loop_along(&path, closing, false)
    }
}
