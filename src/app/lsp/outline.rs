//! What stands in a document, as its text says: symbols, what can be folded, the one style.

use lsp_types as lsp;

use super::document::{ALONE, Document, soon};
use crate::syntax;
use crate::syntax::ast::{Item, LetItem, StatementKind};
use crate::syntax::scan::{TokenKind, tokens};
use crate::text::source::Span;

/// A place in the document.
pub fn range(document: &Document, span: Span) -> lsp::Range {
    document.text.range(span.start as usize..span.end as usize)
}

/// The games and lets, and the lets in games.
pub fn symbols(document: &Document) -> Vec<lsp::DocumentSymbol> {
    let items = document.tree().items.iter();
    let symbols = items.filter_map(|item| match item {
        Item::Game(game) => {
            let inside = game.statements.iter();
            let lets = inside.filter_map(|statement| match &statement.kind {
                StatementKind::Let(item) => Some(of_let(document, item)),
                _ => None,
            });
            let title = game.title.as_ref().map(|title| title.text.clone());
            let kind = lsp::SymbolKind::CLASS;
            let mut symbol = symbol(document, &game.name.name, kind, game.name.span, game.span);
            symbol.detail = title;
            symbol.children = Some(lets.collect());
            Some(symbol)
        }
        Item::Let(item) => Some(of_let(document, item)),
        Item::Expect(_) | Item::Use(_) => None,
    });
    symbols.collect()
}

fn of_let(document: &Document, item: &LetItem) -> lsp::DocumentSymbol {
    let kind = match item.params {
        Some(_) => lsp::SymbolKind::FUNCTION,
        None => lsp::SymbolKind::CONSTANT,
    };
    symbol(document, &item.name.name, kind, item.name.span, item.span)
}

// A field has to be filled that is not to be used.
#[allow(deprecated)]
fn symbol(
    document: &Document,
    name: &str,
    kind: lsp::SymbolKind,
    at: Span,
    whole: Span,
) -> lsp::DocumentSymbol {
    lsp::DocumentSymbol {
        name: name.to_owned(),
        detail: None,
        kind,
        tags: None,
        deprecated: None,
        range: range(document, whole),
        selection_range: range(document, at),
        children: None,
    }
}

/// What stands in brackets on several lines, and comments of several lines.
pub fn folds(document: &Document) -> Vec<lsp::FoldingRange> {
    let text = document.text.rules();
    let line = |byte: usize| document.text.line(byte);
    let mut found = Vec::new();
    let mut fold = |first: u32, last: u32, kind| {
        if first < last {
            found.push(lsp::FoldingRange {
                start_line: first,
                end_line: last,
                kind,
                ..lsp::FoldingRange::default()
            });
        }
    };
    let mut open: Vec<u32> = Vec::new();
    let mut comment: Option<(u32, u32)> = None;
    let mut last_line = None;
    for token in tokens(text) {
        let here = line(token.start);
        let is_alone = token.kind == TokenKind::Comment && last_line != Some(here);
        match comment {
            Some((first, last)) if is_alone && here == last + 1 => comment = Some((first, here)),
            known => {
                if let Some((first, last)) = known {
                    fold(first, last, Some(lsp::FoldingRangeKind::Comment));
                }
                comment = is_alone.then_some((here, here));
            }
        }
        match token.kind {
            TokenKind::Open => open.push(here),
            TokenKind::Close => {
                // The line of the closing bracket is shown.
                if let Some(first) = open.pop() {
                    fold(first, here.saturating_sub(1), None);
                }
            }
            _ => {}
        }
        last_line = Some(line(token.end));
    }
    if let Some((first, last)) = comment {
        fold(first, last, Some(lsp::FoldingRangeKind::Comment));
    }
    found
}

/// What brings the document into the one style; nothing where it cannot be read.
pub fn formatted(document: &Document) -> Vec<lsp::TextEdit> {
    let old = document.text.rules();
    let Ok(new) = syntax::format(ALONE, old, &mut soon()) else {
        return Vec::new();
    };
    // The lines that stay at the beginning and at the end are not touched.
    let lines =
        |text: &str| -> Vec<String> { text.split_inclusive('\n').map(str::to_owned).collect() };
    let (old_lines, new_lines) = (lines(old), lines(&new));
    let pairs = old_lines.iter().zip(&new_lines);
    let same = pairs.take_while(|(a, b)| a == b).count();
    let (old_lines, new_lines) = (&old_lines[same..], &new_lines[same..]);
    let pairs = old_lines.iter().rev().zip(new_lines.iter().rev());
    let behind = pairs.take_while(|(a, b)| a == b).count();
    let (old_lines, new_lines) = (
        &old_lines[..old_lines.len() - behind],
        &new_lines[..new_lines.len() - behind],
    );
    if old_lines.is_empty() && new_lines.is_empty() {
        return Vec::new();
    }
    let before: usize = new.split_inclusive('\n').take(same).map(str::len).sum();
    let length: usize = old_lines.iter().map(String::len).sum();
    vec![lsp::TextEdit {
        range: document.text.range(before..before + length),
        new_text: new_lines.concat(),
    }]
}
