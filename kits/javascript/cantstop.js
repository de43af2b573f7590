const ROLLS = 3; // it stops after so many

// Steps of a column: 3 in column 2, 13 in column 7, 3 in column 12.
const height = (column) => 13 - 2 * Math.abs(7 - column);

// How far up its columns a move such as "6+8" leads, each as a share of its height.
function worth(view, move) {
    let sum = 0;
    for (const column of move.split("+").map(Number)) {
        const steps = view.progress[view.seat][column - 2] + view.temporary[column - 2] + 1;
        sum += steps / height(column);
    }
    return sum;
}

function choose(view, moves) {
    if (view.waits === "decide") return view.rolls >= ROLLS ? "stop" : "roll";
    return best(moves, (move) => worth(view, move));
}
