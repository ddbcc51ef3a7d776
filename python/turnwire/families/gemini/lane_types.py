"""The types of plain bodies, which refuse all that they do not know: contents of requests, and content of replies."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Raw, Struct, UnsetType


class Narrow(Struct, forbid_unknown_fields=True, omit_defaults=True, gc=False, rename="camel"):
    """The base of these types."""


class Blob(Narrow):
    """A picture."""

    mime_type: str
    data: Raw


class Call(Narrow, kw_only=True):
    """A call of a function."""

    id: str | UnsetType = UNSET
    name: str
    args: Raw


class Response(Narrow):
    """The response of a function."""

    id: str
    name: str
    response: Raw


class Part(Narrow):
    """A part of a request."""

    text: str | UnsetType = UNSET
    function_call: Call | UnsetType = UNSET
    function_response: Response | UnsetType = UNSET
    inline_data: Blob | UnsetType = UNSET


class Content(Narrow):
    """A turn of a request."""

    role: Literal["user", "model"]
    parts: list[Part]


class System(Narrow):
    """The system prompt."""

    parts: list[Part]
    role: Literal["user", "model", "system"] | UnsetType = UNSET


class ReplyPart(Narrow):
    """A part of a reply."""

    text: str | UnsetType = UNSET
    thought: bool = False
    thought_signature: str | UnsetType = UNSET
    function_call: Call | UnsetType = UNSET


class ReplyContent(Narrow):
    """The content of a candidate."""

    role: Literal["model"]
    parts: list[ReplyPart]
