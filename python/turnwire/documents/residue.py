"""What a dialect could not place, kept at the node where it stood, and given back by the same dialect.

The residue of a node is an object in its `provider_raw` under the dialect's name: an overlay on the wire object
that the dialect's writer makes for that node.

* Its keys are added where the writer did not set them, objects recursively: an edit always wins over residue.
* `$omit` lists keys that the writer sets by default and the source left out; a key is taken out again only while
  its value still is such a default.
* `$also` holds keys that the source gave a value which says no more than absence (an empty list of tool calls);
  they are added like residue, and never reported as lost.
* `$form` is for the writer alone: which of several spellings of the same thing the source used.
* `$envelope`, at the root, is what the source said outside its body (envelope.py).
* `$chunks`, at the root, is what the pieces said of a document that came in pieces (gemini/chunks.py).
* `$spelled` is never in residue: it marks how names were spelled while a document is read (gemini/spelling.py).

A key of the source that is called like one of these, or in whose value such a key stands, is kept inside `$keys`.
An explicit null says no more than absence does, so nulls are given back but never reported as lost.
"""

from __future__ import annotations

import functools
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw, Struct

from turnwire.codec.wire import ALSO, ENCODER, FORM, KEYS, MARKS, NOTHING, OMIT, PRIVATE, Kept, whole
from turnwire.errors import invalid

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from turnwire.losses import Losses

# The canonical form's own name among the dialects.
NATIVE = "turnwire"

STAND_INS: Mapping[tuple[str, str], str] = MappingProxyType(
    {("Message", "role"): "user_interaction", ("Citation", "kind"): "other"}
)
"""(type, required enum) -> the word that stands for one that only a later version knows.

A message of an unknown role is nobody's words here: to every other format it is no message.  What has no such word,
a source or a decision of a router, is put aside whole by whatever holds it.
"""

_SAYS_NOTHING = frozenset({OMIT, ALSO, FORM})
_DEFAULTS = frozenset({b"null", b"[]", b"{}", b'""', b"false", b"0"})
# Short residue is mostly one of a few spellings, met again and again: what it says is remembered.
_SHORT, _REMEMBERED = 120, 512
# Residue of more members is told member by member.
_FEW = 8
_NO_FORM: Mapping[str, Any] = MappingProxyType({})
_OBJECT = msgspec.json.Decoder(dict[str, Raw])
_NAMES = msgspec.json.Decoder(list[str])

ProviderRaw = dict[str, Raw]


def residue(
    dialect: str,
    unknown: Kept | Mapping[str, Any] | None = None,
    *,
    omit: list[str] | None = None,
    also: Mapping[str, Any] | None = None,
    form: Mapping[str, Any] | None = None,
) -> ProviderRaw | None:
    """The `provider_raw` of a node, or None when there is nothing to keep.

    `unknown` is what the wire object did not know, or a mapping of such for wire objects nested in it
    (an empty `Kept` and an empty mapping count as nothing).  Members taken from a source by other means than
    `Kept.fields` go through `wire.escaped`.
    """
    overlay = {} if unknown is None or unknown is NOTHING or not unknown else _overlay(unknown)
    if form and not overlay and not omit and not also:
        return {dialect: _of_form(form)}
    if omit:
        overlay[OMIT] = omit
    if also:
        overlay[ALSO] = whole(also)
    if form:
        overlay[FORM] = form
    return {dialect: Raw(ENCODER.encode(overlay))} if overlay else None


def _of_form(form: Mapping[str, Any]) -> Raw:
    """Residue that is a form alone; that with one word in it is met again and again."""
    if len(form) == 1:
        ((name, word),) = form.items()
        if type(word) is str and len(word) <= _SHORT:
            return _of_word(name, word)
    return Raw(ENCODER.encode({FORM: form}))


@functools.lru_cache(_REMEMBERED)
def _of_word(name: str, word: str) -> Raw:
    return Raw(ENCODER.encode({FORM: {name: word}}))


def _overlay(unknown: Kept | Mapping[str, Any]) -> dict[str, Any]:
    if isinstance(unknown, Kept):
        return unknown.fields
    found: dict[str, Any] = {}
    for name, value in unknown.items():
        if isinstance(value, Kept | dict):
            if inner := _overlay(value):
                found[name] = inner
        else:
            found[name] = whole(value)
    return found


def overlay_of(provider_raw: ProviderRaw | None, dialect: str) -> dict[str, Raw]:
    """The members of a dialect's residue, to add to.  Raises InvalidDocument where it is no object."""
    own = provider_raw.get(dialect) if provider_raw else None
    try:
        return {} if own is None else _OBJECT.decode(own)
    except msgspec.DecodeError:
        pointer = f"/provider_raw/{pointer_part(dialect)}"
        raise invalid("model.residue", "residue is an object", pointer=pointer, hint="take it out") from None


def marked(
    provider_raw: ProviderRaw | None, dialect: str, form: Mapping[str, Any], extra: Mapping[str, Any] | None = None
) -> ProviderRaw:
    """The residue of a node with more in its `$form`, and with more keys."""
    others = provider_raw or {}
    own: dict[str, Any] = dict(overlay_of(others, dialect))
    whole = {**own, **(extra or {}), FORM: {**form_of(others, dialect), **form}}
    return {**others, dialect: Raw(ENCODER.encode(whole))}


def unknown_role(form: Mapping[str, Any]) -> dict[str, str]:
    """The role of a message whose `$form` spells it, as residue: writers set it, other formats are told of it."""
    word = form.get("role")
    return {"role": word} if word and isinstance(word, str) else {}


def form_of(provider_raw: ProviderRaw | None, dialect: str) -> dict[str, Any]:
    """The `$form` that this dialect left at a node; empty where it left none."""
    raw = provider_raw.get(dialect) if provider_raw else None
    if raw is None:
        return {}
    text = bytes(raw)
    return dict(_form(text) if len(text) <= _SHORT else _form.__wrapped__(text))


@functools.lru_cache(_REMEMBERED)
def _form(text: bytes) -> Mapping[str, Any]:
    if FORM.encode() not in text:
        return _NO_FORM
    try:
        form = msgspec.json.decode(_OBJECT.decode(text).get(FORM, b"{}"))
    except (msgspec.DecodeError, AttributeError):
        return _NO_FORM
    return MappingProxyType(form) if isinstance(form, dict) else _NO_FORM


def restore(wire: Any, provider_raw: ProviderRaw, losses: Losses, path: str) -> Any:
    """The wire object with this dialect's residue merged in; the residue of other dialects is lost."""
    own = None
    for name, raw in provider_raw.items():
        if name == losses.dialect:
            own = raw
        else:
            _tell_foreign(name, raw, losses, path)
    if own is None:
        return wire
    text = bytes(own)
    if text[:1] == b"{":
        base = ENCODER.encode(wire)
        if base[:1] == b"{":
            return Raw(merge(base, text))
        tell_own(provider_raw, losses, path)  # what is no object has no keys beside its own
        return wire
    tell_unusable(text, losses, path)
    return wire


def tell_unusable(own: bytes, losses: Losses, path: str) -> None:
    """Report residue of the target itself that is no object: no reader of its made that, and nothing can be done."""
    if own != b"null":
        losses.dropped(f"{path}/provider_raw/{pointer_part(losses.dialect)}", "provider_raw", Raw(own))


def tell_foreign(provider_raw: ProviderRaw | None, losses: Losses, path: str) -> None:
    """Report the residue of a node for which this dialect writes no wire object of its own."""
    for name, raw in (provider_raw or {}).items():
        _tell_foreign(name, raw, losses, path)


def tell_replaced(node: Struct, losses: Losses, path: str) -> None:
    """Report the residue of other dialects at a node and at all nodes in it, where something else stands for it."""
    for name in node.__struct_fields__:
        value = getattr(node, name)
        if name == "provider_raw":
            tell_foreign(value, losses, path)
        elif isinstance(value, Struct):
            tell_replaced(value, losses, f"{path}/{name}")
        elif type(value) is list:
            for n, item in enumerate(value):
                if isinstance(item, Struct):
                    tell_replaced(item, losses, f"{path}/{name}/{n}")


def tell_others(
    provider_raw: ProviderRaw | None, losses: Losses, path: str, *, looked_at: Collection[str] = ()
) -> None:
    """Report the residue of a node whose own one the writer looks at by itself.

    Of its own, the writer knows the marks and the keys that it has looked at; what says more than these is lost.
    """
    for name, raw in (provider_raw or {}).items():
        if name != losses.dialect:
            _tell_foreign(name, raw, losses, path)
        elif bytes(raw)[:1] == b"{":
            tell_own(provider_raw, losses, path, looked_at=looked_at)
        else:
            tell_unusable(bytes(raw), losses, path)


def tell_own(provider_raw: ProviderRaw | None, losses: Losses, path: str, *, looked_at: Collection[str] = ()) -> None:
    """Report what the target's own residue says at a node under no key that the writer has looked at."""
    own = provider_raw.get(losses.dialect) if provider_raw else None
    place = f"{path}/provider_raw/{pointer_part(losses.dialect)}"
    for key, value in (_members(bytes(own or b"")) or {}).items():
        if key not in looked_at and key not in PRIVATE and _speaks(key, bytes(value)):
            losses.dropped(f"{place}/{pointer_part(key)}", "provider_raw", value)


def is_silent(provider_raw: ProviderRaw, dialect: str) -> bool:
    """Whether the residue of a node means nothing to this dialect: neither its own, nor a loss."""
    for name, raw in provider_raw.items():
        text = bytes(raw)
        if name == dialect or (_tells(text) if len(text) <= _SHORT else _tells.__wrapped__(text)):
            return False
    return True


def _tell_foreign(name: str, raw: Raw, losses: Losses, path: str) -> None:
    text = bytes(raw)
    if not (_tells(text) if len(text) <= _SHORT else _tells.__wrapped__(text)):
        return
    members = _members(text) or {}
    if name == NATIVE:
        # A loss points into native JSON, where these keys stand at the node itself.
        for key, value in _said(members).items():
            losses.dropped(f"{path}/{pointer_part(key)}", "unknown", value)
        return
    place = f"{path}/provider_raw/{pointer_part(name)}"
    if len(members) <= _FEW:
        losses.dropped(place, "provider_raw", raw)
        return
    # Of much, a report that says "all of it" would help nobody.
    for key, value in members.items():
        if key not in _SAYS_NOTHING and _says_something(bytes(value)):
            losses.dropped(f"{place}/{pointer_part(key)}", "provider_raw", value)


def unknown_members(provider_raw: ProviderRaw | None, dialect: str) -> dict[str, Raw]:
    """The members of the source's object that the dialect did not know; none where its residue is no object."""
    own = provider_raw.get(dialect) if provider_raw else None
    members = None if own is None else _members(bytes(own))
    return {} if members is None else _said(members)


def _said(members: dict[str, Raw]) -> dict[str, Raw]:
    """What residue says beside its marks."""
    said = {key: value for key, value in members.items() if key not in MARKS}
    return said | (_members(bytes(members.get(KEYS, b""))) or {})


@functools.lru_cache(_REMEMBERED)
def _tells(text: bytes) -> bool:
    """Whether residue says more than how its dialect spells what the model says."""
    overlay = _members(text)
    return overlay is None or any(_speaks(key, bytes(value)) for key, value in overlay.items())


def pointer_part(name: str) -> str:
    """One reference token of a JSON Pointer (RFC 6901)."""
    return name.replace("~", "~0").replace("/", "~1")


def _says_something(raw: bytes) -> bool:
    members = _members(raw)
    if not members:
        return raw != b"null"
    return any(_speaks(name, bytes(value)) for name, value in members.items())


def _speaks(name: str, value: bytes) -> bool:
    """Whether a member of residue says something; under `$keys` stand keys of the source, whatever they are called."""
    if name == KEYS:
        members = _members(value)
        return value != b"null" if members is None else any(bytes(each) != b"null" for each in members.values())
    return name not in _SAYS_NOTHING and _says_something(value)


def _members(raw: bytes) -> dict[str, Raw] | None:
    if raw[:1] != b"{":
        return None
    try:
        return _OBJECT.decode(raw)
    except msgspec.DecodeError:
        return None


def merge(base: bytes, overlay: Raw | bytes) -> bytes:
    """The JSON object `base` with the keys of `overlay` that it lacks, objects recursively."""
    members, extra = _members(base), _members(bytes(overlay))
    if members is None or extra is None:
        return base
    omit, also = extra.pop(OMIT, None), extra.pop(ALSO, None)
    keys = extra.pop(KEYS, None)
    for private in PRIVATE:
        extra.pop(private, None)
    literal = {**(_members(bytes(also or b"")) or {}), **(_members(bytes(keys or b"")) or {})}
    for name, value in {**extra, **literal}.items():
        mine = members.get(name)
        if mine is not None:
            members[name] = Raw(merge(bytes(mine), value))
        elif (alone := value if name in literal else _alone(value)) is not None:
            members[name] = alone
    for name in _names(omit):
        if name in members and bytes(members[name]) in _DEFAULTS:
            del members[name]
    return ENCODER.encode(members)


def _alone(value: Raw) -> Raw | None:
    """A member of residue where the writer made no object for it, without marks; None where it was nothing but marks.

    Keys of the source that are called like marks are no marks: they stand under `$keys` (wire.escaped).
    """
    text = bytes(value)
    if text[:1] != b"{" or b'"$' not in text:
        return value
    said = merge(b"{}", text)
    return None if said == b"{}" else Raw(said)


def _names(omit: Raw | None) -> list[str]:
    try:
        return _NAMES.decode(omit) if omit is not None else []
    except (msgspec.DecodeError, ValueError):
        return []
