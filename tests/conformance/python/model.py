"""The executor of the working model: native JSON, YAML, ProtoJSON and binary, through turnwire's own front doors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from tests.conformance.python.serve import Codec, Skipped, in_words, serve
from tests.conformance.registry import CANONICAL, messages

from turnwire.codec import STRICT, loads, open_keys, proto, yaml
from turnwire.codec.yaml_write import dump
from turnwire.dialects.turnwire.free_json import check_free_json
from turnwire.dialects.turnwire.native import native_form, written
from turnwire.errors import InvalidDocument

if TYPE_CHECKING:
    from turnwire.codec.proto import Adapter


def adapter(name: str) -> Adapter:
    found = messages().get(name)
    if found is None or found.adapter is None:
        raise Skipped  # `service.proto` has no native JSON, and so no model
    return found.adapter


def parse_native(name: str, data: bytes) -> Any:
    adapter(name)
    known = messages()[name]
    if known.package != CANONICAL:
        return open_keys.decode(data, known.struct)
    value = native_form(known.struct).decode(data, STRICT)
    check_free_json(value)
    return value


def serialize_native(name: str, value: Any) -> bytes:
    return msgspec.json.encode(written(value)) if messages()[name].package == CANONICAL else open_keys.encode(value)


def parse_yaml(name: str, data: bytes) -> Any:
    try:
        return parse_native(name, yaml.to_json(data))
    except InvalidDocument as error:
        raise InvalidDocument(*(_placed(found, data) for found in error.diagnostics)) from None


def _placed(found: Any, data: bytes) -> Any:
    """Lines and columns of JSON are those of a text that nobody has seen."""
    if found.code.startswith("yaml."):
        return found
    line, column = yaml.positions(data, [found.pointer]).get(found.pointer) or (None, None)
    return msgspec.structs.replace(found, line=line, column=column)


def reason(error: Exception) -> bytes:
    if not isinstance(error, InvalidDocument):
        return in_words(error)
    places = [{key: getattr(each, key) for key in ("code", "pointer", "line", "column")} for each in error.diagnostics]
    return msgspec.json.encode(places)


CODECS = {
    "native": Codec(parse_native, serialize_native),
    "yaml": Codec(parse_yaml, lambda name, value: dump(loads(serialize_native(name, value)))),
    "proto_json": Codec(
        lambda name, data: proto.decode_json_as(data, adapter(name)),
        lambda name, value: proto.encode_json_as(value, adapter(name)),
    ),
    "binary": Codec(
        lambda name, data: proto.decode_as(data, adapter(name)),
        lambda name, value: proto.encode_as(value, adapter(name)),
    ),
}

if __name__ == "__main__":
    serve(CODECS, reason)
