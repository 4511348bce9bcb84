//! Comments that silence warnings.

use crate::text::diagnostic::{Diagnostic, nearest};
use crate::text::source::{SourceId, Sources, Span};
use crate::text::words::is_among;

/// The names of all warnings; the last ones are mistakes in piles that no claim asks about.
const WARNINGS: &str = "\
    always empty_file empty_range hides never no_moves no_range two_kinds unknown_warning unused bad_argument \
    bad_pile division_by_zero endless_call index_out_of_range loop nested_calls overflow";

/// What stands before the names of warnings that a comment silences.
const ALLOW: &str = "# nimrule: allow ";

/// What a line silences: names, with commas between them.
fn silenced(line: &str) -> Option<&str> {
    line.split_once(ALLOW).map(|(_, names)| names)
}

/// Whether a comment such as `# nimrule: allow unused`, on the line that a complaint is about or the one above, silences it.
pub(super) fn allows(sources: &Sources, complaint: &Diagnostic) -> bool {
    let Some(span) = complaint.place() else {
        return false;
    };
    let Some(source) = sources.get(span.source) else {
        return false;
    };
    let line = source.line_of(span.start as usize);
    let lines = source.text.lines().skip(line.saturating_sub(1));
    let lines = lines.take(if line > 0 { 2 } else { 1 });
    lines.filter_map(silenced).any(|names| {
        let mut names = names.split([',', ' ']);
        names.any(|name| name.trim() == complaint.code)
    })
}

/// What to say of comments that silence what is no warning.
pub(super) fn unknown(source: SourceId, text: &str) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices(ALLOW) {
        let mut start = at + ALLOW.len();
        let line = text.get(start..).and_then(|rest| rest.lines().next());
        for part in line.unwrap_or("").split(',') {
            let first = start + part.len() - part.trim_start().len();
            start += part.len() + 1;
            // What stands behind a name is a remark.
            match part.split_whitespace().next() {
                Some(name) if !is_among(name, WARNINGS) => {
                    found.push(complaint(
                        name,
                        Span::new(source, first, first + name.len()),
                    ));
                }
                _ => {}
            }
        }
    }
    found
}

fn complaint(name: &str, place: Span) -> Diagnostic {
    let warning = Diagnostic::warning("unknown_warning", format!("no warning is called `{name}`"))
        .label(place, "so nothing is silenced");
    match nearest(name, WARNINGS.split(' ')) {
        Some(near) => warning.guess(place, near),
        None => {
            let names = WARNINGS.replace(' ', "`, `");
            warning.help(format!("they are called `{names}`"))
        }
    }
}
