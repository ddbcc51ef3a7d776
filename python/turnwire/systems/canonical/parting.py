"""Messages of a log, parted so that each holds what its role may hold: "TOOL: exactly one tool_result" (5.1.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct, structs

from turnwire.lowering.features import draft_history
from turnwire.lowering.hosted import rewrite_foreign_runs
from turnwire.lowering.rewrite_blocks import rewritten
from turnwire.model import (
    Message,
    OpaqueBlock,
    RedactedThinkingBlock,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.losses import Losses
    from turnwire.model import ContentBlock, History

_MODELS = (ToolUseBlock, ThinkingBlock, RedactedThinkingBlock)
_UNKNOWN = frozenset((OpaqueBlock,))
DIALECT = "canonical"


class Part(Struct):
    """A message while it is made, and where its blocks were in the document."""

    message: Message
    path: str
    places: list[str]


def parted(document: History, losses: Losses) -> list[Part]:
    """Return the messages of a conversation, each with blocks of its role alone.

    Args:
        document: the conversation; it is not changed.
        losses: gets a `reshaped` for each message that becomes several or gets another role, and an `invented` for
            each empty one, which gets an empty text: "USER, ASSISTANT, and TOOL messages MUST have non-empty content"
            is rule 5.1.1.

    Returns:
        The parts in order; the first of a message keeps its fields.
    """
    # Calls that a provider ran become ordinary ones: the ids of a server are not the session's.
    draft = rewrite_foreign_runs.rule(draft_history(document), losses)
    draft = rewritten(draft, losses, _UNKNOWN, _left_out)
    found: list[Part] = []
    for turn in draft.turns:
        path, places = turn.path, turn.all_places()
        message = structs.replace(turn.message, content=turn.blocks)
        runs = list(_runs(message))
        if not runs:
            found.append(_filled(message, path, losses))
            continue
        if [role for role, _ in runs] != [message.role]:
            losses.reshaped(f"{path}/role", "message.role", message.role)
        for position, (role, numbers) in enumerate(runs):
            content = [message.content[n] for n in numbers]
            changed = structs.replace(message, role=role, content=content) if not position else Message(role, content)
            found.append(Part(changed, path, [places[n] for n in numbers]))
    return found


def _left_out(block: ContentBlock, place: str, losses: Losses) -> None:
    # "Adapters encountering an unknown block type skip the block": the format's own decoder takes none (10.3).
    losses.dropped(place, str(block.__struct_config__.tag), block)


def _filled(message: Message, path: str, losses: Losses) -> Part:
    is_partial = message.role == "assistant" and message.metadata is not None and message.metadata.status == "partial"
    if message.role in ("system", "user_interaction") or is_partial:
        return Part(message, path, [])
    losses.invented(f"{path}/content", "message.content", [{"type": "text", "text": ""}])
    role: Any = "user" if message.role == "tool" else message.role
    return Part(structs.replace(message, role=role, content=[TextBlock("")]), path, [f"{path}/content/0"])


def _runs(message: Message) -> Iterator[tuple[Any, list[int]]]:
    """Yield the numbers of blocks that stay together, and the role that holds them; each result is alone."""
    run: list[int] = []
    last = ""
    for number, block in enumerate(message.content):
        role = _role_of(block, message.role)
        if run and (role != last or role == "tool"):
            yield last, run
            run = []
        run.append(number)
        last = role
    if run:
        yield last, run


def _role_of(block: ContentBlock, role: str) -> str:
    if type(block) is ToolResultBlock and block.run_by != "provider":
        return "tool"
    if role == "user_interaction":
        return role
    if type(block) in _MODELS or type(block) is ToolResultBlock:
        return "assistant"
    if role == "tool" or (role == "system" and type(block) is not TextBlock):
        return "user"
    return role


def without_orphans(parts: list[Part], losses: Losses) -> list[Part]:
    """Return the parts with what answers no call, or answers one again, as messages of the user.

    Args:
        parts: what `parted` returns, with the ids of the session.
        losses: gets a `degraded` for each such result, and a `dropped` for each call, result and piece of reasoning in
            it.

    Returns:
        The parts; "each ToolUseBlock has at most one ToolResultBlock answering it" (5.2.3) holds in them.
    """
    waiting: set[str] = set()
    found = []
    for part in parts:
        block = part.message.content[0] if part.message.role == "tool" else None
        if type(block) is not ToolResultBlock:
            waiting |= {each.id for each in part.message.content if type(each) is ToolUseBlock}
            found.append(part)
        elif block.tool_use_id in waiting:
            waiting.discard(block.tool_use_id)
            found.append(part)
        else:
            losses.degraded(part.places[0], "tool_result", block)
            found.append(_told_by_user(part, block, losses))
    return found


def _told_by_user(part: Part, block: ToolResultBlock, losses: Losses) -> Part:
    """Return a result as a message of the user, without what no message of a user holds, such as a call."""
    place = part.places[0]
    kept = []
    for number, each in enumerate(block.content):
        if _role_of(each, "user") == "user":
            kept.append((f"{place}/content/{number}", each))
        else:
            losses.dropped(f"{place}/content/{number}", str(each.__struct_config__.tag), each)
    content: list[ContentBlock] = [each for _, each in kept] or [TextBlock("")]
    places = [path for path, _ in kept] or [f"{place}/content/0"]
    return Part(structs.replace(part.message, role="user", content=content), part.path, places)
