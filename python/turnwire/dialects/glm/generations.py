"""Files that the older and the newer code of the library load, as YAML.

The specified form was never implemented: each generation of the code loads a form of its own (PyALM, `GLM/glm.py` of
October 2023, `pyalm/alm.py` until April 2024, `pyalm/internal/state.py` since November 2024; read 2026-11-23).  Its
loaders take the members of the file as arguments of a class, so that any other member is an error: what has no place of
its own goes into `data`, "a dict", where the form has one.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from turnwire.codec.json import loads
from turnwire.codec.yaml_write import Tagged, dump
from turnwire.dialects.glm.chat import CHAT
from turnwire.dialects.glm.wire import NAME
from turnwire.dialects.glm.write_generation import Entries, Words, residue_of
from turnwire.documents.residue import pointer_part

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from turnwire.losses import Losses
    from turnwire.model import History

_ROLES = {"USER": Tagged("USER", "!ConversationRole"), "ASSISTANT": Tagged("ASSISTANT", "!ConversationRole")}
_OPPOSITE = {"USER": "ASSISTANT", "ASSISTANT": "USER"}
"""The `inversion_scheme` that the code of 2024 has by itself."""

_FIRST = Words("meta", "original_call", "return", calls="function_calls", upper=True)
_SINCE_NOVEMBER_2024 = Words("metadata", "code", "return_value", has_index=True)


class _Rest:
    """The members of a chat besides its entries, each with its place in the document."""

    def __init__(self, history: History, losses: Losses) -> None:
        self.losses = losses
        self.own = residue_of(history.provider_raw)
        info, meta = history.system, history.meta
        self.primary = info.primary_message if info is not None else None
        self.meta: dict[str, Any] = {} if meta is None else residue_of(meta.provider_raw)
        if meta is not None:
            told = {"chat_started": meta.chat_started, "used_model": meta.used_model}
            self.meta |= {name: value for name, value in told.items() if value is not None}
            self.meta |= {name: loads(bytes(value)) for name, value in (meta.extra or {}).items()}
        self.user_info = loads(bytes(info.available_user_info)) if info and info.available_user_info else None
        self.further: list[tuple[str, str, Any]] = []
        """The name, the place and the value of each."""
        if info is not None:
            if info.service_info:
                self.further.append(("service_info", "/system/service_info", loads(bytes(info.service_info))))
            for name, value in _values(info.extra).items():
                self.further.append((name, f"/system/extra/{pointer_part(name)}", value))
            for name, value in residue_of(info.provider_raw).items():
                self.further.append((name, f"/system/provider_raw/{NAME}/{pointer_part(name)}", value))

    def into_data(self, data: dict[str, Any]) -> dict[str, Any]:
        """Put the members into `data`, and report each as moved, or as lost where its name is taken."""
        for name, path, value in self.further:
            if name in data:
                self.losses.dropped(path, "history", value)
            else:
                self.losses.reshaped(path, "history", value)
                data[name] = value
        return data

    def lost(self) -> None:
        """Report the members as lost, for a form that has entries alone."""
        for _, path, value in self.further:
            self.losses.dropped(path, "history", value)


def _values(extra: Mapping[str, Any] | None) -> dict[str, Any]:
    return {name: loads(bytes(value)) for name, value in (extra or {}).items()}


def _read(body: bytes, words: Words, losses: Losses) -> tuple[list[dict[str, Any]], str | None, _Rest]:
    """Return the entries, the system prompt, and the rest of a chat."""
    history = CHAT.read(CHAT.form.decode(body), None)
    entries = Entries(history, words, losses)
    found = entries.write()
    rest = _Rest(history, losses)
    said = [*([rest.primary] if rest.primary is not None else []), *entries.system]
    wire = loads(body)
    if isinstance(wire, dict) and wire.get("settings"):
        rest.further.append(("settings", "/settings", wire["settings"]))
    for name in list(rest.own.keys() - {"data", "inversion_scheme"}):
        rest.further.append((name, f"/provider_raw/{NAME}/{pointer_part(name)}", rest.own.pop(name)))
    return found, "\n\n".join(said) if said else None, rest


def _data(rest: _Rest) -> dict[str, Any]:
    data = rest.own.get("data", {})
    if isinstance(data, dict):
        return dict(data)
    rest.losses.dropped(f"/provider_raw/{NAME}/data", "provider_raw", data)
    return {}


def first_list(body: bytes, losses: Losses) -> bytes:
    """Return the file of October 2023: a list of entries alone.  Raises InvalidDocument."""
    entries, system, rest = _read(body, _FIRST, losses)
    for path, value in (("/system/primary_message", system), ("/system/available_user_info", rest.user_info)):
        if value is not None:
            losses.dropped(path, path.removeprefix("/").replace("/", "."), value)
    if rest.meta:
        losses.dropped("/meta", "history.meta", rest.meta)
    for name, value in rest.own.items():
        losses.dropped(f"/provider_raw/{NAME}/{name}", "provider_raw", value)
    rest.lost()
    return dump(entries)


def until_april_2024(body: bytes, losses: Losses) -> bytes:
    """Return a tracker file with roles that have the tag of the code.  Raises InvalidDocument."""
    entries, system, rest = _read(body, _FIRST, losses)
    data = _data(rest)
    if rest.meta:
        rest.further.append(("meta", "/meta", rest.meta))
    scheme = rest.own.get("inversion_scheme", _OPPOSITE)
    if scheme != _OPPOSITE:
        losses.dropped(f"/provider_raw/{NAME}/inversion_scheme", "provider_raw", scheme)
    tracker = [{**entry, "role": _ROLES[entry["role"]]} for entry in entries]
    chat: dict[str, Any] = {"system_message": system, "data": rest.into_data(data)}
    return dump({**chat, "user_info": rest.user_info or {}, "tracker": tracker})


def since_may_2024(body: bytes, losses: Losses) -> bytes:
    """Return a tracker file of the present code.  Raises InvalidDocument."""
    entries, system, rest = _read(body, _SINCE_NOVEMBER_2024, losses)
    data = _data(rest)
    if rest.user_info is not None:
        rest.further.append(("user_info", "/system/available_user_info", rest.user_info))
    if "inversion_scheme" in rest.own:
        # "self.data.get(\"inversion_scheme\")", with the words of its own roles
        scheme = rest.own["inversion_scheme"]
        if scheme != _OPPOSITE:
            rest.further.append(("inversion_scheme", f"/provider_raw/{NAME}/inversion_scheme", scheme))
    return dump({"system_message": system, "tracker": entries, "metadata": rest.meta, "data": rest.into_data(data)})


GENERATIONS: Mapping[str, Callable[[bytes, Losses], bytes]] = MappingProxyType(
    {"2019": first_list, "2023": first_list, "2024": until_april_2024, "2025": since_may_2024}
)
"""The name of each generation, and what makes its files of the JSON of a chat.  The first code is of 2023; `2019` means
the oldest form too."""
