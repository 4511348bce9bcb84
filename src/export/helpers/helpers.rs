//= floor_div
// Division that rounds down.
fn floor_div(a: i64, b: i64) -> i64 {
    let (q, r) = (a / b, a % b);
    if r != 0 && (r < 0) != (b < 0) { q - 1 } else { q }
}
//= floor_mod
// The remainder with the sign of the divisor.
fn floor_mod(a: i64, b: i64) -> i64 {
    let r = a % b;
    if r != 0 && (r < 0) != (b < 0) { r + b } else { r }
}
//= least
fn least(a: i64, b: i64) -> i64 {
    a.min(b)
}
//= greatest
fn greatest(a: i64, b: i64) -> i64 {
    a.max(b)
}
//= absolute
fn absolute(a: i64) -> i64 {
    a.abs()
}
//= gcd
fn gcd(mut a: i64, mut b: i64) -> i64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.abs()
}
//= lcm gcd
fn lcm(a: i64, b: i64) -> i64 {
    if a == 0 || b == 0 { 0 } else { (a / gcd(a, b) * b).abs() }
}
//= least_of
fn least_of(list: &[i64]) -> i64 {
    *list.iter().min().expect("min of an empty list")
}
//= greatest_of
fn greatest_of(list: &[i64]) -> i64 {
    *list.iter().max().expect("max of an empty list")
}
//= gcd_of gcd
fn gcd_of(list: &[i64]) -> i64 {
    list.iter().fold(0, |all, &x| gcd(all, x))
}
//= lcm_of lcm
fn lcm_of(list: &[i64]) -> i64 {
    list.iter().fold(1, |all, &x| lcm(all, x))
}
//= xor_of
fn xor_of(list: &[i64]) -> i64 {
    list.iter().fold(0, |all, x| all ^ x)
}
//= mex_of
fn mex_of(list: &[i64]) -> i64 {
    let mut list = list.to_vec();
    list.sort_unstable();
    list.iter().fold(0, |mex, &x| if x == mex { mex + 1 } else { mex })
}
//= power
fn power(base: i64, exponent: i64) -> i64 {
    match base {
        0 | 1 if exponent > 0 => base,
        -1 if exponent >= 0 => 1 - exponent % 2 * 2,
        _ => {
            let exponent = exponent.try_into().expect("a negative or large exponent");
            base.checked_pow(exponent).expect("a power too large")
        }
    }
}
//= isqrt
fn isqrt(n: i64) -> i64 {
    n.checked_isqrt().expect("root of a negative number")
}
//= ilog2
fn ilog2(n: i64) -> i64 {
    i64::from(n.checked_ilog2().expect("logarithm of a number below 1"))
}
//= popcount
fn popcount(n: i64) -> i64 {
    assert!(n >= 0, "popcount of a negative number");
    i64::from(n.count_ones())
}
//= bits_of_both
fn bits_of_both(a: i64, b: i64) -> i64 {
    a & b
}
//= bits_of_any
fn bits_of_any(a: i64, b: i64) -> i64 {
    a | b
}
//= bits_of_all
fn bits_of_all(list: &[i64]) -> i64 {
    list.iter().fold(-1, |all, x| all & x)
}
//= bits_of_some
fn bits_of_some(list: &[i64]) -> i64 {
    list.iter().fold(0, |all, x| all | x)
}
//= shifted
// The binary digits moved to the left, or to the right where k is negative.
fn shifted(x: i64, k: i64) -> i64 {
    if k <= 0 {
        return x >> k.max(-63).abs();
    }
    let wide = i128::from(x) << k.min(64);
    assert!(wide == i128::from(wide as i64), "a shift too far");
    wide as i64
}
//= nim_times
// The nim-product of numbers with at most 2 * half binary digits; half is a power of two.
fn nim_times(a: i64, b: i64, half: i64) -> i64 {
    if a <= 1 || b <= 1 {
        return a * b;
    }
    let (low_a, low_b) = (a & ((1 << half) - 1), b & ((1 << half) - 1));
    let (low, high) = (nim_times(low_a, low_b, half / 2), nim_times(a >> half, b >> half, half / 2));
    let both = nim_times(a >> half ^ low_a, b >> half ^ low_b, half / 2);
    (both ^ low) << half ^ low ^ nim_times(high, 1 << (half - 1), half / 2)
}
//= nim_product nim_times
fn nim_product(a: i64, b: i64) -> i64 {
    assert!(a >= 0 && b >= 0 && a >> 32 == 0 && b >> 32 == 0, "a nim-product of other numbers");
    nim_times(a, b, 16)
}
//= digits
fn digits(mut n: i64) -> Vec<i64> {
    assert!(n >= 0, "digits of a negative number");
    let mut list = vec![n % 10];
    while n >= 10 {
        n /= 10;
        list.push(n % 10);
    }
    list.reverse();
    list
}
//= is_prime
fn is_prime(n: i64) -> bool {
    n >= 2 && (2..).take_while(|d| *d <= n / d).all(|d| n % d != 0)
}
//= is_square
fn is_square(n: i64) -> bool {
    n.checked_isqrt().is_some_and(|root| root * root == n)
}
//= is_fibonacci
fn is_fibonacci(n: i64) -> bool {
    let (mut a, mut b) = (0u64, 1u64);
    while n >= 0 && a < n as u64 {
        (a, b) = (b, a.wrapping_add(b));
    }
    n >= 0 && a == n as u64
}
//= is_triangular
fn is_triangular(n: i64) -> bool {
    n >= 0 && {
        let eight = 8 * n as u128 + 1;
        eight.isqrt().pow(2) == eight
    }
}
//= is_power_of_two
fn is_power_of_two(n: i64) -> bool {
    n > 0 && n & (n - 1) == 0
}
//= length
fn length<T>(list: &[T]) -> i64 {
    list.len() as i64
}
//= at
fn at<T: Clone>(list: &[T], index: i64) -> T {
    list[index as usize].clone()
}
//= indices
fn indices<T>(list: &[T]) -> Vec<i64> {
    (0..list.len() as i64).collect()
}
//= range_of
fn range_of(first: i64, last: i64) -> Vec<i64> {
    (first..=last).collect()
}
//= slice_of
fn slice_of<T: Clone>(list: &[T], first: i64, last: i64) -> Vec<T> {
    let (first, last) = (first.max(0), last.min(list.len() as i64 - 1));
    if first > last { Vec::new() } else { list[first as usize..=last as usize].to_vec() }
}
//= joined
fn joined<T: Clone>(a: &[T], b: &[T]) -> Vec<T> {
    [a, b].concat()
}
//= repeated
fn repeated<T: Clone>(item: T, count: i64) -> Vec<T> {
    vec![item; count.max(0) as usize]
}
//= contains
fn contains<T: PartialEq>(list: &[T], item: T) -> bool {
    list.contains(&item)
}
//= in_set
fn in_set<T: Ord>(sorted: &[T], item: T) -> bool {
    sorted.binary_search(&item).is_ok()
}
//= sum_of
fn sum_of(list: &[i64]) -> i64 {
    list.iter().sum()
}
//= sorted_list
fn sorted_list<T: Ord + Clone>(list: &[T]) -> Vec<T> {
    let mut list = list.to_vec();
    list.sort();
    list
}
//= unique_of
fn unique_of<T: PartialEq + Clone>(list: &[T]) -> Vec<T> {
    let mut kept: Vec<T> = Vec::new();
    for x in list {
        if !kept.contains(x) {
            kept.push(x.clone());
        }
    }
    kept
}
//= reversed_list
fn reversed_list<T: Clone>(list: &[T]) -> Vec<T> {
    list.iter().rev().cloned().collect()
}
//= any_of
fn any_of(list: &[bool]) -> bool {
    list.contains(&true)
}
//= all_of
fn all_of(list: &[bool]) -> bool {
    !list.contains(&false)
}
//= without
fn without<T: Clone>(list: &[T], indices: &[i64]) -> Vec<T> {
    assert!(indices.iter().all(|&i| 0 <= i && i < list.len() as i64), "no such index");
    let kept = (0i64..).zip(list).filter(|(i, _)| !indices.contains(i));
    kept.map(|(_, x)| x.clone()).collect()
}
//= compositions
// All lists of so many numbers from 0 on with this sum.
fn compositions(total: i64, parts: i64) -> Vec<Vec<i64>> {
    if parts == 0 {
        return if total == 0 { vec![Vec::new()] } else { Vec::new() };
    }
    let mut all = Vec::new();
    for first in 0..=total {
        for mut rest in compositions(total - first, parts - 1) {
            rest.insert(0, first);
            all.push(rest);
        }
    }
    all
}
//= partitions
// The ascending lists of positive numbers with this sum and so many parts: of any sizes (0), different ones (1), equal ones (2).
fn partitions(total: i64, least: i64, most: i64, sizes: i64) -> Vec<Vec<i64>> {
    let mut all = Vec::new();
    for count in least.max(1)..=most.min(total) {
        if sizes == 2 {
            if total % count == 0 {
                all.push(vec![total / count; count as usize]);
            }
            continue;
        }
        let mut parts: Vec<i64> = Vec::new();
        let (mut left, mut next) = (total, 1);
        loop {
            let more = count - parts.len() as i64;
            // The least sum of the parts that are missing; there are few parts where it fits.
            let fits = next * more + if sizes == 1 { more * (more - 1) / 2 } else { 0 } <= left;
            if fits && more > 1 {
                parts.push(next);
                left -= next;
                next += sizes;
                continue;
            }
            if fits {
                let mut whole = parts.clone();
                whole.push(left);
                all.push(whole);
            }
            let Some(last) = parts.pop() else { break };
            next = last + 1;
            left += last;
        }
    }
    all
}
