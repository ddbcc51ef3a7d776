"""The bytes after the last whole event: the beginning of a chunk is where the stream was cut, all else is broken."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.stream.replies import CASES

import turnwire
from turnwire import dialects
from turnwire.model import ErrorEvent, OpaqueEvent

if TYPE_CHECKING:
    from turnwire.model import Diagnostic

STREAMED = tuple(name for name in dialects.names() if dialects.get(name).stream is not None)
TARGETS = ("anthropic_messages", "gemini_generate", "ollama_chat", "openai_chat", "openai_responses")
BROKEN = {
    "no JSON": (b"data: {{{", "json.syntax", 8),
    "with the end of its line": (b"data: {{{\n", "json.syntax", 8),
    "in words": (b"data: hello", "json.syntax", 7),
    "no object": (b"data: [1", "json.truncated", 9),
    "a number": (b"data: 12", "stream.chunk", 7),
    "more after its end": (b'data: {"a":1}}', "json.syntax", 14),
    "bytes that are no text": (b'data: {"a":"\xff', "json.utf8", 13),
}
BEGUN = {
    "an object": b"{",
    "a name": b'{"id',
    "a number": b'{"n":1',
    "a sign": b'{"n":-',
    "a fraction": b'{"n":1.',
    "an exponent": b'{"n":1e+',
    "a word": b'{"n":fal',
    "a string": b'{"t":"hello',
    "an escape": b'{"t":"\\',
    "an escape of four digits": b'{"t":"\\ud8',
    "a half of a pair": b'{"t":"\\ud83d',
    "an escape after a half of a pair": b'{"t":"\\ud83d\\ude',
    "a letter": '{"t":"ö'.encode()[:-1],
    "an emoji": '{"t":"\N{GRINNING FACE}'.encode()[:-1],
    "a list": b'{"t":[1,',
}


def read(dialect: str, data: bytes) -> list[Any]:
    reader = turnwire.stream_reader(dialect)
    return [*reader.feed(data), *reader.close()]


def refusal(dialect: str, data: bytes) -> Diagnostic:
    with pytest.raises(turnwire.InvalidDocument) as refused:
        read(dialect, data)
    (found,) = refused.value.diagnostics
    return found


@pytest.mark.parametrize("dialect", STREAMED)
def test_an_unfinished_event_that_no_more_bytes_could_mend_is_refused(dialect: str) -> None:
    for data, code, column in BROKEN.values():
        found, late = refusal(dialect, data), refusal(dialect, b": a comment\n\n" + data)
        assert (code, 1, column) == (found.code, found.line, found.column)
        assert (code, 3, column) == (late.code, late.line, late.column)


@pytest.mark.parametrize("dialect", [name for name in STREAMED if dialects.get(name).stream.lines])  # type: ignore[union-attr]
def test_an_unfinished_line_that_no_more_bytes_could_mend_is_refused(dialect: str) -> None:
    assert ("json.syntax", 1, 2) == ((found := refusal(dialect, b"{{{")).code, found.line, found.column)
    assert ("json.syntax", 2, 1) == ((found := refusal(dialect, b'{"a":1}\nx')).code, found.line, found.column)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("source", STREAMED)
def test_the_client_of_a_translation_gets_an_error(source: str, target: str) -> None:
    sent = bytearray()

    def translate() -> None:
        for piece in turnwire.translate([b"data: {{{"], source, target):
            sent.extend(piece)

    with pytest.raises(turnwire.InvalidDocument, match=r"json\.syntax"):
        translate()
    (error,) = (each for each in read(target, bytes(sent)) if isinstance(each, ErrorEvent))
    assert "json.syntax" in error.message


@pytest.mark.parametrize("dialect", STREAMED)
def test_the_beginning_of_a_chunk_is_where_the_stream_was_cut(dialect: str) -> None:
    found = {
        name: [(type(each), each.code) for each in read(dialect, b"data: " + data)] for name, data in BEGUN.items()
    }
    assert {name: [(ErrorEvent, "stream.truncated")] for name in BEGUN} == found


@pytest.mark.parametrize("name", CASES)
def test_a_stream_that_is_cut_anywhere_is_read(name: str) -> None:
    case = CASES[name]
    if case.stream.lstrip()[:1] != b"[":  # a list is one value, and is refused if it is cut
        for end in range(0, len(case.stream), 11):
            read(case.dialect, case.stream[:end])


def test_the_mark_of_the_end_may_be_cut() -> None:
    whole = CASES["text"].stream
    end = whole.rindex(b"[DONE]")
    for more in range(1, len("[DONE]")):
        read("openai_chat", whole[: end + more])
    assert "json.syntax" == refusal("anthropic_messages", b"data: [DO").code  # whose streams have no such mark


def test_what_follows_the_end_is_kept_unless_it_is_the_beginning_of_a_chunk() -> None:
    whole = CASES["text"].stream
    assert not [each for each in read("openai_chat", whole + b'data: {"id') if isinstance(each, OpaqueEvent)]
    (late,) = (each for each in read("openai_chat", whole + b"data: {{{") if isinstance(each, OpaqueEvent))
    assert b'"{{{"' == bytes(late.value)
