"""Tests of games at the terminal: python3 tests/cli/test_play.py PATH_TO_TAHUR"""
import sys

sys.dont_write_bytecode = True  # the tests leave nothing behind

import play_tests  # each of these registers its tests
import terminal_tests
from harness import run_all

if __name__ == "__main__":
    sys.exit(run_all())
