"""The table of documents that a schema refuses for one reason each.

`NAME.txt` is about one schema, whose name has a dot for the slash: `openai_chat.request`.
It has a block for each document that fits:

    {"model": "x", "messages": [{"role": "user", "content": "x"}]}
    TW201 /messages/0/role null
    TW202 /messages/0/content
    TW207 /user 65 * "x"

A line is a change of the document: the code of the one finding, the place, and the new value. Without a value the place
is taken out. The finding is at the place, or around it where a member was taken out; `@` and a pointer in
front of the place say where it is otherwise.
"""

from __future__ import annotations

import copy
import functools
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tests.schemas.loosened.constraints import Constraint, escaped

from turnwire.documents import schemas
from turnwire.validation import schema_files
from turnwire.validation.schema import compared

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jsonschema_rs import Draft202012Validator, ValidationError

FOLDER: Final = Path(__file__).with_name("tables")
REMOVED: Final = object()
ROOT: Final = '""'
"""The place of the whole document."""
_LINE: Final = re.compile(
    r"(?P<code>TW\d+) (?:@(?P<at>\S*) )?(?P<place>/\S*|\"\")(?: (?P<times>\d+) \*)?(?: (?P<value>.+))?"
)
_LONG: Final = 40


class Change(NamedTuple):
    """What is put at a place of a document."""

    path: tuple[str | int, ...]
    value: Any
    """`REMOVED` takes the place out."""


class Row(NamedTuple):
    """A document that fits, one change of it, and the one finding about the result."""

    document: str
    change: Change
    code: str
    pointer: str

    def broken(self) -> Any:
        """Return the changed document."""
        return changed(json.loads(self.document), self.change)


def changed(document: Any, change: Change) -> Any:
    """Return a document with a change; the one that is given stays as it is."""
    if not change.path:
        return change.value
    whole = copy.deepcopy(document)
    holder = whole
    for step in change.path[:-1]:
        holder = holder[step]
    last = change.path[-1]
    if change.value is REMOVED:
        del holder[last]
    elif isinstance(holder, list) and last == len(holder):
        holder.append(change.value)
    else:
        holder[last] = change.value
    return whole


def file_of(name: str) -> Path:
    """Return the file with the table of a schema."""
    return FOLDER / f"{name.replace('/', '.')}.txt"


def names() -> list[str]:
    """Return the names of the schemas that have a table."""
    return [name for name in schemas.every_name() if file_of(name).exists()]


def rows(name: str) -> Iterator[Row]:
    """Yield the rows of the table of a schema."""
    path = file_of(name)
    for block in path.read_text("utf-8").strip().split("\n\n") if path.exists() else ():
        document, *lines = block.splitlines()
        tree = json.loads(document)
        yield from (_row(document, tree, line) for line in lines)


def _row(document: str, tree: Any, line: str) -> Row:
    match = _LINE.fullmatch(line)
    assert match, line
    place = match["place"].strip('"')
    path = tuple(_steps(place, tree))
    value: Any = json.loads(match["value"]) if match["value"] else REMOVED
    if match["times"]:
        value = value * int(match["times"])
    around = place.rpartition("/")[0] if value is REMOVED else place
    return Row(document, Change(path, value), match["code"], around if match["at"] is None else match["at"])


def _steps(pointer: str, tree: Any) -> Iterator[str | int]:
    for step in pointer.split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        key: str | int = int(name) if isinstance(tree, list) else name
        yield key
        inside = tree[int(key)] if isinstance(tree, list) and int(key) < len(tree) else None
        tree = tree.get(key) if isinstance(tree, dict) else inside


def line_of(row: Row) -> str:
    """Return the line of a row."""
    place = "".join(f"/{escaped(step)}" for step in row.change.path)
    removed = row.change.value is REMOVED
    at = "" if row.pointer == (place.rpartition("/")[0] if removed else place) else f"@{row.pointer} "
    value = "" if removed else f" {_shown(row.change.value)}"
    return f"{row.code} {at}{place or ROOT}{value}"


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    if isinstance(value, str | list) and len(value) > 1 and len(text) > _LONG and value == value[:1] * len(value):
        return f"{len(value)} * {json.dumps(value[:1])}"
    return text


def findings(name: str, tree: Any) -> list[tuple[str, str]]:
    """Return the code and the pointer of each finding about a document."""
    return [(each.code, each.pointer or "") for each in compared(tree, schemas.id_of(name))]


def refusing(compiled: Draft202012Validator, tree: Any, base: str) -> frozenset[Constraint]:
    """Return the constraint that a document breaks, with the references on the way; none if it breaks several."""
    errors = list(compiled.iter_errors(tree))
    return frozenset(_passed(errors[0], base)) if len(errors) == 1 else frozenset()


def _passed(error: ValidationError, base: str) -> Iterator[Constraint]:
    place = ""
    steps = [str(step) for step in error.evaluation_path][_is_wrapped(base) :]
    for step in steps[:-1]:
        node = schema_files.node_at(base, place)
        if step == "$ref" and isinstance(node.get("$ref"), str):
            yield Constraint(base, place, "$ref")
            base, _, place = schema_files.absolute(node["$ref"], base).partition("#")
        else:
            place = f"{place}/{escaped(step)}"
    yield from _last(error, base, place, steps[-1])


@functools.cache
def _is_wrapped(base: str) -> bool:
    """Return whether `schema_files.compiled` refers to the file: it does so if the file refers to others."""
    return len(schema_files._with_references(base)) > 1  # noqa: SLF001 - the condition there


def _last(error: ValidationError, base: str, place: str, keyword: str) -> Iterator[Constraint]:
    if keyword == "required":
        kind: Any = error.kind
        yield Constraint(base, place, keyword, kind.property)
    elif keyword == "type":
        added = {type(None): "null", bool: "boolean", float: "number"}.get(type(error.instance), "")
        yield Constraint(base, place, keyword, added)
    else:
        yield Constraint(base, place, keyword)
