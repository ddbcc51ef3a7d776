"""The rules of a GLM chat: an entry has one text, calls that have what they gave back, and no ids."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import structs

from turnwire.dialects.glm.functions import is_schema
from turnwire.dialects.glm.wire import NAME
from turnwire.documents.ids import id_map
from turnwire.documents.residue import form_of, report_foreign
from turnwire.lowering.draft import MESSAGE_FIELDS, ODD_TOOLS, Draft, Turn, when, with_turns
from turnwire.lowering.joining import order_blocks
from turnwire.model import ABSENT, SystemInfo, TextBlock, ToolResultBlock, ToolUseBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses

# "content", "function_calls": an entry has no order between them.
texts_first = order_blocks(lambda block, _: int(type(block) is ToolUseBlock), "user", "assistant")


@when(MESSAGE_FIELDS)
def drop_names_and_times(draft: Draft, losses: Losses) -> Draft:
    """Entries have no ids, names and times; only a `user_interaction` has what the user did, and no `meta`."""
    for turn in draft.turns:
        held = _INTERACTION if turn.role == "user_interaction" else _ENTRY
        losses.dropped_fields(turn.message, held, turn.path, "message")
    return draft


_INTERACTION = frozenset({"role", "content", "interaction"})
_ENTRY = frozenset({"role", "content", "metadata"})


@when("system")
def system_as_primary_message(draft: Draft, losses: Losses) -> Draft:
    """Join system messages to the `primary_message`: entries are the user's and the assistant's alone.

    A system message that a GLM chat itself had among its entries is kept there.
    """
    info = draft.document.system
    primary = info.primary_message if info is not None else None
    turns: list[Turn] = []
    said: list[str] = []
    for turn in draft.turns:
        if turn.role != "system" or form_of(turn.message.provider_raw, NAME).get("entry") == "role":
            turns.append(turn)
            continue
        _report_system(turn, losses)
        said += [block.text for block in turn.blocks if type(block) is TextBlock]
    if not said:
        return with_turns(draft, turns)
    if primary is not None:
        losses.reshaped("/system/primary_message", "system.primary_message", primary)
        said.insert(0, primary)
    return structs.replace(draft, turns=turns, added={**draft.added, "primary_message": "\n\n".join(said)})


def _report_system(turn: Turn, losses: Losses) -> None:
    if turn.blocks:
        losses.reshaped(f"{turn.path}/role", "message.role", turn.role)
    else:
        losses.dropped(f"{turn.path}/role", "message", turn.role)
    _report_beside(turn, losses)


def _report_beside(turn: Turn, losses: Losses) -> None:
    """Report the fields that only a message with its own entry can have."""
    if turn.message.metadata is not None:
        losses.dropped(f"{turn.path}/metadata", "message.metadata", turn.message.metadata)
    report_foreign(turn.message.provider_raw, losses, turn.path)


@when("tool", ToolResultBlock)
def drop_results_without_calls(draft: Draft, losses: Losses) -> Draft:
    """Drop results without a call: a result is part of its call."""
    waiting: list[str] = []
    turns: list[Turn] = []
    for turn in draft.turns:
        block: Any = turn.blocks[0] if turn.role == "tool" else None
        if block is not None and block.tool_use_id not in waiting:
            _lose_result(turn, losses)
            continue
        if block is not None:
            waiting.remove(block.tool_use_id)
        elif turn.role in _CALLERS:
            waiting += [each.id for each in turn.blocks if type(each) is ToolUseBlock]
        turns.append(turn)
    return with_turns(draft, turns)


_CALLERS = frozenset({"user", "assistant"})


def _lose_result(turn: Turn, losses: Losses) -> None:
    _report_beside(turn, losses)
    if turn.message.role == "tool" and len(turn.message.content) == 1:  # parting a message reports this for the others
        losses.dropped(f"{turn.path}/role", "message", turn.role)
    losses.dropped(turn.place(0), "tool_result", turn.blocks[0])


class Given(NamedTuple):
    """The result of a call, and its place."""

    result: ToolResultBlock
    place: str


@when(ToolUseBlock, ToolResultBlock, "tool")
def results_in_calls(draft: Draft, losses: Losses) -> Draft:
    """Move results into their calls, and remove the ids: reading counts calls, and finds results after their entry.

    `added["given"]` has the result of each call, by the place of the call.
    """
    folding = _Folding(losses)
    turns = [turn for turn in draft.turns if folding.keeps(turn)]
    if folding.changed:
        losses.ids = id_map(folding.canonical, "request", None)
    return structs.replace(draft, turns=turns, added={**draft.added, "given": folding.given})


class _Call(NamedTuple):
    """A call: its number, its turn, its place, and the id that reading will give it."""

    number: int
    turn: int
    place: str
    id: str


class _Folding:
    """One document while it is lowered for a format without ids and without messages of tools."""

    def __init__(self, losses: Losses) -> None:
        self.losses = losses
        self.given: dict[str, Given] = {}
        self.canonical: dict[str, str] = {}
        self.changed = False
        self.waiting: dict[str, list[_Call]] = {}
        self.calls = self.turns = 0
        self.last = -1
        """The number of the call that the result before answered, in the entry that was met last."""

    def keeps(self, turn: Turn) -> bool:
        """Whether a turn is an entry of its own."""
        if turn.role == "tool":
            self._fold(turn)
            return False
        self.turns += 1
        self.last = -1
        for block, place in zip(turn.blocks, turn.all_places(), strict=True):
            if type(block) is ToolUseBlock:
                self._add_call(block, place)
        return True

    def _add_call(self, block: ToolUseBlock, place: str) -> None:
        self.calls += 1
        call = _Call(self.calls, self.turns, place, f"call_{self.calls}")
        self.waiting.setdefault(block.id, []).append(call)
        self._rename(block.id, call.id, f"{place}/id", "tool_use.id")

    def _fold(self, turn: Turn) -> None:
        _report_beside(turn, self.losses)
        block: Any = turn.blocks[0]
        call, place = self.waiting[block.tool_use_id].pop(0), turn.place(0)
        if call.turn != self.turns or call.number < self.last:
            self.losses.reshaped(f"{turn.path}/role", "message.role", turn.role)
        self.last = max(self.last, call.number)
        self._rename(block.tool_use_id, call.id, f"{place}/tool_use_id", "tool_result.tool_use_id")
        self.given[call.place] = Given(block, place)

    def _rename(self, old: str, new: str, place: str, feature: str) -> None:
        self.canonical.setdefault(new, old)
        if old != new:
            self.changed = True
            self.losses.degraded(place, feature, old)


@when(ODD_TOOLS)
def schemas_are_of_objects(draft: Draft, losses: Losses) -> Draft:
    """`args` and `kwargs` are the arguments of a function: a schema of anything but an object has no place."""
    settings = draft.settings
    if settings is None or all(not tool.input_schema or is_schema(tool.input_schema) for tool in settings.tools):
        return draft
    tools = list(settings.tools)
    for n, place in enumerate(draft.added["tool_places"]):
        tool = tools[n]
        if tool.input_schema and not is_schema(tool.input_schema):
            losses.dropped(f"{place}/input_schema", "tool.input_schema", tool.input_schema)
            tools[n] = structs.replace(tool, input_schema=ABSENT)
    return structs.replace(draft, settings=structs.replace(settings, tools=tools))


@when()
def model_is_the_used_one(draft: Draft, losses: Losses) -> Draft:
    """The one place for a model is "used_model: The model used for the chat." (the specification)."""
    settings, meta = draft.settings, draft.document.meta
    if settings is None or settings.model is None or (meta is not None and meta.used_model is not None):
        return draft
    losses.reshaped("/settings/model", "settings.model", settings.model)
    added = {**draft.added, "used_model": settings.model}
    return structs.replace(draft, settings=structs.replace(settings, model=None), added=added)


def primary_of(draft: Draft) -> str | None:
    """Return the first system prompt, from the document or from its messages."""
    added: str | None = draft.added.get("primary_message")
    info: SystemInfo | None = draft.document.system
    return added if added is not None else info.primary_message if info is not None else None
