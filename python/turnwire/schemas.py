"""The JSON Schemas of the native JSON: their names, their text, and validators that never fetch anything.

The files are the source in `schemas/turnwire/` of the repository; a wheel carries them as package data.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from jsonschema_rs import Draft202012Validator

BASE = "https://turnwire.dev/schemas/v1/"
"""What every `$id` starts with; the name follows."""

_SUFFIX = ".schema.json"


def names() -> tuple[str, ...]:
    """The names of all schemas, sorted: `completion`, `content-block` and so on."""
    return tuple(_texts())


def schema(name: str) -> bytes:
    """The text of one schema, UTF-8.

    Raises:
        KeyError: there is no schema of this name.
    """
    return _texts()[name]


@functools.cache
def validator(name: str) -> Draft202012Validator:
    """A compiled validator of one schema, with all the others at hand; made once per name.

    `name` may go on into the schema: `content-block#/$defs/TextBlock`.

    Raises:
        KeyError: there is no schema of this name.
        ValueError: there is no such place in the schema, or it refers to something outside ours.
    """
    schema(name.partition("#")[0])
    import jsonschema_rs  # noqa: PLC0415 - it is only needed here, and commands that do not validate start without it

    registry = jsonschema_rs.Registry(
        [(BASE + each, json.loads(text)) for each, text in _texts().items()],
        draft=jsonschema_rs.Draft202012,
        retriever=_refuse,
    )
    return jsonschema_rs.Draft202012Validator({"$ref": BASE + name}, registry=registry, retriever=_refuse)


def _refuse(uri: str) -> NoReturn:
    raise LookupError(f"{uri} is not one of turnwire's own schemas, and nothing is fetched")


@functools.cache
def _texts() -> dict[str, bytes]:
    paths = sorted(_folder().glob("*" + _SUFFIX))
    return {path.name.removesuffix(_SUFFIX): path.read_bytes() for path in paths}


def _folder() -> Path:
    packaged = Path(__file__).parent / "schemas"
    return packaged if packaged.is_dir() else Path(__file__).parents[2] / "schemas" / "turnwire"
