"""Parse YAML into trees: libyaml's events, our own builder, the core schema, no recursion.

libyaml only tokenizes; its composer, which crashes on deep nesting, is never called.  Depth is checked while
the events arrive, so a text of 100 000 brackets is refused at the 65th.  Keys are names and keep their spelling:
`1: a` has the key `1`, `null: a` the key `null`.  Use the JSON codec for JSON texts: JSON is not a subset of YAML.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, TypeAlias

import yaml
from yaml._yaml import CParser

from turnwire.codec.json import Tree, dumps
from turnwire.codec.limits import DEPTH_HINT, STRICT, check_size, too_deep
from turnwire.codec.scan import Place, escape, place_of
from turnwire.codec.yaml_gaps import bad_anchor, bad_continuation, bad_gap, bad_scalar
from turnwire.codec.yaml_scalars import CORE, TIME, TIMESTAMP, resolve, tagged
from turnwire.codec.yaml_write import dump
from turnwire.errors import InvalidDocument, invalid

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

    from turnwire.codec.limits import Limits

__all__ = ["dump", "further_tags", "load_all", "loads", "positions", "to_json"]

MAX_ALIASES = 100
MAX_NODES = 1_000_000
"""Scalars, collections and aliases in one text: some seconds of work."""
MAX_EXPANSION = 10
"""How many times its own size a text may have after its aliases are written out."""

# Events and marks of libyaml, which PyYAML's stubs describe otherwise.
Event: TypeAlias = Any
Mark: TypeAlias = Any

_LEVELS = {
    yaml.SequenceStartEvent: 1,
    yaml.MappingStartEvent: 1,
    yaml.SequenceEndEvent: -1,
    yaml.MappingEndEvent: -1,
}
_MERGE_HINT = "write the members of the merge out; quote `<<` if it is a name"
NO_TAGS: Mapping[str, str] = {}


def loads(data: bytes, limits: Limits = STRICT, *, anchors: bool = False, tags: Mapping[str, str] = NO_TAGS) -> Tree:
    """Parse the one document in `data` to a tree, as `turnwire.codec.json.loads` returns it.

    `anchors` allows anchors and aliases, within a limit.  `tags` maps further tags to `str`, `seq` or `map`; a tag that
    ends in `*` matches all tags with that beginning.  Raises InvalidDocument.
    """
    documents = _Builder(_text(data, limits), limits, anchors=anchors, tags=tags, many=False).build()
    if not documents:
        raise invalid("yaml.empty", "the text holds no document", line=1, column=1)
    return documents[0]


def load_all(
    data: bytes, limits: Limits = STRICT, *, anchors: bool = False, tags: Mapping[str, str] = NO_TAGS
) -> list[Tree]:
    """Parse all documents in `data` to trees."""
    return _Builder(_text(data, limits), limits, anchors=anchors, tags=tags).build()


def to_json(data: bytes, limits: Limits = STRICT, *, anchors: bool = False, tags: Mapping[str, str] = NO_TAGS) -> bytes:
    """Convert the one document in `data` to compact JSON, with numbers digit for digit."""
    return dumps(loads(data, limits, anchors=anchors, tags=tags))


def further_tags(data: bytes, limits: Limits = STRICT, *, tags: Mapping[str, str]) -> list[tuple[str, str]]:
    """List where a text has a tag of `tags`, which its JSON does not show, as JSON Pointers, and the tags.

    A time without a tag is listed too: YAML 1.1 gives it one.  Raises InvalidDocument.
    """
    builder = _Builder(_text(data, limits), limits, anchors=True, tags=tags, many=False)
    builder.finds_times = True
    builder.build()
    return builder.tagged


def positions(
    data: bytes, pointers: Collection[str], limits: Limits = STRICT, *, of_names: bool = False
) -> dict[str, Place]:
    """Find where the values at these JSON Pointers start, or the names of members; those not found are left out."""
    builder = _Builder(_text(data, limits), limits, anchors=True, tags={"*": "any"})
    builder.of_names = of_names
    builder.wanted = frozenset(pointers)
    with suppress(InvalidDocument):
        builder.build()
    return builder.places


def _text(data: bytes, limits: Limits) -> str:
    check_size(data, limits, "yaml.size")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in data[:4]:
        raise invalid("yaml.utf8", "the text is in UTF-16 or UTF-32", line=1, column=1, hint="save it as UTF-8")
    try:
        text = data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line, column = place_of(data, error.start)
        message = f"byte {data[error.start]:#04x} is not UTF-8: {error.reason}"
        raise invalid("yaml.utf8", message, line=line, column=column, hint="save it as UTF-8") from None
    # libyaml takes spaces on a last line without a line break for text of a block scalar.
    return text + "\n" if text.endswith(" ") and not text[text.rfind("\n") + 1 :].strip(" ") else text


_TAB_HINT = "YAML is indented with blanks: replace the tab"


def _is_tab(text: str, mark: Mark | None) -> bool:
    """Return whether a tab is at a place of a text."""
    # The place of what is missing at the end is a line after the last one.
    lines = [] if mark is None else text.splitlines()[mark.line : mark.line + 1]
    return mark is not None and any(line[mark.column : mark.column + 1] == "\t" for line in lines)


def _has_too_many(text: str, max_depth: int) -> bool:
    """Return whether the text has more events than allowed: counting takes a quarter of the time of building."""
    parser, depth = CParser(text.encode()), 0
    try:
        for count, event in enumerate(iter(parser.get_event, None)):
            depth += _LEVELS.get(type(event), 0)
            if depth > max_depth:  # libyaml is slow at great depths; the builder refuses them
                return False
            if count > MAX_NODES:
                return True
    except (yaml.MarkedYAMLError, yaml.reader.ReaderError):
        pass  # the builder says what is wrong, and where
    return False


def _too_many() -> InvalidDocument:
    # No position is reported: the whole document is too large.
    message = f"the text has more than {MAX_NODES:,} parts (a value is one, a list or an object two)"
    return invalid("yaml.size", message, pointer="", hint="split it, or write it as JSON, which has no such limit")


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


class _Anchor:
    """A finished node that aliases may repeat."""

    __slots__ = ("height", "size", "text", "value")

    def __init__(self, value: Tree, size: int, height: int, text: str | None = None) -> None:
        self.value, self.size, self.height, self.text = value, size, height, text


class _Builder:
    """Makes trees from events; `frames` are the open containers."""

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
        self._anchors: dict[str, _Anchor] = {}
        self._aliases = self._expanded = self._end = 0

    def build(self) -> list[Tree]:
        if len(self.text) > 2 * MAX_NODES and _has_too_many(self.text, self._limits.max_depth):
            raise _too_many()
        for count, event in enumerate(self._events()):
            if count > MAX_NODES:
                raise _too_many()
            if wrong := bad_gap(self.text, self._end, event):
                message, index = wrong
                line, column = place_of(self.text.encode(), len(self.text[:index].encode()))
                raise invalid("yaml.syntax", message, pointer=self._pointer(), line=line, column=column)
            self._end = event.end_mark.index
            if step := self._steps.get(type(event)):
                step(self, event)
        return self._documents

    def _events(self) -> Iterator[Event]:
        parser = CParser(self.text.encode())
        try:
            while (event := parser.get_event()) is not None:
                yield event
        except yaml.MarkedYAMLError as error:
            hint = _TAB_HINT if _is_tab(self.text, error.problem_mark) else None
            self._refuse("yaml.syntax", error.problem or "not YAML", error.problem_mark, hint)
        except yaml.reader.ReaderError as error:
            line, column = place_of(self.text.encode(), error.position)
            raise invalid(
                "yaml.character", f"U+{error.character:04X}: {error.reason}", line=line, column=column
            ) from None

    def _refuse(self, code: str, message: str, mark: Mark | None, hint: str | None = None) -> NoReturn:
        line, column = (mark.line + 1, mark.column + 1) if mark else (None, None)
        raise invalid(code, message, pointer=self._pointer(), line=line, column=column, hint=hint) from None

    def _pointer(self) -> str:
        keys = (frame.key if isinstance(frame.node, dict) else str(len(frame.node)) for frame in self._frames)
        return "".join(f"/{escape(key)}" for key in keys if key is not None)

    def _start_document(self, event: Event) -> None:
        if self._documents and not self._many:
            self._refuse("yaml.documents", "a second document", event.start_mark, "give one document at a time")
        self._anchors.clear()
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
            self._anchors[frame.anchor] = _Anchor(frame.node, frame.size, frame.height)
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
            self._anchors[event.anchor] = _Anchor(value, size, 0, event.value)
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
        known = self._anchors.get(event.anchor)
        if known is None:
            self._refuse("yaml.alias", f"no finished node has the anchor {event.anchor[:80]}", event.start_mark)
        self._aliases += 1
        self._expanded += known.size
        if self._aliases > MAX_ALIASES or self._expanded > MAX_EXPANSION * len(self.text):
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
        # A repeated anchor names the new node from here on; until that node is finished, it names nothing.
        self._anchors.pop(event.anchor, None)

    def _note_place(self, event: Event) -> None:
        if self.wanted and (pointer := self._pointer()) in self.wanted:
            name = self._frames[-1].mark if self.of_names and self._frames else None
            mark = name or event.start_mark
            self.places[pointer] = Place(mark.line + 1, mark.column + 1)

    def _put_key(self, key: str, mark: Mark) -> None:
        frame = self._frames[-1]
        frame.key, frame.mark = key, mark
        if key in frame.node:
            message = f"the key `{key[:80]}` is repeated in one mapping"
            self._refuse("yaml.duplicate-key", message, mark, "keep one")
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
