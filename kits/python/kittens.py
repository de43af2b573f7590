BOMB_CHANCE = 0.1  # above this it would rather not draw


def chance_of_bomb(view):
    """Of the top card, which this seat may know: "?", or a card with the seats that know it."""
    top = view["deck"][0] if view["deck"] else "?"
    if top != "?":
        return float(top.startswith("bomb"))
    # `rest` counts the cards that this seat does not know.
    return view["rest"].get("bomb", 0) / max(sum(view["rest"].values()), 1)


def choose(view, moves):
    if "bottom" in moves:  # a bomb to put back: away from us if we draw next, else for the other
        return "bottom" if view["owes"] > 1 else "top"
    if chance_of_bomb(view) > BOMB_CHANCE:
        for escape in ("attack", "skip", "shuffle", "draw-bottom"):
            if escape in moves:
                return escape
    return "draw" if "draw" in moves else moves[0]
