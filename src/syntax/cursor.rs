//! The tokens of a text that is read: names, numbers, texts, words and signs, as the grammar says what they are.

use super::ast::{Expr, Ident, Listing, Node, StrLit};
use super::depth::{MAX_DEPTH, too_deep};
use super::scan::{length_of_code, length_of_groups, tokens};
use super::words::Word;
use crate::text::diagnostic::Diagnostic;
use crate::text::source::{SourceId, Span};

/// Reads a text from its beginning, rule by rule of the grammar, and makes its tree.
///
/// The grammar is the authority. It never has two ways to read the same words, so that nothing is read twice here either, and what
/// does not match is no text of the language: then `None` is returned all the way up, and the grammar says what is wrong. A test
/// holds both against each other.
pub(super) struct Parser<'t> {
    source: SourceId,
    pub(super) text: &'t str,
    /// Where the text begins in the source.
    base: usize,
    /// Where the next token begins.
    pub(super) at: usize,
    /// Where the last token ended.
    pub(super) end: usize,
    /// Mistakes that are no matter of form.
    pub(super) complaints: &'t mut Vec<Diagnostic>,
    limits: Limits<'t>,
    /// Whether its tokens were looked at: none is wrong wherever it stands, and they are not nested too deeply.
    is_clean: bool,
    nesting: Nesting,
}

/// Says whether so many bytes may be had.
pub(super) type Ask<'t> = &'t mut dyn FnMut(u64) -> bool;

/// What the trees take.
struct Limits<'t> {
    ask: Ask<'t>,
    /// About how many bytes the trees take so far.
    bytes: u64,
    /// For how many it was asked.
    asked: u64,
}

/// For so many bytes it is asked at once.
const BYTES_BETWEEN_LOOKS: u64 = 1 << 16;

/// What the allocator adds to each block, about.
pub(super) const BLOCK: usize = 16;

/// How brackets, `if`, `not` and unary minus stand in each other.
#[derive(Default)]
struct Nesting {
    now: usize,
    /// Of the item.
    deepest: usize,
    /// The most brackets behind one operand of the item.
    longest: usize,
}

impl<'t> Parser<'t> {
    /// Of a text that may be wrong anywhere.
    pub(super) fn new(
        source: SourceId,
        text: &'t str,
        complaints: &'t mut Vec<Diagnostic>,
        ask: Ask<'t>,
    ) -> Parser<'t> {
        Parser {
            source,
            text,
            base: 0,
            at: behind_blanks(text, 0),
            end: 0,
            complaints,
            limits: Limits {
                ask,
                bytes: 0,
                asked: 0,
            },
            is_clean: false,
            nesting: Nesting::default(),
        }
    }

    /// Of a piece that begins so far in the source and whose tokens were looked at.
    pub(super) fn of_clean(self, base: usize) -> Parser<'t> {
        Parser {
            base,
            is_clean: true,
            ..self
        }
    }

    /// What is read of the whole text.
    pub(super) fn whole<T>(mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let before = self.complaints.len();
        let read = read(&mut self).filter(|_| self.is_done());
        if read.is_none() {
            self.complaints.truncate(before);
        }
        read
    }

    /// Whether nothing is left.
    pub(super) fn is_done(&self) -> bool {
        self.at == self.text.len()
    }

    // ---- Places

    pub(super) fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.source, self.base + start, self.base + end)
    }

    /// From a place to the end of the last token.
    pub(super) fn since(&self, start: usize) -> Span {
        self.span(start, self.end)
    }

    /// Goes on behind a token that ends there.
    pub(super) fn go_to(&mut self, end: usize) {
        self.end = end;
        self.at = behind_blanks(self.text, end);
    }

    // ---- Limits

    /// About how many bytes the trees take so far.
    pub(super) fn bytes(&self) -> u64 {
        self.limits.bytes
    }

    /// Counts what the tree takes.
    pub(super) fn count(&mut self, bytes: usize) {
        self.limits.bytes += bytes as u64;
    }

    /// Asks the limits from time to time.
    pub(super) fn go_on(&mut self) -> Option<()> {
        let Limits { ask, bytes, asked } = &mut self.limits;
        if *bytes < *asked {
            return Some(());
        }
        *asked = *bytes + BYTES_BETWEEN_LOOKS;
        ask(*bytes).then_some(())
    }

    /// An expression, whose bytes are counted.
    pub(super) fn made(&mut self, node: Node, span: Span) -> Expr {
        let beside = match &node {
            Node::Str(text) => text.len() + BLOCK,
            Node::List(_) | Node::Bracket(..) => size_of::<Listing>() + BLOCK,
            _ => 0,
        };
        self.count(size_of::<Expr>() + BLOCK + beside);
        Expr { node, span }
    }

    /// Reads what stands one level deeper.
    pub(super) fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        self.nesting.now += 1;
        self.nesting.deepest = self.nesting.deepest.max(self.nesting.now);
        if self.nesting.now > MAX_DEPTH {
            return None;
        }
        let read = read(self);
        self.nesting.now -= 1;
        read
    }

    /// Notes how many brackets stand behind an operand.
    pub(super) fn note_brackets(&mut self, count: usize) {
        self.nesting.longest = self.nesting.longest.max(count);
    }

    /// Whether the item that began there is not nested too deeply. Each level adds itself and its brackets to the height of the tree,
    /// so that few items need a closer look.
    pub(super) fn is_flat(&mut self, start: usize) -> bool {
        let Nesting {
            deepest, longest, ..
        } = std::mem::take(&mut self.nesting);
        let most = (deepest + 1) * (longest + 1);
        let item = self.text.get(start..self.end).unwrap_or("");
        self.is_clean || most < MAX_DEPTH / 2 || too_deep(tokens(item), item).is_none()
    }

    // ---- Signs

    /// The byte of the text so far behind the beginning of the next token.
    pub(super) fn byte(&self, ahead: usize) -> u8 {
        let byte = self.text.as_bytes().get(self.at + ahead);
        byte.copied().unwrap_or(0)
    }

    /// Whether a sign of one character stands here.
    pub(super) fn sees(&self, sign: u8) -> bool {
        self.byte(0) == sign
    }

    /// Takes a sign of one character, if it stands here.
    pub(super) fn takes(&mut self, sign: u8) -> bool {
        let takes = self.sees(sign);
        if takes {
            self.go_to(self.at + 1);
        }
        takes
    }

    /// Takes a sign that must stand here.
    pub(super) fn sign(&mut self, sign: u8) -> Option<()> {
        self.takes(sign).then_some(())
    }

    /// `=`, but not `==`
    pub(super) fn takes_assign(&mut self) -> bool {
        self.byte(1) != b'=' && self.takes(b'=')
    }

    /// `-`, but not `->`
    pub(super) fn sees_minus(&self) -> bool {
        self.sees(b'-') && self.byte(1) != b'>'
    }

    // ---- Words

    /// The letters, digits and `_` that stand here, if the first is no digit.
    pub(super) fn word(&self) -> &'t str {
        self.word_at(self.at)
    }

    fn word_at(&self, at: usize) -> &'t str {
        let bytes = self.text.as_bytes().get(at..).unwrap_or(&[]);
        let length = match bytes.first() {
            Some(b'0'..=b'9') | None => 0,
            Some(_) => run(bytes, is_name),
        };
        self.text.get(at..at + length).unwrap_or("")
    }

    /// Whether this word stands here.
    pub(super) fn is(&self, word: Word) -> bool {
        self.word() == word.text()
    }

    /// Takes a word, if it stands here.
    pub(super) fn eats(&mut self, word: Word) -> bool {
        let eats = self.is(word);
        if eats {
            self.go_to(self.at + word.text().len());
        }
        eats
    }

    /// Takes a word that must stand here.
    pub(super) fn needs(&mut self, word: Word) -> Option<()> {
        self.eats(word).then_some(())
    }

    /// Where the token behind the word begins that stands here.
    fn behind_word(&self) -> usize {
        behind_blanks(self.text, self.at + self.word().len())
    }

    /// Whether the word that stands here is called, as in `any(p)`.
    pub(super) fn is_called(&self) -> bool {
        self.text.as_bytes().get(self.behind_word()) == Some(&b'(')
    }

    /// Takes a word, if it stands here and is not called.
    pub(super) fn eats_uncalled(&mut self, word: Word) -> bool {
        self.is(word) && !self.is_called() && self.eats(word)
    }

    /// Whether another word stands behind the one that stands here.
    pub(super) fn goes_on_with(&self, next: Word) -> bool {
        self.word_at(self.behind_word()) == next.text()
    }

    /// Whether a `draw when` stands here.
    pub(super) fn is_draw(&self) -> bool {
        self.is_draw_at(self.at)
    }

    /// Whether a `while` stands here that a condition follows; elsewhere it is a name.
    pub(super) fn is_while(&self) -> bool {
        let begins_condition = || {
            let behind = self.behind_word();
            let word = self.word_at(behind);
            match self.text.as_bytes().get(behind) {
                Some(b'(' | b'[' | b'-' | b'"' | b'0'..=b'9') => true,
                _ => match Word::reserved(word) {
                    Some(word) => matches!(word, Word::Not | Word::If | Word::True | Word::False),
                    None => !word.is_empty() && !self.is_draw_at(behind),
                },
            }
        };
        self.is(Word::While) && begins_condition()
    }

    /// `piles`, or a `pile` that begins no statement
    pub(super) fn eats_unit(&mut self) -> bool {
        let begins_shape = || {
            let behind = self.behind_word();
            matches!(self.text.as_bytes().get(behind), Some(b'(' | b'{')) || self.is_name_at(behind)
        };
        if self.is(Word::Pile) && begins_shape() {
            return false;
        }
        self.eats(Word::Piles) || self.eats(Word::Pile)
    }

    // ---- Names, numbers and texts

    /// Whether a name stands here.
    pub(super) fn is_name(&self) -> bool {
        self.is_name_at(self.at)
    }

    fn is_name_at(&self, at: usize) -> bool {
        let word = self.word_at(at);
        match word.len() {
            0 => false,
            1 => true,
            _ => Word::reserved(word).is_none() && !self.is_draw_at(at),
        }
    }

    fn is_draw_at(&self, at: usize) -> bool {
        let word = self.word_at(at);
        let behind = behind_blanks(self.text, at + word.len());
        word == Word::Draw.text() && self.word_at(behind) == Word::When.text()
    }

    pub(super) fn name(&mut self) -> Option<Ident> {
        self.is_name().then(|| self.called())
    }

    /// The word that stands here, as a name.
    pub(super) fn called(&mut self) -> Ident {
        let (start, word) = (self.at, self.word());
        self.count(word.len() + BLOCK);
        self.go_to(start + word.len());
        Ident {
            name: word.to_owned(),
            span: self.since(start),
        }
    }

    /// The number that stands here, as it is written. `1,000` in the place of `1000` is said before anything is read.
    pub(super) fn digits(&self) -> Option<&'t str> {
        let rest = self.text.get(self.at..)?;
        let length = run(rest.as_bytes(), is_name);
        let is_number = self.byte(0).is_ascii_digit();
        let digits = rest.get(..length).filter(|_| is_number)?;
        let has_groups =
            || !self.is_clean && self.byte(length) == b',' && length_of_groups(rest).is_some();
        let is_right = digits.bytes().all(|b| b.is_ascii_digit() || b == b'_');
        (is_right && !has_groups()).then_some(digits)
    }

    pub(super) fn string(&mut self) -> Option<StrLit> {
        let start = self.at;
        if !self.sees(b'"') {
            return None;
        }
        let inside = self.text.get(start + 1..)?;
        let length = run(inside.as_bytes(), |b| !matches!(b, b'"' | b'\n' | b'\r'));
        let is_closed = inside.as_bytes().get(length) == Some(&b'"');
        let text = inside.get(..length).filter(|_| is_closed)?;
        self.go_to(start + length + 2);
        Some(StrLit {
            text: text.to_owned(),
            span: self.since(start),
        })
    }

    /// The digits of a taking-and-breaking code.
    pub(super) fn code_text(&mut self) -> Option<StrLit> {
        let start = self.at;
        let begins = match self.byte(0) {
            b'0'..=b'9' | b'.' => true,
            letter => letter.is_ascii_hexdigit() && self.byte(1) == b'.',
        };
        let rest = self.text.get(start..).filter(|_| begins)?;
        let text = rest.get(..length_of_code(rest))?;
        self.go_to(start + text.len());
        Some(StrLit {
            text: text.to_owned(),
            span: self.since(start),
        })
    }
}

/// Where the next token begins.
fn behind_blanks(text: &str, mut at: usize) -> usize {
    let bytes = text.as_bytes();
    loop {
        match bytes.get(at) {
            Some(b' ' | b'\t' | b'\r' | b'\n') => at += 1,
            Some(b'#') => {
                let rest = bytes.get(at..).unwrap_or(&[]);
                at += run(rest, |b| !matches!(b, b'\n' | b'\r'));
            }
            _ => return at,
        }
    }
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// How many bytes at the beginning are of one kind.
fn run(bytes: &[u8], belongs: impl Fn(u8) -> bool) -> usize {
    let end = bytes.iter().position(|byte| !belongs(*byte));
    end.unwrap_or(bytes.len())
}
