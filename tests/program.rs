//! The program under test, and folders for its files.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// The program with these arguments, in the repository, with nothing to read.
pub fn nimrule(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nimrule"));
    command
        .args(args)
        .stdin(Stdio::null())
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE");
    command
}

/// What the program says with these arguments.
pub fn run(args: &[&str]) -> Output {
    nimrule(args).output().expect("the program runs")
}

/// What the program says with these arguments to what it is given.
pub fn run_with(args: &[&str], input: &str) -> Output {
    fed(&mut nimrule(args), input)
}

/// What a command says to what it is given over pipes.
pub fn fed(command: &mut Command, input: &str) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    // The program may end before it has read everything.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

/// What stands on standard output.
pub fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

/// What stands on standard error.
pub fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

/// The program ended with this code.
#[track_caller]
pub fn ends(output: &Output, code: i32) {
    let (out, err) = (out(output), err(output));
    assert_eq!(output.status.code(), Some(code), "{out}\n{err}");
}

/// Standard output holds this.
#[track_caller]
pub fn says(output: &Output, part: &str) {
    let out = out(output);
    assert!(out.contains(part), "{part:?} in\n{out}");
}

/// Standard error holds this.
#[track_caller]
pub fn complains(output: &Output, part: &str) {
    let err = err(output);
    assert!(err.contains(part), "{part:?} in\n{err}");
}

/// A folder of its own for a test, removed at the end with all that is in it.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Folder {
        let place = std::env::temp_dir().canonicalize().expect("a folder");
        let folder = tempfile::Builder::new()
            .prefix("nimrule-")
            .tempdir_in(place);
        Folder(folder.expect("a folder"))
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn name(&self) -> String {
        self.path().to_str().expect("UTF-8").to_owned()
    }

    /// The path of a file in it, which need not exist.
    pub fn file(&self, name: &str) -> String {
        format!("{}/{name}", self.name())
    }

    /// Writes a file, and the folders that it stands in; returns its path.
    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(&path, text).expect("a file");
        path.to_str().expect("UTF-8").to_owned()
    }

    pub fn read(&self, name: &str) -> String {
        let text = std::fs::read_to_string(self.path().join(name));
        text.unwrap_or_else(|why| panic!("{name}: {why}"))
    }
}
