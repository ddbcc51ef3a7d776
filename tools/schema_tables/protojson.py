"""What a parser of ProtoJSON takes besides: members in snake case, and other spellings of words.

"Parsers accept both the lowerCamelCase name … and the original proto field name"; of enums "parsers accept both enum
names and integer values" (protobuf.dev/programming-guides/json), and Google's take names in lower case, too.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from schema_tables.nodes import Bounds, Choice, Constant, Entries, Items, Object, Scalar

if TYPE_CHECKING:
    from collections.abc import Mapping

    from schema_tables.nodes import Alternative, Definition

_CAPITAL = re.compile(r"(?<=[a-z0-9])[A-Z]")
_NUMBER = Scalar("integer", Bounds(0))


def widened(objects: Mapping[str, Definition]) -> dict[str, Definition]:
    """Return the definitions of a table with what a parser of ProtoJSON takes besides."""
    return {name: _object(found) if isinstance(found, Object) else _choice(found) for name, found in objects.items()}


def _object(found: Object) -> Object:
    members = {key: replace(member, type=_choice(member.type)) for key, member in found.members.items()}
    twins = {
        snake: replace(member, required=False, sentence=f"The same as `{key}`.")
        for key, member in members.items()
        if (snake := _CAPITAL.sub(lambda capital: f"_{capital[0].lower()}", key)) not in members
    }
    return replace(found, members=members | twins)


def _choice(found: Choice) -> Choice:
    alternatives = tuple(_inside(each) for each in found.alternatives)
    words = [each.value for each in alternatives if isinstance(each, Constant) and isinstance(each.value, str)]
    if not any(word.isupper() for word in words):
        return replace(found, alternatives=alternatives)
    lower = (Constant(word.lower()) for word in words if word.lower() not in words)
    return replace(found, alternatives=(*alternatives, *lower, _NUMBER))


def _inside(each: Alternative) -> Alternative:
    if isinstance(each, Items):
        return replace(each, item=_choice(each.item))
    if isinstance(each, Entries):
        return replace(each, value=_choice(each.value))
    return each
