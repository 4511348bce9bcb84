//= frame
$about
$algorithm?#include <algorithm>
$search?#include <array>
$sizes?#include <cstddef>
#include <cstdint>
$helpers?#include <limits>
$memo?#include <map>
#include <stdexcept>
$helpers?#include <tuple>
$search?#include <unordered_map>
$search?#include <unordered_set>
$vectors?#include <vector>

$algorithm?namespace nimrule_$game {
$algorithm?
$library
$above
$above?
$algorithm?}  // namespace nimrule_$game
$algorithm?
$type $function($params) {
    $algorithm?using namespace nimrule_$game;
    if ($outside) { throw std::invalid_argument("no such pile"); }
    $body
}
//= above_period above_formula above_ascending
//= above_search
using Pile = std::array<std::int64_t, $width>;

struct Hash {
    std::size_t operator()(const Pile& pile) const {
        std::uint64_t hash = 0;
        for (const std::int64_t number : pile) {
            hash = (hash ^ static_cast<std::uint64_t>(number)) * 0x9e3779b97f4a7c15u;
            hash ^= hash >> 32;
        }
        return static_cast<std::size_t>(hash);
    }
};

// The options of a pile: their parts one after the other, and where each option ends.
struct Options {
    std::vector<Pile> parts;
    std::vector<std::size_t> ends;
};

inline Options options(const Pile& pile) {
    Options found;
    $moves
    $unordered?for (Pile& part : found.parts) { std::sort(part.begin(), part.end()); }
    return found;
}
//= period
// The values of the piles 0 to $last.
static const std::int64_t values[] = {
    $values
};
$preperiod?if ($size < $preperiod) { return values[$size]; }
return $value;
//= formula
$moves
return $value;
//= ascending
static std::vector<std::int64_t> known;  // the values of the piles 0, 1, 2, …
static std::vector<std::int64_t> seen;   // for each value the last pile with an option of that value, plus 1
$lowest?if (known.empty()) { known.resize($lowest); }
for (std::int64_t $pile = static_cast<std::int64_t>(known.size()); $pile <= $size; $pile++) {
    const auto mark = [&](std::int64_t value) {
        const std::size_t place = static_cast<std::size_t>(value);
        if (place >= seen.size()) { seen.resize(2 * place + 1, 0); }
        seen[place] = $pile + 1;
    };
    $moves
    std::size_t mex = 0;
    while (mex < seen.size() && seen[mex] == $pile + 1) { mex++; }
    known.push_back(static_cast<std::int64_t>(mex));
}
return known.at($size);
//= search
$ordered?const Pile start{{$size}};
$unordered?Pile start{{$size}};
$unordered?std::sort(start.begin(), start.end());
static std::unordered_map<Pile, std::int64_t, Hash> known;
std::unordered_set<Pile, Hash> open;  // piles whose options are being worked out
std::vector<Pile> stack{start};
while (!stack.empty()) {
    const Pile here = stack.back();
    if (known.count(here) != 0) {
        stack.pop_back();
        continue;
    }
    const Options found = options(here);
    std::vector<Pile> missing;
    for (const Pile& part : found.parts) {
        if (known.count(part) == 0) { missing.push_back(part); }
    }
    if (!missing.empty()) {
        open.insert(here);
        for (const Pile& part : missing) {
            if (open.count(part) != 0) { throw std::logic_error("a play need never end"); }
        }
        // The least one comes first, so that the stack stays short.
        std::sort(missing.rbegin(), missing.rend());
        missing.erase(std::unique(missing.begin(), missing.end()), missing.end());
        stack.insert(stack.end(), missing.begin(), missing.end());
        continue;
    }
    std::vector<bool> seen(found.ends.size() + 1, false);
    std::size_t part = 0;
    for (const std::size_t end : found.ends) {
        std::int64_t sum = 0;
        for (; part < end; part++) { sum ^= known.at(found.parts[part]); }
        if (static_cast<std::size_t>(sum) < seen.size()) { seen[static_cast<std::size_t>(sum)] = true; }
    }
    std::int64_t mex = 0;
    while (seen[static_cast<std::size_t>(mex)]) { mex++; }
    known.emplace(here, mex);
    open.erase(here);
    stack.pop_back();
}
return known.at(start);
//= int
std::int64_t
//= bool
bool
//= list_type
std::vector<$element>
//= tuple_type
std::tuple<$items>
//= false
false
//= true
true
//= list tuple
$type{$items}
//= empty_list
$type{}
//= pattern
[$items]
//= constant ignored
$name
//= table nested_table
static const $type $name = {
    $items
};
//= not
!$it
//= choice
$condition ? $yes : $no
//= field
std::get<$index>($tuple)
//= call
$name($args)
//= call_of_repeated
$name<$element>($args)
//= borrowed list_copy copy
$it
//= function
inline $type $name($params) {
    return $value;
}
//= declaration
inline $type $name($params);
//= recursion
inline $type $name($params) {
    static std::map<std::vector<std::int64_t>, $type> known;
    const std::vector<std::int64_t> here{$names};
    const auto found = known.find(here);
    if (found != known.end()) { return found->second; }
    const $type value = $value;
    known.emplace(here, value);
    return value;
}
//= list_function
inline $type $name($params) {
    $type list;
    $steps
    return list;
}
//= param
$unused$type $name
//= list_param tuple_param
${unused}const $type& $name
//= scope
{
    $steps
}
//= assign
const $type $name = $value;
//= take_apart
const auto $names = $value;
//= push
list.push_back($value);
//= condition
if ($condition) {
    $steps
}
//= count
for (std::int64_t $name = $first; $while; $name++) {
    $steps
}
//= count_by
for (std::int64_t $name = $first; $while; $name += $by) {
    $steps
}
//= range
for (std::int64_t $name = $first; $name <= $last$and_while; $name++) {
    $steps
}
//= range_by
for (std::int64_t $name = $first; $name <= $last$and_while; $name += $by) {
    $steps
}
//= stop
//= each
for (${unused}const $type $names : $list) {
    $steps
}
//= each_tuple
for (${unused}const auto& $names : $list) {
    $steps
}
//= known
known.at($size)
//= mark_value
mark($sum);
//= mark_list
std::int64_t sum = 0;
for (const std::int64_t part : $list) { sum ^= known.at(part); }
mark(sum);
//= part
found.parts.push_back({$cells});
//= option
$parts
found.ends.push_back(found.parts.size());
//= option_of_numbers
for (const auto& part : $list) { found.parts.push_back({part}); }
found.ends.push_back(found.parts.size());
//= option_of_tuples
for (const auto& part : $list) { found.parts.push_back({$cells}); }
found.ends.push_back(found.parts.size());
//= exception
if ($condition) { return $value; }
//= unless
if ($condition) { return found; }
//= naming
{$items}
//= namings
static const std::size_t orders[][$width] = {$items};
//= each_naming
for (const auto& order : orders) {
    $steps
}
//= cell
const std::int64_t $name = pile[$place];
//= cells cells_in_order
$cells
//= value_at value_at_term
values[$place]
