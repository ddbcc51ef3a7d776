"""Which message continues which: the tree of a session, and its threads."""

from __future__ import annotations

import sys
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from turnwire.model import Message, ToolResultBlock
from turnwire.sessions.files.format import Rest
from turnwire.sessions.files.line import Line

if TYPE_CHECKING:
    from collections.abc import Iterable


CURRENT: Final = sys.maxsize
"""More than the number of any line: the branch that leads to the current message is the one that goes on."""


class Part(Struct, frozen=True):
    """A line with the messages that it holds, and the members of the line that they do not hold."""

    line: Line
    messages: list[Message]
    rest: Rest


class Node(Struct, eq=False):
    """One message of the tree; several lines may be parts of it.

    `latest` is the number of the last line below the node, itself included.
    """

    parts: list[Part]
    parent: Node | None = None
    children: list[Node] = []
    latest: int = 0

    @property
    def number(self) -> int:
        """The number of its first line."""
        return self.parts[0].line.number

    @property
    def agent(self) -> str | None:
        """The subagent that it belongs to."""
        return self.parts[0].line.agent


def grown(parts: Iterable[Part]) -> list[Node]:
    """Return the messages of a session in the order of the file, each with its parent and its children.

    A parent stands before its children in the file.  A message whose recorded parent does not stand there continues
    the previous message of its agent, as does one without a recorded parent.
    """
    growing = _Growing()
    nodes = [node for part in parts if (node := growing.node(part))]
    for node in nodes:
        if node.parent:
            node.parent.children.append(node)
    _look_ahead(nodes)
    for node in list(nodes):
        _chain_results(node)
    _look_ahead(nodes)
    return nodes


def _look_ahead(nodes: list[Node]) -> None:
    """Find the last line below each node."""
    for node in reversed(nodes):
        own = [CURRENT if part.line.is_current else part.line.number for part in node.parts]
        node.latest = max(own + [child.latest for child in node.children])


class _Growing:
    """The lines so far: which node each id leads to, the last node of each agent, and the node of each group."""

    def __init__(self) -> None:
        self._by_id: dict[str, Node | None] = {}
        self._last: dict[str | None, Node] = {}
        self._groups: dict[tuple[str | None, str], Node] = {}
        self._turns: list[Node] = []

    def node(self, part: Part) -> Node | None:
        """Return the node that a part begins; None if it begins none."""
        line = part.line
        if line.drops:
            self._take_back(line)
        found = self._of_group(part)
        begun = None
        if line.is_in_tree and part.messages:
            if found is None:
                found = begun = Node([part], self._parent(line))
                self._last[line.agent] = begun
                if line.agent is None and part.messages[0].role == "user" and not line.is_context:
                    self._turns.append(begun)
            else:
                found.parts.append(part)
            if line.group is not None:
                self._groups[line.agent, line.group] = found
        else:
            found = self._parent(line)
        if line.id is not None:
            self._by_id.setdefault(line.id, found)
        return begun

    def _of_group(self, part: Part) -> Node | None:
        """Return the node that a part goes on with.

        As in a broken file, a part of another role, or with several messages, begins a node of its own.
        """
        line = part.line
        found = None if line.group is None else self._groups.get((line.agent, line.group))
        if found is None or not part.messages:
            return found
        before = found.parts[0].messages
        is_same = len(before) == len(part.messages) == 1 and before[0].role == part.messages[0].role
        return found if is_same else None

    def _parent(self, line: Line) -> Node | None:
        if line.has_parent and line.parent is None:
            return None
        if line.parent is not None and line.parent in self._by_id:
            return self._by_id[line.parent]
        return self._last.get(line.agent)

    def _take_back(self, line: Line) -> None:
        """Go back to before the last turns of the user: what follows is another branch.

        "if there are no user turns, this is a no-op" (openai/codex, codex-rs/core/src/context_manager/history.rs)
        """
        turns = self._turns[-line.drops :]
        if not turns:
            return
        del self._turns[-line.drops :]
        before = turns[0].parent
        if before is None:
            self._last.pop(None, None)
        else:
            self._last[None] = before


def _chain_results(node: Node) -> None:
    """Put the results of parallel calls one after another: they are no branches.

    Each result names the line of its own call as its parent, and the calls are parts of one message.
    """
    results = _of_parallel_calls(node.children)
    if len(results) < 2:  # noqa: PLR2004 - a single one follows its call
        return
    last = results[-1]
    chained = {id(result) for result in results}
    moved = [child for result in results for child in result.children]
    node.children = [child for child in node.children if child is results[0] or id(child) not in chained]
    for before, after in pairwise(results):
        after.parent = before
        before.children = [after]
    last.children = moved
    for child in moved:
        child.parent = last


def _of_parallel_calls(children: list[Node]) -> list[Node]:
    """Return the messages with the results of different calls, in the order of the file.

    A second result of a call is another branch: the one that went on last is kept.
    """
    answered: set[str] = set()
    found = []
    for child in sorted(children, key=lambda child: child.latest, reverse=True):
        calls = _answered(child)
        if calls and answered.isdisjoint(calls):
            answered |= calls
            found.append(child)
    return sorted(found, key=lambda child: child.number)


def _answered(node: Node) -> set[str]:
    """Return the ids of the calls that a message answers; it may have a text or a picture with the results.

    A result without an id is that of a call of its own.  A reply that holds the results of its own calls, as in
    Gemini CLI, answers no call of another message.
    """
    messages = [message for part in node.parts for message in part.messages]
    if any(message.role == "assistant" for message in messages):
        return set()
    blocks = (block for message in messages for block in message.content)
    return {block.tool_use_id or f"line {node.number}" for block in blocks if isinstance(block, ToolResultBlock)}
