"""Tests of the command line: python3 tests/cli/test_cli.py PATH_TO_TAHUR

Everything is tested from outside, as a user sees it: arguments, exit status, standard output,
standard error. Prints TAP and ends with exit status 1 if anything failed."""
import sys

sys.dont_write_bytecode = True  # the tests leave nothing behind

import arena_tests  # each of these registers its tests
import gtp_tests
import help_tests
import kittens_tests
import league_tests
import odds_tests
import run_tests
import parchis_tests
import run_page_tests
import train_file_tests
import train_run_tests
import train_tests
import y_tests
from harness import check_equal, run_all, tahur, test


@test
def nothing_is_written_to_the_working_directory():
    check_equal(tahur.files_left(), [], "files")


if __name__ == "__main__":
    sys.exit(run_all())
