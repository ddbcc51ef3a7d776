"""`turnwire sessions list` counts the results of tools wherever a format keeps them."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.session_files.files import FILES

from turnwire.errors import InvalidDocument
from turnwire.sessions.files import conversations_of, session_format, session_formats, summary_of
from turnwire.sessions.files.mending import read_numbered


def counted(data: bytes, name: str) -> tuple[int, int]:
    """The messages with results that the list counts, and those that reading each line gives."""
    form = session_format(name)
    listed, found = 0, Counter[str]()
    for numbered in conversations_of(data, form):
        lines = list(read_numbered(numbered, form))
        listed += summary_of(lines, form).messages.get("tool", 0)
        for line in lines:
            if line.is_in_tree:
                found.update(message.role for message in form.read(line)[0])
    return listed, found["tool"]


@pytest.mark.parametrize("name", session_formats())
def test_the_results_of_a_session_are_counted(name: str) -> None:
    """Results inside of a call or a reply were not."""
    seen = 0
    for form, file, data in FILES:
        if form != name:
            continue
        try:
            listed, found = counted(data, form)
        except InvalidDocument:
            continue
        assert listed == found, file
        seen += found
    assert seen
