"""The invariants of one complete message: its content, and its metadata.

The sentences are those of the canonical message format, sections 5.1 and 5.3.  Its other rules cannot be broken by a
document alone: that an empty system message is valid, that the order of blocks is significant, and that residue is
opaque.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.validation.meaning.canonical.examples import (
    OTHER,
    TEXT,
    WHOLE,
    answer,
    history,
    result,
    tool,
    use,
    user,
)
from turnwire.validation.outline.nodes import member, text
from turnwire.validation.rules import Rule

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from turnwire.model import Diagnostic
    from turnwire.validation.outline import Turn

    MessageRule = Callable[[Turn], Iterator[Diagnostic]]
    """A message -> what is wrong with it."""

_MEDIA: Final = frozenset({"image", "document", "audio", "video"})
_MADE: Final = frozenset({"tool_use", "thinking", "redacted_thinking", "refusal"})
# The block types that the sentence of `role_fits_content` names, and those that this model adds: documents, audio and
# video are allowed with pictures, refusals with texts of the model, and models may produce pictures and audio.
ALLOWED: Final = {
    "user": frozenset({"text", *_MEDIA}),
    "assistant": frozenset({"text", *_MADE, *_MEDIA}),
    "tool": frozenset({"tool_result"}),
    "system": frozenset({"text"}),
}
"""The block types allowed in messages of each role; a block of an unknown type is allowed anywhere."""
_KNOWN: Final = frozenset().union(*ALLOWED.values())


def _rule(code: str, name: str, about: str, *broken: str, severity: Any = "error") -> Rule:
    also = frozenset({f"invariant.{name}"})
    return Rule(code, name, severity, about, failing=history(*broken), passing=WHOLE, also=also)


def _unset(code: str, name: str, sentence: str) -> Rule:
    about = (
        f"A complete message of the assistant has no `{name}` in its metadata. {sentence} Programs that count costs or"
        " choose models rely on it. Add it, or give the message another status."
    )
    return _rule(code, name, about, user(TEXT), answer(TEXT, without=name))


EMPTY: Final = _rule(
    "TW350",
    "content-empty",
    'A message has no content. "USER, ASSISTANT, TOOL messages have at least one content block." (5.1.1) Leave the'
    " message out, or give it the status `partial` until it is complete.",
    user(),
)
ROLE: Final = _rule(
    "TW351",
    "role-content",
    "A block stands in a message of a role that does not hold it, such as a tool use in a message of the user (5.1.3)."
    " Put it into a message of another role.",
    user(TEXT, use()),
)
ONE: Final = _rule(
    "TW352",
    "one-result",
    'A message of a tool has several blocks. "TOOL messages: ToolResultBlock only. Exactly one block per message."'
    " (5.1.3) Give each result a message of its own.",
    user(TEXT),
    answer(use(), use(OTHER)),
    tool(result(), result(OTHER)),
)
MODEL: Final = _unset("TW353", "model", '"`model` and `provider` are set on every ASSISTANT message" (5.3.1).')
PROVIDER: Final = _unset("TW354", "provider", '"`model` and `provider` are set on every ASSISTANT message" (5.3.1).')
ROUTING: Final = _unset("TW355", "routing", '"`routing` is set on every ASSISTANT message" (5.3.2).')
USAGE: Final = _unset("TW356", "usage", '"`usage` is set on every ASSISTANT message" (5.3.3).')
PARENT: Final = _rule(
    "TW357",
    "parent-tool-use-id",
    "The metadata of a tool's message has no `parent_tool_use_id`. \"`parent_tool_use_id` is set on every TOOL"
    ' message." (5.3.4) Add the id of the tool use that it answers.',
    user(TEXT),
    answer(use()),
    tool(result(), parent=None),
)
MISMATCH: Final = _rule(
    "TW364",
    "parent-mismatch",
    "The `parent_tool_use_id` of a tool's message is not the `tool_use_id` of its result, so that programs that follow"
    " the one find another tool use than those that follow the other (5.3.4). Write the same id in both.",
    user(TEXT),
    answer(use()),
    tool(result(), parent=OTHER),
)

RULES: Final = (EMPTY, ROLE, ONE, MODEL, PROVIDER, ROUTING, USAGE, PARENT, MISMATCH)


def is_complete(turn: Turn) -> bool:
    """5.1.5: "Validation runs only at `status: COMPLETE`."; a message that does not say is complete."""
    return member(member(turn.node, "metadata"), "status") in (None, "complete")


def content_is_not_empty(turn: Turn) -> Iterator[Diagnostic]:
    """5.1.1: "USER, ASSISTANT, TOOL messages have at least one content block."."""
    if turn.role in {"user", "assistant", "tool"} and not member(turn.node, "content"):
        hint = "leave the message out, or set status: partial until it is complete"
        whose = "a tool" if turn.role == "tool" else f"the {turn.role}"
        yield EMPTY.found(f"a message of {whose} without content", turn.pointer, hint=hint)


def role_fits_content(turn: Turn) -> Iterator[Diagnostic]:
    """5.1.3: "Role-content compatibility"."""
    allowed = ALLOWED.get(turn.role)
    for n, block in _blocks(turn) if allowed is not None else ():
        kind = text(block, "type")
        if kind in _KNOWN and kind not in (allowed or ()) and not _ran(block, turn.role):
            hint = f"put it into a message of a role that holds {kind}"
            yield ROLE.found(f"{kind} in a message of role {turn.role}", f"{turn.pointer}/content/{n}", hint=hint)


def _ran(block: Any, role: str) -> bool:
    """Return whether a block is the result of a tool that the provider ran: replies hold those, too."""
    return role == "assistant" and text(block, "type") == "tool_result" and text(block, "run_by") == "provider"


def one_result_per_message(turn: Turn) -> Iterator[Diagnostic]:
    """5.1.3: "TOOL messages: ToolResultBlock only. Exactly one block per message."."""
    content = member(turn.node, "content")
    if turn.role == "tool" and type(content) is list and len(content) > 1:
        hint = "give each result a message of its own"
        yield ONE.found(f"{len(content)} blocks in a message of role tool", turn.pointer, hint=hint)


def answer_has_model(turn: Turn) -> Iterator[Diagnostic]:
    """5.3.1: "`model` and `provider` are set on every ASSISTANT message at `status: COMPLETE`."."""
    hint = "add the model that answered and its provider"
    yield from _unsaid(MODEL, "model", "assistant", turn, hint)
    yield from _unsaid(PROVIDER, "provider", "assistant", turn, hint)


def answer_has_routing(turn: Turn) -> Iterator[Diagnostic]:
    """5.3.2: "`routing` is set on every ASSISTANT message at `status: COMPLETE`."."""
    yield from _unsaid(ROUTING, "routing", "assistant", turn, "add why this model was chosen")


def answer_has_usage(turn: Turn) -> Iterator[Diagnostic]:
    """5.3.3: "`usage` is set on every ASSISTANT message at `status: COMPLETE`."."""
    yield from _unsaid(USAGE, "usage", "assistant", turn, "add its token counts")


def result_has_parent(turn: Turn) -> Iterator[Diagnostic]:
    """5.3.4: "`parent_tool_use_id` is set on every TOOL message."."""
    yield from _unsaid(PARENT, "parent_tool_use_id", "tool", turn, "add the id of the tool use that it answers")


def parent_is_the_use(turn: Turn) -> Iterator[Diagnostic]:
    """5.3.4: `parent_tool_use_id` names the tool use that the message's result answers."""
    parent = member(member(turn.node, "metadata"), "parent_tool_use_id")
    answered = [text(block, "tool_use_id") for _, block in _blocks(turn) if text(block, "type") == "tool_result"]
    if turn.role == "tool" and type(parent) is str and len(answered) == 1 and parent != answered[0]:
        message = f"the parent is `{parent[:60]}`, and the result answers `{answered[0][:60]}`"
        place = f"{turn.pointer}/metadata/parent_tool_use_id"
        yield MISMATCH.found(message, place, hint="write the id of the result", expected=f"`{answered[0][:60]}`")


MESSAGE_RULES: tuple[MessageRule, ...] = (
    content_is_not_empty,
    role_fits_content,
    one_result_per_message,
    answer_has_model,
    answer_has_routing,
    answer_has_usage,
    result_has_parent,
)
"""The rules that a JSON Schema can say, too; `parent_is_the_use` compares two texts."""


def _blocks(turn: Turn) -> Iterator[tuple[int, Any]]:
    content = member(turn.node, "content")
    for n, block in enumerate(content if type(content) is list else ()):
        if type(block) is dict:
            yield n, block


def _unsaid(rule: Rule, name: str, role: str, turn: Turn, hint: str) -> Iterator[Diagnostic]:
    about = member(turn.node, "metadata")
    if turn.role == role and member(about, name) is None:
        where = turn.pointer if about is None else f"{turn.pointer}/metadata"
        yield rule.found(f"metadata has no {name}", where, hint=hint)
