"""The threads of a session: the conversation, its branches, and those of its subagents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from msgspec import Struct

from turnwire.sessions.files.tree import Node, Part

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ThreadKind: TypeAlias = Literal["main", "branch", "sidechain"]


class Thread(Struct, eq=False, kw_only=True):
    """Messages that continue one another, each in one thread of the session only.

    Attributes:
        id: the id of the session, of the subagent, or of the branch's first message.
        kind: `main` is the conversation up to its last message; a `branch` leaves another thread; a `sidechain` is the
            conversation of a subagent.
        parent: the thread that a branch leaves.
        after: the message after which it leaves it; None for a branch that begins the conversation anew.
        agent: the id of the subagent.
        call: the id of the tool use that started the subagent, if the file tells it.
        nodes: the messages.
        others: the lines that are no messages of the conversation, in the order of the file.
    """

    id: str
    kind: ThreadKind
    parent: Thread | None = None
    after: Node | None = None
    agent: str | None = None
    call: str | None = None
    nodes: list[Node] = []
    others: list[Part] = []


def threads_of(nodes: list[Node], name: str, calls: dict[str, str]) -> list[Thread]:
    """Return the threads of a tree; the main one is first, the others follow in the order of their first lines.

    Args:
        nodes: the messages in the order of the file.
        name: the id of the session, which the main thread gets.
        calls: the id of a subagent -> the id of the tool use that started it.
    """
    is_agents = all(node.agent is not None for node in nodes)
    main = max((node for node in nodes if is_agents or node.agent is None), key=lambda node: node.latest, default=None)
    top = main
    while top is not None and top.parent is not None:
        top = top.parent
    found: dict[int, Thread] = {}
    continuations = {id(node): _continuation(node) for node in nodes if node.children}
    begun = [Thread(id=name, kind="main")]
    for node in nodes:
        before = found.get(id(node.parent)) if node.parent else None
        if before is not None and continuations[id(node.parent)] is node:
            thread = before
        elif node is top:
            thread = begun[0]
            thread.agent, thread.call = node.agent, calls.get(node.agent or "")
        else:
            thread = _new(node, before, calls, is_agents=is_agents)
            begun.append(thread)
        thread.nodes.append(node)
        found[id(node)] = thread
    return begun


def _continuation(parent: Node) -> Node | None:
    """Return the message that continues the thread of its parent: of several children, the one that went on last.

    None continues the message that the conversation is at.
    """
    if any(part.line.is_current for part in parent.parts):
        return None
    child = max(parent.children, key=lambda child: (child.agent == parent.agent, child.latest))
    return child if child.agent == parent.agent else None


def _new(node: Node, before: Thread | None, calls: dict[str, str], *, is_agents: bool) -> Thread:
    line = node.parts[0].line
    own = line.id or f"line-{line.number}"
    if node.agent is not None and not is_agents and (before is None or before.agent != node.agent):
        return Thread(
            id=node.agent,
            kind="sidechain",
            parent=before,
            after=node.parent,
            agent=node.agent,
            call=calls.get(node.agent),
        )
    return Thread(id=own, kind="branch", parent=before, after=node.parent, agent=node.agent)


def place_others(threads: list[Thread], parts: Iterable[Part]) -> None:
    """Give each line that is no message to the thread of its subagent, or to the main one."""
    by_agent: dict[str | None, Thread] = {thread.agent: thread for thread in reversed(threads) if thread.agent}
    for part in parts:
        if not part.line.is_in_tree or not part.messages:
            by_agent.get(part.line.agent, threads[0]).others.append(part)


def in_order(thread: Thread) -> Iterator[Node | Part]:
    """Yield the messages of a thread, and after each one the lines that follow it in the file."""
    others = iter(thread.others)
    other = next(others, None)
    for node in thread.nodes:
        while other is not None and other.line.number < node.number:
            yield other
            other = next(others, None)
        yield node
    while other is not None:
        yield other
        other = next(others, None)
