//! Games without a name in expressions: `octal 0.77`, `game { take 1..3 }`.

use nimrule::work::budget::Limits;
use nimrule::{Rulebook, Session, Settings, Value};

use crate::common::{opened, value};

fn session(text: &str) -> Session {
    opened(text, Settings::default())
}

/// A game without a name, and the same in the braces of one with a name.
const GAMES: [(&str, &str); 8] = [
    ("octal 0.77", "octal 0.77"),
    ("(octal 0.07)", "octal 0.07"),
    ("hex 0.38", "hex 0.38"),
    ("octal 0.(3)", "octal 0.(3)"),
    ("game { take 1..3 }", "take 1..3"),
    (
        "game {\n  let most = 3 # sticks\n  take 1..most  leaving 0..2 piles\n}",
        "let most = 3 take 1..most leaving 0..2 piles",
    ),
    ("game { take k where prime(k) }", "take k where prime(k)"),
    (
        "game { pile n in 0..\n octal 0.137 end when n == 4 }",
        "pile n in 0.. octal 0.137 end when n == 4",
    ),
];

/// Questions about a game `g`.
const QUESTIONS: [&str; 5] = [
    "values(g, 0..20)",
    "grundy(g[20]) + grundy(g[3, 7, 7])",
    "[winner(g[n, 5]) for n in 0..6]",
    "losing(misere(g), 0..9)",
    "grundy(g[9] + nim[4])",
];

#[test]
fn games_without_a_name_are_like_those_with_one() {
    for (nameless, rules) in GAMES {
        let named = format!("game nim {{ take any }}  game g {{ {rules} }}");
        let mut named = session(&named);
        let mut plain = session("game nim { take any }");
        for question in QUESTIONS {
            let asked = question.replace("g[", "§[").replace("(g)", "(§)");
            let asked = asked.replace("(g,", "(§,").replace('§', nameless);
            let wanted = value(&mut named, question);
            assert_eq!(value(&mut plain, &asked), wanted, "{asked}");
            // In a file, by itself and with a name.
            let claim = format!("expect {asked} == {wanted}\nlet h = {nameless}\n");
            let with_let = question.replace("g[", "h[").replace("(g)", "(h)");
            let with_let = with_let.replace("(g,", "(h,");
            let text = format!("{claim}game nim {{ take any }}\nexpect {with_let} == {wanted}");
            let mut session = session(&text);
            for claim in session.book().expects() {
                assert!(session.test(&claim).unwrap().ok, "{text}");
            }
        }
    }
}

#[test]
fn periods_are_those_of_the_books() {
    let mut session = session("");
    for (question, wanted) in [
        ("period(octal 0.77)", "(12, 71)"),
        ("period(octal 0.07)", "(34, 53)"),
        ("octal ０．７７ == octal ０．０７", "false"),
        ("octal ０．７７ == octal 0.77", "true"),
        ("grundy((octal ０.０７)[4])", "2"),
        ("game {take 2} == game { take 2 }", "true"),
        ("period(game { take 1..3 })", "(4, 0)"),
        ("winner(game { take 1..3 }[4, 8])", "second"),
        ("moves(octal 0.33[2])", "[octal 0.33[], octal 0.33[1]]"),
        ("misere(octal  0.3)[2]", "misere(octal 0.3)[2]"),
        ("game { take 1 # one\n}[2, 3]", "game { take 1 }[2, 3]"),
        ("octal 0.77[3] == octal 0.77[3]", "true"),
        ("grundy(octal 0.77[5] + game { octal 0.77 }[5])", "0"),
    ] {
        let found = value(&mut session, question);
        assert_eq!(found.to_string(), wanted, "{question}");
    }
}

#[test]
fn names_of_the_place_become_parameters() {
    let mut session = session(
        "game lim(m) { take 1..m }
         let g(k) = grundy(game { take 1..k }[7])
         let most = 4
         let both(k, xs) = values(game { take k, xs[0] where most > n }, 0..9)",
    );
    for (question, wanted) in [
        ("[g(k) for k in 1..8]", "[grundy(lim(k)[7]) for k in 1..8]"),
        (
            "[values(game { take 1..k }, 0..9) for k in 1..4]",
            "[values(lim(k), 0..9) for k in 1..4]",
        ),
        (
            "values(game { take 1..most }, 0..9)",
            "values(lim(4), 0..9)",
        ),
        // Its own names hide those of the place.
        (
            "[grundy(game { take k for k in 1..3 }[n]) for n in 0..9, k in 5..5]",
            "[grundy(lim(3)[n]) for n in 0..9]",
        ),
        (
            "[game { take 1..k }[k] for k in [2]]",
            "[game { take 1..2 }[2]]",
        ),
        (
            "both(1, [2])",
            "values(game { take 1, 2 where most > n }, 0..9)",
        ),
    ] {
        let (found, wanted) = (value(&mut session, question), value(&mut session, wanted));
        assert_eq!(found.to_string(), wanted.to_string(), "{question}");
    }
    assert_eq!(
        value(&mut session, "[game { take 1..k } for k in 2..3]").to_string(),
        "[game { take 1..2 }, game { take 1..3 }]"
    );
}

#[test]
fn mistakes_in_them_are_told_at_their_places() {
    for (text, code, line) in [
        (
            "let a = 1\nexpect period(octal 0.79) == (1, 2)",
            "bad_code",
            2,
        ),
        (
            "expect winner(game {\n take 1..m }[3]) == first",
            "unknown_name",
            2,
        ),
        (
            "expect winner(game {\n tak 1 }[3]) == first\nlet b = 2",
            "unknown_word",
            2,
        ),
        ("expect winner(game { take 1 [3]) == first", "unclosed", 1),
        ("game { take 1 }", "unexpected", 1),
        (
            "game g { octal 0.3 move n -> octal 0.4[n] where grundy(octal 0.3[2]) > 1 }",
            "query_in_rule",
            1,
        ),
        ("game g { take octal 0.3 }", "query_in_rule", 1),
        ("expect winner(octal 0.3[(2, 3)]) == first", "bad_pile", 1),
    ] {
        let report = Rulebook::parse(text).unwrap_err();
        let first = report.diagnostics.first().unwrap();
        let span = first.labels.first().unwrap().span;
        assert_eq!(
            (first.code, report.sources.line(span)),
            (code, line),
            "{text}\n{report}"
        );
    }
}

#[test]
fn open_ranges_end_before_the_next_statement() {
    let named =
        "game g { pile n in 0.. octal 0.77 take k for k in 5.. octal 0.7 take 3.. hex 0.8 }";
    assert!(Rulebook::parse(named).is_ok());
}

/// Another game leads to one without a name.
#[test]
fn moves_may_lead_to_them() {
    let named = "game nim { take any } game f { pile n move n -> nim[n - 1] where n > 0 }";
    let plain = "game f { pile n move n -> game { take any }[n - 1] where n > 0 }";
    let (mut named, mut plain) = (session(named), session(plain));
    let question = "[grundy(f[n, n - n / 2]) for n in 0..9]";
    assert_eq!(value(&mut plain, question), value(&mut named, question));
    let question = "winner(misere(f)[3, 1])";
    assert_eq!(value(&mut plain, question), value(&mut named, question));
}

/// What is asked is not kept for ever, and what is held stays right.
#[test]
fn many_are_asked_about() {
    let book = Rulebook::new(
        std::sync::Arc::new(nimrule::work::world::Nowhere),
        Limits::default(),
    );
    let mut session = Session::new(book, Settings::default()).unwrap();
    let family = "[grundy(game { take 1..k + grundy(nim[0]) }[7]) for k in 1..2]";
    let family = family.replace(" + grundy(nim[0])", "");
    let kept = session.book().question("kept", &family).unwrap();
    let position = session
        .position(None, &["game { take 1..4 }[7]".to_string()])
        .unwrap();
    for most in 1..3000 {
        let question = format!("grundy(game {{ take 1..{most} }}[7])");
        let wanted = Value::Int(7 % (most + 1));
        assert_eq!(value(&mut session, &question), wanted, "{question}");
    }
    assert_eq!(session.eval(&kept).unwrap().value.to_string(), "[1, 1]");
    assert_eq!(session.solve(&position, 1).unwrap().grundy, Some(2));
    assert!(session.book().game_names().is_empty());
    assert_eq!(session.book().to_text(), "");
}
