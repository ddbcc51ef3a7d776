"""What provider-run tools did and found in recorded traffic, looked for in what becomes of it elsewhere."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING, Any

import turnwire
from turnwire import Keeping

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ENDPOINTS = {
    "anthropic.messages": "anthropic_messages",
    "gemini.generateContent": "gemini_generate",
    "openai.responses": "openai_responses",
}
TARGETS = (*ENDPOINTS.values(), "openai_chat", "ollama_chat", "mistral_chat")
WAYS = {"request": Keeping(hosted_tools="calls"), "response": Keeping(hosted_tools="text")}
KINDS = frozenset({
    "bash_code_execution_tool_result", "code_execution_tool_result", "code_interpreter_call", "file_search_call",
    "image_generation_call", "mcp_call", "mcp_list_tools", "mcp_tool_result", "mcp_tool_use", "server_tool_use",
    "text_editor_code_execution_tool_result", "tool_search_call", "tool_search_output", "tool_search_tool_result",
    "web_fetch_tool_result", "web_search_call", "web_search_tool_result",
})  # fmt: skip
MEMBERS = frozenset({"codeExecutionResult", "executableCode", "toolCall", "toolResponse"})
WORDS = frozenset({"id", "call_id", "tool_use_id", "type", "status", "caller", "execution", "toolType", "tool_type"})
"""Members that say which call it is, not what was done."""

_SEALED = "only the provider's own servers can read it"
_THERE = "names a thing on the provider's servers"
_HOW = "a setting of the picture, kept for OpenAI's own items"
_SHOWN = "replies of these formats have no pictures of the assistant's"
REASONS: dict[tuple[str, str], str] = {
    ("request", "encrypted_content"): _SEALED,
    ("response", "encrypted_content"): _SEALED,
    ("response", "encrypted_stdout"): _SEALED,
    ("request", "container_id"): _THERE,
    ("response", "container_id"): _THERE,
    ("response", "action"): _HOW,
    ("response", "background"): _HOW,
    ("response", "output_format"): _HOW,
    ("response", "quality"): _HOW,
    ("response", "size"): _HOW,
    ("response", "result"): _SHOWN,
    ("response", "url"): _SHOWN,
}
"""What does not arrive, by kind and member of the source."""


def test_all_arrives_but_what_has_a_reason(recorded: Path) -> None:
    missing: dict[tuple[str, str], str] = {}
    for source, kind, item in hosted(recorded):
        body = {"request": item["request"], "response": item["response"]}[kind]
        envelope = {"path": item["path"]} if kind == "request" and source == "gemini_generate" else None
        document = turnwire.read(json.dumps(body), source, kind=kind, envelope=envelope)
        for target in TARGETS:
            if target != source:
                data = json.loads(turnwire.write(document, target, keeping=WAYS[kind]).data)
                arrived = "\n".join(letters(text) for _, text in texts(data, "", is_open=True))
                for name, text in said(body):
                    if letters(text) not in arrived:
                        missing[kind, name] = f"{item['id']} to {target}: {text:.60}"
    assert {} == {place: found for place, found in missing.items() if place not in REASONS}
    assert REASONS.keys() <= missing.keys(), "these arrive: their rows are stale"


def hosted(recorded: Path) -> Iterator[tuple[str, Any, dict[str, Any]]]:
    """Of the requests and replies with provider-run tools: the source, the kind and the recording."""
    for endpoint, source in ENDPOINTS.items():
        with gzip.open(recorded / f"{endpoint}.jsonl.gz", "rt", encoding="utf-8") as lines:
            items = [item for item in map(json.loads, lines) if item["status"] == 200]
        for kind in WAYS:
            yield from (
                (source, kind, each) for each in items if isinstance(each[kind], dict) and any(said(each[kind]))
            )


def said(body: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The texts of provider-run tools in a body, each with the member that it is; a tool's declaration is none."""
    for name, value in body.items():
        if name in ("messages", "contents", "input", "candidates", "content", "output"):
            yield from inside(value)


def inside(tree: Any) -> Iterator[tuple[str, str]]:
    """The texts of every call and result of provider-run tools in some JSON."""
    for each in tree if isinstance(tree, list) else [tree]:
        if isinstance(each, dict) and each.get("type") in KINDS:
            yield from texts(each, "")
        elif isinstance(each, dict):
            for name, value in each.items():
                yield from texts(value, name) if name in MEMBERS else inside(value)
        elif isinstance(each, list):
            yield from inside(each)


def texts(tree: Any, name: str, *, is_open: bool = False) -> Iterator[tuple[str, str]]:
    """Each text of some JSON, and of JSON in texts, with its member; `is_open`: of all members, also of `WORDS`."""
    if isinstance(tree, str):
        yield from ((name, text) for text in opened(tree))
    elif isinstance(tree, list):
        for value in tree:
            yield from texts(value, name, is_open=is_open)
    elif isinstance(tree, dict):
        for key, value in tree.items():
            if is_open or key not in WORDS:
                yield from texts(value, key, is_open=is_open)


def opened(text: str) -> list[str]:
    """A text, or the texts of the JSON in it."""
    try:
        return [each for _, each in texts(json.loads(text), "")] if text[:1] in ("{", "[") else [text]
    except ValueError:
        return [text]


def letters(text: str) -> str:
    """Letters and digits alone: a text may be cut, joined and quoted on its way."""
    return "".join(filter(str.isalnum, text))
