"""Silent damage to the chunks of a stream, in each format: functions of one chunk, which give those in its place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Edit = Callable[[dict[str, Any]], list[dict[str, Any]]]
    Edits = Mapping[str, Edit]
    """By dialect."""


def of_members(change: Callable[[Any], Any], *names: str) -> Edit:
    """Changes the members of these names, wherever they stand in a chunk; what becomes None is left out."""

    def changed(node: Any) -> Any:
        if isinstance(node, list):
            return [changed(each) for each in node]
        if not isinstance(node, dict):
            return node
        found = {name: change(value) if name in names else changed(value) for name, value in node.items()}
        return {name: value for name, value in found.items() if value is not None or node[name] is None}

    return lambda chunk: [changed(chunk)]


def of_kind(kind: str, edit: Edit) -> Edit:
    """Changes the events of one type."""
    return lambda chunk: edit(chunk) if chunk.get("type") == kind else [chunk]


def cut(value: Any) -> Any:
    """A text without its last letter; an object without members."""
    return value[:-1] if isinstance(value, str) else {} if isinstance(value, dict) else value


def _other(word: str) -> Callable[[Any], Any]:
    return lambda value: word if isinstance(value, str) else value


def _more(value: Any) -> Any:
    return value + 1 if isinstance(value, int) else value


def _is_piece(chunk: dict[str, Any]) -> bool:
    """Whether a chunk says a piece of text."""
    if chunk.get("type") in ("content_block_delta", "response.output_text.delta"):
        return "text" in chunk.get("delta", ()) or isinstance(chunk.get("delta"), str)
    if chunk.get("type") == "content-delta":
        return "text" in chunk["delta"]["message"]["content"]
    messages = [choice.get("delta", {}).get("content") for choice in chunk.get("choices", ())]
    parts = [part for each in chunk.get("candidates", ()) for part in each.get("content", {}).get("parts", ())]
    texts = [*messages, *(part.get("text") for part in parts), chunk.get("message", {}).get("content")]
    return any(text and isinstance(text, str) for text in texts) if "type" not in chunk else False


def twice(chunk: dict[str, Any]) -> list[dict[str, Any]]:
    """A piece of text is said twice."""
    return [chunk, chunk] if _is_piece(chunk) else [chunk]


def without_pieces(chunk: dict[str, Any]) -> list[dict[str, Any]]:
    """A piece of text of more than one word is left out."""
    return [] if _is_piece(chunk) and "more words" in str(chunk) else [chunk]


def without_error(chunk: dict[str, Any]) -> list[dict[str, Any]]:
    """An error is left out."""
    is_error = "error" in (chunk.get("type"), chunk.get("object")) or bool(chunk.get("error"))
    is_error |= chunk.get("type") == "message-end" and "error" in chunk["delta"]
    return [] if is_error and "response" not in chunk else [chunk]


def _first_choice(chunk: dict[str, Any]) -> list[dict[str, Any]]:
    every = {name: [{**each, "index": 0} for each in chunk.get(name, ())] for name in ("choices", "candidates")}
    return [{**chunk, **{name: value for name, value in every.items() if name in chunk}}]


def _as_one_output(chunk: dict[str, Any]) -> list[dict[str, Any]]:
    return [{**chunk, "output_index": 0}] if "output_index" in chunk and "delta" in chunk else [chunk]


def _as_one_block(*kinds: str) -> Edit:
    return lambda chunk: [{**chunk, "index": 0}] if chunk.get("type") in kinds else [chunk]


C, A, G = "openai_chat", "anthropic_messages", "gemini_generate"
R, O, M, H = "openai_responses", "ollama_chat", "mistral_chat", "cohere_chat"  # noqa: E741 - beside the others
ALL = (C, A, G, R, O, M, H)

TEXTS: Edits = {
    **{name: of_members(cut, "content", "text") for name in (C, G, O, M)},
    A: of_kind("content_block_delta", of_members(cut, "text")),
    R: of_kind("response.output_text.delta", of_members(cut, "delta")),
    H: of_kind("content-delta", of_members(cut, "text")),
}
TWICE: Edits = dict.fromkeys(ALL, twice)
LEFT_OUT: Edits = dict.fromkeys(ALL, without_pieces)
SIGNATURES: Edits = {
    A: of_members(lambda _: "", "signature"),
    G: of_members(lambda _: None, "thoughtSignature"),
    R: of_members(lambda _: None, "encrypted_content"),
    M: of_members(lambda _: None, "signature"),
}
INPUTS: Edits = {
    **{name: of_members(cut, "arguments", "args") for name in (C, G, O, M, H)},
    A: of_members(cut, "partial_json"),
    R: of_kind("response.function_call_arguments.delta", of_members(cut, "delta")),
}
REASONS: Edits = {
    **{name: of_members(_other("length"), "finish_reason", "done_reason") for name in (C, O, M)},
    A: of_members(_other("max_tokens"), "stop_reason"),
    G: of_members(_other("MAX_TOKENS"), "finishReason"),
    R: of_kind("response.completed", of_members(_other("failed"), "status")),
    H: of_members(_other("MAX_TOKENS"), "finish_reason"),
}
COUNTS: Edits = dict.fromkeys(
    ALL,
    of_members(_more, "completion_tokens", "output_tokens", "candidatesTokenCount", "eval_count"),
)
ERRORS: Edits = dict.fromkeys(ALL, without_error)
CANDIDATES: Edits = dict.fromkeys((C, G, M), _first_choice)
PLACES: Edits = {
    A: _as_one_block("content_block_delta"),
    R: _as_one_output,
    H: _as_one_block("content-delta", "tool-call-delta"),
}
MODELS: Edits = dict.fromkeys((C, A, G, R, O, M), of_members(_other("another"), "model", "modelVersion"))
