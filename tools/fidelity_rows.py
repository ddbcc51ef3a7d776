"""The rows of the cost table: the smallest document for each feature of the model (tests/fidelity/rows.yaml)."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, get_args

import msgspec
import yaml

import turnwire
from turnwire import model

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from turnwire.dialects.dialect import Kind
    from turnwire.model import Document

ROWS = Path(__file__).resolve().parent.parent / "tests" / "fidelity" / "rows.yaml"

Case: TypeAlias = dict[str, Any]
Groups: TypeAlias = dict[str, dict[str, Case]]
"""Group -> row -> its case."""

PLAIN: dict[str, Case] = {
    "(plain request)": {},
    "(plain conversation)": {
        "assistant": [{"type": "text", "text": "Hello."}],
        "entries": [{"role": "user", "content": [{"type": "text", "text": "Go on."}]}],
    },
    "(plain reply)": {"completion": {}},
    "(plain error)": {"error": {}},
}
"""Documents that have nothing of their own: what they lose, all of their kind lose, and no row is charged with it."""

PLAIN_SETTINGS: Case = {"model": "m", "generation": {"max_tokens": 100}}
PLAIN_REPLY: Case = {
    "candidates": [
        {"role": "assistant", "content": [{"type": "text", "text": "A."}], "metadata": {"stop_reason": "end_turn"}}
    ],
    "id": "c_1",
    "created_at": "2026-11-20T09:15:00Z",
    "model": "m",
    "usage": {"input_tokens": 1, "output_tokens": 1},
}
PLAIN_ERROR: Case = {"message": "Too long.", "type": "invalid_request_error"}

# What the rows call the types of the model that are no blocks; a type without a name here is undecided.
SPELT_OUT: dict[type[msgspec.Struct], str] = {
    model.Settings: "settings",
    model.Generation: "generation",
    model.ToolDefinition: "tool",
    model.ToolChoice: "tool_choice",
    model.ProviderTool: "provider_tool",
    model.CustomTool: "custom",
    model.ResponseFormat: "response_format",
    model.Reasoning: "reasoning",
    model.AudioOutput: "audio_output",
    model.FunctionCallSettings: "function_calls",
    model.Message: "message",
    model.MessageMetadata: "metadata",
    model.RoutingDecisionRecord: "routing",
    model.History: "history",
    model.Meta: "meta",
    model.SystemInfo: "system",
    model.Completion: "completion",
    model.Usage: "usage",
    model.ErrorReply: "error",
    model.Citation: "citation",
    model.CacheControl: "cache",
    model.Source: "source",
    model.Origin: "origin",
}
BLOCKS: dict[type[msgspec.Struct], str] = {
    block: str(block.__struct_config__.tag) for block in get_args(model.ContentBlock)
}
NOT_SPELT_OUT = {"provider_raw", "schema_version", "settings"}


def groups() -> Groups:
    """Group -> row -> its case, as they are committed."""
    return {each["group"]: each["rows"] for each in yaml.safe_load(ROWS.read_text("utf-8"))}


def rows() -> dict[str, Case]:
    """Row -> its case, of all groups."""
    return {row: case for group in groups().values() for row, case in group.items()}


def undecided(rows: Iterable[str]) -> list[str]:
    """What the model has and these rows do not: one sentence for each type without a name and feature without a row.

    A new field of the model is here until somebody decides about it.  Nothing is raised, since tests read the rows
    while they are collected: an error there would end all of them.
    """
    unnamed = [f"{each.__name__} has no name in {Path(__file__).name}" for each in reachable() if not _name(each)]
    missing = sorted(set(features()) - {feature_of(row) for row in rows})
    return [*unnamed, *(f"{feature} has no row in {ROWS.name}" for feature in missing)]


def feature_of(row: str) -> str:
    """The feature that a row is about: `image` of `image (url)`."""
    return row.split(" ", maxsplit=1)[0]


def document_of(case: Case) -> tuple[Kind, Case]:
    """The kind and the native JSON of a row's document."""
    if "completion" in case:
        return "response", {**PLAIN_REPLY, **case["completion"]}
    if "message" in case:
        said = {**PLAIN_REPLY["candidates"][0], "metadata": case["message"]}
        return "response", {**PLAIN_REPLY, "candidates": [said]}
    if "error" in case:
        return "error", {**PLAIN_ERROR, **case["error"]}
    more = [{"role": role, "content": case[role]} for role in ("user", "assistant") if role in case]
    begin = {"role": "user", "content": [{"type": "text", "text": "Hi."}]}
    entries = [*([case["first"]] if "first" in case else []), begin, *more, *case.get("entries", [])]
    settings = case.get("replace_settings") or _merged(PLAIN_SETTINGS, case.get("settings", {}))
    return "request", {"history": entries, "settings": settings, **case.get("history", {})}


def _merged(base: Case, more: Case) -> Case:
    """`base` with the members of `more`, objects one level down merged too."""
    both = {name: {**base[name], **value} for name, value in more.items() if isinstance(base.get(name), dict)}
    return {**base, **more, **both}


def document_for(case: Case, dialect: str) -> tuple[Kind, Document]:
    """The document of a row, with state of this dialect where the row has any."""
    return _read(json.dumps(case).replace("$TARGET", dialect))


@functools.cache
def _read(case: str) -> tuple[Kind, Document]:
    kind, tree = document_of(json.loads(case))
    return kind, turnwire.read(tree, "turnwire", kind=kind)


def features() -> Iterator[str]:
    """The name of every block, and of every optional field of every type that a document can hold and has a name."""
    yield from (tag for tag in BLOCKS.values() if tag not in ("tool_result", "audio", "video"))
    for kind in reachable():
        for field in msgspec.structs.fields(kind) if _name(kind) else ():
            if not field.required and field.name not in NOT_SPELT_OUT:
                yield f"{_name(kind)}.{field.name}"


def reachable() -> list[type[msgspec.Struct]]:
    """The types that stand in the three documents of the model, each once."""
    found: list[type[msgspec.Struct]] = []
    waiting: list[Any] = [model.History, model.Completion, model.ErrorReply]
    while waiting:
        kind = waiting.pop(0)
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind not in found:
            found.append(kind)
            waiting += [field.type for field in msgspec.structs.fields(kind)]
        waiting += get_args(kind)
    return found


def places(feature: str, document: Document) -> list[str]:
    """The pointers to a feature in a document; where it is not set, those at which it could be."""
    owner, _, field = feature.partition(".")
    owners = [(at, node) for at, node in _nodes(document, "") if owner == _name(type(node))]
    if not field:
        return [at for at, _ in owners]
    here = [at for at, node in owners if _is_set(getattr(node, field))]
    return [f"{at}/{field}" for at in here or [at for at, _ in owners]]


def _name(kind: type[msgspec.Struct]) -> str | None:
    """What the rows call a type; None where it has no name yet."""
    return BLOCKS.get(kind) or SPELT_OUT.get(kind)


def _is_set(value: Any) -> bool:
    return value is not None and value is not model.ABSENT and value != []


def _nodes(node: Any, at: str) -> Iterator[tuple[str, msgspec.Struct]]:
    """Every object of the model in a document, and where it stands."""
    if isinstance(node, msgspec.Struct):
        yield at, node
        for name in node.__struct_fields__:
            yield from _nodes(getattr(node, name), f"{at}/{name}")
    elif isinstance(node, list):
        for number, item in enumerate(node):
            yield from _nodes(item, f"{at}/{number}")
