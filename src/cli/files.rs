//! Where the prompt and games get their files from and save them to.

use std::path::PathBuf;

use super::load;
use crate::bundled;
use crate::disk::Disk;
use crate::work::budget::Budget;
use crate::work::world::{Outside, Unread, World};

/// The files of the machine and the bundled games.
pub(super) struct Files(Disk);

impl Files {
    /// Rule files may read below these folders besides their own.
    pub(super) fn new(allowed: &[PathBuf]) -> Files {
        Files(Disk::new(allowed))
    }
}

impl World for Files {
    fn resolve(&self, from: &str, path: &str) -> Result<String, Outside> {
        self.0.resolve(from, path)
    }

    fn read(&self, name: &str, budget: &mut Budget) -> Result<Vec<u8>, Unread> {
        self.0.read(name, budget)
    }

    fn open(&self, file: &str, budget: &mut Budget) -> Result<String, String> {
        load::text(file, budget).map_err(|error| match error.help {
            Some(help) => format!("{}\n{help}", error.message),
            None => error.message,
        })
    }

    fn bundled(&self) -> Vec<String> {
        bundled::names().map(str::to_owned).collect()
    }

    fn exists(&self, path: &str) -> bool {
        self.0.exists(path)
    }

    fn write(&self, path: &str, content: &[u8], budget: &mut Budget) -> Result<(), Unread> {
        self.0.write(path, content, budget)
    }
}
