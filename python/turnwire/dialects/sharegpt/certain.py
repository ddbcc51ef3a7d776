"""Whether a decoded row is certainly one of ShareGPT."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET

if TYPE_CHECKING:
    from turnwire.dialects.sharegpt.wire import Row


def is_certain(row: Row) -> bool:
    """Return whether all turns have a role and a text."""
    return bool(row.conversations) and all(UNSET not in (turn.who, turn.value) for turn in row.conversations)
