"""The model and the method in the path of a request, for formats whose bodies do not have them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from turnwire.lowering.limits import model_of_path

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from turnwire.documents.inputs import Envelope
    from turnwire.model import Generation, History

# RFC 3986, 2.3: letters that need no escape anywhere.
_PLAIN: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_ESCAPES: Final = re.compile(r"(?:%[0-9A-Fa-f]{2})+")


class RequestPath(Struct, frozen=True, kw_only=True):
    """The path of a format's requests, which has the model and the method."""

    path: re.Pattern[str]
    """Finds the groups `model` and `method`, which end the path."""
    before: str
    """The path up to the model, where none was kept from reading."""
    between: str
    once: str
    streamed: str
    """The methods, which follow the model and `between`."""
    plain: frozenset[str]
    """Characters of a model's name that are in the path without escape."""
    says: frozenset[str] = frozenset({"model"})
    """The settings whose values are in the path: the model, and whether to stream."""

    def said(self, envelope: Envelope | None) -> tuple[str | None, bool | None]:
        """Return the model in the path of a request, and whether it asks for a stream, if the path shows that."""
        path, stream = (envelope or {}).get("path"), (envelope or {}).get("stream")
        found = self.path.search(path) if isinstance(path, str) else None
        if found is None:
            return None, stream if isinstance(stream, bool) else None
        if not isinstance(stream, bool):
            stream = True if found["method"] == self.streamed else None
        return _unescaped(found["model"]), stream

    def end(self, model: str, *, stream: bool | None) -> str:
        """The end of a path: its model and its method."""
        return f"{_escaped(model, self.plain)}{self.between}{self.streamed if stream else self.once}"


def _unescaped(text: str) -> str:
    try:
        return _ESCAPES.sub(lambda found: bytes.fromhex(found[0].replace("%", "")).decode(), text)
    except UnicodeDecodeError:
        return text


def _escaped(text: str, plain: frozenset[str]) -> str:
    letters = _PLAIN | plain
    return "".join(
        letter if letter in letters else "".join(f"%{byte:02X}" for byte in letter.encode(errors="replace"))
        for letter in text
    )


def envelope(address: RequestPath) -> Callable[[History, Mapping[str, Any]], Mapping[str, Any]]:
    """Make the function that makes the envelope: a kept path is used as long as its model and method are the same."""

    def made(document: History, kept: Mapping[str, Any]) -> Mapping[str, Any]:
        settings = document.settings
        generation: Generation | None = settings.generation if settings is not None else None
        stream = generation.stream if generation is not None else None
        model = model_of_path(document)
        path = kept.get("path")
        found = address.path.search(path) if isinstance(path, str) else None
        if "stream" in address.says and kept.get("stream") != stream:
            # The envelope has `stream` as a word if the path cannot show it: False, because the path is the same
            # without a value, and True if no model is known and therefore no path can be made.
            in_words = stream is False or (stream and found is None and model is None)
            kept = {**kept, "stream": stream} if in_words else {k: kept[k] for k in kept if k != "stream"}
        if found is None:
            return kept if model is None else {**kept, "path": address.before + address.end(model, stream=stream)}
        old, method = _unescaped(found["model"]), address.streamed if stream else address.once
        if model in (None, old) and method == found["method"]:
            return kept
        return {**kept, "path": found.string[: found.start("model")] + address.end(model or old, stream=stream)}

    return made
