"""Documents of a dialect that are no conversation: recognised and validated, and never read as one or as an error."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.data import data

import turnwire
from turnwire.documents import schemas
from turnwire.errors import InvalidDocument

if TYPE_CHECKING:
    from turnwire.dialects.dialect import Kind

EXAMPLES = Path(__file__).parents[2] / "schemas" / "geppetto" / "examples"
STORED = ["drawers/Herbs/mint/mint.txt"]

# kind -> documents of it, which are valid
KINDS: dict[str, list[dict[str, Any]]] = {
    "list-request": [
        {"requestType": "listfiles", "dataOperands": "all", "fileNames": ["a.txt"]},
        {"requestType": "listfiles", "dataOperands": "all"},
        {"requestType": "query", "dataOperands": "", "fileNames": None},
    ],
    "list-response": [
        {"responseType": "OK", "responseMsg": '{"Herbs": ["mint"]}', "error": None},
        {"responseType": "OK", "responseMsg": "{}"},
    ],
    "upload-request": [{"filedrawer": "Herbs", "files": [{"filename": "mint.txt", "data": "TWludC4="}]}],
    "upload-response": [
        {"message": "Successfully uploaded 1 files to 'Herbs'.", "error": None, "listfiles": STORED},
        {"message": "Done.", "listfiles": []},
    ],
    "ingest-request": [{"request": "upload", "filedrawer": "Herbs", "filename": "https://herbs.example/mint"}],
    "ingest-response": [
        {"request": "upload", "status": "success", "error": None},
        {"request": "upload", "status": "success"},
    ],
}
CASES = [pytest.param(kind, body, id=f"{kind} {n}") for kind, bodies in KINDS.items() for n, body in enumerate(bodies)]

# What the server says where something failed: an error, and valid.
FAILURES = [
    {"responseType": "Error", "responseMsg": "An error occurred.", "error": {"code": "01", "message": "no"}},
    {"message": "Failed to upload files.", "error": {"code": "FileUploadError", "message": "no"}, "listfiles": []},
    {"message": "Failed to upload files.", "error": {"code": "FileUploadError", "message": "disk full"}},
    {"request": "upload", "status": "failure", "error": {"code": "ErrorProcessingRequest", "message": "no"}},
]

# (document, code, pointer): a fault of each kind, at its place
FAULTS: list[tuple[dict[str, Any], str, str]] = [
    ({"requestType": "listfiles", "dataOperands": 5}, "TW201", "/dataOperands"),
    ({"requestType": "listfiles", "fileNames": ["a"]}, "TW202", ""),
    ({"responseType": "OK", "responseMsg": {}}, "TW201", "/responseMsg"),
    ({"filedrawer": "Herbs", "files": "mint.txt"}, "TW201", "/files"),
    ({"message": "Done.", "listfiles": "mint.txt"}, "TW201", "/listfiles"),
    ({"filedrawer": "Herbs", "request": "upload"}, "TW202", ""),
    ({"request": 5, "status": "success"}, "TW201", "/request"),
    ({"responseType": "OK", "responseMsg": "2 files", "listData": ["a.txt"]}, "TW203", "/listData"),
]


@pytest.mark.parametrize(("kind", "body"), CASES)
def test_it_is_recognised_and_valid(kind: str, body: dict[str, Any]) -> None:
    assert [("geppetto", kind)] == turnwire.detect(body)
    for dialect in (None, "geppetto"):
        report = turnwire.validate(body, dialect)
        assert ("geppetto", kind, ()) == (report.dialect, report.kind, report.diagnostics)
    assert [("syntax", True), ("schema", True), ("meaning", False), ("target", False)] == [
        (each.layer, each.checked) for each in report.coverage
    ]


@pytest.mark.parametrize(("kind", "body"), CASES)
@pytest.mark.parametrize("dialect", [None, "geppetto"])
def test_it_is_not_read_and_the_refusal_says_what_it_is(kind: str, body: dict[str, Any], dialect: str | None) -> None:
    with pytest.raises(InvalidDocument) as refused:
        turnwire.read(json.dumps(body), dialect)
    (found,) = refused.value.diagnostics
    article = "a" if kind.startswith("list") else "an"
    assert ("detect.other", f"this is {article} {kind} of geppetto, and no conversation") == (found.code, found.message)


@pytest.mark.parametrize(("kind", "body"), CASES)
def test_it_is_repaired_by_nobody(kind: str, body: dict[str, Any]) -> None:
    written = json.dumps(body).encode()
    done = turnwire.repair(written)
    assert (written, (), kind) == (done.data, done.applied, done.kind)


@pytest.mark.parametrize("body", FAILURES)
def test_a_failure_is_an_error_of_this_dialect_and_valid(body: dict[str, Any]) -> None:
    assert ("geppetto", "error") == turnwire.detect(body)[0]
    report = turnwire.validate(body)
    assert ("geppetto", "error", ()) == (report.dialect, report.kind, report.diagnostics)


@pytest.mark.parametrize(("body", "code", "pointer"), FAULTS)
def test_a_fault_is_found_at_its_place(body: dict[str, Any], code: str, pointer: str) -> None:
    report = turnwire.validate(body)
    assert [(code, pointer)] == [(found.code, found.pointer or "") for found in report.diagnostics]
    assert report.valid == (code == "TW203")  # an unknown member is a warning


def test_the_kinds_have_the_names_of_their_schemas() -> None:
    known = {name.removeprefix("geppetto/") for name in schemas.names("geppetto")}
    parts = {"citation", "error-response", "file-drawers", "refusal", "conversation-request", "conversation-response"}
    assert known - parts == KINDS.keys()


@pytest.mark.parametrize("kind", KINDS)
def test_the_examples_of_the_schemas_are_recognised(kind: str) -> None:
    found = {path.name: turnwire.detect(path.read_bytes())[:1] for path in (EXAMPLES / kind).glob("*.json")}
    assert found
    assert {} == {
        name: each for name, each in found.items() if each not in ([("geppetto", kind)], [("geppetto", "error")])
    }


def test_the_payloads_of_the_real_server_are_recognised() -> None:
    folder = data("systems/geppetto") / "payloads"
    wanted = {"list": "list", "upload": "upload", "ingest": "ingest"}
    found = {}
    for path in folder.glob("*.json"):
        words = path.name.partition(".")[0].split("-")
        if words[0] in wanted:
            found[path.name] = (("geppetto", "-".join(words[:2])), turnwire.detect(path.read_bytes()))
    assert 6 <= len(found)
    assert {} == {name: each for name, (kind, each) in found.items() if each != [kind]}


@pytest.mark.parametrize(
    "body",
    [
        {"filedrawer": "Herbs", "files": [], "messages": [{"role": "user", "content": "Hi."}]},
        {"request": "upload", "status": "success", "id": 7},
        {"request": "upload", "status": "queued"},
        {"message": "Successfully uploaded 2 files"},
    ],
)
def test_what_only_resembles_it_is_something_else(body: dict[str, Any]) -> None:
    kinds: list[str | Kind] = [kind for _, kind in turnwire.detect(body)]
    assert not set(kinds) & KINDS.keys()
