"""Nothing that a chunk says is silent: what its format has not, or not in this type, is in the reply or is told."""

from __future__ import annotations

import copy
import json
import sys
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from tests.stream.replies import CASES, A, R, block, told
from tests.stream.writing import FAMILIES, chunks_of, events_of, streaming, written

import turnwire
from turnwire.model import OpaqueEvent, TextBlock, TextDeltaEvent
from turnwire.stream.unexpected_members import Shape

if TYPE_CHECKING:
    from collections.abc import Iterator

    Path = tuple[str | int, ...]

ODD: tuple[tuple[Any, str], ...] = (
    ("oDd", '"oDd"'),
    (7654321, "7654321"),
    (765.4321, "765.4321"),
    (["oDd"], '"oDd"'),
    ({"oDd": 1}, "oDd"),
)
"""Values, and the text by which each is found again."""
WRITTEN = ("text", "two calls at once", "Anthropic: a citation, and a search of the provider's", "a refusal")
"""Cases whose streams are written in each family, too: ours say all that their formats can."""


def streams() -> Iterator[tuple[str, str, list[Any]]]:
    for name, case in CASES.items():
        yield name, case.dialect, [chunk for chunk in case.chunks if chunk != "[DONE]"]
    for name in WRITTEN:
        events = events_of(CASES[name].stream, CASES[name].dialect)
        for target in FAMILIES:
            yield f"{name} as {target}", target, chunks_of(written(events, target).data)


STREAMS = {name: (dialect, chunks) for name, dialect, chunks in streams()}


def places(tree: Any, path: Path = ()) -> Iterator[Path]:
    if path:
        yield path
    items = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for step, value in items:
        yield from places(value, (*path, step))


def at(tree: Any, path: Path) -> Any:
    for step in path:
        tree = tree[step]
    return tree


def put(tree: Any, path: Path, value: Any) -> Any:
    tree = copy.deepcopy(tree)
    at(tree, path[:-1])[path[-1]] = value
    return tree


def kind(value: Any) -> str:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return "number" if is_number else type(value).__name__


def said(dialect: str, chunks: list[Any]) -> str | None:
    """All that a reader of these chunks and of the reply is told; None where they are refused."""
    reader = turnwire.stream_reader(dialect)
    try:
        events = [*(event for chunk in chunks for event in reader.send(chunk)), *reader.close()]
    except turnwire.InvalidDocument:
        return None
    return msgspec.json.encode(events).decode() + turnwire.write(turnwire.fold(events), dialect).data.decode()


def silent(dialect: str, chunks: list[Any]) -> list[str]:
    """The odd values, each put once in each place, of which nobody is told."""
    found = []
    for number, chunk in enumerate(chunks):
        for path in places(chunk):
            for odd, text in ODD:
                if kind(odd) == kind(at(chunk, path)):
                    continue
                heard = said(dialect, [*chunks[:number], put(chunk, path, odd), *chunks[number + 1 :]])
                if heard is not None and text not in heard:
                    found.append(f"chunk {number}: {path}: {odd}")
    return found


@pytest.mark.parametrize("name", STREAMS)
def test_a_value_of_another_type_is_never_silent(name: str) -> None:
    assert [] == silent(*STREAMS[name])


@pytest.mark.parametrize("name", ["text", "Anthropic: text", "Responses: what the last event has"])
def test_without_the_shapes_of_chunks_values_were_silent(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Shape, "apart", lambda _self, _data, members: (members, {}))
    assert [] != silent(*STREAMS[name])


def opaque(dialect: str, *chunks: Any) -> tuple[list[tuple[str, Any]], list[str]]:
    """The opaque events, and the pieces of text."""
    reader = turnwire.stream_reader(dialect)
    events = [*(event for chunk in chunks for event in reader.send(chunk)), *reader.close()]
    kept = [each for each in events if isinstance(each, OpaqueEvent)]
    assert {dialect} >= {each.dialect for each in kept}
    texts = [each.text for each in events if isinstance(each, TextDeltaEvent)]
    return [(each.event_type, json.loads(bytes(each.value))) for each in kept], texts


def chat(delta: Any, **more: Any) -> Any:
    return {"id": "c", "choices": [{"index": 0, "delta": delta, **more}]}


METRICS = {"inputTokenCount": 3}
DELTA = {"type": "text_delta", "text": "Hi"}
BEGUN: list[Any] = told(*block(0, {"type": "text", "text": ""}, DELTA))
TELL: dict[str, tuple[str, list[Any], list[tuple[str, Any]], list[str]]] = {
    "what fits is read, and what does not is told with its place": (
        "openai_chat",
        [chat({"content": "Hi", "tool_calls": 5}), chat({"content": [7]}, finish_reason="stop")],
        [
            ("", {"choices": [{"index": 0, "delta": {"tool_calls": 5}}]}),
            ("", {"choices": [{"index": 0, "delta": {"content": [7]}}]}),
        ],
        ["Hi"],
    ),
    "an item that is none": (
        "openai_chat",
        [{"choices": [5, {"index": 0, "delta": {"content": "Hi"}, "finish_reason": "stop"}]}],
        [("", {"choices": [5]})],
        ["Hi"],
    ),
    "of two reasons the last holds": (
        "openai_chat",
        [chat({"content": "Hi"}, finish_reason="length"), chat({}, finish_reason="stop")],
        [("", {"choices": [{"index": 0, "finish_reason": "length"}]})],
        ["Hi"],
    ),
    "what another type takes the place of": (
        "openai_chat",
        [
            {**chat({"content": "Hi"}), "usage": "none"},
            {**chat({}, finish_reason="stop"), "usage": {"total_tokens": 7}},
        ],
        [("", {"usage": "none"})],
        ["Hi"],
    ),
    "whose it is, is not said": (
        A,
        [BEGUN[0], BEGUN[1], {**BEGUN[2], "index": "0"}, *BEGUN[3:]],
        [("content_block_delta", {**BEGUN[2], "index": "0"})],
        [],
    ),
    "parts of events that no reply has": (
        A,
        [{**BEGUN[0], "x": 1}, {**BEGUN[1], "y": 2}, *BEGUN[2:-1], {**BEGUN[-1], "amazon-bedrock-metrics": METRICS}],
        [
            ("message_start", {"type": "message_start", "x": 1}),
            ("content_block_start", {"type": "content_block_start", "index": 0, "y": 2}),
            ("message_stop", {"type": "message_stop", "amazon-bedrock-metrics": METRICS}),
        ],
        ["Hi"],
    ),
    "what comes after the end": (A, [*BEGUN, {"type": "late", "z": 3}], [("late", {"type": "late", "z": 3})], ["Hi"]),
    "pieces of a picture, which the response has as a whole": (
        R,
        [{"type": "response.image_generation_call.partial_image", "partial_image_b64": "aGk="}],
        [
            (
                "response.image_generation_call.partial_image",
                {"type": "response.image_generation_call.partial_image", "partial_image_b64": "aGk="},
            )
        ],
        [],
    ),
}


@pytest.mark.parametrize("name", TELL)
def test_what_is_told(name: str) -> None:
    dialect, chunks, wanted, texts = TELL[name]
    assert (wanted, texts) == opaque(dialect, *chunks)


def test_what_the_reply_can_hold_it_holds_as_without_a_stream() -> None:
    """A value of another type that nothing takes the place of is residue, and comes back."""
    chunks = [{**chat({"content": "Hi", "role": 5}, finish_reason="stop"), "usage": "none", "created": "now"}]
    found, _ = opaque("openai_chat", *chunks)
    reader = turnwire.stream_reader("openai_chat")
    reply = turnwire.fold([*reader.send(chunks[0]), *reader.close()])
    back = json.loads(turnwire.write(reply, "openai_chat").data)
    assert [] == found
    assert ("none", "now", 5) == (back["usage"], back["created"], back["choices"][0]["message"]["role"])


def test_padding_says_nothing() -> None:
    padded = {**chat({"content": "Hi"}, finish_reason="stop"), "obfuscation": "aaaa", "p": "abc"}
    assert ([], ["Hi"]) == opaque("openai_chat", padded)
    delta = {"type": "response.output_text.delta", "output_index": 0, "content_index": 0, "delta": "Hi"}
    assert ([], ["Hi"]) == opaque(R, {**delta, "obfuscation": "aaaa"})


@pytest.mark.parametrize("name", ["parts of events that no reply has", "what comes after the end"])
def test_what_is_left_over_does_not_pass_for_an_event_in_a_written_stream(name: str) -> None:
    """A second `message_stop` would end the stream; an event that nobody knows passes on."""
    dialect, chunks, _, _ = TELL[name]
    reader = turnwire.stream_reader(dialect)
    events = [*(event for chunk in chunks for event in reader.send(chunk)), *reader.close()]
    stream = written(events, dialect)
    kept = [n for n, event in enumerate(events) if isinstance(event, OpaqueEvent) and event.event_type != "late"]
    assert [f"/events/{n}" for n in kept] == [loss.path for loss in stream.losses if loss.feature == "opaque"]
    assert 1 == stream.data.count(b"event: message_stop")
    assert [TextBlock("Hi")] == turnwire.fold(events_of(stream.data, dialect)).candidates[0].content


def calls_made(count: int) -> int:
    """How many functions are called for a chunk with so many odd values, which are all told."""
    chunk, made = {"choices": [5] * count}, 0

    def seen(_frame: object, event: str, _of: object) -> None:
        nonlocal made
        made += event in ("call", "c_call")

    sys.setprofile(seen)
    try:
        found, _ = opaque("openai_chat", chunk)
    finally:
        sys.setprofile(None)
    assert [("", chunk)] == found
    return made


def test_many_odd_values_take_steps_in_proportion() -> None:
    few, many = calls_made(1000), calls_made(4000)
    assert 1000 <= few < many <= 4 * few


HALF_A_PAIR = (
    b'"choices":[{"delta":{"\\ud800":1}}]',
    b'"message":{"\\ud800":1}',
    b'"candidates":[{"\\ud800":1}]',
    b'"\\ud800":1',
)


@pytest.mark.parametrize("inner", HALF_A_PAIR)
@pytest.mark.parametrize("dialect", FAMILIES)
def test_a_name_that_is_no_text_is_refused(dialect: str, inner: bytes) -> None:
    """Wherever it stands: in a member that the format takes apart, and in one that it does not know."""
    line = b'{"type":"message_start",' + inner + b"}\n"
    reader = turnwire.stream_reader(dialect)
    with pytest.raises(turnwire.InvalidDocument) as refused:
        reader.feed(line if streaming(dialect).lines else b"data: " + line + b"\n")
    assert ["json.surrogate"] == [each.code for each in refused.value.diagnostics]
