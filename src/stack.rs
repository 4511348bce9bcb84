//! Room on the stack for what recurses over a text, whatever thread it runs in.
//!
//! How deep that goes is bounded: an expression is nested so deep at most (`syntax`), and definitions need each other in so
//! many steps at most (`rules`). Here the room for it is made, enough for a debug build.

/// What a walk over one expression takes at most.
const ROOM: usize = 2 << 20;

/// How much is added where there is less; of it only what is used costs memory.
const SEGMENT: usize = 16 << 20;

/// Does the work with enough room for a walk over one expression.
pub(crate) fn with_room<T>(work: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(ROOM, SEGMENT, work)
}
