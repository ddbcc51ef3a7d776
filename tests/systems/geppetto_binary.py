"""The messages of a Geppetto server through the generated package `turnwire.geppetto.v1` and Protobuf."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from turnwire.documents import schemas
from turnwire.geppetto.v1 import structs, upb
from turnwire.testing import difference


def in_binary(body: dict[str, Any], name: str) -> str | None:
    """What changes on the way through Protobuf; `name` is that of a schema, which the body fits.

    Null is absence there, and so is an empty list; further keys stand in `extra`.
    """
    if not schemas.validator(f"geppetto/{name}").is_valid(body):
        return None
    snake = name.replace("-", "_")
    kind = getattr(structs, "".join(word.capitalize() for word in name.split("-")))
    held = msgspec.json.decode(json.dumps(_with_extra(body, kind)), type=kind)
    sent = getattr(upb, f"{snake}_to_upb")(held)
    back = getattr(upb, f"{snake}_from_upb")(type(sent).FromString(sent.SerializeToString()))
    found = json.loads(msgspec.json.encode(back))
    return difference(_said(body), _said({**found.pop("extra", {}), **found}))


def _with_extra(body: dict[str, Any], kind: Any) -> dict[str, Any]:
    keys = set(kind.__struct_encode_fields__)
    if "extra" not in keys:
        return {key: value for key, value in body.items() if value is not None}
    known = {key: value for key, value in body.items() if key in keys and value is not None}
    return known | {"extra": {key: value for key, value in body.items() if key not in keys}}


def _said(node: Any) -> Any:
    """The same without what says no more than absence, and with one spelling of each number."""
    if isinstance(node, dict):
        return {key: _said(value) for key, value in node.items() if value is not None and value != []}
    if isinstance(node, list):
        return [_said(value) for value in node]
    return int(node) if isinstance(node, float) and node.is_integer() else node
