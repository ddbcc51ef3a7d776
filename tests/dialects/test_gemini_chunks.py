"""Replies of gemini_generate and vertex_gemini that are lists of chunks, as a server cuts them."""

from __future__ import annotations

import gzip
import itertools
import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.laws import checks
from tests.laws.edits import edits

import turnwire
from turnwire.testing import with_unknown_keys

if TYPE_CHECKING:
    from pathlib import Path

NAMES = ("gemini_generate", "vertex_gemini")
TEXTS = st.text(st.sampled_from("ab é\U0001f30d\n"), min_size=1, max_size=9)
PARTS: st.SearchStrategy[dict[str, Any]] = st.one_of(
    st.just({"text": "", "thoughtSignature": "c2ln"}),
    TEXTS.map(lambda text: {"text": text}),
    TEXTS.map(lambda text: {"text": text, "thought": True}),
    st.tuples(TEXTS, st.sampled_from(("c2ln", "b3RoZXI="))).map(
        lambda pair: {"text": pair[0], "thoughtSignature": pair[1]}
    ),
    st.just({"functionCall": {"name": "get_weather", "args": {"city": "Oslo"}}}),
    st.just({"inlineData": {"mimeType": "image/png", "data": "iVBORw0KGgo="}}),
)


@st.composite
def chunks(draw: st.DrawFn) -> list[dict[str, Any]]:
    """A reply of one or two candidates in one to four chunks, its texts cut anywhere, its counts counting up."""
    count = draw(st.integers(1, 4))
    found: list[dict[str, Any]] = [{"modelVersion": "gemini-9", "responseId": "r1"} for _ in range(count)]
    for index in range(draw(st.integers(1, 2))):
        for chunk, candidate in zip(found, _cut(draw, index, count), strict=True):
            if candidate is not None:
                chunk.setdefault("candidates", []).append(candidate)
    for written, chunk in enumerate(found):
        if draw(st.booleans()):
            chunk["usageMetadata"] = {"promptTokenCount": 9, "candidatesTokenCount": written + 1}
    return found


def _cut(draw: st.DrawFn, index: int, count: int) -> list[dict[str, Any] | None]:
    pieces: list[list[dict[str, Any]]] = [[] for _ in range(count)]
    at = 0
    for part in draw(st.lists(PARTS, max_size=4)):
        at = draw(st.integers(at, count - 1))
        pieces[at].append(part)
        if set(part) <= {"text", "thought"} and at < count - 1 and draw(st.booleans()):
            where = draw(st.integers(0, len(part["text"])))
            pieces[at][-1] = {**part, "text": part["text"][:where]}
            at += 1
            pieces[at].append({**part, "text": part["text"][where:]})
    found: list[dict[str, Any] | None] = []
    for parts in pieces:
        is_there = bool(parts) or draw(st.booleans())
        found.append({"index": index, "content": {"role": "model", "parts": parts}} if is_there else None)
    last = next((each for each in reversed(found) if each is not None), None)
    if last is not None:
        last["finishReason"] = "STOP"
    return found


def dumped(items: Any) -> bytes:
    return json.dumps(items).encode()


@pytest.mark.parametrize("name", NAMES)
@given(chunks())
def test_a_list_comes_back(name: str, items: list[dict[str, Any]]) -> None:
    assert checks.identity(name, "response", dumped(items)) == []


@pytest.mark.parametrize("name", NAMES)
def test_recorded_lists_come_back(name: str, recorded: Path) -> None:
    with gzip.open(recorded / "gemini.generateContent.jsonl.gz", "rt", encoding="utf-8") as lines:
        replies = {item["id"]: item["response"] for item in map(json.loads, lines)}
    lists = {item: dumped(reply) for item, reply in replies.items() if isinstance(reply, list)}
    found = {item: checks.identity(name, "response", body) for item, body in lists.items()}
    assert [bool(found), {item: faults for item, faults in found.items() if faults}] == [True, {}]


@pytest.mark.parametrize("name", NAMES)
@given(st.data())
def test_a_list_with_tomorrows_keys_comes_back(name: str, data: st.DataObject) -> None:
    wire = data.draw(with_unknown_keys(data.draw(chunks()), parts=False))
    assert checks.identity(name, "response", wire) == []


@pytest.mark.parametrize("name", NAMES)
@given(st.data())
def test_an_edit_of_a_list_wins(name: str, data: st.DataObject) -> None:
    wire = dumped(data.draw(chunks()))
    edit = data.draw(st.sampled_from(list(edits(turnwire.read(wire, name, kind="response")))))
    assert checks.edits_win(wire, edit, name) == [], edit.place


@pytest.mark.parametrize("target", [*NAMES, "openai_chat", "anthropic_messages"])
@given(chunks())
def test_a_document_of_a_list_obeys_the_laws(target: str, items: list[dict[str, Any]]) -> None:
    document = turnwire.read(dumped(items), NAMES[0], kind="response")
    found = [
        *checks.no_silent_loss(document, target),
        *checks.losses_account_for_everything(document, target),
        *checks.settles(document, target),
        *checks.nothing_is_mutated(document, target),
    ]
    assert found == []


@given(chunks())
def test_no_two_blocks_that_are_one_text(items: list[dict[str, Any]]) -> None:
    whole = turnwire.convert(dumped([_joined(items)]), NAMES[0], source=NAMES[0], kind="response")
    document: Any = turnwire.read(dumped(items), NAMES[0], kind="response")
    said = [[part.get("text") for part in each["content"]["parts"]] for each in json.loads(whole.data)[0]["candidates"]]
    assert said == [[getattr(block, "text", None) for block in each.content] for each in document.candidates]


def _joined(items: list[dict[str, Any]]) -> dict[str, Any]:
    """The same reply, put together by another way: the parts of each candidate in order, plain texts joined."""
    parts: dict[int, list[dict[str, Any]]] = {}
    for chunk in items:
        for each in chunk.get("candidates", ()):
            mine = parts.setdefault(each["index"], [])
            for n, part in enumerate(each["content"]["parts"]):
                plain = set(part) <= {"text", "thought"}
                if n == 0 and mine and plain and mine[-1].keys() == part.keys():
                    mine[-1] = {**part, "text": mine[-1]["text"] + part["text"]}
                else:
                    mine.append(dict(part))
    return {"candidates": [{"index": n, "content": {"parts": found}} for n, found in sorted(parts.items())]}


CHUNKS: list[dict[str, Any]] = [
    {"candidates": [{"index": 0, "content": {"role": "model", "parts": [{"text": "Good mor"}]}}], "modelVersion": "g"},
    {
        "candidates": [
            {"index": 0, "content": {"role": "model", "parts": [{"text": "ning."}]}, "finishReason": "STOP"}
        ],
        "modelVersion": "g",
    },
]


def edited(change: Any) -> Any:
    native = json.loads(turnwire.write(turnwire.read(dumped(CHUNKS), NAMES[0], kind="response"), "turnwire").data)
    change(native)
    return json.loads(turnwire.write(turnwire.read(native, "turnwire", kind="response"), NAMES[0]).data)


def texts(items: Any) -> list[str]:
    parts = (each["candidates"][0]["content"].get("parts", []) for each in items)
    return [part["text"] for part in itertools.chain.from_iterable(parts)]


def test_a_text_as_long_as_the_cuts_is_cut_there() -> None:
    assert texts(edited(lambda d: d["candidates"][0]["content"][0].update(text="Good evening."))) == [
        "Good eve",
        "ning.",
    ]


@pytest.mark.parametrize(
    "content",
    [
        [{"type": "text", "text": "Bye."}],
        [{"type": "text", "text": "Good morning."}, {"type": "text", "text": "And good night."}],
        [{"type": "tool_use", "id": "call_1", "name": "greet"}],
    ],
)
def test_what_does_not_fit_the_chunks_is_one_chunk(content: list[dict[str, Any]]) -> None:
    whole = edited(lambda d: d["candidates"][0].update(content=content))
    plain = turnwire.read({"candidates": [{"role": "assistant", "content": content}]}, "turnwire", kind="response")
    expected = json.loads(turnwire.write(plain, NAMES[0]).data)["candidates"][0]["content"]
    assert [each["candidates"][0]["content"] for each in whole] == [expected]


def test_a_changed_stop_reason_stays_in_the_last_chunk() -> None:
    items = edited(lambda d: d["candidates"][0]["metadata"].update(stop_reason="max_tokens"))
    assert [each["candidates"][0].get("finishReason") for each in items] == [None, "MAX_TOKENS"]


def test_what_every_chunk_says_is_changed_in_every_chunk() -> None:
    assert [each["modelVersion"] for each in edited(lambda d: d.update(model="h"))] == ["h", "h"]


@pytest.mark.parametrize(
    "kept",
    [
        7,
        {"0": 7},
        {},
        {"0": {"$form": {"candidates": [[]]}}},
        {"0": {"$form": {"candidates": [[0, 1, 99], [3, 1]]}}},
        {"0": {"$form": {"candidates": [[0, 1], [0, -7, -1]]}}, "1": {"counts": {"modelVersion": {}}}},
    ],
)
def test_residue_of_a_wrong_shape_is_one_chunk(kept: Any) -> None:
    def change(native: dict[str, Any]) -> None:
        native["provider_raw"][NAMES[0]]["$chunks"] = kept

    assert texts(edited(change)) == ["Good morning."]


def test_a_list_without_chunks_comes_back_and_takes_what_is_added() -> None:
    document: Any = turnwire.read(b"[]", NAMES[0], kind="response")
    empty = turnwire.write(document, NAMES[0]).data
    document.model = "g"
    assert [empty, turnwire.write(document, NAMES[0]).data] == [b"[]", b'[{"modelVersion":"g"}]']


@pytest.mark.parametrize(
    ("body", "found"),
    [
        (dumped(CHUNKS), [("gemini_generate", "response")]),
        (
            b'[{"error": {"code": 400, "message": "No.", "status": "INVALID_ARGUMENT"}}]',
            [("gemini_generate", "error")],
        ),
        (b"[]", []),
        (b'[{"name": "left-pad", "version": "1.3.0"}]', []),
    ],
)
def test_a_list_is_told_from_others(body: bytes, found: list[tuple[str, str]]) -> None:
    assert turnwire.detect(body) == found
