//! `test` says whether what files expect of their games is so, and writes what is so into claims that fail.

use std::path::Path;
use std::process::Command;
use std::sync::atomic::Ordering;
use std::time::Duration;

use serde_json::json;

use super::Run;
use super::files::{GIVEN, files};
use crate::app::command::face::End;
use crate::app::command::words::{Rules, rules};
use crate::app::disk;
use crate::app::process::{Exit, on_interrupt};
use crate::query::Session;
use crate::query::answer::Tested;
use crate::report::diagnostics::render_some;
use crate::report::look::Look;
use crate::report::{json, refuted};
use crate::text::diagnostic::{Diagnostic, Report};
use crate::text::source::{Span, without_mark};
use crate::text::words::{counted, noun, widest};

/// How long an expectation may take where the user says nothing.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// Which claims are tested, and what is done with those that fail.
#[derive(Debug, Default)]
pub struct Wanted {
    /// Only claims that have this in their text.
    pub matching: Option<String>,
    /// What is so is written into claims that fail.
    pub update: bool,
    /// Also where git has no copy of the file as it is.
    pub force: bool,
}

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
    pub(super) fn test(
        &mut self,
        names: &[String],
        given: Option<&str>,
        wanted: &Wanted,
    ) -> Result<Exit, End> {
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
                    let (tally, exit) = self.test_rules(&file, &rules, name_width, wanted)?;
                    total.add(tally);
                    exit
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
        if let Some(text) = &wanted.matching
            && total.is_empty()
        {
            let message = format!("no expectation has `{text}` in its text");
            return Err(Diagnostic::error("usage", message).into());
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
        wanted: &Wanted,
    ) -> Result<(Tally, Exit), End> {
        let opened = self.load(rules).and_then(|loaded| {
            self.console.warn(&loaded.warnings);
            Session::new(loaded.book, self.settings.clone())
        });
        let session = match opened {
            Ok(session) => session,
            Err(report) => {
                let exit = self.console.complain(&report);
                let remark = self.console.output.bad("cannot be used");
                self.tell(&format!("{file:name_width$}    {remark}"))?;
                let broken = Tally {
                    broken: 1,
                    ..Tally::default()
                };
                return Ok((broken, exit));
            }
        };
        let words = format!("testing {file}");
        let tested = self
            .face()
            .work(&words, || self.test_all(session, file, wanted))?;
        let (tally, exit) = (tested.tally, tested.exit);
        if !self.console.quiet || exit != Exit::Fine {
            let outcome = tally.outcome(self.console.output);
            self.tell(&format!("{file:name_width$}    {outcome}"))?;
        }
        for failure in tested.shown {
            match failure {
                Failure::False(text) => self.tell(&format!("\n{text}"))?,
                Failure::Unknown(report) => {
                    self.console.complain(&report);
                }
            }
        }
        if tested.mended.is_empty() {
            return Ok((tally, exit));
        }
        let are_all = tested.mended.len() == tally.fail && tally.unknown == 0;
        match self.update(file, rules, tested.mended, wanted.force) {
            Ok(count) => {
                let claims = counted(count, "claim is", "claims are");
                match self.console.json {
                    true => self
                        .face()
                        .print_json(&json!({ "file": file, "written": count }))?,
                    false => self
                        .face()
                        .print(&format!("{file}: {claims} written anew"))?,
                }
                Ok((tally, if are_all { Exit::Fine } else { exit }))
            }
            Err(refused) => Ok((tally, exit.max(self.console.complain(&refused.into())))),
        }
    }

    /// Writes texts in the place of others into a file of rules; how many.
    fn update(
        &self,
        file: &str,
        rules: &Rules,
        mut mended: Vec<(Span, String)>,
        force: bool,
    ) -> Result<usize, Diagnostic> {
        let refuse =
            |why: &str| Diagnostic::error("output", format!("`{file}` is not written: {why}"));
        let path = Path::new(file);
        if !matches!(rules, Rules::File(_)) || !path.is_file() {
            return Err(refuse("it is no file of your own"));
        }
        if !force && !is_kept_by_git(path) {
            let help = "commit it first, or write `--force`";
            return Err(refuse("git has no copy of it as it is").help(help));
        }
        let mut budget = self.budget();
        let mut text = disk::text(file, &mut budget)?;
        // From the end on, so that the places before it stay.
        mended.sort_by_key(|(span, _)| std::cmp::Reverse(span.start));
        // Places count from behind a byte order mark.
        let first = text.len() - without_mark(&text).len();
        for (span, new) in &mended {
            let place = span.start as usize + first..span.end as usize + first;
            if text.get(place.clone()).is_none() {
                return Err(refuse("it changed meanwhile"));
            }
            text.replace_range(place, new);
        }
        let written = disk::write(path, &mut budget, |out| out.write_all(text.as_bytes()));
        written.map_err(|unwritten| unwritten.complaint(refuse))?;
        Ok(mended.len())
    }

    /// Tests the expectations of a file that are meant. With `--json` each is printed at once.
    fn test_all(
        &self,
        mut session: Session,
        file: &str,
        wanted: &Wanted,
    ) -> Result<TestedFile, End> {
        let expects = session.book().expects();
        let sources = session.book().sources();
        let mut tally = Tally::default();
        let mut worst = Exit::Fine;
        let (mut shown, mut mended) = (Vec::new(), Vec::new());
        for expect in expects {
            let text = sources.slice(expect.span);
            if wanted
                .matching
                .as_ref()
                .is_some_and(|it| !text.contains(it))
            {
                continue;
            }
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
                        if wanted.update {
                            mended.extend(so(&tested, &mut session));
                        }
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
        Ok(TestedFile {
            tally,
            exit: worst,
            shown,
            mended,
        })
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

/// What became of the expectations of a file.
struct TestedFile {
    tally: Tally,
    exit: Exit,
    shown: Vec<Failure>,
    /// What is to stand in the place of what.
    mended: Vec<(Span, String)>,
}

/// The right side of a claim `… == …` that fails, and the text of what is so, where it can be written.
fn so(tested: &Tested, session: &mut Session) -> Option<(Span, String)> {
    let (_, right) = tested.right.as_ref()?;
    let between = Span {
        start: tested.left_span.end,
        end: right.start,
        ..*right
    };
    if session.book().sources().slice(between).trim() != "==" {
        return None;
    }
    let plain = tested.left.to_string();
    let quoted = format!("\"{plain}\"");
    let text = [plain, quoted].into_iter().find(|text| {
        let read = session.eval_text("value", text);
        read.is_ok_and(|read| read.value == tested.left)
    });
    Some((*right, text?))
}

/// Whether git has a copy of a file as it is.
fn is_kept_by_git(path: &Path) -> bool {
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
    let status = Command::new("git")
        .arg("-C")
        .arg(folder.unwrap_or(Path::new(".")))
        .args(["status", "--porcelain", "--ignored", "--"])
        .args(path.file_name())
        .output();
    status.is_ok_and(|status| status.status.success() && status.stdout.is_empty())
}

/// An expectation that does not hold, as it is shown.
enum Failure {
    False(String),
    Unknown(Report),
}

impl Tally {
    fn is_empty(self) -> bool {
        self.hold + self.fail + self.unknown + self.broken == 0
    }

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
