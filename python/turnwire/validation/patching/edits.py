"""Apply the operations of a patch to a text one after another, and collect what changes."""

from __future__ import annotations

import json
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from turnwire.validation.patching.places import PlaceError, root_of, steps_of
from turnwire.validation.patching.tree import Value, new

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from turnwire.validation.patching.tree import Entries


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
    try:
        work = _Work(text)
    except PlaceError as error:
        raise PatchError(str(error)) from None
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


class _Work:
    """A text that is edited."""

    def __init__(self, text: str) -> None:
        self._original = root_of(text)
        self.root = Value(self._original)

    def holder(self, steps: Sequence[str]) -> Entries:
        """Return the entries of the list or the members of the object that has what a pointer leads to."""
        return self.value(steps[:-1]).entries

    def value(self, steps: Sequence[str]) -> Value:
        """Return the value that a pointer leads to."""
        found = self.root
        for step in steps:
            found = found.entries.at(found.entries.position_of(step)).value
        return found

    def replace(self, steps: Sequence[str], text: str) -> None:
        """Give a value another text."""
        value = Value(new(text))
        if steps:
            holder = self.holder(steps)
            holder.at(holder.position_of(steps[-1])).value = value
        else:
            self.root = value

    def edits(self) -> Iterator[Edit]:
        """Yield what is between the parts of the original."""
        inserted: list[str] = []
        last, end = self._original.start, self._original.end
        for span in (*self.root.spans(), self._original._replace(start=end)):
            if span.is_new:
                inserted.append(str(span))
                continue
            if any(inserted) or span.start > last:
                yield Edit(last, span.start, "".join(inserted))
                inserted = []
            last = span.end


def _add(work: _Work, operation: dict[str, Any]) -> None:
    _put(work, operation["path"], json.dumps(operation["value"], ensure_ascii=False))


def _put(work: _Work, pointer: str, value: str) -> None:
    """Insert a value: as a member, before an entry of a list, or in place of what the member is now."""
    steps = steps_of(pointer)
    if not steps:
        work.replace(steps, value)
        return
    holder = work.holder(steps)
    if not holder.is_object:
        holder.insert(holder.position_of(steps[-1], may_append=True), value)
    elif (there := holder.named(steps[-1])) is not None:
        holder.at(there).value = Value(new(value))
    else:
        holder.insert(holder.count, value, steps[-1])


def _remove(work: _Work, operation: dict[str, Any]) -> None:
    _take(work, operation["path"])


def _take(work: _Work, pointer: str) -> str:
    """Remove a value with its comma, and return its text."""
    steps = steps_of(pointer)
    if not steps:
        raise PlaceError("the document itself cannot be removed")
    holder = work.holder(steps)
    return str(holder.take(holder.position_of(steps[-1])))


def _replace(work: _Work, operation: dict[str, Any]) -> None:
    work.replace(steps_of(operation["path"]), json.dumps(operation["value"], ensure_ascii=False))


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
    holder = work.holder(origin)
    if not holder.is_object or holder.named(steps[-1]) is not None:
        return False
    holder.at(holder.position_of(origin[-1])).rename(steps[-1])
    return True


def _copy(work: _Work, operation: dict[str, Any]) -> None:
    _put(work, operation["path"], str(work.value(steps_of(operation["from"]))))


def _test(work: _Work, operation: dict[str, Any]) -> None:
    found = json.loads(str(work.value(steps_of(operation["path"]))))
    if _strict(found) != _strict(operation["value"]):
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
