//! Surveys of many games: all of them once, in parts, and again after an interruption.

use std::collections::BTreeSet;
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};

use crate::program::{Folder, complains, ends, err, nimrule, run, run_with, says};

fn lines(text: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(text);
    text.lines().map(str::to_owned).collect()
}

fn parsed(text: &[u8]) -> Vec<Value> {
    let lines = lines(text);
    let parsed = lines.iter().map(|line| serde_json::from_str(line));
    parsed.collect::<Result<_, _>>().expect("JSON")
}

fn games(text: &[u8]) -> Vec<String> {
    let of = |line: &Value| line["game"].as_str().expect("a name").to_owned();
    parsed(text).iter().map(of).collect()
}

#[test]
fn parts_and_resumed_runs_are_the_whole() {
    let survey = ["survey", "--octal", "1", "--to", "3000"];
    let whole = run(&survey);
    assert!(whole.status.success());
    // 7 codes with 0 before the point and 7 with 4, in this order.
    let codes = (1..8).flat_map(|digit| [format!("octal 0.{digit}"), format!("octal 4.{digit}")]);
    let codes: Vec<String> = codes.collect();
    assert_eq!(games(&whole.stdout), codes);

    let mut parts = BTreeSet::new();
    for (number, part) in ["1/3", "2/3", "3/3"].into_iter().enumerate() {
        let found = run(&[&survey[..], &["--shard", part]].concat()).stdout;
        // Each third code, from the first, second or third on.
        let expected: Vec<String> = codes.iter().skip(number).step_by(3).cloned().collect();
        assert_eq!(games(&found), expected, "{part}");
        parts.extend(lines(&found));
    }
    assert_eq!(parts, lines(&whole.stdout).into_iter().collect());

    let folder = Folder::new();
    let path = folder.file("resumed");
    let to_file = [&survey[..], &["--output", &path]].concat();
    // As a run leaves it that was cut off in the middle of its sixth line, with other lines before.
    let begun = lines(&whole.stdout);
    let mut text: String = [9, 3, 4, 0, 13, 7]
        .iter()
        .map(|place| format!("{}\n", begun[*place]))
        .collect();
    text.truncate(text.len() - 20);
    std::fs::write(&path, &text).expect("a file");
    for _ in 0..2 {
        let resumed = run(&to_file);
        assert!(resumed.status.success(), "{}", err(&resumed));
        assert!(resumed.stdout.is_empty());
        let text = std::fs::read(&path).expect("the file");
        assert_eq!(lines(&text), lines(&whole.stdout));
    }
}

/// What a larger survey would find anew is found anew, and what is decided stays.
#[test]
fn another_largest_pile_decides_anew_what_is_open() {
    let folder = Folder::new();
    let path = folder.file("farther");
    let survey = |to: &str| {
        let args = ["survey", "--octal", "1", "--to", to, "-o", &path];
        let output = run(&args);
        assert!(output.status.success(), "{}", err(&output));
        parsed(&std::fs::read(&path).expect("the file"))
    };
    let near = survey("150");
    let far = survey("2000");
    assert_eq!(far.len(), 14);
    let mut counts = (0, 0);
    for (near, far) in near.iter().zip(&far) {
        assert_eq!(near["game"], far["game"]);
        if near["proven"] == true {
            counts.0 += 1;
            assert_eq!(near, far);
        } else {
            counts.1 += 1;
            assert_eq!(far["to"], 2000);
            assert!(far["proven"] == true || far["computed_to"] == 2000, "{far}");
        }
    }
    // Kayles has period 12 from 71 on, Dawson's Kayles 34 from 53 on: too late for 150 piles.
    assert!(counts.0 > 0 && counts.1 > 0, "{counts:?}");
    assert_eq!(survey("1000"), far);
}

/// Lines found in another way are not mixed with new ones; the command that is named begins anew.
#[test]
fn lines_of_another_survey_are_refused() {
    let folder = Folder::new();
    let path = folder.file("terms");
    let rules = folder.file("rules");
    std::fs::write(&rules, "game kayles { octal 0.77 }").expect("a file");
    let survey = ["survey", &rules, "--to", "500", "-o", &path];
    assert!(run(&survey).status.success());
    let whole = std::fs::read(&path).expect("the file");
    let refused = |args: &[&str], why: &str| {
        let before = std::fs::read(&path).expect("the file");
        let output = run(&[&survey[..], args].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert_eq!(std::fs::read(&path).expect("the file"), before);
        let words: Vec<String> = err(&output)
            .split_whitespace()
            .filter(|word| *word != "│")
            .map(str::to_owned)
            .collect();
        let words = words.join(" ");
        assert!(words.contains(why), "{words}");
        assert!(words.contains("--fresh"), "{words}");
    };
    for args in [
        &["--max-time", "5m"][..],
        &["--max-memory", "1GB"],
        &["--engine", "plain"],
        &["--without", "sparse"],
    ] {
        refused(args, "its lines were found with");
    }
    std::fs::write(&rules, "game kayles { octal 0.07 }").expect("a file");
    refused(&[], "other rules");
    std::fs::write(
        &path,
        "{\"game\":\"kayles\",\"period\":12,\"proven\":true}\n",
    )
    .expect("a file");
    refused(&[], "do not say");
    let fresh = run(&[&survey[..], &["--fresh"]].concat());
    assert!(fresh.status.success(), "{}", err(&fresh));
    let text = std::fs::read(&path).expect("the file");
    assert_ne!(text, whole);
    assert_eq!(parsed(&text)[0]["period"], 34);
}

#[test]
fn two_surveys_do_not_share_a_file() {
    let folder = Folder::new();
    let path = folder.file("locked");
    let other = std::fs::File::create(&path).expect("a file");
    other.lock().expect("a lock");
    let survey = ["survey", "--octal", "1", "--to", "100", "-o", &path];
    let refused = run(&survey);
    ends(&refused, 2);
    complains(&refused, "another survey");
    assert_eq!(std::fs::read(&path).expect("the file"), b"");
    other.unlock().expect("no lock");
    assert!(run(&survey).status.success());
    assert_eq!(games(&std::fs::read(&path).expect("the file")).len(), 14);
}

#[cfg(unix)]
#[test]
fn a_stream_gets_the_lines_of_this_run() {
    let survey = ["survey", "--octal", "1", "--to", "100"];
    let stream = run(&[&survey[..], &["-o", "/dev/stdout"]].concat());
    assert!(stream.status.success(), "{}", err(&stream));
    assert_eq!(stream.stdout, run(&survey).stdout);
}

/// Periods of octal codes from the tables of Guy and Smith, and Kayles by Winning Ways.
#[test]
fn lines_say_what_is_known() {
    let folder = Folder::new();
    let path = folder.file("games");
    let rules =
        "game kayles { octal 0.77 } game dawson { octal 0.07 } game grundy { split into 2 unequal }
        game parametric(k) { take 1..k } game rising { take 3.. }";
    std::fs::write(&path, rules).expect("a file");
    let output = run(&["survey", &path, "--to", "2000"]);
    assert!(output.status.success());
    let mut found = parsed(&output.stdout);
    found.sort_by_key(|line| line["game"].to_string());
    let told: Vec<(Value, Value, Value, bool)> = found
        .iter()
        .map(|line| {
            let proven = line["proven"] == true;
            assert_eq!(proven, line["theorem"].is_string(), "{line}");
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
    // Winning Ways: 0, 3, 6, 11, 18, 22, 28, 34, 39 and 70.
    assert_eq!(found[2]["rare_heaps"], 10);
    for line in &found {
        assert_eq!(line["to"], 2000);
        assert_eq!(line["max_memory"], "2GiB");
        assert_eq!(line["max_time"], Value::Null);
    }
}

#[test]
fn what_is_no_survey_is_left_alone() {
    let folder = Folder::new();
    let path = folder.file("foreign");
    std::fs::write(&path, "a,b\n1,2\n").expect("a file");
    let output = run(&["survey", "--octal", "1", "--to", "9", "-o", &path]);
    ends(&output, 2);
    assert_eq!(std::fs::read(&path).expect("the file"), b"a,b\n1,2\n");
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

/// Kayles, Dawson's Kayles and the octal game .6 as books write them; the periods are those of Guy and Smith (1956).
#[test]
fn codes_come_from_a_file() {
    let folder = Folder::new();
    let path = folder.file("codes");
    let survey = ["survey", "--codes", &path, "--to", "1000"];
    std::fs::write(
        &path,
        "# two\n.77\n\noctal 0.07  # Dawson\n0.77\nhex 0.8f\n",
    )
    .expect("a file");
    let output = run(&survey);
    assert!(output.status.success(), "{}", err(&output));
    assert_eq!(
        games(&output.stdout),
        ["octal 0.77", "octal 0.07", "hex 0.8f"]
    );
    let found = parsed(&output.stdout);
    assert_eq!(
        (&found[0]["period"], &found[0]["preperiod"]),
        (&12.into(), &71.into())
    );
    // A file that begins with a code needs no option.
    let alone = run(&["survey", &path, "--to", "1000"]);
    assert_eq!(parsed(&alone.stdout), found, "{}", err(&alone));
    assert_eq!(
        (&found[1]["period"], &found[1]["preperiod"]),
        (&34.into(), &53.into())
    );
    for wrong in ["0.77\nkayles\n", "0.77\n0.7G\n", "0.77 take 1\n"] {
        std::fs::write(&path, wrong).expect("a file");
        let output = run(&survey);
        assert_eq!(output.status.code(), Some(2), "{wrong}");
        complains(&output, "is not a code");
    }
}

/// A limit of time ends one game, not the survey, and says how far it came.
#[test]
fn limits_are_for_each_game() {
    let folder = Folder::new();
    let path = folder.file("slow");
    let rules = "game slow { octal 0.06 } game quick { octal 0.77 }";
    std::fs::write(&path, rules).expect("a file");
    let output = run(&["survey", &path, "--to", "100000000", "--max-time", "2s"]);
    assert!(output.status.success());
    let found = parsed(&output.stdout);
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
}

/// 0.156 has period 349 from 3479 on, as in *Winning Ways*, chapter 4. A game of another kind has no checkpoint.
#[test]
fn values_of_games_are_kept_in_a_folder() {
    let place = Folder::new();
    let (path, folder) = (place.file("kept"), place.file("values"));
    std::fs::write(&path, "0.156\n0.3\n").expect("a file");
    let survey = |to: &str| {
        let codes = ["survey", "--codes", &path, "--to", to];
        parsed(&run(&[&codes[..], &["--checkpoint", &folder]].concat()).stdout)
    };
    let [first, second] = ["3000", "20000"].map(|to| survey(to).swap_remove(0));
    assert_eq!(
        (&first["proven"], &first["resumed"]),
        (&json!(false), &json!(0))
    );
    assert_eq!(
        (&second["period"], &second["preperiod"]),
        (&json!(349), &json!(3479))
    );
    assert!(second["resumed"].as_u64() >= Some(3000), "{second}");
    let names = std::fs::read_dir(&folder).expect("a folder");
    let names: Vec<_> = names
        .map(|entry| entry.expect("a file").file_name())
        .collect();
    assert_eq!(names, ["octal_0.156.values"]);
    std::fs::write(format!("{folder}/octal_0.156.values"), "no values").expect("a file");
    let codes = ["survey", "--codes", &path, "--checkpoint", &folder];
    let output = run(&codes);
    ends(&output, 2);
    complains(&output, "is no checkpoint");
}

#[cfg(unix)]
#[test]
fn an_interrupted_survey_goes_on() {
    let folder = Folder::new();
    let path = folder.file("interrupted");
    let survey = ["survey", "--octal", "3", "--to", "4000", "--output", &path];
    let mut child = nimrule(&survey).spawn().expect("the program starts");
    let count = || std::fs::read(&path).map_or(0, |text| lines(&text).len());
    let mut ended = None;
    while count() < 10 {
        assert_eq!(ended, None, "no lines are written");
        ended = child.try_wait().expect("a child");
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
    let after = std::fs::read(&path).expect("the file");
    let known: BTreeSet<String> = lines(&after).into_iter().collect();
    assert!(kept.iter().all(|line| known.contains(line)));
    // In the order of the codes, as all at once.
    let width = |game: &str| game.len();
    let games = games(&after);
    assert_eq!(games.len(), 1022);
    assert!(games.iter().zip(games.iter().skip(1)).all(|(one, next)| {
        let digits = |game: &str| game.split_once('.').map(|(_, digits)| digits.to_owned());
        (width(one), digits(one), one) < (width(next), digits(next), next)
    }));
}

#[test]
fn rules_come_from_anywhere() {
    let surveyed = |args: &[&str], input: &str| games(&run_with(args, input).stdout);
    let rules = "game one { take 1 }  game some(k) { take 1..k }  game two { take 1..2 }";
    assert_eq!(
        surveyed(&["survey", "-", "--to", "50"], rules),
        ["one", "two"]
    );
    assert_eq!(
        surveyed(&["survey", "-e", rules, "--to", "50"], ""),
        ["one", "two"]
    );
    let named = ["survey", "-", "some(4)", "two", "--to", "50"];
    assert_eq!(surveyed(&named, rules), ["some(4)", "two"]);
    assert_eq!(
        surveyed(&["survey", "bounded(3)", "kayles", "--to", "50"], ""),
        ["bounded(3)", "kayles"]
    );
}

/// A code is the name of its game, whatever is asked.
#[test]
fn a_code_has_one_name() {
    let folder = Folder::new();
    let certificate = folder.file("c.json");
    ends(&run(&["period", "0.07", "--certificate", &certificate]), 0);
    for args in [
        &["survey", "0.07", "--to", "300"][..],
        &["verify", "0.07", &certificate],
        &["period", "0.07"],
    ] {
        let output = run(&[args, &["--json"]].concat());
        says(&output, "{\"game\":\"octal 0.07\",");
    }
}
