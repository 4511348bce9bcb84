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
