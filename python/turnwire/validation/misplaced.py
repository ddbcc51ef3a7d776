"""Members one level too high or too low: the object that they belong into, or that stands around them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from turnwire.validation.fixes.patches import add, move, remove, safe, unsafe
from turnwire.validation.near import OTHER_NAMES, name_here
from turnwire.validation.schema_files import absolute, location_of, node_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from turnwire.model import Fix
    from turnwire.validation.outline.records import Path


class Nested(NamedTuple):
    """What to do about members in the wrong level: a sentence, and the change."""

    hint: str
    fixes: tuple[Fix, ...]
    name: str = ""
    """The name of the unknown object that has the missing members; empty if there is none."""


def unknown(node: dict[str, Any], schema: dict[str, Any]) -> list[str]:
    """Return the members of an object that its schema does not name."""
    members = schema.get("properties", {})
    return [name for name in node if name not in members]


def lacks_members(node: dict[str, Any], schema: dict[str, Any]) -> bool:
    """Return whether an object has not all members that its schema demands, so that an unknown one may be meant."""
    return any(name not in node for name in schema.get("required", ())) or _lacks_its_tag(node, schema)


def _lacks_its_tag(node: dict[str, Any], schema: dict[str, Any]) -> bool:
    choices = [each.get("required", ()) for each in schema.get("anyOf", ())]
    return bool(choices) and not any(choice and node.keys() >= set(choice) for choice in choices)


def belongs_inside(path: Path, name: str, node: dict[str, Any], schema: dict[str, Any], base: str) -> Nested | None:
    """Say that the unknown members of an object belong into the member that it lacks; None if they do not.

    Args:
        path: the path of the object.
        name: the member that is missing.
        node: the object.
        schema: its schema.
        base: the `$id` of a file from which references lead to the schema.

    Example:
        `{"type": "function", "name": "clock", "parameters": {}}` as a tool of OpenAI's chat lacks `function`, and its
        name and parameters belong into that.
    """
    wanted = object_at(schema, name, base)
    strays = unknown(node, schema)
    if wanted is None or not strays or not set(strays) <= wanted.get("properties", {}).keys():
        return None
    if any(each not in strays for each in wanted.get("required", ())):
        return None
    what = f"put {_listed(strays)} into `{name}`"
    inside = (*path, name)
    return Nested(what, (safe(what, add(inside, {}), *(move((*path, each), (*inside, each)) for each in strays)),))


def belongs_outside(path: Path, missing: Sequence[str], node: dict[str, Any], schema: dict[str, Any]) -> Nested | None:
    """Say that an unknown object holds the members that its object lacks; None if none does.

    Args:
        path: the path of the object.
        missing: the members that it lacks.
        node: the object.
        schema: its schema.

    Example:
        `{"type": "function", "function": {"name": "clock"}}` as a tool of Responses lacks `name`, which `function` has.
    """
    for name in unknown(node, schema):
        inner = node[name]
        known = schema.get("properties", {})
        if not isinstance(inner, dict) or not inner.keys() >= set(missing) or not inner.keys() <= known.keys():
            continue
        if inner.keys().isdisjoint(node):
            what = f"put the members of `{name}` in its place"
            moves = (move((*path, name, each), (*path, each)) for each in inner)
            return Nested(what, (safe(what, *moves, remove((*path, name))),), name)
    return None


def belongs_elsewhere(path: Path, node: dict[str, Any], schema: dict[str, Any], base: str) -> Nested | None:
    """Say into which object beside it a member belongs; None if no object has a member of this name, or several do.

    Args:
        path: the path of the member.
        node: the object that has it.
        schema: the schema of that object.
        base: the `$id` of a file from which references lead to the schema.

    Example:
        `temperature` of a request to Gemini belongs into `generationConfig`, `response_format` of one to Responses is
        the `format` in its `text`, and the `name` of a tool belongs into an entry of `functionDeclarations`.
    """
    *before, name = path
    places = _places(str(name), _objects_in(schema, base))
    if not places:
        return _renamed_or_listed(str(name), node, schema, base) or (_of_document(str(name), base) if before else None)
    spelt = [each for each in places if each in node] or places[:1] if _is_one(places) else []
    if len(spelt) != 1:
        return None
    place = spelt[0]
    hint = f"it belongs into `{place}`"
    inner = node.get(place, {})
    if not isinstance(inner, dict) or name in inner:
        return Nested(hint, ())
    inside = (*before, place)
    made = () if place in node else (add(inside, {}),)
    return Nested(hint, (unsafe(f"put it into `{place}`", *made, move(path, (*inside, name))),))


_LIMIT: Final = ("maxOutputTokens", "maxTokens")
_RENAMED: Final = {
    "reasoning_effort": ("effort",),
    "response_format": ("format",),
    "max_tokens": _LIMIT,
    "max_completion_tokens": _LIMIT,
    "max_output_tokens": _LIMIT,
    "stop": ("stopSequences",),
    "stop_sequences": ("stopSequences",),
    "top_p": ("topP",),
    "tool_choice": ("toolChoice", "functionCallingConfig"),
}
"""Settings of requests, and their names inside of objects of other formats."""
_SEVERAL: Final = 2
"""Lists that advice names; into one of more lists, a member belongs no more than into another."""


_OF_DOCUMENTS: Final = frozenset(
    ("system", "temperature", "top_p", "max_tokens", "stop", "stream", "tools", "tool_choice", "response_format")
)
"""Settings of a whole request that are often written into one of its messages."""


def _of_document(name: str, base: str) -> Nested | None:
    """Say that a member of an object inside the document is one of the document itself."""
    if name in _OF_DOCUMENTS and name in node_at(base, "").get("properties", {}):
        return Nested(f"the document itself has a member `{name}`: put it there", ())
    return None


def _renamed_or_listed(name: str, node: dict[str, Any], schema: dict[str, Any], base: str) -> Nested | None:
    for there in _RENAMED.get(name, ()):
        objects = _places(there, _objects_in(schema, base))
        if objects and _is_one(objects):
            return Nested(f"it belongs into `{objects[0]}`, as `{there}`", ())
    return _listed_in(name, node, schema, [*_entries_in(schema, base)])


def _listed_in(
    name: str, node: dict[str, Any], schema: dict[str, Any], lists: Sequence[tuple[str, dict[str, Any]]]
) -> Nested | None:
    """Say into the entries of which list a member belongs, or the members of the object that it is."""
    value = node.get(name)
    # Not all unknown members: there may be thousands, and this is asked for each of them.
    told = OTHER_NAMES.union(*(inner["properties"] for _, inner in lists))
    strays = [each for each in told if each in node and each not in schema.get("properties", {})]
    if found := _best(strays, [each for each in lists if name in each[1]["properties"]]):
        return Nested(f"it belongs into an entry of {found}", ())
    inside = [*value] if isinstance(value, dict) else []
    if found := _best(inside, [each for each in lists if inside and each[1]["properties"].keys() >= set(inside)]):
        return Nested(f"put its members into an entry of {found}", ())
    around = [each for each in lists if not each[1]["properties"].keys().isdisjoint(strays)]
    ours = {there for _, inner in around if (there := name_here(name, inner["properties"])) is not None}
    if len(ours) == 1 and (found := _best(strays, [each for each in around if ours & each[1]["properties"].keys()])):
        return Nested(f"it belongs into an entry of {found}, as `{ours.pop()}`", ())
    return None


def _best(members: Sequence[str], lists: Sequence[tuple[str, dict[str, Any]]]) -> str:
    """Name the lists whose entries have the most of some members; empty if there are none or many such lists."""
    fitting = {name: sum(_has(inner, each) for each in members) for name, inner in lists}
    most = max(fitting.values(), default=0)
    best: dict[str, str] = {}
    for name, number in fitting.items():
        if number == most:
            best.setdefault(_spelling(name), name)
    return " or ".join(f"`{name}`" for name in best.values()) if len(best) <= _SEVERAL else ""


def _has(inner: dict[str, Any], name: str) -> bool:
    return name in inner["properties"] or name_here(name, inner["properties"]) is not None


def _places(name: str, objects: Iterator[tuple[str, dict[str, Any]]]) -> list[str]:
    return [each for each, inner in objects if name in inner.get("properties", {})]


def _is_one(places: list[str]) -> bool:
    """Return whether the names are spellings of one member: `generationConfig` and `generation_config`."""
    return len({_spelling(each) for each in places}) == 1


def _spelling(name: str) -> str:
    return name.replace("_", "").lower()


def _objects_in(schema: dict[str, Any], base: str) -> Iterator[tuple[str, dict[str, Any]]]:
    for name in schema.get("properties", {}):
        found = object_at(schema, name, base)
        if found is not None:
            yield name, found


def _entries_in(schema: dict[str, Any], base: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the lists of objects: the name of each, and the schema of its entries."""
    for name, inner in schema.get("properties", {}).items():
        entries = inner.get("items") if isinstance(inner, dict) else None
        found = _object_of(entries, base)
        if found is not None:
            yield name, found


def object_at(schema: dict[str, Any], name: str, base: str) -> dict[str, Any] | None:
    """Return the schema of a member that is an object and nothing else, but for null; None for any other member."""
    return _object_of(schema.get("properties", {}).get(name), base)


def _object_of(inner: Any, base: str) -> dict[str, Any] | None:
    if not isinstance(inner, dict):
        return None
    kinds = inner.get("type", "object")
    location = base if "$ref" not in inner else location_of(inner, base)
    while "$ref" in inner:
        location = absolute(inner["$ref"], location)
        uri, _, pointer = location.partition("#")
        inner = node_at(uri, pointer)
        kinds = inner.get("type", kinds)
    names = {kinds} if isinstance(kinds, str) else set(kinds)
    return inner if names <= {"object", "null"} and "properties" in inner else None


def _listed(names: Sequence[str]) -> str:
    texts = [f"`{name:.40}`" for name in names]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"
