"""Perfect play of small problems: value iteration over all states that can follow.

    python3 examples/solver.py

Two of them: which openings win at Y, where two seats play against each other; and how long to go on in a turn of
Can't Stop, where a seat plays against its luck. Values begin at 0 and are improved until they no longer change, so
that games which can come back to an earlier state are solved, too.
"""
import tahur


def find_states(start, worth, key):
    """{key: (state, [(probability, key of a state that can follow), …])}, up to where `worth` knows the value."""
    found, waiting = {}, [start]
    while waiting:
        state = waiting.pop()
        if key(state) in found:
            continue
        children = state.children() if worth(state) is None else []
        probability = dict(state.outcomes())  # empty where a seat decides
        found[key(state)] = state, [(probability.get(action, 1.0), key(child)) for action, child in children]
        waiting += [child for _, child in children]
    return found


def solve(start, worth=lambda state: state.payoff, key=lambda state: state, accuracy=1e-9):
    """{key: value for each seat}, when every seat does what is best for itself. `worth` gives the values of states in
    which the problem ends, and None elsewhere. States with the same key are taken for the same: they must have the
    same future, however they came about."""
    found = find_states(start, worth, key)
    values = {name: worth(state) or (0.0,) * start.seats for name, (state, _) in found.items()}
    open_states = [(name, state.mover, following) for name, (state, following) in found.items() if following]
    open_states.reverse()  # what was found late is mostly near the end: values travel far in one sweep
    change = 1.0
    while change > accuracy:
        change = 0.0
        for name, mover, following in open_states:
            if mover == tahur.CHANCE:
                new = tuple(sum(p * values[child][seat] for p, child in following) for seat in range(start.seats))
            else:
                new = max((values[child] for _, child in following), key=lambda value: value[mover])
            change = max(change, *(abs(a - b) for a, b in zip(new, values[name])))
            values[name] = new
    return values


def winning_openings(size):
    """The opening moves that win at Y."""
    start = tahur.Game(f"y:size={size}").start()
    values = solve(start)
    return [start.move_text(action) for action, child in start.children() if values[child][0] == 1]


def when_to_stop(columns):
    """{steps in each of three columns of Can't Stop: what stopping and what rolling is worth}, for a turn that is to
    gain as much of columns as it can, with runners on these three: a bust gains nothing."""
    height = {2: 3, 3: 5, 4: 7, 5: 9, 6: 11, 7: 13, 8: 11, 9: 9, 10: 7, 11: 5, 12: 3}
    runners = ",".join(f"{column}:1" for column in columns)
    start = tahur.Game("cantstop:players=1").position(f"- temp {runners} seat 0 round 0 rolls 2 decide")

    def worth(state):
        """What the turn has gained, once it is over."""
        if state.turns == start.turns:
            return None
        return (sum(steps / height[column] for column, steps in enumerate(state.data.progress[0], 2)),)

    def key(state):
        """The position without the number of rolls, which counts for nothing."""
        data = state.data
        return state.turns, data.waits, tuple(data.dice), tuple(data.progress[0]), tuple(data.temporary)

    values = solve(start, worth, key)
    choices = {}
    for state, _ in find_states(start, worth, key).values():
        if state.data.waits == "decide" and state.turns == start.turns:
            steps = tuple(state.data.temporary[column - 2] for column in columns)
            choices[steps] = {state.move_text(action): values[key(child)][0] for action, child in state.children()}
    return choices


if __name__ == "__main__":
    print("Openings that win at Y of size 3:", *winning_openings(3))
    print("\nRunners on 2, 7 and 12: what a turn gains on average, in columns")
    print("steps      stop   roll")
    for steps, worth in sorted(when_to_stop((2, 7, 12)).items())[:12]:
        print(f"{str(steps):9}  {worth['stop']:.3f}  {worth.get('roll', 0):.3f}")
