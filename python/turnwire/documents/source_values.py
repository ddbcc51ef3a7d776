"""The members of a source where our writer would write other ones.

A reader keeps them at the node of the model, as `{"$form": {"source": {key: value}}}`: a number with more digits than a
double holds, another key for the same setting, a value that the API does not take.  The writer gives a member back as
long as the reader still reads it as what the model has; otherwise the model was edited, and the edit is written.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Raw, Struct

from turnwire.codec.json import check_raw
from turnwire.codec.values import is_object, members_of, object_with
from turnwire.codec.wire import FORM
from turnwire.documents.older_marks import members_of_marks
from turnwire.model import ABSENT

if TYPE_CHECKING:
    from turnwire.documents.residue import ProviderRaw

SOURCE: Final = "source"
"""The word of `$form`."""
# Most sources have one of a few members, so that the results of reading them again are cached.
_SHORT, _CACHED = 120, 512


class Rows(Struct, frozen=True):
    """The members of a wire object that have a place at one node of the model."""

    keys: Mapping[str, str]
    """Key -> field of the node."""
    read: Callable[[Mapping[str, Raw]], Struct]
    """Reads some of the members as a node.  Raises msgspec.DecodeError."""


class Rest(Struct):
    """What the reader of a wire object leaves over, as members of residue."""

    content: dict[str, Any] = {}
    """Members of another type than the format has."""
    also: dict[str, Any] = {}
    """Members that mean the same as their absence."""
    kept: dict[str, Any] = {}
    """The second of two members for one setting, which belongs to the node of the setting."""


def source_members(own: Raw | None) -> dict[str, Raw]:
    """Return the members of a source that the residue of a dialect has; none if it has none."""
    if own is None or FORM.encode() not in bytes(own):
        return {}
    return members_of(members_of(members_of(own).get(FORM)).get(SOURCE))


def members_of_source(node: Any, dialect: str, rows: Rows) -> tuple[Mapping[str, Raw], Mapping[str, Raw]]:
    """Return the members that the source of a node had, and those that the reader still reads as what the node has.

    Args:
        node: the node of the model as it is now.
        dialect: the writer's own; what other dialects left is not looked at.
        rows: the members that the dialect has for this node.
    """
    raw: ProviderRaw | None = node.provider_raw
    own = raw.get(dialect) if raw else None
    if own is None:
        return {}, {}
    found = {**members_of_marks(own, node, rows.keys), **source_members(own)}
    if not found:
        return found, found
    text = bytes(object_with(found))
    source = members_of(text)  # a note that a program made may be no JSON
    again = (_again if len(text) <= _SHORT else _again.__wrapped__)(text, rows.read)
    keys = rows.keys
    return source, {
        key: value
        for key, value in source.items()
        if again is not None and key in keys and getattr(again, keys[key]) == getattr(node, keys[key])
    }


@functools.lru_cache(_CACHED)
def _again(text: bytes, read: Callable[[Mapping[str, Raw]], Struct]) -> Struct | None:
    try:
        return read(members_of(text))
    except msgspec.DecodeError:
        return None


def object_in(raw: Raw, key: str, rest: dict[str, Any]) -> Raw:
    """Return free JSON that is an object; anything else goes to `rest`."""
    check_raw(raw)
    if is_object(raw):
        return raw
    rest[key] = raw
    return ABSENT
