//! `check` tells the mistakes and warnings of rules, and says the rules back.
//!
//! What fails at a position that the rules ask about is a mistake, as it is for `test`; of the other positions only small piles are
//! looked at.

use std::sync::Arc;

use serde_json::json;

use super::face::{End, Face};
use super::inspection::Inspector;
use super::words::Rules;
use crate::app::process::Exit;
use crate::query::Session;
use crate::text::diagnostic::Report;
use crate::text::words::counted;

/// What was found in rules.
struct Checked {
    /// The games in words.
    games: Vec<String>,
    expectations: usize,
    /// What is wrong, and what is probably not meant.
    report: Report,
    exit: Exit,
}

impl Inspector<'_> {
    pub(super) fn check(&mut self, names: &[String], given: Option<&str>) -> Result<Exit, End> {
        let mut worst = Exit::Fine;
        for subject in self.subjects(names, given)? {
            worst = worst.max(match subject {
                Ok((name, rules)) => {
                    let checked = self.checked(&name, &rules)?;
                    self.tell_checked(&name, &rules, checked)?
                }
                Err(diagnostic) => self.face.complain(&diagnostic.into()),
            });
        }
        Ok(worst)
    }

    fn checked(&mut self, name: &str, rules: &Rules) -> Result<Checked, Report> {
        let face = self.face;
        if let (Rules::Here, Some(session)) = (rules, &mut self.here) {
            let warnings = session.book().report(Vec::new());
            return Checked::of(session, name, warnings, face);
        }
        let world = Arc::clone(&self.world);
        match face.reading(rules, || rules.load(world, &self.settings.limits)) {
            Ok(loaded) => {
                face.warn(&loaded.warnings);
                let mut session = Session::new(loaded.book, self.settings.clone())?;
                Checked::of(&mut session, name, loaded.warnings, face)
            }
            Err(report) => Ok(Checked {
                exit: face.complain(&report),
                games: Vec::new(),
                expectations: 0,
                report,
            }),
        }
    }

    fn tell_checked(&self, name: &str, rules: &Rules, checked: Checked) -> Result<Exit, End> {
        let Checked {
            games,
            expectations,
            report,
            exit,
        } = checked;
        let errors = report.diagnostics.iter().filter(|it| it.is_error());
        let mistakes = errors.count();
        let warnings = report.diagnostics.len() - mistakes;
        if self.face.is_json() {
            let answer = json!({
                "file": name,
                "games": games.len(),
                "rules": games,
                "expectations": expectations,
                "mistakes": mistakes,
                "warnings": warnings,
            });
            self.face.print_json(&answer)?;
            return Ok(exit);
        }
        let look = self.face.look();
        let found = if exit == Exit::Fine {
            let games = counted(games.len(), "game", "games");
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
        let of = match rules {
            Rules::Here => String::new(),
            Rules::File(_) | Rules::Text { .. } => format!("{name}: "),
        };
        self.face.print_words(&format!("{of}{found}{warned}"))?;
        for game in games {
            self.face.print_words(&format!("  {game}"))?;
        }
        Ok(exit)
    }
}

impl Checked {
    /// What is found besides the warnings that were given when the rules were read, and is shown.
    fn of(
        session: &mut Session,
        name: &str,
        warnings: Report,
        face: &dyn Face,
    ) -> Result<Checked, Report> {
        let found = face.work(&format!("checking {name}"), || {
            session.probe_beside(&warnings)
        })?;
        let mut games = session.book().own_game_names();
        for game in &mut games {
            if let Some(described) = session.described(game)? {
                *game = described.to_string();
            }
        }
        let mut report = session.book().report(found);
        face.warn(&report);
        let exit = Exit::of(&report);
        report.diagnostics.extend(warnings.diagnostics);
        Ok(Checked {
            games,
            expectations: session.book().expects().len(),
            report,
            exit,
        })
    }
}
