//! Where names are defined and used, and how they are changed.

use std::collections::BTreeMap;

use lsp_server::ErrorCode;
use lsp_types::{self as lsp, Uri};

use super::Refusal;
use super::document::used;
use super::files::Files;
use super::names::{Name, Of, without_pile};
use super::outline::kind;
use super::project::{Definition, Project, ReadFile, location};
use crate::expr::shape::Shape;
use crate::syntax::Word;
use crate::syntax::scan::{TokenKind, tokens};
use crate::work::world::World;

const MOST_SYMBOLS: usize = 1000;

/// Where the name at a place is defined.
pub fn definition(project: &Project, world: &Files, byte: usize) -> Option<lsp::Location> {
    let here = project.files.first()?;
    let Some(name) = project.name_at(byte) else {
        return used_file(project, world, byte);
    };
    match name.of {
        Of::Local(span) | Of::Pile(span) => location(here, span),
        Of::File => project.meant(&name)?.location(),
    }
}

/// The file that a `use` at this place names.
fn used_file(project: &Project, world: &Files, byte: usize) -> Option<lsp::Location> {
    let here = project.files.first()?;
    let found = used(&here.tree).find(|it| here.text.touches(it.path.span, byte))?;
    let name = world.resolve(&here.name, &found.path.text).ok()?;
    let file = project.files.iter().find(|file| file.name == name)?;
    Some(lsp::Location::new(file.uri.clone()?, lsp::Range::default()))
}

/// Where what the name at a place stands for is named, in `others` too, where a file defines it.
pub(super) fn references(
    project: &Project,
    others: &[Project],
    byte: usize,
    with_definition: bool,
) -> Vec<lsp::Location> {
    let (Some(here), Some(name)) = (project.files.first(), project.name_at(byte)) else {
        return Vec::new();
    };
    let (defined, mut found) = match name.of {
        Of::Local(span) | Of::Pile(span) => {
            let names = project.names();
            let same = names.iter().filter(|it| it.of == name.of);
            (
                location(here, span),
                same.filter_map(|it| location(here, it.span)).collect(),
            )
        }
        Of::File => match project.meant(&name) {
            Some(meant) => (meant.location(), everywhere(project, others, meant)),
            None => return Vec::new(),
        },
    };
    if !with_definition {
        found.retain(|it| Some(it) != defined.as_ref());
    }
    found
}

/// All places that name a definition.
fn everywhere(project: &Project, others: &[Project], meant: Definition<'_>) -> Vec<lsp::Location> {
    let mut found: Vec<lsp::Location> = Vec::new();
    for other in std::iter::once(project).chain(others) {
        let known = other.definitions().find(|it| it.is(meant));
        if let (Some(known), Some(file)) = (known, other.files.first()) {
            let uses = other.uses_of(known);
            found.extend(uses.into_iter().filter_map(|span| location(file, span)));
        }
    }
    // The definition may stand in a file that is no project of its own.
    found.extend(meant.location());
    let key = |it: &lsp::Location| (it.uri.as_str().to_owned(), it.range.start);
    found.sort_by_key(key);
    found.dedup();
    found
}

/// The place of a name that can be changed.
pub fn changeable(project: &Project, byte: usize) -> Result<(Name, lsp::Range), Refusal> {
    let refuse = |why: &str| Refusal::new(ErrorCode::RequestFailed, why);
    let (Some(here), Some(name)) = (project.files.first(), project.name_at(byte)) else {
        return Err(refuse("no name of yours stands here"));
    };
    match name.of {
        Of::Pile(_) => Err(refuse(
            "without a `pile` statement a pile is always called `n`",
        )),
        Of::Local(_) => Ok(()),
        Of::File => match project.meant(&name) {
            Some(meant) if meant.file.uri.is_none() => Err(refuse("a bundled game keeps its name")),
            Some(_) => Ok(()),
            None => Err(refuse("no name of yours stands here")),
        },
    }?;
    let range = here.text.of(name.span);
    Ok((name, range))
}

fn has_name(file: &ReadFile, name: &str) -> bool {
    let text = file.text.plain();
    tokens(text).any(|token| token.kind == TokenKind::Name && token.text(text) == name)
}

/// The edits that change a name, by their files.
pub fn renamed(
    project: &Project,
    others: &[Project],
    byte: usize,
    new: &str,
) -> Result<lsp::WorkspaceEdit, Refusal> {
    let refuse = |why: String| Refusal::new(ErrorCode::RequestFailed, why);
    changeable(project, byte)?;
    let mut read = tokens(new);
    let is_name = matches!(read.next(), Some(token) if token.kind == TokenKind::Name && token.text(new) == new);
    if !is_name || Word::of(new).is_some() {
        return Err(refuse(format!(
            "`{new}` is no name: one has letters, digits and `_`, begins with a letter and is no word of the language"
        )));
    }
    let places = references(project, others, byte, true);
    let mut edits: BTreeMap<String, (Uri, Vec<lsp::TextEdit>)> = BTreeMap::new();
    for place in places {
        let key = place.uri.as_str().to_owned();
        let (_, edits) = edits.entry(key).or_insert((place.uri, Vec::new()));
        edits.push(lsp::TextEdit::new(place.range, new.to_owned()));
    }
    // What has the new name already would be meant instead, or hidden, also in the files that use those that change.
    let is_changed = |file: &ReadFile| {
        let uri = file.uri.as_ref();
        uri.is_some_and(|uri| edits.contains_key(uri.as_str()))
    };
    let all = std::iter::once(project).chain(others);
    let touched = all.filter(|it| it.files.iter().any(is_changed));
    let is_in_pile = |uri: &Uri, file: &ReadFile| {
        let edits = edits.get(uri.as_str()).map_or(&[][..], |(_, edits)| edits);
        let games = without_pile(&file.tree);
        let mut games = games.iter().map(|game| file.text.of(*game));
        games.any(|game| {
            let mut edits = edits.iter().map(|edit| edit.range.start);
            edits.any(|at| game.start <= at && at < game.end)
        })
    };
    for file in touched.flat_map(|it| &it.files) {
        if has_name(file, new) {
            return Err(refuse(format!("`{new}` stands in `{}` already", file.name)));
        }
        if new == Shape::DEFAULT_NAME && file.uri.iter().any(|uri| is_in_pile(uri, file)) {
            return Err(refuse(format!(
                "`{new}` is the pile of a game without a `pile` statement in `{}`",
                file.name
            )));
        }
    }
    Ok(lsp::WorkspaceEdit::new(edits.into_values().collect()))
}

/// The games and lets of all files whose names contain a text.
pub fn symbols(all: &[Project], query: &str) -> Vec<lsp::WorkspaceSymbol> {
    let query = query.to_lowercase();
    let own = all.iter().flat_map(|project| {
        let first = project.files.first().map(|file| &file.name);
        let all = project.definitions();
        all.filter(move |it| Some(&it.file.name) == first)
    });
    let found = own.filter(|it| it.ident.name.to_lowercase().contains(&query));
    let symbols = found.filter_map(|it| {
        Some(lsp::WorkspaceSymbol {
            name: it.ident.name.clone(),
            kind: kind(it.item),
            tags: None,
            container_name: None,
            location: lsp::OneOf::Left(it.location()?),
            data: None,
        })
    });
    symbols.take(MOST_SYMBOLS).collect()
}
