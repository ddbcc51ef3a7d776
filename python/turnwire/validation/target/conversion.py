"""What a conversion to a target in another format would lose or change, at its place in the document as it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import structs

from turnwire.convert import read, write
from turnwire.errors import InvalidDocument, UnknownDialect
from turnwire.validation.outline import outline_of
from turnwire.validation.outline.records import pointer_of
from turnwire.validation.rules import Example, Rule
from turnwire.validation.target import own
from turnwire.validation.target.origins import Origins
from turnwire.validation.wording import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.dialects.dialect import Kind
    from turnwire.model import Diagnostic, Loss
    from turnwire.validation.outline import Outline
    from turnwire.validation.target.aim import Aim


def _chat(members: str = "", name: str = "") -> Example:
    text = f'{{"model": "gpt-4.1", "messages": [{{"role": "user", "content": "Hi."{name}}}]{members}}}'
    return Example("openai_chat", text, target="groq_chat:openai/gpt-oss-120b")


_PLAIN: Final = _chat()

DROPPED: Final = Rule(
    "TW419",
    "dropped-in-conversion",
    "warning",
    "The target's format has no place for this, or its model refuses it, so `turnwire convert` leaves it out. Take it"
    " out yourself, write it into the text, or choose another target.",
    failing=_chat(name=', "name": "Ada"'),
    passing=_PLAIN,
)
DEGRADED: Final = Rule(
    "TW420",
    "degraded-in-conversion",
    "warning",
    "The target's format or model takes less than this, so `turnwire convert` writes something with less meaning: a"
    " shorter name, a lower number, a text instead of a block. Check that the rest is enough.",
    failing=Example(
        "openai_chat",
        '{"model": "gpt-4.1", "messages": [{"role": "user", "content": "Hi."}], "max_tokens": 9, "temperature": 1.5}',
        target="anthropic_messages:claude-sonnet-4-5",
    ),
    passing=_PLAIN,
)
INVENTED: Final = Rule(
    "TW421",
    "invented-in-conversion",
    "info",
    "The command `turnwire convert` adds a value that the document does not have: the target requires it, or writes one"
    " setting of the document as two members (an effort also as a mode of thinking). Give a value of your own if it"
    " matters.",
    failing=Example(
        "openai_chat",
        '{"model": "gpt-4.1", "messages": [{"role": "user", "content": "Hi."}]}',
        target="anthropic_messages:claude-sonnet-4-5",
    ),
    passing=_PLAIN,
)
RESHAPED: Final = Rule(
    "TW422",
    "reshaped-in-conversion",
    "info",
    "The target's format has another place or structure for this, so `turnwire convert` moves it. Nothing is lost, and"
    " there is nothing to do; the way back may not restore the old structure.",
    failing=Example(
        "openai_chat",
        '{"model": "gpt-4.1", "max_tokens": 9, "messages": [{"role": "user", "content": "Hi."}, {"role": "user",'
        ' "content": "Are you there?"}, {"role": "system", "content": "Be brief."}]}',
        target="anthropic_messages:claude-sonnet-4-5",
    ),
    passing=_PLAIN,
)
REFUSED: Final = Rule(
    "TW423",
    "no-conversion",
    "error",
    "The document cannot be converted to the target: its reader refuses the document, or the target has no documents of"
    " this kind. Mend what the reader names, or choose another target.",
    failing=Example(
        "openai_chat",
        '{"id": "r", "object": "chat.completion", "created": 1, "model": "gpt-4.1", "choices": [{"index": 0, "message":'
        ' {"role": "assistant", "content": "Hi.", "refusal": null}, "finish_reason": "stop", "logprobs": null}]}',
        kind="response",
        target="sharegpt",
    ),
    passing=_PLAIN,
)

RULES: Final = (DROPPED, DEGRADED, INVENTED, RESHAPED, REFUSED)

_BY_KIND: Final[dict[str, tuple[Rule, str]]] = {
    "dropped": (DROPPED, "`{}` does not hold {}"),
    "degraded": (DEGRADED, "`{}` does not hold {} as it is"),
    "invented": (INVENTED, "for `{}`, `turnwire convert` adds {}, which the document does not have"),
    "reshaped": (RESHAPED, "`{}` has another place for {}"),
}


def check(outline: Outline, tree: Any, kind: Kind, aim: Aim) -> Iterator[Diagnostic]:
    """Find what a conversion would lose, or why there is none.

    Args:
        outline: the outline of the document.
        tree: the document as parsed JSON.
        kind: the document's kind.
        aim: the target, in another format.
    """
    try:
        document = read(tree, outline.dialect, kind=kind)
        written = write(document, aim.dialect, model=aim.model or None)
    except InvalidDocument as refusal:
        first = refusal.diagnostics[0]
        yield REFUSED.found(f"the document cannot be converted: {first.message}", first.pointer, hint="mend this first")
        return
    except UnknownDialect:
        hint = "choose another target"
        yield REFUSED.found(f"`{aim.dialect}` has no documents of the kind `{kind}`", "", hint=hint)
        return
    if written.losses:
        native = outline_of("turnwire", write(document, "turnwire").json(), kind)
        origins = Origins(outline, tree, native)
        for loss in written.losses:
            yield from _of_loss(loss, origins, aim)
    if kind == "request":
        yield from _refusals(outline, tree, written.json(), aim)


def _refusals(outline: Outline, tree: Any, converted: Any, aim: Aim) -> Iterator[Diagnostic]:
    """Find what the target would refuse of the converted request, at its place in the document."""
    other = outline_of(aim.dialect, converted, "request")
    found = own.refusals(other, converted, aim)
    if not found:
        return
    origins = Origins(outline, tree, other)
    for each in found:
        yield structs.replace(each, pointer=pointer_of(origins.path(each.pointer or "")))


def _of_loss(loss: Loss, origins: Origins, aim: Aim) -> Iterator[Diagnostic]:
    rule, words = _BY_KIND[loss.kind]
    hint = _RENAMED if rule is DEGRADED and loss.feature.endswith(_NAMES) else _HINTS.get(rule.code)
    for path, value, name in origins.paths(loss):
        message = words.format(_name(aim), f"`{name or loss.feature}` ({shown(value)})")
        yield rule.found(message, pointer_of(path), hint=hint)


def _name(aim: Aim) -> str:
    """Return the name of the target, with its model if the server enforces that model's rules."""
    return f"{aim.dialect}:{aim.model}" if aim.is_enforced else aim.dialect


_NAMES: Final = (".name", ".id", ".tool_use_id")
_RENAMED: Final = "another one is written, or none; results still follow their calls"
_HINTS: Final = {
    "TW419": "take it out, or choose another target",
    "TW420": "check that the rest is enough",
    "TW421": "give a value of your own",
}
