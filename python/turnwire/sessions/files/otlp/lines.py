"""What each span of a trace is."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Raw

from turnwire.codec.json import loads
from turnwire.codec.members import begins
from turnwire.errors import InvalidDocument
from turnwire.sessions.files.line import Line
from turnwire.sessions.files.members import LINE_LIMITS
from turnwire.sessions.files.otlp.facts import facts_of
from turnwire.sessions.files.otlp.messages import messages_of
from turnwire.sessions.files.slots import text_or

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.model import Usage
    from turnwire.sessions.files.format import Numbered

_LIST: Final = msgspec.json.Decoder(list[Raw])


def lines(numbered: Numbered) -> Iterator[Line]:
    """Yield what is around the spans, and each span."""
    for number, text in numbered:
        if text.startswith(b"["):
            yield _around(number, text)
            continue
        try:
            span = loads(text, LINE_LIMITS)
        except InvalidDocument as refused:
            yield Line(number=number, text=text, role="broken", fault=refused.diagnostics[0].message)
            continue
        yield _span(number, text, span)


def _around(number: int, text: bytes) -> Line:
    (head,) = _LIST.decode(text)
    if begins(head, b'"') and msgspec.json.decode(head, type=str).strip():
        return Line(number=number, text=text, role="broken", fault="the line is no JSON document")
    return Line(number=number, text=text, role="event", name="trace")


def _span(number: int, text: bytes, span: dict[str, Any]) -> Line:
    talk, facts = messages_of(span), facts_of(span)
    roles = Counter(str(message.role) for message in talk.messages)
    has_messages = bool(talk.messages)
    return Line(
        number=number,
        text=text,
        role="message" if has_messages else "event",
        name=text_or(span.get("name"), "span"),
        id=facts.id,
        speaker=talk.messages[0].role if has_messages else None,
        counts=dict(roles) if has_messages else None,
        group=str(number),
        time=facts.started,
        session=facts.id if has_messages else None,
        payload=Raw(text) if has_messages else None,
        model=facts.model,
        tokens=_tokens(facts.usage),
    )


def _tokens(usage: Usage | None) -> tuple[int, int] | None:
    if usage is None:
        return None
    given = (usage.input_tokens, usage.cached_input_tokens, usage.cache_creation_input_tokens)
    return sum(count or 0 for count in given), usage.output_tokens or 0
