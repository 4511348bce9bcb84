//! Games whose plays may go on for ever, from outside: what people see, and answers known from elsewhere.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use nimrule::report::{Look, diagnostics::render};
use nimrule::work::budget::Limits;
use nimrule::work::chance::Chance;
use nimrule::{Outcome, Position, Session, Settings, Value};

use crate::common::{opened, value};
use crate::program::{Folder, err, nimrule, out};

fn session(text: &str) -> Session {
    let settings = Settings::default().with_limits(Limits::default().with_effort(1 << 30));
    opened(text, settings)
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
            let found = value(&mut session, &format!("winner(epstein[{n}])"));
            assert_eq!(found, Value::Outcome(*outcome), "{n}");
            counts[*outcome as usize] += 1;
        }
    }
    assert!(counts.iter().sum::<i32>() > 800, "{counts:?}");
    // Winning Ways, chapter 15.
    assert_eq!(
        value(&mut session, "losing(epstein, 0..110)"),
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
            let (plain, loopy) = (value(&mut plain, question), value(&mut loopy, question));
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
        value(&mut session, "winner(draw[3])"),
        Value::Outcome(Outcome::First)
    );
    assert_eq!(
        value(&mut session, "winner(stay[3])"),
        Value::Outcome(Outcome::Draw)
    );
    assert!(complaint(&mut session, "winner(stay[3]) == draw").contains("a game"));
    let mut session = self::session("game stay { move n -> n where n > 0  loopy }");
    assert_eq!(
        value(&mut session, "winner(stay[3]) == draw"),
        Value::Bool(true)
    );
    assert_eq!(
        value(
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
        value(&mut session, "winner(far[40])"),
        Value::Outcome(Outcome::First)
    );
    assert_eq!(
        value(&mut session, "winner(way_in[0])"),
        Value::Outcome(Outcome::Second)
    );
}

/// A fault of a rule further on does not matter where the player to move wins at once.
#[test]
fn what_is_certain_in_spite_of_a_fault_is_said() {
    let mut session = session(
        "game faulty { pile n in 0..9  move n -> 0 where n == 1  move n -> n + 1 where n in 1..4 and 10 / (4 - n) > 0  loopy }",
    );
    for (position, outcome) in [
        ("faulty[1]", Outcome::First),
        ("faulty[0]", Outcome::Second),
    ] {
        let found = value(&mut session, &format!("winner({position})"));
        assert_eq!(found, Value::Outcome(outcome), "{position}");
    }
}

/// The winner takes the shortest way, also where some pile cannot move.
#[test]
fn won_sums_are_won_in_time() {
    let walk = "let ways = [[1, 2], [0], []]
        game walk { pile n in 0..2  move n -> next for next in ways[n]  loopy }
        game nim { take any }";
    let ended = "let ways = [[5], [], [2], [], [0, 2, 3], [3]]
        game g { pile n in 0..5  move n -> next for next in ways[n]  end when 1 == n  loopy }";
    for (rules, question, answer) in [
        (walk, "line(walk[0, 2])", "[walk[0, 2], walk[2, 2]]"),
        (walk, "best(walk[0] + nim[0])", "walk[2] + nim[0]"),
        (
            walk,
            "line(walk[0] + nim[0])",
            "[walk[0] + nim[0], walk[2] + nim[0]]",
        ),
        (ended, "line(g[3, 4])", "[g[3, 4], g[3, 3]]"),
    ] {
        let mut session = session(rules);
        let line = value(&mut session, question);
        assert_eq!(line.to_string(), answer, "{question}");
    }
}

/// What is known of some piles is not looked at again for others, and all piles of a game that has a largest one are looked at.
#[test]
fn tables_of_many_piles_are_found() {
    let rules = "
        game f { pile n in 0..140000  take 1..2  loopy }
        game up { pile n in 0..200000  take 1..2  move n -> n + 3 where n % 3 == 0 and n > 0  loopy }
        game stay { move n -> n where n < 3  move n -> n + 1 where n > 3  loopy }
        game b { take 1..2  move n -> n + 3 where n % 3 == 0 and n > 0  loopy }";
    let limits = Limits::default().with_effort(20_000_000);
    let mut session = opened(rules, Settings::default().with_limits(limits));
    for claim in [
        "losing(f, 0..20_000) == [n for n in 0..20_000 where n % 3 == 0]",
        "values(f, 0..140_000) == [n % 3 for n in 0..140_000]",
        "[winner(up[n]) for n in [0, 1, 2, 3, 6]] == [second, first, first, draw, draw]",
    ] {
        assert_eq!(value(&mut session, claim), Value::Bool(true), "{claim}");
    }
    // What is known of small piles does not depend on larger ones that are not decided.
    let stay = session.game(Some("stay")).unwrap();
    let found = session.values(&stay, 0, 15).unwrap();
    let told: Vec<String> = found.special.values().map(ToString::to_string).collect();
    assert_eq!(told[..4], ["∞", "∞", "∞", "?"], "{found:?}");
    let said = complaint(&mut session, "grundy(up[3])");
    assert!(said.contains("the value of up[3] is ∞(1, 2)"), "{said}");
    let said = complaint(&mut session, "grundy(b[3])");
    assert!(said.contains("not known within 131072 positions"), "{said}");
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
    let folder = Folder::new();
    folder.write("walk.nimrule", RULES);
    folder.write("epstein.nimrule", EPSTEIN);
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
        let args: Vec<&str> = words.split(' ').collect();
        let output = nimrule(&args).current_dir(folder.path()).output();
        let output = output.expect("the program runs");
        let code = output.status.code().expect("a code");
        let (out, err) = (out(&output), err(&output));
        writeln!(text, "$ nimrule {words}   ({code})\n{out}{err}").expect("a string takes all");
    }
    insta::assert_snapshot!(text);
}

/// The games of chance sums: plays of `a` and `b` may go on for ever, and so may those of `two`, whose turns move in one or two
/// piles; those of `nim` end.
const GAMES: [&str; 4] = ["a", "b", "nim", "two"];
const NIM: usize = 2;
const TWO: usize = 3;
/// Piles have the sizes below this.
const SIZES: usize = 5;

/// A game and a size.
type Pile = (usize, usize);

/// A whole position: its piles, sorted.
type Sum = Vec<Pile>;

/// Random rules.
struct World {
    /// For each game and size what a move in the pile leaves.
    options: Vec<Vec<Vec<Vec<Pile>>>>,
    misere: bool,
    text: String,
}

impl World {
    fn new(chance: &mut Chance) -> World {
        let misere = chance.once_in(3);
        // No move makes a pile heavier, so that sums stay finite.
        let mut weights = vec![vec![1; SIZES]; GAMES.len()];
        for game in [0, 1] {
            weights[game].fill_with(|| 1 + chance.index(2));
        }
        let most_options = 2 + chance.index(4);
        let mut world = World {
            options: Vec::new(),
            misere,
            text: String::new(),
        };
        for (game, name) in GAMES.iter().enumerate() {
            let mut options = vec![Vec::new(); SIZES];
            let mut rules = format!("pile n in 0..{}", SIZES - 1);
            if game == NIM {
                for (size, options) in options.iter_mut().enumerate() {
                    options.extend((0..size).map(|left| vec![(NIM, left)]));
                }
                rules += "  take any";
            } else {
                rules += "  move n -> n where n < 0";
                for (size, options) in options.iter_mut().enumerate() {
                    for _ in 0..chance.index(most_options) {
                        let option = World::option(chance, game);
                        let weight: usize = option
                            .iter()
                            .map(|(game, size)| weights[*game][*size])
                            .sum();
                        if weight <= weights[game][size] && !options.contains(&option) {
                            rules +=
                                &format!("  move n -> {} where n == {size}", left(game, &option));
                            options.push(option);
                        }
                    }
                    if chance.once_in(8) {
                        rules += &format!("  end when {size} == n");
                        options.clear();
                    }
                    if chance.once_in(12) {
                        rules += &format!("  draw when {size} == n");
                        *options = vec![vec![(game, size)]];
                    }
                }
                rules += "  loopy";
            }
            if game == TWO {
                rules += "  each turn 1..2 piles";
            }
            if misere {
                rules += "  misere";
            }
            world.text += &format!("game {name} {{ {rules} }}\n");
            world.options.push(options);
        }
        world
    }

    /// What a move may leave of a pile: another one, two, one of another game, or nothing.
    fn option(chance: &mut Chance, game: usize) -> Vec<Pile> {
        let mut own = || (game, chance.index(SIZES));
        let (one, other) = (own(), own());
        match chance.index(if game == TWO { 5 } else { 8 }) {
            0..=4 => vec![one],
            5 => vec![one.min(other), one.max(other)],
            6 => vec![(chance.index(NIM + 1), one.1)],
            _ => Vec::new(),
        }
    }

    /// A chance position.
    fn sum(&self, chance: &mut Chance) -> Sum {
        let count = 1 + chance.index(3);
        let mut sum: Sum = (0..count)
            .map(|_| {
                (
                    [0, 0, 1, 1, NIM, TWO, TWO][chance.index(7)],
                    chance.index(SIZES),
                )
            })
            .collect();
        sum.sort_unstable();
        sum
    }

    /// A position as it is written.
    fn write(sum: &Sum) -> String {
        let terms = GAMES.iter().enumerate().filter_map(|(game, name)| {
            let piles = sum.iter().filter(|pile| pile.0 == game);
            let piles: Vec<String> = piles.map(|(_, size)| size.to_string()).collect();
            (!piles.is_empty()).then(|| format!("{name}[{}]", piles.join(", ")))
        });
        terms.collect::<Vec<_>>().join(" + ")
    }

    fn read(position: &Position) -> Sum {
        let mut sum = Sum::new();
        for term in &position.terms {
            let game = GAMES.iter().position(|name| *name == term.game.label);
            let game = game.expect("a game");
            let sizes = term.piles.iter().filter_map(Value::as_int);
            sum.extend(sizes.map(|size| (game, size as usize)));
        }
        sum.sort_unstable();
        sum
    }

    /// The positions that a turn can lead to.
    fn turns(&self, sum: &Sum) -> BTreeSet<Sum> {
        let mut found = BTreeSet::new();
        for first in 0..sum.len() {
            self.moves_in(sum, &[first], &mut found);
            for second in first + 1..sum.len() {
                if sum[first].0 == TWO && sum[second].0 == TWO {
                    self.moves_in(sum, &[first, second], &mut found);
                }
            }
        }
        found
    }

    /// Moves in each of these piles.
    fn moves_in(&self, sum: &Sum, places: &[usize], found: &mut BTreeSet<Sum>) {
        let rest = sum
            .iter()
            .enumerate()
            .filter(|(place, _)| !places.contains(place));
        let mut all: Vec<Sum> = vec![rest.map(|(_, pile)| *pile).collect()];
        for place in places {
            let (game, size) = sum[*place];
            let options = &self.options[game][size];
            let moved = |left: Sum| {
                options
                    .iter()
                    .map(move |option| [left.as_slice(), option].concat())
            };
            all = all.into_iter().flat_map(moved).collect();
        }
        for mut left in all {
            left.sort_unstable();
            found.insert(left);
        }
    }

    /// Who wins each position that can be reached and in how many moves, by rounds over all of them: the winner hurries, and
    /// the loser delays. Nothing where they are very many.
    fn truth(&self, start: &Sum) -> Option<BTreeMap<Sum, (Outcome, u32)>> {
        let mut all: BTreeMap<Sum, BTreeSet<Sum>> = BTreeMap::new();
        let mut open = vec![start.clone()];
        while let Some(sum) = open.pop() {
            if all.len() > 1_500 {
                return None;
            }
            if let Entry::Vacant(entry) = all.entry(sum) {
                let turns = self.turns(entry.key());
                open.extend(turns.iter().cloned());
                entry.insert(turns);
            }
        }
        let mut known: BTreeMap<Sum, (Outcome, u32)> = BTreeMap::new();
        let stuck = match self.misere {
            true => Outcome::First,
            false => Outcome::Second,
        };
        for round in 0.. {
            let is = |sum: &Sum, outcome| known.get(sum).is_some_and(|known| known.0 == outcome);
            let mut new = Vec::new();
            for (sum, turns) in all.iter().filter(|(sum, _)| !known.contains_key(*sum)) {
                if turns.is_empty() {
                    new.push((sum.clone(), (stuck, round)));
                } else if turns.iter().any(|turn| is(turn, Outcome::Second)) {
                    new.push((sum.clone(), (Outcome::First, round)));
                } else if turns.iter().all(|turn| is(turn, Outcome::First)) {
                    new.push((sum.clone(), (Outcome::Second, round)));
                }
            }
            if new.is_empty() {
                break;
            }
            known.extend(new);
        }
        for sum in all.into_keys() {
            known.entry(sum).or_insert((Outcome::Draw, 0));
        }
        Some(known)
    }
}

/// What a move leaves, in the rules of a game.
fn left(game: usize, option: &[Pile]) -> String {
    match option {
        [(other, size)] if *other != game => format!("{}[{size}]", GAMES[*other]),
        [(_, size)] => size.to_string(),
        _ => format!(
            "{:?}",
            option.iter().map(|(_, size)| *size).collect::<Vec<_>>()
        ),
    }
}

/// Whoever can win leaves a lost position, and whoever can draw a drawn one.
fn assert_right(before: Outcome, after: Outcome, told: &str) {
    let right = match before {
        Outcome::First => Outcome::Second,
        Outcome::Second => Outcome::First,
        Outcome::Draw => Outcome::Draw,
    };
    assert_eq!(after, right, "{told}");
}

/// Lines, best moves and plays of chance sums against a look at all whole positions; more of them with `NIMRULE_CASES=100000`.
#[test]
fn random_sums_are_played_perfectly() {
    let cases = std::env::var("NIMRULE_CASES").ok();
    let cases: usize = cases.map_or(3_000, |cases| cases.parse().expect("a number"));
    let mut chance = Chance::new(Some(11));
    let mut seen = BTreeMap::new();
    let mut done = 0;
    while done < cases {
        let world = World::new(&mut chance);
        let settings = Settings::default().with_engine((chance.once_in(5)).then_some("plain"));
        let mut session = opened(&world.text, settings);
        for _ in 0..8 {
            let start = world.sum(&mut chance);
            let loopy = start.iter().any(|pile| pile.0 != NIM);
            let Some(truth) = world.truth(&start).filter(|_| loopy) else {
                continue;
            };
            done += 1;
            let played = (truth[&start].0 as usize, start.len(), world.misere);
            *seen.entry(played).or_insert(0) += 1;
            follow_line(&mut session, &world, &truth, &start);
            play_against_chance(&mut session, &world, &truth, &start, &mut chance);
        }
    }
    // Each outcome, for one pile and for several, in normal and in misère play.
    assert!(
        seen.len() == 18 && seen.values().all(|count| *count > cases / 200),
        "{seen:?}"
    );
}

/// A line is legal, right at every move, as long as it has to be and not longer, and says so.
fn follow_line(
    session: &mut Session,
    world: &World,
    truth: &BTreeMap<Sum, (Outcome, u32)>,
    start: &Sum,
) {
    let text = World::write(start);
    let position = session.book().position(&text).expect("a position");
    let line = session
        .line(&position)
        .unwrap_or_else(|why| panic!("{text}: {why}"));
    let told = format!("{}{text}: {line:?}", world.text);
    let (winner, length) = truth[start];
    assert_eq!(line.winner, winner, "{told}");
    let mut now = start.clone();
    for step in &line.moves {
        let next = World::read(&step.to);
        assert!(world.turns(&now).contains(&next), "{told}");
        assert_right(truth[&now].0, truth[&next].0, &told);
        now = next;
    }
    assert!(line.is_perfect, "{told}");
    if winner == Outcome::Draw {
        assert!(
            line.repeats
                .is_some_and(|earlier| earlier < line.moves.len()),
            "{told}"
        );
    } else {
        assert_eq!(
            (line.moves.len(), line.repeats),
            (length as usize, None),
            "{told}"
        );
        assert!(world.turns(&now).is_empty(), "{told}");
    }
}

/// The best moves against chance replies: right at every move, with the right length, and a won play ends as soon as it has to.
fn play_against_chance(
    session: &mut Session,
    world: &World,
    truth: &BTreeMap<Sum, (Outcome, u32)>,
    start: &Sum,
    chance: &mut Chance,
) {
    let mut now = start.clone();
    let mut left = None;
    // A won play has an end, others need not.
    let mut others = 0;
    while others < 20 {
        let text = World::write(&now);
        let told = format!("{}{text}", world.text);
        // Only nim may be left, and nothing is no position.
        if !now.iter().any(|pile| pile.0 != NIM) {
            return;
        }
        let position = session.book().position(&text).expect("a position");
        let solution = session
            .solve(&position, 1)
            .unwrap_or_else(|why| panic!("{text}: {why}"));
        let (winner, length) = truth[&now];
        assert_eq!(solution.winner, winner, "{told}");
        if winner == Outcome::First {
            assert!(left.is_none_or(|left| length < left), "{told}");
            left = Some(length);
        } else {
            others += 1;
        }
        let value = value(session, &format!("best({text})"));
        let Some(best) = solution.best else {
            assert!(
                world.turns(&now).is_empty() && value == Value::Nothing,
                "{told}"
            );
            return;
        };
        assert_eq!(
            value,
            Value::Position(best.play.to.clone().into()),
            "{told}"
        );
        assert_eq!(best.wins, winner == Outcome::First, "{told}");
        let decided = winner != Outcome::Draw;
        assert_eq!(best.length, decided.then_some(length), "{told}");
        let next = World::read(&best.play.to);
        assert!(world.turns(&now).contains(&next), "{told}: {next:?}");
        assert_right(winner, truth[&next].0, &told);
        let replies: Vec<Sum> = world.turns(&next).into_iter().collect();
        if replies.is_empty() {
            return;
        }
        now = replies[chance.index(replies.len())].clone();
    }
}
