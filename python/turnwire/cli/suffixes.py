"""The encodings of files, and the suffixes of their names."""

from __future__ import annotations

from typing import Literal

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
"""Encodings of canonical documents, which do not show the kind, and of dialects that have encodings of their own."""
