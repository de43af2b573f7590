"""Tests of tahur class: python3 tests/classroom/test_class.py PATH_TO_TAHUR"""
import os
import sys

sys.dont_write_bytecode = True  # the tests leave nothing behind
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))

import class_tests  # registers its tests
from harness import run_all

if __name__ == "__main__":
    sys.exit(run_all())
