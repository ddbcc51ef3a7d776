"""Parse a JSON text and make sure that it repeats no key, in less time than a parser that looks for repeated keys.

msgspec keeps the last of several members with the same name.  So the members of the tree and the colons in its strings
are counted: the text has at least as many colons, one behind the name of each member and those in strings.  If it has
just as many, no member was left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from turnwire.codec.colons import colons, has_escaped_colons
from turnwire.codec.limits import STRICT

if TYPE_CHECKING:
    from turnwire.codec.json import Tree

_ANY: Final = msgspec.json.Decoder()


def counted(data: bytes) -> tuple[Tree, int] | None:
    """Parse a text that certainly is JSON within `STRICT`.

    Args:
        data: the text.

    Returns:
        The tree and its levels of arrays and objects; None if only `turnwire.codec.json.measured` can say whether the
        text is refused: a key may be repeated, or the name of a member has a colon.

    Example:
        `counted(b'{"a": [1]}')` is `({"a": [1]}, 2)`, and `counted(b'{"a": 1, "a": 2}')` is None.
    """
    if len(data) > STRICT.max_bytes or has_escaped_colons(data):
        return None
    try:
        tree = _ANY.decode(data)
    except (msgspec.DecodeError, RecursionError, ValueError):
        return None
    levels, least = _counts(tree)
    return (tree, levels) if levels <= STRICT.max_depth and least == colons(data) else None


def _counts(tree: Tree) -> tuple[int, int]:
    """Return the levels of a tree, and the least number of colons in its text: the names of members may have more."""
    levels, least = -1, 0  # the list around the tree is no level of it
    level: list[Any] = [[tree]]
    while level:
        levels += 1
        below: list[Any] = []
        for node in level:
            values = node
            if type(node) is dict:
                least += len(node)
                values = node.values()
            for value in values:
                kind = type(value)
                if kind is str:
                    if ":" in value:  # most texts have none, which memchr says soon
                        least += value.count(":")
                elif kind is dict or kind is list:
                    below.append(value)
        level = below
    return levels, least
