"""A lowered Completion -> a reply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.dialects.ollama_chat.enums import DONE_REASONS, FAILED, NAME
from turnwire.dialects.ollama_chat.write_message import write_turn
from turnwire.documents.residue import form_of, report_foreign, restore
from turnwire.lowering.draft import when
from turnwire.model import ToolUseBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft, Turn
    from turnwire.model import Completion, MessageMetadata, Usage

_HELD = frozenset(("candidates", "created_at", "model", "usage"))
_MESSAGE = frozenset(("role", "content", "metadata"))
_METADATA = frozenset(("stop_reason", "logprobs"))
_USAGE = frozenset(("input_tokens", "output_tokens"))
_BUCKETS = ("cached_input_tokens", "cache_creation_input_tokens")
_LIST = ord("[")


def write_response(draft: Draft, losses: Losses) -> Any:
    """The whole body."""
    completion: Completion = draft.document
    form = form_of(completion.provider_raw, NAME)
    lacks = form.get("lacks", ())
    wire: dict[str, Any] = {}
    for name in ("model", "created_at"):
        value = draft.added.get(name, getattr(completion, name))
        if value is not None:
            wire[name] = value
    if draft.turns:
        _write_candidate(draft.turns[0], wire, losses, completion.model)
    elif "message" not in lacks:
        wire["message"] = {"role": "assistant", "content": ""}
    if "done" not in lacks:
        wire["done"] = form.get("done", True)
    if completion.usage is not None:
        _write_usage(completion.usage, wire, losses)
    losses.dropped_fields(completion, _HELD, "", "completion")
    return restore(wire, completion.provider_raw, losses, "") if completion.provider_raw else wire


def _write_candidate(turn: Turn, wire: dict[str, Any], losses: Losses, model: str | None) -> None:
    message = turn.message
    if turn.role != "assistant":
        # ChatResponse.message.role: "Always `assistant` for model responses" (docs/openapi.yaml).
        losses.degraded(f"{turn.path}/role", "message.role", turn.role)
        turn.role = "assistant"
    wire["message"] = write_turn(turn, losses, reply=True, model=model)
    losses.dropped_fields(message, _MESSAGE, turn.path, "message")
    if message.metadata is not None:
        _write_metadata(message.metadata, turn, wire, losses)


def _write_metadata(metadata: MessageMetadata, turn: Turn, wire: dict[str, Any], losses: Losses) -> None:
    path = f"{turn.path}/metadata"
    reason = metadata.stop_reason
    if reason is not None:
        word = FAILED if reason == "error" else DONE_REASONS.get(reason, "stop")
        wire["done_reason"] = word
        calls = any(type(block) is ToolUseBlock for block in turn.blocks)
        if word == FAILED or (word == "stop" and reason != ("tool_use" if calls else "end_turn")):
            losses.degraded(f"{path}/stop_reason", "metadata.stop_reason", reason)
    if metadata.logprobs:
        if memoryview(metadata.logprobs)[0] == _LIST:
            wire["logprobs"] = metadata.logprobs
        else:
            losses.dropped(f"{path}/logprobs", "metadata.logprobs", metadata.logprobs)
    losses.dropped_fields(metadata, _METADATA, path, "metadata")
    report_foreign(metadata.provider_raw, losses, path)


def _write_usage(usage: Usage, wire: dict[str, Any], losses: Losses) -> None:
    """`prompt_eval_count`: "Number of tokens in the prompt" (docs/openapi.yaml), wherever they were read from."""
    others = sum(getattr(usage, name) or 0 for name in _BUCKETS)
    if others and usage.input_tokens is not None:
        losses.degraded("/usage/input_tokens", "usage.input_tokens", usage.input_tokens)
    elif others:
        losses.invented("/usage/input_tokens", "usage.input_tokens", others)
    if usage.input_tokens is not None or others:
        wire["prompt_eval_count"] = (usage.input_tokens or 0) + others
    if usage.output_tokens is not None:
        wire["eval_count"] = usage.output_tokens
    losses.dropped_fields(usage, _USAGE, "/usage", "usage")
    report_foreign(usage.provider_raw, losses, "/usage")


# ChatResponse has no `omitempty` for these (api/types.go); clients parse the time.
_REQUIRED = (("model", "default"), ("created_at", "1970-01-01T00:00:00Z"))


@when()
def require_reply_fields(draft: Draft, losses: Losses) -> Draft:
    """`model`, `created_at`, `message` and `done` are in every reply (api/types.go, ChatResponse: no `omitempty`)."""
    completion: Completion = draft.document
    lacks = form_of(completion.provider_raw, losses.dialect).get("lacks", ())
    for name, made in _REQUIRED:
        if getattr(completion, name) is None and name not in lacks:
            losses.invented(f"/{name}", f"completion.{name}", made)
            draft.added = {**draft.added, name: made}
    if not draft.turns and "message" not in lacks:
        losses.invented("/candidates/0", "completion.candidates", {"role": "assistant"})
    return draft
