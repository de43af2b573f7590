"""Tests of saved runs, of records, and of the ranks of MPI jobs: python3 tests/cli/test_runs.py PATH_TO_TAHUR

As test_cli.py; these take longer."""
import sys

sys.dont_write_bytecode = True  # the tests leave nothing behind

import damage_tests  # each of these registers its tests
import kill_tests
import rank_tests
import record_tests
import run_page_tests
import run_tests
import stranger_tests
import train_run_tests
from harness import run_all

if __name__ == "__main__":
    sys.exit(run_all())
