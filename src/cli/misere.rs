//! `quotient` and `genus`: misère play of single piles.

use super::Run;
use super::end::End;
use crate::exit::Exit;
use crate::query::heaps::MisereQuotient;
use crate::report::json;

impl Run {
    pub(super) fn quotient(&self, file: &str, game: Option<&str>, to: i64) -> Result<Exit, End> {
        let mut session = self.session(file)?;
        let game = session.game(game)?;
        let to = to.unsigned_abs();
        let progress = self.progress("looking for the misère quotient");
        let found = session.quotient(&game, to);
        drop(progress);
        match found {
            Ok(found) => {
                self.show_quotient(&found)?;
                Ok(Exit::Fine)
            }
            Err(report) if report.limit().is_some() => {
                // What was found is not lost.
                let found = session.quotient_so_far(&game, to)?;
                self.show_quotient(&found)?;
                Err(End::Report(report))
            }
            Err(report) => Err(report.into()),
        }
    }

    fn show_quotient(&self, found: &MisereQuotient) -> Result<(), End> {
        if self.console.json {
            self.console.print_json(&json::Quotient::from(found))
        } else {
            self.console.print(&format!("{found}\n"))
        }
    }

    pub(super) fn genus(&self, file: &str, game: Option<&str>, to: i64) -> Result<Exit, End> {
        let mut session = self.session(file)?;
        let game = session.game(game)?;
        let progress = self.progress("working out genera");
        let found = session.genera(&game, 0, to);
        drop(progress);
        let found = found?;
        if self.console.json {
            self.console.print_json(&found)?;
        } else {
            self.console.print(&format!("{found}\n"))?;
        }
        Ok(Exit::Fine)
    }
}
