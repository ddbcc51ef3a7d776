"""Items that call tools, or answer calls -> tool uses and results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Raw
from msgspec.structs import astuple

from turnwire.codec.values import MEMBERS, is_object
from turnwire.codec.wire import escaped
from turnwire.dialects.openai_responses.enums import ID_PATTERN, NAME_PATTERN
from turnwire.dialects.openai_responses.kinds import ANSWERS, MANY_PARTS, OUTPUTS, PLAIN_OUTPUT
from turnwire.dialects.openai_responses.read_parts import read_parts
from turnwire.dialects.openai_responses.wire import NAME, Item
from turnwire.documents.residue import residue
from turnwire.families.chat.media import is_text, read_url, text_of
from turnwire.families.chat.overlay import leftover, raw_of
from turnwire.families.chat.read_content import read_arguments
from turnwire.model import ABSENT, ImageBlock, Source, TextBlock, ToolResultBlock, ToolUseBlock

if TYPE_CHECKING:
    from turnwire.dialects.openai_responses.kinds import Call, Output
    from turnwire.model import ContentBlock

_CALLED = ("type", "call_id", "name", "arguments", "status")
# From here on stand the fields that a call of a function does not have.
_OUTPUT = Item.__struct_fields__.index("output")
_NO_CALL = astuple(Item())[_OUTPUT:]


def read_function_call(item: Item) -> ToolUseBlock | None:
    """Read a function call; None if the item lacks a required member."""
    if item.call_id is UNSET or item.name is UNSET or item.arguments is UNSET:
        return None
    raw, text = read_arguments(item.arguments)
    status = None if item.status is UNSET else item.status
    form = _odd_marks(item.call_id, item.name)
    if item.id is UNSET and not form and astuple(item)[_OUTPUT:] == _NO_CALL:
        return ToolUseBlock(item.call_id, item.name, raw, text, status=status)
    kept = residue(NAME, leftover(item, _CALLED), form=form)
    return ToolUseBlock(item.call_id, item.name, raw, text, status=status, provider_raw=kept)


def _odd_marks(call_id: str, name: str) -> dict[str, Any]:
    marks = [] if ID_PATTERN.fullmatch(call_id) else ["id"]
    if not NAME_PATTERN.fullmatch(name):
        marks.append("name")
    return {"as_is": marks} if marks else {}


def read_call(item: Item, kind: Call) -> list[ContentBlock] | None:
    """Read a call of another type, and its result if the item holds one; None for an unknown shape."""
    members = MEMBERS.decode(raw_of(item))
    call_id, name = _pop_text(members, kind.id), kind.name or _pop_text(members, "name")
    if name is None or (call_id is None and kind.item != "tool_search_call"):
        return None
    block = ToolUseBlock(call_id or "", name, call_type=kind.call_type or kind.item, run_by=kind.run_by)
    if kind.input is not None and kind.input in members and not _read_input(block, members, kind):
        return None
    block.status = _pop_text(members, "status")
    form = _odd_marks(block.id, name)
    if kind.server:
        block.server_name = _pop_text(members, "server_label")
        form |= {"lacks": ["server_label"]} if block.server_name is None else {}
    if bytes(members.get("execution", b"")) == b'"server"':
        block.run_by = "provider"
    blocks: list[ContentBlock] = [block]
    for key in (kind.result, kind.error):
        if key is not None and bytes(members.get(key, b"null")) != b"null":
            blocks.append(_own_result(block, members.pop(key), kind, is_error=key == kind.error))
            break
    if kind.call_type is None:
        # Else the type of the item is another word than the model's, and no other format has it.
        del members["type"]
    block.provider_raw = residue(NAME, escaped(members), form=form)
    return blocks


def _odd_id(field: str, call_id: str) -> dict[str, Any]:
    """Mark an id that breaks the rules of the dialect, so that it is written back unchanged."""
    return {} if ID_PATTERN.fullmatch(call_id) else {"as_is": [field]}


def _pop_text(members: dict[str, Raw], key: str) -> str | None:
    return text_of(members.pop(key)) if is_text(members.get(key, ABSENT)) else None


def _read_input(block: ToolUseBlock, members: dict[str, Raw], kind: Call) -> bool:
    """Read the input, and return whether it has the described type; null stays in the residue."""
    raw = members[kind.input or ""]
    if bytes(raw) == b"null":
        return True
    del members[kind.input or ""]
    if kind.spelling == "json":
        block.input = raw
        return True
    if not is_text(raw):
        return False
    if kind.spelling == "arguments":
        block.input, block.input_text = read_arguments(text_of(raw))
    else:
        block.input_text = text_of(raw)
    return True


def _own_result(call: ToolUseBlock, raw: Raw, kind: Call, *, is_error: bool) -> ToolResultBlock:
    """Read the result inside the item of its call, or the error of one that has none.

    A text becomes content; an error, and other JSON, stay as the provider gave them.
    """
    result = ToolResultBlock(call.id, run_by="provider", result_type=kind.item)
    if is_error:
        result.is_error = True
    if kind.item == "mcp_call" and is_text(raw) and not is_error:
        result.content = [TextBlock(text_of(raw))]
    else:
        result.provider_result = raw
    return result


def read_output(item: Item, call_types: dict[str, str]) -> ToolResultBlock | None:
    """Read the answer to a call; None if a required member is missing.  `call_types` has those of earlier calls."""
    word = str(item.type)
    if word == PLAIN_OUTPUT and (plain := _read_plain_output(item, call_types)) is not None:
        return plain
    kind = OUTPUTS[word]
    call_id = item.call_id if kind.id == "call_id" else item.id
    if call_id is UNSET and word != "tool_search_output":
        return None
    known = "" if call_id is UNSET else call_id
    block = ToolResultBlock(known)
    form = _odd_id("tool_use_id", known)
    if ANSWERS.get(call_types.get(known, ""), PLAIN_OUTPUT) != word:
        form["type"] = word
    rest = _read_result(block, item, kind, form)
    if rest is None:
        return None
    for name in ("type", kind.id) if word == PLAIN_OUTPUT else (kind.id,):
        if type(rest.get(name)) is str:
            del rest[name]
    block.provider_raw = residue(NAME, rest, form=form)
    return block


def _read_plain_output(item: Item, call_types: dict[str, str]) -> ToolResultBlock | None:
    """Read the usual answer to a function call: a text and the id of the call."""
    call_id, output = item.call_id, item.output
    if type(output) is not str or not output or type(call_id) is not str or call_id in call_types:
        return None
    if item != Item(PLAIN_OUTPUT, call_id=call_id, output=output) or not ID_PATTERN.fullmatch(call_id):
        return None
    return ToolResultBlock(call_id, None, [TextBlock(output)])


def _read_result(block: ToolResultBlock, item: Item, kind: Output, form: dict[str, Any]) -> dict[str, Any] | None:
    """Fill in the result, and return the rest of the item; None for an unknown shape."""
    output = item.output
    if kind.content == "output" and (type(output) is str or type(output) is list):
        block.content = read_content(output)
        spelling = content_form(output, block.content)
        if kind.item not in MANY_PARTS:
            # Neither the one text nor the one picture that such an answer is.
            odd = "text" if kind.item == "computer_call_output" else None
            spelling = "parts" if type(output) is list else odd
        if spelling:
            form["content"] = spelling
        return leftover(item, ("output",))
    rest = leftover(item, ())
    raw = rest.pop(kind.structured or kind.content or "", ABSENT)
    if kind.structured is not None:
        return _with_structured(block, raw, rest, kind.structured)
    if kind.item == "computer_call_output":
        return rest if _read_screenshot(block, raw) else None
    if type(raw) is Raw and is_text(raw):
        block.content = [TextBlock(text_of(raw))]
        return rest
    return None


def _with_structured(block: ToolResultBlock, value: Any, rest: dict[str, Any], key: str) -> dict[str, Any]:
    raw = value if type(value) is Raw else Raw(msgspec.json.encode(value))
    if raw and bytes(raw) != b"null":
        block.structured = raw
    elif raw:
        rest[key] = raw
    return rest


def _read_screenshot(block: ToolResultBlock, raw: Any) -> bool:
    members = MEMBERS.decode(raw) if type(raw) is Raw and is_object(raw) else {}
    if bytes(members.get("type", b"")) != b'"computer_screenshot"':
        return False
    if is_text(members.get("image_url", ABSENT)):
        source, media_type = read_url(members.pop("image_url"))
        form = {}
    elif is_text(members.get("file_id", ABSENT)):
        source, media_type, form = Source("file_id", members.pop("file_id")), None, {"file_id": "own"}
    else:
        # ComputerScreenshotImage: "required": ["type"]
        return len(members) == 1
    del members["type"]
    block.content = [ImageBlock(source, media_type, provider_raw=residue(NAME, {"part": escaped(members)}, form=form))]
    return True


def read_content(content: Any) -> list[ContentBlock]:
    """Return the blocks of a content in any of its spellings; an empty text is no block."""
    if type(content) is str:
        return [TextBlock(content)] if content else []
    return read_parts(content) if type(content) is list else []


def content_form(content: Any, blocks: list[ContentBlock]) -> str | None:
    """Return how a content is spelled, if not by default: one text is a string, everything else a list."""
    if type(content) is list:
        only_text = len(blocks) == 1 and type(blocks[0]) is TextBlock and bool(blocks[0].text)
        return "parts" if not blocks or only_text else None
    return None if type(content) is str else "null" if content is None else "absent"
