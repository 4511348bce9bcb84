//! Walks over what can be reached from positions.

use std::hash::Hash;

use hashbrown::HashSet;

use super::Positions;
use super::nodes::Id;
use crate::work::Halt;

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

    /// The next one.
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

    /// Ends a node that was begun.
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
}
