"""Every message is read, typed, and written as it was; what is no such message is refused, and nothing else happens."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET, structs

import turnwire
from turnwire.systems.geppetto import filedrawers as fd
from turnwire.testing import difference, with_unknown_keys

EXAMPLES = Path(__file__).parents[2] / "schemas" / "geppetto" / "examples"
KINDS: dict[str, Any] = {
    "list-request": fd.ListRequest,
    "list-response": fd.ListReply,
    "conversation-request/setchatfile": fd.SetRequest,
    "conversation-response/setchatfile": fd.SetReply,
    "upload-request": fd.UploadRequest,
    "upload-response": fd.UploadReply,
    "ingest-request": fd.IngestRequest,
    "ingest-response": fd.IngestReply,
    "error-response": fd.ErrorDetail,
}
FILES = [
    pytest.param(path, kind, id=f"{path.parent.name}/{path.stem}")
    for name, kind in KINDS.items()
    for path in sorted(EXAMPLES.glob(f"{name}.json" if "/" in name else f"{name}/*.json"))
]
# Objects that the server would refuse, or never sends: what is odd in them comes back too.
ODD: list[tuple[Any, dict[str, Any]]] = [
    (fd.ListRequest, {"requestType": "listfiles", "dataOperands": 1, "fileNames": None}),
    (fd.ListRequest, {"requestType": "listfiles", "fileNames": ["a", 2]}),
    (
        fd.ListReply,
        {"responseType": "Error", "responseMsg": None, "error": {"code": 7, "message": "x", "more": [1.50]}},
    ),
    (fd.ListReply, {"responseType": "OK", "error": "broken"}),
    (fd.SetRequest, {"requestType": "setchatfile", "message": "/A/b", "document": None, "maxTokens": "150"}),
    (fd.SetReply, {"content": "Current Chat File:/A/b", "citations": [""], "inputTokenCount": 0}),
    (fd.UploadReply, {"message": "done", "error": {"code": None}, "listfiles": "none"}),
    (fd.IngestRequest, {"request": "upload", "filedrawer": "TREES"}),
    (fd.IngestReply, {"status": "failure", "error": {"code": 1.5}}),
]


def trip(wire: bytes, kind: Any) -> str | None:
    return difference(wire, fd.write(fd.read(wire, kind)))


@pytest.mark.parametrize(("path", "kind"), FILES)
def test_an_example_comes_back(path: Path, kind: Any) -> None:
    message = fd.read(path.read_bytes(), kind)
    assert difference(path.read_bytes(), fd.write(message)) is None
    assert {} == message.unknown.members or kind in (fd.SetRequest, fd.SetReply)


def test_there_is_an_example_of_each_kind() -> None:
    assert set(KINDS.values()) == {param.values[1] for param in FILES}


@pytest.mark.parametrize(("kind", "wire"), ODD)
def test_what_is_odd_comes_back(kind: Any, wire: dict[str, Any]) -> None:
    assert trip(json.dumps(wire).encode(), kind) is None


@given(data=st.data(), case=st.sampled_from([param.values for param in FILES]))
def test_tomorrows_keys_come_back(data: st.DataObject, case: Any) -> None:
    path, kind = case
    assert trip(data.draw(with_unknown_keys(st.just(path.read_bytes()))), kind) is None


def test_fields_are_typed_and_an_edit_wins_over_what_was_kept() -> None:
    reply = fd.read({"status": 1, "error": {"code": 4, "message": "gone", "x": 1}}, fd.IngestReply)
    assert (reply.status, reply.request, reply.error) == (UNSET, UNSET, reply.error)
    assert isinstance(reply.error, fd.ErrorDetail)
    assert (reply.error.code, reply.error.message) == (4, "gone")
    edited = structs.replace(reply, status="failure", error=structs.replace(reply.error, code="E"))
    assert {"status": "failure", "error": {"code": "E", "message": "gone", "x": 1}} == json.loads(fd.write(edited))


def test_a_message_is_made_by_its_type() -> None:
    asked = fd.ListRequest(request_type="listfiles", data_operands="all")
    assert b'{"requestType":"listfiles","dataOperands":"all"}' == fd.write(asked)


FAILED = [
    (fd.ListReply, {"responseType": "Error", "responseMsg": "no"}, True),
    (fd.ListReply, {"responseType": "ERROR", "responseMsg": "no"}, True),
    (fd.ListReply, {"responseType": "OK", "responseMsg": "{}", "error": None}, False),
    (fd.SetReply, {"requestType": "ERROR", "content": "no"}, True),
    (fd.SetReply, {"requestType": "setchatfile", "content": "Current Chat File:/A/b"}, False),
    (fd.UploadReply, {"message": "no", "error": {"code": "FileUploadError", "message": "full"}}, True),
    (fd.UploadReply, {"message": "done", "error": None, "listfiles": []}, False),
    (fd.IngestReply, {"status": "failure"}, True),
    (fd.IngestReply, {"status": "success", "error": None}, False),
]


@pytest.mark.parametrize(("kind", "wire", "failed"), FAILED)
def test_a_failure_is_told_by_its_word_or_its_error(kind: Any, wire: dict[str, Any], failed: Any) -> None:
    assert failed is fd.is_failure(fd.read(wire, kind))


REFUSED: list[tuple[Any, str]] = [
    (b"{", "json.truncated"),
    (b"[]", "json.type"),
    (b'"text"', "json.type"),
    (b"{}", "filedrawers.kind"),
    (b'{"a":1}', "filedrawers.kind"),
    (b'{"status":"success","status":"failure"}', "json.duplicate-key"),
    (b'{"status":"\xff"}', "json.utf8"),
    ({"status": object()}, "input.type"),
    ("\ud800", "input.type"),
    (7, "json.type"),
]


@pytest.mark.parametrize(("data", "code"), REFUSED)
def test_what_is_no_message_is_refused(data: Any, code: str) -> None:
    with pytest.raises(turnwire.InvalidDocument) as refused:
        fd.read(data, fd.IngestReply)
    assert code == refused.value.diagnostics[0].code


HOSTILE = (
    b"",
    b"\0",
    b"\xff\xfe{}",
    b"nul",
    b"[" * 100_000,
    b'{"error":' * 100_000,
    b'{"error":' * 190 + b"1" + b"}" * 190,
    b'{"error":{"code":1e999,"message":"x"}}',
    b'{"error":{"code":' + b"9" * 5000 + b"}}",
    b'{"request":"\\ud800"}',
    b'{"requestType":"a","requestType":"b"}',
)


@pytest.mark.parametrize("kind", KINDS.values())
def test_hostile_bytes_are_refused_or_read(kind: Any) -> None:
    refused = 0
    for text in HOSTILE:
        try:
            fd.read(text, kind)
        except turnwire.InvalidDocument:
            refused += 1
    assert refused > 0


RULES = [
    ("/srv", "Herbs", "a.pdf", "/srv/Herbs/a/a.pdf"),
    ("/srv", "Herbs", "b.v1.pdf", "/srv/Herbs/b.v1/b.v1.pdf"),
    ("ROOT", "H", "noend", "ROOT/H/noend/noend"),
]


@pytest.mark.parametrize(("root", "drawer", "filename", "place"), RULES)
def test_where_a_file_is_kept(root: str, drawer: str, filename: str, place: str) -> None:
    assert place == fd.stored_at(root, drawer, filename)


def test_who_is_let_in() -> None:
    headers = {"Bearer T": True, "Bearer ": True, "bearer T": False, "Basic x": False, "": False, None: False}
    assert headers == {header: fd.is_authorized(header) for header in headers}


def test_what_was_chosen() -> None:
    chosen = fd.SetReply(content="Current Chat File:/A/b")
    assert ("/A/b", None) == (fd.chosen_by(chosen), fd.chosen_by(fd.SetReply(content="An error occurred: x")))
