"""Apply the operations of a patch to a text one after another, and collect what changes."""

from __future__ import annotations

import json
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from turnwire.validation.patching.places import Place, PlaceError, name_of, place_of, steps_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence


class PatchError(ValueError):
    """A patch does not fit a document, or is none."""


class Edit(NamedTuple):
    """A part of a text, and the text that replaces it."""

    start: int
    """The offset of the first character that is replaced."""
    end: int
    """The offset behind the last one; equal to `start` if text is only inserted."""
    text: str


def edits_of(text: str, patch: str) -> tuple[Edit, ...]:
    """Return what a patch changes in a text: edits in the order of their places, which do not overlap.

    Args:
        text: a JSON document.
        patch: the text of an RFC 6902 patch: a list of operations.

    Raises:
        PatchError: the patch is none, or one of its operations does not fit the document.

    Example:
        >>> edits_of('{"a": 1.0}', '[{"op": "replace", "path": "/a", "value": 2}]')
        (Edit(start=6, end=9, text='2'),)
    """
    work = _Work(text)
    for operation in _operations(patch):
        try:
            _APPLY[operation["op"]](work, operation)
        except PlaceError as error:
            raise PatchError(f"the operation {json.dumps(operation)} does not fit: {error}") from None
    return tuple(work.edits())


def patched(text: str, patch: str) -> str:
    """Return a text with a patch applied.  Raises PatchError.

    Example:
        >>> patched('{"a": 1.0, "b": 2}', '[{"op": "remove", "path": "/b"}]')
        '{"a": 1.0}'
    """
    for edit in reversed(edits_of(text, patch)):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


def _operations(patch: str) -> list[dict[str, Any]]:
    try:
        operations = json.loads(patch)
    except ValueError as error:
        raise PatchError(f"the patch is not JSON: {error}") from None
    if not isinstance(operations, list):
        raise PatchError("a patch is a list of operations")
    for each in operations:
        if not _is_operation(each):
            raise PatchError(f"{json.dumps(each)} is no operation of RFC 6902")
    return operations


def _is_operation(each: Any) -> bool:
    if not isinstance(each, dict) or not isinstance(each.get("path"), str):
        return False
    word = each.get("op")
    if word in ("move", "copy"):
        return isinstance(each.get("from"), str)
    return word == "remove" or (word in ("add", "replace", "test") and "value" in each)


class _Piece(NamedTuple):
    """A part of the text of today: characters of the original, or new ones (`start` is -1)."""

    text: str
    start: int


class _Work:
    """A text that is edited, and which parts of it are still those of the original."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._length = len(text)
        self._pieces = [_Piece(text, 0)]

    def replace(self, start: int, end: int, text: str) -> None:
        """Replace a part of the text of today."""
        self._pieces = [*self._cut(0, start), _Piece(text, -1), *self._cut(end, len(self.text))]
        self.text = self.text[:start] + text + self.text[end:]

    def _cut(self, start: int, end: int) -> Iterator[_Piece]:
        offset = 0
        for piece in self._pieces:
            low, high = max(start - offset, 0), min(end - offset, len(piece.text))
            if low < high:
                yield _Piece(piece.text[low:high], piece.start if piece.start < 0 else piece.start + low)
            offset += len(piece.text)

    def edits(self) -> Iterator[Edit]:
        """Yield what is between the parts of the original."""
        last, new = 0, ""
        for piece in (*self._pieces, _Piece("", self._length)):
            if piece.start < 0:
                new += piece.text
                continue
            if new or piece.start > last:
                yield Edit(last, piece.start, new)
            last, new = piece.start + len(piece.text), ""


def _add(work: _Work, operation: dict[str, Any]) -> None:
    _put(work, operation["path"], json.dumps(operation["value"], ensure_ascii=False))


def _put(work: _Work, pointer: str, value: str) -> None:
    """Insert a value: as a member, before an entry of a list, or in place of what the member is now."""
    steps = steps_of(pointer)
    if not steps:
        found = place_of(work.text, ())
        work.replace(found.start, found.end, value)
        return
    holder = place_of(work.text, steps[:-1])
    if holder.is_object:
        there = holder.named(steps[-1])
        if there is not None:
            work.replace(there.start, there.end, value)
            return
        _insert(work, holder, len(holder.items), json.dumps(steps[-1], ensure_ascii=False) + holder.colon + value)
    else:
        _insert(work, holder, holder.position(steps[-1], may_append=True), value)


def _insert(work: _Work, holder: Place, position: int, text: str) -> None:
    if not holder.items:
        work.replace(holder.start + 1, holder.end - 1, text)
    elif position == len(holder.items):
        end = holder.items[-1].end
        work.replace(end, end, f",{holder.gap}{text}")
    else:
        start = holder.items[position].begin
        work.replace(start, start, f"{text},{holder.gap}")


def _remove(work: _Work, operation: dict[str, Any]) -> None:
    _take(work, operation["path"])


def _take(work: _Work, pointer: str) -> str:
    """Remove a value with its comma, and return its text."""
    steps = steps_of(pointer)
    if not steps:
        raise PlaceError("the document itself cannot be removed")
    holder = place_of(work.text, steps[:-1])
    position = holder.item_at(steps[-1])
    items, item = holder.items, holder.items[position]
    text = work.text[item.start : item.end]
    if len(items) == 1:
        work.replace(holder.start + 1, holder.end - 1, "")
    elif position == 0:
        work.replace(item.begin, items[1].begin, "")
    else:
        work.replace(items[position - 1].end, item.end, "")
    return text


def _replace(work: _Work, operation: dict[str, Any]) -> None:
    found = place_of(work.text, steps_of(operation["path"]))
    work.replace(found.start, found.end, json.dumps(operation["value"], ensure_ascii=False))


def _move(work: _Work, operation: dict[str, Any]) -> None:
    origin, path = operation["from"], operation["path"]
    if path.startswith(f"{origin}/"):
        raise PlaceError("a value cannot be moved into itself")
    if origin != path and not _rename(work, steps_of(origin), steps_of(path)):
        _put(work, path, _take(work, origin))


def _rename(work: _Work, origin: Sequence[str], steps: Sequence[str]) -> bool:
    """Give a member another name in its place, if the move is that."""
    if not origin or origin[:-1] != steps[:-1]:
        return False
    holder = place_of(work.text, origin[:-1])
    if not holder.is_object or holder.named(steps[-1]) is not None:
        return False
    start, end = name_of(work.text, holder.items[holder.item_at(origin[-1])])
    work.replace(start, end, json.dumps(steps[-1], ensure_ascii=False))
    return True


def _copy(work: _Work, operation: dict[str, Any]) -> None:
    found = place_of(work.text, steps_of(operation["from"]))
    _put(work, operation["path"], work.text[found.start : found.end])


def _test(work: _Work, operation: dict[str, Any]) -> None:
    found = place_of(work.text, steps_of(operation["path"]))
    if _strict(json.loads(work.text[found.start : found.end])) != _strict(operation["value"]):
        raise PlaceError("the value is another one")


def _strict(value: Any) -> Sequence[Any]:
    """Return a value so that `True` and `1` are not equal; RFC 6902 compares JSON."""
    if isinstance(value, dict):
        return ("object", {name: _strict(each) for name, each in value.items()})
    if isinstance(value, list):
        return ("list", [_strict(each) for each in value])
    return (type(value) if isinstance(value, bool) else None, value)


_APPLY: Final[Mapping[str, Callable[[_Work, dict[str, Any]], None]]] = MappingProxyType(
    {"add": _add, "remove": _remove, "replace": _replace, "move": _move, "copy": _copy, "test": _test}
)
