//! `test` says whether what files expect of their games is so, and writes what is so into claims that fail.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use serde_json::json;

use super::args::{Format, TestArgs};
use super::face::{End, Face};
use super::inspection::Inspector;
use super::tested::{ClaimVerdict, Claimed, TestedFile, junit, slowest, total};
use super::usage::wrong;
use super::words::Rules;
use crate::app::disk;
use crate::app::process::Exit;
use crate::expr::value::InText;
use crate::query::Session;
use crate::query::answer::Tested;
use crate::report::diagnostics::render_some;
use crate::report::look::Look;
use crate::report::{json, refuted};
use crate::rules::Rulebook;
use crate::syntax::ast::{CompareOp, Expr, Node};
use crate::syntax::{Token, TokenKind, tokens};
use crate::text::diagnostic::{Diagnostic, Report};
use crate::text::signs::PlainText;
use crate::text::source::{Span, without_mark};
use crate::text::units::about_time;
use crate::text::words::{counted, noun, shortened, widest};
use crate::work::budget::{Budget, Limits};

/// So many lines are named of the claims that are left for one reason.
const MOST_LINES: usize = 5;

impl Inspector<'_> {
    pub(super) fn test(&mut self, wanted: &TestArgs) -> Result<Exit, End> {
        if wanted.watch && self.here.is_some() {
            let message = "files are watched on the command line alone";
            return Err(Diagnostic::error("usage", message).into());
        }
        if self.face.is_json() && matches!(wanted.format, Format::Tap | Format::Junit) {
            let help = "leave one of them out";
            return Err(wrong("`--json` and this `--format` are two formats", help).into());
        }
        let subjects = self.subjects(&wanted.files, wanted.rules.as_deref())?;
        let names = subjects.iter().flatten().map(|(name, _)| name.as_str());
        let name_width = widest(names);
        let mut worst = Exit::Fine;
        let mut all: Vec<TestedFile> = Vec::new();
        if wanted.format == Format::Tap {
            self.face.print("TAP version 14")?;
        }
        for subject in subjects {
            let tested = match subject {
                Ok((name, rules)) => {
                    let tested = self.test_rules(name, &rules, wanted)?;
                    let exit = self.tell_file(&tested, &rules, name_width, wanted)?;
                    worst = worst.max(self.update(&rules, &tested, exit, wanted)?);
                    tested
                }
                Err(diagnostic) => {
                    let report = Report::from(diagnostic);
                    worst = worst.max(self.face.complain(&report));
                    TestedFile {
                        broken: Some(report),
                        ..TestedFile::default()
                    }
                }
            };
            if wanted.format == Format::Tap && !tested.is_empty() {
                self.face.print(&tested.tap(total(&all).all()))?;
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
            Format::Junit => self.face.print(&junit(&all))?,
            Format::Tap => self.face.print(&format!("1..{}", sum.all()))?,
            Format::Text | Format::Json => self.tell(&sum.summary(self.face.look()))?,
        }
        if wanted.times {
            self.tell(&slowest(&all))?;
        }
        Ok(worst)
    }

    /// Tests the expectations of these rules that are meant.
    fn test_rules(
        &mut self,
        name: String,
        rules: &Rules,
        wanted: &TestArgs,
    ) -> Result<TestedFile, End> {
        let face = self.face;
        let mut tested = TestedFile {
            name,
            ..TestedFile::default()
        };
        let load = |world, limits: &Limits| face.load(rules, world, limits);
        match self.on(rules, load, |session, _| tested.test(session, face, wanted)) {
            Ok(done) => done?,
            Err(report) => tested.broken = Some(report),
        }
        Ok(tested)
    }

    /// Says what became of a file.
    fn tell_file(
        &self,
        tested: &TestedFile,
        rules: &Rules,
        name_width: usize,
        wanted: &TestArgs,
    ) -> Result<Exit, End> {
        let broken = tested.broken.as_ref();
        let mut worst = broken.map_or(Exit::Fine, |report| self.face.complain(report));
        let tally = tested.tally();
        let unknown = tested.claims.iter().filter_map(|it| match &it.verdict {
            ClaimVerdict::Unknown(report) => Some(report),
            ClaimVerdict::Holds | ClaimVerdict::Fails { .. } => None,
        });
        worst = unknown.map(Exit::of).fold(worst, Exit::max);
        if tally.fail > 0 {
            worst = worst.max(Exit::Failed);
        }
        // Of what is defined at the prompt the sum says it all.
        let is_file = *rules != Rules::Here;
        if wanted.format == Format::Text
            && is_file
            && (!self.face.is_quiet() || worst != Exit::Fine)
        {
            let name = &tested.name;
            let outcome = tally.outcome(self.face.look());
            let time = match wanted.times {
                true => format!("   in {}", about_time(tested.time())),
                false => String::new(),
            };
            self.tell(&format!("{name:name_width$}    {outcome}{time}"))?;
        }
        for claim in &tested.claims {
            match &claim.verdict {
                ClaimVerdict::Fails { shown, .. } if wanted.format == Format::Text => {
                    self.tell(&format!("\n{shown}"))?;
                }
                ClaimVerdict::Holds | ClaimVerdict::Fails { .. } => {}
                ClaimVerdict::Unknown(report) => {
                    self.face.complain(report);
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
        wanted: &TestArgs,
    ) -> Result<Exit, End> {
        let (file, mended, left) = (&tested.name, tested.mended(), tested.left());
        if !wanted.update || mended.is_empty() && left.is_empty() {
            return Ok(exit);
        }
        let count = mended.len();
        if count > 0
            && let Err(refused) = self.write_claims(file, rules, mended, wanted.force)
        {
            return Ok(exit.max(self.face.complain(&refused.into())));
        }
        if self.face.is_json() {
            let left = left.iter();
            let left = left.map(|(line, why)| json!({ "line": line, "why": why }));
            let left: Vec<_> = left.collect();
            let object = json!({ "file": file, "written": count, "left": left });
            self.face.print_json(&object)?;
        } else if wanted.format == Format::Text {
            let claims = counted(count, "claim is", "claims are");
            let are = counted(left.len(), "is", "are");
            let rest = match left.is_empty() {
                true => String::new(),
                false => format!("; {are} left: {}", reasons(&left)),
            };
            self.tell(&format!("{file}: {claims} written anew{rest}"))?;
        }
        Ok(if left.is_empty() { Exit::Fine } else { exit })
    }

    /// Writes texts in the place of others into a file of rules.
    fn write_claims(
        &self,
        file: &str,
        rules: &Rules,
        mut mended: Vec<(Span, String)>,
        force: bool,
    ) -> Result<(), Diagnostic> {
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
        let mut budget = Budget::start(&self.settings.limits);
        let mut text = disk::text(file, &mut budget)?;
        // From the end on, so that the places before it stay.
        mended.sort_by_key(|(span, _)| std::cmp::Reverse(span.start));
        // Places count from behind a byte order mark, with plain signs.
        let first = text.len() - without_mark(&text).len();
        let read = PlainText::of(without_mark(&text));
        for (span, new) in &mended {
            let place = read.around(span.bytes());
            let place = place.start + first..place.end + first;
            if text.get(place.clone()).is_none() {
                return Err(refuse("it changed meanwhile"));
            }
            text.replace_range(place, new);
        }
        let written = disk::write(path, &mut budget, |out| out.write_all(text.as_bytes()));
        written.map_err(|unwritten| unwritten.complaint(refuse))
    }

    /// Prints a line for people, not for programs.
    fn tell(&self, line: &str) -> Result<(), End> {
        if self.face.is_json() {
            return Ok(());
        }
        self.face.print(line)
    }
}

impl TestedFile {
    /// Tests the expectations of a session that are meant. As JSON each is printed at once.
    fn test(
        &mut self,
        session: &mut Session,
        face: &dyn Face,
        wanted: &TestArgs,
    ) -> Result<(), End> {
        let _progress = face.progress(&format!("testing {}", self.name));
        let interrupt = Arc::clone(&session.settings_mut().limits.interrupt);
        let sources = session.book().sources();
        // Formats for programs have no colours.
        let look = match wanted.format {
            Format::Text => face.look(),
            Format::Json | Format::Tap | Format::Junit => Look::default(),
        };
        for expect in session.book().expects() {
            let text = sources.written(expect.span);
            let is_meant = |it: &String| text.contains(it);
            if !wanted.matching.as_ref().is_none_or(is_meant) {
                continue;
            }
            if interrupt.load(Ordering::Relaxed) {
                break;
            }
            let line = sources.line(expect.span);
            let begun = Instant::now();
            let found = session.test_claim(&expect);
            let time = begun.elapsed();
            if face.is_json() {
                let claim = sources.slice(expect.claim.span);
                face.print_json(&json::claim(&self.name, line, claim, found.as_ref()))?;
            }
            let verdict = match found {
                Ok(found) if found.ok => ClaimVerdict::Holds,
                Ok(found) => ClaimVerdict::Fails {
                    shown: render_some([&refuted(&found)], &sources, look),
                    mended: wanted.update.then(|| so(&expect.claim, &found, session)),
                },
                Err(report) => ClaimVerdict::Unknown(report),
            };
            let text = text.to_owned();
            self.claims.push(Claimed {
                line,
                text,
                verdict,
                time,
            });
        }
        Ok(())
    }
}

/// The side of a claim `… == …` that fails which asks nothing, and the text of what is so, or what hinders that it is written.
fn so(
    claim: &Expr,
    tested: &Tested,
    session: &mut Session,
) -> Result<(Span, String), &'static str> {
    let is_equality = match &claim.node {
        Node::Compare(_, rest) => matches!(&**rest, [(CompareOp::Eq, _)]),
        _ => false,
    };
    let Some((right_value, right)) = tested.right.as_ref().filter(|_| is_equality) else {
        return Err("no `… == …`");
    };
    let left = tested.left_span;
    let sources = session.book().sources();
    let asks = |side: Span| asks(sources.slice(side), session.book());
    let (place, value) = match (asks(left), asks(*right)) {
        (_, false) => (*right, &tested.left),
        (false, true) => (left, right_value),
        (true, true) => return Err("something asked or looked up on both sides"),
    };
    let is_comment = |token: Token| token.kind == TokenKind::Comment;
    if tokens(sources.slice(place)).any(is_comment) {
        return Err("a comment that would be lost");
    }
    let text = InText(value).to_string();
    let read = session.eval_text("value", &text);
    match read.is_ok_and(|read| read.value == *value) {
        true => Ok((place, text)),
        false => Err("a value that cannot be written"),
    }
}

/// Whether an expression calls something or looks something up by its name, such as a query; a position of a game asks nothing.
fn asks(text: &str, book: &Rulebook) -> bool {
    let tokens: Vec<Token> = tokens(text).collect();
    let is_asked = |pair: &[Token]| {
        pair[0].kind == TokenKind::Name
            && matches!(pair[1].text(text), "(" | "[")
            && book.game_params(pair[0].text(text)).is_none()
    };
    tokens.windows(2).any(is_asked)
}

/// What hinders that claims are written, with their lines.
fn reasons(left: &[(usize, &str)]) -> String {
    let mut lines: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (line, why) in left {
        lines.entry(why).or_default().push(*line);
    }
    let reasons = lines.iter().map(|(why, lines)| {
        let named = shortened(lines.iter(), MOST_LINES);
        format!("{why} ({} {named})", noun(lines.len(), "line", "lines"))
    });
    reasons.collect::<Vec<_>>().join("; ")
}

/// Whether git has a copy of a file as it is, where links lead.
fn is_kept_by_git(path: &Path) -> bool {
    let Ok(path) = path.canonicalize() else {
        return false;
    };
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
        return false;
    };
    let ask = |arguments: &[&OsStr]| {
        let git = Command::new("git")
            .arg("-C")
            .arg(folder)
            .args(arguments)
            .output();
        let said = git.ok().filter(|git| git.status.success());
        said.map(|git| git.stdout)
    };
    let mut kept = OsString::from("HEAD:./");
    kept.push(name);
    let kept = ask(&["rev-parse".as_ref(), "--verify".as_ref(), &kept]);
    kept.is_some() && kept == ask(&["hash-object".as_ref(), "--".as_ref(), name])
}
