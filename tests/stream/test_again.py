"""What an event says again, and the pieces have not said: it is not lost where the stream breaks off."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire
from turnwire.model import Completion, ErrorEvent, OpaqueEvent, TextBlock, ToolUseBlock

R = "openai_responses"
MESSAGE = {"type": "message", "id": "m1", "role": "assistant", "status": "in_progress", "content": []}
THOUGHT = {"type": "reasoning", "id": "r1", "summary": []}
CALL = {"type": "function_call", "id": "f1", "call_id": "c1", "name": "f", "arguments": "", "status": "in_progress"}
CUSTOM = {"type": "custom_tool_call", "id": "f1", "call_id": "c1", "name": "f", "input": ""}
MCP = {"type": "mcp_call", "id": "f1", "name": "f", "server_label": "s", "arguments": ""}
CODE = {"type": "code_interpreter_call", "id": "f1", "container_id": "k", "code": None, "status": "in_progress"}
NOTE = {"type": "url_citation", "url": "https://example.com/", "title": "T", "start_index": 0, "end_index": 2}
TOKEN = {"token": "Hi", "logprob": -0.5, "bytes": [72, 105], "top_logprobs": []}


def event(kind: str, **said: Any) -> dict[str, Any]:
    return {"type": f"response.{kind}", "output_index": 0, **said}


def cut(item: Any, *events: dict[str, Any]) -> tuple[list[Any], Completion, list[tuple[str, Any]]]:
    """The pieces, the reply, and what is told as opaque, of a stream that breaks off before the item is done."""
    reader = turnwire.stream_reader(R)
    begun = {"type": "response.created", "response": {"id": "r", "model": "m", "output": []}}
    found = [each for chunk in (begun, event("output_item.added", item=item), *events) for each in reader.send(chunk)]
    found += reader.close()
    assert ["stream.truncated"] == [each.code for each in found if isinstance(each, ErrorEvent)]
    told = [(each.event_type, json.loads(bytes(each.value))) for each in found if isinstance(each, OpaqueEvent)]
    pieces = [getattr(each, name) for each in found for name in ("text", "partial_input") if hasattr(each, name)]
    return pieces, turnwire.fold(found), told


def output(reply: Completion) -> Any:
    return json.loads(turnwire.write(reply, R).data)["output"][0]


TEXTS: dict[str, tuple[Any, str, dict[str, Any], str]] = {
    # The item, the names of the events without `delta` and `done`, what counts the parts, the member of the last event.
    "a text": (MESSAGE, "output_text", {"content_index": 0}, "text"),
    "a refusal": (MESSAGE, "refusal", {"content_index": 0}, "refusal"),
    "reasoning": (THOUGHT, "reasoning_text", {"content_index": 0}, "text"),
    "a summary": (THOUGHT, "reasoning_summary_text", {"summary_index": 0}, "text"),
    "arguments": (CALL, "function_call_arguments", {}, "arguments"),
    "the input of a custom call": (CUSTOM, "custom_tool_call_input", {}, "input"),
    "arguments of a call that is run": (MCP, "mcp_call_arguments", {}, "arguments"),
    "code": (CODE, "code_interpreter_call_code", {}, "code"),
}
SHOWN = [name for name in TEXTS if name not in ("arguments of a call that is run", "code")]
SAID = '{"a": "Lima"}'


@pytest.mark.parametrize("pieces", [(), (SAID[:5],), (SAID[:5], SAID[5:9]), (SAID,)])
@pytest.mark.parametrize("name", TEXTS)
def test_a_whole_text_says_what_its_pieces_have_not_said(name: str, pieces: tuple[str, ...]) -> None:
    item, kind, place, member = TEXTS[name]
    deltas = [event(f"{kind}.delta", **place, delta=piece) for piece in pieces]
    shown, reply, told = cut(item, *deltas, event(f"{kind}.done", **place, **{member: SAID}))
    assert [] == told
    assert SAID == "".join(shown) or name not in SHOWN
    assert json.dumps(SAID) in json.dumps(output(reply))
    assert (shown, reply, told) == cut(item, *deltas, *[event(f"{kind}.done", **place, **{member: SAID})] * 2)


@pytest.mark.parametrize("name", TEXTS)
def test_a_whole_text_that_is_another_is_told(name: str) -> None:
    item, kind, place, member = TEXTS[name]
    last = event(f"{kind}.done", **place, **{member: "No."})
    shown, reply, told = cut(item, event(f"{kind}.delta", **place, delta=SAID), last)
    assert [(last["type"], last)] == told
    assert json.dumps(SAID) in json.dumps(output(reply))
    assert SAID == "".join(shown) or name not in SHOWN


PARTS = {
    "a text": (MESSAGE, "content_part", "content_index", {"type": "output_text", "text": SAID, "annotations": []}),
    "a refusal": (MESSAGE, "content_part", "content_index", {"type": "refusal", "refusal": SAID}),
    "reasoning": (THOUGHT, "content_part", "content_index", {"type": "reasoning_text", "text": SAID}),
    "reasoning, in a part of its own": (
        THOUGHT,
        "reasoning_part",
        "content_index",
        {"type": "reasoning_text", "text": SAID},
    ),
    "a summary": (THOUGHT, "reasoning_summary_part", "summary_index", {"type": "summary_text", "text": SAID}),
}


@pytest.mark.parametrize("name", PARTS)
def test_a_part_that_is_done_says_what_its_pieces_have_not_said(name: str) -> None:
    item, kind, counter, part = PARTS[name]
    shown, reply, told = cut(item, event(f"{kind}.done", **{counter: 0}, part=part))
    assert ([SAID], []) == (shown, told)
    assert json.dumps(SAID) in json.dumps(output(reply))


def test_what_stands_beside_a_text_stays() -> None:
    last = event(
        "content_part.done",
        content_index=0,
        part={"type": "output_text", "text": "Hi", "annotations": [NOTE], "logprobs": [TOKEN]},
    )
    _, reply, told = cut(MESSAGE, event("output_text.delta", content_index=0, delta="Hi"), last)
    (part,) = output(reply)["content"]
    assert ([], [NOTE], [TOKEN]) == (told, part["annotations"], part["logprobs"])


@pytest.mark.parametrize("text", ["", "Hi"])
def test_what_stands_beside_a_text_without_pieces_stays(text: str) -> None:
    item = {**MESSAGE, "content": [{"type": "output_text", "text": text, "annotations": []}]}
    _, reply, told = cut(
        item, event("output_text.annotation.added", content_index=0, annotation_index=0, annotation=NOTE)
    )
    (part,) = output(reply)["content"]
    assert ([], text, [NOTE]) == (told, part["text"], part["annotations"])


@pytest.mark.parametrize("names", [("output_text", "refusal"), ("refusal", "output_text")])
def test_two_texts_with_the_number_of_one_part(names: tuple[str, str]) -> None:
    deltas = [event(f"{name}.delta", content_index=0, delta=name) for name in names]
    shown, reply, told = cut(MESSAGE, *deltas, event("output_text.delta", content_index=1, delta="more"))
    assert ([*names, "more"], []) == (shown, told)
    assert [*names, "more"] == [part.get("text", part.get("refusal")) for part in output(reply)["content"]]


def test_the_probabilities_of_pieces_stay() -> None:
    _, reply, told = cut(MESSAGE, event("output_text.delta", content_index=0, delta="Hi", logprobs=[TOKEN]))
    (part,) = output(reply)["content"]
    assert ([], [TOKEN]) == (told, part["logprobs"])


TOLD: dict[str, tuple[Any, dict[str, Any]]] = {
    "a command of a shell begins": (
        {"type": "shell_call", "id": "s", "call_id": "c"},
        event("shell_call_command.added", command_index=0, command="ls"),
    ),
    "a command of a shell goes on": (
        {"type": "shell_call", "id": "s", "call_id": "c"},
        event("shell_call_command.delta", command_index=0, delta="ls"),
    ),
    "a command of a shell is whole": (
        {"type": "shell_call", "id": "s", "call_id": "c"},
        event("shell_call_command.done", command_index=0, command="ls"),
    ),
    "a part that begins with a text": (
        MESSAGE,
        event("content_part.added", content_index=0, part={"type": "output_text", "text": "Hi"}),
    ),
    "a part of a type that is not known": (
        MESSAGE,
        event("content_part.done", content_index=0, part={"type": "poem", "text": "Hi"}),
    ),
    "what a text may have beside it, and reasoning has not": (
        THOUGHT,
        event("reasoning_text.done", content_index=0, text="", logprobs=[TOKEN]),
    ),
    "a call by another name": (CALL, event("function_call_arguments.done", arguments="", name="g")),
}


@pytest.mark.parametrize("name", TOLD)
def test_what_has_no_room_is_told(name: str) -> None:
    item, last = TOLD[name]
    _, _, told = cut(item, last)
    assert [(last["type"], last)] == told


def test_what_says_nothing_makes_no_item() -> None:
    reader = turnwire.stream_reader(R)
    events = reader.send(event("output_text.done", output_index=7, content_index=0, text="", logprobs=[]))
    reply = turnwire.fold([*events, *reader.close()])
    assert [] == json.loads(turnwire.write(reply, R).data)["output"]


def test_a_whole_item_has_said_it() -> None:
    """Some servers tell of the text when the item is done: nothing is shown twice, and what is other is told."""
    whole = {**CALL, "arguments": SAID}
    reader = turnwire.stream_reader(R)
    late = [event("function_call_arguments.done", arguments=each) for each in (SAID, "{}")]
    chunks = [event("output_item.added", item=CALL), event("output_item.done", item=whole), *late]
    events = [each for chunk in chunks for each in reader.send(chunk)] + reader.close()
    assert [late[1]] == [json.loads(bytes(each.value)) for each in events if isinstance(each, OpaqueEvent)]
    (call,) = turnwire.fold(events).candidates[0].content
    assert isinstance(call, ToolUseBlock)
    assert SAID.encode() == bytes(call.input)


def test_many_events_that_say_it_again_take_no_longer_than_they_are() -> None:
    reader = turnwire.stream_reader(R)
    reader.send(event("output_item.added", item=MESSAGE))
    for _ in range(2_000):
        reader.send(event("output_text.delta", content_index=0, delta="x" * 1_000))
        reader.send(event("output_text.done", content_index=0, text="x"))
    (block,) = reader.reply().candidates[0].content
    assert isinstance(block, TextBlock)
    assert "x" * 2_000_000 == block.text
