// A bot for tahur, for Node.js. Make `choose` better!
const readline = require("readline");

@policy@

readline.createInterface({ input: process.stdin }).on("line", (line) => {
    const message = JSON.parse(line);
    const answer = (object) => process.stdout.write(JSON.stringify(object) + "\n");
    if (message.type === "hello") answer({ name: "my-bot", version: "1.0" });
    if (message.type === "choose") answer({ id: message.id, move: choose(message.view, message.moves) });
    if (message.type === "quit") process.exit(0);
    // "start", "end", and what a later version may send, have no answer
});

// The move that is worth most; the first of equal ones. `worth` gets a move.
function best(moves, worth) {
    const values = moves.map(worth);
    return moves[values.indexOf(Math.max(...values))];
}
