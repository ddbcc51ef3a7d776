"""A reply -> a completion of one candidate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, get_args

from msgspec import UNSET, Raw

from turnwire.codec.wire import whole
from turnwire.dialects.gpt2099.read_blocks import Rows, read_parts
from turnwire.dialects.gpt2099.wire import NAME
from turnwire.documents.residue import residue
from turnwire.model import Completion, Message, MessageMetadata, StopReason, Usage

if TYPE_CHECKING:
    from turnwire.dialects.gpt2099.wire import Counts, Reply, Spoken
    from turnwire.documents.inputs import Envelope

# "stop_reason: string": the providers' words are passed on, and are those of the model.
REASONS: Final = frozenset(get_args(StopReason))
# The members of every message of a reply; the writer leaves out those that the source left out.
CONSTANTS: Final = {"type": "message", "role": "assistant"}


def read_reply(wire: Reply, _: Envelope | None) -> Completion:
    """Read the one candidate; the members next to its message are kept at the root."""
    rows = Rows()
    spoken = wire.message
    message = _message(spoken, rows)
    tier, usage = (None, None) if spoken.usage is UNSET else _usage(spoken.usage)
    id_, model = _optional(spoken.id), _optional(spoken.model)
    return Completion([message], id_, None, model, usage, tier, provider_raw=_root(wire, rows))


def _root(wire: Reply, rows: Rows) -> dict[str, Raw] | None:
    rest: dict[str, Any] = dict(wire.unknown.fields) if wire.unknown else {}
    also: dict[str, Any] = {}
    if wire.role is not UNSET:
        (also if wire.role == CONSTANTS["role"] else rest)["role"] = wire.role
    if wire.mime_type is not UNSET:
        rest["mime_type"] = wire.mime_type
    form: dict[str, Any] = rows.form()
    if wire.message.model is UNSET:
        form["lacks"] = ["model"]
    return residue(NAME, rest, also=also, form=form)


def _optional(value: Any) -> Any:
    return None if value is UNSET else value


def _message(spoken: Spoken, rows: Rows) -> Message:
    rest: dict[str, Any] = dict(spoken.unknown.fields) if spoken.unknown else {}
    lacks = []
    for name, word in CONSTANTS.items():
        said = getattr(spoken, name)
        if said != word:
            lacks.append(name)
            if said is not UNSET:
                rest[name] = said
    metadata = MessageMetadata(stop_sequence=_optional(spoken.stop_sequence))
    if spoken.stop_reason in REASONS:
        word_: Any = spoken.stop_reason
        metadata.stop_reason = word_
    elif spoken.stop_reason is not UNSET:
        rest["stop_reason"] = spoken.stop_reason
    message = Message("assistant", read_parts(spoken.content, rows))
    message.provider_raw = residue(NAME, rest, form={"lacks": lacks} if lacks else None)
    message.metadata = metadata if metadata != MessageMetadata() else None
    return message


def _usage(counts: Counts) -> tuple[str | None, Usage]:
    usage = Usage(
        _optional(counts.input_tokens),
        _optional(counts.output_tokens),
        _optional(counts.cache_read_input_tokens),
        _optional(counts.cache_creation_input_tokens),
    )
    rest: dict[str, Any] = dict(counts.unknown.fields) if counts.unknown else {}
    also: dict[str, Any] = {}
    form: dict[str, Any] = {}
    split = counts.cache_creation
    if split is not UNSET:
        sizes = (split.ephemeral_5m_input_tokens, split.ephemeral_1h_input_tokens)
        says_more = split.unknown or any(size not in (UNSET, 0) for size in sizes)
        (rest if says_more else also)["cache_creation"] = whole(split)
        form["split_of"] = usage.cache_creation_input_tokens
    usage.provider_raw = residue(NAME, rest, also=also, form=form)
    return _optional(counts.service_tier), usage
