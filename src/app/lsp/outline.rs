//! What stands in a document, as its text says: symbols, what can be folded, the one style.

use lsp_types as lsp;

use super::document::{ALONE, Document, soon};
use crate::syntax;
use crate::syntax::ast::{Ident, Item, LetItem};
use crate::syntax::scan::{TokenKind, tokens};
use crate::text::source::Span;

/// The games and lets, and the lets in games.
pub fn symbols(document: &Document) -> Vec<lsp::DocumentSymbol> {
    let items = document.tree().items.iter();
    let symbols = items.filter_map(|item| match item {
        Item::Game(game) => {
            let lets = game.lets().map(|item| of_let(document, item));
            let mut symbol = symbol(document, &game.name, kind(item), game.span);
            symbol.detail = game.title.as_ref().map(|title| title.text.clone());
            symbol.children = Some(lets.collect());
            Some(symbol)
        }
        Item::Let(item) => Some(of_let(document, item)),
        Item::Expect(_) | Item::Use(_) => None,
    });
    symbols.collect()
}

fn of_let(document: &Document, item: &LetItem) -> lsp::DocumentSymbol {
    symbol(document, &item.name, kind_of_let(item), item.span)
}

/// What a game or let is, as clients call it.
pub fn kind(item: &Item) -> lsp::SymbolKind {
    match item {
        Item::Let(item) => kind_of_let(item),
        _ => lsp::SymbolKind::CLASS,
    }
}

fn kind_of_let(item: &LetItem) -> lsp::SymbolKind {
    match item.params {
        Some(_) => lsp::SymbolKind::FUNCTION,
        None => lsp::SymbolKind::CONSTANT,
    }
}

#[expect(deprecated, reason = "a field has to be filled that is not to be used")]
fn symbol(
    document: &Document,
    name: &Ident,
    kind: lsp::SymbolKind,
    whole: Span,
) -> lsp::DocumentSymbol {
    lsp::DocumentSymbol {
        name: name.name.clone(),
        detail: None,
        kind,
        tags: None,
        deprecated: None,
        range: document.text.of(whole),
        selection_range: document.text.of(name.span),
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
    if old == new {
        return Vec::new();
    }
    let length = |pairs: &mut dyn Iterator<Item = (&str, &str)>| -> usize {
        let same = pairs.take_while(|(a, b)| a == b);
        same.map(|(line, _)| line.len()).sum()
    };
    let lines = |text| str::split_inclusive(text, '\n');
    let before = length(&mut lines(old).zip(lines(&new)));
    let (old_rest, new_rest) = (&old[before..], &new[before..]);
    let behind = length(&mut lines(old_rest).rev().zip(lines(new_rest).rev()));
    vec![lsp::TextEdit {
        range: document.text.range(before..old.len() - behind),
        new_text: new_rest[..new_rest.len() - behind].to_owned(),
    }]
}
