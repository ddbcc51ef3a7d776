"""The normal form in which two documents are compared.

Two documents are the same when their native JSON is, `provider_raw` left out: residue is how a dialect spelled
something, and not what was said.  Beyond that only what the proto itself says means the same is made equal, each with
its sentence below.
"""

from __future__ import annotations

from typing import Any

from msgspec import Raw, Struct, structs

from turnwire import model
from turnwire.documents.hashing.normal import DEFAULTS, fields, is_whole
from turnwire.lowering.tiers import tier_meaning
from turnwire.model import ABSENT
from turnwire.testing.difference import parse

# "its exact text kept: providers cache on it": spelling counts here, so the text itself is compared.
_EXACT_TEXT = frozenset(
    {(model.ToolUseBlock, "input"), (model.ToolDefinition, "input_schema"), (model.ResponseFormat, "schema")}
)


class ExactText(str):
    """JSON whose spelling counts."""

    __slots__ = ()


def normal(document: Struct, dialect: str | None = None, model: str | None = None) -> Any:
    """The normal form of a document as a JSON tree with exact numbers.

    Pointers into the native JSON hold here too: no item of a list is ever left out.
    `dialect` is the one that was written and read back: what a reader of it finds has come from it, so an origin
    that says only this says nothing.  `model` is the one that was made up for a reply that names none.
    """
    origins = {"dialect": dialect, "model": getattr(document, "model", None) or model}
    return _normal(_as_sent(document), Context(_names_of_calls(document), origins))


def _as_sent(document: Struct) -> Struct:
    """An error as its headers say it: `retry-after` has no two spellings of a number."""
    if type(document) is not model.ErrorReply or document.retry_after is None:
        return document
    return structs.replace(document, retry_after=float(document.retry_after))


class Context(Struct, frozen=True):
    """What a document says elsewhere."""

    calls: dict[str, str]
    """The name of each call, by id."""
    origins: dict[str, str | None]
    """The default origin: the dialect that was read, and the model that replied."""


def _names_of_calls(document: Struct) -> dict[str, str]:
    turns = getattr(document, "history", None) or getattr(document, "candidates", None) or []
    return {block.id: block.name for turn in turns for block in turn.content if type(block) is model.ToolUseBlock}


def _normal(node: Any, context: Context) -> Any:
    if isinstance(node, Raw):
        return parse(node)
    if isinstance(node, list):
        return [_normal(item, context) for item in node]
    if isinstance(node, dict):
        return {name: _normal(value, context) for name, value in node.items()}
    return _of_struct(node, context) if isinstance(node, Struct) else node


def _of_struct(node: Struct, context: Context) -> dict[str, Any]:
    config = node.__struct_config__
    members: dict[str, Any] = {config.tag_field: config.tag} if config.tag_field else {}
    for name, required in fields(type(node)):
        value = getattr(node, name)
        if _is_nothing(node, name, value, context):
            continue
        if (type(node), name) in _EXACT_TEXT:
            members[name] = ExactText(bytes(value).decode())
            continue
        inner = tier_meaning(value) if name == "service_tier" else _normal(value, context)
        # An object of the model in which nothing is set says no more than its absence.
        if required or inner != {} or is_whole(value):
            members[name] = inner
    return members


def _is_nothing(node: Struct, field: str, value: Any, context: Context) -> bool:
    if value is None or value is ABSENT or value == []:
        return True
    if type(node) is model.Origin:
        return node.dialect == context.origins["dialect"] and bool(context.origins.get(field) == value)
    # "The tool's name, only where the format repeats it": what the call says already.
    if type(node) is model.ToolResultBlock and field == "name":
        return bool(context.calls.get(node.tool_use_id) == value)
    return (type(node), field) in DEFAULTS and DEFAULTS[type(node), field] == value
