"""The encodings of documents in files; the readers of the library take JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.cli.suffixes import PROTO
from turnwire.codec.json import loads, one_line
from turnwire.codec.limits import STRICT
from turnwire.errors import InvalidDocument, invalid
from turnwire.losses import Losses

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from turnwire.cli.inputs import Entry
    from turnwire.cli.suffixes import Encoding
    from turnwire.codec.limits import Limits
    from turnwire.dialects.dialect import Encodings, Kind
    from turnwire.model import Diagnostic, Document, Loss


def own_encodings(dialect: str | None) -> Encodings | None:
    """Return the encodings that only this dialect has."""
    if dialect is None:
        return None
    from turnwire.dialects import get

    return get(dialect).encodings


def as_json(entry: Entry, kind: Kind | None, source: str | None, limits: Limits = STRICT) -> bytes:
    """Return the JSON of a document in any encoding, of a given dialect or of one to be detected.

    For the encodings of `PROTO` it is native JSON, unless the dialect has such an encoding of its own.  `limits` are
    those of YAML.  Raises InvalidDocument.
    """
    encoding = entry.source.encoding
    if encoding == "yaml":
        return _yaml_as_json(entry.data, source, limits)
    own = own_encodings(source) if encoding in PROTO else None
    if own is not None:
        return own.from_binary(entry.data) if encoding == "binpb" else own.from_proto_json(entry.data)
    if encoding in PROTO:
        if kind is None:
            raise invalid("encoding.kind", f"{encoding} does not show the kind of the document", hint="add --kind")
        from turnwire.codec import proto
        from turnwire.convert import write

        decode = proto.decode if encoding == "binpb" else proto.decode_json
        return write(decode(entry.data, kind), "turnwire").data
    return entry.data


def new_fields(entry: Entry, kind: Kind | None, source: str | None, text: bytes) -> Sequence[Diagnostic]:
    """Return warnings about what this version does not know in Protobuf binary or ProtoJSON, and keeps.

    `text` is the native JSON of the document.  A dialect that has such an encoding of its own keeps nothing unknown:
    its documents are refused.
    """
    encoding = entry.source.encoding
    if encoding not in PROTO or kind is None or own_encodings(source) is not None:
        return ()
    from turnwire.codec import proto

    return proto.unknown_fields(entry.data, kind, text) if encoding == "binpb" else proto.unknown_members(text)


def _yaml_as_json(data: bytes, source: str | None, limits: Limits) -> bytes:
    if own := own_encodings(source):
        return own.from_yaml(data, limits, None)
    from turnwire.codec import yaml

    try:
        return yaml.to_json(data, limits)
    except InvalidDocument as refusal:
        from turnwire.detect import own_yaml

        found = own_yaml(data, refusal, limits) if source is None else None
        if found is None:
            raise
        return found[1]


def places(entry: Entry, pointers: Sequence[str], *, of_names: bool) -> Mapping[str, tuple[int, int]]:
    """Return the lines and columns of the values at these JSON Pointers, or of names, if the encoding has lines."""
    if entry.source.encoding != "yaml":
        return {}
    from turnwire.cli.yaml_items import has_dash
    from turnwire.codec import yaml

    if not has_dash(entry):
        return yaml.positions(entry.data, pointers, of_names=of_names)
    found = yaml.positions(entry.data, [f"/0{pointer}" for pointer in pointers], of_names=of_names)
    return {pointer.removeprefix("/0"): place for pointer, place in found.items()}


def tags_of(entry: Entry, source: str | None, text: bytes) -> tuple[Loss, ...]:
    """Return the tags and times in YAML that `text`, its JSON, does not show.  Raises InvalidDocument."""
    if entry.source.encoding != "yaml":
        return ()
    from turnwire.detect import detect

    name = source or next((dialect for dialect, _ in detect(text)), None)
    own = own_encodings(name)
    if own is None:
        return ()
    losses = Losses(name or "")
    own.from_yaml(entry.data, STRICT, losses)
    return tuple(losses.found)


def of_generation(written: bytes, target: str, generation: str, losses: Losses | None) -> bytes:
    """Write a document as YAML that the programs of a generation of the target load.  Raises InvalidDocument."""
    from turnwire.dialects import get

    return b"---\n" + get(target).generations[generation](written, losses or Losses(target))


def encoded(
    written: bytes,
    document: Document | None,
    encoding: Encoding,
    *,
    target: str = "turnwire",
    pretty: bool = False,
    losses: Losses | None = None,
) -> bytes:
    """Encode a document for an output file, from its JSON, or for `PROTO` from the canonical document itself.

    JSON is one line, except for `pretty` JSON in a file of one document.  `losses` collects what the encoding of a
    dialect cannot hold; without it, that is refused.

    Raises InvalidDocument.
    """
    own = own_encodings(target) if encoding in PROTO else None
    if own is not None:
        if encoding == "binpb":
            return own.to_binary(written, losses)
        return one_line(own.to_proto_json(written, losses)) + b"\n"
    if encoding in PROTO:
        if document is None:
            raise TypeError("Protobuf is made from the document")
        from turnwire.codec import proto

        return proto.encode(document) if encoding == "binpb" else proto.encode_json(document) + b"\n"
    if encoding == "yaml":
        from turnwire.codec.yaml_write import dump

        # A mark at the start separates several documents in one stream.
        return b"---\n" + dump(loads(written))
    if pretty and encoding == "json":
        import msgspec

        return msgspec.json.format(written, indent=2) + b"\n"
    return one_line(written) + b"\n"
