static const int ROLLS = 3; // it stops after so many

// Steps of a column: 3 in column 2, 13 in column 7, 3 in column 12.
static int height(int column) {
    return 13 - 2 * std::abs(7 - column);
}

static std::string choose(const Message &view, const Moves &moves) {
    if (view.text("waits") == "decide") return view.number("rolls") >= ROLLS ? "stop" : "roll";
    const auto progress = view.numbers("progress"); // eleven columns for each seat
    const auto temporary = view.numbers("temporary");
    const auto own = static_cast<std::size_t>(11 * view.number("seat"));
    // How far up its columns a move such as "6+8" leads, each as a share of its height.
    return best(moves, [&](const std::string &move) {
        std::istringstream columns(move);
        double sum = 0;
        for (std::string name; std::getline(columns, name, '+');) {
            const int column = std::stoi(name);
            const auto place = static_cast<std::size_t>(column - 2);
            sum += double(progress.at(own + place) + temporary.at(place) + 1) / height(column);
        }
        return sum;
    });
}
