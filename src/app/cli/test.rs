//! `test` says whether what files expect of their games is so, and writes what is so into claims that fail.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime};

use serde_json::json;

use super::Run;
use super::args::{Format, Testing};
use super::files::{GIVEN, files};
use super::tested::{Claimed, TestedFile, Verdict, junit, slowest, total};
use crate::app::command::face::End;
use crate::app::command::words::{Rules, rules};
use crate::app::disk::{self, Disk};
use crate::app::process::{Exit, awaiting};
use crate::query::Session;
use crate::query::answer::Tested;
use crate::report::diagnostics::render_some;
use crate::report::look::Look;
use crate::report::{json, refuted};
use crate::text::diagnostic::{Diagnostic, Report};
use crate::text::source::{Span, without_mark};
use crate::text::units::about_time;
use crate::text::words::{counted, widest};
use crate::work::budget::{Budget, Limits};

/// How often files are looked at whether they changed.
const GLANCE: Duration = Duration::from_millis(200);

impl Run {
    pub(super) fn test(&mut self, wanted: &Testing) -> Result<Exit, End> {
        let names = &wanted.files;
        self.console.json |= wanted.format == Format::Json;
        let is_typed = names.iter().any(|name| name == "-");
        if is_typed && wanted.watch {
            return Err(Diagnostic::error("usage", "standard input cannot be watched").into());
        }
        self.listen_unless_typed(names);
        let mut read = Vec::new();
        loop {
            let mut before = state(names, &read);
            let (exit, met) = self.test_all(wanted)?;
            if !wanted.watch || self.is_interrupted() {
                return Ok(exit);
            }
            before.extend(state(&[], &met));
            read = met;
            // Ctrl-C ends the process while nothing is done.
            awaiting(|| {
                while is_as(&before, names, &read) {
                    sleep(GLANCE);
                }
            });
            self.tell("")?;
        }
    }

    /// Tests all files; also returns the files that were read for it.
    fn test_all(&self, wanted: &Testing) -> Result<(Exit, Vec<PathBuf>), End> {
        let mut files = files(&wanted.files, &mut self.budget());
        let given = wanted.rules.as_deref();
        let mut text = given.map(|_| rules(&mut Vec::new(), given)).transpose()?;
        if text.is_some() {
            files.insert(0, Ok(GIVEN.to_owned()));
        }
        let name_width = widest(files.iter().flatten().map(String::as_str));
        let mut worst = Exit::Fine;
        let (mut all, mut read): (Vec<TestedFile>, _) = (Vec::new(), Vec::new());
        if wanted.format == Format::Tap {
            self.face().print("TAP version 14")?;
        }
        for file in files {
            let tested = match file {
                Ok(file) => {
                    let rules = text.take().unwrap_or_else(|| Rules::File(file.clone()));
                    let disk = Arc::new(Disk::new(&self.allowed));
                    let tested = self.test_rules(&file, &rules, &disk, wanted)?;
                    read.extend(disk.met());
                    let exit = self.tell_file(&tested, name_width, wanted)?;
                    worst = worst.max(self.update(&rules, &tested, exit, wanted)?);
                    tested
                }
                Err(diagnostic) => {
                    let report = Report::from(diagnostic);
                    worst = worst.max(self.console.complain(&report));
                    TestedFile {
                        broken: Some(report),
                        ..TestedFile::default()
                    }
                }
            };
            if wanted.format == Format::Tap && !tested.is_empty() {
                self.face().print(&tested.tap(total(&all).all()))?;
            }
            all.push(tested);
            if self.is_interrupted() {
                break;
            }
        }
        if let Some(text) = &wanted.matching
            && all.iter().all(TestedFile::is_empty)
        {
            let message = format!("no expectation has `{text}` in its text");
            return Err(Diagnostic::error("usage", message).into());
        }
        let sum = total(&all);
        match wanted.format {
            Format::Junit => self.face().print(&junit(&all))?,
            Format::Tap => self.face().print(&format!("1..{}", sum.all()))?,
            Format::Text | Format::Json => self.tell(&sum.summary(self.console.output))?,
        }
        if wanted.times {
            self.tell(&slowest(&all))?;
        }
        Ok((worst, read))
    }

    /// Tests the expectations of a file that are meant. With `--json` each is printed at once.
    fn test_rules(
        &self,
        file: &str,
        rules: &Rules,
        disk: &Arc<Disk>,
        wanted: &Testing,
    ) -> Result<TestedFile, End> {
        let mut tested = TestedFile {
            name: file.to_owned(),
            ..TestedFile::default()
        };
        let opened = self.load_from(rules, Arc::clone(disk)).and_then(|loaded| {
            self.console.warn(&loaded.warnings);
            Session::new(loaded.book, self.settings.clone())
        });
        let mut session = match opened {
            Ok(session) => session,
            Err(report) => {
                tested.broken = Some(report);
                return Ok(tested);
            }
        };
        let _progress = self.face().progress(&format!("testing {file}"));
        let sources = session.book().sources();
        // Formats for programs have no colours.
        let look = match wanted.format {
            Format::Text => self.console.output,
            Format::Json | Format::Tap | Format::Junit => Look::default(),
        };
        for expect in session.book().expects() {
            let text = sources.slice(expect.span);
            let is_meant = |it: &String| text.contains(it);
            if !wanted.matching.as_ref().is_none_or(is_meant) {
                continue;
            }
            if self.is_interrupted() {
                break;
            }
            let line = sources.line(expect.span);
            let begun = Instant::now();
            let found = session.test(&expect);
            let time = begun.elapsed();
            if self.console.json {
                let object = match &found {
                    Ok(found) => json::tested(file, line, found),
                    Err(report) => {
                        json::untested(file, line, sources.slice(expect.claim.span), report)
                    }
                };
                self.face().print_json(&object)?;
            }
            let verdict = match found {
                Ok(found) if found.ok => Verdict::Holds,
                Ok(found) => Verdict::Fails {
                    shown: render_some([&refuted(&found)], &sources, look),
                    mended: wanted.update.then(|| so(&found, &mut session)).flatten(),
                },
                Err(report) => Verdict::Unknown(report),
            };
            let text = text.to_owned();
            tested.claims.push(Claimed {
                line,
                text,
                verdict,
                time,
            });
        }
        Ok(tested)
    }

    /// Says what became of a file.
    fn tell_file(
        &self,
        tested: &TestedFile,
        name_width: usize,
        wanted: &Testing,
    ) -> Result<Exit, End> {
        let mut worst = Exit::Fine;
        if let Some(report) = &tested.broken {
            worst = self.console.complain(report);
        }
        let tally = tested.tally();
        let unknown = tested.claims.iter().filter_map(|it| match &it.verdict {
            Verdict::Unknown(report) => Some(report),
            Verdict::Holds | Verdict::Fails { .. } => None,
        });
        worst = unknown.map(Exit::of).fold(worst, Exit::max);
        if tally.fail > 0 {
            worst = worst.max(Exit::Failed);
        }
        if wanted.format == Format::Text && (!self.console.quiet || worst != Exit::Fine) {
            let name = &tested.name;
            let outcome = tally.outcome(self.console.output);
            let time = match wanted.times {
                true => format!("   in {}", about_time(tested.time())),
                false => String::new(),
            };
            self.tell(&format!("{name:name_width$}    {outcome}{time}"))?;
        }
        for claim in &tested.claims {
            match &claim.verdict {
                Verdict::Fails { shown, .. } if wanted.format == Format::Text => {
                    self.tell(&format!("\n{shown}"))?;
                }
                Verdict::Holds | Verdict::Fails { .. } => {}
                Verdict::Unknown(report) => {
                    self.console.complain(report);
                }
            }
        }
        Ok(worst)
    }

    /// Writes what is so into the claims of a file that fail; what remains of the exit code.
    fn update(
        &self,
        rules: &Rules,
        tested: &TestedFile,
        exit: Exit,
        wanted: &Testing,
    ) -> Result<Exit, End> {
        let (file, mended, tally) = (&tested.name, tested.mended(), tested.tally());
        if mended.is_empty() {
            return Ok(exit);
        }
        let left = tally.fail.saturating_sub(mended.len());
        let are_all = left == 0 && tally.unknown == 0;
        match self.write_claims(file, rules, mended, wanted.force) {
            Ok(count) => {
                let claims = counted(count, "claim is", "claims are");
                if self.console.json {
                    let object = json!({ "file": file, "written": count });
                    self.face().print_json(&object)?;
                } else if wanted.format == Format::Text {
                    let rest = match left {
                        0 => String::new(),
                        1 => "; 1 is left, which is no `… == …`".to_owned(),
                        left => format!("; {left} are left, which are no `… == …`"),
                    };
                    self.tell(&format!("{file}: {claims} written anew{rest}"))?;
                }
                Ok(if are_all { Exit::Fine } else { exit })
            }
            Err(refused) => Ok(exit.max(self.console.complain(&refused.into()))),
        }
    }

    /// Writes texts in the place of others into a file of rules; how many.
    fn write_claims(
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

/// What tells whether a file changed: when it was written, and how long it is.
type State = Option<(SystemTime, u64)>;

/// The files that are named, also by their folders, and those that were read for them.
fn state(names: &[String], read: &[PathBuf]) -> Vec<(PathBuf, State)> {
    // A glance at the names, not a question.
    let mut budget = Budget::start(&Limits::default());
    let named = files(names, &mut budget).into_iter().flatten();
    let named = named.map(PathBuf::from);
    let look = |path: PathBuf| {
        let known = path.metadata().ok();
        let state = known.and_then(|known| Some((known.modified().ok()?, known.len())));
        (path, state)
    };
    named.chain(read.iter().cloned()).map(look).collect()
}

/// Whether all files are as they were when each was first looked at, and no other is named.
fn is_as(before: &[(PathBuf, State)], names: &[String], read: &[PathBuf]) -> bool {
    let is_same = |(path, now): &(PathBuf, State)| {
        let first = before.iter().find(|(known, _)| known == path);
        first.is_some_and(|(_, state)| state == now)
    };
    state(names, read).iter().all(is_same)
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
