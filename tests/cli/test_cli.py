"""Tests of the command line: python3 tests/cli/test_cli.py PATH_TO_TAHUR

Everything is tested from outside, as a user sees it: arguments, exit status, standard output,
standard error. Prints TAP and ends with exit status 1 if anything failed. test_runs.py has the tests
of saved runs."""
import sys

sys.dont_write_bytecode = True  # the tests leave nothing behind

import analysis_tests  # each of these registers its tests
import arena_tests
import contest_tests
import gtp_tests
import help_tests
import kittens_tests
import league_tests
import level_tests
import locale_tests
import odds_tests
import parchis_tests
import race_tests
import readme_tests
import rules_tests
import selfplay_tests
import similar_tests
import status_tests
import table_tests
import tools_tests
import train_file_tests
import train_tests
import y_tests
from harness import run_all

if __name__ == "__main__":
    sys.exit(run_all())
