"""Perfect play of small games: value iteration over all states that can follow.

    python3 examples/solver.py

Of every state it finds the chance of winning of each seat when all play as well as they can. Where a game can come
back to an earlier state, as after a bust in Can't Stop, one sweep is not enough: values begin at 0 and are improved
until they no longer change.
"""
import tahur


def find_states(start, key):
    """{key: (state, [(probability, key of a state that can follow), …])}, from the start on."""
    found, waiting = {}, [start]
    while waiting:
        state = waiting.pop()
        if key(state) in found:
            continue
        probability = dict(state.outcomes())  # empty where a seat decides
        children = state.children()
        found[key(state)] = state, [(probability.get(action, 1.0), key(child)) for action, child in children]
        waiting += [child for _, child in children]
    return found


def solve(start, key=lambda state: state, accuracy=1e-9):
    """{key: chance of winning of each seat}. States with the same key are taken for the same; they must have the same
    future, whatever has led to them."""
    found = find_states(start, key)
    values = {name: state.payoff or (0.0,) * start.seats for name, (state, _) in found.items()}
    undecided = [(name, state.mover, following) for name, (state, following) in found.items() if not state.over]
    undecided.reverse()  # what was found late is mostly near the end: values travel far in one sweep
    change = 1.0
    while change > accuracy:
        change = 0.0
        for name, mover, following in undecided:
            if mover == tahur.CHANCE:
                new = tuple(sum(p * values[child][seat] for p, child in following) for seat in range(start.seats))
            else:
                new = max((values[child] for _, child in following), key=lambda value: value[mover])
            change = max(change, *(abs(a - b) for a, b in zip(new, values[name])))
            values[name] = new
    return values


def cantstop_key(state):
    """A position of Can't Stop without the number of its turn, which counts for nothing."""
    data = state.data
    return data.seat, data.waits, tuple(data.dice), tuple(map(tuple, data.progress)), tuple(data.temporary)


def solve_y(size):
    """Which opening moves win at Y."""
    start = tahur.Game(f"y:size={size}").start()
    values = solve(start)
    winning = [start.move_text(action) for action, child in start.children() if values[child][0] == 1]
    print(f"Y of size {size}: {len(values):,} states; these openings win: {' '.join(winning)}")
    return winning


def solve_cantstop():
    """Four players have completed two columns each. Of those left, 6 and 8 need one more step and 7 needs two: after
    one step in 7, is it better to stop or to roll?"""
    players = [{2: 3, 3: 5}, {4: 7, 5: 9}, {9: 9, 10: 7}, {11: 5, 12: 3}]
    columns = "/".join(",".join(f"{column}:{steps}" for column, steps in sorted({**own, 6: 10, 7: 11, 8: 10}.items()))
                       for own in players)
    start = tahur.Game("cantstop:players=4").position(f"{columns} temp - seat 0 round 20 rolls 0 roll")
    values = solve(start, cantstop_key)
    stop_or_roll = start.after("1 1 1 6").after("7")
    chances = {stop_or_roll.move_text(action): values[cantstop_key(child)][0]
               for action, child in stop_or_roll.children()}
    print(f"Can't Stop: {len(values):,} states; who begins wins {100 * values[cantstop_key(start)][0]:.2f} %")
    print("  after a step in 7: " + ", ".join(f"{move} wins {100 * chance:.2f} %" for move, chance in chances.items()))
    return chances


if __name__ == "__main__":
    solve_y(3)
    solve_cantstop()
