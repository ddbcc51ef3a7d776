"""The executor of betterproto2."""

from __future__ import annotations

import importlib
from typing import Any

from tests.conformance.python.serve import Codec, Skipped, serve


def kind(name: str) -> Any:
    package, _, message = name.rpartition(".")
    try:
        return getattr(importlib.import_module(f"turnwire_betterproto.{package}"), message)
    except (ImportError, AttributeError):
        raise Skipped from None


def parse_json(name: str, data: bytes) -> Any:
    return kind(name).from_json(data.decode())


CODECS = {
    "binary": Codec(lambda name, data: kind(name).parse(data), lambda _, message: bytes(message)),
    "proto_json": Codec(parse_json, lambda _, message: message.to_json().encode()),
}

if __name__ == "__main__":
    serve(CODECS)
