COLOURS = ["yellow", "blue", "red", "green"]


def worth(view, move):
    """Of a move such as "5 yellow 2": the steps, and more if another player's piece is there."""
    words = move.split()
    if len(words) != 3 or not words[0].isdigit() or words[1] not in COLOURS:
        return 7  # special dice, and what follows a capture or a goal
    die, colour, piece = int(words[0]), COLOURS.index(words[1]), int(words[2])
    square = view["pieces"][colour][piece][0]
    if square == 0:
        return 8  # it leaves its home
    target = (square + die - 1) % 68 + 1
    others = [p[0] for c in range(4) if c % 2 != view["player"] for p in view["pieces"][c]]
    return die + (20 if square <= 68 and target in others else 0)


def choose(view, moves):
    return max(moves, key=lambda move: worth(view, move))
