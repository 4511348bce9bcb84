//! A document that is open in the editor.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use lsp_types::{self as lsp, Uri};

use super::files;
use super::text::Text;
use crate::syntax::{self, ast};
use crate::text::source::SourceId;
use crate::work::budget::{Budget, Limits};

/// How documents are numbered where there is one alone.
pub const ALONE: SourceId = SourceId(0);

/// What is worked out while the client waits has so long.
const SOON: Duration = Duration::from_secs(1);

/// The limits for what is worked out while the client waits.
pub fn soon() -> Budget {
    Budget::start(&Limits::default().with_memory(256 << 20).with_time(SOON))
}

/// A complaint as a client is told of it, and what should stand in its place, which may be the only thing that can be meant.
#[derive(Debug, Clone)]
pub struct ClientComplaint {
    pub shown: lsp::Diagnostic,
    pub fix: Option<lsp::TextEdit>,
    pub is_sure: bool,
}

/// A document as the client has it.
#[derive(Debug)]
pub struct Document {
    pub uri: Uri,
    /// What complaints call it: its path, where it has one.
    pub name: String,
    /// Its true path, where it is a file.
    pub path: Option<PathBuf>,
    pub version: i32,
    pub text: Arc<Text>,
    tree: OnceCell<Arc<ast::File>>,
    /// When it, or what it reads, changed last.
    pub moment: u64,
    /// What is wrong with this text, once that is known.
    pub found: Option<Vec<ClientComplaint>>,
    /// The files that were asked for when it was read last.
    pub reads: BTreeSet<PathBuf>,
}

impl Document {
    pub fn new(uri: Uri, version: i32, text: &str) -> Document {
        let (name, path) = match files::paths(&uri) {
            Some((name, path)) => (name, Some(path)),
            None => (uri.as_str().to_owned(), None),
        };
        Document {
            uri,
            name,
            path,
            version,
            text: Arc::new(Text::new(text)),
            tree: OnceCell::new(),
            moment: 0,
            found: None,
            reads: BTreeSet::new(),
        }
    }

    /// Changes the text, in the order in which the client changed it.
    pub fn change(&mut self, version: i32, changes: &[lsp::TextDocumentContentChangeEvent]) {
        for change in changes {
            let text = match change.range {
                Some(range) => self.text.replaced(range, &change.text),
                None => Text::new(&change.text),
            };
            self.text = Arc::new(text);
        }
        self.version = version;
        self.tree = OnceCell::new();
    }

    /// What could be understood of the text; nothing where that takes too long.
    pub fn tree(&self) -> &Arc<ast::File> {
        self.tree
            .get_or_init(|| Arc::new(parsed(self.text.rules(), &mut soon())))
    }
}

/// What a file says of the files that it uses.
pub fn used(file: &ast::File) -> impl Iterator<Item = &ast::UseItem> {
    file.items.iter().filter_map(|item| match item {
        ast::Item::Use(item) => Some(&**item),
        _ => None,
    })
}

/// What could be understood of a text; nothing where a limit was reached.
pub fn parsed(text: &str, budget: &mut Budget) -> ast::File {
    let read = syntax::parse_file_within(ALONE, text, &mut |bytes| budget.go_on(bytes));
    read.map(|(file, ..)| file).unwrap_or_default()
}
