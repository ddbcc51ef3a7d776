"""The types that a caller may pass as a document or as its envelope."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from turnwire.errors import invalid


class ProviderObject(Protocol):
    """An object of a provider's package, such as `openai.types.chat.ChatCompletion`: any pydantic model."""

    def model_dump_json(self) -> str:
        """The object as JSON text."""


Parsed: TypeAlias = Mapping[str, Any] | ProviderObject
"""Parsed JSON, which may hold objects of a provider's package anywhere, or such an object."""

Input: TypeAlias = bytes | bytearray | memoryview | str | Parsed | Sequence[Parsed]
"""A document: JSON as bytes or text, parsed JSON, an object of a provider's package, or a list of messages."""

Envelope: TypeAlias = Mapping[str, Any]
"""The parts of an exchange outside its body: `path`, `query`, `headers`, `status`."""

Standard: TypeAlias = Envelope | Callable[[Any, Envelope], Envelope]
"""An envelope, or what makes it of a document and of the envelope kept from reading: `(document, kept)`."""


def as_bytes(data: Any) -> bytes:
    """Return the bytes of a document passed as text, as any bytes-like object, as parsed JSON, or as objects."""
    if not isinstance(data, str | bytearray | memoryview):
        from turnwire.documents.sdk_objects import as_json  # noqa: PLC0415 - bytes and text never need it

        return as_json(data)
    try:
        return data.encode() if isinstance(data, str) else bytes(data)
    except (TypeError, ValueError) as error:
        raise invalid("input.type", f"not bytes, text or JSON: {error}") from None
