"""Parts -> content blocks, one function per kind of data, in the table at the end.

A part with no kind of data that is known, or with two, is kept whole.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Raw

from turnwire.codec.json import check_raw
from turnwire.codec.numbers import number_or_rest
from turnwire.codec.wire import ENCODER, FORM, given, or_none
from turnwire.documents.residue import overlay_of
from turnwire.families.gemini import wire as w
from turnwire.families.gemini.constraints import NAME_PATTERN, OFFSET, is_base64, is_own_file, kind_of
from turnwire.families.gemini.overlays import fields_of, is_text, keep, leftover, verbatim
from turnwire.families.gemini.partial_calls import PIECES, call_of, grouped, has_piece
from turnwire.families.gemini.payload import Payload, read_payload
from turnwire.model import (
    ABSENT,
    ContentBlock,
    OpaqueBlock,
    Source,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
    VideoBlock,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.families.gemini.reading import Reading

Parts = list[w.Part | str] | w.Part | str

_KEPT = ("media_resolution", "part_metadata")
_beside_of = operator.attrgetter("thought", "thought_signature", "video_metadata", "unknown", *_KEPT)
_NOTHING_BESIDE = _beside_of(w.Part())
CODE = "code_execution"


def read_parts(parts: Parts, reading: Reading) -> list[ContentBlock]:
    """The blocks of the parts of a turn, which may be one part alone, or text."""
    listed = parts if isinstance(parts, list) else [parts]
    if any(map(has_piece, listed)):
        return [block for group in grouped(listed) for block in _read_group(group, reading)]
    return [read_part(part, reading) for part in listed]


def _read_group(group: list[w.Part | str], reading: Reading) -> list[ContentBlock]:
    """One part, or the pieces of a call; pieces that are no whole call are kept as they are, and never run."""
    first = group[0]
    if isinstance(first, str) or not has_piece(first):
        return [read_part(part, reading) for part in group]
    pieces = [verbatim(part) for part in group]
    call = call_of(pieces)
    if call is None:
        return [OpaqueBlock(word_of(piece), piece, reading.name) for piece in pieces]
    block: Any = _function_call(w.Part(function_call=call), reading)
    own = {**overlay_of(block.provider_raw, reading.name), PIECES: Raw(ENCODER.encode(pieces))}
    block.provider_raw = {reading.name: Raw(ENCODER.encode(own))}
    return [block]


def read_part(part: w.Part | str, reading: Reading) -> ContentBlock:
    """One part."""
    if isinstance(part, str):
        return TextBlock(part, provider_raw=keep(reading.name, {}, form={"part": "text"}))
    text, call, response = part.text, part.function_call, part.function_response
    if text is not UNSET and part == w.Part(text):
        return TextBlock(text)
    if call is not UNSET and part == w.Part(function_call=call):
        return _function_call(part, reading)
    if response is not UNSET and part == w.Part(function_response=response):
        return _function_response(part, reading)
    found = [name for name in _READERS if getattr(part, name) is not UNSET]
    if not found and part.thought is True:
        return _thinking(part, reading)
    return _READERS[found[0]](part, reading) if len(found) == 1 else opaque(part, reading)


def opaque(part: w.Part, reading: Reading) -> OpaqueBlock:
    """Keep a part that the model cannot hold, as a whole."""
    value = verbatim(part)
    return OpaqueBlock(word_of(value), value, reading.name)


def word_of(value: Raw) -> str:
    """Return the name of a part: its type, if it has one, else its first key."""
    try:
        members = msgspec.json.decode(value, type=dict[str, Raw])
    except (msgspec.DecodeError, ValueError):
        return ""
    word = members.get("type")
    if word is not None and bytes(word)[:1] == b'"':
        return str(msgspec.json.decode(word))
    return next(iter(members), "")


def _with_residue(
    block: ContentBlock,
    part: w.Part,
    reading: Reading,
    inside: dict[str, Any],
    form: dict[str, Any] | None = None,
    taken: tuple[str, ...] = (),
) -> ContentBlock:
    """Return the block with the other members of its part."""
    if _beside_of(part) == _NOTHING_BESIDE and not form and not any(inside.values()):
        return block
    overlay: dict[str, Any] = {**inside, **leftover(part, _KEPT)}
    also: dict[str, Any] = {}
    if part.thought is not UNSET and "thought" not in taken:
        (overlay if part.thought else also)["thought"] = part.thought
    if part.thought_signature is not UNSET and "thought_signature" not in taken:
        overlay["thoughtSignature"] = part.thought_signature
    if part.video_metadata is not UNSET and "video_metadata" not in taken:
        overlay["videoMetadata"] = verbatim(part.video_metadata)
    block.provider_raw = keep(reading.name, overlay, also=also, form=form)
    return block


def _text(part: w.Part, reading: Reading) -> ContentBlock:
    return (
        _thinking(part, reading)
        if part.thought is True
        else _with_residue(TextBlock(str(part.text)), part, reading, {})
    )


def _thinking(part: w.Part, reading: Reading) -> ContentBlock:
    form = {"text": False} if part.text is UNSET else None
    text = "" if part.text is UNSET else part.text
    block = ThinkingBlock(text, [], or_none(part.thought_signature), None, reading.origin)
    return _with_residue(block, part, reading, {}, form, ("thought", "thought_signature"))


def _function_call(part: w.Part, reading: Reading) -> ContentBlock:
    call: Any = part.function_call
    said = or_none(call.id)
    use_id, as_is = reading.call(or_none(call.name) or "", said)
    form: dict[str, Any] = {}
    if call.args:
        check_raw(call.args)
    if not call.args or memoryview(call.args)[0] != ord("{"):
        as_is.append("input")
    if call.name is UNSET or not NAME_PATTERN.fullmatch(call.name):
        as_is.append("name")
        form = {"nameless": True} if call.name is UNSET else {}
    block = ToolUseBlock(use_id, or_none(call.name) or "", call.args)
    inside = _with_empty_id(fields_of(call.unknown), said)
    form |= {"as_is": as_is} if as_is else {}
    return _with_residue(block, part, reading, {"functionCall": inside}, form)


def _with_empty_id(inside: dict[str, Any], said: str | None) -> dict[str, Any]:
    return {**inside, "id": said} if said == "" else inside


def _function_response(part: w.Part, reading: Reading) -> ContentBlock:
    response: Any = part.function_response
    said = or_none(response.id)
    use_id, other, as_is = reading.result(or_none(response.name), said)
    inside = _with_empty_id(leftover(response, ("will_continue", "scheduling")), said)
    payload = read_payload(response.response) if response.response else None
    form: dict[str, Any] = {}
    if payload is None:
        payload, form = Payload(), {"payload": "none"}
        if response.response:
            inside["response"] = response.response
    form |= payload.form
    if payload.is_error:
        as_is.append("is_error")
    content: list[ContentBlock] = [] if payload.text is None else [TextBlock(payload.text)]
    content += _response_parts(response, inside, reading)
    if response.name is UNSET:
        form["nameless"] = True
    elif not NAME_PATTERN.fullmatch(response.name):
        as_is.append("name")
    form |= {"as_is": as_is} if as_is else {}
    block = ToolResultBlock(use_id, other, content, payload.is_error)
    return _with_residue(block, part, reading, {"functionResponse": inside}, form)


def _response_parts(response: Any, inside: dict[str, Any], reading: Reading) -> list[ContentBlock]:
    """Read the media of a response; all are kept unchanged if one of them is not media."""
    if response.parts is UNSET:
        return []
    blocks = [_response_part(part, reading) for part in response.parts]
    if not blocks or any(block is None for block in blocks):
        inside["parts"] = verbatim(response.parts)
        return []
    return [block for block in blocks if block is not None]


def _response_part(part: w.ResponsePart, reading: Reading) -> ContentBlock | None:
    if (part.inline_data is UNSET) == (part.file_data is UNSET):
        return None
    block, inside = _media_of(part, reading, {"as_is": ["in_result"]})
    if block is not None:
        block.provider_raw = keep(reading.name, {**inside, **fields_of(part.unknown)})
    done: ContentBlock | None = block
    return done


def _media_of(part: w.Part | w.ResponsePart, reading: Reading, form: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """The media of a part, and the unknown members inside; None for media that the model does not have."""
    if part.file_data is UNSET:
        blob: Any = part.inline_data
        return _blob(blob, reading), {"inlineData": fields_of(blob.unknown)}
    return _file(part.file_data, reading, form), {"fileData": fields_of(part.file_data.unknown)}


def _media(part: w.Part, reading: Reading) -> ContentBlock:
    block, inside = _media_of(part, reading, {})
    return opaque(part, reading) if block is None else _media_with_clip(block, part, reading, inside)


def _blob(blob: Any, reading: Reading) -> Any:
    if not is_text(blob.data):
        return None
    media_type = or_none(blob.mime_type)
    as_is = ["media_type"] if media_type is None else []
    if not is_base64(blob.data):
        as_is.append("data")
    kept = keep(reading.name, {}, form={"as_is": as_is}) if as_is else None
    return kind_of(media_type)(Source("base64", blob.data, [], kept), media_type=media_type)


def _file(file: Any, reading: Reading, form: dict[str, Any]) -> Any:
    if not is_text(file.file_uri):
        return None
    media_type = or_none(file.mime_type)
    if media_type is None:
        form = {"as_is": [*form.get("as_is", []), "media_type"]}
    kind: Any = "file_id" if is_own_file(file.file_uri) else "url"
    source = Source(kind, file.file_uri, [], keep(reading.name, {}, form=form))
    return kind_of(media_type, file.file_uri)(source, media_type=media_type)


def _media_with_clip(block: Any, part: w.Part, reading: Reading, inside: dict[str, Any]) -> ContentBlock:
    """Media, with which part of a film is shown."""
    clip = part.video_metadata
    if clip is UNSET or type(block) is not VideoBlock:
        return _with_residue(block, part, reading, inside)
    overlay = fields_of(clip.unknown)
    block.start_offset, block.end_offset = or_none(clip.start_offset), or_none(clip.end_offset)
    form: dict[str, Any] = {"clip": True} if FORM in overlay else {}
    offsets = {"start_offset": block.start_offset, "end_offset": block.end_offset}
    if as_is := [name for name, told in offsets.items() if told is not None and not OFFSET.fullmatch(told)]:
        form["as_is"] = as_is
    if clip.fps:
        check_raw(clip.fps)
        block.fps = _frames(clip.fps, overlay, form)
    if block.start_offset is None and block.end_offset is None and block.fps is None:
        form["clip"] = True
    return _with_residue(block, part, reading, {**inside, "videoMetadata": overlay}, form, ("video_metadata",))


def _frames(raw: Raw, overlay: dict[str, Any], form: dict[str, Any]) -> float | None:
    exact: dict[str, str] = {}
    value = number_or_rest(raw, "fps", exact, overlay)
    if exact:
        form["exact"] = exact
    return value


def _run(part: w.Part, reading: Reading) -> ContentBlock:
    """A call of a tool that the provider runs."""
    call: Any = part.executable_code or part.tool_call
    name: Any
    if call is part.executable_code:
        name, value, key = CODE, Raw(ENCODER.encode(given(call, ("language", "code")))), "executableCode"
    else:
        name, value, key = call.tool_type, given(call, ("args",)).get("args", ABSENT), "toolCall"
    if name is UNSET:
        return opaque(part, reading)
    use_id, as_is = reading.call(name, or_none(call.id))
    if not value or memoryview(value)[0] != ord("{"):
        as_is.append("input")
    if not NAME_PATTERN.fullmatch(name):
        as_is.append("name")
    block = ToolUseBlock(use_id, name, value, run_by="provider", call_type=key)
    inside = _with_empty_id(fields_of(call.unknown), or_none(call.id))
    return _with_residue(block, part, reading, {key: inside}, {"as_is": as_is} if as_is else None)


def _ran(part: w.Part, reading: Reading) -> ContentBlock:
    """What such a tool returned."""
    result: Any = part.code_execution_result or part.tool_response
    name: Any
    if result is part.code_execution_result:
        name, value, key = CODE, Raw(ENCODER.encode(given(result, ("outcome", "output")))), "codeExecutionResult"
    else:
        name, value, key = result.tool_type, given(result, ("response",)).get("response", ABSENT), "toolResponse"
    if name is UNSET:
        return opaque(part, reading)
    use_id, other, as_is = reading.result(name, or_none(result.id))
    block = ToolResultBlock(use_id, other, run_by="provider", result_type=key, provider_result=value)
    inside = _with_empty_id(fields_of(result.unknown), or_none(result.id))
    return _with_residue(block, part, reading, {key: inside}, {"as_is": as_is} if as_is else None)


# By the field of the part.
_READERS: dict[str, Callable[[w.Part, Reading], ContentBlock]] = {
    "text": _text,
    "function_call": _function_call,
    "function_response": _function_response,
    "inline_data": _media,
    "file_data": _media,
    "executable_code": _run,
    "code_execution_result": _ran,
    "tool_call": _run,
    "tool_response": _ran,
}
