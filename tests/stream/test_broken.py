"""Streams that break off, tell an error, or are none: what came so far is there, and what happened is said."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.stream.chats import call, chat
from tests.stream.replies import CASES

import turnwire
from turnwire.codec.limits import Limits
from turnwire.model import Completion, ErrorEvent, OpaqueEvent, TextBlock, ToolUseBlock

CHAT = CASES["two calls at once"].stream
CLAUDE = CASES["Anthropic: text"].stream


def read(dialect: str, data: bytes) -> tuple[list[Any], Completion]:
    reader = turnwire.stream_reader(dialect)
    events = [*reader.feed(data), *reader.close()]
    return events, turnwire.fold(events)


def errors(events: list[Any]) -> list[tuple[str, str | None, str | None]]:
    return [(each.message, each.error_type, each.code) for each in events if isinstance(each, ErrorEvent)]


def sse(*chunks: Any) -> bytes:
    return b"".join(b"data: " + json.dumps(chunk).encode() + b"\n\n" for chunk in chunks)


@pytest.mark.parametrize("name", list(CASES))
def test_a_stream_that_is_cut_says_so(name: str) -> None:
    case = CASES[name]
    events, reply = read(
        case.dialect,
        case.stream[: case.stream.rindex(b"finish") if b"finish" in case.stream else len(case.stream) // 2],
    )
    assert ["stream.truncated"] == [code for _, _, code in errors(events)]
    assert {"partial"} >= {message.metadata.status for message in reply.candidates if message.metadata}
    assert isinstance(events[-1], ErrorEvent)


def test_what_came_before_the_cut_is_there() -> None:
    _, reply = read("openai_chat", CHAT[: CHAT.index(b'" 1.0}')])
    text, call_ = reply.candidates[0].content
    assert (TextBlock("I look."), '{"x":') == (text, call_.input_text if isinstance(call_, ToolUseBlock) else None)


def test_every_cut_is_read() -> None:
    for end in range(0, len(CLAUDE), 3):
        events, reply = read("anthropic_messages", CLAUDE[:end])
        assert len(errors(events)) <= 1
        assert len(reply.candidates) <= 1


def test_a_choice_that_never_came_leaves_no_second_one_behind() -> None:
    data = CASES["two choices by turns"].stream
    events, reply = read("openai_chat", data[: data.index(b"\n\n") + 2])
    assert [1] == sorted({event.candidate for event in events if hasattr(event, "candidate")})
    assert [[TextBlock("1")]] == [message.content for message in reply.candidates]


def test_a_long_thought_takes_no_longer_than_it_is() -> None:
    """Nothing is put together while pieces come: else 20,000 of them would take minutes."""
    reader = turnwire.stream_reader("openai_chat")
    piece = sse(*chat({"reasoning_content": "Hm, "})[:1])
    for _ in range(200):
        reader.feed(piece * 100)
    assert 80_000 == len(reader.reply().candidates[0].content[0].text)  # type: ignore[union-attr]


def test_input_that_is_too_deep() -> None:
    deep = (
        b'data: {"choices":[{"delta":{"tool_calls":[{"function":{"arguments":'
        + b"[" * 9000
        + b"]" * 9000
        + b"}}]}}]}\n\n"
    )
    with pytest.raises(turnwire.InvalidDocument):
        read("openai_chat", deep)


def test_a_stream_that_only_forgets_to_say_that_it_is_done_is_whole() -> None:
    events, reply = read("openai_chat", CHAT.replace(b"data: [DONE]\n\n", b""))
    assert [] == errors(events)
    assert turnwire.fold(read("openai_chat", CHAT)[0]) == reply


TOLD: dict[str, tuple[str, bytes, tuple[str, str | None, str | None]]] = {
    "chat": (
        "openai_chat",
        sse(*chat({"content": "Hal"})[:1], {"error": {"message": "Too long.", "type": "invalid", "code": "max"}}),
        ("Too long.", "invalid", "max"),
    ),
    "Anthropic": (
        "anthropic_messages",
        CLAUDE[: CLAUDE.index(b"lo.") - 80]
        + b"\n\n"
        + sse({"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}),
        ("Overloaded", "overloaded_error", None),
    ),
    "Responses": (
        "openai_responses",
        sse({"type": "error", "code": "server_error", "message": "No.", "param": None}),
        ("No.", None, "server_error"),
    ),
    "Gemini": (
        "gemini_generate",
        sse({"error": {"code": 503, "message": "Busy", "status": "UNAVAILABLE"}}),
        ("Busy", "UNAVAILABLE", None),
    ),
    "Ollama": ("ollama_chat", b'{"error":"model not found"}\n', ("model not found", None, None)),
    "a body that is no stream": (
        "openai_chat",
        b'{\n "error": {"message": "No key.", "type": "auth", "code": null}\n}',
        ("No key.", "auth", None),
    ),
    "a shape that nobody knows": (
        "anthropic_messages",
        sse({"type": "error"}),
        ("the provider reported an error", None, None),
    ),
}


@pytest.mark.parametrize(("dialect", "data", "wanted"), TOLD.values(), ids=list(TOLD))
def test_an_error_in_the_stream_is_told(dialect: str, data: bytes, wanted: tuple[str, str | None, str | None]) -> None:
    events, reply = read(dialect, data)
    (found,) = errors(events)
    assert wanted == found
    assert {"error"} >= {message.metadata.status for message in reply.candidates if message.metadata}


def test_an_error_ends_the_reply_with_what_came() -> None:
    events, reply = read("openai_chat", sse(*chat(call(0, "a", "f", '{"x"'))[:1], {"error": {"message": "No."}}))
    (block,) = reply.candidates[0].content
    assert ToolUseBlock("a", "f", input_text='{"x"') == block
    names = [event.__struct_config__.tag for event in events]
    assert "tool_use_end" not in names
    assert "block_end" not in names
    assert names.index("tool_use_input_delta") < names.index("complete") < names.index("error")


@pytest.mark.parametrize(
    "chunk",
    [b"not json", b"[1]", b"1", b'{"a":', b'{"choices":"\xff"}', b'{"choices": [{"delta": {"content": "\\ud800"}}]}'],
)
def test_a_chunk_that_cannot_be_read(chunk: bytes) -> None:
    """What stands before it is given first, however the bytes are cut; then it is refused, and again."""
    data = sse(*chat({"content": "Hi"})[:1]) + b"data: " + chunk + b"\n\n"

    def tried(pieces: list[bytes]) -> tuple[list[Any], str, str]:
        reader, events = turnwire.stream_reader("openai_chat"), list[Any]()

        def feed() -> None:
            for piece in [*pieces, b""]:
                events.extend(reader.feed(piece))

        with pytest.raises(turnwire.InvalidDocument) as first:
            feed()
        with pytest.raises(turnwire.InvalidDocument) as second:
            reader.close()
        assert [TextBlock("Hi")] == reader.reply().candidates[0].content
        return events, str(first.value), str(second.value)

    whole = tried([data])
    assert whole[1] == whole[2]
    assert whole == tried([data[n : n + 1] for n in range(len(data))])


@pytest.mark.parametrize("data", [b"", b"\n\n", b": hello\n\n", b"<html>502</html>", b"data: [DONE]\n\n"])
@pytest.mark.parametrize("dialect", sorted({case.dialect for case in CASES.values()} - {"gemini_generate"}))
def test_a_stream_of_nothing(dialect: str, data: bytes) -> None:
    try:
        events, reply = read(dialect, data)
    except turnwire.InvalidDocument:
        assert b"DONE" in data or b"html" in data
        return
    assert len(errors(events)) == int(b"DONE" not in data)
    assert all(message.content == [] for message in reply.candidates)


def test_events_that_are_not_known_are_kept() -> None:
    events, _ = read("anthropic_messages", sse({"type": "tomorrow", "x": 1}) + CLAUDE)
    kept = [each for each in events if isinstance(each, OpaqueEvent)]
    assert [("tomorrow", b'{"type": "tomorrow", "x": 1}', "anthropic_messages")] == [
        (each.event_type, bytes(each.value), each.dialect) for each in kept
    ]


def test_more_than_is_allowed() -> None:
    reader = turnwire.stream_reader("openai_chat", limits=Limits(max_bytes=500))
    with pytest.raises(turnwire.InvalidDocument, match=r"stream\.size"):
        reader.feed(CHAT)


def test_text_that_is_none() -> None:
    with pytest.raises(turnwire.InvalidDocument, match=r"input\.type"):
        turnwire.stream_reader("openai_chat").feed("\ud800")


_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 3)
    | st.sampled_from(["", "a", "{}", "text", "tool_use", "function_call"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "choices",
                    "delta",
                    "index",
                    "content",
                    "tool_calls",
                    "function",
                    "arguments",
                    "type",
                    "content_block",
                    "message",
                    "candidates",
                    "parts",
                    "text",
                    "functionCall",
                    "response",
                    "item",
                    "output_index",
                    "usage",
                    "logprobs",
                    "reasoning_details",
                    "thinking",
                ]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)
_TYPES = st.sampled_from(
    [
        "message_start",
        "content_block_start",
        "content_block_delta",
        "content_block_stop",
        "message_delta",
        "message",
        "response.created",
        "response.output_item.added",
        "response.output_item.done",
        "response.output_text.delta",
        "response.completed",
        "error",
        None,
    ]
)


@given(st.data())
def test_whatever_comes_nothing_but_a_refusal_leaves_the_reader(data: st.DataObject) -> None:
    dialect = data.draw(st.sampled_from(sorted({case.dialect for case in CASES.values()})))
    reader = turnwire.stream_reader(dialect)
    events: list[Any] = []
    try:
        for _ in range(3):
            chunk = data.draw(
                st.dictionaries(
                    st.sampled_from(
                        [
                            "choices",
                            "delta",
                            "index",
                            "message",
                            "candidates",
                            "usage",
                            "item",
                            "response",
                            "content_block",
                            "output_index",
                            "error",
                            "id",
                        ]
                    ),
                    _JSON,
                    max_size=4,
                )
            )
            kind = data.draw(_TYPES)
            events += reader.send(chunk if kind is None else {**chunk, "type": kind})
        events += reader.close()
    except turnwire.InvalidDocument:
        return
    assert isinstance(turnwire.fold(events), Completion)
