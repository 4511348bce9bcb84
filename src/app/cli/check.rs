//! `check`: mistakes and warnings. What fails at a position that the file asks about is a mistake, as it is for `test`; of the
//! other positions only small piles are looked at.

use serde_json::json;

use super::Run;
use super::console::End;
use super::load::files;
use crate::app::exit::Exit;
use crate::app::interrupt::on_interrupt;
use crate::query::Session;
use crate::text::words::counted;

impl Run {
    pub(super) fn check(&self, names: &[String]) -> Result<Exit, End> {
        if !names.iter().any(|name| name == "-") {
            on_interrupt(&self.settings.limits.interrupt);
        }
        let mut worst = Exit::Fine;
        for file in files(names) {
            worst = worst.max(match file {
                Ok(file) => self.check_file(&file)?,
                Err(diagnostic) => self.console.complain(&diagnostic.into()),
            });
        }
        Ok(worst)
    }

    fn check_file(&self, file: &str) -> Result<Exit, End> {
        let (games, expectations, report, exit) = match self.load(file) {
            Ok(loaded) => {
                self.console.warn(&loaded.warnings);
                let games = loaded.book.game_names().len();
                let expectations = loaded.book.expects().len();
                let mut session = Session::new(loaded.book, self.settings.clone())?;
                let found = self.work(&format!("checking {file}"), || session.probe())?;
                let mut report = session.book().report(found);
                self.console.warn(&report);
                let exit = Exit::of(&report);
                report.diagnostics.extend(loaded.warnings.diagnostics);
                (games, expectations, report, exit)
            }
            Err(report) => {
                let exit = self.console.complain(&report);
                (0, 0, report, exit)
            }
        };
        let errors = report.diagnostics.iter().filter(|it| it.is_error());
        let mistakes = errors.count();
        let warnings = report.diagnostics.len() - mistakes;
        if self.console.json {
            let answer = json!({
                "file": file,
                "games": games,
                "expectations": expectations,
                "mistakes": mistakes,
                "warnings": warnings,
            });
            self.console.print_json(&answer)?;
            return Ok(exit);
        }
        let look = self.console.output;
        let found = if exit == Exit::Fine {
            let games = counted(games, "game", "games");
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
        self.console.print(&format!("{file}: {found}{warned}"))?;
        Ok(exit)
    }
}
