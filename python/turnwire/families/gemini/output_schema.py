"""The schema of what a function returns, which is in one of two fields, as that of its parameters is.

FunctionDeclaration.response: "Describes the output from this function in JSON Schema format. Reflects the Open API
3.03 Response Object."  `responseJsonSchema`: "This field is mutually exclusive with `response`."
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.codec.json import check_raw
from turnwire.families.gemini.nullable import with_null_types
from turnwire.families.gemini.schema import is_plain_schema
from turnwire.families.gemini.schema_types import as_told, lowered
from turnwire.model import ABSENT

if TYPE_CHECKING:
    from msgspec import Raw

    from turnwire.families.gemini.wire_request import FunctionDeclaration

_FORM = "output"


def read_output(tool: FunctionDeclaration, overlay: dict[str, Any], form: dict[str, Any]) -> Raw:
    """Return the schema; `response` stays in `overlay` where it has no schema of its own kind."""
    if tool.response_json_schema:
        check_raw(tool.response_json_schema)
        return tool.response_json_schema
    if not is_plain_schema(tool.response):
        return tool.response_json_schema
    schema, capitals, _ = lowered(tool.response)
    schema, nullable = with_null_types(schema)
    marks = {"capitals": capitals, "nullable": nullable}
    form[_FORM] = {name: mark for name, mark in marks.items() if mark}
    del overlay["response"]
    return schema


def write_output(declaration: FunctionDeclaration, schema: Raw, form: dict[str, Any]) -> None:
    """Put the schema into the field that it was read from."""
    marks = form.get(_FORM)
    told = as_told(schema, None, marks) if isinstance(marks, dict) else ABSENT
    if is_plain_schema(told):
        declaration.response = told
    else:
        declaration.response_json_schema = schema
