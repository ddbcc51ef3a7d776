"""Formats whose messages have a role and a list of blocks, each with a `type`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from turnwire.validation.outline.nodes import text
from turnwire.validation.outline.records import Part, Path, Turn, TurnRole

Marked = list[tuple[int, Part]]
Maker = Callable[[dict[str, Any], Path], Part]
"""A block and its path -> the part."""


class Words(Struct, frozen=True):
    """The words of a format: its roles, and what is made of the blocks of each type."""

    roles: Mapping[str, TurnRole]
    blocks: Mapping[str, Maker]


def turns_of(messages: Any, base: Path, words: Words, marked: Marked) -> tuple[Turn, ...]:
    """Return a turn for each message of a list, and add what is no text to `marked`.

    What is no object is left out.
    """
    turns: list[Turn] = []
    if type(messages) is not list:
        return ()
    for at, message in enumerate(messages):
        if type(message) is dict:
            turns.append(turn_of(message, base, at, words))
            mark(turns, marked)
    return tuple(turns)


def turn_of(message: dict[str, Any], base: Path, at: str | int | None, words: Words) -> Turn:
    """Return the turn that a message is; `at` is its position in what `base` leads to, or None if it is that."""
    content = message.get("content")
    role = words.roles.get(text(message, "role"), "")
    if type(content) is str and content:
        return Turn(role, base, at, message)
    place = base if at is None else (*base, at)
    return Turn(role, base, at, message, contents(content, (*place, "content"), words))


def mark(turns: list[Turn], marked: Marked) -> None:
    """Add those parts of the last turn to the list that are not a text with content."""
    parts = turns[-1].more
    if parts:
        now = len(turns) - 1
        marked.extend([(now, part) for part in parts if part.kind != "text" or not part.value])


def contents(content: Any, place: Path, words: Words) -> tuple[Part, ...]:
    """Return the parts of a content: one for a string, one for each block of a list, none for anything else."""
    if type(content) is list:
        return tuple([part_of(node, (*place, n), words) for n, node in enumerate(content) if type(node) is dict])
    return (Part("text", place, content, content),) if type(content) is str else ()


def part_of(node: dict[str, Any], place: Path, words: Words) -> Part:
    """Return the part that a block is; a block of another type is `other`."""
    make = words.blocks.get(text(node, "type"))
    return Part("other", place, node) if make is None else make(node, place)


def text_block(node: dict[str, Any], place: Path) -> Part:
    """Return the part of a block with a `text`."""
    return Part("text", place, node, node.get("text"), ("text",))


def tool_use(node: dict[str, Any], place: Path) -> Part:
    """Return the part of a block with an `id`, a `name` and an `input`."""
    return Part("tool_use", place, node, node.get("input"), ("input",), text(node, "id"), text(node, "name"), "tree")


def tool_result(node: dict[str, Any], place: Path, words: Words) -> Part:
    """Return the part of a block with a `tool_use_id`, a `content`, and perhaps `is_error`."""
    content, wrong = node.get("content"), node.get("is_error")
    return Part(
        "tool_result",
        place,
        node,
        content,
        ("content",),
        text(node, "tool_use_id"),
        text(node, "name"),
        is_error=wrong if type(wrong) is bool else None,
        parts=contents(content, (*place, "content"), words) if type(content) is list else (),
    )
