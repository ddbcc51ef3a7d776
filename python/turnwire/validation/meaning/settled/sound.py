"""Whether the calls of a request and its tools fit together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from turnwire.codec.limits import FREE_DEPTH
from turnwire.codec.remembering import remembered
from turnwire.validation.meaning.definitions import is_sound
from turnwire.validation.tool_schemas.inputs import fitting

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_OBJECT: Final = msgspec.json.Decoder(dict[str, Any])
_SHORT: Final = 2 * FREE_DEPTH
"""Characters that a text of more levels than are allowed has at least: it opens each of them, and ends it."""
_REMEMBERED: Final = 256


def parsed(arguments: str) -> dict[str, Any] | None:
    """Return arguments that are a JSON object; None if they may be nested too deeply.

    Raises:
        msgspec.DecodeError: they are no JSON object.
    """
    given = _OBJECT.decode(arguments)
    if len(arguments) <= _SHORT or arguments.count("{") + arguments.count("[") <= FREE_DEPTH:
        return given
    return None


@remembered(_REMEMBERED)
def is_simple(schema: bytes) -> bool:
    """Return whether a text is certainly a JSON Schema; most requests have the schemas of the one before.

    Raises:
        TypeError, AttributeError: a keyword has a value of another kind.
    """
    return is_sound(msgspec.json.decode(schema))


def are_sound(
    calls: Iterable[tuple[str, Any]],
    tools: Iterable[tuple[str, Any]],
    is_schema: Callable[[bytes], bool] | None = is_simple,
) -> bool:
    """Return whether tools have different names and simple schemas, and each input is an object that fits its tool.

    Args:
        calls: the name of the tool, and the input, of each call.
        tools: the name and the schema of each tool.
        is_schema: whether the text of a schema is right as far as the rules know; None where no rule looks at it.
    """
    offered: dict[str, Any] = {}
    for name, schema in tools:
        if name in offered:
            return False
        offered[name] = schema
    texts = {name: msgspec.json.encode(schema) for name, schema in offered.items() if schema is not None}
    if is_schema is not None and not all(map(is_schema, texts.values())):
        return False
    checks: dict[str, Callable[[Any], bool] | None] = {}
    for name, given in calls:
        if type(given) is not dict:
            return False
        if name not in checks:
            checks[name] = fitting(texts[name]) if name in texts else None
        check = checks[name]
        if check is not None and not check(given):
            return False
    return True
