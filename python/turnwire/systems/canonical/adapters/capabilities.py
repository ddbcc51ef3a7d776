"""The declaration of an adapter: every flag has a value, as routing requires."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Struct

from turnwire.catalogue.capabilities import Capabilities

if TYPE_CHECKING:
    from turnwire.dialects.dialect import Dialect


class AdapterCapabilities(Struct, frozen=True, kw_only=True):
    """The declaration of 7.2.  "Declarations MUST be honest": an unknown capability is not declared.

    "Entries that don't declare them default to `true` for `supports_tools` and `supports_system_prompt` [...] and
    `false` for `supports_structured_output`" (routing engine, 4.4); all other undeclared flags are false.
    """

    supports_thinking: bool = False
    supports_images: bool = False
    supports_tools: bool = True
    supports_system_prompt: bool = True
    supports_structured_output: bool = False
    supports_streaming: bool = False
    """Whether `stream_response` reads the streams of this format."""
    supports_streaming_tool_calls: bool = False
    supports_parallel_tool_calls: bool = False
    supports_prompt_caching: bool = False
    supports_system_messages_in_list: bool = False
    max_context_tokens: int | None = None
    """None if the provider documents no limit of the model."""
    max_output_tokens: int | None = None
    accepted_image_media_types: tuple[str, ...] = ()
    """Only if pictures are supported; none if nobody documents them."""


_OF_MODELS: Final = (
    "supports_thinking",
    "supports_images",
    "supports_tools",
    "supports_structured_output",
    "supports_parallel_tool_calls",
    "supports_prompt_caching",
)
"""What a format has a place for and only some models can: the model has to declare it, too."""


def declared(dialect: Dialect, model: Capabilities) -> AdapterCapabilities:
    """Make the declaration of a dialect and a model.

    Args:
        dialect: the format; it alone says what depends on streams and on where the system prompt is.
        model: what is known of the model; `UNDECLARED` where nothing is.

    Returns:
        What both have.

    >>> from turnwire.catalogue.capabilities import UNDECLARED
    >>> from turnwire.dialects import get
    >>> declared(get("openai_chat"), UNDECLARED).supports_images
    False
    """
    both: dict[str, Any] = msgspec.structs.asdict(dialect.declared.narrowed(model))
    undeclared = [name for name in _OF_MODELS if getattr(model, name) is None and both[name] is not False]
    told = {name: value for name, value in both.items() if value is not None and name not in undeclared}
    if not told.get("supports_images"):
        told.pop("accepted_image_media_types", None)
    return AdapterCapabilities(**told)


def gates(found: AdapterCapabilities) -> Capabilities:
    """Return what a declaration allows, as capabilities to compare with a conversation.

    Args:
        found: the declaration of an adapter.

    Returns:
        The same values; the types of pictures are undeclared where nobody documents them.

    >>> gates(AdapterCapabilities()).supports_images
    False
    """
    values: dict[str, Any] = msgspec.structs.asdict(found)
    return Capabilities(**{**values, "accepted_image_media_types": found.accepted_image_media_types or None})
