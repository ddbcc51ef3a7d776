"""Any name, body and form has an answer that the definition knows, and nothing is written outside of the folder."""

from __future__ import annotations

import asyncio
import json
import tempfile
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.drawer_server.conftest import drawers
from tests.drawer_server.sending import FORM, upload
from tests.drawer_server.test_requests import BASES, REPLIES

from turnwire.documents import schemas
from turnwire.systems.geppetto.server import Settings
from turnwire.systems.geppetto.server.application import application
from turnwire.systems.geppetto.server.drawers import Drawers, NoDocument
from turnwire.systems.geppetto.server.names import UnfitName, file_name, is_stored_name

ASKED = {
    "/message/": "query",
    "/setfiledrawer/": "choice",
    "/listfiledrawers/": "list",
    "/ingestlocalweb/": "ingest",
}
JSON = "application/json"
ODD = "./\\:%~\0\n \u202e\u0308a\ud7ff"
NAMES = st.text(st.sampled_from(ODD) | st.characters(), max_size=40)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | NAMES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=6,
)


def raise_it(error: Exception) -> None:
    raise error


def called(folder: Path, path: str, body: bytes, content_type: str) -> tuple[int, Any]:
    """The status and the JSON of a reply, without a socket."""
    replies: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Any) -> None:
        replies.append(dict(message))

    headers = [(b"host", b"localhost"), (b"content-type", content_type.encode()), (b"authorization", b"Bearer x")]
    scope = {"type": "http", "method": "POST", "path": path, "query_string": b"", "headers": headers}
    asyncio.run(application(Settings(folder, ingest_folder=folder / "Herbs"), raise_it)(scope, receive, send))
    return replies[0]["status"], json.loads(b"".join(each.get("body", b"") for each in replies))


def check(folder: Path, path: str, body: bytes, content_type: str) -> None:
    """Send a body, and compare the reply with its schema."""
    status, reply = called(folder, path, body, content_type)
    assert status in (200, 422)
    schema = REPLIES[path] if status == 200 else "refusal"
    assert [] == [each.message for each in schemas.validator(f"geppetto/{schema}").iter_errors(reply)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return drawers(tmp_path_factory.mktemp("anything"))


@given(name=NAMES)
def test_a_name_is_one_entry_of_a_folder_or_refused(name: str) -> None:
    try:
        stored = file_name(name)
    except UnfitName:
        return
    assert (stored, stored) == (Path("/root", stored).name, file_name(stored))
    assert Path("/root") == Path("/root", stored).resolve().parent
    assert is_stored_name(stored)
    assert stored == unicodedata.normalize("NFC", name)


@given(path=NAMES | st.tuples(NAMES, NAMES).map("/".join))
def test_a_path_names_a_document_or_none(path: str, folder: Path) -> None:
    try:
        found = Drawers(folder).document(path)
    except NoDocument:
        return
    assert all(file.resolve().is_relative_to(folder.resolve()) for file in found.files)


@pytest.mark.parametrize("path", ASKED)
@given(data=st.data())
def test_any_value_of_a_member_has_an_answer(path: str, data: st.DataObject, folder: Path) -> None:
    base = BASES[ASKED[path]]
    member = data.draw(st.sampled_from([*base, "maxTokens", "temperature", "topP", "stopSequences", "context"]))
    check(folder, path, json.dumps({**base, member: data.draw(VALUES)}).encode(), JSON)


@pytest.mark.parametrize("path", ASKED)
@given(body=st.binary(max_size=60) | VALUES.map(lambda value: json.dumps(value).encode()))
def test_any_body_has_an_answer(path: str, body: bytes, folder: Path) -> None:
    check(folder, path, body, JSON)


@given(drawer=NAMES, name=NAMES, content=st.binary(max_size=20))
def test_any_upload_has_an_answer_and_stays_in_the_folder(drawer: str, name: str, content: bytes) -> None:
    with tempfile.TemporaryDirectory() as place:
        root = Path(place) / "drawers"
        root.mkdir()
        quoted = "".join(letter for letter in name if letter not in '"\r\n')
        check(root, "/uploadfile/", upload(drawer, (f"{quoted}.txt", content)), FORM)
        assert [root] == list(Path(place).iterdir())
        assert all(len(file.relative_to(root).parts) == 3 for file in root.rglob("*") if file.is_file())


@given(body=st.binary(max_size=200), boundary=st.text(st.characters(max_codepoint=255), max_size=20))
def test_any_form_has_an_answer(body: bytes, boundary: str, folder: Path) -> None:
    check(folder, "/uploadfile/", body, f"multipart/form-data; boundary={boundary}")
