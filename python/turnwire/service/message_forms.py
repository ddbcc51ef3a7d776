"""The two forms in which a message travels: Protobuf's binary form, and its JSON."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import attrgetter, methodcaller
from typing import Final

from google.protobuf import json_format
from google.protobuf.message import Message
from msgspec import Struct

from turnwire.service.errors import RefusedError
from turnwire.service.json_requests import loaded


class Form(Struct, frozen=True):
    """How the messages of a call are read and written."""

    parser: Callable[[type[Message]], Callable[[bytes], Message]]
    """Returns the function that parses messages of a type; it raises what errors.py has a status for."""
    written: Callable[[Message], bytes]


def _from_json(kind: type[Message], data: bytes) -> Message:
    try:
        return json_format.ParseDict(loaded(data, kind), kind())
    except RecursionError:
        raise RefusedError("", "the request is nested too deeply") from None
    except (json_format.ParseError, ValueError) as error:
        raise RefusedError("", f"the request is not the JSON of its message: {error}") from None


def _to_json(message: Message) -> bytes:
    return json_format.MessageToJson(message, indent=None, ensure_ascii=False).encode()


BINARY: Final = Form(attrgetter("FromString"), methodcaller("SerializeToString"))
JSON: Final = Form(lambda kind: partial(_from_json, kind), _to_json)
