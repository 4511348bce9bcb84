//! Complaints as text: the message, the lines it is about with the places marked, and the help line.
//!
//! Complaints point into texts of any size with any bytes in them. What miette is given is a copy of the lines around a few
//! labels: control characters replaced, long lines cut to windows, every label at least one character wide and on its line.

use std::fmt;
use std::ops::Range;

use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteDiagnostic, MietteError,
    MietteSpanContents, SourceCode, SourceSpan, SpanContents,
};

use super::look::{Look, clipped, harmless, is_harmful, wrapped};
use crate::text::diagnostic::{Diagnostic, Enough, Label, Report, Severity};
use crate::text::source::{Source, SourceId, Sources};
use crate::text::units::{exact_memory, exact_time};

/// Longer messages, remarks and help lines are cut.
const LONGEST_TEXT: usize = 1000;
/// The narrowest column that a remark is wrapped into.
const NARROWEST: usize = 40;

/// All complaints of a report, an empty line between them.
pub fn render(report: &Report, look: Look) -> String {
    render_some(&report.diagnostics, &report.sources, look)
}

/// A report whose help names the options that set limits, such as `--max-time`; at the prompt they begin otherwise.
pub fn with_options(report: &Report, dashes: &str) -> Report {
    let mut report = report.clone();
    for diagnostic in &mut report.diagnostics {
        let option = match diagnostic.enough.as_deref().copied() {
            Some(Enough::Time(time)) => format!("{dashes}max-time {}", exact_time(time)),
            Some(Enough::Memory(bytes)) => format!("{dashes}max-memory {}", exact_memory(bytes)),
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
            .map(|label| label.span.start as usize..label.span.end as usize)
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

/// The labels of a source as they stand in an excerpt, each with its remark, the first one the most important.
fn labels_in(excerpt: &Excerpt, labels: &[&Label], width: usize) -> Vec<LabeledSpan> {
    let marks = excerpt.marks.iter().enumerate();
    let labels = marks.map(|(rank, mark)| {
        let remark = labels.get(mark.index).map(|label| cleaned(&label.text));
        let room = width.saturating_sub(mark.indent + 16).max(NARROWEST);
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

/// What is shown of lines, in characters.
#[derive(Clone, Copy)]
struct Room {
    /// A longer line is shown in part.
    line: usize,
    /// What is shown of it before and after the start of a label.
    before: usize,
    after: usize,
}

impl Room {
    fn of(look: Look) -> Room {
        match look.terminal {
            None => Room {
                line: 400,
                before: 30,
                after: 60,
            },
            // Beside the number of the line, and where something is left out at both ends.
            Some(_) => {
                let line = look.width.saturating_sub(10).max(NARROWEST / 2);
                Room {
                    line,
                    before: line / 3,
                    after: line - line / 3 - 2,
                }
            }
        }
    }
}

/// A label over more lines than this is shown at its first line only.
const MOST_LINES: usize = 8;
/// Lines shown above and below.
const CONTEXT: usize = 1;

/// The lines of a source.
#[derive(Clone, Copy)]
struct Lines<'a>(&'a Source);

impl Lines<'_> {
    /// The bytes of a line without its line break.
    fn range(&self, number: usize) -> Range<usize> {
        let text = &self.0.text;
        let starts = self.0.line_starts();
        let start = starts
            .get(number)
            .map_or(text.len(), |&start| start as usize);
        let end = starts
            .get(number + 1)
            .map_or(text.len(), |&next| next as usize - 1);
        let line = text.get(start..end).unwrap_or("");
        start..start + line.trim_end_matches('\r').len()
    }

    /// A span as lines and bytes in them, inside the text and on character boundaries.
    fn place(&self, span: Range<usize>) -> Place {
        let text = &self.0.text;
        let start = boundary(text, span.start);
        let end = boundary(text, span.end).max(start);
        let first = self.0.line_of(start);
        let last = self.0.line_of(end.saturating_sub(1).max(start));
        let first_line = self.range(first);
        // On a line break: just behind the line's last character.
        let start = start.min(first_line.end);
        if last - first >= MOST_LINES {
            return Place {
                lines: first..first + 1,
                bytes: start..first_line.end.max(start),
            };
        }
        let end = end.min(self.range(last).end).max(start);
        Place {
            lines: first..last + 1,
            bytes: start..end,
        }
    }
}

fn boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// A label's lines and bytes.
struct Place {
    lines: Range<usize>,
    bytes: Range<usize>,
}

/// The lines to show at once, and the labels in them with their ranks.
type Group = (Range<usize>, Vec<(usize, Place)>);

/// A label within an excerpt.
#[derive(Debug)]
struct Mark {
    /// Its bytes in the excerpt's text.
    bytes: Range<usize>,
    /// How many characters stand before it on its line, for wrapping its remark.
    indent: usize,
    /// Which of the given spans it belongs to.
    index: usize,
}

/// Neighbouring lines with the labels in them.
#[derive(Debug)]
struct Excerpt {
    name: String,
    text: String,
    /// The number of the first line, from 0.
    first_line: usize,
    /// The line and column of the most important label, both from 0.
    place: (usize, usize),
    marks: Vec<Mark>,
}

impl Excerpt {
    /// The excerpts that show `spans`, the most important one first. Spans that lie far apart get an excerpt each.
    fn cut(lines: Lines<'_>, spans: &[Range<usize>], room: Room) -> Vec<Excerpt> {
        let mut groups: Vec<Group> = Vec::new();
        for (index, span) in spans.iter().enumerate() {
            let place = lines.place(span.clone());
            let mut shown = place.lines.start.saturating_sub(CONTEXT)..place.lines.end + CONTEXT;
            let mut members = vec![(index, place)];
            // A new span may close the gap between several groups; the first of them keeps its rank.
            let mut home = None;
            let mut at = 0;
            while let Some((other, _)) = groups.get(at) {
                if shown.start <= other.end && other.start <= shown.end {
                    let (other, earlier) = groups.remove(at);
                    shown = shown.start.min(other.start)..shown.end.max(other.end);
                    members.extend(earlier);
                    home = Some(home.map_or(at, |home: usize| home.min(at)));
                    at = 0;
                } else {
                    at += 1;
                }
            }
            members.sort_by_key(|&(index, _)| index);
            let home = home.unwrap_or(groups.len()).min(groups.len());
            groups.insert(home, (shown, members));
        }
        groups
            .into_iter()
            .map(|(shown, members)| Excerpt::of(lines, shown, &members, room))
            .collect()
    }

    fn of(
        lines: Lines<'_>,
        shown: Range<usize>,
        members: &[(usize, Place)],
        room: Room,
    ) -> Excerpt {
        // Behind the last line break there is no line, unless a label stands there.
        let last = lines.0.line_starts().len() - usize::from(lines.0.text.ends_with('\n'));
        let labelled = members.iter().map(|(_, place)| place.lines.end).max();
        let shown = shown.start..shown.end.min(last.max(labelled.unwrap_or(0)));
        let mut text = String::new();
        let mut copies = Vec::new();
        for number in shown.clone() {
            let range = lines.range(number);
            let starts: Vec<usize> = members
                .iter()
                .map(|(_, place)| place.bytes.start)
                .filter(|start| (range.start..=range.end).contains(start))
                .collect();
            copies.push((range.end, copy(lines.0, range, &starts, room, &mut text)));
            text.push('\n');
        }
        let copied = |at: usize| {
            let (_, places) = copies.iter().find(|(end, _)| at <= *end)?;
            let behind = places.partition_point(|(byte, _)| *byte <= at);
            Some(places.get(behind.saturating_sub(1))?.1)
        };
        let marks = members
            .iter()
            .map(|(index, place)| {
                let start = copied(place.bytes.start).unwrap_or(0);
                let end = copied(place.bytes.end).unwrap_or(start);
                let line_start = text
                    .get(..start)
                    .and_then(|before| before.rfind('\n'))
                    .map_or(0, |at| at + 1);
                let width = text
                    .get(start..)
                    .and_then(|rest| rest.chars().next())
                    .map_or(1, char::len_utf8);
                Mark {
                    bytes: start..end.max(start + width),
                    indent: text
                        .get(line_start..start)
                        .map_or(0, |before| before.chars().count()),
                    index: *index,
                }
            })
            .collect();
        let place = members.first().map_or((shown.start, 0), |(_, place)| {
            let line = lines.range(place.lines.start);
            let before = lines.0.text.get(line.start..place.bytes.start);
            (
                place.lines.start,
                before.map_or(0, |before| before.chars().count()),
            )
        });
        Excerpt {
            name: harmless(&lines.0.name).into_owned(),
            text,
            first_line: shown.start,
            place,
            marks,
        }
    }
}

/// Copies a line, or the windows of a long one around the places where labels start; returns where in the copy the characters
/// stand, and what was left out: bytes of the source with bytes of the text, in order.
fn copy(
    source: &Source,
    range: Range<usize>,
    starts: &[usize],
    room: Room,
    text: &mut String,
) -> Vec<(usize, usize)> {
    let line = source.text.get(range.clone()).unwrap_or("");
    let windows = if line.chars().nth(room.line).is_none() {
        vec![range.clone()]
    } else {
        windows(line, range.start, starts, room)
    };
    let mut places = Vec::new();
    let mut reached = range.start;
    for window in windows {
        if window.start > reached {
            text.push('…');
        }
        reached = window.end;
        for (offset, c) in source.text.get(window.clone()).unwrap_or("").char_indices() {
            places.push((window.start + offset, text.len()));
            text.push(if is_harmful(c) { '\u{fffd}' } else { c });
        }
        places.push((window.end, text.len()));
    }
    if reached < range.end {
        text.push('…');
        places.push((reached + 1, text.len()));
    }
    // A label at the very end of the line needs something to stand under.
    text.push(' ');
    places
}

/// The parts of a long line to show, in order and apart from each other.
fn windows(line: &str, base: usize, starts: &[usize], room: Room) -> Vec<Range<usize>> {
    let back = |at: usize, count: usize| {
        let before = line.get(..at).unwrap_or("");
        before
            .char_indices()
            .rev()
            .nth(count.saturating_sub(1))
            .map_or(0, |(at, _)| at)
    };
    let on = |at: usize, count: usize| {
        let rest = line.get(at..).unwrap_or("");
        rest.char_indices()
            .nth(count)
            .map_or(line.len(), |(more, _)| at + more)
    };
    let mut centres: Vec<usize> = starts.iter().map(|start| start - base).collect();
    centres.sort_unstable();
    if centres.is_empty() {
        centres.push(0);
    }
    let mut windows: Vec<Range<usize>> = Vec::new();
    for centre in centres {
        let window = back(centre, room.before)..on(centre, room.after);
        match windows.last_mut() {
            Some(last) if window.start <= last.end => last.end = window.end,
            _ => windows.push(window),
        }
    }
    windows
        .into_iter()
        .map(|window| window.start + base..window.end + base)
        .collect()
}

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        _span: &SourceSpan,
        context_before: usize,
        _context_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        // An excerpt is always shown whole. Without context miette asks where its most important label stands.
        let (line, column) = if context_before == 0 {
            self.place
        } else {
            (self.first_line, 0)
        };
        let text = self.text.strip_suffix('\n').unwrap_or(&self.text);
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            text.as_bytes(),
            (0, text.len()).into(),
            line,
            column,
            text.bytes().filter(|&byte| byte == b'\n').count() + 1,
        )))
    }
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
