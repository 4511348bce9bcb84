//! Games that move in several piles a turn, and sums of them, against brute force over whole positions.
//!
//! The rules are random: for each pile size a list of options, each a list of parts. They are played out here on lists of
//! numbers, straight from the words of the reference; the solver has no part in it.

mod ladder;
mod play;
mod rules;

use nimrule::query::answer::How;
use nimrule::work::chance::Chance;
use nimrule::{Outcome, Rulebook, Session, Settings};
use play::{Sum, World};
use rules::{Kind, Table};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::common::value;

/// The ways to move in several piles, in the language and as the least and the greatest number of piles.
const TURNS: [(&str, play::Turn); 9] = [
    ("1..2 piles", play::Turn::Counts(1, 2)),
    ("1..3 piles", play::Turn::Counts(1, 3)),
    ("1.. piles", play::Turn::Counts(1, usize::MAX)),
    ("2 piles", play::Turn::Counts(2, 2)),
    ("3 piles", play::Turn::Counts(3, 3)),
    ("2..3 piles", play::Turn::Counts(2, 3)),
    ("1 pile", play::Turn::Counts(1, 1)),
    ("all piles", play::Turn::All),
    ("all piles or none", play::Turn::AllOrNone),
];

/// Asks questions, and compares the answers as they are written.
fn hold(session: &mut Session, rows: &[(&str, &str)]) {
    for (query, wanted) in rows {
        assert_eq!(value(session, query).to_string(), *wanted, "{query}");
    }
}

fn session(text: &str, engine: Option<&str>, without: &[&str]) -> Session {
    session_of(&Rulebook::parse(text).expect(text), engine, without)
}

fn session_of(book: &Rulebook, engine: Option<&str>, without: &[&str]) -> Session {
    let settings = Settings::default()
        .with_engine(engine)
        .without(without.iter().copied());
    Session::new(book.clone(), settings).expect("the engines exist")
}

/// A theorem that does not hold for one position is not claimed for another one that was met on the way.
#[test]
fn what_was_asked_before_changes_no_claim() {
    // From 4 to 2, which can be split; 3 only ends.
    let rules = "game g {
        move n -> 0 where n % 2 == 1 or n == 4  move n -> 2 where n == 4  move n -> [1, 1] where n == 2
        each turn 1..2 piles }";
    let mut session = session(rules, None, &[]);
    for position in ["g[4, 4]", "g[2, 3, 3]", "g[2]", "g[4, 4]"] {
        let plan = value(&mut session, &format!("plan({position})")).to_string();
        assert!(!plan.contains("applies here"), "{position}: {plan}");
    }
    // [2, 3, 3] is won by a move to [1, 1, 3]: of three single stones two can be taken, and the last one is left.
    hold(
        &mut session,
        &[
            ("winner(g[2, 3, 3])", "first"),
            ("winner(g[1, 1, 3])", "second"),
        ],
    );
}

/// The Grundy values of Moore's Nim are no theorem: only that of a lost position is.
#[test]
fn values_of_moores_nim_agree_with_the_definition() {
    let rules = "game g { take any  each turn 1..2 piles }";
    let query = "[grundy(g[a, b, c]) for a in 0..4, b in 0..4, c in 0..4]";
    let ask = |engine| value(&mut session(rules, engine, &[]), query);
    assert_eq!(ask(None), ask(Some("plain")));
}

/// A theorem may tell some values of a list and not others: then it is named for a part alone.
#[test]
fn of_many_values_all_ways_are_named() {
    for rules in [
        "split into 2 each turn 1..2 piles",
        "take 1..n / 2 each turn 1..2 piles",
        "take 1..3 each turn all piles or none",
        "take any each turn 1..2 piles alike",
        "take 1..3 each turn 2 piles",
        "take any each turn 1..2 piles",
    ] {
        let mut session = session(&format!("game g {{ {rules} }}"), None, &[]);
        let mut by = |query: &str| {
            let answer = session.eval_text("test", query).unwrap();
            answer.by.detail
        };
        let alone: BTreeSet<String> = (0..8).map(|n| by(&format!("grundy(g[{n}])"))).collect();
        for query in [
            "values(g, 0..7)",
            "table(g, 0..7)",
            "[grundy(g[n]) for n in 0..7]",
        ] {
            let all = by(query);
            assert!(
                alone.iter().all(|one| all.contains(one)),
                "{rules}: {query}: {all}"
            );
            assert_eq!(all.contains("in part"), alone.len() > 1, "{rules}: {query}");
        }
    }
}

/// The piles of all positions of up to `count` piles of these sizes, sorted.
fn all_piles(count: usize, most: usize) -> Vec<Vec<usize>> {
    let mut found = vec![Vec::new()];
    let mut last: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..count {
        last = last
            .iter()
            .flat_map(|piles| {
                let least = piles.last().copied().unwrap_or(0);
                (least..=most).map(move |size| [piles.as_slice(), &[size]].concat())
            })
            .collect();
        found.extend(last.iter().cloned());
    }
    found
}

/// Compares everything that is said of a position; the engine that answered.
fn compare(session: &mut Session, world: &mut World, sum: &Sum, text: &str) -> (How, String) {
    let position = session.position(None, &[text.to_string()]);
    let position = position.unwrap_or_else(|why| panic!("{text}: {why}"));
    let solution = session.solve(&position, usize::MAX);
    let solution = solution.unwrap_or_else(|why| panic!("{text}: {why}"));
    assert_eq!(
        solution.winner == Outcome::First,
        world.first_wins(sum),
        "{text}"
    );
    let mut winning = world.winning(sum);
    let mut told: Vec<Sum> = solution
        .winning
        .iter()
        .map(|play| world.read(&play.to))
        .collect();
    winning.sort();
    told.sort();
    assert_eq!(told, winning, "{text}");
    assert_eq!(solution.winning_count, Some(winning.len() as u64), "{text}");
    if let Some(best) = solution.best {
        let to = world.read(&best.play.to);
        assert_eq!(best.wins, solution.winner == Outcome::First, "{text}");
        assert_eq!(best.wins, !world.first_wins(&to), "{text}");
        if let Some(length) = best.length {
            assert_eq!(length, world.length(sum), "{text}");
            assert_eq!(length, world.length(&to) + 1, "{text}: {to:?}");
        }
    }
    (solution.by.how, solution.by.engine)
}

/// Games of random rules on piles up to `most`, of a kind after the other, with each way to move in several piles, and in both
/// kinds of play: the words for the turns, the text, and the game played out.
fn random_games(
    seeds: Range<u64>,
    most: usize,
) -> impl Iterator<Item = (&'static str, String, World)> {
    seeds.flat_map(move |seed| {
        let table = rules::random(&mut Chance::new(Some(seed)), kind(seed), most);
        TURNS.into_iter().flat_map(move |(words, turn)| {
            [false, true].map(|misere| {
                let text = rules::text("g", &table, words, misere);
                let world = World::new(vec![(table.clone(), turn)], misere);
                (words, text, world)
            })
        })
    })
}

/// Games `a` and `b` with such rules and turns, beside Nim: the text, and the games played out.
fn with_nim(tables: &[Table; 2], [a, b]: [(&str, play::Turn); 2], misere: bool) -> (String, World) {
    let text = format!(
        "{}\n{}\ngame nim {{ take any {} }}",
        rules::text("a", &tables[0], a.0, misere),
        rules::text("b", &tables[1], b.0, misere),
        if misere { "misere" } else { "" }
    );
    let nim: Table = (0..5).map(|n| (0..n).map(|k| vec![k]).collect()).collect();
    let games = vec![
        (tables[0].clone(), a.1),
        (tables[1].clone(), b.1),
        (nim, play::Turn::Counts(1, 1)),
    ];
    (text, World::new(games, misere))
}

/// A sum of piles of `a`, piles of `b` and a pile of Nim, and how it is written.
fn sum_of(left: Vec<usize>, mut right: Vec<usize>, nim: usize) -> (Sum, String) {
    let text = format!("a{left:?} + b{right:?} + nim[{nim}]");
    right.sort_unstable();
    (vec![(0, left), (1, right), (2, vec![nim])], text)
}

fn kind(seed: u64) -> Kind {
    [Kind::Calm, Kind::Whole, Kind::Split][seed as usize % 3]
}

/// Which engines answered, and how often.
type Tally = BTreeMap<String, u32>;

fn least(tally: &Tally, engine: &str, least: u32) {
    assert!(
        tally.get(engine).is_some_and(|count| *count >= least),
        "{engine}: {tally:?}"
    );
}

#[test]
fn every_compound_agrees_with_brute_force() {
    let mut tally = Tally::new();
    for (_, game, mut world) in random_games(0..18, 5) {
        let mut session = session(&game, None, &[]);
        for piles in all_piles(3, 5).into_iter().chain(all_piles(4, 3)) {
            let text = format!("g{piles:?}");
            let sum = vec![(0, piles)];
            let (_, engine) = compare(&mut session, &mut world, &sum, &text);
            *tally.entry(engine).or_default() += 1;
        }
    }
    println!("{tally:?}");
    for name in [
        "moore",
        "selective",
        "exact",
        "remoteness",
        "suspense",
        "search",
    ] {
        least(&tally, name, 501);
    }
}

/// Rules on sizes, with moves alike and not, and more piles than a turn moves in twice.
#[test]
fn every_turn_of_taking_agrees_with_brute_force() {
    let rules: [(&str, &[usize]); 4] = [
        ("take any", &[1, 2, 3, 4, 5]),
        ("take 1..2", &[1, 2]),
        ("take 1, 3", &[1, 3]),
        ("take 2..", &[2, 3, 4, 5]),
    ];
    let positions = all_piles(3, 5).into_iter().chain(all_piles(5, 2));
    let positions: BTreeSet<Vec<usize>> = positions.chain(all_piles(4, 3)).collect();
    let mut tally = Tally::new();
    for (rule, amounts) in rules {
        let options = |size: usize| {
            let fitting = amounts.iter().filter(|amount| **amount <= size);
            fitting.map(|amount| vec![size - amount]).collect()
        };
        let table: Table = (0..=5).map(options).collect();
        for (words, turn) in TURNS {
            for (alike, misere) in [(false, false), (false, true), (true, false), (true, true)] {
                let game = format!(
                    "game g {{ {rule}  each turn {words} {} {} }}",
                    if alike { "alike" } else { "" },
                    if misere { "misere" } else { "" }
                );
                let mut sessions = vec![session(&game, None, &[])];
                if rule == "take any" {
                    // Other theorems know of Nim, too.
                    sessions.push(session(&game, None, &["moore"]));
                }
                let mut world = World::new(vec![(table.clone(), turn)], misere);
                world.alike = alike;
                for piles in &positions {
                    let text = format!("g{piles:?}");
                    let sum = vec![(0, piles.clone())];
                    for session in &mut sessions {
                        let (_, engine) = compare(session, &mut world, &sum, &text);
                        *tally.entry(engine).or_default() += 1;
                    }
                }
            }
        }
    }
    let engines = [
        "moore",
        "selective",
        "exact",
        "remoteness",
        "suspense",
        "wythoff",
        "tame",
        "search",
    ];
    for name in engines {
        least(&tally, name, 101);
    }
}

#[test]
fn long_plays_of_few_piles_agree_with_brute_force() {
    for (_, game, mut world) in random_games(80..89, 9) {
        let mut session = session(&game, None, &[]);
        for piles in all_piles(2, 9) {
            let text = format!("g{piles:?}");
            compare(&mut session, &mut world, &vec![(0, piles)], &text);
        }
    }
}

#[test]
fn without_theories_nothing_changes() {
    let names = ["moore", "selective", "exact", "remoteness", "suspense"];
    for (words, game, mut world) in random_games(20..26, 4) {
        let mut without: Vec<Session> = names
            .iter()
            .map(|name| session(&game, None, &[*name]))
            .collect();
        without.push(session(&game, None, &names));
        without.push(session(&game, Some("plain"), &[]));
        let last = without.len();
        for piles in all_piles(3, 4) {
            let text = format!("g{piles:?}");
            let sum = vec![(0, piles)];
            for (number, session) in without.iter_mut().enumerate() {
                let (how, engine) = compare(session, &mut world, &sum, &text);
                assert_ne!(names.get(number), Some(&engine.as_str()));
                assert!(number + 2 < last || how != How::Theorem || words == "1 pile");
                assert!(number + 1 < last || engine == "plain", "{text}: {engine}");
            }
        }
    }
}

#[test]
fn lines_are_perfect_play() {
    for (_, game, mut world) in random_games(40..46, 5) {
        let mut session = session(&game, None, &[]);
        for piles in all_piles(3, 5).into_iter().step_by(3) {
            let text = format!("g{piles:?}");
            let position = session.position(None, std::slice::from_ref(&text));
            let position = position.expect("a position");
            let line = session.line(&position).expect("a line");
            session.explain(&position).expect("an explanation");
            let mut now = vec![(0, piles)];
            assert_eq!(
                line.winner == Outcome::First,
                world.first_wins(&now),
                "{text}"
            );
            let length = line.moves.len();
            assert!(
                !line.is_perfect || length == world.length(&now) as usize,
                "{text}"
            );
            for step in line.moves {
                let to = world.read(&step.to);
                assert!(world.moves(&now).contains(&to), "{text}: {to:?}");
                // Whoever wins goes on to win.
                assert_eq!(world.first_wins(&now), !world.first_wins(&to), "{text}");
                now = to;
            }
            assert!(world.moves(&now).is_empty(), "{text}");
        }
    }
}

#[test]
fn sums_of_compounds_agree_with_brute_force() {
    let mut tally = Tally::new();
    for seed in 60..66 {
        let mut chance = Chance::new(Some(seed));
        let tables = [0, 1].map(|number| rules::random(&mut chance, kind(seed + number), 4));
        for (number, (words, turn)) in TURNS.into_iter().enumerate() {
            let (more_words, more_turn) = TURNS[(number + seed as usize) % TURNS.len()];
            for misere in [false, true] {
                let turns = [(words, turn), (more_words, more_turn)];
                let (game, mut world) = with_nim(&tables, turns, misere);
                let mut session = session(&game, None, &[]);
                for (place, left) in all_piles(2, 4).into_iter().enumerate().skip(6) {
                    let right = vec![place % 5, (place / 2) % 4];
                    let (sum, text) = sum_of(left, right, chance.index(4));
                    let (_, engine) = compare(&mut session, &mut world, &sum, &text);
                    *tally.entry(engine).or_default() += 1;
                }
            }
        }
    }
    println!("{tally:?}");
}

/// Whether the player to move loses Moore's Nim, from the theorem as it is printed.
fn is_lost(piles: &[u64], k: u64, misere: bool) -> bool {
    if misere && piles.iter().all(|pile| *pile <= 1) {
        return piles.iter().sum::<u64>() % (k + 1) == 1;
    }
    (0..64).all(|digit| {
        let ones = piles.iter().filter(|pile| *pile >> digit & 1 == 1).count();
        (ones as u64).is_multiple_of(k + 1)
    })
}

#[test]
fn great_piles_of_moores_nim() {
    let mut chance = Chance::new(Some(7));
    for (k, count, misere) in [
        (3, 50, false),
        (2, 9, false),
        (2, 9, true),
        (5, 40, true),
        (40, 60, false),
        (26, 90, false),
        (1, 7, false),
    ] {
        let word = if misere { "misere" } else { "" };
        let mut session = session(
            &format!("game moore {{ take any  each turn 1..{k} piles {word} }}"),
            None,
            &[],
        );
        for _ in 0..4 {
            let piles: Vec<u64> = (0..count)
                .map(|_| chance.below(1_000_000_000_000_000_000))
                .collect();
            let text = format!("moore{piles:?}");
            let position = session.position(None, &[text]).expect("a position");
            let solution = session.solve(&position, 20).expect("a solution");
            assert!((solution.winner == Outcome::First) != is_lost(&piles, k, misere));
            assert!(k == 1 || solution.grundy.is_none());
            assert_eq!(
                solution.winning.is_empty(),
                solution.winner != Outcome::First
            );
            assert!(solution.winning.len() <= 20);
            let best = solution.best.map(|best| best.play);
            for play in solution.winning.iter().chain(&best) {
                let left = &play.to.terms[0].piles;
                let left: Vec<u64> = left
                    .iter()
                    .map(|pile| pile.as_int().unwrap() as u64)
                    .collect();
                let changed: Vec<_> = piles.iter().zip(&left).filter(|(a, b)| a != b).collect();
                assert!((1..=k as usize).contains(&changed.len()));
                assert!(changed.iter().all(|(before, after)| before > after));
                assert_eq!(is_lost(&left, k, misere), solution.winner == Outcome::First);
            }
        }
    }
}

/// The remoteness of the piles up to a size, or their suspense, for these amounts (Conway 1976, chapter 14).
fn times(amounts: &[usize], most: usize, suspense: bool) -> Vec<u32> {
    let mut times: Vec<u32> = Vec::new();
    for size in 0..=most {
        let options = amounts
            .iter()
            .filter_map(|amount| size.checked_sub(*amount));
        let options: Vec<u32> = options.map(|left| times[left]).collect();
        let lost = options.iter().copied().filter(|time| time % 2 == 0);
        let (lost, won) = match suspense {
            true => (lost.max(), options.iter().copied().min()),
            false => (lost.min(), options.iter().copied().max()),
        };
        times.push(lost.or(won).map_or(0, |time| time + 1));
    }
    times
}

/// Turns in all piles at once, far more than can be looked at one by one.
#[test]
fn turns_in_many_piles_at_once() {
    let amounts = [1, 3, 4];
    let mut chance = Chance::new(Some(1));
    for (words, suspense) in [("all piles or none", false), ("all piles", true)] {
        let rules = format!("game g {{ take 1, 3, 4  each turn {words} }}");
        let mut session = session(&rules, None, &[]);
        let times = times(&amounts, 40, suspense);
        let time = |piles: &[usize]| {
            let times = piles.iter().map(|size| times[*size]);
            match suspense {
                true => times.max().unwrap_or(0),
                false => times.min().unwrap_or(0),
            }
        };
        let mut wins = 0;
        for _ in 0..24 {
            let mut piles: Vec<usize> = (0..16).map(|_| 5 + chance.index(36)).collect();
            if suspense {
                piles[chance.index(16)] = 0;
            }
            let text = format!("g{piles:?}");
            let position = session
                .position(None, std::slice::from_ref(&text))
                .expect("a position");
            let solution = session.solve(&position, 5).expect("a solution");
            let is_won = time(&piles) % 2 == 1;
            assert_eq!(solution.winner == Outcome::First, is_won, "{text}");
            assert_eq!(solution.winning.is_empty(), !is_won, "{text}");
            wins += usize::from(is_won);
            let best = solution.best.expect("a turn");
            if is_won && !suspense {
                // The winner hurries and the loser delays, which is what remoteness counts.
                assert_eq!(best.length, Some(time(&piles)), "{text}");
            }
            for play in solution.winning.iter().chain([&best.play]) {
                let left = play.to.terms[0].piles.iter();
                let left: Vec<usize> = left.map(|n| n.as_int().unwrap() as usize).collect();
                assert_eq!(left.len(), piles.len(), "{text}");
                for (before, after) in piles.iter().zip(&left) {
                    let is_moved = amounts.contains(&(before - after));
                    assert!(is_moved || *before == 0, "{text}: {left:?}");
                }
                assert!(!is_won || time(&left) % 2 == 0, "{text}: {left:?}");
            }
        }
        assert!((4..=20).contains(&wins), "{words}: {wins}");
    }
}

/// Where a sum is lost and has too many turns to look at, the one that is shown is a turn by the rules.
#[test]
fn lost_sums_of_great_piles_have_a_turn() {
    let rules = "
        game nim { take any }
        game every { take 1..2  each turn all piles }
        game pair { take any  each turn 2 piles alike }
        game drop { move n -> nim[1] where n > 0  each turn all piles }";
    let mut session = session(rules, None, &[]);
    for (first, turns) in [
        (
            "every[5, 4]",
            &["every[4, 3]", "every[4, 2]", "every[3, 3]", "every[3, 2]"][..],
        ),
        ("drop[1000000, 1000000]", &["nim[1, 1]"]),
        (
            "pair[2, 4, 5]",
            &[
                "pair[1, 3, 5]",
                "pair[1, 4, 4]",
                "pair[2, 3, 4]",
                "pair[0, 2, 5]",
                "pair[0, 4, 3]",
                "pair[2, 2, 3]",
                "pair[2, 1, 2]",
                "pair[2, 0, 1]",
            ],
        ),
    ] {
        let value = value(&mut session, &format!("grundy({first})"));
        let value = value.as_int().unwrap() as u64;
        let great = 1u64 << 40;
        let nim = |piles: &[u64]| format!("nim{piles:?}");
        let text = format!("{first} + {}", nim(&[great, great ^ value]));
        let position = session.position(None, &[text]).expect("a position");
        let solution = session.solve(&position, 5).expect("a solution");
        assert_eq!(solution.winner, Outcome::Second);
        let to = solution.best.expect("a turn").play.to.to_string();
        let legal = turns.iter().map(|turn| match turn.strip_prefix("nim[") {
            Some(rest) => format!("nim[{great}, {}, {rest}", great ^ value),
            None => format!("{turn} + {}", nim(&[great, great ^ value])),
        });
        // Or a turn in Nim, which leaves the first term as it is.
        let is_legal = to.starts_with(first) || legal.into_iter().any(|legal| legal == to);
        assert!(is_legal, "{to}");
    }
}

/// Where turns move in several piles, the circle is one of whole positions.
#[test]
fn circles_of_whole_positions_are_shown() {
    let rules = "game g { pile n in 0..4  move n -> n - 1 where n % 2 == 1
        move n -> n + 1 where n % 2 == 0 and n < 4  each turn 2 piles }";
    let mut session = session(rules, Some("plain"), &[]);
    let report = session.eval_text("test", "winner(g[1, 3])");
    let why = report.expect_err("a loop").to_string();
    assert!(why.contains("g[1, 3] -> g[0, 2] -> g[1, 3]"), "{why}");
}

#[test]
fn known_tables() {
    let rules = "
        game moore(k) { take any  each turn 1..k piles }
        game exact(k) { take any  each turn k piles }
        game slow(k) { take 1  each turn k piles }
        game subset { take 1  each turn 1.. piles }
        game bounded { take 1..3  each turn 1..2 piles }";
    let mut session = session(rules, None, &[]);
    // (query, answer): the source documents and the literature, worked out by programs independent of this one.
    let rows = [
        ("winner(moore(2)[22, 14, 18])", "first"),
        (
            "losing(moore(2), 0..7, 0..7, 0..7) == [[n, n, n] for n in 0..7]",
            "true",
        ),
        ("winner(moore(2)[1, 2, 3, 3])", "second"),
        (
            "[p for p in losing(exact(2), 0..5, 0..5, 0..5) where p == sort(p)] == [[0, 0, n] for n in 0..5]",
            "true",
        ),
        (
            "[p for p in losing(exact(2), 0..3, 0..3, 0..3, 0..3) where p == sort(p)]",
            "[[0, 0, 0, 0], [0, 0, 0, 1], [0, 0, 0, 2], [0, 0, 0, 3], [1, 1, 1, 1], [1, 1, 1, 2], [1, 1, 1, 3], [2, 2, 2, 2], [2, 2, 2, 3], [3, 3, 3, 3]]",
        ),
        (
            "[p for p in losing(slow(2), 0..3, 0..3, 0..3, 0..3) where p == sort(p)]",
            "[[0, 0, 0, 0], [0, 0, 0, 1], [0, 0, 0, 2], [0, 0, 0, 3], [0, 0, 2, 2], [0, 0, 2, 3], [0, 1, 2, 2], [0, 2, 2, 2], [0, 3, 3, 3], [1, 1, 1, 1], [1, 1, 1, 2], [1, 1, 1, 3], [1, 1, 3, 3], [1, 2, 3, 3], [1, 3, 3, 3], [2, 2, 2, 2], [2, 2, 2, 3], [3, 3, 3, 3]]",
        ),
        (
            "[p for p in losing(subset, 0..5, 0..5, 0..5) where p == sort(p)]",
            "[[0, 0, 0], [0, 0, 2], [0, 0, 4], [0, 2, 2], [0, 2, 4], [0, 4, 4], [2, 2, 2], [2, 2, 4], [2, 4, 4], [4, 4, 4]]",
        ),
        // Single stones only: lost when their number is 1 modulo k + 1.
        (
            "[m for m in 0..8 where winner(misere(moore(2))[1 for i in 1..m]) == second]",
            "[1, 4, 7]",
        ),
        (
            "[m for m in 0..8 where winner(misere(moore(3))[1 for i in 1..m]) == second]",
            "[1, 5]",
        ),
        (
            "winner(moore(2)[1000000007, 1000000007, 1000000007] + moore(3)[5, 6])",
            "first",
        ),
        // As many piles a turn as can move: every smaller total can be left, and no equal one.
        ("grundy(moore(2)[1000000007, 0, 1000000009])", "2000000016"),
    ];
    hold(&mut session, &rows);
    let answer = session.eval_text("test", "grundy(moore(2)[7, 0, 9])");
    let by = answer.expect("a value").by;
    assert!(by.detail.contains("Moore's theorem"), "{by:?}");
    // 4 -> 1 raises the value from 0 to 1.
    let position = session
        .position(None, &["bounded[4, 4, 2]".to_string()])
        .expect("a position");
    let solution = session.solve(&position, 1).expect("a solution");
    assert_eq!(
        (solution.by.how, solution.by.engine.as_str()),
        (How::Search, "search")
    );
    let text = session
        .explain(&position)
        .expect("an explanation")
        .to_string();
    assert!(
        text.contains("Not by Moore's theorem: 4 -> 3 raises the Grundy value from 0 to 3."),
        "{text}"
    );
}

#[test]
fn moves_into_other_games_are_left_to_the_search() {
    for (words, _) in TURNS {
        for misere in ["", "misere"] {
            let game = format!(
                "game path {{ take 1 {misere} }}
                 game g {{ take 1..2  move n -> path[n - 1]  move n -> [n - 2, 1] where n > 3  each turn {words} {misere} }}"
            );
            let book = Rulebook::parse(&game).expect(&game);
            let mut auto = session_of(&book, None, &[]);
            let mut plain = session_of(&book, Some("plain"), &[]);
            for piles in all_piles(3, 4) {
                let text = format!("g{piles:?}");
                let position = auto.position(None, &[text]).expect("a position");
                let found = auto.solve(&position, usize::MAX).expect("a solution");
                let wanted = plain.solve(&position, usize::MAX).expect("a solution");
                assert_eq!(found.winner, wanted.winner, "{position}");
                assert_eq!(found.winning, wanted.winning, "{position}");
            }
        }
    }
}
