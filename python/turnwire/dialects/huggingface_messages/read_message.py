"""Messages -> canonical messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Raw

from turnwire.codec.json import check_raw
from turnwire.codec.wire import ENCODER, OpaquePart, whole
from turnwire.dialects.huggingface_messages.media import BLOCKS, KEYS, ROLES, THOUGHTS, WORDS, read_source
from turnwire.dialects.huggingface_messages.wire import NAME, Called, ImagePart, TextPart
from turnwire.documents.json_text import read_json
from turnwire.documents.residue import residue, unknown_role
from turnwire.documents.roles import meaning
from turnwire.families.chat.overlay import leftover
from turnwire.lowering.optional_call_ids import Reading
from turnwire.model import (
    ABSENT,
    Message,
    OpaqueBlock,
    Origin,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
)

if TYPE_CHECKING:
    from turnwire.dialects.huggingface_messages.wire import Call, Said
    from turnwire.model import ContentBlock

_MEMBERS = msgspec.json.Decoder(dict[str, Raw])


class Rows(Reading):
    """The state of reading one row."""

    def __init__(self, images: list[str] | None) -> None:
        super().__init__(NAME)
        self.images = iter(images or ())
        """The pictures of the column `images`, for their placeholders."""
        self.column: str | None = None
        """The column that is read, where it is not the row's first."""


def read_message(said: Said, rows: Rows) -> Message:
    """Read one message; an unknown role is read as the user's, and kept in `$form`."""
    word = None if said.role is UNSET else said.role
    role = meaning(word, ROLES)
    form: dict[str, Any] = {} if word == role else {"role": word}
    if rows.column is not None:
        form["column"] = rows.column
    message = Message(role)
    taken = (_read_result if role == "tool" else _read_spoken)(said, message, form, rows)
    rest = leftover(said, taken)
    if word not in ROLES:
        rest |= unknown_role(form)
    message.provider_raw = residue(NAME, rest, form=form)
    return message


def _read_result(said: Said, message: Message, form: dict[str, Any], rows: Rows) -> set[str]:
    """`{"role": "tool", "name": "control_light", "content": "The lights in the living room are now on."}`."""
    name = None if said.name is UNSET else said.name
    result = ToolResultBlock("", name, _read_content(said, rows))
    _read_spelling(said, result.content, form)
    if not said.tool_call_id:
        rows.counted.add("results")
        if said.tool_call_id == "":
            form["id"] = ""
    elif said.tool_call_id == rows.next_result(name):
        rows.told["results"].append(message)
    result.tool_use_id = rows.result(name, said.tool_call_id or None)
    message.content = [result]
    return {"role", "content", "name", "tool_call_id"}


def _read_spoken(said: Said, message: Message, form: dict[str, Any], rows: Rows) -> set[str]:
    taken = {"role", "content", "name"}
    if said.name is not UNSET:
        message.name = said.name
    blocks: list[ContentBlock] = []
    if message.role == "assistant":
        key = next((key for key in THOUGHTS if getattr(said, key)), None)
        if key is not None:
            raw = residue(NAME, form={} if key == THOUGHTS[0] else {"key": key})
            blocks.append(ThinkingBlock(getattr(said, key), origin=Origin(NAME), provider_raw=raw))
            taken.add(key)
        taken.add("tool_calls")
    content = _read_content(said, rows)
    blocks += content
    if message.role == "assistant" and said.tool_calls is not UNSET:
        blocks += [_read_call(call, rows) for call in said.tool_calls]
        if not said.tool_calls:
            form["calls"] = "none"
    message.content = blocks
    has_calls = type(blocks[-1]) is ToolUseBlock if blocks else False
    _read_spelling(said, content, form, has_calls=has_calls)
    return taken


def _read_content(said: Said, rows: Rows) -> list[ContentBlock]:
    content = said.content
    if content is UNSET or content == "":
        return []
    return [TextBlock(content)] if isinstance(content, str) else [_read_part(part, rows) for part in content]


def _read_spelling(said: Said, blocks: list[ContentBlock], form: dict[str, Any], *, has_calls: bool = False) -> None:
    """Read how the content was spelled, if not by default; the default of an assistant with calls is no content."""
    if isinstance(said.content, list):
        if not blocks or (len(blocks) == 1 and type(blocks[0]) is TextBlock):
            form["content"] = "list"
    elif said.content is UNSET and not has_calls:
        form["content"] = "absent"
    elif said.content == "" and has_calls:
        form["content"] = "empty"


def _read_part(part: Any, rows: Rows) -> ContentBlock:
    if type(part) is TextPart:
        return TextBlock(part.text, provider_raw=residue(NAME, part.unknown))
    return opaque(part) if type(part) is OpaquePart else _read_media(part, rows)


def opaque(part: Any) -> OpaqueBlock:
    """A part kept whole."""
    value = Raw(ENCODER.encode(whole(part)))
    check_raw(value)
    word = _MEMBERS.decode(value).get("type", ABSENT) if bytes(value)[:1] == b"{" else ABSENT
    is_word = bytes(memoryview(word)[:1]) == b'"'
    return OpaqueBlock(str(msgspec.json.decode(word)) if is_word else "", value, NAME)


def _read_media(part: Any, rows: Rows) -> ContentBlock:
    made = BLOCKS[type(part)]
    own = WORDS[made]
    keys = [key for key in (*KEYS, own) if getattr(part, key) is not ABSENT]
    if is_placeholder(part):
        text = next(rows.images, None)
        raw = None if text is None else Raw(ENCODER.encode(text))
        keys, form = [own], {"in": "images"}
    else:
        raw, form = (getattr(part, keys[0]), {"key": keys[0]}) if len(keys) == 1 else (None, {})
    found = None if raw is None else read_source(keys[0], raw)
    if found is None:
        return opaque(part)
    block: Any = made(found[0])
    block.media_type = found[1]
    if form.get("key") in KEYS:
        form = {}
    block.provider_raw = residue(NAME, part.unknown, form=form)
    done: ContentBlock = block
    return done


def is_placeholder(part: Any) -> bool:
    """Return whether a part is only `{"type": "image"}`: the picture itself is in the column `images`."""
    return type(part) is ImagePart and part.url is part.path is part.base64 is part.image is ABSENT


def _read_call(call: Call, rows: Rows) -> ToolUseBlock:
    form: dict[str, Any] = {}
    called: Any = call.function
    if called is UNSET:
        called = Called(name=call.name, arguments=call.arguments)
        form["shape"] = "flat"
        rest = leftover(call, {"id", "type", "name", "arguments"})
    else:
        rest = leftover(call, {"id", "type", "function"})
    inner = dict(called.unknown.fields)
    if called.name is UNSET:
        form["lacks"] = "name"
    if call.type is UNSET:
        form["type"] = None
    elif call.type != "function":
        form["type"] = rest["type"] = call.type
    if call.id == "":
        form["id"] = ""
    block = ToolUseBlock("", "" if called.name is UNSET else called.name)
    _read_arguments(block, called.arguments, inner, form)
    nested = inner if "shape" in form or not inner else {"function": inner}
    block.provider_raw = residue(NAME, {**rest, **nested}, form=form)
    if not call.id:
        rows.counted.add("calls")
    elif call.id == rows.next_call():
        rows.told["calls"].append(block)
    block.id = rows.call(block.name, call.id or None)
    return block


def _read_arguments(block: ToolUseBlock, raw: Raw, inner: dict[str, Any], form: dict[str, Any]) -> None:
    """Arguments are an object; data sets made of recorded traffic have its text.

    "the OpenAI API uses a JSON string as its `tool_calls` format. This may cause errors or strange model behavior if
    used in Transformers, which expects a dict." (chat_extras.md)
    """
    check_raw(raw)
    if bytes(memoryview(raw)[:1]) == b'"':
        text = str(msgspec.json.decode(raw))
        found = read_json(text)
        form["arguments"] = "text"
        if found is None:
            block.input_text = text
        else:
            block.input = found
    elif bytes(raw) == b"null":
        inner["arguments"] = None
    else:
        block.input = raw
    if bytes(memoryview(block.input)[:1]) != b"{":
        form["as_is"] = ["input"]
