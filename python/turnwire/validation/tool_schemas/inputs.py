"""Check whether the input of a tool use fits the schema of its tool."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NoReturn

from turnwire.codec.remembering import remembered
from turnwire.documents.residue import pointer_part
from turnwire.errors import InvalidDocument
from turnwire.model import Diagnostic
from turnwire.validation.tool_schemas.checking import tree_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.model import ToolDefinition

UNUSABLE: Final = "tool_schema.unusable"
"""The code of the finding about a schema that no input can be checked against."""
_REMEMBERED = 256


def validate_input(tool: ToolDefinition, given: Any) -> tuple[Diagnostic, ...]:
    """Return why an input does not fit its tool; nothing if it fits, or if the tool has no schema.

    `given` is a tree of plain JSON, or JSON text as bytes or msgspec.Raw; pointers lead into it.
    The draft is the one that `$schema` names, or 2020-12.
    An invalid schema, or one that refers to another document, is one finding: nothing is fetched.

    Raises:
        InvalidDocument: the input is not JSON, or deeper than a document may be.
    """
    return input_faults(bytes(tool.input_schema), given) if tool.input_schema else ()


def input_faults(schema: bytes, given: Any) -> tuple[Diagnostic, ...]:
    """Return why an input does not fit a schema, which is given as JSON text; otherwise as `validate_input`.

    Raises:
        InvalidDocument: the input is not JSON, or deeper than a document may be.
    """
    validator, fault = _compiled(schema)
    if validator is None:
        hint = "correct the schema of the tool, and inline what it refers to"
        return (Diagnostic(UNUSABLE, f"the tool's schema cannot be used: {fault}", "error", hint=hint),)
    tree = tree_of(given)
    if validator.is_valid(tree):
        return ()
    return tuple(
        Diagnostic("tool_input.invalid", error.message, "error", pointer=_pointer(error.instance_path))
        for error in validator.iter_errors(tree)
    )


def fits(schema: bytes, given: Any) -> bool:
    """Return whether a tree of plain JSON certainly fits a schema; False if the schema cannot be used."""
    check = fitting(schema)
    return check is not None and check(given)


def fitting(schema: bytes) -> Callable[[Any], bool] | None:
    """Return what tells whether a tree of plain JSON fits a schema; None if the schema cannot be used."""
    validator, _ = _compiled(schema)
    return None if validator is None else validator.is_valid


@remembered(_REMEMBERED)
def _compiled(text: bytes) -> tuple[Any, str]:
    import jsonschema_rs  # noqa: PLC0415 - it is only needed here, and whoever checks and reduces does without it

    try:
        return jsonschema_rs.validator_for(tree_of(text), retriever=_refuse), ""
    except InvalidDocument as refusal:
        return None, str(refusal)
    except ValueError as error:
        return None, getattr(error, "message", str(error))


def _refuse(uri: str) -> NoReturn:
    raise LookupError(f"{uri} lies outside the schema, and nothing is fetched")


def _pointer(path: list[str | int]) -> str:
    return "".join(f"/{pointer_part(str(part))}" for part in path)
