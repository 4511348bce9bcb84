//! Values by the definition: the mex over the options, xor over the parts; won where some option is lost.
//!
//! Every search keeps its own stack, so that the depth of a game is bounded by memory alone. A node that is met while it is
//! being worked out closes a cycle, which is reported.

use smallvec::SmallVec;

use super::nodes::{Id, Node};
use super::options::Components;
use super::solver::Solver;
use super::trouble::Trouble;
use crate::expr::position::GameId;
use crate::transition::options::Options;

/// A value that is not known.
const UNKNOWN: u32 = u32::MAX;
/// A value that is being worked out.
const OPEN: u32 = u32::MAX - 1;

/// Values by node, any of them unknown.
#[derive(Debug, Default)]
pub(crate) struct Table {
    values: Vec<u32>,
}

impl Table {
    #[inline]
    fn raw(&self, id: Id) -> u32 {
        self.values.get(id as usize).copied().unwrap_or(UNKNOWN)
    }

    /// The value, where it is known.
    #[inline]
    pub(crate) fn get(&self, id: Id) -> Option<u32> {
        Some(self.raw(id)).filter(|&value| value < OPEN)
    }

    #[inline]
    fn set(&mut self, id: Id, value: u32) {
        let place = id as usize;
        if self.values.len() <= place {
            self.values.resize(place + 1, UNKNOWN);
        }
        if let Some(slot) = self.values.get_mut(place) {
            *slot = value;
        }
    }

    pub(crate) fn memory(&self) -> u64 {
        (self.values.capacity() * size_of::<u32>()) as u64
    }
}

/// A set of small values.
#[derive(Debug, Clone, Default)]
pub(crate) struct Seen {
    words: SmallVec<[u64; 2]>,
}

impl Seen {
    #[inline]
    pub(crate) fn insert(&mut self, value: u32) {
        let word = (value / 64) as usize;
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        if let Some(slot) = self.words.get_mut(word) {
            *slot |= 1 << (value % 64);
        }
    }

    /// The least value that is absent.
    pub(crate) fn mex(&self) -> u32 {
        let full = self
            .words
            .iter()
            .take_while(|word| **word == u64::MAX)
            .count();
        let rest = self.words.get(full).map_or(0, |word| word.trailing_ones());
        full as u32 * 64 + rest
    }
}

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
        let start = self.starts.last().copied().unwrap_or(0);
        self.nodes.get(start..).unwrap_or(&[])
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
    pub(crate) fn grundy_of(&mut self, root: Id) -> Result<u32, Trouble> {
        if let Some(value) = self.grundy.get(root) {
            return Ok(value);
        }
        let mut frames: Vec<Frame> = Vec::new();
        let mut pending = Pending::default();
        let result = self.grundy_search(root, &mut frames, &mut pending);
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
    ) -> Result<u32, Trouble> {
        self.open_component(root, frames, pending)?;
        loop {
            let Some(frame) = frames.last_mut() else {
                return Ok(self.grundy.get(root).unwrap_or(0));
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
    ) -> Result<(), Trouble> {
        self.grundy.set(node, OPEN);
        frames.push(Frame {
            node,
            seen: Seen::default(),
            first: pending.starts.len(),
        });
        self.machine.budget.step()?;
        if frames.len().is_multiple_of(1024) || pending.starts.len() > self.last_checked * 2 {
            self.last_checked = pending.starts.len().max(4096);
            let stacks = pending.memory() + (frames.capacity() * size_of::<Frame>()) as u64;
            self.check_memory_with(stacks)?;
        }
        match self.nodes.node(node) {
            Node::Pile(game, cells) => {
                let mut raw = std::mem::take(&mut self.scratch);
                let result = self
                    .raw_options(game, &cells, &mut raw, false)
                    .and_then(|()| self.sort_options(game, &raw, frames, pending));
                self.scratch = raw;
                result
            }
            _ => {
                for option in self.component_options(node)?.iter() {
                    self.put_option(option, frames, pending)?;
                }
                Ok(())
            }
        }
    }

    fn sort_options(
        &mut self,
        game: GameId,
        raw: &Options,
        frames: &mut [Frame],
        pending: &mut Pending,
    ) -> Result<(), Trouble> {
        // The smallest piles are solved first, so that the stack stays short where small piles lead to all others: the last
        // option put on the stack is the first one taken off.
        let mut order: Vec<(i64, usize)> = (0..raw.len())
            .map(|option| {
                let size = raw
                    .piles(option)
                    .flat_map(|(_, cells)| cells)
                    .fold(0i64, |sum, cell| sum.saturating_add(*cell));
                (size, option)
            })
            .collect();
        if order
            .windows(2)
            .any(|pair| matches!(pair, [a, b] if a.0 < b.0))
        {
            order.sort_unstable_by(|a, b| b.cmp(a));
        }
        let mut nodes: Components = Components::new();
        for (_, option) in order {
            nodes.clear();
            if self.is_simple(raw, option, game) {
                nodes.extend(
                    raw.piles(option)
                        .map(|(pile, cells)| self.nodes.pile(pile.game, cells)),
                );
            } else {
                let split = self.option_nodes(game, raw, option);
                nodes.extend(split.stay);
                nodes.extend(split.others);
            }
            self.put_option(&nodes, frames, pending)?;
        }
        Ok(())
    }

    /// Whether all piles of an option are components by themselves.
    fn is_simple(&mut self, raw: &Options, option: usize, game: GameId) -> bool {
        raw.piles(option)
            .all(|(pile, _)| pile.game == game || self.moves_in_one(pile.game))
    }

    fn put_option(
        &mut self,
        nodes: &[Id],
        frames: &mut [Frame],
        pending: &mut Pending,
    ) -> Result<(), Trouble> {
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

    fn cycle(&mut self, frames: &[Frame], closing: Id) -> Trouble {
        let path: Vec<Id> = frames.iter().map(|frame| frame.node).collect();
        self.loop_along(&path, closing)
    }

    /// The complaint about a play from a node back to itself.
    fn loop_along(&mut self, path: &[Id], closing: Id) -> Trouble {
        let from = path.iter().rposition(|node| *node == closing).unwrap_or(0);
        let mut nodes = path.get(from..).unwrap_or(&[]).to_vec();
        nodes.push(closing);
        let span = match nodes.as_slice() {
            [first, second, ..] => self.statement_between(*first, *second),
            _ => None,
        };
        let game = match nodes.first().map(|node| self.nodes.node(*node)) {
            Some(Node::Pile(game, _) | Node::Compound(game, _)) => self
                .header(game)
                .map(|header| header.label.clone())
                .unwrap_or_default(),
            Some(Node::Sum(components)) => components
                .first()
                .map(|component| self.describe(*component))
                .and_then(|text| text.split_once('[').map(|(label, _)| label.to_string()))
                .unwrap_or_default(),
            None => String::new(),
        };
        // A long way is shown by its beginning and its end.
        let shown: Vec<String> = if nodes.len() > 12 {
            let (head, tail) = (nodes.get(..6), nodes.get(nodes.len() - 4..));
            let mut texts: Vec<String> = head
                .unwrap_or(&[])
                .iter()
                .map(|node| self.short(*node))
                .collect();
            texts.push("…".to_string());
            texts.extend(tail.unwrap_or(&[]).iter().map(|node| self.short(*node)));
            texts
        } else {
            nodes.iter().map(|node| self.short(*node)).collect()
        };
        Trouble::Loop {
            game,
            cycle: shown,
            span,
        }
    }

    /// The statement whose move leads from a pile to another node.
    fn statement_between(&mut self, from: Id, to: Id) -> Option<crate::source::Span> {
        let (from, to) = match (self.nodes.node(from), self.nodes.node(to)) {
            (Node::Sum(from), Node::Sum(to)) => (*from.first()?, *to.first()?),
            _ => (from, to),
        };
        let Node::Pile(game, cells) = self.nodes.node(from) else {
            return None;
        };
        let mut raw = Options::default();
        self.raw_options(game, &cells, &mut raw, true).ok()?;
        let option = (0..raw.len()).find(|option| {
            let nodes = self.option_nodes(game, &raw, *option);
            nodes.stay.contains(&to) || nodes.others.contains(&to)
        })?;
        let rule = raw.marks.get(option)?.rule;
        let transitions = self.transitions(game).ok()?;
        transitions.game.moves.get(rule).map(|rule| rule.span)
    }

    /// Whether the player to move wins a whole position, by the definition: some option is lost. The last move wins, or
    /// loses in misère play.
    pub(crate) fn first_wins(&mut self, root: Id, misere: bool) -> Result<bool, Trouble> {
        Ok(self.whole(root, misere, Whole::Outcome)? & 1 == 1)
    }

    /// The outcome and how many moves perfect play lasts: the winner hurries, the loser delays.
    pub(crate) fn remoteness(&mut self, root: Id, misere: bool) -> Result<(bool, u32), Trouble> {
        let value = self.whole(root, misere, Whole::Remoteness)?;
        Ok((value & 1 == 1, value >> 1))
    }

    fn whole(&mut self, root: Id, misere: bool, kind: Whole) -> Result<u32, Trouble> {
        if let Some(value) = self.whole_table(misere, kind).get(root) {
            return Ok(value);
        }
        let mut path: Vec<(Id, usize)> = Vec::new();
        let mut pending: Vec<Id> = Vec::new();
        let result = self.whole_search(root, misere, kind, &mut path, &mut pending);
        if result.is_err() {
            for (node, _) in &path {
                self.whole_table(misere, kind).set(*node, UNKNOWN);
            }
        }
        result
    }

    fn whole_table(&mut self, misere: bool, kind: Whole) -> &mut Table {
        match (kind, misere) {
            (Whole::Outcome, false) => &mut self.outcomes,
            (Whole::Outcome, true) => &mut self.misere_outcomes,
            (Whole::Remoteness, false) => &mut self.remoteness,
            (Whole::Remoteness, true) => &mut self.misere_remoteness,
        }
    }

    /// Works out a whole position. A value is 1 where the player to move wins, plus twice the length for remoteness.
    fn whole_search(
        &mut self,
        root: Id,
        misere: bool,
        kind: Whole,
        path: &mut Vec<(Id, usize)>,
        pending: &mut Vec<Id>,
    ) -> Result<u32, Trouble> {
        let mut best: Vec<Fold> = Vec::new();
        self.open_whole(root, misere, kind, path, pending, &mut best)?;
        loop {
            let (Some((node, first)), Some(fold)) = (path.last().copied(), best.last_mut()) else {
                return Ok(self.whole_table(misere, kind).get(root).unwrap_or(0));
            };
            let decided = kind == Whole::Outcome && fold.wins;
            if decided || pending.len() == first {
                let value = fold.value(misere, kind);
                pending.truncate(first);
                path.pop();
                best.pop();
                self.whole_table(misere, kind).set(node, value);
                continue;
            }
            let Some(child) = pending.last().copied() else {
                continue;
            };
            match self.whole_table(misere, kind).raw(child) {
                UNKNOWN => self.open_whole(child, misere, kind, path, pending, &mut best)?,
                OPEN => {
                    let nodes: Vec<Id> = path.iter().map(|(node, _)| *node).collect();
                    return Err(self.loop_along(&nodes, child));
                }
                value => {
                    fold.add(value);
                    pending.pop();
                }
            }
        }
    }

    fn open_whole(
        &mut self,
        node: Id,
        misere: bool,
        kind: Whole,
        path: &mut Vec<(Id, usize)>,
        pending: &mut Vec<Id>,
        best: &mut Vec<Fold>,
    ) -> Result<(), Trouble> {
        self.whole_table(misere, kind).set(node, OPEN);
        path.push((node, pending.len()));
        best.push(Fold::default());
        self.machine.budget.step()?;
        let stacks = (pending.capacity() * size_of::<Id>() + path.capacity() * 24) as u64;
        self.check_memory_with(stacks)?;
        let mut children = self.whole_options(node)?;
        self.whole_nodes += children.len() as u64 + 1;
        if self.whole_nodes > self.whole_limit {
            return Err(Trouble::TooWide(self.whole_limit));
        }
        // Positions with fewer nodes first: they are likely to be known, and to be lost.
        children.sort_unstable_by(|a, b| b.cmp(a));
        children.dedup();
        if let Some(fold) = best.last_mut() {
            fold.moves = !children.is_empty();
        }
        pending.extend(children);
        Ok(())
    }

    /// The whole positions a turn can lead to.
    pub(crate) fn whole_options(&mut self, node: Id) -> Result<Vec<Id>, Trouble> {
        let Node::Sum(components) = self.nodes.node(node) else {
            return Ok(Vec::new());
        };
        let mut found = Vec::new();
        for (index, component) in components.iter().enumerate() {
            // Equal components stand side by side.
            if index > 0 && components.get(index - 1) == Some(component) {
                continue;
            }
            let options = self.component_options(*component)?;
            let mut rest: Vec<Id> = components.clone();
            rest.remove(index);
            for option in options.iter() {
                let mut all = rest.clone();
                for id in option {
                    if !self.is_terminal(*id)? {
                        all.push(*id);
                    }
                }
                found.push(self.nodes.sum(&mut all));
            }
            self.machine.budget.step()?;
        }
        Ok(found)
    }
}

/// What is worked out of whole positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Whole {
    Outcome,
    Remoteness,
}

/// What is known of a whole position from the options looked at so far.
#[derive(Debug, Clone, Copy, Default)]
struct Fold {
    moves: bool,
    wins: bool,
    /// The shortest win.
    shortest: u32,
    /// The longest loss.
    longest: u32,
}

impl Fold {
    fn add(&mut self, option: u32) {
        let length = (option >> 1) + 1;
        if option & 1 == 0 {
            self.shortest = if self.wins {
                self.shortest.min(length)
            } else {
                length
            };
            self.wins = true;
        } else {
            self.longest = self.longest.max(length);
        }
    }

    fn value(self, misere: bool, kind: Whole) -> u32 {
        let (wins, length) = match (self.moves, self.wins) {
            (false, _) => (misere, 0),
            (true, true) => (true, self.shortest),
            (true, false) => (false, self.longest),
        };
        match kind {
            Whole::Outcome => u32::from(wins),
            Whole::Remoteness => length.min(OPEN / 2 - 1) << 1 | u32::from(wins),
        }
    }
}
