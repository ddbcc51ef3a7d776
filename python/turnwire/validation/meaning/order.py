"""Rules about the turns of a conversation: that there are some, and whose turn it is."""

from __future__ import annotations

import itertools
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from turnwire.validation.outline.nodes import member
from turnwire.validation.rules import Example, Rule

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from turnwire.model import Diagnostic
    from turnwire.validation.outline import Outline

_HI: Final = '{"role": "user", "content": "Hi."}'
_HELLO: Final = '{"role": "assistant", "content": "Hello."}'


def _mistral(*messages: str) -> Example:
    text = f'{{"model": "mistral-large-latest", "messages": [{", ".join(messages)}]}}'
    return Example("mistral_chat", text)


ROLES: Final = Rule(
    "TW307",
    "role-order",
    "error",
    "The turns have an order of roles that the format's server refuses. Mistral wants the last message from the user or"
    ' a tool, or from the assistant with `prefix: true` ("Expected last role User or Tool (or Assistant with prefix'
    ' True) for serving but got assistant"). Perplexity wants user and assistant to take turns after the system'
    " messages. So does Amazon Bedrock's Converse, where the user begins (\"A conversation must start with a user"
    ' message", "A conversation must alternate between user and assistant roles").'
    " Anthropic's own API refused a first message of the assistant in 2024 (`messages: first message must use the"
    ' "user" role`), and takes one today: recorded requests to Claude Sonnet 4.5 and 4.6 that begin so got'
    " replies, as did those to OpenAI, Mistral and DeepSeek. It is no finding there. Add what is missing, or join the"
    " messages of one role: `turnwire repair` joins them if that parts no call from its result. What is missing at the"
    " beginning or the end is a guess, so it is added with `--unsafe` only.",
    failing=_mistral(_HI, _HELLO),
    passing=_mistral(_HI, _HELLO, _HI),
)
NOTHING: Final = Rule(
    "TW310",
    "empty-conversation",
    "warning",
    "The conversation has no turns. The format allows that, but every provider refuses a request without messages. Add"
    " the first message.",
    failing=Example("turnwire", '{"history": []}'),
    passing=Example("turnwire", '{"history": [{"role": "user", "content": [{"type": "text", "text": "Hi."}]}]}'),
)

RULES: Final = (ROLES, NOTHING)

# The lists of messages in formats that have no server; those of providers must not be empty by their schemas.
_LISTS: Final = {
    "turnwire": "history",
    "canonical": "messages",
    "glm": "history",
    "sharegpt": "conversations",
    "huggingface_messages": "messages",
    "langchain_messages": "messages",
}


def check(outline: Outline) -> Iterator[Diagnostic]:
    """Find what is wrong with the order of the turns of a request."""
    if outline.kind != "request":
        return
    if not outline.turns:
        yield from _empty(outline)
    elif outline.dialect in _ORDERS:
        yield from _ORDERS[outline.dialect](outline)


def _empty(outline: Outline) -> Iterator[Diagnostic]:
    name = _LISTS.get(outline.dialect)
    if name is not None and member(outline.tree, name) == []:
        yield NOTHING.found("there are no messages", f"/{name}", hint="add the first message")
    elif name is not None and outline.tree == []:
        yield NOTHING.found("there are no messages", "", hint="add the first message")


def _last(outline: Outline) -> Iterator[Diagnostic]:
    last = outline.turns[-1]
    # A row for fine-tuning has no model, and ends with what the assistant shall learn to say.
    if outline.model and last.role == "assistant" and last.node.get("prefix") is not True:
        message = "the last message is the assistant's, and has no `prefix: true`"
        expected = "a message of the user or of a tool"
        hint = "add the next message, or `prefix: true` to let the model go on with this one"
        yield ROLES.found(message, last.pointer, hint=hint, expected=expected)


def _alternating(outline: Outline) -> Iterator[Diagnostic]:
    """Find two turns of one side that follow each other.

    "After the (optional) system message(s), user or tool message(s) should alternate with assistant message(s)."
    (a refusal of Perplexity)
    """
    turns = [turn for turn in outline.turns if turn.role != "system"]
    for before, turn in itertools.pairwise(turns):
        if turn.role == before.role in {"user", "assistant"}:
            message = f"this message and the one before are both the {turn.role}'s"
            yield ROLES.found(message, turn.pointer, hint="join the two messages")


def _beginning(outline: Outline) -> Iterator[Diagnostic]:
    """Find a first message of the assistant, and two turns of one side that follow each other.

    "A conversation must start with a user message. Try again with a conversation that starts with a user message.",
    "A conversation must alternate between user and assistant roles. Make sure the conversation alternates between user
    and assistant roles and try again." (refusals of Converse)
    """
    first = next((turn for turn in outline.turns if turn.role != "system"), None)
    # "You can append more messages to the prompt by using the `messages` field." (Converse, of Prompt management)
    if first is not None and first.role == "assistant" and _PROMPT not in outline.model:
        message = "the conversation begins with a message of the assistant"
        hint = "add a message of the user before it, or take it out"
        yield ROLES.found(message, first.pointer, hint=hint, expected="a message of the user")
    yield from _alternating(outline)


_PROMPT: Final = ":prompt/"
"""What the address of a stored prompt has, which may stand in the place of a model."""
_ORDERS: Final[Mapping[str, Callable[[Outline], Iterator[Diagnostic]]]] = MappingProxyType(
    {"mistral_chat": _last, "perplexity_chat": _alternating, "bedrock_converse": _beginning}
)
ALTERNATING: Final = frozenset({"perplexity_chat", "bedrock_converse"})
"""The dialects whose servers demand that user and assistant take turns."""
