"""What an expression of a table means: the types of the notation as values."""

from __future__ import annotations

from dataclasses import dataclass

WORD, BOOLEAN = "word", "constant"


class TableError(ValueError):
    """A table is wrong; the message names the table, the object and the member."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """A least and a greatest value or length, as they were written; None is no limit."""

    least: float | None = None
    greatest: float | None = None
    above: bool = False
    """Whether the least value itself is too small."""
    below: bool = False
    """Whether the greatest value itself is too large."""


@dataclass(frozen=True, slots=True)
class Scalar:
    """`text`, `integer`, `number`, `boolean`, `null`, `object` (with any members) or `any`."""

    name: str
    bounds: Bounds | None = None
    pattern: str | None = None


@dataclass(frozen=True, slots=True)
class Constant:
    """A word in quotes, `true` or `false`."""

    value: str | bool


@dataclass(frozen=True, slots=True)
class Items:
    """`list<T>`."""

    item: Choice
    bounds: Bounds | None = None


@dataclass(frozen=True, slots=True)
class Entries:
    """`map<T>`: an object with free keys."""

    value: Choice
    bounds: Bounds | None = None


@dataclass(frozen=True, slots=True)
class Named:
    """An object or another definition of the table, by its name."""

    name: str


@dataclass(frozen=True, slots=True)
class Tagged:
    """`by MEMBER { word: Object }` and `one of { member: Object }`: one of several objects."""

    member: str | None
    """The member whose word decides; None if the presence of a member decides."""
    branches: tuple[tuple[str, str], ...]
    """The word, or the member, and the name of its object."""
    other: str | None = None
    """The name of the object for all other words, or `any`."""
    extends: bool = False
    """Whether the branches of the table that is extended come first (`...`)."""
    optional: bool = False
    """Whether the member may be missing, which means the first branch."""


Alternative = Scalar | Constant | Items | Entries | Named | Tagged


@dataclass(frozen=True, slots=True)
class Choice:
    """A whole expression: alternatives of different JSON types."""

    alternatives: tuple[Alternative, ...]
    null: bool = False


@dataclass(frozen=True, slots=True)
class Member:
    """A member of an object."""

    type: Choice
    required: bool = False
    sentence: str | None = None


@dataclass(frozen=True, slots=True)
class Object:
    """An object of a table: its members, and what other members may hold (None: there are no others)."""

    members: dict[str, Member]
    others: Choice | None = None


Definition = Object | Choice
