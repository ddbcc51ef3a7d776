"""The JSON of a query and of its reply.

Source: the server definition ("LLM Query Message", "Conversation Response Message Format") and the server's models.
Nothing is required here: a query that the server would refuse can be read, and is written back unchanged.
"""

from __future__ import annotations

from typing import Final

from msgspec import UNSET, Raw, UnsetType

from turnwire.codec.wire import Wire
from turnwire.model import ABSENT

NAME: Final = "geppetto"

# The required members of the server's model; a query without one of these is answered with status 422.
REQUIRED: Final = ("requestType", "persona", "uid", "message", "sessionId", "language")
# The members of every reply.
ANSWERED: Final = ("requestType", "content", "citations", "inputTokenCount", "outputTokenCount", "error")
# From older samples: the server knows the alias `uid` only.
OLD_UIDS: Final = ("userID", "userId")
# The kinds of a query's body that ask nothing: `message` is the path of a document, or nothing that is looked at.
ACTIONS: Final = frozenset(("setchatfile", "listfiles"))
# "ERROR" (server), "Error" (list), "failure" (taking in): compared without regard to case.
FAILED: Final = frozenset(("error", "failure"))


class Query(Wire, rename="camel"):
    """ConversationRequest: the body of POST /message/ and of /setfiledrawer/."""

    request_type: str | UnsetType = UNSET
    persona: str | UnsetType = UNSET
    uid: str | UnsetType = UNSET
    message: str | UnsetType = UNSET
    document: str | UnsetType = UNSET
    context: str | UnsetType = UNSET
    max_tokens: int | UnsetType = UNSET
    temperature: Raw = ABSENT
    top_p: Raw = ABSENT
    stop_sequences: list[str] | UnsetType = UNSET
    session_id: str | UnsetType = UNSET
    language: str | UnsetType = UNSET


class Answer(Wire, rename="camel"):
    """ConversationResponse."""

    request_type: str | UnsetType = UNSET
    content: str | UnsetType = UNSET
    citations: list[Raw] | UnsetType = UNSET
    input_token_count: Raw = ABSENT
    output_token_count: Raw = ABSENT
    error: Raw = ABSENT


class Cited(Wire):
    """A citation as an object."""

    source: str | UnsetType = UNSET
    page: int | UnsetType = UNSET


def count_words(text: str) -> int:
    """Return the server's count of tokens, which is a count of words."""
    return len(text.split())
