"""The OpenAPI document of the server, and the table of its paths in docs/geppetto.md."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from tests.docs.pages import ROOT
from tests.drawer_server.sending import sent
from tests.drawer_server.test_requests import REPLIES, ROWS

if TYPE_CHECKING:
    from tests.drawer_server.conftest import Server

GENERATED = json.loads((ROOT / "generated" / "openapi" / "geppetto.json").read_bytes())
ADDED = {"403", "408", "413"}

# path -> what it is for
PURPOSES = {
    "/message/": "ask about a document",
    "/setfiledrawer/": "choose the document of a conversation",
    "/listfiledrawers/": "list the drawers and documents",
    "/uploadfile/": "store files in a drawer",
    "/ingestlocalweb/": "store a page of the web, or a file of the machine",
}


@pytest.fixture(scope="module")
def document(server: Server) -> Any:
    status, reply = sent(server.address, "/openapi.json", b"", {}, "GET")
    assert 200 == status
    return reply


def test_it_is_the_generated_one_and_what_this_server_adds(document: Any) -> None:
    assert GENERATED["components"] == document["components"]
    assert [{"url": "/"}] == document["servers"]
    assert GENERATED["paths"].keys() == document["paths"].keys()
    for path, told in document["paths"].items():
        theirs, ours = GENERATED["paths"][path]["post"], told["post"]
        assert theirs["responses"].keys() | ADDED == ours["responses"].keys()
        assert {**theirs, "responses": None} == {**ours, "servers": theirs["servers"], "responses": None}


def test_every_status_of_the_rows_is_in_it(document: Any) -> None:
    met = {(row["path"].rstrip("/") + "/", str(row["status"])) for row in ROWS}
    said = {(path, status) for path, told in document["paths"].items() for status in told["post"]["responses"]}
    assert {("/nothing/", "404")} == met - said


def table() -> list[str]:
    """The table of the page."""
    lines = ["| path | what for | token | requests in the tests | their statuses |", "| --- | --- | --- | --- | --- |"]
    for path, purpose in PURPOSES.items():
        rows = [row for row in ROWS if row["path"].rstrip("/") + "/" == path]
        needed = "yes" if "401" in GENERATED["paths"][path]["post"]["responses"] else "no"
        statuses = ", ".join(map(str, sorted({row["status"] for row in rows})))
        lines.append(f"| `POST {path}` | {purpose} | {needed} | {len(rows)} | {statuses} |")
    return lines


def test_the_page_has_the_table() -> None:
    assert PURPOSES.keys() == REPLIES.keys()
    page = (ROOT / "docs" / "geppetto.md").read_text("utf-8")
    missing = [line for line in table() if line not in page]
    assert not missing, "put these lines into docs/geppetto.md:\n" + "\n".join(table())
