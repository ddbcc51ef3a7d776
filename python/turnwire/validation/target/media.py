"""Pictures, sound, films and files that a target does not take, and requests that are too large for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from turnwire.validation.families import OPENAI_CHAT
from turnwire.validation.meaning.severity import softened
from turnwire.validation.outline.nodes import member
from turnwire.validation.outline.records import MEDIA, pointer_of
from turnwire.validation.rules import Example, Rule
from turnwire.validation.target.formats import media_type_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.model import Diagnostic
    from turnwire.validation.outline import Outline, Part
    from turnwire.validation.target.aim import Aim


def _shown(model: str, url: str, count: int = 1) -> Example:
    image = f'{{"type": "image_url", "image_url": {{"url": "{url}"}}}}'
    text = f'{{"model": "{model}", "messages": [{{"role": "user", "content": [{", ".join([image] * count)}]}}]}}'
    return Example("groq_chat", text, target="groq_chat")


def _file(media_type: str) -> Example:
    file = f'{{"filename": "a", "file_data": "data:{media_type};base64,JVBERi0xLjQ="}}'
    part = f'{{"type": "file", "file": {file}}}'
    text = f'{{"model": "gpt-4.1", "messages": [{{"role": "user", "content": [{part}]}}]}}'
    return Example("openai_chat", text, target="openai_chat")


_SEEN: Final = _shown("meta-llama/llama-4-scout-17b-16e-instruct", "https://example.com/a.png")

KIND: Final = Rule(
    "TW402",
    "medium-not-taken",
    "error",
    "The document holds a picture, sound, film or file, and the target's server or model takes none of its kind. Take"
    " it out, describe it in words, or choose another model. Where the server answers as if it were not there, this is"
    " a warning.",
    failing=_shown("openai/gpt-oss-120b", "https://example.com/a.png"),
    passing=_SEEN,
)
TYPE: Final = Rule(
    "TW403",
    "media-type-not-taken",
    "error",
    "The target takes pictures or files, but not of this media type: Anthropic takes JPEG, PNG, GIF and WebP, and"
    " OpenAI takes PDF files. Convert it to one of those. Where the type is only missing from the documentation, this"
    " is a warning.",
    failing=_file("text/csv"),
    passing=_file("application/pdf"),
)
COUNT: Final = Rule(
    "TW404",
    "too-many-images",
    "error",
    "The document holds more pictures than the target's server takes in one request. Leave the older ones out.",
    failing=_shown("meta-llama/llama-4-scout-17b-16e-instruct", "https://example.com/a.png", 6),
    passing=_SEEN,
)
LENGTH: Final = Rule(
    "TW405",
    "too-long",
    "error",
    "The text is longer than the context of the target's model. The number of tokens is estimated from the letters,"
    " four to a token; a text that fits with eight letters to a token is a warning. Leave older turns out, or choose a"
    " model with a larger context.",
    failing=Example(
        "openai_chat",
        f'{{"model": "gpt-3.5-turbo", "messages": [{{"role": "user", "content": "{"read this " * 16000}"}}]}}',
        target="openai_chat",
    ),
    passing=Example(
        "openai_chat",
        '{"model": "gpt-3.5-turbo", "messages": [{"role": "user", "content": "Hi."}]}',
        target="openai_chat",
    ),
)

RULES: Final = (KIND, TYPE, COUNT, LENGTH)

_LETTERS: Final = 4
_MOST_LETTERS: Final = 8
_WORDS: Final = {"image": "pictures", "audio": "sound", "video": "films", "document": "files"}
# "Invalid file data [...]. Expected a base64-encoded data URL with an application/pdf MIME type" (a refusal of OpenAI)
_PDF: Final = "application/pdf"


def check(outline: Outline, aim: Aim) -> Iterator[Diagnostic]:
    """Find media that the target does not take, too many of them, and too much text."""
    images: list[Part] = []
    for part in _media(outline):
        if part.kind == "image":
            images.append(part)
        yield from _of_part(part, aim)
    most = aim.server.most_images
    if most is not None and len(images) > most:
        message = f"this is picture {most + 1} of {len(images)}, and {aim.name} takes {most}"
        yield COUNT.found(message, images[most].pointer, hint="leave older pictures out", expected=f"at most {most}")
    yield from _length(outline, aim)


def _media(outline: Outline) -> Iterator[Part]:
    for _, part in outline.marked:
        if part.kind in MEDIA:
            yield part
        for inner in part.parts:
            if inner.kind in MEDIA:
                yield inner


def _of_part(part: Part, aim: Aim) -> Iterator[Diagnostic]:
    if _is_refused(part.kind, aim):
        message = f"{aim.name} takes no {_WORDS[part.kind]}"
        found = KIND.found(message, part.pointer, hint="take it out, or choose another model")
        yield softened(found) if "media" in aim.server.ignores else found
        return
    known, stated = _types(part, aim), media_type_of(part)
    if not known and stated.partition("/")[0] in _NO_FILES and part.kind == "document" and aim.server.maker == "openai":
        message = f"{aim.name} does not take `{stated}` as a file"
        yield TYPE.found(message, pointer_of(part.value_path), hint="give a PDF, or a text", expected=f"`{_PDF}`")
    if known and stated and stated not in known:
        message = f"{aim.name} does not take `{stated[:40]}`"
        expected = ", ".join(f"`{each}`" for each in known)
        hint = "convert it to one of the types that it takes"
        found = TYPE.found(message, _type_pointer(part), hint=hint, expected=expected)
        yield softened(found) if aim.server.maker == "google" else found


def _type_pointer(part: Part) -> str:
    """Return the place of the media type; that of the data, if the type is only there."""
    holder = part.node
    for step in part.at[:-1]:
        holder = member(holder, str(step))
    name = next((name for name in _TYPE_NAMES if member(holder, name) is not None), None)
    return pointer_of(part.value_path if name is None else (*part.value_path[:-1], name))


_TYPE_NAMES: Final = ("media_type", "mimeType", "mime_type")


def _types(part: Part, aim: Aim) -> tuple[str, ...]:
    if part.kind == "image" and part.form != "url" and aim.capabilities.accepted_image_media_types:
        return aim.capabilities.accepted_image_media_types
    if part.kind == "document" and aim.dialect in OPENAI_CHAT and part.form == "base64":
        return (_PDF,)
    return aim.server.types.get(part.kind, ()) if aim.is_enforced or not aim.server.maker else ()


_NO_FILES: Final = frozenset({"audio", "video"})


def _is_refused(kind: str, aim: Aim) -> bool:
    if aim.server.media is not None and kind not in aim.server.media:
        return True
    if kind == "image" and aim.capabilities.supports_images is False:
        return True
    return aim.known is not None and kind in aim.known.lacks_media


def _length(outline: Outline, aim: Aim) -> Iterator[Diagnostic]:
    most = aim.capabilities.max_context_tokens
    if most is None:
        return
    letters = sum(len(part.value) for part in outline.system if type(part.value) is str)
    for turn in outline.turns:
        for part in turn.parts:
            if part.kind in _READ and type(part.value) is str:
                letters += len(part.value)
        if letters > most * _LETTERS:
            message = f"the text up to here is about {letters // _LETTERS:,} tokens, and {aim.name} reads {most:,}"
            hint, expected = "leave older turns out", f"at most {most:,} tokens"
            found = LENGTH.found(message, turn.pointer, hint=hint, expected=expected)
            yield softened(found) if letters <= most * _MOST_LETTERS else found
            return


_READ: Final = frozenset({"text", "tool_use", "tool_result"})
