"""What every message of the format has: an id, a session, a time, and of answers who gave them and why.

"ASSISTANT messages at status COMPLETE" have a model, a provider, a routing record and usage (5.3).  What a log does not
say and the caller does not give is invented, and told as such.
"""

from __future__ import annotations

import itertools
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from msgspec import Struct, ValidationError, convert, structs

from turnwire.documents.ids import is_made, parse
from turnwire.model import MessageMetadata, RoutingDecisionRecord, ToolResultBlock, Usage

if TYPE_CHECKING:
    from collections.abc import Iterable

    from turnwire.documents.ids import Ulids
    from turnwire.losses import Losses
    from turnwire.model import Message
    from turnwire.systems.canonical.parting import Part

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class About(Struct, frozen=True, kw_only=True):
    """What holds for all messages of a log."""

    session_id: str
    provider: str
    model: str | None
    routing: RoutingDecisionRecord | None
    source: str


def identified(parts: Iterable[Part], about: About, ulids: Ulids, losses: Losses) -> None:
    """Give each message its id, its session and its time; the parts are changed in place.

    Ids of the form that ascend are kept; if one does not, all are new.

    Args:
        parts: the messages.
        about: what holds for all of them.
        ulids: makes the ids; a message without a time, or with a text that is none, has that of its id.
        losses: gets a `degraded` for what was replaced; what the caller gives to messages without it is no loss.
    """
    parts = list(parts)
    ids = [part.message.id or "" for part in parts]
    kept = all(is_made(each, "message") for each in ids) and all(a < b for a, b in itertools.pairwise(ids))
    for part in parts:
        message = part.message
        made = message.id if kept and message.id is not None else ulids.new()
        time = message.created_at if _is_time(message.created_at) else _time_of(made)
        new = {"id": made, "session_id": about.session_id, "created_at": time}
        for name, value in new.items():
            before = getattr(message, name)
            if before is not None and before != value:
                losses.degraded(f"{part.path}/{name}", f"message.{name}", before)
        part.message = structs.replace(message, **new)


def _is_time(text: str | None) -> bool:
    try:
        convert(text, datetime)
    except ValidationError:
        return False
    return True


def _time_of(made: str) -> str:
    ulid = parse(made).ulid
    moment = _EPOCH + timedelta(milliseconds=0 if ulid is None else ulid.timestamp)
    # Microseconds "only if non-zero", as the system's own encoder writes them.
    return moment.isoformat().replace("+00:00", "Z")


def attributed(parts: Iterable[Part], about: About, losses: Losses) -> None:
    """Give answers their model, provider, routing and usage, and results the call that they answer; in place.

    Args:
        parts: the messages.
        about: what holds for all of them.
        losses: gets an `invented` for each usage and routing that nobody said and for each unknown model of a message
            that is whole, and a `degraded` for each name of a model or call that was replaced.
    """
    for part in parts:
        message = part.message
        new = _of_result(message) if message.role == "tool" else {}
        new = _of_answer(message, about) if message.role == "assistant" else new
        before = message.metadata or MessageMetadata()
        if before.status == "partial":  # "Validation runs only at `status: COMPLETE`" (5.1.5): nothing is invented
            said = structs.asdict(before)
            new = {name: value for name, value in new.items() if said[name] or not _is_invented(name, value, about)}
        for name, value in new.items():
            was, place = getattr(before, name), f"{part.path}/metadata/{name}"
            if was is not None and was != value:
                losses.degraded(place, f"metadata.{name}", was)
            elif was is None and _is_invented(name, value, about):
                losses.invented(place, f"metadata.{name}", value)
        if new:
            part.message = structs.replace(message, metadata=structs.replace(before, **new))


def _is_invented(name: str, value: Any, about: About) -> bool:
    if name == "model":
        return about.model is None
    return name == "usage" or (name == "routing" and value is not about.routing)


def _of_result(message: Message) -> dict[str, Any]:
    block = message.content[0]
    return {"parent_tool_use_id": block.tool_use_id} if type(block) is ToolResultBlock else {}


def _of_answer(message: Message, about: About) -> dict[str, Any]:
    said = message.metadata or MessageMetadata()
    provider = said.provider or about.provider
    model = said.model or about.model or "unknown"
    named = model if model.startswith(f"{provider}:") else f"{provider}:{model}"
    reason = f"read from a log of {about.source}, which does not say why"
    routing = said.routing or about.routing or RoutingDecisionRecord("default", named, reason)
    # "cost_usd: Decimal", "pricing_version: str", "latency_ms: int" have no defaults (4.3).
    usage = said.usage or Usage(input_tokens=0, output_tokens=0, cost_usd="0", pricing_version="", latency_ms=0)
    return {"model": named, "provider": provider, "routing": routing, "usage": usage}
