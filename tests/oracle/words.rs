//! Random numbers and conditions: their text and what they mean.

use proptest::prelude::*;
use proptest::sample::select;

/// The values of the names, and of other texts that stand for a number.
pub type Env = Vec<(&'static str, i64)>;

/// An integer expression.
#[derive(Clone, Debug)]
pub enum Num {
    Lit(i64),
    Atom(&'static str),
    Bin(char, Box<Num>, Box<Num>),
    Call(&'static str, Vec<Num>),
    If(Box<Cond>, Box<Num>, Box<Num>),
}

/// A condition.
#[derive(Clone, Debug)]
pub enum Cond {
    Compare(Num, Vec<(&'static str, Num)>),
    In(bool, Num, Vec<i64>),
    InRange(bool, Num, Num, Num),
    Is(&'static str, Num),
    Not(Box<Cond>),
    And(Box<Cond>, Box<Cond>),
    Or(Box<Cond>, Box<Cond>),
}

fn floor_div(a: i64, b: i64) -> i64 {
    let quotient = a / b;
    if a % b != 0 && (a < 0) != (b < 0) {
        quotient - 1
    } else {
        quotient
    }
}

pub fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

fn within(text: String, wrap: bool) -> String {
    if wrap { format!("({text})") } else { text }
}

impl Num {
    pub fn bin(op: char, a: Num, b: Num) -> Num {
        Num::Bin(op, Box::new(a), Box::new(b))
    }

    pub fn eval(&self, env: &Env) -> i64 {
        match self {
            Num::Lit(n) => *n,
            Num::Atom(name) => {
                let found = env.iter().rev().find(|(known, _)| known == name);
                found.unwrap_or_else(|| panic!("no value for {name}")).1
            }
            Num::Bin(op, a, b) => {
                let (a, b) = (a.eval(env), b.eval(env));
                match op {
                    '+' => a + b,
                    '-' => a - b,
                    '*' => a * b,
                    '/' => floor_div(a, b),
                    '%' => a - b * floor_div(a, b),
                    _ => panic!("no operator {op}"),
                }
            }
            Num::Call(name, args) => {
                let args: Vec<i64> = args.iter().map(|arg| arg.eval(env)).collect();
                match (*name, args.as_slice()) {
                    ("min", [a, b]) => *a.min(b),
                    ("max", [a, b]) => *a.max(b),
                    ("gcd", [a, b]) => gcd(*a, *b),
                    ("abs", [a]) => a.abs(),
                    ("isqrt", [a]) => (0..).take_while(|root| root * root <= *a).count() as i64 - 1,
                    ("popcount", [a]) => i64::from(a.count_ones()),
                    ("xor", [a, b]) => a ^ b,
                    ("bitand", [a, b]) => a & b,
                    ("bitor", [a, b]) => a | b,
                    ("pow", [a, b]) => a.saturating_pow(*b as u32),
                    _ => panic!("no function {name}"),
                }
            }
            Num::If(cond, a, b) => {
                if cond.holds(env) {
                    a.eval(env)
                } else {
                    b.eval(env)
                }
            }
        }
    }

    /// The text with no more parentheses than the precedences ask for.
    pub fn text(&self) -> String {
        self.at(0)
    }

    /// The text as it stands beside an operator.
    pub fn operand(&self) -> String {
        self.at(1)
    }

    /// 0: anything; 1: an operand of a comparison or a range; 2: of a sum on its right; 3: of a product on its right.
    fn at(&self, level: u8) -> String {
        match self {
            Num::Lit(n) => n.to_string(),
            Num::Atom(name) => name.to_string(),
            Num::Bin(op, a, b) => {
                let (own, left, right) = if matches!(op, '+' | '-') {
                    (1, 1, 2)
                } else {
                    (2, 2, 3)
                };
                within(format!("{} {op} {}", a.at(left), b.at(right)), level > own)
            }
            Num::Call(name, args) => {
                let args: Vec<String> = args.iter().map(Num::text).collect();
                format!("{name}({})", args.join(", "))
            }
            Num::If(cond, a, b) => within(
                format!("if {} then {} else {}", cond.text(), a.text(), b.text()),
                level > 0,
            ),
        }
    }

    pub fn mentions(&self, name: &str) -> bool {
        match self {
            Num::Lit(_) => false,
            Num::Atom(known) => *known == name,
            Num::Bin(_, a, b) => a.mentions(name) || b.mentions(name),
            Num::Call(_, args) => args.iter().any(|arg| arg.mentions(name)),
            Num::If(cond, a, b) => cond.mentions(name) || a.mentions(name) || b.mentions(name),
        }
    }
}

impl Cond {
    pub fn holds(&self, env: &Env) -> bool {
        match self {
            Cond::Compare(first, rest) => {
                let mut left = first.eval(env);
                rest.iter().all(|(op, right)| {
                    let right = right.eval(env);
                    let holds = match *op {
                        "==" => left == right,
                        "!=" => left != right,
                        "<" => left < right,
                        "<=" => left <= right,
                        ">" => left > right,
                        ">=" => left >= right,
                        _ => panic!("no comparison {op}"),
                    };
                    left = right;
                    holds
                })
            }
            Cond::In(yes, n, list) => list.contains(&n.eval(env)) == *yes,
            Cond::InRange(yes, n, lo, hi) => {
                (lo.eval(env)..=hi.eval(env)).contains(&n.eval(env)) == *yes
            }
            Cond::Is(what, n) => {
                let n = n.eval(env);
                match *what {
                    "even" => n % 2 == 0,
                    "odd" => n % 2 != 0,
                    "prime" => n > 1 && (2..n).all(|d| n % d != 0),
                    "square" => (0..=n).any(|root| root * root == n),
                    "triangular" => (0..=n).any(|k| k * (k + 1) / 2 == n),
                    "power_of_two" => (0..32).any(|k| 1 << k == n),
                    "fibonacci" => {
                        let (mut a, mut b) = (0, 1);
                        while a < n {
                            (a, b) = (b, a + b);
                        }
                        a == n
                    }
                    _ => panic!("no predicate {what}"),
                }
            }
            Cond::Not(inner) => !inner.holds(env),
            Cond::And(a, b) => a.holds(env) && b.holds(env),
            Cond::Or(a, b) => a.holds(env) || b.holds(env),
        }
    }

    pub fn text(&self) -> String {
        self.at(0)
    }

    /// 0: anything; 1: below `or`; 2: below `and`; 3: below `not`.
    fn at(&self, level: u8) -> String {
        let word = |yes: &bool| if *yes { "in" } else { "not in" };
        match self {
            Cond::Compare(first, rest) => {
                let mut text = first.at(1);
                for (op, right) in rest {
                    text += &format!(" {op} {}", right.at(1));
                }
                text
            }
            Cond::In(yes, n, list) => format!("{} {} {list:?}", n.at(1), word(yes)),
            Cond::InRange(yes, n, lo, hi) => {
                format!("{} {} {}..{}", n.at(1), word(yes), lo.at(1), hi.at(1))
            }
            Cond::Is(what, n) => format!("{what}({})", n.text()),
            Cond::Not(inner) => within(format!("not {}", inner.at(2)), level > 2),
            Cond::And(a, b) => within(format!("{} and {}", a.at(1), b.at(1)), level > 1),
            Cond::Or(a, b) => within(format!("{} or {}", a.at(0), b.at(0)), level > 0),
        }
    }

    /// The text behind another condition.
    pub fn joined(&self) -> String {
        format!(" and {}", self.at(2))
    }

    pub fn mentions(&self, name: &str) -> bool {
        match self {
            Cond::Compare(first, rest) => {
                first.mentions(name) || rest.iter().any(|(_, n)| n.mentions(name))
            }
            Cond::In(_, n, _) | Cond::Is(_, n) => n.mentions(name),
            Cond::InRange(_, n, lo, hi) => {
                n.mentions(name) || lo.mentions(name) || hi.mentions(name)
            }
            Cond::Not(inner) => inner.mentions(name),
            Cond::And(a, b) | Cond::Or(a, b) => a.mentions(name) || b.mentions(name),
        }
    }

    /// The same condition with a mention of the name.
    pub fn mentioning(self, name: &'static str) -> Cond {
        if self.mentions(name) {
            return self;
        }
        let mention = Cond::Compare(Num::Atom(name), vec![(">", Num::Lit(0))]);
        Cond::And(Box::new(mention), Box::new(self))
    }
}

/// A `where` and its condition, nothing where there is none.
pub fn clause(guard: &Option<Cond>) -> String {
    guard
        .as_ref()
        .map(|guard| format!(" where {}", guard.text()))
        .unwrap_or_default()
}

pub fn allows(guard: &Option<Cond>, env: &Env) -> bool {
    guard.as_ref().is_none_or(|guard| guard.holds(env))
}

/// A random number over these names.
pub fn num(atoms: &'static [&'static str]) -> BoxedStrategy<Num> {
    let leaf = prop_oneof![
        2 => (-2i64..9).prop_map(Num::Lit),
        3 => select(atoms).prop_map(Num::Atom),
    ];
    leaf.prop_recursive(3, 8, 2, |inner| {
        let pair = (inner.clone(), inner.clone());
        let divisor = select(vec![-3, -2, 2, 3, 4, 5, 7]);
        let abs = |n: Num| Num::Call("abs", vec![n]);
        prop_oneof![
            4 => (select(vec!['+', '-', '*']), pair.clone()).prop_map(|(op, (a, b))| Num::bin(op, a, b)),
            3 => (select(vec!['/', '%']), inner.clone(), divisor)
                .prop_map(|(op, a, b)| Num::bin(op, a, Num::Lit(b))),
            2 => (select(vec!["min", "max", "gcd", "bitand", "bitor"]), pair.clone())
                .prop_map(|(name, (a, b))| Num::Call(name, vec![a, b])),
            1 => pair.clone().prop_map(move |(a, b)| Num::Call("xor", vec![abs(a), abs(b)])),
            1 => (select(vec!["isqrt", "popcount"]), inner.clone())
                .prop_map(move |(name, a)| Num::Call(name, vec![abs(a)])),
            1 => (comparison(inner.clone()), pair)
                .prop_map(|(cond, (a, b))| Num::If(Box::new(cond), Box::new(a), Box::new(b))),
        ]
    })
    .boxed()
}

fn comparison(num: impl Strategy<Value = Num> + Clone) -> impl Strategy<Value = Cond> {
    let op = select(vec!["==", "!=", "<", "<=", ">", ">="]);
    let more = prop::collection::vec((op.clone(), num.clone()), 1..=2);
    (num, more).prop_map(|(first, rest)| Cond::Compare(first, rest))
}

/// A random condition over these names.
pub fn cond(atoms: &'static [&'static str]) -> BoxedStrategy<Cond> {
    let remainder =
        (select(atoms), 2i64..5, 0i64..3, any::<bool>()).prop_map(|(name, m, r, yes)| {
            let op = if yes { "==" } else { "!=" };
            let left = Num::bin('%', Num::Atom(name), Num::Lit(m));
            Cond::Compare(left, vec![(op, Num::Lit(r % m))])
        });
    let predicate = select(vec![
        "even",
        "odd",
        "prime",
        "square",
        "triangular",
        "power_of_two",
        "fibonacci",
    ]);
    // `n - 1 >= k`
    let shifted = (select(atoms), -2i64..=2).prop_map(|(name, n)| match n {
        0 => Num::Atom(name),
        _ if n < 0 => Num::bin('-', Num::Atom(name), Num::Lit(-n)),
        _ => Num::bin('+', Num::Atom(name), Num::Lit(n)),
    });
    let linear = comparison(prop_oneof![3 => shifted, 1 => (0i64..4).prop_map(Num::Lit)]);
    let leaf = prop_oneof![
        3 => linear,
        3 => remainder,
        3 => comparison(num(atoms)),
        1 => (any::<bool>(), num(atoms), prop::collection::vec(0i64..9, 1..4))
            .prop_map(|(yes, n, list)| Cond::In(yes, n, list)),
        1 => (any::<bool>(), num(atoms), num(atoms), num(atoms))
            .prop_map(|(yes, n, lo, hi)| Cond::InRange(yes, n, lo, hi)),
        1 => (predicate, num(atoms)).prop_map(|(what, n)| Cond::Is(what, Num::Call("abs", vec![n]))),
    ];
    leaf.prop_recursive(2, 4, 2, |inner| {
        let pair = (inner.clone(), inner.clone());
        prop_oneof![
            pair.clone()
                .prop_map(|(a, b)| Cond::And(Box::new(a), Box::new(b))),
            pair.prop_map(|(a, b)| Cond::Or(Box::new(a), Box::new(b))),
            inner.prop_map(|a| Cond::Not(Box::new(a))),
        ]
    })
    .boxed()
}

/// A guard or none.
pub fn guard(atoms: &'static [&'static str]) -> BoxedStrategy<Option<Cond>> {
    prop::option::weighted(0.4, cond(atoms)).boxed()
}
