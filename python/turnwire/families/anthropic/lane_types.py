"""The types of plain messages, which refuse all that they do not know."""

from __future__ import annotations

from typing import Literal

from msgspec import Raw, Struct


class Narrow(Struct, forbid_unknown_fields=True, gc=False):
    """The base of these types."""


class Text(Narrow, tag_field="type", tag="text"):
    """Text."""

    text: str


class Base64(Narrow):
    """The data of a picture."""

    type: Literal["base64"]
    media_type: str
    data: Raw


class Image(Narrow, tag_field="type", tag="image"):
    """A picture."""

    source: Base64


class Use(Narrow, tag_field="type", tag="tool_use"):
    """A call of a tool."""

    id: str
    name: str
    input: Raw


class Result(Narrow, tag_field="type", tag="tool_result"):
    """The result of a tool."""

    tool_use_id: str
    content: str | list[Text | Image]


class PlainMessage(Narrow):
    """A message."""

    role: Literal["user", "assistant"]
    content: str | list[Text | Image | Use | Result]
