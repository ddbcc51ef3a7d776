"""Notes on the spelling of settings as versions before 0.2 made them, as the members that they are about.

Native documents with such notes are stored, and are written as they were: docs/residue.md lists the words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import Raw

from turnwire.codec.values import is_text, members_of, names_of, object_with, text_of
from turnwire.codec.wire import ENCODER, FORM
from turnwire.model import ABSENT

if TYPE_CHECKING:
    from collections.abc import Mapping

_WORDS: Final = frozenset(
    ("as_is", "vendor", "exact", "stop", "max_tokens", "both", "service_tier", "metadata", "modalities")
)
_LIMITS: Final = ("max_tokens", "max_completion_tokens")


def members_of_marks(own: Raw, node: Any, keys: Mapping[str, str]) -> dict[str, Raw]:
    """Return the members that older notes are about.

    Args:
        own: the residue of the dialect at the node.
        node: the node as it is now, since such a note has no value: it applies to any.
        keys: key -> field of the node.
    """
    residue = members_of(own)
    form = members_of(residue.get(FORM))
    if _WORDS.isdisjoint(form):
        return {}
    fields = {field: key for key, field in reversed(list(keys.items()))}
    named = [field for word in ("as_is", "vendor") for field in names_of(form.get(word)) if field in fields]
    values = {fields[field]: getattr(node, field) for field in named}
    found = {key: Raw(ENCODER.encode(value)) for key, value in values.items() if value not in (None, ABSENT, [])}
    exact = {field: text_of(digits) for field, digits in members_of(form.get("exact")).items() if field in fields}
    found |= {fields[field]: Raw(digits) for field, digits in exact.items() if digits}
    if "metadata" in named or "metadata" in form:
        found["metadata"] = _metadata(form, node)
    words = {key: form[key] for key in ("service_tier", "modalities") if key in form}
    return found | _stop(form, node) | _limits(form, residue, node) | words


def _stop(form: Mapping[str, Raw], node: Any) -> dict[str, Raw]:
    word, stops = text_of(form.get("stop")), node.stop_sequences if "stop" in form else []
    if word == "text" and len(stops) == 1:
        return {"stop": Raw(ENCODER.encode(stops[0]))}
    return {"stop": Raw(ENCODER.encode(stops))} if word == "long" else {}


def _limits(form: Mapping[str, Raw], residue: Mapping[str, Raw], node: Any) -> dict[str, Raw]:
    """`max_tokens` names the other key for the limit; `both` has the value of a limit that had both keys."""
    if "max_tokens" not in form and "both" not in form:
        return {}
    limit = Raw(ENCODER.encode(node.max_tokens))
    if (key := text_of(form.get("max_tokens"))) in _LIMITS:
        return {key: limit}
    others = {key: residue[key] for key in _LIMITS if key in residue}
    if form.get("both") != limit or len(others) != 1:
        return {}
    (own,) = set(_LIMITS) - others.keys()
    return {own: limit, **others}


def _metadata(form: Mapping[str, Raw], node: Any) -> Raw:
    """`metadata` has the names of values that are no texts and are written all the same."""
    values, names = node.metadata or {}, names_of(form.get("metadata"))
    return object_with({name: value for name, value in values.items() if is_text(value) or name in names})
