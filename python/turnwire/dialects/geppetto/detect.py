"""Score how likely a document is one of a Geppetto server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from turnwire.codec.members import begins, object_of, word_of
from turnwire.dialects.geppetto.others import is_other

if TYPE_CHECKING:
    from turnwire.codec.members import Members

# A query names its user and conversation; every sample has one of these with `requestType` and `message`.
_ASKING: Final = frozenset(("persona", "uid", "userID", "userId", "sessionId"))
_MOST: Final = 3
_ANSWERING: Final = frozenset(("citations", "inputTokenCount", "outputTokenCount"))
# The codes of failed uploads and of pages that were not ingested.
_CODES: Final = frozenset((b'"FileUploadError"', b'"ErrorProcessingRequest"'))
# "ERROR" (server), "Error" (list), "failure" (taking in): compared without regard to case.
_FAILED: Final = frozenset((b'"error"', b'"failure"'))


def looks_like_query(members: Members) -> int:
    """Score a query: only this format has a `requestType` next to a `message`."""
    if "messages" in members or "content" in members or not members.is_text("message"):
        return _weakly("message" in members, members)
    asking = len(members.keys() & _ASKING)
    if "requestType" in members:
        return 95 if asking else 40
    return 50 if asking >= _MOST else _weakly("message" in members, members)


def looks_like_answer(members: Members) -> int:
    """Score a reply: only this format has a `requestType` next to the `content`; a failure is more likely an error."""
    if "content" not in members or not members.keys() & _ANSWERING:
        return 1 if "content" in members else 0
    if "requestType" not in members:
        return 60 if members.keys() >= _ANSWERING else 1
    return 50 if is_failed(members, "requestType") else 95


def looks_like_error(members: Members) -> int:
    """A reply, a list, an upload or a taking in that failed; FastAPI's `detail` is of many servers."""
    if is_failed(members, "requestType") and "content" in members:
        return 97
    if is_failed(members, "responseType") and "responseMsg" in members:
        return 97
    if is_failed(members, "status") and {"request", "error"} <= members.keys():
        return 90
    if {"message", "error", "listfiles"} <= members.keys() and begins(members["error"], b"{"):
        return 90
    if word_of(object_of(members.get("error")).get("code")) in _CODES:
        return 97
    return _weakly("detail" in members or "error" in members, members)


def _weakly(has_sign: bool, members: Members) -> int:  # noqa: FBT001 - it is what is scored
    """Score a document that is taken for one of ours where the dialect is named: not those that are no conversation."""
    return 1 if has_sign and not is_other(members) else 0


def is_failed(members: Members, key: str) -> bool:
    """Return whether a status word reports a failure."""
    raw = members.get(key)
    return raw is not None and bytes(raw).lower() in _FAILED
