//! `fmt` writes rule files in the one style.

use std::path::Path;

use rayon::prelude::*;
use serde_json::json;

use super::Run;
use super::difference::difference;
use crate::app::bundled;
use crate::app::command::face::End;
use crate::app::command::inspection::files;
use crate::app::disk::{self, unreadable};
use crate::app::process::Exit;
use crate::syntax;
use crate::text::diagnostic::{Diagnostic, Report};
use crate::text::source::{SourceId, Sources, without_mark};
use crate::work::budget::{Budget, Limits};

/// So many files, or parts of one, are read at once at most, on however many cores: they share the memory, and each is to have enough.
const AT_ONCE: usize = 4;

/// How many bytes a part of a long file has at least.
const PART: usize = 1 << 20;

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
        let cores = rayon::current_num_threads().min(AT_ONCE);
        let at_once = files.len().clamp(1, cores.max(1));
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
    match styled(source, rules, limits, &mut budget) {
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

/// The parts of a long file are formatted at once.
fn styled(
    source: SourceId,
    rules: &str,
    limits: &Limits,
    budget: &mut Budget,
) -> Result<String, Vec<Diagnostic>> {
    let parts = syntax::parts(rules, PART.max(rules.len() / AT_ONCE));
    if parts.len() > 1 {
        let mut limits = limits.clone();
        limits.memory /= parts.len() as u64;
        let part = |part: &&str| syntax::format(source, part, &mut Budget::start(&limits)).ok();
        let styled: Option<Vec<String>> = parts.par_iter().map(part).collect();
        if let Some(styled) = styled {
            return Ok(syntax::joined(&parts, &styled));
        }
    }
    syntax::format(source, rules, budget)
}
