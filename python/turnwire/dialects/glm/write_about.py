"""Write the metadata of the chat, and the system prompt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw

from turnwire.codec.wire import MARKS
from turnwire.dialects.glm.read_about import SYSTEM_KEYS
from turnwire.dialects.glm.wire import NAME
from turnwire.documents.residue import form_of, overlay_of, pointer_part, restore

if TYPE_CHECKING:
    from turnwire.documents.residue import ProviderRaw
    from turnwire.losses import Losses
    from turnwire.model import Meta, SystemInfo

_META = frozenset({"chat_started", "used_model"})
_NUMBER = msgspec.json.Decoder(int | float)


def further(
    extra: dict[str, Raw] | None, taken: frozenset[str], losses: Losses, path: str, feature: str
) -> dict[str, Any]:
    """Additional keys: those that the form does not use itself."""
    found: dict[str, Any] = {}
    for key, value in (extra or {}).items():
        if key in taken:
            losses.dropped(f"{path}/extra/{pointer_part(key)}", f"{feature}.extra", value)
        else:
            found[key] = value
    return found


def restored(wire: Any, raw: ProviderRaw | None, taken: frozenset[str], losses: Losses, path: str) -> Any:
    """`restore` for an open object: its residue has keys of the form itself; others would come back as further ones."""
    if not raw:
        return wire
    own = raw.get(NAME)
    if own is not None and bytes(own)[:1] == b"{":
        members = overlay_of(raw, NAME)
        odd = [key for key in members if key not in taken and key not in MARKS]
        for key in odd:
            losses.dropped(f"{path}/provider_raw/{NAME}/{pointer_part(key)}", "provider_raw", members.pop(key))
        raw = {**raw, NAME: Raw(msgspec.json.encode(members))}
    return restore(wire, raw, losses, path)


def write_meta(meta: Meta, used: str | None, losses: Losses) -> tuple[str, Any]:
    """Return the key and its value; `used` is the model if `meta` has none."""
    form = form_of(meta.provider_raw, NAME)
    wire: dict[str, Any] = {}
    if meta.chat_started is not None:
        wire["chat_started"] = _started(meta.chat_started, form)
    model = used if meta.used_model is None else meta.used_model
    if model is not None:
        wire["used_model"] = model
    wire |= further(meta.extra, _META, losses, "/meta", "meta")
    key = "metadata" if form.get("key") == "metadata" else "meta"
    return key, restored(wire, meta.provider_raw, _META, losses, "/meta")


def _started(text: str, form: dict[str, Any]) -> Any:
    """A number where the source had one, and the text still is one."""
    if form.get("chat_started") != "number":
        return text
    try:
        _NUMBER.decode(text)
    except (msgspec.DecodeError, ValueError):
        return text
    return Raw(text.encode())


def write_system(chat: dict[str, Any], info: SystemInfo | None, primary: str | None, losses: Losses) -> None:
    """Write the system prompt: in its object, or where the source had it."""
    if info is None:
        if primary is not None:
            chat["system"] = {"primary_message": primary}
        return
    form = form_of(info.provider_raw, NAME)
    wire: dict[str, Any] = further(info.extra, SYSTEM_KEYS, losses, "/system", "system")
    values = {"primary_message": primary, "available_user_info": info.available_user_info}
    told = {**values, "service_info": info.service_info}
    at_top = [_place(chat, wire, name, value, form.get(name)) for name, value in told.items() if _says(value)]
    whole: Any = restored(wire, info.provider_raw, SYSTEM_KEYS, losses, "/system")
    is_empty = not wire and (whole is wire or bytes(whole) == b"{}")
    if is_empty and any(at_top) and form.get("object") != "empty":
        return
    _put_system(chat, whole, primary)


def _says(value: Any) -> bool:
    return isinstance(value, str) or (value is not None and bool(value))


def _place(chat: dict[str, Any], wire: dict[str, Any], field: str, value: Any, place: Any) -> bool:
    """Puts a value where the source had it; whether that is at the top of the chat."""
    if place in _TOP.get(field, ()):
        chat[place[1:]] = value
        return True
    if place in _INSIDE.get(field, ()):
        wire.setdefault("system", {})[place.partition("/")[2]] = value
    else:
        wire["content" if place == "content" and field == "primary_message" else field] = value
    return False


def _put_system(chat: dict[str, Any], whole: Any, primary: str | None) -> None:
    """Put the system prompt into its object; a text that got an object by an edit becomes an object with that text."""
    if "system" in chat:
        members = msgspec.json.decode(msgspec.json.encode(whole), type=dict[str, Raw])
        whole = {"primary_message": primary, **members}
    chat["system"] = whole


_TOP = {"primary_message": ("/system", "/system_message"), "available_user_info": ("/user_info",)}
_INSIDE = {"available_user_info": ("system/user_info",), "service_info": ("system/background",)}
