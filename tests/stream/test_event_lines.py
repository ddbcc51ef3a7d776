"""The lines that `turnwire stream` writes are read as the same events."""

from __future__ import annotations

import msgspec
import pytest
from tests.stream.replies import CASES
from tests.stream.writing import events_of

from turnwire.cli.stream import Events
from turnwire.model import StreamEvent


@pytest.mark.parametrize("name", CASES)
def test_a_line_is_its_event(name: str) -> None:
    case, written = CASES[name], Events()
    events = events_of(case.stream, case.dialect)
    lines = [written.send(event) for event in events]
    assert [1] * len(events) == [line.count(b"\n") for line in lines]
    assert events == [msgspec.json.decode(line, type=StreamEvent) for line in lines]
