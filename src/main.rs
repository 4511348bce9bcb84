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

/// Rules and positions are nested less deep than this needs.
const STACK_BYTES: usize = 64 << 20;

fn main() -> ExitCode {
    let worker = std::thread::Builder::new()
        .name("nimrule".to_owned())
        .stack_size(STACK_BYTES)
        .spawn(|| nimrule::app::cli::run(std::env::args_os()));
    match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(code)) => ExitCode::from(code),
        // The worker panicked and said so.
        Ok(Err(_)) => ExitCode::from(101),
        Err(error) => {
            eprintln!("nimrule: no thread could be started: {error}");
            ExitCode::from(3)
        }
    }
}
