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
from msgspec import Raw, Struct, structs

from turnwire.codec.json import check_raw
from turnwire.codec.making import MAKING
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
_NO_ITEMS: Final = Raw(b"[]")


class Rows(Struct, frozen=True, eq=False):
    """The members of a wire object that have a place at one node of the model."""

    empty: Struct
    """A node without values."""
    keys: Mapping[str, str]
    """Key -> field of the node."""
    wire: type[Struct]
    """The type of the wire object."""
    fill: Callable[..., None]
    """Reads the members of a wire object into a node: `fill(wire, node, source, rest)`, a vendor second."""
    vendor: Callable[[Mapping[str, Raw]], Any] | None = None
    """Makes a vendor that has all members."""
    required: str | None = None
    """A list that the wire object cannot be without."""

    def read(self, source: Mapping[str, Raw]) -> Struct:
        """Return a node with some of the members.  Raises msgspec.DecodeError."""
        members = source if self.required is None else {self.required: _NO_ITEMS, **source}
        wire, node = _decoder(self.wire).decode(object_with(members)), type(self.empty)()
        vendor = () if self.vendor is None else (self.vendor(source),)
        self.fill(wire, *vendor, node, {}, Rest())
        return node

    def without(self, node: Any, members: Mapping[str, Raw]) -> Any:
        """Return the node without the fields of these members, for a writer of the others."""
        fields = {self.keys[key] for key in members}
        return structs.replace(node, **{field: getattr(self.empty, field) for field in fields}) if fields else node

    def set_again(self, node: Any, wire: Any, dialect: str) -> Any:
        """Set members of the source in a wire object, as they were spelled; return the node without their fields."""
        _, same = members_of_source(node, dialect, self)
        fields = dict(zip(type(wire).__struct_encode_fields__, type(wire).__struct_fields__, strict=True))
        for key, raw in same.items():
            setattr(wire, fields[key], raw)
        return self.without(node, same)

    def in_order(self, members: dict[str, Any]) -> dict[str, Any]:
        """Return members in the order of the table."""
        return {key: members[key] for key in self.keys if key in members}


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
    if again is None:
        return source, {}
    held = {key: getattr(node, field) for key, field in rows.keys.items() if key in source}
    return source, {
        key: source[key]
        for key, value in held.items()
        if value == getattr(again, rows.keys[key]) and value != getattr(rows.empty, rows.keys[key])
    }


@functools.cache
def _decoder(wire: type[Struct]) -> msgspec.json.Decoder[Any]:
    with MAKING:
        return msgspec.json.Decoder(wire)


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
