"""Short names of dialects, and the names that a misspelled one may have meant."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

# The name of a vendor or protocol is an alias of the dialect that its documentation describes first.  A name that
# several dialects could claim equally (`vertex`, `huggingface`) is no alias: the error lists them.
ALIASES: Final = {
    "a2a": "a2a_messages",
    "alibaba": "alibaba_chat",
    "anthropic": "anthropic_messages",
    "azure": "azure_chat",
    "bedrock": "bedrock_converse",
    "cerebras": "cerebras_chat",
    "chat": "openai_chat",
    "claude": "anthropic_messages",
    "cohere": "cohere_chat",
    "converse": "bedrock_converse",
    "deepseek": "deepseek_chat",
    "fireworks": "fireworks_chat",
    "gemini": "gemini_generate",
    "google": "gemini_generate",
    "groq": "groq_chat",
    "langchain": "langchain_messages",
    "llamacpp": "llamacpp_chat",
    "mcp": "mcp_content",
    "mistral": "mistral_chat",
    "moonshot": "moonshot_chat",
    "ollama": "ollama_chat",
    "openai": "openai_chat",
    "openrouter": "openrouter_chat",
    "otel": "otel_genai",
    "perplexity": "perplexity_chat",
    "responses": "openai_responses",
    "sambanova": "sambanova_chat",
    "together": "together_chat",
    "venice": "venice_chat",
    "xai": "xai_chat",
    "xiaomi": "xiaomi_chat",
    "zai": "zai_chat",
}
"""Each short name, and the dialect it means."""

_SUGGESTED: Final = 3
_LONGEST: Final = 60
"""Letters of a wrong name that are compared: no name is as long, and the comparison takes the square of it."""


def meant(name: str, names: Collection[str]) -> list[str]:
    """Return the dialects among `names` that an unknown name may mean, the likeliest first."""
    return list(dict.fromkeys(_candidates(name[:_LONGEST].strip().lower().replace("-", "_"), names)))[:_SUGGESTED]


def _candidates(typed: str, names: Collection[str]) -> Iterator[str]:
    if typed in names:
        yield typed
    # A vendor with two dialects, or the second half of a name.
    yield from (name for name in sorted(names) if typed in name.split("_"))
    from difflib import get_close_matches  # noqa: PLC0415 - a wrong name is rare, and this takes long to import

    aliases = {alias: name for alias, name in ALIASES.items() if name in names}
    if typed in aliases:
        yield aliases[typed]
    for found in get_close_matches(typed, [*names, *aliases], n=_SUGGESTED, cutoff=0.7):
        yield aliases.get(found, found)


def with_full_dialect(schema: str) -> str:
    """Return the name of a schema with the full name of the dialect in it.

    Example:
        `with_full_dialect("anthropic/response")` is `"anthropic_messages/response"`.
    """
    dialect, slash, kind = schema.partition("/")
    return f"{ALIASES.get(dialect, dialect)}{slash}{kind}"
