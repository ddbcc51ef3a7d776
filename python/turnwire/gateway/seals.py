"""Take away the empty seals that clients send back.

Replies show the reasoning of other providers with an empty signature, and their pages with an empty `encrypted_index`,
because a client's package requires the member.  The provider whose format it is refuses an empty one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from turnwire.model import TextBlock, ThinkingBlock

if TYPE_CHECKING:
    from turnwire.model import Citation, ContentBlock, History, Message


def without_empty_seals(history: History) -> History:
    """Make reasoning with an empty signature unsigned, and web citations with an empty key unkeyed.

    Args:
        history: the client's request, as it was read.

    Returns:
        The request; `history` itself if there is no empty seal.

    Example:
        `turnwire.write(without_empty_seals(turnwire.read(body, "anthropic_messages")), "anthropic_messages")`
    """
    messages = [_unsealed(message) for message in history.history]
    if all(new is old for new, old in zip(messages, history.history, strict=True)):
        return history
    return structs.replace(history, history=messages)


def _unsealed(message: Message) -> Message:
    if not any(map(_has_empty_seal, message.content)):
        return message
    return structs.replace(message, content=[_opened(block) for block in message.content])


def _has_empty_seal(block: ContentBlock) -> bool:
    if type(block) is ThinkingBlock:
        return block.signature == ""
    return type(block) is TextBlock and any(citation.encrypted_index == "" for citation in block.citations)


def _opened(block: ContentBlock) -> ContentBlock:
    if not _has_empty_seal(block):
        return block
    if type(block) is TextBlock:
        return structs.replace(block, citations=[_without_key(citation) for citation in block.citations])
    return structs.replace(block, signature=None, origin=None)


def _without_key(citation: Citation) -> Citation:
    return structs.replace(citation, encrypted_index=None, origin=None) if citation.encrypted_index == "" else citation
