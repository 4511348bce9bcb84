//! Games whose plays may go on for ever, from outside: what people see, and answers known from elsewhere.

use std::fmt::Write as _;
use std::process::Command;
use std::time::Duration;

use nimrule::expr::budget::Limits;
use nimrule::report::{Look, diagnostics::render};
use nimrule::{Outcome, Rulebook, Session, Settings, Value};

fn session(text: &str) -> Session {
    let book = Rulebook::parse(text).unwrap_or_else(|report| panic!("{text}\n{report}"));
    let settings = Settings {
        limits: Limits {
            time: Some(Duration::from_secs(60)),
            ..Limits::default()
        },
        ..Settings::default()
    };
    Session::new(book, settings).expect("the default engine")
}

fn ask(session: &mut Session, question: &str) -> Value {
    session
        .eval_text("question", question)
        .unwrap_or_else(|report| panic!("{question}\n{report}"))
        .value
}

fn complaint(session: &mut Session, question: &str) -> String {
    match session.eval_text("question", question) {
        Ok(answer) => panic!("{question} is answered by {}", answer.value),
        Err(report) => render(&report, Look::default()),
    }
}

const EPSTEIN: &str = "game epstein { pile n  take isqrt(n) * isqrt(n)  move n -> n + isqrt(n) * isqrt(n) where n > 0  loopy }";

/// What is certain of Epstein's piles when all piles above `limit` are unknown: sets that shrink until they are closed, where
/// the program lets marks grow.
fn epstein_by_hand(limit: usize) -> Vec<Option<Outcome>> {
    let root = |n: usize| (0..).take_while(|r| r * r <= n).last().unwrap_or(0);
    let options = |n: usize| match n {
        0 => vec![],
        n => {
            let square = root(n) * root(n);
            vec![n - square, n + square]
        }
    };
    // For unknown piles first as losses and then as wins of a player: where he, to move or not, cannot be made to lose.
    let safe = |unknown: bool| {
        let mut safe = vec![[true, true]; limit + 1];
        safe[0] = [false, true];
        let get = |safe: &Vec<[bool; 2]>, n: usize, who: usize| {
            safe.get(n).map_or(unknown, |pair| pair[who])
        };
        loop {
            let mut changed = false;
            for n in 1..=limit {
                let moving = options(n).iter().any(|m| get(&safe, *m, 1));
                let waiting = options(n).iter().all(|m| get(&safe, *m, 0));
                changed |= safe[n] != [moving, waiting];
                safe[n] = [moving, waiting];
            }
            if !changed {
                return safe;
            }
        }
    };
    let (surely, perhaps) = (safe(false), safe(true));
    (0..=limit)
        .map(|n| {
            // Who cannot even perhaps avoid to lose, loses.
            match (perhaps[n], surely[n]) {
                ([false, _], _) => Some(Outcome::Second),
                ([_, false], _) => Some(Outcome::First),
                (_, [true, true]) => Some(Outcome::Draw),
                _ => None,
            }
        })
        .collect()
}

#[test]
fn epsteins_piles_agree_with_sets_that_shrink() {
    let by_hand = epstein_by_hand(5_000);
    let mut session = session(EPSTEIN);
    let mut counts = [0; 3];
    for (n, outcome) in by_hand.iter().enumerate().take(1_001) {
        if let Some(outcome) = outcome {
            let found = ask(&mut session, &format!("winner(epstein[{n}])"));
            assert_eq!(found, Value::Outcome(*outcome), "{n}");
            counts[*outcome as usize] += 1;
        }
    }
    assert!(counts.iter().sum::<i32>() > 800, "{counts:?}");
    // Winning Ways, chapter 15.
    assert_eq!(
        ask(&mut session, "losing(epstein, 0..110)"),
        Value::ints([0, 5, 20, 29, 45, 80, 101])
    );
    let play = session
        .book()
        .position("epstein[1000000000000]")
        .expect("a position");
    let solution = session.solve(&play, 5).expect("an answer");
    assert_eq!(solution.winner, Outcome::First, "it is a square");
}

#[test]
fn without_circles_the_word_changes_nothing() {
    for (rules, questions) in [
        (
            "take any",
            "values(g, 0..30); winner(g[1, 2, 3]); winner(g[5, 9, 11]); winning(g[5, 9, 11])",
        ),
        (
            "take 1..2 leaving 0..2 piles",
            "values(g, 0..25); grundy(g[5, 8]); winner(g[3, 3]); line(g[6])",
        ),
        (
            "split into 2 unequal",
            "values(g, 0..25); winner(g[7, 8, 9]); best(g[7, 8])",
        ),
        (
            "take 1, 3, 4  misere",
            "winner(g[5]); winner(g[1, 1]); winner(g[2, 3, 4]); losing(g, 0..9)",
        ),
        (
            "take 1..3  end when n == 1",
            "values(g, 0..12); line(g[9]); best(g[9, 2])",
        ),
        (
            "pile {a, b}  move a -> a - k for k in 1..  move a, b -> a - k, b - k for k in 1..",
            "table(g, 0..5, 0..5); winner(g[(3, 5)]); losing(g, 0..6, 0..6)",
        ),
        (
            "pile row[]  move row -> row[..i - 1] ++ [min(r, j) for r in row[i..]] for i in indices(row), j in 0..row[i] - 1",
            "grundy(g[[3, 2, 1]]); winner(g[[2, 1], [3]])",
        ),
        (
            "take 1..2  each turn 1..2 piles",
            "winner(g[3, 3, 3]); winner(g[1, 2, 3]); grundy(g[1, 2]); moves(g[1, 2]); grundy(g[2, 2] + g[1])",
        ),
        (
            "take any  each turn all piles or none",
            "winner(g[3, 1]); winner(g[2, 2]); line(g[2, 2])",
        ),
        (
            "take 1..2  each turn all piles  misere",
            "winner(g[3, 1]); winner(g[2, 2] + g[1]); line(g[2, 4])",
        ),
    ] {
        let mut plain = session(&format!("game g {{ {rules} }}"));
        let mut loopy = session(&format!("game g {{ {rules} loopy }}"));
        for question in questions.split("; ") {
            let (plain, loopy) = (ask(&mut plain, question), ask(&mut loopy, question));
            match question.split('(').next() {
                // There may be several lines and best moves; as good ones are as long.
                Some("line") => assert_eq!(
                    plain.items().len(),
                    loopy.items().len(),
                    "{rules}: {question}"
                ),
                Some("best") => assert_ne!(loopy, Value::Nothing, "{rules}: {question}"),
                _ => assert_eq!(plain.to_string(), loopy.to_string(), "{rules}: {question}"),
            }
        }
    }
}

#[test]
fn draw_is_a_name_where_something_is_called_so() {
    let mut session = session(
        "game draw { take any }\ngame stay { move n -> n where n > 0  loopy }\nlet first_two = [draw[1], draw[2]]",
    );
    assert_eq!(
        ask(&mut session, "winner(draw[3])"),
        Value::Outcome(Outcome::First)
    );
    assert_eq!(
        ask(&mut session, "winner(stay[3])"),
        Value::Outcome(Outcome::Draw)
    );
    assert!(complaint(&mut session, "winner(stay[3]) == draw").contains("a game"));
    let mut session = self::session("game stay { move n -> n where n > 0  loopy }");
    assert_eq!(
        ask(&mut session, "winner(stay[3]) == draw"),
        Value::Bool(true)
    );
    assert_eq!(
        ask(
            &mut session,
            "[winner(stay[n]) for n in 0..1] == [second, draw]"
        ),
        Value::Bool(true)
    );
}

#[test]
fn what_is_not_known_is_said_so() {
    let mut session = session(
        "game grow { move n -> n + 1  loopy }\ngame double { move n -> 2 * n where n > 0  loopy }\n\
         game stay { move n -> n  loopy }\ngame swap { pile (a, b)  move (a, b) -> (b, a)  loopy }\n\
         game way_in { pile n  move n -> swap[(n, n + 1)] where n > 0 }\n\
         game forgotten { pile (a, b)  move (a, b) -> (b, a) }\n\
         game far { move n -> n + 1 where n > 0  move n -> 0 where n == 40  loopy }",
    );
    let mut text = String::new();
    for question in [
        "winner(grow[1])",
        "winner(double[3])",
        "grundy(stay[1])",
        "values(stay, 0..3)",
        "grundy(swap[(1, 2)])",
        "winner(way_in[1])",
        "winner(forgotten[(1, 2)])",
        "winner(misere(grow)[1])",
        "period(stay)",
    ] {
        writeln!(text, "> {question}\n{}", complaint(&mut session, question))
            .expect("a string takes all");
    }
    insta::assert_snapshot!(text);
    // What follows from few positions is known all the same.
    assert_eq!(
        ask(&mut session, "winner(far[40])"),
        Value::Outcome(Outcome::First)
    );
    assert_eq!(
        ask(&mut session, "winner(way_in[0])"),
        Value::Outcome(Outcome::Second)
    );
}

const RULES: &str = "\
let ways = [[], [0, 2], [1, 3], [3, 0], [5, 1], [4], [0, 1, 4]]
game walk { pile place in 0..6  move place -> next for next in ways[place]  loopy }
game last { pile place in 0..6  move place -> next for next in ways[place]  loopy misere }
game both { pile place in 0..6  move place -> next for next in ways[place]  loopy each turn 1..2 piles }
game swap { pile (a, b)  move (a, b) -> (b, a) }
game nim { take any }
";

#[test]
fn answers_as_people_see_them() {
    let folder = std::env::temp_dir().join(format!("nimrule-loopy-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("walk.nimrule"), RULES).expect("a file");
    std::fs::write(folder.join("epstein.nimrule"), EPSTEIN).expect("a file");
    let mut text = String::new();
    for words in [
        "solve walk.nimrule walk[4]",
        "solve walk.nimrule walk[6]",
        "solve walk.nimrule walk[2]",
        "solve walk.nimrule walk[4]+nim[1]",
        "solve walk.nimrule last[4]",
        "solve walk.nimrule swap[(1,2)]",
        "solve walk.nimrule walk[4] --json",
        "solve epstein.nimrule 2",
        "solve epstein.nimrule 11",
        "explain walk.nimrule walk[0]",
        "explain walk.nimrule walk[2]",
        "explain walk.nimrule walk[4]",
        "explain walk.nimrule walk[5]",
        "explain walk.nimrule walk[6]",
        "explain walk.nimrule walk[1,2]",
        "explain walk.nimrule walk[1]+nim[1]",
        "explain walk.nimrule walk[4]+nim[1]",
        "explain walk.nimrule walk[4]+nim[2]",
        "explain walk.nimrule walk[4,5]",
        "explain walk.nimrule last[1,2]",
        "explain walk.nimrule last[0]",
        "explain walk.nimrule both[1,2]",
        "explain epstein.nimrule 5",
        "explain epstein.nimrule 7",
        "line walk.nimrule walk[1,2]",
        "line walk.nimrule walk[5]",
        "line walk.nimrule walk[5] --json",
        "line walk.nimrule last[2]",
        "line epstein.nimrule 7",
        "line epstein.nimrule 14",
        "values walk.nimrule walk --to 6",
        "values walk.nimrule walk --to 6 --json",
        "values epstein.nimrule --to 12",
        "plan walk.nimrule walk",
        "plan walk.nimrule last",
        "plan walk.nimrule both",
        "period walk.nimrule walk",
        "solve walk.nimrule walk[4] --engine nim",
        "solve walk.nimrule walk[4,5] --engine plain",
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_nimrule"))
            .args(words.split(' '))
            .current_dir(&folder)
            .env("NO_COLOR", "1")
            .output()
            .expect("the program runs");
        let (stdout, stderr) = (
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr),
        );
        let code = output.status.code().expect("a code");
        writeln!(text, "$ nimrule {words}   ({code})\n{stdout}{stderr}")
            .expect("a string takes all");
    }
    let _ = std::fs::remove_dir_all(&folder);
    insta::assert_snapshot!(text);
}
