"""Typed wire objects, and how a document that does not fit them is read.

A dialect describes its JSON as msgspec Structs that refuse unknown fields: the fast path, which costs nothing
beyond parsing.  Only a document that is refused takes the slow path: `unknown.py` puts the members that the types do
not know aside (unknown keys, values of a wrong type, blocks of an unknown type), and the same types decode the rest.

Members that were put aside are decoded as `Kept`.  A plain document cannot forge one: the fast decoder has no hook that
could make it, so a key that imitates the mark is refused there and treated as unknown on the slow path.
"""

from __future__ import annotations

import functools
import operator
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec
from msgspec import UNSET, Raw, Struct

from turnwire.codec.json import check, check_raw, explain
from turnwire.codec.limits import FAST, FREE_DEPTH, check_size
from turnwire.codec.making import MAKING
from turnwire.codec.marks import OPAQUE, UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from turnwire.codec.limits import Limits
    from turnwire.codec.unknown import UnknownPolicy

T = TypeVar("T")

_FIELDS = msgspec.json.Decoder(dict[str, Raw])
ENCODER = msgspec.json.Encoder()


# The marks of residue (residue.py), which a key of the source must not be confused with.
OMIT, ALSO, FORM, KEYS, ENVELOPE = "$omit", "$also", "$form", "$keys", "$envelope"
# The chunks of a document that came in chunks; and how names were spelled, while a document is read.
CHUNKS, SPELLED = "$chunks", "$spelled"
# The wrapper around a body, in the envelope (wrapping.py).
AROUND = "$around"
PRIVATE = frozenset({FORM, ENVELOPE, CHUNKS, SPELLED})
"""Marks for readers and writers alone: no document of a provider has the values under them."""
MARKS = PRIVATE | {OMIT, ALSO, KEYS}


def escaped(members: dict[str, Any]) -> dict[str, Any]:
    """Return members of a source's object as residue: keys with the names of marks are put under `$keys`."""
    own = {name: value for name, value in members.items() if name in MARKS or _is_marked(value)}
    return {**{name: value for name, value in members.items() if name not in own}, KEYS: own} if own else members


_FREE = frozenset(
    {"input", "structured", "provider_result", "metadata", "extra", "parameters", "input_schema", "schema"}
)
"""Fields of free JSON, in which a key like a mark is the source's own."""


_SPELLING = MARKS - {ALSO, KEYS, ENVELOPE}
"""The marks that say how a document was spelled, and nothing else."""


def unmarked(value: Any, *, is_residue: bool = False) -> Any:
    """Return parsed native JSON as a caller knows it: residue without its marks, and what is under them in its place.

    Args:
        value: parsed JSON.
        is_residue: whether the value itself is residue, or a part of it.
    """
    if isinstance(value, list):
        return [unmarked(each, is_residue=is_residue) for each in value]
    if not isinstance(value, dict):
        return value
    if is_residue:
        return _unmarked_residue(value)
    return {
        name: each if name in _FREE else unmarked(each, is_residue=name == "provider_raw")
        for name, each in value.items()
    }


def _unmarked_residue(members: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, each in members.items():
        if name == KEYS and isinstance(each, dict):
            found |= each  # keys of the source that are called like marks, and everything in them
        elif name == ALSO and isinstance(each, dict):
            found |= unmarked(each, is_residue=True)
        elif name not in _SPELLING:
            # Lists are the source's own: a reader puts no mark into them.
            found[name] = each if isinstance(each, list) else unmarked(each, is_residue=True)
    return found


def _is_marked(value: Any) -> bool:
    """Return whether an object of the source has a key with the name of a mark.

    Values that are not Raw come from a reader.
    """
    text = bytes(value) if type(value) is Raw else b""
    if text[:1] != b"{" or (b"$" not in text and b"\\u0024" not in text):
        return False
    members = _FIELDS.decode(text)
    return not MARKS.isdisjoint(members) or any(map(_is_marked, members.values()))


class Kept:
    """JSON that no type knows, kept digit for digit."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __bool__(self) -> bool:
        return bool(self.text)

    @property
    def raw(self) -> Raw:
        """The text as raw JSON."""
        return Raw(self.text)

    @property
    def members(self) -> dict[str, Raw]:
        """The members of a kept object."""
        return _FIELDS.decode(self.text) if self.text else {}

    @property
    def fields(self) -> dict[str, Any]:
        """The members as residue: keys with the names of marks are under `$keys`."""
        return escaped(self.members)


NOTHING = Kept("")


class Wire(Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """The base of every wire object; `unknown` holds the keys that its type does not know."""

    unknown: Kept = msgspec.field(default=NOTHING, name=UNKNOWN)


class OpaquePart(Struct, tag_field="type", tag=OPAQUE, gc=False):
    """A member of a tagged union whose tag, or whose structure, no type knows."""

    value: Kept


def or_none(value: Any) -> Any:
    """The value, or None where the wire object does not have it."""
    return None if value is UNSET else value


def or_unset(value: Any) -> Any:
    """The value, or what leaves it out of a wire object."""
    return UNSET if value is None else value


def fields_besides(kind: type[Wire], *names: str) -> tuple[str, ...]:
    """Return the fields of a wire type besides these, in order."""
    return tuple(name for name in kind.__struct_fields__ if name not in names and name != "unknown")


def given(wire: Any, names: Iterable[str]) -> dict[str, Any]:
    """Return the named fields that a wire object has, by their keys.  Raises InvalidDocument as `check_raw` does."""
    names = tuple(names)
    kind: type[Wire] = type(wire)
    values_of, nothing = _values(kind, names)
    if values_of(wire) == nothing:
        return {}
    found: dict[str, Any] = {}
    for name in names:
        value = getattr(wire, name)
        if type(value) is Raw:
            if value:
                check_raw(value)
                found[key_of(type(wire), name)] = value
        elif value is not UNSET:
            found[key_of(type(wire), name)] = value
    return found


@functools.lru_cache(1024)
def _values(kind: type[Wire], names: tuple[str, ...]) -> tuple[Callable[[Any], Any], Any]:
    """Make a function that returns these fields of a wire object, and the value it returns if none of them is set."""
    defaults = dict(zip(reversed(kind.__struct_fields__), reversed(kind.__struct_defaults__), strict=False))
    # A field with another default is always given, so that nothing is equal.
    unset = [defaults.get(name) for name in names]
    nothing = tuple(each if each is UNSET or type(each) is Raw else object() for each in unset)
    return operator.attrgetter(*names), nothing if len(names) != 1 else nothing[0]


def key_of(kind: type[Wire], name: str) -> str:
    """Return the key of a field in JSON."""
    return _keys(kind)[name]


@functools.cache
def _keys(kind: type[Wire]) -> dict[str, str]:
    return dict(zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True))


def whole(value: Any) -> Any:
    """Return a wire object as it was in the document, with the unknown members in their old places."""
    if isinstance(value, list | tuple):
        return [whole(item) for item in value]
    if isinstance(value, dict):
        return {name: whole(item) for name, item in value.items()}
    if type(value) is OpaquePart:
        return value.value.raw
    return _members(value) if isinstance(value, Wire) else value


@functools.cache
def shape_of(kind: type[Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """Return the fields of a wire type.  This evaluates annotations, which costs a hundred times a decoding."""
    return msgspec.structs.fields(kind)


def _members(wire: Wire) -> dict[str, Any]:
    config = wire.__struct_config__
    found: dict[str, Any] = {config.tag_field: config.tag} if config.tag_field else {}
    for field in shape_of(type(wire)):
        value = getattr(wire, field.name)
        if type(value) is not Kept and (field.required or value is not field.default):
            found[field.encode_name] = whole(value)
    return found | wire.unknown.members


def _hook(kind: type, value: Any) -> Any:
    if kind is Kept and isinstance(value, str):
        check_raw(value.encode(), FREE_DEPTH + 1)  # unknown members are inside an object here
        return Kept(value)
    raise ValueError(f"cannot decode {kind.__name__}")


class Form(Generic[T]):
    """The decoders of one kind of document into typed wire objects of type T."""

    def __init__(
        self,
        wire: type[T],
        aside: Callable[[], UnknownPolicy] | None = None,
        mark: Callable[[T], T] | None = None,
    ) -> None:
        self.type = wire
        self.aside = aside
        self.mark = mark
        self._split: Callable[[bytes], bytes] | None = None

    # Made on first use: making all of them takes half as long as Python takes to start, and a run needs one.
    @functools.cached_property
    def fast(self) -> msgspec.json.Decoder[T]:
        """The decoder of documents that fit the types."""
        with MAKING:
            return msgspec.json.Decoder(self.type)

    @functools.cached_property
    def slow(self) -> msgspec.json.Decoder[T]:
        """The decoder of documents whose unknown parts were put aside."""
        with MAKING:
            return msgspec.json.Decoder(self.type, dec_hook=_hook)

    def decode(self, data: bytes, limits: Limits = FAST) -> T:
        """Decode any bytes; raises InvalidDocument and no other exception."""
        found = self.fitting(data, limits)
        return self._decode_slowly(data, limits) if found is None else found

    def fitting(self, data: bytes, limits: Limits = FAST) -> T | None:
        """Decode a document that fits the types exactly; return None for JSON that does not fit.

        Raises InvalidDocument for bytes that are not JSON, or exceed the limits.
        """
        if limits != FAST:
            check(data, limits)
        elif len(data) > limits.max_bytes:
            check_size(data, limits, "json.size")
        try:
            return self.fast.decode(data)
        except msgspec.ValidationError:
            return None
        except (msgspec.DecodeError, RecursionError, ValueError, NotImplementedError) as error:
            raise explain(data, error) from None

    def decode_unfitting(self, data: bytes, limits: Limits = FAST) -> T:
        """Decode a document that `fitting` has refused, within the same limits.  Raises InvalidDocument."""
        return self._decode_slowly(data, limits)

    def _decode_slowly(self, data: bytes, limits: Limits) -> T:
        if limits == FAST:  # any others have been checked
            check(data, FAST)
        if self._split is None:
            from turnwire.codec import unknown  # noqa: PLC0415 - compiles types; most documents never need it

            self._split = unknown.splitter(self.type, self.aside() if self.aside else unknown.WIRE)
        split = self._split(data.strip())
        try:
            found = self.slow.decode(split or data)
        except (msgspec.ValidationError, msgspec.DecodeError, RecursionError) as again:
            raise explain(data, self._beside_unknown(data) or again) from None
        return self.mark(found) if self.mark else found

    def _beside_unknown(self, data: bytes) -> Exception | None:
        """Describe what does not fit besides unknown names, which are no reason to refuse a document."""
        kind: Any = self.type  # a list or a union of types is no class
        if not (isinstance(kind, type) and issubclass(kind, Struct)):
            return None
        known = {field.encode_name for field in shape_of(kind)}
        try:
            self.slow.decode(ENCODER.encode({name: raw for name, raw in _FIELDS.decode(data).items() if name in known}))
        except (msgspec.ValidationError, msgspec.DecodeError, RecursionError) as found:
            return found
        return None
