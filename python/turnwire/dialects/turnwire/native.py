"""Reading and writing the canonical model as it is.

The wire objects are the model's own Structs.  Keys and blocks that a later version of the model may bring are
kept as residue of this dialect, like those of any other, and stand in their old place again when written.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from msgspec import Raw, Struct

from turnwire.codec.json import check_raw
from turnwire.model import ABSENT, OpaqueBlock
from turnwire.residue import merge, residue
from turnwire.unknown import Aside, join_object, tag_of
from turnwire.wire import ENCODER, Form, Kept

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.dialect import Envelope
    from turnwire.draft import Draft
    from turnwire.losses import Losses
    from turnwire.model import Document

NAME = "turnwire"
_OBJECT = msgspec.json.Decoder(dict[str, Raw])
T = TypeVar("T")


def native_form(document: type[T]) -> Form[T]:
    """Documents of the model; a known key with a value of the wrong type is refused, not kept."""
    return Form(document, _aside)


def _aside() -> Aside:
    return Aside(_put_in_provider_raw, _as_opaque, opaque_tag="opaque", lenient=False)


def _put_in_provider_raw(fits: dict[str, bytes], unknown: dict[str, bytes]) -> None:
    kept = residue(NAME, Kept(join_object(unknown).decode())) or {}
    others = _OBJECT.decode(fits.get("provider_raw", b"{}"))
    fits["provider_raw"] = ENCODER.encode({**others, **kept})


def _as_opaque(raw: bytes) -> bytes:
    block = OpaqueBlock(tag_of(raw, "type") or "", Raw(raw), NAME)
    return ENCODER.encode(block)


def read(document: Document, _: Envelope | None) -> Document:
    """The document as it was decoded.  Raises InvalidDocument for free JSON in it that is no UTF-8 or too deep."""
    _check_free_json(document)
    return document


_Plan = tuple["Callable[[Any], tuple[Any, ...]]", tuple[Any, ...]]
_plans: dict[type, _Plan] = {}


def _check_free_json(node: Any) -> None:
    """The typed parser checks neither UTF-8 nor depth inside free JSON, so every piece is looked at here."""
    kind = type(node)
    if kind is Raw:
        check_raw(node)
    elif kind is list:
        for item in node:
            _check_free_json(item)
    elif kind is dict:
        for item in node.values():
            _check_free_json(item)
    elif issubclass(kind, Struct):
        read_fields, plain = _plans.get(kind) or _plan(kind)
        values = read_fields(node)
        if values != plain:
            for value in values:
                if value is not None and value is not ABSENT:
                    _check_free_json(value)


def _plan(kind: type[Struct]) -> _Plan:
    """How to get at once all fields of a type that may hold free JSON, and what they hold when it has none."""
    fields = [f for f in msgspec.structs.fields(kind) if _may_hold_json(f.type)]
    names = [f.name for f in fields]
    plain = tuple(_default(f) for f in fields)
    if not names:
        plan: _Plan = (_no_fields, ())
    elif len(names) == 1:
        only = attrgetter(names[0])
        plan = (lambda node: (only(node),), plain)
    else:
        plan = (attrgetter(*names), plain)
    _plans[kind] = plan
    return plan


def _no_fields(_: Any) -> tuple[Any, ...]:
    return ()


def _default(field: msgspec.structs.FieldInfo) -> Any:
    if field.default is not msgspec.NODEFAULT:
        return field.default
    return field.default_factory() if field.default_factory is not msgspec.NODEFAULT else msgspec.NODEFAULT


def _may_hold_json(annotation: Any) -> bool:
    text = str(annotation)
    return "Raw" in text or "turnwire" in text


def write(draft: Draft, losses: Losses) -> Any:
    """Native JSON holds everything, so there is nothing to lower and nothing to lose."""
    del losses
    data = ENCODER.encode(draft.document)
    return ENCODER.encode(_with_residue(draft.document)) if b'"turnwire"' in data else data


def _with_residue(node: Any) -> Any:
    if isinstance(node, list):
        return [_with_residue(item) for item in node]
    if not isinstance(node, Struct):
        return node
    if type(node) is OpaqueBlock and node.dialect == NAME:
        return node.value
    return _merged(node)


def _merged(node: Struct) -> Any:
    config = node.__struct_config__
    members: dict[str, Any] = {config.tag_field: config.tag} if config.tag_field else {}
    own = None
    for field in msgspec.structs.fields(node):
        value = getattr(node, field.name)
        if value is ABSENT or (not field.required and value == _default(field)):
            continue
        if field.name == "provider_raw" and NAME in value:
            own = value[NAME]
            value = {name: raw for name, raw in value.items() if name != NAME}
            if not value:
                continue
        members[field.name] = _with_residue(value)
    return members if own is None else Raw(merge(ENCODER.encode(members), own))
