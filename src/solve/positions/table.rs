//! What is known of positions, by node.

use super::nodes::Id;

/// A value that is not known.
pub(in crate::solve) const UNKNOWN: u32 = u32::MAX;
/// A value that is being worked out.
pub(in crate::solve) const OPEN: u32 = u32::MAX - 1;

/// Values by node, any of them unknown.
#[derive(Debug, Default)]
pub(crate) struct Table {
    values: Vec<u32>,
}

impl Table {
    #[inline]
    pub(in crate::solve) fn raw(&self, id: Id) -> u32 {
        self.values.get(id as usize).copied().unwrap_or(UNKNOWN)
    }

    /// The value, where it is known.
    #[inline]
    pub(crate) fn get(&self, id: Id) -> Option<u32> {
        Some(self.raw(id)).filter(|&value| value < OPEN)
    }

    #[inline]
    pub(in crate::solve) fn set(&mut self, id: Id, value: u32) {
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
