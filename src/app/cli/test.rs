//! `test` says whether what files expect of their games is so.

use std::sync::atomic::Ordering;
use std::time::Duration;

use serde_json::json;

use super::Run;
use super::files::{GIVEN, files};
use crate::app::command::face::End;
use crate::app::command::words::{Rules, rules};
use crate::app::process::{Exit, on_interrupt};
use crate::query::Session;
use crate::report::diagnostics::render_some;
use crate::report::look::Look;
use crate::report::{json, refuted};
use crate::text::diagnostic::Report;
use crate::text::words::{counted, noun, widest};

/// How long an expectation may take where the user says nothing.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// What became of expectations.
#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    hold: usize,
    fail: usize,
    /// They could not be worked out: a mistake or a limit.
    unknown: usize,
    /// Files that could not be used at all.
    broken: usize,
}

impl Run {
    pub(super) fn test(&mut self, names: &[String], given: Option<&str>) -> Result<Exit, End> {
        if !self.has_time {
            self.settings.limits.time = Some(DEFAULT_TIME);
        }
        if !names.iter().any(|name| name == "-") {
            on_interrupt(&self.settings.limits.interrupt);
        }
        let mut files = files(names);
        let mut text = given.map(|_| rules(&mut Vec::new(), given)).transpose()?;
        if text.is_some() {
            files.insert(0, Ok(GIVEN.to_owned()));
        }
        let name_width = widest(files.iter().flatten().map(String::as_str));
        let mut worst = Exit::Fine;
        let mut total = Tally::default();
        for file in files {
            let exit = match file {
                Ok(file) => {
                    let rules = text.take().unwrap_or_else(|| Rules::File(file.clone()));
                    self.test_rules(&file, &rules, name_width, &mut total)?
                }
                Err(diagnostic) => {
                    total.broken += 1;
                    self.console.complain(&diagnostic.into())
                }
            };
            worst = worst.max(exit);
            if self.is_interrupted() {
                break;
            }
        }
        if !self.console.json {
            self.face().print(&total.summary(self.console.output))?;
        }
        Ok(worst)
    }

    fn test_rules(
        &self,
        file: &str,
        rules: &Rules,
        name_width: usize,
        total: &mut Tally,
    ) -> Result<Exit, End> {
        let opened = self.load(rules).and_then(|loaded| {
            self.console.warn(&loaded.warnings);
            Session::new(loaded.book, self.settings.clone())
        });
        let session = match opened {
            Ok(session) => session,
            Err(report) => {
                total.broken += 1;
                let exit = self.console.complain(&report);
                let remark = self.console.output.bad("cannot be used");
                self.tell(&format!("{file:name_width$}    {remark}"))?;
                return Ok(exit);
            }
        };
        let words = format!("testing {file}");
        let (tally, exit, shown) = self.face().work(&words, || self.test_all(session, file))?;
        total.add(tally);
        if !self.console.quiet || exit != Exit::Fine {
            let outcome = tally.outcome(self.console.output);
            self.tell(&format!("{file:name_width$}    {outcome}"))?;
        }
        for failure in shown {
            match failure {
                Failure::False(text) => self.tell(&format!("\n{text}"))?,
                Failure::Unknown(report) => {
                    self.console.complain(&report);
                }
            }
        }
        Ok(exit)
    }

    /// Tests all expectations of a file. With `--json` each is printed at once.
    fn test_all(
        &self,
        mut session: Session,
        file: &str,
    ) -> Result<(Tally, Exit, Vec<Failure>), End> {
        let expects = session.book().expects();
        let sources = session.book().sources();
        let mut tally = Tally::default();
        let mut worst = Exit::Fine;
        let mut shown = Vec::new();
        for expect in expects {
            if self.is_interrupted() {
                break;
            }
            let line = sources.line(expect.span);
            match session.test(&expect) {
                Ok(tested) => {
                    if self.console.json {
                        let object = json::tested(file, line, &tested);
                        self.face().print_json(&object)?;
                    }
                    if tested.ok {
                        tally.hold += 1;
                    } else {
                        tally.fail += 1;
                        worst = worst.max(Exit::Failed);
                        let look = self.console.output;
                        let text = render_some([&refuted(&tested)], &sources, look);
                        shown.push(Failure::False(text));
                    }
                }
                Err(report) => {
                    tally.unknown += 1;
                    worst = worst.max(Exit::of(&report));
                    if self.console.json {
                        self.console.complain(&report);
                        self.face().print_json(&json!({
                            "file": file,
                            "line": line,
                            "expect": sources.slice(expect.claim.span),
                            "ok": false,
                            "left": null,
                            "right": null,
                            "error": report.to_string(),
                        }))?;
                    }
                    if !self.console.json {
                        shown.push(Failure::Unknown(report));
                    }
                }
            }
        }
        Ok((tally, worst, shown))
    }

    fn is_interrupted(&self) -> bool {
        self.settings.limits.interrupt.load(Ordering::Relaxed)
    }

    /// Prints a line for people, not for programs.
    fn tell(&self, line: &str) -> Result<(), End> {
        if self.console.json {
            return Ok(());
        }
        self.face().print(line)
    }
}

/// An expectation that does not hold, as it is shown.
enum Failure {
    False(String),
    Unknown(Report),
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.hold += other.hold;
        self.fail += other.fail;
        self.unknown += other.unknown;
        self.broken += other.broken;
    }

    /// `12 hold`, `3 hold, 1 fails`
    fn outcome(self, look: Look) -> String {
        let mut parts = Vec::new();
        if self.hold > 0 {
            let verb = noun(self.hold, "holds", "hold");
            parts.push(look.good(format!("{:>3} {verb}", self.hold)).to_string());
        }
        parts.extend(self.rest(look));
        if parts.is_empty() {
            return look.faint(" no expectations").to_string();
        }
        parts.join(", ")
    }

    /// `15 expectations hold, 1 fails`
    fn summary(self, look: Look) -> String {
        let verb = noun(self.hold, "holds", "hold");
        let expectations = counted(self.hold, "expectation", "expectations");
        let mut parts = vec![format!("{expectations} {verb}")];
        parts.extend(self.rest(look));
        parts.join(", ")
    }

    fn rest(self, look: Look) -> Vec<String> {
        let verb = noun(self.fail, "fails", "fail");
        let files = counted(self.broken, "file", "files");
        let parts = [
            (self.fail, format!("{} {verb}", self.fail)),
            (
                self.unknown,
                format!("{} could not be worked out", self.unknown),
            ),
            (self.broken, format!("{files} could not be used")),
        ];
        let parts = parts.iter().filter(|(count, _)| *count > 0);
        parts.map(|(_, part)| look.bad(part).to_string()).collect()
    }
}
