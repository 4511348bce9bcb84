//! The program `nimrule`: see [`nimrule::cli`].

use std::process::ExitCode;

/// Rules and positions are nested less deep than this needs.
const STACK_BYTES: usize = 64 << 20;

fn main() -> ExitCode {
    let worker = std::thread::Builder::new()
        .name("nimrule".to_owned())
        .stack_size(STACK_BYTES)
        .spawn(|| nimrule::cli::run(std::env::args_os()));
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
