#= frame
$about
$counts?from itertools import count as _count_from


$library
$above
$above?
$above?
def $function($params):
    if $outside:
        raise ValueError("no such pile")
    $body
#= above_formula
#= above_period
# The values of the piles 0 to $last.
_VALUES = [
    $values
]
#= above_ascending
# The values of the piles 0, 1, 2, …
$lowest?_known = [0] * $lowest
$from_0?_known = []
#= above_search
# The options of a pile: each a tuple of its parts.
def _options(pile):
    found = []
    $moves
    $unordered?found = [tuple(tuple(sorted(part)) for part in option) for option in found]
    return found


# The values of the piles met so far.
_known = {}
#= period
$preperiod?if $size < $preperiod:
$preperiod?    return _VALUES[$size]
return $value
#= formula
$moves
return $value
#= ascending
for $pile in range(len(_known), $size + 1):
    seen = set()
    $moves
    mex = 0
    while mex in seen:
        mex += 1
    _known.append(mex)
return _known[$size]
#= search
$ordered?start = $tuple
$unordered?start = tuple(sorted($tuple))
open_ = set()  # piles whose options are being worked out
stack = [start]
while stack:
    here = stack[-1]
    if here in _known:
        stack.pop()
        continue
    found = _options(here)
    missing = {part for option in found for part in option if part not in _known}
    if missing:
        open_.add(here)
        if not missing.isdisjoint(open_):
            raise ValueError("a play need never end")
        # The least one comes first, so that the stack stays short.
        stack.extend(sorted(missing, reverse=True))
        continue
    seen = set()
    for option in found:
        value = 0
        for part in option:
            value ^= _known[part]
        seen.add(value)
    mex = 0
    while mex in seen:
        mex += 1
    _known[here] = mex
    open_.discard(here)
    stack.pop()
return _known[start]
#= int bool list_type tuple_type declaration part cell
#= false
False
#= true
True
#= list naming
[$items]
#= empty_list
[]
#= tuple pattern
($items$comma)
#= constant
_$UPPER
#= table nested_table
$name = [
    $items
]
#= not
not $it
#= choice
$yes if $condition else $no
#= field
$tuple[$index]
#= call call_of_repeated
_$name($args)
#= borrowed list_copy copy
$it
#= function
def _$name($params):
    return $value
#= recursion
_known_$name = {}


def _$name($params):
    if ($names,) not in _known_$name:
        _known_$name[($names,)] = $value
    return _known_$name[($names,)]
#= list_function
def _$name($params):
    list_ = []
    $steps
    return list_
#= param list_param tuple_param ignored
$name
#= scope
$steps
#= assign
$name = $value
#= take_apart
$names = $value
#= push
list_.append($value)
#= condition
if $condition:
    $steps
#= count
for $name in _count_from($first):
    $stops
    $steps
#= count_by
for $name in _count_from($first, $by):
    $stops
    $steps
#= range
for $name in range($first, $past):
    $stops
    $steps
#= range_by
for $name in range($first, $past, $by):
    $stops
    $steps
#= stop
if $over:
    break
#= each each_tuple
for $names in $list:
    $steps
#= known
_known[$size]
#= mark_value
seen.add($sum)
#= mark_list
sum_ = 0
for part in $list:
    sum_ ^= _known[part]
seen.add(sum_)
#= option
found.append($tuple)
#= option_of_numbers
found.append(tuple((part,) for part in $list))
#= option_of_tuples
found.append(tuple($list))
#= exception
if $condition:
    return $value
#= unless
if $condition:
    return found
#= namings
orders = [$items]
#= each_naming
for order in orders:
    $steps
#= cells
$names = pile
#= cells_in_order
$names = (pile[i] for i in order)
#= value_at value_at_term
_VALUES[$place]
