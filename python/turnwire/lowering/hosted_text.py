"""Turn the inputs and results of provider-run tools, and structured results, into text and picture blocks."""

from __future__ import annotations

import re
from typing import Final

import msgspec
from msgspec import Raw, Struct, structs

from turnwire.codec.members import begins
from turnwire.codec.wire import ENCODER
from turnwire.documents.residue import pointer_part
from turnwire.losses import Losses
from turnwire.lowering.draft import RICH_RESULT
from turnwire.lowering.rewrite_blocks import Placed, placed_inside, when_block, with_placed_inside
from turnwire.model import (
    ABSENT,
    DocumentBlock,
    ImageBlock,
    Source,
    TextBlock,
    ToolResultBlock,
    ToolUseBlock,
)

SEALED: Final = frozenset({"encrypted_content", "encrypted_index", "encrypted_stdout", "file_id", "container_id"})
"""Members of results that only the provider's own servers can read, or that name files there.

"`encrypted_content`: Encrypted content that must be passed back in multi-turn conversations for citations"
(Anthropic, web search tool, 2026-08-21)
"""

_PICTURE_RESULTS: Final = frozenset({"image_generation_call"})
"""Results that are one picture, as base64.  ImageGenToolCall.result: "The generated image encoded in base64." """

_DATA_URL = re.compile(r"data:([a-z]+/[\w.+-]+);base64,")
_MEDIA: Final[dict[str, type[ImageBlock | DocumentBlock]]] = {"image": ImageBlock, "document": DocumentBlock}

_MEMBERS = msgspec.json.Decoder(dict[str, Raw])
_ITEMS = msgspec.json.Decoder(list[Raw])
_STRING = msgspec.json.Decoder(str)

Media = ImageBlock | DocumentBlock

_TAG_ENDS: Final = ("_result", "_output", "_content", "_error", "_location")
_TAGS: Final = frozenset({"text", "image", "document", "url"})
"""Types of objects in results that say nothing to a reader; others, such as `open_page`, name what was done."""


class Found(Struct):
    """Renders free JSON as lines of text, collects its pictures and files, and drops encrypted members."""

    losses: Losses
    feature: str
    is_free: bool = False
    """Whether the JSON is the tool's own: then each member is rendered, empty ones and `type` included."""
    media: list[Placed] = []

    def lines(self, value: Raw, place: str) -> list[str]:
        """The lines of some JSON: `name: value` for each member, items below each other, members inside indented."""
        if begins(value, b"{"):
            return self._object(value, place)
        if begins(value, b"["):
            return self._list(_ITEMS.decode(value), place)
        text = _STRING.decode(value) if begins(value, b'"') else bytes(value).decode()
        if text and text != "null":
            return [text]
        return [bytes(value).decode()] if self.is_free else []

    def _object(self, value: Raw, place: str) -> list[str]:
        members = _MEMBERS.decode(value)
        if not members:
            return ["{}"] if self.is_free else []
        media = _media_of(members)
        if media is not None:
            self.losses.reshaped(place, self.feature, value)
            self.media.append((media, place))
        found: list[str] = []
        for name, each in members.items():
            at = f"{place}/{pointer_part(name)}"
            if name in SEALED:
                self.losses.dropped(at, self.feature, each)
            elif not (media is not None and name in ("type", "source", "url")) and not self._is_tag(name, each):
                inner = self.lines(each, at)
                found += [f"{name}: {inner[0]}"] if _is_short(each, inner) else _below(name, each, inner)
        return found

    def _is_tag(self, name: str, value: Raw) -> bool:
        """Return whether a member only names the type of its object in the provider's format."""
        if name != "type" or self.is_free or not begins(value, b'"'):
            return False
        word = _STRING.decode(value)
        return word in _TAGS or word.endswith(_TAG_ENDS)

    def _list(self, items: list[Raw], place: str) -> list[str]:
        found: list[str] = [] if items or not self.is_free else ["[]"]
        for n, item in enumerate(items):
            inner = self.lines(item, f"{place}/{n}")
            if _is_short(item, inner):
                found.append(f"- {inner[0]}")
            elif inner:
                found += [*([""] if found else []), *inner]
        return found


def _below(name: str, value: Raw, lines: list[str]) -> list[str]:
    """Return the lines of a member whose value needs lines of its own; those of objects and lists are indented."""
    if not lines:
        return []
    is_text = begins(value, b'"')
    return [f"{name}:", *(line if is_text or not line else f"  {line}" for line in lines)]


def _is_short(value: Raw, lines: list[str]) -> bool:
    """Return whether a value is written behind its name: a scalar of one line, or what is empty."""
    if len(lines) != 1 or "\n" in lines[0].rstrip("\n"):
        return False
    return bytes(value) in (b"{}", b"[]") or not (begins(value, b"{") or begins(value, b"["))


def _media_of(members: dict[str, Raw]) -> Media | None:
    """Return the picture or file in an object: its source is base64 or a URL (Anthropic), or its `url` (OpenAI)."""
    kind = _MEDIA.get(_text(members, "type"))
    if kind is None:
        return None
    if begins(members.get("source", ABSENT), b"{"):
        source = _MEMBERS.decode(members["source"])
        media_type = _text(source, "media_type") or None
        if _text(source, "type") == "base64" and _text(source, "data"):
            return kind(Source("base64", source["data"]), media_type)
        return kind(Source("url", source["url"]), media_type) if _text(source, "url") else None
    return _at_url(kind, members["url"]) if _text(members, "url") else None


def _at_url(kind: type[ImageBlock | DocumentBlock], value: Raw) -> Media:
    url = _STRING.decode(value)
    head = _DATA_URL.match(url)
    if head is None:
        return kind(Source("url", value))
    return kind(Source("base64", Raw(ENCODER.encode(url[head.end() :]))), head[1])


def _text(members: dict[str, Raw], name: str) -> str:
    """Return a member that is a text; empty if there is none."""
    value = members.get(name, ABSENT)
    return _STRING.decode(value) if begins(value, b'"') else ""


def found_blocks(result: ToolResultBlock, place: str, losses: Losses) -> list[Placed]:
    """Return what a provider-run tool found, as the content of an ordinary result."""
    placed = placed_inside(result, place, losses)
    name = "structured" if is_structured_alone(result) else "provider_result"
    value: Raw = getattr(result, name)
    return [*placed, *(_opened(value, f"{place}/{name}", name, result, losses) if value else [])]


def is_structured_alone(result: ToolResultBlock) -> bool:
    """Return whether a result has nothing but structured JSON."""
    return bool(result.structured) and not result.content and not result.provider_result


def _opened(value: Raw, place: str, name: str, result: ToolResultBlock, losses: Losses) -> list[Placed]:
    if result.result_type in _PICTURE_RESULTS and begins(value, b'"'):
        losses.reshaped(place, f"tool_result.{name}", value)
        return [(ImageBlock(Source("base64", value)), place)]
    found = Found(losses, f"tool_result.{name}", is_free=name == "structured")
    text = "\n".join(found.lines(value, place))
    return [*([(TextBlock(text), place)] if text else []), *found.media]


def call_in_words(call: ToolUseBlock, place: str, losses: Losses) -> str:
    """The call of a provider-run tool as text that a person reads."""
    shown = Found(losses, "tool_use.input", is_free=True).lines(call.input, f"{place}/input") if call.input else []
    lines = [*(shown if shown not in (["{}"], ["[]"]) else []), *([call.input_text] if call.input_text else [])]
    server = f" of {call.server_name}" if call.server_name else ""
    return "\n".join([f"Called the tool {call.name}{server}{':' if lines else '.'}", *lines]).rstrip()


def result_in_words(name: str, placed: list[Placed]) -> str:
    """The result of a provider-run tool as text that a person reads; its pictures and files are no part of it."""
    lines = [block.text for block, _ in placed if type(block) is TextBlock]
    return "\n".join([f"Result of the tool {name}{':' if lines else '.'}", *lines]).rstrip()


@when_block(ToolResultBlock, if_any=is_structured_alone, trigger=RICH_RESULT)
def structured_in_words(result: ToolResultBlock, place: str, losses: Losses) -> ToolResultBlock:
    """Turn a result that holds only structured JSON, such as OpenAI's `tool_search_output`, into text."""
    if not is_structured_alone(result):
        return result
    losses.reshaped(f"{place}/structured", "tool_result.structured", result.structured)
    found = with_placed_inside(result, place, found_blocks(result, place, losses), losses)
    return structs.replace(found, structured=ABSENT)
