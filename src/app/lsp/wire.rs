//! Messages as they come and go: a header with the length, then JSON. What is wrong with one leaves the next one readable.

use std::io::{self, BufRead, Read, Write};

use lsp_server::{ErrorCode, Message};
use serde_json::{Value, json};

/// The longest message that is read, in bytes.
const LONGEST: u64 = 32 << 20;

/// The longest line of a header.
const LONGEST_LINE: u64 = 4 << 10;

/// The most lines of a header.
const MOST_LINES: usize = 64;

#[derive(Debug)]
pub enum Incoming {
    Message(Message),
    /// No message: what is wrong with it, and the number of the request that it seems to be.
    Wrong(ErrorCode, String, Value),
}

/// The next message. `None`: the client has gone.
///
/// # Errors
/// Nobody knows where the next message begins.
pub fn read(input: &mut impl BufRead) -> io::Result<Option<Incoming>> {
    let wrong = |why: &str| io::Error::new(io::ErrorKind::InvalidData, why.to_owned());
    let mut length = None;
    for count in 0..=MOST_LINES {
        let mut line = String::new();
        let read = input.by_ref().take(LONGEST_LINE).read_line(&mut line)?;
        if read == 0 && count == 0 {
            return Ok(None);
        }
        let line = line.strip_suffix('\n').ok_or(wrong("no header"))?;
        let line = line.trim_end_matches('\r');
        if line.is_empty() {
            break;
        }
        let (name, value) = line.split_once(':').ok_or(wrong("no header"))?;
        if name.eq_ignore_ascii_case("Content-Length") {
            length = value.trim().parse::<u64>().ok();
        }
    }
    let length = length.ok_or(wrong("a header without a length"))?;
    let mut body = input.by_ref().take(length);
    if length > LONGEST {
        io::copy(&mut body, &mut io::sink())?;
        let why = format!("a message of {length} bytes is too long");
        return Ok(Some(Incoming::Wrong(
            ErrorCode::InvalidRequest,
            why,
            Value::Null,
        )));
    }
    let mut bytes = Vec::new();
    if (body.read_to_end(&mut bytes)? as u64) < length {
        return Ok(None);
    }
    Ok(Some(message(&bytes)))
}

fn message(bytes: &[u8]) -> Incoming {
    let value: Value = match serde_json::from_slice(bytes) {
        Ok(value) => value,
        Err(error) => {
            return Incoming::Wrong(ErrorCode::ParseError, error.to_string(), Value::Null);
        }
    };
    let id = value.get("id").cloned().unwrap_or_default();
    match serde_json::from_value(value) {
        // What has a number is answered.
        Ok(Message::Notification(_)) if !id.is_null() => {
            let why = "the number of a request is a number or a text";
            Incoming::Wrong(ErrorCode::InvalidRequest, why.to_owned(), id)
        }
        Ok(message) => Incoming::Message(message),
        Err(error) => Incoming::Wrong(ErrorCode::InvalidRequest, error.to_string(), id),
    }
}

/// Says that what came in is no message.
pub fn refuse(out: &mut impl Write, code: ErrorCode, why: &str, id: &Value) -> io::Result<()> {
    let error = json!({ "code": code as i32, "message": why });
    let text = json!({ "jsonrpc": "2.0", "id": id, "error": error }).to_string();
    write!(out, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    out.flush()
}
