"""The messages of a span, and the span that they came from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import structs

from turnwire.codec.json import dumps, loads
from turnwire.codec.limits import FAST
from turnwire.model import MessageMetadata
from turnwire.sessions.files.otlp.chat import read_chat
from turnwire.sessions.files.otlp.conventions import (
    CONTENTS,
    DETAILS,
    EVENTS,
    FLATTENED,
    INPUT,
    INSTRUCTIONS,
    OUTPUT,
)
from turnwire.sessions.files.otlp.facts import facts_of
from turnwire.sessions.files.otlp.parts import read_instructions, read_messages
from turnwire.sessions.files.otlp.talk import Talk
from turnwire.sessions.files.otlp.values import Value, pairs, unflattened
from turnwire.sessions.files.slots import objects, put_back, taken, text_or

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from turnwire.model import Message
    from turnwire.sessions.files.format import Rest
    from turnwire.sessions.files.line import Line

# Stop reasons of the conventions, and those of providers, which some exporters copy; `compaction` has none here.
STOP_REASONS: Final[dict[str, Any]] = {
    "stop": "end_turn",
    "end_turn": "end_turn",
    "length": "max_tokens",
    "max_tokens": "max_tokens",
    "tool_call": "tool_use",
    "tool_calls": "tool_use",
    "tool_use": "tool_use",
    "content_filter": "content_filter",
    "stop_sequence": "stop_sequence",
    "refusal": "refusal",
    "error": "error",
}


def messages_of(span: Mapping[str, Any]) -> Talk:
    """Return the messages of a span, from the first of the conventions that it follows."""
    attributes = pairs(span.get("attributes"), ("attributes",))
    events = list(_events(span))
    told = [attributes, *(found for name, found in events if name == DETAILS)]
    for found in told:
        if (talk := _of_attributes(found)).messages:
            return talk
    for prefixes in FLATTENED:
        if (talk := _flattened(attributes, prefixes)).messages:
            return talk
    return _of_events(events)


def _events(span: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Value]]]:
    for index, event in objects(span.get("events")):
        yield text_or(event.get("name")), pairs(event.get("attributes"), ("events", index, "attributes"))


def _of_attributes(attributes: Mapping[str, Value]) -> Talk:
    talk = Talk()
    if INSTRUCTIONS in attributes:
        read_instructions(talk, attributes[INSTRUCTIONS])
    if INPUT in attributes:
        read_messages(talk, attributes[INPUT], "user")
    if OUTPUT in attributes:
        read_messages(talk, attributes[OUTPUT], "assistant")
    return talk


def _flattened(attributes: Mapping[str, Value], prefixes: tuple[str, str]) -> Talk:
    talk = Talk()
    for prefix, role in zip(prefixes, ("user", "assistant"), strict=True):
        for each in unflattened(attributes, prefix).items:
            read_chat(talk, each.first("message", "prompt", "completion") or each, role)
    return talk


def _of_events(events: list[tuple[str, dict[str, Value]]]) -> Talk:
    talk = Talk()
    for name, attributes in events:
        if name in EVENTS:
            body = _body(attributes)
            message = body.first("message")
            read_chat(talk, body if message is None else message.inside(), EVENTS[name], body.word("finish_reason"))
        elif name in CONTENTS and (content := attributes.get(CONTENTS[name][0])) is not None:
            read_messages(talk, content, CONTENTS[name][1])
    return talk


def _body(attributes: dict[str, Value]) -> Value:
    """Return what an event says: in a text of its own, or in its attributes."""
    content = attributes.get("gen_ai.event.content")
    if content is not None and (inside := content.inside()).members:
        return inside
    plain = {name: value.plain for name, value in attributes.items()}
    return Value(plain, (), attributes, [])


def read(line: Line) -> tuple[list[Message], Rest]:
    """Return the messages of a span, and the span without their values.

    Raises:
        InvalidDocument: the span cannot be read.
    """
    span = loads(line.text, FAST)
    talk = messages_of(span)
    facts = facts_of(span)
    for message, reason in zip(talk.messages, talk.reasons, strict=True):
        message.session_id = facts.session
        if message.role == "assistant":
            message.metadata = MessageMetadata(stop_reason=STOP_REASONS.get(reason or ""))
    last = talk.messages[-1]
    if last.metadata is not None and talk.reasons[-1] is None:
        last.metadata.stop_reason = STOP_REASONS.get(facts.reason or "")
    if last.role == "assistant" and last.metadata is not None:  # the replies before it are part of the input
        last.metadata.model, last.metadata.provider, last.metadata.usage = facts.model, facts.provider, facts.usage
    talk.messages[0] = structs.replace(talk.messages[0], id=facts.id, created_at=facts.started)
    found = [_without_empty(message) for message in talk.messages]
    return found, taken(span, talk.places)


def _without_empty(message: Message) -> Message:
    return structs.replace(message, metadata=None) if message.metadata == MessageMetadata() else message


def rebuild(rest: Rest, messages: list[Message]) -> bytes:
    """Return the text of a span, with the values that its messages have now.  Raises InvalidDocument."""
    return dumps(put_back(rest, messages))
