"""A quick look at requests of the commonest shapes, which have nothing to find.

An outline and the rules cost more than parsing the request did.  Here one walk over the messages certifies that no rule
finds anything; whatever is not of the commonest shape is left to the rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from turnwire.validation.families import ANTHROPIC, GEMINI
from turnwire.validation.meaning.settled import anthropic, chat, gemini, responses
from turnwire.validation.meaning.settled.tally import Tally
from turnwire.validation.outline import chat_dialects

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from turnwire.codec.counted import Counts

__all__ = ["is_settled", "settled"]

_WALKS: Final[Mapping[str, Callable[[dict[str, Any], Tally], bool]]] = {
    # The servers of these two have rules about the order of roles.
    **dict.fromkeys(chat_dialects() - {"mistral_chat", "perplexity_chat"}, chat.is_plain),
    **dict.fromkeys(ANTHROPIC, anthropic.is_plain),
    **dict.fromkeys(GEMINI, gemini.is_plain),
    "openai_responses": responses.is_plain,
}
_ODD: Final = (LookupError, TypeError, AttributeError, ArithmeticError, ValueError, msgspec.DecodeError, RecursionError)
"""What a walk meets in a request of another shape."""


def is_settled(dialect: str, tree: Any, kind: str) -> bool:
    """Return whether a document certainly has no finding of the layer of meaning; False if that is not certain.

    Args:
        dialect: the full name of the document's dialect.
        tree: the document as parsed JSON.
        kind: `"request"`, `"response"` or `"error"`.
    """
    return settled(dialect, tree, kind) is not None


def settled(dialect: str, tree: Any, kind: str) -> Counts | None:
    """Count the members of a document that certainly has no finding of the layer of meaning.

    Args:
        dialect: the full name of the document's dialect.
        tree: the document as parsed JSON.
        kind: `"request"`, `"response"` or `"error"`.

    Returns:
        What was counted, with more levels than there are; None if it is not certain.
    """
    walk = _WALKS.get(dialect)
    if walk is None or kind != "request" or type(tree) is not dict:
        return None
    tally = Tally()
    try:
        return tally.result() if walk(tree, tally) else None
    except _ODD:
        return None
