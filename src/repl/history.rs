//! Where the entries of earlier sessions are kept.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The history's file, where the platform has a place for it.
pub(super) fn path(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let folder = |name: &str| {
        variable(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    let base = if cfg!(windows) {
        folder("APPDATA")
    } else {
        folder("XDG_STATE_HOME")
            .or_else(|| folder("HOME").map(|home| home.join(".local").join("state")))
    };
    Some(base?.join("nimrule").join("history"))
}

/// Whether entries can be kept in a file: the editor adds to it where it stands, and makes it the user's alone, which it must not
/// do to a device.
pub(super) fn is_usable(path: &Path) -> bool {
    match std::fs::metadata(path) {
        Ok(found) => found.is_file(),
        Err(_) => path
            .parent()
            .is_some_and(|folder| std::fs::create_dir_all(folder).is_ok()),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn the_state_folder_comes_before_the_home_folder() {
        let with = |state: Option<&'static str>, home: Option<&'static str>| {
            path(|name| match name {
                "XDG_STATE_HOME" => state.map(OsString::from),
                "HOME" => home.map(OsString::from),
                _ => None,
            })
        };
        let state = PathBuf::from("/s/nimrule/history");
        let home = PathBuf::from("/h/.local/state/nimrule/history");
        assert_eq!(with(Some("/s"), Some("/h")), Some(state));
        assert_eq!(with(Some("not/absolute"), Some("/h")), Some(home.clone()));
        assert_eq!(with(None, Some("/h")), Some(home));
        assert_eq!(with(None, None), None);
    }

    #[test]
    fn only_a_file_keeps_the_history() {
        let folder = tempfile::tempdir().unwrap();
        assert!(is_usable(&folder.path().join("new").join("history")));
        let link = folder.path().join("history");
        std::os::unix::fs::symlink("/dev/null", &link).unwrap();
        assert!(!is_usable(&link));
        assert!(!is_usable(folder.path()));
    }
}
