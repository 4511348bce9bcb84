//! The files that documents name: those that are open as they stand in the editor, the others as they stand on disk.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};

use lsp_types::Uri;

use super::text::Text;
use crate::app::disk::{Disk, true_path};
use crate::report::page::gallery::link;
use crate::work::budget::Budget;
use crate::work::world::{Unread, World};

/// The texts of the documents that are open, by their true paths.
pub type Open = BTreeMap<PathBuf, (Uri, Arc<Text>)>;

/// Files at one moment, and which of them were asked for.
pub struct Files {
    pub disk: Disk,
    pub open: Open,
    met: Mutex<BTreeSet<PathBuf>>,
}

impl Files {
    pub fn new(disk: Disk, open: Open) -> Files {
        Files {
            disk,
            open,
            met: Mutex::default(),
        }
    }

    /// How the client names the file with this true path.
    pub fn uri(&self, path: &Path) -> Option<Uri> {
        let open = self.open.get(path).map(|(uri, _)| uri.clone());
        open.or_else(|| uri(path))
    }

    /// The true paths of the files that were asked for, whether they are there or not.
    pub fn met(&self) -> BTreeSet<PathBuf> {
        let met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
        met.clone()
    }
}

impl World for Files {
    fn resolve(&self, from: &str, path: &str) -> Result<String, Unread> {
        let name = self.disk.resolve(from, path)?;
        if let Some(path) = self.disk.path(&name) {
            let mut met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
            met.insert(path);
        }
        Ok(name)
    }

    fn read(&self, name: &str, budget: &mut Budget) -> Result<Vec<u8>, Unread> {
        let open = self.disk.path(name);
        match open.and_then(|path| self.open.get(&path)) {
            Some((_, text)) => {
                let text = text.rules();
                budget.need(text.len() as u64)?;
                Ok(text.as_bytes().to_vec())
            }
            None => self.disk.read(name, budget),
        }
    }

    fn bundled(&self) -> Vec<String> {
        self.disk.bundled()
    }
}

/// The path of a file that a client names, and its true path. `None`: it is no file.
pub fn paths(uri: &Uri) -> Option<(String, PathBuf)> {
    if !uri.scheme()?.as_str().eq_ignore_ascii_case("file") {
        return None;
    }
    let path = uri.path().as_estr().decode().into_string().ok()?;
    // `/C:/games` is a path of Windows.
    let path = match cfg!(windows) {
        true => path.trim_start_matches('/').to_owned(),
        false => path.into_owned(),
    };
    let is_whole = Path::new(&path).is_absolute();
    is_whole.then(|| (path.clone(), true_path(Path::new(&path))))
}

/// How a client is told of a file.
pub fn uri(path: &Path) -> Option<Uri> {
    let path = path.to_str()?.replace('\\', "/");
    let slash = if path.starts_with('/') { "" } else { "/" };
    Uri::from_str(&format!("file://{slash}{}", link(&path))).ok()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_may_have_any_characters() {
        for path in ["/a/b.nimrule", "/a b/é😀%20#?.nimrule", "/"] {
            let uri = uri(Path::new(path)).unwrap();
            assert_eq!(paths(&uri).unwrap().0, path);
        }
        for other in [
            "untitled:Untitled-1",
            "file:///%ff",
            "file:a",
            "https://a/b",
        ] {
            assert_eq!(paths(&Uri::from_str(other).unwrap()), None, "{other}");
        }
    }
}
