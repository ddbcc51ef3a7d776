"""The results of the first versions of Codex say whether a call failed."""

from __future__ import annotations

import json

from tests.session_files.claude import file_of
from tests.session_files.codex_files import CODEX

from turnwire.model import TextBlock, ToolResultBlock
from turnwire.sessions.files import read_session, session_bytes, session_format

FORM = session_format("codex")


def test_a_result_says_whether_its_call_failed() -> None:
    (history,) = read_session(file_of(*CODEX["outputs-of-old"]), FORM).histories()
    results = [block for each in history.history for block in each.content if isinstance(block, ToolResultBlock)]
    assert [("call_1", True), ("call_2", None)] == [(block.tool_use_id, block.is_error) for block in results]


def test_an_edited_result_keeps_its_form() -> None:
    (history,) = read_session(file_of(*CODEX["outputs-of-old"]), FORM).histories()
    result = history.history[3].content[0]
    assert isinstance(result, ToolResultBlock)
    result.content = [TextBlock("not found")]
    line = session_bytes([history], FORM).splitlines()[5]
    assert {"content": "not found", "success": False} == json.loads(line)["payload"]["output"]
