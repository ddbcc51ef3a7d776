"""The places in a document of what native JSON, or the converted document, has at other places."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from turnwire.validation.outline.nodes import member
from turnwire.validation.outline.records import pointer_of
from turnwire.validation.patching.places import steps_of
from turnwire.validation.target.settings import PLACES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from turnwire.model import Loss
    from turnwire.validation.outline import Outline, Part, Path, Tool

_HOLDERS: Final[tuple[Path, ...]] = ((), ("generationConfig",), ("generation_config",), ("options",))
"""The objects in which the formats keep settings."""
_LOOKED_AT: Final = 8


class Origin(NamedTuple):
    """What a loss is about: its path in the document, its value, and its name there; an empty name is not known."""

    path: Path
    value: Any
    name: str = ""


class Origins:
    """The places of a document, by the places in another form of it: native JSON, or what it was converted to.

    The parts of both are in the same order, so that each part is looked up among the next few parts of the document.
    What has no counterpart has the place of what holds it, in the end the whole document.
    """

    def __init__(self, outline: Outline, tree: Any, other: Outline) -> None:
        """Match the parts and tools of a document with those of another form of it.

        Args:
            outline: the outline of the document.
            tree: the document as parsed JSON.
            other: the outline of the document in native JSON, or as it was converted.
        """
        self._tree = tree
        self._known: dict[str, Path] = {}
        self._match_parts(outline, other)
        self._match_tools(outline.tools, other.tools)

    def paths(self, loss: Loss) -> Iterator[Origin]:
        """Yield what a loss is about; unknown members are one origin each.

        Args:
            loss: a loss of `turnwire.convert.write`.
        """
        head, mark, rest = loss.path.partition("/provider_raw/")
        base, whole = self.path(head), cast("Any", loss.value)
        if steps := steps_of(f"/{rest}")[1:]:  # the first step is the name of the dialect
            yield Origin(self._nearest(base, steps), whole, steps[-1])
            return
        if mark and type(whole) is dict:
            for name, value in whole.items():
                node = _at(self._tree, base)
                yield Origin((*base, name) if type(node) is dict and name in node else base, value, name)
            return
        if not base and head.startswith("/settings/") and type(whole) is dict:
            yield from self._settings(whole)
            return
        yield Origin(base, whole)

    def _nearest(self, base: Path, steps: Sequence[str]) -> Path:
        """Return the path of a member of residue in the document, or of the innermost one around it that is there."""
        for step in steps:
            entry = int(step) if step.isdecimal() and type(_at(self._tree, base)) is list else step
            node = _at(self._tree, base)
            if _at(node, (entry,)) is None and not (type(node) is dict and entry in node):
                break
            base = (*base, entry)
        return base

    def _settings(self, dropped: dict[str, Any]) -> Iterator[Origin]:
        """Yield the places of settings that are lost together."""
        for name, value in dropped.items():
            if name != "provider_raw":
                path = self._setting(name, "")
                yield Origin(path, value, str(path[-1]) if path else "")

    def path(self, pointer: str) -> Path:
        """Return the path in the document of a place in its other form.

        Args:
            pointer: a JSON Pointer into the other form.
        """
        place = pointer
        while place:
            if place in self._known:
                return self._inside(self._known[place], pointer[len(place) + 1 :])
            place = place.rpartition("/")[0]
        return self._setting_around(pointer)

    def _setting_around(self, pointer: str) -> Path:
        """Return the place of a setting, or of the nearest setting that holds it."""
        while pointer:
            found = self._setting(pointer.rpartition("/")[2], pointer)
            if found:
                return found
            pointer = pointer.rpartition("/")[0]
        return ()

    def _inside(self, base: Path, rest: str) -> Path:
        """Go on from a known place with the names that its node has, too."""
        node = _at(self._tree, base)
        for name in steps_of(f"/{rest}") if rest else ():
            found = next((path for path in _nearby(node, name) if _at(node, path) is not None), None)
            if found is None:
                return base
            node, base = _at(node, found), (*base, *found)
        return base

    def _setting(self, name: str, pointer: str) -> Path:
        same = next((paths for paths in PLACES.values() if any(pointer_of(path) == pointer for path in paths)), [])
        places: list[Path] = [*same, *PLACES.get(name, []), *((*holder, name) for holder in _HOLDERS)]
        for path in places:
            if _at(self._tree, path) is not None:
                return path
        return ()

    def _match_parts(self, outline: Outline, read: Outline) -> None:
        ours = [(part, part.path) for part in outline.system]
        ours += [(part, turn.path) for turn in outline.turns for part in turn.parts]
        # An empty text is no part of native JSON.
        empty = iter([turn.path for turn in outline.turns if all(map(_is_empty, turn.parts))])
        matched: set[Path] = set()
        position = 0
        for turn in read.turns:
            for part in turn.parts:
                near = range(position, min(position + _LOOKED_AT, len(ours)))
                found = next((n for n in near if _is_same(part, ours[n][0])), None)
                if found is not None:
                    self._known[part.pointer] = ours[found][0].path
                    self._known.setdefault(turn.pointer, ours[found][1])
                    matched.add(ours[found][1])
                    position = found + 1
            if not turn.parts and (path := next((each for each in empty if each not in matched), None)) is not None:
                self._known[turn.pointer] = path

    def _match_tools(self, ours: Sequence[Tool], read: Sequence[Tool]) -> None:
        named = {tool.name: tool for tool in reversed(ours)}
        for n, other in enumerate(read):
            one = ours[n] if len(ours) == len(read) else named.get(other.name)
            if one is not None:
                self._known[other.pointer] = one.path
                if _at(self._tree, one.schema_path) is not None:
                    self._known[other.schema_pointer] = one.schema_path


def _nearby(node: Any, name: str) -> list[Path]:
    """Return where a node may have a member: itself, under another name, or one object further in (`function`)."""
    names = _NAMES.get(name, (name,))
    inner = [key for key, value in node.items() if type(value) is dict] if type(node) is dict else []
    return [*((each,) for each in names), *((key, each) for key in inner for each in names)]


_NAMES: Final = {
    "tool_use_id": ("tool_use_id", "tool_call_id", "call_id"),
    "input_schema": ("input_schema", "parameters", "parametersJsonSchema"),
    "id": ("call_id", "id"),
}


def _is_empty(part: Part) -> bool:
    return part.kind == "text" and not part.value


def _is_same(read: Part, ours: Part) -> bool:
    if read.kind != ours.kind:
        return False
    if read.kind == "text":
        return bool(read.value == ours.value)
    return read.id == ours.id or not ours.id


def _at(tree: Any, path: Path) -> Any:
    node = tree
    for step in path:
        is_entry = type(node) is list and type(step) is int and step < len(node)
        node = node[step] if is_entry else member(node, str(step))
    return node
