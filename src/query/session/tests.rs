//! A session among questions, panics and limits.

use super::*;
use crate::text::diagnostic::Cause;
use crate::work::budget::Limits;

#[test]
fn a_panic_is_an_internal_error_and_the_session_answers_on() {
    let book = Rulebook::parse("game nim { take any }").unwrap();
    let mut session = Session::new(book, Settings::default()).unwrap();
    let places: Vec<u64> = Vec::new();
    session.eval_text("question", "grundy(nim[5, 9])").unwrap();
    let kept = session.budget().keep(1000);
    let game = session.game(None).unwrap();
    let report = session.ask(&game, |_| Ok(places[7])).unwrap_err();
    // What somebody keeps is counted, and what was forgotten is not.
    assert_eq!(session.budget().held(), 1000);
    drop(kept);
    let [error] = report.diagnostics.as_slice() else {
        panic!("{report}");
    };
    assert_eq!((error.cause, error.code), (Cause::Internal, "internal"));
    assert!(error.message.contains("index"), "{}", error.message);
    let help = error.help.as_deref().unwrap();
    for what in ["rule file", "question", env!("CARGO_PKG_VERSION")] {
        assert!(help.contains(what), "{help}");
    }
    let answer = session.eval_text("question", "grundy(nim[5, 9])").unwrap();
    assert_eq!(answer.value, Value::Int(12));
}

#[test]
fn games_of_questions_are_not_kept() {
    let rules = "game g(k, t) { take 1..k }  game h(t, other) { take 1 }";
    let book = Rulebook::parse(rules).unwrap();
    let mut session = Session::new(book.clone(), Settings::default()).unwrap();
    let kept = book.position("g(7, 0)[20]").unwrap();
    let (mut early, mut late) = ((0, 0), (0, 0));
    for t in 1..=10_000 {
        let question = format!("grundy(g({}, {t})[9])", 1 + t % 5);
        let answer = session.eval_text("question", &question).unwrap();
        assert_eq!(answer.value, Value::Int(9 % (2 + t % 5)), "{t}");
        assert!(book.position(&format!("h({t}, g(3, -{t}))[2]")).is_ok());
        let most = if t <= 5000 { &mut early } else { &mut late };
        let kept = (session.left().held(), session.book.games_kept());
        *most = (kept.0.max(most.0), kept.1.max(most.1));
    }
    assert!(late.0 <= early.0 + early.0 / 20, "{early:?} {late:?}");
    assert!(late.1 <= early.1 && early.1 <= 5000, "{early:?} {late:?}");
    // Who has a game keeps it.
    assert_eq!(session.solve(&kept, 0).unwrap().grundy, Some(20 % 8));
    assert_eq!(book.position("g(7, 0)[20]").unwrap(), kept);
}

#[test]
fn moves_of_many_games_are_checked_again() {
    let rules: String = (0..5000)
        .map(|k| {
            let (game, function) = (k % 7 + 1, k + 2);
            format!("let f{k}(n) = n + {function}\ngame g{k} {{ pile n  take 1..{game} where f{k}(n) > 0 or n < 0 }}\n")
        })
        .collect();
    let book = Rulebook::parse_with_limits(&rules, &Limits::default()).unwrap();
    let mut session = Session::new(book, Settings::default()).unwrap();
    let before = session.left().held();
    let mut most = 0;
    for k in 0..5000 {
        let question = format!("f{k}(grundy(g{k}[20]))");
        let answer = session.eval_text("question", &question).unwrap();
        assert_eq!(answer.value, Value::Int(20 % (k % 7 + 2) + k + 2), "{k}");
        most = most.max(session.left().held());
    }
    assert!(most <= 2 * before, "{most} after {before}");
}

#[test]
fn as_much_memory_is_free_again_as_was_counted() {
    let piles: Vec<String> = (0..40)
        .map(|k| format!("n == {k} * n + {}", k + 3))
        .collect();
    let drawn = piles.join(" or ");
    let games =
        (0..1100).map(|k| format!("game g{k} {{ take 1, 2, 3  loopy  draw when {drawn} }}\n"));
    let few: String = games.clone().take(1000).collect();
    let held = |rules: &str| {
        let book = Rulebook::parse_with_limits(rules, &Limits::default()).unwrap();
        book.bytes()
    };
    // Each game behind the first thousand takes its text, its tree and little more.
    let (few, many) = (held(&few), held(&games.collect::<String>()));
    assert!((few..few + few / 10).contains(&many), "{few} {many}");
}

#[test]
fn listed_moves_stay_while_others_ask() {
    let book = Rulebook::parse("game g(k) { take 1..k }").unwrap();
    let mut session = Session::new(book.clone(), Settings::default()).unwrap();
    let position = book.position("g(3)[9]").unwrap();
    let turns = session.turns(&position).unwrap();
    for k in 1..=2000 {
        let question = format!("grundy(g({k})[5])");
        session.eval_text("question", &question).unwrap();
    }
    let first = session.turn(&turns, 0).unwrap().unwrap();
    assert_eq!(first.to.to_string(), "g(3)[8]");
    drop(turns);
    session.eval_text("question", "grundy(g(5)[5])").unwrap();
    assert!(!session.solver.is_full());
}

#[test]
fn where_memory_ran_out_the_next_question_has_all_of_it() {
    let rules = "game a { pile p[] move p -> [x for x in p if x != v] for v in p }";
    let rules = rules.replace(" if ", " where ")
        + "game b { pile p[] in 0..9 move p[i] -> w for i, w in 0..p[i] - 1 }";
    let book = Rulebook::parse(&rules).unwrap();
    let limits = Limits::default().with_memory(4 << 20);
    let settings = Settings::default().with_limits(limits);
    let mut session = Session::new(book, settings.without(["boards"])).unwrap();
    let too_large = "winner(b[[9; 20]])";
    let report = session.eval_text("question", too_large).unwrap_err();
    assert_eq!(report.cause(), Cause::Memory);
    let answer = session.eval_text("question", "winner(a[[1, 2, 2]])");
    assert_eq!(answer.unwrap().value.to_string(), "second");
}

#[test]
fn a_question_of_several_parts_has_one_budget() {
    let book = Rulebook::parse("game kayles { take 1..2 leaving 0..2 piles }").unwrap();
    let kayles = book.game("kayles").unwrap();
    let facts = |effort: u64| {
        let settings = Settings::default().with_limits(Limits::default().with_effort(effort));
        let mut session = Session::new(book.clone(), settings).unwrap();
        let facts = session.facts(&kayles, None, None).unwrap();
        let is_stopped = facts.last_loses.stopped.is_some();
        (is_stopped, session.work_done())
    };
    let (is_stopped, work) = facts(u64::MAX);
    assert!(!is_stopped);
    let less = work - work / 8;
    let mut session = Session::new(book.clone(), Settings::default()).unwrap();
    session.quotient(&kayles, 60).unwrap();
    assert!(session.work_done() < less, "the part alone takes less");
    let (is_stopped, done) = facts(less);
    assert!(is_stopped && done < work, "{is_stopped} {done} {work}");
}

const LATE: &str = "game nim { take any }
    let zero = grundy(nim[0])
    let a = [zero + n for n in 1..100_000]
    let b = [zero - n for n in 1..100_000]";

#[test]
fn a_late_let_is_part_of_the_work_on_a_question() {
    let work = |question: &str| {
        let book = Rulebook::parse(LATE).unwrap();
        let mut session = Session::new(book, Settings::default()).unwrap();
        session.eval_text("question", question).unwrap();
        session.work_done()
    };
    let (one, both) = (work("len(a)"), work("len(a) + len(b)"));
    assert!(one > 100_000 - (1 << 14), "{one}");
    assert!(both > 2 * one - (1 << 15), "{one} {both}");
}

#[test]
fn what_a_limit_left_unfinished_is_made_when_it_is_asked_for_again() {
    let rules = "let most(s) = max(s)
        game half(k) { take 1..k  take any leaving 2 piles }
        game g(k) { let t = [x % k for x in 1..40_000]  take 1..most(t)  move n -> half(k + 1)[n] where n > 1000 }";
    let book = Rulebook::parse(rules).unwrap();
    let mut session = Session::new(book, Settings::default()).unwrap();
    let mut ends = 0;
    for k in 5..80 {
        let question = format!("grundy(g({k})[{}])", k + 4);
        session.settings_mut().limits.effort = Some(k << 11);
        if let Err(report) = session.eval_text("question", &question) {
            assert_eq!(report.diagnostics[0].code, "effort_limit", "{report}");
            ends += 1;
        }
        session.settings_mut().limits.effort = None;
        let answer = session.eval_text("question", &question).unwrap();
        assert_eq!(answer.value, Value::Int(4), "{k}");
    }
    assert!((10..75).contains(&ends), "{ends}");
}

#[test]
fn memory_that_became_free_may_be_used() {
    let book = Rulebook::parse("game g { move n -> [a..n - 1] for a in 1..n }").unwrap();
    let position = book.position("g[60]").unwrap();
    let mut session = Session::new(book, Settings::default()).unwrap();
    let kept = session.budget().keep(session.budget().memory() - 1000);
    let value = session.whole(|session| {
        drop(kept);
        session.ask(&position, |solver| solver.position_grundy(&position))
    });
    assert_eq!(value.unwrap(), 4);
}

#[test]
fn what_lets_and_the_question_hold_is_counted_together() {
    let ends = |question: &str, memory: u64| {
        let book = Rulebook::parse(LATE).unwrap();
        let mut settings = Settings::default();
        settings.limits.memory = memory;
        let mut session = Session::new(book, settings).unwrap();
        let answer = session.eval_text("question", question);
        answer.map_err(|report| report.diagnostics[0].code)
    };
    // A list takes 1.6 MB, and twice as much while it grows.
    let enough = 5 << 20;
    assert!(ends("len(a)", enough).is_ok());
    assert!(ends("len([a, a])", enough).is_ok());
    for question in ["len(a) + len(b)", "[[zero + n for n in 1..150_000], b]"] {
        assert_eq!(
            ends(question, 3 << 20).err(),
            Some("memory_limit"),
            "{question}"
        );
        assert!(ends(question, 12 << 20).is_ok(), "{question}");
    }
}
