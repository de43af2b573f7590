"""Tests of what the program does when the system has nothing more to give: python3 tests/cli/test_shortages.py
PATH_TO_TAHUR

TAHUR_FAIL_ALLOCATION names the library of tests/fail_allocation.c; without it allocations do not fail."""
import sys

sys.dont_write_bytecode = True

import shortage_tests  # registers its tests
from harness import run_all

if __name__ == "__main__":
    sys.exit(run_all())
