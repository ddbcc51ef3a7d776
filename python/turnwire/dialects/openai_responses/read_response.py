"""A reply -> a Completion: the output is one candidate, and echoed keys of the request are residue."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Raw

from turnwire.codec.wire import NOTHING
from turnwire.dialects.openai_responses.enums import INCOMPLETE, TIERS
from turnwire.dialects.openai_responses.logprobs import take_logprobs
from turnwire.dialects.openai_responses.read_items import read_output_items
from turnwire.dialects.openai_responses.usage import read_usage
from turnwire.dialects.openai_responses.wire import NAME
from turnwire.documents.residue import residue
from turnwire.families.chat.media import is_text, text_of
from turnwire.families.chat.overlay import leftover
from turnwire.families.chat.times import rfc3339, rfc3339_of_decimal
from turnwire.model import Completion, Message, MessageMetadata, TextBlock, ToolUseBlock

if TYPE_CHECKING:
    from turnwire.dialects.openai_responses.wire_response import Reply
    from turnwire.documents.inputs import Envelope
    from turnwire.model import ContentBlock

_REQUIRED = ("created_at", "parallel_tool_calls", "tool_choice", "tools", "metadata", "temperature", "top_p")
_NULLS = ("error", "incomplete_details", "instructions")
# Every reply has these; empty they say nothing, and a writer gives them back.
_EMPTY = {"tools": b"[]", "metadata": b"{}"}


class _Incomplete(msgspec.Struct, forbid_unknown_fields=True):
    reason: str


_INCOMPLETE = msgspec.json.Decoder(_Incomplete)


def read_response(wire: Reply, _: Envelope | None) -> Completion:
    """Read a reply; its output is the only candidate."""
    model = None if wire.model is UNSET else wire.model
    blocks = [] if wire.output is UNSET else read_output_items(wire.output, model)
    found = Completion([], None if wire.id is UNSET else wire.id, None, model)
    form: dict[str, Any] = {}
    taken = {"id", "model", "output", *_read_when(wire, found, form)}
    if wire.object == "response":
        taken.add("object")
    message = Message("assistant", blocks)
    taken |= _read_end(wire, message)
    take_logprobs(message)
    found.candidates = [message]
    if wire.usage is not None and wire.usage is not UNSET:
        found.usage = read_usage(wire.usage)
        taken.add("usage")
    if type(wire.service_tier) is str:
        found.service_tier = wire.service_tier
        taken.add("service_tier")
        if wire.service_tier not in TIERS:
            form["service_tier"] = wire.service_tier
    if is_text(wire.output_text) and text_of(wire.output_text) == joined_text(blocks):
        # A convenience of the official packages: the text of the items again.
        form["output_text"] = True
    _read_lacks(wire, form)
    nulls = {name for name in _NULLS if bytes(getattr(wire, name)) == b"null"}
    empty = {name for name, nothing in _EMPTY.items() if bytes(getattr(wire, name)) == nothing}
    found.provider_raw = residue(NAME, leftover(wire, taken | nulls | empty), form=form)
    return found


def joined_text(blocks: list[ContentBlock]) -> str:
    """Return all texts of the output as one."""
    return "".join(block.text for block in blocks if type(block) is TextBlock)


def _read_when(wire: Reply, found: Completion, form: dict[str, Any]) -> set[str]:
    if not wire.created_at:
        return set()
    text = bytes(wire.created_at)
    if (exact := rfc3339_of_decimal(text.decode())) is not None:
        found.created_at = exact
        return {"created_at"}
    whole = text.removesuffix(b".0")
    when = rfc3339(int(whole)) if whole.isdigit() and len(whole) < len(str(10**12)) else None
    if when is None or (len(whole) > 1 and whole[:1] == b"0"):
        form["odd_time"] = True
        return set()
    found.created_at = when
    if whole != text:
        form["created_at"] = "decimal"
    return {"created_at"}


def _read_lacks(wire: Reply, form: dict[str, Any]) -> None:
    """Return the required keys that this reply lacks."""
    names = ("id", "model", "output", "status")
    lacks = [name for name in names if getattr(wire, name) is UNSET and wire.unknown is NOTHING]
    lacks += [name for name in names if getattr(wire, name) is UNSET and wire.unknown is not NOTHING]
    lacks += [name for name in (*_REQUIRED, *_NULLS) if not getattr(wire, name)]
    if lacks:
        form["lacks"] = lacks
    if wire.object != "response":
        form["object"] = None if wire.object is UNSET else wire.object


def reason_of(status: str, reason: str | None, blocks: list[ContentBlock]) -> Any:
    """Return the stop reason of a status; None if there is none, or if it is unknown."""
    if status == "completed":
        return "tool_use" if any(map(is_open_call, blocks)) else "end_turn"
    if status == "incomplete":
        return INCOMPLETE.get(reason or "")
    return {"failed": "error", "cancelled": "cancelled"}.get(status)


def is_open_call(block: ContentBlock) -> bool:
    """Return whether a block is a call that the client must run."""
    return type(block) is ToolUseBlock and block.run_by != "provider"


def _read_end(wire: Reply, message: Message) -> set[str]:
    """Read why the model stopped, and note what it was read from."""
    if wire.status is UNSET:
        return set()
    reason = _reason(wire.incomplete_details)
    if (reason is None) is (wire.status == "incomplete"):
        return set()
    stop = reason_of(wire.status, reason, message.content)
    if stop is None:
        return set()
    message.metadata = MessageMetadata(stop_reason=stop)
    if wire.status == "failed":
        # The status stays in the residue: our writer sets it again, for other formats it is a loss.
        return set()
    return {"status", "incomplete_details"} if reason is not None else {"status"}


def _reason(details: Raw) -> str | None:
    try:
        return _INCOMPLETE.decode(details).reason if details else None
    except msgspec.DecodeError:
        return None
