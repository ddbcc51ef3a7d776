"""The result that stands for a missing one, in the form of each format, and the place where results are put."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.validation.families import ANTHROPIC, CONVERSE
from turnwire.validation.fixes.patches import add, remove
from turnwire.validation.meaning.order import ALTERNATING
from turnwire.validation.outline.nodes import text

if TYPE_CHECKING:
    from turnwire.validation.fixes.index import Index
    from turnwire.validation.fixes.patches import Operation
    from turnwire.validation.outline.records import Part, Path, Turn

NO_RESULT: Final = "No result of this call was recorded."
"""What a result says that stands for a missing one; it is marked as an error where the format can do so."""


def missing(use: Part, index: Index, position: int) -> tuple[Operation, ...]:
    """Make the changes that add an error result for a call; none in formats without such a result.

    Args:
        use: the call.
        index: the index of its document.
        position: the position of its turn.
    """
    turn = index.outline.turns[position]
    message = _message(use, turn, index.outline.dialect)
    if message is not None:
        return (add(_behind(turn, index.results_after[position]), message),)
    block = _block(use, index.outline.dialect)
    if block is None:
        return ()
    # A call of the last turn may still be answered, and has no finding.
    member = "parts" if "functionResponse" in block else "content"
    return _into_next(turn, index.outline.turns[position + 1], member, block)


def _message(use: Part, turn: Turn, dialect: str) -> dict[str, Any] | None:
    """Return the result as a message, or item, of its own; None in formats where it is a block of a message."""
    if "tool_calls" in use.path:
        return _message_of_call(use, turn, dialect)
    if not use.id:
        return None
    if use.node.get("type") == "function_call":
        return {"type": "function_call_output", "call_id": use.id, "output": NO_RESULT}
    if dialect == "turnwire":
        return {"role": "tool", "content": [_words_of(use)]}
    if dialect == "otel_genai":
        return {"role": "tool", "parts": [{"type": "tool_call_response", "id": use.id, "response": NO_RESULT}]}
    return None


def _words_of(use: Part) -> dict[str, Any]:
    """Return a block whose content is a list of texts."""
    words = [{"type": "text", "text": NO_RESULT}]
    return {"type": "tool_result", "tool_use_id": use.id, "content": words, "is_error": True}


def _message_of_call(use: Part, turn: Turn, dialect: str) -> dict[str, Any] | None:
    if dialect == "ollama_chat":
        named = {"tool_name": use.name} if use.name else {}
        return {"role": "tool", **named, **({"tool_call_id": use.id} if use.id else {}), "content": NO_RESULT}
    if not use.id:
        return None
    if "role" in turn.node:
        return {"role": "tool", "tool_call_id": use.id, "content": NO_RESULT}
    return _message_of_langchain(turn.node, {"tool_call_id": use.id, "content": NO_RESULT, "status": "error"})


def _message_of_langchain(node: dict[str, Any], said: dict[str, Any]) -> dict[str, Any] | None:
    """Return a message in the form of the one with the call: flat, with `data`, or with `kwargs`."""
    named = node.get("id")
    if "kwargs" in node and isinstance(named, list) and named[-1:] == ["AIMessage"]:
        others = {name: value for name, value in node.items() if name not in ("id", "kwargs")}
        return {**others, "id": [*named[:-1], "ToolMessage"], "kwargs": said}
    if node.get("type") != "ai":
        return None
    return {"type": "tool", **({"data": said} if "data" in node else said)}


def _block(use: Part, dialect: str) -> dict[str, Any] | None:
    """Return the result as a block of a message of the user."""
    if use.id and dialect == CONVERSE:
        return {"toolResult": {"toolUseId": use.id, "content": [{"text": NO_RESULT}], "status": "error"}}
    if use.id and dialect == "gpt2099":
        return {**_words_of(use), "name": use.name}
    if use.id and use.node.get("type") == "tool_use" and dialect in ANTHROPIC:
        return {"type": "tool_result", "tool_use_id": use.id, "content": NO_RESULT, "is_error": True}
    if "functionCall" in use.node:
        answer = {"name": use.name, "response": {"error": NO_RESULT}}
        return {"functionResponse": answer | ({"id": use.id} if use.id else {})}
    return None


def _behind(turn: Turn, skipped: int) -> Path:
    at = turn.at if isinstance(turn.at, int) else 0
    return (*turn.base, at + 1 + skipped)


def _into_next(turn: Turn, following: Turn, member: str, block: dict[str, Any]) -> tuple[Operation, ...]:
    """Put a block in front of the user's next message, or into a message of its own."""
    if text(following.node, "role") != "user":
        return (add(_behind(turn, 0), {"role": "user", member: [block]}),)
    content = following.node.get(member)
    path = (*following.path, member)
    if isinstance(content, list):
        return (add((*path, _after_results(content)), block),)
    if content and not isinstance(content, str):
        return ()
    return (add(path, [block, {"type": "text", "text": content}] if content else [block]),)


def _after_results(content: list[Any]) -> int:
    return next((n for n, each in enumerate(content) if not _is_result(each)), len(content))


def _is_result(node: Any) -> bool:
    is_named = isinstance(node, dict) and not _RESULTS.isdisjoint(node)
    return is_named or (isinstance(node, dict) and node.get("type") == "tool_result")


_RESULTS: Final = frozenset({"functionResponse", "toolResult"})


def block_behind(turn: Turn, result: Part, asked: int, index: Index) -> tuple[Operation, ...]:
    """Make the changes that move a result, which is a block, into the message after its call.

    Args:
        turn: the message with the result.
        result: the result.
        asked: the position of the turn with the call.
        index: the index of the document.
    """
    turns, target = index.outline.turns, index.outline.turns[asked]
    is_in_list = len(result.path) == len(turn.path) + 2 and isinstance(turn.at, int) and isinstance(target.at, int)
    if not is_in_list or turn.base != target.base or turn.role == "tool":
        return ()
    is_alone = len(turn.parts) == 1
    if is_alone and index.outline.dialect in ALTERNATING and turn is not turns[-1]:
        return ()  # without it, two messages of one side would follow each other
    taken = remove(turn.path if is_alone else result.path)
    shift = 1 if is_alone and turn.at < target.at else 0  # type: ignore[operator]
    return (taken, *_put(result, target, turns[asked + 1] if asked + 1 < len(turns) else None, shift))


def _put(result: Part, target: Turn, following: Turn | None, shift: int) -> tuple[Operation, ...]:
    member = str(result.path[-2])
    at = (*target.base, int(target.at or 0) + 1 - shift)
    if following is None or text(following.node, "role") != "user":
        return (add(at, {"role": "user", member: [result.node]}),)
    content = following.node.get(member)
    if isinstance(content, list):
        return (add((*at, member, _after_results(content)), result.node),)
    words = {"type": "text", "text": content}
    return (add((*at, member), [result.node, *([words] if content else [])]),)
