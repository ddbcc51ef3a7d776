"""What the tables of tests/cases/geppetto do not show: any value under any key, and which kind a body is."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st
from tests.laws import checks

import turnwire
from turnwire.errors import InvalidDocument

if TYPE_CHECKING:
    from turnwire.dialects.dialect import Kind

NAME = "geppetto"
QUERY = {
    "requestType": "query",
    "persona": "gardener",
    "uid": "ada",
    "message": "How much water?",
    "document": "Herbs/mint-guide",
    "context": "Balcony",
    "maxTokens": 200,
    "temperature": 0.3,
    "topP": 0.8,
    "stopSequences": ["###"],
    "sessionId": "thread-7",
    "language": "en-GB",
}
REPLY = {
    "requestType": "query",
    "content": "Daily.",
    "citations": ["source=mint.pdf,page=4", {"source": "basil.pdf", "date": "2023"}],
    "inputTokenCount": 3,
    "outputTokenCount": 1,
    "error": None,
}
FAILURE = {**REPLY, "requestType": "ERROR", "citations": ["ERROR"], "error": {"code": 1, "message": "locked"}}
BODIES: list[tuple[Kind, dict[str, Any]]] = [
    ("request", QUERY),
    ("request", {**QUERY, "requestType": "setchatfile"}),
    ("response", REPLY),
    ("response", FAILURE),
    ("error", FAILURE),
    ("error", {"responseType": "Error", "responseMsg": "no", "error": {"code": "1", "message": "no"}}),
    ("error", {"message": "failed", "error": {"code": "FileUploadError", "message": "full"}, "listfiles": []}),
    ("error", {"request": "upload", "status": "failure", "error": {"code": "E", "message": "gone"}}),
    ("error", {"detail": [{"type": "missing", "loc": ["body", "uid"], "msg": "Field required"}]}),
]
KEYS = sorted(
    {*QUERY, *REPLY, "userID", "detail", "responseType", "status", "$form", "$omit", "$also", "$keys", "body"}
)
VALUES = st.recursive(
    st.sampled_from(
        [None, True, 0, -1, 1.5, 10**30, "", "x", "error", "ListFiles", "source=a,page=1,page=2", "page=01"]
    ),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from([*KEYS, "code", "page"]), inner, max_size=2)
    ),
    max_leaves=4,
)


@pytest.mark.parametrize(("kind", "body"), BODIES)
@settings(max_examples=60)
@given(odd=st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=4), gone=st.sets(st.sampled_from(KEYS), max_size=4))
def test_any_value_under_any_key_comes_back(
    kind: Kind, body: dict[str, Any], odd: dict[str, Any], gone: set[str]
) -> None:
    wire = {**{key: value for key, value in body.items() if key not in gone}, **odd}
    try:
        found = checks.identity(NAME, kind, json.dumps(wire).encode())
    except InvalidDocument:
        reject()
    assert found == []


TOLD: list[tuple[dict[str, Any], tuple[str, str]]] = [
    (QUERY, (NAME, "request")),
    ({key: QUERY[key] for key in ("requestType", "message", "uid")}, (NAME, "request")),
    ({**QUERY, "requestType": "setchatfile"}, (NAME, "request")),
    (REPLY, (NAME, "response")),
    (FAILURE, (NAME, "error")),
    ({"responseType": "Error", "responseMsg": "no", "error": None}, (NAME, "error")),
    ({"request": "upload", "status": "failure", "error": {"code": "E", "message": "gone"}}, (NAME, "error")),
    # Of these there are many servers.
    ({"detail": "Unauthorized or missing token."}, ("openai_chat", "error")),
    ({"error": {"message": "no", "code": "1"}}, ("openai_chat", "error")),
    ({"message": "no", "error": {"code": "1", "message": "no"}}, ("openai_chat", "error")),
    ({"model": "m", "messages": [], "message": "x", "requestType": "query"}, ("openai_chat", "request")),
]


@pytest.mark.parametrize(("body", "told"), TOLD)
def test_which_kind_a_body_is(body: dict[str, Any], told: tuple[str, str]) -> None:
    assert told == turnwire.detect(json.dumps(body))[0]


def test_an_edited_text_is_counted_anew_and_an_edited_failure_is_none() -> None:
    document: Any = turnwire.read(json.dumps(REPLY), NAME, kind="response")
    document.candidates[0].content[0].text = "Twice a day."
    assert 3 == json.loads(turnwire.write(document, NAME).data)["outputTokenCount"]
    failed: Any = turnwire.read(json.dumps(FAILURE), NAME, kind="response")
    failed.candidates[0].metadata = None
    assert "query" == json.loads(turnwire.write(failed, NAME).data)["requestType"]


def test_an_edited_citation_is_written_anew_with_its_date() -> None:
    wire = {**REPLY, "citations": ["source=mint.pdf,page=4,date=2023"]}
    document: Any = turnwire.read(json.dumps(wire), NAME, kind="response")
    citation = document.candidates[0].content[0].citations[0]
    citation.range_start, citation.range_end = 7, 8
    assert ["source=mint.pdf,page=7,date=2023"] == json.loads(turnwire.write(document, NAME).data)["citations"]


PLACES = [
    (QUERY, "/message/"),
    ({**QUERY, "requestType": "SetChatFile"}, "/setfiledrawer/"),
    ({**QUERY, "requestType": "listfiles"}, "/listfiledrawers/"),
]


@pytest.mark.parametrize(("body", "path"), PLACES)
def test_where_a_body_is_sent(body: dict[str, Any], path: str) -> None:
    document = turnwire.read(json.dumps(body), NAME, kind="request")
    assert {"path": path} == turnwire.write(document, NAME).envelope
