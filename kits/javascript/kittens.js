const BOMB_CHANCE = 0.1; // above this it would rather not draw

// Of the top card, which this seat may know: "?", or a card with the seats that know it.
function chanceOfBomb(view) {
    const top = view.deck.length > 0 ? view.deck[0] : "?";
    if (top !== "?") return top.startsWith("bomb") ? 1 : 0;
    // `rest` counts the cards that this seat does not know.
    const hidden = Object.values(view.rest).reduce((sum, count) => sum + count, 0);
    return (view.rest.bomb || 0) / Math.max(hidden, 1);
}

function choose(view, moves) {
    // A bomb to put back: away from us if we draw next, else for the other.
    if (moves.includes("bottom")) return view.owes > 1 ? "bottom" : "top";
    if (chanceOfBomb(view) > BOMB_CHANCE)
        for (const escape of ["attack", "skip", "shuffle", "draw-bottom"])
            if (moves.includes(escape)) return escape;
    return moves.includes("draw") ? "draw" : moves[0];
}
