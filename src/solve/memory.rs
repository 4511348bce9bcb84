//! All that a solver remembers.

use super::loopy::Loopy;
use super::values::Values;

/// What is known of plays that may go on for ever, and beside it all else.
pub(crate) struct Memory {
    pub(crate) loopy: Loopy,
    pub(crate) values: Values,
}
