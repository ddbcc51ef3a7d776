"""Read and write the canonical model itself.

The wire objects are the model's own Structs.  Keys and blocks that a later version of the model may bring are
kept as residue of this dialect, as in any other, and are in their old places again when written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from msgspec import Raw, Struct

from turnwire.codec.unknown import UnknownPolicy, join_object, tag_of
from turnwire.codec.wire import ENCODER, FORM, Form, Kept, shape_of
from turnwire.dialects.turnwire.free_json import check_free_json, default_of
from turnwire.documents.residue import STAND_INS, merge, overlay_of, residue
from turnwire.model import ABSENT, OpaqueBlock, OpaqueEvent

if TYPE_CHECKING:
    from turnwire.documents.inputs import Envelope
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft
    from turnwire.model import Document

NAME = "turnwire"
_JSON = msgspec.json.Decoder(Raw)
_OBJECT = msgspec.json.Decoder(dict[str, Raw])
T = TypeVar("T")


def native_form(document: type[T]) -> Form[T]:
    """Documents of the model; a known key with a value of the wrong type is refused, not kept."""
    return Form(document, _aside, _mark)


def _mark(document: Any) -> Any:
    """Note at the root that there is residue below, so that a writer need not search for it."""
    if not _has_residue(document):
        return document  # what did not fit were nulls
    others = document.provider_raw or {}
    overlay: dict[str, Any] = dict(overlay_of(others, NAME))
    overlay[FORM] = {"residue": True}
    return msgspec.structs.replace(document, provider_raw={**others, NAME: Raw(ENCODER.encode(overlay))})


def _has_residue(node: Any) -> bool:
    if isinstance(node, list):
        return any(map(_has_residue, node))
    if not isinstance(node, Struct):
        return False
    if isinstance(node, OpaqueBlock | OpaqueEvent) and node.dialect == NAME:
        return True
    return NAME in (getattr(node, "provider_raw", None) or {}) or any(
        _has_residue(getattr(node, name)) for name in node.__struct_fields__
    )


def _aside() -> UnknownPolicy:
    return UnknownPolicy(
        _put_in_provider_raw,
        _as_opaque,
        opaque_tag="opaque",
        lenient=False,
        stand_ins={place: ENCODER.encode(word) for place, word in STAND_INS.items()},
        never_alone=frozenset({("AudioBlock", "source")}),
    )


def _put_in_provider_raw(fits: dict[str, bytes], unknown: dict[str, bytes]) -> None:
    kept = residue(NAME, Kept(join_object(unknown).decode())) or {}
    others = _OBJECT.decode(fits.get("provider_raw", b"{}"))
    fits["provider_raw"] = ENCODER.encode({**others, **kept})


def _as_opaque(raw: bytes, opaque: type) -> bytes:
    # The opaque block and the opaque event have the same first fields: the type's name, the whole, the dialect.
    return ENCODER.encode(opaque(tag_of(raw, "type") or "", Raw(raw), NAME))


def read(document: Document, _: Envelope | None) -> Document:
    """Return the decoded document.  Raises InvalidDocument for free JSON in it that is not UTF-8 or too deep."""
    check_free_json(document)
    return document


def write(draft: Draft, losses: Losses) -> Any:
    """Return the document itself, without losses.

    Raises the decoder's exceptions if a program has put in a Raw that is not JSON, such as `Raw(b"")`.
    """
    del losses
    data = ENCODER.encode(written(draft.document))
    _JSON.decode(data)
    return data


def written(document: Any) -> Any:
    """Return a document, or a part that was read alone, with its residue in its old place."""
    residues = getattr(document, "provider_raw", None)  # a Loss and a Diagnostic keep none
    if residues and NAME in residues:
        return _with_residue(document)
    return document


def _with_residue(node: Any) -> Any:
    if isinstance(node, list):
        return [_with_residue(item) for item in node]
    if not isinstance(node, Struct):
        return node
    if isinstance(node, OpaqueBlock | OpaqueEvent) and node.dialect == NAME:
        return _of_later(node)
    return _merged(node)


def _of_later(node: OpaqueBlock | OpaqueEvent) -> Raw:
    """Return the object of a later version, with the members that a program has added since."""
    residues = getattr(node, "provider_raw", None) or {}
    others = {name: raw for name, raw in residues.items() if name != NAME}
    value = bytes(node.value)
    if others:
        value = merge(value, ENCODER.encode({"provider_raw": others}))
    return Raw(merge(value, residues[NAME]) if NAME in residues else value)


def _merged(node: Struct) -> Any:
    config = node.__struct_config__
    members: dict[str, Any] = {config.tag_field: config.tag} if config.tag_field else {}
    own = None
    for field in shape_of(type(node)):
        value = getattr(node, field.name)
        if value is ABSENT or (not field.required and value == default_of(field)):
            continue
        # No reader makes residue other than an object, so it is left where it is.
        if field.name == "provider_raw" and NAME in value and bytes(value[NAME])[:1] == b"{":
            own = value[NAME]
            value = {name: raw for name, raw in value.items() if name != NAME}
            if not value:
                continue
        members[field.name] = _with_residue(value)
    return members if own is None else Raw(merge(_without_stand_ins(node, members, own), own))


def _without_stand_ins(node: Struct, members: dict[str, Any], own: Raw) -> bytes:
    """Return the members, without a default that only replaced a value put aside."""
    kind = type(node).__name__
    standing = [name for (of, name), word in STAND_INS.items() if of == kind and members.get(name) == word]
    for name in standing:
        if name in overlay_of({NAME: own}, NAME):
            del members[name]
    return ENCODER.encode(members)
