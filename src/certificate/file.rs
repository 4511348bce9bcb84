//! Certificates as text.

use std::io::{self, BufReader, Read};

use serde::Deserialize;

use super::{Certificate, FORMAT};
use crate::work::Limit;
use crate::work::budget::Budget;

/// How many bytes are read between two looks at the limits.
const BLOCK: usize = 1 << 16;

/// Why a text is no certificate.
#[derive(Debug)]
pub enum Unread {
    Stopped(Limit),
    /// It is one of another version.
    Outdated(String),
    /// It is no certificate at all.
    Wrong(serde_json::Error),
}

/// A value of one digit and a comma takes four bytes, and up to three times as many while their list grows.
const BYTES_FOR_ONE: u64 = 6;

/// A text that is read within limits.
struct Within<'a> {
    text: &'a [u8],
    budget: &'a mut Budget,
    /// What the part read so far takes.
    bytes: u64,
    stop: Option<Limit>,
}

impl Read for Within<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.text.read(into)?;
        self.bytes += read as u64 * BYTES_FOR_ONE;
        let asked = self
            .budget
            .look()
            .and_then(|()| self.budget.need(self.bytes));
        asked.map_err(|stop| {
            self.stop = Some(stop);
            io::Error::other("a limit was reached")
        })?;
        Ok(read)
    }
}

impl Certificate {
    /// The certificate of a text.
    ///
    /// # Errors
    /// It is none, or a limit was reached.
    #[doc(hidden)]
    pub fn read(text: &[u8], budget: &mut Budget) -> Result<Certificate, Unread> {
        /// What every version has.
        #[derive(Deserialize)]
        struct Header {
            format: String,
        }
        // The mark that some programs put before UTF-8.
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        let outdated = |format: &str| format != FORMAT && format.starts_with("nimrule period");
        let error = match parse::<Certificate>(text, budget) {
            Ok(claim) if outdated(&claim.format) => return Err(Unread::Outdated(claim.format)),
            Err(Unread::Wrong(error)) => error,
            read => return read,
        };
        match parse::<Header>(text, budget) {
            Ok(header) if outdated(&header.format) => Err(Unread::Outdated(header.format)),
            Err(Unread::Stopped(stop)) => Err(Unread::Stopped(stop)),
            _ => Err(Unread::Wrong(error)),
        }
    }
}

fn parse<T: for<'de> Deserialize<'de>>(text: &[u8], budget: &mut Budget) -> Result<T, Unread> {
    let mut within = Within {
        text,
        budget,
        bytes: 0,
        stop: None,
    };
    let read = serde_json::from_reader(BufReader::with_capacity(BLOCK, &mut within));
    read.map_err(|error| match within.stop {
        Some(stop) => Unread::Stopped(stop),
        None => Unread::Wrong(error),
    })
}
