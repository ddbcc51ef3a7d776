"""A session file comes back: as it was, and through its canonical histories as native JSON."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.data import data
from tests.session_files import codex
from tests.session_files.claude import file_of
from tests.session_files.claude_files import CLAUDE
from tests.session_files.codex_files import CODEX
from tests.session_files.files import FILES, LINES

import turnwire
from turnwire.errors import InvalidDocument
from turnwire.sessions.files import (
    new_session,
    read_sessions,
    recognise,
    recognise_document,
    session_bytes,
    session_format,
    session_formats,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from turnwire.sessions.files import SessionFormat

_NAMES = [f"{form}-{name}" for form, name, _ in FILES]
_OF_LINES = tuple(LINES)


def as_json(text: bytes, form: str) -> Any:
    """A file as JSON; the lines of a file of lines, and a line that is no JSON as it is."""
    if form not in _OF_LINES:
        return json.loads(text)
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
    histories = [history for session in read_sessions(text, found) for history in session.histories()]
    written = [turnwire.write(history, "turnwire").data for history in histories]
    return session_bytes([turnwire.read(each, "turnwire", kind="request") for each in written], found)


def recognised(text: bytes) -> SessionFormat | None:
    return recognise(text.split(b"\n")) or recognise_document(text)


@pytest.mark.parametrize(("form", "text"), [(form, text) for form, _, text in FILES], ids=_NAMES)
def test_a_file_comes_back(form: str, text: bytes) -> None:
    found = read_sessions(text, session_format(form))
    if form in _OF_LINES:
        assert text == found[0].data()
    assert as_json(text, form) == as_json(through_histories(text, form), form)


@pytest.mark.parametrize("end", [b"", b"\n\n", b"\r\n"], ids=["no newline", "blank line", "CRLF"])
@pytest.mark.parametrize("form", _OF_LINES)
def test_the_end_of_a_file_of_lines_comes_back(form: str, end: bytes) -> None:
    text = next(text for name, _, text in FILES if name == form).rstrip(b"\n") + end
    assert text == read_sessions(text, session_format(form))[0].data()
    assert as_json(text, form) == as_json(through_histories(text, form), form)


@pytest.mark.parametrize(("form", "text"), [(form, text) for form, _, text in FILES], ids=_NAMES)
def test_a_file_is_recognised(form: str, text: bytes) -> None:
    found = recognised(text)
    assert found is not None
    assert form == found.name


def test_there_are_thirty_files_of_each_format() -> None:
    counted = Counter(form for form, _, _ in FILES)
    assert session_formats().keys() == counted.keys()
    assert min(counted.values()) >= 30


_FREE = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abcdefgh", min_size=1), inner, max_size=3),
    max_leaves=8,
)


def objects(tree: Any) -> Iterator[dict[str, Any]]:
    """Every object of a tree but those whose members are messages by their ids."""
    if isinstance(tree, dict):
        yield tree
    for name, each in tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ():
        if name == "mapping" or (name == "messages" and isinstance(each, dict)):
            for node in each.values():
                yield from objects(node)
        else:
            yield from objects(each)


@given(st.sampled_from(FILES), st.data())
def test_unknown_members_come_back(file: tuple[str, str, bytes], drawn: st.DataObject) -> None:
    form, _, text = file
    lines = as_json(text, form)
    tree = [line for line in lines if not isinstance(line, bytes)] if form in _OF_LINES else lines
    found = list(objects(tree))
    drawn.draw(st.sampled_from(found))["x-" + drawn.draw(st.text("abc", max_size=3))] = drawn.draw(_FREE)
    changed = b"\n".join(json.dumps(each).encode() for each in tree) if form in _OF_LINES else json.dumps(tree).encode()
    assert as_json(changed, form) == as_json(through_histories(changed, form), form)


@given(st.sampled_from(FILES), st.data())
def test_values_of_other_types_come_back(file: tuple[str, str, bytes], drawn: st.DataObject) -> None:
    form, _, text = file
    tree = (
        [line for line in as_json(text, form) if not isinstance(line, bytes)]
        if form in _OF_LINES
        else as_json(text, form)
    )
    place = drawn.draw(st.sampled_from([each for each in objects(tree) if each]))
    name = drawn.draw(st.sampled_from(sorted(place)))
    held = session_format(form).messages
    if held is not None and name in held.holds:
        return
    place[name] = drawn.draw(_FREE)
    changed = b"\n".join(json.dumps(each).encode() for each in tree) if form in _OF_LINES else json.dumps(tree).encode()
    assert as_json(changed, form) == as_json(through_histories(changed, form), form)


@given(st.sampled_from(FILES), st.data())
def test_a_damaged_file_comes_back_or_is_refused(file: tuple[str, str, bytes], drawn: st.DataObject) -> None:
    form, _, text = file
    begin = drawn.draw(st.integers(0, len(text)))
    end = drawn.draw(st.integers(begin, len(text)))
    text = text[:begin] + drawn.draw(st.binary(max_size=4)) + text[end:]
    try:
        found = read_sessions(text, session_format(form))
    except InvalidDocument:
        assert form not in _OF_LINES
        return
    if form in _OF_LINES:
        assert text == found[0].data()
        assert as_json(text, form) == as_json(through_histories(text, form), form)


def test_formats_that_are_not_written_say_so() -> None:
    history = read_sessions(FILES[0][2], session_format("claude_code"))[0].histories()[0]
    for form in session_formats().values():
        if form.create is None:
            with pytest.raises(InvalidDocument, match="turnwire writes no new files of"):
                new_session(history, form)
        else:
            assert recognised(new_session(history, form).data) is form


def test_a_part_of_a_reply_with_another_role_comes_back() -> None:
    """The reasoning was read as a message of the user, and the call beside it was written as one, without the call."""
    thought = codex.item("reasoning", summary=[{"x": "y"}], role="someone", encrypted_content="x")
    text = file_of(*CODEX["call"][:2], thought, codex.call("c1"), codex.output("c1"))
    assert as_json(text, "codex") == as_json(through_histories(text, "codex"), "codex")


def test_lines_of_one_reply_with_results_and_texts_come_back() -> None:
    *lines, reply = CLAUDE["result-in-a-reply"]
    text = file_of(*lines, reply, reply)
    assert as_json(text, "claude_code") == as_json(through_histories(text, "claude_code"), "claude_code")


def test_a_line_of_progress_with_an_unknown_message_comes_back() -> None:
    """The message of the subagent was put in the place of the member `message`, which no such line has."""
    lines: list[Any] = [*CLAUDE["agent-progress"]]
    lines[2] = lines[2] | {"message": [{"x": 1}]}
    text = file_of(*lines)
    assert as_json(text, "claude_code") == as_json(through_histories(text, "claude_code"), "claude_code")


def test_an_edited_line_with_half_of_a_pair_is_written_with_a_replacement_character() -> None:
    form = session_format("codex")
    text = next(text for name, file, text in FILES if (name, file) == ("codex", "half-of-a-pair"))
    (history,) = read_sessions(text, form)[0].histories()
    assert as_json(text, "codex") == as_json(session_bytes([history], form), "codex")
    history.history[1].content[0].text += "!"  # type: ignore[union-attr]
    written = json.loads(session_bytes([history], form).splitlines()[1])
    assert "high \ufffd and \U0001f600!" == written["payload"]["content"][0]["text"]


def _recorded() -> Iterator[Path]:
    folder = data("sessions")
    yield from (path for name in ("claude_code", "codex") for path in sorted((folder / name).rglob("*.jsonl*")))
    names = (
        *("atif", "claude-code", "codex", "gemini-cli"),
        *("copilot-cli", "cursor", "droid", "hermes", "letta-code", "omp", "openclaw", "opencode", "openhands", "pi"),
    )
    yield from (path for path in sorted((folder / "others").iterdir()) if path.name.partition(".")[0] in names)


def test_recorded_files_come_back() -> None:
    paths = list(_recorded())
    assert len(paths) > 20
    for path in paths:
        text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        form = recognised(text)
        assert form is not None, path
        assert as_json(text, form.name) == as_json(through_histories(text, form.name), form.name), path
