//! Grundy values by the definition: the mex over the options, xor over the parts.
//!
//! The search keeps its own stack, so that the depth of a game is bounded by memory alone. A node that comes up while it is
//! being worked out closes a cycle, which is reported.

use hashbrown::HashSet;

use super::positions::Positions;
use super::positions::nodes::{Id, Node, NodeTable, Nodes, OPEN, UNKNOWN};
use super::positions::options::Components;
use crate::expr::machine::Then;
use crate::expr::position::GameId;
use crate::kernel::Seen;
use crate::moves::options::Options;
use crate::text::certain::Certain;
use crate::work::Failure;
use crate::work::budget::Account;

/// The Grundy values of components that were worked out by the definition.
#[derive(Default)]
pub(crate) struct Definition {
    values: NodeTable,
    frames: Vec<Begun>,
    pending: Pending,
    /// Options of the newest frame whose values are not known yet, each with its size.
    unsettled: Vec<(i64, Components)>,
    /// How many components were begun.
    begun: usize,
    /// The bytes of the stacks when it was last seen whether they have room, and of the sets of all frames but the newest one.
    stacks_seen: u64,
    sets: u64,
    /// Games whose piles no engine is asked for.
    alone: HashSet<GameId>,
}

/// How far the search for a value came.
pub(crate) enum Step {
    Value(u32),
    /// It needs the value of this pile of another game, for which there may be an engine.
    Needs {
        pile: Id,
        game: GameId,
        size: u64,
    },
}

/// A component whose Grundy value is being worked out.
struct Begun {
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
        let start = self.starts.last().certain("an option is on the stack");
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

/// What the parts of an option are worth together.
enum Together {
    Known(u32),
    /// The value of this one is not known.
    Missing(Id),
    /// This one is being worked out.
    Open(Id),
}

fn worth(values: &NodeTable, option: &[Id]) -> Together {
    let mut xor = 0;
    for id in option {
        match values.raw(*id) {
            UNKNOWN => return Together::Missing(*id),
            OPEN => return Together::Open(*id),
            value => xor ^= value,
        }
    }
    Together::Known(xor)
}

/// How many options are looked up together: the processor then waits for the memory of several at once.
const TOGETHER: usize = 16;

/// How many components are begun between two looks at the memory in use.
const BETWEEN_LOOKS: usize = 1024;

/// How many bytes the stacks grow between them, at most.
const BYTES_BETWEEN_LOOKS: u64 = 1 << 20;

/// How many bytes of empty stacks are kept.
const MOST_KEPT: u64 = 1 << 20;

impl Definition {
    pub(crate) fn known(&self, component: Id) -> Option<u32> {
        self.values.get(component)
    }

    /// A value that the search needs, as an engine has it.
    pub(crate) fn settle(&mut self, pile: Id, value: u32) {
        self.values.set(pile, value);
    }

    /// No engine is asked for the piles of a game any more.
    pub(crate) fn leave_alone(&mut self, game: GameId) {
        self.alone.insert(game);
    }

    /// Ends a search. Where it did not come to its end, what was begun is unknown again.
    pub(crate) fn end(&mut self, positions: &Positions) {
        for frame in self.frames.drain(..) {
            self.values.set(frame.node, UNKNOWN);
        }
        self.pending.nodes.clear();
        self.pending.starts.clear();
        (self.sets, self.stacks_seen) = (0, 0);
        if self.stacks() > MOST_KEPT {
            (self.frames, self.pending) = Default::default();
            self.unsettled = Vec::new();
        }
        self.hold(positions);
    }

    /// Says how many bytes the values take, and the stacks while they are in use.
    fn hold(&self, positions: &Positions) {
        let budget = &positions.machine.budget;
        budget.hold(Account::Grundy, self.values.memory());
        let bytes = self.frames.first().map_or(0, |_| self.stacks());
        budget.hold(Account::Stacks, bytes);
    }

    fn stacks(&self) -> u64 {
        let unsettled = self.unsettled.capacity() * size_of::<(i64, Components)>();
        let frames = self.frames.capacity() * size_of::<Begun>();
        self.pending.memory() + self.sets + (frames + unsettled) as u64
    }

    /// Goes on with the search for the value of a component; `asks` for piles of other games than its own.
    pub(crate) fn go_on(
        &mut self,
        root: Id,
        asks: bool,
        positions: &mut Positions,
    ) -> Result<Step, Failure> {
        loop {
            let Some(frame) = self.frames.last_mut() else {
                let value = self.values.get(root).map(Step::Value);
                return value.ok_or(Failure::Bug("a search found no value"));
            };
            if self.pending.starts.len() == frame.first {
                let value = frame.seen.mex();
                self.values.set(frame.node, value);
                self.frames.pop();
                let newest = self.frames.last().map_or(0, |frame| frame.seen.bytes());
                self.sets = self.sets.saturating_sub(newest as u64);
                continue;
            }
            match worth(&self.values, self.pending.last()) {
                Together::Known(value) => {
                    frame.seen.insert(value);
                    self.pending.pop();
                }
                Together::Missing(pile) => match positions.heap(pile) {
                    Some((game, size)) if asks && self.is_of_another(game, root, positions) => {
                        return Ok(Step::Needs { pile, game, size });
                    }
                    _ => self.open(pile, positions)?,
                },
                Together::Open(id) => return Err(self.cycle(id, positions)),
            }
        }
    }

    fn is_of_another(&self, game: GameId, root: Id, positions: &Positions) -> bool {
        let own = match positions.nodes.node(root) {
            Node::Pile(own, _) | Node::Compound(own, _) => Some(own),
            Node::Sum(_) => None,
        };
        own != Some(game) && !self.alone.contains(&game)
    }

    /// Begins the search for the Grundy value of a component: the mex over its options of the xor of their parts.
    pub(crate) fn open(&mut self, node: Id, positions: &mut Positions) -> Result<(), Failure> {
        self.values.set(node, OPEN);
        self.sets += self.frames.last().map_or(0, |frame| frame.seen.bytes()) as u64;
        self.frames.push(Begun {
            node,
            seen: Seen::default(),
            first: self.pending.starts.len(),
        });
        positions.machine.budget.step()?;
        self.begun += 1;
        if self.begun.is_multiple_of(BETWEEN_LOOKS)
            || self.stacks() > self.stacks_seen + BYTES_BETWEEN_LOOKS
        {
            self.stacks_seen = self.stacks();
            self.hold(positions);
            positions.check_memory(0)?;
        }
        match positions.nodes.node(node) {
            Node::Pile(game, cells) => self.list_pile(game, &cells, positions)?,
            _ => {
                let options = positions.fresh_options(node)?.into_iter();
                self.unsettled.clear();
                self.unsettled.extend(options.map(|option| (0, option)));
            }
        }
        for (_, option) in &self.unsettled {
            match (worth(&self.values, option), self.frames.last_mut()) {
                (Together::Known(value), Some(frame)) => {
                    frame.seen.insert(value);
                }
                (Together::Open(id), _) => return Err(self.cycle(id, positions)),
                _ => self.pending.push(option),
            }
        }
        Ok(())
    }

    /// Lists the options of a pile whose values are not known; the others go to the set of the newest frame.
    fn list_pile(
        &mut self,
        game: GameId,
        cells: &[i64],
        positions: &mut Positions,
    ) -> Result<(), Failure> {
        let (values, unsettled) = (&self.values, &mut self.unsettled);
        let frame = self.frames.last_mut();
        let seen = &mut frame.certain("the pile was opened").seen;
        unsettled.clear();
        // The components of the options, and for each where they end.
        let (mut sought, mut ids) = (Vec::with_capacity(TOGETHER), Vec::with_capacity(TOGETHER));
        let (mut ends, mut alone) = (Vec::with_capacity(TOGETHER), true);
        let mut settle = |nodes: &mut Nodes, options: &mut Options| {
            // Others are looked at later, together with the piles beside them.
            alone &= options.all_alone();
            if !alone {
                return 0;
            }
            for option in 0..options.len() {
                let piles = options.piles(option);
                sought.extend(piles.map(|(pile, cells)| nodes.seek(pile.game, cells)));
                ends.push(sought.len());
            }
            ids.extend(sought.drain(..).map(|sought| nodes.found(sought)));
            let mut start = 0;
            for (option, end) in ends.drain(..).enumerate() {
                let components = &ids[start..end];
                match worth(values, components) {
                    Together::Known(value) => {
                        seen.insert(value);
                    }
                    _ => {
                        unsettled.push((size(options, option), Components::from_slice(components)))
                    }
                }
                start = end;
            }
            ids.clear();
            options.clear();
            unsettled.len() * size_of::<(i64, Components)>()
        };
        positions.each_option(game, cells, |nodes, options| {
            let kept = match options.len().is_multiple_of(TOGETHER) {
                true => settle(nodes, options),
                false => 0,
            };
            (Then::GoOn, kept)
        })?;
        settle(&mut positions.nodes, &mut positions.listed);
        for option in 0..positions.listed.len() {
            let size = size(&positions.listed, option);
            let option = positions.listed_option(game, option);
            unsettled.push((size, option.components()));
        }
        // The options farthest from the pile are solved first, so that the stack stays short where far ones lead to fewer piles
        // than near ones do, in rules that take away and in rules that add: the last option put on the stack is the first one
        // taken off. Where distances agree, the first option is.
        let own = sum(cells);
        unsettled.reverse();
        unsettled.sort_by_key(|(size, _)| size.abs_diff(own));
        Ok(())
    }

    fn cycle(&self, closing: Id, positions: &mut Positions) -> Failure {
        let path: Vec<Id> = self.frames.iter().map(|frame| frame.node).collect();
        positions.loop_along(&path, closing, false)
    }
}

/// The sum of all numbers of an option.
fn size(options: &Options, option: usize) -> i64 {
    sum(options.piles(option).flat_map(|(_, cells)| cells))
}

fn sum<'c>(cells: impl IntoIterator<Item = &'c i64>) -> i64 {
    cells
        .into_iter()
        .fold(0, |sum: i64, cell| sum.saturating_add(*cell))
}
