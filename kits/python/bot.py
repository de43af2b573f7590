"""A bot for tahur. Make `choose` better!"""
import json
import sys

@policy@

def main():
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            answer = {"name": "my-bot", "version": "1.0"}
        elif message["type"] == "choose":
            answer = {"id": message["id"], "move": choose(message["view"], message["moves"])}
        elif message["type"] == "quit":
            break
        else:
            continue  # "start", "end", and what a later version may send
        print(json.dumps(answer), flush=True)  # without flush the answer stays in a buffer


if __name__ == "__main__":
    main()
