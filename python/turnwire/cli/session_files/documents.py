"""Documents of a transcript, and what a search found, as text."""

from __future__ import annotations

import base64
import binascii
from typing import TYPE_CHECKING, Any, Final

import msgspec

from turnwire.codec.members import begins
from turnwire.model import ABSENT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from turnwire.model import Citation, ContentBlock, DocumentBlock, Source, ToolUseBlock

_ADDRESSES: Final = ("url", "source")
"""The members of a found page that may have its address: `source` in a search result of Anthropic."""
_DATA: Final = 400
"""The number of characters of one word from which on it is data, such as a picture that a tool made."""
_SHOWN: Final = frozenset({"type", "title", "text", *_ADDRESSES})


def about_document(block: DocumentBlock) -> str:
    """Return the names of a document, its address, its type and its size, and its context on a line of its own."""
    names = list(dict.fromkeys(name for name in (block.title, block.filename) if name))
    for raw in (block.provider_raw or {}).values():
        names += [address for each in _objects(_value(raw)) if (address := _address(each))]
    first = " ".join([*names, where(block)]).rstrip()
    return f"{first}\ncontext: {block.context}" if block.context else first


def about_citations(citations: Iterable[Citation]) -> str:
    """Return the title and address of each source that a text cites, or the cited words if it has neither."""
    lines = (" ".join(filter(None, (each.title, each.url or each.source))) or each.cited_text for each in citations)
    return "\n".join(dict.fromkeys(line or "(a source without a name)" for line in lines))


def namespace(block: ToolUseBlock) -> str | None:
    """Return the namespace of a call's tool from its residue: Codex has one for tools of MCP, the model has none."""
    for raw in (block.provider_raw or {}).values():
        found = (_value(raw) or {}).get("namespace") if begins(raw, b"{") else None
        if isinstance(found, str) and found:
            return found
    return None


def where(block: ContentBlock) -> str:
    """Return where the data of a picture, document, sound or film is; data itself is not shown."""
    source: Source | None = getattr(block, "source", None)
    if source is None or source.data in (None, ABSENT):
        return ""
    data: str = msgspec.json.decode(source.data)
    media_type = getattr(block, "media_type", None) or ""
    return f"{media_type}, {len(data):,} characters" if source.kind in ("base64", "text") else data


def text_of_document(block: DocumentBlock) -> str:
    """Return the text of a document that is text; empty for any other, and for one whose text is in blocks."""
    source = block.source
    if source.data in (None, ABSENT):
        return ""
    if source.kind == "text":
        text: str = msgspec.json.decode(source.data)
        return text
    if source.kind == "base64" and (block.media_type or "").startswith("text/"):
        try:
            return base64.b64decode(msgspec.json.decode(source.data)).decode("utf-8", "replace")
        except (binascii.Error, ValueError):
            return ""
    return ""


def found_pages(raw: bytes) -> str:
    """Return the titles, addresses and texts of what a search found, and the names of the members that are left out.

    Args:
        raw: the JSON of one page or of a list; a text is returned without its quotes, any other JSON as it is.
    """
    value = _value(raw)
    if isinstance(value, str):
        is_data = len(value) >= _DATA and len(value.split()) == 1
        return f"({len(value):,} characters of data)" if is_data else value
    pages = _objects(value)
    if not pages or not all(_address(page) for page in pages):
        return raw.decode("utf-8", "backslashreplace")
    lines = [line for page in pages for line in _page(page)]
    left_out = sorted({name for page in pages for name, value in page.items() if value and name not in _SHOWN})
    return "\n".join([*lines, f"(left out: {', '.join(left_out)})"] if left_out else lines)


def _value(raw: bytes) -> Any:
    try:
        return msgspec.json.decode(raw)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return None


def _objects(value: Any) -> list[Mapping[str, Any]]:
    """Return the object that a value is, or those of a list; nothing if there is anything else."""
    found = value if isinstance(value, list) else [value]
    return found if all(isinstance(each, dict) for each in found) else []


def _address(page: Mapping[str, Any]) -> str | None:
    return next((page[name] for name in _ADDRESSES if isinstance(page.get(name), str) and page[name]), None)


def _page(page: Mapping[str, Any]) -> Iterator[str]:
    texts = [page.get("title"), _address(page)]
    yield " ".join(each for each in texts if isinstance(each, str) and each)
    if isinstance(page.get("text"), str) and page["text"]:
        yield page["text"]
