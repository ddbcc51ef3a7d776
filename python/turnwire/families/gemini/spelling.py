"""The two spellings of every field: `mimeType` and `mime_type`.

"Parsers accept both the lowerCamelCase name (or the one specified by the json_name option) and the original proto
field name." (Protocol Buffers, "ProtoJSON Format", 2026)

Documents in camelCase are read directly.  In others, each object notes under a mark which of its keys were spelled
differently; the mark becomes `$form` `{"names": {...}}` in the residue (overlays.py).
"""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING, TypeVar

import msgspec
from msgspec import Raw, Struct, structs

from turnwire.codec.wire import ENCODER, SPELLED, Form, Kept
from turnwire.model import ABSENT

if TYPE_CHECKING:
    from turnwire.codec.unknown import UnknownPolicy

T = TypeVar("T")


class Spelled(Struct, omit_defaults=True):
    """The content of the mark: camelCase name -> the name in the source, and the source's own value under the mark."""

    names: dict[str, str] = {}
    own: Raw = ABSENT


_SPELLED = msgspec.json.Decoder(Spelled)


@functools.cache
def both(*names: str) -> tuple[str, ...]:
    """Return names in camelCase, and then the same names as the protobuf has them.

    Examples:
        >>> both("modelVersion")
        ('modelVersion', 'model_version')
    """
    return *names, *(re.sub("[A-Z]", lambda capital: f"_{capital[0].lower()}", name) for name in names)


def with_spelling(kept: Kept, camel: str, name: str) -> Kept:
    """Return the unknown members of an object, with the note that one of its keys was spelled `name`."""
    members = kept.members
    spelled = _SPELLED.decode(members.get(SPELLED, b"{}"))
    spelled.names = {**spelled.names, camel: name}
    return Kept(ENCODER.encode({**members, SPELLED: spelled}).decode())


def with_member(kept: Kept, name: str, raw: Raw) -> Kept:
    """What an object did not know, and one member more."""
    return Kept(ENCODER.encode({**kept.members, name: raw}).decode())


class ProtoForm(Form[T]):
    """A form that takes both spellings."""

    def __init__(self, wire: type[T]) -> None:
        super().__init__(wire, _policy)


def _policy() -> UnknownPolicy:
    from turnwire.codec.unknown import WIRE  # noqa: PLC0415 - compiles types; most documents never need it

    return structs.replace(WIRE, respell=_respell)


def _respell(kind: type[Struct], members: dict[str, Raw]) -> dict[str, Raw]:
    """Return the members of an object in camelCase, with the mark; an object that has both names keeps them."""
    known, camel = _names(kind)
    if known.issuperset(members):
        return members
    found: dict[str, Raw] = {}
    spelled = Spelled(own=members.get(SPELLED, ABSENT))
    for name, raw in members.items():
        new = name if name in known else camel.get(name, name)
        if new != name and new not in members:
            spelled.names = {**spelled.names, new: name}
            found[new] = raw
        elif name != SPELLED:
            found[name] = raw
    return {**found, SPELLED: Raw(ENCODER.encode(spelled))} if spelled.names or spelled.own else found


@functools.cache
def _names(kind: type[Struct]) -> tuple[frozenset[str], dict[str, str]]:
    """The names of the fields, and those of the protobuf with the names in camelCase."""
    names = dict(zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True))
    return frozenset(names.values()), names
