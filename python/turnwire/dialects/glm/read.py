"""A chat -> a conversation: entries as messages, calls as tool uses, what they gave back as results.

Its functions are tools; its metadata and system prompt are read by the specified keys and by those of real files.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Raw

from turnwire.codec.json import check_raw
from turnwire.codec.wire import escaped
from turnwire.dialects.glm.functions import ENCODER, read_arguments, write_lists
from turnwire.dialects.glm.read_entry import Words, read_entry
from turnwire.dialects.glm.wire import NAME, Chat, ChatMeta, Entry, Function, FunctionCalls, Inside, System
from turnwire.dialects.glm.wire import Settings as WireSettings
from turnwire.documents.residue import residue
from turnwire.errors import invalid
from turnwire.families.chat.overlay import raw_of
from turnwire.lowering.positional_call_ids import Positions
from turnwire.model import ABSENT, FunctionCallSettings, History, Message, Meta, Settings, SystemInfo, ToolDefinition

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from turnwire.dialects.glm.wire import Said
    from turnwire.documents.inputs import Envelope


def read_chat(chat: Chat | list[Entry], _: Envelope | None) -> History:
    """The conversation.  Raises InvalidDocument for a document without a list of entries."""
    if isinstance(chat, list):
        # "YAML list of entries": what the code of 2023 wrote.
        entries, chat, form = chat, Chat(), {"top": "list"}
    elif chat.history is not UNSET:
        entries, form = chat.history, {}
    elif chat.tracker is not UNSET:
        entries, form = chat.tracker, {"top": "tracker"}
    else:
        hint = '`history` is a list of entries such as {"user": {"content": "Hi"}}'
        raise invalid("glm.history", "a chat has a `history` or a `tracker`", pointer="", hint=hint)
    words = Words.of(entries)
    form |= words.form()
    overlay: dict[str, Any] = dict(chat.unknown.fields)
    if chat.history is not UNSET and chat.tracker is not UNSET:
        overlay["tracker"] = raw_of(chat.tracker)
    positions = Positions()
    messages: list[Message] = []
    for entry in entries:
        messages += read_entry(entry, words, positions)
    meta, system = read_meta(chat, overlay), read_system(chat, overlay)
    settings = None if chat.settings is UNSET else read_settings(chat.settings)
    return History(messages, settings, meta, system, provider_raw=residue(NAME, overlay, form=form))


LIMITS = ("compiler_trust_level", "max_calls_per_output", "max_tokens_per_code_segment")


def read_settings(wire: WireSettings) -> Settings:
    """Read the settings; those inside another `settings` count if the outer one has no others."""
    form: dict[str, Any] = {}
    inner = wire.settings
    if inner is not UNSET and wire == WireSettings(settings=inner):
        wire, form["settings"] = inner, "inside"
    for raw in (wire.atomic_sequences, wire.preserved_sequences, wire.model_specific_settings):
        check_raw(raw)
    overlay: dict[str, Any] = dict(wire.unknown.fields)
    if wire.settings is not UNSET:
        overlay["settings"] = raw_of(wire.settings)
    found = Settings(chat_format=None if wire.chat_format is UNSET else wire.chat_format)
    _read_sequences(wire, found, overlay, form)
    if bytes(wire.model_specific_settings)[:1] == b"{":
        found.model_specific_settings = wire.model_specific_settings
    elif wire.model_specific_settings:
        overlay["model_specific_settings"] = wire.model_specific_settings
    if wire.function_calls is not UNSET:
        found.function_calls, found.tools = _read_function_calls(wire.function_calls)
    found.provider_raw = residue(NAME, overlay, form=form)
    return found


def _read_sequences(wire: WireSettings, found: Settings, overlay: dict[str, Any], form: dict[str, Any]) -> None:
    """`preserved_sequences` is the word of the library's own code."""
    found.atomic_sequences = wire.atomic_sequences
    if not wire.preserved_sequences:
        return
    if wire.atomic_sequences:
        overlay["preserved_sequences"] = wire.preserved_sequences
    else:
        found.atomic_sequences, form["atomic_sequences"] = wire.preserved_sequences, "preserved_sequences"


def _read_function_calls(wire: FunctionCalls) -> tuple[FunctionCallSettings, list[ToolDefinition]]:
    overlay: dict[str, Any] = dict(wire.unknown.fields)
    form: dict[str, Any] = {}
    found = FunctionCallSettings(enabled=None if wire.enabled is UNSET else wire.enabled)
    for name in LIMITS:
        value: Raw = getattr(wire, name)
        check_raw(value)
        setattr(found, name, value)
    functions = wire.available_functions
    if functions is UNSET and wire.name is not UNSET:
        functions, form["functions"] = wire.name, "name"
    elif wire.name is not UNSET:
        overlay["name"] = raw_of(wire.name)
    if functions == []:
        form["empty"] = True
    found.provider_raw = residue(NAME, overlay, form=form)
    return found, [] if functions is UNSET else _read_functions(functions)


def _read_functions(functions: Sequence[Function | str]) -> list[ToolDefinition]:
    return [_read_function(each) for each in functions]


def _read_function(function: Function | str) -> ToolDefinition:
    if isinstance(function, str):
        return ToolDefinition(function, provider_raw=residue(NAME, form={"shape": "name"}))
    for raw in (function.args, function.kwargs):
        check_raw(raw)
    overlay: dict[str, Any] = dict(function.unknown.fields)
    form: dict[str, Any] = {}
    help_text = function.help
    if help_text is UNSET and function.description is not UNSET:
        help_text, form["help"] = function.description, "description"
    elif function.description is not UNSET:
        overlay["description"] = function.description
    given = {name: raw for name in ("args", "kwargs") if (raw := getattr(function, name))}
    schema = read_arguments(function.args, function.kwargs)
    if schema is None:
        overlay |= given
    elif given and given != {"kwargs": schema}:
        lists = write_lists(schema)
        form["arguments"] = "lists" if lists and ENCODER.encode(lists) == ENCODER.encode(given) else given
    tool = ToolDefinition(function.name, None if help_text is UNSET else help_text, schema or ABSENT)
    tool.provider_raw = residue(NAME, overlay, form=form)
    return tool


_META = frozenset({"chat_started", "used_model"})
SYSTEM_KEYS = frozenset({"primary_message", "content", "available_user_info", "service_info", "system"})
"""Keys of `system` that have a place of their own, those of the published chat included."""


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
        self.top = top
        self.own: dict[str, Any] = {}

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


def is_certain(chat: Chat | list[Entry]) -> bool:
    """With a history whose first entry has one member, which is called after who speaks."""
    if not isinstance(chat, Chat) or not chat.history or chat.tracker is not UNSET:
        return False
    first = chat.history[0]
    said: Said | None = first.user or first.assistant or None
    return said is not None and first in (Entry(user=said), Entry(assistant=said))
