"""Whether the calls of a request and its tools fit together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from turnwire.codec.counted import Counts, counts
from turnwire.codec.limits import FREE_DEPTH
from turnwire.codec.remembering import remembered
from turnwire.validation.meaning.definitions import is_sound
from turnwire.validation.tool_schemas.inputs import fitting

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from turnwire.codec.json import Tree

_OBJECT: Final = msgspec.json.Decoder(dict[str, Any])
_SHORT: Final = 2 * FREE_DEPTH
"""Characters that a text of more levels than are allowed has at least: it opens each of them, and ends it."""
REMEMBERED: Final = 256
"""So many tools, or schemas, are remembered by each function."""
ENCODE: Final = msgspec.json.Encoder().encode
"""What makes the text by which the tools of a request are remembered: most requests have those of the one before."""


def parsed(arguments: str) -> dict[str, Any] | None:
    """Return arguments that are a JSON object; None if they may be nested too deeply.

    Raises:
        msgspec.DecodeError: they are no JSON object.
    """
    given = _OBJECT.decode(arguments)
    if len(arguments) <= _SHORT or arguments.count("{") + arguments.count("[") <= FREE_DEPTH:
        return given
    return None


@remembered(REMEMBERED)
def is_simple(schema: bytes) -> bool:
    """Return whether a text is certainly a JSON Schema; most requests have the schemas of the one before.

    Raises:
        TypeError, AttributeError: a keyword has a value of another kind.
    """
    return is_sound(msgspec.json.decode(schema))


class Offered(NamedTuple):
    """The tools of a request."""

    counts: Counts
    checks: dict[str, Callable[[Any], bool] | None]
    """Whether an input fits each tool; None for a tool without a schema."""


def offered(tools: Tree, listed: Iterable[tuple[str, Any, bool]]) -> Offered | None:
    """Return the tools of a request; None unless their names differ and their schemas are right.

    Args:
        tools: the member `tools`.
        listed: the name and the schema of each tool in it, and whether a rule looks at the schema.
    """
    checks: dict[str, Callable[[Any], bool] | None] = {}
    for name, schema, is_looked_at in listed:
        text = None if schema is None else ENCODE(schema)
        if name in checks or not (text is None or not is_looked_at or is_simple(text)):
            return None
        checks[name] = None if text is None else fitting(text)
    return Offered(counts(tools), checks)


def are_fitting(calls: Iterable[tuple[str, Any]], offered: Offered) -> bool:
    """Return whether each input is an object that fits its tool.

    Args:
        calls: the name of the tool, and the input, of each call.
        offered: the tools of the request.
    """
    checks = offered.checks
    for name, given in calls:
        if type(given) is not dict:
            return False
        check = checks.get(name)
        if check is not None and not check(given):
            return False
    return True
