//= floor_div
// Division that rounds down.
inline std::int64_t floor_div(std::int64_t a, std::int64_t b) {
    if (b == 0) { throw std::domain_error("division by zero"); }
    const std::int64_t q = a / b;
    return q - ((a % b != 0 && (a < 0) != (b < 0)) ? 1 : 0);
}
//= floor_mod
// The remainder with the sign of the divisor.
inline std::int64_t floor_mod(std::int64_t a, std::int64_t b) {
    if (b == 0) { throw std::domain_error("division by zero"); }
    const std::int64_t r = a % b;
    return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}
//= least
inline std::int64_t least(std::int64_t a, std::int64_t b) { return a < b ? a : b; }
//= greatest
inline std::int64_t greatest(std::int64_t a, std::int64_t b) { return a > b ? a : b; }
//= absolute
inline std::int64_t absolute(std::int64_t a) { return a < 0 ? -a : a; }
//= gcd
inline std::int64_t gcd(std::int64_t a, std::int64_t b) {
    while (b != 0) {
        const std::int64_t r = a % b;
        a = b;
        b = r;
    }
    return a < 0 ? -a : a;
}
//= lcm gcd
inline std::int64_t lcm(std::int64_t a, std::int64_t b) {
    if (a == 0 || b == 0) { return 0; }
    const std::int64_t m = a / gcd(a, b) * b;
    return m < 0 ? -m : m;
}
//= least_of
inline std::int64_t least_of(const std::vector<std::int64_t>& list) {
    if (list.empty()) { throw std::domain_error("min of an empty list"); }
    return *std::min_element(list.begin(), list.end());
}
//= greatest_of
inline std::int64_t greatest_of(const std::vector<std::int64_t>& list) {
    if (list.empty()) { throw std::domain_error("max of an empty list"); }
    return *std::max_element(list.begin(), list.end());
}
//= gcd_of gcd
inline std::int64_t gcd_of(const std::vector<std::int64_t>& list) {
    std::int64_t all = 0;
    for (const std::int64_t x : list) { all = gcd(all, x); }
    return all;
}
//= lcm_of lcm
inline std::int64_t lcm_of(const std::vector<std::int64_t>& list) {
    std::int64_t all = 1;
    for (const std::int64_t x : list) { all = lcm(all, x); }
    return all;
}
//= xor_of
inline std::int64_t xor_of(const std::vector<std::int64_t>& list) {
    std::int64_t all = 0;
    for (const std::int64_t x : list) { all ^= x; }
    return all;
}
//= mex_of
inline std::int64_t mex_of(std::vector<std::int64_t> list) {
    std::sort(list.begin(), list.end());
    std::int64_t mex = 0;
    for (const std::int64_t x : list) {
        if (x == mex) { mex++; }
    }
    return mex;
}
//= power
inline std::int64_t power(std::int64_t base, std::int64_t exponent) {
    if (exponent < 0) { throw std::domain_error("a negative exponent"); }
    if (base == 0 || base == 1) { return exponent == 0 ? 1 : base; }
    if (base == -1) { return exponent % 2 == 0 ? 1 : -1; }
    const std::int64_t least = std::numeric_limits<std::int64_t>::min(), most = std::numeric_limits<std::int64_t>::max();
    std::int64_t all = 1;
    for (std::int64_t i = 0; i < exponent; i++) {
        if (base > 0 ? all > most / base : all > 0 ? all > least / base : all < most / base) {
            throw std::overflow_error("a power too large");
        }
        all *= base;
    }
    return all;
}
//= isqrt
inline std::int64_t isqrt(std::int64_t n) {
    if (n < 0) { throw std::domain_error("root of a negative number"); }
    std::int64_t low = 0, high = 3037000499;
    while (low < high) {
        const std::int64_t middle = (low + high + 1) / 2;
        if (middle * middle <= n) { low = middle; } else { high = middle - 1; }
    }
    return low;
}
//= ilog2
inline std::int64_t ilog2(std::int64_t n) {
    if (n < 1) { throw std::domain_error("logarithm of a number below 1"); }
    std::int64_t log = 0;
    while (n > 1) {
        n /= 2;
        log++;
    }
    return log;
}
//= popcount
inline std::int64_t popcount(std::int64_t n) {
    if (n < 0) { throw std::domain_error("popcount of a negative number"); }
    std::int64_t count = 0;
    for (; n > 0; n /= 2) { count += n % 2; }
    return count;
}
//= bits_of_both
inline std::int64_t bits_of_both(std::int64_t a, std::int64_t b) {
    return a & b;
}
//= bits_of_any
inline std::int64_t bits_of_any(std::int64_t a, std::int64_t b) {
    return a | b;
}
//= bits_of_all
inline std::int64_t bits_of_all(const std::vector<std::int64_t>& list) {
    std::int64_t all = -1;
    for (const std::int64_t x : list) { all &= x; }
    return all;
}
//= bits_of_some
inline std::int64_t bits_of_some(const std::vector<std::int64_t>& list) {
    std::int64_t all = 0;
    for (const std::int64_t x : list) { all |= x; }
    return all;
}
//= shifted floor_div
// The binary digits moved to the left, or to the right where k is negative.
inline std::int64_t shifted(std::int64_t x, std::int64_t k) {
    for (; k < 0 && x != 0 && x != -1; k++) { x = floor_div(x, 2); }
    for (; k > 0 && x != 0; k--) {
        if (x > std::numeric_limits<std::int64_t>::max() / 2 || x < std::numeric_limits<std::int64_t>::min() / 2) {
            throw std::overflow_error("a shift too far");
        }
        x *= 2;
    }
    return x;
}
//= nim_times
// The nim-product of numbers with at most 2 * half binary digits; half is a power of two.
inline std::int64_t nim_times(std::int64_t a, std::int64_t b, std::int64_t half) {
    if (a <= 1 || b <= 1) { return a * b; }
    const std::int64_t mask = (std::int64_t(1) << half) - 1;
    const std::int64_t low = nim_times(a & mask, b & mask, half / 2), high = nim_times(a >> half, b >> half, half / 2);
    const std::int64_t both = nim_times((a >> half) ^ (a & mask), (b >> half) ^ (b & mask), half / 2);
    return ((both ^ low) << half) ^ low ^ nim_times(high, std::int64_t(1) << (half - 1), half / 2);
}
//= nim_product nim_times
inline std::int64_t nim_product(std::int64_t a, std::int64_t b) {
    if (a < 0 || b < 0 || (a >> 32) != 0 || (b >> 32) != 0) { throw std::domain_error("a nim-product of other numbers"); }
    return nim_times(a, b, 16);
}
//= digits
inline std::vector<std::int64_t> digits(std::int64_t n) {
    if (n < 0) { throw std::domain_error("digits of a negative number"); }
    std::vector<std::int64_t> list;
    do {
        list.push_back(n % 10);
        n /= 10;
    } while (n > 0);
    std::reverse(list.begin(), list.end());
    return list;
}
//= is_prime
inline bool is_prime(std::int64_t n) {
    if (n < 2) { return false; }
    for (std::int64_t d = 2; d <= n / d; d++) {
        if (n % d == 0) { return false; }
    }
    return true;
}
//= is_square isqrt
inline bool is_square(std::int64_t n) {
    if (n < 0) { return false; }
    const std::int64_t root = isqrt(n);
    return root * root == n;
}
//= is_fibonacci
inline bool is_fibonacci(std::int64_t n) {
    std::uint64_t a = 0, b = 1;
    while (n >= 0 && a < static_cast<std::uint64_t>(n)) {
        b += a;
        a = b - a;
    }
    return n >= 0 && a == static_cast<std::uint64_t>(n);
}
//= is_triangular
inline bool is_triangular(std::int64_t n) {
    if (n < 0) { return false; }
    std::int64_t low = 0, high = 4294967295;
    while (low < high) {
        const std::int64_t k = (low + high) / 2;
        if ((k % 2 == 0 ? k / 2 * (k + 1) : (k + 1) / 2 * k) < n) { low = k + 1; } else { high = k; }
    }
    return (low % 2 == 0 ? low / 2 * (low + 1) : (low + 1) / 2 * low) == n;
}
//= is_power_of_two
inline bool is_power_of_two(std::int64_t n) { return n > 0 && (n & (n - 1)) == 0; }
//= length
template <class T>
std::int64_t length(const std::vector<T>& list) { return static_cast<std::int64_t>(list.size()); }
//= at
template <class T>
decltype(auto) at(const std::vector<T>& list, std::int64_t index) { return list.at(static_cast<std::size_t>(index)); }
//= indices
template <class T>
std::vector<std::int64_t> indices(const std::vector<T>& list) {
    std::vector<std::int64_t> all;
    for (std::size_t i = 0; i < list.size(); i++) { all.push_back(static_cast<std::int64_t>(i)); }
    return all;
}
//= range_of
inline std::vector<std::int64_t> range_of(std::int64_t first, std::int64_t last) {
    std::vector<std::int64_t> list;
    for (std::int64_t x = first; x <= last; x++) { list.push_back(x); }
    return list;
}
//= slice_of
template <class T>
std::vector<T> slice_of(const std::vector<T>& list, std::int64_t first, std::int64_t last) {
    const std::int64_t end = std::min(last, static_cast<std::int64_t>(list.size()) - 1);
    std::vector<T> part;
    for (std::int64_t i = std::max<std::int64_t>(first, 0); i <= end; i++) {
        part.push_back(list[static_cast<std::size_t>(i)]);
    }
    return part;
}
//= joined
template <class T>
std::vector<T> joined(std::vector<T> a, const std::vector<T>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}
//= repeated
template <class T>
std::vector<T> repeated(const T& item, std::int64_t count) {
    return std::vector<T>(static_cast<std::size_t>(std::max<std::int64_t>(count, 0)), item);
}
//= contains
template <class T>
bool contains(const std::vector<T>& list, const typename std::vector<T>::value_type& item) {
    return std::find(list.begin(), list.end(), item) != list.end();
}
//= in_set
template <class T>
bool in_set(const std::vector<T>& sorted, const typename std::vector<T>::value_type& item) {
    return std::binary_search(sorted.begin(), sorted.end(), item);
}
//= sum_of
inline std::int64_t sum_of(const std::vector<std::int64_t>& list) {
    std::int64_t sum = 0;
    for (const std::int64_t x : list) { sum += x; }
    return sum;
}
//= sorted_list
template <class T>
std::vector<T> sorted_list(std::vector<T> list) {
    std::sort(list.begin(), list.end());
    return list;
}
//= unique_of
template <class T>
std::vector<T> unique_of(const std::vector<T>& list) {
    std::vector<T> kept;
    for (const auto& x : list) {
        if (std::find(kept.begin(), kept.end(), x) == kept.end()) { kept.push_back(x); }
    }
    return kept;
}
//= reversed_list
template <class T>
std::vector<T> reversed_list(std::vector<T> list) {
    std::reverse(list.begin(), list.end());
    return list;
}
//= any_of
inline bool any_of(const std::vector<bool>& list) { return std::find(list.begin(), list.end(), true) != list.end(); }
//= all_of
inline bool all_of(const std::vector<bool>& list) { return std::find(list.begin(), list.end(), false) == list.end(); }
//= without
template <class T>
std::vector<T> without(const std::vector<T>& list, const std::vector<std::int64_t>& indices) {
    for (const std::int64_t i : indices) { list.at(static_cast<std::size_t>(i)); }
    std::vector<T> kept;
    for (std::size_t i = 0; i < list.size(); i++) {
        if (std::find(indices.begin(), indices.end(), static_cast<std::int64_t>(i)) == indices.end()) {
            kept.push_back(list[i]);
        }
    }
    return kept;
}
//= compositions
// All lists of so many numbers from 0 on with this sum.
inline std::vector<std::vector<std::int64_t>> compositions(std::int64_t total, std::int64_t parts) {
    std::vector<std::vector<std::int64_t>> all;
    if (parts == 0) {
        if (total == 0) { all.push_back({}); }
        return all;
    }
    for (std::int64_t first = 0; first <= total; first++) {
        for (std::vector<std::int64_t>& rest : compositions(total - first, parts - 1)) {
            rest.insert(rest.begin(), first);
            all.push_back(rest);
        }
    }
    return all;
}
//= partitions
// The ascending lists of positive numbers with this sum and so many parts: of any sizes (0), different ones (1), equal ones (2).
inline std::vector<std::vector<std::int64_t>> partitions(std::int64_t total, std::int64_t least, std::int64_t most, int sizes) {
    std::vector<std::vector<std::int64_t>> all;
    for (std::int64_t count = std::max<std::int64_t>(least, 1); count <= std::min(most, total); count++) {
        if (sizes == 2) {
            if (total % count == 0) { all.push_back(std::vector<std::int64_t>(static_cast<std::size_t>(count), total / count)); }
            continue;
        }
        std::vector<std::int64_t> parts;
        std::int64_t left = total;
        std::int64_t next = 1;
        for (;;) {
            const std::int64_t more = count - static_cast<std::int64_t>(parts.size());
            // The least sum of the parts that are missing; there are few parts where it fits.
            const bool fits = next * more + (sizes == 1 ? more * (more - 1) / 2 : 0) <= left;
            if (fits && more > 1) {
                parts.push_back(next);
                left -= next;
                next += sizes == 1 ? 1 : 0;
                continue;
            }
            if (fits) {
                parts.push_back(left);
                all.push_back(parts);
                parts.pop_back();
            }
            if (parts.empty()) { break; }
            next = parts.back() + 1;
            left += parts.back();
            parts.pop_back();
        }
    }
    return all;
}
