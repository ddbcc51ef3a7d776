"""Import what a call may need, before there are calls."""

from __future__ import annotations

from turnwire import dialects


def warm_up() -> None:
    """Import every dialect."""
    for name in dialects.names():
        for kind in dialects.get(name).kinds:
            dialects.writer_of(name, dialects.part_of(name, kind).document)
