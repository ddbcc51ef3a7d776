"""Rewrite ids and names of tools, for formats that accept only some characters in them.

Rewriting is a function of the text: equal ids become equal ids at every place of the document.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from turnwire.documents.ids import id_map
from turnwire.lowering.draft import ODD_TOOLS, Draft, Pass, Turn, when
from turnwire.lowering.rewrite_blocks import mark_as_is, was_illegal_in_source
from turnwire.model import ContentBlock, Settings, ToolDefinition, ToolResultBlock, ToolUseBlock

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.losses import Losses
    from turnwire.model import History

_ID_FIELDS: dict[type, str] = {ToolUseBlock: "id", ToolResultBlock: "tool_use_id"}

_ID_FEATURES = {"id": "tool_use.id", "tool_use_id": "tool_result.tool_use_id"}

_ODD = re.compile(r"[^a-zA-Z0-9_-]")


def legal_tool_ids(
    pattern: re.Pattern[str], prefix: str, *, longest: int | None = None, exactly: int | None = None
) -> Pass:
    """Make a pass that makes ids of tool uses match `pattern`; missing ones get `prefix` and the position of the call.

    `longest` is the maximum length that the target takes.  If the target takes only letters and digits of one length,
    `exactly` is that length: then an id becomes a digest of itself, the same in every document.
    """
    spell = _respelled(longest) if exactly is None else _digested(exactly)

    @when(ToolUseBlock, ToolResultBlock)
    def rule(draft: Draft, losses: Losses) -> Draft:
        fits = pattern.fullmatch
        for turn in draft.turns:
            for block in turn.blocks:
                field = _ID_FIELDS.get(type(block))
                if field is not None and not fits(getattr(block, field)):
                    return _with_legal_ids(draft, losses, _Ids(draft, losses.dialect, pattern, prefix, spell))
        return draft

    return rule


Spelling = Callable[[str, int], str]
"""An id that the target does not take and the number of the attempt, from 1 -> one that it may take."""


def _respelled(longest: int | None) -> Spelling:
    """Make a function that replaces illegal characters; it cuts a longer id and appends a digest of the whole."""

    def spell(old: str, attempt: int) -> str:
        tail = "" if attempt == 1 else f"_{attempt}"
        plain = _ODD.sub("_", old)
        if longest is None or len(plain) + len(tail) <= longest:
            return plain + tail
        tail = f"_{digest(old, _DIGEST)}{tail}"
        return plain[: longest - len(tail)] + tail

    return spell


def _digested(length: int) -> Spelling:
    return lambda old, attempt: digest(old if attempt == 1 else f"{old} {attempt}", length)


_DIGEST = 9
_LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_OFFSET, _PRIME, _BITS = 0xCBF29CE484222325, 0x100000001B3, (1 << 64) - 1


def digest(text: str, length: int) -> str:
    """Return a digest of letters and digits; up to ten of them differ for different texts, in practice."""
    # FNV-1a: "offset_basis = 14695981039346656037", "FNV_prime = 1099511628211" (the hash's page, 64 bits)
    number = _OFFSET
    for byte in text.encode("utf-8", "surrogatepass"):
        number = (number ^ byte) * _PRIME & _BITS
    found = ""
    while len(found) < length:
        number, place = divmod(number, len(_LETTERS))
        found += _LETTERS[place]
    return found


class _Ids:
    """The new ids of one document.

    An id that the dialect itself wrote against its rule is kept everywhere: a call and its result must agree.
    """

    def __init__(self, draft: Draft, dialect: str, pattern: re.Pattern[str], prefix: str, spell: Spelling) -> None:
        self.prefix = prefix
        self.spell = spell
        self.kept = {use_id for block, field, use_id in _ids(draft) if _stays(block, field, use_id, pattern, dialect)}
        self.taken = set(self.kept)
        self.new: dict[str, str] = {}
        self.canonical: dict[str, str] = {}
        self.waiting: deque[str] = deque()
        self.made = 0
        self.tried: dict[str, int] = {}
        """The last attempt at each spelling: those before it are taken."""

    def of(self, old: str) -> str:
        """The legal form of an id that is not empty."""
        if old not in self.new:
            self.new[old] = self._free(old, old)
        return self.new[old]

    def of_nameless_use(self) -> str:
        """Return an id for a call that has none; the next result without an id answers it."""
        self.made += 1
        made = self._free(f"{self.prefix}{self.made}", "")
        self.waiting.append(made)
        return made

    def of_nameless_result(self) -> str:
        """The id of the first call that waits for its result."""
        return self.waiting.popleft() if self.waiting else self._free(f"{self.prefix}{self.made + 1}", "")

    def _free(self, wanted: str, old: str) -> str:
        first = self.spell(wanted, 1)
        attempt = self.tried.get(first, 1)
        while (found := self.spell(wanted, attempt)) in self.taken:
            attempt += 1
        self.tried[first] = attempt
        self.taken.add(found)
        self.canonical[found] = old
        return found


def _ids(draft: Draft) -> Iterator[tuple[ContentBlock, str, str]]:
    for turn in draft.turns:
        for block in turn.blocks:
            field = _ID_FIELDS.get(type(block))
            if field is not None:
                yield block, field, getattr(block, field)


def _stays(block: ContentBlock, field: str, use_id: str, pattern: re.Pattern[str], dialect: str) -> bool:
    return pattern.fullmatch(use_id) is not None or was_illegal_in_source(block.provider_raw, dialect, field)


def _with_legal_ids(draft: Draft, losses: Losses, ids: _Ids) -> Draft:
    turns = [_with_ids(turn, ids, losses) for turn in draft.turns]
    if ids.canonical:
        losses.ids = id_map(losses.ids.through(ids.canonical))
    return msgspec.structs.replace(draft, turns=turns)


def _with_ids(turn: Turn, ids: _Ids, losses: Losses) -> Turn:
    changed: dict[int, ContentBlock] = {}
    for n, block in enumerate(turn.blocks):
        field = _ID_FIELDS.get(type(block))
        if field is not None and getattr(block, field) not in ids.kept:
            changed[n] = _with_id(block, field, turn.place(n), ids, losses)
    if not changed:
        return turn
    blocks = [changed.get(n, block) for n, block in enumerate(turn.blocks)]
    return msgspec.structs.replace(turn, blocks=blocks)


def _with_id(block: ContentBlock, field: str, place: str, ids: _Ids, losses: Losses) -> ContentBlock:
    old = getattr(block, field)
    feature = _ID_FEATURES[field]
    if old:
        new = ids.of(old)
        losses.degraded(f"{place}/{field}", feature, old)
    else:
        new = ids.of_nameless_use() if field == "id" else ids.of_nameless_result()
        losses.invented(f"{place}/{field}", feature, new)
        losses.degraded(f"{place}/{field}", feature, old)
    changed: Any = {field: new}
    return msgspec.structs.replace(block, **changed)


def _free(wanted: str, taken: set[str]) -> str:
    found, n = wanted, 2
    while found in taken:
        found, n = f"{wanted}_{n}", n + 1
    taken.add(found)
    return found


def legal_tool_names(pattern: re.Pattern[str], length: int) -> Pass:
    """Make a pass that makes tool names match `pattern`, with at most `length` characters."""

    @when(ODD_TOOLS, ToolUseBlock)
    def rule(draft: Draft, losses: Losses) -> Draft:
        fits = pattern.fullmatch
        settings = draft.settings
        odd = [] if settings is None else [tool for tool in settings.tools if not fits(tool.name)]
        if odd or (draft.has(ToolUseBlock) and not _all_fit(draft, pattern)):
            return _with_legal_names(draft, losses, pattern, length)
        return draft

    return rule


def mark_tool_names(pattern: re.Pattern[str]) -> Callable[[History, str], None]:
    """Make a function that marks names which a dialect read against its server's pattern, to be written unchanged."""

    def mark(history: History, dialect: str) -> None:
        settings = history.settings
        tools = [tool for tool in settings.tools if tool.provider_tool is None] if settings is not None else []
        calls = [block for each in history.history for block in each.content if type(block) is ToolUseBlock]
        every: list[ToolDefinition | ToolUseBlock] = [*tools, *calls]
        for named in every:
            if not pattern.fullmatch(named.name):
                named.provider_raw = mark_as_is(named.provider_raw, dialect, "name")

    return mark


def mark_tool_ids(pattern: re.Pattern[str]) -> Callable[[History, str], None]:
    """Make a function that marks ids which a dialect read against its server's pattern, to be written unchanged."""

    def mark(history: History, dialect: str) -> None:
        for message in history.history:
            for block in message.content:
                field = _ID_FIELDS.get(type(block))
                if field is None or _stays(block, field, getattr(block, field), pattern, dialect):
                    continue
                block.provider_raw = mark_as_is(block.provider_raw, dialect, field)

    return mark


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
    if names.new:
        losses.names = {new: old for old, new in names.new.items()}
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
    if choice is not None and any(name in names.new for name in choice.allowed):
        losses.degraded("/settings/tool_choice/allowed", "tool_choice.allowed", choice.allowed)
        choice = msgspec.structs.replace(choice, allowed=[names.new.get(name, name) for name in choice.allowed])
    return msgspec.structs.replace(settings, tools=tools, tool_choice=choice)


def _keeps_name(tool: ToolDefinition, names: _Names, losses: Losses) -> bool:
    return (
        names.fits(tool.name) is not None
        or tool.provider_tool is not None
        or was_illegal_in_source(tool.provider_raw, losses.dialect, "name")
    )


def _with_names(turn: Turn, names: _Names, losses: Losses) -> Turn:
    blocks: list[ContentBlock] = []
    for block, place in zip(turn.blocks, turn.all_places(), strict=True):
        if (
            type(block) is not ToolUseBlock
            or names.fits(block.name)
            or was_illegal_in_source(block.provider_raw, losses.dialect, "name")
        ):
            blocks.append(block)
        else:
            losses.degraded(f"{place}/name", "tool_use.name", block.name)
            blocks.append(msgspec.structs.replace(block, name=names.of(block.name)))
    return msgspec.structs.replace(turn, blocks=blocks)
