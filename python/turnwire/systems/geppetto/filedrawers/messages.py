"""Read and write the messages; unknown members of an object are kept and written again.

Nothing is required on reading, since a server's refusal contains what it refused; the JSON Schemas have the required
members.  A field that is missing, or has a value of another type, is `msgspec.UNSET`.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final, TypeVar

from msgspec import UNSET, UnsetType

from turnwire.codec.json import check
from turnwire.codec.limits import FAST
from turnwire.codec.wire import ENCODER, Form, Wire
from turnwire.errors import invalid

if TYPE_CHECKING:
    from collections.abc import Mapping

# "ERROR" (answers), "Error" (lists), "failure" (taking in): compared without regard to case.
_FAILED: Final = frozenset(("error", "failure"))


class ErrorDetail(Wire):
    """An error: `code` is a text in the server and a number in its admin tools."""

    code: str | int | UnsetType = UNSET
    message: str | UnsetType = UNSET


class ListRequest(Wire, rename="camel"):
    """POST /listfiledrawers/: what lies in the drawers?"""

    request_type: str | UnsetType = UNSET
    data_operands: str | UnsetType = UNSET
    file_names: list[str] | UnsetType | None = UNSET


class ListReply(Wire, rename="camel"):
    """The list as JSON in a text, or why there is none; see `drawers_of`."""

    response_type: str | UnsetType = UNSET
    response_msg: str | UnsetType = UNSET
    error: ErrorDetail | UnsetType | None = UNSET


class SetRequest(Wire, rename="camel"):
    """POST /setfiledrawer/: talk about another document; `message` is its path, "/Drawer/Document"."""

    request_type: str | UnsetType = UNSET
    persona: str | UnsetType = UNSET
    uid: str | UnsetType = UNSET
    message: str | UnsetType = UNSET
    session_id: str | UnsetType = UNSET
    language: str | UnsetType = UNSET


class SetReply(Wire, rename="camel"):
    """The document that is chosen now; see `chosen_by`."""

    request_type: str | UnsetType = UNSET
    content: str | UnsetType = UNSET
    error: ErrorDetail | UnsetType | None = UNSET


class UploadedFile(Wire, rename="camel"):
    """One file of a form; `data` is base64."""

    filename: str | UnsetType = UNSET
    data: str | UnsetType = UNSET
    media_type: str | UnsetType = UNSET


class UploadRequest(Wire):
    """POST /uploadfile/, a form: see `read_form` and `write_form`; as JSON it is in no message of the server."""

    filedrawer: str | UnsetType = UNSET
    files: list[UploadedFile] | UnsetType = UNSET


class UploadReply(Wire):
    """The location of the uploaded files; see `stored_at`."""

    message: str | UnsetType = UNSET
    error: ErrorDetail | UnsetType | None = UNSET
    listfiles: list[str] | UnsetType = UNSET


class IngestRequest(Wire):
    """POST /ingestlocalweb/: take in a page of the web, or a file that lies on the server."""

    request: str | UnsetType = UNSET
    filedrawer: str | UnsetType = UNSET
    filename: str | UnsetType = UNSET


class IngestReply(Wire):
    """Whether it was taken in."""

    request: str | UnsetType = UNSET
    status: str | UnsetType = UNSET
    error: ErrorDetail | UnsetType | None = UNSET


M = TypeVar(
    "M",
    ErrorDetail,
    ListRequest,
    ListReply,
    SetRequest,
    SetReply,
    UploadRequest,
    UploadReply,
    IngestRequest,
    IngestReply,
)


def read(data: bytes | str | Mapping[str, Any], kind: type[M]) -> M:
    """Read a message of one kind from JSON.  Raises InvalidDocument for anything but a JSON object.

    A repeated key, and an object without any field of the kind, are refused, too.
    """
    body = _bytes_of(data)
    check(body)
    found: M = _form(kind).decode(body, FAST)
    if found == kind(unknown=found.unknown):
        raise invalid("filedrawers.kind", f"nothing in this is of a {kind.__name__}", hint="is it another message?")
    return found


def _bytes_of(data: Any) -> bytes:
    try:
        return data.encode() if isinstance(data, str) else data if isinstance(data, bytes) else ENCODER.encode(data)
    except (TypeError, ValueError, RecursionError) as error:
        raise invalid("input.type", f"not bytes, text or JSON: {error}") from None


@functools.cache
def _form(kind: type[Any]) -> Form[Any]:
    return Form(kind)


def write(message: Wire) -> bytes:
    """The message as JSON, with what was kept of the one that was read."""
    return ENCODER.encode(_told(message))


def _told(value: Any) -> Any:
    """Fields that are set win over what was kept under their keys."""
    if isinstance(value, list):
        return [_told(each) for each in value]
    if not isinstance(value, Wire):
        return value
    names = zip(value.__struct_fields__, value.__struct_encode_fields__, strict=True)
    fields = {key: getattr(value, name) for name, key in names if name != "unknown"}
    return {**value.unknown.members, **{key: _told(each) for key, each in fields.items() if each is not UNSET}}


def is_failure(reply: ListReply | SetReply | UploadReply | IngestReply) -> bool:
    """Return whether a reply reports a failure: by its status, or by its error."""
    words = (getattr(reply, name, UNSET) for name in ("request_type", "response_type", "status"))
    return isinstance(reply.error, ErrorDetail) or any(
        isinstance(word, str) and word.lower() in _FAILED for word in words
    )
