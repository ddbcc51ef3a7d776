"""Whose reply it is: the dialect that a reply of a format with many vendors is checked as, if its caller named none."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

from turnwire.dialects import FAMILY, VENDORS
from turnwire.validation.schema import has_schema, mismatches
from turnwire.validation.schema_files import id_for, tree

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.dialects.dialect import Kind
    from turnwire.model import Diagnostic
    from turnwire.validation.engines import EngineName

_UNKNOWN: Final = "TW203"


def vendor_of(document: Any, dialect: str, kind: Kind, engine: EngineName) -> str:
    """Return the vendor of a format whose schema fits a reply better than the format's own does.

    A reply of Groq is one of OpenAI's format, whose description does not have `x_groq`.  The vendor is chosen only if
    it knows a member that the format does not, and no other vendor fits as well; else the dialect stays.  It stays for
    a request, too: a member that another vendor has is a mistake in one for OpenAI.

    Args:
        document: the parsed document.
        dialect: the dialect that was detected.
        kind: its kind.
        engine: what compares the document with a schema.

    Example:
        `vendor_of({"id": "1", "choices": [], "x_groq": {}, ...}, "openai_chat", "response", "jsonschema_rs")` is
        `"groq_chat"`.
    """
    kin = _kin(dialect)
    if kind == "request" or not kin or not has_schema(dialect, kind):
        return dialect
    own = mismatches(document, dialect, kind, engine)
    unknown = {(each.pointer or "").rpartition("/")[2] for each in own if each.code == _UNKNOWN}
    if not unknown:
        return dialect
    near = [name for name in kin if has_schema(name, kind) and not unknown.isdisjoint(_names(name, kind))]
    fits = [(_weight(own), dialect), *((_weight(mismatches(document, name, kind, engine)), name) for name in near)]
    best = min(weight for weight, _ in fits)
    chosen = [name for weight, name in fits if weight == best]
    return chosen[0] if len(chosen) == 1 else dialect


@functools.cache
def _kin(dialect: str) -> tuple[str, ...]:
    """The other dialects of a format whose base is this one, but for those of servers that pass replies on."""
    names = (*VENDORS.get(dialect, ()), *(name for name, base in FAMILY.items() if base == dialect))
    return tuple(name for name in names if name not in _ROUTERS)


_ROUTERS: Final = frozenset({"huggingface_chat"})
"""The dialects whose replies have the members of other vendors."""


def _weight(findings: list[Diagnostic]) -> tuple[int, int]:
    """How little a document fits: errors first."""
    return sum(each.severity == "error" for each in findings), len(findings)


@functools.cache
def _names(dialect: str, kind: Kind) -> frozenset[str]:
    """The names of all members that the schema of a dialect has, at any place."""
    place = id_for(dialect, kind)
    return frozenset() if place is None else frozenset(_members(tree(place)))


def _members(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        properties = node.get("properties")
        yield from properties if isinstance(properties, dict) else ()
        for value in node.values():
            yield from _members(value)
    elif isinstance(node, list):
        for value in node:
            yield from _members(value)
