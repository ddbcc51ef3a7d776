"""Tool schemas: the portable subset of JSON Schema that every provider takes, and checks of inputs.

`check` finds what is not portable in a schema, `portable` reduces it and reports the losses, and `validate_input`
checks an input.
"""

from __future__ import annotations

from turnwire.validation.tool_schemas.checking import check
from turnwire.validation.tool_schemas.definitions import check_tools, portable_tool, portable_tools
from turnwire.validation.tool_schemas.inputs import validate_input
from turnwire.validation.tool_schemas.reducing import portable
from turnwire.validation.tool_schemas.rules import Rules

__all__ = ["Rules", "check", "check_tools", "portable", "portable_tool", "portable_tools", "validate_input"]
