"""Edits of a document: each gives the document with one thing of it changed, and what was said there before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec import Struct

from turnwire.model import ABSENT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.model import Document

NEW_TEXT = "edited_by_hand"
NEW_NUMBER = 77


class Edit(NamedTuple):
    """One edit: the document after it, and the text that must not come back, if it is long enough to tell."""

    place: str
    document: Document
    gone: str | None


def edits(document: Document) -> Iterator[Edit]:
    """Every text changed, every number changed, every optional thing removed, every item of a list removed."""
    for place, changed, gone in _edited(document, ""):
        yield Edit(place, changed, gone)


def _edited(node: Any, place: str) -> Iterator[tuple[str, Any, str | None]]:
    """(place, the node with one thing changed, what is gone)."""
    if isinstance(node, Struct):
        yield from _edited_struct(node, place)
    elif isinstance(node, list):
        for position, item in enumerate(node):
            at = f"{place}/{position}"
            yield f"{at} removed", [*node[:position], *node[position + 1 :]], _only_text(item)
            for inner, changed, gone in _edited(item, at):
                yield inner, [*node[:position], changed, *node[position + 1 :]], gone


def _edited_struct(node: Struct, place: str) -> Iterator[tuple[str, Any, str | None]]:
    for field in msgspec.structs.fields(node):
        value = getattr(node, field.name)
        if field.name == "provider_raw" or value is None or value is ABSENT:
            continue
        at = f"{place}/{field.name}"
        for where, changed, gone in _changes(value, at, is_required=field.required):
            yield where, msgspec.structs.replace(node, **{field.name: changed}), gone


def _changes(value: Any, at: str, *, is_required: bool) -> Iterator[tuple[str, Any, str | None]]:
    if not is_required and not isinstance(value, list):
        yield f"{at} removed", ABSENT if isinstance(value, msgspec.Raw) else None, _only_text(value)
    # Words of a closed list (roles, kinds) and ids that others refer to are not free to change.
    if isinstance(value, str) and at.rpartition("/")[2] in _FREE_TEXT:
        yield f"{at} changed", NEW_TEXT, value
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield f"{at} changed", NEW_NUMBER, None
    else:
        yield from _edited(value, at)


_FREE_TEXT = frozenset({"text", "model", "name", "description", "user", "title", "message", "cited_text", "code"})


def _only_text(value: Any) -> str | None:
    text = value if isinstance(value, str) else getattr(value, "text", None)
    return text if isinstance(text, str) else None
