//! Limits from outside: every question ends with what its limit says, takes no more memory than it may, and Ctrl-C ends it
//! wherever it is.

use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A program that is still at work after so long does not end: a limit of time is a thousandth of it.
const FOR_EVER: Duration = Duration::from_secs(100);

/// What a question may take beyond its memory: 30 % or 32 MB, whichever is greater.
#[cfg(target_os = "linux")]
const BESIDE: u64 = 32 << 20;

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("nimrule-limits-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn start(args: &[&str]) -> Child {
    start_with(args, Stdio::null(), Stdio::null())
}

fn start_with(args: &[&str], input: Stdio, output: Stdio) -> Child {
    Command::new(env!("CARGO_BIN_EXE_nimrule"))
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(input)
        .stdout(output)
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs")
}

/// The exit code and what was complained of.
fn ended(mut child: Child, args: &[&str]) -> (Option<i32>, String) {
    let begun = Instant::now();
    let code = loop {
        match child.try_wait().expect("a child") {
            Some(status) => break status.code(),
            None if begun.elapsed() > FOR_EVER => {
                let _ = child.kill();
                panic!("{args:?} does not end");
            }
            None => std::thread::sleep(Duration::from_millis(10)),
        }
    };
    let mut complaints = String::new();
    let mut stderr = child.stderr.take().expect("a pipe");
    stderr.read_to_string(&mut complaints).expect("UTF-8");
    (code, complaints)
}

#[test]
fn every_question_ends_with_its_limit() {
    let folder = folder("questions");
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).expect("a file");
        path.to_string_lossy().into_owned()
    };
    let unequal = file("unequal.nimrule", "game u { split into 4 unequal }");
    let page = folder.join("x.html").to_string_lossy().into_owned();
    let time = "nimrule::time_limit";
    let memory = "nimrule::memory_limit";
    let cases: &[(&[&str], &str, &str)] = &[
        (&["values", "nim", "--to", "100000000"], "100s", memory),
        (&["values", "nim", "--to", "15000000"], "200ms", time),
        // As JSON a complaint is a part of the answer.
        (
            &["values", "nim", "--to", "15000000", "--json"],
            "200ms",
            "",
        ),
        (
            &["values", "nim", "--to", "15000000", "--csv"],
            "200ms",
            time,
        ),
        (&["values", &unequal, "--to", "100000"], "200ms", time),
        (
            &["eval", "nim", "values(nim, 0..100000000)"],
            "100s",
            memory,
        ),
        (&["report", "wythoff", "-o", &page], "20ms", time),
        (&["report", "kayles", "-o", &page], "20ms", time),
        (
            &["values", "kayles", "--to", "3000000", "--engine", "dense"],
            "200ms",
            time,
        ),
        (&["quotient", "dawson_kayles", "--to", "500"], "200ms", time),
        (&["genus", "mark[1..1000]"], "100s", memory),
        (
            &["genus", "-e", "take 1..3", "--to", "1000000000"],
            "100s",
            memory,
        ),
        (
            &["eval", "len(unique([k for k in 1..10000000]))"],
            "100s",
            memory,
        ),
        (&["eval", "sort([k for k in 1..10000000])"], "100s", memory),
        (
            &[
                "line",
                "-e",
                "take 1..3 each turn all piles",
                "rule[1..1000]",
            ],
            "200ms",
            time,
        ),
        (&["solve", "misere(nim)[1..70000]"], "200ms", time),
    ];
    for (args, most_time, ends_with) in cases {
        let limits = ["--max-time", most_time, "--max-memory", "64MiB"];
        let args: Vec<&str> = args.iter().copied().chain(limits).collect();
        let (code, complaints) = ended(start(&args), &args);
        assert_eq!(code, Some(3), "{args:?}: {complaints}");
        assert!(complaints.contains(ends_with), "{args:?}: {complaints}");
    }
    within_memory();
    std::fs::remove_dir_all(folder).expect("a folder");
}

/// No child took more than 64 MiB and what it may take beside that.
fn within_memory() {
    #[cfg(target_os = "linux")]
    {
        use nix::sys::resource::{UsageWho, getrusage};

        // In kilobytes, of the child that took most.
        let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("a usage");
        let most = usage.max_rss() as u64 * 1024;
        assert!(most <= (64 << 20) + BESIDE, "{} MB", most >> 20);
    }
}

/// Commands, texts that are long in different ways, and the exit codes.
fn long_texts() -> Vec<(&'static str, String, i32)> {
    // Piece by piece: what this process takes when it starts a child counts as the child's.
    let many = |count: usize, part: &dyn Fn(usize) -> String, between: &str| {
        let mut text = String::new();
        for number in 0..count {
            text.push_str(if number > 0 { between } else { "" });
            text.push_str(&part(number));
        }
        text
    };
    let nim = "\ngame nim { take any }\n";
    let games = |count| {
        many(
            count,
            &|n| format!("game g{n} {{ take {}, 9 }}", n % 7 + 1),
            "\n",
        )
    };
    let lets = |count| many(count, &|n| format!("let a{n} = {n}"), "\n") + nim;
    let takes = |count| {
        let takes = many(count, &|n| format!("take k where k == {}", n + 1), "\n");
        format!("game t {{ {takes} }}")
    };
    let amounts = |count| {
        let amounts = many(count, &|n| (n % 9 + 1).to_string(), ", ");
        format!("game t {{ take {amounts} }}")
    };
    let list = |count| format!("let a = [{}]{nim}", many(count, &|n| n.to_string(), ","));
    let sum = |count| {
        format!(
            "let b = 1\nlet a = {}{nim}",
            many(count, &|_| "b".into(), "+")
        )
    };
    let deep = |count| {
        let one = format!("{}1{}", "[".repeat(50), "]".repeat(50));
        format!("let a = [{}]{nim}", many(count, &|_| one.clone(), ","))
    };
    let wrong = |count| format!("let a = {}{nim}", many(count, &|_| "b".into(), "+"));
    let terms = |count| {
        let terms = many(count, &|n| format!("k[{}]", n % 50), " + ");
        format!("game k {{ take 1, 2 leaving 0..2 }}\nexpect winning({terms} + k[3]) != []\n")
    };
    let differ = |count| {
        let next = count + 1;
        format!("{nim}expect values(nim, 0..{count}) == values(nim, 1..{next})\n")
    };
    let one_list = |count| {
        format!(
            "{nim}expect len(values(nim, 0..{count})) == {}\n",
            count + 1
        )
    };
    vec![
        ("check", games(70_000), 3),
        ("check", games(8_000), 0),
        ("check", lets(200_000), 3),
        ("check", lets(30_000), 0),
        ("check", takes(20_000), 3),
        ("check", takes(6_000), 0),
        ("check", amounts(300_000), 3),
        ("check", amounts(30_000), 0),
        ("check", list(1_000_000), 3),
        ("check", list(50_000), 0),
        ("check", sum(400_000), 3),
        ("check", sum(30_000), 0),
        ("check", deep(10_000), 3),
        ("check", deep(1_000), 0),
        ("check", wrong(400_000), 3),
        ("check", wrong(30_000), 2),
        ("check", format!("use \"{}", "a".repeat(70_000)), 2),
        ("test", terms(20_000), 3),
        ("test", terms(500), 0),
        ("test", differ(600_000), 1),
        ("test", differ(20_000_000), 3),
        ("test", one_list(30_000_000), 3),
        ("test", one_list(600_000), 0),
    ]
}

/// Memory is counted for what a text becomes, not for its letters: what fits is answered, all else refused in time.
#[test]
fn long_texts_keep_to_the_memory() {
    let folder = folder("texts");
    for (number, (command, text, ends)) in long_texts().iter().enumerate() {
        let path = folder.join(format!("{number}.nimrule"));
        std::fs::write(&path, text).expect("a file");
        let path = path.to_string_lossy();
        let args = [
            command,
            path.as_ref(),
            "--max-time",
            "100s",
            "--max-memory",
            "64MiB",
        ];
        let (code, complaints) = ended(start(&args), &args);
        let begin: String = text.chars().take(50).collect();
        let told: String = complaints.chars().take(500).collect();
        assert_eq!(code, Some(*ends), "{begin}: {told}");
        let is_refused = complaints.contains("nimrule::memory_limit");
        assert_eq!(is_refused, *ends == 3, "{begin}: {told}");
    }
    within_memory();
    std::fs::remove_dir_all(folder).expect("a folder");
}

/// Lists may share their elements, so that few lines make more of them than anybody can go through.
#[test]
fn shared_lists_keep_to_the_limits() {
    let folder = folder("shared");
    let path = folder.join("shared.nimrule");
    let nested = |name: &str| {
        let lets = (1..60).map(|n| format!("let {name}{n} = [{name}{0}, {name}{0}]\n", n - 1));
        format!("let {name}0 = [1, 2]\n{}", lets.collect::<String>())
    };
    let (a, b) = (nested("a"), nested("b"));
    let text = format!("{a}{b}game g(x) {{ take len(x) }}\nexpect a58 == [b57, b57]\n");
    std::fs::write(&path, text).expect("a file");
    let path = path.to_string_lossy();
    let ask = |question| ["eval", &path, question];
    let cases: &[(&[&str], Option<i32>)] = &[
        (&ask("a59"), Some(3)),
        (&ask("[a40]"), Some(3)),
        (&["eval", &path, "a40", "--json"], Some(3)),
        (&ask("a59 == b59"), Some(3)),
        (&ask("a59 in [[a58, b58], b59]"), Some(3)),
        (&ask("len(unique([a59, b59]))"), Some(3)),
        (&ask("len(sort([a59, b59]))"), Some(3)),
        (&ask("grundy(g(a59)[2])"), Some(3)),
        (&["test", &path], Some(3)),
        (&ask("a59 == a59"), Some(0)),
        (&ask("len(a59)"), Some(0)),
        (&ask("a9"), Some(0)),
    ];
    for (args, ends) in cases {
        // What is answered at once has the time of a slow machine.
        let most_time = if *ends == Some(0) { "100s" } else { "200ms" };
        let limits = ["--max-time", most_time, "--max-memory", "64MiB"];
        let args: Vec<&str> = args.iter().copied().chain(limits).collect();
        let (code, complaints) = ended(start(&args), &args);
        assert_eq!(code, *ends, "{args:?}: {complaints}");
    }
    within_memory();
    std::fs::remove_dir_all(folder).expect("a folder");
}

/// A FIFO that nobody reads or writes keeps nobody longer than the time that is allowed.
#[cfg(unix)]
#[test]
fn fifos_that_wait_end_with_their_limit() {
    let folder = folder("writes");
    let fifo = folder.join("fifo.svg").to_string_lossy().into_owned();
    let made = Command::new("mkfifo").arg(&fifo).status();
    assert!(made.expect("mkfifo runs").success());
    let script = folder.join("script");
    std::fs::write(&script, format!(":save! {fifo}\n")).expect("a file");
    let cases: &[&[&str]] = &[
        &["verify", "nim", &fifo],
        &["period", "nim", "--certificate", &fifo],
        &["plot", "nim", "-o", &fifo],
        &["report", "nim", "-o", &fifo],
        &["repl"],
    ];
    for args in cases {
        let limit = ["--max-time", "1s"];
        let args: Vec<&str> = args.iter().copied().chain(limit).collect();
        let script = std::fs::File::open(&script).expect("a file");
        let child = start_with(&args, script.into(), Stdio::null());
        let (code, complaints) = ended(child, &args);
        assert_eq!(code, Some(3), "{args:?}: {complaints}");
        assert!(complaints.contains("time_limit"), "{args:?}: {complaints}");
    }
    std::fs::remove_dir_all(folder).expect("a folder");
}

/// Work that does not ask for its limits is ended with the process, and so is a wait for input.
#[test]
fn a_wait_for_input_ends_with_its_limit() {
    let cases: &[&[&str]] = &[
        &["check", "-", "--max-time", "100ms"],
        &["values", "-", "--to", "9", "--max-time", "100ms"],
        &["fmt", "-", "--max-time", "100ms"],
    ];
    for args in cases {
        let mut child = start_with(args, Stdio::piped(), Stdio::null());
        let input = child.stdin.take();
        let (code, complaints) = ended(child, args);
        assert_eq!(code, Some(3), "{args:?}: {complaints}");
        assert!(complaints.contains("time_limit"), "{args:?}: {complaints}");
        drop(input);
    }
}

/// What was found in time is written whole, however late it is read.
#[test]
fn an_answer_waits_for_its_reader() {
    let args = ["values", "nim", "--to", "80000", "--max-time", "1s"];
    let mut child = start_with(&args, Stdio::null(), Stdio::piped());
    // More than a pipe holds, and longer than the process would be let to work.
    std::thread::sleep(Duration::from_millis(2500));
    let mut answer = String::new();
    let mut output = child.stdout.take().expect("a pipe");
    output.read_to_string(&mut answer).expect("UTF-8");
    assert_eq!(child.wait().expect("a child").code(), Some(0));
    assert!(answer.contains("80000:  80000"), "{} bytes", answer.len());
}

/// Sends a signal, waits until the program ends, and returns how: its exit code and complaints.
#[cfg(unix)]
fn interrupted(child: Child, args: &[&str], signals: &[&str]) -> (Option<i32>, String) {
    let id = child.id().to_string();
    for signal in signals {
        // The program needs a moment before it listens.
        std::thread::sleep(Duration::from_millis(500));
        let sent = Command::new("kill").args([*signal, id.as_str()]).status();
        assert!(sent.expect("kill runs").success(), "{args:?} ended before");
    }
    ended(child, args)
}

#[cfg(unix)]
#[test]
fn a_signal_ends_reads_that_wait() {
    let folder = folder("reads");
    let fifo = folder.join("fifo.nimrule").to_string_lossy().into_owned();
    let made = Command::new("mkfifo").arg(&fifo).status();
    assert!(made.expect("mkfifo runs").success());
    let user = folder.join("user.nimrule").to_string_lossy().into_owned();
    std::fs::write(&user, "use \"fifo.nimrule\"\n").expect("a file");
    let cases: &[&[&str]] = &[
        &["values", &fifo, "--to", "9"],
        &["check", &fifo],
        &["test", &user],
        &["values", &user, "--to", "9"],
        &["repl", &fifo],
        &["repl", &user],
    ];
    for args in cases {
        for signal in ["-INT", "-TERM"] {
            let (code, complaints) = interrupted(start(args), args, &[signal]);
            assert_eq!(code, Some(3), "{args:?}: {complaints}");
            // A script holds standard error while it runs.
            let is_told = complaints.contains("interrupted") || args.contains(&"repl");
            assert!(is_told, "{args:?}: {complaints}");
        }
    }
    std::fs::remove_dir_all(folder).expect("a folder");
}

/// What was computed by then is in the checkpoint.
#[cfg(unix)]
#[test]
fn a_signal_does_not_lose_a_checkpoint() {
    let folder = folder("checkpoint");
    let kept = folder.join("kept").to_string_lossy().into_owned();
    let args = [
        "period",
        "0.007",
        "--checkpoint",
        &kept,
        "--engine",
        "dense",
    ];
    let mut sizes = vec![0];
    for signal in ["-INT", "-TERM"] {
        let (code, complaints) = interrupted(start(&args), &args, &[signal]);
        assert_eq!(code, Some(3), "{complaints}");
        assert!(complaints.contains("interrupted"), "{complaints}");
        sizes.push(std::fs::metadata(&kept).expect("a file").len());
    }
    assert!(sizes.is_sorted() && sizes[1] > 1000, "{sizes:?}");
    std::fs::remove_dir_all(folder).expect("a folder");
}

#[cfg(unix)]
#[test]
fn a_signal_ends_a_wait_for_input() {
    for args in [&["repl"], &["play", "nim", "3", "4"][..]] {
        for signal in ["-INT", "-TERM"] {
            let mut child = start_with(args, Stdio::piped(), Stdio::null());
            // Nothing is typed, and the input does not end.
            let input = child.stdin.take();
            let (code, complaints) = interrupted(child, args, &[signal]);
            assert_eq!(code, Some(130), "{args:?}: {complaints}");
            drop(input);
        }
    }
}

#[cfg(unix)]
#[test]
fn a_signal_ends_output_that_nobody_reads() {
    let args = ["values", "nim", "--to", "10000000"];
    let mut child = start_with(&args, Stdio::null(), Stdio::piped());
    // The pipe is full soon, and nobody empties it.
    let output = child.stdout.take();
    let (code, complaints) = interrupted(child, &args, &["-TERM"]);
    assert_eq!(code, Some(3), "{complaints}");
    assert!(complaints.contains("interrupted"), "{complaints}");
    drop(output);
}

/// Loops over what is small: the digits of a number, a set of rules, what a screen, a picture or an explanation holds.
const SMALL: &[&str] = &[
    "src/app/command/classics.rs",
    "src/certificate/mod.rs",
    "src/conjecture/op.rs",
    "src/export/helpers/words.rs",
    "src/export/helpers/helpers.rs",
    "src/expr/builtin.rs",
    "src/expr/machine/bound.rs",
    "src/expr/machine/partitions.rs",
    "src/kernel/boards/canon.rs",
    "src/kernel/misere/found.rs",
    "src/kernel/misere/guess.rs",
    "src/kernel/misere/word.rs",
    "src/kernel/search/key.rs",
    "src/kernel/search/kinds.rs",
    "src/kernel/search/lattice.rs",
    "src/kernel/steps/order.rs",
    "src/kernel/words.rs",
    "src/picture/layers.rs",
    "src/play/words.rs",
    "src/report/diagnostics.rs",
    "src/report/excerpt.rs",
    "src/rules/bounds/mod.rs",
    "src/solve/positions/nodes.rs",
    "src/solve/tuple/wythoff.rs",
    "src/text/units.rs",
    "src/moves/columns/ops.rs",
    "src/moves/columns/numbers.rs",
];

/// Loops that go once over a text or over values that are in memory, in far less time than it took to get them.
const ONCE: &[&str] = &[
    "src/app/cli/refuse.rs",
    "src/app/command/plain.rs",
    "src/app/command/spoken.rs",
    "src/app/lsp/hover.rs",
    "src/app/lsp/reading.rs",
    "src/app/lsp/text.rs",
    "src/certificate/partition.rs",
    "src/kernel/boards/given.rs",
    "src/kernel/breaking/mask.rs",
    "src/kernel/breaking/space/marking.rs",
    "src/kernel/breaking/witness.rs",
    "src/kernel/constrained.rs",
    "src/kernel/period.rs",
    "src/report/look.rs",
    "src/syntax/depth.rs",
    "src/syntax/expr.rs",
    "src/syntax/recover/mod.rs",
    "src/syntax/recover/pieces.rs",
    "src/syntax/scan.rs",
    "src/syntax/slips/expressions.rs",
    "src/text/signs.rs",
];

/// Loops that wait for a person.
const WAITS: &[&str] = &["src/play/plain.rs", "src/app/repl/editor.rs"];

/// Who may look at the clock: the limit that a user sets, what people are shown of time, and nobody whose answer depends on it.
const CLOCKS: &[&str] = &[
    "src/app/cli/console.rs",
    "src/app/cli/mod.rs",
    "src/app/cli/watch.rs",
    "src/app/command/test.rs",
    "src/app/lsp/mod.rs",
    "src/app/process.rs",
    "src/app/progress.rs",
    "src/app/repl/entries.rs",
    "src/query/probe.rs",
    "src/work/budget.rs",
    "src/work/clock.rs",
];

/// The files of a folder and of those in it.
fn files(folder: &std::path::Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => files(&path, found),
            false => found.push(path),
        }
    }
}

/// Whether a line begins a loop that no range ends.
fn loops(line: &str) -> bool {
    let line = line.trim_start();
    let line = match line.split_once(": ") {
        Some((label, rest)) if label.starts_with('\'') => rest,
        _ => line,
    };
    line.starts_with("while ") || line.starts_with("loop {")
}

/// The code of all files without their tests, by name.
fn sources() -> Vec<(String, String)> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    files(&root.join("src"), &mut paths);
    let mut sources: Vec<(String, String)> = paths
        .iter()
        .map(|path| {
            let name = path.strip_prefix(root).expect("in the root");
            let text = std::fs::read_to_string(path).unwrap_or_default();
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            (name.to_string_lossy().replace('\\', "/"), code.to_owned())
        })
        .filter(|(name, _)| name.ends_with(".rs") && !name.contains("/tests"))
        .collect();
    sources.sort();
    sources
}

#[test]
fn no_answer_depends_on_a_clock() {
    let asks = [
        "Instant::now",
        "SystemTime",
        ".elapsed()",
        "clock)()",
        "clock::system()",
    ];
    let found: Vec<String> = sources()
        .into_iter()
        .filter(|(_, code)| asks.iter().any(|ask| code.contains(ask)))
        .map(|(name, _)| name)
        .collect();
    assert_eq!(found, CLOCKS);
}

/// A file with a loop that no range ends asks a budget, or stands in a list above with what ends it.
#[test]
fn what_loops_asks_the_budget() {
    let asks = ["budget", "Budget", ".tell("];
    let found: Vec<String> = sources()
        .into_iter()
        .filter(|(_, code)| code.lines().any(loops) && !asks.iter().any(|ask| code.contains(ask)))
        .map(|(name, _)| name)
        .collect();
    let mut known: Vec<&str> = [SMALL, ONCE, WAITS].concat();
    known.sort_unstable();
    let new: Vec<&String> = found
        .iter()
        .filter(|file| !known.contains(&file.as_str()))
        .collect();
    assert!(
        new.is_empty(),
        "let the loops of these files ask a budget: {new:?}"
    );
    let gone: Vec<&str> = known
        .into_iter()
        .filter(|file| !found.iter().any(|it| it == file))
        .collect();
    assert!(
        gone.is_empty(),
        "these need no place in a list any more: {gone:?}"
    );
}
