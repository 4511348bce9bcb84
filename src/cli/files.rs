//! Where the prompt and games get their files from and save them to.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::load;
use crate::bundled;
use crate::disk::{self, Disk};
use crate::play;
use crate::repl::{Library, Opened};
use crate::rules::decode;
use crate::rules::reader::Reader;
use crate::work::budget::Limits;

/// The files of the machine and the bundled games.
#[derive(Clone)]
pub(super) struct Files {
    /// The folders below which rule files may read besides their own.
    pub(super) allowed: Vec<PathBuf>,
    /// The limits for reading.
    pub(super) limits: Limits,
}

impl Library for Files {
    fn reader(self: Arc<Self>) -> Arc<dyn Reader> {
        Arc::new(Disk::new(&self.allowed))
    }

    fn open(&self, file: &str) -> Result<Opened, String> {
        let text = load::text(file, &self.limits).map_err(|error| match error.help {
            Some(help) => format!("{}\n{help}", error.message),
            None => error.message,
        })?;
        Ok(Opened {
            name: file.to_owned(),
            text,
        })
    }

    fn bundled(&self) -> Vec<String> {
        bundled::names().map(str::to_owned).collect()
    }

    fn exists(&self, path: &str) -> bool {
        Path::new(path).exists()
    }

    fn save(&self, path: &str, content: &[u8]) -> Result<(), String> {
        disk::write(Path::new(path), |out| out.write_all(content))
    }
}

impl play::Files for Files {
    fn read(&self, path: &str) -> Result<String, String> {
        decode(disk::read(Path::new(path))?)
    }

    fn exists(&self, path: &str) -> bool {
        Path::new(path).exists()
    }

    fn write(&self, path: &str, text: &str) -> Result<(), String> {
        disk::write(Path::new(path), |out| out.write_all(text.as_bytes()))
    }

    fn reader(&self) -> Arc<dyn Reader> {
        Arc::new(Disk::new(&self.allowed))
    }
}
