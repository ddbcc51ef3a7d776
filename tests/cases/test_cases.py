"""Every case file is held to."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.cases import case

from turnwire.dialects import get, names
from turnwire.dialects.dialect import KINDS

FOUND = [found for file in case.files() for found in case.load(file)]


@pytest.mark.parametrize("found", FOUND, ids=[f"{found.folder}/{found.file.stem}/{found.case.name}" for found in FOUND])
def test_a_case(found: case.Found) -> None:
    case.run(found)


def test_every_dialect_of_the_registry_has_a_folder_of_cases_and_no_other_folder_has() -> None:
    assert set(names()) == {found.folder for found in FOUND}


@pytest.mark.parametrize("name", names())
def test_a_dialect_shows_each_kind_of_its_documents(name: str) -> None:
    shown = {found.case.kind for found in FOUND if found.source == name}
    assert {kind for kind in KINDS if get(name).part(kind)} - shown == set()


def test_no_two_cases_of_a_file_have_one_name() -> None:
    told = Counter((found.file, found.case.name) for found in FOUND)
    assert [place for place, times in told.items() if times > 1] == []
