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
