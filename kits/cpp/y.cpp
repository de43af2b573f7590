struct Cell {
    long left, bottom; // distances from these sides

    bool is_next(const Cell &c) const {
        const long x = std::abs(left - c.left), y = std::abs(bottom - c.bottom);
        return std::max({x, y, std::abs(left + bottom - c.left - c.bottom)}) == 1;
    }
};

// Our stones. The first row is the top.
static std::vector<Cell> own_cells(const Message &view) {
    const char own = view.number("turn") == 0 ? 'B' : 'R';
    std::vector<Cell> cells;
    Cell at = {0, view.number("size") - 1};
    for (const char c : view.text("layout")) {
        if (c == own) cells.push_back(at);
        at = c == '/' ? Cell{0, at.bottom - 1} : Cell{at.left + 1, at.bottom};
    }
    return cells;
}

static std::string choose(const Message &view, const Moves &moves) {
    if (has(moves, "swap")) return "swap";
    const long size = view.number("size");
    const std::vector<Cell> own = own_cells(view);
    // A cell such as "c3" next to our stones that brings them nearer to the sides; else the centre.
    return best(moves, [&](const std::string &move) {
        const Cell cell = {move[0] - 'a', std::stol(move.substr(1)) - 1};
        long left = cell.left, bottom = cell.bottom, right = size - 1 - left - bottom;
        const long inside = std::min({left, bottom, right});
        bool touches = false;
        for (const Cell &stone : own) {
            left = std::min(left, stone.left);
            bottom = std::min(bottom, stone.bottom);
            right = std::min(right, size - 1 - stone.left - stone.bottom);
            touches = touches || stone.is_next(cell);
        }
        return (touches ? 1000 : 0) - 10 * (left + bottom + right) + inside;
    });
}
