//! Games on boards against hand-written searches for the same game, in the same run: both must find the same.
//!
//! nimrule reads the rules from their text, checks them, finds the moves on the board and answers; the search by hand knows its
//! game.
//!
//! `cargo bench --bench boards`. Without `--bench`, as in `cargo test --benches`, small boards are checked only.

#[path = "by_hand/boards.rs"]
mod by_hand;

use std::time::{Duration, Instant};

use by_hand::Grid;
use nimrule::{Rulebook, Session, Settings};

const RULES: &str = "
    let beside(a, b) = abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1
    let board(m, n) = [(r, c) for r in 0..m - 1, c in 0..n - 1]
    let lines(n) = [[(r, c) for c in a..b] for r in 0..n - 1, a in 0..n - 1, b in a..n - 1]
        ++ [[(r, c) for r in a..b] for c in 0..n - 1, a in 0..n - 1, b in a..n - 1]
    let near(n, a) = [b for b in 0..n - 1 where a / 5 == b / 5 and abs(a - b) == 1 or abs(a - b) == 5]

    game cram { pile s[(r, c)]  move s -> remove(s, i, j) for i in indices(s), j in i + 1..len(s) - 1 where beside(s[i], s[j]) }
    game kayles { pile s[(r, c)]  move s -> [x for x in s where x != v and not beside(x, v)] for v in s }
    game apart { pile s[]  move s -> [x for x in s where abs(x - v) > 2] for v in s }
    game tac_tix(n) {
        pile s[(r, c)]
        move s -> [x for x in s where x not in line] for line in lines(n) where all([x in s for x in line])
        misere
    }
    game walk(n) { pile (at, free[])  move at, free -> v, [x for x in free where x != v] for v in near(n, at) where v in free }
    game trace(n) { pile cells[]  move cells -> cells ++ [v] for v in near(n, cells[len(cells) - 1]) where v not in cells }
    game distinct { pile (n, taken[])  move n, taken -> n - k, taken ++ [k] for k in 1..n where k not in taken }
    game coins {
        pile s[] in 0..1
        move s[i] -> 0 for i where s[i] == 1
        move s[i], s[j] -> 0, 1 - s[j] for i, j in 0..i - 1 where s[i] == 1
    }
    game welter { pile {s[]}  move s[i] -> to for i, to in 0..s[i] - 1 where to not in s }";

/// At most so many runs of a side, in this time.
const RUNS: usize = 5;
const ENOUGH: Duration = Duration::from_secs(6);

/// The fastest run and what it gave.
fn fastest<T>(run: impl Fn() -> T) -> (Duration, T) {
    let begun = Instant::now();
    let mut best: Option<(Duration, T)> = None;
    for _ in 0..RUNS {
        let start = Instant::now();
        let found = run();
        let time = start.elapsed();
        if best.as_ref().is_none_or(|(least, _)| time < *least) {
            best = Some((time, found));
        }
        if begun.elapsed() > ENOUGH {
            break;
        }
    }
    best.expect("at least one run")
}

/// What nimrule says, and whether a board did.
fn asked(question: &str) -> String {
    let book = Rulebook::parse(RULES).expect("the rules are right");
    let mut session = Session::new(book, Settings::default()).expect("the default engine");
    let answer = session.eval_text("bench", question).expect("an answer");
    answer.value.to_string()
}

fn compare(name: &str, question: &str, by_hand: impl Fn() -> String) {
    let (time, found) = fastest(|| asked(question));
    let (hand, expected) = fastest(by_hand);
    assert_eq!(found, expected, "{question}");
    println!(
        "{name} | {:.2} ms | {:.2} ms | {:.2}",
        time.as_secs_f64() * 1e3,
        hand.as_secs_f64() * 1e3,
        time.as_secs_f64() / hand.as_secs_f64()
    );
}

fn winner(wins: bool) -> String {
    if wins { "first" } else { "second" }.to_string()
}

fn main() {
    let measures = std::env::args().any(|arg| arg == "--bench");
    println!("game | nimrule | by hand | nimrule / by hand");
    let boards: &[(usize, usize)] = match measures {
        true => &[(4, 5), (5, 5), (5, 6)],
        false => &[(2, 3)],
    };
    for (m, n) in boards {
        compare(
            &format!("Cram, {m} x {n}"),
            &format!("grundy(cram[board({m}, {n})])"),
            || {
                let mut grid = Grid::new(*m, *n);
                grid.cram(grid.all()).to_string()
            },
        );
    }
    let boards: &[(usize, usize)] = match measures {
        true => &[(3, 10), (3, 16), (5, 6)],
        false => &[(2, 3)],
    };
    for (m, n) in boards {
        let question = format!("grundy(kayles[board({m}, {n})])");
        compare(&format!("Kayles on a grid, {m} x {n}"), &question, || {
            let mut grid = Grid::new(*m, *n);
            grid.kayles(grid.all()).to_string()
        });
    }
    let rows: &[usize] = if measures { &[40, 200] } else { &[9] };
    for n in rows {
        compare(
            &format!("a row of {n}, clear all within 2"),
            &format!("grundy(apart[[1..{n}]])"),
            || by_hand::apart(*n, 2).to_string(),
        );
    }
    let sides: &[usize] = if measures { &[4, 5] } else { &[2] };
    for n in sides {
        compare(
            &format!("Tac Tix, misère, {n} x {n}"),
            &format!("winner(tac_tix({n})[board({n}, {n})])"),
            || {
                let all = (1 << (n * n)) - 1;
                winner(by_hand::misere(
                    all,
                    &by_hand::lines(*n),
                    &mut Default::default(),
                ))
            },
        );
    }
    places_once(measures);
    let n = if measures { 16 } else { 5 };
    compare(
        &format!("turn one or two coins, {n}"),
        &format!("grundy(coins[[1 for i in 1..{n}]])"),
        || by_hand::coins((1 << n) - 1, &mut Default::default()).to_string(),
    );
    let strips: &[(usize, usize)] = match measures {
        true => &[(5, 24), (6, 24)],
        false => &[(2, 5)],
    };
    for (coins, squares) in strips {
        let first = squares - coins;
        compare(
            &format!("Welter's game, {coins} coins on {squares} squares"),
            &format!("grundy(welter[[{first}..{}]])", squares - 1),
            || by_hand::welter((1 << squares) - (1 << first), &mut Default::default()).to_string(),
        );
    }
}

/// Games in which no place or number comes twice.
fn places_once(measures: bool) {
    let rows = if measures { 5 } else { 2 };
    let cells = rows * 5;
    for (name, question) in [
        (
            "none twice",
            format!("winner(walk({cells})[(0, [1..{}])])", cells - 1),
        ),
        ("written down", format!("winner(trace({cells})[[0]])")),
    ] {
        compare(
            &format!("a walk over {rows} x 5 cells, {name}"),
            &question,
            || {
                let grid = Grid::new(rows, 5);
                winner(grid.walk(0, grid.all() & !1, &mut Default::default()))
            },
        );
    }
    let n = if measures { 50 } else { 6 };
    compare(
        &format!("a pile of {n}, no number taken twice"),
        &format!("grundy(distinct[({n}, [])])"),
        || by_hand::distinct(n, 0, &mut Default::default()).to_string(),
    );
}
