//! `period --checkpoint`: the values that a run found stand in a file, and the next run goes on behind them.
//!
//! The file is a line of JSON that says what is in it; the values that are kept, in one byte each or in two; how many of the others
//! have each value, in eight; bounds on the witnesses of the sparse engine, in four; and a fingerprint of all that, in eight.
//! Numbers begin with their lowest byte.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::face::End;
use crate::app::{disk, process};
use crate::expr::position::Game;
use crate::kernel::breaking::{Gone, Known, Mask, State};
use crate::query::Session;
use crate::query::answer::Periodicity;
use crate::text::diagnostic::{Diagnostic, Report};
use crate::text::fingerprint::Fingerprint;
use crate::work::Limit;
use crate::work::budget::{Budget, Limits, STEPS_PER_SECOND};

/// What `period` is doing.
pub(super) const LOOKING: &str = "looking for a period";

/// What the first line says of itself, before the number of the version.
const KIND: &str = "nimrule period checkpoint, version ";
const VERSION: u32 = 1;

/// The file is written anew after so much work.
const BETWEEN: u64 = 60 * STEPS_PER_SECOND;

/// No first line is longer.
const LINE: u64 = 1 << 16;

/// How many values are read or written at once.
const PIECE: usize = 1 << 16;

const WIDTH_OF_REACH: u64 = 4;
const WIDTH_OF_COUNT: u64 = 8;
const WIDTH_OF_END: u64 = 8;

/// The first line.
#[derive(Serialize, Deserialize)]
struct Header {
    format: String,
    /// For people.
    game: String,
    moves: String,
    values: u64,
    /// Of each value.
    bytes: u64,
    /// How many piles have gone, the first of them, and the first with their largest value.
    gone: usize,
    from: usize,
    largest: usize,
    counts: u64,
    mask: Option<u16>,
    /// Whether the parity of piles counts beside the mask, and which.
    odd: Option<bool>,
    bounds: u64,
}

/// Why a file cannot be gone on from.
enum Unfit {
    Stopped(Limit),
    Unreadable(io::Error),
    /// What is wrong with it.
    Wrong(String),
}

impl From<io::Error> for Unfit {
    fn from(error: io::Error) -> Unfit {
        match error.kind() {
            ErrorKind::UnexpectedEof => Unfit::wrong(ENDS),
            _ => Unfit::Unreadable(error),
        }
    }
}

impl From<Limit> for Unfit {
    fn from(stop: Limit) -> Unfit {
        Unfit::Stopped(stop)
    }
}

impl Unfit {
    fn wrong(why: impl Into<String>) -> Unfit {
        Unfit::Wrong(why.into())
    }

    fn complaint(self, path: &str) -> Diagnostic {
        match self {
            Unfit::Stopped(stop) => stop.into(),
            Unfit::Unreadable(error) => {
                disk::unreadable(&format!("`{path}`"), &disk::in_words(&error))
            }
            Unfit::Wrong(why) => Diagnostic::error("bad_checkpoint", format!("`{path}` {why}"))
                .help("nothing was written: name another file, or remove this one to begin anew"),
        }
    }
}

const ENDS: &str = "ends in the middle of a checkpoint";
const ALTERED: &str = "was altered since it was written";

pub(super) struct Sought {
    pub found: Result<Periodicity, Report>,
    /// Whether the values stand in the file.
    pub saved: Result<(), End>,
}

/// Looks for a period, and keeps the values in a file, which is read before. `tell` shows what is worked on for as long as what
/// it gives is held.
pub(super) fn period_kept<P>(
    session: &mut Session,
    game: &Arc<Game>,
    to: Option<u64>,
    path: &str,
    tell: impl Fn(&'static str) -> P,
) -> Result<Sought, End> {
    // What was computed when an interruption comes is written before the end.
    process::keep_work();
    let work = |session: &mut Session| {
        let told = tell("reading the checkpoint");
        resume(session, game, path)?;
        drop(told);
        // What cannot be written is known before the work.
        save(session, game, path)?;
        loop {
            let told = tell(LOOKING);
            let found = session.within(BETWEEN, |session| session.period(game, to));
            drop(told);
            let saved = save(session, game, path);
            match &found {
                Err(report) if report.limit() == Some("effort_limit") => saved?,
                _ => return Ok(Sought { found, saved }),
            }
        }
    };
    // The parts share the limits of the question.
    session.whole(|session| Ok(work(session)))?
}

/// Takes over what stands in a file, if there is one.
fn resume(session: &mut Session, game: &Arc<Game>, path: &str) -> Result<(), End> {
    let own = session.state(game)?.moves;
    if disk::is_stream(Path::new(path)) {
        let error = Diagnostic::error("output", format!("`{path}` keeps nothing"));
        return Err(error.help("a checkpoint is a file").into());
    }
    let mut budget = session.left();
    let state = match read(path, &own, &mut budget) {
        Err(Unfit::Unreadable(error)) if error.kind() == ErrorKind::NotFound => return Ok(()),
        read => read.map_err(|unfit| unfit.complaint(path))?,
    };
    match session.resume(game, state)? {
        None => Ok(()),
        Some(pile) => {
            let why = format!("has a wrong value for n = {pile}");
            Err(Unfit::Wrong(why).complaint(path).into())
        }
    }
}

fn read(path: &str, moves: &str, budget: &mut Budget) -> Result<State<'static>, Unfit> {
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    let mut file = Traced::of(BufReader::new(file));
    let mut line = Vec::new();
    file.inner
        .by_ref()
        .take(LINE)
        .read_until(b'\n', &mut line)?;
    file.seen.take(&line);
    if length == 0 {
        return Err(Unfit::wrong("is empty, which no checkpoint is"));
    }
    let header = header(&line)?;
    if header.moves != moves {
        let why = format!(
            "is the checkpoint of another game, {} with the moves {}",
            header.game, header.moves
        );
        return Err(Unfit::Wrong(why));
    }
    let room = || {
        let values = header.values.checked_mul(header.bytes)?;
        let bounds = header.bounds.checked_mul(WIDTH_OF_REACH)?;
        let counts = header.counts.checked_mul(WIDTH_OF_COUNT)?;
        values
            .checked_add(bounds)?
            .checked_add(counts)?
            .checked_add(line.len() as u64 + WIDTH_OF_END)
    };
    match room().filter(|_| matches!(header.bytes, 1 | 2)) {
        Some(room) if room == length => {}
        Some(room) if room < length => return Err(Unfit::wrong(ALTERED)),
        _ => return Err(Unfit::wrong(ENDS)),
    }
    // The file is at least as long.
    budget.need(length.saturating_mul(2))?;
    let [count, counts, bounds] =
        [header.values, header.counts, header.bounds].map(|it| it as usize);
    let values = match header.bytes {
        1 => file.numbers(count, budget, |[byte]| u16::from(byte))?,
        _ => file.numbers(count, budget, u16::from_le_bytes)?,
    };
    let gone = Gone {
        piles: header.gone,
        first: header.from,
        counts: file.numbers(counts, budget, u64::from_le_bytes)?,
        largest: header.largest,
    };
    let reach = file.numbers(bounds, budget, u32::from_le_bytes)?;
    let found = file.seen.number();
    let end = file.numbers(1, budget, u64::from_le_bytes)?;
    if end != [found] {
        return Err(Unfit::wrong(ALTERED));
    }
    Ok(State {
        moves: header.moves,
        values: Cow::Owned(Known::new(values, gone).ok_or_else(|| Unfit::wrong(ALTERED))?),
        mask: header.mask.map(|bits| Mask::new(bits, header.odd)),
        reach: Cow::Owned(reach),
    })
}

fn header(line: &[u8]) -> Result<Header, Unfit> {
    #[derive(Deserialize)]
    struct Any {
        format: String,
    }
    let own = format!("{KIND}{VERSION}");
    let any = serde_json::from_slice::<Any>(line).ok();
    let format = any
        .map(|any| any.format)
        .filter(|format| format.starts_with(KIND));
    match format {
        Some(format) if format == own => {
            serde_json::from_slice(line).map_err(|_| Unfit::wrong(ALTERED))
        }
        Some(format) => Err(Unfit::Wrong(format!(
            "is a \"{format}\", and this is \"{own}\""
        ))),
        None if line.starts_with(format!("{{\"format\":\"{KIND}").as_bytes()) => {
            Err(Unfit::wrong(ENDS))
        }
        None => Err(Unfit::wrong("is no checkpoint")),
    }
}

/// Writes what is known of the values of a game. No limit keeps it from being written.
fn save(session: &mut Session, game: &Arc<Game>, path: &str) -> Result<(), End> {
    let state = session.state(game)?;
    let (values, gone) = (state.values.all(), state.values.gone());
    let bytes = match values.iter().max() {
        Some(256..) => 2,
        _ => 1,
    };
    let header = Header {
        format: format!("{KIND}{VERSION}"),
        game: game.label.clone(),
        moves: state.moves.clone(),
        values: values.len() as u64,
        bytes,
        gone: gone.piles,
        from: gone.first,
        largest: gone.largest,
        counts: gone.counts.len() as u64,
        mask: state.mask.map(|mask| mask.bits),
        odd: state.mask.and_then(|mask| mask.odd),
        bounds: state.reach.len() as u64,
    };
    let mut budget = Budget::start(&Limits::default());
    let written = disk::write(Path::new(path), &mut budget, |out| {
        let mut out = Traced::of(out);
        let mut line = serde_json::to_vec(&header)?;
        line.push(b'\n');
        out.put(&line)?;
        for values in values.chunks(PIECE) {
            out.put(&match bytes {
                1 => values.iter().map(|value| *value as u8).collect::<Vec<u8>>(),
                _ => values
                    .iter()
                    .flat_map(|value| value.to_le_bytes())
                    .collect(),
            })?;
        }
        for count in &gone.counts {
            out.put(&count.to_le_bytes())?;
        }
        for bounds in state.reach.chunks(PIECE) {
            let bytes: Vec<u8> = bounds
                .iter()
                .flat_map(|bound| bound.to_le_bytes())
                .collect();
            out.put(&bytes)?;
        }
        let seen = out.seen.number();
        out.put(&seen.to_le_bytes())
    });
    let cannot = |why: &str| {
        Diagnostic::error(
            "output",
            format!("cannot write the checkpoint to `{path}`: {why}"),
        )
    };
    written.map_err(|unwritten| unwritten.complaint(cannot).into())
}

/// What is read or written, with the fingerprint of it so far.
struct Traced<T> {
    inner: T,
    seen: Fingerprint,
}

impl<T> Traced<T> {
    fn of(inner: T) -> Traced<T> {
        Traced {
            inner,
            seen: Fingerprint::default(),
        }
    }
}

impl Traced<&mut dyn Write> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.seen.take(bytes);
        self.inner.write_all(bytes)
    }
}

impl<R: Read> Traced<R> {
    fn numbers<const W: usize, N>(
        &mut self,
        count: usize,
        budget: &mut Budget,
        number: impl Fn([u8; W]) -> N,
    ) -> Result<Vec<N>, Unfit> {
        let mut numbers = Vec::with_capacity(count);
        let mut bytes = vec![0; PIECE.min(count) * W];
        while numbers.len() < count {
            budget.look()?;
            let bytes = &mut bytes[..PIECE.min(count - numbers.len()) * W];
            self.inner.read_exact(bytes)?;
            self.seen.take(bytes);
            let (chunks, _) = bytes.as_chunks::<W>();
            numbers.extend(chunks.iter().map(|bytes| number(*bytes)));
        }
        Ok(numbers)
    }
}
