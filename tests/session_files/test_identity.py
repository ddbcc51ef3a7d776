"""A session file comes back: as it was, and through its canonical histories as native JSON."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.data import data
from tests.session_files.claude import file_of
from tests.session_files.claude_files import CLAUDE
from tests.session_files.codex_files import CODEX
from tests.session_files.files import FILES

import turnwire
from turnwire.sessions.files import read_session, recognise, session_bytes, session_format

if TYPE_CHECKING:
    from pathlib import Path

_NAMES = [f"{form}-{name}" for form, name, _ in FILES]


def as_json(text: bytes) -> list[Any]:
    """The lines of a file as JSON; a line that is none as it is."""
    found: list[Any] = []
    for line in text.split(b"\n"):
        try:
            found.append(json.loads(line))
        except ValueError:
            found.append(line)
    return found


def through_histories(text: bytes, form: str) -> bytes:
    """Read a file, write its threads as native JSON, read these, and write the file."""
    found = session_format(form)
    written = [turnwire.write(history, "turnwire").data for history in read_session(text, found).histories()]
    return session_bytes([turnwire.read(each, "turnwire", kind="request") for each in written], found)


@pytest.mark.parametrize(("form", "lines"), [(form, lines) for form, _, lines in FILES], ids=_NAMES)
@pytest.mark.parametrize("end", [b"\n", b"", b"\n\n"], ids=["newline", "no newline", "blank line"])
def test_a_file_comes_back(form: str, lines: tuple[Any, ...], end: bytes) -> None:
    text = file_of(*lines, end=end)
    assert text == read_session(text, session_format(form)).data()
    assert as_json(text) == as_json(through_histories(text, form))


@pytest.mark.parametrize(("form", "lines"), [(form, lines) for form, _, lines in FILES], ids=_NAMES)
def test_a_file_is_recognised(form: str, lines: tuple[Any, ...]) -> None:
    found = recognise(file_of(*lines).split(b"\n"))
    assert found is not None
    assert form == found.name


def test_there_are_thirty_files_of_each_format() -> None:
    assert len(CLAUDE) >= 30
    assert len(CODEX) >= 30


_FREE = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abcdefgh", min_size=1), inner, max_size=3),
    max_leaves=8,
)


@given(st.sampled_from(FILES), st.data())
def test_unknown_members_come_back(file: tuple[str, str, tuple[Any, ...]], drawn: st.DataObject) -> None:
    form, _, lines = file
    changed = list(lines)
    index = drawn.draw(st.integers(0, len(changed) - 1))
    if isinstance(changed[index], dict):
        line = json.loads(json.dumps(changed[index]))
        places = [line, *(inner for inner in line.values() if isinstance(inner, dict))]
        drawn.draw(st.sampled_from(places))["x-" + drawn.draw(st.text("abc", max_size=3))] = drawn.draw(_FREE)
        changed[index] = line
    text = file_of(*changed)
    assert as_json(text) == as_json(through_histories(text, form))


@given(st.sampled_from(FILES), st.data())
def test_a_file_that_was_cut_off_or_damaged_comes_back(
    file: tuple[str, str, tuple[Any, ...]], drawn: st.DataObject
) -> None:
    form, _, lines = file
    text = file_of(*lines)
    begin = drawn.draw(st.integers(0, len(text)))
    end = drawn.draw(st.integers(begin, len(text)))
    text = text[:begin] + drawn.draw(st.binary(max_size=4)) + text[end:]
    session = read_session(text, session_format(form))
    assert text == session.data()
    if session.threads[0].nodes:
        assert as_json(text) == as_json(through_histories(text, form))


def _recorded() -> list[Path]:
    folder = data("sessions")
    return [path for name in ("claude_code", "codex") for path in sorted((folder / name).rglob("*.jsonl*"))]


def test_recorded_files_come_back() -> None:
    paths = _recorded()
    assert len(paths) > 10
    for path in paths:
        text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        form = recognise(text.split(b"\n"))
        assert form is not None, path
        assert as_json(text) == as_json(through_histories(text, form.name)), path
