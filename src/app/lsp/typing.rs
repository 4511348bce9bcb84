//! What helps while something is typed: completion, the arguments of the call around the cursor, colours.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use lsp_types as lsp;
use serde_json::Value;

use super::document::Document;
use super::project::{Definition, Project};
use super::text::Text;
use crate::app::command::complete::{Names, Paint, call_hint, entry, painted, usage};
use crate::syntax::ast::{self, Item};
use crate::syntax::scan::tokens;
use crate::syntax::{Role, Word};

/// What stands behind a word that begins a statement or an item, with places to fill in, as editors read it, too.
static SNIPPETS: LazyLock<Value> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../grammar/snippets.json")).unwrap_or_default()
});

/// The games and lets that a document may name.
fn known<'p>(project: &'p Project, document: &Document) -> Names<'p> {
    let mut names = Names {
        games: Vec::new(),
        lets: Vec::new(),
        book: None,
        folder: folder(document),
    };
    for defined in project.definitions() {
        let name = defined.ident.name.clone();
        match defined.item {
            Item::Game(game) => {
                let text = &defined.file.text;
                let params = game.params.iter().map(|param| param_text(param, text));
                names.games.push((name, params.collect()));
            }
            Item::Let(item) => {
                let params = item.params.as_ref();
                let params = params.map(|params| params.iter().map(|it| it.name.clone()).collect());
                names.lets.push((name, params));
            }
            Item::Expect(_) | Item::Use(_) => {}
        }
    }
    names
}

fn param_text(param: &ast::Param, text: &Text) -> String {
    let name = &param.name.name;
    let default = param.default.as_ref().and_then(|it| text.at(it.span));
    default.map_or_else(|| name.clone(), |default| format!("{name} = {default}"))
}

/// Where the files are that a document names.
fn folder(document: &Document) -> PathBuf {
    let folder = document.path.as_deref().and_then(Path::parent);
    folder.unwrap_or(Path::new(".")).to_path_buf()
}

/// The beginning of the item that goes on at a place.
fn item_start(text: &str, byte: usize) -> usize {
    let mut depth = 0_usize;
    let mut start = 0;
    for token in tokens(text).take_while(|token| token.start < byte) {
        depth = token.depth_behind(depth);
        let is_item = token.keyword().is_some_and(|word| word.is(Role::Item));
        // The word that is being typed begins nothing yet.
        if is_item && depth == 0 && token.end < byte {
            start = token.start;
        }
    }
    start
}

/// What may stand at a place.
pub(super) fn completion(
    document: &Document,
    project: &Project,
    byte: usize,
    has_snippets: bool,
) -> Vec<lsp::CompletionItem> {
    let text = document.text.rules();
    let Some(before) = text.get(..byte) else {
        return Vec::new();
    };
    let names = known(project, document);
    let (start, mut words) = entry(&names, text, before, item_start(text, byte));
    words.sort_by(|a, b| a.display.cmp(&b.display));
    words.dedup_by(|a, b| a.display == b.display);
    let range = document.text.range(start..byte);
    let definitions = project.definitions().map(|it| (it.ident.name.as_str(), it));
    let definitions: HashMap<&str, Definition> = definitions.collect();
    let items = words.into_iter().take(MOST_WORDS).map(|word| {
        let name = word.display.split('(').next().unwrap_or("");
        let defined = definitions.get(name).copied();
        let reserved = Word::of(name).filter(|_| defined.is_none());
        let kind = match defined.map(|it| it.item) {
            Some(Item::Game(_)) => lsp::CompletionItemKind::CLASS,
            Some(Item::Let(item)) if item.params.is_some() => lsp::CompletionItemKind::FUNCTION,
            Some(_) => lsp::CompletionItemKind::CONSTANT,
            None if reserved.is_some() => lsp::CompletionItemKind::KEYWORD,
            None if word.replacement.ends_with('(') => lsp::CompletionItemKind::FUNCTION,
            None if usage(name).is_some() => lsp::CompletionItemKind::FUNCTION,
            None => lsp::CompletionItemKind::VARIABLE,
        };
        let said = match defined.map(|it| it.item) {
            Some(Item::Game(game)) => game.title.as_ref().map(|title| title.text.clone()),
            Some(_) => None,
            None => usage(name),
        };
        let call = || {
            let call = word.replacement.strip_suffix('(')?;
            let line = match defined {
                Some(_) => word.display.clone(),
                None => usage(name)?,
            };
            let params: Vec<_> = params(&line).into_iter().zip(1..).collect();
            let places = params
                .iter()
                .map(|(param, number)| format!("${{{number}:{}}}", escaped(param)));
            Some(format!(
                "{call}({})$0",
                places.collect::<Vec<_>>().join(", ")
            ))
        };
        let snippet = || SNIPPETS[reserved?.text()]["body"].as_str();
        let snippet = match has_snippets {
            true => call().or_else(|| Some(snippet()?.to_owned())),
            false => None,
        };
        lsp::CompletionItem {
            label: word.display.clone(),
            kind: Some(kind),
            documentation: said.map(lsp::Documentation::String),
            filter_text: Some(word.replacement.clone()),
            insert_text_format: snippet.is_some().then_some(lsp::InsertTextFormat::SNIPPET),
            text_edit: Some(lsp::CompletionTextEdit::Edit(lsp::TextEdit::new(
                range,
                snippet.unwrap_or(word.replacement),
            ))),
            ..lsp::CompletionItem::default()
        }
    });
    items.collect()
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace('$', "\\$")
        .replace('}', "\\}")
}

/// The arguments of a usage such as `values(GAME, FROM..TO): the values`.
fn params(usage: &str) -> Vec<&str> {
    let Some(open) = usage.find('(') else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut depth = 0_usize;
    let mut start = open + 1;
    for (at, c) in usage.char_indices().skip_while(|(at, _)| *at < open) {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let ends = c == ',' && depth == 1 || depth == 0;
        if ends {
            found.extend(
                usage
                    .get(start..at)
                    .map(str::trim)
                    .filter(|it| !it.is_empty()),
            );
            start = at + 1;
        }
        if depth == 0 {
            break;
        }
    }
    found
}

/// What the call around a place takes.
pub fn signature(
    document: &Document,
    project: &Project,
    byte: usize,
) -> Option<lsp::SignatureHelp> {
    let text = document.text.rules();
    let inside = text.get(item_start(text, byte)..byte)?;
    let (hint, at) = call_hint(&known(project, document), inside)?;
    let (call, said) = hint.split_once("): ").unwrap_or((&hint, ""));
    let label = match said {
        "" => hint.clone(),
        _ => format!("{call})"),
    };
    let params = params(&hint)
        .into_iter()
        .map(|param| lsp::ParameterInformation {
            label: lsp::ParameterLabel::Simple(param.to_owned()),
            documentation: None,
        });
    Some(lsp::SignatureHelp {
        signatures: vec![lsp::SignatureInformation {
            label,
            documentation: (!said.is_empty()).then(|| lsp::Documentation::String(said.to_owned())),
            parameters: Some(params.collect()),
            active_parameter: Some(at as u32),
        }],
        active_signature: Some(0),
        active_parameter: Some(at as u32),
    })
}

/// How many tokens of a document are coloured, and how many words offered.
const MOST_TOKENS: usize = 200_000;
const MOST_WORDS: usize = 1000;

/// The kinds of tokens that are coloured, in the order of their numbers.
pub const COLOURS: [(Paint, &str); 5] = [
    (Paint::Keyword, "keyword"),
    (Paint::Number, "number"),
    (Paint::Text, "string"),
    (Paint::Comment, "comment"),
    (Paint::Function, "function"),
];

/// The tokens that are coloured, each by where it stands behind the one before.
pub fn colours(document: &Document) -> lsp::SemanticTokens {
    let text = document.text.plain();
    let mut last = lsp::Position::default();
    let mut data = Vec::new();
    for (token, paint) in painted(text).take(MOST_TOKENS) {
        let mut colours = COLOURS.iter();
        let Some(number) = colours.position(|(own, _)| Some(*own) == paint) else {
            continue;
        };
        let place = document.text.around(token.start..token.end);
        let at = document.text.position(place.start);
        let meant = document.text.rules().get(place).unwrap_or("");
        let units = meant.encode_utf16().count();
        data.push(lsp::SemanticToken {
            delta_line: at.line - last.line,
            delta_start: match at.line == last.line {
                true => at.character - last.character,
                false => at.character,
            },
            length: units as u32,
            token_type: number as u32,
            token_modifiers_bitset: 0,
        });
        last = at;
    }
    lsp::SemanticTokens {
        result_id: None,
        data,
    }
}
