"""An entry of the history -> a message, and a message for what each of its calls gave back."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec import UNSET, Raw, structs

from turnwire.codec.json import check_raw, number
from turnwire.codec.wire import NOTHING, escaped
from turnwire.dialects.glm.spelling import POSITIONAL, is_positional, read_parameters, read_source
from turnwire.dialects.glm.wire import CODE, INT64, NAME, Call, Entry, EntryMeta, Said
from turnwire.documents.residue import residue
from turnwire.families.chat.overlay import raw_of
from turnwire.model import ABSENT, Message, MessageMetadata, TextBlock, ToolResultBlock, ToolUseBlock

if TYPE_CHECKING:
    from collections.abc import Sequence

    from turnwire.lowering.positional_call_ids import Positions
    from turnwire.model import ContentBlock

_ROLES = frozenset({"user", "assistant", "system", "user_interaction"})
_NOTHING: dict[str, Any] = {"user": UNSET, "assistant": UNSET, "user_interaction": ABSENT}
_OBJECT = msgspec.json.Decoder(dict[str, Raw])
_META = frozenset({"token_count", "completion_time"})


class Words(NamedTuple):
    """The spelling of the first entry, which is the default of the others, and is noted once."""

    role_form: bool
    upper: bool

    @classmethod
    def of(cls, entries: Sequence[Entry]) -> Words:
        """Those of a list of entries."""
        for entry in entries:
            if isinstance(entry.role, str):
                return cls(role_form=True, upper=entry.role.isupper())
            return cls(role_form=entry.role is not UNSET, upper=False)
        return cls(role_form=False, upper=False)

    def form(self) -> dict[str, Any]:
        """As `$form` at the root."""
        return {**({"entries": "role"} if self.role_form else {}), **({"roles": "upper"} if self.upper else {})}

    def word(self, role: str) -> str:
        """A role in these words."""
        return role.upper() if self.upper else role


def read_entry(entry: Entry, words: Words, positions: Positions) -> list[Message]:
    """Read the message of an entry, and those of the results in it; other JSON is kept whole in one message."""
    for raw in (entry.user_interaction, entry.sentiment, entry.feedback, entry.return_value):
        check_raw(raw)
    kinds = [kind for kind in _NOTHING if getattr(entry, kind) not in (UNSET, ABSENT)]
    if entry.role is not UNSET and not kinds:
        return _read_with_role(entry, words, positions)
    if len(kinds) != 1 or entry.role is not UNSET:
        return [
            Message("user_interaction", interaction=raw_of(entry), provider_raw=residue(NAME, form={"entry": "whole"}))
        ]
    form = {"entry": "key"} if words.role_form else {}
    beside = _OBJECT.decode(raw_of(structs.replace(entry, **{kinds[0]: _NOTHING[kinds[0]]})))
    rest = {"entry": escaped(beside)} if beside else {}
    if kinds[0] == "user_interaction":
        left = residue(NAME, rest, form=form)
        return [Message("user_interaction", interaction=entry.user_interaction, provider_raw=left)]
    said = entry.user if kinds[0] == "user" else entry.assistant
    return _Reading(positions, form, rest).messages(kinds[0], said)


def _read_with_role(entry: Entry, words: Words, positions: Positions) -> list[Message]:
    written: Any = entry.role
    word = written if isinstance(written, str) else written[0] if len(written) == 1 else ""
    role = word.lower() if word.lower() in _ROLES else "user"
    form: dict[str, Any] = {} if words.role_form and role != "system" else {"entry": "role"}
    rest: dict[str, Any] = {}
    if written != words.word(role):
        form["role"] = written
    if word.lower() not in _ROLES:
        # Other words, or several words, have no role: other formats report them.
        rest["role"] = written
    if role == "user_interaction":
        interaction = raw_of(structs.replace(entry, role=UNSET))
        form["entry"] = "role"
        return [Message("user_interaction", interaction=interaction, provider_raw=residue(NAME, rest, form=form))]
    return _Reading(positions, form, rest).messages(role, entry)


class _Reading:
    """One entry while it is read: members without a place gather in `rest`, and its spelling in `form`."""

    def __init__(self, positions: Positions, form: dict[str, Any], rest: dict[str, Any]) -> None:
        self.positions, self.form, self.rest = positions, form, rest
        self.said: dict[str, Any] = {}
        self.results: list[Message] = []

    def messages(self, role: Any, said: Any) -> list[Message]:
        """The message, and the results of its calls."""
        self.said = dict(said.unknown.fields)
        for raw in (said.sentiment, said.feedback, said.return_value):
            check_raw(raw)
        content: list[ContentBlock] = [] if said.content is UNSET else [TextBlock(said.content)]
        content += self._calls(said)
        content += self._code(said)
        metadata = self._metadata(role, said)
        rest = {**self.rest, **({"said": self.said} if self.said else {})}
        message = Message(role, content, metadata=metadata, provider_raw=residue(NAME, rest, form=self.form))
        return [message, *self.results]

    def _calls(self, said: Said) -> list[ToolUseBlock]:
        calls = said.function_calls
        if calls is UNSET:
            return []
        listed = [calls] if isinstance(calls, Call) else calls
        if any(call.name is UNSET and not call.original_call for call in listed):
            self.said["function_calls"] = raw_of(calls)
            return []
        if isinstance(calls, Call) or not calls:
            self.form["calls"] = "one" if calls else "none"
        return [self._call(call) for call in listed]

    def _call(self, call: Call) -> ToolUseBlock:
        for raw in (call.parameters, call.given_back):
            check_raw(raw)
        rest = dict(call.unknown.fields)
        if call.name is UNSET:
            if call.parameters:
                rest["parameters"] = call.parameters
            return self._source(call.original_call or "", "original_call", call.given_back, rest)
        if call.original_call is not UNSET:
            rest["original_call"] = call.original_call
        given = read_parameters(call.parameters)
        form = {} if given.form is None else {"parameters": given.form}
        if given.form == POSITIONAL:
            # Nothing else in the call shows that these are not arguments named "args" and "kwargs".
            rest["parameters"] = {"args": _OBJECT.decode(call.parameters)["args"]}
        return self._use(call.name, given.input, given.text, call.given_back, residue(NAME, rest, form=form))

    def _code(self, said: Said) -> list[ToolUseBlock]:
        """`code` is Python, and `return_value` what running it gave (PyALM since May 2024)."""
        if said.code is UNSET or not said.code:
            for key in ("code", "return_value"):
                if (value := getattr(said, key)) not in (UNSET, ABSENT):
                    self.said[key] = value
            return []
        return [self._source(said.code, "code", said.return_value, {})]

    def _source(self, source: str, key: str, given_back: Raw, rest: dict[str, Any]) -> ToolUseBlock:
        call = read_source(source)
        if call is None:
            left = residue(NAME, rest, form={"key": key, "parameters": "bare"})
            return self._use(CODE, ABSENT, source, given_back, left)
        # The line is only a spelling here; elsewhere it has more than the call.
        form = {"key": key} | ({"parameters": POSITIONAL} if is_positional(call[1]) else {})
        raw = residue(NAME, {**rest, "source": source}, form=form)
        return self._use(call[0], call[1], None, given_back, raw)

    def _use(self, name: str, given: Raw, text: str | None, given_back: Raw, raw: Any) -> ToolUseBlock:
        call_id = self.positions.of_call(name)
        if given_back:
            self.results.append(Message("tool", [_result(call_id, given_back)]))
        return ToolUseBlock(call_id, name, given, text, provider_raw=raw)

    def _metadata(self, role: str, said: Said) -> MessageMetadata | None:
        meta = said.meta if said.meta is not UNSET else said.metadata
        if said.meta is not UNSET and said.metadata is not UNSET:
            self.said["metadata"] = raw_of(said.metadata)
        found = MessageMetadata()
        if meta is not UNSET:
            _read_meta(meta, found, said.meta is UNSET)
            if meta == EntryMeta():
                self.form["meta"] = "empty"
        found.sentiment, found.feedback = said.sentiment, said.feedback
        odd = [key for key in ("sentiment", "feedback") if getattr(said, key) and key != _OWN.get(role)]
        if odd:
            # "user: sentiment", "assistant: feedback" (the specification); the library's own entries take both.
            self.form["as_is"] = odd
        return None if meta is UNSET and found == MessageMetadata() else found


_OWN = {"user": "sentiment", "assistant": "feedback"}


def _result(call_id: str, given_back: Raw) -> ToolResultBlock:
    text = bytes(given_back)
    if text == b'""':
        return ToolResultBlock(call_id)
    if text[:1] == b'"':
        return ToolResultBlock(call_id, None, [TextBlock(msgspec.json.decode(text))])
    if text == b"null":
        return ToolResultBlock(call_id, provider_raw=residue(NAME, form={"return": "null"}))
    return ToolResultBlock(call_id, structured=given_back)


def _read_meta(meta: EntryMeta, found: MessageMetadata, is_metadata: bool) -> None:  # noqa: FBT001 - a fact, no option
    rest: dict[str, Any] = {}
    form: dict[str, Any] = {"key": "metadata"} if is_metadata else {}
    if meta.token_count is not UNSET:
        if meta.token_count in INT64:
            found.token_count = meta.token_count
        else:
            rest["token_count"] = meta.token_count
    if text := bytes(meta.completion_time):
        value, exact = number(text) if text[:1] in b"-0123456789" else (math.inf, False)
        if math.isfinite(value):
            found.completion_time = value
            form |= {} if exact else {"exact": text.decode()}
        else:
            check_raw(meta.completion_time)
            rest["completion_time"] = meta.completion_time
    if meta.unknown is not NOTHING:
        further = meta.unknown.members
        rest |= {key: further.pop(key) for key in _META & further.keys()}
        found.extra = further or None
    found.provider_raw = residue(NAME, escaped(rest), form=form)
