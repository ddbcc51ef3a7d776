"""Rules about pictures, sound, films and documents whose bytes stand in the document."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from msgspec import Raw

from turnwire.lowering.media_types import media_type_of, sound_type_of
from turnwire.validation.families import ANTHROPIC, CONVERSE, GEMINI, OPENAI, OPENAI_CHAT
from turnwire.validation.meaning.severity import softened
from turnwire.validation.outline.records import MEDIA, pointer_of
from turnwire.validation.rules import Example, Rule
from turnwire.validation.wording import shown

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from turnwire.model import Diagnostic
    from turnwire.validation.outline import Outline, Part

_PNG: Final = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="


def _picture(media_type: str, data: str) -> Example:
    source = f'{{"type": "base64", "media_type": "{media_type}", "data": "{data}"}}'
    message = f'{{"role": "user", "content": [{{"type": "image", "source": {source}}}]}}'
    return Example("anthropic_messages", f'{{"model": "claude-sonnet-4-5", "max_tokens": 64, "messages": [{message}]}}')


def _addressed(url: str) -> Example:
    part = f'{{"type": "image_url", "image_url": {{"url": "{url}"}}}}'
    return Example("openai_chat", f'{{"model": "gpt-4.1", "messages": [{{"role": "user", "content": [{part}]}}]}}')


OTHER_TYPE: Final = Rule(
    "TW315",
    "media-type-mismatch",
    "error",
    "The first bytes of a picture or a sound are those of another format than its media type says. Anthropic refuses it"
    ' ("The image was specified using the image/jpeg media type, but the image appears to be a image/png image");'
    " elsewhere it is a warning. Write the media type of the bytes.",
    failing=_picture("image/jpeg", _PNG),
    passing=_picture("image/png", _PNG),
)
NOT_BASE64: Final = Rule(
    "TW316",
    "not-base64",
    "error",
    "The data of a picture, a sound or a file is not base64: it holds other characters, or its length is wrong. Servers"
    " refuse it. Encode the bytes again, without line breaks and without a `data:` prefix where the format wants none.",
    failing=_picture("image/png", "not base64!"),
    passing=_picture("image/png", _PNG),
)

NO_ADDRESS: Final = Rule(
    "TW319",
    "no-address",
    "error",
    "The address of a picture is no URL, but the path of a file, or the picture's base64 alone. Servers fetch pictures"
    " from the web, and cannot read the files of whoever asks. Write an address with `https:`, or the bytes as a"
    " `data:` URL. In a row of a data set, which has no model, it is a warning.",
    failing=_addressed("/home/ada/rain.png"),
    passing=_addressed("https://example.org/rain.png"),
)

RULES: Final = (OTHER_TYPE, NOT_BASE64, NO_ADDRESS)

TYPE_MEMBERS: Final[Mapping[tuple[str, str], Collection[str]]] = MappingProxyType(
    {
        ("source", "media_type"): frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"}),
        ("image", "format"): frozenset({"png", "jpeg", "gif", "webp"}),
        ("input_audio", "format"): frozenset({"wav", "mp3"}),
        ("inlineData", "mimeType"): frozenset({"image/png", "image/jpeg", "image/webp", "audio/mp3", "audio/wav"}),
    }
)
"""Where formats have the type of a medium, below the part, and which of the types that bytes show they take.

They are those of Anthropic, Bedrock's Converse, OpenAI's chat and Gemini.
"""

_BARE: Final = ANTHROPIC | GEMINI | OPENAI_CHAT | {CONVERSE, "ollama_chat"}
"""The dialects whose servers want base64 alone where data is, and refuse a data URL."""
_DATA: Final = frozenset({"data", "bytes"})
_FETCHING: Final = ANTHROPIC | OPENAI | {"openrouter_chat"}
"""The dialects whose servers fetch pictures, from the web alone."""
# One letter is the drive of a path: `C:\rain.png`.
_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")
_BASE64: Final = re.compile(r"[A-Za-z0-9+/_-]*={0,2}")
_HEAD: Final = 24
_DATA_URL: Final = 256


def check(outline: Outline) -> Iterator[Diagnostic]:
    """Find media whose bytes are not what the document says."""
    for _, part in outline.marked:
        if part.kind in MEDIA:
            yield from _of_part(outline, part)
        for inner in part.parts:
            if inner.kind in MEDIA:
                yield from _of_part(outline, inner)
    for part in outline.system:
        if part.kind in MEDIA:
            yield from _of_part(outline, part)


def _of_part(outline: Outline, part: Part) -> Iterator[Diagnostic]:
    if type(part.value) is not str or part.form not in ("base64", "url"):
        return
    if part.form == "url":
        yield from _of_address(outline, part)
        return
    start = start_of_data(part.value)
    if start and outline.dialect in _BARE and (not part.at or part.at[-1] in _DATA):
        message = "the data begins with the head of a `data:` URL, and the format takes base64 alone"
        hint = "remove the head, up to and including the comma"
        yield NOT_BASE64.found(message, pointer_of(part.value_path), hint=hint, expected="base64")
    elif not _is_base64(part.value, start):
        hint = "encode the bytes again"
        yield NOT_BASE64.found("the data is not base64", pointer_of(part.value_path), hint=hint, expected="base64")
    else:
        yield from _of_type(outline, part, start)


def _of_address(outline: Outline, part: Part) -> Iterator[Diagnostic]:
    if part.kind != "image" or outline.dialect not in _FETCHING or _SCHEME.match(part.value):
        return
    is_data = type_of_bytes(part) is not None
    message = "base64 stands in the place of an address" if is_data else f"{shown(part.value)} is no address"
    hint = "write it as a `data:` URL" if is_data else "write an address with `https:`, or the bytes as a `data:` URL"
    found = NO_ADDRESS.found(message, pointer_of(part.value_path), hint=hint, expected="a URL")
    yield found if outline.model else softened(found)


def _of_type(outline: Outline, part: Part, start: int) -> Iterator[Diagnostic]:
    found = type_of_bytes(part, start)
    if found is not None and part.media_type and not _is_same(found, part.media_type):
        message = f"the media type is `{part.media_type[:40]}`, and the bytes are `{found}`"
        # The type of a data URL is in it; elsewhere it is a member of the part.
        place = pointer_of(part.value_path) if start else part.pointer
        told = OTHER_TYPE.found(message, place, hint=f"write `{found}`", expected=f"`{found}`")
        yield told if outline.dialect in ANTHROPIC and part.kind == "image" else softened(told)


def start_of_data(value: str) -> int:
    """Return where the base64 of a medium begins: 0, or behind the head of a data URL."""
    return value.find(",", 0, _DATA_URL) + 1 if value[:5].lower() == "data:" else 0


def type_of_bytes(part: Part, start: int = 0) -> str | None:
    """Return the media type that the first bytes of a part's base64 have, from a position on; None if not known."""
    head = Raw(b'"' + part.value[start : start + _HEAD].encode() + b'"')
    return media_type_of(head) or (sound_type_of(head) if part.kind == "audio" else None)


def _is_base64(data: str, start: int) -> bool:
    """Return whether a text is base64 from a position on: in the standard alphabet or that of URLs."""
    return data.isascii() and _BASE64.fullmatch(data, start) is not None and _has_length(data, start)


def _has_length(data: str, start: int) -> bool:
    length = len(data) - start
    return length > 0 and (length % 4 == 0 or ("=" not in data[-2:] and length % 4 != 1))


_SAME: Final = {"image/jpg": "image/jpeg", "audio/mpeg": "audio/mp3", "audio/x-wav": "audio/wav"}


def _is_same(found: str, stated: str) -> bool:
    plain = stated.partition(";")[0].strip().lower()
    return _SAME.get(plain, plain) == found
