"""The provider of the opaque state in a message: the message names it, its blocks do not.

"Lossless round-trip for primary providers. A message produced by an Anthropic adapter, persisted, and re-serialized to
Anthropic must be byte-equivalent" (2.1): signatures and hidden reasoning are stored, for the provider of the message.
"""

from __future__ import annotations

from typing import Final

from turnwire.model import Message, Origin

PROVIDERS: Final = {"anthropic": "anthropic_messages", "google": "gemini_generate"}
"""The key of a provider -> the dialect whose opaque state it is."""
KEYS: Final = {dialect: provider for provider, dialect in PROVIDERS.items()}
STORED: Final = frozenset(KEYS)


def dialect_of(provider: str | None) -> str | None:
    """Return the dialect of the reasoning in a message of this provider; None if it is not known."""
    return PROVIDERS.get(provider or "")


def origin_of(provider: str | None) -> Origin | None:
    """The origin of reasoning in a message of this provider."""
    dialect = dialect_of(provider)
    return None if dialect is None else Origin(dialect)


def provider_of(message: Message) -> str | None:
    """Return the provider that wrote a message."""
    return None if message.metadata is None else message.metadata.provider
