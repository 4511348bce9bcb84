//! Limits of memory from inside: what is counted is what is taken, so that an answer stays within its limit, and what fits
//! within the limit is answered.

use nimrule::{Report, Rulebook, Session, Settings};
use peak_alloc::PeakAlloc;

#[global_allocator]
static TAKEN: PeakAlloc = PeakAlloc;

/// The answer to a question, and how many bytes were taken for it at most.
fn ask(rule: &str, engine: &str, question: &str, memory: usize) -> (Result<(), Report>, usize) {
    let mut settings = Settings::default().with_engine(engine);
    settings.limits.memory = memory as u64;
    let book = Rulebook::parse(rule).unwrap_or_else(|why| panic!("{rule}: {why}"));
    let mut session = Session::new(book, settings).expect("a session");
    let before = TAKEN.current_usage();
    TAKEN.reset_peak_usage();
    let answer = session.eval_text("question", question).map(|_| ());
    (answer, TAKEN.peak_usage() - before)
}

/// What a question may take beside: its rules, and what is small.
const BESIDE: usize = 256 << 10;

// One test: all of the program's memory is watched.
#[test]
fn what_is_counted_is_what_is_taken() {
    let parts = vec!["n - 1"; 40].join(", ");
    let split = format!("game g {{ move n -> [{parts}] }}");
    let grow = "game grow { move n -> n + k for k in 1..3 where n < 20000  loopy }";
    let several = "game g { take any  each turn 1..3 piles }";
    let alike = "game g { take any  each turn all piles alike }";
    let paths =
        "let p(a, b) = if a == 0 or b == 0 then 1 else (p(a - 1, b) + p(a, b - 1)) % 1000007";
    let wide =
        "game wide { move n -> n * k for k in 2..60 where n in 1..1_000_000_000_000  loopy }";
    let cases = [
        // Deep, with options that wait: each one pile, or many.
        ("game g { move n -> n - 1 }", "plain", "grundy(g[60000])"),
        (&split, "plain", "grundy(g[15000])"),
        // Options of many piles each.
        (
            "game g { move n -> [a..n - 1] for a in 1..n }",
            "plain",
            "grundy(g[1000])",
        ),
        // The same for whole positions.
        ("game g { take 1 misere }", "plain", "winner(g[60000])"),
        ("game g { take 1..200 misere }", "plain", "winner(g[4000])"),
        // Turns in several piles.
        (several, "plain", "winner(g[20, 21, 22])"),
        (several, "plain", "winner(g[9, 9, 9, 9])"),
        (several, "auto", "len(moves(g[40, 41, 42]))"),
        (alike, "plain", "winner(g[8000])"),
        (alike, "auto", "winner(g[4000])"),
        (alike, "auto", "len(moves(g[8000]))"),
        // Plays that need not end: positions, components, and those that wait.
        (grow, "auto", "winner(grow[1])"),
        (grow, "auto", "winner(grow[1, 2])"),
        (grow, "auto", "[winner(misere(grow)[1]), winner(grow[1])]"),
        (wide, "auto", "winner(wide[1])"),
        // What functions that call themselves gave.
        (paths, "auto", "p(300, 300)"),
    ];
    for (rule, engine, question) in cases {
        let (answer, taken) = ask(rule, engine, question, 10 << 20);
        let is_refused = |answer: Result<(), Report>| {
            let why = answer.expect_err(question);
            why.diagnostics.iter().any(|why| why.code == "memory_limit")
        };
        let few = match answer {
            Ok(()) => {
                let (answer, _) = ask(rule, engine, question, 2 * taken);
                assert!(answer.is_ok(), "{question}: {taken} bytes are enough");
                taken / 2
            }
            Err(why) => {
                assert!(is_refused(Err(why)), "{question}");
                2 << 20
            }
        };
        // Lists grow to twice their length.
        let (answer, taken) = ask(rule, engine, question, few);
        assert!(is_refused(answer), "{question}");
        let most = few * 22 / 10 + BESIDE;
        assert!(taken <= most, "{question}: {taken} bytes of {few} allowed");
    }
    // A box of rays takes a few bytes a cell.
    let rays = "game g { pile (a, b)  take any from a  move b -> b - 2 * k for k in 1.. }";
    let (answer, taken) = ask(rays, "auto", "grundy(g[(300, 300)])", 1 << 30);
    assert!(answer.is_ok() && taken <= 8 * 301 * 301, "{taken} bytes");
    values_take_few_bytes();
    sessions_keep_few_games();
}

/// Games with long lists of amounts are forgotten where others need the memory.
fn sessions_keep_few_games() {
    let most = 20 << 20;
    let mut settings = Settings::default();
    settings.limits.memory = most as u64;
    let book = Rulebook::parse("game h(k) { take 1..k }").expect("a book");
    let mut session = Session::new(book, settings).expect("a session");
    TAKEN.reset_peak_usage();
    let before = TAKEN.current_usage();
    for k in 50_000..50_200 {
        let answer = session.eval_text("question", &format!("winner(h({k})[5])"));
        assert!(answer.is_ok(), "{k}: {answer:?}");
    }
    let taken = TAKEN.peak_usage() - before;
    assert!(taken <= most, "{taken} bytes of {most}");
}

/// Lists of small numbers take few bytes an entry wherever a question asks for them, and no more is asked for.
fn values_take_few_bytes() {
    const LEN: usize = 1_000_001;
    let rules =
        "game s { take 1, 3, 4 }  game g { split into a, b where a != b }  game n { take any }";
    for (question, each) in [
        ("max(values(s, 0..1_000_000))", 2),
        ("values(s, 0..1_000_000)[77]", 2),
        ("len(values(s, 0..1_000_000))", 2),
        ("len([v for v in values(s, 0..1_000_000)])", 2),
        ("2 in values(s, 0..1_000_000)", 2),
        ("sum(values(s, 0..1_000_000)[5..])", 3),
        ("values(s, 0..1_000_000) == values(s, 0..1_000_000)", 5),
        ("[v + 1 for v in values(s, 0..1_000_000)] == []", 7),
        (
            "len(values(s, 0..1_000_000) ++ values(s, 0..1_000_000))",
            10,
        ),
        ("len(losing(s, 0..1_000_000))", 6),
        ("max(values(n, 0..1_000_000))", 12),
        ("len(losing(g, 0..100_000))", 3),
    ] {
        let most = each * LEN + BESIDE;
        let (answer, taken) = ask(rules, "auto", question, most);
        assert!(answer.is_ok(), "{question}: {answer:?}");
        assert!(taken <= most, "{question}: {taken} bytes of {most}");
    }
    // A box of steps takes a byte a cell and a few slices beside.
    let steps = "game t { pile (a, b, c)  move a -> a - k for k in 1..2  move b -> b - 1  move c -> c - 1 }";
    let (answer, taken) = ask(steps, "auto", "grundy(t[(90, 90, 90)])", 3 * 91 * 91 * 91);
    assert!(answer.is_ok() && taken <= 3 * 91 * 91 * 91, "{taken} bytes");
}
