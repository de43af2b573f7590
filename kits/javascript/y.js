// Our stones as distances from the left and the bottom side. The first row is the top.
function ownCells(view) {
    const cells = [];
    view.layout.split("/").forEach((row, number) =>
        [...row].forEach((stone, left) => {
            if (stone === "BR"[view.turn]) cells.push([left, view.size - 1 - number]);
        }));
    return cells;
}

// A cell such as "c3" next to our stones that brings them nearer to the sides; else the centre.
function worth(size, own, move) {
    const left = move.charCodeAt(0) - "a".charCodeAt(0);
    const bottom = Number(move.slice(1)) - 1;
    const isNext = ([x, y]) =>
        Math.max(Math.abs(left - x), Math.abs(bottom - y), Math.abs(left + bottom - x - y)) === 1;
    const cells = [...own, [left, bottom]];
    const nearest = (distance) => Math.min(...cells.map(distance));
    const toSides = nearest(([x]) => x) + nearest(([, y]) => y) + nearest(([x, y]) => size - 1 - x - y);
    return (own.some(isNext) ? 1000 : 0) - 10 * toSides + Math.min(left, bottom, size - 1 - left - bottom);
}

function choose(view, moves) {
    if (moves.includes("swap")) return "swap";
    const own = ownCells(view);
    return best(moves, (move) => worth(view.size, own, move));
}
