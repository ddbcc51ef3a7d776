"""Build trees from the events of libyaml, without recursion."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, NoReturn

import yaml

from turnwire.codec.limits import DEPTH_HINT, too_deep
from turnwire.codec.scan import MAX_REPEATED, Place, escape
from turnwire.codec.yaml_anchors import Anchored, Anchors
from turnwire.codec.yaml_events import at_mark, events
from turnwire.codec.yaml_gaps import bad_anchor, bad_continuation, bad_scalar
from turnwire.codec.yaml_scalars import CORE, TIME, TIMESTAMP, resolve, tagged
from turnwire.errors import InvalidDocument

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from turnwire.codec.json import Tree
    from turnwire.codec.limits import Limits
    from turnwire.codec.yaml_events import Event, Mark
    from turnwire.model import Diagnostic


_MERGE_HINT = "write the members of the merge out; quote `<<` if it is a name"


class _Frame:
    """An open sequence or mapping."""

    __slots__ = ("anchor", "flow", "height", "indent", "key", "mark", "node", "size", "start")

    def __init__(self, node: dict[str, Tree] | list[Tree], event: Event) -> None:
        self.node = node
        self.key: str | None = None
        self.mark: Mark | None = None
        self.anchor: str | None = event.anchor
        self.flow: bool = event.flow_style
        self.start: int = event.start_mark.index
        self.indent = -1
        self.size = 2
        self.height = 1


class Builder:
    """Makes trees from events; `frames` are the open containers.

    Args:
        text: the text.
        limits: how deep it may be, and whether repeated keys are refused or the last one is taken.
        anchors: whether anchors and aliases are read.
        tags: further tags, and what each is read as (`turnwire.codec.yaml.loads`).
        many: whether the text may have several documents.
    """

    def __init__(self, text: str, limits: Limits, *, anchors: bool, tags: Mapping[str, str], many: bool = True) -> None:
        self.text = text
        self.wanted: frozenset[str] = frozenset()
        self.of_names = False
        self.places: dict[str, Place] = {}
        self.tagged: list[tuple[str, str]] = []
        self.finds_times = False
        self._limits, self._anchors_allowed, self._tags, self._many = limits, anchors, tags, many
        self._documents: list[Tree] = []
        self._frames: list[_Frame] = []
        self._anchors = Anchors(len(text))
        self._repeated: list[Diagnostic] = []

    def build(self) -> list[Tree]:
        """Return the documents.

        Raises:
            InvalidDocument: with all repeated keys, and what else stops the text from being read.
        """
        try:
            for event in events(self.text, self._limits.max_depth, self._pointer):
                if step := self._steps.get(type(event)):
                    step(self, event)
        except InvalidDocument as refusal:
            raise InvalidDocument(*self._repeated, *refusal.diagnostics) from None
        if self._repeated:
            raise InvalidDocument(*self._repeated)
        return self._documents

    def _refuse(self, code: str, message: str, mark: Mark | None, hint: str | None = None) -> NoReturn:
        raise at_mark(code, message, self._pointer(), mark, hint) from None

    def _pointer(self) -> str:
        keys = (frame.key if isinstance(frame.node, dict) else str(len(frame.node)) for frame in self._frames)
        return "".join(f"/{escape(key)}" for key in keys if key is not None)

    def _start_document(self, event: Event) -> None:
        if self._documents and not self._many:
            self._refuse("yaml.documents", "a second document", event.start_mark, "give one document at a time")
        self._anchors.begin_document()
        # In a %YAML 1.1 document the same words mean other values; other directives only serve tags.
        if event.tags or (event.version and (self._documents or event.version != (1, 2))):
            self._refuse("yaml.directive", "a directive other than `%YAML 1.2` at the start", event.start_mark)

    def _open(self, event: Event) -> None:
        if self._awaits_key():
            self._refuse("yaml.key", "a key that is a collection", event.start_mark, "keys are text in JSON")
        if len(self._frames) == self._limits.max_depth:
            self._refuse("yaml.depth", too_deep(self._limits.max_depth), event.start_mark, DEPTH_HINT)
        is_map = isinstance(event, yaml.MappingStartEvent)
        if event.tag not in (None, "!") and self._meaning(event) not in ("map" if is_map else "seq", "any"):
            self._refuse("yaml.tag", f"the tag {event.tag[:80]} does not belong here", event.start_mark)
        self._note_anchor(event)
        self._note_place(event)
        frame = _Frame({} if is_map else [], event)
        if not frame.flow:
            column: int = event.end_mark.column
            # libyaml marks a sequence at its key's column after the dash, any other sequence at the dash.
            frame.indent = column - (not is_map and self.text[event.end_mark.index] != "-")
        self._frames.append(frame)

    def _close(self, event: Event) -> None:
        frame = self._frames.pop()
        if frame.flow and not (self._frames and self._frames[-1].flow):
            written = self.text[frame.start : event.end_mark.index]
            if wrong := bad_continuation(written, self._indent()):
                self._refuse("yaml.indent", wrong, event.start_mark)
        if frame.anchor:
            self._anchors.end(frame.anchor, Anchored(frame.node, frame.size, frame.height))
        self._put(frame.node, frame.size, frame.height)

    def _scalar(self, event: Event) -> None:
        if wrong := bad_scalar(self.text, event, self._indent()):
            self._refuse("yaml.syntax", wrong, event.start_mark)
        self._note_anchor(event)
        try:
            value = self._value(event)
        except ValueError as error:
            code = "yaml.tag" if event.tag else "yaml.number"
            self._refuse(code, str(error), event.start_mark)
        size = len(event.value) + 3
        if event.anchor:
            self._anchors.end(event.anchor, Anchored(value, size, 0, event.value))
        if self._awaits_key():
            if event.value == "<<" and event.implicit[0]:
                self._refuse("yaml.merge", "merge keys are not read", event.start_mark, _MERGE_HINT)
            self._put_key(event.value, event.start_mark)
        else:
            self._note_place(event)
            self._put(value, size, 0)

    def _value(self, event: Event) -> Tree:
        if event.tag is None:
            if self.finds_times and event.implicit[0] and not self._awaits_key() and TIME.match(event.value):
                self.tagged.append((self._pointer(), TIMESTAMP))
            return resolve(event.value) if event.implicit[0] else event.value
        meaning = self._meaning(event)
        return event.value if meaning == "any" else tagged(event.value, meaning)

    def _meaning(self, event: Event) -> str:
        tag: str = event.tag
        for known, meaning in self._tags.items():
            if tag == known or (known.endswith("*") and tag.startswith(known[:-1])):
                self.tagged.append((self._pointer(), tag))
                return meaning
        return tag.removeprefix(CORE)

    def _alias(self, event: Event) -> None:
        if not self._anchors_allowed:
            self._refuse("yaml.alias", "aliases are not read here", event.start_mark, "write the value out")
        known = self._anchors.node(event.anchor)
        if known is None:
            self._refuse("yaml.alias", f"no finished node has the anchor {event.anchor[:80]}", event.start_mark)
        if self._anchors.is_too_much(known):
            self._refuse("yaml.expansion", "the aliases repeat too much", event.start_mark)
        if len(self._frames) + known.height > self._limits.max_depth:
            self._refuse("yaml.depth", too_deep(self._limits.max_depth), event.start_mark, DEPTH_HINT)
        if not self._awaits_key():
            self._put(known.value, known.size, known.height)
        elif known.text is None:
            self._refuse("yaml.key", "a key that is a collection", event.start_mark, "keys are text in JSON")
        else:
            self._put_key(known.text, event.start_mark)

    def _awaits_key(self) -> bool:
        return bool(self._frames) and self._frames[-1].key is None and isinstance(self._frames[-1].node, dict)

    def _indent(self) -> int:
        """The column of the innermost block; -1 at the top."""
        return next((frame.indent for frame in reversed(self._frames) if not frame.flow), -1)

    def _note_anchor(self, event: Event) -> None:
        if event.anchor is None:
            return
        if not self._anchors_allowed:
            self._refuse("yaml.anchor", "anchors are not read here", event.start_mark, "write the value out")
        if wrong := bad_anchor(self.text, event):
            self._refuse("yaml.syntax", wrong, event.start_mark)
        self._anchors.begin(event.anchor)

    def _note_place(self, event: Event) -> None:
        if self.wanted and (pointer := self._pointer()) in self.wanted:
            name = self._frames[-1].mark if self.of_names and self._frames else None
            mark = name or event.start_mark
            self.places[pointer] = Place(mark.line + 1, mark.column + 1)

    def _put_key(self, key: str, mark: Mark) -> None:
        frame = self._frames[-1]
        frame.key, frame.mark = key, mark
        if key in frame.node and self._limits.duplicate_keys == "refuse" and len(self._repeated) < MAX_REPEATED:
            message = f"the key `{key[:80]}` is repeated in one mapping"
            self._repeated += at_mark("yaml.duplicate-key", message, self._pointer(), mark, "keep one").diagnostics
        frame.size += len(key) + 3

    def _put(self, value: Tree, size: int, height: int) -> None:
        if not self._frames:
            self._documents.append(value)
            return
        frame = self._frames[-1]
        if isinstance(frame.node, list):
            frame.node.append(value)
        elif frame.key is not None:
            frame.node[frame.key] = value
            frame.key = None
        frame.size += size
        frame.height = max(frame.height, height + 1)

    _steps: ClassVar[dict[type[yaml.Event], Callable[..., None]]] = {
        yaml.DocumentStartEvent: _start_document,
        yaml.ScalarEvent: _scalar,
        yaml.AliasEvent: _alias,
        yaml.SequenceStartEvent: _open,
        yaml.MappingStartEvent: _open,
        yaml.SequenceEndEvent: _close,
        yaml.MappingEndEvent: _close,
    }
