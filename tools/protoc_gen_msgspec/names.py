"""The names: from the spelling of the proto to the spelling of native JSON and Python."""

from __future__ import annotations

import keyword
import re

JSON_SUFFIX = "_json"


def snake_case(name: str) -> str:
    """`ToolUseBlock` becomes `tool_use_block`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


def native_field(proto_name: str) -> str:
    """The key of a field in native JSON: its proto name, without the mark of JSON text."""
    return proto_name.removesuffix(JSON_SUFFIX)


def native_enum_value(enum: str, value: str) -> str:
    """The word of an enum value in native JSON: `ROLE_USER` of `Role` becomes `user`."""
    return value.removeprefix(snake_case(enum).upper() + "_").lower()


def attribute(native: str) -> str:
    """The name of a field in Python: the key of native JSON, and `return_` where that is a word of Python's own."""
    return native + "_" if keyword.iskeyword(native) else native


def key(name: str) -> str:
    """The key of native JSON that an attribute stands for."""
    return name[:-1] if name.endswith("_") and keyword.iskeyword(name[:-1]) else name
