"""Whether decoded attributes are certainly those of a request in the GenAI conventions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET

from turnwire.dialects.otel_genai.wire import Asked

if TYPE_CHECKING:
    from turnwire.dialects.otel_genai.wire import Said


def is_certain(attributes: Asked | list[Said]) -> bool:
    """With the messages of the request under the name that only these conventions have."""
    return isinstance(attributes, Asked) and attributes.messages is not UNSET
