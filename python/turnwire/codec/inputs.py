"""What a document may be given as, for type checkers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeAlias


class ProviderObject(Protocol):
    """An object of a provider's package, such as `openai.types.chat.ChatCompletion`: any pydantic model."""

    def model_dump_json(self) -> str:
        """The object as JSON text."""


Parsed: TypeAlias = Mapping[str, Any] | ProviderObject
"""Parsed JSON, which may hold objects of a provider's package anywhere, or such an object."""

Input: TypeAlias = bytes | bytearray | memoryview | str | Parsed | Sequence[Parsed]
"""A document: JSON as bytes or text, parsed JSON, an object of a provider's package, or a list of messages."""
