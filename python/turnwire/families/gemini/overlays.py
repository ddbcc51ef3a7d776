"""Residue of wire objects whose fields have two spellings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw

from turnwire.codec.json import check_raw
from turnwire.codec.wire import ENCODER, FORM, KEYS, MARKS, NOTHING, SPELLED, Kept, Wire, escaped, given, shape_of
from turnwire.documents import residue as plain_residue
from turnwire.families.gemini.spelling import Spelled
from turnwire.model import ABSENT

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from turnwire.documents.residue import ProviderRaw
    from turnwire.losses import Losses

_OBJECT = msgspec.json.Decoder(dict[str, Raw])
_SPELLED = msgspec.json.Decoder(Spelled)
_FORM = msgspec.json.Decoder(Spelled)
_NAMES = b'"names"'


def fields_of(kept: Kept) -> dict[str, Any]:
    """Return the unknown members of a wire object, as an overlay."""
    if kept is NOTHING:
        return {}
    members = kept.members
    mark = members.pop(SPELLED, None)
    found = escaped(members)
    if mark is not None:
        spelled = _SPELLED.decode(mark)
        if spelled.own:
            found[KEYS] = {**found.get(KEYS, {}), SPELLED: spelled.own}
        if spelled.names:
            found[FORM] = {"names": spelled.names}
    return found


def leftover(wire: Any, names: Iterable[str]) -> dict[str, Any]:
    """Return the members of a wire object that its reader does not use: the named fields, and unknown keys."""
    found = fields_of(wire.unknown)
    found.update(given(wire, names))
    return found


def keep(
    name: str,
    overlay: Mapping[str, Any],
    *,
    also: Mapping[str, Any] | None = None,
    omit: list[str] | None = None,
    form: Mapping[str, Any] | None = None,
) -> ProviderRaw | None:
    """Make the residue of a node; empty nested overlays are left out."""
    if not overlay and not form and not also and not omit:
        return None
    said = {key: value for key, value in overlay.items() if key != FORM and value != {}}
    marks = {**overlay.get(FORM, {}), **(form or {})}
    return (
        plain_residue.residue(name, said, omit=omit, also=also, form=marks) if said or marks or also or omit else None
    )


def restore(wire: Any, provider_raw: ProviderRaw | None, losses: Losses, path: str) -> Any:
    """The wire object with this dialect's residue merged in, its keys spelled as they were."""
    if provider_raw is None:
        return wire
    done = plain_residue.restore(wire, provider_raw, losses, path)
    own = provider_raw.get(losses.dialect)
    if own is None or _NAMES not in bytes(own):
        return done
    return Raw(_renamed(bytes(done), bytes(own)))


def _renamed(base: bytes, overlay: bytes) -> bytes:
    if base[:1] != b"{" or overlay[:1] != b"{" or _NAMES not in overlay:
        return base
    members, over = _OBJECT.decode(base), _OBJECT.decode(overlay)
    for name, inner in over.items():
        if name not in MARKS and name in members:
            members[name] = Raw(_renamed(bytes(members[name]), bytes(inner)))
    for name, spelled in _names_of(over).items():
        if name in members and spelled not in members:
            members[spelled] = members.pop(name)
    return ENCODER.encode(members)


def _names_of(over: dict[str, Raw]) -> dict[str, str]:
    try:
        return _FORM.decode(over.get(FORM, b"{}")).names
    except msgspec.DecodeError:
        return {}


def verbatim(wire: Any) -> Raw:
    """Return a wire object as it was in the source."""
    raw = Raw(ENCODER.encode(_tree(wire)))
    check_raw(raw)
    return raw


def _tree(value: Any) -> Any:
    if isinstance(value, list):
        return [_tree(item) for item in value]
    if not isinstance(value, Wire):
        return value
    found = {
        field.encode_name: _tree(inner)
        for field in shape_of(type(value))
        if type(inner := getattr(value, field.name)) is not Kept and inner is not field.default
    }
    members = value.unknown.members
    mark = _SPELLED.decode(members.pop(SPELLED, b"{}"))
    found.update(members)
    if mark.own:
        found[SPELLED] = mark.own
    for name, spelled in mark.names.items():
        found[spelled] = found.pop(name)
    return found


def is_text(raw: Raw) -> bool:
    """Whether a raw value is a JSON string in UTF-8; raises InvalidDocument for bytes that are not UTF-8."""
    if raw is ABSENT:
        return False
    check_raw(raw)
    return memoryview(raw)[0] == ord('"')
