"""Choose the vendor whose schema a document is checked against, if the caller named no dialect."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

from turnwire.catalogue.models import family_of
from turnwire.dialects import FAMILY, VENDORS
from turnwire.validation.schema import has_schema, mismatches
from turnwire.validation.schema_files import id_for, tree

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.dialects.dialect import Kind
    from turnwire.model import Diagnostic
    from turnwire.validation.engines import EngineName

_UNKNOWN: Final = "TW203"
_WORD: Final = "TW204"
_FUNCTIONS: Final = frozenset({"function", "custom"})
_CHATS: Final = frozenset({"openai_chat", "openrouter_chat"})
_ROUTERS: Final = frozenset({"openrouter_chat", "huggingface_chat"})
"""Dialects of servers that pass on the replies of other vendors, with the members of those."""
_MODELS: Final = {
    "alibaba_chat": "qwen",
    "deepseek_chat": "deepseek",
    "moonshot_chat": "kimi",
    "perplexity_chat": "sonar",
    "xai_chat": "grok",
    "xiaomi_chat": "mimo",
    "zai_chat": "glm",
}
"""The beginning of the names of the models that each vendor makes itself."""
_MAKERS: Final = tuple(_MODELS.values())


def vendor_of(document: Any, dialect: str, kind: Kind, engine: EngineName) -> str:
    """Return the vendor whose schema fits a document best, or the dialect that was detected.

    A reply of Groq, for instance, is detected as one of OpenAI's, but has the member `x_groq`, which only Groq's schema
    knows.  A vendor is chosen only if its schema knows a member or a type of tool that the detected dialect's does not,
    and fits better than all others; if several fit equally, the vendor that makes the model is chosen.  A request to a
    model of OpenAI is never taken for another vendor's: a member that only another vendor has is a mistake there.

    Args:
        document: the parsed document.
        dialect: the dialect that was detected.
        kind: its kind.
        engine: what compares the document with a schema.

    Example:
        `vendor_of({"id": "1", "choices": [], "x_groq": {}, ...}, "openai_chat", "response", "jsonschema_rs")` is
        `"groq_chat"`.
    """
    kin = _kin(dialect)
    if not kin or not has_schema(dialect, kind) or (kind == "request" and not _may_be_of_a_vendor(document, dialect)):
        return dialect
    own = mismatches(document, dialect, kind, engine)
    unknown = {_last(each.pointer) for each in own if each.code == _UNKNOWN}
    types = [each for each in own if each.code == _WORD and _last(each.pointer) == "type"]
    if not unknown and not types:
        return dialect
    near = [name for name in kin if has_schema(name, kind) and (types or not unknown.isdisjoint(_names(name, kind)))]
    fits = [(_weight(own), dialect), *((_weight(mismatches(document, name, kind, engine)), name) for name in near)]
    best = min(weight for weight, _ in fits)
    chosen = [name for weight, name in fits if weight == best]
    makers = [name for name in chosen if kind == "request" and _model(document).startswith(_MODELS.get(name, "?"))]
    return next((found[0] for found in (chosen, makers) if len(found) == 1), dialect)


def _may_be_of_a_vendor(document: Any, dialect: str) -> bool:
    """Return whether a request has a member or a type of tool that its format does not have, or a vendor's model.

    In OpenAI's format it must name a model, since rows of data sets have columns of their own, and none of OpenAI's.
    """
    if not isinstance(document, dict):
        return False
    is_chat, tools = dialect in _CHATS, document.get("tools")
    if is_chat and _model(document).startswith(_MAKERS):
        return True
    family = family_of(_model(document))
    if is_chat and (not _model(document) or (family is not None and family.maker == "openai")):
        return False
    listed = tools if is_chat and isinstance(tools, list) else []
    types = {each.get("type") for each in listed if isinstance(each, dict)}
    known = tree(id_for(dialect, "request") or "").get("properties", {})
    return not (types <= _FUNCTIONS and document.keys() <= known.keys())


def _model(document: Any) -> str:
    model = document.get("model") if isinstance(document, dict) else None
    return model if isinstance(model, str) else ""


def _last(pointer: str | None) -> str:
    return (pointer or "").rpartition("/")[2]


@functools.cache
def _kin(dialect: str) -> tuple[str, ...]:
    """Return the other dialects of the same format, without those of routers."""
    base = FAMILY[dialect] if dialect in _ROUTERS else dialect
    names = (*VENDORS.get(base, ()), *(name for name, each in FAMILY.items() if each == base))
    return tuple(name for name in names if name not in _ROUTERS)


def _weight(findings: list[Diagnostic]) -> tuple[int, int]:
    """Return how badly a document fits a schema: the number of errors, and of all findings."""
    return sum(each.severity == "error" for each in findings), len(findings)


@functools.cache
def _names(dialect: str, kind: Kind) -> frozenset[str]:
    """Return the names of all members that the schema of a dialect has, at any place."""
    place = id_for(dialect, kind)
    return frozenset() if place is None else frozenset(_members(tree(place)))


def _members(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        properties = node.get("properties")
        yield from properties if isinstance(properties, dict) else ()
        for value in node.values():
            yield from _members(value)
    elif isinstance(node, list):
        for value in node:
            yield from _members(value)
