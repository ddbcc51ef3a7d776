"""Check free JSON inside a native document.

The typed parser checks neither UTF-8 nor depth inside free JSON, so every piece of it is checked here.
For each type the fields that may hold free JSON are found once; a node without any costs one comparison.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw, Struct
from msgspec import inspect as mi

from turnwire.codec.json import check_raw
from turnwire.codec.limits import RESIDUE_DEPTH
from turnwire.errors import invalid
from turnwire.model import (
    ABSENT,
    ContentBlock,
    History,
    Settings,
    Source,
    TextBlock,
    ToolDefinition,
    ToolResultBlock,
    ToolUseBlock,
)

if TYPE_CHECKING:
    from turnwire.documents.inputs import Envelope

Check = Callable[[Any], None]

_checks: dict[type, Check] = {}
_QUOTE = ord('"')
_NULL = b"null"


def check_free_json(node: Struct) -> None:
    """Raise InvalidDocument for free JSON in the node that is not UTF-8 or is nested too deep."""
    (_checks.get(type(node)) or _struct_check(type(node)))(node)


def read_history(document: History, _: Envelope | None) -> History:
    """`check_free_json` with short cuts for what nearly every conversation has: plain texts and plain limits."""
    for entry in document.history:
        if entry.metadata or entry.provider_raw or entry.interaction:
            check_free_json(entry)
        _check_blocks(entry.content)
    settings = document.settings
    if settings is not None:
        _check_settings(settings)
    if document.meta or document.system or document.provider_raw:
        check_free_json(document)
    return document


def _check_settings(settings: Settings) -> None:
    generation, choice = settings.generation, settings.tool_choice
    if generation and (generation.stream_options or generation.logit_bias):
        check_free_json(generation)
    elif generation and generation.provider_raw:
        _check_map(generation.provider_raw)
    if choice and choice.provider_raw:
        check_free_json(choice)
    for tool in settings.tools:
        check_raw(tool.input_schema)
        if tool != ToolDefinition(tool.name, tool.description, tool.input_schema):
            check_free_json(tool)
    if settings != Settings(settings.model, settings.tools, choice, generation):
        check_free_json(settings)


def _check_blocks(blocks: list[ContentBlock]) -> None:
    for block in blocks:
        if type(block) is not TextBlock or block.citations or block.cache or block.provider_raw:
            _check_block(block)


def _check_block(block: ContentBlock) -> None:
    if type(block) is ToolUseBlock:
        check_raw(block.input)
        if block.cache or block.provider_raw:
            check_free_json(block)
    elif type(block) is ToolResultBlock:
        _check_blocks(block.content)
        if block.structured or block.provider_result or block.cache or block.provider_raw:
            check_free_json(block)
    else:
        check_free_json(block)


def default_of(field: msgspec.structs.FieldInfo) -> Any:
    """Return the default of a field; NODEFAULT for a required one."""
    if field.default is not msgspec.NODEFAULT:
        return field.default
    return field.default_factory() if field.default_factory is not msgspec.NODEFAULT else msgspec.NODEFAULT


def _struct_check(kind: type[Struct]) -> Check:
    check = _checks[kind] = _check_of(kind)
    return check


def _check_of(kind: type[Struct]) -> Check:
    fields = [f for f in msgspec.structs.fields(kind) if _holds_json(mi.type_info(f.type))]
    parts = [(attrgetter(f.name), _value_check(mi.type_info(f.type))) for f in fields]

    def check(node: Any) -> None:
        for value_of, inner in parts:
            value = value_of(node)
            if value:
                inner(value)

    return check


def _holds_json(info: mi.Type) -> bool:
    if isinstance(info, mi.UnionType):
        return any(_holds_json(member) for member in info.types)
    if isinstance(info, mi.ListType):
        return _holds_json(info.item_type)
    return isinstance(info, mi.RawType | mi.StructType | mi.DictType)


def _value_check(info: mi.Type) -> Check:
    if isinstance(info, mi.UnionType):
        members = [member for member in info.types if not isinstance(member, mi.NoneType)]
        return _value_check(members[0]) if len(members) == 1 else check_free_json
    if isinstance(info, mi.ListType):
        return _check_list
    if isinstance(info, mi.RawType):
        return check_raw
    return _check_map if isinstance(info, mi.DictType) else check_free_json


def _check_list(items: list[Struct]) -> None:
    for item in items:
        (_checks.get(type(item)) or _struct_check(type(item)))(item)


def _check_map(items: dict[str, Raw]) -> None:
    for item in items.values():
        check_raw(item, RESIDUE_DEPTH)


@functools.cache
def _json_of_source() -> Check:
    return _check_of(Source)


def _check_source(source: Source) -> None:
    """`data` is passed on without being looked into again, so that here is the place to see that it is text."""
    if source.data:
        data = memoryview(source.data)
        if data == _NULL:
            source.data = ABSENT  # "null means absent" (proto/README.md, 10)
        elif data[0] != _QUOTE:
            raise invalid("model.source-data", "the data of a source is text", hint="write it as a JSON string")
    _json_of_source()(source)


_checks[Source] = _check_source
