"""What the moves of Parchís do, both rule sets: the section "Parchís" of docs/protocol.md as a program, and nothing else.

A state is the view that a bot receives, and a move is its text: `apply(view, move)` is the view after the move.
parchis_legal.py lists the legal moves; parchis_one_ply.py is a bot.
"""
import json

COLOURS = ["yellow", "blue", "red", "green"]  # colour & 1 is the seat
EXIT, ENTRY = [4, 21, 38, 55], [68, 17, 34, 51]
SAFE = {4, 13, 17, 21, 30, 34, 38, 47, 51, 55, 64, 68}
HOME, GOAL = 0, 108
NORMAL, BANANED, MINI, GHOST, STAR, MEGA = range(6)
SPECIAL = ["star", "boo", "bullet", "red-shell", "blue-shell", "mushroom", "mega-mushroom", "lightning", "horn", "banana"]
HORN = 101 + SPECIAL.index("horn")
POOL = [1, 2, 4, 5, 6]


# ---- the board ----

def is_course(s):
    """Whether the state is one of rules=course, and not of rules=text."""
    return "flags" in s


def on_track(square):
    return 1 <= square <= 68


def next_square(colour, square):
    if square == HOME:
        return EXIT[colour]
    if square == ENTRY[colour]:
        return 101
    return square % 68 + 1 if on_track(square) else square + 1


def distance(colour, square):
    """Steps to the goal."""
    if square == HOME:
        return 74
    return (ENTRY[colour] - square) % 68 + 8 if on_track(square) else GOAL - square


def advance(colour, square, steps):
    """Where so many steps end, and whether they bounce off the goal."""
    over = steps - distance(colour, square)
    if over > 0:  # counted backwards from the goal
        return 108 - over if over < 8 else (ENTRY[colour] + 7 - over) % 68 + 1, True
    if -over < 8:
        return 108 + over, False
    return (ENTRY[colour] + 7 + over) % 68 + 1, False


def forward(square, last):
    """The squares of the track after the first up to the last, all around if they are the same."""
    return [(square + i) % 68 + 1 for i in range((last - square - 1) % 68 + 1)]


def way(s, colour, square, to, bounced):
    """The squares of the track that a move runs over, and how many of them before a bounce."""
    if is_course(s):
        last = to if on_track(to) else ENTRY[colour]
        squares = forward(square, last) if on_track(square) and square not in (to, last) else []
        return squares, len(squares)
    if square == HOME:
        return [to], 1
    last = to if on_track(to) and not bounced else ENTRY[colour]
    squares = forward(square, last) if on_track(square) and square != last else []
    back = (ENTRY[colour] - to) % 68 + 1 if bounced and on_track(to) else 0  # the entry square is met again
    return squares + [(ENTRY[colour] - 1 - i) % 68 + 1 for i in range(back)], len(squares)


# ---- pieces: [square, state, turns left] ----

def standing(s, colour, square):
    """The pieces on a square of the track, or of the colour's own corridor."""
    if square in (HOME, GOAL):
        return []
    return [(c, p) for c in range(4) for p in s["pieces"][c] if p[0] == square and (c == colour or on_track(square))]


def others(s, colour):
    return [(c, p) for c in range(4) if c != colour for p in s["pieces"][c]]


def send_home(s, pieces):
    for piece in pieces:
        piece[:] = [HOME, *piece[1:]] if is_course(s) else [HOME, NORMAL, 0]


def give(s, colour, piece, state, turns):
    """A new state; a mega that becomes small stands on its front square."""
    if not is_course(s) and piece[1] == MEGA != state and piece[0] not in (HOME, GOAL):
        piece[0] = next_square(colour, piece[0])
    piece[1:] = [state, piece[2] if state == NORMAL and is_course(s) else turns]


def collect(s, square):
    hand = s["special"][s["player"]]
    for item in s["items"]:
        if item[0] == square and len(hand) < 2:
            hand.append(item[1])
            s["items"].remove(item)
            break


def stand_as_mega(s, colour, piece):
    """Sends home what is on both squares, and takes the items there."""
    squares = [piece[0], next_square(colour, piece[0])]
    if piece[0] == GOAL:
        squares = [1] if is_course(s) else []
    send_home(s, [p for at in squares for c, p in standing(s, colour, at) if c != colour and p[1] != GHOST])
    for square in squares:
        collect(s, square)


# ---- dice 1 to 6, 10 and 20 ----

def steps_of(s, colour, piece, die):
    steps = 7 if die == 6 and all(p[0] != HOME for p in s["pieces"][colour]) else die
    if die > 6 and not is_course(s):
        return steps
    return {STAR: steps + 2, MINI: steps // 2, BANANED: 0}.get(piece[1], steps)


def meet(s, colour, piece, square, to, bounced):
    """What stops the piece on its way: where it stops, trap, star, bounce, and the squares that it ran over."""
    course = is_course(s)
    squares, before = way(s, colour, square, to, bounced)
    trapped = burnt = False
    star_at = {p[0] for c, p in others(s, colour) if p[1] == STAR}
    if piece[1] not in (GHOST, STAR, MEGA):
        for i, at in enumerate(squares):
            burnt = not course and at in star_at
            trapped = not burnt and at in s["traps"]
            if burnt or trapped:
                to, squares = at, squares[:i + 1]
                bounced = bounced and (course or i >= before)
                break
    if course and square == 68 and squares:
        squares = forward(1, to if on_track(to) else squares[-1])
    if course and piece[1] not in (GHOST, STAR, MEGA):
        burnt = not star_at.isdisjoint(squares)
        bounced = bounced and not burnt
    return to, trapped, burnt, bounced, squares


def prey(s, colour, piece, to):
    """The piece that is eaten on the square, or None."""
    if piece[1] != NORMAL or not on_track(to) or to in SAFE:
        return None
    here = standing(s, colour, to)
    if is_course(s):
        here = sorted(here, key=lambda one: one[0] or 4)[:1]
    return next((p for c, p in here if c != colour and p[1] != GHOST), None)


def move(s, colour, piece, die):
    """Moves the piece; returns the die that it earned and whether a trap ended the turn."""
    course, square, state = is_course(s), piece[0], piece[1]
    steps = steps_of(s, colour, piece, die)
    landed = square == HOME or steps > 0
    to, bounced = (EXIT[colour], False) if square == HOME else advance(colour, square, steps) if landed else (square, False)
    trapped = burnt = False
    squares = []
    if landed:
        to, trapped, burnt, bounced, squares = meet(s, colour, piece, square, to, bounced)
    if trapped:
        s["traps"].remove(to)
        give(s, colour, piece, BANANED, 2)
    if bounced and not (course and state == STAR):
        s["bounces"][colour] += 1
    if burnt:
        send_home(s, [piece])
        return 0, trapped
    eaten = prey(s, colour, piece, to) if landed else None
    if state == MEGA:
        piece[0] = GOAL if next_square(colour, to) >= GOAL else to
        stand_as_mega(s, colour, piece)
        if piece[0] == GOAL:
            give(s, colour, piece, NORMAL, 0)
        elif course and piece[2] == 1:
            piece[0] = next_square(colour, to)
    else:
        piece[0] = to
        if state == STAR:
            send_home(s, [p for c, p in others(s, colour) if p[0] in squares and p[1] not in (GHOST, STAR)])
        if eaten:
            send_home(s, [eaten])
        if landed or course:
            collect(s, to)
    return 10 if piece[0] == GOAL else 20 if eaten else 0, trapped


# ---- special dice ----

def fronts(s, colour, square):
    """The megas whose front square this is, on the track or in the colour's corridor; rules=course knows none."""
    if is_course(s):
        return []
    return [(c, p) for c in range(4) for p in s["pieces"][c] if c == colour or on_track(square)
            if p[1] == MEGA and p[0] not in (HOME, GOAL) and next_square(c, p[0]) == square]


def is_free(s, colour, square):
    if square == GOAL:
        return is_course(s) and all(p[0] != GOAL for p in s["pieces"][colour])
    return not standing(s, colour, square) and not fronts(s, colour, square)


def jump(s, colour, piece, at_least, as_mega):
    """Mushroom and bullet: to the first free square from there on, or to the goal."""
    course = is_course(s)
    square = EXIT[colour] if piece[0] == HOME else piece[0]
    steps = at_least
    if distance(colour, square) <= steps:
        return GOAL
    while True:
        to, bounced = advance(colour, square, steps)
        if not course and (bounced or to == GOAL):
            return GOAL
        if is_free(s, colour, to):
            ahead = next_square(colour, to)
            if course or not as_mega or is_free(s, colour, ahead):
                return to
            if ahead == GOAL:
                return GOAL
        steps += 1


def ahead_of(colour, square, other):
    """How far ahead on the route of the colour another square lies; 0: it does not."""
    if not on_track(square) or not on_track(other):
        return 0
    steps = (other - square) % 68
    return steps if steps <= (ENTRY[colour] - square) % 68 else 0


def shell(s, colour, piece, red):
    course = is_course(s)
    start = EXIT[colour] - 1 if piece[0] == HOME else piece[0]
    aims = [(ahead_of(colour, start, p[0]) if red else distance(c, p[0]), c, p)
            for c, p in others(s, colour) if p[1] != GHOST]
    nearest = min((d for d, _, _ in aims if d > 0), default=None)
    immune = (STAR,) if course and not red else (STAR, MEGA)
    for d, c, target in aims:
        unharmed = target[1] in immune or target[0] == HOME
        if d != nearest or (unharmed and not course):
            continue
        if HORN in s["special"][c & 1]:
            s["special"][c & 1].remove(HORN)
        elif not unharmed:
            send_home(s, [target])


def horn_reaches(s, colour, square, c, other):
    if not on_track(square) or not on_track(other):
        return False
    if not is_course(s) or square == other:
        return (other - square + 2) % 68 <= 4
    return 1 <= ahead_of(colour, square, other) <= 2 or 1 <= ahead_of(c, other, square) <= 2


def strike(s, c, piece, own):
    """Lightning on a piece of another colour; `own`: of the player who uses it."""
    course = is_course(s)
    turns = 4 if course else 6 if own else 5
    if piece[1] in (STAR, GHOST) or (piece[0] == GOAL and not course):
        return
    if piece[1] == MEGA:
        give(s, c, piece, NORMAL, 0)
        piece[2] = turns if course else 0
    else:
        give(s, c, piece, MINI, turns)


def use(s, colour, piece, die):
    """Uses a special die; returns the die that it earned."""
    name, player, course = SPECIAL[die - 101], s["player"], is_course(s)
    theirs = s["special"][1 - player]
    if name == "star":
        give(s, colour, piece, STAR, 4)
    elif name == "boo":
        s["special"][player] += [theirs.pop()] if theirs else []
        give(s, colour, piece, GHOST, 6)
    elif name == "bullet":
        to = jump(s, colour, piece, 40, False)
        give(s, colour, piece, NORMAL, 0)
        piece[0] = to
        collect(s, to)
    elif name == "mushroom":
        piece[0] = jump(s, colour, piece, 8, piece[1] == MEGA)
        collect(s, piece[0])
        if piece[1] == MEGA and not course:
            collect(s, next_square(colour, piece[0]))
            if piece[0] == GOAL:
                give(s, colour, piece, NORMAL, 0)
    elif name in ("red-shell", "blue-shell"):
        shell(s, colour, piece, name == "red-shell")
    elif name == "horn":
        send_home(s, [p for c, p in others(s, colour)
                      if p[1] not in (GHOST, STAR, MEGA) and horn_reaches(s, colour, piece[0], c, p[0])])
    elif name == "lightning":
        for c, p in others(s, colour):
            strike(s, c, p, c & 1 == player)
        del theirs[-1:]
    elif name == "mega-mushroom":
        give(s, colour, piece, MEGA, 4)
        stand_as_mega(s, colour, piece)
        if piece[0] == 107 and not course:
            piece[0] = GOAL
            give(s, colour, piece, NORMAL, 0)
    elif name == "banana":
        s["traps"] = sorted([*s["traps"], piece[0]])
    return 10 if piece[0] == GOAL and not course else 0


# ---- a ply ----

def spend(s, die):
    if die > 100:
        s["special"][s["player"]].remove(die)
    elif die <= 6:
        pool = s["dice"][s["color"]]
        pool.remove(die)
        pool += [] if pool else POOL


def count_down(s):
    for colour in (s["player"], s["player"] + 2):
        for piece in s["pieces"][colour]:
            if piece[2] > 1:
                piece[2] -= 1
            elif piece[1] != NORMAL or piece[2] > 0:
                give(s, colour, piece, NORMAL, 0)
                piece[2] = 0


def find_winner(s):
    bounced = [c for c in range(4) if s["bounces"][c] > 30]
    complete = [c for c in range(4) if all(p[0] == GOAL for p in s["pieces"][c])]
    if bounced:
        s["winner"] = 1 - (bounced[0] & 1)
    elif complete:
        s["winner"], s["win_color"] = complete[0] & 1, complete[0]


def apply(view, text):
    """The view after the move."""
    s = json.loads(json.dumps(view))  # a copy
    course = is_course(s)
    words = text.split()
    passed = words[0] == "pass"
    name = words[1] if passed else words[0]
    die = 101 + SPECIAL.index(name) if name in SPECIAL else int(name)
    stale = course and s["flags"]["ban"] and (passed or die > 100)
    run = die == 6 or (die in (10, 20) and (s["flags"]["rem6"] if course else s["run6"]))
    earned, trapped, colour = 0, False, 0
    spend(s, die)
    if passed:
        run = run and course
    else:
        colour = COLOURS.index(words[1])
        piece = s["pieces"][colour][int(words[2])]
        if die == 6 and piece[1] == BANANED and not course:
            run = False
        if die > 100:
            earned = use(s, colour, piece, die)
        else:
            earned, trapped = move(s, colour, piece, die)
    run = bool(run and not trapped)
    find_winner(s)
    over = s["winner"] >= 0
    if over and (earned == 10 or not course):
        earned = 0
    count_down(s)
    if not ((run or earned) and not trapped and not stale and not (over and not course)):
        s["color"] = 1 - s["color"] if course else (s["color"] + 1) % 4
        s["player"] = s["color"] & 1
    if course:
        s["forced"] = [earned if s["player"] == seat else 0 for seat in (0, 1)]
        s["flags"] = {"eat": int(earned == 20), "goal": int(earned == 10), "rem6": int(run), "ban": int(trapped or stale)}
    else:
        s["forced"] = [earned, colour] if earned else None
        s["run6"] = int(run and earned > 0)
    s["last_die"], s["turn"] = die, s["turn"] + 1
    return s
