"""A lowered Completion -> a reply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Raw

from turnwire.dialects.openai_responses.enums import TIERS
from turnwire.dialects.openai_responses.logprobs import give_logprobs
from turnwire.dialects.openai_responses.overlay import own_residue, write_word
from turnwire.dialects.openai_responses.read_response import is_open_call, joined_text, reason_of
from turnwire.dialects.openai_responses.usage import write_usage
from turnwire.dialects.openai_responses.wire import NAME
from turnwire.dialects.openai_responses.write_items import Items, write_turn
from turnwire.documents.residue import form_of, report_foreign, restore
from turnwire.families.chat.overlay import named_in
from turnwire.families.chat.times import decimal_seconds, when_created

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft, Turn
    from turnwire.model import Completion

_HELD = frozenset(("candidates", "id", "created_at", "model", "usage", "service_tier"))
_METADATA = frozenset(("stop_reason", "logprobs"))
_NULLS = ("error", "incomplete_details", "instructions")


def write_response(draft: Draft, losses: Losses) -> Any:
    """The whole body."""
    completion: Completion = draft.document
    form = form_of(completion.provider_raw, NAME)
    lacks = named_in(completion.provider_raw, NAME, "lacks")
    kept = own_residue(completion.provider_raw)
    wire: dict[str, Any] = {}
    # Response: "required": ["id", "object", "created_at", "error", "incomplete_details", "instructions", "model",
    # "output", "parallel_tool_calls", ...]
    require("id", completion.id, "resp_0", wire, lacks, losses)
    if form.get("object", "response") is not None:
        wire["object"] = form.get("object", "response")
    write_when(completion, form, wire, losses)
    require("model", completion.model, "default", wire, lacks, losses)
    _write_output(draft, wire, kept, lacks, losses)
    if completion.usage is not None:
        wire["usage"] = write_usage(completion.usage, "/usage", losses)
    write_word(completion, "service_tier", TIERS, wire, losses, place="", feature="completion")
    if form.get("output_text") and draft.turns:
        wire["output_text"] = joined_text(draft.turns[0].blocks)
    for name in _NULLS:
        if name not in lacks:
            wire.setdefault(name, None)
    write_echo(wire, kept, lacks, losses)
    losses.dropped_fields(completion, _HELD, "", "completion")
    if not completion.provider_raw:
        return wire
    return restore(
        {k: v for k, v in wire.items() if v is not None or k not in kept}, completion.provider_raw, losses, ""
    )


# What a reply echoes of its request; a document of another format does not say it.
_ECHO: dict[str, Any] = {"parallel_tool_calls": True, "tool_choice": "auto"}
# These say no more than absence does.
_EMPTY: dict[str, Any] = {"tools": [], "metadata": {}, "temperature": None, "top_p": None}


def write_echo(wire: dict[str, Any], kept: dict[str, Raw], lacks: Any, losses: Losses) -> None:
    """Response: "required": [..., "tools", "parallel_tool_calls", "metadata", "tool_choice", ...]."""
    is_whole = not lacks and not kept
    wire |= _EMPTY if is_whole else {name: _EMPTY[name] for name in _EMPTY if name not in lacks and name not in kept}
    for name, made in _ECHO.items():
        if name not in lacks and name not in kept:
            wire[name] = made
            losses.invented(f"/provider_raw/{NAME}/{name}", f"completion.{name}", made)


def require(name: str, value: Any, made: Any, wire: dict[str, Any], lacks: Any, losses: Losses) -> None:
    """Add a required key, invented if need be, unless the source of this format lacked it."""
    if value is not None:
        wire[name] = value
    elif name not in lacks:
        wire[name] = made
        losses.invented(f"/{name}", f"completion.{name}", made)


def write_when(completion: Completion, form: dict[str, Any], wire: dict[str, Any], losses: Losses) -> None:
    """Write the time of the reply; `form` is how the source of this format wrote it."""
    lacks = named_in(completion.provider_raw, NAME, "lacks")
    if completion.created_at is None and form.get("odd_time"):
        return
    exact = decimal_seconds(completion.created_at) if completion.created_at is not None else None
    if exact is not None:
        # Response.created_at: "type": "number", "Unix timestamp (in seconds) of when this Response was created."
        wire["created_at"] = Raw(exact)
        if NAME not in (completion.provider_raw or ()):
            losses.reshaped("/created_at", "completion.created_at", completion.created_at)
        return
    created = when_created(completion.created_at, losses) if completion.created_at is not None else None
    require("created_at", created, 0, wire, lacks, losses)
    if created is not None and form.get("created_at") == "decimal":
        wire["created_at"] = Raw(f"{created}.0")


def _write_output(draft: Draft, wire: dict[str, Any], kept: dict[str, Raw], lacks: Any, losses: Losses) -> None:
    """Write the items of the only candidate, and the status."""
    items = Items(losses, reply=True, model=draft.document.model)
    for turn in draft.turns:
        if turn.role != "assistant":
            losses.degraded(f"{turn.path}/role", "message.role", turn.role)
            turn.role = "assistant"
        write_turn(give_logprobs(turn, losses), items)
        _write_end(turn, wire, kept, lacks, losses)
    if not draft.turns:
        wire["status"] = "completed"
    if items.found or "output" not in lacks:
        wire["output"] = items.found


STATUSES = {
    "max_tokens": ("incomplete", "max_output_tokens"),
    "content_filter": ("incomplete", "content_filter"),
    "error": ("failed", None),
    "cancelled": ("cancelled", None),
}


def _write_end(turn: Turn, wire: dict[str, Any], kept: dict[str, Raw], lacks: Any, losses: Losses) -> None:
    metadata = turn.message.metadata
    place = f"{turn.path}/metadata"
    if metadata is not None:
        losses.dropped_fields(metadata, _METADATA, place, "metadata")
        report_foreign(metadata.provider_raw, losses, place)
    stop = metadata.stop_reason if metadata is not None else None
    if stop is None:
        if "status" in kept or "status" in lacks:
            return
        made = "tool_use" if any(is_open_call(block) for block in turn.blocks) else "end_turn"
        losses.invented(f"{place}/stop_reason", "metadata.stop_reason", made)
        wire["status"] = "completed"
        return
    status, reason = STATUSES.get(stop, ("completed", None))
    wire["status"] = status
    if reason is not None:
        wire["incomplete_details"] = {"reason": reason}
    if reason_of(status, reason, turn.blocks) != stop:
        # A reply says that it is complete, and its items say the rest.
        losses.degraded(f"{place}/stop_reason", "metadata.stop_reason", stop)
