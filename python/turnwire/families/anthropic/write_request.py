"""A lowered conversation -> a request body."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from turnwire.documents.residue import form_of, report_others, restore
from turnwire.families.anthropic.wire_request import Body, InMessage
from turnwire.families.anthropic.write_blocks import write_blocks, write_content
from turnwire.families.anthropic.write_settings import write_settings
from turnwire.lowering.draft import Draft, Turn

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import History

_DOCUMENT = frozenset({"history", "settings"})


def write_request(draft: Draft, losses: Losses) -> Any:
    """The body of a conversation whose passes have run."""
    body = Body(_messages(draft, losses)) if draft.plain is None else Body(draft.plain[1], system=draft.plain[0])
    if draft.system:
        body.system = _system(draft.system, losses)
    document: History = draft.document
    if document.meta is not None or document.system is not None or document.id is not None:
        losses.dropped_fields(document, _DOCUMENT, "", "history")
    elif document.schema_version is not None:
        losses.dropped("/schema_version", "history.schema_version", document.schema_version)
    whole = write_settings(body, draft, losses)
    return whole if document.provider_raw is None else restore(whole, document.provider_raw, losses, "")


def _messages(draft: Draft, losses: Losses) -> list[Any]:
    messages: list[Any] = []
    for turn in draft.turns:
        if turn.message.provider_raw is not None:
            messages.append(_marked(turn, losses))
        elif len(turn.blocks) == 1:
            messages.append(InMessage(turn.role, write_content(turn, losses, as_list=False)))
        else:
            messages.append(InMessage(turn.role, write_blocks(turn, losses)))
        if draft.sources is not None:
            draft.sources.append(turn)
    return messages


def _marked(turn: Turn, losses: Losses) -> Any:
    """A message with residue, of this dialect or of another."""
    raw = turn.message.provider_raw or {}
    form = form_of(raw, losses.dialect)
    content = write_content(turn, losses, as_list=form.get("content") == "list")
    if form.get("message") == "text" and isinstance(content, str):
        report_others(raw, losses, turn.path)
        return content
    role: Any = turn.role
    if "role" in form and role == "user":
        role = UNSET if form["role"] is None else form["role"]
    if form.get("content") == "none" and not turn.blocks:
        content = UNSET
    return restore(InMessage(role, content), raw, losses, turn.path)


def _system(turns: list[Turn], losses: Losses) -> Any:
    first = turns[0]
    raw = first.message.provider_raw
    as_list = raw is not None and form_of(raw, losses.dialect).get("content") == "list"
    if len(turns) > 1:
        blocks = [block for turn in turns for block in turn.blocks]
        first = Turn(
            "system", blocks, first.message, first.at, [place for turn in turns for place in turn.all_places()]
        )
    return write_content(first, losses, as_list=as_list) if first.blocks else UNSET
