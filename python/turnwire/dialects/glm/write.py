"""A lowered History -> a chat in the specified form, or in the form of the file that it was read from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw

from turnwire.codec.wire import FORM
from turnwire.dialects.glm.functions import read_arguments, same, write_lists
from turnwire.dialects.glm.legal import primary_of
from turnwire.dialects.glm.read import LIMITS, SYSTEM_KEYS
from turnwire.dialects.glm.wire import NAME
from turnwire.dialects.glm.write_entry import EntryWriter, further, restored
from turnwire.documents.residue import form_of, overlay_of, report_foreign, report_others, restore
from turnwire.model import ABSENT, FunctionCallSettings, Meta, Settings, ToolDefinition

if TYPE_CHECKING:
    from collections.abc import Sequence

    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft
    from turnwire.model import History, SystemInfo


_HELD = frozenset({"history", "settings", "meta", "system"})


def write_chat(draft: Draft, losses: Losses) -> Any:
    """The whole chat."""
    history: History = draft.document
    losses.dropped_fields(history, _HELD, "", "history")
    form = form_of(history.provider_raw, NAME)
    entry = EntryWriter(form, draft.added.get("given", {}), losses)
    entries = [entry.write(turn) for turn in draft.turns]
    chat: dict[str, Any] = {"tracker" if form.get("top") == "tracker" else "history": entries}
    used = draft.added.get("used_model")
    if history.meta is not None or used is not None:
        key, meta = _write_meta(history.meta or Meta(), used, losses)
        chat[key] = meta
    if draft.settings is not None:
        settings = _write_settings(draft.settings, draft.added.get("tool_places", ()), losses)
        if settings or draft.settings == Settings():
            chat["settings"] = settings
    _write_system(chat, history.system, primary_of(draft), losses)
    if form.get("top") == "list" and chat.keys() == {"history"}:
        report_foreign(history.provider_raw, losses, "")
        return entries
    return restore(chat, history.provider_raw, losses, "") if history.provider_raw else chat


_SETTINGS = frozenset({"chat_format", "function_calls", "tools", "atomic_sequences", "model_specific_settings"})
_CALLS = frozenset({"enabled", *LIMITS})
_MEMBERS = msgspec.json.Decoder(dict[str, msgspec.Raw])
_TOOL = frozenset({"name", "description", "input_schema"})


def _write_settings(settings: Settings, places: Sequence[str], losses: Losses) -> Any:
    """The settings; `places` are those of the tools."""
    losses.dropped_fields(settings, _SETTINGS, "/settings", "settings")
    form = form_of(settings.provider_raw, NAME)
    wire: dict[str, Any] = {}
    if settings.chat_format is not None:
        wire["chat_format"] = settings.chat_format
    if settings.function_calls is not None or settings.tools:
        wire["function_calls"] = _write_calls(settings.function_calls, settings.tools, places, losses)
    if settings.atomic_sequences:
        is_other = form.get("atomic_sequences") == "preserved_sequences"
        wire["preserved_sequences" if is_other else "atomic_sequences"] = settings.atomic_sequences
    if settings.model_specific_settings:
        wire["model_specific_settings"] = settings.model_specific_settings
    whole = restore(wire, settings.provider_raw, losses, "/settings") if settings.provider_raw else wire
    return {"settings": whole} if form.get("settings") == "inside" else whole


def _write_calls(
    calls: FunctionCallSettings | None, tools: Sequence[ToolDefinition], places: Sequence[str], losses: Losses
) -> Any:
    told = calls if calls is not None else FunctionCallSettings()
    losses.dropped_fields(told, _CALLS, "/settings/function_calls", "function_calls")
    form = form_of(told.provider_raw, NAME)
    wire: dict[str, Any] = {}
    if told.enabled is not None:
        wire["enabled"] = told.enabled
    functions = [_write_function(tool, place, losses) for tool, place in zip(tools, places, strict=True)]
    if functions or form.get("empty"):
        wire["name" if form.get("functions") == "name" else "available_functions"] = functions
    wire |= {name: value for name in LIMITS if (value := getattr(told, name))}
    return restore(wire, told.provider_raw, losses, "/settings/function_calls") if told.provider_raw else wire


def _write_function(tool: ToolDefinition, place: str, losses: Losses) -> Any:
    losses.dropped_fields(tool, _TOOL, place, "tool")
    form = form_of(tool.provider_raw, NAME)
    wire: dict[str, Any] = {"name": tool.name}
    if tool.input_schema:
        wire |= _arguments(tool, form)
    if tool.description is not None:
        wire["description" if form.get("help") == "description" else "help"] = tool.description
    if form.get("shape") == "name" and wire.keys() == {"name"}:
        report_others(tool.provider_raw, losses, place)
        return tool.name
    return restore(wire, tool.provider_raw, losses, place) if tool.provider_raw else wire


def _arguments(tool: ToolDefinition, form: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments as the source had them, while they mean the same."""
    kept = form.get("arguments")
    if isinstance(kept, dict):
        # Read again to the letter: a number of many digits is another one as a double.
        raws = _MEMBERS.decode(_MEMBERS.decode(overlay_of(tool.provider_raw, NAME)[FORM])["arguments"])
        again = read_arguments(*(raws.get(key, ABSENT) for key in ("args", "kwargs")))
        if again is not None and same(again, tool.input_schema):
            return {key: raws[key] for key in ("args", "kwargs") if key in raws}
    lists = write_lists(tool.input_schema) if kept == "lists" else None
    return {"kwargs": tool.input_schema} if lists is None else lists


_META = frozenset({"chat_started", "used_model"})
_NUMBER = msgspec.json.Decoder(int | float)


def _write_meta(meta: Meta, used: str | None, losses: Losses) -> tuple[str, Any]:
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


def _write_system(chat: dict[str, Any], info: SystemInfo | None, primary: str | None, losses: Losses) -> None:
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
