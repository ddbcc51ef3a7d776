"""The rules of the tools of one session.

The sentences are those of the canonical message format, section 5.4.  `turnwire.validation.tool_schemas` makes the
findings and their codes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.errors import InvalidDocument
from turnwire.validation.tool_schemas import check_tools

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from turnwire.model import Diagnostic, History
    from turnwire.validation.call_rules import SessionRule

_DISALLOWED = frozenset({"tool_schema.disallowed-keyword", "tool_schema.additional-properties"})


def schemas_use_what_is_allowed(session: History) -> Iterator[Diagnostic]:
    """5.4: "Allowed: basic types [...], `enum`, `required`, `properties`, `items`, `description`, basic `format`"."""
    return (found for found in _found(session) if found.code not in _DISALLOWED)


def schemas_use_nothing_disallowed(session: History) -> Iterator[Diagnostic]:
    """5.4: "Disallowed: `$ref`, `oneOf`, `anyOf`, `allOf`, `not`, `if`/`then`/`else`, `patternProperties` [...]"."""
    return (found for found in _found(session) if found.code in _DISALLOWED)


TOOL_RULES: tuple[SessionRule, ...] = (schemas_use_what_is_allowed, schemas_use_nothing_disallowed)


def _found(session: History) -> Iterable[Diagnostic]:
    """Return findings about schemas; section 5.4 does not cover repeated names and names that are not snake_case."""
    try:
        found = check_tools(session.settings.tools if session.settings else ())
    except InvalidDocument as refusal:  # repeated keys, or a text that a program put there
        return refusal.diagnostics
    return [each for each in found if each.code.startswith("tool_schema.")]
