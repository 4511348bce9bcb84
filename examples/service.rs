//! A web service for rules that nobody checked: each request has 100 ms and 50 MB.
//!
//! `cargo run --example service`, then `curl --data 'game nim { take any } ? best(nim[3, 5])' localhost:8080`. What stands
//! behind the last `?` is the question.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

use nimrule::{Cause, Limits, Report, Rulebook, Session, Settings};

/// A longer text is not read.
const LONGEST: u64 = 1 << 16;

fn answer(text: &str) -> Result<String, Report> {
    let (rules, question) = text.rsplit_once('?').unwrap_or(("", text));
    let limits = Limits::default()
        .with_memory(50_000_000)
        .with_time(Duration::from_millis(100));
    let book = Rulebook::parse_with_limits(rules, &limits)?;
    let settings = Settings::default().with_limits(limits);
    let answer = Session::new(book, settings)?.eval_text("question", question)?;
    Ok(format!(
        "{}\nknown by: {}\n",
        answer.value, answer.by.detail
    ))
}

fn respond(stream: TcpStream) -> io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(1)))?;
    let mut reader = BufReader::new(stream.take(LONGEST));
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 || line == "\r\n" {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap_or(0);
        }
    }
    let mut text = String::new();
    reader.by_ref().take(length).read_to_string(&mut text)?;
    let (status, body) = match answer(&text) {
        Ok(body) => ("200 OK", body),
        Err(report) => {
            let status = match report.cause() {
                Cause::Time | Cause::Memory => "503 Service Unavailable",
                Cause::Internal => "500 Internal Server Error",
                _ => "400 Bad Request",
            };
            (status, format!("{report}\n"))
        }
    };
    let mut stream = reader.into_inner().into_inner();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
}

fn main() -> io::Result<()> {
    let listener = TcpListener::bind("localhost:8080")?;
    for stream in listener.incoming() {
        let stream = stream?;
        thread::spawn(move || {
            if let Err(error) = respond(stream) {
                eprintln!("a request broke off: {error}");
            }
        });
    }
    Ok(())
}
