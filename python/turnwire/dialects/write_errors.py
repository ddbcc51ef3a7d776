"""Explain why a document could not be written; the search runs only after a writer has failed.

A document that a reader made fits the model.  One that a program built, or whose residue was edited, may hold
anything, and the exception of the writer would not explain the cause.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from msgspec import Raw, Struct

from turnwire.codec.json import explain
from turnwire.codec.members import object_of
from turnwire.codec.wire import ENCODER, shape_of
from turnwire.documents.residue import pointer_part
from turnwire.errors import InvalidDocument, invalid
from turnwire.model import ErrorReply, History

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.dialects.dialect import Part
    from turnwire.model import Document, Generation

_RAW_HINT = "free JSON is given as msgspec.Raw(json_bytes)"
_MODEL_HINT = "build documents of the types in turnwire.model; `turnwire.read` makes only such"
_RESIDUE_HINT = "`provider_raw` belongs to its dialect: keep it as it was read, or remove it"
# As deep as a document may be (docs/not-supported.md), and more: one that contains itself has no end.
_DEEPEST = 100

# Members of which one is in the error bodies of providers, of gateways and of servers in between.
_SPEAKS = frozenset({"error", "errors", "detail", "details", "message", "msg", "code", "status"})
# How many members the message lists.
_NAMED = 6

_NUMBERS = ("temperature", "top_p", "min_p", "presence_penalty", "frequency_penalty", "repetition_penalty")


def check_numbers(document: Document) -> None:
    """Raise InvalidDocument for NaN and infinities, which JSON cannot hold: encoders would make them null.

    `1e400` is JSON, and its double is infinity.
    """
    if type(document) is ErrorReply:
        _check_number(document.retry_after, "/retry_after")
    if type(document) is not History or document.settings is None or document.settings.generation is None:
        return
    generation = document.settings.generation
    heat, top_p = generation.temperature, generation.top_p
    # `x - x` is true only for NaN and infinities; the other fields are seldom set.
    if (
        (heat is not None and heat - heat)
        or (top_p is not None and top_p - top_p)
        or generation.min_p is not None
        or generation.presence_penalty is not None
        or generation.frequency_penalty is not None
        or generation.repetition_penalty is not None
    ):
        _check_each_number(generation)


def check_error(body: bytes) -> None:
    """Raises InvalidDocument (`error.none`) for a JSON object with members of which none speaks of an error."""
    members = object_of(Raw(body.strip()))
    if members and _SPEAKS.isdisjoint(members):
        names = ", ".join(f"{name:.40}" for name in list(members)[:_NAMED])
        message = f"this is not an error: it has none of the members error, detail and message, but {names}"
        raise invalid("error.none", message, hint="leave out the kind, or name another one")


def _check_each_number(generation: Generation) -> None:
    for name in _NUMBERS:
        _check_number(getattr(generation, name), f"/settings/generation/{name}")


def _check_number(value: object, pointer: str) -> None:
    if isinstance(value, float) and not math.isfinite(value):
        raise invalid("model.number", f"{value} is not a JSON number", pointer=pointer, hint="leave it out")


def refusal(document: Document, dialect: str, native: Part, fault: Exception) -> InvalidDocument | None:
    """Return what is wrong with a document whose writing raised `fault`; None if the document is not the cause.

    `native` is the native JSON dialect's part for such documents.
    """
    if isinstance(fault, InvalidDocument):
        return None
    return _unfit(document, native) or _residue_at_fault(document, dialect)


def _unfit(document: Document, native: Part) -> InvalidDocument | None:
    try:
        data = ENCODER.encode(document)
    except Exception as error:  # noqa: BLE001 - whatever it says, this document is none
        pointer, found = _unencodable(document)
        hint = _MODEL_HINT if isinstance(found, str) else _RAW_HINT
        return invalid("model.value", f"cannot be written as JSON: {error}", pointer=pointer, hint=hint)
    try:
        again = native.form.fast.decode(data)
        native.read(again, None)
    except Exception as error:  # noqa: BLE001 - the decoder's own errors, and what `check_raw` refuses
        (found,) = explain(data, error).diagnostics
        return invalid("model.type", found.message, pointer=found.pointer, hint=_MODEL_HINT)
    return _changed(document, again, "")


def _unencodable(node: Any, pointer: str = "") -> tuple[str, Any]:
    """The innermost place that no JSON can be made of."""
    for _ in range(_DEEPEST):
        inner = next(((step, child) for step, child in _children(node) if not _is_encodable(child)), None)
        if inner is None:
            break
        pointer, node = f"{pointer}/{inner[0]}", inner[1]
    return pointer, node


def _is_encodable(node: Any) -> bool:
    try:
        ENCODER.encode(node)
    except Exception:  # noqa: BLE001 - it is only asked whether
        return False
    return True


def _children(node: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(node, Struct):
        yield from ((field.encode_name, getattr(node, field.name)) for field in shape_of(type(node)))
    elif isinstance(node, list | tuple):
        yield from ((str(position), child) for position, child in enumerate(node))
    elif isinstance(node, dict):
        # A key may hold what no text may.
        yield from ((pointer_part(repr(name)[1:-1]), child) for name, child in node.items())


def _changed(node: Any, again: Any, pointer: str) -> InvalidDocument | None:
    """The first place where JSON holds something else than the document did: a dict for a Raw, null for a NaN."""
    if type(node) is not type(again):
        message = f"{_kind(node)} where the model has {_kind(again)}"
        return invalid("model.type", message, pointer=pointer, hint=_RAW_HINT if type(again) is Raw else _MODEL_HINT)
    for (step, mine), (_, other) in zip(_children(node), _children(again), strict=False):
        if found := _changed(mine, other, f"{pointer}/{step}"):
            return found
    return None


def _kind(value: Any) -> str:
    return repr(value) if isinstance(value, float) else type(value).__name__


def _residue_at_fault(document: Document, dialect: str) -> InvalidDocument | None:
    places = list(_residues(document, dialect, ""))
    if not places:
        return None
    # Residue without marks is only copied, but a writer interprets `$form`.
    marked = [pointer for pointer, raw in places if b'"$form"' in bytes(raw)]
    first, *more = marked or [pointer for pointer, _ in places]
    many = f", or at one of {len(more)} more places," if more else ""
    what = "`$form`" if marked else "the residue"
    message = f"{what} here{many} was not made by a reader of {dialect}: remove it"
    return invalid("model.residue", message, pointer=first, hint=_RESIDUE_HINT)


def _residues(node: Any, dialect: str, pointer: str) -> Iterator[tuple[str, Raw]]:
    own = getattr(node, "provider_raw", None)
    if isinstance(own, dict) and dialect in own:
        yield f"{pointer}/provider_raw/{pointer_part(dialect)}", own[dialect]
    for step, child in _children(node):
        yield from _residues(child, dialect, f"{pointer}/{step}")
