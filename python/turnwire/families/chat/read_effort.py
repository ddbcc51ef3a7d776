"""How the model shall reason, of a request."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from turnwire.model import Reasoning

if TYPE_CHECKING:
    from turnwire.families.chat.wire_request import ChatRequest
    from turnwire.families.chat.wording import Wording


def read_effort(wire: ChatRequest, form: dict[str, Any], vendor: Wording) -> tuple[Reasoning | None, tuple[str, ...]]:
    """Read `reasoning_effort`; return the keys that were read."""
    effort = wire.reasoning_effort
    if effort is UNSET:
        return None, ()
    if effort not in vendor.efforts:
        # A word of another provider is sent to this API only if it was read from it.
        form["reasoning_effort"] = effort
    return Reasoning(effort=effort), ("reasoning_effort",)
