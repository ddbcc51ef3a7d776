"""Requests by curl, and their replies: the rows of requests.jsonl.

A row has a path, a status, and members of the reply.  Its body is `raw`, a `form`, or a request of BASES with changes.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.drawer_server.conftest import program

from turnwire.documents import schemas

if TYPE_CHECKING:
    from tests.drawer_server.conftest import Server

ROWS = [json.loads(line) for line in Path(__file__).with_name("requests.jsonl").read_text("utf-8").splitlines()]

_ASKED = {"persona": "gardener", "uid": "ada", "sessionId": "thread-7", "language": "en-GB"}
_WATER = "How much water does mint need?"
BASES: dict[str, dict[str, Any]] = {
    "query": {**_ASKED, "requestType": "query", "message": _WATER, "document": "Herbs/mint-guide"},
    "choice": {**_ASKED, "requestType": "setchatfile", "message": "/Herbs/mint-guide", "sessionId": "thread-8"},
    "list": {"requestType": "listfiles", "dataOperands": "all", "fileNames": ["a.txt", "b.txt"]},
    "ingest": {"request": "upload", "filedrawer": "Ingested", "filename": "herbs/thyme.txt"},
}
# path -> the schema of its replies with status 200
REPLIES = {
    "/message/": "conversation-response",
    "/setfiledrawer/": "conversation-response",
    "/listfiledrawers/": "list-response",
    "/uploadfile/": "upload-response",
    "/ingestlocalweb/": "ingest-response",
}


def body(row: dict[str, Any]) -> str:
    if "raw" in row:
        return str(row["raw"])
    members = {**BASES[row["base"]], **row.get("change", {})}
    return json.dumps({key: value for key, value in members.items() if key not in row.get("without", ())})


def options(row: dict[str, Any]) -> list[str]:
    """The options of curl for a row."""
    authorization = row.get("authorization", "Bearer FIFTOKENFORMAT")
    headers = [*row.get("headers", ()), *([f"Authorization: {authorization}"] if authorization else [])]
    if "form" in row:
        given = [option for part in row["form"] for option in ("-F", part)]
    else:
        headers.append(f"Content-Type: {row.get('content_type', 'application/json')}")
        given = ["--data-binary", "@-"]
    return [*given, *(option for header in headers for option in ("-H", header))]


def curl(url: str, *given: str, folder: Path, text: str = "") -> tuple[int, Any]:
    """The status of a reply, and its JSON."""
    command = [program("curl"), "-sS", "--max-time", "30", "-w", "\n%{http_code}", "-X", "POST", url, *given]
    done = subprocess.run(command, input=text, capture_output=True, encoding="utf-8", cwd=folder, check=False)
    assert 0 == done.returncode, done.stderr
    reply, _, status = done.stdout.rpartition("\n")
    return int(status), json.loads(reply)


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that are uploaded."""
    folder = tmp_path_factory.mktemp("uploads")
    (folder / "mint.txt").write_text("Mint.\n")
    (folder / "sage.v1.pdf").write_text("%PDF-1.4\n")
    return folder


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_a_request_is_answered_as_documented(row: dict[str, Any], server: Server, files: Path) -> None:
    text = "" if "form" in row else body(row)
    status, reply = curl(server.url + row["path"], *options(row), folder=files, text=text)
    assert row["status"] == status, reply
    assert row["reply"] == told(reply, row["reply"])
    path = row["path"].rstrip("/") + "/"
    schema = REPLIES[path] if status == 200 else "refusal"
    assert [] == [each.message for each in schemas.validator(f"geppetto/{schema}").iter_errors(reply)]


def told(reply: Any, wanted: Any) -> Any:
    """Those members of a reply that a row has."""
    if isinstance(wanted, dict) and isinstance(reply, dict):
        return {key: told(reply[key], value) for key, value in wanted.items() if key in reply}
    if isinstance(wanted, list) and isinstance(reply, list) and len(wanted) == len(reply):
        return [told(*pair) for pair in zip(reply, wanted, strict=True)]
    return reply


def test_there_are_many_rows_and_each_has_its_own_name() -> None:
    assert 60 <= len({row["name"] for row in ROWS}) == len(ROWS)
    assert REPLIES.keys() <= {row["path"] for row in ROWS if row["status"] == 200}
