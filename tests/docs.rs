//! The documentation: every block of it does what the text around it says.
//!
//! - ` ```nimrule ` is a whole file without mistakes or warnings whose expectations hold; a name behind the word, as in
//!   ` ```nimrule steps.nimrule `, makes the file known to the blocks that follow, and so does ` ```csv limits.csv `;
//! - ` ```nimrule,error CODE ` and ` ```nimrule,warning CODE ` are files that get this complaint and no other of its kind;
//! - ` ```console ` shows commands and what they print; in a game, what stands behind a prompt is typed.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use nimrule::expr::builtin::Builtin;
use nimrule::rules::query::Query;
use nimrule::syntax::Word;
use nimrule::syntax::scan::{TokenKind, tokens};
use nimrule::work::budget::{Budget, Limits};
use nimrule::work::world::{Unread, World};
use nimrule::{Report, Rulebook, Session, Settings};

use crate::common::files;
use crate::program::{self, Folder, run_with};

/// A fenced block.
struct Block {
    line: usize,
    info: String,
    text: String,
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The text of a document, `None` where it is not written yet.
fn document(path: &str) -> Option<String> {
    let path = root().join(path);
    path.exists()
        .then(|| std::fs::read_to_string(&path).expect("a document can be read"))
}

fn reference() -> String {
    document("grammar/LANGUAGE.md").expect("there is a reference")
}

fn blocks(text: &str) -> Vec<Block> {
    let mut found: Vec<Block> = Vec::new();
    let mut inside = false;
    for (number, line) in (1..).zip(text.lines()) {
        match line.strip_prefix("```") {
            Some(info) if !inside => {
                inside = true;
                found.push(Block {
                    line: number,
                    info: info.trim().to_owned(),
                    text: String::new(),
                });
            }
            Some(_) => inside = false,
            None if inside => {
                let block = found.last_mut().expect("a block is open");
                block.text.push_str(line);
                block.text.push('\n');
            }
            None => {}
        }
    }
    assert!(!inside, "the last block is not closed");
    found
}

/// The files that a document shows; any other is looked for in the repository.
#[derive(Clone, Default)]
struct Shown(HashMap<String, String>);

impl World for Shown {
    fn resolve(&self, _from: &str, path: &str) -> Result<String, Unread> {
        Ok(path.to_owned())
    }

    fn read(&self, name: &str, _budget: &mut Budget) -> Result<Vec<u8>, Unread> {
        match self.0.get(name) {
            Some(text) => Ok(text.clone().into_bytes()),
            None => std::fs::read(root().join(name)).map_err(|error| error.to_string().into()),
        }
    }
}

/// What is said of a file: warnings and mistakes by their codes, and expectations that fail.
#[derive(Default)]
struct Verdict {
    errors: BTreeSet<String>,
    warnings: BTreeSet<String>,
    failures: Vec<String>,
    expectations: usize,
    told: String,
}

impl Verdict {
    fn add(&mut self, report: &Report) {
        for diagnostic in &report.diagnostics {
            let codes = if diagnostic.is_error() {
                &mut self.errors
            } else {
                &mut self.warnings
            };
            codes.insert(diagnostic.code.to_owned());
        }
        self.told.push_str(&format!("{report}\n"));
    }
}

fn judge(block: &Block, files: &Shown) -> Verdict {
    let mut verdict = Verdict::default();
    let mut book = Rulebook::new(Arc::new(files.clone()), Limits::default());
    match book.add("block", &block.text) {
        Ok(warnings) => verdict.add(&warnings),
        Err(report) => {
            verdict.add(&report);
            return verdict;
        }
    }
    let mut session = Session::new(book.clone(), Settings::default()).expect("the default engine");
    for expect in book.expects() {
        verdict.expectations += 1;
        match session.test(&expect) {
            Ok(tested) if tested.ok => {}
            Ok(tested) => {
                let right = tested.right.map(|(value, _)| format!(" against {value}"));
                verdict.failures.push(format!(
                    "{}: {}{}",
                    tested.text,
                    tested.left,
                    right.unwrap_or_default()
                ));
            }
            Err(report) => verdict.add(&report),
        }
    }
    verdict
}

/// Runs the blocks of a document; returns what is wrong.
fn run(path: &str, text: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut files = Shown::default();
    for block in blocks(text) {
        let at = format!("{path}:{}", block.line);
        let (word, rest) = block
            .info
            .split_once(' ')
            .unwrap_or((block.info.as_str(), ""));
        match word {
            "nimrule" => {
                let verdict = judge(&block, &files);
                if !verdict.told.trim().is_empty() {
                    wrong.push(format!("{at}: {}", verdict.told.trim()));
                } else if verdict.expectations == 0 && rest.is_empty() {
                    wrong.push(format!("{at}: claims nothing"));
                }
                wrong.extend(
                    verdict
                        .failures
                        .iter()
                        .map(|failure| format!("{at}: {failure}")),
                );
            }
            "nimrule,error" | "nimrule,warning" => {
                let verdict = judge(&block, &files);
                let (expected, none) = match word {
                    "nimrule,error" => (&verdict.errors, verdict.warnings.clone()),
                    _ => (&verdict.warnings, verdict.errors.clone()),
                };
                let is_it = expected.len() == 1 && expected.contains(rest) && none.is_empty();
                if !is_it || !verdict.failures.is_empty() {
                    wrong.push(format!(
                        "{at}: `{rest}` is promised, but: {:?} {:?} {:?} {}",
                        verdict.errors,
                        verdict.warnings,
                        verdict.failures,
                        verdict.told.trim()
                    ));
                }
            }
            "console" => wrong.extend(console(&at, &block.text)),
            _ => {}
        }
        if matches!(word, "nimrule" | "csv") && !rest.is_empty() {
            files.0.insert(rest.to_owned(), block.text);
        }
    }
    wrong
}

/// How the names of files end that the documents' commands write.
const WRITTEN: [&str; 4] = [".json", ".svg", ".png", ".html"];

/// Runs the commands of a block; returns what is wrong.
fn console(at: &str, text: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut commands: Vec<(&str, String)> = Vec::new();
    for line in text.lines() {
        if let Some(command) = line.strip_prefix("$ ") {
            commands.push((command, String::new()));
        } else if let Some((_, output)) = commands.last_mut() {
            output.push_str(line);
            output.push('\n');
        } else {
            wrong.push(format!("{at}: `{line}` stands before the first command"));
        }
    }
    let written = Folder::new();
    for (command, expected) in commands {
        // What a command writes does not belong into the repository.
        let words: Vec<String> = split(command)
            .into_iter()
            .map(
                |word| match WRITTEN.iter().any(|ending| word.ends_with(ending)) {
                    true => written.file(&word),
                    false => word,
                },
            )
            .collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let args = match words.as_slice() {
            ["nimrule", args @ ..] => args,
            ["cargo", "run", "--release", "--", args @ ..] => args,
            _ => {
                wrong.push(format!(
                    "{at}: `{command}` cannot be tested; put it in a block of its own, ```sh"
                ));
                continue;
            }
        };
        let input = match args {
            ["play", ..] => typed(&expected),
            _ => String::new(),
        };
        let output = run_with(args, &input);
        let stdout = String::from_utf8_lossy(&output.stdout);
        let stderr = String::from_utf8_lossy(&output.stderr);
        // What words are read as is told beside the answer.
        let expected = match expected.split_once('\n') {
            Some((read, answer)) if read.starts_with("read as") && stderr.trim() == read => answer,
            _ => &expected,
        };
        if trimmed(&stdout) != trimmed(expected) {
            wrong.push(format!(
                "{at}: `{command}` prints\n{}\ninstead of\n{}\n{}",
                trimmed(&stdout),
                trimmed(expected),
                stderr
            ));
        }
    }
    wrong
}

/// What is typed behind the prompts of a game.
fn typed(transcript: &str) -> String {
    let lines = transcript.lines().filter_map(|line| {
        ["your move> ", "first> ", "second> "]
            .iter()
            .find_map(|prompt| line.strip_prefix(prompt))
    });
    lines.map(|line| format!("{line}\n")).collect()
}

/// The text without white space at the ends of lines and at its end.
fn trimmed(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim_end().to_owned()
}

/// The words of a command: white space separates them, quotes keep it.
fn split(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    for c in command.chars() {
        match quote {
            Some(end) if c == end => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '\'' || c == '"' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

fn assert_right(path: &str, text: &str) {
    let wrong = run(path, text);
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn the_reference_is_right() {
    assert_right("grammar/LANGUAGE.md", &reference());
}

#[test]
fn the_theory_and_the_tour_are_right() {
    for path in ["grammar/THEORY.md", "grammar/TOUR.md"] {
        let text = document(path).expect("it is written");
        assert_right(path, &text);
    }
}

#[test]
fn the_readme_is_right() {
    if let Some(text) = document("README.md") {
        assert_right("README.md", &text);
    }
}

#[test]
fn the_picture_is_what_the_program_draws() {
    let drawn = program::run(&["plot", "kayles", "--to", "100", "-o", "-"]);
    let shown = document("grammar/pictures/kayles.svg").expect("there is a picture");
    assert_eq!(String::from_utf8_lossy(&drawn.stdout), shown);
}

#[test]
fn a_wrong_block_is_noticed() {
    let fenced = |info: &str, text: &str| format!("```{info}\n{text}\n```\n");
    let game = "game nim { take any }";
    for (info, text, is_right) in [
        ("nimrule", "expect grundy(nim[5]) == 5", true),
        ("nimrule", "expect grundy(nim[5]) == 6", false),
        ("nimrule", "expect grundy(nim[5])", false),
        ("nimrule", "", false),
        ("nimrule", "let k = 1 expect true", false),
        ("nimrule,warning unused", "let k = 1 expect true", true),
        ("nimrule,error wrong_kind", "expect grundy(nim[5])", true),
        ("nimrule,error unknown_name", "expect grundy(nim[5])", false),
        ("nimrule,error unknown_name", "expect true", false),
        ("text", "expect false", true),
        ("console", "$ ls", false),
    ] {
        let text = match info {
            "console" => fenced(info, text),
            _ => fenced(info, &format!("{game}\n{text}")),
        };
        assert_eq!(run("here", &text).is_empty(), is_right, "{text}");
    }
    let file = fenced("nimrule nim.nimrule", game);
    let user = fenced("nimrule", "use \"nim.nimrule\"\nexpect moves(nim[0]) == []");
    assert!(!run("here", &user).is_empty());
    assert_eq!(run("here", &format!("{file}{user}")), [""; 0]);
}

#[test]
fn commands_are_split_like_a_shell_does() {
    assert_eq!(
        split(r#"nimrule eval nim 'grundy(nim[5])' "a 'b'" '' x"y"z"#),
        [
            "nimrule",
            "eval",
            "nim",
            "grundy(nim[5])",
            "a 'b'",
            "",
            "xyz"
        ]
    );
}

/// The words of the blocks that are run, without those in comments and texts.
fn words_in_blocks(text: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let (mut all, mut called) = (BTreeSet::new(), BTreeSet::new());
    for block in blocks(text) {
        if block.info.split(' ').next() != Some("nimrule") {
            continue;
        }
        let mut before = None;
        for token in tokens(&block.text) {
            let word = token.text(&block.text);
            if word == "(" {
                called.extend(before);
            }
            before = matches!(token.kind, TokenKind::Name | TokenKind::Keyword(_))
                .then(|| word.to_owned());
            all.extend(before.clone());
        }
    }
    (all, called)
}

#[test]
fn the_reference_shows_every_word() {
    let (words, called) = words_in_blocks(&reference());
    let keywords = Word::ALL.iter().map(|word| word.text());
    let hidden: Vec<&str> = keywords.filter(|word| !words.contains(*word)).collect();
    assert!(hidden.is_empty(), "no block shows the words {hidden:?}");
    let builtins = Builtin::ALL.iter().map(|builtin| builtin.name());
    let queries = Query::ALL.iter().map(|query| query.name());
    let hidden: Vec<&str> = builtins
        .chain(queries)
        .chain(["column", "rows", "misere"])
        .filter(|name| !called.contains(*name))
        .collect();
    assert!(hidden.is_empty(), "no block calls {hidden:?}");
}

/// The codes of the complaints in the sources, but for those of their tests.
fn codes_in_sources() -> BTreeSet<String> {
    let mut codes = BTreeSet::new();
    for path in files("src", "rs") {
        let text = std::fs::read_to_string(&path).expect("a source can be read");
        let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or("");
        for call in ["Diagnostic::error(", "Diagnostic::warning("] {
            let codes_here = text.split(call).skip(1).filter_map(|rest| {
                let (code, _) = rest.trim_start().strip_prefix('"')?.split_once('"')?;
                (!code.is_empty()).then(|| code.to_owned())
            });
            codes.extend(codes_here);
        }
    }
    codes
}

#[test]
fn the_reference_lists_every_code() {
    let text = reference();
    let (_, rest) = text.split_once("\n## 10 Mistakes\n").expect("a section");
    let (section, _) = rest.split_once("\n## ").expect("its end");
    let rows: Vec<Vec<&str>> = section
        .lines()
        .filter_map(|line| Some(line.strip_prefix("| `")?.split('|').collect()))
        .collect();
    let complete = |row: &[&str]| row.len() == 4 && row.iter().take(3).all(|it| it.len() > 2);
    assert!(rows.iter().all(|row| complete(row)), "{rows:?}");
    let listed: BTreeSet<String> = rows
        .iter()
        .map(|row| row[0].trim_end().trim_end_matches('`').to_owned())
        .collect();
    assert_eq!(listed.len(), rows.len(), "a code stands twice");
    let codes = codes_in_sources();
    let missing: Vec<&String> = codes.difference(&listed).collect();
    let unknown: Vec<&String> = listed.difference(&codes).collect();
    assert!(
        missing.is_empty() && unknown.is_empty(),
        "missing: {missing:?}, unknown: {unknown:?}"
    );
}

#[test]
fn editors_know_every_word() {
    let path = Path::new("grammar/nimrule.tmLanguage.json");
    let text = std::fs::read_to_string(root().join(path)).expect("there is a grammar for editors");
    let json: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(json["scopeName"], "source.nimrule");
    let mut patterns = Vec::new();
    collect(&json, &mut patterns);
    let known: BTreeSet<&str> = patterns
        .iter()
        .flat_map(|pattern| pattern.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')))
        .collect();
    let queries = Query::ALL.iter().map(|query| query.name());
    let builtins = Builtin::ALL.iter().map(|builtin| builtin.name());
    let keywords = Word::ALL.iter().map(|word| word.text());
    let words = keywords.chain(queries).chain(builtins);
    let missing: Vec<&str> = words.filter(|word| !known.contains(word)).collect();
    assert!(missing.is_empty(), "{} misses {missing:?}", path.display());
}

#[test]
fn editors_have_snippets_of_words() {
    let text = std::fs::read_to_string(root().join("grammar/snippets.json")).expect("snippets");
    let json: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    for (name, snippet) in json.as_object().expect("names") {
        assert!(Word::ALL.iter().any(|word| word.text() == name), "{name}");
        assert_eq!(snippet["prefix"], **name);
        let body = snippet["body"].as_str().expect("a text");
        assert!(body.starts_with(&format!("{name} ")), "{body}");
    }
}

/// The patterns of a grammar for editors, with a space for `\b` so that it is not read as a letter.
fn collect(json: &serde_json::Value, patterns: &mut Vec<String>) {
    match json {
        serde_json::Value::Object(fields) => {
            for (key, value) in fields {
                match value.as_str() {
                    Some(pattern) if matches!(key.as_str(), "match" | "begin" | "end") => {
                        patterns.push(pattern.replace("\\b", " "));
                    }
                    _ => collect(value, patterns),
                }
            }
        }
        serde_json::Value::Array(items) => {
            for item in items {
                collect(item, patterns);
            }
        }
        _ => {}
    }
}
