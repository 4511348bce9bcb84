//! The files that a document uses, and where names stand in them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsp_types::{self as lsp, Uri};

use super::document::{Document, parsed, soon, used};
use super::files::{self, Files};
use super::names::{Name, Of, names};
use super::text::Text;
use crate::app::disk::look_through;
use crate::expr::builtin::Builtin;
use crate::rules::query::Query;
use crate::syntax::ast::{self, Item};
use crate::text::source::{Span, decode};
use crate::work::budget::Budget;
use crate::work::distinct;
use crate::work::world::World;

/// The files that are not open have at most this many bytes together, about.
const MOST_BYTES: usize = 16 << 20;

const MOST_FILES: usize = 1000;

pub struct ReadFile {
    pub name: String,
    /// `None`: it is bundled.
    pub uri: Option<Uri>,
    pub text: Arc<Text>,
    pub tree: Arc<ast::File>,
}

/// A game or let of a file.
#[derive(Clone, Copy)]
pub struct Definition<'f> {
    pub file: &'f ReadFile,
    pub item: &'f Item,
    pub ident: &'f ast::Ident,
    pub span: Span,
}

impl Definition<'_> {
    /// Where its name stands.
    pub fn location(self) -> Option<lsp::Location> {
        location(self.file, self.ident.span)
    }

    /// Whether this is the same one, perhaps of another project.
    pub fn is(self, other: Definition<'_>) -> bool {
        self.file.name == other.file.name && self.ident.span == other.ident.span
    }
}

/// A file and those that it uses, directly or through others; it stands first.
pub struct Project {
    pub files: Vec<ReadFile>,
}

impl Project {
    /// That of a document that is open.
    pub fn of(document: &Document, world: &Files) -> Project {
        // Where it stands has to be known before what it names.
        let name = world.resolve("", &document.name);
        Project::from(
            ReadFile {
                name: name.unwrap_or_else(|_| document.name.clone()),
                uri: Some(document.uri.clone()),
                text: Arc::clone(&document.text),
                tree: Arc::clone(document.tree()),
            },
            world,
            &mut soon(),
        )
    }

    /// That of a file, which may be open.
    pub fn at(path: &Path, uri: Uri, world: &Files, budget: &mut Budget) -> Option<Project> {
        let name = world.resolve("", path.to_str()?).ok()?;
        let file = read(name, Some(uri), world, budget)?;
        Some(Project::from(file, world, budget))
    }

    fn from(file: ReadFile, world: &Files, budget: &mut Budget) -> Project {
        let mut met = BTreeSet::from([file.name.clone()]);
        let mut files = vec![file];
        let mut next = 0;
        while let Some(file) = files.get(next).filter(|_| next < MOST_FILES) {
            let uses = used(&file.tree);
            let uses = uses.filter_map(|it| world.resolve(&file.name, &it.path.text).ok());
            let new: Vec<String> = uses.filter(|name| met.insert(name.clone())).collect();
            for name in new {
                let uri = world.disk.path(&name).and_then(|path| world.uri(&path));
                files.extend(read(name, uri, world, budget));
            }
            next += 1;
        }
        Project { files }
    }

    /// The games and lets.
    pub fn definitions(&self) -> impl Iterator<Item = Definition<'_>> {
        let items = self
            .files
            .iter()
            .flat_map(|file| file.tree.items.iter().map(move |it| (file, it)));
        items.filter_map(|(file, item)| {
            let (ident, span) = (item.name()?, item.span());
            Some(Definition {
                file,
                item,
                ident,
                span,
            })
        })
    }

    pub fn definition(&self, name: &str) -> Option<Definition<'_>> {
        self.definitions().find(|it| it.ident.name == name)
    }

    /// The names in the first file, each with what it stands for.
    pub fn names(&self) -> Vec<Name> {
        let defined = self.definitions().map(|it| it.ident.name.as_str());
        let defined: BTreeSet<&str> = defined.collect();
        let file = self.files.first();
        file.map_or_else(Vec::new, |file| {
            names(&file.tree, &|name| defined.contains(name))
        })
    }

    /// The name at a place of the first file.
    pub fn name_at(&self, byte: usize) -> Option<Name> {
        let text = &self.files.first()?.text;
        let mut names = self.names().into_iter();
        names.find(|it| text.touches(it.span, byte))
    }

    /// What a name of the first file stands for, where a file defines that.
    pub fn meant(&self, name: &Name) -> Option<Definition<'_>> {
        let defined = self.definition(&name.name);
        let defined = defined.filter(|_| name.of == Of::File)?;
        let takes = match defined.item {
            Item::Game(game) => !game.params.is_empty(),
            Item::Let(item) => item.params.is_some(),
            Item::Expect(_) | Item::Use(_) => false,
        };
        // Without arguments it leaves the word of the language alone.
        let is_word =
            Query::by_name(&name.name).is_some() || Builtin::by_name(&name.name).is_some();
        (takes || !self.is_called(name) || !is_word).then_some(defined)
    }

    /// Whether a name of the first file stands directly before `(`.
    fn is_called(&self, name: &Name) -> bool {
        let text = self.files.first().map_or("", |file| file.text.plain());
        let behind = text.get(name.span.end as usize..).unwrap_or("");
        behind.trim_start().starts_with('(')
    }

    /// Where the first file names this definition.
    pub fn uses_of(&self, wanted: Definition<'_>) -> Vec<Span> {
        let is_it = |name: &&Name| {
            let same = name.name == wanted.ident.name;
            same && self.meant(name).is_some_and(|it| it.is(wanted))
        };
        let names = self.names();
        let uses = names.iter().filter(is_it);
        uses.map(|name| name.span).collect()
    }
}

fn read(name: String, uri: Option<Uri>, world: &Files, budget: &mut Budget) -> Option<ReadFile> {
    let bytes = world.read(&name, budget).ok()?;
    let text = Arc::new(Text::new(&decode(bytes).ok()?));
    let tree = Arc::new(parsed(text.rules(), budget));
    Some(ReadFile {
        name,
        uri,
        text,
        tree,
    })
}

/// The projects of all files that are open or lie in these folders.
pub fn everything(documents: &[&Document], folders: &[PathBuf], world: &Files) -> Vec<Project> {
    let mut found: Vec<Project> = documents.iter().map(|it| Project::of(it, world)).collect();
    let mut budget = soon();
    let mut paths = Vec::new();
    // What cannot be read is not there.
    for folder in folders {
        if let Ok(found) = look_through(folder, &mut budget) {
            paths.extend(found.rule_files);
        }
    }
    let mut left = MOST_BYTES;
    for path in distinct(paths).into_iter().take(MOST_FILES) {
        if world.open.contains_key(&path) || budget.look().is_err() || left == 0 {
            continue;
        }
        let uri = files::uri(&path);
        let project = uri.and_then(|uri| Project::at(&path, uri, world, &mut budget));
        let files = project.iter().flat_map(|project| &project.files);
        let bytes: usize = files.map(|file| file.text.rules().len()).sum();
        left = left.saturating_sub(bytes);
        found.extend(project);
    }
    found
}

pub fn location(file: &ReadFile, span: Span) -> Option<lsp::Location> {
    Some(lsp::Location::new(file.uri.clone()?, file.text.of(span)))
}
