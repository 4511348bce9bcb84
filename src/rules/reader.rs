//! How rule files get at other files.

/// Reads the files that `use`, `column` and `rows` name.
pub trait Reader: Send + Sync {
    /// The name under which `path`, written in the file called `from`, is known; names are equal where the files are.
    fn resolve(&self, from: &str, path: &str) -> String;

    /// The bytes of the file with a resolved name, or why they cannot be had.
    fn read(&self, name: &str) -> Result<Vec<u8>, String>;
}

/// A reader that knows no files.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoFiles;

impl Reader for NoFiles {
    fn resolve(&self, _from: &str, path: &str) -> String {
        path.to_string()
    }

    fn read(&self, _name: &str) -> Result<Vec<u8>, String> {
        Err("there are no other files here".to_string())
    }
}
