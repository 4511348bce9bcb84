//! Other programs that the tests run, none of them for longer than it may take.

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

/// How long a program may take, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A program on the path.
pub fn tool(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    let found = std::env::split_paths(&folders).map(|folder| folder.join(name));
    found.into_iter().find(|path| path.exists())
}

/// What a program writes, given what it reads.
pub fn output(command: &mut Command, input: &str) -> String {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut stdout = child.stdout.take().expect("a pipe");
    let (sender, written) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let mut text = Vec::new();
        let _ = stdout.read_to_end(&mut text);
        let _ = sender.send(text);
    });
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_string();
    std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let written = written.recv_timeout(PATIENCE);
    if written.is_err() {
        let _ = child.kill();
    }
    let status = child.wait().expect("the program ends");
    let written = written.unwrap_or_else(|_| panic!("{command:?} took longer than {PATIENCE:?}"));
    assert!(status.success(), "{command:?}: {status}");
    String::from_utf8(written).expect("UTF-8")
}
