"""Tests of the game that docs/add-a-game.md adds: python3 tests/cli/test_pig.py PATH_TO_TAHUR_WITH_PIG"""
import sys

sys.dont_write_bytecode = True  # the tests leave nothing behind

import pig_tests  # registers its tests
from harness import run_all

if __name__ == "__main__":
    sys.exit(run_all())
