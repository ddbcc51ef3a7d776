"""The order of messages that a file has by their ids."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.sessions.files.line import Line


def in_tree_order(found: list[Line], current: str | None) -> Iterator[Line]:
    """Yield each line after its parent, which an object of messages does not promise; and mark the current one.

    Lines whose parents form a circle follow at the end, as the file has them.

    Args:
        found: the lines in the order of the file.
        current: the id of the message that the conversation is at.
    """
    for line in _parents_first(found):
        yield structs.replace(line, is_current=True) if line.id is not None and line.id == current else line


def _parents_first(found: list[Line]) -> Iterator[Line]:
    children: dict[str | None, list[Line]] = {}
    known = {line.id for line in found}
    for line in found:
        children.setdefault(line.parent if line.parent in known else None, []).append(line)
    waiting = list(reversed(children.get(None, [])))
    given: set[int] = set()
    while waiting:
        line = waiting.pop()
        given.add(line.number)
        yield line
        waiting += reversed(children.pop(line.id, []) if line.id is not None else [])
    yield from (line for line in found if line.number not in given)
