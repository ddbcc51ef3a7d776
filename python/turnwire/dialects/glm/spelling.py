"""The spellings of calls: a name with parameters, or a line of Python.  Nothing is ever executed."""

from __future__ import annotations

import keyword
import re
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from msgspec import Raw

from turnwire.codec.wire import FORM
from turnwire.dialects.glm.wire import NAME
from turnwire.documents.residue import form_of, overlay_of
from turnwire.model import ABSENT

if TYPE_CHECKING:
    from turnwire.documents.residue import ProviderRaw

_OBJECT = msgspec.json.Decoder(dict[str, Raw])
_LIST = msgspec.json.Decoder(list[Raw])
_TEXT = msgspec.json.Encoder().encode

# `name(`, `key=`, and the values that Python and JSON both write on one line without an escape.
_NAME = re.compile(r"\s*([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\(", re.ASCII)
_ARGUMENT = re.compile(
    r"""\s*(?:([A-Za-z_]\w*)\s*=\s*)?
    (?:"([^"\\\n]*)"|'([^'\\\n]*)'|(-?(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,17})?)|(True|False|None))\s*([,)])""",
    re.ASCII | re.VERBOSE,
)
_BOTH = frozenset({"args", "kwargs"})
POSITIONAL = "positional"
"""How parameters are noted of which some have no name."""
_WORDS = {"True": b"true", "False": b"false", "None": b"null"}
_IN_PYTHON = {value: word for word, value in _WORDS.items()}


class Parameters(NamedTuple):
    """The parameters of a call: JSON, or free text; and their original spelling if it differs."""

    input: Raw
    text: str | None = None
    form: str | None = None


def read_parameters(raw: Raw) -> Parameters:
    """Read "The used parameters (both args and kwargs)": kwargs alone are the input.

    A call without parameters has an empty object as its input.
    """
    text = bytes(raw)
    if not text:
        return Parameters(Raw(b"{}"), None, "none")
    if text[:1] == b'"':
        return Parameters(ABSENT, msgspec.json.decode(text), "bare")
    if text[:1] != b"{":
        return Parameters(Raw(text), None, "bare")
    members = _OBJECT.decode(text)
    if not members or not members.keys() <= _BOTH:
        return Parameters(Raw(text))
    kwargs = members.get("kwargs")
    if kwargs is not None and bytes(kwargs)[:1] == b"{":
        if "args" not in members:
            return Parameters(Raw(kwargs), None, "kwargs")
        if _is_empty_list(members["args"]):
            return Parameters(Raw(kwargs), None, "both")
    return Parameters(Raw(text), None, POSITIONAL if is_positional(raw) else "bare")


def is_positional(given: Raw) -> bool:
    """Whether an input is values by position, and those by name: `{"args": [...], "kwargs": {...}}`."""
    if bytes(given)[:1] != b"{":
        return False
    members = _OBJECT.decode(given)
    if "args" not in members or not members.keys() <= _BOTH:
        return False
    return bytes(members["args"])[:1] == b"[" and bytes(members.get("kwargs", b"{"))[:1] == b"{"


def _is_empty_list(raw: Raw) -> bool:
    return bytes(raw)[:1] == b"[" and not bytes(raw)[1:-1].strip()


def write_parameters(given: Raw, text: str | None, form: object) -> object:
    """The value that is read as these parameters; None where there are none."""
    if text is not None:
        return text
    if not given or (form == "none" and not _members(given)):
        return None
    members = _members(given)
    if members is None:
        return given
    if form == "both":
        return {"args": [], "kwargs": given}
    as_it_is = form in ("bare", POSITIONAL) and read_parameters(given).form == form
    if form == "kwargs" or (members and members.keys() <= _BOTH and not as_it_is):
        return {"kwargs": given}
    return given


def _members(given: Raw) -> dict[str, Raw] | None:
    return _OBJECT.decode(given) if bytes(given)[:1] == b"{" else None


def read_source(source: str) -> tuple[str, Raw] | None:
    """The name and the input of one call in Python with plain values; None for all other code.

    `f(a=1)` has the input `{"a": 1}`; with values that have no name it is `{"args": [...], "kwargs": {...}}`.
    """
    head = _NAME.match(source)
    if head is None:
        return None
    args: list[bytes] = []
    kwargs: dict[str, bytes] = {}
    place, end = head.end(), ","
    if source[place:].strip() == ")":
        return head[1], Raw(b"{}")
    while end == ",":
        found = _ARGUMENT.match(source, place)
        if found is None or (found[1] in kwargs if found[1] else bool(kwargs)):
            return None
        if found[1]:
            kwargs[found[1]] = _value(found)
        else:
            args.append(_value(found))
        place, end = found.end(), found[6]
    if source[place:].strip():
        return None
    named = b"{" + b",".join(_TEXT(name) + b":" + value for name, value in kwargs.items()) + b"}"
    return head[1], Raw(b'{"args":[' + b",".join(args) + b'],"kwargs":' + named + b"}" if args else named)


def write_source(name: str, given: Raw, *, positional: bool) -> str:
    """Write a call in Python: `f(1, a="x")`, which `read_source` reads, with values of every other kind.

    `positional`: the input is values without names and those with names, `{"args": [...], "kwargs": {...}}`.
    Members that are not valid names of arguments in Python are written as `**{"a-b": 1}`.
    """
    if not given:
        return f"{name}()"
    members = _members(given)
    if members is None:
        return f"{name}({_in_python(given)})"
    values: list[str] = []
    if positional:
        values = [_in_python(each) for each in _LIST.decode(members["args"])]
        members = _OBJECT.decode(members.get("kwargs", b"{}"))
    named = {key: value for key, value in members.items() if key.isidentifier() and not keyword.iskeyword(key)}
    values += [f"{key}={_in_python(value)}" for key, value in named.items()]
    if others := {key: value for key, value in members.items() if key not in named}:
        values.append(f"**{_object_in_python(others)}")
    return f"{name}({', '.join(values)})"


def _in_python(raw: Raw) -> str:
    """A JSON value as Python writes it: other words for true, false and null, and texts without JSON's own escapes."""
    first = bytes(memoryview(raw)[:1])
    if first == b"{":
        return _object_in_python(_OBJECT.decode(raw))
    if first == b"[":
        return f"[{', '.join(map(_in_python, _LIST.decode(raw)))}]"
    if first == b'"':
        return _TEXT(msgspec.json.decode(raw)).decode()
    return _IN_PYTHON.get(bytes(raw), bytes(raw).decode())


def _object_in_python(members: dict[str, Raw]) -> str:
    return f"{{{', '.join(f'{_TEXT(key).decode()}: {_in_python(value)}' for key, value in members.items())}}}"


def line_of(provider_raw: ProviderRaw | None) -> tuple[str | None, ProviderRaw | None]:
    """Return a call's line of Python, and the residue of the call without what is only for other formats."""
    own = provider_raw.get(NAME) if provider_raw else None
    if provider_raw is None or own is None or bytes(own)[:1] != b"{":
        return None, provider_raw
    members = overlay_of(provider_raw, NAME)
    if FORM not in members:
        return None, provider_raw
    if form_of(provider_raw, NAME).get("parameters") == POSITIONAL and "source" not in members:
        members.pop("parameters", None)
        return None, {**provider_raw, NAME: Raw(_TEXT(members))}
    line = members.pop("source", None)
    if line is None or bytes(line)[:1] != b'"':
        return None, provider_raw
    return msgspec.json.decode(line), {**provider_raw, NAME: Raw(_TEXT(members))}


def _value(found: re.Match[str]) -> bytes:
    if found[4] is not None:
        return found[4].encode()
    if found[5] is not None:
        return _WORDS[found[5]]
    return _TEXT(found[2] if found[2] is not None else found[3])
