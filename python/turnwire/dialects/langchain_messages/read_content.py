"""Content -> blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Raw

from turnwire.codec.json import check_raw
from turnwire.codec.wire import ENCODER, OpaquePart, whole
from turnwire.dialects.langchain_messages import wire as w
from turnwire.dialects.langchain_messages.wire import NAME
from turnwire.documents.residue import residue
from turnwire.families.chat.overlay import leftover
from turnwire.model import (
    ABSENT,
    AudioBlock,
    DocumentBlock,
    ImageBlock,
    OpaqueBlock,
    Origin,
    Source,
    TextBlock,
    ThinkingBlock,
    ToolUseBlock,
    VideoBlock,
)

if TYPE_CHECKING:
    from turnwire.model import ContentBlock, SourceKind

_TYPE = msgspec.json.Decoder(dict[str, Raw])
_QUOTE = ord('"')
_EMPTY = frozenset((b"null", b"[]", b"{}"))


def rest_of(wire: Any, taken: tuple[str, ...]) -> dict[str, Any]:
    """Return the unused members of a wire object; those that mean the same as their absence are under `$also`."""
    rest = leftover(wire, taken)
    empty = {name: rest.pop(name) for name in list(rest) if _says_nothing(rest[name]) and not name.startswith("$")}
    if empty:
        rest["$also"] = Raw(ENCODER.encode(empty))
    return rest


def _says_nothing(value: Any) -> bool:
    return value is None or value == [] or (type(value) is Raw and bytes(value) in _EMPTY)


def read_content(content: Any, form: dict[str, Any]) -> list[ContentBlock]:
    """Read the blocks of a content; its spelling goes into `form`, if it is not the default."""
    if type(content) is str:
        return [TextBlock(content)] if content else []
    if content is UNSET:
        form["content"] = "absent"
        return []
    blocks = [_read_part(part) for part in content]
    if not blocks or (len(blocks) == 1 and type(blocks[0]) is TextBlock):
        form["content"] = "list"
    return blocks


def _read_part(part: Any) -> ContentBlock:
    if type(part) is str:
        return TextBlock(part, provider_raw=residue(NAME, form={"bare": True}))
    if type(part) is w.TextPart:
        return TextBlock(part.text, provider_raw=residue(NAME, rest_of(part, ("text",))))
    if type(part) is w.ReasoningPart:
        raw = residue(NAME, rest_of(part, ("reasoning",)))
        return ThinkingBlock(part.reasoning, origin=Origin(NAME), provider_raw=raw)
    if type(part) is OpaquePart:
        return opaque(part.value.raw)
    return _read_media(part)


def opaque(value: Raw) -> OpaqueBlock:
    """Keep a part of no standard type, as a whole."""
    check_raw(value)
    word = _TYPE.decode(value).get("type") if bytes(value)[:1] == b"{" else None
    text = msgspec.json.decode(word) if word is not None else ""
    return OpaqueBlock(text if isinstance(text, str) else "", value, NAME)


_KINDS: dict[str, SourceKind] = {"base64": "base64", "url": "url", "file_id": "file_id", "text": "text"}


def _read_media(part: Any) -> ContentBlock:
    given = [name for name in _KINDS if (raw := getattr(part, name, ABSENT)) and memoryview(raw)[0] == _QUOTE]
    if len(given) != 1:
        return opaque(Raw(ENCODER.encode(whole(part))))
    key = given[0]
    raw = getattr(part, key)
    check_raw(raw)
    source = Source(_KINDS[key], raw)
    media = None if part.mime_type is UNSET else part.mime_type
    form: dict[str, Any] = {"file_id": "own"} if key == "file_id" else {}
    rest = rest_of(part, (key, "mime_type", "title", "context"))
    if type(part) is w.PlainPart:
        if key != "text":
            form["part"] = "text-plain"
        title, context = (None if text is UNSET else text for text in (part.title, part.context))
        return DocumentBlock(source, media, title, context, provider_raw=residue(NAME, rest, form=form))
    made: Any = _MEDIA[type(part)]
    if made is AudioBlock:
        return AudioBlock(source, None, media, provider_raw=residue(NAME, rest, form=form))
    block: ContentBlock = made(source, media, provider_raw=residue(NAME, rest, form=form))
    return block


_MEDIA: dict[type, type] = {
    w.ImagePart: ImageBlock,
    w.AudioPart: AudioBlock,
    w.VideoPart: VideoBlock,
    w.FilePart: DocumentBlock,
}


def read_call(call: w.Call) -> ToolUseBlock:
    """Read a call; arguments that are not an object are kept unchanged."""
    check_raw(call.args)
    form: dict[str, Any] = _call_form(call, "tool_call")
    if bytes(call.args)[:1] != b"{":
        form["args"] = "as_is"
    raw = residue(NAME, rest_of(call, _taken(form)), form=form)
    return ToolUseBlock(call.id or "", call.name, call.args, provider_raw=raw)


def read_invalid_call(call: w.InvalidCall) -> ToolUseBlock:
    """A call whose arguments are text."""
    form = {**_call_form(call, "invalid_tool_call"), "in": "invalid"}
    raw = residue(NAME, rest_of(call, _taken(form)), form=form)
    return ToolUseBlock(call.id or "", call.name, ABSENT, call.args, provider_raw=raw)


def _taken(form: dict[str, Any]) -> tuple[str, ...]:
    """Return the members read of a call; an unusual type is residue, so that other formats report it."""
    return ("name", "args", "id") if form.get("type") else ("name", "args", "id", "type")


def _call_form(call: Any, word: str) -> dict[str, Any]:
    form: dict[str, Any] = {}
    if call.type != word:
        form["type"] = None if call.type is UNSET else call.type
    if not call.id and call.id is not None:
        form["id"] = "absent" if call.id is UNSET else ""
    return form
