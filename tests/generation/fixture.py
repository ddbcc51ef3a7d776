"""The conversation that the bindings read: its bytes are committed, so that every language reads the same ones."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec

from turnwire import model
from turnwire.v1 import upb

HERE = Path(__file__).parent
NATIVE = HERE / "conversation.json"
BINARY = HERE / "conversation.binpb"


def history() -> model.History:
    """The conversation as native JSON says it."""
    return msgspec.json.decode(NATIVE.read_bytes(), type=model.History)


def binary() -> bytes:
    """The conversation as protobuf's bytes; it has no map with two keys, so that there is only one spelling of them."""
    return upb.history_to_upb(history()).SerializeToString(deterministic=True)


def as_json(value: model.History) -> object:
    """The native JSON of a conversation."""
    return json.loads(msgspec.json.encode(value))
