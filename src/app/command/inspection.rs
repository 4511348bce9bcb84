//! What is done with rules as a whole, those of files or those that are defined at the prompt: `check`, `test` and `games`.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::args::Inspection;
use super::face::{End, Face};
use super::words::{Rules, needed, rules};
use crate::app::bundled;
use crate::app::disk::{self, ENDING};
use crate::app::process::Exit;
use crate::query::{Session, Settings};
use crate::text::diagnostic::{Diagnostic, Report};
use crate::work::budget::Budget;
use crate::work::world::World;

/// What looks at rules.
pub struct Inspector<'a> {
    pub face: &'a dyn Face,
    /// Where files come from.
    pub world: Arc<dyn World>,
    pub settings: Settings,
    /// What is defined at the prompt, which is meant where no file is named.
    pub here: Option<&'a mut Session>,
}

/// How rules are called that an option gives.
const GIVEN: &str = "-e";

/// How those are called that are defined at the prompt.
const HERE: &str = "<prompt>";

/// Rules with what they are called, or why they cannot be had.
pub(super) type NamedRules = Result<(String, Rules), Diagnostic>;

impl Inspection {
    /// Does it.
    pub fn answer(&self, mut inspector: Inspector<'_>) -> Result<Exit, End> {
        match self {
            Inspection::Check { files, rules } => inspector.check(files, rules.as_deref()),
            Inspection::Test(wanted) => inspector.test(wanted),
            Inspection::Games { words } => inspector.games(words),
        }
    }
}

impl Inspector<'_> {
    /// The rules that are meant: those of an option, of files and folders, or else what is defined here.
    pub(super) fn subjects(
        &self,
        names: &[String],
        given: Option<&str>,
    ) -> Result<Vec<NamedRules>, Report> {
        let mut subjects: Vec<NamedRules> = Vec::new();
        if given.is_some() {
            subjects.push(Ok((GIVEN.to_owned(), rules(&mut Vec::new(), given)?)));
        }
        let mut budget = Budget::start(&self.settings.limits);
        let files = files(names, &mut budget).into_iter();
        subjects.extend(files.map(|file| file.map(|file| (file.clone(), Rules::File(file)))));
        match (subjects.is_empty(), &self.here) {
            (true, None) => Err(needed().into()),
            (true, Some(_)) => Ok(vec![Ok((HERE.to_owned(), Rules::Here))]),
            (false, _) => Ok(subjects),
        }
    }

    pub(super) fn is_interrupted(&self) -> bool {
        self.settings.limits.interrupt.load(Ordering::Relaxed)
    }
}

/// The files that are meant: a folder stands for the rule files in it and in the folders in it, sorted; for every folder that
/// cannot be read or has no rule file, what is wrong stands behind them.
pub fn files(names: &[String], budget: &mut Budget) -> Vec<Result<String, Diagnostic>> {
    let mut files = Vec::new();
    for name in names {
        let path = Path::new(name);
        // The name of a bundled game is that game; `./nim` is always the folder.
        if name == "-" || !path.is_dir() || bundled::text(name).is_some() {
            files.push(Ok(name.clone()));
            continue;
        }
        files.extend(files_in(name, budget));
    }
    files
}

/// The rule files in a folder and in the folders in it, sorted, and behind them what is wrong with folders that cannot be read.
pub fn files_in(folder: &str, budget: &mut Budget) -> Vec<Result<String, Diagnostic>> {
    let found = match disk::look_through(Path::new(folder), budget) {
        Ok(found) => found,
        Err(limit) => return vec![Err(limit.into())],
    };
    let shown = |path: &PathBuf| path.to_string_lossy().into_owned();
    let files = found.rule_files.iter().map(|path| Ok(shown(path)));
    let wrong = found
        .unreadable
        .iter()
        .map(|(folder, why)| Err(disk::unreadable(&format!("`{}`", shown(folder)), why)));
    let all: Vec<_> = files.chain(wrong).collect();
    if !all.is_empty() {
        return all;
    }
    let message = format!("the directory `{folder}` has no rule files in it");
    let error = Diagnostic::error("unreadable_file", message);
    vec![Err(
        error.help(format!("the names of rule files end in `.{ENDING}`"))
    )]
}
