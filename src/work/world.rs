//! What lies outside: files, and the games that come with the program.

use std::fmt;

use super::Limit;
use super::budget::Budget;
use crate::text::diagnostic::{Diagnostic, nearest};
use crate::text::source::decode;

/// Where files come from and go to.
pub trait World: Send + Sync {
    /// The name under which `path`, written in the file called `from`, is known; names are equal where the files are. A file
    /// that the user names is written in no file: `from` is empty.
    ///
    /// # Errors
    /// The file called `from` may not read this one.
    fn resolve(&self, from: &str, path: &str) -> Result<String, Unread>;

    /// The bytes of the file with a resolved name.
    ///
    /// # Errors
    /// They cannot be had, or not within the budget.
    fn read(&self, name: &str, budget: &mut Budget) -> Result<Vec<u8>, Unread>;

    /// The text of the file that a user names: by its path, or as a bundled game.
    ///
    /// # Errors
    /// It cannot be had, or not within the budget.
    fn open(&self, file: &str, budget: &mut Budget) -> Result<String, Diagnostic> {
        let name = self.resolve("", file).unwrap_or_else(|_| file.to_owned());
        let bytes = self.read(&name, budget);
        let text = bytes.and_then(|bytes| Ok(decode(bytes)?));
        text.map_err(|unread| {
            unread.complaint(|why| {
                let message = format!("cannot read `{file}`: {why}");
                let bundled = self.bundled();
                let near = nearest(file, bundled.iter().map(String::as_str));
                let help = near.map(|near| format!("did you mean the bundled game `{near}`?"));
                Diagnostic {
                    help,
                    ..Diagnostic::error("unreadable_file", message)
                }
            })
        })
    }

    /// The names of the bundled games.
    fn bundled(&self) -> Vec<String> {
        Vec::new()
    }

    /// Whether there is a file with this path.
    fn exists(&self, _path: &str) -> bool {
        false
    }

    /// Writes a file.
    ///
    /// # Errors
    /// It cannot be written, or not within the budget.
    fn write(&self, _path: &str, _content: &[u8], _budget: &mut Budget) -> Result<(), Unread> {
        Err("no files are written here".into())
    }
}

/// Why a file was not read or written.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unread {
    /// It cannot be: why not.
    Why(String),
    /// The rule file that names it may not read it.
    Outside {
        /// The folder below which that one may read.
        root: String,
        /// The folder that holds this one.
        folder: String,
    },
    /// A limit was reached.
    Stop(Limit),
}

impl Unread {
    /// The complaint: `cannot` makes that of a file which cannot be had out of why not.
    pub fn complaint(self, cannot: impl FnOnce(&str) -> Diagnostic) -> Diagnostic {
        match self {
            Unread::Why(_) | Unread::Outside { .. } => cannot(&self.to_string()),
            Unread::Stop(limit) => limit.into(),
        }
    }
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unread::Why(why) => f.write_str(why),
            Unread::Outside { root, .. } => write!(f, "it lies outside of `{root}`"),
            Unread::Stop(limit) => f.write_str(&Diagnostic::from(*limit).message),
        }
    }
}

impl<T: Into<String>> From<T> for Unread {
    fn from(why: T) -> Unread {
        Unread::Why(why.into())
    }
}

impl From<Limit> for Unread {
    fn from(stop: Limit) -> Unread {
        Unread::Stop(stop)
    }
}

/// A world without files.
#[derive(Debug, Clone, Copy, Default)]
pub struct Nowhere;

impl World for Nowhere {
    fn resolve(&self, _from: &str, path: &str) -> Result<String, Unread> {
        Ok(path.to_string())
    }

    fn read(&self, _name: &str, _budget: &mut Budget) -> Result<Vec<u8>, Unread> {
        Err("there are no other files here".into())
    }
}
