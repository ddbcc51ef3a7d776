"""Parse a JSON text and make sure that it repeats no key, in less time than a parser that looks for repeated keys.

msgspec keeps the last of several members with the same name.  So the members of the tree and the colons in its strings
are counted: the text has at least as many colons, one behind the name of each member and those in strings.  If it has
just as many, no member was left out.  The names of members may have colons as well: such a text is parsed again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from turnwire.codec.colons import colons, has_escaped_colons
from turnwire.codec.limits import STRICT

if TYPE_CHECKING:
    from turnwire.codec.json import Tree

_ANY: Final = msgspec.json.Decoder()


def decoded(data: bytes) -> Tree | None:
    """Parse a text, and keep the last of several members with the same name.

    Args:
        data: the text.

    Returns:
        The tree, of which `agrees` says whether the text repeats a key; None if that cannot be found by counting, or
        the text may be no JSON.

    Example:
        `decoded(b'{"a": 1, "a": 2}')` is `{"a": 2}`.
    """
    if len(data) > STRICT.max_bytes:
        return None
    try:
        return _ANY.decode(data)
    except (msgspec.DecodeError, RecursionError, ValueError):
        return None


class Counts(NamedTuple):
    """What was counted in a tree."""

    levels: int
    """The levels of arrays and objects, or more."""
    members: int
    """The members of all objects: each has a colon behind its name."""
    inside: int
    """The colons in strings, without those in the names of members."""


def agrees(data: bytes, found: Counts) -> bool:
    """Return whether a text certainly repeats no key and is within `STRICT`.

    Args:
        data: a text that `decoded` has parsed.
        found: what was counted in its tree.

    Example:
        `agrees(b'{"a": ":"}', Counts(1, 1, 1))` is true.
    """
    if found.levels > STRICT.max_depth or found.members + found.inside != colons(data):
        return False
    # An escape is a colon in a string, and none in the text.
    return not found.inside or not has_escaped_colons(data)


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
    return certain(data, decoded(data))


def certain(data: bytes, tree: Tree | None) -> tuple[Tree, int] | None:
    """Return the same as `counted` of a text that is already parsed.

    Args:
        data: the text.
        tree: what `decoded` made of it.
    """
    if tree is None:
        return None
    found = counts(tree)
    return (tree, found.levels) if agrees(data, found) else None


def counts(tree: Tree) -> Counts:
    """Count the levels of a tree, its members and the colons in its strings.

    Args:
        tree: parsed JSON.

    Example:
        `counts({"a": [":"]})` is `Counts(levels=2, members=1, inside=1)`.
    """
    levels, members, inside = -1, 0, 0  # the list around the tree is no level of it
    level: list[Any] = [[tree]]
    while level:
        levels += 1
        below: list[Any] = []
        for node in level:
            values = node
            if type(node) is dict:
                members += len(node)
                values = node.values()
            for value in values:
                kind = type(value)
                if kind is str:
                    if ":" in value:  # most texts have none, which memchr says soon
                        inside += value.count(":")
                elif kind is dict or kind is list:
                    below.append(value)
        level = below
    return Counts(levels, members, inside)
