"""The path of a request, which says the model and whether to stream."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.dialects.gemini_generate.read_request import PATH, STREAM

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from turnwire.model import History


def address(before: str) -> Callable[[History, Mapping[str, Any]], Mapping[str, Any]]:
    """What makes the envelope of a request: `before` is the path up to `models/`.

    A path that was kept from reading stays, as long as it says the same model and method.
    """

    def envelope(document: History, kept: Mapping[str, Any]) -> Mapping[str, Any]:
        settings = document.settings
        model = settings.model if settings is not None else None
        generation = settings.generation if settings is not None else None
        stream = generation is not None and generation.stream is True
        path = kept.get("path")
        found = PATH.search(path) if isinstance(path, str) else None
        if model is None and found is None:
            return {**kept, **_query(kept, stream=stream)} if stream else kept
        short = (model or "").rpartition("models/")[2]
        method = STREAM if stream else "generateContent"
        kept = {name: value for name, value in kept.items() if name != "stream" or stream}
        if found is None:
            return {**kept, "path": f"{before}models/{short}:{method}", **_query(kept, stream=stream)}
        if model is None:
            short = found["model"]
        if (found["model"], found["method"]) == (short, method):
            return kept
        start = found.start("model")
        changed = f"{path[:start]}{short}:{method}"  # type: ignore[index]
        return {**kept, "path": changed, **_query(kept, stream=stream)}

    return envelope


def _query(kept: Mapping[str, Any], *, stream: bool) -> dict[str, Any]:
    """`alt=sse` goes with a stream: "a stream of GenerateContentResponse instances" as server-sent events."""
    query = kept.get("query")
    rest = {name: value for name, value in query.items() if name != "alt"} if isinstance(query, dict) else {}
    if stream:
        # The body does not say that the reply is a stream, so the envelope says it in words too.
        return {"query": {**rest, "alt": "sse"}, "stream": True}
    return {"query": rest} if rest else {}
