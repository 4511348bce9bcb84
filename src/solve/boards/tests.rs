//! Rules of rows, as they are written: what the boards say against the bare definition, and what is no board.

use crate::work::chance::Chance;
use crate::{Rulebook, Session, Settings};

/// What is said of a question, and by which engine.
fn said(session: &mut Session, question: &str) -> (Result<String, String>, String) {
    match session.eval_text("test", question) {
        Ok(answer) => (Ok(answer.value.to_string()), answer.by.engine),
        Err(report) => (Err(report.to_string()), String::new()),
    }
}

fn session(book: &Rulebook, settings: Settings) -> Session {
    Session::new(book.clone(), settings).unwrap()
}

fn pick<'a>(from: &[&'a str], chance: &mut Chance) -> &'a str {
    from[chance.index(from.len())]
}

/// A condition on two entries.
fn on_two(a: &str, b: &str, chance: &mut Chance) -> String {
    let forms = [
        "abs(A - B) <= 1",
        "abs(A - B) == 1",
        "A < B",
        "A != B",
        "A == B",
        "(A + B) % 3 != 0",
        "A % 2 == B % 2",
        "A - B in [-1, 2]",
        "near(A, B)",
        "far(A, B) and A != B",
        "A % (B + 1) != 0",
        "6 / (B - 3) < A",
        "A in 1..3 and B in [2..5]",
    ];
    pick(&forms, chance).replace('A', a).replace('B', b)
}

/// A condition on the row, and on some value.
fn on_row(k: &str, chance: &mut Chance) -> String {
    let forms = [
        "true",
        "1 in s",
        "K + 1 not in s",
        "not (2 in s and 3 in s)",
        "all([y in s for y in [0, K]])",
        "any([y in s for y in K + 1..5])",
        "all([y != K + 1 for y in s])",
        "any([near(y, K) for y in s where y != K])",
        "s != []",
        "(K > 2 or 4 in s)",
        "has(s, K - 1)",
        "not has(s, 2)",
        "len(s) % 2 == 0",
        "s[0] <= K",
        "if K > 2 then 1 in s else 3 not in s",
    ];
    pick(&forms, chance).replace('K', k)
}

fn a_move(chance: &mut Chance) -> String {
    match chance.index(11) {
        0 => format!(
            "s -> remove(s, i) for i in indices(s) where {}",
            on_row("s[i]", chance)
        ),
        1 => {
            let (two, row) = (on_two("s[i]", "s[j]", chance), on_row("s[j]", chance));
            format!(
                "s -> remove(s, i, j) for i in indices(s), j in i + 1..len(s) - 1 where {two} and {row}"
            )
        }
        2 => {
            let (two, row) = (on_two("x", "k", chance), on_row("k", chance));
            format!("s -> [x for x in s where {two} and x != k] for k in s where {row}")
        }
        // Now and then nothing is taken.
        3 => format!(
            "s -> [x for x in s where {}] for k in s",
            on_two("x", "k", chance)
        ),
        4 => {
            let two = on_two("a", "b", chance);
            format!(
                "s -> [x for x in s where x not in [a, b]] for a in s, b in s where {two} and a != b"
            )
        }
        5 => {
            let two = on_two("x", "k", chance);
            format!(
                "s -> [x for x in s where {two}] for k in 0..5 where any([not ({two}) for x in s])"
            )
        }
        6 => format!(
            "s -> s[..i - 1] ++ s[i + 1..] for i in indices(s) where {}",
            on_row("s[i]", chance)
        ),
        7 => format!(
            "s -> s[..i - 1] ++ s[j..] for i in indices(s), j in i + 1..len(s) where {}",
            on_row("s[i]", chance)
        ),
        8 => {
            let two = on_two("s[k]", "s[i]", chance);
            format!("s -> [s[k] for k in indices(s) where k != i and {two}] for i in indices(s)")
        }
        9 => format!(
            "s -> without(s, i) for i in 0..len(s) - 1, v = s[i] where {}",
            on_row("v", chance)
        ),
        _ => {
            let two = on_two("x", "k", chance);
            format!(
                "s -> (if k > 2 then [x for x in s where x < k] else [x for x in s where {two} and x != k]) for k in s"
            )
        }
    }
}

fn a_game(chance: &mut Chance) -> String {
    let shape = pick(&["s[]", "{s[]}", "s[] in 0..6"], chance);
    let moves = (0..1 + chance.index(2)).map(|_| format!("    move {}\n", a_move(chance)));
    let moves: String = moves.collect();
    let end = match chance.once_in(6) {
        true => format!("    end when {}\n", on_row("3", chance)),
        false => String::new(),
    };
    format!(
        "let near(a, b) = abs(a - b) < 2\nlet far(a, b) = abs(a - b) > 1\nlet has(d, v) = any([x == v for x in d])\n\
         let without(d, i) = remove(d, i)\ngame g {{\n    pile {shape}\n{moves}{end}}}\n"
    )
}

fn a_row(chance: &mut Chance) -> String {
    let len = chance.index(8);
    let mut row: Vec<usize> = (0..len).map(|_| chance.index(7)).collect();
    if chance.once_in(2) {
        row.sort_unstable();
        row.dedup();
    }
    format!("{row:?}")
}

#[test]
fn boards_say_what_the_definition_says() {
    let mut chance = Chance::new(Some(11));
    let (mut by_boards, mut failed, mut asked) = (0, 0, 0);
    for _ in 0..1500 {
        let game = a_game(&mut chance);
        let book = Rulebook::parse(&game).unwrap_or_else(|report| panic!("{game}{report}"));
        let mut plain = session(&book, Settings::default().with_engine(Some("plain")));
        let mut without = session(&book, Settings::default().without(["boards"]));
        let mut boards = session(&book, Settings::default());
        for _ in 0..3 {
            let (row, more) = (a_row(&mut chance), a_row(&mut chance));
            for question in [
                format!("winner(g[{row}])"),
                format!("grundy(g[{row}])"),
                format!("winning(g[{row}, {more}])"),
            ] {
                let (found, engine) = said(&mut boards, &question);
                // What fails does so with the same words.
                let (same, _) = said(&mut without, &question);
                assert_eq!(found, same, "{game}{question}");
                // A search for the winner may end before it meets what fails.
                let (wanted, _) = said(&mut plain, &question);
                assert!(
                    found.is_err() || wanted == found,
                    "{game}{question}: {found:?} {wanted:?}"
                );
                asked += 1;
                by_boards += usize::from(engine == "boards");
                failed += usize::from(found.is_err());
            }
        }
    }
    println!("{by_boards} by boards, {failed} failed, {asked} asked");
    assert!(
        by_boards * 3 > asked && failed > 100,
        "{by_boards} {failed} {asked}"
    );
}
