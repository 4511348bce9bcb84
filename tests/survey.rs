//! Surveys of many games: all of them once, in parts, and again after an interruption.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

fn nimrule(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nimrule"));
    command
        .args(args)
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn run(args: &[&str]) -> Output {
    nimrule(args).output().expect("the program runs")
}

fn lines(text: &[u8]) -> BTreeSet<String> {
    let text = String::from_utf8_lossy(text);
    text.lines().map(str::to_owned).collect()
}

fn file(name: &str) -> PathBuf {
    let name = format!("nimrule-survey-{name}-{}", std::process::id());
    let path = std::env::temp_dir().join(name);
    let _ = std::fs::remove_file(&path);
    path
}

fn word(path: &std::path::Path) -> &str {
    path.to_str().expect("UTF-8")
}

#[test]
fn parts_and_resumed_runs_are_the_whole() {
    let survey = ["survey", "--octal", "1", "--to", "3000"];
    let whole = run(&survey);
    assert!(whole.status.success());
    let whole = lines(&whole.stdout);
    // 7 codes with 0 before the point and 7 with 4.
    assert_eq!(whole.len(), 14);

    let mut parts = BTreeSet::new();
    for part in ["1/3", "2/3", "3/3"] {
        let found = lines(&run(&[&survey[..], &["--shard", part]].concat()).stdout);
        assert!((4..=5).contains(&found.len()), "{found:?}");
        assert!(found.is_disjoint(&parts));
        parts.extend(found);
    }
    assert_eq!(parts, whole);

    let path = file("resumed");
    let to_file = [&survey[..], &["--output", word(&path)]].concat();
    // As a run leaves it that was cut off in the middle of its sixth line.
    let begun: Vec<&String> = whole.iter().take(6).collect();
    let mut text = begun
        .iter()
        .map(|line| format!("{line}\n"))
        .collect::<String>();
    text.truncate(text.len() - 20);
    std::fs::write(&path, &text).expect("a file");
    for _ in 0..2 {
        let resumed = run(&to_file);
        assert!(resumed.status.success());
        assert!(resumed.stdout.is_empty());
        let text = std::fs::read(&path).expect("the file");
        assert_eq!(lines(&text), whole);
        assert_eq!(String::from_utf8_lossy(&text).lines().count(), 14);
    }
    std::fs::remove_file(&path).expect("the file");
}

/// Periods of octal codes from the tables of Guy and Smith, and Kayles by Winning Ways.
#[test]
fn lines_say_what_is_known() {
    let path = file("games");
    let rules =
        "game kayles { octal 0.77 } game dawson { octal 0.07 } game grundy { split into 2 unequal }
        game parametric(k) { take 1..k } game rising { take 3.. }";
    std::fs::write(&path, rules).expect("a file");
    let output = run(&["survey", word(&path), "--to", "2000"]);
    assert!(output.status.success());
    let mut found: Vec<Value> = lines(&output.stdout)
        .iter()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    found.sort_by_key(|line| line["game"].to_string());
    let told: Vec<(Value, Value, Value, bool)> = found
        .iter()
        .map(|line| {
            let proven = line["proven"] == true;
            assert_eq!(proven, line["proof"].is_string(), "{line}");
            assert_eq!(line["stopped"], Value::Null);
            (
                line["game"].clone(),
                line["period"].clone(),
                line["preperiod"].clone(),
                proven,
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            ("dawson".into(), 34.into(), 53.into(), true),
            ("grundy".into(), Value::Null, Value::Null, false),
            ("kayles".into(), 12.into(), 71.into(), true),
            ("rising".into(), 3.into(), 0.into(), true),
        ]
    );
    assert_eq!(found[3]["saltus"], 1);
    assert_eq!(found[1]["computed_to"], 2000);
    std::fs::remove_file(&path).expect("the file");
}

#[test]
fn what_is_no_survey_is_left_alone() {
    let path = file("foreign");
    std::fs::write(&path, "a,b\n1,2\n").expect("a file");
    let output = run(&["survey", "--octal", "1", "--to", "9", "-o", word(&path)]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(std::fs::read(&path).expect("the file"), b"a,b\n1,2\n");
    std::fs::remove_file(&path).expect("the file");
    for args in [
        &["survey"][..],
        &["survey", "--octal", "0"],
        &["survey", "--octal", "1", "--shard", "0/3"],
        &["survey", "--octal", "1", "--shard", "4/3"],
        &["survey", "--octal", "1", "--shard", "3"],
        &["survey", "none.nimrule"],
    ] {
        assert_eq!(run(args).status.code(), Some(2), "{args:?}");
    }
}

/// A limit of time ends one game, not the survey, and says how far it came.
#[test]
fn limits_are_for_each_game() {
    let path = file("slow");
    let rules = "game slow { octal 0.06 } game quick { octal 0.77 }";
    std::fs::write(&path, rules).expect("a file");
    let output = run(&[
        "survey",
        word(&path),
        "--to",
        "100000000",
        "--max-time",
        "200ms",
    ]);
    assert!(output.status.success());
    let found: Vec<Value> = lines(&output.stdout)
        .iter()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let slow = found
        .iter()
        .find(|line| line["game"] == "slow")
        .expect("a line");
    assert_eq!(slow["stopped"], "time_limit");
    assert_eq!(slow["proven"], false);
    assert!(
        slow["computed_to"]
            .as_u64()
            .is_some_and(|to| (100..100_000_000).contains(&to))
    );
    assert!(found.iter().any(|line| line["period"] == 12));
    std::fs::remove_file(&path).expect("the file");
}

#[cfg(unix)]
#[test]
fn an_interrupted_survey_goes_on() {
    let path = file("interrupted");
    let survey = [
        "survey",
        "--octal",
        "3",
        "--to",
        "4000",
        "--output",
        word(&path),
    ];
    let mut child = nimrule(&survey).spawn().expect("the program starts");
    let begun = Instant::now();
    let count = || std::fs::read(&path).map_or(0, |text| lines(&text).len());
    while count() < 10 {
        assert!(
            begun.elapsed() < Duration::from_secs(60),
            "no lines are written"
        );
        std::thread::sleep(Duration::from_millis(5));
    }
    let pid = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &pid]).status();
    assert!(sent.expect("kill runs").success());
    let status = child.wait().expect("the program ends");
    let before = std::fs::read(&path).expect("the file");
    assert_eq!(before.last(), Some(&b'\n'));
    let kept = lines(&before);
    // 2 * 7 + 2 * 56 + 2 * 448 codes; on a fast machine all may have been done before the signal came.
    if kept.len() < 1022 {
        assert_eq!(status.code(), Some(3));
        let resumed = run(&survey);
        assert!(resumed.status.success());
    }
    let after = lines(&std::fs::read(&path).expect("the file"));
    assert!(after.is_superset(&kept));
    let games: BTreeSet<String> = after
        .iter()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON")["game"].to_string())
        .collect();
    assert_eq!((after.len(), games.len()), (1022, 1022));
    std::fs::remove_file(&path).expect("the file");
}
