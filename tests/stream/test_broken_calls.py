"""Calls that a stream breaks off in: nobody is told that they are whole, and no format has half of one as a call."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from msgspec import Raw
from tests.stream.broken import broken_fault, left
from tests.stream.chats import Case, call, chat
from tests.stream.replies import CASES, block, told
from tests.stream.writing import (
    PIECE_BY_PIECE,
    WITH_CALLS,
    chunking,
    chunks_of,
    events_of,
    nowhere,
    read_without_a_stream,
    streaming,
    written,
)

import turnwire
from turnwire.model import (
    BlockEndEvent,
    BlockStartEvent,
    CompleteEvent,
    Completion,
    ErrorEvent,
    StartEvent,
    TextBlock,
    ToolUseBlock,
    ToolUseEndEvent,
    ToolUseInputDeltaEvent,
    ToolUseStartEvent,
)

if TYPE_CHECKING:
    from turnwire.stream.chunking import Waits

HALF = '{"path":"/tm'
ITEM = {"type": "function_call", "id": "fc_1", "call_id": "b", "name": "drop", "arguments": "", "status": "in_progress"}
WHOLE = {**ITEM, "id": "fc_0", "call_id": "a", "name": "keep", "arguments": '{"n":1}', "status": "completed"}
RESPONSE = {"id": "r", "object": "response", "created_at": 1772355600, "model": "m", "status": "in_progress"}


def item(number: int, kind: str, **said: Any) -> dict[str, Any]:
    return {"type": f"response.{kind}", "output_index": number, **said}


# One whole call, and half of another.
SOURCES: dict[str, Case] = {
    "chat": Case("openai_chat", chat(call(0, "a", "keep", '{"n":1}'), call(1, "b", "drop", HALF))[:2], {}),
    "Anthropic": Case(
        "anthropic_messages",
        told(
            *block(
                0,
                {"type": "tool_use", "id": "a", "name": "keep", "input": {}},
                {"type": "input_json_delta", "partial_json": '{"n":1}'},
            ),
            *block(
                1,
                {"type": "tool_use", "id": "b", "name": "drop", "input": {}},
                {"type": "input_json_delta", "partial_json": HALF},
            )[:2],
        )[:-2],
        {},
    ),
    "Responses": Case(
        "openai_responses",
        [
            {"type": "response.created", "response": {**RESPONSE, "output": []}},
            item(0, "output_item.added", item={**WHOLE, "arguments": ""}),
            item(0, "function_call_arguments.delta", item_id="fc_0", delta='{"n":1}'),
            item(0, "output_item.done", item=WHOLE),
            item(1, "output_item.added", item=ITEM),
            item(1, "function_call_arguments.delta", item_id="fc_1", delta=HALF),
        ],
        {},
    ),
}
FAULTS: dict[str, dict[str, bytes]] = {
    "cut": dict.fromkeys(SOURCES, b""),
    "an error": {
        "chat": b'data: {"error":{"message":"Overloaded"}}\n\n',
        "Anthropic": b'data: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n',
        "Responses": b'data: {"type":"error","code":"server_error","message":"Overloaded","param":null}\n\n',
    },
}
BROKEN = {
    f"{source}, {fault}": (case.dialect, case.stream + ends[source])
    for fault, ends in FAULTS.items()
    for source, case in SOURCES.items()
}
EACH = pytest.mark.parametrize(("dialect", "data"), BROKEN.values(), ids=list(BROKEN))


@EACH
def test_the_reader_ends_the_whole_call_alone(dialect: str, data: bytes) -> None:
    events = events_of(data, dialect)
    assert [0] == [event.block for event in events if isinstance(event, ToolUseEndEvent)]
    assert {0} == {event.block for event in events if isinstance(event, BlockEndEvent)}
    assert {(0, 1)} == left(events)
    assert 1 == sum(isinstance(event, ErrorEvent) for event in events)
    whole, half = turnwire.fold(events).candidates[0].content
    assert isinstance(whole, ToolUseBlock)
    assert isinstance(half, ToolUseBlock)
    assert (b'{"n":1}', HALF) == (bytes(whole.input), half.input_text)


@EACH
@pytest.mark.parametrize("target", WITH_CALLS)
def test_it_is_written_as_far_as_it_came_or_told_as_dropped(dialect: str, data: bytes, target: str) -> None:
    events = events_of(data, dialect)
    stream = written(events, target)
    lost: list[Any] = [
        (loss.path, loss.value) for loss in stream.losses if (loss.kind, loss.feature) == ("dropped", "tool_use")
    ]
    is_whole = streaming(target).whole_calls
    assert ([("/candidates/0/content/1", "drop")] if is_whole else []) == [(path, call["name"]) for path, call in lost]
    back = events_of(stream.data, target)
    begun = [event.name for event in back if isinstance(event, ToolUseStartEvent)]
    assert (["keep"] if is_whole else ["keep", "drop"]) == begun
    assert (not is_whole) == (b"drop" in stream.data)
    assert [] == [loss.feature for loss in stream.losses if loss.feature.startswith("stream.")]
    assert [] == nowhere(events, stream.losses)
    assert None is broken_fault(events, target)
    assert (set() if is_whole else {(0, 1)}) == left(back)


@EACH
def test_nothing_in_the_chunks_says_that_half_a_call_is_whole(dialect: str, data: bytes) -> None:
    events = events_of(data, dialect)
    said = chunks_of(written(events, "anthropic_messages").data)
    kinds = [each["type"] for each in said]
    assert [0] == [each["index"] for each in said if each["type"] == "content_block_stop"]
    assert {"message_delta", "message_stop"}.isdisjoint(kinds)
    said = chunks_of(written(events, "openai_responses").data)
    done = [(each["type"], each["output_index"]) for each in said if each["type"].endswith(".done")]
    assert [("response.function_call_arguments.done", 0), ("response.output_item.done", 0)] == done
    said = chunks_of(written(events, "openai_chat").data)
    assert {None} == {choice["finish_reason"] for each in said for choice in each.get("choices", [])}


def test_a_call_that_can_only_be_whole_is() -> None:
    """A choice that has stopped has said all, and so has an object: behind it there can be white space only."""
    begun = chat(call(0, "a", "f", '{"x":1}\n'), call(1, "b", "g", ""), call(2, "c", "h", "[1]"))
    for cut, ended in ((3, [0]), (4, [0, 1, 2])):
        other = {"id": "c1", "choices": [{"index": 1, "delta": {"content": "On"}, "finish_reason": None}]}
        events = events_of(Case("openai_chat", [*begun[:cut], other], {}).stream, "openai_chat")
        assert ended == [event.block for event in events if isinstance(event, ToolUseEndEvent)]


def test_a_custom_call_that_is_cut_is_not_whole_whatever_it_looks_like() -> None:
    said = {"tool_calls": [{"index": 0, "id": "a", "type": "custom", "custom": {"name": "sh", "input": "{}"}}]}
    events = events_of(Case("openai_chat", chat(said)[:1], {}).stream, "openai_chat")
    assert {(0, 0)} == left(events)
    assert {} == {target: found for target in WITH_CALLS if (found := broken_fault(events, target)) is not None}


@pytest.mark.parametrize(
    "delta",
    [
        {"function_call": {"name": "f", "arguments": '{"x":'}},
        {"tool_calls": [{"index": 0, "id": "a", "type": "function", "function": {"arguments": '{"x":'}}]},
    ],
    ids=["a call of a function, as before there were tools", "a call without a name yet"],
)
def test_a_call_that_no_piece_told_is_left_as_well(delta: Any) -> None:
    events = events_of(Case("openai_chat", chat({"content": "Hm."}, delta)[:2], {}).stream, "openai_chat")
    assert {(0, 1)} == left(events)
    assert {} == {target: found for target in WITH_CALLS if (found := broken_fault(events, target)) is not None}
    for target in WITH_CALLS:
        stream = written(events, target)
        dropped = [loss.path for loss in stream.losses if loss.feature == "tool_use"]
        # Where calls come in pieces, the half that came may be shown: the error behind it says that it is no whole one.
        assert dropped == ["/candidates/0/content/1"] or (target in PIECE_BY_PIECE and b'{\\"x\\":' in stream.data)


@pytest.mark.parametrize("target", PIECE_BY_PIECE)
def test_a_call_that_begins_with_half_of_its_input_is_told_as_far(target: str) -> None:
    events = [StartEvent("r", "assistant", "m"), BlockStartEvent(0, 0, ToolUseBlock("a", "f", input_text=HALF))]
    assert {(0, 0)} == left(events)
    assert None is broken_fault(events, target)
    assert 1 == written(events, target).data.count(b"/tm")


def test_calls_that_stand_behind_a_text_that_came_later() -> None:
    """In a reply of chat completions the text comes first, whenever it came."""
    said = (call(0, "a", "keep", '{"n":1}'), call(1, "b", "drop", '{"x'), {"content": "Words."})
    events = events_of(Case("openai_chat", chat(*said)[:3], {}).stream, "openai_chat")
    assert ["Words.", "keep", "drop"] == [
        getattr(block, "text", None) or getattr(block, "name", None)
        for block in turnwire.fold(events).candidates[0].content
    ]
    for target in WITH_CALLS:
        stream = written(events, target)
        again = events_of(stream.data, target)
        names = {event.block: event.name for event in again if isinstance(event, ToolUseStartEvent)}
        ended = [names[event.block] for event in again if isinstance(event, ToolUseEndEvent)]
        assert (["keep"], target in PIECE_BY_PIECE) == (ended, b"drop" in stream.data)
        told = [loss.path for loss in stream.losses if loss.kind == "dropped" and "/content" in loss.path]
        # Where calls stand by number and not among the texts, they stand as they came.
        texts_come_first = read_without_a_stream(target, ToolUseBlock, TextBlock) == (TextBlock, ToolUseBlock)
        in_pieces = [] if texts_come_first else ["/candidates/0/content"]
        assert (in_pieces if target in PIECE_BY_PIECE else ["/candidates/0/content/2"]) == told


def test_a_response_that_failed_does_not_end_its_calls() -> None:
    failed = {"type": "response.failed", "response": {**RESPONSE, "status": "failed", "output": []}}
    case = SOURCES["Responses"]
    events = events_of(case._replace(chunks=[*case.chunks, failed]).stream, "openai_responses")
    assert [0] == [event.block for event in events if isinstance(event, ToolUseEndEvent)]
    stream = written(events, "gemini_generate")
    assert b"drop" not in stream.data
    assert ["/candidates/0/content/1"] == [loss.path for loss in stream.losses if loss.feature == "tool_use"]


def test_what_stands_behind_half_a_call_is_told_or_dropped() -> None:
    """Texts go on beside calls in chat completions; in Anthropic's messages no block can begin before one has ended."""
    events: list[Any] = [
        StartEvent("r", "assistant", "m"),
        ToolUseStartEvent("a", "half", 0, 0),
        ToolUseInputDeltaEvent('{"x', 0, 0),
        ToolUseStartEvent("b", "keep", 0, 1),
        ToolUseInputDeltaEvent('{"n":1}', 0, 1),
        ToolUseEndEvent(0, 1),
        *events_of(Case("openai_chat", chat({"content": "Words."}), {}).stream, "openai_chat")[1:2],
    ]
    events[-1].block = 2
    behind: dict[Waits, list[int]] = {"all": [1, 2], "calls": [1], "nothing": []}
    for target in WITH_CALLS:
        # Half a call that only comes whole is not told, and nothing waits for it.
        dropped = [0] if streaming(target).whole_calls else behind[chunking(target).waits]
        stream = written(events, target)
        lost = [loss.path for loss in stream.losses if loss.kind == "dropped" and "/content/" in loss.path]
        assert [f"/candidates/0/content/{number}" for number in dropped] == lost
        assert None is broken_fault(events, target)


def test_losses_of_what_is_told_stand_where_the_whole_reply_has_it() -> None:
    cited = TextBlock("Words.", provider_raw={"x": Raw(b'{"k":1}')})
    events: list[Any] = [
        StartEvent("r", "assistant", "m"),
        ToolUseStartEvent("a", "half", 0, 0),
        *list(turnwire.unfold(Completion([turnwire.model.Message("assistant", [cited])])))[1:-1],
    ]
    for event in events[2:]:
        event.block = 1
    stream = written([*events, ErrorEvent("cut", code="stream.truncated"), CompleteEvent(0)], "gemini_generate")
    assert ["/candidates/0/content/1/provider_raw/x", "/candidates/0/content/0"] == [
        loss.path for loss in stream.losses if loss.kind == "dropped" and "/content/" in loss.path
    ]


def is_run_by_the_provider(name: str) -> bool:
    """Whether a reply has a call that nobody who reads it runs."""
    case = CASES[name]
    reply = turnwire.read(json.dumps(case.reply), case.dialect, kind="response")
    assert isinstance(reply, Completion)
    blocks = [block for message in reply.candidates for block in message.content]
    return any(isinstance(block, ToolUseBlock) and block.run_by == "provider" for block in blocks)


NOT_TOLD_APART = {("bedrock_converse: two calls, one without input", "mistral_chat")}
"""A call without input that was cut: Mistral's format has the same chunks for a call that has ended."""


@pytest.mark.parametrize("name", [name for name in CASES if not is_run_by_the_provider(name)])
def test_wherever_a_stream_is_cut(name: str) -> None:
    """Law 9 of streams that are written, where they broke off: texts, and calls that somebody would run."""
    case = CASES[name]
    faults = {}
    step = max(1, len(case.stream) // 12)
    for end in range(step, len(case.stream), step):
        events = events_of(case.stream[:end], case.dialect)
        for target in WITH_CALLS:
            if (name, target) in NOT_TOLD_APART:
                continue
            if (found := broken_fault(events, target)) is not None:
                faults[end, target] = found
    assert faults == {}
