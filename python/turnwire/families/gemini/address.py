"""The path of a request, which has the model and whether to stream."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.families.gemini.read_request import PATH, STREAM
from turnwire.lowering.limits import model_of_path

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from turnwire.model import History


def address(before: str) -> Callable[[History, Mapping[str, Any]], Mapping[str, Any]]:
    """Make the function that makes the envelope of a request; `before` is the path up to `models/`.

    A path kept from reading is used as long as its model and method are the same.
    """

    def envelope(document: History, kept: Mapping[str, Any]) -> Mapping[str, Any]:
        settings, model = document.settings, model_of_path(document)
        generation = settings.generation if settings is not None else None
        stream = generation.stream if generation is not None else None
        path = kept.get("path")
        found = PATH.search(path) if isinstance(path, str) else None
        method = STREAM if stream else "generateContent"
        if found is not None and isinstance(path, str):
            short = found["model"] if model is None else model.rpartition("models/")[2]
            if (found["model"].rpartition("models/")[2], found["method"]) == (short, method):
                return _told(kept, stream, is_new=False)
            return _told({**kept, "path": f"{path[: found.start('model')]}{short}:{method}"}, stream, is_new=True)
        if model is None:
            return _told(kept, stream, is_new=stream is not None)
        return _told({**kept, "path": f"{before}models/{model.rpartition('models/')[2]}:{method}"}, stream, is_new=True)

    return envelope


def _told(kept: Mapping[str, Any], stream: object, *, is_new: bool) -> Mapping[str, Any]:
    """Return the envelope with `alt=sse` for a stream, and with `stream` as a word, which the body does not have."""
    found = dict(kept)
    if "stream" in found or is_new:
        found.pop("stream", None)
        if stream is not None:
            found["stream"] = stream
    query = found.get("query")
    if is_new and (stream or (isinstance(query, dict) and query.get("alt") == "sse")):
        rest = {name: value for name, value in query.items() if name != "alt"} if isinstance(query, dict) else {}
        found["query"] = {**rest, "alt": "sse"} if stream else rest
    return found
