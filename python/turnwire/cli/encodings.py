"""The encodings of a document as files hold them; the library's readers take JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from turnwire.cli.inputs import Entry
    from turnwire.dialect import Kind

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


def as_json(entry: Entry, kind: Kind | None) -> bytes:
    """The JSON of a document in any encoding.  Raises InvalidDocument."""
    if entry.source.encoding == "yaml":
        from turnwire.codec import yaml

        return yaml.to_json(entry.data)
    return entry.data


def places(entry: Entry, pointers: Sequence[str]) -> Mapping[str, tuple[int, int]]:
    """The lines and columns, where the encoding has such, of the values at these JSON Pointers."""
    if entry.source.encoding != "yaml":
        return {}
    from turnwire.codec import yaml

    return yaml.positions(entry.data, pointers)


def encoded(document: bytes, encoding: Encoding, *, pretty: bool = False) -> bytes:
    """The bytes of a document, given as JSON, as an output file holds them.  Raises InvalidDocument."""
    if encoding == "yaml":
        from turnwire.codec.json import loads
        from turnwire.codec.yaml_write import dump

        # A mark at the start, so that several documents in one stream stay apart.
        return b"---\n" + dump(loads(document))
    if pretty and encoding == "json":
        import msgspec

        return msgspec.json.format(document, indent=2) + b"\n"
    return document + b"\n"
