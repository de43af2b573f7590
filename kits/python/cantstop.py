ROLLS = 3  # it stops after so many


def height(column):
    """Steps of a column: 3 in column 2, 13 in column 7, 3 in column 12."""
    return 13 - 2 * abs(7 - column)


def worth(view, move):
    """How far up its columns a move such as "6+8" leads, each as a share of its height."""
    own = view["progress"][view["seat"]]
    return sum((own[column - 2] + view["temporary"][column - 2] + 1) / height(column)
               for column in map(int, move.split("+")))


def choose(view, moves):
    if view["waits"] == "decide":
        return "stop" if view["rolls"] >= ROLLS else "roll"
    return max(moves, key=lambda move: worth(view, move))
