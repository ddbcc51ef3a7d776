"""A reply -> a completion of one candidate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from turnwire.dialects.cohere_chat.constraints import NAME, SPECIFIC, STOP_REASONS
from turnwire.dialects.cohere_chat.read_request import read_assistant
from turnwire.documents.residue import marked, residue
from turnwire.families.chat.overlay import leftover
from turnwire.model import Completion, MessageMetadata, Origin, Usage

if TYPE_CHECKING:
    from turnwire.dialects.cohere_chat.wire import ChatReply, Spent
    from turnwire.documents.inputs import Envelope

_TAKEN = ("id", "message", "usage", "finish_reason")
_COUNTS = ("input_tokens", "output_tokens")


def read_response(wire: ChatReply, _: Envelope | None) -> Completion:
    """The reply."""
    found = Completion([], None if wire.id is UNSET else wire.id)
    overlay = leftover(wire, _TAKEN)
    lacks = [name for name in ("id", "message") if getattr(wire, name) is UNSET]
    word = wire.finish_reason
    reason = None if word is UNSET else STOP_REASONS.get(word)
    if word is not UNSET and (reason is None or word in SPECIFIC or wire.message is UNSET):
        overlay["finish_reason"] = word
    if wire.message is not UNSET:
        message = read_assistant(wire.message, Origin(NAME), reply=True)
        if reason is None:
            message.provider_raw = marked(message.provider_raw, NAME, {"lacks_finish": True})
        else:
            message.metadata = MessageMetadata(stop_reason=reason)
        found.candidates = [message]
    if wire.usage is not UNSET:
        found.usage = read_usage(wire.usage)
    found.provider_raw = residue(NAME, overlay, form={"lacks": lacks} if lacks else None)
    return found


def read_usage(wire: Spent) -> Usage:
    """Read the counts: cached tokens are a part of the input.

    "The number of prompt tokens that hit the inference cache." (Usage.cached_tokens)
    """
    usage = Usage()
    taken: tuple[str, ...] = ("tokens",)
    overlay: dict[str, Any] = {}
    also: dict[str, Any] = {}
    if wire.tokens is not UNSET:
        for name in _COUNTS:
            if (count := getattr(wire.tokens, name)) is not UNSET:
                setattr(usage, name, count)
        overlay["tokens"] = leftover(wire.tokens, _COUNTS)
        if usage == Usage() and not overlay["tokens"]:
            also["tokens"] = {}
    cached, read = wire.cached_tokens, usage.input_tokens
    if cached is not UNSET and read is not None and 0 <= cached <= read:
        usage.input_tokens, usage.cached_input_tokens, taken = read - cached, cached, ("tokens", "cached_tokens")
    usage.provider_raw = residue(NAME, {**leftover(wire, taken), **overlay}, also=also)
    return usage
