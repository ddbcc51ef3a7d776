"""The declaration of an adapter: every flag has a value, as routing requires."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from turnwire.catalogue.capabilities import Capabilities
    from turnwire.dialects.dialect import Streaming


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
    """Only if pictures are supported; none if the format does not document them."""


def declared(known: Capabilities, streaming: Streaming | None) -> AdapterCapabilities:
    """Make the declaration of a dialect and a model; `streaming` is None if its streams are not read."""
    told = {name: value for name in known.__struct_fields__ if (value := getattr(known, name)) is not None}
    told["supports_streaming"] = streaming is not None
    told["supports_streaming_tool_calls"] = streaming is not None and not streaming.whole_calls
    return AdapterCapabilities(**told)
