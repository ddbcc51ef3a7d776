"""The two forms in which a message travels: Protobuf's binary form, and its JSON."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from google.protobuf import json_format
from google.protobuf.message import Message
from msgspec import Struct

from turnwire.service.errors import RefusedError


class Form(Struct, frozen=True):
    """How the messages of a call are read and written."""

    parsed: Callable[[type[Message], bytes], Message]
    """Raises what errors.py has a status for."""
    written: Callable[[Message], bytes]


def _from_binary(kind: type[Message], data: bytes) -> Message:
    return kind.FromString(data)


def _to_binary(message: Message) -> bytes:
    return message.SerializeToString()


def _from_json(kind: type[Message], data: bytes) -> Message:
    try:
        return json_format.Parse(data, kind())
    except RecursionError:
        raise RefusedError("", "the request is nested too deeply") from None
    except (json_format.ParseError, ValueError) as error:
        raise RefusedError("", f"the request is not the JSON of its message: {error}") from None


def _to_json(message: Message) -> bytes:
    return json_format.MessageToJson(message, indent=None, ensure_ascii=False).encode()


BINARY: Final = Form(_from_binary, _to_binary)
JSON: Final = Form(_from_json, _to_json)
