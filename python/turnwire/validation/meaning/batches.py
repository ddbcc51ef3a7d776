"""Batches: the names of their requests, and the object that holds all requests of a batch of Anthropic's Messages.

A line of a batch is `{"custom_id": "a", "params": {...}}` for Anthropic, and `{"custom_id": "a", "body": {...}}` for
OpenAI, Mistral and others.  Anthropic's API takes a whole batch in one object, `{"requests": [...]}`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from turnwire.validation.inside import Inside
from turnwire.validation.near import near_miss
from turnwire.validation.outline.records import pointer_of
from turnwire.validation.rules import Example, Rule
from turnwire.validation.schema_rules import RULES_BY_NAME
from turnwire.validation.wording import shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from turnwire.dialects.dialect import Kind
    from turnwire.model import Diagnostic
    from turnwire.validation.outline.records import Path

_PARAMS: Final = '{"model": "claude-haiku-4-5", "max_tokens": 9, "messages": [{"role": "user", "content": "Hi."}]}'


def _batch(*names: str) -> Example:
    requests = ", ".join(f'{{"custom_id": "{name}", "params": {_PARAMS}}}' for name in names)
    return Example("anthropic_messages", f'{{"requests": [{requests}]}}')


REPEATED: Final = Rule(
    "TW318",
    "repeated-custom-id",
    "error",
    'Two requests of a batch have the same `custom_id`, so that nobody can tell their results apart. Anthropic ("Must'
    ' be unique for each request within the Message Batch") and OpenAI refuse the batch. The command'
    " `turnwire validate` compares all lines of a file. Give each request an id of its own.",
    failing=_batch("a", "a"),
    passing=_batch("a", "b"),
)

RULES: Final = (REPEATED,)

DIALECT: Final = "anthropic_messages"
"""The dialect whose API takes a whole batch as one object."""
_REQUESTS: Final = "requests"
_OUTPUTS: Final = ("preferred_output", "non_preferred_output")
_NOT_ANSWERS: Final = frozenset({"user", "system", "developer"})
_NAME: Final = "custom_id"
# "custom_id": "pattern": "^[a-zA-Z0-9_-]{1,64}$" (MessageBatchIndividualRequestParams)
_NAMED: Final = re.compile(r"[a-zA-Z0-9_-]{1,64}")
# "Currently /v1/responses, /v1/chat/completions, /v1/embeddings ... are supported": OpenAI (guides/batch)
_ADDRESSES: Final = (
    *("/v1/chat/completions", "/v1/responses", "/v1/embeddings", "/v1/completions", "/v1/moderations"),
    # Those of Azure, Mistral and Groq.
    *("/chat/completions", "/v1/fim/completions", "/v1/audio/transcriptions", "/v1/audio/translations", "/v1/ocr"),
)


def is_batch(tree: Any, dialect: str | None, kind: Kind | None) -> bool:
    """Return whether a parsed document is a whole batch: an object with requests, of which one has a name.

    Args:
        tree: the parsed document.
        dialect: the dialect that the caller names.
        kind: the kind that the caller names.
    """
    items = tree.get(_REQUESTS) if isinstance(tree, dict) else None
    if dialect not in (None, DIALECT) or kind not in (None, "request"):
        return False
    return isinstance(items, list) and any(isinstance(each, dict) and _NAME in each for each in items)


def around(tree: dict[str, Any] | list[Any], found: Inside) -> tuple[list[Inside], list[Diagnostic]]:
    """Return the other documents in a text that has one inside of it, and what is wrong around them.

    Args:
        tree: the parsed text: a line of a batch, or a row of preferences.
        found: the document inside of it.
    """
    if not isinstance(tree, dict):
        return [], []
    if found.place == ("input",):
        # "preferred_output" and "non_preferred_output" end the conversation: OpenAI's guide to preferences
        model = found.node.get("model", "")
        outputs = {name: tree[name] for name in _OUTPUTS if isinstance(tree.get(name), list)}
        ends = [Inside({"model": model, "messages": each}, 1, (name,)) for name, each in outputs.items()]
        return ends, [wrong for name in _OUTPUTS if name in tree for wrong in _output(tree[name], name)]
    return [], list(check_line(tree))


def _output(messages: Any, name: str) -> Iterator[Diagnostic]:
    """Find an answer that is no list, or the messages of one that are those of the user."""
    if not isinstance(messages, list):
        yield RULES_BY_NAME["wrong-type"].found(
            f"`{name}` is no list", pointer_of((name,)), hint="write a list with the message of the assistant"
        )
        return
    for n, each in enumerate(messages):
        if isinstance(each, dict) and each.get("role") in _NOT_ANSWERS:
            message = f'`role` is "{each["role"]}", and an answer is one of the assistant'
            place = pointer_of((name, n, "role"))
            yield RULES_BY_NAME["unknown-word"].found(message, place, hint="take the message into `input`")


def requests_in(batch: dict[str, Any]) -> list[Inside]:
    """Return the requests of a batch; what is no request is left to `check_batch`."""
    items = enumerate(batch[_REQUESTS])
    return [
        Inside(item["params"], 0, (_REQUESTS, n, "params"))
        for n, item in items
        if isinstance(item, dict) and isinstance(item.get("params"), dict)
    ]


def check_batch(batch: dict[str, Any]) -> Iterator[Diagnostic]:
    """Find what is wrong with a batch around its requests."""
    seen: dict[str, str] = {}
    for n, item in enumerate(batch[_REQUESTS]):
        path = (_REQUESTS, n)
        if not isinstance(item, dict):
            yield RULES_BY_NAME["wrong-type"].found(f"`requests[{n}]` is no object", pointer_of(path), hint="write one")
            continue
        yield from _lacking(item, path)
        yield from check_line(item, path)
        name = item.get(_NAME)
        if isinstance(name, str):
            place = pointer_of((*path, _NAME))
            if name in seen:
                yield repeated(name, place, f"the request at {seen[name].rpartition('/')[0]}")
            seen.setdefault(name, place)


def repeated(name: str, pointer: str, other: str) -> Diagnostic:
    """Make the finding about a request of a batch whose name another one has.

    Args:
        name: the name.
        pointer: where it stands.
        other: the request that has it, too, in words.
    """
    return REPEATED.found(f"{other} has the `custom_id` {shown(name)}, too", pointer, hint="give each an id of its own")


def _lacking(item: dict[str, Any], path: Path) -> Iterator[Diagnostic]:
    for name in (_NAME, "params"):
        if name not in item:
            near = near_miss(name, item) or ("body" if name == "params" and "body" in item else None)
            hint = f"`{near}` may be meant: the format calls it `{name}`" if near else f"add `{name}`"
            message = f"`requests[{path[-1]}]` has no `{name}`"
            yield RULES_BY_NAME["missing-member"].found(
                message, pointer_of(path), hint=hint, expected=f"a member `{name}`"
            )
        elif name == "params" and not isinstance(item[name], dict):
            place = pointer_of((*path, name))
            yield RULES_BY_NAME["wrong-type"].found("`params` is no object", place, hint="write the request there")


def check_line(line: dict[str, Any], path: Path = ()) -> Iterator[Diagnostic]:
    """Find what is wrong with a line of a batch around its body.

    Args:
        line: the parsed line, or the entry of a whole batch.
        path: its path in the document.
    """
    name = line.get(_NAME)
    if _NAME in line and not isinstance(name, str):
        message = "`custom_id` is no text"
        yield RULES_BY_NAME["wrong-type"].found(message, pointer_of((*path, _NAME)), hint="write a text")
    elif name is not None and "params" in line and not _NAMED.fullmatch(name):
        message = "Anthropic's batches do not take this `custom_id`"
        hint = "use 1 to 64 letters, digits, underscores and dashes"
        yield RULES_BY_NAME["wrong-form"].found(message, pointer_of((*path, _NAME)), hint=hint)
    if "body" in line:
        yield from _words(line, path, "method", ("POST",))
        yield from _words(line, path, "url", _ADDRESSES)


def _words(line: dict[str, Any], path: Path, name: str, words: Sequence[str]) -> Iterator[Diagnostic]:
    """Find a word that is nearly one of those that a line of a batch has: other servers have other addresses."""
    word = line.get(name)
    near = near_miss(word, words) if isinstance(word, str) and word not in words else None
    if near is not None:
        message = f'`{name}` is "{word}", and not "{near}"'
        yield RULES_BY_NAME["unknown-word"].found(message, pointer_of((*path, name)), hint=f'did you mean "{near}"?')
