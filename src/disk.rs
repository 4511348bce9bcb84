//! Files on disk: rule files named by the user, and the files that they name.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::rules::reader::Reader;
use crate::source::MAX_SOURCE_BYTES;

/// Reads the files that rule files name, each relative to the one that names it.
///
/// A file is known by the name under which it was first met, as the user wrote it, however it is named later.
#[derive(Debug, Default)]
pub struct Disk {
    /// From the one true path of a file to the name it is shown by.
    shown: Mutex<HashMap<PathBuf, String>>,
}

impl Reader for Disk {
    fn resolve(&self, from: &str, path: &str) -> String {
        let joined = match Path::new(from).parent() {
            Some(folder) => folder.join(path),
            None => PathBuf::from(path),
        };
        let name = joined.to_string_lossy().into_owned();
        // A file that is not there has no true path; reading it will say so.
        let Ok(canonical) = joined.canonicalize() else {
            return name;
        };
        // A panic elsewhere leaves the map as good as it was.
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        shown.entry(canonical).or_insert(name).clone()
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        read(Path::new(name))
    }
}

/// The bytes of a rule file, or why they cannot be had.
pub fn read(path: &Path) -> Result<Vec<u8>, String> {
    read_up_to(path, MAX_SOURCE_BYTES as u64)
}

/// The bytes of a file that is not longer than `most`, or why they cannot be had.
pub fn read_up_to(path: &Path, most: u64) -> Result<Vec<u8>, String> {
    let in_words = |error: io::Error| in_words(&error);
    let metadata = std::fs::metadata(path).map_err(in_words)?;
    if metadata.is_dir() {
        return Err("it is a directory".to_owned());
    }
    if metadata.len() > most {
        return Err(too_large(most));
    }
    take_all(File::open(path).map_err(in_words)?, most)
}

/// Writes a file anew. Where that fails, a file that stood there before is as it was.
pub fn replace(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<(), String> {
    let in_words = |error: io::Error| in_words(&error);
    if path.is_dir() {
        return Err("it is a directory".to_owned());
    }
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".part");
    let part = path.with_file_name(name);
    let result = File::create(&part)
        .map(BufWriter::new)
        .and_then(|mut out| write(&mut out).and_then(|()| out.flush()))
        .and_then(|()| std::fs::rename(&part, path));
    if result.is_err() {
        // What is left of the attempt is of no use; where it cannot be removed, it was not made.
        let _ = std::fs::remove_file(&part);
    }
    result.map_err(|error| match error.kind() {
        ErrorKind::NotFound => "there is no such folder".to_owned(),
        _ => in_words(error),
    })
}

/// All that standard input gives, or why it cannot be had.
pub fn read_all(input: impl Read) -> Result<Vec<u8>, String> {
    take_all(input, MAX_SOURCE_BYTES as u64)
}

fn take_all(input: impl Read, most: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    // A device may have no length and no end.
    input
        .take(most + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| in_words(&error))?;
    if bytes.len() as u64 > most {
        return Err(too_large(most));
    }
    Ok(bytes)
}

fn too_large(most: u64) -> String {
    format!(
        "it is larger than {} MiB, the most that is read",
        most >> 20
    )
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

    fn folder(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("nimrule-disk-{name}-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("inner")).unwrap();
        folder
    }

    #[test]
    fn one_file_has_one_name() {
        let folder = folder("names");
        std::fs::write(folder.join("a.nimrule"), "").unwrap();
        let disk = Disk::default();
        let main = folder.join("main.nimrule");
        let main = main.to_str().unwrap();
        let name = disk.resolve(main, "a.nimrule");
        assert_eq!(name, folder.join("a.nimrule").to_str().unwrap());
        assert_eq!(disk.resolve(main, "inner/../a.nimrule"), name);
        assert_eq!(disk.resolve(main, "./a.nimrule"), name);
        assert_eq!(disk.read(&name), Ok(Vec::new()));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_cannot_be_read_says_why() {
        let folder = folder("errors");
        let why = |path: PathBuf| read(&path).unwrap_err();
        assert_eq!(why(folder.join("none")), "there is no such file");
        assert_eq!(why(folder.join("inner")), "it is a directory");
        std::fs::write(folder.join("file"), "").unwrap();
        assert_eq!(
            why(folder.join("file").join("x")),
            "a part of its path is a file, not a directory"
        );
        std::fs::remove_dir_all(folder).unwrap();
    }
}
