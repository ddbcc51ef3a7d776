"""The capabilities of a format and of its models, by the names of AdapterCapabilities of the canonical message format.

"Declarations MUST be honest": a capability that turnwire does not convert is not declared.
None means "not declared": no conclusion is drawn from it.
"""

from __future__ import annotations

from typing import Any, Literal, get_args

import msgspec
from msgspec import Struct

Feature = Literal[
    "thinking",
    "images",
    "tools",
    "system_prompt",
    "structured_output",
    "parallel_tool_calls",
    "prompt_caching",
    "system_messages_in_list",
]
"""What each format declares: the names of the capabilities, without `supports_`."""


class Capabilities(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The declared capabilities; an absent one is not declared."""

    supports_thinking: bool | None = None
    """Whether reasoning goes back to the provider that made it."""
    supports_images: bool | None = None
    supports_tools: bool | None = None
    supports_system_prompt: bool | None = None
    supports_structured_output: bool | None = None
    """Whether an answer can be asked for by a JSON Schema."""
    supports_streaming: bool | None = None
    supports_streaming_tool_calls: bool | None = None
    supports_parallel_tool_calls: bool | None = None
    """Whether one message can call several tools."""
    supports_prompt_caching: bool | None = None
    """Whether parts of a conversation can be marked for the provider's cache."""
    supports_system_messages_in_list: bool | None = None
    """Whether a system message may be anywhere in the conversation; else it is moved to the front."""
    max_context_tokens: int | None = None
    max_output_tokens: int | None = None
    accepted_image_media_types: tuple[str, ...] | None = None
    """Only if pictures are supported; undeclared means that the format does not document them."""

    def narrowed(self, other: Capabilities) -> Capabilities:
        """Return the capabilities that both have: a model is limited by its format, and the format by its model."""
        return Capabilities(
            **{name: _narrower(getattr(self, name), getattr(other, name)) for name in self.__struct_fields__}
        )

    def replacing(self, other: Capabilities) -> Capabilities:
        """Return these capabilities, and those of another declaration where these declare nothing."""
        found = {name: getattr(self, name) for name in self.__struct_fields__}
        return Capabilities(**{name: getattr(other, name) if told is None else told for name, told in found.items()})


def _narrower(one: Any, other: Any) -> Any:
    if one is None or other is None:
        return other if one is None else one
    if isinstance(one, bool) and isinstance(other, bool):
        return one and other
    if isinstance(one, int) and isinstance(other, int):
        return min(one, other)
    if isinstance(one, tuple) and isinstance(other, tuple):
        return tuple(kind for kind in one if kind in other)
    raise TypeError(f"{one!r} and {other!r} are not of one kind")


def supporting(*features: Feature, undeclared: Feature | None = None) -> Capabilities:
    """Declare the features of a format: the named ones are supported, and all others are not.

    Args:
        features: what the format supports.
        undeclared: a feature from whose absence nothing shall be concluded.

    Returns:
        The capabilities; what depends on streams is not declared here.

    >>> supporting("images", "tools").supports_images
    True
    """
    declared: dict[str, Any] = {
        f"supports_{name}": name in features for name in get_args(Feature) if name != undeclared
    }
    return Capabilities(**declared)


UNDECLARED = Capabilities()
"""The capabilities of a dialect whose author has declared none."""


def declared(capabilities: Capabilities) -> dict[str, object]:
    """Return the declared capabilities by name, as JSON."""
    said: dict[str, object] = msgspec.to_builtins(capabilities)
    return said
