"""Each type of line that a reader knows stands in a file of ours, so that the other tests see it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.session_files.files import FILES
from tests.session_files.test_silence import documents

from turnwire.sessions.files.acp.lines import UPDATES
from turnwire.sessions.files.claude_code.lines import TYPES as CLAUDE_CODE
from turnwire.sessions.files.codex.lines import ITEMS
from turnwire.sessions.files.codex.lines import TYPES as CODEX
from turnwire.sessions.files.copilot_cli.lines import TYPES as COPILOT_CLI
from turnwire.sessions.files.cursor.messages import SPEAKERS as CURSOR
from turnwire.sessions.files.droid.messages import TYPES as DROID
from turnwire.sessions.files.gemini_cli.messages import ROLES as GEMINI_CLI
from turnwire.sessions.files.hermes.lines import SPEAKERS as HERMES
from turnwire.sessions.files.letta_code.messages import KINDS as LETTA_CODE
from turnwire.sessions.files.opencode.messages import STATE
from turnwire.sessions.files.openhands.lines import KINDS as OPENHANDS
from turnwire.sessions.files.pi.lines import SPEAKERS as OF_MESSAGES
from turnwire.sessions.files.pi.lines import TYPES as PI

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# The format -> the member that tells lines, items or parts apart, and the values of it that the reader knows.
KNOWN: dict[str, list[tuple[str, Iterable[str]]]] = {
    "acp": [("sessionUpdate", UPDATES)],
    "claude_code": [("type", CLAUDE_CODE)],
    "codex": [("type", CODEX), ("type", ITEMS)],
    "copilot_cli": [("type", COPILOT_CLI)],
    "cursor": [("role", CURSOR)],
    "droid": [("type", DROID)],
    "gemini_cli_jsonl": [("type", GEMINI_CLI)],
    "hermes": [("role", HERMES)],
    "letta_code": [("kind", LETTA_CODE)],
    "opencode": [("type", STATE)],
    "openhands": [("kind", OPENHANDS)],
    "pi": [("type", PI), ("role", OF_MESSAGES)],
}


def values(tree: Any, name: str) -> Iterator[Any]:
    """The values of a member, at any depth."""
    if isinstance(tree, dict) and name in tree:
        yield tree[name]
    for each in tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ():
        yield from values(each, name)


@pytest.mark.parametrize("form", KNOWN)
def test_each_known_type_stands_in_a_file(form: str) -> None:
    trees = [documents(text) for name, _, text in FILES if name == form]
    for member, known in KNOWN[form]:
        assert set(known)
        found = {value for value in values(trees, member) if isinstance(value, str)}
        assert set() == set(known) - found
