"""Bytes -> events, wherever the bytes are cut.  Sentences are of the HTML standard, 9.2."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import turnwire
from turnwire.codec.limits import Limits
from turnwire.stream.frames import Frame, Frames

CASES: dict[str, tuple[bytes, list[tuple[str, str]]]] = {
    "one": (b'data: {"a":1}\n\n', [('{"a":1}', "")]),
    "a name": (b"event: x\ndata: 1\n\n", [("1", "x")]),
    "carriage returns and line feeds": (b"event: x\r\ndata: 1\r\n\r\ndata: 2\r\n\r\n", [("1", "x"), ("2", "")]),
    "carriage returns alone": (b"data: 1\r\rdata: 2\r\r", [("1", ""), ("2", "")]),
    "all three ends at once": (b"data: 1\r\n\ndata: 2\r\n\rdata: 3\n\r\n", [("1", ""), ("2", ""), ("3", "")]),
    "a mark of the byte order": (b"\xef\xbb\xbfdata: 1\n\n", [("1", "")]),
    "comments, and what keeps a connection open": (
        b": HERE\n\n:\n\ndata: 1\n: x\n\n",
        [("HERE", ""), ("", ""), ("1", "")],
    ),
    "several lines of data": (b'data: {"a":\ndata: 1}\n\n', [('{"a":\n1}', "")]),
    "no space after the colon": (b"data:1\nevent:x\n\n", [("1", "x")]),
    "one space is taken away, and no more": (b"data:  1\n\n", [(" 1", "")]),
    "fields that say nothing here": (b"id: 7\nretry: 10\nother: x\nother\ndata: 1\n\n", [("1", "")]),
    "data without anything": (b"data\n\ndata:\n\nevent: x\n\ndata: 1\n\n", [("1", "")]),
    "the last blank line is missing": (b"data: 1\n\ndata: 2", [("1", ""), ("2", "")]),
    "blank lines before": (b"\n\r\n \ndata: 1\n\n", [("1", "")]),
    "letters of several bytes": ("data: Bø€😀\n\n".encode(), [("Bø€😀", "")]),
    "nothing": (b"", []),
    "nothing but space": (b"\n \n", []),
}


def frames_of(pieces: list[bytes], *, lines: bool = False) -> list[tuple[str, str]]:
    frames = Frames(lines=lines)
    found: list[Frame] = [frame for piece in pieces for frame in frames.feed(piece)]
    return [(frame.data.decode(), frame.event) for frame in [*found, *frames.close()]]


@pytest.mark.parametrize(("data", "wanted"), CASES.values(), ids=list(CASES))
def test_events(data: bytes, wanted: list[tuple[str, str]]) -> None:
    assert wanted == frames_of([data])
    assert wanted == frames_of([data[n : n + 1] for n in range(len(data))])


@given(st.data())
def test_no_cut_matters(data: st.DataObject) -> None:
    whole = data.draw(st.lists(st.sampled_from([case for case, _ in CASES.values()])).map(b"".join))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(whole)), max_size=8)))
    assert frames_of([whole]) == frames_of([whole[a:b] for a, b in pairwise([0, *cuts, len(whole)])])


@given(st.binary(max_size=60), st.integers(0, 60), st.booleans())
def test_no_cut_matters_in_any_bytes(data: bytes, cut: int, lines: bool) -> None:  # noqa: FBT001 - drawn
    def tried(pieces: list[bytes]) -> list[tuple[bytes, str]] | str:
        frames = Frames(lines=lines)
        try:
            found = [frame for piece in pieces for frame in frames.feed(piece)]
            return [(frame.data, frame.event) for frame in [*found, *frames.close()]]
        except turnwire.InvalidDocument as fault:
            return str(fault)

    assert tried([data]) == tried([data[:cut], data[cut:]])


def test_lines_of_json() -> None:
    data = b'{"a":1}\r\n\n{"b":\t"\xc3\xb8"}\n{"c":3}'
    wanted = [('{"a":1}', ""), ('{"b":\t"ø"}', ""), ('{"c":3}', "")]
    assert wanted == frames_of([data], lines=True)
    assert wanted == frames_of([data[n : n + 1] for n in range(len(data))], lines=True)


def test_a_list_and_an_object() -> None:
    assert [('{"a":1}', ""), ("2", "")] == frames_of([b' [{"a":1}', b", 2]\n"])
    assert [('{"error":\n 1}', "")] == frames_of([b'{"error":\n', b" 1}"])


@pytest.mark.parametrize("data", [b"[1", b'{"a":', b"[1]]", b'{"a":"\xff"}'])
def test_a_body_that_is_no_json(data: bytes) -> None:
    with pytest.raises(turnwire.InvalidDocument):
        frames_of([data])


@pytest.mark.parametrize("piece", [b"data: " + b"x" * 100, b"[" + b"1," * 50, b": " + b"x" * 100])
def test_a_line_without_an_end_is_refused(piece: bytes) -> None:
    frames = Frames(Limits(max_bytes=1000))
    with pytest.raises(turnwire.InvalidDocument) as refused:
        [frames.feed(piece) for _ in range(20)]
    assert ["stream.size"] == [found.code for found in refused.value.diagnostics]


def test_long_lines_in_small_pieces_take_no_longer_than_they_are() -> None:
    """Each byte is looked at a few times, however many pieces there are: else this would take minutes."""
    frames = Frames()
    frames.feed(b"data: ")
    for _ in range(200_000):
        frames.feed(b"xyz")
    (frame,) = frames.feed(b"\n\n")
    assert 600_000 == len(frame.data)
