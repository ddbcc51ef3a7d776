"""A History -> messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.dialects.langchain_messages.usage import write_usage
from turnwire.dialects.langchain_messages.wire import CLASSES, FINISH_REASONS, NAME, PATH, ROLES, TYPES
from turnwire.dialects.langchain_messages.write_content import is_invalid, write_call, write_content
from turnwire.documents.residue import form_of, report_foreign, report_others, restore
from turnwire.documents.token_usage import report_counts
from turnwire.lowering.draft import Turn
from turnwire.lowering.messages import lose_turn
from turnwire.model import Message, MessageMetadata, OpaqueBlock, ToolResultBlock, ToolUseBlock

if TYPE_CHECKING:
    from msgspec import Raw

    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft
    from turnwire.model import ContentBlock

_HELD = frozenset(("role", "content", "id", "name"))
_NOTHING: frozenset[str] = frozenset()


def rank_of(block: ContentBlock, _: str) -> int:
    """Return the rank of a block: calls are next to the content, those that could not be parsed after the others."""
    if type(block) is not ToolUseBlock:
        return 0
    return 2 if is_invalid(block) else 1


def write_conversation(draft: Draft, losses: Losses) -> object:
    """Messages hold no settings."""
    history, settings = draft.document, draft.settings
    losses.dropped_fields(history, frozenset(("history", "settings")), "", "history")
    if settings is not None:
        losses.dropped_fields(settings, _NOTHING, "/settings", "settings")
        report_foreign(settings.provider_raw, losses, "/settings")
    messages: list[Any] = []
    for turn in draft.turns:
        if turn.role == "tool":
            _write_results(turn, losses, messages)
        else:
            _write_spoken(turn, losses, messages)
    raw = history.provider_raw
    if form_of(raw, NAME).get("root") == "list":
        report_others(raw, losses, "")
        return messages
    wire = {"messages": messages}
    return restore(wire, raw, losses, "") if raw else wire


def _write_spoken(turn: Turn, losses: Losses, messages: list[Any]) -> None:
    message, form = turn.message, form_of(turn.message.provider_raw, NAME)
    if "entry" in form and (whole := _write_whole(turn, losses)):
        messages.append(whole)
        return
    body = _said(turn, turn.role, form, losses)
    held = _HELD
    if turn.role == "assistant" and message.metadata is not None:
        held = _HELD | {"metadata"}
        _write_metadata(message.metadata, f"{turn.path}/metadata", body, form, losses)
    body |= {name: text for name in ("name", "id") if (text := getattr(message, name)) is not None}
    losses.dropped_fields(message, held, turn.path, "message")
    messages.append(_entry(body, turn, turn.role, form, losses))


def _said(turn: Turn, role: str, form: dict[str, Any], losses: Losses) -> dict[str, Any]:
    """Write the content, and next to it the calls of an assistant."""
    said: list[tuple[ContentBlock, str]] = []
    calls: list[tuple[ToolUseBlock, str]] = []
    for block, place in zip(turn.blocks, turn.all_places(), strict=True):
        if type(block) is ToolUseBlock and role == "assistant":
            calls.append((block, place))
        else:
            said.append((block, place))
    body = _body(role, form)
    content = write_content([block for block, _ in said], [place for _, place in said], form, losses)
    if content is not None:
        body["content"] = content
    for block, place in calls:
        name = "invalid_tool_calls" if is_invalid(block) else "tool_calls"
        body.setdefault(name, []).append(write_call(block, place, losses))
    return body


def _write_whole(turn: Turn, losses: Losses) -> Raw | None:
    """An entry that was kept whole, while nothing was added to it."""
    block = turn.blocks[0] if len(turn.blocks) == 1 else None
    if type(block) is not OpaqueBlock or block.dialect != NAME:
        return None
    losses.dropped_fields(turn.message, frozenset(("role", "content")), turn.path, "message")
    losses.dropped_fields(block, frozenset(("block_type", "value", "dialect")), turn.place(0), "opaque")
    _report_others(turn, losses)
    report_foreign(block.provider_raw, losses, turn.place(0))
    return block.value


def _report_others(turn: Turn, losses: Losses) -> None:
    raw = turn.message.provider_raw or {}
    report_others(raw, losses, turn.path)


def _write_metadata(
    metadata: MessageMetadata, path: str, body: dict[str, Any], form: dict[str, Any], losses: Losses
) -> None:
    losses.dropped_fields(metadata, frozenset(("model", "stop_reason", "usage")), path, "metadata")
    report_foreign(metadata.provider_raw, losses, path)
    _report_provider(metadata.model, metadata.stop_reason, body)
    if metadata.usage is not None:
        body["usage_metadata"] = write_usage(metadata.usage, f"{path}/usage", form, losses)


def _report_provider(model: str | None, reason: str | None, body: dict[str, Any]) -> None:
    told = {} if model is None else {"model_name": model}
    if reason is not None:
        told["finish_reason"] = FINISH_REASONS[reason]
    if told:
        body["response_metadata"] = told


_REPLY = frozenset(("candidates", "id", "model", "usage"))


def write_reply(draft: Draft, losses: Losses) -> object:
    """A reply is one message of the model."""
    completion = draft.document
    report_others(completion.provider_raw, losses, "")
    for turn in draft.turns[1:]:
        losses.dropped(turn.path, "completion.candidates", turn.message)
    if draft.turns:
        turn = draft.turns[0]
    else:
        turn = Turn("assistant", [], Message("assistant"), "/candidates/0")
        losses.invented("/candidates/0", "completion.candidates", {"role": "assistant"})
    message, form = turn.message, form_of(turn.message.provider_raw, NAME)
    if "entry" in form and (whole := _write_whole(turn, losses)):
        losses.dropped_fields(completion, frozenset(("candidates", "usage")), "", "completion")
        report_counts(completion.usage, losses)
        return whole
    losses.dropped_fields(completion, _REPLY, "", "completion")
    if message.role != "assistant":
        losses.degraded(f"{turn.path}/role", "message.role", message.role)
    body = _said(turn, "assistant", form, losses)
    metadata = message.metadata or MessageMetadata()
    losses.dropped_fields(metadata, frozenset(("stop_reason",)), f"{turn.path}/metadata", "metadata")
    report_foreign(metadata.provider_raw, losses, f"{turn.path}/metadata")
    _report_provider(completion.model, metadata.stop_reason, body)
    if completion.usage is not None:
        body["usage_metadata"] = write_usage(completion.usage, "/usage", form, losses)
    body |= {name: text for name, text in (("name", message.name), ("id", completion.id)) if text is not None}
    losses.dropped_fields(message, frozenset(("role", "content", "name", "metadata")), turn.path, "message")
    return _entry(body, turn, "assistant", form, losses)


def _body(role: str, form: dict[str, Any]) -> dict[str, Any]:
    word = _word(role, form)
    typed = form.get("typed", word)
    return {} if typed is None else {"type": typed}


def _word(role: str, form: dict[str, Any]) -> str:
    word = form.get("type")
    return word if isinstance(word, str) and ROLES.get(word) == role else TYPES[role]


def _entry(body: dict[str, Any], turn: Turn, role: str, form: dict[str, Any], losses: Losses) -> Any:
    """The message in the form that its source used."""
    word, shape = _word(role, form), form.get("shape")
    entry: dict[str, Any] = {"type": word, "data": body}
    if shape == "flat":
        entry = body
    elif shape == "kwargs":
        path = form.get("path")
        path = path[:-1] if isinstance(path, list) else PATH
        entry = {"lc": 1, "type": "constructor", "id": [*path, CLASSES[word]], "kwargs": body}
    raw = turn.message.provider_raw
    return restore(entry, raw, losses, turn.path) if raw else entry


def _write_results(turn: Turn, losses: Losses, messages: list[Any]) -> None:
    """Write one message for each result; other blocks have no place in a tool message."""
    results = [n for n, block in enumerate(turn.blocks) if type(block) is ToolResultBlock]
    if not results:
        lose_turn(turn, losses)
        return
    for n, block in enumerate(turn.blocks):
        if type(block) is not ToolResultBlock:
            losses.dropped(turn.place(n), str(block.__struct_config__.tag), block)
            continue
        form = form_of(turn.message.provider_raw, NAME) if n == results[0] else {}
        body = _result(block, turn.place(n), form, losses)
        if n != results[0]:
            messages.append({"type": "tool", "data": body})
            continue
        if turn.message.id is not None:
            body["id"] = turn.message.id
        losses.dropped_fields(turn.message, frozenset(("role", "content", "id")), turn.path, "message")
        messages.append(_entry(body, turn, turn.role, form, losses))


_RESULT = frozenset(("tool_use_id", "name", "content", "is_error", "structured", "run_by"))


def _result(block: ToolResultBlock, place: str, form: dict[str, Any], losses: Losses) -> dict[str, Any]:
    if form.get("type") == "function" and block.tool_use_id:
        del form["type"]
    body = _body("tool", form)
    places = losses.places_inside(place, len(block.content))
    content = write_content(block.content, places, form, losses)
    if content is not None:
        body["content"] = content
    if form.get("type") != "function" and (block.tool_use_id or form.get("lacks") != "tool_call_id"):
        body["tool_call_id"] = block.tool_use_id
    if block.name is not None:
        body["name"] = block.name
    if block.is_error or form.get("status") == "success":
        body["status"] = "error" if block.is_error else "success"
    if block.structured:
        if bytes(block.structured) == b"null":
            losses.dropped(f"{place}/structured", "tool_result.structured", None)
        else:
            body["artifact"] = block.structured
    losses.dropped_fields(block, _RESULT, place, "tool_result")
    report_foreign(block.provider_raw, losses, place)
    return body
