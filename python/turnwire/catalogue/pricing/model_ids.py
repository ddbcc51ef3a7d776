"""Model ids of the form `<provider>:<model_name>`."""

from __future__ import annotations

import re
from typing import Self

from msgspec import Struct

from turnwire.errors import invalid

_PROVIDER = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
_NAME = re.compile(r"\S+")
_HINT = "a model id is `<provider>:<model_name>`, such as `anthropic:claude-sonnet-4-6`"


class ModelId(Struct, frozen=True, order=True):
    """A provider's key and the provider's name of a model; `str()` gives the id as text.

    Raises InvalidDocument (`price.model-id`) for a provider or name that no such text could hold.
    """

    provider: str
    name: str

    def __post_init__(self) -> None:
        if not _PROVIDER.fullmatch(self.provider) or not _NAME.fullmatch(self.name):
            raise _no_id(f"{self.provider}:{self.name}")

    def __str__(self) -> str:
        return f"{self.provider}:{self.name}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """The id that a text writes.  Raises InvalidDocument (`price.model-id`)."""
        # "openrouter:deepseek/deepseek-v3" (canonical message format, 6.3): names are the provider's, and may hold
        # a colon themselves, as Ollama's `llama3.2:1b` does; so the first one divides.
        provider, _, name = text.partition(":")
        return cls(provider, name)


def is_model_id(text: str) -> bool:
    """Whether a text has the form of a model id."""
    provider, _, name = text.partition(":")
    return bool(_PROVIDER.fullmatch(provider) and _NAME.fullmatch(name))


def _no_id(text: str) -> Exception:
    return invalid("price.model-id", f"`{text[:80]}` is not a model id", hint=_HINT)
