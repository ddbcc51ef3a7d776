"""Turn an exception from outside the stream into the error that ends it."""

from __future__ import annotations

from turnwire.model import ErrorEvent


def error_of(exception: BaseException) -> ErrorEvent:
    """The error for an exception: its text, or the name of its class where it has none.

    Example:
        `error_of(TimeoutError())` is `ErrorEvent("TimeoutError", "timeout_error")`.
    """
    kind = "timeout_error" if isinstance(exception, TimeoutError) else "api_error"
    return ErrorEvent(str(exception) or type(exception).__name__, kind)
