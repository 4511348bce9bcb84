//! Source texts and places in them.

use std::ops::Range;
use std::sync::{Arc, OnceLock, Weak};

use super::signs::PlainText;

/// The number of a source text within one rulebook, in the order in which they were read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceId(pub u32);

/// A half-open range of bytes in one source text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The text the range lies in.
    pub source: SourceId,
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The range `start..end` of `source`.
    ///
    /// Offsets are 32 bits wide: [`Sources::add`] refuses longer texts.
    pub fn new(source: SourceId, start: usize, end: usize) -> Span {
        Span {
            source,
            start: start as u32,
            end: end as u32,
        }
    }

    pub(crate) fn bytes(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Whether another span lies in this one.
    pub(crate) fn holds(self, other: Span) -> bool {
        self.source == other.source && self.start <= other.start && other.end <= self.end
    }

    /// The smallest span that covers `self` and `other`, which lie in the same source.
    pub fn to(self, other: Span) -> Span {
        Span {
            source: self.source,
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }
}

/// A source text with the name people know it by.
#[derive(Debug, Clone)]
pub struct Source {
    /// The file name as the user wrote it, or a name such as `<prompt>`.
    pub name: String,
    /// The text as it was written, without a byte order mark.
    pub text: Arc<str>,
    /// The text as it is read, where it is another one, once somebody asked.
    plain: Arc<OnceLock<Option<PlainText>>>,
    /// Where its lines begin, once somebody asked.
    starts: Arc<OnceLock<Vec<u32>>>,
}

impl Source {
    fn new(name: String, text: &str) -> Source {
        Source {
            name,
            text: text.into(),
            plain: Arc::default(),
            starts: Arc::default(),
        }
    }

    fn read(&self) -> Option<&PlainText> {
        let read = || (!self.text.is_ascii()).then(|| PlainText::of(&self.text));
        self.plain.get_or_init(read).as_ref()
    }

    /// The text as it is read, with plain signs; spans count in it.
    pub fn plain(&self) -> &str {
        self.read().map_or(&*self.text, |read| &read.plain)
    }

    /// The bytes that were written where these were read.
    pub fn around(&self, read: Range<usize>) -> Range<usize> {
        match self.read() {
            Some(plain) => plain.around(read),
            None => read,
        }
    }

    /// Where its lines begin.
    pub fn line_starts(&self) -> &[u32] {
        self.starts.get_or_init(|| {
            let breaks = self.text.bytes().zip(1..);
            let behind = breaks.filter_map(|(byte, next)| (byte == b'\n').then_some(next));
            std::iter::once(0).chain(behind).collect()
        })
    }

    /// The line that holds a byte, counted from 0.
    pub fn line_of(&self, byte: usize) -> usize {
        self.line_starts()
            .partition_point(|&start| start as usize <= byte)
            .saturating_sub(1)
    }
}

/// A text that is known only as long as this lives.
#[derive(Debug)]
pub struct AskedText {
    id: SourceId,
    /// The text goes some time after it.
    _in_use: Arc<()>,
}

impl AskedText {
    pub fn id(&self) -> SourceId {
        self.id
    }
}

/// A text with its number.
#[derive(Debug, Clone)]
struct Entry {
    id: SourceId,
    source: Source,
    /// Whether it is in use, where it is not kept for good.
    asked: Option<Weak<()>>,
}

/// Source texts in the order in which they were read: those of the rules of a rulebook, and of the questions that are asked.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    list: Vec<Entry>,
    next: u32,
}

/// A text without a byte order mark.
pub(crate) fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// The longest source text that is read, in bytes.
pub const MAX_SOURCE_BYTES: usize = 1 << 30;

impl Sources {
    /// Adds a text; a leading byte order mark is dropped.
    ///
    /// A text longer than [`MAX_SOURCE_BYTES`] is refused by the reader of files before it gets here.
    pub fn add(&mut self, name: impl Into<String>, text: &str) -> SourceId {
        self.insert(name.into(), text, None)
    }

    /// Adds a text that is not kept for good, unless [`Sources::keep`] says so later.
    pub fn ask(&mut self, name: impl Into<String>, text: &str) -> AskedText {
        let in_use = |asked: &Weak<()>| asked.strong_count() > 0;
        self.list.retain(|it| it.asked.as_ref().is_none_or(in_use));
        let token = Arc::new(());
        AskedText {
            id: self.insert(name.into(), text, Some(Arc::downgrade(&token))),
            _in_use: token,
        }
    }

    fn insert(&mut self, name: String, text: &str, asked: Option<Weak<()>>) -> SourceId {
        debug_assert!(text.len() <= MAX_SOURCE_BYTES);
        let source = Source::new(name, without_mark(text));
        // After four billion texts the numbers begin anew, without those that are in use.
        let mut numbers = (0..u32::MAX).map(|more| SourceId(self.next.wrapping_add(more)));
        let free = numbers.find_map(|id| Some((id, self.place(id).err()?)));
        let (id, place) = free.unwrap_or((SourceId(self.next), self.list.len()));
        self.next = id.0.wrapping_add(1);
        self.list.insert(place, Entry { id, source, asked });
        id
    }

    /// Keeps a text that is not kept for good as long as what is returned is there.
    pub(crate) fn hold(&self, id: SourceId) -> Option<AskedText> {
        let entry = self.list.get(self.place(id).ok()?)?;
        let _in_use = entry.asked.as_ref()?.upgrade()?;
        Some(AskedText { id, _in_use })
    }

    fn place(&self, id: SourceId) -> Result<usize, usize> {
        self.list.binary_search_by_key(&id, |entry| entry.id)
    }

    /// Keeps a text for good.
    pub(crate) fn keep(&mut self, id: SourceId) {
        if let Ok(place) = self.place(id)
            && let Some(entry) = self.list.get_mut(place)
        {
            entry.asked = None;
        }
    }

    /// Those that are `wanted`.
    pub(crate) fn only(&self, wanted: impl Fn(SourceId) -> bool) -> Sources {
        let list = self.list.iter().filter(|entry| wanted(entry.id));
        Sources {
            list: list.cloned().collect(),
            next: self.next,
        }
    }

    /// Leaves only a part of a text.
    #[cfg(feature = "program")]
    pub(crate) fn cut(&mut self, id: SourceId, part: Range<usize>) {
        if let Ok(place) = self.place(id)
            && let Some(entry) = self.list.get_mut(place)
            && let Some(text) = entry.source.text.get(part)
        {
            entry.source = Source::new(std::mem::take(&mut entry.source.name), text);
        }
    }

    /// The texts in the order in which they were read.
    pub fn iter(&self) -> impl Iterator<Item = &Source> {
        self.list.iter().map(|entry| &entry.source)
    }

    pub fn get(&self, id: SourceId) -> Option<&Source> {
        Some(&self.list.get(self.place(id).ok()?)?.source)
    }

    pub fn is_text(&self, id: SourceId, text: &str) -> bool {
        self.get(id)
            .is_some_and(|source| *source.text == *without_mark(text))
    }

    /// The text a span covers, with plain signs; empty where the span is not one of these sources.
    pub fn slice(&self, span: Span) -> &str {
        self.get(span.source)
            .and_then(|source| source.plain().get(span.bytes()))
            .unwrap_or("")
    }

    /// The text a span covers as it was written.
    #[cfg(feature = "program")]
    pub(crate) fn written(&self, span: Span) -> &str {
        let source = self.get(span.source);
        let written = source.and_then(|source| {
            let place = source.around(span.bytes());
            source.text.get(place)
        });
        written.unwrap_or("")
    }

    /// The line and the column of a span's start, counted from 1, where the span is one of these sources.
    pub fn place_of(&self, span: Span) -> Option<(usize, usize)> {
        let source = self.get(span.source)?;
        let line = source.line_of(span.start as usize);
        let start = *source.line_starts().get(line)? as usize;
        let at = source.around(span.bytes());
        let before = source.text.get(start..at.start)?;
        Some((line + 1, before.chars().count() + 1))
    }

    /// The line of a span's start, counted from 1.
    pub fn line(&self, span: Span) -> usize {
        let source = self.get(span.source);
        source.map_or(0, |source| source.line_of(span.start as usize)) + 1
    }
}

/// Text from the bytes of a rule file, or why it is none.
pub fn decode(bytes: Vec<u8>) -> Result<String, String> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let before = error.as_bytes().iter().take(at);
        let line = before.filter(|&&byte| byte == b'\n').count() + 1;
        format!("it is not UTF-8 text (byte {at}, line {line})")
    })
}
