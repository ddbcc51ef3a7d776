"""Fixes for what a schema does not allow: names, words, types and sizes of single values."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from turnwire.codec.json import dumps, loads
from turnwire.errors import InvalidDocument
from turnwire.validation.fixes.patches import add, move, remove, replace, safe, unsafe
from turnwire.validation.wording import JSON_TEXTS, is_address, is_item

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from turnwire.model import Fix
    from turnwire.validation.outline.records import Path

_MEANT: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "human": ("user",),
        "person": ("user",),
        "customer": ("user",),
        "bot": ("assistant", "model"),
        "ai": ("assistant", "model"),
        "gpt": ("assistant", "model"),
        "chatbot": ("assistant", "model"),
        "agent": ("assistant", "model"),
        "robot": ("assistant", "model"),
        "assistant": ("model",),
        "model": ("assistant",),
        # "Replaces the previous system messages." (OpenAI's API description, developer messages)
        "developer": ("system",),
        "tool_result": ("tool",),
        "function_call_output": ("tool",),
    }
)
"""What programs and data sets call a role, and the role that it is, where the format has that one."""
_TEXTS: Final = ("text", "input_text", "output_text")
"""The types of a part with a text: which one is right depends on the format, and on who speaks (Responses)."""
_EMPTY: Final[Mapping[str, Any]] = MappingProxyType({"arguments": "{}", "input": {}, "content": "", "parts": []})
"""Members that say nothing with these values."""
_KINDS: Final = ("text", "function", "image_url", "input_audio", "file", "thinking", "refusal", "custom")
"""Members that an object of the type of the same name has."""
_EXACT: Final = 15
_CALLS: Final = frozenset({"tool_calls", "function_call"})


def renamed(path: Path, near: str | None, *, is_free: bool, is_misspelt: bool) -> tuple[Fix, ...]:
    """Offer the right name for an unknown member, or else to take it out.

    Args:
        path: the path of the member.
        near: the name that was probably meant.
        is_free: whether the object does not have that name yet.
        is_misspelt: whether the member has the name with a mistake, and not the name that another format has for it,
            whose values may have another form.
    """
    out = unsafe(f"take `{path[-1]}` out", remove(path))
    if near is None or not is_free:
        return (out,)
    # `top_a` is near `top_p`, and is another setting: of short names, only the spelling is mended.
    is_certain = is_misspelt and (len(near) >= _LONG or _bare(str(path[-1])) == _bare(near))
    rename = (safe if is_certain else unsafe)(f"rename `{path[-1]}` to `{near}`", move(path, (*path[:-1], near)))
    return (rename, out)


_LONG: Final = 8


def _bare(name: str) -> str:
    return name.lower().replace("_", "").replace("-", "").replace(" ", "")


def meant(path: Path, node: Any, words: Sequence[Any]) -> str | None:
    """Return the word of the format for what others call a role or a part with a text, or None if there is none."""
    if not isinstance(node, str) or not path or path[-1] not in ("role", "type"):
        return None
    others = _MEANT.get(node.lower(), ()) if path[-1] == "role" else _TEXTS if node in _TEXTS else ()
    return next((word for word in others if word in words), None)


def reworded(path: Path, word: str | None, *, is_certain: bool) -> tuple[Fix, ...]:
    """Offer the word that was probably meant, if there is one."""
    return () if word is None else ((safe if is_certain else unsafe)(f'write "{word}"', replace(path, word)),)


def retyped(path: Path, node: Any, schema: dict[str, Any]) -> tuple[Fix, ...]:
    """Offer the same value in the JSON type that is wanted, where there is just one such value."""
    if not path:
        return ()
    wanted = schema.get("type") or ()
    names = [wanted] if isinstance(wanted, str) else wanted
    if node is None:
        return _of_null(path, names)
    found = _same(node, names)
    if found is not None:
        # An object in the place of a name is not a name in JSON: only some members hold JSON as a text.
        is_certain = not isinstance(node, dict) or path[-1] in JSON_TEXTS
        return (_rewritten(f"write it as {_NAMES[type(found)]}", path, node, found),) if is_certain else ()
    if is_address(node, names, path[-1]):
        return (safe("write it as an object with a `url`", replace(path, {"url": node})),)
    if "array" in names and isinstance(node, dict | str) and is_item(node, schema):
        return (_rewritten("put it into a list", path, node, [node]),)
    return ()


def as_text(path: Path, node: dict[str, Any]) -> tuple[Fix, ...]:
    """Offer the JSON of an object as a text, which is a guess: the object may stand for something else."""
    text = _written(node)
    return () if text is None else (unsafe("write it as a text", replace(path, text)),)


def is_part(node: dict[str, Any]) -> bool:
    """Return whether an object says that it is a part of a message: by its type, or a member that only such have."""
    return "type" in node or not node.keys().isdisjoint(_KINDS)


def _rewritten(message: str, path: Path, node: Any, value: Any) -> Fix:
    """Offer a value that is written anew from a parsed one, which does not have the spelling of fractions any more."""
    is_spelt_anew = isinstance(node, float) and isinstance(value, str)
    if _is_exact(node) and not is_spelt_anew:
        return safe(message, replace(path, value))
    return unsafe(f"{message}, with its numbers rounded to doubles", replace(path, value))


def _is_exact(node: Any) -> bool:
    """Return whether the numbers in a parsed value are certainly those of the text: a double keeps 15 digits."""
    row = [node]
    while row:
        each = row.pop()
        if isinstance(each, dict):
            row += each.values()
        elif isinstance(each, list):
            row += each
        elif isinstance(each, float) and sum(map(str.isdigit, repr(each).partition("e")[0])) > _EXACT:
            return False
    return True


_NAMES: Final = MappingProxyType({str: "a text", int: "a number", float: "a number", dict: "an object"})


_DEMANDED: Final = frozenset({"model", "messages", "contents", "input", "role"})
"""Members without which a document or a message is less than before: a null in their place stays to be seen."""


def _of_null(path: Path, names: Sequence[str]) -> tuple[Fix, ...]:
    if path[-1] == "content" and "string" in names:
        return (safe("write an empty text", replace(path, "")),)
    if isinstance(path[-1], int) or path[-1] in _DEMANDED:
        return ()
    return (safe(f"leave `{path[-1]}` out, which is null", remove(path)),)


def _same(node: Any, names: Sequence[str]) -> Any:
    """Return the value in one of the JSON types; None if there is no such value."""
    if isinstance(node, bool):
        return None
    if isinstance(node, str):
        parsed = _parsed(node)
        if isinstance(parsed, dict) and "object" in names and "string" not in names:
            return parsed
        is_number = isinstance(parsed, int | float) and not isinstance(parsed, bool)
        fits = "number" in names or ("integer" in names and isinstance(parsed, int))
        return parsed if is_number and fits else None
    is_object = isinstance(node, dict) and {"object", "array"}.isdisjoint(names)
    return _written(node) if "string" in names and (is_object or isinstance(node, int | float)) else None


def _written(node: Any) -> str | None:
    try:
        return dumps(node).decode()
    except InvalidDocument:  # a number beyond the largest double, whose digits are not known any more
        return None


def _parsed(text: str) -> Any:
    try:
        return loads(text.encode())
    except (InvalidDocument, UnicodeEncodeError):
        return None


def bounded(path: Path, keyword: str, limit: float) -> tuple[Fix, ...]:
    """Offer the nearest number that is allowed."""
    if keyword not in ("minimum", "maximum"):
        return ()
    return (unsafe(f"write {limit}", replace(path, limit)),)


def shortened(path: Path, keyword: str, node: Any, limit: int) -> tuple[Fix, ...]:
    """Offer the beginning of what is too long, and an empty text for empty contents."""
    if keyword in ("maxLength", "maxItems"):
        return (unsafe(f"keep the first {limit}", replace(path, node[:limit])),)
    if keyword == "minItems" and path and path[-1] == "content" and not node:
        return (safe("write an empty text", replace(path, "")),)
    return ()


def completed(path: Path, name: str, node: dict[str, Any], *, is_certain: bool) -> tuple[Fix, ...]:
    """Offer a member that is missing, where only one value is possible, or one without a meaning.

    Args:
        path: the path of the object.
        name: the member that is missing.
        node: the object.
        is_certain: whether the object has no unknown member, which may hold what is missing.
    """
    if name == "type":
        found = [kind for kind in _KINDS if kind in node]
        return (safe(f'add the type "{found[0]}"', add((*path, name), found[0])),) if len(found) == 1 else ()
    if is_certain and name in _EMPTY and _CALLS.isdisjoint(node):
        return (safe(f"add an empty `{name}`", add((*path, name), _EMPTY[name])),)
    return ()
