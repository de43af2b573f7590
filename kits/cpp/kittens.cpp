static const double BOMB_CHANCE = 0.1; // above this it would rather not draw

// Of the top card, which this seat may know: "?", or a card with the seats that know it.
static double chance_of_bomb(const Message &view) {
    const Moves deck = view.texts("deck");
    if (!deck.empty() && deck[0] != "?") return deck[0].substr(0, 4) == "bomb" ? 1 : 0;
    // "rest" counts the cards that this seat does not know.
    double hidden = 0;
    for (const long count : view.numbers("rest")) hidden += double(count);
    const std::size_t rest = view.field("rest");
    const bool any = view.field("bomb", rest) < view.line.find('}', rest);
    return any ? double(view.number("bomb", rest)) / hidden : 0;
}

static std::string choose(const Message &view, const Moves &moves) {
    // A bomb to put back: away from us if we draw next, else for the other.
    if (has(moves, "bottom")) return view.number("owes") > 1 ? "bottom" : "top";
    if (chance_of_bomb(view) > BOMB_CHANCE)
        for (const char *escape : {"attack", "skip", "shuffle", "draw-bottom"})
            if (has(moves, escape)) return escape;
    return has(moves, "draw") ? "draw" : moves[0];
}
