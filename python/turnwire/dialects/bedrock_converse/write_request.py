"""A lowered conversation -> a request body."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import UNSET

from turnwire.dialects.bedrock_converse.wire import Message
from turnwire.dialects.bedrock_converse.wire_request import Body
from turnwire.dialects.bedrock_converse.write_parts import write_parts
from turnwire.dialects.bedrock_converse.write_settings import write_settings
from turnwire.documents.residue import form_of, restore
from turnwire.model import TextBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft, Turn
    from turnwire.model import History

_DOCUMENT: Final = frozenset({"history", "settings"})


def write_request(draft: Draft, losses: Losses) -> Any:
    """The body of a conversation whose passes have run."""
    document: History = draft.document
    messages: Any = [_message(turn, losses) for turn in draft.turns]
    if not messages and form_of(document.provider_raw, losses.dialect).get("messages") == "none":
        messages = UNSET
    body = Body(messages=messages)
    if draft.system:
        body.system = _system(draft.system, losses)
    losses.dropped_fields(document, _DOCUMENT, "", "history")
    whole = write_settings(body, draft, losses)
    return whole if document.provider_raw is None else restore(whole, document.provider_raw, losses, "")


def _message(turn: Turn, losses: Losses) -> Any:
    raw = turn.message.provider_raw
    if raw is None:
        return Message(role=turn.role, content=write_parts(turn, losses))
    form = form_of(raw, losses.dialect)
    role: Any = turn.role
    if "role" in form and role == "user":
        role = UNSET if form["role"] is None else form["role"]
    return restore(Message(role=role, content=_content(turn, form, losses)), raw, losses, turn.path)


def _content(turn: Turn, form: dict[str, Any], losses: Losses) -> Any:
    if form.get("content") == "none" and not turn.blocks:
        return UNSET
    if form.get("content") == "text" and len(turn.blocks) == 1:
        block = turn.blocks[0]
        if type(block) is TextBlock and block == TextBlock(block.text):
            return block.text
    return write_parts(turn, losses)


def _system(turns: list[Turn], losses: Losses) -> Any:
    form = form_of(turns[0].message.provider_raw, losses.dialect)
    if len(turns) == 1:
        return _content(turns[0], form, losses)
    return [part for turn in turns for part in write_parts(turn, losses)]
