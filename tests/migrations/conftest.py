"""Messages as older versions of the form have them, and a form that is newer than ours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw

from turnwire.documents.migrations import MIGRATIONS, Migrations, Step

if TYPE_CHECKING:
    from collections.abc import Mapping


def answer(provider: str | None = "openai", version: int | None = 0, **usage: Any) -> dict[str, Any]:
    """An answer as the text 6dc40e0 has it; without a provider it says neither that nor its model."""
    about: dict[str, Any] = {"provider": provider, "model": f"{provider}:some-model"} if provider else {}
    usage = {"input_tokens": 1000, "output_tokens": 5, "cached_input_tokens": 200, "latency_ms": 820} | usage
    told: dict[str, Any] = {
        "id": "01HZ002",
        "role": "assistant",
        "content": [{"type": "text", "text": "A ULID is a 128-bit identifier."}],
        "metadata": about | {"usage": usage},
    }
    return told if version is None else told | {"schema_version": version}


def _latency_in_seconds(message: Mapping[str, Raw]) -> Mapping[str, Raw]:
    """A made-up next version, in which `latency_ms` is called `latency` and counts seconds."""
    about = msgspec.json.decode(message.get("metadata", b"{}"), type=dict[str, Raw])
    usage = msgspec.json.decode(about.get("usage", b"{}"), type=dict[str, Raw])
    if not bytes(usage.get("latency_ms", b"?")).isdigit():
        return message
    usage["latency"] = Raw(msgspec.json.encode(int(bytes(usage.pop("latency_ms"))) / 1000))
    return {**message, "metadata": Raw(msgspec.json.encode({**about, "usage": usage}))}


NEXT = Migrations(2, (*MIGRATIONS.steps, Step(1, "message", "count latency in seconds", _latency_in_seconds)))
