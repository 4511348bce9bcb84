//! What became of expectations, in words, as TAP and as JUnit's XML.

use std::fmt::Write;
use std::time::Duration;

use crate::picture::svg::escaped;
use crate::report::look::Look;
use crate::text::diagnostic::Report;
use crate::text::source::Span;
use crate::text::units::about_time;
use crate::text::words::{counted, noun, one_line};

/// How many of the claims that took longest are named.
const SLOWEST: usize = 5;

/// What became of the expectations of a file.
#[derive(Debug, Default)]
pub(super) struct TestedFile {
    pub name: String,
    pub claims: Vec<Claimed>,
    /// Why the file could not be used at all.
    pub broken: Option<Report>,
}

#[derive(Debug)]
pub(super) struct Claimed {
    pub line: usize,
    pub text: String,
    pub verdict: ClaimVerdict,
    pub time: Duration,
}

#[derive(Debug)]
pub(super) enum ClaimVerdict {
    Holds,
    Fails {
        /// The claim and both of its sides, as they are shown.
        shown: String,
        /// What is to stand in the place of what, so that it holds, or what hinders that, where it is to be written.
        mended: Option<Result<(Span, String), &'static str>>,
    },
    /// A mistake, or a limit.
    Unknown(Report),
}

impl TestedFile {
    pub fn is_empty(&self) -> bool {
        self.claims.is_empty() && self.broken.is_none()
    }

    pub fn time(&self) -> Duration {
        self.claims.iter().map(|claim| claim.time).sum()
    }

    /// The places and texts that make failing claims hold.
    pub fn mended(&self) -> Vec<(Span, String)> {
        let mended = self.claims.iter().filter_map(|claim| match &claim.verdict {
            ClaimVerdict::Fails { mended, .. } => mended.clone()?.ok(),
            ClaimVerdict::Holds | ClaimVerdict::Unknown(_) => None,
        });
        mended.collect()
    }

    /// The lines of the claims that cannot be made to hold, and what hinders it.
    pub fn left(&self) -> Vec<(usize, &'static str)> {
        let left = self.claims.iter().filter_map(|claim| {
            let why = match &claim.verdict {
                ClaimVerdict::Fails { mended, .. } => mended.as_ref()?.as_ref().err()?,
                ClaimVerdict::Unknown(_) => "no answer",
                ClaimVerdict::Holds => return None,
            };
            Some((claim.line, why))
        });
        left.collect()
    }

    pub fn tally(&self) -> Tally {
        let mut tally = Tally {
            broken: usize::from(self.broken.is_some()),
            ..Tally::default()
        };
        for claim in &self.claims {
            match claim.verdict {
                ClaimVerdict::Holds => tally.hold += 1,
                ClaimVerdict::Fails { .. } => tally.fail += 1,
                ClaimVerdict::Unknown(_) => tally.unknown += 1,
            }
        }
        tally
    }

    /// The file as TAP, where so many results stand before it; without its plan.
    pub fn tap(&self, mut number: usize) -> String {
        let mut text = String::new();
        for (name, line, wrong) in self.results() {
            number += 1;
            let no = if wrong.is_some() { "not " } else { "" };
            let place = line.map_or(String::new(), |line| format!(":{line}"));
            let name = name.replace('\\', "\\\\").replace('#', "\\#");
            let _ = writeln!(text, "{no}ok {number} - {}{place} {name}", self.name);
            if let Some((_, wrong)) = wrong {
                let _ = writeln!(text, "  ---\n  message: |2");
                for line in wrong.lines() {
                    let _ = writeln!(text, "    {line}");
                }
                let _ = writeln!(text, "  ...");
            }
        }
        text
    }

    /// What was tested, where, and what is wrong with it, with its name in JUnit's XML.
    fn results(&self) -> impl Iterator<Item = (String, Option<usize>, Option<(&str, String)>)> {
        let broken = self.broken.iter().map(|report| {
            let wrong = Some(("error", report.to_string()));
            ("can be used".to_owned(), None, wrong)
        });
        let claims = self.claims.iter().map(|claim| {
            let wrong = match &claim.verdict {
                ClaimVerdict::Holds => None,
                ClaimVerdict::Fails { shown, .. } => Some(("failure", shown.clone())),
                ClaimVerdict::Unknown(report) => Some(("error", report.to_string())),
            };
            (one_line(&claim.text), Some(claim.line), wrong)
        });
        broken.chain(claims)
    }
}

/// All files as JUnit's XML.
pub(super) fn junit(files: &[TestedFile]) -> String {
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let heads = |tally: Tally, time: Duration| {
        format!(
            "tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"{:.3}\"",
            tally.all(),
            tally.fail,
            tally.unknown + tally.broken,
            time.as_secs_f64()
        )
    };
    let time = files.iter().map(TestedFile::time).sum();
    let _ = writeln!(
        text,
        "<testsuites name=\"nimrule\" {}>",
        heads(total(files), time)
    );
    for file in files {
        let name = in_xml(&file.name);
        let head = heads(file.tally(), file.time());
        let _ = writeln!(text, "  <testsuite name=\"{name}\" {head}>");
        let times = file.claims.iter().map(|claim| claim.time);
        let times = file.broken.iter().map(|_| Duration::ZERO).chain(times);
        for ((claim, line, wrong), time) in file.results().zip(times) {
            let line = line.map_or(String::new(), |line| format!(" line=\"{line}\""));
            let _ = write!(
                text,
                "    <testcase classname=\"{name}\" name=\"{}\" file=\"{name}\"{line} time=\"{:.3}\"",
                in_xml(&claim),
                time.as_secs_f64()
            );
            let _ = match wrong {
                None => writeln!(text, "/>"),
                Some((kind, wrong)) => writeln!(
                    text,
                    ">\n      <{kind} message=\"{}\">{}</{kind}>\n    </testcase>",
                    in_xml(
                        wrong
                            .lines()
                            .next()
                            .map_or("", |line| line.trim_start_matches([' ', '×']))
                    ),
                    in_xml(&wrong)
                ),
            };
        }
        let _ = writeln!(text, "  </testsuite>");
    }
    text.push_str("</testsuites>\n");
    text
}

/// A text of several lines within XML.
fn in_xml(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(escaped).collect();
    lines.join("\n")
}

/// The claims that took longest.
pub(super) fn slowest(files: &[TestedFile]) -> String {
    let mut claims: Vec<(&str, &Claimed)> = files
        .iter()
        .flat_map(|file| file.claims.iter().map(|claim| (file.name.as_str(), claim)))
        .collect();
    claims.sort_by_key(|(_, claim)| std::cmp::Reverse(claim.time));
    let lines = claims.into_iter().take(SLOWEST).map(|(file, claim)| {
        let (time, line) = (about_time(claim.time), claim.line);
        format!("{time:>9}  {file}:{line}  {}", one_line(&claim.text))
    });
    lines.collect::<Vec<String>>().join("\n")
}

/// How many expectations of all files there are of each kind.
pub(super) fn total(files: &[TestedFile]) -> Tally {
    files
        .iter()
        .map(TestedFile::tally)
        .fold(Tally::default(), |sum, tally| Tally {
            hold: sum.hold + tally.hold,
            fail: sum.fail + tally.fail,
            unknown: sum.unknown + tally.unknown,
            broken: sum.broken + tally.broken,
        })
}

/// How many expectations there are of each kind.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Tally {
    hold: usize,
    pub fail: usize,
    /// They could not be worked out: a mistake or a limit.
    pub unknown: usize,
    /// Files that could not be used at all.
    pub broken: usize,
}

impl Tally {
    pub fn all(self) -> usize {
        self.hold + self.fail + self.unknown + self.broken
    }

    /// `12 hold`, `3 hold, 1 fails`
    pub fn outcome(self, look: Look) -> String {
        if self.broken > 0 {
            return look.bad("cannot be used").to_string();
        }
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
    pub fn summary(self, look: Look) -> String {
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
