"""The schema files of a table: a document for each kind, which stands alone."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from schema_tables.compiling import Compiler
from schema_tables.nodes import TableError
from schema_tables.protojson import widened
from schema_tables.tables import KINDS, load

if TYPE_CHECKING:
    from collections.abc import Callable

    from schema_tables.tables import Table

_WHAT = {
    "request": "The body of a request",
    "response": "The body of a whole reply",
    "error": "The body of an error",
}


def schemas(dialect: str, text_of: Callable[[str], str]) -> dict[str, dict[str, Any]]:
    """Return the schema of each kind of document that a table describes.

    Args:
        dialect: the name of the table.
        text_of: gives the text of the table of a dialect.

    Raises:
        TableError: the table, or one that it extends, is wrong.
    """
    table = load(dialect, text_of)
    return {kind: _document(table, kind) for kind in KINDS if kind in table.roots}


def text_of(schema: dict[str, Any]) -> str:
    """Return the text of a schema file."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def _document(table: Table, kind: str) -> dict[str, Any]:
    try:
        objects = widened(table.objects) if table.spelling else table.objects
        schema = Compiler(objects).root(table.roots[kind])
    except TableError as error:
        raise TableError(f"{table.dialect}: {error}") from None
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"https://turnwire.dev/schemas/{table.dialect}/v{table.version}/{kind}",
        "$comment": f"Made from schemas/tables/{table.dialect}.yaml, version {table.version}. Source: {table.source}",
        "title": f"{table.title}: {kind}",
        "description": f"{_WHAT[kind]} in the format {table.dialect}.",
        **schema,
    }
