"""A file with JSON of many levels comes back through its export, wherever the JSON stands."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest
from tests.session_files.files import FILES, LINES
from tests.session_files.test_identity import as_json, objects, through_histories

from turnwire.sessions.files import new_session, read_session, session_format

_FIRST: Final = {form: text for form, _, text in reversed(FILES)}
"""A file of each format."""

_CLAUDE: Final = session_format("claude_code")
_LEVELS: Final = (45, 47, 49, 50, 51, 52, 53, 57, 60, 63, 70, 500)


def _nested(levels: int) -> Any:
    tree: Any = "inside"
    for level in range(levels):
        tree = [tree] if level % 2 else {"in": tree}
    return tree


def _written(tree: Any, form: str) -> bytes:
    return b"\n".join(json.dumps(each).encode() for each in tree) if form in LINES else json.dumps(tree).encode()


@pytest.mark.parametrize("form", _FIRST)
def test_a_deep_member_comes_back(form: str) -> None:
    tree = as_json(_FIRST[form], form)
    tree = [line for line in tree if not isinstance(line, bytes)] if form in LINES else tree
    for place in list(objects(tree)):
        for levels in _LEVELS:
            place["x-deep"] = _nested(levels)
            text = _written(tree, form)
            assert as_json(text, form) == as_json(through_histories(text, form), form), levels
        del place["x-deep"]


@pytest.mark.parametrize(
    ("levels", "role", "fault"),
    [(52, "message", None), (53, "broken", "nested deeper than 52 levels, the most that turnwire reads")],
)
def test_a_line_of_more_levels_is_broken(levels: int, role: str, fault: str | None) -> None:
    line = {"type": "user", "uuid": "a", "sessionId": "s", "message": {"role": "user", "content": "Hi."}}
    (read,) = read_session(_written([line | {"x": _nested(levels - 1)}], "claude_code"), _CLAUDE).lines
    assert (role, fault) == (read.role, read.fault)


def test_the_deepest_input_of_a_tool_is_read_from_a_new_file() -> None:
    given = json.dumps({"plan": _nested(47)})
    call = {"type": "function_call", "call_id": "call_1", "name": "plan", "arguments": given}
    codex = session_format("codex")
    (history,) = read_session(_written([{"type": "response_item", "payload": call}], "codex"), codex).histories()
    written = new_session(history, _CLAUDE)
    assert ["message"] == [line.role for line in read_session(written.data, _CLAUDE).lines if line.text]
    (back,) = read_session(written.data, _CLAUDE).histories()
    assert given == json.dumps(json.loads(bytes(back.history[0].content[0].input)))  # type: ignore[union-attr]
