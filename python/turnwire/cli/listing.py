"""`turnwire dialects` and `turnwire schema`: list dialects and schemas."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from turnwire.cli.completing import complete_schema

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from turnwire.catalogue.capabilities import Capabilities


@click.command("dialects")
@click.option("--format", "report", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--capabilities", is_flag=True, help="List what each dialect and each known model family can hold.")
def dialects(report: str, *, capabilities: bool) -> None:
    """List the dialects, their short names, and the kinds of document that each has.

    With --capabilities, list the declared capabilities of each, by the names of AdapterCapabilities; an undeclared
    capability is left out in JSON, and "-" in the table.
    """
    from turnwire.cli.words import table
    from turnwire.dialects import aliases_of, get, names

    known = [get(name) for name in names()]
    if capabilities:
        _capabilities({dialect.name: dialect.declared for dialect in known}, report)
        return
    if report == "json":
        _lines(
            {"name": each.name, "title": each.title, "kinds": each.kinds, "aliases": aliases_of(each.name)}
            for each in known
        )
        return
    rows = [(each.name, ", ".join(aliases_of(each.name)) or "-", ", ".join(each.kinds), each.title) for each in known]
    table(("dialect", "short", "kinds", "what"), rows)


def _lines(found: Iterable[Mapping[str, object]]) -> None:
    import msgspec

    from turnwire.cli.words import data

    for line in found:
        data(msgspec.json.encode(line).decode())


def _capabilities(dialects_of: dict[str, Capabilities], report: str) -> None:
    from turnwire.catalogue.capabilities import declared
    from turnwire.catalogue.models import FAMILIES
    from turnwire.cli.words import data, table

    if report == "json":
        _lines([{"dialect": name, "capabilities": declared(each)} for name, each in dialects_of.items()])
        _lines(
            [
                {"family": each.prefix, "capabilities": declared(each.capabilities)}
                | {"source": each.source, "read": each.read}
                for each in FAMILIES
            ]
        )
        return
    table(("capability", *dialects_of), _columns(list(dialects_of.values())))
    data("")
    columns = list(zip(*_columns([each.capabilities for each in FAMILIES]), strict=True))
    shown = [n for n, column in enumerate(zip(*columns[1:], strict=True)) if any(cell != "-" for cell in column)]
    header = ("model family", *(columns[0][n] for n in shown), "source", "read")
    rows = zip(FAMILIES, columns[1:], strict=True)
    table(header, [(each.prefix, *(cells[n] for n in shown), each.source, each.read) for each, cells in rows])


def _columns(known: list[Capabilities]) -> list[tuple[str, ...]]:
    """Make a row for each capability: its name, and its value in each of these."""
    names = type(known[0]).__struct_fields__
    return [(name.removeprefix("supports_"), *(_word(getattr(each, name)) for each in known)) for name in names]


def _word(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(each.removeprefix("image/") for each in value) if isinstance(value, tuple) else str(value)


@click.command("schema")
@click.argument("name", required=False, shell_complete=complete_schema)
@click.option("--strict", is_flag=True, help="Refuse the members that the schema of a dialect does not name.")
def schema(name: str | None, *, strict: bool) -> None:
    """Print the JSON Schema of a document: native JSON, another system's, or a dialect's.

    The schema of a dialect is that of its requests, or of another kind: openai_chat, openai_chat/response.
    Without NAME, list them.
    """
    from turnwire.documents import schemas

    known = schemas.every_name()
    if name is None:
        click.echo("\n".join(known))
        return
    found = schemas.full_name(name)
    if found not in known:
        from turnwire.dialects.aliases import with_full_dialect  # the package of dialects takes long to import

        found = schemas.full_name(with_full_dialect(name))
    if found not in known:
        raise click.UsageError(f"there is no schema {name!r}; {_hint_of_schema(found, known)}")
    text = schemas.schema(found)
    sys.stdout.buffer.write(_strict(text) if strict else text)


def _hint_of_schema(name: str, known: Sequence[str]) -> str:
    from turnwire.validation.near import did_you_mean

    dialects = {each.partition("/")[0] for each in known}
    return did_you_mean(name, [*known, *dialects]) or "`turnwire schema` lists them"


def _strict(text: bytes) -> bytes:
    import json

    from turnwire.documents.dialect_schemas import closed

    return json.dumps(closed(json.loads(text)), indent=2, ensure_ascii=False).encode() + b"\n"
