"""Find YAML that the specification forbids and libyaml accepts, in the text between and inside its events.

Each of these makes two readers disagree about a document, so it is refused.
"""

from __future__ import annotations

import re
from typing import Any, TypeAlias

# An event of libyaml, which PyYAML's stubs describe otherwise.
Event: TypeAlias = Any

# "Comments must be separated from other tokens by white space characters." (YAML 1.2.2, 6.6)
_GLUED_COMMENT = re.compile(r"(?m)^[^#\n]*[^\s#]#")
_BLOCK_HEADER = re.compile(r"(?:[&!]\S*\s+)*[|>][-+0-9]*+(?=\S)")
_BLANK_LINES = re.compile(r"(?:[&!]\S*\s+)*[|>][-+]?(?:[ \t]+#[^\n]*|[ \t]*)\n((?: *+\n)*+)( *+)(?=\S)")
_AFTER_ANCHOR = " \t\r\n,]}"


def bad_gap(text: str, start: int, event: Event) -> tuple[str, int] | None:
    """Return what is wrong, and where, between `start`, where the last event ended, and this event."""
    end = event.start_mark.index
    if text.find("#", start, end) >= 0:
        before = max(start - 1, 0)
        if glued := _GLUED_COMMENT.search(text[before:end]):
            return "a comment without a space before it", before + glued.end() - 1
    # In a flow collection `?` starts a plain scalar "if followed by a non-space" (7.3.3); libyaml drops it.
    if text[end : end + 1] == "?" and getattr(event, "flow_style", False):
        end += 1
    if text.endswith("?", start, end) and not text[end : end + 1].isspace():
        return "a `?` without a space after it", end - 1
    return None


def bad_anchor(text: str, event: Event) -> str | None:
    """Return what is wrong if an anchor's name continues after the letters, digits, `-` and `_` that libyaml reads."""
    end = text.index("&" + event.anchor, event.start_mark.index) + 1 + len(event.anchor)
    if end < len(text) and text[end] not in _AFTER_ANCHOR:
        return "an anchor with more than letters, digits, `-` and `_`"
    return None


def bad_scalar(text: str, event: Event, indent: int) -> str | None:
    """Return what is wrong with the way a scalar is written, in a block at column `indent` (-1: none)."""
    start, end = event.start_mark.index, event.end_mark.index
    if event.style in ("|", ">"):
        return _bad_block_scalar(text, start, indent)
    if event.style in ("'", '"'):
        return bad_continuation(text[start:end], indent)
    # "Plain scalars must not begin with most indicators" (7.3.3); a block has made `-` an entry before this.
    return "a dash that does not begin an entry" if event.value == "-" else None


def _bad_block_scalar(text: str, start: int, indent: int) -> str | None:
    if _BLOCK_HEADER.match(text, start):
        return "text right after the header of a block scalar"
    # "It is an error for any of the leading empty lines to contain more spaces than the first non-empty
    # line." (8.1.1.1)
    found = _BLANK_LINES.match(text, start)
    if found and indent < len(found[2]) < max(len(line) for line in found[1].split("\n")):
        return "an empty line with more spaces than the first line of its block"
    return None


def bad_continuation(text: str, indent: int) -> str | None:
    """Return whether a quoted scalar or flow collection has a line that is not indented more than its block.

    A line that only closes a collection may be at the block's own column, as most writers put it.
    """
    if "\n" not in text:
        return None
    for line in text.split("\n")[1:]:
        content = line.lstrip(" ")
        if content.strip() and content[0] not in "]}" and len(line) - len(content) <= indent:
            return "a continued line that is not indented more than its block"
    return None
