"""The response of a function, which is an object, and the text of a tool's result.

A text that is a JSON object is the response itself; any other is `{"result": text}`, or `{"error": text}` if the
tool failed; nothing is `{}`.  Other spellings of the source are marked, so that they are written back.

"The function response in JSON object format. Callers can use any keys of their choice that fit the function's syntax to
return the function output, e.g. "output", "result", etc. In particular, if the function call failed to execute, the
response can have an "error" key to return error details to the model." (FunctionResponse.response)
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import Raw, Struct

from turnwire.codec.json import check_raw
from turnwire.codec.wire import ENCODER
from turnwire.errors import InvalidDocument

_OBJECT = msgspec.json.Decoder(dict[str, Raw])
_JSON = msgspec.json.Decoder(Raw)
_TEXT = msgspec.json.Decoder(str)
_RESULT, _ERROR, _OUTPUT = "result", "error", "output"

NOTHING: Final = Raw(b"{}")


class _Result(Struct, forbid_unknown_fields=True, gc=False):
    """A response that is a text."""

    result: str


_PLAIN_RESULT: Final = msgspec.json.Decoder(_Result)


class Payload(Struct):
    """The content of a response: its text, if any, whether it is an error, and how the source spelled it."""

    text: str | None = None
    is_error: bool | None = None
    form: dict[str, Any] = {}


def read_payload(raw: Raw) -> Payload | None:
    """Read a response; None if it is not an object."""
    check_raw(raw)
    if memoryview(raw)[0] != ord("{"):
        return None
    members = _OBJECT.decode(raw)
    if not members:
        return Payload()
    if len(members) > 1:
        return Payload(bytes(raw).decode())
    ((key, value),) = members.items()
    if key == _ERROR:
        return _error(value)
    if key in (_RESULT, _OUTPUT) and memoryview(value)[0] == ord('"'):
        text = _TEXT.decode(value)
        form: dict[str, Any] = {} if key == _RESULT else {"key": key}
        if not form and _is_response(text):
            form["payload"] = "text"
        return Payload(text, None, form)
    return Payload(bytes(raw).decode())


def text_of_result(raw: Raw) -> str | None:
    """Return the text of a response that `read_payload` reads as a text, without marks and without an error."""
    try:
        text = _PLAIN_RESULT.decode(raw).result
    except msgspec.ValidationError:
        payload = read_payload(raw)
        return payload.text if payload is not None and not payload.form and not payload.is_error else None
    return None if _is_response(text) else text


def _error(value: Raw) -> Payload:
    text = bytes(value).decode()
    if text == "null":
        return Payload(is_error=True)
    if text[0] == '"':
        said = msgspec.json.decode(value, type=str)
        return Payload(said, is_error=True, form={"payload": "text"} if _is_object(said) else {})
    return Payload(text, is_error=True, form={} if _is_object(text) else {"payload": "json"})


def write_payload(payload: Payload) -> Raw:
    """The response."""
    text, form = payload.text, payload.form
    if payload.is_error:
        return _object(_ERROR, _error_value(text, form))
    if text is None:
        return NOTHING
    if form.get("key") == _OUTPUT:
        return _object(_OUTPUT, text)
    if form.get("payload") != "text" and _is_response(text):
        return Raw(text.encode())
    return _object(_RESULT, text)


def response_of(text: str) -> Raw | dict[str, str]:
    """The response for the text of a result that did not fail and has no marks."""
    return Raw(text.encode()) if text[:1] == "{" and _is_response(text) else {_RESULT: text}


def _object(key: str, value: Any) -> Raw:
    return Raw(ENCODER.encode({key: value}))


def _error_value(text: str | None, form: dict[str, Any]) -> Any:
    if text is None or (form.get("payload") == "json" and _is_json(text)):
        return None if text is None else Raw(text.encode())
    return Raw(text.encode()) if form.get("payload") != "text" and _is_object(text) else text


def _is_response(text: str) -> bool:
    """Whether a text is a JSON object that reading takes for nothing but itself."""
    if not _is_object(text):
        return False
    members = _OBJECT.decode(text)
    if len(members) > 1:
        return True
    if not members or _ERROR in members:
        return False
    ((key, value),) = members.items()
    return key not in (_RESULT, _OUTPUT) or memoryview(value)[0] != ord('"')


def _is_object(text: str) -> bool:
    return text[:1] == "{" and text[-1:] == "}" and _is_json(text)


def _is_json(text: str) -> bool:
    """Whether a text is one JSON value without white space around it, which is not nested too deep."""
    if text != text.strip(" \t\r\n"):
        return False
    try:
        check_raw(_JSON.decode(text))
    except (msgspec.DecodeError, InvalidDocument, RecursionError, ValueError):
        return False
    return True
