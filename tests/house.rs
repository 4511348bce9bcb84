//! How the source is laid out: which room may use which, read from the imports of `src` and held against README's map.
//!
//! The reader is a plain one: it knows `use` trees and paths that begin with `crate`, `self`, `super` or a module of the file.
//! Tests inside of `src` may use what they like.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use nimrule::syntax::Word;

/// The rooms of `src`, and those in `app`, in the order of README's map, each with those it stands on. A room may use what it
/// reaches in this way.
const ROOMS: &[(&str, &[&str])] = &[
    ("text", &[]),
    ("work", &["text"]),
    ("syntax", &["work"]),
    ("expr", &["syntax"]),
    ("rules", &["expr"]),
    ("moves", &["rules"]),
    ("kernel", &["work"]),
    ("solve", &["moves", "kernel"]),
    ("conjecture", &["expr"]),
    ("picture", &["work"]),
    ("certificate", &["moves"]),
    ("query", &["certificate", "solve", "conjecture", "picture"]),
    ("report", &["query"]),
    ("export", &["query"]),
    ("play", &["report"]),
    ("app/process", &["text", "work"]),
    ("app/bundled", &["text"]),
    ("app/disk", &["work", "app/bundled"]),
    ("app/progress", &["report"]),
    (
        "app/command",
        &["play", "export", "app/disk", "app/process", "app/progress"],
    ),
    ("app/repl", &["app/command"]),
    ("app/lsp", &["app/repl"]),
    ("app/cli", &["app/lsp"]),
];

/// Uses of a room that is not below. The list may only get shorter.
const UPWARD: &[(&str, &str)] = &[];

/// Files that need each other, where the `mod.rs` of a folder may use the files in it, and they may use it. The list may only get
/// shorter.
const CYCLES: &[&[&str]] = &[&["expr/position.rs", "expr/shape.rs", "expr/value.rs"]];

#[test]
fn rooms_use_only_what_is_below_them() {
    let source = Source::read();
    let rooms: BTreeSet<&str> = ROOMS.iter().map(|(room, _)| *room).collect();
    let found: BTreeSet<&str> = source.files.keys().filter_map(|file| room(file)).collect();
    assert_eq!(found, rooms, "the modules of `src` and the list of rooms");
    let mut upward = BTreeSet::new();
    for (from, to) in source.arrows() {
        if let (Some(above), Some(below)) = (room(from), room(to))
            && !reached(above).contains(below)
        {
            upward.insert((format!("{above} -> {below}"), from.to_string()));
        }
    }
    let arrows: BTreeSet<String> = upward.iter().map(|(arrow, _)| arrow.clone()).collect();
    let known: BTreeSet<String> = UPWARD
        .iter()
        .map(|(above, below)| format!("{above} -> {below}"))
        .collect();
    assert_eq!(arrows, known, "uses of what is not below: {upward:#?}");
}

#[test]
fn files_do_not_need_each_other() {
    let source = Source::read();
    let mut needs: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (from, to) in source.arrows() {
        let folder = from.strip_suffix("mod.rs");
        if !folder.is_some_and(|folder| to.starts_with(folder)) {
            needs.entry(from).or_default().insert(to);
        }
    }
    let all: BTreeMap<&str, BTreeSet<&str>> = needs
        .keys()
        .map(|file| {
            (
                *file,
                closure(file, |file| needs.get(file).into_iter().flatten().copied()),
            )
        })
        .collect();
    let need = |from: &str, to: &str| all.get(from).is_some_and(|files| files.contains(to));
    let cycles: BTreeSet<Vec<&str>> = all
        .iter()
        .filter(|(file, _)| need(file, file))
        .map(|(file, files)| {
            files
                .iter()
                .copied()
                .filter(|other| need(other, file))
                .collect()
        })
        .collect();
    let known: BTreeSet<Vec<&str>> = CYCLES.iter().map(|files| files.to_vec()).collect();
    assert_eq!(cycles, known, "files that need each other");
}

/// What has one body, by the words that would begin a second one.
const BODIES: &[(&str, usize)] = &[
    ("enum Halt ", 1),
    ("enum Exit ", 1),
    ("trait World", 1),
    ("Result<Result<", 0),
];

#[test]
fn one_idea_has_one_body() {
    let source = Source::read();
    let texts: Vec<String> = source
        .files
        .keys()
        .map(|file| fs::read_to_string(root().join("src").join(file)).unwrap())
        .collect();
    for (words, most) in BODIES {
        let found: usize = texts.iter().map(|text| text.matches(words).count()).sum();
        assert_eq!(found, *most, "how often `{words}` stands in the source");
    }
}

/// What only some files may write: the kinds of amounts, which others ask for options, and what is done to a solver as a whole.
/// Answers are put into words in `report`. Nothing is taken out of its fields to get around their owners.
const OWNED: &[(&str, &[&str], &[&str])] = &[
    ("Amounts::", &["query/", "solve/"], &["solve/heap/"]),
    ("impl Solver", &[""], &["solve/solver.rs"]),
    ("fmt::Display for", &["query/"], &["query/answer.rs"]),
    ("mem::take(", &["query/", "solve/"], &[]),
    ("mem::swap(", &["query/", "solve/"], &[]),
];

#[test]
fn what_a_file_owns_stands_nowhere_else() {
    for file in Source::read().files.keys() {
        let text = fs::read_to_string(root().join("src").join(file)).unwrap();
        for (words, rooms, owners) in OWNED {
            let is_held = rooms.iter().any(|room| file.starts_with(room));
            let is_owner = owners.iter().any(|owner| file.starts_with(owner));
            assert!(
                !is_held || is_owner || file.ends_with("tests.rs") || !text.contains(words),
                "`{words}` stands in {file}"
            );
        }
    }
}

/// Where a reserved word of the language stands in quotes and is something else, with what it is: a room or file, and the words, or
/// none for all of them.
const OTHERWISE: &[(&str, &[&str], &str)] = &[
    ("syntax/words.rs", &[], "the table"),
    ("syntax/slips/", &[], "sentences that people write"),
    (
        "syntax/recover/pieces.rs",
        &[],
        "sentences that people write",
    ),
    ("text/signs.rs", &["misere"], "spellings"),
    ("app/command/spoken.rs", &[], "sentences that people write"),
    ("app/command/said.rs", &[], "sentences that people write"),
    ("app/command/near.rs", &[], "sentences that people write"),
    (
        "app/command/answers.rs",
        &["for", "from"],
        "sentences that people write",
    ),
    ("app/repl/in_words.rs", &[], "sentences that people write"),
    (
        "app/repl/definitions.rs",
        &["in", "all"],
        "sentences that people write",
    ),
    ("play/words.rs", &[], "what players write"),
    ("play/meant.rs", &["and"], "answers in words"),
    ("play/commands.rs", &[], "what players write"),
    (
        "app/cli/refuse.rs",
        &["draw"],
        "a command of other programs",
    ),
    ("app/command/args.rs", &["octal"], "an option"),
    ("app/repl/ask.rs", &["all"], "how much is shown"),
    (
        "app/repl/commands.rs",
        &["all", "none"],
        "values of settings",
    ),
    ("app/repl/show.rs", &["expect"], "the code of a complaint"),
    (
        "query/session/questions.rs",
        &["game"],
        "the name of a text",
    ),
    ("expr/builtin.rs", &["any", "all"], "functions"),
    (
        "conjecture/op.rs",
        &["and", "or", "not", "if"],
        "operators of formulas",
    ),
    (
        "moves/columns/condition.rs",
        &["and", "or", "not", "if"],
        "operators of columns",
    ),
    ("export/", &[], "holes and operators of exported programs"),
    ("picture/", &["draw"], "a legend"),
    ("report/page/", &[], "attributes of a page"),
    ("report/look.rs", &["in"], "a sign that a terminal may lack"),
    (
        "kernel/breaking/rules.rs",
        &["any", "none"],
        "what a taking leaves, in words",
    ),
    ("expr/value.rs", &["none"], "nothing, in words"),
    ("report/text.rs", &["none"], "nothing, in words"),
    ("report/explanation.rs", &["draw"], "answers in words"),
    ("app/cli/fmt.rs", &["not"], "answers in words"),
];

/// Calls that put words into English sentences.
const SENTENCES: &[&str] = &["joined(", "counted(", "noun(", "\"piles\" }"];

#[test]
fn the_words_of_the_language_stand_in_their_table() {
    let named = |(place, words, _): &(&'static str, &'static [&'static str], _)| {
        let place = *place;
        words.iter().map(move |word| (place, *word))
    };
    let mut unused: BTreeSet<(&str, &str)> = OTHERWISE.iter().flat_map(named).collect();
    let mut elsewhere = Vec::new();
    for file in Source::read().files.keys() {
        let text = fs::read_to_string(root().join("src").join(file)).unwrap();
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        let is_test = file.ends_with("tests.rs");
        for word in code.lines().filter(|_| !is_test).flat_map(words_in_quotes) {
            let allowed = OTHERWISE.iter().find(|(place, words, _)| {
                file.starts_with(place) && (words.is_empty() || words.contains(&word))
            });
            match allowed {
                Some((place, _, _)) => drop(unused.remove(&(*place, word))),
                None => elsewhere.push(format!("`{word}` in {file}")),
            }
        }
    }
    assert!(elsewhere.is_empty(), "{elsewhere:#?}");
    assert!(unused.is_empty(), "no longer needed: {unused:#?}");
}

/// The reserved words that stand in quotes in a line of code, where it is no part of a sentence and the word no field of JSON.
fn words_in_quotes(line: &str) -> Vec<&'static str> {
    let is_said = SENTENCES.iter().any(|call| line.contains(call));
    if is_said || line.trim_start().starts_with("//") {
        return Vec::new();
    }
    let stands = |word: &&str| {
        let quoted = format!("\"{word}\"");
        let mut found = line.match_indices(&quoted);
        found.any(|(at, _)| {
            let (before, behind) = (&line[..at], &line[at + quoted.len()..]);
            let is_read = before.ends_with('[') && behind.starts_with("].");
            !behind.starts_with(':') && !is_read && !before.ends_with("rename = ")
        })
    };
    let words = Word::ALL.iter().map(|word| word.text());
    words.filter(stands).collect()
}

#[test]
fn public_functions_take_no_booleans() {
    for file in Source::read().files.keys() {
        let text = fs::read_to_string(root().join("src").join(file)).unwrap();
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        for function in code.split("pub fn ").skip(1) {
            let head = function.split(['{', ';']).next().unwrap();
            assert!(!head.contains(": bool"), "{file}: {head}");
        }
    }
}

/// No struct has more fields than a reader keeps in mind.
const MOST_FIELDS: usize = 12;

#[test]
fn structs_have_few_fields() {
    for file in Source::read().files.keys() {
        let text = fs::read_to_string(root().join("src").join(file)).unwrap();
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            let inner = line.trim_start();
            let is_struct = inner.starts_with("struct ")
                || inner.starts_with("pub") && inner.contains(" struct ");
            if !is_struct || !line.ends_with('{') {
                continue;
            }
            let margin = &line[..line.len() - inner.len()];
            let end = format!("{margin}}}");
            let body = lines.by_ref().take_while(|line| *line != end);
            let is_field = |line: &&str| {
                let field = line
                    .strip_prefix(margin)
                    .and_then(|it| it.strip_prefix("    "));
                let field = field.filter(|it| it.starts_with(|c: char| c.is_ascii_lowercase()));
                field.is_some_and(|it| it.contains(": "))
            };
            let fields = body.filter(is_field).count();
            assert!(fields <= MOST_FIELDS, "{fields} fields in {file}: {inner}");
        }
    }
}

#[test]
fn the_map_in_the_readme_shows_the_rooms() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let (_, map) = readme.split_once("## The map of `src/`").unwrap();
    let shown: Vec<&str> = map
        .lines()
        .skip_while(|line| !line.starts_with("|---"))
        .skip(1)
        .take_while(|line| line.starts_with('|'))
        .flat_map(|line| line.split('|').nth(1).unwrap().split(','))
        .map(|name| name.trim().trim_matches('`'))
        .map(|name| name.trim_end_matches('/').trim_end_matches(".rs"))
        .collect();
    let rooms: Vec<&str> = ROOMS.iter().map(|(room, _)| *room).collect();
    assert_eq!(shown, rooms);
    for (place, (room, below)) in ROOMS.iter().enumerate() {
        for other in *below {
            let above = rooms.iter().take(place).any(|room| room == other);
            assert!(
                above,
                "`{room}` stands on `{other}`, which the map shows below it"
            );
        }
    }
}

/// A file of tests that no program has would never run.
#[test]
fn every_file_of_tests_is_in_a_program() {
    let read = |file: &str| fs::read_to_string(root().join(file)).expect(file);
    let (modules, programs) = (read("tests/main.rs"), read("Cargo.toml"));
    let entries = fs::read_dir(root().join("tests")).expect("the tests");
    let mut count = 0;
    for path in entries.map(|entry| entry.expect("an entry").path()) {
        let name = path.file_stem().expect("a name").to_string_lossy();
        let is_rust = path.extension().is_some_and(|end| end == "rs");
        if !is_rust && !path.join("mod.rs").exists() {
            continue;
        }
        count += 1;
        let is_module = modules.lines().any(|line| line == format!("mod {name};"));
        let is_program = programs.contains(&format!("path = \"tests/{name}.rs\""));
        assert!(is_module || is_program, "{}", path.display());
    }
    assert!(count > 30, "{count}");
}

/// The room of a file; `None` for `lib.rs`, `main.rs` and the list of what is in `app`.
fn room(file: &str) -> Option<&str> {
    let inside = match file.strip_prefix("app/") {
        Some(inside) => "app/".len() + inside.find('/').unwrap_or(inside.len()),
        None => file.find('/').unwrap_or(file.len()),
    };
    let room = file.get(..inside)?.trim_end_matches(".rs");
    (!matches!(room, "lib" | "main" | "app/mod")).then_some(room)
}

/// A room and all it may use.
fn reached(room: &str) -> BTreeSet<&str> {
    let mut rooms = closure(room, |room| {
        let below = ROOMS.iter().filter(move |(name, _)| *name == room);
        below.flat_map(|(_, below)| below.iter().copied())
    });
    rooms.insert(room);
    rooms
}

/// All that is reached by at least one step.
fn closure<'a, I: Iterator<Item = &'a str>>(
    from: &'a str,
    step: impl Fn(&'a str) -> I,
) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut open = vec![from];
    while let Some(next) = open.pop() {
        open.extend(step(next).filter(|other| reached.insert(*other)));
    }
    reached
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// What one file says of others.
#[derive(Default)]
struct File {
    /// The module it is, from the crate's root.
    module: Vec<String>,
    /// What each name stands for that it imports.
    names: BTreeMap<String, Vec<String>>,
    /// All paths that may lead to another file.
    paths: BTreeSet<Vec<String>>,
}

/// The files of `src` by their path inside of it, without those that are tests.
struct Source {
    files: BTreeMap<String, File>,
    modules: BTreeMap<Vec<String>, String>,
}

impl Source {
    fn read() -> Source {
        let mut source = Source {
            files: BTreeMap::new(),
            modules: BTreeMap::new(),
        };
        source.read_module("lib.rs", Vec::new());
        source
    }

    /// Reads a file and those of the modules that it declares.
    fn read_module(&mut self, path: &str, module: Vec<String>) {
        let text = fs::read_to_string(root().join("src").join(path)).unwrap();
        let tokens = without_tests(&tokens(&text));
        let children: Vec<&String> = tokens
            .windows(3)
            .filter(|three| three[0] == "mod" && three[2] == ";")
            .map(|three| &three[1])
            .collect();
        let mut file = File {
            module: module.clone(),
            ..File::default()
        };
        file.find_paths(&tokens, &children);
        self.files.insert(path.to_string(), file);
        self.modules.insert(module.clone(), path.to_string());
        for child in children {
            let mut module = module.clone();
            module.push(child.clone());
            let path = module.join("/");
            let is_folder = root().join("src").join(&path).join("mod.rs").exists();
            let path = if is_folder {
                format!("{path}/mod.rs")
            } else {
                format!("{path}.rs")
            };
            self.read_module(&path, module);
        }
    }

    /// Each file with another that it needs.
    fn arrows(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().flat_map(move |(name, file)| {
            let needed = file
                .paths
                .iter()
                .filter_map(|path| self.file(&file.module, path));
            let needed: BTreeSet<&str> = needed.collect();
            needed
                .into_iter()
                .filter(move |other| other != name)
                .map(move |other| (name.as_str(), other))
        })
    }

    /// The file in which a path ends that is written in this module; `None`: in another crate.
    fn file(&self, module: &[String], path: &[String]) -> Option<&str> {
        let mut module = module.to_vec();
        for (place, segment) in path.iter().enumerate() {
            let child = [module.as_slice(), std::slice::from_ref(segment)].concat();
            let import = self
                .modules
                .get(&module)
                .and_then(|file| self.files.get(file)?.names.get(segment));
            match segment.as_str() {
                "crate" => module.clear(),
                "self" => {}
                "super" => drop(module.pop()),
                _ if self.modules.contains_key(&child) => module = child,
                _ => match import {
                    // A name that is imported where it is imported from stands for what it stands for there; one that its
                    // own import begins with is a crate.
                    Some(import) if import != path && import.first() != Some(segment) => {
                        let rest = path.iter().skip(place + 1);
                        let path: Vec<String> = import.iter().chain(rest).cloned().collect();
                        return self.file(&module, &path);
                    }
                    _ if place == 0 => return None,
                    _ => break,
                },
            }
        }
        self.modules.get(&module).map(String::as_str)
    }
}

impl File {
    fn find_paths(&mut self, tokens: &[String], children: &[&String]) {
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let next = tokens.get(at + 1).map(String::as_str);
            let before = at
                .checked_sub(1)
                .and_then(|at| tokens.get(at))
                .map(String::as_str);
            let is_visibility = before == Some("in") && at >= 3 && tokens[at - 3] == "pub";
            let begins =
                matches!(token.as_str(), "crate" | "self" | "super") || children.contains(&token);
            if token == "use" && next != Some("<") {
                at += 1;
                self.find_imports(tokens, &mut at, &[]);
            } else if begins && next == Some("::") && before != Some("::") && !is_visibility {
                let mut path = vec![token.clone()];
                at += 1;
                while tokens.get(at).is_some_and(|token| token == "::")
                    && let Some(name) = tokens.get(at + 1).filter(|name| is_name(name))
                {
                    path.push(name.clone());
                    at += 2;
                }
                self.paths.insert(path);
            } else {
                at += 1;
            }
        }
    }

    /// Reads a tree of imports after the path that leads to it.
    fn find_imports(&mut self, tokens: &[String], at: &mut usize, above: &[String]) {
        let mut path = above.to_vec();
        let mut name = None;
        while let Some(token) = tokens.get(*at) {
            match token.as_str() {
                "," | ";" | "}" => break,
                "::" | "*" => {}
                "{" => {
                    while tokens.get(*at).is_some_and(|token| token != "}") {
                        *at += 1;
                        self.find_imports(tokens, at, &path);
                    }
                    *at += 1;
                    return;
                }
                "as" => name = Some(String::new()),
                word if name.is_some() => name = Some(word.to_string()),
                word => path.push(word.to_string()),
            }
            *at += 1;
        }
        let is_glob = tokens.get(*at - 1).is_some_and(|token| token == "*");
        if path.len() == above.len() && !is_glob {
            // After the last comma.
            return;
        }
        if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
            path.pop();
        }
        if let Some(last) = path.last().filter(|_| !is_glob) {
            let name = name.unwrap_or_else(|| last.clone());
            self.names.insert(name, path.clone());
        }
        self.paths.insert(path);
    }
}

/// The words and signs of a text, without comments and without what stands in quotes.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let word = rest
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(length) = raw_string(rest) {
            length
        } else if word > 0 {
            tokens.push(rest[..word].to_string());
            word
        } else if first == '"' {
            quoted(rest, '"')
        } else if first == '\'' {
            // A lifetime has no second quote.
            let inner = rest[1..].chars().next().map_or(0, char::len_utf8);
            match rest[1..].starts_with('\\') || rest[1 + inner..].starts_with('\'') {
                true => quoted(rest, '\''),
                false => 1,
            }
        } else if rest.starts_with("::") {
            tokens.push("::".to_string());
            2
        } else {
            if !first.is_whitespace() {
                tokens.push(first.to_string());
            }
            first.len_utf8()
        };
        rest = &rest[length..];
    }
    tokens
}

/// How long a text in quotes is.
fn quoted(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    let end = text.char_indices().skip(1).find(|(_, c)| {
        let is_end = *c == quote && !is_escaped;
        is_escaped = *c == '\\' && !is_escaped;
        is_end
    });
    end.map_or(text.len(), |(end, _)| end + 1)
}

/// How long a raw string is, where one begins here.
fn raw_string(text: &str) -> Option<usize> {
    let after = text.strip_prefix('b').unwrap_or(text).strip_prefix('r')?;
    let marks = after.len() - after.trim_start_matches('#').len();
    let inside = after[marks..].strip_prefix('"')?;
    let close = format!("\"{}", "#".repeat(marks));
    let end = inside.find(&close).unwrap_or(inside.len());
    Some((text.len() - inside.len() + end + close.len()).min(text.len()))
}

/// The tokens without the items that are compiled for tests alone.
fn without_tests(tokens: &[String]) -> Vec<String> {
    let mark = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut kept = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        if !tokens[at..]
            .iter()
            .map(String::as_str)
            .take(mark.len())
            .eq(mark)
        {
            kept.push(token.clone());
            at += 1;
            continue;
        }
        let mut depth = 0;
        while let Some(token) = tokens.get(at) {
            at += 1;
            match token.as_str() {
                "{" => depth += 1,
                "}" => depth -= 1,
                _ => {}
            }
            if depth == 0 && matches!(token.as_str(), ";" | "}") {
                break;
            }
        }
    }
    kept
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}
