//! Broken rule files: whatever the text, reading and checking it ends soon and never panics.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use nimrule::expr::budget::Limits;
use nimrule::rules::reader::Reader;
use nimrule::{Report, Rulebook, Session, Settings};
use proptest::prelude::RngExt;
use proptest::test_runner::{RngAlgorithm, TestRng};

/// No text of a few thousand characters may take longer to read and check.
const SLOW: Duration = Duration::from_secs(2);

/// What the language is made of, and what people write by mistake.
const SCRAPS: [&str; 90] = [
    "game",
    "let",
    "expect",
    "use",
    "pile",
    "piles",
    "take",
    "leaving",
    "split",
    "into",
    "move",
    "from",
    "octal",
    "hex",
    "each turn",
    "alike",
    "all",
    "any",
    "end when",
    "misere",
    "for",
    "in",
    "where",
    "and",
    "or",
    "not",
    "if",
    "then",
    "else",
    "true",
    "first",
    "second",
    "equal",
    "unequal",
    "none",
    "n",
    "k",
    "p",
    "p[i]",
    "p[",
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    ",",
    ";",
    "..",
    "->",
    "=",
    "==",
    "!=",
    "<",
    "<=",
    "+",
    "++",
    "-",
    "*",
    "/",
    "%",
    "0",
    "1",
    "3",
    "0.77",
    "4.(3)",
    "0.",
    "9_223_372_036_854_775_807",
    "9223372036854775808",
    "1e9",
    "\"",
    "#",
    "é",
    "\u{0}",
    "\t",
    "grundy(",
    "winner(",
    "values(",
    "len(",
    "remove(p, i)",
    "indices(p)",
    "compositions(9, 9)",
    "pow(9, 99)",
    "[0; 99999999999]",
    "1..99999999999",
    "for k in 1..",
    "mex",
    "^",
    "&&",
    "!",
];

/// Files beside the example.
struct Beside;

impl Reader for Beside {
    fn resolve(&self, from: &str, path: &str) -> String {
        let folder = Path::new(from).parent().unwrap_or(Path::new(""));
        folder.join(path).display().to_string()
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        fs::read(name).map_err(|error| error.to_string())
    }
}

fn examples(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).expect("the folder of examples");
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            examples(&path, found);
        } else if path.extension().is_some_and(|end| end == "nimrule") {
            found.push(path);
        }
    }
}

struct Dice(TestRng);

impl Dice {
    fn new(seed: u8) -> Dice {
        Dice(TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]))
    }

    fn below(&mut self, n: usize) -> usize {
        self.0.random_range(0..n.max(1))
    }

    fn scrap(&mut self) -> &'static str {
        SCRAPS[self.below(SCRAPS.len())]
    }

    /// A place between two characters.
    fn place(&mut self, text: &str) -> usize {
        let mut place = self.below(text.len() + 1);
        while !text.is_char_boundary(place) {
            place -= 1;
        }
        place
    }

    /// A few characters at a place.
    fn span(&mut self, text: &str, most: usize) -> std::ops::Range<usize> {
        let start = self.place(text);
        let mut end = (start + self.below(most + 1)).min(text.len());
        while !text.is_char_boundary(end) {
            end += 1;
        }
        start..end
    }

    /// The text with one change.
    fn change(&mut self, text: &mut String) {
        match self.below(8) {
            0 => {
                let span = self.span(text, 1);
                text.replace_range(span, "");
            }
            1 => {
                let span = self.span(text, 12);
                text.replace_range(span, "");
            }
            2 | 3 => {
                let place = self.place(text);
                let scrap = format!(" {} ", self.scrap());
                text.insert_str(place, &scrap);
            }
            4 => {
                let span = self.span(text, 3);
                let scrap = self.scrap();
                text.replace_range(span, scrap);
            }
            5 => {
                // Twice the same, or from elsewhere.
                let span = self.span(text, 40);
                let piece = text[span].to_string();
                let place = self.place(text);
                text.insert_str(place, &piece);
            }
            6 => {
                let number = self.below(100).pow(self.below(6) as u32).to_string();
                let digits: Vec<usize> = text
                    .char_indices()
                    .filter(|(_, c)| c.is_ascii_digit())
                    .map(|(place, _)| place)
                    .collect();
                if let Some(place) = digits.get(self.below(digits.len())) {
                    text.replace_range(*place..place + 1, &number);
                }
            }
            _ => {
                let place = self.place(text);
                text.truncate(place);
            }
        }
    }
}

/// Constants and tables may be large by what they say; they are refused soon.
fn limits() -> Limits {
    Limits {
        memory: 64 << 20,
        ..Limits::default()
    }
}

/// Reads and checks a text; what it says must point into the text.
fn read(name: &str, text: &str) -> Option<Rulebook> {
    let start = Instant::now();
    let result = catch_unwind(AssertUnwindSafe(|| {
        let book = Rulebook::new(Arc::new(Beside), limits());
        let report: Report = match book.add(name, text) {
            Ok(report) | Err(report) => report,
        };
        for diagnostic in &report.diagnostics {
            assert!(!diagnostic.message.is_empty());
            for label in &diagnostic.labels {
                let _ = report.sources.slice(label.span);
            }
        }
        let refused = report.diagnostics.iter().any(nimrule::Diagnostic::is_error);
        (report.to_string(), (!refused).then_some(book))
    }));
    let Ok((_, book)) = result else {
        panic!("reading this panics:\n{text}");
    };
    let took = start.elapsed();
    assert!(took < SLOW, "reading this takes {took:?}:\n{text}");
    book
}

#[test]
fn changed_examples_are_read_or_refused() {
    let mut paths = Vec::new();
    examples(
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/examples")),
        &mut paths,
    );
    let mut dice = Dice::new(1);
    for path in &paths {
        let whole = fs::read_to_string(path).expect("an example can be read");
        let name = path.display().to_string();
        for _ in 0..50 {
            let mut text = whole.clone();
            for _ in 0..=dice.below(4) {
                dice.change(&mut text);
            }
            read(&name, &text);
        }
    }
}

/// Rules that are read although they were changed are also played, within limits.
#[test]
fn changed_examples_are_played() {
    let mut paths = Vec::new();
    examples(
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/examples")),
        &mut paths,
    );
    let mut dice = Dice::new(2);
    let limit = Duration::from_millis(20);
    for path in &paths {
        let whole = fs::read_to_string(path).expect("an example can be read");
        let name = path.display().to_string();
        for _ in 0..20 {
            let mut text = whole.clone();
            dice.change(&mut text);
            let Some(book) = read(&name, &text) else {
                continue;
            };
            let settings = Settings {
                limits: Limits {
                    time: Some(limit),
                    ..limits()
                },
                ..Settings::default()
            };
            let mut session = Session::new(book.clone(), settings).expect("the default engine");
            for expect in book.expects() {
                let start = Instant::now();
                let tested = catch_unwind(AssertUnwindSafe(|| session.test(&expect).is_ok()));
                assert!(tested.is_ok(), "testing this panics:\n{text}");
                let took = start.elapsed();
                assert!(took < SLOW, "testing this takes {took:?}:\n{text}");
            }
        }
    }
}

#[test]
fn heaps_of_scraps_are_refused() {
    let mut dice = Dice::new(3);
    for _ in 0..5000 {
        let mut text = String::new();
        for _ in 0..dice.below(30) {
            text += dice.scrap();
            if dice.below(4) > 0 {
                text.push(' ');
            }
        }
        read("scraps", &text);
        read("scraps", &format!("game g {{ pile p[] move p -> {text}"));
        read(
            "scraps",
            &format!("game g {{ take {text} }} expect grundy(g[3]) == {text}"),
        );
    }
}
