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
