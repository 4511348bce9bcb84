//! The files that a command names, and `check`, which tells their mistakes and warnings.
//!
//! What fails at a position that the file asks about is a mistake, as it is for `test`; of the other positions only small piles are
//! looked at.

use std::path::{Path, PathBuf};

use serde_json::json;

use super::Run;
use crate::app::bundled;
use crate::app::command::face::End;
use crate::app::command::words::{Rules, rules};
use crate::app::disk::{self, ENDING};
use crate::app::process::Exit;
use crate::query::Session;
use crate::text::diagnostic::Diagnostic;
use crate::text::words::counted;
use crate::work::budget::Budget;

/// How rules are called that an option gives.
pub(super) const GIVEN: &str = "-e";

impl Run {
    pub(super) fn check(&self, names: &[String], given: Option<&str>) -> Result<Exit, End> {
        self.listen_unless_typed(names);
        let mut worst = match given {
            Some(_) => self.check_rules(GIVEN, &rules(&mut Vec::new(), given)?)?,
            None => Exit::Fine,
        };
        for file in files(names, &mut self.budget()) {
            worst = worst.max(match file {
                Ok(file) => self.check_rules(&file, &Rules::File(file.clone()))?,
                Err(diagnostic) => self.console.complain(&diagnostic.into()),
            });
        }
        Ok(worst)
    }

    fn check_rules(&self, file: &str, given: &Rules) -> Result<Exit, End> {
        let (rules, expectations, report, exit) = match self.load_plain(given) {
            Ok(loaded) => {
                self.console.warn(&loaded.warnings);
                let games = loaded.book.game_names();
                let expectations = loaded.book.expects().len();
                let mut session = Session::new(loaded.book, self.settings.clone())?;
                let words = format!("checking {file}");
                let found = self
                    .face()
                    .work(&words, || session.probe_beside(&loaded.warnings))?;
                let mut rules = Vec::new();
                for name in games {
                    let described = session.described(&name)?;
                    rules.push(described.map_or(name, |described| described.to_string()));
                }
                let mut report = session.book().report(found);
                self.console.warn(&report);
                let exit = Exit::of(&report);
                report.diagnostics.extend(loaded.warnings.diagnostics);
                (rules, expectations, report, exit)
            }
            Err(report) => {
                let exit = self.console.complain(&report);
                (Vec::new(), 0, report, exit)
            }
        };
        let errors = report.diagnostics.iter().filter(|it| it.is_error());
        let mistakes = errors.count();
        let warnings = report.diagnostics.len() - mistakes;
        if self.console.json {
            let answer = json!({
                "file": file,
                "games": rules.len(),
                "rules": rules,
                "expectations": expectations,
                "mistakes": mistakes,
                "warnings": warnings,
            });
            self.face().print_json(&answer)?;
            return Ok(exit);
        }
        let look = self.console.output;
        let found = if exit == Exit::Fine {
            let games = counted(rules.len(), "game", "games");
            let expectations = counted(expectations, "expectation", "expectations");
            format!("{games}, {expectations}, {}", look.good("no mistakes"))
        } else {
            look.bad(counted(mistakes, "mistake", "mistakes"))
                .to_string()
        };
        let warned = match warnings {
            0 => String::new(),
            _ => format!(", {}", counted(warnings, "warning", "warnings")),
        };
        self.face()
            .print_words(&format!("{file}: {found}{warned}"))?;
        for rule in rules {
            self.face().print_words(&format!("  {rule}"))?;
        }
        Ok(exit)
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
pub(super) fn files_in(folder: &str, budget: &mut Budget) -> Vec<Result<String, Diagnostic>> {
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
