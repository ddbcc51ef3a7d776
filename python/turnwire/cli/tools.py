"""`turnwire tools`: check whether the schemas of tools are portable, and make them portable."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar, Unpack

import click

from turnwire.cli.options import Reading, reading
from turnwire.cli.running import Run, found_in_json, record
from turnwire.cli.words import data, loss_text, place, words
from turnwire.codec.json import one_line
from turnwire.codec.limits import STRICT
from turnwire.errors import UnknownDialect, invalid

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.cli.inputs import Entry
    from turnwire.model import Diagnostic, History, Loss
    from turnwire.validation.tool_schemas import Rules

F = TypeVar("F", bound="Callable[..., Any]")


class Schemas(Reading):
    """The options of the commands."""

    rules: Rules
    schema: bool


@click.group("tools")
def tools() -> None:
    """Check that the schemas of tools are portable, or make them portable."""


def _about_schemas(command: F) -> F:
    for option in (
        click.option("--schema", is_flag=True, help="The input is the JSON Schema of one tool, not a conversation."),
        click.option(
            "--rules",
            type=click.Choice(["documented", "implemented"]),
            default="documented",
            show_default=True,
            help="The keywords that the canonical format lists, or those that its code takes.",
        ),
    ):
        command = option(command)
    return reading(command)


@tools.command("check")
@_about_schemas
def check(**given: Unpack[Schemas]) -> int:
    """Report what is not portable in the tools of conversations, or with --schema in bare schemas.

    The findings go to standard output. Ends with 1 if any is an error; names that are not snake_case and undeclared
    side effects are warnings.
    """
    run = Run(given, say=data)
    for entry, text in run.all_documents():
        findings = None
        with run.one(entry, text):
            findings = found_in_json(entry, text, _checked(run, entry, text, given))
        if findings is None:
            continue
        if any(found.severity == "error" for found in findings):
            run.refuse(entry, findings)
        elif given["report"] == "json":
            data(record(entry, {"diagnostics": findings}))
        else:
            run.show(findings)
    return run.finish("portable")


def _checked(run: Run, entry: Entry, text: bytes, given: Schemas) -> tuple[Diagnostic, ...]:
    from turnwire.validation import tool_schemas

    if given["schema"]:
        return tool_schemas.check(text, given["rules"])
    settings = _conversation(run, entry, text)[0].settings
    return () if settings is None else tool_schemas.check_tools(settings.tools, given["rules"])


def _conversation(run: Run, entry: Entry, text: bytes) -> tuple[History, str]:
    """Read a conversation; return it with its dialect.  Raises InvalidDocument."""
    from turnwire.convert import read
    from turnwire.detect import guess
    from turnwire.model import History

    dialect, kind = run.dialect_of(entry), run.given["kind"]
    try:
        if dialect is None or kind is None:
            dialect, kind = guess(text, dialect, kind)
        document = read(text, dialect, kind=kind, limits=STRICT)
    except UnknownDialect as refusal:
        raise invalid("convert.no-place", str(refusal)) from None
    if not isinstance(document, History):
        raise invalid("tool.no-request", f"this is a {kind}: only requests define tools", hint="is it a --schema?")
    return document, dialect


@tools.command("portable")
@_about_schemas
def portable(**given: Unpack[Schemas]) -> int:
    """Write conversations, in their own dialects, with portable schemas of tools.

    With --schema the input is bare schemas, and so is the output. JSON goes to standard output, a document per line;
    losses are listed on standard error. Ends with 1 if a document is refused.
    """
    run = Run(given)
    for entry, text in run.all_documents():
        written = None
        with run.one(entry, text):
            written, losses = _reduced(run, entry, text, given)
        if written is None:
            continue
        data(one_line(written).decode())
        run.count_losses(losses)
        _report(run, entry, losses)
    return run.finish("written", silent=True)


def _reduced(run: Run, entry: Entry, text: bytes, given: Schemas) -> tuple[bytes, tuple[Loss, ...]]:
    from turnwire.codec.json import dumps
    from turnwire.validation import tool_schemas

    if given["schema"]:
        schema, losses = tool_schemas.portable(text, given["rules"])
        return dumps(schema), losses
    from turnwire.convert import write

    document, dialect = _conversation(run, entry, text)
    reduced, losses = tool_schemas.portable_tools(document, given["rules"])
    written = write(reduced, dialect)
    return written.data, (*losses, *written.losses)


def _report(run: Run, entry: Entry, losses: tuple[Loss, ...]) -> None:
    if run.given["quiet"] or not losses:
        return
    if run.given["report"] == "json":
        words(record(entry, {"losses": losses}))
        return
    for loss in losses:
        words(loss_text(place(entry.source.name, entry.line), loss))
