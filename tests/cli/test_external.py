"""Tests of bots that are other programs: python3 tests/cli/test_external.py PATH_TO_TAHUR"""
import sys

sys.dont_write_bytecode = True  # the tests leave nothing behind

import external_tests  # registers its tests
import fault_tests
import library_tests
import protocol_moves_tests
import protocol_tests
import seed_tests
import sandbox_tests
from harness import run_all

if __name__ == "__main__":
    sys.exit(run_all())
