//! Games: whole sessions with scripted input, and the program from outside.

use std::io::Cursor;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use nimrule::app::bundled;
use nimrule::play::referee::Referee;
use nimrule::play::store::Game;
use nimrule::play::{Level, Opening, Setup, Starter, Talk, plain, start};
use nimrule::report::Look;
use nimrule::work::chance::Chance;
use nimrule::work::world::World;
use nimrule::{Session, Settings};

use crate::common::{Shelf, opened};
use crate::program::{Folder, err, out, run_with};

/// The rules of a bundled game, or the text itself.
fn session(rules: &str) -> Session {
    let text = bundled::text(rules).unwrap_or(rules);
    opened(text, Settings::default())
}

fn opening(rules: &str, position: &str, setup: Setup, files: &Arc<Shelf>) -> Opening {
    let mut session = session(rules);
    let position = session.position(None, &[position.to_string()]).unwrap();
    Opening {
        game: Game {
            session,
            file: rules.to_string(),
            referee: Referee::new(position),
            setup,
        },
        world: Arc::clone(files) as Arc<dyn World>,
        look: Look::default(),
        is_interactive: false,
    }
}

/// Plays a script; returns all that is on the screen at its end.
fn played(opening: Opening, script: &str) -> String {
    let mut talk = Talk::new(opening).unwrap();
    let mut out = Vec::new();
    plain::run(&mut talk, &mut Cursor::new(script), &mut out, &|_| {}).unwrap();
    String::from_utf8(out).unwrap()
}

fn game(rules: &str, position: &str, setup: Setup, script: &str) -> String {
    played(opening(rules, position, setup, &Arc::default()), script)
}

fn perfect() -> Setup {
    Setup::default()
}

fn two() -> Setup {
    Setup {
        two: true,
        ..Setup::default()
    }
}

fn second() -> Setup {
    Setup {
        first: Some(Starter::Program),
        ..Setup::default()
    }
}

#[test]
fn nim_is_won_by_the_nim_sum() {
    insta::assert_snapshot!(game(
        "nim",
        "nim[1, 3, 5]",
        perfect(),
        "c 3\nhint\nb 1\nc 1\nc 1\n"
    ));
}

#[test]
fn a_mistake_is_punished() {
    insta::assert_snapshot!(game("nim", "nim[2, 3]", perfect(), "a 2\n"));
}

#[test]
fn the_program_may_begin() {
    insta::assert_snapshot!(game(
        "nim",
        "nim[5, 9, 11]",
        second(),
        "moves\nmore\nwhy\nquit\n"
    ));
}

#[test]
fn what_is_no_move_changes_nothing() {
    insta::assert_snapshot!(game(
        "kayles",
        "kayles[5, 3]",
        perfect(),
        "a 3\nc 1\n\nhnit\nblah blah\na 1\n77\na 1 leaving 2 2\nundo\nundo\nhelp\nquit\n"
    ));
}

#[test]
fn knights_move_on_a_board() {
    let rules = include_str!("../examples/board/knights.nimrule");
    insta::assert_snapshot!(game(
        rules,
        "knights[(3, 3), (5, 2)]",
        perfect(),
        "b to (9, 9)\nmoves\n(5, 2) to (3, 3)\nquit\n"
    ));
}

#[test]
fn the_last_stone_loses_in_misere_nim() {
    insta::assert_snapshot!(game(
        "misere_nim",
        "misere_nim[2, 3]",
        perfect(),
        "b 1\nwhy\na 1\nb 1\n"
    ));
    insta::assert_snapshot!(game("misere_nim", "misere_nim[1]", perfect(), "1\n"));
}

#[test]
fn a_turn_may_move_in_two_piles() {
    insta::assert_snapshot!(game(
        "moore",
        "moore(2)[22, 14, 18]",
        perfect(),
        "a 1, b 1, c 1\na 8 and c 4\nwhy\nhint\nresign\n"
    ));
}

#[test]
fn chomp_is_eaten_row_by_row() {
    insta::assert_snapshot!(game(
        "chomp",
        "chomp[[3, 3, 3]]",
        perfect(),
        "[3, 1, 1]\nundo\nquit"
    ));
}

/// All piles may be said, also where a move makes more or fewer of them.
#[test]
fn the_piles_that_a_split_leaves_are_a_move() {
    let said = game("kayles", "kayles[8]", two(), "[2, 5]\n[1, 5]\n[5]\nquit");
    for position in ["kayles[2, 5]", "kayles[1, 5]", "kayles[5]"] {
        assert!(said.contains(position), "{position}: {said}");
    }
}

#[test]
fn commands_may_be_said_in_words() {
    insta::assert_snapshot!(game(
        "race_to_30",
        "race_to_30(30)[9]",
        perfect(),
        "rules\nwho wins?\nbest move\nsay 10\n12\nnew game\nlegal moves\ngive up\nrestart\nquit\n"
    ));
}

#[test]
fn two_people_take_turns() {
    insta::assert_snapshot!(game(
        "nim",
        "nim[1, 2]",
        two(),
        "undo\nb 1\nhint\nundo\nb 2\nwhy\ndraw\na 1\n"
    ));
}

/// In a game that may go on for ever a hint keeps what can be kept: from 5 the token goes to 4 and back for ever, as the file's
/// expectations say.
#[test]
fn a_hint_keeps_the_draw() {
    let rules = include_str!("../examples/set/round_trip.nimrule");
    let told = game(rules, "round_trip[5]", perfect(), "draw\nhint\n1\ndraw\n");
    for part in [
        "there is no reason for a draw",
        "No move wins against perfect play. This one keeps the draw: ",
        "leaves round_trip[4]",
        "This position stood before: `draw` ends the game without a winner.",
        "The game is a draw.",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    // A nimber of 1 beside 4, which is ∞(1), is a win.
    let told = game(rules, "round_trip[4] + nim[1]", perfect(), "hint\n");
    assert!(told.contains("A winning move: "), "{told}");
}

#[test]
fn piles_of_any_size_are_played() {
    let told = game(
        "nim",
        "nim[1000000000000, 5]",
        perfect(),
        "moves\na 999999999995\nhint\nquit\n",
    );
    for part in [
        "  b  ●●●●●              5\n",
        "There are too many moves for a list.\n  a (1000000000000)  you may take 1 to 1000000000000\n",
        "which leaves nim[5, 5].\nI take ",
        "A winning move: ",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    // Moore's Nim: 1000, 1000 and 1000 is lost, since every digit comes three times.
    let told = game(
        "moore",
        "moore(2)[1000, 2000, 3000]",
        perfect(),
        "moves\nb 1000, c 2000\nquit\n",
    );
    for part in [
        "a turn of moore(2) moves in 1..2 piles",
        "which leaves moore(2)[1000, 1000, 1000].\nI take ",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
}

/// The positions of a game of two people that is said position by position.
fn replayed(rules: &str, positions: &[&str]) -> String {
    let (start, moves) = positions.split_first().unwrap();
    game(rules, start, two(), &moves.join("\n"))
}

/// The games of the thesis on bounded Nims and their sums that were played out there, figures 3.1, 3.3 and 3.4.
#[test]
fn played_out_examples_are_legal_and_won_by_whom_the_theorem_says() {
    for (positions, winner) in [
        (
            &[
                "[14, 11, 5]",
                "[8, 11, 5]",
                "[8, 11, 3]",
                "[2, 11, 3]",
                "[2, 1, 3]",
                "[2, 1, 0]",
                "[1, 1, 0]",
                "[1, 0, 0]",
                "[0, 0, 0]",
            ][..],
            "second",
        ),
        // An article on programs: A takes three from the right, B one from the left, and A wins in the end.
        (
            &[
                "[2, 3, 4]",
                "[2, 3, 1]",
                "[1, 3, 1]",
                "[1, 0, 1]",
                "[0, 0, 1]",
                "[0, 0, 0]",
            ][..],
            "first",
        ),
    ] {
        let mut positions: Vec<&str> = positions.to_vec();
        let start = format!("nim{}", positions[0]);
        positions[0] = &start;
        let told = replayed("nim", &positions);
        assert!(
            told.contains(&format!("the {winner} player wins")),
            "{told}"
        );
        assert!(!told.contains("no move"), "{told}");
    }
    for (limits, piles, winner) in [
        (
            (4, 3),
            &[(8, 7), (5, 7), (5, 4), (3, 4), (3, 3), (0, 3), (0, 0)][..],
            "second",
        ),
        (
            (3, 2),
            &[
                (10, 6),
                (8, 6),
                (6, 6),
                (6, 5),
                (6, 3),
                (4, 3),
                (1, 3),
                (1, 1),
                (1, 0),
                (0, 0),
            ][..],
            "first",
        ),
    ] {
        let positions: Vec<String> = piles
            .iter()
            .map(|(a, b)| format!("bounded({})[{a}] + bounded({})[{b}]", limits.0, limits.1))
            .collect();
        let positions: Vec<&str> = positions.iter().map(String::as_str).collect();
        let told = replayed("bounded", &positions);
        assert!(
            told.contains(&format!("the {winner} player wins")),
            "{told}"
        );
        assert!(!told.contains("no move"), "{told}");
    }
}

/// Figure 3.2 has a slip: between (4, 5, 1) and (4, 3, 0) two piles change. The referee notices.
#[test]
fn a_slip_in_a_played_out_example_is_noticed() {
    let told = replayed(
        "nim",
        &[
            "nim[9, 8, 5]",
            "[9, 8, 1]",
            "[4, 8, 1]",
            "[4, 5, 1]",
            "[4, 3, 0]",
        ],
    );
    let slip =
        "no move leads from nim[4, 5, 1] to nim[4, 3, 0]: 2 piles change, but a turn moves in one";
    assert!(told.contains(slip), "{told}");
    assert!(told.contains("The game is left as it is."), "{told}");
}

/// Perfect play wins whatever the opponent does, wherever the definition says that it can.
#[test]
fn perfect_play_wins_where_it_can() {
    for (rules, position, program_wins) in [
        ("nim", "nim[3, 5, 7]", true),
        ("nim", "nim[1, 4, 5]", false),
        ("kayles", "kayles[6, 4]", true),
        ("misere_nim", "misere_nim[2, 3, 4]", true),
        ("moore", "moore(2)[3, 3, 4]", true),
        ("wythoff", "wythoff[(4, 8)]", true),
        ("chomp", "chomp[[4, 3, 2]]", true),
    ] {
        for seed in 0..6 {
            let setup = Setup {
                first: Some(Starter::Program),
                seed: Some(seed),
                ..Setup::default()
            };
            let mut opening = opening(rules, position, setup, &Arc::default());
            let first_wins = {
                let solution = opening
                    .game
                    .session
                    .solve(opening.game.referee.start(), 1)
                    .unwrap();
                solution.best.is_some_and(|best| best.wins)
            };
            assert_eq!(first_wins, program_wins, "{position}");
            if !program_wins {
                break;
            }
            let mut talk = Talk::new(opening).unwrap();
            let mut told = talk.open();
            let mut chance = Chance::new(Some(seed));
            while !talk.is_over() {
                // Any move of the list, not always the same.
                let answer = talk.hear(&format!("#{}", 1 + chance.below(20)));
                told.push_str(&answer);
                if answer.contains("there is no move") {
                    told.push_str(&talk.hear("#1"));
                }
            }
            assert!(told.contains(": I win."), "{told}");
        }
    }
}

#[test]
fn chance_comes_out_the_same_for_a_seed() {
    let setup = |level, seed| Setup {
        level,
        seed: Some(seed),
        ..second()
    };
    let script = "#1\n#1\n#1\n#1\n#1\n#1\n#1\n#1\n#1\n";
    let told = |level, seed| game("nim", "nim[9, 8, 7]", setup(level, seed), script);
    assert_eq!(told(Level::Random, 1), told(Level::Random, 1));
    assert_ne!(told(Level::Random, 1), told(Level::Random, 2));
    // A careless player goes wrong now and then, but not always.
    let perfect = told(Level::Perfect, 1).replace("perfect", "careless");
    let careless: Vec<bool> = (0..12)
        .map(|seed| told(Level::Careless, seed) == perfect)
        .collect();
    assert!(
        careless.contains(&true) && careless.contains(&false),
        "{careless:?}"
    );
}

#[test]
fn a_saved_game_goes_on_where_it_stood() {
    let shelf: Arc<Shelf> = Arc::default();
    let begun = opening("kayles", "kayles[5, 3]", second(), &shelf);
    let before = played(
        begun,
        "moves\n#2\nsave g.json\nsave g.json\nsave! g.json\nquit\n",
    );
    insta::assert_snapshot!(before);
    insta::assert_snapshot!(
        "saved_game",
        shelf
            .get("g.json")
            .replace(bundled::text("kayles").unwrap(), "…")
    );
    // Loaded from a game of other rules.
    let other = opening("nim", "nim[1]", perfect(), &shelf);
    insta::assert_snapshot!(played(other, "load g.json\nhint\nundo\nundo\nquit\n"));
}

#[test]
fn bad_files_change_nothing() {
    let shelf: Arc<Shelf> = Arc::default();
    let begun = opening("nim", "nim[2, 2]", perfect(), &shelf);
    played(begun, "a 1\nsave good\nquit\n");
    let good = shelf.get("good");
    let with = |from: &str, to: &str| {
        assert!(good.contains(from), "{from} in {good}");
        good.replace(from, to)
    };
    for (text, part) in [
        (String::new(), "it is no saved game"),
        ("[1, 2]".to_string(), "it is no saved game"),
        ("{".repeat(10_000), "it is no saved game"),
        ("[".repeat(100_000), "it is no saved game"),
        (with("\"start\"", "\"begin\""), "missing field `start`"),
        (
            with("game 1", "game 9"),
            "it is no saved game of this version",
        ),
        (with("game nim", "gaem nim"), "its rules have mistakes"),
        (with("perfect", "brilliant"), "no such level as `brilliant`"),
        (
            with("\"nim[2, 2]\"", "\"nim[2, -2]\""),
            "its first position is none",
        ),
        (
            with("\"nim[2, 2]\"", "\"nim[\""),
            "its first position is none",
        ),
        (
            with("\"nim[1, 2]\"", "\"nim[2, 3]\""),
            "its move 1 is wrong: no move leads from nim[2, 2] to nim[2, 3]",
        ),
        (with("\"nim[1, 2]\"", "\"x\""), "its move 1 is wrong"),
    ] {
        shelf.put("bad", &text);
        let begun = opening("nim", "nim[5]", perfect(), &shelf);
        let told = played(begun, "load bad\n5\n");
        assert!(told.contains("`bad` cannot be loaded: "), "{told}");
        assert!(told.contains(part), "{part}: {told}");
        assert!(told.ends_with("and you made it: you win.\n"), "{told}");
    }
    let begun = opening("nim", "nim[5]", perfect(), &shelf);
    let told = played(begun, "load nowhere\n");
    assert!(told.contains("cannot read `nowhere`: there is no such file"));
}

#[test]
fn on_a_terminal_one_is_asked() {
    let mut opening = opening("nim", "nim[1, 2]", perfect(), &Arc::default());
    opening.is_interactive = true;
    let mut talk = Talk::new(opening).unwrap();
    let mut told = talk.open();
    for line in [
        "what?",
        "undo",
        "rules",
        "hint",
        "n",
        "b 5",
        "^C",
        "n",
        "^C",
        "maybe",
        "a 1",
        "undo",
        "hint",
        "a 1",
        "draw",
        "what now?",
        "undo",
        "resign",
        "again",
        "^C",
        "^C",
    ] {
        told.push_str(talk.prompt());
        told.push_str(line);
        told.push('\n');
        match line {
            "^C" => talk.interrupted(),
            line => told.push_str(&talk.hear(line)),
        }
    }
    insta::assert_snapshot!(told);
    assert!(talk.is_over());
}

#[test]
fn thinking_can_be_stopped_and_taken_up_again() {
    // A bar of 16 by 16 pieces is more than can be searched.
    let setup = Setup {
        seed: Some(1),
        ..perfect()
    };
    let mut opening = opening("chomp", "chomp[[16; 16]]", setup, &Arc::default());
    let limits = &mut opening.game.session.settings_mut().limits;
    limits.effort = Some(1 << 22);
    let interrupt = Arc::clone(&limits.interrupt);
    let mut talk = Talk::new(opening).unwrap();
    talk.open();
    assert!(talk.hear("hint").contains("too large for me"));
    let is_done = Arc::new(AtomicBool::new(false));
    let presses = {
        let is_done = Arc::clone(&is_done);
        std::thread::spawn(move || {
            while !is_done.load(Ordering::Relaxed) {
                interrupt.store(true, Ordering::Relaxed);
                std::thread::sleep(Duration::from_millis(20));
            }
            interrupt.store(false, Ordering::Relaxed);
        })
    };
    // The program may be stopped before it has seen the move.
    let mut told = String::new();
    while !told.contains("\nYou ") && !told.starts_with("You ") {
        told = talk.hear("#256");
    }
    is_done.store(true, Ordering::Relaxed);
    presses.join().unwrap();
    assert!(told.contains("I stopped thinking."), "{told}");
    assert_eq!(talk.prompt(), "Enter to go on> ");
    let told = talk.hear("");
    assert!(
        told.contains("too large for me to see through in time: I play a move by chance.\nI "),
        "{told}"
    );
    assert_eq!(talk.prompt(), "your move> ");
}

#[test]
fn dealt_positions_can_be_won() {
    for (first, wins) in [(Starter::Me, true), (Starter::Program, false)] {
        for (rules, seed) in [("kayles", 1), ("wythoff", 2), ("chomp", 3), ("moore", 4)] {
            let mut session = session(rules);
            let setup = Setup {
                first: Some(first),
                seed: Some(seed),
                ..Setup::default()
            };
            let (referee, remark) = start(&mut session, None, None, &setup).unwrap();
            assert_eq!(remark, None);
            let solution = session.solve(referee.start(), 1).unwrap();
            assert_eq!(solution.best.unwrap().wins, wins, "{}", referee.start());
        }
    }
}

#[test]
fn the_program_plays_over_pipes() {
    let folder = Folder::new();
    let file = &*folder.file("game.json");
    let save = format!("b 1\nsave {file}\n");
    let long = format!("{}\nquit\n", "b".repeat(200_000));
    for (args, input, code, part) in [
        (
            &["play", "nim", "2", "3"][..],
            "",
            0,
            "your move> \nThe game is left as it is.\n",
        ),
        (
            &["play", "nim", "2", "3"],
            "b 1\na 2\nb 2\n",
            0,
            "your move> b 1\nYou take 1 from the pile of 3, which leaves nim[2, 2].\n",
        ),
        (&["play", "nim", "2", "3"], &save, 0, "saved as "),
        (&["play", file], "hint\n", 0, "leaves nim[1, "),
        (
            &["play", "nim", "--two", "2", "3"],
            "quit",
            0,
            "first> quit\n",
        ),
        (&["play", "nim", "--deal", "--seed", "3"], "quit", 0, "nim["),
        (
            &["play", "nim", "9", "9", "--deal", "--seed", "3"],
            "quit",
            0,
            "nim[",
        ),
        (
            &["play", "nim", "2", "3"],
            &long,
            0,
            "is no move that I understand",
        ),
        (
            &["play", "bounded", "--game", "bounded(4)", "7"],
            "take 2\n",
            0,
            "which leaves bounded(4)[5]",
        ),
        (
            &["play", "tac_tix", "tac_tix(3)", "--seed", "3"],
            "quit",
            0,
            "tac_tix(3)[",
        ),
        (
            &["play", "nim", "1000000000000", "5"],
            "a 1000000000001",
            0,
            "from pile a (1000000000000) you may take 1 to 1000000000000\n",
        ),
        (&["play", "nim", "--level", "best"], "", 2, ""),
        (&["play", "nim", "--two", "--first", "me"], "", 2, ""),
        (&["play", "nim", "-3"], "", 2, ""),
        (&["play", "nosuch"], "", 2, ""),
        (&["play", "nosuch.json"], "", 2, ""),
        (
            &["play", "-", "sticks[5]"],
            "game sticks { take 1..3 }",
            0,
            "The game is left as it is.",
        ),
    ] {
        let output = run_with(args, input);
        let (out, err) = (out(&output), err(&output));
        assert_eq!(output.status.code(), Some(code), "{args:?}\n{out}\n{err}");
        assert!(out.contains(part), "{args:?}: {part:?} in\n{out}\n{err}");
        assert_eq!(err.is_empty(), code == 0, "{args:?}\n{err}");
        assert!(!out.contains('\x1b'));
    }
}
