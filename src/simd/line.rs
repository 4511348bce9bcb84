//! Loops in plain Rust, compiled again for wider vectors; the widest version the machine runs is chosen at each call.
#![allow(unsafe_code)]

use super::Level;

/// A loop that the compiler makes vector instructions of. Its method has to be `#[inline(always)]` to become part of the
/// version for each width.
pub trait Loop {
    /// Does the work.
    fn run(&mut self);
}

/// Runs a loop with vectors of a width, but of none that the machine lacks.
#[inline]
pub fn run<L: Loop>(level: Level, work: &mut L) {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2")]
        fn avx2<L: Loop>(work: &mut L) {
            work.run();
        }
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
        fn avx512<L: Loop>(work: &mut L) {
            work.run();
        }
        match level.min(Level::best()) {
            // SAFETY: the level is at most the best one, which is chosen only where the machine has AVX2 or more.
            Level::Avx2 => return unsafe { avx2(work) },
            // SAFETY: the best level is this one only where the machine has these parts of AVX-512.
            Level::Avx512 => return unsafe { avx512(work) },
            Level::Portable => {}
        }
    }
    let _ = level;
    work.run();
}
