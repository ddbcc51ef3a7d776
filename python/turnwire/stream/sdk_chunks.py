"""Find the chunk of the wire in an object of a package: packages add their own objects and members.

None of these packages is imported: the module of a class shows its package.
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
    """Return the chunk of an event of `client.chat.completions.stream()`; later events repeat its content."""
    return getattr(event, "chunk", None)


def _message(event: Any) -> object | None:
    """Return an ending event of `client.messages.stream()` without its snapshot; None for the package's own events."""
    kind = getattr(event, "type", None)
    if kind == "message_stop":
        return {"type": kind}
    return {"type": kind, "index": event.index} if kind == "content_block_stop" else None


def _data(event: Any) -> object:
    """Return the chunk in an event of mistralai; chunks themselves have no `data`."""
    return getattr(event, "data", event)


_RULES: Final[Mapping[str, Callable[[Any], object | None]]] = MappingProxyType(
    {
        "openai.lib.streaming.chat": _chat,
        "anthropic.lib.streaming": _message,
        "mistralai.": _data,
    }
)
