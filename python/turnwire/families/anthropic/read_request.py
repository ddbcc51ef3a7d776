"""Read a request body as a conversation.

The provider has tool results in the user's turn, next to the user's own blocks; it refuses results in the
assistant's turn.  Here each result is a message of its own; where a turn began follows from the order, and
is marked only if it does not, or if the turn is the assistant's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from turnwire.codec.wire import NOTHING
from turnwire.documents.residue import residue, unknown_role
from turnwire.families.anthropic.read_blocks import list_form, mark_in, read_blocks
from turnwire.families.anthropic.read_settings import REQUIRED, read_settings
from turnwire.lowering.segments import is_result, marked_segments
from turnwire.model import ContentBlock, History, Message, OpaqueBlock, TextBlock

if TYPE_CHECKING:
    from turnwire.documents.inputs import Envelope
    from turnwire.families.anthropic.wire import Part
    from turnwire.families.anthropic.wire_request import Body, InMessage

_SPEAKERS = frozenset({"user", "assistant"})


def read_request(dialect: str, body: Body, _: Envelope | None, required: tuple[str, ...] = REQUIRED) -> History:
    """The conversation of a request: system prompts first, as messages with role system."""
    messages: list[Message] = []
    if body.system is not UNSET and body.system != []:
        messages.append(_system(body.system, dialect))
    for item in body.messages:
        if isinstance(item, str):
            form = {"message": "text", "empty": True} if not item else {"message": "text"}
            messages.append(Message("user", [TextBlock(item)], provider_raw=residue(dialect, form=form)))
        elif item.role in _SPEAKERS and type(item.content) is list:
            _turn(item, messages, dialect)
        else:
            messages.append(_message(item, dialect))
    return History(messages, read_settings(body, dialect, required))


def _system(content: str | list[Part], dialect: str) -> Message:
    if isinstance(content, str):
        kept = None if content else residue(dialect, form={"empty": True})
        return Message("system", [TextBlock(content)], provider_raw=kept)
    blocks = read_blocks(content, dialect)
    for block in blocks:
        if type(block) is not TextBlock and type(block) is not OpaqueBlock:
            mark_in(dialect, block, "system")
    return Message("system", blocks, provider_raw=residue(dialect, form=_form_of(blocks)))


def _form_of(blocks: list[ContentBlock]) -> dict[str, Any]:
    """The marks of a list of blocks: that it was a list, and that it has an empty text.

    "text content blocks must be non-empty" (RequestTextBlock.text: "minLength": 1)
    """
    form = list_form(blocks) or {}
    if not blocks:
        form["empty"] = True
    for block in blocks:
        if type(block) is TextBlock and not block.text:
            form["empty"] = True
    return form


def _message(item: InMessage, dialect: str) -> Message:
    content = item.content
    if type(content) is str:
        blocks: list[ContentBlock] = [TextBlock(content)]
        form: dict[str, Any] = {} if content else {"empty": True}
    elif content is UNSET:
        blocks, form = [], {"content": "none", "empty": True}
    else:
        blocks = read_blocks(content, dialect)  # type: ignore[arg-type]
        form = _form_of(blocks)
    role: Any = item.role
    if role == "system":
        form["place"] = "messages"
    elif role not in ("user", "assistant"):
        form["role"] = None if role is UNSET else role
        role = "user"
    if not form and item.unknown is NOTHING:
        return Message(role, blocks)
    rest = {**item.unknown.fields, **unknown_role(form)}
    return Message(role, blocks, provider_raw=residue(dialect, rest, form=form))


def _turn(item: InMessage, messages: list[Message], dialect: str) -> None:
    said_by: Any = item.role
    blocks = read_blocks(item.content, dialect)  # type: ignore[arg-type]
    for block in blocks:
        if is_result(block):
            break
    else:
        kept = residue(dialect, item.unknown, form=_form_of(blocks))
        messages.append(Message(said_by, blocks, provider_raw=kept))
        return
    unknown, marked = item.unknown, blocks
    for role, segment, form in marked_segments(blocks, said_by, messages[-1].role if messages else None):
        # When it is written, the turn is one again, with the marks of its first message.
        if any(type(block) is TextBlock and not block.text for block in marked or segment):
            form["empty"] = True
        messages.append(Message(role, segment, provider_raw=residue(dialect, unknown, form=form)))
        unknown, marked = NOTHING, []
