"""Compare a parsed document with the schema of its format, and explain every mismatch in words."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeGuard

from msgspec import structs

from turnwire.validation import misplaced, untagged
from turnwire.validation.engines import EngineName, Mismatch, engine_of
from turnwire.validation.fixes import values
from turnwire.validation.near import is_misspelling, longer, name_here, near_miss
from turnwire.validation.outline.records import Path, pointer_of
from turnwire.validation.schema_files import absolute, id_for, id_for_document, location_of, node_at
from turnwire.validation.schema_rules import BOUNDS, LENGTHS, RULES_BY_NAME
from turnwire.validation.wording import (
    AS_TEXT,
    counted,
    expected_of,
    hint_of_length,
    hint_of_type,
    hint_of_words,
    kind_of,
    shown,
    words_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from turnwire.dialects.dialect import Kind, OtherKind
    from turnwire.model import Diagnostic, Fix

_DEEPEST: Final = 32
"""Unions inside unions that are explained; a deeper one is reported as a whole."""


class _Place(NamedTuple):
    """A mismatch with the value that it is about, and the path of that value in the document."""

    path: Path
    node: Any
    mismatch: Mismatch
    engine: EngineName
    depth: int


def has_schema(dialect: str, kind: Kind | OtherKind) -> bool:
    """Return whether there is a schema for the documents of a dialect."""
    return id_for(dialect, kind) is not None


def mismatches(
    tree: Any, dialect: str, kind: Kind | OtherKind, engine: EngineName = "jsonschema_rs"
) -> list[Diagnostic]:
    """Find everything in a document that its schema does not allow, in the order of the places.

    Args:
        tree: the parsed document.
        dialect: its dialect, which has a schema (`has_schema`).
        kind: its kind.
        engine: what compares: `"jsonschema_rs"`, or `"jsonschema"`.

    Returns:
        The findings TW2xx, whose pointers lead into `tree`; the list is empty if the document fits.
    """
    place = id_for_document(tree, dialect, kind)
    if place is None:
        raise LookupError(f"{dialect} has no schema of a {kind}")
    return compared(tree, place, engine)


def compared(tree: Any, place: str, engine: EngineName = "jsonschema_rs") -> list[Diagnostic]:
    """Find everything in a document that the schema at a place does not allow, in the order of the places.

    Args:
        tree: the parsed document.
        place: the `$id` of a schema.
        engine: what compares.
    """
    checker = engine_of(engine, place)
    if checker.is_valid(tree):
        return []
    found = {
        (each.code, each.pointer, each.message): each
        for mismatch in checker.mismatches(tree)
        for each in _explained(_Place(mismatch.path, _at(tree, mismatch.path), mismatch, engine, 0))
    }
    return sorted(found.values(), key=lambda each: (_order(each.pointer or ""), each.code, each.message))


def _order(pointer: str) -> list[tuple[int, str]]:
    return [(int(step), "") if step.isdigit() else (-1, step) for step in pointer.split("/")]


def _at(tree: Any, path: Path) -> Any:
    for step in path:
        tree = tree[step]
    return tree


def _explained(place: _Place) -> Iterator[Diagnostic]:
    yield from _EXPLAINED.get(place.mismatch.keyword, _other)(place)


def _type(place: _Place) -> Iterator[Diagnostic]:
    expected = expected_of(place.mismatch.schema)
    message = f"{_name(place.path)} is {kind_of(place.node)}, and not {expected}"
    if _is_no_entry(place):
        hint, fixes = AS_TEXT, values.as_text(place.path, place.node)
    else:
        hint = hint_of_type(place.node, place.mismatch.schema, place.path[-1] if place.path else None)
        fixes = values.retyped(place.path, place.node, place.mismatch.schema)
    rule = RULES_BY_NAME["wrong-type"]
    yield rule.found(message, pointer_of(place.path), hint=hint, expected=expected, fixes=fixes)


def _is_no_entry(place: _Place) -> bool:
    """Return whether a text or a list is wanted, and an object is there that is no entry of such a list."""
    node, schema = place.node, place.mismatch.schema
    if not isinstance(node, dict) or not {"string", "array"} <= set(schema["type"]) or "items" not in schema:
        return False
    location = f"{location_of(schema, place.mismatch.base)}/items"
    return not values.is_part(node) and not engine_of(place.engine, location).is_valid(node)


def _required(place: _Place) -> Iterator[Diagnostic]:
    rule = RULES_BY_NAME["missing-member"]
    missing = [name for name in place.mismatch.schema.get("required", ()) if name not in place.node]
    for name in missing:
        near, hint, fixes = _meant_by(name, missing, place)
        message = f"{_name(place.path)} has no `{name}`"
        found = rule.found(message, pointer_of(place.path), hint=hint, expected=f"a member `{name}`", fixes=fixes)
        advice = None if place.path else _ADVICE.get(name)
        if advice is None:
            yield found
        elif near or name != "model" or not _is_training_row(place.node):
            yield structs.replace(found, severity="warning", hint=found.hint if near else advice)


def _meant_by(name: str, missing: list[str], place: _Place) -> tuple[str | None, str, tuple[Fix, ...]]:
    """Return which unknown member is meant by a missing one, what to do, and the change that does it."""
    path, node, schema = place.path, place.node, place.mismatch.schema
    strays = misplaced.unknown(node, schema)
    near = near_miss(name, strays)
    if near:
        return near, f"`{near}` looks like a misspelt `{name}`", ()
    other = next((each for each in strays if name_here(each, [name])), None)
    if other is not None:
        return other, f"`{other}` may be meant: the format calls it `{name}`", ()
    base = place.mismatch.base
    nested = misplaced.belongs_inside(path, name, node, schema, base) or misplaced.belongs_outside(
        path, missing, node, schema
    )
    if nested is not None:
        return None, nested.hint, nested.fixes
    return None, f"add `{name}`", values.completed(path, name, node, is_certain=not strays)


_OF_ROWS: Final = frozenset({"messages", "tools", "parallel_tool_calls", "functions"})
"""The members of rows that models are trained with."""


def _is_training_row(node: Any) -> bool:
    """Return whether a conversation is a row that models are trained with: it ends with an answer.

    "Each example in the dataset needs to be a conversation in the same format as our Chat Completions API"
    (developers.openai.com/api/docs/guides/supervised-fine-tuning), whose rows name no model.
    """
    said = node.get("messages")
    last = said[-1] if type(said) is list and said and _OF_ROWS.issuperset(node) else None
    return (
        type(last) is dict and last.get("role") == "assistant" and bool(last.get("content") or last.get("tool_calls"))
    )


_OF_SERVERS: Final = "the format's own server sends it; some compatible servers leave it out, which clients accept"
_ADVICE: Final[Mapping[str, str]] = MappingProxyType(
    {
        # A conversation without a model is no request yet, but a usual row of a data set.
        "model": "add `model` before it is sent; rows of data sets have none",
        # Z.ai, AI21 and GitHub Copilot leave these out of replies, which no server refuses.
        "object": _OF_SERVERS,
        "created": _OF_SERVERS,
    }
)
"""The members of the document itself whose absence is a warning -> the hint."""


def _unknown(place: _Place) -> Iterator[Diagnostic]:
    rule = RULES_BY_NAME["unknown-member"]
    known = list(place.mismatch.schema.get("properties", {}))
    may_be_meant = misplaced.lacks_members(place.node, place.mismatch.schema)
    renamed: set[str | None] = set()
    unpacked = _unpacked(place) if may_be_meant else None
    for name in misplaced.unknown(place.node, place.mismatch.schema):
        if name == unpacked:
            continue  # the finding about the missing member says what to do
        message = f"`{name:.80}` is not a member of {_name(place.path)}"
        free = [each for each in known if each not in place.node]
        misspelt = near_miss(name, free)
        near = misspelt or name_here(name, free)
        path = (*place.path, name)
        elsewhere = None if near else _belonging(path, place)
        hint = f"did you mean `{near}`?" if near else elsewhere.hint if elsewhere else None
        fixes = values.renamed(path, near, is_free=near not in renamed, is_misspelt=misspelt is not None)
        renamed.add(near)
        yield rule.found(
            message,
            pointer_of(path),
            hint=hint or _hint_of_duplicate(name, known, place.node),
            # What is unknown where something is missing may be just that.
            fixes=(*(elsewhere.fixes if elsewhere else ()), *(fixes[:-1] if may_be_meant else fixes)),
        )


def _unpacked(place: _Place) -> str | None:
    """Return the unknown member that holds what its object lacks."""
    node, schema = place.node, place.mismatch.schema
    missing = [each for each in schema.get("required", ()) if each not in node]
    nested = misplaced.belongs_outside(place.path, missing, node, schema) if missing else None
    return nested.name if nested is not None else None


def _belonging(path: Path, place: _Place) -> misplaced.Nested | None:
    return misplaced.belongs_elsewhere(path, place.node, place.mismatch.schema, place.mismatch.base)


def _hint_of_duplicate(name: str, known: list[str], node: Any) -> str:
    twin = near_miss(name, [each for each in known if each in node])
    return f"`{twin}` is there, too: keep one of the two" if twin else "remove it, or check its name"


def _word(place: _Place) -> Iterator[Diagnostic]:
    schema = place.mismatch.schema
    words = [schema["const"]] if place.mismatch.keyword == "const" else schema["enum"]
    expected = words_of(words)
    near, is_certain = _word_meant(place, words)
    hint = f'did you mean "{near}"?' if near else hint_of_words(words)
    message = f"{_name(place.path)} is {shown(place.node)}, and not {expected}"
    fixes = values.reworded(place.path, near, is_certain=is_certain)
    rule = RULES_BY_NAME["unknown-word"]
    yield rule.found(message, pointer_of(place.path), hint=hint, expected=expected, fixes=fixes)


def _word_meant(place: _Place, words: list[Any]) -> tuple[str | None, bool]:
    """Return the word that was probably meant by another one, and whether that is certain."""
    node, texts = place.node, [each for each in words if _is_text(each)]
    near = near_miss(node, texts) if isinstance(node, str) else None
    if near is not None:
        return near, place.path[-1:] == ("role",) or is_misspelling(node, near)
    if found := values.meant(place.path, node, words):
        return found, True
    return (longer(node, texts) if isinstance(node, str) else None), False


def _is_text(word: object) -> TypeGuard[str]:
    return isinstance(word, str)


def _bound(place: _Place) -> Iterator[Diagnostic]:
    keyword, schema = place.mismatch.keyword, place.mismatch.schema
    message = f"{_name(place.path)} is {shown(place.node)}, which is {BOUNDS[keyword]} {schema[keyword]}"
    expected = expected_of(schema)
    hint = f"choose {expected}"
    fixes = values.bounded(place.path, keyword, schema[keyword])
    rule = RULES_BY_NAME["out-of-range"]
    yield rule.found(message, pointer_of(place.path), hint=hint, expected=expected, fixes=fixes)


def _length(place: _Place) -> Iterator[Diagnostic]:
    keyword, schema = place.mismatch.keyword, place.mismatch.schema
    if keyword == "maxProperties" and _lacks_its_tag(place):
        return
    wrong, unit = LENGTHS[keyword]
    limit = f"{wrong} {schema[keyword]}" if unit else wrong
    message = f"{_name(place.path)} has {counted(len(place.node), unit or 'entries')}, {limit}"
    hint = hint_of_length(keyword, schema[keyword]) if unit else "take the repeated ones out"
    expected = expected_of(schema)
    fixes = values.shortened(place.path, keyword, place.node, schema[keyword])
    rule = RULES_BY_NAME["wrong-length"]
    yield rule.found(message, pointer_of(place.path), hint=hint, expected=expected, fixes=fixes)


def _lacks_its_tag(place: _Place) -> bool:
    """Return whether none of the members is there that names the branch: the missing member is the finding."""
    names = _names_alone(place.mismatch.schema.get("anyOf", []))
    return bool(names) and place.node.keys().isdisjoint(names)


def _form(place: _Place) -> Iterator[Diagnostic]:
    schema = place.mismatch.schema
    form, pattern = schema.get("format"), schema.get("pattern")
    wrong, expected = ("have", f"the form {form}") if form else ("match", f"the pattern {pattern}")
    message = f"{_name(place.path)} is {shown(place.node)}, which does not {wrong} {expected}"
    hint = f"write it in {expected}" if form else f"write a text that matches {expected}"
    yield RULES_BY_NAME["wrong-form"].found(message, pointer_of(place.path), hint=hint, expected=expected)


def _union(place: _Place) -> Iterator[Diagnostic]:
    """Explain a union by the branch that the value's tag names, or by the branch for its JSON type."""
    mismatch = place.mismatch
    union = location_of(mismatch.schema, mismatch.base)
    branches = mismatch.schema.get(mismatch.keyword, [])
    if names := _names_alone(branches):
        yield _none_given(place, names)
        return
    resolved = [_resolved(branch, f"{union}/{mismatch.keyword}/{n}") for n, branch in enumerate(branches)]
    fitting = [each for each in resolved if _may_be(place.node, each[0])]
    if len(fitting) != 1 or place.depth >= _DEEPEST:
        yield from _none_fits(place, [each for each, _ in resolved])
        return
    _, location = fitting[0]
    for inner in engine_of(place.engine, location).mismatches(place.node):
        moved = inner._replace(base=location.partition("#")[0])
        path = (*place.path, *inner.path)
        yield from _explained(_Place(path, _at(place.node, inner.path), moved, place.engine, place.depth + 1))


def _names_alone(branches: list[dict[str, Any]]) -> list[str]:
    """Return the members that branches require, if each branch does nothing but require one."""
    names = [each["required"][0] for each in branches if list(each) == ["required"] and len(each["required"]) == 1]
    return names if len(names) == len(branches) else []


def _none_given(place: _Place, names: list[str]) -> Diagnostic:
    listed = ", ".join(f"`{name}`" for name in names[:-1]) + f" or `{names[-1]}`"
    node = place.node if isinstance(place.node, dict) else {}
    near = next(((each, name) for name in names if (each := near_miss(name, list(node)))), None)
    advice = untagged.put_into(names, node, place.mismatch.schema, place.mismatch.base)
    hint = f"`{near[0]}` looks like a misspelt `{near[1]}`" if near else advice or f"add {listed}"
    message = f"{_name(place.path)} has no {listed}"
    rule = RULES_BY_NAME["missing-member"]
    return rule.found(message, pointer_of(place.path), hint=hint, expected=f"a member {listed}")


def _resolved(branch: dict[str, Any], location: str) -> tuple[dict[str, Any], str]:
    """Return the schema that a branch refers to, or the branch itself, and where it is."""
    while "$ref" in branch:
        location = absolute(branch["$ref"], location)
        base, _, pointer = location.partition("#")
        branch = node_at(base, pointer)
    return branch, location


def _may_be(node: Any, schema: dict[str, Any]) -> bool:
    """Whether a value is of a branch's JSON type, and has its tag."""
    wanted = schema.get("type")
    if wanted is not None and not _is_type(node, wanted):
        return False
    tags = {name: inner["const"] for name, inner in schema.get("properties", {}).items() if "const" in inner}
    return not isinstance(node, dict) or all(node.get(name) == word for name, word in tags.items())


def _is_type(node: Any, wanted: str | list[str]) -> bool:
    kinds = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
    names = [wanted] if isinstance(wanted, str) else wanted
    is_number = isinstance(node, int | float) and not isinstance(node, bool)
    return any(isinstance(node, kinds[name]) if name in kinds else is_number for name in names)


def _none_fits(place: _Place, branches: list[dict[str, Any]]) -> Iterator[Diagnostic]:
    expected = " or ".join(dict.fromkeys(expected_of(branch) for branch in branches)) or "another value"
    message = f"{_name(place.path)} is {shown(place.node)}, and not {expected}"
    hint = f"write {expected}"
    yield RULES_BY_NAME["no-form-fits"].found(message, pointer_of(place.path), hint=hint, expected=expected)


def _other(place: _Place) -> Iterator[Diagnostic]:
    message = f"{_name(place.path)} is {shown(place.node)}, which the schema does not allow here"
    hint = "compare it with the schema that `turnwire schema` prints"
    yield RULES_BY_NAME["no-form-fits"].found(message, pointer_of(place.path), hint=hint)


def _name(path: Path) -> str:
    """Name a value for a sentence: `role`, `messages[3]`, `the document`."""
    if not path:
        return "the document"
    if isinstance(path[-1], int):
        return f"`{path[-2]}[{path[-1]}]`" if len(path) > 1 else f"the item {path[-1]} of the list"
    return f"`{path[-1]}`"


_EXPLAINED: Final[dict[str, Callable[[_Place], Iterator[Diagnostic]]]] = {
    "type": _type,
    "required": _required,
    "additionalProperties": _unknown,
    "unevaluatedProperties": _unknown,
    "enum": _word,
    "const": _word,
    **dict.fromkeys(BOUNDS, _bound),
    **dict.fromkeys(LENGTHS, _length),
    "pattern": _form,
    "format": _form,
    "anyOf": _union,
    "oneOf": _union,
}
