"""The official packages: how each takes a stream from the wire, and what it makes of it."""

from __future__ import annotations

import functools
import json
from typing import TYPE_CHECKING, Any, get_args

from tests.objects.packages import package, reply_class

if TYPE_CHECKING:
    from collections.abc import Iterator

    Place = tuple[int | str, ...]

STREAMING = (
    "openai_chat",
    "anthropic_messages",
    "openai_responses",
    "gemini_generate",
    "mistral_chat",
    "ollama_chat",
)
_CHUNKS = {
    "openai_chat": ("openai.types.chat", "ChatCompletionChunk"),
    "openai_responses": ("openai.types.responses", "ResponseStreamEvent"),
    "anthropic_messages": ("anthropic.types", "RawMessageStreamEvent"),
    "gemini_generate": ("google.genai.types", "GenerateContentResponse"),
    "mistral_chat": ("mistralai.client.models", "CompletionChunk"),
    "ollama_chat": ("ollama", "ChatResponse"),
}
_EVENTS = frozenset(("openai_responses", "anthropic_messages"))
_DECODERS = {
    "openai_chat": "openai._streaming",
    "openai_responses": "openai._streaming",
    "anthropic_messages": "anthropic._streaming",
}


def arrived(dialect: str, stream: bytes) -> list[Any]:
    """The chunks that the package's own decoder finds in the bytes, as parsed JSON; the mark of the end is none."""
    if dialect in _DECODERS:
        found = package(_DECODERS[dialect]).SSEDecoder().iter_bytes(iter([stream]))
        # Anthropic's client passes over what has no name, and over a ping, and so does this.
        named = [each for each in found if dialect != "anthropic_messages" or each.event not in ("ping", None)]
        return [each.json() for each in named if not each.data.startswith("[DONE]")]
    if dialect == "ollama_chat":
        return [json.loads(line) for line in _response(stream).iter_lines()]
    if dialect == "gemini_generate":
        return list(package("google.genai._api_client").HttpResponse({}, _response(stream)).segments())
    events = package("mistralai.client.utils.eventstreaming").stream_events
    return [each["data"] for each in events(_response(stream), json.loads, sentinel="[DONE]")]


def _response(stream: bytes) -> Any:
    return package("httpx2").Response(200, content=stream)


def refused(dialect: str, chunk: Any) -> list[str]:
    """What the package's type of chunks says against one: each refusal as `place: words`."""
    checks = _checks(dialect)
    kind = chunk.get("type", "") if dialect in _EVENTS else ""
    if kind not in checks:
        return [f"type: there is no event {kind}"]
    try:
        checks[kind].validate_python(chunk)
    except (ValueError, AttributeError) as error:
        return said(error)
    return []


def refused_whole(dialect: str, data: bytes) -> list[str]:
    """What the package's type of replies says against one without a stream, or against the chunks of a list."""
    if data.lstrip()[:1] == b"[":
        return [words for chunk in json.loads(data) for words in refused(dialect, chunk)]
    try:
        reply_class(dialect).model_validate_json(data)
    except (ValueError, AttributeError) as error:
        return said(error)
    return []


@functools.cache
def _checks(dialect: str) -> dict[str, Any]:
    """The types of chunks by the `type` that they have, where they have one: a union that is tried says too much."""
    module, name = _CHUNKS[dialect]
    kind, adapter = getattr(package(module), name), package("pydantic").TypeAdapter
    if dialect not in _EVENTS:
        return {"": adapter(kind)}
    return {get_args(each.model_fields["type"].annotation)[0]: adapter(each) for each in _members(kind)}


def _members(union: Any) -> Iterator[Any]:
    for each in get_args(union):
        if hasattr(each, "model_fields"):
            yield each
        else:
            yield from _members(each)


def said(error: Exception) -> list[str]:
    """Each refusal as `place: words`, positions left out.

    Of a union each member says what it has against the value; only that of the member with its `type` is meant.
    """
    errors = getattr(error, "errors", None)
    if not callable(errors):
        return [str(error)]
    told: list[tuple[Place, str]] = [(each["loc"], each["msg"]) for each in errors()]
    others = {place[:-1] for place, _ in told if len(place) > 1 and place[-1] == "type"}
    meant = [each for each in told if not any(_is_in(each[0], other) for other in others)]
    for other in sorted(others, key=len):
        union = other[:-1]
        if union and not any(_is_in(place, union) for place, _ in meant) and not any(_is_in(union, o) for o in others):
            meant.append(((*union, "type"), "no type of the package"))
    return ["/".join("*" if isinstance(step, int) else step for step in place) + f": {words}" for place, words in meant]


def _is_in(place: Place, other: Place) -> bool:
    return place[: len(other)] == other


def field(refusal: str) -> str:
    """The member that a refusal is about."""
    return [step for step in refusal.split(": ", maxsplit=1)[0].split("/") if step != "*"][-1]


def known_to_the_package(chunk: Any) -> Any:
    """A chunk of Gemini's without the class of service, which its client leaves out: it has no such field."""
    usage = chunk.get("usageMetadata") or {}
    left = {name: value for name, value in usage.items() if name != "serviceTier"}
    return {**chunk, "usageMetadata": left} if len(left) < len(usage) else chunk


def gathered(dialect: str, chunks: list[Any]) -> Any:
    """What the package's own accumulator makes of chunks; of a package that has none, what its users put together."""
    return _GATHER[dialect](chunks)


def _chat(chunks: list[Any]) -> Any:
    state = package("openai.lib.streaming.chat").ChatCompletionStreamState()
    for chunk in _as_package("openai", "openai_chat", chunks):
        state.handle_chunk(chunk)
    return state.current_completion_snapshot.to_dict(mode="json", warnings=False)


def _message(chunks: list[Any]) -> Any:
    accumulate = package("anthropic.lib.streaming._messages").accumulate_event
    message: Any = None
    buffers: dict[int, bytes] = {}
    for event in _as_package("anthropic", "anthropic_messages", chunks):
        message = accumulate(event=event, current_snapshot=message, json_bufs=buffers)
    return message.to_dict(mode="json", warnings=False)


def _responses(chunks: list[Any]) -> Any:
    """The response as its events up to the last make it, with the end that only the last one tells."""
    openai = package("openai")
    state = package("openai.lib.streaming.responses._responses").ResponseStreamState(
        input_tools=openai.omit, text_format=openai.omit
    )
    events = _as_package("openai", "openai_responses", chunks)
    for event in events:
        state.handle_event(event)
    made = state.accumulate_event(events[-1]).to_dict(mode="json", warnings=False)
    items = [{**item, "left_out": _left_out(events, item.get("id"))} for item in made.get("output") or []]
    last = events[-1].response.to_dict(mode="json", warnings=False) if hasattr(events[-1], "response") else {}
    end = {name: last.get(name) for name in ("status", "incomplete_details", "usage")}
    return {**made, **end, "output": items, "last": last}


_LEFT_OUT = ("response.reasoning_text.delta", "response.reasoning_summary_text.delta", "response.refusal.delta")


def _left_out(events: list[Any], item_id: Any) -> str:
    """The reasoning or the refusal of an item, which the package has events for and its accumulator leaves out."""
    return "".join(event.delta for event in events if event.type in _LEFT_OUT and event.item_id == item_id)


def _candidates(chunks: list[Any]) -> Any:
    """Google's package has no accumulator: the parts of each candidate, and the last that is said of all else."""
    types = package("google.genai.types")
    reply: dict[str, Any] = {"candidates": []}
    candidates: dict[int, dict[str, Any]] = {}
    for chunk in map(known_to_the_package, chunks):
        read = types.GenerateContentResponse._from_response(response=chunk, kwargs={})  # noqa: SLF001 - as its client does
        said = read.model_dump(mode="json", by_alias=True, exclude_none=True)
        for candidate in said.pop("candidates", []):
            held = candidates.setdefault(candidate.get("index", 0), {"content": {"parts": []}})
            held["content"]["parts"] += candidate.pop("content", {}).get("parts", [])
            held |= candidate
        reply |= said
    return reply | {"candidates": [candidates[index] for index in sorted(candidates)]}


def _lines(chunks: list[Any]) -> Any:
    """Ollama's package has no accumulator: texts and calls one after the other, and all else as the last line says."""
    kind = package("ollama").ChatResponse
    reply: dict[str, Any] = {"message": {}}
    for chunk in chunks:
        said = kind(**chunk).model_dump(mode="json", exclude_none=True)
        for name, value in said.pop("message", {}).items():
            held = reply["message"]
            held[name] = held[name] + value if name in held and name != "role" else value
        reply |= said
    return reply


def _mistral(chunks: list[Any]) -> Any:
    """Mistral's package has no accumulator: deltas one after the other, and calls as they come."""
    kind = package("mistralai.client.models").CompletionChunk
    choices: dict[int, dict[str, Any]] = {}
    usage = None
    for chunk in chunks:
        said = kind.model_validate(chunk).model_dump(mode="json", exclude_none=True, warnings=False)
        usage = chunk.get("usage") or usage
        for choice in said["choices"]:
            held = choices.setdefault(choice["index"], {"index": choice["index"], "message": {"content": []}})
            content = choice["delta"].get("content") or []
            held["message"]["content"] += [{"type": "text", "text": content}] if isinstance(content, str) else content
            held["message"].setdefault("tool_calls", []).extend(choice["delta"].get("tool_calls") or [])
            held["finish_reason"] = choice.get("finish_reason") or held.get("finish_reason")
    return {"choices": [choices[index] for index in sorted(choices)], "usage": usage}


_GATHER = {
    "openai_chat": _chat,
    "anthropic_messages": _message,
    "openai_responses": _responses,
    "gemini_generate": _candidates,
    "mistral_chat": _mistral,
    "ollama_chat": _lines,
}


def _as_package(name: str, dialect: str, chunks: list[Any]) -> list[Any]:
    """Chunks as the package's client makes them: it refuses nothing."""
    module, kind = _CHUNKS[dialect]
    make, type_ = package(f"{name}._models").construct_type, getattr(package(module), kind)
    return [make(value=chunk, type_=type_) for chunk in chunks]
