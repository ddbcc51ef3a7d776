"""A document's features where nobody puts them, and residue of a dialect that nobody has at each of its nodes.

A table and not a draw: what a writer forgets to tell in a rare place stays found.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

from msgspec import Raw, Struct, structs

from turnwire.model import History, Message, ToolResultBlock, ToolUseBlock

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.model import ContentBlock, Document

ROLES = ("system", "user", "assistant", "tool")
NOBODY = "nobody_chat"
"""A dialect that does not exist, so that its residue is a loss everywhere but in native JSON."""


def placings(document: Document) -> Iterator[tuple[str, Document]]:
    """The document, and, of a request, what each message says said by each other role and by a tool's result."""
    yield "as it is", document
    for n, entry in enumerate(document.history if isinstance(document, History) else []):
        if n == 0 or type(entry) is not Message:
            continue
        for role in ROLES:
            if role != entry.role:
                moved = structs.replace(entry, role=role)
                yield f"/history/{n} said by {role}", _with(document, n, [moved])
        if entry.role in ("user", "assistant"):
            yield f"/history/{n} in a result", _with(document, n, _given_by_a_tool(entry.content))
            yield f"/history/{n} around a result", _with(document, n, [_around_a_result(entry)])


def with_residue(document: Document) -> Document:
    """A copy that has residue of nobody at every node."""
    marked = copy.deepcopy(document)
    for node in nodes(marked):
        node.provider_raw = {**(node.provider_raw or {}), NOBODY: Raw(b'{"x_one":true}')}  # type: ignore[attr-defined]
    return marked


def nodes(node: Struct) -> Iterator[Struct]:
    """A node of the model and all in it that can have residue."""
    if "provider_raw" in node.__struct_fields__:
        yield node
    for name in node.__struct_fields__:
        value = getattr(node, name)
        for inner in value if type(value) is list else (value,):
            if isinstance(inner, Struct):
                yield from nodes(inner)


def _with(document: Document, n: int, entries: list[Message]) -> Document:
    history = document.history  # type: ignore[union-attr]
    return structs.replace(document, history=[*history[:n], *entries, *history[n + 1 :]])


def _given_by_a_tool(blocks: list[ContentBlock]) -> list[Message]:
    call = ToolUseBlock("call_9", "look", Raw(b"{}"))
    return [Message("assistant", [call]), Message("tool", [ToolResultBlock("call_9", content=blocks)])]


def _around_a_result(message: Message) -> Message:
    """What the message says, a call with its result, and what it says again."""
    call = ToolUseBlock("call_9", "look", Raw(b"{}"))
    blocks = message.content
    return structs.replace(message, content=[*blocks, call, ToolResultBlock("call_9"), *copy.deepcopy(blocks)])
