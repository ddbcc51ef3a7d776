"""Fixes for the order of turns: messages of one side are joined; what would begin or end a conversation is a guess."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.validation.families import CONVERSE
from turnwire.validation.fixes.patches import add, move, remove, replace, safe, unsafe
from turnwire.validation.meaning.order import ALTERNATING
from turnwire.validation.outline.records import MEDIA

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.model import Diagnostic, Fix
    from turnwire.validation.fixes.index import Index
    from turnwire.validation.fixes.patches import Operation
    from turnwire.validation.outline.records import Turn

_BEGIN: Final = {"role": "user", "content": [{"text": "Begin."}]}
"""What a conversion to Converse puts before a conversation that the assistant begins, too."""
_PREFIX: Final = True
"""Mistral's word for a message that the model goes on with."""
_FIRST: Final = MEDIA | {"text", "tool_result"}
_SECOND: Final = MEDIA | {"text", "tool_use"}
"""The parts that the first and the second of two messages may have, so that joining parts no call from its results."""
_MEMBERS: Final = frozenset({"role", "content"})


def in_order(found: Diagnostic, index: Index) -> tuple[Fix, ...]:
    """Offer to join two messages of one side, or to add what is missing at the end or the beginning."""
    turn = index.turns.get(found.pointer or "")
    if turn is None:
        return ()
    if index.outline.dialect not in ALTERNATING:
        return (unsafe("let the model go on with the last message", add((*turn.path, "prefix"), _PREFIX)),)
    turns = index.outline.turns
    position = index.positions[turn.pointer]
    before = turns[position - 1] if position else None
    if before is not None and before.role == turn.role:
        operations = _joined(before, turn, index.outline.dialect)
        return (safe("join it to the message before", *operations),) if operations else ()
    if index.outline.dialect == CONVERSE and all(each.role == "system" for each in turns[:position]):
        return (unsafe('begin with a message of the user, "Begin."', add(turn.path, _BEGIN)),)
    return ()


def _joined(first: Turn, second: Turn, dialect: str) -> tuple[Operation, ...]:
    """Make the changes that put the content of a message behind that of the one before; none if it is not certain."""
    for turn, kinds in ((first, _FIRST), (second, _SECOND)):
        is_plain = type(turn.at) is int and type(turn.node) is dict and turn.node.keys() == _MEMBERS
        if not is_plain or not turn.node["content"] or any(part.kind not in kinds for part in turn.parts):
            return ()
    is_next = first.base == second.base and first.at == int(second.at or 0) - 1
    return tuple(_moves(first, second, dialect)) if is_next else ()


def _moves(first: Turn, second: Turn, dialect: str) -> Iterator[Operation]:
    content, more = first.node["content"], second.node["content"]
    if type(content) is str:
        yield replace((*first.path, "content"), [_text(content, dialect)])
    length = 1 if type(content) is str else len(content)
    if type(more) is str:
        yield add((*first.path, "content", length), _text(more, dialect))
    else:
        # Each entry is the first one when its turn comes.
        for at in range(length, length + len(more)):
            yield move((*second.path, "content", 0), (*first.path, "content", at))
    yield remove(second.path)


def _text(words: str, dialect: str) -> dict[str, Any]:
    return {"text": words} if dialect == CONVERSE else {"type": "text", "text": words}
