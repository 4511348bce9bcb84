//! What is written as in other languages, or as people say it: the complaint names the very text to put in its place.

use nimrule::{Rulebook, Session, Settings};

use crate::common::{opened, value};

/// Texts with a slip, and how they read when the help is followed.
const SLIPS: &[(&str, &str)] = &[
    (
        "let sums = [a + b for a in 1..3 for b in 1..a for c in 1..2]",
        "let sums = [a + b for a in 1..3, b in 1..a, c in 1..2]",
    ),
    (
        "game g { move n -> [a, b] for a in 1..n - 1 for b in 1..n - a where a + b < n }",
        "game g { move n -> [a, b] for a in 1..n - 1, b in 1..n - a where a + b < n }",
    ),
    ("game g { take 1|2 }", "game g { take 1, 2 }"),
    (
        "game g { move n -> n - 1 or n / 2 where n > 0 }",
        "game g { move n -> n - 1 where n > 0  move n -> n / 2 where n > 0 }",
    ),
    (
        "remove a prime number of stones",
        "game rule { take k where prime(k) }",
    ),
    (
        "n -> n - 1 or n / 2",
        "game rule { move n -> n - 1 move n -> n / 2 }",
    ),
    (
        "n -> n - 1, n - 2",
        "game rule { move n -> n - 1 move n -> n - 2 }",
    ),
    (
        "game g { take any k where even(k) }",
        "game g { take k where even(k) }",
    ),
    (
        "game g { pile (a, b)  take k from a and b }",
        "game g { pile (a, b)  move a, b -> a - k, b - k for k in 1.. }",
    ),
    (
        "game g { pile {a, b}  take k from a and k from b }",
        "game g { pile {a, b}  move a, b -> a - k, b - k for k in 1.. }",
    ),
    (
        "game g { if n > 2 { take 1 } else { take 2 } }",
        "game g { take 1 where n > 2  take 2 where n <= 2 }",
    ),
    (
        "game g { if even(n) { take 1 } else { take 2 } }",
        "game g { take 1 where even(n)  take 2 where not (even(n)) }",
    ),
    (
        "game g { pile (a, b) take 1 from a } let p = g[[1, 2]]",
        "game g { pile (a, b) take 1 from a } let p = g[(1, 2)]",
    ),
    (
        "game g { take any } let p = g[(1, 2)]",
        "game g { take any } let p = g[1, 2]",
    ),
    (
        "game g { take 1 to 3, not 2 }",
        "game g { take k for k in 1..3 where k != 2 }",
    ),
    (
        "game g { take 2 stones at most from either pile }",
        "game g { take 1..2 }",
    ),
    (
        "game g { take half if the pile is even }",
        "game g { take n / 2 where even(n) }",
    ),
    (
        "game g { take 1 or 2, and whoever has to take the last stone loses }",
        "game g { take 1, 2 misere }",
    ),
    (
        "game g { take 1 or 2, the loser is the player who takes the last }",
        "game g { take 1, 2 misere }",
    ),
    (
        "game g { take 1 or 2, the last player to take a stone wins }",
        "game g { take 1, 2 }",
    ),
    (
        "game g { take any power of two,misere }",
        "game g { take k where power_of_two(k) misere }",
    ),
    (
        "game g { take 1..2 may split }",
        "game g { take 1..2 leaving 0..2 piles }",
    ),
    ("game g { take 1, misere }", "game g { take 1 misere }"),
    ("game g { take 1, 3, and 4 }", "game g { take 1, 3, 4 }"),
    ("let f(n) = { n + 1 }", "let f(n) = n + 1"),
    (
        "game g { take 1 } expect g[4] loses",
        "game g { take 1 } expect winner(g[4]) == second",
    ),
    (
        "game g { take 1 } expect g[1, 2] is a win",
        "game g { take 1 } expect winner(g[1, 2]) == first",
    ),
    (
        "game g { take 1 } expect g[4] is a P-position",
        "game g { take 1 } expect winner(g[4]) == second",
    ),
    ("game g { n -> n - 1 }", "game g { move n -> n - 1 }"),
    (
        "game g { pile (x, y)  move x -> x - 1 where x > y || y > 3 }",
        "game g { pile (x, y)  move x -> x - 1 where x > y or y > 3 }",
    ),
    ("f(n) = n + 1", "let f(n) = n + 1"),
    ("game g { take k | k < 3 }", "game g { take k where k < 3 }"),
    (
        "game g { take k : n % k == 0 }",
        "game g { take k where n % k == 0 }",
    ),
    (
        "game g { pile n >= 1  take 1 }",
        "game g { pile n in 1..  take 1 }",
    ),
    (
        "game g { piles a, b  take any from a }",
        "game g { pile (a, b)  take any from a }",
    ),
    (
        "game g { pile [a, b]  take any from a }",
        "game g { pile (a, b)  take any from a }",
    ),
    ("game g { octal 0,77 }", "game g { octal 0.77 }"),
    ("let x 3", "let x = 3"),
    ("let a = 2**10", "let a = pow(2, 10)"),
    ("let a = 7 div 2", "let a = 7 / 2"),
    (
        "game g { take any } expect g[4].winner == first",
        "game g { take any } expect winner(g[4]) == first",
    ),
    ("let a = [1, 2].len()", "let a = len([1, 2])"),
    (
        "game g { take at most five, at least two }",
        "game g { take 2..5 }",
    ),
    (
        "game g { take at least two stones, at most five }",
        "game g { take 2..5 }",
    ),
    (
        "game g { take up to half of the stones, at least one }",
        "game g { take 1..n / 2 }",
    ),
    (
        "game g { take fewer than 6 stones, at least 3 }",
        "game g { take 3..5 }",
    ),
    (
        "game g { take 1 or 2 on your turn }",
        "game g { take 1, 2 }",
    ),
    (
        "game g { take at least 2 but fewer than 6 stones }",
        "game g { take 2..5 }",
    ),
    (
        "game g { take 1 and split }",
        "game g { take 1 leaving 2 piles }",
    ),
    (
        "game g { pile (a, b) take any from a and b }",
        "game g { pile (a, b) move a, b -> a - k, b - k for k in 1.. }",
    ),
    (
        "game g { pile (a, b) take 1, 3 from a and b }",
        "game g { pile (a, b) move a, b -> a - k, b - k for k in [1, 3] }",
    ),
    (
        "game g { pile (a, b) take k from both }",
        "game g { pile (a, b) move a, b -> a - k, b - k for k in 1.. }",
    ),
    (
        "game g { pile (a, b) take the same number from a and b }",
        "game g { pile (a, b) move a, b -> a - k, b - k for k in 1.. }",
    ),
    (
        "game g { pile (a, b) take any from a and the same number from b }",
        "game g { pile (a, b) move a, b -> a - k, b - k for k in 1.. }",
    ),
    (
        "game g { pile (a, b) take k from a and 2 * k from b }",
        "game g { pile (a, b) move a, b -> a - k, b - 2 * k for k in 1.. }",
    ),
    (
        "game g { pile (a, b) take k + 1 from a and k from b where k < 4 }",
        "game g { pile (a, b) move a, b -> a - (k + 1), b - k for k in 1.. where k < 4 }",
    ),
    (
        "game g { pile (a, b) take k from a and k from b for k in 1..3 }",
        "game g { pile (a, b) move a, b -> a - k, b - k for k in 1..3 }",
    ),
    (
        "game g { pile (a, b) take 1 from a and 2 from b }",
        "game g { pile (a, b) move a, b -> a - 1, b - 2 }",
    ),
    (
        "game g { pile (a, b) take 1..3 from a and any from b }",
        "game g { pile (a, b) move a, b -> a - i, b - j for i in 1..3, j in 1.. }",
    ),
    (
        "game g { pile (a, b) take k from a and 1..2 from b }",
        "game g { pile (a, b) move a, b -> a - k, b - i for k in 1.., i in 1..2 }",
    ),
    (
        "let i = 2  game g { pile (j, y) take i from j and 1..2 from y }",
        "let i = 2  game g { pile (j, y) move j, y -> j - i, y - k for k in 1..2 }",
    ),
    (
        "game g { pile (a, b) take k from a and m from b }",
        "game g { pile (a, b) move a, b -> a - k, b - m for k in 1.., m in 1.. }",
    ),
    (
        "game g { pile (a, b) take 2 * k from a and the same from b }",
        "game g { pile (a, b) move a, b -> a - 2 * k, b - 2 * k for k in 1.. }",
    ),
    (
        "game g { pile (a, b) take 1, 2 from a and 3 from b }",
        "game g { pile (a, b) move a, b -> a - i, b - 3 for i in [1, 2] }",
    ),
    (
        "game g { pile (a, b) take 1..2 from both }",
        "game g { pile (a, b) move a, b -> a - k, b - k for k in 1..2 }",
    ),
    (
        "game g { take 2 from both }",
        "game g { take 2 each turn 2 piles alike }",
    ),
    (
        "game g { take the same number from both piles }",
        "game g { take any each turn 2 piles alike }",
    ),
    (
        "game g { take all but one }",
        "game g { take n - 1 where n > 1 }",
    ),
    (
        "game g { take 1 and then split what is left into two non-empty piles }",
        "game g { take 1 leaving 2 piles }",
    ),
    (
        "game g { take 1 and may divide the remaining stones into two parts }",
        "game g { take 1 leaving 0..2 piles }",
    ),
    (
        "game g { split a pile into two or more piles }",
        "game g { split into 2.. }",
    ),
    (
        "game g { split a pile into at most three piles }",
        "game g { split into 2..3 }",
    ),
    (
        "game g { take at most half of the pile, rounded up }",
        "game g { take 1..(n + 1) / 2 }",
    ),
    (
        "game g { take 3^k stones }",
        "game g { take pow(3, k) for k in 0.. }",
    ),
    (
        "game g { take any odd number or two }",
        "game g { take 2 take k where odd(k) }",
    ),
    (
        "game g { pile p[] take any from p[i] } expect winner(g[1, 2]) == first",
        "game g { pile p[] take any from p[i] } expect winner(g[[1, 2]]) == first",
    ),
    (
        "game g { take less than 2 * n }",
        "game g { take 1..(2 * n) - 1 }",
    ),
    ("game g { take up to n - 1 }", "game g { take 1..(n - 1) }"),
    (
        "game g { take at most n / 2 stones }",
        "game g { take 1..(n / 2) }",
    ),
    (
        "game g { take a multiple of n + 1 }",
        "game g { take k where k % (n + 1) == 0 }",
    ),
    (
        "game g { take 1 where n is 1 mod 3 }",
        "game g { take 1 where n % 3 == 1 }",
    ),
    (
        "game g { take the same number from each pile }",
        "game g { take any each turn all piles alike }",
    ),
    ("game g { take 1 or 2 per turn }", "game g { take 1, 2 }"),
    ("game g { reduce the pile by 1..3 }", "game g { take 1..3 }"),
    (
        "game g { halve the pile, rounding down }",
        "game g { move n -> n / 2 where n > 0 }",
    ),
    (
        "game g { take any each turn up to 2 piles }",
        "game g { take any each turn 1..2 piles }",
    ),
    (
        "game g { take any each turn at least 2 piles }",
        "game g { take any each turn 2.. piles }",
    ),
    (
        "game g { take 1..3 up to 2 piles }",
        "game g { take 1..3 each turn 1..2 piles }",
    ),
    ("game g { take up to 3 }", "game g { take 1..3 }"),
    (
        "game g(k = 2) { take at most k }",
        "game g(k = 2) { take 1..k }",
    ),
    (
        "game g { take 1..3 or pass }",
        "game g { take 1..3 move n -> n  loopy }",
    ),
    (
        "game g { take 1..3 pass }",
        "game g { take 1..3 move n -> n  loopy }",
    ),
    (
        "game g { take any or pass }",
        "game g { take any move n -> n  loopy }",
    ),
    (
        "game g { take 1..3 last player loses }",
        "game g { take 1..3 misere }",
    ),
    (
        "game g { take 1..3\n whoever takes the last stone loses }",
        "game g { take 1..3\n misere }",
    ),
    ("game g { take 1, 3 or 4 }", "game g { take 1, 3, 4 }"),
    ("take 1..3 misere", "game rule { take 1..3 misere }"),
    ("game g { subtract 1..3 }", "game g { take 1..3 }"),
    (
        "game g { take a square }",
        "game g { take k where square(k) }",
    ),
    (
        "game g { take an odd number misere }",
        "game g { take k where odd(k) misere }",
    ),
    (
        "game g { take a power of two }",
        "game g { take k where power_of_two(k) }",
    ),
    (
        "game g { take k where k is a prime }",
        "game g { take k where prime(k) }",
    ),
    (
        "game g { take any each turn two piles }",
        "game g { take any each turn 2 piles }",
    ),
    (
        "game g { take k where k | n }",
        "game g { take k where n % k == 0 }",
    ),
    (
        "game g { take k where k divides n }",
        "game g { take k where n % k == 0 }",
    ),
    (
        "game g { take k where k is not 3 }",
        "game g { take k where k != 3 }",
    ),
    (
        "game g { take k where k is 3 }",
        "game g { take k where k == 3 }",
    ),
    (
        "game g { take k where k is not even }",
        "game g { take k where not even(k) }",
    ),
    ("def kayles(n):\n    take 1..2", "game kayles { take 1..2 }"),
    (
        "function kayles(n) { take 1..2 }",
        "game kayles { take 1..2 }",
    ),
    ("def f(n): return n + 1", "let f(n) = n + 1"),
    ("let f(n): return n + 1", "let f(n) = n + 1"),
    (
        "let f(n) = if n > 3 { 1 } else { 2 }",
        "let f(n) = if n > 3 then 1 else 2",
    ),
    (
        "game g { take k for k in 1..<4 }",
        "game g { take k for k in 1..3 }",
    ),
    (
        "game g { take k for k in 1..<n }",
        "game g { take k for k in 1..n - 1 }",
    ),
    ("game g { take 1..=4 }", "game g { take 1..4 }"),
    (
        "f = n => n + 1\ngame g { take f(n) }",
        "let f(n) = n + 1\ngame g { take f(n) }",
    ),
    (
        "let f = (a, b) => a + b\ngame g { take f(n, 1) }",
        "let f(a, b) = a + b\ngame g { take f(n, 1) }",
    ),
    ("a := 3\ngame g { take a }", "let a = 3\ngame g { take a }"),
    (
        "let a := 3\ngame g { take a }",
        "let a = 3\ngame g { take a }",
    ),
    ("let f(n) = return n + 1", "let f(n) =  n + 1"),
    (
        "let a = 1,000,000\ngame g { take a }",
        "let a = 1_000_000\ngame g { take a }",
    ),
    (
        "game g { take any }\nexpect g[1,000] == g[1000]",
        "game g { take any }\nexpect g[1_000] == g[1000]",
    ),
    (
        "game g { take any }\nexpect winner g[5] == first",
        "game g { take any }\nexpect winner(g[5]) == first",
    ),
    (
        "game g { take any }\nexpect winner g 5 8 == first",
        "game g { take any }\nexpect winner(g[5, 8]) == first",
    ),
    (
        "game g { take any }\nexpect winner(misere(g[1, 1, 2])) == first",
        "game g { take any }\nexpect winner(misere(g)[1, 1, 2]) == first",
    ),
    (
        "game g { take any }\nexpect GRUNDY(g[5]) == 5",
        "game g { take any }\nexpect grundy(g[5]) == 5",
    ),
    (
        "game g { take a divisor of n }",
        "game g { take k where n % k == 0 }",
    ),
    (
        "game g { take a proper divisor of the pile }",
        "game g { take k where n % k == 0 and k < n }",
    ),
    ("game g { take at most half }", "game g { take 1..n / 2 }"),
    (
        "game g { take at most half of a heap }",
        "game g { take 1..n / 2 }",
    ),
    (
        "game g { remove any number of counters from a heap or split it into two heaps }",
        "game g { take any split into 2 }",
    ),
    (
        "game g { from a row of pins knock down one pin or two adjacent ones }",
        "game g { take 1, 2 leaving 0..2 piles }",
    ),
    (
        "game g { choose a divisor d of n and take d }",
        "game g { take k where n % k == 0 }",
    ),
    (
        "game g { take up to half of the pile }",
        "game g { take 1..n / 2 }",
    ),
    (
        "game g { pile m take no more than half }",
        "game g { pile m take 1..m / 2 }",
    ),
    (
        "game g { take between 1 and 3 stones }",
        "game g { take 1..3 }",
    ),
    ("game g { take 1 to 3 }", "game g { take 1..3 }"),
    ("game g { take more than 2 }", "game g { take 3.. }"),
    (
        "game g { take fewer than n coins }",
        "game g { take 1..n - 1 }",
    ),
    ("game g { take 1, 2, or 3 }", "game g { take 1, 2, 3 }"),
    (
        "game g { take k where k % 4 == 1 or 3 }",
        "game g { take k where k % 4 in [1, 3] }",
    ),
    (
        "game g { take one, two or three stones from a pile }",
        "game g { take 1, 2, 3 }",
    ),
    (
        "game g { take any number of stones from one pile }",
        "game g { take any }",
    ),
    ("game g { take as many as you like }", "game g { take any }"),
    ("game g { take one or more stones }", "game g { take any }"),
    (
        "game g { take a power of 3 }",
        "game g { take pow(3, k) for k in 0.. }",
    ),
    (
        "game g { take k^2 }",
        "game g { take pow(k, 2) for k in 1.. }",
    ),
    (
        "game g { take k squared }",
        "game g { take k * k for k in 1.. }",
    ),
    (
        "game g { take prime numbers }",
        "game g { take k where prime(k) }",
    ),
    ("game g { take primes }", "game g { take k where prime(k) }"),
    (
        "game g { take prime(k) }",
        "game g { take k where prime(k) }",
    ),
    (
        "let third(k) = k % 3 == 0  game g { take third(m + 1) }",
        "let third(k) = k % 3 == 0  game g { take m where third(m + 1) }",
    ),
    (
        "game g { take odd(k) and not square(k) }",
        "game g { take k where odd(k) and not square(k) }",
    ),
    ("game g { take odd }", "game g { take k where odd(k) }"),
    (
        "game g { take a number relatively prime to n }",
        "game g { take k where gcd(k, n) == 1 }",
    ),
    (
        "game g { take 1, 2, 3, or the whole pile }",
        "game g { take 1, 2, 3, n }",
    ),
    (
        "game g { take an odd number up to 7 }",
        "game g { take k where odd(k) and k <= 7 }",
    ),
    (
        "game g { take any number of stones, but at least one must remain }",
        "game g { take any leaving 1 pile }",
    ),
    (
        "game g { take 1 to 3, the player taking the last stone is the winner }",
        "game g { take 1..3 }",
    ),
    (
        "game g { take 1 to 3, the one who removes the last stone will be the loser }",
        "game g { take 1..3 misere }",
    ),
    (
        "game g { take 1 to 3, if a player cannot remove a stone he loses }",
        "game g { take 1..3 }",
    ),
    (
        "game g { take 1..3 and misere }",
        "game g { take 1..3 misere }",
    ),
    (
        "game g { take a number coprime to n }",
        "game g { take k where gcd(k, n) == 1 }",
    ),
    (
        "game g { take k in [1, 3] }",
        "game g { take k for k in [1, 3] }",
    ),
    ("game g { take {1, 3, 4} }", "game g { take [1, 3, 4] }"),
    ("game g { take everything }", "game g { take n }"),
    (
        "game g { take any but not all }",
        "game g { take any leaving 1 pile }",
    ),
    (
        "game g { take a multiple of 3 }",
        "game g { take k where k % 3 == 0 }",
    ),
    (
        "game g { take multiples of n }",
        "game g { take k where k % n == 0 }",
    ),
    (
        "game g { take a cube }",
        "game g { take k * k * k for k in 1.. }",
    ),
    (
        "game g { take cubes }",
        "game g { take k * k * k for k in 1.. }",
    ),
    ("game g { take exactly two stones }", "game g { take 2 }"),
    ("game g { take only 1 or 2 }", "game g { take 1, 2 }"),
    ("game g { take 2 or more }", "game g { take 2.. }"),
    ("game g { take two or more stones }", "game g { take 2.. }"),
    ("game g { take more than 2 stones }", "game g { take 3.. }"),
    (
        "game g { take at least one and at most three stones }",
        "game g { take 1..3 }",
    ),
    (
        "game g { take 1 or a prime }",
        "game g { take 1 take k where prime(k) }",
    ),
    (
        "game g { take a square or 2 }",
        "game g { take 2 take k where square(k) }",
    ),
    ("game g { take 1 2 3 }", "game g { take 1, 2, 3 }"),
    ("game g { take in [1, 3, 4] }", "game g { take [1, 3, 4] }"),
    (
        "game g { take any number from {1, 3, 4} }",
        "game g { take [1, 3, 4] }",
    ),
    (
        "game g { take a number from 1 to 3 }",
        "game g { take 1..3 }",
    ),
    (
        "game g { take at least half }",
        "game g { take k where 2 * k >= n }",
    ),
    (
        "game g { remove one or two stones }",
        "game g { take 1, 2 }",
    ),
    (
        "game g { take 1 turn 1..2 piles }",
        "game g { take 1 each turn 1..2 piles }",
    ),
    (
        "game g { take 1..2 loser takes last }",
        "game g { take 1..2 misere }",
    ),
    (
        "game g { take 1, and the winner takes the last stone }",
        "game g { take 1 }",
    ),
    (
        "game g { take 1 leaving at most 2 piles }",
        "game g { take 1 leaving 0..2 piles }",
    ),
    (
        "game g { take 1 split it into three }",
        "game g { take 1 split into 3 }",
    ),
    (
        "game g { take 1 split in two }",
        "game g { take 1 split into 2 }",
    ),
    ("game g { take 1 normal play }", "game g { take 1  }"),
    (
        "game g { take any number of stones but at most half of the pile }",
        "game g { take 1..n / 2 }",
    ),
    (
        "game g { take one stone or halve the pile, rounding down }",
        "game g { take 1 move n -> n / 2 where n > 0 }",
    ),
    (
        "game g { take 1 or divide by 3, rounded down }",
        "game g { take 1 move n -> n / 3 where n > 0 }",
    ),
    (
        "game g { replace n by a proper divisor of n }",
        "game g { move n -> k for k in 1..n - 1 where n % k == 0 }",
    ),
    (
        "game g { take a nonzero digit of n }",
        "game g { take k for k in digits(n) }",
    ),
    (
        "game g { split a pile into two piles whose sizes differ by at least 2 }",
        "game g { split into a, b where abs(a - b) >= 2 }",
    ),
    (
        "game g { take a divisor of the pile size }",
        "game g { take k where n % k == 0 }",
    ),
    (
        "game g { take one or two stones from a heap, and if you like split the rest into two heaps }",
        "game g { take 1, 2 leaving 0..2 piles }",
    ),
    (
        "game g { take 1 or 2 stones from any one or two piles }",
        "game g { take 1, 2 each turn 1..2 piles }",
    ),
    (
        "game g { each player removes 1 to 3 stones from a pile }",
        "game g { take 1..3 }",
    ),
    ("game g { take 1 or 2 stones. }", "game g { take 1, 2 }"),
    (
        "game g { take any, but not a multiple of 3 }",
        "game g { take k where k % 3 != 0 }",
    ),
    (
        "game g { take at least one and at most half of the stones }",
        "game g { take 1..n / 2 }",
    ),
    (
        "game g { take 1..3 stones from a pile of n }",
        "game g { take 1..3 }",
    ),
    (
        "game g { take one stone from each of exactly 2 piles }",
        "game g { take 1 each turn 2 piles }",
    ),
    (
        "game g { take a positive number of stones from each of 1..2 piles }",
        "game g { take any each turn 1..2 piles }",
    ),
    (
        "game g { split a pile into two non-empty piles of different sizes }",
        "game g { split into 2 unequal }",
    ),
    (
        "game g { take one stone, and leave the rest in at most three heaps }",
        "game g { take 1 leaving 0..3 piles }",
    ),
    (
        "game g { take a Fibonacci number of stones }",
        "game g { take k where fibonacci(k) }",
    ),
    (
        "game g { take any number of stones, but no more than 7 }",
        "game g { take 1..7 }",
    ),
    (
        "game g { take either 2 or 5 matches. The last player loses }",
        "game g { take 2, 5 misere }",
    ),
    (
        "game g { take 1..2. Whoever takes the last stone loses. }",
        "game g { take 1..2 misere }",
    ),
    (
        "game g { take 1..5 but not 2 }",
        "game g { take k for k in 1..5 where k != 2 }",
    ),
    (
        "game g { take any from up to 2 piles }",
        "game g { take any each turn 1..2 piles }",
    ),
    (
        "game g { take any from one pile, or the same number from both piles }",
        "game g { take any each turn 1..2 piles alike }",
    ),
    (
        "game g { take 1..2, then optionally split the rest }",
        "game g { take 1..2 leaving 0..2 piles }",
    ),
    ("game g { split }", "game g { split into 2 }"),
    (
        "game g { split a pile into two unequal piles }",
        "game g { split into 2 unequal }",
    ),
    (
        "game g { split into two piles of different sizes }",
        "game g { split into 2 unequal }",
    ),
    (
        "game g { take any or split }",
        "game g { take any split into 2 }",
    ),
    (
        "game g { take 1..3, last player wins }",
        "game g { take 1..3 }",
    ),
    (
        "game g { take 1..3 and whoever cannot move loses }",
        "game g { take 1..3  }",
    ),
    (
        "game g { take 1..3 misere play }",
        "game g { take 1..3 misere }",
    ),
    (
        "game g { take k where k <> 3 }",
        "game g { take k where k != 3 }",
    ),
    (
        "game g { take k where k % 2 = 0 }",
        "game g { take k where k % 2 == 0 }",
    ),
    (
        "game g { take k where k > 1 && k < 5 }",
        "game g { take k where k > 1 and k < 5 }",
    ),
    (
        "game g { take k if k > 3 }",
        "game g { take k where k > 3 }",
    ),
    (
        "game g { take 1 end if n == 2 }",
        "game g { take 1 end when n == 2 }",
    ),
    ("game g: take 1..3", "game g { take 1..3 }"),
    ("g = take 1..3", "game g { take 1..3 }"),
    ("take a square", "game rule { take k where square(k) }"),
    ("take n/2 rounded up", "game rule { take (n + 1) / 2 }"),
    (
        "take a number less than the pile",
        "game rule { take k where k < n }",
    ),
    (
        "game g { take 1..3 end when there is 1 stone left }",
        "game g { take 1..3 end when n == 1 }",
    ),
    (
        "game g { take 1..3  end if there are fewer than 3 stones left }",
        "game g { take 1..3  end when n < 3 }",
    ),
    (
        "game g { pile (x, y, z)  take any from x, y or z }",
        "game g { pile (x, y, z)  take any from x  take any from y  take any from z }",
    ),
    (
        "game g { pile (x, y, z)  take 1 from one of x, y, z where x > 1 }",
        "game g { pile (x, y, z)  take 1 from x where x > 1  take 1 from y where x > 1  take 1 from z where x > 1 }",
    ),
    (
        "game g { pile (x, y)  take 2 from either x or y }",
        "game g { pile (x, y)  take 2 from x  take 2 from y }",
    ),
    (
        "expect xor(n, n) == 0 for n in 0..9",
        "expect all(xor(n, n) == 0 for n in 0..9)",
    ),
    (
        "expect forall n in 0..9, k in 1..n: gcd(n, k) >= 1",
        "expect all(gcd(n, k) >= 1 for n in 0..9, k in 1..n)",
    ),
    (
        "split pile into two non equal piles",
        "game rule { split into 2 unequal }",
    ),
    (
        "game g { split into 2 or more piles }",
        "game g { split into 2.. piles }",
    ),
    (
        "pile (a, b)\n  take any from a",
        "game rule { pile (a, b) take any from a }",
    ),
    (
        "game g { take any }\nexpect winner(g, 5, 8) == first",
        "game g { take any }\nexpect winner(g[5, 8]) == first",
    ),
    (
        "game g { take 1..2 }\nexpect values(g, 3) == [0, 1, 2, 0]",
        "game g { take 1..2 }\nexpect values(g, 0..3) == [0, 1, 2, 0]",
    ),
    ("expect 3 xor 5 == 6", "expect xor(3, 5) == 6"),
    ("expect mex{0, 1} == 2", "expect mex([0, 1]) == 2"),
    (
        "game g { take any exept 3 }",
        "game g { take k where k != 3 }",
    ),
    (
        "game g { take any except 2, 3 or 5 }",
        "game g { take k where k not in [2, 3, 5] }",
    ),
    ("game g { take k but 3 }", "game g { take k where k != 3 }"),
    (
        "game g { move n -> n/2, n/2 }",
        "game g { move n -> [n/2, n/2] }",
    ),
    (
        "game lim(m) { take 1..m }\nexpect winner(lim[5]) == first",
        "game lim(m) { take 1..m }\nexpect winner(lim(3)[5]) == first",
    ),
    (
        "game g { take any }\nexpect losing(g, 0..1, 0..1) == [(0, 0), (1, 1)]",
        "game g { take any }\nexpect losing(g, 0..1, 0..1) == [[0, 0], [1, 1]]",
    ),
    ("expect [1, 2] == (1, 2)", "expect [1, 2] == [1, 2]"),
    (
        "game g { take 1..2 }\nexpect period(g) == [3, 0]",
        "game g { take 1..2 }\nexpect period(g) == (3, 0)",
    ),
    ("game g { take 2 each turn }", "game g { take 2  }"),
    ("game g { split in half }", "game g { split into 2 equal }"),
    (
        "game g { take k such that k divides n }",
        "game g { take k where n % k == 0 }",
    ),
    ("game g { split n into a, b }", "game g { split into a, b }"),
    ("game g { split n into 3 }", "game g { split into 3 }"),
    (
        "game g { take 1, 3, 5, ... }",
        "game g { take k where odd(k) }",
    ),
    (
        "game g { take 1, 4, 9, … }",
        "game g { take k where square(k) }",
    ),
    (
        "game g { take 1 < k < 5 }",
        "game g { take k where 1 < k < 5 }",
    ),
    (
        "game g { take k <= n / 2 }",
        "game g { take k where k <= n / 2 }",
    ),
    ("game g { take 2 or less }", "game g { take 1..2 }"),
    (
        "game g { take any number of stones up to 5 }",
        "game g { take 1..5 }",
    ),
    (
        "game g { take any number of stones, at least 2 }",
        "game g { take 2.. }",
    ),
    (
        "game g { take an even number of up to 6 stones }",
        "game g { take k where even(k) and k <= 6 }",
    ),
    (
        "game g { take 1 to 3 or 5 to 7 }",
        "game g { take 1..3, 5..7 }",
    ),
    ("game g { take 1 or 3 to 5 }", "game g { take 1, 3..5 }"),
    (
        "game g { take a stone from a pile of size greater than 3 }",
        "game g { take 1 where n > 3 }",
    ),
    (
        "game g { take 1 from a pile of odd size }",
        "game g { take 1 where odd(n) }",
    ),
    (
        "game g { take 1 unless n is 5 }",
        "game g { take 1 where n != 5 }",
    ),
    (
        "game g { take 1 unless the pile is even }",
        "game g { take 1 where not even(n) }",
    ),
    (
        "game g { take 1 only if n is odd }",
        "game g { take 1 where odd(n) }",
    ),
    (
        "game g { take 1, or split the pile in two }",
        "game g { take 1  split into 2 }",
    ),
    ("game g { take any two stones }", "game g { take 2 }"),
    (
        "game g { take a number of stones that is coprime to the pile }",
        "game g { take k where gcd(k, n) == 1 }",
    ),
    (
        "game g { replace a pile by a proper divisor of it }",
        "game g { move n -> k for k in 1..n - 1 where n % k == 0 }",
    ),
    (
        "game g { take any, you lose by taking the last stone }",
        "game g { take any misere }",
    ),
    (
        "game g { take 1 to 3, you lose if you take the last }",
        "game g { take 1..3 misere }",
    ),
    (
        "game g { take 1 to 3 stones, and you win if you get the last stone }",
        "game g { take 1..3 }",
    ),
    (
        "game g { split n into a + b where a != b }",
        "game g { split into a, b where a != b }",
    ),
    (
        "game g { split into a + b + c }",
        "game g { split into a, b, c }",
    ),
    ("game g { move take 1..3 }", "game g { take 1..3 }"),
    (
        "game g { move split into a, b }",
        "game g { split into a, b }",
    ),
    ("game g { move remove 1..3 }", "game g { take 1..3 }"),
    (
        "game g { take k when k divides n }",
        "game g { take k where n % k == 0 }",
    ),
    (
        "game g { take k when k > 2 }",
        "game g { take k where k > 2 }",
    ),
    (
        "game g { move n to n-1 or n/2 }",
        "game g { move n -> n - 1 move n -> n / 2 where n > 0 }",
    ),
    (
        "game g { move to n/2 where even(n) }",
        "game g { move n -> n / 2 where even(n) }",
    ),
    (
        "game g { move to n - k for k in 1..3 }",
        "game g { move n -> n - k for k in 1..3 }",
    ),
    (
        "game g { move to any smaller number }",
        "game g { take any }",
    ),
    (
        "game g { take k where k is an odd prime }",
        "game g { take k where odd(k) and prime(k) }",
    ),
    (
        "game g { take k where k is prime or a square and k < 9 }",
        "game g { take k where (prime(k) or square(k)) and k < 9 }",
    ),
    (
        "game g { take between 2 and half of the pile }",
        "game g { take 2..n / 2 }",
    ),
    (
        "game g { take 1 leaving 2 piles or less }",
        "game g { take 1 leaving 0..2 piles }",
    ),
    (
        "game g { pile (a, b)  take any from a or b }",
        "game g { pile (a, b)  take any from a  take any from b }",
    ),
    (
        "game g { pile (a, b)  take 1 from a or b where a > 1 }",
        "game g { pile (a, b)  take 1 from a where a > 1  take 1 from b where a > 1 }",
    ),
    (
        "game g { pile p[]  move p -> p[1:] where len(p) > 0 }",
        "game g { pile p[]  move p -> p[1..] where len(p) > 0 }",
    ),
    (
        "game g { pile p[]  move p -> p[:-1] where len(p) > 0 }",
        "game g { pile p[]  move p -> p[..len(p) - 2] where len(p) > 0 }",
    ),
    (
        "let xs = [1, 2, 3, 4]\nexpect xs[1:3] == [2, 3]",
        "let xs = [1, 2, 3, 4]\nexpect xs[1..2] == [2, 3]",
    ),
    // What stands behind the shape of piles.
    (
        "game g { pile n  n -> n - k for k in 1..3 }",
        "game g { pile n  move n -> n - k for k in 1..3 }",
    ),
    (
        "game g { pile (a, b)  (a, b) -> (a - 1, b) where a > 0 }",
        "game g { pile (a, b)  move (a, b) -> (a - 1, b) where a > 0 }",
    ),
    (
        "game g { pile x  x => x - 1 }",
        "game g { pile x  move x -> x - 1 }",
    ),
    (
        "game g { pile x  reduce x by 2 }",
        "game g { pile x  move x -> x - 2 }",
    ),
    (
        "game g { pile p[] in {0,1}  take 1 from p[0] }",
        "game g { pile p[] in 0..1  take 1 from p[0] }",
    ),
    (
        "game g { pile a b  take any from a }",
        "game g { pile (a, b)  take any from a }",
    ),
    (
        "game g { take 1..2 leave at most 2 piles }",
        "game g { take 1..2 leaving 0..2 piles }",
    ),
    (
        "game g { take 1..2 and leave 1..2 piles }",
        "game g { take 1..2 leaving 1..2 piles }",
    ),
    (
        "game g { split n into a and b }",
        "game g { split into a, b }",
    ),
    (
        "game g { take k where sqrt(k) is integer }",
        "game g { take k where square(k) }",
    ),
    ("game g { take all or 1 }", "game g { take 1, n }"),
    // Arrows of other languages, or none.
    (
        "game g { move n = n - 1 or n - 2 }",
        "game g { move n -> n - 1  move n -> n - 2 }",
    ),
    (
        "game g { pile (a, b)  move (a, b): (a - 1, b) where a > 0 }",
        "game g { pile (a, b)  move (a, b)-> (a - 1, b) where a > 0 }",
    ),
    ("game g { move n - 1 }", "game g { move n -> n - 1 }"),
    (
        "game g { loopy  move n += 2 }",
        "game g { loopy  move n -> n + 2 }",
    ),
    ("game g { reduce n by 1..3 }", "game g { take 1..3 }"),
    (
        "game g { loopy  increase n by 1 }",
        "game g { loopy  move n -> n + 1 }",
    ),
    (
        "game g { loopy  add 1 to the pile }",
        "game g { loopy  move n -> n + 1 }",
    ),
];

#[test]
fn the_fix_of_a_slip_works() {
    for (text, mended) in SLIPS {
        let report = Rulebook::parse(text).expect_err(text);
        let [complaint] = report.diagnostics.as_slice() else {
            panic!("{text}: {report}");
        };
        let help = complaint.help.as_deref().unwrap_or_default();
        let (start, rest) = help.split_once('`').expect(text);
        let (fix, _) = rest.split_once('`').expect(text);
        let fix = match start {
            "leave " => "",
            _ => fix,
        };
        let (span, fix) = match &complaint.fix {
            Some(known) => {
                assert_eq!(known.text, fix, "{text}");
                (known.span, fix)
            }
            None => (complaint.labels[0].span, fix),
        };
        let mut pasted = text.to_string();
        pasted.replace_range(span.start as usize..span.end as usize, fix);
        assert_eq!(pasted, *mended, "{text}");
        let mut session = opened(&pasted, Settings::default());
        for expect in session.book().expects() {
            assert!(session.test(&expect).expect(text).ok, "{pasted}");
        }
    }
}

type Means = fn(u64, u64) -> bool;

/// What is said of an amount, beside the amounts that are meant, of a pile of the first number.
const AMOUNTS: [(&str, Means); 66] = [
    ("take k stones (1 <= k <= 3)", |_, k| k <= 3),
    ("take more than 2 but less than 6", |_, k| k > 2 && k < 6),
    ("take more than 2 and at most 6 stones", |_, k| {
        k > 2 && k <= 6
    }),
    ("take a multiple of 3", |_, k| k % 3 == 0),
    ("take a cube", |_, k| (1..9).any(|a| a * a * a == k)),
    ("take a perfect square", |_, k| (1..9).any(|a| a * a == k)),
    ("take exactly 2", |_, k| k == 2),
    ("take two or more", |_, k| k >= 2),
    ("take ≥ 2 stones", |_, k| k >= 2),
    ("take over 2 stones", |_, k| k > 2),
    ("take under 5 stones", |_, k| k < 5),
    ("take from 1 up to 4", |_, k| k <= 4),
    ("take multiple of 3", |_, k| k % 3 == 0),
    ("take odd number but at most 7", |_, k| k % 2 == 1 && k <= 7),
    ("take more than 2 stones", |_, k| k > 2),
    ("take at least two and at most four stones", |_, k| {
        (2..=4).contains(&k)
    }),
    ("take at most the square root of the pile", |n, k| {
        k * k <= n
    }),
    ("take at most sqrt(n)", |n, k| k * k <= n),
    ("take a number of stones that is a power of 2", |_, k| {
        k.is_power_of_two()
    }),
    ("take a number of stones that is at most 3", |_, k| k <= 3),
    ("take x stones, where 1 < x < 4", |_, k| k == 2 || k == 3),
    ("remove x stones for some x in {1, 3}", |_, k| {
        k == 1 || k == 3
    }),
    ("take k stones, where k is a proper divisor of n", |n, k| {
        k < n && n % k == 0
    }),
    ("take a divisor of the pile less than n", |n, k| {
        k < n && n % k == 0
    }),
    ("take half of the pile, rounded down", |n, k| k == n / 2),
    ("take at most half of the pile, rounding down", |n, k| {
        2 * k <= n
    }),
    ("take a number of stones that is 1 mod 3", |_, k| k % 3 == 1),
    ("take a number of stones not exceeding 3", |_, k| k <= 3),
    ("take k stones such that k < 3", |_, k| k < 3),
    ("take 1 or half of the pile, rounded down", |n, k| {
        k == 1 || k == n / 2
    }),
    ("take 1 or an even number", |_, k| k == 1 || k % 2 == 0),
    ("take a prime or 1", |_, k| (2..k).all(|d| k % d != 0)),
    ("take 1 2 4", |_, k| [1, 2, 4].contains(&k)),
    ("take in [1, 3, 4]", |_, k| [1, 3, 4].contains(&k)),
    ("take up to a third of the stones", |n, k| 3 * k <= n),
    ("take at most one quarter of the pile", |n, k| 4 * k <= n),
    ("take at least half", |n, k| 2 * k >= n),
    ("take less than half", |n, k| 2 * k < n),
    (
        "take any number but no more than half of the pile",
        |n, k| 2 * k <= n,
    ),
    ("take 1 or divide the pile by 3, rounding down", |n, k| {
        k == 1 || n - k == n / 3
    }),
    ("take any number, but not a multiple of 3.", |_, k| {
        k % 3 != 0
    }),
    (
        "take at least one and at most half of the stones.",
        |n, k| 2 * k <= n,
    ),
    ("take a nonzero digit of n", |n, k| {
        k < 10 && n.to_string().contains(&k.to_string())
    }),
    ("remove between two and four stones", |_, k| {
        (2..=4).contains(&k)
    }),
    ("take a divisor of the pile", |n, k| n % k == 0),
    ("remove an odd number of stones", |_, k| k % 2 == 1),
    ("take eleven", |_, k| k == 11),
    ("take three stones or fewer", |_, k| k <= 3),
    ("take any number that is not a multiple of 3", |_, k| {
        k % 3 != 0
    }),
    ("take a number divisible by 3", |_, k| k % 3 == 0),
    ("take any number greater than 1", |_, k| k > 1),
    ("take an odd number less than 5", |_, k| k == 1 || k == 3),
    ("take exactly half of the stones, rounded up", |n, k| {
        2 * k == n || 2 * k == n + 1
    }),
    ("take one or all", |n, k| k == 1 || k == n),
    ("take at most n / 2, at least 2", |n, k| {
        k >= 2 && 2 * k <= n
    }),
    ("take between 2 and n / 2", |n, k| k >= 2 && 2 * k <= n),
    ("take 2-4 stones", |_, k| (2..=4).contains(&k)),
    ("take 2 up to 4 stones", |_, k| (2..=4).contains(&k)),
    ("take 1 or 2 from a pile of at least 5", |n, k| {
        n >= 5 && k <= 2
    }),
    ("take all of the stones but two", |n, k| k + 2 == n),
    ("take the whole pile except one", |n, k| k + 1 == n),
    ("take anything but 3", |_, k| k != 3),
    ("take one of its digits", |n, k| {
        k < 10 && n.to_string().contains(&k.to_string())
    }),
    ("take 1, 2 if the pile is even", |n, k| n % 2 == 0 && k <= 2),
    ("take 2 if more than 5 stones are left", |n, k| {
        n > 5 && k == 2
    }),
    ("take 3 or 5,000", |_, k| k == 3),
];

#[test]
fn amounts_in_words_have_the_values_that_are_meant() {
    for (phrase, means) in AMOUNTS {
        let text = format!("game g {{ {phrase} }}");
        let report = Rulebook::parse(&text).expect_err(&text);
        let help = report.diagnostics[0].help.clone().expect(&text);
        let span = report.diagnostics[0].labels[0].span;
        let fix = help.split('`').nth(1).expect(&text);
        let mut mended = text.clone();
        mended.replace_range(span.start as usize..span.end as usize, fix);
        let mut session = opened(&mended, Settings::default());
        let mut values: Vec<u64> = Vec::new();
        for n in 0..=24_u64 {
            let options = (1..=n).filter(|k| means(n, *k));
            let options: Vec<u64> = options.map(|k| values[(n - k) as usize]).collect();
            values.push((0..).find(|value| !options.contains(value)).expect("a mex"));
        }
        let found = value(&mut session, "values(g, 0..24)").to_string();
        assert_eq!(found, format!("{values:?}"), "{text}");
    }
}

/// Where something else may be meant, nothing is put in its place.
#[test]
fn other_mistakes_are_not_slips() {
    for (text, wrong) in [
        ("expect 3 > 1 | 2 < 1", "%"),
        ("expect (3 > 1) | 2 < 1", "%"),
        ("let xs = [100,200,300] foo", "100_200"),
        ("game g { take 100,200,300 foo }", "100_200"),
        (
            "game g { take any } expect g[1] xor g[2] == g[3]",
            "xor(g[1]",
        ),
        ("expect 1 + 2 xor 3 == 0", "xor(2"),
        ("game g { pile is  take 1 foo }", "=="),
        // What has a name is no word of a sentence.
        ("let half = 3  game g { take up to half of }", "n / 2"),
        ("game g { pile stones  take 1 of stones }", "write `take 1`"),
        ("let return = 3 +", "leave"),
        ("game g { pile (up, to) take 1 from up to }", "write `1.."),
        ("game g { take one of 1, 2 foo }", "take 1, 2"),
        ("game g { take any except at most 2 }", "!="),
        ("game g { take one of the piles }", "leave"),
        (
            "game g { take one stone from each of the piles }",
            "each turn",
        ),
        ("game g { take 1 or halve the pile }", "write `"),
        ("let two = 3  game g { take two or 1 foo }", "take 2"),
    ] {
        let report = Rulebook::parse(text).expect_err(text);
        for complaint in &report.diagnostics {
            let help = complaint.help.as_deref().unwrap_or_default();
            assert!(!help.contains(wrong), "{text}: {help}");
        }
    }
}

/// A text of thousands of letters is not looked at as a sentence.
#[test]
fn a_sentence_has_an_end() {
    for (count, is_sentence) in [(10, true), (2000, false)] {
        let blanks = " ".repeat(count);
        let text = format!("game g {{ take at least 2 but fewer than 6 {blanks} stones }}");
        let report = Rulebook::parse(&text).expect_err("a sentence");
        assert_eq!(report.diagnostics[0].fix.is_some(), is_sentence, "{count}");
    }
}

/// What cannot be read is complained of once: a name that it would define is not called unknown.
#[test]
fn one_message_a_mistake() {
    for text in [
        "game g = { take 1 }\nexpect winner(g[3]) == second\nexpect values(g, 0..3) == [0]",
        "let a = 3 +\ngame g { take a }",
        "let f(n = 3\ngame g { take f(n) }",
        "import \"kayles.nimrule\"",
        "use kayles\nexpect grundy(kayles[5]) == 4",
        "import kayles\nexpect grundy(kayles[5]) == 4",
        "var x = 3\nexpect x == 3",
        "lte f(x) = 3\nexpect f(1) == 3",
        "gaem g { take 1..3 }\nexpect grundy(g[1]) == 1",
        "game g { move n -> n - 1 or n - 2 }",
        "game g { take k where n mod k == 0 }",
        "game g { take k where n & k == 0 }",
    ] {
        let report = Rulebook::parse(text).expect_err(text);
        assert_eq!(report.diagnostics.len(), 1, "{text}: {report}");
    }
}

/// A definition as in other languages is told apart from the line above it, and what stands there stays.
#[test]
fn definitions_of_other_languages_begin_a_line() {
    for (line, fix) in [
        ("def g(n):\n    take 1..2", "write `game g { take 1..2 }`"),
        ("x := 3", "write `let x = 3`"),
        ("f = n => n + 1", "write `let f(n) = n + 1`"),
        ("import kayles", "write `use \"kayles\"`"),
    ] {
        for above in ["expect 1 == 1", "let y = 1", "game h { take 1 }"] {
            let text = format!("{above}\n{line}\n");
            let report = Rulebook::parse(&text).expect_err(&text);
            assert_eq!(report.diagnostics.len(), 1, "{text}: {report}");
            assert_eq!(report.diagnostics[0].help.as_deref(), Some(fix), "{text}");
        }
    }
}

/// Texts with something that cannot stand where it does, and a part of what is said of it.
const HELPS: &[(&str, &str)] = &[
    (
        "expect [a * b for a in 1..3 for b in 1..a] == []",
        "write `3,`",
    ),
    (
        "expect values(0.07, 0..2) == [0, 0, 1]",
        "write `octal 0.07`",
    ),
    ("expect grundy(0.77[3]) == 3", "write `(octal 0.77)`"),
    ("game g { t\u{200b}ake 1 }", "leave it out"),
    (
        "game g { pile (a, b)  move a, b -> a - x, b - y for [x, y] in [(1, 2)] }",
        "write `(x, y)`",
    ),
    (
        "game nim { take any }  expect [x for (x, y) in losing(nim, 0..3, 0..3)] == []",
        "write `for list in …, x = list[0], y = list[1]`",
    ),
    (
        "game g { take 1..3 unless n > 3 }",
        "write `where` with what must hold",
    ),
    ("game g { take 1 until n == 1 }", "`end when n == 1`"),
    ("game g { take 1..3; end when n == 1 }", "leave it out"),
    ("game g { take 1 or add 1 }", "say the move alone"),
    ("game g ( take 1..3 )", "stand in braces"),
    ("game g [ take 1..3 ]", "stand in braces"),
    ("game my nim { take any }", "such as `my_nim`"),
    ("game g { take (1, 2, 3) }", "a list stands in brackets"),
    ("game g { take k where 2k <= n }", "write `2 * k`"),
    ("game g { pile x  double x }", "write `move x -> 2 * x`"),
    ("game g { take 1..3 stop when n == 1 }", "`end when`"),
    ("game g { move n -> n - k for all k in 1..3 }", "`for k in`"),
    ("game g { move n -> n - k foreach k in 1..3 }", "`for k in`"),
    (
        "game g { move n -> n - k for k from 1 to 3 }",
        "`for k in 1..3`",
    ),
    (
        "game g { move n -> n - k for 1 <= k <= 3 }",
        "`for k in 1..3`",
    ),
    (
        "game g { move n -> n - k, k in 1..3 }",
        "`n - k for k in 1..3`",
    ),
    ("game g { split into any }", "`split into 2..`"),
    ("game g { split into 2+ piles }", "`split into 2..`"),
    ("game g { take 3+ }", "`take 3..`"),
    ("game g { take >= 3 }", "`take 3..`"),
    ("game g { take < 4 }", "`take 1..3`"),
    ("game g { take < 1 }", "write how many"),
    ("game g { take k for 1 <= k < n }", "`for k in 1..n - 1`"),
    (
        "game g { take k where k even and k < 5 }",
        "`where even(k) and`",
    ),
    (
        "game g { split into any number of piles }",
        "`split into 2..`",
    ),
    ("game g { take 1 where n even }", "`where even(n)`"),
    (
        "game g { take any each turn n/2 piles }",
        "a constant, or a parameter of the game",
    ),
    (
        "game g { pile (a, b in 0..a) take 1 from a }",
        "a constant, or a parameter of the game",
    ),
    (
        "game g { take 1..|n - 3| }",
        "the absolute value is `abs(n)`",
    ),
    (
        "game g { take 1 }  expect nimbers(g, 0..3) == [0, 1, 0, 1]",
        "did you mean `values`?",
    ),
    (
        "game g { take 1 }  expect p_positions(g, 0..3) == [0, 2]",
        "did you mean `losing`?",
    ),
    (
        "game g { take 1 }  expect successors(g[3]) == [g[2]]",
        "did you mean `moves`?",
    ),
    (
        "game g { take 1 }  expect winner(g[2]) == player2",
        "did you mean `second`?",
    ),
    (
        "game g { take k where mod(k, 3) == 1 }",
        "a remainder is written `n % 3`",
    ),
    (
        "game g { split into n / 3, n / 3, n / 3 }",
        "`move n -> [n / 3, n / 3, n / 3]`",
    ),
    (
        "game g { move n -> n - 3..n - 1 }",
        "`n -> k for k in n - 3..n - 1`",
    ),
    ("game g { return 1 }", "a game is made of statements"),
    ("game g { 3 }", "a game is made of statements"),
    ("game g { if n > 2 { take 1 } }", "`take 1 where n > 2`"),
    ("game g { take 1..3 leaving }", "leaving 0..2 piles"),
    ("expect len([k * k | k in 1..3]) == 3", "write `for`"),
    (
        "expect period(take 1..3) == (4, 0)",
        "have a game around them",
    ),
    (
        "game g { take 1 }\nexpect winner(g[1], g[2]) == first",
        "together are their sum",
    ),
    (
        "game g { take exactly 1 stone or half of the stones }",
        "where even(n)",
    ),
    (
        "expect len([k for k in 1..3 where k > 2 | k in 1..3]) == 3",
        "write `or`",
    ),
    ("let f(k) = k > 2 | k in 1..3", "write `or`"),
    (
        "game g { move n -> n - 1 or max(n - 2, 0) }",
        "a statement of its own",
    ),
    ("game g { take 1 or 2, 12 }", "commas alone stand between"),
    ("game g { take 1..3 or k where prime(k) }", "define it"),
    (
        "game g { move n -> n - 1 or 0 }",
        "write `move n -> n - 1  move n -> 0`",
    ),
    (
        "game g { pile (a, b)  move a -> a - 1 or b -> b - 1 }",
        "a statement of its own",
    ),
    ("game g { take 1..3 or n / 2 }", "`take 1..3, n / 2`"),
    ("expect (1, 2) in [[1, 2]]", "write `[1, 2]`"),
    ("expect [1, 2] in [(1, 2)]", "write `(1, 2)`"),
    ("expect 1 in (1, 2)", "write `[1, 2]`"),
    ("expect floor(7 / 2) == 3", "`a / b` is rounded down"),
    ("expect 3! == 6", "there are no factorials"),
    (
        "game g { pile (x, y)  move (x, y) -> (x - 1, y) | (x, y - 1) }",
        "a statement of its own",
    ),
    ("let a = 1e7", "`10_000_000`"),
    ("game g = { take any }", "without `=`"),
    ("game my-game { take any }", "letters, digits and `_`"),
    (
        "game g { take any } expect winner(g[4]) == 2",
        "`first` or `second`",
    ),
    (
        "game g { take any } expect period(g) == 1",
        "`period(g)[0]`",
    ),
    ("expect 3 in primes", "`prime(k)`"),
    ("expect solve(3)", "the query is `winner(…)`"),
    ("expect selective(3)", "added with `+`"),
    ("expect value(3)", "did you mean `grundy`?"),
    ("let f(k) = k & (k - 1) == 0", "`bitand(a, b)`"),
    ("let f(k) = k >> 2", "`shift(a, -k)`"),
    ("game g { take any where odd(k) }", "`take k where …`"),
    (
        "game g { pile n  take 1..3 from n where k != 2 }",
        "`take k from n for k in 1..3 where …`",
    ),
    ("misere game g { take 1 }", "in the braces of its game"),
    ("game g { take 1 } misere", "in the braces of its game"),
    (
        "game g { pile (x, y) in 0..7  take any from x }",
        "behind each coordinate",
    ),
    (
        "game g { take 1 }\nprint(winner(g[5]))",
        "`expect winner(g[5]) ==",
    ),
    ("game g { take 1 }\nsolve(g[5])", "`expect winner(g[5]) =="),
    (
        "game g { take k for k in divisors(n) }",
        "`[d for d in 1..n where n % d == 0]`",
    ),
    ("game g { take k where is_odd(k) }", "did you mean `odd`?"),
    ("game g { move n -= 1 }", "`move n -> n - 1`"),
    ("game g { take 1  misere: true }", "`misere` stands alone"),
    (
        "game g { pile p[]  move p -> p.remove(0) }",
        "`remove(p, i)`",
    ),
    (
        "game g { take 1 }  expect best(g[0]) == none",
        "`moves(…) == []`",
    ),
    ("game g { take k }  game K { take 1 }", "`let k = …`"),
    ("game g(k: int) { take 1..k }", "`game g(k) { take 1..k }`"),
    (
        "game g { pile coins[]  take coins[0] }",
        "`take … from coins[i]`",
    ),
    (
        "game g { take 1 where even(n), take 2 where odd(n) }",
        "leave the comma out",
    ),
    ("game g { take 1 where n > 3, n < 9 }", "by `and`"),
    (
        "game g { take k where square(k) leaving 0..2 }",
        "`leaving` comes before `where`",
    ),
    (
        "game g { move n -> {n - 1, n - 2} }",
        "`n -> k for k in [n - 1, n - 2]`",
    ),
    ("game g { take k where n % 3 == 1 }", "`take any where …`"),
    ("let a = [\"#.\"]  expect a[0][1] == \".\"", "`cells(board"),
];

/// What begins no statement is told what does, and what stands for `for`.
#[test]
fn what_cannot_stand_has_a_help() {
    for (text, help) in HELPS {
        let report = Rulebook::parse(text).expect_err(text);
        let said = report.diagnostics[0].help.as_deref().unwrap_or_default();
        assert!(said.contains(help), "{text}: {report}");
    }
}

#[test]
fn a_file_in_use_is_named() {
    for (text, fix) in [
        ("use kayles", "write `use \"kayles\"`"),
        ("import kayles", "write `use \"kayles\"`"),
        ("use kayles.nimrule", "write `use \"kayles.nimrule\"`"),
        (
            "import \"games/kayles.nimrule\"",
            "write `use \"games/kayles.nimrule\"`",
        ),
    ] {
        let report = Rulebook::parse(text).expect_err(text);
        assert_eq!(report.diagnostics[0].help.as_deref(), Some(fix), "{text}");
    }
}

/// Where two things may be meant, both are offered, and each of them can be read.
#[test]
fn two_meanings_are_both_offered() {
    for (piles, rule, meanings) in [
        (
            "pile (a, b) ",
            "take any from a, b",
            [
                "take any from a  take any from b",
                "move a, b -> a - k, b - k for k in 1..",
            ],
        ),
        (
            "take 1..3 ",
            "take any from both piles",
            ["each turn 2 piles alike", "each turn 2 piles"],
        ),
    ] {
        let text = format!("game g {{ {piles}{rule} }}");
        let report = Rulebook::parse(&text).expect_err(&text);
        let help = report.diagnostics[0].help.clone().expect("help");
        let offered: Vec<&str> = help.split('`').skip(1).step_by(2).collect();
        assert_eq!(offered, meanings);
        for rules in offered {
            Rulebook::parse(&format!("game g {{ {piles}{rules} }}")).expect(rules);
        }
        assert!(report.diagnostics[0].fix.is_none());
    }
}

/// Statements that say more than can be read of them.
const UNCLEAR: &[&str] = &[
    "take any number of stones, but at least two must remain",
    "take an odd number up to 7 or 9",
    "take 1, 2 or the whole pile of stones",
    "take 1 to 3, and if a player cannot take 2 stones he loses",
    // As a list of remainders it would be another rule.
    "take a multiple of 3 or 1",
    "take multiples of 2 or 3",
    "take k where k divides n or 2",
    "take a number coprime to n or 2",
    "take a stone from a pile of 3, 5 or 7",
    // As a list of remainders it would be another rule.
    "take a multiple of 3 or 1",
    "take multiples of 2 or 3",
    "take k where k divides n or 2",
    "take a number coprime to n or 2",
    "take a stone from a pile of 3, 5 or 7",
    "take 1 and split into two unequal piles",
    "take 1 and split the rest into two equal piles",
    "take one and split the rest into two piles of different sizes",
    "take one and split the rest into two or three piles",
    "take one or two and optionally split the rest into two odd piles",
    "take one and may split the rest into three piles",
    "take all but one or two",
    "take 1 or 2 from one pile, or 1 from both",
    "take 1 or 2 from one heap or 1 from each of two heaps",
    "take two stones from one pile or one stone from two piles",
    "take at most three stones in total from two piles",
    "take a power of 2 or 3",
    "split a pile into equal piles",
    "split a pile into unequal piles",
    "split into unequal piles",
    "split into equal piles",
    "take at most half the pile, but more than two",
    "take a divisor of n+1",
    "take at most 5, at least n / 2",
    "take any odd number, at least 3",
    "take less than n / 2",
    "take at least n / 2",
    "take between n / 4 and n / 2",
    "take k^2 + 1 stones",
    "take more than half - 1",
    "take 1/2 of the pile",
    "take 3 and return 1",
    "take two stones from a pile of 20",
    "take 1, 2 or 3 sticks from 15 sticks",
    "take 1 or 2 stones of the 20",
    "take 1 or 2 stones from piles of 3, 5 and 7 stones",
    "take 1 or 2 matches, 21 matches",
    "take 2 or 3 stones from a pile of at most 5 stones",
    "take 1 or 2 stones from a pile of up to 20",
    "take 1 or 2 stones from pile 1",
    "take twenty-one",
    "take 1 or 2 leaving at least one",
    "take 1 or 2 leaving 2 stones",
    "take any number from a pile, or the same number from each pile",
    "take as many as you like from any piles",
    "take 2 until 5",
    "take half the pile",
    "take up more than half",
    "take any number from one pile, or take the same number from both piles",
    "take 2 stones, or 1 stone from each of two piles",
    "take one from both piles or one",
    "take 1 from every pile or split one pile",
    "take 1 from every pile",
    "take any number from one or two piles, or split a pile",
    "take 2 at most 5",
    "take 1, or 2 and split the rest",
    "take 1 and split the rest if you like",
    "take all but one pile",
    "take 1, or 2 if n is even",
    "take 1 or 2 the one who leaves the last stone wins",
    "take 1 or 2 whoever takes the last two stones loses",
    "take 1 or 2 whoever takes the last stone of a pile loses",
    "take 1 or 2, whoever cannot move cannot win",
    "take 1 or 2, misere, whoever takes the last stone wins",
    "take nothing but 3 stones",
    "take 0 to 3 stones",
    "take zero to two",
    "take every stone but one",
    "take any of the piles",
    "take two of the piles",
    "take at most half of the heaps",
    "take stones from an even number of piles",
    "take any number of stones from any pile but one",
    "take stones from more than three",
    "take any number leaving 1 or 2 stones",
    "take any number leaving one",
    "split a pile or take one stone from each of two piles",
    "take two stones, one from each of two piles",
    "take 1,500 or 2,500 stones",
    "take any stone",
    "take one stone squared",
    "split a pile into two or three piles if the pile is even",
    "break a pile into two or three piles if the pile is even",
    "take 1 or halve the pile",
    "take 1 coin and 2 stones",
    "take 1 stone and 2 stones",
    "take 5 stones from two piles",
    "take 1 or 2, whoever has the last stone loses",
    "take 1 or 2, the loser is the player who takes the last of a pile",
    "take half or an even number",
    "take 1 win when n == 0",
    "take 1 lose if n == 3",
];

/// A part of what is said is another game: where a statement says more than can be read, nothing is put in its place.
#[test]
fn no_part_of_a_statement_is_read_alone() {
    for rule in UNCLEAR {
        let text = format!("game g {{ {rule} }}");
        let report = Rulebook::parse(&text).expect_err(&text);
        let first = &report.diagnostics[0];
        let help = first.help.as_deref().unwrap_or_default();
        let is_told = first.fix.is_none() || help.contains("cannot be read yet");
        assert!(is_told, "{rule}: {report}");
    }
}

/// The name of amounts is not complained about where the word that tells them is misspelt.
#[test]
fn a_misspelt_word_is_the_first_mistake() {
    for rule in ["take k wher prime(k)", "take k fro k in 1..3"] {
        let text = format!("game g {{ {rule} }}");
        let report = Rulebook::parse(&text).expect_err(&text);
        let codes: Vec<&str> = report.diagnostics.iter().map(|it| it.code).collect();
        assert_eq!(codes, ["unknown_word"], "{report}");
    }
}

#[test]
fn values_by_cases_are_told_once() {
    for text in [
        "let f(n) = case n of 0 -> 1",
        "let f(n) = match n { 0 => 1, _ => 2 }",
        "let f(n) = switch (n) { case 0: 1 }",
    ] {
        let report = Rulebook::parse(text).expect_err(text);
        let help = report.diagnostics[0].help.as_deref().unwrap_or_default();
        assert!(
            report.diagnostics.len() == 1 && help.contains("if n == 0 then"),
            "{report}"
        );
    }
}

#[test]
fn the_divisor_is_named() {
    let text = "game g { pile (a, b) move b -> b % a }\nexpect winner(g[(0, 3)]) == first";
    let book = Rulebook::parse(text).expect(text);
    let expect = book.expects().remove(0);
    let mut session = Session::new(book, Settings::default()).expect("the default engine");
    let report = session.test(&expect).expect_err(text);
    let help = report.diagnostics[0].help.as_deref();
    assert_eq!(help, Some("exclude it with a condition: `where a != 0`"));
    let mended = text.replace("b % a", "b % a where a != 0");
    let mut session = opened(&mended, Settings::default());
    let expect = session.book().expects().remove(0);
    assert!(!session.test(&expect).expect(text).ok);
}

#[test]
fn what_keeps_a_divisor_from_being_0_is_said_where_it_can_stand() {
    for (text, said) in [
        (
            "game g(k) { take 1 where n % (k - 1) == 0 }\nexpect winner(g(1)[3]) == first",
            "exclude it with a condition: `where k - 1 != 0`",
        ),
        (
            "let f(a) = 5 / a\nexpect f(0) == 1",
            "say what holds then: `if a == 0 then … else …`",
        ),
    ] {
        let report = match Rulebook::parse(text) {
            Err(report) => report,
            Ok(book) => {
                let expect = book.expects().remove(0);
                let mut session = Session::new(book, Settings::default()).expect("an engine");
                session.test(&expect).expect_err(text)
            }
        };
        assert_eq!(
            report.diagnostics[0].help.as_deref(),
            Some(said),
            "{report}"
        );
    }
}

#[test]
fn questions_in_files_are_told_where_they_stand() {
    for (question, claim) in [
        ("winner nim[5, 9]", "expect winner(nim[5, 9]) == …"),
        ("solve nim[3]  # who wins", "expect winner(nim[3]) == …"),
        ("nim[5, 8]", "expect winner(nim[5, 8]) == …"),
        ("grundy(nim[5])", "expect grundy(nim[5]) == …"),
    ] {
        for text in [
            format!("{question}\n"),
            format!("game nim {{ take any }}\n\n{question}\n"),
        ] {
            let report = Rulebook::parse(&text).expect_err(&text);
            let help = report.diagnostics[0].help.as_deref().unwrap_or("");
            assert!(help.contains(&format!("`{claim}`")), "{report}");
        }
    }
}

#[test]
fn an_endless_call_is_marked_once() {
    let text = "let ba(x) = bb(x)\nlet bb(x) = ba(x)\nexpect ba(1) == 2";
    let report = Rulebook::parse(text).expect_err(text);
    let labels = &report.diagnostics[0].labels;
    assert!(
        labels.windows(2).all(|pair| pair[0].span != pair[1].span),
        "{report}"
    );
}

/// Typographic signs are those that they stand for, and stay as they are in comments, texts and titles.
#[test]
fn typographic_signs_are_read() {
    for (text, plain) in [
        (
            "game g { take k where 2 ≤ k and k ≠ 3 }",
            "game g { take k where 2 <= k and k != 3 }",
        ),
        (
            "game g { move n → n − 1 where n ≥ 2 × 3 · 1 }",
            "game g { move n -> n - 1 where n >= 2 * 3 * 1 }",
        ),
        (
            "game g {　take　１，３　misère }",
            "game g { take 1, 3 misere }",
        ),
    ] {
        let said = |text: &str| {
            let mut session = opened(text, Settings::default());
            session.described("g").expect(text).expect(text).to_string()
        };
        assert_eq!(said(text), said(plain), "{text}");
    }
    let book = Rulebook::parse("game g “Tac – Tix ≤ 3” { take 1 } # ≤ “")
        .expect("a title in curly quotes");
    let (_, title) = book.definition_text("g").expect("a game");
    assert_eq!(title.as_deref(), Some("Tac – Tix ≤ 3"));
}
