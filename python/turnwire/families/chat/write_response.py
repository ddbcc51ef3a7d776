"""A lowered Completion -> a reply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from turnwire.codec.wire import ENCODER
from turnwire.documents.residue import form_of, report_foreign, restore
from turnwire.families.chat.images import write_images
from turnwire.families.chat.overlay import is_no_object, says
from turnwire.families.chat.times import unix_seconds
from turnwire.families.chat.write_calls import write_calls
from turnwire.families.chat.write_content import feature_of
from turnwire.families.chat.write_message import is_bare, sort_blocks, write_refusal
from turnwire.families.chat.write_usage import write_usage
from turnwire.lowering.writing import report_source
from turnwire.model import ImageBlock, TextBlock

if TYPE_CHECKING:
    from turnwire.families.chat.vendor import Vendor
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft, Turn
    from turnwire.model import AudioBlock, Completion, Message, MessageMetadata

_HELD = frozenset(("candidates", "id", "created_at", "model", "usage", "service_tier"))
_MESSAGE = frozenset(("role", "content", "metadata"))
_METADATA = frozenset(("stop_reason", "logprobs"))
_SOUND = frozenset(("source", "id", "transcript", "expires_at"))


def write_response(vendor: Vendor, draft: Draft, losses: Losses) -> Any:
    """The whole body."""
    completion: Completion = draft.document
    form = form_of(completion.provider_raw, losses.dialect)
    wire = write_top(completion, form)
    if draft.turns or "choices" not in form.get("lacks", ()):
        model = completion.model
        wire["choices"] = [_write_choice(turn, n, losses, model, vendor) for n, turn in enumerate(draft.turns)]
    if completion.usage is not None:
        wire["usage"] = write_usage(completion.usage, "/usage", losses, vendor)
    tier = completion.service_tier
    if tier is not None and (tier in vendor.tiers or form.get("service_tier") == tier):
        wire["service_tier"] = tier
    elif tier is not None:
        losses.dropped("/service_tier", "completion.service_tier", tier)
    for name in vendor.nulls:
        if name not in form.get("lacks", ()) and not says(completion.provider_raw, losses.dialect, name):
            wire[name] = None
    losses.dropped_fields(completion, _HELD, "", "completion")
    return restore(wire, completion.provider_raw, losses, "") if completion.provider_raw else wire


def write_top(completion: Completion, form: dict[str, Any]) -> dict[str, Any]:
    """Write the members that every reply has, which `complete_reply` has added."""
    wire: dict[str, Any] = {}
    if completion.id is not None:
        wire["id"] = completion.id
    if "object" not in form.get("lacks", ()):
        wire["object"] = form.get("object", "chat.completion")
    if completion.created_at is not None:
        wire["created"] = unix_seconds(completion.created_at)
    if completion.model is not None:
        wire["model"] = completion.model
    return wire


def _write_choice(turn: Turn, position: int, losses: Losses, model: str | None, vendor: Vendor) -> Any:
    message = turn.message
    form = form_of(message.provider_raw, losses.dialect)
    lacks = form.get("lacks", ())
    choice: dict[str, Any] = {}
    if "index" not in lacks:
        index = form.get("index")
        choice["index"] = index if isinstance(index, int) else position
    if turn.blocks or "message" not in lacks:
        choice["message"] = _write_assistant_part(turn, form, losses, model, vendor)
    if message.role != "assistant":
        losses.dropped(f"{turn.path}/role", "message.role", message.role)
        losses.invented(f"{turn.path}/role", "message.role", "assistant")
    if "logprobs" not in lacks:
        choice["logprobs"] = None
    _write_finish(message, form, turn, choice, losses, vendor)
    losses.dropped_fields(message, _MESSAGE, turn.path, "message")
    return restore(choice, message.provider_raw, losses, turn.path) if message.provider_raw else choice


def _write_assistant_part(
    turn: Turn, form: dict[str, Any], losses: Losses, model: str | None, vendor: Vendor
) -> dict[str, Any]:
    role = form.get("role", "assistant")
    wire: dict[str, Any] = {} if role is None else {"role": role}
    found = sort_blocks(turn, losses, vendor)
    vendor.write_thoughts(found.thinking, wire, losses, vendor, model)
    pictures = [each for each in found.said if type(each[0]) is ImageBlock]
    _write_text([each for each in found.said if type(each[0]) is not ImageBlock], wire, form, losses)
    write_refusal(found.refusals, wire, losses)
    for block, place in found.audio:
        _write_sound(block, place, wire, losses)
    write_images(found.images + pictures, wire, losses)
    write_calls(found.calls, wire, losses, vendor)
    spelling = form.get("refusal")
    if spelling != "odd":
        wire.setdefault("refusal", "" if spelling == "empty" else None)
    return wire


def _write_text(said: list[tuple[Any, str]], wire: dict[str, Any], form: dict[str, Any], losses: Losses) -> None:
    """The content is one text: `join_texts` saw to that."""
    for block, place in said:
        if type(block) is TextBlock and "content" not in wire:
            wire["content"] = block.text
            if not block.text and not block.citations:
                losses.dropped(place, "text", block)  # an empty content is read as no block
            _report_text(block, place, losses)
            if annotations := [_annotation(citation, block, losses.dialect) for citation in block.citations]:
                wire["annotations"] = annotations
        else:
            losses.dropped(place, feature_of(block), block)
    if "content" not in wire:
        spelling = form.get("content")
        if spelling != "absent":
            wire["content"] = "" if spelling == "text" else None


def _report_text(block: TextBlock, place: str, losses: Losses) -> None:
    if not is_bare(block, losses.dialect):
        losses.dropped_fields(block, frozenset(("text", "citations")), place, "text")
        report_foreign(block.provider_raw, losses, place)


def _annotation(citation: Any, block: TextBlock, dialect: str) -> dict[str, Any]:
    cited: dict[str, Any] = {
        "url": citation.url,
        "title": citation.title or "",
        "start_index": citation.span_start or 0,
        "end_index": len(block.text) if citation.span_end is None else citation.span_end,
    }
    spelling = form_of(citation.provider_raw, dialect).get("content")
    if spelling == "null" or (spelling and citation.cited_text is not None):
        cited["content"] = citation.cited_text
    return {"type": "url_citation", "url_citation": cited}


def _write_sound(block: AudioBlock, place: str, wire: dict[str, Any], losses: Losses) -> None:
    expires = unix_seconds(block.expires_at) if block.expires_at is not None else None
    if block.source is None or block.source.kind != "base64" or not block.source.data:
        losses.dropped(place, "audio", block)
        return
    if block.id is None or "audio" in wire:
        losses.dropped(place, "audio", block)
        return
    sound: dict[str, Any] = {"id": block.id, "data": block.source.data}
    if expires is not None:
        sound["expires_at"] = expires
    if block.transcript is not None:
        sound["transcript"] = block.transcript
    losses.dropped_fields(block, _SOUND, place, "audio")
    report_source(block.source, place, losses)
    wire["audio"] = sound
    if block.provider_raw:
        merged = restore({"audio": sound}, block.provider_raw, losses, place)
        wire |= msgspec.json.decode(ENCODER.encode(merged), type=dict[str, msgspec.Raw])


def _write_finish(
    message: Message, form: dict[str, Any], turn: Turn, choice: dict[str, Any], losses: Losses, vendor: Vendor
) -> None:
    metadata: MessageMetadata | None = message.metadata
    reason = metadata.stop_reason if metadata is not None else None
    if metadata is not None:
        losses.dropped_fields(metadata, _METADATA, f"{turn.path}/metadata", "metadata")
        report_foreign(metadata.provider_raw, losses, f"{turn.path}/metadata")
        if is_no_object(metadata.logprobs):
            losses.dropped(f"{turn.path}/metadata/logprobs", "metadata.logprobs", metadata.logprobs)
        elif metadata.logprobs:
            choice["logprobs"] = metadata.logprobs
    if reason is not None:
        choice["finish_reason"] = finish_word(reason, form, turn.path, losses, vendor)


def finish_word(reason: str, form: dict[str, Any], path: str, losses: Losses, vendor: Vendor) -> str:
    """Return the `finish_reason`: the word of the source, while it still means the same, else the vendor's.

    A reason for which the vendor has no word of its own is degraded.
    """
    word = str(form.get("finish"))
    if vendor.finish.get(word) == reason:
        return word
    word = vendor.finish_words[reason]
    if vendor.finish.get(word) != reason:
        losses.degraded(f"{path}/metadata/stop_reason", "metadata.stop_reason", reason)
    return word
