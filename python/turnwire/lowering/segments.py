"""Split turns at tool results: each result becomes a message of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.model import ToolResultBlock

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.model import ContentBlock

MODELS, GOES_ON = "model", "model_goes_on"
"""How readers mark the first and the other messages that stood in one turn of the model's (`$form` `{"turn": ...}`)."""


def split_at_results(blocks: list[ContentBlock]) -> list[list[ContentBlock]]:
    """Return each result alone, and the runs of other blocks between them."""
    found: list[list[ContentBlock]] = []
    for block in blocks:
        if not found or is_result(block) or is_result(found[-1][0]):
            found.append([block])
        else:
            found[-1].append(block)
    return found


def marked_segments(
    blocks: list[ContentBlock], role: Any, before: str | None
) -> Iterator[tuple[Any, list[ContentBlock], dict[str, Any]]]:
    """Split a turn at its results into messages.

    Args:
        blocks: the blocks of the turn.
        role: who speaks in the turn.
        before: the role of the message before it, if there is one.

    Yields:
        The role of each message, its blocks, and its `$form`.  Where the turn began follows from the order; the mark
        `turn` notes it only if it does not, or if the turn is the model's.
    """
    last = before
    for n, segment in enumerate(split_at_results(blocks)):
        said_by = "tool" if is_result(segment[0]) else role
        form: dict[str, Any] = {}
        if role == "assistant":
            form["turn"] = GOES_ON if n else MODELS
        elif (said_by == last == "tool") != bool(n):
            form["turn"] = "same" if n else "new"
        yield said_by, segment, form
        last = said_by


def is_result(block: ContentBlock) -> bool:
    """Whether a block is the result of one of the caller's tools."""
    return type(block) is ToolResultBlock and block.run_by != "provider"
