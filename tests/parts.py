"""Which tests `make test` runs, and which `make test-all` adds (`pytest --part quick` and `--part rest`).

Every test is in one of the two, by its id alone: neither chance nor other tests change it.  Nothing is made smaller:
a test asks the same of as many examples in both.  What is not in this table is quick, also a new test.
"""

from __future__ import annotations

from zlib import crc32

PARTS = ("quick", "rest", "whole")

ONE_IN = 4
"""Of the parameter sets of a sampled test, about one in so many is quick."""

SAMPLED = (
    "tests/cli/test_hostile.py",
    "tests/cli/test_in_place.py",
    "tests/cli/test_jobs.py",
    "tests/cli/test_offline.py",
    "tests/cli/test_progress.py",
    "tests/laws/test_1_identity.py",
    "tests/laws/test_2_no_silent_loss.py",
    "tests/laws/test_3_losses_account_for_everything.py",
    "tests/laws/test_4_settles.py",
    "tests/laws/test_5_edits_win.py",
    "tests/laws/test_6_every_field_in_every_place.py",
    "tests/laws/test_7_nothing_is_mutated.py",
    "tests/laws/test_15_streams.py",
    "tests/laws/test_12_nothing_by_hand_is_silent.py",
    "tests/session_files/test_audits.py",
    "tests/session_files/test_silence.py",
    "tests/store/test_cases.py",
    "tests/stream/test_odd.py",
    "tests/testing/test_strategies.py",
)
"""Files whose tests have many parameter sets (the dialects, mostly) and take more than 10 seconds together.

A test without parameters is quick here too.  Other tests ask about other dialects, so that each dialect is met by some.
"""

LEFT = (
    # It makes the code of nine languages, and runs tests of a copy of the project.
    "tests/generation/test_new_field.py",
    # They kill processes until each step was the last one.
    "tests/cli/test_resuming.py",
    "tests/bulk/test_kills.py",
    "tests/store/test_kills.py",
    "tests/store/test_processes.py",
    "tests/threads/test_kills.py",
    # It measures processes that read files of 20 MB.
    "tests/cli/test_sessions_memory.py",
    # It builds programs in Rust, Java and C++.
    "tests/service/test_clients.py",
    # It installs and tests a project of its own.
    "tests/testing/test_example_project.py",
    # They convert everything that is recorded.
    "tests/carried/test_kept.py::test_all_that_is_recorded_reaches_the_goals_and_what_does_not_arrive_has_a_reason",
    "tests/carried/test_needless.py::test_each_candidate_has_a_row_and_each_row_a_candidate",
    "tests/laws/test_14_what_is_written_is_accepted.py::test_all_that_is_recorded_is_accepted",
    # It collects tests three times.
    "tests/test_parts.py::test_each_test_is_in_one_part",
)
"""Files and tests that take more than 5 seconds and cannot be sampled."""


def part_of(test: str) -> str:
    """`quick` or `rest`, for the id of a test, such as `tests/laws/test_1_identity.py::test_a_case[glm]`.

    The checksum is the same on every machine, as that of `hash` is not.
    """
    file = test.partition("::")[0]
    if file in LEFT or test.partition("[")[0] in LEFT:
        return "rest"
    if file in SAMPLED and "[" in test and crc32(test.encode()) % ONE_IN:
        return "rest"
    return "quick"
