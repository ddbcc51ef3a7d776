"""Writes `schemas/dialects/` from `schemas/tables/`: `python -m schema_tables`."""

from __future__ import annotations

import sys
from pathlib import Path

from schema_tables.documents import schemas, text_of
from schema_tables.nodes import TableError

FOLDER = Path(__file__).parents[2] / "schemas"


def table_text(dialect: str) -> str:
    """Return the text of a dialect's table.

    Raises:
        TableError: there is no such table.
    """
    path = FOLDER / "tables" / f"{dialect}.yaml"
    if not path.is_file():
        raise TableError(f"there is no table schemas/tables/{dialect}.yaml")
    return path.read_text("utf-8")


def files() -> dict[Path, str]:
    """Return each schema file's path and text.

    Raises:
        TableError: a table is wrong.
    """
    return {
        FOLDER / "dialects" / table.stem / f"{kind}.schema.json": text_of(schema)
        for table in sorted(FOLDER.glob("tables/*.yaml"))
        for kind, schema in schemas(table.stem, table_text).items()
    }


def main() -> None:
    """Write the files that changed, and remove those whose table is gone."""
    try:
        made = files()
    except TableError as error:
        sys.exit(f"schemas/tables: {error}")
    for path in set(FOLDER.glob("dialects/*/*.schema.json")) - made.keys():
        path.unlink()
    for path, text in made.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.is_file() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
