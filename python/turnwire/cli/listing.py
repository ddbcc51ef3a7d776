"""`turnwire dialects` and `turnwire schema`: what turnwire knows."""

from __future__ import annotations

import sys
from typing import Literal

import click


@click.command("dialects")
@click.option("--format", "report", type=click.Choice(["text", "json"]), default="text", show_default=True)
def dialects(report: Literal["text", "json"]) -> None:
    """List the dialects, and which kinds of document each has."""
    import msgspec

    from turnwire.cli.words import data, table
    from turnwire.dialect import KINDS
    from turnwire.dialects import get, names

    known = [get(name) for name in names()]
    kinds = {dialect.name: [kind for kind in KINDS if dialect.part(kind)] for dialect in known}
    if report == "json":
        for dialect in known:
            line = {"name": dialect.name, "title": dialect.title, "kinds": kinds[dialect.name]}
            data(msgspec.json.encode(line).decode())
        return
    table(("dialect", "kinds", "what"), [(each.name, ", ".join(kinds[each.name]), each.title) for each in known])


@click.command("schema")
@click.argument("name", required=False)
def schema(name: str | None) -> None:
    """Print the JSON Schema of a document or part of the native JSON; without NAME, list the names."""
    from turnwire import schemas

    if name is None:
        click.echo("\n".join(schemas.names()))
        return
    try:
        text = schemas.schema(name)
    except KeyError:
        raise click.UsageError(f"no schema is called {name!r}; there are {', '.join(schemas.names())}") from None
    sys.stdout.buffer.write(text)
