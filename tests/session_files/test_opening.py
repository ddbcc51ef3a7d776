"""The command cuts files as the library does that holds them as a whole."""

from __future__ import annotations

import contextlib
import functools
import gzip
import io
import json
import sys
import tracemalloc
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
import zstandard
from tests.session_files.claude import file_of
from tests.session_files.claude_files import PLAIN
from tests.session_files.document_files import ATIF
from tests.session_files.hermes_files import HERMES
from tests.session_files.otlp_files import SEVERAL

from turnwire.cli.session_files import opened as opened_module
from turnwire.cli.session_files.opened import opened
from turnwire.codec import packed
from turnwire.errors import InvalidDocument
from turnwire.sessions.files import conversations_of, outline, session_format
from turnwire.sessions.files.formats import recognise_large

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from turnwire.sessions.files import SessionFormat

_SESSIONS: Any = HERMES["two-exports"]
_STEPS: Any = ATIF["call"]


def lined(*documents: object) -> bytes:
    """A document on each line."""
    return b"\n".join(json.dumps(document).encode() for document in documents)


def listed(*documents: object) -> bytes:
    return json.dumps(documents).encode()


FILES: dict[str, tuple[str, bytes]] = {
    "sessions-on-lines": ("hermes", lined(*_SESSIONS)),
    "sessions-on-lines-with-mark": ("hermes", b"\xef\xbb\xbf" + lined(*_SESSIONS)),
    "sessions-and-other-lines": ("hermes", b"\n" + lined(_SESSIONS[0]) + b"\n\n" + lined(_SESSIONS[1], 1) + b"\n{"),
    "session-on-one-line": ("hermes", lined(_SESSIONS[0]) + b"\n"),
    "sessions-in-a-list": ("hermes", listed(*_SESSIONS)),
    "session-without-messages": ("hermes", listed(_SESSIONS[0], {"id": "s", "source": "cli", "started_at": 1.0})),
    "rows-in-a-list": ("hermes", listed(*_SESSIONS[0]["messages"])),
    "traces-on-lines": ("otlp", lined(SEVERAL, SEVERAL)),
    "trajectories-in-a-list": ("atif", listed(_STEPS, _STEPS)),
}


@pytest.mark.parametrize("is_named", [False, True])
@pytest.mark.parametrize("name", FILES)
def test_a_file_is_cut_into_the_same_conversations(name: str, is_named: bool, tmp_path: Path) -> None:  # noqa: FBT001 - a row
    form, data = FILES[name]
    path = tmp_path / "file.json"
    path.write_bytes(data)
    with opened(str(path), session_format(form) if is_named else None) as found:
        assert form == found.form.name
        conversations = [list(each) for each in found.conversations]
    assert [list(each) for each in conversations_of(data, session_format(form))] == conversations
    assert [] != conversations


@pytest.mark.parametrize("name", FILES)
def test_a_large_file_is_cut_into_the_same_conversations(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opened_module, "LARGE", 0)
    form, data = FILES[name]
    (tmp_path / "file.json").write_bytes(data)
    (tmp_path / "file.json.gz").write_bytes(gzip.compress(data))
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))
    for path in (str(tmp_path / "file.json"), str(tmp_path / "file.json.gz"), "-"):
        with opened(path, None) as found:
            assert form == found.form.name
            conversations = [list(each) for each in found.conversations]
        assert [list(each) for each in conversations_of(data, session_format(form))] == conversations


@pytest.mark.parametrize("is_stdin", [False, True])
@pytest.mark.parametrize("name", [*FILES, "lines", "line"])
def test_a_file_with_a_long_first_line_is_cut_into_the_same_conversations(
    name: str,
    is_stdin: bool,  # noqa: FBT001 - a row
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(opened_module, "LARGE", 20)
    monkeypatch.setattr(packed, "CHUNK", 9)
    lines = file_of(*PLAIN)
    form, data = (FILES | {"lines": ("claude_code", lines), "line": ("claude_code", lines.partition(b"\n")[0])})[name]
    path = tmp_path / "file.json"
    path.write_bytes(data)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))
    with opened("-" if is_stdin else str(path), None) as found:
        assert form == found.form.name
        conversations = [list(each) for each in found.conversations]
    assert [list(each) for each in conversations_of(data, session_format(form))] == conversations


def test_a_document_in_a_line_may_be_longer_than_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opened_module, "LARGE", 0)
    path = tmp_path / "file.json"
    path.write_bytes(json.dumps(_STEPS).encode())
    with opened(str(path), None, longest=100) as found:
        assert "atif" == found.form.name
        assert [3] == [len(list(each)) for each in found.conversations]


# What stands between a session and its last line, the lines with their lengths that are read, and what is said.
LONG_LINES: dict[str, tuple[bytes, list[int], str | None]] = {
    "none": (b"{}\n", [2, 2], None),
    "a line as long as it may be": (b"{" * 3000 + b"\n", [3000, 2], None),
    "a line that is too long": (b"{" * 3001 + b"\n", [1000, 2], r"has 1 line longer than 3,000 bytes \(4\)"),
    "two": (b"{" * 3001 + b"\n{}\n" + b"{" * 9999 + b"\n", [1000, 2, 1000, 2], r"has 2 lines longer .* \(4, 6\)"),
    "four": ((b"{" * 3001 + b"\n") * 4, [1000] * 4 + [2], r"has 4 lines longer .* \(4, 5, 6 and others\)"),
}


@pytest.mark.parametrize("chunk", [1, 7, 2048])
@pytest.mark.parametrize("name", LONG_LINES)
def test_the_beginning_of_a_line_that_is_too_long_is_read(
    name: str, chunk: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    between, lengths, said = LONG_LINES[name]
    monkeypatch.setattr(packed, "CHUNK", chunk)
    path = tmp_path / "file.jsonl"
    path.write_bytes(b"\n" + file_of(*PLAIN) + between + b"{}")
    with opened(str(path), None, longest=3000) as found:
        assert "claude_code" == found.form.name
        assert lengths == [len(line) for _, line in next(iter(found.conversations))][-len(lengths) :]
        with contextlib.nullcontext() if said is None else pytest.raises(InvalidDocument, match=said):
            assert [] == list(found.conversations)


# What stands before the first line by which the format is recognised, and what is said.
LONG_BEGINNINGS: dict[str, tuple[bytes, str]] = {
    "a line that is too long": (b"{" * 3001 + b"\n", r"1 line longer .* \(1\)"),
    "two": (b"{" * 3001 + b"\n{}\n" + b"[" * 9999 + b"\n", r"2 lines longer .* \(1, 3\)"),
    "one after an unknown line": (b"{}\n" + b"{" * 3001 + b"\n", r"1 line longer .* \(2\)"),
}


@pytest.mark.parametrize("large", [20, 10_000])
@pytest.mark.parametrize("is_stdin", [False, True])
@pytest.mark.parametrize("name", LONG_BEGINNINGS)
def test_a_file_is_recognised_behind_lines_that_are_too_long(
    name: str,
    is_stdin: bool,  # noqa: FBT001 - a row
    large: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(opened_module, "LARGE", large)
    monkeypatch.setattr(packed, "CHUNK", 9)
    monkeypatch.setattr(opened_module, "Source", functools.partial(outline.Source, chunk=9))
    before, said = LONG_BEGINNINGS[name]
    data = before + file_of(*PLAIN)
    path = tmp_path / "file.jsonl"
    path.write_bytes(data)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))
    with opened("-" if is_stdin else str(path), None, longest=3000) as found:
        assert "claude_code" == found.form.name
        lines = [line for _, line in next(iter(found.conversations))]
        assert file_of(*PLAIN).split(b"\n") == lines[before.count(b"\n") :]
        with pytest.raises(InvalidDocument, match=said):
            assert [] == list(found.conversations)


@pytest.mark.parametrize("beginning", [b"{", b"["])
def test_a_file_of_long_lines_alone_is_not_recognised(
    beginning: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opened_module, "LARGE", 20)
    monkeypatch.setattr(packed, "CHUNK", 9)
    monkeypatch.setattr(opened_module, "Source", functools.partial(outline.Source, chunk=9))
    path = tmp_path / "file.jsonl"
    path.write_bytes((beginning * 3001 + b"\n") * 3)
    with pytest.raises(InvalidDocument, match="this is no session file"), opened(str(path), None, longest=3000):
        pass


@pytest.mark.parametrize("form", [session_format("claude_code"), None])
def test_the_rest_of_a_first_line_that_is_too_long_is_not_held(form: SessionFormat | None, tmp_path: Path) -> None:
    path = tmp_path / "file.jsonl"
    path.write_bytes(b"{" * 20_000_000 + b"\n" + file_of(*PLAIN))
    tracemalloc.start()
    with opened(str(path), form, longest=2_000_000) as found:
        assert 1 + len(PLAIN) == sum(1 for _ in next(found.lines()))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 10_000_000


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress])
@pytest.mark.parametrize("name", FILES)
def test_packed_bytes_are_unpacked_whatever_their_name(
    name: str, pack: Callable[[bytes], bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    form, data = FILES[name]
    path = tmp_path / "file.json"
    path.write_bytes(pack(data))
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(path.read_bytes())))
    for place in (str(path), "-"):
        with opened(place, None) as found:
            assert form == found.form.name
            conversations = [list(each) for each in found.conversations]
        assert [list(each) for each in conversations_of(data, session_format(form))] == conversations


def test_the_messages_of_a_large_document_are_not_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opened_module, "LARGE", 0)
    path = tmp_path / "file.json"
    message = {"id": "u", "role": "user", "parts": [{"type": "text", "text": "high" * 50_000}]}
    path.write_bytes(json.dumps({"messages": [message] * 100}, indent=2).encode())
    tracemalloc.start()
    with opened(str(path), None) as found:
        assert 101 == sum(1 for lines in found.lines() for _ in lines)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < path.stat().st_size / 2


@pytest.mark.parametrize("count", [1, 100])
def test_the_spans_between_the_calls_of_a_model_are_not_held(
    count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opened_module, "LARGE", 0)
    path = tmp_path / "file.json"
    span = {"name": "GET", "attributes": [{"key": "body", "value": {"stringValue": "high" * 50_000}}]}
    spans = {"resourceSpans": [{"scopeSpans": [{"spans": [span] * (100 // count)}]}]}
    path.write_bytes(lined(SEVERAL, *[spans] * count) if count > 1 else json.dumps(_joined(SEVERAL, spans)).encode())
    tracemalloc.start()
    with opened(str(path), None) as found:
        assert 100 < sum(1 for lines in found.lines() for _ in lines)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < path.stat().st_size / 2


def _joined(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    return {"resourceSpans": first["resourceSpans"] + second["resourceSpans"]}


def test_a_trace_with_many_resources_is_recognised_by_the_first_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outline, "_BEGUN", 2000)
    monkeypatch.setattr(outline, "MOST", 20_000)
    data = json.dumps({"resourceSpans": SEVERAL["resourceSpans"] * 100}).encode()
    found = recognise_large(outline.Source(io.BytesIO(data)))
    assert found is session_format("otlp")


@pytest.mark.parametrize("large", [0, 100_000])
def test_a_document_that_breaks_off_is_said_to(large: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opened_module, "LARGE", large)
    path = tmp_path / "file.json"
    path.write_bytes(json.dumps(_STEPS).encode()[:-1])
    with pytest.raises(InvalidDocument, match="known agent: the JSON document breaks off"), opened(str(path), None):
        pass


def test_a_file_that_cannot_be_cut_has_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opened_module, "LARGE", 0)
    monkeypatch.setattr(opened_module, "WHOLE", 100)
    path = tmp_path / "file.json"
    path.write_bytes(b"\n".join([b"text"] * 500_000))
    with pytest.raises(InvalidDocument, match="larger than 536,870,912 bytes"), opened(str(path), None):
        pass


@pytest.mark.parametrize("form", ["hermes", "otlp"])
def test_a_line_that_is_no_text_is_refused(form: str, tmp_path: Path) -> None:
    path = tmp_path / "file.jsonl"
    path.write_bytes({"hermes": lined(*_SESSIONS), "otlp": lined(SEVERAL)}[form] + b"\n\xff")
    with pytest.raises(InvalidDocument, match="is no text"), opened(str(path), None) as found:
        list(found.conversations)


def test_the_first_chunk_is_as_large_as_the_others(tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    path.write_bytes(b"[" * (packed.CHUNK + 1))
    with path.open("rb") as stream:
        feed = packed.feed_of(stream, ".json")
        assert [packed.CHUNK, 1] == [len(chunk) for chunk in feed]
        assert packed.CHUNK + 1 == feed.consumed
