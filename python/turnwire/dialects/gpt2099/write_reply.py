"""A lowered completion -> a reply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw

from turnwire.codec.wire import ALSO, ENCODER
from turnwire.dialects.gpt2099.read_reply import CONSTANTS
from turnwire.dialects.gpt2099.wire import NAME
from turnwire.dialects.gpt2099.write_blocks import write_blocks
from turnwire.documents.residue import form_of, overlay_of, report_foreign, restore

if TYPE_CHECKING:
    from turnwire.documents.residue import ProviderRaw
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft, Turn
    from turnwire.model import Completion, Usage

_COMPLETION = frozenset(("candidates", "id", "model", "usage", "service_tier"))
_MESSAGE = frozenset(("role", "content", "metadata"))
_METADATA = frozenset(("stop_reason", "stop_sequence"))
_USAGE = frozenset(("input_tokens", "output_tokens", "cached_input_tokens", "cache_creation_input_tokens"))
_MODEL = "unknown"
_MEMBERS = msgspec.json.Decoder(dict[str, Raw])


def write_reply(draft: Draft, losses: Losses) -> Any:
    """Write the newer form, with the members of the older one if they were read."""
    completion: Completion = draft.document
    turn = draft.turns[0]
    raw = turn.message.provider_raw
    lacks = form_of(raw, NAME).get("lacks", ())
    spoken: dict[str, Any] = {name: word for name, word in CONSTANTS.items() if name not in lacks}
    if completion.id is not None:
        spoken["id"] = completion.id
    _write_model(completion, spoken, losses)
    spoken["content"] = _write_content(turn, losses)
    _write_metadata(turn, spoken, losses)
    _write_usage(completion, spoken, losses)
    losses.dropped_fields(completion, _COMPLETION, "", "completion")
    losses.dropped_fields(turn.message, _MESSAGE, turn.path, "message")
    if turn.message.role != "assistant":
        losses.degraded(f"{turn.path}/role", "message.role", turn.message.role)
    reply = {"message": restore(spoken, raw, losses, turn.path) if raw else spoken}
    root = completion.provider_raw
    return restore(reply, root, losses, "") if root else reply


def _write_model(completion: Completion, spoken: dict[str, Any], losses: Losses) -> None:
    """`model: string`."""
    if completion.model is not None:
        spoken["model"] = completion.model
    elif "model" not in form_of(completion.provider_raw, NAME).get("lacks", ()):
        losses.invented("/model", "completion.model", _MODEL)
        spoken["model"] = _MODEL


def _write_content(turn: Turn, losses: Losses) -> list[Any]:
    for block, place in zip(turn.blocks, turn.all_places(), strict=True):
        if block.cache is not None:
            losses.dropped(f"{place}/cache", f"{block.__struct_config__.tag}.cache", block.cache)
    return write_blocks(turn, losses)


def _write_metadata(turn: Turn, spoken: dict[str, Any], losses: Losses) -> None:
    metadata = turn.message.metadata
    if metadata is None:
        return
    if metadata.stop_reason is not None:
        spoken["stop_reason"] = metadata.stop_reason
    if metadata.stop_sequence is not None:
        spoken["stop_sequence"] = metadata.stop_sequence
    losses.dropped_fields(metadata, _METADATA, f"{turn.path}/metadata", "metadata")
    report_foreign(metadata.provider_raw, losses, f"{turn.path}/metadata")


def _write_usage(completion: Completion, spoken: dict[str, Any], losses: Losses) -> None:
    usage, tier = completion.usage, completion.service_tier
    if usage is None:
        if tier is not None:
            losses.dropped("/service_tier", "completion.service_tier", tier)
        return
    counts = {
        "input_tokens": usage.input_tokens,
        "cache_creation_input_tokens": usage.cache_creation_input_tokens,
        "cache_read_input_tokens": usage.cached_input_tokens,
        "output_tokens": usage.output_tokens,
        "service_tier": tier,
    }
    wire: Any = {name: count for name, count in counts.items() if count is not None}
    losses.dropped_fields(usage, _USAGE, "/usage", "usage")
    spoken["usage"] = restore(wire, _true_residue(usage), losses, "/usage") if usage.provider_raw else wire


def _true_residue(usage: Usage) -> ProviderRaw:
    """Return the residue without a split by lifetime whose sum is not the token count any more."""
    found = usage.provider_raw or {}
    if form_of(found, NAME).get("split_of", usage.cache_creation_input_tokens) == usage.cache_creation_input_tokens:
        return found
    own = overlay_of(found, NAME)
    own.pop("cache_creation", None)
    also = _MEMBERS.decode(own.get(ALSO, b"{}"))
    also.pop("cache_creation", None)
    return {**found, NAME: Raw(ENCODER.encode({**own, ALSO: also}))}
