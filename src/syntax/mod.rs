//! From text to trees: the grammar in `grammar/nimrule.pest`, the trees in [`ast`], and complaints that people can act on.
//!
//! A text that the grammar accepts whole becomes a tree some items at a time, unless one is very long. Any other text is cut into items and
//! statements with the scanner, which never fails, and each is read alone; so every mistake is reported and the rest is still understood.

#[doc(hidden)]
pub mod ast;
mod depth;
mod errors;
mod explain;
mod expr;
mod format;
mod piles;
mod recover;
#[doc(hidden)]
pub mod scan;
mod slips;
mod tree;
mod words;

use pest::Parser;

#[cfg(feature = "program")]
pub(crate) use self::errors::whole_text;
pub(crate) use self::errors::{PASS, slip};
#[doc(hidden)]
pub use self::format::{format, joined, parts};
#[doc(hidden)]
pub use self::piles::position_words;
use self::recover::{Reader, Text};
#[doc(hidden)]
pub use self::scan::is_unfinished;
pub use self::scan::{Token, TokenKind, tokens};
#[cfg(feature = "program")]
pub(crate) use self::slips::{
    ENDINGS, FoundRow, LONGEST_SENTENCE, PILE, Row, Sentence, Table, are_of_one_kind, is_known_word,
};
pub(crate) use self::slips::{KINDS, is_stones, number_of, same_from_both, word_of};
use self::tree::{Builder, Grammar, Rule};
#[doc(hidden)]
pub use self::words::Role;
pub use self::words::Word;
use crate::text::diagnostic::Diagnostic;
use crate::text::signs;
use crate::text::source::SourceId;
use crate::work::stack::with_room;

/// What rules are called that stand alone, outside of a game.
pub(crate) const NAMELESS: &str = "rule";

/// Reads a file: everything that could be understood, and all complaints.
#[doc(hidden)]
pub fn parse_file(source: SourceId, text: &str) -> (ast::File, Vec<Diagnostic>) {
    let Ok((file, complaints, _)) = parse_file_within(source, text, &mut recover::anything);
    (file, complaints)
}

/// Reads a file; `go_on` is asked now and then whether what it takes to read it may be had, in bytes. Also how many bytes the tree
/// takes.
#[doc(hidden)]
pub fn parse_file_within<E>(
    source: SourceId,
    text: &str,
    go_on: &mut impl FnMut(u64) -> Result<(), E>,
) -> Result<(ast::File, Vec<Diagnostic>, u64), E> {
    let text = &*signs::read(text);
    with_room(|| {
        if let Some(read) = parse_at_once(source, text, go_on)? {
            return Ok(read);
        }
        let mut reader = Reader::within(source, text, go_on)?;
        let (entries, bytes) = reader.entries(Text::File, go_on)?;
        let items = entries.into_iter().filter_map(|entry| match entry {
            ast::Entry::Item(item) => Some(item),
            ast::Entry::Expr(_) => None,
        });
        let items = items.collect();
        let unread = reader.take_unread();
        Ok((ast::File { items, unread }, reader.complaints(), bytes))
    })
}

/// Reads a text that the grammar accepts whole. What it notes takes far more memory than the text and the tree, and so some items are
/// read at a time.
fn parse_at_once<E>(
    source: SourceId,
    text: &str,
    go_on: &mut impl FnMut(u64) -> Result<(), E>,
) -> Result<Option<(ast::File, Vec<Diagnostic>, u64)>, E> {
    let Some(clean) = recover::clean(text, go_on)? else {
        return Ok(None);
    };
    let (mut items, mut complaints) = (Vec::new(), Vec::new());
    let mut base = 0;
    for end in clean.ends {
        go_on(clean.bytes)?;
        let part = text.get(base..end).unwrap_or("");
        let Ok(pairs) = Grammar::parse(Rule::file, part) else {
            return Ok(None);
        };
        let mut builder = Builder {
            source,
            base,
            complaints: &mut complaints,
        };
        let found = pairs.filter(|pair| pair.as_rule() == Rule::item);
        items.extend(
            found.filter_map(|pair| builder.checked(pair, |builder, pair| builder.item(pair))),
        );
        base = end;
    }
    let unread = Vec::new();
    Ok(Some((ast::File { items, unread }, complaints, clean.bytes)))
}

/// Reads what was entered at the prompt or piped in: items and expressions, the latter separated by `;` or line breaks.
#[doc(hidden)]
pub fn parse_entries(source: SourceId, text: &str) -> (Vec<ast::Entry>, Vec<Diagnostic>) {
    let Ok(read) = parse_entries_within(source, text, &mut recover::anything);
    read
}

/// The same; `go_on` is asked before each entry whether what it takes to read that may be had, in bytes.
#[doc(hidden)]
pub fn parse_entries_within<E>(
    source: SourceId,
    text: &str,
    go_on: &mut impl FnMut(u64) -> Result<(), E>,
) -> Result<(Vec<ast::Entry>, Vec<Diagnostic>), E> {
    let text = &*signs::read(text);
    with_room(|| {
        let mut reader = Reader::within(source, text, go_on)?;
        let (entries, _) = reader.entries(Text::Prompt, go_on)?;
        Ok((entries, reader.complaints()))
    })
}

/// About how many bytes it takes to read one expression.
pub(crate) fn bytes_to_read(text: &str) -> u64 {
    recover::bytes_to_read(text) as u64
}

/// Reads one expression.
#[doc(hidden)]
pub fn parse_expr(source: SourceId, text: &str) -> Result<ast::Expr, Vec<Diagnostic>> {
    whole(source, text, |reader| reader.expr())
}

/// Reads expressions with commas between them; there may be none.
#[doc(hidden)]
pub fn parse_expr_list(source: SourceId, text: &str) -> Result<Vec<ast::Expr>, Vec<Diagnostic>> {
    whole(source, text, |reader| reader.exprs())
}

/// Reads a text as one thing, where nothing is wrong with it.
fn whole<T>(
    source: SourceId,
    text: &str,
    read: impl FnOnce(&mut Reader<'_>) -> Option<T>,
) -> Result<T, Vec<Diagnostic>> {
    let text = &*signs::read(text);
    with_room(|| {
        let mut reader = Reader::new(source, text);
        let value = read(&mut reader);
        let complaints = reader.complaints();
        match value {
            Some(value) if complaints.is_empty() => Ok(value),
            _ => Err(complaints),
        }
    })
}

#[cfg(test)]
mod tests;
