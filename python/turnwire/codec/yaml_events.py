"""The events of libyaml, and the refusals of a text that it cannot make into events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import yaml
from yaml._yaml import CParser

from turnwire.codec.scan import place_of
from turnwire.codec.yaml_gaps import bad_gap
from turnwire.errors import InvalidDocument, invalid

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MAX_NODES = 1_000_000
"""Scalars, collections and aliases in one text: some seconds of work."""

# Events and marks of libyaml, which PyYAML's stubs describe otherwise.
Event: TypeAlias = Any
Mark: TypeAlias = Any

_LEVELS = {
    yaml.SequenceStartEvent: 1,
    yaml.MappingStartEvent: 1,
    yaml.SequenceEndEvent: -1,
    yaml.MappingEndEvent: -1,
}
_TAB_HINT = "YAML is indented with blanks: replace the tab"


def events(text: str, max_depth: int, pointer: Callable[[], str]) -> Iterator[Event]:
    """Yield the events of a text.

    Args:
        text: the text.
        max_depth: the levels that whoever takes the events allows; a text with more is not counted to its end.
        pointer: returns the place that the events have reached, as a JSON Pointer.

    Raises:
        InvalidDocument: the text is not YAML, or has more events than `MAX_NODES`.
    """
    if len(text) > 2 * MAX_NODES and _has_too_many(text, max_depth):
        raise _too_many()
    end = 0
    for count, event in enumerate(_events(text, pointer)):
        if count > MAX_NODES:
            raise _too_many()
        if wrong := bad_gap(text, end, event):
            message, index = wrong
            line, column = place_of(text.encode(), len(text[:index].encode()))
            raise invalid("yaml.syntax", message, pointer=pointer(), line=line, column=column)
        end = event.end_mark.index
        yield event


def _events(text: str, pointer: Callable[[], str]) -> Iterator[Event]:
    parser = CParser(text.encode())
    try:
        while (event := parser.get_event()) is not None:
            yield event
    except yaml.MarkedYAMLError as error:
        hint = _TAB_HINT if _is_tab(text, error.problem_mark) else None
        raise at_mark("yaml.syntax", error.problem or "not YAML", pointer(), error.problem_mark, hint) from None
    except yaml.reader.ReaderError as error:
        line, column = place_of(text.encode(), error.position)
        raise invalid("yaml.character", f"U+{error.character:04X}: {error.reason}", line=line, column=column) from None


def at_mark(code: str, message: str, pointer: str, mark: Mark | None, hint: str | None = None) -> InvalidDocument:
    """Return a refusal with the line and the column of a mark."""
    line, column = (mark.line + 1, mark.column + 1) if mark else (None, None)
    return invalid(code, message, pointer=pointer, line=line, column=column, hint=hint)


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
