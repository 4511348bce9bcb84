//! An answer as text, within the limits.

use std::fmt;

use crate::work::Limit;
use crate::work::budget::Budget;

/// How many bytes of an answer are written between two looks at the limits.
const BYTES_BETWEEN_LOOKS: usize = 1 << 16;

/// A text that stops growing at a limit.
pub(super) struct Written {
    pub(super) text: String,
    pub(super) budget: Budget,
    pub(super) look_at: usize,
    pub(super) stop: Option<Limit>,
}

impl fmt::Write for Written {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        if self.text.len() >= self.look_at {
            self.look_at = self.text.len() + BYTES_BETWEEN_LOOKS;
            let budget = &mut self.budget;
            // The text may have to move when it grows.
            let room = budget.need(self.text.len() as u64 * 3);
            if let Err(stop) = room.and_then(|()| budget.look()) {
                self.stop = Some(stop);
                return Err(fmt::Error);
            }
        }
        self.text.push_str(part);
        Ok(())
    }
}
