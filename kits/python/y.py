def own_cells(view):
    """Our stones as distances from the left and the bottom side. The first row is the top."""
    rows = view["layout"].split("/")
    return [(left, view["size"] - 1 - row) for row, text in enumerate(rows)
            for left, stone in enumerate(text) if stone == "BR"[view["turn"]]]


def worth(size, own, move):
    """A cell such as "c3" next to our stones that brings them nearer to the sides; else the centre."""
    left, bottom = ord(move[0]) - ord("a"), int(move[1:]) - 1
    touches = any(max(abs(left - x), abs(bottom - y), abs(left + bottom - x - y)) == 1 for x, y in own)
    cells = own + [(left, bottom)]
    to_sides = min(x for x, _ in cells) + min(y for _, y in cells) + min(size - 1 - x - y for x, y in cells)
    return 1000 * touches - 10 * to_sides + min(left, bottom, size - 1 - left - bottom)


def choose(view, moves):
    if "swap" in moves:
        return "swap"
    own = own_cells(view)
    return max(moves, key=lambda move: worth(view["size"], own, move))
