"""Where in the stream a fault is, and what is no stream at all."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import pytest
from tests.stream.replies import CASES

import turnwire

if TYPE_CHECKING:
    from turnwire.model import Diagnostic

CHAT = CASES["text"].stream
LINE = CASES["Ollama: a thought, text, and a call"].stream


def refusal(dialect: str, pieces: list[bytes]) -> Diagnostic:
    """The one thing that is wrong with a stream."""
    reader = turnwire.stream_reader(dialect)

    def read() -> None:
        for piece in (*pieces, b""):
            reader.feed(piece)
        reader.close()

    with pytest.raises(turnwire.InvalidDocument) as refused:
        read()
    (found,) = refused.value.diagnostics
    return found


PLACES: dict[str, tuple[str, bytes, tuple[str, int | None, int | None]]] = {
    "a chunk of one line": ("openai_chat", b'data: {"id":1}\n\ndata: {"id":x}\n\n', ("json.syntax", 3, 13)),
    "no space after the colon": ("openai_chat", b'data:{"id":x}\n\n', ("json.syntax", 1, 12)),
    "what stands before it": ("openai_chat", b'\n \n\n  data: {"id":x}\n\n', ("json.syntax", 4, 15)),
    "a mark of the byte order, and ends of all kinds": (
        "openai_chat",
        b'\xef\xbb\xbf: c\r\n\r\ndata: {"id":1}\r\rdata: {"id":x}\r\n\n',
        ("json.syntax", 5, 13),
    ),
    "several lines of data, with others between": (
        "openai_chat",
        b'data: {"id":\nevent: e\n: c\ndata:  x}\n\n',
        ("json.syntax", 4, 8),
    ),
    "letters count, not bytes": ("openai_chat", 'data: {"ø":x}\n\n'.encode(), ("json.syntax", 1, 12)),
    "a value in a chunk": (
        "openai_chat",
        b': c\ndata: {"choices":[{"delta":{"content":"\\ud800"}}]}\n\n',
        ("json.surrogate", 2, 40),
    ),
    "what is no object": ("openai_chat", b": c\n\ndata: [1]\n\n", ("stream.chunk", 3, 7)),
    "a line": ("ollama_chat", LINE.splitlines(keepends=True)[0] + b'\n{"model":}\n', ("json.syntax", 3, 10)),
    "a body": ("gemini_generate", b'\n [{"x":1},\n  {"y":}]', ("json.syntax", 3, 8)),
    "the first line of a body": ("gemini_generate", b'\n  [{"y":}]', ("json.syntax", 2, 9)),
    "an item of a list": ("gemini_generate", b' [{"x":1},\n  7, {"x":2}]', ("stream.chunk", 2, 3)),
    "an item in the first line": ("gemini_generate", b' [{"x":1}, 7]', ("stream.chunk", 1, 12)),
}


@pytest.mark.parametrize("name", PLACES)
def test_the_place_is_that_in_the_stream(name: str) -> None:
    dialect, data, wanted = PLACES[name]
    for pieces in ([data], [data[n : n + 1] for n in range(len(data))]):
        found = refusal(dialect, pieces)
        assert wanted == (found.code, found.line, found.column)


def test_a_chunk_that_was_sent_has_no_place() -> None:
    reader = turnwire.stream_reader("openai_chat")
    with pytest.raises(turnwire.InvalidDocument) as refused:
        reader.send([1])
    assert [("stream.chunk", None, None)] == [(each.code, each.line, each.column) for each in refused.value.diagnostics]


NONE: dict[str, tuple[bytes, str]] = {
    "gzip": (gzip.compress(CHAT, mtime=0), "compressed (gzip)"),
    "zstd": (b"\x28\xb5\x2f\xfd\x04\x00", "compressed (zstd)"),
    "HTML": (b"<!DOCTYPE html>\n<html>\n<h1>502 Bad Gateway</h1>\n</html>\n", "HTML"),
    "HTML in one line": (b"<html>502</html>", "HTML"),
    "Amazon's event stream": (b"\0\0\0\x8a\0\0\0\x4b\x1a", "binary"),
    "other words": (b"upstream connect error\n", "other text"),
    "words and a comment": (b": c\n\nno healthy upstream\n\n", "other text"),
}


@pytest.mark.parametrize("name", NONE)
@pytest.mark.parametrize("dialect", ["openai_chat", "anthropic_messages", "ollama_chat"])
def test_what_is_no_stream_is_refused_and_says_what_to_do(name: str, dialect: str) -> None:
    data, said = NONE[name]
    for pieces in ([data], [data[n : n + 1] for n in range(len(data))]):
        found = refusal(dialect, pieces)
        assert ("stream.none", True, True) == (found.code, said in found.message, bool(found.hint))


@pytest.mark.parametrize("data", [b"", b"\n\n", b": c\n\n", b"event: ping\n\n", b"retry: 10\n", b"dat", b"data: "])
def test_nothing_is_a_stream_that_broke_off(data: bytes) -> None:
    reader = turnwire.stream_reader("openai_chat")
    codes = [getattr(event, "code", None) for event in [*reader.feed(data), *reader.close()]]
    assert "stream.truncated" in codes


def test_lines_that_are_no_fields_are_passed_over_where_there_are_events() -> None:
    """ "Otherwise: The field is ignored." (HTML standard, 9.2.6)"""
    reader = turnwire.stream_reader("openai_chat")
    reader.feed(b"HTTP/1.1 200 OK\n\n" + CHAT)
    reader.close()
    assert 1 == len(reader.reply().candidates)


@pytest.mark.parametrize("given", [None, 5, "text", {"candidates": []}, []])
def test_what_is_no_reply_is_not_unfolded(given: object) -> None:
    with pytest.raises(turnwire.InvalidDocument, match=r"a Completion is unfolded, not .*\[input\.type\]"):
        turnwire.unfold(given)  # type: ignore[arg-type]
