"""The JSON Schemas of native JSON, of other systems and of dialects: their names, texts, and validators.

The files are in `schemas/` of the repository; a wheel carries them as package data. Nothing is ever fetched.
Those of native JSON, in `schemas/turnwire/`, have bare names: `message`.
Those of another system, such as `schemas/glm/`, have its name in front: `glm/history`.
Those of a dialect, in `schemas/dialects/`, have the dialect and the kind of document: `openai_chat/request`.
Those in `schemas/invariants/` check the rules of docs/invariants.md.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from jsonschema_rs import Draft202012Validator, Registry

NATIVE = "turnwire"
RULES = "invariants"
"""No system: schemas that are narrower than those of the native JSON."""
_DIALECTS = "dialects"
_ROOT = "https://turnwire.dev/schemas/"
_SUFFIX = ".schema.json"


def names(system: str = NATIVE) -> tuple[str, ...]:
    """Return the names of the schemas of one system or dialect, sorted: `completion`, `content-block` and so on."""
    return tuple(name for name in _files() if _system_of(name) == system)


def systems() -> tuple[str, ...]:
    """Return the systems that have schemas, sorted; dialects are not among them."""
    return tuple(sorted({_system_of(name) for name, path in _files().items() if not _is_of_dialect(path)} - {RULES}))


def dialects() -> tuple[str, ...]:
    """Return the dialects that have schemas of their own, sorted."""
    return tuple(sorted({_system_of(name) for name, path in _files().items() if _is_of_dialect(path)}))


def every_name() -> tuple[str, ...]:
    """Return the names of all schemas: those of the systems, of the rules, and of the dialects, each sorted."""
    return tuple(name for system in (*systems(), RULES, *dialects()) for name in names(system))


def full_name(name: str) -> str:
    """Return the name of a schema for the name of a dialect, whose requests it describes; else the name as it is.

    Example:
        `full_name("openai_chat")` is `"openai_chat/request"`.
    """
    return f"{name}/request" if name in dialects() else name


def id_of(name: str) -> str:
    """Return the `$id` of a schema, which is a name and not an address to fetch."""
    system, _, last = name.rpartition("/")
    return f"{_ROOT}{system}/v1/{last}" if system else f"{_ROOT}v1/{last}"


def schema(name: str) -> bytes:
    """Return the text of one schema, in UTF-8.

    Raises:
        KeyError: no schema has this name.
    """
    return _files()[name].read_bytes()


@functools.cache
def validator(name: str) -> Draft202012Validator:
    """Return a compiled validator of one schema; it is made once per name.

    The schema of a dialect stands alone; each other one can refer to all others.
    `name` may lead into the schema: `content-block#/$defs/TextBlock`, `glm/history#/$defs/Entry`.

    Raises:
        KeyError: no schema has this name.
        ValueError: the schema has no such place, or it refers to a schema that is not in the package.
    """
    document, mark, place = name.partition("#")
    alone = document if _is_of_dialect(_files()[document]) else None
    import jsonschema_rs  # noqa: PLC0415 - it is only needed here, and commands that do not validate start without it

    wanted = {"$ref": id_of(document) + mark + place}
    return jsonschema_rs.Draft202012Validator(wanted, registry=_registry(alone), retriever=_refuse)


@functools.cache
def _registry(alone: str | None) -> Registry:
    """Return a registry of one schema, or of all that are not a dialect's."""
    import jsonschema_rs  # noqa: PLC0415 - see above

    wanted = [alone] if alone else [name for name, path in _files().items() if not _is_of_dialect(path)]
    return jsonschema_rs.Registry(
        [(id_of(name), json.loads(schema(name))) for name in wanted],
        draft=jsonschema_rs.Draft202012,
        retriever=_refuse,
    )


def _system_of(name: str) -> str:
    return name.rpartition("/")[0] or NATIVE


def _is_of_dialect(path: Path) -> bool:
    return path.parent.parent.name == _DIALECTS


def _refuse(uri: str) -> NoReturn:
    raise LookupError(f"{uri} is not one of turnwire's own schemas, and nothing is fetched")


@functools.cache
def _files() -> dict[str, Path]:
    """Return the file of each schema by its name; each is read when it is needed."""
    found = {}
    for pattern in ("*/*", f"{_DIALECTS}/*/*"):
        for path in _folder().glob(pattern + _SUFFIX):
            last, system = path.name.removesuffix(_SUFFIX), path.parent.name
            found[last if system == NATIVE else f"{system}/{last}"] = path
    return dict(sorted(found.items()))


def _folder() -> Path:
    packaged = Path(__file__).parents[1] / "schemas"
    return packaged if packaged.is_dir() else Path(__file__).parents[3] / "schemas"
