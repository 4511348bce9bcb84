//! Files on disk: rule files named by the user, and the files that they name; and the bundled games.

mod write;

use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

pub use self::write::{is_stream, write};
use crate::app::bundled;
use crate::text::diagnostic::{Diagnostic, nearest};
use crate::text::source::{MAX_SOURCE_BYTES, decode};
use crate::work::Limit;
use crate::work::budget::Budget;
use crate::work::world::{Unread, World};

/// How rule files end.
pub const ENDING: &str = "nimrule";

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
    known: Mutex<NamedFiles>,
}

/// The files that were named.
#[derive(Debug, Default)]
struct NamedFiles {
    /// From the one true path of a file to the name it is shown by.
    shown: HashMap<PathBuf, String>,
    files: HashMap<String, Place>,
}

/// Where a file lies.
#[derive(Debug)]
struct Place {
    /// The one true path.
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

    fn known(&self) -> MutexGuard<'_, NamedFiles> {
        // A panic elsewhere leaves the maps as good as they were.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The true path of the file that is known by this name. `None`: it is bundled, or was not met.
    pub fn path(&self, name: &str) -> Option<PathBuf> {
        let known = self.known();
        known.files.get(name).map(|place| place.path.clone())
    }

    /// The true paths of the files that were named.
    pub fn met(&self) -> Vec<PathBuf> {
        let known = self.known();
        known.shown.keys().cloned().collect()
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
        let mut known = self.known();
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
        let Some(path) = self.path(name) else {
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

    fn open(&self, file: &str, budget: &mut Budget) -> Result<String, Diagnostic> {
        text(file, budget)
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
    let stem = Path::new(file).file_stem().and_then(OsStr::to_str);
    let stem = stem.unwrap_or_default();
    let near = || match !is_name && bundled::text(stem).is_some() {
        true => Some(stem.to_owned()),
        false => nearest(stem, bundled::names()).map(str::to_owned),
    };
    let meant = beside.or_else(near);
    let meant = meant.map(|meant| format!("did you mean `{meant}`?"));
    let meant = meant.or_else(|| bundled::meant_by(stem));
    if !is_name {
        // Where a folder of the path is missing, that is said; else the file is.
        let why = std::fs::metadata(file)
            .err()
            .map_or_else(String::new, |error| in_words(&error));
        return unreadable(&format!("`{file}`"), &why).help_if(meant);
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

/// What lies in a folder and in the folders in it, sorted.
#[derive(Debug, Default)]
pub struct FolderContents {
    pub rule_files: Vec<PathBuf>,
    /// Folders that cannot be read, each with why.
    pub unreadable: Vec<(PathBuf, String)>,
}

/// Looks through a folder and the folders in it. Links to folders are not followed: they may lead back.
pub fn look_through(folder: &Path, budget: &mut Budget) -> Result<FolderContents, Limit> {
    let mut found = FolderContents::default();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries = match std::fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(why) => {
                found.unreadable.push((folder, in_words(&why)));
                continue;
            }
        };
        for entry in entries {
            budget.look()?;
            match entry.and_then(|entry| Ok((entry.path(), entry.file_type()?.is_dir()))) {
                Ok((path, true)) => folders.push(path),
                Ok((path, false)) if path.extension().is_some_and(|it| it == ENDING) => {
                    found.rule_files.push(path);
                }
                Ok(_) => {}
                Err(why) => found.unreadable.push((folder.clone(), in_words(&why))),
            }
        }
    }
    found.rule_files.sort();
    found.unreadable.sort();
    Ok(found)
}

/// The nearest folder, from this one upwards, below which rule files may read; else this one.
fn root_of(folder: &Path) -> PathBuf {
    let marked = folder
        .ancestors()
        .find(|above| MARKERS.iter().any(|marker| above.join(marker).exists()));
    marked.unwrap_or(folder).to_path_buf()
}

/// The path with all links resolved, as far as it exists. An empty path is the current folder.
pub fn true_path(path: &Path) -> PathBuf {
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

/// Makes a folder and those that it is in, where they are not there.
pub fn make_folder(folder: &Path) -> Result<(), Diagnostic> {
    std::fs::create_dir_all(folder).map_err(|error| {
        let (folder, why) = (folder.display(), in_words(&error));
        let message = format!("cannot make the folder `{folder}`: {why}");
        Diagnostic::error("output", message)
    })
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
    use super::*;
    use crate::work::budget::Limits;

    /// A folder with another in it, which goes when this is dropped.
    pub(super) fn folder() -> (tempfile::TempDir, PathBuf) {
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
}
