"""Whether the calls of a request and its tools fit together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from turnwire.codec.limits import FREE_DEPTH
from turnwire.validation.tool_schemas.inputs import fits, is_usable

if TYPE_CHECKING:
    from collections.abc import Iterable

_OBJECT: Final = msgspec.json.Decoder(dict[str, Any])


def parsed(arguments: str) -> dict[str, Any] | None:
    """Return arguments that are a JSON object; None if they may be nested too deeply.

    Raises:
        msgspec.DecodeError: they are no JSON object.
    """
    given = _OBJECT.decode(arguments)
    return None if arguments.count("{") + arguments.count("[") > FREE_DEPTH else given


def are_sound(calls: Iterable[tuple[str, Any]], tools: Iterable[tuple[str, Any]]) -> bool:
    """Return whether the names of tools differ, and each input is an object that fits the schema of its tool.

    Args:
        calls: the name of the tool, and the input, of each call.
        tools: the name and the schema of each tool.
    """
    offered: dict[str, Any] = {}
    for name, schema in tools:
        if name in offered:
            return False
        offered[name] = schema
    written: dict[str, bytes] = {}
    for name, given in calls:
        if type(given) is not dict:
            return False
        if type(offered.get(name)) is dict:
            schema = written.get(name) or written.setdefault(name, msgspec.json.encode(offered[name]))
            if not fits(schema, given) and is_usable(schema):
                return False
    return True
