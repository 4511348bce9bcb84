//! How rule files get at other files.

use crate::work::Limit;
use crate::work::budget::Budget;

/// Reads the files that `use`, `column` and `rows` name.
pub trait Reader: Send + Sync {
    /// The name under which `path`, written in the file called `from`, is known; names are equal where the files are. A file
    /// that the user names is written in no file: `from` is empty.
    ///
    /// # Errors
    /// The file called `from` may not read this one.
    fn resolve(&self, from: &str, path: &str) -> Result<String, Outside>;

    /// The bytes of the file with a resolved name.
    ///
    /// # Errors
    /// They cannot be had, or not within the budget.
    fn read(&self, name: &str, budget: &mut Budget) -> Result<Vec<u8>, Unread>;
}

/// Why a rule file may not read a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outside {
    /// The folder below which it may read.
    pub root: String,
    /// The folder that holds the other file.
    pub folder: String,
}

/// Why a file was not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unread {
    /// It cannot be: why not.
    Why(String),
    /// A limit was reached.
    Stop(Limit),
}

impl From<String> for Unread {
    fn from(why: String) -> Unread {
        Unread::Why(why)
    }
}

impl From<&str> for Unread {
    fn from(why: &str) -> Unread {
        Unread::Why(why.to_owned())
    }
}

impl From<Limit> for Unread {
    fn from(stop: Limit) -> Unread {
        Unread::Stop(stop)
    }
}

/// A reader that knows no files.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoFiles;

impl Reader for NoFiles {
    fn resolve(&self, _from: &str, path: &str) -> Result<String, Outside> {
        Ok(path.to_string())
    }

    fn read(&self, _name: &str, _budget: &mut Budget) -> Result<Vec<u8>, Unread> {
        Err("there are no other files here".into())
    }
}
