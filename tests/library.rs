//! The library: rulebooks that keep their rules, and sessions and solvers that answer for their own rulebook alone.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use nimrule::answer::Show;
use nimrule::syntax::{ast, parse_entries};
use nimrule::text::source::SourceId;
use nimrule::{
    Cause, Game, Language, Limits, Position, Report, Rulebook, Session, Settings, Value,
};

use crate::common::value;

const NIM: &str = "game nim { take any }";
const KAYLES: &str = "game kayles { take 1..2 leaving 0..2 piles }";

fn book(text: &str) -> Rulebook {
    Rulebook::parse(text).unwrap()
}

fn session(book: &Rulebook) -> Session {
    Session::new(book.clone(), Settings::default()).unwrap()
}

fn code<T>(result: Result<T, Report>) -> &'static str {
    match result {
        Ok(_) => "an answer",
        Err(report) => report.diagnostics.first().map_or("nothing", |it| it.code),
    }
}

fn items(text: &str) -> Vec<ast::Item> {
    let (entries, complaints) = parse_entries(SourceId(0), text);
    assert!(complaints.is_empty(), "{text}");
    let item = |entry| match entry {
        ast::Entry::Item(item) => item,
        ast::Entry::Expr(expr) => panic!("{expr:?}"),
    };
    entries.into_iter().map(item).collect()
}

type OfPosition = fn(&mut Session, &Position) -> &'static str;
type OfGame = fn(&mut Session, &Arc<Game>) -> &'static str;
/// What may be asked about a position: the code of the complaint.
const OF_POSITION: [(&str, OfPosition); 8] = [
    ("solve", |it, at| code(it.solve(at, 10))),
    ("explain", |it, at| code(it.explain(at))),
    ("follow", |it, at| code(it.follow(at, 2))),
    ("line", |it, at| code(it.line(at))),
    ("graph", |it, at| code(it.graph(at))),
    ("plan_of", |it, at| code(it.plan_of(at))),
    ("turns", |it, at| code(it.turns(at))),
    ("board", |it, at| {
        let own = it.game(None).unwrap();
        code(it.board(&own, Some(at)))
    }),
];

/// The same about a game.
const OF_GAME: [(&str, OfGame); 15] = [
    ("values", |it, game| code(it.values(game, 0, 9))),
    ("game_rules", |it, game| code(it.game_rules(game))),
    ("table", |it, game| code(it.table(game, &[(0, 9)]))),
    ("period", |it, game| code(it.period(game, None))),
    ("period_soon", |it, game| {
        code(it.period_soon(game, 9, u64::MAX))
    }),
    ("period_so_far", |it, game| code(it.period_so_far(game))),
    ("quotient", |it, game| code(it.quotient(game, 9))),
    ("quotient_so_far", |it, game| {
        code(it.quotient_so_far(game, 9))
    }),
    ("genera", |it, game| code(it.genera(game, 0, 9))),
    ("certificate", |it, game| code(it.certificate(game, None))),
    ("picture", |it, game| {
        code(it.picture(game, Show::Best, &[]))
    }),
    ("plan", |it, game| code(it.plan(game))),
    ("describe", |it, game| code(it.describe(game))),
    ("facts", |it, game| code(it.facts(game, None, None))),
    ("export", |it, game| code(it.export(game, Language::Rust))),
];

#[test]
fn a_position_of_another_rulebook_has_no_answer() {
    let (kayles, nim) = (book(KAYLES), book(NIM));
    let theirs = nim.position("nim[5, 9, 11]").unwrap();
    let game = nim.game("nim").unwrap();
    // The game of the same number may be known already, or not.
    for is_known in [false, true] {
        for (name, ask) in OF_POSITION {
            let mut session = session(&kayles);
            if is_known {
                session.eval_text("test", "grundy(kayles[9])").unwrap();
            }
            assert_eq!(ask(&mut session, &theirs), "foreign_game", "{name}");
        }
        for (name, ask) in OF_GAME {
            let mut session = session(&kayles);
            if is_known {
                session.eval_text("test", "grundy(kayles[9])").unwrap();
            }
            assert_eq!(ask(&mut session, &game), "foreign_game", "{name}");
        }
    }
    let argument = [Value::Game(game)];
    assert_eq!(code(kayles.game_with("kayles", &argument)), "foreign_game");
    let own = session(&nim).solve(&theirs, 0).unwrap();
    assert_eq!(own.grundy, Some(5 ^ 9 ^ 11));
    // Their texts have the same number.
    let claims = book("game nim { take any }\nexpect winner(nim[1]) == second").expects();
    assert_eq!(code(session(&nim).test(&claims[0])), "foreign_claim");
}

/// What the language has no words for has no label that reads back, and rules may rely on one kind in a list.
#[test]
fn arguments_are_values_of_the_language() {
    let book = book("game steady(s) { take 1 }\ngame of(s) { take k for k in s }");
    let list = Value::list;
    let (one, text) = (Value::Int(1), |it: &str| Value::text(it));
    let bad = [
        Value::Nothing,
        Value::tuple(vec![]),
        Value::tuple(vec![one.clone()]),
        list(vec![one.clone(), list(vec![one.clone()])]),
        list(vec![one.clone(), Value::Nothing]),
        list(vec![one.clone(), Value::Bool(true)]),
        list(vec![
            Value::tuple(vec![one.clone(), one.clone()]),
            one.clone(),
        ]),
        list(vec![
            list(vec![]),
            list(vec![one.clone()]),
            list(vec![text("")]),
        ]),
        text("a\"b"),
        text("a\nb"),
    ];
    for value in bad {
        for name in ["steady", "of"] {
            let said = book
                .game_with(name, std::slice::from_ref(&value))
                .unwrap_err();
            assert_eq!(said.diagnostics[0].code, "wrong_kind", "{value}");
        }
    }
    let good = [
        list(vec![]),
        list(vec![list(vec![]), list(vec![one.clone()])]),
        list(vec![text("a, b"), text("")]),
        Value::tuple(vec![one.clone(), text("a")]),
    ];
    for value in good {
        let game = book.game_with("steady", &[value]).unwrap();
        let again = session(&book).game(Some(&game.label)).unwrap();
        assert_eq!(again.label, game.label);
    }
    // One list that stands in itself twice, forty times over.
    let shared = (0..40).fold(list(vec![]), |it, _| list(vec![it.clone(), it]));
    book.set_limits(Limits::default().with_effort(1 << 16));
    let said = book.game_with("steady", &[shared]).unwrap_err();
    assert_eq!(said.diagnostics[0].code, "effort_limit");
}

#[test]
fn every_question_has_its_own_time() {
    thread_local! {
        static NOW: Cell<Duration> = const { Cell::new(Duration::ZERO) };
    }
    let mut limits = Limits::default().with_time(Duration::from_secs(1));
    limits.clock = || NOW.get();
    let settings = Settings::default().with_limits(limits);
    let rules = book(KAYLES);
    let mut session = Session::new(rules.clone(), settings).unwrap();
    let (game, at) = (
        rules.game("kayles").unwrap(),
        rules.position("kayles[5]").unwrap(),
    );
    let mut in_time = |name: &str, ask: &dyn Fn(&mut Session) -> &'static str| {
        NOW.set(NOW.get() + Duration::from_secs(10));
        assert_eq!(code(session.written(&name)), "time_limit", "before {name}");
        ask(&mut session);
        assert_eq!(code(session.written(&name)), "an answer", "after {name}");
    };
    for (name, ask) in OF_POSITION {
        in_time(name, &|session| ask(session, &at));
    }
    // The rules of a game are no question: nothing is worked out for them.
    let of_game = OF_GAME.iter().filter(|(name, _)| *name != "game_rules");
    for (name, ask) in of_game {
        in_time(name, &|session| ask(session, &game));
    }
}

#[test]
fn games_of_two_rulebooks_are_two_games() {
    let (one, other) = (book(NIM), book(NIM));
    let position = |book: &Rulebook| book.position("nim[5]").unwrap();
    assert_ne!(position(&one), position(&other));
    assert_eq!(position(&one), position(&one.clone()));
    let game = |book: &Rulebook| Value::Game(book.game("nim").unwrap());
    assert_ne!(game(&one), game(&other));
}

#[test]
fn moves_and_questions_belong_to_their_session() {
    let (mut one, mut other) = (session(&book(NIM)), session(&book(KAYLES)));
    let at = one.book().position("nim[2, 3]").unwrap();
    let turns = one.turns(&at).unwrap();
    assert!(one.turn(&turns, 0).unwrap().is_some());
    let mut twin = session(one.book());
    assert_eq!(code(twin.turn(&turns, 0)), "foreign_moves");
    assert_eq!(code(twin.turn_to(&turns, &at)), "foreign_moves");
    assert_eq!(code(twin.any_turn(&turns, &mut |_| 0)), "foreign_moves");
    assert_eq!(code(twin.meant(&turns, &[], 9)), "foreign_moves");
    assert_eq!(code(twin.becomes(&turns, 0, None, 9)), "foreign_moves");

    let question = one.book().question("test", "grundy(nim[6])").unwrap();
    assert_eq!(one.eval(&question).unwrap().value, Value::Int(6));
    assert_eq!(twin.eval(&question).unwrap().value, Value::Int(6));
    assert_eq!(code(other.eval(&question)), "foreign_question");
}

#[test]
fn texts_of_questions_are_not_kept() {
    let rules = book(NIM);
    let mut session = session(&rules);
    let texts = |book: &Rulebook| book.sources().iter().count();
    for size in 0..1000 {
        session
            .eval_text("test", &format!("grundy(nim[{size}])"))
            .unwrap();
        rules.position(&format!("nim[{size}]")).unwrap();
        assert_eq!(
            code(session.eval_text("test", "grundy(nom[3])")),
            "unknown_name"
        );
        assert!(session.game(Some("nim")).is_ok());
        assert!(session.position(None, &[size.to_string()]).is_ok());
        assert!(texts(&rules) <= 2, "{size}");
    }
    // A question has its text as long as it lives, and a complaint has the line that it is about.
    let question = rules.question("kept", "1 / (len([1]) - 1)").unwrap();
    rules.position("nim[3]").unwrap();
    let report = session.eval(&question).unwrap_err();
    assert_eq!(report.to_string(), "kept:1: division by zero");
    assert!(
        report
            .sources
            .iter()
            .any(|it| &*it.text == "1 / (len([1]) - 1)")
    );
}

#[test]
fn positions_are_made_of_numbers() {
    let rules = book(
        "game nim { take any }
        game few(k) { pile n in 0..k  take any }
        game rook { pile (row, col)  take any from row  take any from col }
        game pair { pile {a, b}  take any from a }
        game coins { pile row[]  move row -> remove(row, i) for i in indices(row) }
        game marked { pile (n, row[])  move (n, row) -> (n - 1, row) where n > 0 }
        game cells { pile cell[(row, col)]  move cell -> remove(cell, i) for i in indices(cell) }
        game two { pile (a[], b[])  move (a, b) -> (b, a) where len(a) > len(b) }",
    );
    let of = |name: &str, args: &[Value], piles: Vec<Vec<i64>>| {
        let game = rules.game_with(name, args).unwrap();
        game.position(piles).map(|position| position.to_string())
    };
    type Case<'a> = (&'a str, &'a [Value], Vec<Vec<i64>>, &'a str);
    let good: [Case<'_>; 8] = [
        ("nim", &[], vec![vec![3], vec![5]], "nim[3, 5]"),
        ("few", &[Value::Int(4)], vec![vec![4]], "few(4)[4]"),
        (
            "rook",
            &[],
            vec![vec![3, 4], vec![0, 7]],
            "rook[(3, 4), (0, 7)]",
        ),
        ("pair", &[], vec![vec![4, 3]], "pair[(4, 3)]"),
        (
            "coins",
            &[],
            vec![vec![3, 1, 2], vec![]],
            "coins[[3, 1, 2], []]",
        ),
        (
            "marked",
            &[],
            vec![vec![7, 1, 2], vec![0]],
            "marked[(7, [1, 2]), (0, [])]",
        ),
        (
            "cells",
            &[],
            vec![vec![0, 1, 2, 3]],
            "cells[[(0, 1), (2, 3)]]",
        ),
        ("nim", &[], vec![], "nim[]"),
    ];
    for (name, args, piles, text) in good {
        assert_eq!(of(name, args, piles).unwrap(), text);
        assert_eq!(rules.position(text).unwrap().to_string(), text);
    }
    assert_eq!(
        rules.game("nim").unwrap().position([5, 9]).unwrap(),
        rules.position("nim[9, 5]").unwrap()
    );
    let row = Value::ints([1, 2]);
    let two = Value::tuple(vec![row.clone(), row]);
    let two = rules.game("two").unwrap().position([two]).unwrap();
    assert_eq!(two.to_string(), "two[([1, 2], [1, 2])]");
    let bad: [(&str, &[Value], Vec<i64>); 7] = [
        ("nim", &[], vec![-1]),
        ("nim", &[], vec![1, 2]),
        ("few", &[Value::Int(4)], vec![5]),
        ("rook", &[], vec![3]),
        ("marked", &[], vec![]),
        ("cells", &[], vec![0, 1, 2]),
        ("two", &[], vec![1, 2]),
    ];
    for (name, args, pile) in bad {
        assert_eq!(code(of(name, args, vec![pile])), "bad_pile", "{name}");
    }
    // The complaint is that about a text.
    let numbers = of("few", &[Value::Int(4)], vec![vec![9]]).unwrap_err();
    let text = rules.position("few(4)[9]").unwrap_err();
    let said = |report: &Report| {
        let first = &report.diagnostics[0];
        (first.message.clone(), first.help.clone())
    };
    assert_eq!(said(&numbers), said(&text));
}

#[test]
fn answers_are_written_without_options_of_a_command_line() {
    let mut session = session(&book(NIM));
    let at = session.book().position("nim[4, 5, 6]").unwrap();
    let solution = session.solve(&at, 1).unwrap().to_string();
    assert!(solution.contains("1 of 3 winning moves\n"), "{solution}");
    let game = session.game(None).unwrap();
    let others = [
        session.line(&at).unwrap().to_string(),
        session.values(&game, 0, 20).unwrap().to_string(),
        session.period(&game, None).unwrap().to_string(),
    ];
    for text in others.iter().chain([&solution]) {
        assert!(text.ends_with('\n') && !text.contains("--"), "{text}");
    }
}

#[test]
fn complaints_can_be_matched_and_placed() {
    fn is_error<T: std::error::Error + Send + Sync + 'static>() {}
    is_error::<Report>();
    is_error::<nimrule::Diagnostic>();
    let cause = |limits: Limits, question: &str| {
        let settings = Settings::default().with_limits(limits);
        let rules = book("game nim { take any }  game hard { octal 0.07  misere }");
        let mut session = Session::new(rules, settings).unwrap();
        let report = session.eval_text("question", question).unwrap_err();
        let help = report.diagnostics[0].help.clone().unwrap_or_default();
        assert!(!help.contains("--"), "{help}");
        report.cause()
    };
    let hard = "winner(hard[35, 34, 33, 32])";
    let limits = Limits::default;
    assert_eq!(cause(limits(), "grundy(nom[3])"), Cause::Input);
    let none = std::time::Duration::ZERO;
    assert_eq!(cause(limits().with_time(none), hard), Cause::Time);
    assert_eq!(cause(limits().with_memory(1 << 16), hard), Cause::Memory);
    assert_eq!(cause(limits().with_effort(1000), hard), Cause::Effort);
    let stopped = limits();
    stopped.interrupt.store(true, Ordering::Relaxed);
    assert_eq!(cause(stopped, hard), Cause::Cancelled);
    let theirs = book(NIM).position("nim[3]").unwrap();
    let report = session(&book(NIM)).solve(&theirs, 1).unwrap_err();
    assert_eq!(report.cause(), Cause::Foreign);
    assert_eq!((report.line(), report.column()), (None, None));

    let report = Rulebook::parse("game nim {\n  take äny\n}").unwrap_err();
    assert_eq!(report.cause(), Cause::Input);
    assert_eq!((report.line(), report.column()), (Some(2), Some(8)));
    let report = Rulebook::parse("game nim {\n  take any  take nom\n}").unwrap_err();
    assert_eq!((report.line(), report.column()), (Some(2), Some(18)));
    #[cfg(feature = "json")]
    assert_eq!(
        serde_json::to_value(&report).unwrap()[0]["labels"][0]["column"],
        18
    );
}

#[test]
fn what_is_added_changes_no_session() {
    let mut rules = book("game g { take 1..2 }");
    let mut before = session(&rules);
    let five = rules.position("g[5]").unwrap();
    assert_eq!(before.solve(&five, 1).unwrap().grundy, Some(2));

    // Through a clone nothing changes here.
    let mut clone = rules.clone();
    clone.add_items(items("game g { take 1..4 }")).unwrap();
    clone.add_items(items("game h { take 1 }")).unwrap();
    assert_eq!(rules.game_names(), ["g"]);
    assert_eq!(clone.game_names(), ["g", "h"]);

    // A game that stays is the same game; one that is replaced is another.
    rules.add("more", "game h { take 1..3 }").unwrap();
    let mut after = session(&rules);
    assert_eq!(after.solve(&five, 1).unwrap().grundy, Some(2));
    rules.add_items(items("game g { take 1..5 }")).unwrap();
    let mut replaced = session(&rules);
    assert_eq!(code(replaced.solve(&five, 1)), "foreign_game");
    let five_now = rules.position("g[5]").unwrap();
    assert_eq!(replaced.solve(&five_now, 1).unwrap().grundy, Some(5));
    assert_eq!(code(before.solve(&five_now, 1)), "foreign_game");
    let text = "values(g, 0..5)";
    let values = |it: &mut Session| value(it, text);
    assert_eq!(values(&mut before), Value::ints([0, 1, 2, 0, 1, 2]));
    assert_eq!(values(&mut after), Value::ints([0, 1, 2, 0, 1, 2]));
    assert_eq!(values(&mut replaced), Value::ints([0, 1, 2, 3, 4, 5]));

    // Games that two rulebooks with a common beginning make later are not mixed up.
    let mut one = book("game k(m) { take 1..m }");
    let mut other = one.clone();
    one.add("one", "game a { take 1 }").unwrap();
    other.add("other", "game b { take 2 }").unwrap();
    let of_one = one.position("k(4)[7]").unwrap();
    let of_other = other.position("k(5)[7]").unwrap();
    assert_ne!(of_one, of_other);
    let (mut one, mut other) = (session(&one), session(&other));
    assert_eq!(one.solve(&of_one, 0).unwrap().grundy, Some(7 % 5));
    assert_eq!(other.solve(&of_other, 0).unwrap().grundy, Some(7 % 6));
    assert_eq!(code(one.solve(&of_other, 0)), "foreign_game");
    assert_eq!(code(other.solve(&of_one, 0)), "foreign_game");
}

#[test]
fn an_addition_is_whole_or_not_at_all() {
    let mut rules = book("game g { take 1..2 }");
    let text = rules.to_text();
    let bad = [
        (
            "more",
            "game h { take 1 }  game broken { take nothing }",
            "unknown_name",
        ),
        ("more", "game h { take 1 }  game broken {", "unclosed"),
        (
            "more",
            "game h { take 1 }  expect winner(g[0]) == 3",
            "wrong_kind",
        ),
        ("more", "game g { take 1..4 }", "duplicate_name"),
        // The name is taken, whatever the text says.
        ("rules", "game h { take 1 }", "loaded_already"),
        ("rules", "game g { take 1..2 }", "loaded_already"),
    ];
    for (name, added, expected) in bad {
        assert_eq!(code(rules.add(name, added)), expected, "{added}");
        assert_eq!(rules.to_text(), text);
        let unknown = rules.game("h").unwrap_err();
        let help = unknown.diagnostics[0].help.as_deref();
        assert_eq!(
            (unknown.diagnostics[0].code, help),
            ("unknown_game", Some("its games are g"))
        );
    }
    let claims = rules.expects().len();
    assert_eq!(code(rules.add_items(items("expect g == 3"))), "wrong_kind");
    assert_eq!(rules.expects().len(), claims);
    rules.add("more", "game h { take 1 }").unwrap();
    assert_eq!(rules.game_names(), ["g", "h"]);
}

#[test]
fn rules_are_read_within_limits() {
    let lets = |name: &str| -> String {
        let one = |n| format!("let x{n} = [k for k in 1..100000]\n");
        (0..20).map(one).collect::<String>() + name
    };
    let limits = Limits::default().with_memory(10_000_000);
    let parse = |text: &str| code(Rulebook::parse_with_limits(text, &limits));
    // Each list alone would fit.
    assert_eq!(parse(&lets("")), "memory_limit");
    assert_eq!(
        parse("let x = [k for k in 1..100000]  let y = x  let z = y"),
        "an answer"
    );
    let limits = Limits::default();
    limits.interrupt.store(true, Ordering::Relaxed);
    let stopped = Rulebook::parse_with_limits(&lets("game g { take 1 }"), &limits);
    assert_eq!(code(stopped), "interrupted");
    let limits = Limits::default().with_time(std::time::Duration::ZERO);
    assert_eq!(
        code(Rulebook::parse_with_limits(&lets(""), &limits)),
        "time_limit"
    );
    // To look for a name that is near takes time for each of the mistakes.
    let limits = Limits::default().with_effort(1 << 20);
    let games = |count: usize| -> String {
        let game = |n| format!("game g{n} {{ take limt{n} }}\n");
        (0..count).map(game).collect()
    };
    let parse = |count| code(Rulebook::parse_with_limits(&games(count), &limits));
    assert_eq!(parse(100), "unknown_name");
    assert_eq!(parse(4000), "effort_limit");
}

#[test]
fn texts_that_nobody_checked_are_read_within_limits() {
    let parse = |text: &str| Rulebook::parse(text).map(|_| ());
    let long = format!("game nim {{ take any }} {}", " ".repeat(1_000_000));
    let list = "let x = [[a] for a in 1..20_000_000]";
    let work =
        "let x = [a for a in 1..1_000_000_000 where a * a + 1 == a]  game g { take 1..len(x) }";
    let cases = [
        (long.as_str(), "text_limit", Cause::Memory),
        (list, "memory_limit", Cause::Memory),
        (work, "effort_limit", Cause::Effort),
    ];
    for (text, expected, cause) in cases {
        let report = parse(text).unwrap_err();
        assert_eq!(
            (report.diagnostics[0].code, report.cause()),
            (expected, cause)
        );
    }
    assert_eq!(
        code(Rulebook::parse_with_limits(&long, &Limits::default())),
        "an answer"
    );
}

#[test]
fn what_a_limit_ended_was_not_read() {
    // A function is tried, and what was said of it is taken back.
    let chain: String = (0..300)
        .map(|step| format!("let f{step}(x) = f{}(x) + 1\n", step + 1))
        .collect();
    let text = chain + "let f300(x) = x\ngame g { take 1 }";
    let mut ends = 0;
    let mut enough = false;
    for effort in 1..250 {
        let limits = Limits::default().with_effort(effort << 4);
        match Rulebook::parse_with_limits(&text, &limits) {
            Ok(_) => enough = true,
            Err(report) => {
                assert_eq!((report.cause(), enough), (Cause::Effort, false), "{effort}");
                ends += 1;
            }
        }
    }
    assert!(enough && ends > 10, "{ends}");
}

#[test]
fn reading_can_be_cancelled() {
    // Where nobody stops it, a limit does in the end.
    let limits = Limits::default().with_effort(1 << 36);
    let cancel = Arc::clone(&limits.interrupt);
    let endless =
        "let x = [a for a in 1..1_000_000_000 where a * a + 1 == a]  game g { take 1..len(x) }";
    let reader = std::thread::spawn(move || {
        let read = Rulebook::parse_with_limits(endless, &limits);
        read.map(|_| ()).unwrap_err()
    });
    cancel.store(true, Ordering::Relaxed);
    let report = reader.join().unwrap();
    assert_eq!(report.cause(), Cause::Cancelled);
    assert!(report.is_interrupt());
}

#[test]
fn a_look_that_is_interrupted_finds_nothing_out() {
    let mut session = session(&book(
        "game g { move n -> n - 1 where n > 0 and 10 / (n - 3) > -100 }",
    ));
    assert_eq!(session.probe().unwrap().len(), 1);
    let interrupt = Arc::clone(&session.settings_mut().limits.interrupt);
    interrupt.store(true, Ordering::Relaxed);
    assert_eq!(code(session.probe()), "interrupted");
}
