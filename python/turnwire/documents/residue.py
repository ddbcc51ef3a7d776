"""Residue: members that a dialect has no field for, kept where they were, and written again by the same dialect.

The residue of a node is an object in its `provider_raw` under the dialect's name: an overlay on the wire object
that the dialect's writer makes for that node.

* Its keys are added where the writer did not set them, recursively in objects: an edit always overrides residue.
* `$omit` lists keys that the writer sets by default and the source left out; a key is removed again only while
  its value still is such a default.
* `$also` holds keys whose value means the same as their absence (an empty list of tool calls);
  they are added like residue, and never reported as lost.
* `$form` is for the writer alone: which of several spellings of the same value the source used (docs/residue.md).
* `$envelope`, at the root, holds the values from outside the body (envelope.py).
* `$chunks`, at the root, holds the chunks of a document that came in pieces (gemini/chunks.py).
* `$spelled` is never in residue: it marks how names were spelled while a document is read (gemini/spelling.py).

A key of the source with one of these names, or with such a key in its value, is kept inside `$keys`.
An explicit null means the same as an absent member, so nulls are written again but never reported as lost.
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

# The dialect name of native JSON.
NATIVE = "turnwire"

STAND_INS: Mapping[tuple[str, str], str] = MappingProxyType(
    {("Message", "role"): "user_interaction", ("Citation", "kind"): "other"}
)
"""(type, required enum) -> the word that replaces one of a later version.

An unknown role is not attributed to any known speaker: no other format writes the message.  If there is no such word,
as for a source or a decision of a router, the parent keeps the object whole.
"""

_SAYS_NOTHING = frozenset({OMIT, ALSO, FORM})
_DEFAULTS = frozenset({b"null", b"[]", b"{}", b'""', b"false", b"0"})
# Short residue is usually one of a few spellings, so the answer for it is cached.
_SHORT, _REMEMBERED = 120, 512
# Larger residue is reported member by member.
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
    """Make the `provider_raw` of a node; None if there is nothing to keep.

    `unknown` holds the members that the wire object did not know, or maps names of nested wire objects to theirs
    (an empty `Kept` and an empty mapping count as nothing).  Members that are taken from a source by other means than
    `Kept.fields` must go through `wire.escaped`.
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
    """Make residue that is a form alone; forms of one word or of one whole number are cached, since they are frequent.

    The number is that of the source, for instance its `max_completion_tokens`.
    """
    if len(form) == 1:
        ((name, word),) = form.items()
        if type(word) is str and len(word) <= _SHORT:
            return _of_word(name, word)
        if type(word) is dict and len(word) == 1:
            ((key, value),) = word.items()
            if type(value) is int:
                return _of_number(name, key, value)
    return Raw(ENCODER.encode({FORM: form}))


@functools.lru_cache(_REMEMBERED)
def _of_word(name: str, word: str) -> Raw:
    return Raw(ENCODER.encode({FORM: {name: word}}))


@functools.lru_cache(_REMEMBERED)
def _of_number(name: str, key: str, value: int) -> Raw:
    return Raw(ENCODER.encode({FORM: {name: {key: value}}}))


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
    """Return the members of a dialect's residue, as a dict to add to.

    Raises InvalidDocument if it is not an object.
    """
    own = provider_raw.get(dialect) if provider_raw else None
    try:
        return {} if own is None else _OBJECT.decode(own)
    except msgspec.DecodeError:
        pointer = f"/provider_raw/{pointer_part(dialect)}"
        raise invalid("model.residue", "residue is an object", pointer=pointer, hint="take it out") from None


def own_members(provider_raw: ProviderRaw | None, dialect: str) -> dict[str, Raw]:
    """Return the same members; none if the residue is not an object, as a program may have made it."""
    own = provider_raw.get(dialect) if provider_raw else None
    return {} if own is None else _members(bytes(own)) or {}


def without_keys(provider_raw: ProviderRaw, dialect: str, *keys: str) -> ProviderRaw:
    """Return the residue of a node without some keys of this dialect's."""
    own = own_members(provider_raw, dialect)
    if own.keys().isdisjoint(keys):
        return provider_raw
    left = {key: value for key, value in own.items() if key not in keys}
    return {**provider_raw, dialect: Raw(ENCODER.encode(left))}


def marked(
    provider_raw: ProviderRaw | None, dialect: str, form: Mapping[str, Any], extra: Mapping[str, Any] | None = None
) -> ProviderRaw:
    """Return the residue of a node with `form` added to its `$form`, and with more keys."""
    others = provider_raw or {}
    own: dict[str, Any] = dict(overlay_of(others, dialect))
    whole = {**own, **(extra or {}), FORM: {**form_of(others, dialect), **form}}
    return {**others, dialect: Raw(ENCODER.encode(whole))}


def unknown_role(form: Mapping[str, Any]) -> dict[str, str]:
    """Make the residue that keeps the role of a message; the writer sets it, and other formats report it."""
    word = form.get("role")
    return {"role": word} if word and isinstance(word, str) else {}


def form_of(provider_raw: ProviderRaw | None, dialect: str) -> dict[str, Any]:
    """Return the `$form` of this dialect at a node; empty if there is none."""
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
    """Merge this dialect's residue into the wire object, and report the residue of other dialects as lost."""
    own = None
    for name, raw in provider_raw.items():
        if name == losses.dialect:
            own = raw
        else:
            _report_foreign(name, raw, losses, path)
    if own is None:
        return wire
    text = bytes(own)
    if text[:1] == b"{":
        base = ENCODER.encode(wire)
        if base[:1] == b"{":
            return Raw(merge(base, text))
        report_own(provider_raw, losses, path)  # what is no object has no keys beside its own
        return wire
    report_unusable(text, losses, path)
    return wire


def report_unusable(own: bytes, losses: Losses, path: str) -> None:
    """Report residue of the target itself that is not an object: no reader makes such residue."""
    if own != b"null":
        losses.dropped(f"{path}/provider_raw/{pointer_part(losses.dialect)}", "provider_raw", Raw(own))


def report_foreign(provider_raw: ProviderRaw | None, losses: Losses, path: str) -> None:
    """Report the residue of a node for which this dialect writes no wire object."""
    for name, raw in (provider_raw or {}).items():
        _report_foreign(name, raw, losses, path)


def report_replaced(node: Struct, losses: Losses, path: str) -> None:
    """Report the residue of other dialects at a node and at all nodes inside it, because something else replaces it."""
    for name in node.__struct_fields__:
        value = getattr(node, name)
        if name == "provider_raw":
            report_foreign(value, losses, path)
        elif isinstance(value, Struct):
            report_replaced(value, losses, f"{path}/{name}")
        elif type(value) is list:
            for n, item in enumerate(value):
                if isinstance(item, Struct):
                    report_replaced(item, losses, f"{path}/{name}/{n}")


def report_others(
    provider_raw: ProviderRaw | None, losses: Losses, path: str, *, looked_at: Collection[str] = ()
) -> None:
    """Report the residue of a node whose own residue the writer handles itself.

    The writer knows the marks and the keys `looked_at`; other keys of its own dialect are reported as lost.
    """
    for name, raw in (provider_raw or {}).items():
        if name != losses.dialect:
            _report_foreign(name, raw, losses, path)
        elif bytes(raw)[:1] == b"{":
            report_own(provider_raw, losses, path, looked_at=looked_at)
        else:
            report_unusable(bytes(raw), losses, path)


def report_own(provider_raw: ProviderRaw | None, losses: Losses, path: str, *, looked_at: Collection[str] = ()) -> None:
    """Report keys of the target's own residue that the writer has not handled."""
    own = provider_raw.get(losses.dialect) if provider_raw else None
    place = f"{path}/provider_raw/{pointer_part(losses.dialect)}"
    for key, value in (_members(bytes(own or b"")) or {}).items():
        if key not in looked_at and key not in PRIVATE and _speaks(key, bytes(value)):
            losses.dropped(f"{place}/{pointer_part(key)}", "provider_raw", value)


def is_silent(provider_raw: ProviderRaw, dialect: str) -> bool:
    """Return whether this dialect has no residue at a node, and no residue of others is to be reported."""
    for name, raw in provider_raw.items():
        text = bytes(raw)
        if name == dialect or (_tells(text) if len(text) <= _SHORT else _tells.__wrapped__(text)):
            return False
    return True


def _report_foreign(name: str, raw: Raw, losses: Losses, path: str) -> None:
    text = bytes(raw)
    if len(text) <= _SHORT and name != NATIVE and (told := _tells(text)) <= _FEW:
        if told:
            losses.dropped(f"{path}/provider_raw/{pointer_part(name)}", "provider_raw", raw)
        return
    members = _told_members(text)
    if members is not None:
        _report_members(name, raw, members, losses, path)


def _report_members(name: str, raw: Raw, members: dict[str, Raw], losses: Losses, path: str) -> None:
    if name == NATIVE:
        # A loss points into native JSON, where these keys are members of the node itself.
        for key, value in _said(members).items():
            losses.dropped(f"{path}/{pointer_part(key)}", "unknown", value)
        return
    place = f"{path}/provider_raw/{pointer_part(name)}"
    if len(members) <= _FEW:
        losses.dropped(place, "provider_raw", raw)
        return
    # Report large residue member by member.
    for key, value in members.items():
        if key not in _SAYS_NOTHING and _says_something(bytes(value)):
            losses.dropped(f"{place}/{pointer_part(key)}", "provider_raw", value)


def _told_members(text: bytes) -> dict[str, Raw] | None:
    """Return the members of residue; None if there is nothing to report, and no members if it is not an object."""
    if len(text) <= _SHORT:
        return (_members(text) or {}) if _tells(text) else None
    members = _members(text)
    if members is None:
        return {}
    return members if any(_speaks(key, bytes(value)) for key, value in members.items()) else None


def unknown_members(provider_raw: ProviderRaw | None, dialect: str) -> dict[str, Raw]:
    """Return the members of the source's object that the dialect did not know; none if its residue is not an object."""
    own = provider_raw.get(dialect) if provider_raw else None
    members = None if own is None else _members(bytes(own))
    return {} if members is None else _said(members)


def _said(members: dict[str, Raw]) -> dict[str, Raw]:
    """Return the members of residue that are not marks."""
    said = {key: value for key, value in members.items() if key not in MARKS}
    return said | (_members(bytes(members.get(KEYS, b""))) or {})


@functools.lru_cache(_REMEMBERED)
def _tells(text: bytes) -> int:
    """Return how many members residue has, and 0 if all are spelling marks; what is no object counts as one."""
    overlay = _members(text)
    if overlay is None:
        return 1
    return len(overlay) if any(_speaks(key, bytes(value)) for key, value in overlay.items()) else 0


@functools.lru_cache(_REMEMBERED)
def pointer_part(name: str) -> str:
    """Escape a name as a reference token of a JSON Pointer (RFC 6901)."""
    return name.replace("~", "~0").replace("/", "~1")


def _says_something(raw: bytes) -> bool:
    members = _members(raw) if raw[:1] == b"{" else None
    if not members:
        return raw != b"null"
    return any(_speaks(name, bytes(value)) for name, value in members.items())


def _speaks(name: str, value: bytes) -> bool:
    """Return whether a member of residue is content; all members under `$keys` are keys of the source."""
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
    """Add the keys of `overlay` that the JSON object `base` lacks, recursively in objects."""
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
    """Return a member of residue without its marks, where the writer made no object; None if it has only marks.

    Keys of the source with the names of marks are not marks: they are under `$keys` (wire.escaped).
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
