"""Records as they come, of which nothing is known: what is needed and is not there is refused with its place."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from typing import Any, TypeVar

from turnwire.documents.residue import pointer_part
from turnwire.errors import InvalidDocument, invalid

Json = dict[str, Any]
Made = TypeVar("Made")


def refused(message: str, place: str = "") -> InvalidDocument:
    """The error of a request that gpt2099 does not make."""
    return invalid("gpt2099.request", message, pointer=place)


def record(value: Any, place: str) -> Mapping[str, Any]:
    """Return a value that must be a record.  Raises InvalidDocument."""
    if not isinstance(value, Mapping):
        raise refused("not a record", place)
    return value


def records(value: Any, place: str) -> list[Mapping[str, Any]]:
    """Return a value that must be a list of records.  Raises InvalidDocument."""
    if not isinstance(value, list):
        raise refused("not a list", place)
    return [record(each, f"{place}/{n}") for n, each in enumerate(value)]


def needed(of: Mapping[str, Any], name: str, place: str) -> Any:
    """Return a required member, which may be null.  Raises InvalidDocument."""
    if name not in of:
        raise refused(f"no {name}", place)
    return of[name]


def text_of(of: Mapping[str, Any], name: str, place: str) -> str:
    """Return a required text.  Raises InvalidDocument."""
    found = needed(of, name, place)
    if not isinstance(found, str):
        raise refused(f"{name} is not a text", f"{place}/{pointer_part(name)}")
    return found


def blocks_of(message: Mapping[str, Any], place: str) -> list[Mapping[str, Any]]:
    """The content of a message.  Raises InvalidDocument."""
    return records(needed(message, "content", place), f"{place}/content")


def texts_of(blocks: list[Mapping[str, Any]], place: str) -> list[str]:
    """The texts among some blocks.  Raises InvalidDocument."""
    return [text_of(each, "text", f"{place}/{n}") for n, each in enumerate(blocks) if each.get("type") == "text"]


def file_of(block: Mapping[str, Any], place: str) -> tuple[str, str]:
    """The media type and the base64 text of a document.  Raises InvalidDocument."""
    source = record(needed(block, "source", place), f"{place}/source")
    return text_of(source, "media_type", f"{place}/source"), text_of(source, "data", f"{place}/source")


def is_text(media_type: str) -> bool:
    """Whether the bytes of a document are text for a model to read."""
    return media_type.startswith("text/") or media_type == "application/json"


def decoded(data: str, place: str) -> str:
    """The text of which these are the bytes in base64.  Raises InvalidDocument."""
    try:
        return base64.b64decode(data, validate=True).decode()
    except (binascii.Error, ValueError):
        raise refused("not UTF-8 text in base64", f"{place}/source/data") from None


def within(of: Any, *names: str) -> Mapping[str, Any]:
    """The record at the end of a path of names; an empty one where there is none."""
    for name in names:
        of = of.get(name) if isinstance(of, Mapping) else None
    return of if isinstance(of, Mapping) else {}


def words(of: Mapping[str, Any], name: str) -> str:
    """Return a text; an empty one if there is none."""
    found = of.get(name)
    return found if isinstance(found, str) else ""


def count(of: Mapping[str, Any], name: str) -> int:
    """Return a whole number; 0 if there is none."""
    found = of.get(name)
    return found if isinstance(found, int) else 0


def all_of(of: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    """Return the records of a list; none if there is no list."""
    found = of.get(name)
    return [each for each in found if isinstance(each, Mapping)] if isinstance(found, list) else []


def first_of(of: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """The first record of a list; an empty one where there is none."""
    found = all_of(of, name)
    return found[0] if found else {}


def of_provider(table: Mapping[str, Made], provider: str) -> Made:
    """Return a provider's entry of a table.  Raises InvalidDocument for a provider that gpt2099 does not have."""
    if provider not in tuple(table):  # what cannot be looked up, such as a list, is no provider either
        raise refused(f"there is no provider {provider!r}; there are {', '.join(table)}")
    return table[provider]
