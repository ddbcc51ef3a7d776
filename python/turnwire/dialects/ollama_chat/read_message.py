"""Messages -> canonical messages.

A message has one place for each kind of thing: reasoning, text, pictures, calls are read in this order.
Text is there by default, be it empty.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET
from msgspec.structs import astuple

from turnwire.codec.json import check_raw
from turnwire.codec.wire import NOTHING
from turnwire.dialects.ollama_chat.enums import NAME
from turnwire.dialects.ollama_chat.wire import CalledFunction, ChatMessage, ToolCall
from turnwire.documents.json_text import type_word
from turnwire.documents.residue import residue, unknown_role
from turnwire.model import (
    ABSENT,
    ImageBlock,
    Message,
    OpaqueBlock,
    Source,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
)

if TYPE_CHECKING:
    from turnwire.lowering.optional_call_ids import Reading
    from turnwire.model import ContentBlock, Origin

_QUOTE = ord('"')
_SPEAKERS = frozenset(("user", "assistant", "system"))
_ROLES = _SPEAKERS | {"tool"}
_AFTER_CONTENT = astuple(ChatMessage())[2:]


def read_message(message: ChatMessage, reading: Reading, origin: Origin, *, reply: bool = False) -> Message:
    """Read one message; an unknown role is read as the user's, and kept in `$form`."""
    role: Any = message.role
    content = message.content
    plain = role == "assistant" if reply else role in _SPEAKERS
    if plain and content and astuple(message)[2:] == _AFTER_CONTENT:
        return Message(role, [TextBlock(content)])
    form: dict[str, Any] = {"content": "none"} if content is UNSET else {}
    known = _known_role(role, form, reply=reply)
    if known == "tool":
        return _read_result(message, reading, form)
    blocks: list[ContentBlock] = []
    if message.thinking:
        blocks.append(ThinkingBlock(message.thinking, origin=origin))
    return _read_spoken(Message(known, blocks), message, reading, form, reply=reply)


def _known_role(role: Any, form: dict[str, Any], *, reply: bool) -> Any:
    """The role that a word means; other spellings and unknown words are noted."""
    expected = "assistant" if reply else "user"
    # The server reads a role as "strings.ToLower(m.Role)" (api/types.go, Message.UnmarshalJSON).
    meant = role.lower() if isinstance(role, str) else None
    known = meant if meant in _ROLES and not reply else expected
    if known != role:
        form["role"] = None if role is UNSET else role
    return known


def _read_spoken(
    found: Message, message: ChatMessage, reading: Reading, form: dict[str, Any], *, reply: bool
) -> Message:
    blocks = found.content
    also: dict[str, Any] = {}
    if not blocks and message.thinking is not UNSET:
        also["thinking"] = ""
    if message.content:
        blocks.append(TextBlock(message.content))
    _read_images(message, blocks, also)
    if message.tool_calls is not UNSET:
        blocks += [read_call(call, n, reading, reply=reply) for n, call in enumerate(message.tool_calls)]
        if not message.tool_calls:
            also["tool_calls"] = []
    if message.unknown is NOTHING and not form and not also and message.tool_name is message.tool_call_id is UNSET:
        return found
    rest = _rest(message, ("tool_name", "tool_call_id"))
    if str(message.role).lower() != found.role:
        rest |= unknown_role(form)
    found.provider_raw = residue(NAME, rest, also=also, form=form)
    return found


def _rest(message: ChatMessage, names: tuple[str, ...]) -> dict[str, Any]:
    """Keys that this role has no use for, and unknown ones."""
    rest = {name: value for name in names if (value := getattr(message, name)) is not UNSET}
    return {**message.unknown.fields, **rest}


def _read_images(message: ChatMessage, blocks: list[ContentBlock], also: dict[str, Any]) -> None:
    """Read base64 pictures; the format has no media type for them."""
    if message.images is UNSET:
        return
    if not message.images:
        also["images"] = []
    for raw in message.images:
        check_raw(raw)
        if memoryview(raw)[0] == _QUOTE:
            blocks.append(ImageBlock(Source("base64", raw)))
        else:
            blocks.append(OpaqueBlock(type_word(raw), raw, NAME))


def read_call(call: ToolCall, position: int, reading: Reading, *, reply: bool) -> ToolUseBlock:
    """Read one call; in a reply each has its position in the list."""
    function = call.function
    if function is UNSET:
        return _read_rare_call(call, CalledFunction(), position, reading, reply=reply)
    place = position if reply else UNSET
    if (
        call.unknown is NOTHING
        and function.unknown is NOTHING
        and call.id != ""
        and function.name is not UNSET
        and function.arguments is not ABSENT
        and memoryview(function.arguments)[0] == ord("{")
        and function.index == place
        and call.type is UNSET
    ):
        check_raw(function.arguments)
        return _with_id(ToolUseBlock("", function.name, function.arguments), call, reading)
    return _read_rare_call(call, function, position, reading, reply=reply)


def _with_id(block: ToolUseBlock, call: ToolCall, reading: Reading) -> ToolUseBlock:
    if not call.id:
        reading.counted.add("calls")
    elif call.id == reading.next_call():
        reading.told["calls"].append(block)
    block.id = reading.call(block.name, call.id or None)
    return block


def _read_rare_call(
    call: ToolCall, function: CalledFunction, position: int, reading: Reading, *, reply: bool
) -> ToolUseBlock:
    form: dict[str, Any] = {}
    also: dict[str, Any] = {}
    name = "" if function.name is UNSET else function.name
    if call.id == "":
        also["id"] = ""
    inner = function.unknown.fields
    lacks = [key for key, value in (("function", call.function), ("name", function.name)) if value is UNSET]
    arguments = function.arguments
    if arguments is ABSENT or bytes(arguments) == b"null":
        lacks.append("arguments")
        if arguments is not ABSENT:
            inner["arguments"] = arguments
        arguments = ABSENT
    else:
        check_raw(arguments)
    _read_place(function, position, inner, also, form, reply=reply)
    if call.type == "function":
        also["type"] = "function"
    overlay = {**call.unknown.fields, **({"function": inner} if inner else {})}
    if call.type is not UNSET and call.type != "function":
        overlay["type"] = call.type
    if lacks:
        form["lacks"] = lacks
    if arguments is ABSENT or memoryview(arguments)[0] != ord("{"):
        form["as_is"] = ["input"]
    block = ToolUseBlock("", name, arguments, provider_raw=residue(NAME, overlay, also=also, form=form))
    return _with_id(block, call, reading)


def _read_place(
    function: CalledFunction,
    position: int,
    inner: dict[str, Any],
    also: dict[str, Any],
    form: dict[str, Any],
    *,
    reply: bool,
) -> None:
    """Read `index`, which is redundant with the order of the list."""
    if reply:
        if function.index is UNSET:
            form["index"] = None
        elif function.index != position:
            form["index"] = function.index
    elif function.index is not UNSET:
        if inner or function.index != position:
            inner["index"] = function.index
        else:
            also["function"] = {"index": position}


def _read_result(message: ChatMessage, reading: Reading, form: dict[str, Any]) -> Message:
    """Read a tool's result.  Its name is that of its call, and is kept only if it differs."""
    also: dict[str, Any] = {}
    blocks: list[ContentBlock] = [TextBlock(message.content)] if message.content else []
    _read_images(message, blocks, also)
    name = None if message.tool_name is UNSET else message.tool_name
    said = message.tool_call_id or None
    told = said is not None and said == reading.next_result(name)
    if said is None:
        reading.counted.add("results")
        if message.tool_call_id == "":
            also["tool_call_id"] = ""
    own = reading.result(name, said)
    of_call = reading.names.get(own)
    if name is None and of_call is not None:
        form["lacks"] = ["tool_name"]
    rest = _rest(message, ("thinking", "tool_calls"))
    result = ToolResultBlock(own, None if name == of_call else name, blocks)
    found = Message("tool", [result], provider_raw=residue(NAME, rest, also=also, form=form))
    if told:
        reading.told["results"].append(found)
    return found
