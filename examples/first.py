"""A bot for any game of tahur, in Python: it takes the first move that it is offered.

    tahur arena y:size=5 exec:command='python3 examples/first.py' random --games 100
"""
import json
import random
import sys


def choose(view, moves):
    """The move to make: one of `moves`, in a position that `view` describes. Make it better!"""
    return moves[0]


def main():
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            answer = {"name": "first", "version": "1.0"}
        elif message["type"] == "start":
            random.seed(message["seed"])  # so that games can be repeated
            continue
        elif message["type"] == "choose":
            answer = {"id": message["id"], "move": choose(message["view"], message["moves"])}
        elif message["type"] == "quit":
            break
        else:
            continue  # "end", and whatever a later version may say
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
