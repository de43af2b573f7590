// A bot for Can't Stop, in JavaScript (Node.js): the move that leads highest, and four rolls a turn.
//
//     tahur arena cantstop:players=2 exec:command='node examples/dice.js' easy --games 100
const readline = require("readline");

const ROLLS = 4;

// Steps that a column has, by its name: 3 in column 2, 13 in column 7, 3 in column 12.
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
    return moves.reduce((best, move) => (worth(view, move) > worth(view, best) ? move : best));
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
    const message = JSON.parse(line);
    const say = (answer) => process.stdout.write(JSON.stringify(answer) + "\n");
    if (message.type === "hello") say({ name: "dice", version: "1.0" });
    if (message.type === "choose") say({ id: message.id, move: choose(message.view, message.moves) });
    if (message.type === "quit") process.exit(0);
});
