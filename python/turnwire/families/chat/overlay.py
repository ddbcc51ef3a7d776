"""Collect the members of a wire object that a reader did not use, as the overlay that becomes residue."""

from __future__ import annotations

import functools
import operator
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Raw

from turnwire.codec.json import check_raw
from turnwire.codec.wire import ENCODER, KEYS, NOTHING, Wire, escaped, whole
from turnwire.documents.residue import form_of
from turnwire.model import ABSENT

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from turnwire.documents.residue import ProviderRaw


_MEMBERS = msgspec.json.Decoder(dict[str, Raw])
_BRACE, _NULL = ord("{"), ord("n")


def residue_of(provider_raw: dict[str, Raw], dialect: str, key: str) -> dict[str, Raw]:
    """Return one key of a node's residue, for a node that has no wire object of its own."""
    try:
        members = _MEMBERS.decode(provider_raw[dialect])
    except msgspec.DecodeError:
        return {}
    return {key: members[key]} if key in members else {}


def says(provider_raw: dict[str, Raw] | None, dialect: str, key: str) -> bool:
    """Whether a node's residue has this key at its top."""
    return provider_raw is not None and dialect in provider_raw and bool(residue_of(provider_raw, dialect, key))


def named_in(provider_raw: ProviderRaw | None, dialect: str, key: str) -> list[str]:
    """Return the names that a node's `$form` lists under a key; none if it lists none."""
    if provider_raw is None:
        return []
    names = form_of(provider_raw, dialect).get(key)
    return names if isinstance(names, list) else []


def leftover(wire: Wire, taken: Collection[str]) -> dict[str, Any]:
    """Return the keys of `wire` that are set and not among `taken`, and those that its type does not know."""
    names, values_of, unset = _others(type(wire), tuple(taken))
    values = values_of(wire)
    if values == unset and wire.unknown is NOTHING:
        return {}
    rest: dict[str, Any] = {
        name: _checked(value)
        for name, value in zip(names, values, strict=True)
        if value is not UNSET and value is not ABSENT
    }
    rest = escaped(rest)
    if wire.unknown is not NOTHING:
        fields = wire.unknown.fields
        keys = {**rest.get(KEYS, {}), **fields.get(KEYS, {})}
        rest = {**rest, **fields, KEYS: keys} if keys else {**rest, **fields}
    return rest


@functools.lru_cache(2048)
def _others(kind: type[Wire], taken: tuple[str, ...]) -> tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]], Any]:
    """Return the names of the other fields, a function that gets their values, and their values if unset."""
    fields = kind.__struct_fields__
    names = tuple(name for name in fields if name not in taken and name != "unknown")
    defaults = dict(zip(reversed(fields), reversed(kind.__struct_defaults__), strict=False))
    unset = tuple(defaults.get(name) for name in names)
    if len(names) > 1:
        return names, operator.attrgetter(*names), unset
    return names, lambda wire: tuple(getattr(wire, name) for name in names), unset


def _checked(value: Any) -> Any:
    """Return a value of a wire object as it was in the document; raw JSON that is not checked yet is checked."""
    if type(value) is not Raw:
        if not isinstance(value, Wire | list):
            return value
        return raw_of(value)
    check_raw(value)
    return value


def raw_of(value: Any) -> Raw:
    """Return a wire object, or a list of them, as its original JSON, with all unknown members."""
    raw = Raw(ENCODER.encode(whole(value)))
    check_raw(raw)
    return raw


def is_null(raw: Raw) -> bool:
    """Whether there is a JSON null."""
    return bool(raw) and memoryview(raw)[0] == _NULL


def is_no_object(raw: Raw) -> bool:
    """Return whether there is a value, and it is not an object."""
    return bool(raw) and memoryview(raw)[0] != _BRACE
