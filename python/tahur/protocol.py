"""A bot in Python as a program of its own: exec:command=python3 my_bot.py (docs/protocol.md)."""
import json
import os
import sys
from typing import Any

from ._tahur import Game


class _Player:
    """One bot and the messages that it is sent."""

    def __init__(self, bot):
        self.bot = bot
        self.game = None

    def answer(self, message):
        """The answer to a message; None: there is none."""
        kind = message["type"]
        if kind == "hello":
            self.game = Game(message["game"])
            return {"name": type(self.bot).__name__, "version": str(getattr(self.bot, "version", "1"))}
        if kind == "start":
            self.start(message)
        elif kind == "choose":
            return {"id": message["id"], "move": self.choose(message)}
        elif kind == "end" and hasattr(self.bot, "end"):
            self.bot.end(tuple(message["result"]))
        return None

    def start(self, message):
        generator = getattr(self.bot, "random", None)
        if generator is not None:
            generator.seed(message["seed"])
        if hasattr(self.bot, "begin"):
            self.bot.begin(self.game.position(message["view"]), message["seat"])

    def choose(self, message):
        """The text of the bot's move. An answer that is no legal action is sent as it is: tahur refuses it."""
        state = self.game.position(message["view"])
        legal = state.legal()
        answer = self.bot.choose(state, legal)
        if isinstance(answer, str) or isinstance(answer, bool):
            return str(answer)
        try:
            return message["moves"][legal.index(answer.__index__())]
        except (AttributeError, ValueError):
            return repr(answer)


def main(bot: Any) -> None:
    """Plays as a program outside, over standard input and output, until it is told to quit.

        if __name__ == "__main__":
            tahur.main(MyBot)

    `bot` is a class, another callable that makes a bot, or a bot. What the bot prints goes to standard error. An
    exception ends the program, with its traceback on standard error; tahur counts it as a crash."""
    made = bot if hasattr(bot, "choose") and not isinstance(bot, type) else bot()
    if not callable(getattr(made, "choose", None)):
        raise TypeError(f"{made!r} is no bot: it has no method choose")
    sys.stdout.flush()
    with os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n") as out:
        os.dup2(2, 1)  # for print, and for libraries that print
        player = _Player(made)
        for line in sys.stdin.buffer:
            message = json.loads(line)
            if message["type"] == "quit":
                break
            answer = player.answer(message)
            if answer is not None:
                out.write(json.dumps(answer) + "\n")
                out.flush()
