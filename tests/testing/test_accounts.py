"""What the accounts of losses catch, one table row each."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec import Raw

from turnwire.model import History, Loss
from turnwire.testing import unaccounted
from turnwire.testing.accounts import unreported_residue
from turnwire.testing.arrival import Arrivals

HELLO = {"type": "text", "text": "hello there"}
THOUGHT = {"type": "thinking", "text": "let me see"}
RESULT = {"type": "tool_result", "tool_use_id": "a"}
COUNTED = {"type": "tool_result", "tool_use_id": "result_1"}
ENCODED = {"kind": "base64", "data": "aGVsbG8gdGhlcmU="}

PICTURE = {"type": "image", "source": {"kind": "base64", "data": "iVBO"}, "media_type": "image/png", "detail": "low"}


def turn(*content: Any, role: str = "user") -> dict[str, Any]:
    return {"role": role, "content": list(content)}


def loss(kind: Any, path: str, value: Any, feature: str = "a.feature") -> Loss:
    return Loss(kind, path, feature, "toy", value)


def document(source: dict[str, Any]) -> dict[str, Any]:
    return turn({"type": "document", "source": source})


def counted(**totals: int) -> tuple[list[Any], list[Any], list[Loss]]:
    counts = {"input_tokens": 3, "cached_input_tokens": 4, "output_tokens": 5}
    told = loss("dropped", "/history/0/metadata/usage", counts | totals, "metadata.usage")
    return [{**turn(HELLO), "metadata": {"usage": counts}}], [turn(HELLO)], [told]


CALLS = {"type": "tool_use", "id": "a", "name": "b", "input": Raw(b'{\n"n": [1, "a"]}')}
DECODED = [loss("reshaped", "/history/0/content/0/source", ENCODED)]
SAID = {"type": "document", "source": {"kind": "text", "data": "hello there"}}
OTHER = {"kind": "base64", "data": "b3RoZXIgd29yZHM="}
ENCODED_ELSEWHERE = [
    loss("reshaped", "/history/0/role", "user"),
    *(loss("degraded", f"/history/0/content/{n}/source", SAID["source"], "document.source") for n in (0, 2)),
]
TAKEN_APART = [loss("reshaped", "/history/0/role", "tool"), loss("degraded", "/history/0/content/2/tool_use_id", "a")]
TEXTS_AND_RESULT = turn(HELLO, HELLO, RESULT, role="tool")

GOOD = [
    ("nothing lost", [turn(HELLO)], [turn(HELLO)], []),
    ("dropped and told", [turn(THOUGHT, HELLO)], [turn(HELLO)], [loss("dropped", "/history/0/content/0", THOUGHT)]),
    ("a message of nothing else", [turn(THOUGHT)], [], [loss("dropped", "/history/0/content/0", THOUGHT)]),
    ("degraded", [turn(THOUGHT)], [turn(HELLO)], [loss("degraded", "/history/0/content/0", THOUGHT)]),
    (
        "reshaped into its neighbour",
        [turn(HELLO), turn(THOUGHT)],
        [turn(HELLO, THOUGHT)],
        [loss("reshaped", "/history/1/role", "user")],
    ),
    ("invented", [], [turn(HELLO)], [loss("invented", "/history/0", HELLO)]),
    (
        "a message of nothing but what was degraded",
        [turn(THOUGHT)],
        [],
        [loss("dropped", "/history/0/role", "user"), loss("degraded", "/history/0/content/0", THOUGHT)],
    ),
    (
        "false is absent",
        [turn({"type": "tool_result", "tool_use_id": "a", "is_error": False})],
        [turn({"type": "tool_result", "tool_use_id": "a"})],
        [],
    ),
    # The turn of the result is the shorter one of the two that came of it: it is not what stands in the hole.
    (
        "degraded inside of reshaped",
        [TEXTS_AND_RESULT],
        [turn(HELLO, HELLO), turn(COUNTED, role="tool")],
        TAKEN_APART,
    ),
    (
        "a picture without its media type",
        [turn(PICTURE)],
        [turn({**PICTURE, "media_type": None})],
        [loss("degraded", "/history/0/content/0", "image/png", "image.media_type")],
    ),
    (
        "base64 that came back as its text",
        [document(ENCODED)],
        [document({"kind": "text", "data": "hello there"})],
        DECODED,
    ),
    (
        "an input over several lines that came back on one",
        [turn(CALLS, role="assistant")],
        [turn({**CALLS, "input": {"n": [1, "a"]}}, role="assistant")],
        [loss("reshaped", "/history/0/content/0/input", {"n": [1, "a"]})],
    ),
    (
        "an input that came back as a text",
        [turn({**CALLS, "input": 120116}, role="assistant")],
        [turn({"type": "tool_use", "id": "a", "name": "b", "input_text": "120116"}, role="assistant")],
        [loss("reshaped", "/history/0/content/0/input", 120116)],
    ),
    ("counts of tokens, and their sums", *counted(total_input_tokens=7, total_tokens=12)),
    ("counts of tokens alone", *counted()),
    (
        "texts that came back in base64 from a turn that was taken apart",
        [turn(SAID, RESULT, SAID)],
        [document(ENCODED), turn(RESULT, role="tool"), document(ENCODED)],
        ENCODED_ELSEWHERE,
    ),
]

BAD = [
    ("silent", [turn(THOUGHT, HELLO)], [turn(HELLO)], []),
    ("order", [turn(HELLO), turn(THOUGHT)], [turn(THOUGHT), turn(HELLO)], []),
    ("role", [turn(HELLO)], [turn(HELLO, role="assistant")], []),
    ("twice", [turn(HELLO)], [turn(HELLO), turn(HELLO)], []),
    ("came back", [turn(HELLO)], [turn(HELLO)], [loss("dropped", "/history/0/content/0", HELLO)]),
    ("wrong place", [turn(THOUGHT, HELLO)], [turn(HELLO)], [loss("dropped", "/history/0/content/1", HELLO)]),
    ("no place", [turn(HELLO)], [turn(HELLO)], [loss("dropped", "/history/7", HELLO)]),
    ("other value", [turn(THOUGHT, HELLO)], [turn(HELLO)], [loss("dropped", "/history/0/content/0", HELLO)]),
    ("everything", [turn(HELLO)], [], [loss("dropped", "/history", [turn(HELLO)])]),
    ("reshaped to nothing", [turn(HELLO)], [], [loss("reshaped", "/history/0/content/0", HELLO)]),
    ("told twice", [turn(THOUGHT, HELLO)], [turn(HELLO)], [loss("dropped", "/history/0/content/0", THOUGHT)] * 2),
    (
        "1.0 and 1",
        [turn({"type": "tool_use", "id": "a", "name": "b", "input": {"n": 1.0}})],
        [turn({"type": "tool_use", "id": "a", "name": "b", "input": {"n": 1}})],
        [],
    ),
    (
        "a message of more than what was degraded",
        [turn(THOUGHT, HELLO)],
        [],
        [loss("dropped", "/history/0/role", "user"), loss("degraded", "/history/0/content/0", THOUGHT)],
    ),
    (
        "another member than the degraded one",
        [TEXTS_AND_RESULT],
        [turn(HELLO, HELLO), turn({**COUNTED, "name": "other"}, role="tool")],
        TAKEN_APART,
    ),
    (
        "a second id where one was degraded",
        [TEXTS_AND_RESULT],
        [turn(HELLO, HELLO), turn(COUNTED, {**COUNTED, "tool_use_id": "result_2"}, role="tool")],
        TAKEN_APART,
    ),
    (
        "base64 that came back as another text",
        [document(ENCODED)],
        [document({"kind": "text", "data": "hello theRe"})],
        DECODED,
    ),
    (
        "texts that came back as another in base64 from a turn that was taken apart",
        [turn(SAID, RESULT, SAID)],
        [document(OTHER), turn(RESULT, role="tool"), document(OTHER)],
        ENCODED_ELSEWHERE,
    ),
    ("base64 that came back in part", [document(ENCODED)], [document({"kind": "text", "data": "hello"})], DECODED),
    (
        "a picture with another media type than the one told",
        [turn(PICTURE)],
        [turn({**PICTURE, "media_type": None})],
        [loss("degraded", "/history/0/content/0", "image/jpeg", "image.media_type")],
    ),
    (
        "a picture of which more is missing than the member told",
        [turn(PICTURE)],
        [turn({**PICTURE, "media_type": None, "detail": None})],
        [loss("degraded", "/history/0/content/0", "image/png", "image.media_type")],
    ),
    (
        "a picture whose member is told as dropped",
        [turn(PICTURE)],
        [turn({**PICTURE, "media_type": None})],
        [loss("dropped", "/history/0/content/0", "image/png", "image.media_type")],
    ),
    (
        "an input over several lines that came back as another on one",
        [turn(CALLS, role="assistant")],
        [turn({**CALLS, "input": {"n": [1, "b"]}}, role="assistant")],
        [loss("reshaped", "/history/0/content/0/input", {"n": [1, "a"]})],
    ),
    ("another sum of the counts", *counted(total_input_tokens=7, total_tokens=13)),
    ("one of two sums of the counts", *counted(total_tokens=12)),
    ("a count that is not there", *counted(total_input_tokens=7, total_tokens=12, reasoning_tokens=1)),
    ("foreign residue", [{**turn(HELLO), "provider_raw": {"other": {"x": 1}}}], [turn(HELLO)], []),
]


def history(turns: list[Any]) -> History:
    return msgspec.json.decode(msgspec.json.encode({"history": turns}), type=History)


@pytest.mark.parametrize(("before", "after", "losses"), [row[1:] for row in GOOD], ids=[row[0] for row in GOOD])
def test_accounted_for(before: list[Any], after: list[Any], losses: list[Loss]) -> None:
    assert unaccounted(history(before), history(after), losses, "toy") == []


@pytest.mark.parametrize(("before", "after", "losses"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_not_accounted_for(before: list[Any], after: list[Any], losses: list[Loss]) -> None:
    assert unaccounted(history(before), history(after), losses, "toy") != []


def residue(*of_texts: dict[str, Any], model: str | None = None, of: str = "there") -> History:
    """A conversation whose texts have residue of a format."""
    content = [{**HELLO, "provider_raw": {of: Raw(msgspec.json.encode(each))}} if each else HELLO for each in of_texts]
    document: dict[str, Any] = {"history": [turn(*content)], "settings": {"model": model} if model else None}
    return msgspec.json.decode(msgspec.json.encode(document), type=History)


ARRIVED = [
    ("a word that every text has", residue({"type": "text"}), residue({}), ["/history/0/content/0"]),
    ("a value that stands elsewhere", residue({"model": "m"}, model="m"), residue({}, model="m"), ["0/provider_raw"]),
    (
        "one of two alike",
        residue({"seen": 1}, {"seen": 1}),
        residue({"seen": 1}, {}, of="toy"),
        ["content/1/provider_raw"],
    ),
    ("both of two alike", residue({"seen": 1}, {"seen": 1}), residue({"seen": 1}, {"seen": 1}, of="toy"), []),
]


@pytest.mark.parametrize(("before", "back", "places"), [pytest.param(*row[1:], id=row[0]) for row in ARRIVED])
def test_residue_of_others_arrives_once_for_once(before: History, back: History, places: list[str]) -> None:
    found = list(unreported_residue(before, [], "toy", Arrivals.between(before, back, "toy")))
    assert len(places) == len(found)
    assert all(place in fault for place, fault in zip(places, found, strict=True))
