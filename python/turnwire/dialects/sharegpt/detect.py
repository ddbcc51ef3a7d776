"""Score how likely a document is a row of ShareGPT."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from msgspec import Raw

    from turnwire.codec.members import Members


def looks_like_row(members: Members) -> int:
    """Only this form has `conversations`."""
    turns = members.items_at("conversations")
    if turns is None:
        return 1 if "conversations" in members else 0
    if not turns.each:
        return 40 if len(members) == 1 else 1
    if looks_like_turns(turns.each) > 1:
        return 95
    return 40 if all("role" in turn and "content" in turn for turn in turns.each) else 1


def looks_like_turns(turns: Sequence[Mapping[str, Raw]]) -> int:
    """Score turns by their `from`; lists with the roles of other formats are theirs."""
    return 95 if turns and all("from" in turn and "value" in turn for turn in turns) else 1
