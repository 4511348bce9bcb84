//! Options a second of the search over rows and bags, against hand-written memoised searches of the same games.
//!
//! Throughput counts the options that the hand-written search makes and looks up: all of them for a Grundy value, and for a
//! winner those up to the first lost one. The solver reads the rules at every run and knows nothing of the games.

use std::collections::HashMap;
use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use nimrule::{Outcome, Rulebook, Session, Settings, Value};

const RULES: &str = "
game chomp {
    pile row[]
    move row -> row[..i - 1] ++ [min(r, j) for r in row[i..]] for i in indices(row), j in 0..row[i] - 1
}

game welter {
    pile {coin[]}
    move coin[i] -> cell for i, cell in 0..coin[i] - 1 where cell not in coin
}

# Circular Nim: any counters of two neighbouring piles, at least one.
game circular_nim {
    pile n[]
    move n[i], n[(i + 1) % len(n)] -> a, b
        for i in indices(n), a in 0..n[i], b in 0..n[(i + 1) % len(n)] where a + b < n[i] + n[(i + 1) % len(n)]
}
";

#[derive(Clone, Copy)]
enum Game {
    Chomp,
    Welter,
    CircularNim,
}

impl Game {
    fn name(self) -> &'static str {
        match self {
            Game::Chomp => "chomp",
            Game::Welter => "welter",
            Game::CircularNim => "circular_nim",
        }
    }

    fn start(self) -> Vec<u8> {
        match self {
            Game::Chomp => vec![8; 8],
            Game::Welter => vec![7, 12, 14, 17, 20],
            Game::CircularNim => vec![5; 5],
        }
    }

    /// Shows every option until `visit` has seen enough.
    fn each_option(self, row: &[u8], visit: &mut dyn FnMut(&[u8]) -> bool) {
        for i in 0..row.len() {
            match self {
                Game::Chomp => {
                    for j in 0..row[i] {
                        let mut option = row.to_vec();
                        option[i..].iter_mut().for_each(|r| *r = j.min(*r));
                        if visit(&option) {
                            return;
                        }
                    }
                }
                Game::Welter => {
                    for cell in (0..row[i]).filter(|cell| !row.contains(cell)) {
                        let mut option = row.to_vec();
                        option[i] = cell;
                        option.sort_unstable();
                        if visit(&option) {
                            return;
                        }
                    }
                }
                Game::CircularNim => {
                    let next = (i + 1) % row.len();
                    for (a, b) in (0..=row[i]).flat_map(|a| (0..=row[next]).map(move |b| (a, b))) {
                        if a + b == row[i] + row[next] {
                            continue;
                        }
                        let mut option = row.to_vec();
                        (option[i], option[next]) = (a, b);
                        if visit(&option) {
                            return;
                        }
                    }
                }
            }
        }
    }
}

/// A search by hand: the values of packed rows, five bits an entry.
struct ByHand {
    game: Game,
    known: HashMap<u64, u8>,
    options: u64,
}

impl ByHand {
    fn new(game: Game) -> ByHand {
        ByHand {
            game,
            known: HashMap::new(),
            options: 0,
        }
    }

    /// The Grundy value, or 1 where the player to move wins in misère play.
    fn value(&mut self, row: &[u8], is_grundy: bool) -> u8 {
        let key = row
            .iter()
            .fold(0, |key, entry| key << 5 | u64::from(*entry));
        if let Some(value) = self.known.get(&key) {
            return *value;
        }
        let (game, mut seen, mut moves) = (self.game, 0u128, false);
        game.each_option(row, &mut |option| {
            self.options += 1;
            moves = true;
            seen |= 1 << self.value(option, is_grundy);
            !is_grundy && seen & 1 == 1
        });
        let value = match is_grundy {
            true => seen.trailing_ones() as u8,
            false => u8::from(!moves || seen & 1 == 1),
        };
        self.known.insert(key, value);
        value
    }
}

fn solver(query: &str) -> Value {
    let book = Rulebook::parse(RULES).expect("the games are right");
    let mut session = Session::new(book, Settings::default()).expect("the default engine");
    session.eval_text("bench", query).expect("a value").value
}

fn rows(c: &mut Criterion) {
    for game in [Game::Chomp, Game::Welter, Game::CircularNim] {
        for is_grundy in [true, false] {
            let row = game.start();
            // In normal play the winner is known by the Grundy value: the search for outcomes is that of misère play.
            let query = match is_grundy {
                true => format!("grundy({}[{row:?}])", game.name()),
                false => format!("winner(misere({})[{row:?}])", game.name()),
            };
            let mut by_hand = ByHand::new(game);
            let value = by_hand.value(&row, is_grundy);
            assert_eq!(
                solver(&query),
                match is_grundy {
                    true => Value::Int(i64::from(value)),
                    false if value == 1 => Value::Outcome(Outcome::First),
                    false => Value::Outcome(Outcome::Second),
                }
            );
            let mut group = c.benchmark_group(&query);
            group.throughput(Throughput::Elements(by_hand.options));
            group.sample_size(10);
            group.bench_function(BenchmarkId::from_parameter("nimrule"), |bench| {
                bench.iter(|| solver(black_box(&query)));
            });
            group.bench_function(BenchmarkId::from_parameter("by hand"), |bench| {
                bench.iter(|| ByHand::new(game).value(black_box(&row), is_grundy));
            });
            group.finish();
        }
    }
}

criterion_group!(benches, rows);
criterion_main!(benches);
