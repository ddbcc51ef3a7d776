"""Ids and names of tools, for formats that accept only some characters in them.

Rewriting is a function of the document: the same text becomes the same text wherever it stands.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec

from turnwire.draft import TOOLS, Draft, Pass, Turn, when
from turnwire.lowering.rewriting import is_as_read
from turnwire.model import ContentBlock, Settings, ToolDefinition, ToolResultBlock, ToolUseBlock

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.losses import Losses

_ID_FIELDS: dict[type, str] = {ToolUseBlock: "id", ToolResultBlock: "tool_use_id"}

_ODD = re.compile(r"[^a-zA-Z0-9_-]")


def legal_tool_ids(pattern: re.Pattern[str], prefix: str) -> Pass:
    """Ids of tool uses match `pattern`; missing ones are made from `prefix` and the position of the call."""

    @when(ToolUseBlock, ToolResultBlock)
    def rule(draft: Draft, losses: Losses) -> Draft:
        fits = pattern.fullmatch
        for turn in draft.turns:
            for block in turn.blocks:
                field = _ID_FIELDS.get(type(block))
                if field is not None and not fits(getattr(block, field)):
                    return _with_legal_ids(draft, losses, pattern, prefix)
        return draft

    return rule


class _Ids:
    """The new ids of one document."""

    def __init__(self, draft: Draft, pattern: re.Pattern[str], prefix: str) -> None:
        self.fits = pattern.fullmatch
        self.prefix = prefix
        self.taken = {use_id for use_id in _ids(draft) if self.fits(use_id)}
        self.new: dict[str, str] = {}
        self.waiting: list[str] = []
        self.made = 0

    def of(self, old: str) -> str:
        """The legal form of an id that is not empty."""
        if self.fits(old):
            return old
        if old not in self.new:
            self.new[old] = _free(_ODD.sub("_", old), self.taken)
        return self.new[old]

    def of_nameless_use(self) -> str:
        """An id for a call that has none; the next result without one answers it."""
        self.made += 1
        made = _free(f"{self.prefix}{self.made}", self.taken)
        self.waiting.append(made)
        return made

    def of_nameless_result(self) -> str:
        """The id of the first call that waits for its result."""
        return self.waiting.pop(0) if self.waiting else _free(f"{self.prefix}{self.made + 1}", self.taken)


def _ids(draft: Draft) -> Iterator[str]:
    for turn in draft.turns:
        for block in turn.blocks:
            if type(block) is ToolUseBlock:
                yield block.id
            elif type(block) is ToolResultBlock:
                yield block.tool_use_id


def _free(wanted: str, taken: set[str]) -> str:
    found, n = wanted, 2
    while found in taken:
        found, n = f"{wanted}_{n}", n + 1
    taken.add(found)
    return found


def _with_legal_ids(draft: Draft, losses: Losses, pattern: re.Pattern[str], prefix: str) -> Draft:
    ids = _Ids(draft, pattern, prefix)
    turns = [_with_ids(turn, ids, losses) for turn in draft.turns]
    return msgspec.structs.replace(draft, turns=turns)


def _with_ids(turn: Turn, ids: _Ids, losses: Losses) -> Turn:
    blocks = []
    for block, place in zip(turn.blocks, turn.all_places(), strict=True):
        field = _ID_FIELDS.get(type(block))
        if field is None or ids.fits(getattr(block, field)) or is_as_read(block.provider_raw, losses.dialect, field):
            blocks.append(block)
        else:
            blocks.append(_with_id(block, field, place, ids, losses))
    return msgspec.structs.replace(turn, blocks=blocks)


def _with_id(block: ContentBlock, field: str, place: str, ids: _Ids, losses: Losses) -> ContentBlock:
    old = getattr(block, field)
    feature = f"{'tool_use' if field == 'id' else 'tool_result'}.{field}"
    if old:
        new = ids.of(old)
        losses.degraded(f"{place}/{field}", feature, old)
    else:
        new = ids.of_nameless_use() if field == "id" else ids.of_nameless_result()
        losses.invented(f"{place}/{field}", feature, new)
        losses.degraded(f"{place}/{field}", feature, old)
    changed: Any = {field: new}
    return msgspec.structs.replace(block, **changed)


def legal_tool_names(pattern: re.Pattern[str], length: int) -> Pass:
    """Names of tools match `pattern` and have at most `length` characters, where they are declared and called."""

    @when(TOOLS, ToolUseBlock)
    def rule(draft: Draft, losses: Losses) -> Draft:
        fits = pattern.fullmatch
        settings = draft.settings
        odd = [] if settings is None else [tool for tool in settings.tools if not fits(tool.name)]
        if odd or (draft.has(ToolUseBlock) and not _all_fit(draft, pattern)):
            return _with_legal_names(draft, losses, pattern, length)
        return draft

    return rule


def _all_fit(draft: Draft, pattern: re.Pattern[str]) -> bool:
    fits = pattern.fullmatch
    for turn in draft.turns:
        for block in turn.blocks:
            if type(block) is ToolUseBlock and not fits(block.name):
                return False
    return True


class _Names:
    """The new names of one document."""

    def __init__(self, draft: Draft, pattern: re.Pattern[str], length: int) -> None:
        self.fits = pattern.fullmatch
        self.length = length
        self.taken = {tool.name for tool in draft.settings.tools} if draft.settings else set[str]()
        self.new: dict[str, str] = {}

    def of(self, old: str) -> str:
        """The legal form of a name."""
        if self.fits(old):
            return old
        if old not in self.new:
            plain = _ODD.sub("_", old)[: self.length - 4] or "tool"
            self.new[old] = _free(plain, self.taken)
        return self.new[old]


def _with_legal_names(draft: Draft, losses: Losses, pattern: re.Pattern[str], length: int) -> Draft:
    names = _Names(draft, pattern, length)
    settings = draft.settings
    if settings is not None:
        settings = _settings_with_names(settings, names, losses)
    turns = [_with_names(turn, names, losses) for turn in draft.turns]
    return msgspec.structs.replace(draft, turns=turns, settings=settings)


def _settings_with_names(settings: Settings, names: _Names, losses: Losses) -> Settings:
    tools = []
    for n, tool in enumerate(settings.tools):
        if _keeps_name(tool, names, losses):
            tools.append(tool)
        else:
            losses.degraded(f"/settings/tools/{n}/name", "tool.name", tool.name)
            tools.append(msgspec.structs.replace(tool, name=names.of(tool.name)))
    choice = settings.tool_choice
    if choice is not None and choice.name is not None and choice.name in names.new:
        losses.degraded("/settings/tool_choice/name", "tool_choice.name", choice.name)
        choice = msgspec.structs.replace(choice, name=names.of(choice.name))
    return msgspec.structs.replace(settings, tools=tools, tool_choice=choice)


def _keeps_name(tool: ToolDefinition, names: _Names, losses: Losses) -> bool:
    return (
        names.fits(tool.name) is not None
        or tool.provider_tool is not None
        or is_as_read(tool.provider_raw, losses.dialect, "name")
    )


def _with_names(turn: Turn, names: _Names, losses: Losses) -> Turn:
    blocks: list[ContentBlock] = []
    for block, place in zip(turn.blocks, turn.all_places(), strict=True):
        if (
            type(block) is not ToolUseBlock
            or names.fits(block.name)
            or is_as_read(block.provider_raw, losses.dialect, "name")
        ):
            blocks.append(block)
        else:
            losses.degraded(f"{place}/name", "tool_use.name", block.name)
            blocks.append(msgspec.structs.replace(block, name=names.of(block.name)))
    return msgspec.structs.replace(turn, blocks=blocks)
