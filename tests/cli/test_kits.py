"""Tests of the starter kits: python3 tests/cli/test_kits.py PATH_TO_TAHUR LANGUAGE…

The compilers of these languages must be installed; what is missing is a failure."""
import sys

sys.dont_write_bytecode = True  # the tests leave nothing behind
LANGUAGES = sys.argv[2:]
del sys.argv[2:]  # the harness takes the program alone

import kit_tests
from harness import run_all

if __name__ == "__main__":
    kit_tests.add_tests(LANGUAGES)
    sys.exit(run_all())
