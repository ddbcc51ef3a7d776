"""What of a chunk that a package gives came by the wire: packages put their own beside, and between.

None of them is imported: a class says by its module whose it is.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def as_it_came(chunk: object) -> object | None:
    """The chunk without what its package put around it; None for one that the package made up."""
    module = type(chunk).__module__
    for name, rule in _RULES.items():
        if module.startswith(name):
            return rule(chunk)
    return chunk


def _chat(event: Any) -> object | None:
    """Of `client.chat.completions.stream()`: each chunk stands in an event, and what it says in others behind it."""
    return getattr(event, "chunk", None)


def _message(event: Any) -> object | None:
    """Of `client.messages.stream()`: what a block and the message have become stands in the events that end them."""
    kind = getattr(event, "type", None)
    if kind == "message_stop":
        return {"type": kind}
    return {"type": kind, "index": event.index} if kind == "content_block_stop" else None


def _data(event: Any) -> object:
    """Of mistralai each chunk stands in an event; chunks have none."""
    return getattr(event, "data", event)


_RULES: Final[Mapping[str, Callable[[Any], object | None]]] = MappingProxyType(
    {
        "openai.lib.streaming.chat": _chat,
        "anthropic.lib.streaming": _message,
        "mistralai.": _data,
    }
)
