"""Calls whose input is free text, such as a patch; Claude Code takes only objects as inputs.

The text is written as `{"input": text}`, and the line is marked with the member `"turnwire": {"input": "text"}`, so
that the reader restores the text.  The schema allows the member; of `AssistantMessage` it says
"additionalProperties": true (the public JSON Schema of the lines of Claude Code 2.1.144).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import Raw, structs

from turnwire.codec.members import object_of
from turnwire.codec.wire import ENCODER
from turnwire.model import ABSENT, ToolUseBlock
from turnwire.sessions.files.members import text_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from turnwire.documents.ids import IdMap
    from turnwire.model import Message

_OWN: Final = "turnwire"
_INPUT: Final = "input"
_SIGN: Final[Mapping[str, str]] = {_INPUT: "text"}


def free_texts(messages: Iterable[Message], ids: IdMap) -> dict[str, str]:
    """Return the id, as it is written, and the text of each call of a custom tool."""
    calls = (block for message in messages for block in message.content if isinstance(block, ToolUseBlock))
    return {
        ids.written.get(call.id, call.id): call.input_text
        for call in calls
        if call.call_type == "custom" and call.input_text is not None and call.input is ABSENT
    }


def sign(block: object, texts: Mapping[str, str]) -> dict[str, Any]:
    """Return the sign for the line of a block that holds one of the texts; nothing for any other block."""
    members = object_of(block) if isinstance(block, Raw) else {}
    text = texts.get(text_of(members, "id") or "")
    return {_OWN: _SIGN} if text is not None and _text_in(members.get(_INPUT)) == text else {}


def _text_in(given: Raw | None) -> str | None:
    """Return the text of an input that holds nothing else."""
    members = object_of(given)
    return text_of(members, _INPUT) if len(members) == 1 else None


def has_sign(members: Mapping[str, Raw]) -> bool:
    """Return whether a line has the sign."""
    return text_of(object_of(members.get(_OWN)), _INPUT) == _SIGN[_INPUT]


def with_texts(message: Message) -> Message:
    """Return a message of a line with the sign: with the texts as the inputs of its calls."""
    return structs.replace(message, content=[_with_text(block) for block in message.content])


def _with_text(block: Any) -> Any:
    text = _text_in(block.input) if type(block) is ToolUseBlock and block.input else None
    return block if text is None else structs.replace(block, input=ABSENT, input_text=text, call_type="custom")


def with_objects(message: Message) -> Message:
    """Return a message as it is in a line with the sign: with objects as the inputs of its calls."""
    return structs.replace(message, content=[_with_object(block) for block in message.content])


def _with_object(block: Any) -> Any:
    if type(block) is not ToolUseBlock or block.input_text is None:
        return block
    made = Raw(ENCODER.encode({_INPUT: block.input_text}))
    return structs.replace(block, input=made, input_text=None, call_type=None)
