"""Tell conversations whose calls and results any server takes: most do, and need no pass about odd ones."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from turnwire.model import ToolResultBlock, ToolUseBlock

if TYPE_CHECKING:
    from collections.abc import Iterable

    from turnwire.model import ContentBlock

# OpenAI's chat completions take 40 characters of an id, the others more; a name has at most 64 characters, and for
# Gemini's servers a letter or an underscore in front.
_IDS = re.compile(r"[a-zA-Z0-9_-]{1,40}(?:\n[a-zA-Z0-9_-]{1,40})*").fullmatch
_NAMES = re.compile(r"[a-zA-Z_][a-zA-Z0-9_-]{0,63}(?:\n[a-zA-Z_][a-zA-Z0-9_-]{0,63})*").fullmatch


def calls_are_plain(messages: Iterable[tuple[str, list[ContentBlock]]]) -> bool:
    """Return whether each call of a conversation is the assistant's and has exactly one result, in its place.

    A result is in its place in a message of results alone, right after the message with its call; other such messages
    may be between them.  No call or result is the provider's.  Inputs are objects.  The ids
    differ, and they and the names have only
    characters and lengths that every server takes.

    Args:
        messages: the role and the blocks of each message.
    """
    ids: list[str] = []
    names: list[str] = []
    waiting: set[str] = set()
    for role, blocks in messages:
        results = _answered(blocks, waiting) if waiting else 0
        if waiting if results == 0 else results != len(blocks) or role == "assistant":
            return False
        for block in blocks if results == 0 else ():
            if type(block) is ToolUseBlock:
                if role != "assistant" or block.run_by is not None or not _has_object(block):
                    return False
                ids.append(block.id)
                names.append(block.name)
                waiting.add(block.id)
            elif type(block) is ToolResultBlock:
                return False
    return not waiting and (not ids or _are_legal(ids, names))


def _answered(blocks: list[ContentBlock], waiting: set[str]) -> int:
    """Take the results of the caller's tools that calls wait for out of the waiting ones, and return their number."""
    results = 0
    for block in blocks:
        if type(block) is ToolResultBlock and block.run_by is None and block.tool_use_id in waiting:
            waiting.discard(block.tool_use_id)
            results += 1
    return results


def _has_object(call: ToolUseBlock) -> bool:
    return call.input_text is None and bytes(call.input)[:1] == b"{"


def _are_legal(ids: list[str], names: list[str]) -> bool:
    lines, words = "\n".join(ids), "\n".join(names)
    if len(set(ids)) < len(ids) or lines.count("\n") >= len(ids) or words.count("\n") >= len(names):
        return False
    return _IDS(lines) is not None and _NAMES(words) is not None
