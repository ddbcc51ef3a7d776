"""What is edited in the messages of a document is written at its place."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec import Raw
from tests.session_files.files import DOCUMENTS, FILES
from tests.session_files.hermes_files import envelope, row
from tests.session_files.open_webui_files import answered
from tests.session_files.test_threads import facts

import turnwire
from turnwire.model import History, ToolUseBlock
from turnwire.sessions.files import (
    read_session,
    session_bytes,
    session_format,
)

_FILES = {(form, name): text for form, name, text in FILES}


def test_an_edit_is_written_at_its_place() -> None:
    for form in DOCUMENTS.keys() - {"otlp"}:  # whose texts are inside of other texts: test_otlp.py
        found = session_format(form)
        histories = read_session(_FILES[form, "plain"], found).histories()
        histories[0].history[1].content[0].text = "good day"  # type: ignore[union-attr]
        expected = json.loads(_FILES[form, "plain"].replace(b'"hi"', b'"good day"', 1))
        assert expected == json.loads(session_bytes(histories, found))


def test_an_edit_is_written_into_the_html_of_a_reply() -> None:
    form = session_format("open_webui")
    histories = read_session(_FILES["open_webui", "calls"], form).histories()
    said = histories[0].history
    said[1].content[0].text = "no\n2 > 1"  # type: ignore[union-attr]
    said[1].content[2].input = Raw(b'{"port":"Troms\xc3\xb8"}')  # type: ignore[union-attr]
    said[3].content[0].content[0].text = "<rising>"  # type: ignore[union-attr]
    again = read_session(session_bytes(histories, form), form).histories()[0].history
    assert [
        "user: hello",
        "assistant: (no\n2 > 1), I look.\n, call tides c1, call tides c2",
        "tool: c1=high",
        "tool: c2=<rising>",
        "assistant: High in Oslo.\n",
    ] == [facts(message) for message in again]
    call = again[1].content[2]
    assert isinstance(call, ToolUseBlock)
    assert {"port": "Tromsø"} == json.loads(bytes(call.input))


def test_an_edited_result_is_written_at_its_place() -> None:
    form = session_format("ai_sdk")
    histories = read_session(_FILES["ai_sdk", "call-json"], form).histories()
    histories[0].history[2].content[0].structured = Raw(b'{"high":7}')  # type: ignore[union-attr]
    written = json.loads(session_bytes(histories, form))
    assert {"high": 7} == written[1]["parts"][0]["output"]


@pytest.mark.parametrize("edited", ['{"size":2}', "[removed]"])
def test_an_edited_result_that_is_json_is_written_as_json(edited: str) -> None:
    form = session_format("gemini_cli")
    histories = read_session(_FILES["gemini_cli", "call-json"], form).histories()
    histories[0].history[2].content[0].content[0].text = edited  # type: ignore[union-attr]
    (result,) = json.loads(session_bytes(histories, form))["messages"][1]["toolCalls"][0]["result"]
    assert (json.loads(edited) if edited[0] == "{" else edited) == result["functionResponse"]["response"]


def test_the_arguments_of_a_trace_keep_their_spelling_until_they_are_edited() -> None:
    form = session_format("hugging_face_traces")
    histories = read_session(_FILES["hugging_face_traces", "call-unanswered"], form).histories()
    call = histories[0].history[1].content[1]
    assert isinstance(call, ToolUseBlock)
    spelled = '{"port": "Brest", "days": 1.50}'
    assert spelled.encode() == bytes(call.input)
    edits = [(call.input, spelled), (Raw(b'{"days":1.5,"port":"Gent"}'), '{"days":1.5,"port":"Gent"}')]
    for given, expected in edits:
        call.input = given
        written = json.loads(session_bytes(histories, form).splitlines()[2])
        assert expected == written["message"]["toolCalls"][0]["function"]["arguments"]


def test_an_edited_text_of_several_chunks_is_written_as_one() -> None:
    form = session_format("acp")
    histories = read_session(_FILES["acp", "chunks"], form).histories()
    histories[0].history[1].content[0].text = "good day"  # type: ignore[union-attr]
    written = [json.loads(line) for line in session_bytes(histories, form).splitlines()]
    assert 3 == len(written)
    assert {"type": "text", "text": "good day"} == written[1]["params"]["update"]["content"]


_TEXT = '[{"type": "text", "text": "see"}]'
_HTML = '<details type="reasoning" done="true"><summary>Thought</summary>\n> hm\n</details>\n'


@pytest.mark.parametrize(
    ("form", "document", "kept", "before"),
    [
        ("open_webui", answered(f"{_HTML}hi"), f"{_HTML}hi", [{"details": _HTML, "text": None}, None]),
        ("hermes", envelope(row(1, "user", f"\0json:{_TEXT}")), f"\0json:{_TEXT}", _TEXT),
    ],
    ids=["open_webui", "hermes"],
)
def test_what_earlier_versions_kept_of_a_text_is_written_back(form: str, document: Any, kept: str, before: Any) -> None:
    found = session_format(form)
    text = json.dumps(document).encode()
    native = turnwire.write(read_session(text, found).histories()[0], "turnwire").data
    spelled, older = json.dumps(kept).encode(), json.dumps(before).encode()
    whole = json.dumps(json.loads(native)).encode().replace(b'"content": ' + spelled, b'"content": ' + older, 1)
    assert older in whole
    history = turnwire.read(whole, "turnwire")
    assert isinstance(history, History)
    assert document == json.loads(session_bytes([history], found))
