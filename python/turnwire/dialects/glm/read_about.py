"""Read the metadata of the chat, and the system prompt: by the specified keys and by those of real files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Raw

from turnwire.codec.json import check_raw
from turnwire.codec.wire import escaped
from turnwire.dialects.glm.wire import NAME, Chat, ChatMeta, Inside, System
from turnwire.documents.residue import residue
from turnwire.families.chat.overlay import raw_of
from turnwire.model import ABSENT, Meta, SystemInfo

if TYPE_CHECKING:
    from collections.abc import Iterable

_META = frozenset({"chat_started", "used_model"})
SYSTEM_KEYS = frozenset({"primary_message", "content", "available_user_info", "service_info", "system"})
"""Keys of `system` that are no further ones, the words of the published chat among them."""


def read_meta(chat: Chat, overlay: dict[str, Any]) -> Meta | None:
    """Read `meta` or `metadata`; if there are both, the second is kept unchanged."""
    if chat.meta is not UNSET and chat.metadata is not UNSET:
        overlay["metadata"] = raw_of(chat.metadata)
    meta = chat.meta if chat.meta is not UNSET else chat.metadata
    if meta is UNSET:
        return None
    form: dict[str, Any] = {"key": "metadata"} if chat.meta is UNSET else {}
    return _meta(meta, form)


def _meta(meta: ChatMeta, form: dict[str, Any]) -> Meta:
    check_raw(meta.chat_started)
    rest: dict[str, Any] = {}
    found = Meta()
    if text := bytes(meta.chat_started):
        if text[:1] == b'"':
            found.chat_started = msgspec.json.decode(text)
        elif text[:1] in b"-0123456789":
            found.chat_started, form["chat_started"] = text.decode(), "number"
        else:
            rest["chat_started"] = meta.chat_started
    found.used_model = None if meta.used_model is UNSET else meta.used_model
    further = meta.unknown.members
    rest |= {key: further.pop(key) for key in _META & further.keys()}
    found.extra = further or None
    found.provider_raw = residue(NAME, escaped(rest), form=form)
    return found


def read_system(chat: Chat, overlay: dict[str, Any]) -> SystemInfo | None:
    """Read the system prompt; keys other than the specified ones are noted, each with its field."""
    system = chat.system
    told = system if isinstance(system, System) else System()
    inside = told.system if told.system is not UNSET else Inside()
    rest = _Rest(overlay)
    form: dict[str, Any] = {}
    found = SystemInfo()
    primary = rest.first(
        "primary_message",
        form,
        (("primary_message", told.primary_message), ("content", told.content)),
        (("system", system if isinstance(system, str) else UNSET), ("system_message", chat.system_message)),
    )
    found.primary_message = None if primary is UNSET else primary
    own = ("available_user_info", told.available_user_info), ("system/user_info", inside.user_info)
    user_info = rest.first("available_user_info", form, own, (("user_info", chat.user_info),))
    found.available_user_info = ABSENT if user_info is UNSET else user_info
    service = ("service_info", told.service_info), ("system/background", inside.background)
    service_info = rest.first("service_info", form, service, ())
    found.service_info = ABSENT if service_info is UNSET else service_info
    rest.unknown(told, inside)
    if told.system == Inside():
        rest.put("system", Raw(b"{}"))
    further = told.unknown.members
    found.extra = {key: value for key, value in further.items() if key not in SYSTEM_KEYS} or None
    if system == System() and form:
        form["object"] = "empty"
    found.provider_raw = residue(NAME, rest.own, form=form)
    return None if system is UNSET and found == SystemInfo() else found


class _Rest:
    """The members that are kept unchanged: in the object of the system, or at the top of the chat."""

    def __init__(self, top: dict[str, Any]) -> None:
        self.top, self.own = top, dict[str, Any]()

    def put(self, place: str, value: Any) -> None:
        """Keeps a value at a place in the object."""
        node, *names = self.own, *place.split("/")
        for name in names[:-1]:
            node = node.setdefault(name, {})
        node[names[-1]] = value

    def first(
        self, field: str, form: dict[str, Any], own: Iterable[tuple[str, Any]], top: Iterable[tuple[str, Any]]
    ) -> Any:
        """The first value that a field can hold, its place in `form` where it is not the field's own."""
        chosen: Any = UNSET
        for places, is_top in ((own, False), (top, True)):
            for place, value in places:
                if value is UNSET or value is ABSENT:
                    continue
                if isinstance(value, Raw):
                    check_raw(value)
                if chosen is UNSET and (isinstance(value, str) or bytes(value)[:1] == b"{"):
                    chosen = value
                    if is_top or place != field:
                        form[field] = "/" * is_top + place
                elif is_top:
                    self.top[place] = value
                else:
                    self.put(place, value)
        return chosen

    def unknown(self, told: System, inside: Inside) -> None:
        """Values of known keys that have another type, and keys that are not read as further ones."""
        for key, value in told.unknown.members.items():
            if key in SYSTEM_KEYS:
                self.put(key, value)
        for key, value in inside.unknown.members.items():
            self.own.setdefault("system", {})[key] = value
