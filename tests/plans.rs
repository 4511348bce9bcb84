//! A plan names what decides: the same method and engines as the answer, and reasons for those that do not.

use nimrule::answer::{Plan, Solution};
use nimrule::{Session, Settings};

use crate::common::opened;

const RULES: &str = "
game one { take 1..3 }
game nim { take any }
game kayles { take 1..2 leaving 0..2 piles }
game grundy { split into a, b where a != b }
game nim2 { take any  each turn 1..2 piles }
game split2 { take 1..2 leaving 0..2 piles  each turn 1..2 piles }
game exact2 { take any  each turn 2 piles }
game same { take any  each turn 1..2 piles alike }
game some { take 1..2 leaving 0..2 piles  each turn 1.. piles }
game both { take 1..3  each turn all piles or none }
game able { take 1..3  each turn all piles }
game rook { pile (row, col)  take any from row  take any from col }
game queen { pile {a, b}  take any from a  move a, b -> a - k, b - k for k in 1.. }
game bits { pile cells[]  move cells -> remove(cells, i) for i in indices(cells) }
game walk { pile n in 0..9  loopy
    move n -> n - 1 where n > 0  move n -> n + 1 where n < 9 and n % 3 != 0 }
";

/// Position, the engine that is asked for, those that are spared, and what decides.
type Row = (
    &'static str,
    Option<&'static str>,
    &'static [&'static str],
    &'static str,
);

const ROWS: &[Row] = &[
    ("one[5, 3]", None, &[], "subtraction"),
    ("nim[3] + kayles[5]", None, &[], "nim + sparse"),
    ("kayles[1000]", None, &["sparse"], "dense"),
    ("kayles[]", None, &[], "sparse"),
    ("rook[(3, 4)]", None, &[], "rays"),
    ("rook[(3, 4)]", None, &["rays"], "invariant"),
    ("rook[(3, 4)]", None, &["rays", "invariant"], "box"),
    ("bits[[1, 2, 3]]", None, &[], "boards"),
    ("bits[[1, 2, 3]]", None, &["boards"], "definition"),
    ("nim2[5, 3]", None, &[], "moore"),
    ("nim2[5, 3]", None, &["moore"], "selective"),
    ("nim2[5, 3] + one[4]", None, &[], "moore + subtraction"),
    ("nim2[5, 3, 1] + one[4]", None, &[], "moore"),
    ("nim2[5, 3, 1] + nim[7]", None, &[], "definition + nim"),
    ("split2[5, 4]", None, &[], "search"),
    ("split2[3] + one[4]", None, &[], "definition + subtraction"),
    ("exact2[5, 4, 3]", None, &[], "exact"),
    ("same[5, 4]", None, &[], "wythoff"),
    ("same[5, 4]", None, &["wythoff"], "search"),
    ("same[5, 4, 1]", None, &[], "search"),
    ("queen[(50, 40)]", None, &[], "rays"),
    (
        "queen[(5_000_000_000, 3_000_000_000)]",
        None,
        &[],
        "wythoff",
    ),
    ("some[5, 4]", None, &[], "selective"),
    ("both[5, 4]", None, &[], "remoteness"),
    ("able[5, 4]", None, &[], "suspense"),
    ("misere(one)[5, 3]", None, &[], "tame"),
    ("misere(one)[5, 3]", None, &["tame"], "quotient"),
    ("misere(one)[5, 3]", None, &["tame", "quotient"], "search"),
    ("misere(kayles)[5, 4]", None, &[], "quotient"),
    ("misere(grundy)[9, 30]", None, &[], "search"),
    ("misere(nim2)[3, 4]", None, &[], "moore"),
    ("walk[2]", None, &[], "retrograde"),
    ("walk[2] + one[5]", None, &[], "loopy values"),
    ("misere(walk)[2]", None, &[], "retrograde"),
    ("one[5, 3]", Some("plain"), &[], "plain"),
    ("nim2[5, 3] + one[4]", Some("plain"), &[], "plain"),
    ("misere(one)[5, 3]", Some("plain"), &[], "plain"),
    ("walk[2] + one[5]", Some("plain"), &[], "plain"),
    ("kayles[5, 8]", Some("sparse"), &[], "sparse"),
    ("nim2[5, 3]", Some("moore"), &[], "moore"),
];

fn session(engine: Option<&str>, without: &[&str]) -> Session {
    let settings = Settings::default()
        .with_engine(engine)
        .without(without.iter().copied());
    opened(RULES, settings)
}

/// What is planned and answered by sessions that know nothing yet.
fn both(text: &str, engine: Option<&str>, without: &[&str]) -> (Plan, Solution) {
    let position = |session: &mut Session| {
        let found = session.position(None, &[text.to_string()]);
        found.unwrap_or_else(|why| panic!("{text}: {why}"))
    };
    let mut planner = session(engine, without);
    let at = position(&mut planner);
    let plan = planner.plan_of(&at);
    let mut solver = session(engine, without);
    let at = position(&mut solver);
    let solution = solver.solve(&at, 1);
    (
        plan.unwrap_or_else(|why| panic!("{text}: {why}")),
        solution.unwrap_or_else(|why| panic!("{text}: {why}")),
    )
}

#[test]
fn a_plan_names_what_the_answer_is_known_by() {
    for (text, engine, without, by) in ROWS {
        let asked = format!("{text} by {engine:?} without {without:?}");
        let (plan, solution) = both(text, *engine, without);
        assert_eq!(solution.by.engine, *by, "{asked}");
        assert_eq!(plan.by.as_ref(), Some(&solution.by), "{asked}: {plan}");
        let shown = plan.to_string();
        for engine in by.split(" + ") {
            let line = format!("  engine  {engine}: ");
            assert!(shown.contains(&line), "{asked}: {shown}");
        }
        for spared in *without {
            let line = format!("  engine  {spared}: ");
            assert!(!shown.contains(&line), "{asked}: {shown}");
        }
        let applied = plan.theories.iter().filter(|it| it.why_not.is_none());
        assert!(applied.count() <= 1, "{asked}: {shown}");
    }
}

/// Lines of the plan of a position.
const LINES: &[(&str, Option<&str>, &[&str], &str)] = &[
    (
        "nim2[5, 3] + one[4]",
        None,
        &[],
        "nim2: Moore's theorem applies here",
    ),
    (
        "walk[2] + one[5]",
        None,
        &[],
        "  sums    loopy values (Smith 1966)",
    ),
    (
        "one[5, 3]",
        Some("plain"),
        &[],
        "  sums    search over whole positions: one is won where some option is lost",
    ),
    (
        "misere(one)[5, 3]",
        None,
        &["tame"],
        "  sums    a misère quotient where its premise holds for the piles that can be reached, else search over whole \
         positions: in misère play the xor of Grundy values does not decide",
    ),
];

#[test]
fn a_plan_tells_no_other_way() {
    for (text, engine, without, line) in LINES {
        let (plan, _) = both(text, *engine, without);
        let shown = plan.to_string();
        assert!(shown.lines().any(|it| it == *line), "{text}: {shown}");
    }
}

/// The piles of a game are planned as its positions are, as far as the rules tell.
#[test]
fn a_plan_of_a_game_lists_what_may_decide() {
    for (game, without, line) in [
        (
            "nim2",
            &[][..],
            "  engine  moore, selective or search, the first that applies",
        ),
        (
            "nim2",
            &["moore", "selective"],
            "  engine  search: whole positions: one is won where some option is lost",
        ),
        (
            "misere(one)",
            &["tame"],
            "  engine  quotient or search, the first that applies",
        ),
    ] {
        let mut session = session(None, without);
        let game = session.game(Some(game)).unwrap();
        let shown = session.plan(&game).unwrap().to_string();
        assert!(shown.lines().any(|it| it == line), "{shown}");
    }
}

/// What is said of a game before a position is known must not name an engine that applies to none of its positions.
#[test]
fn a_coordinate_that_moves_raise_is_not_free() {
    let rules = "game yama { pile {a, b}  move a, b -> a - k, b + 1 for k in 2.. }
        game drop { pile {a, b}  move a, b -> a - k - 1, b - k * k for k in 0.. }";
    let mut session = opened(rules, Settings::default());
    for (name, engine) in [("yama", "box"), ("drop", "invariant")] {
        let game = session.book().game(name).expect(name);
        let plan = session.plan(&game).expect(name).to_string();
        assert!(plan.contains(&format!("engine  {engine}: ")), "{plan}");
        let rises = "not invariant: a move adds to a coordinate";
        assert_eq!(plan.contains(rises), name == "yama", "{plan}");
    }
}

#[test]
fn sizes_that_no_pile_has_leave_the_engine_as_it_is() {
    let mut session = opened("game g { pile n in 0..20  take 1..2 }", Settings::default());
    let game = session.book().game("g").expect("g");
    let plan = session.plan(&game).expect("a plan");
    session.values(&game, 0, 5000).unwrap_err();
    assert_eq!(session.plan(&game).expect("a plan"), plan);
}
