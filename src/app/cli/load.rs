//! From the FILE of a command line to a rulebook.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::app::bundled;
use crate::app::disk::{self, Disk};
use crate::rules::Rulebook;
use crate::text::diagnostic::{Diagnostic, Report, nearest};
use crate::text::source::decode;
use crate::work::budget::{Budget, Limits};
use crate::work::world::{Outside, Unread, World};

use super::console::bare;

/// How rule files end.
const ENDING: &str = "nimrule";

/// The rules of a file, `-`, or a bundled game.
pub struct Loaded {
    /// The rules.
    pub book: Rulebook,
    /// What is not wrong but probably not meant.
    pub warnings: Report,
}

/// Reads and checks a FILE into a rulebook of its own, which may read below the folders that are `allowed`, too.
///
/// # Errors
/// It cannot be read, or it has mistakes.
pub fn load(file: &str, allowed: &[PathBuf], limits: &Limits) -> Result<Loaded, Report> {
    let mut book = Rulebook::new(Arc::new(Disk::new(allowed)), limits.clone());
    let text = text(file, &mut Budget::start(limits)).map_err(bare)?;
    let name = if file == "-" { "<stdin>" } else { file };
    let warnings = book.add(name, &text)?;
    Ok(Loaded { book, warnings })
}

/// The text of a FILE.
///
/// # Errors
/// It cannot be read, or not within the budget.
pub fn text(file: &str, budget: &mut Budget) -> Result<String, Diagnostic> {
    if file == "-" {
        let bytes = disk::take_within(std::io::stdin().lock(), 0, budget);
        return bytes
            .and_then(|bytes| Ok(decode(bytes)?))
            .map_err(|unread| unread.complaint(|why| unreadable("standard input", why)));
    }
    let path = Path::new(file);
    let is_name = path.extension().is_none() && path.components().count() == 1;
    // A folder may have the name of a game without being meant.
    if is_name
        && (!path.exists() || path.is_dir())
        && let Some(text) = bundled::text(file)
    {
        return Ok(text.to_owned());
    }
    if !path.exists() && path.symlink_metadata().is_err() {
        return Err(missing(file, is_name));
    }
    disk::read_within(path, budget)
        .and_then(|bytes| Ok(decode(bytes)?))
        .map_err(|unread| unread.complaint(|why| unreadable(&format!("`{file}`"), why)))
}

fn unreadable(what: &str, why: &str) -> Diagnostic {
    Diagnostic::error("unreadable_file", format!("cannot read {what}: {why}"))
}

/// What is said where no file and no bundled game has this name.
fn missing(file: &str, is_name: bool) -> Diagnostic {
    let beside = near_file(Path::new(file));
    let meant = beside.or_else(|| {
        let stem = Path::new(file).file_stem()?.to_str()?;
        if !is_name && bundled::text(stem).is_some() {
            return Some(stem.to_owned());
        }
        bundled::near(stem).map(str::to_owned)
    });
    let meant = meant.map(|meant| format!("did you mean `{meant}`?"));
    if !is_name {
        // Where a folder of the path is missing, that is said; else the file is.
        let why = std::fs::metadata(file)
            .err()
            .map_or_else(String::new, |error| disk::in_words(&error));
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

fn is_rule_file(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == ENDING)
}

/// The files that are meant: a folder stands for the rule files in it and in the folders in it, sorted.
///
/// # Errors
/// For every folder that cannot be read or has no rule file, what is wrong, in its place.
pub fn files(names: &[String]) -> Vec<Result<String, Diagnostic>> {
    let mut files = Vec::new();
    for name in names {
        let path = Path::new(name);
        if name == "-" || !path.is_dir() || is_bundled(name) {
            files.push(Ok(name.clone()));
            continue;
        }
        let mut found = Vec::new();
        if let Err(why) = collect(path, &mut found) {
            files.push(Err(unreadable(&format!("`{name}`"), &why)));
        } else if found.is_empty() {
            files.push(Err(Diagnostic::error(
                "unreadable_file",
                format!("the directory `{name}` has no rule files in it"),
            )
            .help(format!("the names of rule files end in `.{ENDING}`"))));
        }
        found.sort();
        let shown = found.iter().map(|path| path.to_string_lossy().into_owned());
        files.extend(shown.map(Ok));
    }
    files
}

/// Whether a folder's name is that of a bundled game; `./nim` is always the folder.
fn is_bundled(name: &str) -> bool {
    bundled::text(name).is_some()
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), String> {
    let in_words = |error: std::io::Error| disk::in_words(&error);
    for entry in std::fs::read_dir(folder).map_err(in_words)? {
        let entry = entry.map_err(in_words)?;
        let path = entry.path();
        // Links to folders are not followed: they may lead back.
        if entry.file_type().map_err(in_words)?.is_dir() {
            collect(&path, found)?;
        } else if is_rule_file(&path) {
            found.push(path);
        }
    }
    Ok(())
}

/// The files of the machine and the bundled games.
pub(super) struct Files(Disk);

impl Files {
    /// Rule files may read below these folders besides their own.
    pub(super) fn new(allowed: &[PathBuf]) -> Files {
        Files(Disk::new(allowed))
    }
}

impl World for Files {
    fn resolve(&self, from: &str, path: &str) -> Result<String, Outside> {
        self.0.resolve(from, path)
    }

    fn read(&self, name: &str, budget: &mut Budget) -> Result<Vec<u8>, Unread> {
        self.0.read(name, budget)
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
        self.0.exists(path)
    }

    fn write(&self, path: &str, content: &[u8], budget: &mut Budget) -> Result<(), Unread> {
        self.0.write(path, content, budget)
    }
}
