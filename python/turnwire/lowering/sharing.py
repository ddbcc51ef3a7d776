"""Move residue that has no canonical field to formats that document the same member.

A reader keeps such a member as residue of its own dialect.  The passes here move it into the residue of the target,
whose writer then puts it where the target has it.  What is the same in which formats is data: a family of formats
declares one table (`turnwire.families.chat.shared` is the largest).
"""

from __future__ import annotations

import operator
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Raw, Struct, structs

from turnwire.codec.values import MEMBERS, members_of, object_with
from turnwire.codec.wire import FORM
from turnwire.lowering.draft import BLOCK_RESIDUE, ODD_TOOLS, SETTINGS_RESIDUE, Draft, Pass, when, with_turns
from turnwire.model import TextBlock

if TYPE_CHECKING:
    from turnwire.documents.residue import ProviderRaw
    from turnwire.losses import Losses

Members = Mapping[str, str]
"""Paths in the residue of the source -> paths in the residue of the target, such as `verbosity` -> `text/verbosity`."""

Nodes = list[Any]

_NONE: Members = MappingProxyType({})
_EMPTY: Final = Raw(b"{}")


def same(*names: str) -> Members:
    """Make a table of members that have the same path in both formats."""
    return MappingProxyType(dict(zip(names, names, strict=True)))


def same_in_form(*names: str) -> Members:
    """The same members with the marks of how they were written, for formats that have readers in common."""
    return same(*names, *(f"{FORM}/{name}" for name in names))


class Shared(Struct, frozen=True):
    """The members that one source shares with the target, by the node of the model that keeps the residue."""

    settings: Members = _NONE
    reply: Members = _NONE
    usage: Members = _NONE
    candidate: Members = _NONE
    block: Members = _NONE
    """Blocks of content, of replies."""
    text: Members = _NONE
    """Texts that a request gives to the model; not those of the model."""
    media: Members = _NONE
    """Pictures, sound and documents that a request gives to the model."""
    tool: Members = _NONE


Table = Mapping[str, Shared]
"""The dialect of the source -> what it shares with the target."""


def share_settings(table: Table) -> Pass:
    """Make a request pass that moves shared settings from the source's residue into the target's.

    Example:
        `share_settings({"openai_chat": Shared(settings={"verbosity": "text/verbosity"})})`
    """
    names = {source: shared.settings for source, shared in table.items()}
    of_tools = {source: shared.tool for source, shared in table.items()}
    of_texts = {source: shared.text for source, shared in table.items() if shared.text}
    of_media = {source: shared.media for source, shared in table.items() if shared.media}

    @when(SETTINGS_RESIDUE, ODD_TOOLS, *([BLOCK_RESIDUE] if of_texts else []))
    def rule(draft: Draft, losses: Losses) -> Draft:
        if of_texts:
            draft = _share_content(draft, of_texts, of_media, losses.dialect)
        settings = draft.settings
        if settings is None:
            return draft
        kept = _shared(settings, names, losses.dialect)
        tools = settings.tools
        shared = tools and _each_shared(tools, of_tools, losses.dialect)
        if shared is not tools:
            kept = structs.replace(kept, tools=shared)
        return draft if kept is settings else structs.replace(draft, settings=kept)

    return rule


def share_reply(table: Table) -> Pass:
    """A pass of replies: the reply, its usage and its candidates keep what their source shares with the target."""
    replies = {source: shared.reply for source, shared in table.items()}
    usages = {source: shared.usage for source, shared in table.items()}
    candidates = {source: shared.candidate for source, shared in table.items()}
    blocks = {source: shared.block for source, shared in table.items()}

    @when()
    def rule(draft: Draft, losses: Losses) -> Draft:
        reply = draft.document
        changed: dict[str, Any] = {}
        if reply.provider_raw is not None:
            changed["provider_raw"] = moved(reply.provider_raw, replies, losses.dialect)
        usage = reply.usage
        if usage is not None and usage.provider_raw is not None:
            counts = moved(usage.provider_raw, usages, losses.dialect)
            _report_cost(usage.provider_raw, counts, usages, losses)
            changed["usage"] = structs.replace(usage, provider_raw=counts)
        if changed:
            draft = structs.replace(draft, document=structs.replace(reply, **changed))
        return _share_candidates(draft, candidates, blocks, losses.dialect)

    return rule


def _report_cost(before: ProviderRaw, after: ProviderRaw, names: Mapping[str, Members], losses: Losses) -> None:
    """Report a cost that moved: the target's reader takes it for US dollars, which the source may not mean."""
    for source, raw in before.items():
        for path, to in names.get(source, _NONE).items():
            if to == "cost" and after[source] is not raw:
                value, _ = _taken(raw, path.split("/"))
                if value is not None and _taken(after[source], path.split("/"))[0] is None:
                    losses.reshaped(f"/usage/provider_raw/{source}/{path}", "usage.cost_usd", value)
                    return


def _share_candidates(
    draft: Draft, names: Mapping[str, Members], of_blocks: Mapping[str, Members], dialect: str
) -> Draft:
    turns = draft.turns
    for n, turn in enumerate(turns):
        message = _shared(turn.message, names, dialect)
        blocks = _each_shared(turn.blocks, of_blocks, dialect)
        if message is not turn.message or blocks is not turn.blocks:
            turns = [*turns] if turns is draft.turns else turns
            turns[n] = structs.replace(turn, message=message, blocks=blocks)
    return draft if turns is draft.turns else with_turns(draft, turns)


def _share_content(
    draft: Draft, of_texts: Mapping[str, Members], of_media: Mapping[str, Members], dialect: str
) -> Draft:
    turns = draft.turns
    for n, turn in enumerate(turns):
        if turn.role == "assistant" or not any(block.provider_raw for block in turn.blocks):
            continue
        blocks = [_shared(block, of_texts if type(block) is TextBlock else of_media, dialect) for block in turn.blocks]
        turns = [*turns] if turns is draft.turns else turns
        turns[n] = structs.replace(turn, blocks=blocks)
    return draft if turns is draft.turns else with_turns(draft, turns)


def _each_shared(nodes: Nodes, names: Mapping[str, Members], dialect: str) -> Nodes:
    """Return the nodes with their shared members moved; the same list if there is nothing to move."""
    found = [_shared(node, names, dialect) for node in nodes]
    return nodes if all(map(operator.is_, found, nodes)) else found


def _shared(node: Any, names: Mapping[str, Members], dialect: str) -> Any:
    """Return the node with its shared members moved; the same node if there is nothing to move."""
    before = node.provider_raw
    after = before and moved(before, names, dialect)
    return node if after is before else structs.replace(node, provider_raw=after)


def moved(provider_raw: ProviderRaw, names: Mapping[str, Members], dialect: str) -> ProviderRaw:
    """Return the residue of a node with the shared members in the residue of the target.

    Args:
        provider_raw: the residue of the node, by dialect.
        names: the shared members of each source.
        dialect: the target.

    Returns:
        The same object if there is nothing to move.  A member that is null, or that the target's own residue already
        has, is not moved.
    """
    found = provider_raw
    for source, raw in provider_raw.items():
        if source == dialect:
            continue
        left, own = raw, found.get(dialect, _EMPTY)
        for path, to in names.get(source, _NONE).items():
            value, rest = _taken(left, path.split("/"))
            more = None if value is None else _put(own, to.split("/"), value)
            if more is not None:
                left, own = rest, more
        if left is not raw:
            found = {**found, source: left, dialect: own}
    return found


def _taken(raw: Raw, path: list[str]) -> tuple[Raw | None, Raw]:
    """Return the member at a path, and the object without it; None and the same object if it is absent or null."""
    members = members_of(raw)
    value = members.get(path[0])
    if value is None or bytes(value) == b"null":
        return None, raw
    rest = _EMPTY
    if len(path) > 1:
        outer = value
        value, rest = _taken(outer, path[1:])
        if value is None:
            return None, raw
    if rest == _EMPTY:
        del members[path[0]]
    else:
        members[path[0]] = rest
    return value, object_with(members)


def _put(raw: Raw, path: list[str], value: Raw) -> Raw | None:
    """Return the object with a member at a path; None if it has one there, or no object on the way."""
    try:
        members = MEMBERS.decode(raw)
    except msgspec.DecodeError:
        return None
    if len(path) == 1 and path[0] in members:
        return None
    inner = value if len(path) == 1 else _put(members.get(path[0], _EMPTY), path[1:], value)
    if inner is None:
        return None
    return object_with({**members, path[0]: inner})


TOTAL: Final = f"{FORM}/total_instead_of"
"""The mark of a usage whose total is no sum of its parts; it goes along with `total_tokens`."""
