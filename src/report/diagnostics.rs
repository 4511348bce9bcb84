//! Complaints as text: the message, the lines it is about with the places marked, and the help line.
//!
//! Complaints point into texts of any size with any bytes in them. What miette is given is a copy of the lines around a few
//! labels: control characters replaced, long lines cut to windows, every label at least one character wide and on its line.

use std::fmt;

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteDiagnostic};

use super::excerpt::{Excerpt, Lines, Room};
use super::look::{Look, clipped, harmless, wrapped};
use crate::text::diagnostic::{Diagnostic, Enough, Label, Report, Severity};
use crate::text::source::{SourceId, Sources};
use crate::text::units::{exact_memory, exact_time};

/// Longer messages, remarks and help lines are cut.
const LONGEST_TEXT: usize = 1000;

impl Report {
    /// The complaints with the lines that they are about, an empty line between them.
    pub fn with_lines(&self) -> String {
        render(self, Look::default())
    }
}

/// All complaints of a report, an empty line between them.
pub fn render(report: &Report, look: Look) -> String {
    render_some(&report.diagnostics, &report.sources, look)
}

/// A report whose help names the options that allow more, such as `--max-time`; at the prompt those for limits begin otherwise.
pub fn with_options(report: &Report, dashes: &str) -> Report {
    let mut report = report.clone();
    for diagnostic in &mut report.diagnostics {
        let option = match diagnostic.enough.as_deref() {
            Some(Enough::Time(time)) => format!("{dashes}max-time {}", exact_time(*time)),
            Some(Enough::Memory(bytes)) => format!("{dashes}max-memory {}", exact_memory(*bytes)),
            Some(Enough::Folder(folder)) => {
                let help = "lets rule files read below that folder";
                diagnostic.help = Some(format!("`--allow-read {folder}` {help}"));
                continue;
            }
            None => continue,
        };
        // What else may be done stays.
        const SMALLER: &str = "or ask for something smaller";
        let help = diagnostic.help.take().unwrap_or_default();
        let more = help.split_once(SMALLER).map_or("", |(_, more)| more);
        diagnostic.help = Some(format!("allow more with `{option}`, {SMALLER}{more}"));
    }
    report
}

/// Complaints about these sources, an empty line between them. A complaint without a code gets no code line.
pub fn render_some<'a>(
    diagnostics: impl IntoIterator<Item = &'a Diagnostic>,
    sources: &Sources,
    look: Look,
) -> String {
    let mut text = String::new();
    for diagnostic in diagnostics {
        if !text.is_empty() {
            text.push('\n');
        }
        render_one(diagnostic, sources, look, &mut text);
    }
    text
}

fn render_one(diagnostic: &Diagnostic, sources: &Sources, look: Look, text: &mut String) {
    let groups = by_source(&diagnostic.labels);
    let mut snippets = Vec::new();
    for (id, labels) in &groups {
        let Some(source) = sources.get(*id) else {
            continue;
        };
        let spans: Vec<_> = labels
            .iter()
            .map(|label| source.around(label.span.bytes()))
            .collect();
        for excerpt in Excerpt::cut(Lines(source), &spans, Room::of(look)) {
            snippets.push((labels_in(&excerpt, labels, look.width), Some(excerpt)));
        }
    }
    if snippets.is_empty() {
        snippets.push((Vec::new(), None));
    }
    let last = snippets.len() - 1;
    for (index, (labels, excerpt)) in snippets.into_iter().enumerate() {
        let code = (index == 0 && !diagnostic.code.is_empty())
            .then(|| format!("nimrule::{}", diagnostic.code));
        let help = diagnostic.help.as_deref().filter(|_| index == last);
        let told = MietteDiagnostic {
            message: cleaned(&diagnostic.message),
            code,
            severity: Some(match diagnostic.severity {
                Severity::Error => miette::Severity::Error,
                Severity::Warning => miette::Severity::Warning,
            }),
            help: help.map(cleaned),
            url: None,
            labels: Some(labels).filter(|labels| !labels.is_empty()),
        };
        let part = Part { told, excerpt };
        let mut rendered = String::new();
        // Writing to a string never fails, and an excerpt can always be read.
        let _ = handler(look).render_report(&mut rendered, &part);
        let mut wanted = rendered.lines().map(str::trim_end).peekable();
        if index > 0 {
            // The head is shown once; a further snippet begins with its frame.
            while wanted.next_if(|line| !line.contains('╭')).is_some() {}
        }
        for line in wanted {
            text.push_str(line);
            text.push('\n');
        }
    }
}

/// The labels of each source, in the order in which the sources come up.
fn by_source(labels: &[Label]) -> Vec<(SourceId, Vec<&Label>)> {
    let mut groups: Vec<(SourceId, Vec<&Label>)> = Vec::new();
    for label in labels {
        match groups.iter_mut().find(|(id, _)| *id == label.span.source) {
            Some((_, group)) => group.push(label),
            None => groups.push((label.span.source, vec![label])),
        }
    }
    groups
}

fn handler(look: Look) -> GraphicalReportHandler {
    let theme = if look.color {
        GraphicalTheme::unicode()
    } else {
        GraphicalTheme::unicode_nocolor()
    };
    GraphicalReportHandler::new_themed(theme)
        .with_width(look.width)
        .with_links(false)
        .without_cause_chain()
        .without_syntax_highlighting()
}

fn cleaned(text: &str) -> String {
    harmless(&clipped(text, LONGEST_TEXT)).into_owned()
}

/// What miette shows at once: a complaint with one excerpt.
#[derive(Debug, miette::Diagnostic)]
#[diagnostic(forward(told))]
struct Part {
    told: MietteDiagnostic,
    #[source_code]
    excerpt: Option<Excerpt>,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.told.fmt(f)
    }
}

impl std::error::Error for Part {}

/// The least width that the remark of a label is wrapped to.
const LEAST_LABEL: usize = 8;

/// The labels of a source as they stand in an excerpt, each with its remark, the first one the most important.
fn labels_in(excerpt: &Excerpt, labels: &[&Label], width: usize) -> Vec<LabeledSpan> {
    let marks = excerpt.marks.iter().enumerate();
    let labels = marks.map(|(rank, mark)| {
        let remark = labels.get(mark.index).map(|label| cleaned(&label.text));
        let room = width.saturating_sub(mark.indent + 16).max(LEAST_LABEL);
        let remark = remark.filter(|remark| !remark.is_empty());
        let remark = remark.map(|remark| wrapped(&remark, room));
        let span = (mark.bytes.start, mark.bytes.len());
        match rank {
            0 => LabeledSpan::new_primary_with_span(remark, span),
            _ => LabeledSpan::new_with_span(remark, span),
        }
    });
    labels.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::source::Span;

    fn shown(text: &str, spans: &[(usize, usize)]) -> String {
        let mut sources = Sources::default();
        let id = sources.add("a.nimrule", text);
        let mut diagnostic = Diagnostic::error("test", "wrong").help("do it right");
        for &(start, end) in spans {
            diagnostic = diagnostic.label(Span::new(id, start, end), "here");
        }
        render_some([&diagnostic], &sources, Look::default())
    }

    #[test]
    fn a_label_on_its_line() {
        assert_eq!(
            shown("one\ntwo three\nfour\nfive\n", &[(8, 13)]),
            "nimrule::test\n\n  × wrong\n   ╭─[a.nimrule:2:5]\n 1 │ one\n 2 │ two three\n   ·     ──┬──\n   ·       ╰── here\n 3 │ four\n   ╰────\n  help: do it right\n"
        );
    }

    #[test]
    fn labels_of_no_width_and_past_the_end_stay() {
        for text in ["take", "take\n", "take\r\n", ""] {
            for at in [text.len(), text.len() + 1, text.len() + 100] {
                let shown = shown(text, &[(at, at)]);
                assert!(shown.contains("╰── here"), "{text:?} {at}:\n{shown}");
                assert!(shown.contains("a.nimrule:"), "{text:?} {at}:\n{shown}");
            }
        }
    }

    #[test]
    fn carriage_returns_tabs_and_wide_letters() {
        let text = "one\r\n\tzwei 盤面 x\r\nthree";
        let at = text.find('x').unwrap();
        let shown = shown(text, &[(at, at + 1)]);
        assert!(!shown.contains('\r'));
        assert!(
            shown.contains(" 2 │     zwei 盤面 x\n   ·               ┬\n"),
            "{shown}"
        );
        assert!(shown.contains("a.nimrule:2:10"), "{shown}");
    }

    #[test]
    fn a_long_line_is_shown_in_windows() {
        let text = format!(
            "{}!{}?{}",
            "a".repeat(5000),
            "b".repeat(5000),
            "c".repeat(5000)
        );
        let shown = shown(&text, &[(5000, 5001), (10001, 10002)]);
        assert!(
            shown.lines().all(|line| line.chars().count() < 220),
            "{shown}"
        );
        assert!(shown.contains("…aaa") && shown.contains("b…b") && shown.contains("c…"));
        let code: Vec<char> = shown
            .lines()
            .find(|line| line.contains('!'))
            .unwrap()
            .chars()
            .collect();
        let marks: Vec<char> = shown
            .lines()
            .find(|line| line.contains('┬'))
            .unwrap()
            .chars()
            .collect();
        let marked: Vec<char> = (0..marks.len())
            .filter(|&i| marks[i] == '┬')
            .map(|i| code[i])
            .collect();
        assert_eq!(marked, ['!', '?']);
    }

    #[test]
    fn far_lines_and_other_sources_get_snippets_of_their_own() {
        let mut sources = Sources::default();
        let text = "first\n\n\n\n\n\n\n\nlast\n";
        let one = sources.add("one", text);
        let two = sources.add("two", "other\n");
        let diagnostic = Diagnostic::warning("test", "both")
            .label(Span::new(one, 13, 17), "again")
            .label(Span::new(one, 0, 5), "once")
            .label(Span::new(two, 0, 5), "and there")
            .help("choose");
        let shown = render_some([&diagnostic], &sources, Look::default());
        let frames: Vec<&str> = shown.lines().filter(|line| line.contains('╭')).collect();
        assert_eq!(
            frames,
            ["   ╭─[one:9:1]", "   ╭─[one:1:1]", "   ╭─[two:1:1]"]
        );
        assert_eq!(shown.matches("both").count(), 1);
        assert_eq!(shown.matches("help: choose").count(), 1);
        assert!(shown.contains("⚠ both"));
    }

    #[test]
    fn a_label_over_many_lines_shows_its_first() {
        let text = "game {\n".repeat(1000);
        let shown = shown(&text, &[(0, text.len())]);
        assert!(shown.lines().count() < 12, "{shown}");
    }

    #[test]
    fn control_characters_are_replaced() {
        let text = "take \u{1b}[2J\u{0}x";
        let at = text.find('x').unwrap();
        let shown = shown(text, &[(at, at + 1), (5, 6)]);
        assert!(!shown.contains('\u{1b}') && !shown.contains('\0'));
        assert!(shown.contains(" 1 │ take \u{fffd}[2J\u{fffd}x"), "{shown}");
    }

    #[test]
    fn colour_only_where_chosen() {
        let mut sources = Sources::default();
        let id = sources.add("one", "text");
        let diagnostic = Diagnostic::error("test", "x").label(Span::new(id, 0, 4), "y");
        let look = Look {
            color: true,
            width: 80,
            ..Look::default()
        };
        assert!(render_some([&diagnostic], &sources, look).contains('\u{1b}'));
        assert!(!render_some([&diagnostic], &sources, Look::default()).contains('\u{1b}'));
    }
}
