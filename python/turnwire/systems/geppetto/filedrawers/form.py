"""The form of an upload: multipart/form-data (RFC 7578), with the drawer in one part and each file in another."""

from __future__ import annotations

import base64
import binascii
import re
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import UNSET, Raw, UnsetType

from turnwire.codec.wire import ENCODER, Kept
from turnwire.errors import invalid
from turnwire.systems.geppetto.filedrawers.messages import UploadedFile, UploadRequest

if TYPE_CHECKING:
    from collections.abc import Iterator

_BOUNDARY: Final = re.compile(r';\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;,"]{1,70}))', re.IGNORECASE)
_PARAMETER: Final = re.compile(r';\s*([A-Za-z]+)="((?:[^"\\\r\n]|\\.)*)"')
# RFC 2046, section 5.1.1: bcharsnospace.
_PLAIN_BOUNDARY: Final = re.compile(r"[0-9A-Za-z'()+_,./:=?-]{1,70}\Z")
_LONGEST_HEAD: Final = 8192
_DECODER: Final = msgspec.json.Decoder(str)


def read_form(body: bytes, content_type: str, *, most_parts: int | None = None) -> UploadRequest:
    """Read the form in the body of a request with this `Content-Type`; an unknown part is kept under its name.

    Raises InvalidDocument for anything that is not such a form, and for one of more than `most_parts` parts.
    """
    named = _BOUNDARY.search(content_type)
    if not content_type.lower().startswith("multipart/form-data") or named is None:
        raise _unfit("the content type is not multipart/form-data with a boundary")
    found = UploadRequest()
    rest: dict[str, str] = {}
    boundary = (named[1] or named[2]).encode("latin-1", "replace")
    # The boundary that ends the form begins no part.
    if most_parts is not None and body.count(b"--" + boundary) > most_parts + 1:
        raise _unfit(f"the form has more than {most_parts} parts")
    for head, data in _parts(body, boundary):
        name, filename, media_type = _told(head)
        if name == "files" and filename is not None:
            file = UploadedFile(filename=filename, data=base64.b64encode(data).decode(), media_type=media_type)
            found.files = [*([] if found.files is UNSET else found.files), file]
        elif name == "filedrawer" and found.filedrawer is UNSET:
            found.filedrawer = _text(data)
        elif name in rest or name in ("filedrawer", "files"):
            raise _unfit(f"the part {name!r} is repeated, or is not a file")
        else:
            rest[name] = _text(data)
    if rest:
        found.unknown = Kept(ENCODER.encode(rest).decode())
    return found


def _parts(body: bytes, boundary: bytes) -> Iterator[tuple[str, bytes]]:
    """Head and data of each part; RFC 2046: the line break before a boundary belongs to the boundary."""
    first, *pieces = (b"\r\n" + body).split(b"\r\n--" + boundary)
    if not pieces or not pieces[-1].startswith(b"--"):
        raise _unfit("the form does not end with its boundary" if pieces else "the boundary is not in the body")
    del first  # "preamble": to be ignored
    for piece in pieces[:-1]:
        line, _, rest = piece.partition(b"\r\n")
        if rest.startswith(b"\r\n"):
            head, data = b"", rest[2:]
        else:
            head, mark, data = rest.partition(b"\r\n\r\n")
            if not mark:
                raise _unfit("a part has no empty line after its head")
        if line.strip(b" \t") or len(head) > _LONGEST_HEAD:
            raise _unfit("a part does not begin with a head")
        yield _text(head), data


def _told(head: str) -> tuple[str, str | None, str | UnsetType]:
    fields = dict(line.split(":", 1) for line in head.split("\r\n") if ":" in line)
    told = {name.strip().lower(): value.strip() for name, value in fields.items()}
    disposition = told.get("content-disposition", "")
    parameters = {key.lower(): _unquoted(value) for key, value in _PARAMETER.findall(disposition)}
    if not disposition.lower().startswith("form-data") or "name" not in parameters:
        raise _unfit("a part has no Content-Disposition that names it")
    return parameters["name"], parameters.get("filename"), told.get("content-type", UNSET)


def _unquoted(value: str) -> str:
    # "%22" is how browsers write a quote (WHATWG HTML, "multipart form data"); a backslash is RFC 2183's way.
    return re.sub(r"\\(.)", r"\1", value).replace("%22", '"').replace("%0D", "\r").replace("%0A", "\n")


def _text(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise _unfit("a part other than a file is not UTF-8") from None


def _unfit(what: str) -> Exception:
    return invalid("filedrawers.form", what)


def write_form(request: UploadRequest, boundary: str) -> tuple[bytes, str]:
    """Return the body and its `Content-Type`, with the caller's boundary.

    Raises InvalidDocument for a boundary that is invalid or occurs in a file, and for data that is not base64.
    """
    if not _PLAIN_BOUNDARY.match(boundary):
        raise _unfit(f"{boundary!r} is not a boundary")
    parts: list[tuple[str, bytes]] = []
    if request.filedrawer is not UNSET:
        parts.append((_head("filedrawer"), request.filedrawer.encode()))
    for name, raw in request.unknown.members.items():
        parts.append((_head(name), _text_of(name, raw)))
    parts += [(_head_of(file), _bytes_of(file)) for file in (request.files or ())]
    mark = b"--" + boundary.encode()
    if any(mark in data or mark in head.encode() for head, data in parts):
        raise _unfit("the form itself contains the boundary")
    lines = [mark + b"\r\n" + head.encode() + b"\r\n\r\n" + data + b"\r\n" for head, data in parts]
    return b"".join((*lines, mark, b"--\r\n")), f"multipart/form-data; boundary={_quoted_boundary(boundary)}"


def _quoted_boundary(boundary: str) -> str:
    return boundary if boundary.replace("-", "").replace("_", "").isalnum() else f'"{boundary}"'


def _head(name: str, filename: str | None = None, media_type: str | None = None) -> str:
    line = f'Content-Disposition: form-data; name="{_quoted(name)}"'
    if filename is not None:
        line += f'; filename="{_quoted(filename)}"'
    return line if media_type is None else f"{line}\r\nContent-Type: {media_type}"


def _quoted(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")


def _head_of(file: UploadedFile) -> str:
    if file.filename is UNSET:
        raise _unfit("a file has no name")
    media_type = None if file.media_type is UNSET else file.media_type
    if media_type is not None and re.search(r"[^\x20-\x7e]", media_type):
        raise _unfit(f"{media_type!r} is not a media type")
    return _head("files", file.filename, media_type)


def _bytes_of(file: UploadedFile) -> bytes:
    try:
        return base64.b64decode("" if file.data is UNSET else file.data, validate=True)
    except (binascii.Error, ValueError):
        raise _unfit("the data of a file is not base64") from None


def _text_of(name: str, raw: Raw) -> bytes:
    text = bytes(raw)
    if text[:1] != b'"':
        raise _unfit(f"{name!r} is no text, and a form has no other values")
    return _DECODER.decode(text).encode()
