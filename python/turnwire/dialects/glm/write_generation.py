"""The entries of a chat as one generation of the library's code has them: one call in each, and its result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from turnwire.codec.json import loads
from turnwire.codec.wire import unmarked
from turnwire.dialects.glm.prompt import source_of
from turnwire.dialects.glm.spelling import line_of
from turnwire.dialects.glm.wire import NAME
from turnwire.documents.residue import pointer_part, report_foreign
from turnwire.model import TextBlock, ToolResultBlock, ToolUseBlock

if TYPE_CHECKING:
    from turnwire.documents.residue import ProviderRaw
    from turnwire.losses import Losses
    from turnwire.model import History, Message

PLACE_OF_CALL = "[[FUNCTION_CALL]]"
"""Marks the place of a call in the text of an entry, in files until April 2024."""


class Words(Struct, frozen=True):
    """The key names of a generation: `call` and `given` are keys of an entry, or of the member that `calls` names."""

    metadata: str
    call: str
    given: str
    calls: str = ""
    has_index: bool = False
    upper: bool = False


class Entries:
    """Makes entries of messages, and reports what they have no place for."""

    def __init__(self, history: History, words: Words, losses: Losses) -> None:
        self.words, self.losses = words, losses
        self.messages = history.history
        self.found: list[dict[str, Any]] = []
        self.given = {
            block.tool_use_id: block
            for message in history.history
            for block in message.content
            if type(block) is ToolResultBlock
        }
        self.system: list[str] = []

    def write(self) -> list[dict[str, Any]]:
        """Return the entries; `system` then has the texts of system messages."""
        for n, message in enumerate(self.messages):
            path = f"/history/{n}"
            if message.role in ("user", "assistant"):
                self._entry(message, path)
            elif message.role == "system":
                self._system(message, path)
            elif message.role != "tool":
                self.losses.dropped(path, "message", message)
        return self.found

    def _system(self, message: Message, path: str) -> None:
        """Move the text of a system message to the system prompt, and report its other members."""
        self.losses.reshaped(f"{path}/role", "message.role", message.role)
        for n, block in enumerate(message.content):
            if type(block) is TextBlock:
                self.system.append(block.text)
            else:
                self.losses.dropped(f"{path}/content/{n}", "tool_use", block)
                if type(block) is ToolUseBlock and block.id in self.given:
                    self.losses.dropped(f"{path}/content/{n}", "tool_result", self.given[block.id])
        if message.metadata is not None:
            self.losses.dropped(f"{path}/metadata", "message.metadata", message.metadata)
        report_foreign(message.provider_raw, self.losses, path)

    def _entry(self, message: Message, path: str) -> None:
        entry: dict[str, Any] = {"role": message.role.upper() if self.words.upper else message.role}
        text = "\n\n".join(block.text for block in message.content if type(block) is TextBlock)
        calls = [(n, block) for n, block in enumerate(message.content) if type(block) is ToolUseBlock]
        if text or not calls:
            entry["content"] = text
        meta = self._metadata(message)
        if meta:
            entry[self.words.metadata] = meta
        last = self._with_calls(entry, calls, path)
        about = message.metadata
        for name in ("feedback", "sentiment"):
            if about is not None and (value := getattr(about, name)):
                last[name] = loads(bytes(value))
        last.update(self._further(message.provider_raw, path, last))

    def _with_calls(self, entry: dict[str, Any], calls: list[tuple[int, ToolUseBlock]], path: str) -> dict[str, Any]:
        """Add an entry, and one more for each call after the first; return the last one."""
        for number, (n, block) in enumerate(calls):
            if number:
                # An entry has one call.
                self.losses.reshaped_once(f"{path}/content/{n}", "tool_use", block.name)
                self._add(entry)
                entry = {"role": entry["role"]}
            self._call(entry, block, f"{path}/content/{n}")
        self._add(entry)
        return self.found[-1]

    def _add(self, entry: dict[str, Any]) -> None:
        # "entry[\"index\"] = 0 if len(self.tracker) == 0 else self.tracker[-1][\"index\"] + 1" (since May 2024)
        self.found.append(entry | {"index": len(self.found)} if self.words.has_index else entry)

    def _call(self, entry: dict[str, Any], block: ToolUseBlock, path: str) -> None:
        words = self.words
        place = entry
        if words.calls:
            place = entry[words.calls] = {}
            text = entry.get("content", "")
            if PLACE_OF_CALL not in text:
                # The library puts a call where the text has this mark, and nowhere else.
                self.losses.reshaped_once(path, "tool_use", block.name)
                entry["content"] = f"{text}{PLACE_OF_CALL}"
        elif PLACE_OF_CALL in entry.get("content", ""):
            self._without_mark(entry, path, block.name)
        place[words.call] = source_of(block)
        if own := residue_of(line_of(block.provider_raw)[1]):
            self.losses.dropped(f"{path}/provider_raw/{NAME}", "provider_raw", own)
        result = self.given.get(block.id)
        if result is not None:
            place[words.given] = _given_back(result)

    def _without_mark(self, entry: dict[str, Any], path: str, name: str) -> None:
        """Take the marks of the call's place out of a text; the code since May 2024 puts a call behind the text."""
        text = entry["content"]
        entry["content"] = text.replace(PLACE_OF_CALL, "")
        if text != f"{entry['content']}{PLACE_OF_CALL}":
            self.losses.reshaped_once(path, "tool_use", name)
        if not entry["content"]:
            del entry["content"]

    def _metadata(self, message: Message) -> dict[str, Any]:
        about = message.metadata
        if about is None:
            return {}
        found: dict[str, Any] = {"token_count": about.token_count, "completion_time": about.completion_time}
        found = {name: value for name, value in found.items() if value is not None}
        found |= {name: loads(bytes(value)) for name, value in (about.extra or {}).items()}
        return found | residue_of(about.provider_raw)

    def _further(self, raw: ProviderRaw | None, path: str, entry: dict[str, Any]) -> dict[str, Any]:
        """Return the members of the source's entry that the code adds as `add_keys`; others are reported."""
        own = residue_of(raw)
        said = own.pop("said", {})
        for name, value in said.items():
            if name in entry and entry[name] != value:
                self.losses.dropped(f"{path}/provider_raw/{NAME}/{pointer_part(name)}", "provider_raw", value)
        if own:
            self.losses.dropped(f"{path}/provider_raw/{NAME}", "provider_raw", own)
        return {name: value for name, value in said.items() if name not in entry}


def residue_of(raw: ProviderRaw | None) -> dict[str, Any]:
    """Return what a reader of this dialect kept at a node, as values and without its marks."""
    own = raw.get(NAME) if raw else None
    found = unmarked(loads(bytes(own)), is_residue=True) if own is not None else {}
    return found if isinstance(found, dict) else {}


def _given_back(result: ToolResultBlock) -> Any:
    texts = [block.text for block in result.content if type(block) is TextBlock]
    return "\n".join(texts) if texts or not result.structured else loads(bytes(result.structured))
