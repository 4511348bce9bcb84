//! The lines that a complaint is about, as they are shown: control characters replaced, long lines cut to windows, every label at
//! least one character wide and on its line.

use std::ops::Range;

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

use super::look::{Look, harmless, is_harmful};
use crate::text::source::Source;

/// The narrowest column that a remark is wrapped into.
const NARROWEST: usize = 40;

/// What is shown of lines, in characters.
#[derive(Clone, Copy)]
pub(super) struct Room {
    /// A longer line is shown in part.
    line: usize,
    /// What is shown of it before and after the start of a label.
    before: usize,
    after: usize,
}

impl Room {
    pub(super) fn of(look: Look) -> Room {
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

#[derive(Clone, Copy)]
pub(super) struct Lines<'a>(pub(super) &'a Source);

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
pub(super) struct Mark {
    /// Its bytes in the excerpt's text.
    pub(super) bytes: Range<usize>,
    /// How many characters stand before it on its line, for wrapping its remark.
    pub(super) indent: usize,
    /// Which of the given spans it belongs to.
    pub(super) index: usize,
}

/// Neighbouring lines with the labels in them.
#[derive(Debug)]
pub(super) struct Excerpt {
    name: String,
    text: String,
    /// The number of the first line, from 0.
    first_line: usize,
    /// The line and column of the most important label, both from 0.
    place: (usize, usize),
    pub(super) marks: Vec<Mark>,
}

impl Excerpt {
    /// The excerpts that show `spans`, the most important one first. Spans that lie far apart get an excerpt each.
    pub(super) fn cut(lines: Lines<'_>, spans: &[Range<usize>], room: Room) -> Vec<Excerpt> {
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
        let length = |text: Option<&str>| text.map_or(0, |text| text.chars().count());
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
                    indent: length(text.get(line_start..start)),
                    index: *index,
                }
            })
            .collect();
        let place = members.first().map_or((shown.start, 0), |(_, place)| {
            let line = lines.range(place.lines.start);
            let before = lines.0.text.get(line.start..place.bytes.start);
            (place.lines.start, length(before))
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
