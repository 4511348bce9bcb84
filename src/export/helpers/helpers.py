#= floor_div
#= floor_mod
#= least
def _least(a, b):
    return min(a, b)
#= greatest
def _greatest(a, b):
    return max(a, b)
#= absolute
def _absolute(a):
    return abs(a)
#= gcd
def _gcd(a, b):
    while b != 0:
        a, b = b, a % b
    return abs(a)
#= lcm gcd
def _lcm(a, b):
    return 0 if a == 0 or b == 0 else abs(a // _gcd(a, b) * b)
#= least_of
def _least_of(numbers):
    return min(numbers)
#= greatest_of
def _greatest_of(numbers):
    return max(numbers)
#= gcd_of gcd
def _gcd_of(numbers):
    all_ = 0
    for x in numbers:
        all_ = _gcd(all_, x)
    return all_
#= lcm_of lcm
def _lcm_of(numbers):
    all_ = 1
    for x in numbers:
        all_ = _lcm(all_, x)
    return all_
#= xor_of
def _xor_of(numbers):
    all_ = 0
    for x in numbers:
        all_ ^= x
    return all_
#= mex_of
def _mex_of(numbers):
    present = set(numbers)
    mex = 0
    while mex in present:
        mex += 1
    return mex
#= power
def _power(base, exponent):
    if exponent < 0:
        raise ValueError("a negative exponent")
    return base ** exponent
#= isqrt
def _isqrt(n):
    if n < 0:
        raise ValueError("root of a negative number")
    root = int(n ** 0.5)
    while root * root > n:
        root -= 1
    while (root + 1) * (root + 1) <= n:
        root += 1
    return root
#= ilog2
def _ilog2(n):
    if n < 1:
        raise ValueError("logarithm of a number below 1")
    return n.bit_length() - 1
#= popcount
def _popcount(n):
    if n < 0:
        raise ValueError("popcount of a negative number")
    return bin(n).count("1")
#= bits_of_both
def _bits_of_both(a, b):
    return a & b
#= bits_of_any
def _bits_of_any(a, b):
    return a | b
#= bits_of_all
def _bits_of_all(numbers):
    all_ = -1
    for x in numbers:
        all_ &= x
    return all_
#= bits_of_some
def _bits_of_some(numbers):
    all_ = 0
    for x in numbers:
        all_ |= x
    return all_
#= shifted
# The binary digits moved to the left, or to the right where k is negative.
def _shifted(x, k):
    return x >> -k if k <= 0 else x << k
#= nim_times
# The nim-product of numbers with at most 2 * half binary digits; half is a power of two.
def _nim_times(a, b, half):
    if a <= 1 or b <= 1:
        return a * b
    low_a, low_b = a & ((1 << half) - 1), b & ((1 << half) - 1)
    low, high = _nim_times(low_a, low_b, half // 2), _nim_times(a >> half, b >> half, half // 2)
    both = _nim_times(a >> half ^ low_a, b >> half ^ low_b, half // 2)
    return (both ^ low) << half ^ low ^ _nim_times(high, 1 << (half - 1), half // 2)
#= nim_product nim_times
def _nim_product(a, b):
    if a < 0 or b < 0 or a >> 32 or b >> 32:
        raise ValueError("a nim-product of other numbers")
    return _nim_times(a, b, 16)
#= digits
def _digits(n):
    if n < 0:
        raise ValueError("digits of a negative number")
    return [int(digit) for digit in str(n)]
#= is_prime
def _is_prime(n):
    if n < 2:
        return False
    d = 2
    while d * d <= n:
        if n % d == 0:
            return False
        d += 1
    return True
#= is_square isqrt
def _is_square(n):
    return n >= 0 and _isqrt(n) ** 2 == n
#= is_fibonacci
def _is_fibonacci(n):
    a, b = 0, 1
    while a < n:
        a, b = b, a + b
    return a == n
#= is_triangular isqrt
def _is_triangular(n):
    return n >= 0 and _isqrt(8 * n + 1) ** 2 == 8 * n + 1
#= is_power_of_two
def _is_power_of_two(n):
    return n > 0 and n & (n - 1) == 0
#= length
def _length(items):
    return len(items)
#= at
def _at(items, index):
    if index < 0:
        raise IndexError(index)
    return items[index]
#= indices
def _indices(items):
    return list(range(len(items)))
#= range_of
def _range_of(first, last):
    return list(range(first, last + 1))
#= slice_of
def _slice_of(items, first, last):
    return items[max(first, 0):max(last + 1, 0)]
#= joined
def _joined(a, b):
    return a + b
#= repeated
def _repeated(item, count):
    return [item] * count
#= contains
def _contains(items, item):
    return item in items
#= in_set
def _in_set(ordered, item):
    low, high = 0, len(ordered)
    while low < high:
        middle = (low + high) // 2
        if ordered[middle] < item:
            low = middle + 1
        else:
            high = middle
    return low < len(ordered) and ordered[low] == item
#= sum_of
def _sum_of(numbers):
    return sum(numbers)
#= sorted_list
def _sorted_list(items):
    return sorted(items)
#= unique_of
def _unique_of(items):
    kept = []
    for x in items:
        if x not in kept:
            kept.append(x)
    return kept
#= reversed_list
def _reversed_list(items):
    return items[::-1]
#= any_of
def _any_of(truths):
    return any(truths)
#= all_of
def _all_of(truths):
    return all(truths)
#= without
def _without(items, indices):
    if any(i < 0 or i >= len(items) for i in indices):
        raise IndexError(indices)
    return [x for i, x in enumerate(items) if i not in indices]
#= compositions
# All lists of so many numbers from 0 on with this sum.
def _compositions(total, parts):
    if parts == 0:
        return [[]] if total == 0 else []
    return [[first] + rest for first in range(total + 1) for rest in _compositions(total - first, parts - 1)]
#= partitions
# The ascending lists of positive numbers with this sum and so many parts: of any sizes (0), different ones (1), equal ones (2).
def _partitions(total, least, most, sizes):
    found = []
    for count in range(max(least, 1), min(most, total) + 1):
        if sizes == 2:
            if total % count == 0:
                found.append([total // count] * count)
            continue
        parts, left, following = [], total, 1
        while True:
            more = count - len(parts)
            # The least sum of the parts that are missing; there are few parts where it fits.
            fits = following * more + (more * (more - 1) // 2 if sizes == 1 else 0) <= left
            if fits and more > 1:
                parts.append(following)
                left -= following
                following += sizes
                continue
            if fits:
                found.append(parts + [left])
            if not parts:
                break
            last = parts.pop()
            following = last + 1
            left += last
    return found
