"""Tool definitions: the portable subset of JSON Schema that every provider takes, and inputs that fit a schema.

`check` says what is not portable in a schema, `portable` reduces it and tells what that costs, `validate_input`
says whether an input fits.
"""

from __future__ import annotations

from turnwire.validation.tool_schemas.checking import check
from turnwire.validation.tool_schemas.definitions import check_tools, portable_tool, portable_tools
from turnwire.validation.tool_schemas.inputs import validate_input
from turnwire.validation.tool_schemas.reducing import portable
from turnwire.validation.tool_schemas.rules import Rules

__all__ = ["Rules", "check", "check_tools", "portable", "portable_tool", "portable_tools", "validate_input"]
