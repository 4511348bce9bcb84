//! The clock that limits of time are told by.

use std::time::Duration;

/// The time since a moment that stays the same.
pub type Clock = fn() -> Duration;

/// The clock of the system. WebAssembly has none: there the time stands still, and whoever sets a limit of time brings a
/// clock as [`Limits::clock`](super::budget::Limits::clock).
pub fn system() -> Duration {
    #[cfg(not(target_family = "wasm"))]
    {
        use std::sync::LazyLock;
        use std::time::Instant;

        static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
        BEGUN.elapsed()
    }
    #[cfg(target_family = "wasm")]
    Duration::ZERO
}
