#= size
$about


def grundy($params):
    if $outside:
        raise ValueError("no such pile")
    return $size
#= period
$about


# The values of the piles 0 to $last.
_VALUES = [
    $values
]


def grundy($params):
    if $outside:
        raise ValueError("no such pile")
    $preperiod?if $size < $preperiod:
    $preperiod?    return _VALUES[$size]
    return $value
#= ascending
$about
$counts?from itertools import count as _count_from


$library
# The values of the piles 0, 1, 2, …
$lowest?_known = [0] * $lowest
$from_0?_known = []


def grundy($params):
    if $outside:
        raise ValueError("no such pile")
    for $pile in range(len(_known), $size + 1):
        seen = set()
        $moves
        mex = 0
        while mex in seen:
            mex += 1
        _known.append(mex)
    return _known[$size]
#= search
$about
$counts?from itertools import count as _count_from


$library
# The options of a pile: each a tuple of its parts.
def _options(pile):
    found = []
    $moves
    $unordered?found = [tuple(tuple(sorted(part)) for part in option) for option in found]
    return found


# The values of the piles met so far.
_known = {}


def grundy($params):
    if $outside:
        raise ValueError("no such pile")
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
