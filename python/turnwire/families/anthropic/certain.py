"""Whether a decoded request is certainly one of the Messages API, and none of a rival's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET

from turnwire.model import ABSENT

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.families.anthropic.wire_request import Body


def is_certain(body: Body) -> bool:
    """Whether it has `system`, `stop_sequences`, a tool with `input_schema`, or a Claude model with `max_tokens`."""
    if body.anthropic_version is not ABSENT or not body.messages:
        return False  # a platform says which one it is
    if any(isinstance(message, str) or message.role is UNSET for message in body.messages):
        return False
    if body.system is not UNSET or body.stop_sequences is not UNSET:
        return True
    if body.tools is not UNSET and any(tool.input_schema is not ABSENT for tool in body.tools):
        return True
    model = body.model
    return model is not UNSET and model.startswith("claude") and body.max_tokens is not UNSET


def certain_by_version(version: str) -> Callable[[Body], bool]:
    """Make a function that decides whether a decoded request is a platform's, by the version in its body."""
    word = b'"%b"' % version.encode()

    def is_certain_here(body: Body) -> bool:
        return bytes(body.anthropic_version) == word and bool(body.messages)

    return is_certain_here
