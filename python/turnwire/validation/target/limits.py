"""Lists and texts whose length a target refuses, and names with letters that it refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from turnwire.validation.outline.nodes import member
from turnwire.validation.outline.records import pointer_of
from turnwire.validation.rules import Example, Rule
from turnwire.validation.target.letters import MESSAGE_NAME
from turnwire.validation.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.model import Diagnostic
    from turnwire.validation.outline import Path
    from turnwire.validation.target.aim import Aim
    from turnwire.validation.target.letters import Letters


def _asked(members: str, name: str = "") -> Example:
    text = f'{{"model": "gpt-4.1", "messages": [{{"role": "user", "content": "Hi."{name}}}]{members}}}'
    return Example("openai_chat", text, target="openai_chat")


LENGTH: Final = Rule(
    "TW435",
    "length-not-taken",
    "error",
    "A list is empty, or a list or a text is longer than the target takes: OpenAI refuses an empty list of tools"
    " (\"Invalid 'tools': empty array.\") and more than 128. Leave an empty list out, and shorten a long one.",
    failing=_asked(', "tools": []'),
    passing=_asked(""),
)
LETTERS: Final = Rule(
    "TW436",
    "letters-not-taken",
    "error",
    "The name of a message has letters that the target refuses: OpenAI takes no spaces, `<`, `|`, `/` and `>` there."
    " Use letters, digits, underscores and dashes.",
    failing=_asked("", ', "name": "Ada L."'),
    passing=_asked("", ', "name": "Ada"'),
)

RULES: Final = (LENGTH, LETTERS)


class Row(NamedTuple):
    """The limits of a member of a request."""

    path: str
    """The names on the way to it, joined by dots; `*` is each entry of a list."""
    least: int = 0
    most: int | None = None
    letters: Letters | None = None


# "Invalid 'messages[1].tool_calls': empty array. Expected an array with minimum length 1, but got an empty array
# instead.", the same of `tools` and `functions`; "Invalid 'tools': array too long. Expected an array with maximum
# length 128"; "Invalid 'messages[1].name': string does not match pattern. Expected a string that matches the pattern
# '^[^\s<|\\/>]+$'." (refusals of OpenAI)
_CHAT: Final = (
    Row("tools", 1, 128),
    Row("functions", 1, 128),
    Row("messages.*.tool_calls", 1, 128),
    Row("messages.*.name", letters=MESSAGE_NAME),
)
# "Invalid 'prompt_cache_key': string too long. Expected a string with maximum length 64" (a refusal of OpenAI)
_RESPONSES: Final = (Row("prompt_cache_key", most=64),)
# ai.google.dev/api/generate-content: "The set of character sequences (up to 5) that will stop output generation."
_GEMINI: Final = (Row("generationConfig.stopSequences", most=5), Row("generation_config.stop_sequences", most=5))

_ROWS: Final = {
    "openai_chat": _CHAT,
    "azure_chat": _CHAT,
    "openai_responses": _RESPONSES,
    "gemini_generate": _GEMINI,
    "vertex_gemini": _GEMINI,
}


def check(tree: Any, aim: Aim) -> Iterator[Diagnostic]:
    """Find lists and texts beyond the limits that the target's server enforces.

    Args:
        tree: the request as parsed JSON.
        aim: the target.
    """
    for row in _ROWS.get(aim.dialect, ()) if aim.is_enforced else ():
        for path, node in _nodes(tree, row.path.split("."), ()):
            yield from _of_length(path, node, row, aim) if row.letters is None else _of_letters(path, node, row, aim)


def _nodes(node: Any, steps: list[str], path: Path) -> Iterator[tuple[Path, Any]]:
    if not steps:
        yield path, node
    elif steps[0] == "*":
        for n, each in enumerate(node if type(node) is list else ()):
            yield from _nodes(each, steps[1:], (*path, n))
    elif (inner := member(node, steps[0])) is not None:
        yield from _nodes(inner, steps[1:], (*path, steps[0]))


def _of_length(path: Path, node: Any, row: Row, aim: Aim) -> Iterator[Diagnostic]:
    if type(node) not in (list, str):
        return
    unit = "entries" if type(node) is list else "characters"
    if len(node) < row.least:
        yield LENGTH.found(f"{aim.name} refuses an empty `{path[-1]}`", pointer_of(path), hint="leave it out")
    elif row.most is not None and len(node) > row.most:
        message = f"`{path[-1]}` has {counted(len(node), unit)}, and {aim.name} takes {row.most}"
        expected = f"at most {counted(row.most, unit)}"
        yield LENGTH.found(message, pointer_of(path), hint="shorten it", expected=expected)


def _of_letters(path: Path, node: Any, row: Row, aim: Aim) -> Iterator[Diagnostic]:
    if type(node) is str and node and row.letters is not None and not row.letters.takes(node):
        message = f"{aim.name} does not take the name `{node[:60]}`"
        hint = f"write {row.letters.words}"
        yield LETTERS.found(message, pointer_of(path), hint=hint, expected=row.letters.words)
