"""The kind of a document that its dialect does not recognise: what a caller names as a dialect is checked as one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.detect import candidates
from turnwire.dialects import get
from turnwire.validation.schema_files import absolute, id_for, node_at, tree

if TYPE_CHECKING:
    from turnwire.dialects.dialect import Kind


def kind_by_members(document: Any, dialect: str) -> Kind | None:
    """Return the kind whose schema demands most members that the document has, or else knows most of them.

    None if there is none, or several are.

    Args:
        document: the parsed document.
        dialect: the full name of its dialect.

    Example:
        `kind_by_members({"messages": [], "max_tokens": 5, "stop": "."}, "anthropic_messages")` is `"request"`, though
        other formats have `stop`.
    """
    if not isinstance(document, dict):
        return None
    kinds = get(dialect).kinds
    best = _best({kind: _demanded(document, dialect, kind) for kind in kinds})
    if not best:
        best = _best({kind: _known(document, dialect, kind) for kind in kinds})
    return best[0] if len(best) == 1 else None


def near_ties(body: bytes, kind: Kind | None, dialect: str) -> str | None:
    """Say which other formats a document fits nearly as well as the one that was detected; None if it fits no other.

    Args:
        body: the document.
        kind: the kind that the caller names.
        dialect: the dialect that was detected.

    Example:
        For `{"model": "m", "max_tokens": 5, "messages": [...]}` it is "it was taken for openai_chat, and may be
        ollama_chat or anthropic_messages: name the dialect".
    """
    *others, last = dict.fromkeys(name for _, name, _ in candidates(body, None, kind)[1:]) or (None,)
    if last is None:
        return None
    listed = f"{', '.join(others)} or {last}" if others else last
    return f"it was taken for {dialect}, and may be {listed}: name the dialect"


def _best(counts: dict[Kind, int]) -> list[Kind]:
    most = max(counts.values(), default=0)
    return [kind for kind, count in counts.items() if count == most and most]


def nearest(document: Any) -> tuple[str, Kind] | None:
    """Return the dialect and the kind that a document is meant to be, which is too broken to look like any.

    Args:
        document: the parsed document.

    Example:
        `nearest({"model": "m", "messages": "Hi."})` is `("openai_chat", "request")`.
    """
    if not isinstance(document, dict) or str(document.get("object", "")).endswith(_CHUNK):
        return None
    contents = document.get("contents")
    if isinstance(contents, list) and any(isinstance(each, dict) and "role" in each for each in contents):
        return "gemini_generate", "request"
    return next((meant for signs, meant in _SIGNS if document.keys() >= signs), None)


_CHUNK: Final = ".chunk"
_SIGNS: Final[tuple[tuple[frozenset[str], tuple[str, Kind]], ...]] = (
    (frozenset({"model", "messages"}), ("openai_chat", "request")),
    (frozenset({"choices", "object"}), ("openai_chat", "response")),
    (frozenset({"type", "role", "content", "stop_reason"}), ("anthropic_messages", "response")),
    (frozenset({"candidates"}), ("gemini_generate", "response")),
    (frozenset({"requestType", "persona", "message"}), ("geppetto", "request")),
)
"""The members that documents of the commonest formats have, however broken they are."""


def _demanded(document: dict[str, Any], dialect: str, kind: Kind) -> int:
    """Count the members of a document that the schema of a kind demands, or one of the forms that it may have."""
    place = id_for(dialect, kind)
    return 0 if place is None else sum(name in document for name in _required(tree(place), place))


def _known(document: dict[str, Any], dialect: str, kind: Kind) -> int:
    """Count the members of a document that the schema of a kind knows."""
    place = id_for(dialect, kind)
    return 0 if place is None else sum(name in document for name in tree(place).get("properties", {}))


def _required(schema: dict[str, Any], place: str) -> frozenset[str]:
    """The members that a schema demands, or the branches of its union do."""
    if "$ref" in schema:
        uri, _, pointer = absolute(schema["$ref"], place).partition("#")
        return _required(node_at(uri, pointer), uri)
    branches = (_required(schema[name], place) for name in ("then", "else") if name in schema)
    return frozenset(schema.get("required", ())).union(*branches)
