"""The normal form of a node of the model: its native JSON, with one way to say each thing.

`provider_raw` is left out everywhere; keys that this version of the model does not know stand in their objects, as
they do in native JSON, so that a later version which knows them comes to the same hash.
"""

from __future__ import annotations

import functools
import re
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw, Struct

from turnwire import model
from turnwire.codec.json import loads
from turnwire.documents.residue import NATIVE, STAND_INS, pointer_part, unknown_members
from turnwire.errors import InvalidDocument, invalid
from turnwire.model import OpaqueBlock

if TYPE_CHECKING:
    from collections.abc import Mapping

DEFAULTS: Mapping[tuple[type, str], Any] = {
    # Of `is_error`: "Absent and false mean the same."
    (model.ToolResultBlock, "is_error"): False,
    # "Who runs the tool; absent means the caller."
    (model.ToolResultBlock, "run_by"): "caller",
    (model.ToolUseBlock, "run_by"): "caller",
    # "How far the message is; absent means complete."
    (model.MessageMetadata, "status"): "complete",
    # "Whether the tool works on a workspace; absent means true."
    (model.ToolDefinition, "requires_workspace"): True,
    # "The version of this form; absent means 1."
    (model.History, "schema_version"): 1,
    (model.Completion, "schema_version"): 1,
    (model.ErrorReply, "schema_version"): 1,
    (model.Message, "schema_version"): 1,
    (model.ToolIds, "schema_version"): 1,
}
"""Values that the proto defines to mean the same as absence."""

# The canonical message format (4.3) has `= 0` behind `cached_input_tokens` and `cache_creation_input_tokens`, and its
# own code always writes both.
_ALL_DEFAULTS: Mapping[tuple[type, str], Any] = {
    **DEFAULTS,
    (model.Usage, "cached_input_tokens"): 0,
    (model.Usage, "cache_creation_input_tokens"): 0,
}

# "cost_usd: Decimal" (the same); ours is the text of one, as the JSON Schema of it has it.
_DECIMALS = frozenset({(model.Usage, "cost_usd")})
_DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?", re.ASCII)


def normal(node: Struct) -> Any:
    """The normal form as a tree of dict, list, str, int, float, Decimal, bool and None.

    Raises InvalidDocument for free JSON that is none, with its place, and for a node that holds itself.
    """
    try:
        return _of_struct(node, "")
    except RecursionError:
        raise invalid("json.depth", "nested too deeply", hint="is there a part that holds itself?") from None


def _normal(value: Any, path: str) -> Any:
    if isinstance(value, Raw):
        return _parsed(value, path)
    if isinstance(value, Struct):
        return _of_struct(value, path)
    if isinstance(value, list):
        return [_normal(item, f"{path}/{n}") for n, item in enumerate(value)]
    if isinstance(value, dict):
        return {name: _normal(item, f"{path}/{pointer_part(str(name))}") for name, item in value.items()}
    return value


def _of_struct(node: Struct, path: str) -> Any:
    # A block of tomorrow is in native JSON what it was when it came.
    if type(node) is OpaqueBlock and node.dialect == NATIVE:
        return _parsed(node.value, f"{path}/value")
    config = node.__struct_config__
    members: dict[str, Any] = {config.tag_field: config.tag} if config.tag_field else {}
    for name, required in fields(type(node)):
        value = getattr(node, name)
        if not required and _says_nothing(type(node), name, value):
            continue
        inner = _of_field(type(node), name, value, f"{path}/{name}")
        if required or inner != {} or is_whole(value):
            members[name] = inner
    for name, raw in unknown_members(getattr(node, "provider_raw", None), NATIVE).items():
        stands_in = STAND_INS.get((type(node).__name__, name))
        # A null means the same as absence, also for an unknown key.
        if bytes(raw) != b"null" and (name not in members or members[name] == stands_in):
            members[name] = _parsed(raw, f"{path}/{pointer_part(name)}")
    return members


def _says_nothing(kind: type, name: str, value: Any) -> bool:
    if value is None or value == [] or (isinstance(value, Raw) and not value):
        return True
    default = _ALL_DEFAULTS.get((kind, name))
    return default is not None and type(value) is type(default) and bool(value == default)


def is_whole(value: Any) -> bool:
    """Whether an empty object says something: free JSON does, and a custom tool by being one."""
    return isinstance(value, Raw | model.CustomTool)


def _of_field(kind: type, name: str, value: Any, path: str) -> Any:
    if (kind, name) in _DECIMALS and isinstance(value, str) and _DECIMAL.fullmatch(value):
        return Decimal(value)
    return _normal(value, path)


@functools.cache
def fields(kind: type[Struct]) -> tuple[tuple[str, bool], ...]:
    """The fields of a struct but its residue, and whether each is required."""
    # `structs.fields` evaluates every annotation each time.
    found = msgspec.structs.fields(kind)
    return tuple((field.name, field.required) for field in found if field.name != "provider_raw")


def _parsed(raw: Raw, path: str) -> Any:
    try:
        return loads(bytes(raw))
    except InvalidDocument as refused:
        moved = [
            msgspec.structs.replace(each, pointer=path + (each.pointer or ""), line=None, column=None)
            for each in refused.diagnostics
        ]
        raise InvalidDocument(*moved) from None
