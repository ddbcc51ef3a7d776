"""Uploads as forms: what is written is read again, and what is no such form is refused."""

from __future__ import annotations

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

import turnwire
from turnwire.codec.wire import Kept
from turnwire.systems.geppetto import filedrawers as fd

TYPE = "multipart/form-data; boundary=xYz"
BODY = (
    b'preamble\r\n--xYz \r\nContent-Disposition: form-data; name="filedrawer"\r\n\r\nB\xc3\xa4ume\r\n'
    b'--xYz\r\ncontent-disposition: form-data; name="files"; filename="a %22b%22.pdf"\r\n'
    b"Content-Type: application/pdf\r\n\r\n\x00\r\n-\xff\r\n"
    b'--xYz\r\nContent-Disposition: form-data; name="files"; filename="empty"\r\n\r\n\r\n'
    b'--xYz\r\nContent-Disposition: form-data; name="note"\r\n\r\nhi\r\n--xYz--\r\nepilogue'
)


def test_a_form_is_read() -> None:
    found = fd.read_form(BODY, TYPE)
    first, second = found.files or []
    assert "Bäume" == found.filedrawer
    assert ('a "b".pdf', "application/pdf", b"\0\r\n-\xff") == (
        first.filename,
        first.media_type,
        base64.b64decode(first.data or ""),
    )
    assert fd.UploadedFile(filename="empty", data="") == second
    assert {"note": b'"hi"'} == {name: bytes(raw) for name, raw in found.unknown.members.items()}
    assert b'"note":"hi"' in fd.write(found)


def test_what_was_read_is_written() -> None:
    found = fd.read_form(BODY, TYPE)
    body, content_type = fd.write_form(found, "other boundary".replace(" ", "_"))
    again = fd.read_form(body, content_type)
    assert fd.write(found) == fd.write(again)


PLAIN = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=8)
FILES = st.builds(
    lambda filename, data, media_type: fd.UploadedFile(
        filename=filename, data=base64.b64encode(data).decode(), media_type=media_type
    ),
    PLAIN,
    st.binary(max_size=20),
    st.sampled_from(["text/plain", "application/pdf"]),
)


@given(PLAIN, st.lists(FILES, min_size=1, max_size=3))
def test_any_upload_comes_back(drawer: str, files: list[fd.UploadedFile]) -> None:
    request = fd.UploadRequest(filedrawer=drawer, files=files)
    escaped = [file for file in files if "%22" in str(file.filename)]
    assert escaped or request == fd.read_form(*fd.write_form(request, "=_b'1"))


NO_FORMS = [
    (BODY, "application/json"),
    (BODY, "multipart/form-data"),
    (BODY, "multipart/form-data; boundary=other"),
    (BODY.replace(b"--xYz--", b"--xYz"), TYPE),
    (BODY.replace(b"--xYz--", b""), TYPE),
    (BODY.replace(b"form-data; ", b"inline; "), TYPE),
    (BODY.replace(b'name="note"', b""), TYPE),
    (BODY.replace(b'"note"', b'"filedrawer"'), TYPE),
    (BODY.replace(b'; filename="empty"', b""), TYPE),
    (BODY.replace(b"\r\n\r\nhi", b"hi"), TYPE),
    (BODY.replace(b"hi\r\n", b"\xff\r\n"), TYPE),
    (BODY.replace(b"--xYz \r\n", b"--xYzz\r\n"), TYPE),
]


@pytest.mark.parametrize(("body", "content_type"), NO_FORMS)
def test_what_is_no_form_is_refused(body: bytes, content_type: str) -> None:
    with pytest.raises(turnwire.InvalidDocument) as refused:
        fd.read_form(body, content_type)
    assert "filedrawers.form" == refused.value.diagnostics[0].code


@given(st.binary(max_size=40), st.text(max_size=20))
def test_any_bytes_are_read_or_refused(junk: bytes, content_type: str) -> None:
    for body, kind in (
        (junk, TYPE),
        (BODY[:60] + junk + b"\r\n--xYz--", TYPE),
        (BODY, "multipart/form-data" + content_type),
    ):
        try:
            found = fd.read_form(body, kind)
        except turnwire.InvalidDocument:
            continue
        assert isinstance(found, fd.UploadRequest)


FILE = fd.UploadedFile(filename="a.txt", data="QQ==")
UNWRITABLE = [
    (fd.UploadRequest(files=[FILE]), ""),
    (fd.UploadRequest(files=[FILE]), "a b"),
    (fd.UploadRequest(filedrawer="--b"), "b"),
    (fd.UploadRequest(files=[fd.UploadedFile(data="QQ==")]), "b"),
    (fd.UploadRequest(files=[fd.UploadedFile(filename="a", data="?")]), "b"),
    (fd.UploadRequest(files=[fd.UploadedFile(filename="a", data="QQ==", media_type="a\r\nb")]), "b"),
    (fd.UploadRequest(filedrawer="a", unknown=Kept('{"n":1}')), "b"),
]


@pytest.mark.parametrize(("request_", "boundary"), UNWRITABLE)
def test_what_no_form_can_say_is_refused(request_: fd.UploadRequest, boundary: str) -> None:
    with pytest.raises(turnwire.InvalidDocument) as refused:
        fd.write_form(request_, boundary)
    assert "filedrawers.form" == refused.value.diagnostics[0].code
