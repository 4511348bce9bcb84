//! The lines that stand in the file of a survey, in the order of its games at the end.

use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde::Deserialize;

use super::Terms;
use crate::app::disk;
use crate::work::budget::{Budget, Limits};

/// What is read of a line of any survey.
#[derive(Deserialize)]
struct Named {
    game: String,
}

/// What is read of a line.
#[derive(Deserialize)]
struct LineRead {
    proven: bool,
    computed_to: Option<u64>,
    stopped: Option<String>,
    #[serde(flatten)]
    terms: Terms,
}

impl LineRead {
    /// Whether another look at the game, up to this pile, would bring nothing new.
    fn is_decided(&self, to: u64) -> bool {
        let is_far = self.computed_to.is_some_and(|computed| computed >= to);
        self.proven || self.stopped.is_none() && is_far
    }
}

/// Why lines cannot be added to a file.
pub(super) enum Refused {
    /// It is not one for this.
    Unusable(String),
    Other(String),
}

impl From<io::Error> for Refused {
    fn from(error: io::Error) -> Refused {
        Refused::Unusable(disk::in_words(&error))
    }
}

/// Where a line stands: its first byte and its length.
type Stand = (u64, u64);

pub(super) struct Lines {
    file: File,
    len: u64,
    /// By the place of the game, with whether the line is decided.
    known: Vec<Option<(Stand, bool)>>,
    /// The lines of other games, in their order.
    others: Vec<Stand>,
}

/// A line of a survey is far shorter.
const MOST_IN_A_LINE: u64 = 1 << 20;

/// A file that is replaced more often than this while it is opened is somebody else's.
const MOST_TRIES: usize = 8;

impl Lines {
    /// Opens a file for the lines of the games with these names. A last line that was broken off is removed.
    pub(super) fn open(
        path: &Path,
        names: &[String],
        terms: &Terms,
        fresh: bool,
    ) -> Result<Lines, Refused> {
        let file = lock(path)?;
        if fresh {
            file.set_len(0)?;
        }
        let places: HashMap<&String, usize> = names.iter().zip(0..).collect();
        let mut lines = Lines {
            file,
            len: 0,
            known: vec![None; names.len()],
            others: Vec::new(),
        };
        let mut others: HashMap<String, usize> = HashMap::new();
        let mut reader = BufReader::new(lines.file.try_clone()?);
        let mut text = Vec::new();
        loop {
            text.clear();
            let length = reader
                .by_ref()
                .take(MOST_IN_A_LINE)
                .read_until(b'\n', &mut text)? as u64;
            let is_whole = text.last() == Some(&b'\n');
            if length == 0 || !is_whole && length < MOST_IN_A_LINE {
                break;
            }
            let (game, known) = read(&text)?;
            let place = places.get(&game).copied();
            same(&known.terms, terms, place.is_some())?;
            let stand = (lines.len, length);
            lines.len += length;
            match place {
                Some(place) => lines.put(place, stand, known.is_decided(terms.to)),
                None => match others.get(&game).and_then(|at| lines.others.get_mut(*at)) {
                    Some(known) => *known = stand,
                    None => {
                        others.insert(game, lines.others.len());
                        lines.others.push(stand);
                    }
                },
            }
        }
        lines.file.set_len(lines.len)?;
        Ok(lines)
    }

    /// Whether the line of a game is there and stays.
    pub(super) fn is_decided(&self, place: usize) -> bool {
        matches!(self.known.get(place), Some(Some((_, true))))
    }

    fn put(&mut self, place: usize, stand: Stand, is_decided: bool) {
        if let Some(known) = self.known.get_mut(place) {
            *known = Some((stand, is_decided));
        }
    }

    pub(super) fn add(&mut self, place: usize, line: &str) -> Result<(), String> {
        let mut write = || {
            self.file.seek(SeekFrom::Start(self.len))?;
            self.file.write_all(line.as_bytes())
        };
        write().map_err(|error| disk::in_words(&error))?;
        let length = line.len() as u64;
        self.put(place, (self.len, length), true);
        self.len += length;
        Ok(())
    }

    /// Puts the lines in the order of the games, those of other games last, where they do not stand so.
    pub(super) fn sort(&mut self, path: &Path) -> Result<(), String> {
        let own = self.known.iter().flatten().map(|(stand, _)| stand);
        let order: Vec<Stand> = own.chain(&self.others).copied().collect();
        let mut end = 0;
        let is_sorted = order.iter().all(|(start, length)| {
            let follows = *start == end;
            end += length;
            follows
        });
        if is_sorted && end == self.len {
            return Ok(());
        }
        let file = &mut self.file;
        // Also after an interruption.
        let mut budget = Budget::start(&Limits::default());
        let written = disk::write(path, &mut budget, |out| {
            for (start, length) in order {
                file.seek(SeekFrom::Start(start))?;
                io::copy(&mut Read::by_ref(file).take(length), out)?;
            }
            Ok(())
        });
        written.map_err(|unwritten| unwritten.to_string())
    }
}

/// Opens a file for nobody else; it is made where there is none.
fn lock(path: &Path) -> Result<File, Refused> {
    for _ in 0..MOST_TRIES {
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(Refused::Unusable(
                    "another survey is writing to it; wait for that one, or write to another file"
                        .to_owned(),
                ));
            }
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        // The other survey may have put a sorted file in its place.
        if is_same(&file, path)? {
            return Ok(file);
        }
    }
    Err(Refused::Unusable("it is replaced all the time".to_owned()))
}

#[cfg(unix)]
fn is_same(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let (open, named) = (file.metadata()?, std::fs::metadata(path)?);
    Ok((open.dev(), open.ino()) == (named.dev(), named.ino()))
}

#[cfg(not(unix))]
fn is_same(_: &File, _: &Path) -> io::Result<bool> {
    Ok(true)
}

/// The game of a line and what is known of it.
fn read(line: &[u8]) -> Result<(String, LineRead), Refused> {
    let named: Named = serde_json::from_slice(line).map_err(|_| {
        Refused::Unusable("it holds lines that are not of a survey; nothing was changed".to_owned())
    })?;
    match serde_json::from_slice(line) {
        Ok(known) => Ok((named.game, known)),
        Err(_) => Err(Refused::Other(
            "its lines do not say with which limits and engines they were found".to_owned(),
        )),
    }
}

/// Refuses lines that were found with other limits or engines, or by other rules.
fn same(theirs: &Terms, ours: &Terms, same_game: bool) -> Result<(), Refused> {
    let (was, is) = (theirs.options(), ours.options());
    if was != is {
        let listed = |options: Vec<(&str, &str)>| {
            let words = options
                .iter()
                .map(|(name, value)| format!("{name} {value}"));
            words.collect::<Vec<_>>().join(" ")
        };
        return Err(Refused::Other(format!(
            "its lines were found with `{}`, and this survey has `{}`",
            listed(was),
            listed(is)
        )));
    }
    if same_game && theirs.rules != ours.rules {
        return Err(Refused::Other(
            "its lines were found by other rules, or the rules were changed since".to_owned(),
        ));
    }
    Ok(())
}
