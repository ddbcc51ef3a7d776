"""Nothing of a session is lost silently: each text and number of a file is in the output or among the losses."""

from __future__ import annotations

import gzip
import json
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from tests.data import data
from tests.session_files.files import FILES

import turnwire
from turnwire.sessions.files import read_sessions, recognise, session_format

if TYPE_CHECKING:
    from collections.abc import Iterator

TARGETS = ("turnwire", "canonical", "openai_chat", "anthropic_messages")

# Words of a format that its reader turns into a field of the model.
_WORDS = frozenset(
    [
        "user",
        "human",
        "assistant",
        "agent",
        "gemini",
        "system",
        "developer",
        "tool",
        "message",
        "function_call",
        "text",
        "tool_use",
        "tool_result",
        "thinking",
        "input_text",
        "output_text",
        "custom_tool_call",
        "reasoning",
        "summary_text",
        "function_call_output",
        "custom_tool_call_output",
        "response_item",
        "image",
        "base64",
        "input_image",
    ]
)


def parsed(text: str | bytes) -> Any:
    """A text as JSON; None if it is none."""
    try:
        return json.loads(text, parse_float=Decimal)
    except ValueError:
        return None


def names(tree: Any) -> Iterator[str]:
    """The names of the members of a tree."""
    if isinstance(tree, dict):
        yield from tree
    for value in tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ():
        yield from names(value)


def texts(tree: Any) -> Iterator[str]:
    """The texts of a tree; those inside of a text that is JSON itself, such as the arguments of a call."""
    if isinstance(tree, str):
        inside = parsed(tree)
        yield from texts(inside) if isinstance(inside, dict | list) else [tree]
    for value in tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ():
        yield from texts(value)


def numbers(tree: Any) -> Iterator[Decimal]:
    """The numbers of a tree, also those inside of a text that is JSON itself."""
    if isinstance(tree, str) and isinstance(inside := parsed(tree), dict | list):
        yield from numbers(inside)
    elif isinstance(tree, int | Decimal) and not isinstance(tree, bool):
        yield Decimal(tree)
    for value in tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ():
        yield from numbers(value)


def documents(text: bytes) -> list[Any]:
    whole = parsed(text)
    return [whole] if whole is not None else [parsed(line) for line in text.split(b"\n")]


def silent(text: bytes, form: str, target: str) -> list[str]:
    """The texts and numbers of a file that are neither written nor reported."""
    told: set[str] = set()
    counted: set[Decimal] = set()
    for session in read_sessions(text, session_format(form)):
        for history in session.histories():
            written = turnwire.write(history, target)
            for tree in (parsed(written.data), parsed(msgspec.json.encode(written.losses))):
                told |= {*texts(tree), *names(tree)}
                counted.update(numbers(tree))
    everything = "\n".join(told)
    found = {each.removeprefix("data:image/png;base64,") for each in texts(documents(text))}
    left = [each for each in found - _WORDS if each not in told and each not in everything]
    return left + [str(each) for each in {*numbers(documents(text))} - counted]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("form", "text"), [(f, t) for f, _, t in FILES], ids=[f"{f}-{n}" for f, n, _ in FILES])
def test_nothing_is_silent(form: str, text: bytes, target: str) -> None:
    assert [] == silent(text, form, target)


@pytest.mark.parametrize("target", TARGETS)
def test_nothing_of_recorded_files_is_silent(target: str) -> None:
    folder = data("sessions")
    for path in (*sorted((folder / "claude_code").rglob("*.jsonl*")), *sorted((folder / "codex").iterdir())):
        text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        form = recognise(text.split(b"\n"))
        assert form is not None
        assert [] == silent(text, form.name, target), path
