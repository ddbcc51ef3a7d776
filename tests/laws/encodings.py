"""The encodings of a document, each as a pair of functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import turnwire
from turnwire.codec import STRICT, loads, proto, yaml, yaml_write
from turnwire.testing.accounts import KINDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.model import Document


class Encoding(NamedTuple):
    """One encoding."""

    name: str
    dump: Callable[[Document], bytes]
    load: Callable[[bytes, type[Document]], Document]
    has_doubles: bool = False
    """Whether 1 and 1.0 are the same number in it."""


def _dump_json(document: Document) -> bytes:
    return turnwire.write(document, "turnwire").data


def _load_json(data: bytes, of: type[Document]) -> Document:
    return turnwire.read(data, "turnwire", kind=KINDS[of], limits=STRICT)


def _dump_yaml(document: Document) -> bytes:
    return yaml_write.dump(loads(_dump_json(document)))


def _load_yaml(data: bytes, of: type[Document]) -> Document:
    return _load_json(yaml.to_json(data), of)


def _dump_binary(document: Document) -> bytes:
    return proto.encode(document)


def _dump_proto_json(document: Document) -> bytes:
    return proto.encode_json(document)


ENCODINGS = (
    Encoding("native JSON", _dump_json, _load_json),
    Encoding("YAML", _dump_yaml, _load_yaml),
    Encoding("Protobuf binary", _dump_binary, lambda data, of: proto.decode(data, KINDS[of]), has_doubles=True),
    Encoding("ProtoJSON", _dump_proto_json, lambda data, of: proto.decode_json(data, KINDS[of]), has_doubles=True),
)
