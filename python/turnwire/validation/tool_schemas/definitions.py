"""Check and reduce whole tool definitions, and those of a conversation."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from msgspec import Raw, structs

from turnwire.codec.json import dumps
from turnwire.model import Diagnostic
from turnwire.validation.tool_schemas.checking import findings, tree_of
from turnwire.validation.tool_schemas.reducing import portable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from turnwire.model import History, Loss, ToolDefinition
    from turnwire.validation.tool_schemas.rules import Rules

TOOLS: Final = "/settings/tools"
_SNAKE_CASE: Final = re.compile(r"[a-z][a-z0-9]*(_+[a-z0-9]+)*_?")


def check_tools(
    tools: Sequence[ToolDefinition], rules: Rules = "documented", *, path: str = TOOLS
) -> tuple[Diagnostic, ...]:
    """Check the tools that the caller runs: their names, side effects, and schemas (by `check`).

    Pointers begin with `path` and the position of the tool.  Names that are not snake_case and missing side effects are
    warnings: tools of other systems have neither.

    Raises:
        InvalidDocument: a schema is not JSON, or deeper than a document may be.
    """
    return tuple(_findings(tools, rules, path))


def _findings(tools: Sequence[ToolDefinition], rules: Rules, path: str) -> Iterator[Diagnostic]:
    first: dict[str, int] = {}
    for position, tool in enumerate(tools):
        place = f"{path}/{position}"
        earlier = first.setdefault(tool.name, position)
        if earlier != position:
            message = f"tool {earlier} is called {tool.name!r} too"
            yield Diagnostic("tool.name-twice", message, "error", pointer=f"{place}/name", hint="rename one of them")
        if tool.provider_tool is not None:
            continue  # its provider says what it is
        yield from _declared(tool, place)
        if tool.input_schema:
            yield from findings(tree_of(tool.input_schema), f"{place}/input_schema", rules)


def _declared(tool: ToolDefinition, place: str) -> Iterator[Diagnostic]:
    # "name: str  # canonical, snake_case, globally unique" (canonical message format, 4.4)
    if not _SNAKE_CASE.fullmatch(tool.name):
        message = f"{tool.name!r} is not snake_case"
        yield Diagnostic("tool.name", message, "warning", pointer=f"{place}/name", hint="write it like read_file")
    # "`side_effects` drives confirmation prompts, routing constraints, and trace classification. Every tool MUST
    # declare it honestly." (the same)
    if tool.side_effects is None:
        message = "the tool does not declare its side effects"
        hint = "use none, read, write, execute or network"
        yield Diagnostic("tool.side-effects", message, "warning", pointer=f"{place}/side_effects", hint=hint)


def portable_tool(
    tool: ToolDefinition, rules: Rules = "documented", *, path: str = ""
) -> tuple[ToolDefinition, tuple[Loss, ...]]:
    """Return the tool with a portable schema, and the losses; the same object if nothing changes.

    Losses have the place `input_schema` below `path`.

    Raises:
        InvalidDocument: the schema is not JSON, or deeper than a document may be.
    """
    if not tool.input_schema or tool.provider_tool is not None:
        return tool, ()
    reduced, losses = portable(tool.input_schema, rules, path=f"{path}/input_schema")
    return (structs.replace(tool, input_schema=Raw(dumps(reduced))), losses) if losses else (tool, ())


def portable_tools(history: History, rules: Rules = "documented") -> tuple[History, tuple[Loss, ...]]:
    """Return the conversation with portable schemas, and the losses; the same object if nothing changes.

    Losses have places such as `/settings/tools/0/input_schema/anyOf`.

    Raises:
        InvalidDocument: a schema is not JSON, or deeper than a document may be.
    """
    settings = history.settings
    if settings is None:
        return history, ()
    done = [portable_tool(tool, rules, path=f"{TOOLS}/{position}") for position, tool in enumerate(settings.tools)]
    losses = tuple(loss for _, found in done for loss in found)
    if not losses:
        return history, ()
    return structs.replace(history, settings=structs.replace(settings, tools=[tool for tool, _ in done])), losses
