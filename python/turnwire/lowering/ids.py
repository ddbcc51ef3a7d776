"""Rewrite ids and names of tools, for formats that accept only some characters in them.

Rewriting is a function of the text: equal ids become equal ids at every place of the document.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec import structs

from turnwire.documents.ids import id_map
from turnwire.lowering.draft import ODD_CALLS, ODD_TOOLS, Draft, Marking, Pass, marks, when, with_turns
from turnwire.lowering.rewrite_blocks import mapped, mark_as_is, was_illegal_in_source
from turnwire.model import ContentBlock, ToolDefinition, ToolResultBlock, ToolUseBlock

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.losses import Losses
    from turnwire.model import History, ToolChoice

Report = Callable[[str, str, Any], None]
"""A method of the losses: the path, the feature, the value."""

ID_FIELDS: dict[type, str] = {ToolUseBlock: "id", ToolResultBlock: "tool_use_id"}

_ODD = re.compile(r"[^a-zA-Z0-9_-]")


def legal_tool_ids(
    pattern: re.Pattern[str], prefix: str, *, longest: int | None = None, exactly: int | None = None
) -> Pass:
    """Make a pass that makes ids of tool uses match `pattern`; missing ones get `prefix` and the position of the call.

    `longest` is the maximum length that the target takes.  If the target takes only letters and digits of one length,
    `exactly` is that length: then an id becomes a digest of itself, the same in every document.
    """
    spell = _respelled(longest) if exactly is None else _digested(exactly)

    # An id of exactly so many characters is seldom plain.
    @when(*((ODD_CALLS,) if exactly is None else (ToolUseBlock, ToolResultBlock)))
    def rule(draft: Draft, losses: Losses) -> Draft:
        fits = pattern.fullmatch
        for turn in draft.turns:
            for block in turn.blocks:
                field = ID_FIELDS.get(type(block))
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
            field = ID_FIELDS.get(type(block))
            if field is not None:
                yield block, field, getattr(block, field)


def _stays(block: ContentBlock, field: str, use_id: str, pattern: re.Pattern[str], dialect: str) -> bool:
    return pattern.fullmatch(use_id) is not None or was_illegal_in_source(block.provider_raw, dialect, field)


def _with_legal_ids(draft: Draft, losses: Losses, ids: _Ids) -> Draft:
    def legal(block: ContentBlock, place: str) -> ContentBlock:
        field = ID_FIELDS.get(type(block))
        old = "" if field is None else getattr(block, field)
        if field is None or old in ids.kept:
            return block
        if old:
            return with_id(block, ids.of(old), place, losses)
        new = ids.of_nameless_use() if field == "id" else ids.of_nameless_result()
        losses.invented(f"{place}/{field}", f"{block.__struct_config__.tag}.{field}", new)
        return _replaced(block, field, new)

    turns = [mapped(turn, legal) for turn in draft.turns]
    if ids.canonical:
        losses.ids = id_map(losses.ids.through(ids.canonical))
    return with_turns(draft, turns)


def with_id(block: ContentBlock, new: str, place: str, losses: Losses) -> ContentBlock:
    """Return a call or a result with another id, and report the one that it had."""
    field = ID_FIELDS[type(block)]
    old = getattr(block, field)
    if new == old:
        return block
    losses.degraded(f"{place}/{field}", f"{block.__struct_config__.tag}.{field}", old)
    return _replaced(block, field, new)


def _replaced(block: ContentBlock, field: str, new: str) -> ContentBlock:
    changed: Any = {field: new}
    return structs.replace(block, **changed)


def _free(wanted: str, taken: set[str]) -> str:
    found, n = wanted, 2
    while found in taken:
        found, n = f"{wanted}_{n}", n + 1
    taken.add(found)
    return found


def legal_tool_names(pattern: re.Pattern[str], length: int) -> Pass:
    """Make a pass that makes tool names match `pattern`, with at most `length` characters."""

    @when(ODD_TOOLS, ODD_CALLS)
    def rule(draft: Draft, losses: Losses) -> Draft:
        settings, fits = draft.settings, pattern.fullmatch
        named: list[ToolDefinition | ToolUseBlock] = [*settings.tools] if settings is not None else []
        if draft.has(ToolUseBlock):
            named += [block for turn in draft.turns for block in turn.blocks if type(block) is ToolUseBlock]
        return draft if all(fits(each.name) for each in named) else _with_legal_names(draft, losses, pattern, length)

    return rule


def mark_tool_names(pattern: re.Pattern[str]) -> Marking:
    """Make a marking of names which a dialect read against its server's pattern, to be written unchanged."""

    @marks(ODD_CALLS, ODD_TOOLS)
    def mark(history: History, dialect: str) -> None:
        settings = history.settings
        tools = [tool for tool in settings.tools if tool.provider_tool is None] if settings is not None else []
        calls = [block for each in history.history for block in each.content if type(block) is ToolUseBlock]
        every: list[ToolDefinition | ToolUseBlock] = [*tools, *calls]
        for named in every:
            if not pattern.fullmatch(named.name):
                named.provider_raw = mark_as_is(named.provider_raw, dialect, "name")

    return mark


def mark_tool_ids(pattern: re.Pattern[str]) -> Marking:
    """Make a marking of ids which a dialect read against its server's pattern, to be written unchanged."""

    @marks(ODD_CALLS)
    def mark(history: History, dialect: str) -> None:
        for message in history.history:
            for block in message.content:
                field = ID_FIELDS.get(type(block))
                if field is None or _stays(block, field, getattr(block, field), pattern, dialect):
                    continue
                block.provider_raw = mark_as_is(block.provider_raw, dialect, field)

    return mark


def spelled(name: str, pattern: re.Pattern[str], length: int) -> str:
    """Return a name with at most `length` characters, each of which `pattern` takes; an empty one stays empty.

    A name gets an underscore in front where `pattern` does not take its first character there.
    """
    plain = _ODD.sub("_", name)[:length]
    return plain if not plain or pattern.fullmatch(plain) else f"_{plain}"[:length]


class _Names:
    """The new names of one document."""

    def __init__(self, draft: Draft, pattern: re.Pattern[str], length: int) -> None:
        self.pattern = pattern
        self.fits = pattern.fullmatch
        self.length = length
        self.taken = {tool.name for tool in (draft.settings.tools if draft.settings else ())}
        self.new: dict[str, str] = {}

    def of(self, old: str) -> str:
        """The legal form of a name."""
        if self.fits(old):
            return old
        if old not in self.new:
            # Room for a number behind it, where others have the name.
            self.new[old] = _free(spelled(old, self.pattern, self.length - 4) or "tool", self.taken)
        return self.new[old]


def _with_legal_names(draft: Draft, losses: Losses, pattern: re.Pattern[str], length: int) -> Draft:
    names, settings = _Names(draft, pattern, length), draft.settings

    def legal(named: Any, place: str) -> Any:
        if names.fits(named.name) or was_illegal_in_source(named.provider_raw, losses.dialect, "name"):
            return named
        losses.degraded(f"{place}/name", f"{named.__struct_config__.tag or 'tool'}.name", named.name)
        return structs.replace(named, name=names.of(named.name))

    if settings is not None:
        tools = [
            tool if tool.provider_tool is not None else legal(tool, f"/settings/tools/{n}")
            for n, tool in enumerate(settings.tools)
        ]
        choice = renamed_choice(settings.tool_choice, names.new, losses.degraded)
        settings = structs.replace(settings, tools=tools, tool_choice=choice)
    turns = [
        mapped(turn, lambda block, place: legal(block, place) if type(block) is ToolUseBlock else block)
        for turn in draft.turns
    ]
    if names.new:
        losses.names = {new: old for old, new in names.new.items()}
    return structs.replace(draft, turns=turns, settings=settings)


def renamed_choice(choice: ToolChoice | None, new: dict[str, str], report: Report) -> ToolChoice | None:
    """Return a choice of tools that have new names; `report` is the method of the losses for a name that changes."""
    if choice is None:
        return None
    name = None if choice.name is None else new.get(choice.name, choice.name)
    allowed = [new.get(each, each) for each in choice.allowed]
    if name != choice.name:
        report("/settings/tool_choice/name", "tool_choice.name", choice.name)
    if allowed != choice.allowed:
        report("/settings/tool_choice/allowed", "tool_choice.allowed", choice.allowed)
    return structs.replace(choice, name=name, allowed=allowed)
