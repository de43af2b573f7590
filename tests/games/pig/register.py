"""The registry with Pig in it: python3 register.py REGISTRY DOCUMENT OUT

Does to src/registry.c what docs/add-a-game.md says, so that the document cannot be wrong. There the game moves to
src/games/pig; here it stays in examples/pig, so its header is found under another name."""
import re
import sys

registry, document, out = sys.argv[1:]
with open(registry, encoding="utf-8") as file:
    text = file.read()
with open(document, encoding="utf-8") as file:
    hunks = re.findall(r"```diff\n--- src/registry\.c\n(.*?)```", file.read(), re.S)
if len(hunks) < 2:
    sys.exit(f"{document} does not say what to add to src/registry.c")
for hunk in hunks:
    lines = hunk.splitlines(keepends=True)
    before = "".join(line[1:] for line in lines if line[0] == " ")
    after = "".join(line[1:] for line in lines)
    if any(line[0] not in " +" for line in lines) or text.count(before) != 1:
        sys.exit(f"{document}: src/registry.c has no such place, or several:\n{before}")
    text = text.replace(before, after)
text = text.replace('"games/pig/', '"pig/')
# And the same game with less in its table (bare.h), and one that is often drawn (ties.h).
for after, line in [('#include "pig/pig.h"\n', '#include "games/pig/bare.h"\n#include "games/pig/ties.h"\n'),
                    ("struct entry games[] = {\n", '    {&bare_game, pig_bots, {{"hard", "hold-at:n=25", "wins"}}},\n'
                                                    '    {&ties_game, no_bots, {{"hard", "mcts:iterations=500", "ties"}}},\n')]:
    if text.count(after) != 1:
        sys.exit(f"there is no place for {line}")
    text = text.replace(after, after + line)
with open(out, "w", encoding="utf-8") as file:
    file.write(text)
