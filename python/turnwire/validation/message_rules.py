"""The rules of one complete message: its content, and its metadata.

The sentences are those of the canonical message format, sections 5.1 and 5.3.  Its other rules cannot be broken by a
document alone: that an empty system message is valid, that the order of blocks is significant, and that residue is
opaque.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.model import (
    AudioBlock,
    Diagnostic,
    DocumentBlock,
    ImageBlock,
    MessageMetadata,
    OpaqueBlock,
    RedactedThinkingBlock,
    RefusalBlock,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
    VideoBlock,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from turnwire.model import ContentBlock, Message

    Rule = Callable[[Message, str], Iterator[Diagnostic]]
    """A message and its JSON Pointer -> what is wrong with it."""

_MEDIA: frozenset[type] = frozenset((ImageBlock, DocumentBlock, AudioBlock, VideoBlock))
_MADE: frozenset[type] = frozenset((ToolUseBlock, ThinkingBlock, RedactedThinkingBlock, RefusalBlock))
# The block types that the sentence of `role_fits_content` names, and those that this model adds: documents, audio and
# video are allowed with pictures, refusals with texts of the model, and models may produce pictures and audio.
ALLOWED: dict[str, frozenset[type]] = {
    "user": frozenset((TextBlock, *_MEDIA)),
    "assistant": frozenset((TextBlock, *_MADE, *_MEDIA)),
    "tool": frozenset((ToolResultBlock,)),
    "system": frozenset((TextBlock,)),
}
"""The block types allowed in messages of each role; an opaque block is allowed anywhere, since its type is unknown."""


def is_complete(message: Message) -> bool:
    """5.1.5: "Validation runs only at `status: COMPLETE`."; a message that does not say is complete."""
    about = message.metadata
    return about is None or about.status in (None, "complete")


def content_is_not_empty(message: Message, place: str) -> Iterator[Diagnostic]:
    """5.1.1: "USER, ASSISTANT, TOOL messages have at least one content block."."""
    if not message.content and message.role in ("user", "assistant", "tool"):
        hint = "leave the message out, or set status: partial until it is complete"
        whose = "a tool" if message.role == "tool" else f"the {message.role}"
        yield _broken("content-empty", f"a message of {whose} without content", place, hint)


def role_fits_content(message: Message, place: str) -> Iterator[Diagnostic]:
    """5.1.3: "Role-content compatibility"."""
    allowed = ALLOWED.get(message.role)
    for n, block in enumerate(message.content if allowed is not None else ()):
        if type(block) not in (allowed or ()) and not _stands_anywhere(block, message.role):
            kind = block.__struct_config__.tag
            hint = f"put it into a message of a role that holds {kind}"
            yield _broken("role-content", f"{kind} in a message of role {message.role}", f"{place}/content/{n}", hint)


def _stands_anywhere(block: ContentBlock, role: str) -> bool:
    """Return whether a block may be in any message: unknown blocks, and in replies results of provider-run tools."""
    ran = type(block) is ToolResultBlock and block.run_by == "provider" and role == "assistant"
    return ran or type(block) is OpaqueBlock


def one_result_per_message(message: Message, place: str) -> Iterator[Diagnostic]:
    """5.1.3: "TOOL messages: ToolResultBlock only. Exactly one block per message."."""
    if message.role == "tool" and len(message.content) > 1:
        hint = "give each result a message of its own"
        yield _broken("one-result", f"{len(message.content)} blocks in a message of role tool", place, hint)


def answer_has_model(message: Message, place: str) -> Iterator[Diagnostic]:
    """5.3.1: "`model` and `provider` are set on every ASSISTANT message at `status: COMPLETE`."."""
    if message.role == "assistant":
        about = message.metadata or _NOTHING
        for name in ("model", "provider"):
            if getattr(about, name) is None:
                yield _unsaid(name, message, place, "add the model that answered and its provider")


def answer_has_routing(message: Message, place: str) -> Iterator[Diagnostic]:
    """5.3.2: "`routing` is set on every ASSISTANT message at `status: COMPLETE`."."""
    if message.role == "assistant" and (message.metadata or _NOTHING).routing is None:
        yield _unsaid("routing", message, place, "add why this model was chosen")


def answer_has_usage(message: Message, place: str) -> Iterator[Diagnostic]:
    """5.3.3: "`usage` is set on every ASSISTANT message at `status: COMPLETE`."."""
    if message.role == "assistant" and (message.metadata or _NOTHING).usage is None:
        yield _unsaid("usage", message, place, "add its token counts")


def result_has_parent(message: Message, place: str) -> Iterator[Diagnostic]:
    """5.3.4: "`parent_tool_use_id` is set on every TOOL message."."""
    if message.role == "tool" and (message.metadata or _NOTHING).parent_tool_use_id is None:
        yield _unsaid("parent_tool_use_id", message, place, "add the id of the tool use that it answers")


MESSAGE_RULES: tuple[Rule, ...] = (
    content_is_not_empty,
    role_fits_content,
    one_result_per_message,
    answer_has_model,
    answer_has_routing,
    answer_has_usage,
    result_has_parent,
)

_NOTHING = MessageMetadata()


def _unsaid(name: str, message: Message, place: str, hint: str) -> Diagnostic:
    where = place if message.metadata is None else f"{place}/metadata"
    return _broken(name.replace("_", "-"), f"metadata has no {name}", where, hint)


def _broken(code: str, message: str, place: str, hint: str) -> Diagnostic:
    return Diagnostic(f"invariant.{code}", message, "error", pointer=place, hint=hint)
