//! From the FILE of a command line to a rulebook.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::app::bundled;
use crate::app::disk::{self, Disk, ENDING, text, unreadable};
use crate::rules::Rulebook;
use crate::text::diagnostic::{Diagnostic, Report};
use crate::work::budget::{Budget, Limits};

/// The rules of a file, `-`, or a bundled game.
pub struct Loaded {
    /// The rules.
    pub book: Rulebook,
    /// What is not wrong but probably not meant.
    pub warnings: Report,
}

/// Reads and checks a FILE into a rulebook of its own, which may read below the folders that are `allowed`, too.
pub fn load(file: &str, allowed: &[PathBuf], limits: &Limits) -> Result<Loaded, Report> {
    let mut book = Rulebook::new(Arc::new(Disk::new(allowed)), limits.clone());
    let text = text(file, &mut Budget::start(limits))?;
    let name = if file == "-" { "<stdin>" } else { file };
    let warnings = book.add(name, &text)?;
    Ok(Loaded { book, warnings })
}

fn is_rule_file(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == ENDING)
}

/// The files that are meant: a folder stands for the rule files in it and in the folders in it, sorted; for every folder that
/// cannot be read or has no rule file, what is wrong stands in its place.
pub fn files(names: &[String]) -> Vec<Result<String, Diagnostic>> {
    let mut files = Vec::new();
    for name in names {
        let path = Path::new(name);
        // The name of a bundled game is that game; `./nim` is always the folder.
        if name == "-" || !path.is_dir() || bundled::text(name).is_some() {
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
