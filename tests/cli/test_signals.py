"""Tests of the signals that end the program: python3 tests/cli/test_signals.py PATH_TO_TAHUR"""
import sys

sys.dont_write_bytecode = True  # the tests leave no files

import signal_tests  # registers its tests
from harness import run_all

if __name__ == "__main__":
    sys.exit(run_all())
