"""Chunks that only go on with what has begun are read by narrow types: the result is that of the general way."""

from __future__ import annotations

import copy
import importlib
from typing import TYPE_CHECKING, Any

import pytest
from tests.stream.replies import CASES
from tests.stream.writing import FAMILIES, chunks_of, events_of, streaming, written

import turnwire
import turnwire.model

if TYPE_CHECKING:
    from collections.abc import Iterator

PLAIN = [name for name in FAMILIES if hasattr(importlib.import_module(streaming(name).reading), "plain_of")]
TEXTS: dict[str, list[Any]] = {
    "texts": [turnwire.model.TextDeltaEvent(text) for text in ("Bø", "", '\n"', "🙂")],
    "thoughts": [turnwire.model.ThinkingDeltaEvent(text) for text in ("I ", "think", "", ".")],
    "input": [
        turnwire.model.ToolUseStartEvent("call_1", "weather"),
        *(turnwire.model.ToolUseInputDeltaEvent(text) for text in ('{"city": ', '"Oslo', '"}')),
        turnwire.model.ToolUseEndEvent(),
    ],
}
WHOLE = (("gemini_generate", "input"), ("mistral_chat", "input"), ("mistral_chat", "thoughts"))
"""What is written whole, or as a list of parts."""
ODD: tuple[Any, ...] = (None, 0.0, "odd", {"odd": [1]})


def streams(dialect: str) -> Iterator[list[Any]]:
    """Streams of a dialect, and plain ones with an odd value in one place, or with a chunk twice."""
    yield from (list(case.chunks) for case in CASES.values() if case.dialect == dialect)
    for events in TEXTS.values():
        chunks = chunks_of(written(events, dialect).data)
        for number, chunk in enumerate(chunks):
            yield [*chunks[:number], chunk, *chunks[number:]]
            for path in places(chunk):
                for odd in ODD:
                    yield [*chunks[:number], put(chunk, path, odd), *chunks[number + 1 :]]


def places(tree: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The place of each value, and of a member that no object has."""
    items = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for step, value in items:
        yield (*path, step)
        yield from places(value, (*path, step))
    if isinstance(tree, dict):
        yield (*path, "a new member")


def put(tree: Any, path: tuple[Any, ...], value: Any) -> Any:
    tree = copy.deepcopy(tree)
    inner = tree
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return tree


def read(dialect: str, chunks: list[Any]) -> tuple[Any, ...]:
    """The events, the reply, and the refusal of chunks that are sent one by one."""
    reader = turnwire.stream_reader(dialect)
    events: list[Any] = []
    refused = ""
    try:
        for chunk in chunks:
            if isinstance(chunk, dict):
                events += reader.send(chunk)
        events += reader.close()
    except turnwire.InvalidDocument as fault:
        refused = str(fault)
    return events, reader.reply(), refused


@pytest.mark.parametrize("dialect", PLAIN)
def test_both_ways_agree(dialect: str, monkeypatch: pytest.MonkeyPatch) -> None:
    given = list(streams(dialect))
    plainly = [read(dialect, chunks) for chunks in given]
    monkeypatch.setattr(importlib.import_module(streaming(dialect).reading), "plain_of", lambda *_: None)
    for chunks, found in zip(given, plainly, strict=True):
        assert read(dialect, chunks) == found, chunks


@pytest.mark.parametrize(
    ("dialect", "kind"),
    [(dialect, kind) for dialect in PLAIN for kind in TEXTS if (dialect, kind) not in WHOLE],
)
def test_most_pieces_are_plain(dialect: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module: Any = importlib.import_module(streaming(dialect).reading)
    found: list[Any] = []
    plain_of = module.plain_of

    def noted(*given: Any) -> Any:
        found.append(plain_of(*given))
        return found[-1]

    monkeypatch.setattr(module, "plain_of", noted)
    events = [*TEXTS[kind][:-1], *TEXTS[kind][1:]]
    events_of(written(events, dialect).data, dialect)
    assert [each for each in found if each is not None]
