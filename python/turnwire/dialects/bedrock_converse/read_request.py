"""Read a request body as a conversation.

The service has the results of tools in the user's messages.  Here each result is a message of its own; where a message
of the source began follows from the order, and is marked only if it does not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import UNSET

from turnwire.codec.wire import NOTHING
from turnwire.dialects.bedrock_converse.enums import NAME
from turnwire.dialects.bedrock_converse.overlays import keep
from turnwire.dialects.bedrock_converse.read_parts import read_parts
from turnwire.dialects.bedrock_converse.read_settings import read_settings
from turnwire.documents.residue import marked, unknown_role
from turnwire.lowering.segments import is_result, marked_segments
from turnwire.model import History, Message, OpaqueBlock, TextBlock

if TYPE_CHECKING:
    from turnwire.dialects.bedrock_converse import wire as w
    from turnwire.dialects.bedrock_converse.wire_request import Body
    from turnwire.documents.inputs import Envelope
    from turnwire.model import ContentBlock

_SPEAKERS: Final = frozenset({"user", "assistant"})


def read_request(body: Body, envelope: Envelope | None) -> History:
    """The conversation of a request: the system prompt first, as a message with the role system."""
    messages: list[Message] = []
    if body.system is not UNSET and body.system != []:
        messages.append(_system(body.system))
    before: Any = None
    for message in [] if body.messages is UNSET else body.messages:
        found = _read(message, messages[-1].role if messages else None)
        said_by = message.role if message.role in ("assistant", "system") else "user"
        if before == said_by != "system":
            # "A conversation must alternate between user and assistant roles." (a refusal)
            found[0].provider_raw = marked(found[0].provider_raw, NAME, {"apart": True})
        messages += found
        before = said_by
    settings = read_settings(body, envelope)
    form = {"messages": "none"} if body.messages is UNSET else None
    return History(messages, settings, provider_raw=keep({}, form))


def _system(content: list[w.Part] | str) -> Message:
    if isinstance(content, str):
        return Message("system", [TextBlock(content)], provider_raw=keep({}, {"content": "text", "empty": True}))
    blocks = read_parts(content)
    for block in blocks:
        if type(block) is not TextBlock and type(block) is not OpaqueBlock:
            block.provider_raw = marked(block.provider_raw, NAME, {"in": "system"})
    return Message("system", blocks, provider_raw=keep({}, _empty(blocks)))


def _empty(blocks: list[ContentBlock]) -> dict[str, Any]:
    """Mark a list without blocks, or with an empty text.

    "The text field in the ContentBlock object at messages.1.content.0 is blank." (a refusal)
    """
    is_empty = not blocks or any(type(block) is TextBlock and not block.text for block in blocks)
    return {"empty": True} if is_empty else {}


def _read(message: w.Message, before: Any) -> list[Message]:
    role: Any = message.role
    content = message.content
    if not isinstance(content, list):
        return [_odd_content(message)]
    blocks = read_parts(content)
    form = _empty(blocks)
    if role not in _SPEAKERS:
        return [_of_others(message, role, blocks, form)]
    if not any(map(is_result, blocks)):
        return [Message(role, blocks, provider_raw=keep(message.unknown.fields, form))]
    return _apart(message, role, blocks, before)


def _odd_content(message: w.Message) -> Message:
    """A message whose content is a text, or is missing."""
    content: Any = message.content
    blocks: list[ContentBlock] = [TextBlock(content)] if isinstance(content, str) else []
    form = {"content": "text" if blocks else "none", "empty": True}
    role: Any = message.role
    if role in _SPEAKERS:
        return Message(role, blocks, provider_raw=keep(message.unknown.fields, form))
    return _of_others(message, role, blocks, form)


def _of_others(message: w.Message, role: Any, blocks: list[ContentBlock], form: dict[str, Any]) -> Message:
    """A message of the system in the conversation, or of an unknown role."""
    if role == "system":
        kept = keep(message.unknown.fields, {**form, "place": "messages"})
        return Message("system", blocks, provider_raw=kept)
    form["role"] = None if role is UNSET else role
    return Message("user", blocks, provider_raw=keep({**message.unknown.fields, **unknown_role(form)}, form))


def _apart(message: w.Message, said_by: Any, blocks: list[ContentBlock], before: Any) -> list[Message]:
    """Return the results of a message, each in a message of its own, and the other blocks between them."""
    found: list[Message] = []
    unknown, empty = message.unknown, _empty(blocks)
    for role, segment, form in marked_segments(blocks, said_by, before):
        found.append(Message(role, segment, provider_raw=keep(unknown.fields, {**form, **empty})))
        unknown, empty = NOTHING, {}
    return found
