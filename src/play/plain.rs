//! A game over plain input and output, without a terminal.

use std::io::{self, BufRead, Write};

use super::talk::Talk;
use crate::report::look::Shown;

/// A longer line is cut.
const LONGEST: u64 = 1 << 16;

/// Plays until the game or the input ends. What is read is written behind the prompt, so that the output can be read by itself.
///
/// `waits` is called with true before a line is awaited and with false when it is there.
pub fn run(
    talk: &mut Talk,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
    waits: &dyn Fn(bool),
) -> io::Result<()> {
    show(&talk.open(), talk, out)?;
    while !talk.is_over() {
        out.write_all(talk.prompt().as_bytes())?;
        out.flush()?;
        waits(true);
        let line = line(input);
        waits(false);
        match line? {
            Some(line) => {
                writeln!(out, "{line}")?;
                out.flush()?;
                show(&talk.hear(&line), talk, out)?;
            }
            None => {
                writeln!(out, "\n{}", talk.farewell().trim_end())?;
                break;
            }
        }
    }
    out.flush()
}

/// Writes what the game says, with nothing in it that a terminal would obey.
fn show(text: &str, talk: &Talk, out: &mut dyn Write) -> io::Result<()> {
    let look = talk.look;
    write!(out, "{}", Shown { text, look })
}

/// The next line without its end; `None` at the end of the input.
fn line(input: &mut dyn BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    io::Read::take(&mut *input, LONGEST).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.len() as u64 == LONGEST && !bytes.ends_with(b"\n") {
        input.skip_until(b'\n')?;
    }
    let text = String::from_utf8_lossy(&bytes);
    Ok(Some(text.trim().to_string()))
}
