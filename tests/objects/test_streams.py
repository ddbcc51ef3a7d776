"""`reader.send` takes the chunks that the official packages give, and reads them as it reads the bytes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from tests.objects.chunks import given
from tests.objects.packages import package
from tests.objects.streams import STREAMING, arrived, known_to_the_package
from tests.stream.replies import CASES
from tests.stream.writing import events_of, written

import turnwire
from turnwire.model import OpaqueEvent

if TYPE_CHECKING:
    from collections.abc import Iterable


PARSED = ("gemini_generate", "ollama_chat")
"""Where the input of a call is JSON, and no text: parsed, it has lost its spacing."""


OTHERWISE = {
    # google-genai's class gives the members of a grounding support in an order of its own, and they are residue.
    ("gemini_generate", "bedrock_converse: a text with citations"),
    # ollama's class refuses a picture in a reply that is base64 text, as its server sends it.
    ("ollama_chat", "bedrock_converse: a picture"),
}
"""Streams that the package of a format reads in another way, or refuses."""


def streams(dialect: str) -> dict[str, bytes]:
    """Our own streams of a dialect, and those of other formats as it writes them.

    Anthropic's client passes over events without a name, as our own have none: these are written, too.
    """
    own = () if dialect == "anthropic_messages" else (dialect,)
    return {
        name: case.stream if case.dialect in own else written(events_of(case.stream, case.dialect), dialect).data
        for name, case in CASES.items()
    }


def sent(dialect: str, chunks: Iterable[Any]) -> list[Any]:
    reader = turnwire.stream_reader(dialect)
    return [*(event for chunk in chunks for event in reader.send(chunk)), *reader.close()]


def without_ids(chunks: list[Any]) -> list[Any]:
    """Lines of Ollama's as its package knows them: its ToolCall has no `id`, and its Function no `index`.

    Gemini's chunks stay as they are, but for what its package does not know.
    """
    chunks = [known_to_the_package(chunk) for chunk in chunks]
    for chunk in chunks:
        for call in (chunk.get("message") or {}).get("tool_calls") or []:
            call.pop("id", None)
            call["function"].pop("index", None)
    return chunks


@pytest.mark.parametrize("dialect", STREAMING)
def test_objects_give_the_events_of_the_bytes(dialect: str) -> None:
    other = {}
    for name, stream in streams(dialect).items():
        if (dialect, name) in OTHERWISE:
            continue
        found, wanted = sent(dialect, given(dialect, stream)), events_of(stream, dialect)
        if dialect in PARSED:
            wanted = sent(dialect, without_ids(arrived(dialect, stream)))
        if found != wanted:
            other[name] = (found, wanted)
    assert other == {}


def test_what_ollamas_package_loses_is_no_more_than_that() -> None:
    assert any(b'"id":"a"' in stream for stream in streams("ollama_chat").values())


KEPT = {
    "openai_chat": True,
    "openai_responses": True,
    "anthropic_messages": True,
    "gemini_generate": None,
    "mistral_chat": False,
    "ollama_chat": False,
}
"""Whether a package keeps what it does not know of a chunk; google-genai's class refuses it."""


@pytest.mark.parametrize("dialect", STREAMING)
def test_what_a_package_does_not_know(dialect: str) -> None:
    stream = streams(dialect)["text"]
    with_more = stream.replace(b"{", b'{"tomorrow":"oDd",', 1)
    if KEPT[dialect] is None:
        with pytest.raises(ValueError, match="Extra inputs are not permitted"):
            given(dialect, with_more)
        return
    told = repr([each for each in arrived(dialect, with_more) if "oDd" in repr(each)])
    assert "oDd" in told
    events = sent(dialect, given(dialect, with_more))
    is_kept = any(b"oDd" in line for line in (json_of(events, dialect)).splitlines())
    assert KEPT[dialect] == is_kept


def json_of(events: list[Any], dialect: str) -> bytes:
    kept = [bytes(event.value) for event in events if isinstance(event, OpaqueEvent)]
    return b"\n".join([turnwire.write(turnwire.fold(events), dialect).data, *kept])


def test_the_events_that_anthropics_package_makes_up_give_none() -> None:
    """`client.messages.stream()` gives `text` and the like between, and the block or the message with its end."""
    lib = package("anthropic.lib.streaming._messages")
    asked = 0
    for name, stream in streams("anthropic_messages").items():
        message: Any = None
        buffers: dict[int, bytes] = {}
        events: list[Any] = []
        try:
            for event in given("anthropic_messages", stream):
                message = lib.accumulate_event(event=event, current_snapshot=message, json_bufs=buffers)
                events += lib.build_events(event=event, message_snapshot=message)
        except (ValueError, RuntimeError, IndexError, AttributeError):
            continue  # the accumulator fails on inputs that are no JSON, and on blocks that it does not know
        assert events_of(stream, "anthropic_messages") == sent("anthropic_messages", events), name
        asked += len(events) > len(arrived("anthropic_messages", stream))
    assert asked >= 10


def test_the_events_that_openais_package_makes_up_give_none() -> None:
    stream = streams("openai_chat")["text"]
    chunks = given("openai_chat", stream)
    state = package("openai.lib.streaming.chat").ChatCompletionStreamState()
    events = [event for chunk in chunks for event in state.handle_chunk(chunk)]
    assert {"chunk", "content.delta"} <= {event.type for event in events}
    assert sent("openai_chat", arrived("openai_chat", stream)) == sent("openai_chat", events)


def test_the_sums_that_openais_package_puts_beside_pieces_are_left_out() -> None:
    openai = package("openai")
    state = package("openai.lib.streaming.responses._responses").ResponseStreamState(
        input_tools=openai.omit, text_format=openai.omit
    )
    stream = streams("openai_responses")["text"]
    events = [made for event in given("openai_responses", stream) for made in state.handle_event(event)]
    assert any(hasattr(event, "snapshot") for event in events)
    assert events_of(stream, "openai_responses") == sent("openai_responses", events)


def test_what_gemini_puts_beside_a_chunk_is_left_out() -> None:
    types = package("google.genai.types")
    stream = streams("gemini_generate")["text"]
    chunks = given("gemini_generate", stream)
    for chunk in chunks:
        chunk.sdk_http_response = types.HttpResponse(headers={"x": "y"})
    assert events_of(stream, "gemini_generate") == sent("gemini_generate", chunks)


def test_a_dict_that_holds_objects() -> None:
    chunk = given("openai_chat", streams("openai_chat")["text"])[1]
    plain = json.loads(chunk.model_dump_json(exclude_unset=True))
    assert sent("openai_chat", [{**plain, "choices": chunk.choices}]) == sent("openai_chat", [plain])


@pytest.mark.parametrize("bad", [object(), int, iter([1]), {"x": print}, {1: object()}, float("nan")])
def test_what_is_no_chunk_is_refused(bad: Any) -> None:
    reader = turnwire.stream_reader("openai_chat")
    with pytest.raises(turnwire.InvalidDocument) as refused:
        reader.send(bad)
    assert {each.code for each in refused.value.diagnostics} <= {"input.type", "stream.chunk"}
