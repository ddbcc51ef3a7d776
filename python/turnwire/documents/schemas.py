"""The JSON Schemas of native JSON and of other systems: their names, texts, and validators that fetch nothing.

The files are in `schemas/` of the repository; a wheel carries them as package data.
Those of native JSON, in `schemas/turnwire/`, have bare names: `message`.
Those of another system, such as `schemas/glm/`, have its name in front: `glm/history`.
Those in `schemas/invariants/` check the rules of docs/invariants.md.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from jsonschema_rs import Draft202012Validator

NATIVE = "turnwire"
RULES = "invariants"
"""No system: schemas that are narrower than those of the native JSON."""
_ROOT = "https://turnwire.dev/schemas/"
_SUFFIX = ".schema.json"


def names(system: str = NATIVE) -> tuple[str, ...]:
    """Return the names of the schemas of one system, sorted: `completion`, `content-block` and so on."""
    return tuple(name for name in _texts() if _system_of(name) == system)


def systems() -> tuple[str, ...]:
    """Return the systems that have schemas, sorted."""
    return tuple(sorted({_system_of(name) for name in _texts()} - {RULES}))


def every_name() -> tuple[str, ...]:
    """Return the names of all schemas, sorted by system."""
    return tuple(name for system in (*systems(), RULES) for name in names(system))


def id_of(name: str) -> str:
    """Return the `$id` of a schema, which is a name and not an address to fetch."""
    system, _, last = name.rpartition("/")
    return f"{_ROOT}{system}/v1/{last}" if system else f"{_ROOT}v1/{last}"


def schema(name: str) -> bytes:
    """Return the text of one schema, in UTF-8.

    Raises:
        KeyError: no schema has this name.
    """
    return _texts()[name]


@functools.cache
def validator(name: str) -> Draft202012Validator:
    """Return a compiled validator of one schema, which can refer to all others; it is made once per name.

    `name` may lead into the schema: `content-block#/$defs/TextBlock`, `glm/history#/$defs/Entry`.

    Raises:
        KeyError: no schema has this name.
        ValueError: the schema has no such place, or it refers to a schema that is not in the package.
    """
    document, mark, place = name.partition("#")
    schema(document)
    import jsonschema_rs  # noqa: PLC0415 - it is only needed here, and commands that do not validate start without it

    registry = jsonschema_rs.Registry(
        [(id_of(each), json.loads(text)) for each, text in _texts().items()],
        draft=jsonschema_rs.Draft202012,
        retriever=_refuse,
    )
    wanted = {"$ref": id_of(document) + mark + place}
    return jsonschema_rs.Draft202012Validator(wanted, registry=registry, retriever=_refuse)


def _system_of(name: str) -> str:
    return name.rpartition("/")[0] or NATIVE


def _refuse(uri: str) -> NoReturn:
    raise LookupError(f"{uri} is not one of turnwire's own schemas, and nothing is fetched")


@functools.cache
def _texts() -> dict[str, bytes]:
    found = {}
    for path in _folder().glob("*/*" + _SUFFIX):
        last, system = path.name.removesuffix(_SUFFIX), path.parent.name
        found[last if system == NATIVE else f"{system}/{last}"] = path.read_bytes()
    return dict(sorted(found.items()))


def _folder() -> Path:
    packaged = Path(__file__).parents[1] / "schemas"
    return packaged if packaged.is_dir() else Path(__file__).parents[3] / "schemas"
