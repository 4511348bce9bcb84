//! The files that rules may name: those of the gallery.

use std::collections::BTreeMap;

use nimrule::{Budget, Unread, World};

/// Texts by their names, which are the last parts of their paths.
pub struct Shelf(BTreeMap<String, String>);

impl Shelf {
    /// The texts of an object in JSON.
    pub fn new(files: &str) -> Shelf {
        Shelf(serde_json::from_str(files).unwrap_or_default())
    }
}

impl World for Shelf {
    fn resolve(&self, _from: &str, path: &str) -> Result<String, Unread> {
        let name = path.rsplit('/').next().unwrap_or(path);
        Ok(match name.contains('.') {
            true => name.to_owned(),
            false => format!("{name}.nimrule"),
        })
    }

    fn read(&self, name: &str, budget: &mut Budget) -> Result<Vec<u8>, Unread> {
        let text = self
            .0
            .get(name)
            .ok_or("a page reads no files but those of its examples")?;
        budget.need(text.len() as u64)?;
        Ok(text.clone().into_bytes())
    }
}
