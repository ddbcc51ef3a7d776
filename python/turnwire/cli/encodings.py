"""The encodings of a document as files hold them; the library's readers take JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from turnwire.cli.inputs import Entry
    from turnwire.dialect import Kind
    from turnwire.model import Document

Encoding = Literal["json", "jsonl", "yaml", "protojson", "binpb"]
ENCODINGS: tuple[Encoding, ...] = ("json", "jsonl", "yaml", "protojson", "binpb")

SUFFIXES: dict[str, Encoding] = {
    ".json": "json",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".yaml": "yaml",
    ".yml": "yaml",
    ".binpb": "binpb",
}

SUFFIX: dict[Encoding, str] = {
    "json": ".json",
    "jsonl": ".jsonl",
    "yaml": ".yaml",
    "protojson": ".json",
    "binpb": ".binpb",
}


PROTO: frozenset[Encoding] = frozenset(("protojson", "binpb"))
"""Encodings of the canonical documents alone, which do not say what kind they are."""


def as_json(entry: Entry, kind: Kind | None) -> bytes:
    """The JSON of a document in any encoding; for those of `PROTO`, native JSON.  Raises InvalidDocument."""
    encoding = entry.source.encoding
    if encoding == "yaml":
        from turnwire.codec import yaml

        return yaml.to_json(entry.data)
    if encoding in PROTO and kind is not None:
        from turnwire.codec import proto
        from turnwire.convert import write

        decode = proto.decode if encoding == "binpb" else proto.decode_json
        return write(decode(entry.data, kind), "turnwire").data
    return entry.data


def places(entry: Entry, pointers: Sequence[str]) -> Mapping[str, tuple[int, int]]:
    """The lines and columns, where the encoding has such, of the values at these JSON Pointers."""
    if entry.source.encoding != "yaml":
        return {}
    from turnwire.codec import yaml

    return yaml.positions(entry.data, pointers)


def encoded(written: bytes, document: Document, encoding: Encoding, *, pretty: bool = False) -> bytes:
    """A document as an output file holds it, made of its JSON, or of itself for those of `PROTO`.

    Raises InvalidDocument.
    """
    if encoding in PROTO:
        from turnwire.codec import proto

        return proto.encode(document) if encoding == "binpb" else proto.encode_json(document) + b"\n"
    if encoding == "yaml":
        from turnwire.codec.json import loads
        from turnwire.codec.yaml_write import dump

        # A mark at the start, so that several documents in one stream stay apart.
        return b"---\n" + dump(loads(written))
    if pretty and encoding == "json":
        import msgspec

        return msgspec.json.format(written, indent=2) + b"\n"
    return written + b"\n"
