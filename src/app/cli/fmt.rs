//! `fmt` writes rule files in the one style.

use std::fmt::Write;
use std::path::Path;

use rayon::prelude::*;
use serde_json::json;
use similar::algorithms::{Capture, DiffHook, NoFinishHook, Replace, myers};
use similar::udiff::UnifiedHunkHeader;
use similar::{ChangeTag, group_diff_ops};

use super::Run;
use crate::app::bundled;
use crate::app::command::face::End;
use crate::app::command::inspection::files;
use crate::app::disk::{self, unreadable};
use crate::app::process::Exit;
use crate::syntax;
use crate::syntax::plain_signs;
use crate::text::diagnostic::{Diagnostic, Report};
use crate::text::source::{Sources, without_mark};
use crate::work::Limit;
use crate::work::budget::{Budget, Limits};

/// So many files are read before what became of them is written: all these texts take less than one that is being read.
const AT_ONCE: usize = 16;

/// What is done with a file that is not in the one style.
#[derive(Debug, Clone, Copy)]
pub struct Wanted {
    /// It is named, and that counts as a failure.
    pub check: bool,
    /// What would change is shown.
    pub diff: bool,
}

impl Run {
    pub(super) fn format(&self, names: &[String], wanted: Wanted) -> Result<Exit, End> {
        self.listen_unless_typed(names);
        let mut worst = Exit::Fine;
        let files = files(names, &mut self.budget());
        // Those that are read at once share the memory.
        let at_once = rayon::current_num_threads().clamp(1, files.len().max(1));
        let mut limits = self.settings.limits.clone();
        limits.memory /= at_once as u64;
        for files in files.chunks(AT_ONCE) {
            let styled = files.par_iter().map(|file| {
                let file = file.clone()?;
                let styled = in_style(&file, &limits)?;
                Ok((file, styled))
            });
            for styled in styled.collect::<Vec<Result<_, Report>>>() {
                worst = worst.max(match styled {
                    Ok((file, (old, new))) => self.write_styled(&file, &old, &new, wanted)?,
                    Err(report) => self.console.complain(&report),
                });
            }
        }
        Ok(worst)
    }

    fn write_styled(&self, file: &str, old: &str, new: &str, wanted: Wanted) -> Result<Exit, End> {
        let is_new = old != new;
        let is_input = file == "-";
        let writes = !wanted.check && !wanted.diff;
        if writes && is_input && !self.console.json {
            self.face()
                .write(&mut |out| out.write_all(new.as_bytes()))?;
        }
        if writes && is_new && !is_input {
            self.face()
                .write_file(file, &mut |out| out.write_all(new.as_bytes()))?;
        }
        let diff = match is_new && wanted.diff {
            true => {
                let found = difference(file, old, new, &mut self.budget());
                Some(found.map_err(|limit| Report::from(Diagnostic::from(limit)))?)
            }
            false => None,
        };
        if self.console.json {
            let mut answer =
                json!({ "file": file, "changes": is_new, "written": writes && is_new });
            if let Some(diff) = diff {
                answer["diff"] = diff.into();
            } else if writes && is_input {
                answer["text"] = new.into();
            }
            self.face().print_json(&answer)?;
        } else if let Some(diff) = diff {
            self.face().print(&diff)?;
        } else if is_new && (wanted.check || !is_input && !self.console.quiet) {
            let is = if wanted.check { "not" } else { "written" };
            self.face()
                .print(&format!("{file} is {is} in the one style"))?;
        }
        Ok(match is_new && wanted.check {
            true => Exit::Failed,
            false => Exit::Fine,
        })
    }
}

/// The text of a file, and the same in the one style.
fn in_style(file: &str, limits: &Limits) -> Result<(String, String), Report> {
    if file != "-" && !Path::new(file).exists() && bundled::text(file).is_some() {
        let error = unreadable(&format!("`{file}`"), "it is a bundled game, and no file");
        return Err(error
            .help(format!("`nimrule fmt {file}.nimrule` is a file"))
            .into());
    }
    let mut budget = Budget::start(limits);
    let text = disk::text(file, &mut budget)?;
    let shown = if file == "-" { "<stdin>" } else { file };
    let mut sources = Sources::default();
    let source = sources.add(shown, &text);
    // A byte order mark stays.
    let (mark, rules) = text.split_at(text.len() - without_mark(&text).len());
    match syntax::format(source, rules, &mut budget) {
        Ok(styled) => {
            let styled = format!("{mark}{styled}");
            Ok((text, styled))
        }
        Err(diagnostics) => Err(Report {
            diagnostics,
            sources,
        }),
    }
}

/// How many lines that stay are shown around those that change.
const AROUND: usize = 3;

/// A piece has no fewer lines, where there are more, so that what moved by a few lines is seen.
const PIECE: usize = 32;

/// The lines of a text with how much of it is not blank up to the end of each.
struct Lines<'t> {
    lines: Vec<&'t str>,
    inked: Vec<usize>,
}

impl<'t> Lines<'t> {
    fn of(text: &'t str) -> Lines<'t> {
        let mut inked = 0;
        let plain = plain_signs(text);
        let count = plain.split_inclusive('\n').map(|line| {
            inked += line.chars().filter(|sign| !sign.is_whitespace()).count();
            inked
        });
        Lines {
            inked: count.collect(),
            lines: text.split_inclusive('\n').collect(),
        }
    }

    /// Where the first piece from `at` on ends that has `inked` in all; behind the blank lines that follow.
    fn end(&self, at: usize, inked: usize) -> usize {
        at + self
            .inked
            .iter()
            .skip(at)
            .take_while(|&&it| it <= inked)
            .count()
    }
}

/// The lines that change as a unified difference, where the texts differ in blanks alone. O(length of the texts): lines are
/// compared between places that have the same in front of them.
pub fn difference(name: &str, old: &str, new: &str, budget: &mut Budget) -> Result<String, Limit> {
    let (from, to) = (Lines::of(old), Lines::of(new));
    let mut hook = Replace::new(Capture::new());
    let (mut at, mut there) = (0, 0);
    while at < from.lines.len() || there < to.lines.len() {
        budget.look()?;
        let (end, upto) = piece(&from, &to, at, there);
        let mut part = NoFinishHook::new(&mut hook);
        let Ok(()) = myers::diff(&mut part, &from.lines, at..end, &to.lines, there..upto);
        (at, there) = (end, upto);
    }
    let Ok(()) = hook.finish();
    let mut written = format!("--- {name}\n+++ in the one style\n");
    for hunk in group_diff_ops(hook.into_inner().into_ops(), AROUND) {
        let _ = writeln!(written, "{}", UnifiedHunkHeader::new(&hunk));
        for change in hunk
            .iter()
            .flat_map(|op| op.iter_changes(&from.lines, &to.lines))
        {
            let sign = match change.tag() {
                ChangeTag::Delete => '-',
                ChangeTag::Insert => '+',
                ChangeTag::Equal => ' ',
            };
            let line = change.value();
            let missing = match line.ends_with('\n') {
                true => "",
                false => "\n\\ No newline at end of file\n",
            };
            written.extend([sign.to_string().as_str(), line, missing]);
        }
    }
    Ok(written)
}

/// Where the next piece of both ends: at lines with the same in front of them.
fn piece(from: &Lines<'_>, to: &Lines<'_>, at: usize, there: usize) -> (usize, usize) {
    let mut ends = from.inked.iter().skip(at + PIECE);
    let shared = ends.find(|inked| {
        to.inked
            .get(there..)
            .is_some_and(|it| it.binary_search(inked).is_ok())
    });
    match shared {
        Some(&inked) => (from.end(at, inked), to.end(there, inked)),
        None => (from.lines.len(), to.lines.len()),
    }
}

#[cfg(test)]
mod tests {
    use similar::TextDiff;

    use super::*;

    /// As few lines change as the library finds in the whole texts, and both texts can be read off them.
    #[test]
    fn texts_are_told_by_their_difference() {
        let game =
            "game a {\n  take   1..2\n\n\n\n   misere\n}\nexpect winner(a[3])==first   # x\n";
        let styled =
            "game a {\n    take 1..2\n\n    misere\n}\nexpect winner(a[3]) == first  # x\n";
        let mut budget = Budget::start(&Limits::default());
        for times in [1, 2, 3, 50] {
            let end = "let y = 1\n";
            let (old, new) = (game.repeat(times) + end, styled.repeat(times) + end);
            let found = difference("a", &old, &new, &mut budget).expect("no limit");
            let lines: Vec<&str> = found.split_inclusive('\n').skip(3).collect();
            let with = |sign: char| {
                let lines = lines
                    .iter()
                    .filter(move |line| line.starts_with([' ', sign]));
                lines.map(|line| &line[1..]).collect::<String>()
            };
            assert!(
                (with('-'), with('+')) == (old.clone(), new.clone()),
                "{times}"
            );
            let whole = TextDiff::from_lines(&old, &new).unified_diff().to_string();
            assert_eq!(lines.len() + 1, whole.lines().count(), "{times}");
        }
    }

    #[test]
    fn a_long_text_is_compared_in_short_pieces() {
        let (old, new) = ("take  1\n\n\n".repeat(5000), "    take 1\n\n".repeat(5000));
        let (from, to) = (Lines::of(&old), Lines::of(&new));
        let (mut at, mut there) = (0, 0);
        while at < from.lines.len() {
            let (end, upto) = piece(&from, &to, at, there);
            assert!(end - at < 2 * PIECE && upto - there < 2 * PIECE);
            (at, there) = (end, upto);
        }
        assert_eq!((at, there), (from.lines.len(), to.lines.len()));
    }
}
