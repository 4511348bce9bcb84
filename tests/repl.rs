//! The prompt: transcripts through the shell, and scripts through the program.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use nimrule::app::process::Exit;
use nimrule::app::repl::{Said, Shell, run_text};
use nimrule::work::world::World;
use nimrule::{Rulebook, Session, Settings};

use crate::common::Shelf;
use crate::program::run_with;

fn shell_with(shelf: &Arc<Shelf>) -> Shell {
    shell_within(Settings::default(), shelf)
}

fn shell_within(settings: Settings, shelf: &Arc<Shelf>) -> Shell {
    let book = Rulebook::new(Arc::clone(shelf) as Arc<dyn World>, settings.limits.clone());
    let session = Session::new(book, settings).unwrap();
    Shell::new(session, Arc::clone(shelf) as Arc<dyn World>)
}

fn shell() -> Shell {
    shell_with(&Arc::default())
}

/// What is printed of an entry, and how it went.
struct Reply {
    text: String,
    outcome: Exit,
    quit: bool,
}

impl Reply {
    fn text(&self) -> &str {
        &self.text
    }
}

/// Enters a text at a prompt.
trait Enter {
    fn enter(&mut self, input: &str) -> Reply;
}

impl Enter for Shell {
    fn enter(&mut self, input: &str) -> Reply {
        let mut text = String::new();
        let end = self.enter_with(input, &mut |said: Said| {
            text.push_str(said.text());
            text.push('\n');
        });
        Reply {
            text,
            outcome: end.outcome,
            quit: end.quit,
        }
    }
}

/// Enters each line and checks that the reply holds each of the texts.
fn transcript(shell: &mut Shell, table: &[(&str, Exit, &[&str])]) {
    for (input, outcome, parts) in table {
        let reply = shell.enter(input);
        let text = reply.text();
        assert_eq!(reply.outcome, *outcome, "{input}\n{text}");
        for part in *parts {
            assert!(text.contains(part), "{input}: no {part:?} in\n{text}");
        }
        if parts.is_empty() {
            assert_eq!(text, "", "{input}");
        }
    }
}

use Exit::{Failed, Fine, Input};

const LIM: &str = "game lim(m) { take 1..m }";

#[test]
fn definitions_are_announced_with_a_question_that_works() {
    for (definition, announcement) in [
        (
            LIM,
            "lim(m), for example lim(3): a turn takes 1, 2 or 3 from one pile. Whoever cannot move loses. From 5: 4, 3, 2.\n  try values(lim(3), 0..12)\n",
        ),
        (
            "game nim { take any }",
            "nim: a turn takes any number from one pile. Whoever cannot move loses. From 5: 4, 3, 2, 1, 0.\n  try values(nim, 0..12)\n",
        ),
        (
            "game s(S = [1, 3, 4]) { take S }",
            "s(S = [1, 3, 4]), for example s([1, 3, 4]): a turn takes 1, 3 or 4 from one pile. Whoever cannot move loses. From 5: 4, 2, 1.\n  try values(s([1, 3, 4]), 0..12)\n",
        ),
        (
            "game s(S) { take k where k in S }",
            "s(S), for example s([1, 2]): a turn takes `k` from one pile where `k in [1, 2]`. Whoever cannot move loses. From 5: 4, 3.\n  try values(s([1, 2]), 0..12)\n",
        ),
        (
            "game queen { pile (a in 0..5, b)\n move a -> a - k for k in 1..\n move b -> b - k for k in 1.. }",
            "queen: a pile is `(a, b)`, `a` a number from 0 to 5 and `b` a number. A turn takes any number from `a` or `b`. Whoever cannot move loses. From (3, 4): (2, 4), (1, 4), (0, 4), (3, 3), (3, 2), (3, 1), (3, 0).\n  try table(queen, 0..5, 0..7)\n",
        ),
        (
            "game last { take 1..3 misere }",
            "last: a turn takes 1, 2 or 3 from one pile. Whoever makes the last move loses. From 5: 4, 3, 2.\n  try winner(last[3, 4, 5])\n",
        ),
        (
            "game moore { take any each turn 1..2 piles }",
            "moore: a turn moves in one or two piles; a move takes any number from the pile. Whoever cannot move loses. From 5: 4, 3, 2, 1, 0.\n  try winner(moore[3, 4, 5])\n",
        ),
        (
            "game row { pile p[] move p[i] -> v for i, v in 0..p[i]-1 }",
            "row: a pile `p` is a row of numbers. A turn changes an entry `p[i]` to `v`, for any `v` from 0 to `p[i] - 1`. Whoever cannot move loses. From [1, 2, 3]: [0, 2, 3], [1, 0, 3], [1, 1, 3], [1, 2, 0], [1, 2, 1], [1, 2, 2].\n  try winner(row[[1, 2, 3]])\n",
        ),
        ("let limit = 3", ""),
    ] {
        let reply = shell().enter(definition);
        assert_eq!(reply.text(), announcement, "{definition}");
        assert_eq!(reply.outcome, Fine);
    }
}

#[test]
fn questions_are_answered() {
    transcript(
        &mut shell(),
        &[
            ("game nim { take any }", Fine, &["nim"]),
            (LIM, Fine, &["lim(m)"]),
            ("grundy(nim[5, 9, 11])", Fine, &["7\n"]),
            (
                "values(lim(3), 0..12)",
                Fine,
                &["[0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0]\n"],
            ),
            ("winner(nim[5, 9, 12])", Fine, &["second\n"]),
            ("1 + 1; 2 + 2", Fine, &["2\n4\n"]),
            ("[x*x for x in 1..3]", Fine, &["[1, 4, 9]\n"]),
            (
                "nim[5, 9]",
                Fine,
                &["first player wins", "nim[5, 5]", "known by"],
            ),
            (
                "lim(3)",
                Fine,
                &[
                    "lim(3): a turn takes 1, 2 or 3",
                    "values of 0..20: 0 1 2 3 0 1",
                    "g(n + 4) = g(n) from n = 0 on, proven",
                ],
            ),
            // 5 xor 9 xor 11 = 7, and 5 is the pile with the leading 1 of it: 5 xor 7 = 2.
            ("best(nim[5, 9, 11])", Fine, &["take 3"]),
            // 8 mod 5 = 3 = 7 mod 4.
            (
                "best(lim(4)[8] + lim(3)[7])",
                Fine,
                &["none: the second player wins"],
            ),
            ("line(nim[1])", Fine, &["first"]),
            (
                ":solve nim[5, 9, 11]",
                Fine,
                &["first player wins", "Grundy value 7"],
            ),
            (":time grundy(nim[3])", Fine, &["3\n", "s\n"]),
            (":by", Fine, &["engine"]),
        ],
    );
}

/// Where there are too many options to measure how long each holds out, one of them is as good as any.
#[test]
fn the_best_move_is_the_same_wherever_it_is_asked_for() {
    let left = "nim[15000, 30000]";
    let reason = "too many options to look at each";
    transcript(
        &mut shell(),
        &[
            ("game nim { take any }", Fine, &["nim"]),
            (
                "best(nim[30000, 30000])",
                Fine,
                &["none: the second player wins", left, "is as good as any"],
            ),
            ("[best(nim[30000, 30000])]", Fine, &[left]),
            (
                "best(nim[30000, 30000]) == nim[15000, 30000]",
                Fine,
                &["true"],
            ),
            ("remoteness(nim[30000, 30000])", Exit::Limit, &[reason]),
            ("best(nim[3, 3])", Fine, &["holds out longest"]),
        ],
    );
}

#[test]
fn mistakes_underline_what_was_typed_and_lose_nothing() {
    transcript(
        &mut shell(),
        &[
            (LIM, Fine, &["lim(m)"]),
            (
                "grundi(lim(3)[5])",
                Input,
                &["`grundi`", "grundy", "grundi(lim(3)[5])", "───┬──"],
            ),
            ("game lim(m) { take 1..limt }", Input, &["`limt`"]),
            (":show lim", Fine, &[LIM]),
            ("game x { take 1..3", Input, &["{"]),
            ("x", Input, &["`x`"]),
            ("1 +", Input, &["1 +"]),
            ("1 / 0", Input, &["zero"]),
            ("values(lim(3), 0..4)", Fine, &["[0, 1, 2, 3, 0]\n"]),
            // The first mistake does not keep the second entry from running.
            ("let a = nosuch\nlet b = 2\nb", Input, &["`nosuch`", "2\n"]),
        ],
    );
}

/// Of a line with a mistake nothing is answered or defined; what can be read as meant is answered whole.
#[test]
fn a_line_with_a_mistake_does_nothing() {
    let (mut shell, _) = bundled();
    for (text, outcome, said) in [
        ("1 + 1; 2 +* 3", Input, "`*` cannot stand here"),
        ("1 + 1; let a = ; 3", Input, ""),
        ("let a = 5; 2 +* 3", Input, "`*` cannot stand here"),
        ("1 + 1; foo(3); 2", Input, "`foo`"),
        ("1 + 1; winner(kayles[3]); first[3]", Input, "needed here"),
    ] {
        let reply = shell.enter(text);
        assert_eq!(reply.outcome, outcome, "{text}: {}", reply.text());
        assert!(reply.text().contains(said), "{text}: {}", reply.text());
        let answered = reply.text().lines().any(|line| line == "2");
        assert!(!answered, "{text}: {}", reply.text());
    }
    let two = "game good { take 1 } game r { take zz }\nlet b = 3 let c = nosuch\nlet d = 4";
    assert_eq!(shell.enter(two).outcome, Input);
    for name in ["a", "good", "b"] {
        let reply = shell.enter(name);
        assert!(
            reply.text().contains("nothing is called"),
            "{}",
            reply.text()
        );
    }
    assert_eq!(shell.enter("d").text(), "4\n");
    for (text, said) in [
        ("1 + 1; foo(3)\n3", "3\n"),
        ("4; it + 1; 2 * it", "4\n5\n10\n"),
        ("let k = 3; k; k + 1", "3\n4\n"),
        ("let m = 5\nm; m + 1", "5\n6\n"),
        ("3; g(kayles[5])", "read as 3; grundy(kayles[5])\n3\n4\n"),
        (
            "1 + 1; winner kayles[1]",
            "read as 1 + 1; winner(kayles[1])\n2\nfirst\n",
        ),
    ] {
        assert!(shell.enter(text).text().ends_with(said), "{text}");
    }
}

#[test]
fn entries_of_one_text_run_in_order() {
    let reply = shell().enter("let a = 1\na\nlet a = 2\na\nlet c = d + 1\nlet d = a\nc");
    assert_eq!(reply.text(), "1\n2\n3\n");
}

#[test]
fn a_redefinition_changes_what_uses_it() {
    transcript(
        &mut shell(),
        &[
            ("let m = 3\ngame lim { take 1..m }", Fine, &["lim"]),
            ("values(lim, 0..5)", Fine, &["[0, 1, 2, 3, 0, 1]\n"]),
            ("game lim { take any }", Fine, &["lim"]),
            ("values(lim, 0..5)", Fine, &["[0, 1, 2, 3, 4, 5]\n"]),
        ],
    );
}

#[test]
fn expectations_are_tested_at_once() {
    let mut shell = shell();
    transcript(
        &mut shell,
        &[
            ("game nim { take any }", Fine, &["nim"]),
            ("expect grundy(nim[5, 9, 11]) == 7", Fine, &["holds\n"]),
            (
                "expect grundy(nim[5, 9, 11]) == 8",
                Failed,
                &["grundy(nim[5, 9, 11]) == 8", " 7\n", " 8\n"],
            ),
            ("expect 1 + 1", Input, &["1 + 1"]),
            (":test", Fine, &["1 expectation holds\n"]),
        ],
    );
    // What does not hold is not saved.
    assert_eq!(shell.book().expects().len(), 1);
}

#[test]
fn long_entries_keep_to_the_memory() {
    let long = format!("1{}", " + 1".repeat(10_000));
    // Each sign of a long line is looked at once.
    for sign in ["=", ":1", ".", "and "] {
        let line = format!("There are stones {}", sign.repeat(100_000));
        transcript(&mut shell(), &[(&line, Input, &["nimrule::"])]);
    }
    transcript(
        &mut shell(),
        &[
            (&long, Fine, &["10001"]),
            (":set max-memory 2MiB", Fine, &[]),
            (&long, Exit::Limit, &["of memory"]),
            ("1 + 1", Fine, &["2"]),
        ],
    );
}

#[test]
fn commands() {
    let mut shell = shell();
    transcript(
        &mut shell,
        &[
            (":games", Fine, &["no games yet"]),
            (":reload", Input, &["no file is loaded"]),
            ("game nim \"Nim\" { take any }", Fine, &["nim"]),
            (LIM, Fine, &["lim"]),
            (":games", Fine, &["nim     Nim\n", "lim(m)\n"]),
            (":show nim", Fine, &["game nim \"Nim\" { take any }\n"]),
            (":show lim(3)", Fine, &[LIM]),
            (":show grundy", Fine, &["Grundy value"]),
            (":show limm", Input, &["did you mean `lim`?"]),
            (":show", Input, &["needs an argument"]),
            (
                ":lod x",
                Input,
                &["no command is called `:lod`", "did you mean `:load`?"],
            ),
            (":clear now", Input, &["takes no argument"]),
            (":games LIM", Fine, &["lim(m)\n"]),
            (":games now", Input, &["no game speaks of `now`"]),
            (":export nim python", Fine, &["def grundy(n):", "return n"]),
            (
                ":export lim(3)",
                Fine,
                &["std::int64_t grundy(std::int64_t n)"],
            ),
            (":export lim(3) basic", Input, &["basic"]),
            (
                ":export lim(3) --lang c++",
                Fine,
                &["grundy(std::int64_t n)"],
            ),
            (":set max-time 10s", Fine, &[]),
            (":set max-memory 512MiB", Fine, &[]),
            (
                ":set",
                Fine,
                &["max-time    10s", "max-memory  512MiB", "engine      best"],
            ),
            (":set max-memory 500MB", Fine, &[]),
            (":set", Fine, &["max-memory  500MB"]),
            (":set max-memory 2 apples", Input, &["`apples` is no unit"]),
            (":set max-time soon", Input, &["`soon` is no time", "500ms"]),
            (":set max-tim 1s", Input, &["did you mean `max-time`?"]),
            (":set max-time none", Fine, &[]),
            (":time on", Fine, &[]),
            (":time", Fine, &["times are shown"]),
            (":time off", Fine, &[]),
            (":by", Fine, &["nothing was answered yet"]),
            ("conjecture(lim(3))", Fine, &["g(n) = n % 4, proven"]),
            (":clear", Fine, &[]),
            (":games", Fine, &["no games yet"]),
        ],
    );
    for word in [":quit", ":q", "quit", "exit", " :q "] {
        assert!(shell.enter(word).quit, "{word}");
    }
    assert!(!shell.enter("").quit);
}

#[test]
fn help_is_there() {
    transcript(
        &mut shell(),
        &[
            (":help", Fine, &[":load", ":quit", ":period", "grundy("]),
            (":help commands", Fine, &[":load FILE", ":period [GAME]"]),
            (
                ":help phrases",
                Fine,
                &["take as many as you like from one pile\n    take any\n"],
            ),
            (
                ":help period",
                Fine,
                &["period(GAME)", "Usage: :period [OPTIONS]", "--certificate"],
            ),
            (
                ":genus -h",
                Fine,
                &[
                    "Usage: :genus",
                    "Examples: :genus kayles --to 12, :genus kayles 5 3",
                ],
            ),
            (":help values", Fine, &["values(GAME, FROM..TO)"]),
            (":help take", Fine, &["take any"]),
            (":help grundi", Input, &["grundy"]),
            (":help fmt", Fine, &["`:fmt -h`"]),
            ("help", Fine, &[":load"]),
        ],
    );
}

#[test]
fn files_are_loaded_reloaded_and_saved() {
    let shelf: Arc<Shelf> = Arc::default();
    shelf.put("nim.nimrule", "game nim { take any }\nlet most = 3\n");
    shelf.put(
        "more.nimrule",
        "use \"lim.nimrule\"\ngame two { take 1..2 }\n",
    );
    shelf.put("lim.nimrule", LIM);
    shelf.put(
        "wrong.nimrule",
        "game good { take 1 }\ngame bad { take limt }\n",
    );
    let mut shell = shell_with(&shelf);
    transcript(
        &mut shell,
        &[
            ("game nim { take 1..2 }", Fine, &["nim"]),
            ("let twice(x) = 2 * x", Fine, &[]),
            (
                ":load nim.nimrule",
                Fine,
                &["nim.nimrule: nim, most\n", "`nim` took the place"],
            ),
            (":show nim", Fine, &["take any"]),
            ("twice(most)", Fine, &["6\n"]),
            (":load \"more.nimrule\"", Fine, &["lim(m)", "two"]),
            (":load kayle", Input, &["cannot read `kayle`", "`kayles`"]),
            (":load wrong.nimrule", Input, &["wrong.nimrule", "limt"]),
            (":show good", Input, &["nothing is called `good`"]),
            (":check wrong.nimrule", Input, &["wrong.nimrule", "limt"]),
            (
                ":check more.nimrule",
                Fine,
                &["two: a turn takes 1 or 2", "no mistakes"],
            ),
            (":test more.nimrule", Fine, &["0 expectations hold"]),
            ("use \"nosuch.nimrule\"", Input, &["nosuch.nimrule"]),
            ("use \"wrong.nimrule\"", Input, &["limt"]),
            (":show two", Fine, &["take 1..2"]),
        ],
    );
    // A file that was mended is read again.
    shelf.put("wrong.nimrule", "game good { take 1 }");
    let good = shell.enter("use \"wrong.nimrule\"\n:show good");
    assert!(good.text().contains("take 1"), "{}", good.text());
    shelf.put("nim.nimrule", "game nim { take 1..4 }\nlet most = 4\n");
    transcript(
        &mut shell,
        &[
            (":reload", Fine, &["read again: nim.nimrule, more.nimrule"]),
            ("twice(most)", Fine, &["8\n"]),
            ("let most = 5", Fine, &[]),
            (":reload", Fine, &["`most` as typed stays"]),
            ("twice(most)", Fine, &["10\n"]),
        ],
    );
    shelf.put("nim.nimrule", "game nim { take ");
    transcript(
        &mut shell,
        &[
            (":reload", Input, &["nim.nimrule"]),
            ("twice(most)", Fine, &["10\n"]),
            (
                ":save nim.nimrule",
                Input,
                &["already", ":save! nim.nimrule"],
            ),
            (":save mine.nimrule", Fine, &["saved as mine.nimrule"]),
            ("let last = 1", Fine, &[]),
            (":save as mine.nimrule", Fine, &["saved as mine.nimrule"]),
            (":save! nim.nimrule", Fine, &["saved as nim.nimrule"]),
        ],
    );
    let saved = Rulebook::parse(&shelf.get("mine.nimrule")).unwrap();
    assert_eq!(saved.game_names().len(), 4);
    assert!(saved.let_names().contains(&"last".to_string()));
}

/// A prompt with some bundled games.
fn bundled() -> (Shell, Arc<Shelf>) {
    let shelf: Arc<Shelf> = Arc::default();
    shelf.put("kayles", "game kayles { take 1..2 leaving 0..2 piles }");
    shelf.put("nim", "game nim { take any }");
    shelf.put("wythoff", "game wythoff { pile {a, b}  move a -> a - k for k in 1..  move a, b -> a - k, b - k for k in 1.. }");
    shelf.put("tac", "game tac(n) { take 1..n }");
    shelf.put("mark", "game mark { take 1  move n -> n / 2 where n > 0 }");
    (shell_with(&shelf), shelf)
}

#[test]
fn bundled_games_are_there_unless_something_else_is_called_so() {
    let (mut shell, shelf) = bundled();
    transcript(
        &mut shell,
        &[
            ("grundy(kayles[5])", Fine, &["4\n"]),
            (":show kayles", Fine, &["take 1..2 leaving"]),
            // Bundled games are no games of one's own.
            (":games", Fine, &["no games yet", "kayles   Kayles: bowl"]),
            (
                "game two { take wythoff }",
                Input,
                &["the game `wythoff` cannot stand here"],
            ),
            ("nim + 1", Input, &["this is a game"]),
            (
                "use \"kayls\"",
                Input,
                &["did you mean the bundled game `kayles`?"],
            ),
            ("expect grundy(nim[6]) == 6", Fine, &["holds"]),
            ("let p = mark[4]", Fine, &[]),
            ("grundy(p)", Fine, &["1\n"]),
            // It is known what is missing.
            ("tac[3]", Input, &["`tac`", "argument"]),
            (":save mine.nimrule", Fine, &["saved"]),
            ("game nim { take 1..2 }", Fine, &["nim"]),
            ("grundy(nim[3])", Fine, &["0\n"]),
            (":games", Fine, &["nim\n", "mark     Mark: take", "\ntac\n"]),
            (":save own.nimrule", Fine, &["saved"]),
        ],
    );
    let saved = shelf.get("mine.nimrule");
    assert_eq!(
        saved,
        "use \"kayles\"\nuse \"mark\"\nuse \"nim\"\nexpect grundy(nim[6]) == 6\nlet p = mark[4]\n"
    );
    // A game that was defined anew takes the place of the bundled one.
    let own = shelf.get("own.nimrule");
    assert!(own.contains("game nim { take 1..2 }"), "{own}");
    assert!(!own.contains("use \"nim\""), "{own}");
    shelf.put(
        "file.nimrule",
        "game kayles { take 7 }  game mark { take 1 }",
    );
    transcript(
        &mut shell,
        &[
            (":load file.nimrule", Fine, &["kayles, mark"]),
            ("grundy(kayles[7])", Fine, &["1\n"]),
            ("grundy(p)", Fine, &["0\n"]),
            (":reload", Fine, &["read again"]),
            ("grundy(nim[3]) + grundy(wythoff[(1, 1)])", Fine, &["2\n"]),
            (":load mine.nimrule", Input, &["kayles"]),
        ],
    );
}

/// A bundled game that was loaded is saved by its name, with what was expected of it; what was saved is the same when it is loaded.
#[test]
fn what_is_saved_means_the_same() {
    let kayles = "game kayles { take 1..2 leaving 0..2 piles }\n";
    let claim = "expect grundy(kayles[5]) == 4\n";
    let own = "game kayles { take 1 }\n";
    for (typed, saved, claims) in [
        (
            ":load kayles",
            format!("use \"kayles\"\n{claim}"),
            "1 expectation holds",
        ),
        (
            "grundy(kayles[5])",
            "use \"kayles\"\n".to_string(),
            "0 expectations hold",
        ),
        (own, own.to_string(), "0 expectations hold"),
    ] {
        let (mut shell, shelf) = bundled();
        shelf.put("kayles", &format!("{kayles}{claim}"));
        let question = "values(kayles, 0..9)";
        shell.enter(typed);
        let before = shell.enter(question);
        transcript(&mut shell, &[(":save own.nimrule", Fine, &["saved"])]);
        assert_eq!(shelf.get("own.nimrule"), saved);
        let mut other = shell_with(&shelf);
        transcript(
            &mut other,
            &[
                (":load own.nimrule", Fine, &["kayles"]),
                (":test", Fine, &[claims]),
            ],
        );
        assert_eq!(other.enter(question).text, before.text);
        // Beside the game itself it is no clash.
        let mut beside = shell_with(&shelf);
        transcript(&mut beside, &[(":load kayles", Fine, &["kayles"])]);
        let is_clash = beside.enter(":load own.nimrule").outcome == Input;
        assert_eq!(is_clash, typed == own);
    }
}

#[test]
fn piles_without_a_game_are_those_of_the_last_one() {
    let (mut shell, _) = bundled();
    transcript(
        &mut shell,
        &[
            ("5", Fine, &["5\n"]),
            ("1 2 3", Fine, &["nim[1, 2, 3]", "second player wins"]),
            ("grundy(kayles[5])", Fine, &["4\n"]),
            ("5 9", Fine, &["kayles[5, 9]", "second player wins"]),
            ("game three { take 1..3 }", Fine, &["three"]),
            ("4 8", Fine, &["three[4, 8]", "second player wins"]),
            ("wythoff", Fine, &["a pile is two numbers"]),
            ("1 2", Fine, &["wythoff[(1, 2)]", "second player wins"]),
            (":solve nim 3 3", Fine, &["nim[3, 3]"]),
            ("5 6", Fine, &["nim[5, 6]", "first player wins"]),
            ("[1,\n2 3]", Input, &["3"]),
        ],
    );
}

#[test]
fn what_is_said_of_the_end_may_stand_apart() {
    let (mut shell, _) = bundled();
    transcript(
        &mut shell,
        &[
            (
                "Take 1 to 3 stones (misère).",
                Fine,
                &["read as game rule { take 1..3 misere }"],
            ),
            (
                "Misère play: take 1 to 3 stones",
                Fine,
                &["read as game rule { take 1..3 misere }"],
            ),
            (
                "take 1 to 3 stones (whoever takes the last stone loses)",
                Fine,
                &["read as game rule { take 1..3 misere }"],
            ),
            (
                "take 1 to 3 stones (normal play)",
                Fine,
                &["read as game rule { take 1..3 }"],
            ),
        ],
    );
}

#[test]
fn sentences_of_rule_books_are_read() {
    let (mut shell, _) = bundled();
    transcript(
        &mut shell,
        &[
            (
                "Choose one pile and remove between 1 and 3 stones.",
                Fine,
                &["read as game rule { take 1..3 }"],
            ),
            (
                "Either take any positive number of stones from a pile, or split a pile into two non-empty piles.",
                Fine,
                &["read as game rule { take any split into 2 piles }"],
            ),
            (
                "On each turn, a player may remove 1 to 3 stones from one pile.",
                Fine,
                &["read as game rule { take 1..3 }"],
            ),
            (
                "Players take turns to remove one or two coins",
                Fine,
                &["read as game rule { take 1, 2 }"],
            ),
            (
                "A move consists of taking a square number of stones.",
                Fine,
                &["read as game rule { take k where square(k) }"],
            ),
            (
                "Each player in turn takes at least 2 stones.",
                Fine,
                &["read as game rule { take 2.. }"],
            ),
            (
                "Remove one stone, or split the pile into two non-empty piles.",
                Fine,
                &["read as game rule { take 1  split into 2 piles }"],
            ),
            (
                "halve an even pile or remove 1",
                Fine,
                &["read as game rule { move n -> n / 2 where even(n) and n > 0 take 1 }"],
            ),
            (
                "Alice and Bob take 1, 2 or 3 stones in turns.",
                Fine,
                &["read as game rule { take 1, 2, 3 }"],
            ),
            (
                "take k stones where k is a perfect square",
                Fine,
                &["read as game rule { take k where square(k) }"],
            ),
            (
                "take 1 or 2 from an even pile",
                Fine,
                &["read as game rule { take 1, 2 where even(n) }"],
            ),
            (
                "Each player takes one or two stones and, if they like, splits the rest.",
                Input,
                &["Each"],
            ),
            (
                "take any number from one pile or one from both piles",
                Input,
                &["take any"],
            ),
        ],
    );
}

/// What stands before a verb may turn a sentence round: only what says nothing of the rule is passed over.
#[test]
fn sentences_about_the_numbers_that_are_taken_are_read() {
    let (mut shell, _) = bundled();
    transcript(
        &mut shell,
        &[
            (
                "take a number that does not divide n",
                Fine,
                &["read as game rule { take k where n % k != 0 }"],
            ),
            (
                "take x stones where x is odd and at most 7",
                Fine,
                &["read as game rule { take x where odd(x) and x <= 7 }"],
            ),
            (
                "take a prime number of stones or 1 stone",
                Fine,
                &["read as game rule { take 1 take k where prime(k) }"],
            ),
            (
                "remove 1, 2 or 3 stones from any non-empty pile",
                Fine,
                &["read as game rule { take 1, 2, 3 }"],
            ),
        ],
    );
    for (said, rule) in [
        ("pick up 1-3 pebbles", "take 1..3"),
        ("take 1 thru 3", "take 1..3"),
        ("reduce a pile by 1 to 3", "take 1..3"),
        ("take k stones, 1 <= k <= 3", "take k where 1 <= k <= 3"),
        (
            "take k where n is divisible by k",
            "take k where n % k == 0",
        ),
        (
            "take k where n is not divisible by k",
            "take k where n % k != 0",
        ),
        (
            "subtract a power of two from n",
            "take k where power_of_two(k)",
        ),
    ] {
        let (mut shell, _) = bundled();
        let read = format!("read as game rule {{ {rule} }}\nrule: ");
        transcript(&mut shell, &[(said, Fine, &[&read])]);
    }
    let (mut shell, _) = bundled();
    let sized = "read as game rule { take 1..3 }\n:solve 10";
    transcript(&mut shell, &[("take 1 to 3, n = 10", Fine, &[sized])]);
}

const SAYING_MORE: &[&str] = &[
    "cross out a digit",
    "take a digit",
    "delete a digit of the number",
    "cross out a square",
    "cross out any square",
    "cross out a number",
    "delete a number",
    "cross out a divisor",
    "never take 2",
    "no player may take 2",
    "it is forbidden to take 2",
    "you cannot take more than 3 stones",
    "on an even pile take 2",
    "unless stuck take 1",
    "the loser may take 1",
    "at most once take 3",
    "in each pile take 1",
    "can I take 2",
    "should I take 1 or 2",
    "never: take 3",
    "take 1 or 2 (misère), whoever takes the last stone wins",
    "misère: take 1 or 2, whoever takes the last stone wins",
    "take 1 or 2; whoever takes the last stone but one loses",
    "if the pile is even, take 1 or split it",
    "if the pile is even, take 1, otherwise take 2",
    "take 1 or remove 2 if the pile is even",
    "take 1 or 2 or split the pile if it is even",
    "take 1, or 2 from an even pile",
    "take 1 from an odd pile or 2 from an even pile",
    "take 1 or 2 or split the rest",
    "Alice and Bob take 1 and 2 stones",
    "halve an even pile, or triple an odd one",
    "take 1 from a pile of 5 or 2 from a pile of 6",
    "Alice and Bob play. Alice takes 1 or 2 stones. Bob takes 1 stone.",
    "From each non-empty pile take 1 stone.",
    "From all n piles take one stone.",
    "A player chooses any two non-empty piles and takes 1 stone.",
    "Choose some piles and take one stone.",
    "Take one stone from some of the piles.",
    "On move n, take 1 to n stones.",
    "Choose n and take n stones.",
    "On turn two take 2 stones.",
    "On move one take 1 stone.",
    "One person takes 1 or 2 stones.",
    "We have 5 stones each. Take 1 or 2 stones.",
    "On alternate turns, a player takes 1 or 2.",
    "Each player has a pile and takes 1 or 2 stones from it.",
    "Two players have 5 stones each. Take 1 or 2 stones.",
    "A player makes a move and then takes 1.",
    "On each turn both players take 1 or 2.",
    "Whose turn is it to take 1 stone",
    "Take 1 stone from this pile, 2 from that pile.",
    "A player takes n stones, where 1 <= n <= 3.",
    "There are N piles. Each player takes N stones from one pile.",
    "Split in half, rounding down.",
    "Take one stone from any pile with 3 stones.",
    "Decrease the piles by 1.",
    "Alice and Bob take 1 and 2 stones.",
    "The player who takes the last stone is the winner. Take 1 or 2 stones. The last player to move loses.",
    "from each of the piles take 1",
    "Choose a pile with at least 2 stones and remove 2 stones from it.",
    "take a number of stones that is not a power of 2",
    "passing is allowed; take 1",
    "take 1 to 3; you can't take 2",
    // How many piles there are, and how large, do not fit.
    "Take 1 to 3. 3 piles of 4 and 5 stones.",
    "Take 1 or 2. Two piles. 9 stones",
    "There are two equal piles. Take 1 or 2.",
    "Take 1 or 2. There are two piles, a pile of 3 and a pile of 5.",
    // Other players, or another way to play.
    "There are 21 stones. Take 1 or 2 stones. Both play misère.",
    "There are 21 stones. Take 1 or 2 stones. I go second. Do I win?",
    "There are 21 stones. Take 1 or 2 stones. Do I win by taking 2?",
    "There are 21 stones. Take 1 or 2 stones. Who wins if Alice starts with 5 stones?",
    "There are 21 stones. Take 1 or 2 stones. How many winning moves are there from 7?",
    "We each have 3 piles of 5 stones. Take 1 or 2 stones.",
    "There are 21 stones. Take 2 stones and add 1 stone.",
    "There are 21 stones. Take 1 or 2 stones. Alice and Bob play with passing.",
    "There are 21 stones. Take 1 or 2 stones. Alice and Bob play Wythoff.",
    "Players A, B and C alternately take 1 or 2 stones. There are 21 stones.",
    "There are 22 stones. Take 1 or 2 stones. The player who cannot move loses. Misere.",
    "There are 22 stones. Take 1 or 2 stones. If no stones are left, the player to move loses. The last player loses.",
    "Two piles of 2 and 5. A player takes one coin from every pile.",
    "Three piles of 4, 4 and 5. Take any number from one pile or the same number from both.",
    "take 1, 4, 9, ..., 49 stones",
    "take two or three hundred stones",
];

#[test]
fn sentences_that_say_more_are_not_read() {
    for said in SAYING_MORE {
        let (mut shell, _) = bundled();
        let wrong = match said.contains(':') {
            true => "nimrule::",
            false => "this says more than can be read",
        };
        transcript(&mut shell, &[(*said, Input, &[wrong])]);
    }
}

/// Texts, the rules that are read, and how the answer begins.
const TEXTS: &[(&str, &str, Option<&str>)] = &[
    (
        "There are two equal piles of 9 stones. Players take 1, 2 or 3 stones from a pile. Last player wins.",
        "take 1, 2, 3",
        Some("rule[9, 9]   the second"),
    ),
    (
        "There are two piles of 3 stones and a pile of 4. The players take 1, 2 or 3 stones from a pile.",
        "take 1, 2, 3",
        Some("rule[3, 3, 4]   the second"),
    ),
    (
        "There are two hundred fifty-six stones. Take 1 or 2. If a player cannot move, the opponent wins.",
        "take 1, 2",
        Some("rule[256]   the first"),
    ),
    (
        "There is a pile of 24 stones. A move removes 1, 2, 3, ..., 7 stones. If both players play optimally, who wins?",
        "take 1..7",
        Some("rule[24]   the second"),
    ),
    (
        "There are 21 stones... Players take 1 or 2 stones... Last player loses...",
        "take 1, 2 misere",
        Some("rule[21]   the first"),
    ),
    (
        "Alice and Bob are playing a game with a heap of n = 15 stones. On each turn a player removes 1, 3, 5, ..., 7 stones. Which player wins?",
        "take k where odd(k) and k <= 7",
        Some("rule[15]   the first"),
    ),
    (
        "There are four rows of matches: 1, 3, 5, 7. Take any number of matches from a row. Whoever cannot take a match loses.",
        "take any",
        Some("rule[1, 3, 5, 7]   the second"),
    ),
    (
        "Take no more than 3 stones. 12 stones",
        "take 1..3",
        Some("rule[12]   the second"),
    ),
    (
        "Take any number except 3. 12 stones",
        "take k where k != 3",
        Some("rule[12]   the first"),
    ),
    (
        "Take at least 2 stones. 12 stones",
        "take 2..",
        Some("rule[12]   the first"),
    ),
    (
        "Take 1, 2 or 3; the last player loses. 12 stones",
        "take 1, 2, 3 misere",
        Some("rule[12]   the first"),
    ),
    (
        "Alice and Bob play with 15 stones. They take 1 to 4 stones.",
        "take 1..4",
        Some("rule[15]   the second"),
    ),
    (
        "Take 1 to 3 stones from a pile of 21. The player who removed the last stone loses.",
        "take 1..3 misere",
        Some("rule[21]   the second"),
    ),
    (
        "Take 1 or 2 stones; the game ends when there are no stones left",
        "take 1, 2",
        None,
    ),
    (
        "take 1 or 2. A player who takes the last match loses.",
        "take 1, 2 misere",
        None,
    ),
    (
        "take 2 to 4, the player who can not take loses",
        "take 2..4",
        None,
    ),
    (
        "Take 1 or 2 stones. The game ends once all piles are empty. The player who took the last stone loses.",
        "take 1, 2 misere",
        None,
    ),
    (
        "There are 21 matches, each player takes 1, 2 or 3, and whoever takes the last match loses.",
        "take 1, 2, 3 misere",
        Some("rule[21]   the second"),
    ),
    (
        "There are three piles of 3, 4 and 5 stones. On your turn take any number of stones from one pile.",
        "take any",
        Some("rule[3, 4, 5]   the first"),
    ),
    (
        "Four rows of 1, 3, 5 and 7 matches; take any number from one row; whoever takes the last match loses",
        "take any misere",
        Some("rule[1, 3, 5, 7]   the second"),
    ),
    (
        "Alice and Bob take turns. Each turn, take 1 or 2 stones. If you can't move, you lose.",
        "take 1, 2",
        None,
    ),
    (
        "There are 10 coins in a row; take one coin or two adjacent coins",
        "take 1, 2 leaving 0..2 piles",
        Some("rule[10]   the first"),
    ),
    (
        "the last player to move loses: take 1 or 2",
        "take 1, 2 misere",
        None,
    ),
    (
        "There's a heap of 1,000 beans. Take 1 or 2. If you can't move, you lose.",
        "take 1, 2",
        Some("rule[1000]   the first"),
    ),
    (
        "In a game there are 15 stones. Two players take turns removing 1, 2 or 3 stones.",
        "take 1, 2, 3",
        Some("rule[15]   the first"),
    ),
    (
        "We have 5 piles of 7 stones each. Take any number from one pile. Who wins if Alice starts?",
        "take any",
        Some("rule[7, 7, 7, 7, 7]   the first"),
    ),
    (
        "There are 20 stones. Take exactly 3 or exactly 5. I go first. Do I win?",
        "take 3, 5",
        Some("rule[20]   the first"),
    ),
    (
        "There are 20 stones. Take no more than 3 and no fewer than 2. How many winning moves are there?",
        "take 2..3",
        Some("rule[20]   the second"),
    ),
    (
        "There are 20 stones. Take 1 to 3 stones or all of them. What is the Grundy value?",
        "take 1..3, n",
        Some("rule[20]   the first"),
    ),
    (
        "Take 1 or 2, starting with 21 stones.",
        "take 1, 2",
        Some("rule[21]   the second"),
    ),
    (
        "Take 1 to 5 matches from a pile of twenty-five matches. Players may not pass.",
        "take 1..5",
        Some("rule[25]   the first"),
    ),
    (
        "Two players play a game with a pile of n stones. When there are at least 3 stones, take 3 or 4. Whoever cannot move loses.",
        "take 3, 4 where n >= 3",
        None,
    ),
    (
        "Kayles: A row of 10 pins. A player knocks down one pin or two adjacent pins. The player who knocks down the last pin wins.",
        "take 1, 2 leaving 0..2 piles",
        Some("rule[10]   the first"),
    ),
    (
        "Grundy's game: start with one heap of 10. Divide a heap into two unequal heaps. If you can't, you lose.",
        "split into 2 unequal",
        Some("rule[10]   the second"),
    ),
    (
        "There are two piles of 3 and 5 coins. Each turn, remove any number of coins from one pile or an equal number from both piles. Last player to move wins.",
        "take any each turn 1..2 piles alike",
        Some("rule[3, 5]   the second"),
    ),
    (
        "take two adjacent pins from a row of pins, whoever cannot move loses",
        "take 2 leaving 0..2 piles",
        None,
    ),
    (
        "If the pile is even, take half. The winner is the player who cannot move.",
        "take n / 2 where even(n) misere",
        None,
    ),
    (
        "There are 50 stones. On each turn a player takes 1 or 2 stones. The first player who cannot make a turn loses.",
        "take 1, 2",
        Some("rule[50]   the first"),
    ),
    (
        "A player takes 1 or 2 stones. If a player cannot move, he wins.",
        "take 1, 2 misere",
        None,
    ),
    (
        "Alice and Bob are playing the following game. There are N stones. In each turn a player can take 1, 3 or 4 stones. Alice moves first. The player who cannot move loses. Determine who wins if both play optimally. N = 50",
        "take 1, 3, 4",
        Some("rule[50]   the first"),
    ),
    (
        "Taro and Jiro play a game with 3 piles of stones. On each turn, a player chooses one non-empty pile and removes any number of stones from that pile. Taro goes first. Both players play optimally.",
        "take any",
        None,
    ),
    (
        "You and your friend will alternate taking turns, and you go first. On each turn, the person whose turn it is will remove 1 to 3 stones from the heap. The one who removes the last stone is the winner. N = 20",
        "take 1..3",
        Some("rule[20]   the second"),
    ),
    (
        "Alice and Bob take turns playing a game, with Alice starting first. Initially, there are n stones in a pile. On each player's turn, that player makes a move consisting of removing any non-zero square number of stones in the pile. n = 17",
        "take k where square(k)",
        Some("rule[17]   the second"),
    ),
    (
        "Given n piles of stones. On a player's turn, he may take 1, 2, or 3 stones from a pile. A player who cannot make a move loses the game.",
        "take 1, 2, 3",
        None,
    ),
    (
        "There are 7 stones. A legal move consists of removing 1, 2, ..., 5 stones in one move. Alice makes the first move.",
        "take 1..5",
        Some("rule[7]   the first"),
    ),
    (
        "Two players play a game with n stones. From one of n piles, take 1 or 2. The player to take the last stone is the loser.",
        "take 1, 2 misere",
        None,
    ),
    (
        "There are two piles. Take any number from one pile or the same number from both.",
        "take any each turn 1..2 piles alike",
        None,
    ),
];

/// A text about a game may say which piles there are, who plays, and how the game ends; of the piles it is answered at once.
#[test]
fn texts_about_games_are_read() {
    for (text, rule, start) in TEXTS {
        let (mut shell, _) = bundled();
        let game = format!("read as game rule {{ {rule} }}\n");
        let answer = start.unwrap_or("rule: a turn");
        transcript(&mut shell, &[(text, Fine, &[&game, answer])]);
        // The same on the command line.
        let output = run_with(&["solve", "-e", text], "");
        let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(start.map_or(2, |_| 0)), "{text}");
        assert!(stdout.starts_with(start.unwrap_or("")), "{text}: {stdout}");
    }
}

/// What is said of other piles than those of the question, and several texts at once, are told.
#[test]
fn texts_that_do_not_fit_are_told() {
    for (text, code, told) in [
        (
            "There are 2 piles. Take 1 to 3.",
            0,
            "speak of 2 piles, and the question of 1",
        ),
        (
            "Take 1 to 3 stones.\n\nTake 1 to 4 stones.",
            2,
            "is this one game",
        ),
        (
            "Take 1 or 2.\nSplit a pile into two.",
            2,
            "is this one game",
        ),
        (
            "Take 1 or 2.\nWhoever takes the last stone loses.",
            0,
            "misere",
        ),
        // A number that begins a sentence or a line is none of the amounts.
        ("Take 1, 2 or 3. 4 and 5", 2, "an amount, or how many"),
        ("take 1 or 2\n3", 2, "an amount, or how many"),
        (
            "take 1 or 2, 3 stones",
            2,
            "this says more than can be read",
        ),
        (
            "split a pile into 2..4 piles",
            0,
            "read as game rule { split into 2..4 piles }",
        ),
        ("take 1..3, not 2", 2, "k != 2"),
        ("take 10..3", 2, "`3..10`"),
    ] {
        let output = run_with(&["solve", "-e", text, "5"], "");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{text}: {said}");
        assert!(said.contains(told), "{text}: {said}");
    }
}

/// They are typed one by one or together.
#[test]
fn texts_about_games_may_have_several_lines() {
    for (lines, read, answer) in [
        (
            "There are 21 stones.\nEach player takes 1 to 3 stones.\nThe player who takes the last stone loses.",
            "read as game rule { take 1..3 misere }",
            "rule[21]   the second",
        ),
        (
            "Two players play a game.\nThere are two piles of 3 and 5 stones.\nIn each turn a player takes any number of stones from one pile.",
            "read as game rule { take any }",
            "rule[3, 5]   the first",
        ),
        (
            "There are 21 stones.\r\nEach player takes 1 to 3 stones.\r\nThe last player loses.",
            "read as game rule { take 1..3 misere }",
            "rule[21]   the second",
        ),
        (
            "take 1 to 3 stones\nThe player who takes the last stone loses.",
            "read as game rule { take 1..3 misere }",
            "rule: a turn",
        ),
    ] {
        for at_once in [true, false] {
            let (mut shell, _) = bundled();
            let mut reply = shell.enter(if at_once { lines } else { "" });
            for line in lines.lines().filter(|_| !at_once) {
                reply = shell.enter(line);
            }
            assert_eq!(reply.outcome, Fine, "{lines}");
            let text = reply.text();
            assert!(
                text.contains(read) && text.contains(answer),
                "{lines}: {text}"
            );
        }
    }
    // Not two rules as one, nor what was told before something else.
    let (mut shell, _) = bundled();
    transcript(
        &mut shell,
        &[
            (
                "There are 21 stones.\ntake 1 to 3\ntake 1 to 4",
                Fine,
                &["{ take 1..3 }\n:solve 21", "{ take 1..4 }\n"],
            ),
            ("There are 20 stones.", Fine, &["{ take 1..4 }\n:solve 20"]),
        ],
    );
    let (mut shell, _) = bundled();
    transcript(
        &mut shell,
        &[
            (
                "There are 20 stones.",
                Input,
                &["what play begins with, and no move"],
            ),
            ("nim[5]", Fine, &["nim[5]"]),
            (
                "There are 21 stones.\nEach player takes 1 to 3 stones.\nBut not the number that the other took before.\nwho wins",
                Input,
                &["the last game could not be read"],
            ),
            ("nim[5]", Fine, &["nim[5]"]),
            (
                "take 1 to 3",
                Fine,
                &["read as game rule { take 1..3 }\n`rule` of before is gone"],
            ),
        ],
    );
}

/// What says nothing was meant otherwise where it is typed as a sentence.
#[test]
fn sentences_say_something() {
    let (mut shell, _) = bundled();
    transcript(
        &mut shell,
        &[
            ("take 1-3", Fine, &["read as game rule { take 1..3 }"]),
            (
                "take 2-4 or 7 stones",
                Fine,
                &["read as game rule { take 2..4, 7 }"],
            ),
            ("take 1/2", Input, &["this is never an amount"]),
            ("who wins 5", Input, &["the last game could not be read"]),
            (
                "take at most half of the stones; whoever takes the last stone loses",
                Input,
                &["a pile of 1 has no move"],
            ),
            ("who wins 5", Input, &["the last game could not be read"]),
            (
                "take at most half of the stones; whoever cannot move loses",
                Fine,
                &["read as game rule { take 1..n / 2 }"],
            ),
            (
                "game g { take 1-3 }",
                Fine,
                &["never an amount", "g: there are no moves"],
            ),
        ],
    );
}

/// Lines behind a sentence are entries of their own, whether it can be read or not.
#[test]
fn no_line_behind_a_sentence_is_lost() {
    let (mut shell, _) = bundled();
    let script = "take up to three. The last player loses.\nmoves(rule[3])\ntake 1 or 2 stones per turn\n\
        moves(rule[3])\ntake 1 to 3 stones from foo\n1 + 1\n\
        Take 1 or 2.\nwho wins from 4\ntake 1 to 5, the game ends when 1 is left\nvalues\n2 + 3\n";
    transcript(
        &mut shell,
        &[(
            script,
            Input,
            &[
                "\n[rule[2], rule[1], rule[0]]\n",
                "\n[rule[2], rule[1]]\n",
                "unknown_coordinate",
                "\n2\n",
                "rule[4]   the first",
                "the last game could not be read",
                "\n5\n",
            ],
        )],
    );
}

/// Where too many wrong lines swallow others, that is said.
#[test]
fn what_is_not_read_any_more_is_told() {
    let (mut shell, _) = bundled();
    let script = "take up to foo.\n- 1 + 3\n".repeat(51);
    let told = "more wrong lines than are read on from";
    transcript(&mut shell, &[(&script, Input, &["\n2\n", told])]);
}

/// Rules without a name are one game, so that the second ones take the place of the first.
#[test]
fn a_game_that_is_replaced_is_named() {
    let (mut shell, _) = bundled();
    transcript(
        &mut shell,
        &[
            ("take 1 to 3", Fine, &["rule: a turn takes 1"]),
            (
                "split into two",
                Fine,
                &["`rule` of before is gone: it is now\nrule: a turn splits"],
            ),
        ],
    );
}

/// The first table of the phrase book is read as it says.
#[test]
fn the_phrase_book_is_read() {
    let book = include_str!("../grammar/LANGUAGE.md");
    let (_, book) = book.split_once("## Phrase book\n").expect("the section");
    let rows = book.lines().skip_while(|line| !line.starts_with("|--"));
    let rows = rows.skip(1).take_while(|line| line.starts_with('|'));
    let rows: Vec<(&str, &str)> = rows
        .map(|row| row.trim_matches('|').split_once(" | ").expect(row))
        .collect();
    assert!(rows.len() > 10, "{rows:?}");
    for (said, written) in rows {
        let (mut shell, _) = bundled();
        let written = written.replace('`', "");
        let read_as = format!("read as game rule {{ {} }}\n", written.trim());
        transcript(&mut shell, &[(said.trim(), Fine, &[&read_as])]);
    }
}

#[test]
fn questions_are_asked_in_words() {
    let (mut shell, _) = bundled();
    transcript(
        &mut shell,
        &[
            (
                "losing wythoff",
                Fine,
                &["read as losing(wythoff, 0..20, 0..20)\n[[0, 0], [1, 2], [2, 1], [3, 5]"],
            ),
            (
                "misere nim 1 1 1",
                Fine,
                &["read as misere(nim)[1, 1, 1]\n"],
            ),
            (
                "first 5 values of kayles",
                Fine,
                &["read as values(kayles, 0..4)\n[0, 1, 2, 3, 1]"],
            ),
            (
                "grundy number of 10 in kayles",
                Fine,
                &["read as grundy(kayles[10])\n2"],
            ),
            ("values", Fine, &["read as :values\nkayles   Grundy values"]),
            ("who wins 5", Fine, &["read as :solve 5\n"]),
            ("who wins with 21 stones?", Fine, &["read as :solve 21\n"]),
            (
                "What is the best move from 10?",
                Fine,
                &["read as :solve 10\n"],
            ),
            (
                "what is the period?",
                Fine,
                &["read as :period\nkayles   period 12"],
            ),
            (
                "is kayles periodic?",
                Fine,
                &["read as period(kayles)\n(12, 71)"],
            ),
            (
                "losing positions of wythoff",
                Fine,
                &["read as losing(wythoff, 0..20, 0..20)\n[[0, 0], [1, 2]"],
            ),
            (
                "misere nim",
                Fine,
                &["read as misere(nim)\nmisere(nim): a turn takes"],
            ),
            (
                "why is kayles[2, 2] lost?",
                Fine,
                &["read as explain(kayles[2, 2])\n"],
            ),
            (
                "is kayles[5] a P-position?",
                Fine,
                &["read as winner(kayles[5]) == second\nfalse"],
            ),
            (
                "values kayles 3",
                Fine,
                &["read as :values kayles --to 3\n"],
            ),
            (
                "losing kayles 3",
                Fine,
                &["read as losing(kayles, 0..3)\n[0]"],
            ),
            ("why does the first player win?", Fine, &["read as :why\n"]),
            ("why not?\n1 + 1", Fine, &["read as :why\n", "\n2"]),
        ],
    );
}

/// `misere` alone is the game of the last answer, or a part of the rules above it.
#[test]
fn misere_behind_an_answer_is_its_game() {
    let (mut shell, _) = bundled();
    for (text, said) in [
        ("kayles[1, 2]\nmisere", "misere(kayles): a turn"),
        ("who wins kayles 3 5?\nmisere", "misere(kayles): a turn"),
        (
            "game g { take 1..3 }\ng[4]\nmisere\ntake 1..2",
            "misere(g): a turn",
        ),
        (
            "take 1..3\nmisere",
            "read as game rule { take 1..3 misere }",
        ),
    ] {
        transcript(&mut shell, &[(text, Fine, &[said])]);
    }
}

#[test]
fn the_lines_behind_play_are_moves() {
    let (mut shell, _) = bundled();
    transcript(
        &mut shell,
        &[(
            "play nim 2\ny\ntake 2\nquit\n1 + 1",
            Fine,
            &["you win", "\n2"],
        )],
    );
}

/// Of several games of a file none is meant before one is named.
#[test]
fn of_several_games_one_is_named() {
    let shelf: Arc<Shelf> = Arc::default();
    shelf.put("two.nimrule", "game a { take 1 }\ngame b { take 2 }\n");
    let mut shell = shell_with(&shelf);
    transcript(
        &mut shell,
        &[
            (":load two.nimrule", Fine, &["a"]),
            ("values", Input, &["name one of a, b"]),
            ("5 6", Input, &["name one of a, b"]),
            (":play", Input, &["name one of a, b"]),
            ("b[5]", Fine, &["b[5]"]),
            ("5 6", Fine, &["b[5, 6]"]),
        ],
    );
}

/// Questions about the game of the last answer in many words.
#[test]
fn questions_about_the_last_game_are_read() {
    let (mut shell, _) = bundled();
    transcript(
        &mut shell,
        &[
            ("take 1 to 3", Fine, &["rule: a turn"]),
            ("who wins with 3 piles of 5", Fine, &["rule[5, 5, 5]   the"]),
            (
                "who wins with 3 piles",
                Input,
                &["how large are the piles?"],
            ),
            ("who loses 4", Fine, &["rule[4]   the second"]),
            ("There are 2 piles. Take 1 to 3.", Fine, &["take 1..3"]),
            ("who wins?", Input, &["from which piles?"]),
            ("last stone", Input, &["not understood as a whole"]),
            ("save as", Input, &["where to?"]),
            ("sovle 3 4", Input, &["did you mean `solve`?"]),
            ("quti", Input, &["did you mean `quit`?"]),
            (
                "who wins if there are 21 stones?",
                Fine,
                &["rule[21]   the"],
            ),
            ("how do I win", Fine, &["read as :solve rule[21]\n"]),
            ("5,7,9", Fine, &["rule[5, 7, 9]   the first"]),
            ("show losing positions up to 8", Fine, &["[0, 4, 8]"]),
            ("losing positions from 2 to 8", Fine, &["[4, 8]"]),
            ("losing positions from 2 3 to 8", Input, &["nimrule::"]),
            ("winning positions up to 5", Fine, &["[1, 2, 3, 5]"]),
            ("why is 8 lost", Fine, &["rule[8]   Grundy value 0"]),
            ("why 8", Fine, &["rule[8]   Grundy value 0"]),
            (":line it", Fine, &["rule[8]   "]),
            (
                "all winning moves from nim 1 2 4",
                Fine,
                &["take 1 from the pile of 4"],
            ),
            ("why 8", Fine, &["nim[8]   "]),
            ("why rule 8", Fine, &["rule[8]   Grundy value 0"]),
            ("describe it", Fine, &["rule: a turn takes"]),
            (
                "why does the second player win with 8 stones?",
                Fine,
                &["rule[8]   Grundy value 0"],
            ),
            ("is there a pattern?", Fine, &["g(n) = n % 4, proven"]),
            ("export to python", Fine, &["def grundy(n):"]),
            ("compare with nim", Input, &["questions that are read:"]),
            (
                "what if the last player loses?",
                Fine,
                &["misere(rule): a turn"],
            ),
            ("is 5 losing", Fine, &["misere(rule)[5]   the second"]),
            ("nim + 1", Input, &["an integer is needed here"]),
            ("who wins 1,000", Fine, &["misere(rule)[1000]   the"]),
            ("who wins 1,200", Input, &["nimrule::"]),
            ("21?", Fine, &["misere(rule)[21]   the"]),
            ("I want to play with 12", Input, &["nimrule::"]),
            (
                "losing numbers up to 9",
                Fine,
                &["losing(misere(rule), 0..9)"],
            ),
            (
                "who wins 1 to 9",
                Fine,
                &["[second, first, first, first, second"],
            ),
            ("next 10", Input, &["questions that are read"]),
            ("make it misère", Fine, &["Whoever makes the last move"]),
            ("why does 20 lose?", Fine, &["read as :explain 20\n"]),
            ("add 1, 2 or 3", Input, &["nothing is called `add`"]),
            ("who wins 20", Input, &["the last game could not be read"]),
        ],
    );
    let (mut shell, _) = bundled();
    transcript(&mut shell, &[("who wins", Input, &["from which piles?"])]);
}

#[test]
fn games_that_are_played_on_and_ends_behind_piles_are_read() {
    let (mut shell, _) = bundled();
    transcript(
        &mut shell,
        &[
            ("take 1..3", Fine, &["rule: a turn"]),
            ("show me a game from 5 8", Fine, &["read as :line 5 8\n"]),
            ("how does it go from 7", Fine, &["read as :line 7\n"]),
            (
                "10 stones, last stone loses",
                Fine,
                &["misere(rule)[10]   the first"],
            ),
            ("7, last one wins", Fine, &["read as :solve rule 7\n"]),
        ],
    );
}

#[test]
fn what_can_mean_only_one_thing_is_read_so() {
    let (mut shell, _) = bundled();
    transcript(
        &mut shell,
        &[
            (
                "winner nim[5, 9, 11]",
                Fine,
                &["read as winner(nim[5, 9, 11])\nfirst\n"],
            ),
            ("WINNER(nim[1])", Fine, &["read as winner(nim[1])\nfirst\n"]),
            (
                "solve nim[3]",
                Fine,
                &["read as :solve nim[3]\nnim[3]   the first"],
            ),
            ("g(kayles[5])", Fine, &["read as grundy(kayles[5])\n4\n"]),
            (
                "misere(nim[1, 1, 2])",
                Fine,
                &["read as misere(nim)[1, 1, 2]\n"],
            ),
            ("mex{0, 1, 3}", Fine, &["read as mex([0, 1, 3])\n2\n"]),
            ("3 xor 5", Fine, &["read as xor(3, 5)\n6\n"]),
            // A query that lacks something is the command of its name.
            (
                "period kayles",
                Fine,
                &["read as period(kayles)\n(12, 71)\n"],
            ),
            (
                "values kayles 0..3",
                Fine,
                &["read as :values kayles 0..3\nkayles   Grundy"],
            ),
            (
                "values kayles --to 3",
                Fine,
                &["kayles   Grundy values of piles of 0..3"],
            ),
            ("games", Fine, &["no games yet"]),
            (
                "expect winner nim[5] == first",
                Fine,
                &["read as expect winner(nim[5]) == first\nholds\n"],
            ),
            ("Winner(NIM[1])", Fine, &["read as winner(nim[1])\n"]),
            (
                "winner nim 5 9",
                Fine,
                &["read as winner(nim[5, 9])\nfirst\n"],
            ),
            ("(1 + 2) xor 3", Fine, &["read as xor((1 + 2), 3)\n0\n"]),
            ("nim[1,000]", Fine, &["read as nim[1_000]\n"]),
            (
                "nim[1,000, 2,000]",
                Fine,
                &["read as nim[1_000, 2_000]\nnim[1000, 2000]   the first"],
            ),
            (
                "help winner",
                Fine,
                &["read as :help winner\nwinner(POSITION)"],
            ),
            (
                "let a = c + 1\nlet c = 3\n3 xor a",
                Fine,
                &["read as xor(3, a)\n7\n"],
            ),
            // What has a meaning keeps it.
            ("let g(p) = 2 * grundy(p)", Fine, &[]),
            ("g(kayles[5])", Fine, &["8\n"]),
            (
                "nim 5 9 11",
                Fine,
                &["read as nim[5, 9, 11]\nnim[5, 9, 11]   the first"],
            ),
        ],
    );
    assert!(shell.enter("quit()").quit);
}

/// What is asked of a game that is named, in words and by a range of single piles.
#[test]
fn questions_about_a_named_game_are_read() {
    let (mut shell, _) = bundled();
    transcript(
        &mut shell,
        &[
            // A range is of single piles.
            (
                "genus kayles 0..3",
                Fine,
                &["read as genus(kayles, 0..3)\n[\"0^1\", \"1^0\""],
            ),
            (
                "winner kayles 0..1",
                Fine,
                &["read as [winner(kayles[n]) for n in 0..1]\n[second, first]"],
            ),
            (
                "table wythoff 0..1 0..1",
                Fine,
                &["read as table(wythoff, 0..1, 0..1)\n"],
            ),
            // Of a position all that stands behind it are piles.
            (
                "winner nim 3 0..3",
                Fine,
                &["read as winner(nim[3, 0..3])\nfirst\n"],
            ),
            ("best nim 3..5", Fine, &["read as best(nim[3..5])\n"]),
            ("period of 0.77", Fine, &["read as :period 0.77\n"]),
            (
                "genus of kayles up to 3",
                Fine,
                &["read as :genus kayles --to 3\n"],
            ),
            (
                "why does kayles 5 8 win",
                Fine,
                &["read as :explain kayles 5 8\n"],
            ),
            ("best move nim 3 5 7", Fine, &["read as :solve nim 3 5 7\n"]),
            (
                "what is the nim-sum of 5 and 9",
                Fine,
                &["read as xor([5, 9])\n12\n"],
            ),
            (
                "Misère Nim with heaps of 1, 1 and 2. Who wins?",
                Fine,
                &["read as :solve misere(nim) 1 1 2\n"],
            ),
        ],
    );
}

/// Slips that other programs or the command line lead to.
#[test]
fn what_is_written_elsewhere_is_read() {
    let (mut shell, _) = bundled();
    transcript(
        &mut shell,
        &[
            ("0.77[1]", Fine, &["read as (octal 0.77)[1]\n"]),
            ("0.77", Fine, &["read as octal 0.77\n"]),
            ("kayles misere", Fine, &["read as misere(kayles)\n"]),
            ("nim[5].winner", Fine, &["read as winner(nim[5])\nfirst\n"]),
            (
                "nimrule period kayles",
                Fine,
                &["read as :period kayles\nkayles   period 12"],
            ),
            (
                "export kayles to python",
                Fine,
                &["read as :export kayles --lang python\n", "def grundy("],
            ),
            ("?winner", Fine, &["read as :help winner\nwinner(POSITION)"]),
            ("why nim 1 2", Fine, &["nim[1, 2]"]),
        ],
    );
}

#[test]
fn definitions_of_other_languages_and_an_end_are_read() {
    let mut shell = shell();
    transcript(
        &mut shell,
        &[
            (
                "def pick(n): take 1..2",
                Fine,
                &["read as game pick { take 1..2 }"],
            ),
            (
                "def twice(n): return 2 * n",
                Fine,
                &["read as let twice(n) = 2 * n"],
            ),
            (
                "let thrice(n) = { return 3 * n }",
                Fine,
                &["read as let thrice(n) = 3 * n"],
            ),
            ("y = 4", Fine, &["read as let y = 4"]),
            (
                "h(a, b) = a + b\nh(1, 2)",
                Fine,
                &["read as let h(a, b) = a + b\n3\n"],
            ),
            // It may be meant to compare them.
            ("y = 7", Input, &["write `let y = 7`"]),
            ("y", Fine, &["4\n"]),
        ],
    );
    // What stands behind it is not done any more.
    let last = shell.enter("quit()\n1 + 1");
    assert!(last.quit);
    assert_eq!(last.text, "read as :quit\n");
}

#[test]
fn what_cannot_be_read_is_said_once() {
    let (mut shell, _) = bundled();
    let text = "Two players play a game with a pile of n stones. On each turn a player takes 1 or 3 stones. Who cannot move is second.";
    for (said, help) in [
        (text, "say the move alone"),
        (
            "Alice takes 1 or 2 stones, Bob takes 2 or 3",
            "both players have the same moves",
        ),
        (
            "take 1..3; the one who took more stones wins",
            "what the players have taken is not counted",
        ),
        (
            "take as many as the opponent took last",
            "`:describe fibonacci_nim`",
        ),
        ("take 1 or 2 provided the pile is even", "where even(n)"),
        (
            "take from a largest pile",
            "the phrase book has it: `pile {p[]}",
        ),
        (
            "the game is over when a pile has one stone",
            "`end when n == 1`",
        ),
    ] {
        let reply = shell.enter(said);
        let told = reply.text();
        assert_eq!(told.matches("  × ").count(), 1, "{told}");
        assert!(told.contains(help), "{told}");
    }
    transcript(
        &mut shell,
        &[("what is kayles?", Fine, &["kayles: a turn takes"])],
    );
}

#[test]
fn a_text_that_is_not_read_is_not_about_the_game_before() {
    for said in [
        "munch 1 or 2 sweets from a bag of 10",
        "pick up 1-3 frogs",
        "draw 1 to 3 cards from a deck of 20",
        "first player takes 1; then 1 to 3",
        "Replace n by n-1 or, if n is even, by n/2",
        "n becomes n-1 or n-2",
        "Place a domino on a strip of 9 squares",
        "In each step, a player chooses",
        "石を1個から3個とる",
        "game g { take 1..4 misre }",
        "game h { take 1..x }",
        "game my game { take 1..4 }",
        "game h { take 1..3 ]",
        "game h = take 1..4",
        "Game h { take 1..4 }",
        "game h { take 1..4\nwho wins 4\n}",
        "take 1 or",
        "take 1 or 2 from either end",
        "what if you take 1 to 4",
    ] {
        let (mut shell, _) = bundled();
        transcript(
            &mut shell,
            &[
                ("take 1 to 3", Fine, &["read as game rule"]),
                (said, Input, &["nimrule::"]),
                ("who wins 20", Input, &["the last game could not be read"]),
            ],
        );
    }
    // What brings another game into use speaks of it.
    for (said, game) in [
        ("use nim", "nim"),
        ("kayles", "kayles"),
        ("let mine = game { take 1..4 }", "game { take 1..4 }"),
        ("game h { take 1..4 }; who wins 5", "h"),
        ("take 1 to 4\nand misere", "rule"),
    ] {
        let (mut shell, _) = bundled();
        shell.enter("take 1 to 3");
        assert_eq!(shell.enter(said).outcome, Fine, "{said}");
        let about = format!("{game}[5]");
        transcript(&mut shell, &[("who wins 5", Fine, &[&about])]);
    }
    // One plays the position of the last answer, and plots the values of its game.
    let (mut shell, _) = bundled();
    transcript(
        &mut shell,
        &[
            ("take 1 to 3", Fine, &["rule: a turn"]),
            ("plot it", Fine, &["read as :plot\n"]),
            ("rule[7]", Fine, &["rule[7]   the first"]),
            ("play it", Fine, &["read as :play rule[7]\n"]),
        ],
    );
    // What stands in a comment is not asked.
    let (mut shell, _) = bundled();
    transcript(&mut shell, &[("# a comment; who wins 5", Fine, &[])]);
    // A slip in a question leaves the game as it is.
    let (mut shell, _) = bundled();
    transcript(
        &mut shell,
        &[
            ("take 1 to 3", Fine, &["read as game rule"]),
            ("kayls 5", Input, &["nimrule::"]),
            ("can I win nim 3 5 7?", Input, &["nimrule::"]),
            ("who wins 20", Fine, &["rule[20]   the second"]),
        ],
    );
}

/// Where no game is named, it is that of the last entry; but not one before rules that could not be read.
#[test]
fn questions_without_a_game_are_of_the_last_one() {
    let (mut shell, _) = bundled();
    transcript(
        &mut shell,
        &[
            ("take 1, 3 or 4", Fine, &["rule: a turn takes 1, 3 or 4"]),
            ("who wins 5, 6 and 7", Fine, &["rule[5, 6, 7]   the"]),
            ("winning moves from 5", Fine, &["read as :solve 5\n"]),
            (
                "grundy value of 2?",
                Fine,
                &["read as grundy(rule[2])\n0\n"],
            ),
            ("is 14 losing?", Fine, &["rule[14]   the second"]),
            ("first 3 values", Fine, &["read as :values --to 2\n"]),
            ("values up to 2", Fine, &["read as :values --to 2\n"]),
            ("values below 3", Fine, &["read as :values --to 2\n"]),
            (
                "values 1 to 2",
                Fine,
                &["read as :values --from 1 --to 2\n"],
            ),
            (
                "losing positions",
                Fine,
                &["read as losing(rule, 0..20)\n[0, 2, 7, 9, 14, 16]"],
            ),
            (
                "losing kayles 0..5",
                Fine,
                &["read as losing(kayles, 0..5)\n[0]\n"],
            ),
            (
                "take two stones from a pile of at most 20",
                Input,
                &["how large is the pile?"],
            ),
            ("who wins 7", Input, &["the last game could not be read"]),
            ("5 6", Input, &["the last game could not be read"]),
            ("take 1 or 2", Fine, &["rule: a turn takes 1 or 2"]),
            ("what's a P-position?", Fine, &["P is for the"]),
            (
                "what does misere mean",
                Fine,
                &["makes the last move loses"],
            ),
            ("who's winning at 8", Fine, &["rule[8]   the first"]),
            ("12 stones", Fine, &["rule[12]   the second"]),
            ("winning numbers below 4", Fine, &["\n[1, 2]\n"]),
            ("what about 9", Fine, &["rule[9]   the second"]),
            ("3 piles: 1 2 3", Fine, &["rule[1, 2, 3]   the first"]),
            ("is 3 4 5 a win", Fine, &["rule[3, 4, 5]   the first"]),
            ("losing positions of rule up to 6", Fine, &["[0, 3, 6]"]),
            ("losing numbers below 6", Fine, &["\n[0, 3]\n"]),
            ("misere 4", Fine, &["misere(rule)[4]   the second"]),
            ("last one wins", Fine, &["read as :describe rule\n"]),
            ("who wins 4", Fine, &["rule[4]   the first"]),
            ("misere 4", Fine, &["misere(rule)[4]   the second"]),
            ("losing positions up to 4", Fine, &["[1, 4]"]),
            (
                "whoever takes the last two stones loses",
                Input,
                &["not understood as a whole"],
            ),
            ("who wins 7", Input, &["the last game could not be read"]),
            (":load mark", Fine, &["mark"]),
            ("a + b + c", Input, &["nothing is called `a`"]),
            ("1 2", Fine, &["the"]),
            (
                "take 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18 levaing 2 piles",
                Input,
                &["`leaving`"],
            ),
            ("nim[5]", Fine, &["nim[5]   the first"]),
            ("who wins 7", Fine, &["nim[7]   the first"]),
        ],
    );
}

#[test]
fn questions_go_to_the_game_that_is_named() {
    let (mut shell, _) = bundled();
    transcript(
        &mut shell,
        &[
            (
                "game sticks { take 1..3 }\ngame half { take 1..n / 2 }\nsticks 12",
                Fine,
                &["sticks[12]   the second"],
            ),
            ("half 4", Fine, &["half[4]   the first"]),
            ("sticks with 10", Fine, &["sticks[10]   the first"]),
            ("half 4", Fine, &["half[4]   the first"]),
            ("who wins sticks with 8", Fine, &["sticks[8]   the second"]),
            ("who wins with 7 sticks", Fine, &["sticks[7]   the first"]),
            (
                "game rooks { pile (x, y)  take any from x  take any from y }",
                Fine,
                &["rooks"],
            ),
            ("who wins (3, 3)?", Fine, &["rooks[(3, 3)]   the second"]),
            (
                "who wins at (3, 2), (1, 0)",
                Fine,
                &["rooks[(3, 2), (1, 0)]   the second"],
            ),
            (
                "losing positions up to 2",
                Fine,
                &["read as losing(rooks, 0..2, 0..2)"],
            ),
            ("moves from (1, 1)", Fine, &["read as moves(rooks[(1,1)])"]),
            ("P-positions of nim up to 10", Fine, &["[0]"]),
            (
                "is nim 1 2 3 a P-position?",
                Fine,
                &["nim[1, 2, 3]   the second player wins"],
            ),
            (
                "What is the nim-value of kayles 9?",
                Fine,
                &["kayles[9]", "Grundy value 4"],
            ),
        ],
    );
}

#[test]
fn what_can_mean_two_things_is_a_mistake() {
    let (mut shell, _) = bundled();
    transcript(
        &mut shell,
        &[
            (
                "win(nim[3])",
                Input,
                &["did you mean `winner` or `winning`?"],
            ),
            ("1 + 2 xor 3", Input, &["xor(a, b)"]),
            ("winner(\n NIM[5]\n)", Input, &["did you mean `nim`?"]),
            ("winner nim[", Input, &["winner"]),
        ],
    );
}

#[test]
fn questions_in_other_words_are_read() {
    let (mut shell, _) = bundled();
    transcript(
        &mut shell,
        &[
            (
                "kayles(5)",
                Fine,
                &["read as kayles[5]\nkayles[5]   the first"],
            ),
            (
                "wythoff 3 5",
                Fine,
                &["read as wythoff[(3, 5)]\nwythoff[(3, 5)]   the second"],
            ),
            (
                "options nim[1]",
                Fine,
                &["read as moves(nim[1])\n[nim[0]]\n"],
            ),
            (
                "values(nim, 3)",
                Fine,
                &["read as values(nim, 0..3)\n[0, 1, 2, 3]\n"],
            ),
            (
                "who wins nim 3 5 7?",
                Fine,
                &["read as winner(nim[3, 5, 7])\nfirst\n"],
            ),
            (
                "who wins nim[3, 5, 7]",
                Fine,
                &["read as winner(nim[3, 5, 7])\nfirst\n"],
            ),
            (
                "what is the grundy value of kayles 5?",
                Fine,
                &["read as grundy(kayles[5])\n4\n"],
            ),
            (
                "grundy(kayles, 5)",
                Fine,
                &["read as grundy(kayles[5])\n4\n"],
            ),
            (
                "values(kayles)",
                Fine,
                &["read as values(kayles, 0..20)\n[0, 1, 2, 3, 1"],
            ),
            ("mex 0 1 3", Fine, &["read as mex(0, 1, 3)\n2\n"]),
            ("5 ⊕ 9", Fine, &["read as xor(5, 9)\n12\n"]),
            (
                "nim 3 + kayles 2",
                Fine,
                &["read as nim[3] + kayles[2]\nnim[3] + kayles[2]   the first"],
            ),
            ("winner 3 5 7", Fine, &["read as :solve 3 5 7"]),
            ("?", Fine, &["Define a game"]),
            ("grundy(kayles)", Input, &["grundy(kayles[5, 8])"]),
        ],
    );
}

#[test]
fn rules_in_other_words_are_read() {
    let (mut shell, _) = bundled();
    transcript(
        &mut shell,
        &[
            (
                "take 1..3",
                Fine,
                &["read as game rule { take 1..3 }", "takes 1, 2 or 3"],
            ),
            ("5 8", Fine, &["rule[5, 8]   the first"]),
            (
                "take one or two stones\nvalues(rule, 0..4)",
                Fine,
                &["read as game rule { take 1, 2 }", "[0, 1, 2, 0, 1]\n"],
            ),
            (
                "a player takes 1 to 3 stones",
                Fine,
                &["read as game rule { take 1..3 }"],
            ),
            (
                "mine = take at most half\nwinner(mine[3])",
                Fine,
                &["read as game mine { take 1..n / 2 }", "second\n"],
            ),
            (
                "pile (a, b)\ntake any from a\ntake any from b\nrule[(3, 3)]",
                Fine,
                &["rule[(3, 3)]   the second"],
            ),
            // What is wrong with a rule is told of the rule.
            ("take a foo", Input, &["`foo` is not a word"]),
            ("take half", Input, &["may mean two things"]),
        ],
    );
}

/// A game without a name is asked about like any other, and is not kept.
#[test]
fn games_need_no_name() {
    let shelf: Arc<Shelf> = Arc::default();
    let mut shell = shell_with(&shelf);
    transcript(
        &mut shell,
        &[
            ("period(octal 0.77)", Fine, &["(12, 71)\n"]),
            ("octal 0.77", Fine, &["octal 0.77: a turn takes 1 or 2"]),
            ("5 8", Fine, &["octal 0.77[5, 8]   the first"]),
            ("why", Fine, &["octal 0.77[5, 8]   Grundy value 5"]),
            (
                "values(game { let m = 3\n take 1..m }, 0..4)",
                Fine,
                &["[0, 1, 2, 3, 0]\n"],
            ),
            (
                "game { take 1..3 }",
                Fine,
                &["game { take 1..3 }: a turn takes 1, 2 or 3"],
            ),
            (
                "game { take 1..3 }[5]\n(octal 0.07)[20]; 1 + 1",
                Fine,
                &["[5]   the first", "octal 0.07[20]   the first", "\n2\n"],
            ),
            ("let g = octal 0.3", Fine, &[]),
            ("g[2]", Fine, &["octal 0.3[2]   the second"]),
            ("misere(g)[2]", Fine, &["misere(octal 0.3)[2]   the first"]),
            (":games octal", Input, &["no game speaks of `octal`"]),
            (":save g.nimrule", Fine, &["saved"]),
            (":solve octal 0.77 5 8", Fine, &["[4, 8]"]),
            (":values game { take 1..2 } --to 3", Fine, &["0  1  2  0"]),
            (
                ":survey octal 2",
                Input,
                &["`--octal 2` is all octal codes"],
            ),
            (
                ":values g --to ten",
                Input,
                &["`--to ten` does not fit", "write `1000000`"],
            ),
        ],
    );
    assert_eq!(shelf.get("g.nimrule"), "let g = octal 0.3\n");
}

#[test]
fn what_is_defined_is_checked() {
    transcript(
        &mut shell(),
        &[
            (":check", Fine, &["no mistakes"]),
            ("game lim(m) { take 1..m }", Fine, &["lim"]),
            (
                ":check",
                Fine,
                &["lim(m), for example lim(3): ", "no mistakes"],
            ),
            ("game f { move n -> n / (n - 3) where n > 0 }", Fine, &["f"]),
            (":check", Fine, &["division by zero"]),
            (
                ":check --json",
                Fine,
                &["\"file\":\"<prompt>\"", "\"games\":2"],
            ),
        ],
    );
}

/// `test` and `games` have the options of the command line.
#[test]
fn what_is_defined_is_tested_with_options() {
    let shelf: Arc<Shelf> = Arc::default();
    shelf.put(
        "more.nimrule",
        "game two { take 1..2 }\nexpect winner(two[3]) == second\nexpect grundy(two[4]) == 2\n",
    );
    transcript(
        &mut shell_with(&shelf),
        &[
            (":test", Fine, &["0 expectations hold\n"]),
            (
                ":test more.nimrule",
                Failed,
                &["more.nimrule", " 1\n", "1 expectation holds, 1 fails\n"],
            ),
            (
                ":test more.nimrule -m winner",
                Fine,
                &["1 expectation holds\n"],
            ),
            (
                ":test more.nimrule --format tap",
                Failed,
                &["not ok 2 - more.nimrule:3"],
            ),
            (":test --watch", Input, &["on the command line alone"]),
            ("game two \"Two\" { take 1..2 }", Fine, &["two"]),
            ("expect winner(two[3]) == second", Fine, &["holds"]),
            (":test --json", Fine, &["{\"file\":\"<prompt>\",\"line\":"]),
            (":test -m octal", Input, &["no expectation has `octal`"]),
            (
                ":games tw --json",
                Fine,
                &["{\"game\":\"two\",\"about\":\"Two\"}\n"],
            ),
        ],
    );
}

#[test]
fn a_used_file_is_announced() {
    let shelf: Arc<Shelf> = Arc::default();
    shelf.put("lim.nimrule", LIM);
    let mut shell = shell_with(&shelf);
    transcript(
        &mut shell,
        &[
            ("use \"lim.nimrule\"", Fine, &["lim.nimrule"]),
            ("values(lim(1), 0..3)", Fine, &["[0, 1, 0, 1]\n"]),
        ],
    );
}

#[test]
fn limits_are_kept_and_raised_at_the_prompt() {
    transcript(
        &mut shell(),
        &[
            ("game nim { take any }", Fine, &["nim"]),
            (":set max-memory 1MiB", Fine, &[]),
            (
                "values(nim, 0..10000000)",
                Exit::Limit,
                &[":set max-memory"],
            ),
            ("grundy(nim[3])", Fine, &["3\n"]),
        ],
    );
}

#[test]
fn long_lists_are_broken_to_the_width() {
    let mut shell = shell();
    shell.terminal.width = Some(40);
    let text = shell.enter("[0..40]").text;
    assert!(
        text.lines().count() > 2 && text.lines().all(|line| line.len() <= 40),
        "{text}"
    );
}

fn run_script(text: &str) -> (u8, String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let code = run_text(&mut shell(), &[], text, &mut out, &mut err).code();
    (
        code,
        String::from_utf8(out).unwrap(),
        String::from_utf8(err).unwrap(),
    )
}

#[test]
fn an_unknown_sign_ends_its_entry() {
    let (_, out, err) = run_script("let y = @\n1 + 1\n");
    assert!(out.contains('2') && err.contains('@'), "{out}{err}");
}

#[test]
fn what_the_command_line_alone_does_is_said() {
    for (line, said) in [
        (":lsp", "`nimrule lsp`"),
        (":repl", "`nimrule repl`"),
        (":test a.nimrule", "`a.nimrule`"),
    ] {
        let (_, _, err) = run_script(&format!("{line}\n"));
        assert!(err.contains(said), "{line}: {err}");
    }
    let (_, out, _) = run_script(":eval -q 1 + 1\n:games\n");
    assert!(out.starts_with("2\n"), "{out}");
    assert!(
        out.contains("kayles") && out.contains("bowl at rows of skittles"),
        "{out}"
    );
}

#[test]
fn scripts_run_to_their_end() {
    for (text, code, out, err) in [
        (
            "game nim {\n\n  take any\n}\n\nlet a = 3\na\n",
            0,
            "3\n",
            "",
        ),
        ("\u{feff}let a = 3\r\na\r\n", 0, "3\n", ""),
        ("nosuch\n1 + 1\n", 2, "2\n", "<stdin>:1:1"),
        ("let a = 3\n:nonsense\na\n", 2, "3\n", "<stdin>:2:1"),
        (":time off\n\nnosuch\n", 2, "", "<stdin>:3:1"),
        (":time nosuch\n", 2, "", "<stdin>:1:7"),
        ("1 + 1\n:quit\n2 + 2\n", 0, "2\n", ""),
        ("3\ngame nim {\n  take any\n", 2, "3\n", "<stdin>:2"),
        ("3\n1 +", 2, "3\n", "1 +"),
        ("expect 1 == 2\nexpect 1 == 1\n", 1, "holds\n", ""),
        ("expect 1 == 2\nnosuch\n", 2, "", "nosuch"),
        ("", 0, "", ""),
    ] {
        let (found, stdout, stderr) = run_script(text);
        assert_eq!(found, code, "{text}\n{stdout}{stderr}");
        assert!(stdout.ends_with(out), "{text}\n{stdout}");
        assert!(
            stderr.contains(err) && stderr.is_empty() == err.is_empty(),
            "{text}\n{stderr}"
        );
    }
}

#[test]
fn the_program_runs_piped_entries() {
    let output = run_with(
        &["repl"],
        "game nim { take any }\nnosuch\ngrundy(nim[5, 9, 11])\n",
    );
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "7\n");
    assert!(String::from_utf8_lossy(&output.stderr).contains("nosuch"));
}

/// What is asked on the command line, and the same behind a colon.
const AT_BOTH: &[&[&str]] = &[
    &["solve", "kayles", "5", "8"],
    &["solve", "kayles[5, 8]", "--json"],
    &["solve", "bounded(4)[8] + bounded(3)[7]", "--plan"],
    &["solve", "5", "9", "11"],
    &["explain", "nim", "5", "9", "11", "--depth", "1"],
    &["line", "nim", "2", "3"],
    &["eval", "xor(3, 5) + 1"],
    &["values", "kayles"],
    &["values", "kayles", "--to", "20", "--csv"],
    &["values", "kayles", "nim"],
    &["values", "bounded(3)", "2..9"],
    &["values", "bounded(4)", "--to", "9", "--engine", "plain"],
    &["period", "kayles"],
    &["period", "0.07", "--json"],
    &["period", "-e", "take 1..3"],
    &["describe", "wythoff"],
    &["plan", "kayles"],
    &["genus", "kayles", "--to", "9"],
    &["genus", "kayles", "5", "3"],
    &["genus", "kayles[5, 3]", "--json"],
    &["genus", "kayles", "5", "3", "--to", "4"],
    &["quotient", "kayles", "--to", "5"],
    &["plot", "wythoff", "0..8", "--kind", "losing"],
    &["plot", "nim", "2", "1"],
    &["export", "bounded(3)", "python"],
    &["export", "kayles", "--lang", "rust"],
    &[
        "values",
        "tests/fixtures/warning_hides.nimrule",
        "--to",
        "3",
    ],
    &[
        "survey",
        "-e",
        "game a { take 1 } game b { take 1..2 }",
        "--to",
        "50",
    ],
    &["survey", "kayles", "--to", "50"],
    &["survey", "0.77", "--to", "200"],
    &["survey", "--octal", "1", "--to", "20", "--shard", "1/7"],
    // These say what is wrong.
    &["solve", "kayles", "-1"],
    &["solve", "kayles", "x", "--json"],
    &["genus", "wythoff", "--to", "3"],
    &["values", "nim", "--from", "5", "--to", "3"],
    &["values", "nim", "--to", "3", "--engine", "steam"],
    &[
        "values",
        "kayles",
        "--to",
        "100000000",
        "--max-memory",
        "1MiB",
    ],
];

#[test]
fn the_prompt_says_what_the_command_line_says() {
    for words in AT_BOTH {
        let asked = run_with(words, "");
        let quoted = words.iter().map(|word| match word.contains(' ') {
            true => format!("'{word}'"),
            false => word.to_string(),
        });
        let line = quoted.collect::<Vec<_>>().join(" ");
        let typed = run_with(&[], &format!(":{line}\n"));
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim_end().to_string();
        assert_eq!(text(&typed.stdout), text(&asked.stdout), "{line}");
        // The options that set limits are those of the prompt there.
        let wrong = text(&asked.stderr).replace("`--max", "`:set max");
        assert_eq!(text(&typed.stderr), wrong, "{line}");
        assert_eq!(typed.status, asked.status, "{line}");
    }
}

#[test]
fn a_question_leaves_the_prompt_as_it_was() {
    let (mut shell, _) = bundled();
    transcript(
        &mut shell,
        &[
            (":set max-time 7s", Fine, &[]),
            (
                ":values kayles --to 3 --engine plain --max-time 9s",
                Fine,
                &["kayles"],
            ),
            (":set", Fine, &["max-time    7s", "engine      best"]),
            (
                ":period kayles --engine steam",
                Input,
                &["no engine is called `steam`"],
            ),
            (":set", Fine, &["engine      best"]),
            // The game that was asked about is meant from here on.
            (":period kayles", Fine, &["period 12"]),
            ("5 9", Fine, &["kayles[5, 9]"]),
            (":describe", Fine, &["kayles: a turn takes 1 or 2"]),
            (":values --to 3", Fine, &["kayles"]),
            ("why", Fine, &["kayles"]),
            (":plan nosuch", Input, &["nosuch"]),
            (":values kayls --to 3", Input, &["did you mean `kayles`?"]),
            (
                ":values kayles --too 3",
                Input,
                &["no option `--too`", "`--to`", "`:help values`"],
            ),
            (":games", Fine, &["no games yet"]),
            // A survey goes over all that has no parameters, or over what is named.
            ("game one { take 1 }", Fine, &["one"]),
            (LIM, Fine, &["lim"]),
            (":survey --to 50", Fine, &["{\"game\":\"one\",\"period\":2"]),
            (
                ":survey lim(2) kayles --to 50",
                Fine,
                &["\"game\":\"lim(2)\",\"period\":3", "\"game\":\"kayles\""],
            ),
            (":survey lom --to 50", Input, &["did you mean `lim`?"]),
        ],
    );
}

#[test]
fn pictures_at_the_prompt() {
    let shelf = Arc::new(Shelf::default());
    let mut shell = shell_with(&shelf);
    transcript(
        &mut shell,
        &[
            (":plot", Input, &["nothing is called `nim`"]),
            (LIM, Fine, &["lim(m)"]),
            (
                ":plot lim(3), 0..20",
                Fine,
                &["lim(3): Grundy values", "proven by", "pile size n"],
            ),
            // The last picture goes to a file.
            (":plot lim.svg", Fine, &["saved as lim.svg"]),
            (":plot lim(2)[3] \"a b.svg\"", Fine, &["saved as a b.svg"]),
            (":plot lim(3), 0..3, 0..3", Fine, &["of two piles"]),
            ("plot(lim(3)[4])", Fine, &["options", "P-position"]),
            (":plot lim(3)[500]", Input, &["too_large", "400 positions"]),
            (":plot lom(3), 0..20", Input, &["not defined", "lom(3)"]),
            (":plot lim(3) --to 5 -o c.svg", Fine, &["saved as c.svg"]),
            (
                ":plot lim(3) --kind graph",
                Input,
                &["a graph is of a position", "as in `:plot nim 3 2 1`"],
            ),
        ],
    );
    let picture = |name: &str| shelf.get(name);
    assert!(picture("lim.svg").starts_with("<svg"));
    assert!(picture("a b.svg").contains("<title id=\"nimrule-picture-title\">lim(2)[3]</title>"));
    // The terminal's width is used.
    shell.terminal.width = Some(40);
    let reply = shell.enter("plot(lim(3), 0..200)").text;
    assert!(
        reply.lines().all(|line| line.chars().count() <= 40),
        "{reply}"
    );
}

#[test]
fn the_tour_leads_from_nim_to_kayles() {
    // The bundled game of that name is no hindrance.
    let begun = run_with(&[], "nim[3]\n:tour 1\n");
    assert_eq!(begun.status.code(), Some(0), "{begun:?}");
    let mut shell = shell();
    shell.terminal.width = Some(100);
    let mut text = String::new();
    for step in 1..=10 {
        let reply = shell.enter(":tour");
        assert_eq!(reply.outcome, Fine, "step {step}:\n{}", reply.text());
        text.push_str(reply.text());
    }
    insta::assert_snapshot!(text);
    // It begins again, and any step can be shown without those before it.
    transcript(
        &mut shell,
        &[
            (":tour", Fine, &["Step 1 of 10", "> winner(nim[3, 4, 5])"]),
            (":tour 11", Input, &["the steps are 1 to 10"]),
            (":tour on", Input, &["takes the number of a step"]),
        ],
    );
    transcript(
        &mut self::shell(),
        &[
            (":tour 5", Fine, &["> game lim(m)", "> game nim", "\n7\n"]),
            (":tour", Fine, &["Step 6 of 10"]),
            ("game grundy { take 1 }", Fine, &["grundy"]),
            (
                ":tour 9",
                Input,
                &["the tour needs the name `grundy`", ":clear"],
            ),
            (":show grundy", Fine, &["take 1"]),
        ],
    );
}

#[test]
fn it_is_the_last_answer() {
    transcript(
        &mut shell(),
        &[
            ("it", Input, &["no_answer", "there is none"]),
            ("game nim { take any }", Fine, &["nim"]),
            ("best(nim[5, 9, 11])", Fine, &["leaves nim[2, 9, 11]"]),
            ("winner(it)", Fine, &["second\n"]),
            // An outcome is no number, but may be compared.
            ("it == second", Fine, &["true\n"]),
            ("3 + 4", Fine, &["7\n"]),
            ("it * it", Fine, &["49\n"]),
            ("0 - it", Fine, &["-49\n"]),
            ("2 - it", Fine, &["51\n"]),
            ("let hundred = it + 49", Fine, &[]),
            ("hundred", Fine, &["100\n"]),
            (":show hundred", Fine, &["let hundred = 51 + 49"]),
            // Behind a command it is what that was about.
            ("who wins 4 4", Fine, &["nim[4, 4]   the second"]),
            ("winner(it)", Fine, &["second\n"]),
            (":solve nim 5 6", Fine, &["the first"]),
            ("it", Fine, &["nim[5, 6]"]),
            (":values nim", Fine, &["0"]),
            ("grundy(it[7])", Fine, &["7\n"]),
            // Long answers stand for their questions.
            ("values(nim, 0..999)", Fine, &["999]"]),
            ("max(it)", Fine, &["999\n"]),
            ("values(nim, 0..999)", Fine, &["999]"]),
            ("let long = it", Fine, &[]),
            (":show long", Fine, &["let long = values(nim, 0..999)"]),
            ("values(nim, 0..999)", Fine, &["999]"]),
            ("game nim { take 1 }", Fine, &["nim"]),
            ("max(it)", Input, &["there is none"]),
            ("[1, 2, 3]", Fine, &["[1, 2, 3]\n"]),
            ("sum(k * k for k in it)", Fine, &["14\n"]),
            ("[it, 2 * it]", Fine, &["[14, 28]\n"]),
            (
                "[k + len(it) for k in it where k in it]",
                Fine,
                &["[16, 30]\n"],
            ),
            // The word can have another meaning.
            (
                "[it - a for (a, it) in [(1, 5), (2, 7)]]",
                Fine,
                &["[4, 5]\n"],
            ),
            ("[it for it in 1..3]", Fine, &["[1, 2, 3]\n"]),
            ("sum(it * k for k in 1..2, it in 1..3)", Fine, &["18\n"]),
            ("game x { pile it  move it -> it - 1 }", Fine, &["x"]),
            ("let it = 5", Fine, &[]),
            ("it", Fine, &["5\n"]),
        ],
    );
}

#[test]
fn why_gives_the_reason_of_the_last_answer() {
    transcript(
        &mut shell(),
        &[
            ("why", Fine, &["nothing was answered yet"]),
            (
                "game kayles { take 1..2 leaving 0..2 piles }",
                Fine,
                &["kayles"],
            ),
            ("grundy(kayles[3])", Fine, &["3\n"]),
            ("why", Fine, &["mex{0, 1, 2} = 3"]),
            ("winner(kayles[5, 9])", Fine, &["second"]),
            (":why", Fine, &["xor", "= 0: the player to move loses"]),
            // An explanation is an answer itself.
            (
                ":why 2",
                Fine,
                &["Move 1: the first player", "Move 2: the second player"],
            ),
            (":why much", Input, &["nothing is called `much`"]),
            (":why 1001", Input, &["bad_depth"]),
            (":solve kayles 3", Fine, &["the first player wins"]),
            ("why", Fine, &["kayles[3]   Grundy value 3"]),
            (":by", Fine, &["computed (engine sparse)"]),
            (":plot kayles 0..3", Fine, &["Grundy values"]),
            ("why", Fine, &["kayles: a pile is an integer"]),
            (":plot kayles 1 1", Fine, &["P-position"]),
            ("why", Fine, &["kayles[1, 1]   Grundy value 0"]),
            (":describe kayles", Fine, &["kayles: a turn"]),
            (":by", Fine, &["nothing was answered yet"]),
            ("expect winner(kayles[2, 2]) == second", Fine, &["holds"]),
            ("why", Fine, &["kayles[2, 2]   Grundy value 0"]),
            ("period(kayles)", Fine, &["(12, 71)"]),
            ("why", Fine, &["proven", "Guy and Smith"]),
            ("values(kayles, 0..3)", Fine, &["[0, 1, 2, 3]"]),
            ("why", Fine, &["kayles"]),
            ("1 + 1", Fine, &["2"]),
            ("why", Fine, &["computed"]),
            (
                ":explain kayles 1 2 --depth 1",
                Fine,
                &["kayles[1, 2]   Grundy value 3", "Move 1", "Grundy value 0"],
            ),
            (
                ":explain kayles 1 --depth few",
                Input,
                &["`--depth few` does not fit", "a whole number"],
            ),
            (
                "explain(kayles[1, 2], 1)",
                Fine,
                &["Move 1: the first player wins"],
            ),
        ],
    );
}

#[test]
fn long_answers_are_shown_by_pages() {
    let mut shell = shell();
    shell.terminal.width = Some(60);
    shell.terminal.lines = Some(6);
    shell.enter("game nim { take any }");
    // A table of the values with the sizes at the left: two lines before it, two behind it, and a hundred rows.
    let first = shell.enter("values(nim, 0..999)").text;
    assert!(
        first.starts_with("nim   Grundy values of piles of 0..999\n"),
        "{first}"
    );
    assert!(first.contains("\n   30:   30"), "{first}");
    assert!(first.contains("… 98 more lines"), "{first}");
    assert_eq!(first.lines().count(), 7);
    transcript(
        &mut shell,
        &[
            (":more", Fine, &["\n   80:", "   90:", "… 92 more lines"]),
            (":more please", Input, &["takes `all` or nothing"]),
            (":more", Fine, &["there is no more"]),
            ("values(nim, 0..999)", Fine, &["more lines"]),
            (":more all", Fine, &["\n  990:", "known by"]),
            (":more", Fine, &["there is no more"]),
            // What fits on a line stays a list, and so does what is no range.
            ("values(nim, 0..5)", Fine, &["[0, 1, 2, 3, 4, 5]\n"]),
            (
                "values(nim, [2 * k for k in 0..99])",
                Fine,
                &["[0, 2, 4, 6,", "more lines"],
            ),
            (
                "[x * x for x in 0..99]",
                Fine,
                &["[0, 1, 4, 9,", "more lines"],
            ),
            // Mistakes are shown whole.
            ("grundy(1) + winner(2) + best(3)", Input, &["given"]),
        ],
    );
}

#[test]
fn a_game_is_played_at_the_prompt() {
    let shelf: Arc<Shelf> = Arc::default();
    let mut shell = shell_with(&shelf);
    transcript(
        &mut shell,
        &[
            ("game nim { take any }", Fine, &["nim"]),
            (LIM, Fine, &["lim(m)"]),
            (
                ":play nim[2, 3] --first me",
                Fine,
                &["you begin", "b  ●●●  3"],
            ),
            ("b 5", Fine, &["from pile b (3) you may take 1 to 3"]),
            ("b 1", Fine, &["You take 1 from the pile of 3", "\nI take"]),
            // Entries of the prompt are no moves.
            ("grundy(nim[3])", Fine, &["is no position"]),
            (":save game.json", Fine, &["saved as game.json"]),
            ("quit", Fine, &[]),
            ("grundy(nim[3])", Fine, &["3\n"]),
            (
                ":play lim(3)[5] --two\na 1\n2 + 3\n:quit\n2 + 3",
                Fine,
                &["first: take 1", "no move", "\n5\n"],
            ),
            (":play nim[1] --first me\n1\n", Fine, &["you win"]),
            ("undo", Fine, &["taken back"]),
            ("load game.json", Fine, &["nim[1, 2]", "after 2 moves"]),
            (":quit", Fine, &[]),
            (
                ":play lim(3) --first program --seed 3",
                Fine,
                &["the program begins"],
            ),
            ("resign", Fine, &["You give up: I win."]),
            ("", Fine, &[]),
        ],
    );
    assert_eq!(shell.play_prompt(), Some("again, undo or quit> "));
    shell.interrupt_play();
    assert_eq!(shell.play_prompt(), Some("Leave the game? [y/N] "));
    shell.interrupt_play();
    assert_eq!(shell.play_prompt(), None);
    transcript(
        &mut shell,
        &[
            // Without a position one is dealt of the game of the last entry.
            (
                ":play --seed 1 --first me\n:quit",
                Fine,
                &["nim[", "you begin"],
            ),
            (":play nom[3]", Input, &["nothing is called `nom`"]),
            (
                ":play nim[3] --level best",
                Input,
                &["`--level best` does not fit", "perfect, careless or random"],
            ),
            (
                ":play nim[3] --two --first me",
                Input,
                &["cannot be used with"],
            ),
            (":help play", Fine, &["play a game"]),
            ("1 + 1", Fine, &["2\n"]),
        ],
    );
}

/// Each of these would take minutes or longer.
#[test]
fn ctrl_c_gives_the_prompt_back() {
    let settings = Settings::default();
    let interrupt = Arc::clone(&settings.limits.interrupt);
    let mut shell = shell_within(settings, &Arc::default());
    shell.enter(
        "game grundy { split into 2 unequal }
        game brook { octal 0.06 misere }
        game odd { take k where sum(j % 3 for j in 1..n * 1000) % (k + 1) == 0 }
        game far { pile (a, b, c)  move a -> a - k for k in 1.. where gcd(a, b + c + k) == 1
                   move b -> b - k for k in 1..  move c -> c - k * k for k in 1.. }
        game walk { pile (n in 0..3000, m in 0..3000)  move n -> n + 1  move m -> m - 1  move n, m -> n - 2, m + 1  loopy }
        game two { take any  each turn 2 piles }
        game same { take any  each turn all piles alike }",
    );
    // Ctrl-C is pressed until the work ends: an entry begins with the flag taken back.
    let pressed = Arc::new(AtomicBool::new(false));
    let presser = std::thread::spawn({
        let pressed = Arc::clone(&pressed);
        move || {
            while !pressed.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(50));
                interrupt.store(true, Ordering::Relaxed);
            }
        }
    });
    let mut wrong = Vec::new();
    for entry in [
        "grundy(grundy[200000000])",
        "values(grundy, 0..30000000)",
        "plot(grundy, 0..30000000)",
        "winner(brook[40, 41, 42])",
        "quotient(brook, 200)",
        "explain(brook[40, 41, 42])",
        ":solve brook 40 41 42",
        ":line brook 40 41 42",
        "genus(brook, 0..10000000)",
        "values(odd, 0..5000)",
        "period(octal 0.06)",
        "grundy(far[(600, 600, 600)])",
        "conjecture(far)",
        "table(far, 0..300, 0..300, 0..300)",
        "losing(far, 0..300, 0..300, 0..300)",
        "winner(walk[(1500, 1500)])",
        "winner(two[90, 91, 92, 93, 94, 95, 96, 97])",
        "best(two[90, 91, 92, 93, 94, 95, 96, 97])",
        "winning(same[65536])",
        "best(same[200000])",
        "line(same[200000, 200001])",
        "sum(x % 7 for x in 0..100000000000)",
        "[x * x for x in 0..1000000000]",
        "let t = sum(x % 7 for x in 0..100000000000)",
        "expect sum(x % 7 for x in 0..100000000000) == 3",
    ] {
        let reply = shell.enter(entry);
        if reply.outcome != Exit::Limit || reply.text() != "interrupted\n" {
            wrong.push(format!("{entry}: {}", reply.text()));
        }
    }
    pressed.store(true, Ordering::Relaxed);
    presser.join().unwrap();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    transcript(&mut shell, &[("winner(two[1, 2])", Fine, &["first"])]);
}

#[test]
fn the_last_answer_is_known_in_a_script() {
    let script = "game nim { take any }\nbest(nim[5, 9, 11])\nwinner(it)\nwhy\nlet a = 3 + 4\na\nlet b = it + 1\nb\n\
                  sum(\n  [1, 2]\n)\nit + 1\nit + missing\nquit\n5\n";
    let (code, answers, complaints) = run_script(script);
    assert_eq!(code, 2, "{complaints}");
    assert!(
        answers.starts_with("take 3 from the pile of 5: leaves nim[2, 9, 11]\nsecond\nnim[2, 9, 11]   Grundy value 0\n"),
        "{answers}"
    );
    assert!(answers.ends_with("\n7\n8\n3\n4\n"), "{answers}");
    assert!(complaints.contains("<stdin>:13:5"), "{complaints}");
    // A word that has a meaning of its own is no command.
    let (code, answers, complaints) = run_script("let why = 9\nwhy\n(\nwhy\n)\n");
    assert_eq!(
        (code, answers.as_str(), complaints.as_str()),
        (0, "9\n9\n", "")
    );
}

/// The program at a terminal of its own, as a person uses it.
#[cfg(target_os = "linux")]
mod terminal {
    use std::fs::File;
    use std::io::{Read, Write};
    use std::process::{Child, Command, Stdio};
    use std::sync::{Arc, Mutex};
    use std::time::{Duration, Instant};

    use nix::pty::{Winsize, openpty};

    use crate::program::nimrule;

    /// What never comes is not waited for longer.
    const FOR_EVER: Duration = Duration::from_secs(120);

    struct Terminal {
        child: Child,
        keys: File,
        shown: Arc<Mutex<String>>,
        /// So much was seen already.
        seen: usize,
    }

    impl Terminal {
        /// A terminal with so many columns in this locale.
        fn start(columns: u16, locale: &str) -> Terminal {
            let size = Winsize {
                ws_row: 40,
                ws_col: columns,
                ws_xpixel: 0,
                ws_ypixel: 0,
            };
            let pair = openpty(&size, None).expect("a terminal");
            let side = || Stdio::from(pair.slave.try_clone().expect("the other side"));
            let child = nimrule(&[])
                .env("TERM", "xterm")
                .env("NO_COLOR", "1")
                .env("LC_ALL", locale)
                .env("HOME", env!("CARGO_TARGET_TMPDIR"))
                .env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"))
                .env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR"))
                .stdin(side())
                .stdout(side())
                .stderr(side())
                .spawn()
                .expect("the program runs");
            drop(pair.slave);
            let keys = File::from(pair.master);
            let mut screen = keys.try_clone().expect("the screen");
            let shown = Arc::new(Mutex::new(String::new()));
            let all = Arc::clone(&shown);
            std::thread::spawn(move || {
                let mut bytes = [0; 1024];
                // The read fails when the program has ended.
                while let Ok(count @ 1..) = screen.read(&mut bytes) {
                    let text = String::from_utf8_lossy(&bytes[..count]).into_owned();
                    all.lock().unwrap().push_str(&text);
                }
            });
            Terminal {
                child,
                keys,
                shown,
                seen: 0,
            }
        }

        /// Waits until something is shown behind what was seen.
        fn see(&mut self, what: &str) {
            let begun = Instant::now();
            loop {
                let shown = self.shown.lock().unwrap().clone();
                if let Some(place) = shown[self.seen..].find(what) {
                    self.seen += place + what.len();
                    return;
                }
                assert!(begun.elapsed() < FOR_EVER, "no {what:?} in {shown:?}");
                std::thread::sleep(Duration::from_millis(10));
            }
        }

        fn resize(&self, columns: u16) {
            let size = rustix::termios::Winsize {
                ws_row: 40,
                ws_col: columns,
                ws_xpixel: 0,
                ws_ypixel: 0,
            };
            rustix::termios::tcsetwinsize(&self.keys, size).expect("another size");
        }

        fn press(&mut self, keys: &str) {
            self.keys.write_all(keys.as_bytes()).expect("keys");
        }

        /// Leaves the prompt, which waits for a line; all that was shown.
        fn leave(mut self) -> String {
            self.see("> ");
            self.press("\u{4}");
            let begun = Instant::now();
            let status = loop {
                if let Some(status) = self.child.try_wait().expect("a status") {
                    break status;
                }
                assert!(begun.elapsed() < FOR_EVER, "it does not end");
                std::thread::sleep(Duration::from_millis(10));
            };
            assert_eq!(status.code(), Some(0));
            self.shown.lock().unwrap().clone()
        }
    }

    #[test]
    fn data_stays_in_its_lines() {
        let mut terminal = Terminal::start(40, "C.UTF-8");
        terminal.see("> ");
        terminal.press(":period kayles --json\r");
        terminal.see("\"theorem\":\"the theorem of Guy and Smith\"");
        terminal.see("> ");
        terminal.press(":export kayles python\r");
        terminal.see("# Known by: g(n + 12) = g(n) from n = 71 on, by the theorem");
        terminal.see("> ");
        terminal.press("\u{4}");
    }

    #[test]
    fn ctrl_c_clears_a_line_and_ctrl_d_leaves() {
        let mut terminal = Terminal::start(80, "C.UTF-8");
        terminal.see("> ");
        terminal.press("game g { take 1..3 }\r");
        terminal.see("\n");
        terminal.see("> ");
        terminal.press("what is not meant");
        terminal.see("meant");
        // The line goes, and what was entered before it stays.
        terminal.press("\u{3}");
        terminal.see("\n");
        terminal.see("> ");
        terminal.press("grundy(g[7]) + 4000\r");
        terminal.see("4003");
        terminal.leave();
    }

    /// Without bracketed paste the terminal sends all at once what is pasted, as it does with what is typed ahead.
    #[test]
    fn what_is_typed_ahead_arrives_whole() {
        let mut terminal = Terminal::start(80, "C.UTF-8");
        terminal.see("> ");
        terminal.press("100 + 1\r200 + 2\r300 + 3\r400 + 4\r500 + 5\r");
        for sum in ["101", "202", "303", "404", "505"] {
            terminal.see(&format!("\n{sum}"));
        }
        terminal
            .press("game pasted {\r\t# taking\r\r\ttake 1..2\r\r\ttake 5\r}\rgrundy(pasted[7])\r");
        terminal.see("\n1\r");
        // What stands beside a mistake is not answered.
        terminal.press("600 + 6 700 + 7\r800 + 8\r");
        terminal.see("\n808");
        let shown = terminal.leave();
        assert!(!shown.contains("\n606"), "{shown:?}");
    }

    #[test]
    fn answers_fit_the_terminal_as_it_is_when_they_come() {
        let mut terminal = Terminal::start(100, "C.UTF-8");
        terminal.see("> ");
        terminal.resize(40);
        terminal.press("kayles\r");
        terminal.see("proven");
        let shown = terminal.leave();
        let rule = shown.split_once("kayles: ").expect("the rule").1;
        let rule = rule.split_once("values of").expect("the values").0;
        assert!(rule.lines().count() > 3, "{rule:?}");
        for line in rule.lines() {
            assert!(line.trim_end().len() <= 40, "{line:?}");
        }
    }

    /// The line goes on below where the columns that there are now end.
    #[test]
    fn a_line_fits_the_terminal_as_it_is_while_it_is_typed() {
        let mut terminal = Terminal::start(80, "C.UTF-8");
        terminal.see("> ");
        terminal.resize(40);
        // The terminal here is not the one that the program belongs to, and tells it nothing.
        let told = Command::new("kill")
            .args(["-WINCH", &terminal.child.id().to_string()])
            .status();
        assert!(told.expect("a signal").success());
        let numbers = (10..20).map(|number| number.to_string());
        let question = format!("max([{}])", numbers.collect::<Vec<_>>().join(", "));
        for key in question.chars() {
            terminal.press(&key.to_string());
            terminal.see(&key.to_string());
        }
        terminal.press("\r");
        terminal.see("\n19");
        let shown = terminal.leave();
        assert!(shown.contains("16, 17, 1\r\n"), "{shown:?}");
    }

    #[test]
    fn a_narrow_terminal_of_ascii_gets_what_it_can_show() {
        let mut terminal = Terminal::start(40, "C");
        terminal.see("> ");
        terminal.press(":explain kayles[5, 8]\r");
        terminal.see("even number.");
        terminal.see("> ");
        terminal.press("grundy(kayles[5, 8]) + grundy(kayles[1, 2]) + missing\r");
        terminal.see("x nothing is called `missing`");
        terminal.see("...");
        let shown = terminal.leave();
        assert!(shown.is_ascii(), "{shown:?}");
        let answer = shown.split_once("The leading 1").expect("an explanation").1;
        let answer = answer.split_once("> ").expect("the prompt").0;
        for line in answer.lines() {
            assert!(line.trim_end().len() <= 40, "{line:?}");
        }
    }
}
