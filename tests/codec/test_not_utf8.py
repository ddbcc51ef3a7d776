"""A byte that is not UTF-8 is refused wherever it stands, in a key or in a text: as `json.utf8`, by every entry."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from tests.cases.case import FOLDER, load

import turnwire
from turnwire.errors import InvalidDocument
from turnwire.testing.difference import parse
from turnwire.testing.tomorrow import dumps

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.dialects.dialect import Kind

DIALECTS = sorted(path.name for path in FOLDER.iterdir() if path.is_dir() and path.name != "__pycache__")
PLACES = 6
"""So many places of each document are tried, spread over it."""
WRONG = (b"\xff", b"\xc3", b"\xed\xa0\x80")


def broken(dialect: str) -> Iterator[tuple[Kind, bytes]]:
    """The documents of the cases of a dialect, each with one wrong byte at the end of a key or a text."""
    for file in sorted((FOLDER / dialect).glob("*.json")):
        for found in load(file):
            if found.source != dialect or found.case.refused:
                continue
            text = dumps(parse(found.case.wire))
            ends = [match.end() - 1 for match in re.finditer(rb'[a-z]"', text)]
            for number, at in enumerate(ends[:: max(len(ends) // PLACES, 1)]):
                yield found.case.kind, text[:at] + WRONG[number % len(WRONG)] + text[at:]


REFUSALS = ("json.utf8", "detect.none", "detect.ambiguous", "detect.many", "detect.other")


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_reader_refuses_it(dialect: str) -> None:
    for kind, text in broken(dialect):
        for source, what in ((dialect, kind), (dialect, None), (None, kind), (None, None)):
            with pytest.raises(InvalidDocument) as caught:
                turnwire.read(text, source, kind=what)
            assert caught.value.diagnostics[0].code in REFUSALS, text
        with pytest.raises(InvalidDocument) as caught:
            turnwire.read(text, dialect, kind=kind)
        assert ["json.utf8"] == [found.code for found in caught.value.diagnostics], text


@pytest.mark.parametrize("dialect", DIALECTS)
def test_it_is_a_finding(dialect: str) -> None:
    for kind, text in broken(dialect):
        report = turnwire.validate(text, dialect, kind=kind)
        assert ["TW101"] == [found.code for found in report.diagnostics], text
        assert not turnwire.validate(text).valid, text


@pytest.mark.parametrize("dialect", DIALECTS)
def test_detection_guesses_or_refuses(dialect: str) -> None:
    assert {"json.utf8"} >= {code for _, text in broken(dialect) for code in codes_of_detection(text)}


def codes_of_detection(text: bytes) -> list[str]:
    try:
        turnwire.detect(text)
    except InvalidDocument as refusal:
        return [found.code for found in refusal.diagnostics]
    return []
