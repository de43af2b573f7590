const COLOURS = ["yellow", "blue", "red", "green"];

// Of a move such as "5 yellow 2": the steps, and more if another player's piece is there.
function worth(view, move) {
    const words = move.split(" ");
    const colour = COLOURS.indexOf(words[1]);
    const die = Number(words[0]);
    if (words.length !== 3 || colour < 0 || !Number.isInteger(die)) return 7; // special dice and others
    const square = view.pieces[colour][Number(words[2])][0];
    if (square === 0) return 8; // it leaves its home
    const target = ((square + die - 1) % 68) + 1;
    const other = (c) => c % 2 !== view.player && view.pieces[c].some((piece) => piece[0] === target);
    return die + (square <= 68 && [0, 1, 2, 3].some(other) ? 20 : 0);
}

function choose(view, moves) {
    return best(moves, (move) => worth(view, move));
}
