"""Decode and encode documents: JSON, YAML, Protobuf binary and ProtoJSON."""

from __future__ import annotations

from turnwire.codec.json import check, check_raw, dumps, explain, loads, number, position, positions
from turnwire.codec.limits import FAST, STRICT, Limits

__all__ = [
    "FAST",
    "STRICT",
    "Limits",
    "check",
    "check_raw",
    "dumps",
    "explain",
    "loads",
    "number",
    "position",
    "positions",
]
