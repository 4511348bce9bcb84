//! `nimrule lsp` as an editor meets it: the built program, the real protocol, pipes.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::common::rule_files;
use crate::program::{Folder, err, nimrule, out, run_with};

/// What has not come after so long does not come.
const PATIENCE: Duration = Duration::from_secs(60);

/// An editor.
struct Client {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<Value>,
    /// What came while something else was awaited.
    kept: Vec<Value>,
    count: i64,
}

fn body(text: &str) -> String {
    format!("Content-Length: {}\r\n\r\n{text}", text.len())
}

impl Client {
    fn start() -> Client {
        Client::with(&[])
    }

    /// An editor that gives the server options.
    fn with(options: &[&str]) -> Client {
        let mut child = nimrule(&["lsp"])
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program runs");
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (to, from) = channel();
        std::thread::spawn(move || {
            loop {
                let mut header = String::new();
                if output.read_line(&mut header).unwrap_or(0) == 0 {
                    return;
                }
                let length = header.trim().strip_prefix("Content-Length: ");
                let length: usize = length.expect("a length").parse().expect("a number");
                let mut bytes = vec![0; length + 2];
                output.read_exact(&mut bytes).expect("a body");
                let value = serde_json::from_slice(&bytes[2..]).expect("JSON");
                if to.send(value).is_err() {
                    return;
                }
            }
        });
        Client {
            input: child.stdin.take(),
            child,
            output: from,
            kept: Vec::new(),
            count: 0,
        }
    }

    fn ready() -> Client {
        Client::start().agreed()
    }

    /// The editor when it has agreed with the server on what both can.
    fn agreed(mut self) -> Client {
        let able = self.ask("initialize", json!({ "capabilities": {} }));
        assert_eq!(able["capabilities"]["positionEncoding"], "utf-16");
        self.tell("initialized", json!({}));
        self
    }

    fn raw(&mut self, text: &str) {
        let input = self.input.as_mut().expect("it is open");
        input.write_all(text.as_bytes()).expect("it is read");
        input.flush().expect("it is read");
    }

    fn tell(&mut self, method: &str, params: Value) {
        let note = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        self.raw(&body(&note.to_string()));
    }

    fn begin(&mut self, method: &str, params: Value) -> i64 {
        self.count += 1;
        let request =
            json!({ "jsonrpc": "2.0", "id": self.count, "method": method, "params": params });
        self.raw(&body(&request.to_string()));
        self.count
    }

    /// What is asked, or why it has no answer.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.begin(method, params);
        self.answer(id)
    }

    fn answer(&mut self, id: i64) -> Value {
        let answer = self.wait(|it| it["id"] == id && it.get("method").is_none());
        match answer.get("error") {
            Some(error) => json!({ "error": error["code"], "why": error["message"] }),
            None => answer["result"].clone(),
        }
    }

    fn wait(&mut self, is_it: impl Fn(&Value) -> bool) -> Value {
        if let Some(place) = self.kept.iter().position(&is_it) {
            return self.kept.remove(place);
        }
        let begun = Instant::now();
        while let Ok(said) = self
            .output
            .recv_timeout(PATIENCE.saturating_sub(begun.elapsed()))
        {
            if is_it(&said) {
                return said;
            }
            self.kept.push(said);
        }
        panic!("it does not come; these came: {:?}", self.kept);
    }

    fn open(&mut self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "nimrule", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    fn change(&mut self, uri: &str, version: i64, changes: Value) {
        let document = json!({ "uri": uri, "version": version });
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.tell("textDocument/didChange", params);
    }

    /// The complaints about this version of a document: their codes, places and first lines.
    fn complaints(&mut self, uri: &str, version: i64) -> Vec<String> {
        let is_it = |it: &Value| {
            let params = &it["params"];
            it["method"] == "textDocument/publishDiagnostics"
                && params["uri"] == uri
                && params["version"] == version
        };
        let told = self.wait(is_it);
        let list = told["params"]["diagnostics"].as_array().expect("a list");
        let complaints = list.iter().map(|it| {
            let message = it["message"].as_str().expect("a text");
            let first = message.lines().next().unwrap_or("");
            format!(
                "{} {}: {first}",
                it["code"].as_str().expect("a code"),
                place(&it["range"])
            )
        });
        complaints.collect()
    }

    /// Ends the conversation as it should end; the exit code.
    fn end(mut self) -> Option<i32> {
        assert_eq!(self.ask("shutdown", Value::Null), Value::Null);
        self.tell("exit", Value::Null);
        self.code()
    }

    fn code(&mut self) -> Option<i32> {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        panic!("the server does not end");
    }
}

/// `1:2-1:5`, counted from 0.
fn place(range: &Value) -> String {
    let at = |end: &str| format!("{}:{}", range[end]["line"], range[end]["character"]);
    format!("{}-{}", at("start"), at("end"))
}

fn range(a: u32, b: u32, c: u32, d: u32) -> Value {
    json!({ "start": { "line": a, "character": b }, "end": { "line": c, "character": d } })
}

fn about(uri: &str) -> Value {
    json!({ "textDocument": { "uri": uri } })
}

/// A text with edits of the server made.
fn edited(text: &str, edits: &Value) -> String {
    let byte = |at: &Value| {
        let line = at["line"].as_u64().expect("a number") as usize;
        let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        let mut units = at["character"].as_u64().expect("a number") as usize;
        let inside = text[start..].chars().take_while(|c| {
            let is_before = units > 0;
            units = units.saturating_sub(c.len_utf16());
            is_before
        });
        start + inside.map(char::len_utf8).sum::<usize>()
    };
    let mut all: Vec<(usize, usize, &str)> = edits
        .as_array()
        .expect("a list")
        .iter()
        .map(|it| {
            let range = &it["range"];
            let new = it["newText"].as_str().expect("a text");
            (byte(&range["start"]), byte(&range["end"]), new)
        })
        .collect();
    all.sort_unstable();
    let mut text = text.to_owned();
    for (start, end, new) in all.into_iter().rev() {
        text.replace_range(start..end, new);
    }
    text
}

/// The address of a file in a folder.
fn uri(folder: &Folder, name: &str) -> String {
    format!("file://{}", folder.file(name))
}

const URI: &str = "untitled:one";

#[test]
fn complaints_come_soon_and_at_their_places() {
    let mut client = Client::ready();
    client.open(URI, "game nim \"😀\" { take anny }");
    assert_eq!(
        client.complaints(URI, 1),
        ["unknown_name 0:21-0:25: nothing is called `anny`"]
    );
    // The name becomes a word; behind it stands a character beyond the first plane.
    client.change(
        URI,
        2,
        json!([
            { "range": range(0, 21, 0, 25), "text": "any" },
            { "range": range(0, 10, 0, 12), "text": "🂡🂡\u{301}" },
            { "range": range(0, 27, 9, 9), "text": "}\n# 😀\nlet x = 1 + y" },
        ]),
    );
    assert_eq!(
        client.complaints(URI, 2),
        ["unknown_name 2:12-2:13: nothing is called `y`"]
    );
    client.change(URI, 3, json!([{ "text": "game nim { take any }" }]));
    let begun = Instant::now();
    assert_eq!(client.complaints(URI, 3), [""; 0]);
    assert!(begun.elapsed() < Duration::from_secs(5));
    // Of several changes the last one counts.
    for version in 4..40 {
        client.change(
            URI,
            version,
            json!([{ "text": "game nim { take".repeat(version as usize) }]),
        );
    }
    client.change(URI, 40, json!([{ "text": "let unused = 3" }]));
    assert_eq!(
        client.complaints(URI, 40),
        ["unused 0:4-0:10: the `let` `unused` is not used"]
    );
    client.tell("textDocument/didClose", about(URI));
    let gone = client.wait(|it| {
        it["params"]["version"].is_null() && it["method"] == "textDocument/publishDiagnostics"
    });
    assert_eq!(gone["params"]["diagnostics"], json!([]));
    assert_eq!(client.end(), Some(0));
}

#[test]
fn files_use_each_other_as_they_stand_in_the_editor() {
    let folder = Folder::new();
    let name = "other é.nimrule";
    folder.write(name, b"game other { take any }");
    let (main, other) = (
        uri(&folder, "main.nimrule"),
        uri(&folder, "other%20%C3%A9.nimrule"),
    );
    let mut client = Client::ready();
    client.open(
        &main,
        "use \"other é.nimrule\"\nexpect grundy(other[3]) == 3",
    );
    assert_eq!(client.complaints(&main, 1), [""; 0]);
    // The other file is opened and changed, and not saved.
    client.open(&other, "game other { take anny }");
    assert_eq!(client.complaints(&other, 1).len(), 1);
    assert_eq!(
        client.complaints(&main, 1),
        ["unknown_name 0:4-0:21: nothing is called `anny`"]
    );
    client.change(&other, 2, json!([{ "text": "game another { take any }" }]));
    let wrong = client.complaints(&main, 1);
    assert!(wrong[0].starts_with("unknown_name 1:14-1:19"), "{wrong:?}");
    // It is closed, and what is on disk counts again; then that changes, to what is no text and to nothing.
    client.tell("textDocument/didClose", about(&other));
    assert_eq!(client.complaints(&main, 1), [""; 0]);
    for (bytes, wanted) in [
        (Some(&b"\xff\xfe"[..]), "unreadable_file 0:4-0:21"),
        (None, "unreadable_file 0:4-0:21"),
        (Some(&b"game other { take any }"[..]), ""),
    ] {
        match bytes {
            Some(bytes) => drop(folder.write(name, bytes)),
            None => std::fs::remove_file(folder.file(name)).expect("it is there"),
        }
        client.tell("workspace/didChangeWatchedFiles", json!({ "changes": [] }));
        let found = client.complaints(&main, 1).concat();
        assert!(
            found.starts_with(wanted) && found.is_empty() == wanted.is_empty(),
            "{found}"
        );
    }
    assert_eq!(client.end(), Some(0));
}

#[test]
fn a_change_elsewhere_takes_nothing_away() {
    let mut client = Client::ready();
    // What fails in small piles is found behind the other mistakes.
    client.open(URI, "game g { move n -> n - 1 where 6 / (n - 2) > 0 }");
    client.complaints(URI, 1);
    client.open("untitled:other", "game other { take 1 }");
    assert_eq!(client.complaints("untitled:other", 1), [""; 0]);
    let found = client.complaints(URI, 1);
    assert!(found.concat().contains("division_by_zero"), "{found:?}");
    assert_eq!(client.end(), Some(0));
}

#[test]
fn fixes_are_offered_where_there_is_one() {
    let mut client = Client::ready();
    let mut version = 0;
    for (text, wanted) in [
        ("game nim { tak any }", "game nim { take any }"),
        ("let a = (1 + 2]", "let a = (1 + 2)"),
        ("expect (1, 2) == [1, 2]", "expect (1, 2) == (1, 2)"),
        ("# 😀\ngame 😀nim { take any }", ""),
        (
            "game nim { take any }\nexpect winner(nym[3]) == first",
            "game nim { take any }\nexpect winner(nim[3]) == first",
        ),
        (
            "game nim { take any }\nexpect grundy(nim[3]) = 3",
            "game nim { take any }\nexpect grundy(nim[3]) == 3",
        ),
        ("game nim { take any }", ""),
    ] {
        version += 1;
        let uri = format!("untitled:{version}");
        client.open(&uri, text);
        client.complaints(&uri, 1);
        let params = json!({ "textDocument": { "uri": uri }, "range": range(0, 0, 99, 0), "context": { "diagnostics": [] } });
        let actions = client.ask("textDocument/codeAction", params);
        match actions.as_array().expect("a list").as_slice() {
            [] => assert_eq!(wanted, "", "{text}"),
            [action, ..] => {
                assert_eq!(action["kind"], "quickfix");
                assert_eq!(
                    edited(text, &action["edit"]["changes"][&uri]),
                    wanted,
                    "{text}"
                );
            }
        }
    }
    assert_eq!(client.end(), Some(0));
}

#[test]
fn documents_are_formatted_outlined_and_folded() {
    let mut client = Client::ready();
    let text = "# 😀 one\n# two\ngame  nim(k=3)  \"T\" {\n  let m=k\n take 1..m }\n\nlet f(x)=x\nexpect f(1)==1\n";
    client.open(URI, text);
    let styled = edited(text, &client.ask("textDocument/formatting", json!({ "textDocument": { "uri": URI }, "options": { "tabSize": 4, "insertSpaces": true } })));
    assert_eq!(styled, out(&run_with(&["fmt", "-"], text)));
    let symbols = client.ask("textDocument/documentSymbol", about(URI));
    let shown: Vec<String> = symbols
        .as_array()
        .expect("a list")
        .iter()
        .map(|it| format!("{} {} {}", it["name"], it["kind"], place(&it["range"])))
        .collect();
    assert_eq!(shown, ["\"nim\" 5 2:0-4:12", "\"f\" 12 6:0-6:10"]);
    assert_eq!(symbols[0]["children"][0]["name"], "m");
    let folds = client.ask("textDocument/foldingRange", about(URI));
    let lines: Vec<_> = folds
        .as_array()
        .expect("a list")
        .iter()
        .map(|it| (it["startLine"].as_u64(), it["endLine"].as_u64()))
        .collect();
    assert_eq!(lines, [(Some(0), Some(1)), (Some(2), Some(3))]);
    // What is in the style, and what cannot be read, is left alone.
    for (version, text) in [(2, styled.as_str()), (3, "game {{{"), (4, "")] {
        client.change(URI, version, json!([{ "text": text }]));
        let edits = client.ask("textDocument/formatting", json!({ "textDocument": { "uri": URI }, "options": { "tabSize": 4, "insertSpaces": true } }));
        assert_eq!(edits, json!([]), "{text}");
    }
    assert_eq!(client.end(), Some(0));
}

/// A text with `|` in it: the text without, and where that stood.
fn marked(text: &str) -> (String, Value) {
    let (before, behind) = text.split_once('|').expect("a mark");
    let line = before.matches('\n').count();
    let column = before.rsplit('\n').next().unwrap_or("");
    let at = json!({ "line": line, "character": column.encode_utf16().count() });
    (format!("{before}{behind}"), at)
}

/// What is asked of the place of `|` in a text.
fn at(client: &mut Client, method: &str, text: &str, more: Value) -> Value {
    let (text, position) = marked(text);
    client.open(URI, &text);
    let mut params = json!({ "textDocument": { "uri": URI }, "position": position });
    for (key, value) in more.as_object().into_iter().flatten() {
        params[key] = value.clone();
    }
    client.ask(&format!("textDocument/{method}"), params)
}

#[test]
fn hovering_says_what_the_program_says() {
    let mut client = Client::ready();
    for (text, wanted) in [
        (
            "# 😀\ngame kay|les { take 1..2 leaving 0..2 piles }",
            vec![
                "kayles: a turn takes 1 or 2",
                "values of 0..20: 0 1 2 3 1 4 3 2",
                "g(n + 12) = g(n) from n = 71",
            ],
        ),
        (
            "game nim { take any }\nexpect gru|ndy(nim[3]) == 3",
            vec!["grundy(nim[3]) = 3", "grundy(POSITION)"],
        ),
        (
            "game nim { take any }\nlet all = [gru|ndy(nim[k]) for k in 1..3]",
            vec!["grundy(POSITION)"],
        ),
        (
            "game nim { take any }\nlet every = [grundy(nim[k]) for k in 1..3]\nexpect ev|ery == [1, 2, 3]",
            vec!["let every = ", "every = [1, 2, 3]"],
        ),
        ("game nim { ta|ke any }", vec!["take AMOUNTS"]),
        ("game nim { take any }\nlet x = m|ax(1, 2)", vec!["max("]),
        ("game broken { take 1..|", vec![]),
        ("|", vec![]),
    ] {
        let said = at(&mut client, "hover", text, json!({}));
        let said = said["contents"]["value"].as_str().unwrap_or("").to_owned();
        assert_eq!(said.is_empty(), wanted.is_empty(), "{text}: {said}");
        for wanted in wanted {
            assert!(said.contains(wanted), "{text}: {said}");
        }
    }
    // Of a complaint the reference says more.
    client.open("untitled:two", "game nim { take some }");
    client.complaints("untitled:two", 1);
    let position = json!({ "line": 0, "character": 18 });
    let params = json!({ "textDocument": { "uri": "untitled:two" }, "position": position });
    let said = client.ask("textDocument/hover", params);
    let said = said["contents"]["value"].as_str().expect("a text");
    assert!(said.starts_with("nimrule::unknown_name: "), "{said}");
    // What takes too long says so, and what is not wanted any more ends.
    let slow = "game g { octal 0.07  misere }\nexpect win|ner(g[35, 34, 33, 32]) == first";
    let said = at(&mut client, "hover", slow, json!({}));
    assert!(
        said["contents"]["value"]
            .as_str()
            .expect("a text")
            .contains("second"),
        "{said}"
    );
    let (_, position) = marked(slow);
    let params = json!({ "textDocument": { "uri": URI }, "position": position });
    let id = client.begin("textDocument/hover", params.clone());
    client.tell("$/cancelRequest", json!({ "id": id }));
    assert_eq!(client.answer(id)["error"], -32800);
    let id = client.begin("textDocument/hover", params);
    client.change(URI, 2, json!([{ "text": "" }]));
    assert_eq!(client.answer(id)["error"], -32801);
    assert_eq!(client.end(), Some(0));
}

#[test]
fn lines_above_claims_and_games_say_how_they_stand() {
    let mut client = Client::ready();
    let text = "game nim { take any }\n\
        game lim(m) { take 1..m }\n\
        game rook \"R\" { pile (a, b) move (a, b) -> (c, b) for c in 0..a-1 }\n\
        game hard { octal 0.07  misere }\n\
        expect grundy(nim[3]) == 3\n\
        expect grundy(nim[3]) == 4\n\
        expect winner(nim[3]) == first and false\n\
        expect grundy(nim[3]) == 1 / (2 - 2)\n\
        let slow = 1\n\
        expect sum(i * j % 7 for i in 1..100_000, j in 1..100_000) == slow\n";
    client.open(URI, text);
    let lines = client.ask("textDocument/codeLens", about(URI));
    let lines = lines.as_array().expect("a list").clone();
    let said: Vec<String> = lines
        .iter()
        .map(|line| client.ask("codeLens/resolve", line.clone()))
        .map(|line| line["command"]["title"].as_str().unwrap_or("-").to_owned())
        .collect();
    for (said, wanted) in said.iter().zip([
        "values of 0..20: 0 1 2 3 4",
        "lim(3): values of 0..20: 0 1 2 3 0 1",
        "rook: a pile is two",
        "hard: ",
        "holds",
        "fails: 3 and 4",
        "fails",
        "not known: ",
        "not known: ",
    ]) {
        assert!(said.starts_with(wanted), "{said} {wanted}");
    }
    // What the text said before is not answered any more, whether it was asked for or not.
    let last = lines.last().expect("a line").clone();
    let id = client.begin("codeLens/resolve", last.clone());
    client.change(URI, 2, json!([{ "text": "game nim { take 1..3" }]));
    assert_eq!(client.answer(id)["error"], -32801);
    assert_eq!(client.ask("codeLens/resolve", last)["error"], -32801);
    // Nothing is known of rules with mistakes.
    let lines = client.ask("textDocument/codeLens", about(URI));
    let line = client.ask("codeLens/resolve", lines[0].clone());
    let title = line["command"]["title"].as_str().expect("a text");
    assert!(title.starts_with("not known: "), "{title}");
    let nothing = json!({ "range": range(0, 0, 0, 0), "data": 3 });
    assert_eq!(client.ask("codeLens/resolve", nothing)["error"], -32602);
    assert_eq!(client.end(), Some(0));
}

/// What is said above the claims and games of a document.
fn titles(client: &mut Client, uri: &str) -> Vec<String> {
    let lines = client.ask("textDocument/codeLens", about(uri));
    let lines = lines.as_array().expect("a list").clone();
    let ids = lines
        .into_iter()
        .map(|line| client.begin("codeLens/resolve", line));
    let ids: Vec<i64> = ids.collect();
    let said = ids.into_iter().map(|id| client.answer(id));
    said.map(|line| line["command"]["title"].as_str().unwrap_or("-").to_owned())
        .collect()
}

#[test]
fn what_can_be_read_is_asked_about_beside_mistakes() {
    let folder = Folder::new();
    let mut client = Client::ready();
    let good = "game nim { take any }\nexpect grundy(nim[3]) == 3\n";
    for (index, (wrong, titled)) in [
        ("", vec![]),
        (
            "game bad { take anny }\n",
            vec!["not known: nothing is called `anny`"],
        ),
        (
            "expect grundy(nym[3]) == 3\n",
            vec!["not known: nothing is called `nym`"],
        ),
        ("let bad = 1 +\n", vec![]),
        (
            "expect nope == １\n",
            vec!["not known: nothing is called `nope`"],
        ),
        ("let bad = “é\n", vec![]),
        ("]\n", vec![]),
        ("use \"none.nimrule\"\n", vec![]),
        ("game bad { take any\n", vec!["not known: "]),
        (
            "let lost = y\ngame needs { take lost }\nexpect grundy(needs[1]) == 1\n",
            vec!["not known: nothing is called `y`"; 2],
        ),
        (
            "game bad { take anny }\nlet other = nothing\nlet more = other\nexpect more == 1\n",
            vec![
                "not known: nothing is called `anny`",
                "not known: nothing is called `nothing`",
            ],
        ),
    ]
    .into_iter()
    .enumerate()
    {
        for (side, text) in [format!("{wrong}{good}"), format!("{good}{wrong}")]
            .iter()
            .enumerate()
        {
            let uri = uri(&folder, &format!("{index}_{side}.nimrule"));
            client.open(&uri, text);
            let (known, unknown): (Vec<_>, Vec<_>) = titles(&mut client, &uri)
                .into_iter()
                .partition(|it| !it.starts_with("not known"));
            assert_eq!(known.len(), 2, "{text} {known:?} {unknown:?}");
            assert!(
                known[0].starts_with("values of 0..20: 0 1 2 3"),
                "{known:?}"
            );
            assert_eq!(known[1], "holds", "{text}");
            assert_eq!(unknown.len(), titled.len(), "{text} {unknown:?}");
            for (said, wanted) in unknown.iter().zip(&titled) {
                assert!(
                    said.starts_with(wanted) && !said.contains('/'),
                    "{text} {said}"
                );
            }
            let line = text.lines().position(|line| line.starts_with("game nim"));
            let position = json!({ "line": line, "character": 6 });
            let params = json!({ "textDocument": { "uri": uri }, "position": position });
            let said = client.ask("textDocument/hover", params)["contents"]["value"].clone();
            let said = said.as_str().unwrap_or("nothing");
            assert!(said.contains("values of 0..20: 0 1 2 3"), "{text} {said}");
            let params = json!({ "command": "nimrule.page", "arguments": [uri, "nim"] });
            let page = client.ask("workspace/executeCommand", params);
            assert!(
                page.as_str().is_some_and(|it| it.contains("<h1>nim</h1>")),
                "{text}"
            );
        }
    }
    assert_eq!(client.end(), Some(0));
}

#[test]
fn all_lines_are_answered_and_let_other_work_go_first() {
    let mut client = Client::ready();
    let text = "game nim { take any }\n".to_owned() + &"expect grundy(nim[3]) == 3\n".repeat(600);
    client.open(URI, &text);
    let said = titles(&mut client, URI);
    let count = said.iter().filter(|it| *it == "holds").count();
    assert_eq!((said.len(), count), (601, 600), "{said:?}");
    assert_eq!(client.end(), Some(0));
    // A line that takes long is paused for what is wrong elsewhere and what is asked there.
    let mut client = Client::with(&["--max-time", "24h"]).agreed();
    client.open(
        URI,
        "expect sum(i * j % 7 for i in 1..1_000_000, j in 1..1_000_000) == 1\nexpect 1 == 1",
    );
    assert_eq!(client.complaints(URI, 1), [""; 0]);
    let lines = client.ask("textDocument/codeLens", about(URI));
    let ids = [0, 1].map(|at| client.begin("codeLens/resolve", lines[at].clone()));
    client.open("untitled:two", "game g { take 1 }\ngame h { take anny }");
    assert_eq!(client.complaints("untitled:two", 1).len(), 1);
    let position = json!({ "line": 0, "character": 5 });
    let params = json!({ "textDocument": { "uri": "untitled:two" }, "position": position });
    let said = client.ask("textDocument/hover", params);
    let said = said["contents"]["value"].as_str().expect("a text");
    assert!(said.contains("values of 0..20: 0 1 0 1"), "{said}");
    let is_answered = |it: &Value| ids.iter().any(|id| it["id"] == *id);
    assert!(!client.kept.iter().any(is_answered), "{:?}", client.kept);
    // It goes on with the first one, and behind that with the second.
    client.tell("$/cancelRequest", json!({ "id": ids[0] }));
    assert_eq!(client.answer(ids[0])["error"], -32800);
    assert_eq!(client.answer(ids[1])["command"]["title"], "holds");
    assert_eq!(client.end(), Some(0));
}

#[test]
fn an_editor_that_can_show_pages_is_given_them() {
    let mut client = Client::start();
    let able = json!({ "commands": ["nimrule.plot", "nimrule.play", "other"] });
    client.ask(
        "initialize",
        json!({ "capabilities": {}, "initializationOptions": able }),
    );
    let text = "game nim \"</title>\" { take any }\n\
        game lim(m) { take 1..m }\n\
        game slow { octal 0.07  misere }\n\
        expect grundy(nim[3]) == 3\n";
    client.open(URI, text);
    let lines = client.ask("textDocument/codeLens", about(URI));
    let lines = lines.as_array().expect("a list");
    let commands: Vec<&Value> = lines.iter().map(|line| &line["command"]).collect();
    let command = |title: &str, game: &str| {
        let name = format!("nimrule.{title}");
        json!({ "title": title, "command": name, "arguments": [URI, game] })
    };
    let wanted = ["nim", "lim", "slow"]
        .map(|game| [Value::Null, command("plot", game), command("play", game)]);
    let wanted: Vec<&Value> = wanted.iter().flatten().chain([&Value::Null]).collect();
    assert_eq!(commands, wanted);
    let page = |client: &mut Client, command: &str, arguments: Value| {
        let params = json!({ "command": command, "arguments": arguments });
        client.ask("workspace/executeCommand", params)
    };
    // The text is that of the editor, and a game with parameters has some.
    for (game, title) in [("nim", "&lt;/title&gt;"), ("lim", "lim(3)")] {
        let page = page(&mut client, "nimrule.page", json!([URI, game]));
        let page = page.as_str().unwrap_or_else(|| panic!("{page}"));
        assert!(page.contains("http-equiv=\"Content-Security-Policy\""));
        assert!(page.contains(&format!("<h1>{title}</h1>")), "{game}");
        assert!(page.contains("id=\"play\""));
    }
    for (command, arguments, wanted) in [
        ("nimrule.page", json!([URI, "none"]), "`none`"),
        ("nimrule.page", json!(["untitled:no", "nim"]), "is not open"),
        ("nimrule.page", json!([URI]), "invalid length 1"),
        ("nimrule.plot", json!([URI, "nim"]), "`nimrule.plot`"),
    ] {
        let answer = page(&mut client, command, arguments);
        let why = answer["why"].as_str().unwrap_or("a page");
        assert!(why.contains(wanted), "{why} {wanted}");
    }
    // What was asked of a text ends with it.
    let params = json!({ "command": "nimrule.page", "arguments": [URI, "slow"] });
    let id = client.begin("workspace/executeCommand", params);
    client.change(URI, 2, json!([{ "text": "game nim { take anny }" }]));
    assert_eq!(client.answer(id)["error"], -32801);
    let answer = page(&mut client, "nimrule.page", json!([URI, "nim"]));
    let why = answer["why"].as_str().expect("a reason");
    assert!(why.contains("anny"), "{why}");
    assert_eq!(client.end(), Some(0));
}

#[test]
fn what_is_typed_is_completed_and_explained() {
    let mut client = Client::start();
    let item = json!({ "snippetSupport": true });
    let able = json!({ "textDocument": { "completion": { "completionItem": item } } });
    client.ask("initialize", json!({ "capabilities": able }));
    for (text, label, edit) in [
        ("game nim { take any }\nexpect grundy(ni|", "nim", "nim"),
        (
            "game lim(m, k = 2) { take 1..m }\nexpect li|",
            "lim(m, k = 2)",
            "lim(${1:m}, ${2:k = 2})$0",
        ),
        (
            "game lim(m) { take 1..m }\nexpect gru|",
            "grundy",
            "grundy(${1:POSITION})$0",
        ),
        ("game lim(m) { ta|", "take", "take ${0:1..3}"),
        ("ga|", "game", "game ${1:name} {\n    $0\n}"),
        ("game wide(width) { take 1..wi|", "width", "width"),
        ("# no|", "", ""),
        ("game nim { take any }\nexpect nim[3] == ü|", "", ""),
    ] {
        let items = at(&mut client, "completion", text, json!({}));
        let items = items.as_array().expect("a list");
        let found = items.iter().find(|it| it["label"] == label);
        assert_eq!(found.is_some(), !label.is_empty(), "{text} {items:?}");
        if let Some(found) = found {
            assert_eq!(found["textEdit"]["newText"], edit, "{text}");
        }
    }
    for (text, label, active) in [
        ("game nim { take any }\nexpect values(nim, |", "values(", 1),
        ("let f(a, b) = a + b\nexpect f([1, 2], |", "f(a, b)", 1),
        ("expect 1 + |", "", 0),
        ("expect (\u{0}|", "", 0),
    ] {
        let help = at(&mut client, "signatureHelp", text, json!({}));
        let found = help["signatures"][0]["label"].as_str().unwrap_or("");
        assert!(
            found.starts_with(label) && found.is_empty() == label.is_empty(),
            "{text}: {help}"
        );
        assert_eq!(
            help["activeParameter"].as_i64().unwrap_or(0),
            active,
            "{text}"
        );
    }
    let text = "# é😀\nlet a = max(1, \"😀\") # x";
    client.open(URI, text);
    let colours = client.ask("textDocument/semanticTokens/full", about(URI));
    let data = json!([
        0, 0, 5, 3, 0, 1, 0, 3, 0, 0, 0, 8, 3, 4, 0, 0, 4, 1, 1, 0, 0, 3, 4, 2, 0, 0, 6, 3, 3, 0
    ]);
    assert_eq!(colours["data"], data);
    assert_eq!(client.end(), Some(0));
}

#[test]
fn words_are_offered_before_a_letter_is_typed() {
    let mut client = Client::ready();
    for (text, wanted) in [
        ("|", "expect game let use"),
        (
            "game nim { take any }\n|",
            "and else expect for game in let or then use where",
        ),
        ("let x = |", "false first game hex if not octal second true"),
        ("expect (|", "false first game hex if not octal second true"),
        ("expect (1 |", "and else for in or then where"),
        (
            "game g { |",
            "draw each end hex let loopy misere move octal pile split take",
        ),
        (
            "game g { # more\n|",
            "draw each end hex let loopy misere move octal pile split take",
        ),
        (
            "game g { take |",
            "all any equal false first game hex if into none not octal second true turn unequal when",
        ),
        (
            "game g { take any |",
            "alike and draw each else end for from hex in leaving let loopy misere move octal or pile \
             piles split take then where",
        ),
    ] {
        let items = at(&mut client, "completion", text, json!({}));
        let items = items.as_array().expect("a list").iter();
        let words = items.filter(|it| it["kind"] == 14);
        let words: Vec<&str> = words.filter_map(|it| it["label"].as_str()).collect();
        assert_eq!(words.join(" "), wanted, "{text}");
    }
    let begun = at(&mut client, "completion", "game g { |", json!({}));
    let count = begun.as_array().map(Vec::len);
    assert_eq!(count, Some(12), "{begun}");
    for (text, wanted) in [
        ("use \"kay|", vec!["kayles\""]),
        ("use \"no/kay|", vec![]),
        ("let t = column(\"kay|", vec![]),
    ] {
        let items = at(&mut client, "completion", text, json!({}));
        let items = items.as_array().expect("a list").iter();
        let edits: Vec<&Value> = items.map(|it| &it["textEdit"]["newText"]).collect();
        assert_eq!(edits, wanted, "{text}");
    }
    assert_eq!(client.end(), Some(0));
}

/// Texts with a place in them, where the name there is defined, and the text with another name; none: it cannot be changed.
const RENAMED: &[(&str, &str, &str)] = &[
    (
        "game nim { take any }\nexpect grundy(n|im[3]) == 3",
        "0:5-0:8",
        "game new { take any }\nexpect grundy(new[3]) == 3",
    ),
    (
        "game g(k) { take |k, k + 1 }\nlet k = 3\nexpect g(k)[1] == g(k)[1]",
        "0:7-0:8",
        "game g(new) { take new, new + 1 }\nlet k = 3\nexpect g(k)[1] == g(k)[1]",
    ),
    (
        "game g { pile n take k for k in 1..n take |k for k in 1..3 }",
        "0:48-0:49",
        "game g { pile n take k for k in 1..n take new for new in 1..3 }",
    ),
    (
        "game g { pile n take k where |k < n split into a, b where a < b }",
        "0:21-0:22",
        "game g { pile n take new where new < n split into a, b where a < b }",
    ),
    (
        "game g { pile n split into a, b where a < |b }",
        "0:30-0:31",
        "game g { pile n split into a, new where a < new }",
    ),
    (
        "let f(x) = |x + 1\nlet x = [x for x in [1, f(2)]]",
        "0:6-0:7",
        "let f(new) = new + 1\nlet x = [x for x in [1, f(2)]]",
    ),
    (
        "let x = [1]\nlet y = [x for x in |x]",
        "0:4-0:5",
        "let new = [1]\nlet y = [x for x in new]",
    ),
    (
        "game g { let half = 2 take 1..ha|lf }",
        "0:13-0:17",
        "game g { let new = 2 take 1..new }",
    ),
    (
        "game max { take max(1, 2) }\nexpect grundy(|max[1]) == 1",
        "0:5-0:8",
        "game new { take max(1, 2) }\nexpect grundy(new[1]) == 1",
    ),
    (
        "let a = 2\ngame g(a = 1, b = |a) { take a, b }",
        "0:4-0:5",
        "let new = 2\ngame g(a = 1, b = new) { take a, b }",
    ),
    (
        "let n = 9\ngame g { pile n in 0..|n take 1 }",
        "0:4-0:5",
        "let new = 9\ngame g { pile n in 0..new take 1 }",
    ),
    (
        "let a = 2\ngame g { pile {a, b} each turn 1..|a piles move a -> a - 1 }",
        "0:4-0:5",
        "let new = 2\ngame g { pile {a, b} each turn 1..new piles move a -> a - 1 }",
    ),
    (
        "let n = 9\ngame g { let most = |n take 1..most }",
        "0:4-0:5",
        "let new = 9\ngame g { let most = new take 1..most }",
    ),
    (
        "let f(x) = [x / 2]\nlet xs = [closure([f], |f) for f in 1..3]",
        "0:4-0:5",
        "let new(x) = [x / 2]\nlet xs = [closure([f], new) for f in 1..3]",
    ),
    (
        "let ａｂ = １\nexpect |ａｂ == 1",
        "0:4-0:6",
        "let new = １\nexpect new == 1",
    ),
    (
        "game g（ａ，ｂ） { take ａ, |ｂ }",
        "0:9-0:10",
        "game g（ａ，new） { take ａ, new }",
    ),
    ("game max { take m|ax(1, 2) }", "", ""),
    ("game g { take any where |n > 2 }", "0:5-0:6", ""),
    ("game nim { take |any }", "", ""),
];

#[test]
fn names_are_found_and_changed_where_they_mean_the_same() {
    let mut client = Client::ready();
    for &(text, definition, renamed) in RENAMED {
        let found = at(&mut client, "definition", text, json!({}));
        let place = if found.is_null() {
            String::new()
        } else {
            place(&found["range"])
        };
        assert_eq!(place, definition, "{text}");
        let edit = at(&mut client, "rename", text, json!({ "newName": "new" }));
        let (plain, _) = marked(text);
        match edit.get("error") {
            Some(_) => assert_eq!(renamed, "", "{text}: {edit}"),
            None => assert_eq!(edited(&plain, &edit["changes"][URI]), renamed, "{text}"),
        }
    }
    for name in ["", "take", "1a", "a b", " a", "é", "other", "while"] {
        let text = "game n|im { take any }\nlet other = 3";
        let edit = at(&mut client, "rename", text, json!({ "newName": name }));
        assert_eq!(edit["error"], -32803, "{name}");
    }
    // The pile has this name already, where the other one stands.
    for (text, is_free) in [
        ("game g(m) { take 1..|m }", false),
        ("let m| = 3\ngame g { take 1..m }", false),
        ("let m| = 3\ngame g { take 1 }\nexpect m == 3", true),
        ("game g(m) { pile p take 1..|m }", true),
    ] {
        let edit = at(&mut client, "rename", text, json!({ "newName": "n" }));
        assert_eq!(edit.get("error").is_none(), is_free, "{text}");
    }
    assert_eq!(client.end(), Some(0));
}

#[test]
fn names_are_found_in_all_files_of_the_folder() {
    let folder = Folder::new();
    folder.write(
        "base.nimrule",
        b"game base { take any }\nexpect grundy(base[1]) == 1\n",
    );
    folder.write(
        "closed.nimrule",
        b"use \"base.nimrule\"\nexpect grundy(base[2]) == 2\n",
    );
    folder.write("apart.nimrule", b"game base { take 1 }\n");
    folder.write("user.nimrule", b"use \"base.nimrule\"\nlet own = 1\n");
    let mut client = Client::start();
    let root = uri(&folder, "");
    client.ask(
        "initialize",
        json!({ "capabilities": {}, "workspaceFolders": [{ "uri": root, "name": "x" }] }),
    );
    let open = uri(&folder, "open.nimrule");
    client.open(&open, "use \"base.nimrule\"\nuse \"kayles\"\nlet x = grundy(base[3])\nexpect x == 3 and grundy(kayles[1]) == 1");
    let ask = |client: &mut Client, method: &str, line: u32, character: u32, name: &str| {
        let params = json!({
            "textDocument": { "uri": open }, "position": { "line": line, "character": character },
            "context": { "includeDeclaration": true }, "newName": name,
        });
        client.ask(&format!("textDocument/{method}"), params)
    };
    let found = ask(&mut client, "definition", 2, 16, "");
    assert_eq!(
        (found["uri"].as_str(), place(&found["range"])),
        (Some(&*uri(&folder, "base.nimrule")), "0:5-0:9".to_owned())
    );
    let found = ask(&mut client, "definition", 0, 7, "");
    assert_eq!(found["uri"].as_str(), Some(&*uri(&folder, "base.nimrule")));
    let found = ask(&mut client, "references", 2, 16, "");
    let found: Vec<String> = found
        .as_array()
        .expect("a list")
        .iter()
        .map(|it| {
            let uri = it["uri"].as_str().expect("a text");
            format!(
                "{} {}",
                uri.rsplit('/').next().unwrap_or(""),
                place(&it["range"])
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            "base.nimrule 0:5-0:9",
            "base.nimrule 1:14-1:18",
            "closed.nimrule 1:14-1:18",
            "open.nimrule 2:15-2:19"
        ]
    );
    let edit = ask(&mut client, "rename", 2, 16, "ground");
    assert_eq!(
        edit["changes"].as_object().expect("an object").len(),
        3,
        "{edit}"
    );
    for name in ["x", "own"] {
        assert_eq!(ask(&mut client, "rename", 2, 16, name)["error"], -32803);
    }
    assert_eq!(
        ask(&mut client, "rename", 3, 26, "bowling")["error"],
        -32803
    );
    let symbols = client.ask("workspace/symbol", json!({ "query": "AS" }));
    assert_eq!(symbols.as_array().expect("a list").len(), 2, "{symbols}");
    assert_eq!(client.end(), Some(0));
}

/// What is asked at the end of a text, and of the whole.
fn ask_all(client: &mut Client, uri: &str, end: &Value) -> Vec<i64> {
    let params = json!({ "textDocument": { "uri": uri }, "position": end });
    let methods = [
        "completion",
        "signatureHelp",
        "definition",
        "semanticTokens/full",
        "documentSymbol",
        "foldingRange",
        "hover",
    ];
    let methods = methods.map(|method| format!("textDocument/{method}"));
    methods
        .iter()
        .map(|it| client.begin(it, params.clone()))
        .collect()
}

/// Types a text in pieces that end at these bytes; asks at every one, and now and then waits for what is wrong.
fn typed(client: &mut Client, uri: &str, text: &str, ends: &[usize], wait: usize) {
    client.open(uri, "");
    let position = |byte: usize| {
        let before = &text[..byte];
        let column = before
            .rsplit('\n')
            .next()
            .unwrap_or("")
            .encode_utf16()
            .count();
        json!({ "line": before.matches('\n').count(), "character": column })
    };
    let mut start = 0;
    let mut open = Vec::new();
    for (version, &end) in (2..).zip(ends) {
        let range = json!({ "start": position(start), "end": position(start) });
        client.change(
            uri,
            version,
            json!([{ "range": range, "text": text[start..end] }]),
        );
        open.extend(ask_all(client, uri, &position(end)));
        if (version as usize).is_multiple_of(wait) {
            for found in client.complaints(uri, version) {
                assert!(!found.starts_with("internal"), "{found}: {}", &text[..end]);
            }
        }
        // Not more is asked than what may wait.
        if open.len() > 100 || end == text.len() {
            for id in open.drain(..) {
                let error = client.answer(id)["error"].as_i64();
                assert!(
                    matches!(error, None | Some(-32801)),
                    "{error:?}: {}",
                    &text[..end]
                );
            }
        }
        start = end;
    }
    // All is answered as if the text had been there from the beginning.
    let fresh = uri.replace(".nimrule", "_fresh.nimrule");
    client.open(&fresh, text);
    let answers = |client: &mut Client, uri: &str| -> Vec<Value> {
        let ids = ask_all(client, uri, &position(text.len()));
        ids.into_iter().map(|id| client.answer(id)).collect()
    };
    assert_eq!(answers(client, uri), answers(client, &fresh), "{uri}");
    for uri in [uri, &fresh] {
        client.tell("textDocument/didClose", about(uri));
    }
    client.kept.clear();
}

#[test]
fn every_example_can_be_typed() {
    let files = rule_files("examples");
    assert!(files.len() > 100);
    let mut client = Client::ready();
    for (index, file) in files.iter().enumerate() {
        let text = std::fs::read_to_string(file).expect("a text");
        let uri = format!("file://{}", file.display());
        let mut ends: Vec<usize> = match index % 66 {
            // By letter, and the others by pieces of a few tokens.
            0 => text
                .char_indices()
                .map(|(at, c)| at + c.len_utf8())
                .collect(),
            _ => nimrule::syntax::tokens(&text)
                .map(|token| token.end)
                .step_by(25)
                .collect(),
        };
        ends.extend((ends.last() != Some(&text.len())).then_some(text.len()));
        typed(
            &mut client,
            &uri,
            &text,
            &ends,
            if index % 33 == 0 { 100 } else { usize::MAX },
        );
    }
    assert_eq!(client.end(), Some(0));
}

#[test]
fn bad_messages_are_refused_and_the_next_one_is_read() {
    let mut client = Client::start();
    let code = |answer: &Value| answer["error"].as_i64();
    // Nothing is answered before the first request, and that comes once.
    assert_eq!(
        code(&client.ask("textDocument/hover", about(URI))),
        Some(-32002)
    );
    client.open(URI, "game nim {");
    client.ask("initialize", json!({ "capabilities": {} }));
    assert_eq!(code(&client.ask("initialize", json!({}))), Some(-32600));
    // What was opened too soon is not open.
    for (method, params, wanted) in [
        ("textDocument/formatting", about(URI), -32602),
        (
            "textDocument/formatting",
            json!({ "textDocument": { "uri": 3 } }),
            -32602,
        ),
        ("textDocument/documentSymbol", json!([1, 2]), -32602),
        ("textDocument/documentSymbol", Value::Null, -32602),
        (
            "textDocument/codeAction",
            json!({ "textDocument": { "uri": "a b" } }),
            -32602,
        ),
        ("nimrule/nonsense", json!({}), -32601),
        ("", json!({}), -32601),
    ] {
        assert_eq!(code(&client.ask(method, params)), Some(wanted), "{method}");
    }
    for wrong in [
        "{",
        "",
        "null",
        "[]",
        "{\"id\":1.5}",
        "{\"id\":{},\"method\":\"x\"}",
        &"[".repeat(1000),
        "\u{0}",
    ] {
        client.raw(&body(wrong));
        let answer = client.wait(|it| it.get("error").is_some());
        let code = answer["error"]["code"].as_i64();
        assert!(matches!(code, Some(-32700 | -32600)), "{wrong} {answer}");
    }
    // A message that is too long is passed over.
    let long = 33 << 20;
    client.raw(&format!("Content-Length: {long}\r\n\r\n"));
    for _ in 0..33 {
        client.raw(&" ".repeat(1 << 20));
    }
    client.wait(|it| it["error"]["code"] == -32600);
    assert_eq!(client.ask("shutdown", Value::Null), Value::Null);
    assert_eq!(
        code(&client.ask("textDocument/documentSymbol", about(URI))),
        Some(-32600)
    );
    client.tell("exit", Value::Null);
    assert_eq!(client.code(), Some(0));
}

#[test]
fn what_means_nothing_changes_nothing() {
    let mut client = Client::ready();
    // Answers to nothing, notifications that mean nothing.
    client.raw(&body("{\"jsonrpc\":\"2.0\",\"id\":99,\"result\":null}"));
    for params in [
        json!(null),
        json!(3),
        about("nonsense"),
        about(URI),
        json!({ "textDocument": { "uri": URI, "version": 3 }, "contentChanges": [] }),
    ] {
        for method in ["didOpen", "didChange", "didClose"] {
            client.tell(&format!("textDocument/{method}"), params.clone());
            let said = client.wait(|it| it["method"] == "window/logMessage");
            assert_eq!(said["params"]["type"], 2);
        }
    }
    client.tell("$/nonsense", json!({}));
    // Ranges outside of the text, and the wrong way round.
    client.open(URI, "a");
    for (version, range) in [
        (2, range(9, 9, 0, 1)),
        (3, range(4_000_000_000, 1, 4_000_000_000, 2)),
    ] {
        client.change(
            URI,
            version,
            json!([{ "range": range, "text": "\nlet b = c" }]),
        );
    }
    let found = client.complaints(URI, 3);
    assert!(
        found.iter().any(|it| it.starts_with("unknown_name 1:8")),
        "{found:?}"
    );
    let params = json!({ "textDocument": { "uri": URI }, "range": range(7, 7, 2, 2), "context": { "diagnostics": [] } });
    assert_eq!(client.ask("textDocument/codeAction", params), json!([]));
    assert_eq!(client.end(), Some(0));
}

#[test]
fn the_server_ends_with_its_client() {
    for said in [
        "",
        "Content-Length: 10\r\n\r\n{",
        "nonsense\r\n\r\n",
        "\r\n",
        "Content-Length: -3\r\n\r\n",
        "Content-Length: 99999999999999999999\r\n\r\n",
        "Content-Length: 9999999999999999\r\n\r\n{}",
        &"x".repeat(100_000),
    ] {
        let mut client = Client::start();
        let input = client.input.as_mut().expect("it is open");
        // The server may have gone before all is written.
        let _ = input.write_all(said.as_bytes());
        client.input = None;
        assert_eq!(client.code(), Some(1), "{:?}", &said[..said.len().min(40)]);
    }
    let said = err(&run_with(&["lsp"], "nonsense\r\n\r\n"));
    assert!(said.contains("no header"), "{said}");
    // `exit` without `shutdown`, and a client that dies while there is work.
    let mut client = Client::ready();
    client.tell("exit", Value::Null);
    assert_eq!(client.code(), Some(1));
    let mut client = Client::ready();
    client.open(
        URI,
        "game g { octal 0.07  misere }\nexpect winner(g[35, 34, 33, 32]) == first",
    );
    std::thread::sleep(Duration::from_millis(200));
    client.input = None;
    assert_eq!(client.code(), Some(1));
}

#[test]
fn all_requests_are_answered_before_the_end() {
    let mut client = Client::ready();
    client.open(URI, "game g { octal 0.07 }\nexpect grundy(g[30]) == 2");
    let place = json!({ "line": 0, "character": 5 });
    let params = json!({ "textDocument": { "uri": URI }, "position": place });
    // All at once: there is no time for answers between.
    let mut said = String::new();
    for id in 100..105 {
        let hover =
            json!({ "jsonrpc": "2.0", "id": id, "method": "textDocument/hover", "params": params });
        said += &body(&hover.to_string());
    }
    said += &body(&json!({ "jsonrpc": "2.0", "id": 105, "method": "shutdown" }).to_string());
    said += &body(&json!({ "jsonrpc": "2.0", "method": "exit" }).to_string());
    client.raw(&said);
    for id in 100..=105 {
        client.wait(|it| it["id"] == id && it.get("method").is_none());
    }
    assert_eq!(client.code(), Some(0));
    let rest: Vec<Value> = client.output.iter().collect();
    let mut rest = client.kept.iter().chain(&rest);
    assert!(rest.all(|it| it.get("id").is_none()));
}

#[test]
fn work_ends_at_its_limit_and_when_the_text_changes() {
    let folder = Folder::new();
    let uri = uri(&folder, "slow.nimrule");
    let mut client = Client::ready();
    client.open(
        &uri,
        "let slow = sum(i * j % 7 for i in 1..100_000, j in 1..100_000)\ngame g { take slow }",
    );
    std::thread::sleep(Duration::from_millis(300));
    let begun = Instant::now();
    client.change(&uri, 2, json!([{ "text": "game g { take 1 }" }]));
    assert_eq!(client.complaints(&uri, 2), [""; 0]);
    assert!(begun.elapsed() < Duration::from_secs(5));
    // The first version was not judged.
    let is_first = |it: &&Value| it["params"]["version"] == 1;
    assert_eq!(client.kept.iter().find(is_first), None);
    client.change(&uri, 3, json!([{ "text": "let slow = sum(i * j % 7 for i in 1..100_000, j in 1..100_000)\ngame g { take slow }" }]));
    let found = client.complaints(&uri, 3);
    assert!(found[0].starts_with("time_limit"), "{found:?}");
    assert!(folder.path().exists());
    assert_eq!(client.end(), Some(0));
}

#[cfg(unix)]
#[test]
fn the_test_of_the_editors_fails_where_none_is_installed() {
    let folder = Folder::new();
    for tool in "awk bash dirname head ln mkdir mktemp realpath rm".split(' ') {
        let mut places = ["/usr/bin", "/bin"]
            .iter()
            .map(|it| Path::new(it).join(tool));
        let found = places.find(|it| it.exists()).expect("a tool");
        std::os::unix::fs::symlink(found, folder.path().join(tool)).expect("a link");
    }
    let done = Command::new(folder.path().join("bash"))
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("editors/test.sh"))
        .env_clear()
        .env("PATH", folder.path())
        .env("NIMRULE", env!("CARGO_BIN_EXE_nimrule"))
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.code(), Some(1), "{said}");
    assert!(said.contains("no editor is installed"), "{said}");
}
