"""Hostile names, types, sizes and forms are refused, and leave nothing behind."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest
from tests.drawer_server.conftest import drawers, serving
from tests.drawer_server.sending import FORM, declared, form, part, sent, upload

from turnwire.systems.geppetto.server import Settings
from turnwire.systems.geppetto.server.application import application
from turnwire.systems.geppetto.server.drawers import Drawers, NoDocument, Upload
from turnwire.systems.geppetto.server.names import UnfitName

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.drawer_server.conftest import Server

JSON = {"Content-Type": "application/json", "Authorization": "Bearer x"}
SEPARATOR, DOT, SPACE = "contains a path separator", "begins with a dot", "begins with a space, or ends with a space"
INVISIBLE, CHARACTER, RESERVED = "invisible character", "contains one of", "is reserved"

# the name of a file -> what is said about it
NAMES = {
    "../mint.txt": SEPARATOR,
    "/etc/passwd.txt": SEPARATOR,
    "..\\\\mint.txt": SEPARATOR,
    "C:\\\\mint.txt": SEPARATOR,
    "a/b.txt": SEPARATOR,
    "..": DOT,
    ".": DOT,
    ".hidden.txt": DOT,
    ".txt": DOT,
    "mint.txt.": SPACE,
    "mint.txt ": SPACE,
    " mint.txt": SPACE,
    "mint .txt": SPACE,
    "mint\0.txt": INVISIBLE,
    "mint\t.txt": INVISIBLE,
    "mint%0D%0Ax.txt": INVISIBLE,
    "mint\x7f.txt": INVISIBLE,
    "mint\u202etxt.exe.txt": INVISIBLE,
    "mint\u2028.txt": INVISIBLE,
    "mint\ufeff.txt": INVISIBLE,
    "mint\ue000.txt": INVISIBLE,
    "mint:stream.txt": CHARACTER,
    "mint*.txt": CHARACTER,
    "mint?.txt": CHARACTER,
    "<mint>.txt": CHARACTER,
    "mint|x.txt": CHARACTER,
    "mint%22.txt": CHARACTER,
    "CON.txt": RESERVED,
    "nul.txt": RESERVED,
    "Com1.v2.txt": RESERVED,
    "lpt\u00b2.txt": RESERVED,
    "chroma_db.txt": RESERVED,
    "m" * 197 + ".txt": "is longer than 200 bytes",
    "\u6c34" * 66 + ".txt": "is longer than 200 bytes",
    "": "is empty",
}
# the name of a drawer -> the same
DRAWERS = {
    "..": DOT,
    "../..": SEPARATOR,
    "/tmp": SEPARATOR,  # noqa: S108 - it is refused
    "a/b": SEPARATOR,
    "a\\b": SEPARATOR,
    ".ssh": DOT,
    "a\nb": INVISIBLE,
    "a\0b": INVISIBLE,
    "chroma_db": RESERVED,
    "aux": RESERVED,
    "d" * 201: "is longer than 200 bytes",
}
# (name, content) -> what is said
TYPES = {
    ("mint.exe", b"MZ"): "the type of mint.exe is not accepted; accepted are .csv, .htm,",
    ("mint", b"mint"): "the type of mint is not accepted",
    ("mint.txt.sh", b"#!/bin/sh"): "the type of mint.txt.sh is not accepted",
    ("mint.svg", b"<svg/>"): "the type of mint.svg is not accepted",
    ("mint.pdf", b"\x7fELF"): "mint.pdf is not a PDF file",
    ("mint.PDF", b"mint"): "mint.PDF is not a PDF file",
    ("mint.txt", b"\xff\xfe"): "mint.txt is not text in UTF-8",
    ("mint.md", b"a\0b"): "mint.md is not text in UTF-8",
}
# bodies that are not the form of an upload
FORMS = {
    "nothing": (FORM, b""),
    "no end": (FORM, upload("A", ("a.txt", b"")).removesuffix(b"--\r\n")),
    "another boundary": (FORM.replace("between", "other"), upload("A", ("a.txt", b""))),
    "no boundary": ("multipart/form-data", upload("A", ("a.txt", b""))),
    "no head": (FORM, b"--between\r\n\r\ntext\r\n--between--\r\n"),
    "no end of a head": (FORM, b'--between\r\nContent-Disposition: form-data; name="files"\r\n--between--\r\n'),
    "a long head": (FORM, form(part(f'name="{"n" * 9000}"'))),
    "a name that is not UTF-8": (FORM, form(part('name="filedrawer"', b"\xff"))),
    "many parts": (FORM, form(*(part(f'name="n{n}"') for n in range(8)))),
    "many files": (FORM, upload("A", *((f"a{n}.txt", b"") for n in range(8)))),
    "URL-encoded": ("application/x-www-form-urlencoded", b"filedrawer=A"),
}


def everything(folder: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def refusal_of(server: Server, body: bytes) -> str:
    """What the server says of an upload, which leaves the folder as it was."""
    before = everything(server.folder.parent)
    status, reply = sent(server.address, "/uploadfile/", body, {"Content-Type": FORM})
    assert before == everything(server.folder.parent)
    assert (200, "Failed to upload files.", []) == (status, reply["message"], reply["listfiles"])
    assert reply["error"]["code"] == "FileUploadError"
    return str(reply["error"]["message"])


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of which nobody else makes requests, for small uploads."""
    with serving(
        drawers(tmp_path_factory.mktemp("guarded")), "--max-files", "3", "--max-body-bytes", "20000"
    ) as running:
        yield running


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_a_hostile_name_of_a_file_is_refused(name: str, guarded: Server) -> None:
    said = refusal_of(guarded, upload("Herbs", ("good.txt", b"good"), (name, b"mint")))
    assert NAMES[name] in said
    assert said.isascii()


@pytest.mark.parametrize("name", DRAWERS, ids=ascii)
def test_a_hostile_name_of_a_drawer_is_refused(name: str, guarded: Server) -> None:
    assert DRAWERS[name] in refusal_of(guarded, upload(name, ("mint.txt", b"mint")))


@pytest.mark.parametrize(("name", "content"), TYPES)
def test_another_type_is_refused(name: str, content: bytes, guarded: Server) -> None:
    said = refusal_of(guarded, upload("Herbs", ("good.txt", b"good"), (name, content)))
    assert said.startswith(TYPES[name, content])


@pytest.mark.parametrize("name", FORMS)
def test_what_is_not_the_form_of_an_upload_is_refused(name: str, guarded: Server) -> None:
    content_type, body = FORMS[name]
    before = everything(guarded.folder)
    status, reply = sent(guarded.address, "/uploadfile/", body, {"Content-Type": content_type})
    assert (422, ["value_error"]) == (status, [each["type"] for each in reply["detail"]])
    assert before == everything(guarded.folder)


def test_a_form_has_at_most_so_many_files(guarded: Server) -> None:
    body = upload("Herbs", *((f"a{n}.txt", b"") for n in range(4)))
    status, reply = sent(guarded.address, "/uploadfile/", body, {"Content-Type": FORM})
    assert (422, "A form has at most 3 files") == (status, reply["detail"][0]["msg"])


@pytest.mark.parametrize("length", ["20001", "99999999999999999999", "9" * 5000])
def test_a_body_that_is_too_large_is_refused_before_it_is_sent(length: str, guarded: Server) -> None:
    expected = 400 if len(length) > 1000 else 413  # what h11 takes for a length
    assert expected == declared(guarded.address, "/uploadfile/", length, {"Content-Type": FORM})


@pytest.mark.parametrize(
    ("path", "headers", "most"), [("/uploadfile/", {"Content-Type": FORM}, 20_000), ("/message/", JSON, 256 * 1024)]
)
def test_a_body_without_a_length_is_counted_as_it_arrives(
    path: str, headers: dict[str, str], most: int, guarded: Server
) -> None:
    pieces = [b" " * 1000] * (most // 1000 + 1)
    status, reply = sent(guarded.address, path, iter(pieces), headers)
    assert (413, f"The body is larger than {most} bytes, the most that is accepted here.") == (status, reply["detail"])


def test_a_file_may_be_as_large_as_the_body(guarded: Server) -> None:
    body = upload("Large", ("mint.txt", b"m" * 19_000))
    assert 200 == sent(guarded.address, "/uploadfile/", body, {"Content-Type": FORM})[0]


@pytest.mark.parametrize(("levels", "code"), [(15, None), (17, "json.depth"), (100_000, "json.depth")])
def test_json_may_be_so_deep_and_no_deeper(levels: int, code: str | None, guarded: Server) -> None:
    body = b'{"requestType":"listfiles","dataOperands":"a","more":%b%b}' % (b"[" * levels, b"]" * levels)
    status, reply = sent(guarded.address, "/listfiledrawers/", body, JSON)
    if code is None:
        assert 200 == status
    else:
        assert (422, code) == (status, reply["detail"][0]["ctx"]["code"])


def test_a_refusal_lists_so_many_faults_and_no_more(guarded: Server) -> None:
    body = {"requestType": "listfiles", "dataOperands": "a", "fileNames": [1] * 1000}
    status, reply = sent(guarded.address, "/listfiledrawers/", json.dumps(body).encode(), JSON)
    assert (422, 20) == (status, len(reply["detail"]))


def test_many_stop_sequences_cost_no_more_than_a_few(guarded: Server) -> None:
    asked = {"requestType": "query", "persona": "p", "uid": "u", "sessionId": "s", "language": "en"}
    body = {**asked, "message": "m" * 100_000, "stopSequences": ["x"] * 30_000}
    status, reply = sent(guarded.address, "/message/", json.dumps(body).encode(), JSON)
    assert (200, "query") == (status, reply["requestType"])


def test_uploads_at_once_leave_one_whole_file(guarded: Server) -> None:
    contents = [bytes([letter]) * 10_000 for letter in b"abcdefgh"]
    bodies = [upload("Busy", ("mint.txt", content)) for content in contents]
    with ThreadPoolExecutor(8) as threads:
        statuses = list(
            threads.map(lambda body: sent(guarded.address, "/uploadfile/", body, {"Content-Type": FORM})[0], bodies)
        )
    assert {200} == set(statuses)
    assert (guarded.folder / "Busy" / "mint" / "mint.txt").read_bytes() in contents
    assert [] == [path.name for path in guarded.folder.iterdir() if path.name.startswith(".")]


def test_links_are_not_followed(tmp_path: Path) -> None:
    root, away = drawers(tmp_path), tmp_path / "away"
    (away / "secret").mkdir(parents=True)
    (away / "secret" / "secret.txt").write_text("secret")
    (root / "Linked").symlink_to(away)
    (root / "Herbs" / "secret").symlink_to(away / "secret")
    (root / "Herbs" / "mint-guide" / "secret.txt").symlink_to(away / "secret" / "secret.txt")
    kept = Drawers(root)
    assert {"Herbs": ["basil", "mint-guide"], "Trees": ["lime.v2"]} == kept.listing()
    assert ["mint-guide.txt"] == [file.name for file in kept.document("Herbs/mint-guide").files]
    for path in ("Linked/secret", "Herbs/secret"):
        with pytest.raises(NoDocument, match="there is no document"):
            kept.document(path)
    for drawer in ("Linked", "Herbs"):
        with pytest.raises(UnfitName, match="is taken by something that is no folder"):
            kept.store(drawer, [Upload("secret.txt", b"changed")])
    (root / "Trees" / "lime.v2" / "lime.v2.txt").symlink_to(away / "secret" / "secret.txt")
    kept.store("Trees", [Upload("lime.v2.txt", b"changed")])
    assert "secret" == (away / "secret" / "secret.txt").read_text()
    assert "changed" == (root / "Trees" / "lime.v2" / "lime.v2.txt").read_text()
    assert not (root / "Trees" / "lime.v2" / "lime.v2.txt").is_symlink()


def test_the_files_of_an_upload_are_stored_all_or_none(tmp_path: Path) -> None:
    kept = Drawers(tmp_path)
    (tmp_path / "Herbs" / "sage" / "sage.txt").mkdir(parents=True)
    with pytest.raises(UnfitName, match=r"the name 'sage\.txt' is taken by a folder"):
        kept.store("Herbs", [Upload("mint.txt", b"mint"), Upload("sage.txt", b"sage")])
    assert ["sage"] == [path.name for path in (tmp_path / "Herbs").iterdir()]
    (tmp_path / "Trees").write_text("no folder")
    with pytest.raises(UnfitName, match="the name 'Trees' is taken by something that is no folder"):
        kept.store("Trees", [Upload("lime.txt", b"lime")])
    assert ["Herbs", "Trees"] == sorted(path.name for path in tmp_path.iterdir())


def test_a_name_has_one_form(tmp_path: Path) -> None:
    kept = Drawers(tmp_path)
    decomposed, composed = "Kra\u0308uter", "Kr\u00e4uter"
    assert [f"{tmp_path.name}/{composed}/{composed}/{composed}.txt"] == kept.store(
        decomposed, [Upload(f"{decomposed}.txt", b"a")]
    )
    assert {composed: [composed]} == kept.listing()
    assert composed == kept.document(f"{decomposed}/{composed}").name
    with pytest.raises(UnfitName, match="is repeated"):
        kept.store("A", [Upload(f"{decomposed}.txt", b"a"), Upload(f"{composed}.txt", b"b")])


def test_a_body_that_does_not_arrive_is_given_up(tmp_path: Path) -> None:
    replies: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: Any) -> None:
        replies.append(dict(message))

    headers = [(b"host", b"localhost"), (b"content-type", b"application/json"), (b"authorization", b"Bearer x")]
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/message/",
        "query_string": b"",
        "headers": headers,
    }
    asyncio.run(application(Settings(tmp_path, body_seconds=0.01), raise_it)(scope, receive, send))
    assert (408, b"close") == (replies[0]["status"], dict(replies[0]["headers"])[b"connection"])
    assert {"detail": "The body did not arrive within 0.01 seconds."} == json.loads(replies[1]["body"])


def raise_it(error: Exception) -> None:
    raise error
