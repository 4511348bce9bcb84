//! Standard output.

use std::io::{self, StdoutLock, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether nothing can be written to standard output. The standard library hides that: it opens the null device in place of
/// what was closed when the process began, so that [`refuse`] has to be called before.
static REFUSED: AtomicBool = AtomicBool::new(false);

/// Says that standard output was closed when the process began.
pub fn refuse() {
    REFUSED.store(true, Ordering::Relaxed);
}

/// Standard output, where writing fails if it is closed.
pub fn standard() -> Standard {
    Standard(io::stdout().lock())
}

/// See [`standard`].
#[derive(Debug)]
pub struct Standard(StdoutLock<'static>);

fn open() -> io::Result<()> {
    match REFUSED.load(Ordering::Relaxed) {
        true => Err(io::Error::other("standard output is closed")),
        false => Ok(()),
    }
}

impl Write for Standard {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        open()?;
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
