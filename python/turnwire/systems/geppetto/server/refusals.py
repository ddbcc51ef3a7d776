"""Refusals of a request before the server looks at what it says: `{"detail": ...}`, as its framework writes them."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from turnwire.documents import schemas

if TYPE_CHECKING:
    from turnwire.model import Diagnostic

_MOST_FAULTS: Final = 20
# The type of a JSON Schema -> the name of the fault, and its words, in the framework of the original server.
_KINDS: Final = {
    "string": ("string_type", "Input should be a valid string"),
    "integer": ("int_type", "Input should be a valid integer"),
    "number": ("float_type", "Input should be a valid number"),
    "array": ("list_type", "Input should be a valid list"),
    "object": ("model_attributes_type", "Input should be a valid dictionary or object to extract fields from"),
}


class Refused(Exception):
    """A request that is answered with an HTTP status of its own.

    Attributes:
        status: the status.
        detail: the reason: a text, or with 422 a list of faults.
    """

    def __init__(self, status: int, detail: str | list[dict[str, Any]]) -> None:
        super().__init__(status, detail)
        self.status, self.detail = status, detail


def unauthorized() -> Refused:
    """The refusal of a request without a token."""
    return Refused(401, "Unauthorized or missing token.")


def too_large(most: int) -> Refused:
    """The refusal of a body of more than `most` bytes."""
    return Refused(413, f"The body is larger than {most} bytes, the most that is accepted here.")


def unfit(kind: str, message: str, *loc: str | int) -> Refused:
    """The refusal of a body with one fault."""
    return Refused(422, [{"type": kind, "loc": ["body", *loc], "msg": message}])


def no_json(found: Diagnostic) -> Refused:
    """The refusal of a body that is no JSON, or exceeds a limit."""
    about = {"line": found.line, "column": found.column, "hint": found.hint, "code": found.code}
    context = {key: value for key, value in about.items() if value is not None}
    fault = {"type": "json_invalid", "loc": ["body"], "msg": f"JSON decode error: {found.message}", "ctx": context}
    return Refused(422, [fault])


def check_schema(tree: Any, schema: str) -> None:
    """Raise Refused with the faults of a body, in the order of its schema.

    Args:
        tree: the body, parsed.
        schema: the name of a schema in `schemas/geppetto/`, such as `list-request`.
    """
    errors = schemas.validator(f"geppetto/{schema}").iter_errors(tree)
    faults = [_fault(each) for each in islice(errors, _MOST_FAULTS)]
    if faults:
        raise Refused(422, faults)


def _fault(error: Any) -> dict[str, Any]:
    loc = ["body", *error.instance_path]
    if error.kind.name == "required":
        return {"type": "missing", "loc": [*loc, error.kind.property], "msg": "Field required"}
    if error.kind.name == "type":
        wanted = next((each for each in error.kind.types if each != "null"), "null")
        name, words = _KINDS.get(wanted, ("value_error", f"Input should be {wanted}"))
        return {"type": name, "loc": loc, "msg": words}
    return {"type": "value_error", "loc": loc, "msg": error.message}
