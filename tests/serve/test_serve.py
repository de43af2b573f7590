"""Tests of the service: python3 tests/serve/test_serve.py PATH_TO_TAHUR"""
import os
import sys

sys.dont_write_bytecode = True  # the tests leave nothing behind
sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))

import crowd_tests  # each of these registers its tests
import event_tests
import game_tests
import hidden_tests
import hostile_tests
import people_tests
import request_tests
import restart_tests
import safety_tests
from harness import run_all
from service import shared

if __name__ == "__main__":
    status = run_all(before_last=shared.end)
    sys.exit(status)
