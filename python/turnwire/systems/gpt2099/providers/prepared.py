"""A context window and some tools -> the body of a request, by provider."""

from __future__ import annotations

from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from turnwire.systems.gpt2099.providers.anthropic import prepare_anthropic
from turnwire.systems.gpt2099.providers.chat import CEREBRAS, COHERE, OPENAI, prepare_chat
from turnwire.systems.gpt2099.providers.gemini import prepare_gemini
from turnwire.systems.gpt2099.providers.records import of_provider, record, records

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from turnwire.systems.gpt2099.providers.records import Json

_PREPARED: Mapping[str, Callable[..., Json]] = MappingProxyType(
    {
        "anthropic": prepare_anthropic,
        "cerebras": partial(prepare_chat, CEREBRAS),
        "cohere": partial(prepare_chat, COHERE),
        "gemini": prepare_gemini,
        "openai": partial(prepare_chat, OPENAI),
    }
)
PROVIDERS: tuple[str, ...] = tuple(_PREPARED)
"""The providers of gpt2099."""


def prepare_request(
    context: Mapping[str, Any], provider: str, *, tools: Sequence[Mapping[str, Any]] = ()
) -> dict[str, Any]:
    """Make the body of the request that gpt2099 sends; messages keep their order and are never joined.

    `context` is a context window as parsed JSON, `{"messages": [...], "options": {...} | null}`; `tools` are the tools
    of its servers as MCP lists them, under the names that `qualified` makes.
    The model is not part of the body: it is in `provider_ptr`.

    Raises InvalidDocument, with the code `gpt2099.request`, where gpt2099 ends in an error: for an unknown provider, a
    search or a document that the provider does not take, and records with missing members.
    """
    prepare = of_provider(_PREPARED, provider)
    messages = records(record(context, "").get("messages"), "/messages")
    options = context.get("options")
    known = {} if options is None else record(options, "/options")
    return prepare(messages, known, records(list(tools), "/tools"))
