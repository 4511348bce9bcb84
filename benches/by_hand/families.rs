//! The families: rules and question for nimrule, and the loop by hand.

use std::sync::Arc;

use nimrule::query::answer::Numbers;
use nimrule::work::budget::{Budget, Limits};
use nimrule::work::world::{Unread, World};
use nimrule::{Rulebook, Session, Settings, Value};

use crate::by_hand::{self, boxes};

/// What a side found out.
pub enum Output {
    Bytes(Vec<u8>),
    Shorts(Vec<u16>),
    Longs(Vec<u32>),
    Numbers(Numbers),
    One(u64),
    Period(u64, u64),
    Value(Value),
}

impl Output {
    /// The numbers in order.
    fn each(&self) -> Box<dyn Iterator<Item = u64> + '_> {
        match self {
            Output::Bytes(values) => Box::new(values.iter().map(|value| u64::from(*value))),
            Output::Shorts(values) => Box::new(values.iter().map(|value| u64::from(*value))),
            Output::Longs(values) => Box::new(values.iter().map(|value| u64::from(*value))),
            Output::Numbers(values) => Box::new(values.iter()),
            Output::One(value) => Box::new([*value].into_iter()),
            Output::Period(period, preperiod) => Box::new([*period, *preperiod].into_iter()),
            Output::Value(value) => flat(value),
        }
    }

    /// Whether the numbers are those of the other side.
    pub fn same(&self, other: &Output) -> bool {
        self.each().eq(other.each())
    }
}

fn flat(value: &Value) -> Box<dyn Iterator<Item = u64> + '_> {
    match value {
        Value::List(items) => Box::new(items.iter().flat_map(flat)),
        value => Box::new(value.as_int().map(|value| value as u64).into_iter()),
    }
}

/// What nimrule is asked about the game `g`.
enum Ask {
    /// The values of the piles 0..=size.
    Values,
    /// The period, with a proof.
    Period,
    /// An expression, made from the size and the input.
    Expr(fn(usize, &str) -> String),
}

/// A game with its two solutions.
pub struct Family {
    pub name: &'static str,
    /// The size of the table and the benchmark.
    pub size: usize,
    /// The size for a mere check.
    pub small: usize,
    unit: &'static str,
    rules: &'static str,
    engine: Option<&'static str>,
    ask: Ask,
    /// Numbers that both sides read, made beforehand.
    input: fn(usize) -> String,
    by_hand: fn(usize, &str) -> Output,
}

impl Family {
    /// The size in words.
    pub fn extent(&self) -> String {
        let digits = self.size.to_string();
        let groups = digits.as_bytes().rchunks(3).rev();
        let groups: Vec<_> = groups.map(String::from_utf8_lossy).collect();
        self.unit.replace("{}", &groups.join(" "))
    }

    /// The text of numbers that both sides read.
    pub fn input(&self, size: usize) -> Arc<str> {
        (self.input)(size).into()
    }

    /// nimrule's answer, from the text of the rules on.
    pub fn nimrule(&self, size: usize, input: &Arc<str>) -> Output {
        let mut book = Rulebook::new(Arc::new(Table(input.clone())), Limits::default());
        book.add("rules", self.rules).expect("the rules are right");
        let settings = Settings::default().with_engine(self.engine);
        let mut session = Session::new(book, settings).expect("the engine exists");
        let game = session.game(Some("g")).expect("the game exists");
        match self.ask {
            Ask::Values => {
                let values = session.values(&game, 0, size as i64).expect("values");
                Output::Numbers(values.values)
            }
            Ask::Period => {
                let found = session.period(&game, Some(size as u64)).expect("a period");
                let proven = found.proven.expect("a proof");
                Output::Period(proven.period, proven.preperiod)
            }
            Ask::Expr(text) => {
                let answer = session
                    .eval_text("bench", &text(size, input))
                    .expect("a value");
                Output::Value(answer.value)
            }
        }
    }

    /// The answer of the loop by hand.
    pub fn by_hand(&self, size: usize, input: &str) -> Output {
        (self.by_hand)(size, input)
    }
}

/// A random number for a place.
fn random(place: usize) -> u64 {
    let mut state = (place as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    state = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    state = (state ^ state >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    state ^ state >> 31
}

/// The limits of each pile up to a size: two random amounts, the smaller one first.
fn limits(size: usize) -> String {
    let mut text = String::from("low,high\n");
    for pile in 0..=size {
        let amount = |place: usize| 1 + random(2 * pile + place) % pile.max(1) as u64;
        let (low, high) = (amount(0).min(amount(1)), amount(0).max(amount(1)));
        text += &format!("{low},{high}\n");
    }
    text
}

/// Reads one table, whatever the name.
struct Table(Arc<str>);

impl World for Table {
    fn resolve(&self, _from: &str, path: &str) -> Result<String, Unread> {
        Ok(path.to_owned())
    }

    fn read(&self, _name: &str, _budget: &mut Budget) -> Result<Vec<u8>, Unread> {
        Ok(self.0.as_bytes().to_vec())
    }
}

/// So many random piles.
fn piles(count: usize) -> String {
    let piles: Vec<String> = (0..count)
        .map(|place| (random(place) % 1_000_000_000_000).to_string())
        .collect();
    piles.join(", ")
}

const PILES: &str = "piles 0..{}";

/// Values of small and large piles.
fn family(
    name: &'static str,
    rules: &'static str,
    size: usize,
    by_hand: fn(usize, &str) -> Output,
) -> Family {
    Family {
        name,
        size,
        small: size / 50,
        unit: PILES,
        rules,
        engine: None,
        ask: Ask::Values,
        input: |_| String::new(),
        by_hand,
    }
}

/// All families.
pub fn all() -> Vec<Family> {
    let mut all = taking();
    all.extend(falling_apart());
    all.extend(positions());
    all.extend(far_piles());
    all.extend(tuples());
    all.extend(unlike_tuples());
    all
}

fn taking() -> Vec<Family> {
    vec![
        family(
            "`take 1, 3, 4`",
            "game g { take 1, 3, 4 }",
            10_000_000,
            |n, _| Output::Bytes(by_hand::one_three_four(n)),
        ),
        Family {
            input: limits,
            ..family(
                "`take low[n]..high[n]`, limits from a table",
                "let low = column(\"limits.csv\", \"low\")
            let high = column(\"limits.csv\", \"high\")
            game g { take low[n]..high[n] }",
                300_000,
                |_, table| Output::Longs(by_hand::interval(table)),
            )
        },
        family(
            "`take k*k for k in 1..`",
            "game g { take k*k for k in 1.. }",
            100_000,
            |n, _| Output::Shorts(by_hand::squares(n)),
        ),
        Family {
            engine: Some("sparse"),
            ..family(
                "0.77 (Kayles), engine `sparse`",
                "game g { octal 0.77 }",
                100_000,
                |n, _| Output::Shorts(by_hand::octal(&[7, 7], n)),
            )
        },
        Family {
            ask: Ask::Period,
            unit: "proof, piles up to {}",
            small: 1_000_000,
            ..family(
                "0.16, its period",
                "game g { octal 0.16 }",
                1_000_000,
                |n, _| {
                    let (period, preperiod) = by_hand::period(n);
                    Output::Period(period, preperiod)
                },
            )
        },
    ]
}

fn falling_apart() -> Vec<Family> {
    vec![
        family(
            "Grundy's game",
            "game g { split into 2 unequal }",
            20_000,
            |n, _| Output::Shorts(by_hand::grundys_game(n)),
        ),
        family("0.007", "game g { octal 0.007 }", 20_000, |n, _| {
            Output::Shorts(by_hand::octal(&[0, 0, 7], n))
        }),
        Family {
            small: 60,
            ..family("`split into 3`", "game g { split into 3 }", 300, |n, _| {
                Output::Shorts(by_hand::into_three(n))
            })
        },
        Family {
            small: 60,
            ..family(
                "`take 1 leaving 0.. piles`",
                "game g { take 1 leaving 0.. piles }",
                200,
                |n, _| Output::Shorts(by_hand::take_one_and_shatter(n)),
            )
        },
        family(
            "`take k where k not in [2, 3, 7]`",
            "game g { take k where k not in [2, 3, 7] }",
            100_000,
            |n, _| Output::Longs(by_hand::all_but(n)),
        ),
    ]
}

fn positions() -> Vec<Family> {
    vec![
        Family {
            unit: "a sum of {} piles",
            ask: Ask::Expr(|_, piles| format!("grundy(g[{piles}])")),
            input: piles,
            ..family("`take any`", "game g { take any }", 10_000, |_, piles| {
                Output::One(by_hand::nim_sum(piles))
            })
        },
        Family {
            small: 20,
            unit: "a table of {} rows",
            ask: Ask::Expr(|n, _| format!("table(g, 0..{0}, 0..{0})", n - 1)),
            ..family(
                "Wythoff's game",
                "game g { pile {a, b}  take any from a  move a, b -> a - k, b - k for k in 1.. }",
                500,
                |n, _| Output::Shorts(by_hand::wythoff(n)),
            )
        },
        Family {
            small: 20,
            unit: "the pile ({}, {})",
            ask: Ask::Expr(|n, _| format!("grundy(g[({n}, {n})])")),
            ..family(
                "Wythoff's game",
                "game g { pile {a, b}  take any from a  move a, b -> a - k, b - k for k in 1.. }",
                499,
                |n, _| Output::One(by_hand::wythoff(n + 1).last().copied().unwrap_or(0).into()),
            )
        },
    ]
}

fn far_piles() -> Vec<Family> {
    let far = |name, rules, by_hand| {
        let ask = |n, _: &str| format!("grundy(g[{n}])");
        tuple(
            name,
            rules,
            ("the pile {}", 100_000_000, 5_000),
            ask,
            by_hand,
        )
    };
    let misere = |name, rules, size, by_hand| {
        let ask = |n, _: &str| format!("if winner(g[{n}]) == first then 1 else 0");
        tuple(name, rules, ("the pile {}", size, 5_000), ask, by_hand)
    };
    vec![
        misere(
            "squares, the last move loses, who wins",
            "game g { take k where square(k)  misere }",
            1_000_000,
            |n, _| Output::One(by_hand::misere_squares(n).into()),
        ),
        misere(
            "up to half of the pile, the last move loses, who wins",
            "game g { take 1..n / 2  misere }",
            1_000_000,
            |n, _| Output::One(by_hand::misere_half(n).into()),
        ),
        far(
            "`take 1, 2, 1_000_007`",
            "game g { take 1, 2, 1_000_007 }",
            |n, _| Output::One(by_hand::one_two_or_many(n).into()),
        ),
        far(
            "`take 1`, or half of the pile is left",
            "game g { take 1  move n -> n / 2 where n > 0 }",
            |n, _| Output::One(by_hand::one_or_half(n).into()),
        ),
    ]
}

/// One pile of a game on tuples or rows.
fn tuple(
    name: &'static str,
    rules: &'static str,
    (unit, size, small): (&'static str, usize, usize),
    ask: fn(usize, &str) -> String,
    by_hand: fn(usize, &str) -> Output,
) -> Family {
    Family {
        small,
        unit,
        ask: Ask::Expr(ask),
        ..family(name, rules, size, by_hand)
    }
}

fn chomp(rows: usize) -> Family {
    tuple(
        "Chomp, Grundy value",
        "game g { pile p[]
        move p -> p[..i-1] ++ [min(x, j) for x in p[i..]] for i in 0..len(p)-1, j in 0..p[i]-1 }",
        ("{} rows of 10", rows, 4),
        |n, _| format!("grundy(g[[10; {n}]])"),
        |n, _| Output::One(boxes::chomp(n)),
    )
}

fn unlike_tuples() -> Vec<Family> {
    vec![
        tuple(
            "1 to 5, but not as many as in the turn before",
            "game g { pile (n, last)  move n, last -> n - k, k for k in 1..5 where k != last }",
            ("the pile ({}, 0)", 1_000_000, 300),
            |n, _| format!("grundy(g[({n}, 0)])"),
            |n, _| Output::One(boxes::not_as_before(n)),
        ),
        tuple(
            "pairs, from one or unlike amounts from both",
            "game g { pile {a, b}  take any from a  move a, b -> a - k, b - l for k in 1.., l in k..2 * k + 2 }",
            ("the pile ({}, …)", 200, 30),
            |n, _| format!("grundy(g[({n}, {n})])"),
            |n, _| Output::One(boxes::unlike_amounts(n)),
        ),
    ]
}

fn tuples() -> Vec<Family> {
    let pair = |n, _: &str| format!("grundy(g[({n}, {n})])");
    let triple = |n, _: &str| format!("grundy(g[({n}, {n}, {n})])");
    vec![
        tuple(
            "knight, four moves",
            "game g { pile (r in 0..999, c in 0..999)
            move (r, c) -> (r + dr, c + dc) for (dr, dc) in [(-2, 1), (-2, -1), (1, -2), (-1, -2)] }",
            ("a board of {}²", 1000, 1000),
            |n, _| format!("grundy(g[({0}, {0})])", n - 1),
            |n, _| Output::One(boxes::knight(n)),
        ),
        tuple(
            "the same, and back along the diagonal; `loopy`, who wins",
            "game g { pile (r in 0..599, c in 0..599)
            move (r, c) -> (r + dr, c + dc) for (dr, dc) in [(-2, 1), (-2, -1), (1, -2), (-1, -2), (1, 1)]
            loopy }",
            ("a board of {}²", 600, 600),
            |n, _| format!("if winner(g[({0}, {0})]) == draw then 0 else 1", n - 1),
            |n, _| Output::One(boxes::for_ever(n)),
        ),
        tuple(
            "pairs, short moves",
            "game g { pile (a, b)  take 1..3 from a  take 1..2 from b  move (a, b) -> (a - 1, b - 1) }",
            ("the pile ({}, …)", 2000, 40),
            pair,
            |n, _| Output::One(boxes::two(n)),
        ),
        tuple(
            "pairs, short moves under conditions on both",
            "game g { pile (a, b)  take 1..3 from a where a > b  take 1..2 from b where (a + b) % 3 != 0
            move (a, b) -> (a - 1, b - 1) where a != b }",
            ("the pile ({}, …)", 2000, 40),
            pair,
            |n, _| Output::One(boxes::two_under_conditions(n)),
        ),
        tuple(
            "triples, short moves",
            "game g { pile (a, b, c)  take 1..3 from a  take 1..2 from b  take 1 from c
            move (a, b, c) -> (a - 1, b - 1, c - 1) }",
            ("the pile ({}, …)", 200, 20),
            triple,
            |n, _| Output::One(boxes::three(n, false)),
        ),
        tuple(
            "triples, short moves under conditions on two",
            "game g { pile (a, b, c)  take 1..3 from a where a > b  take 1..2 from b
            take 1 from c where (a + c) % 3 != 0  move (a, b, c) -> (a - 1, b - 1, c - 1) }",
            ("the pile ({}, …)", 200, 20),
            triple,
            |n, _| Output::One(boxes::three(n, true)),
        ),
        tuple(
            "quadruples, short moves",
            "game g { pile (a, b, c, d)  take 1..2 from a  take 1..2 from b  take 1..2 from c  take 1..2 from d
            move (a, d) -> (a - 1, d - 1) }",
            ("the pile ({}, …)", 50, 8),
            |n, _| format!("grundy(g[({n}, {n}, {n}, {n})])"),
            |n, _| Output::One(boxes::four(n)),
        ),
        chomp(9),
        chomp(11),
        tuple(
            "the greatest value for `take 1, 3, 4`",
            "game g { take 1, 3, 4 }",
            (PILES, 10_000_000, 1000),
            |n, _| format!("max(values(g, 0..{n}))"),
            |n, _| Output::One(by_hand::one_three_four(n).into_iter().max().unwrap_or(0).into()),
        ),
    ]
}
