//! Answers as text, within the limits.

use std::io::{self, Write};

use super::budget::Budget;
use crate::text::diagnostic::Diagnostic;

/// How many bytes are written between two looks at the limits.
const BYTES_BETWEEN_LOOKS: usize = 1 << 16;

/// A text that stops growing at a limit, which is the error then.
pub(crate) struct Written<'a> {
    text: &'a mut Vec<u8>,
    budget: &'a mut Budget,
    look_at: usize,
}

impl<'a> Written<'a> {
    pub(crate) fn to(text: &'a mut Vec<u8>, budget: &'a mut Budget) -> Written<'a> {
        Written {
            look_at: text.len() + BYTES_BETWEEN_LOOKS,
            text,
            budget,
        }
    }
}

impl Write for Written<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.text.len() >= self.look_at {
            self.look_at = self.text.len() + BYTES_BETWEEN_LOOKS;
            // It moves when it grows, and becomes a text.
            let room = self.budget.need(self.text.len() as u64 * 4);
            let room = room.and_then(|()| self.budget.look());
            room.map_err(|limit| io::Error::other(Diagnostic::from(limit)))?;
        }
        self.text.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
