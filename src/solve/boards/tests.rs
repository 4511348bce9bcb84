//! Rules of rows, as they are written: what the boards say against the bare definition, and what is no board.

use super::NAME;
use crate::work::chance::Chance;
use crate::{Limits, Rulebook, Session, Settings};

/// What is said of a question, and by which engine.
pub(super) fn said(session: &mut Session, question: &str) -> (Result<String, String>, String) {
    match session.eval_text("test", question) {
        Ok(answer) => (Ok(answer.value.to_string()), answer.by.engine),
        Err(report) => (Err(report.to_string()), String::new()),
    }
}

pub(super) fn session(book: &Rulebook, settings: Settings) -> Session {
    Session::new(book.clone(), settings).unwrap()
}

pub(super) fn pick<'a>(from: &[&'a str], chance: &mut Chance) -> &'a str {
    from[chance.index(from.len())]
}

/// The plan of a position says this of its board.
fn assert_planned(session: &mut Session, position: &str, told: &str) {
    let (plan, _) = said(session, &format!("plan({position})"));
    let is_told = plan.as_ref().is_ok_and(|plan| plan.contains(told));
    assert!(is_told, "{position}: {plan:?}");
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

const BOARDS: &str = "
    let near(a, b) = abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1
    let sees(a, b) = a[0] == b[0] or a[1] == b[1] or abs(a[0] - b[0]) == abs(a[1] - b[1])
    let board(m, n) = [(r, c) for r in 0..m - 1, c in 0..n - 1]
    let all_lines(n) = [[(r, c) for c in a..b] for r in 0..n - 1, a in 0..n - 1, b in a..n - 1]
        ++ [[(r, c) for r in a..b] for c in 0..n - 1, a in 0..n - 1, b in a..n - 1]

    game cram { pile s[(r, c)]  move s -> remove(s, i, j) for i in indices(s), j in i + 1..len(s) - 1 where near(s[i], s[j]) }
    game cells { pile s[(r, c)]  move s -> [x for x in s where x not in [a, b]] for a in s, b in s where near(a, b) }
    game kayles { pile s[(r, c)]  move s -> [x for x in s where x != v and not near(x, v)] for v in s }
    game queens { pile s[(r, c)]  move s -> [x for x in s where not sees(x, v)] for v in s }
    game corner { pile s[(r, c)]  move s -> [(a, b) for (a, b) in s where a < r or b < c] for (r, c) in s }
    game lines { pile s[(r, c)]  move s -> [x for x in s where x not in line] for line in all_lines(4) where all([x in s for x in line]) }
    game straight {
        pile s[(r, c)]
        move s -> remove(s, i, j, k) for i in indices(s), j in i + 1..len(s) - 1, k in j + 1..len(s) - 1
            where s[i][0] == s[j][0] == s[k][0] and s[j][1] == s[i][1] + 1 and s[k][1] == s[i][1] + 2
            or s[i][1] == s[j][1] == s[k][1] and s[j][0] == s[i][0] + 1 and s[k][0] == s[i][0] + 2
    }
    game divisors { pile s[]  move s -> [x for x in s where k % x != 0] for k in s }
    game apart { pile s[]  move s -> [x for x in s where abs(x - v) > 2] for v in s }";

/// Rows of pairs: parts of a board with holes, and cells that are there twice.
#[test]
fn boards_of_pairs_say_what_the_definition_says() {
    let book = Rulebook::parse(BOARDS).unwrap();
    let mut chance = Chance::new(Some(5));
    let mut plain = session(&book, Settings::default().with_engine(Some("plain")));
    let mut boards = session(&book, Settings::default());
    let mut only = session(&book, Settings::default().with_engine(Some("boards")));
    for _ in 0..400 {
        let games = [
            "cram", "cells", "kayles", "queens", "corner", "lines", "straight",
        ];
        let game = pick(&games, &mut chance);
        let cells = (0..chance.index(8)).map(|_| (chance.index(3), chance.index(4)));
        let cells: Vec<(usize, usize)> = cells.collect();
        for question in [
            "grundy(G[C])",
            "winner(G[C, C, [(0, 2), (1, 2)]])",
            "winning(G[C, [(0, 1), (0, 2), (2, 2)]])",
        ] {
            let question = question
                .replace('G', game)
                .replace('C', &format!("{cells:?}"));
            let (wanted, _) = said(&mut plain, &question);
            let (found, engine) = said(&mut boards, &question);
            assert!(wanted.is_ok());
            assert_eq!((&found, engine.as_str()), (&wanted, "boards"), "{question}");
            assert_eq!(said(&mut only, &question).0, wanted, "{question}");
        }
    }
}

#[test]
fn values_are_the_published_ones() {
    let book = Rulebook::parse(BOARDS).unwrap();
    let mut session = session(&book, Settings::default());
    for (question, wanted) in [
        // Beling, impartial-games.
        ("[grundy(cram[board(4, n)]) for n in 4..7]", "[0, 2, 0, 3]"),
        ("grundy(cram[board(5, 5)])", "0"),
        ("winner(cram[board(6, 6)])", "second"),
        // OEIS A316632, and the game on 4 rows.
        (
            "[grundy(kayles[board(3, n)]) for n in 1..14]",
            "[2, 1, 1, 0, 3, 3, 2, 2, 2, 3, 3, 5, 2, 4]",
        ),
        (
            "[grundy(kayles[board(4, n)]) for n in 1..7]",
            "[0, 0, 0, 0, 0, 0, 0]",
        ),
        // Dawson's chess.
        (
            "[grundy(kayles[board(1, n)]) for n in 0..12]",
            "[0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2]",
        ),
        // OEIS A344227.
        (
            "[grundy(queens[board(n, n)]) for n in 0..8]",
            "[0, 1, 1, 2, 1, 3, 1, 2, 3]",
        ),
        // 1 goes with whatever is chosen.
        ("winner(divisors[[1..60]])", "first"),
    ] {
        let (found, _) = said(&mut session, question);
        assert_eq!(found.as_deref(), Ok(wanted), "{question}");
    }
}

/// Rules, each with a row below it and why that is no board.
const NO_BOARDS: &str = "move s -> [x for x in s where x not in [1, y, z]] for y in s, z in s where 1 in s and y < z and y > 1
    [1..145]: there are more than 10000 moves on the row
move s -> [x for x in s where x != 3] for k in [3]
    [3, 4]: some move may leave the row as it is
move s -> [x for x in s where 6 / (x - 2) > k and x != k] for k in s
    [1, 2]: the rule fails at some pile: division by zero
move s -> [x for x in s where x != k] for k in s where len(s) > 1
    [1, 2]: a condition compares the row, an index or its length
move s -> [x + 1 for x in s where x != k] for k in s
    [1, 2]: entries are changed
move s -> s ++ [k] for k in 0..3 where len(s) < 4
    [1, 2]: a condition compares the row, an index or its length
move s -> s ++ [v] for v in 0..50 where v == s[len(s) - 1] + 1 and v not in s
    [1, 2]: moves add more and more entries
move s -> s[i + 1..] ++ s[..i - 1] for i in indices(s)
    [1, 2, 3]: entries change their order
move s -> [x for x in s where x != s[0]] for k in s
    [1, 2, 3]: an entry is taken at an index that is worked out
move s -> remove(s, i) for i in indices(s)  each turn 1..2 piles
    [1, 2]: a turn moves in
move s[i] -> s[i] + 1 for i where s[i] < 600 and i < 9
    [1, 2]: moves give the entries more and more values
move s -> [if j == i then s[j] + 1 else s[j] for j in indices(s)] for i in indices(s) where s[i] < 600
    [1, 2]: moves give the entries more and more values
move s -> [if k in [a, b, c, d, e, f] then 1 - s[k] else s[k] for k in indices(s)] for a in indices(s), b in 0..a - 1, c in 0..b - 1, d in 0..c - 1, e in 0..d - 1, f in 0..e - 1 where s[c] == 1
    [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]: there are more than 1920 moves on the row, too many to try on each position
move s[i] -> v for i, v in 0..s[i] - 1 where i < 9
    [100, 90, 80, 99, 98, 97]: the entries of the row have 570 values together, more than 511
take any from s[i] where s[i] == max(s)
    [9, 9, 9, 9]: a condition asks for 4 entries at once, which can be chosen in 10000 ways, more than 4096
move s[i] -> v for i, v in 0..s[i] - 1  where s[i + 1] > 0
    [1, 2]: the rule fails at some pile
move s -> remove(s, i) for i in 0..1
    [1..512]: the row has 512 entries, more than 511";

#[test]
fn a_row_that_is_no_board_says_why() {
    let lines: Vec<&str> = NO_BOARDS.lines().collect();
    let (pairs, rest) = lines.as_chunks::<2>();
    assert!(rest.is_empty() && pairs.len() == 17);
    for [rule, below] in pairs {
        let (row, why) = below.trim().split_once(": ").unwrap();
        let book = Rulebook::parse(&format!("game g {{ pile s[]  {rule} }}"));
        let book = book.unwrap_or_else(|report| panic!("{rule}: {report}"));
        let mut session = session(&book, Settings::default());
        assert_planned(&mut session, &format!("g[{row}]"), why);
    }
}

#[test]
fn plans_say_what_was_read() {
    let book = Rulebook::parse(BOARDS).unwrap();
    let mut session = session(&book, Settings::default());
    let by_moves = "components are named by their moves, up to shifts";
    let by_shape =
        |images| format!("components are named by shape, up to shifts and {images} images");
    for (position, counts, names) in [
        ("cram[board(3, 4)]", "12 places, 17 moves", by_shape(8)),
        ("straight[board(3, 3)]", "9 places, 6 moves", by_shape(8)),
        ("corner[board(3, 3)]", "9 places, 9 moves", by_shape(2)),
        ("apart[[1..40]]", "40 places, 40 moves", by_shape(2)),
        (
            "cram[[(0, 0), (0, 2), (2, 2), (1, 2)]]",
            "3 places, 2 moves",
            by_moves.to_string(),
        ),
    ] {
        assert_planned(&mut session, position, &format!(": {counts}; {names}"));
    }
}

const CHANGING: &str = "
    let _ = 2
    let lines(n) = [[i, i + 1, i + 2] for i in 0..n - 3]
    let near(n, a) = [b for b in 0..n - 1 where a / 4 == b / 4 and abs(a - b) == 1 or abs(a - b) == 4]
    game can_i_win {
        pile (missing, left[])
        move missing, left -> max(missing - left[i], 0), remove(left, i) for i in indices(left)
        end when missing == 0
    }
    game zero_one { pile s[] in 0..2  move s[i] -> v for i, v in 0..1 where s[i] == _ and v not in s[i - 1..i + 1] }
    game col { pile s[] in 0..2  move s[i] -> c for i, c in 1..2 where s[i] == 0 and c not in s[i - 1..i + 1] }
    game snort { pile s[] in 0..2  move s[i] -> c for i, c in 1..2 where s[i] == 0 and 3 - c not in s[i - 1..i + 1] }
    game treblecross(n) {
        pile s[] in 0..1
        move s[i] -> 1 for i where s[i] == 0
        end when any([all([s[i] == 1 for i in l]) for l in lines(n)])
    }
    game rulers {
        pile s[]
        move s -> [if j in a..b then 1 - s[j] else s[j] for j in indices(s)] for b in indices(s), a in 0..b where s[b] == 1
    }
    game from_the_left {
        pile s[] in 2..3
        move s[i] -> 3 for i where s[i] == 2
        move s[i], s[j] -> 3, 5 - s[j] for i, j in i + 1..i + 2 where j < len(s) and s[i] == 2
        move s[i], s[j], s[k] -> 3, 5 - s[j], 5 - s[k] for i, j in i + 1..i + 2, k in j + 1..j + 2 where k < len(s) and s[i] == 2
    }
    game guarded { pile s[] in 0..1  move s[i], s[j] -> 0, 1 - s[j] for i, j in 0..i - 1 where s[i] == 1 and s[0] != s[j] }
    game coins { pile s[] in 0..1  move s[i] -> 0 for i where s[i] == 1  move s[i], s[j] -> 0, 1 - s[j] for i, j in 0..i - 1 where s[i] == 1 }
    game geography { pile (at, free[])  move at, free -> v, [x for x in free where x != v] for v in near(16, at) where v in free }
    game chomp { pile s[]  move s -> s[..i - 1] ++ [min(x, j) for x in s[i..]] for i in indices(s), j in 0..s[i] - 1 }
    game by_list { pile s[]  move s -> [if j == i then 0 else s[j] for j in indices(s)] for i in indices(s) where s[i] == 1 }
    game one_less { pile s[]  move s -> s[..i - 1] ++ [s[i] - 1] ++ s[i + 1..] for i in indices(s) where s[i] > 0 }
    game pegs { pile s[] in 0..1  move s[i], s[i + 1], s[i + 2] -> 1 - s[i], 0, 1 - s[i + 2] for i in 0..len(s) - 3 where s[i + 1] == 1 and s[i] != s[i + 2] }
    game ring { pile s[] in 0..1  move s[i], s[i + 1] -> s[i + 1], s[i] for i in 0..len(s) - 2 where s[i] != s[i + 1] }
    game path { pile walk[]  move walk -> walk ++ [v] for v in near(16, walk[len(walk) - 1]) where v not in walk }
    game distinct { pile (n, taken[])  move n, taken -> n - k, taken ++ [k] for k in 1..n where k not in taken }
    game welter { pile {coin[]}  move coin[i] -> cell for i, cell in 0..coin[i] - 1 where cell not in coin }
    game no_jumps { pile {coin[]}  move coin[i] -> cell for i, cell in 0..coin[i] - 1 where all([c not in coin for c in cell..coin[i] - 1]) }
    game exchanges { pile s[] in 0..1  move s[i], s[j] -> 0, 1 for i, j in 0..i - 1 where s[i] == 1 and s[j] == 0 }
    game slides { pile s[] in 0..1  move s[i], s[j] -> 0, 1 for i, j in 0..i - 1 where s[i] == 1 and all([x == 0 for x in s[j..i - 1]]) }
    game bulbs { pile {on[]}  move on -> on ++ [k] for k in 1..14 where all([k + d not in on for d in [-1, 0, 1]]) }
    game tac_tix { pile s[(r, c)]  move s -> [x for x in s where x not in line] for line in [[(a, b), (a, b + 1)] for a in 0..2, b in 0..1] ++ [[(a, b)] for a in 0..2, b in 0..2] where all([x in s for x in line])  misere }";

/// Positions of these games, and what is planned for them.
const PLANNED: &[(&str, &str)] = &[
    (
        "can_i_win[(15, [1..6])]",
        "6 places, 90 moves, 16 values beside the row; positions are searched as a whole",
    ),
    ("zero_one[[0, _, _, _, 1, _, _]]", "components are named"),
    // A colour stays: what lies on both sides of it has nothing to do with each other.
    ("col[[0, 0, 0, 1, 0, 0, 0, 0, 2]]", "components are named"),
    ("snort[[0, 0, 2, 0, 0, 0, 0, 1, 0]]", "components are named"),
    // An end is asked of every position: taking it apart gave the value 0.
    (
        "treblecross(10)[[0 for i in 1..10]]",
        "10 places, 10 moves; positions are searched as a whole",
    ),
    (
        "coins[[1, 0, 1, 1, 0, 1]]",
        "6 places, 21 moves; a position is the sum of its coins, each worth what it is alone",
    ),
    (
        "rulers[[1, 0, 1, 1, 0, 1, 1, 0, 1]]",
        "9 places, 45 moves; a position is the sum of its coins",
    ),
    ("from_the_left[[2, 3, 2, 2, 3]]", "5 places, "),
    (
        "welter[[2, 7, 11, 16]]",
        "17 places, 136 moves; Welter's theorem",
    ),
    (
        "exchanges[[0, 1, 0, 0, 1, 0, 0, 1, 0, 1, 1]]",
        "11 places, 55 moves; Welter's theorem",
    ),
    (
        "no_jumps[[2, 7, 11, 18]]",
        "19 places, 171 moves; a position is worth the nim-sum of every second gap",
    ),
    (
        "slides[[0, 1, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 0, 0, 1]]",
        "16 places, 120 moves; a position is worth the nim-sum of every second gap",
    ),
    // A coin that may not be turned is a condition more.
    (
        "guarded[[1, 0, 1, 1, 0, 1]]",
        "all else is searched as a whole",
    ),
    // What an entry stays or becomes by its own value is asked of that entry alone.
    ("chomp[[3, 3, 3]]", " places, 30 moves"),
    ("by_list[[1; 16]]", "16 places, 16 moves"),
    ("one_less[[2, 2, 2, 2]]", " places, 8 moves"),
    (
        "geography[(0, [1..15])]",
        "positions are searched as a whole",
    ),
    (
        "pegs[[1, 1, 0, 1, 1, 0, 1]]",
        "all else is searched as a whole",
    ),
    (
        "path[[5]]",
        "15 places, 44 moves, 16 last entries; positions are searched as a whole",
    ),
    (
        "distinct[(12, [20])]",
        "12 places, 78 moves, 13 values beside the row; positions are searched as a whole",
    ),
    ("bulbs[[]]", "14 places, 14 moves; components are named by"),
    (
        "tac_tix[[(r, c) for r in 0..2, c in 0..2]]",
        "9 places, 15 moves; components are named by shape, up to shifts and 4 images",
    ),
];

/// Places that are set, numbers beside the row, ends and misère play: by the plan, and as the definition says.
#[test]
fn rows_that_change_are_boards() {
    let book = Rulebook::parse(CHANGING).unwrap();
    let mut boards = session(&book, Settings::default());
    let mut without = session(&book, Settings::default().without(["boards"]));
    for (position, told) in PLANNED {
        assert_planned(&mut boards, position, told);
        let value = match position.starts_with("tac") {
            true => "winner",
            false => "grundy",
        };
        for question in [
            format!("{value}({position})"),
            format!("winning({position})"),
        ] {
            let (found, engine) = said(&mut boards, &question);
            let (wanted, _) = said(&mut without, &question);
            assert_eq!(found, wanted, "{question}");
            assert!(found.is_ok());
            assert!(
                engine == "boards" || value == "winner" || question.starts_with("winning"),
                "{question}: {engine}"
            );
        }
    }
    // A play that comes back is reported as ever.
    let question = "grundy(ring[[0, 1, 0]])";
    let (found, _) = said(&mut boards, question);
    assert_eq!(found, said(&mut without, question).0);
    assert!(found.is_err());
    let mut only = session(&book, Settings::default().with_engine(Some("boards")));
    let (found, _) = said(&mut only, question);
    assert!(found.is_err_and(|why| why.contains("the engine `boards` does not apply to ring")));
}

/// All positions of so many places are too many. The middle is coloured, if there is one, and then each move is mirrored.
#[test]
fn colours_cut_a_row() {
    let book = Rulebook::parse(CHANGING).unwrap();
    let mut boards = session(&book, Settings::default());
    for (row, winner) in [(25, "first"), (40, "second")] {
        for game in ["col", "snort"] {
            let question = format!("winner({game}[[0; {row}]])");
            assert_eq!(
                said(&mut boards, &question).0,
                Ok(winner.to_string()),
                "{question}"
            );
        }
    }
}

/// A search over the positions of one pile is soon done: no quotient is looked for that takes much longer.
#[test]
fn a_quotient_takes_not_much_longer_than_a_search() {
    let book = Rulebook::parse(BOARDS).unwrap();
    let limits = Limits::default().with_effort(900_000);
    let settings = Settings::default().with_limits(limits);
    let mut bounded = session(&book, settings.without(["boards"]));
    let (found, _) = said(&mut bounded, "winner(misere(lines)[board(3, 3)])");
    let mut plain = session(&book, Settings::default().with_engine(Some("plain")));
    assert_eq!(
        found,
        said(&mut plain, "winner(misere(lines)[board(3, 3)])").0
    );
    assert!(found.is_ok());
}

/// Rows that are the sums of their entries, and rows that only look so.
#[test]
fn entries_that_are_games_of_their_own() {
    let rules = "
        game all_ { pile p[] take any from p[i] }
        game few { pile {p[]} take 1..3 from p[i] }
        game half { pile p[] move p[i] -> v for i in indices(p), v in p[i] / 2..p[i] - 1 where p[i] != 5 }
        game pairs { pile p[(a, b)] move p[i] -> (p[i][0] - k, k) for i in indices(p), k in 1..p[i][0] where k != p[i][1] }
        game two { pile p[] move p[i] -> p[i] - k for k in [1, 4], i in 0..len(p) - 1 move p[j] -> 0 where odd(p[j]) }
        game place { pile p[] take any from p[i] where i > 0 or p[i] > 2 }
        game other { pile p[] take 1..3 from p[i] where p[i] >= p[0] }
        game length { pile p[] take 1..len(p) from p[i] }
        game next { pile p[] take any from p[i] for i in 0..len(p) - 2 }
        game ended { pile p[] take any from p[i] end when 1 in p }
        game apart { pile p[] take any from p[i] where i not in p }
        game last { pile p[] take any from p[i] misere }
    ";
    let book = Rulebook::parse(rules).unwrap();
    let mut plain = session(&book, Settings::default().with_engine(Some("plain")));
    let mut boards = session(&book, Settings::default());
    for (game, are_apart) in [
        ("all_", true),
        ("few", true),
        ("half", true),
        ("pairs", true),
        ("two", true),
        ("place", false),
        ("other", false),
        ("length", false),
        ("next", false),
        ("ended", false),
        ("apart", false),
        ("last", false),
    ] {
        let (plan, _) = said(&mut boards, &format!("plan({game})"));
        let is_told = plan.is_ok_and(|plan| plan.contains("the sum of its entries"));
        assert_eq!(is_told, are_apart, "{game}");
        let rows = match game {
            "pairs" => ["[(3, 0), (4, 2)]", "[(2, 1), (5, 0), (1, 1)]", "[(4, 4)]"],
            _ => ["[3, 1, 4]", "[5, 5, 2, 0]", "[7]"],
        };
        for row in rows {
            for query in ["grundy", "winner", "best", "moves", "remoteness"] {
                let question = format!("{query}({game}[{row}])");
                let (known, _) = said(&mut plain, &question);
                let (found, engine) = said(&mut boards, &question);
                assert_eq!(found, known, "{question}");
                let is_sum =
                    are_apart && query == "grundy" && row.contains(", ") && row != "[(4, 4)]";
                assert!(!is_sum || engine == NAME, "{question}: {engine}");
            }
        }
    }
}

/// Staircases, and rows that only look so.
#[test]
fn every_second_entry_of_a_staircase_counts() {
    let rules = "
        game stairs { pile p[] take any from p[0] move p[i], p[i-1] -> p[i] - k, p[i-1] + k for i, k in 1.. }
        game floor { pile p[] move p[i - 1], p[i] -> p[i - 1] + k, p[i] - k for k in 1.., i in 1..len(p) - 1 }
        game singly { pile p[] take 1 from p[0] move p[i], p[i+1] -> p[i] + 1, p[i+1] - 1 for i in 0..len(p) - 2 }
        game some { pile p[] take 1, 3, 4 from p[0] move p[i], p[i-1] -> p[i] - k, p[i-1] + k for i, k in [4, 1, 3] }
        game other { pile p[] take 1, 3 from p[0] move p[i], p[i-1] -> p[i] - k, p[i-1] + k for i, k in [1, 3, 4] }
        game more { pile p[] move p[i], p[i-1] -> p[i] - k, p[i-1] + k + 1 for i, k in 1.. }
        game twice { pile p[] move p[i], p[i-2] -> p[i] - k, p[i-2] + k for i, k in 1.. }
        game late { pile p[] move p[i], p[i-1] -> p[i] - k, p[i-1] + k for i in 2..len(p) - 1, k in 1.. }
        game short { pile p[] move p[i], p[i-1] -> p[i] - k, p[i-1] + k for i in 1..len(p) - 2, k in 1.. }
        game odds { pile p[] move p[i], p[i-1] -> p[i] - k, p[i-1] + k for i, k in 1.. where odd(i) or k == 1 }
        game high { pile p[] take any from p[1] move p[i], p[i-1] -> p[i] - k, p[i-1] + k for i, k in 1.. }
        game full { pile p[] in 0..9 move p[i], p[i-1] -> p[i] - k, p[i-1] + k for i, k in 1.. }
        game half { pile p[] move p[i], p[i-1] -> p[i] - k, p[i-1] + k for i, k in 1..p[i] / 2 }
        game last { pile p[] take any from p[0] move p[i], p[i-1] -> p[i] - k, p[i-1] + k for i, k in 1.. misere }
    ";
    let book = Rulebook::parse(rules).unwrap();
    let mut plain = session(&book, Settings::default().with_engine(Some("plain")));
    let mut boards = session(&book, Settings::default());
    let mut chance = Chance::new(Some(12));
    for (game, are_stairs) in [
        ("stairs", true),
        ("floor", true),
        ("singly", true),
        ("some", true),
        ("other", false),
        ("more", false),
        ("twice", false),
        ("late", false),
        ("short", false),
        ("odds", false),
        ("high", false),
        ("full", false),
        ("half", false),
        ("last", false),
    ] {
        let (plan, _) = said(&mut boards, &format!("plan({game})"));
        let is_told = plan.is_ok_and(|plan| plan.contains("every second entry"));
        assert_eq!(is_told, are_stairs, "{game}");
        // What some of the others move has no end.
        for _ in 0..if game == "more" { 0 } else { 8 } {
            let row: Vec<usize> = (0..chance.index(5)).map(|_| chance.index(5)).collect();
            for query in ["grundy", "winner", "best", "remoteness"] {
                let question = format!("{query}({game}[{row:?}])");
                let known = said(&mut plain, &question).0;
                assert_eq!(said(&mut boards, &question).0, known, "{question}");
            }
        }
    }
    let question = "winner(stairs[[1000000000, 77, 5000000, 9, 999]])";
    assert_eq!(said(&mut boards, question).0, Ok("first".to_string()));
    let question = "grundy(floor[[5, 1000000000000, 8, 7]])";
    assert_eq!(
        said(&mut boards, question).0,
        Ok("1000000000007".to_string())
    );
}

/// Also rows most of whose entries never change.
#[test]
fn long_rows_are_left_to_the_definition() {
    let text =
        "game g { pile p[]  move p[i] -> p[i] - 1 where i < 3 and p[i] > 0 and p[i + 1] == 1 }";
    let book = Rulebook::parse(text).unwrap();
    let mut boards = session(&book, Settings::default());
    for entries in [511, 512, 513, 700] {
        let (found, _) = said(&mut boards, &format!("winner(g[[1; {entries}]])"));
        assert_eq!(found, Ok("second".to_string()), "{entries}");
    }
}
