"""Which moves of Parchís are legal, both rule sets: the same section of docs/protocol.md as a program. `legal(view)` is
the list that tahur sends as `moves`."""
from parchis_moves import (COLOURS, EXIT, GHOST, GOAL, HOME, MEGA, MINI, SPECIAL, STAR, advance, fronts, is_course,
                           next_square, on_track, others, standing, steps_of, way)


def barrier(s, colour, square):
    """The pieces of a barrier of the colour on a square."""
    here = standing(s, colour, square)
    if is_course(s) and len(here) > 2:
        return []
    able = [p for c, p in here + fronts(s, colour, square) if c == colour and p[1] not in (GHOST, MINI)]
    return able if len(able) >= 2 else []


def bars(s, colour, piece, square, last):
    """Whether a barrier or a mega of another colour on the square stops the move; `last`: it would end here."""
    course, state = is_course(s), piece[1]
    here = standing(s, colour, square)
    megas = [c for c, p in here if p[1] == MEGA] + [c for c, p in fronts(s, colour, square)]
    if course and len(here) != 1:
        megas = []
    if state == GHOST or any(c != colour for c in megas):
        return state != GHOST
    if state == STAR or (state == MEGA and (course or last)):
        return False
    return any(barrier(s, c, square) for c in range(4) if c != colour)


def is_full(s, colour, piece, square):
    """Whether there is no room for one more piece on the square."""
    course, state = is_course(s), piece[1]
    if square == GOAL or (state == MEGA and not course):
        return False
    here = [(c, p) for c, p in standing(s, colour, square) if p is not piece]
    if course:
        if len(here) == 1 and here[0][1][1] == MEGA:
            return True
        if len(here) != 2:
            return False
        return state != STAR or all(p[1] == STAR for c, p in here)
    if state == GHOST:
        return False
    if any(p[1] == MEGA and p is not piece for c, p in here + fronts(s, colour, square)):
        return True
    stay = [p for c, p in here if p[1] != GHOST and (state != STAR or c == colour or p[1] == STAR)]
    return len(stay) >= 2


def refuses_mega(s, colour, piece, square):
    """Whether a mega of the colour cannot have this square as one of its two."""
    course = is_course(s)
    if square == GOAL:
        return course and any(p[0] == GOAL for p in s["pieces"][colour])
    here = [(c, p) for c, p in standing(s, colour, square) if course or p is not piece]
    if any(c == colour or p[1] == STAR for c, p in here):
        return True
    if course:
        return len(here) == 1 and here[0][1][1] == MEGA
    return any(p[1] == MEGA and p is not piece for c, p in here + fronts(s, colour, square))


def ahead_for_mega(colour, square):
    return 1 if square == GOAL else next_square(colour, square)


def has_room_for_mega(s, colour, piece, square, grows):
    course, ahead = is_course(s), ahead_for_mega(colour, square)
    if not course and GOAL in (square, ahead):
        return True
    if not (grows and course):
        return not refuses_mega(s, colour, piece, square) and not refuses_mega(s, colour, piece, ahead)
    two = sorted(standing(s, colour, square), key=lambda one: one[0] or 4)[:2]
    own = [c == colour for c, p in two]
    if len(two) == 2 and (all(own) or (any(own) and two[own.index(False)][1][1] == STAR)):
        return False
    return not refuses_mega(s, colour, piece, ahead)


def can_move(s, colour, piece, die):
    course, square = is_course(s), piece[0]
    steps = steps_of(s, colour, piece, die)
    if square != HOME and steps == 0:
        return True
    to, bounced = (EXIT[colour], False) if square == HOME else advance(colour, square, steps)
    squares, _ = way(s, colour, square, to, bounced)
    stars = {p[0] for c, p in others(s, colour) if p[1] == STAR}
    for i, at in enumerate(squares):
        if bars(s, colour, piece, at, i == len(squares) - 1 and at == to):
            return False
        if not course and piece[1] not in (GHOST, STAR, MEGA) and (at in stars or at in s["traps"]):
            return True
    if not (course and to == square) and is_full(s, colour, piece, to):
        return False
    return piece[1] != MEGA or has_room_for_mega(s, colour, piece, to, False)


def can_use(s, colour, piece, die):
    name = SPECIAL[die - 101] if die > 100 else die
    if piece[0] == GOAL:
        return False
    if piece[0] == HOME and name not in (5, "bullet", "red-shell", "blue-shell", "lightning"):
        return False
    if die <= 20:
        return can_move(s, colour, piece, die)
    if is_course(s) and piece[1] == MEGA and refuses_mega(s, colour, piece, next_square(colour, piece[0])):
        return False
    if name == "mega-mushroom":
        return has_room_for_mega(s, colour, piece, piece[0], True)
    return name != "banana" or on_track(piece[0])


def legal(s):
    """The legal moves, sorted by die, colour and piece."""
    if s["winner"] >= 0:
        return []
    course, player, moves = is_course(s), s["player"], []
    forced, only = (s["forced"][player], None) if course else s["forced"] or (0, None)
    own = [(c, i) for c in (player, player + 2) for i in range(3) if only in (None, c)]
    bound = [p for c in (player, player + 2) if course or c == s["color"]
             for q in s["pieces"][c] for p in barrier(s, c, q[0])]
    for die in [forced] if forced else [*s["dice"][s["color"]], *sorted(set(s["special"][player]))]:
        users = [(c, i) for c, i in own if can_use(s, c, s["pieces"][c][i], die)]
        if die == 6 and bound:
            users = [(c, i) for c, i in users if any(s["pieces"][c][i] is p for p in bound)]
        name = SPECIAL[die - 101] if die > 100 else die
        moves += [f"{name} {COLOURS[c]} {i}" for c, i in users] or [f"pass {name}"]
    return moves
