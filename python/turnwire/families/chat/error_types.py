"""The `type` of an error that has none, in formats that require one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from turnwire.documents.error_classes import class_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.documents.error_classes import ErrorClass
    from turnwire.losses import Losses
    from turnwire.model import ErrorReply

# OpenAI's recorded errors have `invalid_request_error` for the statuses 400, 401 and 404; "insufficient_quota" and
# "server_error" are from its page "Error codes".
_TYPES: Final[Mapping[ErrorClass | None, str]] = {
    "invalid": "invalid_request_error",
    "authentication": "invalid_request_error",
    "permission": "invalid_request_error",
    "not_found": "invalid_request_error",
    "too_large": "invalid_request_error",
    "billing": "insufficient_quota",
    "rate_limit": "rate_limit_error",
}
_SERVER_ERROR: Final = "server_error"


def made_type(error: ErrorReply, losses: Losses) -> str:
    """Return the `type` for an error without one, by its class, and report it as invented."""
    made = _TYPES.get(class_of(error), _SERVER_ERROR)
    losses.invented("/type", "error.type", made)
    return made
