"""Fixes for the contents of messages: empty texts, unsigned thinking, and the data of media."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.validation.fixes.patches import remove, replace, safe, unsafe
from turnwire.validation.meaning.media import TYPE_MEMBERS, start_of_data, type_of_bytes
from turnwire.validation.meaning.order import ALTERNATING
from turnwire.validation.outline.nodes import member

if TYPE_CHECKING:
    from collections.abc import Collection

    from turnwire.model import Diagnostic, Fix
    from turnwire.validation.fixes.index import Index
    from turnwire.validation.outline.records import Part, Turn

_BLANKS: Final = str.maketrans("", "", " \t\r\n")


def emptied(found: Diagnostic, index: Index) -> tuple[Fix, ...]:
    """Offer to take out a text, or a message, that has nothing in it."""
    turn = index.turns.get(found.pointer or "")
    if turn is not None:
        is_answer = turn.role == "tool" or any(part.kind in ("tool_use", "tool_result") for part in turn.parts)
        return () if is_answer else _without(turn, index)
    place = index.at(found.pointer)
    if place is None:
        return ()
    position, part = place
    turn = index.outline.turns[position]
    if len(turn.parts) == 1:
        return _without(turn, index)
    make = safe if _has_only(part.node, _OF_TEXTS) else unsafe
    return (make("take the empty text out", remove(part.path)),)


def _without(turn: Turn, index: Index) -> tuple[Fix, ...]:
    """Offer to take a message out, unless it is the only one, or may have its content under another name."""
    is_only = turn.at is None or len(index.outline.turns) == 1
    if is_only or not _has_only(turn.node, _OF_MESSAGES) or _holds_sides_apart(turn, index):
        return ()
    return (safe("take the empty message out", remove(turn.path)),)


def _holds_sides_apart(turn: Turn, index: Index) -> bool:
    """Return whether the order of roles would break without a turn: only the last one can be missed."""
    return index.outline.dialect in ALTERNATING and turn is not index.outline.turns[-1]


def _has_only(node: Any, names: Collection[str]) -> bool:
    return not isinstance(node, dict) or all(name in names for name in node)


_OF_MESSAGES: Final = frozenset({"role", "content", "parts", "id", "name", "type", "status"})
_OF_TEXTS: Final = frozenset({"type", "text"})


def unsigned(found: Diagnostic, index: Index) -> tuple[Fix, ...]:
    """Offer to take out thinking that the server cannot check."""
    place = index.at(found.pointer)
    if place is None:
        return ()
    position, part = place
    is_alone = len(index.outline.turns[position].parts) == 1
    return () if is_alone else (unsafe("take the thinking out", remove(part.path)),)


def of_its_type(found: Diagnostic, index: Index) -> tuple[Fix, ...]:
    """Offer the media type that the first bytes have; the finding is about the part, or about its type."""
    pointer = found.pointer or ""
    in_url = index.values.get(pointer)
    if in_url is not None:
        return _of_its_type_in_url(in_url)
    for names, allowed in TYPE_MEMBERS.items():
        part = index.media.get(pointer.removesuffix("/" + "/".join(names)))
        stated = None if part is None else member(member(part.node, names[0]), names[1])
        if part is None or part.form != "base64" or type(part.value) is not str or type(stated) is not str:
            continue
        real = type_of_bytes(part) or ""
        word = real.rpartition("/")[2] if names[1] == "format" else real
        return (safe(f"write `{word}`", replace((*part.path, *names), word)),) if word in allowed else ()
    return ()


def _of_its_type_in_url(part: Part) -> tuple[Fix, ...]:
    start = start_of_data(part.value) if type(part.value) is str else 0
    real = type_of_bytes(part, start) if start else None
    if real is None:
        return ()
    url = f"data:{real};{part.value.partition(';')[2]}"
    return (safe(f"write `{real}`", replace(part.value_path, url)),)


def without_blanks(found: Diagnostic, index: Index) -> tuple[Fix, ...]:
    """Offer data without the blanks and line breaks, or the head of a URL, that some programs put into base64."""
    part = index.values.get(found.pointer or "")
    if part is None or not isinstance(part.value, str):
        return ()
    start = start_of_data(part.value)
    if start and part.at[-1:] not in _IN_DATA:
        return ()
    bare = part.value[start:].translate(_BLANKS)
    change = replace(part.value_path, bare)
    message = "take the head of the `data:` URL out" if start else "take blanks and line breaks out of the data"
    return () if bare == part.value else (safe(message, change),)


_IN_DATA: Final = ((), ("data",), ("bytes",))


def addressed(found: Diagnostic, index: Index) -> tuple[Fix, ...]:
    """Offer a data URL for the base64 of a picture, where its first bytes say what it is."""
    part = index.values.get(found.pointer or "")
    real = None if part is None or type(part.value) is not str else type_of_bytes(part)
    if part is None or real is None:
        return ()
    return (safe("write it as a `data:` URL", replace(part.value_path, f"data:{real};base64,{part.value}")),)
