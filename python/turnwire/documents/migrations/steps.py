"""The registry: which steps lead from each version of the form to the next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Literal, TypeAlias

from msgspec import Raw, Struct

from turnwire.documents.migrations.buckets import doubts, make_disjoint
from turnwire.model import Diagnostic

Members: TypeAlias = Mapping[str, Raw]
"""An object of native JSON: its keys, and the text of each value, digit for digit."""

Node: TypeAlias = Literal["history", "completion", "error", "message", "session"]
"""What has a `schema_version` of its own, and the sessions of dialects whose messages do (`versioned`)."""

CURRENT = 1
"""The version that this turnwire writes; a node that does not state one is of version 1 (proto, `schema_version`)."""


class Step(Struct, frozen=True):
    """What one version of a node becomes in the next."""

    version: int
    """The version it reads; what it gives is of the next one."""
    of: Node
    name: str
    """Words for a report: `make the input buckets disjoint`."""
    change: Callable[[Members], Members]
    """Old -> new, a function of its argument alone.  It keeps the keys that it does not know, and gives what it was
    given where there is nothing to change.  `schema_version` is not its business."""
    doubts: Callable[[Members], Iterable[Diagnostic]] | None = None
    """What a person should know of this change of this node; pointers start at the node."""


class Migrations(Struct, frozen=True):
    """The steps up to one version of the form."""

    current: int
    steps: tuple[Step, ...]

    def between(self, node: Node, version: int) -> tuple[Step, ...]:
        """The steps that bring a node of this version to the current one, in order; none for a newer one."""
        return tuple(
            step for at in range(version, self.current) for step in self.steps if step.of == node and step.version == at
        )


MIGRATIONS = Migrations(
    CURRENT,
    (Step(0, "message", "make the input buckets of usage disjoint", make_disjoint, doubts),),
)
"""Version 0 is the form before the input buckets were disjoint; docs/evolution.md explains how to recognise it."""
