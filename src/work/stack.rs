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

/// What one step of a recursion takes at most that makes room for its next step itself.
const STEP: usize = 256 << 10;

/// Does one step of a recursion with enough room for it. In a loop this is cheaper than [`with_room`], which would add a segment
/// every time in a thread whose stack is smaller than a walk's room.
pub(crate) fn with_room_for_a_step<T>(work: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(STEP, SEGMENT, work)
}
