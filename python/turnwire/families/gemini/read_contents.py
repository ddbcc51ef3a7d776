"""Read contents as messages.

Responses of functions are in the user's turn, next to the user's own parts; some clients put them into the model's
turn.  Here each is a message of its own; where a turn began follows from the order, and is marked only if it does not,
or if the turn is the model's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Raw

from turnwire.codec.wire import ENCODER, FORM, NOTHING
from turnwire.documents.residue import form_of, unknown_role
from turnwire.families.gemini.overlays import fields_of, keep
from turnwire.families.gemini.read_parts import read_parts
from turnwire.families.gemini.wire import Content, Part
from turnwire.lowering.segments import GOES_ON, MODELS, is_result, split_at_results
from turnwire.model import ContentBlock, Message, OpaqueBlock, TextBlock

if TYPE_CHECKING:
    from turnwire.families.gemini.reading import Reading

# The role of function results in older clients.
_OF_RESULTS = frozenset({"function", "tool"})
ROLES = {"user": "user", "model": "assistant", "system": "system"}


def read_contents(contents: Any, reading: Reading) -> tuple[list[Message], dict[str, Any]]:
    """The messages, and the mark of how the list was spelled."""
    messages: list[Message] = []
    if isinstance(contents, list):
        for item in contents:
            read_content(item, messages, reading)
        return messages, {}
    read_content(contents, messages, reading)
    return messages, {"contents": "single"}


def read_content(item: Content | str, messages: list[Message], reading: Reading) -> None:
    """Append the messages of one turn."""
    if isinstance(item, str):
        form = {"message": "text", "empty": True} if not item else {"message": "text"}
        messages.append(Message("user", [TextBlock(item)], provider_raw=keep(reading.name, {}, form=form)))
        return
    parts, role = item.parts, item.role
    if type(parts) is list and len(parts) == 1 and type(parts[0]) is Part and item.unknown is NOTHING:
        only = parts[0]
        if role in ("user", "model") and only.text and only == Part(only.text):
            messages.append(Message("user" if role == "user" else "assistant", [TextBlock(str(only.text))]))
            return
    _read_turn(item, messages, reading)


def _read_turn(item: Content, messages: list[Message], reading: Reading) -> None:
    form = spelling(item)
    blocks = [] if item.parts is UNSET else read_parts(item.parts, reading)
    if not blocks or has_empty_text(blocks):
        form["empty"] = True
    role: Any = ROLES.get(item.role, "user")  # type: ignore[arg-type]
    if item.role not in ROLES:
        form["role"] = None if item.role is UNSET else item.role
    if role == "system":
        form["place"] = "messages"
    if role != "system" and any(is_result(block) for block in blocks):
        _read_results(item, role, blocks, form, messages, reading)
        return
    rest = {**fields_of(item.unknown), **unknown_role(form)}
    messages.append(Message(role, blocks, provider_raw=keep(reading.name, rest, form=form)))


def has_empty_text(blocks: list[ContentBlock]) -> bool:
    """Return whether a text among the blocks is empty."""
    return any(type(block) is TextBlock and not block.text for block in blocks)


def spelling(item: Content) -> dict[str, Any]:
    """Return how the parts of a turn are spelled, if not as a list."""
    if item.parts is UNSET:
        return {"parts": "none"}
    return {} if isinstance(item.parts, list) else {"parts": "single"}


def _read_results(
    item: Content,
    said_by: Any,
    blocks: list[ContentBlock],
    form: dict[str, Any],
    messages: list[Message],
    reading: Reading,
) -> None:
    follows_results = bool(messages) and messages[-1].role == "tool"
    first = len(messages)
    for segment in split_at_results(blocks):
        role: Any = "tool" if is_result(segment[0]) else said_by
        marks: dict[str, Any] = dict(form) if len(messages) == first else {"empty": True} if "empty" in form else {}
        if said_by == "assistant":
            marks["turn"] = MODELS if len(messages) == first else GOES_ON
        elif len(messages) > first and not (role == "tool" and messages[-1].role == "tool"):
            marks["turn"] = "same"
        elif len(messages) == first and role == "tool" and follows_results:
            marks["turn"] = "new"
        unknown = {**fields_of(item.unknown), **_odd_role(form, blocks)} if len(messages) == first else {}
        messages.append(Message(role, segment, provider_raw=keep(reading.name, unknown, form=marks)))


def _odd_role(form: dict[str, Any], blocks: list[ContentBlock]) -> dict[str, str]:
    """Return the unknown role of a turn with results, as residue.

    A word for "results" is redundant with results alone.
    """
    says_results = form.get("role") in _OF_RESULTS and all(is_result(block) for block in blocks)
    return {} if says_results else unknown_role(form)


def read_system(content: Content | str, reading: Reading) -> Message | None:
    """Read the system prompt; its members besides the parts are kept with the settings."""
    if isinstance(content, str):
        form: dict[str, Any] = {"message": "text"} if content else {"message": "text", "empty": True}
        return Message("system", [TextBlock(content)], provider_raw=keep(reading.name, {}, form=form))
    if content.parts is UNSET:
        return None
    form = spelling(content)
    if content.role is not UNSET:
        form["role"] = content.role
    blocks = read_parts(content.parts, reading)
    if not blocks:
        return None
    if has_empty_text(blocks):
        form["empty"] = True
    for block in blocks:
        if type(block) is not TextBlock and type(block) is not OpaqueBlock:
            _mark_in_system(block, reading.name)
    return Message("system", blocks, provider_raw=keep(reading.name, {}, form=form))


def _mark_in_system(block: ContentBlock, name: str) -> None:
    """Mark a block of the system prompt that is not text, so that it is written back there."""
    own = (block.provider_raw or {}).get(name, Raw(b"{}"))
    form = {**form_of(block.provider_raw, name), "in": "system"}
    members = {**msgspec.json.decode(own, type=dict[str, Raw]), FORM: form}
    block.provider_raw = {name: Raw(ENCODER.encode(members))}
