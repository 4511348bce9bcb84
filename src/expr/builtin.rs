//! The built-in functions: their names, what they take and give, and what they compute.

use std::borrow::Cow;

use hashbrown::HashSet;

use super::fault::FaultKind;
use super::kind::Kind;
use super::numbers::{
    digits, mex, next_fibonacci, next_power_of_two, next_square, next_triangular, nim_product,
    power, prime, shift, square, xor,
};
pub(crate) use super::numbers::{gcd, lcm};
use super::value::Value;

/// An enum of what is called by a name: built-in functions, queries.
macro_rules! named {
    ($(#[$doc:meta])* $type:ident { $($variant:ident $name:literal $usage:literal;)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $type {
            $(#[doc = $usage] $variant,)*
        }

        impl $type {
            pub const ALL: &'static [$type] = &[$($type::$variant),*];

            pub fn name(self) -> &'static str {
                match self { $($type::$variant => $name,)* }
            }

            /// How it is called and what it gives.
            pub fn usage(self) -> &'static str {
                match self { $($type::$variant => $usage,)* }
            }

            pub fn by_name(name: &str) -> Option<$type> {
                $type::ALL.iter().copied().find(|it| it.name() == name)
            }
        }
    };
}

pub(crate) use named;

named! {
    Builtin {
        Min "min" "min(a, b, …) or min(list): the least";
        Max "max" "max(a, b, …) or max(list): the greatest";
        Abs "abs" "abs(a): the absolute value";
        Gcd "gcd" "gcd(a, b, …) or gcd(list): the greatest common divisor";
        Lcm "lcm" "lcm(a, b, …) or lcm(list): the least common multiple";
        Pow "pow" "pow(base, exponent): a power, exponent at least 0";
        Isqrt "isqrt" "isqrt(n): the square root, rounded down";
        Ilog2 "ilog2" "ilog2(n): the place of the highest binary digit, n at least 1";
        Popcount "popcount" "popcount(n): how many binary digits are 1";
        Xor "xor" "xor(a, b, …) or xor(list): the nim-sum";
        NimProduct "nim_product" "nim_product(a, b): the nim-product of numbers below 2^32";
        BitAnd "bitand" "bitand(a, b, …) or bitand(list): the binary digits that are 1 in all, of 64";
        BitOr "bitor" "bitor(a, b, …) or bitor(list): the binary digits that are 1 in some, of 64";
        Shift "shift" "shift(x, k): the binary digits moved k places to the left, or -k to the right, where the sign stays";
        Mex "mex" "mex(a, b, …) or mex(list): the least non-negative integer that is absent";
        Digits "digits" "digits(n): the decimal digits, the highest first";
        Prime "prime" "prime(n): whether n is a prime number";
        Square "square" "square(n): whether n is a square, 0 included";
        Odd "odd" "odd(n): whether n is odd";
        Even "even" "even(n): whether n is even";
        Fibonacci "fibonacci" "fibonacci(n): whether n is a Fibonacci number, 0 included";
        Triangular "triangular" "triangular(n): whether n is 0, 1, 3, 6, 10, …";
        PowerOfTwo "power_of_two" "power_of_two(n): whether n is 1, 2, 4, 8, …";
        Len "len" "len(list): how many elements";
        Indices "indices" "indices(list): 0 .. len(list) - 1";
        Sum "sum" "sum(list): the sum, 0 for the empty list";
        Sort "sort" "sort(list): in ascending order";
        Unique "unique" "unique(list): without repetitions, in the order of first appearance";
        Reverse "reverse" "reverse(list): from the last to the first";
        Any "any" "any(list): whether some truth value is true";
        All "all" "all(list): whether every truth value is true";
        Remove "remove" "remove(list, i, …): without the entries at these indices";
        Compositions "compositions" "compositions(total, parts): all lists of that many non-negative integers with that sum";
        Cells "cells" "cells(board, mark): the (row, column) of each such mark in a board such as \"##./.#.\"";
        Closure "closure" "closure(list, f): the list and all that f, a function that gives a list, adds to it, each once";
    }
}

impl Builtin {
    /// The kind of the result for arguments of these kinds, or what the function takes.
    pub fn result(self, args: &[Kind]) -> Result<Kind, String> {
        use Builtin::*;
        let wrong = || Err(self.usage().to_string());
        let element = |list: &Kind, kind: &Kind| list.element().is_some_and(|e| e.fits(kind));
        let ints = |kinds: &[Kind]| kinds.iter().all(|kind| kind.fits(&Kind::Int));
        let int_list = Kind::Int.list();
        match (self, args) {
            (Min | Max | Gcd | Lcm | Xor | BitAnd | BitOr | Mex | Sum, [list])
                if element(list, &Kind::Int) =>
            {
                Ok(Kind::Int)
            }
            (Min | Max | Gcd | Lcm | Xor | BitAnd | BitOr | Mex, [_, ..]) if ints(args) => {
                Ok(Kind::Int)
            }
            (Abs | Isqrt | Ilog2 | Popcount, [_]) if ints(args) => Ok(Kind::Int),
            (Pow | NimProduct | Shift, [_, _]) if ints(args) => Ok(Kind::Int),
            (Digits, [_]) if ints(args) => Ok(int_list),
            (Prime | Square | Odd | Even | Fibonacci | Triangular | PowerOfTwo, [_])
                if ints(args) =>
            {
                Ok(Kind::Bool)
            }
            (Len, [list]) if list.element().is_some() => Ok(Kind::Int),
            (Indices, [list]) if list.element().is_some() => Ok(int_list),
            (Sort, [list]) if list.element().is_some_and(orderable) => Ok(list.clone()),
            (Unique | Reverse, [list]) if list.element().is_some() => Ok(list.clone()),
            (Any | All, [list]) if element(list, &Kind::Bool) => Ok(Kind::Bool),
            (Remove, [list, indices @ ..])
                if list.element().is_some() && !indices.is_empty() && ints(indices) =>
            {
                Ok(list.clone())
            }
            (Compositions, [_, _]) if ints(args) => Ok(int_list.list()),
            (Cells, [board, mark]) if board.fits(&Kind::Str) && mark.fits(&Kind::Str) => {
                Ok(Kind::Tuple(vec![Kind::Int, Kind::Int]).list())
            }
            _ => wrong(),
        }
    }

    /// How many bytes are taken to work on such arguments, the first of which may be a list of so many elements, the result with them.
    pub(super) fn bytes_for(self, args: &[Value], len: usize) -> u64 {
        if let (Builtin::Compositions, [Value::Int(total), Value::Int(parts)]) = (self, args) {
            return composition_places(*total, *parts).saturating_mul(size_of::<Value>() as u64);
        }
        let lists = match self {
            Builtin::Sort
            | Builtin::Reverse
            | Builtin::Remove
            | Builtin::Indices
            | Builtin::Mex => 1,
            // With a table of what was seen, at most half full.
            Builtin::Unique => 4,
            _ => 0,
        };
        lists * (len * size_of::<Value>()) as u64
    }

    /// The result for integer arguments, where there is a way that needs no list.
    ///
    /// Truth values are 0 and 1. `None`: the function has no such form for so many arguments.
    #[inline]
    pub fn on_ints(self, args: &[i64]) -> Option<Result<i64, FaultKind>> {
        use Builtin::*;
        Some(match (self, args) {
            (Min, [a, b]) => Ok(*a.min(b)),
            (Max, [a, b]) => Ok(*a.max(b)),
            (Gcd, [a, b]) => gcd(*a, *b),
            (Lcm, [a, b]) => lcm(*a, *b),
            (Xor, [a, b]) => xor(*a, *b),
            (Pow, [base, exponent]) => power(*base, *exponent),
            (NimProduct, [a, b]) => nim_product(*a, *b),
            (BitAnd, [a, b]) => Ok(a & b),
            (BitOr, [a, b]) => Ok(a | b),
            (Shift, [x, k]) => shift(*x, *k),
            (Abs, [a]) => a.checked_abs().ok_or(FaultKind::Overflow),
            (Isqrt, [n]) => n.checked_isqrt().ok_or_else(|| {
                FaultKind::Argument(format!("isqrt({n}): a negative number has no square root"))
            }),
            (Ilog2, [n]) => n.checked_ilog2().map(i64::from).ok_or_else(|| {
                FaultKind::Argument(format!(
                    "ilog2({n}): the number must be at least 1, as after `where n > 0`"
                ))
            }),
            (Popcount, [n]) if *n >= 0 => Ok(i64::from(n.count_ones())),
            (Popcount, [n]) => Err(FaultKind::Argument(format!(
                "popcount({n}): the number must not be negative"
            ))),
            (Prime, [n]) => Ok(i64::from(prime(*n))),
            (Square, [n]) => Ok(i64::from(square(*n))),
            (Odd, [n]) => Ok(n & 1),
            (Even, [n]) => Ok(1 - (n & 1)),
            (Fibonacci, [n]) => Ok(i64::from(next_fibonacci(*n) == Some(*n))),
            (Triangular, [n]) => Ok(i64::from(next_triangular(*n) == Some(*n))),
            (PowerOfTwo, [n]) => Ok(i64::from(*n > 0 && n & (n - 1) == 0)),
            _ => return None,
        })
    }

    /// The least number of this kind from `least` on, of kinds of which there are few; `None`: no number of 64 bits.
    pub fn next_from(self, least: i64) -> Option<i64> {
        match self {
            Builtin::PowerOfTwo => next_power_of_two(least),
            Builtin::Square => next_square(least),
            Builtin::Fibonacci => next_fibonacci(least),
            Builtin::Triangular => next_triangular(least),
            _ => Some(least),
        }
    }

    /// The result for any arguments of the right kinds; `max_len` bounds the length of a list that is made.
    pub fn apply(self, args: &[Value], max_len: usize) -> Result<Value, FaultKind> {
        use Builtin::*;
        if let [Value::Int(_)] | [Value::Int(_), Value::Int(_)] = args {
            let ints: smallvec::SmallVec<[i64; 2]> =
                args.iter().filter_map(Value::as_int).collect();
            if let Some(result) = self.on_ints(&ints) {
                let value = result?;
                return Ok(match self {
                    Prime | Square | Odd | Even | Fibonacci | Triangular | PowerOfTwo => {
                        Value::Bool(value != 0)
                    }
                    _ => Value::Int(value),
                });
            }
        }
        // The elements of a single list argument, else the arguments themselves.
        let ints = || match args {
            [Value::List(list)] => list.ints(),
            _ => Box::new(args.iter().filter_map(Value::as_int)),
        };
        let list = || args[0].items();
        let each = || args[0].each().map(Cow::into_owned);
        match self {
            Min | Max => {
                let extremes = match args {
                    [Value::List(list)] => list.extremes(),
                    _ => ints().min().zip(ints().max()),
                };
                let (least, most) = extremes.ok_or(FaultKind::Empty(self.name()))?;
                Ok(Value::Int(if self == Min { least } else { most }))
            }
            Gcd => ints().try_fold(0, gcd).map(Value::Int),
            Lcm => ints().try_fold(1, lcm).map(Value::Int),
            Xor => ints().try_fold(0, xor).map(Value::Int),
            BitAnd => Ok(Value::Int(ints().fold(-1, |all, n| all & n))),
            BitOr => Ok(Value::Int(ints().fold(0, |all, n| all | n))),
            Sum => ints()
                .try_fold(0i64, |sum, n| sum.checked_add(n).ok_or(FaultKind::Overflow))
                .map(Value::Int),
            Mex => Ok(Value::Int(mex(ints()))),
            Digits => match ints().next() {
                Some(n) if n >= 0 => Ok(Value::ints(digits(n))),
                other => Err(FaultKind::Argument(format!(
                    "digits({}): the number must not be negative",
                    other.unwrap_or(0)
                ))),
            },
            Len => Ok(Value::Int(args[0].len() as i64)),
            Indices => Ok(Value::ints(0..args[0].len() as i64)),
            Sort => {
                let mut items: Vec<Value> = each().collect();
                items.sort_by(compare);
                Ok(Value::list(items))
            }
            Unique => Ok(unique(&args[0])),
            Reverse => {
                let mut items: Vec<Value> = each().collect();
                items.reverse();
                Ok(Value::list(items))
            }
            Any => Ok(Value::Bool(list().contains(&Value::Bool(true)))),
            All => Ok(Value::Bool(!list().contains(&Value::Bool(false)))),
            Remove => remove(&args[0], &args[1..]),
            Compositions => match args {
                [Value::Int(total), Value::Int(parts)] => compositions(*total, *parts, max_len),
                _ => Err(FaultKind::internal(
                    "compositions of something else than two numbers",
                )),
            },
            Cells => match args {
                [Value::Str(board), Value::Str(mark)] => cells(board, mark, max_len),
                _ => Err(FaultKind::internal("cells of something else than texts")),
            },
            // Their one form was tried above, and the checker lets no other arguments through; a closure is an operation.
            Closure | Abs | Pow | NimProduct | Shift | Isqrt | Ilog2 | Popcount | Prime
            | Square | Odd | Even | Fibonacci | Triangular | PowerOfTwo => Err(
                FaultKind::internal("a function of numbers of something else"),
            ),
        }
    }
}

/// Whether values of this kind have an order: numbers by size, lists and tuples like words in a dictionary.
pub(crate) fn orderable(kind: &Kind) -> bool {
    match kind {
        Kind::Int | Kind::Bool | Kind::Str | Kind::Unknown => true,
        Kind::List(element) => orderable(element),
        Kind::Tuple(parts) => parts.iter().all(orderable),
        _ => false,
    }
}

/// Orders values of one kind: integers by size, lists and tuples element by element.
pub(crate) fn compare(a: &Value, b: &Value) -> std::cmp::Ordering {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => a.cmp(b),
        (Value::Bool(a), Value::Bool(b)) => a.cmp(b),
        (Value::Str(a), Value::Str(b)) => a.cmp(b),
        (Value::List(a), Value::List(b)) if a.is_numbers() || b.is_numbers() => {
            a.ints().cmp(b.ints())
        }
        _ => {
            let (a, b) = (a.items(), b.items());
            a.iter()
                .zip(b)
                .map(|(a, b)| compare(a, b))
                .find(|order| order.is_ne())
                .unwrap_or_else(|| a.len().cmp(&b.len()))
        }
    }
}

/// Each element once.
fn unique(list: &Value) -> Value {
    match list {
        Value::List(items) if items.is_numbers() => {
            let mut seen = HashSet::new();
            Value::ints(items.ints().filter(|n| seen.insert(*n)))
        }
        _ => {
            let mut seen = HashSet::new();
            let items = list.each().map(Cow::into_owned);
            let items = items.filter(|item| seen.insert(item.clone()));
            Value::list(items.collect())
        }
    }
}

fn remove(list: &Value, indices: &[Value]) -> Result<Value, FaultKind> {
    let len = list.len();
    let mut gone = vec![false; len];
    for index in indices.iter().filter_map(Value::as_int) {
        let slot = usize::try_from(index)
            .ok()
            .and_then(|index| gone.get_mut(index));
        *slot.ok_or(FaultKind::Index { index, len })? = true;
    }
    let left = list.each().zip(gone).filter(|(_, gone)| !gone);
    let left = left.map(|(item, _)| item.into_owned());
    Ok(Value::list(left.collect()))
}

/// How many elements the compositions of a number take, with what a list takes beside its elements.
fn composition_places(total: i64, parts: i64) -> u64 {
    let (Ok(total), Ok(parts)) = (u128::try_from(total), u128::try_from(parts)) else {
        return 0;
    };
    // There are `total + parts - 1` over `fewer`.
    let fewer = total.min(parts.saturating_sub(1));
    let all = total + parts.saturating_sub(1);
    let mut count: u128 = 1;
    for place in 1..=fewer {
        count = count * (all - fewer + place) / place;
        if count > u128::from(u64::MAX) {
            return u64::MAX;
        }
    }
    let places = count.saturating_mul(parts + BESIDE_A_LIST);
    u64::try_from(places).unwrap_or(u64::MAX)
}

/// What a list takes beside its elements, as so many of them.
const BESIDE_A_LIST: u128 = 8;

fn compositions(total: i64, parts: i64, max_len: usize) -> Result<Value, FaultKind> {
    if total < 0 || parts < 0 {
        return Err(FaultKind::Argument(format!(
            "compositions({total}, {parts}): neither number may be negative"
        )));
    }
    if parts == 0 {
        let empty = Value::list(Vec::new());
        return Ok(Value::list(vec![empty; usize::from(total == 0)]));
    }
    let too_many =
        || FaultKind::Argument(format!("compositions({total}, {parts}): too many lists"));
    if composition_places(total, parts) > max_len as u64 {
        return Err(too_many());
    }
    let parts = usize::try_from(parts).map_err(|_| too_many())?;
    // Counting in place: raise the last part but one that has something to its right, which becomes the new last part.
    let mut current = vec![0; parts];
    if let Some(last) = current.last_mut() {
        *last = total;
    }
    let mut all = Vec::new();
    loop {
        all.push(Value::ints(current.iter().copied()));
        let Some(place) = (1..parts).rev().find(|&place| current[place] > 0) else {
            return Ok(Value::list(all));
        };
        let moved = std::mem::replace(&mut current[place], 0);
        current[place - 1] += 1;
        current[parts - 1] = moved - 1;
    }
}

fn cells(board: &str, mark: &str, max_len: usize) -> Result<Value, FaultKind> {
    let mut signs = mark.chars();
    let (Some(mark), None) = (signs.next().filter(|sign| *sign != '/'), signs.next()) else {
        return Err(FaultKind::Argument(format!(
            "cells: \"{mark}\" is no mark; a mark is one sign, and rows have `/` between them"
        )));
    };
    // Other signs may be squares without the mark; these are no drawings.
    if let Some(sign) = ['|', '\\', '\n']
        .into_iter()
        .find(|it| *it != mark && board.contains(*it))
    {
        return Err(FaultKind::Argument(format!(
            "cells: rows have `/` between them, and not `{}`",
            sign.escape_default()
        )));
    }
    let mut found = Vec::new();
    for (row, line) in (0..).zip(board.split('/')) {
        for (column, _) in (0..).zip(line.chars()).filter(|(_, sign)| *sign == mark) {
            found.push(Value::tuple(vec![Value::Int(row), Value::Int(column)]));
        }
    }
    if 3 * found.len() > max_len {
        return Err(FaultKind::Argument("cells: too many of them".to_string()));
    }
    Ok(Value::list(found))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ints(builtin: Builtin, n: i64) -> bool {
        matches!(builtin.on_ints(&[n]), Some(Ok(1)))
    }

    #[test]
    fn predicates_agree_with_their_definitions() {
        let mut fib = (0i64, 1i64);
        let mut fibonacci = Vec::new();
        while fib.0 <= 2000 {
            fibonacci.push(fib.0);
            fib = (fib.1, fib.0 + fib.1);
        }
        for n in -5i64..=2000 {
            let is = |list: &mut dyn Iterator<Item = i64>| list.filter(|m| *m == n).count() > 0;
            for (builtin, expected) in [
                (Builtin::Square, is(&mut (0..=50).map(|k| k * k))),
                (
                    Builtin::Triangular,
                    is(&mut (0..=70).map(|k| k * (k + 1) / 2)),
                ),
                (Builtin::PowerOfTwo, is(&mut (0..12).map(|k| 1 << k))),
                (Builtin::Prime, n > 1 && (2..n).all(|d| n % d != 0)),
                (Builtin::Fibonacci, fibonacci.contains(&n)),
            ] {
                assert_eq!(ints(builtin, n), expected, "{} {n}", builtin.name());
            }
        }
        // The largest prime below 2^63, and a strong pseudoprime to the bases 2, 3, 5 and 7.
        assert!(ints(Builtin::Prime, 9_223_372_036_854_775_783));
        assert!(!ints(Builtin::Prime, 3_215_031_751));
        let last = 7_540_113_804_746_346_429;
        assert!(ints(Builtin::Fibonacci, last) && !ints(Builtin::Fibonacci, i64::MAX));
    }

    #[test]
    fn compositions_are_complete() {
        let all = Builtin::Compositions
            .apply(&[Value::Int(4), Value::Int(3)], 1000)
            .unwrap();
        let mut expected = Vec::new();
        for a in 0..=4 {
            for b in 0..=4 - a {
                expected.push(Value::ints([a, b, 4 - a - b]));
            }
        }
        assert_eq!(all, Value::list(expected));
        assert_eq!(
            Builtin::Compositions
                .apply(&[Value::Int(0), Value::Int(0)], 10)
                .unwrap(),
            Value::list(vec![Value::list(vec![])])
        );
    }

    #[test]
    fn lists() {
        let list = Value::ints([3, 1, 3, 2]);
        let cases = [
            (Builtin::Unique, Value::ints([3, 1, 2])),
            (Builtin::Sort, Value::ints([1, 2, 3, 3])),
            (Builtin::Reverse, Value::ints([2, 3, 1, 3])),
            (Builtin::Mex, Value::Int(0)),
            (Builtin::Xor, Value::Int(3)),
            (Builtin::Max, Value::Int(3)),
            (Builtin::Sum, Value::Int(9)),
        ];
        for (builtin, expected) in cases {
            assert_eq!(
                builtin.apply(std::slice::from_ref(&list), 100),
                Ok(expected),
                "{}",
                builtin.name()
            );
        }
        assert!(Builtin::Max.apply(&[Value::list(vec![])], 100).is_err());
        assert_eq!(
            Builtin::Digits.apply(&[Value::Int(0)], 100),
            Ok(Value::ints([0]))
        );
    }
}
