//! Broken rule files: whatever the text, reading it and asking about it ends soon, within the limits, and never panics.
//!
//! A few hundred changed texts are tried with the other tests. `NIMRULE_FUZZ=500000 cargo test --test all fuzz::changed` tries so
//! many and also measures time and memory; `NIMRULE_FUZZ=500000@7` tries others. The text in hand stands in
//! `target/tmp/fuzz-SEED.nimrule`, should the process be killed; what went wrong is told at the end and kept beside it.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use nimrule::text::diagnostic::Cause;
use nimrule::text::source::decode;
use nimrule::work::budget::{Budget, Limits};
use nimrule::work::world::{Unread, World};
use nimrule::{Language, Report, Rulebook, Session, Settings};
use proptest::prelude::RngExt;
use proptest::test_runner::{RngAlgorithm, TestRng};

use crate::common::rule_files;

/// What the language is made of, and what people write by mistake.
const SCRAPS: [&str; 115] = [
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
    "[]",
    "[[]]",
    "[[], []]",
    "for x in []",
    "sum(x for x in [])",
    "[x for x in []]",
    "let e = []",
    "[] ++",
    "while",
    "for k in 1.. while",
    "while k < 3",
    "bitand(n, ",
    "bitor(",
    "shift(1, 70)",
    "nim_product(n, 4_294_967_295)",
    "cells(\"#./.#\", \"#\")",
    "[1] < [n]",
    "let len(x) = 1",
    "draw when n > 3",
    "loopy",
    "remoteness(",
    "genus(",
    "closure([n], f)",
    "let f(n) = if n < 1 then 0 else f(n - 1)",
    "f(n)",
];

/// Files beside the example.
struct Beside;

impl World for Beside {
    fn resolve(&self, from: &str, path: &str) -> Result<String, Unread> {
        let folder = Path::new(from).parent().unwrap_or(Path::new(""));
        Ok(folder.join(path).display().to_string())
    }

    fn read(&self, name: &str, _budget: &mut Budget) -> Result<Vec<u8>, Unread> {
        fs::read(name).map_err(|error| error.to_string().into())
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

    /// One of the words and signs of a text, with their places.
    fn token(&mut self, text: &str) -> std::ops::Range<usize> {
        let tokens = tokens(text);
        match tokens.is_empty() {
            true => 0..0,
            false => tokens[self.below(tokens.len())].clone(),
        }
    }

    /// The text with one word or sign changed, or a line taken from another text.
    fn change_token(&mut self, text: &mut String, texts: &[String]) {
        let own = self.token(text);
        let other = &texts[self.below(texts.len())];
        match self.below(10) {
            // Like for like, so that many texts are rules.
            0..5 => {
                let source = if self.below(2) == 0 {
                    text.as_str()
                } else {
                    other
                };
                let sort = sort(&text[own.clone()]);
                let mut tokens = tokens(source);
                tokens.retain(|token| self::sort(&source[token.clone()]) == sort);
                if !tokens.is_empty() {
                    let token = source[tokens[self.below(tokens.len())].clone()].to_string();
                    text.replace_range(own, &token);
                }
            }
            5 => text.replace_range(own, ""),
            6 => {
                let copy = text[own.clone()].to_string();
                text.insert_str(own.end, &format!(" {copy} "));
            }
            7 | 8 => {
                let token = other[self.token(other)].to_string();
                text.replace_range(own, &format!(" {token} "));
            }
            _ => {
                let lines: Vec<&str> = other.lines().collect();
                if !lines.is_empty() {
                    let line = format!("\n{}\n", lines[self.below(lines.len())]);
                    text.insert_str(own.start, &line);
                }
            }
        }
    }

    /// The text with a few bytes changed, as far as it is still text.
    fn change_bytes(&mut self, text: &mut String) {
        let mut bytes = text.as_bytes().to_vec();
        for _ in 0..=self.below(3) {
            let place = self.below(bytes.len() + 1);
            let byte = self.below(256) as u8;
            match self.below(3) {
                0 => bytes.insert(place, byte),
                1 if place < bytes.len() => bytes[place] ^= 1 << (byte % 8),
                _ if place < bytes.len() => drop(bytes.remove(place)),
                _ => {}
            }
        }
        *text =
            decode(bytes.clone()).unwrap_or_else(|_| String::from_utf8_lossy(&bytes).into_owned());
    }
}

/// Whether a token is a number, a word or a sign.
fn sort(token: &str) -> Option<bool> {
    let first = token.chars().next()?;
    first.is_alphanumeric().then(|| first.is_ascii_digit())
}

/// Words, numbers and single signs.
fn tokens(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut found: Vec<std::ops::Range<usize>> = Vec::new();
    let mut in_word = false;
    for (at, c) in text.char_indices() {
        let is_word = c.is_alphanumeric() || c == '_';
        match found.last_mut() {
            Some(last) if is_word && in_word => last.end = at + c.len_utf8(),
            _ if c.is_whitespace() => {}
            _ => found.push(at..at + c.len_utf8()),
        }
        in_word = is_word;
    }
    found
}

/// How long a question may take, and how much later it must have stopped: looks at the clock are half a second apart at most.
const TIME: Duration = Duration::from_millis(50);
const LATE: Duration = Duration::from_millis(500);
const MEMORY: u64 = 64 << 20;
/// What is taken beside the memory that is counted.
const MORE_MEMORY: u64 = 32 << 20;

fn limits() -> Limits {
    Limits::default().with_memory(MEMORY).with_time(TIME)
}

/// Reads and checks a text; what it says must point into the text.
fn read(name: &str, text: &str) -> Result<Rulebook, Report> {
    let mut book = Rulebook::new(Arc::new(Beside), limits());
    let result = book.add(name, text);
    let (Ok(report) | Err(report)) = &result;
    for diagnostic in &report.diagnostics {
        assert!(!diagnostic.message.is_empty());
        for label in &diagnostic.labels {
            let _ = report.sources.slice(label.span);
        }
    }
    let _ = report.to_string();
    result.map(|_| book)
}

/// Mistakes of nimrule itself.
fn internal(report: &Report) -> Option<String> {
    let mut errors = report.diagnostics.iter();
    let found = errors.find(|error| error.cause == Cause::Internal)?;
    Some(found.message.clone())
}

/// Questions with a game in the place of `@`; positions of other shapes are refused.
const QUESTIONS: [&str; 26] = [
    "values(@, 0..30)",
    "winner(@[7])",
    "grundy(@[9])",
    "winning(@[3, 4, 5])",
    "best(@[5, 6])",
    "line(@[6])",
    "line(@[3] + @[4])",
    "explain(@[8], 1)",
    "moves(@[7])",
    "best(@[(2, 3)])",
    "line(@[(1, 2)] + @[(2, 1)])",
    "winner(@[[1, 2, 3]])",
    "grundy(@[[1, 0, 1, 1]])",
    "table(@, 0..4, 0..4)",
    "losing(@, 0..9)",
    "losing(@, 0..5, 0..5)",
    "plan(@)",
    "describe(@)",
    "describe(misere(@))",
    "period(@)",
    "conjecture(@)",
    "quotient(@, 6)",
    "genus(@, 0..8)",
    "plot(@, 0..20)",
    "plot(@[4])",
    "winner(misere(@)[3, 4])",
];

/// Reads a text, tests some of its expectations and asks something; the mistakes of nimrule.
fn try_out(name: &str, text: &str, dice: &mut Dice, slow: &mut impl FnMut(&str)) -> Option<String> {
    let book = match read(name, text) {
        Ok(book) => book,
        Err(report) => return internal(&report),
    };
    slow("reading");
    let settings = Settings::default().with_limits(limits());
    let mut session = match Session::new(book.clone(), settings) {
        Ok(session) => session,
        Err(report) => return internal(&report),
    };
    let mut found = None;
    let mut note = |result: Result<(), Report>| {
        if let Err(report) = result {
            found = found.take().or(internal(&report));
        }
    };
    for expect in book.expects() {
        if dice.below(3) == 0 {
            note(session.test(&expect).map(|_| ()));
            slow("an expectation");
        }
    }
    let games = book.game_names();
    if let Some(game) = games.get(dice.below(games.len())) {
        let question = QUESTIONS[dice.below(QUESTIONS.len())].replace('@', game);
        note(session.eval_text("question", &question).map(|_| ()));
        slow(&question);
        if dice.below(8) == 0 {
            let exported = session
                .game(Some(game))
                .and_then(|game| session.export(&game, Language::ALL[dice.below(3)]));
            note(exported.map(|_| ()));
            slow("export");
        }
    }
    found
}

/// How long this thread has worked, so that others on the machine do not count; where that is not told, the time.
fn worked(start: Instant) -> Duration {
    let told = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = told
        .as_deref()
        .and_then(|text| text.split(' ').next()?.parse().ok());
    nanos.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// A figure of /proc/self/status in bytes, where there is such a file.
fn memory(figure: &str) -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with(figure))?;
    let number = line.split_whitespace().nth(1)?.parse::<u64>().ok()?;
    Some(number * 1024)
}

/// Whether many texts are asked for, how many there are to be, and the seed.
fn wanted() -> (bool, u64, u8) {
    let asked = std::env::var("NIMRULE_FUZZ").ok();
    let words = asked.as_deref().unwrap_or("400");
    let (count, seed) = words.split_once('@').unwrap_or((words, "1"));
    let count = count.parse().expect("NIMRULE_FUZZ is a number");
    let seed = seed.parse().expect("a seed is a number up to 255");
    (asked.is_some(), count, seed)
}

/// A text that was changed in a few places, and the place of the one it was: mostly one of the first `right`, since most of the
/// others have mistakes as they are.
fn changed(dice: &mut Dice, texts: &[String], right: usize) -> (usize, String) {
    let most = if dice.below(4) == 0 {
        texts.len()
    } else {
        right
    };
    let file = dice.below(most);
    let mut text = texts[file].clone();
    for _ in 0..[1, 1, 1, 2, 3, 6][dice.below(6)] {
        match dice.below(10) {
            0..7 => dice.change_token(&mut text, texts),
            7 => dice.change_bytes(&mut text),
            _ => dice.change(&mut text),
        }
    }
    (file, text)
}

#[test]
fn changed_texts_are_answered_or_refused() {
    let (is_long, count, seed) = wanted();
    let mut paths = rule_files("examples");
    let right = paths.len();
    paths.extend(rule_files("tests/fixtures"));
    let bytes = paths
        .iter()
        .map(|path| fs::read(path).expect("a file can be read"));
    let texts: Vec<String> = bytes
        .map(|it| String::from_utf8_lossy(&it).into_owned())
        .collect();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let at = Arc::new(AtomicU64::new(0));
    if is_long {
        watch(Arc::clone(&at));
    }
    let start = Instant::now();
    let mut dice = Dice::new(seed);
    let mut faults: Vec<String> = Vec::new();
    let mut read = 0;
    for number in 0..count {
        at.store(number + 1, Ordering::Relaxed);
        if is_long && number % 10_000 == 0 {
            eprintln!(
                "{number} texts, {read} of them rules, {} findings",
                faults.len()
            );
        }
        let (file, text) = changed(&mut dice, &texts, right);
        let name = paths[file].display().to_string();
        let mut wrong: Vec<String> = Vec::new();
        let mut last = worked(start);
        let mut slow = |what: &str| {
            read += u64::from(what == "reading");
            let now = worked(start);
            let took = now - last;
            if is_long && took > TIME + LATE {
                wrong.push(format!("{what} takes {took:?}"));
            }
            last = now;
        };
        let before = is_long.then(|| {
            fs::write(folder.join(format!("fuzz-{seed}.nimrule")), &text)
                .expect("a place to keep it");
            // The peak begins anew.
            let _ = fs::write("/proc/self/clear_refs", "5");
            memory("VmRSS:")
        });
        let tried = catch_unwind(AssertUnwindSafe(|| {
            try_out(&name, &text, &mut dice, &mut slow)
        }));
        slow("refusing");
        match tried {
            Ok(None) => {}
            Ok(Some(internal)) => wrong.push(internal),
            Err(_) => wrong.push("a panic".to_string()),
        }
        if let (Some(Some(before)), Some(peak)) = (before, memory("VmHWM:"))
            && peak.saturating_sub(before) > MEMORY + MORE_MEMORY
        {
            wrong.push(format!("{} MB are taken", (peak - before) / 1_000_000));
        }
        if !wrong.is_empty() {
            if is_long {
                let kept = folder.join(format!("fuzz-{seed}-{number}.nimrule"));
                fs::write(&kept, &text).expect("a place to keep it");
                faults.push(format!("{}: {}", kept.display(), wrong.join("; ")));
                eprintln!("{}", faults[faults.len() - 1]);
            } else {
                faults.push(format!("{}:\n{text}", wrong.join("; ")));
            }
        }
    }
    at.store(u64::MAX, Ordering::Relaxed);
    assert!(
        faults.is_empty(),
        "{} of {count}:\n{}",
        faults.len(),
        faults.join("\n")
    );
}

/// Ends the process where one text takes very long: what it is then stands in the file.
fn watch(at: Arc<AtomicU64>) {
    std::thread::spawn(move || {
        let mut last = (0, Instant::now());
        loop {
            std::thread::sleep(Duration::from_secs(1));
            let now = at.load(Ordering::Relaxed);
            if now == u64::MAX {
                return;
            }
            if last.0 != now {
                last = (now, Instant::now());
            } else if last.1.elapsed() > Duration::from_secs(60) {
                eprintln!("text {now} takes more than 60 s");
                std::process::abort();
            }
        }
    });
}

/// What goes wrong inside is said, and leaves the rules as they were.
#[test]
fn a_panic_while_rules_are_read_is_an_internal_error() {
    struct Broken;
    impl World for Broken {
        fn resolve(&self, _: &str, path: &str) -> Result<String, Unread> {
            Ok(path.to_string())
        }

        fn read(&self, _: &str, _: &mut Budget) -> Result<Vec<u8>, Unread> {
            panic!("no files here")
        }
    }
    let mut book = Rulebook::new(Arc::new(Broken), Limits::default());
    let nim = "game nim { take any }";
    assert!(book.add("rules", nim).is_ok());
    let refused = book.add("more", "use \"other.nimrule\"\ngame one { take 1 }");
    let said = refused.err().as_ref().and_then(internal);
    assert_eq!(
        said.as_deref(),
        Some("nimrule itself went wrong: no files here")
    );
    assert_eq!(book.game_names(), ["nim"]);
}

#[test]
fn heaps_of_scraps_are_refused() {
    let mut dice = Dice::new(3);
    for _ in 0..3000 {
        let mut text = String::new();
        for _ in 0..dice.below(30) {
            text += dice.scrap();
            if dice.below(4) > 0 {
                text.push(' ');
            }
        }
        for text in [
            format!("game g {{ pile p[] move p -> {text}"),
            format!("game g {{ take {text} }} expect grundy(g[3]) == {text}"),
            text,
        ] {
            let wrong = catch_unwind(|| read("scraps", &text).err().and_then(|it| internal(&it)));
            assert!(matches!(wrong, Ok(None)), "{wrong:?}:\n{text}");
        }
    }
}
