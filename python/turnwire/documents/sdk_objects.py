"""Read and make objects of the official Python packages and of LangChain.

The packages are openai, anthropic, google-genai, mistralai, ollama and cohere.
None of these packages is imported: an object is recognised by its methods.  `read`, `convert` and `detect` take

* a reply, or a request dict that holds objects anywhere (`messages=[{"role": "assistant", "content": reply.content}]`),
* a bare list of turns, or a single turn, which becomes a request of its provider.

An object is converted to the JSON that it was made from: the fields that were set, under their names on the wire, and
the extra fields that the package did not know.  `as_object` makes an object from the result of `write`.
"""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Collection, Mapping
from datetime import date, time, timedelta
from decimal import Decimal
from enum import Enum
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar, get_args, get_origin

import msgspec

from turnwire.codec.limits import MAX_DEPTH
from turnwire.documents.residue import pointer_part
from turnwire.errors import InvalidDocument, invalid
from turnwire.model import Diagnostic

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from turnwire.documents.written import Written

T = TypeVar("T")

MAX_VALUES = 4_000_000
"""Values in one document: lists that share their items can expand beyond any memory."""

# Members that a package computes from a reply; they are never on the wire.
_MADE_BY_PACKAGE: dict[str, frozenset[str]] = {
    "openai": frozenset({"parsed", "parsed_arguments", "snapshot"}),
    "anthropic": frozenset({"parsed_output"}),
    "mistralai": frozenset({"parsed"}),
    "google": frozenset({"parsed", "sdk_http_response", "automatic_function_calling_history"}),
}
# A null means an absent field in ProtoJSON, and google-genai leaves it out of what it sends.
_WITHOUT_NULLS = frozenset({"google"})
# The packages' values for "not given", all falsy: openai and anthropic (NotGiven, Omit), mistralai (Unset).
_NOT_GIVEN = frozenset({"NotGiven", "Omit", "Unset"})
# openai holds unix seconds as floats (`created_at: float` of Response), and cohere what it counts (`UsageTokens`,
# `UsageBilledUnits`); the wire has whole numbers.
_WHOLE = ("_at", "_tokens", "_units", "images", "classifications")
_SCALARS = (str, int, float)
# Encoded by msgspec as JSON has them: bytes as standard base64, times as RFC 3339.
_LEAVES = (bytes, bytearray, memoryview, date, time, timedelta, Decimal, msgspec.Raw, msgspec.Struct)


def as_json(data: object) -> bytes:
    """Return the JSON text of a document passed as parsed JSON, as an object, or as a mixture.

    Raises InvalidDocument (`input.type`) for any other value.
    """
    if not isinstance(data, list | tuple):
        try:
            return msgspec.json.encode(data)
        except TypeError:
            pass  # there are objects in it
        except (ValueError, RecursionError, OverflowError) as error:
            raise invalid("input.type", f"not bytes, text or JSON: {error}") from None
    return _walked(data, _document)


def chunk_as_json(chunk: object) -> bytes:
    """Return the JSON text of a chunk of a stream, passed as parsed JSON or as an object.

    Raises InvalidDocument (`input.type`) for any other value.
    """
    try:
        return msgspec.json.encode(chunk)
    except TypeError:
        return _walked(chunk, lambda tree, _: tree)  # there are objects in it
    except (ValueError, RecursionError, OverflowError) as error:
        raise invalid("input.type", f"not JSON: {error}") from None


def _walked(data: object, whole: Callable[[Any, object], Any]) -> bytes:
    try:
        return msgspec.json.encode(whole(_Walk().value(data, "", 0), data))
    except InvalidDocument:
        raise
    except Exception as error:  # noqa: BLE001 - objects run code of others, which may raise anything
        raise invalid("input.type", f"not bytes, text, JSON or a known object: {error!r}") from None


def as_object(written: Written | bytes, kind: type[T]) -> T:
    """Make an object of a class that the caller imported: `as_object(written, ChatCompletion)`.

    `kind` is a class of one of the packages, or a TypedDict of their parameters (or `dict`); for these the dict is
    returned.

    Raises:
        InvalidDocument: the class refuses the data (`object.refused`).
        TypeError: `kind` is another class.
    """
    data = written if isinstance(written, bytes) else written.data
    if issubclass(kind, dict):
        made: T = msgspec.json.decode(data)
        return made
    validate = getattr(kind, "model_validate_json", None)
    if validate is None:
        raise TypeError(f"{kind.__name__} is neither a TypedDict nor a class with model_validate_json")
    try:
        made = validate(data)
    except ValueError as error:
        raise _refused(kind, error) from None
    return made


def _refused(kind: type, error: ValueError) -> InvalidDocument:
    errors = getattr(error, "errors", None)
    found = errors() if callable(errors) else [{"msg": str(error)}]
    return InvalidDocument(
        *(
            Diagnostic("object.refused", f"{kind.__name__}: {each['msg']}", "error", pointer=_pointer(each))
            for each in found
        )
    )


def _pointer(error: Mapping[str, Any]) -> str:
    return "".join(f"/{pointer_part(str(step))}" for step in error.get("loc", ()))


class _Member(NamedTuple):
    """A field of a class: its name here, its name on the wire, and whether it is written even if it was not set."""

    name: str
    wire: str
    constant: bool
    whole: bool


class _Class(NamedTuple):
    """The members of a class of objects."""

    members: tuple[_Member, ...]
    without_nulls: bool
    says_itself: bool


class _Walk:
    """Converts one document from objects to plain JSON values."""

    def __init__(self) -> None:
        self.left = MAX_VALUES

    def value(self, value: Any, path: str, depth: int) -> Any:
        """Return the plain form of any value.  Raises InvalidDocument, and any exception of the object's own code."""
        self.left -= 1
        if self.left < 0:
            raise invalid("input.type", f"more than {MAX_VALUES} values", pointer=path)
        if value is None or value is True or value is False:
            return value
        if isinstance(value, Enum):
            return self.value(value.value, path, depth)
        if isinstance(value, _SCALARS):
            return _scalar(value, path)
        if isinstance(value, _LEAVES):
            return value
        if depth >= MAX_DEPTH:
            raise invalid("input.type", f"more than {MAX_DEPTH} levels, or a cycle", pointer=path)
        return self.container(value, path, depth + 1)

    def container(self, value: Any, path: str, depth: int) -> Any:
        """Return the plain form of a container."""
        if _is_model(type(value)):
            return self.model(value, path, depth)
        if isinstance(value, Mapping):
            return self.members(_text_keys(value, path), path, depth, without_nulls=False)
        if dataclasses.is_dataclass(value) and not isinstance(value, type):
            fields = ((field.name, getattr(value, field.name)) for field in dataclasses.fields(value))
            return self.members(fields, path, depth, without_nulls=False)
        if isinstance(value, Collection):
            return [self.value(item, f"{path}/{n}", depth) for n, item in enumerate(value)]
        raise invalid("input.type", f"a {type(value).__qualname__} is neither JSON nor a known object", pointer=path)

    def model(self, model: Any, path: str, depth: int) -> Any:
        """Return the data that a model was made from."""
        kind: Any = type(model)
        known = _class(kind)
        if known.says_itself:
            return self.value(model.model_dump(), path, depth)
        if getattr(model, "is_unknown", None) is True and hasattr(model, "raw"):
            # mistralai: "A ContentChunk variant the SDK doesn't recognize. Preserves the raw payload." (3.7.0)
            return self.value(model.raw, path, depth)
        return self.members(_set_members(model, known), path, depth, without_nulls=known.without_nulls)

    def members(
        self, members: Iterator[tuple[str, Any]], path: str, depth: int, *, without_nulls: bool
    ) -> dict[str, Any]:
        """Return an object's members, without those that were not set."""
        return {
            name: self.value(value, f"{path}/{pointer_part(name)}", depth)
            for name, value in members
            if not (without_nulls and value is None) and not _is_not_given(value)
        }


def _scalar(value: str | float, path: str) -> str | int | float:
    # Subclasses (mistralai's UnrecognizedStr) are converted to their base.
    if isinstance(value, str):
        return value if type(value) is str else str.__str__(value)
    if isinstance(value, int):
        return value if type(value) is int else int.__int__(value)
    if not math.isfinite(value):
        raise invalid("input.type", f"{value!r} is not a JSON number", pointer=path)
    return value if type(value) is float else float.__float__(value)


def _text_keys(value: Mapping[Any, Any], path: str) -> Iterator[tuple[str, Any]]:
    for name, item in value.items():
        if not isinstance(name, str):
            raise invalid("input.type", f"a key is no text: {name!r:.80}", pointer=path)
        yield str.__str__(name), item


def _is_not_given(value: Any) -> bool:
    return type(value).__name__ in _NOT_GIVEN and not value


def _is_model(kind: type) -> bool:
    return hasattr(kind, "model_fields") and hasattr(kind, "model_fields_set")


def _set_members(model: Any, known: _Class) -> Iterator[tuple[str, Any]]:
    given = model.model_fields_set
    for member in known.members:
        if member.constant or member.name in given:
            value = getattr(model, member.name)
            yield member.wire, int(value) if member.whole and _is_whole(value) else value
    yield from (model.model_extra or {}).items()


@functools.lru_cache(1024)
def _class(kind: type) -> _Class:
    packages = {base.__module__.partition(".")[0] for base in kind.__mro__}
    left_out = {member for name in packages for member in _MADE_BY_PACKAGE.get(name, ())}
    config: Mapping[str, Any] = getattr(kind, "model_config", {})
    rename = config.get("alias_generator")
    members = tuple(
        _Member(name, _wire_name(name, field, rename), _is_constant(field), name.endswith(_WHOLE))
        for name, field in kind.model_fields.items()  # type: ignore[attr-defined]
        if name not in left_out
    )
    return _Class(members, not _WITHOUT_NULLS.isdisjoint(packages), _says_itself(kind))


def _is_whole(value: Any) -> bool:
    return isinstance(value, float) and value.is_integer()


def _wire_name(name: str, field: Any, rename: Any) -> str:
    # A class whose building is deferred has no aliases yet.
    alias = field.serialization_alias or field.alias or (rename(name) if callable(rename) else name)
    return alias if isinstance(alias, str) else name


def _is_constant(field: Any) -> bool:
    """Return whether a field can only be its default, which identifies the object: `role: Literal["user"] = "user"`."""
    default = field.default
    return isinstance(default, str) and (default,) in _literals(field.annotation)


def _literals(annotation: Any) -> Iterator[tuple[Any, ...]]:
    if get_origin(annotation) is Literal:
        yield get_args(annotation)
    else:
        for part in get_args(annotation):
            yield from _literals(part)


def _says_itself(kind: type) -> bool:
    """Return whether the class serialises itself as something other than an object: ollama's Image is a text."""
    serializers = getattr(getattr(kind, "__pydantic_decorators__", None), "model_serializers", {})
    # Those of cohere's classes are for JSON only, and give their members.
    return any(each.info.mode == "plain" and each.info.when_used != "json" for each in serializers.values())


# Items of OpenAI's Responses have their own member; turns of all others but Gemini's are called messages.
_ITEMS = frozenset({"message", "reasoning", "item_reference", "compaction", "mcp_list_tools", "mcp_approval_request"})
_ITEM_ENDINGS = ("_call", "_call_output", "_output")


def _document(tree: Any, data: object) -> Any:
    """Wrap a bare list of turns, or a single turn given as an object, as the request it belongs to."""
    if isinstance(tree, list):
        turns = tree
    elif (
        _is_model(type(data)) and isinstance(tree, dict) and ("role" in tree or "parts" in tree) and "model" not in tree
    ):
        turns = [tree]
    else:
        return tree
    if not turns or not all(isinstance(turn, dict) and _is_turn(turn) for turn in turns):
        return tree
    if all("parts" in turn for turn in turns):
        return {"contents": turns}
    return {"input": turns} if any(map(_is_item, turns)) else {"messages": turns}


def _is_turn(members: dict[str, Any]) -> bool:
    return "role" in members or "type" in members or "parts" in members or "lc" in members


def _is_item(turn: dict[str, Any]) -> bool:
    word = turn.get("type")
    return isinstance(word, str) and (word in _ITEMS or word.endswith(_ITEM_ENDINGS))
