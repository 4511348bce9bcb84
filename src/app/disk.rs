//! Files on disk: rule files named by the user, and the files that they name; and the bundled games.

use std::collections::HashMap;
use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::app::bundled;
use crate::text::diagnostic::{Diagnostic, nearest};
use crate::text::source::{MAX_SOURCE_BYTES, decode};
use crate::work::Limit;
use crate::work::budget::Budget;
use crate::work::world::{Unread, World};

/// How rule files end.
pub const ENDING: &str = "nimrule";

/// A chain of more links is taken for a circle.
const MOST_LINKS: usize = 40;

/// What a folder holds below which rule files may read.
const MARKERS: [&str; 3] = ["nimrule.root", "Cargo.toml", ".git"];

/// Reads the files that rule files name, each relative to the one that names it.
///
/// A file is known by the name under which it was first met, as the user wrote it, however it is named later. Rule files may
/// read below the root of the one that the user named, the nearest folder above it that holds one of `MARKERS`, or else its
/// own; and below the folders that the user allows besides. Links are followed before that is judged.
#[derive(Debug, Default)]
pub struct Disk {
    /// The true paths of the folders that are allowed besides.
    allowed: Vec<PathBuf>,
    known: Mutex<Known>,
}

/// The files that were met.
#[derive(Debug, Default)]
struct Known {
    /// From the one true path of a file to the name it is shown by.
    shown: HashMap<PathBuf, String>,
    files: HashMap<String, Place>,
}

/// Where a file lies.
#[derive(Debug)]
struct Place {
    /// Its one true path.
    path: PathBuf,
    /// The folder below which it may read.
    root: PathBuf,
}

impl Disk {
    /// The files, where these folders are allowed besides.
    pub fn new(allowed: &[PathBuf]) -> Disk {
        Disk {
            allowed: allowed.iter().map(|folder| true_path(folder)).collect(),
            known: Mutex::default(),
        }
    }
}

impl World for Disk {
    fn resolve(&self, from: &str, path: &str) -> Result<String, Unread> {
        let is_named = from.is_empty();
        // Who names a file may mean one that has the name of a game.
        if bundled::text(path).is_some() && !(is_named && Path::new(path).is_file()) {
            return Ok(path.to_owned());
        }
        let joined = match Path::new(from).parent() {
            Some(folder) => folder.join(path),
            None => PathBuf::from(path),
        };
        // A panic elsewhere leaves the maps as good as they were.
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let root = match known.files.get(from) {
            Some(place) => place.root.clone(),
            None if is_named => root_of(&true_path(joined.parent().unwrap_or(Path::new("")))),
            // What comes from no file, such as standard input, stands in the current folder.
            None => root_of(&true_path(Path::new(""))),
        };
        let path = true_path(&joined);
        let is_below = |folder: &PathBuf| path.starts_with(folder);
        if !is_named && !is_below(&root) && !self.allowed.iter().any(is_below) {
            return Err(Unread::Outside {
                root: root.display().to_string(),
                folder: path.parent().unwrap_or(&path).display().to_string(),
            });
        }
        let shown = known.shown.entry(path.clone());
        let name = shown
            .or_insert_with(|| joined.to_string_lossy().into_owned())
            .clone();
        // A link may lead elsewhere by now.
        known.files.insert(name.clone(), Place { path, root });
        Ok(name)
    }

    fn read(&self, name: &str, budget: &mut Budget) -> Result<Vec<u8>, Unread> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let path = known.files.get(name).map(|place| place.path.clone());
        drop(known);
        let Some(path) = path else {
            let text = bundled::text(name).ok_or("nobody asked for it")?;
            return Ok(text.as_bytes().to_vec());
        };
        // Where a link has come since the path was judged, it leads elsewhere.
        match path.canonicalize() {
            Ok(now) if now == path => read_within(&path, budget),
            Ok(_) => Err(in_words(&ErrorKind::NotFound.into()).into()),
            Err(error) => Err(in_words(&error).into()),
        }
    }

    fn open(&self, file: &str, budget: &mut Budget) -> Result<String, String> {
        text(file, budget).map_err(|error| match error.help {
            Some(help) => format!("{}\n{help}", error.message),
            None => error.message,
        })
    }

    fn bundled(&self) -> Vec<String> {
        bundled::names().map(str::to_owned).collect()
    }

    fn exists(&self, path: &str) -> bool {
        Path::new(path).exists()
    }

    fn write(&self, path: &str, content: &[u8], budget: &mut Budget) -> Result<(), Unread> {
        write(Path::new(path), budget, |out| out.write_all(content))
    }
}

/// The text of a FILE: `-`, a path, or the name of a bundled game.
pub fn text(file: &str, budget: &mut Budget) -> Result<String, Diagnostic> {
    if file == "-" {
        let bytes = take_within(std::io::stdin().lock(), 0, budget);
        return bytes
            .and_then(|bytes| Ok(decode(bytes)?))
            .map_err(|unread| unread.complaint(|why| unreadable("standard input", why)));
    }
    let path = Path::new(file);
    // A folder may have the name of a game without being meant.
    if is_name(path)
        && (!path.exists() || path.is_dir())
        && let Some(text) = bundled::text(file)
    {
        return Ok(text.to_owned());
    }
    if !path.exists() && path.symlink_metadata().is_err() {
        return Err(missing(file));
    }
    read_within(path, budget)
        .and_then(|bytes| Ok(decode(bytes)?))
        .map_err(|unread| unread.complaint(|why| unreadable(&format!("`{file}`"), why)))
}

pub fn unreadable(what: &str, why: &str) -> Diagnostic {
    Diagnostic::error("unreadable_file", format!("cannot read {what}: {why}"))
}

/// Whether a path could be the name of a bundled game.
fn is_name(path: &Path) -> bool {
    path.extension().is_none() && path.components().count() == 1
}

/// What is said where no file and no bundled game has this name.
pub fn missing(file: &str) -> Diagnostic {
    let is_name = is_name(Path::new(file));
    let beside = near_file(Path::new(file));
    let meant = beside.or_else(|| {
        let stem = Path::new(file).file_stem()?.to_str()?;
        if !is_name && bundled::text(stem).is_some() {
            return Some(stem.to_owned());
        }
        nearest(stem, bundled::names()).map(str::to_owned)
    });
    let meant = meant.map(|meant| format!("did you mean `{meant}`?"));
    if !is_name {
        // Where a folder of the path is missing, that is said; else the file is.
        let why = std::fs::metadata(file)
            .err()
            .map_or_else(String::new, |error| in_words(&error));
        let error = unreadable(&format!("`{file}`"), &why);
        return match meant {
            Some(meant) => error.help(meant),
            None => error,
        };
    }
    let all: Vec<&str> = bundled::names().collect();
    let all = format!("these games are bundled: {}", all.join(", "));
    Diagnostic::error(
        "unreadable_file",
        format!("no file and no bundled game is called `{file}`"),
    )
    .help(match meant {
        Some(meant) => format!("{meant}\n{all}"),
        None => all,
    })
}

/// A rule file in the same folder whose name is near.
fn near_file(path: &Path) -> Option<String> {
    // Endings are all alike, so only what stands before them is compared.
    let wanted = path.file_stem()?.to_str()?;
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let mut stems: Vec<String> = std::fs::read_dir(folder)
        .ok()?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter_map(|name| Some(name.strip_suffix(ENDING)?.strip_suffix('.')?.to_owned()))
        .collect();
    stems.sort();
    let near = if stems.iter().any(|stem| stem == wanted) {
        wanted
    } else {
        nearest(wanted, stems.iter().map(String::as_str))?
    };
    let near = format!("{near}.{ENDING}");
    Some(path.with_file_name(near).to_string_lossy().into_owned())
}

/// The nearest folder, from this one upwards, below which rule files may read; else this one.
fn root_of(folder: &Path) -> PathBuf {
    let marked = folder
        .ancestors()
        .find(|above| MARKERS.iter().any(|marker| above.join(marker).exists()));
    marked.unwrap_or(folder).to_path_buf()
}

/// The path with all links resolved, as far as it exists. An empty path is the current folder.
fn true_path(path: &Path) -> PathBuf {
    let path = match path.as_os_str().is_empty() {
        true => Path::new("."),
        false => path,
    };
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let found = path
        .ancestors()
        .find_map(|front| Some((front, front.canonicalize().ok()?)));
    let Some((front, found)) = found else {
        return path;
    };
    match path.strip_prefix(front) {
        Ok(rest) if rest.as_os_str().is_empty() => found,
        Ok(rest) => found.join(rest),
        Err(_) => path,
    }
}

/// The bytes of a file, within a budget, or why they cannot be had.
pub fn read_within(path: &Path, budget: &mut Budget) -> Result<Vec<u8>, Unread> {
    let in_words = |error: io::Error| in_words(&error);
    let metadata = std::fs::metadata(path).map_err(in_words)?;
    if metadata.is_dir() {
        return Err("it is a directory".into());
    }
    if metadata.is_file() {
        budget.need(metadata.len())?;
        let file = File::open(path).map_err(in_words)?;
        return take_within(file, metadata.len(), budget);
    }
    // A pipe or a device may keep one waiting, so that only another thread can.
    let (to, from) = mpsc::sync_channel(1);
    let path = path.to_path_buf();
    let reader = move || {
        let mut input = match File::open(path) {
            Ok(input) => input,
            Err(error) => return to.send(Err(error)),
        };
        loop {
            let mut chunk = vec![0; CHUNK];
            let read = input.read(&mut chunk).map(|length| {
                chunk.truncate(length);
                chunk
            });
            let is_last = read.as_ref().map_or(true, Vec::is_empty);
            to.send(read)?;
            if is_last {
                return Ok(());
            }
        }
    };
    let thread = std::thread::Builder::new().name("reading".to_owned());
    // Where nobody waits any more, it ends when something comes.
    thread.spawn(reader).map_err(in_words)?;
    let mut bytes = Vec::new();
    loop {
        budget.look()?;
        match from.recv_timeout(WAIT) {
            Ok(chunk) => {
                let chunk = chunk.map_err(in_words)?;
                if chunk.is_empty() {
                    return Ok(bytes);
                }
                bytes.extend_from_slice(&chunk);
                fits(&bytes, budget)?;
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(bytes),
        }
    }
}

/// How much is read or written between two looks at the clock.
const CHUNK: usize = 1 << 20;

/// How long nothing may come or go before the clock is looked at.
const WAIT: Duration = Duration::from_millis(20);

/// All that an input gives, within a budget, or why it cannot be had.
pub fn take_within(
    mut input: impl Read,
    about: u64,
    budget: &mut Budget,
) -> Result<Vec<u8>, Unread> {
    let mut bytes = Vec::with_capacity(about.min(MAX_SOURCE_BYTES as u64) as usize);
    loop {
        budget.look()?;
        let before = bytes.len();
        let chunk = input.by_ref().take(CHUNK as u64).read_to_end(&mut bytes);
        chunk.map_err(|error| in_words(&error))?;
        if bytes.len() == before {
            return Ok(bytes);
        }
        fits(&bytes, budget)?;
    }
}

fn fits(bytes: &Vec<u8>, budget: &Budget) -> Result<(), Unread> {
    if bytes.len() > MAX_SOURCE_BYTES {
        return Err(format!(
            "it is larger than {} MiB, the most that is read",
            MAX_SOURCE_BYTES >> 20
        )
        .into());
    }
    Ok(budget.need(bytes.capacity() as u64)?)
}

/// Writes a file anew, where links lead. Where that fails or is stopped, a file that stood there before is as it was.
///
/// A new file has the mode that the user's mask gives, an old one keeps its mode, its owner and its other names. What is no
/// regular file, such as a device or a FIFO, is written to as it stands.
pub fn write(
    path: &Path,
    budget: &mut Budget,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Unread> {
    let mut stop = None;
    let fill = |file: &File, budget: &mut Budget| {
        let out = Asking {
            file,
            budget,
            stop: &mut stop,
        };
        let mut out = BufWriter::with_capacity(CHUNK, out);
        write(&mut out)?;
        out.flush()
    };
    let written = match std::fs::metadata(path) {
        Ok(found) if found.is_dir() => return Err("it is a directory".into()),
        Ok(_) if is_stream(path) => fill(&open_stream(path, budget)?, budget),
        Ok(found) => replace(path, Some(&found), |file| fill(file, budget)),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            replace(path, None, |file| fill(file, budget))
        }
        Err(error) => return Err(in_words(&error).into()),
    };
    match (stop, written) {
        (Some(stop), _) => Err(stop.into()),
        (None, Ok(())) => Ok(()),
        (None, Err(error)) => Err(match error.kind() {
            ErrorKind::NotFound => "there is no such folder".into(),
            _ => in_words(&error).into(),
        }),
    }
}

/// A file that asks a budget, also while it takes no more.
struct Asking<'a> {
    file: &'a File,
    budget: &'a mut Budget,
    stop: &'a mut Option<Limit>,
}

impl Write for Asking<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        loop {
            if let Err(stop) = self.budget.look() {
                *self.stop = Some(stop);
                return Err(io::Error::other("a limit was reached"));
            }
            match self.file.write(bytes) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => await_reader(self.file),
                written => return written,
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Waits a moment, or less if somebody reads.
#[cfg(unix)]
fn await_reader(file: &File) {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    let moment = Timespec {
        tv_sec: 0,
        tv_nsec: WAIT.subsec_nanos().into(),
    };
    // Where that fails, the next write says so.
    let _ = poll(&mut [PollFd::new(file, PollFlags::OUT)], Some(&moment));
}

/// Writes wait there until somebody reads.
#[cfg(not(unix))]
fn await_reader(_: &File) {
    std::thread::sleep(WAIT);
}

/// Opens what is written to as it stands, so that no write waits. A FIFO opens when somebody reads it.
fn open_stream(path: &Path, budget: &mut Budget) -> Result<File, Unread> {
    let mut options = OpenOptions::new();
    options.append(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};

        use rustix::fs::OFlags;
        use rustix::io::Errno;

        options.custom_flags(OFlags::NONBLOCK.bits() as i32);
        let no_reader = Some(Errno::NXIO.raw_os_error());
        if std::fs::metadata(path).is_ok_and(|found| found.file_type().is_fifo()) {
            loop {
                budget.look()?;
                match options.open(path) {
                    Err(error) if error.raw_os_error() == no_reader => std::thread::sleep(WAIT),
                    opened => return opened.map_err(|error| in_words(&error).into()),
                }
            }
        }
    }
    budget.look()?;
    options.open(path).map_err(|error| in_words(&error).into())
}

/// Whether what is written to a path flows away: to a device, a FIFO, or what a process has open, such as this one's output.
pub fn is_stream(path: &Path) -> bool {
    const OPEN: [&str; 4] = ["/dev/fd", "/dev/stdout", "/dev/stderr", "/proc"];
    match std::fs::metadata(path) {
        Ok(found) if found.is_file() => OPEN.iter().any(|open| path.starts_with(open)),
        Ok(found) => !found.is_dir(),
        Err(_) => false,
    }
}

/// Writes a regular file, which may be `old`, by way of a temporary one.
fn replace(
    path: &Path,
    old: Option<&Metadata>,
    fill: impl FnOnce(&File) -> io::Result<()>,
) -> io::Result<()> {
    let path = behind_links(path)?;
    // What is protected is not replaced.
    let target = match old {
        Some(_) => Some(OpenOptions::new().write(true).open(&path)?),
        None => None,
    };
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut maker = tempfile::Builder::new();
    maker.prefix(".nimrule-");
    #[cfg(unix)]
    if old.is_none() {
        use std::os::unix::fs::PermissionsExt;
        // The mask of the user takes away from it.
        maker.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let new = match maker.tempfile_in(folder) {
        // The folder may be protected where the file is not.
        Err(error) if target.is_some() && error.kind() == ErrorKind::PermissionDenied => {
            maker.tempfile()?
        }
        new => new?,
    };
    fill(new.as_file())?;
    let (Some(mut target), Some(old)) = (target, old) else {
        new.persist(&path)?;
        return Ok(());
    };
    let mut new = match stands_in(new.as_file(), old) {
        true => match new.persist(&path) {
            Ok(_) => return Ok(()),
            Err(error) => error.file,
        },
        false => new,
    };
    target.set_len(0)?;
    new.rewind()?;
    io::copy(new.as_file_mut(), &mut target)?;
    Ok(())
}

/// Gives a new file the mode and owner of an old one; whether it can take its place, so that nobody sees a difference.
fn stands_in(new: &File, old: &Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        if old.nlink() > 1 || fchown(new, Some(old.uid()), Some(old.gid())).is_err() {
            return false;
        }
    }
    new.set_permissions(old.permissions()).is_ok()
}

/// The path that links lead to, whether or not there is a file.
fn behind_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        match std::fs::read_link(&path) {
            Ok(target) => path = path.parent().unwrap_or(Path::new("")).join(target),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many links lead from one to the next"))
}

/// Why a file cannot be read or written, without the numbers of the operating system.
pub fn in_words(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "there is no such file".to_owned(),
        ErrorKind::PermissionDenied => "permission is denied".to_owned(),
        ErrorKind::IsADirectory => "it is a directory".to_owned(),
        ErrorKind::NotADirectory => "a part of its path is a file, not a directory".to_owned(),
        ErrorKind::InvalidInput | ErrorKind::InvalidFilename => {
            "this cannot be the name of a file".to_owned()
        }
        ErrorKind::StorageFull => "the disk is full".to_owned(),
        _ => {
            let text = error.to_string();
            match text.split_once(" (os error") {
                Some((words, _)) => words.to_owned(),
                None => text,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::Ordering;

    use super::*;
    use crate::work::budget::Limits;

    /// A folder with another in it, which goes when this is dropped.
    fn folder() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().to_path_buf();
        std::fs::create_dir(path.join("inner")).unwrap();
        (folder, path)
    }

    #[test]
    fn one_file_has_one_name() {
        let (_folder, folder) = folder();
        std::fs::write(folder.join("a.nimrule"), "").unwrap();
        let disk = Disk::default();
        let main = folder.join("main.nimrule");
        let main = main.to_str().unwrap();
        let resolve = |path| disk.resolve(main, path).unwrap();
        assert_eq!(disk.resolve("", main).as_deref(), Ok(main));
        let name = resolve("a.nimrule");
        assert_eq!(name, folder.join("a.nimrule").to_str().unwrap());
        assert_eq!(resolve("inner/../a.nimrule"), name);
        assert_eq!(resolve("./a.nimrule"), name);
        let mut budget = Budget::start(&Limits::default());
        assert_eq!(disk.read(&name, &mut budget), Ok(Vec::new()));
    }

    #[test]
    fn what_cannot_be_read_says_why() {
        let (_folder, folder) = folder();
        let why = |path: PathBuf| {
            let mut budget = Budget::start(&Limits::default());
            read_within(&path, &mut budget).unwrap_err()
        };
        assert_eq!(why(folder.join("none")), "there is no such file".into());
        assert_eq!(why(folder.join("inner")), "it is a directory".into());
        std::fs::write(folder.join("file"), "").unwrap();
        assert_eq!(
            why(folder.join("file").join("x")),
            "a part of its path is a file, not a directory".into()
        );
    }

    fn put(path: &Path, text: &str) -> Result<(), Unread> {
        put_within(path, text, &Limits::default())
    }

    fn put_within(path: &Path, text: &str, limits: &Limits) -> Result<(), Unread> {
        write(path, &mut Budget::start(limits), |out| {
            out.write_all(text.as_bytes())
        })
    }

    /// A write that fails in the middle.
    fn fail(path: &Path) -> Result<(), Unread> {
        write(path, &mut Budget::start(&Limits::default()), |out| {
            out.write_all(&[b'x'; 100_000])?;
            Err(io::Error::other("no more"))
        })
    }

    #[test]
    fn a_file_is_written_whole_or_not_at_all() {
        let (_folder, folder) = folder();
        let file = folder.join("out");
        assert_eq!(fail(&file), Err("no more".into()));
        assert!(!file.exists());
        assert_eq!(put(&file, "one"), Ok(()));
        assert_eq!(fail(&file), Err("no more".into()));
        assert_eq!(std::fs::read(&file).unwrap(), b"one");
        // A user's file of any name is left alone, and nothing is left behind.
        std::fs::write(folder.join("out.part"), "mine").unwrap();
        assert_eq!(put(&file, "two"), Ok(()));
        assert_eq!(std::fs::read(&file).unwrap(), b"two");
        assert_eq!(std::fs::read(folder.join("out.part")).unwrap(), b"mine");
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 3);
        assert_eq!(
            put(&folder.join("none").join("out"), ""),
            Err("there is no such folder".into())
        );
        assert_eq!(
            put(&folder.join("inner"), ""),
            Err("it is a directory".into())
        );
    }

    #[cfg(unix)]
    #[test]
    fn links_and_modes_stay() {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
        let (_folder, folder) = folder();
        let mode = |path: &Path| std::fs::metadata(path).unwrap().mode() & 0o7777;
        let file = folder.join("inner").join("out");
        let (near, far) = (folder.join("near"), folder.join("far"));
        symlink("inner/out", &near).unwrap();
        symlink("near", &far).unwrap();
        // Also where there is nothing yet behind them.
        assert_eq!(put(&far, "new"), Ok(()));
        assert_eq!(std::fs::read(&file).unwrap(), b"new");
        std::fs::write(folder.join("usual"), "").unwrap();
        assert_eq!(mode(&file), mode(&folder.join("usual")));
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640)).unwrap();
        assert_eq!(put(&far, "newer"), Ok(()));
        assert_eq!(std::fs::read(&file).unwrap(), b"newer");
        assert_eq!(mode(&file), 0o640);
        assert!(near.is_symlink() && far.is_symlink());
        // Another name of the same file sees the change.
        let other = folder.join("other");
        std::fs::hard_link(&file, &other).unwrap();
        assert_eq!(put(&file, "4"), Ok(()));
        assert_eq!(std::fs::read(&other).unwrap(), b"4");
        symlink("round", folder.join("round")).unwrap();
        assert!(put(&folder.join("round"), "").is_err());
        assert!(folder.join("round").is_symlink());
    }

    #[test]
    fn a_write_that_is_interrupted_leaves_a_file_as_it_was() {
        let (_folder, folder) = folder();
        let file = folder.join("out");
        assert_eq!(put(&file, "one"), Ok(()));
        let limits = Limits::default();
        let written = write(&file, &mut Budget::start(&limits), |out| {
            for line in 0..1_000_000 {
                if line == 500_000 {
                    limits.interrupt.store(true, Ordering::Relaxed);
                }
                writeln!(out, "{line}")?;
            }
            Ok(())
        });
        assert_eq!(written, Err(Unread::Stop(Limit::Interrupted)));
        assert_eq!(std::fs::read(&file).unwrap(), b"one");
        // Nothing is left behind.
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2);
    }

    #[cfg(unix)]
    #[test]
    fn devices_and_fifos_are_written_to() {
        use std::os::unix::fs::{FileTypeExt, symlink};
        let (_folder, folder) = folder();
        let null = folder.join("null");
        symlink("/dev/null", &null).unwrap();
        assert_eq!(put(&null, "gone"), Ok(()));
        assert!(null.is_symlink());
        let fifo = folder.join("fifo");
        let made = std::process::Command::new("mkfifo").arg(&fifo).status();
        assert!(made.unwrap().success());
        let reader = std::thread::spawn({
            let fifo = fifo.clone();
            move || std::fs::read(fifo).unwrap()
        });
        // More than a FIFO holds.
        let text = "through".repeat(100_000);
        assert_eq!(put(&fifo, &text), Ok(()));
        assert_eq!(reader.join().unwrap(), text.as_bytes());
        // Nobody comes to read it, or nobody goes on.
        for reader in [
            None,
            Some(File::options().read(true).write(true).open(&fifo)),
        ] {
            let limits = Limits::default();
            let interrupt = Arc::clone(&limits.interrupt);
            let writer = std::thread::spawn({
                let (fifo, text) = (fifo.clone(), text.clone());
                move || put_within(&fifo, &text, &limits)
            });
            interrupt.store(true, Ordering::Relaxed);
            let stopped = Err(Unread::Stop(Limit::Interrupted));
            assert_eq!(writer.join().unwrap(), stopped);
            drop(reader);
        }
        let kind = std::fs::metadata(&fifo).unwrap().file_type();
        assert!(kind.is_fifo());
    }
}
