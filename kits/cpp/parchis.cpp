// Of a move such as "5 yellow 2": the steps, and more if another player's piece is there.
static long worth(const Message &view, const std::vector<long> &pieces, const std::string &move) {
    static const Moves colours = {"yellow", "blue", "red", "green"};
    std::istringstream words(move);
    std::string name;
    long die = 0, piece = 0;
    if (!(words >> die >> name >> piece) || !has(colours, name)) return 7; // special dice and others
    const long colour = std::find(colours.begin(), colours.end(), name) - colours.begin();
    // Of each colour three pieces: square, state, turns left.
    const long square = pieces.at(static_cast<std::size_t>(3 * (3 * colour + piece)));
    if (square == 0) return 8; // it leaves its home
    const long target = (square + die - 1) % 68 + 1;
    for (std::size_t i = 0; i < 12 && square <= 68; i++)
        if (long(i) / 3 % 2 != view.number("player") && pieces.at(3 * i) == target) return die + 20;
    return die;
}

static std::string choose(const Message &view, const Moves &moves) {
    const auto pieces = view.numbers("pieces");
    return best(moves, [&](const std::string &move) { return worth(view, pieces, move); });
}
