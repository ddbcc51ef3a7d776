"""Check the JSON of a request for what `json_format` does not refuse, or refuses with the text of a Python exception.

`json_format` passes over what is not base64 in a field of bytes, so that a document which was sent as it is became
another one, or an empty one.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final

from google.protobuf.descriptor import FieldDescriptor

from turnwire.service.errors import RefusedError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from google.protobuf.message import Message

# json_format reads both alphabets of base64, and line feeds do no harm.
_NO_BASE64: Final = re.compile(r"[^A-Za-z0-9+/_\-\s]", re.ASCII)
_NUMBER: Final = ((int, float, str), "a number")
_SCALARS: Final[dict[int, tuple[tuple[type, ...], str]]] = {
    FieldDescriptor.CPPTYPE_STRING: ((str,), "a text"),
    FieldDescriptor.CPPTYPE_BOOL: ((bool,), "true or false"),
    FieldDescriptor.CPPTYPE_ENUM: ((str, int), "the name of a value"),
    FieldDescriptor.CPPTYPE_INT32: _NUMBER,
    FieldDescriptor.CPPTYPE_INT64: _NUMBER,
    FieldDescriptor.CPPTYPE_UINT32: _NUMBER,
    FieldDescriptor.CPPTYPE_UINT64: _NUMBER,
    FieldDescriptor.CPPTYPE_FLOAT: _NUMBER,
    FieldDescriptor.CPPTYPE_DOUBLE: _NUMBER,
}
"""What JSON has for a field of a type, in Python and in words."""


def loaded(data: bytes, kind: type[Message]) -> dict[str, Any]:
    """Return the JSON of a request, the values of which have the types of its message.

    Args:
        data: the JSON.
        kind: the message; names that it does not have are not looked at.

    Raises:
        RefusedError: it is no JSON object, a name is in it twice, or a value has another type.
        RecursionError: it is nested too deeply.
    """
    try:
        value = json.loads(data.decode(), object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        raise RefusedError("", f"the request is not JSON: {error}") from None
    except UnicodeDecodeError as error:
        raise RefusedError("", f"the request is not UTF-8, at byte {error.start + 1}") from None
    except ValueError:
        raise RefusedError("", "the request has a number of too many digits") from None
    _check_message(value, kind.DESCRIPTOR, "")
    found: dict[str, Any] = value
    return found


def _once(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise RefusedError("", "the request has a name twice in one object")
        found[name] = value
    return found


def _check_message(value: Any, kind: Any, path: str) -> None:
    if not isinstance(value, dict):
        raise _wrong(path, "an object")
    for name, part in value.items():
        field = kind.fields_by_camelcase_name.get(name) or kind.fields_by_name.get(name)
        if field is None or part is None:
            continue
        here = f"{path}.{field.name}" if path else field.name
        if _is_map(field) or not field.is_repeated:
            _check_value(part, field, here)
        elif not isinstance(part, list):
            raise _wrong(here, "a list")
        else:
            for position, each in enumerate(part):
                _check_value(each, field, f"{here}[{position}]")


def _is_map(field: FieldDescriptor) -> bool:
    return field.message_type is not None and field.message_type.GetOptions().map_entry


def _check_value(value: Any, field: FieldDescriptor, path: str) -> None:
    if _is_map(field):
        if not isinstance(value, dict):
            raise _wrong(path, "an object")
    elif field.message_type is not None:
        _check_message(value, field.message_type, path)
    else:
        _check_scalar(value, field, path)


def _check_scalar(value: Any, field: FieldDescriptor, path: str) -> None:
    types, words = _SCALARS[field.cpp_type]
    if type(value) not in types:  # not `isinstance`: true is an int
        raise _wrong(path, words)
    if field.type == FieldDescriptor.TYPE_BYTES:
        _check_base64(value, path)


def _check_base64(value: str, path: str) -> None:
    if (found := _NO_BASE64.search(value.rstrip("=\r\n "))) is not None:
        text = f"{path} is bytes in base64: character {found.start() + 1} is not in its alphabet"
        raise RefusedError(path, text)


def _wrong(path: str, words: str) -> RefusedError:
    return RefusedError(path, f"{path or 'the request'} is {words}")
