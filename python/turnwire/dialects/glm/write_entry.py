"""A turn -> an entry: under the key of its kind, or with a role where the source had it so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw

from turnwire.codec.json import number
from turnwire.codec.wire import MARKS
from turnwire.dialects.glm.read_entry import Words
from turnwire.dialects.glm.spelling import line_of, read_source, write_parameters
from turnwire.dialects.glm.wire import CODE, NAME
from turnwire.documents.residue import form_of, overlay_of, pointer_part, report_foreign, report_own, restore
from turnwire.model import MessageMetadata, TextBlock, ToolUseBlock

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.dialects.glm.legal import Given
    from turnwire.documents.residue import ProviderRaw
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Turn

_USE = frozenset({"id", "name", "input", "input_text", "run_by"})
# The name of a result is reported when its text is joined.
_RESULT = frozenset({"tool_use_id", "name", "content", "structured", "run_by"})
_METADATA = frozenset({"token_count", "completion_time", "sentiment", "feedback", "extra"})
_META = frozenset({"token_count", "completion_time"})
_OWN = {"sentiment": "user", "feedback": "assistant"}
_OBJECT = msgspec.json.Decoder(dict[str, Raw])
_ENCODE = msgspec.json.Encoder().encode


class EntryWriter:
    """Writes entries in the words that the chat's `$form` notes."""

    def __init__(self, form: dict[str, Any], given: Mapping[str, Given], losses: Losses) -> None:
        self.words = Words(form.get("entries") == "role", form.get("roles") == "upper")
        self.given, self.losses = given, losses

    def write(self, turn: Turn) -> Any:
        """The entry of a turn."""
        message = turn.message
        form = form_of(message.provider_raw, NAME)
        if turn.role == "user_interaction":
            return self._interaction(turn, form)
        said = self._said(turn, form)
        parts: dict[str, Any] = {"said": said, "entry": {}}
        if message.provider_raw:
            looked_at = ("said", "role" if self._has_role(form) else "entry")
            report_own(message.provider_raw, self.losses, turn.path, looked_at=looked_at)
            parts = _OBJECT.decode(_ENCODE(restore(parts, message.provider_raw, self.losses, turn.path)))
        said = parts["said"]
        if not self._has_role(form):
            return Raw(_joined(parts["entry"], turn.role, said))
        return Raw(_with_first("role", self._word(turn.role, form), said))

    def _has_role(self, form: dict[str, Any]) -> bool:
        kind = form.get("entry")
        return kind == "role" or (self.words.role_form and kind != "key")

    def _word(self, role: str, form: dict[str, Any]) -> Any:
        """The source's own word, while it still means this role."""
        word = form.get("role")
        first = word[0] if isinstance(word, list) and len(word) == 1 else word
        lower = first.lower() if isinstance(first, str) else "user"
        known = lower if lower in ("user", "assistant", "system", "user_interaction") else "user"
        return word if "role" in form and known == role else self.words.word(role)

    def _interaction(self, turn: Turn, form: dict[str, Any]) -> Any:
        message = turn.message
        value = message.interaction
        if not value:
            self.losses.invented(f"{turn.path}/interaction", "message.interaction", None)
            value = Raw(b"null")
        is_object = bytes(value)[:1] == b"{"
        if form.get("entry") == "whole" and is_object:
            report_foreign(message.provider_raw, self.losses, turn.path)
            return value
        parts: dict[str, Any] = {"entry": {}}
        has_role = form.get("entry") == "role" and is_object
        if message.provider_raw:
            looked_at = ("role" if has_role else "entry",)
            report_own(message.provider_raw, self.losses, turn.path, looked_at=looked_at)
            parts = _OBJECT.decode(_ENCODE(restore(parts, message.provider_raw, self.losses, turn.path)))
        if has_role:
            return Raw(_with_first("role", self._word("user_interaction", form), value))
        return Raw(_joined(parts["entry"], "user_interaction", value))

    def _said(self, turn: Turn, form: dict[str, Any]) -> dict[str, Any]:
        wire: dict[str, Any] = {}
        calls: list[Any] = []
        for n, block in enumerate(turn.blocks):
            if type(block) is TextBlock:
                wire["content"] = block.text
            elif type(block) is ToolUseBlock:
                self._call(block, turn.place(n), wire, calls)
        if calls or form.get("calls") == "none":
            wire["function_calls"] = calls[0] if form.get("calls") == "one" and len(calls) == 1 else calls
        if turn.message.metadata is not None:
            self._metadata(turn, turn.message.metadata, wire, form)
        return wire

    def _call(self, block: ToolUseBlock, place: str, wire: dict[str, Any], calls: list[Any]) -> None:
        self.losses.dropped_fields(block, _USE, place, "tool_use")
        form = form_of(block.provider_raw, NAME)
        line, raw = line_of(block.provider_raw)
        source, given = _source(block, form, line), self._given(place)
        if source is not None and form.get("key") == "code" and "code" not in wire:
            report_foreign(raw, self.losses, place)
            wire["code"] = source
            if given is not None:
                wire["return_value"] = given
            return
        call: dict[str, Any] = {}
        if source is not None and form.get("key") == "original_call":
            call["original_call"] = source
        else:
            call["name"] = block.name
            parameters = write_parameters(block.input, block.input_text, form.get("parameters"))
            if parameters is not None:
                call["parameters"] = parameters
            elif not block.input:
                # A call of GLM without parameters is one of a function that takes none.
                self.losses.invented(f"{place}/input", "tool_use.input", {})
            if form.get("parameters") != "bare":
                self._report_unnamed(block, place)
        if given is not None:
            call["return"] = given
        calls.append(restore(call, raw, self.losses, place) if raw else call)

    def _report_unnamed(self, block: ToolUseBlock, place: str) -> None:
        """Text, lists and numbers are neither of "The used parameters (both args and kwargs)" (the specification)."""
        if block.input_text is not None:
            self.losses.degraded(f"{place}/input_text", "tool_use.input_text", block.input_text)
        elif block.input and bytes(block.input)[:1] != b"{":
            self.losses.degraded(f"{place}/input", "tool_use.input", block.input)

    def _given(self, place: str) -> Any:
        """Return the result of a call: text, or other JSON; an empty text if it is empty.

        Null is only for a source that had it; a call without a result has no such key.
        """
        if place not in self.given:
            return None
        result, at = self.given[place]
        report_foreign(result.provider_raw, self.losses, at)
        self.losses.dropped_fields(result, _RESULT, at, "tool_result")
        if result.run_by == "provider":
            self.losses.dropped(f"{at}/run_by", "tool_result.run_by", result.run_by)
        texts = [block.text for block in result.content if type(block) is TextBlock]
        if texts == [""]:
            # An empty text is an empty result, and is read as such.
            self.losses.dropped(f"{at}/content/0", "text", result.content[0])
        is_told = result.structured and not texts and bytes(result.structured)[:1] not in (b'"', b"n")
        if result.structured and not is_told:
            self.losses.dropped(f"{at}/structured", "tool_result.structured", result.structured)
        if texts or is_told:
            return texts[0] if texts else result.structured
        return Raw(b"null") if form_of(result.provider_raw, NAME).get("return") == "null" else ""

    def _metadata(self, turn: Turn, metadata: MessageMetadata, wire: dict[str, Any], form: dict[str, Any]) -> None:
        path = f"{turn.path}/metadata"
        self.losses.dropped_fields(metadata, _METADATA, path, "metadata")
        own = form_of(metadata.provider_raw, NAME)
        meta: dict[str, Any] = {}
        if metadata.token_count is not None:
            meta["token_count"] = metadata.token_count
        if metadata.completion_time is not None:
            meta["completion_time"] = _time(metadata.completion_time, own)
        meta |= further(metadata.extra, _META, self.losses, path, "metadata")
        whole = restored(meta, metadata.provider_raw, _META, self.losses, path)
        if meta or (whole is not meta and bytes(_ENCODE(whole)) != b"{}") or form.get("meta") == "empty":
            wire["metadata" if own.get("key") == "metadata" else "meta"] = whole
        as_is = form.get("as_is")
        for name, role in _OWN.items():
            if not (value := getattr(metadata, name)):
                continue
            if turn.role == role or (isinstance(as_is, list) and name in as_is):
                wire[name] = value
            else:
                self.losses.dropped(f"{path}/{name}", f"metadata.{name}", value)


def _source(block: ToolUseBlock, form: dict[str, Any], line: str | None) -> str | None:
    """The line of Python that the call was, while it still is that call."""
    if form.get("key") not in ("code", "original_call"):
        return None
    if line is not None:
        return line if read_source(line) == (block.name, block.input) and block.input_text is None else None
    text = block.input_text
    return text if block.name == CODE and text and read_source(text) is None else None


def _time(value: float, form: dict[str, Any]) -> Any:
    exact = form.get("exact")
    return Raw(exact.encode()) if isinstance(exact, str) and number(exact)[0] == value else value


def _with_first(key: str, value: Any, rest: Any) -> bytes:
    """An object with one more member, before the others."""
    return _ENCODE({key: value, **_OBJECT.decode(_ENCODE(rest))})


def _joined(beside: Any, kind: str, value: Any) -> bytes:
    """Return `{"user": {...}}` with the members next to it."""
    others = _OBJECT.decode(_ENCODE(beside))
    return _ENCODE({kind: value, **{key: raw for key, raw in others.items() if key != kind}})


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
