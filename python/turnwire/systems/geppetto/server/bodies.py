"""Read the body of a request: no larger, no deeper and no slower than is allowed."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Any, Final

import msgspec

from turnwire.codec.json import parsed
from turnwire.codec.limits import Limits
from turnwire.errors import InvalidDocument
from turnwire.systems.geppetto.filedrawers import read_form
from turnwire.systems.geppetto.server.asking import Number
from turnwire.systems.geppetto.server.refusals import Refused, check_schema, no_json, too_large, unfit

if TYPE_CHECKING:
    from starlette.requests import Request

    from turnwire.systems.geppetto.filedrawers import UploadRequest

KIB: Final = 1024
# A query is a question and some settings.
_MESSAGE: Final = Limits(max_bytes=256 * KIB, max_depth=16)
_JSON: Final = "application/json"
# Of a form, beside its files: the drawer, and what a client adds of its own.
_OTHER_PARTS: Final = 4
_LONGEST_NUMBER: Final = 18
# The original server reads a query with Pydantic: "By default, Pydantic will attempt to coerce values to the desired
# type when possible" (Pydantic, Strict Mode).
_SPELLED: Final = {
    "maxTokens": re.compile(r"[+-]?[0-9]{1,18}"),
    "temperature": re.compile(r"[+-]?[0-9]{1,18}(\.[0-9]{1,18})?"),
}
# The definition documents them, and the original server's class of queries lacks them, so that no value of theirs is a
# fault: "ignore - ignore any extra attributes" is the default (Pydantic, ConfigDict.extra).
_NO_FAULT: Final = {"topP": Number, "stopSequences": tuple[str, ...]}


async def message_of(request: Request, schema: str, seconds: float) -> Any:
    """Return the JSON body of a request, parsed and checked by its schema.

    Args:
        request: the request.
        schema: the name of its schema in `schemas/geppetto/`.
        seconds: how long the body may take.

    Raises:
        Refused: 408, 413, or 422 with the faults.
    """
    # A page of another site can make a browser send a form or plain text without asking first, but not this type.
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != _JSON:
        raise unfit("model_attributes_type", f"The body has to be JSON, with the Content-Type {_JSON}")
    body = await _body_of(request, _MESSAGE.max_bytes, seconds)
    try:
        tree = parsed(body, _MESSAGE)
    except InvalidDocument as error:
        raise no_json(error.diagnostics[0]) from None
    if isinstance(tree, dict):
        tree = _without_unfit(_with_numbers(tree))
    check_schema(tree, schema)
    return tree


def _with_numbers(message: dict[str, Any]) -> dict[str, Any]:
    """Return a message whose settings are numbers, also where they are texts, such as "10"."""
    texts = {name: message[name].strip() for name in _SPELLED if isinstance(message.get(name), str)}
    return message | {name: float(text) for name, text in texts.items() if _SPELLED[name].fullmatch(text)}


def _without_unfit(message: dict[str, Any]) -> dict[str, Any]:
    """Return a message without the settings that are of another type than documented, and not looked at."""
    unfit = {name for name, kind in _NO_FAULT.items() if name in message and not _fits(message[name], kind)}
    return {name: value for name, value in message.items() if name not in unfit}


def _fits(value: Any, kind: Any) -> bool:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


async def form_of(request: Request, most_bytes: int, most_files: int, seconds: float) -> UploadRequest:
    """Return the form of an upload.

    Args:
        request: the request.
        most_bytes: the largest body.
        most_files: how many files it may have.
        seconds: how long the body may take.

    Raises:
        Refused: 408, 413, or 422 with the faults.
    """
    content_type = request.headers.get("content-type", "")
    body = await _body_of(request, most_bytes, seconds)
    try:
        form = read_form(body, content_type, most_parts=most_files + _OTHER_PARTS)
    except InvalidDocument as error:
        raise unfit("value_error", error.diagnostics[0].message) from None
    for name in ("filedrawer", "files"):
        if not getattr(form, name):
            raise unfit("missing", "Field required", name)
    if len(form.files or ()) > most_files:
        raise unfit("too_long", f"A form has at most {most_files} files", "files")
    return form


async def _body_of(request: Request, most: int, seconds: float) -> bytes:
    declared = request.headers.get("content-length", "0")
    if len(declared) > _LONGEST_NUMBER or (declared.isdecimal() and int(declared) > most):
        raise too_large(most)
    pieces: list[bytes] = []
    length = 0
    try:
        async with asyncio.timeout(seconds):
            async for piece in request.stream():
                length += len(piece)
                if length > most:
                    raise too_large(most)
                pieces.append(piece)
    except TimeoutError:
        raise Refused(408, f"The body did not arrive within {seconds:g} seconds.") from None
    return b"".join(pieces)
