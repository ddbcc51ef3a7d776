"""The JSON Schemas of the native JSON and of other systems: names, texts, and validators that never fetch anything.

The files are the source in `schemas/` of the repository; a wheel carries them as package data.
Those of the native JSON, in `schemas/turnwire/`, are called by their bare names: `message`.
Those of another system, such as `schemas/glm/`, are called by its name too: `glm/history`.
Those in `schemas/invariants/` say which documents of the native JSON keep the rules of docs/invariants.md.
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
    """The names of the schemas of one system, sorted: `completion`, `content-block` and so on."""
    return tuple(name for name in _texts() if _system_of(name) == system)


def systems() -> tuple[str, ...]:
    """The systems that have schemas, sorted: the native JSON and the others."""
    return tuple(sorted({_system_of(name) for name in _texts()} - {RULES}))


def every_name() -> tuple[str, ...]:
    """The names of all schemas there are, sorted by system."""
    return tuple(name for system in (*systems(), RULES) for name in names(system))


def id_of(name: str) -> str:
    """The `$id` of a schema: a name, not an address."""
    system, _, last = name.rpartition("/")
    return f"{_ROOT}{system}/v1/{last}" if system else f"{_ROOT}v1/{last}"


def schema(name: str) -> bytes:
    """The text of one schema, UTF-8.

    Raises:
        KeyError: there is no schema of this name.
    """
    return _texts()[name]


@functools.cache
def validator(name: str) -> Draft202012Validator:
    """A compiled validator of one schema, with all the others at hand; made once per name.

    `name` may go on into the schema: `content-block#/$defs/TextBlock`, `glm/history#/$defs/Entry`.

    Raises:
        KeyError: there is no schema of this name.
        ValueError: there is no such place in the schema, or it refers to something outside ours.
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
