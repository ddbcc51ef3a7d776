"""Every case file is held to."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.cases import case

from turnwire.dialects import names

FOUND = [found for file in case.files() for found in case.load(file)]


@pytest.mark.parametrize("found", FOUND, ids=[f"{found.folder}/{found.file.stem}/{found.case.name}" for found in FOUND])
def test_a_case(found: case.Found) -> None:
    case.run(found)


def test_the_folders_are_named_after_dialects() -> None:
    assert {found.folder for found in FOUND} - set(names()) == set()


def test_no_two_cases_of_a_file_have_one_name() -> None:
    told = Counter((found.file, found.case.name) for found in FOUND)
    assert [place for place, times in told.items() if times > 1] == []
