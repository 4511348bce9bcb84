//! The program `nimrule`: see [`nimrule::app::cli`].

#![warn(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::process::ExitCode;

// Before anything of the standard library runs, which hides that standard output is closed or was opened for reading only.
#[cfg(unix)]
ctor::declarative::ctor! {
    #[ctor(unsafe)]
    fn look_at_output() {
        use rustix::fs::{OFlags, fcntl_getfl};
        let flags = fcntl_getfl(rustix::stdio::stdout());
        if !flags.is_ok_and(|flags| flags & OFlags::RWMODE != OFlags::RDONLY) {
            nimrule::app::process::refuse();
        }
    }
}

fn main() -> ExitCode {
    ExitCode::from(nimrule::app::cli::run(std::env::args_os()))
}
