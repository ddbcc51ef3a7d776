"""The result of `sampling/createMessage`, both ways: one candidate, which has a model and a reason to stop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET

from turnwire.dialects.mcp_content.legal import is_sampled
from turnwire.dialects.mcp_content.read import read_block
from turnwire.dialects.mcp_content.wire import NAME
from turnwire.dialects.mcp_content.write import write_block
from turnwire.documents.residue import form_of, report_foreign, residue, restore
from turnwire.documents.token_usage import report_counts
from turnwire.lowering.draft import Draft, Turn, when
from turnwire.model import Completion, Message, MessageMetadata, TextBlock, ToolUseBlock

if TYPE_CHECKING:
    from turnwire.dialects.mcp_content.wire import Reply
    from turnwire.documents.inputs import Envelope
    from turnwire.losses import Losses
    from turnwire.model import ContentBlock

# CreateMessageResult: "stopReason?: "endTurn" | "stopSequence" | "maxTokens" | string" (2025-06-18; "toolUse" since
# 2025-11-25): other words are free, and those here are spelled like the provider's own.
_WORDS = {
    "end_turn": "endTurn",
    "max_tokens": "maxTokens",
    "stop_sequence": "stopSequence",
    "tool_use": "toolUse",
    "content_filter": "contentFilter",
    "refusal": "refusal",
    "pause_turn": "pauseTurn",
    "cancelled": "cancelled",
    "error": "error",
}
_REASONS: dict[str, Any] = {word: reason for reason, word in _WORDS.items()}
_MODEL = "unknown"


def read_reply(wire: Reply, _: Envelope | None) -> Completion:
    """The one candidate."""
    form: dict[str, Any] = {}
    rest: dict[str, Any] = dict(wire.unknown.fields) if wire.unknown else {}
    blocks = [read_block(each) for each in (wire.content if type(wire.content) is list else [wire.content])]
    if type(wire.content) is list and len(blocks) <= 1:
        form["content"] = "list"
    if wire.role != "assistant":
        form["role"] = None if wire.role is UNSET else wire.role
    if wire.model is UNSET:
        form["lacks"] = ["model"]
    word = wire.stop_reason
    reason = None if word is UNSET else _REASONS.get(word)
    if reason is None and word is not UNSET:
        rest["stopReason"] = word
    metadata = None if reason is None else MessageMetadata(stop_reason=reason)
    model = None if wire.model is UNSET else wire.model
    message = Message("assistant", blocks, metadata=metadata)
    return Completion([message], model=model, provider_raw=residue(NAME, rest, form=form))


@when()
def require_content(draft: Draft, losses: Losses) -> Draft:
    """SamplingMessage: "content: SamplingMessageContentBlock | SamplingMessageContentBlock[]": it is required."""
    turn = draft.turns[0]
    kept = []
    for n, block in enumerate(turn.blocks):
        if is_sampled(block, losses.dialect):
            kept.append(n)
        else:
            losses.dropped(turn.place(n), str(block.__struct_config__.tag), block)
            report_foreign(block.provider_raw, losses, turn.place(n))
    blocks, places = [turn.blocks[n] for n in kept], [turn.place(n) for n in kept]
    if not kept and "content" not in form_of(draft.document.provider_raw, losses.dialect):
        losses.invented(f"{turn.path}/content/0", "text", "")
        blocks, places = [TextBlock("")], [f"{turn.path}/content/0"]
    return msgspec.structs.replace(draft, turns=[msgspec.structs.replace(turn, blocks=blocks, places=places)])


_COMPLETION = frozenset(("candidates", "model", "usage"))
_MESSAGE = frozenset(("role", "content", "metadata"))


def write_reply(draft: Draft, losses: Losses) -> Any:
    """The one message."""
    completion: Completion = draft.document
    form = form_of(completion.provider_raw, NAME)
    turn = draft.turns[0]
    blocks = [
        _write_assistant_part(block, place, losses) for block, place in zip(turn.blocks, turn.all_places(), strict=True)
    ]
    role = form.get("role", "assistant")
    wire: dict[str, Any] = {} if role is None else {"role": role}
    if turn.message.role != "assistant":
        losses.dropped(f"{turn.path}/role", "message.role", turn.message.role)
        losses.invented(f"{turn.path}/role", "message.role", "assistant")
    is_list = len(blocks) != 1 or form.get("content") == "list"
    wire["content"] = blocks if is_list else blocks[0]
    if completion.model is not None:
        wire["model"] = completion.model
    elif "model" not in form.get("lacks", ()):
        # "The name of the model that generated the message." It is required.
        wire["model"] = _MODEL
        losses.invented("/model", "completion.model", _MODEL)
    _write_reason(turn, wire, losses)
    losses.dropped_fields(completion, _COMPLETION, "", "completion")
    report_counts(completion.usage, losses)
    losses.dropped_fields(turn.message, _MESSAGE, turn.path, "message")
    report_foreign(turn.message.provider_raw, losses, turn.path)
    return restore(wire, completion.provider_raw, losses, "") if completion.provider_raw else wire


_CALL = frozenset(("id", "name", "input", "run_by"))


def _write_assistant_part(block: ContentBlock, place: str, losses: Losses) -> Any:
    """Write one block of a sampled message, the only place for tool calls."""
    if type(block) is not ToolUseBlock:
        return write_block(block, place, losses)
    call = {"type": "tool_use", "id": block.id, "name": block.name, "input": block.input}
    losses.dropped_fields(block, _CALL, place, "tool_use")
    return restore(call, block.provider_raw, losses, place) if block.provider_raw else call


def _write_reason(turn: Turn, wire: dict[str, Any], losses: Losses) -> None:
    metadata = turn.message.metadata
    if metadata is None:
        return
    if metadata.stop_reason is not None:
        wire["stopReason"] = _WORDS[metadata.stop_reason]
    losses.dropped_fields(metadata, frozenset(("stop_reason",)), f"{turn.path}/metadata", "metadata")
    report_foreign(metadata.provider_raw, losses, f"{turn.path}/metadata")
