//! Where a command writes, answers to standard output and complaints to standard error, and why it stops.

use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};
use std::time::Duration;

use anstream::AutoStream;
use clap::ColorChoice;

use crate::app::command::face::{End, Writer};
use crate::app::command::words::as_typed;
use crate::app::disk;
use crate::app::process::{self, Exit};
use crate::picture::terminal::Screen;
use crate::report::diagnostics::{render_some, with_options};
use crate::report::json;
use crate::report::look::{Look, PLAIN_WIDTH, Shown, Signs};
use crate::rules::errors;
use crate::text::diagnostic::{Diagnostic, Report};
use crate::work::{Limit, clock};

/// How many complaints are shown at once.
const MOST_SHOWN: usize = 100;
/// The narrowest and the widest that complaints are set.
const WIDTHS: (usize, usize) = (40, 120);

/// The two outputs and what the user wants of them.
#[derive(Debug, Clone, Copy)]
pub struct Console {
    pub output: Look,
    pub errors: Look,
    pub json: bool,
    /// Whether warnings and progress are left out.
    pub quiet: bool,
    /// When the last answer has to be written, and after how long that is.
    pub until: Option<(Duration, Duration)>,
}

/// How many bytes of an answer are always written, such as what is known when a limit was reached.
const ALWAYS_WRITTEN: usize = 1 << 20;

/// An output that ends when the time is over.
struct Timed<W> {
    out: W,
    until: Option<(Duration, Duration)>,
    written: usize,
}

impl<W: Write> Write for Timed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some((until, _)) = self.until
            && self.written > ALWAYS_WRITTEN
            && clock::system() >= until
        {
            return Err(ErrorKind::TimedOut.into());
        }
        let written = self.out.write(bytes)?;
        self.written = self.written.saturating_add(written);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Console {
    pub fn new(color: ColorChoice) -> Console {
        let stdout = io::stdout();
        let stderr = io::stderr();
        Console {
            output: look(color, AutoStream::choice(&stdout), stdout.is_terminal()),
            errors: look(color, AutoStream::choice(&stderr), stderr.is_terminal()),
            json: false,
            quiet: false,
            until: None,
        }
    }

    /// The room for a picture on standard output.
    pub fn screen(&self) -> Screen {
        let screen = Screen {
            color: self.output.color,
            ..Screen::default()
        };
        match terminal_size::terminal_size() {
            Some((width, height)) if io::stdout().is_terminal() => Screen {
                columns: usize::from(width.0),
                // The command stood on a line, and the prompt follows.
                lines: usize::from(height.0).saturating_sub(4),
                ..screen
            },
            _ => screen,
        }
    }

    pub fn write(&self, write: Writer<'_>) -> Result<(), End> {
        let until = self.until;
        let out = Timed {
            out: process::standard(),
            until,
            written: 0,
        };
        let mut stdout = BufWriter::with_capacity(1 << 16, out);
        write(&mut stdout)
            .and_then(|()| stdout.flush())
            .map_err(|error| match (error.kind(), until) {
                (ErrorKind::BrokenPipe, _) => End::Closed,
                (ErrorKind::TimedOut, Some((_, time))) => {
                    // What is left of the answer is not written when the buffer goes.
                    let _ = stdout.into_parts();
                    if self.json {
                        // What is wrong stands on a line of its own.
                        let _ = process::standard().write_all(b"\n");
                    }
                    Diagnostic::from(Limit::time(time)).into()
                }
                _ => End::Output(error),
            })
    }

    /// Shows complaints, and returns what they lead to.
    pub fn complain(&self, report: &Report) -> Exit {
        let mut report = with_options(report, "--");
        as_typed(&mut report);
        if self.quiet {
            report.diagnostics.retain(Diagnostic::is_error);
        }
        let exit = Exit::of(&report);
        if self.json {
            return match self.write(&mut |out| json::complaints(out, &report)) {
                Err(End::Output(error)) => {
                    self.mutter(&format!("{}\n", cannot_write(&error)));
                    exit.max(Exit::Input)
                }
                _ => exit,
            };
        }
        let mut shown: Vec<&Diagnostic> = report.diagnostics.iter().collect();
        let more = shown.len().saturating_sub(MOST_SHOWN);
        if more > 0 {
            // No error may be lost behind warnings.
            shown.sort_by_key(|diagnostic| !diagnostic.is_error());
            shown.truncate(MOST_SHOWN);
        }
        let mut text = render_some(shown, &report.sources, self.errors);
        if more > 0 {
            let least = errors::at_least(&report);
            text.push_str(&format!("\nand {least}{more} more\n"));
        }
        self.mutter(&text);
        exit
    }

    /// Says why a command stopped, and returns what that leads to.
    pub fn stopped(&self, halt: End) -> Exit {
        match halt {
            End::Closed => Exit::Fine,
            End::Report(report) => self.complain(&report),
            End::Output(error) => self.complain(&cannot_write(&error).into()),
        }
    }

    /// Writes to standard error. Where that is not possible there is nobody to tell.
    pub fn mutter(&self, text: &str) {
        let look = self.errors;
        let _ = write!(io::stderr().lock(), "{}", Shown { text: &text, look });
    }
}

fn cannot_write(error: &io::Error) -> Diagnostic {
    let why = disk::in_words(error);
    Diagnostic::error("output", format!("cannot write the answer: {why}"))
}

fn look(when: ColorChoice, usual: anstream::ColorChoice, is_terminal: bool) -> Look {
    let color = match when {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => usual != anstream::ColorChoice::Never,
    };
    let width = match terminal_size::terminal_size() {
        Some((width, _)) if is_terminal => usize::from(width.0).clamp(WIDTHS.0, WIDTHS.1),
        _ => PLAIN_WIDTH,
    };
    let terminal = is_terminal.then(|| signs(|name| std::env::var(name).ok()));
    Look {
        color,
        width,
        terminal,
    }
}

/// The signs of the terminal: ASCII alone where it is a dumb one, or where the locale names a character set other than UTF-8.
fn signs(variable: impl Fn(&str) -> Option<String>) -> Signs {
    let named = |name: &&str| variable(name).filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(named);
    let locale = locale.unwrap_or_default();
    let named = locale.split('@').next().unwrap_or("");
    let is_unicode = match named.split_once('.') {
        Some((_, set)) => matches!(&*set.to_ascii_lowercase(), "utf-8" | "utf8"),
        None => !matches!(named, "C" | "POSIX"),
    };
    if is_unicode && variable("TERM").as_deref() != Some("dumb") {
        Signs::Unicode
    } else {
        Signs::Ascii
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_locale_says_which_signs_there_are() {
        let signs = |set: &[(&str, &str)]| {
            signs(|name| {
                let (_, value) = set.iter().find(|(known, _)| *known == name)?;
                Some((*value).to_string())
            })
        };
        for set in [
            &[][..],
            &[("LANG", "en_US.UTF-8")],
            &[("LANG", "C.utf8")],
            &[("LANG", "de_DE")],
            &[("LANG", "C"), ("LC_ALL", "C.UTF-8")],
            &[("LANG", "ja_JP.UTF-8@x"), ("LC_ALL", "")],
            &[("TERM", "xterm")],
        ] {
            assert_eq!(signs(set), Signs::Unicode, "{set:?}");
        }
        for set in [
            &[("LANG", "C")][..],
            &[("LC_CTYPE", "POSIX"), ("LANG", "C.UTF-8")],
            &[("LC_ALL", "de_DE.ISO-8859-1")],
            &[("TERM", "dumb"), ("LANG", "C.UTF-8")],
        ] {
            assert_eq!(signs(set), Signs::Ascii, "{set:?}");
        }
    }
}
