//! Loops of the line engines, in the vector widths of this machine.
//!
//! Each loop is an ordinary safe function that is always inlined; here it is compiled again with wider vectors allowed, and
//! the widest version the machine runs is chosen at each call.
#![allow(unsafe_code)]

use super::Level;

/// `level`, but not more than what the machine has, so that no caller can ask for instructions it lacks.
#[inline]
fn usable(level: Level) -> Level {
    match level {
        Level::Portable => Level::Portable,
        _ => level.min(Level::best()),
    }
}

/// Defines a function that runs `$body` in the widest usable version.
macro_rules! in_width {
    ($(#[$doc:meta])* $name:ident [$($gen:tt)*] ($($arg:ident: $ty:ty),* $(,)?) $(-> $ret:ty)?, $body:path) => {
        $(#[$doc])*
        #[inline]
        pub fn $name<$($gen)*>(level: Level, $($arg: $ty),*) $(-> $ret)? {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2")]
                fn avx2<$($gen)*>($($arg: $ty),*) $(-> $ret)? {
                    $body($($arg),*)
                }
                #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
                fn avx512<$($gen)*>($($arg: $ty),*) $(-> $ret)? {
                    $body($($arg),*)
                }
                match usable(level) {
                    // SAFETY: `usable` returns this level only where the machine has AVX2.
                    Level::Avx2 => return unsafe { avx2($($arg),*) },
                    // SAFETY: `usable` returns this level only where the machine has these parts of AVX-512.
                    Level::Avx512 => return unsafe { avx512($($arg),*) },
                    Level::Portable => {}
                }
            }
            #[cfg(not(target_arch = "x86_64"))]
            let _ = usable(level);
            $body($($arg),*)
        }
    };
}

in_width! {
    /// One level of one block of piles: see [`crate::kernel::levels::settle`].
    settle [] (pass: &mut crate::kernel::levels::Pass<'_>), crate::kernel::levels::settle
}
